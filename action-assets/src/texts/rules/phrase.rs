//! Phrases that several texts share.

use foretoken_vm::stats::Clock;

pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn with_article(words: &str) -> String {
    let first = words.chars().next().unwrap_or('a');
    if ["the ", "a ", "it"].iter().any(|start| words.starts_with(start)) {
        words.to_owned()
    } else if "aeiou".contains(first) {
        format!("an {words}")
    } else {
        format!("a {words}")
    }
}

/// Joins a thing and its place, such as `an enemy, distance up to 3` or `an adjacent enemy`.
pub(super) fn placed(thing: &str, place: &str) -> String {
    if let Some(rest) = place.strip_prefix("adjacent") {
        let before = ["the cell of an ", "the cell of a ", "another ", "an ", "a "];
        let noun = before.iter().find_map(|start| Some((*start, thing.strip_prefix(start)?)));
        return match noun {
            Some((start, noun)) if start.starts_with("the cell") => format!("the cell of an adjacent {noun}{rest}"),
            Some((_, noun)) => format!("an adjacent {noun}{rest}"),
            None => format!("{thing}, adjacent{rest}"),
        };
    }
    let is_apart = ["distance", "one of", "height", "any height"].iter().any(|start| place.starts_with(start));
    match place {
        "" => thing.to_owned(),
        _ if place.starts_with(',') => format!("{thing}{place}"),
        _ if is_apart => format!("{thing}, {place}"),
        _ => format!("{thing} {place}"),
    }
}

/// Joins a thing and its place for the middle of a sentence, with the details of the place in brackets.
pub(super) fn placed_briefly(thing: &str, place: &str) -> String {
    let (main, details) = place.split_once(", ").unwrap_or((place, ""));
    let words = placed(thing, main).replace(", distance", " at distance");
    if details.is_empty() { words } else { format!("{words} ({details})") }
}

/// Returns the allowed difference of height, in steps.
pub(super) fn height(up: &str, down: &str) -> String {
    if up == down { format!("height difference up to {up}") } else { format!("height +{up} to −{down}") }
}

/// Returns when a status counts its time.
pub(super) const fn clock(clock: Clock) -> &'static str {
    match clock {
        Clock::BearerEnds => "at the end of each turn of the unit",
        Clock::BearerBegins => "at the start of each turn of the unit",
        Clock::SourceEnds => "at the end of each turn of the unit that applied it",
        Clock::SourceBegins => "at the start of each turn of the unit that applied it",
        Clock::SideBegins => "at the start of each turn of its side",
        Clock::UseEnds => "after each action of the unit",
        Clock::RoundEnds => "at the end of each round",
        Clock::AnyEnds => "at the end of each turn of any unit",
    }
}
