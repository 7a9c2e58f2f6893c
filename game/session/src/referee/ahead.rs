//! Planning ahead: while a player thinks, a thread computes the planner's next decisions. The referee uses them only if
//! the question is equal, so results do not depend on it.

use super::disclosed::disclosed;
use super::planners::Planners;
use super::seat_control::SeatControl;
use super::setup::Setup;
use crate::record::Replay;
use foretoken_preview::Planner;
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Intent, Known, Plan, Rulebook, Team};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Limit of turns ahead, for battles without seats.
const MOST_TURNS: usize = 64;

#[derive(Clone, PartialEq, Debug)]
struct Question {
    rules: u64,
    known: Vec<u8>,
    plan: Plan,
    units: Vec<EntityId>,
    near: Option<EntityId>,
    until: Until,
}

type Chosen = Vec<(EntityId, Intent)>;

#[derive(Debug, Default)]
struct Answers(Mutex<Vec<(Question, Chosen)>>);

impl Answers {
    fn lock(&self) -> MutexGuard<'_, Vec<(Question, Chosen)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(super) struct Foresight {
    planners: Planners,
    answers: Arc<Answers>,
    /// Number of the current job; older jobs stop.
    wanted: Arc<AtomicU64>,
    begun_for: Option<(u32, u64)>,
    taken: u64,
}

impl Foresight {
    pub(super) fn new(planners: Planners) -> Self {
        let (answers, wanted) = (Arc::default(), Arc::default());
        Self { planners, answers, wanted, begun_for: None, taken: 0 }
    }

    pub(super) fn decide(&mut self, replay: &Replay, choose: &Choose, near: Option<EntityId>) -> Chosen {
        self.wanted.fetch_add(1, Ordering::Relaxed);
        let asked = Asked::of(replay, choose, near);
        let there = asked.question().and_then(|question| find(&self.answers.lock(), &question));
        let planner = self.planners.of_side(choose.team);
        let numbered = there.inspect(|_| self.taken += 1).unwrap_or_else(|| asked.answer(planner, &replay.book));
        asked.in_truth(numbered)
    }

    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }
}

fn find(answers: &[(Question, Chosen)], question: &Question) -> Option<Chosen> {
    answers.iter().find(|(of, _)| of == question).map(|(_, chosen)| chosen.clone())
}

struct Asked<'a> {
    replay: &'a Replay,
    choose: &'a Choose,
    known: Known,
    plan: Plan,
    units: Vec<EntityId>,
    near: Option<EntityId>,
}

impl<'a> Asked<'a> {
    fn of(replay: &'a Replay, choose: &'a Choose, near: Option<EntityId>) -> Self {
        let numbering = replay.battle.numbering(choose.team);
        Self {
            known: replay.battle.project(&replay.book, choose.team),
            plan: disclosed(replay, choose.team),
            units: numbering.all_to_known(&choose.units),
            near: near.and_then(|unit| numbering.to_known(unit)),
            replay,
            choose,
        }
    }

    fn question(&self) -> Option<Question> {
        let Self { plan, units, near, .. } = self;
        let known = self.known.to_bytes().ok()?;
        let (plan, units, until) = (plan.clone(), units.clone(), self.choose.until);
        Some(Question { rules: self.replay.book.id(), known, plan, units, near: *near, until })
    }

    fn answer(&self, planner: &mut Planner, book: &Rulebook) -> Chosen {
        let Self { known, plan, units, near, .. } = self;
        let until = self.choose.until;
        let _span = tracing::debug_span!("plan", ?units).entered();
        if until == Until::Closed {
            let chosen = planner.choose_all(book, known, plan, units);
            return units.iter().copied().zip(chosen).collect();
        }
        let chosen = planner.choose(book, known, plan, units, *near, until.is_closable());
        chosen.into_iter().map(|(unit, decision)| (unit, decision.intent)).collect()
    }

    fn in_truth(&self, chosen: Chosen) -> Chosen {
        let numbering = self.replay.battle.numbering(self.choose.team);
        let truth = |number: EntityId| {
            let at = self.units.iter().position(|&other| other == number);
            at.map_or(number, |at| self.choose.units[at])
        };
        chosen.into_iter().map(|(number, intent)| (truth(number), numbering.intent_to_truth(&intent))).collect()
    }
}

/// A planning job for a thread.
#[derive(Debug)]
pub struct Ahead {
    replay: Replay,
    seat_control: SeatControl,
    planners: Planners,
    answers: Arc<Answers>,
    wanted: Arc<AtomicU64>,
    number: u64,
}

impl Ahead {
    pub(super) fn begin(
        replay: &Replay,
        (seat_control, foresight): (&SeatControl, &mut Foresight),
        setup: &Setup,
        (entries, team): (u32, Team),
    ) -> Option<Self> {
        let of = (entries, replay.book.id());
        if foresight.begun_for == Some(of) {
            return None;
        }
        foresight.begun_for = Some(of);
        foresight.answers.lock().clear();
        let mut copy = Replay::new(Arc::clone(&replay.book), &setup.opening);
        copy.battle.clone_from(&replay.battle);
        copy.plan.clone_from(&replay.plan);
        copy.activations.clone_from(&replay.activations);
        copy.drew_chance.clone_from(&replay.drew_chance);
        copy.plan.close(team);
        let number = foresight.wanted.fetch_add(1, Ordering::Relaxed) + 1;
        let planners = Planners::of(setup, NonZeroUsize::MIN);
        let (answers, wanted) = (Arc::clone(&foresight.answers), Arc::clone(&foresight.wanted));
        Some(Self { replay: copy, seat_control: seat_control.clone(), planners, answers, wanted, number })
    }

    /// Runs the battle to the next decision of a seat, or until the job is outdated.
    pub fn run(mut self) {
        crate::long_work::note("the planner");
        for _ in 0..MOST_TURNS {
            if self.replay.battle.state().battle(BattleField::Outcome) != 0 {
                return;
            }
            match self.replay.choose() {
                Some(choose) if self.seat_control.is_planned(choose.team) => {
                    let near = self.replay.last_activated(choose.team);
                    let asked = Asked::of(&self.replay, &choose, near);
                    let Some(question) = asked.question() else { return };
                    let chosen = asked.answer(self.planners.of_side(choose.team), &self.replay.book);
                    let in_truth = asked.in_truth(chosen.clone());
                    let mut answers = self.answers.lock();
                    if self.wanted.load(Ordering::Relaxed) != self.number {
                        return;
                    }
                    answers.push((question, chosen));
                    drop(answers);
                    let closes = choose.until == Until::Closed || in_truth.is_empty();
                    for (unit, intent) in in_truth {
                        let priority = Plan::priority_in(&self.replay.book, &intent);
                        self.replay.plan.set(unit, intent, priority);
                    }
                    if closes {
                        self.replay.plan.close(choose.team);
                    }
                }
                Some(_) => return,
                None => _ = self.replay.execute(),
            }
        }
    }
}
