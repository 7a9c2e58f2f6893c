//! Texts of units, activations and the rewind list.

use crate::briefing::Occasion;
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
