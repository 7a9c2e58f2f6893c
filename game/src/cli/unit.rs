//! `unit`: a unit at the start of a scenario.

use super::output::{Found, json, print};
use anyhow::Context;
use foretoken_session::content::Content;
use foretoken_session::texts::{carried, moves, names, rules};
use foretoken_vm::stats::StatId;
use foretoken_vm::{EntityId, GameState, Rulebook, Team};

/// Show a unit of a scenario: stats with their sources, items, statuses and actions
#[derive(Debug, clap::Args)]
pub(super) struct Unit {
    /// Scenario, as `NAME` or `PACK/NAME`
    scenario: String,
    /// Unit, by its name in the battle, such as `Warden`, or by its cell, such as `c4`
    unit: String,
    /// Describe its actions, skills, items and statuses
    #[arg(long)]
    skills: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct RulesText {
    name: String,
    kind: String,
    cell: String,
    health: i32,
    stats: Vec<Stat>,
    statuses: Vec<String>,
    items: Vec<String>,
    skills: Vec<String>,
    actions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    policy: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<rules::RulesText>,
}

#[derive(serde::Serialize)]
struct Stat {
    name: String,
    value: f64,
    base: f64,
    parts: Vec<Part>,
}

#[derive(serde::Serialize)]
struct Part {
    by: String,
    how: String,
    amount: f64,
    counts: bool,
}

impl Unit {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let ready = content.setup(&self.scenario, None)?;
        let book = &ready.setup.book;
        let known = ready.setup.battle().project(book, Team::PLAYER);
        let state = known.state();
        let wanted = self.unit.to_lowercase();
        let is_meant = |id: &EntityId| {
            let cell = state.entity(*id).cell.to_string();
            names::entity(book, state, *id).to_lowercase() == wanted || cell == wanted
        };
        let unit = state.living().map(|(id, _)| id).find(is_meant);
        let unit = unit.with_context(|| {
            let all: Vec<String> = state.living().map(|(id, _)| names::entity(book, state, id)).collect();
            format!("`{}` is not a unit of {}; its units are {}", self.unit, ready.title, all.join(", "))
        })?;
        if self.json {
            let rules = if self.skills { rules::of_unit(book, state, unit) } else { Vec::new() };
            json(&RulesText { rules, ..told(book, state, unit) })?;
        } else {
            print(&text(book, state, unit))?;
            if self.skills {
                let rules = rules::of_unit(book, state, unit);
                print(&rules.iter().map(|told| format!("\n{told}")).collect::<String>())?;
            }
        }
        Ok(Found::Fine)
    }
}

fn shown_stats(book: &Rulebook) -> impl Iterator<Item = StatId> {
    (0..book.stat_count()).map(StatId).filter(|&stat| book.sight.is_some() || stat != StatId::SIGHT)
}

fn told(book: &Rulebook, state: &GameState, unit: EntityId) -> RulesText {
    let (row, sheet) = (state.entity(unit), state.sheet(book));
    let stat = |stat: StatId| {
        let (base, parts, value) = sheet.breakdown(unit, stat);
        let parts = parts.into_iter().map(|part| Part {
            by: carried::effect_source(book, part.effect_source).to_owned(),
            how: part.mode.row().name.to_lowercase(),
            amount: part.amount,
            counts: part.counts,
        });
        let scale = book.stat(stat).map_or(1, foretoken_vm::stats::Stat::scale) as f64;
        Stat { name: book.stat_title(stat), value: f64::from(value) / scale, base, parts: parts.collect() }
    };
    RulesText {
        name: names::entity(book, state, unit),
        kind: book.unit_type(row).map_or_else(String::new, |kind| kind.name.clone()),
        cell: row.cell.to_string(),
        health: row.health,
        stats: shown_stats(book).map(stat).collect(),
        statuses: carried::statuses(book, state, unit),
        items: carried::items(book, state, unit),
        skills: sheet.skills(unit).map(|(_, kind)| kind.path.clone()).collect(),
        actions: sheet.actions(unit).into_iter().map(|program| names::action(book, program).to_owned()).collect(),
        policy: moves::rows(book, state, unit),
        next: moves::queue(book, state, unit),
        rules: Vec::new(),
    }
}

fn text(book: &Rulebook, state: &GameState, unit: EntityId) -> String {
    let mut text = format!("{}\n", carried::heading(book, state, unit));
    for stat in shown_stats(book) {
        let name = book.stat_title(stat);
        text.push_str(&format!("  {name:<14} {}\n", carried::breakdown(book, state, unit, stat)));
    }
    let told = told(book, state, unit);
    let lists = [
        ("statuses", told.statuses),
        ("items", told.items),
        ("skills", told.skills),
        ("actions", told.actions),
        ("next", told.next),
    ];
    for (what, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        text.push_str(&format!("  {what:<14} {}\n", list.join(", ")));
    }
    for (at, row) in told.policy.iter().enumerate() {
        text.push_str(&format!("  {:<14} {row}\n", if at == 0 { "policy" } else { "" }));
    }
    text
}
