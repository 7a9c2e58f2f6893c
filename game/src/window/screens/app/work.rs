//! Background work in threads that own their data: rounds, records, packs and settings.

use super::App;
use crate::achieved::Note;
use crate::art::Art;
use crate::files::KeepError;
use crate::window::battle::Battle;
use crate::window::screens::battle::battle_in;
use crate::window::screens::battle::meanwhile::Meanwhile;
use crate::window::screens::busy::Busy;
use crate::window::screens::screen::topmost;
use crate::window::screens::shared::Found;
use foretoken_session::controller::Controller;
use foretoken_session::long_work;
use foretoken_session::saves::{self, Kept};
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

#[derive(Debug)]
pub(super) struct Job<T>(JoinHandle<T>);

impl<T: Send + 'static> Job<T> {
    pub(super) fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(std::thread::spawn(work))
    }

    /// Takes the result if the work is done or `waits` is set. The inner value is `None` after a panic.
    pub(super) fn take(job: &mut Option<Self>, waits: bool) -> Option<Option<T>> {
        let done = job.take_if(|job| waits || job.0.is_finished())?;
        Some(done.0.join().ok())
    }
}

pub(in crate::window) type Finish = Box<dyn FnOnce(&mut App) + Send>;

pub(in crate::window) struct Works {
    waits: bool,
    main: Option<Job<Finish>>,
    meanwhile: Option<Meanwhile>,
    ahead: Option<Job<()>>,
    looking: Option<Job<Found>>,
    reading: Option<Job<Kept>>,
    art: Option<Job<(Arc<Art>, String)>>,
    art_again: bool,
    saving: Option<Job<Result<(), KeepError>>>,
    noting: Option<Job<Result<(), KeepError>>>,
    notes: Vec<Note>,
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
            ahead: None,
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

    pub(in crate::window) const fn is_waiting(&self) -> bool {
        self.waits
    }

    pub(super) const fn is_at_work(&self) -> bool {
        self.main.is_some() || self.looking.is_some() || self.reading.is_some() || self.art.is_some()
    }

    pub(in crate::window) const fn meanwhile(&mut self) -> Option<&mut Meanwhile> {
        self.meanwhile.as_mut()
    }

    pub(in crate::window) const fn take_meanwhile(&mut self) -> Option<Meanwhile> {
        self.meanwhile.take()
    }
}

impl App {
    /// Enables threads. Without them, all work blocks, for tests.
    #[must_use]
    pub fn with_workers(mut self) -> Self {
        self.work.waits = false;
        self
    }

    /// Returns the description of the running work.
    #[must_use]
    pub fn busy_with(&self) -> Option<&str> {
        self.busy().map(Busy::words)
    }

    /// Whether work has just begun; the picture then stays unchanged, to avoid flicker.
    #[must_use]
    pub fn is_picture_unchanged(&self) -> bool {
        self.busy().is_some_and(Busy::is_opening)
    }

    fn busy(&self) -> Option<&Busy> {
        topmost(self.stack.last_chunk::<1>()?)
    }

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

    fn plan_ahead(&mut self) {
        _ = Job::take(&mut self.work.ahead, false);
        if self.work.ahead.is_some() || self.work.main.is_some() || self.replay().is_some() {
            return;
        }
        let Some(battle) = battle_in(&mut self.stack) else { return };
        if let Some(ahead) = battle.controller.session.plan_ahead() {
            self.work.ahead = Some(Job::new(move || ahead.run()));
        }
    }

    pub(super) fn finish_work(&mut self) {
        let waits = self.work.waits;
        if self.work.is_at_work() {
            self.stir();
        }
        if let Some(done) = Job::take(&mut self.work.main, waits) {
            self.finish(done);
        }
        if !waits {
            self.plan_ahead();
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
            self.tell(fault.to_string());
        }
        if self.work.saving.is_none() && std::mem::take(&mut self.work.unsaved) {
            self.begin_saving();
        }
        if let Some(Some(Err(fault))) = Job::take(&mut self.work.noting, waits) {
            self.tell(fault.to_string());
        }
        self.begin_noting();
    }

    pub(in crate::window) fn note(&mut self, note: Note) {
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
                    "The battle could not continue. Its record is saved up to this point.".to_owned();
            }
        }
    }

    pub(super) fn wait_for_work(&mut self) {
        if let Some(done) = Job::take(&mut self.work.main, true) {
            self.finish(done);
        }
        let _ = Job::take(&mut self.work.saving, true);
        let _ = Job::take(&mut self.work.noting, true);
        self.begin_noting();
        let _ = Job::take(&mut self.work.noting, true);
        if std::mem::take(&mut self.work.unsaved) {
            self.begin_saving();
            let _ = Job::take(&mut self.work.saving, true);
        }
    }

    pub(in crate::window) fn look_for_battles(&mut self, untouched: Option<PathBuf>) {
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

    pub(in crate::window) fn set_art(&mut self, art: Arc<Art>) {
        self.shared.sounds.set_bank(art.sounds());
        self.shared.art = art;
        self.shared.art_version += 1;
    }

    pub(in crate::window) fn save_settings(&mut self) {
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
}

const fn _threads_may_have<T: Send>() {}
const _: () = {
    _threads_may_have::<Controller>();
    _threads_may_have::<Battle>();
};
