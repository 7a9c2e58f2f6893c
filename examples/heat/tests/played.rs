//! Plays the kind, turn order and region through the library: decisions, prediction, execution and replay.

use foretoken::{Battle, Decision, KindRegistry, Pack, Side, replay_with};

fn registry() -> KindRegistry {
    let mut registry = KindRegistry::new();
    foretoken_heat::register(&mut registry).expect("the names are free");
    registry
}

fn battle(scenario: &str) -> Battle {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/forge");
    let pack = Pack::open_with(folder, registry()).expect("the example's pack");
    pack.scenario(scenario).expect("it compiles").battle(1)
}

fn take(battle: &mut Battle, side: Side, name: &str) {
    let decisions = battle.decisions(side);
    let names: Vec<String> = decisions.iter().map(Decision::name).collect();
    let index = names.iter().position(|other| other.contains(name));
    battle.step(index.unwrap_or_else(|| panic!("{name} is none of {names:?}"))).expect("it is legal");
}

#[test]
fn the_kind_is_chosen_predicted_and_carried_out() {
    let mut battle = battle("anvil");
    let side = Side::PLAYER;
    let mut rounds = 0;
    while battle.side_to_decide() == Some(side) {
        take(&mut battle, side, "Brand");
        battle.step(0).expect("it is legal");
        let end = battle.predict(side).end;
        take(&mut battle, side, "done");
        if battle.side_to_decide() == Some(side) && battle.decisions(side) == [Decision::EndTurn] {
            take(&mut battle, side, "end the turn");
        }
        assert_eq!(end, *battle.observe(side).state());
        rounds += 1;
    }
    assert_eq!((rounds, battle.observe(side).units().count()), (4, 1), "the ogre took 2 harm twice");
    let replayed = replay_with(&battle.record().expect("it fits"), &registry()).expect("it is a record");
    assert!(replayed.is_same, "{}", replayed.words);
}

#[test]
fn the_turn_order_and_the_region_are_named_by_scenarios() {
    let mut crucible = battle("crucible");
    assert!(crucible.decisions(Side::PLAYER).iter().any(|decision| decision.name().contains("Brand")));
    let mut leaps = battle("leaps");
    take(&mut leaps, Side::PLAYER, "Leap");
    let mut cells: Vec<String> = leaps.decisions(Side::PLAYER).iter().map(Decision::name).collect();
    cells.sort();
    assert_eq!(cells, ["a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"]);
}
