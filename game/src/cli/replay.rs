//! `replay`: verifies, shows and compares records.

use super::output::{Found, json, print};
use anyhow::Context;
use clap::Subcommand;
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::record::{self, ChangedFile, Entry, Opened, Step, Verdict};
use foretoken_session::saves;
use foretoken_session::texts::{names, records, text};
use foretoken_vm::Advance;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Verify, show and compare records of battles
#[derive(Debug, clap::Args)]
pub(super) struct Replay {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Replay records and compare each activation with the record
    Verify {
        /// Record files, or folders of `.battle` files
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Run the decisions on the current assets and list the differences by unit
        #[arg(long)]
        current: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a record by decision
    Show {
        /// Record file
        file: PathBuf,
        /// Print the board after each round
        #[arg(long)]
        boards: bool,
    },
    /// Repair a record that is damaged before its end, and keep the original beside it
    Repair {
        /// Record file
        file: PathBuf,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Update records of older rules versions to the current version and hashes, after a check that decisions, rounds,
    /// activations, snapshots and outcomes are equal. Keeps the old records
    #[command(alias = "take-over")]
    Rehash {
        /// Record files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Film a record, as an animated GIF or numbered PNG files
    #[cfg(feature = "window")]
    Film(super::film::Film),
    /// Compare two records: the first differing activation, token and field
    Diff {
        /// First record
        a: PathBuf,
        /// Second record
        b: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(serde::Serialize)]
struct Report {
    file: String,
    fine: bool,
    verdict: String,
    remarks: Vec<String>,
}

impl Replay {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        match &self.command {
            Command::Verify { paths, current, json } => verify(content, paths, *current, *json),
            Command::Show { file, boards } => show(content, file, *boards),
            Command::Repair { file, yes } => repair(content, file, *yes),
            Command::Rehash { files } => rehash(content, files),
            #[cfg(feature = "window")]
            Command::Film(film) => film.run(content),
            Command::Diff { a, b, json } => diff(content, a, b, *json),
        }
    }
}

pub(super) fn record_files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
            let found = entries.flatten().map(|entry| entry.path());
            files.extend(found.filter(|file| file.extension().is_some_and(|extension| extension == "battle")));
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    Ok(files)
}

fn verify(content: &Content, paths: &[PathBuf], current: bool, as_json: bool) -> anyhow::Result<Found> {
    let files = record_files(paths)?;
    let bar = ProgressBar::new(files.len() as u64);
    let reports: Vec<Report> = files
        .par_iter()
        .map(|file| {
            let report = if current { against_current(content, file) } else { one(content, file) };
            bar.inc(1);
            report
        })
        .collect();
    bar.finish_and_clear();
    let fine = reports.iter().all(|report| report.fine);
    if as_json {
        json(&reports)?;
    } else {
        let mut lines = String::new();
        for report in &reports {
            writeln!(lines, "{}: {}", report.file, report.verdict)?;
            for remark in &report.remarks {
                writeln!(lines, "  {remark}")?;
            }
        }
        let good = reports.iter().filter(|report| report.fine).count();
        writeln!(lines, "{good} of {} verified", reports.len())?;
        print(&lines)?;
    }
    Ok(if fine && !reports.is_empty() { Found::Fine } else { Found::Problems })
}

fn repair(content: &Content, file: &Path, yes: bool) -> anyhow::Result<Found> {
    let opened = record::open(file)?;
    let Some(damage) = &opened.damage else {
        let report = one(content, file);
        let told = match report.fine {
            true => "The record is not damaged and verifies:",
            false => "The record is not damaged, so there is nothing to repair. It does not verify:",
        };
        return tell(told, &report);
    };
    let left = opened.entries.len();
    print(&format!("{} is damaged {}.\n{left} good entries are kept.\n", file.display(), damage.reason))?;
    if !yes {
        print("Continue? (y/n) ")?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if !answer.trim().eq_ignore_ascii_case("y") {
            return Ok(Found::Problems);
        }
    }
    let (kept, left) = saves::repair(file)?;
    print(&format!("The record has {left} entries now. The damaged one is {}.\n", kept.display()))?;
    let report = one(content, file);
    let told = match report.fine {
        true => "The repaired record verifies:",
        false => "The damaged part was cut off. The rest does not verify:",
    };
    tell(told, &report)
}

fn tell(words: &str, report: &Report) -> anyhow::Result<Found> {
    print(&format!("{words}\n  {}\n", report.verdict))?;
    for remark in &report.remarks {
        print(&format!("  {remark}\n"))?;
    }
    Ok(if report.fine { Found::Fine } else { Found::Problems })
}

fn rehash(content: &Content, files: &[PathBuf]) -> anyhow::Result<Found> {
    let mut found = Found::Fine;
    for file in files {
        match saves::rehash(content, file) {
            Ok(kept) => print(&format!("{}: converted; the old record is {}\n", file.display(), kept.display()))?,
            Err(error) => {
                print(&format!("{}: {error}\n", file.display()))?;
                found = Found::Problems;
            }
        }
    }
    Ok(found)
}

fn remarks(opened: &Opened) -> Vec<String> {
    let damage = opened.damage.iter().map(|damage| format!("damaged {}", damage.reason));
    let forks = opened.entries.iter().filter(|entry| matches!(entry, Entry::ForkTo(_))).count();
    let forked = (forks > 0).then(|| format!("rewinds to an earlier decision: {forks}"));
    opened.remarks.iter().map(|&odd| records::odd_entry(odd)).chain(forked).chain(damage).collect()
}

fn one(content: &Content, file: &Path) -> Report {
    let name = file.display().to_string();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = match record::open(file) {
        Ok(opened) => opened,
        Err(error) => return Report { file: name, fine: false, verdict: error.to_string(), remarks: Vec::new() },
    };
    let mut remarks = remarks(&opened);
    let (fine, verdict) = match record::verify(&opened, &compile) {
        Ok(Verdict::Same { rounds, activations }) => (
            opened.damage.is_none(),
            format!("the replay equals the record: {rounds} rounds, {activations} turns of units"),
        ),
        Ok(Verdict::OtherRules { version }) => (
            false,
            format!(
                "the record has rules version {version}, but this program has version {}; `replay rehash` can update it",
                foretoken_vm::RULES_VERSION
            ),
        ),
        Ok(Verdict::CompilesDifferently) => {
            remarks.extend(version_differences(content, &opened));
            (false, "this program reads its assets as a different set of rules, so it cannot be replayed; use the program that recorded it".to_owned())
        }
        Ok(Verdict::Diverges(at)) => (
            false,
            format!(
                "the replay differs from the record: round {}, turn {}, {} (entry {})",
                at.round,
                at.activation + 1,
                records::diverged(at.who.as_ref()),
                at.entry
            ),
        ),
        Ok(Verdict::Wrong { entry, what }) => (false, format!("entry {entry} {what}")),
        Err(error) => (false, error.to_string()),
    };
    Report { file: name, fine, verdict, remarks }
}

fn version_differences(content: &Content, opened: &Opened) -> Vec<String> {
    let Ok(registry) = content.registry() else { return Vec::new() };
    let kinds = opened.start.kinds.iter();
    kinds
        .filter_map(|(kind, then)| match registry.make(kind) {
            None => Some(format!("this program has no part of the kind {kind}")),
            Some(made) if made.version() != *then => Some(format!(
                "the kind {kind} has version {} in this program, but version {then} in the record",
                made.version()
            )),
            Some(_) => None,
        })
        .collect()
}

fn against_current(content: &Content, file: &Path) -> Report {
    let name = file.display().to_string();
    match changed_units(content, file) {
        Ok(changes) if changes.is_empty() => Report {
            file: name,
            fine: true,
            verdict: "with the current assets the battle is the same".to_owned(),
            remarks: changes,
        },
        Ok(changes) => {
            let verdict = format!("{} differences with the current assets", changes.len());
            Report { file: name, fine: false, verdict, remarks: changes }
        }
        Err(error) => Report { file: name, fine: false, verdict: format!("{error:#}"), remarks: Vec::new() },
    }
}

fn changed_units(content: &Content, file: &Path) -> anyhow::Result<Vec<String>> {
    let opened = record::open(file)?;
    let then = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let library = content.library(&opened.start.pack)?;
    let today = library.canonical_text();
    let now = |_: &str, scenario: &str| content.compile_text(&today, scenario);
    let mut before = record::start(&opened, &then)?;
    let mut after = record::start(&opened, &now)?;
    let mut differences = Vec::new();
    for (number, entry) in opened.entries.iter().enumerate() {
        before.apply(number as u32, entry, &then);
        if matches!(entry, Entry::AssetPatch(_) | Entry::AssetFiles(_) | Entry::Exchange(_)) {
            after.checkpoint(number as u32);
            continue;
        }
        match after.apply(number as u32, entry, &now) {
            Step::Decided(unit, missing) => {
                for action in missing {
                    let who = names::entity(&after.book, after.battle.state(), unit);
                    differences.push(format!("{who}: the action {action} no longer exists"));
                }
            }
            Step::Refused(unit, error) => {
                let who = names::entity(&after.book, after.battle.state(), unit);
                differences.push(format!("{who}: the decision is no longer legal: {error}"));
            }
            _ => {}
        }
    }
    let (a, b) = (before.battle.state(), after.battle.state());
    for index in 0..a.entities().len().max(b.entities().len()) {
        let id = foretoken_vm::EntityId(index as u16);
        let (x, y) = (a.entity(id), b.entity(id));
        let who = names::entity(&before.book, a, id);
        if x.is_alive() != y.is_alive() {
            let fate = |alive: bool| if alive { "alive" } else { "dead" };
            differences.push(format!("{who}: {} → {}", fate(x.is_alive()), fate(y.is_alive())));
        } else if x.is_alive() {
            if x.health != y.health {
                differences.push(format!("{who}: health {} → {}", x.health, y.health));
            }
            if x.cell != y.cell {
                differences.push(format!("{who}: {} → {}", x.cell, y.cell));
            }
        }
    }
    Ok(differences)
}

fn show(content: &Content, file: &Path, boards: bool) -> anyhow::Result<Found> {
    let opened = record::open(file)?;
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let mut replay = record::start(&opened, &compile)?;
    let mut out = String::new();
    let start = &opened.start;
    writeln!(out, "{}/{}, seed {}, rules {}", start.pack, start.scenario, start.seed, start.rules)?;
    for (number, entry) in opened.entries.iter().enumerate() {
        let round = replay.battle.state().round();
        let step = replay.apply(number as u32, entry, &compile);
        let state = replay.battle.state();
        match (entry, step) {
            (Entry::Decide(decide) | Entry::DecidePart(decide), Step::Decided(unit, missing)) => {
                let who = names::entity(&replay.book, state, unit);
                let actions: Vec<&str> = decide.uses.iter().map(|used| used.action.as_str()).collect();
                let by = if decide.planned { "" } else { " *" };
                let what = if actions.is_empty() { "nothing".to_owned() } else { actions.join(", ") };
                writeln!(out, "{number:>5}  round {round}: {who} decides: {what}{by}")?;
                for action in missing {
                    writeln!(out, "       the action {action} does not exist")?;
                }
            }
            (_, Step::Refused(unit, error)) => {
                let who = names::entity(&replay.book, state, unit);
                writeln!(out, "{number:>5}  round {round}: a decision of {who} is not legal: {error}")?;
            }
            (_, Step::Executed(divergence)) => {
                writeln!(out, "{number:>5}  round {round} is played")?;
                for (index, &(advance, first)) in replay.activations.iter().enumerate() {
                    let end = replay.activations.get(index + 1).map_or(replay.log.len(), |&(_, next)| next);
                    let changes = &replay.log.changes[first..end];
                    for told in names::all_told(&replay.book, state, changes) {
                        writeln!(out, "         {told}")?;
                    }
                    if advance == Advance::RoundEnd && boards {
                        let view = foretoken_session::texts::view::BoardView::of(
                            &replay.book,
                            state,
                            foretoken_vm::Team::PLAYER,
                        );
                        out.push_str(&text::board(&view));
                    }
                }
                if let Some(at) = divergence {
                    writeln!(
                        out,
                        "         this differs from the record: turn {}, {}",
                        at.activation + 1,
                        records::diverged(at.who.as_ref())
                    )?;
                }
            }
            (Entry::UndoTo(to), _) => writeln!(out, "{number:>5}  undone to {to}")?,
            (Entry::ForkTo(to), _) => writeln!(out, "{number:>5}  rewound to {to}")?,
            (Entry::AssetFiles(changes), _) => files(&mut out, number, changes)?,
            (Entry::Exchange(exchange), _) => {
                for (_, from, to) in exchange.renames.iter() {
                    writeln!(out, "{number:>5}  {from} was renamed to {to}")?;
                }
                files(&mut out, number, &exchange.files)?;
            }
            (Entry::AssetPatch(_), _) => writeln!(out, "{number:>5}  the assets were changed")?,
            (Entry::Edit(changes), _) => {
                writeln!(out, "{number:>5}  edited by hand")?;
                for change in changes {
                    writeln!(out, "         {}", names::change(&replay.book, state, change))?;
                }
            }
            (Entry::Level(code), _) => {
                let level = Level::from_code(*code).map_or("an unknown level", Level::name);
                writeln!(out, "{number:>5}  AI level: {level}")?;
            }
            (Entry::Ironman, _) => writeln!(out, "{number:>5}  ironman: no rewinds past a played round")?,
            (Entry::Opening(opening), _) => {
                writeln!(out, "{number:>5}  own starting setup, {} units", opening.roster.len())?;
            }
            (Entry::Rescued, _) => writeln!(out, "{number:>5}  a suggested order is used")?,
            (Entry::Unknown(kind), _) => writeln!(out, "{number:>5}  an entry of unknown type {kind}, skipped")?,
            (Entry::End(outcome), _) => writeln!(out, "{number:>5}  {}", names::outcome(&replay.book, *outcome))?,
            _ => {}
        }
    }
    for remark in remarks(&opened) {
        writeln!(out, "{remark}")?;
    }
    print(&out)?;
    Ok(if opened.damage.is_some() { Found::Problems } else { Found::Fine })
}

fn files(out: &mut String, number: usize, changes: &[ChangedFile]) -> std::fmt::Result {
    changes.iter().try_for_each(|change| {
        let how = if change.text.is_some() { "changed" } else { "removed" };
        writeln!(out, "{number:>5}  {} {how}", change.path)
    })
}

#[derive(serde::Serialize)]
struct Differs {
    round: i32,
    activation: usize,
    who: (String, String),
    token: (String, String),
    change: (String, String),
}

fn diff(content: &Content, a: &Path, b: &Path, as_json: bool) -> anyhow::Result<Found> {
    let (left, right) = (record::open(a)?, record::open(b)?);
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let found = record::diff(&left, &right, &compile)?;
    let found = found.map(|d| {
        let (a, b) = &d.sides;
        Differs {
            round: d.round,
            activation: d.activation + 1,
            who: (records::acts(&a.acts), records::acts(&b.acts)),
            token: (records::made(a.made.as_ref()), records::made(b.made.as_ref())),
            change: (records::changed(a), records::changed(b)),
        }
    });
    if as_json {
        json(&found)?;
    } else if let Some(d) = &found {
        print(&format!(
            "round {}, activation {}: {} | {}\ntoken:  {} | {}\nchange: {} | {}\n",
            d.round, d.activation, d.who.0, d.who.1, d.token.0, d.token.1, d.change.0, d.change.1
        ))?;
    } else {
        print("the same\n")?;
    }
    Ok(if found.is_some() { Found::Problems } else { Found::Fine })
}
