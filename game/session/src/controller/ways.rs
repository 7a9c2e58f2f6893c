//! Waypoints of a walk, and the choice among equally good paths.

use super::{Choosing, Controller};
use crate::seat::Draft;
use crate::texts::messages;

impl Controller {
    /// Adds or removes the cell under the cursor as a waypoint.
    pub fn waypoint(&mut self) {
        let seat = self.session.seat_mut();
        let message = if seat.remove_waypoint(self.cursor) {
            String::new()
        } else if seat.add_waypoint(self.cursor) {
            messages::by_way_of(self.cursor)
        } else {
            messages::no_waypoint().to_owned()
        };
        self.point(self.cursor);
        self.message = message;
    }

    /// Switches to another path of the same length and safety.
    pub fn other_way(&mut self) {
        let seat = self.session.seat_mut();
        if self.choosing == Choosing::Target && seat.draft().and_then(Draft::hover).is_none() {
            seat.hover(seat.answer_on(self.cursor));
        }
        let way = if self.choosing == Choosing::Target { seat.cycle_way() } else { None };
        self.say(messages::other_way(way));
    }
}
