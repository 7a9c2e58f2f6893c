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
        let fog = book.sight.is_some();
        for (index, kind) in book.archetypes.iter().enumerate().filter(|(_, kind)| fog || kind.hidden) {
            let tokens = book.programs.iter().flat_map(|program| &program.code);
            let spawned = tokens.fold(0, |teams, token| match token.nature().spawns {
                Some((unit, side)) if usize::from(unit) == index => match side {
                    Side::Neutral => teams | 1_u8 << Team::NEUTRAL.0,
                    Side::Of(team) => teams | 1_u8 << team.min(7),
                    // Who spawns is not told by the program.
                    Side::Actor => u8::MAX,
                },
                _ => teams,
            });
            let mut teams = spawned | book.cast.get(index).copied().unwrap_or(u8::MAX);
            if !kind.hidden {
                teams &= !(1 << Team::NEUTRAL.0);
            }
            for (viewer, hideable) in all.iter_mut().enumerate().filter(|&(viewer, _)| teams & !(1 << viewer) != 0) {
                debug_assert!(viewer < Team::COUNT, "one for each side");
                hideable.tags |= kind.tags;
                hideable.losses |= kind.counts_as_loss;
            }
        }
        all
    }
}

impl Decoded {
    /// What may hide from a side.
    pub(crate) fn hideable(&self, viewer: Team) -> Hideable {
        self.hideable.get(usize::from(viewer.0)).copied().unwrap_or_default()
    }
}
