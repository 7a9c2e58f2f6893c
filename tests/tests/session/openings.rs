//! The referee keeps openings secret: a seat gets equal bytes for openings that differ only in hidden units.

use foretoken_action_assets::assets::{AssetType, LegendEntry, Scenario, TimedRule, UnitAsset};
use foretoken_action_assets::{AnyAsset, KindRegistry, Library};
use foretoken_preview::Level;
use foretoken_session::record::{self, CompileError, Entry, Verdict};
use foretoken_session::referee::Refusal;
use foretoken_session::texts::moves;
use foretoken_session::{Briefing, Decision, Pending, Referee, Seat, Session, Setup};
use foretoken_tests::root;
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::{
    Battle, CompiledScenario, Decider, Deciders, Intent, Member, Opening, OpeningFault, Rulebook, Team,
};
use std::collections::BTreeSet;
use std::sync::Arc;

fn library(pack: &str) -> Library {
    Library::load_folder(&root().join("assets").join(pack), KindRegistry::core())
}

fn compiled(library: &Library, scenario: &str) -> CompiledScenario {
    let (compiled, faults) = library.compile(scenario);
    compiled.unwrap_or_else(|| panic!("{scenario}: {}", faults.render()))
}

fn is_unseen(rules: &Rulebook, opening: &Opening, at: usize) -> bool {
    let battle = Battle::new(rules, opening);
    let cell = opening.roster[at].cell;
    let there = battle.state().living().find(|(_, row)| row.cell == cell);
    there.is_some_and(|(_, row)| row.is_hidden_from(Team::PLAYER))
}

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
            Some(&unit) if asked.until.is_ended_by_decision() => {
                let unit = referee.battle().numbering(asked.team).to_known(unit).expect("its own");
                referee.decide(asked.team, waits(unit)).expect("it may wait");
            }
            _ => referee.close(asked.team).expect("it may close"),
        }
        referee.advance();
    }
    told
}

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
                openings.iter().map(|opening| Opening { deciders: Deciders::default(), ..opening.clone() }).collect();
            briefings += compare(scenario, &rules, &openings, 4) + compare(scenario, &rules, &shared, 4);
        }
    }
    assert!(scenarios >= 1 && briefings >= 2 * scenarios, "{scenarios} scenarios, {briefings} equal briefings");
}

fn in_fog(library: &Library, order: &str, map: &str) -> Scenario {
    let mut scenario = library.scenario("first-light").expect("it is shipped").clone();
    scenario.map = vec![map.to_owned()];
    (scenario.heights, scenario.corners, scenario.shapes) = Default::default();
    scenario.floors.clear();
    (scenario.spawns, scenario.timetable, scenario.lesson, scenario.links) = Default::default();
    (scenario.losses, scenario.bonus_goals) = Default::default();
    scenario.goals.iter_mut().for_each(|goal| goal.when = 0.into());
    scenario.scheduler = order.to_owned();
    scenario.parameters.clear();
    scenario.sight = 4;
    scenario.legend.retain(|entry| ["W", "r"].contains(&entry.glyph.as_str()));
    scenario
}

/// The briefings for one, two and four enemies that are out of sight, and a side that the planner or a seat decides for.
fn compare_counts(name: &str, compiled: CompiledScenario) {
    let CompiledScenario { rules, opening } = compiled;
    let rules = Arc::new(rules);
    let rat = opening.roster.last().expect("a rat").clone();
    for deciders in [Deciders::planners([Team(1)]), Deciders::default()] {
        let with = |count: i32| {
            let more =
                (1..count).map(|by| Member { cell: rules.board.cell(37 - by, 0).expect("there"), ..rat.clone() });
            let roster = opening.roster.iter().cloned().chain(more).collect();
            Opening { roster, deciders: deciders.clone(), seed: 1, ..opening.clone() }
        };
        let equal = compare(name, &rules, &[1, 2, 4].map(with), 5);
        assert!(equal >= 3, "{name}: {equal} equal briefings");
    }
}

/// In each turn order, with one, two and four hidden enemies.
#[test]
fn how_many_hide_shows_in_no_order() {
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let mut library = library("vigil");
        let scenario = in_fog(&library, order, ".W...................................r");
        library.put("first-light", AnyAsset::Scenario(scenario));
        compare_counts(order, compiled(&library, "first-light"));
    }
}

#[test]
fn dice_of_hidden_units_alter_no_dice_in_sight() {
    let mut shown = BTreeSet::new();
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let mut library = library("vigil");
        let rows = (1..=6).map(|face| format!("(name: \"face {face}\", faces: ({face}, {face}))"));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let policy = format!("Policy(kind: \"dice\", faces: 6, ahead: 3, shown: 3, rows: [{rows}])");
        assert!(library.reload("policies/die.ron", Some(policy.as_bytes())).is_empty());
        let rat = library.unit("rat").expect("it is shipped").clone();
        library.put("rat", AnyAsset::Unit(UnitAsset { policy: "die".to_owned(), ..rat }));
        let scenario = in_fog(&library, order, ".W..r................................r");
        library.put("first-light", AnyAsset::Scenario(scenario));
        let compiled = compiled(&library, "first-light");
        let battle = Battle::new(&compiled.rules, &compiled.opening.seeded(1));
        let known = battle.project(&compiled.rules, Team::PLAYER);
        let seen = known.state().living().find(|(_, row)| row.team == Team(1)).expect("a rat in sight").0;
        shown.insert(moves::queue(&compiled.rules, known.state(), seen));
        compare_counts(order, compiled);
    }
    assert_eq!(shown.iter().map(Vec::len).collect::<Vec<_>>(), [3], "the same three faces in each order: {shown:?}");
}

/// A random draw of a visible policy blocks undo. A draw of a hidden unit does not, so that a refusal reveals nothing.
#[test]
fn dice_of_a_hidden_unit_do_not_stop_undo() {
    for (map, expected) in [
        (".W...................................r", Ok(())),
        (".W..r.................................", Err(Refusal::Chance)),
    ] {
        let mut library = library("vigil");
        let rows = (1..=6).map(|face| format!("(name: \"face {face}\", faces: ({face}, {face}))"));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let policy = format!("Policy(kind: \"dice\", faces: 6, ahead: 3, shown: 3, rows: [{rows}])");
        assert!(library.reload("policies/die.ron", Some(policy.as_bytes())).is_empty());
        let rat = library.unit("rat").expect("it is shipped").clone();
        library.put("rat", AnyAsset::Unit(UnitAsset { policy: "die".to_owned(), ..rat }));
        let scenario = in_fog(&library, "rounds", map);
        library.put("first-light", AnyAsset::Scenario(scenario));
        let CompiledScenario { rules, opening } = compiled(&library, "first-light");
        let opening = Opening { deciders: Deciders::planners([Team(1)]), seed: 1, ..opening };
        let mut session = Session::start(Setup::untold(Arc::new(rules), opening), None).expect("nothing is recorded");
        session.commit();
        assert_eq!(session.undo(), expected, "{map}");
    }
}

/// Zones, leashes and spawns of hidden units do not reach the other seat; their own side gets the timetable.
#[test]
fn zones_leashes_and_timetables_of_hidden_units_reach_no_other_seat() {
    let secrets = [(30, "den", "34,1"), (33, "", "36,1"), (36, "den", "")];
    let made = secrets.map(|(den, leash, arrives)| {
        let mut library = library("vigil");
        let arrive = "Action(body: [Spawn(at: \"here\", unit: \"rat\", team: 1)])";
        assert!(library.reload("actions/arrive.ron", Some(arrive.as_bytes())).is_empty());
        let rat = library.unit("rat").expect("it is shipped").clone();
        library.put("rat", AnyAsset::Unit(UnitAsset { leash: leash.to_owned(), ..rat }));
        let map: String = (0..38)
            .map(|x| {
                if x == 1 {
                    'W'
                } else if x == den {
                    'z'
                } else if x == 37 {
                    'r'
                } else {
                    '.'
                }
            })
            .collect();
        let mut scenario = in_fog(&library, "rounds", &map);
        let zone = LegendEntry { glyph: "z".to_owned(), zone: "den".to_owned(), ..LegendEntry::default() };
        scenario.legend.push(zone);
        let (action, at) = ("arrive".to_owned(), arrives.to_owned());
        let entries = [TimedRule { round: 2, every: 0, action, at }];
        let burn = TimedRule { round: 3, every: 0, action: "flare-up".to_owned(), at: "c1".to_owned() };
        let fire = "Action(body: [Surface(target: \"here\", surface: \"fire\")])";
        assert!(library.reload("actions/flare-up.ron", Some(fire.as_bytes())).is_empty());
        scenario.timetable = entries.into_iter().filter(|rule| !rule.at.is_empty()).chain([burn]).collect();
        library.put("first-light", AnyAsset::Scenario(scenario));
        let compiled = compiled(&library, "first-light");
        let texts =
            [Team(0), Team(1)].map(|side| library.text_for_seats("first-light", &compiled.rules, side).expect("there"));
        let opening = compiled.opening.seeded(1);
        let placed = Member { zone: Some(0), ..opening.roster[1].clone() };
        let roster = vec![opening.roster[0].clone(), placed];
        let opening = Opening { roster, ..opening };
        assert_eq!(opening.faults(&compiled.rules), []);
        let rules = Arc::new(compiled.rules);
        let own = rules.for_side(Team(1));
        let own = own.as_ref().unwrap_or(&*rules);
        assert_eq!(own.timetable, rules.timetable, "its own side knows when it comes");
        let seats = [0, 1].map(|side: usize| {
            let text = Library::from_canonical_text(&texts[side], KindRegistry::core());
            let (public, faults) = text.compile("first-light");
            public.unwrap_or_else(|| panic!("{}", faults.render())).rules
        });
        let filtered = rules.for_side(Team(0)).expect("something is left out");
        assert_eq!(seats[0].hash64(), filtered.hash64(), "{}", texts[0]);
        assert_eq!(seats[1].hash64(), own.hash64());
        assert_eq!(filtered.timetable.len(), 1, "the fire is known");
        let told: Vec<Vec<u8>> = told(&rules, &opening, 1).into_iter().map(|(_, bytes)| bytes).collect();
        (texts[0].clone(), filtered.hash64(), told, rules.hash64())
    });
    let [(text, hash, told, whole), others @ ..] = &made;
    assert_eq!(told.len(), 1);
    for (other_text, other_hash, other_told, other_whole) in others {
        assert_eq!(other_text, text);
        assert_eq!((other_hash, other_told), (hash, told));
        assert_ne!(other_whole, whole);
    }
}

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
            roster.sort_by_key(|member| opening.roster.iter().position(|own| own.cell == member.cell));
            let again = Opening { roster, ..opening.clone() };
            assert_eq!(again.faults(&rules), [], "{scenario}");
            let second = Battle::new(&rules, &again);
            assert_eq!(second.state().hash64(&rules), battle.state().hash64(&rules), "{scenario}");
            assert_eq!(survivors(&second, &again), survivors(&battle, &opening), "{scenario}");
        }
    }
}

#[test]
fn the_assets_of_a_seat_hold_no_opening() {
    for pack in ["vigil", "banner"] {
        let library = library(pack);
        for scenario in library.names_of(AssetType::Scenario) {
            let whole = compiled(&library, scenario);
            for side in [Team(1), Team::PLAYER] {
                let text = library.text_for_seats(scenario, &whole.rules, side).expect("there is one");
                let public = compiled(&Library::from_canonical_text(&text, KindRegistry::core()), scenario);
                let shared = whole.rules.for_side(side).unwrap_or_else(|| whole.rules.clone());
                assert_eq!(public.rules.hash64(), shared.hash64(), "{scenario}");
            }
            let text = library.text_for_seats(scenario, &whole.rules, Team::PLAYER).expect("there is one");
            let seats = Library::from_canonical_text(&text, KindRegistry::core());
            let public = compiled(&seats, scenario);
            assert_eq!(public.rules.cast, whole.rules.cast, "{scenario}");
            assert_eq!(
                public.opening,
                Opening { deciders: Deciders::planners([Team(1)]), ..Opening::default() },
                "{scenario}"
            );
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
    assert!(refused.to_string().starts_with("the briefing was made for other rules"), "{refused}");
}

#[test]
fn a_record_holds_an_opening_of_its_own() {
    let library = library("vigil");
    let setup = Setup::of(compiled(&library, "first-light"), 1);
    let mut opening = setup.opening.clone();
    opening.roster[0].health = 1;
    opening.roster[0].name = "Ash".to_owned();
    let setup = Setup { assets: library.canonical_text().into(), pack: "vigil".to_owned(), ..setup };
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
    assert!(refused.to_string().contains("are both on"), "{refused}");
}

#[test]
fn a_record_holds_the_deciders() {
    let library = library("vigil");
    let compile = |text: &str, scenario: &str| {
        let (compiled, faults) = Library::from_canonical_text(text, KindRegistry::core()).compile(scenario);
        compiled.ok_or_else(|| CompileError::Faults(faults.render()))
    };
    let easy = Decider::Planner { level: Some(Level::Easy.code()) };
    for (decider, entries) in [(Decider::PLANNER, 0), (easy, 1), (Decider::Policy(0), 1)] {
        let deciders = Deciders::default().with(Team(1), decider);
        let setup = Setup::of(compiled(&library, "first-light"), 1);
        let opening = Opening { deciders: deciders.clone(), ..setup.opening.clone() };
        let setup = Setup { opening, assets: library.canonical_text().into(), ..setup };
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("own.battle");
        let mut session = Session::start(setup, Some(&path)).expect("it starts");
        session.commit();
        drop(session);
        let mut opened = record::open(&path).expect("it is a record");
        assert_eq!(opened.entries.iter().filter(|entry| matches!(entry, Entry::Deciders(_))).count(), entries);
        let verdict = record::verify(&opened, &compile);
        assert!(matches!(verdict, Ok(Verdict::Same { .. })), "{decider:?}: {verdict:?}");
        let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
        assert_eq!(resumed.setup().opening.deciders, deciders);
        for entry in &mut opened.entries {
            if let Entry::Deciders(own) = entry {
                **own = deciders.clone().with(Team(2), Decider::Policy(900));
            }
        }
        let refused = record::verify(&opened, &compile).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(
            refused.contains("the decider of side 2: the rules have no policy with the number 900"),
            entries == 1
        );
    }
}

#[test]
fn the_difficulty_of_an_opening_follows_the_level() {
    let library = library("vigil");
    for (level, given) in [(Level::Hard, false), (Level::Normal, true)] {
        let setup = Setup::of(compiled(&library, "the-cracked-bell"), 1).at_level(level);
        let opening = Opening { is_hard: given, ..setup.opening.clone() };
        let setup =
            Setup { assets: library.canonical_text().into(), ..setup }.with_opening(opening).expect("it has no fault");
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

/// In hot seat, undo does not reveal whether a hidden unit decided: executed decisions are final if such a unit could
/// exist.
#[test]
fn taking_back_tells_of_no_decision_out_of_sight() {
    let mut library = library("vigil");
    let scenario = in_fog(&library, "charge-time", ".W.W..................................r");
    library.put("first-light", AnyAsset::Scenario(scenario));
    let CompiledScenario { rules, opening } = compiled(&library, "first-light");
    let rules = Arc::new(rules);
    let answers = |opening: Opening| {
        let opening = Opening { deciders: Deciders::default(), ..opening };
        let mut referee = Referee::start(Setup::untold(Arc::clone(&rules), opening), None).expect("it starts");
        let mut answers = Vec::new();
        for _ in 0..12 {
            let Pending::Decide(asked) = referee.pending().clone() else { break };
            if asked.team == Team::PLAYER {
                let tried = referee.undo(Team::PLAYER);
                answers.push(format!("{tried:?}"));
                assert!(tried.is_err(), "nothing may be taken back here");
            }
            let unit = referee.battle().numbering(asked.team).to_known(asked.units[0]).expect("its own");
            let intent = Intent { complete: true, ..Intent::default() };
            referee.decide(asked.team, Decision { unit, intent }).expect("it may wait");
            referee.advance();
        }
        answers.truncate(4);
        answers
    };
    let alone = Opening { roster: opening.roster[..2].to_vec(), ..opening.clone() };
    assert_eq!(answers(opening.seeded(1)), answers(alone.seeded(1)));
}
