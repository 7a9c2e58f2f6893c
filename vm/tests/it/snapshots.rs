//! Snapshots are whole (law 10), and no bytes do harm (law 11).

use crate::fixture::{Scene, T1, cell, config, offset, on};
use crate::laws::{Case, case, play_of};
use foretoken_vm::program::{Address, Instr};
use foretoken_vm::rulebook::Archetype;
use foretoken_vm::{Battle, EntityId, GameState, Op};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn going_on_from_a_loaded_battle_is_going_on(case in case(), steps in 0_usize..12) {
        going_on(&case, steps);
    }

    #[test]
    fn any_bytes_are_a_state_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let play = Scene::new("A.b").start();
        let _ = GameState::from_bytes(&play.book, &bytes);
        let _ = Battle::from_bytes(&play.book, &bytes);
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_still_plays(case in case(), at in any::<usize>(), to in any::<u8>()) {
        let mut play = play_of(&case);
        play.step();
        let mut bytes = play.battle.to_bytes().expect("small");
        let at = at % bytes.len();
        bytes[at] = to;
        if let Ok(battle) = Battle::from_bytes(&play.book, &bytes) {
            play.battle = battle;
            for _ in 0..8 {
                play.step();
            }
            let known = play.known(foretoken_vm::Team::PLAYER);
            let _ = known.state().hash64();
        }
    }
}

fn going_on(case: &Case, steps: usize) {
    let mut play = play_of(case);
    for _ in 0..steps {
        play.step();
    }
    let bytes = play.battle.to_bytes().expect("small");
    let loaded = Battle::from_bytes(&play.book, &bytes).expect("just written");
    assert_eq!(loaded, play.battle);
    assert_eq!(loaded.state().hash64(), play.battle.state().hash64());
    assert_eq!(loaded.to_bytes().expect("small"), bytes);
    let mut other = play_of(case);
    other.battle = loaded;
    play.log.clear();
    for _ in 0..10 {
        assert_eq!(play.step(), other.step());
        assert_eq!(play.battle, other.battle);
    }
    assert_eq!(play.log.changes, other.log.changes);
}

#[test]
fn what_is_spawned_after_loading_has_the_id_it_would_have_had() {
    let mut play = Scene::new("A....b")
        .with(|scene| scene.book.archetypes.push(Archetype { name: "imp".to_owned(), health: 1, ..Default::default() }))
        .action("call", vec![cell(9)], vec![Instr { x: 2, ..on(Op::Spawn, T1, 0) }])
        .action("kill", vec![cell(9)], vec![on(Op::Kill, T1, 0)])
        .start();
    play.decide('A', "call", &[offset(1, 0)]);
    play.decide('b', "kill", &[offset(-4, 0)]);
    play.round();
    let bytes = play.battle.to_bytes().expect("small");
    play.battle = Battle::from_bytes(&play.book, &bytes).expect("just written");
    play.round();
    assert_eq!(play.battle.state().entities().len(), 4);
    assert_eq!(play.battle.state().entity(EntityId(3)).cell, play.battle.state().entity(EntityId(2)).cell);
}

#[test]
fn a_rest_of_the_round_that_is_yet_to_be_ordered_is_ordered_after_loading() {
    let scene = || {
        let mut play = Scene::new("A.b.c")
            .action("haste", vec![cell(9)], vec![on(Op::Quicken, T1, 50), on(Op::Wait, Address::SELF, 0)])
            .start();
        play.decide('A', "haste", &[offset(4, 0)]);
        play.step();
        play
    };
    let (mut on, mut loaded) = (scene(), scene());
    let bytes = loaded.battle.to_bytes().expect("small");
    loaded.battle = Battle::from_bytes(&loaded.book, &bytes).expect("just written");
    assert_eq!(on.step(), loaded.step());
    assert_eq!(on.battle, loaded.battle);
}
