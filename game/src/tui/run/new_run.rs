//! The menu of a new run in the terminal: campaign, seed, level and mode. While the seed is selected, digits set it.

use crate::runs::{CampaignInfo, SeedField, Terms, words};
use crate::tui::input::Input;
use crate::tui::menu::{Menu, Typed};
use foretoken_campaign::Mode;
use foretoken_preview::Level;
use ratatui::Frame;

/// A request of the menu to its runner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewRunWish {
    /// Draw and continue.
    Go,
    /// Leave the menu.
    Quit,
    /// Begin a run.
    Begin(Terms),
}

/// Terminal app of a new run.
#[derive(Debug)]
pub struct NewRunApp {
    campaigns: Vec<CampaignInfo>,
    seed: SeedField,
    level: Level,
    mode: Mode,
    menu: Menu,
}

fn of_seed(seed: SeedField) -> (String, String) {
    (format!("Seed: {}", seed.value()), words::SEED_AGAIN.to_owned())
}

fn of_level(level: Level) -> (String, String) {
    (format!("Enemies: {}", level.name()), level.note().to_owned())
}

fn of_mode(mode: Mode) -> (String, String) {
    (format!("Mode: {}", words::mode(mode)), words::mode_note(mode).to_owned())
}

impl NewRunApp {
    /// Creates the menu.
    #[must_use]
    pub fn new(campaigns: Vec<CampaignInfo>, level: Level, mode: Mode) -> Self {
        let seed = SeedField::drawn();
        let about = |info: &CampaignInfo| format!("{} {}", info.note, words::count_rooms(info.rooms));
        let mut items: Vec<(String, String)> = campaigns.iter().map(|info| (info.title.clone(), about(info))).collect();
        items.extend([of_seed(seed), of_level(level), of_mode(mode)]);
        let menu = Menu::new(words::NEW_RUN, words::WHICH_CAMPAIGN, items).with_digits(campaigns.len());
        Self { campaigns, seed, level, mode, menu }
    }

    /// Draws the menu.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.menu.draw(frame);
    }

    fn set_seed(&mut self, set: impl FnOnce(&mut SeedField)) {
        set(&mut self.seed);
        self.menu.set(self.campaigns.len(), of_seed(self.seed));
    }

    /// Handles an input event.
    pub fn handle(&mut self, input: Input) -> NewRunWish {
        if let Some(typed) = self.menu.typed(input) {
            self.set_seed(|seed| match typed {
                Typed::Digit(digit) => seed.push(digit),
                Typed::Erased => seed.erase(),
            });
            return NewRunWish::Go;
        }
        let Some(chosen) = self.menu.handle(input) else { return NewRunWish::Go };
        let Some(index) = chosen else { return NewRunWish::Quit };
        if let Some(info) = self.campaigns.get(index) {
            let campaign = (info.pack.clone(), info.name.clone());
            let (seed, mode, level) = (self.seed.value(), self.mode, self.level);
            return NewRunWish::Begin(Terms { campaign, seed, mode, level });
        }
        match index - self.campaigns.len() {
            0 => self.set_seed(|seed| *seed = SeedField::drawn()),
            1 => {
                self.level = self.level.next();
                self.menu.set(index, of_level(self.level));
            }
            _ => {
                self.mode = words::next_mode(self.mode);
                self.menu.set(index, of_mode(self.mode));
            }
        }
        NewRunWish::Go
    }
}
