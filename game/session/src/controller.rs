//! The player's controls, shared by terminal and window: session, cursor and choice.

mod committing;
mod ending;
mod floors;
mod gathering;
mod hearing;
mod lesson;
mod orders;
mod plans;
mod pressing;
mod reopening;
mod rescues;
mod safety;
mod state;
mod taking_back;
mod targeting;
mod turning;
mod turns;
mod unit_page;
mod units;
mod upsets;
mod waiting;
mod ways;
mod why;

use crate::cutaway::Cutaway;
use crate::fog::{SightLine, sight_lines};
use crate::moves::Move;
use crate::seat::{Choice, Draft};
use crate::texts::forecast_text::uses_text;
use crate::texts::{asking, messages, names, records, sight};
use crate::{Report, Session};
use foretoken_action_assets::assets::LessonStep;
use foretoken_vm::machine::is_seen_by_side;
use foretoken_vm::program::{Asks, Cost};
use foretoken_vm::{Answer, Cell, Dir, EntityId, Team};
pub use lesson::LessonTarget;
pub use orders::Order;
pub use plans::NO_OTHER_PLAN;
pub use pressing::Offer;
pub use state::TurningPoint;
use state::{Causes, Doing, Foretold, KeptPlan, Means, Offered, Pressed, Safety, Turning};
pub use why::NOTHING_FORESEEN;

/// Current step of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choosing {
    /// A unit.
    Unit,
    /// An action.
    Action,
    /// The answer to a request.
    Target,
}

/// Class of a command, for repeated warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intention {
    /// Carries out the round.
    Commit,
    /// Steps back.
    Back,
    /// Chooses an action, perhaps one that is offered at the pointer.
    Action,
    /// Anything else.
    Other,
}

/// A session with a cursor.
#[derive(Debug)]
pub struct Controller {
    /// Battle.
    pub session: Session,
    /// Current step.
    pub choosing: Choosing,
    /// Cell under the cursor.
    pub cursor: Cell,
    cutaway: Cutaway,
    /// Index of the marked order; see [`Controller::orders`].
    pub list: usize,
    /// Message to the player until the next input.
    pub message: String,
    /// Effects of the last decision on decided allies, appended to all messages until the next input.
    upset: String,
    last: EntityId,
    is_ending: bool,
    warned: bool,
    offer: Option<Offer>,
    pressed: Pressed,
    foretold: Foretold,
    causes: Causes,
    offered: Offered,
    kept_plan: Option<KeptPlan>,
    lesson: Vec<LessonStep>,
    offered_lesson: Vec<LessonStep>,
    turning: Turning,
    safety: Safety,
}

impl Controller {
    /// Creates a controller with the cursor on the first undecided unit.
    #[must_use]
    pub fn new(session: Session) -> Self {
        let cursor = Cell::new(0, 0).unwrap_or(Cell::NOWHERE);
        let (choosing, last) = (Choosing::Unit, EntityId::NONE);
        let mut controller = Self {
            session,
            choosing,
            cursor,
            cutaway: Cutaway::default(),
            list: 0,
            message: String::new(),
            last,
            is_ending: false,
            warned: false,
            offer: None,
            upset: String::new(),
            pressed: Pressed::default(),
            foretold: Foretold::default(),
            causes: Causes::default(),
            offered: Offered::default(),
            kept_plan: None,
            lesson: Vec::new(),
            offered_lesson: Vec::new(),
            turning: Turning::default(),
            safety: Safety::default(),
        };
        controller.select_next_unit();
        controller
    }

    /// Shows a message.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        if !self.upset.is_empty() {
            let between = if self.message.is_empty() { "" } else { " " };
            self.message.extend([between, &self.upset]);
        }
    }

    /// Clears the message. A warning stays in force only if the same command follows.
    pub fn hear(&mut self, command: Intention) {
        self.session.seat_mut().end_look_ahead();
        self.message.clear();
        self.upset.clear();
        self.warned &= command == Intention::Commit;
        if command == Intention::Other {
            self.offer = None;
        }
    }

    /// Moves the cursor to a cell and updates the prediction.
    pub fn point(&mut self, cell: Cell) {
        self.cursor = cell;
        match self.choosing {
            Choosing::Target => {
                let answer = self.session.seat().answer_on(cell);
                if answer.is_some() {
                    self.message.clear();
                }
                self.session.seat_mut().hover(answer);
            }
            Choosing::Action => self.look_ahead(cell),
            Choosing::Unit => {}
        }
    }

    /// Moves the cursor by cells or, in the action list, to a neighbour.
    pub fn move_by(&mut self, dx: i32, dy: i32) {
        if self.choosing == Choosing::Action {
            self.cycle_action(dy > 0 || dx > 0);
        } else if self.choosing == Choosing::Target && self.session.seat().picker().is_some_and(|p| p.is_stepped()) {
            self.cycle_target(dx > 0 || dy < 0);
        } else if let Some(answer) = self.answer_towards(dx, dy) {
            self.aim_at(answer);
        } else if let Some(cell) = self.shown_of(self.cursor.x() + dx, self.cursor.y() + dy) {
            match self.floor_on_offer(cell) {
                offered if offered != cell => {
                    self.look_at(offered);
                    self.point(offered);
                }
                _ => {
                    self.cutaway.keep(&self.session.book().board, self.cursor);
                    self.point(cell);
                }
            }
        }
    }

    /// Selects the next or previous target or undecided unit. An open choice is kept if no request is open.
    pub fn cycle(&mut self, forward: bool) {
        match self.choosing {
            Choosing::Unit | Choosing::Action => self.cycle_unit(forward),
            Choosing::Target => self.cycle_target(forward),
        }
    }

    fn cycle_target(&mut self, forward: bool) {
        let Some(draft) = self.session.seat().draft() else { return };
        let count = draft.answers().len();
        if count == 0 {
            return;
        }
        let next = match (draft.hover(), forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        self.aim_at(next);
    }

    fn answer_towards(&self, dx: i32, dy: i32) -> Option<usize> {
        let asks = self.session.seat().question().filter(|_| self.choosing == Choosing::Target)?.request.asks;
        let towards = Dir::towards(dx, dy).filter(|_| asks == Asks::Direction)?;
        self.session.seat().draft()?.answers().iter().position(|&answer| answer == Answer::Dir(towards))
    }

    fn aim_at(&mut self, answer: usize) {
        let cell = self.session.seat().draft().and_then(|draft| draft.cells().get(answer).copied().flatten());
        if let Some(cell) = cell {
            self.cursor = cell;
        }
        self.message.clear();
        self.session.seat_mut().hover(Some(answer));
    }

    fn cycle_action(&mut self, forward: bool) {
        let count = self.orders().len();
        if count > 0 {
            self.list = (self.list + if forward { 1 } else { count - 1 }) % count;
        }
    }

    /// Chooses the item under the cursor.
    pub fn confirm(&mut self) {
        match self.choosing {
            Choosing::Unit => self.pick_subject(),
            Choosing::Action => self.pick_action(self.list),
            Choosing::Target => self.confirm_target(),
        }
    }

    /// Handles a press of a cell: chooses a target or an own unit, or uses the fitting action of the selected unit.
    pub fn press(&mut self, cell: Cell) {
        self.offer = None;
        if self.choosing == Choosing::Target {
            return self.press_target(cell, Means::Pointer);
        }
        self.cursor = cell;
        let unit = self.session.seat().known().state().occupant(cell);
        let seat = self.session.seat();
        let is_own = unit.is_some() && seat.known().state().entity(unit).team == seat.team();
        let selected = seat.draft().map(|draft| draft.unit);
        if is_own && selected != Some(unit) && !self.lesson_forbids(Doing::For(unit)) {
            self.keep_for(unit);
            self.pick_unit();
        } else if !is_own && selected.is_some() {
            self.press_for_selected(cell);
        }
    }

    fn keep_for(&mut self, another: EntityId) {
        self.choosing = Choosing::Unit;
        match self.session.seat().draft().map(|draft| draft.unit).filter(|&unit| unit != another) {
            Some(_) => self.keep_whole(),
            None => self.session.seat_mut().abandon(),
        }
    }

    /// Ends the open choice: decides its complete actions and drops the one that still has a request.
    fn keep_whole(&mut self) {
        (self.choosing, self.is_ending) = (Choosing::Unit, false);
        let Some(unit) = self.session.seat().draft().map(|draft| draft.unit) else { return };
        let left_out = self.session.seat_mut().leave_open_out();
        if !self.session.seat().has_chosen() || self.session.seat().is_as_decided() {
            return self.session.seat_mut().abandon();
        }
        let before = self.session.seat().decided().clone();
        let intent = self.session.seat().draft().map(|draft| draft.intent().clone()).unwrap_or_default();
        if self.decide_draft() {
            let (seat, book) = (self.session.seat(), self.session.book());
            let name = names::entity(book, seat.known().state(), unit);
            let left_out = left_out.map(|program| names::action(book, program));
            let kept = messages::kept_as_chosen(&name, &uses_text(book, &intent), left_out);
            self.find_upset(unit, &before);
            self.say(kept);
        }
    }

    /// Begins a choice for the unit under the cursor.
    pub fn pick_unit(&mut self) {
        let unit = self.session.seat().known().state().occupant(self.cursor);
        if self.lesson_forbids(Doing::For(unit)) {
            return;
        }
        if self.session.seat().is_decided(unit) && self.session.seat_mut().reopen(unit) {
            self.show_reopened(unit);
        } else if self.session.seat_mut().choose_for(unit) {
            self.list = 0;
            self.follow();
        } else if self.is_commit_awaited() {
            self.say(self.all_decided_words());
        } else {
            self.say(messages::not_yours());
        }
    }

    fn pick_subject(&mut self) {
        let under = self.session.seat().known().state().occupant(self.cursor);
        let elsewhere =
            !self.session.seat().units().to_vec().contains(&under) && !self.session.seat().has_all_decided();
        if let Some(unit) = self.subject().filter(|_| elsewhere) {
            self.look_at(self.session.seat().known().state().entity(unit).cell);
        }
        self.pick_unit();
    }

    /// Returns the named enemy, or else the one under the cursor.
    #[must_use]
    pub fn enemy_pointed_at(&self, named: EntityId) -> Option<EntityId> {
        let (seat, state) = (self.session.seat(), self.session.seat().known().state());
        let is_enemy =
            |unit: &EntityId| state.entity(*unit).is_activated() && state.entity(*unit).team.is_enemy_of(seat.team());
        [named, state.occupant(self.cursor)].into_iter().find(is_enemy)
    }

    /// Describes sight at the cursor: fog, units last seen there and, for an aiming unit, mutual sight with enemies.
    #[must_use]
    pub fn sight_words(&self) -> Vec<String> {
        let seat = self.session.seat();
        let (book, state, cell) = (seat.book(), seat.known().state(), self.cursor);
        let mut words = Vec::new();
        if !is_seen_by_side(book, state, seat.team(), cell) {
            let mut last_seen = seat.known().last_seen().iter();
            let last = last_seen.find(|&&(_, at)| at == cell);
            let last = last.map(|&(id, _)| names::entity(book, state, id));
            words.push(sight::out_of_sight(last.as_deref()));
        }
        words.extend(sight::lines(book, state, cell, &self.sight_lines()));
        words
    }

    /// Returns the predicted moves of the aimed walk up to the cursor, all temporary. Empty if no walk leads there.
    #[must_use]
    pub fn way_foreseen(&self) -> Vec<Move> {
        let seat = self.session.seat();
        let aims = self.choosing == Choosing::Target && seat.picker().is_some_and(|picker| picker.has_waypoints());
        if !aims || seat.draft().and_then(Draft::hover).is_none() {
            return Vec::new();
        }
        let mut moves = seat.moves();
        let start = seat.draft().and_then(Draft::start);
        let began = moves.iter().position(|step| Some(step.from) == start);
        moves.drain(..began.unwrap_or(0));
        let end = moves.iter().position(|step| step.to == self.cursor);
        moves.truncate(end.map_or(0, |end| end + 1));
        moves
    }

    /// Returns the sight lines between the cell under the cursor and known enemies, for the aiming unit; see
    /// [`sight_lines`].
    #[must_use]
    pub fn sight_lines(&self) -> Vec<SightLine> {
        let seat = self.session.seat();
        let drafting = seat.draft().filter(|_| self.choosing == Choosing::Target);
        drafting.map_or_else(Vec::new, |draft| sight_lines(seat.book(), seat.known().state(), draft.unit, self.cursor))
    }

    /// Returns the unit whose actions are on offer: the choosing one, else the ally under the cursor, else the last
    /// ally under it.
    #[must_use]
    pub fn subject(&self) -> Option<EntityId> {
        if let Some(draft) = self.session.seat().draft() {
            return Some(draft.unit);
        }
        let own = self.session.seat().units().to_vec();
        let under = self.session.seat().known().state().occupant(self.cursor);
        [under, self.last].into_iter().find(|unit| own.contains(unit))
    }

    /// Finds the offered actions that have no legal answer. Front ends call it before they draw.
    pub fn availability(&mut self) {
        if let Some(unit) = self.subject() {
            self.last = unit;
            self.session.seat_mut().availability(unit);
        }
    }

    /// Returns the cells that an action can target first: that of the pointed action, or else the marked one.
    #[must_use]
    pub fn reach(&self, pointed: Option<u16>) -> &[Cell] {
        let marked = || {
            let is_list = self.choosing == Choosing::Action;
            self.orders().get(self.list).filter(|_| is_list).map(|order| order.choice.program)
        };
        match (self.subject(), pointed.or_else(marked)) {
            (Some(unit), Some(program)) if self.choosing != Choosing::Target => {
                self.session.seat().reach(unit, program)
            }
            _ => &[],
        }
    }

    /// Chooses a unit's order by its index, or answers a request for a number.
    pub fn pick_action(&mut self, index: usize) {
        if self.take_offer(index) {
            return;
        }
        let number = i16::try_from(index + 1).unwrap_or(i16::MAX);
        if self.choosing == Choosing::Target && !self.is_slot_asked() && self.answer_number(number).is_some() {
            return;
        }
        if self.choosing == Choosing::Unit {
            if self.subject().is_none() {
                self.select_next_unit();
            }
            if let Some(unit) = self.subject() {
                self.look_at(self.session.seat().known().state().entity(unit).cell);
            }
            self.pick_unit();
        }
        self.use_order(index);
    }

    /// Moves the cursor to the next request, the actions, or the next unit.
    pub fn follow(&mut self) {
        let unit = self.session.seat().draft().map(|draft| draft.unit);
        if let Some(unit) = unit
            && self.session.decide_use()
        {
            return self.go_on_with(unit);
        }
        let Some(draft) = self.session.seat().draft() else {
            self.select_next_unit();
            return;
        };
        if let Some(pass) = self.unasked(draft) {
            self.session.seat_mut().answer(pass);
            return self.follow();
        }
        if draft.question().is_some() {
            self.choosing = Choosing::Target;
            if draft.answers().is_empty() {
                self.say(messages::no_target());
            } else if self.session.seat().picker().is_some_and(|picker| picker.first(draft).is_none()) {
                let stands = self.session.seat().known().state().entity(draft.unit).cell;
                self.look_at(draft.start().unwrap_or(stands));
            } else {
                self.cycle_target(true);
            }
            return;
        }
        // A unit that has only free actions left is done, unless a single press uses one: that costs no points, and the
        // next press would be for another unit.
        let book = self.session.book();
        let asks = |choice: &Choice| book.program(choice.program).is_some_and(|program| !program.requests.is_empty());
        let worth = |choice: &Choice| choice.is_affordable() && (choice.cost != Cost::Free || !asks(choice));
        let spent = !draft.intent().uses.is_empty() && !self.session.seat().choices().iter().any(worth);
        self.choosing = Choosing::Action;
        self.look_at(self.session.seat().known().state().entity(draft.unit).cell);
        if std::mem::take(&mut self.is_ending) {
            return self.decide();
        }
        if spent {
            self.done();
            return;
        }
        self.availability();
        let orders = self.orders();
        let holds = orders.get(self.list).is_some_and(Order::is_open);
        if let Some(first) = orders.iter().position(Order::is_open).filter(|_| !holds) {
            self.list = first;
        }
    }

    /// Returns the answer that leaves a request open to no choice: a direction to face, in rules where facing has no effect.
    fn unasked(&self, draft: &Draft) -> Option<usize> {
        let (book, question) = (self.session.book(), draft.question()?);
        let is_idle = book.is_facing_only(question.program) && !book.has_facing();
        draft.pass().filter(|_| is_idle)
    }

    fn go_on_with(&mut self, unit: EntityId) {
        if self.session.hand_over().is_none() && self.session.seat_mut().choose_for(unit) {
            self.list = 0;
            self.follow();
        } else {
            self.select_next_unit();
        }
    }

    /// Adjusts the choice after an asset change; it can be at another step or be dropped.
    pub fn refit(&mut self) {
        let asks = self.session.seat().question().is_some();
        let fits = match self.choosing {
            Choosing::Unit => self.session.seat().draft().is_none(),
            Choosing::Action => self.session.seat().draft().is_some() && !asks,
            Choosing::Target => asks,
        };
        if !fits {
            self.follow();
        }
    }

    /// Returns the report of activations without the side's commit, in turn orders that act at once. Front ends call it
    /// after each input.
    pub fn take_report(&mut self) -> Option<Report> {
        self.session.seat_mut().take_report().filter(|report| !report.activations.is_empty())
    }

    /// Returns the log of the side at the screen, by line.
    #[must_use]
    pub fn log(&self) -> &[String] {
        self.session.told().lines()
    }

    /// Returns the side that must get the screen before the battle continues.
    #[must_use]
    pub fn hand_over(&self) -> Option<Team> {
        self.session.hand_over()
    }

    /// Gives the screen to the deciding side and returns the report since it was last there.
    pub fn take_screen(&mut self) -> Option<Report> {
        self.session.sit_down();
        self.kept_plan = None;
        self.message.clear();
        self.select_next_unit();
        self.take_report()
    }

    /// Describes where the battle is saved.
    #[must_use]
    pub fn record_words(&self) -> String {
        records::recorded(self.session.record_path())
    }

    /// Describes the open request; `None` without one.
    #[must_use]
    pub fn prompt(&self) -> Option<String> {
        let seat = self.session.seat();
        let prompt = asking::prompt(seat)?;
        let draft = seat.draft()?;
        let bends = names::spared(self.session.book(), seat.known().state(), draft);
        let told = asking::hovered(seat).or(bends).into_iter().chain(self.harm_of_walk()).chain(self.guessed_harm());
        Some(told.fold(prompt, |prompt, words| format!("{prompt} {words}")))
    }
}
