//! Actions built in the editor (`editor/tests/designs`), played in battles: predictions come true, and the effects are
//! as intended.

use expect_test::{Expect, expect};
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::controller::{Choosing, Controller};
use foretoken_session::record::Replay;
use foretoken_session::texts::text;
use foretoken_session::{Session, simulate};
use foretoken_tests::{Pack, cell, replay, shipped};
use foretoken_vm::{Cell, ChangeKind, Entity};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../editor/tests/designs")
}

fn pack(map: &str, action: &str) -> Pack {
    let mut pack = Pack::new(map);
    for file in ["actions/venom-bite", "statuses/venom", "actions/poisoned-blade"] {
        pack = with_design(pack, file);
    }
    with_design(pack, &format!("actions/{action}"))
        .with(
            "units/warden.ron",
            &format!(r#"Unit(glyph: "W", health: 9, initiative: 9, actions: ["{action}"], tags: ["augur"])"#),
        )
        .with("units/hook.ron", r#"Unit(glyph: "H", health: 9, initiative: 8, actions: ["wait"], tags: ["augur"])"#)
        .with("units/rat.ron", r#"Unit(glyph: "r", health: 9, actions: ["wait"], tags: ["dark"])"#)
}

fn with_design(pack: Pack, file: &str) -> Pack {
    let text = std::fs::read_to_string(folder().join(file).with_extension("ron")).expect("a design");
    pack.with(&format!("{file}.ron"), &text)
}

fn units(session: &Session, of: &[Entity]) -> Vec<(Cell, i32, i32, u8)> {
    let count = session.battle().state().entities().len();
    of.iter().take(count).map(|unit| (unit.cell, unit.health, unit.shield, unit.stunned)).collect()
}

/// Plays rounds in which the Warden uses the design on these cells, and describes them. The first round must equal its
/// prediction.
fn played(pack: &Pack, cells: &[&str], rounds: usize, expected: &Expect) {
    let mut controller = Controller::new(pack.clone().start());
    let warden = controller.session.seat().units()[0];
    assert!(controller.session.seat_mut().choose_for(warden));
    let action = controller.session.seat().choices()[0].program;
    assert!(controller.session.seat_mut().use_action(action));
    controller.follow();
    for name in cells {
        assert_eq!(controller.choosing, Choosing::Target, "{name} is asked for");
        controller.press(cell(name));
    }
    assert!(controller.session.seat().question().is_none(), "nothing more is asked");
    let foreseen = units(&controller.session, controller.session.seat().forecast().state().entities());
    let mut told = String::new();
    for round in 0..rounds {
        let report = controller.commit().or_else(|| controller.commit()).expect("a round");
        if round == 0 {
            assert_eq!(units(&controller.session, controller.session.battle().state().entities()), foreseen);
        }
        let session = &controller.session;
        told.push_str(&text::report(session.book(), session.battle().state(), &report));
        told.push('\n');
    }
    let lines = told.lines().map(str::trim).filter(|line| !line.contains("faces") && !line.contains("ait."));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn an_area_is_stunned() {
    played(
        &pack("W..r.\n...rr\n...H.", "thunderclap"),
        &["d2"],
        2,
        &expect![[r#"
            warden: Thunderclap.
            rat A is stunned (stun).
            rat B is stunned (stun).
            rat C is stunned (stun).
            hook waits.
            rat A is no longer stunned.
            rat A is stunned and skips its turn.
            rat B is no longer stunned.
            rat B is stunned and skips its turn.
            rat C is no longer stunned.
            rat C is stunned and skips its turn.
            The round ends.
            round 2 begins.

            The round ends.
            round 3 begins.

        "#]],
    );
}

#[test]
fn allies_in_a_cone_are_shielded() {
    played(
        &pack("..H..\nW.r..\n..H..", "bulwark"),
        &["b2"],
        1,
        &expect![[r#"
            warden: Bulwark.
            hook A: shield 0 → 2 (shield).
            hook B: shield 0 → 2 (shield).
            The round ends.
            hook A: shield 2 → 0.
            hook B: shield 2 → 0.
            round 2 begins.

        "#]],
    );
}

#[test]
fn a_dash_hurts_all_that_it_passes() {
    played(
        &pack("..rH..\nW.....\n.r...r", "whirl"),
        &["e2"],
        1,
        &expect![[r#"
            warden: Whirl.
            warden: a2 → b2 (dash).
            rat B loses 1 health: 9 → 8 (hit).
            warden: b2 → c2 (dash).
            rat A loses 1 health: 9 → 8 (hit).
            warden: c2 → d2 → e2 (dash).
            The round ends.
            round 2 begins.

        "#]],
    );
}

#[test]
fn a_path_burns_behind_who_ran_it() {
    played(
        &pack("W...\n..#.\n...r", "torch-run"),
        &["d1"],
        2,
        &expect![[r#"
            warden: Torch Run.
            warden: a1 → b1 (walk).
            fire on a1 (fire).
            warden: b1 → c1 (walk).
            fire on b1 (fire).
            warden: c1 → d1 (walk).
            fire on c1 (fire).
            rat waits.
            The round ends.
            fire on a1.
            fire on b1.
            fire on c1.
            round 2 begins.

            The round ends.
            fire on a1.
            fire on b1.
            fire on c1.
            round 3 begins.

        "#]],
    );
}

#[test]
fn a_grenade_goes_off_after_as_many_activations() {
    played(
        &pack("W..r.\n....r\n.....", "grenade"),
        &["d2"],
        1,
        &expect![[r#"
            warden: Grenade.
            rat A waits.
            warden: Grenade takes effect.
            rat A loses 2 health: 9 → 7 (hit).
            warden hits c2, but it is empty (hit).
            warden hits d2, but it is empty (hit).
            rat B loses 2 health: 9 → 7 (hit).
            warden hits d3, but it is empty (hit).
            The round ends.
            round 2 begins.

        "#]],
    );
}

#[test]
fn a_poisoned_blade_harms_for_as_long_as_its_status_lasts() {
    played(
        &pack("Wr...", "poisoned-blade"),
        &["b1"],
        3,
        &expect![[r#"
            warden: Poisoned Blade.
            rat loses 1 health: 9 → 8 (hit).
            rat gains Venom.
            rat loses 1 health: 8 → 7 (hit).
            The round ends.
            round 2 begins.

            warden waits.
            rat loses 1 health: 7 → 6 (hit).
            Venom on rat ends: it ran out.
            The round ends.
            round 3 begins.

            The round ends.
            round 4 begins.

        "#]],
    );
}

#[test]
fn ten_units_fight_over_two_storeys() {
    let text = std::fs::read_to_string(folder().join("scenarios/gatehouse.ron")).expect("a design");
    let mut library = shipped().clone();
    assert!(library.reload("scenarios/gatehouse.ron", Some(text.as_bytes())).is_empty());
    let (book, faults) = library.compile("gatehouse");
    let book = Arc::new(book.unwrap_or_else(|| panic!("{}", faults.render())));
    let mut replay = replay(&book, 1);
    let mut planner = Planner::new(PlannerOptions::default());
    let upstairs = |replay: &Replay| {
        replay.battle.state().living().filter(|(_, unit)| unit.cell.floor() == 1).map(|(id, _)| id).collect::<Vec<_>>()
    };
    let health = |replay: &Replay| replay.battle.state().living().map(|(_, unit)| unit.health).sum::<i32>();
    let (begun, first) = (health(&replay), upstairs(&replay));
    for _ in 0..4 {
        simulate::decide_all(&mut replay, &mut planner);
        replay.execute();
        let faults = replay.log.changes.iter().filter(|change| change.kind == ChangeKind::Trapped);
        assert_eq!(faults.count(), 0);
    }
    assert!(health(&replay) < begun, "they fight");
    assert_ne!(upstairs(&replay), first, "the stairs are used");
}
