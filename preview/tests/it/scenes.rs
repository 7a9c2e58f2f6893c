//! Battles whose units have the actions of most tests.

use crate::code;
use crate::fixture::{ENEMY, Play, Scene, T1, cell};
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Cost, Filter, Request};
use foretoken_vm::rulebook::Goal;
use foretoken_vm::{Address, Cell, EntityId, Team};

/// Requests an enemy up to this many steps from the actor.
pub fn enemy(max: u8) -> Request {
    Request { filter: Filter(Filter::ENEMY), ..cell(max) }
}

/// Units with the actions `walk` (3 cells), `hit` (2 damage), `shove` (1 cell) and `brace` (shield 2).
pub fn scene(map: &str) -> Scene {
    let scene = Scene::new(map)
        .action("walk", vec![Request { filter: Filter(Filter::EMPTY), ..cell(3) }], vec![code::walk(T1)])
        .action("hit", vec![enemy(1)], vec![code::damage(T1, 2)])
        .action("shove", vec![enemy(1)], vec![code::push(T1, 1)])
        .action("brace", vec![], vec![code::shield(Address::SELF, 2)]);
    scene.with(|scene| {
        let named = ["walk", "hit", "shove", "brace"].map(|name| program(scene, name));
        scene.book.programs[usize::from(named[0])].cost = Cost::Move;
        for kind in &mut scene.book.unit_types {
            (kind.actions, kind.points) = (named.to_vec(), (1, 1));
        }
    })
}

/// Returns the index of a program.
pub fn program(scene: &Scene, name: &str) -> u16 {
    scene.book.find_program(name).expect("a program of the scene")
}

/// Gives units only these actions.
pub fn actions(scene: &mut Scene, units: &str, names: &[&str]) {
    let programs: Vec<u16> = names.iter().map(|name| program(scene, name)).collect();
    units.chars().for_each(|unit| scene.kind(unit).actions.clone_from(&programs));
}

/// Adds a goal of the player's side: no enemy is left.
pub fn win_by_defeat(scene: &mut Scene) {
    for (at, placement) in scene.opening.roster.iter().enumerate() {
        scene.book.unit_types[at].tags = if placement.team == ENEMY { 1 } else { 2 };
    }
    scene.book.tags = vec!["enemy".to_owned(), "own".to_owned()];
    let when = scene.book.formulas.len() as u32;
    scene.book.formulas.push(Formula { source: "count(enemy) = 0".to_owned(), code: vec![F::Count(0), F::Not] });
    scene.book.goals.push(Goal { text: "No enemy is left".to_owned(), when, team: Team::PLAYER });
}

/// Returns the letter of a unit; `-` for none.
pub fn letter(play: &Play, unit: EntityId) -> char {
    if unit.is_some() { play.unit_at(unit) } else { '-' }
}

/// Returns column and row of a cell.
pub fn at(cell: Cell) -> String {
    format!("{},{}", cell.x(), cell.y())
}
