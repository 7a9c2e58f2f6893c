//! Joint decisions for a side that plans all its units before the round runs: a beam search over several unit orders.

use crate::counter_moves::{CounterMoves, Lookahead};
use crate::planner::{Planner, PlannerOptions};
use crate::rollout;
use foretoken_vm::rulebook::Class;
use foretoken_vm::{EntityId, Intent, Known, Plan, Rulebook};
use std::collections::BTreeSet;

/// Limits of the joint search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointPlanning {
    /// Number of plans kept after each unit.
    pub plans: usize,
    /// Number of intents that extend each plan, best first.
    pub intents: usize,
}

/// Limit of unit orders to try, and of passes in which all units decide anew.
const MOST_ORDERS: usize = 6;
const MOST_PASSES: usize = 4;

#[derive(Clone, Debug)]
struct Judged {
    plan: Plan,
    score: i64,
    ends: u64,
}

impl Planner {
    /// Returns an intent for each of these units of one side. All decide anew.
    pub fn choose_all(&mut self, book: &Rulebook, known: &Known, plan: &Plan, units: &[EntityId]) -> Vec<Intent> {
        let mut plan = plan.clone();
        match self.options().joint_plan {
            Some(joint_plan) if units.len() > 1 => plan = self.plan_together(book, known, &plan, units, joint_plan),
            _ => {
                for &unit in units {
                    let decision = self.decide(book, known, &plan, unit);
                    rollout::intend(book, &mut plan, unit, decision.intent);
                }
            }
        }
        units.iter().map(|&unit| plan.take(unit).unwrap_or_default()).collect()
    }

    fn plan_together(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        units: &[EntityId],
        joint_plan: JointPlanning,
    ) -> Plan {
        let usual = self.options().clone();
        let mut judge = Lookahead::default();
        judge.judge_by(&usual);
        let shortlist = CounterMoves { intents: joint_plan.intents, careful: 0, each: 0, nearest: 0, budget: 0 };
        self.think_as(PlannerOptions { counter_moves: Some(shortlist), ..usual.clone() });
        let mut best = Judged { plan: plan.clone(), score: i64::MIN, ends: 0 };
        for order in orders(units) {
            let found = self.plan_in_order(book, known, plan, &order, joint_plan, &mut judge);
            if found.score > best.score {
                best = found;
            }
        }
        for _ in 0..MOST_PASSES {
            let before = best.score;
            for &unit in units {
                for next in self.with_unit(book, known, &best.plan, unit, &mut judge) {
                    if next.score > best.score {
                        best = next;
                    }
                }
            }
            if best.score == before {
                break;
            }
        }
        self.think_as(usual);
        best.plan
    }

    fn plan_in_order(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        order: &[EntityId],
        joint_plan: JointPlanning,
        judge: &mut Lookahead,
    ) -> Judged {
        let mut open = plan.clone();
        order.iter().for_each(|&unit| open.clear(unit));
        let mut kept = vec![Judged { plan: open, score: i64::MIN, ends: 0 }];
        for &unit in order {
            let mut next: Vec<Judged> =
                kept.iter().flat_map(|of| self.with_unit(book, known, &of.plan, unit, judge)).collect();
            next.sort_by_key(|of| std::cmp::Reverse(of.score));
            let mut seen = BTreeSet::new();
            next.retain(|of| seen.insert(of.ends));
            next.truncate(joint_plan.plans);
            kept = next;
        }
        kept.swap_remove(0)
    }

    fn with_unit(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        unit: EntityId,
        judge: &mut Lookahead,
    ) -> Vec<Judged> {
        let team = known.state().entity(unit).team;
        let intents = self.worth_a_look(book, known, plan, unit);
        let judged = intents.into_iter().map(|intent| {
            let mut plan = plan.clone();
            rollout::intend(book, &mut plan, unit, intent);
            let score = judge.judge(book, known, &plan, (unit, team, Class::Usual));
            Judged { plan, score, ends: judge.judged_hash(book) }
        });
        judged.collect()
    }
}

fn orders(units: &[EntityId]) -> Vec<Vec<EntityId>> {
    let turned = (0..units.len()).map(|by| {
        let mut order = units.to_vec();
        order.rotate_left(by);
        order
    });
    let both = turned.flat_map(|order| [order.clone(), order.into_iter().rev().collect()]);
    let mut seen = BTreeSet::new();
    both.filter(|order| seen.insert(order.clone())).take(MOST_ORDERS).collect()
}
