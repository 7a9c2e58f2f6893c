//! Policies: pack rules that control a unit. A policy has rows of actions with aims, and its type decides their
//! sequence.
//!
//! A unit queues its moves in the state. A hidden move of chance is drawn when it is revealed, so the state holds no
//! secret.

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

/// A policy that controls units.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Asset name.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Sequence of rows.
    pub kind: &'static dyn PolicyKind,
    /// Length of a unit's queue, 1 to [`Policy::MOST_AHEAD`].
    pub ahead: u8,
    /// Number of queued moves that all sides know.
    pub shown: u8,
    /// Moves in one activation of a unit, 1 or more.
    pub moves: u8,
    /// Number of faces, for a die.
    pub faces: u16,
    /// Row that follows the last one, for a script.
    pub repeats_from: u16,
    /// Possible moves.
    pub rows: Vec<Row>,
}

/// A row of a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Displayed name of the move.
    pub name: String,
    /// First and last face of the row, for a die.
    pub faces: (u16, u16),
    /// Formula that must be non-zero when the move begins; `None` always holds.
    pub when: Option<u32>,
    /// Actions in order.
    pub uses: Vec<RowUse>,
}

/// An action that a row uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowUse {
    /// Program number.
    pub program: u16,
    /// Aim of its requests.
    pub aim: Aim,
}

impl Row {
    /// Makes a row of programs with aims.
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
    /// Maximum queue length.
    pub const MOST_AHEAD: u8 = 16;
    /// Maximum rows of a policy.
    pub const MOST_ROWS: usize = 64;

    /// Returns the row of a queued move from the value in its record.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row)
    }
}

/// Sequence of a policy's rows.
pub trait PolicyKind: Debug + Sync {
    /// Returns the name in assets.
    fn name(&self) -> &'static str;

    /// Describes it in one sentence.
    fn doc(&self) -> &'static str;

    /// Returns the faults of a policy's rows, each as a sentence without full stop.
    fn faults(&self, policy: &Policy) -> Vec<String>;

    /// Returns the row at a queue position, counted from the unit's first activation. `draw` asks chance.
    fn row_at(&self, policy: &Policy, place: u32, draw: &mut dyn FnMut(&Distribution) -> usize) -> usize;

    /// Returns whether the row is chosen when the unit acts, whatever the queue holds.
    fn is_chosen_late(&self) -> bool {
        false
    }

    /// Returns whether a queue position determines its row without chance.
    fn is_certain(&self) -> bool {
        false
    }

    /// Returns the row to execute when a queued one begins; `None` if no condition holds. `holds` evaluates the
    /// condition of a row.
    fn settle(&self, _policy: &Policy, queued: usize, holds: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        holds(queued).then_some(queued)
    }
}

/// Policy types of the VM.
pub const KINDS: [&dyn PolicyKind; 3] = [&Dice, &List, &Script];
