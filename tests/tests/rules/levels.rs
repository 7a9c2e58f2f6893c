//! Difficulty levels: their records and their foresight.

use foretoken_preview::{Level, Planner, PlannerOptions};
use foretoken_session::content::Content;
use foretoken_session::record::{self, Entry, Verdict};
use foretoken_session::{Session, saves};
use foretoken_tests::{Pack, cell, decide_all, find, root, told};
use foretoken_vm::{Cell, Plan, Team};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn recorded(folder: &std::path::Path, level: Level) -> PathBuf {
    let content = Content::open(&root().join("assets")).expect("assets");
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
    let content = Content::open(&root().join("assets")).expect("assets");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let folder = tempfile::tempdir().expect("a folder");
    for level in Level::ALL {
        let path = recorded(folder.path(), level);
        let opened = record::open(&path).expect("it is whole");
        assert_eq!(opened.level(), level);
        // The default level is not recorded, so such records keep their old form.
        let told = opened.entries.iter().filter(|entry| matches!(entry, Entry::Level(_))).count();
        assert_eq!(told, usize::from(level != Level::Normal));
        assert!(matches!(record::verify(&opened, &compile).expect("it replays"), Verdict::Same { .. }));
        let resumed = saves::resume(&content, &path).expect("it goes on");
        assert_eq!(resumed.session.setup().level, level);
    }
}

#[test]
fn an_untouched_battle_is_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    for level in Level::ALL {
        let content = Content::open(&root().join("assets")).expect("assets");
        let setup = content.setup("first-light", None).expect("a scenario").setup.at_level(level);
        let writer = saves::new_record(folder.path(), "first-light").expect("a record");
        let path = writer.path().to_owned();
        drop(Session::recorded(setup, Some(writer)).expect("it begins"));
        saves::leave(&path);
        assert!(!path.exists(), "{}", level.name());
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
    assert_eq!(unknown.to_string(), "unknown level `brutal`; use easy, normal or hard");
}

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
    let battle = book.battle(1);
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

fn decided_at(pack: &Pack, glyph: char, level: Level) -> Vec<(String, Cell)> {
    let book = pack.book();
    let battle = book.battle(1);
    let unit = find(&book, battle.state(), glyph);
    let known = battle.project(&book, battle.state().entity(unit).team);
    let of_seed = |seed: u64| {
        let mut planner = Planner::new(PlannerOptions { seed, ..level.options() });
        let decision = planner.decide(&book, &known, &Plan::default(), unit);
        let uses = told(&book, &known, &Plan::default(), unit, &decision.intent);
        let mut walked = uses.iter().filter(|(name, _)| name == "Walk").filter_map(|(_, cells)| cells.last().copied());
        let stands = walked.next_back().unwrap_or(known.state().entity(unit).cell);
        (uses.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" "), stands)
    };
    (0..6).map(of_seed).collect()
}

const ORDERS: [(&str, &[(&str, i32)]); 3] = [("rounds", &[]), ("team-rounds", &[]), ("charge-time", &[("round", 100)])];

#[test]
fn the_hard_level_foresees_replies_in_every_order() {
    let biter =
        r#"Unit(glyph: "J", health: 2, initiative: 9, movement: 4, tags: ["augur"], actions: ["walk", "bite"])"#;
    let shover = r#"Unit(glyph: "U", health: 5, initiative: 6, tags: ["dark"], actions: ["walk", "shove"])"#;
    let map = "
        #########
        #.......#
        #.......#
        #..OJU..#
        #.......#
        #.......#
        #########
    ";
    for (order, parameters) in ORDERS {
        let pack =
            Pack::new(map).with("units/biter.ron", biter).with("units/shover.ron", shover).order(order, parameters);
        for (told, stands) in decided_at(&pack, 'J', Level::Hard) {
            assert!(told.contains("Bite"), "{order}: {told}");
            assert_ne!(stands, cell("e4"), "{order}: {told}");
        }
    }
}

/// On hard, units stay out of reach instead of moving first into it.
#[test]
fn the_hard_level_lets_them_come() {
    let frail =
        r#"Unit(glyph: "J", health: 1, initiative: 9, movement: 3, tags: ["augur"], actions: ["walk", "strike"])"#;
    let striker =
        r#"Unit(glyph: "U", health: 4, initiative: 6, movement: 3, tags: ["dark"], actions: ["walk", "strike"])"#;
    let map = "
        ..........
        J......U..
        ..........
    ";
    for (order, parameters) in &ORDERS[1..] {
        let pack =
            Pack::new(map).with("units/frail.ron", frail).with("units/striker.ron", striker).order(order, parameters);
        let ways = |level: Level| -> Vec<i32> {
            decided_at(&pack, 'J', level).into_iter().map(|(_, stands)| stands.steps_to(cell("h2"))).collect()
        };
        assert!(ways(Level::Hard).iter().all(|&steps| steps > 4), "{order}: {:?}", ways(Level::Hard));
        assert!(ways(Level::Normal).iter().all(|&steps| steps <= 4), "{order}: {:?}", ways(Level::Normal));
    }
}

/// On hard, units attack the target that decides the battle.
#[test]
fn the_hard_level_goes_for_whom_the_battle_hangs_on() {
    let striker = r#"Unit(glyph: "J", health: 9, initiative: 9, movement: 0, tags: ["augur"], actions: ["strike"])"#;
    let bystander = r#"Unit(glyph: "Y", health: 6, movement: 0, tags: ["dark"], actions: ["walk"])"#;
    let leader = r#"Unit(glyph: "Z", health: 6, movement: 0, tags: ["dark", "leader"], actions: ["walk"])"#;
    let map = "
        .....
        .YJZ.
        .....
    ";
    let struck = |order: &str, parameters: &[(&str, i32)], level: Level| -> BTreeSet<Cell> {
        let pack = Pack::new(map)
            .with("units/striker.ron", striker)
            .with("units/bystander.ron", bystander)
            .with("units/leader.ron", leader)
            .goal("count(leader) = 0")
            .order(order, parameters);
        let book = pack.book();
        let battle = book.battle(1);
        let unit = find(&book, battle.state(), 'J');
        let known = battle.project(&book, battle.state().entity(unit).team);
        let of_seed = |seed: u64| {
            let mut planner = Planner::new(PlannerOptions { seed, ..level.options() });
            let decision = planner.decide(&book, &known, &Plan::default(), unit);
            told(&book, &known, &Plan::default(), unit, &decision.intent).into_iter().flat_map(|(_, cells)| cells)
        };
        (0..12).flat_map(of_seed).collect()
    };
    for (order, parameters) in [("team-rounds", &[][..]), ("action-points", &[("base", 91)])] {
        assert_eq!(struck(order, parameters, Level::Hard), BTreeSet::from([cell("d2")]), "{order}");
        assert_eq!(struck(order, parameters, Level::Normal), BTreeSet::from([cell("b2"), cell("d2")]), "{order}");
    }
}

/// With joint decisions, no unit chooses an intent that is worse than idling, despite counter-moves.
#[test]
fn on_hard_nobody_decides_what_is_worse_than_nothing() {
    let content = Content::open(&root().join("assets")).expect("assets");
    for scenario in ["vigil/three-spears", "vigil/first-light"] {
        let setup = content.setup(scenario, None).expect("a scenario").setup.at_level(Level::Hard);
        let battle = setup.battle();
        let mut planner = Planner::new(Level::Hard.options());
        decide_all(&setup.book, &battle, &mut Plan::default(), |known, plan, unit| {
            let decision = planner.decide(&setup.book, known, plan, unit);
            let told = told(&setup.book, known, plan, unit, &decision.intent);
            assert!(decision.gain >= 0, "{scenario}: {told:?} gains {}", decision.gain);
            Some(decision.intent)
        });
    }
}

/// On hard, units do not skip an attack because a counter-move could foil it.
#[test]
fn on_hard_nobody_holds_a_blow_back() {
    let content = Content::open(&root().join("assets")).expect("assets");
    let setup = content.setup("vigil/the-narrow-door", None).expect("a scenario").setup.at_level(Level::Hard);
    let battle = setup.battle();
    let mut planner = Planner::new(Level::Hard.options());
    let mut bites = 0;
    decide_all(&setup.book, &battle, &mut Plan::default(), |known, plan, unit| {
        let row = known.state().entity(unit);
        let decision = (row.team != Team::PLAYER).then(|| planner.decide(&setup.book, known, plan, unit))?;
        let told = told(&setup.book, known, plan, unit, &decision.intent);
        bites += usize::from(told.iter().any(|(action, _)| action == "Bite"));
        Some(decision.intent)
    });
    assert!(bites >= 2, "{bites} bites");
}
