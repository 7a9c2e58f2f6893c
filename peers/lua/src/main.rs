//! Peer "Lua 5.4 calling host functions": the turn as a script over Rust state, as games commonly embed Lua.
//!
//! The script (`turn.lua`) makes the same decisions as the pair, and the host functions write the same changes. Results
//! are compared with the pair before timing.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use foretoken_turn_work::host::Host;
use foretoken_turn_work::measure::table;
use foretoken_turn_work::peer::{assert_as_the_pair, beside_the_pair};
use foretoken_turn_work::plain::Order;
use foretoken_turn_work::{CASES, WorkItem};
use mlua::{Function, Lua, Table};

/// Previews per call, to amortise the call itself.
const BATCH: u32 = 16;

struct Peer {
    host: Rc<RefCell<Host>>,
    turn: Function,
    _lua: Lua,
}

impl Peer {
    fn new(item: &WorkItem) -> mlua::Result<Self> {
        let host = Host::new(item);
        let orders = host.preview.orders.clone();
        let host = Rc::new(RefCell::new(host));
        let lua = Lua::new();
        let table = host_functions(&lua, &host)?;
        let column = |value: fn(&Order) -> i32| lua.create_sequence_from(orders.iter().map(value));
        let (moves, aims) = (column(|order| order.move_at)?, column(|order| order.aim_at)?);
        let make: Function = lua.load(include_str!("turn.lua")).set_name("turn.lua").eval()?;
        let turn = make.call((table, moves, aims, orders.len()))?;
        Ok(Self { host, turn, _lua: lua })
    }

    fn run(&self) -> mlua::Result<()> {
        self.host.borrow_mut().reset();
        self.turn.call(())
    }
}

fn host_functions(lua: &Lua, host: &Rc<RefCell<Host>>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let own = || Rc::clone(host);
    let state = own();
    table.set("activate", lua.create_function(move |_, unit| Ok(state.borrow_mut().activate(unit)))?)?;
    let state = own();
    table.set("look", lua.create_function(move |_, at| Ok(state.borrow().look(at)))?)?;
    let state = own();
    let place = move |_: &Lua, (unit, at, label)| {
        state.borrow_mut().place(unit, at, label);
        Ok(())
    };
    table.set("place", lua.create_function(place)?)?;
    let state = own();
    let damage = move |_: &Lua, (unit, amount, label)| Ok(state.borrow_mut().damage(unit, amount, label));
    table.set("damage", lua.create_function(damage)?)?;
    let state = own();
    let strike = move |_: &Lua, (unit, at)| {
        state.borrow_mut().strike(unit, at);
        Ok(())
    };
    table.set("strike", lua.create_function(strike)?)?;
    let state = own();
    let block = move |_: &Lua, (unit, at)| {
        state.borrow_mut().block(unit, at);
        Ok(())
    };
    table.set("block", lua.create_function(block)?)?;
    let state = own();
    let collide = move |_: &Lua, (unit, blocker)| {
        state.borrow_mut().collide(unit, blocker);
        Ok(())
    };
    table.set("collide", lua.create_function(collide)?)?;
    Ok(table)
}

fn check(item: &WorkItem, peer: &Peer) -> mlua::Result<()> {
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
        let peer = Peer::new(&item)?;
        check(&item, &peer)?;
        let mut failed = None;
        let mut run = || (0..BATCH).for_each(|_| failed = failed.take().or(peer.run().err()));
        let rows = beside_the_pair(&item, BATCH, 51, &mut [("Lua 5.4 calling host functions", &mut run)]);
        failed.map_or(Ok(()), Err)?;
        check(&item, &peer)?;
        columns.push((case.name, rows));
    }
    print!("{}", table(&columns, BATCH));
    Ok(())
}
