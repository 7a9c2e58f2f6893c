//! Plays battles with planners on all sides, for a profiler: `battles [scenario] [count]`.

use std::path::Path;

foretoken_turn_work::scenario_work!(foretoken_vm, foretoken_preview, foretoken_action_assets, foretoken_session);

fn main() {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or_else(|| "first-light".to_owned());
    let times = words.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let rounds = Rounds::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil"), &scenario);
    let won = (0..times).filter(|&seed| rounds.battle(seed, 20_000).0 == 1).count();
    println!("{won} of {times} won");
}
