//! Texts of online play: the connection, the table, the clocks and whose turn it is.

use foretoken_preview::Level;
use foretoken_session::wire::{ClockInfo, SeatInfo, SeatPlan, TableInfo};
use foretoken_session::{Connection, Remote, Session};
use foretoken_vm::Team;

/// Title of the entry and its pages.
pub const PLAY_ONLINE: &str = "Play online";

/// Explanation of the entry.
pub const PLAY_ONLINE_ABOUT: &str = "Battles against other players at a server.";

/// Reason why the editor is closed.
pub const NO_EDITOR: &str = "The editor is closed during an online battle.";

/// Reason why the editor is closed in the lobby.
pub const NO_EDITOR_IN_LOBBY: &str = "The editor is closed while you are at a server. Disconnect first.";

/// Returns the state of the connection; empty if it is open.
#[must_use]
pub fn connection(connection: &Connection) -> String {
    match connection {
        Connection::Open => String::new(),
        Connection::Opening => "Connecting …".to_owned(),
        Connection::Lost { reason, retry, attempts } => {
            let wait = match retry.div_ceil(1000) {
                0 => "now".to_owned(),
                seconds => format!("in {seconds} s"),
            };
            format!("The connection is lost: {reason}. Attempt {attempts}: again {wait}.")
        }
        Connection::Ended(reason) => reason.to_string(),
    }
}

/// Returns a seat in words.
#[must_use]
pub fn seat(seat: &SeatInfo, you: Option<Team>) -> String {
    let who = match (seat.plan, seat.name.as_str()) {
        (SeatPlan::Computer, _) => "computer".to_owned(),
        (SeatPlan::Seat, "") => "free".to_owned(),
        (SeatPlan::Seat, name) if seat.is_here => name.to_owned(),
        (SeatPlan::Seat, name) => format!("{name}, not connected"),
    };
    let you = if you == Some(Team(seat.side)) { " (you)" } else { "" };
    format!("Side {}: {who}{you}", seat.side + 1)
}

/// Returns a table of the list in words.
#[must_use]
pub fn table(table: &TableInfo) -> String {
    let free = table.seats.iter().filter(|seat| is_free(seat)).count();
    let state = match (table.is_over, table.is_begun, free) {
        (true, ..) => "over".to_owned(),
        (_, true, _) => "in play".to_owned(),
        (.., 0) => "full".to_owned(),
        (.., 1) => "1 free seat".to_owned(),
        (.., free) => format!("{free} free seats"),
    };
    format!("{} · {state} · {}", table.title, table.code)
}

/// Whether a person can take a seat.
#[must_use]
pub fn is_free(seat: &SeatInfo) -> bool {
    seat.plan == SeatPlan::Seat && seat.name.is_empty()
}

/// Returns how watchers see a table.
#[must_use]
pub fn delay(delay: Option<u8>) -> String {
    match delay {
        None => "Watching is not allowed".to_owned(),
        Some(0) => "Watchers see the battle without delay".to_owned(),
        Some(1) => "Watchers see the battle 1 round later".to_owned(),
        Some(rounds) => format!("Watchers see the battle {rounds} rounds later"),
    }
}

/// Returns the level of the computer at a table, and whether undo is limited.
#[must_use]
pub fn terms(table: &TableInfo) -> String {
    let level = Level::from_code(table.level).unwrap_or_default().name();
    format!("Computer: {level}{}", if table.is_ironman { ", ironman" } else { "" })
}

/// Returns the name of a side at a table.
#[must_use]
pub fn name_of(table: &TableInfo, side: Team) -> String {
    match table.seats.iter().find(|seat| seat.side == side.0) {
        Some(seat) if seat.plan == SeatPlan::Seat && !seat.name.is_empty() => seat.name.clone(),
        _ => format!("Side {}", side.0 + 1),
    }
}

fn time(millis: u32) -> String {
    let seconds = millis.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Returns a clock in words: the time of the turn, and the bank behind a plus sign.
#[must_use]
pub fn clock(name: &str, clock: &ClockInfo) -> String {
    let runs = if clock.is_running { "▶ " } else { "" };
    match clock.bank {
        0 => format!("{runs}{name} {}", time(clock.turn)),
        bank => format!("{runs}{name} {} +{}", time(clock.turn), time(bank)),
    }
}

/// Lines about an online battle for its screen.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Strip {
    /// Connection if it is not open, else whose turn it is.
    pub state: String,
    /// Whether the player must do something: decide, or wait for the connection.
    pub is_urgent: bool,
    /// Clocks of the sides; empty without a limit.
    pub clocks: String,
    /// The last words of the chat.
    pub said: Option<String>,
    /// Request of another side to undo.
    pub asks: Option<String>,
    /// Whether the player can pause and resign: a seat in a running battle.
    pub plays: bool,
    /// Whether the clocks are paused.
    pub is_paused: bool,
}

impl Strip {
    /// Returns the lines of a session; `None` if its battle is in this process.
    #[must_use]
    pub fn of(session: &Session) -> Option<Self> {
        let place = session.place()?;
        let table = place.client().table();
        let name = |side: Team| table.map_or_else(|| format!("Side {}", side.0 + 1), |table| name_of(table, side));
        let connection = connection(place.connection());
        let (state, is_urgent) =
            if connection.is_empty() { (turn(session, place, &name), session.is_asked()) } else { (connection, true) };
        let clocks: Vec<String> = place.clocks().map(|one| clock(&name(Team(one.side)), &one)).collect();
        let said = place.chat().next_back().map(|said| format!("{}: {}", said.name, said.words));
        let asks = place.asks_undo().map(|side| format!("{} asks to undo the last turn.", name(side)));
        let plays = !place.client().is_watcher() && session.outcome() == 0;
        let is_paused = table.is_some_and(|table| table.is_paused);
        Some(Self { state, is_urgent, clocks: clocks.join(" · "), said, asks, plays, is_paused })
    }
}

fn turn(session: &Session, place: &Remote, name: &impl Fn(Team) -> String) -> String {
    let table = place.client().table();
    let watch = if place.client().is_watcher() {
        let delay = delay(table.and_then(|table| table.delay));
        format!("You watch {}. {delay}. ", name(session.seat().team()))
    } else {
        String::new()
    };
    let state = match session.seat().pending().team() {
        _ if session.outcome() != 0 => "The battle is over.".to_owned(),
        _ if table.is_some_and(|table| table.is_paused) => "Paused.".to_owned(),
        Some(side) if side != session.seat().team() || place.client().is_watcher() => away(table, side, name),
        _ if session.is_asked() => "Your turn.".to_owned(),
        _ => "Waiting for the server.".to_owned(),
    };
    format!("{watch}{state}")
}

fn away(table: Option<&TableInfo>, side: Team, name: &impl Fn(Team) -> String) -> String {
    let seat = table.and_then(|table| table.seats.iter().find(|seat| seat.side == side.0));
    let is_away = seat.is_some_and(|seat| seat.plan == SeatPlan::Seat && !seat.name.is_empty() && !seat.is_here);
    let name = name(side);
    if is_away { format!("Waiting for {name}, who is not connected.") } else { format!("Waiting for {name}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_minutes_and_the_bank() {
        let own = ClockInfo { side: 0, turn: 61_001, bank: 0, is_running: true };
        assert_eq!(clock("Ada", &own), "▶ Ada 1:02");
        let other = ClockInfo { side: 1, turn: 0, bank: 3_600_000, is_running: false };
        assert_eq!(clock("Bob", &other), "Bob 0:00 +1:00:00");
    }

    #[test]
    fn a_lost_connection_counts_down() {
        let lost = |retry| Connection::Lost { reason: "timed out".to_owned(), retry, attempts: 2 };
        assert_eq!(connection(&lost(1500)), "The connection is lost: timed out. Attempt 2: again in 2 s.");
        assert_eq!(connection(&lost(0)), "The connection is lost: timed out. Attempt 2: again now.");
    }
}
