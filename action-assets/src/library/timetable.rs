//! Compiles the timetable of a scenario.

use foretoken_vm::rulebook::Timed;

use super::book::Place;
use super::map::Scene;

impl Scene<'_> {
    /// Makes the timetable: each action exists and asks for nothing, and each cell is on the map.
    pub(super) fn timetable(&mut self, place: &mut Place<'_, '_>) {
        for (at, rule) in self.scenario.timetable.iter().enumerate() {
            let base = format!("timetable[{at}]");
            let program = place.event(&format!("{base}.action"), &self.book.programs, &rule.action);
            let cell = self.end(&format!("{base}.at"), &rule.at, place);
            if let (Some(program), Some(cell)) = (program, cell) {
                self.book.timetable.push(Timed { round: rule.round, every: rule.every, program, cell });
            }
        }
    }
}
