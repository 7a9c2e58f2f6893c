//! What tokens do, as plain data: the deed, whom it is done to, and how much. The sentences for players are made of it by
//! `foretoken-action-assets` (`texts/rules`).

use super::change_stat::{How, Of};
use super::external::ExternIndex;
use super::handle_item::Act;
use super::handle_move::MoveAct;
use super::operand::{Address, Amount, Area, ItemId, Label, Numbers, StatusId, UnitTypeId};
use super::pass_item::{Emptied, Which};
use super::push::Way;
use super::remove_status::First;
use super::spawn::Side;
use super::teleport::Destination;
use crate::space::{LinkSet, Symmetry};

/// The units or cells that a deed is done to: those of an area around an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whom {
    /// The middle of the area.
    pub at: Address,
    /// The area; without a pattern it is the address alone.
    pub area: Area,
}

/// What a token does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The token leads through the program and does nothing by itself.
    Leads,
    /// Others cannot move a unit until its next turn.
    Anchor {
        /// The unit.
        whom: Address,
    },
    /// Units get a status.
    ApplyStatus {
        /// The units.
        whom: Whom,
        /// The status.
        status: StatusId,
        /// How much of it.
        amount: Amount,
        /// How many ticks it lasts; 0 for as many as its kind says.
        ticks: u8,
        /// Whether all statuses of this use end together.
        linked: bool,
    },
    /// The initiative of a unit changes for good.
    ChangeInitiative {
        /// The unit.
        whom: Address,
        /// By how much.
        amount: Amount,
    },
    /// A number of a unit changes.
    ChangeNumber {
        /// The unit.
        whom: Address,
        /// The number.
        number: Of,
        /// How it changes.
        how: How,
        /// By how much, or what it becomes.
        amount: Amount,
    },
    /// A surface goes.
    ClearSurface {
        /// The cells.
        on: Whom,
    },
    /// The actor dashes straight to a cell.
    Dash {
        /// The cell.
        to: Address,
        /// Whether units in the way do not stop it.
        past_units: bool,
    },
    /// A token of another crate; its entry in the rulebook's table describes it.
    Foreign {
        /// The entry.
        token: ExternIndex,
        /// The first target.
        target: Address,
        /// The second target, where it has one.
        other: Address,
        /// Its amount.
        amount: Amount,
    },
    /// A unit gets, loses, wears, takes off or uses an item.
    HandleItem {
        /// The unit.
        whom: Address,
        /// The item.
        item: ItemId,
        /// What is done with it.
        act: Act,
    },
    /// Queued moves of a unit are shown or changed.
    HandleMoves {
        /// The unit.
        whom: Address,
        /// What is done with them.
        act: MoveAct,
        /// How many.
        count: Amount,
        /// Number of the first one.
        at: Amount,
        /// The move that replaces them.
        with: Label,
    },
    /// Units lose health.
    Harm {
        /// The units.
        whom: Whom,
        /// How much.
        amount: Amount,
        /// What it is shown as.
        label: Label,
    },
    /// Units regain health.
    Heal {
        /// The units.
        whom: Whom,
        /// How much.
        amount: Amount,
        /// What it is shown as.
        label: Label,
    },
    /// A unit dies.
    Kill {
        /// The unit.
        whom: Address,
        /// What it is shown as.
        label: Label,
    },
    /// A surface is laid.
    LaySurface {
        /// The cells.
        on: Whom,
        /// The surface, by its index in the rulebook.
        surface: u8,
        /// For how many rounds, where the token says it.
        rounds: Option<Amount>,
    },
    /// Units lose their next intents.
    LoseIntents {
        /// The units.
        whom: Whom,
        /// How many intents.
        intents: Amount,
    },
    /// The actor goes to a cell, or harms the unit on it.
    MoveOrHarm {
        /// The cell.
        to: Address,
        /// How much harm.
        amount: Amount,
    },
    /// Nothing happens.
    Nothing {
        /// What it is shown as.
        label: Label,
    },
    /// Items pass from one unit to another.
    PassItems {
        /// The unit that gives.
        from: Address,
        /// The unit that gets.
        to: Address,
        /// Which items.
        which: Which,
        /// What becomes of a thing that is empty then.
        emptied: Emptied,
    },
    /// Units act after the others.
    Postpone {
        /// The units.
        whom: Whom,
    },
    /// A unit is pushed or pulled.
    Push {
        /// The unit.
        whom: Address,
        /// How many cells.
        distance: Amount,
        /// In which direction.
        way: Way,
    },
    /// Units lose statuses.
    RemoveStatuses {
        /// The units.
        whom: Whom,
        /// Which kinds, in the data of the program.
        statuses: Numbers,
        /// How many of them; 0 for all.
        count: u8,
        /// Which of them go first.
        first: First,
    },
    /// The last blow of the battle comes again.
    RepeatBlow {
        /// The unit that it hits.
        whom: Address,
    },
    /// Units are shielded until the round ends.
    Shield {
        /// The units.
        whom: Whom,
        /// Against how much harm.
        amount: Amount,
    },
    /// The actor slides on.
    Slide,
    /// A unit appears.
    Spawn {
        /// The cell.
        on: Address,
        /// Its type.
        unit: UnitTypeId,
        /// Its side.
        side: Side,
    },
    /// Two units change places.
    Swap {
        /// The first unit.
        whom: Address,
        /// The second unit.
        other: Address,
    },
    /// A unit is put to a cell.
    Teleport {
        /// The unit.
        whom: Address,
        /// The cell.
        to: Destination,
    },
    /// The actor turns.
    Turn {
        /// A cell or a direction.
        towards: Address,
    },
    /// The decided intent of a unit is turned.
    TurnIntent {
        /// The unit.
        whom: Address,
        /// How it is turned.
        turn: Symmetry,
        /// The answer that turns it further, where there is one.
        by: Option<Address>,
    },
    /// The actor walks to a cell.
    Walk {
        /// The cell.
        to: Address,
        /// The links that it may take.
        links: LinkSet,
    },
}

/// Describes a token.
pub(crate) trait Does {
    fn deed(&self) -> Deed;
}
