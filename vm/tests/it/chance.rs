//! Chance: uniform, forced to the last outcome, and separate from predictions.

use crate::fixture::{Scene, T1, cell, offset};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::Amount;
use foretoken_vm::roll::{Pool, Roll};
use foretoken_vm::tokens::Damage;
use foretoken_vm::{ActionUse, Advance, ChancePolicy, Dice, Intent, Key, Log, Predicted, Script, Team};

fn scene() -> Scene {
    Scene::new("Ab")
        .with(|scene| {
            scene.kind('b').health = 1_000_000;
            let die = Pool { count: 1, sides: 6, ..Pool::default() };
            scene.book.rolls.push(Roll { source: "1d6".to_owned(), pools: vec![die], ..Roll::default() });
            scene.book.formulas.push(Formula { source: "1d6".to_owned(), code: vec![FormulaOp::Roll(0)] });
        })
        .action(
            "roll",
            vec![cell(1)],
            vec![Damage { target: T1, amount: Amount::Formula(0), ..Damage::default() }.into()],
        )
}

fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected) * (f64::from(count) - expected) / expected).sum()
}

#[test]
fn every_face_falls_as_often() {
    let mut play = scene().start_with(20_260);
    play.decide('A', "roll", &[offset(1, 0)]);
    play.alter(|rules| rules.limits.rounds = i32::MAX);
    let mut counts = [0; 6];
    let mut before = play.unit('b').health;
    while counts.iter().sum::<u32>() < 6_000 {
        if matches!(play.step(), Advance::Unit(id, _) if id == play.id('A')) {
            counts[(before - play.unit('b').health) as usize - 1] += 1;
            before = play.unit('b').health;
        }
        play.log.clear();
    }
    // A value of 20.5 is exceeded once in a thousand with five degrees of freedom; the seed is fixed.
    assert!(chi_squared(&counts) < 20.5, "{counts:?}");
}

#[test]
fn the_sampler_is_fair_where_words_do_not_divide_evenly() {
    let mut dice = Dice::new(99);
    let total = 3 << 30;
    let mut counts = [0; 3];
    for _ in 0..30_000 {
        counts[(dice.below(total) >> 30) as usize] += 1;
    }
    assert!(chi_squared(&counts) < 13.8, "{counts:?}");
}

#[test]
fn forced_outcomes_are_used_up_exactly() {
    for (outcomes, harm, left) in [(&[4][..], 5, 0), (&[0, 3][..], 1, 1), (&[][..], 3, -1)] {
        let mut play = scene().start();
        play.decide('A', "roll", &[offset(1, 0)]);
        let (_, rest) = play.battle.apply_forced(&play.book, &play.plan, outcomes, &mut play.buffers, &mut play.log);
        assert_eq!((1_000_000 - play.unit('b').health, rest), (harm, left));
        assert!(play.log.drew_chance);
    }
}

#[test]
fn a_prediction_takes_what_its_policy_says() {
    let mut play = scene().start();
    play.decide('A', "roll", &[offset(1, 0)]);
    let known = play.known(Team::PLAYER);
    for (policy, harm) in [(ChancePolicy::Low, 1), (ChancePolicy::High, 6), (ChancePolicy::Likely, 3)] {
        let (mut predicted, mut log) = (Predicted::of(&known), Log::default());
        predicted.apply_for_preview(&play.book, &play.plan, policy, &mut play.buffers, &mut log);
        assert_eq!(1_000_000 - predicted.state().entity(play.id('b')).health, harm, "{policy:?}");
    }
}

#[test]
fn scripts_run_every_way_that_draws_may_fall() {
    let mut play = scene().start();
    let blow = ActionUse { program: play.program("roll"), answers: vec![(Key::new(T1, [0; 3]), offset(1, 0))] };
    play.intend('A', Intent { uses: vec![blow.clone(), blow], complete: true });
    let known = play.known(Team::PLAYER);
    let (mut predicted, mut script, mut log) = (Predicted::of(&known), Script::new(), Log::default());
    let start = predicted.keep();
    let (mut ways, mut sums) = (0, [0.0; 13]);
    loop {
        predicted.return_to(&start, &play.book);
        assert!(start.is_of(predicted.state()) && start.is_of(known.state()));
        log.clear();
        let ran = predicted.run_script(&play.book, &play.plan, &mut script, &mut play.buffers, &mut log);
        assert_eq!(ran.advance, Advance::Unit(play.id('A'), None));
        let indices: Vec<usize> = script.draws().map(|draw| draw.value as usize - 1).collect();
        assert_eq!(script.draws().map(|draw| draw.outcomes.len()).collect::<Vec<_>>(), [6, 6]);
        let (mut truth, mut happened) = (play.battle.clone(), Log::default());
        let (_, rest) = truth.apply_forced(&play.book, &play.plan, &indices, &mut play.buffers, &mut happened);
        assert_eq!(rest, 0);
        assert!(*truth.state() == *predicted.state(), "{indices:?}");
        sums[indices[0] + indices[1] + 2] += script.chance();
        ways += 1;
        if !script.next_way() {
            break;
        }
    }
    assert_eq!(ways, 36);
    let told: String = (2..13).map(|sum| format!("{sum}: {:.4}\n", sums[sum])).collect();
    expect![[r#"
        2: 0.0278
        3: 0.0556
        4: 0.0833
        5: 0.1111
        6: 0.1389
        7: 0.1667
        8: 0.1389
        9: 0.1111
        10: 0.0833
        11: 0.0556
        12: 0.0278
    "#]]
    .assert_eq(&told);
    predicted.reset(&known);
    assert!(predicted.state() == known.state());
}
