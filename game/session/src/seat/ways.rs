//! The way of a walk: what it leads through, and which of the ways that are as good.

use super::{Seat, picker};
use foretoken_vm::machine::Waypoint;
use foretoken_vm::{Answer, Cell};
use std::sync::Arc;

impl Seat {
    /// All answers that walk to a cell by ways that are as short and as safe. Leaves the prediction where the question is
    /// asked.
    fn ways(&mut self, cell: Cell) -> Vec<Answer> {
        let leads = self.picker().is_some_and(picker::Picker::has_waypoints);
        let Some(draft) = self.draft.take().filter(|_| leads) else { return Vec::new() };
        let book = Arc::clone(&self.book);
        self.set_draft_intent(draft.unit, draft.intent.clone());
        let question = self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut Vec::new());
        let ways = question.map(|question| self.forecast.ways(&book, &question, draft.way(), cell));
        self.draft = Some(draft);
        ways.unwrap_or_default()
    }

    /// From here on the answers to the open question lead through a cell, which must be one of them, or one where who
    /// stands there lets walkers by. False where they do not lead through cells, or not through this one.
    pub fn add_waypoint(&mut self, cell: Cell) -> bool {
        let answer = self.answer_on(cell).and_then(|at| self.draft.as_ref()?.answers.get(at).copied());
        let last = self.draft.as_ref().and_then(|draft| draft.waypoints.last()).map(|waypoint| waypoint.cell);
        let actor = self.draft.as_ref().map(|draft| self.known.state().entity(draft.unit).cell);
        let begins = last.or(actor) == Some(cell);
        let ways = if begins { Vec::new() } else { self.ways(cell) };
        let way = ways.iter().position(|&way| Some(way) == answer).unwrap_or_default();
        let fits = !ways.is_empty();
        if let Some(draft) = self.draft.as_mut().filter(|_| fits) {
            draft.waypoints.push(Waypoint { cell, way });
            draft.hover = None;
        }
        self.put_draft(None);
        fits
    }

    /// Leads the answer under the cursor by the next of the ways that are as short and as safe, in a fixed order and back
    /// to the first. Says which that is, from 1, and of how many; `None` where the answer is no walk.
    pub fn cycle_way(&mut self) -> Option<(usize, usize)> {
        let draft = self.draft.as_ref()?;
        let (index, cell) = (draft.hover?, draft.cells.get(draft.hover?).copied()??);
        let answer = draft.answers.get(index).copied();
        let ways = self.ways(cell);
        let now = ways.iter().position(|&way| Some(way) == answer);
        let next = if ways.is_empty() { None } else { Some(now.map_or(0, |now| (now + 1) % ways.len())) };
        if let (Some(draft), Some(next)) = (&mut self.draft, next) {
            draft.answers[index] = ways[next];
        }
        self.put_draft(Some(index));
        next.map(|next| (next + 1, ways.len()))
    }

    /// Takes the last waypoint on a cell away; those behind it stay. False where there is none.
    pub fn remove_waypoint(&mut self, cell: Cell) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let Some(at) = draft.waypoints.iter().rposition(|waypoint| waypoint.cell == cell) else { return false };
        draft.waypoints.remove(at);
        // What follows it is come to from elsewhere now.
        if let Some(next) = draft.waypoints.get_mut(at) {
            next.way = 0;
        }
        draft.hover = None;
        self.put_draft(None);
        true
    }

    pub(super) fn remove_last_waypoint(&mut self) -> bool {
        let last = self.draft.as_ref().and_then(|draft| draft.waypoints.last()).map(|waypoint| waypoint.cell);
        last.is_some_and(|cell| self.remove_waypoint(cell))
    }
}
