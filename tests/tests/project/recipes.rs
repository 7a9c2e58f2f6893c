//! The recipes of the book: each pack in `examples/packs` equals its listing, and its battles keep the page's promises.

use crate::architecture::{files, read, root};
use crate::guide::aimed_plan;
use foretoken_action_assets::{KindRegistry, Library, fmt_text};
use foretoken_preview::{Odds, Planner, PlannerOptions};
use foretoken_session::Session;
use foretoken_session::content::{Content, Ready};
use foretoken_session::record::Replay;
use foretoken_session::simulate::decide_all_of;
use foretoken_session::texts::{carried, names, odds_text};
use foretoken_tests::{carry_out_round, drawn};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    Battle, Buffers, ChangeKind, CompiledScenario, Dir, Entity, EntityId, GameState, Log, Outcome, Plan, Rulebook, Team,
};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Each pack with its scenario and with words that the logs of its battles contain.
const RECIPES: [(&str, &str, &[&str]); 3] = [
    ("breach", "street", &["stops at", "(push)", "(drowning)", "(blocked)"]),
    ("charge-duel", "ridge", &["Fire takes effect", "(magic)", "gains Poison", "(poison)"]),
    ("duel-of-lords", "field", &["(attack)", "(counter)"]),
];

/// The most rounds of a battle.
const MOST_ROUNDS: i32 = 60;

fn packs() -> PathBuf {
    root().join("examples/packs")
}

/// The fenced blocks of the page: the words after the fence, and the text.
fn blocks() -> Vec<(String, String)> {
    let page = read(&root().join("docs/recipes.md"));
    let parts: Vec<&str> = page.split("```").collect();
    let block = |part: &&str| part.split_once('\n').map(|(head, body)| (head.to_owned(), body.to_owned()));
    parts.iter().skip(1).step_by(2).filter_map(block).collect()
}

/// The files of a pack as the page lists them, by path.
fn listing(pack: &str) -> BTreeMap<String, String> {
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for (_, text) in blocks().into_iter().filter(|(head, _)| *head == format!("ron {pack}")) {
        let mut path = String::new();
        for line in text.lines() {
            match line.strip_prefix("// ") {
                Some(next) => {
                    path = next.to_owned();
                    assert!(listed.insert(path.clone(), String::new()).is_none(), "{pack}/{path} is listed twice");
                }
                None => *listed.get_mut(&path).expect("a path before the text") += &format!("{line}\n"),
            }
        }
    }
    listed
}

fn ready(pack: &str, scenario: &str) -> Ready {
    let content = Content::open(&packs()).expect("the folder of the packs");
    content.setup(&format!("{pack}/{scenario}"), None).expect("it compiles")
}

#[test]
fn every_pack_is_a_recipe_without_faults() {
    let mut folders: Vec<String> = std::fs::read_dir(packs())
        .expect("the packs")
        .map(|entry| entry.expect("a pack").file_name().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    assert_eq!(folders, RECIPES.map(|(pack, ..)| pack));
    for (pack, ..) in RECIPES {
        let library = Library::load_folder(&packs().join(pack), KindRegistry::core());
        let faults = library.check_all();
        assert!(library.faults().is_empty() && faults.is_empty(), "{}{}", library.faults().render(), faults.render());
    }
}

#[test]
fn the_listings_are_the_packs_and_their_figures_are_right() {
    let page = read(&root().join("docs/recipes.md"));
    for (pack, ..) in RECIPES {
        let folder = packs().join(pack);
        let mut packed: BTreeMap<String, String> = BTreeMap::new();
        for file in files(&folder, &[".ron"]) {
            let path = file.strip_prefix(&folder).expect("it is inside").to_string_lossy().replace('\\', "/");
            packed.insert(path, read(&file));
        }
        let listed = listing(pack);
        let canonical = |(path, text): (&String, &String)| {
            (path.clone(), fmt_text(path, text, &KindRegistry::core()).expect("it is whole"))
        };
        assert_eq!(listed.iter().map(canonical).collect::<BTreeMap<_, _>>(), packed, "{pack}");
        let lines = |texts: &BTreeMap<String, String>| texts.values().map(|text| text.lines().count()).sum::<usize>();
        let row = format!("| {} | {} | {} |", packed.len(), lines(&listed), lines(&packed));
        assert!(page.contains(&row), "{pack}: {row}");
    }
}

/// Number of attacks from behind in a log. Attackers on a rear diagonal count as behind, as in formulas.
fn hits_from_behind(book: &Rulebook, before: &GameState, log: &Log) -> usize {
    let of = |id: EntityId| (before.entity(id).cell, before.entity(id).facing);
    let mut stands: BTreeMap<EntityId, _> = before.living().map(|(id, _)| (id, of(id))).collect();
    let mut hits = 0;
    for (at, change) in log.changes.iter().enumerate() {
        match change.kind {
            ChangeKind::Cell => {
                if let Some(stand) = stands.get_mut(&change.entity) {
                    stand.0 = change.cell_after();
                }
            }
            ChangeKind::Facing => {
                if let Some(stand) = stands.get_mut(&change.entity) {
                    stand.1 = u8::try_from(change.after).expect("a direction");
                }
            }
            ChangeKind::Health if change.after < change.before && book.label(change.label) == "attack" => {
                let actor = log.span_of(at).map(|span| span.actor);
                let both = actor.and_then(|actor| stands.get(&actor)).zip(stands.get(&change.entity));
                hits += both.map_or(0, |(from, of)| {
                    let (dx, dy) = of.0.offset_to(from.0);
                    let (fx, fy) = Dir::from_index(of.1).delta();
                    let (ahead, aside) = (fx * dx + fy * dy, fx * dy - fy * dx);
                    usize::from(ahead < 0 && -ahead >= aside.abs())
                });
            }
            _ => {}
        }
    }
    hits
}

/// Plays a battle with the planner on both sides. Returns outcome, rounds, the log as text and hits from behind.
fn battle(ready: &Ready, seed: u64) -> (i32, i32, String, usize) {
    let opening = ready.setup.opening.seeded(seed);
    let options = PlannerOptions { seed, budget: 4_000, ..PlannerOptions::default() };
    let mut planners = [Some(Planner::new(options))];
    let mut replay = Replay::new(ready.setup.book.clone(), &opening);
    let (mut rounds, mut told, mut behind) = (0, Vec::new(), 0);
    while replay.battle.state().battle(BattleField::Outcome) == Outcome::OPEN {
        decide_all_of(&mut replay, &mut planners);
        rounds = replay.battle.state().round();
        let before = replay.battle.state().clone();
        replay.execute();
        told.extend(names::all_told(&replay.book, replay.battle.state(), &replay.log.changes));
        behind += hits_from_behind(&replay.book, &before, &replay.log);
    }
    (replay.battle.state().battle(BattleField::Outcome), rounds, told.join("\n"), behind)
}

#[test]
fn battles_of_the_recipes_end_with_a_winner_and_show_their_rules() {
    for (pack, scenario, words) in RECIPES {
        let ready = ready(pack, scenario);
        let (mut log, mut from_behind) = (String::new(), 0);
        for seed in 1..=3 {
            let (outcome, rounds, told, behind) = battle(&ready, seed);
            assert_ne!(outcome, Outcome::DRAWN, "{pack}, seed {seed}: a draw");
            assert!(rounds <= MOST_ROUNDS, "{pack}, seed {seed}: {rounds} rounds");
            log += &told;
            from_behind += behind;
        }
        for word in words {
            assert!(log.contains(word), "{pack}: no `{word}` in\n{log}");
        }
        assert!(pack != "charge-duel" || from_behind > 0, "no hit from behind in\n{log}");
    }
}

#[test]
fn enemies_of_breach_show_their_attacks_before_the_player_decides() {
    let session = Session::start(ready("breach", "street").setup, None).expect("nothing is recorded");
    let (book, seat) = (session.book(), session.seat());
    let houses = |state: &GameState| drawn(book, state, 'H').count();
    let (now, foreseen) = (houses(seat.known().state()), houses(seat.forecast().state()));
    assert!(foreseen < now, "{now} houses, {foreseen} foreseen");
}

/// Compiles a pack with a map of its own: rows of characters of the scenario's legend, under the turn order `rounds`.
fn probe(pack: &str, scenario: &str, rows: &str) -> CompiledScenario {
    let mut library = Library::load_folder(&packs().join(pack), KindRegistry::core());
    let text = read(&packs().join(pack).join(format!("scenarios/{scenario}.ron")));
    let part = |from: &str, to: &str| text.split(from).nth(1).and_then(|rest| rest.split(to).next()).expect("a part");
    let (ground, legend) = (part("    ground: ", ",\n"), part("    legend: [\n", "\n    ],\n"));
    let map: Vec<String> = rows.split('/').map(|row| format!("{row:?}")).collect();
    let goals = "goals: [(text: \"Never.\", when: \"0\")]";
    let drawn = format!("Scenario(map: [{}], ground: {ground}, legend: [{legend}], {goals})", map.join(", "));
    let faults = library.reload("scenarios/probe.ron", Some(drawn.as_bytes()));
    assert!(faults.is_empty(), "{}", faults.render());
    let (compiled, faults) = library.compile("probe");
    assert!(!faults.has_errors(), "{}", faults.render());
    compiled.expect("it compiles")
}

/// An attack and the passes of all other units. `words` are the attacker, the action and the target.
fn attack(compiled: &CompiledScenario, battle: &Battle, words: &[&str]) -> (Plan, EntityId) {
    let [actor, action, target] = words else { panic!("an attacker, an action and a target: {words:?}") };
    let (actor, target) = (unit(compiled, battle.state(), actor), unit(compiled, battle.state(), target));
    let program = compiled.find_program(action).expect("an action");
    (aimed_plan(battle, actor, program, target), actor)
}

/// Returns the unit of a character: a capital for the player's, a small letter for the enemy's.
fn unit(book: &Rulebook, state: &GameState, glyph: &str) -> EntityId {
    let letter = glyph.chars().next().expect("a character");
    let is_meant = |row: &Entity| {
        let is_drawn = book.unit_type(row).is_some_and(|kind| kind.glyph.eq_ignore_ascii_case(&letter));
        is_drawn && (row.team == Team::PLAYER) == letter.is_ascii_uppercase()
    };
    state.living().find(|(_, row)| is_meant(row)).map(|(id, _)| id).expect("the unit is on the board")
}

/// Odds of an attack.
fn odds(compiled: &CompiledScenario, words: &[&str]) -> String {
    let battle = compiled.battle(1);
    let (plan, actor) = attack(compiled, &battle, words);
    let known = battle.project(compiled, Team::PLAYER);
    let odds = Odds::of(compiled, &known, &plan, Some(actor));
    let odds = odds.report().and_then(|report| report.activation.as_ref()).expect("it acts");
    odds_text::effects(compiled, known.state(), odds).iter().map(|line| format!("{line}\n")).collect()
}

/// Lines about health in the log of an attack.
fn played(compiled: &CompiledScenario, words: &[&str]) -> String {
    let mut battle = compiled.battle(1);
    let (plan, _) = attack(compiled, &battle, words);
    let log = carry_out_round(compiled, &mut battle, &mut Buffers::default(), &plan);
    let lines = names::all_told(compiled, battle.state(), &log.changes).into_iter();
    lines.filter(|line| line.contains("health")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_examples_of_the_page_are_right() {
    let (mut shown, mut wrong) = (0, String::new());
    for (head, text) in blocks() {
        let words: Vec<&str> = head.split(' ').collect();
        let scenario = |pack: &str| RECIPES.iter().find(|recipe| recipe.0 == pack).expect("a recipe").1;
        let found = match words.as_slice() {
            ["odds", pack, rows, rest @ ..] => odds(&probe(pack, scenario(pack), rows), rest),
            ["played", pack, rows, rest @ ..] => played(&probe(pack, scenario(pack), rows), rest),
            ["stat", pack, glyph, stat] => {
                let Ready { setup, .. } = ready(pack, scenario(pack));
                let battle = Replay::new(setup.book.clone(), &setup.opening).battle;
                let stat = setup.book.find_stat(stat).expect("a stat");
                let unit = unit(&setup.book, battle.state(), glyph);
                format!("{}\n", carried::breakdown(&setup.book, battle.state(), unit, stat))
            }
            _ => continue,
        };
        if found != text {
            wrong += &format!("{head}\n{found}\n");
        }
        shown += 1;
    }
    assert_eq!(wrong, "", "the page says otherwise");
    assert_eq!(shown, 6, "the page has examples");
}
