//! Effects of a decision on allies that have decided: a changed final cell, or death.

use super::Controller;
use crate::texts::{messages, names};
use foretoken_preview::compare;
use foretoken_vm::{EntityId, Plan};

impl Controller {
    /// Finds allies whose final cell or survival changes by a unit's decision. `before` is the earlier plan. Finds
    /// nothing if decisions run at once.
    pub(super) fn find_upset(&mut self, unit: EntityId, before: &Plan) {
        if self.session.is_immediate() {
            return;
        }
        let (seat, book) = (self.session.seat(), self.session.book());
        let stands = |other: EntityId| {
            other != unit && seat.units().contains(&other) && before.intent(other).is_some_and(|intent| intent.complete)
        };
        let differences = compare(book, seat.known(), [before, seat.plan()]).differences;
        let told = differences.iter().filter(|difference| stands(difference.unit)).filter_map(|difference| {
            let [was, is] = difference.under;
            let (was, is) = (was?, is?);
            let name = names::entity(book, seat.known().state(), difference.unit);
            match () {
                () if is.dies && !was.dies => Some(messages::dies_now(&name)),
                () if is.cell != was.cell && !is.dies => Some(messages::ends_elsewhere(&name, is.cell, was.cell)),
                () => None,
            }
        });
        let told: Vec<String> = told.collect();
        self.upset = told.join(" ");
    }
}
