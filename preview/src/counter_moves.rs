//! Counter-moves: the result of an intent after the enemies' replies, from the knowledge of the deciding side. If a
//! round is planned before it runs, only the nearest undecided enemies reply.

use crate::parallel;
use crate::planner::{Planner, PlannerOptions};
use crate::rollout::{self, Course, Rollout, Stands};
use crate::worth::class_of;
use foretoken_vm::rulebook::Class;
use foretoken_vm::{Advance, Entity, EntityId, Intent, Known, Plan, Rulebook, Team};
use std::sync::Arc;

/// Limits of the counter-move search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterMoves {
    /// Number of intents to try, best first.
    pub intents: usize,
    /// Number of intents of each unit to try at the safest final cells.
    pub careful: usize,
    /// Limit of instructions for one reply, if decisions are carried out at once.
    pub each: u64,
    /// Number of replying enemies, if a round is planned before it runs.
    pub nearest: usize,
    /// Limit of instructions for all replies, beyond [`PlannerOptions::budget`].
    pub budget: u64,
}

impl CounterMoves {
    /// If a round is planned before it runs, waiting gives no advantage: tries twice as many intents and no careful
    /// ones.
    pub(crate) fn under(self, book: &Rulebook) -> Self {
        if book.scheduler.is_decided_ahead() { Self { intents: 2 * self.intents, careful: 0, ..self } } else { self }
    }
}

const MOST_DECISIONS: usize = 64;

pub(crate) type Trial<'a> = (EntityId, Option<&'a Intent>);

/// Cost of judging a state and preparing the next, in instructions.
const STEPS_OF_JUDGING: u64 = 40;

#[derive(Debug, Default)]
pub(crate) struct Lookahead {
    rollout: Rollout,
    others: Planner,
    judge: Planner,
}

impl Lookahead {
    pub(crate) fn steps(&self) -> u64 {
        let judged = self.others.judged() + self.judge.judged();
        self.rollout.steps + self.others.steps() + self.judge.steps() + STEPS_OF_JUDGING * judged
    }

    fn try_at_once(&mut self, book: &Rulebook, start: &Course, trial: Trial<'_>, by: &By<'_>) -> Option<i64> {
        self.others.think_as(PlannerOptions {
            budget: by.counter_moves.each,
            beam: 8,
            answers: 24,
            rounds_beyond: 0,
            ..by.options.alone()
        });
        self.judge_by(by.options);
        let limit = self.steps().saturating_add(by.share);
        let (unit, intent) = trial;
        let mut course = start.clone();
        match intent {
            Some(intent) => rollout::intend(book, &mut course.plan, unit, Intent { complete: true, ..intent.clone() }),
            None => course.plan.close(course.known.state().entity(unit).team),
        }
        self.outlook(book, course, unit, limit)
    }

    fn try_ahead(
        &mut self,
        (book, known, plan): (&Rulebook, &Known, &Plan),
        enemies: &[EntityId],
        (unit, intent): Trial<'_>,
        by: &By<'_>,
    ) -> i64 {
        self.others.think_as(PlannerOptions { budget: by.share, ..by.options.alone() });
        self.judge_by(by.options);
        let mut planned = plan.clone();
        rollout::intend(book, &mut planned, unit, Intent { complete: true, ..intent.cloned().unwrap_or_default() });
        for &enemy in enemies {
            let reply = self.others.decide(book, known, &planned, enemy).intent;
            rollout::intend(book, &mut planned, enemy, reply);
        }
        let class = class_of(book, known.state(), unit);
        self.judge(book, known, &planned, (unit, known.state().entity(unit).team, class))
    }

    fn outlook(&mut self, book: &Rulebook, mut course: Course, unit: EntityId, limit: u64) -> Option<i64> {
        let state = course.known.state();
        let team = state.entity(unit).team;
        let enemies = state.living().filter(|(_, row)| row.is_activated() && row.team.is_enemy_of(team));
        let mut awaited = Awaited { enemies: enemies.map(|(id, _)| id).collect(), replied: Vec::new() };
        if awaited.enemies.is_empty() {
            return None;
        }
        for _ in 0..MOST_DECISIONS {
            let stands = self.rollout.run(book, &mut course, |state, last| {
                awaited.enemies.retain(|&id| state.entity(id).is_alive());
                awaited.has_come(last)
            });
            let Stands::Asks(choose) = stands else { break };
            if self.steps() > limit {
                return None;
            }
            let decided = rollout::answer(&mut self.others, book, &mut course, &choose);
            if decided.is_empty() {
                let state = course.known.state();
                awaited.enemies.retain(|&id| state.entity(id).team != choose.team);
            }
            awaited.replied.extend(decided);
        }
        Some(self.judge(book, &course.known, &course.plan, (unit, team, Class::Usual)))
    }

    pub(crate) fn judge_by(&mut self, options: &PlannerOptions) {
        self.judge.think_as(options.alone());
    }

    pub(crate) fn judged_hash(&self, book: &Rulebook) -> u64 {
        self.judge.predictor.state().hash64(book)
    }

    pub(crate) fn judge(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        (unit, team, class): (EntityId, Team, Class),
    ) -> i64 {
        self.judge.predictor.forget();
        self.judge.plan.clone_from(plan);
        self.judge.prepare(book, known, unit, class);
        self.judge.plan.clone_from(plan);
        self.judge.score_planned(book, known, unit, team).total
    }
}

struct By<'a> {
    options: &'a PlannerOptions,
    counter_moves: CounterMoves,
    /// Limit of instructions for one trial, or for one reply if a round is planned before it runs.
    share: u64,
}

/// Returns the best trial (the first of equals) and the instructions run. Returns `None` if no known enemy can reply,
/// or if one of the first two trials spends its share. Shares are fixed, so the number of threads does not matter.
pub(crate) fn best(
    workers: &mut Vec<Lookahead>,
    (book, known, plan): (&Rulebook, &Known, &Plan),
    tried: &[Trial<'_>],
    options: &PlannerOptions,
) -> (Option<usize>, u64) {
    let (Some(counter_moves), Some(&(first, _))) = (options.counter_moves, tried.first()) else { return (None, 0) };
    let counter_moves = counter_moves.under(book);
    let mut by = By { options, counter_moves, share: counter_moves.budget / tried.len() as u64 };
    let mut try_all = |run: &(dyn Fn(&mut Lookahead, Trial<'_>) -> Option<i64> + Sync)| {
        let charged = |worker: &mut Lookahead, trial: &Trial<'_>| {
            let before = worker.steps();
            let score = run(worker, *trial);
            (score, worker.steps() - before)
        };
        let found = parallel::map(options.threads, workers, tried, charged);
        let steps = found.iter().map(|&(_, steps)| steps).sum();
        let scores: Vec<i64> = found.into_iter().map_while(|(score, _)| score).collect();
        (scores, steps)
    };
    if !book.scheduler.is_decided_ahead() {
        let known = Arc::new(known.for_side(known.viewer()));
        let start = Course { known, plan: plan.clone(), near: Default::default() };
        let (scores, steps) = try_all(&|worker, trial| worker.try_at_once(book, &start, trial, &by));
        return (first_of_best(&scores).filter(|_| scores.len() > 1), steps);
    }
    let enemies = nearest_undecided(book, known, plan, first, counter_moves.nearest);
    if enemies.is_empty() {
        return (None, 0);
    }
    by.share /= enemies.len() as u64;
    let (scores, steps) = try_all(&|worker, trial| Some(worker.try_ahead((book, known, plan), &enemies, trial, &by)));
    // Replies are guesses. The first trial, best without replies, stands unless another scores a point of health more.
    let at = first_of_best(&scores);
    (at.map(|at| if scores[at] < scores[0] + options.weights.health { 0 } else { at }), steps)
}

fn nearest_undecided(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, most: usize) -> Vec<EntityId> {
    let row = known.state().entity(unit);
    let replies_to = |&(id, other): &(EntityId, &Entity)| {
        let decides = plan.intent(id).is_none_or(|intent| !intent.complete);
        // The prediction already contains a policy's move.
        let decides = decides && book.policy_of(known.state(), id).is_none();
        other.is_activated() && other.team.is_enemy_of(row.team) && decides
    };
    let enemies = known.state().living().filter(replies_to);
    let mut enemies: Vec<(i32, EntityId)> = enemies.map(|(id, other)| (other.cell.steps_to(row.cell), id)).collect();
    enemies.sort_unstable();
    enemies.truncate(most);
    enemies.into_iter().map(|(_, id)| id).collect()
}

fn first_of_best(found: &[i64]) -> Option<usize> {
    let most = found.iter().max()?;
    found.iter().position(|score| score == most)
}

struct Awaited {
    enemies: Vec<EntityId>,
    replied: Vec<EntityId>,
}

impl Awaited {
    fn has_come(&mut self, last: Option<Advance>) -> bool {
        if let Some(Advance::Unit(unit, _)) = last
            && self.replied.contains(&unit)
        {
            self.enemies.retain(|&id| id != unit);
        }
        self.enemies.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::first_of_best;

    #[test]
    fn of_equal_scores_the_first_is_the_best() {
        assert_eq!(first_of_best(&[1, 3, 2, 3]), Some(1));
        assert_eq!((first_of_best(&[-5]), first_of_best(&[])), (Some(0), None));
    }
}
