//! `play`: battles in a window or the terminal, one after another; otherwise a demo.

use super::campaign::battle;
use super::demo;
use super::output::{Found, print};
use super::screen::{self, Wanted};
use crate::achieved::Achievements;
use crate::editor_host::EditorHost;
use crate::online::words::{PLAY_ONLINE, PLAY_ONLINE_ABOUT};
use crate::online::{Online, socket};
use crate::presentation::Presentation;
use crate::runs::folder::beside;
use crate::runs::{self, RunGame, words};
use crate::tui::{self, App, Ended, Menu};
use anyhow::{Context, bail};
use foretoken_campaign::Mode;
use foretoken_preview::Level;
use foretoken_session::content::{Content, Ready};
use foretoken_session::saves::{self, Resumed};
use foretoken_session::{Session, Setup};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Play a battle: in a window if there is a display, else in the terminal; if standard output is not a terminal, print
/// a demo battle
#[derive(Debug, Default, clap::Args)]
pub(super) struct Play {
    /// Scenario, as `NAME` or `PACK/NAME`; the first if omitted
    scenario: Option<String>,
    /// Resume a recorded battle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "list"])]
    resume: Option<PathBuf>,
    /// List the scenarios and exit
    #[arg(long)]
    list: bool,
    /// With --list: print JSON
    #[arg(long, requires = "list")]
    json: bool,
    /// Seed of the battle; by default the scenario's own for its first battle, then a new one each time
    #[arg(long)]
    seed: Option<u64>,
    /// Play every side at this screen in turn
    #[arg(long, conflicts_with_all = ["demo", "resume"])]
    hot_seat: bool,
    /// Level of the computer: easy, normal or hard; in a window, the settings are the default
    #[arg(long, conflicts_with_all = ["hot_seat", "resume"])]
    level: Option<Level>,
    /// Refuse to undo executed decisions
    #[arg(long, conflicts_with = "resume")]
    ironman: bool,
    /// Skip the lesson at the start of a scenario's first battle
    #[arg(long)]
    no_lesson: bool,
    /// Folder for records; the user's data folder by default
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Play in a window
    #[arg(long, conflicts_with_all = ["tty", "demo", "no_colours"])]
    window: bool,
    /// Play in the terminal, even if there is a display
    #[arg(long)]
    tty: bool,
    /// Print a demo battle, even in a terminal
    #[arg(long)]
    demo: bool,
    /// Draw without colours in the terminal, as with NO_COLOR
    #[arg(long)]
    no_colours: bool,
    /// With --window: lose the graphics device a few times, to test the recovery
    #[arg(long, requires = "window", hide = true)]
    lose_graphics: bool,
}

/// A choice of the menu.
enum Chosen {
    /// A scenario, or the file of a record.
    Battle(String),
    /// The folder of a run.
    Run(PathBuf),
    NewRun,
    Runs,
    Online,
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    level: Level,
    ironman: bool,
}

fn of_ironman(ironman: bool) -> (String, String) {
    let words =
        if ironman { "No rewinds past a played round." } else { "You can rewind; the rating counts each rewind." };
    (format!("Ironman: {}", if ironman { "on" } else { "off" }), words.to_owned())
}

impl Play {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if self.list {
            return self.print_list(content);
        }
        let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let no_window = self.tty || self.demo || self.no_colours;
        if self.window || !no_window && screen::is_there() {
            match self.in_window(content) {
                Err(error) if !self.window && terminal && screen::is_without_console(&error) => {
                    super::output::tell(&error);
                }
                done => return done.map(|()| Found::Fine),
            }
        }
        if dumb && terminal {
            print("This terminal cannot move its cursor. The game prints a demonstration instead.\n\n")?;
        }
        if self.demo || dumb || !terminal {
            if self.resume.is_some() {
                bail!("resuming a battle needs a terminal; `replay show` prints a record");
            }
            let scenario = self.scenario_name(content)?;
            return demo::run(content, &scenario, self.seed, &self.folder()?);
        }
        match &self.resume {
            Some(path) => {
                let Resumed { session, title, hints, lesson, remark } = saves::resume(content, path)?;
                let lesson = if self.no_lesson { Vec::new() } else { lesson };
                let mut app = with_live(content, self.app(content, session, title, hints).with_lesson(lesson));
                app.say(remark);
                self.play_on(content, app)
            }
            None => {
                let mut choice = Choice { level: self.level.unwrap_or_default(), ironman: self.ironman };
                let scenario = match &self.scenario {
                    Some(name) => name.clone(),
                    None => match self.choose(content, &mut choice)? {
                        Some(Chosen::Battle(name)) => name,
                        Some(Chosen::Run(folder)) => {
                            battle::play(content, RunGame::resume(content, &folder)?, self.has_colours())?;
                            return Ok(Found::Fine);
                        }
                        Some(Chosen::NewRun) => return self.new_run(content, choice),
                        Some(Chosen::Runs) => {
                            battle::list(content, &beside(&self.folder()?), self.has_colours())?;
                            return Ok(Found::Fine);
                        }
                        Some(Chosen::Online) => {
                            let folder = super::online::seats_folder(self.records.as_deref());
                            let online = Online::new(content.clone(), folder.as_deref(), socket::opener());
                            super::online::play(content, online.at_level(choice.level), self.has_colours())?;
                            return Ok(Found::Fine);
                        }
                        None => return Ok(Found::Fine),
                    },
                };
                if Path::new(&scenario).is_file() {
                    let again = Self {
                        resume: Some(PathBuf::from(scenario)),
                        tty: true,
                        seed: self.seed,
                        records: self.records.clone(),
                        no_colours: self.no_colours,
                        ..Self::default()
                    };
                    return again.run(content);
                }
                let app = self.start(content, &scenario, choice)?;
                self.play_on(content, app)
            }
        }
    }

    fn in_window(&self, content: &Content) -> anyhow::Result<()> {
        let (scenario, resume, records) = (self.scenario.clone(), self.resume.clone(), self.folder()?);
        let (seed, editor, pack) = (self.seed, false, None);
        let (hot_seat, level, lose_graphics) = (self.hot_seat, self.level, self.lose_graphics);
        let (ironman, lesson) = (self.ironman, !self.no_lesson);
        let wanted =
            Wanted { scenario, seed, resume, records, editor, pack, hot_seat, level, ironman, lesson, lose_graphics };
        screen::open(content, wanted)
    }

    fn new_run(&self, content: &Content, choice: Choice) -> anyhow::Result<Found> {
        let folder = beside(&self.folder()?);
        let mode = if choice.ironman { Mode::Ironman } else { Mode::Free };
        battle::new_run(content, &folder, (choice.level, mode), self.has_colours())?;
        Ok(Found::Fine)
    }

    fn choose(&self, content: &Content, choice: &mut Choice) -> anyhow::Result<Option<Chosen>> {
        let achieved = self.folder().map(|folder| Achievements::load(&folder)).unwrap_or_default();
        let mut names = Vec::new();
        let mut items = Vec::new();
        let runs = self.folder().ok().map(|battles| beside(&battles));
        let found = runs.map(|runs| runs::Found::look(content, &runs)).unwrap_or_default();
        if let Some(run) = &found.last {
            names.push(Chosen::Run(run.folder.clone()));
            items.push((words::goes_on(run), words::GOES_ON_ABOUT.to_owned()));
        }
        if !found.campaigns.is_empty() {
            names.push(Chosen::NewRun);
            items.push((words::NEW_RUN.to_owned(), words::NEW_RUN_ABOUT.to_owned()));
        }
        if found.has_runs {
            names.push(Chosen::Runs);
            items.push((words::RUNS.to_owned(), words::RUNS_ABOUT.to_owned()));
        }
        names.push(Chosen::Online);
        items.push((PLAY_ONLINE.to_owned(), PLAY_ONLINE_ABOUT.to_owned()));
        let mut headings = BTreeMap::new();
        let usual = content.usual_pack();
        for pack in content.packs() {
            let mut last = None;
            let title = if pack == usual { String::new() } else { content.title_of(&pack) };
            for info in content.scenarios(&pack)? {
                if last.as_ref() != Some(&info.chapter) {
                    let heading = info.heading(&title);
                    headings.extend((!heading.is_empty()).then_some((items.len(), heading)));
                    last = Some(info.chapter.clone());
                }
                let title = match achieved.words(&pack, &info.name) {
                    Some(words) => format!("{}  {words}", info.title),
                    None => info.title,
                };
                names.push(Chosen::Battle(format!("{pack}/{}", info.name)));
                items.push((title, info.note));
            }
        }
        if let Some(path) = self.folder().ok().and_then(|folder| saves::last_left(&folder)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            items.push((format!("Continue: {name}"), "The battle that you left last.".to_owned()));
            names.push(Chosen::Battle(path.display().to_string()));
        }
        let told = Presentation::of_pack(&content.folder(&content.usual_pack())?);
        let of_level = |level: Level| (format!("Enemies: {}", level.name()), level.note().to_owned());
        items.push(of_level(choice.level));
        items.push(of_ironman(choice.ironman));
        let question = found.notices.first().map_or_else(|| told.say("which").to_owned(), Clone::clone);
        let mut menu = Menu::new("FORETOKEN", &question, items).with_headings(headings);
        let chosen = tui::choose(&mut menu, |menu, index| {
            match index.checked_sub(names.len()) {
                Some(0) => {
                    choice.level = choice.level.next();
                    menu.set(index, of_level(choice.level));
                }
                Some(_) => {
                    choice.ironman = !choice.ironman;
                    menu.set(index, of_ironman(choice.ironman));
                }
                None => {}
            }
            index >= names.len()
        })?;
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
            super::output::json(&lists)?;
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
        records_folder(self.records.as_deref())
    }

    fn app(&self, content: &Content, session: Session, title: String, hints: Vec<String>) -> App {
        let told = content.folder(&session.setup().pack).map(|folder| Presentation::of_pack(&folder));
        let app = App::new(session, title, hints).with_presentation(told.unwrap_or_default());
        if self.has_colours() { app } else { app.without_colours() }
    }

    fn has_colours(&self) -> bool {
        has_colours(self.no_colours)
    }

    fn start(&self, content: &Content, scenario: &str, choice: Choice) -> anyhow::Result<App> {
        let Ready { setup, title, hints, lesson, .. } = content.setup(scenario, self.seed)?;
        let setup = if self.hot_seat { setup.hot_seat() } else { setup.at_level(choice.level) };
        let setup = setup.ironman(choice.ironman);
        let writer = saves::new_record(&self.folder()?, scenario)?;
        let teaches = self.seed.is_none() && !self.no_lesson && !self.hot_seat && saves::is_first(writer.path());
        let seed = self.seed.unwrap_or_else(|| saves::seed_of(writer.path(), setup.seed()));
        let setup = setup.with_seed(seed);
        let session = Session::recorded(setup, Some(writer))?;
        let lesson = if teaches { lesson } else { Vec::new() };
        Ok(with_live(content, self.app(content, session, title, hints).with_lesson(lesson)))
    }

    fn play_on(&self, content: &Content, mut app: App) -> anyhow::Result<Found> {
        loop {
            let ended = tui::run(&mut app)?;
            for note in app.take_notes() {
                if let Err(fault) = self.folder().and_then(|folder| Ok(note.keep(&folder)?)) {
                    print(&format!("{fault}\n"))?;
                }
            }
            let setup = app.session().setup();
            let (pack, scenario) = (setup.pack.clone(), setup.book.scenario.clone());
            let path = app.session().record_path().map(Path::to_owned);
            let next = match ended {
                Ended::Quit => {
                    if let Some(path) = path {
                        print(&format!(
                            "The battle is saved. To continue it, and to verify its record:\n\
                             ./run play --resume {0}\n./run replay verify {0}\n",
                            path.display()
                        ))?;
                    }
                    return Ok(Found::Fine);
                }
                Ended::Again => scenario,
                Ended::Leave => return Ok(Found::Fine),
                Ended::Next => saves::following(content, &pack, &scenario)?.context("the pack has no scenario")?,
            };
            let Setup { level, ironman, .. } = *app.session().setup();
            app = self.start(content, &format!("{pack}/{next}"), Choice { level, ironman })?;
        }
    }
}

/// Whether the terminal is drawn with colours.
pub(super) fn has_colours(no_colours: bool) -> bool {
    !no_colours && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn with_live(content: &Content, app: App) -> App {
    let pack = app.session().setup().pack.clone();
    match EditorHost::open(content, &pack) {
        Ok(editor_host) => app.with_live_assets(editor_host),
        Err(_) => app,
    }
}

pub(super) fn records_folder(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let usual = || crate::places::battles_folder().context("no home folder was found; give a folder with --records");
    named.map(Path::to_owned).map_or_else(usual, Ok)
}
