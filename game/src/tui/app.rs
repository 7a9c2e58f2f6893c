//! The terminal app: a session, a cursor, and what the screen is about. All input goes through [`App::handle`].

use super::input::{Bindings, Command, Input};
use super::playback::Playback;
use crate::live::Live;
use crate::names;
use crate::session::{RoundReport, Session};
use crossterm::event::KeyCode;
use foretoken_vm::program::{Cost, Reach};
use foretoken_vm::{Cell, EntityId, GameState};
use ratatui::layout::Rect;

/// What the screen is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Choosing whom to decide for.
    Units,
    /// Choosing an action for a unit.
    Actions,
    /// Answering a request.
    Target,
    /// Watching a round.
    Watch,
    /// The list of moments to go back to.
    Rewind,
    /// The log.
    Log,
    /// The help page.
    Help,
    /// The battle is over.
    Over,
}

/// What the app asks of whoever runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Nothing: draw and go on.
    Go,
    /// Leave the battle.
    Quit,
    /// The same scenario once more.
    Again,
    /// The next scenario.
    Next,
}

/// Where on the screen things were drawn, so that the mouse finds them.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) board: Rect,
    pub(super) cell: (u16, u16),
    pub(super) origin: (i32, i32),
    pub(super) actions: Rect,
    pub(super) order: Vec<(u16, EntityId)>,
    pub(super) order_area: Rect,
}

/// The terminal app.
#[derive(Debug)]
pub struct App {
    pub(super) session: Session,
    pub(super) mode: Mode,
    behind: Mode,
    pub(super) cursor: Cell,
    pub(super) list: usize,
    pub(super) message: String,
    pub(super) log: Vec<String>,
    pub(super) log_top: usize,
    pub(super) playback: Option<Playback>,
    pub(super) hints: Vec<String>,
    pub(super) title: String,
    pub(super) places: Places,
    pub(super) colours: bool,
    live: Option<Live>,
    bindings: Bindings,
    /// The player was told that some are undecided, and may mean it.
    warned: bool,
}

impl App {
    /// An app around a session. `hints` are shown one at a time, a round each.
    #[must_use]
    pub fn new(session: Session, title: String, hints: Vec<String>) -> Self {
        let cursor = Cell::new(0, 0).unwrap_or(Cell::NOWHERE);
        let mut app = Self {
            session,
            mode: Mode::Units,
            behind: Mode::Units,
            cursor,
            list: 0,
            message: String::new(),
            log: Vec::new(),
            log_top: 0,
            playback: None,
            hints,
            title,
            places: Places::default(),
            colours: true,
            live: None,
            bindings: Bindings::default(),
            warned: false,
        };
        app.select_next_unit();
        app
    }

    /// Draws without colours, where the terminal has none or the player wants none.
    #[must_use]
    pub fn without_colours(mut self) -> Self {
        self.colours = false;
        self
    }

    /// Takes over changes to the pack's files while the battle runs.
    #[must_use]
    pub fn with_live_assets(mut self, live: Live) -> Self {
        self.live = Some(live);
        self
    }

    /// What the screen is about.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The session.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Says something in the message line until the next input.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// The hint for this round, if there is one.
    pub(super) fn hint(&self) -> Option<&str> {
        let round = self.session.known().state().round().max(1) as usize;
        self.hints.get(round - 1).map(String::as_str)
    }

    /// The state that is drawn: what is known, or the step being shown.
    pub(super) fn shown(&self) -> &GameState {
        match &self.playback {
            Some(playback) => &playback.state,
            None => self.session.known().state(),
        }
    }

    /// Takes one input event.
    pub fn handle(&mut self, input: Input) -> Wish {
        let wish = self.take(input);
        // A record that can no longer be written is told at once, whatever else there was to say.
        if let Some(trouble) = self.session.take_trouble() {
            self.say(trouble);
        }
        wish
    }

    fn take(&mut self, input: Input) -> Wish {
        match input {
            Input::Resize => {}
            Input::Tick if self.is_playing() => self.tick(),
            Input::Tick => self.poll_assets(),
            Input::Hover(x, y) => self.point(x, y),
            Input::Click(x, y) => return self.click(x, y),
            Input::RightClick => return self.command(Command::Back),
            Input::Wheel(by) => {
                return self.command(if by > 0 { Command::Next } else { Command::Previous });
            }
            Input::Key(key) => {
                self.message.clear();
                if self.mode == Mode::Watch {
                    self.skip_playback(key);
                    return Wish::Go;
                }
                if self.mode == Mode::Over {
                    return self.over(key);
                }
                if let Some(command) = self.bindings.command(key) {
                    self.warned &= command == Command::Commit;
                    return self.command(command);
                }
            }
        }
        Wish::Go
    }

    /// Nobody pressed anything for a while: a good time to look at the assets.
    fn poll_assets(&mut self) {
        let Some(live) = &mut self.live else { return };
        if let Some(news) = live.poll(&mut self.session) {
            if matches!(self.mode, Mode::Actions | Mode::Target) && self.session.draft().is_none() {
                self.select_next_unit();
                self.say(format!("{news} The open choice is to be made anew."));
            } else {
                self.say(news);
            }
        }
    }

    fn over(&mut self, key: KeyCode) -> Wish {
        match key {
            KeyCode::Char('n') | KeyCode::Enter if self.session.outcome() == 1 => Wish::Next,
            KeyCode::Char('a') | KeyCode::Enter => Wish::Again,
            KeyCode::Char('n') => Wish::Next,
            KeyCode::Char('u') => {
                self.undo();
                Wish::Go
            }
            KeyCode::Char('r') => {
                self.open_list(Mode::Rewind);
                Wish::Go
            }
            KeyCode::Char('L') => {
                self.open_list(Mode::Log);
                Wish::Go
            }
            KeyCode::Char('q') => Wish::Quit,
            KeyCode::Char('?') => {
                self.open_list(Mode::Help);
                Wish::Go
            }
            _ => Wish::Go,
        }
    }

    fn command(&mut self, command: Command) -> Wish {
        match self.mode {
            Mode::Rewind | Mode::Log | Mode::Help => self.in_list(command),
            Mode::Watch | Mode::Over => {}
            _ => match command {
                Command::Quit => return Wish::Quit,
                Command::Help => self.open_list(Mode::Help),
                Command::Log => self.open_list(Mode::Log),
                Command::Rewind => self.open_list(Mode::Rewind),
                Command::Save => self.tell_record(),
                Command::Commit => self.commit(),
                Command::Undo => self.undo(),
                Command::ResetTurn => {
                    let done = self.session.reset_turn();
                    self.told(done, "The turn begins anew.");
                }
                Command::Auto => {
                    self.session.decide_rest_by_planner();
                    self.mode = Mode::Units;
                    self.say("The rest is decided for you. e carries it out, u takes it back.");
                }
                Command::Action(index) => self.pick_action(index),
                _ => self.steer(command),
            },
        }
        Wish::Go
    }

    fn told(&mut self, done: Result<(), crate::session::Refusal>, said: &str) {
        self.mode = Mode::Units;
        match done {
            Ok(()) => self.say(said),
            Err(refusal) => self.say(refusal.to_string()),
        }
    }

    fn undo(&mut self) {
        if self.session.draft().is_some_and(|draft| !draft.intent().uses.is_empty()) {
            self.session.step_back();
            self.follow();
            return;
        }
        let round = self.session.known().state().round();
        let done = self.session.undo();
        let now = self.session.known().state().round();
        let said =
            if now == round { "Taken back.".to_owned() } else { format!("Back in round {now}, as it was decided.") };
        self.told(done, &said);
        if self.session.outcome() != 0 {
            self.mode = Mode::Over;
        }
    }

    fn tell_record(&mut self) {
        let message = match self.session.record_path() {
            Some(path) => format!("Every step is saved in {}.", path.display()),
            None => "This battle is not recorded.".to_owned(),
        };
        self.say(message);
    }

    fn steer(&mut self, command: Command) {
        match (self.mode, command) {
            (_, Command::Up) => self.move_by(0, -1),
            (_, Command::Down) => self.move_by(0, 1),
            (_, Command::Left) => self.move_by(-1, 0),
            (_, Command::Right) => self.move_by(1, 0),
            (Mode::Target, Command::Next | Command::Previous) => self.cycle_target(command == Command::Next),
            (Mode::Actions, Command::Next | Command::Previous) => self.cycle_action(command == Command::Next),
            (_, Command::Next | Command::Previous) => self.cycle_unit(command == Command::Next),
            (Mode::Units, Command::Confirm) => self.pick_unit(),
            (Mode::Actions, Command::Confirm) => self.pick_action(self.list),
            (Mode::Target, Command::Confirm) => self.pick_target(),
            (Mode::Actions, Command::Done) => self.done(),
            (Mode::Units, Command::Done) => self.pick_unit(),
            (Mode::Target, Command::Done) => self.pick_target(),
            (Mode::Units, Command::Back) => self.say("Nothing to step back from; u takes back, q leaves."),
            (_, Command::Back) => {
                self.session.step_back();
                self.follow();
            }
            _ => {}
        }
    }

    fn move_by(&mut self, dx: i32, dy: i32) {
        if self.mode == Mode::Actions {
            self.cycle_action(dy > 0 || dx > 0);
            return;
        }
        if let Some(cell) = self.session.book().board.offset(self.cursor, (dx, dy)) {
            self.cursor = cell;
            self.hover();
        }
    }

    /// The prediction follows the cursor.
    pub(super) fn hover(&mut self) {
        if self.mode == Mode::Target {
            let answer = self.session.answer_on(self.cursor);
            self.session.hover(answer);
        }
    }

    fn cycle_target(&mut self, forward: bool) {
        let Some(draft) = self.session.draft() else { return };
        let count = draft.answers().len();
        if count == 0 {
            return;
        }
        let now = draft.hover();
        let next = match (now, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        if let Some(Some(cell)) = draft.cells().get(next).copied() {
            self.cursor = cell;
        }
        self.session.hover(Some(next));
    }

    fn cycle_action(&mut self, forward: bool) {
        let count = self.session.choices().len();
        if count > 0 {
            self.list = (self.list + if forward { 1 } else { count - 1 }) % count;
        }
    }

    fn cycle_unit(&mut self, forward: bool) {
        let units = self.session.own_units();
        if units.is_empty() {
            return;
        }
        let state = self.session.known().state();
        let here = units.iter().position(|&unit| state.entity(unit).cell == self.cursor);
        let next = match here {
            None => 0,
            Some(at) => (at + if forward { 1 } else { units.len() - 1 }) % units.len(),
        };
        self.cursor = state.entity(units[next]).cell;
    }

    /// The cursor goes to the next unit that is not decided.
    pub(super) fn select_next_unit(&mut self) {
        let next = self.session.own_units().into_iter().find(|&unit| !self.session.is_decided(unit));
        if let Some(unit) = next {
            self.cursor = self.session.known().state().entity(unit).cell;
        }
        self.mode = Mode::Units;
    }

    pub(super) fn pick_unit(&mut self) {
        let unit = self.session.known().state().occupant(self.cursor);
        if self.session.choose_for(unit) {
            self.list = 0;
            self.follow();
        } else if self.session.all_decided() {
            self.say("All are decided: e carries out the round.");
        } else {
            self.say("Put the cursor on one of your own, (X), with Tab.");
        }
    }

    pub(super) fn pick_action(&mut self, index: usize) {
        if self.mode == Mode::Units {
            self.pick_unit();
        }
        let Some(choice) = self.session.choices().get(index).copied() else { return };
        if !choice.affordable {
            self.say("That is used up for this turn: one move and one action.");
        } else if self.session.use_action(choice.program) {
            self.list = index;
            self.follow();
        }
    }

    pub(super) fn pick_target(&mut self) {
        let chosen = self.session.answer_on(self.cursor).or_else(|| self.session.draft().and_then(|d| d.hover()));
        match chosen {
            Some(index) => {
                self.session.answer(index);
                self.follow();
            }
            None => self.say("Not a target. Tab goes through those that are; Esc steps back."),
        }
    }

    /// The screen follows the choice: to the next request, the actions, or the next unit.
    fn follow(&mut self) {
        let Some(draft) = self.session.draft() else {
            self.select_next_unit();
            return;
        };
        if draft.question().is_some() {
            self.mode = Mode::Target;
            if draft.answers().is_empty() {
                self.say("Nothing here can be its target. Esc steps back.");
            } else if draft.question().is_some_and(|question| question.request.reach == Reach::Walk) {
                // Steps are counted from where one stands.
                self.cursor = self.session.known().state().entity(draft.unit).cell;
            } else {
                self.cycle_target(true);
            }
            return;
        }
        // Who has only free things left to do is done.
        let worth = |choice: &crate::session::Choice| choice.affordable && choice.cost != Cost::Free;
        let spent = !draft.intent().uses.is_empty() && !self.session.choices().iter().any(worth);
        self.mode = Mode::Actions;
        self.cursor = self.session.known().state().entity(draft.unit).cell;
        if spent {
            self.done();
        } else if let Some(first) = self.session.choices().iter().position(|choice| choice.affordable) {
            let holds = self.session.choices().get(self.list).is_some_and(|choice| choice.affordable);
            self.list = if holds { self.list } else { first };
        }
    }

    fn done(&mut self) {
        if self.session.decide() {
            self.select_next_unit();
            if self.session.all_decided() {
                self.say("All are decided. e carries out the round; u takes back.");
            }
        }
    }

    fn commit(&mut self) {
        // What the board shows is what is meant: an open choice that asks nothing more counts as done.
        let meant = |draft: &crate::session::Draft| draft.question().is_none() && !draft.intent().uses.is_empty();
        if self.session.draft().is_some_and(meant) {
            self.done();
        }
        let undecided = self.session.own_units().into_iter().filter(|&u| !self.session.is_decided(u)).count();
        if undecided > 0 && !std::mem::replace(&mut self.warned, true) {
            let state = self.session.known().state();
            let idle = self.session.own_units().into_iter().filter(|&unit| !self.session.is_decided(unit));
            let names: Vec<String> = idle.map(|unit| names::entity(self.session.book(), state, unit)).collect();
            self.say(format!("Undecided: {}. e again carries out the round without.", names.join(", ")));
            self.session.abandon();
            self.mode = Mode::Units;
            return;
        }
        self.warned = false;
        let report = self.session.commit();
        let known_before = report.before.clone();
        self.write_log(&report);
        self.playback = Some(Playback { report, state: known_before, next: 0 });
        self.mode = Mode::Watch;
    }

    fn write_log(&mut self, report: &RoundReport) {
        let book = std::sync::Arc::clone(self.session.book());
        self.log.push(format!("— Round {} —", report.before.round()));
        let text = crate::text::report(&book, self.session.known().state(), report);
        self.log.extend(text.lines().map(|line| line.trim().to_owned()));
        self.log_top = usize::MAX;
    }

    fn open_list(&mut self, mode: Mode) {
        self.behind = self.mode;
        self.mode = mode;
        self.list = match mode {
            Mode::Rewind => self.session.moments().len().saturating_sub(1),
            _ => 0,
        };
        self.log_top = usize::MAX;
    }

    fn in_list(&mut self, command: Command) {
        let last = self.session.moments().len().saturating_sub(1);
        match (self.mode, command) {
            (Mode::Help, Command::Up | Command::Previous) => self.list = self.list.saturating_sub(1),
            (Mode::Help, Command::Down | Command::Next) => self.list += 1,
            (Mode::Rewind, Command::Up | Command::Previous) => self.list = self.list.saturating_sub(1),
            (Mode::Rewind, Command::Down | Command::Next) => self.list = (self.list + 1).min(last),
            (Mode::Rewind, Command::Confirm | Command::Done) => {
                let moment = self.list;
                if self.session.rewind(moment) {
                    self.say("Another future from here; the record keeps the old one too.");
                }
                self.select_next_unit();
            }
            (Mode::Log, Command::Up | Command::Previous) => {
                self.log_top = self.log_top.min(self.log.len()).saturating_sub(1)
            }
            (Mode::Log, Command::Down | Command::Next) => self.log_top = self.log_top.saturating_add(1),
            (_, Command::Back | Command::Quit | Command::Confirm | Command::Help | Command::Log | Command::Rewind) => {
                self.mode = self.behind;
                self.list = 0;
            }
            _ => {}
        }
    }

    /// What a unit means to do, in a few words; "????" for what is veiled from this side.
    pub(super) fn intent_words(&self, unit: EntityId) -> String {
        let Some(intent) = self.session.plan().intent(unit) else { return "…".to_owned() };
        let book = self.session.book();
        let own = self.session.known().state().entity(unit).team == self.session.team;
        // Where it walks is drawn; what it does there is worth the room.
        let moves = |used: &&foretoken_vm::Use| book.program(used.program).is_some_and(|p| p.cost == Cost::Move);
        let walks_only = intent.uses.iter().all(|used| moves(&used));
        let words = intent.uses.iter().filter(|used| walks_only || !moves(used)).map(|used| {
            let veiled = book
                .program(used.program)
                .is_some_and(|p| p.code.iter().any(|instr| instr.op == foretoken_vm::Op::Veil));
            if veiled && !own { "????" } else { names::action(book, used.program) }
        });
        let words: Vec<&str> = words.collect();
        if words.is_empty() { "waits".to_owned() } else { words.join(", ") }
    }
}
