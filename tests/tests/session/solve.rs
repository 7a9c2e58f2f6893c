//! Winning searches: results are true, claims about all lines hold, and thread counts do not matter.

use foretoken_preview::{Position, Predictor, Proof, Reply, Search, SolveOptions, Solved, Step, Worker};
use foretoken_session::line::{self, LineStep};
use foretoken_session::referee::{Referee, Setup};
use foretoken_tests::{Pack, copy_folder, executable, find, root};
use foretoken_vm::{ActionUse, CompiledScenario, EntityId, Intent, Outcome, Plan, Team};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

const SEED: u64 = 1;

fn start(book: &CompiledScenario) -> Position {
    Position::start(book.battle(SEED).project(book, Team::PLAYER), Plan::default())
}

fn solve(book: &Arc<CompiledScenario>, rounds: i32, nodes: u64, all: bool) -> Solved {
    let mut search = Search::new(book, start(book), SolveOptions { rounds, nodes, all });
    let end = search.end();
    let others = Setup::of(CompiledScenario::clone(book), SEED).planner_options();
    while let Some((batch, limit)) = search.batch() {
        let found = batch.iter().map(|at| Worker::new(Team::PLAYER, &others).expand(book, at, end, limit)).collect();
        search.take(found);
    }
    search.finish()
}

fn prove(book: &Arc<CompiledScenario>, rounds: i32) -> Vec<Proof> {
    let others = Setup::of(CompiledScenario::clone(book), SEED).planner_options();
    let (root, mut worker) = (start(book), Worker::new(Team::PLAYER, &others));
    let end = root.known().state().round() + rounds;
    let openings = worker.openings(book, &root, end, 1_000_000);
    assert!(!openings.cut);
    openings.positions.iter().map(|at| worker.prove(book, at, end, 1_000_000)).collect()
}

fn rats_gone(map: &str) -> Arc<CompiledScenario> {
    Pack::new(map).goal("count(dark) = 0").book()
}

fn play(book: &Arc<CompiledScenario>, solved: &Solved) -> line::PlayedLine {
    let steps = solved.line.as_ref().expect("a line was found");
    let steps: Vec<LineStep> = steps.iter().map(|step| LineStep::of(book, step)).collect();
    line::play_line(Setup::of(CompiledScenario::clone(book), SEED), Team::PLAYER, &steps).expect("it starts")
}

const PIT: &str = "
    #######
    #..WrO#
    #.....#
    #######
";

const ANGLE: &str = "
    #######
    #.Or..#
    #..W..#
    #..O..#
    #######
";

#[test]
fn a_line_that_is_found_wins_when_it_is_played() {
    let book = rats_gone(PIT);
    let solved = solve(&book, 1, 100_000, false);
    let played = play(&book, &solved);
    assert_eq!((played.outcome, played.trouble), (Outcome::Won, None));
    assert_eq!(played.words.first().map(String::as_str), Some("Round 1"));
    assert!(played.words[1].contains("Shove"), "{:?}", played.words);
}

#[test]
fn what_is_not_there_is_said_to_be_not_there() {
    let walled = "
        ########
        #..W#rO#
        #...####
        ########
    ";
    let solved = solve(&rats_gone(walled), 2, 100_000, false);
    assert_eq!((solved.line, solved.whole), (None, true));
}

#[test]
fn a_budget_that_is_spent_is_no_proof() {
    let solved = solve(&rats_gone(PIT), 3, 5, true);
    assert!(!solved.whole);
}

fn every_intent(book: &Arc<CompiledScenario>) -> Vec<(EntityId, Intent)> {
    let referee = Referee::start(Setup::of(CompiledScenario::clone(book), SEED), None).expect("it starts");
    let (known, mut plan) = (referee.known(Team::PLAYER), referee.disclosed(Team::PLAYER));
    let unit = find(book, known.state(), 'W');
    let (mut predictor, mut whole, mut open) = (Predictor::default(), Vec::new(), vec![Intent::default()]);
    while let Some(intent) = open.pop() {
        plan.set(unit, intent.clone(), Plan::priority_in(book, &intent));
        let mut answers = Vec::new();
        if let Some(question) = predictor.ask(book, &known, &plan, unit, &mut answers) {
            open.extend(answers.into_iter().map(|answer| {
                let mut next = intent.clone();
                next.uses[question.use_index].answers.push((question.key, answer));
                next
            }));
            continue;
        }
        for program in predictor.offered(book, &known, &plan, unit) {
            let mut next = intent.clone();
            next.uses.push(ActionUse::new(program));
            open.push(next);
        }
        whole.push((unit, Intent { complete: true, ..intent }));
    }
    whole
}

/// For a single decision, the winning end states equal those of an exhaustive trial.
#[test]
fn classes_of_ends_are_those_that_trying_everything_finds() {
    for map in [PIT, ANGLE] {
        let book = rats_gone(map);
        let solved = solve(&book, 1, 1_000_000, true);
        assert!(solved.whole);
        let mut ends = BTreeSet::new();
        for (unit, intent) in every_intent(&book) {
            let step = Step { round: 1, unit: Some(unit), intent };
            let setup = Setup::of(CompiledScenario::clone(&book), SEED);
            let steps = [LineStep::of(&book, &step)];
            let played = line::play_line(setup, Team::PLAYER, &steps).expect("it starts");
            if played.outcome == Outcome::Won && played.round <= 2 {
                ends.insert(played.hash);
            }
        }
        assert!(!ends.is_empty());
        assert_eq!(solved.ends, ends, "{map}");
    }
}

#[test]
fn any_reply_is_any() {
    let held = Pack::new(PIT)
        .goal("count(dark) = 0")
        .with("units/rat.ron", "Unit(glyph: \"r\", health: 2, movement: 0, tags: [\"dark\"], actions: [\"bite\"])");
    let proofs = prove(&held.book(), 1);
    assert!(proofs.len() > 1, "waiting and biting are two replies");
    assert!(proofs.iter().all(|proof| proof.reply == Reply::Wins), "{proofs:?}");
    let free = "
        ########
        #W...r.#
        #......#
        #O.....#
        ########
    ";
    assert!(prove(&rats_gone(free), 1).iter().any(|proof| proof.reply == Reply::Fails));
}

fn foretoken(arguments: &[&str]) -> Output {
    Command::new(executable()).args(arguments).current_dir(root()).output().expect("it starts")
}

#[test]
fn any_number_of_threads_comes_to_the_same() {
    let told = |threads: &str| {
        let ran = foretoken(&["solve", "first-light", "--rounds", "5", "--json", "--threads", threads]);
        assert_eq!(ran.status.code(), Some(0));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    assert_eq!(told("1"), told("3"));
}

#[test]
fn a_proof_that_is_saved_is_checked_until_it_breaks() {
    let folder = tempfile::tempdir().expect("a folder");
    let assets = folder.path().join("assets");
    copy_folder(&root().join("assets"), &assets).expect("it is copied");
    let arguments = |more: &[&str]| -> Vec<String> {
        let all = ["--assets", assets.to_str().expect("plain path")].into_iter().chain(more.iter().copied());
        all.map(str::to_owned).collect()
    };
    let run = |more: &[&str]| {
        let arguments = arguments(more);
        foretoken(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let solved = run(&["solve", "vigil/first-light", "--rounds", "5", "--save"]);
    assert_eq!(solved.status.code(), Some(0), "{}", String::from_utf8_lossy(&solved.stdout));
    let pack = assets.join("vigil");
    let proof = pack.join("scenarios/first-light.proof.json");
    assert!(Path::new(&proof).is_file());
    let path = pack.to_str().expect("plain path");
    assert_eq!(run(&["check", path]).status.code(), Some(0));
    std::fs::write(pack.join("actions/shove.ron"), "Action(title: \"Shove\", body: [])").expect("it is written");
    let broken = run(&["check", path]);
    assert_eq!(broken.status.code(), Some(1));
    let said = String::from_utf8_lossy(&broken.stdout).into_owned();
    assert!(said.contains("broken-proof") && said.contains("first-light.proof.json"), "{said}");
    std::fs::write(&proof, "{").expect("it is written");
    assert_eq!(run(&["check", path]).status.code(), Some(1));
}

#[test]
fn nodes_are_those_of_all_that_is_looked_at() {
    for nodes in ["50", "4000"] {
        let arguments = ["solve", "the-frozen-sill", "--rounds", "6", "--against", "any", "--nodes", nodes, "--json"];
        let ran = foretoken(&arguments);
        let told = String::from_utf8_lossy(&ran.stdout).into_owned();
        let number = told.lines().find_map(|line| line.trim().strip_prefix("\"nodes\": "));
        let looked_at: u64 = number.and_then(|number| number.trim_end_matches(',').parse().ok()).expect("a number");
        assert!(looked_at > 0 && looked_at <= nodes.parse().expect("a number"), "{looked_at} of {nodes}");
    }
}
