//! Foretoken battles with one dependency: load a pack, start a battle, list and make decisions, predict, compute odds,
//! record and replay.
//!
//! ```
//! use foretoken::{Pack, Side};
//!
//! # fn main() -> Result<(), foretoken::Error> {
//! let pack = Pack::open("../../assets/vigil")?;
//! let mut battle = pack.scenario("first-light")?.battle(1);
//! while let Some(side) = battle.side_to_decide() {
//!     // The last decision of the list ends the turn, or is the last answer to what is asked.
//!     let last = battle.decisions(side).len() - 1;
//!     battle.step(last)?;
//!     if battle.observe(side).round() > 2 {
//!         break;
//!     }
//! }
//! assert!(battle.observe(Side::PLAYER).units().count() > 0);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Battle`] has the true state. An [`Observation`] has the knowledge of one side, the only source of its decisions,
//! predictions and odds. The planner decides for the computer's sides.
//!
//! [`arrays`] writes observations as numbers for learning. [`seats`] is for sides in other processes, [`campaigns`] for runs of several battles, [`extend`] for extensions in
//! other crates.

#![warn(missing_docs)]

pub mod arrays;
mod battle;
pub mod campaigns;
mod decision;
mod error;
pub mod extend;
mod observation;
mod pack;
mod recording;
pub mod seats;
mod trying;

pub use battle::{Battle, Prediction};
pub use decision::Decision;
pub use error::Error;
pub use observation::{Observation, Unit};
pub use pack::{Pack, Scenario};
pub use recording::{Replayed, replay, replay_with};

pub use foretoken_action_assets::KindRegistry;
pub use foretoken_preview::{Certainty, Level, Mark, MarkKind, Method, OddsReport as Odds, UnitOdds};
pub use foretoken_session::simulate::Tally;
pub use foretoken_vm::rulebook::{MemberItem, MemberStatus};
pub use foretoken_vm::{
    Answer, Cell, ChangeKind, Decider, Deciders, Dir, EntityId as UnitId, GameState, Member, Opening, OpeningFault,
    Outcome, Rulebook, Team as Side,
};
