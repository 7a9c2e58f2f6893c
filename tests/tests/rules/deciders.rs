//! Deciders of sides: a seat, a planner with its own level, or a policy.

use expect_test::expect;
use foretoken_preview::Level;
use foretoken_session::referee::SeatControl;
use foretoken_session::{Decision, Setup, simulate};
use foretoken_tests::{Pack, Table, duel, find, shipped};
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::state::Pool;
use foretoken_vm::{Decider, Deciders, Intent, Opening, Team};

const HIT: &str = r#"Policy(kind: "script", rows: [(name: "hit", uses: [(action: "hit", aim: Nearest)])])"#;

fn drilled(map: &str) -> Pack {
    duel(map).with("policies/drill.ron", HIT).decided_by(1, 2, 0, "drill")
}

/// `y` hits for 4 each round: 16, 12, 8. No turn order asks its side for a decision.
#[test]
fn a_side_follows_a_policy_in_each_turn_order() {
    let told = Table::new(&drilled("A..y")).round("");
    expect![[r#"
        > 
        first loses 4 health: 20 → 16 (attack)
        second plans: hit
        round 2 begins
    "#]]
    .assert_eq(&told);
    for order in Scheduler::ALL {
        let mut session = drilled("A..y").order(order.name(), &[]).start();
        assert_eq!(session.referee().seat_control().decider(Team(1)), Decider::Policy(0), "{}", order.name());
        let a = find(session.seat().book(), session.seat().known().state(), 'A');
        let waits = |unit| Decision { unit, intent: Intent { uses: Vec::new(), complete: true } };
        for _ in 0..6 {
            if let Some(&unit) = session.seat().units().first() {
                assert_eq!(unit, a, "{}", order.name());
                session.send(waits(unit)).expect("it may wait");
            }
            session.commit();
        }
        let state = session.seat().known().state();
        assert!(state.entity(a).health < 20, "{}: {}", order.name(), state.entity(a).health);
    }
}

/// A charmed unit follows the new side and leaves the policy of its old side.
#[test]
fn a_unit_that_changes_sides_follows_the_policy_no_more() {
    let pack = drilled("A..y")
        .with("statuses/charm.ron", "Status(mind_control: true, lasts: 2)")
        .with(
            "actions/charm.ron",
            "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), ApplyStatus(target: \"T1\", status: \"charm\")])",
        )
        .with("units/first.ron", "Unit(glyph: \"A\", health: 20, initiative: 9, actions: [\"charm\", \"rest\"])");
    let mut table = Table::new(&pack);
    let queue = |table: &Table| table.battle.state().instances().of(table.unit('y'), Pool::MOVES).len();
    assert_eq!(queue(&table), 2);
    table.round("A charm:y");
    assert_eq!((queue(&table), table.health_of('A')), (0, 20));
    for _ in 0..3 {
        table.round("");
    }
    assert_eq!(queue(&table), 2);
    assert!(table.health_of('A') < 20);
}

#[test]
fn faulty_deciders_are_told() {
    let faults =
        duel("A..y").with("policies/drill.ron", HIT).decided_by(1, 2, 0, "dril").decided_by(1, 1, 0, "").faults();
    expect![[r#"
        scenarios/drawn.ron:26:21: error[unknown-reference]: unknown policy `dril`
          in deciders[0].policy
             |
          26 |             policy: "dril",
             |                     ^^^^^^
          help: did you mean `drill`?
        scenarios/drawn.ron:29:19: error[same-side]: side 1 already has a decider
          in deciders[1].team
             |
          29 |             team: 1,
             |                   ^
    "#]]
    .assert_eq(&faults);
}

#[test]
fn a_scenario_says_who_decides() {
    let plain = duel("A..y").book();
    assert_eq!(plain.opening.deciders, Deciders::planners([Team(1)]));
    let altered = duel("A..y").decided_by(1, 1, 0, "").decided_by(0, 0, 3, "").book();
    let expected = Deciders::default().with(Team(0), Decider::Planner { level: Some(Level::Hard.code()) });
    assert_eq!(altered.opening.deciders, expected);
    assert_eq!(plain.rules.hash64(), altered.rules.hash64(), "who decides is no rule");
    let arbiter = SeatControl::of(&altered.opening);
    assert_eq!([0, 1].map(|team| arbiter.is_planned(Team(team))), [true, false]);
}

#[test]
fn each_side_has_a_planner_of_its_own_level() {
    let (scenario, faults) = shipped().compile("three-spears");
    let scenario = scenario.unwrap_or_else(|| panic!("{}", faults.render()));
    let (rules, seed) = (std::sync::Arc::new(scenario.rules), 3);
    let planner = |level: Level| Decider::Planner { level: Some(level.code()) };
    let deciders = Deciders::default().with(Team(0), planner(Level::Hard)).with(Team(1), planner(Level::Easy));
    let opening = Opening { deciders, ..scenario.opening.seeded(seed) };
    let usual = Level::Normal.options();
    let sides = [Some(Level::Hard.options()), Some(Level::Easy.options())];
    let told = simulate::play(&rules, &opening, &usual);
    assert_eq!(told, simulate::play_of(&rules, &opening, &sides));
    let plain = Opening { deciders: Deciders::planners([Team(1)]), ..opening.clone() };
    assert_ne!(told.hash, simulate::play(&rules, &plain, &usual).hash, "another level plays otherwise");
    let hash = |setup: Setup| {
        let mut session = foretoken_session::Session::start(setup, None).expect("nothing is recorded");
        for _ in 0..5 {
            session.decide_rest_by_planner();
            session.commit();
        }
        session.battle().state().hash64(session.book())
    };
    let easy = Deciders::default().with(Team(1), planner(Level::Easy));
    let setup = Setup::untold(rules, plain);
    let own = Setup { opening: Opening { deciders: easy, ..opening }, ..setup.clone() };
    assert_eq!(hash(own), hash(setup.clone().at_level(Level::Easy)));
    assert_ne!(hash(setup.clone()), hash(setup.at_level(Level::Easy)), "the levels decide otherwise here");
}
