//! Two plans beside each other: what becomes of each entity under the one and under the other.

use crate::forecast::{Forecast, UnitForecast};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Known, Plan, Rulebook};

/// An entity of which one plan makes something else than the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanDifference {
    /// Whom.
    pub unit: EntityId,
    /// What becomes of it under the first plan and under the second; `None` where it does not come to be.
    pub under: [Option<UnitForecast>; 2],
}

/// What two plans come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanComparison {
    /// How the battle stands at the horizon of each, as [`foretoken_vm::Outcome`] reads it.
    pub outcomes: [i32; 2],
    /// Whom they make something else of, by number.
    pub differences: Vec<PlanDifference>,
}

/// Predicts two plans of the same side and compares what they come to.
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

/// What becomes of an entity, also of one that is not there yet.
fn of(forecast: &Forecast, known: &Known, unit: EntityId) -> Option<UnitForecast> {
    let born = || {
        let is_new = unit.index() >= known.state().entities().len() && unit.index() < forecast.state().entities().len();
        let row = is_new.then(|| forecast.state().entity(unit)).filter(|row| row.is_alive())?;
        let (after, cell) = (row.health, row.cell);
        Some(UnitForecast { unit, before: after, after, range: (after, after), cell, dies: false })
    };
    forecast.forecast_of(unit).copied().or_else(born)
}
