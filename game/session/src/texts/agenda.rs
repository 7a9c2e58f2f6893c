//! Texts of agendas: who acts when, with time or points of the turn order.

use crate::seat::Seat;
use crate::texts::names;
use foretoken_preview::Turn;
use foretoken_vm::schedulers::View;
use foretoken_vm::{ActionUse, Advance, EntityId, GameState, Rulebook};
use std::fmt::Write;

/// Heading of the turns beyond the prediction.
pub const ASSUMED: &str = "Next, if all wait";
/// Heading of unreached turns of the predicted round.
pub const UNREACHED: &str = "Will die before acting";

/// Heading of turns after a predicted victory.
pub const WON: &str = "You win before these act";
/// Heading of turns after a predicted draw.
pub const DRAWN: &str = "The battle is drawn before these act";
/// Heading of turns after a predicted defeat. They happen if the player prevents it.
pub const LOST: &str = "Only if you prevent your defeat";

/// Heading of turns after the actual end.
pub const DECIDED_BEFORE: &str = "The battle is over";

/// Whether a turn is the first beyond the prediction.
#[must_use]
pub fn is_first_beyond(turns: &[Turn], index: usize) -> bool {
    let is_beyond = |at: usize| turns.get(at).is_some_and(|turn| !turn.is_foreseen);
    is_beyond(index) && index.checked_sub(1).is_none_or(|before| !is_beyond(before))
}

/// Describes the turn order in sentences. `at_once` is set if decisions run at once; `they` is the pack's name of the
/// other side.
#[must_use]
pub fn how_it_goes(book: &Rulebook, at_once: bool, they: &str) -> Vec<String> {
    let (order, measures) = (&book.scheduler, book.scheduler.measures());
    let mut told = vec![order.doc().to_owned()];
    told.push(match (at_once, order.is_pick_turn()) {
        (true, true) => "Choose any of your units, or end the turn. Each order runs at once.".to_owned(),
        (true, false) => "You give orders to the unit whose turn it is. Each order runs at once.".to_owned(),
        (false, _) => format!(
            "Each round, {they} decides first and you see its plans. Then you give orders to your units, in any sequence. The round runs in turn order."
        ),
    });
    if !at_once {
        told.push(
            "Delayed effects act by the initiative of their owner, after units with the same initiative. The number on the cell counts the rounds left."
                .to_owned(),
        );
    }
    let acting = book.unit_types.iter().filter(|kind| !kind.actions.is_empty());
    let mut allowed: Vec<(u8, u8)> = acting.map(|kind| order.activation_points(kind)).collect();
    allowed.sort_unstable();
    allowed.dedup();
    match allowed.as_slice() {
        [(1, 1)] if !at_once => told.push(
            "Each unit has 1 move and 1 action a round, in either sequence. Free actions cost neither.".to_owned(),
        ),
        [(u8::MAX, actions)] => told.push(format!(
            "In a turn, a unit can move as often as its points allow, and use {}, in any sequence.",
            names::count((*actions).into(), "action")
        )),
        _ => {}
    }
    if !measures.points.is_empty() {
        told.push(format!("Costs and the points of units are counted in {}.", measures.points));
    }
    if !measures.time.is_empty() {
        told.push(format!("Time is counted in {}s.", measures.time));
    }
    let numbers = order.parameters().iter().enumerate();
    told.extend(numbers.map(|(at, number)| format!("{}: {}.", number.doc.trim_end_matches('.'), order.value(at))));
    let foreseen = match at_once {
        true if book.policies.is_empty() => {
            "You see the result of an order while you choose it. You cannot see enemy plans, but you can show the cells that enemies can attack: see the list of keys."
        }
        true => "You see the result of an order while you choose it, with the enemy moves that are shown.",
        false => "What you see is what will happen, unless it says `????` or \"uncertain\".",
    };
    told.push(foreseen.to_owned());
    if !book.policies.is_empty() {
        told.push(
            "Some units roll their moves ahead by a table. Their next moves are shown in this order; `????` is a move that is not revealed yet."
                .to_owned(),
        );
    }
    told
}

/// Describes a unit's allowance in an activation, such as `one move or one action, 100 points`.
#[must_use]
pub fn allowance(seat: &Seat, unit: EntityId) -> String {
    let (book, state) = (seat.book(), seat.known().state());
    let view = View::new(book, state, seat.plan(), Some(seat.team()));
    let Some(kind) = book.unit_type(state.entity(unit)) else { return String::new() };
    let order = &book.scheduler;
    let several = state.sheet(book).actions(unit).into_iter().any(|program| {
        let before = [ActionUse::new(program)];
        book.program(program).is_some_and(|program| order.allows(&view, unit, &before, program).is_ok())
    });
    let (moves, actions) = order.activation_points(kind);
    let uses = match (moves, actions) {
        _ if !several => "1 move or 1 action".to_owned(),
        (1, 1) => "1 move and 1 action".to_owned(),
        (0, actions) => names::count(actions.into(), "action"),
        (u8::MAX, actions) => format!("moves, and {}", names::count(actions.into(), "action")),
        (moves, actions) => {
            format!("{} and {}", names::count(moves.into(), "move"), names::count(actions.into(), "action"))
        }
    };
    match order.points(&view, unit).filter(|_| order.time(&view).is_none()) {
        Some(points) => format!("{uses}, {points} {}", order.measures().points),
        None => uses,
    }
}

/// Describes when a unit acts again after its present turn, such as `acts again after 2 others`; `None` where whole rounds are decided, and
/// if the listed turns do not say it.
#[must_use]
pub fn acts_again(seat: &Seat, unit: EntityId) -> Option<String> {
    if seat.book().scheduler.is_decided_ahead() {
        return None;
    }
    let turns = seat.forecast().agenda().turns();
    let own = turns.iter().position(|turn| turn.unit() == Some(unit))?;
    let between = turns[own + 1..].iter().position(|turn| turn.unit() == Some(unit))?;
    let mut others: Vec<EntityId> = turns[own + 1..][..between].iter().filter_map(Turn::unit).collect();
    others.sort_unstable();
    others.dedup();
    Some(match others.len() {
        0 => "acts again at once".to_owned(),
        count => format!("acts again after {}", names::count(count as i32, "other")),
    })
}

/// Returns the time or points of a turn, such as `t12` or `150`; empty if the order has neither.
#[must_use]
pub fn when(turn: &Turn) -> String {
    match (turn.time, turn.points) {
        (Some(time), _) => format!("t{time}"),
        (None, Some(points)) => points.to_string(),
        (None, None) => String::new(),
    }
}

/// Describes the side's count, such as `tick 12` or `3 points left`; `None` if the order counts nothing.
#[must_use]
pub fn standing(seat: &Seat) -> Option<String> {
    let book = seat.book();
    let view = View::new(book, seat.known().state(), seat.plan(), Some(seat.team()));
    let order = &book.scheduler;
    if let Some(left) = order.points_of_side(&view, seat.team()) {
        return Some(format!("{} left", names::count(left, "point")));
    }
    let next = seat.forecast().agenda().turns().iter().find(|turn| turn.is_slot());
    let time = next.and_then(|turn| turn.time).or_else(|| order.time(&view))?;
    Some(format!("{} {time}", order.measures().time))
}

/// Returns the actor of a turn, or the end that it marks.
#[must_use]
pub fn who(book: &Rulebook, state: &GameState, turn: &Turn) -> String {
    match turn.advance {
        Advance::RoundEnd => format!("round {} ends", turn.round),
        Advance::Entry(_) => "a delayed effect".to_owned(),
        other => names::advance(book, state, other),
    }
}

/// Lists an agenda by line, with numbers and headings. `state` must contain all its units.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, turns: &[Turn]) -> String {
    let measures = book.scheduler.measures();
    let (mut text, mut number) = (String::new(), 0);
    for (index, turn) in turns.iter().enumerate() {
        if is_first_beyond(turns, index) {
            let _ = writeln!(text, "     {ASSUMED}:");
        }
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
