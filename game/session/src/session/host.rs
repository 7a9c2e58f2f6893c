//! The host of a session's battle: a referee with its seats in this process, or a place at a server.

use super::remote::RemoteBattle;
use crate::called::Called;
use crate::referee::Referee;
use crate::seat::{Dropped, Lost, Seat};
use crate::seat_log::SeatLog;
use foretoken_vm::{EntityId, Team};

/// Host of a battle.
#[derive(Debug)]
pub(super) enum Host {
    Here(Box<Local>),
    Remote(RemoteBattle),
}

/// A referee and its seats.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) referee: Referee,
    pub(super) seats: Vec<Seat>,
    pub(super) told: Vec<SeatLog>,
    pub(super) at: usize,
}

impl Local {
    /// Seats all sides of a referee that a person decides for.
    pub(super) fn around(mut referee: Referee) -> Self {
        let mut teams = referee.seat_control().seats(referee.battle().state());
        if teams.is_empty() {
            // A battle among planners is watched from the side with the lowest number.
            let sides = referee.battle().state().entities().iter().map(|entity| entity.team);
            teams.push(sides.min().unwrap_or_default());
        }
        let (mut seats, mut told) = (Vec::new(), Vec::new());
        for team in teams {
            let (briefing, mut log) = (referee.brief(team), SeatLog::default());
            let rules = referee.rules_for(team);
            log.hear(&rules, &briefing);
            seats.push(Seat::new(team, rules, briefing));
            told.push(log);
        }
        let mut local = Self { referee, seats, told, at: 0 };
        local.at = local.asked();
        local
    }

    pub(super) fn asked(&self) -> usize {
        let team = self.referee.pending().team();
        self.seats.iter().position(|seat| Some(seat.team()) == team).unwrap_or(self.at)
    }

    pub(super) fn brief(&mut self) -> Vec<Dropped> {
        let mut notices = Vec::new();
        for index in 0..self.seats.len() {
            let team = self.seats[index].team();
            let (briefing, rules) = (self.referee.brief(team), self.referee.rules_for(team));
            self.told[index].hear(&rules, &briefing);
            let dropped = self.seats[index].update(rules, briefing);
            if index == self.at {
                notices = dropped;
            }
        }
        notices
    }

    /// Closes the decisions of a side and runs the battle until a side must decide.
    pub(super) fn close(&mut self, team: Team) {
        if self.referee.close(team).is_ok() {
            self.referee.advance();
            self.brief();
        }
    }

    pub(super) fn tell_dropped(&mut self, dropped: Vec<(EntityId, String)>) -> Vec<Dropped> {
        let of_draft = self.brief();
        let seat = &self.seats[self.at];
        let (book, state) = (seat.book(), seat.known().state());
        let own = dropped.into_iter().filter(|&(unit, _)| state.entity(unit).team == seat.team());
        let decided =
            own.map(|(unit, action)| Dropped { unit: Called::of(book, state, unit), what: Lost::Decided(action) });
        decided.chain(of_draft).collect()
    }
}
