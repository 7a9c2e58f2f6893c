//! Reads four stats of 100 units with five modifiers each, through the sheet and by hand from arrays. Equal results are
//! asserted before timing.

use foretoken_benches::stats::{ByHand, STATS, UNITS, rulebook};
use foretoken_turn_work::measure::measure;
use foretoken_vm::EntityId;
use foretoken_vm::stats::StatId;
use std::hint::black_box;

fn main() {
    let book = rulebook();
    let battle = book.battle(1);
    let sheet = battle.state().sheet(&book);
    let stats = STATS.map(|name| book.find_stat(name).expect("it is declared"));
    let units: Vec<ByHand> = (0..UNITS).map(|_| ByHand::new()).collect();
    for (at, &stat) in stats.iter().enumerate() {
        assert_eq!(sheet.stat(EntityId(0), stat), units[0].stat(at), "both come to the same");
    }
    let mut by_hand = || {
        for unit in &units {
            (0..STATS.len()).for_each(|stat| {
                black_box(unit.stat(black_box(stat)));
            });
        }
    };
    let mut ours = || {
        for unit in 0..UNITS as u16 {
            stats.iter().for_each(|&stat| {
                black_box(sheet.stat(EntityId(unit), black_box(stat)));
            });
        }
    };
    let mut plain = || {
        for unit in 0..UNITS as u16 {
            (0..STATS.len()).for_each(|_| {
                black_box(sheet.stat(EntityId(unit), black_box(StatId::MOVEMENT)));
            });
        }
    };
    let rows = measure(&mut [("by hand", &mut by_hand), ("ours", &mut ours), ("ours, no modifier", &mut plain)], 101);
    println!("| one stat read | ns | x by hand |\n|---|---|---|");
    let reads = (UNITS * STATS.len()) as f64;
    for row in &rows {
        println!("| {} | {:.1} | {:.1} |", row.name, row.ns_median / reads, row.ratio_to_first);
    }
}
