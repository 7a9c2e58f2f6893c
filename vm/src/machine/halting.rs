//! Ends of a series: what remains for the general loop, and progress so far.

use super::bind::Near;
use super::step::{Flow, Stretch};
use crate::space::Cell;
use crate::state::EntityId;

pub(super) enum Left {
    Next,
    Enough,
    /// Between activations: the log needs this many rows, or the order must be checked.
    Full(usize),
    Begun(Begun),
}

pub(super) struct Begun {
    pub(super) id: EntityId,
    pub(super) first: usize,
    pub(super) use_index: usize,
    pub(super) use_first: usize,
    pub(super) stretch: Stretch,
    pub(super) before: usize,
    pub(super) is_ready: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Stop {
    pub(super) pc: u32,
    pub(super) stretch: Stretch,
    pub(super) before: usize,
    pub(super) more: u32,
    pub(super) asked: Option<(Near, Cell)>,
}

#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) next: usize,
    pub(super) ran: u64,
    pub(super) first: usize,
    pub(super) use_index: usize,
    pub(super) use_first: usize,
    pub(super) more: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Halt {
    Other,
    Next,
    Enough,
    Full(u32),
    Stopped(EntityId, Stop),
    Judged(EntityId),
}

impl Halt {
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
    pub(super) const fn begin(&mut self, index: usize, mark: usize) {
        (self.use_index, self.use_first) = (index, mark);
    }

    #[cold]
    pub(super) const fn ended(&self, id: EntityId, uses: usize, base: usize, written: usize, is_ready: bool) -> Begun {
        let before = base + written;
        let stretch = Stretch::Over(Flow::End);
        Begun { id, first: base + self.first, use_index: uses, use_first: before, stretch, before, is_ready }
    }
}
