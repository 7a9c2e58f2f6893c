//! Texts of records: remarks on resuming, and differences.

use super::{names, rewind_points};
use crate::record::{Acts, Made, OddEntry, Parting, Remark, Summary, WriteError};
use crate::referee::Trouble;
use foretoken_action_assets::store::journal::Damage;
use foretoken_vm::Outcome;
use std::path::Path;
use std::time::Duration;

/// Describes the remark on a resumed battle.
#[must_use]
pub fn remark(remark: &Remark) -> String {
    match remark {
        Remark::FromSnapshot => {
            "This battle was recorded with other rules. It continues from its last saved state.".to_owned()
        }
        Remark::OtherRules => "This battle was recorded with other rules. Later steps may differ.".to_owned(),
        Remark::Edited => "This battle was edited by hand.".to_owned(),
        Remark::NotTakenOver(error) => {
            format!("The changed assets do not fit this battle, so it uses its earlier assets. {error}")
        }
        Remark::Diverged(at) => format!(
            "Round {} differs from the record, first at {}. The battle continues under the current rules.",
            at.round,
            diverged(at.who.as_ref())
        ),
    }
}

/// Describes the actor at the first difference to a record.
#[must_use]
pub fn diverged(who: Option<&crate::called::Actor>) -> String {
    who.map_or_else(|| "no unit: the replay has fewer turns".to_owned(), rewind_points::actor)
}

/// Describes an unusual entry of a record.
#[must_use]
pub fn odd_entry(odd: OddEntry) -> String {
    match odd {
        OddEntry::Unknown { entry, kind } => format!("entry {entry} has the unknown type {kind} and was skipped"),
        OddEntry::Edited { entry } => format!("entry {entry}: the battle was edited by hand"),
    }
}

/// Describes a failed write of a record.
#[must_use]
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Stopped(error) => format!("{error}. The battle continues, but is no longer recorded."),
        Trouble::Behind(error) => behind(error),
        Trouble::Caught => "The disk has space again. The whole battle is recorded.".to_owned(),
    }
}

fn behind(error: &WriteError) -> String {
    format!("{error}. The battle continues and will be recorded as soon as possible.")
}

/// Describes where a battle is recorded.
#[must_use]
pub fn recorded(path: Option<&Path>) -> String {
    match path {
        Some(path) => format!("Every step is saved in {}.", path.display()),
        None => "This battle is not recorded.".to_owned(),
    }
}

/// Describes the actor at a difference of two replays.
#[must_use]
pub fn acts(acts: &Acts) -> String {
    match acts {
        Acts::Ended => "the record has ended".to_owned(),
        Acts::GoesOn => "an extra round".to_owned(),
        Acts::Nobody => "no unit".to_owned(),
        Acts::By(actor) => rewind_points::actor(actor),
    }
}

/// Describes the instruction of a change; empty for none.
#[must_use]
pub fn made(made: Option<&Made>) -> String {
    match made {
        None => String::new(),
        Some(Made::TurnOrder) => "the turn order".to_owned(),
        Some(Made::Line { program, line, token }) => format!("{program}, line {line:04}, {token}"),
    }
}

/// Describes the first differing change; empty for none.
#[must_use]
pub fn changed(parting: &Parting) -> String {
    let change = parting.change.as_ref();
    change.map(|change| names::change(&parting.book.0, &parting.state, change)).unwrap_or_default()
}

/// Describes the time since the last write.
#[must_use]
pub fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (number, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1_440 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    format!("{} ago", names::count(i32::try_from(number).unwrap_or(i32::MAX), unit))
}

/// Describes the status of a recorded battle.
#[must_use]
pub fn standing(summary: &Summary) -> String {
    let round = summary.round;
    match summary.outcome {
        0 => format!("round {round}, unfinished"),
        1 => format!("won in round {round}"),
        2 => format!("lost in round {round}"),
        other => match (Outcome::winner(other), Outcome::loser(other)) {
            (Some(team), _) => format!("won by side {} in round {round}", team.0 + 1),
            (_, Some(team)) => format!("lost by side {} in round {round}", team.0 + 1),
            _ => format!("drawn in round {round}"),
        },
    }
}

/// Describes the torn end that was cut off.
#[must_use]
pub fn cut_off(damage: &Damage) -> String {
    format!("{}. The last {} bytes were cut off.", damage.reason, damage.bytes.len())
}

/// The battle continues without a remark.
#[must_use]
pub const fn goes_on() -> &'static str {
    "Battle loaded."
}
