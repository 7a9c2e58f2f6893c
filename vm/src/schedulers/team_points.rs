//! Team rounds with points (document 000): an activation takes a point and gives its unit energy, 0.75 of the last for
//! each further one. At the end of a turn, each unused unit passes, so its statuses tick. Points are counted from
//! activations, so they reveal nothing hidden.

use super::team_turns::Turns;
use super::{Choose, Measures, Next, Parameter, Price, TurnOrder, View, note_begin, upkeep};
use crate::intent::ActionUse;
use crate::machine::{Advance, OrderContext};
use crate::program::{Cost, TokenSet};
use crate::rulebook::{Column, ColumnOf, UnitType};
use crate::state::{ChangeKind, EntityId, Slot, Team};
use crate::stats::StatId;
use crate::validate::UseError;

/// Team rounds with points.
#[derive(Debug)]
pub struct TeamPoints;

const POINTS: usize = 0;
const ENERGY_OF_ACTIVATION: usize = 1;
const TILE: usize = 2;
const USE: usize = 3;
const REPEAT: usize = 4;

const ACTIVATIONS: usize = 0;
/// Remaining energy plus one during an activation; else 0.
const ENERGY: usize = 1;
const WITHHELD: usize = 2;
const SIDE: usize = 3;

const TURNS: Turns = Turns {
    column: SIDE,
    activations: ACTIVATIONS,
    can: |view, id| {
        let side = view.state.entity(id).team;
        left(view, side) > 0 && energy(view, view.of_unit(id, ACTIVATIONS)) > 0
    },
};

fn left(view: &View<'_>, side: Team) -> i32 {
    let rows = view.state.entities().iter().enumerate().filter(|(_, row)| row.team == side);
    let spent = rows.map(|(index, _)| view.of_unit(EntityId(index as u16), ACTIVATIONS));
    spent.fold(view.value(POINTS), i32::saturating_sub).max(0)
}

fn energy(view: &View<'_>, before: i32) -> i32 {
    let first = view.value(ENERGY_OF_ACTIVATION);
    (0..before.clamp(0, 64)).fold(first, |energy, _| (i64::from(energy) * i64::from(view.value(REPEAT)) / 100) as i32)
}

fn price(view: &View<'_>, program: &TokenSet) -> Price {
    match program.cost {
        Cost::Move => Price { flat: view.value(USE), each_cell: view.value(TILE) },
        Cost::Action => Price::flat(view.value(USE)),
        Cost::Free => Price::default(),
    }
}

fn reset(cx: &mut OrderContext<'_, '_>, side: Option<Team>) {
    for index in 0..cx.state().entities().len() {
        let id = EntityId(index as u16);
        if side.is_none_or(|side| cx.state().entity(id).team == side) {
            cx.set_column(id, ACTIVATIONS, 0);
        }
    }
}

fn set_movement(cx: &mut OrderContext<'_, '_>, unit: EntityId, after: i32) {
    let before = cx.state().entity(unit).movement;
    cx.set_number(ChangeKind::Movement, unit, before, after);
}

impl TurnOrder for TeamPoints {
    fn name(&self) -> &'static str {
        "team-points"
    }

    fn doc(&self) -> &'static str {
        "Sides take turns with a number of points; a unit's activation costs one and gives energy for moves and time."
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter { name: "points", doc: "Points per turn of a side.", default: 4, least: 1, most: 1_000 },
                Parameter {
                    name: "energy",
                    doc: "Energy of a first activation.",
                    default: 100,
                    least: 1,
                    most: 10_000,
                },
                Parameter { name: "tile", doc: "Energy for each cell of a move.", default: 10, least: 0, most: 10_000 },
                Parameter {
                    name: "use",
                    doc: "Energy for the duration of a move or an action.",
                    default: 20,
                    least: 0,
                    most: 10_000,
                },
                Parameter {
                    name: "repeat",
                    doc: "Energy of each later activation in the same turn, in percent of the one before.",
                    default: 75,
                    least: 0,
                    most: 100,
                },
            ]
        }
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str, of| Column { name: name.to_owned(), of, default: 0, weight: 0 };
        vec![
            column("activations", ColumnOf::Entity),
            column("energy", ColumnOf::Entity),
            column("withheld_movement", ColumnOf::Entity),
            column("side", ColumnOf::Battle),
        ]
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
        let Slot::Unit(id) = slot else { return };
        note_begin(cx, id);
        let before = cx.view().of_unit(id, ACTIVATIONS);
        let energy = energy(&cx.view(), before);
        cx.set_column(id, ENERGY, energy + 1);
        cx.set_column(id, ACTIVATIONS, before + 1);
    }

    fn activation_points(&self, kind: &UnitType) -> (u8, u8) {
        (u8::MAX, kind.points.1)
    }

    fn allows(
        &self,
        view: &View<'_>,
        unit: EntityId,
        before: &[ActionUse],
        program: &TokenSet,
    ) -> Result<(), UseError> {
        // Before the activation, the first use has all the energy that it will give.
        let enough = match view.of_unit(unit, ENERGY).checked_sub(1) {
            Some(has) if has >= 0 => has >= view.value(USE),
            _ => !before.is_empty() || energy(view, view.of_unit(unit, ACTIVATIONS)) >= view.value(USE),
        };
        if enough || program.cost == Cost::Free { Ok(()) } else { Err(UseError::Exhausted) }
    }

    fn begin_use(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, program: &TokenSet) {
        let view = cx.view();
        let (tile, movement) = (view.value(TILE), view.stat(unit, StatId::MOVEMENT));
        if program.cost != Cost::Move || tile == 0 {
            return;
        }
        let base = view.state.entity(unit).movement;
        let reach = (view.of_unit(unit, ENERGY) - 1 - view.value(USE)).max(0) / tile;
        // A multiplied base is reduced by its share, so that the final reach is right.
        let share = |most: i32| i64::from(base) * i64::from(reach.min(most)) / i64::from(most);
        let kept = if movement > 0 { share(movement) as i32 } else { base };
        cx.set_column(unit, WITHHELD, base - kept);
        set_movement(cx, unit, kept);
    }

    fn end_use(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, program: &TokenSet, first: usize) {
        let view = cx.view();
        let (withheld, movement) = (view.of_unit(unit, WITHHELD), view.state.entity(unit).movement);
        let cost = price(&view, program).over(cx.cells_entered(unit, first));
        let left = view.of_unit(unit, ENERGY).saturating_sub(cost).max(1);
        set_movement(cx, unit, movement.saturating_add(withheld));
        cx.set_column(unit, WITHHELD, 0);
        cx.set_column(unit, ENERGY, left);
    }

    fn end(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, _: bool) {
        cx.set_column(unit, ENERGY, 0);
    }

    fn end_turn(&self, cx: &mut OrderContext<'_, '_>, side: Team) {
        reset(cx, Some(side));
        TURNS.pass(cx, side.0 + 1);
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
        reset(cx, None);
        TURNS.pass(cx, 0);
    }

    fn measures(&self) -> Measures {
        Measures { time: "", points: "energy" }
    }

    fn points(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        let energy = match view.of_unit(unit, ENERGY) {
            0 => energy(view, view.of_unit(unit, ACTIVATIONS)),
            has => has - 1,
        };
        view.state.entity(unit).is_activated().then_some(energy)
    }

    fn price(&self, view: &View<'_>, program: &TokenSet) -> Option<Price> {
        Some(price(view, program))
    }

    fn points_of_side(&self, view: &View<'_>, side: Team) -> Option<i32> {
        Some(left(view, side))
    }
}
