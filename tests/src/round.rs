//! Predicts and executes a round, and checks both.

use foretoken_preview::{Extent, Predictor};
use foretoken_vm::{Advance, Battle, Buffers, ChancePolicy, GameState, Log, Plan, Rulebook, Team};

/// Executes a round and checks that it equals its prediction if no chance is involved, that every change alters the
/// hash, and that saving round-trips.
///
/// # Panics
/// If a check fails.
pub fn carry_out_round(book: &Rulebook, battle: &mut Battle, buffers: &mut Buffers, plan: &Plan) -> Log {
    let known = battle.project(book, Team::PLAYER);
    let mut predictor = Predictor::default();
    predictor.run(book, &known, plan, ChancePolicy::Likely, Extent::Horizon);
    let before = battle.state().hash64(book);
    let mut log = Log::default();
    loop {
        let advance = battle.apply_for_execution(book, plan, buffers, &mut log);
        if matches!(advance, Advance::RoundEnd | Advance::Over) {
            break;
        }
    }
    let state = battle.state();
    if !log.drew_chance {
        assert_eq!(predictor.state(), battle.project(book, Team::PLAYER).state(), "what is predicted happens");
    }
    let hash = log.changes.iter().fold(before, |hash, change| hash.wrapping_add(change.hash_delta(book)));
    assert_eq!(hash, state.hash64(book), "changes tell of all that is hashed");
    let again = GameState::from_bytes(book, &state.to_bytes().expect("small")).expect("its own bytes");
    assert_eq!((&again, again.hash64(book)), (state, hash), "saved and loaded");
    log
}
