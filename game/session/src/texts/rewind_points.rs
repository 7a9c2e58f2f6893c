//! Units, activations and the rewind list in words.

use crate::briefing::Occasion;
use crate::called::{Actor, Called};

/// What to call a unit: its title, with its number if it has one.
#[must_use]
pub fn called(unit: &Called) -> String {
    match unit.number {
        _ if unit.title.is_empty() => "nobody".to_owned(),
        None => unit.title.clone(),
        Some(number) => format!("{} {number}", unit.title),
    }
}

/// What a moment of the rewind list is called.
#[must_use]
pub fn occasion(occasion: &Occasion) -> String {
    match occasion {
        Occasion::RoundBegins => "the round begins".to_owned(),
        Occasion::Decided { unit, actions } => {
            let what = if actions.is_empty() { "nothing".to_owned() } else { actions.join(", ") };
            format!("{}: {what}", called(unit))
        }
        Occasion::Closed => "all is decided".to_owned(),
        Occasion::OtherSide => "another side decided".to_owned(),
        Occasion::End => "The end".to_owned(),
    }
}

/// What ran.
#[must_use]
pub fn actor(actor: &Actor) -> String {
    match actor {
        Actor::Unseen => "somebody unseen".to_owned(),
        Actor::Unit(unit) => called(unit),
        Actor::Entry => "something that came due".to_owned(),
        Actor::TurnEnd => "the end of a side's turn".to_owned(),
        Actor::Waits => "nobody yet".to_owned(),
        Actor::RoundEnd => "the end of the round".to_owned(),
        Actor::Over => "nobody: the battle is over".to_owned(),
    }
}
