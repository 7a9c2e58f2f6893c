//! Removal of statuses: order, and removal before their ticks.

use crate::code;
use crate::effect_sources::{apply, held, number, status};
use crate::fixture::{Scene, offset};
use expect_test::expect;
use foretoken_vm::program::Address;
use foretoken_vm::regions::RegionId;
use foretoken_vm::state::{EffectInstance, Ending, Pool};
use foretoken_vm::stats::{
    Aura, Clock, EffectSourceClass, EffectSourceRef, Event, Handler, How, Role, StatId, StatusKind,
};
use foretoken_vm::tokens::RemoveStatus;
use foretoken_vm::tokens::operand::Numbers;
use foretoken_vm::tokens::remove_status::{Count, First};
use foretoken_vm::{ChangeKind, Token};

fn remove(count: u8, first: First) -> Token {
    let statuses = Numbers { first: 0, count: 3 };
    RemoveStatus { target: Address::SELF, statuses, count: Count(count), first, ..RemoveStatus::default() }.into()
}

#[test]
fn statuses_go_in_the_order_that_is_named() {
    let mut told = String::new();
    for (count, first) in [
        (1, First::Newest),
        (1, First::Oldest),
        (1, First::Strongest),
        (1, First::SoonestToEnd),
        (2, First::Newest),
        (0, First::Newest),
    ] {
        let applied = [apply(0, 4, 5, false), apply(1, 9, 7, false), apply(2, 2, 3, false), apply(3, 1, 9, false)];
        let code = [applied.to_vec(), vec![remove(count, first)]].concat();
        let mut scene = Scene::new("A").action("act", vec![], code);
        scene.book.programs.last_mut().expect("the action").data = vec![0, 1, 2];
        let kind = |name: &str| StatusKind { clock: Clock::RoundEnds, ..status(name) };
        scene.book.statuses = ["old", "strong", "brief", "other"].map(kind).to_vec();
        let mut play = scene.start();
        play.decide('A', "act", &[]);
        play.step();
        let dispelled = play.notes(ChangeKind::Ended).iter().all(|&(_, why)| why == Ending::Dispelled as i32);
        assert!(dispelled, "each ends as one that a program took off");
        let left = play.battle.state().instances().of(play.id('A'), Pool::STATUSES).iter();
        let left: Vec<&str> =
            left.filter_map(EffectInstance::kind).map(|at| ["old", "strong", "brief", "other"][at]).collect();
        told += &format!("{count}, {first:?}: {}\n", left.join(", "));
    }
    expect![[r#"
        1, Newest: old, strong, other
        1, Oldest: strong, brief, other
        1, Strongest: old, brief, other
        1, SoonestToEnd: old, strong, other
        2, Newest: old, other
        0, Newest: other
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_status_that_another_takes_off_does_not_tick() {
    for (first, shields) in [(5, 0), (0, 1)] {
        let mut scene = Scene::new("A");
        let strip = scene.add("strip", 0, vec![], vec![remove(0, First::Newest)]);
        scene.book.programs[usize::from(strip)].data = vec![1, 1, 1];
        let brace = scene.add("brace", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let kind = |name, program, priority| {
            let mut kind = StatusKind { clock: Clock::RoundEnds, priority, ..status(name) };
            kind.effect_source.handlers = vec![Handler::new(Event::Tick, program)];
            kind
        };
        scene.book.statuses = vec![kind("thief", strip, first), kind("ward", brace, 3)];
        scene.kind('A').statuses = vec![0, 1];
        let mut play = scene.start();
        play.round();
        let given = play.notes(ChangeKind::Shield).iter().filter(|&&(_, after)| after == 1).count();
        assert_eq!(given, shields, "priority {first}");
        assert_eq!(held(&play, 'A'), "thief #1 of 1 for 0");
    }
}

#[test]
fn a_reaction_answers_from_its_region_alone() {
    for (map, at, answers) in [("bA", 1, true), ("b.A", 2, false)] {
        let mut scene = Scene::new(map).action("hit", vec![crate::fixture::cell(9)], vec![code::damage(Address(0), 1)]);
        let back = scene.add("back", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let mut kind = status("thorns");
        let on = Event::Health(How::Decrease, Role::Defender);
        kind.effect_source.handlers =
            vec![Handler { region: Some((RegionId::STEPS.0, 1, 1)), ..Handler::new(on, back) }];
        scene.book.statuses = vec![kind];
        scene.kind('A').statuses = vec![0];
        let mut play = scene.start();
        play.decide('b', "hit", &[offset(at, 0)]);
        play.step();
        assert_eq!(play.unit('A').health, 4, "{map}");
        assert_eq!(play.unit('A').shield > 0, answers, "{map}");
    }
}

#[test]
fn auras_give_neither_sides_nor_sight() {
    assert!(Aura::is_giving_possible(&status("plain")));
    assert!(!Aura::is_giving_possible(&StatusKind { mind_control: true, ..status("charm") }));
    let mut scene = Scene::new("A");
    let more = crate::effect_sources::modifier(&mut scene, foretoken_vm::stats::Mode::Augment, 1.0, "");
    let mut modified = |stat| {
        let mut kind = status("modified");
        kind.effect_source.modifiers = vec![foretoken_vm::stats::Modifier { stat, ..more.clone() }];
        Aura::is_giving_possible(&kind)
    };
    assert_eq!([StatId::SIGHT, StatId::MOVEMENT].map(&mut modified), [false, true]);
}

#[test]
fn a_instance_is_of_the_effect_source_of_its_pool() {
    let of = |pool, kind| {
        let mut words = [0; EffectInstance::WORDS];
        words[EffectInstance::KIND] = kind;
        EffectSourceRef::of(&EffectInstance { bearer: foretoken_vm::EntityId(0), pool, number: 1, words })
    };
    let effect_source = |class, kind| Some(EffectSourceRef { class, kind });
    assert_eq!(of(Pool::STATUSES, 3), effect_source(EffectSourceClass::Status, 2));
    assert_eq!(of(Pool::ITEMS, 1), effect_source(EffectSourceClass::Item, 0));
    assert_eq!((of(Pool::DROPPED, 1), of(Pool::STATUSES, 0)), (None, None));
}

#[test]
fn hashes_count_the_program_that_applied_a_status_by_its_name() {
    let hash = |name: &str, before: bool| {
        let mut scene = Scene::new("A");
        if before {
            scene.add("another", 0, vec![], vec![]);
        }
        scene = scene.action(name, vec![], vec![apply(0, 2, 3, false)]);
        scene.book.statuses = vec![StatusKind { clock: Clock::RoundEnds, ..status("ill") }];
        _ = number(&mut scene, 1.0);
        let mut play = scene.start();
        play.decide('A', name, &[]);
        play.step();
        play.battle.state().hash64(&play.book)
    };
    assert_eq!(hash("act", true), hash("act", false));
    assert_ne!(hash("act", false), hash("other", false));
}
