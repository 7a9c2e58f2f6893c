//! The shipped packs are canonical and valid, and their battles can begin.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use foretoken_action_assets::assets::LegendEntry;
use foretoken_action_assets::{AnyAsset, AssetType, Files, KindRegistry, Library, Scenario, fmt_text};
use foretoken_vm::disassemble;
use foretoken_vm::rulebook::SpawnPool;
use foretoken_vm::schedulers::View;
use foretoken_vm::state::Log;
use foretoken_vm::{
    ActionUse, Advance, Battle, Buffers, ChangeKind, EntityId, Intent, Plan, Predicted, Rulebook, Team,
};

fn vigil() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil")
}

fn banner() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/banner")
}

/// With `UPDATE_EXPECT=1` the test formats the files.
#[test]
fn files_are_canonical() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for pack in [vigil(), banner()] {
        for (path, bytes) in &Files::from_folder(&pack).0.0 {
            let text = String::from_utf8(bytes.clone()).expect("assets are UTF-8");
            let canonical =
                fmt_text(path, &text, &KindRegistry::core()).unwrap_or_else(|faults| panic!("{}", faults.render()));
            if update && text != canonical {
                std::fs::write(pack.join(path), &canonical).expect("the file can be written");
            } else {
                assert!(update || text == canonical, "{path} is not canonical; run the tests with UPDATE_EXPECT=1");
            }
        }
    }
}

#[test]
fn nothing_is_wrong_and_every_scenario_begins() {
    for pack in [vigil(), banner()] {
        let library = Library::load_folder(&pack, KindRegistry::core());
        let faults = library.check_all();
        assert!(faults.is_empty(), "{}", faults.render());
        for name in library.names_of(AssetType::Scenario) {
            let book = library.compile(name).0.expect("it compiles");
            let battle = book.battle(1);
            // The battle's seed chooses from a pool.
            let left_out = |pool: &SpawnPool| pool.groups.len().saturating_sub(usize::from(pool.keep));
            let is_single = |pool: &SpawnPool| pool.groups.iter().all(|group| group.len() == 1);
            assert!(book.opening.spawn_pools.iter().all(is_single), "{name}");
            let left_out: usize = book.opening.spawn_pools.iter().map(left_out).sum();
            assert_eq!(battle.state().living().count(), book.opening.roster.len() - left_out, "{name}");
            assert!(battle.state().living().any(|(_, entity)| entity.team == Team::PLAYER), "{name}");
        }
    }
}

#[test]
fn programs_of_vigil() {
    let library = Library::load_folder(&vigil(), KindRegistry::core());
    let book = library.compile("first-light").0.expect("it compiles");
    let mut shown = String::new();
    for program in &book.programs {
        shown.push_str(&format!("-- {} ({})\n{}", program.name, program.title, disassemble(&book, program)));
    }
    expect_file!["snapshots/vigil.txt"].assert_eq(&shown);
}

/// Returns Vigil with a scenario in which every unit stands on a small board.
fn arena() -> Library {
    let mut library = Library::load_folder(&vigil(), KindRegistry::core());
    let mut scenario = Scenario::default();
    let units: Vec<(String, i32)> = library
        .names_of(AssetType::Unit)
        .map(|name| {
            let is_augur = library.unit(name).is_some_and(|unit| unit.tags.contains(&"augur".to_owned()));
            (name.to_owned(), i32::from(!is_augur))
        })
        .collect();
    let mut rows = vec!["....O.~.....".to_owned()];
    for (row, units) in units.chunks(4).enumerate() {
        let glyphs: Vec<char> = (0..units.len()).map(|at| char::from(b'a' + (row * 4 + at) as u8)).collect();
        let cells: String = glyphs.iter().map(|glyph| format!(".{glyph}.")).collect();
        rows.push(format!("{cells:.<12}"));
        for ((unit, team), glyph) in units.iter().zip(glyphs) {
            let (unit, team, glyph) = (unit.clone(), *team, glyph.to_string());
            scenario.legend.push(LegendEntry { glyph, unit, team, ..LegendEntry::default() });
        }
    }
    scenario.map = rows;
    library.put("arena", AnyAsset::Scenario(scenario));
    library
}

/// Returns an intent of one action with answers picked by a number.
fn intend(book: &Rulebook, battle: &Battle, actor: EntityId, program: u16, pick: usize) -> Intent {
    let known = battle.project(book, battle.state().entity(actor).team);
    let mut intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
    let mut buffers = Buffers::default();
    for turn in 0..8 {
        let mut plan = Plan::default();
        plan.set(actor, intent.clone(), 0);
        let mut predicted = Predicted::of(&known);
        let advance = predicted.apply_for_preview(book, &plan, Default::default(), &mut buffers, &mut Log::default());
        let Advance::Unit(_, Some(question)) = advance else { break };
        let mut legal = Vec::new();
        predicted.legal_answers(book, &question, &mut buffers, &mut legal);
        let Some(answer) = legal.get((pick + turn) % legal.len().max(1)) else { break };
        intent.uses[0].answers.push((question.key, *answer));
    }
    intent.complete = true;
    intent
}

#[test]
fn every_action_of_every_unit_runs_without_a_trap() {
    let (book, faults) = arena().compile("arena");
    let book = book.unwrap_or_else(|| panic!("{}", faults.render()));
    for pick in 0..24 {
        let (mut battle, mut buffers) = (book.battle(1), Buffers::default());
        for _ in 0..60 {
            let mut plan = Plan::default();
            let next = book.scheduler.next(&View::new(&book, battle.state(), &plan, None));
            if let foretoken_vm::schedulers::Next::Slot(_, foretoken_vm::Slot::Unit(id)) = next {
                let kind = book.unit_type(battle.state().entity(id)).expect("it has an archetype");
                let program = kind.actions[pick % kind.actions.len()];
                plan.set(id, intend(&book, &battle, id, program, pick), 0);
            }
            let mut log = Log::default();
            battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
            let trapped = log.changes.iter().find(|change| change.kind == ChangeKind::Trapped);
            assert!(trapped.is_none(), "{trapped:?} after {plan:?}");
        }
    }
}
