//! Campaigns: a [`Run`] takes a party through rooms. A [`RunView`] holds what the player may know, and its moves are the
//! possible decisions. The [`Pilot`] decides without a player.
//!
//! ```
//! use foretoken::campaigns::{BeginOptions, Command, Run};
//! use foretoken::Pack;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let campaign = Pack::open("../../assets/banner")?.campaign("the-march")?;
//! let options = BeginOptions { seed: 7, ..BeginOptions::default() };
//! let mut run = Run::begin(campaign, &options).expect("the offers have places");
//! while run.state().way.len() < 3 && run.state().ending.is_none() {
//!     if run.is_battle_due() {
//!         // `run.battle_setup()` is for a battle of one's own; here the computer plays it.
//!         run.fight_by_planner()?;
//!         continue;
//!     }
//!     let view = run.view();
//!     let Some(first) = view.moves.iter().find(|own| own.refused.is_none()) else { break };
//!     run.act(&first.command)?;
//! }
//! println!("{:?}", run.view().values);
//! # Ok(())
//! # }
//! ```

use crate::recording::titles;
use crate::{Battle, Error, Pack};
use foretoken_campaign::{CampaignError, outcome_of};
use std::sync::Arc;

pub use foretoken_campaign::simulate;
pub use foretoken_campaign::{
    BattleError, BeginOptions, Campaign, Command, Ending, Entry, Mode, MoveView, Pilot, Profile, Refusal, RoomKind,
    RoomKinds, Run, RunState, RunVerdict, RunView, TakeOffer, verify,
};
#[cfg(feature = "std-io")]
pub use foretoken_campaign::{RunError, RunRecord};

impl Pack {
    /// Returns the names of its campaigns in their order.
    #[must_use]
    pub fn campaigns(&self) -> Vec<String> {
        Campaign::names(self.library())
    }

    /// Compiles a campaign.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Faults`] with everything that is wrong, also for an unknown name.
    pub fn campaign(&self, name: &str) -> Result<Arc<Campaign>, Error> {
        let campaign = Campaign::compile(self.library(), self.name(), name, RoomKinds::default());
        campaign.map(Arc::new).map_err(|error: CampaignError| Error::Faults(error.to_string()))
    }
}

/// Starts the battle that waits in a run.
///
/// # Errors
///
/// If none waits, or the party does not fit.
pub fn battle_of(run: &Run) -> Result<Battle, BattleError> {
    let setup = run.battle_setup()?;
    let titles = titles(&setup.book);
    Ok(Battle::new(Arc::new(setup), titles))
}

/// Ends the room of a run with its battle, which must be over.
///
/// # Errors
///
/// If the battle is another one or not over, or the reward cannot run.
pub fn finish_battle(run: &mut Run, battle: &Battle) -> Result<(), BattleError> {
    let setup = run.battle_setup()?;
    if setup.opening.hash64() != battle.setup.opening.hash64() || setup.seed() != battle.setup.seed() {
        return Err(BattleError::NoBattle);
    }
    let replay = &battle.replay;
    let at = (&replay.battle, replay.rounds_taken());
    let outcome = outcome_of(run.campaign(), run.state(), &replay.book, &setup.opening, at)?;
    let entries = run.finish_battle("", battle.hash64(), outcome)?;
    run.push(entries);
    Ok(())
}
