//! Prices by formula, changes of a battle by the run, and skills as loot.

use crate::pack::{begun, campaign_text, compiled, enter, files, verdict};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::check::check;
use foretoken_campaign::entry::{EquipChange, Owner};
use foretoken_campaign::{Campaign, Command, Refusal, RoomKinds, Run, TakeOffer};
use foretoken_vm::Team;
use std::sync::Arc;

fn with_rooms(rooms: &str) -> Arc<Campaign> {
    compiled(&campaign_text(&format!("rooms: [{rooms}],"), ""))
}

fn codes(rooms: &str) -> Vec<String> {
    let library = Library::load(&files(&campaign_text(&format!("rooms: [{rooms}],"), "")), KindRegistry::core());
    let found = check(&library, "own", "small", &RoomKinds::default());
    found.iter().map(|fault| fault.code.to_string()).collect()
}

const INN: &str = r#"
    (name: "gate", kind: "rest", options: [
        (text: "Half.", spends: [(value: "gold", amount: "c.gold / 2")], action: "meal"),
        (text: "Free.", spends: [(value: "gold", amount: "c.gold - 9")], action: "meal"),
        (text: "Dear.", spends: [(value: "gold", amount: "c.gold + 1")], action: "meal"),
    ], next: [(to: "end")]),
    (name: "end", kind: "end"),
"#;

#[test]
fn a_price_is_a_formula_over_the_camp() {
    let mut run = begun(&with_rooms(INN), 1);
    enter(&mut run, "gate");
    let texts = |run: &Run| run.view().moves.into_iter().map(|own| own.details.join(" ")).collect::<Vec<_>>();
    let told = texts(&run);
    // The run starts with 4 gold: 4 / 2 = 2; 4 - 9 is below 0 and costs nothing; 4 + 1 = 5 is too much.
    assert!(told[0].starts_with("Costs 2 gold."), "{told:?}");
    assert!(!told[1].contains("Costs"), "{told:?}");
    assert!(told[2].starts_with("Costs 5 gold."), "{told:?}");
    let refused = run.act(&Command::Choose(2, Vec::new())).expect_err("it is too expensive");
    assert_eq!(refused, Refusal::TooExpensive { value: "gold".to_owned(), amount: 5, have: 4 });
    run.act(&Command::Choose(0, Vec::new())).expect("it is payable");
    assert_eq!(run.state().values["gold"], 2);
}

const FIELD: &str = r#"
    (name: "gate", kind: "battle", scenario: "yard", changes: [
        (when: "c.gold >= 4", unit: "rat", becomes: "guard"),
        (when: "c.gold >= 5", unit: "guard", leaves: true),
        (unit: "guard", status: "angry", amount: 3),
    ], next: [(to: "end")]),
    (name: "end", kind: "end"),
"#;

#[test]
fn the_run_changes_the_units_of_a_battle() {
    let files = files(&campaign_text(&format!("rooms: [{FIELD}],"), ""))
        .with("statuses/angry.ron", "Status(title: \"Angry\", modifiers: [(stat: \"initiative\", amount: 1)])");
    let library = Library::load(&files, KindRegistry::core());
    let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default());
    let campaign = Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")));
    let mut run = begun(&campaign, 1);
    enter(&mut run, "gate");
    let setup = run.battle_setup().expect("a battle waits");
    let kind = |member: &foretoken_vm::Member| setup.book.unit_types[usize::from(member.unit_type)].name.clone();
    let enemies: Vec<&foretoken_vm::Member> =
        setup.opening.roster.iter().filter(|member| member.team != Team::PLAYER).collect();
    // With 4 gold the rat becomes a guard, stays, and is angry; the party is unchanged.
    assert_eq!(enemies.iter().map(|member| kind(member)).collect::<Vec<_>>(), ["guard"]);
    let statuses = enemies[0].statuses.as_deref().unwrap_or_default();
    assert_eq!(statuses.iter().map(|own| own.amount).collect::<Vec<_>>(), [3]);
    let own = setup.opening.roster.iter().filter(|member| member.team == Team::PLAYER);
    assert!(own.clone().count() == 2 && own.clone().all(|member| member.statuses.is_none()));
    run.fight_by_planner().expect("it is played");
    assert_eq!(run.state().battles, 1);
}

const SCHOOL: &str = r#"
    (name: "gate", kind: "loot", offers: [(skill: "wise"), (skill: "deep")], take: 2, next: [(to: "end")]),
    (name: "end", kind: "end"),
"#;

#[test]
fn a_learnt_skill_takes_the_place_of_an_equipped_one() {
    let files = files(&campaign_text(&format!("rooms: [{SCHOOL}],"), ""))
        .with("skills/deep.ron", "Skill(title: \"Deep\", modifiers: [(stat: \"max_health\", amount: 1)])");
    let library = Library::load(&files, KindRegistry::core());
    let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default());
    let mut run = begun(&Arc::new(campaign.unwrap_or_else(|error| panic!("{error}"))), 1);
    enter(&mut run, "gate");
    let texts: Vec<String> = run.view().moves.into_iter().map(|own| own.text).collect();
    // Ada has `wise` in her pool, and Bo has no loadout, so only Ada can learn, and only `deep`.
    assert!(texts.contains(&"Ada learns Deep instead of Tough.".to_owned()), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("Wise") || text.contains("Bo")), "{texts:?}");
    let ada = Owner::Member("Ada".to_owned());
    let take =
        |offer, given: &str| Command::Take(vec![TakeOffer { offer, gives: Some((ada.clone(), given.to_owned())) }]);
    assert_eq!(run.decide(&take(0, "tough")), Err(Refusal::NoThing));
    assert_eq!(run.decide(&take(1, "quick")), Err(Refusal::NoThing));
    let without = Command::Take(vec![TakeOffer { offer: 1, gives: None }]);
    assert_eq!(run.decide(&without), Err(Refusal::NoSwap));
    run.act(&take(1, "tough")).expect("she can learn it");
    assert_eq!(run.state().party[0].equipped, [["deep"]]);
    let equip = |skill: &str| {
        let skills = vec![skill.to_owned()];
        Command::Equip(EquipChange::Skills { member: "Ada".to_owned(), loadout: 0, skills })
    };
    run.act(&equip("tough")).expect("it stays in the pool");
    run.act(&equip("deep")).expect("it is learnt");
    assert!(matches!(verdict(&run, &Default::default()), foretoken_campaign::RunVerdict::Same { .. }));
}

#[test]
fn skills_for_sale_and_prices_that_nobody_can_pay_are_faults() {
    let shop = r#"(name: "gate", kind: "shop", offers: [(skill: "wise"), (item: "axe", spends: [(value: "gold", amount: 30)])],
        next: [(to: "end")]), (name: "end", kind: "end"),"#;
    let found = codes(shop);
    assert!(found.contains(&"skill-for-sale".to_owned()) && found.contains(&"unpayable".to_owned()), "{found:?}");
    let wrong = codes(&INN.replace("c.gold / 2", "c.silver / 2"));
    assert!(!wrong.is_empty(), "an unknown number is a fault");
}

/// Gold ends at 20, so 18 + 3 is told as 20, and 20 comes.
#[test]
fn a_number_is_foretold_within_its_range() {
    let pay = r#"(name: "gate", kind: "rest", options: [(text: "Work.", action: "pay")], next: [(to: "end")]), (name: "end", kind: "end"),"#;
    let text = campaign_text(&format!("rooms: [{pay}],"), "").replace("start: 4", "start: 18");
    let mut run = begun(&compiled(&text), 1);
    enter(&mut run, "gate");
    assert_eq!(run.view().moves[0].details, ["gold 18 → 20"]);
    run.act(&Command::Choose(0, Vec::new())).expect("it is possible");
    assert_eq!(run.state().values["gold"], 20);
}
