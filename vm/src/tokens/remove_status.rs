//! Remove status: statuses go from the units of an area, by kinds, number and order.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Area, Label, Numbers};
use super::{Operand, Show, Step, area};
use crate::machine::{RunContext, Flow, Run};
use crate::state::{Ending, EffectInstance, Pool};
use serde::Serialize;
use std::cmp::Reverse;

/// Which statuses go first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum First {
    /// The newest.
    #[default]
    Newest,
    /// The oldest.
    Oldest,
    /// The one with the largest amount.
    Strongest,
    /// The one that ends soonest.
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

/// How many; 0 for all.
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
    /// Statuses go from the units of an area, by kinds, number and order.
    RemoveStatus: "{count} of {statuses} from {target}, {first}{area}" {
        /// The centre of the area.
        target: Address,
        /// Which kinds.
        statuses: Numbers,
        /// How many.
        count: Count,
        /// Which go first.
        first: First,
        /// The cells around the target.
        area: Area,
        /// What it is shown as.
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
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area)))) else {
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
        listed && book.statuses.get(kind).is_some_and(|kind| !kind.unremovable) && held.words[EffectInstance::KEEPER] == 0
    };
    let mut held: Vec<EffectInstance> =
        cx.state().instances().of(id, Pool::STATUSES).iter().filter(removable).copied().collect();
    let age = |held: &EffectInstance| Reverse(held.number);
    match first {
        First::Newest => held.sort_by_key(age),
        First::Oldest => {}
        First::Strongest => held.sort_by_key(|held| (Reverse(held.words[EffectInstance::AMOUNT]), age(held))),
        // Those without an end come last.
        First::SoonestToEnd => {
            held.sort_by_key(|held| (held.words[EffectInstance::LEFT] == 0, held.words[EffectInstance::LEFT], age(held)))
        }
    }
    let most = if count.0 == 0 { usize::MAX } else { count.0.into() };
    for held in held.into_iter().take(most) {
        cx.end_one(id, held.number, Ending::Dispelled, label);
    }
    flow
}
