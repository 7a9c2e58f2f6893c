//! Orders that spend points: of a side, of a unit, and over a threshold.

use super::*;

#[test]
fn team_points_are_spent_and_energy_wears_off() {
    let script = "P: walk:>1 walk:v1 rest, rest, walk:v1\nQ: rest\nx: walk:v1";
    check(
        &pack("P3 Q5 x4").order("team-points", &[("points", 3)]),
        script,
        12,
        &expect![[r#"
            [QP] Q(100) rest (75), 2 left
            [PQ] P(100) walk:>1 walk:v1 rest (75), 1 left
            [QP] P(75) rest (56), 0 left
            -- the turn of side 0 ends
            [x] x(100) walk:v1 (75), 2 left
            -- round 1 ends
            [QP] P(100) walk:v1 (75), 2 left
            Q nothing (75), 1 left
            -- the turn of side 0 ends
            x nothing (75), 2 left
            -- round 2 ends
            Q nothing (75), 2 left
        "#]],
    );
    check(
        &pack("P3 x4").order("team-points", &[("energy", 60), ("points", 1)]),
        "P: rest, walk:v1 walk:>1 walk:>1",
        4,
        &expect![[r#"
            [P] P(60) rest (45), 0 left
            -- the turn of side 0 ends
            x nothing (45), 0 left
            -- round 1 ends
        "#]],
    );
}

/// A walk takes 20 for its time and 10 per cell. Each use is decided separately, and movement returns after each walk.
#[test]
fn energy_is_spent_use_by_use() {
    let mut table = Table::new(pack("P3 x4").order("team-points", &[("energy", 80)]).book());
    let unit = table.id('P');
    let mut told = String::new();
    let mut uses = String::new();
    for word in ["walk:v1", "walk:>2", "walk:>1", "rest"] {
        let view = table.view();
        let program = table.book.find_program(&word[..4]).expect("an action");
        let may = Intent { uses: table.uses(&uses), complete: false };
        let may = may.allows(&table.book, view.state, unit, program).is_ok();
        uses = format!("{uses} {word}");
        let intent = Intent { uses: table.uses(&uses), complete: false };
        let valid = validate_intent(&table.book, table.battle.state(), &table.plan, unit, &intent);
        assert_eq!(valid.is_ok(), may);
        table.plan.set(unit, intent, 0);
        table.run();
        let (state, view) = (table.battle.state(), table.view());
        let energy = table.book.scheduler.points(&view, unit).expect("it acts");
        let Entity { cell, movement, .. } = *state.entity(unit);
        told.push_str(&format!("{word} {may}: {energy} left, on {cell}, walks {movement}\n"));
    }
    expect![[r#"
        walk:v1 true: 50 left, on a2, walks 9
        walk:>2 true: 10 left, on c2, walks 9
        walk:>1 false: 10 left, on c2, walks 9
        rest false: 10 left, on c2, walks 9
    "#]]
    .assert_eq(&told);
}

#[test]
fn team_points_with_haste_priority_spawn_and_death() {
    check(
        &pack("P3 x4").order("team-points", &[("points", 2)]),
        "P: haste:P, slow:P, first\nx: rest",
        8,
        &expect![[r#"
            [P] P(100) haste:P (75), 1 left
            [P] P(75) slow:P (56), 0 left
            -- the turn of side 0 ends
            [x] x(100) rest (75), 1 left
            -- round 1 ends
            [P] P(100) first (75), 1 left
            -- the turn of side 0 ends
            x nothing (75), 1 left
        "#]],
    );
    check(
        &pack("P3 x4").order("team-points", &[("points", 2)]),
        "P: call:v1\nN: rest\nx: kill:P, rest",
        9,
        &expect![[r#"
            [P] P(100) call:v1 (75), 1 left
            [NP] N(100) rest (75), 0 left
            -- the turn of side 0 ends
            [x] x(100) kill:P (75), 1 left
            [x] x(75) rest (56), 0 left
            -- round 1 ends
            N nothing (75), 1 left
            -- the turn of side 0 ends
            x nothing (75), 1 left
        "#]],
    );
    check(
        &pack("P3 x4").order("team-points", &[("points", 2)]),
        "P: charge, chant\nx: kill:P, rest",
        8,
        &expect![[r#"
            [P] P(100) charge (75), 1 left
            [P] P(75) chant (56), 0 left
            -- the turn of side 0 ends
            [x] x(100) kill:P (75), 1 left
            [x] x(75) rest (56), 0 left
            -- round 1 ends
            something comes due
            something is cancelled
        "#]],
    );
}

#[test]
fn action_points_carry_debts() {
    check(
        &pack("P150 x100").order("action-points", &[("action", 120)]),
        "P: rest, walk:v1, rest\nx: rest, rest, rest",
        14,
        &expect![[r#"
        P(150) rest (30)
        x(100) rest (-20)
        P(30) walk:v1 (-70)
        -- round 1 ends
        P(80) rest (-40)
        x(80) rest (-40)
        -- round 2 ends
        P(110) nothing (60)
        P(60) nothing (10)
        x(60) rest (-60)
        P(10) nothing (-40)
        -- round 3 ends
        P(110) nothing (60)
        P(60) nothing (10)
    "#]],
    );
}

#[test]
fn action_points_with_haste_slow_priority_spawn_and_death() {
    check(
        &pack("P100 x60").order("action-points", &[]),
        "P: slow:x, haste:P, rest\nx: first, rest",
        10,
        &expect![[r#"
        P(100) slow:x (0)
        x(60) first (-40)
        -- round 1 ends
        P(100) haste:P (0)
        x(15) rest (-85)
        -- round 2 ends
        P(110) rest (10)
        P(10) nothing (-40)
        -- round 3 ends
        P(70) nothing (20)
    "#]],
    );
    check(
        &pack("P100 x60").order("action-points", &[]),
        "P: call:v1, rest\nN: rest",
        8,
        &expect![[r#"
        P(100) call:v1 (0)
        x(60) nothing (10)
        x(10) nothing (-40)
        -- round 1 ends
        P(100) rest (0)
        N(50) rest (-50)
        x(20) nothing (-30)
        -- round 2 ends
    "#]],
    );
    check(
        &pack("P100 x60 y50").order("action-points", &[]),
        "P: charge, rest\nx: chant\ny: kill:P",
        8,
        &expect![[r#"
            P(100) charge (0)
            x(60) chant (-40)
            y(50) kill:P (-50)
            -- round 1 ends
            something comes due
            something comes due
            x(20) nothing (-30)
            -- round 2 ends
        "#]],
    );
    check(
        &pack("P100 x60 y50").order("action-points", &[]),
        "P: chant, rest\ny: kill:P",
        8,
        &expect![[r#"
            P(100) chant (0)
            x(60) nothing (10)
            y(50) kill:P (-50)
            x(10) nothing (-40)
            -- round 1 ends
            something is cancelled
            x(20) nothing (-30)
            -- round 2 ends
        "#]],
    );
}

/// First example of the document: the player has 100, 100, 150, 150, 100 before and 0, 50, 50, 100, 0 after acting; the
/// monster always 100 and 0. Dropping and picking up take 50.
#[test]
fn the_threshold_example_of_equals() {
    let script = "P: walk:v1, look, rest, look, rest\nx: walk:v1, rest, walk:>1";
    check(
        &pack("P100 x100").order("action-points-threshold", &[]),
        script,
        12,
        &expect![[r#"
        P(100) walk:v1 (0)
        x(100) walk:v1 (0)
        -- round 1 ends
        P(100) look (50)
        x(100) rest (0)
        -- round 2 ends
        P(150) rest (50)
        x(100) walk:>1 (0)
        -- round 3 ends
        P(150) look (100)
        P(100) rest (0)
        x(100) nothing (50)
    "#]],
    );
}

/// Second example: the monster regains 75. The player has 100 and 0, the monster 150 and 50, 125 and 25, 100 and 0; the
/// player acts before a monster with more.
#[test]
fn the_threshold_example_of_a_slower_monster() {
    let script = "P: walk:v1, rest, rest, walk:>1, rest\nx: rest, rest, walk:v1";
    check(
        &pack("P100 x75").order("action-points-threshold", &[]),
        script,
        14,
        &expect![[r#"
        P(100) walk:v1 (0)
        -- round 1 ends
        x(150) rest (50)
        P(100) rest (0)
        -- round 2 ends
        x(125) rest (25)
        P(100) rest (0)
        -- round 3 ends
        P(100) walk:>1 (0)
        x(100) walk:v1 (0)
        -- round 4 ends
        P(100) rest (0)
        -- round 5 ends
        x(150) nothing (100)
    "#]],
    );
}

/// Third example: a spell of 150 leaves a debt of 50, and 50 is not enough; the monster has 150 and 50.
#[test]
fn the_threshold_example_of_a_debt() {
    check(
        &pack("P100 x75").order("action-points-threshold", &[("action", 150)]),
        "P: rest, walk:v1\nx: walk:v1",
        6,
        &expect![[r#"
        P(100) rest (-50)
        -- round 1 ends
        x(150) walk:v1 (50)
        -- round 2 ends
        P(150) walk:v1 (50)
        x(125) nothing (75)
    "#]],
    );
}

#[test]
fn threshold_with_haste_slow_priority_spawn_and_death() {
    check(
        &pack("P100 x75").order("action-points-threshold", &[]),
        "P: slow:x, haste:P, rest\nx: first",
        10,
        &expect![[r#"
        P(100) slow:x (0)
        -- round 1 ends
        x(145) first (45)
        P(100) haste:P (0)
        -- round 2 ends
        x(115) nothing (65)
        P(110) rest (10)
        -- round 3 ends
        x(135) nothing (85)
        P(120) nothing (70)
    "#]],
    );
    check(
        &pack("P100 x75 y100").order("action-points-threshold", &[]),
        "P: call:v1, charge\ny: rest, kill:P\nN: rest",
        10,
        &expect![[r#"
            P(100) call:v1 (0)
            y(100) rest (0)
            -- round 1 ends
            x(150) nothing (100)
            P(100) charge (0)
            y(100) kill:P (0)
            x(100) nothing (50)
            -- round 2 ends
            something comes due
            x(125) nothing (75)
        "#]],
    );
    check(
        &pack("P100 y100").order("action-points-threshold", &[]),
        "P: chant\ny: kill:P",
        6,
        &expect![[r#"
            P(100) chant (0)
            y(100) kill:P (0)
            -- round 1 ends
            something is cancelled
            y(100) nothing (50)
            -- round 2 ends
        "#]],
    );
}
