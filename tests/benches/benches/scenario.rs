//! Whole predicted rounds of the shipped scenarios. `peers/before` compares them with an earlier build.

use foretoken_turn_work::measure::measure;
use std::path::Path;

foretoken_turn_work::scenario_work!(foretoken_vm, foretoken_preview, foretoken_action_assets, foretoken_session);

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(101);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil");
    println!("| a predicted round of | activations | instructions | changes | ns |\n|---|---|---|---|---|");
    for scenario in foretoken_turn_work::scenario::SHIPPED {
        let mut ours = Rounds::new(&folder, scenario);
        ours.predict();
        let (activations, steps, changes) = ours.came_to();
        let rows = measure(&mut [(scenario, &mut || ours.predict())], rounds);
        println!("| {scenario} | {activations} | {steps} | {} | {:.0} |", changes.len(), rows[0].ns_median);
    }
}
