//! The list of all runs in the terminal: a menu of the runs, a menu of one run, and the confirmation to
//! give it up.

use crate::runs::{KeptRun, RunList, RunStanding, words};
use crate::tui::input::Input;
use crate::tui::menu::Menu;
use ratatui::Frame;
use std::path::PathBuf;

/// A request of the list to its runner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunListWish {
    /// Draw and continue.
    Go,
    /// Leave the list.
    Quit,
    /// Open the run of a folder.
    Open(PathBuf),
    /// Give up the run of a folder, then show the list again.
    GiveUp(PathBuf),
}

/// Something that can be done with a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Open,
    AskGiveUp,
    GiveUp,
    Back,
}

#[derive(Debug)]
enum Page {
    Runs,
    /// The deeds of the run with this index.
    One(usize, Vec<Deed>),
}

/// Terminal app of the list of runs.
#[derive(Debug)]
pub struct RunListApp {
    list: RunList,
    page: Page,
    menu: Menu,
}

fn of_runs(list: &RunList, told: &str) -> Menu {
    let items = list.runs.iter().map(|run| (words::kept(run), words::run_standing(run)));
    let items = items.chain([(words::CLOSE.to_owned(), String::new())]).collect();
    let notices: Vec<&str> = list.notices.iter().map(String::as_str).chain([told]).collect();
    let question = match (notices.join(" "), list.runs.is_empty()) {
        (notices, _) if !notices.trim().is_empty() => notices.trim().to_owned(),
        (_, true) => words::NO_RUNS.to_owned(),
        _ => words::RUNS_ABOUT.to_owned(),
    };
    Menu::new(words::RUNS, &question, items)
}

fn of_one(run: &KeptRun, deeds: &[Deed]) -> Menu {
    let item = |deed: &Deed| match deed {
        Deed::Open if matches!(run.standing, RunStanding::Over(_)) => (words::LOOK_BACK, ""),
        Deed::Open => (words::CONTINUE, ""),
        Deed::AskGiveUp | Deed::GiveUp => (words::GIVE_UP, words::GIVE_UP_ABOUT),
        Deed::Back => (words::CLOSE, ""),
    };
    let items = deeds.iter().map(item).map(|(name, about)| (name.to_owned(), about.to_owned())).collect();
    let is_asked = deeds.contains(&Deed::GiveUp);
    let question = if is_asked { words::gives_up(&run.campaign) } else { words::run_standing(run) };
    Menu::new(&words::kept(run), &question, items)
}

impl RunListApp {
    /// Creates the list, with a message.
    #[must_use]
    pub fn new(list: RunList, told: &str) -> Self {
        let menu = of_runs(&list, told);
        Self { list, page: Page::Runs, menu }
    }

    /// Draws the list.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.menu.draw(frame);
    }

    fn show(&mut self, at: usize, deeds: Vec<Deed>) -> RunListWish {
        let Some(run) = self.list.runs.get(at) else { return RunListWish::Quit };
        self.menu = of_one(run, &deeds);
        self.page = Page::One(at, deeds);
        RunListWish::Go
    }

    fn back(&mut self) -> RunListWish {
        if matches!(self.page, Page::Runs) {
            return RunListWish::Quit;
        }
        (self.menu, self.page) = (of_runs(&self.list, ""), Page::Runs);
        RunListWish::Go
    }

    /// Handles an input event.
    pub fn handle(&mut self, input: Input) -> RunListWish {
        let Some(chosen) = self.menu.handle(input) else { return RunListWish::Go };
        let Some(index) = chosen else { return self.back() };
        let (at, deed) = match &self.page {
            Page::Runs => {
                let Some(run) = self.list.runs.get(index) else { return RunListWish::Quit };
                let mut deeds = Vec::new();
                deeds.extend(run.is_open().then_some(Deed::Open));
                deeds.extend(run.is_running().then_some(Deed::AskGiveUp));
                deeds.push(Deed::Back);
                return self.show(index, deeds);
            }
            Page::One(at, deeds) => (*at, deeds.get(index).copied()),
        };
        let folder = self.list.runs.get(at).map(|run| run.folder.clone());
        match (deed, folder) {
            (Some(Deed::Open), Some(folder)) => RunListWish::Open(folder),
            (Some(Deed::GiveUp), Some(folder)) => RunListWish::GiveUp(folder),
            (Some(Deed::AskGiveUp), _) => self.show(at, vec![Deed::Back, Deed::GiveUp]),
            _ => self.back(),
        }
    }
}
