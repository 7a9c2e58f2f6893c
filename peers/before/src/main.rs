//! Compares predicted rounds and whole battles of this build and an earlier build, interleaved. Both use the earlier
//! pack and its planner's decisions.

use foretoken_turn_work::measure::measure;
use foretoken_turn_work::scenario::SHIPPED;
use std::path::Path;

mod now {
    foretoken_turn_work::scenario_work!(foretoken_vm, foretoken_preview, foretoken_action_assets, foretoken_session);
}

mod before {
    foretoken_turn_work::scenario_work!(before_vm, before_preview, before_action_assets, before_session);
}

const BUDGET: u64 = 20_000;

fn carried(intent: &before_vm::Intent) -> foretoken_vm::Intent {
    let value = serde_json::to_value(intent).expect("an intent is plain data");
    serde_json::from_value(value).expect("intents have kept their fields")
}

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(51);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/before/assets/vigil");
    println!("| | activations | a predicted round, ns | before, ns | times as fast | battles a second | before | times as many |");
    println!("|---|---|---|---|---|---|---|---|");
    for scenario in SHIPPED {
        let (mut now, mut before) = (now::Rounds::new(&folder, scenario), before::Rounds::new(&folder, scenario));
        now.decide(before.intents().into_iter().map(|intent| intent.map(|intent| carried(&intent))).collect());
        now.predict();
        before.predict();
        let same = if now.came_to() == before.came_to() { "" } else { " (another round)" };
        let activations = now.came_to().0;
        let round = measure(&mut [("now", &mut || now.predict()), ("before", &mut || before.predict())], rounds);
        let mut outcomes = (Vec::new(), Vec::new());
        let (mut seed, mut seed_before) = (0, 0);
        let battles = measure(
            &mut [
                ("now", &mut || {
                    outcomes.0.push(now.battle(seed % 16, BUDGET));
                    seed += 1;
                }),
                ("before", &mut || {
                    outcomes.1.push(before.battle(seed_before % 16, BUDGET));
                    seed_before += 1;
                }),
            ],
            rounds.min(32),
        );
        let played = outcomes.0.len().min(outcomes.1.len()).min(16);
        let strength = if outcomes.0[..played] == outcomes.1[..played] { "" } else { " (other battles)" };
        println!(
            "| {scenario}{same} | {activations} | {:.0} | {:.0} | {:.2} | {:.0} | {:.0} | {:.2}{strength} |",
            round[0].ns_median,
            round[1].ns_median,
            round[1].ratio_to_first,
            1e9 / battles[0].ns_median,
            1e9 / battles[1].ns_median,
            battles[1].ratio_to_first,
        );
    }
}
