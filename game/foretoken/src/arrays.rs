//! Observations and decisions as arrays of numbers with fixed shapes, for learning. Rows are in the order of the numbers by
//! which a side knows units, so dead units keep their rows.
//!
//! ```
//! use foretoken::arrays::{Arrays, Shape};
//! use foretoken::Pack;
//!
//! # fn main() -> Result<(), foretoken::Error> {
//! let scenario = Pack::open("../../assets/vigil")?.scenario("first-light")?;
//! let shape = Shape::of(&scenario, 32, 128);
//! let mut battle = scenario.battle(1);
//! let side = battle.side_to_decide().expect("a side decides first");
//! let mut arrays = Arrays::new(shape);
//! arrays.write(&mut battle, side)?;
//! assert_eq!(arrays.units.len(), 32 * Shape::UNIT.len());
//! assert_eq!(arrays.mask.iter().filter(|&&legal| legal).count(), battle.decisions(side).len());
//! # Ok(())
//! # }
//! ```

use crate::{Battle, Decision, Error, Scenario};
use foretoken_vm::{Answer, Cell, EntityId, Known, Outcome, Rulebook, Team, state::BattleField};

/// Shapes of the arrays of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows for units.
    pub units: usize,
    /// Floors of the board, including the ground.
    pub floors: usize,
    /// Rows of the board.
    pub height: usize,
    /// Columns of the board.
    pub width: usize,
    /// Rows for legal decisions.
    pub choices: usize,
}

impl Shape {
    /// Columns of a unit. `side` is 1 for an own unit, -1 for an enemy, 0 for a neutral one; rows of unknown units are 0.
    pub const UNIT: [&'static str; 13] = [
        "alive",
        "side",
        "type",
        "x",
        "y",
        "floor",
        "facing",
        "health",
        "max_health",
        "shield",
        "initiative",
        "movement",
        "stunned",
    ];
    /// Columns of a cell: height of its ground (0 off the board), whether it is on the board, known surface plus one,
    /// remaining rounds of the surface (0 for unlimited), number of the known unit on it plus one.
    pub const CELL: [&'static str; 5] = ["height", "on_board", "surface", "rounds_left", "unit"];
    /// Numbers of the battle. `outcome` is 0 while it is open, 1 won, -1 lost, 2 drawn. Sums are over known living units.
    pub const BATTLE: [&'static str; 9] = [
        "round",
        "side",
        "decides",
        "outcome",
        "own_health",
        "own_max_health",
        "enemy_health",
        "enemy_max_health",
        "decisions",
    ];
    /// Columns of a decision. `kind` is 1 use, 2 answer, 3 back, 4 done, 5 end of turn; 0 for none. `program` is the number
    /// of the action that is used or answered, plus one; `detail` is the number, direction or unit of an answer without a cell.
    pub const CHOICE: [&'static str; 8] = ["kind", "unit", "program", "has_cell", "x", "y", "floor", "detail"];

    /// Returns the shapes for the board of a scenario. The numbers of units and choices are the caller's, because the
    /// number of units in the opening is secret.
    #[must_use]
    pub fn of(scenario: &Scenario, units: usize, choices: usize) -> Self {
        Self::of_rules(scenario.rules(), units, choices)
    }

    /// Returns the shapes for the board of a battle.
    #[must_use]
    pub fn of_battle(battle: &Battle, units: usize, choices: usize) -> Self {
        Self::of_rules(&battle.replay.book, units, choices)
    }

    /// Returns the number of cells on all floors.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.floors * self.height * self.width
    }

    fn of_rules(rules: &Rulebook, units: usize, choices: usize) -> Self {
        let board = &rules.board;
        Self { units, floors: board.floors(), height: board.height() as usize, width: board.width() as usize, choices }
    }
}

/// The arrays of one observation, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrays {
    /// Shapes.
    pub shape: Shape,
    /// Units, `units * UNIT`.
    pub units: Vec<i32>,
    /// Cells, `floors * height * width * CELL`.
    pub cells: Vec<i32>,
    /// Numbers of the battle, `BATTLE`.
    pub battle: Vec<i32>,
    /// Legal decisions, `choices * CHOICE`.
    pub choices: Vec<i32>,
    /// Whether each decision is legal, `choices`.
    pub mask: Vec<bool>,
}

impl Arrays {
    /// Creates arrays of zeros.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            units: vec![0; shape.units * Shape::UNIT.len()],
            cells: vec![0; shape.cells() * Shape::CELL.len()],
            battle: vec![0; Shape::BATTLE.len()],
            choices: vec![0; shape.choices * Shape::CHOICE.len()],
            mask: vec![false; shape.choices],
        }
    }

    /// Writes the knowledge of a side.
    ///
    /// # Errors
    ///
    /// As [`Rows::write`].
    pub fn write(&mut self, battle: &mut Battle, side: Team) -> Result<(), Error> {
        let Self { shape, units, cells, battle: numbers, choices, mask } = self;
        Rows { shape: *shape, units, cells, battle: numbers, choices, mask }.write(battle, side)
    }
}

/// Arrays of one observation in the caller's memory.
#[derive(Debug)]
pub struct Rows<'a> {
    /// Shapes.
    pub shape: Shape,
    /// Units, `units * UNIT`.
    pub units: &'a mut [i32],
    /// Cells, `floors * height * width * CELL`.
    pub cells: &'a mut [i32],
    /// Numbers of the battle, `BATTLE`.
    pub battle: &'a mut [i32],
    /// Legal decisions, `choices * CHOICE`.
    pub choices: &'a mut [i32],
    /// Whether each decision is legal, `choices`.
    pub mask: &'a mut [bool],
}

impl Rows<'_> {
    /// Writes the knowledge of a side. The decisions are those of the side if it decides now, else none.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Shape`] if a side knows more units or has more decisions than rows.
    pub fn write(&mut self, battle: &mut Battle, side: Team) -> Result<(), Error> {
        let count = battle.decisions(side).len();
        let rules = battle.rules_of(side);
        match battle.side_to_decide() == Some(side) {
            true => self.write_known(&rules, battle.known(), side)?,
            false => self.write_known(&rules, &battle.known_to(side), side)?,
        }
        if count > self.shape.choices {
            return Err(Error::Shape { what: "decisions", room: self.shape.choices, needed: count });
        }
        self.battle[2] = i32::from(battle.side_to_decide() == Some(side));
        self.battle[8] = count as i32;
        self.mask.fill(false);
        self.mask[..count].fill(true);
        self.choices.fill(0);
        let drafting = battle.draft.as_ref().map(|(unit, intent)| (*unit, intent.uses.last().map(|used| used.program)));
        let rows = self.choices.chunks_exact_mut(Shape::CHOICE.len());
        for (row, decision) in rows.zip(battle.decisions(side)) {
            row.copy_from_slice(&choice(decision, drafting));
        }
        Ok(())
    }

    fn write_known(&mut self, rules: &Rulebook, known: &Known, side: Team) -> Result<(), Error> {
        let state = known.state();
        let (room, needed) = (self.shape.units, state.entities().len());
        if needed > room {
            return Err(Error::Shape { what: "units", room, needed });
        }
        self.units.fill(0);
        let (mut own, mut enemy) = ([0; 2], [0; 2]);
        let rows = self.units.chunks_exact_mut(Shape::UNIT.len());
        for (row, unit) in rows.zip(state.entities()) {
            if unit.cell == Cell::NOWHERE {
                continue;
            }
            let relation = match unit.team {
                team if team == side => 1,
                team if team.is_enemy_of(side) => -1,
                _ => 0,
            };
            let sums = if relation == 1 { &mut own } else { &mut enemy };
            if unit.is_alive() && relation != 0 {
                sums[0] += unit.health;
                sums[1] += unit.max_health;
            }
            row.copy_from_slice(&[
                i32::from(unit.is_alive()),
                relation,
                i32::from(unit.unit_type),
                unit.cell.x(),
                unit.cell.y(),
                i32::from(unit.cell.floor()),
                i32::from(unit.facing),
                unit.health,
                unit.max_health,
                unit.shield,
                unit.initiative,
                unit.movement,
                i32::from(unit.stunned),
            ]);
        }
        self.cells.fill(0);
        let rows = self.cells.chunks_exact_mut(Shape::CELL.len());
        let (width, height) = (self.shape.width as i32, self.shape.height as i32);
        let floors = 0..self.shape.floors as u8;
        let cells = floors
            .flat_map(|floor| (0..height).flat_map(move |y| (0..width).map(move |x| Cell::on_floor(x, y, floor))));
        for (row, cell) in rows.zip(cells) {
            let Some(cell) = cell.filter(|&cell| rules.board.contains(cell)) else { continue };
            let ground = state.cells().row(cell);
            let unit = state.occupant(cell);
            row.copy_from_slice(&[
                rules.board.elevation(cell),
                1,
                i32::from(ground.surface),
                i32::from(ground.rounds_left),
                if unit.is_some() { i32::from(unit.0) + 1 } else { 0 },
            ]);
        }
        let outcome = match Outcome::for_side(state.battle(BattleField::Outcome), side) {
            Outcome::Open => 0,
            Outcome::Won => 1,
            Outcome::Lost => -1,
            Outcome::Drawn => 2,
        };
        self.battle.copy_from_slice(&[
            state.round(),
            i32::from(side.0),
            0,
            outcome,
            own[0],
            own[1],
            enemy[0],
            enemy[1],
            0,
        ]);
        Ok(())
    }
}

fn choice(decision: &Decision, drafting: Option<(EntityId, Option<u16>)>) -> [i32; 8] {
    let unit = drafting.map_or(0, |(unit, _)| i32::from(unit.0));
    let program = drafting.and_then(|(_, program)| program).map_or(0, |program| i32::from(program) + 1);
    match decision {
        Decision::Use { unit, program, .. } => [1, i32::from(unit.0), i32::from(*program) + 1, 0, 0, 0, 0, 0],
        Decision::Answer { answer, cell } => {
            let detail = match *answer {
                Answer::Dir(dir) => i32::from(dir as u8),
                Answer::Unit(unit) => i32::from(unit.0),
                Answer::Number(number) => i32::from(number),
                _ => 0,
            };
            let (x, y, floor) = cell.map_or((0, 0, 0), |cell| (cell.x(), cell.y(), i32::from(cell.floor())));
            [2, unit, program, i32::from(cell.is_some()), x, y, floor, detail]
        }
        Decision::Back => [3, unit, program, 0, 0, 0, 0, 0],
        Decision::Done { unit } => [4, i32::from(unit.0), 0, 0, 0, 0, 0, 0],
        Decision::EndTurn => [5, 0, 0, 0, 0, 0, 0, 0],
    }
}
