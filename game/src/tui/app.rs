//! The terminal app. All input passes [`App::handle`].

use super::input::{Bindings, Command, Input};
use super::online_battle::Talk;
use crate::achieved::Note;
use crate::editor_host::EditorHost;
use crate::presentation::Presentation;
use crossterm::event::KeyCode;
use foretoken_action_assets::assets::LessonStep;
use foretoken_preview::Threat;
use foretoken_session::controller::{Choosing, Controller, Intention, NO_OTHER_PLAN, NOTHING_FORESEEN};
use foretoken_session::playback::Playback;
use foretoken_session::{Report, Session};
use foretoken_vm::{Cell, EntityId, GameState};
use ratatui::layout::Rect;
use std::sync::Arc;

/// Mode of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Choice of a unit.
    Units,
    /// Choice of an action.
    Actions,
    /// Answer to a request.
    Target,
    /// Playback of a round.
    Watch,
    /// The rewind list.
    Rewind,
    /// The unit page.
    Unit,
    /// The deck page.
    Deck,
    /// The page of causes.
    Why,
    /// The page of the prediction.
    Foreseen,
    /// The comparison of two plans.
    Plans,
    /// The log.
    Log,
    /// The help page.
    Help,
    /// The battle is over.
    Over,
    /// The screen changes hands; the battle is hidden.
    HandOver,
    /// The page of an online battle: chat and table.
    Talk,
}

/// A request of the app to its runner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppRequest {
    /// Draw and continue.
    Go,
    /// Leave the battle.
    Quit,
    /// Restart the scenario.
    Again,
    /// Start the next scenario.
    Next,
    /// Leave the table of an online battle.
    Leave,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) board: Rect,
    pub(super) cell: (u16, u16),
    pub(super) origin: (i32, i32),
    pub(super) actions: Rect,
    pub(super) order: Vec<(u16, EntityId)>,
    pub(super) order_area: Rect,
    pub(super) points: usize,
    pub(super) page: usize,
    pub(super) end: usize,
    pub(super) parts: Vec<usize>,
}

const THREAT_SHOWN: &str =
    "! marks cells that known enemies can hit in one turn. Move the cursor over an enemy to see only its cells.";

/// Terminal app.
#[derive(Debug)]
pub struct App {
    pub(super) controller: Controller,
    pub(super) over: Option<Mode>,
    pub(super) behind: Option<Mode>,
    /// Unit of the deck page; `None` for the unit whose deck the battle shows.
    pub(super) deck: Option<EntityId>,
    pub(super) row: usize,
    pub(super) log_top: usize,
    pub(super) playback: Playback,
    pub(super) hints: Vec<String>,
    pub(super) title: String,
    pub(super) places: Places,
    pub(super) colours: bool,
    /// In a battle of a run: whether it can begin anew.
    pub(super) of_run: Option<bool>,
    pub(super) threat: Option<Threat>,
    pub(super) distance: bool,
    pub(super) presentation: Presentation,
    /// State of the page of an online battle.
    pub(super) talk: Talk,
    editor_host: Option<EditorHost>,
    notes: Vec<Note>,
    bindings: Bindings,
}

impl App {
    /// Creates an app for a session. `hints` has one hint for each round.
    #[must_use]
    pub fn new(session: Session, title: String, hints: Vec<String>) -> Self {
        let playback = Playback::new(Arc::clone(session.book()));
        Self {
            controller: Controller::new(session),
            over: None,
            behind: None,
            deck: None,
            row: 0,
            log_top: 0,
            playback,
            hints,
            title,
            places: Places::default(),
            colours: true,
            of_run: None,
            threat: None,
            distance: false,
            presentation: Presentation::default(),
            talk: Talk::default(),
            editor_host: None,
            notes: Vec::new(),
            bindings: Bindings::default(),
        }
    }

    /// Starts a lesson.
    #[must_use]
    pub fn with_lesson(mut self, lesson: Vec<LessonStep>) -> Self {
        self.controller.teach(lesson);
        self
    }

    /// Sets the pack's presentation.
    #[must_use]
    pub fn with_presentation(mut self, presentation: Presentation) -> Self {
        self.presentation = presentation;
        self
    }

    /// Plays a battle of a run: after its end the run goes on. Some runs let it begin anew.
    #[must_use]
    pub const fn in_run(mut self, can_repeat: bool) -> Self {
        self.of_run = Some(can_repeat);
        self
    }

    /// Disables colours.
    #[must_use]
    pub fn without_colours(mut self) -> Self {
        self.colours = false;
        self
    }

    /// Applies changes of the pack's files during the battle.
    #[must_use]
    pub fn with_live_assets(mut self, editor_host: EditorHost) -> Self {
        self.editor_host = Some(editor_host);
        self
    }

    /// Whether odds are still being computed.
    #[must_use]
    pub fn is_counting_odds(&self) -> bool {
        self.controller.session.seat().forecast().is_counting_odds()
    }

    /// Whether turns of other sides are still to be guessed.
    #[must_use]
    pub fn is_guessing(&self) -> bool {
        self.controller.session.seat().guesses().is_unfinished()
    }

    /// Guesses one more turn of another side.
    pub fn guess(&mut self) {
        self.controller.session.seat_mut().guess();
    }

    /// Computes odds for about `most` instructions. Returns whether they are complete.
    pub fn count_odds(&mut self, most: u64) -> bool {
        self.controller.session.seat_mut().count_odds(most)
    }

    /// Returns the mode.
    #[must_use]
    pub fn mode(&self) -> Mode {
        let hands_over = self.controller.session.hand_over().is_some();
        self.over.or(hands_over.then_some(Mode::HandOver)).unwrap_or(match self.controller.choosing {
            Choosing::Unit => Mode::Units,
            Choosing::Action => Mode::Actions,
            Choosing::Target => Mode::Target,
        })
    }

    /// Returns the session.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.controller.session
    }

    /// Returns the battle, and ends the app.
    #[must_use]
    pub fn into_session(self) -> Session {
        self.controller.session
    }

    /// Returns the texts of the turning points that are known so far.
    #[must_use]
    pub fn turning_points(&self) -> Vec<String> {
        let points = self.controller.turning_points().iter();
        points.map(|point| format!("Round {}: {}.", point.round, point.words)).collect()
    }

    /// Returns the cell under the cursor.
    #[must_use]
    pub const fn cursor(&self) -> Cell {
        self.controller.cursor
    }

    /// Shows a message until the next input.
    pub fn say(&mut self, message: impl Into<String>) {
        self.controller.say(message);
    }

    pub(super) fn hint(&self) -> Option<&str> {
        self.controller.hint(&self.hints)
    }

    pub(super) fn shown(&self) -> &GameState {
        self.playback.state().unwrap_or_else(|| self.controller.session.seat().known().state())
    }

    pub(super) fn level(&self) -> u8 {
        self.playback.level().unwrap_or_else(|| self.controller.level())
    }

    /// Analyses one more turn of a finished battle; false if none is left.
    pub fn look_back(&mut self) -> bool {
        self.mode() == Mode::Over && self.controller.look_back()
    }

    /// Handles an input event.
    pub fn handle(&mut self, input: Input) -> AppRequest {
        let wish = self.take(input);
        if self.over.is_none()
            && let Some(report) = self.controller.take_report()
        {
            self.watch(report);
        }
        self.show_end_at_server();
        if let Some(trouble) = self.controller.session.take_trouble() {
            self.say(trouble);
        }
        if self.over == Some(Mode::Over)
            && let Some(note) = Note::of(self.session())
            && self.notes.last() != Some(&note)
        {
            self.notes.push(note);
        }
        wish
    }

    /// Returns the ratings earned since the last call. Later undos do not revoke them.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    fn take(&mut self, input: Input) -> AppRequest {
        match input {
            Input::Resize => {}
            Input::Tick if self.poll_server() => {}
            Input::Tick if self.is_playing() => self.tick(),
            Input::Tick => self.poll_assets(),
            Input::Hover(..) | Input::Click(..) | Input::RightClick | Input::Wheel(_)
                if self.mode() == Mode::HandOver => {}
            Input::Hover(x, y) => self.point(x, y),
            Input::Click(x, y) => return self.click(x, y),
            Input::RightClick => {
                self.controller.hear(Intention::Back);
                return self.command(Command::Back);
            }
            Input::Wheel(by) => {
                self.controller.hear(Intention::Other);
                return self.command(match (self.mode(), by > 0) {
                    (Mode::Actions, true) => Command::Down,
                    (Mode::Actions, false) => Command::Up,
                    (_, true) => Command::Next,
                    (_, false) => Command::Previous,
                });
            }
            Input::Key(key) => {
                if let Some(request) = self.talk_key(key) {
                    return request;
                }
                let command = self.bindings.command(key);
                self.controller.hear(command.map_or(Intention::Other, Command::intention));
                if self.over == Some(Mode::Watch) {
                    self.skip_playback(key);
                    return AppRequest::Go;
                }
                if self.over == Some(Mode::Over) {
                    return self.over(key);
                }
                if self.mode() == Mode::HandOver {
                    return self.hand_over(key);
                }
                if let Some(command) = command {
                    return self.command(command);
                }
            }
        }
        AppRequest::Go
    }

    fn poll_assets(&mut self) {
        let Some(editor_host) = &mut self.editor_host else { return };
        if let Some(news) = editor_host.look(&mut self.controller.session) {
            if self.controller.choosing != Choosing::Unit && self.controller.session.seat().draft().is_none() {
                self.controller.select_next_unit();
                self.say(format!("{news} Please choose again."));
            } else {
                self.controller.refit();
                self.say(news);
            }
        }
    }

    fn hand_over(&mut self, key: KeyCode) -> AppRequest {
        match key {
            KeyCode::Char('q') => return AppRequest::Quit,
            KeyCode::Enter => {
                if let Some(report) = self.controller.take_screen() {
                    self.watch(report);
                }
            }
            _ => {}
        }
        AppRequest::Go
    }

    fn over(&mut self, key: KeyCode) -> AppRequest {
        match key {
            // Enter and Space do not leave the page, because players still press them when a battle ends.
            KeyCode::Char('a') if self.of_run == Some(false) => AppRequest::Go,
            KeyCode::Char('a') => AppRequest::Again,
            KeyCode::Char('n') => AppRequest::Next,
            KeyCode::Char('u') => {
                self.undo();
                AppRequest::Go
            }
            KeyCode::Char('r') => {
                self.open_list(Mode::Rewind);
                AppRequest::Go
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let at = usize::from(digit as u8 - b'1');
                let mut told = self.controller.turning_points().iter().skip(self.row).take(self.places.points);
                if let Some(rewind_point) = told.nth(at).map(|point| point.rewind_point)
                    && self.controller.show_better(rewind_point)
                {
                    self.over = None;
                }
                AppRequest::Go
            }
            KeyCode::Char('L') => {
                self.open_list(Mode::Log);
                AppRequest::Go
            }
            KeyCode::Up | KeyCode::Char('k') => {
                self.row = self.row.saturating_sub(1);
                AppRequest::Go
            }
            KeyCode::Down | KeyCode::Char('j') => {
                self.row += usize::from(self.places.points > 0);
                AppRequest::Go
            }
            KeyCode::Char('q') => AppRequest::Quit,
            KeyCode::Char('?') => {
                self.open_list(Mode::Help);
                AppRequest::Go
            }
            _ => AppRequest::Go,
        }
    }

    pub(super) fn command(&mut self, command: Command) -> AppRequest {
        let controller = &mut self.controller;
        match self.over {
            Some(Mode::Unit) if command == Command::Deck && controller.page_deck().is_some() => {
                self.deck = controller.page_deck();
                (self.over, self.row) = (Some(Mode::Deck), 0);
            }
            Some(Mode::Unit) if matches!(command, Command::Action(_)) => {
                self.over = self.behind;
                return self.command(command);
            }
            Some(
                Mode::Rewind
                | Mode::Log
                | Mode::Help
                | Mode::Unit
                | Mode::Deck
                | Mode::Why
                | Mode::Foreseen
                | Mode::Plans,
            ) => self.in_list(command),
            Some(_) => {}
            None => match command {
                Command::Quit => return AppRequest::Quit,
                Command::Help => self.open_list(Mode::Help),
                Command::Log => self.open_list(Mode::Log),
                Command::Unit => self.open_list(Mode::Unit),
                Command::Deck => {
                    self.deck = None;
                    self.open_list(Mode::Deck);
                }
                Command::Foreseen => self.open_list(Mode::Foreseen),
                Command::Why if controller.why_page(None).is_empty() => controller.say(NOTHING_FORESEEN),
                Command::Why => self.open_list(Mode::Why),
                Command::Flip => controller.flip_plans(),
                Command::SkipLesson if controller.lesson_words().is_some() => controller.skip_lesson(),
                Command::SkipLesson => {}
                Command::Plans if controller.plan_rows().is_none() => controller.say(NO_OTHER_PLAN),
                Command::Plans => self.open_list(Mode::Plans),
                Command::Rewind => self.open_list(Mode::Rewind),
                Command::Talk => self.open_talk(),
                Command::Save => controller.say(controller.record_words()),
                Command::Commit => self.commit(Controller::commit),
                Command::Gather => controller.gather(),
                Command::WaitOn => self.commit(Controller::wait_on),
                Command::Undo => self.undo(),
                Command::ResetTurn => controller.reset(),
                Command::Auto => controller.auto(),
                Command::Action(index) => controller.pick_action(index),
                Command::Up => controller.move_by(0, -1),
                Command::Down => controller.move_by(0, 1),
                Command::Left => controller.move_by(-1, 0),
                Command::Right => controller.move_by(1, 0),
                Command::FloorUp | Command::FloorDown => controller.change_floor(command == Command::FloorUp),
                Command::Next | Command::Previous => controller.cycle(command == Command::Next),
                Command::Confirm => controller.confirm(),
                Command::Done => controller.done(),
                Command::Waypoint => controller.waypoint(),
                Command::OtherWay => controller.other_way(),
                Command::Threat => {
                    self.threat = self.threat.take().map_or_else(|| Some(Threat::default()), |_| None);
                    let shown = self.threat.is_some();
                    self.controller.say(if shown { THREAT_SHOWN } else { "Enemy reach is off." });
                }
                Command::Safety => self.controller.toggle_safety(),
                Command::Distance => {
                    self.distance = !self.distance;
                    self.controller.say(if self.distance {
                        "Digits: steps from the cursor."
                    } else {
                        "Distances are off."
                    });
                }
                Command::Back => controller.back(),
            },
        }
        AppRequest::Go
    }

    fn undo(&mut self) {
        self.controller.undo();
        self.over = (self.controller.session.outcome() != 0).then_some(Mode::Over);
    }

    fn commit(&mut self, play: impl FnOnce(&mut Controller) -> Option<Report>) {
        if let Some(report) = play(&mut self.controller) {
            self.watch(report);
        }
    }

    fn watch(&mut self, report: Report) {
        self.playback.set_book(Arc::clone(self.controller.session.book()));
        self.playback.play(report);
        self.over = Some(Mode::Watch);
        self.log_top = usize::MAX;
    }
}
