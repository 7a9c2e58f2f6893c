//! Battles of the computer against itself, with results that can be compared between builds, machines and thread
//! counts.

use crate::assert_valid;
use foretoken_action_assets::AssetType;
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::record::Replay;
use foretoken_session::simulate;
use foretoken_vm::CompiledScenario;
use foretoken_vm::state::BattleField;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Batch of battles.
#[derive(Clone, Debug)]
pub struct BattleBatch {
    /// Scenarios, used in turn.
    pub books: Vec<CompiledScenario>,
    /// Options of the planner.
    pub options: PlannerOptions,
    /// Seed of the first battle; each further battle adds 1.
    pub seed: u64,
    /// Whether every state is validated.
    pub checked: bool,
}

impl BattleBatch {
    /// All shipped scenarios in name order with a small planner budget.
    ///
    /// # Panics
    /// If a scenario has a fault.
    #[must_use]
    pub fn shipped(seed: u64) -> Self {
        let library = crate::shipped();
        let book = |name| library.compile(name).0.expect("shipped scenarios compile");
        let books = library.names_of(AssetType::Scenario).map(book).collect();
        let options = PlannerOptions { budget: 250, beam: 3, answers: 6, rounds_beyond: 1, ..Default::default() };
        Self { books, options, seed, checked: false }
    }
}

/// Result of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleResult {
    /// Scenario.
    pub scenario: String,
    /// 1: the player's side won, 2: lost, 3: draw.
    pub outcome: i32,
    /// Number of rounds.
    pub rounds: i32,
    /// Hash of the states after all activations.
    pub hash: u64,
}

/// Returns the replay of a battle at its start.
#[must_use]
pub fn replay(scenario: &CompiledScenario, seed: u64) -> Replay {
    Replay::new(Arc::new(scenario.rules.clone()), &scenario.seeded(seed))
}

/// Plays one battle to its end.
#[must_use]
pub fn fight(fray: &BattleBatch, number: u64) -> BattleResult {
    let book = &fray.books[(number % fray.books.len() as u64) as usize];
    let seed = fray.seed.wrapping_add(number);
    let mut planner = Planner::new(PlannerOptions { seed, ..fray.options.clone() });
    let mut replay = replay(book, seed);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    while replay.battle.state().battle(BattleField::Outcome) == 0 {
        simulate::decide_all(&mut replay, &mut planner);
        hash = replay.execute().into_iter().fold(hash, mixed);
        if fray.checked {
            assert_valid(book, replay.battle.state());
        }
    }
    let state = replay.battle.state();
    let (outcome, rounds) = (state.battle(BattleField::Outcome), state.round());
    BattleResult { scenario: book.scenario.clone(), outcome, rounds, hash }
}

pub(crate) fn mixed(hash: u64, word: u64) -> u64 {
    word.to_le_bytes().into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Plays battles on several threads. Results do not depend on the number of threads.
///
/// # Panics
/// If a battle panics.
#[must_use]
pub fn fight_all(fray: &BattleBatch, count: u64, threads: usize) -> Vec<BattleResult> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut fought = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return fought;
            }
            fought.push((number, fight(fray, number)));
        }
    };
    let mut all: Vec<(u64, BattleResult)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("every battle ends")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, fought)| fought).collect()
}
