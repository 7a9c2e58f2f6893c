//! Verification of runs: repeats each decision and battle, and compares the entries.

use crate::campaign::Campaign;
use crate::chance::hash_of;
use crate::combat::{BattleError, outcome_of};
use crate::command::{BeginOptions, Command, Refusal, TakeOffer};
use crate::entry::{Entry, Fought};
use crate::run::Run;
use crate::state::Ending;
use foretoken_preview::Level;
use foretoken_session::record::{self, Compile, Verdict};
use foretoken_vm::{Opening, RULES_VERSION};
use std::sync::Arc;

/// Result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunVerdict {
    /// All entries are as computed anew.
    Same {
        /// Number of entries.
        entries: usize,
        /// Number of repeated battles.
        battles: usize,
    },
    /// The rules differ; nothing else was compared.
    OtherRules {
        /// Version of the run's rules.
        version: u32,
    },
    /// The first wrong entry.
    Wrong {
        /// Number of the entry.
        entry: usize,
        /// Fault.
        what: WrongRunEntry,
    },
}

/// A fault of an entry. The messages continue "entry 7 …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongRunEntry {
    /// The begin differs from that of its campaign, seed and unlocks.
    #[error("is not the begin of this campaign with this seed")]
    Begin,
    /// The decision would be refused.
    #[error("is a decision that is not possible: {0}")]
    Refused(Refusal),
    /// The result differs.
    #[error("has another result than the same decision has now")]
    Result,
    /// The entry does not follow from a decision.
    #[error("does not follow from a decision")]
    NoDecision,
    /// The record of a battle is missing.
    #[error("names the battle record `{0}`, which is missing")]
    NoRecord(String),
    /// The bytes of the record have another hash.
    #[error("names the battle record `{0}`, which was changed")]
    OtherRecord(String),
    /// The record cannot be replayed or differs from its replay.
    #[error("names the battle record `{0}`, which does not replay")]
    NoReplay(String),
    /// The battle began with another party or seed.
    #[error("names the battle record `{0}`, which began with another party or seed")]
    OtherParty(String),
    /// The battle cannot start.
    #[error("is a battle that cannot start: {0}")]
    NoBattle(String),
}

/// Verifies the entries of a run. `records` returns the bytes of a battle record, and `compile` compiles its assets.
#[must_use]
pub fn verify(
    campaign: &Arc<Campaign>,
    entries: &[Entry],
    records: &dyn Fn(&str) -> Option<Vec<u8>>,
    compile: &Compile<'_>,
) -> RunVerdict {
    let Some(Entry::Begin(begin)) = entries.first() else {
        return RunVerdict::Wrong { entry: 0, what: WrongRunEntry::NoDecision };
    };
    if begin.rules != RULES_VERSION {
        return RunVerdict::OtherRules { version: begin.rules };
    }
    let Ok(campaign) = &campaign.for_seed(begin.seed) else {
        return RunVerdict::Wrong { entry: 0, what: WrongRunEntry::Begin };
    };
    let level = Level::from_code(begin.level).unwrap_or_default();
    let options =
        BeginOptions { id: begin.id, seed: begin.seed, mode: begin.mode, level, unlocked: begin.unlocked.clone() };
    if Run::first_entry(campaign, &options).as_ref() != entries.first() {
        return RunVerdict::Wrong { entry: 0, what: WrongRunEntry::Begin };
    }
    let mut run = Run::of_entries(Arc::clone(campaign), entries[..1].to_vec());
    let (mut at, mut battles) = (1, 0);
    while let Some(entry) = entries.get(at) {
        let expected = match entry {
            Entry::Assets(_) | Entry::Unlock(_) | Entry::Unknown(_) => Ok(vec![entry.clone()]),
            Entry::Battle(fought) => {
                battles += 1;
                repeated(&run, fought, records, compile)
            }
            other => match command(&run, other) {
                Some(command) => run.decide(&command).map_err(WrongRunEntry::Refused),
                None => Err(WrongRunEntry::NoDecision),
            },
        };
        match expected {
            Err(what) => return RunVerdict::Wrong { entry: at, what },
            Ok(expected) => {
                let end = at + expected.len();
                let wrong = expected.iter().enumerate().find(|(by, own)| entries.get(at + by) != Some(own));
                // The last decision may lack its later entries, if the process ended while it wrote them.
                if let Some((by, _)) = wrong.filter(|(by, _)| at + by < entries.len() || *by == 0) {
                    return RunVerdict::Wrong { entry: at + by, what: WrongRunEntry::Result };
                }
                run.push(expected);
                at = end;
            }
        }
    }
    RunVerdict::Same { entries: entries.len(), battles }
}

fn command(run: &Run, entry: &Entry) -> Option<Command> {
    Some(match entry {
        Entry::Enter(enter) => Command::Enter(run.campaign().room_index(&enter.room)?),
        Entry::Choose(choose) => Command::Choose(choose.option, choose.answers.clone()),
        Entry::Take(take) => {
            let offer = |taken: &crate::entry::Taken| TakeOffer { offer: taken.offer, gives: taken.gives.clone() };
            Command::Take(take.offers.iter().map(offer).collect())
        }
        Entry::Spend(bought) => Command::Buy(bought.offer.offer),
        Entry::Equip(change) => Command::Equip(change.clone()),
        Entry::End(Ending::GivenUp) => Command::GiveUp,
        Entry::Fork(to) => Command::Rewind(*to),
        _ => return None,
    })
}

fn repeated(
    run: &Run,
    fought: &Fought,
    records: &dyn Fn(&str) -> Option<Vec<u8>>,
    compile: &Compile<'_>,
) -> Result<Vec<Entry>, WrongRunEntry> {
    let name = || fought.record.clone();
    let setup = run.battle_setup().map_err(|error: BattleError| WrongRunEntry::NoBattle(error.to_string()))?;
    let bytes = records(&fought.record).ok_or_else(|| WrongRunEntry::NoRecord(name()))?;
    if hash_of(&bytes) != fought.hash {
        return Err(WrongRunEntry::OtherRecord(name()));
    }
    let opened = record::parse(&bytes).map_err(|_| WrongRunEntry::NoReplay(name()))?;
    if !matches!(record::verify(&opened, compile), Ok(Verdict::Same { .. })) {
        return Err(WrongRunEntry::NoReplay(name()));
    }
    let resumed = record::resume(&opened, compile).map_err(|_| WrongRunEntry::NoReplay(name()))?;
    let parts = |opening: &Opening| (opening.roster.clone(), opening.spawn_pools.clone(), opening.seed);
    if parts(&resumed.opening) != parts(&setup.opening) {
        return Err(WrongRunEntry::OtherParty(name()));
    }
    let (battle, rules) = (&resumed.replay.battle, &resumed.replay.book);
    // Before, a battle that ended with its round was counted with the number of the next one.
    let counted = battle.state().round();
    let rounds = if fought.outcome.rounds == counted { counted } else { resumed.replay.rounds_taken() };
    let outcome = outcome_of(run.campaign(), run.state(), rules, &resumed.opening, (battle, rounds))
        .map_err(|_| WrongRunEntry::NoReplay(name()))?;
    run.finish_battle(&fought.record, fought.hash, outcome).map_err(WrongRunEntry::Refused)
}
