//! `sim`: many battles of the computer against itself. The result does not depend on the number of threads.

mod levels;

use super::contest::Contest;
use super::output::{Found, json, print};
use super::planners;
use anyhow::Context;
use foretoken_preview::{Level, PlannerOptions};
use foretoken_session::content::Content;
use foretoken_session::referee::Setup;
use foretoken_session::simulate::{self, Player, Tally};
use foretoken_vm::{Outcome, Rulebook, Team};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Let the computer play many battles against itself
#[derive(Debug, clap::Args)]
pub(super) struct Sim {
    /// Scenario, as `NAME` or `PACK/NAME`; `all` prints a table of all scenarios at all levels
    scenario: String,
    /// Number of battles, at most 1,000,000
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    battles: u64,
    /// Seed of the first battle; it increases by one for each battle
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads, at most 256; by default the number of cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Instruction limit of a planner decision; 40,000 without this and a level
    #[arg(long, conflicts_with = "sides")]
    budget: Option<u64>,
    /// Level of the computer: easy, normal or hard
    #[arg(long, conflicts_with_all = ["budget", "sides"])]
    level: Option<Level>,
    /// Decider of the first side: idle, greedy, joint, easy, normal or hard; the same as for other sides by default.
    /// Greedy takes the best intent of each unit separately; joint plans all units of a round together
    #[arg(long, value_name = "WHO", conflicts_with = "sides")]
    player: Option<Player>,
    /// Compare two levels, such as `hard,normal`: plays each seed twice with sides swapped, until a sequential test
    /// decides whether the first wins, for at most --battles
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    sides: Vec<Level>,
    /// Name of an action that no unit can use, to measure its effect
    #[arg(long, value_name = "ACTION")]
    without: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Table {
    scenario: String,
    battles: u64,
    won: usize,
    lost: usize,
    drawn: usize,
    ended_by: BTreeMap<String, usize>,
    /// Number of lost battles by their last round.
    lost_in_round: BTreeMap<i32, usize>,
    rounds: f64,
    survivors: (f64, f64),
    harm: BTreeMap<String, i64>,
    kills: BTreeMap<String, i64>,
    /// Combined hash of all final states, to compare runs.
    hash: String,
}

impl Sim {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.map_or(0, usize::from)).build()?;
        anyhow::ensure!(matches!(self.sides.len(), 0 | 2), "--sides needs two levels, such as hard,normal");
        if self.scenario == "all" {
            anyhow::ensure!(self.sides.is_empty(), "--sides compares levels in one scenario");
            anyhow::ensure!(
                !self.json && self.budget.is_none(),
                "the table of all scenarios has no --json and no --budget"
            );
            print(&pool.install(|| levels::table(self, content))?)?;
            return Ok(Found::Fine);
        }
        let bar = ProgressBar::new(self.battles);
        if let [one, two] = self.sides[..] {
            let Setup { book, opening, .. } = content.setup(&self.scenario, None)?.setup;
            let contest = pool
                .install(|| Contest::hold(&book, &opening.seeded(self.seed), [one, two], self.battles, &|| bar.inc(1)));
            bar.finish_and_clear();
            if self.json {
                json(&contest)?
            } else {
                print(&contest.text(&self.scenario))?
            }
            return Ok(Found::Fine);
        }
        let tallies = pool.install(|| self.tallies(content, &self.scenario, self.level, &|| bar.inc(1)))?;
        bar.finish_and_clear();
        let table = self.table(&tallies);
        if self.json {
            json(&table)?
        } else {
            print(&table.text()?)?
        }
        Ok(Found::Fine)
    }

    /// Plays the battles of a scenario at a level.
    fn tallies(
        &self,
        content: &Content,
        scenario: &str,
        level: Option<Level>,
        on_done: &(dyn Fn() + Sync),
    ) -> anyhow::Result<Vec<Tally>> {
        let Setup { mut book, mut opening, .. } = content.setup(scenario, None)?.setup;
        if let Some(action) = &self.without {
            book = without(&book, action)?;
        }
        opening.is_hard = level == Some(Level::Hard);
        let options = match (level, self.budget) {
            (Some(level), _) => level.options(),
            (None, budget) => PlannerOptions { budget: budget.unwrap_or(40_000), ..PlannerOptions::default() },
        };
        let play = |index: u64| {
            let seed = self.seed.wrapping_add(index);
            let of = |options: &PlannerOptions| planners::varied(seed, options);
            let mut sides = simulate::options_of_sides(&opening, &options);
            if let Some(player) = self.player {
                sides[0] = player.options();
            }
            let sides: Vec<_> = sides.iter().map(|options| options.as_ref().map(of)).collect();
            let tally = simulate::play_of(&book, &opening.seeded(seed), &sides);
            on_done();
            tally
        };
        Ok((0..self.battles).into_par_iter().map(play).collect())
    }

    fn table(&self, tallies: &[Tally]) -> Table {
        let of = outcome_of;
        let outcome = |wanted| tallies.iter().filter(|tally| of(tally) == wanted).count();
        let count = tallies.len().max(1) as f64;
        // `+ 0.0` turns the empty sum -0.0 into 0.
        let mean = |of: &dyn Fn(&Tally) -> f64| tallies.iter().map(of).sum::<f64>() / count + 0.0;
        let mut table = Table {
            scenario: self.scenario.clone(),
            battles: self.battles,
            won: outcome(Outcome::Won),
            lost: outcome(Outcome::Lost),
            drawn: outcome(Outcome::Drawn),
            ended_by: BTreeMap::new(),
            lost_in_round: lost_in_round(tallies),
            rounds: mean(&|tally| f64::from(tally.rounds)),
            survivors: (
                mean(&|tally| alive(tally, |team| team == Team::PLAYER)),
                mean(&|tally| alive(tally, |team| team != Team::PLAYER)),
            ),
            harm: BTreeMap::new(),
            kills: BTreeMap::new(),
            hash: String::new(),
        };
        let mut hash = 0_u64;
        for tally in tallies {
            hash = hash.rotate_left(5) ^ tally.hash;
            if let Some(end) = tally.ended_by.get(&Team::PLAYER) {
                *table.ended_by.entry(end.clone()).or_default() += 1;
            }
            for (action, harm) in &tally.harm {
                *table.harm.entry(action.clone()).or_default() += harm;
            }
            for (action, kills) in &tally.kills {
                *table.kills.entry(action.clone()).or_default() += kills;
            }
        }
        table.hash = format!("{hash:016x}");
        table
    }
}

fn outcome_of(tally: &Tally) -> Outcome {
    Outcome::for_side(tally.outcome, Team::PLAYER)
}

/// Counts lost battles by their last round.
fn lost_in_round(tallies: &[Tally]) -> BTreeMap<i32, usize> {
    let mut counts = BTreeMap::new();
    for tally in tallies.iter().filter(|tally| outcome_of(tally) == Outcome::Lost) {
        *counts.entry(tally.rounds).or_default() += 1;
    }
    counts
}

fn without(book: &Rulebook, action: &str) -> anyhow::Result<Arc<Rulebook>> {
    let program = book.find_program(action);
    let program = program.with_context(|| format!("this scenario has no action `{action}`"))?;
    let mut rules = book.to_rules();
    rules.unit_types.iter_mut().for_each(|kind| kind.actions.retain(|&own| own != program));
    for skill in rules.skills.iter_mut().filter(|skill| skill.action == Some(program)) {
        skill.action = None;
    }
    Ok(Arc::new(rules.build()))
}

impl Table {
    fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        writeln!(text, "{}: {} battles", self.scenario, self.battles)?;
        writeln!(text, "won {}, lost {}, drawn {}", self.won, self.lost, self.drawn)?;
        for (end, battles) in &self.ended_by {
            writeln!(text, "{battles:>5}  {end}")?;
        }
        writeln!(text, "rounds {:.1}, survivors {:.1} to {:.1}", self.rounds, self.survivors.0, self.survivors.1)?;
        writeln!(text, "{:<24} {:>6} {:>6}", "action", "damage", "kills")?;
        let mut actions: Vec<&String> = self.harm.keys().chain(self.kills.keys()).collect();
        actions.sort_by_key(|action| (-self.harm.get(*action).copied().unwrap_or_default(), *action));
        actions.dedup();
        for action in actions {
            let harm = self.harm.get(action).copied().unwrap_or_default();
            let kills = self.kills.get(action).copied().unwrap_or_default();
            writeln!(text, "{action:<24} {harm:>6} {kills:>6}")?;
        }
        writeln!(text, "hash {}", self.hash)?;
        Ok(text)
    }
}

fn alive(tally: &Tally, of: impl Fn(Team) -> bool) -> f64 {
    tally.alive.iter().filter(|(team, _)| of(**team)).map(|(_, count)| *count as f64).sum()
}
