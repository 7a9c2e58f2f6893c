//! Battle tests against one unit: the button, and the assets of the test.

use crate::driver::{Driver, open, pack};
use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_editor::model::{fight, parties};
use foretoken_editor::{EditorRequest, Watch};
use foretoken_vm::Team;
use foretoken_vm::state::BattleField;

fn library(name: &str) -> (Library, tempfile::TempDir) {
    let folder = pack(name);
    let mut watch = Watch::new(folder.path());
    watch.set_waits(true);
    (watch.library(KindRegistry::core()), folder)
}

#[test]
fn the_button_asks_for_a_fight_with_the_party_of_a_scenario() {
    let folder = pack("jail");
    let mut driver = Driver::new(folder.path(), Some("the-cell"));
    open(&mut driver, AssetType::Unit, "brute");
    driver.frames(3);
    drop(driver.editor.wants());
    let first = parties(&driver.game.library)[0].clone();
    driver.click("inspector/fight");
    let unit = "brute".to_owned();
    assert_eq!(driver.editor.wants(), [EditorRequest::Fight { scenario: first, unit: unit.clone() }]);
    driver.click("inspector/fight/choose");
    driver.frames(2);
    driver.click("inspector/fight/the-kennel");
    let kennel = "the-kennel".to_owned();
    let wanted = EditorRequest::Fight { scenario: kennel, unit };
    assert_eq!(driver.editor.wants(), std::slice::from_ref(&wanted));
    driver.click("inspector/fight");
    assert_eq!(driver.editor.wants(), [wanted], "the choice stays");
    assert_eq!(driver.editor.model().open, Some((AssetType::Unit, "brute".to_owned())));
    assert_eq!(driver.editor.model().history.done(), 0, "a test changes no asset");
}

fn check(name: &str, scenario: &str, unit: &str) {
    let (mut library, _folder) = library(name);
    let own = library.scenario(scenario).expect("it").clone();
    for (asset, content) in fight(&library, scenario, unit).unwrap_or_else(|| panic!("no fight with {unit}")) {
        library.put(&asset, content);
    }
    let (compiled, faults) = library.compile(scenario);
    let compiled = compiled.unwrap_or_else(|| panic!("{unit} in {scenario}: {}", faults.render()));
    let battle = compiled.battle(1);
    let of_team = |team: Team| battle.state().living().filter(|(_, row)| row.team == team).count();
    let party = own.legend.iter().filter(|entry| entry.team == 0 && !entry.unit.is_empty());
    let glyphs: Vec<&str> = party.map(|entry| entry.glyph.as_str()).collect();
    let standing = |row: &str| row.chars().filter(|c| glyphs.contains(&c.to_string().as_str())).count();
    let wanted: usize = own.rows().map(|(_, _, row)| standing(row)).sum();
    assert_eq!((of_team(Team::PLAYER), of_team(Team(1))), (wanted, 1), "{unit} in {scenario}");
    assert_eq!(battle.state().battle(BattleField::Outcome), 0, "{unit} in {scenario}: the battle is open");
}

#[test]
fn every_unit_of_the_die_fights_the_party_on_every_board() {
    let (library, _folder) = library("jail");
    let units: Vec<String> = library.names_of(AssetType::Unit).map(str::to_owned).collect();
    for scenario in parties(&library) {
        for unit in &units {
            check("jail", &scenario, unit);
        }
    }
}

#[test]
fn units_of_a_pack_with_boards_fight_on_the_first_one() {
    let (library, _folder) = library("vigil");
    let first = parties(&library)[0].clone();
    let units = library.names_of(AssetType::Unit).filter(|unit| library.unit(unit).is_some_and(|unit| unit.acts));
    units.for_each(|unit| check("vigil", &first, unit));
}

#[test]
fn an_unknown_unit_or_scenario_has_no_fight() {
    let (library, _folder) = library("jail");
    assert!(fight(&library, "the-cell", "nobody").is_none() && fight(&library, "nowhere", "rat").is_none());
}
