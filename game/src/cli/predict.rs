//! `predict`: the board, the prediction, and the predicted board.

use super::odds_json::{OddsJson, odds_json};
use super::output::{Found, json, print};
use foretoken_preview::{
    ActivationOdds, Forecast, MOST_WORK, Odds, OddsBudget, OddsReport, StatusFuture, StatusFutures, Worth, worths,
};
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::controller::NOTHING_FORESEEN;
use foretoken_session::record;
use foretoken_session::texts::view::BoardView;
use foretoken_session::texts::{names, odds_text, text, why_text};
use foretoken_vm::{Cell, EntityId, GameState, Known, Plan, Rulebook, Team};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Show the prediction for a scenario's first round, or for a record at an entry
#[derive(Debug, clap::Args)]
pub(super) struct Predict {
    /// Scenario or record file
    of: String,
    /// For a record: the entry after which to predict; the last by default
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Compute the odds of the turn and of each unit's activation, if chance matters
    #[arg(long)]
    odds: bool,
    /// Explain the predicted effects on this cell and its unit; if there are none, all predicted deaths
    #[arg(long, value_name = "CELL", conflicts_with_all = ["odds", "json"])]
    why: Option<Cell>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Foreseen {
    round: i32,
    uncertain: bool,
    marks: Vec<String>,
    units: Vec<Unit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<OddsJson>,
}

#[derive(serde::Serialize)]
struct Unit {
    name: String,
    cell: String,
    cell_then: String,
    health: i32,
    health_then: i32,
    health_range: (i32, i32),
    dies: bool,
}

impl Predict {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let path = PathBuf::from(&self.of);
        if path.is_file() {
            return self.of_record(content, &path);
        }
        let ready = content.setup(&self.of, None)?;
        let session = Session::start(ready.setup, None)?;
        self.show(session.book(), session.seat().known(), session.seat().plan())
    }

    fn of_record(&self, content: &Content, path: &Path) -> anyhow::Result<Found> {
        let opened = record::open(path)?;
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let mut replay = record::start(&opened, &compile)?;
        let last = self.at.map_or(opened.entries.len(), |at| at.saturating_add(1).min(opened.entries.len()));
        for (number, entry) in opened.entries[..last].iter().enumerate() {
            replay.apply(number as u32, entry, &compile);
        }
        replay.settle(&compile).map_err(|error| anyhow::anyhow!("entry {}: {error}", last.saturating_sub(1)))?;
        let book: Arc<Rulebook> = Arc::clone(&replay.book);
        let known = replay.battle.project(&book, Team::PLAYER);
        self.show(&book, &known, &replay.battle.numbering(Team::PLAYER).plan_to_known(&replay.plan))
    }

    fn show(&self, book: &Rulebook, known: &Known, plan: &Plan) -> anyhow::Result<Found> {
        let mut forecast = Forecast::default();
        forecast.update(book, known, plan, None);
        if let Some(cell) = self.why {
            print(&told_why(book, known, plan, &forecast, cell))?;
            return Ok(Found::Fine);
        }
        let odds = self.odds.then(|| counted(book, known, plan));
        if self.json {
            let odds = odds.map(|(turn, activations)| {
                odds_json(book, known.state(), &turn, &activations, &effect_sources(book, known, plan))
            });
            json(&Foreseen { odds, ..foreseen(book, known, &forecast) })?;
            return Ok(Found::Fine);
        }
        let now = known.state();
        let mut view = BoardView::of(book, now, Team::PLAYER);
        let then = BoardView::of(book, forecast.state(), Team::PLAYER);
        let order = text::order(book, now);
        print(&format!("Now, round {}\n{}\n{order}\n", now.round(), text::board(&view)))?;
        view.foresee(book, now, &forecast, None);
        print(&format!("Foreseen\n{}\n{}\n", text::board(&view), text::marks(book, now, &forecast)))?;
        print(&format!("Then\n{}", text::board(&then)))?;
        if let Some((turn, activations)) = odds {
            print(&format!("\n{}", told(book, known, &turn, &activations)))?;
            print(&told_effect_sources(book, now, &effect_sources(book, known, plan)))?;
        }
        Ok(Found::Fine)
    }
}

/// Instruction limit of one analysis.
const WHY_WORK: u64 = 10_000_000;

fn told_why(book: &Rulebook, known: &Known, plan: &Plan, forecast: &Forecast, cell: Cell) -> String {
    let changes = why_text::changes_about(&forecast.marks().marks, cell, known.state().occupant(cell));
    if changes.is_empty() {
        return format!("{NOTHING_FORESEEN}\n");
    }
    let lines = why_text::page(book, known, plan, forecast.state(), &changes, WHY_WORK).into_iter();
    lines.map(|line| format!("{}{}\n", "  ".repeat(usize::from(line.depth)), line.words)).collect()
}

const MOST_EFFECT_SOURCES: usize = 64;

fn effect_sources(book: &Rulebook, known: &Known, plan: &Plan) -> (Vec<StatusFuture>, Vec<Worth>) {
    let mut futures = StatusFutures::default();
    let units = known.state().living().map(|(unit, _)| unit);
    let to_come = units.flat_map(|unit| futures.of(book, known, plan, unit)).collect();
    let budget = OddsBudget { work: MOST_WORK / 10, ..OddsBudget::default() };
    (to_come, worths(book, known, plan, budget, MOST_EFFECT_SOURCES))
}

fn told_effect_sources(
    book: &Rulebook,
    state: &GameState,
    (to_come, worths): &(Vec<StatusFuture>, Vec<Worth>),
) -> String {
    let future = |future: &StatusFuture| {
        format!("  {}: {}\n", names::entity(book, state, future.bearer), odds_text::future(book, state, future))
    };
    let worth = |worth: &Worth| format!("  {}\n", odds_text::worth(book, state, worth));
    let told = |heading: &str, lines: String| if lines.is_empty() { lines } else { format!("{heading}\n{lines}") };
    told("Statuses", to_come.iter().map(future).collect())
        + &told("Worth of units with statuses", worths.iter().map(worth).collect())
}

fn counted(book: &Rulebook, known: &Known, plan: &Plan) -> (OddsReport, Vec<ActivationOdds>) {
    let of = |unit: Option<EntityId>| Odds::of(book, known, plan, unit).report().cloned();
    let turn = of(None).unwrap_or_default();
    let decided = plan.iter().filter(|(_, intent)| !intent.uses.is_empty());
    let activations = decided.filter_map(|(unit, _)| of(Some(unit))?.activation);
    let has_chance = |odds: &ActivationOdds| !odds_text::effects(book, known.state(), odds).is_empty();
    let activations = activations.filter(has_chance).collect();
    (turn, activations)
}

fn told(book: &Rulebook, known: &Known, turn: &OddsReport, activations: &[ActivationOdds]) -> String {
    let state = known.state();
    let mut text = format!("Odds, {}\n", odds_text::method(turn.method));
    let lines = odds_text::turn(book, state, turn, Team::PLAYER);
    if lines.is_empty() {
        text += "  No dice are involved.\n";
    }
    lines.iter().for_each(|line| text += &format!("  {line}\n"));
    for activation in activations {
        let method = odds_text::method(activation.method);
        text += &format!("{}, {method}\n", names::entity(book, state, activation.unit));
        let lines = odds_text::effects(book, state, activation);
        lines.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

fn foreseen(book: &Rulebook, known: &Known, forecast: &Forecast) -> Foreseen {
    let state = known.state();
    let marks = forecast.marks().marks.iter();
    Foreseen {
        round: state.round(),
        uncertain: forecast.line().log().uncertain,
        marks: marks.filter_map(|mark| text::mark(book, forecast.state(), forecast.foreseen(), mark)).collect(),
        units: forecast
            .outlooks()
            .iter()
            .map(|forecast_of| Unit {
                name: names::entity(book, state, forecast_of.unit),
                cell: state.entity(forecast_of.unit).cell.to_string(),
                cell_then: forecast_of.cell.to_string(),
                health: forecast_of.before,
                health_then: forecast_of.after,
                health_range: forecast_of.range,
                dies: forecast_of.dies,
            })
            .collect(),
        odds: None,
    }
}
