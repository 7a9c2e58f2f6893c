//! Battles of a run: the party goes in as values of the opening, and a typed outcome comes back.

use crate::camp::Scene;
use crate::campaign::{Campaign, CampaignError};
use crate::chance::{Purpose, hash_of, seed_for};
use crate::entry::{BattleOutcome, Decided};
use crate::party::{Indices, MemberState};
use crate::state::RunState;
use foretoken_action_assets::assets::{ChangeRule, RoomRule};
use foretoken_preview::Level;
use foretoken_session::record::{Disk, RecordWriter, WriteError};
use foretoken_session::{Referee, Setup};
use foretoken_vm::rulebook::MemberStatus;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Battle, CompiledScenario, Deciders, Member, Opening, OpeningFault, Outcome, Rulebook, Team};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Reason why a battle cannot start or its outcome cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum BattleError {
    /// The scenario cannot be played.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The party does not fit the scenario.
    #[error("the party does not fit the scenario: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Opening(Vec<OpeningFault>),
    /// The record cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The battle is not over.
    #[error("the battle is not over")]
    NotOver,
    /// The reward cannot run.
    #[error(transparent)]
    Refused(#[from] crate::command::Refusal),
    /// The battle is not that of the room.
    #[error("this is not the battle that is due in this room")]
    OtherBattle,
    /// There is no battle in the room.
    #[error("there is no battle in this room")]
    NoBattle,
}

/// Returns the places of the party in an opening: the player's units that act, in order, without those that stay.
#[must_use]
pub fn places(rules: &Rulebook, opening: &Opening, stays: &[String]) -> Vec<usize> {
    let kind = |at: usize| rules.unit_types.get(usize::from(opening.roster[at].unit_type));
    let is_taken = |at: usize| kind(at).is_some_and(|kind| kind.acts && !stays.contains(&kind.name));
    let is_place = |at: &usize| opening.roster[*at].team == Team::PLAYER && is_taken(*at);
    (0..opening.roster.len()).filter(is_place).collect()
}

/// Returns the members that enter a battle: those without a wound, or all if each has one.
#[must_use]
pub fn fighters<'s>(campaign: &Campaign, state: &'s RunState) -> Vec<&'s MemberState> {
    let most = if campaign.asset.fighters > 0 { campaign.asset.fighters.unsigned_abs() as usize } else { usize::MAX };
    let able: Vec<&MemberState> = state.party.iter().filter(|member| member.wounded == 0).collect();
    let able = if able.is_empty() { state.party.iter().collect() } else { able };
    able.into_iter().take(most).collect()
}

/// Returns the changes of a room's battle that apply now.
fn changes<'r>(campaign: &Campaign, state: &RunState, room: &'r RoomRule) -> Vec<&'r ChangeRule> {
    if room.changes.is_empty() {
        return Vec::new();
    }
    let (scene, at) = (Scene::of(campaign, state), campaign.room_index(&room.name).unwrap_or_default());
    let is_met = |change: usize| scene.is_met(campaign, &format!("rooms[{at}].changes[{change}].when"));
    room.changes.iter().enumerate().filter(|(change, _)| is_met(*change)).map(|(_, rule)| rule).collect()
}

/// Applies changes to a member of an opening; `None` if it is left out.
fn changed(indices: &Indices<'_>, member: &Member, changes: &[&ChangeRule]) -> Option<Member> {
    let mut member = member.clone();
    if member.team == Team::PLAYER {
        return Some(member);
    }
    for rule in changes {
        let kind = indices.0.unit_types.get(usize::from(member.unit_type))?;
        if !rule.unit.is_empty() && rule.unit != kind.name {
            continue;
        }
        if rule.leaves {
            return None;
        }
        if let Some(unit) = indices.unit(&rule.becomes) {
            let other = Member::new(unit, member.team, member.cell, member.facing);
            member = Member { zone: member.zone, name: member.name, ..other };
        }
        if let Some(status) = indices.status(&rule.status) {
            let usual = indices.0.unit_types.get(usize::from(member.unit_type))?;
            let own = member
                .statuses
                .unwrap_or_else(|| usual.statuses.iter().map(|&status| MemberStatus::new(status, 1)).collect());
            let more = MemberStatus::new(status, rule.amount);
            member.statuses = Some(own.into_iter().filter(|own| own.status != status).chain([more]).collect());
        }
    }
    Some(member)
}

/// Replaces the player's acting units by the party, applies the changes of the room, and sets the seed.
pub(crate) fn opening_with(
    campaign: &Campaign,
    state: &RunState,
    scenario: &CompiledScenario,
    room: &RoomRule,
    seed: u64,
) -> Result<Opening, BattleError> {
    let CompiledScenario { rules, opening } = scenario;
    let (indices, places) = (Indices(rules), places(rules, opening, &room.stays));
    let changes = changes(campaign, state, room);
    let mut fighters = fighters(campaign, state).into_iter();
    let (mut roster, mut now_at) = (Vec::new(), BTreeMap::new());
    for (at, member) in opening.roster.iter().enumerate() {
        if !places.contains(&at) {
            if let Some(member) = changed(&indices, member, &changes) {
                now_at.insert(at as u16, roster.len() as u16);
                roster.push(member);
            }
            continue;
        }
        let Some(fighter) = fighters.next() else { continue };
        if let Some(own) = indices.member(fighter, &campaign.pool(&fighter.name), member.cell, member.facing) {
            roster.push(Member { zone: member.zone, ..own });
        }
    }
    let mut spawn_pools = opening.spawn_pools.clone();
    for pool in &mut spawn_pools {
        for group in &mut pool.groups {
            *group = group.iter().filter_map(|at| now_at.get(at).copied()).collect();
        }
        pool.groups.retain(|group| !group.is_empty());
    }
    Ok(Opening { roster, spawn_pools, seed, ..opening.clone() })
}

/// Returns the setup of the battle in the current room.
///
/// # Errors
///
/// If there is none, or the party does not fit.
pub(crate) fn setup(campaign: &Campaign, state: &RunState) -> Result<Setup, BattleError> {
    let here = state.here.as_ref().ok_or(BattleError::NoBattle)?;
    let room = campaign.room(&here.room).ok_or(BattleError::NoBattle)?;
    let scenario = campaign.scenario(&room.scenario)?;
    let what = Purpose { room: &here.room, visit: here.visit, what: "battle", fork: state.dice_fork() };
    let opening = opening_with(campaign, state, &scenario, room, seed_for(state.seed, what))?;
    let assets = match campaign.library_for(&room.scenario) {
        std::borrow::Cow::Borrowed(_) => campaign.assets().to_owned(),
        std::borrow::Cow::Owned(library) => library.canonical_text(),
    };
    let level = Level::from_code(state.level).unwrap_or_default();
    let setup = Setup {
        assets: assets.into(),
        pack: campaign.pack.clone(),
        ..Setup::of(CompiledScenario::clone(&scenario), opening.seed)
    };
    setup.at_level(level).with_opening(opening).map_err(BattleError::Opening)
}

/// Returns the typed outcome of a finished battle and its number of rounds. `state` is the run before it.
///
/// # Errors
///
/// If the battle is not over.
pub fn outcome_of(
    campaign: &Campaign,
    state: &RunState,
    rules: &Rulebook,
    opening: &Opening,
    (battle, rounds): (&Battle, i32),
) -> Result<BattleOutcome, BattleError> {
    let number = battle.state().battle(BattleField::Outcome);
    let result = match Outcome::for_side(number, Team::PLAYER) {
        Outcome::Open => return Err(BattleError::NotOver),
        Outcome::Won => Decided::Won,
        Outcome::Lost => Decided::Lost,
        Outcome::Drawn => Decided::Drawn,
    };
    let indices = Indices(rules);
    let living = battle.survivors(rules, opening, Team::PLAYER);
    let fought = opening.members().filter(|member| member.team == Team::PLAYER && !member.name.is_empty());
    let (mut survivors, mut died) = (Vec::new(), Vec::new());
    for member in fought {
        let Some(before) = state.party.iter().find(|own| own.name == member.name) else { continue };
        match living.iter().find(|own| own.name == member.name) {
            Some(own) => survivors.push(lasting(campaign, indices.state(own, before))),
            None => died.push(member.name.clone()),
        }
    }
    Ok(BattleOutcome { result, rounds, survivors, died })
}

fn lasting(campaign: &Campaign, mut member: MemberState) -> MemberState {
    let is_lasting = |name: &String| campaign.asset.lasting.contains(name);
    member.statuses.retain(|own| is_lasting(&own.status));
    member.columns.retain(|(name, _)| is_lasting(name));
    member
}

/// A battle that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// Bytes of its record.
    pub record: Vec<u8>,
    /// Outcome.
    pub outcome: BattleOutcome,
}

impl Played {
    /// Returns the hash of the record.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash_of(&self.record)
    }
}

/// A record in memory.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Disk for Memory {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.truncate(at as usize);
        all.extend_from_slice(bytes);
        Ok(())
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).truncate(at as usize);
        Ok(())
    }
}

/// Lets the planner play the battle of the current room on every side.
///
/// # Errors
///
/// If there is no battle, or the party does not fit.
pub fn play_by_planner(campaign: &Campaign, state: &RunState) -> Result<Played, BattleError> {
    let mut setup = setup(campaign, state)?;
    setup.opening.deciders = Deciders::planners((0..Team::COUNT as u8).map(Team));
    let (rules, opening) = (Arc::clone(&setup.book), setup.opening.clone());
    let memory = Memory::default();
    let mut writer = RecordWriter::on(Box::new(memory.clone()), Path::new("battle in memory"))?;
    writer.set_waits(false);
    let mut referee = Referee::start(setup, Some(writer))?;
    referee.advance();
    let outcome = outcome_of(campaign, state, &rules, &opening, (referee.battle(), referee.rounds_taken()))?;
    referee.flush()?;
    drop(referee);
    let record = memory.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Played { record, outcome })
}
