//! Absorption of damage by effect sources: from columns, from amounts, by types, in order.

use crate::code;
use crate::effect_sources::{apply, held, number, status};
use crate::fixture::{Play, Scene, T1, cell, offset};
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::stats::{
    DamageModifier, EffectSourceClass, EffectSourceRef, LabelSet, Mode, Stage, Stat, StatId, StatusKind,
};
use foretoken_vm::tokens::Damage;
use foretoken_vm::{Change, ChangeKind};

fn damage_modifier(stage: Stage, amount: u32) -> DamageModifier {
    DamageModifier { stage, mode: Mode::Augment, amount, heals: false, types: None, priority: 0, from: None }
}

fn altering(name: &str, damage_modifier: DamageModifier) -> StatusKind {
    let mut kind = status(name);
    kind.effect_source.damage_modifiers = vec![damage_modifier];
    kind
}

fn scene() -> Scene {
    let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 4)]);
    scene.kind('b').health = 20;
    scene
}

fn blows(play: &mut Play, count: usize) -> Vec<i32> {
    let blow = |_| {
        let before = play.unit('b').health;
        play.decide('A', "hit", &[offset(1, 0)]);
        play.round();
        before - play.unit('b').health
    };
    (0..count).map(blow).collect()
}

#[test]
fn a_column_is_absorbed_from_until_it_is_empty() {
    let mut scene = scene();
    let column = |name: &str, default| Column { name: name.to_owned(), of: ColumnOf::Entity, default, weight: 0 };
    scene.book.columns = Columns::new(vec![column("calm", 7), column("ward", 5)]);
    let ward = scene.book.columns.find(ColumnOf::Entity, "ward").expect("a column");
    let three = number(&mut scene, 3.0);
    scene.book.statuses =
        vec![altering("ward", DamageModifier { from: Some(ward), ..damage_modifier(Stage::Absorb, three) })];
    scene.kind('b').statuses = vec![0];
    let mut play = scene.start();
    assert_eq!(blows(&mut play, 3), [1, 2, 4]);
    let columns = |play: &Play, unit| [0, 1].map(|at| play.battle.state().entity_column(play.id(unit), at));
    assert_eq!(columns(&play, 'b'), [7, 0]);
    assert_eq!(columns(&play, 'A'), [7, 5]);
    let taken = play.log.changes.iter().filter(|change| change.kind == ChangeKind::EntityColumn);
    assert_eq!(taken.map(|change| (change.before, change.after)).collect::<Vec<_>>(), [(5, 2), (2, 0)]);
}

#[test]
fn a_column_with_decimals_absorbs_whole_points() {
    let mut scene = scene();
    let column = Column { name: "ward".to_owned(), of: ColumnOf::Entity, default: 25, weight: 0 };
    scene.book.columns = Columns::new(vec![column]);
    scene.book.stats = (0..StatId::CORE).map(|id| Stat::core(StatId(id))).collect();
    let ward = Stat { name: "ward".to_owned(), most: 1_000, decimals: 1, column: Some(0), ..Stat::default() };
    scene.book.stats.push(ward);
    let nine = number(&mut scene, 9.0);
    scene.book.statuses =
        vec![altering("ward", DamageModifier { from: Some(0), ..damage_modifier(Stage::Absorb, nine) })];
    scene.kind('b').statuses = vec![0];
    let mut play = scene.start();
    assert_eq!(blows(&mut play, 2), [2, 4]);
    assert_eq!(play.battle.state().entity_column(play.id('b'), 0), 5);
}

#[test]
fn an_amount_is_absorbed_from_to_the_last_point() {
    for (amount, lost, left) in [
        (5, [1, 2, 4], ""),
        (6, [1, 1, 4], ""),
        (7, [1, 1, 3], ""),
        (9, [1, 1, 1], ""),
        (1, [3, 4, 4], ""),
        // A status without an amount is never used up.
        (0, [1, 1, 1], "ward #1 of 0 for 0"),
    ] {
        let mut scene = scene().action("ward", vec![], vec![apply(0, amount, 0, false)]);
        let three = number(&mut scene, 3.0);
        scene.book.statuses = vec![altering("ward", damage_modifier(Stage::Absorb, three))];
        let mut play = scene.start();
        play.decide('b', "ward", &[]);
        play.round();
        play.plan.clear_all();
        assert_eq!(blows(&mut play, 3), lost, "an amount of {amount}");
        assert_eq!(held(&play, 'b'), left, "an amount of {amount}");
    }
}

#[test]
fn no_more_is_absorbed_than_there_is_of_harm() {
    for (by, lost, left) in
        [(9.0, 0, "ward #1 of 4 for 0"), (2.5, 2, "ward #1 of 6 for 0"), (-3.0, 4, "ward #1 of 8 for 0")]
    {
        let mut scene = scene().action("ward", vec![], vec![apply(0, 8, 0, false)]);
        let by = number(&mut scene, by);
        scene.book.statuses = vec![altering("ward", damage_modifier(Stage::Absorb, by))];
        let mut play = scene.start();
        play.decide('b', "ward", &[]);
        play.round();
        play.plan.clear_all();
        assert_eq!((blows(&mut play, 1), held(&play, 'b').as_str()), (vec![lost], left));
    }
}

#[test]
fn an_damage_modifier_alters_its_types_alone() {
    let mut scene = Scene::new("Ab");
    scene.book.labels = ["", "fire", "frost"].map(str::to_owned).to_vec();
    for (name, label) in [("scorch", 1), ("chill", 2)] {
        let harm = Damage { target: T1, amount: Amount::Const(4), label: Label(label), ..Damage::default() };
        scene = scene.action(name, vec![cell(1)], vec![harm.into()]);
    }
    let less = number(&mut scene, -3.0);
    let types = Some(LabelSet::of(3, |label| label == Label(1)));
    scene.book.statuses = vec![altering("ward", DamageModifier { types, ..damage_modifier(Stage::Incoming, less) })];
    (scene.kind('b').statuses, scene.kind('b').health) = (vec![0], 20);
    let mut play = scene.start();
    for (action, health) in [("scorch", 19), ("chill", 15)] {
        play.decide('A', action, &[offset(1, 0)]);
        play.round();
        assert_eq!(play.unit('b').health, health, "{action}");
    }
    let noted: Vec<&Change> = play.log.changes.iter().filter(|change| change.kind == ChangeKind::Altered).collect();
    let of = EffectSourceRef { class: EffectSourceClass::Status, kind: 0 };
    let [note] = noted[..] else { panic!("one note, not {}", noted.len()) };
    assert_eq!((note.at >> 24, note.at & 0xff_ffff), (Stage::Incoming as u32, of.to_word()));
    assert_eq!((note.before, note.after), (4, 1));
}

#[test]
fn an_damage_modifier_reads_the_other_unit() {
    for (bearer, stage, lost) in [('A', Stage::Outgoing, 4 + 20), ('b', Stage::Incoming, 4 + 5)] {
        let mut scene = scene();
        let code = vec![F::Health(Address::CAUSE.0)];
        scene.book.formulas.push(Formula { source: "health(cause)".to_owned(), code });
        let amount = scene.book.formulas.len() as u32 - 1;
        scene.book.statuses = vec![altering("ire", damage_modifier(stage, amount))];
        scene.kind(bearer).statuses = vec![0];
        let mut play = scene.start();
        play.decide('A', "hit", &[offset(1, 0)]);
        play.step();
        let altered: Vec<i32> = play.notes(ChangeKind::Altered).iter().map(|&(_, after)| after).collect();
        assert_eq!(altered, [lost], "{stage:?}");
    }
}
