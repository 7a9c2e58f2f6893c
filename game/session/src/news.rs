//! Which changes are worth a line in a player's log.

use foretoken_vm::state::{BattleField, EffectInstance, Pool};
use foretoken_vm::{Change, ChangeKind};

/// Whether a change is worth a line in a player's log.
#[must_use]
pub const fn is_news(change: &Change) -> bool {
    // What the last blow was is remembered for the action that repeats it, and was told already. That an activation stays
    // open is seen by who is asked.
    let untold = [BattleField::BlowHarm as u32, BattleField::BlowPush as u32, BattleField::Open as u32];
    let blow = change.at == untold[0] || change.at == untold[1] || change.at == untold[2];
    if matches!(change.kind, ChangeKind::Battle) && blow || change.is_of_order() {
        return false;
    }
    if matches!(change.kind, ChangeKind::EffectInstance) {
        return is_news_of_instance(change);
    }
    !matches!(
        change.kind,
        ChangeKind::NextPlace
            | ChangeKind::Unchanged
            | ChangeKind::Agenda
            | ChangeKind::Entry
            | ChangeKind::Facing
            | ChangeKind::Undecided
            | ChangeKind::Fallback
            // Dice are told with what they come to.
            | ChangeKind::Rolled
    )
}

/// Whether a change of a holding is worth a line: that it comes, and how its amount or its wearing changes.
const fn is_news_of_instance(change: &Change) -> bool {
    let (pool, _, word) = EffectInstance::of_place(change.at);
    match (pool, word) {
        (Pool::STATUSES | Pool::ITEMS | Pool::DROPPED, EffectInstance::KIND) => change.before == 0,
        // What is there from the start comes with the line that it comes, and what goes with the note that it ended.
        (Pool::STATUSES, EffectInstance::AMOUNT) => change.before != 0 && change.after != 0,
        (Pool::ITEMS, EffectInstance::WORN) => true,
        // A queued move becomes known.
        (Pool::MOVES, EffectInstance::KIND) => change.after > 0,
        _ => false,
    }
}
