//! Push: moves an entity cell by cell, away from the actor, towards it (pull), or in a picked direction. What stops it
//! hurts both; ground and surfaces have their say on each cell.

use super::Show;
use crate::machine::{Cx, Flow, Hot, Spot};
use crate::program::{Instr, bits};
use crate::space::Dir;
use crate::state::{BattleField, ChangeKind, EntityId, Grid, flag};

#[inline]
pub(crate) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let distance = cx.amount(instr);
    push(cx, instr, distance, 0)
}

/// One cell of a push: it moves, or collides with what is in the way. Says whether it moved.
#[inline(always)]
pub(crate) fn shove(hot: &mut Hot<'_>, id: EntityId, from: Spot, to: Spot, label: u8) -> bool {
    let word = hot.word(to.place);
    if word == Grid::FREE {
        hot.shift(id, to, label);
        return true;
    }
    let blocker = word < Grid::OFF;
    hot.note(ChangeKind::Collided, label, id, from.cell, if blocker { i32::from(word) } else { -1 });
    hot.harm(id, hot.collision, label);
    if blocker {
        hot.harm(EntityId(word), hot.collision, label);
    }
    false
}

/// One cell of a push of `distance`, the frame's progress counting cells from `done_before` on. Who is pushed and in
/// which direction is settled at the first cell and kept.
#[inline]
pub(super) fn push(cx: &mut Cx<'_>, instr: &Instr, distance: i32, done_before: u32) -> Flow {
    let moved = cx.frame.progress - done_before;
    if distance <= moved as i32 {
        return Flow::Next;
    }
    let (id, dir) = if moved == 0 {
        let Some(found) = subject(cx, instr) else { return Flow::Next };
        found
    } else {
        (EntityId(cx.frame.progress2 as u16), Dir::from_index((cx.frame.progress2 >> 16) as u8))
    };
    let entity = cx.state().entity(id);
    let cell = entity.cell;
    if !entity.is_alive() {
        return Flow::Next;
    }
    if entity.flags & flag::ANCHORED != 0 && id != cx.frame.owner {
        cx.note(ChangeKind::NoEffect, id, cell.bits(), 0, 0, instr.label);
        return Flow::Next;
    }
    let from = Spot { cell, place: entity.place };
    let pulled_up = instr.has(bits::VARIANT);
    let moves = cx.hot(|hot| {
        let to = hot.beside(from, dir);
        // Who pulls somebody up to itself has arrived, not collided.
        if pulled_up && hot.word(to.place) == hot.actor.0 { false } else { shove(hot, id, from, to, instr.label) }
    });
    if !moves || distance == moved as i32 + 1 {
        return Flow::Next;
    }
    cx.frame.progress += 1;
    cx.frame.progress2 = u32::from(id.0) | (dir as u32) << 16;
    Flow::Again
}

#[inline(always)]
fn subject(cx: &mut Cx<'_>, instr: &Instr) -> Option<(EntityId, Dir)> {
    let id = cx.unit_at(instr.a)?;
    let dir = if instr.has(bits::HAS_B) {
        cx.dir_at(instr.b)?
    } else {
        let (dx, dy) = cx.owner().cell.offset_to(cx.state().entity(id).cell);
        let away = Dir::towards(dx, dy)?;
        if instr.has(bits::VARIANT) { away.opposite() } else { away }
    };
    if instr.has(bits::BLOW) && cx.book().remembers_blows {
        let distance = cx.amount(instr);
        cx.set_battle(BattleField::BlowPush, distance.max(0));
    }
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
