//! Delayed and path effects: trails, delays by activations, distances evaluated once, chosen turns, and the marks of
//! pending effects.

use expect_test::{Expect, expect};
use foretoken_action_assets::demonstration::Demonstration;
use foretoken_session::Session;
use foretoken_session::texts::text;
use foretoken_tests::{Pack, cell, find, shipped, show};
use foretoken_vm::ChangeKind;

fn pack(map: &str, body: &str) -> Pack {
    let warden = r#"Unit(glyph: "W", health: 9, movement: 5, actions: ["aim"], tags: ["augur"])"#;
    let rat = r#"Unit(glyph: "r", health: 9, actions: ["wait"], tags: ["dark"])"#;
    Pack::new(map)
        .with("actions/aim.ron", &format!("Action(body: [{body}])"))
        .with("units/warden.ron", warden)
        .with("units/rat.ron", rat)
}

fn decide(session: &mut Session, cells: &[&str]) {
    let warden = find(session.book(), session.seat().known().state(), 'W');
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    for name in cells {
        let answer = session.seat().answer_on(cell(name)).unwrap_or_else(|| panic!("{name} is no answer"));
        assert!(session.seat_mut().answer(answer));
    }
    assert!(session.decide());
}

fn check(session: &mut Session, expect: Expect) {
    let report = session.commit();
    let told = text::report(session.book(), session.battle().state(), &report);
    expect.assert_eq(&told.lines().map(|line| format!("{}\n", line.trim())).collect::<String>());
}

#[test]
fn a_trail_is_left_on_every_cell_of_a_walk_and_stops_with_it() {
    let body = r#"
        DeclareTarget(name: "T1", reach: Walk, range: (1, 255)),
        Trail(behind: true, moves: [Move(to: "T1")], body: [Surface(target: "here", surface: "fire")]),
        Damage(target: "self", amount: 1),
    "#;
    let mut session = pack("W....\n.....", body).start();
    decide(&mut session, &["c1"]);
    check(
        &mut session,
        expect![[r#"
              warden: aim.
              warden: a1 → b1 (walk).
              fire on a1 (fire).
              warden: b1 → c1 (walk).
              fire on b1 (fire).
              warden loses 1 health: 9 → 8 (hit).
              The round ends.
              fire on a1.
              fire on b1.
              round 2 begins.
        "#]],
    );
}

#[test]
fn a_trail_knows_who_was_moved_and_what_was_picked() {
    let body = r#"
        DeclareTarget(name: "T1", asks: Unit, range: (1, 2)),
        DeclareTarget(name: "T2", asks: Unit, range: (1, 9)),
        Trail(
            moves: [Push(target: "T1", distance: 2)],
            body: [Damage(target: "T2", amount: 1), Damage(target: "cause", amount: 2)],
        ),
    "#;
    let mut session = pack("Wr...r", body).start();
    decide(&mut session, &["b1", "f1"]);
    check(
        &mut session,
        expect![[r#"
            warden: aim.
            rat A: b1 → c1 (push).
            rat B loses 1 health: 9 → 8 (hit).
            rat A loses 2 health: 9 → 7 (hit).
            rat A: c1 → d1 (push).
            rat B loses 1 health: 8 → 7 (hit).
            rat A loses 2 health: 7 → 5 (hit).
            rat A and rat B wait.
            The round ends.
            round 2 begins.
        "#]],
    );
}

#[test]
fn how_far_a_push_goes_is_read_once() {
    let body = r#"
        DeclareTarget(name: "T1", asks: Unit, range: (1, 2)),
        Push(target: "T1", distance: "distance(self, T1)"),
    "#;
    let mut session = pack("W.r......", body).start();
    decide(&mut session, &["c1"]);
    session.commit();
    let state = session.battle().state();
    assert_eq!(state.entity(find(session.book(), state, 'r')).cell, cell("e1"));
}

#[test]
fn a_delay_counts_activations() {
    let body = |counts: &str| {
        format!(
            r#"DeclareTarget(name: "T1", range: (1, 9)),
            Delay(rounds: 2, counts: {counts}, body: [Damage(target: "T1", amount: 3)])"#
        )
    };
    let mut session = pack("W.r.r", &body("All")).start();
    decide(&mut session, &["e1"]);
    check(
        &mut session,
        expect![[r#"
            warden: aim.
            rat A waits.
            warden: aim takes effect.
            rat B loses 3 health: 9 → 6 (hit).
            The round ends.
            round 2 begins.
        "#]],
    );
    let mut session = pack("W.r.r", &body("Own")).start();
    decide(&mut session, &["e1"]);
    let mut rounds = Vec::new();
    for _ in 0..4 {
        let report = session.commit();
        let changes = (0..report.activations.len()).flat_map(|index| report.of(index));
        rounds.push(changes.filter(|change| change.kind == ChangeKind::Health).count());
        let warden = find(session.book(), session.seat().known().state(), 'W');
        assert!(session.seat_mut().choose_for(warden) && session.decide());
    }
    assert_eq!(rounds, [0, 0, 1, 0]);
}

#[test]
fn what_waits_is_drawn_with_its_area_and_countdown() {
    let body = r##"
        DeclareTarget(name: "T1", range: (1, 9)),
        Delay(rounds: 2, body: [Damage(target: "T1", amount: 3, area: ["#@#"])]),
    "##;
    let mut session = pack("W...r..", body).start();
    decide(&mut session, &["d1"]);
    expect![[r#"
             a    b    c    d    e    f    g
         1  (W)   .    .    .   <r>   .    .
             9        ‹2›       9‹2
        Then:
          hit takes effect on c1 in 2 rounds (uncertain)
          hit takes effect on e1 in 2 rounds (uncertain)
    "#]]
    .assert_eq(&show(&session));
    session.commit();
    expect![[r#"
             a    b    c    d    e    f    g
         1  (W)   .    .    .   <r>   .    .
             9        ‹1›       9‹1
        warden:
          warden undecided
        Then:
          hit takes effect on c1 next round (uncertain)
          hit takes effect on e1 next round (uncertain)
    "#]]
    .assert_eq(&show(&session));
}

/// An unlisted change of a number is a fault, unless the demonstration permits other changes.
#[test]
fn a_demonstration_lists_all_changes() {
    let mut library = shipped().clone();
    let action = r#"Action(body: [
        DeclareTarget(name: "T1", asks: Unit), Damage(target: "T1"), Shield(target: "self", amount: 2),
    ])"#;
    library.reload("actions/jab.ron", Some(action.as_bytes()));
    let rows = || vec![".Ab.".to_owned()];
    let mut drawn = Demonstration {
        before: rows(),
        answers: vec!["b".to_owned()],
        after: rows(),
        facts: vec!["b health 4 -> 3".to_owned()],
        ..Demonstration::default()
    };
    let faults = drawn.check(&library, "jab");
    assert_eq!(faults, [("facts".to_owned(), "`A shield 0 -> 2` is not listed".to_owned())]);
    drawn.others = true;
    assert_eq!(drawn.check(&library, "jab"), []);
}

const LATER: &str = r#"
    DeclareTarget(name: "T1", asks: Unit, reach: Square, range: (1, 4), filter: [Enemy], picks: List, at_most: 3),
    Delay(rounds: 1, body: [ForEach(target: "T1", body: [Damage(target: "each", amount: 2)]), Damage(target: "T1")]),
"#;

#[test]
fn a_delayed_part_goes_through_a_list_from_outside_and_its_name_is_the_last_pick() {
    let mut session = pack("r.r\n.W.\nr.r", LATER).start();
    decide(&mut session, &["a1", "c3", "c1"]);
    session.commit();
    check(
        &mut session,
        expect![[r#"
            warden waits.
            warden: aim takes effect.
            rat A loses 2 health: 9 → 7 (hit).
            rat D loses 2 health: 9 → 7 (hit).
            rat B loses 2 health: 9 → 7 (hit).
            rat B loses 1 health: 7 → 6 (hit).
            rat A, rat B, rat C and rat D wait.
            The round ends.
            round 3 begins.
        "#]],
    );
    let mut session = pack("r.r\n.W.\nr.r", LATER).start();
    let warden = find(session.book(), session.seat().known().state(), 'W');
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    let answer = session.seat().answer_on(cell("a3")).expect("an answer");
    assert!(session.seat_mut().answer(answer));
    let enough = session.seat().draft().and_then(|draft| draft.pass()).expect("one is enough");
    assert!(session.seat_mut().answer(enough) && session.decide());
    session.commit();
    check(
        &mut session,
        expect![[r#"
            warden waits.
            warden: aim takes effect.
            rat C loses 2 health: 9 → 7 (hit).
            rat C loses 1 health: 7 → 6 (hit).
            rat A, rat B, rat C and rat D wait.
            The round ends.
            round 3 begins.
        "#]],
    );
}

#[test]
fn a_delay_within_a_delay_and_a_trail_take_the_list_along() {
    let body = r#"
        DeclareTarget(name: "T1", reach: Square, range: (1, 4), picks: List, at_most: 2),
        Trail(
            moves: [ForEach(target: "T1", body: [Push(target: "each", distance: 1)])],
            body: [ForEach(target: "T1", body: [Surface(target: "each", surface: "fire")])],
        ),
        Delay(body: [Delay(body: [ForEach(target: "T1", body: [Damage(target: "each", amount: 2)])])]),
    "#;
    let mut session = pack("...r.\nW....\n.....", body).start();
    decide(&mut session, &["c2", "d1"]);
    check(
        &mut session,
        expect![[r#"
            warden: aim.
            rat: d1 → e1 (push).
            fire on c2 (fire).
            fire on d1 (fire).
            rat waits.
            The round ends.
            fire on d1.
            fire on c2.
            round 2 begins.
        "#]],
    );
    session.commit();
    check(
        &mut session,
        expect![[r#"
            warden waits.
            warden: aim/delay-2/delay-1 takes effect.
            warden hits c2, but it is empty (hit).
            warden hits d1, but it is empty (hit).
            rat waits.
            The round ends.
            d1 is clear again.
            c2 is clear again.
            round 4 begins.
        "#]],
    );
}

fn waiting(delay: &str, expect: Expect) {
    let body = LATER.replace("rounds: 1", delay);
    let mut session = pack("r.r\n.W.\nr.r", &body).start();
    decide(&mut session, &["a1", "c3", "c1"]);
    let shown = show(&session);
    let lines: String =
        shown.lines().filter(|line| line.contains("takes effect")).map(|line| format!("{}\n", line.trim())).collect();
    expect.assert_eq(&lines);
}

#[test]
fn what_comes_due_far_off_is_told_by_what_it_took_along() {
    waiting(
        "rounds: 3",
        expect![[r#"
            hit takes effect on a1 in 3 rounds (uncertain)
            hit takes effect on c3 in 3 rounds (uncertain)
            hit takes effect on c1 in 3 rounds (uncertain)
        "#]],
    );
    waiting(
        "rounds: 40",
        expect![[r#"
            hit takes effect on a1 in 40 rounds (uncertain)
            hit takes effect on c3 in 40 rounds (uncertain)
            hit takes effect on c1 in 40 rounds (uncertain)
        "#]],
    );
    waiting(
        "counts: Own, rounds: 30",
        expect![[r#"
            hit takes effect on a1 in 30 rounds (uncertain)
            hit takes effect on c3 in 30 rounds (uncertain)
            hit takes effect on c1 in 30 rounds (uncertain)
        "#]],
    );
    waiting(
        "counts: All, rounds: 500",
        expect![[r#"
            hit takes effect on a1 in 100 rounds (uncertain)
            hit takes effect on c3 in 100 rounds (uncertain)
            hit takes effect on c1 in 100 rounds (uncertain)
        "#]],
    );
}
