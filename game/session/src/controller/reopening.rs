//! Reopening of a decision. An action that does not fit replaces the last chosen one.

use super::state::Doing;
use super::{Choosing, Controller, LessonTarget};
use crate::texts::forecast_text::decided_text;
use crate::texts::{messages, names};
use foretoken_vm::{ActionUse, EntityId};

impl Controller {
    pub(super) fn show_reopened(&mut self, unit: EntityId) {
        let seat = self.session.seat();
        let last = seat.draft().and_then(|draft| draft.intent().uses.last()).map(|used| used.program);
        let orders = self.orders();
        self.list = orders.iter().position(|order| Some(order.choice.program) == last).unwrap_or_default();
        self.choosing = Choosing::Action;
        self.turn_to(unit);
        let seat = self.session.seat();
        let name = names::entity(self.session.book(), seat.known().state(), unit);
        let decided = decided_text(seat, unit);
        self.say(messages::reopened(&name, &decided));
    }

    /// Reopens an undone decision without its last action and returns that; `None` if it cannot.
    pub(super) fn reopen_without_last(&mut self, unit: EntityId, mut uses: Vec<ActionUse>) -> Option<u16> {
        let last = uses.pop()?;
        if uses.is_empty() || self.session.is_immediate() || !self.session.seat_mut().choose_for(unit) {
            return None;
        }
        self.turn_to(unit);
        self.session.seat_mut().choose_instead(uses);
        self.follow();
        self.session.seat().draft().map(|_| last.program)
    }

    /// Uses an action by its index. Drops the action with an open request and, if both do not fit, the last one.
    pub(super) fn use_action(&mut self, index: usize) {
        let Some(before) = self.session.seat().draft().map(|draft| draft.intent().uses.clone()) else { return };
        self.session.seat_mut().leave_open_out();
        let whole = self.session.seat().draft().map_or(0, |draft| draft.intent().uses.len());
        let Some(wanted) = self.session.seat().choices().get(index).cloned() else { return };
        let kept = whole.saturating_sub(wanted.replaces);
        if wanted.is_replacement_only() {
            self.session.seat_mut().choose_instead(before[..kept].to_vec());
        }
        self.availability();
        let Some(choice) = self.session.seat().choices().get(index).cloned() else { return };
        let refusal = if self.lesson_forbids(Doing::Uses(choice.program)) {
            Some(self.message.clone())
        } else {
            names::hindrance(self.session.book(), &choice)
                .map(|why| messages::hindered(names::action(self.session.book(), choice.program), &why))
        };
        if let Some(refusal) = refusal {
            self.session.seat_mut().choose_instead(before);
            let asks = self.session.seat().question().is_some();
            self.choosing = if asks { Choosing::Target } else { Choosing::Action };
            return self.say(refusal);
        }
        if wanted.is_replacement_only() {
            let title = |program| names::action(self.session.book(), program);
            let gone: Vec<&str> = before[kept..whole].iter().map(|used| title(used.program)).collect();
            self.say(messages::instead(title(choice.program), &gone));
        }
        if self.session.seat_mut().use_action(choice.program) {
            self.list = self.orders().iter().position(|order| order.index == index).unwrap_or(index);
            self.follow();
            if let Some(LessonTarget::Cell(cell)) = self.lesson_target() {
                self.point(cell);
            }
        }
    }
}
