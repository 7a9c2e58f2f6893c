//! Turn preview: the VM beside the pair, in one run, interleaved.

use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::measure::{measure, table};
use foretoken_turn_work::plain::Preview;
use foretoken_turn_work::{CASES, SEED, WorkItem};
use std::hint::black_box;

/// Previews in one call of a candidate, so that calling it counts for nothing.
const BATCH: u32 = 16;

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(101);
    let mut columns = Vec::new();
    for case in CASES {
        let item = WorkItem::of(case);
        let (mut vm, mut outside) = (Turn::new(&item, Tokens::Core), Turn::new(&item, Tokens::Extern));
        vm.check(&item);
        outside.check(&item);
        let (mut pair, mut plain, mut clone) = (Preview::new(&item), Preview::new(&item), Preview::new(&item));
        let mut reset = Turn::new(&item, Tokens::Core);
        reset.run();
        let mut hover = Turn::new(&item, Tokens::Core);
        hover.run();
        let last = hover_start(&mut hover);
        let mut project = Turn::new(&item, Tokens::Core);
        let rows = measure(
            &mut [
                ("plain Rust that writes the changes (the pair)", &mut || (0..BATCH).for_each(|_| pair.pair())),
                ("plain Rust without changes", &mut || (0..BATCH).for_each(|_| plain.without_changes())),
                ("plain Rust, the clone alone", &mut || (0..BATCH).for_each(|_| clone.clone_only())),
                ("vm", &mut || (0..BATCH).for_each(|_| vm.run())),
                ("vm, tokens of another crate", &mut || (0..BATCH).for_each(|_| outside.run())),
                ("vm, first activation and the way back", &mut || {
                    (0..BATCH).for_each(|_| {
                        reset.predicted.reset(&reset.known);
                        reset.log.clear();
                        reset.advance();
                    });
                }),
                ("vm, moving the hover over the last unit's choices", &mut || {
                    (0..BATCH).for_each(|_| {
                        let Turn { predicted, log, book, .. } = &mut hover;
                        predicted.roll_back(book, log, last);
                        hover.advance();
                    });
                }),
                ("vm, projection", &mut || {
                    (0..BATCH).for_each(|_| {
                        let Turn { battle, known, book, .. } = &mut project;
                        battle.project_into(book, foretoken_vm::Team::PLAYER, black_box(known));
                    });
                }),
            ],
            rounds,
        );
        columns.push((case.name, rows));
    }
    print!("{}", table(&columns, BATCH));
    wide(rounds);
}

/// Where the last activation's changes begin.
fn hover_start(turn: &mut Turn) -> usize {
    turn.predicted.reset(&turn.known);
    turn.log.clear();
    turn.go_on(turn.activations - 1);
    let at = turn.log.len();
    turn.advance();
    at
}

/// The same units on a board a thousand times as large.
fn wide(rounds: usize) {
    let mut columns = Vec::new();
    for (name, units) in [("7 units", 7), ("100 units", 100)] {
        let item = |width| WorkItem::new(width, units, SEED);
        let mut small = Turn::new(&item(16), Tokens::Core);
        let mut large = Turn::new(&shifted(&item(16), 512), Tokens::Core);
        let rows = measure(
            &mut [
                ("16²", &mut || (0..BATCH).for_each(|_| small.run())),
                ("512², the same units and walls", &mut || (0..BATCH).for_each(|_| large.run())),
            ],
            rounds,
        );
        columns.push((name, rows));
    }
    println!();
    print!("{}", table(&columns, BATCH));
}

/// The item in the middle of a wider board, walled in as its own edge did.
fn shifted(item: &WorkItem, width: u16) -> WorkItem {
    let by = (width - item.width) / 2;
    let side = usize::from(width);
    let mut walls = vec![true; side * side];
    for (index, &wall) in item.walls.iter().enumerate() {
        let (x, y) = (index % usize::from(item.width), index / usize::from(item.width));
        walls[(y + usize::from(by)) * side + x + usize::from(by)] = wall;
    }
    let starts = item.starts.iter().map(|&(x, y)| (x + by as i16, y + by as i16)).collect();
    WorkItem { width, walls, starts, decisions: item.decisions.clone() }
}
