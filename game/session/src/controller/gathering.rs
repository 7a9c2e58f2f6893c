//! A walk of all units without orders toward one cell.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::seat::{Choice, is_avoided};
use crate::texts::messages;
use foretoken_vm::space::{PathFinder, Reach, TilePos, UNREACHED};
use foretoken_vm::{Cell, EntityId};

impl Controller {
    /// Orders all units without orders to walk as near to the cell under the cursor as they come. Units that come no
    /// nearer get no order. A message counts the walks; the cursor stays.
    pub fn gather(&mut self) {
        if self.session.outcome() != 0 {
            return self.say(messages::battle_is_over());
        }
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return;
        }
        if !self.session.is_commit_due() || !self.session.book().scheduler.is_decided_ahead() {
            return self.say(messages::no_gathering_here());
        }
        let goal = self.cursor;
        self.keep_whole();
        let units: Vec<EntityId> = self.session.seat().units().to_vec();
        let waiting: Vec<EntityId> = units.into_iter().filter(|&unit| self.is_waiting(unit)).collect();
        let (mut walks, mut upset) = (0, Vec::new());
        for unit in waiting {
            walks += usize::from(self.walk_toward(unit, goal));
            upset.extend(Some(std::mem::take(&mut self.upset)).filter(|words| !words.is_empty()));
        }
        self.upset = upset.join(" ");
        self.choosing = Choosing::Unit;
        self.say(format!("{} {}", messages::gathered(walks), self.upset).trim_end().to_owned());
    }

    /// Returns how far all cells are from one, over ground that a unit does not avoid. Each step counts as if it were
    /// walked the other way.
    fn ways_of(&self, unit: EntityId, from: Cell) -> PathFinder {
        let (book, seat) = (self.session.book(), self.session.seat());
        let reach = Reach { points: UNREACHED - 1, ..seat.known().state().sheet(book).reach_of(unit, 0) };
        let mut ways = PathFinder::default();
        ways.flood_from(&book.board, [from], reach, |spot: TilePos| {
            let blocks = book.terrain_at(spot.cell).is_some_and(|terrain| terrain.blocks_movement);
            (!blocks && !is_avoided(seat, spot.cell)).then(|| book.entering_costs(spot.place))
        });
        ways
    }

    /// Orders a unit to walk to the nearest cell of its reach. Returns whether that is nearer than its own cell.
    fn walk_toward(&mut self, unit: EntityId, goal: Cell) -> bool {
        let before = self.session.seat().decided().clone();
        if !self.session.seat_mut().choose_for(unit) {
            return false;
        }
        self.session.seat_mut().availability(unit);
        let ways = self.ways_of(unit, goal);
        let (seat, book) = (self.session.seat(), self.session.book());
        let steps = |cell: Cell| ways.distance(&book.board, cell);
        let own = steps(seat.known().state().entity(unit).cell);
        let is_walk = |choice: &&Choice| choice.is_affordable() && self.is_walk(choice);
        let walk = seat.choices().iter().find(is_walk).map(|walk| walk.program);
        let reach = walk.map_or(&[][..], |walk| seat.reach(unit, walk));
        let nearest = reach.iter().copied().min_by_key(|&cell| steps(cell)).filter(|&cell| steps(cell) < own);
        let is_aimed = walk.zip(nearest).is_some_and(|(walk, cell)| {
            let seat = self.session.seat_mut();
            let answer = if seat.use_action(walk) { seat.answer_on(cell) } else { None };
            answer.is_some_and(|answer| seat.answer(answer))
        });
        if !is_aimed || !self.decide_draft() {
            self.session.seat_mut().abandon();
            return false;
        }
        self.find_upset(unit, &before);
        true
    }
}
