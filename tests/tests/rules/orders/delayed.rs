//! A delaying stun under each turn order, with series computed by hand.

use super::{check, pack};
use expect_test::expect;
use foretoken_tests::{duel, told_rounds};

/// Without a delay `A`, `y` and `z` act in this order. `told_rounds` predicts each round, too.
#[test]
fn in_rounds_a_delayed_unit_keeps_its_intent_and_acts_last() {
    let later =
        r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Stun(target: "T1", how: Delay)])"#;
    let unit = |glyph: &str, initiative: u8, tags: &str| {
        format!(r#"Unit(glyph: "{glyph}", health: 20, initiative: {initiative}, {tags} actions: ["hit", "later"])"#)
    };
    let pack = duel("A..y.z")
        .with("actions/later.ron", later)
        .with("units/first.ron", &unit("A", 9, ""))
        .with("units/second.ron", &unit("y", 7, r#"tags: ["dark"],"#))
        .with("units/third.ron", &unit("z", 5, r#"tags: ["dark"],"#));
    let rounds = "A later:y, y hit:A, z hit:A\nA hit:y, y hit:A, z later:A\nA hit:y, y hit:A, z hit:A";
    expect![[r#"
        > A later:y, y hit:A, z hit:A
        second will act after the others (stun)
        first loses 4 health: 20 → 16 (attack)
        second acts now, after the others
        first loses 4 health: 16 → 12 (attack)
        round 2 begins
        > A hit:y, y hit:A, z later:A
        second loses 4 health: 20 → 16 (attack)
        first loses 4 health: 12 → 8 (attack)
        first will act after the others (stun)
        round 3 begins
        > A hit:y, y hit:A, z hit:A
        first loses 4 health: 8 → 4 (attack)
        first loses 4 health: 4 → 0 (attack)
        first dies (attack)
        round 4 begins
    "#]]
    .assert_eq(&told_rounds(&pack, rounds));
}

#[test]
fn in_team_rounds_a_delayed_unit_waits_for_the_others_of_its_side() {
    check(
        &pack("P3 Q5 x4 y9").order("team-rounds", &[]),
        "Q: later:y\nP: rest\nx: rest\ny: rest",
        7,
        &expect![[r#"
            [QP] Q later:y
            [P] P rest
            -- the turn of side 0 ends
            [x] x rest
            [y] y rest
            -- round 1 ends
            Q nothing
        "#]],
    );
}

#[test]
fn in_team_rounds_with_points_a_delayed_unit_waits_for_a_first_activation_of_the_others() {
    check(
        &pack("P3 Q5 x4 y9").order("team-points", &[("points", 2)]),
        "Q: later:y\nP: rest\nx: rest\ny: rest",
        7,
        &expect![[r#"
            [QP] Q(100) later:y (75), 1 left
            [PQ] P(100) rest (75), 0 left
            -- the turn of side 0 ends
            [x] x(100) rest (75), 1 left
            [yx] y(100) rest (75), 0 left
            -- round 1 ends
            Q nothing (75), 1 left
        "#]],
    );
}

/// Points at the start: 90, 80, 70. The use takes 100, idling 50. `y` acts down to -30 before `x` does.
#[test]
fn with_action_points_a_delayed_unit_acts_after_those_with_enough_points() {
    check(
        &pack("P90 x80 y70").order("action-points", &[]),
        "P: later:x",
        6,
        &expect![[r#"
        P(90) later:x (-10)
        y(70) nothing (20)
        y(20) nothing (-30)
        x(80) nothing (30)
        x(30) nothing (-20)
        -- round 1 ends
    "#]],
    );
}

/// At tick 10 `x` has 80 and loses the 30 of an activation. It reaches 50 + 7 * 8 = 106 at tick 17, `P` 30 + 7 * 10 =
/// 100.
#[test]
fn in_charge_time_a_delayed_unit_loses_the_charge_of_an_activation() {
    check(
        &pack("P10 x8").order("charge-time", &[("round", 100)]),
        "P: later:x",
        3,
        &expect![[r#"
        t10 P later:x (30)
        t17 x nothing (76)
        t17 P nothing (70)
    "#]],
    );
}
