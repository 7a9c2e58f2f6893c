//! Resuming of records: replayed to the end or, if the rules differ, from the last snapshot.

use super::replay::{Compile, Divergence, PatchError, Replay, Step};
use super::{AssetFiles, Entry, Opened, ReplayError};
use foretoken_preview::Level;
use foretoken_vm::state::Named;
use foretoken_vm::{Battle, CompiledScenario, Deciders, GameState, Opening, RULES_VERSION, Team};
use std::sync::Arc;

/// Returns the battle at the start, under the record's assets.
///
/// # Errors
///
/// If the assets are missing or do not compile.
pub fn start(opened: &Opened, compile: &Compile<'_>) -> Result<Replay, ReplayError> {
    opened_battle(opened, compile).map(|(replay, _)| replay)
}

/// Returns the battle at the start and its opening.
///
/// # Errors
///
/// As [`start`].
pub fn opened_battle(opened: &Opened, compile: &Compile<'_>) -> Result<(Replay, Opening), ReplayError> {
    crate::long_work::note("replaying a record");
    let assets = opened.entries.iter().find_map(|entry| match entry {
        Entry::Assets(text) => Some(text.as_str()),
        _ => None,
    });
    let text = assets.ok_or(ReplayError::NoStart)?;
    let CompiledScenario { rules, opening } = compile(text, &opened.start.scenario).map_err(ReplayError::Assets)?;
    let (is_hard, seed) = (opened.level() == Level::Hard, opened.start.seed);
    let embedded = opened.entries.iter().find_map(|entry| match entry {
        Entry::Opening(embedded) => Some(Opening::clone(embedded)),
        _ => None,
    });
    let is_embedded = embedded.is_some();
    let deciders = opened.entries.iter().find_map(|entry| match entry {
        Entry::Deciders(deciders) => Some(Deciders::clone(deciders)),
        _ => None,
    });
    let planned = || opened.start.planned_teams.iter().map(|&team| Team(team));
    let deciders = deciders.unwrap_or_else(|| Deciders::planners(planned()));
    let opening = Opening { deciders, is_hard, seed, ..embedded.unwrap_or(opening) };
    let faults = if is_embedded { opening.faults(&rules) } else { opening.deciders.faults(&rules) };
    if !faults.is_empty() {
        return Err(ReplayError::Opening(faults));
    }
    let mut replay = Replay::new(Arc::new(rules), &opening);
    replay.assets = Arc::new(AssetFiles::from_one_text(text));
    Ok((replay, opening))
}

/// A battle to continue.
#[derive(Debug)]
pub struct Resumed {
    /// Battle.
    pub replay: Replay,
    /// Opening.
    pub opening: Opening,
    /// A remark for the players.
    pub remark: Option<Remark>,
}

/// A remark for players who resume a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The rules differ. The battle continues from the last snapshot.
    FromSnapshot,
    /// The rules differ, so later steps can differ.
    OtherRules,
    /// The battle was edited manually.
    Edited,
    /// Exchanged assets could not be applied.
    NotTakenOver(PatchError),
    /// A round differs from the record.
    Diverged(Divergence),
}

/// Replays a record to its end. If the rules differ, starts from its last snapshot.
///
/// # Errors
///
/// If it cannot be replayed.
pub fn resume(opened: &Opened, compile: &Compile<'_>) -> Result<Resumed, ReplayError> {
    resume_seen(opened, compile, |_, _, _, _| {})
}

/// Resumes with a callback after each entry. It gets the entry number and, for executions, the state before.
///
/// # Errors
///
/// As [`resume`].
pub fn resume_seen(
    opened: &Opened,
    compile: &Compile<'_>,
    mut look: impl FnMut(u32, &Entry, &Replay, &GameState),
) -> Result<Resumed, ReplayError> {
    let (mut replay, opening) = opened_battle(opened, compile)?;
    let other_rules = opened.start.rules != RULES_VERSION;
    if other_rules && from_last_snapshot(&mut replay, opened, compile) {
        return Ok(Resumed { replay, opening, remark: Some(Remark::FromSnapshot) });
    }
    let mut remark = other_rules.then_some(Remark::OtherRules);
    let mut before = GameState::default();
    for (number, entry) in opened.entries.iter().enumerate() {
        if entry.is_commit() {
            before.clone_from(replay.battle.state());
        }
        let step = replay.apply(number as u32, entry, compile);
        if matches!(step, Step::Edited(_)) && remark.is_none() {
            remark = Some(Remark::Edited);
        }
        match step {
            Step::Patched(Err(error)) if remark.is_none() => remark = Some(Remark::NotTakenOver(error)),
            Step::Executed(Some(at)) => remark = Some(Remark::Diverged(at)),
            _ => {}
        }
        look(number as u32, entry, &replay, &before);
    }
    Ok(Resumed { replay, opening, remark })
}

/// Sets the battle to the last valid snapshot and, if no round ran after it, adds the later decisions. Returns false
/// without a snapshot.
fn from_last_snapshot(replay: &mut Replay, opened: &Opened, compile: &Compile<'_>) -> bool {
    let mut standing: Vec<usize> = Vec::new();
    for (number, entry) in opened.entries.iter().enumerate() {
        match entry {
            Entry::UndoTo(to) | Entry::ForkTo(to) => {
                standing.truncate(standing.partition_point(|&earlier| earlier <= *to as usize));
            }
            _ => standing.push(number),
        }
    }
    let entry = |&number: &usize| &opened.entries[number];
    let Some(at) = standing.iter().rposition(|number| matches!(entry(number), Entry::Snapshot(_))) else {
        return false;
    };
    let mut assets = AssetFiles::clone(&replay.assets);
    let mut exchanged = false;
    let mut scenario = opened.start.scenario.clone();
    for number in &standing[..at] {
        match entry(number) {
            Entry::AssetPatch(text) => (assets, exchanged) = (AssetFiles::from_one_text(text), true),
            Entry::AssetFiles(changes) => {
                assets.change(changes);
                exchanged = true;
            }
            Entry::Exchange(exchange) => {
                assets.change(&exchange.files);
                scenario = exchange.renames.name(Named::Scenario, &scenario).into_owned();
                exchanged = true;
            }
            _ => {}
        }
    }
    if exchanged {
        let Ok(compiled) = compile(&assets.to_one_text(), &scenario) else { return false };
        (replay.book, replay.assets) = (Arc::new(compiled.rules), Arc::new(assets));
    }
    let Entry::Snapshot(bytes) = entry(&standing[at]) else { return false };
    let Ok(battle) = Battle::from_bytes(&replay.book, bytes) else { return false };
    replay.battle = battle.set_up_as(&replay.battle);
    replay.checkpoint(standing[at] as u32);
    let since = &standing[at + 1..];
    let executed = since.iter().any(|number| entry(number).is_commit());
    for number in since.iter().filter(|number| {
        matches!(entry(number), Entry::AssetPatch(_) | Entry::AssetFiles(_) | Entry::Exchange(_))
            || !executed
                && matches!(entry(number), Entry::Decide(_) | Entry::DecidePart(_) | Entry::Close(_) | Entry::Edit(_))
    }) {
        replay.apply(*number as u32, entry(number), compile);
    }
    let _ = replay.settle(compile);
    true
}
