//! Records that are foreign, damaged or on a full disk: no data is lost, no false record passes, and resource use is
//! bounded by size.

use foretoken_action_assets::store::journal;
use foretoken_action_assets::{AnyAsset, Library};
use foretoken_session::record::{
    self, AssetFiles, ChangedFile, Decide, Disk, Entry, Exchange, RecordWriter, Replay, ReplayError, Step, Verdict,
    WrongEntry,
};
use foretoken_session::saves::{self, SavesError};
use foretoken_session::{Content, Session, Setup};
use foretoken_vm::{Cell, Change, ChangeKind, CompiledScenario, EntityId};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

fn content() -> Content {
    Content::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")).expect("the shipped assets")
}

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
    let setup = content().setup("silence-the-bell", Some(7)).expect("it compiles").setup;
    let writer = RecordWriter::on(Box::new(disk.clone()), Path::new("played.battle")).expect("room");
    Session::recorded(setup, Some(writer)).expect("recorded")
}

fn verify(entries: Vec<Entry>) -> Verdict {
    let (content, mut opened) = (content(), record::parse(&played(1)).expect("a record"));
    opened.entries = entries;
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    record::verify(&opened, &compile).expect("it replays")
}

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
    assert!(
        trouble.contains("could not be written") && trouble.contains("will be recorded as soon as possible"),
        "{trouble}"
    );
    assert!(!session.referee().is_whole());
    let kept = disk.bytes();
    assert!(journal::read(&kept).expect("a record").1.is_none(), "no half entry is left");
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    session.decide_rest_by_planner();
    session.commit();
    let said = session.take_trouble().expect("it is said");
    assert!(said.contains("The whole battle is recorded"), "{said}");
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
    bytes.extend(journal::frame(3, &[7; 40]).expect("small"));
    std::fs::write(&path, &bytes).expect("written");
    let error = saves::resume(&content(), &path).expect_err("it is not understood").to_string();
    assert!(error.contains("is complete but cannot be decoded"), "{error}");
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
            Verdict::Wrong { what, .. } => assert!(what.to_string().contains(said), "{what} instead of {said}"),
            other => panic!("{other:?} instead of {said}"),
        }
    };
    check(&|entries| entries.push(Entry::End(1)), "has the outcome 1, but the battle has 0");
    check(&|entries| entries.insert(commit, Entry::End(2)), "has the outcome 2");
    check(
        &|entries| {
            let Entry::Commit(commit) = &mut entries[commit] else { unreachable!("it is one") };
            commit.round = 77;
        },
        "runs round 77 in round 1",
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
    check(&|entries| entries.insert(commit, Entry::UndoTo(9_999)), "goes back to a missing entry");
    check(
        &|entries| {
            let Entry::Decide(decide) = &mut entries[decide] else { unreachable!("it is one") };
            decide.unit = EntityId(999);
        },
        "which is not a unit",
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
        assert!(error.contains("is not a regular file"), "{error}");
    }
}

#[test]
fn exchanged_assets_are_recorded_by_the_files_that_changed() {
    let text = content().setup("first-light", None).expect("it compiles").setup.assets;
    let before = AssetFiles::from_one_text(&text);
    assert_eq!(before.to_one_text(), *text);
    let after = AssetFiles::from_one_text(&text.replace("Seer", "Seeress"));
    let changes = before.changes_to(&after);
    assert!(!changes.is_empty() && changes.len() < 20, "{} files changed", changes.len());
    assert_eq!(before.with(&changes), after);
    assert_eq!(after.with(&after.changes_to(&before)), before);
}

/// A megabyte of invalid forks is read and replayed in linear time.
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

#[derive(Debug)]
struct Full {
    file: std::fs::File,
    room: u64,
}

impl Disk for Full {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let fits = usize::try_from(self.room.saturating_sub(at)).expect("small").min(bytes.len());
        self.file.write_at(at, &bytes[..fits])?;
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.file.cut(at)
    }
}

/// A record on a full disk has a complete start or no file.
#[test]
fn a_full_disk_leaves_no_record_without_a_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let begin = |room: u64| {
        let path = folder.path().join("a.battle");
        let setup = content().setup("silence-the-bell", Some(7)).expect("it compiles").setup;
        let writer = RecordWriter::create_on(&path, |file| Box::new(Full { file, room }))?;
        Session::recorded(setup, Some(writer)).map(drop)
    };
    let left = || std::fs::read_dir(folder.path()).expect("a folder").count();
    begin(u64::MAX).expect("there is room");
    let path = folder.path().join("a.battle");
    let whole = std::fs::metadata(&path).expect("it is there").len();
    std::fs::remove_file(&path).expect("removed");
    let start = journal::read(&fresh()).expect("a record").0[1].offset as u64;
    for room in [0, 5, journal::HEADER as u64, start - 1, start, start + 100] {
        begin(room).expect_err("the disk is full");
        assert_eq!(left(), 0, "room for {room} of {whole} bytes");
    }
    drop(saves::new_record(folder.path(), "vigil/first-light").expect("a record"));
    assert_eq!(left(), 0);
    begin(whole).expect("there is room for the beginning");
    assert!(record::open(&path).is_ok());
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

#[test]
fn assets_of_too_many_files_are_cut_and_said() {
    let text: String = (0..40_000).map(|number| format!("=== actions/a{number}.ron\nAction()\n")).collect();
    let registry = content().registry().expect("the core kinds");
    let library = Library::from_canonical_text(&text, registry);
    assert!(library.faults().iter().any(|fault| fault.code == "too-many-files"));
    assert_eq!(library.names_of(foretoken_action_assets::AssetType::Action).count(), 10_000);
}

fn taken_up(entries: &[Entry]) -> (Result<Verdict, ReplayError>, usize) {
    let mut bytes = fresh();
    for entry in entries {
        bytes.extend(journal::frame(entry.kind(), &entry.payload().expect("a payload")).expect("a frame"));
    }
    let content = content();
    let compiled = AtomicUsize::new(0);
    let rules: OnceLock<CompiledScenario> = OnceLock::new();
    let compile = |text: &str, scenario: &str| {
        compiled.fetch_add(1, Ordering::Relaxed);
        Ok(rules.get_or_init(|| content.compile_text(text, scenario).expect("it compiles")).clone())
    };
    let verdict = record::verify(&record::parse(&bytes).expect("a record"), &compile);
    (verdict, compiled.into_inner())
}

fn fresh() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fresh.battle");
    let setup = content().setup("first-light", Some(7)).expect("it compiles").setup;
    drop(Session::start(setup.hot_seat(), Some(&path)).expect("it is recorded"));
    std::fs::read(&path).expect("written")
}

fn tiny(number: usize) -> Entry {
    let files = vec![ChangedFile { path: "notes.txt".to_owned(), text: Some(number.to_string()) }];
    Entry::Exchange(Box::new(Exchange { files, ..Exchange::default() }))
}

#[test]
fn assets_are_compiled_only_where_something_asks_for_them() {
    let many: Vec<Entry> = (0..3_000).map(tiny).collect();
    let (verdict, compiled) = taken_up(&many);
    assert!(matches!(verdict, Ok(Verdict::Same { .. })), "{verdict:?}");
    assert_eq!(compiled, 2, "the battle's own and those after the last exchange");
    let mixed: Vec<Entry> =
        (0..40).flat_map(|at| [tiny(2 * at), Entry::Unknown(77), tiny(2 * at + 1), decided()]).collect();
    let (verdict, compiled) = taken_up(&mixed);
    assert!(matches!(verdict, Ok(Verdict::Same { .. })), "{verdict:?}");
    assert_eq!(compiled, 41, "once for each decision");
}

fn decided() -> Entry {
    Entry::Decide(Box::new(Decide { unit: EntityId(0), uses: Vec::new(), planned: false }))
}

#[test]
fn a_record_asks_for_so_many_exchanges_and_no_more() {
    let mixed: Vec<Entry> = (0..20_000).flat_map(|at| [tiny(at), decided()]).collect();
    let (verdict, compiled) = taken_up(&mixed);
    let Ok(Verdict::Wrong { what, .. }) = verdict else { panic!("{verdict:?}") };
    assert_eq!(what, WrongEntry::TooManyExchanges);
    assert!(compiled < 2_000, "{compiled}");
    let older = |entry| match entry {
        Entry::Exchange(exchange) => Entry::AssetFiles(exchange.files),
        other => other,
    };
    let (again, as_often) = taken_up(&mixed.into_iter().map(older).collect::<Vec<_>>());
    assert!(matches!(again, Ok(Verdict::Wrong { .. })), "{again:?}");
    assert_eq!(as_often, compiled);
}

#[test]
fn assets_that_changed_a_little_compile_as_if_they_were_read_anew() {
    let text = content().setup("first-light", None).expect("it compiles").setup.assets;
    let whole = AssetFiles::from_one_text(&text);
    let bite = |text: Option<&str>| ChangedFile { path: "actions/bite.ron".to_owned(), text: text.map(str::to_owned) };
    let tiny =
        |number: usize| ChangedFile { path: format!("actions/tiny{number}.ron"), text: Some("Action()".to_owned()) };
    let broken = "Action(title: 3, body: [Wait(";
    let steps = [
        vec![],
        vec![tiny(1)],
        vec![bite(Some(broken))],
        vec![tiny(2)],
        vec![bite(None), tiny(1)],
        vec![tiny(3)],
        vec![],
    ];
    let mut texts: Vec<String> = steps.iter().map(|changes| whole.with(changes).to_one_text()).collect();
    let many: String = (0..10_001).map(|number| format!("=== actions/a{number}.ron\nAction()\n")).collect();
    texts.insert(3, text.to_string() + &many);
    let kept = content();
    let told = |content: &Content, text: &String| content.compile_text(text, "first-light").map(|book| book.hash64());
    for (step, text) in texts.iter().enumerate() {
        assert_eq!(told(&kept, text), told(&content(), text), "step {step}");
    }
    assert!(texts.iter().any(|text| told(&kept, text).is_err()) && texts.iter().any(|text| told(&kept, text).is_ok()));
}

/// With background writes, entries keep their order, and a failure is reported once.
#[test]
fn what_no_frame_waits_for_is_recorded_in_its_order() {
    let whole = played(2);
    let disk = Limited::default();
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    let mut session = start(&disk);
    session.set_waits(false);
    session.decide_rest_by_planner();
    session.commit();
    session.flush().expect("there is room");
    let kept = disk.bytes();
    disk.0.lock().expect("nobody panicked").room = kept.len();
    session.decide_rest_by_planner();
    session.flush().expect_err("there is none");
    let trouble = session.take_trouble().expect("it is said");
    assert!(trouble.contains("will be recorded as soon as possible") && session.take_trouble().is_none(), "{trouble}");
    assert_eq!(disk.bytes(), kept);
    disk.0.lock().expect("nobody panicked").room = usize::MAX;
    session.commit();
    drop(session);
    assert_eq!(disk.bytes(), whole);
}

fn large() -> Setup {
    let content = content();
    let setup = content.setup("first-light", Some(7)).expect("it compiles").setup;
    let mut library = Library::from_canonical_text(&setup.assets, content.registry().expect("the core kinds"));
    let mut scenario = library.scenario("first-light").expect("it").clone();
    for row in &mut scenario.map {
        *row = format!("{row:.<512}");
    }
    scenario.map.resize(512, ".".repeat(512));
    library.put("first-light", AnyAsset::Scenario(scenario));
    let book = library.compile("first-light").0.expect("a rulebook");
    Setup { assets: library.canonical_text().into(), pack: setup.pack, ..Setup::of(book, setup.opening.seed) }
}

/// Rewind points of a large battle are limited by memory. Migrated states do not depend on whether a point exists.
#[test]
fn points_to_go_back_to_are_copied_for_so_many_bytes() {
    let setup = large();
    let library = Library::from_canonical_text(&setup.assets, content().registry().expect("the core kinds"));
    let compile = |text: &str, scenario: &str| content().compile_text(text, scenario);
    let mut replay = Replay::new(Arc::clone(&setup.book), &setup.opening.seeded(7));
    let mut number = 0;
    let mut apply = |replay: &mut Replay, entry: &Entry| {
        number += 1;
        (number, replay.apply(number, entry, &compile))
    };
    let fire = |at: usize| {
        let cell = Cell::new((at % 512) as i32, (at / 512) as i32 + 20).expect("on the board");
        let (kind, entity) = (ChangeKind::Surface, EntityId::NONE);
        Change { kind, label: foretoken_vm::Label::NONE, entity, at: cell.bits(), before: 0, after: 1 }
    };
    let lay = |from: usize| Entry::Edit((from..from + 4_000).map(fire).collect());
    (0..20).for_each(|at| drop(apply(&mut replay, &lay(at * 4_000))));
    let mut last = 0;
    for at in 0..8_000 {
        let one = Entry::Edit(vec![Change { after: 2 - at % 2, ..fire(0) }]);
        last = apply(&mut replay, &one).0;
    }
    let copied = replay.copied_bytes();
    assert!((1 << 30..(1 << 30) + (20 << 20)).contains(&copied), "{copied}");
    assert_eq!(apply(&mut replay, &Entry::UndoTo(last - 1)).1, Step::WentBack(false), "that is not kept");
    let before = replay.battle.state().surface(fire(0).cell());
    let file = |path: &str| ChangedFile { path: path.to_owned(), text: Some("Action()".to_owned()) };
    replay.assets = Arc::new(AssetFiles::from_one_text(&library.canonical_text()));
    let exchange = Exchange { files: vec![file("actions/tiny.ron")], ..Exchange::default() };
    let (at, done) = apply(&mut replay, &Entry::Exchange(Box::new(exchange)));
    assert_eq!(done, Step::Patched(Ok(())));
    assert_eq!(replay.battle.state().surface(fire(0).cell()), before, "it goes on from what stood");
    assert!(replay.go_back(at - 1), "there is a point before it");
}
