//! Forecast details beyond the odds of a turn: statuses, worth of effect sources, and outcomes that need two draws.

use expect_test::{Expect, expect};
use foretoken_preview::{Odds, OddsBudget, StatusFutures, worths};
use foretoken_session::texts::{names, odds_text, unit_page};
use foretoken_tests::{Pack, find};
use foretoken_vm::program::Address;
use foretoken_vm::{ActionUse, Answer, CompiledScenario, Intent, Key, Known, Plan, Team};
use std::sync::Arc;

fn pack(first: &str, second: &str) -> Pack {
    let aimed = |body: &str| format!("Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), {body}])");
    Pack::new("A.y")
        .with("units/first.ron", &format!(r#"Unit(title: "Ann", glyph: "A", health: 20, initiative: 5, {first} slots: ["hand"], actions: ["hit", "dice", "rest"])"#))
        .with("units/second.ron", &format!(r#"Unit(title: "Yon", glyph: "y", health: 6, initiative: 4, {second} tags: ["dark"], actions: ["rest"])"#))
        .with("actions/hit.ron", &aimed(r#"Damage(target: "T1", amount: "random{0.5: 4; default: 0}", label: "attack")"#))
        .with("actions/dice.ron", "Action(body: [Wait()])")
        .with("actions/rest.ron", "Action(cost: Free, body: [Wait()])")
        .with("actions/sting.ron", r#"Action(body: [Damage(target: "self", amount: "status.amount", label: "poison")])"#)
        .with("statuses/poison.ron", r#"Status(title: "Poison", is_bad: true, lasts: 2, reactions: [(on: Tick, action: "sting")])"#)
        .with("statuses/calm.ron", r#"Status(title: "Calm", lasts: 3)"#)
        .with("items/blade.ron", r#"Item(title: "Blade", slots: ["hand"], damage_modifiers: [(stage: Outgoing, amount: 2)])"#)
        .with("skills/keen.ron", r#"Skill(title: "Keen", damage_modifiers: [(stage: Outgoing, amount: 2)])"#)
        .with("items/band.ron", r#"Item(title: "Band", slots: ["hand"], modifiers: [(stat: "speed", amount: 1)])"#)
}

fn known(pack: &Pack, action: &str) -> (Arc<CompiledScenario>, Known, Plan) {
    let book = pack.book();
    let battle = book.battle(1);
    let known = battle.project(&book, Team::PLAYER);
    let [actor, target] = ['A', 'y'].map(|glyph| find(&book, known.state(), glyph));
    let mut used = ActionUse::new(book.find_program(action).expect("an action"));
    used.answers.push((Key::new(Address(0), [0; 3]), Answer::Unit(target)));
    let mut plan = Plan::default();
    plan.set(actor, Intent { uses: vec![used], complete: true }, 0);
    plan.set(target, Intent { uses: Vec::new(), complete: true }, 0);
    (book, known, plan)
}

fn check_future(pack: &Pack, expected: Expect) {
    let (book, known, plan) = known(pack, "rest");
    let unit = find(&book, known.state(), 'y');
    let futures = StatusFutures::default().of(&book, &known, &plan, unit);
    let told = futures.iter().map(|future| odds_text::future(&book, known.state(), future) + "\n");
    expected.assert_eq(&told.collect::<String>());
}

#[test]
fn what_is_to_come_of_a_status_is_told_to_its_end() {
    check_future(
        &pack("", r#"statuses: ["poison"],"#),
        expect![[r#"
            Poison: 1 damage at Yon's turn, 1 at the next, then it ends
        "#]],
    );
    check_future(
        &pack("", r#"statuses: ["calm"],"#),
        expect![[r#"
        Calm: ends at Yon's turn in round 3
    "#]],
    );
}

fn check_worth(pack: &Pack, expected: Expect) {
    let (book, known, plan) = known(pack, "hit");
    let all = worths(&book, &known, &plan, OddsBudget::default(), 10);
    let told = all.iter().map(|worth| odds_text::worth(&book, known.state(), worth) + "\n");
    expected.assert_eq(&told.collect::<String>());
}

#[test]
fn a_effect_source_is_worth_what_is_otherwise_without_it() {
    check_worth(
        &pack(r#"wears: ["blade"],"#, ""),
        expect![[r#"
        Blade of Ann: +50 % kill Yon, Yon 1.0 health less
    "#]],
    );
    check_worth(
        &pack("", r#"statuses: ["poison"],"#),
        expect![[r#"
        Poison of Yon: Yon 1.0 health less
    "#]],
    );
    check_worth(
        &pack(r#"skills: ["keen"],"#, ""),
        expect![[r#"
        Keen of Ann: +50 % kill Yon, Yon 1.0 health less
    "#]],
    );
    check_worth(&pack(r#"wears: ["band"],"#, r#"statuses: ["calm"],"#), expect![[""]]);
}

#[test]
fn what_is_known_stays_as_it_is_when_something_is_thought_away() {
    let (book, known, _) = known(&pack(r#"wears: ["blade"],"#, ""), "hit");
    let before = known.state().hash64(&book);
    let held = known.state().instances().all()[0];
    let without = known.without(held.bearer, held.pool, held.number);
    assert!(without.state().instances().all().is_empty());
    assert_ne!(without.state().hash64(&book), before);
    assert_eq!(known.state().hash64(&book), before);
}

fn check_flips(amount: &str, expected: Expect) {
    let body = format!(
        "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), Damage(target: \"T1\", amount: \"{amount}\")])"
    );
    let (book, known, plan) = known(&pack("", "").with("actions/dice.ron", &body), "dice");
    let actor = find(&book, known.state(), 'A');
    let odds = Odds::of(&book, &known, &plan, Some(actor));
    let activation = odds.report().and_then(|report| report.activation.as_ref()).expect("it acts");
    expected.assert_eq(&odds_text::effects(&book, known.state(), activation).join("\n"));
}

#[test]
fn branches_by_chance_are_told_by_their_names() {
    check_flips(
        "random{0.2 as miss: 0; 0.05 as 'critical hit': 9; default as hit: 2}",
        expect![[r#"
        miss 20 %, critical hit 5 %, hit 75 %
        Yon: hit 80 %, 2–6, kills 5 %"#]],
    );
    check_flips(
        "random{c.health / 100 as miss: 0; default as hit: 2}",
        expect![[r#"
        miss 20 %, hit 80 %
        Yon: hit 80 %, 2"#]],
    );
    check_flips(
        "random{0.25: 0; 0.25 as hit: 1; default as hit: 2}",
        expect![[r#"
        hit 75 %
        Yon: hit 75 %, 1–2"#]],
    );
}

#[test]
fn two_draws_may_turn_something_together() {
    check_flips(
        "(1d20 >= 8) * (1d4 + 3)",
        expect![
            "Yon: hit 65 %, 4–6, kills 33 %; hits on 8 and more of 1–20; kills on 8 and more of 1–20 with 3 and more of 1–4"
        ],
    );
    check_flips("1d6 + 1d4", expect!["Yon: hit 100 %, 2–6, kills 58 %; can kill on 2 and more of 1–6"]);
    check_flips(
        "if 1d20 >= 8: 1d4 + 3; 0",
        expect!["Yon: hit 65 %, 4–6, kills 33 %; hits on 8 and more of 1–20; kills on 3 and more of 1–4"],
    );
}

fn page_of(pack: &Pack, glyph: char) -> String {
    let book = pack.book();
    let battle = book.battle(1);
    let unit = find(&book, battle.state(), glyph);
    let lines = unit_page::lines(&book, battle.state(), unit, &[]).into_iter();
    lines.map(|line| format!("{}{}\n", "  ".repeat(usize::from(line.depth)), line.words)).collect()
}

/// The page of a unit lists its reactions to death and damage, without empty headings.
#[test]
fn the_page_of_a_unit_tells_what_its_kind_does_by_itself() {
    let pack = Pack::new("..c.\n.W..").with("actions/hiss.ron", "Action(body: [Shield(target: \"self\")])").with(
        "units/carrier.ron",
        r#"Unit(title: "Carrier", glyph: "c", health: 2, tags: ["dark"], actions: ["wait"], on_death: "burst", on_hurt: "hiss")"#,
    );
    let page = page_of(&pack, 'c');
    expect![[r#"
        Has initiative 0, walks 3.
        Reactions
        When it dies
          Deals 2 damage to each unit on the 4 cells around this cell
          Places oil on the cells within distance 1 of this cell
            Turns into fire when fire touches it
        When damaged by another unit and still alive
          Gives a shield of 2 to the user until the round ends
    "#]]
    .assert_eq(page.split("Actions").next().unwrap_or_default());
}

#[test]
fn units_of_one_title_are_numbered_across_kinds() {
    let kind = |glyph: char| {
        format!(r#"Unit(title: "Brute", glyph: "{glyph}", health: 2, tags: ["dark"], actions: ["wait"])"#)
    };
    let pack = Pack::new("qu.W").with("units/brute.ron", &kind('q')).with("units/veiled-brute.ron", &kind('u'));
    let book = pack.book();
    let battle = book.battle(1);
    let named = ['q', 'u', 'W'].map(|glyph| names::entity(&book, battle.state(), find(&book, battle.state(), glyph)));
    assert_eq!(named, ["Brute A", "Brute B", "Warden"]);
}
