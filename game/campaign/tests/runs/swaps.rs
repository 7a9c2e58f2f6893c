//! Loot of decks: skills drawn by tag, and swaps with the current slot.

use crate::pack::{ROOMS, begun, campaign_text, enter, files, shipped, verdict};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::entry::{BattleOutcome, Decided, Owner};
use foretoken_campaign::{Campaign, Command, Refusal, RoomKinds, Run, RunVerdict, TakeOffer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A loot room with one of three uncommon and two of four common skills, and members with a hand of three cards.
fn with_tables() -> Arc<Campaign> {
    let rooms = r#"rooms: [
        (name: "gate", kind: "loot", offers: [(tagged: "uncommon"), (tagged: "common", draw: 2)], next: [(to: "end")]),
        (name: "end", kind: "end"),
    ],"#;
    let text = campaign_text(rooms, "").replace("unit: \"guard\"", "unit: \"mage\"").replace("loadouts: [", "/*");
    let text = text.replace("unlock: \"sage\")])]),", "*/),");
    let mut files = files(&text)
        .with("rules.ron", "Rules(columns: [(name: \"card\")])")
        .with("decks/hand.ron", "Deck(title: \"Hand\", slots: 3, current: \"card\", first: First)")
        .with(
            "units/mage.ron",
            "Unit(title: \"Mage\", glyph: \"M\", health: 6, initiative: 2, actions: [\"hit\", \"walk\", \"wait\"], \
             deck: \"hand\", deck_skills: [\"quick\", \"tough\", \"tough\"])",
        );
    for (name, tag) in ["X", "Y", "Z"]
        .map(|name| (name, "uncommon"))
        .into_iter()
        .chain(["a", "b", "c", "d"].map(|name| (name, "common")))
    {
        files = files.with(
            format!("skills/of-{}-{tag}.ron", name.to_lowercase()),
            format!("Skill(title: \"{name}\", tags: [\"{tag}\"], modifiers: [(stat: \"movement\", amount: 1)])"),
        );
    }
    let library = Library::load(&files, KindRegistry::core());
    let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default());
    Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")))
}

fn offered(run: &Run) -> Vec<String> {
    let (here, room) = run.here().expect("a room");
    here.offers.iter().map(|&at| here.skill(at, &room.offers[usize::from(at)]).to_owned()).collect()
}

/// The odds are those of `oracle/die/odds.tsv`: each of the 18 sets has the chance 1/18.
#[test]
fn each_set_of_one_uncommon_and_two_common_skills_is_equally_likely() {
    let campaign = with_tables();
    let mut sets: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    const RUNS: usize = 3_600;
    for seed in 0..RUNS as u64 {
        let mut run = begun(&campaign, seed);
        enter(&mut run, "gate");
        *sets.entry(offered(&run)).or_default() += 1;
    }
    assert_eq!(sets.len(), 18, "{sets:?}");
    for (set, &count) in &sets {
        assert_eq!(set.iter().filter(|name| name.ends_with("-uncommon")).count(), 1, "{set:?}");
        assert_eq!(set.iter().collect::<BTreeSet<_>>().len(), 3, "no repeats: {set:?}");
        // 200 are expected with a standard deviation of 13.7.
        assert!(count.abs_diff(200) < 70, "{set:?}: {count}");
    }
}

/// Returns the skills in the deck of the first member.
fn deck(run: &Run) -> Vec<String> {
    let rules = &run.campaign().rules;
    let (state, unit) = run.scene().unit("Ada").or_else(|| run.scene().unit("Ash")).expect("a member");
    let name = |skill: u16| rules.skills[usize::from(skill)].effect_source.name.clone();
    state.sheet(rules).slots(unit).map(|slot| slot.skill.map_or_else(String::new, name)).collect()
}

fn swap(run: &Run, nth: usize) -> Command {
    let (here, _) = run.here().expect("a room");
    let top = deck(run)[0].clone();
    Command::Take(vec![TakeOffer { offer: here.offers[nth], gives: Some((Owner::Member("Ada".to_owned()), top)) }])
}

/// The second example of the reference model: the same swap again gives back the start.
#[test]
fn the_current_slot_and_an_offer_change_places_and_nothing_is_lost() {
    let campaign = with_tables();
    let mut run = begun(&campaign, 5);
    enter(&mut run, "gate");
    let (offers, start) = (offered(&run), ["quick", "tough", "tough"]);
    assert_eq!(deck(&run), start);
    let texts: Vec<String> = run.view().moves.into_iter().map(|own| own.text).collect();
    assert!(texts[0].starts_with("Ada swaps Quick (slot 1) for "), "{texts:?}");

    run.act(&swap(&run, 1)).expect("it is possible");
    assert_eq!(deck(&run), [offers[1].as_str(), "tough", "tough"]);
    assert_eq!(offered(&run), [offers[0].clone(), "quick".to_owned(), offers[2].clone()]);
    assert!(run.told().last().is_some_and(|(_, text)| text.ends_with(" for Quick.")), "{:?}", run.told().last());
    run.act(&swap(&run, 1)).expect("it is possible");
    assert_eq!(deck(&run), start);
    assert_eq!(offered(&run), offers);

    run.act(&swap(&run, 0)).expect("it is possible");
    run.act(&swap(&run, 2)).expect("it is possible");
    assert_eq!(deck(&run), [offers[2].as_str(), "tough", "tough"]);
    assert_eq!(offered(&run), ["quick".to_owned(), offers[1].clone(), offers[0].clone()]);
    let wrong = TakeOffer { offer: 0, gives: Some((Owner::Member("Ada".to_owned()), "quick".to_owned())) };
    assert!(run.decide(&Command::Take(vec![wrong])).is_err(), "it is on offer, not in the slot");
    run.act(&Command::Take(Vec::new())).expect("this ends the loot");
    assert_eq!(run.decide(&swap(&run, 0)), Err(Refusal::Done));
    assert!(matches!(verdict(&run, &Default::default()), RunVerdict::Same { .. }));
}

#[test]
fn loot_of_the_jail_swaps_with_the_face_on_top() {
    let library = shipped("jail");
    let campaign = Campaign::compile(&library, "jail", "escape", RoomKinds::default());
    let campaign = Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")));
    let mut tops = BTreeSet::new();
    for seed in 0..40 {
        let mut run = begun(&campaign, seed);
        tops.insert(run.state().party[0].columns.clone());
        enter(&mut run, "cell");
        let survivors = run.state().party.clone();
        let outcome = BattleOutcome { result: Decided::Won, rounds: 1, survivors, died: Vec::new() };
        let entries = run.finish_battle("", 0, outcome).expect("the battle waits");
        run.push(entries);
        enter(&mut run, "brick");
        let (offers, before) = (offered(&run), deck(&run));
        assert_eq!(offers.len(), 3);
        let first = run.view().moves.into_iter().next().expect("an offer");
        let groups = ["Common: ", "Uncommon: "];
        assert!(groups.iter().any(|group| first.details[0].starts_with(group)), "{:?}", first.details);
        run.act(&first.command).expect("it is possible");
        let after = deck(&run);
        assert_eq!(before.iter().zip(&after).filter(|(old, new)| old != new).count(), 1);
    }
    assert!(tops.len() > 10, "the first face on top differs by seed: {tops:?}");
}

#[test]
fn a_tag_without_skills_is_a_fault_with_a_suggestion() {
    let rooms = ROOMS.replace("(item: \"ring\"), (item: \"cloak\"), (item: \"axe\", weight: 5)", "(tagged: \"rar\")");
    let library = Library::load(
        &files(&campaign_text(&rooms, "")).with(
            "skills/dear.ron",
            "Skill(title: \"Dear\", tags: [\"rare\"], modifiers: [(stat: \"movement\", amount: 1)])",
        ),
        KindRegistry::core(),
    );
    let found = foretoken_campaign::check::check(&library, "own", "small", &RoomKinds::default()).render();
    assert!(found.contains("empty-table") && found.contains("rooms[2].offers[0].tagged"), "{found}");
    assert!(found.contains("`rare`"), "{found}");
}
