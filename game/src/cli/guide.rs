//! Pictures of the guides. Each step is done by pointer and keys, so an outdated guide fails here.

use crate::window::platform::input::{Input, Key};
use crate::window::{App, Driver, Start};
use anyhow::{Context, ensure};
use foretoken_action_assets::starter;
use foretoken_session::content::Content;
use foretoken_vm::{Cell, Entity, GameState, Team};
use std::path::Path;

const ROOM: (u32, u32) = (1920, 1400);
const SIZE: (u32, u32) = (1600, 1000);
/// Frame limit for background work.
const PATIENCE: usize = 2_000;

struct Reader {
    driver: Driver,
}

impl Reader {
    fn new(content: &Content, folder: &Path) -> anyhow::Result<Self> {
        let packs = folder.join("packs");
        for (path, text) in starter::files() {
            let file = packs.join("other").join(path);
            std::fs::create_dir_all(file.parent().unwrap_or(&packs))?;
            std::fs::write(file, text)?;
        }
        let content = content.at(packs);
        let start = Start {
            editor: true,
            pack: Some("other".to_owned()),
            records: folder.join("records"),
            config: Some(folder.join("config")),
            ..Start::default()
        };
        let driver = Driver::new(|| App::new(content, start), ROOM)?;
        let mut reader = Self { driver };
        reader.driver.frames(10);
        Ok(reader)
    }

    fn click(&mut self, name: &str) -> anyhow::Result<()> {
        ensure!(self.driver.click(name), "the tutorial script presses {name}, which is not visible");
        self.driver.frames(4);
        Ok(())
    }

    fn press(&mut self, key: Key) {
        self.driver.key(key);
        self.driver.frames(3);
    }

    fn fill(&mut self, name: &str, words: &str) -> anyhow::Result<()> {
        self.click(name)?;
        self.driver.chord(Key::Control, Key::A);
        self.driver.key(Key::Delete);
        self.driver.type_text(words);
        self.press(Key::Enter);
        Ok(())
    }

    fn choose(&mut self, field: &str, option: &str) -> anyhow::Result<()> {
        self.click(&format!("inspector/{field}"))?;
        self.click(&format!("inspector/{field}/{option}"))
    }

    fn add(&mut self, letters: &str) -> anyhow::Result<()> {
        self.click("action/add")?;
        self.driver.type_text(letters);
        self.press(Key::Enter);
        Ok(())
    }

    fn make(&mut self, kind: &str, name: &str) -> anyhow::Result<()> {
        self.click("assets/new")?;
        self.click(&format!("new/{kind}"))?;
        self.fill("new/name", name)
    }

    fn wait_for(&mut self, what: &str, mut done: impl FnMut(&Driver) -> bool) -> anyhow::Result<()> {
        for _ in 0..PATIENCE {
            if done(&self.driver) {
                self.driver.frames(10);
                return Ok(());
            }
            self.driver.frames(1);
        }
        anyhow::bail!("the guide is stuck: it expected {what}, which did not happen")
    }

    fn keep(&mut self, keep: &Keep<'_>, name: &str, size: (u32, u32)) -> anyhow::Result<()> {
        self.driver.feed(Input::Resized(size.0, size.1));
        self.driver.frames(60);
        keep(&mut self.driver, name)?;
        self.driver.feed(Input::Resized(ROOM.0, ROOM.1));
        self.driver.frames(10);
        Ok(())
    }

    fn answer(&self, fits: impl Fn(&GameState, Cell) -> bool) -> Option<Cell> {
        let seat = self.driver.app().battle()?.controller.session.seat();
        let mut cells = seat.draft()?.cells().iter().flatten().copied();
        cells.find(|&cell| fits(seat.known().state(), cell))
    }

    fn paint(&mut self, cells: &[(i32, i32, u8)]) -> anyhow::Result<()> {
        for &(x, y, floor) in cells {
            let cell = Cell::on_floor(x, y, floor).context("a cell")?;
            ensure!(self.driver.click_cell(cell), "the guide paints {cell}, which is not visible");
        }
        self.driver.frames(4);
        Ok(())
    }
}

pub(super) type Keep<'a> = dyn Fn(&mut Driver, &str) -> anyhow::Result<()> + 'a;

pub(super) fn pictures(content: &Content, folder: &Path, keep: &Keep<'_>) -> anyhow::Result<()> {
    let mut reader = Reader::new(content, folder)?;
    first_pack(&mut reader, keep)?;
    first_scenario(&mut reader, keep)
}

fn first_pack(reader: &mut Reader, keep: &Keep<'_>) -> anyhow::Result<()> {
    reader.click("menu/File")?;
    reader.click("menu/pack")?;
    reader.driver.type_text("mine");
    reader.press(Key::Enter);
    let is_there =
        |driver: &Driver| driver.app().battle().is_some_and(|at| at.controller.session.setup().pack == "mine");
    reader.wait_for("the new pack", is_there)?;
    reader.keep(keep, "guide-pack", SIZE)?;

    reader.make("action", "slam")?;
    reader.add("decl")?;
    reader.choose("asks", "Unit")?;
    reader.click("inspector/filter/Enemy")?;
    reader.add("dam")?;
    reader.add("push")?;
    reader.fill("inspector/distance", "2")?;
    reader.add("stun")?;
    reader.click("demonstration/make")?;
    reader.keep(keep, "guide-action", SIZE)?;

    reader.fill("assets/search", "hero")?;
    reader.click("assets/unit/hero")?;
    reader.click("inspector/actions/add")?;
    reader.click("inspector/actions/add/slam")?;
    reader.press(Key::F5);
    reader.driver.frames(60);
    reader.press(Key::F1);
    reader.press(Key::E);
    reader.press(Key::E);
    let is_over = |driver: &Driver| driver.app().battle().is_some_and(|battle| !battle.playback.is_playing());
    reader.wait_for("the end of the round", is_over)?;
    reader.click("action/Walk")?;
    let beside = reader.answer(|state, cell| {
        let is_foe = |(_, unit): (_, &Entity)| unit.team == Team(1) && unit.cell.steps_to(cell) == 1;
        state.living().any(is_foe)
    });
    let beside = beside.context("a cell beside a foe")?;
    ensure!(reader.driver.click_cell(beside), "the tutorial script walks to {beside}");
    reader.driver.frames(4);
    reader.click("action/Slam")?;
    let foe = reader.answer(|_, _| true).context("a foe in reach")?;
    reader.driver.point_cell(foe);
    reader.keep(keep, "guide-battle", (1280, 800))
}

fn first_scenario(reader: &mut Reader, keep: &Keep<'_>) -> anyhow::Result<()> {
    reader.press(Key::F1);
    reader.fill("assets/search", "")?;
    reader.click("assets/new")?;
    reader.click("new/scenario")?;
    reader.click("new/like")?;
    reader.click("new/like/first")?;
    reader.fill("new/name", "walkway")?;
    reader.click("map/terrains/wall")?;
    reader.paint(&[(4, 1, 0), (4, 2, 0)])?;
    reader.click("map/floor/add")?;
    reader.click("map/terrains/floor")?;
    reader.paint(&[(3, 2, 1), (4, 2, 1), (5, 2, 1)])?;
    reader.keep(keep, "guide-scenario", SIZE)
}
