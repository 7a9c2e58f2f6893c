//! A seat: one side's view of a battle, made from briefings alone. It keeps the open choice, predicts each step, and
//! sends [`Decision`]s.

mod ahead;
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
pub(crate) use picker::is_avoided;
pub use picker::{Asked, WhyNot, picker_of};
pub use report::Report;
pub(crate) use report::{ReportWire, Seen};

use crate::briefing::{Briefing, Pending, RewindPoint};
use availability::Availability;
use foretoken_preview::{Forecast, Guesses};
use foretoken_vm::state::BattleField;
use foretoken_vm::{Cell, EntityId, Intent, Known, Outcome, Plan, Question, Rulebook, Team};
use std::sync::Arc;

/// A decision for the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Unit.
    pub unit: EntityId,
    /// Intent.
    pub intent: Intent,
}

/// Units for which a seat can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choosable {
    /// The units of a question to the side.
    #[default]
    Question,
    /// Also all own units while another side decides. Such a choice is a prediction on present knowledge.
    Ahead,
    /// No unit, for watchers.
    Nothing,
}

/// One side's view of a battle.
#[derive(Debug)]
pub struct Seat {
    team: Team,
    book: Arc<Rulebook>,
    known: Known,
    /// Decisions of the last briefing.
    told: Plan,
    /// Those with assumed ones.
    decided: Plan,
    plan: Plan,
    pending: Pending,
    rewind_points: Vec<RewindPoint>,
    report: Option<Report>,
    forecast: Forecast,
    guesses: Guesses,
    /// Number of predictions so far, to validate caches.
    predictions: u64,
    ahead: Option<(u16, Cell)>,
    availability: Availability,
    foreseen: Foreseen,
    draft: Option<Draft>,
    choosable: Choosable,
    /// Own active units, for choices ahead.
    own: Vec<EntityId>,
}

impl Seat {
    /// Creates a seat from its first briefing.
    #[must_use]
    pub fn new(team: Team, book: Arc<Rulebook>, briefing: Briefing) -> Self {
        let mut seat = Self {
            team,
            book: Arc::clone(&book),
            known: Known::default(),
            told: Plan::default(),
            decided: Plan::default(),
            plan: Plan::default(),
            pending: Pending::Over(0),
            rewind_points: Vec::new(),
            report: None,
            forecast: Forecast::default(),
            guesses: Guesses::default(),
            predictions: 0,
            ahead: None,
            availability: Availability::default(),
            foreseen: Foreseen::default(),
            draft: None,
            choosable: Choosable::default(),
            own: Vec::new(),
        };
        seat.update(book, briefing);
        seat
    }

    /// Applies a briefing under the current rules. Keeps the open choice as far as it fits; returns the dropped parts.
    pub fn update(&mut self, book: Arc<Rulebook>, briefing: Briefing) -> Vec<Dropped> {
        let old = std::mem::replace(&mut self.book, book);
        let draft = self.draft.take();
        self.foreseen = Foreseen::default();
        let Briefing { known, plan, pending, taken_back, report, rewind_points, renames, .. } = briefing;
        (self.known, self.decided, self.pending, self.rewind_points) = (known, plan, pending, rewind_points);
        self.told.clone_from(&self.decided);
        if let Some(entry) = taken_back {
            self.report = self.report.take().and_then(|report| report.up_to(entry));
        }
        match (&mut self.report, report) {
            (Some(earlier), Some(report)) => earlier.extend(report),
            (None, Some(report)) => self.report = Some(report),
            (_, None) => {}
        }
        self.plan.clone_from(&self.decided);
        let own = self.known.state().living().filter(|(_, row)| row.team == self.team && row.is_activated());
        self.own = own.map(|(unit, _)| unit).collect();
        let notices = self.resume_draft(draft, &old, &renames);
        self.predict();
        notices
    }

    /// Shows a decision that is on its way to the referee. The next briefing confirms or drops it.
    pub fn assume(&mut self, decision: &Decision) {
        let priority = Plan::priority_in(&self.book, &decision.intent);
        self.decided.set(decision.unit, decision.intent.clone(), priority);
        self.show_decided();
    }

    /// Takes back all decisions of [`Self::assume`] since the last briefing.
    pub fn forget_assumed(&mut self) {
        self.decided.clone_from(&self.told);
        self.show_decided();
    }

    /// Predicts the decisions together with the open choice.
    fn show_decided(&mut self) {
        self.plan.clone_from(&self.decided);
        let is_put_back = self.draft.take().is_some_and(|draft| self.put_back(draft));
        if !is_put_back {
            self.predict();
        }
    }

    /// Sets the units for which the seat can choose.
    pub const fn set_choosable(&mut self, choosable: Choosable) {
        self.choosable = choosable;
    }

    /// Returns the side.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// Lists the living units of the turn order, each once, by their first turns. The number of a unit on the screen is
    /// its position in this list, from 1.
    #[must_use]
    pub fn order(&self) -> Vec<EntityId> {
        let state = self.known.state();
        let mut order = Vec::new();
        for turn in self.forecast.agenda().turns().iter().filter(|turn| turn.is_slot()) {
            let is_living = |unit: &EntityId| state.entity(*unit).is_alive();
            order.extend(turn.unit().filter(is_living).filter(|unit| !order.contains(unit)));
        }
        order
    }

    /// Returns rules and map.
    #[must_use]
    pub const fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// Returns the knowledge.
    #[must_use]
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// Returns the known decisions with the open choice.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the known decisions without the open choice.
    #[must_use]
    pub const fn decided(&self) -> &Plan {
        &self.decided
    }

    /// Returns the pending decision.
    #[must_use]
    pub const fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Returns the rewind points, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> &[RewindPoint] {
        &self.rewind_points
    }

    /// Returns the report since the last call.
    pub const fn take_report(&mut self) -> Option<Report> {
        self.report.take()
    }

    /// Returns the outcome for the side.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome::for_side(self.known.state().battle(BattleField::Outcome), self.team)
    }

    /// Returns the prediction of the plan with the answer under the cursor.
    #[must_use]
    pub const fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// Computes the odds of that prediction, for about `most` instructions. Returns whether it is complete.
    pub fn count_odds(&mut self, most: u64) -> bool {
        self.forecast.count_odds(&self.book, &self.known, most)
    }

    /// Guesses one more turn of another side. Returns whether turns are left.
    pub fn guess(&mut self) -> bool {
        self.guesses.step(&self.book)
    }

    /// Returns the likely next turns of units of other sides, as far as they are computed; nothing if sides decide ahead.
    #[must_use]
    pub const fn guesses(&self) -> &Guesses {
        &self.guesses
    }

    /// Returns the units that the side can choose for, in turn order.
    #[must_use]
    pub fn units(&self) -> &[EntityId] {
        match (&self.pending, self.choosable) {
            (_, Choosable::Nothing) | (Pending::Over(_), _) => &[],
            (Pending::Decide(choose), _) if choose.team == self.team => &choose.units,
            (_, Choosable::Ahead) => &self.own,
            (_, Choosable::Question) => &[],
        }
    }

    /// Whether a unit's intent is decided.
    #[must_use]
    pub fn is_decided(&self, unit: EntityId) -> bool {
        self.decided.intent(unit).is_some_and(|intent| intent.complete) && self.choosing_for() != Some(unit)
    }

    /// Whether all units are decided.
    #[must_use]
    pub fn has_all_decided(&self) -> bool {
        self.units().iter().all(|&unit| self.is_decided(unit))
    }

    /// Returns the open choice.
    #[must_use]
    pub const fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    fn choosing_for(&self) -> Option<EntityId> {
        self.draft.as_ref().map(|draft| draft.unit)
    }

    /// Returns the open request.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.draft.as_ref().and_then(Draft::question)
    }

    fn predict(&mut self) {
        let _span = tracing::debug_span!("predict", side = self.team.0).entered();
        self.predictions += 1;
        self.ahead = None;
        let tentative = self.choosing_for();
        self.forecast.update(&self.book, &self.known, &self.plan, tentative);
        let acting = tentative.or_else(|| self.units().first().copied()).unwrap_or(EntityId::NONE);
        let turns = self.forecast.agenda().turns();
        self.guesses.begin(&self.book, &self.known, &self.plan, turns, acting);
    }
}
