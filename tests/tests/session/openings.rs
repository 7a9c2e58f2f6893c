//! Openings stay with the referee: a seat gets equal bytes for openings that differ only in hidden units.

use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{AnyAsset, KindRegistry, Library};
use foretoken_preview::Level;
use foretoken_session::record::{self, CompileError, Entry, Verdict};
use foretoken_session::{Briefing, Decision, Pending, Referee, Seat, Session, Setup};
use foretoken_tests::root;
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::{Battle, CompiledScenario, Intent, Member, Opening, OpeningFault, Rulebook, Team};
use std::collections::BTreeSet;
use std::sync::Arc;

fn library(pack: &str) -> Library {
    Library::load_folder(&root().join("assets").join(pack), KindRegistry::core())
}

fn compiled(library: &Library, scenario: &str) -> CompiledScenario {
    let (compiled, faults) = library.compile(scenario);
    compiled.unwrap_or_else(|| panic!("{scenario}: {}", faults.render()))
}

/// Whether a side sees nothing of a member at the start of a battle.
fn is_unseen(rules: &Rulebook, opening: &Opening, at: usize) -> bool {
    let battle = Battle::new(rules, opening);
    let cell = opening.roster[at].cell;
    let there = battle.state().living().find(|(_, row)| row.cell == cell);
    there.is_some_and(|(_, row)| row.hides_from(Team::PLAYER))
}

/// Openings that side 0 cannot tell from this one: without a hidden unit, with it on another cell, and with a second one.
fn others(rules: &Rulebook, opening: &Opening) -> Vec<Opening> {
    let opening = &Opening { spawn_pools: Vec::new(), ..opening.clone() };
    let hidden: Vec<usize> = (0..opening.roster.len()).filter(|&at| is_unseen(rules, opening, at)).collect();
    let Some(&first) = hidden.last() else { return Vec::new() };
    let known = |opening: &Opening| {
        let battle = Battle::new(rules, opening);
        battle.project(rules, Team::PLAYER).to_bytes().expect("it is small")
    };
    let with = |alter: &dyn Fn(&mut Vec<Member>)| {
        let mut other = opening.clone();
        alter(&mut other.roster);
        (other.faults(rules).is_empty() && known(&other) == known(opening)).then_some(other)
    };
    let mut found = vec![opening.clone()];
    found.extend(with(&|roster| drop(roster.remove(first))));
    let cells: Vec<_> = rules.board.cells().collect();
    let moved = |cell| with(&move |roster: &mut Vec<Member>| roster[first].cell = cell);
    found.extend(cells.iter().rev().find_map(|&cell| moved(cell).filter(|other| other != opening)));
    let added = |cell| {
        with(&move |roster: &mut Vec<Member>| {
            let more = Member { cell, ..roster[first].clone() };
            roster.push(more);
        })
    };
    found.extend(cells.iter().rev().find_map(|&cell| added(cell)));
    found
}

/// The briefings of side 0 at each of its decisions. Every unit of every side waits.
fn told(rules: &Arc<Rulebook>, opening: &Opening, most: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut referee = Referee::start(Setup::untold(Arc::clone(rules), opening.clone()), None).expect("it starts");
    let mut told = Vec::new();
    for _ in 0..400 {
        let Pending::Decide(asked) = referee.pending().clone() else { break };
        if asked.team == Team::PLAYER {
            let briefing = referee.brief(Team::PLAYER);
            let plan = format!("{:?}", briefing.plan.iter().collect::<Vec<_>>()).into_bytes();
            let known = [briefing.known.to_bytes().expect("it is small"), plan].concat();
            told.push((known, briefing.to_bytes(rules).expect("it is small")));
            if told.len() == most {
                break;
            }
        }
        let waits = |unit| Decision { unit, intent: Intent { complete: true, ..Intent::default() } };
        match asked.units.first() {
            Some(&unit) if asked.until.ends_with_decision() => {
                let unit = referee.battle().numbering(asked.team).to_known(unit).expect("its own");
                referee.decide(asked.team, waits(unit)).expect("it may wait");
            }
            _ => referee.close(asked.team).expect("it may close"),
        }
        referee.advance();
    }
    told
}

/// Compares the briefings of battles as long as the side has equal knowledge of them. Returns the number of equal briefings.
fn compare(name: &str, rules: &Arc<Rulebook>, openings: &[Opening], most: usize) -> usize {
    let all: Vec<_> = openings.iter().map(|opening| told(rules, opening, most)).collect();
    let mut equal = 0;
    for (at, (known, bytes)) in all[0].iter().enumerate() {
        let others: Vec<_> = all[1..].iter().filter_map(|told| told.get(at)).collect();
        if others.len() + 1 < all.len() || others.iter().any(|(other, _)| other != known) {
            break;
        }
        for (which, (_, other)) in others.iter().enumerate() {
            assert!(other == bytes, "{name}: briefing {at} of opening {} tells what is hidden", which + 1);
        }
        equal += 1;
    }
    equal
}

/// All shipped scenarios in which something is hidden at the start, played by the planner's sides and in hot seat.
#[test]
fn briefings_betray_no_hidden_unit() {
    let (mut scenarios, mut briefings) = (0, 0);
    for pack in ["vigil", "banner"] {
        let library = library(pack);
        for scenario in library.names_of(AssetType::Scenario) {
            let CompiledScenario { rules, opening } = compiled(&library, scenario);
            let openings = others(&rules, &opening.seeded(1));
            if openings.len() < 2 {
                continue;
            }
            scenarios += 1;
            let rules = Arc::new(rules);
            let shared: Vec<Opening> =
                openings.iter().map(|opening| Opening { planned_teams: Vec::new(), ..opening.clone() }).collect();
            briefings += compare(scenario, &rules, &openings, 4) + compare(scenario, &rules, &shared, 4);
        }
    }
    assert!(scenarios >= 1 && briefings >= 2 * scenarios, "{scenarios} scenarios, {briefings} equal briefings");
}

/// A map in fog under each turn order, with one, two and four enemies out of sight.
#[test]
fn how_many_hide_shows_in_no_order() {
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let mut library = library("vigil");
        let mut scenario = library.scenario("first-light").expect("it is shipped").clone();
        scenario.map = vec![".W...................................r".to_owned()];
        (scenario.heights, scenario.corners, scenario.shapes) = Default::default();
        scenario.floors.clear();
        (scenario.spawns, scenario.timetable, scenario.lesson, scenario.links) = Default::default();
        (scenario.losses, scenario.bonus_goals) = Default::default();
        scenario.goals.iter_mut().for_each(|goal| goal.when = 0.into());
        scenario.scheduler = order.to_owned();
        scenario.parameters.clear();
        scenario.sight = 4;
        scenario.legend.retain(|entry| ["W", "r"].contains(&entry.glyph.as_str()));
        library.put("first-light", AnyAsset::Scenario(scenario));
        let CompiledScenario { rules, opening } = compiled(&library, "first-light");
        let rules = Arc::new(rules);
        let rat = opening.roster.iter().find(|member| member.team != Team::PLAYER).expect("a rat").clone();
        for planned_teams in [vec![Team(1)], Vec::new()] {
            let with = |count: i32| {
                let more =
                    (1..count).map(|by| Member { cell: rules.board.cell(37 - by, 0).expect("there"), ..rat.clone() });
                let roster = opening.roster.iter().cloned().chain(more).collect();
                Opening { roster, planned_teams: planned_teams.clone(), seed: 1, ..opening.clone() }
            };
            let equal = compare(order, &rules, &[1, 2, 4].map(with), 5);
            assert!(equal >= 3, "{order}: {equal} equal briefings");
        }
    }
}

/// The survivors of a battle that was not played are its roster, and a battle of the survivors is the same battle.
#[test]
fn survivors_of_a_battle_that_was_not_played_are_its_roster() {
    for pack in ["vigil", "banner"] {
        let library = library(pack);
        for scenario in library.names_of(AssetType::Scenario) {
            let CompiledScenario { rules, opening } = compiled(&library, scenario);
            let opening = Opening { spawn_pools: Vec::new(), ..opening.seeded(3) };
            let battle = Battle::new(&rules, &opening);
            let sides: BTreeSet<Team> = opening.roster.iter().map(|member| member.team).collect();
            let survivors = |battle: &Battle, opening: &Opening| -> Vec<Member> {
                sides.iter().flat_map(|&side| battle.survivors(&rules, opening, side)).collect()
            };
            let mut roster = survivors(&battle, &opening);
            assert_eq!(roster.len(), opening.roster.len(), "{scenario}");
            // In the order of the first roster, which numbers the units.
            roster.sort_by_key(|member| opening.roster.iter().position(|own| own.cell == member.cell));
            let again = Opening { roster, ..opening.clone() };
            assert_eq!(again.faults(&rules), [], "{scenario}");
            let second = Battle::new(&rules, &again);
            assert_eq!(second.state().hash64(&rules), battle.state().hash64(&rules), "{scenario}");
            assert_eq!(survivors(&second, &again), survivors(&battle, &opening), "{scenario}");
        }
    }
}

/// The assets of a seat make the same rules, and hold neither the map's units nor the seed.
#[test]
fn the_assets_of_a_seat_hold_no_opening() {
    for pack in ["vigil", "banner"] {
        let library = library(pack);
        for scenario in library.names_of(AssetType::Scenario) {
            let whole = compiled(&library, scenario);
            let text = library.text_for_seats(scenario, &whole.rules).expect("there is one");
            let seats = Library::from_canonical_text(&text, KindRegistry::core());
            let public = compiled(&seats, scenario);
            assert_eq!(public.rules.hash64(), whole.rules.hash64(), "{scenario}");
            assert_eq!(public.rules.cast, whole.rules.cast, "{scenario}");
            assert_eq!(public.opening, Opening { planned_teams: vec![Team(1)], ..Opening::default() }, "{scenario}");
            // A briefing is read under these rules.
            let mut referee = Referee::start(Setup::of(whole, 1), None).expect("it starts");
            let bytes = referee.brief(Team::PLAYER).to_bytes(referee.book()).expect("it is small");
            let briefing = Briefing::from_bytes(&public.rules, &bytes).expect("the rules are the same");
            let seat = Seat::new(Team::PLAYER, Arc::new(public.rules), briefing);
            assert!(seat.known().state().living().any(|(_, row)| row.team == Team::PLAYER), "{scenario}");
        }
    }
}

#[test]
fn a_briefing_of_other_rules_is_refused() {
    let library = library("vigil");
    let mut referee = Referee::start(Setup::of(compiled(&library, "first-light"), 1), None).expect("it starts");
    let bytes = referee.brief(Team::PLAYER).to_bytes(referee.book()).expect("it is small");
    let other = compiled(&library, "three-spears").rules;
    let refused = Briefing::from_bytes(&other, &bytes).expect_err("another board");
    assert!(refused.to_string().starts_with("the briefing is of other rules"), "{refused}");
}

/// A party that survived one battle goes into another one, which its record embeds.
#[test]
fn a_record_holds_an_opening_of_its_own() {
    let library = library("vigil");
    let setup = Setup::of(compiled(&library, "first-light"), 1);
    let mut opening = setup.opening.clone();
    opening.roster[0].health = 1;
    opening.roster[0].name = "Ash".to_owned();
    let setup = Setup { assets: library.canonical_text(), pack: "vigil".to_owned(), ..setup };
    let setup = setup.with_opening(opening.clone()).expect("it has no fault");
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("own.battle");
    let mut session = Session::start(setup, Some(&path)).expect("it starts");
    session.decide_rest_by_planner();
    session.commit();
    let hash = session.battle().state().hash64(session.book());
    drop(session);
    let opened = record::open(&path).expect("it is a record");
    let compile = |text: &str, scenario: &str| {
        let (compiled, faults) = Library::from_canonical_text(text, KindRegistry::core()).compile(scenario);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    };
    assert!(matches!(record::verify(&opened, &compile), Ok(Verdict::Same { .. })));
    let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(resumed.battle().state().hash64(resumed.book()), hash);
    assert_eq!(resumed.setup().opening, opening);
    // Two units on one cell are refused, here and in a record.
    let mut crowded = opening.clone();
    crowded.roster[1].cell = crowded.roster[0].cell;
    let faults = resumed.setup().clone().with_opening(crowded.clone()).expect_err("two on a cell");
    assert_eq!(faults.iter().map(OpeningFault::code).collect::<Vec<_>>(), ["shared-cell"]);
    let mut forged = opened;
    for entry in &mut forged.entries {
        if let Entry::Opening(embedded) = entry {
            **embedded = crowded.clone();
        }
    }
    let refused = record::verify(&forged, &compile).expect_err("its opening is faulty");
    assert!(refused.to_string().contains("both stand on"), "{refused}");
}

/// The level says how hard a battle is, with an opening of its own, too, so the record replays to the same.
#[test]
fn the_difficulty_of_an_opening_follows_the_level() {
    let library = library("vigil");
    for (level, given) in [(Level::Hard, false), (Level::Normal, true)] {
        let setup = Setup::of(compiled(&library, "the-cracked-bell"), 1).at_level(level);
        let opening = Opening { is_hard: given, ..setup.opening.clone() };
        let setup = Setup { assets: library.canonical_text(), ..setup }.with_opening(opening).expect("it has no fault");
        assert_eq!(setup.battle().state().is_hard(), level == Level::Hard);
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("own.battle");
        let mut session = Session::start(setup, Some(&path)).expect("it starts");
        session.commit();
        drop(session);
        let compile = |text: &str, scenario: &str| {
            let (compiled, faults) = Library::from_canonical_text(text, KindRegistry::core()).compile(scenario);
            compiled.ok_or_else(|| CompileError::Faults(faults.render()))
        };
        let opened = record::open(&path).expect("it is a record");
        assert!(matches!(record::verify(&opened, &compile), Ok(Verdict::Same { .. })), "{level:?}");
    }
}
