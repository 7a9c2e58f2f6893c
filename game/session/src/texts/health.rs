//! Health of a unit at the horizon of the prediction. Board, panels, turn order and lists take their numbers from here.

use super::odds_text::{self, percent};
use foretoken_preview::{Forecast, Method};
use foretoken_vm::EntityId;

/// Expected health of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HealthOutlook {
    /// Health now.
    pub before: i32,
    /// Likeliest health; 0 if it dies.
    pub after: i32,
    /// Least and greatest health.
    pub range: (i32, i32),
    /// Chance of `after` and how it was computed; `None` if it is certain, or not computed yet.
    pub chance: Option<(f64, Method)>,
    /// Chance of death; `None` if it is 0 or 1, or not computed yet.
    pub dies: Option<(f64, Method)>,
}

impl HealthOutlook {
    /// Returns the outlook of a unit; `None` if the prediction has no such unit.
    #[must_use]
    pub fn of(forecast: &Forecast, unit: EntityId) -> Option<Self> {
        if let Some((odds, method)) = odds_text::of_forecast(forecast, unit)
            && let (Some(range), Some((after, chance))) = (odds.health.range(), odds.health.likeliest())
            && range.0 < range.1
        {
            let dies = (odds.dies > 0.0).then_some((odds.dies, method));
            return Some(Self { before: odds.before, after, range, chance: Some((chance, method)), dies });
        }
        let own = forecast.forecast_of(unit)?;
        let after = if own.dies { 0 } else { own.after };
        let range = if forecast.odds().is_some() { (after, after) } else { own.range };
        Some(Self { before: own.before, after, range, chance: None, dies: None })
    }

    /// Whether there is only one possible value.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        self.range.0 == self.range.1
    }

    /// Whether the health differs from now, or may differ.
    #[must_use]
    pub const fn is_change(&self) -> bool {
        self.after != self.before || !self.is_certain()
    }

    /// Whether it dies for sure, or likelier than it has any other health.
    #[must_use]
    pub const fn is_death(&self) -> bool {
        self.after <= 0
    }

    /// Returns the chance of the likeliest value, such as `72 %`; empty if it is certain.
    #[must_use]
    pub fn chance_words(&self) -> String {
        self.chance.map_or_else(String::new, |(chance, method)| percent(chance, method))
    }

    /// Returns what the health becomes: `→84` for certain, `⇢84 72 %` for the likeliest value, `⇢67..100` before the
    /// chances are known; empty without a change. A dagger is death.
    #[must_use]
    pub fn becomes(&self) -> String {
        let value = |health: i32| if health > 0 { health.to_string() } else { "†".to_owned() };
        match self.chance {
            _ if !self.is_change() => String::new(),
            _ if self.is_certain() => format!("→{}", value(self.after)),
            Some((chance, method)) => format!("⇢{} {}", value(self.after), percent(chance, method)),
            None => format!("⇢{}..{}", value(self.range.0), value(self.range.1)),
        }
    }

    /// Returns the chance of death, such as ` †12 %`, unless [`Self::becomes`] says it.
    #[must_use]
    pub fn death_words(&self) -> String {
        match self.dies {
            Some((chance, method)) if !self.is_death() => format!(" †{}", percent(chance, method)),
            _ => String::new(),
        }
    }
}
