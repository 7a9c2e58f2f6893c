//! Taking back: a step, a decision, a turn, or all back to a moment.

use super::Controller;

impl Controller {
    /// Takes back: a step of an open choice, else the last decision, else the last round.
    pub fn undo(&mut self) {
        if self.session.seat().has_chosen() {
            self.session.seat_mut().step_back();
            self.follow();
            return;
        }
        let round = self.session.seat().known().state().round();
        let done = self.session.undo();
        let now = self.session.seat().known().state().round();
        let said =
            if now == round { "Taken back.".to_owned() } else { format!("Back in round {now}, as it was decided.") };
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| said));
        self.select_next_unit();
    }

    /// Begins the turn anew.
    pub fn reset(&mut self) {
        let done = self.session.reset_turn();
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| "The turn begins anew.".to_owned()));
        self.select_next_unit();
    }

    /// Goes back to a moment and forks the record there. False, and said why, where that is refused.
    pub fn rewind(&mut self, moment: usize) -> bool {
        let done = self.session.rewind(moment);
        let there = || "Another future from here; the record keeps the old one too.".to_owned();
        self.say(done.map_or_else(|refusal| refusal.to_string(), |()| there()));
        self.select_next_unit();
        done.is_ok()
    }
}
