//! Verification of records: compares everything recorded with a new execution.

use super::replay::{Compile, Divergence, PatchError, Replay, Step};
use super::resume::start;
use super::{EditError, Entry, Opened, ReplayError};
use foretoken_preview::Level;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Battle, EntityId, IntentError, RULES_VERSION, Team};

/// Result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The execution equals the record.
    Same {
        /// Finished rounds, undone ones included.
        rounds: usize,
        /// Compared activations.
        activations: usize,
    },
    /// Its rules differ; nothing else was compared.
    OtherRules {
        /// Rules version.
        version: u32,
    },
    /// Its assets compile to another rulebook.
    CompilesDifferently,
    /// The first difference.
    Diverges(Divergence),
    /// An entry is wrong.
    Wrong {
        /// Number of the entry.
        entry: u32,
        /// Fault.
        what: WrongEntry,
    },
}

/// A fault of an entry. The messages continue "entry 7 …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongEntry {
    /// A second start.
    #[error("is a second start")]
    SecondStart,
    /// Assets that are not the second entry.
    #[error("is a second pack of assets")]
    SecondAssets,
    /// A decision after the end.
    #[error("is a decision after the end")]
    DecisionAfterEnd,
    /// No such unit.
    #[error("is a decision for {0}, which is not a unit")]
    NoUnit(EntityId),
    /// The battle does not wait for this unit.
    #[error("is a decision for {0}, which cannot decide now")]
    NotAsked(EntityId),
    /// No such action.
    #[error("is a decision for the action `{0}`, which does not exist")]
    NoAction(String),
    /// The unit cannot use the intent.
    #[error("is a decision for {0} that is not legal: {1}")]
    NotAllowed(EntityId, IntentError),
    /// An execution after the end.
    #[error("runs an activation after the end")]
    RunAfterEnd,
    /// An execution before a pending decision.
    #[error("runs an activation before all decisions are made")]
    RunTooEarly,
    /// Another round.
    #[error("runs round {told} in round {is}")]
    OtherRound {
        /// Recorded round.
        told: i32,
        /// Battle's round.
        is: i32,
    },
    /// The round is already over.
    #[error("continues a round that is over")]
    RoundIsOver,
    /// Unknown level of the computer.
    #[error("names the unknown level {0}")]
    NoLevel(u8),
    /// The side cannot close its decisions now.
    #[error("closes the decisions of a side that cannot decide now")]
    CloseNotAsked,
    /// The snapshot differs from the battle.
    #[error("is a snapshot of another battle")]
    OtherSnapshot,
    /// The snapshot is unreadable.
    #[error("is a broken snapshot: {0}")]
    BrokenSnapshot(String),
    /// An exchange without a change.
    #[error("replaces assets with the same assets")]
    SameAssets,
    /// A rename without a change.
    #[error("renames `{from}` to `{to}`, which does not match")]
    WrongName {
        /// Old name.
        from: String,
        /// New name.
        to: String,
    },
    /// Too many exchanges.
    #[error("changes assets more often than a record may")]
    TooManyExchanges,
    /// The target entry of the rewind is not stored.
    #[error("goes back to a missing entry")]
    NoSuchEntry,
    /// The edit does not fit.
    #[error("edits a value that cannot be edited: {0}")]
    Edit(EditError),
    /// Another outcome.
    #[error("has the outcome {told}, but the battle has {is}")]
    OtherOutcome {
        /// Recorded outcome.
        told: i32,
        /// Battle's outcome.
        is: i32,
    },
}

impl WrongEntry {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SecondStart => "entry-second-start",
            Self::SecondAssets => "entry-second-assets",
            Self::DecisionAfterEnd => "entry-decision-after-end",
            Self::NoUnit(_) => "entry-no-unit",
            Self::NotAsked(_) => "entry-not-asked",
            Self::NoAction(_) => "entry-no-action",
            Self::NotAllowed(..) => "entry-not-allowed",
            Self::RunAfterEnd => "entry-run-after-end",
            Self::RunTooEarly => "entry-run-too-early",
            Self::OtherRound { .. } => "entry-other-round",
            Self::RoundIsOver => "entry-round-is-over",
            Self::NoLevel(_) => "entry-no-level",
            Self::CloseNotAsked => "entry-close-not-asked",
            Self::OtherSnapshot => "entry-other-snapshot",
            Self::BrokenSnapshot(_) => "entry-broken-snapshot",
            Self::SameAssets => "entry-same-assets",
            Self::WrongName { .. } => "entry-wrong-name",
            Self::TooManyExchanges => "entry-too-many-exchanges",
            Self::NoSuchEntry => "entry-no-such-entry",
            Self::Edit(_) => "entry-edit",
            Self::OtherOutcome { .. } => "entry-other-outcome",
        }
    }
}

/// Replays a record and compares all activations, snapshots, round numbers and outcomes.
///
/// # Errors
///
/// If it cannot be replayed.
pub fn verify(opened: &Opened, compile: &Compile<'_>) -> Result<Verdict, ReplayError> {
    let _span = tracing::info_span!("verify", entries = opened.entries.len()).entered();
    if opened.start.rules != RULES_VERSION {
        return Ok(Verdict::OtherRules { version: opened.start.rules });
    }
    let mut replay = start(opened, compile)?;
    if replay.start_hash != opened.start.rulebook {
        return Ok(Verdict::CompilesDifferently);
    }
    let (mut rounds, mut activations) = (0, 0);
    for (number, entry) in opened.entries.iter().enumerate() {
        let round = replay.battle.state().round();
        match carry_out(&mut replay, number as u32, entry, compile) {
            Ok(true) => {
                rounds += usize::from(!replay.is_round_open(round));
                activations += replay.activations.len();
            }
            Ok(false) => {}
            Err(verdict) => return Ok(verdict),
        }
    }
    Ok(Verdict::Same { rounds, activations })
}

pub(super) fn carry_out(
    replay: &mut Replay,
    number: u32,
    entry: &Entry,
    compile: &Compile<'_>,
) -> Result<bool, Verdict> {
    let wrong = |what: WrongEntry| Err(Verdict::Wrong { entry: number, what });
    if let Some(what) = said_wrongly(replay, number, entry) {
        return wrong(what);
    }
    let said = replay.battle.state().round();
    match replay.apply(number, entry, compile) {
        Step::Executed(Some(divergence)) => Err(Verdict::Diverges(divergence)),
        // Only valid exchanges are recorded, so the assets have a new meaning.
        Step::Patched(Err(PatchError::TooOften)) => wrong(WrongEntry::TooManyExchanges),
        Step::Patched(Err(_)) => Err(Verdict::CompilesDifferently),
        Step::Refused(unit, error) => wrong(WrongEntry::NotAllowed(unit, error)),
        Step::WentBack(false) => wrong(WrongEntry::NoSuchEntry),
        Step::Edited(Err(reason)) => wrong(WrongEntry::Edit(reason)),
        Step::Executed(None) => {
            if matches!(entry, Entry::CommitPart(_)) && !replay.is_round_open(said) {
                return wrong(WrongEntry::RoundIsOver);
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn said_wrongly(replay: &Replay, number: u32, entry: &Entry) -> Option<WrongEntry> {
    let state = replay.battle.state();
    let outcome = state.battle(BattleField::Outcome);
    match entry {
        Entry::Start(_) if number != 0 => Some(WrongEntry::SecondStart),
        Entry::Assets(_) if number != 1 => Some(WrongEntry::SecondAssets),
        Entry::Decide(decide) | Entry::DecidePart(decide) => {
            let unit = decide.unit;
            if outcome != 0 {
                return Some(WrongEntry::DecisionAfterEnd);
            }
            if unit.index() >= state.entities().len() {
                return Some(WrongEntry::NoUnit(unit));
            }
            if !replay.choose().is_some_and(|choose| choose.units.contains(&unit)) {
                return Some(WrongEntry::NotAsked(unit));
            }
            let known = |action: &str| replay.book.find_program(action).is_some();
            let unknown = decide.uses.iter().find(|used| !known(&used.action))?;
            Some(WrongEntry::NoAction(unknown.action.clone()))
        }
        Entry::Commit(_) | Entry::CommitPart(_) if outcome != 0 => Some(WrongEntry::RunAfterEnd),
        Entry::Commit(_) | Entry::CommitPart(_)
            if replay.choose().is_some_and(|choose| choose.until.is_ended_by_decision()) =>
        {
            Some(WrongEntry::RunTooEarly)
        }
        Entry::Level(code) if Level::from_code(*code).is_none() => Some(WrongEntry::NoLevel(*code)),
        Entry::Close(team) if !replay.choose().is_some_and(|c| c.team == Team(*team) && c.until.is_closable()) => {
            Some(WrongEntry::CloseNotAsked)
        }
        Entry::Commit(commit) | Entry::CommitPart(commit) if commit.round != state.round() => {
            Some(WrongEntry::OtherRound { told: commit.round, is: state.round() })
        }
        // Snapshots of earlier versions lack the deciders.
        Entry::Snapshot(bytes) => {
            match Battle::from_bytes(&replay.book, bytes).map(|one| one.set_up_as(&replay.battle)) {
                Ok(battle) if battle == replay.battle => None,
                Ok(_) => Some(WrongEntry::OtherSnapshot),
                Err(error) => Some(WrongEntry::BrokenSnapshot(error.to_string())),
            }
        }
        Entry::AssetFiles(changes) if replay.assets.has_files_of(changes) => Some(WrongEntry::SameAssets),
        Entry::Exchange(exchange) => replay.said_wrongly_of(exchange),
        Entry::End(told) if *told != outcome => Some(WrongEntry::OtherOutcome { told: *told, is: outcome }),
        _ => None,
    }
}
