//! Waiting for several rounds: rounds without orders are played until something happens.

use super::Controller;
use super::state::Doing;
use crate::Report;
use crate::texts::{messages, names};
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, Outcome};
use std::collections::BTreeMap;

/// Most rounds of one wait.
const MOST: u32 = 20;

/// What a side knows of the units whose state ends a wait.
#[derive(Debug, PartialEq, Eq)]
struct Watched {
    /// Health of own units and allies.
    health: BTreeMap<EntityId, i32>,
    /// Enemies in sight.
    enemies: Vec<EntityId>,
}

impl Controller {
    /// Plays rounds in which units without orders wait. It stops before a round in which a unit that is no enemy is
    /// foreseen to lose health, and after one in which that happens, an enemy comes into sight, or the battle ends.
    /// Returns the report of the last round.
    pub fn wait_on(&mut self) -> Option<Report> {
        if self.session.outcome() != 0 {
            self.say(messages::battle_is_over());
            return None;
        }
        if self.lesson_forbids(Doing::Ends) || self.is_hindered() {
            return None;
        }
        if !self.session.is_commit_due() || self.session.place().is_some() {
            self.say(messages::no_waiting_here());
            return None;
        }
        self.keep_whole();
        let (mut last, mut rounds, mut why) = (None, 0, None);
        while rounds < MOST && why.is_none() {
            why = self.foreseen_harm();
            if why.is_some() {
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
        let (seat, state) = (self.session.seat(), self.session.seat().known().state());
        let is_enemy = |id: EntityId| state.entity(id).team.is_enemy_of(seat.team());
        let mut watched = Watched { health: BTreeMap::new(), enemies: Vec::new() };
        for (id, row) in state.living() {
            if !is_enemy(id) {
                watched.health.insert(id, row.health);
            } else if seat.known().last_seen().iter().all(|(lost, _)| *lost != id) {
                watched.enemies.push(id);
            }
        }
        watched
    }

    /// Returns why a wait must not begin: the forecast without further orders takes health, or ends in defeat.
    fn foreseen_harm(&self) -> Option<String> {
        let seat = self.session.seat();
        let (state, forecast) = (seat.known().state(), seat.forecast());
        if Outcome::for_side(forecast.state().battle(BattleField::Outcome), seat.team()) == Outcome::Lost {
            return Some(messages::wait_loses().to_owned());
        }
        let harmed = forecast.outlooks().iter().find(|outlook| {
            let is_enemy = state.entity(outlook.unit).team.is_enemy_of(seat.team());
            !is_enemy && outlook.range.0.min(outlook.after) < outlook.before
        });
        let who = harmed.map(|harmed| names::entity(self.session.book(), state, harmed.unit));
        who.map(|who| messages::wait_harms(&who))
    }

    fn news_since(&self, before: &Watched) -> Option<String> {
        let (book, state, now) = (self.session.book(), self.session.seat().known().state(), self.watched());
        let hurt = before.health.iter().find(|(id, health)| now.health.get(id).is_none_or(|now| now < health));
        if let Some((id, _)) = hurt {
            return Some(messages::was_hurt(&names::entity(book, state, *id)));
        }
        let new = now.enemies.iter().find(|id| !before.enemies.contains(id));
        new.map(|id| messages::came_into_sight(&names::entity(book, state, *id)))
    }
}
