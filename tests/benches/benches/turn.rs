//! Turn preview of the VM compared with the pair, interleaved.

use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::measure::{measure, table};
use foretoken_turn_work::plain::Preview;
use foretoken_turn_work::{CASES, SEED, WorkItem};
use std::hint::black_box;

/// Previews per call, to amortise the call itself.
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
        let mut hover = Turn::new(&item, Tokens::Core);
        hover.run();
        let last = hover.run_to_last();
        let mut project = Turn::new(&item, Tokens::Core);
        let rows = measure(
            &mut [
                ("plain Rust that writes the changes (the pair)", &mut || (0..BATCH).for_each(|_| pair.pair())),
                ("plain Rust without changes", &mut || (0..BATCH).for_each(|_| plain.without_changes())),
                ("plain Rust, the clone alone", &mut || (0..BATCH).for_each(|_| clone.clone_only())),
                ("vm", &mut || (0..BATCH).for_each(|_| vm.run())),
                ("vm, tokens of another crate", &mut || (0..BATCH).for_each(|_| outside.run())),
                ("vm, moving the hover over the last unit's choices", &mut || {
                    (0..BATCH).for_each(|_| hover.run_last_again(&last));
                }),
                ("vm, projection", &mut || {
                    (0..BATCH).for_each(|_| black_box(&mut project).project());
                }),
            ],
            rounds,
        );
        columns.push((case.name, rows));
    }
    print!("{}", table(&columns, BATCH));
    marks(rounds);
    wide(rounds);
    way_back(rounds);
}

/// Measures resetting a used copy, compared with copying the touched bytes. Only the reset of many prepared copies is
/// timed, so the shared timer does not fit.
#[allow(clippy::disallowed_types, reason = "a benchmark measures time; nothing here reaches a state")]
fn way_back(rounds: usize) {
    use foretoken_vm::{ChangeKind, Predicted};
    use std::time::Instant;
    const COPIES: usize = 64;
    println!();
    for case in CASES {
        let mut turn = Turn::new(&WorkItem::of(case), Tokens::Core);
        turn.run();
        let moved = turn.log.changes.iter().filter(|change| change.kind == ChangeKind::Cell);
        let mut pages: Vec<u32> = moved.flat_map(|c| [c.before, c.after]).map(|cell| cell as u32 >> 4).collect();
        pages.sort_unstable();
        pages.dedup();
        let units = usize::from(case.units);
        let (from, mut to) = (vec![1_u8; pages.len() * 64], vec![0_u8; pages.len() * 64]);
        let (rows_from, mut rows_to) = (vec![1_u8; units * 42], vec![0_u8; units * 42]);
        let mut copies: Vec<Predicted> = (0..COPIES).map(|_| Predicted::of(&turn.known)).collect();
        let mut ratios = Vec::new();
        let mut best = f64::MAX;
        for _ in 0..rounds {
            for copy in &mut copies {
                std::mem::swap(copy, &mut turn.predicted);
                turn.run();
                std::mem::swap(copy, &mut turn.predicted);
            }
            let start = Instant::now();
            copies.iter_mut().for_each(|copy| copy.reset(&turn.known));
            let reset = start.elapsed().as_nanos() as f64 / COPIES as f64;
            let start = Instant::now();
            for _ in 0..COPIES {
                black_box(&mut to).copy_from_slice(black_box(&from));
                black_box(&mut rows_to).copy_from_slice(black_box(&rows_from));
            }
            ratios.push(reset * COPIES as f64 / start.elapsed().as_nanos() as f64);
            best = best.min(reset);
        }
        ratios.sort_unstable_by(f64::total_cmp);
        let bytes = from.len() + rows_from.len();
        println!(
            "{}: way back {best:.0} ns at best, {:.1} x memcpy of the {bytes} bytes touched (from memory that was not just read)",
            case.name,
            ratios[rounds / 2]
        );
    }
}

fn marks(rounds: usize) {
    use foretoken_preview::{Extent, Marks, Predictor};
    use foretoken_vm::ChancePolicy;
    let mut columns = Vec::new();
    for case in CASES {
        let turn = Turn::new(&WorkItem::of(case), Tokens::Core);
        let Turn { book, known, plan, .. } = &turn;
        let (mut running, mut ran, mut marks) = (Predictor::default(), Predictor::default(), Marks::default());
        ran.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
        let rows = measure(
            &mut [
                ("running to the end of the round", &mut || {
                    (0..BATCH).for_each(|_| {
                        running.forget();
                        running.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
                    });
                }),
                ("folding its changes into marks", &mut || {
                    (0..BATCH).for_each(|_| {
                        marks.fold(known, ran.state(), ran.log(), ran.activations(), None);
                        black_box(&mut marks);
                    });
                }),
            ],
            rounds,
        );
        columns.push((case.name, rows));
    }
    println!();
    print!("{}", table(&columns, BATCH));
}

const FLOORS: u8 = 20;

fn wide(rounds: usize) {
    let mut columns = Vec::new();
    for (name, units) in [("7 units", 7), ("100 units", 100)] {
        let item = |width| WorkItem::new(width, units, SEED);
        let mut small = Turn::new(&item(16), Tokens::Core);
        let mut large = Turn::new(&shifted(&item(16), 512), Tokens::Core);
        let mut low = Turn::under(&item(16), Tokens::Core, FLOORS);
        let mut high = Turn::under(&shifted(&item(16), 512), Tokens::Core, FLOORS);
        let mut project =
            [Turn::under(&item(16), Tokens::Core, FLOORS), Turn::under(&shifted(&item(16), 512), Tokens::Core, FLOORS)];
        let [near, far] = project.each_mut();
        let rows = measure(
            &mut [
                ("16²", &mut || (0..BATCH).for_each(|_| small.run())),
                ("512², the same units and walls", &mut || (0..BATCH).for_each(|_| large.run())),
                ("16² under 20 floors", &mut || (0..BATCH).for_each(|_| low.run())),
                ("512² under 20 floors", &mut || (0..BATCH).for_each(|_| high.run())),
                ("a projection, 16² under 20 floors", &mut || (0..BATCH).for_each(|_| near.project())),
                ("a projection, 512² under 20 floors", &mut || (0..BATCH).for_each(|_| far.project())),
            ],
            rounds,
        );
        columns.push((name, rows));
    }
    println!();
    print!("{}", table(&columns, BATCH));
}

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
