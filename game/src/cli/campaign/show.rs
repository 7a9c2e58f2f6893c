//! `campaign list`, `show`, `check`, `verify` and `at`.

use super::{compiled, embedded, play, runs_folder};
use crate::cli::output::{Found, json, print, tell};
use crate::cli::packs::pack_of as pack_named;
use crate::runs::{profile, words};
use foretoken_campaign::{
    BeginOptions, Campaign, Mode, Pilot, Profile, RoomKinds, Run, RunRecord, RunVerdict, check, count_rooms, verify,
};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// List the campaigns of all packs
#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Folder of runs
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
}

#[derive(serde::Serialize)]
struct Listed {
    name: String,
    title: String,
    note: String,
    /// Least and greatest number of rooms.
    rooms: (usize, usize),
    runs: usize,
    unlocked: Vec<String>,
}

impl List {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let runs = runs_folder(self.runs.as_ref()).ok().filter(|runs| runs.join(Profile::FILE).exists());
        let (profile, notice) = match runs {
            Some(runs) => profile::open(content, &runs)?,
            None => (Profile::in_memory(), None),
        };
        notice.into_iter().for_each(|notice| tell(&anyhow::Error::msg(notice)));
        let mut all = Vec::new();
        for pack in content.packs() {
            let library = content.library(&pack)?;
            for name in Campaign::names(&library) {
                let Some(asset) = library.campaign(&name) else { continue };
                all.push(Listed {
                    name: format!("{pack}/{name}"),
                    title: asset.title.clone(),
                    note: asset.note.clone(),
                    rooms: count_rooms(asset),
                    runs: profile.results(&pack, &name).count(),
                    unlocked: profile.unlocked(&pack, &name),
                });
            }
        }
        if self.json {
            json(&all)?;
        } else {
            for one in all {
                print(&format!("{}: {}. {} {}\n", one.name, one.title, words::count_rooms(one.rooms), one.note))?;
            }
        }
        Ok(Found::Fine)
    }
}

/// Show a run: party, rooms and journal
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// Folder of the run
    run: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show the run under the current assets instead of its own
    #[arg(long)]
    current: bool,
}

impl Show {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let run = opened(content, &self.run, self.current)?;
        let view = run.view();
        if self.json {
            json(&view)?;
        } else {
            print(&format!("{}\n{}{}{}", view.campaign, play::party(&view), play::map(&view), play::log(&run)))?;
        }
        Ok(Found::Fine)
    }
}

fn opened(content: &Content, folder: &Path, current: bool) -> anyhow::Result<Run> {
    let opened = RunRecord::read(folder)?;
    if let Some(damage) = &opened.damage {
        print(&format!("Damaged {}.\n", damage.reason))?;
    }
    let campaign = if current {
        compiled(content, &format!("{}/{}", opened.begin.pack, opened.begin.campaign))?
    } else {
        embedded(content, opened.assets.as_deref().unwrap_or_default(), &opened.begin)?
    };
    Ok(Run::of_entries(Arc::new(campaign), opened.entries))
}

/// Check campaigns and execute each option once
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Packs by name or folder; all packs by default
    packs: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let given: Vec<String> = if self.packs.is_empty() { content.packs() } else { self.packs.clone() };
        let (mut problems, mut all) = (false, Vec::new());
        for pack in given {
            let (content, pack) = pack_named(content, &pack)?;
            let library = content.library(&pack)?;
            let found = check::check_all(&library, &pack, &RoomKinds::default());
            problems |= found.has_errors();
            if self.json {
                all.push((pack, found));
            } else if found.is_empty() {
                print(&format!("{pack}: no faults in campaigns\n"))?;
            } else {
                print(&found.in_folder(&content.place_of(&pack).display().to_string()).render())?;
            }
        }
        if self.json {
            json(&all)?;
        }
        Ok(if problems { Found::Problems } else { Found::Fine })
    }
}

/// Verify a run: repeat each decision and battle
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// Folder of the run
    run: PathBuf,
    /// Verify under the current assets instead of the run's own, to see what differs
    #[arg(long)]
    current: bool,
}

impl Verify {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let run = opened(content, &self.run, self.current)?;
        let records = |name: &str| {
            let is_plain = !name.is_empty() && !name.contains(['/', '\\']) && name != "..";
            is_plain.then(|| std::fs::read(self.run.join(name)).ok()).flatten()
        };
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let verdict = verify(run.campaign(), run.entries(), &records, &compile);
        let (text, found) = match verdict {
            RunVerdict::Same { entries, battles } => {
                (format!("The run is as recorded: {entries} entries, {battles} battles.\n"), Found::Fine)
            }
            RunVerdict::OtherRules { version } => {
                (format!("The run has rules of version {version}; nothing was compared.\n"), Found::Problems)
            }
            RunVerdict::Wrong { entry, what } => (format!("Entry {entry} {what}.\n"), Found::Problems),
        };
        print(&text)?;
        Ok(found)
    }
}

/// Let the pilot play to a room and show the party there
#[derive(Debug, clap::Args)]
pub(super) struct At {
    /// Campaign, as `NAME` or `PACK/NAME`
    campaign: String,
    /// Room
    room: String,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Level of the computer: easy, normal or hard
    #[arg(long, default_value = "normal")]
    level: Level,
    /// Number of runs to try, with other decisions each
    #[arg(long, default_value_t = 20)]
    tries: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl At {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let campaign = Arc::new(compiled(content, &self.campaign)?);
        anyhow::ensure!(campaign.room(&self.room).is_some(), "the campaign has no room `{}`", self.room);
        for pilot in 0..self.tries {
            let options =
                BeginOptions { seed: self.seed, mode: Mode::SameDice, level: self.level, ..BeginOptions::default() };
            let Some(mut run) = Run::begin(Arc::clone(&campaign), &options) else { break };
            let is_there = |run: &Run| run.state().here.as_ref().is_some_and(|here| here.room == self.room);
            Pilot { seed: pilot }.play_until(&mut run, &is_there, &mut |_, _| {})?;
            if is_there(&run) {
                let view = run.view();
                if self.json {
                    json(&view)?;
                } else {
                    print(&format!("{}{}", play::party(&view), play::log(&run)))?;
                }
                return Ok(Found::Fine);
            }
        }
        print(&format!("None of {} runs reached `{}`.\n", self.tries, self.room))?;
        Ok(Found::Problems)
    }
}
