//! Reactions: nesting depth, and effects of their own type.

use crate::code;
use crate::effect_sources::{effect_source, status};
use crate::fixture::{Play, Scene, T1, cell, offset};
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::Address;
use foretoken_vm::stats::{Event, Handler, How, Role, SkillKind, StatusKind};
use foretoken_vm::tokens::operand::Program;
use foretoken_vm::tokens::{Trail, TrailEnd, trail};
use foretoken_vm::{ChangeKind, Trap};

const HURT: Event = Event::Health(How::Decrease, Role::Defender);

fn reacting(name: &str, on: Event, program: u16) -> StatusKind {
    let mut kind = status(name);
    kind.effect_source.handlers = vec![Handler::new(on, program)];
    kind
}

/// `A` hits `b` for 1, and both hit back for 1 whenever they are hit.
fn duel(depth: u8) -> Play {
    let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 1)]);
    let back = scene.add("back", 0, vec![], vec![code::damage(Address::CAUSE, 1)]);
    let mut effect_source = effect_source("spite", vec![]);
    effect_source.handlers = vec![Handler::new(HURT, back)];
    scene.book.skills = vec![SkillKind { effect_source, path: "spite".to_owned(), ..SkillKind::default() }];
    scene.book.limits.depth = depth;
    for unit in ['A', 'b'] {
        (scene.kind(unit).skills, scene.kind(unit).health) = (vec![0], 50);
    }
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(1, 0)]);
    play.step();
    play
}

fn lost(play: &Play) -> (i32, i32, bool) {
    let traps = play.notes(ChangeKind::Trapped);
    assert!(traps.iter().all(|&(_, trap)| trap == Trap::Depth as i32));
    (50 - play.unit('A').health, 50 - play.unit('b').health, !traps.is_empty())
}

/// The attack damages `b`; reactions at depths 1, 3, 5 damage `A`, those at 2, 4, 6 damage `b`.
#[test]
fn reactions_answer_each_other_up_to_a_depth_of_six() {
    assert_eq!(lost(&duel(12)), (3, 4, false));
    assert_eq!(lost(&duel(6)), (3, 4, false), "a limit of 6 is just enough");
    assert_eq!(lost(&duel(5)), (3, 3, true), "the reaction at depth 6 is one too deep");
    assert_eq!(lost(&duel(1)), (1, 1, true));
    assert_eq!(lost(&duel(0)), (0, 1, true));
}

#[test]
fn programs_of_kinds_answer_up_to_the_limit() {
    for (depth, expected) in [(0, (0, 1)), (1, (1, 1)), (2, (1, 2)), (9, (5, 5))] {
        let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 1)]);
        let back = scene.add("back", 0, vec![], vec![code::damage(Address::CAUSE, 1)]);
        scene.book.limits.depth = depth;
        for unit in ['A', 'b'] {
            (scene.kind(unit).on_hurt, scene.kind(unit).health) = (Some(back), 50);
        }
        let mut play = scene.start();
        play.decide('A', "hit", &[offset(1, 0)]);
        play.step();
        let (a, b, is_trapped) = lost(&play);
        assert_eq!(((a, b), is_trapped), (expected, true), "limit {depth}");
    }
}

#[test]
fn a_reaction_answers_its_own_harm_only_if_it_says_so() {
    // With it: the attack, and reactions at depths 1 to 6.
    for (answers_itself, harm) in [(false, 1 + 1), (true, 1 + 6)] {
        let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 1)]);
        let own = scene.add("own", 0, vec![], vec![code::damage(Address::SELF, 1)]);
        let mut kind = reacting("thorn", HURT, own);
        kind.effect_source.handlers[0].answers_itself = answers_itself;
        scene.book.statuses = vec![kind];
        (scene.kind('b').statuses, scene.kind('b').health) = (vec![0], 50);
        let mut play = scene.start();
        play.decide('A', "hit", &[offset(1, 0)]);
        play.step();
        assert_eq!(lost(&play).1, harm, "answers itself: {answers_itself}");
    }
}

#[test]
fn two_reactions_of_one_bearer_answer_each_other() {
    let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 1)]);
    let own = scene.add("own", 0, vec![], vec![code::damage(Address::SELF, 1)]);
    scene.book.statuses = vec![reacting("thorn", HURT, own), reacting("nettle", HURT, own)];
    (scene.kind('b').statuses, scene.kind('b').health) = (vec![0, 1], 50);
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(1, 0)]);
    play.step();
    assert_eq!(lost(&play).1, 1 + 2 * 6);
}

#[test]
fn a_skill_answers_its_own_action() {
    let mut scene = Scene::new("Ab");
    let strike = scene.add("strike", 1, vec![cell(1)], vec![code::declare(T1, 0, 2), code::damage(T1, 1)]);
    let brace = scene.add("brace", 0, vec![], vec![code::shield(Address::SELF, 1)]);
    let mut effect_source = effect_source("strike", vec![]);
    effect_source.handlers = vec![Handler::new(Event::Health(How::Decrease, Role::Attacker), brace)];
    scene.book.skills =
        vec![SkillKind { effect_source, path: "strike".to_owned(), action: Some(strike), ..SkillKind::default() }];
    scene.book.recharges = vec!["strike".to_owned()];
    scene.kind('A').skills = vec![0];
    let mut play = scene.start();
    play.decide('A', "strike", &[offset(1, 0)]);
    play.step();
    assert_eq!((play.unit('b').health, play.unit('A').shield), (4, 1));
}

#[test]
fn who_harms_itself_is_its_defender_alone() {
    for (role, answers) in [(Role::Defender, true), (Role::Attacker, false)] {
        let mut scene = Scene::new("Ab").action("hurt", vec![], vec![code::damage(Address::SELF, 1)]);
        let brace = scene.add("brace", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        scene.book.statuses = vec![reacting("ward", Event::Health(How::Decrease, role), brace)];
        scene.kind('A').statuses = vec![0];
        let mut play = scene.start();
        play.decide('A', "hurt", &[]);
        play.step();
        assert_eq!(play.unit('A').shield == 1, answers, "{role:?}");
    }
}

#[test]
fn conditions_and_death_decide_whether_a_reaction_runs() {
    for (on, when, answers) in [(HURT, 1, true), (HURT, 0, false), (Event::Dies, 1, true), (Event::Dies, 0, false)] {
        let harm = if on == Event::Dies { 9 } else { 1 };
        let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, harm)]);
        let back = scene.add("back", 0, vec![], vec![code::damage(Address::CAUSE, 1)]);
        scene.book.formulas.push(Formula { source: when.to_string(), code: vec![F::Const(when.into())] });
        let mut kind = reacting("spite", on.clone(), back);
        kind.effect_source.handlers[0].when = Some(scene.book.formulas.len() as u32 - 1);
        scene.book.statuses = vec![kind];
        scene.kind('b').statuses = vec![0];
        let mut play = scene.start();
        play.decide('A', "hit", &[offset(1, 0)]);
        play.step();
        assert_eq!(play.unit('b').is_alive(), on != Event::Dies);
        assert_eq!(play.unit('A').health == 4, answers, "{on:?} when {when}");
    }
    let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, 9)]);
    let back = scene.add("back", 0, vec![], vec![code::damage(Address::CAUSE, 1)]);
    scene.book.statuses = vec![reacting("spite", HURT, back)];
    scene.kind('b').statuses = vec![0];
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(1, 0)]);
    play.step();
    assert_eq!(play.unit('A').health, 5);
}

fn trail(map: &str, side: trail::Side, depth: u8) -> Play {
    let mut scene = Scene::new(map);
    scene.book.surfaces[1].on_enter = None;
    scene.book.limits.depth = depth;
    let fire = scene.add("fire", 0, vec![], vec![code::lay(Address::HERE, crate::fixture::FIRE)]);
    let begin = Trail { program: Program(fire), side, ..Trail::default() };
    let mut scene =
        scene.action("run", vec![cell(9)], vec![begin.into(), code::walk(T1), TrailEnd {}.into(), code::shield(T1, 1)]);
    scene.kind('A').movement = 9;
    let mut play = scene.start();
    play.decide('A', "run", &[offset(3, 0)]);
    play.step();
    play
}

#[test]
fn a_trail_runs_on_each_cell_of_the_way() {
    trail("A....", trail::Side::Entered, 12).expect(".^^A.");
    trail("A....", trail::Side::Left, 12).expect("^^^A.");
    let entered = trail("A....", trail::Side::Entered, 1);
    assert_eq!(lost_to_depth(&entered), 0, "a limit of 1 is just enough");
    let refused = trail("A....", trail::Side::Entered, 0);
    assert_eq!(lost_to_depth(&refused), 1);
    refused.expect(".A...");
}

fn lost_to_depth(play: &Play) -> usize {
    play.notes(ChangeKind::Trapped).iter().filter(|&&(_, trap)| trap == Trap::Depth as i32).count()
}

#[test]
fn a_reaction_ends_with_its_bearer_unless_it_answers_the_death() {
    let health = |on: Event, harm, code| {
        let mut scene = Scene::new("Ab").action("hit", vec![cell(1)], vec![code::damage(T1, harm)]);
        let back = scene.add("back", 0, vec![], code);
        scene.book.statuses = vec![reacting("spite", on, back)];
        scene.kind('b').statuses = vec![0];
        let mut play = scene.start();
        play.decide('A', "hit", &[offset(1, 0)]);
        play.step();
        assert!(!play.unit('b').is_alive());
        play.unit('A').health
    };
    let back = || code::damage(Address::CAUSE, 1);
    assert_eq!(health(Event::Dies, 9, vec![back(), back()]), 3);
    assert_eq!(health(HURT, 1, vec![back(), code::kill(Address::SELF), back()]), 4);
}
