//! Push: moves an entity cell by cell, away from the actor, towards it (pull), or in a picked direction. What stops it
//! hurts both; ground and surfaces have their say on each cell.

use super::Show;
use crate::machine::{Flow, Hot, Run};
use crate::program::{Instr, bits};
use crate::space::Dir;
use crate::state::{BattleField, ChangeKind, EntityId, Grid, flag};

pub(super) const RUN: Run = Run::Hot(step);

#[inline(always)]
fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    push(hot, instr, instr.n, 0)
}

/// One cell of a push of `distance`, the frame's progress counting cells from `done_before` on. Who is pushed and in
/// which direction is settled at the first cell and kept.
#[inline(always)]
pub(super) fn push(hot: &mut Hot<'_>, instr: &Instr, distance: i32, done_before: u32) -> Flow {
    let moved = hot.frame.progress - done_before;
    if distance <= moved as i32 {
        return Flow::Next;
    }
    let (id, dir) = if moved == 0 {
        let Some(found) = subject(hot, instr, distance) else { return Flow::Next };
        found
    } else {
        (EntityId(hot.frame.progress2 as u16), Dir::from_index((hot.frame.progress2 >> 16) as u8))
    };
    let moves = shove(hot, id, dir, instr.has(bits::VARIANT), instr.label);
    if !moves || distance == moved as i32 + 1 {
        return Flow::Next;
    }
    hot.frame.progress += 1;
    hot.frame.progress2 = u32::from(id.0) | (dir as u32) << 16;
    Flow::Again
}

/// One cell of a push or pull: it moves, or collides with what is in the way. Says whether it moved.
#[inline(always)]
pub(crate) fn shove(hot: &mut Hot<'_>, id: EntityId, dir: Dir, pulls: bool, label: u8) -> bool {
    let (from, flags) = (hot.spot_of(id), hot.entity(id).flags);
    if flags & flag::ALIVE == 0 {
        return false;
    }
    if flags & flag::ANCHORED != 0 && id != hot.frame.owner {
        hot.note(ChangeKind::NoEffect, id, from.cell, 0, label);
        return false;
    }
    let to = hot.beside(from, dir);
    let word = hot.word(to.place);
    if word == Grid::FREE {
        hot.shift(id, to, label);
        return true;
    }
    // Who pulls somebody up to itself has arrived, not collided.
    if pulls && word == hot.frame.owner.0 {
        return false;
    }
    let harm = hot.book.collision_harm;
    let is_blocked = word < Grid::OFF;
    hot.note(ChangeKind::Collided, id, from.cell, if is_blocked { i32::from(word) } else { -1 }, label);
    hot.harm(id, harm, label);
    if is_blocked {
        hot.harm(EntityId(word), harm, label);
    }
    false
}

#[inline(always)]
fn subject(hot: &mut Hot<'_>, instr: &Instr, distance: i32) -> Option<(EntityId, Dir)> {
    let id = hot.unit_at(instr.a)?;
    let dir = if instr.has(bits::HAS_B) {
        hot.dir_at(instr.b)?
    } else {
        let (dx, dy) = hot.spot_of(hot.frame.owner).cell.offset_to(hot.spot_of(id).cell);
        let away = Dir::towards(dx, dy)?;
        if instr.has(bits::VARIANT) { away.opposite() } else { away }
    };
    hot.remember_blow(instr, BattleField::BlowPush, distance);
    Some((id, dir))
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let way = if instr.has(bits::HAS_B) {
        format!("towards {}", show.at(instr.b))
    } else if instr.has(bits::VARIANT) {
        "to self".to_owned()
    } else {
        "away".to_owned()
    };
    format!("{} by {} {way}", show.at(instr.a), show.amount(instr))
}
