//! The lesson of the first scenario: each step is possible, only the current step is enabled, and the lesson can be
//! skipped.

use foretoken_action_assets::{KindRegistry, Library};
use foretoken_session::content::{Content, Ready};
use foretoken_session::controller::{Choosing, Controller, LessonTarget};
use foretoken_session::{Session, saves};
use foretoken_tests::{cell, find, root};
use std::path::Path;

fn begun() -> Controller {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let Ready { setup, lesson, .. } = content.setup("first-light", None).expect("it compiles");
    assert_eq!(lesson.len(), 3);
    let mut controller = Controller::new(Session::start(setup, None).expect("it begins"));
    controller.teach(lesson);
    controller
}

fn choose(controller: &mut Controller, glyph: char) {
    let state = controller.session.seat().known().state();
    let unit = find(controller.session.book(), state, glyph);
    controller.press(state.entity(unit).cell);
}

fn pick(controller: &mut Controller, action: &str) {
    let program = controller.session.book().find_program(action);
    let choices = controller.session.seat().choices();
    let at = choices.iter().position(|choice| Some(choice.program) == program).expect("it has the action");
    controller.pick_action(at);
}

fn words(controller: &Controller) -> &str {
    controller.lesson_words().unwrap_or_default()
}

#[test]
fn each_step_can_be_taken_and_nothing_else() {
    let mut controller = begun();
    assert!(words(&controller).starts_with("Choose the Seer"));
    choose(&mut controller, 'W');
    assert_eq!(controller.choosing, Choosing::Unit, "the Warden is not asked for yet");
    assert_eq!(controller.message, words(&controller), "what is asked for is said");
    assert!(controller.commit().is_none() && controller.session.seat().known().state().round() == 1);
    controller.auto();
    assert!(!controller.session.seat().has_all_decided(), "the computer decides nothing meanwhile");
    choose(&mut controller, 'S');
    pick(&mut controller, "walk");
    assert_eq!(controller.choosing, Choosing::Action, "to walk is not asked for");
    controller.done();
    assert_eq!(controller.choosing, Choosing::Action, "she has something to do yet");
    pick(&mut controller, "turn-the-blade");
    controller.press(cell("d3"));
    assert_eq!(controller.choosing, Choosing::Target, "another rat is meant");
    controller.press(cell("e5"));
    assert!(words(&controller).starts_with("Choose the Warden"));
    controller.pick_action(0);
    assert_eq!(controller.choosing, Choosing::Action, "the Seer's own walk is not the step at hand");
    controller.done();
    assert_eq!(controller.choosing, Choosing::Unit, "she has done her part");
    controller.confirm();
    pick(&mut controller, "walk");
    controller.point(cell("c3"));
    controller.confirm();
    assert!(words(&controller).starts_with("Shove"));
    controller.undo();
    assert!(words(&controller).starts_with("Choose the Warden"), "a step that is taken back is at hand again");
    if controller.choosing != Choosing::Target {
        pick(&mut controller, "walk");
    }
    controller.press(cell("c3"));
    pick(&mut controller, "shove");
    controller.press(cell("d3"));
    assert_eq!(controller.lesson_words(), None);
    let rats = |controller: &Controller| {
        let book = controller.session.book();
        let state = controller.session.battle().state();
        state.living().filter(|(_, row)| book.unit_type(row).is_some_and(|kind| kind.name == "rat")).count()
    };
    assert_eq!(rats(&controller), 3);
    controller.commit().or_else(|| controller.commit()).expect("it is carried out");
    assert_eq!(rats(&controller), 2, "one is in the pit");
    assert_eq!((controller.lesson_words(), controller.session.outcome()), (None, 0));
}

#[test]
fn each_step_points_at_what_to_press() {
    let mut controller = begun();
    let unit = |controller: &Controller, glyph| {
        Some(LessonTarget::Unit(find(controller.session.book(), controller.session.seat().known().state(), glyph)))
    };
    assert_eq!(controller.lesson_target(), unit(&controller, 'S'));
    choose(&mut controller, 'S');
    let turn = controller.session.book().find_program("turn-the-blade").map(LessonTarget::Action);
    assert_eq!(controller.lesson_target(), turn);
    pick(&mut controller, "turn-the-blade");
    assert_eq!(controller.lesson_target(), Some(LessonTarget::Cell(cell("e5"))));
    controller.press(cell("e5"));
    assert_eq!(controller.lesson_target(), unit(&controller, 'W'));
}

#[test]
fn a_lesson_is_repeated_from_the_start() {
    let mut controller = begun();
    controller.skip_lesson();
    controller.auto();
    assert!(controller.commit().is_some() && controller.session.seat().known().state().round() == 2);
    assert!(controller.has_lesson() && controller.repeat_lesson());
    assert_eq!(controller.session.seat().known().state().round(), 1);
    assert!(words(&controller).starts_with("Choose the Seer"));
}

#[test]
fn a_lesson_is_skipped() {
    let mut controller = begun();
    controller.skip_lesson();
    assert_eq!(controller.lesson_words(), None);
    choose(&mut controller, 'W');
    assert_eq!(controller.choosing, Choosing::Action);
}

#[test]
fn steps_that_cannot_be_taken_are_faults() {
    let mut library = Library::load_folder(&root().join("assets/vigil"), KindRegistry::core());
    let text = std::fs::read_to_string(root().join("assets/vigil/scenarios/first-light.ron")).expect("a file");
    let broken = text.replace("\"e5\"", "\"z9\"").replace("action: \"shove\"", "action: \"bite\"");
    library.reload("scenarios/first-light.ron", Some(broken.as_bytes()));
    let (_, faults) = library.compile("first-light");
    let told = faults.render();
    let said: Vec<&str> = told.lines().filter(|line| line.contains("error[") || line.starts_with("  in ")).collect();
    let said: Vec<&str> = said.iter().map(|line| line.split_once("error").map_or(*line, |(_, fault)| fault)).collect();
    expect_test::expect![[r#"
        [off-board]: the map has no cell z9 (row 9, column 26)
          in lesson[0].at
        [not-its-action]: `warden` has no action `bite`
          in lesson[2].action"#]]
    .assert_eq(&said.join("\n"));
}

#[test]
fn a_lesson_goes_on_with_its_battle() {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let folder = tempfile::tempdir().expect("a folder");
    let begin = || {
        let setup = content.setup("first-light", None).expect("it compiles").setup;
        let writer = saves::new_record(folder.path(), "first-light").expect("a record");
        let path = writer.path().to_owned();
        (Session::recorded(setup, Some(writer)).expect("it begins"), path)
    };
    let steps = |path: &Path| saves::resume(&content, path).expect("it goes on").lesson.len();
    let (session, first) = begin();
    drop(session);
    assert_eq!(steps(&first), 3);
    let (session, second) = begin();
    drop(session);
    assert_eq!(steps(&second), 0, "the player is not new to it any more");
    let mut session = saves::resume(&content, &first).expect("it goes on").session;
    session.decide_rest_by_planner();
    session.commit();
    drop(session);
    assert_eq!(steps(&first), 0, "its round is over");
}
