//! Policies of members and sides, and the queues of their units.

use crate::code;
use crate::fixture::{ENEMY, Play, Scene};
use foretoken_vm::policies::{Aim, KINDS, Policy, Row, RowUse};
use foretoken_vm::state::{MigrateError, Named, Pool, Renames};
use foretoken_vm::{Address, Battle, Decider, Deciders, EntityId, GameState, Known, Rulebook, Team};

fn script(name: &str, program: u16) -> Policy {
    let kind = *KINDS.iter().find(|kind| kind.name() == "script").expect("a core kind");
    let uses = vec![RowUse { program, aim: Aim::Itself }];
    let rows = vec![Row { name: "guard".to_owned(), uses, ..Row::default() }];
    let (name, title) = (name.to_owned(), "Watch".to_owned());
    Policy { name, title, kind, ahead: 1, shown: 1, moves: 1, faces: 0, repeats_from: 0, rows }
}

fn of(book: &Rulebook, state: &GameState, id: u16) -> Option<String> {
    book.policy_of(state, EntityId(id)).map(|policy| policy.name.clone())
}

fn watched() -> Scene {
    let mut scene = Scene::new("A.bcd");
    let guard = scene.add("guard", 0, vec![], vec![code::shield(Address::SELF, 2)]);
    for unit in ['b', 'c', 'd'] {
        scene.kind(unit).actions = vec![guard];
    }
    scene.kind('c').acts = false;
    scene.book.policies = vec![script("wait", u16::MAX), script("watch", guard)];
    scene.opening.roster[1].policy = Some(0);
    scene.opening.deciders = Deciders::default().with(ENEMY, Decider::Policy(1));
    scene
}

#[test]
fn a_side_has_a_policy() {
    let scene = watched();
    let (opening, rules) = (scene.opening.clone(), scene.book.clone().build());
    assert_eq!(opening.faults(&rules), []);
    let mut play = scene.start();
    let named = |state: &GameState| [0, 1, 2, 3].map(|id| of(&rules, state, id));
    let expected = [None, Some("wait".to_owned()), None, Some("watch".to_owned())];
    assert_eq!(named(play.battle.state()), expected);
    assert!(play.battle.state().is_planned(ENEMY), "no seat is asked for that side");
    assert!(!play.battle.state().is_planned(Team::PLAYER));
    let read = Battle::from_bytes(&rules, &play.battle.to_bytes().expect("it is small")).expect("it is whole");
    assert_eq!(named(read.state()), expected);
    let seats = Battle::new(&rules, &foretoken_vm::Opening { deciders: Deciders::default(), ..opening });
    assert_eq!(seats.state().instances().of(EntityId(3), Pool::MOVES).len(), 0);
    assert_eq!(play.battle.state().instances().of(EntityId(3), Pool::MOVES).len(), 1);
    for _ in 0..3 {
        play.step();
    }
    let shields: Vec<i32> = play.battle.state().living().map(|(_, row)| row.shield).collect();
    assert_eq!(shields, [0, 0, 0, 2], "only the last one guards");
}

#[test]
fn policies_are_found_by_name_after_an_exchange() {
    let play = watched().start();
    let (state, book) = (play.battle.state(), &play.book);
    let other = |policies: &[&str]| {
        let mut rules = book.to_rules();
        let guard = rules.programs.iter().position(|program| program.name == "guard").expect("it is there") as u16;
        rules.policies = policies.iter().map(|name| script(name, guard)).collect();
        rules.build()
    };
    let after = |policies: &[&str], renames: &Renames| -> Result<[Option<String>; 2], MigrateError> {
        let to = other(policies);
        let state = state.carried_over(book, &to, renames)?;
        assert!(state.is_planned(ENEMY));
        Ok([1, 3].map(|id| of(&to, &state, id)))
    };
    let named = |names: [&str; 2]| Ok(names.map(|name| (!name.is_empty()).then(|| name.to_owned())));
    let renames = Renames::default().with(Named::Policy, "wait", "rest").with(Named::Policy, "watch", "alert");
    assert_eq!(after(&["watch", "wait"], &Renames::default()), named(["wait", "watch"]));
    assert_eq!(after(&["alert", "more", "rest"], &renames), named(["rest", "alert"]));
    assert_eq!(after(&["watch"], &Renames::default()), named(["watch", "watch"]));
    assert_eq!(after(&["wait"], &Renames::default()), named(["wait", ""]));
    assert_eq!(after(&[], &Renames::default()), named(["", ""]));
}

#[test]
fn a_member_has_a_policy_of_its_own() {
    let mut scene = Scene::new("A..A");
    let guard = scene.add("guard", 0, vec![], vec![code::shield(Address::SELF, 2)]);
    scene.kind('A').actions = vec![guard];
    scene.book.policies = vec![script("watch", guard)];
    scene.opening.roster[1].policy = Some(0);
    let opening = scene.opening.clone();
    let mut play = scene.start();
    let of = |play: &Play, id| of(&play.book, play.battle.state(), id);
    assert_eq!([of(&play, 0), of(&play, 1)], [None, Some("watch".to_owned())]);
    let before = play.battle.survivors(&play.book, &opening, Team::PLAYER);
    assert_eq!(before.iter().map(|member| member.policy).collect::<Vec<_>>(), [None, Some(0)]);
    let (state, book) = (play.battle.state(), &play.book);
    let moves = |state: &GameState| state.instances().of(EntityId(1), Pool::MOVES).to_vec();
    assert_eq!(moves(state).len(), 1);
    let known = play.battle.project(book, Team::PLAYER);
    let read = Known::from_bytes(book, &known.to_bytes().expect("it is small")).expect("it is whole");
    assert_eq!(moves(read.state()), moves(state));
    let again = state.carried_over(book, &book.to_rules().build(), &Renames::default()).expect("the same rules");
    assert_eq!(moves(&again), moves(state));
    play.step();
    play.step();
    let shields: Vec<i32> = play.battle.state().living().map(|(_, row)| row.shield).collect();
    assert_eq!(shields, [0, 2], "nobody decided for the first, and the second guards");
}
