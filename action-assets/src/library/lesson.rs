//! Checks the steps of a tutorial: cells, units and actions.

use super::book::AssetFile;
use super::map::Scene;

impl Scene<'_> {
    pub(super) fn lesson(&self, place: &mut AssetFile<'_, '_>) {
        let mut round = 1;
        for (at, step) in self.scenario.lesson.iter().enumerate() {
            let base = format!("lesson[{at}]");
            if step.round < round {
                place.fault(
                    &format!("{base}.round"),
                    "out-of-order",
                    "the rounds of a lesson's steps must be in order",
                    None,
                );
            }
            round = step.round;
            if !step.at.is_empty() {
                self.end(&format!("{base}.at"), &step.at, place);
            }
            let is_kind = |kind: u16| self.book.unit_types.get(usize::from(kind)).filter(|kind| kind.name == step.unit);
            let kind = self.opening.roster.iter().find_map(|member| is_kind(member.unit_type));
            let program = self.book.programs.iter().position(|program| program.name == step.action);
            match kind {
                None if !step.unit.is_empty() => {
                    let message = format!("no `{}` is on the map", step.unit);
                    place.fault(&format!("{base}.unit"), "nobody-there", message, None);
                }
                Some(kind) if program.is_some_and(|at| !kind.actions.contains(&(at as u16))) => {
                    let message = format!("`{}` has no action `{}`", step.unit, step.action);
                    place.fault(&format!("{base}.action"), "not-its-action", message, None);
                }
                _ => {}
            }
        }
    }
}
