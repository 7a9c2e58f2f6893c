//! Interface of the editor to the running game. The game implements [`Host`]; without a battle only the asset methods
//! return data.

use crate::pixels::ArtTexts;
use crate::{EditorError, FileChange, Watch};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Library};
use foretoken_vm::state::Slot;
use foretoken_vm::{Change, EntityId, GameState, Known, Plan, Rulebook};

/// New version of an asset.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetChange {
    /// Type of the asset.
    pub kind: AssetType,
    /// Name of the asset.
    pub name: String,
    /// New content; `None` for a deleted asset.
    pub asset: Option<AnyAsset>,
}

/// Read access to the running battle.
#[derive(Clone, Copy, Debug)]
pub struct View<'h> {
    /// Current rules and map.
    pub book: &'h Rulebook,
    /// Battle as the viewing side knows it.
    pub known: &'h Known,
    /// True state of the battle.
    pub truth: &'h GameState,
    /// Intents of all units.
    pub plan: &'h Plan,
    /// Unit whose intent is being chosen.
    pub choosing: Option<EntityId>,
}

/// Read access to the battle at a rewind point.
#[derive(Clone, Copy, Debug)]
pub struct Past<'h> {
    /// Index into [`Host::rewind_points`].
    pub rewind_point: usize,
    /// Label, such as `Round 2, after Rat A`.
    pub when: &'h str,
    /// Battle at that time.
    pub view: View<'h>,
}

/// Entry of the order of activations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgendaLine {
    /// Slot of the entry.
    pub slot: Slot,
    /// Name of the unit.
    pub who: String,
    /// Reason for the position and next activation, as text.
    pub why: String,
    /// Whether the activation has ended.
    pub past: bool,
}

/// Point of the battle that a rewind can return to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewindPoint {
    /// Round.
    pub round: i32,
    /// Label: a decision, the start of a round or the activated unit.
    pub label: String,
    /// Whether it is an activation. A rewind to it undoes the whole round but keeps the decisions.
    pub is_activation: bool,
}

/// Timed part of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSpan {
    /// Name of the work.
    pub name: &'static str,
    /// Nesting depth.
    pub depth: usize,
    /// Duration in microseconds.
    pub micros: u64,
}

/// A member of a party that the designer sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetMember {
    /// Name.
    pub name: String,
    /// Whether it is in the party.
    pub is_there: bool,
    /// Health in percent of its maximum, from 1 to 100.
    pub health: i32,
}

/// A party that the designer sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetParty {
    /// Members.
    pub members: Vec<SetMember>,
    /// Numbers of the run.
    pub values: Vec<(String, i32)>,
}

/// Party for a test of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RoomParty {
    /// The party of a run in which the planner plays the shortest way to the room.
    #[default]
    Plausible,
    /// A party that the designer sets.
    Set(SetParty),
}

/// A run that is to start at a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomTest {
    /// Campaign.
    pub campaign: String,
    /// Room.
    pub room: String,
    /// Names of the rooms on the shortest way, with both ends; empty if no way leads there.
    pub way: Vec<String>,
    /// Party.
    pub party: RoomParty,
}

/// A member of the party of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberLine {
    /// Name.
    pub name: String,
    /// Displayed name of its unit type.
    pub unit: String,
    /// Health and its maximum.
    pub health: (i32, i32),
    /// Other facts in one line, such as items; empty for none.
    pub note: String,
}

/// A run of a campaign, as the editor shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunAt {
    /// Campaign.
    pub campaign: String,
    /// Current room.
    pub room: String,
    /// Entered rooms in order.
    pub way: Vec<String>,
    /// Party.
    pub party: Vec<MemberLine>,
    /// Displayed name and value of each number of the run.
    pub values: Vec<(String, i32)>,
    /// Reason why the run does not use the campaign as edited.
    pub refused: Option<String>,
}

/// Running game, as the editor uses it.
pub trait Host {
    /// Returns the assets as edited. Assets that do not compile are included but not in force.
    fn library(&self) -> &Library;

    /// Returns a number that identifies this host in the process. A host with another number was loaded from disk and
    /// has no unsaved edits.
    fn number(&self) -> u64 {
        0
    }

    /// Returns the texts of the pack's art as they are on disk.
    fn art(&self) -> &ArtTexts {
        &crate::model::NO_ART
    }

    /// Returns the default palette, as text, for packs without one.
    fn usual_palette(&self) -> &str {
        ""
    }

    /// Returns the watch of the pack's files. All file reads and writes of the pack go through it.
    fn disk(&mut self) -> &mut Watch;

    /// Applies new or deleted files of the pack together. The battle continues under them after the current program.
    /// Files with faults leave the earlier version in force. Returns the faults.
    fn exchange(&mut self, changes: &[FileChange]) -> Diagnostics;

    /// Returns the faults outside the assets that persist, such as a battle without a valid map.
    fn standing(&self) -> Diagnostics {
        Diagnostics::new()
    }

    /// Reports that assets were saved. The host can start checks that take longer than a frame.
    fn saved(&mut self) {}

    /// Returns whether a background check finished since the last call; [`Self::standing`] then has its faults.
    fn has_found(&mut self) -> bool {
        false
    }

    /// Applies edited assets. The battle continues under them at once. Assets that do not compile are kept but not in
    /// force. Returns the faults.
    fn put(&mut self, changes: &[AssetChange]) -> Diagnostics;

    /// Reports that an edit is finished. The host can record the applied changes.
    fn finish(&mut self) {}

    /// Returns the running battle, if any.
    fn view(&self) -> Option<View<'_>> {
        None
    }

    /// Returns the lines of the battle log.
    fn log(&self) -> &[String] {
        &[]
    }

    /// Shows the battle at a rewind point, or the present again. This undoes nothing.
    ///
    /// # Errors
    /// [`EditorError`] with the reason.
    fn look_back(&mut self, rewind_point: Option<usize>) -> Result<(), EditorError> {
        let _ = rewind_point;
        Err(EditorError::NoBattle)
    }

    /// Returns the shown rewind point; `None` in the present and once the battle continues.
    fn past(&self) -> Option<Past<'_>> {
        None
    }

    /// Shows the start of an asset's map as edited, in place of the battle; `None` shows the battle again. The battle
    /// does not change. Called every frame; costs time only if the map changed.
    fn sketch(&mut self, map: Option<&str>) {
        let _ = map;
    }

    /// Returns the name of an entity.
    fn entity(&self, id: EntityId) -> String {
        id.to_string()
    }

    /// Describes a change made under these rules in this state.
    fn words(&self, book: &Rulebook, state: &GameState, change: &Change) -> String {
        let _ = (book, state);
        format!("{change:?}")
    }

    /// Returns the order of activations of the shown round.
    fn agenda(&self) -> Vec<AgendaLine> {
        Vec::new()
    }

    /// Returns the rewind points, oldest first; the last one is the present.
    fn rewind_points(&self) -> Vec<RewindPoint> {
        Vec::new()
    }

    /// Returns the battle to a rewind point, to continue from there.
    ///
    /// # Errors
    /// [`EditorError`] with the reason.
    fn rewind(&mut self, rewind_point: usize) -> Result<(), EditorError> {
        let _ = rewind_point;
        Err(EditorError::NoBattle)
    }

    /// Returns a number that identifies the battle in this process; 0 without a battle.
    fn battle(&self) -> u64 {
        0
    }

    /// Changes the battle by hand. Only the subjects of the changes and their new values count. The record stores the
    /// edit and marks the battle as edited. Returns the changes made.
    ///
    /// # Errors
    /// [`EditorError`] with the reason; the battle does not change.
    fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditorError> {
        let _ = changes;
        Err(EditorError::NoBattle)
    }

    /// Redoes or undoes edits by hand, if their subjects still have the values from after the edit.
    ///
    /// # Errors
    /// [`EditorError`] with the reason; the battle does not change.
    fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditorError> {
        self.edit_state(changes).map(drop)
    }

    /// Returns whether the battle was edited by hand.
    fn is_edited(&self) -> bool {
        false
    }

    /// Returns the timings of the last frame, if recorded; a nested span follows its parent.
    fn frame_spans(&self) -> Vec<FrameSpan> {
        Vec::new()
    }

    /// Returns a sentence about content that the picture has no room for; `None` if all is drawn.
    fn left_out(&self) -> Option<String> {
        None
    }

    /// Returns the names of the kinds of rooms.
    fn room_kinds(&self) -> Vec<String> {
        crate::graph::ROOM_KINDS.map(str::to_owned).to_vec()
    }

    /// Returns the run of a campaign that plays, if any.
    fn run(&self) -> Option<&RunAt> {
        None
    }

    /// Takes the notices about effects of edits on the battle, one sentence each.
    fn notices(&mut self) -> Vec<String> {
        Vec::new()
    }
}
