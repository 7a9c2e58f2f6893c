//! Playback of reports, change by change. A front end implements [`Performer`] to show each change and return its
//! duration.

use crate::Report;
use crate::cutaway::{highest_that_shows, top_floor};
use crate::moves::Finality;
use crate::texts::names;
use foretoken_preview::{Turn, turns_of_round};
use foretoken_vm::{Advance, Cell, Change, ChangeKind, Entity, EntityId, GameState, Rulebook};
use std::sync::Arc;

/// Playback speed factors.
pub const SPEEDS: [f32; 3] = [1.0, 2.0, 4.0];

const MOST_NEWS: usize = 100;
const BEFORE: f32 = 0.25;
const AHEAD: usize = 24;

/// A change before its display.
#[derive(Debug)]
pub struct Step<'a> {
    /// Rules.
    pub book: &'a Rulebook,
    /// Shown state before the change.
    pub state: &'a GameState,
    /// Change.
    pub change: Change,
    /// Acting unit.
    pub acting: Option<EntityId>,
    /// Target of a used action: the first other cell that it affects.
    pub aim: Option<Cell>,
    /// Finality of a move.
    pub finality: Option<Finality>,
}

/// A display of changes.
pub trait Performer {
    /// Shows a change; returns the seconds until the next one.
    fn perform(&mut self, step: &Step<'_>) -> f32;
}

struct Unseen;

impl Performer for Unseen {
    fn perform(&mut self, _: &Step<'_>) -> f32 {
        0.0
    }
}

#[derive(Debug)]
struct Show {
    report: Report,
    moves: Vec<(usize, Finality)>,
    next: usize,
    begun: usize,
    wait: f32,
}

impl Show {
    fn acting(&self) -> Option<EntityId> {
        match self.report.activations.get(self.begun.checked_sub(1)?)?.0 {
            Advance::Unit(unit, _) if unit.is_some() => Some(unit),
            _ => None,
        }
    }

    fn sighted(&self, at: usize) -> Option<Entity> {
        self.report.sightings.iter().find(|&&(change, _)| change == at).map(|&(_, row)| row)
    }
}

/// Shown part of a report.
#[derive(Debug)]
pub struct Playback {
    book: Arc<Rulebook>,
    show: Option<Show>,
    state: GameState,
    holds: bool,
    news: Vec<String>,
    /// Shown seconds per real second.
    pace: f32,
}

impl Playback {
    /// Creates an idle playback.
    #[must_use]
    pub fn new(book: Arc<Rulebook>) -> Self {
        let (state, news) = (GameState::default(), Vec::new());
        Self { book, show: None, state, holds: false, news, pace: 1.0 }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// Replaces the rules and ends the current report. Returns false if they are the same.
    pub fn set_book(&mut self, book: Arc<Rulebook>) -> bool {
        let other = !Arc::ptr_eq(&self.book, &book);
        if other {
            self.skip();
            self.book = book;
        }
        other
    }

    /// Shows a report.
    pub fn play(&mut self, report: Report) {
        self.state.copy_from(&report.before);
        let of = |(index, &(_, first)): (usize, &(Advance, usize))| {
            report.moves(index).into_iter().map(move |step| (first + step.change, step.finality))
        };
        let moves = report.activations.iter().enumerate().flat_map(of).collect();
        self.show = Some(Show { report, moves, next: 0, begun: 0, wait: BEFORE });
    }

    /// Shows a state instead of the battle's from now on.
    pub fn hold(&mut self, state: &GameState) {
        self.show = None;
        self.holds = true;
        self.state.copy_from(state);
    }

    /// Shows the battle's own state again.
    pub const fn release(&mut self) {
        self.holds = false;
    }

    /// Returns the speed factor, above 0.
    #[must_use]
    pub const fn pace(&self) -> f32 {
        self.pace.max(0.1)
    }

    /// Whether a report or held state is shown.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.show.is_some() || self.holds
    }

    /// Whether a held state is shown.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.holds
    }

    /// Whether a report is running.
    #[must_use]
    pub const fn is_showing(&self) -> bool {
        self.show.is_some()
    }

    /// Returns the shown state, unless it is the battle's.
    #[must_use]
    pub fn state(&self) -> Option<&GameState> {
        self.is_playing().then_some(&self.state)
    }

    /// Returns the highest floor to show during a report, so that the actor is visible.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        let board = &self.book.board;
        let acting = self.show.as_ref()?.acting().map(|unit| self.state.entity(unit).cell);
        Some(acting.map_or_else(|| top_floor(board), |cell| highest_that_shows(board, cell)))
    }

    /// Returns the turns of the round if the state has an agenda, else those of the report from the current actor on.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        if self.state.agenda().len() > 0 {
            return turns_of_round(&self.state);
        }
        let Some(show) = &self.show else { return Vec::new() };
        let round = self.state.round();
        let left = show.report.activations.iter().skip(show.begun.saturating_sub(1));
        let turns = left.map(|&(advance, _)| Turn { advance, round, time: None, points: None, is_foreseen: true });
        let mut turns: Vec<Turn> = turns.filter(Turn::is_slot).collect();
        turns.dedup_by(|later, earlier| earlier.unit().is_some() && earlier.unit() == later.unit());
        turns
    }

    /// Returns the acting unit.
    #[must_use]
    pub fn acting(&self) -> Option<EntityId> {
        self.show.as_ref()?.acting()
    }

    /// Returns the latest news; empty for none.
    #[must_use]
    pub fn news(&self) -> &str {
        self.news.last().map_or("", String::as_str)
    }

    /// Clears the news.
    pub fn clear_news(&mut self) {
        self.news.clear();
    }

    /// Sets the speed factor; 1 is normal.
    pub const fn set_pace(&mut self, pace: f32) {
        self.pace = pace;
    }

    /// Advances the clock. Returns the shown seconds that passed.
    pub fn step(&mut self, seconds: f32, performer: &mut impl Performer) -> f32 {
        let seconds = seconds * self.pace;
        if let Some(show) = &mut self.show {
            show.wait -= seconds;
        }
        while self.show.as_ref().is_some_and(|show| show.wait <= 0.0) {
            self.advance(performer);
        }
        seconds
    }

    /// Skips to the next news; `None` if the report ends first.
    pub fn next_news(&mut self) -> Option<&str> {
        while self.show.is_some() {
            if self.advance(&mut Unseen) {
                return Some(self.news());
            }
        }
        None
    }

    /// Skips to the end of the report.
    pub fn skip(&mut self) {
        while self.show.is_some() {
            self.advance(&mut Unseen);
        }
    }

    fn advance(&mut self, performer: &mut impl Performer) -> bool {
        let Some(show) = &mut self.show else { return false };
        let Some(&change) = show.report.changes.get(show.next) else {
            self.show = None;
            return false;
        };
        let begun = show.begun;
        while show.report.activations.get(show.begun).is_some_and(|&(_, first)| first <= show.next) {
            show.begun += 1;
        }
        if show.begun != begun
            && let Some(known) = show.begun.checked_sub(2).and_then(|before| show.report.after.get(before))
        {
            self.state.copy_from(known);
        }
        show.next += 1;
        let aim = matches!(change.kind, ChangeKind::Uses)
            .then(|| aim_of(&show.report.changes[show.next..], &self.state, change.entity));
        let at = show.next - 1;
        let finality = show.moves.binary_search_by_key(&at, |&(change, _)| change).ok();
        let step = Step {
            book: &self.book,
            state: &self.state,
            change,
            acting: show.acting(),
            aim: aim.flatten(),
            finality: finality.map(|index| show.moves[index].1),
        };
        show.wait += performer.perform(&step);
        let sighted = show.sighted(show.next - 1);
        match (change.kind, sighted) {
            (ChangeKind::Detected, Some(row)) => self.state.show(change.entity, row),
            (ChangeKind::Detected, None) => self.state.blank_entity(change.entity),
            _ if change.is_note() => {}
            _ => self.state.apply(&self.book, &change),
        }
        let told = names::told(&self.book, &self.state, &show.report.changes, show.next - 1);
        let is_news = told.is_some();
        told.into_iter().for_each(|words| self.tell(words));
        is_news
    }

    fn tell(&mut self, words: String) {
        if self.news.len() >= MOST_NEWS {
            self.news.drain(..=self.news.len() - MOST_NEWS);
        }
        self.news.push(words);
    }
}

/// Returns the target of an action: the first other cell that the next changes affect, up to the next actor.
fn aim_of(changes: &[Change], state: &GameState, actor: EntityId) -> Option<Cell> {
    for change in changes.iter().take(AHEAD) {
        let aim = match change.kind {
            ChangeKind::NextPlace | ChangeKind::Uses => return None,
            ChangeKind::Struck | ChangeKind::Veiled | ChangeKind::Surface => change.cell(),
            ChangeKind::Cell if change.entity == actor => change.cell_after(),
            _ if change.entity.is_some()
                && change.entity != actor
                && change.entity.index() < state.entities().len() =>
            {
                state.entity(change.entity).cell
            }
            _ => continue,
        };
        return (aim != state.entity(actor).cell).then_some(aim);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use crate::content::Content;
    use std::path::Path;

    fn round() -> (Arc<Rulebook>, Report) {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = Content::open(&assets).expect("content");
        let setup = content.setup("first-light", Some(3)).expect("it compiles").setup;
        let mut session = Session::start(setup, None).expect("it begins");
        session.decide_rest_by_planner();
        let report = session.commit();
        (Arc::clone(session.book()), report)
    }

    #[derive(Default)]
    struct Seen {
        changes: Vec<Change>,
        acting: Vec<Option<EntityId>>,
        takes: f32,
    }

    impl Performer for Seen {
        fn perform(&mut self, step: &Step<'_>) -> f32 {
            self.changes.push(step.change);
            self.acting.push(step.acting);
            self.takes
        }
    }

    #[test]
    fn every_change_is_performed_once_and_in_order_at_every_speed() {
        let (book, report) = round();
        for speed in SPEEDS {
            let mut playback = Playback::new(Arc::clone(&book));
            playback.set_pace(speed);
            playback.play(report.clone());
            let mut seen = Seen { takes: 0.1, ..Seen::default() };
            let mut frames = 0;
            while playback.is_showing() {
                playback.step(0.1, &mut seen);
                frames += 1;
            }
            assert_eq!(seen.changes, report.changes);
            let seconds = (BEFORE + 0.1 * report.changes.len() as f32) / speed;
            assert!((frames as f32 * 0.1 - seconds).abs() < 0.25, "{frames} frames at {speed}");
        }
    }

    #[test]
    fn what_is_shown_in_the_end_is_what_is_known_then_however_one_comes_there() {
        let (book, report) = round();
        let last = report.after.last().expect("somebody acted").hash64(&book);
        let end = |walk: &dyn Fn(&mut Playback)| {
            let mut playback = Playback::new(Arc::clone(&book));
            playback.play(report.clone());
            playback.holds = true;
            walk(&mut playback);
            assert!(!playback.is_showing());
            playback.state().expect("it is held").hash64(&book)
        };
        assert_eq!(end(&|playback| playback.skip()), last);
        assert_eq!(end(&|playback| while playback.next_news().is_some() {}), last);
        assert_eq!(
            end(&|playback| {
                playback.step(1e6, &mut Seen::default());
            }),
            last
        );
        let halfway = |playback: &mut Playback| {
            playback
                .step(BEFORE + 0.1 * (report.changes.len() / 2) as f32, &mut Seen { takes: 0.1, ..Seen::default() });
            playback.skip();
        };
        assert_eq!(end(&halfway), last);
    }

    #[test]
    fn the_one_that_acts_is_the_one_whose_activation_has_begun() {
        let (book, report) = round();
        let mut playback = Playback::new(book);
        let mut seen = Seen::default();
        playback.play(report.clone());
        playback.step(1e6, &mut seen);
        for (index, acting) in seen.acting.iter().enumerate() {
            let begun = report.activations.iter().rfind(|&&(_, first)| first <= index);
            let unit = begun.and_then(|(advance, _)| match *advance {
                Advance::Unit(unit, _) => Some(unit),
                _ => None,
            });
            assert_eq!(*acting, unit, "change {index}");
        }
        assert!(seen.acting.iter().any(Option::is_some));
    }

    #[test]
    fn a_terminal_and_a_window_tell_the_same_news() {
        let (book, report) = round();
        let mut by_news = Playback::new(Arc::clone(&book));
        by_news.play(report.clone());
        let mut told = Vec::new();
        while let Some(news) = by_news.next_news() {
            told.push(news.to_owned());
        }
        let mut by_time = Playback::new(book);
        by_time.play(report);
        by_time.step(1e6, &mut Seen::default());
        assert_eq!(by_time.news, told);
        assert!(told.len() > 3, "{told:?}");
    }

    #[test]
    fn news_stay_few() {
        let mut playback = Playback::new(Arc::new(Rulebook::default()));
        for number in 0..10 * MOST_NEWS {
            playback.tell(number.to_string());
        }
        assert_eq!(playback.news.len(), MOST_NEWS);
        assert_eq!(playback.news(), (10 * MOST_NEWS - 1).to_string());
    }
}
