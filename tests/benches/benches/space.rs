//! Sight and paths compared with handwritten limits, interleaved. `peers/space` adds other crates.

use foretoken_benches::space::{BATCH, Map, path, reachable, sight};
use foretoken_turn_work::measure::table;

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(101);
    let (wide, map) = (Map::new(100, 1), Map::new(64, 1));
    print!("{}", table(&[("sight of 20 on 100²", sight(&wide, rounds, &mut []))], BATCH));
    println!();
    print!("{}", table(&[("reachable in 6 on 64²", reachable(&map, rounds, &mut []))], BATCH));
    println!();
    print!("{}", table(&[("corner to corner on 64²", path(&map, rounds, &mut []))], 1));
}
