//! The VM's turn preview equals the pair change by change and allocates nothing once warm.

use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::{CASES, Case, WorkItem};

#[test]
fn the_vm_writes_what_the_pair_writes() {
    for Case { width, units, .. } in CASES {
        for seed in 0..50 {
            let item = WorkItem::new(width, units, seed);
            for tokens in [Tokens::Core, Tokens::Extern] {
                Turn::new(&item, tokens).check(&item);
            }
        }
    }
}

#[test]
fn a_warm_prediction_allocates_nothing() {
    for case in CASES {
        let mut turn = Turn::new(&WorkItem::of(case), Tokens::Core);
        turn.run();
        let warm = allocation_counter::measure(|| turn.run());
        assert_eq!((warm.count_total, warm.bytes_total), (0, 0), "{}", case.name);
    }
}
