//! How a series stops: what is left of it for the general loop, and how far it has come.

use super::bind::Near;
use super::step::{Flow, Stretch};
use crate::space::Cell;
use crate::state::EntityId;

/// How a series ended.
pub(super) enum Left {
    /// What is next is not plain, and nothing of it has run.
    Next,
    /// The callback wants no more.
    Enough,
    /// After an activation: the log needs so many more rows, or the order is to be looked at.
    Full(usize),
    /// An activation that began is to be gone on with.
    Begun(Begun),
}

/// An activation that began in a series.
pub(super) struct Begun {
    pub(super) id: EntityId,
    /// Index of its first change.
    pub(super) first: usize,
    /// The use that is running, the index of its first change, and how it stopped; its frame is in place.
    pub(super) use_index: usize,
    pub(super) use_first: usize,
    pub(super) stretch: Stretch,
    /// How long the log was before the last step.
    pub(super) before: usize,
    /// As [`Ran`] has it.
    pub(super) is_ready: bool,
}

/// How the operations of a unit stopped before their end.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    /// The instruction, and how it stopped.
    pub(super) pc: u32,
    pub(super) stretch: Stretch,
    /// How many changes there were before its last step.
    pub(super) before: usize,
    /// Steps of it alone that are more than one.
    pub(super) more: u32,
    /// A request whose answer is still to be put into memory.
    pub(super) asked: Option<(Near, Cell)>,
}

/// How far a series has come.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// The next place of the order, and the instructions of the activations that ended.
    pub(super) next: usize,
    pub(super) ran: u64,
    /// A mark of the slices at hand before the running activation's first change.
    pub(super) first: usize,
    /// The use that is running and, of any but the first, a mark before its first change.
    pub(super) use_index: usize,
    pub(super) use_first: usize,
    /// Steps more than there are instructions, as some went on.
    pub(super) more: u32,
}

/// Why a loop over activations came to its end. It is small, so that it comes back in a register.
#[derive(Clone, Copy)]
pub(super) enum Halt {
    /// What is next is for the other loop.
    Other,
    /// What is next is not plain, and nothing of it has run.
    Next,
    /// The callback wants no more.
    Enough,
    /// The log needs so many more rows, or the order is to be looked at.
    Full(u32),
    /// The use that is running stopped.
    Stopped(EntityId, Stop),
    /// All uses ran; something is to be judged, or the actor turned back.
    Judged(EntityId),
}

impl Halt {
    /// How the series ends, where nothing has begun that is to be gone on with.
    pub(super) const fn left(self) -> Option<Left> {
        match self {
            Self::Next => Some(Left::Next),
            Self::Enough => Some(Left::Enough),
            Self::Full(rows) => Some(Left::Full(rows as usize)),
            Self::Other | Self::Stopped(..) | Self::Judged(_) => None,
        }
    }
}

impl Progress {
    /// A use begins.
    pub(super) const fn begin(&mut self, index: usize, mark: usize) {
        (self.use_index, self.use_first) = (index, mark);
    }

    /// An activation all of whose uses ran, to be gone on with.
    #[cold]
    pub(super) const fn ended(&self, id: EntityId, uses: usize, base: usize, written: usize, is_ready: bool) -> Begun {
        let before = base + written;
        let stretch = Stretch::Over(Flow::End);
        Begun { id, first: base + self.first, use_index: uses, use_first: before, stretch, before, is_ready }
    }
}
