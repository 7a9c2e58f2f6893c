//! Walks: the path is part of the answer, and hidden units do not affect it.

use crate::code;
use crate::fixture::{Play, Scene, T1, T2, cell, config, validate};
use foretoken_vm::machine::{UnitBlocking, Way, find_walks, is_end_allowed};
use foretoken_vm::program::{Address, Amount, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::{Footprint, PathFinder, SafestPaths, WalkPath};
use foretoken_vm::{
    ActionUse, Advance, Answer, Board, Cell, Change, ChangeKind, Dir, EntityId, Intent, Key, Known, Predicted,
    Question, Team,
};
use proptest::prelude::*;

fn walk() -> Request {
    Request { region: RegionId::WALK, min: Amount::Const(1), ..cell(u8::MAX) }
}

fn scene(map: &str) -> Scene {
    let mut scene = Scene::new(map).action("walk", vec![walk()], vec![code::walk(T1)]);
    for kind in &mut scene.book.unit_types {
        kind.movement = 9;
        kind.hidden = kind.name == "h";
    }
    scene
}

fn path(steps: &str) -> Answer {
    let dir = |letter| match letter {
        'n' => Dir::North,
        'e' => Dir::East,
        's' => Dir::South,
        _ => Dir::West,
    };
    Answer::Path(WalkPath::new(steps.chars().map(dir)).expect("short"))
}

fn cells(changes: &[Change], unit: EntityId) -> Vec<Cell> {
    let came = |change: &Change| match change.kind {
        ChangeKind::Cell => Some(change.cell_after()),
        ChangeKind::Passed => Some(change.cell()),
        _ => None,
    };
    changes.iter().filter(|change| change.entity == unit).filter_map(came).collect()
}

fn bumps(play: &Play) -> Vec<(String, String)> {
    let bumps = play.log.changes.iter().filter(|change| change.kind == ChangeKind::Bumped);
    bumps.map(|change| (change.cell().to_string(), change.cell_after().to_string())).collect()
}

#[test]
fn who_stands_on_avoided_ground_is_offered_ways_off_it_and_walks_them() {
    for (map, after) in [("A...b", "o.A.b"), ("A.b\n...", "o.b\nA..")] {
        let mut scene = scene(map);
        scene.book.board.set_terrain(scene.opening.roster[0].cell, 2);
        scene.book.terrains[2].avoided = true;
        let mut play = scene.start();
        let answer = if map == "A...b" { path("ee") } else { path("s") };
        play.decide('A', "walk", &[answer]);
        play.round();
        play.expect(after);
    }
}

#[test]
fn who_walks_into_somebody_unseen_stops_there() {
    for answer in [Answer::Offset(5, 0), path("eeeee")] {
        let mut play = scene("A..h..b").start();
        play.decide('A', "walk", &[answer]);
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        play.foresee(&mut predicted);
        assert_eq!(predicted.state().entity(play.id('A')).cell.to_string(), "f1");
        assert_eq!(bumps(&play), []);
        play.log.clear();
        play.step();
        assert_eq!(play.unit('A').cell.to_string(), "c1");
        assert_eq!(bumps(&play), [("c1".to_owned(), "d1".to_owned())]);
        play.decide('b', "walk", &[Answer::Offset(-5, 0)]);
        play.step();
        play.step();
        assert_eq!(play.unit('b').cell.to_string(), "g1");
    }
}

#[test]
fn a_path_that_was_answered_is_walked() {
    let mut play = scene("A...\n....\nb...").start();
    play.decide('A', "walk", &[path("seene")]);
    play.step();
    let cells: Vec<String> = cells(&play.log.changes, play.id('A')).iter().map(Cell::to_string).collect();
    assert_eq!(cells, ["a2", "b2", "c2", "c1", "d1"]);
}

#[test]
fn what_is_seen_in_the_way_is_walked_around() {
    let mut play = scene("b....\nA....").start();
    let (south_east, a) = (Answer::Offset(2, 1), play.id('A'));
    play.decide('b', "walk", &[south_east]);
    play.decide('A', "walk", &[path("eeee")]);
    play.step();
    play.step();
    let cells: Vec<String> = cells(&play.log.changes, a).iter().map(Cell::to_string).collect();
    assert_eq!(cells, ["b2", "b1", "c1", "d1", "e1", "e2"]);
    let mut play = scene("b....\nA....").with(|scene| scene.kind('A').movement = 4).start();
    play.decide('b', "walk", &[south_east]);
    play.decide('A', "walk", &[path("eeee")]);
    play.step();
    play.step();
    assert_eq!(play.unit('A').cell.to_string(), "b2");
}

#[test]
fn a_redirected_path_is_turned() {
    let around = code::redirect(Address::SELF, 2);
    let mut play = scene("....\n..A.\n...b").action("turn", vec![], vec![around]).start();
    let mut uses = vec![ActionUse::new(play.program("turn")), ActionUse::new(play.program("walk"))];
    uses[1].answers.push((Key::new(T1, [0; 3]), path("see")));
    play.intend('A', Intent { uses, complete: true });
    play.step();
    let cells: Vec<String> = cells(&play.log.changes, play.id('A')).iter().map(Cell::to_string).collect();
    assert_eq!(cells, ["c1", "b1", "a1"]);
}

#[test]
fn a_walk_costs_one_look_at_the_board() {
    let mut scene = scene("A");
    scene.book.board = Board::new(100, 100);
    scene.book.limits.fuel = 21;
    scene.kind('A').movement = 99;
    let mut play = scene.start();
    play.decide('A', "walk", &[Answer::Offset(50, 49)]);
    play.step();
    assert_eq!(play.unit('A').cell, Cell::new(50, 49).expect("on the board"));
    assert!(play.notes(ChangeKind::Trapped).is_empty());
}

#[test]
fn who_lets_by_is_walked_past_and_is_no_walks_end() {
    let check = |unit_blocking, map: &str, answer: Answer, after: &str, told: &[&str]| {
        let mut play = scene(map).with(|scene| scene.book.unit_blocking = unit_blocking).start();
        play.decide('A', "walk", &[answer]);
        play.step();
        play.expect(after);
        let cells = cells(&play.log.changes, play.id('A'));
        assert_eq!(cells.iter().map(Cell::to_string).collect::<Vec<_>>(), told);
        validate(&play.book, play.battle.state());
    };
    let corridor = "A.B.\n####";
    check(UnitBlocking::All, corridor, path("eee"), ".AB.\n####", &["b1"]);
    check(UnitBlocking::Others, corridor, path("eee"), "..BA\n####", &["b1", "c1", "d1"]);
    check(UnitBlocking::Others, corridor, Answer::Offset(3, 0), "..BA\n####", &["b1", "c1", "d1"]);
    check(UnitBlocking::Others, corridor, path("ee"), ".AB.\n####", &["b1"]);
    check(UnitBlocking::Others, "A.b.\n####", path("eee"), ".Ab.\n####", &["b1"]);
    check(UnitBlocking::None, "A.b.\n####", path("eee"), "..bA\n####", &["b1", "c1", "d1"]);
    check(UnitBlocking::None, "ABCb.", path("eeee"), ".BCbA", &["b1", "c1", "d1", "e1"]);
    check(UnitBlocking::Others, "A.Bh.\n#####", path("eeee"), ".ABh.\n#####", &["b1"]);
    check(UnitBlocking::Others, "AB\n#C\n#.", path("ess"), ".B\n#C\n#A", &["b1", "b2", "b3"]);
}

#[test]
fn who_finds_its_way_itself_goes_around_harm() {
    let check = |map: &str, fires: &[&str], told: &str| {
        let mut scene = scene(map);
        for fire in fires {
            scene.opening.surfaces.push((fire.parse().expect("a cell"), crate::fixture::FIRE - 1));
        }
        let mut play = scene.start();
        play.decide('A', "walk", &[Answer::Offset(2, 2)]);
        play.step();
        let cells = cells(&play.log.changes, play.id('A'));
        assert_eq!(cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "), told);
    };
    let open = "A..\n...\n...";
    check(open, &[], "b1 c1 c2 c3");
    check(open, &["c1"], "a2 a3 b3 c3");
    check(open, &["b1", "b2"], "a2 a3 b3 c3");
    check(open, &["c3"], "b1 c1 c2 c3");
    check(open, &["b1", "a2"], "b1 c1 c2 c3");
}

#[test]
fn who_finds_its_way_itself_has_its_sides_order() {
    let walked = |map: &str, unit: char| {
        let mut scene = scene(map);
        for fire in ["c1", "a3"] {
            scene.opening.surfaces.push((fire.parse().expect("a cell"), crate::fixture::FIRE - 1));
        }
        let mut play = scene.start();
        play.decide(unit, "walk", &[Answer::Offset(2, 2)]);
        play.step();
        let cells = cells(&play.log.changes, play.id(unit));
        cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(walked("A..\n...\n...", 'A'), "b1 b2 b3 c3");
    assert_eq!(walked("a..\n...\n...", 'a'), "a2 b2 c2 c3");
}

#[test]
fn the_second_walk_of_an_action_goes_its_own_way() {
    let mut scene = Scene::new("A..\n...\n...");
    let code = vec![code::declare(T1, 0, 4), code::walk(T1), code::declare(T2, 1, 4), code::walk(T2)];
    scene.add("act", 2, vec![walk(), walk()], code);
    scene.kind('A').movement = 9;
    let mut play = scene.start();
    play.decide('A', "act", &[path("e"), path("sse")]);
    play.step();
    let cells = cells(&play.log.changes, play.id('A'));
    assert_eq!(cells.iter().map(Cell::to_string).collect::<Vec<_>>(), ["b1", "b2", "b3", "c3"]);
}

#[test]
fn who_stands_on_several_cells_walks_past_who_lets_it_by() {
    let check = |unit_blocking, map: &str, answer: Answer, ends: &str, told: &[&str], health: i32| {
        let mut scene = scene(map).with(|scene| scene.book.unit_blocking = unit_blocking);
        scene.kind('A').size = Some(Footprint { width: 2, depth: 2 });
        scene.kind('A').movement = 9;
        scene.opening.surfaces.push(("d2".parse().expect("a cell"), crate::fixture::FIRE - 1));
        let mut play = scene.start();
        play.decide('A', "walk", &[answer]);
        play.step();
        let cells = cells(&play.log.changes, play.id('A'));
        assert_eq!(cells.iter().map(Cell::to_string).collect::<Vec<_>>(), told);
        assert_eq!((play.unit('A').cell.to_string().as_str(), play.unit('A').health), (ends, health));
        validate(&play.book, play.battle.state());
    };
    let corridor = "A.B...\n......\n######";
    check(UnitBlocking::All, corridor, path("eee"), "a1", &[], 5);
    check(UnitBlocking::Others, corridor, path("eee"), "d1", &["b1", "c1", "d1"], 4);
    check(UnitBlocking::Others, corridor, Answer::Offset(3, 0), "d1", &["b1", "c1", "d1"], 4);
    check(UnitBlocking::Others, "A.b...\n......\n######", path("eee"), "a1", &[], 5);
    check(UnitBlocking::Others, "A.B.h.\n......\n######", path("eee"), "a1", &[], 5);
    check(UnitBlocking::Others, "A.h....\n.......\n#######", path("eeee"), "a1", &[], 5);
}

#[test]
fn ground_and_surfaces_have_their_say_on_who_goes_over_them() {
    let mut scene = scene("A^B.\n####");
    scene.book.unit_blocking = UnitBlocking::Others;
    scene.opening.surfaces.push((scene.opening.roster[1].cell, crate::fixture::FIRE - 1));
    let mut play = scene.start();
    play.decide('A', "walk", &[path("eee")]);
    play.step();
    assert_eq!((play.unit('A').health, play.unit('A').cell.to_string()), (3, "d1".to_owned()), "two fires");
    assert_eq!(play.unit('B').health, 5);
}

#[test]
fn a_program_runs_for_who_leaves_a_cell() {
    let scene = || {
        let mut scene = scene("A^B^.\n#####");
        scene.book.unit_blocking = UnitBlocking::Others;
        let leave = scene.add("leave", 0, vec![], vec![code::damage(Address::SELF, 2)]);
        scene.book.surfaces[1].on_enter = None;
        scene.book.surfaces[1].on_exit = Some(leave);
        scene
    };
    let check = |answer: Answer, health, at: &str| {
        let mut play = scene().start();
        play.decide('A', "walk", &[answer]);
        let (mut predicted, known) = (Predicted::default(), play.known(Team::PLAYER));
        predicted.reset(&known);
        play.foresee(&mut predicted);
        let foreseen = std::mem::take(&mut play.log.changes);
        play.step();
        assert_eq!(foreseen.to_vec(), play.log.changes.to_vec(), "what is foreseen is what happens");
        assert_eq!((play.unit('A').health, play.unit('A').cell.to_string()), (health, at.to_owned()));
    };
    check(path("e"), 5, "b1");
    check(path("eee"), 3, "d1");
    check(path("eeee"), 1, "e1");
}

#[test]
fn a_walk_is_led_around_threats_where_a_way_as_short_is() {
    let check = |threats: &[&str], way: &str| {
        let mut play = scene("A..\n...\n...").start();
        let known = play.known(Team::PLAYER);
        let (mut predicted, question, mut answers) = offered(&mut play, &known);
        let mut cells: Vec<(Cell, u32)> = threats.iter().map(|at| (at.parse().expect("a cell"), 2)).collect();
        cells.sort_unstable();
        let led = Way { through: &[], threats: &cells };
        predicted.lead(&play.book, &question, led, &mut play.buffers, &mut answers);
        let paths = answers.iter().filter_map(|answer| match answer {
            Answer::Path(path) if path.offset() == (2, 2) => Some(format!("{path:?}")),
            _ => None,
        });
        assert_eq!(paths.collect::<Vec<_>>(), [way], "{threats:?}");
    };
    check(&[], "eess");
    check(&["b1"], "ssee");
    check(&["b1", "a3"], "sees");
    check(&["b1", "a2"], "eess");
}

fn unit_blocking() -> impl Strategy<Value = UnitBlocking> {
    prop_oneof![Just(UnitBlocking::All), Just(UnitBlocking::Others), Just(UnitBlocking::None)]
}

fn map() -> impl Strategy<Value = String> {
    let glyph = prop_oneof![8 => Just('.'), 2 => Just('#'), 1 => Just('o'), 1 => Just('^')];
    let rows = prop::collection::vec(prop::collection::vec(glyph, 7), 5);
    (rows, prop::sample::subsequence((0..35).collect::<Vec<usize>>(), 3)).prop_map(|(mut rows, units)| {
        for (place, unit) in units.into_iter().zip(['A', 'b', 'h']) {
            rows[place / 7][place % 7] = unit;
        }
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    })
}

fn offered(play: &mut Play, known: &Known) -> (Predicted, Question, Vec<Answer>) {
    let a = play.id('A');
    play.plan.set(a, Intent { uses: vec![ActionUse::new(play.program("walk"))], complete: false }, 0);
    let (mut predicted, mut answers) = (Predicted::of(known), Vec::new());
    let question = loop {
        if let Advance::Unit(unit, Some(question)) = play.foresee(&mut predicted)
            && unit == a
        {
            break question;
        }
    };
    predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
    (predicted, question, answers)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_hidden_decide_no_walk(
        map in map(),
        unit_blocking in unit_blocking(),
        by_path in any::<bool>(),
        pick in any::<prop::sample::Index>(),
    ) {
        let mut play = scene(&map).with(|scene| scene.book.unit_blocking = unit_blocking).start();
        let a = play.id('A');
        let known = play.known(Team::PLAYER);
        let (_, _, answers) = offered(&mut play, &known);
        if answers.is_empty() {
            return Ok(());
        }
        let answer = *pick.get(&answers);
        let Answer::Path(path) = answer else { panic!("{answer:?} has no path") };
        let (dx, dy) = path.offset();
        let answer = if by_path { answer } else { Answer::Offset(dx as i16, dy as i16) };
        play.decide('A', "walk", &[answer]);
        let mut predicted = Predicted::of(&known);
        play.log.clear();
        while !matches!(play.foresee(&mut predicted), Advance::RoundEnd) {}
        let foreseen = cells(&play.log.changes, a);
        play.log.clear();
        while !matches!(play.step(), Advance::RoundEnd) {}
        validate(&play.book, play.battle.state());
        let happened = cells(&play.log.changes, a);
        if bumps(&play).is_empty() {
            prop_assert_eq!(foreseen, happened);
        } else {
            prop_assert!(foreseen.starts_with(&happened) && foreseen.len() > happened.len());
        }
    }

    #[test]
    fn where_the_hidden_are_alters_no_reach_no_cost_and_no_time(map in map(), unit_blocking in unit_blocking()) {
        let told = [map.clone(), map.replace('h', ".")].map(|map| {
            let mut play = scene(&map).with(|scene| scene.book.unit_blocking = unit_blocking).start();
            let (a, known) = (play.id('A'), play.known(Team::PLAYER));
            let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
            let mut reach = Vec::new();
            let states = [(play.battle.state(), a), (known.state(), play.known_id(Team::PLAYER, 'A'))];
            for (state, walker) in states {
                find_walks(&play.book, state, walker, play.unit('A').cell, 9, &mut paths, &mut safest);
                let found = paths.reached().map(|cell| {
                    let ways = safest.ways_to(play.book.board.place(cell));
                    (cell, paths.distance(&play.book.board, cell), ways, is_end_allowed(&play.book, state, walker, cell))
                });
                reach.push(found.collect::<Vec<_>>());
            }
            let (predicted, question, answers) = offered(&mut play, &known);
            let agenda: Vec<_> = predicted.state().agenda().map(|slot| format!("{slot:?}")).collect();
            (reach, question.across, answers, agenda)
        });
        prop_assert_eq!(&told[0], &told[1]);
        prop_assert_eq!(&told[0].0[0], &told[0].0[1], "what is known is what is seen of the truth");
    }

    #[test]
    fn a_path_that_is_offered_is_the_shortest_walk(map in map()) {
        let map = map.replace(['o', '^'], ".");
        let mut play = scene(&map).start();
        let known = play.known(Team::PLAYER);
        let (mut predicted, question, answers) = offered(&mut play, &known);
        for answer in answers {
            let Answer::Path(path) = answer else { panic!("{answer:?} has no path") };
            let (dx, dy) = path.offset();
            let run = [answer, Answer::Offset(dx as i16, dy as i16)].map(|answer| {
                play.decide('A', "walk", &[answer]);
                predicted.reset(&known);
                play.log.clear();
                while !matches!(play.foresee(&mut predicted), Advance::RoundEnd) {}
                cells(&play.log.changes, play.id('A'))
            });
            let ends = run.each_ref().map(|cells| (cells.len(), cells.last().copied()));
            prop_assert!(ends[0] == ends[1], "{:?} is not as short as the walk to {:?}", path, (dx, dy));
            let there = predicted.cell_of(&play.book, &question, answer);
            prop_assert_eq!(there, play.book.board.offset(question.from, (dx, dy)));
        }
    }
}
