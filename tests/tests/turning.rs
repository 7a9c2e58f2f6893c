//! The turning points of a battle that is over: what would have been spared is spared when one plays on from there.

use expect_test::expect;
use foretoken_game::controller::Controller;
use foretoken_preview::regret;
use foretoken_session::Decision;
use foretoken_tests::{Pack, find};

fn lost() -> Controller {
    let pack = Pack::of_a_lantern_in_peril().goal_of(1, "count(lantern) = 0");
    let mut controller = Controller::new(pack.start());
    controller.commit();
    controller.commit();
    assert_ne!(controller.session.outcome(), 0, "the lantern is bitten out");
    controller
}

#[test]
fn what_would_have_saved_the_battle_does() {
    let mut controller = lost();
    while controller.look_back() {}
    let points: Vec<(i32, usize, String)> =
        controller.turning_points().iter().map(|point| (point.round, point.moment, point.words.clone())).collect();
    let told: String = points.iter().map(|(round, _, words)| format!("{round}: {words}\n")).collect();
    expect![[r#"
        1: Warden: Shove d3 would have saved Lantern and the battle
    "#]]
    .assert_eq(&told);
    controller.rewind(points[0].1);
    assert_eq!(controller.session.outcome(), 0);
    assert!(
        controller.turning_points().len() == 1 && !controller.look_back(),
        "nothing is told of a battle that goes on"
    );
    assert_eq!(controller.turning_points(), []);
    let seat = controller.session.seat();
    let units = seat.units().to_vec();
    let better = regret(seat.book(), seat.known(), seat.plan(), &units, seat.team(), 1_000_000).expect("found again");
    controller.session.send(Decision { unit: better.unit, intent: better.intent }).expect("it is allowed");
    controller.commit();
    controller.commit();
    assert_eq!(controller.session.outcome(), 0, "the battle goes on");
}

/// Who did the best that could be done has nothing to regret, and nothing is found without work.
#[test]
fn nothing_is_regretted_where_nothing_is_better() {
    let pack = Pack::new(
        "
        ####
        #W.#
        ####
    ",
    );
    let session = pack.start();
    let seat = session.seat();
    let warden = find(seat.book(), seat.known().state(), 'W');
    assert_eq!(regret(seat.book(), seat.known(), seat.plan(), &[warden], seat.team(), 1_000_000), None);
    let controller = lost();
    let then = controller.session.as_it_was(0, 0).expect("it is kept");
    let units: Vec<_> = then.known.state().living().map(|(unit, _)| unit).collect();
    let side = controller.session.seat().team();
    assert_eq!(regret(&then.book, &then.known, &then.plan, &units, side, 0), None);
}
