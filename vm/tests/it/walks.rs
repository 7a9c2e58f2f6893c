//! Walks: the way is part of the answer, and what hides decides nothing about it.

use crate::code;
use crate::fixture::{Play, Scene, T1, cell, config, validate};
use foretoken_vm::program::{Address, Amount, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::WalkPath;
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
    for kind in &mut scene.book.archetypes {
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

/// The cells that a unit came to.
fn cells(changes: &[Change], unit: EntityId) -> Vec<Cell> {
    let moves = changes.iter().filter(|change| change.kind == ChangeKind::Cell && change.entity == unit);
    moves.map(Change::cell_after).collect()
}

fn bumps(play: &Play) -> Vec<(String, String)> {
    let bumps = play.log.changes.iter().filter(|change| change.kind == ChangeKind::Bumped);
    bumps.map(|change| (change.cell().to_string(), change.cell_after().to_string())).collect()
}

#[test]
fn who_stands_on_avoided_ground_is_offered_ways_off_it_and_walks_them() {
    for (map, after) in [("A...b", "o.A.b"), ("A.b\n...", "o.b\nA..")] {
        let mut scene = scene(map);
        scene.book.board.set_terrain(scene.book.placements[0].cell, 2);
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
        // Its own side sees it, and walks around it if it can.
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
    // Where the way around is too long, the walk ends.
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

/// A long walk over a wide board looks at the board once.
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

fn map() -> impl Strategy<Value = String> {
    // No ice: somebody unseen stops who slides, as a wall would.
    let glyph = prop_oneof![8 => Just('.'), 2 => Just('#'), 1 => Just('o'), 1 => Just('^')];
    let rows = prop::collection::vec(prop::collection::vec(glyph, 7), 5);
    (rows, prop::sample::subsequence((0..35).collect::<Vec<usize>>(), 3)).prop_map(|(mut rows, units)| {
        for (place, unit) in units.into_iter().zip(['A', 'b', 'h']) {
            rows[place / 7][place % 7] = unit;
        }
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    })
}

/// The prediction at the question where A walks to, and the answers that it is offered there.
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

    /// Wherever somebody hides, the walk is the one that was foreseen, up to where it is bumped into.
    #[test]
    fn the_hidden_decide_no_walk(map in map(), by_path in any::<bool>(), pick in any::<prop::sample::Index>()) {
        let mut play = scene(&map).start();
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

    /// Where nothing does harm, the path that is offered is as long as the one that is walked without it, and leads to the
    /// same cell.
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
