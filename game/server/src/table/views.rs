//! The view of watchers: the briefings of a side, some rounds later.

use super::Table;
use foretoken_session::Briefing;
use foretoken_vm::Team;
use std::collections::VecDeque;
use std::sync::Arc;

/// The delayed briefings of a side.
#[derive(Debug, Default)]
pub struct View {
    waiting: VecDeque<(i32, Arc<Briefing>)>,
    shown: Option<Arc<Briefing>>,
}

impl View {
    /// Returns the last briefing that is due, without its report.
    pub(super) fn shown(&self) -> Option<Briefing> {
        self.shown.as_ref().map(|shown| Briefing { report: None, taken_back: None, ..shown.copy() })
    }

    /// Removes and returns the briefings that are due in a round.
    fn due(&mut self, round: i32, delay: i32) -> Vec<Arc<Briefing>> {
        let count = self.waiting.partition_point(|(of, _)| of + delay <= round);
        let due: Vec<Arc<Briefing>> = self.waiting.drain(..count).map(|(_, briefing)| briefing).collect();
        if let Some(last) = due.last() {
            self.shown = Some(Arc::clone(last));
        }
        due
    }
}

impl Table {
    /// Queues a briefing of a side for its watchers.
    pub(super) fn see(&mut self, side: Team, briefing: &Arc<Briefing>) {
        let Some(battle) = self.battle.as_mut().filter(|_| self.options.delay.is_some()) else { return };
        let round = briefing.known.state().round();
        battle.views.entry(side).or_default().waiting.push_back((round, Arc::clone(briefing)));
    }

    /// Shows watchers what is due.
    pub(super) fn release(&mut self) {
        let (Some(battle), Some(delay)) = (&mut self.battle, self.options.delay) else { return };
        let round = if battle.is_over() { i32::MAX } else { battle.referee.battle().state().round() };
        let due = |(side, view): (&Team, &mut View)| (*side, view.due(round, i32::from(delay)));
        let due: Vec<(Team, Vec<Arc<Briefing>>)> = battle.views.iter_mut().map(due).collect();
        for (side, briefings) in due {
            briefings.iter().for_each(|briefing| self.show(side, briefing));
        }
    }
}
