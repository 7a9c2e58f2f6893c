//! Repeats the predicted round of a shipped scenario for a profiler: `rounds [scenario] [times]`.

use std::path::Path;

foretoken_turn_work::scenario_work!(foretoken_vm, foretoken_preview, foretoken_action_assets, foretoken_session);

fn main() {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or_else(|| "first-light".to_owned());
    let times = words.next().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut rounds = Rounds::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil"), &scenario);
    for _ in 0..times {
        rounds.predict();
    }
    println!("{} instructions a round", rounds.came_to().1);
}
