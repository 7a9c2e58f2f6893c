//! Fastest script peer: LuaJIT with FFI on the same bytes as plain Rust.
//!
//! The script (`turn.lua`) calls no host function; it copies the state and writes changes through pointers. It is timed
//! with previews repeated inside the script, its best case, and with one call from Rust per preview.

use std::error::Error;
use std::ffi::c_void;

use foretoken_turn_work::measure::table;
use foretoken_turn_work::peer::{assert_as_the_pair, beside_the_pair};
use foretoken_turn_work::plain::Preview;
use foretoken_turn_work::{CASES, WorkItem};
use mlua::{Function, LightUserData, Lua, LuaOptions, StdLib, Table};

/// Previews per call, to amortise the call itself.
const BATCH: u32 = 64;

/// Output of a preview beside the state's rows, with the layout that the script declares.
#[repr(C)]
#[derive(Default)]
struct Progress {
    turn: u32,
    written: i32,
}

/// One item in one Lua state. The script keeps pointers into the buffers, so they must not move or be resized.
struct Peer {
    buffers: Preview,
    progress: Box<Progress>,
    preview: Function,
    previews: Function,
    _lua: Lua,
}

impl Peer {
    fn new(item: &WorkItem) -> mlua::Result<Self> {
        let mut buffers = Preview::new(item);
        let mut progress = Box::<Progress>::default();
        // SAFETY: FFI gives scripts access to any address. The only script is our own; it stays within its buffers,
        // which live as long as the Lua state.
        let lua = unsafe { Lua::unsafe_new_with(StdLib::ALL_SAFE | StdLib::FFI | StdLib::JIT, LuaOptions::default()) };
        let table = pointers(&lua, &mut buffers, &mut progress)?;
        let is_on: bool = lua.load("return (jit.status())").eval()?;
        assert!(is_on, "the just-in-time compiler is off");
        let make: Function = lua.load(include_str!("turn.lua")).set_name("turn.lua").eval()?;
        let (preview, previews) = make.call(table)?;
        Ok(Self { buffers, progress, preview, previews, _lua: lua })
    }
}

fn pointers(lua: &Lua, buffers: &mut Preview, progress: &mut Progress) -> mlua::Result<Table> {
    fn pointer<T>(rows: *mut T) -> LightUserData {
        LightUserData(rows.cast::<c_void>())
    }
    let table = lua.create_table()?;
    table.set("start_units", pointer(buffers.start.units.as_mut_ptr()))?;
    table.set("start_grid", pointer(buffers.start.grid.as_mut_ptr()))?;
    table.set("units", pointer(buffers.state.units.as_mut_ptr()))?;
    table.set("grid", pointer(buffers.state.grid.as_mut_ptr()))?;
    table.set("orders", pointer(buffers.orders.as_mut_ptr()))?;
    table.set("changes", pointer(buffers.rows.as_mut_ptr()))?;
    table.set("progress", pointer(std::ptr::from_mut(progress)))?;
    table.set("n", buffers.orders.len())?;
    table.set("units_size", size_of_val(&*buffers.start.units))?;
    table.set("grid_size", size_of_val(&*buffers.start.grid))?;
    Ok(table)
}

fn check(item: &WorkItem, peer: &mut Peer) -> mlua::Result<()> {
    for _ in 0..1000 {
        peer.preview.call::<()>(())?;
        peer.buffers.state.turn = peer.progress.turn;
        peer.buffers.written = peer.progress.written as usize;
        assert_as_the_pair(item, &peer.buffers);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut columns = Vec::new();
    for case in CASES {
        let item = WorkItem::of(case);
        let (mut peer, mut called) = (Peer::new(&item)?, Peer::new(&item)?);
        check(&item, &mut called)?;
        check(&item, &mut peer)?;
        let (mut failed, mut failed_called) = (None, None);
        let mut repeated = || failed = failed.take().or(peer.previews.call::<()>(BATCH).err());
        let mut call =
            || (0..BATCH).for_each(|_| failed_called = failed_called.take().or(called.preview.call::<()>(()).err()));
        let rows = beside_the_pair(
            &item,
            BATCH,
            101,
            &mut [
                ("LuaJIT FFI, repeated inside the script", &mut repeated),
                ("LuaJIT FFI, a call for each preview", &mut call),
            ],
        );
        failed.or(failed_called).map_or(Ok(()), Err)?;
        check(&item, &mut peer)?;
        check(&item, &mut called)?;
        columns.push((case.name, rows));
    }
    print!("{}", table(&columns, BATCH));
    Ok(())
}
