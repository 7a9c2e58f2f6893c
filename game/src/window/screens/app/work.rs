//! Long work beside the frames: carrying out a round, in which the planner decides the next one, opening a record, reading a
//! pack, and keeping what was set. A thread of its own does it on what it is given, so that frames go on, with a line that
//! says what is being done; nothing else can touch a battle meanwhile, for the thread has it.

use super::App;
use crate::achieved::Note;
use crate::art::{Art, Scheme};
use crate::editor_host::EditorHost;
use crate::window::Start;
use crate::window::audio::Sound;
use crate::window::battle::Battle;
use crate::window::screens::battle::BattleScreen;
use crate::window::screens::busy::Busy;
use crate::window::screens::meanwhile::Meanwhile;
use crate::window::screens::screen::BattleWork;
use crate::window::screens::shared::Found;
use foretoken_action_assets::assets::LessonStep;
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::content::{Content, Ready};
use foretoken_session::controller::Controller;
use foretoken_session::long_work;
use foretoken_session::saves::{self, Kept, Resumed};
use std::fmt::{self, Debug};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Work that a thread does.
#[derive(Debug)]
pub(super) struct Job<T>(JoinHandle<T>);

impl<T: Send + 'static> Job<T> {
    pub(super) fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(std::thread::spawn(work))
    }

    /// What came of it, if it is done or is to be waited for. The inner value is none where the work panicked.
    pub(super) fn take(job: &mut Option<Self>, waits: bool) -> Option<Option<T>> {
        let done = job.take_if(|job| waits || job.0.is_finished())?;
        Some(done.0.join().ok())
    }
}

/// What is to be done on the screen once work is done.
pub(in crate::window) type Finish = Box<dyn FnOnce(&mut App) + Send>;

/// The work that threads do.
pub(in crate::window) struct Works {
    /// Whether all of it is waited for, as tests want.
    waits: bool,
    /// What the screen is busy with.
    main: Option<Job<Finish>>,
    /// The battle that a thread has, as the editor shows it.
    meanwhile: Option<Meanwhile>,
    looking: Option<Job<Found>>,
    reading: Option<Job<Kept>>,
    art: Option<Job<(Arc<Art>, String)>>,
    /// Whether art is to be read anew once what is being read is there, as while one draws.
    art_again: bool,
    saving: Option<Job<Result<(), String>>>,
    /// What was achieved and is being kept, and what is kept next.
    noting: Option<Job<Result<(), String>>>,
    notes: Vec<Note>,
    /// The settings changed since they were last given to a thread to keep.
    unsaved: bool,
}

impl Debug for Works {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Works").field("waits", &self.waits).field("busy", &self.main.is_some()).finish_non_exhaustive()
    }
}

impl Works {
    pub(super) const fn new() -> Self {
        Self {
            waits: true,
            main: None,
            meanwhile: None,
            looking: None,
            reading: None,
            art: None,
            art_again: false,
            saving: None,
            noting: None,
            notes: Vec::new(),
            unsaved: false,
        }
    }

    pub(in crate::window) const fn waits(&self) -> bool {
        self.waits
    }

    /// Whether a thread does anything whose end may be seen.
    pub(super) const fn is_at_work(&self) -> bool {
        self.main.is_some() || self.looking.is_some() || self.reading.is_some() || self.art.is_some()
    }

    /// The battle that a thread has, as the editor shows it.
    pub(in crate::window) const fn meanwhile(&mut self) -> Option<&mut Meanwhile> {
        self.meanwhile.as_mut()
    }
}

/// A battle that has begun or goes on, and all that it is shown with.
#[derive(Debug)]
pub(in crate::window) struct Begun {
    pub(super) session: Session,
    pub(super) title: String,
    pub(super) hints: Vec<String>,
    /// The steps that the player is led through.
    pub(super) lesson: Vec<LessonStep>,
    pub(super) editor_host: Option<EditorHost>,
    /// The art of its pack, where that is not in use.
    pub(super) art: Option<Arc<Art>>,
    /// What is to be told of one that goes on.
    pub(super) told: Option<String>,
}

/// What battles are begun from.
#[derive(Clone, Debug)]
pub(in crate::window) struct Materials {
    pub(in crate::window) content: Content,
    pub(super) start: Start,
    pub(super) scheme: Scheme,
    pub(super) level: Level,
    /// Whether nothing that was carried out can be taken back.
    pub(super) ironman: bool,
    /// The pack whose art is in use.
    pub(super) art_of: String,
}

impl Materials {
    /// Begins a battle of a scenario named with its pack, recorded where `start` says; the planner decides its first round.
    pub(in crate::window) fn begin(&self, name: &str) -> anyhow::Result<Begun> {
        let Ready { setup, title, hints, lesson, .. } = self.content.setup(name, self.start.seed)?;
        let setup = if self.start.hot_seat { setup.hot_seat() } else { setup.at_level(self.level) };
        let setup = setup.ironman(self.ironman);
        let scenario = setup.book.scenario.clone();
        let writer = saves::new_record(&self.start.records, &scenario)?;
        let teaches = self.start.lesson && self.start.seed.is_none() && !self.start.hot_seat;
        let teaches = teaches && saves::is_first(writer.path());
        let seed = self.start.seed.unwrap_or_else(|| saves::seed_of(writer.path(), setup.seed()));
        let setup = setup.with_seed(seed);
        let lesson = if teaches { lesson } else { Vec::new() };
        Ok(Begun { lesson, ..self.around(Session::recorded(setup, Some(writer))?, title, hints) })
    }

    /// Goes on with a recorded battle.
    pub(super) fn resume(&self, path: &Path) -> anyhow::Result<Begun> {
        let Resumed { session, title, hints, lesson, remark } = saves::resume(&self.content, path)?;
        let lesson = if self.start.lesson { lesson } else { Vec::new() };
        Ok(Begun { told: Some(remark), lesson, ..self.around(session, title, hints) })
    }

    fn around(&self, session: Session, title: String, hints: Vec<String>) -> Begun {
        let pack = session.setup().pack.clone();
        let editor_host = EditorHost::open(&self.content, &pack).ok();
        let (lesson, art) = (Vec::new(), self.art_for(&pack));
        Begun { session, title, hints, lesson, editor_host, art, told: None }
    }

    /// The art of a pack, where that is not in use.
    pub(super) fn art_for(&self, pack: &str) -> Option<Arc<Art>> {
        let load = || Arc::new(Art::load(&self.content.root().join(pack).join("art"), self.scheme).0);
        (pack != self.art_of).then(load)
    }
}

impl App {
    /// Does long work in threads of its own, while frames go on. Without it each is waited for, as tests want.
    #[must_use]
    pub fn with_workers(mut self) -> Self {
        self.work.waits = false;
        self
    }

    /// What is being done, if anything is.
    #[must_use]
    pub fn busy_with(&self) -> Option<&str> {
        self.stack.last()?.busy().map(|(words, _)| words)
    }

    /// Whether long work has only just begun. The picture stays as it is then, so that what is soon done lets nothing go
    /// and come.
    #[must_use]
    pub fn keeps_picture(&self) -> bool {
        self.stack.last().and_then(|screen| screen.busy()).is_some_and(|(_, begins)| begins)
    }

    /// Does long work, which ends with what is to be done on the screen.
    pub(in crate::window) fn work(
        &mut self,
        words: String,
        battle: Option<Meanwhile>,
        work: impl FnOnce() -> Finish + Send + 'static,
    ) {
        if self.work.waits {
            let finish = long_work::outside_of_frames(work);
            return finish(self);
        }
        self.stack.push(Box::new(Busy::new(words, self.shared.frozen.is_some())));
        self.work.meanwhile = battle;
        self.work.main = Some(Job::new(work));
    }

    /// Does something with the battle on the screen that may take long.
    pub(super) fn work_on_battle(&mut self, words: String, work: BattleWork) {
        let edits = self.is_editing();
        let slot = self.stack.iter_mut().rev().find_map(|screen| screen.slot());
        let Some(mut battle) = slot.and_then(Option::take) else { return };
        let mut meanwhile = None;
        if !self.work.waits {
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

    /// The battle that a thread had is on the screen again.
    fn take_back(&mut self, mut battle: Box<Battle>) {
        if let Some((scene, camera)) = self.shared.frozen.take() {
            (battle.scene, battle.camera) = (scene, camera);
        }
        if let Some(meanwhile) = self.work.meanwhile.take() {
            battle.editor_host = Some(meanwhile.into_host());
        }
        if let Some(slot) = self.stack.iter_mut().rev().find_map(|screen| screen.slot()) {
            *slot = Some(battle);
        }
        self.place_camera();
    }

    /// Goes on with what threads have done.
    pub(super) fn finish_work(&mut self) {
        let waits = self.work.waits;
        if self.work.is_at_work() {
            self.stir();
        }
        if let Some(done) = Job::take(&mut self.work.main, waits) {
            self.finish(done);
        }
        if let Some(Some(found)) = Job::take(&mut self.work.looking, waits) {
            let old = self.shared.lobby.fill(found);
            self.pictures.outdated(old);
        }
        if let Some((art, pack)) = Job::take(&mut self.work.art, waits).flatten() {
            if pack == self.shared.art_of {
                self.set_art(art);
            }
            if std::mem::take(&mut self.work.art_again) {
                self.load_art();
            }
        }
        if let Some(read) = Job::take(&mut self.work.reading, waits).flatten()
            && let Some(kept) = self.shared.lobby.records.iter_mut().find(|kept| kept.path == read.path)
        {
            *kept = read;
        }
        if self.work.reading.is_none()
            && let Some(mut kept) =
                self.shared.lobby.wanted.take().and_then(|at| self.shared.lobby.records.get(at).cloned())
        {
            self.work.reading = Some(Job::new(move || {
                kept.read();
                kept
            }));
        }
        if let Some(Some(Err(fault))) = Job::take(&mut self.work.saving, waits) {
            self.tell(fault);
        }
        if self.work.saving.is_none() && std::mem::take(&mut self.work.unsaved) {
            self.begin_saving();
        }
        if let Some(Some(Err(fault))) = Job::take(&mut self.work.noting, waits) {
            self.tell(fault);
        }
        self.begin_noting();
    }

    /// Keeps what was achieved, beside the frames.
    pub(super) fn note(&mut self, note: Note) {
        self.work.notes.push(note);
        self.begin_noting();
        if self.work.waits {
            self.finish_work();
        }
    }

    fn begin_noting(&mut self) {
        if self.work.noting.is_none() && !self.work.notes.is_empty() {
            let (notes, folder) = (std::mem::take(&mut self.work.notes), self.shared.start.records.clone());
            self.work.noting = Some(Job::new(move || notes.iter().try_for_each(|note| note.keep(&folder))));
        }
    }

    fn finish(&mut self, done: Option<Finish>) {
        self.close("busy");
        match done {
            Some(finish) => finish(self),
            None => {
                self.shared.frozen = None;
                self.work.meanwhile = None;
                self.show_title();
                self.shared.lobby.message =
                    "The battle could not go on. Its record is kept as far as it had come.".to_owned();
            }
        }
    }

    /// Waits for what must not be lost.
    pub(super) fn wait_for_work(&mut self) {
        if let Some(done) = Job::take(&mut self.work.main, true) {
            self.finish(done);
        }
        // Why it could not be kept is told by nobody any more.
        let _ = Job::take(&mut self.work.saving, true);
        let _ = Job::take(&mut self.work.noting, true);
        self.begin_noting();
        let _ = Job::take(&mut self.work.noting, true);
        if std::mem::take(&mut self.work.unsaved) {
            self.begin_saving();
            let _ = Job::take(&mut self.work.saving, true);
        }
    }

    /// Looks at the pack's scenarios and at the recorded battles, of which one that nobody touched goes first.
    pub(super) fn look_for_battles(&mut self, untouched: Option<PathBuf>) {
        let (content, pack, start) = (self.shared.content.clone(), self.shared.pack.clone(), self.shared.start.clone());
        self.pictures.retry();
        self.work.looking = Some(Job::new(move || {
            if let Some(untouched) = untouched {
                saves::leave(&untouched);
            }
            Found::look(&content, &pack, &start)
        }));
        if self.work.waits {
            self.finish_work();
        }
    }

    pub(super) fn read_art(&mut self, read: impl FnOnce() -> (Arc<Art>, String) + Send + 'static) {
        if self.work.art.is_some() {
            self.work.art_again = true;
            return;
        }
        self.work.art = Some(Job::new(read));
        if self.work.waits {
            self.finish_work();
        }
    }

    fn set_art(&mut self, art: Arc<Art>) {
        self.shared.sounds.set_bank(art.sounds());
        self.shared.art = art;
        self.shared.art_version += 1;
    }

    pub(super) fn save_settings(&mut self) {
        self.work.unsaved = true;
        if self.work.saving.is_none() {
            self.work.unsaved = false;
            self.begin_saving();
        }
        if self.work.waits {
            self.finish_work();
        }
    }

    fn begin_saving(&mut self) {
        let Some(folder) = self.shared.start.config.clone() else { return };
        let settings = self.shared.settings.clone();
        self.work.saving = Some(Job::new(move || settings.save(&folder)));
    }

    /// The battle that has begun, drawn with the art of its pack.
    pub(super) fn battle_of(&mut self, begun: Begun) -> Box<Battle> {
        let Begun { session, title, hints, lesson, editor_host, art, told } = begun;
        session.setup().pack.clone_into(&mut self.shared.art_of);
        if let Some(art) = art {
            self.set_art(art);
        }
        let mut battle = Box::new(Battle::new(session, title, hints, &self.shared.art, self.shared.size));
        battle.editor_host = editor_host;
        battle.controller.teach(lesson);
        battle.controller.session.set_waits(self.work.waits);
        if let Some(remark) = told {
            battle.controller.say(remark);
        }
        battle
    }

    /// Shows a battle that was begun elsewhere, such as one under the rules of another crate.
    #[must_use]
    pub fn with_session(mut self, session: Session, title: String) -> Self {
        let art = self.materials().art_for(&session.setup().pack);
        self.open(Begun { session, title, hints: Vec::new(), lesson: Vec::new(), editor_host: None, art, told: None });
        self
    }

    /// Shows a battle that has begun.
    pub(in crate::window) fn open(&mut self, begun: Begun) {
        let battle = self.battle_of(begun);
        if battle.editor_host.is_none() {
            self.close_workshop();
        }
        self.show(Box::new(BattleScreen::new(battle)));
        self.shared.sounds.play(Sound::RoundBegins);
    }
}

/// What a thread is given must be its alone.
const fn _threads_may_have<T: Send>() {}
const _: () = {
    _threads_may_have::<Controller>();
    _threads_may_have::<Battle>();
};
