//! Comparison of two replays: the first differing activation, with token and field.

use super::replay::{Compile, Replay};
use super::{Entry, Opened, ReplayError, Step, start};
use crate::called::Actor;
use foretoken_vm::state::Span;
use foretoken_vm::{Advance, Change, GameState, Rulebook, Token};
use std::sync::Arc;

/// First difference of two replays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Round in the first replay.
    pub round: i32,
    /// Index of the activation in the round.
    pub activation: usize,
    /// Both replays there.
    pub sides: (Parting, Parting),
}

/// One replay at the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Actor.
    pub acts: Acts,
    /// Instruction of the first differing change.
    pub made: Option<Made>,
    /// First differing change.
    pub change: Option<Change>,
    /// State at the end of the round, for names.
    pub state: GameState,
    /// Rules.
    pub book: Rules,
}

/// Actor at the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acts {
    /// None: the record ended.
    Ended,
    /// None: the record has another round.
    GoesOn,
    /// None: the other replay has more activations.
    Nobody,
    /// An actor.
    By(Actor),
}

/// Source of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// The turn order.
    TurnOrder,
    /// An instruction of a program.
    Line {
        /// Name of the program.
        program: String,
        /// Index.
        line: u32,
        /// Mnemonic in a disassembly.
        token: &'static str,
    },
}

/// Rules of a replay, compared by identity.
#[derive(Clone, Debug)]
pub struct Rules(pub Arc<Rulebook>);

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Rules {}

/// Runs two records side by side. Returns `None` if they do not differ.
///
/// # Errors
///
/// If one cannot be replayed.
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
                let acts = if a.is_some() { (Acts::GoesOn, Acts::Ended) } else { (Acts::Ended, Acts::GoesOn) };
                let sides = (parting(&left.replay, acts.0), parting(&right.replay, acts.1));
                return Ok(Some(Difference { round: left.round.max(right.round), activation: 0, sides }));
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
    let side = |replay: &Replay, changes: &[Change]| {
        let acts = match replay.activations.get(activation) {
            Some(&(advance, _)) => Acts::By(Actor::of(&replay.book, replay.battle.state(), advance)),
            None => Acts::Nobody,
        };
        let first = replay.activations.get(activation).map_or(0, |&(_, first)| first);
        Parting { made: made(replay, first + at), change: changes.get(at).copied(), ..parting(replay, acts) }
    };
    Some(Difference { round, activation, sides: (side(a, changes_a), side(b, changes_b)) })
}

fn parting(replay: &Replay, acts: Acts) -> Parting {
    let (state, book) = (replay.battle.state().clone(), Rules(Arc::clone(&replay.book)));
    Parting { acts, made: None, change: None, state, book }
}

fn part(replay: &Replay, activation: usize) -> (Option<Advance>, &[Change]) {
    let Some(&(advance, _)) = replay.activations.get(activation) else { return (None, &[]) };
    (Some(advance), replay.changes_of(activation))
}

fn made(replay: &Replay, change: usize) -> Option<Made> {
    let span = replay.log.span_of(change).filter(|_| change < replay.log.len())?;
    if span.program == Span::ENGINE {
        return Some(Made::TurnOrder);
    }
    let program = replay.book.program(span.program);
    let token = program.and_then(|p| p.code.get(span.pc as usize)).map(Token::name).unwrap_or_default();
    let name = program.map_or("?", |p| p.name.as_str());
    Some(Made::Line { program: name.to_owned(), line: u32::from(span.pc), token })
}
