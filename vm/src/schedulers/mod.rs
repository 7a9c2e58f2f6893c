//! Turn orders, one file each behind one trait: next step, choices, costs, horizon of predictions, end of rounds. Other
//! crates can register their own.

mod action_points;
mod charge_time;
mod rounds;
mod scheduler;
mod team_points;
mod team_rounds;
mod team_turns;
mod threshold;
mod upkeep;

pub use action_points::{ACTION_POINTS, ActionPoints};
pub use charge_time::ChargeTime;
pub use rounds::Rounds;
pub use scheduler::{MOST_COLUMNS, MOST_PARAMETERS, ParameterError, Scheduler};
pub use team_points::TeamPoints;
pub use team_rounds::TeamRounds;
pub use threshold::THRESHOLD;

use crate::intent::{ActionUse, Plan};
use crate::machine::{Advance, OrderContext};
use crate::program::{Label, TokenSet};
use crate::rulebook::{Column, Opening, Rulebook, Rules, UnitType};
use crate::state::{Change, EntityId, GameState, Slot, Team, entry};
use crate::stats::StatId;
use crate::validate::UseError;
use std::cmp::Ordering;
use std::fmt::Debug;

/// Input of a turn order.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// The true or predicted state.
    pub state: &'a GameState,
    /// Decisions so far.
    pub plan: &'a Plan,
    /// The predicting side; `None` in truth.
    pub viewer: Option<Team>,
    paces: &'a [Option<i32>],
}

impl<'a> View<'a> {
    /// Makes a view for a side, or of the truth.
    #[must_use]
    pub const fn new(book: &'a Rulebook, state: &'a GameState, plan: &'a Plan, viewer: Option<Team>) -> Self {
        Self { book, state, plan, viewer, paces: &[] }
    }

    pub(crate) const fn with_paces(self, paces: &'a [Option<i32>]) -> Self {
        Self { paces, ..self }
    }

    /// Returns the value of the order's parameter with this index.
    #[must_use]
    pub fn value(&self, parameter: usize) -> i32 {
        self.book.scheduler.value(parameter)
    }

    /// Returns whether a policy controls a unit.
    #[must_use]
    pub fn is_controlled_by_policy(&self, unit: EntityId) -> bool {
        self.book.policy_of(self.state, unit).is_some()
    }

    /// Returns a current stat of a unit.
    #[must_use]
    pub fn stat(&self, id: EntityId, stat: StatId) -> i32 {
        match self.paces.get(id.index()) {
            Some(&Some(pace)) if stat == StatId::INITIATIVE => pace,
            _ => self.state.sheet(self.book).stat(id, stat),
        }
    }

    /// Returns a unit's value in the order's column with this index.
    #[must_use]
    pub fn of_unit(&self, id: EntityId, column: usize) -> i32 {
        self.state.entity_column(id, self.book.scheduler.column(column))
    }

    /// Returns the battle's value in the order's column with this index.
    #[must_use]
    pub fn of_battle(&self, column: usize) -> i32 {
        self.state.battle_column(self.book.scheduler.column(column))
    }
}

/// A decision for which the battle waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choose {
    /// Deciding side.
    pub team: Team,
    /// Units to choose from, in order.
    pub units: Vec<EntityId>,
    /// Condition that ends the wait.
    pub until: Until,
}

/// Condition that ends a wait for decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// One decision.
    Decided,
    /// The side closes its decisions ([`Plan::close`]). It can decide in any order, revise, and leave units undecided.
    Closed,
    /// One decision, or the side closes, which ends its turn.
    DecidedOrClosed,
}

impl Until {
    /// Returns whether one decision ends the wait.
    #[must_use]
    pub const fn is_ended_by_decision(self) -> bool {
        matches!(self, Self::Decided | Self::DecidedOrClosed)
    }

    /// Returns whether the side can close its decisions.
    #[must_use]
    pub const fn is_closable(self) -> bool {
        matches!(self, Self::Closed | Self::DecidedOrClosed)
    }
}

/// Part of a plan that a step uses up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Nothing.
    Nothing,
    /// The intent of one unit.
    Unit(EntityId),
    /// All intents; every side can decide again.
    All,
}

/// Next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A unit or an entry, with its place in the agenda if the order keeps one, else 0.
    Slot(usize, Slot),
    /// A side must choose a unit.
    Choice,
    /// The side's turn ends.
    TurnEnd(Team),
    /// The round ends.
    RoundEnd,
}

/// A parameter of a turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Name in scenarios.
    pub name: &'static str,
    /// Description in one sentence.
    pub doc: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest value.
    pub least: i32,
    /// Largest value.
    pub most: i32,
}

/// Displayed words for the order's quantities.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Measures {
    /// Unit of [`TurnOrder::time`], such as `tick`.
    pub time: &'static str,
    /// Unit of [`TurnOrder::points`], such as `energy`.
    pub points: &'static str,
}

/// Cost of a use, in [`Measures::points`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Price {
    /// Cost of each use.
    pub flat: i32,
    /// Additional cost of each cell of a move.
    pub each_cell: i32,
}

impl Price {
    const fn flat(flat: i32) -> Self {
        Self { flat, each_cell: 0 }
    }

    fn over(self, cells: i32) -> i32 {
        self.flat.saturating_add(self.each_cell.saturating_mul(cells))
    }
}

fn note_begin(cx: &mut OrderContext<'_, '_>, id: EntityId) {
    let place = cx.state().next_place();
    cx.write(Change::next_place(id, place, place));
}

/// A turn order. It stores data in the agenda or in its own columns and changes them through [`OrderContext`].
///
///
/// The defaults suit orders that execute each decision before the next one.
pub trait TurnOrder: Debug + Sync {
    /// Returns the name in scenarios.
    fn name(&self) -> &'static str;

    /// Describes it in one sentence.
    fn doc(&self) -> &'static str;

    /// Returns its parameters, at most [`MOST_PARAMETERS`].
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// Returns its columns, at most [`MOST_COLUMNS`].
    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    /// Checks that a unit of the opening can ever act.
    ///
    ///
    /// # Errors
    /// No unit can.
    fn check(&self, _: &Rules, _: &Opening) -> Result<(), OrderFault> {
        Ok(())
    }

    /// Begins a battle in round 1, after placement.
    fn begin_battle(&self, _: &mut OrderContext<'_, '_>) {}

    /// Updates the order's data before [`Self::next`], for changed speeds and new units.
    fn prepare(&self, _: &mut OrderContext<'_, '_>) {}

    /// Returns the next step.
    fn next(&self, view: &View<'_>) -> Next;

    /// Returns the decision for which the battle waits; `None` if it can go on. Each side sees earlier decisions.
    fn choose(&self, view: &View<'_>) -> Option<Choose>;

    /// Begins a slot and takes its cost. An order without agenda leaves `place` as it is.
    fn begin(&self, cx: &mut OrderContext<'_, '_>, _place: usize, slot: Slot) {
        if let Slot::Unit(id) = slot {
            note_begin(cx, id);
        }
    }

    /// Returns whether the next activation passes without action.
    fn is_pass(&self, _: &View<'_>, _unit: EntityId) -> bool {
        false
    }

    /// Returns moves and actions per activation of a unit type.
    fn activation_points(&self, kind: &UnitType) -> (u8, u8) {
        kind.points
    }

    /// Checks whether the order admits an action after those `before` it. Called again when the use begins.
    ///
    /// # Errors
    /// The reason why not.
    fn allows(&self, _: &View<'_>, _unit: EntityId, before: &[ActionUse], _: &TokenSet) -> Result<(), UseError> {
        if self.is_one_use() && !before.is_empty() { Err(UseError::Unaffordable) } else { Ok(()) }
    }

    /// Returns whether an activation is one use.
    fn is_one_use(&self) -> bool {
        false
    }

    /// Begins a use.
    fn begin_use(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: &TokenSet) {}

    /// Ends a use and takes its cost. `first` is the log index of its first change.
    fn end_use(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: &TokenSet, _first: usize) {}

    /// Ends an activation and takes its cost; `idle` if no use began.
    fn end(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _idle: bool) {}

    /// Delays a unit by the order's own data and returns true. If it returns false, the unit gets
    /// [`crate::state::flag::POSTPONED`], which [`TurnOrder::next`] must respect.
    fn postpone(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: Label) -> bool {
        false
    }

    /// Ends a side's turn.
    fn end_turn(&self, _: &mut OrderContext<'_, '_>, _: Team) {}

    /// Ends a round and begins the next one.
    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
    }

    /// Returns whether an undecided battle is a draw by its length.
    fn is_drawn(&self, view: &View<'_>) -> bool {
        view.state.round() > view.book.limits.rounds
    }

    /// Returns [`crate::state::entry::DUE_ROUND`] for a new entry of `owner`, this many rounds ahead.
    fn due(&self, view: &View<'_>, _owner: EntityId, rounds: i32) -> i32 {
        view.state.round().saturating_add(rounds)
    }

    /// Returns the side whose turn it is, in an order in which sides take turns.
    fn side_in_turn(&self, _: &View<'_>) -> Option<Team> {
        None
    }

    /// Returns whether the next step depends on the plan.
    fn is_pick_turn(&self) -> bool {
        false
    }

    /// Returns whether a prediction ends here; by default before the next unit.
    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        match after {
            Advance::Over | Advance::Waits => true,
            _ => !matches!(self.next(view), Next::Slot(_, Slot::Entry(_)) | Next::RoundEnd | Next::TurnEnd(_)),
        }
    }

    /// Returns the part of the plan that this step uses up.
    fn spent(&self, view: &View<'_>, after: Advance) -> Spent {
        let open = view.state.open_activation().map(|(unit, _)| unit);
        match after {
            Advance::Unit(unit, _) if open != Some(unit) => Spent::Unit(unit),
            Advance::TurnEnd(_) | Advance::RoundEnd | Advance::Over => Spent::All,
            _ => Spent::Nothing,
        }
    }

    /// Returns whether an activation stays open until its intent is complete, so that each use is decided after the one
    /// before.
    fn is_stepwise(&self) -> bool {
        true
    }

    /// Returns whether a whole round is decided before execution.
    fn is_decided_ahead(&self) -> bool {
        false
    }

    /// Returns the words for time and points.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// Returns the time as a side can know it, if the order counts time.
    fn time(&self, _: &View<'_>) -> Option<i32> {
        None
    }

    /// Returns the points of a unit, if the order gives any.
    fn points(&self, _: &View<'_>, _unit: EntityId) -> Option<i32> {
        None
    }

    /// Returns the points at the start of the unit's next turn, if nothing happens before.
    fn points_at_turn(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        self.points(view, unit)
    }

    /// Returns the cost of a use, if the order gives points.
    fn price(&self, _: &View<'_>, _: &TokenSet) -> Option<Price> {
        None
    }

    /// Returns the remaining points of a side's turn, if the order counts them.
    fn points_of_side(&self, _: &View<'_>, _: Team) -> Option<i32> {
        None
    }
}

fn pace(view: &View<'_>, id: EntityId, base: i32) -> i32 {
    view.stat(id, StatId::INITIATIVE).saturating_add(base).max(0)
}

fn precedence(view: &View<'_>, id: EntityId) -> (i32, i32, bool, std::cmp::Reverse<u16>) {
    let is_player = view.state.entity(id).team == Team::PLAYER;
    (view.stat(id, StatId::INITIATIVE), view.stat(id, StatId::SPEED), is_player, std::cmp::Reverse(id.0))
}

fn by_precedence(view: &View<'_>, id: EntityId, other: EntityId) -> Ordering {
    let initiative = |id: EntityId| view.stat(id, StatId::INITIATIVE);
    let all = || precedence(view, id).cmp(&precedence(view, other));
    initiative(id).cmp(&initiative(other)).then_with(all)
}

fn due_entry(state: &GameState, now: i32, wanted: impl Fn(&crate::state::Entry) -> bool) -> Option<Slot> {
    let waiting = state.entries().iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0);
    let due = waiting.filter(|(_, words)| words[entry::DUE_ROUND] <= now && wanted(words));
    let first = due.min_by_key(|(index, words)| (words[entry::DUE_ROUND], words[entry::WAITING], *index));
    first.map(|(index, _)| Slot::Entry(index as u16))
}

fn is_decided(view: &View<'_>, unit: EntityId) -> bool {
    let done = view.state.open_activation().filter(|&(open, _)| open == unit).map(|(_, done)| done);
    view.is_controlled_by_policy(unit)
        || view
            .plan
            .intent(unit)
            .is_some_and(|intent| intent.complete || done.is_none_or(|done| intent.uses.len() > done))
}

fn choose_open(view: &View<'_>) -> Option<Option<Choose>> {
    let (unit, _) = view.state.open_activation()?;
    Some((!is_decided(view, unit)).then(|| choose_one(view, unit)))
}

fn choose_one(view: &View<'_>, unit: EntityId) -> Choose {
    Choose { team: view.state.entity(unit).team, units: vec![unit], until: Until::Decided }
}

fn choose_next(order: &(impl TurnOrder + ?Sized), view: &View<'_>) -> Option<Choose> {
    if let Some(open) = choose_open(view) {
        return open;
    }
    match order.next(view) {
        Next::Slot(_, Slot::Unit(unit)) if !is_decided(view, unit) => Some(choose_one(view, unit)),
        _ => None,
    }
}

/// Reason why a turn order cannot run a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderFault {
    /// No unit of the opening has a pace.
    #[error("no unit could ever act: no initiative is above 0, and `base` adds too little")]
    NoPace,
    /// Reason of another crate's turn order: a sentence without full stop.
    #[error("{0}")]
    Other(String),
}

impl OrderFault {
    /// Returns a stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPace => "nobody-acts",
            Self::Other(_) => "unfit-order",
        }
    }
}

fn check_paces(book: &Rules, opening: &Opening, base: i32) -> Result<(), OrderFault> {
    let acting = opening.roster.iter().filter_map(|member| book.unit_types.get(usize::from(member.unit_type)));
    let mut acting = acting.filter(|kind| kind.acts).peekable();
    if acting.peek().is_some() && acting.all(|kind| kind.initiative.saturating_add(base) <= 0) {
        return Err(OrderFault::NoPace);
    }
    Ok(())
}
