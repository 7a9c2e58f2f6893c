//! The plain dialect: text frames with JSON, for clients in any language that do not know the rules. The server lists the
//! legal choices step by step, and the client names one. Behind it is an ordinary client, so it gets no more than others.

use crate::catalog::Catalog;
use foretoken_preview::{Level, UnknownLevel};
use foretoken_session::seat::Draft;
use foretoken_session::texts::names;
use foretoken_session::wire::{Act, Client, Event, Reason, SeatToken, TableInfo, TableOptions, ToClient, ToServer};
use foretoken_session::{Decision, Pending, Seat};
use foretoken_vm::{EntityId, Intent};
use serde::{Deserialize, Serialize};

/// A message from a plain client.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    Hello { name: String, token: Option<String> },
    List {},
    Create(Box<Create>),
    Sit { code: String, side: Option<u8> },
    Watch { code: String, side: Option<u8> },
    Start {},
    Choose { question: u32, option: usize },
    Say { words: String },
    Undo {},
    Resign {},
    Rematch {},
    Leave {},
}

/// Options of a new table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Create {
    scenario: String,
    seats: Option<Vec<u8>>,
    seed: Option<u64>,
    delay: Option<u8>,
    level: Option<String>,
    #[serde(default)]
    is_ironman: bool,
}

impl Create {
    fn options(self) -> Result<TableOptions, UnknownLevel> {
        let Self { scenario, seats, seed, delay, level, is_ironman } = self;
        let level = level.map_or(Ok(Level::default()), |name| name.parse())?.code();
        Ok(TableOptions { scenario, level, seed, seats, is_open: true, delay, clock: None, is_ironman })
    }
}

/// A message to a plain client.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer<'a> {
    Welcome {},
    Tables { tables: Vec<PlainTable<'a>>, scenarios: Vec<&'a str> },
    Seated { side: u8, token: String },
    Table(PlainTable<'a>),
    State(State),
    Question { number: u32, options: Vec<String> },
    Over { outcome: i32 },
    Said { name: String, words: String },
    Refused { reason: String },
    Bye { reason: String },
}

#[derive(Debug, Serialize)]
struct PlainTable<'a> {
    code: &'a str,
    scenario: &'a str,
    title: &'a str,
    players: Vec<(u8, &'a str)>,
    free: Vec<u8>,
    level: &'static str,
    is_ironman: bool,
    undos: u32,
    is_begun: bool,
    is_over: bool,
}

impl<'a> PlainTable<'a> {
    fn of(info: &'a TableInfo) -> Self {
        let is_seat = |seat: &&foretoken_session::wire::SeatInfo| seat.plan == foretoken_session::wire::SeatPlan::Seat;
        let seats = || info.seats.iter().filter(is_seat);
        Self {
            code: &info.code,
            scenario: &info.scenario,
            title: &info.title,
            players: seats().filter(|seat| !seat.name.is_empty()).map(|seat| (seat.side, &*seat.name)).collect(),
            free: seats().filter(|seat| seat.name.is_empty()).map(|seat| seat.side).collect(),
            level: Level::from_code(info.level).unwrap_or_default().name(),
            is_ironman: info.is_ironman,
            undos: info.undos,
            is_begun: info.is_begun,
            is_over: info.is_over,
        }
    }
}

#[derive(Debug, Serialize)]
struct State {
    round: i32,
    units: Vec<Unit>,
    /// Log lines since the last state.
    log: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Unit {
    id: u16,
    name: String,
    side: u8,
    cell: String,
    health: i32,
    max_health: i32,
}

/// A legal choice.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Use(EntityId, u16),
    Answer(usize),
    Back,
    Done(EntityId),
    EndTurn,
}

/// State of a plain client.
#[derive(Debug)]
pub struct Plain {
    client: Client,
    told: usize,
    question: u32,
    choices: Vec<Choice>,
    is_end_told: bool,
}

/// Texts and frames that the connection sends next.
#[derive(Debug, Default)]
pub struct Next {
    /// Texts to the client.
    pub texts: Vec<String>,
    /// Frames to the table or the lobby.
    pub frames: Vec<ToServer>,
}

impl Next {
    fn tell(&mut self, answer: &Answer<'_>) {
        self.texts.extend(serde_json::to_string(answer).ok());
    }

    fn refuse(&mut self, reason: &Reason) {
        self.tell(&Answer::Refused { reason: reason.to_string() });
    }
}

impl Plain {
    /// Reads the first message, which must be `hello`.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn begin(text: &str) -> Result<(Self, ToServer), Reason> {
        let Ok(Request::Hello { name, token }) = serde_json::from_str(text) else { return Err(Reason::Malformed) };
        let token = token.map(|text| SeatToken::from_hex(&text).ok_or(Reason::UnknownToken)).transpose()?;
        let client = Client::new(&name, token);
        let hello = client.hello();
        Ok((Self { client, told: 0, question: 0, choices: Vec::new(), is_end_told: false }, hello))
    }

    /// Handles a message of the client.
    pub fn ask(&mut self, text: &str) -> Next {
        let mut next = Next::default();
        let request: Request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                next.tell(&Answer::Refused { reason: error.to_string() });
                return next;
            }
        };
        match request {
            Request::Hello { .. } => next.refuse(&Reason::NotNow),
            Request::List {} => next.frames.push(ToServer::List),
            Request::Create(create) => match create.options() {
                Ok(options) => next.frames.push(ToServer::Create(Box::new(options))),
                Err(error) => next.tell(&Answer::Refused { reason: error.to_string() }),
            },
            Request::Sit { code, side } => next.frames.push(ToServer::Sit { code, side }),
            Request::Watch { code, side } => next.frames.push(ToServer::Watch { code, side }),
            Request::Start {} => next.frames.push(ToServer::Start),
            Request::Choose { question, option } => self.choose(question, option, &mut next),
            Request::Say { words } => next.frames.push(ToServer::Say(words)),
            Request::Undo {} => next.frames.push(self.client.act(Act::Undo)),
            Request::Resign {} => next.frames.push(self.client.act(Act::Resign)),
            Request::Rematch {} => next.frames.push(ToServer::Rematch),
            Request::Leave {} => next.frames.push(ToServer::Leave),
        }
        next
    }

    /// Handles a frame for the client.
    pub fn hear(&mut self, frame: ToClient, catalog: &Catalog) -> Next {
        let mut next = Next::default();
        let mut compile = |text: &str, scenario: &str| catalog.rules(text, scenario);
        match self.client.hear(frame, &mut compile, &mut next.frames) {
            Some(Event::Welcomed) => next.tell(&Answer::Welcome {}),
            Some(Event::Tables { tables, scenarios }) => next.tell(&Answer::Tables {
                tables: tables.iter().map(PlainTable::of).collect(),
                scenarios: scenarios.iter().map(|(name, _)| name.as_str()).collect(),
            }),
            Some(Event::Seated) => {
                let token = self.client.token().map(|token| token.to_hex()).unwrap_or_default();
                next.tell(&Answer::Seated { side: self.client.side().map_or(0, |side| side.0), token });
            }
            Some(Event::Table) => {
                if let Some(table) = self.client.table() {
                    next.tell(&Answer::Table(PlainTable::of(table)));
                }
            }
            Some(Event::Begun) => {
                (self.told, self.is_end_told) = (0, false);
                self.show(&mut next);
            }
            Some(Event::Briefed(_)) => self.show(&mut next),
            Some(Event::Done { refused, .. }) => {
                if let Some(reason) = refused {
                    next.refuse(&reason);
                }
                self.list(&mut next);
            }
            Some(Event::Said { name, words }) => next.tell(&Answer::Said { name, words }),
            Some(Event::Refused(reason)) => next.refuse(&reason),
            Some(Event::Ended(reason)) => next.tell(&Answer::Bye { reason: reason.to_string() }),
            Some(Event::Broken(reason)) => next.tell(&Answer::Bye { reason }),
            Some(Event::UndoAsked(_)) => {
                // The dialect has no question for consent, so it declines.
                let declined = self.client.act(Act::Consent(false));
                next.frames.push(declined);
            }
            None => {}
        }
        next
    }

    fn show(&mut self, next: &mut Next) {
        let Some(seat) = self.client.seat() else { return };
        let (book, state) = (seat.book(), seat.known().state());
        let unit = |(id, row): (EntityId, &foretoken_vm::Entity)| Unit {
            id: id.0,
            name: names::entity(book, state, id),
            side: row.team.0,
            cell: row.cell.to_string(),
            health: row.health,
            max_health: row.max_health,
        };
        let units = state.living().map(unit).collect();
        let lines = self.client.log().lines();
        let log = lines.get(self.told..).unwrap_or_default().to_vec();
        self.told = lines.len();
        next.tell(&Answer::State(State { round: state.round(), units, log }));
        if let Pending::Over(outcome) = seat.pending()
            && *outcome != 0
            && !self.is_end_told
        {
            self.is_end_told = true;
            next.tell(&Answer::Over { outcome: *outcome });
        }
        self.list(next);
    }

    /// Lists the legal choices, if the seat must decide.
    fn list(&mut self, next: &mut Next) {
        self.choices.clear();
        if !self.client.is_asked() {
            return;
        }
        let Some(seat) = self.client.seat_mut() else { return };
        let (choices, options) = choices(seat);
        self.choices = choices;
        self.question += 1;
        next.tell(&Answer::Question { number: self.question, options });
    }

    fn choose(&mut self, question: u32, option: usize, next: &mut Next) {
        let choice = self.choices.get(option).copied().filter(|_| question == self.question);
        let (Some(choice), Some(seat)) = (choice, self.client.seat_mut()) else {
            return next.refuse(&Reason::Stale);
        };
        let decided = match choice {
            Choice::Use(unit, program) => {
                let is_open = seat.draft().is_some_and(|draft| draft.unit == unit) || seat.choose_for(unit);
                if !(is_open && seat.use_action(program)) {
                    return next.refuse(&Reason::NotAllowed);
                }
                None
            }
            Choice::Answer(at) => {
                seat.answer(at);
                None
            }
            Choice::Back => {
                seat.step_back();
                None
            }
            Choice::Done(unit) => {
                let idle = || Decision { unit, intent: Intent { complete: true, ..Intent::default() } };
                let decision = seat.finish().unwrap_or_else(idle);
                Some(self.client.decide(decision))
            }
            Choice::EndTurn => {
                seat.abandon();
                Some(self.client.close())
            }
        };
        match decided {
            Some(Ok(frame)) => next.frames.push(frame),
            Some(Err(_)) => next.refuse(&Reason::NotAllowed),
            None => self.list(next),
        }
    }
}

/// Returns the legal choices of a seat that must decide, with their texts.
fn choices(seat: &mut Seat) -> (Vec<Choice>, Vec<String>) {
    let mut all = Vec::new();
    if let Some(draft) = seat.draft() {
        let unit = draft.unit;
        if draft.question().is_some() {
            let answers = (0..draft.answers().len()).map(|at| (Choice::Answer(at), answer_text(draft, at)));
            all.extend(answers);
            all.push((Choice::Back, "Back".to_owned()));
        } else {
            uses(seat, unit, &mut all);
            all.push((Choice::Back, "Back".to_owned()));
            all.push((Choice::Done(unit), format!("{}: done", name(seat, unit))));
        }
        return all.into_iter().unzip();
    }
    let (units, until) = match seat.pending() {
        Pending::Decide(asked) => (seat.units().to_vec(), asked.until),
        Pending::Over(_) => return Default::default(),
    };
    for unit in units {
        if until == foretoken_vm::schedulers::Until::Closed && seat.is_decided(unit) {
            continue;
        }
        if seat.choose_for(unit) {
            uses(seat, unit, &mut all);
            seat.abandon();
        }
        all.push((Choice::Done(unit), format!("{}: wait", name(seat, unit))));
    }
    if until.is_closable() {
        all.push((Choice::EndTurn, "End the turn".to_owned()));
    }
    all.into_iter().unzip()
}

fn uses(seat: &mut Seat, unit: EntityId, all: &mut Vec<(Choice, String)>) {
    seat.availability(unit);
    let named = name(seat, unit);
    for choice in seat.choices().iter().filter(|choice| choice.is_affordable() && choice.lacks.is_none()) {
        let text = format!("{named}: {}", names::action(seat.book(), choice.program));
        all.push((Choice::Use(unit, choice.program), text));
    }
}

fn name(seat: &Seat, unit: EntityId) -> String {
    names::entity(seat.book(), seat.known().state(), unit)
}

fn answer_text(draft: &Draft, at: usize) -> String {
    match draft.cells().get(at).copied().flatten() {
        Some(cell) => cell.to_string(),
        None => draft.answers().get(at).map_or_else(String::new, |answer| format!("{answer:?}")),
    }
}
