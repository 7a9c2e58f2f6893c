//! Picker of a whole part of a region, such as a direction of a cone.

use super::mode::{Asked, Picker, WhyNot};
use crate::seat::{Draft, Seat};
use foretoken_vm::program::{Asks, Request};
use foretoken_vm::{Cell, Rulebook};

pub(super) struct Regions;

impl Picker for Regions {
    fn is_for(&self, _: &Rulebook, request: &Request) -> bool {
        request.asks == Asks::Region
    }

    fn asked(&self) -> Asked {
        Asked::Part
    }

    fn answer_on(&self, draft: &Draft, cell: Cell) -> Option<usize> {
        let holds = |&at: &usize| draft.part(at).contains(&cell);
        draft.hover().filter(holds).or_else(|| (0..draft.answers().len()).find(holds))
    }

    fn why_not(&self, _: &Seat, _: &Request, _: Cell) -> WhyNot {
        WhyNot::NoPart
    }

    fn is_stepped(&self) -> bool {
        true
    }
}
