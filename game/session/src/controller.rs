//! The player's side of the table, for any front end: a session, a cursor on the board, and the stages of
//! choosing. Terminal and window steer it with the same commands and draw it each in their own way.

mod committing;
mod ending;
mod floors;
mod lesson;
mod plans;
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
mod ways;
mod why;

use crate::cutaway::Cutaway;
use crate::fog::{SightLine, sight_lines};
use crate::moves::Move;
use crate::seat::{Choice, Draft};
use crate::texts::forecast_text::decided_text;
use crate::texts::{asking, messages, names, records, sight};
use crate::{Report, Session};
use foretoken_action_assets::assets::LessonStep;
use foretoken_vm::machine::side_sees;
use foretoken_vm::program::{Asks, Cost};
use foretoken_vm::{Answer, Cell, Dir, EntityId, Team};
pub use plans::NO_OTHER_PLAN;
pub use state::TurningPoint;
use state::{Causes, Doing, Foretold, KeptPlan, Means, Offered, Pressed, Safety, Turning};
pub use why::NOTHING_FORESEEN;

/// What is being chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choosing {
    /// For whom to decide.
    Unit,
    /// An action.
    Action,
    /// The answer to a request.
    Target,
}

/// What a command does, as far as what came before it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intention {
    /// Carries out the round.
    Commit,
    /// Steps back.
    Back,
    /// Anything else.
    Other,
}

/// A session with a cursor.
#[derive(Debug)]
pub struct Controller {
    /// The battle.
    pub session: Session,
    /// What is being chosen.
    pub choosing: Choosing,
    /// The cell under the cursor.
    pub cursor: Cell,
    /// What is cut away above it.
    cutaway: Cutaway,
    /// The action under the cursor, by its place among the unit's.
    pub list: usize,
    /// What to tell the player until the next input.
    pub message: String,
    /// What a decision did to others that were decided: told behind all that is said until the next input.
    upset: String,
    /// The unit of this side that the cursor was on last: its actions stay on offer while the cursor is elsewhere.
    last: EntityId,
    /// What the unit ends with is being asked for: it is done once that is answered.
    is_ending: bool,
    /// The player was told that some are undecided, and may mean it.
    warned: bool,
    /// The player was told what the next step back takes back: a press too many takes nothing.
    asked_back: bool,
    /// What was pressed last.
    pressed: Pressed,
    /// What was found out about the unit that is looked at.
    foretold: Foretold,
    /// What was found out about causes last.
    causes: Causes,
    /// What was told as a rescue.
    offered: Offered,
    /// The plan that was put aside.
    kept_plan: Option<KeptPlan>,
    /// Steps that the player is led through.
    lesson: Vec<LessonStep>,
    /// Where the battle that is over could have gone better.
    turning: Turning,
    safety: Safety,
}

impl Controller {
    /// A controller with the cursor on the first unit that is to be decided for.
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
            asked_back: false,
            upset: String::new(),
            pressed: Pressed::default(),
            foretold: Foretold::default(),
            causes: Causes::default(),
            offered: Offered::default(),
            kept_plan: None,
            lesson: Vec::new(),
            turning: Turning::default(),
            safety: Safety::default(),
        };
        controller.select_next_unit();
        controller
    }

    /// Tells the player something.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
        if !self.upset.is_empty() {
            let between = if self.message.is_empty() { "" } else { " " };
            self.message.extend([between, &self.upset]);
        }
    }

    /// What was said before is over; a warning stays in force only for the same command once more.
    pub fn hear(&mut self, command: Intention) {
        self.message.clear();
        self.upset.clear();
        self.warned &= command == Intention::Commit;
        self.asked_back &= command == Intention::Back;
    }

    /// Puts the cursor on a cell; the prediction follows it.
    pub fn point(&mut self, cell: Cell) {
        self.cursor = cell;
        if self.choosing == Choosing::Target {
            let answer = self.session.seat().answer_on(cell);
            if answer.is_some() {
                // What was wrong with another cell is not wrong with this one.
                self.message.clear();
            }
            self.session.seat_mut().hover(answer);
        }
    }

    /// Moves the cursor by cells; among actions, to the next or the one before.
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

    /// To the next or previous target, or unit that is not decided: what is chosen so far stands where nothing more is asked.
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

    /// The answer of a direction to an open question for one.
    fn answer_towards(&self, dx: i32, dy: i32) -> Option<usize> {
        let asks = self.session.seat().question().filter(|_| self.choosing == Choosing::Target)?.request.asks;
        let towards = Dir::towards(dx, dy).filter(|_| asks == Asks::Direction)?;
        self.session.seat().draft()?.answers().iter().position(|&answer| answer == Answer::Dir(towards))
    }

    /// The cursor goes to an answer, which is foreseen.
    fn aim_at(&mut self, answer: usize) {
        let cell = self.session.seat().draft().and_then(|draft| draft.cells().get(answer).copied().flatten());
        if let Some(cell) = cell {
            self.cursor = cell;
        }
        self.message.clear();
        self.session.seat_mut().hover(Some(answer));
    }

    fn cycle_action(&mut self, forward: bool) {
        let count = self.session.seat().choices().len();
        if count > 0 {
            self.list = (self.list + if forward { 1 } else { count - 1 }) % count;
        }
    }

    /// Chooses what is under the cursor.
    pub fn confirm(&mut self) {
        match self.choosing {
            Choosing::Unit => self.pick_subject(),
            Choosing::Action => self.pick_action(self.list),
            Choosing::Target => self.confirm_target(),
        }
    }

    /// A cell was pressed: a target is chosen, or one of this side's units.
    pub fn press(&mut self, cell: Cell) {
        if self.choosing == Choosing::Target {
            return self.press_target(cell, Means::Pointer);
        }
        self.cursor = cell;
        let unit = self.session.seat().known().state().occupant(cell);
        let seat = self.session.seat();
        let is_own = unit.is_some() && seat.known().state().entity(unit).team == seat.team();
        // Who is being decided for goes on being.
        let is_drafted = seat.draft().is_some_and(|draft| draft.unit == unit);
        if is_own && !is_drafted && !self.lesson_forbids(Doing::For(unit)) {
            self.keep_for(unit);
            self.pick_unit();
        }
    }

    /// Another unit is turned to: what was chosen for the one before is kept. Nothing is being chosen then.
    fn keep_for(&mut self, another: EntityId) {
        self.choosing = Choosing::Unit;
        match self.session.seat().draft().map(|draft| draft.unit).filter(|&unit| unit != another) {
            Some(_) => self.keep_whole(),
            None => self.session.seat_mut().abandon(),
        }
    }

    /// What is being chosen ends: the whole actions of it are decided, and said, and the one that still asks is left out. Nothing
    /// is being chosen then.
    fn keep_whole(&mut self) {
        (self.choosing, self.is_ending) = (Choosing::Unit, false);
        let Some(unit) = self.session.seat().draft().map(|draft| draft.unit) else { return };
        let left_out = self.session.seat_mut().leave_open_out();
        if !self.session.seat().has_chosen() || self.session.seat().chooses_as_decided() {
            return self.session.seat_mut().abandon();
        }
        let before = self.session.seat().decided().clone();
        if self.decide_draft() {
            let (seat, book) = (self.session.seat(), self.session.book());
            let name = names::entity(book, seat.known().state(), unit);
            let left_out = left_out.map(|program| names::action(book, program));
            let kept = messages::kept_as_chosen(&name, &decided_text(seat, unit), left_out);
            self.find_upset(unit, &before);
            self.say(kept);
        }
    }

    /// Begins to decide for the unit under the cursor.
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
        } else if self.waits_for_commit() {
            self.say(self.all_decided_words());
        } else {
            self.say(messages::not_yours());
        }
    }

    /// Begins to decide for the unit whose actions are on offer, wherever the cursor is.
    fn pick_subject(&mut self) {
        let under = self.session.seat().known().state().occupant(self.cursor);
        let elsewhere = !self.session.seat().units().to_vec().contains(&under) && !self.session.seat().all_decided();
        if let Some(unit) = self.subject().filter(|_| elsewhere) {
            self.look_at(self.session.seat().known().state().entity(unit).cell);
        }
        self.pick_unit();
    }

    /// The enemy that is pointed at: the one named, or the one under the cursor.
    #[must_use]
    pub fn enemy_pointed_at(&self, named: EntityId) -> Option<EntityId> {
        let (seat, state) = (self.session.seat(), self.session.seat().known().state());
        let is_enemy =
            |unit: &EntityId| state.entity(*unit).acts() && state.entity(*unit).team.is_enemy_of(seat.team());
        [named, state.occupant(self.cursor)].into_iter().find(is_enemy)
    }

    /// Lines about sight at the cursor: whether its cell is in the fog and who was seen there last, and, while an action is
    /// aimed, whom its unit would have in sight there and who would have it.
    #[must_use]
    pub fn sight_words(&self) -> Vec<String> {
        let seat = self.session.seat();
        let (book, state, cell) = (seat.book(), seat.known().state(), self.cursor);
        let mut words = Vec::new();
        if !side_sees(book, state, seat.team(), cell) {
            let mut last_seen = seat.known().last_seen().iter();
            let last = last_seen.find(|&&(_, at)| at == cell);
            let last = last.map(|&(id, _)| names::entity(book, state, id));
            words.push(sight::out_of_sight(last.as_deref()));
        }
        words.extend(sight::lines(book, state, cell, &self.sight_lines()));
        words
    }

    /// The moves of the walk that is being aimed, as it is foreseen up to the cell under the cursor: temporary ones. Empty where
    /// no walk leads there.
    #[must_use]
    pub fn way_foreseen(&self) -> Vec<Move> {
        let seat = self.session.seat();
        let aims = self.choosing == Choosing::Target && seat.picker().is_some_and(|picker| picker.has_waypoints());
        if !aims || seat.draft().and_then(Draft::hover).is_none() {
            return Vec::new();
        }
        let mut moves = seat.moves();
        // Others may have moved it before it walks, over the cell under the cursor as well.
        let start = seat.draft().and_then(Draft::start);
        let began = moves.iter().position(|step| Some(step.from) == start);
        moves.drain(..began.unwrap_or(0));
        let end = moves.iter().position(|step| step.to == self.cursor);
        moves.truncate(end.map_or(0, |end| end + 1));
        moves
    }

    /// Sight between the cell under the cursor and those who are known of, for the unit that aims an action; see
    /// [`sight_lines`].
    #[must_use]
    pub fn sight_lines(&self) -> Vec<SightLine> {
        let seat = self.session.seat();
        let drafting = seat.draft().filter(|_| self.choosing == Choosing::Target);
        drafting.map_or_else(Vec::new, |draft| sight_lines(seat.book(), seat.known().state(), draft.unit, self.cursor))
    }

    /// The unit whose actions are on offer: the one that is decided for, else one of this side under the cursor, else
    /// the one of this side that the cursor was on last.
    #[must_use]
    pub fn subject(&self) -> Option<EntityId> {
        if let Some(draft) = self.session.seat().draft() {
            return Some(draft.unit);
        }
        let own = self.session.seat().units().to_vec();
        let under = self.session.seat().known().state().occupant(self.cursor);
        [under, self.last].into_iter().find(|unit| own.contains(unit))
    }

    /// Finds out which of the actions on offer would ask in vain; front ends call it before they draw.
    pub fn availability(&mut self) {
        if let Some(unit) = self.subject() {
            self.last = unit;
            self.session.seat_mut().availability(unit);
        }
    }

    /// The cells that an action could be aimed at first: the one that is pointed at, or else the one that is marked in the list.
    #[must_use]
    pub fn reach(&self, pointed: Option<u16>) -> &[Cell] {
        let marked = || {
            let is_list = self.choosing == Choosing::Action;
            self.session.seat().choices().get(self.list).filter(|_| is_list).map(|choice| choice.program)
        };
        match (self.subject(), pointed.or_else(marked)) {
            (Some(unit), Some(program)) if self.choosing != Choosing::Target => {
                self.session.seat().reach(unit, program)
            }
            _ => &[],
        }
    }

    /// Chooses a unit's action by its place; where a number is asked for, that number.
    pub fn pick_action(&mut self, index: usize) {
        let number = i16::try_from(index + 1).unwrap_or(i16::MAX);
        if self.choosing == Choosing::Target
            && let Some(answer) = self.session.seat().answer_of_number(number)
        {
            self.session.seat_mut().answer(answer);
            return self.follow();
        }
        if self.choosing == Choosing::Unit {
            if self.subject().is_none() {
                self.select_next_unit();
            }
            // Where all are decided, whose actions are shown is meant as well.
            if let Some(unit) = self.subject() {
                self.look_at(self.session.seat().known().state().entity(unit).cell);
            }
            self.pick_unit();
        }
        self.use_action(index);
    }

    /// The cursor follows the choice: to the next request, the actions, or the next unit.
    pub fn follow(&mut self) {
        self.asked_back = false;
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
        if draft.question().is_some() {
            self.choosing = Choosing::Target;
            if draft.answers().is_empty() {
                self.say(messages::no_target());
            } else if self.session.seat().picker().is_some_and(|picker| picker.first(draft).is_none()) {
                // Where it will stand by then: it is aimed from there.
                let stands = self.session.seat().known().state().entity(draft.unit).cell;
                self.look_at(draft.start().unwrap_or(stands));
            } else {
                self.cycle_target(true);
            }
            return;
        }
        // Who has only free things left to do is done, but for one that a single press does: that takes no points, and the next
        // press would be for somebody else.
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
        let choices = self.session.seat().choices();
        let holds = choices.get(self.list).is_some_and(Choice::is_open);
        if let Some(first) = choices.iter().position(Choice::is_open).filter(|_| !holds) {
            self.list = first;
        }
    }

    /// A use was carried out at once: its unit is chosen for further where its activation is still open.
    fn go_on_with(&mut self, unit: EntityId) {
        if self.session.hand_over().is_none() && self.session.seat_mut().choose_for(unit) {
            self.list = 0;
            self.follow();
        } else {
            self.select_next_unit();
        }
    }

    /// The assets changed under the controller: what is being chosen may be at another step now, or be dropped.
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

    /// What the side at the screen saw of what ran without its commit: where a turn order carries each decision out at
    /// once. Front ends ask for it after each input.
    pub fn take_report(&mut self) -> Option<Report> {
        self.session.seat_mut().take_report().filter(|report| !report.activations.is_empty())
    }

    /// What has happened, line by line, as the side at the screen was told.
    #[must_use]
    pub fn log(&self) -> &[String] {
        self.session.told().lines()
    }

    /// The side that the screen is to be handed to before the battle goes on.
    #[must_use]
    pub fn hand_over(&self) -> Option<Team> {
        self.session.hand_over()
    }

    /// The side that is asked takes the screen. Returns what it saw since it was there last.
    pub fn take_screen(&mut self) -> Option<Report> {
        self.session.sit_down();
        self.kept_plan = None;
        self.message.clear();
        self.select_next_unit();
        self.take_report()
    }

    /// Where the battle is saved, in words.
    #[must_use]
    pub fn record_words(&self) -> String {
        records::recorded(self.session.record_path())
    }

    /// What is asked, in words; `None` while nothing is.
    #[must_use]
    pub fn prompt(&self) -> Option<String> {
        let seat = self.session.seat();
        let prompt = asking::prompt(seat)?;
        let draft = seat.draft()?;
        let bends = names::spared(self.session.book(), seat.known().state(), draft);
        let told = asking::hovered(seat).or(bends).into_iter().chain(self.harm_of_walk());
        Some(told.fold(prompt, |prompt, words| format!("{prompt} {words}")))
    }
}
