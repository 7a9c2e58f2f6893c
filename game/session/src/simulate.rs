//! Battles that the computer plays on every side, without a screen: demonstrations, simulations and tests.

use crate::record::Replay;
use crate::referee::own_levels;
use crate::texts::{goals, names};
use foretoken_preview::{JointPlanning, Level, Planner, PlannerOptions};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{BattleField, Span};
use foretoken_vm::{ChangeKind, EntityId, Intent, Opening, Plan, Rulebook, Team};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What came of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How the battle came out, to be read as [`Outcome`](foretoken_vm::Outcome) says.
    pub outcome: i32,
    /// The goal or the loss that it ended by, as each side with goals or losses reads it. Nothing for a side that cannot know.
    pub ended_by: BTreeMap<Team, String>,
    /// Rounds it took.
    pub rounds: i32,
    /// Units that act and are still alive, by side.
    pub alive: BTreeMap<Team, usize>,
    /// Harm done by each action, by title.
    pub harm: BTreeMap<String, i64>,
    /// Deaths by each action.
    pub kills: BTreeMap<String, i64>,
    /// Hash of the state at the end.
    pub hash: u64,
}

/// Who decides for a side that nobody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Does nothing.
    Idle,
    /// Takes for each unit what is best by the end of what is decided, and looks no further.
    Greedy,
    /// Looks for what all units of its side do best together, where it decides for all of them.
    Joint,
    /// The planner.
    Level(Level),
}

impl Player {
    /// The planner's options; none for one who does nothing.
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

/// Nobody plays like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nobody plays `{0}`; there are idle, greedy, joint, easy, normal and hard")]
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

/// Lets every side decide by planner until the battle can go on, in the order in which the turn order asks.
pub fn decide_all(replay: &mut Replay, planner: &mut Planner) {
    while replay.choose().is_some() {
        decide_next(replay, planner);
    }
}

/// The same with a planner for each side, by number; further sides begin with the first again. A side without one does
/// nothing.
///
/// # Panics
/// Without any sides.
pub fn decide_all_of(replay: &mut Replay, planners: &mut [Option<Planner>]) {
    while let Some(choose) = replay.choose() {
        let at = usize::from(choose.team.0) % planners.len();
        match &mut planners[at] {
            Some(planner) => decide_next(replay, planner),
            None => do_nothing(replay, &choose),
        }
    }
}

/// Lets the side that is asked do nothing with what it is asked for.
fn do_nothing(replay: &mut Replay, choose: &Choose) {
    match choose.units.first() {
        Some(&unit) if choose.until == Until::Decided => {
            replay.plan.set(unit, Intent { uses: Vec::new(), complete: true }, 0);
        }
        _ => replay.plan.close(choose.team),
    }
}

/// Lets the side that is asked decide by planner what it is asked for.
pub fn decide_next(replay: &mut Replay, planner: &mut Planner) {
    let Some(asked) = replay.choose() else { return };
    let plan = replay.battle.numbering(asked.team).plan_to_known(&replay.plan);
    let near = replay.last_activated(asked.team);
    decide_knowing(replay, planner, &asked, &plan, near);
}

/// The same for this side, on the decisions that it knows of, and with the unit of the side that was activated last.
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
    match planner.choose(&book, &known, plan, &numbers, near, until.may_close()) {
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

/// The options of each side, by number: these, and those of its own level where the opening gives a side one.
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

/// The same with options for each side, by number; further sides begin with the first again. A side without options does
/// nothing.
///
/// # Panics
/// Without any sides.
#[must_use]
pub fn play_of(book: &Arc<Rulebook>, opening: &Opening, options: &[Option<PlannerOptions>]) -> Tally {
    let planner = |options: &PlannerOptions| Planner::new(PlannerOptions { seed: opening.seed, ..options.clone() });
    let mut planners: Vec<_> = options.iter().map(|options| options.as_ref().map(planner)).collect();
    let mut replay = Replay::new(Arc::clone(book), opening);
    let mut tally = Tally::default();
    while replay.battle.state().battle(BattleField::Outcome) == 0 {
        decide_all_of(&mut replay, &mut planners);
        tally.rounds = replay.battle.state().round();
        replay.execute();
        credit(&replay, &mut tally);
    }
    let state = replay.battle.state();
    tally.outcome = state.battle(BattleField::Outcome);
    tally.hash = state.hash64(&replay.book);
    let sides = replay.book.goals.iter().chain(&replay.book.losses).map(|goal| goal.team);
    let met = |own| {
        let known = replay.battle.project(&replay.book, own);
        goals::met(&replay.book, &known, own, |team| names::side(&replay.book, team)).map(|words| (own, words))
    };
    tally.ended_by = sides.collect::<BTreeSet<Team>>().into_iter().filter_map(met).collect();
    for (_, entity) in state.living().filter(|(_, e)| e.acts()) {
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
