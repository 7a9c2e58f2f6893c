//! `play`: battles in the terminal, one after another; without a terminal a demonstration.

use super::{Found, demo, print};
use crate::content::{Content, Ready};
use crate::live::Live;
use crate::record::{self, RecordWriter};
use crate::session::Session;
use crate::tui::{self, App, Ended, Menu};
use anyhow::{Context, bail};
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Play a battle in the terminal; where standard output is none, a demonstration battle is printed.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Play {
    /// The scenario, `NAME` or `PACK/NAME`; the first one if none is given.
    scenario: Option<String>,
    /// Go on with a recorded battle.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "list"])]
    resume: Option<PathBuf>,
    /// List the scenarios and exit.
    #[arg(long)]
    list: bool,
    /// With --list: as JSON.
    #[arg(long, requires = "list")]
    json: bool,
    /// Seed of the battle's chance; the scenario's own if none is given.
    #[arg(long)]
    seed: Option<u64>,
    /// Folder that records are written to; the user's data folder if none is given.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Print a demonstration battle even at a terminal.
    #[arg(long)]
    demo: bool,
    /// Draw without colours, as NO_COLOR does.
    #[arg(long)]
    no_colours: bool,
}

impl Play {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if self.list {
            return self.print_list(content);
        }
        let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        if dumb && terminal {
            print("This terminal cannot place its cursor, so a demonstration is printed instead of played.\n\n")?;
        }
        if self.demo || dumb || !terminal {
            if self.resume.is_some() {
                bail!("a battle is resumed at a terminal; `replay show` prints one");
            }
            let scenario = self.scenario_name(content)?;
            return demo::run(content, &scenario, self.seed, &self.folder()?);
        }
        match &self.resume {
            Some(path) => {
                let (session, title, hints, remark) = resume(content, path)?;
                let mut app = with_live(content, self.app(session, title, hints));
                app.say(remark);
                self.play_on(content, app)
            }
            None => {
                let scenario = match &self.scenario {
                    Some(name) => name.clone(),
                    None => match self.choose(content)? {
                        Some(chosen) => chosen,
                        None => return Ok(Found::Fine),
                    },
                };
                if Path::new(&scenario).is_file() {
                    let again = Self {
                        resume: Some(PathBuf::from(scenario)),
                        seed: self.seed,
                        records: self.records.clone(),
                        no_colours: self.no_colours,
                        ..Self::default()
                    };
                    return again.run(content);
                }
                let app = self.start(content, &scenario)?;
                self.play_on(content, app)
            }
        }
    }

    /// Lets the player choose a scenario, or the last battle that was left: its record's path.
    fn choose(&self, content: &Content) -> anyhow::Result<Option<String>> {
        let mut names = Vec::new();
        let mut items = Vec::new();
        for info in content.scenarios(&content.usual_pack())? {
            names.push(info.name);
            items.push((info.title, info.note));
        }
        if let Some(path) = self.folder().ok().and_then(|folder| last_left(&folder)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            items.push(("Go on".to_owned(), format!("with {name}, where it was left.")));
            names.push(path.display().to_string());
        }
        let chosen = tui::choose(&mut Menu::new("FORETOKEN", "The lanterns keep the dark out. Which watch?", items))?;
        Ok(chosen.and_then(|index| names.into_iter().nth(index)))
    }

    fn scenario_name(&self, content: &Content) -> anyhow::Result<String> {
        match &self.scenario {
            Some(name) => Ok(name.clone()),
            None => {
                let first = content.scenarios(&content.usual_pack())?.into_iter().next();
                Ok(first.context("the pack has no scenario")?.name)
            }
        }
    }

    fn print_list(&self, content: &Content) -> anyhow::Result<Found> {
        let mut lists = Vec::new();
        for pack in content.packs() {
            lists.push((pack.clone(), content.scenarios(&pack)?));
        }
        if self.json {
            super::json(&lists)?;
            return Ok(Found::Fine);
        }
        let mut text = String::new();
        for (pack, scenarios) in lists {
            for scenario in scenarios {
                writeln!(text, "{pack}/{:<18} {} — {}", scenario.name, scenario.title, scenario.note)?;
            }
        }
        print(&text)?;
        Ok(Found::Fine)
    }

    fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.records {
            Some(folder) => Ok(folder.clone()),
            None => records_folder(),
        }
    }

    fn app(&self, session: Session, title: String, hints: Vec<String>) -> App {
        let app = App::new(session, title, hints);
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if self.no_colours || no_color { app.without_colours() } else { app }
    }

    fn start(&self, content: &Content, scenario: &str) -> anyhow::Result<App> {
        let Ready { setup, title, hints, .. } = content.setup(scenario, self.seed)?;
        let path = new_record(&self.folder()?, scenario)?;
        let session = Session::start(setup, Some(&path))?;
        Ok(with_live(content, self.app(session, title, hints)))
    }

    fn play_on(&self, content: &Content, mut app: App) -> anyhow::Result<Found> {
        loop {
            let ended = tui::run(&mut app)?;
            let setup = app.session().setup();
            let (pack, scenario) = (setup.pack.clone(), setup.book.scenario.clone());
            let path = app.session().record_path().map(Path::to_owned);
            let next = match ended {
                Ended::Quit => {
                    if let Some(path) = path {
                        print(&format!(
                            "The battle is saved. To go on with it, and to prove that it replays:\n\
                             ./run play --resume {0}\n./run replay verify {0}\n",
                            path.display()
                        ))?;
                    }
                    return Ok(Found::Fine);
                }
                Ended::Again => scenario,
                Ended::Next => following(content, &pack, &scenario)?,
            };
            app = self.start(content, &format!("{pack}/{next}"))?;
        }
    }
}

/// The app with its pack's files watched, where the pack is still there.
fn with_live(content: &Content, app: App) -> App {
    let pack = app.session().setup().pack.clone();
    match content.library(&pack) {
        Ok(library) => app.with_live_assets(Live::new(library, &content.root().join(&pack))),
        Err(_) => app,
    }
}

/// The scenario after one, the first again after the last.
fn following(content: &Content, pack: &str, scenario: &str) -> anyhow::Result<String> {
    let all = content.scenarios(pack)?;
    let at = all.iter().position(|info| info.name == scenario).map_or(0, |at| at + 1);
    let next = all.get(at).or_else(|| all.first()).context("the pack has no scenario")?;
    Ok(next.name.clone())
}

/// The record that was written last, if its battle is not over.
fn last_left(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let records = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "battle"));
    let last = records.max_by_key(|file| file.metadata().and_then(|data| data.modified()).ok())?.path();
    let opened = record::open(&last).ok()?;
    let over = matches!(opened.entries.last(), Some(record::Entry::End(_)));
    (!over).then_some(last)
}

/// Where records go when nothing else is said.
fn records_folder() -> anyhow::Result<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "foretoken").context("there is no home folder; use --records")?;
    Ok(dirs.data_dir().join("battles"))
}

/// A record's name that is not taken: the scenario's name and a number.
pub(super) fn new_record(folder: &Path, scenario: &str) -> anyhow::Result<PathBuf> {
    let name = scenario.rsplit('/').next().unwrap_or(scenario);
    let mut paths = (1..100_000).map(|number| folder.join(format!("{name}-{number}.battle")));
    paths.find(|path| !path.exists()).with_context(|| format!("{} is full of records", folder.display()))
}

/// A recorded battle, ready to go on, with its title, its hints and what to say about it.
fn resume(content: &Content, path: &Path) -> anyhow::Result<(Session, String, Vec<String>, String)> {
    let mut remark = record::repair(path)?.unwrap_or_default();
    let opened = record::open(path)?;
    if let Some(damage) = &opened.damage {
        // An entry that is whole but has no sense is cut off with what follows it, which nobody should find out later.
        remark = format!("{}; the {} bytes from there on were cut off.", damage.reason, damage.bytes.len());
    }
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let writer = RecordWriter::append_to(path, opened.entries.len() as u32, opened.end)?;
    let (session, note) = Session::resume(&opened, &compile, Some(writer))?;
    if let Some(note) = note {
        if !remark.is_empty() {
            remark.push(' ');
        }
        remark.push_str(&note);
    }
    if remark.is_empty() {
        "The battle goes on where it was left.".clone_into(&mut remark);
    }
    let ready = content.setup(&format!("{}/{}", opened.start.pack, opened.start.scenario), None).ok();
    let title = ready.as_ref().map_or_else(|| opened.start.scenario.clone(), |ready| ready.title.clone());
    let hints = ready.map(|ready| ready.hints).unwrap_or_default();
    Ok((session, title, hints, remark))
}
