//! Puts units on the stage if no board is drawn, and follows the deck of the selected unit.

use super::Battle;
use super::die::Die;
use super::stage::Stage;

impl Battle {
    /// Whether units stand side by side without a board.
    #[must_use]
    pub fn is_staged(&self) -> bool {
        self.book().is_board_hidden && !self.is_sketched()
    }

    /// Gives each unit a place on the stage, and shows the whole row.
    pub(super) fn set_stage(&mut self) {
        if !self.is_staged() {
            self.stage = Stage::default();
            return;
        }
        let mut stage = std::mem::take(&mut self.stage);
        if stage.is_extended(self.shown()) {
            self.ground_of = None;
            self.camera.face_row(stage.wide);
        }
        self.stage = stage;
    }

    /// Follows the deck of the selected unit, else of the first own unit with one, and turns its solid.
    pub(super) fn turn_die(&mut self, seconds: f32, still: bool) {
        let unit = self.controller.deck_unit(self.shown()).filter(|_| !self.is_sketched());
        let mut die = std::mem::take(&mut self.die);
        match unit {
            Some(unit) => die.show(self.book(), self.shown(), unit),
            None => die = Die::default(),
        }
        die.turn(seconds, still);
        self.die = die;
    }
}
