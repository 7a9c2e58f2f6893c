//! The rules guide: its listings form a valid canonical pack, and its statements about examples are true.

use foretoken_action_assets::library::Files;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_preview::Odds;
use foretoken_session::texts::{carried, names, odds_text, rules};
use foretoken_tests::{carry_out_round, find, root};
use foretoken_vm::program::Address;
use foretoken_vm::{ActionUse, Answer, Battle, Buffers, CompiledScenario, EntityId, Intent, Key, Plan, Team};

fn blocks() -> Vec<(String, String)> {
    let page = std::fs::read_to_string(root().join("docs/guide-rules.md")).expect("the guide");
    let parts: Vec<&str> = page.split("```").collect();
    let block = |part: &&str| part.split_once('\n').map(|(head, body)| (head.to_owned(), body.to_owned()));
    parts.iter().skip(1).step_by(2).filter_map(block).collect()
}

fn pack() -> Library {
    let listed = blocks().into_iter().filter_map(|(head, text)| Some((head.strip_prefix("ron ")?.to_owned(), text)));
    let files = listed.fold(Files::new(), |files, (path, text)| files.with(path, text));
    Library::load(&files, KindRegistry::core())
}

fn book() -> CompiledScenario {
    let (book, faults) = pack().compile("yard");
    assert!(faults.is_empty(), "{}", faults.render());
    book.expect("it compiles")
}

#[test]
fn the_listings_are_a_pack_without_faults_in_canonical_form() {
    let library = pack();
    assert!(library.faults().is_empty(), "{}", library.faults().render());
    for (head, text) in blocks() {
        let Some(path) = head.strip_prefix("ron ") else { continue };
        let formatted = foretoken_action_assets::fmt_text(path, &text, &KindRegistry::core());
        assert_eq!(formatted.expect("it is whole"), text, "{path}");
    }
    drop(book());
}

fn plan(book: &CompiledScenario, battle: &Battle, words: &str) -> (Plan, EntityId) {
    let mut words = words.split(' ');
    let mut unit = || find(book, battle.state(), words.next().and_then(|word| word.chars().next()).expect("a unit"));
    let actor = unit();
    let program = words.next().and_then(|name| book.find_program(name)).expect("an action");
    let target = find(book, battle.state(), words.next().and_then(|word| word.chars().next()).expect("a target"));
    (aimed_plan(battle, actor, program, target), actor)
}

/// Returns the plan in which a unit uses an action on a target and all others pass.
pub(crate) fn aimed_plan(battle: &Battle, actor: EntityId, program: u16, target: EntityId) -> Plan {
    let answers = vec![(Key::new(Address(0), [0; Key::MAX_LOOPS]), Answer::Unit(target))];
    let mut plan = Plan::default();
    for (id, _) in battle.state().living() {
        let uses = if id == actor { vec![ActionUse { program, answers: answers.clone() }] } else { Vec::new() };
        plan.set(id, Intent { uses, complete: true }, 0);
    }
    plan
}

#[test]
fn what_is_told_of_the_examples_is_what_happens() {
    let book = book();
    let mut told = 0;
    for (head, text) in blocks() {
        let (what, words) = head.split_once(' ').unwrap_or((&head, ""));
        let mut battle = book.battle(1);
        let unit = |glyph: &str| find(&book, battle.state(), glyph.chars().next().expect("a unit"));
        let found = match what {
            "ron" => continue,
            "told" => {
                let program = book.find_program(words).expect("an action");
                let rules = rules::usable(&book, battle.state(), unit("D"), program).expect("it is told");
                rules.lines.iter().map(|line| format!("{line}\n")).collect()
            }
            "stat" => {
                let (glyph, stat) = words.split_once(' ').expect("a unit and a stat");
                let stat = book.find_stat(stat).expect("a stat");
                format!("{}\n", carried::breakdown(&book, battle.state(), unit(glyph), stat))
            }
            "actions" => {
                let actions = battle.state().sheet(&book).actions(unit(words));
                let titles: Vec<&str> = actions.iter().map(|&program| names::action(&book, program)).collect();
                format!("{}\n", titles.join(", "))
            }
            "odds" => {
                let (plan, actor) = plan(&book, &battle, words);
                let known = battle.project(&book, Team::PLAYER);
                let odds = Odds::of(&book, &known, &plan, Some(actor));
                let odds = odds.report().and_then(|report| report.activation.as_ref()).expect("it acts");
                let lines = odds_text::effects(&book, known.state(), odds);
                lines.iter().map(|line| format!("{line}\n")).collect()
            }
            "played" => {
                let (plan, _) = plan(&book, &battle, words);
                let log = carry_out_round(&book, &mut battle, &mut Buffers::default(), &plan);
                let state = battle.state();
                let lines = (0..log.changes.len()).filter_map(|at| names::told(&book, state, &log.changes, at));
                lines.filter(|line| line.contains("health")).map(|line| format!("{line}\n")).collect::<String>()
            }
            other => panic!("the page has a block of {other}"),
        };
        assert_eq!(found, text, "{head}");
        told += 1;
    }
    assert_eq!(told, 6, "each example is told of");
}
