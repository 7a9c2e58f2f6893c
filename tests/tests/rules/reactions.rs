//! Reactions, their targets, movement skills, and fates of decided uses.

use expect_test::{Expect, expect};
use foretoken_tests::{Pack, Table, duel as pack, find, told_rounds};
use foretoken_vm::stats::Order;

fn check(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_rounds(pack, rounds));
}

/// `committed` sets whether a decided use is dropped or kept when a status blocks it.
#[test]
fn a_status_says_what_becomes_of_uses_that_were_decided() {
    let pack = pack("Ay")
        .with("actions/bolt.ron", r#"Action(title: "Bolt", tags: ["magic.fire"], body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: 1)])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["bolt", "hit"])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, initiative: 9, tags: ["dark"], actions: ["hex"])"#);
    let mut text = String::new();
    for rule in [
        "lasts: 1, clock: AnyEnds",
        "lasts: 1, clock: AnyEnds, committed: Drop",
        "lasts: 1, committed: Drop",
        "lasts: 1",
        "lasts: 1, committed: Keep",
    ] {
        let pack =
            pack.clone().with("statuses/hex.ron", &format!(r#"Status(title: "Silence", {rule}, blocks: ["magic"])"#));
        text += &format!("{rule}\n{}", told_rounds(&pack, "y hex:A, A bolt:y\nA hit:y\nA bolt:y"));
    }
    expect![[r#"
        lasts: 1, clock: AnyEnds
        > y hex:A, A bolt:y
        first gains Silence
        Silence on first ends: it ran out
        second loses 1 health: 20 → 19 (hit)
        round 2 begins
        > A hit:y
        second loses 4 health: 19 → 15 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 15 → 14 (hit)
        round 4 begins
        lasts: 1, clock: AnyEnds, committed: Drop
        > y hex:A, A bolt:y
        first gains Silence
        first drops items that Silence forbids
        Silence on first ends: it ran out
        first cannot use Bolt: blocked by Silence
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1, committed: Drop
        > y hex:A, A bolt:y
        first gains Silence
        first drops items that Silence forbids
        first cannot use Bolt: blocked by Silence
        Silence on first ends: it ran out
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1
        > y hex:A, A bolt:y
        first gains Silence
        first cannot use Bolt: blocked by Silence
        Silence on first ends: it ran out
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1, committed: Keep
        > y hex:A, A bolt:y
        first gains Silence
        second loses 1 health: 20 → 19 (hit)
        Silence on first ends: it ran out
        round 2 begins
        > A hit:y
        second loses 4 health: 19 → 15 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 15 → 14 (hit)
        round 4 begins
    "#]]
    .assert_eq(&text);
}

/// Crates and lanterns are units without activations: they have stats, resistances and statuses, timed by the round.
#[test]
fn things_have_stats_resistances_and_statuses() {
    let pack = pack("AQ.y")
        .with("stats/hardness.ron", r#"Stat(title: "Hardness", start: 0)"#)
        .with("skills/dry.ron", r#"Skill(title: "Dry wood", damage_modifiers: [(mode: Multiply, amount: 2, types: ["damage.fire"]), (amount: "0 - c.hardness", types: ["attack"])])"#)
        .with("statuses/hex.ron", r#"Status(title: "Ablaze", lasts: 2, reactions: [(on: Tick, action: "sting")], modifiers: [(stat: "hardness", amount: -1)])"#)
        .with("units/crate.ron", r#"Unit(glyph: "Q", title: "crate", health: 20, acts: false, stats: [(name: "hardness", value: 3)], skills: ["dry"])"#);
    check(
        &pack,
        "A burnhit:Q\nA hit:Q\nA hex:Q\nA hit:Q",
        expect![[r#"
            > A burnhit:Q
            Dry wood: 4 → 8 for crate
            crate loses 8 health: 20 → 12 (damage.fire)
            round 2 begins
            > A hit:Q
            Dry wood: 4 → 1 for crate
            crate loses 1 health: 12 → 11 (attack)
            round 3 begins
            > A hex:Q
            crate gains Ablaze
            crate loses 2 health: 11 → 9 (damage.poison)
            round 4 begins
            > A hit:Q
            Dry wood: 4 → 2 for crate
            crate loses 2 health: 9 → 7 (attack)
            crate loses 2 health: 7 → 5 (damage.poison)
            Ablaze on crate ends: it ran out
            round 5 begins
        "#]],
    );
    let mut table = Table::new(&pack);
    table.round("A hex:Q");
    expect![[r#"
        Hardness 2 = 3 base − 1 Ablaze
    "#]]
    .assert_eq(&table.stats_of('Q'));
}

/// A unit uses only the effects of its walking skill; its waiting skill has none.
#[test]
fn a_unit_walks_by_one_skill_and_waits_by_one() {
    let walk = |title: &str, rest: &str| format!(r#"Skill(title: "{title}", order: Move, action: "walk", {rest})"#);
    let pack = pack("A...y")
        .with("items/boots.ron", r#"Item(title: "Boots", slots: ["feet"], skills: ["run"])"#)
        .with("items/skates.ron", r#"Item(title: "Skates", slots: ["hand"], skills: ["skate"])"#)
        .with("skills/run.ron", &walk("Run", r#"replace_priority: 1, reactions: [(on: Moves, action: "pant")], modifiers: [(stat: "movement", amount: 2)]"#))
        .with("skills/skate.ron", &walk("Skate", r#"replace_priority: 2, modifiers: [(stat: "movement", amount: 5)]"#))
        .with("skills/move.ron", &walk("Move", r#"modifiers: [(stat: "movement", amount: 1)]"#))
        .with("skills/brace.ron", r#"Skill(title: "Brace", order: Wait, action: "rest")"#)
        .with("actions/pant.ron", r#"Action(body: [Damage(target: "self", amount: 1, label: "pant")])"#)
        .with("actions/mend.ron", r#"Action(body: [HandleItem(target: "self", item: "skates", act: GiveWorn)])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, movement: 4, slots: ["hand", "feet"], skills: ["move", "brace"], wears: ["boots"], actions: ["mend"])"#);
    let mut table = Table::new(&pack);
    let mut text = table.stats_of('A') + &table.round("A walk:c1");
    text += &(table.round("A mend") + &table.stats_of('A') + &table.round("A walk:b1"));
    let unit = find(&table.book, table.battle.state(), 'A');
    let sheet = table.battle.state().sheet(&table.book);
    let title =
        |order: Order| sheet.skill_for(unit, order).map_or("none", |(_, kind)| kind.effect_source.title.as_str());
    text += &format!("walks by {}, waits by {}", title(Order::Move), title(Order::Wait));
    expect![[r#"
        Movement 6 = 4 base + 2 Run
        Boots (feet)
        > A walk:c1
        first: a1 → b1 (walk)
        first loses 1 health: 20 → 19 (pant)
        first: b1 → c1 (walk)
        first loses 1 health: 19 → 18 (pant)
        round 2 begins
        > A mend
        first gets Skates
        first equips Skates
        round 3 begins
        Movement 9 = 4 base + 5 Skate
        Boots (feet)
        Skates (hand)
        > A walk:b1
        first: c1 → b1 (walk)
        round 4 begins
        walks by Skate, waits by Brace"#]]
    .assert_eq(&text);
    let faults =
        |pack: &Pack| pack.faults().lines().filter(|line| line.contains("error")).collect::<Vec<_>>().join("\n");
    let wait = pack
        .with("skills/brace.ron", r#"Skill(title: "Brace", order: Wait, action: "rest", immune: ["x"])"#)
        .with("skills/move.ron", r#"Skill(title: "Move", order: Move, action: "mend")"#);
    expect![[r#"
        skills/brace.ron:1:30: error[wait-carries]: a waiting skill cannot have passives and reactions
        skills/move.ron:1:29: error[move-order]: the action of a walking skill must cost a move"#]]
    .assert_eq(&faults(&wait));
}

#[test]
fn a_counterattack_answers_and_counters_of_counters_end() {
    let pack = pack("Ay")
        .with("skills/counter.ron", r#"Skill(title: "Counter", reactions: [(on: StatChange, types: ["attack"], action: "counter", region: "star", least: 1, most: 1, turns: true)])"#)
        .with("actions/counter.ron", r#"Action(title: "Counter", body: [Damage(target: "cause", amount: "-effect / 2", label: "attack")])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["counter"], actions: ["hit", "rest"])"#);
    check(
        &pack,
        "A hit:y",
        expect![[r#"
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        second reacts: Counter
        first loses 2 health: 20 → 18 (attack)
        round 2 begins
    "#]],
    );
    let far = pack.clone();
    check(
        &far,
        "A burnhit:y",
        expect![[r#"
        > A burnhit:y
        second loses 4 health: 20 → 16 (damage.fire)
        round 2 begins
    "#]],
    );
    let both = pack
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 9, skills: ["counter"], actions: ["hit", "rest"])"#,
        )
        .with(
            "actions/counter.ron",
            r#"Action(title: "Counter", body: [Damage(target: "cause", amount: 1, label: "attack")])"#,
        );
    check(
        &both,
        "A hit:y",
        expect![[r#"
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        second reacts: Counter
        first loses 1 health: 20 → 19 (attack)
        first reacts: Counter
        second loses 1 health: 16 → 15 (attack)
        second reacts: Counter
        first loses 1 health: 19 → 18 (attack)
        first reacts: Counter
        second loses 1 health: 15 → 14 (attack)
        second reacts: Counter
        first loses 1 health: 18 → 17 (attack)
        first reacts: Counter
        second loses 1 health: 14 → 13 (attack)
        round 2 begins
    "#]],
    );
}

#[test]
fn a_reaction_is_aimed_by_a_rule() {
    let pack = pack("Q.Ay.z")
        .with("actions/aid.ron", r#"Action(title: "Aid", body: [Heal(target: "here", amount: 2), Damage(target: "cause", amount: "health(here) / 10", label: "spite")])"#)
        .with("units/third.ron", r#"Unit(glyph: "Q", title: "third", health: 20, actions: ["rest"])"#)
        .with("units/fourth.ron", r#"Unit(glyph: "z", title: "fourth", health: 20, tags: ["dark"], actions: ["hit", "rest"])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 9, skills: ["aid"], actions: ["hit"])"#);
    let mut text = String::new();
    for rule in [
        r#"toward: Ally, by: "cause.max_health - cause.health""#,
        "toward: Enemy",
        r#"toward: Enemy, by: "cause.health", region: "steps", least: 2, most: 3"#,
        "toward: Itself",
    ] {
        let skill =
            format!(r#"Skill(title: "Aid", reactions: [(on: StatChange, types: ["attack"], action: "aid", {rule})])"#);
        let pack = pack.clone().with("skills/aid.ron", &skill);
        text += &format!("{rule}\n{}", told_rounds(&pack, "z hit:Q\ny hit:A\ny hit:A"));
    }
    expect![[r#"
        toward: Ally, by: "cause.max_health - cause.health"
        > z hit:Q
        third loses 4 health: 20 → 16 (attack)
        round 2 begins
        > y hit:A
        first loses 4 health: 20 → 16 (attack)
        first reacts: Aid
        third heals 2 health: 16 → 18 (heal)
        second loses 1 health: 20 → 19 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 16 → 12 (attack)
        first reacts: Aid
        third heals 2 health: 18 → 20 (heal)
        second loses 2 health: 19 → 17 (spite)
        round 4 begins
        toward: Enemy
        > z hit:Q
        third loses 4 health: 20 → 16 (attack)
        round 2 begins
        > y hit:A
        first loses 4 health: 20 → 16 (attack)
        first reacts: Aid
        second loses 2 health: 20 → 18 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 16 → 12 (attack)
        first reacts: Aid
        second heals 2 health: 18 → 20 (heal)
        second loses 2 health: 20 → 18 (spite)
        round 4 begins
        toward: Enemy, by: "cause.health", region: "steps", least: 2, most: 3
        > z hit:Q
        third loses 4 health: 20 → 16 (attack)
        round 2 begins
        > y hit:A
        first loses 4 health: 20 → 16 (attack)
        first reacts: Aid
        second loses 2 health: 20 → 18 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 16 → 12 (attack)
        first reacts: Aid
        second loses 2 health: 18 → 16 (spite)
        round 4 begins
        toward: Itself
        > z hit:Q
        third loses 4 health: 20 → 16 (attack)
        round 2 begins
        > y hit:A
        first loses 4 health: 20 → 16 (attack)
        first reacts: Aid
        first heals 2 health: 16 → 18 (heal)
        second loses 1 health: 20 → 19 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 18 → 14 (attack)
        first reacts: Aid
        first heals 2 health: 14 → 16 (heal)
        second loses 1 health: 19 → 18 (spite)
        round 4 begins
    "#]]
    .assert_eq(&text);
}

/// Document 000's table limits a reaction's range; skill parameters of those names override it.
#[test]
fn a_reaction_reaches_as_far_as_its_parameters_say() {
    let counter = |rest: &str| {
        format!(
            r#"Skill(title: "Counter", {rest} reactions: [(on: StatChange, types: ["attack"], action: "counter", ranged: true)])"#
        )
    };
    let pack = pack("A.y")
        .with("actions/counter.ron", r#"Action(title: "Counter", body: [Damage(target: "cause", amount: "1 + skill.'reaction.radius.xy'", label: "spite")])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["counter"], actions: ["hit", "rest"])"#);
    let near = r#"parameters: [(name: "reaction.range.xy.max", formula: "c.health / 8"), (name: "reaction.radius.xy", formula: 2)],"#;
    let mut text = String::new();
    for rest in ["", near] {
        text += &told_rounds(&pack.clone().with("skills/counter.ron", &counter(rest)), "A hit:y\nA hit:y");
    }
    expect![[r#"
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 2 begins
        > A hit:y
        second loses 4 health: 16 → 12 (attack)
        round 3 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        second reacts: Counter
        first loses 3 health: 20 → 17 (spite)
        round 2 begins
        > A hit:y
        second loses 4 health: 16 → 12 (attack)
        round 3 begins
    "#]]
    .assert_eq(&text);
}
