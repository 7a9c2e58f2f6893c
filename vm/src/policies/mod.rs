//! Policies: rules of a pack that decide for a unit, in place of a seat or the planner. A policy has rows, each with uses
//! of actions and how they aim; its kind says which row comes when. Kinds are one file each, behind one trait.
//!
//! A unit with a policy has a queue of moves, which is a pool of the state. A queued move that
//! nobody may know is not drawn yet: chance gives it the same odds whenever it is drawn, and a state holds nothing that a
//! side could find out.

mod aim;
mod dice;
mod list;
mod script;

pub use aim::Aim;
pub use dice::Dice;
pub use list::List;
pub use script::Script;

use crate::chance::Distribution;
use std::fmt::Debug;

/// A rule that decides for units.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Asset name.
    pub name: String,
    /// The word shown.
    pub title: String,
    /// Which row comes when.
    pub kind: &'static dyn PolicyKind,
    /// Moves that stand in the queue of a unit, 1 to [`Policy::MOST_AHEAD`].
    pub ahead: u8,
    /// How many of these all sides know.
    pub shown: u8,
    /// Of a die: how many faces it has.
    pub faces: u16,
    /// Of a script: the row with which it goes on after the last.
    pub repeats_from: u16,
    /// What it may do.
    pub rows: Vec<Row>,
}

/// A row of a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The word shown for the move.
    pub name: String,
    /// Of a die: the first and the last face that mean this row.
    pub faces: (u16, u16),
    /// A formula that must not be 0 when the move begins; without one it always begins.
    pub when: Option<u32>,
    /// What is used, in order.
    pub uses: Vec<RowUse>,
}

/// An action that a row uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowUse {
    /// Its program.
    pub program: u16,
    /// How it answers what the program asks.
    pub aim: Aim,
}

impl Row {
    /// A row with uses of programs, each with its aim.
    #[must_use]
    pub fn new(name: impl Into<String>, uses: &[(u16, Aim)]) -> Self {
        Self {
            name: name.into(),
            uses: uses.iter().map(|&(program, aim)| RowUse { program, aim }).collect(),
            ..Self::default()
        }
    }
}

impl Policy {
    /// The most moves that a queue holds.
    pub const MOST_AHEAD: u8 = 8;
    /// The most rows of a policy.
    pub const MOST_ROWS: usize = 64;

    /// The row of a queued move, by what its record says.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row)
    }
}

/// Which row of a policy comes when.
pub trait PolicyKind: Debug + Sync {
    /// The name by which policies state it.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence.
    fn doc(&self) -> &'static str;

    /// What is wrong with the rows of a policy of this kind, each as a sentence without a full stop.
    fn faults(&self, policy: &Policy) -> Vec<String>;

    /// The row at a place of the queue, counted from 0 for a unit's first activation. `draw` asks chance.
    fn row_at(&self, policy: &Policy, place: u32, draw: &mut dyn FnMut(&Distribution) -> usize) -> usize;

    /// Whether the row is chosen when the unit acts, whatever stands in the queue.
    fn chooses_late(&self) -> bool {
        false
    }

    /// Whether a place of the queue says by itself which row comes, without chance.
    fn is_certain(&self) -> bool {
        false
    }

    /// The row that is carried out when a queued one begins; nothing where no condition holds. `holds` says whether the
    /// condition of a row holds then.
    fn settle(&self, _policy: &Policy, queued: usize, holds: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        holds(queued).then_some(queued)
    }
}

/// The kinds of the VM.
pub const KINDS: [&dyn PolicyKind; 3] = [&Dice, &List, &Script];
