//! Waiting for several rounds: rounds without orders are played until something happens.

use super::state::Doing;
use super::{Choosing, Controller};
use crate::Report;
use crate::texts::{messages, names};
use foretoken_preview::{Mark, MarkKind};
use foretoken_vm::{EntityId, GameState, Outcome, Team};
use std::collections::BTreeMap;

/// Most rounds of one wait.
const MOST: u32 = 20;

/// Units whose state ends a wait.
#[derive(Debug)]
struct Watched {
    /// Health of own units and allies.
    health: BTreeMap<EntityId, i32>,
    /// Enemies in sight.
    enemies: Vec<EntityId>,
}

impl Watched {
    fn of(state: &GameState, side: Team) -> Self {
        let mut watched = Self { health: BTreeMap::new(), enemies: Vec::new() };
        for (id, row) in state.living() {
            if row.team.is_enemy_of(side) {
                watched.enemies.push(id);
            } else if row.team != Team::NEUTRAL {
                watched.health.insert(id, row.health);
            }
        }
        watched
    }
}

impl Controller {
    /// Plays rounds in which units without orders wait. It stops before a round in which an own unit or ally may lose
    /// health, and after one in which that happens, an enemy comes into sight, or the battle ends. Returns the report of
    /// the last round.
    pub fn wait_on(&mut self) -> Option<Report> {
        if self.session.outcome() != 0 {
            self.say(messages::battle_is_over());
            return None;
        }
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return None;
        }
        let is_ahead = self.session.book().scheduler.is_decided_ahead() && self.session.is_commit_due();
        if !is_ahead || self.session.seats().len() > 1 || self.session.place().is_some() {
            self.say(messages::no_waiting_here());
            return None;
        }
        if self.choosing == Choosing::Target {
            self.say(messages::target_first());
            return None;
        }
        self.keep_whole();
        if !self.upset.is_empty() {
            // The message about the changed orders stays.
            return None;
        }
        let (mut last, mut rounds, mut why) = (None, 0, None);
        while rounds < MOST && why.is_none() {
            why = self.foreseen_harm();
            if why.is_some() || self.lesson_words().is_some() {
                break;
            }
            let before = self.watched();
            let report = self.session.commit();
            if report.activations.is_empty() {
                break;
            }
            rounds += 1;
            last = Some(report);
            let ends = self.session.outcome() != 0 || !self.session.is_commit_due();
            why = if ends { Some(String::new()) } else { self.news_since(&before) };
        }
        self.warned = false;
        self.select_next_unit();
        self.say(messages::waited(rounds, &why.unwrap_or_default()));
        last
    }

    fn watched(&self) -> Watched {
        let seat = self.session.seat();
        Watched::of(seat.known().state(), seat.team())
    }

    /// Returns why the next round must not be waited: a defeat, a loss of health or an unknown effect is foreseen.
    fn foreseen_harm(&self) -> Option<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let (state, forecast) = (seat.known().state(), seat.forecast());
        if self.foreseen_outcome() == Outcome::Lost {
            return Some(messages::wait_loses().to_owned());
        }
        let watched = self.watched();
        let harmed = forecast.outlooks().iter().find(|outlook| {
            watched.health.contains_key(&outlook.unit) && outlook.range.0.min(outlook.after) < outlook.before
        });
        if let Some(harmed) = harmed {
            let is_certain = harmed.after < harmed.before;
            return Some(messages::wait_harms(&names::entity(book, state, harmed.unit), is_certain));
        }
        let is_veiled = |mark: &Mark| {
            matches!(mark.kind, MarkKind::Veiled { .. }) && state.entity(mark.actor).team.is_enemy_of(seat.team())
        };
        let veiled = forecast.marks().marks.iter().find(|mark| is_veiled(mark));
        veiled.map(|mark| messages::wait_meets_unknown(&names::entity(book, state, mark.actor)))
    }

    fn news_since(&self, before: &Watched) -> Option<String> {
        let (book, state, now) = (self.session.book(), self.session.seat().known().state(), self.watched());
        let name = |id: EntityId| names::entity(book, state, id);
        if let Some((&id, _)) = before.health.iter().find(|(id, _)| !now.health.contains_key(id)) {
            return Some(messages::was_lost(&name(id)));
        }
        if let Some((&id, _)) = before.health.iter().find(|(id, health)| now.health[id] < **health) {
            return Some(messages::was_hurt(&name(id)));
        }
        let new = now.enemies.iter().find(|id| !before.enemies.contains(id));
        new.map(|&id| messages::came_into_sight(&name(id)))
    }
}
