//! `sim`: many battles with the computer on every side; the same table for any number of threads.

use super::{Found, json, planners, print};
use foretoken_preview::PlannerOptions;
use foretoken_session::content::Content;
use foretoken_session::simulate::{self, Tally};
use foretoken_vm::{Outcome, Team};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Let the computer play many battles against itself.
#[derive(Debug, clap::Args)]
pub(super) struct Sim {
    /// The scenario, `NAME` or `PACK/NAME`.
    scenario: String,
    /// How many battles.
    #[arg(long, default_value_t = 20)]
    battles: u64,
    /// Seed of the first; each further one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are cores if none is given.
    #[arg(long)]
    threads: Option<usize>,
    /// Instructions the planner may run for one decision.
    #[arg(long, default_value_t = 40_000)]
    budget: u64,
    /// As JSON.
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
    rounds: f64,
    survivors: (f64, f64),
    harm: BTreeMap<String, i64>,
    kills: BTreeMap<String, i64>,
    /// Hashes of all ends mixed: two runs that agree here agree in everything.
    hash: String,
}

impl Sim {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let book = content.setup(&self.scenario, None)?.setup.book;
        let options = PlannerOptions { budget: self.budget, ..PlannerOptions::default() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?;
        let bar = ProgressBar::new(self.battles);
        let tallies: Vec<Tally> = pool.install(|| {
            (0..self.battles)
                .into_par_iter()
                .map(|index| {
                    let seed = self.seed.wrapping_add(index);
                    let tally = simulate::play(&book, seed, &planners::varied(seed, &options));
                    bar.inc(1);
                    tally
                })
                .collect()
        });
        bar.finish_and_clear();
        let table = self.table(&tallies);
        if self.json {
            json(&table)?
        } else {
            print(&table.text()?)?
        }
        Ok(Found::Fine)
    }

    fn table(&self, tallies: &[Tally]) -> Table {
        let of = |tally: &Tally| Outcome::for_side(tally.outcome, Team::PLAYER);
        let outcome = |wanted| tallies.iter().filter(|tally| of(tally) == wanted).count();
        let count = tallies.len().max(1) as f64;
        // The sum of nothing is -0.0, which would be shown so.
        let mean = |of: &dyn Fn(&Tally) -> f64| tallies.iter().map(of).sum::<f64>() / count + 0.0;
        let mut table = Table {
            scenario: self.scenario.clone(),
            battles: self.battles,
            won: outcome(Outcome::Won),
            lost: outcome(Outcome::Lost),
            drawn: outcome(Outcome::Drawn),
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

impl Table {
    fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        writeln!(text, "{}: {} battles", self.scenario, self.battles)?;
        writeln!(text, "won {}, lost {}, drawn {}", self.won, self.lost, self.drawn)?;
        writeln!(text, "rounds {:.1}, survivors {:.1} to {:.1}", self.rounds, self.survivors.0, self.survivors.1)?;
        writeln!(text, "{:<24} {:>6} {:>6}", "action", "harm", "kills")?;
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

/// Units still alive on sides like these.
fn alive(tally: &Tally, of: impl Fn(Team) -> bool) -> f64 {
    tally.alive.iter().filter(|(team, _)| of(**team)).map(|(_, count)| *count as f64).sum()
}
