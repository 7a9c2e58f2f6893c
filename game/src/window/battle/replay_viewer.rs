//! The viewer of recorded battles: all activations with their states, for playback and seeking. Marks the first
//! difference from the recorded hashes.

use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::record::{self, Divergence, Entry, Step};
use foretoken_session::texts::names;
use foretoken_session::{Report, Session, Setup};
use foretoken_vm::{Advance, EntityId, GameState, Rulebook};
use std::path::Path;
use std::sync::Arc;

/// An activation.
#[derive(Debug)]
pub struct ReplayActivation {
    /// Round.
    pub round: i32,
    /// Actor's name.
    pub who: String,
    /// Rules.
    pub book: Arc<Rulebook>,
    /// Whether it was undone later.
    pub taken_back: bool,
    /// Whether an undo directly precedes it.
    pub anew: bool,
    /// Changes and first state.
    pub report: Report,
}

/// A record in the viewer.
#[derive(Debug)]
pub struct ReplayViewer {
    /// All activations in order, undone ones included.
    pub acts: Vec<ReplayActivation>,
    /// Index of the next activation.
    pub at: usize,
    /// Whether the playback runs.
    pub plays: bool,
    /// First differing activation, with a description.
    pub divergence: Option<(usize, String)>,
    /// Whether the viewer's limit cut off later activations.
    pub cut_off: bool,
    /// First and last activation of a film, from 1, if chosen.
    pub span: (Option<usize>, Option<usize>),
    end: GameState,
}

const MOST: usize = 20_000;

/// Approximate memory limit of all states: 512 MiB.
const MOST_KEPT: usize = 512 << 20;

impl ReplayViewer {
    /// Replays a record. Also returns an unplayed session of its battle.
    ///
    /// # Errors
    ///
    /// If it cannot be replayed.
    pub fn open(content: &Content, path: &Path) -> anyhow::Result<(Self, Session)> {
        let opened = record::open(path)?;
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let (mut replay, opening) = record::opened_battle(&opened, &compile)?;
        let setup = Setup::untold(Arc::clone(&replay.book), opening);
        let setup = Setup { pack: opened.start.pack.clone(), level: Level::Easy, ..setup };
        let session = Session::start(setup, None)?;
        let team = session.seat().team();
        replay.watch(team);
        let mut replay_viewer = Self {
            acts: Vec::new(),
            at: 0,
            plays: true,
            divergence: None,
            cut_off: false,
            span: (None, None),
            end: GameState::default(),
        };
        let mut acts_after: Vec<usize> = Vec::new();
        let mut anew = false;
        let mut kept = 0;
        for (number, entry) in opened.entries.iter().enumerate() {
            let known = |replay: &record::Replay| replay.battle.project(&replay.book, team).state().clone();
            let before = entry.is_commit().then(|| (replay.battle.state().clone(), known(&replay)));
            let step = replay.apply(number as u32, entry, &compile);
            let first = replay_viewer.acts.len();
            match (before, step, entry) {
                (Some((before, known)), Step::Executed(divergence), _) => {
                    kept += 2 * before.footprint() * replay.activations.len();
                    if replay.book.sight.is_some() {
                        let seen = replay.seen(number as u32, before, known);
                        replay_viewer.add_seen(&replay, seen, divergence);
                    } else {
                        replay_viewer.add_round(&replay, before, divergence);
                    }
                    if let Some(act) = replay_viewer.acts.get_mut(first) {
                        act.anew = std::mem::take(&mut anew);
                    }
                }
                (_, Step::WentBack(true), Entry::UndoTo(to) | Entry::ForkTo(to)) => {
                    let since = acts_after.get(*to as usize).copied().unwrap_or(first);
                    anew |= replay_viewer.take_back(since);
                }
                _ => {}
            }
            acts_after.push(replay_viewer.acts.len());
            if replay_viewer.acts.len() >= MOST || kept >= MOST_KEPT {
                replay_viewer.cut_off = number + 1 < opened.entries.len();
                break;
            }
        }
        replay_viewer.end = match replay.book.sight {
            Some(_) => replay.battle.project(&replay.book, team).state().clone(),
            None => replay.battle.state().clone(),
        };
        Ok((replay_viewer, session))
    }

    /// Sets or clears the film's begin at the next activation; clears an end before it.
    pub fn begin_span(&mut self) {
        if self.acts.is_empty() {
            return;
        }
        let from = (self.at + 1).min(self.acts.len());
        self.span.0 = (self.span.0 != Some(from)).then_some(from);
        self.span.1 = self.span.1.filter(|&to| to >= from);
    }

    /// Sets or clears the film's end at the last shown activation; clears a begin after it.
    pub fn end_span(&mut self) {
        if self.acts.is_empty() {
            return;
        }
        let to = self.at.max(1);
        self.span.1 = (self.span.1 != Some(to)).then_some(to);
        self.span.0 = self.span.0.filter(|&from| from <= to);
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
                self.divergence =
                    Some((self.acts.len(), format!("the battle no longer matches the record: round {round}, {who}")));
            }
            let before = state.clone();
            for change in changes[first..end].iter().filter(|change| !change.is_note()) {
                state.apply(&replay.book, change);
            }
            let mut report = Report::empty(before);
            report.changes.extend_from_slice(&changes[first..end]);
            report.activations.push((advance, 0));
            report.after.push(state.clone());
            let book = Arc::clone(&replay.book);
            self.acts.push(ReplayActivation { round, who, book, taken_back: false, anew: false, report });
        }
    }

    /// Adds a report. A difference marks its first activation, because the differing one can be hidden.
    fn add_seen(&mut self, replay: &record::Replay, seen: Report, divergence: Option<Divergence>) {
        if let Some(found) = divergence.filter(|_| self.divergence.is_none()) {
            let words = format!("the battle no longer matches the record: round {}", found.round);
            self.divergence = Some((self.acts.len(), words));
        }
        for report in seen.by_activation() {
            let round = report.before.round();
            let who = match report.activations[0].0 {
                Advance::Unit(EntityId::NONE, _) => "an unseen unit".to_owned(),
                Advance::Unit(unit, _) => names::entity(&replay.book, &report.before, unit),
                other => names::advance(&replay.book, &report.before, other),
            };
            let book = Arc::clone(&replay.book);
            self.acts.push(ReplayActivation { round, who, book, taken_back: false, anew: false, report });
        }
    }

    fn take_back(&mut self, since: usize) -> bool {
        let undone = self.acts.get_mut(since..).unwrap_or_default();
        let standing = undone.iter_mut().filter(|act| !act.taken_back);
        standing.map(|act| act.taken_back = true).count() > 0
    }

    /// Returns the rules of the next activation, or of the last at the end.
    #[must_use]
    pub fn book(&self) -> Option<&Arc<Rulebook>> {
        self.acts.get(self.at).or(self.acts.last()).map(|act| &act.book)
    }

    /// Describes the shown activation; `playing` is set while the previous one runs.
    #[must_use]
    pub fn words(&self, playing: bool) -> String {
        let Some(act) = self.acts.get(self.at.saturating_sub(usize::from(playing))) else {
            let end = if self.cut_off { "The rest is too long to show." } else { "The end." };
            return end.to_owned();
        };
        let anew = if act.anew { "Undone to here. " } else { "" };
        let undone = if act.taken_back { " (undone later)" } else { "" };
        format!("{anew}Round {}: {}{undone}", act.round, act.who)
    }

    /// Returns the state before the next activation.
    #[must_use]
    pub fn state(&self) -> &GameState {
        self.acts.get(self.at).map_or(&self.end, |act| &act.report.before)
    }

    /// Jumps before an activation.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.acts.len());
    }

    /// Returns the next activation and moves past it.
    pub fn advance(&mut self) -> Option<&ReplayActivation> {
        let act = self.acts.get(self.at)?;
        self.at += 1;
        Some(act)
    }
}
