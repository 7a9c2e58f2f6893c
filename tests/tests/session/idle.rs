//! An idle player loses every shipped scenario at the usual level.

use foretoken_preview::Planner;
use foretoken_session::content::Content;
use foretoken_session::record::Replay;
use foretoken_session::simulate;
use foretoken_tests::root;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Outcome, Team};
use std::sync::Arc;

const SEEDS: u64 = 2;

fn idle(content: &Content, scenario: &str, seed: u64) -> (Outcome, i32) {
    let setup = content.setup(scenario, Some(seed)).expect("a scenario").setup;
    let plays = |team: usize| team != usize::from(Team::PLAYER.0);
    let planner = |team| plays(team).then(|| Planner::new(setup.planner_options()));
    let mut planners: Vec<_> = (0..Team::COUNT).map(planner).collect();
    let mut replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
    while !replay.is_over() {
        simulate::decide_all_of(&mut replay, &mut planners);
        replay.execute();
    }
    let state = replay.battle.state();
    (Outcome::for_side(state.battle(BattleField::Outcome), Team::PLAYER), state.round())
}

#[test]
fn who_does_nothing_loses_every_shipped_scenario() {
    let content = Content::open(&root().join("assets")).expect("assets");
    let mut wrong = Vec::new();
    for pack in content.packs() {
        for info in content.scenarios(&pack).expect("a pack") {
            for seed in 1..=SEEDS {
                let (outcome, round) = idle(&content, &format!("{pack}/{}", info.name), seed);
                println!("{pack}/{} (seed {seed}): {outcome:?} in round {round}", info.name);
                if outcome != Outcome::Lost {
                    wrong.push(format!("{pack}/{} (seed {seed}): {outcome:?} in round {round}", info.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
