//! Tests that long work does not block frames.

use super::App;
use crate::runs::Terms;
use crate::window::Start;
use crate::window::battle::work::BattleWork;
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::commands::Command;
use crate::window::screens::edit::ToggleEditor;
use crate::window::screens::pages::KeepSettings;
use crate::window::screens::run::request::RunRequest;
use crate::window::screens::screen::Request;
use crate::window::screens::title::request::TitleRequest;
use foretoken_campaign::{Command as Decision, Mode};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::long_work;
use std::path::Path;

fn app(folder: &Path, scenario: Option<&str>) -> App {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let content = Content::open(&assets).expect("content");
    let start = Start {
        scenario: scenario.map(str::to_owned),
        records: folder.join("records"),
        config: Some(folder.join("config")),
        ..Start::default()
    };
    App::new(content, start).expect("an app")
}

fn frames(app: &mut App) -> usize {
    let mut count = 0;
    while app.busy_with().is_some() {
        app.step(0.0);
        count += 1;
        std::thread::yield_now();
    }
    count
}

fn ask(app: &mut App, request: impl Into<Request>) {
    app.shared.requests.push(request.into());
    app.perform();
}

#[test]
fn frames_go_on_while_a_round_is_carried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), Some("first-light")).with_workers();
    app.command(Command::Auto);
    assert_eq!(app.busy_with(), Some("Your side decides …"), "the frame has not waited");
    frames(&mut app);
    app.command(Command::Commit);
    assert_eq!(app.busy_with(), Some("The dark decides …"), "the frame has not waited");
    assert!(app.is_picture_unchanged(), "nothing goes and comes for what is soon done");
    assert!(app.battle().is_none(), "a frame can touch no battle that a thread has");
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
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), Some("first-light")).with_workers();
    app.command(Command::Auto);
    frames(&mut app);
    app.command(Command::Commit);
    let records = std::fs::read_dir(folder.path().join("records")).expect("records");
    let record = records.flatten().map(|file| file.path()).find(|path| path.extension().is_some_and(|e| e == "battle"));
    drop(app);
    let opened = foretoken_session::record::open(&record.expect("one")).expect("a record");
    let rounds = opened.entries.iter().filter(|entry| entry.is_commit()).count();
    assert_eq!(rounds, 1);
}

#[test]
fn what_was_set_is_kept_when_the_window_closes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path(), None).with_workers();
    for volume in 0..30 {
        first.shared.settings.volume = volume;
        ask(&mut first, KeepSettings);
    }
    drop(first);
    assert_eq!(app(folder.path(), None).shared.settings.volume, 29);
}

#[test]
fn nothing_that_takes_long_begins_within_a_frame() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), None).with_workers();
    let _ = long_work::take_noted();
    ask(&mut app, BattleRequest::Play("first-light".to_owned()));
    frames(&mut app);
    app.command(Command::Settings);
    app.shared.settings.palette = 1;
    app.load_art();
    ask(&mut app, KeepSettings);
    app.command(Command::Back);
    for _ in 0..40 {
        for command in [Command::Threat, Command::Auto, Command::Commit, Command::Skip] {
            app.command(command);
            frames(&mut app);
            app.step(0.02);
            let _ = app.scene();
        }
        if app.top() == "end" {
            break;
        }
    }
    assert_eq!(app.top(), "end", "it came to an end");
    let record = app.battle().and_then(|battle| battle.controller.session.record_path().map(Path::to_owned));
    let (pack, scenario) = ("vigil".to_owned(), "first-light".to_owned());
    ask(&mut app, BattleRequest::PlayNext(pack, scenario));
    assert!(app.busy_with().is_some(), "the frame has not waited");
    frames(&mut app);
    assert_ne!(app.battle().expect("it begins").controller.session.book().scenario, "first-light");
    app.command(Command::Editor);
    assert!(app.is_editing());
    app.command(Command::Auto);
    assert!(app.busy_with().is_some(), "beside the editor, too");
    frames(&mut app);
    app.command(Command::Commit);
    assert!(app.busy_with().is_some(), "beside the editor, too");
    frames(&mut app);
    assert!(app.battle().is_some_and(|battle| battle.editor_host.is_some()), "what is edited is back as well");
    app.command(Command::Menu);
    app.command(Command::Menu);
    let requests: [Request; 5] = [
        BattleRequest::Watch(record.clone().expect("it was recorded")).into(),
        TitleRequest::Records.into(),
        BattleRequest::Resume(record.expect("it was recorded")).into(),
        TitleRequest::Show.into(),
        ToggleEditor.into(),
    ];
    for request in requests {
        ask(&mut app, request);
        frames(&mut app);
        app.step(0.02);
        let _ = app.scene();
        let _ = app.wants_picture();
    }
    assert!(app.is_editing());
    assert_eq!(long_work::take_noted(), Vec::<&str>::new());
}

#[test]
fn a_run_goes_on_beside_the_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), None).with_workers();
    let _ = long_work::take_noted();
    let (campaign, seed) = (("banner".to_owned(), "the-march".to_owned()), 7);
    let terms = Terms { campaign, seed, mode: Mode::Free, level: Level::Easy };
    ask(&mut app, RunRequest::Begin(terms));
    assert!(app.busy_with().is_some() && app.run().is_none(), "the frame has not waited");
    frames(&mut app);
    assert_eq!(app.top(), "run");
    ask(&mut app, RunRequest::Act(Decision::Enter(0)));
    assert!(app.busy_with().is_some(), "the frame has not waited");
    frames(&mut app);
    assert_eq!(app.top(), "room");
    ask(&mut app, RunRequest::Fight);
    assert!(app.busy_with().is_some(), "the frame has not waited");
    frames(&mut app);
    assert_eq!(app.top(), "battle");
    app.command(Command::Auto);
    frames(&mut app);
    let run = app.run().expect("the battle keeps the run").folder().to_owned();
    app.command(Command::Menu);
    assert!(app.run().is_none());
    ask(&mut app, RunRequest::Resume(run.clone()));
    frames(&mut app);
    assert_eq!(app.top(), "battle", "the battle goes on");
    app.command(Command::Menu);
    ask(&mut app, RunRequest::Resume(folder.path().join("none")));
    frames(&mut app);
    assert_eq!(app.top(), "title");
    assert!(!app.shared.lobby.message.is_empty(), "what is wrong is told");
    assert_eq!(long_work::take_noted(), Vec::<&str>::new());
}

#[test]
fn what_is_done_within_a_frame_would_be_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), None);
    let _ = long_work::take_noted();
    let _frame = long_work::Frame::begin();
    app.play("first-light").expect("it begins");
    app.battle_mut().expect("a battle").controller.auto();
    let noted = long_work::take_noted();
    assert!(noted.contains(&"reading a pack") && noted.contains(&"the planner"), "{noted:?}");
}

#[test]
fn records_and_pictures_are_made_ready_beside_the_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), Some("first-light"));
    app.command(Command::Auto);
    app.command(Command::Commit);
    let path = app.battle().and_then(|b| b.controller.session.record_path().map(Path::to_owned)).expect("a record");
    app.show_title();
    let mut app = app.with_workers();
    ask(&mut app, BattleRequest::Watch(path.clone()));
    assert!(app.busy_with().is_some());
    frames(&mut app);
    assert!(app.replay().is_some());
    app.show_title();
    ask(&mut app, BattleRequest::Resume(path));
    assert!(app.busy_with().is_some());
    frames(&mut app);
    assert_eq!(app.battle().expect("it goes on").controller.session.seat().known().state().round(), 2);
    ask(&mut app, BattleRequest::Resume(folder.path().join("none.battle")));
    frames(&mut app);
    assert!(app.battle().is_none() && !app.shared.lobby.message.is_empty(), "what is wrong is told");
    ask(&mut app, BattleRequest::Play("first-light".to_owned()));
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
    assert_eq!(made.map(|made| made.scenario), Some(0));
}

#[test]
fn the_editor_stays_while_a_thread_has_the_battle_and_nothing_can_be_done_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path(), Some("first-light")).with_workers();
    app.command(Command::Editor);
    let mut imgui = imgui::Context::create();
    imgui.set_ini_filename(None);
    imgui.io_mut().config_flags |= imgui::ConfigFlags::DOCKING_ENABLE;
    imgui.io_mut().display_size = app.shared.size.to_array();
    let font = imgui.fonts().add_font(&[imgui::FontSource::DefaultFontData { config: None }]);
    imgui.fonts().build_rgba32_texture();
    let fonts = crate::window::hud::Fonts { text: font, small: font, large: font, code: font };
    let mut frame = |app: &mut App| {
        app.step(0.2);
        imgui.io_mut().delta_time = 0.2;
        app.interface(imgui.new_frame(), imgui::TextureId::new(1), fonts);
        imgui.render();
    };
    let sees = |app: &App, name: &str| app.widget_rects.get(name).is_some();
    (0..3).for_each(|_| frame(&mut app));
    assert!(sees(&app, "assets/new") && sees(&app, "order"));
    let (go_on, waits) = std::sync::mpsc::channel::<()>();
    let work = BattleWork::new(move |_| {
        let _ = waits.recv();
        None
    });
    ask(&mut app, BattleRequest::Work("they-decide", work));
    for _ in 0..3 {
        frame(&mut app);
        assert!(app.busy_with().is_some() && app.battle().is_none());
        assert!(sees(&app, "assets/new"), "the panels stay");
        app.command(Command::Editor);
        assert!(app.is_editing());
    }
    go_on.send(()).expect("it waits");
    frames(&mut app);
    frame(&mut app);
    assert!(sees(&app, "assets/new") && sees(&app, "order"));
    assert!(app.battle().is_some_and(|battle| battle.editor_host.is_some()));
}
