//! Texts of units, activations and the rewind list.

use crate::briefing::{Occasion, RewindPoint};
use crate::called::{Actor, Called, letters};

/// Returns a unit's title, with its letters if any.
#[must_use]
pub fn called(unit: &Called) -> String {
    match unit.number {
        _ if unit.title.is_empty() => "no unit".to_owned(),
        None => unit.title.clone(),
        Some(number) => format!("{} {}", unit.title, letters(number as usize)),
    }
}

/// Describes a rewind point.
#[must_use]
pub fn occasion(occasion: &Occasion) -> String {
    match occasion {
        Occasion::RoundBegins => "the round begins".to_owned(),
        Occasion::Decided { unit, actions } => {
            let what = if actions.is_empty() { "nothing".to_owned() } else { actions.join(", ") };
            format!("{}: {what}", called(unit))
        }
        Occasion::Closed => "all orders are given".to_owned(),
        Occasion::OtherSide => "another side decided".to_owned(),
        Occasion::End => "The end".to_owned(),
    }
}

/// Describes rewind points as rows of a list: each leads to the state before the decision that it names. The last row is
/// the present.
#[must_use]
pub fn rows(points: &[RewindPoint]) -> Vec<String> {
    let next = |at: usize| points.get(at + 1).map(|next| &next.what);
    let words = |(at, point): (usize, &RewindPoint)| {
        let before = match next(at) {
            Some(own @ Occasion::Decided { .. }) => format!("before {}", occasion(own)),
            Some(Occasion::OtherSide) => "before the other side decided".to_owned(),
            Some(Occasion::RoundBegins | Occasion::Closed | Occasion::End) => "before the round ran".to_owned(),
            None => "now".to_owned(),
        };
        match (&point.what, next(at)) {
            (Occasion::End, _) => "the end (now)".to_owned(),
            (Occasion::RoundBegins, Some(_)) => format!("the round begins, {before}"),
            _ => before,
        }
    };
    let rows = points.iter().enumerate().map(words).zip(points);
    rows.map(|(words, point)| format!("round {:>2}  {words}", point.round)).collect()
}

/// Describes the actor of an activation.
#[must_use]
pub fn actor(actor: &Actor) -> String {
    match actor {
        Actor::Unseen => "an unseen unit".to_owned(),
        Actor::Unit(unit) => called(unit),
        Actor::Entry => "a delayed effect".to_owned(),
        Actor::TurnEnd => "the end of a side's turn".to_owned(),
        Actor::Waits => "no unit yet".to_owned(),
        Actor::RoundEnd => "the end of the round".to_owned(),
        Actor::Over => "no unit: the battle is over".to_owned(),
    }
}
