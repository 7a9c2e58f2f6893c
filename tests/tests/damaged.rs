//! Records from strangers, from full disks and from damaged ones: nothing is destroyed, no lie passes, nothing takes more
//! than its bytes pay for.

use foretoken_session::record::{self, AssetFiles, Disk, Entry, RecordWriter, Verdict};
use foretoken_session::saves::{self, SavesError};
use foretoken_session::{Content, Session};
use foretoken_vm::{EntityId, journal};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn content() -> Content {
    Content::find(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets"))).expect("the shipped assets")
}

/// The bytes of a battle of some rounds.
fn played(rounds: usize) -> Vec<u8> {
    let disk = Limited::default();
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    let mut session = start(&disk);
    for _ in 0..rounds {
        session.decide_rest_by_planner();
        session.commit();
    }
    disk.bytes()
}

fn start(disk: &Limited) -> Session {
    let setup = content().setup("first-light", Some(7)).expect("it compiles").setup;
    let writer = RecordWriter::on(Box::new(disk.clone()), Path::new("first-light.battle")).expect("room");
    Session::recorded(setup, Some(writer)).expect("recorded")
}

fn verify(entries: Vec<Entry>) -> Verdict {
    let (content, mut opened) = (content(), record::parse(&played(1)).expect("a record"));
    opened.entries = entries;
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    record::verify(&opened, &compile).expect("it replays")
}

/// A disk with so much room.
#[derive(Clone, Debug, Default)]
struct Limited(Arc<Mutex<Room>>);

#[derive(Debug, Default)]
struct Room {
    bytes: Vec<u8>,
    room: usize,
}

impl Limited {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody panicked").bytes.clone()
    }
}

impl Disk for Limited {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.0.lock().expect("nobody panicked");
        disk.bytes.truncate(at as usize);
        let fits = disk.room.saturating_sub(at as usize).min(bytes.len());
        disk.bytes.extend_from_slice(&bytes[..fits]);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.0.lock().expect("nobody panicked").bytes.truncate(at as usize);
        Ok(())
    }
}

#[test]
fn a_record_is_whole_again_once_there_is_room() {
    let whole = played(2);
    let disk = Limited::default();
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    let mut session = start(&disk);
    let begun = disk.bytes().len();
    disk.0.lock().expect("nobody panicked").room = begun + 20;
    session.decide_rest_by_planner();
    session.commit();
    let trouble = session.take_trouble().expect("it is said");
    assert!(trouble.contains("could not be written") && trouble.contains("follows when it can"), "{trouble}");
    assert!(!session.referee().is_whole());
    let kept = disk.bytes();
    assert!(journal::read(&kept).expect("a record").1.is_none(), "no half entry is left");
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    session.decide_rest_by_planner();
    session.commit();
    let said = session.take_trouble().expect("it is said");
    assert!(said.contains("recorded whole"), "{said}");
    assert!(session.referee().is_whole());
    assert_eq!(disk.bytes(), whole, "what was played meanwhile is there as well");
}

#[test]
fn damage_before_the_end_is_refused_and_repaired_on_a_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.battle");
    let mut bytes = played(2);
    let frames = journal::read(&bytes).expect("frames").0;
    let (count, at) = (frames.len(), frames[4].offset + 12);
    bytes[at] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    let error = saves::resume(&content(), &path).expect_err("it is damaged");
    assert!(matches!(error, SavesError::Damaged { entries: 4, .. }), "{error}");
    assert_eq!(std::fs::read(&path).expect("there"), bytes, "nothing was touched");
    assert!(count > 10);
    let (kept, entries) = saves::repair(&path).expect("it is mended");
    assert_eq!((entries, kept.file_name().and_then(|name| name.to_str())), (4, Some("damaged.battle.damaged")));
    assert_eq!(std::fs::read(kept).expect("there"), bytes, "what it was is kept");
    assert!(saves::resume(&content(), &path).is_ok(), "the battle goes on with its whole entries");
}

#[test]
fn an_entry_that_a_newer_version_wrote_is_not_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("newer.battle");
    let mut bytes = played(1);
    // A decision with a field more than this version knows.
    bytes.extend(journal::frame(3, &[7; 40]).expect("small"));
    std::fs::write(&path, &bytes).expect("written");
    let error = saves::resume(&content(), &path).expect_err("it is not understood").to_string();
    assert!(error.contains("is whole but not understood"), "{error}");
    assert_eq!(std::fs::read(&path).expect("there"), bytes);
}

#[test]
fn every_lie_is_named() {
    let whole = record::parse(&played(4)).expect("a record").entries;
    assert!(matches!(verify(whole.clone()), Verdict::Same { rounds: 4, .. }));
    let at = |wanted: fn(&Entry) -> bool| whole.iter().position(wanted).expect("there is one");
    let commit = at(|entry| matches!(entry, Entry::Commit(_)));
    let snapshot = at(|entry| matches!(entry, Entry::Snapshot(_)));
    let decide = at(|entry| matches!(entry, Entry::Decide(_)));
    let check = |alter: &dyn Fn(&mut Vec<Entry>), said: &str| {
        let mut entries = whole.clone();
        alter(&mut entries);
        match verify(entries) {
            Verdict::Wrong { what, .. } => assert!(what.contains(said), "{what} instead of {said}"),
            other => panic!("{other:?} instead of {said}"),
        }
    };
    check(&|entries| entries.push(Entry::End(1)), "tells outcome 1, and it is 0");
    check(&|entries| entries.insert(commit, Entry::End(2)), "tells outcome 2");
    check(
        &|entries| {
            let Entry::Commit(commit) = &mut entries[commit] else { unreachable!("it is one") };
            commit.round = 77;
        },
        "carries out round 77 in round 1",
    );
    check(&|entries| entries[snapshot] = Entry::Snapshot(vec![1; 50]), "is a broken snapshot");
    check(
        &|entries| {
            let other = entries[snapshot].clone();
            entries.insert(commit, other);
        },
        "is a snapshot of another battle",
    );
    check(
        &|entries| {
            let Entry::Snapshot(bytes) = &mut entries[snapshot] else { unreachable!("it is one") };
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
        },
        "snapshot",
    );
    check(&|entries| entries.insert(commit, entries[0].clone()), "is a second start");
    check(&|entries| entries.insert(commit, entries[1].clone()), "is a second pack of assets");
    check(&|entries| entries.insert(commit, Entry::UndoTo(9_999)), "goes back to an entry that is not there");
    check(
        &|entries| {
            let Entry::Decide(decide) = &mut entries[decide] else { unreachable!("it is one") };
            decide.unit = EntityId(999);
        },
        "which is nobody",
    );
}

#[test]
fn a_pipe_is_no_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.battle");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success());
    if cfg!(unix) {
        assert!(made, "a pipe is made");
        let error = record::open(&pipe).expect_err("it would be waited for").to_string();
        assert!(error.contains("is no plain file"), "{error}");
    }
}

#[test]
fn exchanged_assets_are_recorded_by_the_files_that_changed() {
    let text = content().setup("first-light", None).expect("it compiles").setup.assets;
    let before = AssetFiles::from_one_text(&text);
    assert_eq!(before.to_one_text(), text);
    let after = AssetFiles::from_one_text(&text.replace("Seer", "Seeress"));
    let changes = before.changes_to(&after);
    assert!(!changes.is_empty() && changes.len() < 20, "{} files changed", changes.len());
    assert_eq!(before.with(&changes), after);
    assert_eq!(after.with(&after.changes_to(&before)), before);
}

/// A megabyte of forks to nowhere is read and replayed in steps in proportion to it: nothing is kept for each, and what
/// is looked for is found by halves.
#[test]
fn forks_to_nowhere_leave_nothing_behind() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::parse(&played(1)).expect("a record");
    let mut replay = record::start(&opened, &compile).expect("it starts");
    for (number, entry) in opened.entries.iter().enumerate() {
        replay.apply(number as u32, entry, &compile);
    }
    let kept = replay.kept_bytes();
    for number in 0..15_000 {
        replay.apply(opened.entries.len() as u32 + number, &Entry::ForkTo(1 << 30), &compile);
    }
    assert_eq!(replay.kept_bytes(), kept);
    assert!(replay.go_back(2), "what was there can still be gone back to");
}

#[test]
fn names_for_new_records_are_taken_by_one_battle_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let writers: Vec<RecordWriter> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|_| scope.spawn(|| saves::new_record(folder.path(), "vigil/first-light"))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic").expect("a record")).collect()
    });
    let mut names: Vec<&Path> = writers.iter().map(RecordWriter::path).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 8);
}

/// Text of strangers with more files than a pack may have costs no more than a pack.
#[test]
fn assets_of_too_many_files_are_cut_and_said() {
    let text: String = (0..40_000).map(|number| format!("=== actions/a{number}.ron\nAction()\n")).collect();
    let registry = content().registry().expect("the core kinds");
    let library = foretoken_action_assets::Library::from_canonical_text(&text, registry);
    assert!(library.faults().iter().any(|fault| fault.code == "too-many-files"));
    assert_eq!(library.names_of(foretoken_action_assets::AssetType::Action).count(), 10_000);
}
