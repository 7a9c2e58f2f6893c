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
use foretoken_campaign::{CampError, CampaignError, outcome_of, parse, to_bytes};
use foretoken_vm::RULES_VERSION;
use std::sync::Arc;

pub use foretoken_campaign::simulate;
pub use foretoken_campaign::{
    Asked, BattleError, BeginOptions, Campaign, Command, Ending, Entry, Foretold, Mode, MoveView, Pilot, Profile,
    Refusal, RoomKind, RoomKinds, Run, RunState, RunVerdict, RunView, TakeOffer, verify,
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
    /// Returns [`Error::NoCampaign`], or [`Error::Faults`] with everything that is wrong.
    pub fn campaign(&self, name: &str) -> Result<Arc<Campaign>, Error> {
        let there = self.campaigns();
        if !there.iter().any(|own| own == name) {
            return Err(Error::NoCampaign { name: name.to_owned(), there });
        }
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
        return Err(BattleError::OtherBattle);
    }
    let replay = &battle.replay;
    let at = (&replay.battle, replay.rounds_taken());
    let outcome = outcome_of(run.campaign(), run.state(), &replay.book, &setup.opening, at)?;
    let entries = run.finish_battle("", battle.hash64(), outcome)?;
    run.push(entries);
    Ok(())
}

/// Encodes a run with its assets; [`run_of`] is the inverse.
///
/// # Errors
///
/// Returns [`Error::Record`] if an entry exceeds the limit of journals.
pub fn record_of(run: &Run) -> Result<Vec<u8>, Error> {
    to_bytes(run.entries(), run.campaign()).map_err(|error| Error::Record(error.to_string()))
}

/// Returns the run of the bytes of [`record_of`], or of the journal of a run on the disk.
///
/// # Errors
///
/// Returns [`Error::Record`] if the bytes are damaged, their rules have another version, or their campaign does not compile.
pub fn run_of(bytes: &[u8]) -> Result<Run, Error> {
    let refuse = |error: String| Error::Record(error);
    let opened = parse(bytes).map_err(|error| refuse(error.to_string()))?;
    if let Some(damage) = opened.damage {
        return Err(refuse(format!("it is damaged: {}", damage.reason)));
    }
    if opened.begin.rules != RULES_VERSION {
        return Err(refuse(format!("its rules have version {}, and these have {RULES_VERSION}", opened.begin.rules)));
    }
    let assets = opened.assets.ok_or_else(|| refuse("it has no assets".to_owned()))?;
    let campaign = Pack::from_text(&opened.begin.pack, &assets).campaign(&opened.begin.campaign);
    let campaign = campaign.map_err(|error| refuse(error.to_string()))?;
    Ok(Run::of_entries(campaign, opened.entries))
}

/// Returns the command of a move with answers to the questions of its action. Each answer is an index into the answers of
/// [`question_of`] after the answers before it.
///
/// # Errors
///
/// If the move asks nothing or less, or an index is too large.
pub fn answered(run: &Run, command: &Command, picks: &[usize]) -> Result<Command, Refusal> {
    let Command::Choose(option, _) = command else {
        return if picks.is_empty() { Ok(command.clone()) } else { Err(CampError::BadAnswer.into()) };
    };
    let mut answers = Vec::with_capacity(picks.len());
    for &pick in picks {
        let asked = run.question(*option, &answers)?.ok_or(CampError::BadAnswer)?;
        let (answer, _) = asked.answers.get(pick).ok_or(CampError::BadAnswer)?;
        answers.push((asked.key, *answer));
    }
    Ok(Command::Choose(*option, answers))
}

/// Returns the next question of a command after its answers; `None` if it has all.
///
/// # Errors
///
/// If its option is not in the room.
pub fn question_of(run: &Run, command: &Command) -> Result<Option<Asked>, Refusal> {
    match command {
        Command::Choose(option, answers) => run.question(*option, answers),
        _ => Ok(None),
    }
}

/// Predicts the effect of an option with all its answers; `None` for other commands.
///
/// # Errors
///
/// If its option is not in the room, or an answer is missing.
pub fn foresee(run: &Run, command: &Command) -> Result<Option<Foretold>, Refusal> {
    match command {
        Command::Choose(option, answers) => run.foresee(*option, answers).map(Some),
        _ => Ok(None),
    }
}
