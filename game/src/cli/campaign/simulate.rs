//! `campaign simulate`: many runs of the pilot. The result does not depend on the number of threads.

use super::compiled;
use crate::cli::output::{Found, json, print};
use foretoken_campaign::simulate::{Options, Report, RoomFigures, Share, simulate};
use foretoken_preview::{Level, available_threads};
use foretoken_session::content::Content;
use foretoken_session::record::Compile;
use indicatif::ProgressBar;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Let the pilot play many runs
#[derive(Debug, clap::Args)]
pub(super) struct Simulate {
    /// Campaign, as `NAME` or `PACK/NAME`
    campaign: String,
    /// Number of runs, at most 100,000
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Level of the computer: easy, normal or hard
    #[arg(long, default_value = "normal")]
    level: Level,
    /// Open unlocks
    #[arg(long, value_name = "UNLOCK", value_delimiter = ',')]
    unlocked: Vec<String>,
    /// Number of threads, at most 256; by default the number of cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Verify each run: repeat its decisions and battles
    #[arg(long)]
    verify: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let campaign = Arc::new(compiled(content, &self.campaign)?);
        let threads = self.threads.and_then(|count| NonZeroUsize::new(count.into())).unwrap_or_else(available_threads);
        let options =
            Options { runs: self.runs, seed: self.seed, level: self.level, unlocked: self.unlocked.clone(), threads };
        let bar = ProgressBar::new(self.runs.into());
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let report = simulate(&campaign, &options, self.verify.then_some(&compile as &Compile<'_>), &|| bar.inc(1));
        bar.finish_and_clear();
        let report = report?;
        if self.json {
            json(&report)?;
        } else {
            print(&table(&report)?)?;
        }
        Ok(Found::Fine)
    }
}

fn percent(share: &Share) -> String {
    let part = |value: f64| value * 100.0;
    format!("{:.0} % ({:.0}–{:.0} %)", part(share.share), part(share.least), part(share.most))
}

fn table(report: &Report) -> Result<String, std::fmt::Error> {
    let mut text = format!("{}: {} runs, won {}\n", report.campaign, report.runs, percent(&report.won));
    for (ending, count) in &report.endings {
        writeln!(text, "{count:>5}  {ending}")?;
    }
    writeln!(text, "rooms {:.1}, lost members {:.1}", report.rooms, report.fallen)?;
    writeln!(text, "{:<20} {:>7} {:>7} {:>5}  {:<17}  battles won", "room", "entered", "health", "ended", "runs won")?;
    for (room, figures) in &report.by_room {
        let won = figures.won.as_ref().map_or_else(String::new, percent);
        let runs = figures.runs_won.as_ref().map_or_else(String::new, percent);
        let RoomFigures { entered, health, ended, .. } = figures;
        let line = format!("{room:<20} {entered:>7} {health:>5.0} % {ended:>5}  {runs:<17}  {won}");
        writeln!(text, "{}", line.trim_end())?;
        if !figures.offers.is_empty() {
            let offers: Vec<String> = figures.offers.iter().map(|(at, count)| format!("{}: {count}", at + 1)).collect();
            writeln!(text, "{:<20} offers {}", "", offers.join(", "))?;
        }
    }
    if let Some(count) = report.verified {
        writeln!(text, "{count} runs verified")?;
    }
    writeln!(text, "hash {}", report.hash)?;
    Ok(text)
}
