//! The open request of a draft: its answers, the answer under the cursor, and its prediction.

use super::offers::{self, Tried};
use super::{Draft, Seat, picker};
use foretoken_preview::MarkKind;
use foretoken_vm::machine::{Buffers, Way};
use foretoken_vm::program::{Asks, Filter, Request};
use foretoken_vm::regions::Bound;
use foretoken_vm::{Answer, Cell, ChangeKind, EntityId, Intent, Plan, Predicted, Question, Rulebook};
use std::sync::Arc;

impl Seat {
    /// Moves the cursor to an answer by index, or to none, and predicts with it.
    pub fn hover(&mut self, answer: Option<usize>) {
        let Some(draft) = &mut self.draft else { return };
        let answer = answer.filter(|&index| index < draft.answers.len());
        if draft.hover != answer {
            draft.hover = answer;
            self.put_draft(answer);
        }
    }

    /// Answers the open request with this index.
    pub fn answer(&mut self, index: usize) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let (Some(question), Some(&answer)) = (draft.question, draft.answers.get(index)) else { return false };
        if let Some(used) = draft.intent.uses.get_mut(question.use_index) {
            let cell = draft.cells.get(index).copied().flatten();
            draft.meant.extend(cell.map(|cell| (question.use_index, used.answers.len(), cell)));
            used.answers.push((question.key, answer));
        }
        draft.hover = None;
        draft.waypoints.clear();
        self.weigh_threats();
        self.put_draft(None);
        true
    }

    pub(super) fn weigh_threats(&mut self) {
        let state = self.known.state();
        let (mut struck, mut bare): (Vec<(Cell, u32)>, Vec<Cell>) = (Vec::new(), Vec::new());
        let marks = &self.forecast.marks().marks;
        for mark in marks.iter().filter(|mark| state.entity(mark.actor).team.is_enemy_of(self.team)) {
            struck.extend(match mark.kind {
                MarkKind::Struck { cell, .. } | MarkKind::Veiled { cell } => {
                    bare.push(cell);
                    Some((cell, 1))
                }
                MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } if after < before => {
                    Some((cell, before.abs_diff(after)))
                }
                _ => None,
            });
        }
        struck.sort_unstable();
        struck.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1.saturating_add(next.1) } else { kept.1 };
            same
        });
        if let Some(draft) = &mut self.draft {
            draft.threats = struck;
            bare.sort_unstable();
            draft.unmeasured = bare;
        }
    }

    pub(super) fn put_draft(&mut self, hovered: Option<usize>) {
        let Some(mut draft) = self.draft.take() else { return };
        draft.spared.clear();
        match hovered {
            None => self.ask(&mut draft),
            Some(index) => self.try_answer(&mut draft, index),
        }
        draft.show_parts();
        self.draft = Some(draft);
        self.predict();
        if hovered.is_none()
            && let Some(draft) = &mut self.draft
        {
            draft.before = self.forecast.all_foreseen().map(|foreseen| foreseen.marks.clone()).collect();
        }
    }

    fn ask(&mut self, draft: &mut Draft) {
        let book = Arc::clone(&self.book);
        self.set_draft_intent(draft.unit, draft.intent.clone());
        draft.question = self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut draft.answers);
        draft.cells.clear();
        draft.whom.clear();
        draft.idle.clear();
        draft.region.clear();
        draft.parts.clear();
        let given = |used: usize| draft.intent.uses.get(used).map_or(0, |used| used.answers.len());
        draft.meant.retain(|&(used, place, _)| place < given(used));
        let Some(question) = draft.question else {
            self.foresee_choices(draft.unit, &draft.intent.uses);
            draft.answers.clear();
            draft.waypoints.clear();
            return;
        };
        let is_walk = picker::picker_of(&book, &question.request).has_waypoints();
        let way = Way { through: &draft.waypoints, threats: &draft.threats };
        if is_walk && !(way.through.is_empty() && way.threats.is_empty()) {
            self.forecast.lead(&book, &question, way, &mut draft.answers);
        }
        self.offer(draft, &question, is_walk);
        if question.picks.is_some() && question.is_pass_legal() && !draft.picked().is_empty() {
            let mut intent = draft.intent.clone();
            if let Some(used) = intent.uses.get_mut(question.use_index) {
                used.answers.push((question.key, Answer::Pass));
            }
            self.set_draft_intent(draft.unit, intent);
        }
    }

    fn offer(&mut self, draft: &mut Draft, question: &Question, is_walk: bool) {
        let book = Arc::clone(&self.book);
        let mut at = Predicted::default();
        self.forecast.line().copy_into(&mut at);
        draft.at.clone_from(at.state());
        let walls = |cell: Cell| book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_movement);
        let asks_way = question.request.asks == Asks::Direction;
        if asks_way {
            let closed = |&answer: &Answer| at.cell_of(&book, question, answer).is_none_or(walls);
            draft.answers.sort_by_key(closed);
        }
        if question.request.asks == Asks::Region {
            draft.parts = parts_of(&book, &mut at, question, &draft.answers);
        }
        draft.cells.extend(draft.answers.iter().map(|&answer| at.cell_of(&book, question, answer)));
        if offers::is_of_board(question) && !is_walk {
            let (unit, intent) = (draft.unit, &draft.intent);
            let tried = Tried { book: &book, known: &self.known, plan: &self.plan, unit, intent };
            draft.idle = offers::idle(&mut self.availability.predictor, &tried, question, &draft.answers);
            offers::order(draft, at.state(), self.team);
        }
        draft.region = region_of(&book, &mut at, question);
        let mut answered: Vec<Cell> = draft.cells.iter().copied().flatten().collect();
        answered.sort_unstable();
        draft.region.retain(|cell| answered.binary_search(cell).is_err());
        draft.region.extend(answered.into_iter().filter(|&cell| asks_way && walls(cell)));
    }

    fn try_answer(&mut self, draft: &mut Draft, index: usize) {
        let (Some(question), Some(&answer)) = (draft.question, draft.answers.get(index)) else { return };
        draft.spared = self.spared_by(draft, &question, answer);
        let mut intent = draft.intent.clone();
        if let Some(used) = intent.uses.get_mut(question.use_index) {
            used.answers.push((question.key, answer));
            if question.picks.is_some_and(|picks| picks.is_end_allowed_with_another()) {
                used.answers.push((question.key.of_pick(question.key.pick() + 1), Answer::Pass));
            }
        }
        self.set_draft_intent(draft.unit, intent);
    }

    fn spared_by(&mut self, draft: &Draft, question: &Question, answer: Answer) -> Vec<(Cell, u32)> {
        if !matches!(answer, Answer::Path(_)) {
            return Vec::new();
        }
        let book = Arc::clone(&self.book);
        self.set_draft_intent(draft.unit, draft.intent.clone());
        self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut Vec::new());
        self.forecast.spared(&book, question, draft.way(), answer)
    }

    pub(super) fn set_draft_intent(&mut self, unit: EntityId, intent: Intent) {
        let priority = Plan::priority_in(&self.book, &intent);
        self.plan.set(unit, Intent { complete: false, ..intent }, priority);
    }
}

fn parts_of(
    book: &Rulebook,
    at: &mut Predicted,
    question: &Question,
    answers: &[Answer],
) -> Vec<(Option<usize>, Vec<Cell>)> {
    let mut buffers = Buffers::default();
    let part = |&answer: &Answer| {
        let cells = at.cells_of_region(book, question, answer, &mut buffers);
        let number = if let Answer::Number(number) = answer { usize::try_from(number).ok() } else { None };
        (number.and_then(|number| number.checked_sub(1)), cells)
    };
    answers.iter().map(part).collect()
}

fn region_of(book: &Rulebook, at: &mut Predicted, question: &Question) -> Vec<Cell> {
    let bound = book.region(question.request.region).map(|region| region.shape.bound());
    let is_cell = matches!(question.request.asks, Asks::Cell | Asks::Unit);
    if !is_cell || bound != Some(Bound::Asked) {
        return Vec::new();
    }
    let request = Request { asks: Asks::Cell, filter: Filter::default(), surface: 0, ..question.request };
    let (open, mut answers) = (Question { request, ..*question }, Vec::new());
    at.legal_answers(book, &open, &mut Buffers::default(), &mut answers);
    answers.into_iter().filter_map(|answer| at.cell_of(book, &open, answer)).collect()
}
