//! Apply status: a status comes to the units of an area, as its kind says where they have it already.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, StatusId};
use super::{Nature, Operand, Show, Step, ToOwner, area};
use crate::machine::{Applied, RunContext, Flow, Run};
use crate::program::Label;
use serde::Serialize;

/// How long a status lasts, and whether it ends with others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Lasts(u8);

impl Lasts {
    /// The most ticks that a use may say.
    pub const MOST: u8 = 0x7f;

    /// So many ticks, 0 for as many as its kind says; `linked` ends it with all that the same use applied.
    #[must_use]
    pub const fn new(ticks: u8, linked: bool) -> Self {
        Self((if ticks > Self::MOST { Self::MOST } else { ticks }) | (linked as u8) << 7)
    }

    pub(crate) const fn ticks(self) -> u8 {
        self.0 & Self::MOST
    }

    const fn is_linked(self) -> bool {
        self.0 & !Self::MOST != 0
    }
}

impl Operand for Lasts {
    fn kind() -> &'static str {
        "ticks"
    }

    fn text(&self, _: &Show<'_>) -> String {
        let ticks = if self.ticks() == 0 { String::new() } else { format!(" for {}", self.ticks()) };
        ticks + if self.is_linked() { ", linked" } else { "" }
    }
}

operands! {
    /// A status comes to the units of an area, as its kind says where they have it already.
    ApplyStatus: "{status} to {target}, {amount}{lasts}{area}" {
        /// The centre of the area.
        target: Address,
        /// Which status.
        status: StatusId,
        /// Its amount, 0 and more.
        amount: Amount,
        /// How long it lasts, and whether those of one use end together.
        lasts: Lasts,
        /// The cells around the target.
        area: Area,
    }
}

impl Does for ApplyStatus {
    fn deed(&self) -> Deed {
        let whom = Whom { at: self.target, area: self.area };
        let (ticks, linked) = (self.lasts.ticks(), self.lasts.is_linked());
        Deed::ApplyStatus { whom, status: self.status, amount: self.amount, ticks, linked }
    }
}

impl Step for ApplyStatus {
    const RUN: Run<Self> = Run::Whole(step);

    fn nature(&self) -> Nature {
        let is_own = self.target == Address::SELF && self.area.is_plain() && !self.amount.is_formula();
        Nature { to_owner: is_own.then_some(ToOwner::Other), ..Nature::default() }
    }
}

fn step(cx: &mut RunContext<'_>, apply: &ApplyStatus) -> Flow {
    let &ApplyStatus { target, status, amount, lasts, area } = apply;
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area)))) else {
        return Flow::Next;
    };
    let id = cx.fast(|fast| fast.occupant(spot));
    if id.is_some() {
        let link = if lasts.is_linked() { cx.link_of_use() } else { 0 };
        let lasts = (lasts.ticks() > 0).then(|| i32::from(lasts.ticks()));
        let amount = cx.amount_to_write(amount);
        let kind = cx.book().statuses.get(usize::from(status.0));
        let label = kind.map_or(Label::NONE, |kind| kind.effect_source.label);
        cx.apply_status(id, Applied { kind: status.0, amount, lasts, span: 0, keeper: 0, link, label });
    }
    flow
}
