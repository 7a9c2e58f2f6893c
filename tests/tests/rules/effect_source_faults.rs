//! Diagnostics of impossible or order-dependent stats, skills, items and statuses, and messages about impossible uses.

use expect_test::{Expect, expect};
use foretoken_tests::{Pack, duel, told_rounds};

fn check(files: &[(&str, &str)], expected: Expect) {
    let pack = files.iter().fold(small(), |pack, (path, text)| pack.with(path, text));
    let told = pack.faults();
    let lines = told
        .lines()
        .map(str::trim_end)
        .filter(|line| line.contains("error[") || line.contains("warning[") || line.contains("help"));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

fn small() -> Pack {
    duel("A.y")
        .with("stats/str.ron", r#"Stat(title: "Strength", start: 3, most: 99)"#)
        .with("stats/wit.ron", r#"Stat(title: "Wit", start: 3, most: 99)"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, slots: ["hand"], actions: ["hit", "mend", "rest"])"#)
}

#[test]
fn a_circle_of_stats_is_spelled_out() {
    check(
        &[
            ("skills/a.ron", r#"Skill(modifiers: [(stat: "str", amount: "c.wit")])"#),
            ("skills/b.ron", r#"Skill(modifiers: [(stat: "wit", amount: "c.movement")])"#),
            ("items/c.ron", r#"Item(slots: ["hand"], modifiers: [(stat: "movement", amount: "c.str / 2")])"#),
        ],
        expect![[r#"
            items/c.ron:1:34: error[stat-circle]: stats use each other in a circle: `movement` needs `str` needs `wit` needs `movement`
        "#]],
    );
    check(
        &[("skills/a.ron", r#"Skill(modifiers: [(stat: "str", mode: Multiply, amount: "c.str")])"#)],
        expect![[r#"
            skills/a.ron:1:18: error[stat-circle]: stats use each other in a circle: `str` needs `str`
        "#]],
    );
}

#[test]
fn conditions_that_need_each_other_are_refused() {
    check(
        &[
            ("statuses/a.ron", r#"Status(condition: "c.wit > 3", modifiers: [(stat: "str", amount: 1)])"#),
            ("statuses/b.ron", r#"Status(condition: "c.str > 3", modifiers: [(stat: "wit", amount: 1)])"#),
        ],
        expect![[r#"
            statuses/a.ron:1:43: error[stat-circle]: stats use each other in a circle: `str` needs `wit` needs `str`
        "#]],
    );
    check(
        &[
            ("statuses/a.ron", r#"Status(modifiers: [(stat: "str", amount: 1)])"#),
            ("skills/b.ron", r#"Skill(condition: "c.str > 3", auras: [(gives: "a")])"#),
        ],
        expect![[r#"
            statuses/a.ron:1:19: error[stat-circle]: stats use each other in a circle: `str` needs `str`
        "#]],
    );
}

#[test]
fn skills_that_replace_each_other_are_refused() {
    check(
        &[
            ("skills/a.ron", r#"Skill(title: "One", replaces: "Three")"#),
            ("skills/b.ron", r#"Skill(title: "Two", replaces: "One")"#),
            ("skills/c.ron", r#"Skill(title: "Three", replaces: "Two")"#),
        ],
        expect![[r#"
            skills/a.ron:1:31: error[replacement-loop]: `a` and `c` replace each other
            skills/b.ron:1:31: error[replacement-loop]: `b` and `a` replace each other
            skills/c.ron:1:33: error[replacement-loop]: `c` and `b` replace each other
        "#]],
    );
}

#[test]
fn unknown_names_come_with_the_nearest() {
    check(
        &[
            ("skills/fire.ron", r#"Skill(title: "Fire", group: "Act//Magic", modifiers: [(stat: "strr", amount: 1)])"#),
            ("skills/frost.ron", r#"Skill(title: "Frost", replaces: "Act//Magik//Fire")"#),
            ("items/hat.ron", r#"Item(slots: ["hnad"], statuses: ["hx"], skills: ["fir"])"#),
            ("statuses/hex.ron", r#"Status(auras: [(gives: "hxe", region: "stepz")])"#),
            (
                "actions/mend.ron",
                r#"Action(body: [ApplyStatus(target: "self", status: "hxe"), ChangeStat(target: "self", stat: "witt", amount: "c.strength")])"#,
            ),
            ("skills/ward.ron", r#"Skill(reactions: [(on: StatChange, stat: "wut", action: "rst")])"#),
        ],
        expect![[r#"
            actions/mend.ron:1:51: error[unknown-reference]: unknown status `hxe`
              help: did you mean `hex`?
            actions/mend.ron:1:92: error[unknown-reference]: units have no number `witt` that an action can change
              help: did you mean `wit`?
            actions/mend.ron:1:109: error[unknown-reference]: unknown number of units: `strength` (at character 1)
              help: numbers of units are health, initiative, max_health, movement, shield, speed, and columns
            items/hat.ron:1:14: warning[unknown-slot]: no unit has a slot `hnad`; did you mean `hand`?
            items/hat.ron:1:34: error[unknown-reference]: unknown status `hx`
              help: did you mean `hex`?
            items/hat.ron:1:50: error[unknown-reference]: unknown skill `fir`
              help: did you mean `fire`?
            skills/fire.ron:1:62: error[unknown-reference]: unknown stat `strr`
              help: did you mean `str`?
            skills/frost.ron:1:33: error[unknown-reference]: unknown skill `Act//Magik//Fire`
              help: did you mean `Act//Magic//Fire`?
            skills/ward.ron:1:42: error[unknown-reference]: units have no column `wut`
              help: did you mean `wit`?
            skills/ward.ron:1:57: error[unknown-reference]: unknown action `rst`
              help: did you mean `rest`?
            statuses/hex.ron:1:24: error[unknown-reference]: unknown status `hxe`
              help: did you mean `hex`?
            statuses/hex.ron:1:39: error[unknown-reference]: unknown region `stepz`
        "#]],
    );
}

#[test]
fn items_need_slots_of_who_wears_them() {
    let ring = r#"Item(title: "Ring", slots: ["finger"])"#;
    check(
        &[
            ("items/ring.ron", ring),
            ("units/first.ron", r#"Unit(glyph: "A", health: 20, slots: ["hand"], wears: ["ring"], actions: ["hit"])"#),
        ],
        expect![[r#"
            items/ring.ron:1:29: warning[unknown-slot]: no unit has a slot `finger`
            units/first.ron:1:55: error[no-slot]: `ring` needs the slots finger, which this unit lacks or already uses
        "#]],
    );
    let wear = r#"Action(body: [HandleItem(target: "self", item: "ring", act: GiveWorn)])"#;
    let other = r#"Unit(glyph: "y", health: 20, tags: ["dark"], slots: ["finger"], actions: ["rest"])"#;
    let pack = small().with("items/ring.ron", ring).with("actions/mend.ron", wear).with("units/second.ron", other);
    expect![[r#"
        > A mend
        first gets Ring
        Ring has no effect on first: no free slot
        round 2 begins
    "#]]
    .assert_eq(&told_rounds(&pack, "A mend"));
}

#[test]
fn an_order_that_nothing_decides_is_warned_of() {
    let rules = |first: &str, second: &str| {
        [("statuses/a.ron", format!("Status({first})")), ("statuses/b.ron", format!("Status({second})"))]
    };
    let told = |first: &str, second: &str, expected: Expect| {
        let files = rules(first, second);
        check(&files.each_ref().map(|(path, text)| (*path, text.as_str())), expected);
    };
    let (set, sum) = ("mode: Replace, amount: 5", "amount: 2");
    told(
        &format!("modifiers: [(stat: \"str\", {set})]"),
        &format!("modifiers: [(stat: \"str\", {set})]"),
        expect![[r#"
            statuses/b.ron:1:19: warning[same-priority]: `a` has the mode Replace for the same stat with the same priority; their names decide the order
        "#]],
    );
    told(
        "damage_modifiers: [(mode: Multiply, amount: 2)]",
        &format!("damage_modifiers: [({sum})]"),
        expect![[r#"
            statuses/b.ron:1:26: warning[same-priority]: it and `a` change the same damage with the same priority, but only one of them adds; their names decide the order, so give them different priorities
        "#]],
    );
    // A priority or disjoint types remove the ambiguity; sums do not depend on the order.
    told(
        "damage_modifiers: [(mode: Multiply, amount: 2, priority: 1)]",
        &format!("damage_modifiers: [({sum})]"),
        expect![[r#""#]],
    );
    let typed = |label: &str, rule: &str| format!("damage_modifiers: [({rule}, types: [\"{label}\"])]");
    told(&typed("attack", "mode: Multiply, amount: 2"), &typed("damage", sum), expect![[r#""#]]);
    told(&format!("damage_modifiers: [({sum})]"), &format!("damage_modifiers: [({sum})]"), expect![[r#""#]]);
}

#[test]
fn a_number_beyond_all_bounds_is_the_nearest_bound_and_told() {
    let mend = |amount: &str| {
        let body = format!("ChangeStat(target: \"self\", stat: \"str\", amount: \"{amount}\")");
        small().with("actions/mend.ron", &format!("Action(body: [{body}])"))
    };
    let mut text = String::new();
    let huge = "c.str * 10 ^ 300 * 10 ^ 300";
    for amount in [huge, &format!("0 - {huge}"), &format!("{huge} - {huge}"), "1 / (c.str - 3)", "c.str + 4"] {
        text += &format!("{amount}\n{}", told_rounds(&mend(amount), "A mend"));
    }
    expect![[r#"
        c.str * 10 ^ 300 * 10 ^ 300
        > A mend
        a value of first is invalid or out of range: 1000000000 is used
        first: str 3 → 99 (str)
        round 2 begins
        0 - c.str * 10 ^ 300 * 10 ^ 300
        > A mend
        a value of first is invalid or out of range: -1000000000 is used
        first: str 3 → 0 (str)
        round 2 begins
        c.str * 10 ^ 300 * 10 ^ 300 - c.str * 10 ^ 300 * 10 ^ 300
        > A mend
        round 2 begins
        1 / (c.str - 3)
        > A mend
        round 2 begins
        c.str + 4
        > A mend
        first: str 3 → 10 (str)
        round 2 begins
    "#]]
    .assert_eq(&text);
}

#[test]
fn clips_are_one_to_twelve_and_sprites_turn_as_is_said() {
    let rest = |rest: &str| small().with("actions/rest.ron", &format!("Action({rest}, body: [Wait()])"));
    let program = |pack: &Pack| {
        let book = pack.book();
        book.find_program("rest").and_then(|at| book.program(at)).map(|program| (program.clip, program.turns))
    };
    expect!["Some((1, Begins))"].assert_eq(&format!("{:?}", program(&rest("cost: Free"))));
    expect!["Some((12, Ends))"].assert_eq(&format!("{:?}", program(&rest("clip: 12, turns: Ends"))));
}
