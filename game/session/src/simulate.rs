//! Battles of the computer on every side, for demos, simulations and tests.

use crate::record::Replay;
use crate::referee::own_levels;
use crate::texts::{goals, names};
use foretoken_preview::{JointPlanning, Level, Planner, PlannerOptions};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{BattleField, Span};
use foretoken_vm::{ChangeKind, EntityId, Intent, Opening, Plan, Rulebook, Team};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Result of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Outcome as an [`Outcome`](foretoken_vm::Outcome) number.
    pub outcome: i32,
    /// Deciding goal or loss for each side with goals; absent if the side cannot know it.
    pub ended_by: BTreeMap<Team, String>,
    /// Number of rounds.
    pub rounds: i32,
    /// Living units that act, by side.
    pub alive: BTreeMap<Team, usize>,
    /// Damage of each action, by title.
    pub harm: BTreeMap<String, i64>,
    /// Deaths by action title.
    pub kills: BTreeMap<String, i64>,
    /// Hash of the final state.
    pub hash: u64,
}

/// A decider for simulated sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Does nothing.
    Idle,
    /// Takes the best intent of each unit by the known decisions, without a deeper search.
    Greedy,
    /// Searches joint intents of all units of its side.
    Joint,
    /// The planner.
    Level(Level),
}

impl Player {
    /// Returns the planner's options; `None` for idle.
    #[must_use]
    pub fn options(self) -> Option<PlannerOptions> {
        match self {
            Self::Idle => None,
            Self::Greedy => Some(PlannerOptions { rounds_beyond: 0, ..PlannerOptions::default() }),
            Self::Joint => Some(PlannerOptions {
                joint_plan: Some(JointPlanning { plans: 16, intents: 5 }),
                ..PlannerOptions::default()
            }),
            Self::Level(level) => Some(level.options()),
        }
    }
}

/// Unknown player name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown player `{0}`; use idle, greedy, joint, easy, normal or hard")]
pub struct UnknownPlayer(String);

impl std::str::FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        match name {
            "idle" => Ok(Self::Idle),
            "greedy" => Ok(Self::Greedy),
            "joint" => Ok(Self::Joint),
            level => level.parse().map(Self::Level).map_err(|_| UnknownPlayer(name.to_owned())),
        }
    }
}

/// Lets one planner decide for every side, in turn order, until the battle can continue.
pub fn decide_all(replay: &mut Replay, planner: &mut Planner) {
    while replay.choose().is_some() {
        decide_next(replay, planner);
    }
}

/// Lets a planner for each side decide; the list repeats for further sides, and `None` is idle.
///
/// # Panics
///
/// If the list is empty.
pub fn decide_all_of(replay: &mut Replay, planners: &mut [Option<Planner>]) {
    while let Some(choose) = replay.choose() {
        let at = usize::from(choose.team.0) % planners.len();
        match &mut planners[at] {
            Some(planner) => decide_next(replay, planner),
            None => do_nothing(replay, &choose),
        }
    }
}

fn do_nothing(replay: &mut Replay, choose: &Choose) {
    match choose.units.first() {
        Some(&unit) if choose.until == Until::Decided => {
            replay.plan.set(unit, Intent { uses: Vec::new(), complete: true }, 0);
        }
        _ => replay.plan.close(choose.team),
    }
}

/// Lets the planner decide for the waiting side.
pub fn decide_next(replay: &mut Replay, planner: &mut Planner) {
    let Some(asked) = replay.choose() else { return };
    let plan = replay.battle.numbering(asked.team).plan_to_known(&replay.plan);
    let near = replay.last_activated(asked.team);
    decide_knowing(replay, planner, &asked, &plan, near);
}

/// Lets the planner decide for this side with its known decisions and its last activated unit.
pub fn decide_knowing(replay: &mut Replay, planner: &mut Planner, asked: &Choose, plan: &Plan, near: Option<EntityId>) {
    let book = Arc::clone(&replay.book);
    let Choose { team, units, until } = asked;
    let (team, until) = (*team, *until);
    let (known, numbering) = (replay.battle.project(&book, team), replay.battle.numbering(team));
    let numbers = numbering.all_to_known(units);
    let near = near.and_then(|unit| numbering.to_known(unit));
    let mut set = |unit: EntityId, intent: &Intent| {
        replay.plan.set(unit, numbering.intent_to_truth(intent), Plan::priority_in(&book, intent));
    };
    if until == Until::Closed {
        let chosen = planner.choose_all(&book, &known, plan, &numbers);
        units.iter().zip(&chosen).for_each(|(&unit, intent)| set(unit, intent));
        return replay.plan.close(team);
    }
    match planner.choose(&book, &known, plan, &numbers, near, until.is_closable()) {
        Some((number, decision)) => {
            let unit = numbers.iter().position(|&other| other == number).map_or(number, |at| units[at]);
            set(unit, &decision.intent);
        }
        None => replay.plan.close(team),
    }
}

/// Plays a battle to its end.
#[must_use]
pub fn play(book: &Arc<Rulebook>, opening: &Opening, options: &PlannerOptions) -> Tally {
    play_of(book, opening, &options_of_sides(opening, options))
}

/// Returns the options of each side by number, with the opening's own levels applied.
#[must_use]
pub fn options_of_sides(opening: &Opening, options: &PlannerOptions) -> Vec<Option<PlannerOptions>> {
    let mut sides = vec![Some(options.clone()); Team::COUNT];
    for (team, level) in own_levels(opening) {
        if let Some(side) = sides.get_mut(usize::from(team.0)) {
            *side = Some(level.options());
        }
    }
    sides
}

/// Plays a battle with options for each side; the list repeats for further sides, and `None` is idle.
///
/// # Panics
///
/// If the list is empty.
#[must_use]
pub fn play_of(book: &Arc<Rulebook>, opening: &Opening, options: &[Option<PlannerOptions>]) -> Tally {
    let planner = |options: &PlannerOptions| Planner::new(PlannerOptions { seed: opening.seed, ..options.clone() });
    let mut planners: Vec<_> = options.iter().map(|options| options.as_ref().map(planner)).collect();
    let mut replay = Replay::new(Arc::clone(book), opening);
    let mut tally = Tally::default();
    while replay.battle.state().battle(BattleField::Outcome) == 0 {
        decide_all_of(&mut replay, &mut planners);
        replay.execute();
        credit(&replay, &mut tally);
    }
    tally.rounds = replay.rounds_taken();
    let state = replay.battle.state();
    tally.outcome = state.battle(BattleField::Outcome);
    tally.hash = state.hash64(&replay.book);
    let sides = replay.book.goals.iter().chain(&replay.book.losses).map(|goal| goal.team);
    let met = |own| {
        let known = replay.battle.project(&replay.book, own);
        goals::met(&replay.book, &known, own, |team| names::side(&replay.book, team)).map(|words| (own, words))
    };
    tally.ended_by = sides.collect::<BTreeSet<Team>>().into_iter().filter_map(met).collect();
    for (_, entity) in state.living().filter(|(_, e)| e.is_activated()) {
        *tally.alive.entry(entity.team).or_default() += 1;
    }
    tally
}

fn credit(replay: &Replay, tally: &mut Tally) {
    for (index, change) in replay.log.changes.iter().enumerate() {
        let harm = change.kind == ChangeKind::Health && change.after < change.before;
        if !harm && !change.is_death() {
            continue;
        }
        let Some(span) = replay.log.span_of(index).filter(|span| span.program != Span::ENGINE) else { continue };
        let title = names::action(&replay.book, span.program).to_owned();
        if harm {
            *tally.harm.entry(title).or_default() += i64::from(change.before - change.after);
        } else {
            *tally.kills.entry(title).or_default() += 1;
        }
    }
}
