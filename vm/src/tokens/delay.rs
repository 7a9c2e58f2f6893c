//! Delay: enters a program in the agenda, with captured targets, at its owner's place in the order.

use super::operand::{Address, Addresses, Amount, Label, Program};
use super::{Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{Change, Entry, MAX_CAPTURED, entry};
use crate::stats::StatId;
use crate::trap::Trap;
use serde::Serialize;

/// Whether an entry outlives its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Survives {
    /// It does.
    #[default]
    Owner,
    /// It ends when its owner dies.
    Nobody,
}

impl Operand for Survives {
    fn kind() -> &'static str {
        "ending"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if *self == Self::Nobody { ", unless it dies" } else { "" }.to_owned()
    }
}

/// Measure of a delay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Counts {
    /// Rounds.
    #[default]
    Rounds,
    /// Activations of its owner: it runs before the last of them.
    Own,
    /// Activations of all units, without hidden ones.
    All,
}

impl Operand for Counts {
    fn kind() -> &'static str {
        "count"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Rounds => "rounds",
            Self::Own => "of its activations",
            Self::All => "activations",
        }
        .to_owned()
    }
}

operands! {
    /// Enters a program in the agenda, with captured targets. It runs after the delay, at its owner's place in the
    /// order.
    Delay: "{program} of {owner} in {rounds} {counts}{survives}" {
        /// Unit for which it runs.
        owner: Address,
        /// The program.
        program: Program,
        /// Rounds or activations, 1 to 1,000.
        rounds: Amount,
        /// Measure of the delay.
        counts: Counts,
        /// Whether it outlives its owner.
        survives: Survives,
        /// Captured targets.
        captured: Addresses,
        /// Displayed label.
        label: Label,
    }
}

impl Step for Delay {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, delay: &Delay) -> Flow {
    let rounds = cx.amount(delay.rounds).clamp(1, 1_000);
    // An object other than the actor, such as a bomb, can own the entry, so that it can be pushed or destroyed.
    let Some(body) = cx.unit_at(delay.owner) else { return Flow::Next };
    let waiting = cx.state().entries();
    let free = waiting.iter().position(|words| words[entry::WAITING] == 0).unwrap_or(waiting.len());
    // Numbered behind all pending entries, whichever slot is free, because ties go to the older entry.
    let waits = waiting.iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0);
    let number = entry::next_number(waits.map(|(at, words)| (words[entry::WAITING], at)), free);
    if free >= cx.book().limits.entries as usize {
        return Flow::Trap(Trap::Entries);
    }
    if !cx.burn() {
        return Flow::Trap(Trap::Fuel);
    }
    let actor = *cx.owner();
    let mut words = Entry::default();
    words[entry::WAITING] = number;
    words[entry::OWNER] = i32::from(body.0);
    words[entry::PROGRAM] = i32::from(delay.program.0);
    words[entry::DUE_ROUND] = match delay.counts {
        Counts::Rounds => cx.book().scheduler.due(&cx.view(), cx.frame.owner, rounds),
        Counts::Own => entry::COUNTED_OWN + rounds,
        Counts::All => entry::COUNTED_ALL + rounds,
    };
    words[entry::INITIATIVE] = cx.stat(cx.frame.owner, StatId::INITIATIVE);
    words[entry::SPEED] = cx.stat(cx.frame.owner, StatId::SPEED);
    words[entry::TEAM] = i32::from(actor.team.0);
    words[entry::DIES_WITH_OWNER] = i32::from(delay.survives == Survives::Nobody);
    let count = usize::from(delay.captured.count).min(MAX_CAPTURED);
    for (at, kept) in cx.captured(delay.captured).into_iter().take(count).enumerate() {
        let [cell, rest] = kept.to_words();
        words[entry::CAPTURED + 2 * at] = cell;
        words[entry::CAPTURED + 2 * at + 1] = rest;
    }
    let before: Entry = cx.state().entries().get(free).copied().unwrap_or_default();
    for at in 0..entry::WORDS {
        if before[at] != words[at] {
            let (before, after) = (before[at], words[at]);
            cx.write(Change::entry(free as u16, at, before, after, delay.label));
        }
    }
    Flow::Next
}

leads! { Delay }
