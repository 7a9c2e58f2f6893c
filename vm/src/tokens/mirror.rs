//! Mirror: repeats the last attack of the battle, its damage and then its push.

use super::deed::{Deed, Does};
use super::operand::{Address, IsBlow, Label};
use super::{Nature, Push, Step, damage, push};
use crate::machine::{FastContext, Flow, Run};
use crate::state::BattleField;

operands! {
    /// Repeats the last attack of the battle on a unit: its damage, then its push.
    Mirror: "the last blow on {target}" {
        /// The unit.
        target: Address,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Mirror {
    fn deed(&self) -> Deed {
        Deed::RepeatBlow { whom: self.target }
    }
}

impl Step for Mirror {
    const RUN: Run<Self> = Run::FastContext(step);

    fn nature(&self) -> Nature {
        Nature { repeats_blows: true, ..Nature::default() }
    }
}

fn step(fast: &mut FastContext<'_>, mirror: &Mirror) -> Flow {
    if fast.frame.progress > 0 {
        let shove = Push { target: mirror.target, label: mirror.label, ..Push::default() };
        let distance = fast.battle[BattleField::BlowPush as usize];
        return push::push(fast, &shove, distance, 1);
    }
    let Some(spot) = fast.spot_at(mirror.target) else { return Flow::Next };
    let harm = fast.battle[BattleField::BlowHarm as usize];
    damage::blow(fast, spot, harm, IsBlow(false), mirror.label);
    fast.frame.progress = 1;
    Flow::Again
}
