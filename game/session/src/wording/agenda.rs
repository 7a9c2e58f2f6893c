//! Agendas in words: who acts when, with the time or the points that the turn order counts.

use crate::seat::Seat;
use crate::wording::names;
use foretoken_preview::Turn;
use foretoken_vm::schedulers::View;
use foretoken_vm::{Advance, GameState, Rulebook};
use std::fmt::Write;

/// When a turn is, or with what its unit acts: `t12`, `150`; empty where the order counts neither.
#[must_use]
pub fn when(turn: &Turn) -> String {
    match (turn.time, turn.points) {
        (Some(time), _) => format!("t{time}"),
        (None, Some(points)) => points.to_string(),
        (None, None) => String::new(),
    }
}

/// What the order counts for the side of a seat: `tick 12`, `3 points left`; nothing where it counts nothing.
#[must_use]
pub fn standing(seat: &Seat) -> Option<String> {
    let book = seat.book();
    let view = View { book, state: seat.known().state(), plan: seat.plan(), viewer: Some(seat.team()) };
    let order = &book.scheduler;
    if let Some(left) = order.points_of_side(&view, seat.team()) {
        return Some(format!("{} left", names::count(left, "point")));
    }
    let next = seat.forecast().agenda().turns().iter().find(|turn| turn.is_slot());
    let time = next.and_then(|turn| turn.time).or_else(|| order.time(&view))?;
    Some(format!("{} {time}", order.measures().time))
}

/// Who acts in a turn, or what ends with it.
#[must_use]
pub fn who(book: &Rulebook, state: &GameState, turn: &Turn) -> String {
    match turn.advance {
        Advance::RoundEnd => format!("round {} ends", turn.round),
        Advance::Entry(_) => "something comes due".to_owned(),
        other => names::advance(book, state, other),
    }
}

/// An agenda, a turn a line; units and entries are numbered. `state` is one in which all of them are.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, turns: &[Turn]) -> String {
    let measures = book.scheduler.measures();
    let (mut text, mut number) = (String::new(), 0);
    for turn in turns {
        let who = who(book, state, turn);
        if !turn.is_slot() {
            let _ = writeln!(text, "     -- {who}");
            continue;
        }
        number += 1;
        let mut counted = Vec::new();
        counted.extend(turn.time.map(|time| format!("{} {time}", measures.time)));
        counted
            .extend(turn.points.filter(|_| turn.time.is_none()).map(|points| format!("{points} {}", measures.points)));
        let counted = if counted.is_empty() { String::new() } else { format!(", {}", counted.join(", ")) };
        let _ = writeln!(text, "{number:>3}. {who}{counted}");
    }
    text
}
