//! Saved battles: the listed facts equal those of a replay.

use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::record;
use foretoken_session::saves;
use foretoken_tests::root;
use std::time::Duration;

#[test]
fn what_is_told_of_a_record_is_what_replaying_it_comes_to() {
    let content = Content::open(&root().join("assets")).expect("content");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let records = saves::records(&root().join("tests/records"));
    assert!(records.len() >= 6, "{}", records.len());
    for kept in records {
        let opened = record::open(&kept.path).expect("whole");
        let mut replay = record::start(&opened, &compile).expect("it begins");
        for (number, entry) in opened.entries.iter().enumerate() {
            replay.apply(number as u32, entry, &compile);
        }
        let state = replay.battle.state();
        let outcome = state.battle(foretoken_vm::state::BattleField::Outcome);
        let told = record::summary(&kept.path).expect("a record");
        assert_eq!(told.outcome, outcome, "{}", kept.name());
        // A battle that ends with a round has already counted the next one.
        assert!([told.round, told.round + 1].contains(&state.round()), "{}: {told:?}", kept.name());
        assert_eq!(told.start, opened.start);
    }
}

#[test]
fn what_cannot_be_read_is_listed_with_the_reason_and_the_newest_is_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.battle");
    std::fs::copy(root().join("tests/records/powder.battle"), &whole).expect("copied");
    let file = std::fs::File::options().write(true).open(&whole).expect("opened");
    let written = file.metadata().and_then(|data| data.modified()).expect("a time");
    file.set_modified(written - Duration::from_secs(2 * 3_600 + 60)).expect("made older");
    std::fs::write(folder.path().join("no-record.battle"), "a letter").expect("written");
    std::fs::write(folder.path().join("notes.txt"), "no record either").expect("written");
    let mut records = saves::records(folder.path());
    let names: Vec<String> = records.iter().map(saves::Kept::name).collect();
    assert_eq!(names, ["no-record", "whole"]);
    assert!(records.iter().all(|kept| kept.told().is_none()), "nothing is read before somebody looks");
    assert!(records.iter_mut().all(saves::Kept::read));
    let why = records[0].told().and_then(Result::err).expect("it is read").to_string();
    assert_eq!(why, "the file is not a record of a battle");
    let whole = records[1].told().expect("read").expect("a record");
    assert_eq!(saves::standing(whole), "won in round 3");
    assert_eq!(records[1].ago(), "2 hours ago");
    assert!(saves::last_left(folder.path()).is_none(), "nothing to go on with");
}

#[test]
fn one_goes_on_with_what_was_played_and_nothing_is_kept_of_what_was_not() {
    let content = Content::open(&root().join("assets")).expect("content");
    let folder = tempfile::tempdir().expect("a folder");
    let begin = |name: &str, decides: bool| {
        let path = folder.path().join(format!("{name}.battle"));
        let setup = content.setup("first-light", None).expect("it compiles").setup;
        let mut session = Session::start(setup, Some(&path)).expect("recorded");
        let unit = session.seat().units().to_vec()[0];
        assert!(!decides || session.seat_mut().choose_for(unit) && session.decide());
        path
    };
    let played = begin("first-light-1", true);
    let tried_out = begin("test-first-light-1", true);
    let looked_at = begin("first-light-2", false);
    for (path, seconds) in [(&played, 30), (&tried_out, 20), (&looked_at, 10)] {
        let file = std::fs::File::options().write(true).open(path).expect("opened");
        let written = file.metadata().and_then(|data| data.modified()).expect("a time");
        file.set_modified(written - Duration::from_secs(seconds)).expect("made older");
    }
    assert_eq!(saves::last_left(folder.path()), Some(played.clone()));
    for path in [&played, &tried_out, &looked_at] {
        saves::leave(path);
    }
    assert!(played.exists() && tried_out.exists() && !looked_at.exists());
}
