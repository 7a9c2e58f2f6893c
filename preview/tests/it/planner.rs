//! Decisions of the planner on boards with one clearly best decision.

use crate::fixture::{ENEMY, Play, Scene};
use crate::scenes::{actions, at, scene};
use foretoken_preview::{Decision, Extent, Level, Planner, PlannerOptions, Predictor};
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::rulebook::Goal;
use foretoken_vm::{ChancePolicy, Plan, Team};

fn decided(play: &Play, options: PlannerOptions) -> Decision {
    let known = play.known(Team::PLAYER);
    Planner::new(options).decide(&play.book, &known, &Plan::default(), play.id('A'))
}

fn outcome(scene: Scene, options: PlannerOptions) -> (String, i32) {
    let mut play = scene.start();
    let decision = decided(&play, options);
    play.intend('A', decision.intent);
    let known = play.known(Team::PLAYER);
    let mut predictor = Predictor::default();
    predictor.run(&play.book, &known, &play.plan, ChancePolicy::Likely, Extent::Horizon);
    (at(predictor.state().entity(play.id('A')).cell), predictor.state().entity(play.id('b')).health)
}

#[test]
fn a_blow_that_kills_is_better_than_one_that_harms() {
    for level in Level::ALL {
        for map in [".b.\n.A.\n.c.", ".c.\n.A.\n.b."] {
            let mut scene = scene(map);
            actions(&mut scene, "A", &["hit"]);
            scene.kind('b').health = 2;
            scene.kind('A').initiative = 999;
            assert_eq!(outcome(scene, level.options()), ("1,1".to_owned(), 0), "{level:?}");
        }
    }
}

#[test]
fn a_unit_goes_to_its_enemy() {
    let (cell, health) = outcome(scene("A......b"), PlannerOptions::default());
    assert_eq!((cell.as_str(), health), ("3,0", 5));
}

#[test]
fn a_unit_on_a_leash_stays_in_its_zone() {
    for (leash, cell) in [(Some(3), "1,0"), (None, "3,0")] {
        let mut scene = scene("A......b");
        scene.book.zones = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        for x in [0, 1] {
            let cell = scene.book.board.cell(x, 0).expect("on the board");
            scene.book.board.add_zone(cell, 3);
        }
        scene.kind('A').leash = leash;
        assert_eq!(outcome(scene, PlannerOptions::default()).0, cell, "{leash:?}");
    }
}

/// In fog with no known enemy, `A` goes to the zone of the enemies' goal, though the dark is deeper in the east.
/// Without such a goal it searches the dark.
#[test]
fn a_unit_in_fog_goes_where_its_enemies_are_wanted() {
    for (is_wanted, cell) in [(true, "2,0"), (false, "8,0")] {
        let mut scene = scene(".....A.............b");
        scene.book.sight = Some(2);
        scene.book.tags = vec!["thief".to_owned()];
        scene.kind('b').tags = 1;
        scene.book.zones = ["none", "gate"].map(str::to_owned).to_vec();
        let gate = scene.book.board.cell(0, 0).expect("on the board");
        scene.book.board.add_zone(gate, 1);
        if is_wanted {
            scene.book.formulas.push(Formula { source: "inside(thief, gate)".to_owned(), code: vec![F::Inside(0, 1)] });
            let when = scene.book.formulas.len() as u32 - 1;
            scene.book.goals.push(Goal { text: "A thief is at the gate".to_owned(), when, team: ENEMY });
        }
        assert_eq!(outcome_of_a(scene), cell, "wanted at the gate: {is_wanted}");
    }
}

fn outcome_of_a(scene: Scene) -> String {
    let mut play = scene.start();
    let decision = decided(&play, PlannerOptions::default());
    play.intend('A', decision.intent);
    play.step();
    at(play.unit('A').cell)
}

#[test]
fn looking_for_the_deepest_dark_counts_as_steps() {
    let row = ".".repeat(40);
    let rows = [format!("A{}", &row[1..])].into_iter().chain(vec![row; 39]).collect::<Vec<_>>();
    let steps = |sight| {
        let mut scene = scene(&rows.join("\n"));
        scene.book.sight = sight;
        actions(&mut scene, "A", &["brace"]);
        decided(&scene.start(), PlannerOptions::default()).steps
    };
    assert!(steps(None) < 200, "{} steps without fog", steps(None));
    assert!(steps(Some(2)) >= 40 * 40, "{} steps in fog", steps(Some(2)));
}
