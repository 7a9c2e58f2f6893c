//! Long work beside the frames: carrying out a round, in which the planner decides the next one, opening a record, and the
//! battles of which the title shows pictures. A thread of its own does it on what it is given, so that frames go on, with
//! a line that says what is being done; nothing else can touch a battle meanwhile, for the thread has it.

use super::{App, Begun, Screen, begin};
use crate::controller::Controller;
use crate::window::audio::Sound;
use crate::window::battle::Battle;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::hud::Hud;
use crate::window::render::camera::Camera;
use crate::window::render::scene::Scene;
use foretoken_session::content::Ready;
use foretoken_session::saves::{self, Resumed};
use foretoken_session::{Report, Session};
use std::path::Path;
use std::thread::JoinHandle;

/// Seconds after which a line says what is being done; what is done sooner needs none.
const SILENT: f32 = 0.3;

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

/// A scenario of which a picture is wanted; its title and a battle of it, where that could begin.
pub(super) type ForPicture = (String, Option<(String, Session)>);

/// What came of long work.
#[derive(Debug)]
enum Done {
    Begun(Box<anyhow::Result<Begun>>),
    /// The round was carried out, or why not stands in the message.
    Committed(Box<Battle>, Option<Box<Report>>),
    /// The planner decided for the rest.
    Decided(Box<Battle>),
    Resumed(Box<anyhow::Result<Resumed>>),
    Watched(Box<anyhow::Result<(ReplayViewer, Session)>>, String),
}

/// What is on the screen while long work is done.
#[derive(Debug)]
pub(in crate::window) struct Busy {
    job: Option<Job<Done>>,
    words: &'static str,
    /// Seconds since it began.
    passed: f32,
    /// The battle's quads as they were drawn last, and where one looks from.
    pub(super) frozen: Option<(Scene, Camera)>,
}

impl App {
    /// Does long work in threads of its own, while frames go on. Without it each is waited for, as tests want.
    #[must_use]
    pub fn with_workers(mut self) -> Self {
        self.waits = false;
        self
    }

    /// What is being done, if anything is; there is no battle on the screen meanwhile.
    #[must_use]
    pub fn busy_with(&self) -> Option<&'static str> {
        match &self.screen {
            Screen::Busy(busy) => Some(busy.words),
            _ => None,
        }
    }

    /// Whether long work has only just begun. The picture stays as it is then, so that what is soon done lets nothing go
    /// and come.
    #[must_use]
    pub fn keeps_picture(&self) -> bool {
        matches!(&self.screen, Screen::Busy(busy) if busy.passed < SILENT)
    }

    /// Begins a battle of a scenario.
    pub(in crate::window) fn begin_play(&mut self, scenario: &str) -> anyhow::Result<()> {
        if self.waits {
            return self.play(scenario);
        }
        let name = if scenario.contains('/') { scenario.to_owned() } else { format!("{}/{scenario}", self.pack) };
        let (content, start) = (self.content.clone(), self.start.clone());
        self.leave();
        let job = Job::new(move || Done::Begun(Box::new(begin(&content, &start, &name))));
        self.be_busy(job, "The dark decides …", None);
        Ok(())
    }

    pub(super) fn begun(&mut self, (session, title, hints): Begun) {
        self.open(session, title, hints);
    }

    /// Lets the planner decide for whoever of the side at the screen is undecided.
    pub(in crate::window) fn begin_auto(&mut self) {
        if self.waits || self.is_editing() {
            let Screen::Battle(battle) = &mut self.screen else { return };
            return battle.controller.auto();
        }
        self.give_battle("Your side decides …", |mut battle| {
            battle.controller.auto();
            Done::Decided(battle)
        });
    }

    /// Gives the battle on the screen to a thread.
    fn give_battle(&mut self, words: &'static str, work: impl FnOnce(Box<Battle>) -> Done + Send + 'static) {
        let Screen::Battle(mut battle) = std::mem::replace(&mut self.screen, Screen::Title) else { return };
        let frozen = Some((std::mem::take(&mut battle.scene), battle.camera.clone()));
        self.be_busy(Job::new(move || work(battle)), words, frozen);
    }

    /// Carries out the round on the screen.
    pub(super) fn begin_commit(&mut self) {
        if self.waits || self.is_editing() {
            // The editor's panels are about the battle, and would go and come.
            let Screen::Battle(battle) = &mut self.screen else { return };
            let report = battle.controller.commit();
            return self.committed(report);
        }
        self.give_battle("The dark decides …", |mut battle| {
            let report = battle.controller.commit();
            Done::Committed(battle, report.map(Box::new))
        });
    }

    fn committed(&mut self, report: Option<Report>) {
        let Screen::Battle(battle) = &mut self.screen else { return };
        match report {
            Some(report) => {
                self.sounds.play(Sound::Commit);
                battle.playback.play(report);
            }
            None => self.sounds.play(Sound::Refuse),
        }
    }

    /// Goes on with a recorded battle.
    pub(super) fn begin_resume(&mut self, path: &Path) -> anyhow::Result<()> {
        if self.waits {
            let resumed = saves::resume(&self.content, path)?;
            self.resumed(resumed);
            return Ok(());
        }
        let (content, path) = (self.content.clone(), path.to_owned());
        self.leave();
        let job = Job::new(move || Done::Resumed(Box::new(saves::resume(&content, &path).map_err(Into::into))));
        self.be_busy(job, "The record is replayed …", None);
        Ok(())
    }

    pub(super) fn resumed(&mut self, Resumed { session, title, hints, remark, log }: Resumed) {
        self.open(session, title, hints);
        if let Screen::Battle(battle) = &mut self.screen {
            battle.controller.log = log;
            battle.controller.say(remark);
        }
    }

    /// Looks at a recorded battle.
    pub(super) fn begin_watch(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if self.waits {
            let (replay_viewer, session) = ReplayViewer::open(&self.content, path)?;
            self.watched(replay_viewer, session, name);
            return Ok(());
        }
        let (content, path) = (self.content.clone(), path.to_owned());
        self.leave();
        let job = Job::new(move || Done::Watched(Box::new(ReplayViewer::open(&content, &path)), name));
        self.be_busy(job, "The record is replayed …", None);
        Ok(())
    }

    fn watched(&mut self, replay_viewer: ReplayViewer, session: Session, name: String) {
        let setup = session.setup();
        let scenario = self.content.setup(&format!("{}/{}", setup.pack, setup.book.scenario), None);
        let title = scenario.map_or(name, |ready| ready.title);
        let pack = setup.pack.clone();
        self.use_art_of(&pack);
        let mut battle = Battle::new(session, title, Vec::new(), &self.art, self.size);
        self.close_workshop();
        battle.replay_viewer = Some(replay_viewer);
        battle.seek(0);
        self.screen = Screen::Battle(Box::new(battle));
    }

    fn be_busy(&mut self, job: Job<Done>, words: &'static str, frozen: Option<(Scene, Camera)>) {
        self.screen = Screen::Busy(Box::new(Busy { job: Some(job), words, passed: 0.0, frozen }));
    }

    /// Goes on once long work is done; `waits` until it is.
    pub(super) fn finish_work(&mut self, seconds: f32, waits: bool) {
        let Screen::Busy(busy) = &mut self.screen else { return };
        busy.passed += seconds;
        if let Some((_, camera)) = &mut busy.frozen {
            camera.step(seconds, self.settings.reduced_motion);
        }
        let Some(done) = Job::take(&mut busy.job, waits) else { return };
        let frozen = busy.frozen.take();
        self.screen = Screen::Title;
        match done {
            Some(Done::Committed(battle, report)) => {
                self.take_back(battle, frozen);
                self.committed(report.map(|report| *report));
            }
            Some(Done::Decided(battle)) => self.take_back(battle, frozen),
            Some(Done::Begun(begun)) => match *begun {
                Ok(begun) => self.begun(begun),
                Err(error) => self.failed(&error),
            },
            Some(Done::Resumed(resumed)) => match *resumed {
                Ok(resumed) => self.resumed(resumed),
                Err(error) => self.failed(&error),
            },
            Some(Done::Watched(watched, name)) => match *watched {
                Ok((replay_viewer, session)) => self.watched(replay_viewer, session, name),
                Err(error) => self.failed(&error),
            },
            None => {
                self.show_title();
                self.title.message = "The battle could not go on. Its record is kept as far as it had come.".to_owned();
            }
        }
        if matches!(self.screen, Screen::Battle(_)) {
            self.title.over = None;
        }
    }

    fn failed(&mut self, error: &anyhow::Error) {
        self.show_title();
        self.title.message = format!("{error:#}");
    }

    fn take_back(&mut self, mut battle: Box<Battle>, frozen: Option<(Scene, Camera)>) {
        if let Some((scene, camera)) = frozen {
            (battle.scene, battle.camera) = (scene, camera);
        }
        self.screen = Screen::Battle(battle);
        self.place_camera();
    }

    /// The line that says what is being done.
    pub(super) fn draw_busy(hud: &mut Hud<'_>, busy: &Busy) {
        if busy.passed < SILENT {
            return;
        }
        let list = hud.ui.get_foreground_draw_list();
        let [width, height] = hud.ui.calc_text_size(busy.words);
        let at = [(hud.size[0] - width) / 2.0, hud.size[1] * 0.85 - height];
        hud.rimmed(&list, at, hud.colour("light", 1.0), busy.words);
    }

    /// A battle of which the title wants a picture: begun by a thread, so that its first decisions hold up no frame. The
    /// place of the scenario among the title's, its title and the session; none where none is ready.
    pub(super) fn begun_for_picture(&mut self) -> Option<ForPicture> {
        if self.picturing.is_none() {
            let wants = |(info, picture): &&(foretoken_session::content::ScenarioInfo, Option<imgui::TextureId>)| {
                picture.is_none() && !self.pictureless.contains(&info.name)
            };
            let name = self.title.scenarios.iter().find(wants)?.0.name.clone();
            let (content, pack) = (self.content.clone(), self.pack.clone());
            self.picturing = Some(Job::new(move || {
                let ready = content.setup(&format!("{pack}/{name}"), None).ok();
                let begun =
                    ready.and_then(|Ready { setup, title, .. }| Some((title, Session::start(setup, None).ok()?)));
                (name, begun)
            }));
        }
        Job::take(&mut self.picturing, self.waits).flatten()
    }
}

/// What a thread is given must be its alone.
const fn _threads_may_have<T: Send>() {}
const _: () = {
    _threads_may_have::<Controller>();
    _threads_may_have::<Battle>();
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use crate::window::screens::commands::Command;
    use foretoken_session::content::Content;

    fn app(records: &Path, scenario: Option<&str>) -> App {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::find(Some(&assets)).expect("content");
        let start = Start { scenario: scenario.map(str::to_owned), records: records.to_owned(), ..Start::default() };
        App::new(content, start).expect("an app")
    }

    /// Frames until what is being done is done; how many there were.
    fn frames(app: &mut App) -> usize {
        let mut count = 0;
        while app.busy_with().is_some() {
            app.step(0.0);
            count += 1;
            std::thread::yield_now();
        }
        count
    }

    #[test]
    fn frames_go_on_while_a_round_is_carried_out() {
        let records = tempfile::tempdir().expect("a folder");
        let mut app = app(records.path(), Some("first-light")).with_workers();
        app.command(Command::Auto);
        assert_eq!(app.busy_with(), Some("Your side decides …"), "the frame has not waited");
        frames(&mut app);
        app.command(Command::Commit);
        assert_eq!(app.busy_with(), Some("The dark decides …"), "the frame has not waited");
        assert!(app.keeps_picture(), "nothing goes and comes for what is soon done");
        assert!(app.battle().is_none(), "a frame can touch no battle that a thread has");
        // What comes meanwhile is let go.
        app.command(Command::Commit);
        app.command(Command::Editor);
        app.command(Command::Menu);
        assert!(app.scene().is_some(), "the board is still seen");
        assert!(frames(&mut app) > 0);
        let battle = app.battle().expect("it is back");
        assert!(battle.playback.is_playing(), "what happened is shown");
        assert_eq!(battle.controller.session.seat().known().state().round(), 2);
    }

    #[test]
    fn a_round_that_is_carried_out_when_the_window_closes_is_written() {
        let records = tempfile::tempdir().expect("a folder");
        let mut app = app(records.path(), Some("first-light")).with_workers();
        app.command(Command::Auto);
        frames(&mut app);
        app.command(Command::Commit);
        let record = std::fs::read_dir(records.path()).expect("records").flatten().next().expect("one").path();
        drop(app);
        let opened = foretoken_session::record::open(&record).expect("a record");
        let rounds = opened.entries.iter().filter(|entry| entry.is_commit()).count();
        assert_eq!(rounds, 1);
    }

    #[test]
    fn records_and_pictures_are_made_ready_beside_the_frames() {
        let records = tempfile::tempdir().expect("a folder");
        let mut app = app(records.path(), Some("first-light"));
        app.command(Command::Auto);
        app.command(Command::Commit);
        let path = app.battle().and_then(|b| b.controller.session.record_path().map(Path::to_owned)).expect("a record");
        app.show_title();
        let mut app = app.with_workers();
        app.begin_watch(&path).expect("it begins");
        assert!(app.busy_with().is_some());
        frames(&mut app);
        assert!(app.battle().is_some_and(|battle| battle.replay_viewer.is_some()));
        app.show_title();
        app.begin_resume(&path).expect("it begins");
        assert!(app.busy_with().is_some());
        frames(&mut app);
        assert_eq!(app.battle().expect("it goes on").controller.session.seat().known().state().round(), 2);
        app.begin_resume(&records.path().join("none.battle")).expect("it begins");
        frames(&mut app);
        assert!(app.battle().is_none() && !app.title.message.is_empty(), "what is wrong is told");
        app.begin_play("first-light").expect("it begins");
        assert!(app.busy_with().is_some());
        frames(&mut app);
        assert_eq!(app.battle().expect("it began").controller.session.book().scenario, "first-light");
        app.show_title();
        assert!(app.wants_picture().is_none(), "the frame has not waited");
        let mut made = None;
        while made.is_none() {
            made = app.wants_picture();
            std::thread::yield_now();
        }
        assert_eq!(made.map(|(at, _)| at), Some(0));
    }
}
