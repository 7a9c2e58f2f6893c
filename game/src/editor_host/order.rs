//! Texts of the turn order for the editor.

use foretoken_editor::{AgendaLine, View};
use foretoken_session::texts::names;
use foretoken_vm::state::{Slot, entry};
use foretoken_vm::stats::StatId;
use foretoken_vm::{EntityId, GameState, Rulebook, TokenSet};

pub(super) fn order_of(view: &View<'_>) -> Vec<AgendaLine> {
    let turn = view.truth.next_place();
    let slots = view.truth.agenda().enumerate();
    slots.map(|(place, slot)| place_in_order(view, slot, place < turn)).collect()
}

fn place_in_order(view: &View<'_>, slot: Slot, past: bool) -> AgendaLine {
    let (book, state): (&Rulebook, &GameState) = (view.book, view.truth);
    match slot {
        Slot::Unit(id) => {
            let row = state.entity(id);
            let stat = |stat| state.sheet(book).stat(id, stat);
            let planned = state.is_planned(row.team);
            let priority = view.plan.priority(id);
            let decided = view.plan.intent(id).is_some_and(|intent| intent.complete);
            let mut why = format!("initiative {}, speed {}", stat(StatId::INITIATIVE), stat(StatId::SPEED));
            if priority != 0 {
                why = format!("priority {priority}, {why}");
            }
            why.push_str(match (past, row.is_activated(), row.stunned > 0, decided, planned) {
                (true, ..) => "; has acted",
                (_, false, ..) => "; dead or cannot act",
                (_, _, true, ..) => "; stunned: it skips its turn",
                (_, _, _, true, true) => "; the computer has decided",
                (_, _, _, true, false) => "; decided",
                (_, _, _, false, true) => "; the computer decides next",
                (_, _, _, false, false) => "; you can give it orders now",
            });
            AgendaLine { slot, who: names::entity(book, state, id), why, past }
        }
        Slot::Entry(index) => {
            let words = state.entries().get(usize::from(index)).copied().unwrap_or_default();
            let program = book.program(words[entry::PROGRAM] as u16).map_or("?", |p: &TokenSet| p.name.as_str());
            let owner = names::entity(book, state, EntityId(words[entry::OWNER] as u16));
            let waits = if words[entry::WAITING] != 0 { "waits" } else { "is used up" };
            let why = format!("initiative {}; of {owner}; {waits}", words[entry::INITIATIVE]);
            AgendaLine { slot, who: program.to_owned(), why, past }
        }
    }
}
