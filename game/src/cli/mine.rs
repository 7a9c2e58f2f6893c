//! `solve --mine`: finds puzzles in battles and writes them as scenarios with proofs.

use super::output::{Found, json, print};
use super::planners::varied;
use super::replay;
use crate::files;
use crate::proof::Proof;
use anyhow::Context;
use foretoken_action_assets::Library;
use foretoken_action_assets::assets::{AnyAsset, AssetType};
use foretoken_session::content::Content;
use foretoken_session::mine::{self, NoPuzzle, Puzzle, Stand, Wanted};
use foretoken_session::record;
use foretoken_session::referee::Setup;
use foretoken_vm::Opening;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(super) struct Mining {
    /// Find puzzles in battles of the scenario: states that one class of lines wins within the rounds and the greedy
    /// player does not. Each becomes a scenario with its proof in this pack; if the folder does not exist, the
    /// scenario's pack is copied there first
    #[arg(long, value_name = "DIR", conflicts_with_all = ["save", "unique", "against"])]
    pub mine: Option<PathBuf>,
    /// Number of battles that the computer plays to find puzzles
    #[arg(long, default_value_t = 20, requires = "mine")]
    battles: u64,
    /// Records of this scenario, or folders of them, to search as well
    #[arg(long, value_name = "PATH", requires = "mine")]
    records: Vec<PathBuf>,
    /// Maximum number of written puzzles, in the order found
    #[arg(long, alias = "most", default_value_t = 5, requires = "mine")]
    limit: usize,
}

#[derive(serde::Serialize)]
struct Report {
    scenario: String,
    battles: usize,
    states: usize,
    puzzles: usize,
    none: Vec<(usize, &'static str)>,
    written: Vec<Written>,
    left_out: Vec<String>,
}

#[derive(serde::Serialize)]
struct Written {
    name: String,
    whole: bool,
    nodes: u64,
    line: Vec<String>,
    assumed: Vec<&'static str>,
}

impl Mining {
    pub(super) fn run(
        &self,
        content: &Content,
        setup: &Setup,
        folder: &Path,
        wanted: &Wanted,
        as_json: bool,
    ) -> anyhow::Result<Found> {
        let own = content.folder(&setup.pack)?;
        let is_new = !folder.is_dir();
        let is_within = std::path::absolute(folder)?.starts_with(std::path::absolute(&own)?);
        anyhow::ensure!(
            !is_new || !is_within,
            "{} is inside the pack that is copied; choose a folder outside it",
            folder.display()
        );
        let library = Library::load_folder(if is_new { &own } else { folder }, content.registry()?);
        let name = setup.book.scenario.as_str();
        let (battles, left_out) = self.battles(content, &library, setup)?;
        let states: Vec<(String, &Stand)> = battles
            .iter()
            .flat_map(|(of, stands)| stands.iter().map(move |stand| (format!("{name}-{of}-{}", stand.round), stand)))
            .collect();
        let bar = ProgressBar::new(states.len() as u64);
        let found: Vec<Result<Puzzle, NoPuzzle>> = states
            .par_iter()
            .map(|(name, stand)| {
                let found = wanted.look(&library, name, stand);
                bar.inc(1);
                found
            })
            .collect();
        bar.finish_and_clear();
        let mut puzzles: Vec<(&str, Puzzle)> = Vec::new();
        let mut none: BTreeMap<NoPuzzle, usize> = BTreeMap::new();
        for ((name, _), found) in states.iter().zip(found) {
            match found {
                Ok(puzzle) if puzzles.iter().any(|(_, known)| known.scenario == puzzle.scenario) => {}
                Ok(puzzle) => puzzles.push((name, puzzle)),
                Err(why) => *none.entry(why).or_default() += 1,
            }
        }
        if is_new && !puzzles.is_empty() {
            files::copy_folder(&own, folder).with_context(|| format!("cannot copy to {}", folder.display()))?;
        }
        puzzles.sort_by_key(|(_, puzzle)| !puzzle.solved.whole);
        let mut written = Vec::new();
        for (name, puzzle) in puzzles.iter().take(self.limit) {
            let name = &fresh_name(folder, name);
            write(folder, name, puzzle, wanted)?;
            let assumed = puzzle.solved.assumed(&setup.book);
            let Puzzle { played, solved, .. } = puzzle;
            let (whole, nodes, line) = (solved.whole, solved.nodes, played.words.clone());
            written.push(Written { name: name.clone(), whole, nodes, line, assumed });
        }
        let (battles, states, puzzles) = (battles.len(), states.len(), puzzles.len());
        let none = none.into_iter().map(|(why, count)| (count, why.words())).collect();
        let report = Report { scenario: name.to_owned(), battles, states, puzzles, none, written, left_out };
        if as_json {
            json(&report)?
        } else {
            print(&report.text(folder))?
        }
        Ok(if report.written.is_empty() { Found::Problems } else { Found::Fine })
    }

    #[expect(clippy::type_complexity, reason = "two lists")]
    fn battles(
        &self,
        content: &Content,
        library: &Library,
        setup: &Setup,
    ) -> anyhow::Result<(Vec<(String, Vec<Stand>)>, Vec<String>)> {
        let name = setup.book.scenario.as_str();
        let scenario = library.scenario(name).with_context(|| format!("the pack has no scenario `{name}`"))?;
        let compiled =
            library.compile_usable(name).scenario.with_context(|| format!("the pack's `{name}` has faults"))?;
        let (book, opening) = (Arc::new(compiled.rules), compiled.opening);
        let opening = Opening { is_hard: setup.opening.is_hard, ..opening };
        let seeds: Vec<u64> = (0..self.battles).map(|at| setup.seed().wrapping_add(at)).collect();
        let play = |&seed: &u64| {
            let options = varied(seed, &setup.planner_options());
            (seed.to_string(), mine::of_battle(library, scenario, &book, &opening.seeded(seed), &options))
        };
        let mut battles: Vec<(String, Vec<Stand>)> = seeds.par_iter().map(play).collect();
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let mut left_out = Vec::new();
        for (at, file) in replay::record_files(&self.records)?.iter().enumerate() {
            let opened = record::open(file).map_err(|error| error.to_string());
            let stands = opened.and_then(|opened| match opened.start.scenario == name {
                true => mine::of_record(library, &compile, &opened).map_err(|error| error.to_string()),
                false => Err(format!("its scenario is {}", opened.start.scenario)),
            });
            match stands {
                Ok(stands) => battles.push((format!("record{}", at + 1), stands)),
                Err(reason) => left_out.push(format!("{}: {reason}", file.display())),
            }
        }
        Ok((battles, left_out))
    }
}

fn fresh_name(folder: &Path, name: &str) -> String {
    let is_free = |name: &String| !folder.join(AssetType::Scenario.path(name)).exists();
    let further = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(further).find(is_free).unwrap_or_default()
}

fn write(folder: &Path, name: &str, puzzle: &Puzzle, wanted: &Wanted) -> anyhow::Result<()> {
    let path = folder.join(AssetType::Scenario.path(name));
    let text = AnyAsset::Scenario(puzzle.scenario.clone()).to_text();
    if let Some(scenarios) = path.parent() {
        std::fs::create_dir_all(scenarios).with_context(|| format!("cannot create {}", scenarios.display()))?;
    }
    files::replace(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    let proof = Proof {
        side: wanted.team.0,
        seed: puzzle.seed,
        level: wanted.level.name().to_owned(),
        rounds: wanted.rounds,
        against: "planner".to_owned(),
        ends: Some(puzzle.solved.ends.len()),
        whole: puzzle.solved.whole,
        hash: format!("{:016x}", puzzle.played.hash),
        steps: puzzle.steps.clone(),
    };
    proof.save(folder, name).map(drop)
}

impl Report {
    fn text(&self, folder: &Path) -> String {
        let Self { scenario, battles, states, puzzles, none, written, left_out } = self;
        let mut text = format!("{scenario}: {puzzles} puzzles in {states} states of {battles} battles\n");
        for (count, why) in none {
            text += &format!("  {count} {why}\n");
        }
        for left_out in left_out {
            text += &format!("left out: {left_out}\n");
        }
        for Written { name, whole, nodes, line, assumed } in written {
            let looked = if *whole { "all sequences of decisions were tried" } else { "the search is incomplete" };
            let file = folder.join(AssetType::Scenario.path(name));
            text += &format!("{}: {nodes} decisions tried, {looked}\n", file.display());
            for words in line {
                text += &format!("  {words}\n");
            }
            for assumed in assumed {
                text += &format!("  assumed: {assumed}\n");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_preview::Level;
    use foretoken_vm::Team;

    const STAND: &str = r##########"Scenario(
        title: "Three Spears",
        map: [
            "#########",
            "#.g..e..#",
            "#.ac.b..#",
            "#..daaa.#",
            "#...Oa..#",
            "#..f....#",
            "#.......#",
            "#.......#",
            "#########",
        ],
        legend: [
            (glyph: "a", surface: "fire"),
            (glyph: "b", surface: "fire", unit: "brute", team: 1, facing: West, health: 1),
            (glyph: "c", unit: "warden", facing: South, health: 3),
            (glyph: "d", unit: "lantern", facing: East, health: 2),
            (glyph: "e", unit: "seer", facing: North, health: 1),
            (glyph: "f", unit: "lantern", facing: East, health: 1),
            (glyph: "g", unit: "lamplighter", facing: North),
        ],
        goals: [(text: "Kill every enemy.", when: "count(dark) = 0")],
        losses: [(text: "both lanterns go out", when: "count(lantern) = 0")],
    )"##########;

    #[test]
    fn a_puzzle_that_is_written_is_proved() {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::open(&shipped).expect("content");
        let mut library = content.library("vigil").expect("a pack");
        let faults = library.reload("scenarios/stand.ron", Some(STAND.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
        let stand = Stand { round: 6, scenario: library.scenario("stand").expect("it is read").clone() };
        let wanted = Wanted { team: Team::PLAYER, rounds: 1, nodes: 160_000, level: Level::Normal };
        let puzzle = wanted.look(&library, "mined", &stand).expect("a puzzle");
        let folder = tempfile::tempdir().expect("a folder");
        files::copy_folder(&shipped.join("vigil"), folder.path()).expect("copied");
        write(folder.path(), "mined", &puzzle, &wanted).expect("written");
        let written = Library::load_folder(folder.path(), content.registry().expect("kinds"));
        assert!(written.scenario("mined").is_some_and(|mined| *mined == puzzle.scenario));
        let faults = crate::proof::check(folder.path(), &written);
        assert!(faults.is_empty(), "{}", faults.render());
    }
}
