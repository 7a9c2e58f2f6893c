//! Records: shipped ones replay, damage is repaired or refused with a message, and resumed battles equal the played
//! ones.

use foretoken_action_assets::store::journal;
use foretoken_action_assets::{AnyAsset, KindRegistry, Library};
use foretoken_session::Session;
use foretoken_session::called::Actor;
use foretoken_session::content::Content;
use foretoken_session::record::{self, Entry, OddEntry, Remark, ReplayError, Verdict};
use foretoken_session::referee::Occasion;
use foretoken_session::saves;
use foretoken_session::texts::records;
use foretoken_vm::state::{Change, ChangeKind, Entity, Renames};
use foretoken_vm::validate::MAX_ANSWERS;
use foretoken_vm::{Answer, EntityId, Rulebook};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn content() -> Content {
    Content::open(&root().join("../assets")).expect("the shipped assets")
}

fn verify(path: &Path) -> Verdict {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    record::verify(&record::open(path).expect("a record"), &compile).expect("it replays")
}

fn played(rounds: usize) -> Vec<u8> {
    recorded(rounds, Session::decide_rest_by_planner)
}

fn recorded(rounds: usize, decide: fn(&mut Session)) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("played.battle");
    let ready = content().setup("first-light", Some(7)).expect("it compiles");
    let mut session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    for _ in 0..rounds {
        decide(&mut session);
        session.commit();
    }
    std::fs::read(&path).expect("written")
}

#[test]
fn every_recorded_battle_replays() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("records")).expect("records") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        let verdict = verify(&path);
        assert!(matches!(verdict, Verdict::Same { rounds: 1.., .. }), "{}: {verdict:?}", path.display());
        count += 1;
    }
    assert!(count >= 8, "{count} records");
}

#[test]
fn a_record_holds_what_undo_forks_and_patches_did() {
    let opened = record::open(&root().join("records/taken-back-forked-and-patched.battle")).expect("a record");
    let has = |wanted: fn(&Entry) -> bool| opened.entries.iter().any(wanted);
    assert!(has(|e| matches!(e, Entry::UndoTo(_))));
    assert!(has(|e| matches!(e, Entry::ForkTo(_))));
    assert!(has(|e| matches!(e, Entry::AssetPatch(_))));
    assert!(has(|e| matches!(e, Entry::End(_))));
}

#[test]
fn a_record_holds_what_edits_exchanges_snapshots_and_waypoints_did() {
    let opened = record::open(&root().join("records/edited-exchanged-and-by-waypoints.battle")).expect("a record");
    let has = |wanted: fn(&Entry) -> bool| opened.entries.iter().any(wanted);
    assert!(has(|e| matches!(e, Entry::Edit(_))));
    assert!(has(|e| matches!(e, Entry::AssetFiles(changes) if changes.len() == 1)));
    assert!(has(|e| matches!(e, Entry::Snapshot(_))));
    let roundabout = |answer: &Answer| match answer {
        Answer::Path(path) => path.len() as i32 > path.offset().0.abs() + path.offset().1.abs(),
        _ => false,
    };
    let decides = opened.entries.iter().filter_map(|entry| match entry {
        Entry::Decide(decide) => Some(decide),
        _ => None,
    });
    let answers = decides.flat_map(|decide| &decide.uses).flat_map(|used| &used.answers);
    assert!(answers.into_iter().any(|(_, answer)| roundabout(answer)), "a walk leads round by its waypoint");
}

#[test]
fn cut_at_any_byte_a_record_loses_at_most_the_entry_being_written() {
    let bytes = played(2);
    let whole = record::parse(&bytes).expect("a record");
    let ends: Vec<usize> =
        journal::read(&bytes).expect("frames").0.iter().map(|f| f.offset + 10 + f.payload.len()).collect();
    // Tests every byte of the tail and samples the head, which is one large entry.
    let tail = ends[1]..bytes.len();
    for cut in (0..ends[1]).step_by(997).chain(tail) {
        match record::parse(&bytes[..cut]) {
            Ok(opened) => {
                let expected = ends.iter().filter(|&&end| end <= cut).count();
                assert_eq!(opened.entries.len(), expected, "cut at {cut}");
                assert_eq!(opened.entries[..], whole.entries[..expected]);
                let at_boundary = ends.contains(&cut);
                assert_eq!(opened.damage.is_none(), at_boundary, "cut at {cut}");
            }
            Err(error) => assert!(cut < ends[0], "cut at {cut}: {error}"),
        }
    }
}

#[test]
fn any_byte_flipped_is_noticed() {
    let bytes = played(1);
    let whole = record::parse(&bytes).expect("a record");
    let frames = journal::read(&bytes).expect("frames").0;
    let small_from = frames[2].offset;
    for at in (0..small_from).step_by(509).chain(small_from..bytes.len()) {
        let mut broken = bytes.clone();
        broken[at] ^= 0x41;
        match record::parse(&broken) {
            Ok(opened) if (10..12).contains(&at) => assert_eq!(opened.entries, whole.entries),
            Ok(opened) => {
                assert!(opened.damage.is_some(), "flip at {at}");
                assert_eq!(opened.entries[..], whole.entries[..opened.entries.len()]);
            }
            Err(ReplayError::Header(_) | ReplayError::NoStart) => assert!(at < frames[1].offset, "flip at {at}"),
            Err(other) => panic!("flip at {at}: {other}"),
        }
    }
}

#[test]
fn a_newer_format_and_what_is_no_record_are_refused_with_a_sentence() {
    let mut newer = played(0);
    newer[8] = 9;
    let said = record::parse(&newer).expect_err("newer").to_string();
    assert_eq!(said, "a newer version wrote this record (format 9); this version reads up to format 1");
    let said = record::parse(b"what is this").expect_err("no record").to_string();
    assert_eq!(said, "the file is not a record of a battle");
}

#[test]
fn two_gigabytes_of_zeros_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("zeros.battle");
    std::fs::File::create(&path).and_then(|file| file.set_len(2 << 30)).expect("a sparse file");
    let said = record::open(&path).expect_err("too large").to_string();
    assert!(said.contains("2147483648 bytes; a record has at most 268435456"), "{said}");
}

#[test]
fn an_entry_of_unknown_type_is_reported_and_skipped() {
    let mut bytes = played(1);
    bytes.extend(journal::frame(777, b"from the future").expect("small"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("future.battle");
    std::fs::write(&path, &bytes).expect("written");
    let opened = record::open(&path).expect("a record");
    assert!(matches!(opened.remarks.as_slice(), [OddEntry::Unknown { kind: 777, .. }]), "{:?}", opened.remarks);
    assert!(matches!(verify(&path), Verdict::Same { rounds: 1, .. }));
}

#[test]
fn another_rules_version_is_said_and_resumed_from_the_last_snapshot() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.battle");
    let ready = content.setup("silence-the-bell", None).expect("it compiles");
    let mut old = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    for _ in 0..4 {
        old.decide_rest_by_planner();
        old.commit();
    }
    old.decide_rest_by_planner();
    let mut opened = record::open(&path).expect("a record");
    opened.start.rules += 1;
    let version = opened.start.rules;
    assert_eq!(record::verify(&opened, &compile).expect("it can be asked"), Verdict::OtherRules { version });
    let resumed = record::resume(&opened, &compile).expect("it goes on");
    assert_eq!(resumed.remark, Some(Remark::FromSnapshot));
    assert_eq!(&resumed.replay.battle, old.battle());
    assert_eq!(&resumed.replay.plan, old.seat().plan());
    opened.entries.push(Entry::ForkTo(2));
    let resumed = record::resume(&opened, &compile).expect("it goes on");
    assert_eq!(resumed.remark, Some(Remark::OtherRules));
    assert_eq!(resumed.replay.battle.state().round(), 1);
}

#[test]
fn a_record_that_no_longer_replays_names_the_first_activation_that_differs() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let planned = |entry: &Entry| matches!(entry, Entry::Decide(decide) if decide.planned && !decide.uses.is_empty());
    let bytes = played(1);
    let count = record::parse(&bytes).expect("a record").entries.iter().filter(|entry| planned(entry)).count();
    // Decisions of a unit that is pushed away first can have equal results.
    let differs = (0..count).find_map(|at| {
        let mut opened = record::parse(&bytes).expect("a record");
        if let Some(Entry::Decide(decide)) = opened.entries.iter_mut().filter(|entry| planned(entry)).nth(at) {
            decide.uses.clear();
        }
        match record::verify(&opened, &compile).expect("it replays somehow") {
            Verdict::Diverges(at) => Some(at),
            _ => None,
        }
    });
    let at = differs.expect("one of the rats' decisions matters");
    assert_eq!(at.round, 1);
    assert!(matches!(&at.who, Some(Actor::Unit(unit)) if unit.title == "Rat"), "{at:?}");
}

#[test]
fn two_replays_side_by_side_name_the_token_and_the_field() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let bytes = recorded(1, |_| {});
    let a = record::parse(&bytes).expect("a record");
    assert_eq!(record::diff(&a, &a, &compile).expect("both replay"), None);
    let mut b = record::parse(&bytes).expect("a record");
    let library = Library::from_canonical_text(
        match &b.entries[1] {
            Entry::Assets(text) => text,
            _ => panic!("assets come second"),
        },
        KindRegistry::core(),
    );
    let bite = library.action("bite").expect("a bite");
    let text = foretoken_action_assets::write_asset(&mut bite.clone());
    let harder = text.replace("Damage(\n", "Damage(\n            amount: 2,\n");
    assert_ne!(text, harder, "{text}");
    let mut changed = library.clone();
    let faults = changed.reload("actions/bite.ron", Some(harder.as_bytes()));
    assert!(!faults.has_errors(), "{}", faults.render());
    b.entries[1] = Entry::Assets(changed.canonical_text());
    let found = record::diff(&a, &b, &compile).expect("both replay").expect("they differ");
    let first = &found.sides.0;
    let made = records::made(first.made.as_ref());
    assert!(made.contains("bite, line") && made.contains("Damage"), "{made}");
    assert!(records::changed(first).contains("health"), "{first:?}");
}

#[test]
fn a_battle_killed_at_any_entry_is_resumed_as_it_stood() {
    let bytes = played(2);
    let content = content();
    let frames = journal::read(&bytes).expect("frames").0;
    let folder = tempfile::tempdir().expect("a folder");
    for (count, frame) in frames.iter().enumerate().skip(2) {
        let path = folder.path().join(format!("{count}.battle"));
        std::fs::write(&path, &bytes[..frame.offset + 5]).expect("written");
        assert_eq!(record::open(&path).expect("a record").entries.len(), count);
        let saves::Resumed { mut session, remark, .. } = saves::resume(&content, &path).expect("it goes on");
        assert!(remark.contains("cut off"), "{remark}");
        session.decide_rest_by_planner();
        session.commit();
        assert!(matches!(verify(&path), Verdict::Same { rounds: 1.., .. }), "after {count} entries");
    }
}

#[test]
fn a_battle_is_gone_on_with_in_one_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("twice.battle");
    let ready = content().setup("first-light", None).expect("it compiles");
    let session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    let error = saves::resume(&content(), &path).expect_err("it is being played");
    assert!(error.to_string().contains("is open in another window or terminal"), "{error}");
    drop(session);
    assert!(saves::resume(&content(), &path).is_ok());
}

#[test]
fn a_disk_that_refuses_stops_the_record_and_not_the_battle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a-file-in-the-way");
    std::fs::write(&path, "x").expect("written");
    let ready = content().setup("first-light", None).expect("it compiles");
    let error = Session::start(ready.setup, Some(&path.join("battle"))).expect_err("no folder there");
    assert!(error.to_string().contains("could not be written"), "{error}");
}

#[test]
fn a_resumed_battle_remembers_every_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("left.battle");
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let ready = content.setup("first-light", None).expect("it compiles");
    let mut left = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    for _ in 0..2 {
        left.decide_rest_by_planner();
        left.commit();
    }
    left.undo().expect("nothing was left to chance");
    left.commit();
    left.decide_rest_by_planner();
    let opened = record::open(&path).expect("a record");
    let (mut resumed, remark) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(remark, None);
    assert_eq!(resumed.rewind_points(), left.rewind_points());
    assert_eq!(resumed.battle(), left.battle());
    assert_eq!(resumed.seat().plan(), left.seat().plan());
    assert!(!resumed.seat().forecast().outlooks().is_empty(), "the turn is foreseen at once");
    assert!(resumed.rewind(1).is_ok() && left.rewind(1).is_ok());
    assert_eq!(resumed.battle(), left.battle());
    assert_eq!(resumed.seat().plan(), left.seat().plan());
}

fn changed(assets: &str, scenario: &str) -> (Arc<Rulebook>, String) {
    let mut library = Library::from_canonical_text(assets, KindRegistry::core());
    let path = foretoken_action_assets::assets::AssetType::Action.path("shove");
    let shove = library.action("shove").expect("there is a shove");
    let text = foretoken_action_assets::write_asset(&mut shove.clone()).replace("label: \"shove\"", "distance: 2");
    assert!(!library.reload(&path, Some(text.as_bytes())).has_errors());
    (Arc::new(library.compile(scenario).0.expect("it compiles").rules), library.canonical_text())
}

#[test]
fn undo_over_an_exchange_of_assets_keeps_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("patched.battle");
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let ready = content.setup("turned-blades", None).expect("it compiles");
    let (book, text) = changed(&ready.setup.assets, "turned-blades");
    let mut session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    session.decide_rest_by_planner();
    session.exchange_assets(Arc::clone(&book), text, &Renames::default()).expect("it has a place");
    session.reset_turn().expect("decisions can be taken back");
    assert_eq!(session.book().hash64(), book.hash64());
    session.decide_rest_by_planner();
    session.undo().expect("a decision can be taken back");
    assert_eq!(session.book().hash64(), book.hash64());
    session.decide_rest_by_planner();
    session.commit();
    let opened = record::open(&path).expect("a record");
    let (resumed, remark) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(remark, None);
    assert_eq!(resumed.rewind_points(), session.rewind_points());
    assert_eq!(resumed.battle(), session.battle());
    assert_eq!(resumed.book().hash64(), book.hash64());
    assert!(matches!(verify(&path), Verdict::Same { .. }));
}

fn of_health(library: &Library, unit: &str, health: i32) -> (Arc<Rulebook>, Arc<Library>) {
    let mut library = library.clone();
    let mut asset = library.unit(unit).expect("there is one").clone();
    asset.health = health;
    library.put(unit, AnyAsset::Unit(asset));
    (Arc::new(library.compile("first-light").0.expect("it compiles").rules), Arc::new(library))
}

/// Existing units follow a changed health of their unit type and keep their damage. The record stores only the last
/// typed number.
#[test]
fn numbers_of_a_kind_reach_those_who_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("health.battle");
    let ready = content().setup("first-light", None).expect("it compiles");
    let library = Library::from_canonical_text(&ready.setup.assets, KindRegistry::core());
    let mut session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
    let is_warden =
        |session: &Session, row: &Entity| session.book().unit_type(row).is_some_and(|kind| kind.name == "warden");
    let state = session.battle().state();
    let warden = state.living().find(|(_, row)| is_warden(&session, row)).map(|(id, _)| id).expect("a warden");
    let hurt = Change {
        kind: ChangeKind::Health,
        label: foretoken_vm::Label::NONE,
        entity: warden,
        at: 0,
        before: 5,
        after: 3,
    };
    session.edit_state(&[hurt]).expect("it can be hurt");
    let health = |session: &Session| {
        let row = session.battle().state().entity(warden);
        (row.health, row.max_health)
    };
    assert_eq!(health(&session), (3, 5));
    let mut seen = Vec::new();
    // Typing 12 passes through 1, which kills no unit and forgets no damage.
    for typed in [1, 12] {
        let (book, edited) = of_health(&library, "warden", typed);
        session.exchange_edited(book, edited, &Renames::default()).expect("it has a place");
        seen.push(health(&session));
    }
    assert_eq!(seen, [(1, 1), (10, 12)]);
    session.settle_patch();
    session.decide_rest_by_planner();
    session.commit();
    let verdict = verify(&path);
    assert!(matches!(verdict, Verdict::Same { .. }), "{verdict:?}");
}

/// The end of a battle is a rewind point. Undo stops there at draws and revelations of the last round, also after
/// resuming.
#[test]
fn the_end_of_a_battle_is_a_moment_and_its_chance_stands() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    for info in content.scenarios("vigil").expect("scenarios") {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ended.battle");
        let ready = content.setup(&info.name, None).expect("it compiles");
        let mut session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
        let mut at_once = false;
        while session.outcome() == 0 {
            at_once = session.is_immediate();
            session.decide_rest_by_planner();
            session.commit();
        }
        let opened = record::open(&path).expect("a record");
        let (mut resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
        assert_eq!(resumed.rewind_points(), session.rewind_points(), "{}", info.name);
        let last = session.rewind_points().last().cloned().expect("moments");
        assert_eq!(last.what, Occasion::End, "{}", info.name);
        let before = session.rewind_points().len();
        let undone = session.undo();
        assert_eq!(resumed.undo(), undone, "{}", info.name);
        // Undo reverts execution, and with immediate decisions the decision too.
        let taken = if at_once { 2 } else { 1 };
        let left = if undone.is_ok() { before - taken } else { before };
        assert_eq!(session.rewind_points().len(), left, "{}", info.name);
        assert_eq!(session.outcome() == 0, undone.is_ok(), "{}", info.name);
        if undone.is_err() {
            assert!(session.reset_turn().is_err(), "{}", info.name);
        }
    }
}

#[test]
fn many_small_entries_after_a_large_one_fill_no_memory() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::parse(&played(1)).expect("a record");
    let large = opened.entries.iter().find_map(|entry| match entry {
        Entry::Decide(decide) if decide.uses.iter().any(|used| !used.answers.is_empty()) => Some(decide.clone()),
        _ => None,
    });
    let mut large = large.expect("somebody answers something");
    let who = large.unit;
    let used = large.uses.iter_mut().find(|used| !used.answers.is_empty()).expect("as above");
    used.answers = vec![used.answers[0]; MAX_ANSWERS];
    let mut replay = record::start(&opened, &compile).expect("it starts");
    replay.apply(0, &Entry::Decide(large), &compile);
    for number in 1..30_000 {
        replay.apply(number, &Entry::Unknown(777), &compile);
    }
    assert!(replay.go_back(29_999) && !replay.go_back(1), "the latest are kept");
    let small = record::Decide { unit: EntityId(u16::from(who.0 == 0)), uses: Vec::new(), planned: false };
    for number in 30_000..34_000 {
        replay.apply(number, &Entry::Decide(Box::new(small.clone())), &compile);
    }
    assert!(replay.go_back(33_999) && !replay.go_back(30_001), "the latest that fit are kept");
}

#[test]
fn a_patch_that_no_longer_compiles_is_told_from_a_step_that_differs() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let mut opened = record::parse(&played(1)).expect("a record");
    opened.entries.insert(2, Entry::AssetPatch("nonsense".to_owned()));
    assert_eq!(record::verify(&opened, &compile).expect("it replays"), Verdict::CompilesDifferently);
}

#[test]
fn a_record_leads_to_no_folder_outside_the_assets() {
    for pack in ["..", ".", "", "a/b"] {
        assert!(content().library(pack).is_err(), "{pack:?}");
    }
}

#[test]
fn a_decision_that_does_not_hold_is_refused() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::parse(&played(1)).expect("a record");
    let mut replay = record::start(&opened, &compile).expect("it starts");
    let book = Arc::clone(&replay.book);
    let state = replay.battle.state();
    let found = state.living().filter(|(_, row)| row.is_activated()).find_map(|(unit, row)| {
        let actions = &book.unit_type(row)?.actions;
        Some((unit, (0..book.programs.len() as u16).find(|program| !actions.contains(program))?))
    });
    let (unit, foreign) = found.expect("nobody can do everything");
    let name = book.program(foreign).expect("a program").name.clone();
    let uses = vec![record::NamedUse { action: name, answers: Vec::new() }];
    let step = replay.apply(0, &Entry::Decide(Box::new(record::Decide { unit, uses, planned: false })), &compile);
    assert!(matches!(step, record::Step::Refused(who, _) if who == unit), "{step:?}");
    assert!(replay.plan.intent(unit).is_none());
}

#[test]
fn records_of_the_version_before_are_of_other_rules() {
    let before = foretoken_vm::RULES_VERSION - 1;
    let folder = root().join(format!("records/rules-{before}"));
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("records") {
        let path = entry.expect("an entry").path();
        assert!(matches!(verify(&path), Verdict::OtherRules { version } if version == before), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 8);
}

/// Committed records prove that rules are stable and are never replaced. A deliberate rules change adds new ones.
#[test]
fn committed_records_stay_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/rules-2");
    let sum = |bytes: &[u8]| {
        let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
    };
    for (name, kept) in [
        ("edited-exchanged-and-by-waypoints.battle", 0xe993a7eed8dc29e6),
        ("first-light.battle", 0x0ecc177fda063f32),
        ("oil-and-ember.battle", 0xcfac3f216e5cf7ef),
        ("powder.battle", 0xe739d7be70310dcc),
        ("silence-the-bell.battle", 0x2812f7010322bc6d),
        ("taken-back-forked-and-patched.battle", 0xedec3fc2cb4b2281),
        ("the-last-stair.battle", 0x0d55ef20febb093d),
        ("turned-blades.battle", 0x6a85d44ab40bce6a),
    ] {
        let bytes = std::fs::read(folder.join(name)).expect("a committed record");
        assert_eq!(sum(&bytes), kept, "{name} is another file");
    }
}

/// Records of the first version are rehashed only if the battle is unchanged under current rules.
#[test]
fn records_of_the_first_version_are_taken_over() {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let bytes = played(2);
    let mut opened = record::parse(&bytes).expect("a record");
    let rules = opened.start.rules;
    assert!(record::rehash(&opened, &compile).is_err(), "it is of today's rules");
    let whole = opened.entries.clone();
    opened.start.rules = 1;
    for entry in &mut opened.entries {
        match entry {
            Entry::Start(start) => (start.rules, start.rulebook) = (1, 7),
            Entry::Commit(commit) => commit.hashes.iter_mut().for_each(|hash| *hash = 7),
            _ => {}
        }
    }
    let taken = record::rehash(&opened, &compile).expect("it is the same battle");
    assert_eq!(rules, foretoken_vm::RULES_VERSION);
    assert_eq!(taken, whole, "with the hashes it would have had");
    let commit = opened.entries.iter_mut().find_map(|entry| match entry {
        Entry::Commit(commit) => Some(commit),
        _ => None,
    });
    commit.expect("something ran").hashes.pop();
    let refused = record::rehash(&opened, &compile).expect_err("an activation more runs");
    assert!(refused.to_string().contains("activations"), "{refused}");
}
