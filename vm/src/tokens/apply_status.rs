//! Apply status: applies a status to units of an area, by its stacking rule.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, StatusId};
use super::{Nature, Operand, Show, Step, ToOwner, area};
use crate::machine::{Applied, Flow, Run, RunContext};
use crate::program::Label;
use serde::Serialize;

/// Duration of a status, and whether it is linked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Lasts(u8);

impl Lasts {
    /// Maximum ticks of a use.
    pub const MOST: u8 = 0x7f;

    /// Makes a duration in ticks, 0 for that of the status type. `linked` ends it together with all statuses of the
    /// same use.
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
    /// Applies a status to the units of an area. Its stacking rule applies to units that already have it.
    ApplyStatus: "{status} to {target}, {amount}{lasts}{area}" {
        /// Centre of the area.
        target: Address,
        /// The status.
        status: StatusId,
        /// Amount, at least 0.
        amount: Amount,
        /// Duration, and whether the statuses of one use end together.
        lasts: Lasts,
        /// Cells around the target.
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
    let Some((spot, flow)) = cx.fast(|fast| Some((area::next_met(fast, target, area)?, area::go_on(fast, area))))
    else {
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
