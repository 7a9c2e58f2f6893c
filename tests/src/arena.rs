//! Battles that the computer plays against itself by the hundred, told so that two builds, machines or thread counts
//! can be compared line by line.

use crate::assert_valid;
use foretoken_action_assets::AssetType;
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::record::Replay;
use foretoken_session::simulate;
use foretoken_vm::CompiledScenario;
use foretoken_vm::state::BattleField;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is fought, and how.
#[derive(Clone, Debug)]
pub struct BattleBatch {
    /// The scenarios, in turn.
    pub books: Vec<CompiledScenario>,
    /// How hard the computer thinks.
    pub options: PlannerOptions,
    /// Seed of the first battle; each further one has the next.
    pub seed: u64,
    /// Whether every state is looked at.
    pub checked: bool,
}

impl BattleBatch {
    /// All shipped scenarios in order of their names, decided for in little time.
    ///
    /// # Panics
    /// When one has a fault.
    #[must_use]
    pub fn shipped(seed: u64) -> Self {
        let library = crate::shipped();
        let book = |name| library.compile(name).0.expect("shipped scenarios compile");
        let books = library.names_of(AssetType::Scenario).map(book).collect();
        let options = PlannerOptions { budget: 250, beam: 3, answers: 6, rounds_beyond: 1, ..Default::default() };
        Self { books, options, seed, checked: false }
    }
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleResult {
    /// The scenario.
    pub scenario: String,
    /// 1 won by the player's side, 2 lost, 3 drawn.
    pub outcome: i32,
    /// Rounds it took.
    pub rounds: i32,
    /// Hash of the state after every activation.
    pub hash: u64,
}

/// The replay of a battle at its start.
#[must_use]
pub fn replay(scenario: &CompiledScenario, seed: u64) -> Replay {
    Replay::new(Arc::new(scenario.rules.clone()), &scenario.seeded(seed))
}

/// Fights one battle to its end.
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

/// FNV-1a over the bytes of a word: enough to tell two battles apart.
pub(crate) fn mixed(hash: u64, word: u64) -> u64 {
    word.to_le_bytes().into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Fights many battles on some threads. What comes of them does not depend on how many threads there are.
///
/// # Panics
/// When a battle does.
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
