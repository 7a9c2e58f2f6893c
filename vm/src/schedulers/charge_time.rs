//! Charge time (document 000): each tick a unit's charge grows by its pace; the first unit at the limit acts and pays
//! charge. Due entries run before units. A unit stores its charge at a past tick, so that charges do not reveal hidden
//! activations.

use super::{
    Choose, Measures, Next, OrderFault, Parameter, Price, TurnOrder, View, by_precedence, check_paces, choose_next,
    note_begin, pace,
};
use crate::machine::OrderContext;
use crate::program::{Cost, Label, TokenSet};
use crate::rulebook::{Column, ColumnOf, Opening, Rules};
use crate::state::{EntityId, GameState, Slot, entry};
use std::cmp::Reverse;

/// Turn order by charge time.
#[derive(Debug)]
pub struct ChargeTime;

const LIMIT: usize = 0;
const ACTIVATION: usize = 1;
const MOVE: usize = 2;
const TILE: usize = 3;
const ACTION: usize = 4;
const DEFERRED: usize = 5;
const ROUND: usize = 6;
const BASE: usize = 7;

const CHARGE: usize = 0;
const SINCE: usize = 1;
const PACE: usize = 2;
const OWED: usize = 3;

const fn cost(name: &'static str, doc: &'static str, default: i32, least: i32) -> Parameter {
    Parameter { name, doc, default, least, most: 10_000 }
}

fn clamped(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

impl ChargeTime {
    fn now(view: &View<'_>) -> i32 {
        let begun = view.state.round().saturating_sub(1).saturating_mul(view.value(ROUND));
        let ids = (0..view.state.entities().len()).map(|index| EntityId(index as u16));
        ids.map(|id| view.of_unit(id, SINCE)).fold(begun, i32::max)
    }

    fn charge_at(view: &View<'_>, id: EntityId, tick: i32) -> i64 {
        let passed = i64::from(tick) - i64::from(view.of_unit(id, SINCE));
        i64::from(view.of_unit(id, CHARGE)) + passed.max(0) * i64::from(view.of_unit(id, PACE))
    }

    fn ready(view: &View<'_>, now: i32, id: EntityId) -> Option<(i32, i64)> {
        let (limit, charge) = (i64::from(view.value(LIMIT)), Self::charge_at(view, id, now));
        let missing = (limit - charge).max(0);
        if missing == 0 {
            return Some((now, charge));
        }
        let pace = i64::from(pace(view, id, view.value(BASE)));
        if pace == 0 {
            return None;
        }
        let wait = (missing + pace - 1) / pace;
        Some((clamped(i64::from(now) + wait), charge + wait * pace))
    }

    fn first_unit(view: &View<'_>, now: i32) -> Option<(i32, EntityId)> {
        let acting = view.state.living().filter(|(_, e)| e.is_activated()).map(|(id, _)| id);
        let ready = acting.filter_map(|id| Self::ready(view, now, id).map(|(tick, charge)| (tick, charge, id)));
        let first = ready.min_by(|&(tick, charge, id), &(other_tick, other_charge, other)| {
            let by_charge = (tick, Reverse(charge)).cmp(&(other_tick, Reverse(other_charge)));
            by_charge.then_with(|| by_precedence(view, other, id))
        });
        first.map(|(tick, _, id)| (tick, id))
    }

    fn first_entry(state: &GameState) -> Option<(i32, u16)> {
        let waiting = state
            .entries()
            .iter()
            .enumerate()
            .filter(|(_, words)| words[entry::WAITING] != 0 && entry::activations_left(words).is_none());
        let first = waiting.min_by_key(|(index, words)| (words[entry::DUE_ROUND], words[entry::WAITING], *index));
        first.map(|(index, words)| (words[entry::DUE_ROUND], index as u16))
    }

    fn mark(cx: &mut OrderContext<'_, '_>, id: EntityId, tick: i32) {
        let charge = clamped(Self::charge_at(&cx.view(), id, tick));
        cx.set_column(id, CHARGE, charge);
        cx.set_column(id, SINCE, tick);
    }

    fn price_of(view: &View<'_>, program: &TokenSet) -> Price {
        match program.cost {
            Cost::Move => Price { flat: view.value(MOVE), each_cell: view.value(TILE) },
            Cost::Action => Price::flat(view.value(ACTION)),
            Cost::Free => Price::default(),
        }
    }

    fn spend(cx: &mut OrderContext<'_, '_>, id: EntityId, cost: i32) {
        let view = cx.view();
        if view.value(DEFERRED) == 1 {
            let owed = view.of_unit(id, OWED).saturating_add(cost);
            cx.set_column(id, OWED, owed);
        } else {
            let charge = view.of_unit(id, CHARGE).saturating_sub(cost);
            cx.set_column(id, CHARGE, charge);
        }
    }
}

impl TurnOrder for ChargeTime {
    fn name(&self) -> &'static str {
        "charge-time"
    }

    fn doc(&self) -> &'static str {
        "Charge grows by initiative each tick. A unit at the limit acts, and acting costs charge."
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                cost("limit", "Charge that a unit needs to act.", 100, 1),
                cost("activation", "Charge for a turn.", 30, 1),
                cost("move", "Charge for a move.", 30, 0),
                cost("tile", "Charge for each cell of a move.", 0, 0),
                cost("action", "Charge for an action.", 40, 0),
                Parameter {
                    name: "deferred",
                    doc: "1: all costs are paid when the turn ends; 0: each cost is paid at once.",
                    default: 0,
                    least: 0,
                    most: 1,
                },
                Parameter { name: "round", doc: "Ticks per round.", default: 10, least: 1, most: 1_000 },
                Parameter {
                    name: "base",
                    doc: "Number added to every unit's initiative, so that turns come sooner.",
                    default: 0,
                    least: -999,
                    most: 999,
                },
            ]
        }
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str| Column { name: name.to_owned(), of: ColumnOf::Entity, default: 0, weight: 0 };
        ["charge", "charge_since", "charge_pace", "charge_owed"].map(column).to_vec()
    }

    fn check(&self, book: &Rules, opening: &Opening) -> Result<(), OrderFault> {
        check_paces(book, opening, book.scheduler.value(BASE))
    }

    fn prepare(&self, cx: &mut OrderContext<'_, '_>) {
        let now = Self::now(&cx.view());
        let view = cx.view();
        let all = (0..view.state.entities().len()).map(|index| EntityId(index as u16));
        let acting = all.filter(|&id| view.state.entity(id).is_activated());
        let paces = acting.map(|id| (id, pace(&view, id, view.value(BASE))));
        let others: Vec<_> = paces.filter(|&(id, pace)| view.of_unit(id, PACE) != pace).collect();
        for (id, pace) in others {
            Self::mark(cx, id, now);
            cx.set_column(id, PACE, pace);
        }
    }

    fn next(&self, view: &View<'_>) -> Next {
        let now = Self::now(view);
        let (unit, entry) = (Self::first_unit(view, now), Self::first_entry(view.state));
        let over = view.state.round().saturating_mul(view.value(ROUND));
        match (unit, entry) {
            (unit, Some((due, index))) if due < over && unit.is_none_or(|(tick, _)| due <= tick) => {
                Next::Slot(0, Slot::Entry(index))
            }
            (Some((tick, id)), _) if tick < over => Next::Slot(0, Slot::Unit(id)),
            _ => Next::RoundEnd,
        }
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        choose_next(self, view)
    }

    fn begin(&self, cx: &mut OrderContext<'_, '_>, _: usize, slot: Slot) {
        let view = cx.view();
        let now = Self::now(&view);
        match slot {
            Slot::Unit(id) => {
                let tick = Self::ready(&view, now, id).map_or(now, |(tick, _)| tick);
                let cost = view.value(ACTIVATION);
                note_begin(cx, id);
                Self::mark(cx, id, tick);
                Self::spend(cx, id, cost);
            }
            Slot::Entry(index) => {
                let words = view.state.entries().get(usize::from(index)).copied().unwrap_or_default();
                Self::mark(cx, EntityId(words[entry::OWNER] as u16), now.max(words[entry::DUE_ROUND]));
            }
        }
    }

    fn end_use(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, program: &TokenSet, first: usize) {
        let price = Self::price_of(&cx.view(), program);
        let cells = cx.cells_entered(unit, first);
        Self::spend(cx, unit, price.over(cells));
    }

    fn end(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, _: bool) {
        let (charge, owed) = (cx.view().of_unit(unit, CHARGE), cx.view().of_unit(unit, OWED));
        cx.set_column(unit, CHARGE, charge.saturating_sub(owed));
        cx.set_column(unit, OWED, 0);
    }

    /// The unit loses the charge of an activation. Its tick stays, so that the time is not revealed.
    fn postpone(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, label: Label) -> bool {
        let (charge, cost) = (cx.view().of_unit(unit, CHARGE), cx.view().value(ACTIVATION));
        cx.set_column_by(unit, CHARGE, charge.saturating_sub(cost), label);
        true
    }

    fn due(&self, view: &View<'_>, owner: EntityId, rounds: i32) -> i32 {
        let (limit, pace) = (view.value(LIMIT), pace(view, owner, view.value(BASE)).max(1));
        Self::now(view).saturating_add(rounds.saturating_mul((limit + pace - 1) / pace))
    }

    fn measures(&self) -> Measures {
        Measures { time: "tick", points: "charge" }
    }

    fn time(&self, view: &View<'_>) -> Option<i32> {
        Some(Self::now(view))
    }

    fn points(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        view.state.entity(unit).is_activated().then(|| clamped(Self::charge_at(view, unit, Self::now(view))))
    }

    fn points_at_turn(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        let acts = view.state.entity(unit).is_activated();
        Self::ready(view, Self::now(view), unit).filter(|_| acts).map(|(_, charge)| clamped(charge))
    }

    fn price(&self, view: &View<'_>, program: &TokenSet) -> Option<Price> {
        Some(Self::price_of(view, program))
    }
}
