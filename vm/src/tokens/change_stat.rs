//! Change stat: permanently sets, raises, lowers or multiplies the base of a stat or another number.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, Label};
use super::{Operand, Show, Step};
use crate::formula::Number as Exact;
use crate::machine::{Flow, Run, RunContext};
use crate::rulebook::ColumnOf;
use crate::state::{ChangeKind, EntityId, Unchanged};
use crate::stats::StatId;
use serde::Serialize;

/// Number of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Current health, clamped to 1 and its maximum, so it cannot kill.
    Health,
    /// Facing, as a direction number.
    Facing,
    /// Base of a core stat.
    Core(StatId),
    /// A unit column: a resource, or the base of a declared stat.
    Column(u16),
}

/// The number in packed form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Number(u16);

impl Number {
    const FIRST_CORE: u16 = 2;
    const FIRST_COLUMN: u16 = 16;

    /// Unpacks it.
    #[must_use]
    pub const fn of(self) -> Of {
        match self.0 {
            0 => Of::Health,
            1 => Of::Facing,
            at if at < Self::FIRST_COLUMN => Of::Core(StatId(at - Self::FIRST_CORE)),
            at => Of::Column(at - Self::FIRST_COLUMN),
        }
    }
}

impl From<Of> for Number {
    fn from(of: Of) -> Self {
        Self(match of {
            Of::Health => 0,
            Of::Facing => 1,
            Of::Core(stat) => Self::FIRST_CORE + stat.0.min(Self::FIRST_COLUMN - Self::FIRST_CORE - 1),
            Of::Column(column) => Self::FIRST_COLUMN.saturating_add(column),
        })
    }
}

impl Operand for Number {
    fn kind() -> &'static str {
        "number of a unit"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match self.of() {
            Of::Health => "health".to_owned(),
            Of::Facing => "facing".to_owned(),
            Of::Core(stat) => StatId::CORE_NAMES.get(usize::from(stat.0)).copied().unwrap_or("?").to_owned(),
            Of::Column(column) => {
                let name = show.book.columns.of(ColumnOf::Entity).nth(usize::from(column));
                name.map_or("?", |column| &column.name).to_owned()
            }
        }
    }
}

/// Kind of change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum How {
    /// Set.
    Set,
    /// Add.
    #[default]
    Add,
    /// Multiply.
    Multiply,
}

impl Operand for How {
    fn kind() -> &'static str {
        "way"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Set => "to",
            Self::Add => "by",
            Self::Multiply => "times",
        }
        .to_owned()
    }
}

operands! {
    /// Changes the base of a stat, or another number of a unit, permanently.
    ChangeStat: "{number} of {target} {how} {amount}" {
        /// The unit.
        target: Address,
        /// The number.
        number: Number,
        /// Kind of change.
        how: How,
        /// Amount.
        amount: Amount,
        /// Displayed label.
        label: Label,
    }
}

impl Does for ChangeStat {
    fn deed(&self) -> Deed {
        Deed::ChangeNumber { whom: self.target, number: self.number.of(), how: self.how, amount: self.amount }
    }
}

impl Step for ChangeStat {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, change: &ChangeStat) -> Flow {
    let &ChangeStat { target, number, how, amount, label } = change;
    let (amount, factor) = match (how, amount) {
        (How::Multiply, Amount::Formula(index)) => (0, cx.exactly(index)),
        _ => {
            let amount = cx.amount_to_write(amount);
            (amount, amount.into())
        }
    };
    if let Some(id) = cx.unit_at(target) {
        write(cx, id, number.of(), (how, amount, &factor), label);
    }
    Flow::Next
}

fn write(cx: &mut RunContext<'_>, id: EntityId, number: Of, (how, amount, factor): (How, i32, &Exact), label: Label) {
    let row = *cx.state().entity(id);
    let before = match number {
        Of::Health => row.health,
        Of::Facing => row.facing.into(),
        Of::Core(StatId::HEALTH) => row.max_health,
        Of::Core(StatId::MOVEMENT) => row.movement,
        Of::Core(StatId::INITIATIVE) => row.initiative,
        Of::Core(StatId::SPEED) => row.speed,
        Of::Core(_) => return,
        Of::Column(column) => cx.state().entity_column(id, column),
    };
    let after = match how {
        How::Set => amount,
        How::Add => before.saturating_add(amount),
        How::Multiply => factor.times(&before.into()).to_stored(),
    };
    let after = after.clamp(-1_000_000_000, 1_000_000_000);
    match number {
        Of::Health => {
            let most = cx.stat(id, StatId::HEALTH);
            let after = after.clamp(1, most.max(1));
            note_if_equal(cx, id, Unchanged::Health, (before, after), label);
            cx.set_number(ChangeKind::Health, id, before, after, label);
        }
        Of::Facing => cx.set_number(ChangeKind::Facing, id, before, after.rem_euclid(8) & !1, label),
        Of::Core(stat) => {
            let (kind, least) = match stat {
                StatId::HEALTH => (ChangeKind::MaxHealth, 1),
                StatId::MOVEMENT => (ChangeKind::Movement, 0),
                StatId::INITIATIVE => (ChangeKind::Initiative, -9_999),
                _ => (ChangeKind::Speed, -9_999),
            };
            let after = after.clamp(least, 1_000_000);
            note_if_equal(cx, id, Unchanged::Number(kind), (before, after), label);
            cx.with_maxima(id, |cx| cx.set_number(kind, id, before, after, label));
        }
        Of::Column(column) => {
            let book = cx.book();
            let bounded = book.bounds_of(column).map(|stat| cx.stat(id, stat));
            let (least, most) = book.range_of(column);
            let after = after.clamp(least, bounded.unwrap_or(most).max(least));
            note_if_equal(cx, id, Unchanged::Column(column), (before, after), label);
            cx.with_maxima(id, |cx| cx.set_entity_column(id, column, after, label));
        }
    }
}

fn note_if_equal(cx: &mut RunContext<'_>, id: EntityId, what: Unchanged, (before, after): (i32, i32), label: Label) {
    if before == after {
        cx.fast(|fast| fast.note_unchanged(id, what, label));
    }
}
