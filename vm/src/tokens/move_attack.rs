//! Move-attack, the action of document 003: moves to a free cell at once, or attacks the unit on it.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, IsBlow, Label};
use super::{Step, damage};
use crate::machine::{FastContext, Flow, Run, RunContext};

operands! {
    /// Moves the actor to a cell at once if it is free, else attacks the unit on it.
    MoveAttack: "{target}, {amount} to the entity there" {
        /// The cell.
        target: Address,
        /// Damage of the attack; below 0 counts as 0.
        amount: Amount,
        /// Whether Mirror repeats it.
        is_blow: IsBlow,
        /// Displayed label.
        label: Label,
    }
}

impl Does for MoveAttack {
    fn deed(&self) -> Deed {
        Deed::MoveOrHarm { to: self.target, amount: self.amount }
    }
}

impl Step for MoveAttack {
    const RUN: Run<Self> = Run::Both(step, evaluated);
}

fn step(fast: &mut FastContext<'_>, attack: &MoveAttack) -> Flow {
    go_or_strike(fast, attack, attack.amount.number());
    Flow::Next
}

fn evaluated(cx: &mut RunContext<'_>, attack: &MoveAttack) -> Flow {
    let strikes = cx.fast(|fast| {
        fast.spot_at(attack.target).is_some_and(|spot| {
            let other = fast.occupant(spot);
            other.is_some() && other != fast.actor
        })
    });
    let harm = if strikes { cx.amount_to_write(attack.amount) } else { 0 };
    cx.fast(|fast| go_or_strike(fast, attack, harm));
    Flow::Next
}

fn go_or_strike(fast: &mut FastContext<'_>, attack: &MoveAttack, harm: i32) {
    let Some(spot) = fast.spot_at(attack.target) else { return };
    if fast.is_free_for(fast.actor, spot) {
        fast.shift(fast.actor, spot, attack.label);
    } else if fast.occupant(spot) != fast.actor {
        damage::blow(fast, spot, harm, attack.is_blow, attack.label);
    }
}
