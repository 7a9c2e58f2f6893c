//! Runs of a campaign without a screen: rooms, party, choices, loot, battles, unlocks and the journal of a run.
//!
//! * [`Campaign`]: the compiled asset. [`RoomKinds`]: its kinds of rooms.
//! * [`Run`]: the truth of one run, the fold of its entries. [`RunView`]: what the player may know of it.
//! * [`RunRecord`]: the append-only journal of a run. [`Profile`]: unlocks and results, in a journal of its own.
//! * [`mod@check`]: faults of a campaign with file and line. [`simulate`]: many runs of a pilot.
//!
//! Effects of options, rewards and offers are actions that run on the *camp*: a battle state with the party on a board
//! of one row. The unit that acts is the camp itself. Its columns are the numbers of the run, and its items are the
//! stash.

mod belongings;
mod camp;
mod campaign;
pub mod chance;
pub mod check;
mod combat;
mod command;
pub mod entry;
mod journal;
mod layers;
pub mod limits;
mod matching;
mod offers;
pub mod pages;
pub mod party;
mod pilot;
mod profile;
#[cfg(feature = "std-io")]
mod record;
pub mod rooms;
mod run;
pub mod simulate;
mod state;
mod swaps;
mod tables;
mod texts;
mod verify;
mod view;
mod worth;

pub use camp::{Asked, CampError, Foretold, Scene};
pub use campaign::{Campaign, CampaignError};
pub use combat::{BattleError, Played, outcome_of, play_by_planner};
pub use command::{BeginOptions, Command, Refusal, TakeOffer};
pub use entry::Entry;
pub use journal::{JournalError, OpenedRun, parse, to_bytes};
pub use layers::{LayerFault, count_rooms};
pub use matching::place;
pub use pilot::{Pilot, PilotError};
pub use profile::{Profile, ProfileError, RunResult};
#[cfg(feature = "std-io")]
pub use record::{RunError, RunRecord};
pub use rooms::{RoomKind, RoomKinds};
pub use run::Run;
pub use state::{Ending, Here, Mode, RunState, UnknownMode};
pub use verify::{RunVerdict, WrongRunEntry, verify};
pub use view::{LoadoutView, MemberView, MoveView, RoomView, RunView, Seen, SkillView};
