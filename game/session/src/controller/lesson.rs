//! The lesson of a scenario. Only the current step is legal. The plan decides which steps are done, so an undone step
//! becomes current again.

use super::Controller;
use super::state::Doing;
use crate::texts::messages;
use foretoken_action_assets::assets::LessonStep;
use foretoken_vm::{Cell, EntityId, Intent};

/// What the current step of a lesson asks to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonTarget {
    /// The unit, to select it.
    Unit(EntityId),
    /// An action of the selected unit, by its program.
    Action(u16),
    /// A cell as the target.
    Cell(Cell),
}

impl Controller {
    /// Returns what to press next in the lesson; `None` without one, and if any target will do.
    #[must_use]
    pub fn lesson_target(&self) -> Option<LessonTarget> {
        let (step, unit) = self.lesson_step()?;
        let seat = self.session.seat();
        if seat.draft().is_none_or(|draft| draft.unit != unit) {
            return Some(LessonTarget::Unit(unit));
        }
        let program = self.session.book().find_program(&step.action)?;
        match seat.question() {
            Some(question) if question.program == program => step.at.parse().ok().map(LessonTarget::Cell),
            _ => Some(LessonTarget::Action(program)),
        }
    }

    /// Starts these steps.
    pub fn teach(&mut self, lesson: Vec<LessonStep>) {
        self.offer_lesson(lesson);
        self.lesson.clone_from(&self.offered_lesson);
    }

    /// Keeps these steps for [`Self::repeat_lesson`].
    pub fn offer_lesson(&mut self, lesson: Vec<LessonStep>) {
        self.offered_lesson = lesson;
    }

    /// Whether there is a lesson to repeat.
    #[must_use]
    pub const fn has_lesson(&self) -> bool {
        !self.offered_lesson.is_empty()
    }

    /// Goes back to the beginning of the battle and starts the lesson. Returns false, with a message, if the battle
    /// cannot go back.
    pub fn repeat_lesson(&mut self) -> bool {
        let is_begun = self.session.rewind_points().len() <= 1 || self.rewind(0);
        if is_begun {
            self.lesson.clone_from(&self.offered_lesson);
        }
        is_begun
    }

    /// Skips the remaining steps.
    pub fn skip_lesson(&mut self) {
        self.lesson.clear();
        self.say(messages::lesson_over());
    }

    /// Returns the text of the current step; `None` without one.
    #[must_use]
    pub fn lesson_words(&self) -> Option<&str> {
        self.lesson_step().map(|(step, _)| step.say.as_str())
    }

    fn lesson_step(&self) -> Option<(&LessonStep, EntityId)> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let state = seat.known().state();
        let is_called = |unit: &&EntityId, step: &LessonStep| {
            book.unit_type(state.entity(**unit)).is_some_and(|kind| kind.name == step.unit)
        };
        let now = self.lesson.iter().filter(|step| step.round == state.round());
        let mut taken: Vec<(EntityId, usize)> = Vec::new();
        for step in now {
            let unit = seat.units().iter().find(|unit| is_called(unit, step)).copied()?;
            let before = taken.iter().filter(|(of, _)| *of == unit).count();
            if !self.is_taken(unit, before, step) {
                return Some((step, unit));
            }
            taken.push((unit, before));
        }
        None
    }

    fn is_taken(&self, unit: EntityId, number: usize, step: &LessonStep) -> bool {
        let seat = self.session.seat();
        let draft = seat.draft().filter(|draft| draft.unit == unit);
        let nothing = Intent::default();
        let intent = draft.map_or_else(|| seat.plan().intent(unit).unwrap_or(&nothing), |draft| draft.intent());
        let asks = draft.is_some() && seat.question().is_some();
        let is_answered = number + 1 < intent.uses.len() || !asks;
        let program = self.session.book().find_program(&step.action);
        intent.uses.get(number).is_some_and(|used| Some(used.program) == program && is_answered)
    }

    pub(super) fn lesson_forbids(&mut self, doing: Doing) -> bool {
        let Some((step, unit)) = self.lesson_step() else { return false };
        let draft = self.session.seat().draft();
        let is_its = draft.is_some_and(|draft| draft.unit == unit);
        let uses = draft.map_or(&[][..], |draft| draft.intent().uses.as_slice());
        let has_answered = uses.last().is_some_and(|used| !used.answers.is_empty());
        let fits = match doing {
            Doing::For(other) => other == unit,
            Doing::Uses(program) => is_its && self.session.book().find_program(&step.action) == Some(program),
            Doing::Aims(_) if is_its && has_answered => true,
            Doing::Aims(cell) => is_its && (step.at.is_empty() || cell.is_some() && step.at.parse().ok() == cell),
            Doing::Decides => !is_its,
            Doing::Ends => false,
        };
        if !fits {
            let words = step.say.clone();
            self.say(words);
        }
        !fits
    }
}
