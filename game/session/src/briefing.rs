//! What a seat is told: what its side knows, the decisions that are disclosed to it, and whose decision is waited for.
//! It has a wire form, so that a seat in another process is told the same.

use crate::called::Called;
use crate::record::Decide;
use crate::seat::Report;
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{Renames, SnapshotError};
use foretoken_vm::{EntityId, Known, Plan, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// A moment of the battle that one can go back to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RewindPoint {
    /// The round.
    pub round: i32,
    /// What was decided, or that a round began.
    pub what: Occasion,
    /// The record's entry after which it stands.
    pub entry: u32,
    /// The record's entry after which a decision was asked for; what ran before it and still stands is up to there.
    pub asked: u32,
    /// The side whose decision it was; nobody for a beginning and the end.
    pub team: Option<Team>,
}

/// What happened at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// A round began.
    RoundBegins,
    /// A unit's intent was decided.
    Decided {
        /// The unit.
        unit: Called,
        /// Titles of the actions, in order; none for doing nothing.
        actions: Vec<String>,
    },
    /// A side closed its decisions, and another side decides after it.
    Closed,
    /// Another side decided, out of sight of the one that reads the list.
    OtherSide,
    /// The battle ended.
    End,
}

impl RewindPoint {
    /// What was decided, or ended, with the entry of this number.
    pub(crate) const fn decided(round: i32, what: Occasion, entry: u32, team: Option<Team>) -> Self {
        Self { round, what, entry, asked: entry.saturating_sub(1), team }
    }
}

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
    /// Hash of the rules that its side may have, under which it is read.
    pub rules: u64,
    /// What its side knows.
    pub known: Known,
    /// Its own decisions and those of others that are disclosed to it.
    pub plan: Plan,
    /// What the battle waits for.
    pub pending: Pending,
    /// Activations with a larger number were taken back since the last briefing, and the side had seen some of them. Numbers
    /// count the side's own decisions and the activations that it saw; see [`Referee::rewind_points_of`](crate::Referee::rewind_points_of).
    pub taken_back: Option<u32>,
    /// What it saw of what ran since it was told last.
    pub report: Option<Report>,
    /// The moments that can be gone back to, as far as they are its business; see [`Referee::rewind_points_of`](crate::Referee::rewind_points_of).
    pub rewind_points: Vec<RewindPoint>,
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
    /// Hash of the rules that the side may have.
    rules: u64,
    known: Vec<u8>,
    plan: Vec<Decide>,
    incomplete: Vec<EntityId>,
    closed: u8,
    asked: Option<(u8, Vec<EntityId>, u8)>,
    outcome: i32,
    taken_back: Option<u32>,
    report: Option<crate::seat::ReportWire>,
    rewind_points: Vec<RewindPoint>,
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
            rules: self.rules,
            known: self.known.to_bytes()?,
            plan: self.plan.iter().map(|(unit, intent)| Decide::of(book, unit, intent, false)).collect(),
            incomplete: self.plan.iter().filter(|(_, intent)| !intent.complete).map(|(unit, _)| unit).collect(),
            closed: (0..8).filter(|&team| self.plan.is_closed(Team(team))).fold(0, |bits, team| bits | 1 << team),
            asked,
            outcome: if let Pending::Over(outcome) = self.pending { outcome } else { 0 },
            taken_back: self.taken_back,
            report: self.report.as_ref().map(Report::wire).transpose()?,
            rewind_points: self.rewind_points.clone(),
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
        let Wire { taken_back, rewind_points, renames, .. } = wire;
        Ok(Self { rules: here, known, plan, pending, taken_back, report, rewind_points, renames })
    }
}
