//! Compiles the timetable of a scenario.

use foretoken_vm::program::{Address, TokenSet};
use foretoken_vm::rulebook::Timed;
use foretoken_vm::tokens::Token;
use foretoken_vm::tokens::spawn::Side;

use super::book::AssetFile;
use super::map::Scene;

impl Scene<'_> {
    pub(super) fn timetable(&mut self, place: &mut AssetFile<'_, '_>) {
        for (at, rule) in self.scenario.timetable.iter().enumerate() {
            let base = format!("timetable[{at}]");
            let program = place.event(&format!("{base}.action"), &self.book.programs, &rule.action);
            if program.is_some_and(|program| has_spawn_for_actor(&self.book.programs, program)) {
                let message =
                    format!("`{}` spawns a unit for its actor's side, but a timetable has no actor", rule.action);
                let help = "give `Spawn` a `team`, or `neutral: true`".to_owned();
                place.fault(&format!("{base}.action"), "no-actor", message, Some(help));
            }
            let cell = self.end(&format!("{base}.at"), &rule.at, place);
            if let (Some(program), Some(cell)) = (program, cell) {
                self.book.timetable.push(Timed { round: rule.round, every: rule.every, program, cell });
            }
        }
    }
}

fn has_spawn_for_actor(programs: &[TokenSet], program: u16) -> bool {
    let (mut seen, mut left) = (Vec::new(), vec![program]);
    while let Some(next) = left.pop() {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        for token in programs.get(usize::from(next)).map_or(&[][..], |program| &program.code) {
            match token {
                Token::Spawn(spawn) if spawn.side == Side::Actor => return true,
                Token::Delay(delay) if delay.owner == Address::SELF => left.push(delay.program.0),
                Token::Trail(trail) => left.push(trail.program.0),
                _ => {}
            }
        }
    }
    false
}
