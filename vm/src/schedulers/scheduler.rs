//! The turn order of a rulebook with its parameters and columns, and how it is asked.

use super::{
    ACTION_POINTS, ChargeTime, Choose, Next, Parameter, Rounds, THRESHOLD, TeamPoints, TeamRounds, TurnOrder, Until,
    View,
};
use crate::facts;
use crate::intent::ActionUse;
use crate::machine::{Advance, OrderContext};
use crate::program::TokenSet;
use crate::rulebook::{Columns, Rules, UnitType};
use crate::state::{EntityId, Slot};
use crate::validate::UseError;

/// Most parameters of a turn order.
pub const MOST_PARAMETERS: usize = 8;

/// Most columns of a turn order.
pub const MOST_COLUMNS: usize = 4;

/// The turn order of a rulebook.
///
/// The default one is told apart, so that asking it who is next, before every activation, is no call through a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scheduler {
    order: Order,
    values: [i32; MOST_PARAMETERS],
    /// Derived: numbers of its columns in the rulebook.
    columns: [u16; MOST_COLUMNS],
}

#[derive(Clone, Copy, Debug, Default)]
enum Order {
    #[default]
    Rounds,
    Other(&'static dyn TurnOrder),
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// The order has none of that name.
    #[error("the turn order `{order}` has no parameter `{name}`")]
    Unknown {
        /// The order.
        order: &'static str,
        /// The name.
        name: String,
    },
    /// The value is out of range.
    #[error("`{name}` is {least} to {most}, not {value}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: i32,
        /// The smallest value that it may have.
        least: i32,
        /// The largest.
        most: i32,
    },
}

macro_rules! ask {
    ($self:ident, $method:ident($($argument:expr),*)) => {
        match $self.order {
            Order::Rounds => Rounds.$method($($argument),*),
            Order::Other(order) => order.$method($($argument),*),
        }
    };
}

impl Scheduler {
    /// The turn orders of this crate.
    pub const ALL: &[&'static dyn TurnOrder] =
        &[&Rounds, &ChargeTime, &TeamRounds, &TeamPoints, &ACTION_POINTS, &THRESHOLD];

    /// A turn order, of this crate or another, with the defaults of its parameters.
    #[must_use]
    pub fn new(order: &'static dyn TurnOrder) -> Self {
        let mut values = [0; MOST_PARAMETERS];
        for (value, parameter) in values.iter_mut().zip(order.parameters()) {
            *value = parameter.default;
        }
        let is_rounds = order.name() == Rounds.name();
        let order = if is_rounds { Order::Rounds } else { Order::Other(order) };
        Self { order, values, columns: [u16::MAX; MOST_COLUMNS] }
    }

    /// The turn order of this crate with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|order| order.name() == name).map(|&order| Self::new(order))
    }

    /// The same with another value of a parameter.
    ///
    /// # Errors
    /// When there is none of that name, or the value is out of its range.
    pub fn with(mut self, name: &str, value: i32) -> Result<Self, ParameterError> {
        let order = self.name();
        let found = self.parameters().iter().position(|parameter| parameter.name == name);
        let at = found.ok_or_else(|| ParameterError::Unknown { order, name: name.to_owned() })?;
        let Parameter { name, least, most, .. } = self.parameters()[at];
        if !(least..=most).contains(&value) {
            return Err(ParameterError::OutOfRange { name, value, least, most });
        }
        self.values[at] = value;
        Ok(self)
    }

    /// The rules under this order, with the order's columns.
    #[must_use]
    pub fn over(self, rules: Rules) -> Rules {
        let columns = rules.columns.with(self.order().columns());
        Rules { scheduler: self, columns, ..rules }
    }

    /// The value of the parameter with this index.
    #[must_use]
    pub fn value(&self, parameter: usize) -> i32 {
        self.values.get(parameter).copied().unwrap_or_default()
    }

    /// The number in the rulebook of the column with this index.
    #[must_use]
    pub fn column(&self, column: usize) -> u16 {
        self.columns.get(column).copied().unwrap_or(u16::MAX)
    }

    /// The same order with its columns found in these.
    pub(crate) fn bound(mut self, columns: &Columns) -> Self {
        let declared = self.order().columns();
        for (number, column) in self.columns.iter_mut().zip(declared) {
            *number = columns.find(column.of, &column.name).unwrap_or(u16::MAX);
        }
        self
    }

    /// Facts for the rulebook's hash: the name, and what parameters differ from their defaults.
    pub(crate) fn facts(&self) -> u64 {
        let others = self.parameters().iter().zip(self.values).filter(|(parameter, value)| parameter.default != *value);
        let others = others.map(|(parameter, value)| facts::of(&value, parameter.name));
        others.fold(facts::of(&self.name(), "turn order"), u64::wrapping_add)
    }

    fn order(&self) -> &'static dyn TurnOrder {
        match self.order {
            Order::Rounds => &Rounds,
            Order::Other(order) => order,
        }
    }

    /// Whether it is the default one.
    #[inline]
    pub(crate) const fn is_rounds(self) -> bool {
        matches!(self.order, Order::Rounds)
    }

    /// Whose decision the battle waits for, as [`TurnOrder::choose`] says: without the units for which a policy decides.
    #[must_use]
    pub fn choose(&self, view: &View<'_>) -> Option<Choose> {
        let mut choose = ask!(self, choose(view))?;
        if !view.book.policies.is_empty() && choose.units.iter().any(|&unit| view.decides_itself(unit)) {
            choose.units.retain(|&unit| !view.decides_itself(unit));
            // Nobody waits for them; a side that may still close its turn does.
            if choose.units.is_empty() && choose.until == Until::Decided {
                return None;
            }
        }
        Some(choose)
    }

    #[inline]
    pub(crate) fn ends_prediction(&self, view: &View<'_>, after: Advance) -> bool {
        ask!(self, is_horizon(view, after))
    }

    #[inline]
    pub(crate) fn prepares(&self, cx: &mut OrderContext<'_, '_>) {
        ask!(self, prepare(cx));
    }

    pub(crate) fn is_pass(&self, view: &View<'_>, unit: EntityId) -> bool {
        ask!(self, passes(view, unit))
    }

    #[inline]
    pub(crate) fn is_next(&self, view: &View<'_>) -> Next {
        ask!(self, next(view))
    }

    #[inline]
    pub(crate) fn begins(&self, cx: &mut OrderContext<'_, '_>, place: usize, slot: Slot) {
        ask!(self, begin(cx, place, slot));
    }

    #[inline]
    pub(crate) fn ends(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, idle: bool) {
        ask!(self, end(cx, unit, idle));
    }

    /// Moves and actions of an activation of a unit of this kind.
    #[inline]
    pub(crate) fn points_of(&self, kind: &UnitType) -> (u8, u8) {
        ask!(self, activation_points(kind))
    }

    #[inline]
    pub(crate) fn allows(
        &self,
        view: &View<'_>,
        unit: EntityId,
        before: &[ActionUse],
        program: &TokenSet,
    ) -> Result<(), UseError> {
        ask!(self, allows(view, unit, before, program))
    }
}

impl std::ops::Deref for Scheduler {
    type Target = dyn TurnOrder;

    fn deref(&self) -> &Self::Target {
        self.order()
    }
}
