//! Finds puzzles in battles: states that one class of lines wins within some rounds and the greedy player loses.
//!
//! A class of lines is the set of unit actions that a win needs, in any order and on any cells.

use crate::line::{self, LineStep, PlayedLine};
use crate::record::{self, Compile, Opened, Replay, ReplayError, Step};
use crate::referee::Setup;
use crate::simulate::{self, Player};
use foretoken_action_assets::Library;
use foretoken_action_assets::assets::{AnyAsset, GoalRule, Scenario};
use foretoken_preview::{Level, Planner, PlannerOptions, Position, Search, SolveOptions, Solved, Worker};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Opening, Outcome, Plan, Rulebook, Team};
use std::sync::Arc;

/// Share of the node limit for the first win. Most states have no win, and a proof costs as much as all other states
/// together.
const EARLY: u64 = 8;

/// Search criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Side that must win.
    pub team: Team,
    /// Maximum rounds to win.
    pub rounds: i32,
    /// Node limit for one state. If it is too low, other winning classes can remain unnoticed.
    pub nodes: u64,
    /// Level of the other sides.
    pub level: Level,
}

/// A battle state, drawn as a scenario.
#[derive(Clone, Debug)]
pub struct Stand {
    /// Round of the state.
    pub round: i32,
    /// Scenario.
    pub scenario: Scenario,
}

/// A state that is a puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Scenario.
    pub scenario: Scenario,
    /// Battle seed.
    pub seed: u64,
    /// Winning line by names.
    pub steps: Vec<LineStep>,
    /// Referee's result.
    pub played: PlayedLine,
    /// Statistics of the search.
    pub solved: Solved,
}

/// Reason why a state is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoPuzzle {
    /// The generated scenario has faults.
    Faulty,
    /// The greedy player wins.
    Greedy,
    /// No win was found early enough.
    Hopeless,
    /// Several classes of lines win.
    Several,
    /// The found line does not win when the referee plays it.
    Unsure,
}

impl NoPuzzle {
    /// Returns the text to put after a number of states.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Faulty => "make scenarios with faults",
            Self::Greedy => "are won by the greedy move",
            Self::Hopeless => "have no win",
            Self::Several => "are won in more than one way",
            Self::Unsure => "have a win that depends on chance or hidden units",
        }
    }
}

type Class = Vec<(EntityId, Vec<String>)>;

/// Plays the computer against itself and returns the states at the start of each round but the first.
#[must_use]
pub fn of_battle(
    library: &Library,
    scenario: &Scenario,
    book: &Arc<Rulebook>,
    opening: &Opening,
    options: &PlannerOptions,
) -> Vec<Stand> {
    let mut planners = vec![Some(Planner::new(options.clone()))];
    let mut replay = Replay::new(Arc::clone(book), opening);
    let mut stands = Stands { library, scenario, last: replay.battle.state().round(), found: Vec::new() };
    while replay.battle.state().battle(BattleField::Outcome) == 0 {
        simulate::decide_all_of(&mut replay, &mut planners);
        replay.execute();
        stands.look(&replay);
    }
    stands.found
}

/// Reason why a record cannot be searched.
#[derive(Debug, thiserror::Error)]
pub enum MineError {
    /// The pack lacks its scenario.
    #[error("there is no scenario `{0}` in the pack")]
    NoScenario(String),
    /// The replay fails.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl MineError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoScenario(_) => "mine-no-scenario",
            Self::Replay(error) => error.code(),
        }
    }
}

/// Returns the states of a recorded battle.
///
/// # Errors
///
/// If the replay fails.
pub fn of_record(library: &Library, compile: &Compile<'_>, opened: &Opened) -> Result<Vec<Stand>, MineError> {
    let name = &opened.start.scenario;
    let scenario = library.scenario(name).ok_or_else(|| MineError::NoScenario(name.clone()))?;
    let mut replay = record::start(opened, compile)?;
    let mut stands = Stands { library, scenario, last: replay.battle.state().round(), found: Vec::new() };
    for (number, entry) in opened.entries.iter().enumerate() {
        if let Step::Executed(_) = replay.apply(u32::try_from(number).unwrap_or(u32::MAX), entry, compile) {
            stands.look(&replay);
        }
    }
    Ok(stands.found)
}

struct Stands<'a> {
    library: &'a Library,
    scenario: &'a Scenario,
    last: i32,
    found: Vec<Stand>,
}

impl Stands<'_> {
    fn look(&mut self, replay: &Replay) {
        let state = replay.battle.state();
        if state.round() > self.last && state.battle(BattleField::Outcome) == 0 {
            self.last = state.round();
            let scenario = self.scenario.as_it_stands(self.library, &replay.book, state);
            self.found.extend(scenario.map(|scenario| Stand { round: self.last, scenario }));
        }
    }
}

impl Wanted {
    /// Checks whether a state is a puzzle.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn look(&self, library: &Library, name: &str, stand: &Stand) -> Result<Puzzle, NoPuzzle> {
        let scenario = self.as_puzzle(&stand.scenario, name);
        let mut library = library.clone();
        library.put(name, AnyAsset::Scenario(scenario.clone()));
        let compiled = library.compile_usable(name).scenario.ok_or(NoPuzzle::Faulty)?;
        let seed = scenario.seed.unsigned_abs().into();
        let setup = Setup::of(compiled, seed).at_level(self.level);
        if self.is_won_greedily(&setup) {
            return Err(NoPuzzle::Greedy);
        }
        let (solved, steps) = self.solve(&setup)?;
        let played = line::play_line(setup, self.team, &steps).map_err(|_| NoPuzzle::Unsure)?;
        match played.outcome {
            Outcome::Won => Ok(Puzzle { scenario, seed, steps, played, solved }),
            _ => Err(NoPuzzle::Unsure),
        }
    }

    fn as_puzzle(&self, stand: &Scenario, name: &str) -> Scenario {
        let within = if self.rounds == 1 { "one round".to_owned() } else { format!("{} rounds", self.rounds) };
        let late = GoalRule {
            text: format!("you have not won within {within}"),
            when: format!("round > {}", self.rounds).as_str().into(),
            team: self.team.0.into(),
        };
        let title = if stand.title.is_empty() { name } else { &stand.title };
        let mut losses = stand.losses.clone();
        losses.push(late);
        Scenario {
            title: format!("{title}: {within}"),
            note: format!("One way to win within {within}."),
            losses,
            bonus_goals: Vec::new(),
            par: self.rounds,
            ..stand.clone()
        }
    }

    fn is_won_greedily(&self, setup: &Setup) -> bool {
        let others = setup.planner_options();
        let mut planners: Vec<_> = (0..Team::COUNT).map(|_| Some(Planner::new(others.clone()))).collect();
        let greedy = Player::Greedy.options().map(|options| PlannerOptions { seed: others.seed, ..options });
        planners[usize::from(self.team.0) % Team::COUNT] = greedy.map(Planner::new);
        let mut replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
        let outcome = |replay: &Replay| replay.battle.state().battle(BattleField::Outcome);
        while outcome(&replay) == 0 {
            simulate::decide_all_of(&mut replay, &mut planners);
            replay.execute();
        }
        Outcome::for_side(outcome(&replay), self.team) == Outcome::Won
    }

    fn solve(&self, setup: &Setup) -> Result<(Solved, Vec<LineStep>), NoPuzzle> {
        let book: &Rulebook = &setup.book;
        let battle = setup.battle();
        let root = Position::start(battle.project(book, self.team), Plan::default());
        let mut search = Search::new(book, root, SolveOptions { rounds: self.rounds, nodes: self.nodes, all: true });
        let mut worker = Worker::new(self.team, &setup.planner_options());
        let (end, mut looked_at, mut class) = (search.end(), 0, None::<Class>);
        while let Some((batch, limit)) = search.batch() {
            let found = batch.iter().map(|position| worker.expand(book, position, end, limit)).collect();
            search.take(found);
            for line in &search.lines()[looked_at..] {
                let steps: Vec<LineStep> = line.steps().iter().map(|step| LineStep::of(book, step)).collect();
                match &class {
                    Some(class) if class.iter().all(|part| parts(&steps).contains(part)) => {}
                    Some(_) => return Err(NoPuzzle::Several),
                    None => class = Some(self.class(setup, steps).ok_or(NoPuzzle::Unsure)?),
                }
            }
            looked_at = search.lines().len();
            if class.is_none() && search.nodes() > self.nodes / EARLY {
                return Err(NoPuzzle::Hopeless);
            }
        }
        let solved = search.finish();
        let line = solved.line.as_ref().ok_or(NoPuzzle::Hopeless)?;
        let steps = line.iter().map(|step| LineStep::of(book, step)).collect();
        Ok((solved, steps))
    }

    fn class(&self, setup: &Setup, mut steps: Vec<LineStep>) -> Option<Class> {
        let wins = |steps: &[LineStep]| {
            line::play_line(setup.clone(), self.team, steps).is_ok_and(|played| played.outcome == Outcome::Won)
        };
        if !wins(&steps) {
            return None;
        }
        for at in 0..steps.len() {
            let uses = std::mem::take(&mut steps[at].uses);
            if !uses.is_empty() && !wins(&steps) {
                steps[at].uses = uses;
            }
        }
        Some(parts(&steps))
    }
}

fn parts(steps: &[LineStep]) -> Class {
    let part = |step: &LineStep| {
        let actions = step.uses.iter().map(|used| used.action.clone()).collect();
        Some((step.unit?, actions)).filter(|_| !step.uses.is_empty())
    };
    steps.iter().filter_map(part).collect()
}
