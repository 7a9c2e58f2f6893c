//! The unit types that may hide from each side by the rules, whether a unit hides or not.

use super::Decoded;
use crate::formula::FormulaOp;
use crate::rulebook::Rules;
use crate::state::Team;
use crate::tokens::spawn::Side;

/// What may hide from a side by the rulebook, whether anything does or not: of it, a side knows no more than the least
/// number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Hideable {
    /// Bits of the tags of entities that may hide.
    tags: u64,
    /// Whether the death of one of them counts as a loss.
    losses: bool,
}

impl Hideable {
    /// Whether a formula's operation reads something of which more may be hidden than the side knows.
    pub(crate) const fn concerns(self, op: FormulaOp) -> bool {
        match op {
            FormulaOp::Count(tag) | FormulaOp::Inside(tag, _) => self.tags >> (tag & 63) & 1 == 1,
            FormulaOp::Losses => self.losses,
            _ => false,
        }
    }

    /// What may hide from each side: kinds that start unseen, or all where there is fog, on the sides that they are placed on
    /// or may be spawned on. What takes no side is always in sight.
    pub(super) fn of(book: &Rules) -> [Self; Team::COUNT] {
        let mut all = [Self::default(); Team::COUNT];
        for (index, kind) in book.unit_types.iter().enumerate() {
            let teams = hiding_sides(book, index);
            for (viewer, hideable) in all.iter_mut().enumerate().filter(|&(viewer, _)| teams & !(1 << viewer) != 0) {
                debug_assert!(viewer < Team::COUNT, "one for each side");
                hideable.tags |= kind.tags;
                hideable.losses |= kind.counts_as_loss;
            }
        }
        all
    }
}

/// The sides on which units of a type may hide from others, a bit each: those on which one may be placed or spawned, if the
/// type starts unseen or there is fog.
pub(crate) fn hiding_sides(book: &Rules, index: usize) -> u8 {
    let tokens = book.programs.iter().flat_map(|program| &program.code);
    let spawned = tokens.fold(0, |teams, token| match token.nature().spawns {
        Some((unit, side)) if usize::from(unit) == index => teams | sides_of(side),
        _ => teams,
    });
    may_hide_on(book, index, spawned | book.cast.get(index).copied().unwrap_or(u8::MAX))
}

/// The sides on which a unit of this type may hide after it was spawned on one of them, a bit each.
pub(crate) fn spawned_hiding_sides(book: &Rules, (unit, side): (u16, Side)) -> u8 {
    may_hide_on(book, unit.into(), sides_of(side))
}

/// Those of some sides on which units of a type may hide.
fn may_hide_on(book: &Rules, index: usize, teams: u8) -> u8 {
    match book.unit_types.get(index) {
        Some(kind) if kind.hidden => teams,
        Some(_) if book.sight.is_some() => teams & !Team::NEUTRAL.bit(),
        _ => 0,
    }
}

/// The sides on which a token may spawn a unit, a bit each.
const fn sides_of(side: Side) -> u8 {
    match side {
        Side::Neutral => Team::NEUTRAL.bit(),
        Side::Of(team) => 1 << if team > 7 { 7 } else { team },
        // Any side may run the program.
        Side::Actor => u8::MAX,
    }
}

impl Decoded {
    /// What may hide from a side.
    pub(crate) fn hideable(&self, viewer: Team) -> Hideable {
        self.hideable.get(usize::from(viewer.0)).copied().unwrap_or_default()
    }
}
