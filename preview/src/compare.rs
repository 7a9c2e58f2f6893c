//! Comparison of two plans: the forecast of each unit under both.

use crate::forecast::{Forecast, UnitForecast};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Known, Plan, Rulebook};

/// A unit whose forecast differs between the two plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanDifference {
    /// The unit.
    pub unit: EntityId,
    /// Forecasts under the first and the second plan; `None` if it does not appear.
    pub under: [Option<UnitForecast>; 2],
}

/// Result of comparing two plans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanComparison {
    /// [`foretoken_vm::Outcome`] numbers at the horizon of each plan.
    pub outcomes: [i32; 2],
    /// Units with different forecasts, by number.
    pub differences: Vec<PlanDifference>,
}

/// Predicts two plans of the same side and compares the results.
#[must_use]
pub fn compare(book: &Rulebook, known: &Known, plans: [&Plan; 2]) -> PlanComparison {
    let forecasts = plans.map(|plan| {
        let mut forecast = Forecast::default();
        forecast.update(book, known, plan, None);
        forecast
    });
    let most = forecasts.iter().map(|forecast| forecast.state().entities().len()).max().unwrap_or_default();
    let units = (0..most).map(|index| EntityId(index as u16));
    let both = units.map(|unit| PlanDifference { unit, under: [0, 1].map(|at| of(&forecasts[at], known, unit)) });
    PlanComparison {
        outcomes: [0, 1].map(|at| forecasts[at].state().battle(BattleField::Outcome)),
        differences: both.filter(|difference| difference.under[0] != difference.under[1]).collect(),
    }
}

fn of(forecast: &Forecast, known: &Known, unit: EntityId) -> Option<UnitForecast> {
    let born = || {
        let is_new = unit.index() >= known.state().entities().len() && unit.index() < forecast.state().entities().len();
        let row = is_new.then(|| forecast.state().entity(unit)).filter(|row| row.is_alive())?;
        let (after, cell) = (row.health, row.cell);
        Some(UnitForecast { unit, before: after, after, range: (after, after), cell, dies: false })
    };
    forecast.forecast_of(unit).copied().or_else(born)
}
