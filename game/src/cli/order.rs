//! `order`: the turn order of a scenario if no unit acts.

use super::output::{Found, json, print};
use foretoken_preview::{Agenda, Turn};
use foretoken_session::content::Content;
use foretoken_session::texts::agenda;
use foretoken_vm::{Advance, GameState, Plan, Rulebook, Team};

/// Show the turn order of a scenario if no unit acts, as the player's side knows it
#[derive(Debug, clap::Args)]
pub(super) struct Order {
    /// Scenario, as `NAME` or `PACK/NAME`
    scenario: String,
    /// Number of activations
    #[arg(default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    count: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Line {
    /// `unit`, `entry`, `turn` or `round`: the actor, or what falls due or ends.
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
    assumes: &'static str,
    turns: Vec<Line>,
}

impl Order {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        show(content, &self.scenario, self.count, self.json)
    }
}

pub(super) fn show(content: &Content, scenario: &str, count: u16, as_json: bool) -> anyhow::Result<Found> {
    let ready = content.setup(scenario, None)?;
    let book = &ready.setup.book;
    let known = ready.setup.battle().project(book, Team::PLAYER);
    let mut agenda = Agenda::default();
    agenda.foresee(book, &known, &Plan::default(), usize::from(count));
    let state = agenda.state();
    let turns: Vec<Turn> = agenda.turns().iter().map(|&turn| Turn { is_foreseen: false, ..turn }).collect();
    let turns = turns.as_slice();
    if as_json {
        let turns = turns.iter().map(|turn| line(book, state, turn)).collect();
        json(&Output { order: book.scheduler.name(), assumes: "no unit acts", turns })?;
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
