//! How hard the computer plays: what records keep of it, and what the levels see.

use foretoken_preview::{Level, Planner, PlannerOptions};
use foretoken_session::content::Content;
use foretoken_session::record::{self, Entry, Verdict};
use foretoken_session::{Session, saves};
use foretoken_tests::{Pack, find, told};
use foretoken_vm::{Battle, Plan};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A battle of one round at a level, recorded.
fn recorded(folder: &std::path::Path, level: Level) -> PathBuf {
    let content = Content::find(None).expect("assets");
    let setup = content.setup("first-light", None).expect("a scenario").setup.at_level(level);
    let writer = saves::new_record(folder, "first-light").expect("a record");
    let path = writer.path().to_owned();
    let mut session = Session::recorded(setup, Some(writer)).expect("it begins");
    session.decide_rest_by_planner();
    session.commit();
    path
}

#[test]
fn a_battle_goes_on_at_the_level_that_it_began_at() {
    let content = Content::find(None).expect("assets");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let folder = tempfile::tempdir().expect("a folder");
    for level in Level::ALL {
        let path = recorded(folder.path(), level);
        let opened = record::open(&path).expect("it is whole");
        assert_eq!(opened.level(), level);
        // The usual level is not told, so such records are as they were before there were levels.
        let told = opened.entries.iter().filter(|entry| matches!(entry, Entry::Level(_))).count();
        assert_eq!(told, usize::from(level != Level::Normal));
        assert!(matches!(record::verify(&opened, &compile).expect("it replays"), Verdict::Same { .. }));
        let resumed = saves::resume(&content, &path).expect("it goes on");
        assert_eq!(resumed.session.setup().level, level);
    }
}

#[test]
fn levels_are_known_by_name_and_number() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
        assert_eq!(Level::from_code(level.code()), Some(level));
    }
    assert_eq!(Level::from_code(9), None);
    let unknown = "brutal".parse::<Level>().expect_err("there is none");
    assert_eq!(unknown.to_string(), "there is no level `brutal`; there are easy, normal and hard");
}

/// A rat that acts first can bite the warden from four sides. On one of them the warden would shove it into the pit.
#[test]
fn the_hard_level_does_not_stand_where_it_would_be_shoved_into_a_pit() {
    let pack = Pack::new(
        "
        #########
        #.......#
        #.......#
        #..OrW..#
        #.......#
        #.......#
        #########
    ",
    )
    .with("units/rat.ron", r#"Unit(title: "Rat", glyph: "r", health: 2, initiative: 9, movement: 4, tags: ["dark"], actions: ["walk", "bite"])"#);
    let book = pack.book();
    let battle = Battle::new(&book, 1);
    let rat = find(&book, battle.state(), 'r');
    let known = battle.project(&book, battle.state().entity(rat).team);
    let decided = |level: Level, seed: u64| {
        let mut planner = Planner::new(PlannerOptions { seed, ..level.options() });
        let decision = planner.decide(&book, &known, &Plan::default(), rat);
        let uses = told(&book, &known, &Plan::default(), rat, &decision.intent);
        uses.iter()
            .flat_map(|(name, cells)| std::iter::once(name.clone()).chain(cells.iter().map(ToString::to_string)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let of = |level: Level| (0..12).map(|seed| decided(level, seed)).collect::<BTreeSet<_>>();
    let stays = |decided: &&String| !decided.contains("Walk");
    assert!(of(Level::Normal).iter().any(|decided| stays(&decided)), "{:?}", of(Level::Normal));
    let hard = of(Level::Hard);
    assert!(hard.iter().all(|decided| decided.contains("Bite") && !stays(&decided)), "{hard:?}");
}
