//! Two plans for one round: each shows its own true result.

use expect_test::expect;
use foretoken_session::controller::Controller;
use foretoken_session::texts::plan_text::PlanRow;
use foretoken_tests::{Pack, cell, find};
use foretoken_vm::{Cell, EntityId};

fn begun() -> Controller {
    let pack = Pack::of_a_lantern_in_peril();
    Controller::new(pack.start())
}

fn shove(controller: &mut Controller) {
    let shove = controller.session.book().find_program("shove").expect("an action");
    let warden = find(controller.session.book(), controller.session.seat().known().state(), 'W');
    let seat = controller.session.seat_mut();
    assert!(seat.choose_for(warden) && seat.use_action(shove));
    let south = seat.draft().expect("it is asked").cells().iter().position(|cell| cell.is_some());
    assert!(seat.answer(south.expect("somebody is there")));
    assert!(controller.session.decide());
}

fn told(rows: &[PlanRow]) -> String {
    rows.iter().map(|row| format!("{} | {} | {}\n", row.about, row.under[0], row.under[1])).collect()
}

fn lantern(controller: &Controller) -> EntityId {
    find(controller.session.book(), controller.session.seat().known().state(), '!')
}

#[test]
fn two_plans_are_compared_and_flipped() {
    let mut controller = begun();
    assert_eq!(controller.plan_rows(), None, "no plan is kept yet");
    shove(&mut controller);
    controller.flip_plans();
    assert_eq!(controller.plan_rows(), Some(&[][..]), "the plan that is kept is the one at hand still");
    controller.reset();
    let rows = controller.plan_rows().expect("a plan is kept").to_vec();
    expect![[r#"
        Warden does | undecided | Shove d3
        Lantern | dies | has 1 health on d4
    "#]]
    .assert_eq(&told(&rows));
    controller.flip_plans();
    let other: Vec<PlanRow> = rows
        .into_iter()
        .map(|PlanRow { about, under: [this, other] }| PlanRow { about, under: [other, this] })
        .collect();
    assert_eq!(told(controller.plan_rows().expect("the other is kept now")), told(&other), "the columns are exchanged");
    assert!(controller.session.seat().has_all_decided());
}

#[test]
fn what_is_shown_of_each_plan_is_what_happens() {
    for flips in [false, true] {
        let mut controller = begun();
        shove(&mut controller);
        controller.flip_plans();
        controller.reset();
        if flips {
            controller.flip_plans();
        }
        let lantern = lantern(&controller);
        controller.commit();
        controller.commit();
        let lives = controller.session.battle().state().entity(lantern).is_alive();
        assert_eq!(lives, flips, "the lantern lives under the shove alone");
        assert_eq!(controller.plan_rows(), None, "a plan of another round is no plan of this one");
    }
}

#[test]
fn a_told_rescue_counts_once_it_is_decided() {
    for told in [false, true] {
        let mut controller = begun();
        let state = controller.session.seat().known().state();
        let (warden, rat) = (find(controller.session.book(), state, 'W'), find(controller.session.book(), state, 'r'));
        let (own, lantern) = (state.entity(warden).cell, state.entity(lantern(&controller)).cell);
        assert!(state.entity(rat).is_alive());
        if told {
            controller.point(lantern);
            let (_, lines) = controller.unit_page();
            assert!(lines.iter().any(|line| line.words == "Warden: Shove d3"), "{lines:?}");
        }
        controller.press(own);
        let shove = controller.session.book().find_program("shove");
        let choices = controller.session.seat().choices();
        controller.pick_action(choices.iter().position(|choice| Some(choice.program) == shove).expect("its action"));
        controller.press(lantern);
        controller.done();
        assert!(controller.session.seat().has_all_decided());
        assert_eq!(controller.session.rescues(), u32::from(told));
    }
}

/// One rescue of a group with equal actions is shown; any of the group counts.
#[test]
fn any_decision_of_a_told_group_counts_as_a_rescue() {
    let pack = Pack::new("#######\n#W.r..#\n#.....#\n#.....#\n#######")
        .with("units/warden.ron", r#"Unit(title: "Warden", glyph: "W", health: 1, initiative: 6, actions: ["walk"])"#)
        .with(
            "units/rat.ron",
            r#"Unit(glyph: "r", health: 2, initiative: 2, tags: ["dark"], actions: ["walk", "bite"])"#,
        );
    let mut controller = Controller::new(pack.start());
    controller.look_at(cell("b2"));
    let (_, lines) = controller.unit_page();
    let told = lines.iter().find(|line| line.words.contains("similar")).expect("a group").words.clone();
    controller.press(cell("b2"));
    controller.pick_action(0);
    let seat = controller.session.seat();
    let cells: Vec<Cell> = seat.draft().expect("it is asked").cells().iter().copied().flatten().collect();
    let other = cells.iter().rev().find(|cell| {
        let mut trial = Controller::new(pack.start());
        trial.press(foretoken_tests::cell("b2"));
        trial.pick_action(0);
        trial.point(**cell);
        let seat = trial.session.seat();
        let warden = find(seat.book(), seat.known().state(), 'W');
        !told.contains(&cell.to_string()) && !seat.forecast().forecast_of(warden).is_some_and(|foreseen| foreseen.dies)
    });
    controller.press(*other.expect("another that saves"));
    controller.done();
    assert_eq!(controller.session.rescues(), 1, "{told}");
}
