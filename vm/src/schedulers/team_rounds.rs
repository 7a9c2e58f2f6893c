//! Team rounds, pick any once (document 000): sides take turns, and each activates its units once, in any order. At the
//! end of a turn, each unused unit passes, so its statuses tick.

use super::team_turns::Turns;
use super::{Choose, Next, TurnOrder, View, note_begin, upkeep};
use crate::machine::{Advance, OrderContext};
use crate::rulebook::{Column, ColumnOf};
use crate::state::{EntityId, Slot, Team};

/// Team rounds, pick any once.
#[derive(Debug)]
pub struct TeamRounds;

const ACTED: usize = 0;
const SIDE: usize = 1;

const TURNS: Turns = Turns { column: SIDE, activations: ACTED, can: |view, id| view.of_unit(id, ACTED) == 0 };

impl TurnOrder for TeamRounds {
    fn name(&self) -> &'static str {
        "team-rounds"
    }

    fn doc(&self) -> &'static str {
        "Sides take turns; each side activates its units once per round, in any order."
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str, of| Column { name: name.to_owned(), of, default: 0, weight: 0 };
        vec![column("acted", ColumnOf::Entity), column("side", ColumnOf::Battle)]
    }

    fn begin_battle(&self, cx: &mut OrderContext<'_, '_>) {
        TURNS.pass(cx, 0);
    }

    fn next(&self, view: &View<'_>) -> Next {
        TURNS.next(view)
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        TURNS.choose(view)
    }

    fn side_in_turn(&self, view: &View<'_>) -> Option<Team> {
        Some(TURNS.side(view))
    }

    fn is_pick_turn(&self) -> bool {
        true
    }

    fn is_pass(&self, view: &View<'_>, unit: EntityId) -> bool {
        TURNS.is_pass(view, unit)
    }

    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        TURNS.is_horizon(view, after)
    }

    fn begin(&self, cx: &mut OrderContext<'_, '_>, _: usize, slot: Slot) {
        if let Slot::Unit(id) = slot {
            note_begin(cx, id);
            cx.set_column(id, ACTED, 1);
        }
    }

    fn end_turn(&self, cx: &mut OrderContext<'_, '_>, side: Team) {
        TURNS.pass(cx, side.0 + 1);
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
        for index in 0..cx.state().entities().len() {
            cx.set_column(EntityId(index as u16), ACTED, 0);
        }
        TURNS.pass(cx, 0);
    }
}
