//! End, decay and links of statuses.

use expect_test::{Expect, expect};
use foretoken_tests::{Pack, Table, duel, told_rounds};

fn check(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_rounds(pack, rounds));
}

#[test]
fn statuses_that_apply_each_other_are_a_warning() {
    let apply = |status: &str| format!(r#"Action(body: [ApplyStatus(target: "self", status: "{status}")])"#);
    let gives = |action: &str, when: &str| {
        format!(r#"Status(reactions: [(on: Applied, toward: Itself, action: "{action}", {when})])"#)
    };
    let pack = duel("A..y")
        .with("actions/apply-hot.ron", &apply("hot"))
        .with("actions/apply-cold.ron", &apply("cold"))
        .with("statuses/hot.ron", &gives("apply-cold", ""))
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["apply-hot"])"#);
    let faults = pack.faults_with("statuses/cold.ron", &gives("apply-hot", ""));
    assert!(faults.contains("`cold` applies `hot` applies `cold` in an endless circle"), "{faults}");
    let mut table = Table::new(&pack.clone().with("statuses/cold.ron", &gives("apply-hot", r#"when: "c.health > 0""#)));
    let told = table.round("A apply-hot");
    assert!(told.contains("action was stopped"), "{told}");
    for (text, why) in [
        (gives("apply-hot", r#"when: "c.health > 5""#), "a condition may end it"),
        (gives("rest", ""), "nothing is applied"),
        (
            r#"Status(tags: ["chill"], reactions: [(on: Applied, toward: Itself, action: "apply-hot")])"#.to_owned(),
            "`hot` keeps it off",
        ),
        (
            r#"Status(on_reapply: Ignore, reactions: [(on: Applied, toward: Itself, action: "apply-hot")])"#.to_owned(),
            "it does not come anew",
        ),
    ] {
        let pack = match why {
            "`hot` keeps it off" => pack.clone().with(
                "statuses/hot.ron",
                r#"Status(immune: ["chill"], reactions: [(on: Applied, toward: Itself, action: "apply-cold")])"#,
            ),
            _ => pack.clone(),
        };
        let faults = pack.faults_with("statuses/cold.ron", &text);
        assert!(!faults.contains("endless-events"), "{why}: {faults}");
    }
}

#[test]
fn a_decaying_status_ends_with_its_amount_or_its_time() {
    let pack = |lasts: i32| {
        duel("A....y").with(
            "statuses/hex.ron",
            &format!(
                "Status(title: \"Hex\", lasts: {lasts}, decays: true, reactions: [(on: Tick, toward: Itself, action: \"sting\")])"
            ),
        )
    };
    check(
        &pack(5),
        "A hex:y\ny rest\ny rest",
        expect![[r#"
            > A hex:y
            second gains Hex
            second loses 2 health: 20 → 18 (damage.poison)
            second: Hex 2 → 1
            round 2 begins
            > y rest
            second loses 1 health: 18 → 17 (damage.poison)
            Hex on second ends: it ran out
            round 3 begins
            > y rest
            round 4 begins
        "#]],
    );
    check(
        &pack(1),
        "A hex:y\ny rest",
        expect![[r#"
            > A hex:y
            second gains Hex
            second loses 2 health: 20 → 18 (damage.poison)
            second: Hex 2 → 1
            Hex on second ends: it ran out
            round 2 begins
            > y rest
            round 3 begins
        "#]],
    );
}

/// With `expiry: One` the remaining amount gets the applied duration, not the asset's.
#[test]
fn the_rest_of_an_amount_lasts_as_long_as_it_was_applied_for() {
    let pack = duel("A....y")
        .with("statuses/hex.ron", "Status(title: \"Hex\", lasts: 1, expiry: One)")
        .with(
            "actions/hex.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "hex", amount: 2, lasts: 2)])"#,
        );
    check(
        &pack,
        "A hex:y\ny rest\ny rest\ny rest",
        expect![[r#"
            > A hex:y
            second gains Hex
            round 2 begins
            > y rest
            second: Hex 2 → 1
            round 3 begins
            > y rest
            round 4 begins
            > y rest
            Hex on second ends: it ran out
            round 5 begins
        "#]],
    );
}

#[test]
fn linked_statuses_end_together() {
    let linked = r#"Action(body: [ApplyStatus(target: "self", area: ["X....#"], status: "oath", linked: true)])"#;
    let pack = duel("A....y")
        .with("statuses/oath.ron", "Status(title: \"Oath\", lasts: 9)")
        .with("actions/bind.ron", linked)
        .with("actions/own.ron", r#"Action(body: [ApplyStatus(target: "self", status: "oath")])"#)
        .with("actions/both.ron", r#"Action(body: [ApplyStatus(target: "self", status: "hex"), ApplyStatus(target: "self", status: "oath")])"#)
        .with("actions/slay.ron", r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Kill(target: "T1")])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, actions_per_turn: 2, actions: ["bind", "own", "both", "slay", "rest"])"#);
    check(
        &pack,
        "A bind\nA own",
        expect![[r#"
            > A bind
            first gains Oath
            second gains Oath
            round 2 begins
            > A own
            Oath on first ends: it was replaced
            first gains Oath
            Oath on second ends: a linked status ended
            round 3 begins
        "#]],
    );
    check(
        &pack,
        "A bind\nA both",
        expect![[r#"
            > A bind
            first gains Oath
            second gains Oath
            round 2 begins
            > A both
            first gains Hex
            Oath on first ends: it was replaced
            first gains Oath
            Oath on second ends: a linked status ended
            round 3 begins
        "#]],
    );
    check(
        &pack,
        "A bind\nA slay:y",
        expect![[r#"
            > A bind
            first gains Oath
            second gains Oath
            round 2 begins
            > A slay:y
            second loses 20 health: 20 → 0 (kill)
            second dies (kill)
            Oath on first ends: a linked status ended
            round 3 begins
        "#]],
    );
}

/// `SourceGone` triggers for statuses that outlive their source; statuses of dead units are silent.
#[test]
fn the_death_of_the_source_is_answered() {
    let pack = duel("A....y")
        .with(
            "statuses/hex.ron",
            r#"Status(title: "Hex", lasts: 9, reactions: [(on: SourceGone, toward: Itself, action: "grief")])"#,
        )
        .with("actions/grief.ron", r#"Action(body: [Damage(target: "self", amount: 7, label: "grief")])"#)
        .with("actions/die.ron", r#"Action(body: [ApplyStatus(target: "self", status: "hex"), Kill(target: "self")])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, actions: ["hex", "die", "rest"])"#);
    check(
        &pack,
        "A hex:y\nA die",
        expect![[r#"
            > A hex:y
            second gains Hex
            round 2 begins
            > A die
            first gains Hex
            first loses 20 health: 20 → 0 (kill)
            first dies (kill)
            second loses 7 health: 20 → 13 (grief)
            round 3 begins
        "#]],
    );
}

#[test]
fn a_shorter_one_is_withheld_with_the_true_reason() {
    let pack = duel("A....y")
        .with("statuses/hex.ron", "Status(title: \"Hex\", lasts: 3, on_reapply: KeepLonger)")
        .with(
            "actions/mend.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "hex", amount: 9, lasts: 1)])"#,
        );
    check(
        &pack,
        "A hex:y\nA mend:y",
        expect![[r#"
            > A hex:y
            second gains Hex
            round 2 begins
            > A mend:y
            Hex has no effect on second: it already has one that lasts at least as long
            round 3 begins
        "#]],
    );
}

#[test]
fn the_deepest_chain_of_statuses_fits_a_small_stack() {
    let apply = |status: &str| format!(r#"Action(body: [ApplyStatus(target: "self", status: "{status}")])"#);
    let gives = |action: &str| {
        format!(
            r#"Status(on_reapply: Replace, reactions: [(on: Replaced, toward: Itself, action: "{action}", when: "c.health > 0"), (on: Applied, toward: Itself, action: "{action}", when: "c.health > 0")])"#
        )
    };
    let run = move || {
        let pack = duel("A..y")
            .with("rules.ron", "Rules(limits: (depth: 24))")
            .with("actions/apply-hot.ron", &apply("hot"))
            .with("actions/apply-cold.ron", &apply("cold"))
            .with("statuses/hot.ron", &gives("apply-cold"))
            .with("statuses/cold.ron", &gives("apply-hot"))
            .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["apply-hot"])"#);
        Table::new(&pack).round("A apply-hot")
    };
    let small = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    let told = small.join().expect("it ends");
    assert!(told.contains("action was stopped"), "{told}");
}
