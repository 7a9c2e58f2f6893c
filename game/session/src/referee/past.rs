//! Views of the past. Rounds are executed again under their own rules, so later asset changes have no effect.

use super::Referee;
use super::disclosed::disclosed;
use crate::record::Replay;
use foretoken_vm::{Battle, EntityId, GameState, Intent, Known, Plan, Rulebook, Team};
use std::sync::Arc;

/// A past state of the battle.
#[derive(Debug)]
pub struct Then {
    /// Rules at that time, as the side knows them.
    pub book: Arc<Rulebook>,
    battle: Battle,
    /// Side's knowledge.
    pub known: Known,
    /// Decisions that the side knows.
    pub plan: Plan,
}

impl Then {
    /// Returns the true state.
    #[must_use]
    pub const fn truth(&self) -> &GameState {
        self.battle.state()
    }
}

/// A decision that ran at once, with its results.
#[derive(Debug)]
pub struct Decided {
    /// Deciding unit.
    pub unit: EntityId,
    /// Battle before the decision. Its plan has the whole activation, and visible decisions up to the side's next one.
    pub then: Then,
}

impl Referee {
    /// Returns the side's decision at this rewind point. `None` if it does not start an activation of the side, or is
    /// no longer stored.
    #[must_use]
    pub fn as_decided(&self, team: Team, rewind_point: usize) -> Option<Decided> {
        let rewind_points = self.rewind_points();
        let decided = rewind_points.get(rewind_point).filter(|decided| decided.team == Some(team))?;
        let (asked, after) = (self.replay.at(decided.asked)?, self.replay.at(decided.entry)?);
        let is_new = |&(unit, _): &(EntityId, &Intent)| asked.plan.version(unit) != after.plan.version(unit);
        let (own, _) = after.plan.iter().find(is_new)?;
        let goes_on = |then: &Replay| then.battle.state().open_activation().is_some_and(|(unit, _)| unit == own);
        if goes_on(&asked) {
            return None;
        }
        let ran = |until: usize| self.activations().iter().any(|ran| (rewind_point..until).contains(&ran.rewind_point));
        let asks_again = |at: &usize| {
            let next = rewind_points.get(*at).filter(|next| next.team == Some(team) && ran(*at));
            next.is_some_and(|next| self.replay.at(next.asked).is_none_or(|then| !goes_on(&then)))
        };
        let until = (rewind_point + 1..rewind_points.len())
            .find(asks_again)
            .map_or(self.entries, |at| rewind_points[at].asked + 1);
        let unit = asked.battle.numbering(team).to_known(own)?;
        let mut plan = disclosed(&asked, team);
        let mut seen = asked.plan.clone();
        for entry in decided.entry..until {
            let Some(next) = self.replay.plan_after(entry) else { continue };
            let is_new = |(unit, _): (EntityId, &Intent)| next.version(unit) != seen.version(unit);
            if next.iter().any(is_new) {
                seen.clone_from(next);
                follow(&mut plan, &disclosed(&self.replay.at(entry)?, team), unit);
            }
        }
        let Replay { book, battle, .. } = asked;
        let known = battle.project(&book, team);
        let unknown = |unit: &EntityId| unit.index() >= known.state().entities().len();
        let later: Vec<EntityId> = plan.iter().map(|(unit, _)| unit).filter(unknown).collect();
        later.into_iter().for_each(|unit| plan.clear(unit));
        let book = self.earlier_rules_for(team, &book);
        Some(Decided { unit, then: Then { book, battle, known, plan } })
    }

    /// Returns the side's view after the rewind point with this index and a number of activations. `None` if it is not
    /// stored.
    #[must_use]
    pub fn as_it_was(&self, team: Team, rewind_point: usize, activations: usize) -> Option<Then> {
        let then = match activations.checked_sub(1) {
            None => self.replay.at(self.rewind_points().get(rewind_point)?.entry)?,
            Some(before) => {
                let ran = self.activations().iter().filter(|ran| ran.rewind_point == rewind_point).nth(before)?;
                let mut then = self.replay.at(ran.entry.checked_sub(1)?)?;
                let mut left = ran.index + 1;
                then.execute_while(|_, _, _| {
                    left -= 1;
                    left > 0
                });
                then
            }
        };
        let plan = disclosed(&then, team);
        let Replay { book, battle, .. } = then;
        let known = battle.project(&book, team);
        let book = self.earlier_rules_for(team, &book);
        Some(Then { book, battle, known, plan })
    }
}

fn follow(plan: &mut Plan, next: &Plan, own: EntityId) {
    for (unit, intent) in next.iter() {
        if unit == own || plan.intent(unit).is_none() {
            plan.set(unit, Intent { complete: true, ..intent.clone() }, next.priority(unit));
        }
    }
    for team in (0..Team::COUNT as u8).map(Team).filter(|&team| next.is_closed(team)) {
        plan.close(team);
    }
}
