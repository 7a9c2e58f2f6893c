//! What an intent may hold. One set of checks guards every entrance: what takes a decision over (a session, a record,
//! a connection) refuses an intent that does not pass, and execution skips a use that does not.
//!
//! A unit uses the actions of its kind, for as long as its points last. An action that costs nothing goes once an
//! activation.

use crate::intent::{ActionUse, Intent, Plan};
use crate::program::{Cost, Label, TokenSet};
use crate::rulebook::{Rulebook, UnitType};
use crate::schedulers::View;
use crate::state::{Change, ChangeKind, EntityId, GameState};

/// Most uses of one intent.
pub const MAX_USES: usize = 64;
/// Most answers of one use.
pub const MAX_ANSWERS: usize = 4_096;

/// Why an intent does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IntentError {
    /// Nobody goes by this id, or who does is dead or takes no activations.
    #[error("{0} takes no activations")]
    NotActing(EntityId),
    /// A policy decides for the unit, and nobody else does.
    #[error("a policy decides for {0}")]
    ByPolicy(EntityId),
    /// More uses than [`MAX_USES`].
    #[error("{0} uses are more than the {MAX_USES} of one intent")]
    TooManyUses(usize),
    /// The unit's activation is open, and the intent does not begin with the uses that were carried out already.
    #[error("{0} has carried out other uses already")]
    CarriedOut(EntityId),
    /// One of its uses does not hold.
    #[error("use {index} of program {program}: {error}")]
    Use {
        /// Its place in the intent.
        index: usize,
        /// The program it names.
        program: u16,
        /// What is wrong.
        error: UseError,
    },
}

/// Why one use of an intent does not hold. The numbers are those of notes in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
#[repr(u8)]
pub enum UseError {
    /// The unit's kind has no such action.
    #[error("the unit has no such action")]
    NotOwned = 1,
    /// Its cost is more than what the uses before it left.
    #[error("the activation's points do not allow it")]
    Unaffordable = 2,
    /// A free action that the intent holds already.
    #[error("an action that costs nothing is used once an activation")]
    Repeated = 3,
    /// More answers than [`MAX_ANSWERS`].
    #[error("there are more than {MAX_ANSWERS} answers")]
    TooManyAnswers = 4,
    /// It is behind the last use that an intent may hold.
    #[error("there are more than {MAX_USES} uses")]
    TooManyUses = 5,
    /// A status or something else that the unit carries forbids it.
    #[error("something that the unit carries forbids it")]
    Blocked = 6,
    /// Its skill recharges.
    #[error("it recharges")]
    Recharging = 7,
    /// All its uses in this battle are used up.
    #[error("its uses are used up")]
    UsedUp = 8,
    /// The unit has less than it costs.
    #[error("the unit cannot pay for it")]
    TooDear = 9,
    /// The condition of the action or its skill does not hold.
    #[error("its condition does not hold")]
    Unusable = 10,
    /// The unit has less of what the turn order counts than the use takes.
    #[error("the turn order gives the unit too little for it")]
    Exhausted = 11,
}

impl UseError {
    /// All, by number from 1.
    pub const ALL: [Self; 11] = [
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
    ];

    /// The error with this number.
    #[must_use]
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|&error| error as i32 == code)
    }
}

/// The contents of a note of the kind [`ChangeKind::Refused`]: the skipped use, the reason, and the numbers that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedUse {
    /// The program of the use.
    pub program: u16,
    /// The place of the use in the intent.
    pub index: u8,
    /// Why it was skipped.
    pub error: UseError,
    /// For [`UseError::TooDear`] the column that it is paid from.
    pub column: u16,
    /// For [`UseError::TooDear`] what the column must hold; up to 2^23.
    pub needed: i32,
    /// For [`UseError::TooDear`] the value of the column, for [`UseError::Recharging`] the activations left, for
    /// [`UseError::Blocked`] the carrier ([`crate::stats::EffectSourceRef::to_word`]), for [`UseError::Unusable`] 0 if the
    /// condition of the action fails and 1 if that of the skill fails; from -2^23 to 2^23.
    pub found: i32,
}

impl RefusedUse {
    const MOST: i32 = (1 << 23) - 1;

    /// A number that fits beside a byte in a word.
    const fn within(number: i32) -> i32 {
        if number > Self::MOST {
            Self::MOST
        } else if number < -Self::MOST {
            -Self::MOST
        } else {
            number
        }
    }

    /// As a note about a unit.
    #[must_use]
    pub const fn to_note(self, unit: EntityId) -> Change {
        let at = self.program as u32 | (self.column as u32) << 16;
        let (needed, found) = (Self::within(self.needed), Self::within(self.found));
        let (before, after) = (self.index as i32 | needed << 8, self.error as i32 | found << 8);
        Change { kind: ChangeKind::Refused, label: Label::NONE, entity: unit, at, before, after }
    }

    /// Reads a note of the kind [`ChangeKind::Refused`].
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

/// What is left of an activation's points.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    moves: u8,
    actions: u8,
}

impl Points {
    /// Those of an activation of a unit of this kind.
    #[must_use]
    pub const fn of(kind: &UnitType) -> Self {
        Self { moves: kind.points.0, actions: kind.points.1 }
    }

    /// The same under the rulebook's turn order, which may give others.
    #[inline]
    #[must_use]
    pub fn under(book: &Rulebook, kind: &UnitType) -> Self {
        let (moves, actions) = book.scheduler.points_of(kind);
        Self { moves, actions }
    }

    /// Pays for a use that comes after those `before` it, and says what it runs, if the unit `owns` it. Where it does not
    /// hold, nothing is paid.
    ///
    /// # Errors
    /// Why it does not hold.
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

/// The uses of a unit's intent that were carried out already: those of its open activation.
#[must_use]
pub fn carried_out<'p>(state: &GameState, plan: &'p Plan, unit: EntityId) -> &'p [ActionUse] {
    let done = state.open_activation().filter(|&(open, _)| open == unit).map_or(0, |(_, done)| done);
    let uses = plan.intent(unit).map_or(&[][..], |intent| intent.uses.as_slice());
    &uses[..done.min(uses.len())]
}

/// Checks what a unit means to do, given what was decided before. Answers are not looked at: whether they still fit is
/// seen when they resolve. Uses that were carried out already stay as they are and are not judged again, for the assets
/// may have changed since.
///
/// # Errors
/// The first thing in it that does not hold.
pub fn validate_intent(
    book: &Rulebook,
    state: &GameState,
    plan: &Plan,
    unit: EntityId,
    intent: &Intent,
) -> Result<(), IntentError> {
    let entity = state.entity(unit);
    let kind = book.unit_type(entity).filter(|_| entity.acts()).ok_or(IntentError::NotActing(unit))?;
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
        let owns = is_settled || sheet.may_own(unit, used.program, !is_next);
        let paid = points.pay(book, owns, before, used);
        let allowed = paid.and_then(|program| {
            // What a use costs and what forbids it depends on what comes before it. Only the next use of an open activation
            // is judged by the present state; the others are judged when they are carried out.
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
