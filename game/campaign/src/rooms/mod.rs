//! Kinds of rooms: one file and one line each. Another crate adds its kinds in the same way: it implements
//! [`RoomKind`] and calls [`RoomKinds::register`].

mod battle;
mod choice;
mod end;
mod loot;
mod rest;
mod shop;

use crate::state::Ending;
use foretoken_action_assets::assets::RoomRule;
use std::fmt::Debug;

/// Whether options are chosen in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Options {
    /// The room has none.
    #[default]
    None,
    /// The party can choose one.
    May,
    /// The party must choose one before it leaves.
    Must,
}

/// What a room contains. A kind combines these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// A battle, which comes first.
    pub has_battle: bool,
    /// Options.
    pub options: Options,
    /// Offers to take.
    pub has_loot: bool,
    /// Offers to buy.
    pub has_sale: bool,
    /// End of the run.
    pub end: Option<Ending>,
}

/// A fault of a room: field, stable code, message.
pub type RoomFault = (&'static str, &'static str, String);

/// A kind of room.
pub trait RoomKind: Debug + Sync {
    /// Returns its name in assets.
    fn name(&self) -> &'static str;

    /// Returns its displayed name.
    fn title(&self) -> &'static str;

    /// Returns what a room of this kind contains.
    fn content(&self, room: &RoomRule) -> Content;

    /// Returns the faults of a room that its fields alone show.
    fn faults(&self, room: &RoomRule) -> Vec<RoomFault>;
}

/// Registered kinds of rooms.
#[derive(Clone, Debug)]
pub struct RoomKinds(Vec<&'static dyn RoomKind>);

/// Two kinds with one name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are two kinds of room with the name `{0}`")]
pub struct SameRoomKind(String);

/// Kinds of this crate.
static CORE: [&dyn RoomKind; 6] = [&battle::Battle, &loot::Loot, &choice::Choice, &rest::Rest, &shop::Shop, &end::End];

impl Default for RoomKinds {
    fn default() -> Self {
        Self(CORE.to_vec())
    }
}

impl RoomKinds {
    /// Adds a kind.
    ///
    /// # Errors
    ///
    /// If a kind has its name.
    pub fn register(&mut self, kind: &'static dyn RoomKind) -> Result<(), SameRoomKind> {
        if self.get(kind.name()).is_some() {
            return Err(SameRoomKind(kind.name().to_owned()));
        }
        self.0.push(kind);
        Ok(())
    }

    /// Returns a kind by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static dyn RoomKind> {
        self.0.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the names of all kinds.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(|kind| kind.name())
    }
}

/// Returns a fault if a room lacks what its kind needs.
fn missing(is_missing: bool, field: &'static str, message: &str) -> Option<RoomFault> {
    is_missing.then(|| (field, "empty-room", message.to_owned()))
}
