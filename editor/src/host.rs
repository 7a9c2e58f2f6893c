//! The running game as the editor sees it. The game implements [`Host`]; without a battle only the assets answer.

use crate::pixels::ArtTexts;
use crate::{EditorError, FileChange, Watch};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Library};
use foretoken_vm::state::Slot;
use foretoken_vm::{Change, EntityId, GameState, Known, Plan, Rulebook};

/// An asset that is to be another from now on.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetChange {
    /// Its type.
    pub kind: AssetType,
    /// Its name.
    pub name: String,
    /// What it is to be; `None` for gone.
    pub asset: Option<AnyAsset>,
}

/// The running battle, to look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'h> {
    /// The rules in force, and the map.
    pub book: &'h Rulebook,
    /// The battle as the side at this screen knows it.
    pub known: &'h Known,
    /// The battle as it truly is.
    pub truth: &'h GameState,
    /// What everybody means to do.
    pub plan: &'h Plan,
    /// For whom is being chosen.
    pub choosing: Option<EntityId>,
}

/// The battle as it was at a moment, to look at and not to alter.
#[derive(Clone, Copy, Debug)]
pub struct Past<'h> {
    /// Index of the moment among [`Host::rewind_points`].
    pub rewind_point: usize,
    /// When, in words, such as `Round 2, after Rat 1`.
    pub when: &'h str,
    /// What was then.
    pub view: View<'h>,
}

/// One place of the order of activations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgendaLine {
    /// Whose.
    pub slot: Slot,
    /// Who, in words.
    pub who: String,
    /// Why there and what next, in words.
    pub why: String,
    /// Whether it is over.
    pub past: bool,
}

/// A moment that one can go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewindPoint {
    /// The round.
    pub round: i32,
    /// What was decided, that the round began, or who was activated.
    pub label: String,
    /// Whether it is an activation: going back to one takes back its whole round, with what was decided standing.
    pub is_activation: bool,
}

/// A part of the work of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSpan {
    /// What was done.
    pub name: &'static str,
    /// Within how many others it was done.
    pub depth: usize,
    /// Microseconds that it took.
    pub micros: u64,
}

/// The running game as an editor sees it.
pub trait Host {
    /// The assets as they are edited. What does not compile among them is not in force.
    fn library(&self) -> &Library;

    /// Tells hosts of this process apart: one with another number was loaded from the disk anew, and knows nothing of
    /// what was edited and not saved.
    fn number(&self) -> u64 {
        0
    }

    /// The texts of the pack's art as they are on disk.
    fn art(&self) -> &ArtTexts {
        &crate::model::NO_ART
    }

    /// The colours of drawings in a pack that has no palette of its own, as a palette's text.
    fn usual_palette(&self) -> &str {
        ""
    }

    /// What is on disk of the pack. The assets were loaded from it, and all that is written or taken over passes it.
    fn disk(&mut self) -> &mut Watch;

    /// Takes over the new content of files of the pack, or that they are gone, all of them at once. The battle goes on
    /// under them, from between two programs; of what is wrong, what was in force stays so. Returns what is wrong.
    fn exchange(&mut self, changes: &[FileChange]) -> Diagnostics;

    /// What is wrong beside the assets themselves and stays so until it is mended, such as that the battle has no place in
    /// them.
    fn standing(&self) -> Diagnostics {
        Diagnostics::new()
    }

    /// Assets were written to disk. What takes longer than a frame to find out about them may begin.
    fn saved(&mut self) {}

    /// Whether something was found out beside the frames since the last call: what is wrong then is among [`Self::standing`].
    fn has_found(&mut self) -> bool {
        false
    }

    /// Puts assets in place as they were edited. The battle goes on under them at once; what does not compile stays out
    /// of force, and is kept. Returns what is wrong.
    fn put(&mut self, changes: &[AssetChange]) -> Diagnostics;

    /// An edit is finished: what was put in place since the last one may be written down.
    fn finish(&mut self) {}

    /// The running battle, if there is one.
    fn view(&self) -> Option<View<'_>> {
        None
    }

    /// What has happened, line by line.
    fn log(&self) -> &[String] {
        &[]
    }

    /// Looks back at a moment, or at the present again. Nothing is taken back by it.
    ///
    /// # Errors
    /// [`EditorError`] with the reason.
    fn look_back(&mut self, rewind_point: Option<usize>) -> Result<(), EditorError> {
        let _ = rewind_point;
        Err(EditorError::NoBattle)
    }

    /// What is looked back at; `None` in the present, and as soon as the battle goes on.
    fn past(&self) -> Option<Past<'_>> {
        None
    }

    /// Shows the map of an asset as it is edited, at its start, in place of the battle, which stays as it is; `None` shows
    /// the battle again. It is asked for in every frame and costs something only where what is shown changed.
    fn sketch(&mut self, map: Option<&str>) {
        let _ = map;
    }

    /// What an entity is called.
    fn entity(&self, id: EntityId) -> String {
        id.to_string()
    }

    /// A change in words, by the rules and the state that it is made in.
    fn words(&self, book: &Rulebook, state: &GameState, change: &Change) -> String {
        let _ = (book, state);
        format!("{change:?}")
    }

    /// The order of this round, or of the one that is looked back at, who may act in it, and why.
    fn agenda(&self) -> Vec<AgendaLine> {
        Vec::new()
    }

    /// Moments that one can go back to, oldest first; the last is the present.
    fn rewind_points(&self) -> Vec<RewindPoint> {
        Vec::new()
    }

    /// Goes back to a moment, to play on from there.
    ///
    /// # Errors
    /// [`EditorError`] with the reason.
    fn rewind(&mut self, rewind_point: usize) -> Result<(), EditorError> {
        let _ = rewind_point;
        Err(EditorError::NoBattle)
    }

    /// Tells battles of this process apart; 0 without one.
    fn battle(&self) -> u64 {
        0
    }

    /// Alters the battle by hand; only what the changes concern and their values afterwards count. It is entered in the
    /// battle's record, which is marked by it. Returns the changes that were made.
    ///
    /// # Errors
    /// [`EditorError`] with the reason; nothing changes then.
    fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditorError> {
        let _ = changes;
        Err(EditorError::NoBattle)
    }

    /// Makes alterations again, or takes them back, where what they concern still stands as it did after them.
    ///
    /// # Errors
    /// [`EditorError`] with the reason; nothing changes then.
    fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditorError> {
        self.edit_state(changes).map(drop)
    }

    /// Whether the battle was altered by hand.
    fn is_edited(&self) -> bool {
        false
    }

    /// What was done in the last frame, where that is kept; what is within something stands behind it.
    fn frame_spans(&self) -> Vec<FrameSpan> {
        Vec::new()
    }

    /// What the picture has no room for, as a sentence; `None` where all is drawn.
    fn left_out(&self) -> Option<String> {
        None
    }

    /// What happened to the battle because of edits, sentence by sentence, since it was last asked for.
    fn notices(&mut self) -> Vec<String> {
        Vec::new()
    }
}
