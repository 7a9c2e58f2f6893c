//! Single tokens and their triggers, on boards drawn as text.

use crate::code;
use crate::fixture::{ENEMY, FIRE, Scene, T1, T2, cell, offset, unit};
use foretoken_vm::program::{Address, Fallback, Filter, Label, Request, RequestFlags};
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, UnitType};
use foretoken_vm::state::{Team, entry, flag};
use foretoken_vm::tokens::Extern;
use foretoken_vm::tokens::delay::{Counts, Survives};
use foretoken_vm::tokens::{Call, Delay};
use foretoken_vm::{
    ActionUse, Answer, ChancePolicy, ChangeKind, EntityId, FastContext, Flow, Intent, Key, Predicted, Run, RunContext,
    Slot, Symmetry,
};
use std::ops::ControlFlow;

fn shove(scene: Scene, by: i32) -> Scene {
    scene.action("shove", vec![cell(3)], vec![code::damage(T1, 2), code::push(T1, by)])
}

#[test]
fn a_push_moves_cell_by_cell_and_stops_at_what_is_in_the_way() {
    let mut play = shove(Scene::new("Ab.c#"), 3).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect("A.bc#");
    assert_eq!(play.notes(ChangeKind::Collided), [(play.id('b'), i32::from(play.id('c').0))]);
    assert_eq!((play.unit('b').health, play.unit('c').health), (2, 4));
}

#[test]
fn walls_and_the_edge_hurt_who_is_pushed_against_them() {
    for map in ["Ab#", "Ab"] {
        let mut play = shove(Scene::new(map), 2).start();
        play.decide('A', "shove", &[offset(1, 0)]);
        play.round();
        play.expect(map);
        assert_eq!(play.notes(ChangeKind::Collided), [(play.id('b'), -1)]);
        assert_eq!(play.unit('b').health, 2);
    }
}

#[test]
fn who_is_pushed_into_a_pit_dies_there_and_the_push_ends() {
    let mut play = shove(Scene::new("Ab.o..c"), 5).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect("A..o..c");
    assert!(!play.unit('b').is_alive());
    assert_eq!(play.unit('c').health, 5);
    assert!(play.notes(ChangeKind::Collided).is_empty());
}

#[test]
fn ice_carries_on_to_its_end_and_fire_burns_on_each_cell() {
    let mut play = shove(Scene::new("Ab~~~..#"), 1).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect("A.~~~b.#");
    let mut play = shove(Scene::new("Ab^^."), 3).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect("A.^^b");
    assert_eq!(play.unit('b').health, 1);
}

#[test]
fn a_push_goes_on_from_where_a_slide_left_its_target() {
    // The slide is triggered by the first cell of the push; the second cell starts from where the slide ended.
    let mut play = shove(Scene::new("Ab~~...."), 2).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect("A.~~.b..");
}

#[test]
fn fire_that_kills_the_walker_ends_its_intent() {
    let walk = |scene: Scene| scene.action("walk", vec![cell(4)], vec![code::walk(T1), code::damage(T1, 3)]);
    let mut play = walk(Scene::new("A^^..b").with(|scene| scene.kind('A').health = 2)).start();
    play.decide('A', "walk", &[offset(3, 0)]);
    play.round();
    play.expect(".^^..b");
    assert!(play.notes(ChangeKind::Struck).is_empty());
}

#[test]
fn who_answers_harm_can_kill_the_actor_before_its_next_step() {
    let mut scene = Scene::new("Ab.");
    let sting = scene.add("sting", 0, vec![], vec![code::damage(Address::CAUSE, 9)]);
    scene.kind('b').on_hurt = Some(sting);
    let mut play = shove(scene, 1).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect(".b.");
    assert_eq!(play.unit('b').health, 3);
}

#[test]
fn a_target_that_moves_away_when_hurt_is_not_there_to_be_pushed() {
    let mut scene = Scene::new(
        "...
         Ab.
         ...",
    );
    let mut flee = cell(1);
    flee.fallback = Fallback::Nearest;
    flee.filter.0 = Filter::EMPTY;
    let code = vec![code::declare(T1, 0, 2), code::teleport(Address::SELF, T1)];
    let flee = scene.add("flee", 1, vec![flee], code);
    scene.kind('b').on_hurt = Some(flee);
    let mut play = shove(scene, 1).start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.round();
    play.expect(
        ".b.
         A..
         ...",
    );
}

#[test]
fn shields_take_harm_first_and_go_at_the_end_of_the_round() {
    let scene = shove(Scene::new("A.b"), 0).action("guard", vec![], vec![code::shield(Address::SELF, 3)]);
    let mut play = scene.start();
    play.battle.state_mut();
    play.decide('A', "guard", &[]);
    play.decide('b', "shove", &[offset(-2, 0)]);
    play.step();
    play.step();
    assert_eq!((play.unit('A').shield, play.unit('A').health), (1, 5));
    play.round();
    assert_eq!((play.unit('A').shield, play.unit('A').health), (0, 5));
}

#[test]
fn the_stunned_lose_their_next_intents() {
    let scene = shove(Scene::new("Ab"), 0).action("stun", vec![unit(1)], vec![code::stun(T1, 2)]);
    let mut play = scene.start();
    let b = play.id('b');
    play.decide('A', "stun", &[Answer::Unit(b)]);
    play.decide('b', "shove", &[offset(-1, 0)]);
    play.round();
    play.plan.clear(EntityId(0));
    play.round();
    assert_eq!((play.notes(ChangeKind::SkippedStunned).len(), play.unit('A').health), (2, 5));
    play.round();
    assert_eq!(play.unit('A').health, 3);
}

#[test]
fn anchors_hold_until_the_next_activation() {
    let scene = shove(Scene::new("Ab.."), 1).action("hold", vec![], vec![code::anchor(Address::SELF)]);
    let mut play = scene.with(|scene| scene.kind('b').initiative = 999).start();
    play.decide('b', "hold", &[]);
    play.decide('A', "shove", &[offset(1, 0)]);
    play.step();
    play.step();
    play.expect("Ab..");
    assert_eq!(play.notes(ChangeKind::NoEffect).len(), 1);
    play.step();
    play.decide('b', "shove", &[offset(9, 9)]);
    play.step();
    assert_eq!(play.unit('b').flags & flag::ANCHORED, 0);
}

#[test]
fn redirect_turns_what_hangs_on_the_actor_and_nothing_else() {
    let mut board = cell(255);
    board.from = Address::BOARD;
    let mut next = cell(1);
    next.from = T1;
    let three = vec![code::damage(T1, 1), code::damage(T2, 1), code::damage(Address(2), 1)];
    let scene = Scene::new(
        "e.c
         .B.
         d.f",
    )
    .action("turn", vec![unit(9)], vec![code::redirect(T1, 2)])
    .action("three", vec![cell(2), next, board], three);
    let mut play = scene.with(|scene| scene.kind('B').initiative = 1).start();
    let b = play.id('B');
    play.decide('e', "turn", &[Answer::Unit(b)]);
    play.decide('B', "three", &[offset(1, 0), offset(0, -1), offset(0, 0)]);
    play.round();
    let struck: Vec<(String, i32)> = ['e', 'c', 'd', 'f'].map(|u| (u.to_string(), play.unit(u).health)).to_vec();
    let expected = [("e", 4), ("c", 5), ("d", 4), ("f", 5)].map(|(unit, health)| (unit.to_owned(), health));
    assert_eq!(struck, expected);
    assert_eq!(play.unit('B').redirect, Symmetry::IDENTITY, "the turn is spent");
}

#[test]
fn a_unit_as_an_answer_turns_only_where_declared() {
    let strike = |turnable| {
        let mut request = unit(3);
        request.flags.turnable = turnable;
        let scene = Scene::new("c.B.d").action("turn", vec![], vec![code::redirect(Address::SELF, 2)]).action(
            "hit",
            vec![request],
            vec![code::damage(T1, 2)],
        );
        let mut play = scene.start();
        let (turn, hit, d) = (play.program("turn"), play.program("hit"), play.id('d'));
        let mut uses = vec![ActionUse::new(turn), ActionUse::new(hit)];
        uses[1].answers.push((Key::new(T1, [0; 3]), Answer::Unit(d)));
        play.intend('B', Intent { uses, complete: true });
        play.round();
        let unaffected = play.log.changes.iter().filter(|change| change.kind == ChangeKind::NoEffect);
        (play.unit('c').health, play.unit('d').health, unaffected.map(|change| change.cell().to_string()).collect())
    };
    assert_eq!(strike(true), (3, 5, vec![]));
    assert_eq!(strike(false), (5, 3, vec!["e1".to_owned()]), "what had no effect is told where the unit stands");
}

#[test]
fn fuses_come_due_in_their_round_at_their_place_with_what_was_picked() {
    let mut scene = Scene::new("A.b.c");
    let boom = scene.add("boom", 1, vec![], vec![code::damage(T1, 2)]);
    scene.book.programs[boom as usize].captured = 1;
    let fuse = code::delay_with_target(boom, 1).into();
    let mut play = scene.action("light", vec![cell(9)], vec![fuse]).action("pass", vec![], vec![]).start();
    let light = play.program("light");
    play.alter(|rules| rules.programs[light as usize].data = vec![0]);
    play.decide('b', "light", &[offset(2, 0)]);
    play.round();
    assert_eq!(play.unit('c').health, 5);
    assert_eq!(
        format!("{:?}", play.battle.state().agenda().collect::<Vec<_>>()),
        "[Unit(#0), Unit(#1), Entry(0), Unit(#2)]"
    );
    play.plan.clear_all();
    play.round();
    assert_eq!((play.unit('c').health, play.notes(ChangeKind::EntryDue)), (3, vec![(play.id('b'), 0)]));
    assert!(play.battle.state().entries().is_empty(), "spent entries go");
}

#[test]
fn of_two_fuses_of_one_rank_the_older_comes_due_first() {
    let mut scene = Scene::new("A.B.C").with(|scene| {
        for (unit, initiative) in [('A', 20), ('B', 10), ('C', 10)] {
            scene.kind(unit).initiative = initiative;
        }
    });
    let boom = scene.add("boom", 0, vec![], vec![]);
    for rounds in 1..4 {
        let fuse = code::delay(boom, rounds).into();
        scene = scene.action(&format!("fuse{rounds}"), vec![], vec![fuse]);
    }
    let mut play = scene.start();
    play.decide('A', "fuse1", &[]);
    play.decide('B', "fuse3", &[]);
    play.round();
    play.plan.clear_all();
    play.decide('C', "fuse2", &[]);
    play.round();
    play.plan.clear_all();
    play.round();
    let state = play.battle.state();
    let due = state.agenda().filter_map(|slot| match slot {
        Slot::Entry(index) => Some((index, state.entries()[usize::from(index)][entry::OWNER])),
        Slot::Unit(_) => None,
    });
    let (b, c) = (i32::from(play.id('B').0), i32::from(play.id('C').0));
    assert_eq!(due.collect::<Vec<_>>(), [(1, b), (0, c)]);
}

#[test]
fn a_fuse_dies_with_its_owner_only_if_it_says_so() {
    for (dies, health) in [(true, 5), (false, 3)] {
        let mut scene = Scene::new("A.b.c");
        let boom = scene.add("boom", 1, vec![], vec![code::damage(T1, 2)]);
        scene.book.programs[boom as usize].captured = 1;
        let survives = if dies { Survives::Nobody } else { Survives::Owner };
        let fuse = Delay { survives, ..code::delay_with_target(boom, 1) }.into();
        let mut play = scene
            .action("light", vec![cell(9)], vec![fuse])
            .action("kill", vec![cell(9)], vec![code::kill(T1)])
            .start();
        let light = play.program("light");
        play.alter(|rules| rules.programs[light as usize].data = vec![0]);
        play.decide('b', "light", &[offset(2, 0)]);
        play.round();
        play.plan.clear_all();
        play.decide('A', "kill", &[offset(2, 0)]);
        play.round();
        assert_eq!(play.unit('c').health, health);
    }
}

#[test]
fn what_counts_activations_comes_due_before_the_unit_acts() {
    for (token, walked) in [(code::shield(Address::SELF, 2), true), (code::kill(Address::SELF), false)] {
        let mut scene = Scene::new("A...b");
        let boom = scene.add("boom", 0, vec![], vec![token]);
        let fuse = Delay { counts: Counts::Own, ..code::delay(boom, 1) }.into();
        let scene = scene.action("light", vec![], vec![fuse]).action("walk", vec![cell(9)], vec![code::walk(T1)]);
        let mut play = scene.start();
        play.decide('A', "light", &[]);
        play.round();
        play.decide('A', "walk", &[offset(2, 0)]);
        play.round();
        assert_eq!((play.unit('A').cell.x(), play.unit('A').is_alive()), (if walked { 2 } else { 0 }, walked));
    }
}

#[test]
fn what_answers_harm_reaches_who_did_it() {
    let mut scene = Scene::new("A..b");
    let flags = RequestFlags { automatic: true, ..RequestFlags::default() };
    let (from, filter, fallback) = (Address::CAUSE, Filter(Filter::ENEMY), Fallback::Nearest);
    let request = Request { from, filter, fallback, flags, ..unit(0) };
    let code = vec![code::lay(Address::CAUSE, FIRE), code::declare(T1, 0, 3), code::damage(T1, 1)];
    let answer = scene.add("answer", 1, vec![request], code);
    scene.kind('b').on_hurt = Some(answer);
    let mut play = scene.action("hit", vec![cell(9)], vec![code::damage(T1, 1)]).start();
    play.decide('A', "hit", &[offset(3, 0)]);
    play.step();
    let burns = |unit| play.battle.state().surface(play.unit(unit).cell) == Some(FIRE - 1);
    assert_eq!((burns('A'), burns('b'), play.unit('A').health), (true, false, 4));
}

#[test]
fn what_is_spawned_acts_from_the_next_round_on() {
    let mut play = Scene::new("A...")
        .with(|scene| {
            let imp = UnitType { name: "imp".to_owned(), health: 2, acts: true, ..UnitType::default() };
            scene.book.unit_types.push(imp);
        })
        .action("call", vec![cell(2)], vec![code::spawn(T1, 1)])
        .start();
    play.decide('A', "call", &[offset(1, 0)]);
    play.round();
    play.expect("A?..");
    assert_eq!(play.battle.state().entity(EntityId(1)).team, Team::PLAYER);
    assert_eq!(play.battle.state().agenda().len(), 2);
    play.round();
    play.expect("A?..");
    assert_eq!(play.notes(ChangeKind::NoEffect).len(), 1);
}

#[test]
fn swaps_and_kills_leave_the_board_whole() {
    let mut play =
        Scene::new("A.b").action("swap", vec![unit(3)], vec![code::swap(Address::SELF, T1), code::kill(T1)]).start();
    let b = play.id('b');
    play.decide('A', "swap", &[Answer::Unit(b)]);
    play.round();
    play.expect("..A");
    assert_eq!(play.unit('b').team, ENEMY);
}

#[test]
fn quicken_orders_the_rest_of_the_round_anew() {
    let mut play = shove(Scene::new("A.b.c"), 0).action("haste", vec![unit(9)], vec![code::quicken(T1, 50)]).start();
    let c = play.id('c');
    play.decide('A', "haste", &[Answer::Unit(c)]);
    play.step();
    let acted = [play.step(), play.step()];
    let order = [play.id('c'), play.id('b')].map(|id| foretoken_vm::Advance::Unit(id, None));
    assert_eq!(acted, order);
}

#[test]
fn fire_laid_under_a_unit_is_felt_by_who_enters_later() {
    let lay = code::lay(T1, FIRE);
    let mut play = Scene::new("A.b..")
        .action("lay", vec![cell(3)], vec![lay])
        .action("walk", vec![cell(3)], vec![code::walk(T1)])
        .start();
    play.decide('A', "lay", &[offset(3, 0)]);
    play.decide('b', "walk", &[offset(2, 0)]);
    play.round();
    play.expect("A..^b");
    assert_eq!(play.unit('b').health, 4);
}

#[test]
fn surfaces_that_feed_on_each_other_come_to_an_end() {
    let lay = code::lay(T1, FIRE);
    for feeds in [[vec![0, 1], vec![0, 1]], [vec![1], vec![0]], [vec![0], vec![1]]] {
        let [ice, fire] = feeds;
        let mut play = Scene::new("A.~~~b")
            .action("lay", vec![cell(3)], vec![lay])
            .with(|scene| {
                scene.book.surfaces[0].spreads_to = ice;
                scene.book.surfaces[1].spreads_to = fire;
            })
            .start();
        play.decide('A', "lay", &[offset(1, 0)]);
        play.round();
        assert!(play.log.steps < 10_000);
    }
}

#[test]
fn a_circle_of_surfaces_is_stopped_by_the_fuel() {
    let lay = code::lay(T1, FIRE);
    let mut play = Scene::new("A.~.b")
        .action("lay", vec![cell(3)], vec![lay])
        .with(|scene| {
            let third = foretoken_vm::rulebook::SurfaceKind { name: "mud".to_owned(), ..Default::default() };
            scene.book.surfaces.push(third);
            scene.book.surfaces[0].spreads_to = vec![1];
            scene.book.surfaces[1].spreads_to = vec![2];
            scene.book.surfaces[2].spreads_to = vec![0];
            let ground = |x| foretoken_vm::Cell::new(x, 0).expect("a small map");
            scene.opening.surfaces.push((ground(3), 2));
        })
        .start();
    play.decide('A', "lay", &[offset(1, 0)]);
    play.round();
    assert!(play.log.steps < 10_000);
}

#[test]
fn food_where_no_surface_holds_is_let_be() {
    let lay = code::lay(T1, FIRE);
    let mut play = Scene::new("A.~o")
        .action("lay", vec![cell(3)], vec![lay])
        .with(|scene| {
            scene.book.surfaces[1].spreads_to = vec![0];
            scene.book.terrains[2].no_surfaces = true;
            let pit = foretoken_vm::Cell::new(3, 0).expect("a small map");
            scene.opening.surfaces.push((pit, 0));
        })
        .start();
    play.decide('A', "lay", &[offset(1, 0)]);
    play.round();
    assert!(play.notes(ChangeKind::Trapped).is_empty());
    play.expect("A^^~");
}

#[test]
fn a_battle_that_nothing_wins_or_loses_is_drawn_when_its_rounds_are_up() {
    let mut play = Scene::new("A.b").with(|scene| scene.book.limits.rounds = 3).start();
    for _ in 0..3 {
        play.round();
    }
    assert_eq!(play.battle.state().battle(foretoken_vm::state::BattleField::Outcome), 3);
}

#[test]
fn columns_of_cells_and_of_the_battle_are_written_and_taken_back() {
    fn leave_scent(cx: &mut RunContext<'_>, call: &Call) -> Flow {
        let here = cx.owner().cell;
        let before = cx.state().cells().column(here, 0);
        cx.set_cell_column(here, 0, before + 2, call.label);
        let tide = cx.state().battle_column(0);
        cx.set_battle_column(0, tide + 1, call.label);
        Flow::Next
    }
    let mut scene = Scene::new("A..").action("mark", vec![], vec![code::call(0)]);
    let column = |name: &str, of, default| Column { name: name.to_owned(), of, default, weight: 0 };
    let columns = vec![column("tide", ColumnOf::Battle, 7), column("scent", ColumnOf::Cell, 1)];
    scene.book.columns = Columns::new(columns);
    scene.book.externs = vec![Extern::new("scent", 1, Run::Whole(leave_scent))];
    let mut play = scene.start();
    play.decide('A', "mark", &[]);
    let before = play.battle.state().clone();
    let here = play.unit('A').cell;
    play.round();
    assert_eq!(play.battle.state().cells().column(here, 0), 3);
    assert_eq!(play.battle.state().battle_column(0), 8);
    let (book, log) = (&play.book, &mut play.log);
    play.battle.state_mut().roll_back(book, log, 0);
    assert!(*play.battle.state() == before);
}

#[test]
fn a_redirect_of_oneself_turns_the_rest_of_the_intent() {
    for inlines in [true, false] {
        let turn = code::redirect(Address::SELF, 2);
        let go = code::teleport(Address::SELF, T1);
        let scene = Scene::new("..A.b").action("turn", vec![], vec![turn]).action("go", vec![cell(1)], vec![go]);
        let mut play = scene.start();
        play.book = play.book.to_rules().build_with(inlines);
        let uses = ["turn", "go"].map(|name| ActionUse::new(play.program(name)));
        let [turn, mut go] = uses;
        go.answers.push((Key::new(T1, [0; 3]), offset(1, 0)));
        play.intend('A', Intent { uses: vec![turn, go], complete: true });
        let known = play.known(Team::PLAYER);
        let mut predicted = Predicted::of(&known);
        predicted.run(&play.book, &play.plan, ChancePolicy::Likely, &mut play.buffers, &mut play.log, |_| {
            ControlFlow::Break(())
        });
        assert_eq!(predicted.state().entity(play.id('A')).cell.x(), 1, "back instead of inlined {inlines}");
    }
}

#[test]
fn tokens_of_other_crates_over_the_slices_are_looked_at_and_logged() {
    fn slaughter(fast: &mut FastContext<'_>, _: &Call) -> Flow {
        for id in (1..40).map(EntityId) {
            fast.harm(id, 9, Label::NONE);
        }
        Flow::End
    }
    let line = "bcdefghijklmnpqrstuvwxyz";
    let mut scene = Scene::new(&format!("A{line}")).action("end", vec![], vec![code::call(0)]);
    scene.book.externs = vec![Extern::new("slaughter", 1, Run::FastContext(slaughter))];
    let burst = scene.add("burst", 0, vec![], vec![code::damage(Address::HERE, 1)]);
    scene.kind('b').on_death = Some(burst);
    let mut play = scene.start();
    play.decide('A', "end", &[]);
    let known = play.known(Team::PLAYER);
    let mut predicted = Predicted::of(&known);
    predicted.run(&play.book, &play.plan, ChancePolicy::Likely, &mut play.buffers, &mut play.log, |_| {
        ControlFlow::Break(())
    });
    let deaths = play.log.changes.iter().filter(|change| change.is_death()).count();
    assert_eq!(deaths, line.len());
    assert!(play.log.changes.iter().any(|change| change.kind == ChangeKind::Struck), "the burst ran");
    predicted.roll_back(&play.book, &mut play.log, 0);
    assert_eq!(predicted.state(), known.state(), "all of it is taken back");
}
