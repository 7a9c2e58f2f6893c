//! `screenshots`: the README's pictures, rendered by the app without a window.

use super::guide;
use super::output::{Found, print};
use crate::presentation::Presentation;
use crate::window::film::{Clip, STEP};
use crate::window::platform::input::{Input, Key};
use crate::window::screens::settings::Settings;
use crate::window::{App, Driver, Start};
use anyhow::{Context, ensure};
use foretoken_session::content::Content;
use foretoken_session::controller::Choosing;
use foretoken_vm::Cell;
use std::path::PathBuf;

/// Create the README's pictures
#[derive(Debug, clap::Args)]
pub(super) struct Screenshots {
    /// Output folder
    #[arg(default_value = "docs/pictures")]
    folder: PathBuf,
}

const SIZE: (u32, u32) = (1280, 800);
const HOVER_WIDTH: u32 = 720;

/// Returns the cells that the open request of the driver's battle offers; `None` without a request.
fn targets(driver: &Driver) -> Option<Vec<Cell>> {
    let battle = driver.app().battle()?;
    let draft = battle.controller.session.seat().draft()?;
    (battle.controller.choosing == Choosing::Target).then(|| draft.cells().iter().flatten().copied().collect())
}

impl Screenshots {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        std::fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        self.title(content)?;
        self.battle(content)?;
        self.prediction(content)?;
        self.hover(content)?;
        self.rules(content)?;
        self.editor(content)?;
        self.run_of_a_campaign(content)?;
        self.deck(content)?;
        let folder = scratch::Folder::new(&self.folder)?;
        guide::pictures(content, folder.path(), &|driver, name| self.keep(driver, name))?;
        Ok(Found::Fine)
    }

    /// Returns the app and its folder, which is declared first so that it is dropped last: a dropped app saves its
    /// settings.
    fn driver(
        &self,
        content: &Content,
        scenario: Option<&str>,
        editor: bool,
    ) -> anyhow::Result<(scratch::Folder, Driver)> {
        let folder = scratch::Folder::new(&self.folder)?;
        let scenario = scenario.map(str::to_owned);
        let records = folder.path().join("records");
        let config = folder.path().join("config");
        std::fs::create_dir_all(&config)?;
        // Pictures without idle motion are equal from run to run, and films of them are small.
        Settings { reduced_motion: true, ..Settings::default() }.save(&config)?;
        let start = Start { scenario, records, editor, config: Some(config), ..Start::default() };
        let mut driver = Driver::new(|| App::new(content.clone(), start), SIZE)?;
        driver.frames(20);
        Ok((folder, driver))
    }

    fn keep(&self, driver: &mut Driver, name: &str) -> anyhow::Result<()> {
        let path = self.folder.join(format!("{name}.png"));
        driver.picture()?.save(&path).with_context(|| path.display().to_string())?;
        print(&format!("{}\n", path.display()))
    }

    fn title(&self, content: &Content) -> anyhow::Result<()> {
        let (_folder, mut driver) = self.driver(content, None, false)?;
        self.keep(&mut driver, "title")
    }

    fn battle(&self, content: &Content) -> anyhow::Result<()> {
        let (_folder, mut driver) = self.driver(content, Some(told(content)?.say("picture-battle")), false)?;
        driver.point(640.0, 780.0);
        self.keep(&mut driver, "battle")
    }

    fn prediction(&self, content: &Content) -> anyhow::Result<()> {
        let told = told(content)?;
        let (_folder, mut driver) = self.driver(content, Some(told.say("picture-aim-in")), false)?;
        let action = told.say("picture-aim-with");
        ensure!(driver.click(&format!("action/{action}")), "somebody can use {action}");
        let battle = driver.app().battle().context("a battle")?;
        ensure!(battle.controller.choosing == Choosing::Target, "something is asked");
        let draft = battle.controller.session.seat().draft().context("a draft")?;
        let cell = draft.cells().iter().rev().flatten().next().copied().context("a target")?;
        driver.point_cell(cell);
        driver.frames(10);
        self.keep(&mut driver, "prediction")
    }

    /// Films how the prediction follows the pointer over the targets of an action, and then the round.
    fn hover(&self, content: &Content) -> anyhow::Result<()> {
        let told = told(content)?;
        let (_folder, mut driver) = self.driver(content, Some(told.say("picture-film")), false)?;
        let path = self.folder.join("hover.gif");
        let mut clip = Clip::create(&path, SIZE, HOVER_WIDTH)?;
        let mut film = |driver: &mut Driver, frames: usize| -> anyhow::Result<()> {
            for _ in 0..frames {
                driver.frame(STEP);
                clip.add(&driver.picture()?)?;
            }
            Ok(())
        };
        film(&mut driver, 8)?;
        let action = told.say("picture-aim-with");
        ensure!(driver.click(&format!("action/{action}")), "no unit can use {action}");
        let mut last = None;
        while let Some(cells) = targets(&driver) {
            for &cell in cells.iter().rev().take(3) {
                driver.point_cell(cell);
                film(&mut driver, 12)?;
                last = Some(cell);
            }
            let Some(cell) = last.take() else { break };
            driver.click_cell(cell);
            film(&mut driver, 4)?;
        }
        film(&mut driver, 10)?;
        for _ in 0..2 {
            [true, false].into_iter().for_each(|down| driver.feed(Input::Key(Key::E, down)));
            film(&mut driver, 6)?;
        }
        film(&mut driver, 60)?;
        clip.finish()?;
        print(&format!("{}\n", path.display()))
    }

    fn rules(&self, content: &Content) -> anyhow::Result<()> {
        let Some(pack) = content.packs().into_iter().find(|pack| *pack != content.usual_pack()) else { return Ok(()) };
        let Some(first) = content.scenarios(&pack)?.first().map(|info| format!("{pack}/{}", info.name)) else {
            return Ok(());
        };
        let (_folder, mut driver) = self.driver(content, Some(&first), false)?;
        [true, false].into_iter().for_each(|down| driver.feed(Input::Key(Key::I, down)));
        driver.frames(6);
        self.keep(&mut driver, "rules")
    }

    /// Begins a run and keeps its first choice, its party, and its map after a battle.
    fn run_of_a_campaign(&self, content: &Content) -> anyhow::Result<()> {
        let told = told(content)?;
        let (_folder, mut driver) = self.driver(content, None, false)?;
        let press = |driver: &mut Driver, name: &str| -> anyhow::Result<()> {
            ensure!(driver.click(name), "there is no {name}");
            driver.frames(12);
            Ok(())
        };
        press(&mut driver, "title/run-new")?;
        press(&mut driver, &format!("new-run/campaign {}", told.say("picture-campaign")))?;
        [true, false].into_iter().for_each(|down| driver.feed(Input::Key(Key::Digit7, down)));
        press(&mut driver, "new-run/begin")?;
        press(&mut driver, "run/room 0")?;
        driver.point(640.0, 20.0);
        driver.frames(4);
        self.keep(&mut driver, "choice")?;
        press(&mut driver, "room/move 1")?;
        press(&mut driver, "room/party")?;
        driver.point(640.0, 20.0);
        driver.frames(4);
        self.keep(&mut driver, "party")?;
        press(&mut driver, "party/close")?;
        press(&mut driver, "room/close")?;
        press(&mut driver, "run/room 1")?;
        press(&mut driver, "room/auto")?;
        press(&mut driver, "room/close")?;
        driver.point(640.0, 20.0);
        driver.frames(40);
        self.keep(&mut driver, "overworld")
    }

    /// Keeps a battle with a deck, one of whose next slots is pointed at, and the page of the deck.
    fn deck(&self, content: &Content) -> anyhow::Result<()> {
        let told = told(content)?;
        let scenario = told.say("picture-deck");
        if scenario.is_empty() {
            return Ok(());
        }
        let (_folder, mut driver) = self.driver(content, Some(scenario), false)?;
        let battle = driver.app().battle().context("a battle")?;
        let face = battle.die.next().last().map(|text| format!("face/{}", text.slot.number)).context("a next slot")?;
        let (x, y) = driver.middle(&face).with_context(|| format!("{face} is drawn"))?;
        driver.point(x, y);
        driver.frames(10);
        self.keep(&mut driver, "die")?;
        [true, false].into_iter().for_each(|down| driver.feed(Input::Key(Key::D, down)));
        driver.frames(6);
        self.keep(&mut driver, "deck")
    }

    fn editor(&self, content: &Content) -> anyhow::Result<()> {
        let told = told(content)?;
        let (_folder, mut driver) = self.driver(content, Some(told.say("picture-aim-in")), true)?;
        driver.feed(Input::Resized(1600, 1000));
        driver.frames(10);
        ensure!(driver.click("assets/search"), "assets can be searched");
        let action = told.say("picture-edit");
        driver.type_text(action);
        driver.frames(4);
        ensure!(driver.click(&format!("assets/action/{action}")), "{action} is an action");
        driver.frames(4);
        ensure!(driver.click("menu/View"), "panels can be chosen");
        driver.frames(4);
        ensure!(driver.click("menu/panel/program"), "the program is one of them");
        driver.frames(4);
        ensure!(driver.click("action/body[1]"), "it has more than one part");
        driver.point(800.0, 600.0);
        driver.frames(100);
        self.keep(&mut driver, "editor")
    }
}

fn told(content: &Content) -> anyhow::Result<Presentation> {
    Ok(Presentation::of_pack(&content.folder(&content.usual_pack())?))
}

mod scratch {
    use std::path::{Path, PathBuf};

    pub(super) struct Folder(PathBuf);

    impl Folder {
        pub(super) fn new(beside: &Path) -> std::io::Result<Self> {
            let folder = beside.join("scratch.tmp");
            std::fs::create_dir_all(&folder)?;
            Ok(Self(folder))
        }

        pub(super) fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
