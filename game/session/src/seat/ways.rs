//! Paths of a walk: waypoints, and the choice among equally good paths.

use super::{Seat, picker};
use foretoken_vm::machine::Waypoint;
use foretoken_vm::{Answer, Cell};
use std::sync::Arc;

impl Seat {
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

    /// Adds a waypoint: a legal answer, or an occupied cell that lets walkers pass. Returns false if the request has no
    /// waypoints or the cell does not fit.
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

    /// Switches to the next equally short and safe path, in a fixed cycle. Returns its number, from 1, and their count;
    /// `None` if the answer is not a walk.
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

    /// Removes the last waypoint on a cell; later ones stay. Returns false without one.
    pub fn remove_waypoint(&mut self, cell: Cell) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let Some(at) = draft.waypoints.iter().rposition(|waypoint| waypoint.cell == cell) else { return false };
        draft.waypoints.remove(at);
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
