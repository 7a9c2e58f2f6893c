//! Custom turn order: the coolest unit that has not acted this round acts next; ties go by number. Units decide one at
//! a time, so heating a unit changes the order, and a prediction ends before the next activation.

use foretoken::extend::{
    Change, Choose, Column, ColumnOf, EntityId, Next, OrderContext, Parameter, Slot, TurnOrder, Until, View,
};

/// Turn order by heat, coolest first.
#[derive(Debug)]
pub struct Coolest;

const HEAT: usize = 0;
const ACTED: usize = 1;
const COOLING: usize = 0;

impl TurnOrder for Coolest {
    fn name(&self) -> &'static str {
        "coolest-first"
    }

    fn doc(&self) -> &'static str {
        "The coolest unit acts first. Each unit acts once a round and cools down at its end."
    }

    fn parameters(&self) -> &'static [Parameter] {
        const { &[Parameter { name: "cooling", doc: "Degrees that a round takes.", default: 1, least: 0, most: 9 }] }
    }

    fn columns(&self) -> Vec<Column> {
        let column = |name: &str| Column { name: name.to_owned(), of: ColumnOf::Entity, default: 0, weight: 0 };
        vec![column("heat"), column("acted")]
    }

    fn next(&self, view: &View<'_>) -> Next {
        let ready = view.state.living().filter(|&(id, e)| e.is_activated() && view.of_unit(id, ACTED) == 0);
        let coolest = ready.min_by_key(|&(id, e)| (e.is_postponed(), view.of_unit(id, HEAT), id));
        coolest.map_or(Next::RoundEnd, |(id, _)| Next::Slot(0, Slot::Unit(id)))
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        match self.next(view) {
            Next::Slot(_, Slot::Unit(unit)) if view.plan.intent(unit).is_none() => {
                let team = view.state.entity(unit).team;
                Some(Choose { team, units: vec![unit], until: Until::Decided })
            }
            _ => None,
        }
    }

    fn begin(&self, cx: &mut OrderContext<'_, '_>, _: usize, slot: Slot) {
        if let Slot::Unit(id) = slot {
            cx.write(Change::next_place(id, 0, 0));
            cx.set_column(id, ACTED, 1);
        }
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        for index in 0..cx.state().entities().len() {
            let id = EntityId(index as u16);
            let heat = (cx.view().of_unit(id, HEAT) - cx.view().value(COOLING)).max(0);
            cx.set_column(id, HEAT, heat);
            cx.set_column(id, ACTED, 0);
        }
        cx.count_round();
    }

    fn is_stepwise(&self) -> bool {
        false
    }
}
