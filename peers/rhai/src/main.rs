//! Peer "rhai calling host functions": the turn as a script over Rust state, the usual way to embed rhai.
//!
//! The script (`turn.rhai`) makes the same decisions as the pair, and the host functions write the same changes.
//! Results are compared with the pair before timing.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use foretoken_turn_work::host::Host;
use foretoken_turn_work::measure::table;
use foretoken_turn_work::peer::{assert_as_the_pair, beside_the_pair};
use foretoken_turn_work::plain::Order;
use foretoken_turn_work::{CASES, WorkItem};
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, OptimizationLevel, Scope};

const BATCH: u32 = 4;

struct Peer {
    host: Rc<RefCell<Host>>,
    engine: Engine,
    scope: Scope<'static>,
    script: AST,
}

impl Peer {
    fn new(item: &WorkItem) -> Result<Self, Box<dyn Error>> {
        let host = Host::new(item);
        let orders = &host.preview.orders;
        let column =
            |value: fn(&Order) -> i32| orders.iter().map(|order| Dynamic::from_int(i64::from(value(order)))).collect();
        let (moves, aims): (Array, Array) = (column(|order| order.move_at), column(|order| order.aim_at));
        let mut scope = Scope::new();
        scope.push_constant("moves", moves).push_constant("aims", aims).push_constant("n", orders.len() as i64);
        let host = Rc::new(RefCell::new(host));
        let mut engine = Engine::new();
        engine.set_optimization_level(OptimizationLevel::Simple);
        register(&mut engine, &host);
        let script = engine.compile(include_str!("turn.rhai"))?;
        Ok(Self { host, engine, scope, script })
    }

    fn run(&mut self) -> Result<(), Box<EvalAltResult>> {
        self.host.borrow_mut().reset();
        let variables = self.scope.len();
        let result = self.engine.run_ast_with_scope(&mut self.scope, &self.script);
        self.scope.rewind(variables);
        result
    }
}

fn register(engine: &mut Engine, host: &Rc<RefCell<Host>>) {
    let own = || Rc::clone(host);
    let state = own();
    engine.register_fn("activate", move |unit: i64| state.borrow_mut().activate(unit as u16).map_or(-1, i64::from));
    let state = own();
    engine.register_fn("look", move |at: i64| i64::from(state.borrow().look(at as u32)));
    let state = own();
    engine.register_fn("place", move |unit: i64, at: i64, label: i64| {
        state.borrow_mut().place(unit as u16, at as u32, label as u8)
    });
    let state = own();
    let damage = move |unit: i64, amount: i64, label: i64| {
        let left = state.borrow_mut().damage(unit as u16, amount as i32, label as u8);
        i64::from(left)
    };
    engine.register_fn("damage", damage);
    let state = own();
    engine.register_fn("strike", move |unit: i64, at: i64| state.borrow_mut().strike(unit as u16, at as u32));
    let state = own();
    engine.register_fn("block", move |unit: i64, at: i64| state.borrow_mut().block(unit as u16, at as u32));
    let state = own();
    engine
        .register_fn("collide", move |unit: i64, blocker: i64| state.borrow_mut().collide(unit as u16, blocker as u16));
}

fn check(item: &WorkItem, peer: &mut Peer) -> Result<(), Box<EvalAltResult>> {
    for _ in 0..2 {
        peer.run()?;
        assert_as_the_pair(item, &peer.host.borrow().preview);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut columns = Vec::new();
    for case in CASES {
        let item = WorkItem::of(case);
        let mut peer = Peer::new(&item)?;
        check(&item, &mut peer)?;
        let mut failed = None;
        let mut run = || (0..BATCH).for_each(|_| failed = failed.take().or(peer.run().err()));
        let rows = beside_the_pair(&item, BATCH, 51, &mut [("rhai calling host functions", &mut run)]);
        failed.map_or(Ok(()), Err)?;
        check(&item, &mut peer)?;
        columns.push((case.name, rows));
    }
    print!("{}", table(&columns, BATCH));
    Ok(())
}
