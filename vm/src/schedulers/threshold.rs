//! Action points with a threshold (document 002, "Rogue-like Timing", 2009): of the units that have at least so many
//! points, the one with the most acts, again and again until it has fewer. Once nobody has as many the round ends, and
//! everybody's pace is added to their points. What a use takes beyond what a unit has is a debt.
//!
//! An activation is one use. Nobody has committed anything when another decides. Programs that are entered in the agenda
//! come due at the beginning of a round. A prediction ends before the next unit that would act; what comes due until then,
//! and the end of the round, is in it.
//!
//! Of equals the one with more initiative acts first. An action's priority orders nothing. Who comes in the middle of a round
//! has no points before the next one. The document's second and third example let a unit with 100 points act before one
//! with 150, against its own rule; here the rule holds, and each unit's own series of points is the document's.

use super::action_points::{
    ACTION, BASE, FREE, MOVE, WAIT, admits, check, columns, next, pay, pay_wait, points, price, refill,
};
use super::{Choose, Measures, Next, Parameter, Price, TurnOrder, View, choose_next, upkeep};
use crate::intent::ActionUse;
use crate::machine::OrderCx;
use crate::program::TokenSet;
use crate::rulebook::{Column, Rules};
use crate::state::EntityId;
use crate::validate::UseError;

/// Action points with a threshold.
#[derive(Debug)]
pub struct Threshold;

const NEEDED: usize = 5;

impl TurnOrder for Threshold {
    fn name(&self) -> &'static str {
        "action-points-threshold"
    }

    fn doc(&self) -> &'static str {
        "Who has the most action points acts while they are enough; once nobody's are, everybody gets their initiative."
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                MOVE,
                ACTION,
                FREE,
                WAIT,
                BASE,
                Parameter {
                    name: "threshold",
                    doc: "Points that are needed to act.",
                    default: 100,
                    least: 1,
                    most: 10_000,
                },
            ]
        }
    }

    fn columns(&self) -> Vec<Column> {
        columns()
    }

    fn check(&self, book: &Rules) -> Result<(), String> {
        check(book)
    }

    fn begin_battle(&self, cx: &mut OrderCx<'_, '_>) {
        refill(cx);
    }

    fn next(&self, view: &View<'_>) -> Next {
        next(view, view.value(NEEDED))
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        choose_next(self, view)
    }

    fn admits(&self, _: &View<'_>, _: EntityId, before: &[ActionUse], _: &TokenSet) -> Result<(), UseError> {
        admits(before)
    }

    fn end_use(&self, cx: &mut OrderCx<'_, '_>, unit: EntityId, program: &TokenSet, _: usize) {
        pay(cx, unit, program);
    }

    fn end(&self, cx: &mut OrderCx<'_, '_>, unit: EntityId, idle: bool) {
        if idle {
            pay_wait(cx, unit);
        }
    }

    fn end_round(&self, cx: &mut OrderCx<'_, '_>) {
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
        points(view, unit)
    }

    fn price(&self, view: &View<'_>, program: &TokenSet) -> Option<Price> {
        Some(price(view, program))
    }
}
