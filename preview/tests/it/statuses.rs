//! Future changes of statuses: ticks, ends and durations.

use crate::code;
use crate::fixture::offset;
use crate::scenes::{letter, scene};
use expect_test::expect;
use foretoken_preview::StatusFutures;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::stats::{Clock, EffectSource, Event, Handler, StatusKind};
use foretoken_vm::{Address, Team};

#[test]
fn a_poison_is_followed_until_it_ends() {
    let scene = scene("Ab").with(|scene| {
        let harm = scene.add("poison", 0, vec![], vec![code::damage(Address::SELF, 1)]);
        for (at, rounds) in [2, 3].into_iter().enumerate() {
            scene.book.formulas.push(Formula { source: rounds.to_string(), code: vec![F::Const(rounds.into())] });
            let effect_source = EffectSource {
                name: format!("poison{at}"),
                handlers: vec![Handler::new(Event::Tick, harm)],
                ..EffectSource::default()
            };
            let (clock, lasts, key) = (Clock::RoundEnds, Some(at as u32), effect_source.name.clone());
            scene.book.statuses.push(StatusKind {
                effect_source,
                clock,
                lasts,
                key,
                limit: 1,
                most: 9,
                ..StatusKind::default()
            });
        }
        (scene.kind('A').statuses, scene.kind('b').statuses) = (vec![0], vec![1]);
        // A hit of 2 makes `A` shield itself by 1. Neither belongs to the poison, which then reduces the shield.
        let flinch = scene.add("flinch", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        scene.kind('A').on_hurt = Some(flinch);
    });
    let mut play = scene.start();
    play.decide('b', "hit", &[offset(-1, 0)]);
    let known = play.known(Team::PLAYER);
    let mut told = String::new();
    for unit in ['A', 'b'] {
        for future in StatusFutures::default().of(&play.book, &known, &play.plan, play.id(unit)) {
            told += &format!("{} #{} kind {}\n", letter(&play, future.bearer), future.number, future.kind);
            for event in &future.events {
                told += &format!("  round {}: loses {}, {} left\n", event.turn.round, event.loss, event.left);
            }
            told += &format!("  ends: {:?}\n", future.ends);
        }
    }
    expect![[r#"
        A #1 kind 0
          round 1: loses 1, 1 left
          round 2: loses 1, 0 left
          ends: Some(Expired)
        b #1 kind 1
          round 1: loses 1, 2 left
          round 2: loses 1, 1 left
          round 3: loses 1, 0 left
          ends: Some(Expired)
    "#]]
    .assert_eq(&told);
    play.round();
    assert_eq!(['A', 'b'].map(|unit| play.unit(unit).health), [5 - 2, 5 - 1], "the shield kept one point");
}
