//! Two replays side by side: the first activation in which they differ, and within it the token and the field.

use super::replay::{Compile, Replay};
use super::{Entry, Opened, ReplayError, Step, start};
use crate::wording::names;
use foretoken_vm::state::Span;
use foretoken_vm::{Advance, Change, Token};

/// Where two replays part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, as the first counts.
    pub round: i32,
    /// Index of the activation in the round.
    pub activation: usize,
    /// Who acts there in the first, and in the second.
    pub who: (String, String),
    /// Token that made the first differing change, in each: program and line.
    pub token: (String, String),
    /// The change, in words, in each; empty where one has none.
    pub change: (String, String),
}

/// Runs two records side by side. `None` when neither differs from the other.
///
/// # Errors
/// When one of them cannot be replayed at all.
pub fn diff(a: &Opened, b: &Opened, compile: &Compile<'_>) -> Result<Option<Difference>, ReplayError> {
    let mut left = Side::new(a, start(a, compile)?);
    let mut right = Side::new(b, start(b, compile)?);
    loop {
        match (left.next_round(compile), right.next_round(compile)) {
            (None, None) => return Ok(None),
            (a, b) if a.is_some() && b.is_some() => {
                if let Some(difference) = compare(&left.replay, &right.replay, left.round) {
                    return Ok(Some(difference));
                }
            }
            (a, _) => {
                let ended = "the record has ended".to_owned();
                let goes_on = "another round".to_owned();
                let who = if a.is_some() { (goes_on, ended) } else { (ended, goes_on) };
                let none = (String::new(), String::new());
                let round = left.round.max(right.round);
                return Ok(Some(Difference { round, activation: 0, who, token: none.clone(), change: none }));
            }
        }
    }
}

struct Side<'a> {
    entries: std::iter::Enumerate<std::slice::Iter<'a, Entry>>,
    replay: Replay,
    round: i32,
}

impl<'a> Side<'a> {
    fn new(opened: &'a Opened, replay: Replay) -> Self {
        Self { entries: opened.entries.iter().enumerate(), replay, round: 0 }
    }

    /// Replays up to and including the next executed round.
    fn next_round(&mut self, compile: &Compile<'_>) -> Option<()> {
        loop {
            let (number, entry) = self.entries.next()?;
            let round = self.replay.battle.state().round();
            if let Step::Executed(_) = self.replay.apply(number as u32, entry, compile) {
                self.round = round;
                return Some(());
            }
        }
    }
}

fn compare(a: &Replay, b: &Replay, round: i32) -> Option<Difference> {
    let count = a.activations.len().max(b.activations.len());
    let activation = (0..count).find(|&at| part(a, at) != part(b, at))?;
    let (changes_a, changes_b) = (part(a, activation).1, part(b, activation).1);
    let at = changes_a.iter().zip(changes_b).take_while(|(x, y)| x == y).count();
    let who = |replay: &Replay| match replay.activations.get(activation) {
        Some((advance, _)) => names::advance(&replay.book, replay.battle.state(), *advance),
        None => "nobody".to_owned(),
    };
    let first = |replay: &Replay| replay.activations.get(activation).map_or(0, |&(_, first)| first);
    Some(Difference {
        round,
        activation,
        who: (who(a), who(b)),
        token: (token(a, first(a) + at), token(b, first(b) + at)),
        change: (in_words(a, changes_a.get(at)), in_words(b, changes_b.get(at))),
    })
}

fn part(replay: &Replay, activation: usize) -> (Option<Advance>, &[Change]) {
    let Some(&(advance, first)) = replay.activations.get(activation) else { return (None, &[]) };
    let end = replay.activations.get(activation + 1).map_or(replay.log.len(), |&(_, next)| next);
    (Some(advance), &replay.log.changes[first..end])
}

fn token(replay: &Replay, change: usize) -> String {
    let Some(span) = replay.log.span_of(change).filter(|_| change < replay.log.len()) else { return String::new() };
    if span.program == Span::ENGINE {
        return "the turn order".to_owned();
    }
    let program = replay.book.program(span.program);
    let op = program.and_then(|p| p.code.get(span.pc as usize)).map(Token::name);
    let name = program.map_or("?", |p| p.name.as_str());
    format!("{name}, line {:04}, {}", span.pc, op.unwrap_or_default())
}

fn in_words(replay: &Replay, change: Option<&Change>) -> String {
    change.map(|c| names::change(&replay.book, replay.battle.state(), c)).unwrap_or_default()
}
