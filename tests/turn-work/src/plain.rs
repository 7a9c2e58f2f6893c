//! Performance limit: the turn handwritten in Rust over flat rows and an occupancy grid. One generic function gives two
//! versions: without changes, and "the pair", which writes every change. The overhead of a general engine is its ratio
//! to the pair.

use crate::aligned::Aligned;
use crate::{COLLISION, Change, DAMAGE, HEALTH, WorkItem, kind, label, pack};

/// Grid value: free.
pub const FREE: u16 = 0xffff;
/// Grid value: wall.
pub const WALL: u16 = 0xfffe;
/// Grid value: border around the board.
pub const EDGE: u16 = 0xfffd;

/// Maximum changes per activation: turn, move, hit, blocked push, and a collision that kills both.
pub const CHANGES_PER_UNIT: usize = 8;

/// Unit as a row of 16 bytes.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Grid index of its cell.
    pub at: u32,
    /// Packed cell.
    pub cell: u32,
    /// Remaining health.
    pub health: i32,
    /// 1 alive, 0 dead.
    pub flags: u32,
}

/// Mutable state of a turn.
#[derive(PartialEq, Eq, Debug)]
pub struct State {
    /// Units by index.
    pub units: Aligned<Unit>,
    /// By grid index: living unit, [`FREE`], [`WALL`] or [`EDGE`], row by row with a border of one cell.
    pub grid: Aligned<u16>,
    /// Index after the last acting unit; 0 before the first.
    pub turn: u32,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { units: self.units.clone(), grid: self.grid.clone(), turn: self.turn }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.units.clone_from(&source.units);
        self.grid.clone_from(&source.grid);
        self.turn = source.turn;
    }
}

/// Decision as offsets of grid index and packed cell. Without a move both are 0, and the unit's own cell is not free.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Move, in grid indices.
    pub move_at: i32,
    /// Move, in packed cells.
    pub move_cell: i32,
    /// Aim and push, in grid indices.
    pub aim_at: i32,
    /// Aim and push, in packed cells.
    pub aim_cell: i32,
}

/// Returns the grid cells per row, with the border.
#[must_use]
pub const fn stride(width: u16) -> u32 {
    width as u32 + 2
}

/// Returns the state before the turn and the orders.
#[must_use]
pub fn prepare(item: &WorkItem) -> (State, Vec<Order>) {
    let stride = stride(item.width);
    let index = |x: i16, y: i16| (y as u32 + 1) * stride + x as u32 + 1;
    let mut grid = vec![EDGE; (stride * stride) as usize];
    for (place, &wall) in item.walls.iter().enumerate() {
        let (x, y) = (place % usize::from(item.width), place / usize::from(item.width));
        grid[index(x as i16, y as i16) as usize] = if wall { WALL } else { FREE };
    }
    let mut units = Vec::with_capacity(item.starts.len());
    for (unit, &(x, y)) in item.starts.iter().enumerate() {
        let at = index(x, y);
        grid[at as usize] = unit as u16;
        units.push(Unit { at, cell: pack(x, y), health: HEALTH, flags: 1 });
    }
    let steps = |(x, y): (i16, i16)| (i32::from(y) * stride as i32 + i32::from(x), (i32::from(y) << 12) + i32::from(x));
    let order = |decision: &crate::Decision| {
        let (move_at, move_cell) = steps(decision.move_to.unwrap_or((0, 0)));
        let (aim_at, aim_cell) = steps(decision.aim);
        Order { move_at, move_cell, aim_at, aim_cell }
    };
    (
        State { units: Aligned::new(&units), grid: Aligned::new(&grid), turn: 0 },
        item.decisions.iter().map(order).collect(),
    )
}

/// Runs all units without changes.
pub fn turn(state: &mut State, orders: &[Order]) {
    run(state, orders, &mut Nowhere);
}

/// Runs all units and writes the changes to `rows`: the pair. Returns their number.
///
/// Rows are a slice because pushing to a vector cost a fifth more.
///
/// # Panics
/// If there are fewer than [`CHANGES_PER_UNIT`] rows per order.
pub fn turn_with_changes(state: &mut State, orders: &[Order], rows: &mut [Change]) -> usize {
    assert!(rows.len() >= orders.len() * CHANGES_PER_UNIT, "too few rows for the changes");
    let mut tape = Tape { rows, written: 0 };
    run(state, orders, &mut tape);
    tape.written
}

/// Item with reused buffers for repeated previews.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Start of every preview.
    pub start: State,
    /// Orders of the units.
    pub orders: Vec<Order>,
    /// State after the last preview.
    pub state: State,
    /// Space for the maximum number of changes.
    pub rows: Vec<Change>,
    /// Number of rows written by the last preview with changes.
    pub written: usize,
}

impl Preview {
    /// Creates the buffers of an item.
    #[must_use]
    pub fn new(item: &WorkItem) -> Self {
        let (start, orders) = prepare(item);
        let rows = vec![Change::default(); orders.len() * CHANGES_PER_UNIT];
        Self { state: start.clone(), rows, written: 0, start, orders }
    }

    /// Returns the changes of the last preview that wrote them.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.rows[..self.written]
    }

    /// Clones the state only.
    pub fn clone_only(&mut self) {
        self.state.clone_from(&self.start);
    }

    /// Clones and runs without changes.
    pub fn without_changes(&mut self) {
        self.state.clone_from(&self.start);
        turn(&mut self.state, &self.orders);
    }

    /// Clones and runs the pair.
    pub fn pair(&mut self) {
        self.state.clone_from(&self.start);
        self.written = turn_with_changes(&mut self.state, &self.orders, &mut self.rows);
    }
}

trait Sink {
    fn write(&mut self, change: Change);
}

struct Nowhere;

impl Sink for Nowhere {
    #[inline(always)]
    fn write(&mut self, _: Change) {}
}

struct Tape<'a> {
    rows: &'a mut [Change],
    written: usize,
}

impl Sink for Tape<'_> {
    #[inline(always)]
    fn write(&mut self, change: Change) {
        if let Some(row) = self.rows.get_mut(self.written) {
            *row = change;
            self.written += 1;
        }
    }
}

#[inline(always)]
fn run<S: Sink>(state: &mut State, orders: &[Order], sink: &mut S) {
    let State { units, grid, turn } = state;
    let (units, grid) = (&mut **units, &mut **grid);
    let mut previous = *turn;
    for (index, order) in orders.iter().enumerate() {
        let Some(unit) = units.get_mut(index) else {
            break;
        };
        if unit.health <= 0 {
            continue;
        }
        let next = index as u32 + 1;
        sink.write(change(kind::TURN, label::ACTIVATION, index as u16, previous as i32, next as i32));
        previous = next;
        let moved = step(unit, index as u16, order.move_at, order.move_cell, label::MOVE, grid, sink);
        if !moved && order.move_at != 0 && occupant(grid, unit.at.wrapping_add_signed(order.move_at)) != EDGE {
            let goal = unit.cell.wrapping_add_signed(order.move_cell);
            sink.write(note(kind::NO_EFFECT, label::MOVE, index as u16, goal, 0));
        }
        let (at, cell) = (unit.at.wrapping_add_signed(order.aim_at), unit.cell.wrapping_add_signed(order.aim_cell));
        let target = occupant(grid, at);
        let Some(struck) = units.get_mut(usize::from(target)) else {
            if target != EDGE {
                sink.write(note(kind::STRUCK, label::HIT, index as u16, cell, 0));
            }
            continue;
        };
        if !damage(struck, target, DAMAGE, label::HIT, grid, sink) {
            continue;
        }
        if step(struck, target, order.aim_at, order.aim_cell, label::PUSH, grid, sink) {
            continue;
        }
        let blocker = occupant(grid, struck.at.wrapping_add_signed(order.aim_at));
        let stopped_by = if blocker < EDGE { i32::from(blocker) } else { -1 };
        sink.write(note(kind::COLLIDED, label::PUSH, target, struck.cell, stopped_by));
        damage(struck, target, COLLISION, label::PUSH, grid, sink);
        if let Some(blocking) = units.get_mut(usize::from(blocker)) {
            damage(blocking, blocker, COLLISION, label::PUSH, grid, sink);
        }
    }
    *turn = previous;
}

#[inline(always)]
fn step<S: Sink>(
    unit: &mut Unit,
    entity: u16,
    by_at: i32,
    by_cell: i32,
    label: u8,
    grid: &mut [u16],
    sink: &mut S,
) -> bool {
    let at = unit.at.wrapping_add_signed(by_at);
    let Some(place) = grid.get_mut(at as usize) else {
        return false;
    };
    if *place != FREE {
        return false;
    }
    *place = entity;
    if let Some(place) = grid.get_mut(unit.at as usize) {
        *place = FREE;
    }
    let (before, after) = (unit.cell, unit.cell.wrapping_add_signed(by_cell));
    (unit.at, unit.cell) = (at, after);
    sink.write(change(kind::CELL, label, entity, before as i32, after as i32));
    true
}

#[inline(always)]
fn damage<S: Sink>(unit: &mut Unit, entity: u16, amount: i32, label: u8, grid: &mut [u16], sink: &mut S) -> bool {
    let before = unit.health;
    let after = (before - amount).max(0);
    unit.health = after;
    sink.write(change(kind::HEALTH, label, entity, before, after));
    if after > 0 {
        return true;
    }
    unit.flags = 0;
    if let Some(place) = grid.get_mut(unit.at as usize) {
        *place = FREE;
    }
    sink.write(change(kind::FLAGS, label, entity, 1, 0));
    false
}

#[inline(always)]
fn occupant(grid: &[u16], at: u32) -> u16 {
    grid.get(at as usize).copied().unwrap_or(EDGE)
}

#[inline(always)]
fn change(kind: u8, label: u8, entity: u16, before: i32, after: i32) -> Change {
    Change { kind, label, entity, at: 0, before, after }
}

#[inline(always)]
fn note(kind: u8, label: u8, entity: u16, at: u32, after: i32) -> Change {
    Change { kind, label, entity, at, before: 0, after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Battle;
    use crate::{CASES, Case};

    fn check(item: &WorkItem) {
        let mut battle = Battle::new(item);
        let mut expected = Vec::new();
        battle.run(&item.decisions, &mut expected);

        let mut preview = Preview::new(item);
        preview.pair();
        assert_eq!(preview.changes(), expected);
        assert_eq!(preview.state.turn, battle.turn);
        for (row, unit) in preview.state.units.iter().zip(&battle.units) {
            assert_eq!(
                (row.cell, row.health, row.flags),
                (pack(unit.cell.0, unit.cell.1), unit.health, u32::from(unit.health > 0))
            );
        }
        let with_changes = preview.state.clone();
        preview.without_changes();
        assert_eq!(preview.state, with_changes);
        preview.pair();
        assert_eq!(preview.state, with_changes);
        assert_eq!(preview.changes(), expected);
    }

    #[test]
    fn the_pair_equals_the_reference() {
        for Case { width, units, .. } in CASES {
            for seed in 0..100 {
                check(&WorkItem::new(width, units, seed));
            }
        }
    }

    #[test]
    fn decisions_that_do_not_land_equal_the_reference() {
        for seed in 0..100 {
            let mut item = WorkItem::new(16, 100, seed);
            item.decisions.rotate_left(1 + seed as usize % 99);
            check(&item);
            item.decisions.iter_mut().step_by(3).for_each(|decision| decision.move_to = None);
            check(&item);
        }
    }

    #[test]
    fn rows_are_sixteen_bytes() {
        assert_eq!((size_of::<Unit>(), size_of::<Order>()), (16, 16));
    }
}
