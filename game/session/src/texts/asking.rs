//! Texts of requests: prompts, values, refusals and dropped parts.

use super::names::called;
use crate::seat::{Asked, Dropped, HoveredValue, Lost, Seat, WhyNot, picker_of};

const fn asked(asked: Asked) -> &'static str {
    match asked {
        Asked::Cell => "Which cell?",
        Asked::Direction | Asked::Part => "Which way?",
        Asked::Number => "How many?",
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
        WhyNot::Empty => "nobody will be there",
        WhyNot::Taken => "somebody will stand there",
        WhyNot::TakenByItself => "it will stand there itself",
        WhyNot::Avoided => "nobody walks onto that ground by choice",
        WhyNot::TooFarByWaypoints => "too far by way of the waypoints",
        WhyNot::Itself => "it cannot be its own",
        WhyNot::Picked => "it is picked already",
        WhyNot::NotBeside => "a cell beside is asked for",
        WhyNot::NoNumber => "a number is asked for",
        WhyNot::NoPart => "no part of the region lies there",
        WhyNot::OutOfReach { by_height: true } => "out of reach, too high or too low, or something is in the way",
        WhyNot::OutOfReach { by_height: false } => "out of reach, or something is in the way",
    }
}

/// Describes the dropped part of an intent.
#[must_use]
pub fn dropped(dropped: &Dropped) -> String {
    let who = called(&dropped.unit);
    match &dropped.what {
        Lost::Unit => format!("{who} no longer acts, so what was being chosen is dropped."),
        Lost::Action(action) => format!("{who}: {action} is none of its actions any more."),
        Lost::Answers(action) => format!("{who}: {action} asks something else now; choose again."),
        Lost::Decided(action) => format!("{who} no longer does {action}: there is none."),
    }
}
