//! Turn orders, one file each behind one trait: who is next, who chooses among whom, what acting costs, how far a
//! prediction sees, and what the end of a round does. A crate outside adds one by registering its own static.

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

/// What a turn order answers on: the rules, a state, what was decided, and who looks.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// The state: the truth's, or the one that a prediction has come to.
    pub state: &'a GameState,
    /// What was decided so far.
    pub plan: &'a Plan,
    /// The side that predicts; nobody in truth.
    pub viewer: Option<Team>,
    /// By unit the initiative that has been read already; empty where none has.
    paces: &'a [Option<i32>],
}

impl<'a> View<'a> {
    /// A view of a state by a side, or of the truth.
    #[must_use]
    pub const fn new(book: &'a Rulebook, state: &'a GameState, plan: &'a Plan, viewer: Option<Team>) -> Self {
        Self { book, state, plan, viewer, paces: &[] }
    }

    /// The same with the initiative of units, which must be that of the state.
    pub(crate) const fn with_paces(self, paces: &'a [Option<i32>]) -> Self {
        Self { paces, ..self }
    }

    /// The scenario's value of the order's parameter with this index.
    #[must_use]
    pub fn value(&self, parameter: usize) -> i32 {
        self.book.scheduler.value(parameter)
    }

    /// Whether a policy decides for a unit, and so neither a seat nor the planner.
    #[must_use]
    pub fn decides_itself(&self, unit: EntityId) -> bool {
        self.book.policy_of(self.state, unit).is_some()
    }

    /// A stat of a unit as it is now.
    #[must_use]
    pub fn stat(&self, id: EntityId, stat: StatId) -> i32 {
        match self.paces.get(id.index()) {
            Some(&Some(pace)) if stat == StatId::INITIATIVE => pace,
            _ => self.state.sheet(self.book).stat(id, stat),
        }
    }

    /// What an entity has in the order's column with this index.
    #[must_use]
    pub fn of_unit(&self, id: EntityId, column: usize) -> i32 {
        self.state.entity_column(id, self.book.scheduler.column(column))
    }

    /// What the battle has in the order's column with this index.
    #[must_use]
    pub fn of_battle(&self, column: usize) -> i32 {
        self.state.battle_column(self.book.scheduler.column(column))
    }
}

/// A decision that the battle waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choose {
    /// The side that decides.
    pub team: Team,
    /// The units among which it chooses one to decide for, in the order in which they are offered.
    pub units: Vec<EntityId>,
    /// What ends the wait.
    pub until: Until,
}

/// What ends the wait for a side's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// One decision: it is carried out, or the next one is asked for, at once.
    Decided,
    /// The side closes its decisions ([`Plan::close`]); it may decide in any sequence, change its mind, and leave units
    /// undecided.
    Closed,
    /// One decision, which is carried out at once; or the side closes, which ends its turn.
    DecidedOrClosed,
}

impl Until {
    /// Whether one decision ends the wait.
    #[must_use]
    pub const fn ends_with_decision(self) -> bool {
        matches!(self, Self::Decided | Self::DecidedOrClosed)
    }

    /// Whether the side may end the wait by closing its decisions.
    #[must_use]
    pub const fn may_close(self) -> bool {
        matches!(self, Self::Closed | Self::DecidedOrClosed)
    }
}

/// What of a plan is spent once something has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Nothing.
    Nothing,
    /// The intent of one unit.
    Unit(EntityId),
    /// All intents, and every side may decide again.
    All,
}

/// Who is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A unit or an entry. The number is its place in the state's agenda where the order keeps one there, else 0.
    Slot(usize, Slot),
    /// A side chooses whom to activate, and has chosen nobody.
    Choice,
    /// Nobody of this side: its turn ends.
    TurnEnd(Team),
    /// Nobody: the round ends.
    RoundEnd,
}

/// A number of a turn order that a scenario may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name in scenarios.
    pub name: &'static str,
    /// One sentence about it.
    pub doc: &'static str,
    /// Its value where the scenario says nothing.
    pub default: i32,
    /// Smallest value.
    pub least: i32,
    /// Largest value.
    pub most: i32,
}

/// The two words that agendas use for what an order counts.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Measures {
    /// What [`TurnOrder::time`] counts, such as `tick`.
    pub time: &'static str,
    /// What [`TurnOrder::points`] counts, such as `energy`.
    pub points: &'static str,
}

/// What a use of an action takes, in what [`Measures::points`] names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Price {
    /// What each use takes.
    pub flat: i32,
    /// What each cell of a move takes besides.
    pub each_cell: i32,
}

impl Price {
    /// A price that does not depend on how far a move leads.
    const fn flat(flat: i32) -> Self {
        Self { flat, each_cell: 0 }
    }

    /// What a use takes that entered so many cells.
    fn over(self, cells: i32) -> i32 {
        self.flat.saturating_add(self.each_cell.saturating_mul(cells))
    }
}

/// Notes that a unit begins its activation, where the state keeps no agenda whose place would tell so.
fn note_begin(cx: &mut OrderContext<'_, '_>, id: EntityId) {
    let place = cx.state().next_place();
    cx.write(Change::next_place(id, place, place));
}

/// A turn order. All that it must remember is in the state: in the agenda, or in columns that it declares. It alters them
/// by changes, through the [`OrderContext`] that it is given.
///
/// What has no default must be said by each order. The defaults are those of orders in which every decision is carried
/// out before the next one is asked for.
pub trait TurnOrder: Debug + Sync {
    /// Its name in scenarios.
    fn name(&self) -> &'static str;

    /// One sentence about it.
    fn doc(&self) -> &'static str;

    /// The numbers that a scenario may set, at most [`MOST_PARAMETERS`].
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// The columns in which it keeps what it must remember, at most [`MOST_COLUMNS`].
    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    /// Checks that some unit of the opening could ever act.
    ///
    /// # Errors
    /// If none could.
    fn check(&self, _: &Rules, _: &Opening) -> Result<(), OrderFault> {
        Ok(())
    }

    /// Begins a battle: everybody is placed and it is round 1.
    fn begin_battle(&self, _: &mut OrderContext<'_, '_>) {}

    /// Brings what the order keeps up to date before it is asked who is next: speeds may have changed, and units may have
    /// come.
    fn prepare(&self, _: &mut OrderContext<'_, '_>) {}

    /// Who is next.
    fn next(&self, view: &View<'_>) -> Next;

    /// Whose decision the battle waits for; `None` when it can go on. Each side that is asked sees what those asked
    /// before it decided.
    fn choose(&self, view: &View<'_>) -> Option<Choose>;

    /// Notes that a slot begins, and takes what beginning costs. An order that keeps no agenda in the state leaves its
    /// place as it is.
    fn begin(&self, cx: &mut OrderContext<'_, '_>, _place: usize, slot: Slot) {
        if let Slot::Unit(id) = slot {
            note_begin(cx, id);
        }
    }

    /// Whether an activation that is next only passes: the unit begins and ends a turn without acting. Asked before it begins.
    fn passes(&self, _: &View<'_>, _unit: EntityId) -> bool {
        false
    }

    /// Moves and actions of one activation of a unit of this kind.
    fn activation_points(&self, kind: &UnitType) -> (u8, u8) {
        kind.points
    }

    /// Whether a unit could use an action after those `before` it in its intent, beyond what its kind and its points
    /// allow. The state may be one in which those before are not paid for yet, so it is asked again when the use begins.
    ///
    /// # Errors
    /// Why not.
    fn allows(&self, _: &View<'_>, _unit: EntityId, before: &[ActionUse], _: &TokenSet) -> Result<(), UseError> {
        if self.is_one_use() && !before.is_empty() { Err(UseError::Unaffordable) } else { Ok(()) }
    }

    /// Whether an activation is one use, so that nobody moves and acts in the same one.
    fn is_one_use(&self) -> bool {
        false
    }

    /// A use begins.
    fn begin_use(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: &TokenSet) {}

    /// A use is over: takes what it costs, if costs are taken at once. `first` is the place in the log of its first change.
    fn end_use(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: &TokenSet, _first: usize) {}

    /// An activation is over: takes what is taken at its end. It was `idle` where no use began.
    fn end(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _idle: bool) {}

    /// Makes a unit act later by numbers that the order keeps, and returns true. If it returns false, the unit gets the flag
    /// [`crate::state::flag::POSTPONED`] until its next activation begins, and [`TurnOrder::next`] must put it behind the others.
    fn postpone(&self, _: &mut OrderContext<'_, '_>, _unit: EntityId, _: Label) -> bool {
        false
    }

    /// A side's turn is over.
    fn end_turn(&self, _: &mut OrderContext<'_, '_>, _: Team) {}

    /// A round is over: what the round does to the board, and what begins with the next one.
    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
    }

    /// Whether a battle that nothing decides has lasted too long and is a draw.
    fn is_drawn(&self, view: &View<'_>) -> bool {
        view.state.round() > view.book.limits.rounds
    }

    /// The value of [`crate::state::entry::DUE_ROUND`] of an entry that `owner` makes now, so many rounds ahead.
    fn due(&self, view: &View<'_>, _owner: EntityId, rounds: i32) -> i32 {
        view.state.round().saturating_add(rounds)
    }

    /// Whether who is next depends on which units are decided for, and so on the plan.
    fn picks(&self) -> bool {
        false
    }

    /// Whether a prediction that has come this far ends here. By default it does before the next unit, as nothing of its
    /// side's is decided yet.
    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        match after {
            Advance::Over | Advance::Waits => true,
            // Who was decided for has acted, and in truth its decision is spent: nothing else is decided.
            _ => !matches!(self.next(view), Next::Slot(_, Slot::Entry(_)) | Next::RoundEnd | Next::TurnEnd(_)),
        }
    }

    /// What of the plan is spent after this has run.
    fn spent(&self, view: &View<'_>, after: Advance) -> Spent {
        let open = view.state.open_activation().map(|(unit, _)| unit);
        match after {
            Advance::Unit(unit, _) if open != Some(unit) => Spent::Unit(unit),
            Advance::TurnEnd(_) | Advance::RoundEnd | Advance::Over => Spent::All,
            _ => Spent::Nothing,
        }
    }

    /// Whether an activation stays open in truth until its intent is complete, so that each action use can be decided
    /// on what the one before it came to. Otherwise an activation ends with the uses that its intent has.
    fn is_stepwise(&self) -> bool {
        true
    }

    /// Whether all of a round is decided before any of it is carried out. Otherwise each decision is carried out before the
    /// next one is asked for.
    fn decides_ahead(&self) -> bool {
        false
    }

    /// What agendas call the numbers below.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// The time of the battle as a side can know it, where the order counts any.
    fn time(&self, _: &View<'_>) -> Option<i32> {
        None
    }

    /// What the order gives a unit to act with, where it gives any: points, charge, energy.
    fn points(&self, _: &View<'_>, _unit: EntityId) -> Option<i32> {
        None
    }

    /// The same as it will be when the unit's next turn begins, if nothing happens before.
    fn points_at_turn(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        self.points(view, unit)
    }

    /// What a use of an action takes of those, where the order gives any.
    fn price(&self, _: &View<'_>, _: &TokenSet) -> Option<Price> {
        None
    }

    /// What a side has left in its turn, where the order counts that.
    fn points_of_side(&self, _: &View<'_>, _: Team) -> Option<i32> {
        None
    }
}

/// How fast a unit is in orders that count time or points: its initiative, which Quicken raises and lowers, and what the
/// scenario adds for all.
fn pace(view: &View<'_>, id: EntityId, base: i32) -> i32 {
    view.stat(id, StatId::INITIATIVE).saturating_add(base).max(0)
}

/// Who of equals is offered or acts first: by initiative, speed class, the player's side, and order of creation.
fn precedence(view: &View<'_>, id: EntityId) -> (i32, i32, bool, std::cmp::Reverse<u16>) {
    let is_player = view.state.entity(id).team == Team::PLAYER;
    (view.stat(id, StatId::INITIATIVE), view.stat(id, StatId::SPEED), is_player, std::cmp::Reverse(id.0))
}

/// The same as an order of two units. All but initiative is read only where that is equal: stats take long to read.
fn by_precedence(view: &View<'_>, id: EntityId, other: EntityId) -> Ordering {
    let initiative = |id: EntityId| view.stat(id, StatId::INITIATIVE);
    let all = || precedence(view, id).cmp(&precedence(view, other));
    initiative(id).cmp(&initiative(other)).then_with(all)
}

/// The first entry that has come due by `now` of those that `wanted` is true for, in the order in which they were made.
fn due_entry(state: &GameState, now: i32, wanted: impl Fn(&crate::state::Entry) -> bool) -> Option<Slot> {
    let waiting = state.entries().iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0);
    let due = waiting.filter(|(_, words)| words[entry::DUE_ROUND] <= now && wanted(words));
    let first = due.min_by_key(|(index, words)| (words[entry::DUE_ROUND], words[entry::WAITING], *index));
    first.map(|(index, _)| Slot::Entry(index as u16))
}

/// Whether a unit that is next is decided for: its intent says something that has not been carried out yet.
fn is_decided(view: &View<'_>, unit: EntityId) -> bool {
    let done = view.state.open_activation().filter(|&(open, _)| open == unit).map(|(_, done)| done);
    view.decides_itself(unit)
        || view
            .plan
            .intent(unit)
            .is_some_and(|intent| intent.complete || done.is_none_or(|done| intent.uses.len() > done))
}

/// What is asked of the unit whose activation is open; nothing inside where that is decided.
fn choose_open(view: &View<'_>) -> Option<Option<Choose>> {
    let (unit, _) = view.state.open_activation()?;
    Some((!is_decided(view, unit)).then(|| choose_one(view, unit)))
}

/// The decision for one unit.
fn choose_one(view: &View<'_>, unit: EntityId) -> Choose {
    Choose { team: view.state.entity(unit).team, units: vec![unit], until: Until::Decided }
}

/// Whose decision is waited for where the state alone says who is next: that unit's.
fn choose_next(order: &(impl TurnOrder + ?Sized), view: &View<'_>) -> Option<Choose> {
    if let Some(open) = choose_open(view) {
        return open;
    }
    match order.next(view) {
        Next::Slot(_, Slot::Unit(unit)) if !is_decided(view, unit) => Some(choose_one(view, unit)),
        _ => None,
    }
}

/// Why a turn order cannot run a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderFault {
    /// No unit of the opening has a pace.
    #[error("nobody could ever act: no unit's initiative is above 0, and `base` adds too little")]
    NoPace,
    /// The reason of a turn order of another crate: a sentence without a full stop.
    #[error("{0}")]
    Other(String),
}

impl OrderFault {
    /// A word that stays the same between versions, for programs to act on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoPace => "nobody-acts",
            Self::Other(_) => "unfit-order",
        }
    }
}

/// The fault of a battle in which no unit that is placed has a pace.
fn check_paces(book: &Rules, opening: &Opening, base: i32) -> Result<(), OrderFault> {
    let acting = opening.roster.iter().filter_map(|member| book.unit_types.get(usize::from(member.unit_type)));
    let mut acting = acting.filter(|kind| kind.acts).peekable();
    if acting.peek().is_some() && acting.all(|kind| kind.initiative.saturating_add(base) <= 0) {
        return Err(OrderFault::NoPace);
    }
    Ok(())
}
