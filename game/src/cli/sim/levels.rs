//! `sim all`: a table of all scenarios, with the battles that the first side won at each level.

use super::{Sim, lost_in_round, outcome_of};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_vm::Outcome;
use indicatif::ProgressBar;
use std::fmt::Write;

/// Returns the table in Markdown.
pub(super) fn table(sim: &Sim, content: &Content) -> anyhow::Result<String> {
    let mut scenarios = Vec::new();
    for pack in content.packs() {
        scenarios.extend(content.scenarios(&pack)?.into_iter().map(|info| format!("{pack}/{}", info.name)));
    }
    let levels: Vec<Level> = sim.level.map_or_else(|| Level::ALL.to_vec(), |level| vec![level]);
    let bar = ProgressBar::new(sim.battles * scenarios.len() as u64 * levels.len() as u64);
    let mut text = String::from("| scenario |");
    levels.iter().try_for_each(|level| write!(text, " {} |", level.name()))?;
    write!(text, " lost in round 1 |\n|---|{}---|\n", "---|".repeat(levels.len()))?;
    for scenario in scenarios {
        write!(text, "| {scenario} |")?;
        let mut early = Vec::new();
        for &level in &levels {
            let tallies = sim.tallies(content, &scenario, Some(level), &|| bar.inc(1))?;
            let won = tallies.iter().filter(|tally| outcome_of(tally) == Outcome::Won).count();
            write!(text, " {won} |")?;
            if let Some(&count) = lost_in_round(&tallies).get(&1) {
                early.push(format!("{count} on {}", level.name()));
            }
        }
        writeln!(text, " {} |", early.join(", "))?;
    }
    bar.finish_and_clear();
    Ok(text)
}
