//! End of a round in every order of this crate: surfaces act and wear off, shields end, and the next round begins.

use crate::machine::OrderContext;
use crate::program::Label;
use crate::state::{Change, ChangeKind, EntityId};

pub(super) fn end_round(cx: &mut OrderContext<'_, '_>) {
    surfaces_act(cx);
    wear_surfaces(cx);
    for index in 0..cx.state().entities().len() {
        let id = EntityId(index as u16);
        let shield = cx.state().entity(id).shield;
        cx.set_number(ChangeKind::Shield, id, shield, 0);
    }
    cx.count_round();
}

fn surfaces_act(cx: &mut OrderContext<'_, '_>) {
    if cx.state().cells().is_bare() {
        return;
    }
    for index in 0..cx.state().entities().len() {
        let id = EntityId(index as u16);
        let entity = cx.state().entity(id);
        let is_on_bare = || cx.state().cells().surface_at(entity.place).is_none();
        if !entity.is_alive() || cx.book().decoded.is_one_cell() && is_on_bare() {
            continue;
        }
        let entity = *entity;
        let under = |cx: &OrderContext<'_, '_>, cell| {
            let surface = cx.state().surface(cell).and_then(|s| cx.book().surfaces.get(s as usize));
            surface.and_then(|s| s.on_round_end)
        };
        if cx.book().decoded.is_one_cell() {
            under(cx, entity.cell).into_iter().for_each(|program| cx.run_event(program, id));
            continue;
        }
        let mut felt = Vec::new();
        for cell in cx.book().cells_of(&entity) {
            if let Some(program) = under(cx, cell)
                && !felt.contains(&program)
                && cx.state().entity(id).is_alive()
            {
                felt.push(program);
                cx.run_event(program, id);
            }
        }
    }
}

fn wear_surfaces(cx: &mut OrderContext<'_, '_>) {
    let mut worn = cx.lend_worn();
    worn.clear();
    cx.state().cells().surfaces().for_each(|(cell, row)| {
        if row.rounds_left > 0 {
            worn.push((cell, row));
        }
    });
    for &(cell, row) in &worn {
        let left = row.rounds_left - 1;
        let after = if left == 0 { (0, 0) } else { (row.surface, left) };
        cx.write(Change::surface_of(cell, (row.surface, row.rounds_left), after, Label::NONE));
    }
    cx.give_back_worn(worn);
}
