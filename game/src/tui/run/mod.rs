//! The screens of a run in the terminal: map, room, party, journal, rewind and end. Input arrives as [`Input`] events.

mod draw;
mod list;
mod map;
mod new_run;
mod rows;

pub use draw::draw_run;
pub use list::{RunListApp, RunListWish};
pub use new_run::{NewRunApp, NewRunWish};

use super::input::{Bindings, Command, Input};
use crate::runs::choice::Pressed;
use crate::runs::game::failure;
use crate::runs::map::{Map, first_room, open_rooms};
use crate::runs::{RoomChoice, RunGame, words};
use crossterm::event::KeyCode;
use foretoken_campaign::Command as Decision;
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::pages::Waypoint;
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
    /// The confirmation to give the run up.
    GiveUp,
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
    GiveUp,
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
    /// Greatest value of `top`, from the last drawing.
    bottom: usize,
    /// Lines of a page, from the last drawing.
    height: usize,
    /// First line of the selected row, from the last drawing.
    row: usize,
    /// True if the screen is too narrow for stats and comparison at the side.
    is_narrow: bool,
    /// True if `top` follows the player instead of the selected row.
    is_scrolled: bool,
    /// True while stats or comparison are shown over the rows.
    shows_side: bool,
    room: usize,
    member: usize,
    choice: RoomChoice,
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
            bottom: 0,
            height: 0,
            row: 0,
            is_narrow: false,
            is_scrolled: false,
            shows_side: false,
            room,
            member: 0,
            choice: RoomChoice::default(),
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

    /// Shows the page that needs the player after the run changed: its end, its room, or the map.
    pub fn follow(&mut self) {
        let (view, is_busy) = (self.game.view(), self.game.has_content());
        let page = match view.ending {
            Some(_) => RunPage::End,
            None if is_busy => RunPage::Room,
            None => RunPage::Map,
        };
        let open = open_rooms(view).first().copied().filter(|_| !is_busy);
        self.room = open.unwrap_or_else(|| first_room(view));
        self.choice.clear();
        self.turn_to(page);
    }

    fn turn_to(&mut self, page: RunPage) {
        (self.page, self.at, self.top, self.is_scrolled, self.shows_side) = (page, 0, 0, false, false);
        (self.open, self.rewind) = (None, None);
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
                        self.key(key);
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
                let by = if by > 0 { 1 } else { -1 };
                if self.page == RunPage::Map {
                    self.walk(by);
                } else {
                    self.scroll(by as isize);
                }
                RunWish::Go
            }
            Input::Resize | Input::Tick => RunWish::Go,
        }
    }

    /// Handles the keys that belong to the screens of a run alone.
    fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('m') => self.turn_to(RunPage::Map),
            KeyCode::Char('g') if self.game.view().ending.is_none() => self.turn_to(RunPage::GiveUp),
            KeyCode::Char('v') => (self.shows_side, self.top) = (!self.shows_side, 0),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            _ => {}
        }
    }

    /// Returns the lines of a step by Page up or Page down.
    fn page_height(&self) -> isize {
        (self.height.max(2) - 1) as isize
    }

    /// Moves the lines of a page; the selected row can leave the screen.
    fn scroll(&mut self, by: isize) {
        self.top = self.top.saturating_add_signed(by).min(self.bottom);
        self.is_scrolled = true;
    }

    fn command(&mut self, command: Command) -> RunWish {
        match command {
            Command::Quit => return RunWish::Quit,
            Command::Back => return self.back(),
            Command::Commit if self.page == RunPage::Room && self.choice.is_ready_to_take() => self.take(),
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
            Command::FloorUp => self.scroll(-self.page_height()),
            Command::FloorDown => self.scroll(self.page_height()),
            Command::Left if self.page == RunPage::Party => self.cycle(false),
            Command::Right if self.page == RunPage::Party => self.cycle(true),
            Command::Action(at) if self.page == RunPage::Map => {
                if let Some(&room) = open_rooms(self.game.view()).get(at) {
                    self.room = room;
                    return self.press_room();
                }
            }
            Command::Action(at) if at < self.deeds().len() => {
                self.at = at;
                return self.press();
            }
            _ => {}
        }
        RunWish::Go
    }

    fn back(&mut self) -> RunWish {
        let is_side = std::mem::take(&mut self.shows_side) && self.is_narrow;
        let is_inside = is_side
            || self.page == RunPage::Room && self.choice.step_back()
            || self.open.take().is_some()
            || self.rewind.take().is_some();
        if is_inside {
            (self.at, self.top, self.is_scrolled) = (if is_side { self.at } else { 0 }, 0, false);
        } else if self.page == RunPage::Map {
            self.message = words::LEAVE_BY_KEY.to_owned();
        } else {
            self.game.read_news();
            self.turn_to(RunPage::Map);
            // With nothing left to do in the room, the next one is the likely choice.
            if !self.game.has_content() {
                self.room = open_rooms(self.game.view()).first().copied().unwrap_or(self.room);
            }
        }
        RunWish::Go
    }

    fn walk(&mut self, by: i32) {
        let count = self.deeds().len() as i32;
        let is_text = count == 0 || self.page == RunPage::Journal || self.shows_side && self.is_narrow;
        // Text above the first row, and a selected row below the screen, are reached line by line.
        let is_above = by < 0 && self.at == 0 && (self.top > 0 || self.is_scrolled);
        let is_below = by > 0 && self.is_scrolled && self.row >= self.top + self.height;
        if is_text || is_above || is_below {
            self.scroll(by as isize);
        } else {
            self.at = (self.at as i32 + by).rem_euclid(count) as usize;
            self.is_scrolled = false;
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
        } else if self.choice.count() > 0 {
            self.message = words::TAKE_FIRST.to_owned();
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

    fn take(&mut self) {
        let take = self.choice.take();
        self.act(&take);
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
            Deed::GiveUp => self.act(&Decision::GiveUp),
            Deed::Take => self.take(),
            Deed::Move(at) => {
                let pressed = self.choice.press(&self.game, at);
                self.take_up(pressed);
            }
            Deed::Answer(at) => {
                let pressed = self.choice.answer(&self.game, at);
                self.take_up(pressed);
            }
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

    fn take_up(&mut self, pressed: Option<Pressed>) {
        match pressed {
            None | Some(Pressed::Marked) => {}
            Some(Pressed::Refused(why)) => self.message = why,
            Some(Pressed::Asks) => (self.at, self.top) = (0, 0),
            Some(Pressed::Decides(decision)) => self.act(&decision),
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
