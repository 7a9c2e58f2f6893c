//! `order`: who acts when in a scenario if nobody does anything.

use super::output::{Found, json, print};
use foretoken_preview::{Agenda, Turn};
use foretoken_session::content::Content;
use foretoken_session::texts::agenda;
use foretoken_vm::{Advance, GameState, Plan, Rulebook, Team};

/// Show who acts when in a scenario if nobody does anything, as the player's side can know it.
#[derive(Debug, clap::Args)]
pub(super) struct Order {
    /// The scenario, `NAME` or `PACK/NAME`.
    scenario: String,
    /// How many activations.
    #[arg(default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    count: u16,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Line {
    /// `unit`, `entry`, `turn` or `round`: what acts, comes due or ends.
    what: &'static str,
    who: String,
    round: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
}

#[derive(serde::Serialize)]
struct Output {
    order: &'static str,
    /// What is assumed of what is done until then.
    assumes: &'static str,
    turns: Vec<Line>,
}

impl Order {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        show(content, &self.scenario, self.count, self.json)
    }
}

/// Shows the next activations of a scenario.
pub(super) fn show(content: &Content, scenario: &str, count: u16, as_json: bool) -> anyhow::Result<Found> {
    let ready = content.setup(scenario, None)?;
    let book = &ready.setup.book;
    let known = ready.setup.battle().project(book, Team::PLAYER);
    let mut agenda = Agenda::default();
    agenda.foresee(book, &known, &Plan::default(), usize::from(count));
    let state = agenda.state();
    // Nothing is decided, so all of it is what comes if nobody acts.
    let turns: Vec<Turn> = agenda.turns().iter().map(|&turn| Turn { is_foreseen: false, ..turn }).collect();
    let turns = turns.as_slice();
    if as_json {
        let turns = turns.iter().map(|turn| line(book, state, turn)).collect();
        json(&Output { order: book.scheduler.name(), assumes: "nobody acts", turns })?;
    } else {
        let doc = book.scheduler.doc();
        print(&format!("{}, {}: {doc}\n{}", ready.title, book.scheduler.name(), agenda::lines(book, state, turns)))?;
    }
    Ok(Found::Fine)
}

fn line(book: &Rulebook, state: &GameState, turn: &Turn) -> Line {
    let what = match turn.advance {
        Advance::Unit(..) => "unit",
        Advance::Entry(_) => "entry",
        Advance::TurnEnd(_) => "turn",
        _ => "round",
    };
    let &Turn { round, time, points, .. } = turn;
    Line { what, who: agenda::who(book, state, turn), round, time, points }
}
