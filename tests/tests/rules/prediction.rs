//! Predictions during each stage of a choice.

mod ahead;

use expect_test::{Expect, expect};
use foretoken_session::Session;
use foretoken_session::texts::text;
use foretoken_tests::{Pack, cell, find, show};
use foretoken_vm::{Battle, EntityId};

fn pack(map: &str) -> Pack {
    let lantern = "Unit(title: \"Lantern\", glyph: \"!\", health: 2, movement: 0, acts: false, anchored: true)";
    Pack::new(map).with("units/lantern.ron", lantern)
}

fn choose(session: &mut Session, glyph: char) {
    let unit = find(session.book(), session.seat().known().state(), glyph);
    assert!(session.seat_mut().choose_for(unit), "{glyph} is the player's");
}

fn use_action(session: &mut Session, name: &str) {
    let program = session.book().find_program(name).expect("an action of that name");
    assert!(session.seat_mut().use_action(program), "{name} can be afforded");
}

fn hover(session: &mut Session, name: &str) {
    let answer = session.seat().answer_on(cell(name));
    assert!(answer.is_some(), "{name} can be picked");
    session.seat_mut().hover(answer);
}

fn pick(session: &mut Session, name: &str) {
    let answer = session.seat().answer_on(cell(name)).expect("it can be picked");
    assert!(session.seat_mut().answer(answer));
}

fn check(session: &Session, expected: Expect) {
    expected.assert_eq(&show(session));
}

fn outlooks(session: &Session) -> String {
    let line = |forecast_of: &foretoken_preview::UnitForecast| {
        let name =
            foretoken_session::texts::names::entity(session.book(), session.seat().known().state(), forecast_of.unit);
        let (low, high) = forecast_of.range;
        format!("{name}: {} → {}, {low} to {high}\n", forecast_of.before, forecast_of.after)
    };
    session.seat().forecast().outlooks().iter().map(line).collect()
}

/// Document 003: three requests, each relative to the last, and an attack at the end. A rat acts before the shade and a
/// spear after it.
fn three_stages() -> Session {
    let biter = |title: &str, glyph: char, initiative: i32| {
        format!(
            "Unit(title: \"{title}\", glyph: \"{glyph}\", health: 2, initiative: {initiative}, tags: [\"dark\"], \
             actions: [\"bite\"])"
        )
    };
    pack(
        "
        #########
        #.r!....#
        #.......#
        #D..s!..#
        #.......#
        #########
        ",
    )
    .with("units/rat.ron", &biter("Rat", 'r', 12))
    .with("units/spear.ron", &biter("Spear", 's', 2))
    .start()
}

#[test]
fn before_anything_is_chosen_the_player_is_undecided() {
    let mut session = three_stages();
    choose(&mut session, 'D');
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g    h    i
             1   #    #    #    #    #    #    #    #    #

             2   #    .   <r> ×(!)A  .    .    .    .    #
                           2   2→1
             3   #    .    .    .    .    .    .    .    #

             4   #   (D)   .    .   <s> ×(!)B  .    .    #
                      3              2   2→1
             5   #    .    .    .    .    .    .    .    #

             6   #    #    #    #    #    #    #    #    #

            Rat:
              Lantern A health 2→1 by bite
            Shade:
              Shade undecided (if chosen)
            Spear:
              Lantern B health 2→1 by bite
        "#]],
    );
}

#[test]
fn the_first_of_three_requests_shows_the_whole_turn() {
    let mut session = three_stages();
    choose(&mut session, 'D');
    use_action(&mut session, "triple-step");
    hover(&mut session, "c4");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g    h    i
             1   #    #    #    #    #    #    #    #    #

             2   #    .   <r> ×(!)A  .    .    .    .    #
                           2   2→1
             3   #    .    .    .    .    .    .    .    #

             4   #   (D)   .    .   <s> ×(!)B  .    .    #
                      3              2   2→1
             5   #    .    .    .    .    .    .    .    #

             6   #    #    #    #    #    #    #    #    #

            Rat:
              Lantern A health 2→1 by bite
            Shade:
              Shade undecided (if chosen)
            Spear:
              Lantern B health 2→1 by bite
        "#]],
    );
    assert!(session.seat().answer_on(cell("d4")).is_none(), "the second step is not asked for yet");
}

#[test]
fn the_second_of_three_requests_is_relative_to_the_first() {
    let mut session = three_stages();
    choose(&mut session, 'D');
    use_action(&mut session, "triple-step");
    pick(&mut session, "c4");
    assert!(session.seat().answer_on(cell("d4")).is_some() && session.seat().answer_on(cell("b5")).is_none());
    hover(&mut session, "d4");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g    h    i
             1   #    #    #    #    #    #    #    #    #

             2   #    .   <r> ×(!)A  .    .    .    .    #
                           2   2→1
             3   #    .    .    .    .    .    .    .    #

             4   #   (D)   .    .   <s> ×(!)B  .    .    #
                      3              2   2→1
             5   #    .    .    .    .    .    .    .    #

             6   #    #    #    #    #    #    #    #    #

            Rat:
              Lantern A health 2→1 by bite
            Shade:
              Shade undecided (if chosen)
            Spear:
              Lantern B health 2→1 by bite
        "#]],
    );
}

#[test]
fn the_last_of_three_requests_shows_the_strike() {
    let mut session = three_stages();
    choose(&mut session, 'D');
    use_action(&mut session, "triple-step");
    pick(&mut session, "c4");
    pick(&mut session, "d4");
    hover(&mut session, "e4");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g    h    i
             1   #    #    #    #    #    #    #    #    #

             2   #    .   <r> ×(!)A  .    .    .    .    #
                           2   2→1
             3   #    .    .    .    .    .    .    .    #

             4   #   (D)   .    .  ×<s> B(!)   .    .    #
                      3             2→†   2
             5   #    .    .    .    .    .    .    .    #

             6   #    #    #    #    #    #    #    #    #

            Rat:
              Lantern A health 2→1 by bite
            Shade:
              Spear health 2→0 by strike (if chosen)
              Spear dies on e4 by strike (if chosen)
              Shade undecided (if chosen)
        "#]],
    );
    hover(&mut session, "d5");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g    h    i
             1   #    #    #    #    #    #    #    #    #

             2   #    .   <r> ×(!)A  .    .    .    .    #
                           2   2→1
             3   #    .    .    .    .    .    .    .    #

             4   #   (D)   .    .   <s> ×(!)B  .    .    #
                      3              2   2→1
             5   #    .    .   :D:⇢  .    .    .    .    #

             6   #    #    #    #    #    #    #    #    #

            Rat:
              Lantern A health 2→1 by bite
            Shade:
              Shade moves b4→d5 by strike (if chosen)
              Shade undecided (if chosen)
            Spear:
              Lantern B health 2→1 by bite
        "#]],
    );
}

#[test]
fn what_was_shown_at_the_last_stage_is_what_happens() {
    let mut session = three_stages();
    choose(&mut session, 'D');
    use_action(&mut session, "triple-step");
    for step in ["c4", "d4", "e4"] {
        pick(&mut session, step);
    }
    assert!(session.decide());
    let foreseen = session.seat().forecast().state().clone();
    let report = session.commit();
    assert!(*session.battle().state() == foreseen);
    let told = text::report(session.book(), &foreseen, &report);
    expect![[r#"
        It happens:
          Rat: Bite.
          Lantern A loses 1 health: 2 → 1 (bite).
          Shade: Triple Step.
          Spear loses 2 health: 2 → 0 (strike).
          Spear dies (strike).
          The round ends.
          round 2 begins.
    "#]]
    .assert_eq(&format!("It happens:\n{told}"));
}

#[test]
fn a_slowed_unit_is_predicted_later() {
    let slow = "Action(title: \"Slow\", priority: 3, body: [DeclareTarget(name: \"T1\", asks: Unit, range: (1, 9)), \
                Quicken(target: \"T1\", amount: -9, label: \"slow\")])";
    let mut session = pack(
        "
        ######
        #S...#
        #.r!.#
        #....#
        ######
        ",
    )
    .with("actions/slow.ron", slow)
    .with("units/rat.ron", "Unit(title: \"Rat\", glyph: \"r\", initiative: 9, tags: [\"dark\"], actions: [\"bite\"])")
    .with("units/seer.ron", "Unit(glyph: \"S\", initiative: 1, actions: [\"slow\"])")
    .with("units/lantern.ron", "Unit(glyph: \"!\", initiative: 5, actions: [\"walk\"])")
    .start();
    choose(&mut session, '!');
    use_action(&mut session, "walk");
    pick(&mut session, "e4");
    assert!(session.decide());
    choose(&mut session, 'S');
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f
             1   #    #    #    #    #    #

             2   #   (S)   .    .    .    #
                      3
             3   #    .   <r> ×(!)   →    #
                           3   3→2
             4   #    .    .    .   :!:↓  #

             5   #    #    #    #    #    #

            Rat:
              lantern health 3→2 by bite
            lantern:
              lantern moves d3→e3→e4 by walk
            seer:
              seer undecided (if chosen)
        "#]],
    );
    use_action(&mut session, "slow");
    hover(&mut session, "c3");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f
             1   #    #    #    #    #    #

             2   #   (S)   .    .    .    #
                      3
             3   #    .   <r> ×(!)   →    #
                           3    3
             4   #    .    .    .   :!:↓  #

             5   #    #    #    #    #    #

            seer:
              Rat initiative 9→0 by slow (if chosen)
              seer undecided (if chosen)
            lantern:
              lantern moves d3→e3→e4 by walk
            Rat:
              d3 is hit, but it is empty by bite
        "#]],
    );
}

#[test]
fn an_action_with_priority_goes_first_while_it_is_hovered() {
    let mut session = pack(
        "
        #####
        #r!.#
        #.W.#
        #####
        ",
    )
    .with(
        "units/rat.ron",
        "Unit(title: \"Rat\", glyph: \"r\", health: 2, initiative: 9, tags: [\"dark\"], actions: [\"bite\"])",
    )
    .start();
    let first = |session: &Session| session.seat().forecast().line().activations()[0].advance;
    let rat = find(session.book(), session.seat().known().state(), 'r');
    let warden = find(session.book(), session.seat().known().state(), 'W');
    let acts_first = |session: &Session, unit: EntityId| matches!(first(session), foretoken_vm::Advance::Unit(first, _) if first == unit);
    choose(&mut session, 'W');
    assert!(acts_first(&session, rat));
    use_action(&mut session, "brace");
    assert!(acts_first(&session, warden), "bracing has priority 1");
    check(
        &session,
        expect![[r#"
             a    b    c    d    e
         1   #    #    #    #    #

         2   #   <r> ×(!)   .    #
                  2   2→1
         3   #    .   (W)   .    #
                       5
         4   #    #    #    #    #

        Warden:
          Warden shield 0→2 by shield (if chosen)
          Warden undecided (if chosen)
        Rat:
          Lantern health 2→1 by bite
    "#]],
    );
    assert!(session.seat_mut().step_back());
    assert!(acts_first(&session, rat), "taken back, the old order stands again");
    use_action(&mut session, "shove");
    hover(&mut session, "c2");
    assert!(acts_first(&session, rat));
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e
             1   #    #    #    #    #

             2   #   <r> ×(!)   .    #
                      2   2→1
             3   #    .   (W)   .    #
                           5
             4   #    #    #    #    #

            Rat:
              Lantern health 2→1 by bite
            Warden:
              Lantern cannot be moved by shove (if chosen)
              Warden undecided (if chosen)
        "#]],
    );
}
