//! No hidden fact and no stream reaches a prediction (law 3), and veiled parts stay secret (law 4).

use crate::cases::case;
use crate::code;
use crate::fixture::{ENEMY, Play, Scene, T1, cell, config, offset, unit};
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount, Fallback, Filter, Label};
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, Goal, Member, UnitType};
use foretoken_vm::state::{BattleField, Slot, flag};
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Cell, Change, ChangeKind, Dir, Entity, EntityId, Intent, Key, Known, Log, Plan,
    Predicted, Question, Team,
};
use proptest::prelude::*;

fn ambush(map: &str, seed: u64) -> Play {
    let fuse: foretoken_vm::Token = code::delay(0, 1).into();
    let scene = Scene::new(map)
        .action("hit", vec![cell(9)], vec![code::damage(T1, 2)])
        .action("light", vec![], vec![fuse])
        .action("walk", vec![cell(9)], vec![code::walk(T1)]);
    let mut play = scene.with(|scene| scene.kind('h').hidden = true).start_with(seed);
    play.decide('A', "walk", &[offset(2, 0)]);
    play.decide('b', "hit", &[offset(-4, 0)]);
    play
}

#[test]
fn hidden_units_are_no_part_of_what_others_know() {
    let mut play = ambush("A.h.b", 1);
    let place = play.unit('h').cell;
    let known = play.known(Team::PLAYER);
    let (a, b) = (EntityId(0), EntityId(1));
    assert_eq!(known.state().entities(), [*play.unit('A'), *play.unit('b')]);
    assert_eq!([play.known_id(Team::PLAYER, 'A'), play.known_id(Team::PLAYER, 'b')], [a, b]);
    assert_eq!(known.state().occupant(place), EntityId::NONE);
    assert_eq!(known.state().agenda().collect::<Vec<_>>(), [Slot::Unit(a), Slot::Unit(b)]);
    let own = play.known(ENEMY);
    assert_eq!(own.state(), play.battle.state());
    play.decide('h', "hit", &[offset(-2, 0)]);
    play.round();
    assert_eq!(play.unit('h').flags & flag::HIDDEN, 0);
    assert_eq!(['A', 'b', 'h'].map(|unit| play.known_id(Team::PLAYER, unit).0), [0, 1, 2]);
    assert_eq!(play.known(Team::PLAYER).state().entities(), ['A', 'b', 'h'].map(|unit| *play.unit(unit)));
    let loaded = Battle::from_bytes(&play.book, &play.battle.to_bytes().expect("small")).expect("its own bytes");
    assert_eq!(loaded, play.battle);
    assert_eq!(loaded.numbering(Team::PLAYER), play.battle.numbering(Team::PLAYER));
}

#[test]
fn who_was_seen_and_hides_is_blank() {
    let mut play = ambush("A.h.b", 1);
    play.decide('h', "hit", &[offset(-2, 0)]);
    play.round();
    let (entity, before) = (play.id('b'), play.unit('b').flags as i32);
    let hide = Change {
        kind: ChangeKind::Flags,
        label: Label::NONE,
        entity,
        at: 0,
        before,
        after: before | flag::HIDDEN as i32,
    };
    let book = play.book.clone();
    play.battle.state_mut().apply(&book, &hide);
    let known = play.known(Team::PLAYER);
    let mut hidden = Entity::BLANK;
    hidden.unit_type = play.unit('b').unit_type;
    assert_eq!(known.state().entities(), [*play.unit('A'), hidden, *play.unit('h')]);
    assert_eq!(known.state().occupant(play.unit('b').cell), EntityId::NONE);
}

#[test]
fn a_fuse_of_a_hidden_unit_is_not_known_either() {
    let mut play = ambush("A.h.b", 1);
    play.decide('h', "light", &[]);
    let light = play.program("light");
    let hidden = play.id('h');
    play.round();
    play.battle.state_mut();
    let book = play.book.clone();
    let (before, after) = (play.unit('h').flags as i32, (play.unit('h').flags | flag::HIDDEN) as i32);
    let hide = Change { kind: ChangeKind::Flags, label: Label::NONE, entity: hidden, at: 0, before, after };
    play.battle.state_mut().apply(&book, &hide);
    assert_eq!(play.battle.state().entries().len(), 1, "program {light} lit a fuse");
    assert!(play.battle.state().agenda().any(|slot| slot == Slot::Entry(0)));
    let known = play.known(Team::PLAYER);
    let hidden = play.known_id(Team::PLAYER, 'h');
    assert!(known.state().agenda().all(|slot| matches!(slot, Slot::Unit(id) if id != hidden)));
    assert!(known.state().entries().iter().all(|words| words.iter().all(|&word| word == 0)));
}

fn prediction(play: &mut Play) -> (Vec<Change>, Vec<Slot>, u64) {
    let known = play.known(Team::PLAYER);
    let mut predicted = Predicted::of(&known);
    play.log.clear();
    for _ in 0..4 {
        play.foresee(&mut predicted);
    }
    (play.log.changes.to_vec(), predicted.state().agenda().collect(), predicted.state().hash64(&play.book))
}

#[test]
fn where_the_hidden_are_and_what_the_dice_hold_alters_no_prediction() {
    let expected = prediction(&mut ambush("A.h.b", 1));
    for (seed, map) in ["Ah..b", "A.h.b", "A..hb"].into_iter().enumerate() {
        let mut play = ambush(map, seed as u64 * 77);
        assert_eq!(prediction(&mut play), expected, "{map}");
    }
}

fn veiled() -> Play {
    let code = vec![code::declare(T1, 0, 4), code::veil(1, 3), code::damage(T1, 3), code::damage(T1, 1)];
    let mut play = Scene::new("aB")
        .with(|scene| {
            let program = scene.add("secret", 1, vec![cell(1)], code);
            scene.book.programs[program as usize].data = vec![0];
        })
        .start();
    play.decide('a', "secret", &[offset(1, 0)]);
    play
}

#[test]
fn the_veiled_is_marked_but_not_run_for_who_is_not_entitled() {
    for (viewer, health, veiled_cells) in [(Team::PLAYER, 4, 1), (ENEMY, 1, 0)] {
        let mut play = veiled();
        let mut predicted = Predicted::of(&play.known(viewer));
        play.foresee(&mut predicted);
        assert_eq!(predicted.state().entity(play.id('B')).health, health);
        assert_eq!(play.notes(ChangeKind::Veiled).len(), veiled_cells);
        assert_eq!(play.log.uncertain, veiled_cells > 0);
    }
    let mut play = veiled();
    play.round();
    assert_eq!((play.unit('B').health, play.log.uncertain), (1, false));
}

#[test]
fn requests_within_a_veil_are_marked_where_they_aim() {
    let code = vec![code::veil(0, 3), code::declare(T1, 0, 3), code::damage(T1, 3)];
    let mut play = Scene::new("aB")
        .with(|scene| {
            scene.add("secret", 1, vec![cell(1)], code);
        })
        .start();
    play.decide('a', "secret", &[offset(1, 0)]);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    let target = play.unit('B').cell;
    let marked: Vec<_> = play.log.changes.iter().filter(|c| c.kind == ChangeKind::Veiled).map(|c| c.cell()).collect();
    assert_eq!((marked, predicted.state().entity(play.id('B')).health), (vec![target], 5));
}

#[test]
fn requests_in_a_loop_within_a_veil_are_marked_at_every_turn() {
    let next = code::next(0, 1, 2);
    let code = vec![
        code::veil(0, 5),
        code::repeat(0, 3, 5),
        code::declare(T1, 0, 4),
        code::damage(T1, 1),
        next,
        code::damage(Address::SELF, 1),
    ];
    let mut play = Scene::new("a...B").with(|scene| _ = scene.add("secret", 1, vec![cell(4)], code)).start();
    let answers = (1..4).map(|turn| (Key::new(T1, [turn, 0, 0]), offset(turn as i16, 0))).collect();
    let uses = vec![ActionUse { program: play.program("secret"), answers }];
    play.intend('a', Intent { uses, complete: true });
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    let marked = play.log.changes.iter().filter(|c| c.kind == ChangeKind::Veiled).map(|c| c.cell().to_string());
    assert_eq!(marked.collect::<Vec<_>>(), ["b1", "c1", "d1"]);
    assert_eq!(predicted.state().entity(play.id('a')).health, 4, "what comes after the veil runs");
}

fn last_enemy(alive: bool) -> Play {
    let scene = Scene::new("A.bCh").action("hit", vec![cell(9)], vec![code::damage(T1, 9)]);
    let mut scene = scene.action("wait", vec![], vec![]).with(|scene| scene.kind('h').hidden = true);
    for unit in ['b', 'h'] {
        scene.kind(unit).tags = 1;
    }
    let code = vec![FormulaOp::Count(0), FormulaOp::Const(0.into()), FormulaOp::Equal];
    scene.book.formulas.push(Formula { source: "count(dark) = 0".to_owned(), code });
    scene.book.goals.push(Goal { text: "Nobody is left.".to_owned(), when: 0, team: Team::PLAYER });
    let mut play = scene.start();
    if !alive {
        let (entity, before) = (play.id('h'), play.unit('h').flags as i32);
        let gone = Change { kind: ChangeKind::Flags, label: Label::NONE, entity, at: 0, before, after: 0 };
        let book = play.book.clone();
        play.battle.state_mut().apply(&book, &gone);
    }
    play.decide('A', "hit", &[offset(2, 0)]);
    play.decide('C', "wait", &[]);
    play
}

#[test]
fn a_goal_that_counts_what_may_hide_ends_no_prediction_whether_anything_hides_or_not() {
    for alive in [true, false] {
        let mut play = last_enemy(alive);
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        assert_eq!(play.foresee(&mut predicted), Advance::Unit(play.id('A'), None));
        assert!(play.log.outcome_unknown, "whether the battle goes on is not known");
        assert_eq!(play.foresee(&mut predicted), Advance::Unit(play.id('C'), None), "who acts later can be commanded");
        play.log.clear();
        let mut predicted = Predicted::of(&play.known(ENEMY));
        play.foresee(&mut predicted);
        assert!(!play.log.outcome_unknown);
        assert_eq!(predicted.state().battle(BattleField::Outcome), i32::from(!alive));
        play.step();
        assert_eq!(play.battle.state().battle(BattleField::Outcome), i32::from(!alive));
    }
}

#[test]
fn a_goal_is_known_to_be_unmet_while_enough_of_what_it_counts_is_seen() {
    let mut play = last_enemy(true);
    play.decide('A', "wait", &[]);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    assert!(!play.log.outcome_unknown, "b is seen");
}

fn asked(play: &mut Play, known: &Known) -> (Option<Question>, Vec<Answer>) {
    let mut plan = play.battle.numbering(Team::PLAYER).plan_to_known(&play.plan);
    let mut predicted = Predicted::of(known);
    let own = known.state().living().find(|(_, row)| row.is_activated() && row.team == Team::PLAYER);
    let mut answers = Vec::new();
    let Some((unit, _)) = own else { return (None, answers) };
    plan.set(unit, Intent { uses: vec![ActionUse::new(3)], complete: false }, 0);
    let (book, buffers) = (&play.book, &mut play.buffers);
    for _ in 0..20 {
        let ran = predicted.apply_for_preview(book, &plan, Default::default(), buffers, &mut Log::default());
        if let Advance::Unit(id, Some(question)) = ran
            && id == unit
        {
            predicted.legal_answers(book, &question, buffers, &mut answers);
            return (Some(question), answers);
        }
    }
    (None, answers)
}

fn told(play: &Play, viewer: Team) -> Vec<Change> {
    let numbering = play.battle.numbering(viewer);
    let of_order =
        |change: &&Change| matches!(change.kind, ChangeKind::Agenda | ChangeKind::Entry | ChangeKind::NextPlace);
    let changes = play.log.changes.iter().filter(|change| !of_order(change));
    changes.filter_map(|change| numbering.change_to_known(change)).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn who_hides_far_away_might_as_well_not_be_there(
        mut case in case(),
        at in any::<prop::sample::Index>(),
        initiative in 0_i32..110,
        turn in 0_i32..8,
    ) {
        for (requests, _) in &mut case.programs {
            for request in requests {
                (request.fallback, request.flags.automatic, request.max) = (Fallback::SkipScope, false, Amount::Const(request.max.number().min(6)));
            }
        }
        case.sight = None;
        let rows: Vec<String> = case.map.lines().map(|row| format!("{row}{}.", "#".repeat(20))).collect();
        case.map = rows.join("\n");
        let corner = rows[0].chars().count() as i32 - 1;
        let [mut with, mut without] = [true, false].map(|is_there| {
            crate::cases::play_with(&case, |scene| {
                let unit_type = scene.book.unit_types.len() as u16;
                let (hidden, acts, health) = (true, true, 5);
                let name = "hidden".to_owned();
                scene.book.unit_types.push(UnitType { name, hidden, acts, health, initiative, tags: 1, ..UnitType::default() });
                scene.book.limits.entities = 100;
                for (program, priority) in scene.book.programs[3..].iter_mut().zip([1, -1, 0]) {
                    program.priority = priority;
                }
                // It can be spawned too, so the rulebooks agree about hidden units. A loss counts it and visible units,
                // so that a leak would show in predictions.
                scene.book.unit_types.iter_mut().step_by(2).for_each(|kind| kind.tags = 1);
                scene.add("ambush", 0, vec![], vec![code::spawn(T1, unit_type)]);
                let code = vec![FormulaOp::Count(0), FormulaOp::Const(1.into()), FormulaOp::Less];
                scene.book.losses.push(Goal { text: "Nobody is left.".to_owned(), when: scene.book.formulas.len() as u32, team: Team::PLAYER });
                scene.book.formulas.push(Formula { source: "count(dark) < 1".to_owned(), code });
                if is_there {
                    let cell = Cell::new(corner, 0).expect("on the board");
                    let member = Member::new(unit_type, ENEMY, cell, Dir::East);
                    scene.opening.roster.insert(at.index(scene.opening.roster.len() + 1), member);
                }
            })
        });
        for play in [&mut with, &mut without] {
            let numbering = play.battle.numbering(Team::PLAYER);
            for entity in (0..8).filter_map(|id| numbering.to_truth(EntityId(id))) {
                let turned = Change { kind: ChangeKind::Redirected, label: Label::NONE, entity, at: 0, before: 0, after: turn };
                play.battle.state_mut().apply(&play.book, &turned);
            }
            let intents: Vec<_> = play.plan.iter().map(|(unit, intent)| (unit, intent.clone())).collect();
            for (unit, intent) in intents {
                let priority = Plan::priority_in(&play.book, &intent);
                play.plan.set(unit, intent, priority);
            }
        }
        let count = without.battle.state().entities().len() as u16;
        (count..8).for_each(|id| without.plan.clear(EntityId(id)));
        let viewer = Team::PLAYER;
        for _ in 0..20 {
            let known = [&with, &without].map(|play| play.known(viewer));
            prop_assert_eq!(known[0].state().entities(), known[1].state().entities());
            prop_assert_eq!(known[0].state().entries(), known[1].state().entries());
            let [order, other] = [0, 1].map(|at| (known[at].state().next_place(), known[at].state().agenda().collect::<Vec<_>>()));
            prop_assert_eq!(order, other);
            prop_assert!(known[0].state() == known[1].state());
            prop_assert_eq!(known[0].state().hash64(&with.book), known[1].state().hash64(&without.book));
            let [one, other] = [(&mut with, &known[0]), (&mut without, &known[1])].map(|(play, known)| {
                let mut predicted = Predicted::of(known);
                play.log.clear();
                for _ in 0..6 {
                    play.foresee(&mut predicted);
                }
                let foreseen = (std::mem::take(&mut play.log.changes), play.log.outcome_unknown);
                let asked = asked(play, known);
                play.log.clear();
                let mut ran;
                loop {
                    ran = play.step();
                    let loaded = Battle::from_bytes(&play.book, &play.battle.to_bytes().expect("small"));
                    assert_eq!(loaded.expect("its own bytes"), play.battle);
                    let acted = match ran {
                        Advance::Unit(id, _) => play.battle.numbering(viewer).to_known(id).is_some(),
                        _ => true,
                    };
                    if acted {
                        break;
                    }
                }
                let ran = match ran {
                    Advance::Entry(_) => None,
                    ran => play.battle.numbering(viewer).advance_to_known(ran),
                };
                (foreseen, predicted.state().clone(), ran, told(play, viewer), asked)
            });
            prop_assert_eq!(one.0.1, other.0.1);
            prop_assert_eq!(&one.4, &other.4);
            if [&with, &without].iter().any(|play| play.battle.state().battle(BattleField::Outcome) != 0) {
                return Ok(());
            }
            for (one, other) in [(&one.0.0[..], &other.0.0[..]), (&one.3[..], &other.3[..])] {
                let differs = one.iter().zip(other).find(|(one, other)| one != other);
                prop_assert_eq!(differs, None);
                prop_assert_eq!(one.len(), other.len());
            }
            prop_assert!(one.1 == other.1);
            prop_assert_eq!(one.2, other.2);
        }
    }
}

#[test]
fn what_hides_is_chosen_by_no_rule_of_another_side() {
    for (fallback, asks_unit) in [(Fallback::Nearest, true), (Fallback::Weakest, true), (Fallback::Nearest, false)] {
        let mut nearest = if asks_unit { unit(9) } else { cell(9) };
        nearest.fallback = fallback;
        nearest.filter.0 = Filter::ENEMY;
        nearest.flags.automatic = true;
        let code = vec![code::declare(T1, 0, 2), code::damage(T1, 2)];
        let mut scene = Scene::new("A.h..b").with(|scene| scene.kind('h').hidden = true);
        scene.kind('h').health = 3;
        scene.add("strike", 1, vec![nearest], code);
        let mut play = scene.start();
        play.decide('A', "strike", &[]);
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        play.foresee(&mut predicted);
        let foreseen = predicted.state().entity(play.known_id(Team::PLAYER, 'b')).health;
        play.log.clear();
        play.step();
        assert_eq!((play.unit('h').health, play.unit('b').health), (3, foreseen), "{fallback:?}");
        assert_eq!(foreseen, 3);
    }
}

#[test]
fn who_is_struck_hides_no_longer() {
    let mut play = ambush("A.h.b", 1);
    play.decide('b', "hit", &[offset(-2, 0)]);
    play.round();
    assert_eq!((play.unit('h').flags & flag::HIDDEN, play.unit('h').health), (0, 3));
    assert_eq!(play.known(Team::PLAYER).state().entities().len(), 3);
}

#[test]
fn the_columns_of_who_hides_are_not_known() {
    for hides in [true, false] {
        let mut scene = Scene::new("A.b.c");
        let heat = Column { name: "heat".to_owned(), of: ColumnOf::Entity, default: 3, weight: 0 };
        (scene.book.columns, scene.kind('c').hidden) = (Columns::new(vec![heat]), hides);
        let mut play = scene.start();
        let known = |play: &Play| {
            let id = play.known_id(Team::PLAYER, 'b');
            play.known(Team::PLAYER).state().entity_column(id, 0)
        };
        let (entity, book) = (play.id('b'), play.book.clone());
        let alter = |play: &mut Play, kind, before, after| {
            let change = Change { kind, label: Label::NONE, entity, at: 0, before, after };
            play.battle.state_mut().apply(&book, &change);
        };
        alter(&mut play, ChangeKind::EntityColumn, 3, 9);
        assert_eq!(known(&play), 9);
        let flags = play.unit('b').flags;
        alter(&mut play, ChangeKind::Flags, flags as i32, (flags | flag::HIDDEN) as i32);
        assert_eq!((known(&play), play.battle.state().entity_column(entity, 0)), (3, 9));
    }
}
