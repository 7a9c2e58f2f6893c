//! The pages of the lobby as rows with deeds, and the line in which the player types. Front ends draw the rows and press
//! them; they know no rule of the lobby.

use super::{Entrance, Form, FormRow, KeptSeat, Online, full_address, words};
use foretoken_session::Remote;
use foretoken_session::wire::{SeatInfo, TableInfo, ToServer, limits};

/// A line that the player types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Address of the server.
    Address,
    /// Name of the player.
    Name,
    /// Code of a table.
    Code,
    /// Words to the table.
    Chat,
}

impl Field {
    const fn most(self) -> usize {
        match self {
            Self::Address => 200,
            Self::Name => limits::NAME,
            Self::Code => 32,
            Self::Chat => limits::CHAT,
        }
    }
}

/// A page of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Address, name and seats to return to.
    Address,
    /// Tables of the server.
    Tables,
    /// Form of a new table.
    New,
    /// List of scenarios for the form.
    Scenarios,
    /// Table of the player.
    Table,
}

/// Effect of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Begins to type.
    Type(Field),
    /// Opens the connection.
    Connect,
    /// Returns to a kept seat, by its index.
    Return(usize),
    /// Closes the connection.
    Disconnect,
    /// Asks for the tables again.
    Refresh,
    /// Opens the form of a new table.
    Prepare,
    /// Goes on to the next value of a row of the form, or opens the list of scenarios.
    Turn(FormRow),
    /// Takes a scenario of the list for the form, by its index.
    Pick(usize),
    /// Creates the table of the form.
    Create,
    /// Closes the form.
    CloseForm,
    /// Takes a free seat.
    Sit {
        /// Code of the table.
        code: String,
        /// Side; `None` for the first free one.
        side: Option<u8>,
    },
    /// Watches a table.
    Watch(String),
    /// Starts the battle.
    Start,
    /// Goes back to the battle that has begun.
    Resume,
    /// Asks for the same battle again.
    Rematch,
    /// Leaves the table for good.
    Leave,
}

/// A row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name for tests.
    pub name: String,
    /// Icon.
    pub icon: &'static str,
    /// Words.
    pub words: String,
    /// Explanation.
    pub about: String,
    /// Effect; `None` for a row that only tells something.
    pub deed: Option<Deed>,
}

impl Row {
    fn new(name: impl Into<String>, icon: &'static str, words: impl Into<String>, deed: Deed) -> Self {
        Self { name: name.into(), icon, words: words.into(), about: String::new(), deed: Some(deed) }
    }

    fn telling(self, about: impl Into<String>) -> Self {
        Self { about: about.into(), ..self }
    }

    /// Makes the row grey, with the reason.
    fn refused(self, why: &str) -> Self {
        Self { about: why.to_owned(), deed: None, ..self }
    }
}

impl Online {
    /// Returns the page.
    #[must_use]
    pub fn page(&self) -> Page {
        match &self.place {
            None => Page::Address,
            Some(place) if place.client().table().is_some() && place.client().token().is_some() => Page::Table,
            Some(_) => match self.form {
                Some(form) if form.is_picking() => Page::Scenarios,
                Some(_) => Page::New,
                None => Page::Tables,
            },
        }
    }

    /// Returns the heading of the page.
    #[must_use]
    pub fn heading(&self) -> String {
        match (self.page(), self.place().and_then(|place| place.client().table())) {
            (Page::Address, _) => words::PLAY_ONLINE.to_owned(),
            (Page::Tables, _) => format!("Tables at {}", self.address),
            (Page::New, _) => "New table".to_owned(),
            (Page::Scenarios, _) => "Scenarios and battles of campaigns".to_owned(),
            (Page::Table, Some(table)) => format!("{} · table {}", table.title, table.code),
            (Page::Table, None) => String::new(),
        }
    }

    /// Returns the line under the heading: the message, else the connection, else the state of the page.
    #[must_use]
    pub fn state(&self) -> String {
        let connection = self.place().map_or_else(String::new, |place| words::connection(place.connection()));
        let told = [&self.message, &connection].into_iter().find(|words| !words.is_empty()).cloned();
        told.unwrap_or_else(|| match (self.page(), self.place().and_then(|place| place.client().table())) {
            (Page::Address, _) => words::PLAY_ONLINE_ABOUT.to_owned(),
            (Page::Table, Some(table)) => {
                let state = match () {
                    () if table.is_over => "The battle is over.",
                    () if table.is_begun => "The battle has begun.",
                    () if table.seats.iter().any(words::is_free) => {
                        "Waiting for players. Give them the code of the table."
                    }
                    () => "All seats are taken.",
                };
                format!("{state}{} {}.", watchers(table.watchers), words::terms(table))
            }
            _ => String::new(),
        })
    }

    /// Returns the chat of the table, oldest first.
    #[must_use]
    pub fn chat(&self) -> Vec<String> {
        let said = self.place().into_iter().flat_map(Remote::chat);
        said.map(|said| format!("{}: {}", said.name, said.words)).collect()
    }

    /// Returns the line that the player types, with its label.
    #[must_use]
    pub fn typed(&self) -> Option<String> {
        let (field, typed) = self.typing.as_ref()?;
        let label = match field {
            Field::Address => "Address",
            Field::Name => "Name",
            Field::Code => "Code",
            Field::Chat => "Say",
        };
        Some(format!("{label}: {typed}_"))
    }

    /// Adds a letter to the typed line. Returns false if the player types nothing.
    pub fn push(&mut self, letter: char) -> bool {
        let Some((field, typed)) = &mut self.typing else { return false };
        if !letter.is_control() && typed.chars().count() < field.most() {
            typed.push(letter);
        }
        true
    }

    /// Removes the last letter of the typed line.
    pub fn erase(&mut self) {
        if let Some((_, typed)) = &mut self.typing {
            typed.pop();
        }
    }

    /// Drops the typed line. Returns false if the player types nothing.
    pub fn stop_typing(&mut self) -> bool {
        self.typing.take().is_some()
    }

    /// Takes the typed line over. Returns false if the player types nothing.
    pub fn enter(&mut self) -> bool {
        let Some((field, typed)) = self.typing.take() else { return false };
        let typed = typed.trim().to_owned();
        match field {
            _ if typed.is_empty() => {}
            Field::Address => self.address = typed,
            Field::Name => self.name = typed,
            Field::Code => self.code = typed.to_uppercase(),
            Field::Chat => {
                if let Some(place) = &mut self.place {
                    place.say(&typed);
                }
            }
        }
        true
    }

    /// Returns the rows of the page.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        match (self.page(), self.place()) {
            (Page::Tables, Some(place)) => self.rows_of_tables(place),
            (Page::New, Some(place)) => self.rows_of_form(place),
            (Page::Scenarios, Some(place)) => self.rows_of_scenarios(place),
            (Page::Table, Some(place)) => self.rows_of_table(place),
            _ => self.rows_of_address(),
        }
    }

    fn rows_of_address(&self) -> Vec<Row> {
        let returns = self.kept.seats().iter().enumerate().map(|(at, seat)| {
            let words = format!("Return to {} ({})", seat.title, seat.code);
            Row::new(format!("return {}", seat.code), "play", words, Deed::Return(at))
                .telling(format!("Your seat as {} at {}.", seat.name, seat.address))
        });
        let own = [
            Row::new("address", "map", format!("Server: {}", self.address), Deed::Type(Field::Address))
                .telling("Address of the server, such as example.org or wss://example.org."),
            Row::new("name", "shield", format!("Name: {}", self.name), Deed::Type(Field::Name))
                .telling("Name that other players see."),
            Row::new("connect", "play", "Connect", Deed::Connect),
        ];
        returns.chain(own).collect()
    }

    fn rows_of_tables(&self, place: &Remote) -> Vec<Row> {
        let mut rows: Vec<Row> = place.tables().iter().flat_map(rows_of_listed).collect();
        rows.push(Row::new("new", "editor", "New table", Deed::Prepare).telling("Choose a scenario and the terms."));
        let typed = if self.code.is_empty() { "none" } else { &self.code };
        rows.push(
            Row::new("code", "log", format!("Code: {typed}"), Deed::Type(Field::Code))
                .telling("Type the code of a private table."),
        );
        if !self.code.is_empty() {
            let (code, sit) = (self.code.clone(), Deed::Sit { code: self.code.clone(), side: None });
            rows.push(Row::new("sit code", "play", format!("Sit down at {code}"), sit));
            rows.push(Row::new("watch code", "goal", format!("Watch {code}"), Deed::Watch(code)));
        }
        rows.push(Row::new("refresh", "rewind", "Refresh the list", Deed::Refresh));
        rows.push(Row::new("disconnect", "quit", "Disconnect", Deed::Disconnect));
        rows
    }

    fn rows_of_form(&self, place: &Remote) -> Vec<Row> {
        let form = self.form.unwrap_or_default();
        let mut rows: Vec<Row> = FormRow::ALL
            .into_iter()
            .map(|row| {
                let (words, about) = form.words(row, place.scenarios());
                Row::new(format!("form {row:?}").to_lowercase(), "settings", words, Deed::Turn(row)).telling(about)
            })
            .collect();
        rows.push(Row::new("create", "play", "Create the table", Deed::Create));
        rows.push(Row::new("close", "cross", "Cancel", Deed::CloseForm));
        rows
    }

    fn rows_of_scenarios(&self, place: &Remote) -> Vec<Row> {
        let at = self.form.unwrap_or_default().scenario();
        let kept = place.scenarios().get(at).map(|(_, title)| format!("Keep {title}"));
        let kept = kept.map(|words| Row::new("keep", "rewind", words, Deed::Pick(at)));
        let row = |(at, (name, title)): (usize, &(String, String))| {
            Row::new(format!("scenario {name}"), "play", title, Deed::Pick(at)).telling(name)
        };
        kept.into_iter().chain(place.scenarios().iter().enumerate().map(row)).collect()
    }

    fn rows_of_table(&self, place: &Remote) -> Vec<Row> {
        let client = place.client();
        let Some(table) = client.table() else { return Vec::new() };
        let you = client.side().filter(|_| !client.is_watcher());
        let seat = |seat: &SeatInfo| Row {
            name: format!("seat {}", seat.side),
            icon: "shield",
            words: words::seat(seat, you),
            about: String::new(),
            deed: None,
        };
        let mut rows: Vec<Row> = table.seats.iter().map(seat).collect();
        let is_free = table.seats.iter().any(words::is_free);
        match (table.is_begun, table.is_over) {
            _ if client.is_watcher() && !table.is_begun => {}
            (false, _) => {
                let about =
                    if is_free { "The computer takes the free seats. Only the creator can start now." } else { "" };
                rows.push(Row::new("start", "play", "Start the battle", Deed::Start).telling(about));
            }
            (true, false) => {
                let row = Row::new("resume", "play", "Go to the battle", Deed::Resume);
                rows.push(if client.seat().is_some() {
                    row
                } else {
                    row.refused("Nothing can be shown yet. The battle opens when there is something to see.")
                });
            }
            (true, true) => {
                rows.push(Row::new("resume", "goal", "Look at the battle", Deed::Resume));
                if !client.is_watcher() {
                    rows.push(
                        Row::new("rematch", "rewind", "Rematch", Deed::Rematch).telling(rematch(self.wants_rematch)),
                    );
                }
            }
        }
        rows.push(Row::new("chat", "log", "Say something", Deed::Type(Field::Chat)));
        rows.push(Row::new("leave", "quit", "Leave the table", Deed::Leave).telling("Your seat becomes free."));
        rows.push(
            Row::new("disconnect", "cross", "Disconnect", Deed::Disconnect)
                .telling("Your seat stays yours. The first page offers to return to it."),
        );
        rows
    }

    /// Carries a deed out.
    pub fn press(&mut self, deed: &Deed) {
        self.message.clear();
        self.typing = None;
        // A request for the list after one for a seat would reach the table, which refuses it.
        self.since_list = 0;
        match deed {
            Deed::Type(field) => self.typing = Some((*field, self.text_of(*field))),
            Deed::Connect => {
                let full = full_address(&self.address);
                self.connect(&full, None);
            }
            Deed::Return(at) => self.return_to(*at),
            Deed::Disconnect => self.disconnect(),
            Deed::Refresh => self.tell(ToServer::List),
            Deed::Prepare => self.form = Some(Form::at_level(self.level)),
            Deed::Turn(row) => {
                let has_scenarios = self.place().is_some_and(|place| !place.scenarios().is_empty());
                if let Some(form) = self.form.as_mut().filter(|_| has_scenarios || *row != FormRow::Scenario) {
                    form.turn(*row);
                }
            }
            Deed::Pick(at) => self.pick(Some(*at)),
            Deed::Create => {
                let options = self.place().and_then(|place| self.form?.options(place.scenarios()));
                if let Some(options) = options {
                    self.tell(ToServer::Create(Box::new(options)));
                }
            }
            Deed::CloseForm => self.form = None,
            Deed::Sit { code, side } => self.tell(ToServer::Sit { code: code.clone(), side: *side }),
            Deed::Watch(code) => self.tell(ToServer::Watch { code: code.clone(), side: None }),
            Deed::Start => self.tell(ToServer::Start),
            Deed::Resume => self.has_begun = self.place().is_some_and(|place| place.client().seat().is_some()),
            Deed::Rematch => {
                self.wants_rematch = true;
                self.tell(ToServer::Rematch);
            }
            Deed::Leave => self.leave(),
        }
    }

    /// Goes one step back: out of the typed line, the form or the server. Returns false on the first page.
    pub fn back(&mut self) -> bool {
        match self.page() {
            _ if self.stop_typing() => {}
            Page::Address => return false,
            Page::New => self.form = None,
            Page::Scenarios => self.pick(None),
            Page::Tables | Page::Table => self.disconnect(),
        }
        true
    }

    fn pick(&mut self, scenario: Option<usize>) {
        if let Some(form) = &mut self.form {
            form.pick(scenario);
        }
    }

    fn text_of(&self, field: Field) -> String {
        match field {
            Field::Address => self.address.clone(),
            Field::Name => self.name.clone(),
            Field::Code => self.code.clone(),
            Field::Chat => String::new(),
        }
    }

    fn return_to(&mut self, at: usize) {
        let Some(seat) = self.kept.seats().get(at).cloned() else { return };
        self.name.clone_from(&seat.name);
        self.address.clone_from(&seat.address);
        self.entrance = None;
        self.connect(&seat.address, KeptSeat::token(&seat));
    }

    fn tell(&mut self, frame: ToServer) {
        if let Some(place) = &mut self.place {
            place.tell(frame);
        }
    }
}

impl Entrance {
    /// Returns the entrance by the codes of a command line.
    #[must_use]
    pub fn of(sit: Option<&str>, watch: Option<&str>) -> Option<Self> {
        let code = |code: &str| code.trim().to_uppercase();
        sit.map(code).map(Self::Sit).or_else(|| watch.map(code).map(Self::Watch))
    }
}

fn rows_of_listed(table: &TableInfo) -> Vec<Row> {
    let (code, is_free) = (table.code.clone(), table.seats.iter().any(words::is_free));
    let seats: Vec<String> = table.seats.iter().map(|seat| words::seat(seat, None)).collect();
    let about = format!("{}. {}. {}.", seats.join(". "), words::terms(table), words::delay(table.delay));
    let sit =
        Row::new(format!("sit {code}"), "play", words::table(table), Deed::Sit { code: code.clone(), side: None });
    let mut rows = vec![if is_free && !table.is_begun { sit.telling(about) } else { sit.refused("No seat is free.") }];
    if table.delay.is_some() {
        let watch = Row::new(format!("watch {code}"), "goal", format!("Watch {}", table.title), Deed::Watch(code));
        rows.push(watch.telling(words::delay(table.delay)));
    }
    rows
}

fn watchers(count: u16) -> String {
    match count {
        0 => String::new(),
        1 => " 1 watcher.".to_owned(),
        count => format!(" {count} watchers."),
    }
}

/// Returns the explanation of a rematch.
const fn rematch(is_asked: bool) -> &'static str {
    if is_asked {
        "You asked for a rematch. It begins when the other players ask, too."
    } else {
        "Play the same battle again."
    }
}
