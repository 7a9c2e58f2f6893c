//! Agendas in words: who acts when, with the time or the points that the turn order counts.

use crate::seat::Seat;
use crate::texts::names;
use foretoken_preview::Turn;
use foretoken_vm::schedulers::View;
use foretoken_vm::{ActionUse, Advance, EntityId, GameState, Rulebook};
use std::fmt::Write;

/// What stands above the turns behind a prediction: who is next there depends on what is done until then.
pub const ASSUMED: &str = "then, if nobody acts";
/// What stands above the turns of a round that a prediction does not come to.
pub const UNREACHED: &str = "will not act, as foreseen";

/// The same where that is so because the battle is foreseen to be decided before.
pub const DECIDED: &str = "the battle ends before these";

/// What stands above the turns that a battle ended before.
pub const DECIDED_BEFORE: &str = "the battle ended before";

/// Whether a turn is the first of those behind the prediction.
#[must_use]
pub fn begins_beyond(turns: &[Turn], index: usize) -> bool {
    let is_beyond = |at: usize| turns.get(at).is_some_and(|turn| !turn.is_foreseen);
    is_beyond(index) && index.checked_sub(1).is_none_or(|before| !is_beyond(before))
}

/// How a battle goes under its turn order, a sentence each. `at_once` says that each decision is carried out at once, `they` is
/// what the pack calls the other side.
#[must_use]
pub fn how_it_goes(book: &Rulebook, at_once: bool, they: &str) -> Vec<String> {
    let (order, measures) = (&book.scheduler, book.scheduler.measures());
    let mut told = vec![format!("Turn order {}: {}", order.name(), order.doc())];
    told.push(match (at_once, order.picks()) {
        (true, true) => "You choose whom to activate, or end the turn. What you decide is carried out at once.".to_owned(),
        (true, false) => "You decide for whose turn it is. What you decide is carried out at once.".to_owned(),
        (false, _) => format!(
            "Each round {they} decides first, and you see what it means to do. Then you decide for each of your own, in \
             whichever sequence. All is carried out in turn order."
        ),
    });
    if !at_once {
        told.push(
            "What is set for a later round comes due there by the initiative of who set it, behind units that have the same. Its \
             cell tells in how many rounds."
                .to_owned(),
        );
    }
    let acting = book.unit_types.iter().filter(|kind| !kind.actions.is_empty());
    let mut allowed: Vec<(u8, u8)> = acting.map(|kind| order.activation_points(kind)).collect();
    allowed.sort_unstable();
    allowed.dedup();
    match allowed.as_slice() {
        [(1, 1)] if !at_once => told.push(
            "Each has one move and one action a round, in either sequence: who acts first may walk then. What is free takes \
             neither."
                .to_owned(),
        ),
        [(u8::MAX, actions)] => told.push(format!(
            "An activation has as many moves as there are points for, and {}, in any sequence.",
            names::count((*actions).into(), "action")
        )),
        _ => {}
    }
    if !measures.points.is_empty() {
        told.push(format!("What a unit has and what its actions take is counted in {}.", measures.points));
    }
    if !measures.time.is_empty() {
        told.push(format!("Time is counted in {}s.", measures.time));
    }
    let numbers = order.parameters().iter().enumerate();
    told.extend(numbers.map(|(at, number)| format!("{}: {}.", number.doc.trim_end_matches('.'), order.value(at))));
    let foreseen = match at_once {
        true => {
            "What comes of what you decide is foreseen while you choose it. What the others will decide is not known; the key for \
             threats marks what they can strike."
        }
        false => "What you see is what will happen.",
    };
    told.push(foreseen.to_owned());
    told
}

/// What a unit may do in an activation, and what the turn order gives it: `one move or one action, 100 points`.
#[must_use]
pub fn allowance(seat: &Seat, unit: EntityId) -> String {
    let (book, state) = (seat.book(), seat.known().state());
    let view = View::new(book, state, seat.plan(), Some(seat.team()));
    let Some(kind) = book.unit_type(state.entity(unit)) else { return String::new() };
    let order = &book.scheduler;
    let several = kind.actions.iter().any(|&program| {
        let before = [ActionUse::new(program)];
        book.program(program).is_some_and(|program| order.allows(&view, unit, &before, program).is_ok())
    });
    let (moves, actions) = order.activation_points(kind);
    let uses = match (moves, actions) {
        _ if !several => "one move or one action".to_owned(),
        (1, 1) => "one move and one action".to_owned(),
        (u8::MAX, actions) => format!("moves, and {}", names::count(actions.into(), "action")),
        (moves, actions) => {
            format!("{} and {}", names::count(moves.into(), "move"), names::count(actions.into(), "action"))
        }
    };
    // Where time is counted, what a unit has by now is not what it will have.
    match order.points(&view, unit).filter(|_| order.time(&view).is_none()) {
        Some(points) => format!("{uses}, {points} {}", order.measures().points),
        None => uses,
    }
}

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
    let view = View::new(book, seat.known().state(), seat.plan(), Some(seat.team()));
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

/// An agenda, a turn a line; units and entries are numbered, and what is assumed has a heading. `state` is one in which all of them are.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, turns: &[Turn]) -> String {
    let measures = book.scheduler.measures();
    let (mut text, mut number) = (String::new(), 0);
    for (index, turn) in turns.iter().enumerate() {
        if begins_beyond(turns, index) {
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
