//! Prediction: runs the VM on the knowledge of a side, up to the turn order's horizon, and folds the changes into marks. The
//! planner searches over predictions. This crate names no token and no action, so new ones need no change here.
//! [`Solid`] is the icosahedron of a deck whose slots are its faces, with its net, for front ends and the editor.
//!
//! ```
//! use foretoken_preview::{Extent, Predictor};
//! use foretoken_vm::rulebook::UnitType;
//! use foretoken_vm::{Battle, Board, ChancePolicy, Dir, Member, Opening, Plan, Rules, Team};
//!
//! let board = Board::new(3, 1);
//! let cell = board.cell(1, 0).expect("on the board");
//! let guard = UnitType { name: "guard".to_owned(), health: 5, acts: true, initiative: 1, ..UnitType::default() };
//! let rules = Rules { board, unit_types: vec![guard], ..Rules::default() }.build();
//! let roster = vec![Member::new(0, Team::PLAYER, cell, Dir::East)];
//! let battle = Battle::new(&rules, &Opening { roster, ..Opening::default() });
//! let known = battle.project(&rules, Team::PLAYER);
//! let mut predictor = Predictor::default();
//! predictor.run(&rules, &known, &Plan::default(), ChancePolicy::Likely, Extent::Horizon);
//! // The guard's activation and the end of the round.
//! assert_eq!(predictor.activations().len(), 2);
//! ```

mod agenda;
mod compare;
mod counter_moves;
mod ends;
mod forecast;
mod guess;
mod joint_plan;
mod level;
mod marks;
mod odds;
mod parallel;
mod pending;
mod planner;
mod predictor;
mod regret;
mod rescue;
mod rollout;
mod safety;
mod search;
mod search_result;
mod single_deviation;
mod solid;
mod solve;
mod status_future;
mod threat;
mod ways;
mod why;
mod without_goals;
mod worth;

pub use agenda::{Agenda, Turn, turns_of_round};
pub use compare::{PlanComparison, PlanDifference, compare};
pub use counter_moves::CounterMoves;
pub use forecast::{Forecast, Foreseen, UnitForecast};
pub use guess::{GuessedTurn, Guesses};
pub use joint_plan::JointPlanning;
pub use level::{Level, UnknownLevel};
pub use marks::{Certainty, Mark, MarkKind, Marks};
pub use odds::{
    ActivationOdds, EffectOdds, Flip, FlipOf, FlipWith, MOST_BYTES, MOST_STATES, MOST_WORK, Method, NamedOdds, Odds,
    OddsBudget, OddsReport, SAMPLES, Spread, UnitOdds, Worth, WorthFor, worths,
};
pub use parallel::available_threads;
pub use planner::{Decision, Planner, PlannerOptions};
pub use predictor::{Activation, Extent, Predictor};
pub use regret::{Regret, regret};
pub use rescue::{Rescue, rescues};
pub use safety::{Danger, SafetyMap};
pub use solid::{Face, Solid};
pub use solve::{Expansion, Openings, Position, Proof, Reply, Search, SolveOptions, Solved, Step, Worker};
pub use status_future::{StatusEvent, StatusFuture, StatusFutures};
pub use threat::Threat;
pub use why::{Cause, Why, why};
pub use worth::Weights;
