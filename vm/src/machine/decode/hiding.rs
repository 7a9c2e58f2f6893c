//! Unit types that can hide from each side by the rules, whether a unit hides now or not.

use super::Decoded;
use crate::formula::FormulaOp;
use crate::rulebook::Rules;
use crate::state::Team;
use crate::tokens::spawn::Side;

/// Facts that can be hidden from a side by the rulebook. Of these, the side knows only a lower bound.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Hideable {
    tags: u64,
    losses: bool,
}

impl Hideable {
    pub(crate) const fn is_hidden_input(self, op: FormulaOp) -> bool {
        match op {
            FormulaOp::Count(tag) | FormulaOp::Inside(tag, _) => self.tags >> (tag & 63) & 1 == 1,
            FormulaOp::Losses => self.losses,
            _ => false,
        }
    }

    /// Lists what can hide from each side: unit types that start unseen, or all under fog, on their possible sides.
    /// Neutral objects are always visible.
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

pub(crate) fn hiding_sides(book: &Rules, index: usize) -> u8 {
    let tokens = book.programs.iter().flat_map(|program| &program.code);
    let spawned = tokens.fold(0, |teams, token| match token.nature().spawns {
        Some((unit, side)) if usize::from(unit) == index => teams | sides_of(side),
        _ => teams,
    });
    may_hide_on(book, index, spawned | book.cast.get(index).copied().unwrap_or(u8::MAX))
}

/// Returns the sides on which a unit of this type can hide after it was spawned on one of them, as bits.
pub(crate) fn spawned_hiding_sides(book: &Rules, (unit, side): (u16, Side)) -> u8 {
    may_hide_on(book, unit.into(), sides_of(side))
}

fn may_hide_on(book: &Rules, index: usize, teams: u8) -> u8 {
    match book.unit_types.get(index) {
        Some(kind) if kind.hidden => teams,
        Some(_) if book.sight.is_some() => teams & !Team::NEUTRAL.bit(),
        _ => 0,
    }
}

const fn sides_of(side: Side) -> u8 {
    match side {
        Side::Neutral => Team::NEUTRAL.bit(),
        Side::Of(team) => 1 << if team > 7 { 7 } else { team },
        Side::Actor => u8::MAX,
    }
}

impl Decoded {
    pub(crate) fn hideable(&self, viewer: Team) -> Hideable {
        self.hideable.get(usize::from(viewer.0)).copied().unwrap_or_default()
    }
}
