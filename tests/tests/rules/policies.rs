//! Policies: die, script and rule list; knowledge of queued moves, and tokens that change the queue.

use expect_test::expect;
use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_preview::{Extent, Predictor};
use foretoken_session::Decision;
use foretoken_session::referee::Rejection;
use foretoken_session::texts::moves;
use foretoken_tests::{Immediate, Pack, Table, duel, find};
use foretoken_vm::policies::{Policy, PolicyKind};
use foretoken_vm::schedulers::{Scheduler, View};
use foretoken_vm::state::BattleField;
use foretoken_vm::state::Pool;
use foretoken_vm::{Battle, Buffers, ChancePolicy, CompiledScenario, Distribution, Intent, Log, Plan, Team};

const ROOM: &str = "
    A......
    .......
    ......y";

fn decided(map: &str, policy: &str) -> Pack {
    duel(map)
        .with("policies/drill.ron", policy)
        .with("actions/near.ron", "Action(body: [DeclareTarget(name: \"T1\", asks: Unit), Damage(target: \"T1\", amount: 5, label: \"bite\")])")
        .with(
            "units/second.ron",
            "Unit(glyph: \"y\", health: 20, initiative: 4, movement: 3, tags: [\"dark\"], policy: \"drill\", actions: [\"hit\", \"near\", \"mend\", \"walk\", \"rest\"])",
        )
}

fn queue(table: &Table) -> String {
    moves::queue(&table.book, table.battle.state(), table.unit('y')).join(", ")
}

fn rounds(pack: &Pack, count: usize) -> String {
    let mut table = Table::new(pack);
    let mut told = format!("next: {}\n", queue(&table));
    for _ in 0..count {
        told += &table.round("");
        told += &format!("next: {}\n", queue(&table));
    }
    told
}

/// A script repeats from its second row. `y` is 8 steps from `A`: it walks 3, 3 and 1, then bites for 5.
#[test]
fn a_script_is_carried_out_in_order() {
    let script = r#"Policy(kind: "script", repeats_from: 2, ahead: 3, shown: 2, rows: [
        (name: "prowl", uses: [(action: "walk", aim: Approach)]),
        (name: "leap", uses: [(action: "walk", aim: Approach), (action: "near")]),
        (name: "rest"),
    ])"#;
    expect![[r#"
        next: prowl, leap, ????
        > 
        second: g3 → g2 (walk)
        second: g2 → g1 (walk)
        second: g1 → f1 (walk)
        second plans: rest
        round 2 begins
        next: leap, rest, ????
        > 
        second: f1 → e1 (walk)
        second: e1 → d1 (walk)
        second: d1 → c1 (walk)
        second plans: leap
        round 3 begins
        next: rest, leap, ????
        > 
        second plans: rest
        round 4 begins
        next: leap, rest, ????
        > 
        second: c1 → b1 (walk)
        first loses 5 health: 20 → 15 (bite)
        second plans: leap
        round 5 begins
        next: rest, leap, ????
    "#]]
    .assert_eq(&rounds(&decided(ROOM, script), 4));
}

/// The first matching row: at full health it hits the weakest; below 10 health it flees and heals itself.
#[test]
fn a_list_takes_the_first_row_that_holds() {
    let list = r#"Policy(kind: "rules", rows: [
        (name: "flee", when: "c.health < 10", uses: [(action: "walk", aim: Retreat), (action: "mend", aim: Itself)]),
        (name: "attack", uses: [(action: "hit", aim: Weakest)]),
    ])"#;
    let mut table = Table::new(&decided("A..y...\nW......", list));
    let mut told = table.round("");
    table.hurt('y', 12);
    told += &table.round("");
    expect![[r#"
        > 
        Warden loses 4 health: 5 → 1 (attack)
        round 2 begins
        > 
        second: d1 → e1 (walk)
        second: e1 → f1 (walk)
        second: f1 → g1 (walk)
        second heals 3 health: 8 → 11 (heal)
        round 3 begins
    "#]]
    .assert_eq(&told);
}

const DIE: &str = r#"Policy(kind: "dice", faces: 6, ahead: 2, shown: SHOWN, rows: [
    (name: "wait", faces: (1, 2)),
    (name: "hit", faces: (3, 6), uses: [(action: "hit")]),
])"#;

/// Four of six faces hit: about 400 of 600 first moves, within five standard deviations of 11.5.
#[test]
fn a_die_falls_on_each_face_alike() {
    let book = decided(ROOM, &DIE.replace("SHOWN", "1")).book();
    let hits = (0..600).filter(|&seed| {
        let battle = book.battle(seed);
        let y = find(&book, battle.state(), 'y');
        moves::queue(&book, battle.state(), y)[0] == "hit"
    });
    let hits = hits.count();
    assert!((342..=458).contains(&hits), "{hits}");
}

/// A shown move runs in truth and prediction. A hidden move is predicted as unknown, and its content is stored nowhere.
#[test]
fn a_hidden_move_is_nowhere_to_be_found() {
    let shown = decided(ROOM, &DIE.replace("SHOWN", "1")).book();
    for seed in 0..12 {
        let mut battle = shown.battle(seed);
        let y = find(&shown, battle.state(), 'y');
        let next = moves::queue(&shown, battle.state(), y)[0].clone();
        let before = battle.state().entity(find(&shown, battle.state(), 'A')).health;
        let predicted = after_round(&shown, &battle);
        run_round(&shown, &mut battle);
        let health = battle.state().entity(find(&shown, battle.state(), 'A')).health;
        assert_eq!(before - health, if next == "hit" { 4 } else { 0 }, "{next}");
        assert_eq!(predicted, health, "what is shown is predicted");
    }
    let hidden = decided(ROOM, &DIE.replace("SHOWN", "0")).book();
    let battles = [1, 2, 3, 4].map(|seed| hidden.battle(seed));
    let known = battles.each_ref().map(|battle| battle.project(&hidden, Team::PLAYER).to_bytes().expect("small"));
    assert!(known.iter().all(|bytes| *bytes == known[0]), "seeds show in nothing");
    let y = find(&hidden, battles[0].state(), 'y');
    assert_eq!(moves::queue(&hidden, battles[0].state(), y), ["????", "????"]);
    assert_eq!(after_round(&hidden, &battles[0]), 20, "nothing is predicted of it");
}

fn after_round(book: &CompiledScenario, battle: &Battle) -> i32 {
    let known = battle.project(book, Team::PLAYER);
    let mut predictor = Predictor::default();
    predictor.run(book, &known, &Plan::default(), ChancePolicy::Likely, Extent::Horizon);
    predictor.state().entity(find(book, battle.state(), 'A')).health
}

fn run_round(book: &CompiledScenario, battle: &mut Battle) {
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    let round = battle.state().round();
    while battle.state().round() == round && battle.state().battle(BattleField::Outcome) == 0 {
        battle.apply_for_execution(book, &Plan::default(), &mut buffers, &mut log);
    }
}

/// Tokens reveal, redraw, delay, remove and replace queued moves. The rows are one to four and one again.
#[test]
fn tokens_alter_the_queue() {
    let script = r#"Policy(kind: "script", ahead: 4, shown: 1, rows: [
        (name: "one"), (name: "two"), (name: "three"), (name: "four"),
    ])"#;
    let told = |parts: &str| {
        let action = format!("Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), {parts}])");
        let pack = decided(ROOM, script).with("actions/hex.ron", &action);
        let mut table = Table::new(&pack);
        assert_eq!(queue(&table), "one, ????, ????, ????");
        table.run("A hex:y");
        queue(&table)
    };
    assert_eq!(told("Damage(target: \"T1\")"), "two, ????, ????, ????");
    assert_eq!(told("HandleMove(target: \"T1\", count: 3)"), "two, three, ????, ????");
    assert_eq!(told("HandleMove(target: \"T1\", at: 2, count: 3)"), "two, three, four, ????");
    assert_eq!(told("HandleMove(target: \"T1\", act: Remove)"), "three, ????, ????, ????");
    assert_eq!(told("HandleMove(target: \"T1\", act: Delay)"), "one, ????, ????, ????");
    assert_eq!(told("HandleMove(target: \"T1\", act: Replace, at: 2, with: \"four\")"), "four, ????, ????, ????");
    assert_eq!(told("HandleMove(target: \"T1\", act: Reroll)"), "two, ????, ????, ????", "a script has no chance");
    assert_eq!(told("HandleMove(target: \"T1\", at: 9)"), "two, ????, ????, ????");
    assert_eq!(told("HandleMove(target: \"self\")"), "two, ????, ????, ????", "nobody decides for A by a policy");
}

#[test]
fn who_is_there_already_stays() {
    let script =
        r#"Policy(kind: "script", rows: [(name: "go", uses: [(action: "walk", aim: Approach), (action: "near")])])"#;
    let mut table = Table::new(&decided("Ay...", script));
    table.round("");
    assert_eq!(
        (table.health_of('A'), table.battle.state().entity(table.unit('y')).cell.to_string()),
        (15, "b1".to_owned())
    );
}

#[test]
fn a_script_keeps_its_place() {
    let script =
        r#"Policy(kind: "script", ahead: 2, rows: [(name: "one"), (name: "two"), (name: "three"), (name: "four")])"#;
    let action = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), HandleMove(target: \"T1\", act: Remove, count: 2)])";
    let mut table = Table::new(&decided(ROOM, script).with("actions/hex.ron", action));
    table.run("A hex:y");
    assert_eq!(queue(&table), "four, ????");
}

/// A side without points lets its other units pass, including those with a policy: four of six act.
#[test]
fn who_has_no_points_left_passes() {
    let script = r#"Policy(kind: "script", rows: [(name: "hit", uses: [(action: "hit")])])"#;
    let pack = decided("A......\nyyyyyy.", script).order("team-points", &[("points", 4)]);
    let mut session = pack.start();
    let a = find(session.seat().book(), session.seat().known().state(), 'A');
    session.commit();
    assert_eq!(session.seat().known().state().entity(a).health, 20 - 4 * 4);
}

#[test]
fn nobody_is_asked_for_it_in_any_turn_order() {
    let script = r#"Policy(kind: "script", rows: [(name: "hit", uses: [(action: "hit")])])"#;
    for order in Scheduler::ALL {
        let mut session = decided(ROOM, script).order(order.name(), &[]).start();
        let [a, y] = ['A', 'y'].map(|letter| find(session.seat().book(), session.seat().known().state(), letter));
        let waits = |unit| Decision { unit, intent: Intent { uses: Vec::new(), complete: true } };
        let refused = session.send(waits(y));
        assert!(matches!(refused, Err(Rejection::NotThisUnit)), "{}: {refused:?}", order.name());
        for _ in 0..6 {
            assert!(!session.seat().units().contains(&y), "{}", order.name());
            if let Some(&unit) = session.seat().units().first() {
                session.send(waits(unit)).expect("it may wait");
            }
            session.commit();
        }
        let state = session.seat().known().state();
        assert!(state.entity(a).health < 20, "{}", order.name());
        assert_eq!(state.instances().of(y, Pool::MOVES).len(), 2, "{}", order.name());
    }
}

#[test]
fn an_order_of_another_crate_waits_for_nobody_with_a_policy() {
    let script = r#"Policy(kind: "script", rows: [(name: "hit", uses: [(action: "hit")])])"#;
    let compiled = decided(ROOM, script).book();
    let mut rules = compiled.rules.to_rules();
    rules.scheduler = Scheduler::new(&Immediate);
    let book = rules.build();
    let mut battle = Battle::new(&book, &compiled.opening);
    let [a, y] = ['A', 'y'].map(|letter| find(&book, battle.state(), letter));
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    for _ in 0..6 {
        let mut plan = Plan::default();
        let asked = book.scheduler.choose(&View::new(&book, battle.state(), &plan, None));
        for unit in asked.into_iter().flat_map(|asked| asked.units) {
            assert_ne!(unit, y);
            plan.set(unit, Intent { uses: Vec::new(), complete: true }, 0);
        }
        battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
    }
    assert!(battle.state().entity(a).health < 20);
}

#[test]
fn faulty_policies_are_told() {
    let pack = decided(ROOM, r#"Policy(kind: "script", rows: [(name: "hit", uses: [(action: "hit")])])"#);
    let told = [
        r#"Policy(kind: "dice", faces: 4, rows: [(name: "a", faces: (1, 2)), (name: "b", faces: (2, 2)), (name: "c", faces: (4, 5))])"#,
        r#"Policy(kind: "rules", rows: [(name: "a"), (name: "b", when: "c.helth > 2")])"#,
        r#"Policy(kind: "script", repeats_from: 3, shown: 3, rows: [(name: "a"), (name: "a")])"#,
        r#"Policy(kind: "oracle", rows: [(name: "a", uses: [(action: "blink")])])"#,
        r#"Policy(kind: "dice", rows: [])"#,
        r#"Policy(kind: "script", rows: [(name: "a", uses: [(action: "strike")])])"#,
    ]
    .map(|text| pack.faults_with("policies/drill.ron", text));
    expect![[r#"
        policies/drill.ron:1:38: error[policy-rows]: the face 2 has 2 rows
          in rows
            |
          1 | Policy(kind: "dice", faces: 4, rows: [(name: "a", faces: (1, 2)), (name: "b", faces: (2, 2)), (name: "c", faces: (4, 5))
            |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        policies/drill.ron:1:38: error[policy-rows]: the face 3 has no row
          in rows
            |
          1 | Policy(kind: "dice", faces: 4, rows: [(name: "a", faces: (1, 2)), (name: "b", faces: (2, 2)), (name: "c", faces: (4, 5))
            |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        policies/drill.ron:1:38: error[policy-rows]: `c` has the face 5, but the die has 4 faces
          in rows
            |
          1 | Policy(kind: "dice", faces: 4, rows: [(name: "a", faces: (1, 2)), (name: "b", faces: (2, 2)), (name: "c", faces: (4, 5))
            |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          and 2 further faults from policies/drill.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because policy `drill` has a fault, in legend[1].unit
            units/second.ron:1:82: policy `drill` cannot be used, because it has a fault, in policy

        policies/drill.ron:1:29: error[policy-rows]: `a` has no condition, so no later row is ever used
          in rows
            |
          1 | Policy(kind: "rules", rows: [(name: "a"), (name: "b", when: "c.helth > 2")])
            |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        policies/drill.ron:1:62: error[unknown-reference]: unknown number of units: `helth` (at character 1)
          in rows[1].when
            |
          1 | Policy(kind: "rules", rows: [(name: "a"), (name: "b", when: "c.helth > 2")])
            |                                                              ^^^^^^^
          help: did you mean `health`?
          and 2 further faults from policies/drill.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because policy `drill` has a fault, in legend[1].unit
            units/second.ron:1:82: policy `drill` cannot be used, because it has a fault, in policy

        policies/drill.ron:1:48: error[shown-over-ahead]: it shows 3 moves, but the queue holds 2
          in shown
            |
          1 | Policy(kind: "script", repeats_from: 3, shown: 3, rows: [(name: "a"), (name: "a")])
            |                                                ^
        policies/drill.ron:1:57: error[policy-rows]: it repeats from row 3, but it has 2 rows
          in rows
            |
          1 | Policy(kind: "script", repeats_from: 3, shown: 3, rows: [(name: "a"), (name: "a")])
            |                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^
        policies/drill.ron:1:78: error[same-row]: two rows have the name `a`; give each row its own name
          in rows[1].name
            |
          1 | Policy(kind: "script", repeats_from: 3, shown: 3, rows: [(name: "a"), (name: "a")])
            |                                                                              ^^^
          and 2 further faults from policies/drill.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because policy `drill` has a fault, in legend[1].unit
            units/second.ron:1:82: policy `drill` cannot be used, because it has a fault, in policy

        policies/drill.ron:1:14: error[unknown-policy-kind]: unknown kind of policy `oracle`
          in kind
            |
          1 | Policy(kind: "oracle", rows: [(name: "a", uses: [(action: "blink")])])
            |              ^^^^^^^^
        policies/drill.ron:1:59: error[unknown-reference]: unknown action `blink`
          in rows[0].uses[0].action
            |
          1 | Policy(kind: "oracle", rows: [(name: "a", uses: [(action: "blink")])])
            |                                                           ^^^^^^^
          and 2 further faults from policies/drill.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because policy `drill` has a fault, in legend[1].unit
            units/second.ron:1:82: policy `drill` cannot be used, because it has a fault, in policy

        policies/drill.ron:1:28: error[no-rows]: a policy needs at least one row, which says what the unit does
          in rows
            |
          1 | Policy(kind: "dice", rows: [])
            |                            ^^
          and 2 further faults from policies/drill.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because policy `drill` has a fault, in legend[1].unit
            units/second.ron:1:82: policy `drill` cannot be used, because it has a fault, in policy

        units/second.ron:1:82: error[not-its-action]: its policy `drill` uses `strike`, but the unit does not have that action
          in policy
            |
          1 | th: 20, initiative: 4, movement: 3, tags: ["dark"], policy: "drill", actions: ["hit", "near", "mend", "walk", "rest"])
            |                                                             ^^^^^^^
          and 1 further fault from units/second.ron:
            scenarios/drawn.ron:14:19: unit `second` cannot be used, because it has a fault, in legend[1].unit
    "#]].assert_eq(&told.join("\n"));
}

#[derive(Debug)]
struct Last;

impl PolicyKind for Last {
    fn name(&self) -> &'static str {
        "last"
    }

    fn doc(&self) -> &'static str {
        "The last row each time."
    }

    fn faults(&self, _: &Policy) -> Vec<String> {
        Vec::new()
    }

    fn row_at(&self, policy: &Policy, _: u32, _: &mut dyn FnMut(&Distribution) -> usize) -> usize {
        policy.rows.len() - 1
    }
}

#[test]
fn another_crate_adds_a_kind() {
    let mut registry = KindRegistry::core();
    registry.register_policy(&Last).expect("the name is free");
    assert!(registry.register_policy(&Last).is_err(), "it is taken now");
    let scenario = r#"Scenario(map: ["b"], legend: [(glyph: "b", unit: "bot")], goals: [(text: "Never.", when: 0)])"#;
    let files = Files::new()
        .with("terrains/floor.ron", r#"Terrain(glyph: ".")"#)
        .with("policies/p.ron", r#"Policy(kind: "last", rows: [(name: "first"), (name: "second")])"#)
        .with("units/bot.ron", r#"Unit(glyph: "b", policy: "p", actions: ["rest"])"#)
        .with("actions/rest.ron", "Action(body: [Wait()])")
        .with("scenarios/s.ron", scenario);
    let (book, faults) = Library::load(&files, registry).compile("s");
    assert!(!faults.has_errors(), "{}", faults.render());
    let book = book.expect("it compiles");
    let battle = book.battle(1);
    assert_eq!(moves::queue(&book, battle.state(), find(&book, battle.state(), 'b')), ["second", "????"]);
}
