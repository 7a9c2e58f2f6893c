//! Clocks of the seats. Time counts only while a side must decide; the turn's own time goes first, then the bank. A seat
//! that is away has a time of its own for each turn, so that a lost connection costs neither side its bank.

use super::Table;
use foretoken_session::wire::{ClockInfo, ClockRule, TimeoutRule};
use foretoken_vm::Team;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// Clock of a seat.
#[derive(Debug)]
pub struct Clock {
    rule: Option<ClockRule>,
    turn: Duration,
    pub(super) bank: Duration,
    away: Duration,
    is_away: bool,
    since: Option<Instant>,
}

fn milliseconds(of: u32) -> Duration {
    Duration::from_millis(u64::from(of))
}

impl Clock {
    /// Creates a full clock.
    pub fn new(rule: Option<ClockRule>) -> Self {
        let of = |value: fn(&ClockRule) -> u32| rule.as_ref().map_or(Duration::ZERO, |rule| milliseconds(value(rule)));
        Self {
            rule,
            turn: of(|rule| rule.turn),
            bank: of(|rule| rule.bank),
            away: of(|rule| rule.away),
            is_away: false,
            since: None,
        }
    }

    /// Begins a turn.
    fn begin(&mut self, now: Instant) {
        if let Some(rule) = &self.rule {
            (self.turn, self.away) = (milliseconds(rule.turn), milliseconds(rule.away));
            self.since = Some(now);
        }
    }

    /// Counts the time since the last call.
    fn charge(&mut self, now: Instant) {
        let Some(since) = self.since.filter(|_| self.rule.is_some()) else { return };
        let passed = now.saturating_duration_since(since);
        self.since = Some(now);
        if self.is_away {
            self.away = self.away.saturating_sub(passed);
        } else {
            let of_bank = passed.saturating_sub(self.turn);
            self.turn = self.turn.saturating_sub(passed);
            self.bank = self.bank.saturating_sub(of_bank);
        }
    }

    /// Ends a turn.
    fn end(&mut self) {
        if self.since.take().is_some() {
            let increment = self.rule.as_ref().map_or(0, |rule| rule.increment);
            self.bank += milliseconds(increment);
        }
    }

    /// Returns the time that is left for this turn.
    fn left(&self) -> Option<Duration> {
        self.since?;
        Some(if self.is_away { self.away } else { self.turn + self.bank })
    }

    fn info(&self, side: Team, now: Instant) -> Option<ClockInfo> {
        self.rule?;
        let mut shown = Self { rule: self.rule, since: self.since, ..*self };
        shown.charge(now);
        let in_milliseconds = |of: Duration| u32::try_from(of.as_millis()).unwrap_or(u32::MAX);
        let turn = if shown.is_away { shown.away } else { shown.turn };
        let (turn, bank) = (in_milliseconds(turn), in_milliseconds(shown.bank));
        Some(ClockInfo { side: side.0, turn, bank, is_running: self.since.is_some() })
    }
}

impl Table {
    pub(super) fn clocks(&self, now: Instant) -> Vec<ClockInfo> {
        self.seats.iter().filter_map(|seat| seat.clock.info(seat.side, now)).collect()
    }

    /// Returns the time at which the asked side's time is out.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        if self.is_paused || self.battle.as_ref().is_some_and(|battle| battle.is_behind) {
            return None;
        }
        self.seats.iter().filter_map(|seat| Some(seat.clock.since? + seat.clock.left()?)).min()
    }

    pub(super) fn charge(&mut self, now: Instant) {
        self.seats.iter_mut().for_each(|seat| seat.clock.charge(now));
    }

    /// Notes which seats are away.
    pub(super) fn settle_away(&mut self, now: Instant) {
        self.charge(now);
        self.seats.iter_mut().for_each(|seat| seat.clock.is_away = seat.line.is_none());
    }

    /// Starts the clock of the asked side and stops all others. `is_new` begins a turn although the same side goes on.
    pub(super) fn turn_clocks(&mut self, now: Instant, is_new: bool) {
        self.charge(now);
        let asked = self.battle.as_ref().and_then(|battle| battle.referee.pending().team()).filter(|_| !self.is_paused);
        let mut noted = Vec::new();
        for seat in &mut self.seats {
            let (is_asked, runs) = (asked == Some(seat.side), seat.clock.since.is_some());
            if runs && (!is_asked || is_new) {
                if self.is_paused {
                    seat.clock.since = None;
                } else {
                    seat.clock.end();
                    noted.push((seat.side, seat.clock.bank));
                }
            }
            if is_asked && (is_new || !runs) {
                seat.clock.begin(now);
            }
        }
        if let Some(battle) = &mut self.battle {
            noted.into_iter().for_each(|(side, left)| battle.referee.note_clock(side, left));
        }
    }

    /// Continues the clock of the asked side after a pause. A pause gives no time back.
    pub(super) fn go_on(&mut self, now: Instant) {
        let asked = self.battle.as_ref().and_then(|battle| battle.referee.pending().team());
        if let Some(seat) = self.seats.iter_mut().find(|seat| Some(seat.side) == asked) {
            seat.clock.since = Some(now);
        }
    }

    /// Decides for the side whose time is out.
    pub fn tick(&mut self, now: Instant) {
        if self.battle.as_ref().is_some_and(|battle| battle.is_behind) {
            return self.tell_battle(None, now);
        }
        self.charge(now);
        if self.deadline().is_none_or(|at| at > now) {
            return;
        }
        let by_planner = self.options.clock.is_some_and(|clock| clock.timeout == TimeoutRule::Computer);
        let Some(battle) = &mut self.battle else { return };
        let Some(side) = battle.referee.pending().team() else { return };
        self.shared.metrics.timeouts_total.fetch_add(1, Ordering::Relaxed);
        if battle.referee.time_out(side, by_planner).is_ok() {
            battle.referee.advance();
        }
        self.turn_clocks(now, true);
        self.tell_battle(None, now);
        self.tell_table(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: ClockRule =
        ClockRule { turn: 10_000, bank: 5_000, increment: 2_000, away: 60_000, timeout: TimeoutRule::Wait };

    #[test]
    fn the_turn_goes_first_then_the_bank() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut clock = Clock::new(Some(RULE));
        clock.begin(start);
        clock.charge(at(8));
        assert_eq!((clock.turn, clock.bank), (Duration::from_secs(2), Duration::from_secs(5)));
        clock.charge(at(12));
        assert_eq!((clock.turn, clock.bank), (Duration::ZERO, Duration::from_secs(3)));
        clock.end();
        assert_eq!(clock.bank, Duration::from_secs(5), "the increment");
        clock.charge(at(100));
        assert_eq!(clock.left(), None, "it stands between the turns");
    }

    #[test]
    fn time_away_does_not_count_for_the_bank_and_a_clock_set_back_gives_nothing() {
        let start = Instant::now();
        let mut clock = Clock::new(Some(RULE));
        clock.begin(start);
        clock.is_away = true;
        clock.charge(start + Duration::from_secs(30));
        assert_eq!(
            (clock.turn, clock.bank, clock.away.as_secs()),
            (Duration::from_secs(10), Duration::from_secs(5), 30)
        );
        clock.is_away = false;
        clock.charge(start);
        assert_eq!(clock.turn, Duration::from_secs(10));
    }
}
