//! Puzzles from battles: states become scenarios, unsuitable ones are rejected with a reason, and written ones have
//! proofs.

use foretoken_action_assets::assets::Scenario;
use foretoken_preview::{Level, PlannerOptions};
use foretoken_session::mine::{self, NoPuzzle, Stand, Wanted};
use foretoken_tests::{executable, replay, root, shipped};
use foretoken_vm::{CompiledScenario, GameState, Team};
use std::process::Command;
use std::sync::Arc;

const WANTED: Wanted = Wanted { team: Team::PLAYER, rounds: 1, nodes: 20_000, level: Level::Normal };

fn drawn(rows: &[&str]) -> Stand {
    let base = shipped().scenario("first-light").expect("it is there");
    let glyphs: String = rows.concat();
    let legend = base.legend.iter().filter(|entry| glyphs.contains(&entry.glyph)).cloned().collect();
    let map = rows.iter().map(|row| (*row).to_owned()).collect();
    let (spawns, heights, lesson) = (Vec::new(), Vec::new(), Vec::new());
    Stand { round: 1, scenario: Scenario { map, legend, spawns, heights, lesson, ..base.clone() } }
}

fn look(rows: &[&str]) -> Option<NoPuzzle> {
    WANTED.look(shipped(), "drawn", &drawn(rows)).err()
}

#[test]
fn what_the_greedy_move_wins_is_no_puzzle() {
    assert_eq!(look(&["#######", "#.WrO.#", "#!....#", "#######"]), Some(NoPuzzle::Greedy));
}

#[test]
fn what_nothing_wins_is_no_puzzle() {
    assert_eq!(look(&["#########", "#W.....!#", "#######.#", "#r......#", "#########"]), Some(NoPuzzle::Hopeless));
}

fn said(book: &CompiledScenario, state: &GameState) -> Vec<String> {
    let unit = |row: &foretoken_vm::Entity| {
        let kind = book.unit_type(row).map_or("", |kind| kind.name.as_str());
        format!("{} {kind} {} of {} side {} facing {}", row.cell, row.health, row.max_health, row.team.0, row.facing)
    };
    let mut said: Vec<String> = state.living().map(|(_, row)| unit(row)).collect();
    said.extend(book.board.cells().filter_map(|cell| {
        let surface = book.surfaces.get(usize::from(state.surface(cell)?))?;
        Some(format!("{cell} {}", surface.name))
    }));
    said.sort();
    said
}

#[test]
fn a_battle_is_drawn_as_it_stands() {
    const SEED: u64 = 7;
    for name in ["oil-and-ember", "two-spans", "the-cracked-bell"] {
        let scenario = shipped().scenario(name).expect("it is there");
        let book = Arc::new(shipped().compile(name).0.expect("it compiles"));
        let options = PlannerOptions { budget: 4_000, ..PlannerOptions::default() };
        let mut replay = replay(&book, SEED);
        let mut planner = foretoken_preview::Planner::new(options.clone());
        let stands = mine::of_battle(shipped(), scenario, &Arc::new(book.rules.clone()), &book.seeded(SEED), &options);
        assert!(!stands.is_empty(), "{name}");
        for stand in &stands {
            while replay.battle.state().round() < stand.round {
                foretoken_session::simulate::decide_all(&mut replay, &mut planner);
                replay.execute();
            }
            let mut library = shipped().clone();
            library.put("stand", foretoken_action_assets::assets::AnyAsset::Scenario(stand.scenario.clone()));
            let (drawn, faults) = library.compile("stand");
            let drawn = drawn.unwrap_or_else(|| panic!("{name}: {}", faults.render()));
            let battle = drawn.battle(SEED);
            assert_eq!(
                said(&drawn, battle.state()),
                said(&book, replay.battle.state()),
                "{name}, round {}",
                stand.round
            );
        }
    }
}

#[test]
fn where_nothing_is_found_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("mined");
    let path = pack.to_str().expect("plain path");
    let arguments = ["solve", "first-light", "--rounds", "1", "--nodes", "2000", "--battles", "1", "--mine", path];
    let ran = Command::new(executable()).args(arguments).current_dir(root()).output().expect("it starts");
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(ran.status.code(), Some(1), "{told}");
    assert!(told.starts_with("first-light: 0 puzzles in ") && told.contains(" states of 1 battles\n"), "{told}");
    assert!(!pack.exists());
}
