//! News of a server during a battle: the controller shows refusals and adjusts the open choice. Battles in this process
//! have none.

use super::Controller;
use crate::wire::Event;

impl Controller {
    /// Reads the news of a server and returns it. Front ends call it in each frame; a new report is in
    /// [`Self::take_report`]. After [`Event::Begun`], another battle has begun.
    pub fn poll(&mut self) -> Vec<Event> {
        let was_asked = self.session.is_asked();
        let events = self.session.poll();
        let mut is_briefed = false;
        for event in &events {
            match event {
                Event::Done { refused: Some(reason), .. } | Event::Refused(reason) => self.say(reason.to_string()),
                Event::Briefed(_) => is_briefed = true,
                Event::Begun => {
                    (self.kept_plan, self.offer, is_briefed) = (None, None, true);
                    self.message.clear();
                }
                _ => {}
            }
        }
        if is_briefed {
            self.refit();
            if !was_asked && self.session.is_asked() && self.session.seat().draft().is_none() {
                self.message.clear();
                self.select_next_unit();
            }
        }
        events
    }
}
