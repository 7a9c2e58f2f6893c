//! Clones a state and executes a random legal action with random answers: actions per second on one core, 16x16 with 7
//! units.

use foretoken_benches::random::Player;
use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::measure::measure;
use foretoken_turn_work::{CASES, WorkItem};

const BATCH: u32 = 64;

fn main() {
    let turn = Turn::new(&WorkItem::of(CASES[0]), Tokens::Core);
    let mut player = Player::new(1);
    let rows =
        measure(&mut [("random action", &mut || (0..BATCH).for_each(|_| player.play(&turn.book, &turn.known)))], 51);
    let ns = rows[0].ns_median / f64::from(BATCH);
    println!("a random legal action on 16², 7 units: {ns:.0} ns, {:.2} million a second", 1e3 / ns);
    assert!(player.changes > 0, "something was executed");
}
