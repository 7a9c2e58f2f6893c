//! Every run ends (law 11): limits have maxima, work is charged, and exceeding a limit is a typed trap.

use crate::code;
use crate::fixture::{Play, Scene, T1, cell, config, validate};
use foretoken_vm::limits::Limits;
use foretoken_vm::program::{Address, Asks, Fallback, Filter, Request, RequestFlags, SlotFilter};
use foretoken_vm::regions::{Region, RegionId, Shape};
use foretoken_vm::rulebook::{Member, SurfaceKind, UnitType};
use foretoken_vm::space::Pattern;
use foretoken_vm::state::{Slot, entry};
use foretoken_vm::tokens::operand::{Amount, Area};
use foretoken_vm::tokens::{Damage, Heal, Token};
use foretoken_vm::{Advance, Board, Cell, ChangeKind, Dir, EntityId, Log, Predicted, Rules, Team, TokenSet, Trap};
use proptest::prelude::*;

fn traps(log: &Log) -> Vec<i32> {
    log.changes.iter().filter(|change| change.kind == ChangeKind::Trapped).map(|change| change.after).collect()
}

fn side(length: i32) -> Vec<Cell> {
    Board::new(length, length).cells().collect()
}

#[test]
fn no_rulebook_goes_beyond_the_maxima() {
    let beyond = Limits {
        fuel: u32::MAX,
        depth: u8::MAX,
        loop_count: i32::MAX,
        entities: u16::MAX,
        entries: u16::MAX,
        instances: u16::MAX,
        rounds: i32::MAX,
        round_changes: u32::MAX,
    };
    let book = Rules { limits: beyond, ..Rules::default() }.build();
    assert_eq!(book.limits, Limits::MAX);
    let default = Limits::default();
    assert_eq!(Rules { limits: default.clone(), ..Rules::default() }.build().limits, default);
}

#[test]
fn ids_up_to_the_largest_act() {
    let mut scene = Scene::new("A");
    let boom = scene.add("boom", 0, vec![], vec![]);
    let mut scene = scene.action("light", vec![], vec![code::delay(boom, 1).into()]);
    scene.book.board = Board::new(256, 256);
    scene.book.limits.entities = u16::MAX;
    let everywhere = side(256).into_iter().take(40_000);
    let unit = |cell| Member::new(0, Team::PLAYER, cell, Dir::East);
    scene.opening.roster = everywhere.map(unit).collect();
    let mut play = scene.start();
    let last = EntityId(Limits::MAX.entities - 1);
    assert_eq!(play.battle.state().entities().len(), usize::from(last.0) + 1);
    assert!(play.battle.state().agenda().all(|slot| matches!(slot, Slot::Unit(id) if id <= last)));
    let used = foretoken_vm::ActionUse::new(play.program("light"));
    play.plan.set(last, foretoken_vm::Intent { uses: vec![used], complete: true }, 1);
    assert_eq!(play.step(), Advance::Unit(last, None), "its priority comes first");
    assert_eq!(play.battle.state().entries()[0][entry::OWNER], i32::from(last.0));
}

fn hail(alter: impl FnOnce(&mut Scene)) -> Play {
    let next = |level: u8, to| code::next(level, 0, to);
    let begin = |level: u8| code::repeat(level, 100, 99);
    let blow = Token::from(Damage {
        target: Address::SELF,
        area: Area { pattern: 1, ..Area::default() },
        ..Damage::default()
    });
    let mut code = vec![begin(0), begin(1), begin(2)];
    code.extend(std::iter::repeat_n(blow, 50));
    code.extend([next(2, 3), next(1, 2), next(0, 1)]);
    let cells = (-40..=40).flat_map(|dy| (-40..=40).map(move |dx| (dx, dy))).collect();
    let mut scene = Scene::new("Ab");
    scene.book.board = Board::new(100, 100);
    scene.opening.roster[0].cell = Cell::new(50, 50).expect("on the board");
    scene.book.patterns = vec![Pattern::single(), Pattern::of(cells)];
    scene.add("hail", 0, vec![], code);
    alter(&mut scene);
    let mut play = scene.start();
    play.decide('A', "hail", &[]);
    play.decide('b', "hail", &[]);
    play
}

#[test]
fn loops_of_areas_end_before_they_fill_the_memory() {
    let mut play = hail(|_| ());
    play.step();
    let most = Limits::default().work() as usize;
    assert_eq!(traps(&play.log), [Trap::Fuel as i32]);
    assert!(play.log.len() <= most, "{} changes for {most} pieces of work", play.log.len());
    validate(&play.book, play.battle.state());
}

#[test]
fn the_changes_of_a_round_are_bounded_in_truth_as_in_predictions() {
    let most = 10_000;
    let mut play = hail(|scene| scene.book.limits.round_changes = most);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    while play.foresee(&mut predicted) != Advance::RoundEnd {}
    let foreseen = std::mem::take(&mut play.log);
    play.round();
    assert_eq!(foreseen.changes, play.log.changes);
    assert_eq!(traps(&play.log), [Trap::Log as i32; 2]);
    assert!(play.log.len() < most as usize + 100);
    play.round();
    assert_eq!(traps(&play.log).len(), 4);
    assert!((2 * most as usize..2 * most as usize + 200).contains(&play.log.len()));
}

#[test]
fn what_a_round_may_write_follows_the_way_back() {
    let mut play = hail(|scene| scene.book.limits.round_changes = 10_000);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    let mut marks = Vec::new();
    for _ in 0..6 {
        marks.push(play.log.len());
        play.foresee(&mut predicted);
    }
    let changes = play.log.changes.clone();
    for from in [5, 4, 3, 1] {
        let mut log = std::mem::take(&mut play.log);
        predicted.roll_back(&play.book, &mut log, marks[from]);
        play.log = log;
        for _ in from..6 {
            play.foresee(&mut predicted);
        }
        assert_eq!(play.log.changes, changes, "from activation {from}");
    }
}

#[test]
fn looking_for_answers_costs_fuel() {
    let anywhere = Request {
        asks: Asks::Cell,
        from: Address::SELF,
        region: RegionId::BOARD,
        min: Amount::Const(0),
        max: Amount::Const(0),
        filter: Filter(Filter::EMPTY),
        surface: 0,
        fallback: Fallback::Nearest,
        flags: RequestFlags { automatic: true, ..RequestFlags::default() },
        several: None,
        slots: SlotFilter::default(),
    };
    let begin = code::repeat(0, 100, 9);
    let next = code::next(0, 1, 1);
    let mut scene = Scene::new("A");
    scene.book.board = Board::new(512, 512);
    scene.add("seek", 1, vec![anywhere], vec![begin, code::declare(T1, 0, 2), next]);
    let mut play = scene.start();
    play.decide('A', "seek", &[]);
    play.step();
    assert_eq!(traps(&play.log), [Trap::Fuel as i32]);
    assert!(play.log.steps < 10, "{} steps over the whole board", play.log.steps);
}

#[test]
fn a_region_of_many_parts_costs_more_fuel_than_one_of_few() {
    let asked = |parts: usize| {
        let mut scene = Scene::new("A");
        scene.book.board = Board::new(12, 12);
        scene.book.limits.fuel = 20;
        let shape = Shape::Any(vec![RegionId::BOARD; parts]);
        scene.book.regions.push(Region { shape, ..Region::core()[usize::from(RegionId::BOARD.0)].clone() });
        let region = RegionId(RegionId::core().count() as u16);
        let request = Request {
            region,
            filter: Filter(Filter::ENEMY),
            fallback: Fallback::Nearest,
            flags: RequestFlags { automatic: true, ..RequestFlags::default() },
            ..cell(20)
        };
        scene.add("seek", 1, vec![request], vec![code::declare(T1, 0, 1), code::shield(Address::SELF, 1)]);
        let mut play = scene.start();
        play.decide('A', "seek", &[]);
        play.step();
        traps(&play.log)
    };
    assert_eq!(asked(2), [0; 0]);
    assert_eq!(asked(100), [Trap::Fuel as i32]);
}

#[test]
fn the_nearest_in_sight_on_the_largest_board_costs_little() {
    let seen = Request {
        region: RegionId::SIGHT,
        min: Amount::Const(1),
        fallback: Fallback::Nearest,
        flags: RequestFlags { automatic: true, ..RequestFlags::default() },
        ..cell(255)
    };
    let mut scene = Scene::new("A");
    scene.book.board = Board::new(512, 512);
    scene.add("go", 1, vec![seen], vec![code::declare(T1, 0, 2), code::teleport(Address::SELF, T1)]);
    let mut play = scene.start();
    play.decide('A', "go", &[]);
    play.step();
    assert!(traps(&play.log).is_empty());
    assert_eq!(play.unit('A').cell.y() + play.unit('A').cell.x(), 1);
}

fn oil(width: i32, height: i32) -> Scene {
    let mut scene = Scene::new("A");
    scene.book.board = Board::new(width, height);
    scene.book.surfaces = vec![
        SurfaceKind { name: "fire".to_owned(), spreads_to: vec![1], ..SurfaceKind::default() },
        SurfaceKind { name: "oil".to_owned(), ..SurfaceKind::default() },
    ];
    scene.opening.surfaces = scene.book.board.cells().map(|cell| (cell, 1)).collect();
    let lay = code::lay(T1, 1);
    scene.action("light", vec![cell(9)], vec![lay])
}

#[test]
fn fire_costs_the_cells_that_it_takes() {
    let mut play = oil(512, 512).start();
    play.decide('A', "light", &[crate::fixture::offset(3, 3)]);
    play.step();
    assert_eq!(traps(&play.log), [Trap::Fuel as i32]);
    let burnt = play.log.changes.iter().filter(|change| change.kind == ChangeKind::Surface).count();
    assert_eq!(burnt, 1 + Limits::default().fuel as usize);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn spreading_turns_the_first_cell_each_time(
        rows in prop::collection::vec(prop::collection::vec(0_u8..5, 7), 5),
        eats in prop::collection::vec(prop::collection::vec(0_u8..4, 0..3), 4),
        cancels in prop::collection::vec(prop::collection::vec(0_u8..4, 0..2), 4),
        laid in 0_u8..5,
        at in (0_i16..7, 0_i16..5),
    ) {
        let mut scene = Scene::new("A......\n.......\n.......\n.......\n.......");
        scene.book.limits.fuel = 30;
        scene.book.surfaces = eats.into_iter().zip(cancels).map(|(spreads_to, cancels)| {
            SurfaceKind { spreads_to, cancels, ..SurfaceKind::default() }
        }).collect();
        let cells: Vec<Cell> = scene.book.board.cells().collect();
        let kinds: Vec<u8> = rows.into_iter().flatten().collect();
        scene.opening.surfaces = cells.iter().zip(&kinds).filter(|(_, kind)| **kind > 0).map(|(&cell, kind)| (cell, kind - 1)).collect();
        let lay = code::lay(T1, laid);
        let mut play = scene.action("lay", vec![cell(20)], vec![lay]).start();
        play.decide('A', "lay", &[crate::fixture::offset(at.0, at.1)]);
        let mut naive: Vec<u8> = cells.iter().map(|&cell| play.battle.state().cells().row(cell).surface).collect();
        play.step();
        let book = &play.book;
        let index = |cell: Cell| cells.iter().position(|&other| other == cell).expect("of the board");
        let undoes = |above: u8, below: u8| above > 0 && below > 0 && book.surfaces[above as usize - 1].cancels.contains(&(below - 1));
        let target = book.board.cell(at.0.into(), at.1.into()).expect("on the board");
        let over = |naive: &mut Vec<u8>, cell: Cell, above: u8| {
            let below = naive[index(cell)];
            naive[index(cell)] = if undoes(above, below) { 0 } else { above };
        };
        over(&mut naive, target, laid);
        for _ in 0..30 {
            let eater = |naive: &[u8], cell: Cell| {
                let food = naive[index(cell)].checked_sub(1)?;
                Dir::CARDINAL.into_iter().find_map(|dir| {
                    let beside = naive[index(book.board.step(cell, dir)?)].checked_sub(1)?;
                    (beside != food && book.surfaces[beside as usize].spreads_to.contains(&food)).then_some(beside)
                })
            };
            let Some((cell, eater)) = cells.iter().find_map(|&cell| Some((cell, eater(&naive, cell)?))) else { break };
            over(&mut naive, cell, eater + 1);
        }
        let now: Vec<u8> = cells.iter().map(|&cell| play.battle.state().cells().row(cell).surface).collect();
        prop_assert_eq!(now, naive);
    }
}

#[test]
fn a_formula_that_counts_pays_for_whom_it_looks_at() {
    use foretoken_vm::formula::{Formula, FormulaOp};
    let mut scene = Scene::new("A");
    scene.book.board = Board::new(100, 100);
    scene.book.limits.entities = 9_000;
    scene.book.unit_types.push(UnitType { name: "stone".to_owned(), health: 1, ..UnitType::default() });
    let stones = side(100).into_iter().skip(1).take(8_000);
    scene.opening.roster.extend(stones.map(|cell| Member::new(1, Team::NEUTRAL, cell, Dir::East)));
    scene.book.formulas.push(Formula { source: "count(stone)".to_owned(), code: vec![FormulaOp::Count(0)] });
    let count = Heal { target: Address::SELF, amount: Amount::Formula(0), ..Heal::default() }.into();
    let program = TokenSet { name: "count".to_owned(), code: vec![count; 400], ..TokenSet::default() };
    scene.book.programs.push(program);
    let mut play = scene.start();
    play.decide('A', "count", &[]);
    play.step();
    assert_eq!(traps(&play.log), [Trap::Fuel as i32]);
}
