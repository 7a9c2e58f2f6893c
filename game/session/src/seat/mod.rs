//! A seat: what one side has of a battle. It is made from briefings alone, keeps the intent that is being chosen as an
//! overlay on what was decided, predicts at each stage, and sends [`Decision`]s. It cannot reach the truth, a seed or
//! what another side has not disclosed.

mod asking;
mod availability;
mod choosing;
mod draft;
mod dropped;
mod offers;
pub mod picker;
mod rebind;
mod report;
mod ways;

pub use availability::Unavailable;
use choosing::Foreseen;
pub use choosing::{Choice, Refused};
pub use draft::{Draft, HoveredValue};
pub use dropped::{Dropped, Lost};
pub use picker::{Asked, WhyNot, picker_of};
pub use report::Report;
pub(crate) use report::{ReportWire, Seen};

use crate::briefing::{Briefing, Pending, RewindPoint};
use availability::Availability;
use foretoken_preview::Forecast;
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Intent, Known, Outcome, Plan, Question, Rulebook, Team};
use std::sync::Arc;

/// What a seat sends to the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// For whom.
    pub unit: EntityId,
    /// What it will do.
    pub intent: Intent,
}

/// What one side has of a battle.
#[derive(Debug)]
pub struct Seat {
    team: Team,
    book: Arc<Rulebook>,
    known: Known,
    /// What was decided, as far as it is disclosed.
    decided: Plan,
    /// The same with the intent that is being chosen.
    plan: Plan,
    pending: Pending,
    rewind_points: Vec<RewindPoint>,
    report: Option<Report>,
    forecast: Forecast,
    /// Counts the predictions so far: what follows from one holds until the next.
    predictions: u64,
    availability: Availability,
    foreseen: Foreseen,
    draft: Option<Draft>,
}

impl Seat {
    /// A side's seat, as it is told at first.
    #[must_use]
    pub fn new(team: Team, book: Arc<Rulebook>, briefing: Briefing) -> Self {
        let mut seat = Self {
            team,
            book: Arc::clone(&book),
            known: Known::default(),
            decided: Plan::default(),
            plan: Plan::default(),
            pending: Pending::Over(0),
            rewind_points: Vec::new(),
            report: None,
            forecast: Forecast::default(),
            predictions: 0,
            availability: Availability::default(),
            foreseen: Foreseen::default(),
            draft: None,
        };
        seat.update(book, briefing);
        seat
    }

    /// Takes over what the seat is told, under the rules in force. What is being chosen stays open where its unit is
    /// still asked for and its actions and answers still fit; returns what was dropped of it.
    pub fn update(&mut self, book: Arc<Rulebook>, briefing: Briefing) -> Vec<Dropped> {
        let old = std::mem::replace(&mut self.book, book);
        let draft = self.draft.take();
        self.foreseen = Foreseen::default();
        let Briefing { known, plan, pending, taken_back, report, rewind_points, renames, .. } = briefing;
        (self.known, self.decided, self.pending, self.rewind_points) = (known, plan, pending, rewind_points);
        if let Some(entry) = taken_back {
            self.report = self.report.take().and_then(|report| report.up_to(entry));
        }
        match (&mut self.report, report) {
            (Some(earlier), Some(report)) => earlier.extend(report),
            (None, Some(report)) => self.report = Some(report),
            (_, None) => {}
        }
        self.plan.clone_from(&self.decided);
        let notices = self.resume_draft(draft, &old, &renames);
        self.predict();
        notices
    }

    /// The side.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// The rules and the map.
    #[must_use]
    pub const fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// What the side knows.
    #[must_use]
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// What is decided as far as the side knows, the intent being chosen included.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The same without the intent being chosen.
    #[must_use]
    pub const fn decided(&self) -> &Plan {
        &self.decided
    }

    /// What the battle waits for.
    #[must_use]
    pub const fn pending(&self) -> &Pending {
        &self.pending
    }

    /// The moments that can be gone back to, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> &[RewindPoint] {
        &self.rewind_points
    }

    /// What the side saw of what ran since this was asked last.
    pub const fn take_report(&mut self) -> Option<Report> {
        self.report.take()
    }

    /// How the battle stands for the side.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome::for_side(self.known.state().battle(BattleField::Outcome), self.team)
    }

    /// The prediction for the plan as it stands, or for the answer under the cursor.
    #[must_use]
    pub const fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// Works on the odds of that prediction, by about so many instructions. Says whether there is nothing more to do.
    pub fn count_odds(&mut self, most: u64) -> bool {
        self.forecast.count_odds(&self.book, &self.known, most)
    }

    /// Units that the side may decide for now, in turn order.
    #[must_use]
    pub fn units(&self) -> &[EntityId] {
        match &self.pending {
            Pending::Decide(choose) if choose.team == self.team => &choose.units,
            _ => &[],
        }
    }

    /// Whether a unit's intent is decided.
    #[must_use]
    pub fn is_decided(&self, unit: EntityId) -> bool {
        self.decided.intent(unit).is_some_and(|intent| intent.complete) && self.choosing_for() != Some(unit)
    }

    /// Whether every unit that the side may decide for is decided.
    #[must_use]
    pub fn all_decided(&self) -> bool {
        self.units().iter().all(|&unit| self.is_decided(unit))
    }

    /// The intent being chosen.
    #[must_use]
    pub const fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    fn choosing_for(&self) -> Option<EntityId> {
        self.draft.as_ref().map(|draft| draft.unit)
    }

    /// What the unit being chosen for is asked next.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.draft.as_ref().and_then(Draft::question)
    }

    fn predict(&mut self) {
        let _span = tracing::debug_span!("predict", side = self.team.0).entered();
        self.predictions += 1;
        let tentative = self.choosing_for();
        self.forecast.update(&self.book, &self.known, &self.plan, tentative);
    }
}
