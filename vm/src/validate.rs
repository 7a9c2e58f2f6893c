//! Validation of intents. All entry points refuse an invalid intent, and execution skips an invalid use.
//!
//! A free action can be used once per activation.

use crate::intent::{ActionUse, Intent, Plan};
use crate::program::{Cost, Label, TokenSet};
use crate::rulebook::{Rulebook, UnitType};
use crate::schedulers::View;
use crate::state::{Change, ChangeKind, EntityId, GameState};

/// Maximum uses of an intent.
pub const MAX_USES: usize = 64;
/// Maximum answers of a use.
pub const MAX_ANSWERS: usize = 4_096;

/// Reason why an intent is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IntentError {
    /// Unknown or dead unit, or one without activations.
    #[error("{0} has no turns")]
    NotActing(EntityId),
    /// A policy controls the unit.
    #[error("a policy decides for {0}")]
    ByPolicy(EntityId),
    /// More than [`MAX_USES`] uses.
    #[error("{0} actions are more than the maximum of {MAX_USES} in one turn of a unit")]
    TooManyUses(usize),
    /// The activation is open, and the intent does not begin with its executed uses.
    #[error("{0} has already used other actions")]
    CarriedOut(EntityId),
    /// An invalid use.
    #[error("action {index} of the turn (program {program}): {error}")]
    Use {
        /// Index in the intent.
        index: usize,
        /// Program.
        program: u16,
        /// Error.
        error: UseError,
    },
}

/// Reason why a use is invalid. Numbers are those of log notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
#[repr(u8)]
pub enum UseError {
    /// The unit lacks the action.
    #[error("the unit has no such action")]
    NotOwned = 1,
    /// Not enough points left.
    #[error("the unit has too few points left in this turn")]
    Unaffordable = 2,
    /// A repeated free action.
    #[error("a free action can be used only once per turn")]
    Repeated = 3,
    /// More than [`MAX_ANSWERS`] answers.
    #[error("more than {MAX_ANSWERS} answers")]
    TooManyAnswers = 4,
    /// More uses than allowed before it.
    #[error("more than {MAX_USES} actions in one turn of a unit")]
    TooManyUses = 5,
    /// An effect source prohibits it.
    #[error("a status, skill or item of the unit forbids it")]
    Blocked = 6,
    /// Its skill recharges.
    #[error("its cooldown is not over")]
    Recharging = 7,
    /// Its uses in this battle are spent.
    #[error("it has no uses left")]
    UsedUp = 8,
    /// The unit cannot pay its cost.
    #[error("the unit cannot pay its cost")]
    TooDear = 9,
    /// The condition of the action or its skill fails.
    #[error("its condition is not met")]
    Unusable = 10,
    /// The unit lacks points of the turn order.
    #[error("the turn order leaves the unit too few points for it")]
    Exhausted = 11,
    /// No slot of the unit's deck fits.
    #[error("no slot that comes next holds it")]
    NoSlot = 12,
}

impl UseError {
    /// All errors by number from 1.
    pub const ALL: [Self; 12] = [
        Self::NotOwned,
        Self::Unaffordable,
        Self::Repeated,
        Self::TooManyAnswers,
        Self::TooManyUses,
        Self::Blocked,
        Self::Recharging,
        Self::UsedUp,
        Self::TooDear,
        Self::Unusable,
        Self::Exhausted,
        Self::NoSlot,
    ];

    /// Returns an error by number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&error| error as i32 == code)
    }
}

/// Contents of a [`ChangeKind::Refused`] note: the skipped use with its reason and the deciding numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedUse {
    /// Program.
    pub program: u16,
    /// Index in the intent.
    pub index: u8,
    /// Error.
    pub error: UseError,
    /// Cost column of [`UseError::TooDear`].
    pub column: u16,
    /// Required value of that column, for [`UseError::TooDear`]; up to 2^23.
    pub needed: i32,
    /// For [`UseError::TooDear`] the column's value, for [`UseError::Recharging`] the remaining activations, for
    /// [`UseError::Blocked`] the effect source ([`crate::stats::EffectSourceRef::to_word`]), for [`UseError::Unusable`] 0 if
    /// the action's condition fails and 1 if the skill's does; within ±2^23.
    pub found: i32,
}

impl RefusedUse {
    const MOST: i32 = (1 << 23) - 1;

    const fn within(number: i32) -> i32 {
        if number > Self::MOST {
            Self::MOST
        } else if number < -Self::MOST {
            -Self::MOST
        } else {
            number
        }
    }

    /// Returns it as a note about a unit.
    #[must_use]
    pub const fn to_note(self, unit: EntityId) -> Change {
        let at = self.program as u32 | (self.column as u32) << 16;
        let (needed, found) = (Self::within(self.needed), Self::within(self.found));
        let (before, after) = (self.index as i32 | needed << 8, self.error as i32 | found << 8);
        Change { kind: ChangeKind::Refused, label: Label::NONE, entity: unit, at, before, after }
    }

    /// Reads a note.
    #[must_use]
    pub fn from_note(change: &Change) -> Option<Self> {
        let error = UseError::from_code(change.after & 0xff).filter(|_| change.kind == ChangeKind::Refused)?;
        Some(Self {
            program: change.at as u16,
            index: change.before as u8,
            error,
            column: (change.at >> 16) as u16,
            needed: change.before >> 8,
            found: change.after >> 8,
        })
    }
}

/// Remaining points of an activation.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    moves: u8,
    actions: u8,
}

impl Points {
    /// Returns the points of a unit type.
    #[must_use]
    pub const fn of(kind: &UnitType) -> Self {
        Self { moves: kind.points.0, actions: kind.points.1 }
    }

    /// Returns the points of a unit type under the rulebook's turn order.
    #[inline]
    #[must_use]
    pub fn under(book: &Rulebook, kind: &UnitType) -> Self {
        let (moves, actions) = book.scheduler.activation_points(kind);
        Self { moves, actions }
    }

    /// Pays for a use after those `before` it, if the unit `owns` it, and returns its program. An invalid use costs
    /// nothing.
    ///
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn pay<'b>(
        &mut self,
        book: &'b Rulebook,
        owns: bool,
        before: &[ActionUse],
        used: &ActionUse,
    ) -> Result<&'b TokenSet, UseError> {
        if before.len() >= MAX_USES {
            return Err(UseError::TooManyUses);
        }
        if used.answers.len() > MAX_ANSWERS {
            return Err(UseError::TooManyAnswers);
        }
        let owned = owns.then(|| book.program(used.program)).flatten();
        let program = owned.ok_or(UseError::NotOwned)?;
        let points = match program.cost {
            Cost::Move => &mut self.moves,
            Cost::Action => &mut self.actions,
            Cost::Free if before.iter().any(|earlier| earlier.program == used.program) => {
                return Err(UseError::Repeated);
            }
            Cost::Free => return Ok(program),
        };
        *points = points.checked_sub(1).ok_or(UseError::Unaffordable)?;
        Ok(program)
    }
}

/// Returns the executed uses of a unit's open activation.
#[must_use]
pub fn carried_out<'p>(state: &GameState, plan: &'p Plan, unit: EntityId) -> &'p [ActionUse] {
    let done = state.open_activation().filter(|&(open, _)| open == unit).map_or(0, |(_, done)| done);
    let uses = plan.intent(unit).map_or(&[][..], |intent| intent.uses.as_slice());
    &uses[..done.min(uses.len())]
}

/// Validates an intent. Answers are checked at resolution. Executed uses are not checked again, because the assets may
/// have changed.
///
/// # Errors
/// The first invalid part.
pub fn validate_intent(
    book: &Rulebook,
    state: &GameState,
    plan: &Plan,
    unit: EntityId,
    intent: &Intent,
) -> Result<(), IntentError> {
    let entity = state.entity(unit);
    let kind = book.unit_type(entity).filter(|_| entity.is_activated()).ok_or(IntentError::NotActing(unit))?;
    if book.policy_of(state, unit).is_some() {
        return Err(IntentError::ByPolicy(unit));
    }
    if intent.uses.len() > MAX_USES {
        return Err(IntentError::TooManyUses(intent.uses.len()));
    }
    let stands = carried_out(state, plan, unit);
    let begins = intent.uses.get(..stands.len()).ok_or(IntentError::CarriedOut(unit))?;
    if begins.iter().zip(stands).any(|(said, stood)| said.program != stood.program) {
        return Err(IntentError::CarriedOut(unit));
    }
    let mut points = Points::under(book, kind);
    let (view, sheet) = (View::new(book, state, plan, None), state.sheet(book));
    let is_open = state.open_activation().is_some_and(|(open, _)| open == unit);
    for (index, used) in intent.uses.iter().enumerate() {
        let before = &intent.uses[..index];
        let is_next = is_open && index == stands.len();
        let is_settled = index < stands.len();
        let owns = is_settled || sheet.is_possible_owner(unit, used.program, !is_next);
        let paid = points.pay(book, owns, before, used);
        let allowed = paid.and_then(|program| {
            // Later uses depend on earlier ones, so only the next use of an open activation is checked against the
            // present state.
            if is_next {
                sheet.admits(unit, used.program)?;
            }
            book.scheduler.allows(&view, unit, before, program)
        });
        match allowed {
            Err(error) if index >= stands.len() || error == UseError::TooManyAnswers => {
                return Err(IntentError::Use { index, program: used.program, error });
            }
            _ => {}
        }
    }
    Ok(())
}
