//! The form of a new table: each row goes on to its next value; the scenario is picked from a list.

use foretoken_preview::Level;
use foretoken_session::wire::{ClockRule, TableOptions, TimeoutRule};

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormRow {
    /// Scenario.
    Scenario,
    /// Deciders of the sides.
    Seats,
    /// Level of the computer.
    Level,
    /// Whether the table is in the list.
    Open,
    /// Delay for watchers.
    Delay,
    /// Clocks.
    Clock,
    /// Rule for a side that has no time left.
    Timeout,
    /// Whether undo is limited.
    Ironman,
}

impl FormRow {
    /// All rows in order.
    pub const ALL: [Self; 8] =
        [Self::Scenario, Self::Seats, Self::Level, Self::Open, Self::Delay, Self::Clock, Self::Timeout, Self::Ironman];
}

/// Delays for watchers in rounds; `None` forbids watching.
const DELAYS: [Option<u8>; 4] = [Some(0), Some(1), Some(3), None];

/// Clocks as seconds for each turn, seconds in the bank and seconds that each turn adds.
const CLOCKS: [Option<(u32, u32, u32)>; 5] =
    [None, Some((30, 120, 5)), Some((60, 300, 10)), Some((120, 900, 0)), Some((86_400, 0, 0))];

/// Least time for each turn of a seat that is not connected, in seconds.
const AWAY: u32 = 60;

/// A new table in preparation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Form {
    scenario: usize,
    is_picking: bool,
    against_computer: bool,
    level: Level,
    is_private: bool,
    delay: usize,
    clock: usize,
    timeout: TimeoutRule,
    is_ironman: bool,
}

impl Form {
    /// Returns a form with a level of the computer.
    #[must_use]
    pub fn at_level(level: Level) -> Self {
        Self { level, ..Self::default() }
    }

    /// Whether the list of scenarios is open.
    #[must_use]
    pub const fn is_picking(self) -> bool {
        self.is_picking
    }

    /// Returns the index of the scenario.
    #[must_use]
    pub const fn scenario(self) -> usize {
        self.scenario
    }

    /// Takes the scenario at an index of the list, if any, and closes the list.
    pub fn pick(&mut self, scenario: Option<usize>) {
        self.scenario = scenario.unwrap_or(self.scenario);
        self.is_picking = false;
    }

    /// Goes on to the next value of a row, or opens the list of scenarios.
    pub fn turn(&mut self, row: FormRow) {
        match row {
            FormRow::Scenario => self.is_picking = true,
            FormRow::Seats => self.against_computer = !self.against_computer,
            FormRow::Level => self.level = self.level.next(),
            FormRow::Open => self.is_private = !self.is_private,
            FormRow::Delay => self.delay = (self.delay + 1) % DELAYS.len(),
            FormRow::Clock => self.clock = (self.clock + 1) % CLOCKS.len(),
            FormRow::Timeout => {
                self.timeout = match self.timeout {
                    TimeoutRule::Wait => TimeoutRule::Computer,
                    TimeoutRule::Computer => TimeoutRule::Wait,
                }
            }
            FormRow::Ironman => self.is_ironman = !self.is_ironman,
        }
    }

    /// Returns the value of a row and its explanation.
    #[must_use]
    pub fn words(&self, row: FormRow, scenarios: &[(String, String)]) -> (String, String) {
        let told = |value: &str, about: &str| (value.to_owned(), about.to_owned());
        match row {
            FormRow::Scenario => match scenarios.get(self.scenario) {
                Some((_, title)) => (format!("Scenario: {title}"), "Choose another one from the list.".to_owned()),
                None => told("Scenario: none", "The server has no scenario."),
            },
            FormRow::Seats if self.against_computer => {
                told("Seats: the first side", "The computer decides for the other sides.")
            }
            FormRow::Seats => told(
                "Seats: every side",
                "A player for each side. When you start the battle, the computer takes free seats.",
            ),
            FormRow::Level => (format!("Computer: {}", self.level.name()), self.level.note().to_owned()),
            FormRow::Open if self.is_private => {
                told("Table: private", "Only players with the code can join. The next page shows the code.")
            }
            FormRow::Open => told("Table: open", "The table is in the list of the server."),
            FormRow::Delay => match DELAYS[self.delay] {
                None => told("Watchers: none", "Nobody can watch the battle."),
                Some(0) => told("Watchers: no delay", "Watchers see one side's knowledge at once."),
                Some(1) => told("Watchers: 1 round later", "Watchers see one side's knowledge one round later."),
                Some(rounds) => (
                    format!("Watchers: {rounds} rounds later"),
                    format!("Watchers see one side's knowledge {rounds} rounds later."),
                ),
            },
            FormRow::Clock => match CLOCKS[self.clock] {
                None => told("Clock: none", "No time limit."),
                Some((turn, 0, _)) => (format!("Clock: {} a turn", span(turn)), "Time for each turn.".to_owned()),
                Some((turn, bank, increment)) => (
                    format!("Clock: {} a turn, {} in the bank", span(turn), span(bank)),
                    match increment {
                        0 => "The bank runs when the time of the turn is out.".to_owned(),
                        more => {
                            format!("The bank runs when the time of the turn is out. Each turn adds {more} s to it.")
                        }
                    },
                ),
            },
            FormRow::Timeout if self.clock == 0 => told("Out of time: no clock", "Choose a clock first."),
            FormRow::Timeout => match self.timeout {
                TimeoutRule::Wait => told("Out of time: wait", "The units without an order wait."),
                TimeoutRule::Computer => told("Out of time: computer", "The computer decides this turn."),
            },
            FormRow::Ironman if self.is_ironman => told("Ironman: on", "Executed turns cannot be undone."),
            FormRow::Ironman => told("Ironman: off", "Executed turns can be undone if all players agree."),
        }
    }

    /// Returns the options; `None` without a scenario.
    #[must_use]
    pub fn options(&self, scenarios: &[(String, String)]) -> Option<TableOptions> {
        let (scenario, _) = scenarios.get(self.scenario)?;
        let clock = CLOCKS[self.clock].map(|(turn, bank, increment)| ClockRule {
            turn: turn * 1000,
            bank: bank * 1000,
            increment: increment * 1000,
            away: turn.max(AWAY) * 1000,
            timeout: self.timeout,
        });
        Some(TableOptions {
            scenario: scenario.clone(),
            level: self.level.code(),
            seed: None,
            seats: self.against_computer.then(|| vec![0]),
            is_open: !self.is_private,
            delay: DELAYS[self.delay],
            clock,
            is_ironman: self.is_ironman,
        })
    }
}

fn span(seconds: u32) -> String {
    match seconds {
        86_400.. => format!("{} h", seconds / 3600),
        60.. => format!("{} min", seconds / 60),
        _ => format!("{seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_round_and_make_options() {
        let scenarios = vec![("vigil/a".to_owned(), "A".to_owned()), ("vigil/b".to_owned(), "B".to_owned())];
        let mut form = Form::default();
        assert_eq!(form.options(&[]), None);
        for row in FormRow::ALL {
            let before = form.words(row, &scenarios);
            form.turn(row);
            assert_eq!(form.is_picking(), row == FormRow::Scenario);
            form.pick(form.is_picking().then_some(1));
            assert_ne!(form.words(row, &scenarios), before, "{row:?}");
        }
        let options = form.options(&scenarios).expect("a scenario");
        assert_eq!((options.scenario.as_str(), options.seats.as_deref()), ("vigil/b", Some(&[0][..])));
        assert_eq!((options.is_open, options.delay, options.is_ironman), (false, Some(1), true));
        let clock = options.clock.expect("a clock");
        assert_eq!(
            (clock.turn, clock.bank, clock.away, clock.timeout),
            (30_000, 120_000, 60_000, TimeoutRule::Computer)
        );
    }
}
