//! Edits of the battle's state by hand.

use super::*;

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
    assert_eq!(remark, Some(Remark::Edited));
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
    assert_eq!(revived, Err(EditError::OffBoard));
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
    assert_eq!(table.resumed().rewind_points().len(), table.session.rewind_points().len());
    assert!(matches!(table.verified().0, Verdict::Same { .. }));
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
    assert!(model.notices.last().is_some_and(|notice| notice.contains("has changed since")), "{:?}", model.notices);
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
