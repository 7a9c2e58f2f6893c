//! Answers by keys or pointer. The request defines the number of presses and the choice of floors.

use super::state::{Doing, Means};
use super::{Choosing, Controller};
use crate::seat::Draft;
use crate::texts::{messages, names};
use foretoken_preview::{GuessedTurn, Mark, MarkKind};
use foretoken_vm::program::Targeting;
use foretoken_vm::{Cell, ChangeKind, EntityId};

impl Controller {
    /// Advances the clock of the last press, in milliseconds.
    pub fn pass_time(&mut self, millis: u32) {
        self.session.pass_time(millis);
        if let Some((_, ago)) = &mut self.pressed.last {
            *ago = ago.saturating_add(millis);
        }
    }

    /// Returns how the open request is answered.
    #[must_use]
    pub fn targeting(&self) -> Targeting {
        let seat = self.session.seat();
        let of = |question: &foretoken_vm::Question| {
            let program = seat.book().program(question.program)?;
            program.debug.targeting.get(usize::from(question.request_index)).copied()
        };
        seat.question().and_then(of).unwrap_or_default()
    }

    pub(super) fn press_target(&mut self, cell: Cell, by: Means) {
        let targeting = self.targeting();
        let (taken, instead) = match by {
            Means::Keys => (targeting.keyboard, messages::answer_by_pointer()),
            Means::Pointer => (targeting.mouse, messages::answer_by_keys()),
        };
        if !taken {
            return self.say(instead);
        }
        let cell = self.floor_on_offer(cell);
        let last = self.pressed.last.take();
        let floors = self.floors_on_offer(cell);
        if targeting.floor_time > 0 && floors.len() > 1 {
            let column = last.filter(|(last, _)| (last.x(), last.y()) == (cell.x(), cell.y()));
            let next = match column {
                Some((last, ago)) if ago <= targeting.floor_time.into() => {
                    let at = floors.iter().position(|&floor| floor == last).map_or(0, |at| at + 1);
                    floors.get(at).or(floors.first())
                }
                Some((last, _)) => return self.pick_on(last),
                None => floors.iter().find(|&&floor| floor == cell).or(floors.last()),
            };
            if let Some(&next) = next {
                self.look_at(next);
                self.point(next);
                self.pressed.last = Some((next, 0));
                return self.say(messages::next_floor(next));
            }
        }
        let is_second = last.is_some_and(|(last, _)| last == cell);
        if targeting.confirms && !is_second && self.session.seat().answer_on(cell).is_some() {
            self.point(cell);
            self.pressed.last = Some((cell, 0));
            return self.say(messages::confirm());
        }
        self.pick_on(cell);
    }

    fn pick_on(&mut self, cell: Cell) {
        self.point(cell);
        self.pick_target();
    }

    fn floors_on_offer(&self, cell: Cell) -> Vec<Cell> {
        let seat = self.session.seat();
        let column = seat.book().board.column(cell.x(), cell.y());
        column.filter(|&floor| seat.answer_on(floor).is_some()).collect()
    }

    /// Returns the visible cell of a column, or its lowest legal one if that is no answer.
    pub(super) fn floor_on_offer(&self, cell: Cell) -> Cell {
        let aims = self.choosing == Choosing::Target && self.session.seat().answer_on(cell).is_none();
        if aims { self.floors_on_offer(cell).first().copied().unwrap_or(cell) } else { cell }
    }

    pub(super) fn confirm_target(&mut self) {
        let hovered = self.session.seat().draft().and_then(|draft| Some((draft, draft.hover()?)));
        match hovered.filter(|(draft, hover)| draft.cells().get(*hover).copied().flatten().is_none()) {
            Some((_, hover)) if self.targeting().keyboard => {
                self.session.seat_mut().answer(hover);
                self.follow();
            }
            _ => self.press_target(self.cursor, Means::Keys),
        }
    }

    /// Closes a multiple choice, or chooses the target under the cursor. Without one, closes the unit's choice with its
    /// complete actions.
    pub(super) fn done_with_targets(&mut self) {
        let draft = self.session.seat().draft().filter(|draft| !draft.picked().is_empty());
        match draft.map(|draft| draft.pass()) {
            Some(Some(pass)) => {
                self.session.seat_mut().answer(pass);
                self.follow();
            }
            Some(None) => self.say(messages::pick_more()),
            None if self.is_off_target() && self.session.seat().has_chosen_whole() => {
                if !self.lesson_forbids(Doing::Decides) {
                    self.keep_whole();
                    self.select_next_unit();
                }
            }
            None => self.confirm_target(),
        }
    }

    fn is_off_target(&self) -> bool {
        let seat = self.session.seat();
        seat.answer_on(self.cursor).is_none() && seat.draft().is_none_or(|draft| draft.hover().is_none())
    }

    /// Answers with the target under the cursor.
    pub fn pick_target(&mut self) {
        let chosen =
            self.session.seat().answer_on(self.cursor).or_else(|| self.session.seat().draft().and_then(Draft::hover));
        match chosen {
            Some(index) => {
                let cell = self.session.seat().draft().and_then(|draft| draft.cells().get(index).copied().flatten());
                if self.lesson_forbids(Doing::Aims(cell)) {
                    return;
                }
                self.session.seat_mut().answer(index);
                self.follow();
            }
            None => self.say(self.why_not(self.cursor)),
        }
    }

    /// Describes the target under the cursor: its predicted occupant and whether the action would have no effect.
    /// `None` if the answer has no cell.
    #[must_use]
    pub fn aimed_words(&self) -> Option<String> {
        let seat = self.session.seat();
        let (draft, now) = (seat.draft()?, seat.known().state());
        let cell = draft.cells().get(draft.hover()?).copied().flatten()?;
        let unit = draft.aimed_at();
        let target = match unit.is_some() {
            true => names::foreseen(seat.book(), now, seat.forecast().state(), unit),
            false => cell.to_string(),
        };
        let moves_to = (unit.is_some() && now.occupant(cell) != unit).then_some(cell);
        Some(messages::aimed(&target, moves_to, draft.is_without_effect()))
    }

    pub(super) fn harm_of_walk(&self) -> Option<String> {
        let seat = self.session.seat();
        let unit = seat.draft().filter(|_| !self.way_foreseen().is_empty())?.unit;
        let harm = |mark: &Mark| match mark.kind {
            MarkKind::Number { unit: whose, cell, what: ChangeKind::Health, before, after, .. }
                if whose == unit && after < before =>
            {
                Some(messages::harm_on(before - after, &names::label(seat.book(), mark.label), cell))
            }
            _ => None,
        };
        let told: Vec<String> = seat.forecast().marks().marks.iter().filter_map(harm).collect();
        (!told.is_empty()).then(|| messages::harm_of_walk(&told))
    }

    /// Describes what likely turns of other sides do to the choosing unit before its next turn.
    pub(super) fn guessed_harm(&self) -> Option<String> {
        let seat = self.session.seat();
        let unit = seat.draft()?.unit;
        let turns = seat.forecast().agenda().turns();
        let next = |of: EntityId| turns.iter().position(|turn| !turn.is_foreseen && turn.unit() == Some(of));
        let own = next(unit).unwrap_or(turns.len());
        let harm = |turn: &GuessedTurn| {
            let lost = turn.before.entity(unit).health - turn.after.entity(unit).health;
            let is_before = next(turn.unit).is_none_or(|at| at < own);
            (lost > 0 && is_before).then(|| (names::entity(seat.book(), &turn.before, turn.unit), lost))
        };
        let told: Vec<(String, i32)> = seat.guesses().found().iter().filter_map(harm).collect();
        (!told.is_empty()).then(|| messages::guessed_harm(&told))
    }

    fn why_not(&self, cell: Cell) -> String {
        let seat = self.session.seat();
        let column = self.session.book().board.column(cell.x(), cell.y());
        if let Some(other) = column.rev().find(|&other| seat.answer_on(other).is_some()) {
            return messages::target_on_other_floor(other, other.floor() > cell.floor());
        }
        let asked = seat.picker().zip(seat.question());
        messages::not_a_target(asked.map(|(picker, question)| picker.why_not(seat, &question.request, cell)))
    }
}
