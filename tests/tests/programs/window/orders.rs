//! A battle under each turn order: actions are aimed and drawn, a decision is made, and the battle runs and rewinds.

use super::*;
use foretoken_vm::schedulers::Scheduler;

fn skip(played: &mut Played) {
    for _ in 0..50 {
        played.driver.frames(2);
        if !played.battle().playback.is_showing() {
            return;
        }
        played.driver.key(Key::X);
    }
}

/// Aims each offered action and steps back, then decides the first one with a request. Returns the number of actions
/// aimed.
fn aims(played: &mut Played) -> usize {
    let keys = [Key::Digit1, Key::Digit2, Key::Digit3, Key::Digit4, Key::Digit5, Key::Digit6, Key::Digit7, Key::Digit8];
    let mut aimed = Vec::new();
    for key in keys {
        played.driver.key(key);
        played.driver.frames(1);
        if played.battle().controller.choosing == Choosing::Target {
            assert!(played.battle().scene.flat.quads() > 0, "targets are drawn");
            aimed.push(key);
            played.driver.key(Key::Escape);
        }
        played.driver.key(Key::Escape);
        played.driver.frames(1);
    }
    if let Some(&key) = aimed.first() {
        played.driver.key(key);
        played.driver.key(Key::Tab);
        played.driver.key(Key::Enter);
        played.driver.key(Key::Space);
        played.driver.frames(1);
    }
    aimed.len()
}

#[test]
fn a_shipped_battle_of_each_turn_order_is_played() {
    let content = Content::open(&root().join("assets")).expect("content");
    let scenarios = content.scenarios("vigil").expect("the shipped pack");
    for order in Scheduler::ALL {
        let of_order = |name: &str| {
            let setup = content.setup(name, None).expect("it compiles").setup;
            setup.book.scheduler.name() == order.name()
        };
        let scenario = scenarios.iter().rfind(|info| of_order(&info.name)).expect("one is shipped");
        let mut played = Played::new(Some(&scenario.name));
        skip(&mut played);
        let begun = played.battle().controller.session.rewind_points().len();
        assert!(aims(&mut played) > 0, "{}", scenario.name);
        played.keep(&format!("order-{}", order.name()));
        played.driver.chord(Key::Shift, Key::A);
        played.driver.key(Key::E);
        skip(&mut played);
        assert!(played.battle().controller.session.rewind_points().len() > begun, "{}", scenario.name);
    }
}
