//! The round of document 003: each unit acts once, by priority, initiative and speed class. Planner sides decide first,
//! the player last, each seeing earlier decisions. A prediction ends with the round.

use super::{Choose, Next, Spent, TurnOrder, Until, View, upkeep};
use crate::intent::Plan;
use crate::machine::{Advance, OrderContext};
use crate::rulebook::Rulebook;
use crate::state::{Change, Entity, EntityId, GameState, Slot, Team, entry, flag};
use crate::stats::{Capabilities, Sheet, StatId};
use std::cmp::Reverse;

/// Rounds by initiative.
#[derive(Debug)]
pub struct Rounds;

/// Sort key; the larger acts first. A postponed unit has `false` in the first part. The last part makes keys unique.
type Rank = (bool, i8, i32, i32, bool, Reverse<(i32, u16)>);

fn rank(sheet: &Sheet<'_>, state: &GameState, plan: &Plan, word: u16) -> Rank {
    match Slot::from_word(word) {
        Slot::Unit(id) => {
            let e = state.entity(id);
            let priority = if e.is_alive() { plan.priority(id) } else { 0 };
            let (initiative, speed) = (sheet.stat(id, StatId::INITIATIVE), sheet.stat(id, StatId::SPEED));
            (!e.is_postponed(), priority, initiative, speed, e.team == Team::PLAYER, Reverse((0, word)))
        }
        Slot::Entry(index) => {
            let words = state.entries().get(index as usize).copied().unwrap_or_default();
            let player = words[entry::TEAM] == i32::from(Team::PLAYER.0);
            (true, 0, words[entry::INITIATIVE], words[entry::SPEED], player, Reverse((words[entry::WAITING], word)))
        }
    }
}

impl Rounds {
    pub(crate) fn has_priorities(state: &GameState, plan: &Plan) -> bool {
        let rest = state.agenda_words().get(state.next_place()..).unwrap_or_default();
        rest.iter().any(|&word| match Slot::from_word(word) {
            Slot::Unit(id) => state.entity(id).is_alive() && plan.priority(id) != 0,
            Slot::Entry(_) => false,
        })
    }

    pub(crate) fn is_ordered(book: &Rulebook, state: &GameState, plan: &Plan) -> bool {
        let sheet = state.sheet(book);
        let rest = state.agenda_words().get(state.next_place()..).unwrap_or_default();
        rest.is_sorted_by_key(|&word| Reverse(rank(&sheet, state, plan, word)))
    }

    #[inline(never)]
    fn order_rest(cx: &mut OrderContext<'_, '_>, by_priority: bool) {
        let (book, state, plan) = (cx.book(), cx.state(), cx.plan());
        let sheet = state.sheet(book);
        let turn = state.next_place();
        let rest = state.agenda_words().get(turn..).unwrap_or_default();
        if !Self::is_ordered(book, state, plan) {
            let old = rest.to_vec();
            let mut order = old.clone();
            order.sort_by_cached_key(|&word| Reverse(rank(&sheet, state, plan, word)));
            for (at, (&before, &after)) in old.iter().zip(&order).enumerate() {
                Self::write(cx, turn + at, Some(before), Some(after));
            }
        }
        // Intents change outside the state, so an order with priorities is always checked.
        cx.state_mut().set_agenda_stale(by_priority);
    }

    fn write(cx: &mut OrderContext<'_, '_>, at: usize, before: Option<u16>, after: Option<u16>) {
        if before != after {
            cx.write(Change::agenda(at, before, after));
        }
    }

    fn begin_round(cx: &mut OrderContext<'_, '_>) {
        let state = cx.state();
        let round = state.round();
        let units = state.living().filter(|(_, e)| e.is_activated()).map(|(id, _)| Slot::Unit(id).to_word());
        let due = state
            .entries()
            .iter()
            .enumerate()
            .filter(|(_, words)| words[entry::WAITING] != 0 && words[entry::DUE_ROUND] <= round);
        let due = due.map(|(index, _)| Slot::Entry(index as u16).to_word());
        let (nothing, sheet) = (Plan::default(), state.sheet(cx.book()));
        let ranked = units.chain(due).map(|word| (Reverse(rank(&sheet, state, &nothing, word)), word));
        let mut order: Vec<_> = ranked.collect();
        order.sort_unstable();
        // The next place comes first, because it counts places of the ended round.
        let before = state.next_place();
        if before != 0 {
            cx.write(Change::next_place(EntityId::NONE, before, 0));
        }
        for (at, &(_, word)) in order.iter().enumerate() {
            let old = cx.state().agenda_words().get(at).copied();
            Self::write(cx, at, old, Some(word));
        }
        for at in (order.len()..cx.state().agenda_words().len()).rev() {
            let old = cx.state().agenda_words().get(at).copied();
            Self::write(cx, at, old, None);
        }
        cx.state_mut().set_agenda_stale(false);
    }
}

impl TurnOrder for Rounds {
    fn name(&self) -> &'static str {
        "rounds"
    }

    fn doc(&self) -> &'static str {
        "Each unit acts once per round in order of initiative. All decisions are made before the first unit acts."
    }

    fn begin_battle(&self, cx: &mut OrderContext<'_, '_>) {
        Self::begin_round(cx);
    }

    #[inline]
    fn prepare(&self, cx: &mut OrderContext<'_, '_>) {
        // An order that is not stale is correct without priorities. A loaded state is stale, which is harmless.
        let by_priority = cx.plan().has_priorities() && Self::has_priorities(cx.state(), cx.plan());
        let is_modified = cx.state().sheet(cx.book()).is_possible(Capabilities::HASTENS);
        if by_priority || is_modified || cx.state().is_agenda_stale() {
            Self::order_rest(cx, by_priority);
        }
    }

    #[inline]
    fn next(&self, view: &View<'_>) -> Next {
        let state = view.state;
        let mut place = state.next_place();
        while let Some(&word) = state.agenda_words().get(place) {
            let slot = Slot::from_word(word);
            let waits = match slot {
                Slot::Unit(id) => state.entity(id).is_activated(),
                Slot::Entry(index) => state.entries().get(index as usize).is_some_and(|w| w[entry::WAITING] != 0),
            };
            if waits {
                return Next::Slot(place, slot);
            }
            place += 1;
        }
        Next::RoundEnd
    }

    #[inline]
    fn begin(&self, cx: &mut OrderContext<'_, '_>, place: usize, slot: Slot) {
        let before = cx.state().next_place();
        let id = match slot {
            Slot::Unit(id) => id,
            Slot::Entry(_) => EntityId::NONE,
        };
        cx.write(Change::next_place(id, before, place + 1));
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        upkeep::end_round(cx);
        Self::begin_round(cx);
    }

    #[inline]
    fn is_horizon(&self, _: &View<'_>, after: Advance) -> bool {
        matches!(after, Advance::RoundEnd | Advance::Over)
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        let View { state, plan, .. } = *view;
        let planned = |team: Team| state.is_planned(team);
        let yet_to_act = || {
            state.agenda().skip(state.next_place()).filter_map(|slot| match slot {
                Slot::Unit(id) if state.entity(id).is_activated() && !view.is_controlled_by_policy(id) => {
                    Some((id, state.entity(id).team))
                }
                _ => None,
            })
        };
        if state.next_place() > 0 {
            return None;
        }
        if let Some((id, team)) = yet_to_act().find(|&(id, team)| planned(team) && plan.intent(id).is_none()) {
            return Some(Choose { team, units: vec![id], until: Until::Decided });
        }
        // The player's side is the last seat, so it sees all others. A side without living units is still asked, so
        // that it can watch the round.
        let waits = |(at, e): &(usize, &Entity)| {
            e.flags & flag::ACTS != 0 && !planned(e.team) && !view.is_controlled_by_policy(EntityId(*at as u16))
        };
        let seats = state.entities().iter().enumerate().filter(waits);
        let team = seats.map(|(_, e)| e.team).filter(|&team| !plan.is_closed(team)).max()?;
        let units = yet_to_act().filter(|&(_, of)| of == team).map(|(id, _)| id).collect();
        Some(Choose { team, units, until: Until::Closed })
    }

    fn spent(&self, _: &View<'_>, after: Advance) -> Spent {
        if matches!(after, Advance::RoundEnd | Advance::Over) { Spent::All } else { Spent::Nothing }
    }

    fn is_stepwise(&self) -> bool {
        false
    }

    fn is_decided_ahead(&self) -> bool {
        true
    }
}
