//! Decisions of runs and their effects.

use crate::pack::{ROOMS, begun, campaign_text, compiled, enter, files, options, played, small, verdict};
use expect_test::expect;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::entry::{EquipChange, Owner};
use foretoken_campaign::simulate::{Options, simulate};
use foretoken_campaign::{
    Campaign, Command, Ending, Entry, Mode, Profile, Refusal, RoomKinds, Run, RunState, RunVerdict, play_by_planner,
};
use foretoken_session::{Referee, record};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::sync::Arc;

fn health(run: &Run, name: &str) -> (i32, i32) {
    run.scene().health(run.campaign(), name).expect("the member is there")
}

#[test]
fn an_option_changes_what_its_action_changes() {
    let mut run = begun(&small(), 1);
    enter(&mut run, "gate");
    assert_eq!((health(&run, "Ada"), health(&run, "Bo")), ((8, 8), (6, 6)), "Ada is tough");
    let thorns = run.foresee(3, &[]).expect("an option");
    assert!(thorns.is_certain);
    assert_eq!(thorns.lines, ["Ada loses 4 health: 8 → 4 (hit)", "Bo loses 4 health: 6 → 2 (hit)"]);
    run.act(&Command::Choose(3, Vec::new())).expect("it is free");
    assert_eq!((health(&run, "Ada"), health(&run, "Bo")), ((4, 8), (2, 6)));
    assert_eq!(run.act(&Command::Choose(0, Vec::new())), Err(Refusal::Done));
}

#[test]
fn an_option_with_a_question_needs_its_answer_and_its_price() {
    let mut run = begun(&small(), 1);
    enter(&mut run, "gate");
    assert!(matches!(run.act(&Command::Choose(1, Vec::new())), Err(Refusal::Camp(_))));
    let asked = run.question(1, &[]).expect("an option").expect("it asks");
    assert_eq!(asked.prompt, "Whom?");
    assert_eq!(asked.answers.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["Ada", "Bo"]);
    let wrong = vec![(asked.key, foretoken_vm::Answer::Pass)];
    assert!(matches!(run.act(&Command::Choose(1, wrong)), Err(Refusal::Camp(_))));
    run.act(&Command::Choose(1, vec![(asked.key, asked.answers[1].0)])).expect("4 gold are enough");
    assert_eq!(run.state().values["gold"], 2);
}

#[test]
fn odds_of_an_option_are_shown_and_results_follow_them() {
    let campaign = small();
    let mut run = begun(&campaign, 1);
    enter(&mut run, "gate");
    let foretold = run.foresee(2, &[]).expect("an option");
    assert!(!foretold.is_certain);
    assert_eq!(foretold.odds, ["luck 25 %, nothing 75 %", "gold: 4 with 75 %, 12 with 25 %"]);
    let lucky = (0..400).filter(|&seed| {
        let mut run = begun(&campaign, seed);
        enter(&mut run, "gate");
        run.act(&Command::Choose(2, Vec::new())).expect("it is possible");
        run.state().values["gold"] == 12
    });
    let lucky = lucky.count();
    assert!((70..=130).contains(&lucky), "{lucky} of 400");
}

#[test]
fn a_battle_takes_the_party_and_returns_its_health() {
    let mut run = begun(&small(), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(3, Vec::new())).expect("it is free");
    enter(&mut run, "yard");
    assert!(matches!(run.act(&Command::Enter(2)), Err(Refusal::NotDone(_))));
    let setup = run.battle_setup().expect("a battle waits");
    let members: Vec<_> = setup.opening.roster.iter().filter(|own| !own.name.is_empty()).collect();
    assert_eq!(members.iter().map(|own| (own.name.as_str(), own.health)).collect::<Vec<_>>(), [("Ada", 4), ("Bo", 2)]);
    let played = play_by_planner(run.campaign(), run.state()).expect("it is played");
    assert!(played.outcome.is_won());
    let entries = run.finish_battle("one", played.hash(), played.outcome.clone()).expect("it fits");
    run.push(entries);
    assert_eq!(run.state().values["gold"], 7, "the reward is 3 gold");
    for survivor in &played.outcome.survivors {
        let own = run.state().party.iter().find(|own| own.name == survivor.name).expect("it lives");
        assert_eq!(own.health, survivor.health);
    }
}

fn with_losses(losses: &str) -> Run {
    let rooms = ROOMS.replace("action: \"thorns\"", "action: \"thorns\", next: \"camp\"");
    let mut run = begun(&compiled(&campaign_text(&rooms, losses)), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(3, Vec::new())).expect("it is free");
    run
}

/// Lets Bo die in the yard.
fn after_a_death(losses: &str) -> Run {
    let mut run = begun(&compiled(&campaign_text(ROOMS, losses)), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "yard");
    let mut outcome = play_by_planner(run.campaign(), run.state()).expect("it is played").outcome;
    outcome.survivors.retain(|own| own.name != "Bo");
    outcome.died = vec!["Bo".to_owned()];
    let entries = run.finish_battle("one", 0, outcome).expect("it fits");
    run.push(entries);
    run
}

#[test]
fn losses_follow_the_rule_of_the_campaign() {
    let dead = after_a_death("");
    assert_eq!(dead.state().party.len(), 1);
    assert_eq!(dead.state().fallen[0].name, "Bo");
    let mut wounded = after_a_death("losses: Wounded, wounded_for: 1");
    let bo = |run: &Run| run.state().party.iter().find(|own| own.name == "Bo").expect("it lives").clone();
    assert_eq!((bo(&wounded).health, bo(&wounded).wounded), (1, 2));
    enter(&mut wounded, "store");
    assert_eq!(bo(&wounded).wounded, 1);
    enter(&mut wounded, "shop");
    assert_eq!(bo(&wounded).wounded, 0);
    let healed = after_a_death("losses: Healed");
    assert_eq!((bo(&healed).health, bo(&healed).wounded), (0, 0));
}

#[test]
fn an_option_can_lead_to_one_room_only() {
    let mut run = with_losses("");
    let camp = run.campaign().room_index("camp").expect("it exists");
    assert_eq!(run.ways(), [(camp, None)]);
    let yard = run.campaign().room_index("yard").expect("it exists");
    assert_eq!(run.act(&Command::Enter(yard)), Err(Refusal::NoWay));
    run.act(&Command::Enter(camp)).expect("it is the only way");
}

#[test]
fn equipment_needs_slots_and_open_skills() {
    let mut run = begun(&small(), 1);
    let skills = |names: &[&str]| {
        let skills = names.iter().map(|name| (*name).to_owned()).collect();
        Command::Equip(EquipChange::Skills { member: "Ada".to_owned(), loadout: 0, skills })
    };
    assert_eq!(run.act(&skills(&["wise"])), Err(Refusal::Locked("wise".to_owned())));
    assert_eq!(run.act(&skills(&["tough", "quick"])), Err(Refusal::WrongCount(1)));
    run.act(&skills(&["quick"])).expect("it is open");
    assert_eq!(health(&run, "Ada"), (6, 6), "Ada is no longer tough");
    let rooms = ROOMS.replace("action: \"meal\"", "action: \"give-ring\"");
    let mut run = begun(&compiled(&campaign_text(&rooms, "stash: [\"axe\"]")), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    assert_eq!(run.view().stash, ["Axe", "Ring"]);
    let hand = |from: Owner, item: &str, worn: bool| {
        let to = Owner::Member("Bo".to_owned());
        Command::Equip(EquipChange::Hand { from, to, item: item.to_owned(), worn })
    };
    run.act(&hand(Owner::Stash, "ring", true)).expect("the hand is free");
    assert_eq!(run.act(&hand(Owner::Stash, "axe", true)), Err(Refusal::NoSlot));
    run.act(&hand(Owner::Stash, "axe", false)).expect("it is carried");
    assert_eq!(run.view().party[1].items, ["Ring, worn", "Axe"]);
    assert_eq!(run.act(&hand(Owner::Stash, "axe", false)), Err(Refusal::NoThing));
}

#[test]
fn a_rewind_forks_the_journal_and_the_mode_decides_about_the_dice() {
    let rewound = |mode: Mode, seed: u64| {
        let options = foretoken_campaign::BeginOptions { mode, ..options(seed) };
        let mut run = Run::begin(small(), &options).expect("the offers have places");
        enter(&mut run, "gate");
        run.act(&Command::Choose(2, Vec::new())).expect("it is possible");
        let first = run.state().values["gold"];
        run.act(&Command::Rewind(1))?;
        assert_eq!(run.entries().len(), 4, "nothing is removed");
        assert_eq!((run.state().values["gold"], run.state().here.as_ref().expect("a room").chosen), (4, None));
        run.act(&Command::Choose(2, Vec::new())).expect("it is possible");
        Ok::<_, Refusal>((first, run.state().values["gold"]))
    };
    let differing = |mode| (0..60).filter(|&seed| rewound(mode, seed).is_ok_and(|(a, b)| a != b)).count();
    assert_eq!(differing(Mode::SameDice), 0);
    assert!(differing(Mode::Free) > 5);
    assert_eq!(rewound(Mode::Ironman, 1), Err(Refusal::NoRewind));
}

#[test]
fn a_profile_counts_a_run_once() {
    let (campaign, folder) = (small(), tempfile::tempdir().expect("a folder"));
    let path = folder.path().join(Profile::FILE);
    let runs: Vec<Run> = (1..=3).map(|seed| played(&campaign, seed, seed).0).collect();
    let mut profile = Profile::open(&path).expect("it is made");
    assert_eq!(profile.finish(&runs[0]).expect("written"), Vec::<String>::new());
    let length = std::fs::metadata(&path).expect("it is there").len();
    assert_eq!(profile.finish(&runs[0]).expect("written"), Vec::<String>::new());
    assert_eq!(std::fs::metadata(&path).expect("it is there").len(), length, "nothing is written twice");
    assert_eq!(profile.finish(&runs[1]).expect("written"), ["sage"]);
    assert!(Profile::open(&path).is_err(), "another process has it open");
    drop(profile);
    let mut again = Profile::open(&path).expect("it is whole");
    assert_eq!(again.results("own", "small").count(), 2);
    assert_eq!(again.unlocked("own", "small"), ["sage"]);
    assert_eq!(again.finish(&runs[1]).expect("written"), Vec::<String>::new());
    assert_eq!(again.finish(&runs[2]).expect("written"), Vec::<String>::new(), "it is unlocked already");
    let open = foretoken_campaign::BeginOptions { unlocked: again.unlocked("own", "small"), ..options(4) };
    let run = Run::begin(campaign, &open).expect("the offers have places");
    assert!(run.is_open("sage"));
}

#[test]
fn a_run_that_ends_again_after_a_rewind_counts_once() {
    let campaign = small();
    let (mut run, _) = played(&campaign, 1, 1);
    let mut profile = Profile::in_memory();
    profile.finish(&run).expect("no file");
    run.act(&Command::Rewind(1)).expect("the mode is free");
    assert_eq!(run.state().ending, None);
    run.act(&Command::GiveUp).expect("it is not over");
    profile.finish(&run).expect("no file");
    let results: Vec<Ending> = profile.results("own", "small").map(|result| result.ending).collect();
    assert_eq!(results, [Ending::GivenUp]);
}

/// A rewind to the middle of a decision would undo the losses that follow it.
#[test]
fn a_rewind_keeps_decisions_whole() {
    let campaign = small();
    let (run, _) = played(&campaign, 7, 7);
    let is_split = |two: &[Entry]| matches!(two, [_, Entry::Lose(_) | Entry::End(_)]);
    let at = run.entries().windows(2).position(is_split).expect("the run ends");
    assert_eq!(run.decide(&Command::Rewind(at as u32)), Err(Refusal::NoOption));
    assert!(run.decide(&Command::Rewind(at as u32 - 1)).is_ok());
}

/// What is told of a choice after a rewind is that of the room then, and nothing follows from the rewind itself.
#[test]
fn after_a_rewind_the_journal_names_the_room_then() {
    let campaign = small();
    let mut run = begun(&campaign, 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is possible");
    let told = run.told().last().cloned().expect("a choice").1;
    enter(&mut run, "store");
    run.act(&Command::Rewind(1)).expect("the mode is free");
    assert_eq!(run.owed(), []);
    run.act(&Command::Choose(0, Vec::new())).expect("it is possible");
    assert_eq!(run.told().last().cloned().expect("a choice").1, told);
}

#[test]
fn simulations_on_one_and_several_threads_are_equal() {
    let campaign = small();
    let with = |threads: usize| {
        let threads = NonZeroUsize::new(threads).expect("above 0");
        let options =
            Options { runs: 24, seed: 3, level: foretoken_preview::Level::Easy, unlocked: Vec::new(), threads };
        simulate(&campaign, &options, Some(&crate::pack::compile), &|| {}).expect("all end and verify")
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
    assert_eq!((one.runs, one.verified), (24, Some(24)));
    assert!(one.by_room["gate"].entered == 24 && one.won.count > 0, "{one:?}");
}

#[test]
fn the_same_seed_gives_the_same_run_on_all_machines() {
    let (run, _) = played(&small(), 7, 7);
    let told: Vec<String> = run.told().into_iter().map(|(_, text)| text).collect();
    expect![[r#"
        The run begins with seed 7.
        You enter gate.
        You choose: Search.
        You enter yard.
        You win the battle in round 1.
        You enter store.
        You take Axe.
        Axe goes from the stash to Ada.
        You enter shop.
        You enter camp.
        You choose: Sleep.
        You enter end.
        The run is won."#]]
    .assert_eq(&told.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn the_fold_of_the_entries_is_the_run_and_all_runs_verify(seed in 0_u64..1000, pilot in 0_u64..1000) {
        let campaign = small();
        let (run, records) = played(&campaign, seed, pilot);
        prop_assert_eq!(&RunState::fold(run.entries()), run.state());
        let is_same = matches!(verdict(&run, &records), RunVerdict::Same { .. });
        prop_assert!(is_same, "{:?}", verdict(&run, &records));
        for at in 1..run.entries().len() {
            let before = Run::of_entries(Arc::clone(&campaign), run.entries()[..at].to_vec());
            prop_assert_eq!(before.state(), &RunState::fold(&run.entries()[..at]));
        }
    }
}

#[test]
fn a_changed_result_or_battle_is_found() {
    let campaign = small();
    let (run, records) = (0..50)
        .map(|seed| played(&campaign, seed, seed))
        .find(|(run, _)| run.state().battles > 0)
        .expect("some run fights");
    let altered = |alter: &dyn Fn(&mut Vec<Entry>)| {
        let mut entries = run.entries().to_vec();
        alter(&mut entries);
        verdict(&Run::of_entries(Arc::clone(&campaign), entries), &records)
    };
    let is_wrong = |verdict: RunVerdict| matches!(verdict, RunVerdict::Wrong { .. });
    assert!(!is_wrong(altered(&|_| {})));
    assert!(is_wrong(altered(&|entries| {
        if let Entry::Begin(begin) = &mut entries[0] {
            begin.values[0].1 += 1;
        }
    })));
    assert!(is_wrong(altered(&|entries| {
        for entry in entries {
            if let Entry::Battle(fought) = entry {
                fought.outcome.rounds += 1;
            }
        }
    })));
    let mut others = records.clone();
    others.values_mut().for_each(|bytes| bytes[40] ^= 1);
    assert!(is_wrong(verdict(&run, &others)));
    others.clear();
    assert!(is_wrong(verdict(&run, &others)));
}

#[test]
fn a_prediction_tells_a_wound_where_a_member_is_not_lost() {
    let deadly =
        "Action(title: \"Thorns\", body: [Damage(target: \"self\", amount: 7, area: [\"@####\"], filter: [Ally])])";
    for (losses, told) in [
        ("", "Bo dies (hit)"),
        ("losses: Wounded, wounded_for: 2,", "Bo is wounded and misses 2 rooms (hit)"),
        ("losses: Healed,", "Bo falls and comes back with full health (hit)"),
    ] {
        let files = files(&campaign_text(ROOMS, losses)).with("actions/thorns.ron", deadly);
        let library = Library::load(&files, KindRegistry::core());
        let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default());
        let mut run = begun(&Arc::new(campaign.unwrap_or_else(|error| panic!("{error}"))), 1);
        enter(&mut run, "gate");
        let lines = run.foresee(3, &[]).expect("an option").lines;
        assert!(lines.contains(&told.to_owned()), "{lines:?}");
    }
}

/// Plays the battle of the yard with these losses and this health of the rat, and verifies the run. Returns the rounds by
/// the outcome, by the journal and by a battle resumed from the record, and the round of the last state.
fn rounds_of(losses: &str, health: i32) -> ([i32; 3], i32) {
    let yard = format!(
        "Scenario(map: [\"G..r\", \"G...\"], legend: [(glyph: \"G\", unit: \"guard\"), (glyph: \"r\", unit: \"rat\", team: 1)], \
         goals: [(text: \"Kill the rat.\", when: \"count(rat) = 0\")], losses: [(text: \"time runs out\", when: \"{losses}\")])"
    );
    let rat = format!("Unit(glyph: \"r\", health: {health}, initiative: 1, tags: [\"rat\"], actions: [\"wait\"])");
    let files = files(&campaign_text(ROOMS, "")).with("scenarios/yard.ron", yard).with("units/rat.ron", rat);
    let library = Library::load(&files, KindRegistry::core());
    let campaign = Campaign::compile(&library, "own", "small", RoomKinds::default()).expect("it compiles");
    let mut run = begun(&Arc::new(campaign), 1);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "yard");
    let played = play_by_planner(run.campaign(), run.state()).expect("the party fits");
    let opened = record::parse(&played.record).expect("it is whole");
    let (referee, _) = Referee::resume(&opened, &crate::pack::compile, None).expect("it replays");
    let rounds = played.outcome.rounds;
    let entries = run.finish_battle("yard", played.hash(), played.outcome).expect("it counts");
    run.push(entries);
    let records = crate::pack::Records::from([("yard".to_owned(), played.record)]);
    assert!(matches!(verdict(&run, &records), RunVerdict::Same { battles: 1, .. }), "{:?}", verdict(&run, &records));
    let round = referee.battle().state().round();
    // Earlier builds wrote the round of the last state.
    for (rounds, is_same) in [(round, true), (round + 7, false)] {
        let counted = |entry: &Entry| match entry {
            Entry::Battle(fought) => {
                let mut fought = fought.clone();
                fought.outcome.rounds = rounds;
                Entry::Battle(fought)
            }
            other => other.clone(),
        };
        let earlier = Run::of_entries(Arc::clone(run.campaign()), run.entries().iter().map(counted).collect());
        assert_eq!(matches!(verdict(&earlier, &records), RunVerdict::Same { .. }), is_same, "{rounds}");
    }
    let told = run.told().into_iter().find_map(|(_, text)| Some(text.split_once("in round ")?.1.to_owned()));
    let told = told.and_then(|text| text.split('.').next()?.parse().ok()).expect("a number");
    ([rounds, told, referee.rounds_taken()], round)
}

#[test]
fn a_battle_that_ends_in_a_round_or_with_it_took_that_many_rounds() {
    assert_eq!(rounds_of("round > 12", 3), ([1; 3], 1), "the rat dies in round 1");
    assert_eq!(rounds_of("round > 2", 60), ([2; 3], 3), "time runs out when round 2 ends");
}
