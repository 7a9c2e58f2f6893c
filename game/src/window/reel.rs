//! A recorded battle to look at: every activation of it with the state it began from, to be played, stepped through and
//! scrubbed. What differs from the record's hashes is marked, so that one can jump there.

use crate::content::Content;
use crate::names;
use crate::record::{self, Divergence, Entry, Step};
use crate::session::{RoundReport, Session, Setup};
use foretoken_vm::{Advance, GameState, Rulebook};
use std::path::Path;
use std::sync::Arc;

/// One activation.
#[derive(Debug)]
pub struct Act {
    /// Its round.
    pub round: i32,
    /// Who acted, in words.
    pub who: String,
    /// Rules in force then.
    pub book: Arc<Rulebook>,
    /// What happened, from what state.
    pub report: RoundReport,
}

/// A record made ready to look at.
#[derive(Debug)]
pub struct Reel {
    /// What happened, in order, what was taken back later included.
    pub acts: Vec<Act>,
    /// The next activation to show.
    pub at: usize,
    /// Whether it goes on by itself.
    pub plays: bool,
    /// The first activation that differs from the record, and how in words.
    pub divergence: Option<(usize, String)>,
    /// The state behind the last activation.
    end: GameState,
}

/// Most activations that are kept.
const MOST: usize = 20_000;

impl Reel {
    /// Replays a record. Also gives a session of its battle that nothing is played in.
    ///
    /// # Errors
    /// When it cannot be replayed at all.
    pub fn open(content: &Content, path: &Path) -> anyhow::Result<(Self, Session)> {
        let opened = record::open(path)?;
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let mut replay = record::start(&opened, &compile)?;
        let assets = String::new();
        let setup =
            Setup { book: Arc::clone(&replay.book), assets, pack: opened.start.pack.clone(), seed: opened.start.seed };
        let session = Session::start(setup, None)?;
        let mut reel = Self { acts: Vec::new(), at: 0, plays: true, divergence: None, end: GameState::default() };
        for (number, entry) in opened.entries.iter().enumerate() {
            let before = matches!(entry, Entry::Commit(_)).then(|| replay.battle.state().clone());
            let step = replay.apply(number as u32, entry, &compile);
            if let (Some(before), Step::Executed(divergence)) = (before, step) {
                reel.add_round(&replay, before, divergence);
            }
            if reel.acts.len() >= MOST {
                break;
            }
        }
        reel.end = replay.battle.state().clone();
        Ok((reel, session))
    }

    fn add_round(&mut self, replay: &record::Replay, mut state: GameState, divergence: Option<Divergence>) {
        let (changes, round) = (&replay.log.changes, state.round());
        for (index, &(advance, first)) in replay.activations.iter().enumerate() {
            let end = replay.activations.get(index + 1).map_or(changes.len(), |&(_, next)| next);
            let who = match advance {
                Advance::Unit(unit, _) => names::entity(&replay.book, &state, unit),
                other => names::advance(&replay.book, &state, other),
            };
            if divergence.as_ref().is_some_and(|found| found.activation == index) && self.divergence.is_none() {
                self.divergence = Some((self.acts.len(), format!("differs from the record in round {round}: {who}")));
            }
            let before = state.clone();
            for change in changes[first..end].iter().filter(|change| !change.is_note()) {
                state.apply(&replay.book, change);
            }
            let report = RoundReport {
                changes: changes[first..end].to_vec(),
                activations: vec![(advance, 0)],
                before,
                after: vec![state.clone()],
            };
            self.acts.push(Act { round, who, book: Arc::clone(&replay.book), report });
        }
    }

    /// The state before the next activation.
    #[must_use]
    pub fn state(&self) -> &GameState {
        self.acts.get(self.at).map_or(&self.end, |act| &act.report.before)
    }

    /// Goes to before an activation.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.acts.len());
    }

    /// The next activation, which is then behind.
    pub fn next(&mut self) -> Option<&Act> {
        let act = self.acts.get(self.at)?;
        self.at += 1;
        Some(act)
    }
}
