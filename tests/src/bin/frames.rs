//! Measures frame times of the window in a large battle, and the simulation's share. Prints rows for
//! `docs/benchmarks.md`.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a benchmark measures time, in a folder of its own"
)]

use anyhow::{Context, ensure};
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::{AssetChange, Host};
use foretoken_game::window::platform::input::Key;
use foretoken_game::window::{App, Driver, Start};
use foretoken_session::content::Content;
use foretoken_tests::copy_folder;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

const FRAMES: usize = 120;

fn main() -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("foretoken-frames-{}", std::process::id()));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
    let assets = folder.join("assets");
    copy_folder(&shipped, &assets.join("vigil"))?;
    let mut text = String::new();
    for (name, side, units) in [("frames-16", 16, 16), ("frames-64", 64, 100)] {
        std::fs::write(assets.join(format!("vigil/scenarios/{name}.ron")), scenario(side, units))?;
    }
    for (name, side, units) in [("frames-16", 16, 16), ("frames-64", 64, 100)] {
        let mut driver = open(&assets, &folder, name)?;
        if text.is_empty() {
            writeln!(text, "Adapter: {}. 1280x800, {FRAMES} frames a row, medians.\n", driver.adapter())?;
            writeln!(text, "| hovering while aiming | frame, ms | of it the simulation, ms | worst simulation, ms |")?;
            writeln!(text, "|---|---|---|---|")?;
        }
        let (frame, simulation, worst) = hover(&mut driver)?;
        writeln!(text, "| {side}x{side}, {units} units | {frame:.1} | {simulation:.3} | {worst:.3} |")?;
    }
    many_actions(&assets, 430)?;
    let mut driver = open(&assets, &folder, "first-light")?;
    driver.key(Key::F1);
    driver.frames(5);
    let frame = frames(&mut driver);
    let edit = edit(&mut driver)?;
    drop(driver);
    writeln!(text, "\n| the editor over a pack of 500 assets | ms |\n|---|---|")?;
    writeln!(text, "| a frame | {frame:.1} |")?;
    writeln!(text, "| from an edit to the prediction made under it | {edit:.1} |")?;
    writeln!(text, "\n| a file of the pack changed on disk | ms |\n|---|---|")?;
    writeln!(text, "| until the prediction is made under it | {:.0} |", from_disk(&assets, &folder)?)?;
    std::fs::remove_dir_all(&folder)?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn open(assets: &Path, folder: &Path, scenario: &str) -> anyhow::Result<Driver> {
    let content = Content::open(assets)?;
    let start = Start { scenario: Some(scenario.to_owned()), records: folder.join("records"), ..Start::default() };
    Driver::new(|| App::new(content, start), (1280, 800)).map(Driver::drawing)
}

fn scenario(side: usize, units: usize) -> String {
    let mut rows = vec![vec!['.'; side]; side];
    for at in 0..side {
        for (x, y) in [(at, 0), (at, side - 1), (0, at), (side - 1, at)] {
            rows[y][x] = '#';
        }
    }
    for unit in 0..units {
        let (column, row) = (unit / 2 / (side - 4), unit / 2 % (side - 4));
        let x = if unit % 2 == 0 { 2 + column * 2 } else { side - 3 - column * 2 };
        rows[row + 2][x] = if unit % 2 == 0 { 'W' } else { 'r' };
    }
    let map: String = rows.iter().map(|row| format!("\"{}\",", row.iter().collect::<String>())).collect();
    format!(
        "Scenario(title: \"Frames\", map: [{map}], legend: [(glyph: \"W\", unit: \"seer\"), (glyph: \"r\", unit: \
         \"rat\", team: 1)], goals: [(text: \"None.\", when: \"count(rat) = 0\")], losses: [(text: \"None.\", when: \
         \"count(augur) = 0\")])"
    )
}

/// Medians of a frame's milliseconds, of the simulation's share, and its worst.
fn hover(driver: &mut Driver) -> anyhow::Result<(f64, f64, f64)> {
    ensure!(driver.click("action/Walk"), "a unit can walk");
    driver.frames(3);
    let (mut frames, mut simulations) = (Vec::new(), Vec::new());
    for _ in 0..FRAMES {
        let begun = Instant::now();
        let Some(battle) = driver.battle_mut() else { continue };
        battle.controller.cycle(true);
        simulations.push(begun.elapsed().as_secs_f64() * 1e3);
        driver.frames(1);
        driver.finish();
        frames.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let worst = simulations.iter().copied().fold(0.0, f64::max);
    Ok((median(&mut frames), median(&mut simulations), worst))
}

fn frames(driver: &mut Driver) -> f64 {
    let mut all = Vec::new();
    for _ in 0..FRAMES {
        let begun = Instant::now();
        driver.frames(1);
        driver.finish();
        all.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    median(&mut all)
}

/// Returns the median time of an edit in milliseconds, including compilation and prediction.
fn edit(driver: &mut Driver) -> anyhow::Result<f64> {
    let mut all = Vec::new();
    for round in 0..25 {
        let battle = driver.battle_mut().context("a battle")?;
        let editor_host = battle.editor_host.as_mut().context("assets")?;
        let mut action = editor_host.library().action("bite").context("an action")?.clone();
        action.title = format!("Bite {round}");
        let change =
            AssetChange { kind: AssetType::Action, name: "bite".to_owned(), asset: Some(AnyAsset::Action(action)) };
        let begun = Instant::now();
        let faults = editor_host.host(Some(&mut battle.controller.session)).put(&[change]);
        all.push(begun.elapsed().as_secs_f64() * 1e3);
        ensure!(!faults.has_errors(), "{}", faults.render());
    }
    Ok(median(&mut all))
}

fn many_actions(assets: &Path, count: usize) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(assets.join("vigil/actions/shove.ron"))?;
    for number in 0..count {
        std::fs::write(assets.join(format!("vigil/actions/copy-{number}.ron")), &text)?;
    }
    Ok(())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Returns the milliseconds from writing a file to the first frame under it, including the disk scan.
fn from_disk(assets: &Path, folder: &Path) -> anyhow::Result<f64> {
    let mut driver = open(assets, folder, "first-light")?;
    let path = assets.join("vigil/actions/bite.ron");
    let text = std::fs::read_to_string(&path)?;
    let book = |driver: &Driver| driver.app().battle().map(|battle| battle.controller.session.book().id());
    let mut all = Vec::new();
    for round in 0..9 {
        let title = format!("title: \"Bite {round}\"");
        let before = book(&driver);
        let begun = Instant::now();
        let mut last = Instant::now();
        std::fs::write(&path, text.replacen("title: \"Bite\"", &title, 1))?;
        for _ in 0..600 {
            if book(&driver) != before {
                break;
            }
            driver.frame(last.elapsed().as_secs_f32());
            last = Instant::now();
            driver.finish();
        }
        all.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    std::fs::write(&path, text)?;
    Ok(median(&mut all))
}
