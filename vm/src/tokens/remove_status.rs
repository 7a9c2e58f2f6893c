//! Remove status: removes statuses from units of an area, by type, number and order.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Area, Label, Numbers};
use super::{Operand, Show, Step, area};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{EffectInstance, Ending, Pool};
use serde::Serialize;
use std::cmp::Reverse;

/// Order of removal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum First {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// Largest amount first.
    Strongest,
    /// Shortest remaining duration first.
    SoonestToEnd,
}

impl Operand for First {
    fn kind() -> &'static str {
        "order"
    }

    fn text(&self, _: &Show<'_>) -> String {
        self.words().to_owned()
    }
}

impl First {
    const fn words(self) -> &'static str {
        match self {
            Self::Newest => "newest first",
            Self::Oldest => "oldest first",
            Self::Strongest => "strongest first",
            Self::SoonestToEnd => "soonest to end first",
        }
    }
}

/// Number of statuses; 0 for all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Count(pub u8);

impl Operand for Count {
    fn kind() -> &'static str {
        "count"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if self.0 == 0 { "all".to_owned() } else { self.0.to_string() }
    }
}

operands! {
    /// Removes statuses from the units of an area.
    RemoveStatus: "{count} of {statuses} from {target}, {first}{area}" {
        /// Centre of the area.
        target: Address,
        /// Status types.
        statuses: Numbers,
        /// Number of statuses.
        count: Count,
        /// Order of removal.
        first: First,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
        label: Label,
    }
}

impl Does for RemoveStatus {
    fn deed(&self) -> Deed {
        let whom = Whom { at: self.target, area: self.area };
        Deed::RemoveStatuses { whom, statuses: self.statuses, count: self.count.0, first: self.first }
    }
}

impl Step for RemoveStatus {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, remove: &RemoveStatus) -> Flow {
    let &RemoveStatus { target, statuses, count, first, area, label } = remove;
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area))))
    else {
        return Flow::Next;
    };
    let id = cx.fast(|fast| fast.occupant(spot));
    if !id.is_some() {
        return flow;
    }
    let book = cx.book();
    let removable = |held: &&EffectInstance| {
        let Some(kind) = held.kind() else { return false };
        let listed = statuses.of(&cx.program.data).any(|status| status as usize == kind);
        listed
            && book.statuses.get(kind).is_some_and(|kind| !kind.unremovable)
            && held.words[EffectInstance::KEEPER] == 0
    };
    let mut held: Vec<EffectInstance> =
        cx.state().instances().of(id, Pool::STATUSES).iter().filter(removable).copied().collect();
    let age = |held: &EffectInstance| Reverse(held.number);
    match first {
        First::Newest => held.sort_by_key(age),
        First::Oldest => {}
        First::Strongest => held.sort_by_key(|held| (Reverse(held.words[EffectInstance::AMOUNT]), age(held))),
        First::SoonestToEnd => held
            .sort_by_key(|held| (held.words[EffectInstance::LEFT] == 0, held.words[EffectInstance::LEFT], age(held))),
    }
    let most = if count.0 == 0 { usize::MAX } else { count.0.into() };
    for held in held.into_iter().take(most) {
        cx.end_one(id, held.number, Ending::Dispelled, label);
    }
    flow
}
