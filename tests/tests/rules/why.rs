//! Explanations of predictions: the chain of decisions that lead to an effect.

use expect_test::{Expect, expect};
use foretoken_preview::Forecast;
use foretoken_session::texts::why_text;

use foretoken_session::controller::Controller;
use foretoken_tests::{Pack, Table, cell, find};
use foretoken_vm::Team;

fn check(pack: &Pack, plan: &str, at: &str, expected: Expect) {
    let table = Table::new(pack);
    let (book, plan) = (&table.book, table.plan(plan));
    let known = table.battle.project(book, Team::PLAYER);
    let mut forecast = Forecast::default();
    forecast.update(book, &known, &plan, None);
    let at = if at.is_empty() { cell("a1") } else { cell(at) };
    let unit = known.state().occupant(at);
    let changes = why_text::changes_about(&forecast.marks().marks, at, unit);
    let lines = why_text::page(book, &known, &plan, forecast.state(), &changes, 1_000_000).into_iter();
    let told: String = lines.map(|line| format!("{}{}\n", "  ".repeat(usize::from(line.depth)), line.words)).collect();
    expected.assert_eq(&told);
}

fn fire() -> Pack {
    Pack::new(
        "
        #########
        #...%.e.#
        #.Wr%...#
        #...%...#
        #########
    ",
    )
}

/// The rat burns because the oil was lit and the rat was pushed onto it.
#[test]
fn a_chain_leads_back_through_each_decision_that_is_needed() {
    check(
        &fire(),
        "W shove:d3, e spark:e2",
        "d3",
        expect![[r#"
        Rat: d3 → e3 (shove)
        ← Warden: Shove
        Rat loses 1 health: 2 → 1 (burn)
        ← the end of the round
        ← Ember: Spark
          fire on e3 (fire)
        ← Warden: Shove
          Rat: d3 → e3 (shove)
    "#]],
    );
}

#[test]
fn a_walk_is_told_as_one_way() {
    let pack = Pack::new(
        "
        #########
        #W....e.#
        #..r%...#
        #########
    ",
    );
    check(
        &pack,
        "W walk:c3 shove:c2, e spark:e2",
        "d3",
        expect![[r#"
        Rat: d3 → e3 (shove)
        ← Warden: Shove
        ← Warden: Walk
          Warden: b2 → c2 → c3
        Rat loses 1 health: 2 → 1 (burn)
        ← the end of the round
        ← Ember: Spark
          fire on e3 (fire)
        ← Warden: Shove
          Rat: d3 → e3 (shove)
        ← Warden: Walk
          Warden: b2 → c2 → c3
    "#]],
    );
}

/// If a death does not depend on any decision, the explanation reports that.
#[test]
fn what_comes_by_two_ways_is_laid_to_neither() {
    let pack = fire()
        .with("actions/spark.ron", r#"Action(body: [DeclareTarget(name: "T1", range: (1, 9)), Kill(target: "T1")])"#)
        .with("units/warden.ron", r#"Unit(glyph: "W", health: 5, initiative: 6, actions: ["spark"])"#);
    check(
        &pack,
        "e spark:d3, W spark:d3",
        "d3",
        expect![[r#"
            Rat dies (kill)
            ← warden: spark (it would happen anyway)
              Rat loses 2 health: 2 → 0 (kill)
            It happens even if you leave out any one order.
        "#]],
    );
}

#[test]
fn of_bare_ground_the_deaths_are_told() {
    let pack = fire().with(
        "actions/spark.ron",
        r#"Action(body: [DeclareTarget(name: "T1", range: (1, 9)), Damage(target: "T1", amount: 9)])"#,
    );
    check(
        &pack,
        "e spark:d3",
        "",
        expect![[r#"
        Rat dies (hit)
        ← Ember: spark
          Rat loses 2 health: 2 → 0 (hit)
    "#]],
    );
    check(&pack, "e wait", "", expect![""]);
}

#[test]
fn the_page_of_a_death_tells_what_averts_it() {
    let mut controller = Controller::new(Pack::of_a_lantern_in_peril().start());
    let state = controller.session.seat().known().state();
    let book = std::sync::Arc::clone(controller.session.book());
    let lantern = state.entity(find(&book, state, '!')).cell;
    let warden = state.entity(find(&book, state, 'W')).cell;
    assert!(controller.is_why_press(lantern), "it is one's own, and waits for no decision");
    assert!(!controller.is_why_press(warden), "who waits for a decision is chosen by a press");
    controller.look_at(lantern);
    let told: Vec<&str> = controller.why_page(None).iter().map(|line| line.words.as_str()).collect();
    let at = told.iter().position(|line| line.starts_with("Orders that save Lantern")).expect("rescues are told");
    assert_eq!(told[at + 1..], ["Warden: Shove d3", "Warden: Walk c2, Shove c3"]);
    controller.press(warden);
    assert!(controller.is_why_press(lantern));
    let of_change = why_text::death_of(&controller.session.seat().forecast().marks().marks, {
        controller.session.seat().known().state().occupant(lantern)
    });
    assert!(
        of_change
            .is_some_and(|change| controller.why_page(Some(change)).iter().any(|line| line.words.contains("save")))
    );
}
