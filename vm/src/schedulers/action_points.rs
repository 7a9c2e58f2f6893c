//! Action points (document 002, "Time Management", 2012): the unit with the most points acts, once per activation, even
//! into debt. When no unit has points, the round ends, due entries run, and each unit gains its pace. Ties go by
//! initiative.

use super::{
    Choose, Measures, Next, OrderFault, Parameter, Price, TurnOrder, View, by_precedence, check_paces, choose_next,
    due_entry, pace, upkeep,
};
use crate::machine::OrderContext;
use crate::program::{Cost, TokenSet};
use crate::rulebook::{Column, ColumnOf, Opening, Rules};
use crate::state::{EntityId, Slot};

/// An order by action points; variants differ in data.
#[derive(Debug)]
pub struct ActionPoints {
    pub(super) name: &'static str,
    pub(super) doc: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) needed: fn(&View<'_>) -> i32,
}

/// The unit with the most points acts.
pub static ACTION_POINTS: ActionPoints = ActionPoints {
    name: "action-points",
    doc: "The unit with the most action points acts. When all points are spent, each unit gets its initiative; debts \
         stay.",
    parameters: &[MOVE, ACTION, FREE, WAIT, BASE],
    needed: |_| 1,
};

pub(super) const MOVE: Parameter = cost("move", "Points for a move.", 100);
pub(super) const ACTION: Parameter = cost("action", "Points for an action.", 100);
pub(super) const FREE: Parameter = cost("free", "Points for an action without another cost.", 50);
pub(super) const WAIT: Parameter = cost("wait", "Points for a turn without actions.", 50);
pub(super) const BASE: Parameter = Parameter {
    name: "base",
    doc: "Number added to every unit's initiative, so that turns come sooner.",
    default: 0,
    least: -999,
    most: 999,
};

const fn cost(name: &'static str, doc: &'static str, default: i32) -> Parameter {
    Parameter { name, doc, default, least: 1, most: 10_000 }
}

const WAIT_AT: usize = 3;
const BASE_AT: usize = 4;
const POINTS: usize = 0;

fn refill(cx: &mut OrderContext<'_, '_>) {
    for index in 0..cx.state().entities().len() {
        let (id, view) = (EntityId(index as u16), cx.view());
        let entity = view.state.entity(id);
        if entity.is_activated() {
            let points = view.of_unit(id, POINTS).saturating_add(pace(&view, id, view.value(BASE_AT)));
            cx.set_column(id, POINTS, points);
        }
    }
}

fn next(view: &View<'_>, threshold: i32) -> Next {
    if let Some(slot) = due_entry(view.state, view.state.round(), |_| true) {
        return Next::Slot(0, slot);
    }
    let acting = view.state.living().filter(|(_, e)| e.is_activated()).map(|(id, _)| (view.of_unit(id, POINTS), id));
    let able = acting.filter(|&(points, _)| points >= threshold);
    let is_postponed = |id: EntityId| view.state.entity(id).is_postponed();
    let first = able.max_by(|&(points, id), &(more, other)| {
        let by_points = (!is_postponed(id), points).cmp(&(!is_postponed(other), more));
        by_points.then_with(|| by_precedence(view, id, other))
    });
    first.map_or(Next::RoundEnd, |(_, id)| Next::Slot(0, Slot::Unit(id)))
}

fn spend(cx: &mut OrderContext<'_, '_>, unit: EntityId, cost: i32) {
    let points = cx.view().of_unit(unit, POINTS).saturating_sub(cost);
    cx.set_column(unit, POINTS, points);
}

fn price(view: &View<'_>, program: &TokenSet) -> Price {
    Price::flat(view.value(match program.cost {
        Cost::Move => 0,
        Cost::Action => 1,
        Cost::Free => 2,
    }))
}

impl TurnOrder for ActionPoints {
    fn name(&self) -> &'static str {
        self.name
    }

    fn doc(&self) -> &'static str {
        self.doc
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column { name: "action_points".to_owned(), of: ColumnOf::Entity, default: 0, weight: 0 }]
    }

    fn check(&self, book: &Rules, opening: &Opening) -> Result<(), OrderFault> {
        check_paces(book, opening, book.scheduler.value(BASE_AT))
    }

    fn begin_battle(&self, cx: &mut OrderContext<'_, '_>) {
        refill(cx);
    }

    fn next(&self, view: &View<'_>) -> Next {
        next(view, (self.needed)(view))
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        choose_next(self, view)
    }

    fn is_one_use(&self) -> bool {
        true
    }

    fn end_use(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, program: &TokenSet, _: usize) {
        let price = price(&cx.view(), program);
        spend(cx, unit, price.flat);
    }

    fn end(&self, cx: &mut OrderContext<'_, '_>, unit: EntityId, idle: bool) {
        if idle {
            spend(cx, unit, cx.view().value(WAIT_AT));
        }
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
        refill(cx);
    }

    fn is_stepwise(&self) -> bool {
        false
    }

    fn measures(&self) -> Measures {
        Measures { time: "", points: "points" }
    }

    fn points(&self, view: &View<'_>, unit: EntityId) -> Option<i32> {
        view.state.entity(unit).is_activated().then(|| view.of_unit(unit, POINTS))
    }

    fn price(&self, view: &View<'_>, program: &TokenSet) -> Option<Price> {
        Some(price(view, program))
    }
}
