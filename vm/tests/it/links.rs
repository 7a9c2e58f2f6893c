//! Links for walkers: ladders, doors and tunnels.

use crate::code;
use crate::fixture::{FIRE, Play, Scene, T1, T2, cell, config, offset, validate};
use foretoken_vm::machine::find_walks;
use foretoken_vm::program::{Amount, Label, Request, RequestFlags};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::{
    Footprint, Gait, LinkSet, NoLink, PathFinder, Pattern, Reach, SafestPaths, Slope, TilePos, UNREACHED, WalkLink,
    WalkPath,
};
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::{Move, Surface, surface::Laid};
use foretoken_vm::{ActionUse, Advance, Answer, Board, Cell, Dir, Intent, Predicted, Symmetry, Team};
use proptest::prelude::*;

fn at(text: &str) -> Cell {
    text.parse().expect("a cell")
}

fn link(from: &str, by: Dir, to: &str, extra_cost: u8) -> WalkLink {
    WalkLink { name: "ladder".to_owned(), from: at(from), by, to: at(to), extra_cost }
}

fn walk(links: LinkSet) -> Request {
    let flags = RequestFlags { links, ..RequestFlags::default() };
    Request { region: RegionId::WALK, min: Amount::Const(1), flags, ..cell(u8::MAX) }
}

fn scene(map: &str, links: &[WalkLink]) -> Scene {
    let on_foot = Move { course: Course::Along(T1, LinkSet::NONE), label: Label::NONE };
    let burn = Surface { target: T1, laid: Laid(FIRE), ..Surface::default() };
    let scene = Scene::new(map)
        .action("walk", vec![walk(LinkSet::ALL)], vec![code::walk(T1)])
        .action("on foot", vec![walk(LinkSet::NONE)], vec![on_foot.into()])
        .action("push", vec![cell(9)], vec![code::push(T1, 3)])
        .action("carry", vec![walk(LinkSet::ALL), cell(9)], vec![code::walk(T1), code::teleport(T2, T1)])
        .action("ignite", vec![cell(9)], vec![burn.into()]);
    scene.with(|scene| {
        for link in links {
            scene.book.board.add_link(link.clone()).expect("there is a place for it");
        }
    })
}

fn offered(play: &mut Play, action: &str) -> Vec<String> {
    let (a, known) = (play.id('A'), play.known(Team::PLAYER));
    play.plan.set(a, Intent { uses: vec![ActionUse::new(play.program(action))], complete: false }, 0);
    let (mut predicted, mut answers) = (Predicted::of(&known), Vec::new());
    let Advance::Unit(_, Some(question)) = play.foresee(&mut predicted) else { panic!("A is asked") };
    predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
    let told = |answer: &Answer| {
        let Answer::Path(path) = answer else { panic!("{answer:?} has no way") };
        let ends = predicted.cell_of(&play.book, &question, *answer).expect("on the board");
        format!("{ends} {path:?}")
    };
    answers.iter().map(told).collect()
}

const ROOMS: &str = "A..#..\n####..";

fn culvert() -> [WalkLink; 2] {
    [link("c1", Dir::East, "e1", 1), link("e1", Dir::West, "c1", 0)]
}

#[test]
fn a_link_is_a_step_that_walkers_take() {
    let mut play = scene(ROOMS, &culvert()).with(|scene| scene.kind('A').movement = 4).start();
    // Entering the cell costs one point, and the culvert one more.
    assert_eq!(offered(&mut play, "walk"), ["b1 e", "c1 ee", "e1 eee"]);
    assert_eq!(offered(&mut play, "on foot"), ["b1 e", "c1 ee"]);
    let steps = WalkPath::new([Dir::East; 3]).expect("short");
    play.decide('A', "walk", &[Answer::Path(steps)]);
    play.round();
    play.expect("...#A.\n####..");
    assert_eq!(offered(&mut play, "walk")[..3], ["f1 e", "e2 s", "c1 w"].map(str::to_owned));
    play.decide('A', "walk", &[Answer::Offset(-2, 0)]);
    play.round();
    play.expect("..A#..\n####..");
}

#[test]
fn a_walk_on_foot_takes_no_link_whatever_it_is_answered() {
    let past_the_wall = Answer::Path(WalkPath::new([Dir::East; 3]).expect("short"));
    for (answer, after) in [(past_the_wall, "..A#..\n####.."), (offset(4, 0), ROOMS)] {
        let mut play = scene(ROOMS, &culvert()).with(|scene| scene.kind('A').movement = 9).start();
        play.decide('A', "on foot", &[answer]);
        play.round();
        play.expect(after);
    }
}

#[test]
fn a_ladder_leads_where_nobody_jumps() {
    let mut scene = scene("A..", &[link("b1", Dir::East, "c1", 2), link("c1", Dir::West, "b1", 0)]);
    scene.book.board.put(at("c1"), 0, Slope::level(9));
    scene.kind('A').movement = 4;
    let mut play = scene.start();
    assert_eq!(offered(&mut play, "on foot"), ["b1 e"]);
    assert_eq!(offered(&mut play, "walk"), ["b1 e", "c1 ee"]);
    play.decide('A', "walk", &[offset(2, 0)]);
    play.round();
    play.expect("..A");
    assert_eq!(play.unit('A').health, 5, "who climbs down a ladder falls no more than who climbs up");
    play.decide('A', "walk", &[offset(-2, 0)]);
    play.round();
    assert_eq!((play.map(), play.unit('A').health), ("A..".to_owned(), 5));
}

#[test]
fn who_is_pushed_and_what_burns_goes_past_links() {
    let links = [link("c1", Dir::East, "a3", 0)];
    let mut play = scene("AB....\n......\n......", &links).start();
    play.decide('A', "push", &[offset(1, 0)]);
    play.round();
    play.expect("A...B.\n......\n......");
    let mut play = scene("A.^...\n......\n......", &links)
        .with(|scene| {
            scene.book.patterns = vec![Pattern::single()];
            scene.book.surfaces[1].spreads_to = vec![0];
            scene.opening.surfaces.push((at("a3"), 0));
            scene.opening.surfaces.push((at("e1"), 0));
        })
        .start();
    play.decide('A', "ignite", &[offset(3, 0)]);
    play.round();
    play.expect("A.^^^.\n......\n~.....");
}

#[test]
fn who_lets_by_is_walked_past_along_a_link_too() {
    let mut scene = scene("A.B#..\n####..", &culvert());
    scene.book.unit_blocking = foretoken_vm::machine::UnitBlocking::Others;
    scene.kind('A').movement = 9;
    let mut play = scene.start();
    play.decide('A', "walk", &[Answer::Path(WalkPath::new([Dir::East; 3]).expect("short"))]);
    play.round();
    play.expect("..B#A.\n####..");
    validate(&play.book, play.battle.state());
}

#[test]
fn who_stands_on_several_cells_takes_links_that_all_of_them_have() {
    let large = |links: &[WalkLink]| {
        let mut scene = scene("A.#.\n..#.", links);
        scene.kind('A').size = Some(Footprint { width: 1, depth: 2 });
        scene.kind('A').movement = 9;
        scene.start()
    };
    let (upper, lower) = (link("b1", Dir::East, "d1", 0), link("b2", Dir::East, "d2", 2));
    assert_eq!(offered(&mut large(&[upper.clone(), link("a1", Dir::South, "d2", 0)]), "walk"), ["b1 e"]);
    assert_eq!(offered(&mut large(&[upper.clone(), link("b2", Dir::East, "a1", 0)]), "walk"), ["b1 e"]);
    let mut play = large(&[upper, lower]);
    assert_eq!(offered(&mut play, "walk"), ["b1 e", "d1 ee"]);
    play.decide('A', "walk", &[Answer::Path(WalkPath::new([Dir::East; 2]).expect("short"))]);
    play.round();
    assert_eq!(play.unit('A').cell, at("d1"));
    validate(&play.book, play.battle.state());
}

#[test]
fn links_are_taken_by_name() {
    let named = |name: &str, by, to| WalkLink { name: name.to_owned(), ..link("a1", by, to, 0) };
    let links = [named("ladder", Dir::North, "d1"), named("door", Dir::East, "d2"), named("chute", Dir::West, "d3")];
    let check = |set: LinkSet, said: &str, expected: &[&str]| {
        let mut scene = scene("A##.\n###.\n###.", &links);
        scene.kind('A').movement = 1;
        scene.book.link_names = vec!["ladder".to_owned(), "door".to_owned()];
        let program = scene.book.programs.iter().position(|program| program.name == "walk").expect("it walks");
        scene.book.programs[program].requests[0].flags.links = set;
        let mut play = scene.start();
        assert_eq!(offered(&mut play, "walk"), expected, "{said}");
        assert_eq!(set.words(&play.book.link_names), said);
    };
    let (ladder, door) = (LinkSet::named(0), LinkSet::named(1));
    check(LinkSet::ALL, "", &["d1 n", "d2 e", "d3 w"]);
    check(LinkSet::NONE, " on foot", &[]);
    check(ladder, " by ladder", &["d1 n"]);
    check(ladder.and(door), " by door or ladder", &["d1 n", "d2 e"]);
    check(LinkSet::ALL.but(door), " not by door", &["d1 n", "d3 w"]);
    check(LinkSet::OTHERS, " not by door or ladder", &["d3 w"]);
}

#[test]
fn links_that_a_board_has_no_place_for() {
    let mut board = Board::new(3, 3);
    let mut add = |from: &str, by, to: &str| board.add_link(link(from, by, to, 99));
    assert_eq!(add("a1", Dir::East, "c3"), Ok(()));
    assert_eq!(add("a1", Dir::South, "c3"), Ok(()));
    assert_eq!(add("a1", Dir::East, "b2"), Err(NoLink::Taken));
    assert_eq!(add("a1", Dir::NorthEast, "b2"), Err(NoLink::Diagonal));
    assert_eq!(add("a1", Dir::North, "d4"), Err(NoLink::OffBoard));
    assert_eq!(add("a1^1", Dir::North, "a1"), Err(NoLink::OffBoard));
    assert_eq!(add("a1", Dir::North, "a1"), Err(NoLink::Nowhere));
    let told: Vec<_> = board.links().map(|link| (link.by, link.to, link.extra_cost)).collect();
    assert_eq!(told, [(Dir::East, at("c3"), 14), (Dir::South, at("c3"), 14)]);
    assert_eq!(board.step(at("a1"), Dir::East), Some(at("b1")), "straight on is as it was");
}

#[test]
fn a_rulebook_without_links_keeps_its_hash() {
    let hash = |links: &[WalkLink]| scene("A..", links).start().book.hash64();
    let named = |name: &str| WalkLink { name: name.to_owned(), ..link("a1", Dir::East, "c1", 0) };
    let hashes = [
        hash(&[]),
        hash(&[named("ladder")]),
        hash(&[named("rope")]),
        hash(&[link("a1", Dir::South, "c1", 0)]),
        hash(&[link("a1", Dir::East, "b1", 0)]),
        hash(&[link("a1", Dir::East, "c1", 1)]),
    ];
    for (index, one) in hashes.iter().enumerate() {
        assert!(!hashes[..index].contains(one), "the {index}th");
    }
}

prop_compose! {
    fn links()(ends in prop::collection::vec((0_i32..7, 0_i32..5, 0_usize..4, 0_i32..7, 0_i32..5, 0_u8..16), 0..8)) -> Vec<WalkLink> {
        let cell = |x, y| Cell::new(x, y).expect("on the board");
        let ends = ends.into_iter();
        ends.map(|(x, y, by, to_x, to_y, extra_cost)| WalkLink {
            name: "link".to_owned(), from: cell(x, y), by: Dir::CARDINAL[by], to: cell(to_x, to_y), extra_cost,
        }).collect()
    }
}

fn naive(board: &Board, from: Cell, reach: Reach, cost: impl Fn(Cell) -> Option<u8>) -> Vec<(Cell, u16)> {
    let cells: Vec<Cell> = board.cells().collect();
    let mut known = vec![(from, 0_u16)];
    loop {
        let before = known.clone();
        for &cell in &cells {
            for dir in Dir::CARDINAL {
                let found =
                    board.links().find(|link| (link.from, link.by) == (cell, dir) && !reach.gait.links.is_empty());
                let (to, rise, extra) = match found {
                    Some(link) => (Some(link.to), 0, link.extra_cost),
                    None => (board.step(cell, dir), board.rise(cell, dir), 0),
                };
                let Some(&(_, here)) = known.iter().find(|&&(other, _)| other == cell) else { continue };
                let Some((to, entering)) = to.and_then(|to| Some((to, cost(to)?))) else { continue };
                let there = here + u16::from((entering + extra).min(15));
                if rise > reach.up || -rise > reach.down || there > reach.points {
                    continue;
                }
                match known.iter_mut().find(|(other, _)| *other == to) {
                    Some((_, least)) => *least = there.min(*least),
                    None => known.push((to, there)),
                }
            }
        }
        if known == before {
            known.sort_unstable();
            return known;
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn links_are_steps_of_every_search(
        costs in prop::collection::vec(0_u8..4, 35),
        heights in prop::option::of(prop::collection::vec(0_u8..5, 35)),
        links in links(),
        takes in any::<bool>(),
        points in 1_u16..30,
    ) {
        let mut board = Board::new(7, 5);
        for (cell, height) in board.clone().cells().zip(heights.into_iter().flatten()) {
            board.put(cell, 0, Slope::level(height));
        }
        links.into_iter().for_each(|link| _ = board.add_link(link));
        board.link();
        let cost = |cell: Cell| Some(costs[(cell.x() + 7 * cell.y()) as usize]).filter(|&cost| cost > 0);
        let gait = Gait { links: if takes { LinkSet::ALL } else { LinkSet::NONE }, ..Gait::PLAIN };
        let (from, reach) = (at("d3"), Reach { points, up: 2, down: 6, gait, faces_west: false });
        let (mut flood, mut search, mut safest) = (PathFinder::default(), PathFinder::default(), SafestPaths::default());
        let enter = |spot: TilePos| cost(spot.cell);
        flood.flood(&board, from, reach, enter);
        let mut found: Vec<_> = flood.reached().map(|cell| (cell, flood.distance(&board, cell))).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &naive(&board, from, reach, cost));
        safest.find(&board, &flood, reach, Dir::cardinal_from(false), |_, _, spot| enter(spot), |_| 0);
        for (cell, distance) in found {
            let (mut steps, mut sought) = (Vec::new(), Vec::new());
            flood.steps_to(&board, cell, &mut steps).expect("it was reached");
            prop_assert_eq!(search.find_path(&board, from, cell, reach, enter, &mut sought), Some(distance));
            let safe = safest.path_to(board.place(cell)).expect("it was reached");
            for way in [steps, sought, safe.steps().collect()] {
                let path = WalkPath::new(way.iter().copied()).expect("short");
                prop_assert_eq!(board.end_of(from, &path, Symmetry::IDENTITY, gait), Some(cell));
                let spent = way.iter().try_fold((board.spot(from), 0_u16), |(at, spent), &dir| {
                    let step = board.walk_step(at, dir, gait)?;
                    Some((step.to, spent + u16::from((cost(step.to.cell)? + step.extra_cost).min(15))))
                });
                prop_assert_eq!(spent.map(|(_, spent)| spent), Some(distance));
            }
        }
        prop_assert_eq!(flood.distance(&board, Cell::NOWHERE), UNREACHED);
    }

    #[test]
    fn a_way_along_links_is_walked_as_it_is_offered(links in links(), pick in any::<prop::sample::Index>()) {
        let mut scene = scene("A..#...\n.#.#.#.\n...#...\n.#.#.#.\n...#..b", &[]);
        scene.kind('A').movement = 9;
        links.into_iter().for_each(|link| _ = scene.book.board.add_link(link));
        let mut play = scene.start();
        let offers = offered(&mut play, "walk");
        let offer = pick.get(&offers).clone();
        let (goal, way) = offer.split_once(' ').expect("a cell and a way");
        let dir = |letter| Dir::CARDINAL.into_iter().find(|dir| dir.name().starts_with(letter)).expect("one of four");
        let path = WalkPath::new(way.chars().map(dir)).expect("short");
        let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
        find_walks(&play.book, play.battle.state(), play.id('A'), at("a1"), 9, &mut paths, &mut safest);
        prop_assert!(paths.distance(&play.book.board, at(goal)) <= 9);
        play.decide('A', "walk", &[Answer::Path(path)]);
        play.step();
        prop_assert_eq!(play.unit('A').cell.to_string(), goal);
    }
}
