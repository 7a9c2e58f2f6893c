//! Odds of a turn in which some of 16 units roll 2d6 damage on 16x16: reached states per second and total time.

use foretoken_preview::{Method, Odds};
use foretoken_turn_work::measure::measure;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Amount, Asks, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::roll::{Pool, Roll};
use foretoken_vm::rulebook::{Member, Opening, UnitType};
use foretoken_vm::tokens::flow::Ask;
use foretoken_vm::tokens::operand::To;
use foretoken_vm::tokens::{Damage, Declare};
use foretoken_vm::{
    ActionUse, Address, Answer, Battle, Board, Cell, Dir, EntityId, Intent, Key, Known, Plan, Rulebook, Rules, Team,
    TokenSet,
};

const UNITS: i32 = 8;

fn rulebook() -> (Rulebook, Opening) {
    let (at, max) = (Address(0), Amount::Const(1));
    let request = Request { asks: Asks::Cell, from: Address::SELF, region: RegionId::STEPS, max, ..Request::default() };
    let strike = Damage { target: at, amount: Amount::Formula(0), ..Damage::default() };
    let code = vec![Declare { at, ask: Ask { request: 0, end: To(2) } }.into(), strike.into()];
    let program = TokenSet { code, requests: vec![request], addresses: 1, ..TokenSet::default() };
    let dice = Pool { count: 2, sides: 6, ..Pool::default() };
    let kind = UnitType { health: 100, acts: true, points: (1, 1), actions: vec![0], ..UnitType::default() };
    let place = |x: i32, y: i32, team| {
        let cell = Cell::new(2 * x, y).expect("on the board");
        Member::new(0, team, cell, Dir::North)
    };
    let own = (0..UNITS).map(|x| place(x, 8, Team::PLAYER));
    let roster = own.chain((0..UNITS).map(|x| place(x, 7, Team(1)))).collect();
    let rules = Rules {
        board: Board::new(16, 16),
        unit_types: vec![kind],
        programs: vec![program],
        rolls: vec![Roll { source: "2d6".to_owned(), pools: vec![dice], ..Roll::default() }],
        formulas: vec![Formula { source: "2d6".to_owned(), code: vec![FormulaOp::Roll(0)] }],
        ..Rules::default()
    };
    (rules.build(), Opening { roster, ..Opening::default() })
}

fn plan(strikers: u16) -> Plan {
    let mut plan = Plan::default();
    for unit in 0..2 * UNITS as u16 {
        let blow =
            ActionUse { program: 0, answers: vec![(Key::new(Address(0), [0; Key::MAX_LOOPS]), Answer::Offset(0, -1))] };
        let uses = if unit < strikers { vec![blow] } else { Vec::new() };
        plan.set(EntityId(unit), Intent { uses, complete: true }, 0);
    }
    plan
}

fn count(book: &Rulebook, known: &Known, plan: &Plan) -> Odds {
    Odds::of(book, known, plan, Some(EntityId(0)))
}

fn main() {
    let (book, opening) = rulebook();
    let known = Battle::new(&book, &opening).project(&book, Team::PLAYER);
    println!("| units that roll 2d6 | found | activations run | ms | million states a second |\n|---|---|---|---|---|");
    for strikers in 1..=4 {
        let plan = plan(strikers);
        let odds = count(&book, &known, &plan);
        let found = match odds.report().expect("they are found").method {
            Method::Exact { states } => {
                assert_eq!(states, 11_u32.pow(strikers.into()), "each sum is another state");
                format!("exactly, {states} states")
            }
            Method::Sampled { samples } => format!("{samples} samples"),
        };
        let rows = measure(&mut [("odds", &mut || drop(count(&book, &known, &plan)))], 21);
        let (runs, ns) = (odds.runs(), rows[0].ns_median);
        println!("| {strikers} | {found} | {runs} | {:.2} | {:.2} |", ns / 1e6, runs as f64 / ns * 1e3);
    }
}
