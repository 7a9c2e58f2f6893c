//! The flow of a battle: start, play, background work, end and replay. Other code uses [`App::battle`], [`ScreenContext::battle`]
//! and [`request::BattleRequest`].

mod begin;
mod end;
mod hand_over;
pub(in crate::window) mod meanwhile;
mod replay;
pub(in crate::window) mod request;
mod screen;

use crate::window::audio::Sound;
use crate::window::battle::Battle;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::battle::work::BattleWork;
use crate::window::screens::app::App;
use crate::window::screens::screen::{FlowRequest, Screen, ScreenContext, topmost, topmost_mut};
pub(in crate::window) use begin::Begun;
use begin::Materials;
use foretoken_session::{Session, saves};
use meanwhile::Meanwhile;
use replay::Replay;
use request::BattleRequest;
use screen::BattleScreen;
use std::path::{Path, PathBuf};

impl FlowRequest for BattleRequest {
    fn perform(self: Box<Self>, app: &mut App) {
        match *self {
            Self::Play(scenario) => app.begin_play(&scenario),
            Self::PlayNext(pack, scenario) => app.begin_next(pack, scenario),
            Self::Resume(path) => app.begin_resume(path),
            Self::Watch(path) => app.begin_watch(path),
            Self::Work(key, work) => {
                let words = app.shared.art.presentation().say(key).to_owned();
                app.work_on_battle(words, work);
            }
            Self::Achieved(note) => app.note(*note),
        }
    }
}

fn shown_in(screens: &[Box<dyn Screen>]) -> Option<&Battle> {
    let played = topmost(screens).and_then(BattleScreen::battle);
    played.or_else(|| topmost(screens).map(Replay::battle))
}

pub(in crate::window) fn battle_in(screens: &mut [Box<dyn Screen>]) -> Option<&mut Battle> {
    if topmost::<Replay>(screens).is_some() {
        return topmost_mut(screens).map(Replay::battle_mut);
    }
    topmost_mut(screens).and_then(BattleScreen::battle_mut)
}

impl ScreenContext<'_> {
    pub(in crate::window) fn battle(&mut self) -> Option<&mut Battle> {
        battle_in(self.below)
    }
}

impl App {
    /// Returns the battle on the screen; `None` while a thread has it.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        shown_in(&self.stack)
    }

    /// Returns the battle on the screen, mutable.
    pub fn battle_mut(&mut self) -> Option<&mut Battle> {
        battle_in(&mut self.stack)
    }

    /// Returns the viewed record.
    #[must_use]
    pub fn replay(&self) -> Option<&ReplayViewer> {
        topmost(&self.stack).map(Replay::viewer)
    }

    /// Pauses the viewed record before an activation.
    pub fn pause_at(&mut self, activation: usize) {
        if let Some(replay) = topmost_mut::<Replay>(&mut self.stack) {
            replay.pause_at(activation);
        }
    }

    pub(in crate::window) fn show_battle(&mut self, battle: Box<Battle>) {
        self.show(Box::new(BattleScreen::new(battle)));
    }

    fn battle_of(&mut self, begun: Begun) -> Box<Battle> {
        let Begun { session, title, hints, lesson, teaches, editor_host, art, told } = begun;
        session.pack().clone_into(&mut self.shared.art_of);
        if let Some(art) = art {
            self.set_art(art);
        }
        let mut battle = Box::new(Battle::new(session, title, hints, &self.shared.art, self.shared.size));
        battle.editor_host = editor_host;
        match teaches {
            true => battle.controller.teach(lesson),
            false => battle.controller.offer_lesson(lesson),
        }
        battle.controller.session.set_waits(self.work.is_waiting());
        if let Some(remark) = told {
            battle.controller.say(remark);
        }
        battle
    }

    /// Shows a battle that started elsewhere, such as with another crate's rules.
    #[must_use]
    pub fn with_session(mut self, session: Session, title: String) -> Self {
        let art = self.materials().art_for(session.pack());
        self.open(Begun::plain(session, title, art));
        self
    }

    pub(in crate::window) fn open(&mut self, begun: Begun) {
        let battle = self.battle_of(begun);
        if battle.editor_host.is_none() {
            self.close_workshop();
        }
        self.show(Box::new(BattleScreen::new(battle)));
        self.shared.sounds.play(Sound::RoundBegins);
    }

    /// Takes the battle in play off its screen.
    pub(in crate::window) fn take_battle(&mut self) -> Option<Box<Battle>> {
        topmost_mut::<BattleScreen>(&mut self.stack).and_then(BattleScreen::take)
    }

    #[must_use]
    pub(in crate::window) fn leave(&mut self) -> Option<PathBuf> {
        self.shared.run = None;
        self.shared.run_told.clear();
        self.shared.filming = None;
        let battle = self.battle().map(|battle| &battle.controller.session);
        let untouched = battle.filter(|session| session.rewind_points().len() <= 1);
        let record = untouched.and_then(|session| session.record_path()).map(Path::to_owned);
        self.stack.truncate(1);
        record
    }

    pub(in crate::window) fn materials(&self) -> Materials {
        Materials {
            content: self.shared.content.clone(),
            start: self.shared.start.clone(),
            scheme: self.shared.settings.scheme(),
            level: self.battle().map_or_else(|| self.shared.level(), |battle| battle.controller.session.level()),
            ironman: self
                .battle()
                .map_or_else(|| self.shared.is_ironman(), |battle| battle.controller.session.is_ironman()),
            art_of: self.shared.art_of.clone(),
        }
    }

    fn full_name(&self, scenario: &str) -> String {
        if scenario.contains('/') { scenario.to_owned() } else { format!("{}/{scenario}", self.shared.pack) }
    }

    pub(in crate::window) fn play(&mut self, scenario: &str) -> anyhow::Result<()> {
        let begun = self.materials().begin(&self.full_name(scenario))?;
        self.open(begun);
        Ok(())
    }

    fn begin_play(&mut self, scenario: &str) {
        let (materials, name) = (self.materials(), self.full_name(scenario));
        self.begin("Starting the battle …", move || materials.begin(&name));
    }

    fn begin_next(&mut self, pack: String, scenario: String) {
        let materials = self.materials();
        self.begin("Starting the battle …", move || {
            let next = saves::following(&materials.content, &pack, &scenario).ok().flatten().unwrap_or(scenario);
            materials.begin(&format!("{pack}/{next}"))
        });
    }

    pub(in crate::window) fn resume(&mut self, path: &Path) -> anyhow::Result<()> {
        let begun = self.materials().resume(path)?;
        self.open(begun);
        Ok(())
    }

    fn begin_resume(&mut self, path: PathBuf) {
        let materials = self.materials();
        self.begin("Loading the record …", move || materials.resume(&path));
    }

    fn begin(&mut self, words: &str, begin: impl FnOnce() -> anyhow::Result<Begun> + Send + 'static) {
        let untouched = self.leave();
        self.work(words.to_owned(), None, move || {
            if let Some(untouched) = untouched {
                saves::leave(&untouched);
            }
            let begun = begin();
            Box::new(move |app: &mut Self| match begun {
                Ok(begun) => app.open(begun),
                Err(error) => app.failed(&error),
            })
        });
    }

    pub(in crate::window) fn begin_watch(&mut self, path: PathBuf) {
        let (materials, untouched) = (self.materials(), self.leave());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.work("Loading the record …".to_owned(), None, move || {
            if let Some(untouched) = untouched {
                saves::leave(&untouched);
            }
            let watched = ReplayViewer::open(&materials.content, &path).map(|(viewer, session)| {
                let setup = session.setup();
                let scenario = materials.content.setup(&format!("{}/{}", setup.pack, setup.book.scenario), None);
                let title = scenario.map_or(name, |ready| ready.title);
                let art = materials.art_for(&setup.pack);
                (viewer, Begun::plain(session, title, art))
            });
            Box::new(move |app: &mut Self| match watched {
                Ok((viewer, begun)) => {
                    let battle = app.battle_of(begun);
                    app.close_workshop();
                    app.show(Box::new(Replay::new(battle, viewer, &path)));
                }
                Err(error) => app.failed(&error),
            })
        });
    }

    fn failed(&mut self, error: &anyhow::Error) {
        self.show_title();
        self.shared.lobby.message = format!("{error:#}");
    }
    fn work_on_battle(&mut self, words: String, work: BattleWork) {
        let edits = self.is_editing();
        let screen = topmost_mut::<BattleScreen>(&mut self.stack);
        let Some(mut battle) = screen.and_then(BattleScreen::take) else { return };
        let mut meanwhile = None;
        if !self.work.is_waiting() {
            self.shared.frozen = Some((std::mem::take(&mut battle.scene), battle.camera.clone()));
            let editor_host = battle.editor_host.take_if(|_| edits);
            meanwhile = editor_host.map(|editor_host| Meanwhile::new(editor_host, &battle.controller));
        }
        self.work(words, meanwhile, move || {
            let report = work.run(&mut battle);
            Box::new(move |app: &mut Self| {
                if let Some(report) = report {
                    battle.playback.play(report);
                }
                app.take_back(battle);
            })
        });
    }

    fn take_back(&mut self, mut battle: Box<Battle>) {
        if let Some((scene, camera)) = self.shared.frozen.take() {
            (battle.scene, battle.camera) = (scene, camera);
        }
        if let Some(meanwhile) = self.work.take_meanwhile() {
            battle.editor_host = Some(meanwhile.into_host());
        }
        if let Some(screen) = topmost_mut::<BattleScreen>(&mut self.stack) {
            screen.put_back(battle);
        }
        self.place_camera();
    }
}
