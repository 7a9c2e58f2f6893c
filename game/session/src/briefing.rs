//! Briefings: a side's knowledge, the disclosed decisions and the pending one. They have a wire form.

use crate::called::Called;
use crate::record::Decide;
use crate::seat::Report;
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{Renames, SnapshotError};
use foretoken_vm::{EntityId, Known, Plan, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// A rewind point of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RewindPoint {
    /// Round.
    pub round: i32,
    /// Event at this point.
    pub what: Occasion,
    /// Record entry after which it lies.
    pub entry: u32,
    /// Record entry after which the decision was requested, including still valid executions.
    pub asked: u32,
    /// Side that decided; `None` for a beginning and the end.
    pub team: Option<Team>,
}

/// Event at a rewind point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// A round began.
    RoundBegins,
    /// A unit's intent was decided.
    Decided {
        /// Unit.
        unit: Called,
        /// Titles of the actions in order; empty if idle.
        actions: Vec<String>,
    },
    /// A side closed its decisions, and another side decides next.
    Closed,
    /// Another side decided, out of sight of the reader.
    OtherSide,
    /// The battle ended.
    End,
}

impl RewindPoint {
    pub(crate) const fn decided(round: i32, what: Occasion, entry: u32, team: Option<Team>) -> Self {
        Self { round, what, entry, asked: entry.saturating_sub(1), team }
    }
}

/// State of the wait: a decision, or the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// A seat must decide.
    Decide(Choose),
    /// The battle ended with this outcome, as an [`Outcome`](foretoken_vm::Outcome) number.
    Over(i32),
}

impl Pending {
    /// Returns the side that must decide.
    #[must_use]
    pub const fn team(&self) -> Option<Team> {
        match self {
            Self::Decide(choose) => Some(choose.team),
            Self::Over(_) => None,
        }
    }
}

/// Message to a seat after each event.
#[derive(Debug)]
pub struct Briefing {
    /// Hash of the rules that its side knows and reads it with.
    pub rules: u64,
    /// Knowledge of its side.
    pub known: Known,
    /// Own decisions and the disclosed ones of other sides.
    pub plan: Plan,
    /// Pending decision.
    pub pending: Pending,
    /// Set if activations that the side saw were undone since the last briefing: those above this number. It counts
    /// visible events; see [`Referee::rewind_points_of`](crate::Referee::rewind_points_of).
    pub taken_back: Option<u32>,
    /// Visible activations since the last briefing.
    pub report: Option<Report>,
    /// Rewind points of the side; see [`Referee::rewind_points_of`](crate::Referee::rewind_points_of).
    pub rewind_points: Vec<RewindPoint>,
    /// Renamed assets since the last briefing.
    pub renames: Renames,
}

/// Reason why bytes are not a briefing.
#[derive(Debug, thiserror::Error)]
pub enum BriefingError {
    /// The bytes are unreadable or exceed [`codec::LIMIT`].
    #[error("the briefing cannot be read: {0}")]
    Codec(#[from] CodecError),
    /// The briefing belongs to other rules.
    #[error("the briefing was made for other rules: its hash is {there:016x}, the hash of these rules is {here:016x}")]
    OtherRules {
        /// Hash in the briefing.
        there: u64,
        /// Hash of the reader's rules.
        here: u64,
    },
    /// The knowledge does not fit the rulebook.
    #[error("the briefing does not fit the rulebook: {0}")]
    Unfit(#[from] SnapshotError),
}

const UNTIL: [Until; 3] = [Until::Decided, Until::Closed, Until::DecidedOrClosed];

/// The wire form. Intents contain action names, as in records.
#[derive(Serialize, Deserialize)]
struct Wire {
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
    /// Returns the same briefing again, for another reader of the same side.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            rules: self.rules,
            known: self.known.for_side(self.known.viewer()),
            plan: self.plan.clone(),
            pending: self.pending.clone(),
            taken_back: self.taken_back,
            report: self.report.clone(),
            rewind_points: self.rewind_points.clone(),
            renames: self.renames.clone(),
        }
    }

    /// Returns the briefing as bytes.
    ///
    /// # Errors
    ///
    /// If it would exceed [`codec::LIMIT`].
    pub fn to_bytes(&self, book: &Rulebook) -> Result<Vec<u8>, CodecError> {
        codec::encode(&self.wire(book, self.taken_back, self.report.as_ref())?)
    }

    /// Returns the bytes with another report.
    pub(crate) fn to_bytes_with(
        &self,
        book: &Rulebook,
        taken_back: Option<u32>,
        report: Option<&Report>,
    ) -> Result<Vec<u8>, CodecError> {
        codec::encode(&self.wire(book, taken_back, report)?)
    }

    /// Returns the bytes without the report, and those with it if they differ.
    pub(crate) fn to_both_bytes(&self, book: &Rulebook) -> Result<(Vec<u8>, Option<Vec<u8>>), CodecError> {
        let mut wire = self.wire(book, None, None)?;
        let plain = codec::encode(&wire)?;
        if self.taken_back.is_none() && self.report.is_none() {
            return Ok((plain, None));
        }
        (wire.taken_back, wire.report) = (self.taken_back, self.report.as_ref().map(Report::wire).transpose()?);
        Ok((plain, Some(codec::encode(&wire)?)))
    }

    fn wire(&self, book: &Rulebook, taken_back: Option<u32>, report: Option<&Report>) -> Result<Wire, CodecError> {
        let asked = match &self.pending {
            Pending::Decide(Choose { team, units, until }) => {
                let until = UNTIL.iter().position(|one| one == until).unwrap_or_default();
                Some((team.0, units.clone(), until as u8))
            }
            Pending::Over(_) => None,
        };
        Ok(Wire {
            rules: self.rules,
            known: self.known.to_bytes()?,
            plan: self.plan.iter().map(|(unit, intent)| Decide::of(book, unit, intent, false)).collect(),
            incomplete: self.plan.iter().filter(|(_, intent)| !intent.complete).map(|(unit, _)| unit).collect(),
            closed: (0..8).filter(|&team| self.plan.is_closed(Team(team))).fold(0, |bits, team| bits | 1 << team),
            asked,
            outcome: if let Pending::Over(outcome) = self.pending { outcome } else { 0 },
            taken_back,
            report: report.map(Report::wire).transpose()?,
            rewind_points: self.rewind_points.clone(),
            renames: self.renames.clone(),
        })
    }

    /// Reads a briefing from [`Self::to_bytes`].
    ///
    /// # Errors
    ///
    /// If the bytes are malformed, belong to other rules, or do not fit the rules.
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
