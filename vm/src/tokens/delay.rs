//! Delay: enters a program in the agenda, to run rounds later at its owner's place in the order, with what was picked.

use super::Show;
use crate::machine::{Cx, Flow, Run};
use crate::program::{Address, Instr, bits};
use crate::state::{Change, Entry, MAX_CAPTURED, entry};
use crate::trap::Trap;

pub(super) const RUN: Run = Run::Whole(step);

fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let rounds = cx.amount(instr).clamp(1, 1_000);
    // A body other than the actor, such as a bomb, owns the entry: it can be pushed, and its end may be the entry's.
    let Some(body) = cx.unit_at(instr.a) else { return Flow::Next };
    let waiting = cx.state().entries();
    let free = waiting.iter().position(|words| words[entry::WAITING] == 0).unwrap_or(waiting.len());
    // Behind all that wait, whichever place is free: ties in the order go to who came first.
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
    words[entry::PROGRAM] = i32::from(instr.x);
    words[entry::DUE_ROUND] = cx.book().scheduler.due(&cx.view(), cx.frame.owner, rounds);
    words[entry::INITIATIVE] = actor.initiative;
    words[entry::SPEED] = actor.speed;
    words[entry::TEAM] = i32::from(actor.team.0);
    words[entry::DIES_WITH_OWNER] = i32::from(instr.has(bits::VARIANT));
    let data = cx.book().program(cx.frame.program).map_or(&[][..], |p| p.data.as_slice());
    let captured = data.iter().skip(instr.to as usize).take((instr.b.0 as usize).min(MAX_CAPTURED));
    for (at, &address) in captured.enumerate() {
        let [cell, rest] = cx.captured(Address(address as u8));
        words[entry::CAPTURED + 2 * at] = cell;
        words[entry::CAPTURED + 2 * at + 1] = rest;
    }
    let before: Entry = cx.state().entries().get(free).copied().unwrap_or_default();
    for at in 0..entry::WORDS {
        if before[at] != words[at] {
            let (before, after) = (before[at], words[at]);
            cx.write(Change::entry(free as u16, at, before, after, instr.label));
        }
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let name = show.book.program(instr.x).map_or("?", |p| p.name.as_str());
    let cancel = if instr.has(bits::VARIANT) { ", unless it dies" } else { "" };
    format!("{name} of {} in {} rounds{cancel}", show.at(instr.a), show.amount(instr))
}
