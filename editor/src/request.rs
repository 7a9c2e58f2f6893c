//! Requests of the editor to the game, such as battle tests and other packs.

use foretoken_vm::Cell;

/// Request of the editor to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorRequest {
    /// A test battle: this scenario, or one in which a unit has this action. With neither, the current battle restarts.
    BattleTest {
        /// Scenario.
        scenario: Option<String>,
        /// Action.
        action: Option<String>,
    },
    /// A test battle in which a unit is the only foe of the party of a scenario, on its board.
    Fight {
        /// Scenario with the party and the board.
        scenario: String,
        /// Unit.
        unit: String,
    },
    /// A run that starts at a room of a campaign. If the room has a battle, the game opens it.
    PlayRoom(crate::RoomTest),
    /// A new playable pack of this name beside the edited one; the game then opens it.
    NewPack(String),
    /// Opening the pack of this name instead of the edited one.
    OpenPack(String),
    /// The end of the program.
    Quit,
    /// Return to the game.
    Close,
    /// Panels in the default layout of [`crate::Editor::usual_layout_for`].
    ResetPanels,
    /// A view of this cell in the middle of the board.
    LookAt(Cell),
    /// Reloading the pack's art; see [`crate::model::Model::edited_art`].
    ReloadArt,
}

impl EditorRequest {
    /// Returns whether it starts a battle beside the panels.
    #[must_use]
    pub const fn is_battle_test(&self) -> bool {
        matches!(self, Self::BattleTest { .. } | Self::Fight { .. })
    }
}
