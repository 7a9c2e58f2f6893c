//! Pass item: transfers items, for pick-ups, gifts and the remains of dying units.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{EffectInstance, EntityId, Pool};
use serde::Serialize;

/// Items to transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Which {
    /// All carried items; for a dying unit also worn ones.
    #[default]
    All,
    /// One of this type.
    One(u16),
}

impl Which {
    const fn is_of(self, item: u16) -> bool {
        match self {
            Self::All => true,
            Self::One(own) => own == item,
        }
    }
}

impl Operand for Which {
    fn kind() -> &'static str {
        "items"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match *self {
            Self::All => "all items".to_owned(),
            Self::One(item) => {
                let kind = show.book.items.get(usize::from(item));
                kind.map_or("?", |kind| kind.effect_source.name.as_str()).to_owned()
            }
        }
    }
}

/// Treatment of an emptied object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Emptied {
    /// It stays.
    #[default]
    Stays,
    /// It is removed.
    Goes,
}

impl Operand for Emptied {
    fn kind() -> &'static str {
        "what becomes of it"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if *self == Self::Goes { ", of which a thing goes when it is empty" } else { "" }.to_owned()
    }
}

operands! {
    /// Transfers items between units, one per step, with their remaining uses. A dying unit gives its items in its own
    /// program.
    PassItem: "{which} from {from}{emptied} to {to}" {
        /// Giver.
        from: Address,
        /// Receiver.
        to: Address,
        /// Items to transfer.
        which: Which,
        /// Treatment of a neutral object of the two that is empty afterwards.
        emptied: Emptied,
        /// Displayed label.
        label: Label,
    }
}

impl Does for PassItem {
    fn deed(&self) -> Deed {
        let Self { from, to, which, emptied, .. } = *self;
        Deed::PassItems { from, to, which, emptied }
    }
}

impl Step for PassItem {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, pass: &PassItem) -> Flow {
    let &PassItem { from, to, which, emptied, label } = pass;
    let (Some(from), Some(to)) = (cx.bearer_at(from), cx.unit_at(to)) else { return Flow::Next };
    let number = next(cx, from, which).filter(|_| from != to);
    let passed = number.is_some_and(|number| cx.pass_item((from, number), to, label));
    if passed && which == Which::All && next(cx, from, which).is_some() {
        return Flow::Again;
    }
    if emptied == Emptied::Goes {
        [from, to].into_iter().for_each(|id| clear_away(cx, id, label));
    }
    Flow::Next
}

fn clear_away(cx: &mut RunContext<'_>, id: EntityId, label: Label) {
    let row = cx.state().entity(id);
    if row.is_alive() && !row.is_activated() && cx.state().instances().of(id, Pool::ITEMS).is_empty() {
        cx.fast(|fast| {
            fast.set_health(id, 0, label);
            fast.kill(id, label);
        });
    }
}

fn next(cx: &RunContext<'_>, from: EntityId, which: Which) -> Option<u16> {
    let meant = |held: &&EffectInstance| held.kind().is_some_and(|kind| which.is_of(kind as u16));
    let dies = !cx.state().entity(from).is_alive();
    let goes = |held: &&EffectInstance| which != Which::All || dies || held.words[EffectInstance::WORN] == 0;
    let held = cx.state().instances().of(from, Pool::ITEMS).iter().filter(meant).filter(goes);
    held.min_by_key(|held| (held.words[EffectInstance::WORN] != 0, held.number)).map(|held| held.number)
}
