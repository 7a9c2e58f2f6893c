//! Forecasts: the likeliest line of a prediction and its marks. Runs with the lowest and highest draws give a range
//! until the odds are known.

use crate::pending::Pending;
use crate::without_goals::WithoutGoals;
use crate::{Agenda, Extent, Marks, Odds, OddsReport, Predictor};
use foretoken_vm::machine::Way;
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    Advance, Answer, Cell, ChancePolicy, EntityId, GameState, Known, Outcome, Plan, Question, Rulebook,
};

/// Forecast of one unit at the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitForecast {
    /// The unit.
    pub unit: EntityId,
    /// Health now.
    pub before: i32,
    /// Health at the horizon on the likeliest line.
    pub after: i32,
    /// Least and greatest health over the runs. Odds may find values outside.
    pub range: (i32, i32),
    /// Cell at the horizon.
    pub cell: Cell,
    /// Whether it dies on the likeliest line.
    pub dies: bool,
}

/// Marks of a prediction and the state at its end.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen<'f> {
    /// State at the end.
    pub state: &'f GameState,
    /// Marks up to that state.
    pub marks: &'f Marks,
}

/// A line by rules without defeat, which shows the threats after a defeat.
#[derive(Debug)]
struct Beyond {
    line: Predictor,
    rules: WithoutGoals,
    marks: Marks,
}

/// Predictions for one viewer. Keeps its buffers between updates.
#[derive(Debug)]
pub struct Forecast {
    line: Predictor,
    low: Predictor,
    high: Predictor,
    marks: Marks,
    outlooks: Vec<UnitForecast>,
    agenda: Agenda,
    pending: Pending,
    odds: Odds,
    beyond: Beyond,
}

impl Default for Forecast {
    fn default() -> Self {
        let [low, high] = [Predictor::default(), Predictor::default()];
        let (marks, outlooks, agenda) = (Marks::default(), Vec::new(), Agenda::default());
        let (pending, odds, beyond) = (Pending::default(), Odds::default(), Beyond::default());
        // Only a tracing log records the borders between action uses.
        Self { line: Predictor::tracing(), low, high, marks, outlooks, agenda, pending, odds, beyond }
    }
}

const TURNS: usize = 12;

impl Default for Beyond {
    fn default() -> Self {
        Self { line: Predictor::tracing(), rules: WithoutGoals::default(), marks: Marks::default() }
    }
}

impl Beyond {
    fn update(&mut self, line: &Predictor, book: &Rulebook, known: &Known, plan: &Plan, tentative: Option<EntityId>) {
        self.marks.marks.clear();
        let outcome = |state: &GameState| Outcome::for_side(state.battle(BattleField::Outcome), known.viewer());
        if outcome(known.state()) != Outcome::Open || outcome(line.state()) != Outcome::Lost {
            return;
        }
        self.line.run(&self.rules.of(book), known, plan, ChancePolicy::Likely, Extent::Horizon);
        let ran = line.activations().iter().filter(|run| run.advance != Advance::Over).count();
        let Some(first) = self.line.activations().get(ran).map(|further| further.first) else { return };
        self.marks.fold(known, self.line.state(), self.line.log(), self.line.activations(), tentative);
        self.marks.keep_from(first);
    }
}

impl Forecast {
    /// Predicts to the horizon. `tentative` is the unit whose intent is being chosen.
    pub fn update(&mut self, book: &Rulebook, known: &Known, plan: &Plan, tentative: Option<EntityId>) {
        self.line.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
        let chance = self.line.log().drew_chance;
        if chance {
            self.low.run(book, known, plan, ChancePolicy::Low, Extent::Horizon);
            self.high.run(book, known, plan, ChancePolicy::High, Extent::Horizon);
        }
        if chance {
            self.odds.ask(book, known, plan, tentative);
        } else {
            self.odds.forget();
        }
        self.marks.fold(known, self.line.state(), self.line.log(), self.line.activations(), tentative);
        let line = &self.line;
        let round = known.state().round();
        self.pending.foresee(book, round, line.state(), |working| line.copy_into(working));
        self.marks.await_pending(self.pending.cells());
        self.beyond.update(&self.line, book, known, plan, tentative);
        if known.state().agenda().len() > 0 && self.line.is_round_end_horizon() {
            self.agenda.take(self.line.state(), self.line.activations());
        } else {
            self.agenda.foresee(book, known, plan, TURNS);
        }
        self.outlooks.clear();
        for (index, now) in known.state().entities().iter().enumerate().filter(|(_, e)| e.is_alive()) {
            let unit = EntityId(index as u16);
            let then = self.line.state().entity(unit);
            let mut range = (then.health, then.health);
            if chance {
                for run in [&self.low, &self.high] {
                    let health = run.state().entity(unit).health;
                    range = (range.0.min(health), range.1.max(health));
                }
            }
            let (before, after, cell, dies) = (now.health, then.health, then.cell, !then.is_alive());
            self.outlooks.push(UnitForecast { unit, before, after, range, cell, dies });
        }
    }

    /// Computes odds for about `most` instructions. `known` must be that of the update. Returns whether the odds are
    /// complete.
    pub fn count_odds(&mut self, book: &Rulebook, known: &Known, most: u64) -> bool {
        self.odds.work(book, known, most)
    }

    /// Whether the odds of the last update are incomplete.
    #[must_use]
    pub const fn is_counting_odds(&self) -> bool {
        self.odds.is_working()
    }

    /// Returns the complete odds of the last update.
    #[must_use]
    pub const fn odds(&self) -> Option<&OddsReport> {
        self.odds.report()
    }

    /// Returns the next request and legal answers; see [`Predictor::ask`].
    pub fn ask(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        unit: EntityId,
        answers: &mut Vec<Answer>,
    ) -> Option<Question> {
        self.line.ask(book, known, plan, unit, answers)
    }

    /// Leads answers through waypoints; see [`Predictor::lead`].
    pub fn lead(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answers: &mut Vec<Answer>) {
        self.line.lead(book, question, way, answers);
    }

    /// Returns answers by equally short and safe paths; see [`Predictor::ways`].
    pub fn ways(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, goal: Cell) -> Vec<Answer> {
        self.line.ways(book, question, way, goal)
    }

    /// Returns the avoided cells with their damage; see [`Predicted::spared`].
    pub fn spared(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answer: Answer) -> Vec<(Cell, u32)> {
        self.line.spared(book, question, way, answer)
    }

    /// Returns the marks of the last update.
    #[must_use]
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the marks and the state at the horizon.
    #[must_use]
    pub const fn foreseen(&self) -> Foreseen<'_> {
        Foreseen { state: self.line.state(), marks: &self.marks }
    }

    /// Returns what would happen after a defeat of the viewer's side; `None` if nothing would. [`Self::line`] does not
    /// contain it.
    #[must_use]
    pub fn beyond(&self) -> Option<Foreseen<'_>> {
        let Beyond { line, marks, .. } = &self.beyond;
        (!marks.marks.is_empty()).then(|| Foreseen { state: line.state(), marks })
    }

    /// Returns everything to draw: [`Self::foreseen`], then [`Self::beyond`].
    pub fn all_foreseen(&self) -> impl Iterator<Item = Foreseen<'_>> {
        std::iter::once(self.foreseen()).chain(self.beyond())
    }

    /// Returns the turns of the last update.
    #[must_use]
    pub const fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// Returns the forecast of each living unit.
    #[must_use]
    pub fn outlooks(&self) -> &[UnitForecast] {
        &self.outlooks
    }

    /// Returns the forecast of one unit.
    #[must_use]
    pub fn forecast_of(&self, unit: EntityId) -> Option<&UnitForecast> {
        self.outlooks.iter().find(|forecast_of| forecast_of.unit == unit)
    }

    /// Returns the predicted state at the horizon.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.line.state()
    }

    /// Returns the predictor of the likeliest line.
    #[must_use]
    pub const fn line(&self) -> &Predictor {
        &self.line
    }

    /// Whether the viewer can know if the battle ends before the horizon. If not, the forecast assumes that it goes on.
    #[must_use]
    pub const fn is_outcome_known(&self) -> bool {
        !self.line.log().outcome_unknown
    }

    /// Whether chance matters before the horizon.
    #[must_use]
    pub const fn has_chance(&self) -> bool {
        self.line.log().drew_chance
    }
}
