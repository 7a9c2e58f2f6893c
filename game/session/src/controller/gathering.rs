//! A walk of all units without orders toward one cell.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::seat::Choice;
use crate::texts::messages;
use foretoken_vm::space::{PathFinder, Reach, TilePos, UNREACHED};
use foretoken_vm::{Cell, EntityId};

impl Controller {
    /// Orders all units without orders to walk as near to the cell under the cursor as they come. Units that come no
    /// nearer get no order. A message counts the walks.
    pub fn gather(&mut self) {
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return;
        }
        if !self.session.is_commit_due() || self.session.is_unit_chosen() {
            return self.say(messages::no_gathering_here());
        }
        self.keep_whole();
        self.session.seat_mut().abandon();
        let ways = self.ways_to(self.cursor);
        let units: Vec<EntityId> = self.session.seat().units().to_vec();
        let waiting: Vec<EntityId> = units.into_iter().filter(|&unit| self.is_waiting(unit)).collect();
        let walks = waiting.into_iter().filter(|&unit| self.walk_toward(unit, &ways)).count();
        self.choosing = Choosing::Unit;
        self.select_next_unit();
        self.say(messages::gathered(walks));
    }

    /// Returns the distances of all cells to one, over open ground.
    fn ways_to(&self, cell: Cell) -> PathFinder {
        let book = self.session.book();
        let mut ways = PathFinder::default();
        ways.flood_from(&book.board, [cell], Reach::over_everything(UNREACHED - 1), |spot: TilePos| {
            let is_open = book.terrain_at(spot.cell).is_none_or(|terrain| !terrain.blocks_movement && !terrain.avoided);
            is_open.then(|| book.entering_costs(spot.place))
        });
        ways
    }

    /// Orders a unit to walk to the nearest cell of its reach. Returns whether that is nearer than its own cell.
    fn walk_toward(&mut self, unit: EntityId, ways: &PathFinder) -> bool {
        if !self.session.seat_mut().choose_for(unit) {
            return false;
        }
        self.session.seat_mut().availability(unit);
        let (seat, book) = (self.session.seat(), self.session.book());
        let steps = |cell: Cell| ways.distance(&book.board, cell);
        let own = steps(seat.known().state().entity(unit).cell);
        let is_walk = |choice: &&Choice| choice.is_affordable() && self.is_walk(choice);
        let walk = seat.choices().iter().find(is_walk).map(|walk| walk.program);
        let reach = walk.map_or(&[][..], |walk| seat.reach(unit, walk));
        let nearest = reach.iter().copied().min_by_key(|&cell| steps(cell)).filter(|&cell| steps(cell) < own);
        let is_decided = walk.zip(nearest).is_some_and(|(walk, cell)| {
            let seat = self.session.seat_mut();
            let answer = if seat.use_action(walk) { seat.answer_on(cell) } else { None };
            answer.is_some_and(|answer| seat.answer(answer)) && self.session.decide()
        });
        if !is_decided {
            self.session.seat_mut().abandon();
        }
        is_decided
    }
}
