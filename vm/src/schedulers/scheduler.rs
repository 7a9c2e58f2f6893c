//! The turn order of a rulebook with parameters and columns.

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

/// Maximum parameters of a turn order.
pub const MOST_PARAMETERS: usize = 8;

/// Maximum columns of a turn order.
pub const MOST_COLUMNS: usize = 4;

/// The turn order of a rulebook.
///
///
/// The default order is a variant of its own, so that frequent calls avoid the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scheduler {
    order: Order,
    values: [i32; MOST_PARAMETERS],
    columns: [u16; MOST_COLUMNS],
}

#[derive(Clone, Copy, Debug, Default)]
enum Order {
    #[default]
    Rounds,
    Other(&'static dyn TurnOrder),
}

/// Reason why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// Unknown parameter.
    #[error("the turn order `{order}` has no parameter `{name}`")]
    Unknown {
        /// Order.
        order: &'static str,
        /// Name.
        name: String,
    },
    /// Value out of range.
    #[error("`{name}` must be {least} to {most}, not {value}")]
    OutOfRange {
        /// Parameter.
        name: &'static str,
        /// Value.
        value: i32,
        /// Smallest value.
        least: i32,
        /// Largest value.
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
    /// Turn orders of this crate.
    pub const ALL: &[&'static dyn TurnOrder] =
        &[&Rounds, &ChargeTime, &TeamRounds, &TeamPoints, &ACTION_POINTS, &THRESHOLD];

    /// Makes a turn order with default parameters.
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

    /// Returns this crate's turn order with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|order| order.name() == name).map(|&order| Self::new(order))
    }

    /// Sets a parameter.
    ///
    ///
    /// # Errors
    /// The parameter is unknown or the value is out of range.
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

    /// Returns the rules under this order, with its columns.
    #[must_use]
    pub fn over(self, rules: Rules) -> Rules {
        let columns = rules.columns.with(self.order().columns());
        Rules { scheduler: self, columns, ..rules }
    }

    /// Returns the value of a parameter.
    #[must_use]
    pub fn value(&self, parameter: usize) -> i32 {
        self.values.get(parameter).copied().unwrap_or_default()
    }

    /// Returns the rulebook number of a column.
    #[must_use]
    pub fn column(&self, column: usize) -> u16 {
        self.columns.get(column).copied().unwrap_or(u16::MAX)
    }

    pub(crate) fn bound(mut self, columns: &Columns) -> Self {
        let declared = self.order().columns();
        for (number, column) in self.columns.iter_mut().zip(declared) {
            *number = columns.find(column.of, &column.name).unwrap_or(u16::MAX);
        }
        self
    }

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

    #[inline]
    pub(crate) const fn is_rounds(self) -> bool {
        matches!(self.order, Order::Rounds)
    }

    /// Returns the awaited decision as [`TurnOrder::choose`] does, without units that a policy controls.
    #[must_use]
    pub fn choose(&self, view: &View<'_>) -> Option<Choose> {
        let mut choose = ask!(self, choose(view))?;
        if !view.book.policies.is_empty() && choose.units.iter().any(|&unit| view.is_controlled_by_policy(unit)) {
            choose.units.retain(|&unit| !view.is_controlled_by_policy(unit));
            if choose.units.is_empty() && choose.until == Until::Decided {
                return None;
            }
        }
        Some(choose)
    }

    #[inline]
    pub(crate) fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        ask!(self, is_horizon(view, after))
    }

    #[inline]
    pub(crate) fn prepare(&self, cx: &mut OrderContext<'_, '_>) {
        ask!(self, prepare(cx));
    }

    pub(crate) fn is_pass(&self, view: &View<'_>, unit: EntityId) -> bool {
        ask!(self, is_pass(view, unit))
    }

    #[inline]
    pub(crate) fn next(&self, view: &View<'_>) -> Next {
        ask!(self, next(view))
    }

    #[inline]
    pub(crate) fn begin(&self, cx: &mut OrderContext<'_, '_>, place: usize, slot: Slot) {
        ask!(self, begin(cx, place, slot));
    }

    #[inline]
    pub(crate) fn end(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, idle: bool) {
        ask!(self, end(cx, unit, idle));
    }

    #[inline]
    pub(crate) fn activation_points(&self, kind: &UnitType) -> (u8, u8) {
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
