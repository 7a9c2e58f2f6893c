//! Searches for winning decisions, and proofs against any reply.

use crate::fixture::{Play, Scene};
use crate::scenes::{actions, letter, scene, win_by_defeat};
use foretoken_preview::{PlannerOptions, Position, Reply, Search, SolveOptions, Solved, Step, Worker};
use foretoken_vm::{Plan, Team};

/// `A` wins if `b` dies. `A` walks and hits; `b` can shield itself or idle.
fn puzzle(map: &str, health: i32) -> Play {
    let mut scene: Scene = scene(map);
    actions(&mut scene, "A", &["walk", "hit"]);
    actions(&mut scene, "b", &["brace"]);
    scene.kind('b').health = health;
    win_by_defeat(&mut scene);
    scene.start()
}

fn start(play: &Play) -> Position {
    Position::start(play.known(Team::PLAYER), Plan::default())
}

fn told(play: &Play, steps: &[Step]) -> Vec<String> {
    let names = |step: &Step| -> Vec<&str> {
        let name = |program: u16| play.book.programs[usize::from(program)].name.as_str();
        step.intent.uses.iter().map(|used| name(used.program)).collect()
    };
    let unit = |step: &Step| step.unit.map_or('-', |unit| letter(play, unit));
    steps.iter().map(|step| format!("{} {} {}", step.round, unit(step), names(step).join(" "))).collect()
}

fn solve(play: &Play, rounds: i32) -> Solved {
    let others = PlannerOptions::default();
    let mut search = Search::new(&play.book, start(play), SolveOptions { rounds, nodes: 5_000, all: false });
    let end = search.end();
    while let Some((batch, limit)) = search.batch() {
        let expand = |at| Worker::new(Team::PLAYER, &others).expand(&play.book, at, end, limit);
        let found = batch.iter().map(expand).collect();
        search.take(found);
    }
    assert!(search.lines().len() <= 1, "one line is enough");
    let (nodes, lines) = (search.nodes(), search.lines().len());
    let solved = search.finish();
    assert_eq!((solved.nodes, solved.lines.len()), (nodes, lines));
    assert!(!solved.chance && !solved.unknown && nodes > 0);
    solved
}

#[test]
fn a_line_that_wins_in_a_round_is_found() {
    let play = puzzle("A..b", 2);
    let solved = solve(&play, 1);
    let steps = solved.line.expect("there is a line");
    assert_eq!(told(&play, &steps)[0], "1 A walk hit");
    assert_eq!((solved.lines.len(), solved.ends.len()), (1, 1));
}

#[test]
fn that_nothing_wins_in_a_round_is_proved() {
    let solved = solve(&puzzle("A.b", 3), 1);
    assert!(solved.line.is_none() && solved.lines.is_empty() && solved.whole);
}

#[test]
fn a_win_holds_against_any_reply() {
    for (health, wins) in [(2, Reply::Wins), (3, Reply::Fails)] {
        let play = puzzle("A.b", health);
        let (root, mut worker) = (start(&play), Worker::new(Team::PLAYER, &PlannerOptions::default()));
        let end = root.known().state().round() + 1;
        let openings = worker.openings(&play.book, &root, end, 5_000);
        assert!(!openings.cut && !openings.positions.is_empty());
        for position in &openings.positions {
            let proof = worker.prove(&play.book, position, end, 5_000);
            assert_eq!(proof.reply, wins, "a health of {health}");
            let first = told(&play, &proof.answer).into_iter().find(|step| step.contains(" A "));
            assert_eq!(first.is_some_and(|step| step.ends_with("hit")), wins == Reply::Wins);
        }
    }
}
