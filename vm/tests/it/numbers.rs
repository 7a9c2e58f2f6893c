//! Numbers of units and entries for a side with hidden enemies; reverting, copying and saving of them.

use crate::code;
use crate::fixture::{ENEMY, FIRE, Play, Scene, T1, cell, offset};
use expect_test::{Expect, expect};
use foretoken_vm::codec;
use foretoken_vm::program::Label;
use foretoken_vm::state::{BattleField, entry, flag};
use foretoken_vm::tokens::Delay;
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Change, ChangeKind, Dice, EntityId, Intent, Key, Known, Plan, Predicted, Slot,
    Team,
};

fn scene() -> Play {
    let mut scene = Scene::new("AhBc");
    scene.kind('h').hidden = true;
    let boom = scene.add("boom", 0, vec![], vec![]);
    let fuse = |rounds| vec![code::delay(boom, rounds).into()];
    let plant = vec![Delay { owner: T1, ..code::delay(boom, 1) }.into()];
    let scene = scene.action("fuse1", vec![], fuse(1)).action("fuse2", vec![], fuse(2));
    scene.action("plant", vec![cell(9)], plant).action("lay", vec![cell(9)], vec![code::lay(T1, FIRE)]).start()
}

fn told(play: &Play, viewer: Team) -> String {
    let known = play.known(viewer);
    let state = known.state();
    let letter = |id: EntityId| match play.book.unit_types.get(usize::from(state.entity(id).unit_type)) {
        Some(kind) => kind.glyph,
        None => '?',
    };
    let mut order: Vec<String> = state
        .agenda()
        .map(|slot| match slot {
            Slot::Unit(id) => letter(id).to_string(),
            Slot::Entry(index) => index.to_string(),
        })
        .collect();
    order.insert(state.next_place(), "|".to_owned());
    let fuses = state.entries().iter().map(|words| match words[entry::WAITING] {
        0 => "-".to_owned(),
        number => format!("{} {number}. in {}", letter(EntityId(words[entry::OWNER] as u16)), words[entry::DUE_ROUND]),
    });
    format!("{} [{}]", order.join(" "), fuses.collect::<Vec<_>>().join(", "))
}

type Saved = (Vec<EntityId>, Vec<Option<(u16, i32)>>, Vec<(u16, u16)>, u32);

fn saved(battle: &Battle) -> (Vec<u8>, Dice, Vec<Saved>) {
    type Streams = (u64, Vec<(EntityId, (u64, u32))>);
    let bytes = battle.to_bytes().expect("small");
    let parts: (_, _, _, Vec<u8>, Streams) = codec::decode(&bytes).expect("a battle in which somebody hides");
    (parts.0, parts.1, parts.2)
}

#[test]
fn a_side_numbers_fuses_as_if_those_that_it_knows_were_all() {
    let mut play = scene();
    play.decide('A', "plant", &[offset(1, 0)]);
    play.decide('B', "fuse2", &[]);
    play.decide('c', "fuse1", &[]);
    let mut lines = Vec::new();
    for round in 1..4 {
        if round == 2 {
            play.plan.clear_all();
            play.decide('c', "fuse1", &[]);
        }
        loop {
            for (side, name) in [(Team::PLAYER, "player"), (ENEMY, "enemy")] {
                lines.push(format!("{round} {name}: {}", told(&play, side)));
            }
            let numbers = &saved(&play.battle).2[0];
            lines.push(format!("  saved {:?} {:?} {:?} {}", numbers.0, numbers.1, numbers.2, numbers.3));
            let bytes = play.battle.to_bytes().expect("small");
            assert_eq!(Battle::from_bytes(&play.book, &bytes).expect("its own bytes"), play.battle);
            if play.step() == Advance::RoundEnd {
                break;
            }
        }
    }
    expect![[r#"
        1 player: | A B c []
        1 enemy: | A h B c []
          saved [#0, #2, #3] [] [] 0
        1 player: A | B c []
        1 enemy: A | h B c [h 1. in 2]
          saved [#0, #2, #3] [] [] 1
        1 player: A | B c []
        1 enemy: A h | B c [h 1. in 2]
          saved [#0, #2, #3] [] [] 1
        1 player: A B | c [B 1. in 3]
        1 enemy: A h B | c [h 1. in 2, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1))] [] 2
        1 player: A B c | [B 1. in 3, c 1. in 2]
        1 enemy: A h B c | [h 1. in 2, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 3
        2 player: | A B c 1 [B 1. in 3, c 1. in 2]
        2 enemy: | A 0 h B c 2 [h 1. in 2, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 0
        2 player: A | B c 1 [B 1. in 3, c 1. in 2]
        2 enemy: A | 0 h B c 2 [h 1. in 2, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 1
        2 player: A | B c 1 [B 1. in 3, c 1. in 2]
        2 enemy: A 0 | h B c 2 [-, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 1
        2 player: A | B c 1 [B 1. in 3, c 1. in 2]
        2 enemy: A 0 h | B c 2 [-, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 1
        2 player: A B | c 1 [B 1. in 3, c 1. in 2]
        2 enemy: A 0 h B | c 2 [-, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1))] [] 2
        2 player: A B c | 1 [B 1. in 3, c 1. in 2, c 1. in 3]
        2 enemy: A 0 h B c | 2 [c 2. in 3, B 1. in 3, c 1. in 2]
          saved [#0, #2, #3] [Some((1, 1)), Some((2, 1)), Some((0, 1))] [] 3
        2 player: A B c 1 | [B 1. in 3, -, c 1. in 3]
        2 enemy: A 0 h B c 2 | [c 2. in 3, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1)), None, Some((0, 1))] [(2, 1)] 4
        3 player: | A B 0 c 2 [B 1. in 3, -, c 1. in 3]
        3 enemy: | A h B 1 c 0 [c 2. in 3, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1)), None, Some((0, 1))] [] 0
        3 player: A | B 0 c 2 [B 1. in 3, -, c 1. in 3]
        3 enemy: A | h B 1 c 0 [c 2. in 3, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1)), None, Some((0, 1))] [] 1
        3 player: A | B 0 c 2 [B 1. in 3, -, c 1. in 3]
        3 enemy: A h | B 1 c 0 [c 2. in 3, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1)), None, Some((0, 1))] [] 1
        3 player: A B | 0 c 2 [B 1. in 3, -, c 1. in 3]
        3 enemy: A h B | 1 c 0 [c 2. in 3, B 1. in 3]
          saved [#0, #2, #3] [Some((1, 1)), None, Some((0, 1))] [] 2
        3 player: A B 0 | c 2 [-, -, c 1. in 3]
        3 enemy: A h B 1 | c 0 [c 2. in 3]
          saved [#0, #2, #3] [None, None, Some((0, 1))] [(1, 0)] 3
        3 player: A B 0 c | 2 [c 2. in 4, -, c 1. in 3]
        3 enemy: A h B 1 c | 0 [c 2. in 3, c 2. in 4]
          saved [#0, #2, #3] [Some((1, 2)), None, Some((0, 1))] [(1, 0)] 4
        3 player: A B 0 c 2 | [c 2. in 4]
        3 enemy: A h B 1 c 0 | [-, c 2. in 4]
          saved [#0, #2, #3] [Some((1, 2))] [(1, 0), (0, 2)] 5
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

fn check_numbers(play: &Play, viewer: Team, expected: &Expect) {
    let numbering = play.battle.numbering(viewer);
    let ids = (0..4).map(EntityId).chain([EntityId(9), EntityId::NONE]);
    let mut lines: Vec<String> =
        ids.map(|id| format!("{id}: known as {:?}, of {:?}", numbering.to_known(id), numbering.to_truth(id))).collect();
    let ran = (0..4).map(|id| Advance::Unit(EntityId(id), None)).chain((0..4).map(Advance::Entry));
    let ran = ran.chain([Advance::RoundEnd, Advance::Over]);
    lines.extend(ran.map(|ran| format!("{ran:?}: {:?}", numbering.advance_to_known(ran))));
    expected.assert_eq(&format!("{}\n", lines.join("\n")));
}

#[test]
fn units_and_what_ran_are_told_by_a_sides_numbers() {
    let mut play = scene();
    play.decide('A', "plant", &[offset(1, 0)]);
    play.decide('B', "fuse2", &[]);
    play.round();
    assert_eq!(play.battle.numbering(Team::PLAYER).team(), Team::PLAYER);
    check_numbers(
        &play,
        Team::PLAYER,
        &expect![[r#"
            #0: known as Some(#0), of Some(#0)
            #1: known as None, of Some(#2)
            #2: known as Some(#1), of Some(#3)
            #3: known as Some(#2), of None
            #9: known as None, of None
            #-: known as Some(#-), of Some(#-)
            Unit(#0, None): Some(Unit(#0, None))
            Unit(#1, None): None
            Unit(#2, None): Some(Unit(#1, None))
            Unit(#3, None): Some(Unit(#2, None))
            Entry(0): Some(Entry(65535))
            Entry(1): Some(Entry(0))
            Entry(2): Some(Entry(65535))
            Entry(3): Some(Entry(65535))
            RoundEnd: Some(RoundEnd)
            Over: Some(Over)
        "#]],
    );
    check_numbers(
        &play,
        ENEMY,
        &expect![[r#"
            #0: known as Some(#0), of Some(#0)
            #1: known as Some(#1), of Some(#1)
            #2: known as Some(#2), of Some(#2)
            #3: known as Some(#3), of Some(#3)
            #9: known as Some(#9), of Some(#9)
            #-: known as Some(#-), of Some(#-)
            Unit(#0, None): Some(Unit(#0, None))
            Unit(#1, None): Some(Unit(#1, None))
            Unit(#2, None): Some(Unit(#2, None))
            Unit(#3, None): Some(Unit(#3, None))
            Entry(0): Some(Entry(0))
            Entry(1): Some(Entry(1))
            Entry(2): Some(Entry(2))
            Entry(3): Some(Entry(3))
            RoundEnd: Some(RoundEnd)
            Over: Some(Over)
        "#]],
    );
}

fn change(kind: ChangeKind, entity: EntityId, at: u32, before: i32, after: i32) -> Change {
    Change { kind, label: Label::NONE, entity, at, before, after }
}

#[test]
fn changes_are_told_by_a_sides_numbers() {
    let play = scene();
    let numbering = play.battle.numbering(Team::PLAYER);
    let [h, b, c] = ['h', 'B', 'c'].map(|unit| play.id(unit));
    let (open, known) = (BattleField::Open as u32, |id| play.known_id(Team::PLAYER, id));
    let (opened, nobody) = (|id| BattleField::open(id, 3), EntityId::NONE);
    let struck = |entity, after| change(ChangeKind::Collided, entity, 0, 0, after);
    for (change, expected) in [
        (change(ChangeKind::Health, c, 1, 5, 3), Some(change(ChangeKind::Health, known('c'), 1, 5, 3))),
        (change(ChangeKind::Health, h, 0, 5, 3), None),
        (struck(b, i32::from(c.0)), Some(struck(known('B'), known('c').0.into()))),
        (struck(b, i32::from(h.0)), Some(struck(known('B'), -1))),
        (struck(b, -1), Some(struck(known('B'), -1))),
        (change(ChangeKind::CellColumn, h, 7, 0, 1), Some(change(ChangeKind::CellColumn, h, 7, 0, 1))),
        (change(ChangeKind::Agenda, nobody, 0, 1, 2), None),
        (change(ChangeKind::Entry, EntityId(0), 0, 0, 1), None),
        (change(ChangeKind::NextPlace, b, 0, 0, 1), None),
        (
            change(ChangeKind::Battle, nobody, open, opened(b), opened(c)),
            Some(change(ChangeKind::Battle, nobody, open, opened(known('B')), opened(known('c')))),
        ),
        (change(ChangeKind::Battle, nobody, open, 0, opened(h)), Some(change(ChangeKind::Battle, nobody, open, 0, 0))),
        (change(ChangeKind::Battle, nobody, 0, 1, 2), Some(change(ChangeKind::Battle, nobody, 0, 1, 2))),
    ] {
        assert_eq!(numbering.change_to_known(&change), expected, "{change:?}");
        assert_eq!(play.battle.numbering(ENEMY).change_to_known(&change), Some(change), "who knows all is told all");
    }
}

#[test]
fn plans_and_answers_are_told_by_a_sides_numbers() {
    let play = scene();
    let aims = |at: EntityId| {
        let answers = vec![(Key::new(T1, [0; 3]), Answer::Unit(at)), (Key::new(T1, [1, 0, 0]), offset(1, 2))];
        Intent { uses: vec![ActionUse { program: 4, answers }], complete: false }
    };
    let numbering = play.battle.numbering(Team::PLAYER);
    let [h, b, c] = ['h', 'B', 'c'].map(|unit| play.id(unit));
    let [known_b, known_c] = ['B', 'c'].map(|unit| play.known_id(Team::PLAYER, unit));
    let nobody = EntityId::NONE;
    for (truth, known) in [(b, known_b), (c, known_c), (nobody, nobody)] {
        assert_eq!(numbering.intent_to_known(&aims(truth)), aims(known));
        assert_eq!(numbering.intent_to_truth(&aims(known)), aims(truth));
    }
    assert_eq!(numbering.intent_to_known(&aims(h)), aims(nobody));
    assert_eq!(numbering.intent_to_truth(&aims(EntityId(9))), aims(nobody));
    let mut plan = Plan::default();
    plan.set(b, aims(h), 3);
    plan.set(h, aims(b), 2);
    plan.close(ENEMY);
    let known = numbering.plan_to_known(&plan);
    let units: Vec<_> = known.iter().map(|(unit, intent)| (unit, intent.clone(), known.priority(unit))).collect();
    assert_eq!(units, [(known_b, aims(nobody), 3)]);
    assert_eq!([Team::PLAYER, ENEMY].map(|side| known.is_closed(side)), [false, true]);
    assert_eq!(play.battle.numbering(ENEMY).plan_to_known(&plan), plan);
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut play = scene();
    play.decide('A', "fuse2", &[]);
    play.decide('B', "fuse2", &[]);
    play.round();
    let (state, dice, sides) = saved(&play.battle);
    let check = |sides: &[Saved]| {
        let bytes = codec::encode(&(&state, &dice, sides)).expect("small");
        Battle::from_bytes(&play.book, &bytes).is_ok()
    };
    assert!(check(&sides));
    assert!(!check(&sides[1..]), "a side is missing");
    assert!(!check(&[&sides[..], &sides[..1]].concat()), "a side too many");
    let load = |book: &foretoken_vm::Rulebook, sides: &[Saved]| {
        let bytes = codec::encode(&(&state, &dice, sides)).expect("small");
        Battle::from_bytes(book, &bytes).expect("they fit")
    };
    let mut open = play.book.to_rules();
    open.unit_types.iter_mut().for_each(|kind| kind.hidden = false);
    let open = open.build();
    let known = |battle: &Battle| battle.numbering(Team::PLAYER).to_known(play.id('B'));
    let (met, all) = (Some(EntityId(1)), Some(EntityId(2)));
    assert_eq!([known(&load(&play.book, &[])), known(&load(&play.book, &sides))], [met; 2]);
    assert_eq!([known(&load(&open, &[])), known(&load(&open, &sides))], [all, met]);
    let (a, b) = (EntityId(0), EntityId(2));
    for (entities, entries, fits) in [
        (vec![a, b], vec![Some((0, 1))], true),
        (vec![b, a], vec![Some((1, 1)), None, Some((0, 1))], true),
        (vec![a, a], vec![], false),
        (vec![b, a, b], vec![], false),
        (vec![EntityId(3)], vec![], true),
        (vec![EntityId(4)], vec![], false),
        (vec![a], vec![Some((2, 1))], false),
        (vec![a], vec![Some((1, 1)), Some((1, 2))], false),
        (vec![a], vec![Some((1, 1)), Some((0, 1)), Some((1, 2))], false),
        (vec![a], vec![None; usize::from(u16::MAX)], true),
        (vec![a], vec![None; usize::from(u16::MAX) + 1], false),
    ] {
        let mut sides = sides.clone();
        sides[3] = (entities.clone(), entries.clone(), vec![], 0);
        assert_eq!(check(&sides), fits, "{entities:?} and {} entries", entries.len());
    }
}

#[test]
fn a_side_that_knows_all_has_the_true_numbers() {
    let mut play = scene();
    for unit in "ABc".chars() {
        play.decide(unit, "fuse1", &[]);
    }
    play.round();
    play.plan.clear_all();
    for _ in 0..6 {
        play.step();
        assert_eq!(play.known(ENEMY).state(), play.battle.state());
        assert_eq!(play.known(Team::PLAYER).state().entities().len(), 3);
    }
    let (entity, before) = (play.id('h'), play.unit('h').flags as i32);
    let show = change(ChangeKind::Flags, entity, 0, before, before & !(flag::HIDDEN as i32));
    let book = play.book.clone();
    play.battle.state_mut().apply(&book, &show);
    assert_eq!(['A', 'B', 'c', 'h'].map(|unit| play.known_id(Team::PLAYER, unit).0), [0, 1, 2, 3]);
    assert_eq!(play.known(Team::PLAYER).state().entities().len(), 4);
}

#[test]
fn every_projection_is_told_from_every_other() {
    let mut play = scene();
    play.decide('A', "lay", &[offset(2, 0)]);
    let thawed =
        |known: &Known| Known::from_bytes(&play.book, &known.to_bytes().expect("small")).expect("its own bytes");
    let first = play.known(ENEMY);
    let (again, frozen) = (thawed(&first), Predicted::of(&first).freeze());
    play.step();
    let second = play.known(ENEMY);
    let thawed =
        |known: &Known| Known::from_bytes(&play.book, &known.to_bytes().expect("small")).expect("its own bytes");
    let all = [first, again, frozen, thawed(&second), Predicted::of(&second).freeze(), second];
    for (at, known) in all.iter().enumerate() {
        assert!(known.origin() != 0 && all[..at].iter().all(|other| other.origin() != known.origin()));
        assert_eq!(known.viewer(), ENEMY);
        assert_eq!(known.state(), if at < 3 { all[0].state() } else { all[5].state() });
        for other in &all {
            let mut copy = Predicted::of(other);
            copy.reset(known);
            assert_eq!(copy.state(), known.state());
        }
    }
    assert_ne!(all[0].state(), all[5].state());
}

#[test]
fn who_was_known_stays_known_under_rules_that_hide() {
    let mut open = Scene::new("AhBc");
    let boom = open.add("boom", 0, vec![], vec![]);
    let mut play = open.action("fuse1", vec![], vec![code::delay(boom, 1).into()]).start();
    "Ac".chars().for_each(|unit| play.decide(unit, "fuse1", &[]));
    play.round();
    play.step();
    play.step();
    let mut rules = play.book.to_rules();
    rules.unit_types[1].hidden = true;
    let hiding = rules.build();
    let carried = play.battle.carried_over(&play.book, &hiding, &Default::default()).expect("all has its place");
    assert_eq!(carried.state().entity(play.id('h')).flags & flag::HIDDEN, flag::HIDDEN);
    assert_eq!((play.battle.state().next_place(), play.battle.state().entries().len()), (2, 3));
    for battle in [carried.clone(), Battle::from_bytes(&hiding, &carried.to_bytes().expect("small")).expect("its own")]
    {
        assert_eq!(battle, carried);
        assert_eq!(battle.project(&hiding, ENEMY).state(), battle.state());
        let known = battle.project(&hiding, Team::PLAYER);
        assert_eq!(known.state().next_place(), 2);
        assert_eq!(known.state().entries(), battle.state().entries());
        assert_eq!(
            ['A', 'h', 'B', 'c'].map(|unit| battle.numbering(Team::PLAYER).to_known(play.id(unit))),
            [0, 1, 2, 3].map(|id| Some(EntityId(id)))
        );
    }
}
