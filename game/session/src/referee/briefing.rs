//! What a seat is told: what its side knows, the decisions that are disclosed to it, and whose decision is waited for.
//! It has a wire form, so that a seat in another process is told the same.

use super::{Moment, Referee};
use crate::record::{Decide, Replay};
use crate::seat::Report;
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{Renames, SnapshotError};
use foretoken_vm::{EntityId, Known, Plan, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// What a battle waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// A decision of a seat.
    Decide(Choose),
    /// Nothing: it ended with this outcome, to be read as [`Outcome`](foretoken_vm::Outcome) says.
    Over(i32),
}

impl Pending {
    /// The side whose decision is waited for.
    #[must_use]
    pub const fn team(&self) -> Option<Team> {
        match self {
            Self::Decide(choose) => Some(choose.team),
            Self::Over(_) => None,
        }
    }
}

/// What a seat is told after anything happened.
#[derive(Debug)]
pub struct Briefing {
    /// What its side knows.
    pub known: Known,
    /// Its own decisions and those of others that are disclosed to it.
    pub plan: Plan,
    /// What the battle waits for.
    pub pending: Pending,
    /// Activations with a larger number were taken back since the last briefing, and the side had seen some of them. Numbers
    /// count the side's own decisions and the activations that it saw; see [`Referee::moments_of`].
    pub taken_back: Option<u32>,
    /// What it saw of what ran since it was told last.
    pub report: Option<Report>,
    /// The moments that can be gone back to, as far as they are its business; see [`Referee::moments_of`].
    pub moments: Vec<Moment>,
    /// What got other names in the assets since it was told last.
    pub renames: Renames,
}

/// Why bytes are no briefing.
#[derive(Debug, thiserror::Error)]
pub enum BriefingError {
    /// They cannot be read, or are larger than [`codec::LIMIT`].
    #[error("the briefing cannot be read: {0}")]
    Codec(#[from] CodecError),
    /// It was made under other rules than those that read it.
    #[error("the briefing is of other rules: it has the hash {there:016x}, and the rules here have {here:016x}")]
    OtherRules {
        /// The hash in the briefing.
        there: u64,
        /// The hash of the rules that read it.
        here: u64,
    },
    /// What is known does not fit the rulebook.
    #[error("the briefing does not fit the rulebook: {0}")]
    Unfit(#[from] SnapshotError),
}

/// What ends a wait, by its number on the wire.
const UNTIL: [Until; 3] = [Until::Decided, Until::Closed, Until::DecidedOrClosed];

/// A briefing as it goes over a wire. Intents go by the names of their actions, as in records.
#[derive(Serialize, Deserialize)]
struct Wire {
    /// Hash of the rules, which all sides may know.
    rules: u64,
    known: Vec<u8>,
    plan: Vec<Decide>,
    incomplete: Vec<EntityId>,
    closed: u8,
    asked: Option<(u8, Vec<EntityId>, u8)>,
    outcome: i32,
    taken_back: Option<u32>,
    report: Option<crate::seat::ReportWire>,
    moments: Vec<Moment>,
    renames: Renames,
}

impl Briefing {
    /// The briefing as bytes.
    ///
    /// # Errors
    /// When it would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self, book: &Rulebook) -> Result<Vec<u8>, CodecError> {
        let asked = match &self.pending {
            Pending::Decide(Choose { team, units, until }) => {
                let until = UNTIL.iter().position(|one| one == until).unwrap_or_default();
                Some((team.0, units.clone(), until as u8))
            }
            Pending::Over(_) => None,
        };
        codec::encode(&Wire {
            rules: book.hash64(),
            known: self.known.to_bytes()?,
            plan: self.plan.iter().map(|(unit, intent)| Decide::of(book, unit, intent, false)).collect(),
            incomplete: self.plan.iter().filter(|(_, intent)| !intent.complete).map(|(unit, _)| unit).collect(),
            closed: (0..8).filter(|&team| self.plan.is_closed(Team(team))).fold(0, |bits, team| bits | 1 << team),
            asked,
            outcome: if let Pending::Over(outcome) = self.pending { outcome } else { 0 },
            taken_back: self.taken_back,
            report: self.report.as_ref().map(Report::wire).transpose()?,
            moments: self.moments.clone(),
            renames: self.renames.clone(),
        })
    }

    /// The briefing of [`Self::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are none, were made under other rules, or do not fit the rules.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, BriefingError> {
        let wire: Wire = codec::decode(bytes)?;
        let (there, here) = (wire.rules, book.hash64());
        if there != here {
            return Err(BriefingError::OtherRules { there, here });
        }
        let mut plan = Plan::default();
        for decide in &wire.plan {
            let (mut intent, _) = decide.intent(book);
            intent.complete = !wire.incomplete.contains(&decide.unit);
            let priority = Plan::priority_in(book, &intent);
            plan.set(decide.unit, intent, priority);
        }
        (0..8).filter(|team| wire.closed >> team & 1 == 1).for_each(|team| plan.close(Team(team)));
        let pending = match wire.asked {
            Some((team, units, until)) => {
                let until = UNTIL.get(usize::from(until)).copied().unwrap_or(Until::Decided);
                Pending::Decide(Choose { team: Team(team), units, until })
            }
            None => Pending::Over(wire.outcome),
        };
        let known = Known::from_bytes(book, &wire.known)?;
        let report = wire.report.map(|report| Report::from_wire(book, report)).transpose()?;
        let Wire { taken_back, moments, renames, .. } = wire;
        Ok(Self { known, plan, pending, taken_back, report, moments, renames })
    }
}

impl Referee {
    /// What a side is told now. What it saw of what ran is told once.
    pub fn brief(&mut self, team: Team) -> Briefing {
        let at = self.reports.iter().position(|(of, _)| *of == team);
        let report = at.map(|at| self.reports.remove(at).1);
        // Who is asked while another side decides is the other side's business.
        let pending = match &self.pending {
            Pending::Decide(choose) if choose.team != team => {
                Pending::Decide(Choose { units: Vec::new(), ..choose.clone() })
            }
            Pending::Decide(choose) => {
                let numbering = self.battle().numbering(team);
                let units = choose.units.iter().filter_map(|&unit| numbering.to_known(unit)).collect();
                Pending::Decide(Choose { units, ..choose.clone() })
            }
            Pending::Over(outcome) => Pending::Over(*outcome),
        };
        let moments = self.moments_of(team);
        let renames = self.renamed.get_mut(usize::from(team.0)).map(std::mem::take).unwrap_or_default();
        let taken_back = self.taken_back.get_mut(usize::from(team.0)).and_then(Option::take);
        let (known, plan) = (self.known(team), self.disclosed(team));
        Briefing { known, plan, pending, taken_back, report, moments, renames }
    }

    /// Decisions that a side knows, by the numbers that it knows units by: its own, the planner's, and those of sides that
    /// have closed theirs; none of units that hide from it.
    #[must_use]
    pub fn disclosed(&self, team: Team) -> Plan {
        disclosed(&self.replay, team)
    }
}

/// Decisions that a side knows of a battle, present or past.
#[must_use]
pub fn disclosed(replay: &Replay, team: Team) -> Plan {
    let Replay { battle, plan: decided, .. } = replay;
    let (state, mut plan) = (battle.state(), decided.clone());
    let hides = |unit: EntityId| {
        let entity = state.entity(unit);
        let open = state.is_planned(entity.team) || decided.is_closed(entity.team);
        entity.hides_from(team) || entity.team != team && !open
    };
    let hidden: Vec<EntityId> = plan.iter().map(|(unit, _)| unit).filter(|&unit| hides(unit)).collect();
    hidden.into_iter().for_each(|unit| plan.clear(unit));
    battle.numbering(team).plan_to_known(&plan)
}
