//! Looking back: the battle as it was at a moment, or after some activations of a round that was carried out. Nothing is
//! taken back by it. Rounds are carried out again from where the record stood, under the rules of then, so what
//! became of the assets since alters nothing of what was.

use super::Referee;
use super::disclosed::disclosed;
use crate::record::Replay;
use foretoken_vm::{Battle, EntityId, GameState, Intent, Known, Plan, Rulebook, Team};
use std::sync::Arc;

/// The battle as it was.
#[derive(Debug)]
pub struct Then {
    /// The rules in force then, as the side may have them.
    pub book: Arc<Rulebook>,
    battle: Battle,
    /// The battle as the side that looks knew it.
    pub known: Known,
    /// What was decided and disclosed to that side.
    pub plan: Plan,
}

impl Then {
    /// The battle as it truly was.
    #[must_use]
    pub const fn truth(&self) -> &GameState {
        self.battle.state()
    }
}

/// A decision that was carried out at once, and what followed on it.
#[derive(Debug)]
pub struct Decided {
    /// Who decided.
    pub unit: EntityId,
    /// The battle when it was asked for. Its plan has the whole of what was decided for that activation, and what others
    /// decided from there on until the side was asked again, as far as it saw them both times.
    pub then: Then,
}

impl Referee {
    /// The decision of a side at the moment with this index; `None` where that is none of its own with which an activation
    /// begins, or is so long ago that it is no longer kept.
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

    /// The battle as it was at the moment with this index, after so many activations of what was carried out
    /// next, as a side knew it; `None` where there is no such moment or it is so long ago that it is no longer kept.
    #[must_use]
    pub fn as_it_was(&self, team: Team, rewind_point: usize, activations: usize) -> Option<Then> {
        let then = match activations.checked_sub(1) {
            None => self.replay.at(self.rewind_points().get(rewind_point)?.entry)?,
            Some(before) => {
                // Decisions may lie between what was carried out, so it begins where its own entry does.
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

/// Adds what was decided since to a plan: of others what they decided first, of the unit that is looked at the last, which has
/// all uses of its activation.
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
