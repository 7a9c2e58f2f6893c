//! Pointing at the board: the cell under the pointer, and the unit whose predictions are shown.

use super::Battle;
use crate::art::Art;
use foretoken_session::controller::Choosing;
use foretoken_vm::{EntityId, GameState};
use glam::Vec2;

impl Battle {
    /// Points at a pixel of the board. Returns whether the cursor moved.
    pub fn point(&mut self, pixel: Vec2, art: &Art) -> bool {
        if self.playback.is_showing() && !self.playback.is_held() {
            return false;
        }
        self.die.pointed = self.die.slot_at(pixel);
        self.pointed = self.cell_meant(pixel, art);
        let Some(cell) = self.pointed else {
            self.point_nowhere();
            return false;
        };
        let is_ended = self.controller.choosing == Choosing::Action && self.controller.session.seat().ahead().is_none();
        let has_moved = cell != self.controller.cursor;
        if has_moved || is_ended {
            self.controller.point(cell);
        }
        has_moved
    }

    /// Ends the prediction of a press, since the pointer left the board.
    pub fn point_nowhere(&mut self) {
        self.controller.point_nowhere();
    }

    /// Returns the pointed unit if it has predictions, to show only those; `NONE` if there is none, while a target is
    /// chosen, or while a press is predicted.
    #[must_use]
    pub fn focus(&self) -> EntityId {
        let seat = self.controller.session.seat();
        let is_aiming = self.controller.choosing == Choosing::Target || seat.ahead().is_some();
        let is_free = !self.playback.is_playing() && !is_aiming;
        if !is_free {
            return EntityId::NONE;
        }
        let cell = self.pointed.filter(|&cell| cell == self.controller.cursor);
        let on = |state: &GameState| cell.map_or(EntityId::NONE, |cell| state.occupant(cell));
        let all = [self.hovered, on(seat.known().state()), on(seat.forecast().state())];
        let marks = &seat.forecast().marks().marks;
        let is_told = |unit: &EntityId| unit.is_some() && marks.iter().any(|mark| mark.is_about(*unit));
        all.into_iter().find(|unit| unit.is_some()).filter(is_told).unwrap_or(EntityId::NONE)
    }

    /// Returns the units that the prediction of a unit involves: itself, its attackers and its targets.
    #[must_use]
    pub fn involved(&self, unit: EntityId) -> Vec<EntityId> {
        let marks = &self.controller.session.seat().forecast().marks().marks;
        let of = marks.iter().filter(|mark| mark.is_about(unit)).flat_map(|mark| [Some(mark.actor), mark.unit()]);
        of.flatten().chain([unit]).collect()
    }
}
