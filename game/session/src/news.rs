//! Selection of changes for the player's log.

use foretoken_vm::state::{BattleField, EffectInstance, Pool};
use foretoken_vm::{Change, ChangeKind};

/// Whether the player's log lists a change.
#[must_use]
pub const fn is_news(change: &Change) -> bool {
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
            | ChangeKind::Rolled
    )
}

const fn is_news_of_instance(change: &Change) -> bool {
    let (pool, _, word) = EffectInstance::of_place(change.at);
    match (pool, word) {
        (Pool::STATUSES | Pool::ITEMS | Pool::DROPPED, EffectInstance::KIND) => change.before == 0,
        (Pool::STATUSES, EffectInstance::AMOUNT) => change.before != 0 && change.after != 0,
        (Pool::ITEMS, EffectInstance::WORN) => true,
        (Pool::MOVES, EffectInstance::KIND) => change.after > 0,
        (Pool::SLOTS, EffectInstance::KIND) => true,
        _ => false,
    }
}
