//! The way of a walk: what it leads through, and which of the ways that are as good.

use super::{Choosing, Controller};
use crate::seat::Draft;

impl Controller {
    /// The answers lead through the cell under the cursor from here on, or, where they do already, no longer.
    pub fn waypoint(&mut self) {
        let seat = self.session.seat_mut();
        let message = if seat.remove_waypoint(self.cursor) {
            String::new()
        } else if seat.add_waypoint(self.cursor) {
            format!("By way of {}. Once more takes it away.", self.cursor)
        } else {
            "Nothing to go by way of.".to_owned()
        };
        self.point(self.cursor);
        self.message = message;
    }

    /// The walk under the cursor takes another way that is as short and as safe.
    pub fn other_way(&mut self) {
        let seat = self.session.seat_mut();
        if self.choosing == Choosing::Target && seat.draft().and_then(Draft::hover).is_none() {
            seat.hover(seat.answer_on(self.cursor));
        }
        let way = if self.choosing == Choosing::Target { seat.cycle_way() } else { None };
        self.say(match way {
            Some((1, 1)) => "No other way there is as short and as safe.".to_owned(),
            Some((way, ways)) => format!("Way {way} of {ways} that are as short and as safe."),
            None => "No walk leads to the cell under the cursor.".to_owned(),
        });
    }
}
