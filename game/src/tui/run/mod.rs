//! The screens of a run in the terminal: map, room, party, journal, rewind and end. Input arrives as [`Input`] events.

mod draw;
mod map;
mod rows;

pub use draw::draw_run;

use super::input::{Bindings, Command, Input};
use crate::runs::game::failure;
use crate::runs::map::{Map, first_room, open_rooms};
use crate::runs::{RunGame, words};
use crossterm::event::KeyCode;
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::pages::Waypoint;
use foretoken_campaign::{Command as Decision, MoveView, TakeOffer};
use foretoken_vm::{Answer, Key};
use ratatui::layout::Rect;
use rows::Row;

/// A page of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunPage {
    /// The map.
    Map,
    /// The current room.
    Room,
    /// A member of the party.
    Party,
    /// The journal.
    Journal,
    /// The rooms to which the run can go back.
    Rewind,
    /// The end of the run.
    End,
}

/// A request of the app to its runner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunWish {
    /// Draw and continue.
    Go,
    /// Leave the run.
    Quit,
    /// Play the battle of the room.
    Fight,
    /// Let the planner fight it.
    Auto,
}

/// What a row does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    Fight,
    Auto,
    Move(usize),
    Answer(usize),
    Take,
    Party,
    Map,
    Row(usize, usize),
    Change(usize),
    Point(usize),
    GoBack,
    Stay,
    Leave,
    Journal,
    Rewind,
}

/// A place of the screen that can be clicked.
#[derive(Clone, Copy, Debug)]
enum Hit {
    Room(usize),
    Row(usize),
}

/// Terminal app of a run.
#[derive(Debug)]
pub struct RunApp {
    game: RunGame,
    page: RunPage,
    /// Index of the selected row.
    at: usize,
    top: usize,
    room: usize,
    member: usize,
    chosen: Vec<TakeOffer>,
    asked: Option<(u16, Vec<(Key, Answer)>)>,
    open: Option<(usize, usize)>,
    rewind: Option<Waypoint>,
    message: String,
    hits: Vec<(Rect, Hit)>,
    map: Map,
    bindings: Bindings,
    colours: bool,
}

impl RunApp {
    /// Creates the screens of a run.
    #[must_use]
    pub fn new(game: RunGame) -> Self {
        let (room, map) = (first_room(game.view()), Map::of(game.view()));
        let mut app = Self {
            game,
            page: RunPage::Map,
            at: 0,
            top: 0,
            room,
            member: 0,
            chosen: Vec::new(),
            asked: None,
            open: None,
            rewind: None,
            message: String::new(),
            hits: Vec::new(),
            map,
            bindings: Bindings::default(),
            colours: true,
        };
        app.follow();
        app
    }

    /// Disables colours.
    #[must_use]
    pub const fn without_colours(mut self) -> Self {
        self.colours = false;
        self
    }

    /// Returns the run.
    #[must_use]
    pub const fn game(&self) -> &RunGame {
        &self.game
    }

    /// Returns the run, to play its battle. Call [`RunApp::follow`] afterwards.
    pub const fn game_mut(&mut self) -> &mut RunGame {
        &mut self.game
    }

    /// Returns the page.
    #[must_use]
    pub const fn page(&self) -> RunPage {
        self.page
    }

    /// Shows a message until the next input.
    pub fn say(&mut self, message: String) {
        self.message = message;
    }

    /// Whether the current room has something to do, or something to read.
    fn is_busy(&self) -> bool {
        let view = self.game.view();
        let is_way = |own: &MoveView| matches!(own.command, Decision::Enter(_));
        view.battle || !self.game.news().is_empty() || view.moves.iter().any(|own| !is_way(own))
    }

    /// Shows the page that needs the player after the run changed: its end, its room, or the map.
    pub fn follow(&mut self) {
        let (view, is_busy) = (self.game.view(), self.is_busy());
        let page = match view.ending {
            Some(_) => RunPage::End,
            None if is_busy => RunPage::Room,
            None => RunPage::Map,
        };
        let open = open_rooms(view).first().copied().filter(|_| !is_busy);
        self.room = open.unwrap_or_else(|| first_room(view));
        self.turn_to(page);
    }

    fn turn_to(&mut self, page: RunPage) {
        (self.page, self.at, self.top) = (page, 0, 0);
        (self.asked, self.open, self.rewind) = (None, None, None);
        self.chosen.clear();
    }

    fn deeds(&self) -> Vec<Deed> {
        rows::of(self).into_iter().filter_map(|row: Row| row.deed).collect()
    }

    /// Handles an input event.
    pub fn handle(&mut self, input: Input) -> RunWish {
        match input {
            Input::Key(key) => {
                self.message.clear();
                match self.bindings.command(key) {
                    Some(command) => self.command(command),
                    None => {
                        if key == KeyCode::Char('m') {
                            self.turn_to(RunPage::Map);
                        }
                        RunWish::Go
                    }
                }
            }
            Input::Click(x, y) | Input::Hover(x, y) => {
                let is_click = matches!(input, Input::Click(..));
                let within = |area: &Rect| area.contains(ratatui::layout::Position { x, y });
                match self.hits.iter().find(|(area, _)| within(area)).map(|(_, hit)| *hit) {
                    Some(Hit::Room(room)) => {
                        self.room = room;
                        if is_click { self.press_room() } else { RunWish::Go }
                    }
                    Some(Hit::Row(at)) => {
                        self.at = at;
                        if is_click { self.press() } else { RunWish::Go }
                    }
                    None => RunWish::Go,
                }
            }
            Input::RightClick => self.back(),
            Input::Wheel(by) => {
                self.walk(if by > 0 { 1 } else { -1 });
                RunWish::Go
            }
            Input::Resize | Input::Tick => RunWish::Go,
        }
    }

    fn command(&mut self, command: Command) -> RunWish {
        match command {
            Command::Quit => return RunWish::Quit,
            Command::Back => return self.back(),
            Command::Unit | Command::Flip => self.turn_to(RunPage::Party),
            Command::Log => self.turn_to(RunPage::Journal),
            Command::Rewind => self.turn_to(RunPage::Rewind),
            Command::Confirm | Command::Done if self.page == RunPage::Map => return self.press_room(),
            Command::Confirm | Command::Done => return self.press(),
            Command::Next | Command::Previous => self.cycle(command == Command::Next),
            Command::Up | Command::Down | Command::Left | Command::Right if self.page == RunPage::Map => {
                let by = match command {
                    Command::Up => (0, -1),
                    Command::Down => (0, 1),
                    Command::Left => (-1, 0),
                    _ => (1, 0),
                };
                self.room = self.map.beside(self.room, by).unwrap_or(self.room);
            }
            Command::Up => self.walk(-1),
            Command::Down => self.walk(1),
            Command::Left if self.page == RunPage::Party => self.cycle(false),
            Command::Right if self.page == RunPage::Party => self.cycle(true),
            Command::Action(at) if at < self.deeds().len() && self.page != RunPage::Map => {
                self.at = at;
                return self.press();
            }
            _ => {}
        }
        RunWish::Go
    }

    fn back(&mut self) -> RunWish {
        let is_inside = self.asked.take().is_some() || self.open.take().is_some() || self.rewind.take().is_some();
        if is_inside {
            self.at = 0;
        } else if self.page == RunPage::Map {
            return RunWish::Quit;
        } else {
            self.game.read_news();
            self.turn_to(RunPage::Map);
            // With nothing left to do in the room, the next one is the likely choice.
            if !self.is_busy() {
                self.room = open_rooms(self.game.view()).first().copied().unwrap_or(self.room);
            }
        }
        RunWish::Go
    }

    fn walk(&mut self, by: i32) {
        let count = self.deeds().len() as i32;
        if count == 0 || self.page == RunPage::Journal {
            self.top = self.top.saturating_add_signed(by as isize);
        } else {
            self.at = (self.at as i32 + by).rem_euclid(count) as usize;
        }
    }

    fn cycle(&mut self, is_forward: bool) {
        let step = |at: usize, count: usize| (at + if is_forward { 1 } else { count.max(1) - 1 }) % count.max(1);
        if self.page == RunPage::Party {
            self.member = step(self.member, self.game.view().party.len());
            (self.at, self.top, self.open) = (0, 0, None);
            return;
        }
        if self.page != RunPage::Map {
            return self.walk(if is_forward { 1 } else { -1 });
        }
        let mut rooms = open_rooms(self.game.view());
        rooms.extend(self.game.view().here);
        let next = rooms.iter().position(|&room| room == self.room).map_or(0, |at| step(at, rooms.len()));
        self.room = rooms.get(next).copied().unwrap_or(self.room);
    }

    fn press_room(&mut self) -> RunWish {
        let view = self.game.view();
        if view.here == Some(self.room) {
            self.turn_to(if view.ending.is_some() { RunPage::End } else { RunPage::Room });
        } else if open_rooms(view).contains(&self.room) {
            self.act(&Decision::Enter(self.room));
        } else {
            let unfinished = self.game.run().unfinished().map(words::unfinished);
            self.message = unfinished.unwrap_or_else(|| words::standing(view, self.room));
        }
        RunWish::Go
    }

    fn act(&mut self, decision: &Decision) {
        match self.game.act(decision) {
            Ok(()) => self.follow(),
            Err(error) => self.message = failure(&error),
        }
    }

    fn press(&mut self) -> RunWish {
        let Some(deed) = self.deeds().into_iter().nth(self.at) else { return RunWish::Go };
        match deed {
            Deed::Fight => return RunWish::Fight,
            Deed::Auto => return RunWish::Auto,
            Deed::Leave => return RunWish::Quit,
            Deed::Party => self.turn_to(RunPage::Party),
            Deed::Journal => self.turn_to(RunPage::Journal),
            Deed::Rewind => self.turn_to(RunPage::Rewind),
            Deed::Map => return self.back(),
            Deed::Take => {
                let offers = std::mem::take(&mut self.chosen);
                self.act(&Decision::Take(offers));
            }
            Deed::Move(at) => self.press_move(at),
            Deed::Answer(at) => self.answer(at),
            Deed::Row(group, row) => self.open_row(group, row),
            Deed::Change(at) => {
                let deed = self.open.and_then(|(group, row)| self.changes(group, row).into_iter().nth(at));
                if let Some((steps, refused)) = deed {
                    self.open = None;
                    self.equip(steps, refused);
                }
            }
            Deed::Point(at) => {
                self.rewind = self.game.run().waypoints().into_iter().rev().nth(at);
                self.at = 0;
            }
            Deed::GoBack => {
                if let Some(point) = self.rewind.take() {
                    self.act(&Decision::Rewind(point.entry));
                }
            }
            Deed::Stay => self.turn_to(RunPage::Map),
        }
        RunWish::Go
    }

    fn press_move(&mut self, at: usize) {
        let Some(own) = self.game.view().moves.get(at).cloned() else { return };
        if let Some(why) = own.refused {
            self.message = why;
            return;
        }
        match own.command {
            Decision::Choose(option, answers) => self.ask(option, answers),
            Decision::Take(offers) if !offers.is_empty() => self.toggle(offers),
            decision => self.act(&decision),
        }
    }

    fn ask(&mut self, option: u16, answers: Vec<(Key, Answer)>) {
        match self.game.run().question(option, &answers) {
            Ok(Some(asked)) if !asked.answers.is_empty() => (self.asked, self.at) = (Some((option, answers)), 0),
            _ => {
                self.asked = None;
                self.act(&Decision::Choose(option, answers));
            }
        }
    }

    fn answer(&mut self, at: usize) {
        let Some((option, mut answers)) = self.asked.clone() else { return };
        let asked = self.game.run().question(option, &answers).ok().flatten();
        let answer = asked.and_then(|asked| Some((asked.key, asked.answers.get(at)?.0)));
        if let Some(answer) = answer {
            answers.push(answer);
            self.ask(option, answers);
        }
    }

    fn toggle(&mut self, offers: Vec<TakeOffer>) {
        let most = self.game.run().most_offers();
        for offer in offers {
            if let Some(at) = self.chosen.iter().position(|own| *own == offer) {
                self.chosen.remove(at);
                continue;
            }
            self.chosen.retain(|own| own.offer != offer.offer && (own.gives.is_none() || own.gives != offer.gives));
            if self.chosen.len() >= most && most > 0 {
                self.chosen.remove(0);
            }
            self.chosen.push(offer);
        }
    }

    fn changes(&self, group: usize, row: usize) -> Vec<(Vec<EquipChange>, Option<String>)> {
        let Some(member) = self.game.view().party.get(self.member) else { return Vec::new() };
        let groups = crate::runs::party::groups(&self.game, member);
        let row = groups.into_iter().nth(group).and_then(|group| group.rows.into_iter().nth(row));
        row.into_iter().flat_map(|row| row.deeds).map(|deed| (deed.steps, deed.refused)).collect()
    }

    fn open_row(&mut self, group: usize, row: usize) {
        let mut changes = self.changes(group, row);
        match changes.len() {
            0 => self.message = words::NOTHING_HERE.to_owned(),
            1 => {
                let (steps, refused) = changes.remove(0);
                self.equip(steps, refused);
            }
            _ => (self.open, self.at) = (Some((group, row)), 0),
        }
    }

    fn equip(&mut self, steps: Vec<EquipChange>, refused: Option<String>) {
        if let Some(why) = refused {
            self.message = why;
            return;
        }
        let done = steps.into_iter().try_for_each(|step| self.game.act(&Decision::Equip(step)));
        self.message = match done {
            Ok(()) => self.game.news().first().cloned().unwrap_or_default(),
            Err(error) => failure(&error),
        };
        self.game.read_news();
    }
}
