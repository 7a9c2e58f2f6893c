//! Texts of requests: prompts, values, refusals and dropped parts.

use super::names::called;
use crate::seat::{Asked, Dropped, HoveredValue, Lost, Seat, WhyNot, picker_of};

const fn asked(asked: Asked) -> &'static str {
    match asked {
        Asked::Cell => "Which cell?",
        Asked::Direction | Asked::Part => "Which way?",
        Asked::Number => "How many?",
        Asked::Slot => "Which slot?",
        Asked::Walk => "Walk where?",
        Asked::Several => "Which ones?",
        Asked::Unit => "Whom?",
    }
}

/// Returns the prompt of the open request; `None` without one.
#[must_use]
pub fn prompt(seat: &Seat) -> Option<String> {
    let (book, question) = (seat.book(), seat.question()?);
    let prompts = &book.program(question.program)?.debug.prompts;
    let prompt = prompts.get(question.request_index as usize).filter(|prompt| !prompt.is_empty());
    let words = prompt.cloned().unwrap_or_else(|| asked(picker_of(book, &question.request).asked()).to_owned());
    Some(match question.picks {
        Some(picks) => format!("{words} {} of {}.", picks.cells().len() + 1, picks.most),
        None => words,
    })
}

/// Describes the answer under the cursor if it has no cell.
#[must_use]
pub fn hovered(seat: &Seat) -> Option<String> {
    Some(match seat.draft()?.hovered_value()? {
        HoveredValue::Number(number) => number.to_string(),
        HoveredValue::Part(part) => {
            let region = seat.question().and_then(|question| seat.book().region(question.request.region));
            let words = region.zip(part).map(|(region, part)| region.part_words(seat.book(), part));
            words.unwrap_or_else(|| "none".to_owned())
        }
        HoveredValue::Enough => "enough".to_owned(),
        HoveredValue::Pass => "pass".to_owned(),
    })
}

/// Describes why a cell is not an answer, as part of a sentence.
#[must_use]
pub const fn why_not(why: WhyNot) -> &'static str {
    match why {
        WhyNot::Empty => "no unit will be there",
        WhyNot::Taken => "another unit will be standing there by then",
        WhyNot::TakenByItself => "the user itself will be standing there by then",
        WhyNot::Avoided => "units avoid that ground when they walk",
        WhyNot::TooFarByWaypoints => "too far with these waypoints",
        WhyNot::Itself => "it cannot target itself",
        WhyNot::Picked => "it is already picked",
        WhyNot::NotBeside => "choose a neighbouring cell",
        WhyNot::NoNumber => "choose a number",
        WhyNot::NoPart => "no direction or area that you can choose reaches it",
        WhyNot::OutOfReach { by_height: true } => "out of range, too high or too low, or blocked",
        WhyNot::OutOfReach { by_height: false } => "out of range, or blocked",
    }
}

/// Describes the dropped part of an intent.
#[must_use]
pub fn dropped(dropped: &Dropped) -> String {
    let who = called(&dropped.unit);
    match &dropped.what {
        Lost::Unit => format!("{who} can no longer act, so your open choice was cancelled."),
        Lost::Action(action) => format!("{who} no longer has {action}."),
        Lost::Answers(action) => format!("{who}: {action} has changed; choose again."),
        Lost::Decided(action) => format!("{who} no longer uses {action}: the action was removed."),
    }
}
