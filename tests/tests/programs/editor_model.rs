//! The editor's host over a real battle: edits apply at once, open choices stay, and edits and state changes are in the
//! record.

mod alterations;
mod renames;

use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Library};
use foretoken_game::editor_host::EditorHost;
use foretoken_game::editor_host::editor::model::Model;
use foretoken_game::editor_host::editor::{AssetChange, Host};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::record::{self, EditError, Entry, Remark, Verdict};
use foretoken_session::texts::records;
use foretoken_session::{Session, Setup, long_work};
use foretoken_tests::{copy_folder, root};
use foretoken_vm::program::Amount;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{ActionUse, Cell, Change, ChangeKind, EntityId, Rulebook};
use std::sync::Arc;

fn content() -> Content {
    Content::open(&root().join("assets")).expect("the shipped assets")
}

struct Table {
    _folder: tempfile::TempDir,
    record: std::path::PathBuf,
    session: Session,
    editor_host: EditorHost,
}

fn table(scenario: &str) -> Table {
    table_at(scenario, Level::Normal)
}

fn table_at(scenario: &str, level: Level) -> Table {
    let content = content();
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("edited.battle");
    let ready = content.setup(scenario, Some(3)).expect("it compiles");
    let session = Session::start(ready.setup.at_level(level), Some(&record)).expect("it is recorded");
    let editor_host = EditorHost::open(&content, "vigil").expect("a pack");
    Table { _folder: folder, record, session, editor_host }
}

impl Table {
    fn host(&mut self) -> impl Host + '_ {
        self.editor_host.host(Some(&mut self.session))
    }

    fn entries(&self, wanted: fn(&Entry) -> bool) -> usize {
        let opened = record::open(&self.record).expect("a record");
        opened.entries.iter().filter(|entry| wanted(entry)).count()
    }

    fn verified(&self) -> (Verdict, Vec<String>) {
        let content = content();
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let opened = record::open(&self.record).expect("a record");
        let remarks = opened.remarks.iter().map(|&odd| records::odd_entry(odd)).collect();
        (record::verify(&opened, &compile).expect("it replays"), remarks)
    }

    fn resumed(&self) -> Session {
        let content = content();
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let opened = record::open(&self.record).expect("a record");
        Session::resume(&opened, &compile, None).expect("it goes on").0
    }
}

fn action(library: &Library, name: &str, text: &str) -> AssetChange {
    let mut faults = Diagnostics::new();
    let read = AnyAsset::read(AssetType::Action, name, text.as_bytes(), library.registry(), &mut faults);
    assert!(!faults.has_errors(), "{}", faults.render());
    AssetChange { kind: AssetType::Action, name: name.to_owned(), asset: read.map(|(asset, _)| asset) }
}

fn with(library: &Library, name: &str, from: &str, to: &str) -> AssetChange {
    let text = library.asset(AssetType::Action, name).expect("there is one").to_text();
    assert!(text.contains(from), "{text}");
    action(library, name, &text.replace(from, to))
}

const fn value(kind: ChangeKind, entity: EntityId, at: u32, after: i32) -> Change {
    Change { kind, label: foretoken_vm::Label::NONE, entity, at, before: 0, after }
}

fn half_choose(session: &mut Session) -> EntityId {
    let unit = session.seat().units().to_vec()[0];
    assert!(session.seat_mut().choose_for(unit));
    let program = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(program));
    let last = session.seat().draft().expect("a draft").answers().len() - 1;
    assert!(session.seat_mut().answer(last));
    unit
}

#[test]
fn what_is_only_being_chosen_is_never_gone_back_to() {
    let mut table = table("first-light");
    let unit = half_choose(&mut table.session);
    let toll =
        with(table.editor_host.library(), "toll", "title: \"", "title: \"Old ").asset.expect("an action").to_text();
    assert!(!table.host().exchange(&[("actions/toll.ron".to_owned(), Some(toll.as_bytes().to_vec()))]).has_errors());
    let newer = with(table.editor_host.library(), "toll", "title: \"Old ", "title: \"New ");
    table.host().put(&[newer]);
    table.session.seat_mut().abandon();
    assert!(!table.session.seat().is_decided(unit));
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

#[test]
fn a_hard_battle_stays_one_whatever_is_edited() {
    let mut table = table_at("the-cracked-bell", Level::Hard);
    let older = with(table.editor_host.library(), "toll", "title: \"", "title: \"Old ");
    table.host().put(&[older]);
    assert!(table.session.battle().state().is_hard(), "edited");
    let newer = with(table.editor_host.library(), "toll", "title: \"Old ", "title: \"New ");
    let toll = newer.asset.expect("an action").to_text();
    assert!(!table.host().exchange(&[("actions/toll.ron".to_owned(), Some(toll.as_bytes().to_vec()))]).has_errors());
    assert!(table.session.battle().state().is_hard(), "changed on disk");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
    let resumed = table.resumed();
    assert!(resumed.battle().state().is_hard(), "resumed");
    assert_eq!(resumed.battle(), table.session.battle());
}

#[test]
fn a_decision_under_an_unfinished_edit_is_undone_to_before_it() {
    let mut table = table("first-light");
    let unit = half_choose(&mut table.session);
    let newer = with(table.editor_host.library(), "toll", "title: \"", "title: \"New ");
    table.host().put(&[newer]);
    assert!(table.session.decide());
    table.session.undo().expect("it can be undone");
    assert!(table.session.seat().plan().intent(unit).is_none());
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

#[test]
fn nothing_happens_after_the_end() {
    let mut table = table("first-light");
    let won = value(ChangeKind::Battle, EntityId::NONE, BattleField::Outcome as u32, 1);
    table.session.edit_state(&[won]).expect("it fits");
    table.session.commit();
    let entries = table.entries(|_| true);
    assert_eq!(table.session.commit().activations.len(), 0);
    assert_eq!(table.entries(|_| true), entries);
}

#[test]
fn what_is_being_chosen_stays_open_over_an_edit() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    assert!(table.session.seat_mut().choose_for(unit));
    let choice = table.session.seat().choices()[0].clone();
    assert!(table.session.seat_mut().use_action(choice.program));
    let name = table.session.book().program(choice.program).expect("a program").name.clone();
    assert!(!table.session.seat().draft().expect("a draft").answers().is_empty());
    let change = with(table.editor_host.library(), &name, "title: ", "clip: 4,\n    title: ");
    table.host().put(&[change]);
    let draft = table.session.seat().draft().expect("it is still open");
    assert_eq!((draft.unit, draft.intent().uses.len()), (unit, 1));
    assert!(!draft.answers().is_empty());
    assert_eq!(table.host().notices(), Vec::<String>::new());
    assert!(table.session.seat_mut().answer(0));
    let asks = "Action(body: [DeclareTarget(name: \"T1\", asks: Direction), Wait(facing: \"T1\")])";
    let change = action(table.editor_host.library(), &name, asks);
    table.host().put(&[change]);
    assert!(table.session.seat().draft().is_some_and(|draft| draft.intent().uses[0].answers.is_empty()));
    let notices = table.host().notices();
    assert!(notices[0].contains("has changed"), "{notices:?}");
}

#[test]
fn an_edit_is_one_entry_of_the_record_however_often_it_changed() {
    let mut table = table("first-light");
    for number in 2..9 {
        let change = with(table.editor_host.library(), "strike", "clip: ", &format!("priority: {number},\n    clip: "));
        let change = AssetChange { asset: change.asset, ..change };
        table.editor_host.host(Some(&mut table.session)).put(std::slice::from_ref(&change));
        let back = action(
            table.editor_host.library(),
            "strike",
            &change.asset.expect("an action").to_text().replace(&format!("    priority: {number},\n"), ""),
        );
        if number < 8 {
            table.host().put(&[back]);
        }
    }
    assert_eq!(table.entries(|entry| matches!(entry, Entry::Exchange(_))), 0);
    table.host().finish();
    table.host().finish();
    assert_eq!(table.entries(|entry| matches!(entry, Entry::Exchange(_))), 1);
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

#[test]
fn what_does_not_compile_is_kept_and_everything_else_is_in_force() {
    let mut table = table("first-light");
    let broken =
        with(table.editor_host.library(), "strike", "target: \"T1\",", "target: \"T1\",\n            amount: \"2 +\",");
    let faults = table.host().put(std::slice::from_ref(&broken));
    assert!(faults.iter().any(|fault| fault.path.ends_with("amount")), "{}", faults.render());
    assert_eq!(table.editor_host.library().asset(AssetType::Action, "strike"), broken.asset.as_ref());
    let shove = with(table.editor_host.library(), "shove", "label: \"shove\"", "distance: 3");
    table.host().put(&[shove]);
    let book = table.session.book();
    let program = |name: &str| book.program(book.find_program(name).expect("it is there")).expect("a program").clone();
    assert!(
        program("shove").code.iter().any(|instr| instr.amount() == Some(Amount::Const(3))),
        "the whole one is in force"
    );
    assert_eq!(program("strike").code.len(), 3, "of the broken one the last whole version is");
    table.host().finish();
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

#[test]
fn one_goes_back_to_any_activation_and_on_from_there_under_the_fixed_assets() {
    let mut table = table("first-light");
    for _ in 0..2 {
        table.session.decide_rest_by_planner();
        table.session.commit();
    }
    let rewind_points = table.host().rewind_points();
    let activations: Vec<usize> = (0..rewind_points.len()).filter(|&at| rewind_points[at].is_activation).collect();
    assert!(activations.len() >= 8, "{rewind_points:?}");
    let shove = with(table.editor_host.library(), "shove", "label: \"shove\"", "distance: 3");
    table.host().put(&[shove]);
    assert_eq!(rewind_points[activations[1]].round, 1);
    table.host().rewind(activations[1]).expect("it is remembered");
    assert_eq!(table.session.battle().state().round(), 1);
    assert!(table.session.seat().has_all_decided(), "what was decided stands");
    assert!(
        table.host().rewind_points().iter().all(|rewind_point| !rewind_point.is_activation),
        "the round is to come again"
    );
    table.session.commit();
    let seen = table.host().rewind_points();
    assert!(seen.iter().any(|rewind_point| rewind_point.is_activation));
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::open(&table.record).expect("a record");
    let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(resumed.activations(), table.session.activations());
}

#[test]
fn another_battle_begins_with_what_was_edited_and_not_saved() {
    let mut first = table("first-light");
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    model.greet(&mut first.host());
    let change = with(first.editor_host.library(), "shove", "label: \"shove\"", "distance: 3");
    model.edit(&mut first.host(), "further", "", vec![((change.kind, change.name), change.asset.clone())]);
    let mut second = table("powder");
    model.greet(&mut second.host());
    assert_eq!(second.editor_host.library().asset(AssetType::Action, "shove"), change.asset.as_ref());
    assert_eq!(second.entries(|entry| matches!(entry, Entry::Exchange(_))), 1);
    model.undo(&mut second.host());
    assert_ne!(second.editor_host.library().asset(AssetType::Action, "shove"), change.asset.as_ref());
    let unit = first.session.seat().units().to_vec()[0];
    let health =
        Change { kind: ChangeKind::Health, label: foretoken_vm::Label::NONE, entity: unit, at: 0, before: 0, after: 1 };
    model.edit_state(&mut first.host(), "hurt", &[health]);
    let before = second.session.battle().clone();
    model.undo(&mut second.host());
    assert_eq!(second.session.battle(), &before);
    assert!(model.notices.last().is_some_and(|notice| notice.contains("another battle")), "{:?}", model.notices);
}

#[test]
fn looking_back_shows_each_activation_as_it_was_recorded() {
    let mut table = table("first-light");
    for _ in 0..2 {
        table.session.decide_rest_by_planner();
        table.session.commit();
    }
    let opened = record::open(&table.record).expect("a record");
    let hashes: Vec<u64> = opened.entries.iter().filter_map(commit_of).flatten().collect();
    let present = table.session.battle().clone();
    let rewind_points = table.host().rewind_points();
    let activations = rewind_points.iter().enumerate().filter(|(_, rewind_point)| rewind_point.is_activation);
    let activations: Vec<usize> = activations.map(|(at, _)| at).collect();
    assert_eq!(activations.len(), hashes.len());
    let harder =
        with(table.editor_host.library(), "bite", "target: \"T1\",", "target: \"T1\",\n            amount: \"9\",");
    table.host().put(&[harder]);
    table.host().finish();
    for (at, hash) in activations.iter().zip(&hashes) {
        table.host().look_back(Some(*at)).expect("it is kept");
        let host = table.host();
        let past = host.past().expect("it is looked back at");
        assert!(past.when.contains("after"), "{}", past.when);
        assert_eq!(past.view.truth.hash64(past.view.book), *hash, "{}", past.when);
    }
    assert!(table.editor_host.looking_back(&table.session).is_some());
    table.host().look_back(Some(rewind_points.len() - 1)).expect("the present");
    assert!(table.editor_host.looking_back(&table.session).is_none());
    assert_eq!(table.session.battle().state(), present.state(), "nothing was taken back");
    table.host().look_back(Some(activations[0])).expect("it is kept");
    table.host().rewind(activations[0]).expect("it goes back");
    assert!(table.editor_host.looking_back(&table.session).is_none());
    assert_eq!(table.session.battle().state().round(), 1);
    assert!(table.session.seat().has_all_decided());
}

fn commit_of(entry: &Entry) -> Option<Vec<u64>> {
    match entry {
        Entry::Commit(commit) => Some(commit.hashes.clone()),
        _ => None,
    }
}

/// A battle of an older pack keeps that pack except for edited assets.
#[test]
fn an_old_battle_takes_over_what_is_touched_and_nothing_else() {
    let mut table = table("first-light");
    let shipped = table.editor_host.library().clone();
    let mut old = shipped.clone();
    let shove = with(&old, "shove", "label: \"shove\"", "distance: 3");
    old.put("shove", shove.asset.expect("an action"));
    let (book, faults) = old.compile("first-light");
    assert!(faults.is_empty(), "{}", faults.render());
    let compiled = book.expect("a rulebook");
    let Setup { pack, level, ironman, .. } = table.session.setup().clone();
    let assets = old.canonical_text();
    let setup =
        Setup { assets: assets.into(), pack, level, ironman, ..Setup::of(compiled, table.session.setup().seed()) };
    let path = table.record.with_file_name("old.battle");
    table.session = Session::start(setup, Some(&path)).expect("it is recorded");
    table.record = path;

    let strike = with(&shipped, "strike", "target: \"T1\",", "target: \"T1\",\n            amount: 3,");
    let faults = table.host().put(&[strike]);
    assert!(faults.is_empty(), "{}", faults.render());
    table.host().finish();
    let pushes = |book: &Rulebook, far: i32| {
        let program = book.program(book.find_program("shove").expect("it is there")).expect("a program");
        program.code.iter().any(|instr| instr.amount() == Some(Amount::Const(far)))
    };
    let harm = |book: &Rulebook, harm: i32| {
        let program = book.program(book.find_program("strike").expect("it is there")).expect("a program");
        program.code.iter().any(|instr| instr.amount() == Some(Amount::Const(harm)))
    };
    let book = Arc::clone(table.session.book());
    assert!(harm(&book, 3), "what is touched is in force");
    assert!(pushes(&book, 3), "what is not is as it was begun");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

/// With background writes, no edit or save blocks a frame, and the disk is still scanned before a save.
#[test]
fn an_edit_and_a_save_hold_up_no_frame() {
    let assets = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), assets.path()).expect("copied");
    let content = Content::open(assets.path()).expect("content");
    let pack = content.folder("vigil").expect("the pack");
    let mut editor_host = EditorHost::open(&content, "vigil").expect("it opens");
    let config = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(&pack, Some(config.path()));
    model.set_waits(false);
    let edit = |model: &mut Model, editor_host: &mut EditorHost, action: &str, text: &str| {
        let change = with(editor_host.library(), action, "target: \"T1\",", text);
        model.edit(&mut editor_host.host(None), "harder", "", vec![((change.kind, change.name), change.asset)]);
    };
    let _ = long_work::take_noted();
    let frame = long_work::Frame::begin();
    let save = |model: &mut Model, editor_host: &mut EditorHost| {
        model.save(&mut editor_host.host(None));
        assert!(model.is_saving(), "the frame has not waited");
        while model.is_saving() {
            model.poll_ready(&mut editor_host.host(None), false);
            model.settle(&mut editor_host.host(None), false);
            std::thread::yield_now();
        }
    };
    let harder = "target: \"T1\",\n            amount: \"9\",";
    edit(&mut model, &mut editor_host, "bite", harder);
    model.preferences.scale = 150;
    save(&mut model, &mut editor_host);
    assert!(model.notices.iter().any(|notice| notice == "Saved 1 asset."), "{:?}", model.notices);
    let on_disk = std::fs::read_to_string(pack.join("actions/bite.ron")).expect("it is there");
    assert!(on_disk.contains("amount: 9"), "{on_disk}");
    edit(&mut model, &mut editor_host, "strike", harder);
    let theirs =
        std::fs::read_to_string(pack.join("actions/strike.ron")).expect("it is there").replace("Strike", "Smite");
    std::fs::write(pack.join("actions/strike.ron"), &theirs).expect("written");
    save(&mut model, &mut editor_host);
    assert_eq!(model.conflicts.len(), 1, "{:?}", model.notices);
    assert_eq!(std::fs::read_to_string(pack.join("actions/strike.ron")).expect("it is there"), theirs);
    drop(frame);
    assert_eq!(long_work::take_noted(), Vec::<&str>::new());
    let frame = long_work::Frame::begin();
    model.set_waits(true);
    edit(&mut model, &mut editor_host, "shove", "target: \"T1\",\n            distance: 3,");
    model.save(&mut editor_host.host(None));
    drop(frame);
    assert!(long_work::take_noted().contains(&"making a file durable"));
    drop(model);
    let kept = std::fs::read_to_string(config.path().join("editor.ron")).expect("it is kept");
    assert!(kept.contains("scale: 150"), "{kept}");
}
