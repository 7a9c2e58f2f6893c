//! Verifying records: everything that is recorded is compared with what happens when it is carried out again.

use super::replay::{Compile, Divergence, PatchError, Replay, Step};
use super::resume::start;
use super::{Entry, Opened, ReplayError};
use foretoken_preview::Level;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Battle, RULES_VERSION, Team};

/// How a record fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything happened as recorded.
    Same {
        /// Rounds that ended, or in which the battle did; those that were taken back counted.
        rounds: usize,
        /// Activations compared.
        activations: usize,
    },
    /// It was made by other rules; nothing else is claimed.
    OtherRules {
        /// Its rules version.
        version: u32,
    },
    /// The assets in it compile to another rulebook than they did.
    CompilesDifferently,
    /// It differs, first here.
    Diverges(Divergence),
    /// An entry says what is not so.
    Wrong {
        /// Number of the entry.
        entry: u32,
        /// What is wrong with it, as a part of a sentence.
        what: String,
    },
}

/// Replays a record and compares every activation, every snapshot, every round's number and every outcome.
///
/// # Errors
/// When it cannot be replayed at all.
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
                rounds += usize::from(!replay.goes_on_in(round));
                activations += replay.activations.len();
            }
            Ok(false) => {}
            Err(verdict) => return Ok(verdict),
        }
    }
    Ok(Verdict::Same { rounds, activations })
}

/// Carries one entry out, and says whether something ran, or what the entry says that is not so.
pub(super) fn carry_out(
    replay: &mut Replay,
    number: u32,
    entry: &Entry,
    compile: &Compile<'_>,
) -> Result<bool, Verdict> {
    let wrong = |what: String| Err(Verdict::Wrong { entry: number, what });
    if let Some(what) = said_wrongly(replay, number, entry) {
        return wrong(what);
    }
    let said = replay.battle.state().round();
    match replay.apply(number, entry, compile) {
        Step::Executed(Some(divergence)) => Err(Verdict::Diverges(divergence)),
        // An exchange is recorded only where it held, so it is the assets that mean something else now.
        Step::Patched(Err(PatchError::TooOften)) => wrong("exchanges assets more often than a record may".to_owned()),
        Step::Patched(Err(_)) => Err(Verdict::CompilesDifferently),
        Step::Refused(unit, error) => wrong(format!("is a decision for {unit} that does not hold: {error}")),
        Step::WentBack(false) => wrong("goes back to an entry that is not there".to_owned()),
        Step::Edited(Err(reason)) => wrong(format!("alters what cannot be altered: {reason}")),
        Step::Executed(None) => {
            if matches!(entry, Entry::CommitPart(_)) && !replay.goes_on_in(said) {
                return wrong("says that the round goes on, and it is over".to_owned());
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// What an entry says that is not so before it is carried out.
fn said_wrongly(replay: &Replay, number: u32, entry: &Entry) -> Option<String> {
    let state = replay.battle.state();
    let outcome = state.battle(BattleField::Outcome);
    match entry {
        Entry::Start(_) if number != 0 => Some("is a second start".to_owned()),
        Entry::Assets(_) if number != 1 => Some("is a second pack of assets".to_owned()),
        Entry::Decide(decide) | Entry::DecidePart(decide) => {
            let unit = decide.unit;
            if outcome != 0 {
                return Some("is a decision after the end".to_owned());
            }
            if unit.index() >= state.entities().len() {
                return Some(format!("is a decision for {unit}, which is nobody"));
            }
            if !replay.choose().is_some_and(|choose| choose.units.contains(&unit)) {
                return Some(format!("is a decision for {unit}, which is not asked for"));
            }
            let known = |action: &str| replay.book.find_program(action).is_some();
            let unknown = decide.uses.iter().find(|used| !known(&used.action))?;
            Some(format!("is a decision for the action `{}`, which there is not", unknown.action))
        }
        Entry::Commit(_) | Entry::CommitPart(_) if outcome != 0 => {
            Some("carries something out after the end".to_owned())
        }
        Entry::Commit(_) | Entry::CommitPart(_)
            if replay.choose().is_some_and(|choose| choose.until.ends_with_decision()) =>
        {
            Some("carries something out while a decision is waited for".to_owned())
        }
        Entry::Level(code) if Level::from_code(*code).is_none() => {
            Some(format!("names level {code}, and there is none"))
        }
        Entry::Close(team) if !replay.choose().is_some_and(|c| c.team == Team(*team) && c.until.may_close()) => {
            Some("closes the decisions of a side that is not asked".to_owned())
        }
        Entry::Commit(commit) | Entry::CommitPart(commit) if commit.round != state.round() => {
            Some(format!("carries out round {} in round {}", commit.round, state.round()))
        }
        // Snapshots of earlier versions do not hold the deciders.
        Entry::Snapshot(bytes) => {
            match Battle::from_bytes(&replay.book, bytes).map(|one| one.set_up_as(&replay.battle)) {
                Ok(battle) if battle == replay.battle => None,
                Ok(_) => Some("is a snapshot of another battle".to_owned()),
                Err(error) => Some(format!("is a broken snapshot: {error}")),
            }
        }
        Entry::AssetFiles(changes) if replay.assets.are_as(changes) => Some("exchanges assets for the same".to_owned()),
        Entry::Exchange(exchange) => replay.said_wrongly_of(exchange),
        Entry::End(told) if *told != outcome => Some(format!("tells outcome {told}, and it is {outcome}")),
        _ => None,
    }
}
