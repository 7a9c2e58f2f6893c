//! Rules for all battles of a pack. A pack has at most one such file.

use foretoken_vm::Rules as BattleRules;
use foretoken_vm::rulebook::Limits;

use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::write::Asset;

/// Owners of a column, in the VM's order.
pub const COLUMN_OWNERS: &[Choice] = &[
    Choice::new("Entity", "Each entity has one."),
    Choice::new("Cell", "Each cell has one."),
    Choice::new("Battle", "The battle has one."),
];

/// Ways to show the board.
pub const BOARDS: &[Choice] = &[
    Choice::new("Drawn", "The board is drawn, and units stand on their cells."),
    Choice::new("Hidden", "No board is drawn. Units stand side by side, in the order of their cells."),
];

/// Index of `Hidden` in [`BOARDS`].
pub const BOARD_HIDDEN: usize = 1;

/// Units that block walkers, in the VM's order.
pub const UNIT_BLOCKING: &[Choice] = &[
    Choice::new("All", "Everybody's."),
    Choice::new("Others", "Units of other sides block. A path may cross cells of the own side, but cannot end there."),
    Choice::new("Nobody", "No unit blocks. A path may cross every unit, but cannot end there."),
];

/// A registered column of integers.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ColumnRule {
    pub name: String,
    pub of: usize,
    pub default: i32,
    pub weight: i32,
}

impl ColumnRule {
    /// Range of the column limits.
    pub const RANGE: std::ops::RangeInclusive<i32> = -1_000_000..=1_000_000;
}

impl Inspect for ColumnRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name in formulas.").required(), &mut self.name);
        inspector.choice(Field::new("of", "Owner of the number."), &mut self.of, COLUMN_OWNERS);
        let default = Field::new("default", "Value before the first change.");
        inspector.number(default, &mut self.default, Self::RANGE);
        let weight = Field::new("weight", "Value of 1 point for the planner, in hundredths of a health point.")
            .in_unit("hundredths of a health point");
        inspector.number(weight, &mut self.weight, -99_999..=99_999);
    }
}

/// Limits of the engine.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct LimitsRule {
    pub fuel: i32,
    pub depth: i32,
    pub loop_count: i32,
    pub entities: i32,
    pub entries: i32,
    pub instances: i32,
    pub rounds: i32,
    pub round_changes: i32,
}

const MAX: Limits = Limits::MAX;

impl Default for LimitsRule {
    fn default() -> Self {
        let limits = Limits::default();
        LimitsRule {
            fuel: limits.fuel as i32,
            depth: i32::from(limits.depth),
            loop_count: limits.loop_count,
            entities: i32::from(limits.entities),
            entries: i32::from(limits.entries),
            instances: i32::from(limits.instances),
            rounds: limits.rounds,
            round_changes: limits.round_changes as i32,
        }
    }
}

impl LimitsRule {
    /// Converts to the VM's limits.
    pub fn limits(&self) -> Limits {
        Limits {
            fuel: self.fuel.max(1) as u32,
            depth: self.depth.clamp(1, i32::from(MAX.depth)) as u8,
            loop_count: self.loop_count,
            entities: self.entities.clamp(1, i32::from(MAX.entities)) as u16,
            entries: self.entries.clamp(0, i32::from(MAX.entries)) as u16,
            instances: self.instances.clamp(0, i32::from(MAX.instances)) as u16,
            rounds: self.rounds,
            round_changes: self.round_changes.max(1) as u32,
        }
        .clamped()
    }
}

impl Inspect for LimitsRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let fuel = Field::new(
            "fuel",
            "Work that a turn may do. Each repetition of a loop, each trigger, each delayed effect and each 500 steps count 1.",
        )
        .in_unit("fuel");
        inspector.number(fuel, &mut self.fuel, 1..=MAX.fuel as i32);
        inspector.number(
            Field::new("depth", "Maximum depth of triggers that trigger each other.").in_unit("triggers"),
            &mut self.depth,
            1..=MAX.depth.into(),
        );
        inspector.number(
            Field::new("loop_count", "Maximum iterations of one loop.").in_unit("turns"),
            &mut self.loop_count,
            1..=MAX.loop_count,
        );
        inspector.number(
            Field::new("entities", "Maximum number of entities in a battle, including dead ones.").in_unit("entities"),
            &mut self.entities,
            1..=MAX.entities.into(),
        );
        inspector.number(
            Field::new("entries", "Maximum number of delayed effects that wait at once.").in_unit("entries"),
            &mut self.entries,
            0..=MAX.entries.into(),
        );
        inspector.number(
            Field::new("effects_per_unit", "Maximum number of statuses, items and recharges of one unit.")
                .formerly("holdings")
                .in_unit("effects"),
            &mut self.instances,
            0..=MAX.instances.into(),
        );
        let rounds = Field::new("rounds", "Rounds after which an undecided battle is a draw.").in_unit("rounds");
        inspector.number(rounds, &mut self.rounds, 1..=MAX.rounds);
        let changes =
            Field::new("round_changes", "Maximum number of changes from the actions of a round.").in_unit("changes");
        inspector.number(changes, &mut self.round_changes, 1..=MAX.round_changes as i32);
    }
}

/// The rules asset of a pack.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Title of the pack.
    pub title: String,
    /// Description in one sentence.
    pub note: String,
    /// Way to show the board; an index into [`BOARDS`].
    pub board: usize,
    /// Units that block walkers; an index into [`UNIT_BLOCKING`].
    pub unit_blocking: usize,
    /// Damage to both if a pushed unit is stopped.
    pub collision_harm: i32,
    /// Steps that a pushed unit falls without damage.
    pub safe_fall: i32,
    /// Damage for each further step.
    pub fall_harm: i32,
    /// Columns in addition to those of action kinds.
    pub columns: Vec<ColumnRule>,
    /// Limits.
    pub limits: LimitsRule,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            title: String::new(),
            note: String::new(),
            board: 0,
            unit_blocking: 0,
            collision_harm: 1,
            safe_fall: BattleRules::USUAL_SAFE_FALL,
            fall_harm: 1,
            columns: Vec::new(),
            limits: LimitsRule::default(),
        }
    }
}

impl Asset for Rules {
    const TYPE: &'static str = "Rules";
}

impl Inspect for Rules {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name of the pack."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector.choice(Field::new("board", "How the board is shown."), &mut self.board, BOARDS);
        let unit_blocking =
            Field::new("unit_blocking", "Which units block a walker's path. A unit without turns always does.")
                .formerly("obstruct");
        inspector.choice(unit_blocking, &mut self.unit_blocking, UNIT_BLOCKING);
        let harm = Field::new("collision_harm", "Damage to both units in a collision.").in_unit("health points");
        inspector.number(harm, &mut self.collision_harm, 0..=99);
        let safe = Field::new("safe_fall", "Fall without damage for a pushed unit, in steps.").in_unit("steps");
        inspector.number(safe, &mut self.safe_fall, 0..=99);
        let harm = Field::new("fall_harm", "Damage for each further step.").in_unit("health points per step");
        inspector.number(harm, &mut self.fall_harm, 0..=99);
        let columns = Field::new("columns", "Additional numbers that actions keep.");
        inspector.groups(columns, &mut self.columns);
        inspector.group(Field::new("limits", "Limits of a battle."), &mut self.limits);
    }
}
