//! Complaints of players and designers of comparable games, as tests.

use crate::pack::{ROOMS, begun, campaign_text, compiled, enter, files, library, options, small};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::check::check;
use foretoken_campaign::{Campaign, Command, RoomKinds, Run, RunRecord, RunState};
use std::sync::Arc;

#[test]
fn a_faulty_file_that_the_campaign_does_not_use_disables_nothing() {
    let broken = files(&campaign_text(ROOMS, "")).with("actions/broken.ron", "Action(body: [Damag(])");
    let library = Library::load(&broken, KindRegistry::core());
    assert!(library.faults().has_errors());
    let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default());
    let campaign = Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")));
    let mut run = begun(&campaign, 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "yard");
    run.battle_setup().expect("the scenario does not need the broken action, either");
}

#[test]
fn a_campaign_with_a_fault_disables_no_scenario() {
    let broken = files(&campaign_text(ROOMS, "")).with("units/troll.ron", "Unit(glyph: \"t\", actions: [\"none\"])");
    let own = "Scenario(map: [\"t.\"], legend: [(glyph: \"t\", unit: \"troll\", team: 1)])";
    let broken = broken.with("scenarios/cave.ron", own);
    let text = campaign_text(&ROOMS.replace("scenario: \"yard\"", "scenario: \"cave\""), "");
    let library = Library::load(&broken.with("campaigns/small.ron", text), KindRegistry::core());
    assert!(Campaign::compile(&library, "own", "small", RoomKinds::default()).is_err());
    let (yard, faults) = library.compile("yard");
    assert!(yard.is_some(), "actions that name numbers of the campaign still compile: {}", faults.render());
}

#[test]
fn a_faulty_file_that_the_campaign_uses_is_named() {
    let broken = files(&campaign_text(ROOMS, "")).with("actions/meal.ron", "Action(body: [Heel])");
    let library = Library::load(&broken, KindRegistry::core());
    let error = Campaign::compile(&library, "own", "small", RoomKinds::default()).expect_err("it is needed");
    assert!(error.to_string().contains("actions/meal.ron:1"), "{error}");
}

#[test]
fn a_run_goes_on_when_rooms_move() {
    let mut run = begun(&small(), 1);
    enter(&mut run, "gate");
    let start = ROOMS.find("(name: \"gate\"").expect("the first room");
    let (head, tail) = ROOMS.split_at(start);
    let more =
        "(name: \"attic\", kind: \"rest\", options: [(text: \"Sleep.\", action: \"meal\")], next: [(to: \"gate\")]),";
    let text = campaign_text(&format!("{head}{more}{tail}"), "");
    let other = compiled(&text.replace("starts: [\"gate\"]", "starts: [\"attic\", \"gate\"]"));
    let mut later = Run::of_entries(other, run.entries().to_vec());
    later.act(&Command::Choose(3, Vec::new())).expect("it is the same room");
    run.act(&Command::Choose(3, Vec::new())).expect("it is free");
    assert_eq!(later.state(), run.state());
    enter(&mut later, "store");
}

#[test]
fn loading_again_draws_nothing_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let compile = |text: &str, begin: &foretoken_campaign::entry::Begin| {
        let library = Library::from_canonical_text(text, KindRegistry::core());
        Campaign::compile(&library, &begin.pack, &begin.campaign, RoomKinds::default())
    };
    let mut straight = begun(&small(), 5);
    drop(RunRecord::create(folder.path(), small(), &options(5)).expect("it is made"));
    let commands = |run: &Run| {
        let room = |name: &str| run.campaign().room_index(name).expect("it exists");
        [Command::Enter(room("gate")), Command::Choose(2, Vec::new()), Command::Enter(room("store"))]
    };
    for at in 0..3 {
        let command = commands(&straight)[at].clone();
        straight.act(&command).expect("it is possible");
        let mut record = RunRecord::resume(folder.path(), compile).expect("it is whole");
        record.act(&command).expect("it is possible");
        assert_eq!(record.run().state(), straight.state());
    }
}

#[test]
fn shown_effects_are_those_that_happen() {
    let campaign = small();
    for option in [0, 3] {
        let mut run = begun(&campaign, 1);
        enter(&mut run, "gate");
        run.act(&Command::Equip(foretoken_campaign::entry::EquipChange::First("Bo".to_owned()))).expect("a member");
        let shown = run.foresee(option, &[]).expect("an option").lines;
        let before: Vec<(i32, i32)> =
            ["Ada", "Bo"].map(|name| run.scene().health(&campaign, name).expect("it lives")).to_vec();
        run.act(&Command::Choose(option, Vec::new())).expect("it is free");
        for (name, (was, _)) in ["Ada", "Bo"].into_iter().zip(before) {
            let (is, _) = run.scene().health(&campaign, name).expect("it lives");
            let told = shown.iter().any(|line| line.starts_with(name) && line.contains(&format!("{was} → {is}")));
            assert!(told || was == is, "{name}: {was} → {is}, but told is {shown:?}");
        }
    }
}

#[test]
fn a_run_without_an_open_way_can_be_given_up() {
    let rooms =
        ROOMS.replace("next: [(to: \"end\")]", "next: [(to: \"end\", when: \"c.gold >= 20\", why_not: \"20 gold!\")]");
    let text = campaign_text(&rooms, "");
    let found = check(&library(&text), "own", "small", &RoomKinds::default());
    assert!(found.iter().any(|fault| fault.code == "no-free-way") && !found.has_errors(), "{}", found.render());
    let mut run = begun(&compiled(&text), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    for room in ["store", "shop", "camp"] {
        enter(&mut run, room);
    }
    let closed = run.view().moves.into_iter().find(|one| matches!(one.command, Command::Enter(_))).expect("a way");
    assert_eq!(closed.refused.as_deref(), Some("20 gold!"));
    run.act(&Command::GiveUp).expect("it is not over");
    assert!(matches!(run.act(&Command::GiveUp), Err(foretoken_campaign::Refusal::Over)));
}

#[test]
fn a_seed_with_the_terms_of_its_run_is_shown_for_sharing() {
    let run = begun(&small(), 7);
    let other = begun(&compiled(&campaign_text(ROOMS, "stash: [\"axe\"]")), 7);
    assert!(run.terms().starts_with("small, seed 7, level easy, mode free, assets "), "{}", run.terms());
    assert_ne!(run.terms(), other.terms(), "other assets give another run");
}

#[test]
fn hostile_entries_never_panic() {
    use foretoken_campaign::Entry;
    use foretoken_campaign::entry::{Enter, EquipChange, Lost, Owner, Take, Taken};
    let campaign = small();
    let mut entries = begun(&campaign, 1).entries().to_vec();
    let strange = [
        Entry::Fork(u32::MAX),
        Entry::Fork(0),
        Entry::Enter(Enter { room: "nowhere".to_owned(), offers: vec![9, 9] }),
        Entry::Take(Take {
            offers: vec![Taken {
                offer: 99,
                gives: Some((Owner::Member("No".to_owned()), "nothing".to_owned())),
                item: "no-item".to_owned(),
                skill: "no-skill".to_owned(),
                effect: Default::default(),
            }],
        }),
        Entry::Equip(EquipChange::First("No".to_owned())),
        Entry::Equip(EquipChange::Skills { member: "Ada".to_owned(), loadout: 9, skills: vec!["none".to_owned()] }),
        Entry::Lose(Lost { member: "No".to_owned(), wounded_for: u16::MAX, is_healed: false }),
        Entry::Lose(Lost { member: "Ada".to_owned(), wounded_for: u16::MAX, is_healed: false }),
        Entry::Unknown(999),
    ];
    for entry in strange {
        entries.push(entry);
        let run = Run::of_entries(Arc::clone(&campaign), entries.clone());
        assert_eq!(&RunState::fold(&entries), run.state());
        assert!(!run.view().party.is_empty());
        assert!(!run.told().is_empty());
        let _ = (run.owed(), run.ways(), run.battle_setup().is_err());
        let verdict = crate::pack::verdict(&run, &Default::default());
        assert!(matches!(verdict, foretoken_campaign::RunVerdict::Wrong { .. }) || entries.len() < 3, "{verdict:?}");
    }
}
