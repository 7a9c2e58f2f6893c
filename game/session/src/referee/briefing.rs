//! Briefings from the referee.

use super::Referee;
use super::disclosed::disclosed;
use crate::briefing::{Briefing, Pending};
use foretoken_vm::schedulers::Choose;
use foretoken_vm::{Plan, Team};

impl Referee {
    /// Returns the briefing of a side. Each report is sent once.
    pub fn brief(&mut self, team: Team) -> Briefing {
        let at = self.reports.iter().position(|(of, _)| *of == team);
        let report = at.map(|at| self.reports.remove(at).1);
        let pending = match &self.pending {
            Pending::Decide(choose) if choose.team != team => {
                Pending::Decide(Choose { units: Vec::new(), ..choose.clone() })
            }
            Pending::Decide(choose) => {
                let numbering = self.battle().numbering(team);
                let units = choose.units.iter().filter_map(|&unit| numbering.to_known(unit)).collect();
                Pending::Decide(Choose { units, ..choose.clone() })
            }
            Pending::Over(outcome) => Pending::Over(*outcome),
        };
        let rewind_points = self.rewind_points_of(team);
        let renames = self.renamed.get_mut(usize::from(team.0)).map(std::mem::take).unwrap_or_default();
        let taken_back = self.taken_back.get_mut(usize::from(team.0)).and_then(Option::take);
        let (known, plan) = (self.known(team), self.disclosed(team));
        let rules = self.rules_for(team).hash64();
        Briefing { rules, known, plan, pending, taken_back, report, rewind_points, renames }
    }

    /// Returns the decisions that a side knows, with its numbers, without hidden units.
    #[must_use]
    pub fn disclosed(&self, team: Team) -> Plan {
        disclosed(&self.replay, team)
    }
}
