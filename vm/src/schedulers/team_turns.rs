//! Common parts of orders in which sides take turns; a battle column stores the side.

use super::{Choose, Next, Until, View, choose_open, due_entry, is_decided, precedence};
use crate::machine::{Advance, OrderContext};
use crate::state::{EntityId, Slot, Team, entry};
use std::cmp::Reverse;

#[derive(Clone, Copy)]
pub(super) struct Turns {
    /// Column of the current side.
    pub column: usize,
    /// Column of a unit's activations.
    pub activations: usize,
    /// Returns whether a living, acting unit can be activated in its side's turn.
    pub can: fn(&View<'_>, EntityId) -> bool,
}

impl Turns {
    /// Returns the side whose turn it is.
    pub fn side(self, view: &View<'_>) -> Team {
        Team(view.of_battle(self.column).clamp(0, 7) as u8)
    }

    fn units(self, view: &View<'_>, side: Team) -> Vec<EntityId> {
        let acting = view.state.living().filter(|(_, e)| e.is_activated() && e.team == side).map(|(id, _)| id);
        let mut units: Vec<EntityId> = acting.filter(|&id| (self.can)(view, id)).collect();
        let is_postponed = |id: EntityId| view.state.entity(id).is_postponed();
        if units.iter().any(|&id| !is_postponed(id) && view.of_unit(id, self.activations) == 0) {
            units.retain(|&id| !is_postponed(id));
        }
        units.sort_by_cached_key(|&id| (view.of_unit(id, self.activations), Reverse(precedence(view, id))));
        units
    }

    fn due(view: &View<'_>, side: Team) -> Option<Slot> {
        due_entry(view.state, view.state.round(), |words| words[entry::TEAM] == i32::from(side.0))
    }

    fn side_from(self, view: &View<'_>, from: u8) -> Option<Team> {
        let can = |side: Team| {
            let mut units = view.state.living().filter(|(_, e)| e.is_activated() && e.team == side);
            units.any(|(id, _)| (self.can)(view, id))
        };
        (from..Team::COUNT as u8).map(Team).find(|&side| can(side) || Self::due(view, side).is_some())
    }

    /// Returns the next step.
    pub fn next(self, view: &View<'_>) -> Next {
        let side = self.side(view);
        if let Some(slot) = Self::due(view, side) {
            return Next::Slot(0, slot);
        }
        let units = if view.plan.is_closed(side) { Vec::new() } else { self.units(view, side) };
        let waits = |unit: EntityId| !view.is_controlled_by_policy(unit) || view.of_unit(unit, self.activations) == 0;
        match units.iter().find(|&&unit| waits(unit) && is_decided(view, unit)) {
            Some(&unit) => Next::Slot(0, Slot::Unit(unit)),
            None if units.iter().any(|&unit| waits(unit)) => Next::Choice,
            None => match self.unused(view, side) {
                Some(unit) => Next::Slot(0, Slot::Unit(unit)),
                None if self.side_from(view, side.0 + 1).is_some() => Next::TurnEnd(side),
                None => Next::RoundEnd,
            },
        }
    }

    /// Returns whether the next unit passes, because its side closed its turn or has no points left.
    pub fn is_pass(self, view: &View<'_>, unit: EntityId) -> bool {
        view.plan.is_closed(self.side(view)) || !(self.can)(view, unit)
    }

    /// Returns the first unit that was not activated. Each such unit passes at the end of the turn, so that its
    /// statuses tick and its skills recharge.
    fn unused(self, view: &View<'_>, side: Team) -> Option<EntityId> {
        let units = view.state.living().filter(|(_, e)| e.is_activated() && e.team == side).map(|(id, _)| id);
        let unused = units.filter(|&id| view.of_unit(id, self.activations) == 0);
        unused.max_by_key(|&id| (!view.state.entity(id).is_postponed(), precedence(view, id)))
    }

    /// Returns whether a prediction ends here, before the next unit that its side can choose or control.
    pub fn is_horizon(self, view: &View<'_>, after: Advance) -> bool {
        match (after, self.next(view)) {
            (Advance::Over | Advance::Waits, _) | (_, Next::Choice) => true,
            (_, Next::Slot(_, Slot::Unit(unit))) => is_decided(view, unit),
            (_, Next::Slot(_, Slot::Entry(_)) | Next::TurnEnd(_) | Next::RoundEnd) => false,
        }
    }

    /// Returns the awaited decision.
    pub fn choose(self, view: &View<'_>) -> Option<Choose> {
        if let Some(open) = choose_open(view) {
            return open;
        }
        let team = self.side(view);
        let waits = self.next(view) == Next::Choice;
        waits.then(|| Choose { team, units: self.units(view, team), until: Until::DecidedOrClosed })
    }

    /// Passes the turn to the first side from this number on that can act.
    pub fn pass(self, cx: &mut OrderContext<'_, '_>, from: u8) {
        let next = self.side_from(&cx.view(), from);
        cx.set_battle_column(self.column, next.map_or(0, |team| i32::from(team.0)));
    }
}
