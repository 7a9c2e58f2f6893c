//! Texts of plan comparisons.

use super::{forecast_text, names};
use crate::seat::Seat;
use foretoken_preview::{PlanComparison, UnitForecast};
use foretoken_vm::{EntityId, Outcome, Plan};

/// A row of the comparison: a subject and its result under both plans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanRow {
    /// Subject.
    pub about: String,
    /// Result under the current plan and the other.
    pub under: [String; 2],
}

/// Returns the differing decisions, then the results of units, then the outcome.
#[must_use]
pub fn rows(seat: &Seat, plans: [&Plan; 2], comparison: &PlanComparison) -> Vec<PlanRow> {
    let (book, now) = (seat.book(), seat.known().state());
    let name = |unit: EntityId| names::foreseen(book, now, seat.forecast().state(), unit);
    let decided = |plan: &Plan, unit: EntityId| match plan.intent(unit) {
        Some(intent) => forecast_text::uses_with_cells(book, seat.known(), plan, unit, intent),
        None => "undecided".to_owned(),
    };
    let units = seat.units().iter().filter(|&&unit| plans[0].intent(unit) != plans[1].intent(unit));
    let mut rows: Vec<PlanRow> = units
        .map(|&unit| PlanRow { about: format!("{} does", name(unit)), under: plans.map(|plan| decided(plan, unit)) })
        .collect();
    rows.extend(comparison.differences.iter().map(|difference| PlanRow {
        about: name(difference.unit),
        under: difference.under.map(|of| of.map_or_else(|| "does not happen".to_owned(), |of| becomes(&of))),
    }));
    if comparison.outcomes[0] != comparison.outcomes[1] {
        let told = |number: i32| match Outcome::for_side(number, seat.team()) {
            Outcome::Open => "continues".to_owned(),
            _ => names::outcome(book, number),
        };
        rows.push(PlanRow { about: "The battle".to_owned(), under: comparison.outcomes.map(told) });
    }
    rows
}

fn becomes(of: &UnitForecast) -> String {
    let health = match of.range {
        (least, most) if least == most => of.after.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    match of.dies {
        true if of.range.1 > 0 => format!("dies, or has up to {} health", of.range.1),
        true => "dies".to_owned(),
        false => format!("has {health} health on {}", of.cell),
    }
}
