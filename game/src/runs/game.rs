//! The run in play: its journal, the view that the screens show, and its battles.

use super::battle_file::BattleFile;
use super::folder::{self, Terms};
use super::profile;
use foretoken_campaign::{BeginOptions, Command, Mode, MoveView, Run, RunError, RunRecord, RunView, pages};
use foretoken_session::Session;
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run in play.
#[derive(Debug)]
pub struct RunGame {
    content: Content,
    record: RunRecord,
    runs: PathBuf,
    view: RunView,
    /// Room of the last battle, and the texts of its turning points.
    turning: Vec<(String, Vec<String>)>,
    news: Vec<String>,
}

impl RunGame {
    fn around(content: &Content, record: RunRecord, runs: &Path) -> Self {
        let view = record.run().view();
        let (content, runs) = (content.clone(), runs.to_owned());
        let mut game = Self { content, record, runs, view, turning: Vec::new(), news: Vec::new() };
        game.news = game.settle();
        game
    }

    /// Begins a run in a new folder below `runs`.
    ///
    /// # Errors
    ///
    /// If the campaign has faults, or the run cannot be written.
    pub fn begin(content: &Content, runs: &Path, terms: &Terms) -> anyhow::Result<Self> {
        let (pack, name) = &terms.campaign;
        let campaign = Arc::new(folder::compiled(content, &format!("{pack}/{name}"))?);
        let (profile, notice) = profile::open(content, runs)?;
        let unlocked = profile.unlocked(pack, name);
        drop(profile);
        let id = folder::new_id();
        let options = BeginOptions { id, seed: terms.seed, mode: terms.mode, level: terms.level, unlocked };
        let mut game = Self::around(content, RunRecord::create_in(runs, &campaign, &options)?, runs);
        game.news.extend(notice);
        Ok(game)
    }

    /// Takes over a run that was played without a journal, in a new folder below `runs`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn adopt(content: &Content, runs: &Path, run: &Run) -> anyhow::Result<Self> {
        let record = RunRecord::adopt(runs, run.campaign(), run.entries())?;
        Ok(Self::around(content, record, runs))
    }

    /// Continues the run of a folder.
    ///
    /// # Errors
    ///
    /// If another process has it open, or it is damaged before its end.
    pub fn resume(content: &Content, folder: &Path) -> anyhow::Result<Self> {
        let record = RunRecord::resume(folder, |text, begin| folder::embedded(content, text, begin))?;
        Ok(Self::around(content, record, folder.parent().unwrap_or(folder)))
    }

    /// Returns the run.
    #[must_use]
    pub const fn run(&self) -> &Run {
        self.record.run()
    }

    /// Returns the folder of the run.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.record.folder()
    }

    /// Returns what the player may know.
    #[must_use]
    pub const fn view(&self) -> &RunView {
        &self.view
    }

    /// Returns the texts of what the last decision or battle changed.
    #[must_use]
    pub fn news(&self) -> &[String] {
        &self.news
    }

    /// Returns the texts of the last decision for the page of the end, which shows how the run ended.
    pub fn news_of_end(&self) -> impl Iterator<Item = &String> {
        self.news.iter().filter(|line| self.view.ending.as_ref() != Some(line))
    }

    /// Forgets the texts of the last decision.
    pub fn read_news(&mut self) {
        self.news.clear();
    }

    /// Returns the turning points of the battles of this sitting, by room.
    #[must_use]
    pub fn turning_points(&self) -> &[(String, Vec<String>)] {
        &self.turning
    }

    /// Returns true if the current room has something to do, or something to read.
    #[must_use]
    pub fn has_content(&self) -> bool {
        let is_way = |own: &MoveView| matches!(own.command, Command::Enter(_));
        self.view.battle || !self.news.is_empty() || self.view.moves.iter().any(|own| !is_way(own))
    }

    /// Returns the displayed name of the current room; the campaign's before the first one.
    #[must_use]
    pub fn room_title(&self) -> String {
        let room = self.view.here.and_then(|here| self.view.rooms.get(here));
        room.and_then(|room| room.title.clone()).unwrap_or_else(|| self.view.campaign.clone())
    }

    /// Decides. The news then describe the result.
    ///
    /// # Errors
    ///
    /// If the decision is refused or cannot be written. The run is then unchanged.
    pub fn act(&mut self, command: &Command) -> anyhow::Result<()> {
        let before = (self.record.run().entries().len(), self.view.clone());
        let has_begun = self.has_battle_begun();
        if matches!(command, Command::Equip(_)) {
            self.battle_file().refuse_begun(self.record.run())?;
        }
        self.record.act(command)?;
        if matches!(command, Command::Rewind(_)) {
            self.turning.clear();
            if has_begun {
                self.battle_file().set_aside("left")?;
            }
        }
        self.follow(before, command)?;
        Ok(())
    }

    /// Lets the planner fight the battle that waits.
    ///
    /// # Errors
    ///
    /// If no battle waits, or it cannot be written.
    pub fn fight_by_planner(&mut self) -> anyhow::Result<()> {
        let before = (self.record.run().entries().len(), self.view.clone());
        if self.record.run().state().mode == Mode::Ironman {
            self.battle_file().refuse_begun(self.record.run())?;
        }
        let has_begun = self.has_battle_begun();
        self.record.fight_by_planner()?;
        if has_begun {
            self.battle_file().set_aside("left")?;
        }
        self.follow(before, &Command::GiveUp)
    }

    fn follow(&mut self, (count, before): (usize, RunView), command: &Command) -> anyhow::Result<()> {
        let notices = self.settle();
        if matches!(command, Command::Enter(_) | Command::Rewind(_)) {
            self.news = notices;
            return Ok(());
        }
        let told = self.record.run().told().into_iter().filter(|(at, _)| *at >= count);
        self.news = told.map(|(_, text)| text).collect();
        if matches!(command, Command::Choose(..)) {
            let words = self.record.run().words_after();
            self.news.extend((!words.is_empty()).then(|| words.to_owned()));
        }
        self.news.extend(pages::changes(&before, &self.view));
        self.news.extend(notices);
        Ok(())
    }

    /// Takes over the end of the run into the profile, and renews the view. Returns notices for the player: the end is
    /// in the run's journal, so a profile that cannot be written is no failure.
    fn settle(&mut self) -> Vec<String> {
        let mut notices = Vec::new();
        if self.record.run().state().ending.is_some() {
            let done = profile::open(&self.content, &self.runs).and_then(|(mut profile, notice)| {
                notices.extend(notice);
                profile::settle(&mut profile, &mut self.record)
            });
            notices.extend(done.err().map(|error| format!("The result is not in the profile yet: {error:#}.")));
        }
        self.view = self.record.run().view();
        notices
    }

    fn battle_file(&self) -> BattleFile {
        BattleFile::of(self.record.folder())
    }

    /// Whether the battle of the room has begun and is not taken over.
    #[must_use]
    pub fn has_battle_begun(&self) -> bool {
        self.battle_file().has_begun(self.record.run())
    }

    /// Resumes the unfinished battle if it is that of the room, or begins it. Also returns a remark for the player.
    ///
    /// # Errors
    ///
    /// If no battle waits, or its record cannot be written or read.
    pub fn battle(&self, content: &Content) -> anyhow::Result<(Session, Option<String>)> {
        self.battle_file().open(content, self.record.run())
    }

    /// Forgets the battle in play, so that it begins anew.
    ///
    /// # Errors
    ///
    /// If its record cannot be removed.
    pub fn restart_battle(&self) -> std::io::Result<()> {
        self.battle_file().forget()
    }

    /// Takes over the outcome of a finished battle. `turning` has the texts of its turning points.
    ///
    /// # Errors
    ///
    /// If the battle is not over, or the run cannot be written.
    pub fn finish_battle(&mut self, session: Session, turning: Vec<String>) -> anyhow::Result<()> {
        let before = (self.record.run().entries().len(), self.view.clone());
        let room = self.room_title();
        let played = self.battle_file().played(self.record.run(), session)?;
        self.record.finish_battle(played)?;
        self.battle_file().forget()?;
        if !turning.is_empty() {
            self.turning.push((room, turning));
        }
        self.follow(before, &Command::GiveUp)
    }
}

/// Returns the text of a failure: a refusal as it is, anything else with its causes.
#[must_use]
pub fn failure(error: &anyhow::Error) -> String {
    match error.downcast_ref::<RunError>() {
        Some(RunError::Refused(refusal)) => refusal.to_string(),
        _ => format!("{error:#}"),
    }
}
