//! Requests to the flow of a run.

use crate::runs::Terms;
use foretoken_campaign::Command;
use foretoken_campaign::entry::EquipChange;
use std::path::PathBuf;

#[derive(Debug)]
pub(in crate::window) enum RunRequest {
    /// Opens the page of a new run.
    Prepare,
    /// Begins a run.
    Begin(Terms),
    /// Continues the run of a folder.
    Resume(PathBuf),
    /// Opens the list of runs.
    List,
    /// Gives up the run of a folder, and renews the list.
    GiveUp(PathBuf),
    /// A decision of the run.
    Act(Command),
    /// Changes of equipment, in order.
    Equip(Vec<EquipChange>),
    /// Opens the battle of the room.
    Fight,
    /// Lets the planner fight it.
    Auto,
    /// Takes over the outcome of the battle on the screen.
    Finish,
}
