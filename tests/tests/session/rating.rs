//! Ratings of won battles, and battles without undo.

use foretoken_session::rating::Rating;
use foretoken_session::record::{self, Entry, Verdict};
use foretoken_session::referee::Refusal;
use foretoken_session::{Session, Setup, saves};
use foretoken_tests::Pack;
use foretoken_vm::Outcome;
use std::path::{Path, PathBuf};

const ROOM: &str = "
    #######
    #..WrO#
    #.....#
    #....r#
    #######
";

fn pack() -> Pack {
    let still = "Unit(glyph: \"r\", health: 2, movement: 0, tags: [\"dark\"], actions: [\"anchor\"])";
    Pack::new(ROOM)
        .goal("count(dark) = 0 or round > 2")
        .bonus("Kill every enemy.", "count(dark) = 0")
        .bonus("Two rounds at most.", "round < 4")
        .with("units/rat.ron", still)
}

fn begin(setup: Setup, folder: &Path) -> (Session, PathBuf) {
    let writer = saves::new_record(folder, "drawn").expect("a record");
    let path = writer.path().to_owned();
    (Session::recorded(setup, Some(writer)).expect("it begins"), path)
}

fn round(session: &mut Session) {
    session.decide_rest_by_planner();
    session.commit();
}

#[test]
fn a_battle_is_rated_by_what_came_of_it() {
    let mut session = Session::start(pack().setup(), None).expect("it begins");
    assert_eq!(Rating::of(&session), None, "it goes on");
    round(&mut session);
    assert!(session.rewind(0).is_ok());
    while session.outcome() == 0 {
        round(&mut session);
    }
    assert_eq!(session.seat().outcome(), Outcome::Won);
    let rating = Rating::of(&session).expect("it is won");
    assert_eq!((rating.losses, rating.undos), (0, 1));
    assert_eq!(rating.bonus[1], ("Two rounds at most.".to_owned(), true));
    assert_eq!(rating.stars().1, 5);
}

#[test]
fn a_decision_that_was_not_carried_out_is_taken_back_for_nothing() {
    let mut session = Session::start(pack().setup(), None).expect("it begins");
    session.decide_rest_by_planner();
    session.undo().expect("it was not carried out");
    assert_eq!(session.undos(), 0);
}

#[test]
fn ironman_takes_nothing_back_that_was_carried_out_also_after_resuming() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, path) = begin(pack().setup().ironman(true), folder.path());
    session.decide_rest_by_planner();
    session.undo().expect("nothing was carried out yet");
    round(&mut session);
    let refused = session.undo().expect_err("it was carried out");
    assert_eq!(refused, Refusal::Ironman);
    assert!(refused.to_string().contains("Ironman"), "{refused}");
    assert_eq!(session.rewind(0), Err(Refusal::Ironman));
    assert_eq!(session.undos(), 0);
    drop(session);
    let opened = record::open(&path).expect("it is whole");
    assert!(opened.is_ironman());
    let book = pack().book();
    let compile = move |_: &str, _: &str| Ok(foretoken_vm::CompiledScenario::clone(&book));
    assert!(matches!(record::verify(&opened, &compile).expect("it replays"), Verdict::Same { .. }));
    let (mut resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert!(resumed.setup().ironman);
    assert_eq!(resumed.rewind(0), Err(Refusal::Ironman));
}

#[test]
fn a_usual_battle_tells_nothing_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (session, path) = begin(pack().setup(), folder.path());
    drop(session);
    let opened = record::open(&path).expect("it is whole");
    assert!(!opened.entries.contains(&Entry::Ironman) && !opened.is_ironman());
}

#[test]
fn what_was_taken_back_counts_after_resuming_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, path) = begin(pack().setup(), folder.path());
    round(&mut session);
    session.rewind(0).expect("it goes back");
    session.rescued();
    session.decide_rest_by_planner();
    let advised = session.advised();
    assert!(advised > 0 && session.seat().units().iter().all(|&unit| session.is_advised(unit)));
    assert_eq!((session.undos(), session.rescues()), (1, 1));
    drop(session);
    let opened = record::open(&path).expect("it is whole");
    let book = pack().book();
    let compile = move |_: &str, _: &str| Ok(foretoken_vm::CompiledScenario::clone(&book));
    let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!((resumed.undos(), resumed.rescues(), resumed.advised()), (1, 1, advised));
}

#[test]
fn bonus_goals_alter_no_rulebook() {
    let with = pack().book();
    let mut without = foretoken_vm::Rulebook::to_rules(&with);
    without.bonus_goals.clear();
    without.par = 7;
    assert_eq!(with.rules.hash64(), without.build().hash64());
}
