//! The editor's host over a real battle: edits are live at once, what is being chosen stays open, alterations by hand are
//! in the record, and an edit is one entry of it.

use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Library};
use foretoken_game::editor_host::EditorHost;
use foretoken_game::editor_host::editor::model::Model;
use foretoken_game::editor_host::editor::{AssetChange, Host};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::record::{self, Entry, Verdict};
use foretoken_session::{Session, Setup, long_work};
use foretoken_tests::{copy_folder, root};
use foretoken_vm::program::Amount;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{ActionUse, Cell, Change, ChangeKind, EntityId, Rulebook};
use std::path::Path;
use std::sync::Arc;

/// The assets folder, wherever the workspace's tests run from.
fn content() -> Content {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("assets"));
    Content::find(above.find(|path| path.is_dir()).as_deref()).expect("the shipped assets")
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
        (record::verify(&opened, &compile).expect("it replays"), opened.remarks)
    }

    /// The same battle, taken up from its record.
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

/// The text of a shipped action with something in it exchanged.
fn with(library: &Library, name: &str, from: &str, to: &str) -> AssetChange {
    let text = library.asset(AssetType::Action, name).expect("there is one").to_text();
    assert!(text.contains(from), "{text}");
    action(library, name, &text.replace(from, to))
}

#[test]
fn an_alteration_by_hand_is_recorded_replayed_and_told() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    let change =
        Change { kind: ChangeKind::Health, label: foretoken_vm::Label::NONE, entity: unit, at: 0, before: 0, after: 1 };
    let made = table.host().edit_state(&[change]).expect("it fits");
    assert_eq!(made[0].after, 1);
    assert_eq!(table.session.battle().state().entity(unit).health, 1);
    assert_eq!(table.session.seat().known().state().entity(unit).health, 1);
    let too_far = Change { kind: ChangeKind::Cell, after: Cell::NOWHERE.bits() as i32, ..change };
    assert!(table.host().edit_state(&[too_far]).is_err(), "nobody stands off the board");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert_eq!(table.entries(|entry| matches!(entry, Entry::Edit(_))), 1);
    let (verdict, remarks) = table.verified();
    assert!(matches!(verdict, Verdict::Same { rounds: 1, .. }), "{verdict:?}");
    assert!(remarks.iter().any(|remark| remark.contains("edited by hand")), "{remarks:?}");
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::open(&table.record).expect("a record");
    let (resumed, remark) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(resumed.battle(), table.session.battle());
    assert!(resumed.is_edited());
    assert_eq!(remark.as_deref(), Some("This battle was edited by hand."));
}

#[test]
fn any_alteration_is_bounded() {
    let mut table = table("first-light");
    for kind in [
        ChangeKind::Health,
        ChangeKind::Flags,
        ChangeKind::Team,
        ChangeKind::Stunned,
        ChangeKind::Redirected,
        ChangeKind::Facing,
        ChangeKind::Surface,
    ] {
        for after in [i32::MIN, -1, 0, 1, 255, 70_000, i32::MAX] {
            for entity in [EntityId(0), EntityId(9_999), EntityId::NONE] {
                let change = Change { kind, label: foretoken_vm::Label::NONE, entity, at: u32::MAX, before: 0, after };
                drop(table.session.edit_state(&[change]));
            }
        }
    }
    let round = Change {
        kind: ChangeKind::Battle,
        label: foretoken_vm::Label::NONE,
        entity: EntityId::NONE,
        at: BattleField::Round as u32,
        before: 0,
        after: i32::MAX,
    };
    drop(table.session.edit_state(&[round]));
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

/// A value of the battle or of one entity, written by hand.
const fn value(kind: ChangeKind, entity: EntityId, at: u32, after: i32) -> Change {
    Change { kind, label: foretoken_vm::Label::NONE, entity, at, before: 0, after }
}

/// Begins to choose for a unit: its first action, with the last answer there is.
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
    // A file changes on disk meanwhile, something else is edited, and the choice is given up.
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

/// Who is there, and what goals ask for, goes by the level, whatever is edited meanwhile, or changes on disk.
#[test]
fn a_hard_battle_stays_one_whatever_is_edited() {
    let mut table = table_at("the-cracked-bell", Level::Hard);
    let older = with(table.editor_host.library(), "toll", "title: \"", "title: \"Old ");
    table.host().put(&[older]);
    assert!(table.session.book().is_hard, "edited");
    let newer = with(table.editor_host.library(), "toll", "title: \"Old ", "title: \"New ");
    let toll = newer.asset.expect("an action").to_text();
    assert!(!table.host().exchange(&[("actions/toll.ron".to_owned(), Some(toll.as_bytes().to_vec()))]).has_errors());
    assert!(table.session.book().is_hard, "changed on disk");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
    let resumed = table.resumed();
    assert!(resumed.book().is_hard, "resumed");
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
fn to_die_and_live_again_by_hand_is_taken_back_and_replayed() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    let row = *table.session.battle().state().entity(unit);
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    let killed = value(ChangeKind::Flags, unit, 0, (row.flags & !flag::ALIVE) as i32);
    model.edit_state(&mut table.host(), "kill", &[killed]);
    let now = |table: &Table| {
        let row = table.session.battle().state().entity(unit);
        (row.is_alive(), row.health)
    };
    assert_eq!(now(&table), (false, 0));
    model.undo(&mut table.host());
    assert_eq!(now(&table), (true, row.health));
    model.redo(&mut table.host());
    assert_eq!(now(&table), (false, 0));
    // Who is given health lives again.
    model.edit_state(&mut table.host(), "revive", &[value(ChangeKind::Health, unit, 0, 2)]);
    assert_eq!(now(&table), (true, 2));
    model.undo(&mut table.host());
    assert_eq!(now(&table), (false, 0));
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
    assert_eq!(table.resumed().battle(), table.session.battle());
}

#[test]
fn nobody_is_revived_off_the_board() {
    let mut table = table("first-light");
    let state = table.session.battle().state();
    let low = state.living().find(|(_, row)| row.team.0 == 1 && row.cell.y() >= 6).map(|(id, _)| id);
    let rat = low.expect("a rat in the lowest row");
    let flags = state.entity(rat).flags;
    table.session.edit_state(&[value(ChangeKind::Flags, rat, 0, (flags & !flag::ALIVE) as i32)]).expect("it dies");
    let scenario = table.editor_host.library().asset(AssetType::Scenario, "first-light").expect("it").to_text();
    let shorter = scenario.replacen("        \"#...r..#\",\n        \"########\",\n", "", 1);
    assert_ne!(shorter, scenario);
    assert!(
        !table
            .host()
            .exchange(&[("scenarios/first-light.ron".to_owned(), Some(shorter.as_bytes().to_vec()))])
            .has_errors()
    );
    let revived = table.session.edit_state(&[value(ChangeKind::Flags, rat, 0, flags as i32)]);
    assert_eq!(revived, Err("That is not on the board.".to_owned()));
    let bytes = table.session.battle().to_bytes().expect("it is written");
    let read = foretoken_vm::Battle::from_bytes(table.session.book(), &bytes);
    assert!(read.is_ok_and(|read| read == *table.session.battle()), "the dead lie anywhere");
}

#[test]
fn a_round_set_by_hand_outlasts_an_undo() {
    let mut table = table("first-light");
    let round = value(ChangeKind::Battle, EntityId::NONE, BattleField::Round as u32, 3);
    table.session.edit_state(&[round]).expect("it fits");
    let unit = table.session.seat().units().to_vec()[0];
    assert!(table.session.seat_mut().choose_for(unit) && table.session.decide());
    table.session.undo().expect("it can be undone");
    assert_eq!(table.session.battle().state().round(), 3);
    table.session.commit();
    assert_eq!(table.resumed().moments().len(), table.session.moments().len());
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
fn an_alteration_is_not_taken_back_once_the_battle_went_on() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    let aside = Cell::new(1, 1).expect("a cell").bits() as i32;
    model.edit_state(&mut table.host(), "move", &[value(ChangeKind::Cell, unit, 0, aside)]);
    let further = Cell::new(2, 1).expect("a cell");
    table.session.edit_state(&[value(ChangeKind::Cell, unit, 0, further.bits() as i32)]).expect("it goes on");
    model.undo(&mut table.host());
    assert_eq!(table.session.battle().state().entity(unit).cell, further);
    assert!(model.notices.last().is_some_and(|notice| notice.contains("otherwise by now")), "{:?}", model.notices);
}

#[test]
fn undo_takes_an_alteration_back_in_the_battle_and_in_the_record() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    let before = table.session.battle().state().entity(unit).health;
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    let change =
        Change { kind: ChangeKind::Health, label: foretoken_vm::Label::NONE, entity: unit, at: 0, before: 0, after: 1 };
    model.edit_state(&mut table.host(), "hurt", &[change]);
    assert_eq!(table.session.battle().state().entity(unit).health, 1);
    model.undo(&mut table.host());
    assert_eq!(table.session.battle().state().entity(unit).health, before);
    assert_eq!(table.entries(|entry| matches!(entry, Entry::Edit(_))), 2);
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
}

#[test]
fn what_is_being_chosen_stays_open_over_an_edit() {
    let mut table = table("first-light");
    let unit = table.session.seat().units().to_vec()[0];
    assert!(table.session.seat_mut().choose_for(unit));
    let choice = table.session.seat().choices()[0];
    assert!(table.session.seat_mut().use_action(choice.program));
    let name = table.session.book().program(choice.program).expect("a program").name.clone();
    assert!(!table.session.seat().draft().expect("a draft").answers().is_empty());
    let change = with(table.editor_host.library(), &name, "title: ", "clip: 4,\n    title: ");
    table.host().put(&[change]);
    let draft = table.session.seat().draft().expect("it is still open");
    assert_eq!((draft.unit, draft.intent().uses.len()), (unit, 1));
    assert!(!draft.answers().is_empty());
    assert_eq!(table.host().notices(), Vec::<String>::new());
    // What asks something else now is asked anew, and the player is told.
    assert!(table.session.seat_mut().answer(0));
    let asks = "Action(body: [DeclareTarget(name: \"T1\", asks: Direction), Wait(facing: \"T1\")])";
    let change = action(table.editor_host.library(), &name, asks);
    table.host().put(&[change]);
    assert!(table.session.seat().draft().is_some_and(|draft| draft.intent().uses[0].answers.is_empty()));
    let notices = table.host().notices();
    assert!(notices[0].contains("asks something else"), "{notices:?}");
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
    let moments = table.host().moments();
    let activations: Vec<usize> = (0..moments.len()).filter(|&at| moments[at].is_activation).collect();
    assert!(activations.len() >= 8, "{moments:?}");
    let shove = with(table.editor_host.library(), "shove", "label: \"shove\"", "distance: 3");
    table.host().put(&[shove]);
    assert_eq!(moments[activations[1]].round, 1);
    table.host().rewind(activations[1]).expect("it is remembered");
    assert_eq!(table.session.battle().state().round(), 1);
    assert!(table.session.seat().all_decided(), "what was decided stands");
    assert!(table.host().moments().iter().all(|moment| !moment.is_activation), "the round is to come again");
    table.session.commit();
    let seen = table.host().moments();
    assert!(seen.iter().any(|moment| moment.is_activation));
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
    // What was altered by hand in one battle is not taken back in another.
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
    let moments = table.host().moments();
    let activations = moments.iter().enumerate().filter(|(_, moment)| moment.is_activation);
    let activations: Vec<usize> = activations.map(|(at, _)| at).collect();
    assert_eq!(activations.len(), hashes.len());
    // An edit of an asset alters nothing of what was.
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
    table.host().look_back(Some(moments.len() - 1)).expect("the present");
    assert!(table.editor_host.looking_back(&table.session).is_none());
    assert_eq!(table.session.battle().state(), present.state(), "nothing was taken back");
    // Playing on from an activation takes its round back, with what was decided standing.
    table.host().look_back(Some(activations[0])).expect("it is kept");
    table.host().rewind(activations[0]).expect("it goes back");
    assert!(table.editor_host.looking_back(&table.session).is_none());
    assert_eq!(table.session.battle().state().round(), 1);
    assert!(table.session.seat().all_decided());
}

fn commit_of(entry: &Entry) -> Option<Vec<u64>> {
    match entry {
        Entry::Commit(commit) => Some(commit.hashes.clone()),
        _ => None,
    }
}

/// A battle that was begun under an older pack keeps that pack, but for what is touched.
#[test]
fn an_old_battle_takes_over_what_is_touched_and_nothing_else() {
    let mut table = table("first-light");
    let shipped = table.editor_host.library().clone();
    let mut old = shipped.clone();
    let shove = with(&old, "shove", "label: \"shove\"", "distance: 3");
    old.put("shove", shove.asset.expect("an action"));
    let (book, faults) = old.compile("first-light");
    assert!(faults.is_empty(), "{}", faults.render());
    let book = Arc::new(book.expect("a rulebook"));
    let setup = Setup { book, assets: old.canonical_text(), ..table.session.setup().clone() };
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

/// The intents of everybody, by the names of their actions, and the answers given.
fn intents(session: &Session) -> Vec<(EntityId, Vec<(String, usize)>)> {
    let named =
        |used: &ActionUse| (session.book().program(used.program).expect("a program").name.clone(), used.answers.len());
    let plan = session.referee().plan();
    plan.iter().map(|(unit, intent)| (unit, intent.uses.iter().map(named).collect())).collect()
}

/// The same with actions called otherwise.
fn called(
    intents: &[(EntityId, Vec<(String, usize)>)],
    names: &[(&str, &str)],
) -> Vec<(EntityId, Vec<(String, usize)>)> {
    let new =
        |name: &String| names.iter().find(|(old, _)| old == name).map_or(name.clone(), |(_, new)| (*new).to_owned());
    let uses = |uses: &[(String, usize)]| uses.iter().map(|(name, answers)| (new(name), *answers)).collect();
    intents.iter().map(|(unit, used)| (*unit, uses(used))).collect()
}

#[test]
fn a_renamed_action_is_still_meant_by_everybody_who_meant_it() {
    let mut table = table("first-light");
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    table.session.decide_rest_by_planner();
    let unit = *table.session.seat().units().last().expect("somebody");
    assert!(table.session.seat_mut().choose_for(unit));
    let program = table.session.seat().choices()[0].program;
    assert!(table.session.seat_mut().use_action(program) && table.session.seat_mut().answer(0));
    let chosen = |table: &Table| table.session.seat().draft().expect("a draft").intent().uses[0].answers.len();
    let (before, answers) = (intents(&table.session), chosen(&table));
    let drafted = table.session.book().program(program).expect("it").name.clone();
    assert!(before.iter().any(|(_, uses)| uses.iter().any(|(name, _)| name == "bite")), "{before:?}");
    model.rename(&mut table.host(), AssetType::Action, "bite", "gnaw");
    model.rename(&mut table.host(), AssetType::Action, &drafted, "drafted");
    model.rename(&mut table.host(), AssetType::Unit, "rat", "vermin");
    let now = called(&before, &[("bite", "gnaw"), (&drafted, "drafted")]);
    assert_eq!(intents(&table.session), now, "{:?}", model.notices);
    assert_eq!(chosen(&table), answers, "what is being chosen stays open: {:?}", model.notices);
    let state = table.session.battle().state();
    let vermin = state.living().filter(|(_, row)| table.session.book().archetype(row).expect("it").name == "vermin");
    assert!(vermin.count() > 0);
    // The way back, and forth again.
    model.undo(&mut table.host());
    model.undo(&mut table.host());
    assert_eq!(intents(&table.session), called(&before, &[("bite", "gnaw")]));
    model.redo(&mut table.host());
    assert_eq!(intents(&table.session), now);
    let renames = record::open(&table.record)
        .expect("a record")
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Exchange(exchange) => Some(exchange.renames.iter().count()),
            _ => None,
        })
        .collect::<Vec<_>>();
    assert_eq!(renames, [1; 6], "each entry says what it gave another name");
    table.session.seat_mut().abandon();
    assert_eq!(table.resumed().battle(), table.session.battle());
    assert_eq!(intents(&table.resumed()), now);
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { rounds: 1, .. }), "{:?}", table.verified());
    // What is taken back to before the renames is played under the new names.
    table.session.undo().expect("the round can be taken back");
    assert_eq!(intents(&table.session), now);
    table.session.reset_turn().expect("decisions can be taken back");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }), "{:?}", table.verified());
    assert_eq!(table.resumed().battle(), table.session.battle());
}

#[test]
fn an_action_renamed_while_it_is_faulty_is_still_meant() {
    let mut table = table("first-light");
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    table.session.decide_rest_by_planner();
    let before = intents(&table.session);
    assert!(before.iter().any(|(_, uses)| uses.iter().any(|(name, _)| name == "bite")), "{before:?}");
    let whole = table.editor_host.library().asset(AssetType::Action, "bite").cloned();
    let faulty =
        with(table.editor_host.library(), "bite", "target: \"T1\",", "target: \"T1\",\n            amount: \"2 +\",");
    assert!(table.host().put(&[faulty]).has_errors());
    model.rename(&mut table.host(), AssetType::Action, "bite", "gnaw");
    let now = called(&before, &[("bite", "gnaw")]);
    assert_eq!(intents(&table.session), now, "the last whole version goes by the new name: {:?}", model.notices);
    model.rename(&mut table.host(), AssetType::Action, "gnaw", "chew");
    assert_eq!(intents(&table.session), called(&before, &[("bite", "chew")]), "{:?}", model.notices);
    model.undo(&mut table.host());
    assert_eq!(intents(&table.session), now, "{:?}", model.notices);
    let mended = AssetChange { kind: AssetType::Action, name: "gnaw".to_owned(), asset: whole };
    let faults = table.host().put(&[mended]);
    assert!(!faults.has_errors(), "{}", faults.render());
    table.host().finish();
    assert_eq!(intents(&table.session), now);
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { rounds: 1, .. }), "{:?}", table.verified());
    assert_eq!(table.resumed().battle(), table.session.battle());
}

#[test]
fn a_file_that_got_another_name_on_disk_is_the_same_asset() {
    let mut table = table("first-light");
    table.session.decide_rest_by_planner();
    let before = intents(&table.session);
    let library = table.editor_host.library();
    let bite = library.asset(AssetType::Action, "bite").expect("it").to_text();
    let mut files =
        vec![("actions/bite.ron".to_owned(), None), ("actions/gnaw.ron".to_owned(), Some(bite.into_bytes()))];
    for (kind, name, asset) in library.assets().filter(|(kind, ..)| *kind == AssetType::Unit) {
        files.push((kind.path(name), Some(asset.to_text().replace("\"bite\"", "\"gnaw\"").into_bytes())));
    }
    let faults = table.host().exchange(&files);
    assert!(!faults.has_errors(), "{}", faults.render());
    assert_eq!(intents(&table.session), called(&before, &[("bite", "gnaw")]));
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }), "{:?}", table.verified());
}

/// Where frames are not to wait, nothing that an edit or a save does to the disk begins within one, and the disk is
/// looked at before anything is written all the same.
#[test]
fn an_edit_and_a_save_hold_up_no_frame() {
    let assets = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), assets.path()).expect("copied");
    let content = Content::find(Some(assets.path())).expect("content");
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
    // What changed on disk since the last look is asked about and not overwritten.
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
    // A frame that waited would be seen.
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
