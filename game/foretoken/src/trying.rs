//! Plans tried for a side: predictions, odds and causes without a change to the battle.

use crate::{Battle, Error, Odds, Prediction};
use foretoken_preview::{Extent, Predictor};
use foretoken_session::texts::why_text;
use foretoken_vm::{ChancePolicy, EntityId, Team};

/// Instructions that the search for the causes of one change may run.
const WORK: u64 = 2_000_000;

impl Battle {
    /// Returns a copy whose plan has these steps, for predictions. Its battle does not go on, so nothing hidden appears:
    /// complete decisions stay planned, and the plan ends where the battle would go on.
    ///
    /// # Errors
    ///
    /// Returns [`Error::NotAsked`], [`Error::NoDecision`] for a step that is not legal, or [`Error::PlanOver`].
    pub fn planned(&self, side: Team, steps: &[usize]) -> Result<Self, Error> {
        let mut tried = self.clone();
        if !steps.is_empty() && tried.side_to_decide() != Some(side) {
            return Err(Error::NotAsked(side.0));
        }
        for (at, &index) in steps.iter().enumerate() {
            let is_last = at + 1 == steps.len();
            if !tried.plan_step(index)? && !is_last {
                return Err(Error::PlanOver { steps: at + 1 });
            }
        }
        Ok(tried)
    }

    /// Predicts for a side after the steps of a plan.
    ///
    /// # Errors
    ///
    /// As [`Self::planned`].
    pub fn predict_plan(&self, side: Team, steps: &[usize]) -> Result<Prediction, Error> {
        self.planned(side, steps).map(|mut tried| tried.predict(side))
    }

    /// Computes the odds of that prediction.
    ///
    /// # Errors
    ///
    /// As [`Self::planned`].
    pub fn odds_of_plan(&self, side: Team, steps: &[usize]) -> Result<Odds, Error> {
        self.planned(side, steps).map(|mut tried| tried.odds(side))
    }

    /// Explains the predicted changes of a unit after the steps of a plan: each change, then its causes from the last
    /// one back to the decisions. The unit has its known number.
    ///
    /// # Errors
    ///
    /// As [`Self::planned`].
    pub fn why(&self, side: Team, unit: EntityId, steps: &[usize]) -> Result<Vec<String>, Error> {
        let tried = self.planned(side, steps)?;
        let (rules, (known, plan)) = (tried.rules_of(side), tried.view_of(side));
        let mut predictor = Predictor::tracing();
        predictor.run(&rules, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
        let changes = predictor.log().changes.iter().enumerate();
        let of_unit = changes.filter(|(_, change)| change.entity == unit && why_text::has_reason(change));
        let of_unit: Vec<u32> = of_unit.map(|(at, _)| at as u32).collect();
        let end = predictor.freeze();
        let lines = why_text::page(&rules, &known, &plan, end.state(), &of_unit, WORK);
        Ok(lines.into_iter().map(|line| line.words).collect())
    }
}
