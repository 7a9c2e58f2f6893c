//! Online play without a screen: pages of rows for both front ends, the place at the server, and the seats to return to.
//! During a battle the session has the place; the front end gives it back afterwards.

mod form;
mod kept;
mod lobby;
pub mod socket;
pub mod words;

pub use form::{Form, FormRow};
pub use kept::{Kept, KeptSeat};
pub use lobby::{Deed, Field, Page, Row};

use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::wire::{Client, Event, Reason, SeatToken, ToServer, limits};
use foretoken_session::{Compiler, Connection, Link, Remote, Session};
use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::Arc;

/// Opens a link to an address.
pub type Opener = Arc<dyn Fn(&str) -> Box<dyn Link + Send> + Send + Sync>;

/// Address of a server on this machine.
const USUAL: &str = "127.0.0.1:7777";

/// Milliseconds between two requests for the list of tables while its page is open.
const REFRESH: u32 = 3000;

/// Port of an address without one.
const PORT: u16 = 7777;

/// A table to enter as soon as the server greets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrance {
    /// Takes a seat by the code of the table.
    Sit(String),
    /// Watches by the code of the table.
    Watch(String),
}

/// Online play.
pub struct Online {
    content: Content,
    opener: Opener,
    kept: Kept,
    address: String,
    name: String,
    level: Level,
    place: Option<Box<Remote>>,
    form: Option<Form>,
    code: String,
    typing: Option<(Field, String)>,
    entrance: Option<Entrance>,
    has_begun: bool,
    wants_rematch: bool,
    message: String,
    /// Milliseconds since the last request for the list of tables.
    since_list: u32,
}

impl Debug for Online {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Online").field("place", &self.place).field("page", &self.page()).finish_non_exhaustive()
    }
}

/// Returns an address with scheme and port.
#[must_use]
pub fn full_address(typed: &str) -> String {
    let typed = typed.trim().trim_end_matches('/');
    let (scheme, host) = typed.split_once("://").unwrap_or(("ws", typed));
    let after_brackets = host.rsplit(']').next().unwrap_or(host);
    let has_port = scheme == "wss" || host.contains('/') || after_brackets.contains(':');
    if has_port { format!("{scheme}://{host}") } else { format!("{scheme}://{host}:{PORT}") }
}

/// Returns the name of the user of this machine, within the limits of the protocol.
fn usual_name() -> String {
    let user = ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    let name: String =
        user.unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(limits::NAME).collect();
    if name.trim().is_empty() { "Player".to_owned() } else { name }
}

impl Online {
    /// Creates online play with the file of a data folder; without one, nothing is kept.
    #[must_use]
    pub fn new(content: Content, folder: Option<&Path>, opener: Opener) -> Self {
        let kept = Kept::load(folder);
        let or = |kept: &str, usual: String| if kept.is_empty() { usual } else { kept.to_owned() };
        Self {
            address: or(kept.address(), USUAL.to_owned()),
            name: or(kept.name(), usual_name()),
            content,
            opener,
            kept,
            level: Level::default(),
            place: None,
            form: None,
            code: String::new(),
            typing: None,
            entrance: None,
            has_begun: false,
            wants_rematch: false,
            message: String::new(),
            since_list: 0,
        }
    }

    /// Sets the level of the computer on the form of a new table.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Sets the name, within the limits of the protocol.
    pub fn set_name(&mut self, name: &str) {
        let name: String = name.trim().chars().filter(|letter| !letter.is_control()).take(limits::NAME).collect();
        if !name.is_empty() {
            self.name = name;
        }
    }

    /// Connects to an address and enters a table there. A kept seat at that table is taken again.
    pub fn join(&mut self, address: &str, entrance: Option<Entrance>) {
        self.address = address.trim().to_owned();
        let full = full_address(address);
        let code = match &entrance {
            Some(Entrance::Sit(code)) => Some(code),
            _ => None,
        };
        let seat = self.kept.seats().iter().find(|seat| seat.address == full && Some(&seat.code) == code);
        let token = seat.and_then(KeptSeat::token);
        self.entrance = entrance.filter(|_| token.is_none());
        self.connect(&full, token);
    }

    fn connect(&mut self, full: &str, token: Option<SeatToken>) {
        let content = self.content.clone();
        let compile: Compiler = Box::new(move |text, scenario| content.rules_of_text(text, scenario));
        self.message.clear();
        (self.form, self.has_begun, self.wants_rematch) = (None, false, false);
        let done = self.kept.set_last(&self.address, &self.name);
        self.tell_unless(done);
        self.place = Some(Box::new(Remote::new(Client::new(&self.name, token), (self.opener)(full), compile)));
    }

    fn tell_unless(&mut self, done: Result<(), crate::files::KeepError>) {
        if let Err(error) = done {
            self.message = format!("The seat could not be stored: {error}.");
        }
    }

    /// Returns the place at the server; `None` without a connection, and during a battle.
    #[must_use]
    pub fn place(&self) -> Option<&Remote> {
        self.place.as_deref()
    }

    /// Returns the message to the player.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Reads the news of the server after some time has passed. Returns whether something changed.
    pub fn poll(&mut self, millis: u32) -> bool {
        let Some(place) = &mut self.place else { return false };
        let before = place.connection().clone();
        place.pass_time(millis);
        let events = place.poll();
        let is_changed = !events.is_empty() || *place.connection() != before;
        events.iter().for_each(|event| self.note(event));
        let ended = self.place.as_ref().and_then(|place| match place.connection() {
            Connection::Ended(reason) => Some(reason.clone()),
            _ => None,
        });
        if let Some(reason) = ended {
            if reason == Reason::UnknownToken {
                self.forget_seat();
            }
            self.message = reason.to_string();
            self.place = None;
        }
        self.refresh_list(millis);
        is_changed
    }

    /// Asks for the tables now and then while their page is open.
    fn refresh_list(&mut self, millis: u32) {
        let is_open = self.place().is_some_and(|place| *place.connection() == Connection::Open);
        self.since_list =
            if is_open && self.page() == Page::Tables { self.since_list + millis.min(REFRESH) } else { 0 };
        if self.since_list >= REFRESH
            && let Some(place) = &mut self.place
        {
            self.since_list = 0;
            place.tell(ToServer::List);
        }
    }

    /// Takes notice of an event, also one that arrived during a battle.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Welcomed => self.greeted(),
            Event::Refused(Reason::UnknownToken) => {
                self.forget_seat();
                self.message = Reason::UnknownToken.to_string();
                self.place = None;
            }
            Event::Refused(reason) => {
                self.message = reason.to_string();
                self.list_first();
            }
            Event::Broken(why) => self.message = format!("A message of the server could not be read: {why}"),
            Event::Begun => (self.has_begun, self.wants_rematch) = (true, false),
            Event::Seated => (self.form, self.message) = (None, String::new()),
            Event::Table => self.keep_seat(),
            _ => {}
        }
    }

    fn greeted(&mut self) {
        let Some(place) = self.place.as_mut().filter(|place| place.client().token().is_none()) else { return };
        place.tell(match self.entrance.take() {
            Some(Entrance::Sit(code)) => ToServer::Sit { code, side: None },
            Some(Entrance::Watch(code)) => ToServer::Watch { code, side: None },
            None => ToServer::List,
        });
    }

    /// Asks for the tables if none are listed, such as after a wrong code on the command line.
    fn list_first(&mut self) {
        if let Some(place) = &mut self.place
            && place.client().token().is_none()
            && place.scenarios().is_empty()
        {
            place.tell(ToServer::List);
        }
    }

    /// Stores the seat for a later start of the program.
    fn keep_seat(&mut self) {
        let Some(place) = &self.place else { return };
        let client = place.client();
        let (Some(table), Some(token)) = (client.table(), client.token()) else { return };
        let at = full_address(&self.address);
        let done = self.kept.add((&at, &self.name), (&table.code, &table.title), token);
        self.tell_unless(done);
    }

    fn forget_seat(&mut self) {
        let token = self.place.as_ref().and_then(|place| place.client().token());
        if let Some(token) = token {
            let done = self.kept.forget(token);
            self.tell_unless(done);
        }
    }

    /// Whether a battle has begun that [`Self::take_battle`] returns.
    #[must_use]
    pub fn has_battle(&self) -> bool {
        self.has_begun && self.place().is_some_and(|place| place.client().seat().is_some())
    }

    /// Takes the battle for a session, once it has begun. Give the place back with [`Self::put_back`].
    pub fn take_battle(&mut self) -> Option<Session> {
        if !std::mem::take(&mut self.has_begun) {
            return None;
        }
        match Session::at_server(self.place.take()?) {
            Ok(session) => Some(session),
            Err(place) => {
                self.place = Some(place);
                None
            }
        }
    }

    /// Takes the place back after a battle or out of it.
    pub fn put_back(&mut self, session: Session) {
        self.place = session.into_place();
        if let Some(Connection::Ended(reason)) = self.place().map(Remote::connection) {
            self.message = reason.to_string();
            self.place = None;
        }
    }

    /// Leaves the table for good. The seat is free or the computer's then.
    pub fn leave(&mut self) {
        self.forget_seat();
        if let Some(place) = &mut self.place {
            place.leave(&self.name);
            place.tell(ToServer::List);
        }
        (self.has_begun, self.wants_rematch, self.form) = (false, false, None);
        self.message.clear();
    }

    /// Closes the connection. The seat stays; the first page offers it.
    pub fn disconnect(&mut self) {
        (self.place, self.form, self.has_begun, self.wants_rematch) = (None, None, false, false);
        self.message.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::full_address;

    #[test]
    fn addresses_get_scheme_and_port() {
        for (typed, full) in [
            ("127.0.0.1", "ws://127.0.0.1:7777"),
            ("example.org:80", "ws://example.org:80"),
            (" ws://[::1]/ ", "ws://[::1]:7777"),
            ("wss://example.org", "wss://example.org"),
            ("ws://example.org/game", "ws://example.org/game"),
        ] {
            assert_eq!(full_address(typed), full, "{typed}");
        }
    }
}
