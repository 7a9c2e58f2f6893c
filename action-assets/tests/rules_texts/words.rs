//! Rules texts of priorities, loop conditions, labels and patterns.

use crate::code;
use crate::fixture::{Scene, T1, cell};
use foretoken_action_assets::texts::rules;
use foretoken_vm::Token;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount, Label, Request};
use foretoken_vm::regions::{Between, Region, RegionId, Shape};
use foretoken_vm::space::Pattern;
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
    assert_eq!(line(0).as_deref(), Some("Gives a shield of 1 to it until the round ends"));
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
fn an_unusual_label_is_told_with_the_effect() {
    let harm = |label| {
        let labels = |scene: &mut Scene| scene.book.labels = ["", "hit", "fire"].map(str::to_owned).to_vec();
        let harm = Damage { target: Address::SELF, amount: Amount::Const(2), label, ..Damage::default() };
        told(labels, vec![], vec![harm.into()])
    };
    assert_eq!(harm(Label(0)), harm(Label(1)));
    assert_eq!(harm(Label(2)).trim_end(), format!("{} (fire)", harm(Label(1)).trim_end()));
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
    assert!(text.contains("around"), "{text}");
}
