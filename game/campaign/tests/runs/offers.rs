//! Offers depend on nothing but the seed, the room, the visit and the belongings.

use crate::pack::{ROOMS, begun, campaign_text, compiled, enter, small};
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::{Campaign, Command, Run, TakeOffer, play_by_planner};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

fn offers(run: &Run) -> Vec<u16> {
    run.state().here.as_ref().expect("a room").offers.clone()
}

fn fight(run: &mut Run) {
    let played = play_by_planner(run.campaign(), run.state()).expect("it is played");
    let entries = run.finish_battle("", played.hash(), played.outcome).expect("it fits");
    run.push(entries);
}

fn offers_of_store(campaign: &Arc<Campaign>, seed: u64, fights: bool, option: u16, clicks: usize) -> Vec<u16> {
    let mut run = begun(campaign, seed);
    for _ in 0..clicks {
        run.act(&Command::Equip(EquipChange::First("Bo".to_owned()))).expect("a member");
        run.act(&Command::Equip(EquipChange::First("Ada".to_owned()))).expect("a member");
    }
    enter(&mut run, "gate");
    for option in 0..4 {
        run.foresee(option, &[]).expect("an option");
    }
    assert!(!run.view().moves.is_empty());
    run.act(&Command::Choose(option, Vec::new())).expect("it is possible");
    if fights {
        enter(&mut run, "yard");
        fight(&mut run);
    }
    enter(&mut run, "store");
    offers(&run)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn ways_clicks_and_dice_of_other_rooms_change_no_offer(seed in 0_u64..10_000, clicks in 0_usize..3) {
        let campaign = small();
        let direct = offers_of_store(&campaign, seed, false, 0, 0);
        prop_assert_eq!(&direct, &offers_of_store(&campaign, seed, true, 0, clicks));
        prop_assert_eq!(&direct, &offers_of_store(&campaign, seed, false, 2, clicks));
    }
}

#[test]
fn offers_are_drawn_and_differ_by_seed_and_weight() {
    let campaign = small();
    let (mut all, mut axes) = (BTreeSet::new(), 0);
    for seed in 0..200 {
        let drawn = offers_of_store(&campaign, seed, false, 0, 0);
        assert_eq!(drawn.len(), 2);
        axes += usize::from(drawn.contains(&2));
        all.insert(drawn);
    }
    assert!(all.len() >= 6, "{all:?}");
    assert!(axes > 120, "the axe has five times the weight: {axes}");
}

#[test]
fn what_appears_once_is_in_exactly_one_room() {
    let campaign = small();
    let mut rooms = BTreeSet::new();
    for seed in 0..40 {
        let run = begun(&campaign, seed);
        let placed = &run.state().placed;
        assert_eq!(placed.values().map(Vec::len).sum::<usize>(), 1, "{placed:?}");
        rooms.extend(placed.keys().cloned());
        let (room, at) = placed.iter().next().map(|(room, at)| (room.clone(), at[0])).expect("one");
        let mut run = begun(&campaign, seed);
        enter(&mut run, "gate");
        run.act(&Command::Choose(0, Vec::new())).expect("it is free");
        enter(&mut run, "store");
        let in_store = offers(&run).contains(&4);
        run.act(&Command::Take(Vec::new())).expect("nothing is taken");
        enter(&mut run, "cellar");
        let in_cellar = offers(&run).contains(&3);
        assert_eq!((in_store, in_cellar), (room == "store", room == "cellar"), "{room} {at}");
    }
    assert_eq!(rooms.len(), 2, "both rooms get it in some run");
}

#[test]
fn loot_takes_as_many_as_it_may_and_a_swap_gives_something() {
    let mut run = begun(&small(), 3);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "store");
    let shown = offers(&run);
    let take = |offers: &[u16]| Command::Take(offers.iter().map(|&offer| TakeOffer { offer, gives: None }).collect());
    assert!(run.act(&take(&shown)).is_err(), "one at most");
    let hidden = (0..5).find(|at| !shown.contains(at)).expect("two of five are shown");
    assert!(run.act(&take(&[hidden])).is_err(), "it is not offered");
    run.act(&take(&shown[..1])).expect("one is taken");
    assert!(run.act(&take(&shown[1..])).is_err(), "only once");

    let rooms = ROOMS.replace("draw: 2, take: 1", "draw: 2, take: 1, swap: true");
    let mut run = begun(&compiled(&campaign_text(&rooms, "stash: [\"axe\"]")), 3);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "store");
    let offer = offers(&run)[0];
    assert!(run.act(&take(&[offer])).is_err(), "something must be given");
    let gives = Some((foretoken_campaign::entry::Owner::Stash, "axe".to_owned()));
    run.act(&Command::Take(vec![TakeOffer { offer, gives }])).expect("the axe is given");
    assert!(run.state().stash.iter().filter(|own| own.item == "axe").count() <= 1);
}

#[test]
fn a_sale_costs_its_price_and_happens_once() {
    let mut run = begun(&small(), 3);
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "store");
    enter(&mut run, "shop");
    assert_eq!(offers(&run), [0], "the axe is for the rich");
    run.act(&Command::Buy(0)).expect("4 gold are enough");
    assert_eq!(run.state().values["gold"], 1);
    assert!(run.act(&Command::Buy(0)).is_err());
    assert!(run.act(&Command::Buy(1)).is_err());
}
