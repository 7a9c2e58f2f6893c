//! Effects of tokens as plain data, from which `foretoken-action-assets` (`texts/rules`) makes sentences for players.

use super::change_stat::{How, Of};
use super::external::ExternIndex;
use super::handle_item::Act;
use super::handle_move::MoveAct;
use super::handle_slot::SlotAct;
use super::operand::{Address, Amount, Area, ItemId, Label, Numbers, StatusId, UnitTypeId};
use super::pass_item::{Emptied, Which};
use super::push::Way;
use super::remove_status::First;
use super::spawn::Side;
use super::teleport::Destination;
use crate::space::{LinkSet, Symmetry};

/// Affected units or cells: those of an area around an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whom {
    /// Centre of the area.
    pub at: Address,
    /// Area; without a pattern only the address.
    pub area: Area,
}

/// Effect of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Control flow without an effect.
    Leads,
    /// Prevents moves of a unit by others until its next turn.
    Anchor {
        /// Unit.
        whom: Address,
    },
    /// Applies a status.
    ApplyStatus {
        /// Units.
        whom: Whom,
        /// Status.
        status: StatusId,
        /// Amount.
        amount: Amount,
        /// Ticks; 0 for those of its type.
        ticks: u8,
        /// Whether all statuses of this use end together.
        linked: bool,
    },
    /// Changes initiative permanently.
    ChangeInitiative {
        /// Unit.
        whom: Address,
        /// Difference.
        amount: Amount,
    },
    /// Changes a number.
    ChangeNumber {
        /// Unit.
        whom: Address,
        /// Number.
        number: Of,
        /// Kind of change.
        how: How,
        /// Amount.
        amount: Amount,
    },
    /// Clears a surface.
    ClearSurface {
        /// Cells.
        on: Whom,
    },
    /// Dashes straight to a cell.
    Dash {
        /// Cell.
        to: Address,
        /// Whether it passes units.
        past_units: bool,
    },
    /// A token of another crate, described in the rulebook's table.
    Foreign {
        /// Table entry.
        token: ExternIndex,
        /// First target.
        target: Address,
        /// Second target, if any.
        other: Address,
        /// Amount.
        amount: Amount,
    },
    /// Handles an item of a unit.
    HandleItem {
        /// Unit.
        whom: Address,
        /// Item.
        item: ItemId,
        /// Action.
        act: Act,
    },
    /// Reveals or changes queued moves.
    HandleMoves {
        /// Unit.
        whom: Address,
        /// Action.
        act: MoveAct,
        /// Number of moves.
        count: Amount,
        /// Position of the first one.
        at: Amount,
        /// Replacing move.
        with: Label,
    },
    /// Uses or changes a slot of a deck.
    HandleSlot {
        /// Unit with the deck.
        whose: Address,
        /// Address with the slot's number; `here` is the current slot.
        slot: Address,
        /// Action.
        act: SlotAct,
        /// Other slot of a swap.
        other: Address,
        /// Name of the skill that fills it.
        with: Label,
    },
    /// Damages units.
    Harm {
        /// Units.
        whom: Whom,
        /// Amount.
        amount: Amount,
        /// Displayed label.
        label: Label,
    },
    /// Heals units.
    Heal {
        /// Units.
        whom: Whom,
        /// Amount.
        amount: Amount,
        /// Displayed label.
        label: Label,
    },
    /// Kills a unit.
    Kill {
        /// Unit.
        whom: Address,
        /// Displayed label.
        label: Label,
    },
    /// Lays a surface.
    LaySurface {
        /// Cells.
        on: Whom,
        /// Surface index.
        surface: u8,
        /// Rounds, if given.
        rounds: Option<Amount>,
    },
    /// Makes units lose their next intents.
    LoseIntents {
        /// Units.
        whom: Whom,
        /// Number of intents.
        intents: Amount,
    },
    /// Moves the actor to a cell, or damages the unit on it.
    MoveOrHarm {
        /// Cell.
        to: Address,
        /// Damage.
        amount: Amount,
    },
    /// Does nothing.
    Nothing {
        /// Displayed label.
        label: Label,
    },
    /// Transfers items between units.
    PassItems {
        /// Giver.
        from: Address,
        /// Receiver.
        to: Address,
        /// Items.
        which: Which,
        /// Treatment of an emptied object.
        emptied: Emptied,
    },
    /// Delays units.
    Postpone {
        /// Units.
        whom: Whom,
    },
    /// Pushes or pulls a unit.
    Push {
        /// Unit.
        whom: Address,
        /// Cells.
        distance: Amount,
        /// Direction.
        way: Way,
    },
    /// Removes statuses.
    RemoveStatuses {
        /// Units.
        whom: Whom,
        /// Status types, in the program's data.
        statuses: Numbers,
        /// Number; 0 for all.
        count: u8,
        /// Order of removal.
        first: First,
    },
    /// Repeats the last attack of the battle.
    RepeatBlow {
        /// Target.
        whom: Address,
    },
    /// Shields units until the round ends.
    Shield {
        /// Units.
        whom: Whom,
        /// Amount.
        amount: Amount,
    },
    /// Slides on.
    Slide,
    /// Spawns a unit.
    Spawn {
        /// Cell.
        on: Address,
        /// Unit type.
        unit: UnitTypeId,
        /// Side.
        side: Side,
    },
    /// Swaps two units.
    Swap {
        /// First unit.
        whom: Address,
        /// Second unit.
        other: Address,
    },
    /// Teleports a unit.
    Teleport {
        /// Unit.
        whom: Address,
        /// Destination.
        to: Destination,
    },
    /// Turns the actor.
    Turn {
        /// Cell or direction.
        towards: Address,
    },
    /// Turns the decided intent of a unit.
    TurnIntent {
        /// Unit.
        whom: Address,
        /// Symmetry.
        turn: Symmetry,
        /// Answer that turns it further, if any.
        by: Option<Address>,
    },
    /// Walks to a cell.
    Walk {
        /// Cell.
        to: Address,
        /// Links that it takes.
        links: LinkSet,
    },
}

pub(crate) trait Does {
    fn deed(&self) -> Deed;
}
