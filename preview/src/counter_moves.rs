//! Replies: what comes of an intent once those who decide after it have decided, each by a planner that looks no further
//! than its own activation. It is run on what the deciding side knows, so nothing hidden has a say.
//!
//! Where each decision is carried out at once, the battle is played on until all enemies have replied. Where all is decided before
//! anything is carried out, the nearest of those who have not decided yet reply, and what is planned by then is judged.

use crate::parallel;
use crate::planner::{Planner, PlannerOptions};
use crate::rollout::{self, Course, Rollout, Stands};
use crate::worth::class_of;
use foretoken_vm::rulebook::Class;
use foretoken_vm::{Advance, Entity, EntityId, Intent, Known, Plan, Rulebook, Team};
use std::sync::Arc;

/// How intents are tried against replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterMoves {
    /// Intents that are tried, the best first.
    pub intents: usize,
    /// Further intents of each unit that are tried: those that end where the fewest enemies could strike.
    pub careful: usize,
    /// Most instructions run for one reply where each decision is carried out at once.
    pub each: u64,
    /// Enemies that reply where all is decided before anything is carried out.
    pub nearest: usize,
    /// Most instructions run for all replies of one decision, beyond those of [`PlannerOptions::budget`].
    pub budget: u64,
}

impl CounterMoves {
    /// The same under a rulebook's turn order. Where all is decided before anything is carried out, waiting lets nobody come
    /// first: twice as many intents are tried, and no careful ones.
    pub(crate) fn under(self, book: &Rulebook) -> Self {
        if book.scheduler.decides_ahead() { Self { intents: 2 * self.intents, careful: 0, ..self } } else { self }
    }
}

/// Most decisions from an intent to where it is judged.
const MOST_DECISIONS: usize = 64;

/// What is tried: an intent of a unit, or nothing where its side closes its decisions instead.
pub(crate) type Trial<'a> = (EntityId, Option<&'a Intent>);

/// Judging a state, and making ready what leads to it, takes about as long as so many instructions.
const STEPS_OF_JUDGING: u64 = 40;

/// Tries intents against replies. Keeps its buffers from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Lookahead {
    rollout: Rollout,
    /// Decides for everybody.
    others: Planner,
    /// Says what a state is worth that was come to.
    judge: Planner,
}

impl Lookahead {
    /// Instructions run over its life, with what judging states takes.
    pub(crate) fn steps(&self) -> u64 {
        let judged = self.others.judged() + self.judge.judged();
        self.rollout.steps + self.others.steps() + self.judge.steps() + STEPS_OF_JUDGING * judged
    }

    /// The score of a trial under an order that carries out each decision at once. `None` if the side knows no enemy that could
    /// reply, or if the share of instructions is spent before all enemies have.
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

    /// The score of a trial under an order that decides all before it carries out anything. These enemies reply in turn.
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

    /// What a course comes to for a unit's side once all its enemies have replied. Nothing where the budget is spent before that.
    fn outlook(&mut self, book: &Rulebook, mut course: Course, unit: EntityId, limit: u64) -> Option<i64> {
        let state = course.known.state();
        let team = state.entity(unit).team;
        let enemies = state.living().filter(|(_, row)| row.acts() && row.team.is_enemy_of(team));
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
                // The side does nothing more.
                let state = course.known.state();
                awaited.enemies.retain(|&id| state.entity(id).team != choose.team);
            }
            awaited.replied.extend(decided);
        }
        // How a unit means to fight has no say in what it comes to in the end.
        Some(self.judge(book, &course.known, &course.plan, (unit, team, Class::Usual)))
    }

    /// Judges plans by these options from now on.
    pub(crate) fn judge_by(&mut self, options: &PlannerOptions) {
        self.judge.think_as(options.alone());
    }

    /// The hash of the state that the plan comes to that was judged last.
    pub(crate) fn judged_hash(&self, book: &Rulebook) -> u64 {
        self.judge.predictor.state().hash64(book)
    }

    /// What a plan is worth to a unit's side.
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
        // To prepare takes the unit's intent out.
        self.judge.plan.clone_from(plan);
        self.judge.score_planned(book, known, unit, team).total
    }
}

/// The options of a run of trials.
struct By<'a> {
    options: &'a PlannerOptions,
    counter_moves: CounterMoves,
    /// Most instructions of one trial, or of one reply where all is decided ahead.
    share: u64,
}

/// The index of the trial with the highest score, the first of equals, and the instructions run. `None` if the side knows no enemy
/// that could reply, or if one of the first two trials spends its share. Shares are fixed before the trials begin, so the number
/// of threads changes nothing.
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
    if !book.scheduler.decides_ahead() {
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
    // Replies are guesses: the first trial, the best without replies, stands unless another scores a point of health more.
    let at = first_of_best(&scores);
    (at.map(|at| if scores[at] < scores[0] + options.weights.health { 0 } else { at }), steps)
}

/// The nearest enemies of a unit that have not decided yet, the nearest first.
fn nearest_undecided(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, most: usize) -> Vec<EntityId> {
    let row = known.state().entity(unit);
    let replies_to = |&(id, other): &(EntityId, &Entity)| {
        let decides = plan.intent(id).is_none_or(|intent| !intent.complete);
        // A policy's move is predicted already.
        let decides = decides && book.policy_of(known.state(), id).is_none();
        other.acts() && other.team.is_enemy_of(row.team) && decides
    };
    let enemies = known.state().living().filter(replies_to);
    let mut enemies: Vec<(i32, EntityId)> = enemies.map(|(id, other)| (other.cell.steps_to(row.cell), id)).collect();
    enemies.sort_unstable();
    enemies.truncate(most);
    enemies.into_iter().map(|(_, id)| id).collect()
}

/// The index of the largest score, of equals the first.
fn first_of_best(found: &[i64]) -> Option<usize> {
    let most = found.iter().max()?;
    found.iter().position(|score| score == most)
}

/// Who has yet to reply.
struct Awaited {
    enemies: Vec<EntityId>,
    /// Who decided since the intent that is tried.
    replied: Vec<EntityId>,
}

impl Awaited {
    /// Takes note of what ran; whether every reply is carried out.
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
