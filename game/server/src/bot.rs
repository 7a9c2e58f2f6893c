//! A bot: the planner at a seat, as an ordinary client.

use crate::client::{Connection, Incoming};
use foretoken_preview::{Level, Planner};
use foretoken_session::content::Content;
use foretoken_session::wire::{Act, Client, Event, Reason, SeatPlan, ToServer};
use foretoken_session::{Decision, Pending, Seat};
use foretoken_vm::EntityId;
use foretoken_vm::schedulers::Until;
use std::time::Duration;

/// The planner's next message for a seat that must decide: a decision, or `None` to close.
#[derive(Debug)]
pub struct Thinker {
    planner: Planner,
    last: Option<EntityId>,
}

impl Thinker {
    /// Creates a thinker of a level.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { planner: Planner::new(level.options()), last: None }
    }

    /// Returns the next decision; `None` closes the side's decisions.
    pub fn decide(&mut self, seat: &Seat) -> Option<Decision> {
        let Pending::Decide(asked) = seat.pending() else { return None };
        let (book, known, plan) = (seat.book(), seat.known(), seat.plan());
        if asked.until == Until::DecidedOrClosed {
            let units = seat.units().to_vec();
            let (unit, decision) = self.planner.choose(book, known, plan, &units, self.last, true)?;
            self.last = Some(unit);
            return Some(Decision { unit, intent: decision.intent });
        }
        let unit = seat.units().iter().copied().find(|&unit| !seat.is_decided(unit))?;
        let intent = self.planner.decide(book, known, plan, unit).intent;
        Some(Decision { unit, intent })
    }
}

/// End of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The battle is over, with this outcome number.
    Over(i32),
    /// The server refused it.
    Refused(Reason),
    /// The server or the client is broken.
    Broken(String),
}

/// Plays a seat until the battle is over. `sit` is the first frame after the greeting; `tell` gets lines for people.
pub fn play(
    connection: &Connection,
    client: &mut Client,
    sit: &ToServer,
    level: Level,
    content: &Content,
    mut tell: impl FnMut(&str),
) -> Ended {
    let (mut thinker, mut told_code) = (Thinker::new(level), String::new());
    loop {
        let Some(incoming) = connection.wait(Duration::from_secs(3600)) else {
            return Ended::Broken("nothing was heard for an hour".to_owned());
        };
        if let Incoming::Lost { reason, retry } = &incoming {
            tell(&format!("The connection is lost ({reason}). Next try in {} ms.", retry.as_millis()));
            continue;
        }
        match connection.answer(client, incoming, content) {
            Some(Event::Welcomed) if client.token().is_none() => connection.send(sit.clone()),
            Some(Event::Table) => {
                let Some(table) = client.table() else { continue };
                if told_code != table.code {
                    told_code.clone_from(&table.code);
                    tell(&format!("At table {}, as side {}.", table.code, client.side().map_or(0, |side| side.0)));
                }
                let is_full = table.seats.iter().all(|seat| seat.plan == SeatPlan::Computer || !seat.name.is_empty());
                if is_full && !table.is_begun {
                    connection.send(ToServer::Start);
                }
            }
            Some(Event::Refused(reason)) if client.token().is_none() => return Ended::Refused(reason),
            Some(Event::Refused(reason @ Reason::UnknownToken) | Event::Ended(reason @ Reason::Replaced)) => {
                return Ended::Refused(reason);
            }
            Some(Event::Broken(error)) => return Ended::Broken(error),
            Some(Event::UndoAsked(_)) => {
                let consent = client.act(Act::Consent(true));
                connection.send(consent);
            }
            _ => {}
        }
        if let Some(seat) = client.seat()
            && let Pending::Over(outcome) = seat.pending()
            && *outcome != 0
        {
            return Ended::Over(*outcome);
        }
        if client.is_asked()
            && let Some(seat) = client.seat()
        {
            let frame = match thinker.decide(seat) {
                Some(decision) => client.decide(decision),
                None => client.close(),
            };
            match frame {
                Ok(frame) => connection.send(frame),
                Err(error) => return Ended::Broken(error.to_string()),
            }
        }
    }
}
