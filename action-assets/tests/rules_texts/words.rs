//! Rules texts of priorities, loop conditions, labels and patterns.

use crate::code;
use crate::fixture::{Scene, T1, cell, effect_source, number};
use foretoken_action_assets::texts::rules;
use foretoken_vm::Token;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount, Label, Request};
use foretoken_vm::regions::{Between, Region, RegionId, Shape};
use foretoken_vm::space::Pattern;
use foretoken_vm::stats::{DamageModifier, ItemKind, LabelSet, Mode, Stage};
use foretoken_vm::tokens::Damage;

fn told(alter: impl FnOnce(&mut Scene), requests: Vec<Request>, code: Vec<Token>) -> String {
    let mut scene = Scene::new("A.b").action("act", requests, code);
    alter(&mut scene);
    let program = scene.book.find_program("act").expect("the action");
    let book = scene.book.build();
    rules::text(&rules::of_program(&book, program, None))
}

#[test]
fn a_priority_says_who_acts_first_or_last() {
    let line = |priority| {
        let set = |scene: &mut Scene| scene.book.programs.last_mut().expect("the action").priority = priority;
        told(set, vec![], vec![code::shield(Address::SELF, 1)]).lines().next().map(str::to_owned)
    };
    assert_eq!(line(2).as_deref(), Some("Quick: acts first in the round"));
    assert_eq!(line(-2).as_deref(), Some("Slow: acts last in the round"));
    assert_eq!(line(0).as_deref(), Some("Gives a shield of 1 to the user until the round ends"));
}

#[test]
fn a_loop_that_a_condition_leads_on_says_so() {
    let code = vec![
        code::repeat(0, 1, 4),
        code::unless(Amount::Formula(0), 4),
        code::shield(Address::SELF, 1),
        code::next_while(0, 0, 1),
    ];
    let more = |scene: &mut Scene| {
        scene.book.formulas.push(Formula { source: "round < 3".to_owned(), code: vec![FormulaOp::Round] });
    };
    let text = told(more, vec![], code);
    let first = text.lines().next().unwrap_or_default();
    assert!(first.starts_with("While "), "{text}");
}

#[test]
fn a_type_is_told_if_a_rule_depends_on_it() {
    let harm = |label, matters: bool| {
        let alter = |scene: &mut Scene| {
            scene.book.labels = ["", "hit", "magic.fire"].map(str::to_owned).to_vec();
            let mut item = ItemKind { effect_source: effect_source("robe", vec![]), ..ItemKind::default() };
            let half = number(scene, 0.5);
            item.effect_source.damage_modifiers = vec![DamageModifier {
                stage: Stage::Incoming,
                mode: Mode::Multiply,
                amount: half,
                heals: false,
                types: Some(LabelSet::of(3, |label| label == Label(2))),
                priority: 0,
                from: None,
            }];
            scene.book.items.extend(matters.then_some(item));
        };
        let harm = Damage { target: Address::SELF, amount: Amount::Const(2), label, ..Damage::default() };
        told(alter, vec![], vec![harm.into()])
    };
    assert_eq!(harm(Label(1), true), "Deals 2 damage to the user\n");
    assert_eq!(harm(Label(2), false), "Deals 2 damage to the user\n");
    assert_eq!(harm(Label(2), true), "Deals 2 fire magic damage to the user\n");
}

#[test]
fn the_cells_of_a_pattern_are_told_by_themselves() {
    let region = RegionId(RegionId::core().count() as u16);
    let pattern = |scene: &mut Scene| {
        scene.book.patterns = vec![Pattern::of(vec![(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)])];
        let shape = Shape::Pattern(0);
        scene.book.regions = vec![Region { shape, between: Between::Pick, ..Region::default() }];
    };
    let text = told(pattern, vec![Request { region, ..cell(3) }], vec![code::damage(T1, 1)]);
    assert!(text.contains("one of the cells within distance 1 of the user"), "{text}");
}
