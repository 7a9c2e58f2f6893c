//! A forecast: the single line of a prediction, its marks, and, where chance has a say, the low and the high run beside
//! it, which tell a range until the odds are found. Averages never enter a state.

use crate::pending::Pending;
use crate::without_goals::WithoutGoals;
use crate::{Agenda, Extent, Marks, Odds, OddsReport, Predictor};
use foretoken_vm::machine::Way;
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    Advance, Answer, Cell, ChancePolicy, EntityId, GameState, Known, Outcome, Plan, Question, Rulebook,
};

/// What becomes of one entity by the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitForecast {
    /// Who.
    pub unit: EntityId,
    /// Health now.
    pub before: i32,
    /// Health then, on the likeliest line.
    pub after: i32,
    /// Least and most health over the runs, equal to `after` where no chance has a say. It is not said that nothing lies
    /// beyond them: the odds say that.
    pub range: (i32, i32),
    /// Where it stands then.
    pub cell: Cell,
    /// Whether it dies on the likeliest line.
    pub dies: bool,
}

/// A prediction's marks, and the state that they lead to.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen<'f> {
    /// The state at the end.
    pub state: &'f GameState,
    /// What leads there.
    pub marks: &'f Marks,
}

/// What would come after the battle is lost if it went on: a line by rules under which nothing is lost. It goes as the other
/// line does up to there, so it tells what else threatens whoever averts the defeat.
#[derive(Debug)]
struct Beyond {
    line: Predictor,
    rules: WithoutGoals,
    /// None where nothing would come.
    marks: Marks,
}

/// Predictions for one viewer, kept warm from frame to frame.
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
        // Where one use of an action ends and the next begins is noted by a log that traces alone.
        Self { line: Predictor::tracing(), low, high, marks, outlooks, agenda, pending, odds, beyond }
    }
}

/// Units and entries in the agenda of a forecast that does not end with a round.
const TURNS: usize = 12;

impl Default for Beyond {
    fn default() -> Self {
        // As of the other line, so that deeds have the same numbers.
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
    /// Predicts to the horizon and folds the marks. `tentative` is the unit whose intent is being chosen.
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
        // An order that keeps a round's agenda in the state shows that round.
        if known.state().agenda().len() > 0 && self.line.ends_with_round() {
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

    /// Works on the odds of the last update, with the `known` of it, by about so many instructions. Says whether there is
    /// nothing more to do. Odds that were begun are dropped where an update asks for others.
    pub fn count_odds(&mut self, book: &Rulebook, known: &Known, most: u64) -> bool {
        self.odds.work(book, known, most)
    }

    /// Whether the odds of the last update are not found yet.
    #[must_use]
    pub const fn is_counting_odds(&self) -> bool {
        self.odds.is_working()
    }

    /// The odds of the last update, with those of the unit whose intent is being chosen, once they are found.
    #[must_use]
    pub const fn odds(&self) -> Option<&OddsReport> {
        self.odds.report()
    }

    /// What a unit asks next and which answers fit; see [`Predictor::ask`].
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

    /// Leads the answers to the question of [`Self::ask`] through waypoints; see [`Predictor::lead`].
    pub fn lead(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answers: &mut Vec<Answer>) {
        self.line.lead(book, question, way, answers);
    }

    /// The answers that walk to a cell by ways as short and as safe; see [`Predictor::ways`].
    pub fn ways(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, goal: Cell) -> Vec<Answer> {
        self.line.ways(book, question, way, goal)
    }

    /// The cells that an answer's walk goes around, each with the harm there; see [`Predicted::spared`].
    pub fn spared(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answer: Answer) -> Vec<(Cell, u32)> {
        self.line.spared(book, question, way, answer)
    }

    /// The marks of the last update.
    #[must_use]
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The marks of the last update with the state at the horizon.
    #[must_use]
    pub const fn foreseen(&self) -> Foreseen<'_> {
        Foreseen { state: self.line.state(), marks: &self.marks }
    }

    /// What would come behind what loses the battle for the viewer's side, if the battle went on: whoever averts the one
    /// meets the other. Nothing where the battle is not lost before the horizon, or nothing would come. No change of [`Self::line`] tells of it.
    #[must_use]
    pub fn beyond(&self) -> Option<Foreseen<'_>> {
        let Beyond { line, marks, .. } = &self.beyond;
        (!marks.marks.is_empty()).then(|| Foreseen { state: line.state(), marks })
    }

    /// All that is drawn of it: [`Self::foreseen`], then [`Self::beyond`].
    pub fn all_foreseen(&self) -> impl Iterator<Item = Foreseen<'_>> {
        std::iter::once(self.foreseen()).chain(self.beyond())
    }

    /// Who acts when, by the last update.
    #[must_use]
    pub const fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// What becomes of each living entity, by the last update.
    #[must_use]
    pub fn outlooks(&self) -> &[UnitForecast] {
        &self.outlooks
    }

    /// What becomes of one entity.
    #[must_use]
    pub fn forecast_of(&self, unit: EntityId) -> Option<&UnitForecast> {
        self.outlooks.iter().find(|forecast_of| forecast_of.unit == unit)
    }

    /// The predicted state at the horizon.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.line.state()
    }

    /// The predictor of the likeliest line.
    #[must_use]
    pub const fn line(&self) -> &Predictor {
        &self.line
    }

    /// Whether the viewer can know if the battle is decided before the horizon. Where not, because something that a goal
    /// or a loss counts may be hidden, the forecast is of a battle that goes on.
    #[must_use]
    pub const fn is_outcome_known(&self) -> bool {
        !self.line.log().outcome_unknown
    }

    /// Whether chance has a say before the horizon.
    #[must_use]
    pub const fn has_chance(&self) -> bool {
        self.line.log().drew_chance
    }
}
