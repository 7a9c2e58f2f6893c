//! The flow of a run: new run, map, room, party, battle and end. The run itself is in [`Shared::run`]. A thread takes it
//! for each decision and puts it back.
//!
//! [`Shared::run`]: crate::window::screens::shared::Shared

mod cached;
mod chart;
mod end;
mod give_up;
mod journal;
mod list;
mod map;
mod new_run;
mod party;
pub(in crate::window) mod request;
mod rewind;
mod room;
mod scroll;

use crate::online::words as words_online;
use crate::runs::folder::beside;
use crate::runs::game::failure;
use crate::runs::{RunGame, RunList, words};
use crate::window::audio::Sound;
use crate::window::screens::app::App;
use crate::window::screens::battle::Begun;
use crate::window::screens::screen::{FlowRequest, ScreenContext};
use foretoken_campaign::Command;
use request::RunRequest;
use std::path::PathBuf;

impl FlowRequest for RunRequest {
    fn perform(self: Box<Self>, app: &mut App) {
        match *self {
            Self::Prepare => {
                let page = new_run::NewRun::new(&app.shared);
                app.stack.push(Box::new(page));
            }
            Self::Begin(terms) => {
                let (content, runs) = (app.shared.content.clone(), beside(&app.shared.start.records));
                app.open_run("The run begins …", move || RunGame::begin(&content, &runs, &terms));
            }
            Self::Resume(folder) => {
                let content = app.shared.content.clone();
                app.open_run("Loading the run …", move || RunGame::resume(&content, &folder));
            }
            Self::List => app.list_runs(None),
            Self::GiveUp(folder) => app.list_runs(Some(folder)),
            Self::Act(command) => app.act(command),
            Self::Equip(steps) => app.work_on_run("The party prepares …", move |game| {
                steps.into_iter().try_for_each(|step| game.act(&Command::Equip(step)))
            }),
            Self::Fight => app.begin_run_battle(),
            Self::Auto => app.decide_run("The computer fights the battle …", RunGame::fight_by_planner),
            Self::Finish => app.finish_run_battle(),
        }
    }
}

impl ScreenContext<'_> {
    /// Returns the run; `None` while a thread has it.
    pub(in crate::window) fn run(&self) -> Option<&RunGame> {
        self.shared.run.as_deref()
    }
}

impl App {
    /// Returns the run in play; `None` without one.
    #[must_use]
    pub fn run(&self) -> Option<&RunGame> {
        self.shared.run.as_deref()
    }

    fn open_run(&mut self, words: &str, open: impl FnOnce() -> anyhow::Result<RunGame> + Send + 'static) {
        let untouched = self.leave();
        self.work(words.to_owned(), None, move || {
            if let Some(untouched) = untouched {
                foretoken_session::saves::leave(&untouched);
            }
            let opened = open();
            Box::new(move |app: &mut Self| match opened {
                Ok(game) => {
                    let goes_on = game.has_battle_begun();
                    let pack = game.run().campaign().pack.clone();
                    app.shared.run = Some(Box::new(game));
                    app.use_art_of(&pack);
                    app.show_run();
                    if goes_on {
                        app.begin_run_battle();
                    }
                }
                Err(error) => {
                    app.show_title();
                    app.shared.lobby.message = failure(&error);
                }
            })
        });
    }

    /// Lists the runs in a thread, and shows the list over the title. Before, gives up the run of a folder.
    fn list_runs(&mut self, given_up: Option<PathBuf>) {
        let (content, runs) = (self.shared.content.clone(), beside(&self.shared.start.records));
        self.shared.lobby.message.clear();
        self.work("Looking for runs …".to_owned(), None, move || {
            let give_up = |folder: PathBuf| RunGame::resume(&content, &folder)?.act(&Command::GiveUp);
            let told = given_up.and_then(|folder| give_up(folder).err());
            let list = RunList::look(&content, &runs);
            Box::new(move |app: &mut Self| {
                app.shared.lobby.message = told.as_ref().map(failure).unwrap_or_default();
                app.stack.truncate(1);
                app.stack.push(Box::new(list::RunsPage::of(list)));
                app.look_for_battles(None);
            })
        });
    }

    /// Shows the map, and over it the room or the end if they need the player.
    pub(in crate::window) fn show_run(&mut self) {
        let Some(game) = self.shared.run.as_deref() else { return self.show_title() };
        let (is_over, is_busy) = (game.view().ending.is_some(), game.has_content());
        let map = map::MapScreen::new(game);
        self.close_workshop();
        self.show(Box::new(map));
        if is_over {
            self.stack.push(Box::<end::RunEnd>::default());
        } else if is_busy {
            self.stack.push(Box::<room::Room>::default());
        }
    }

    fn work_on_run(&mut self, words: &str, work: impl FnOnce(&mut RunGame) -> anyhow::Result<()> + Send + 'static) {
        self.with_run(words, work, |_, _| {});
    }

    /// Works on the run in a thread. Afterwards shows the result, or a failure as a message.
    fn with_run(
        &mut self,
        words: &str,
        work: impl FnOnce(&mut RunGame) -> anyhow::Result<()> + Send + 'static,
        then: impl FnOnce(&mut Self, bool) + Send + 'static,
    ) {
        let Some(mut game) = self.shared.run.take() else { return };
        self.work(words.to_owned(), None, move || {
            let done = work(&mut game);
            Box::new(move |app: &mut Self| {
                app.shared.run_told = done.as_ref().err().map(failure).unwrap_or_default();
                app.shared.sounds.play(if done.is_ok() { Sound::Commit } else { Sound::Refuse });
                app.shared.run = Some(game);
                then(app, done.is_ok());
            })
        });
    }

    fn act(&mut self, command: Command) {
        self.decide_run("The party goes on …", move |game| game.act(&command));
    }

    /// A decision after which another screen may be needed.
    fn decide_run(&mut self, words: &str, work: impl FnOnce(&mut RunGame) -> anyhow::Result<()> + Send + 'static) {
        self.with_run(words, work, |app, is_done| {
            // A battle whose outcome could not be written has left its screen, too.
            if is_done || app.stack.len() == 1 {
                app.show_run();
            }
        });
    }

    fn begin_run_battle(&mut self) {
        let Some(game) = self.shared.run.take() else { return };
        let materials = self.materials();
        self.work("Starting the battle …".to_owned(), None, move || {
            let begun = game.battle(&materials.content).map(|(session, told)| {
                let art = materials.art_for(&session.setup().pack);
                Begun { told, ..Begun::plain(session, game.room_title(), art) }
            });
            Box::new(move |app: &mut Self| {
                app.shared.run = Some(game);
                match begun {
                    Ok(begun) => app.open(begun),
                    Err(error) => app.shared.run_told = failure(&error),
                }
            })
        });
    }

    fn finish_run_battle(&mut self) {
        let Some(battle) = self.take_battle() else { return };
        let points = battle.controller.turning_points();
        let turning = points.iter().map(|point| format!("Round {}: {}.", point.round, point.words)).collect();
        self.stack.truncate(1);
        self.decide_run("The party returns …", move |game| {
            let crate::window::battle::Battle { controller, .. } = *battle;
            game.finish_battle(controller.session, turning)
        });
    }

    /// Says why the editor does not open in a run or an online battle; `None` otherwise.
    pub(in crate::window) fn why_no_editor(&self) -> Option<&'static str> {
        if self.is_online() {
            let is_in_battle = self.battle().is_some();
            return Some(if is_in_battle { words_online::NO_EDITOR } else { words_online::NO_EDITOR_IN_LOBBY });
        }
        self.shared.run.as_ref()?;
        Some(if self.battle().is_some() { words::NO_EDITOR_IN_BATTLE } else { words::NO_EDITOR })
    }
}
