//! The meaning of a program's requests for players.

use super::Rulebook;
use crate::formula::FormulaOp;
use crate::program::Asks;
use crate::regions::Bound;
use crate::tokens::Deed;
use crate::tokens::change_stat::Of;
use crate::tokens::operand::Address;

impl Rulebook {
    /// Returns whether a program first asks for the end of the user's walk.
    #[must_use]
    pub fn is_walk(&self, program: u16) -> bool {
        let first = self.program(program).and_then(|program| program.requests.first());
        first.is_some_and(|request| {
            let region = self.region(request.region);
            request.from == Address::SELF && region.is_some_and(|region| region.shape.bound() == Bound::Walk)
        })
    }

    /// Returns whether a program only waits and asks for the direction to face.
    #[must_use]
    pub fn is_facing_only(&self, program: u16) -> bool {
        let Some(program) = self.program(program) else { return false };
        let is_rest = |deed| matches!(deed, Deed::Leads | Deed::Nothing { .. } | Deed::Turn { .. });
        program.code.iter().all(|token| is_rest(token.deed()))
            && program.requests.iter().all(|request| request.asks == Asks::Direction)
    }

    /// Returns whether the facing of units has an effect in these rules. True for rules with parts of other crates.
    #[must_use]
    pub fn has_facing(&self) -> bool {
        let is_read = |op: &FormulaOp| matches!(op, FormulaOp::Side(..) | FormulaOp::Call(..));
        let is_changed = |deed| matches!(deed, Deed::Foreign { .. } | Deed::ChangeNumber { number: Of::Facing, .. });
        self.formulas.iter().any(|formula| formula.code.iter().any(is_read))
            || self.programs.iter().any(|program| program.code.iter().any(|token| is_changed(token.deed())))
    }
}
