//! Compiles the deciders of a scenario.

use foretoken_vm::{Decider, Team};

use super::book::AssetFile;
use super::map::Scene;

const LEVELS: [Option<u8>; 4] = [None, Some(0), Some(1), Some(2)];

impl Scene<'_> {
    pub(super) fn deciders(&mut self, place: &mut AssetFile<'_, '_>) {
        for (at, rule) in self.scenario.deciders.iter().enumerate() {
            let base = format!("deciders[{at}]");
            if self.scenario.deciders[..at].iter().any(|earlier| earlier.team == rule.team) {
                let message = format!("side {} already has a decider", rule.team);
                place.fault(&format!("{base}.team"), "same-side", message, None);
            }
            let decider = match rule.by {
                0 => Decider::Planner { level: LEVELS.get(rule.level).copied().flatten() },
                1 => Decider::Seat,
                _ => {
                    let found = place.index(&format!("{base}.policy"), &self.names.policies, &rule.policy, "policy");
                    let compiled = self.book.policies.iter().position(|policy| policy.name == rule.policy);
                    let Some(policy) = found.and(compiled) else { continue };
                    Decider::Policy(policy as u16)
                }
            };
            let deciders = std::mem::take(&mut self.opening.deciders);
            self.opening.deciders = deciders.with(Team(rule.team.clamp(0, 7) as u8), decider);
        }
    }
}
