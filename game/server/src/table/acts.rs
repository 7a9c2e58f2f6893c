//! Acts of seats: decisions, undo by consent, pauses and resignation. Each act is answered once; one of the last
//! numbers that is repeated gets the same answer again, an older one is refused as stale.

use super::people::{send, shared};
use super::{ANSWERS, Table};
use foretoken_session::referee::Refusal;
use foretoken_session::wire::{Act, Message, Reason, ToClient};
use foretoken_vm::Team;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Head of an act.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) id: u32,
    pub(super) question: u32,
    pub(super) sequence: u32,
    pub(super) known: u64,
}

impl Table {
    pub(super) fn act(&mut self, at: usize, asked: Asked, act: Act, now: Instant) {
        if let Some((_, answer)) = self.seats[at].answered.iter().find(|(id, _)| *id == asked.id) {
            let answer = answer.clone();
            return self.send_answer(at, asked.id, answer);
        }
        if asked.id <= self.seats[at].dropped {
            return self.send_answer(at, asked.id, Some(Reason::Stale));
        }
        self.charge(now);
        match self.try_act(at, asked, act, now) {
            Ok(()) => {
                self.shared.metrics.acts_total.fetch_add(1, Ordering::Relaxed);
                self.turn_clocks(now, false);
                self.tell_battle(None, now);
                match self.battle.as_mut().filter(|battle| battle.is_behind) {
                    Some(battle) => battle.due = Some((at, asked.id)),
                    None => self.answer(at, asked.id, None),
                }
                if self.options.clock.is_some() {
                    self.tell_table(now);
                }
            }
            Err(reason) => {
                self.shared.metrics.refusals_total.fetch_add(1, Ordering::Relaxed);
                tracing::info!(table = self.code, side = self.seats[at].side.0, %reason, "an act is refused");
                let is_asked_later = reason == Reason::AwaitsConsent;
                self.answer(at, asked.id, Some(reason));
                if !is_asked_later {
                    self.tell_battle(Some(at), now);
                }
            }
        }
    }

    pub(super) fn answer(&mut self, at: usize, id: u32, refused: Option<Reason>) {
        let seat = &mut self.seats[at];
        seat.answered.push_back((id, refused.clone()));
        if seat.answered.len() > ANSWERS {
            let dropped = seat.answered.pop_front().map_or(0, |(id, _)| id);
            seat.dropped = seat.dropped.max(dropped);
        }
        self.send_answer(at, id, refused);
    }

    fn send_answer(&mut self, at: usize, id: u32, refused: Option<Reason>) {
        if let Some(bytes) = shared(&ToClient::Done { id, refused }) {
            send(&mut self.seats[at].line, &bytes, &self.shared);
        }
    }

    fn try_act(&mut self, at: usize, asked: Asked, act: Act, now: Instant) -> Result<(), Reason> {
        let side = self.seats[at].side;
        let battle = self.battle.as_mut().ok_or(Reason::NotNow)?;
        if battle.is_behind {
            return Err(Reason::NotStored);
        }
        if battle.is_over() {
            return Err(Reason::Over);
        }
        if !self.seats[at].is_ready {
            return Err(Reason::NotNow);
        }
        match act {
            Act::Message(bytes) => {
                if self.is_paused {
                    return Err(Reason::Paused);
                }
                self.decide(at, asked, &bytes)
            }
            Act::Undo => self.undo(side),
            Act::ResetTurn => {
                battle.referee.reset_turn(side).map_err(Reason::Undo)?;
                self.ask_again();
                Ok(())
            }
            Act::Consent(consents) => self.consent(side, consents),
            Act::Resign => self.resign(at, now),
            Act::Pause => self.pause(at, now),
            Act::Continue => {
                if !std::mem::take(&mut self.is_paused) {
                    return Err(Reason::NotNow);
                }
                self.seats.iter_mut().for_each(|seat| seat.wants_pause = false);
                self.go_on(now);
                self.tell_table(now);
                Ok(())
            }
        }
    }

    fn decide(&mut self, at: usize, asked: Asked, bytes: &[u8]) -> Result<(), Reason> {
        let seat = &self.seats[at];
        let side = seat.side;
        if seat.outbox.known(asked.sequence).is_some_and(|known| known != asked.known) {
            self.heal(at);
            return Err(Reason::OutOfStep);
        }
        let Some(battle) = &mut self.battle else { return Err(Reason::NotNow) };
        if battle.referee.pending().team() != Some(side) {
            return Err(Reason::NotAsked);
        }
        if asked.question != seat.outbox.question() {
            return Err(Reason::Stale);
        }
        let book = battle.referee.rules_for(side);
        match Message::from_bytes(&book, bytes).map_err(|_| Reason::Malformed)? {
            Message::Decide(decision) => battle.referee.decide(side, decision)?,
            Message::Close => battle.referee.close(side)?,
        }
        battle.referee.advance();
        self.undo = None;
        Ok(())
    }

    fn ask_again(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.outbox.ask_again());
    }

    fn others(&self, side: Team) -> Vec<Team> {
        let others = self.seats.iter().filter(|seat| seat.side != side && seat.token.is_some());
        others.map(|seat| seat.side).collect()
    }

    fn undo(&mut self, side: Team) -> Result<(), Reason> {
        let others = self.others(side);
        let Some(battle) = &mut self.battle else { return Err(Reason::NotNow) };
        let is_open = battle.referee.is_run_undone() || battle.referee.pending().team() != Some(side);
        if is_open && !others.is_empty() {
            if self.options.is_ironman {
                return Err(Reason::Undo(Refusal::Ironman));
            }
            let asked = self.seats.iter_mut().filter(|seat| others.contains(&seat.side));
            if let Some(bytes) = shared(&ToClient::UndoAsked { side: side.0 }) {
                asked.for_each(|seat| send(&mut seat.line, &bytes, &self.shared));
            }
            self.undo = Some((side, others));
            return Err(Reason::AwaitsConsent);
        }
        battle.referee.undo(side).map_err(Reason::Undo)?;
        self.ask_again();
        Ok(())
    }

    fn consent(&mut self, side: Team, consents: bool) -> Result<(), Reason> {
        let (asker, mut left) = self.undo.take().ok_or(Reason::NotNow)?;
        if !left.contains(&side) {
            self.undo = Some((asker, left));
            return Err(Reason::NotNow);
        }
        if !consents {
            if let Some(seat) = self.seats.iter_mut().find(|seat| seat.side == asker)
                && let Some(bytes) = shared(&ToClient::Refused(Reason::Declined))
            {
                send(&mut seat.line, &bytes, &self.shared);
            }
            return Ok(());
        }
        left.retain(|own| *own != side);
        if !left.is_empty() {
            self.undo = Some((asker, left));
            return Ok(());
        }
        let Some(battle) = &mut self.battle else { return Err(Reason::NotNow) };
        // Everybody consents, so the last decision of the asker is taken back with all that followed.
        let own = battle.referee.rewind_points_of(asker);
        let last = own.iter().rposition(|point| point.team == Some(asker)).ok_or(Reason::Undo(Refusal::Nothing))?;
        battle.referee.rewind_for(asker, last.saturating_sub(1)).map_err(Reason::Undo)?;
        self.ask_again();
        Ok(())
    }

    pub(super) fn resign(&mut self, at: usize, now: Instant) -> Result<(), Reason> {
        let side = self.seats[at].side;
        let battle = self.battle.as_mut().ok_or(Reason::NotNow)?;
        battle.referee.resign(side)?;
        self.turn_clocks(now, false);
        self.tell_battle(None, now);
        Ok(())
    }

    fn pause(&mut self, at: usize, now: Instant) -> Result<(), Reason> {
        self.seats[at].wants_pause = true;
        let is_agreed = self.seats.iter().all(|seat| seat.token.is_none() || seat.line.is_none() || seat.wants_pause);
        if is_agreed {
            self.is_paused = true;
            self.turn_clocks(now, false);
            self.tell_table(now);
        }
        Ok(())
    }
}
