//! Odds: chances computed by hand, and the draws that decide events.

use crate::code;
use crate::fixture::{Play, Scene, T1, cell, offset};
use crate::scenes::letter;
use expect_test::{Expect, expect};
use foretoken_preview::{Method, Odds, OddsBudget, OddsReport, worths};
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount};
use foretoken_vm::roll::{Pool, Roll};
use foretoken_vm::stats::{DamageModifier, EffectSource, Mode, Stage, StatusKind};
use foretoken_vm::tokens::{Damage, Heal, Token};
use foretoken_vm::{Change, ChangeKind, Label, Team};

fn scene(faces: &[i32], health: i32, act: impl Fn(Amount) -> Vec<Token>) -> Scene {
    let scene = Scene::new("Ab").with(|scene| {
        scene.kind('b').health = health;
        let die = Pool { count: 1, faces: faces.to_vec(), ..Pool::default() };
        scene.book.rolls.push(Roll { source: "die".to_owned(), pools: vec![die], ..Roll::default() });
        scene.book.formulas.push(Formula { source: "die".to_owned(), code: vec![FormulaOp::Roll(0)] });
    });
    scene.action("act", vec![cell(1)], act(Amount::Formula(0)))
}

fn blow(amount: Amount) -> Token {
    Damage { target: T1, amount, ..Damage::default() }.into()
}

fn report(play: &Play, budget: OddsBudget) -> OddsReport {
    let (mut odds, known) = (Odds::within(budget), play.known(Team::PLAYER));
    odds.ask(&play.book, &known, &play.plan, Some(play.id('A')));
    assert!(odds.is_working());
    assert!(odds.work(&play.book, &known, u64::MAX));
    odds.report().expect("the odds are found").clone()
}

fn hundredths(chance: f64) -> i64 {
    (chance * 100.0).round() as i64
}

fn told(play: &Play, odds: &OddsReport) -> String {
    let spread = |values: &[(i32, f64)]| {
        let all = values.iter().map(|&(value, chance)| format!("{value}: {} %", hundredths(chance)));
        all.collect::<Vec<_>>().join(", ")
    };
    let mut told = format!("{:?}\n", odds.method);
    for of in &odds.units {
        let (unit, dies) = (letter(play, of.unit), hundredths(of.dies));
        let sure = if of.is_certain() { "certain" } else { "open" };
        told += &format!("{unit} {sure}, dies {dies} %, health {}\n", spread(of.health.values()));
    }
    let Some(activation) = &odds.activation else { return told };
    told += &format!("{} acts {} %\n", letter(play, activation.unit), hundredths(activation.acts));
    for effect in &activation.effects {
        told += &format!(
            "  on {}: hits {} %, harm {:?}, mends {} %, gain {:?}, kills {} %, loss {}\n",
            letter(play, effect.unit),
            hundredths(effect.hits()),
            effect.harm(),
            hundredths(effect.mends()),
            effect.gain(),
            hundredths(effect.kills),
            spread(effect.loss.values()),
        );
        for flip in &effect.flips {
            told += &format!("    {:?} on {:?} among {:?}, sure {}\n", flip.of, flip.on, flip.among, flip.sure);
        }
    }
    for &unit in &activation.touched {
        told += &format!("  touches {}\n", letter(play, unit));
    }
    told
}

fn check(scene: Scene, expected: &Expect) {
    let mut play = scene.start();
    play.decide('A', "act", &[offset(1, 0)]);
    expected.assert_eq(&told(&play, &report(&play, OddsBudget::default())));
}

/// A die of six against 3 health kills on 3 and more: four of six.
#[test]
fn a_die_kills_on_the_faces_that_are_high_enough() {
    check(
        scene(&[1, 2, 3, 4, 5, 6], 3, |amount| vec![blow(amount)]),
        &expect![[r#"
        Exact { states: 3 }
        A certain, dies 0 %, health 5: 100 %
        b open, dies 67 %, health 0: 67 %, 1: 17 %, 2: 17 %
        A acts 100 %
          on b: hits 100 %, harm Some((1, 3)), mends 0 %, gain None, kills 67 %, loss 1: 17 %, 2: 17 %, 3: 67 %
            Death on (3, 6) among (1, 6), sure true
    "#]],
    );
}

/// A die that is blank twice in three deals 2 damage otherwise.
#[test]
fn a_die_harms_on_the_face_that_is_not_blank() {
    check(
        scene(&[0, 0, 2], 5, |amount| vec![blow(amount)]),
        &expect![[r#"
        Exact { states: 2 }
        A certain, dies 0 %, health 5: 100 %
        b open, dies 0 %, health 3: 33 %, 5: 67 %
        A acts 100 %
          on b: hits 33 %, harm Some((2, 2)), mends 0 %, gain None, kills 0 %, loss 0: 67 %, 2: 33 %
            Harm on (2, 2) among (0, 2), sure true
    "#]],
    );
}

#[test]
fn healing_is_a_gain() {
    let heal = |amount| vec![code::damage(T1, 4), Heal { target: T1, amount, ..Heal::default() }.into()];
    check(
        scene(&[5, 7], 9, heal),
        &expect![[r#"
        Exact { states: 1 }
        A certain, dies 0 %, health 5: 100 %
        b certain, dies 0 %, health 9: 100 %
        A acts 100 %
    "#]],
    );
    let mend = |amount| vec![Heal { target: Address::SELF, amount, ..Heal::default() }.into()];
    let mut play = scene(&[1, 2], 9, mend).start();
    let wound = Change::number(ChangeKind::Health, play.id('A'), 5, 1, Label::NONE);
    play.battle.state_mut().apply(&play.book.clone(), &wound);
    play.decide('A', "act", &[offset(1, 0)]);
    expect![[r#"
        Exact { states: 2 }
        A open, dies 0 %, health 2: 50 %, 3: 50 %
        b certain, dies 0 %, health 9: 100 %
        A acts 100 %
          on A: hits 0 %, harm None, mends 100 %, gain Some((1, 2)), kills 0 %, loss -2: 50 %, -1: 50 %
    "#]]
    .assert_eq(&told(&play, &report(&play, OddsBudget::default())));
}

/// Beyond the budget, 600 samples with a chance of four in six give 400, plus or minus three times 12.
#[test]
fn beyond_the_budget_odds_are_sampled() {
    let mut play = scene(&[1, 2, 3, 4, 5, 6], 3, |amount| vec![blow(amount)]).start();
    play.decide('A', "act", &[offset(1, 0)]);
    let odds = report(&play, OddsBudget { states: 1, samples: 600, ..OddsBudget::default() });
    assert_eq!(odds.method, Method::Sampled { samples: 600 });
    let of = &odds.units[1];
    assert!((of.dies - 4.0 / 6.0).abs() < 0.06, "{}", of.dies);
    assert!((of.health.total() - 1.0).abs() < 1e-9, "each of the 600 counts once");
    let activation = odds.activation.expect("A acts");
    assert_eq!(hundredths(activation.acts), 100);
}

/// A ward absorbs 2 of each attack: with it the unit dies on 5 and 6, without it on 3 to 6.
#[test]
fn a_ward_is_worth_the_deaths_that_it_averts() {
    let scene = scene(&[1, 2, 3, 4, 5, 6], 3, |amount| vec![blow(amount)]).with(|scene| {
        let code = vec![FormulaOp::Const((-2).into())];
        scene.book.formulas.push(Formula { source: "-2".to_owned(), code });
        let amount = scene.book.formulas.len() as u32 - 1;
        let (stage, mode) = (Stage::Incoming, Mode::Augment);
        let damage_modifier =
            DamageModifier { stage, mode, amount, heals: false, types: None, priority: 0, from: None };
        let effect_source = EffectSource {
            name: "ward".to_owned(),
            damage_modifiers: vec![damage_modifier],
            ..EffectSource::default()
        };
        scene.book.statuses =
            vec![StatusKind { effect_source, key: "ward".to_owned(), limit: 1, ..StatusKind::default() }];
        scene.kind('b').statuses = vec![0];
    });
    let mut play = scene.start();
    play.decide('A', "act", &[offset(1, 0)]);
    let found = worths(&play.book, &play.known(Team::PLAYER), &play.plan, OddsBudget::default(), 9);
    let [worth] = &found[..] else { panic!("one worth, not {found:?}") };
    assert_eq!((worth.bearer, worth.error), (play.id('b'), 0.0));
    let [of] = &worth.of[..] else { panic!("of one unit, not {:?}", worth.of) };
    // Health with it: 3, 3, 2, 1, 0, 0; without it: 2, 1, 0, 0, 0, 0.
    assert_eq!((of.unit, hundredths(of.dies), hundredths(of.health)), (play.id('b'), -33, 100));
}
