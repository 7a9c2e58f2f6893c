//! Decisions of the pilot: by expected gain, equal for equal seeds. Odds of numbers with very many cases.

use crate::pack::{begun, campaign_text, compiled, enter, files, options};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::entry::{EquipChange, Owner};
use foretoken_campaign::{Campaign, Command, Pilot, RoomKinds, Run};
use std::sync::Arc;

fn in_room(rooms: &str) -> Run {
    let mut run = begun(&compiled(&campaign_text(rooms, "")), 1);
    enter(&mut run, "gate");
    run
}

fn next(run: &Run) -> Vec<Command> {
    (0..20).map(|seed| Pilot { seed }.next(run).expect("a decision")).collect()
}

#[test]
fn the_pilot_heals_when_the_party_is_hurt_and_saves_its_gold_when_it_is_not() {
    let rooms = r#"
    rooms: [
        (name: "gate", kind: "choice", options: [
            (text: "Touch the thorns.", action: "thorns"),
            (text: "Meal.", spends: [(value: "gold", amount: 4)], action: "meal"),
            (text: "Treat one.", action: "heal-one"),
            (text: "Earn.", action: "pay"),
        ], next: [(to: "hurt"), (to: "end")]),
        (name: "hurt", kind: "choice", options: [(text: "Touch the thorns.", action: "thorns")], next: [(to: "gate")]),
        (name: "end", kind: "end"),
    ],
    cycles: true,
"#;
    let mut run = in_room(rooms);
    assert!(next(&run).iter().all(|own| *own == Command::Choose(3, Vec::new())), "nobody is hurt: gold is worth most");
    run.act(&Command::Choose(3, Vec::new())).expect("it is open");
    enter(&mut run, "hurt");
    run.act(&Command::Choose(0, Vec::new())).expect("it is open");
    enter(&mut run, "gate");
    assert!(next(&run).iter().all(|own| *own == Command::Choose(1, Vec::new())), "a meal for all is worth its price");
}

#[test]
fn the_pilot_wears_what_it_takes_and_leaves_what_costs_too_much() {
    let rooms = r#"
    rooms: [
        (name: "gate", kind: "loot", offers: [(item: "ring"), (action: "thorns")], take: 2, next: [(to: "shop")]),
        (name: "shop", kind: "shop", offers: [
            (item: "cloak", spends: [(value: "gold", amount: 1)]), (item: "axe", spends: [(value: "gold", amount: 4)]),
        ], next: [(to: "end")]),
        (name: "end", kind: "end"),
    ],
"#;
    let mut run = in_room(rooms);
    let Command::Take(offers) = Pilot { seed: 1 }.next(&run).expect("a decision") else { panic!("loot is taken") };
    assert_eq!(offers.iter().map(|own| own.offer).collect::<Vec<_>>(), [0], "thorns are left");
    run.act(&Command::Take(offers)).expect("it is possible");
    let Command::Equip(EquipChange::Hand { from, to, item, worn }) = Pilot { seed: 1 }.next(&run).expect("a decision")
    else {
        panic!("the ring is worn")
    };
    assert_eq!((&from, item.as_str(), worn), (&Owner::Stash, "ring", true));
    run.act(&Command::Equip(EquipChange::Hand { from, to, item, worn })).expect("it is possible");
    enter(&mut run, "shop");
    assert_eq!(Pilot { seed: 1 }.next(&run).expect("a decision"), Command::Buy(0), "a free hand is worth a coin");
    run.act(&Command::Buy(0)).expect("it is possible");
    assert!(matches!(Pilot { seed: 1 }.next(&run), Ok(Command::Equip(_))));
}

#[test]
fn options_of_equal_gain_and_ways_are_drawn() {
    let rooms = r#"
    rooms: [
        (name: "gate", kind: "choice", options: [(text: "Left.", next: "end"), (text: "Right.", next: "out")],
            next: [(to: "end"), (to: "out")]),
        (name: "end", kind: "end"), (name: "out", kind: "end"),
    ],
"#;
    let run = in_room(rooms);
    let decisions = next(&run);
    assert!((0..2).all(|at| decisions.contains(&Command::Choose(at, Vec::new()))), "{decisions:?}");
    assert_eq!(decisions, next(&run), "equal seeds decide equally");
}

#[test]
fn odds_of_numbers_with_very_many_cases_are_a_range() {
    let dig = |amount: &str| {
        format!("Action(title: \"Dig\", body: [ChangeStat(target: \"self\", stat: \"gold\", amount: \"{amount}\")])")
    };
    let rooms = r#"
    rooms: [
        (name: "gate", kind: "choice", options: [(text: "Dig.", action: "dig")], next: [(to: "end")]),
        (name: "end", kind: "end"),
    ],
"#;
    let told = |amount: &str| {
        let text = campaign_text(rooms, "").replace("range: (0, 20)", "range: (0, 99)");
        let library = Library::load(&files(&text).with("actions/dig.ron", dig(amount)), KindRegistry::core());
        let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default()).expect("it compiles");
        let mut run = Run::begin(Arc::new(campaign), &options(1)).expect("it begins");
        enter(&mut run, "gate");
        let odds = run.foresee(0, &[]).expect("an option").odds;
        assert_eq!(odds, run.foresee(0, &[]).expect("an option").odds, "samples are equal each time");
        odds.into_iter().find(|line| line.starts_with("gold")).expect("the numbers are never left out")
    };
    assert_eq!(told("1d2"), "gold: 5 with 50 %, 6 with 50 %");
    let exact = told("1d40");
    assert_eq!(exact, "gold: 5 to 44; 8 to 40 in 80 % of all cases");
    let sampled = told("1d20 + 1d20 + 1d20");
    assert!(sampled.starts_with("gold: about ") && sampled.ends_with(" in 80 % of 1000 samples"), "{sampled}");
}
