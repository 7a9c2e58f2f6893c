//! Repeats the turn preview for a profiler: `profile [units] [width] [times] [core|extern] [hover]`. `hover` repeats
//! only the last activation.

use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::{SEED, WorkItem};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(100));
    let units = numbers.next().unwrap_or(100);
    let width = numbers.next().unwrap_or(16);
    let times = numbers.next().unwrap_or(200_000);
    let tokens = if std::env::args().any(|text| text == "extern") { Tokens::Extern } else { Tokens::Core };
    let mut turn = Turn::new(&WorkItem::new(width as u16, units as u16, SEED), tokens);
    if std::env::args().any(|text| text == "hover") {
        let last = turn.run_to_last();
        for _ in 0..times {
            turn.run_last_again(&last);
        }
    } else {
        for _ in 0..times {
            turn.run();
        }
    }
    println!("{} steps a preview", turn.log.steps);
}
