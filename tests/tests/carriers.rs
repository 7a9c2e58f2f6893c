//! Statuses, skills, items and stats as packs write them, in battles: each round is predicted, carried out, and told.

use expect_test::{Expect, expect};
use foretoken_session::wording::{carried, names};
use foretoken_tests::{Pack, Table, duel as pack, find, told_rounds, told_stats};
use foretoken_vm::Battle;
use foretoken_vm::stats::Order;

fn check(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_rounds(pack, rounds));
}

/// A unit's stats with where each part comes from.
fn check_stats(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_stats(pack, rounds));
}

#[test]
fn poison_ticks_at_the_end_of_its_bearers_activations_and_ends() {
    let poison = r#"Status(title: "Poison", is_bad: true, lasts: 2, reactions: [(on: Tick, action: "sting")])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", poison),
        "A hex:y, y rest
         A rest, y rest
         A rest, y rest",
        expect![[r#"
            > A hex:y, y rest
            second has Poison now
            second loses 2 health: 20 → 18 (damage.poison)
            round 2 begins
            > A rest, y rest
            second loses 2 health: 18 → 16 (damage.poison)
            second has Poison no more: its time is over
            round 3 begins
            > A rest, y rest
            round 4 begins
        "#]],
    );
}

#[test]
fn burn_wears_by_one_with_each_tick() {
    let burn =
        r#"Status(title: "Burn", wears: true, again: Add, clock: RoundEnds, reactions: [(on: Tick, action: "sting")])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", burn),
        "A hex:y, y rest
         A hex:y, y rest
         A rest, y rest
         A rest, y rest",
        expect![[r#"
            > A hex:y, y rest
            second has Burn now
            second loses 2 health: 20 → 18 (damage.poison)
            second: Burn 2 → 1
            round 2 begins
            > A hex:y, y rest
            second: Burn 1 → 3
            second loses 3 health: 18 → 15 (damage.poison)
            second: Burn 3 → 2
            round 3 begins
            > A rest, y rest
            second loses 2 health: 15 → 13 (damage.poison)
            second: Burn 2 → 1
            round 4 begins
            > A rest, y rest
            second loses 1 health: 13 → 12 (damage.poison)
            second has Burn no more: its time is over
            round 5 begins
        "#]],
    );
}

#[test]
fn vulnerable_doubles_block_absorbs_and_a_status_may_do_both_in_order() {
    let vulnerable =
        r#"Status(title: "Vulnerable", lasts: 3, alterations: [(stage: Incoming, mode: Multiply, amount: 2)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", vulnerable),
        "A hex:y\nA hit:y",
        expect![[r#"
        > A hex:y
        second has Vulnerable now
        round 2 begins
        > A hit:y
        Vulnerable: 4 → 8 for second
        second loses 8 health: 20 → 12 (attack)
        round 3 begins
    "#]],
    );
    let block = r#"Status(title: "Block", again: Add, alterations: [(stage: Absorb, amount: "status.amount")])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", block),
        "A hex:y\nA hit:y\nA hex:y hit:y, y hit:y",
        expect![[r#"
        > A hex:y
        second has Block now
        round 2 begins
        > A hit:y
        Block: 4 → 2 for second
        second has Block no more: it is used up
        second loses 2 health: 20 → 18 (attack)
        round 3 begins
        > A hex:y hit:y, y hit:y
        second has Block now
        first does not use hit: the activation's points do not allow it
        Block: 4 → 2 for second
        second has Block no more: it is used up
        second loses 2 health: 18 → 16 (attack)
        round 4 begins
    "#]],
    );
    let both = pack("A.y")
        .with("statuses/hex.ron", block)
        .with("statuses/weak.ron", vulnerable)
        .with("actions/rest.ron", r#"Action(cost: Free, body: [ApplyStatus(target: "self", status: "weak")])"#);
    check(
        &both,
        "y rest hex:y\nA hit:y",
        expect![[r#"
        > y rest hex:y
        second has Vulnerable now
        second has Block now
        round 2 begins
        > A hit:y
        Vulnerable: 4 → 8 for second
        Block: 8 → 6 for second
        second has Block no more: it is used up
        second loses 6 health: 20 → 14 (attack)
        round 3 begins
    "#]],
    );
}

#[test]
fn harm_is_altered_by_its_label_and_all_below_it() {
    let ward = r#"Status(title: "Ward", alterations: [(types: ["damage"], mode: Multiply, amount: 0.5), (types: ["attack"], stage: Apply, mode: Replace, amount: 0)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", ward),
        "A hex:y\nA burnhit:y\nA hit:y",
        expect![[r#"
        > A hex:y
        second has Ward now
        round 2 begins
        > A burnhit:y
        Ward: 4 → 2 for second
        second loses 2 health: 20 → 18 (damage.fire)
        round 3 begins
        > A hit:y
        Ward: 4 → 0 for second
        nothing of it is left for second
        round 4 begins
    "#]],
    );
    let strong = r#"Status(title: "Rage", alterations: [(stage: Outgoing, amount: "status.amount"), (of: Healing, mode: Multiply, amount: 2)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", strong),
        "A hex:A, y hit:A\nA hit:y, y mend:A",
        expect![[r#"
        > A hex:A, y hit:A
        first has Rage now
        first loses 4 health: 20 → 16 (attack)
        round 2 begins
        > A hit:y, y mend:A
        Rage: 4 → 6 for second
        second loses 6 health: 20 → 14 (attack)
        Rage: 3 → 6 for first
        first regains 4 health: 16 → 20 (heal)
        round 3 begins
    "#]],
    );
}

#[test]
fn stun_stops_charm_turns_and_haste_comes_first() {
    let stun = r#"Status(title: "Stun", lasts: 1, stops: true)"#;
    check(
        &pack("A.y").with("statuses/hex.ron", stun),
        "A hex:y, y hit:A\nA rest, y hit:A",
        expect![[r#"
        > A hex:y, y hit:A
        second has Stun now
        second is stunned and does nothing
        second has Stun no more: its time is over
        round 2 begins
        > A rest, y hit:A
        first loses 4 health: 20 → 16 (attack)
        round 3 begins
    "#]],
    );
    let charm = r#"Status(title: "Charm", lasts: 2, charms: true)"#;
    check(
        &pack("A.y").with("statuses/hex.ron", charm),
        "A hex:y\nA rest, y rest\nA rest",
        expect![[r#"
        > A hex:y
        second has Charm now
        second changes sides: 1 → 0 (hex)
        round 2 begins
        > A rest, y rest
        second has Charm no more: its time is over
        second changes sides: 0 → 1 (hex)
        round 3 begins
        > A rest
        round 4 begins
    "#]],
    );
    let slow = r#"Status(title: "Slow", lasts: 2, modifiers: [(stat: "initiative", amount: -9), (stat: "movement", mode: Multiply, amount: 0.5)])"#;
    check_stats(
        &pack("A.y").with("statuses/hex.ron", slow),
        "y hex:A",
        expect![[r#"
        movement 1 = 3 base × 0.5 Slow
        initiative -4 = 5 base − 9 Slow
    "#]],
    );
    check(
        &pack("A.y").with("statuses/hex.ron", slow),
        "A rest hex:A, y rest\nA hit:y, y hit:A",
        expect![[r#"
        > A rest hex:A, y rest
        first has Slow now
        round 2 begins
        > A hit:y, y hit:A
        first loses 4 health: 20 → 16 (attack)
        second loses 4 health: 20 → 16 (attack)
        first has Slow no more: its time is over
        round 3 begins
    "#]],
    );
}

#[test]
fn statuses_stack_extend_are_refused_and_are_taken_off() {
    let rule = |rule: &str| format!(r#"Status(title: "Mark", lasts: 3, tags: ["curse.mark"], {rule})"#);
    let mut text = String::new();
    for (words, rounds) in [
        ("again: Ignore", "A hex:y\nA hex:y"),
        ("again: Extend", "A hex:y\nA hex:y"),
        ("again: KeepStronger", "A hex:y\nA hex:y"),
        ("again: Stack, limit: 2", "A hex:y\nA hex:y\nA hex:y"),
        ("again: Stack, limit: 2, overflow: DropOldest", "A hex:y\nA hex:y\nA hex:y"),
    ] {
        let mut table = Table::new(&pack("A.y").with("statuses/hex.ron", &rule(words)));
        let told: Vec<String> = rounds.lines().map(|line| table.round(line)).collect();
        let unit = find(&table.book, table.battle.state(), 'y');
        let held = carried::statuses(&table.book, table.battle.state(), unit).join(", ");
        let last = told.last().map_or("", String::as_str);
        let told: Vec<&str> = last.lines().filter(|line| line.contains("Mark")).collect();
        text.push_str(&format!("{words}: {held}; {}\n", told.join("; ")));
    }
    expect![[r#"
        again: Ignore: Mark 2 (1 left); second does not take Mark: it has as much as it can
        again: Extend: Mark 2 (4 left); 
        again: KeepStronger: Mark 2 (1 left); second does not take Mark: what it has is stronger
        again: Stack, limit: 2: Mark 2 (1 left); second does not take Mark: it has as much as it can; second has Mark no more: its time is over
        again: Stack, limit: 2, overflow: DropOldest: Mark 2 (1 left), Mark 2 (2 left); second has Mark no more: another takes its place; second has Mark now
    "#]].assert_eq(&text);
    let off = r#"Action(body: [RemoveStatus(target: "self", tags: ["curse"])])"#;
    let pack = pack("A.y").with("statuses/hex.ron", &rule("again: Stack, limit: 9"));
    check(
        &pack.clone().with("actions/mend.ron", off),
        "A hex:y\nA hex:y\ny mend",
        expect![[r#"
        > A hex:y
        second has Mark now
        round 2 begins
        > A hex:y
        second has Mark now
        round 3 begins
        > y mend
        second has Mark no more: it was taken off
        second has Mark no more: it was taken off
        round 4 begins
    "#]],
    );
    let immune = r#"Skill(title: "Pure", immune: ["curse"])"#;
    let pure = r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["pure"], actions: ["rest"])"#;
    check(
        &pack.with("skills/pure.ron", immune).with("units/second.ron", pure),
        "A hex:y",
        expect![[r#"
        > A hex:y
        second does not take Mark: it is immune
        round 2 begins
    "#]],
    );
}

/// A silence that is over before its bearer's turn comes: what becomes of the spell that was decided.
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
        first has Silence now
        first has Silence no more: its time is over
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
        first has Silence now
        first drops what Silence forbids
        first has Silence no more: its time is over
        first does not use Bolt: something that the unit carries forbids it
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1, committed: Drop
        > y hex:A, A bolt:y
        first has Silence now
        first drops what Silence forbids
        first does not use Bolt: something that the unit carries forbids it
        first has Silence no more: its time is over
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1
        > y hex:A, A bolt:y
        first has Silence now
        first does not use Bolt: something that the unit carries forbids it
        first has Silence no more: its time is over
        round 2 begins
        > A hit:y
        second loses 4 health: 20 → 16 (attack)
        round 3 begins
        > A bolt:y
        second loses 1 health: 16 → 15 (hit)
        round 4 begins
        lasts: 1, committed: Keep
        > y hex:A, A bolt:y
        first has Silence now
        second loses 1 health: 20 → 19 (hit)
        first has Silence no more: its time is over
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

/// Crates and lanterns are units that take no activations: they have stats, resistances and statuses like all others, and
/// what goes by their own time goes by the round's.
#[test]
fn things_have_stats_resistances_and_statuses() {
    let pack = pack("AQ.y")
        .with("stats/hardness.ron", r#"Stat(title: "Hardness", start: 0)"#)
        .with("skills/dry.ron", r#"Skill(title: "Dry wood", alterations: [(mode: Multiply, amount: 2, types: ["damage.fire"]), (amount: "0 - c.hardness", types: ["attack"])])"#)
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
        crate has Ablaze now
        crate loses 2 health: 11 → 9 (damage.poison)
        round 4 begins
        > A hit:Q
        Dry wood: 4 → 2 for crate
        crate loses 2 health: 9 → 7 (attack)
        crate loses 2 health: 7 → 5 (damage.poison)
        crate has Ablaze no more: its time is over
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

#[test]
fn what_is_linked_ends_together_and_with_its_source() {
    let pack = pack("A.y").with("statuses/hex.ron", r#"Status(title: "Bond", dies_with_source: true)"#);
    let both = r#"Action(body: [ApplyStatus(target: "self", status: "hex", linked: true), DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "hex", linked: true)])"#;
    let off = r#"Action(body: [RemoveStatus(target: "self", statuses: ["hex"])])"#;
    let linked = pack.clone().with("actions/hex.ron", both).with("actions/mend.ron", off);
    check(
        &linked,
        "A hex:y\ny mend",
        expect![[r#"
        > A hex:y
        first has Bond now
        second has Bond now
        round 2 begins
        > y mend
        second has Bond no more: it was taken off
        first has Bond no more: one linked with it ended
        round 3 begins
    "#]],
    );
    let kill = r#"Action(body: [Kill(target: "self")])"#;
    check(
        &pack.with("actions/mend.ron", kill),
        "A hex:y\nA mend",
        expect![[r#"
        > A hex:y
        second has Bond now
        round 2 begins
        > A mend
        first loses 20 health: 20 → 0 (kill)
        first dies (kill)
        second has Bond no more: who applied it is gone
        round 3 begins
    "#]],
    );
}

/// "Double damage with a Knight's Sword", boots that replace Move by Run, the speed passive: document 000's examples.
#[test]
fn equipment_modifies_replaces_and_gives() {
    let pack = pack("A...y")
        .with("stats/str.ron", r#"Stat(title: "Strength", abbreviation: "STR", start: 3, most: 99)"#)
        .with("items/sword.ron", r#"Item(title: "Knight's Sword", slots: ["hand"], categories: ["sword"], modifiers: [(stat: "str", amount: 3)], alterations: [(stage: Outgoing, mode: Multiply, amount: 2, types: ["attack"])])"#)
        .with("items/boots.ron", r#"Item(title: "Boots", slots: ["feet"], skills: ["run"])"#)
        .with("items/great.ron", r#"Item(title: "Great Blade", slots: ["hand", "off hand"], modifiers: [(stat: "str", mode: Multiply, amount: 2)])"#)
        .with("skills/run.ron", r#"Skill(title: "Run", replaces: "Move", replace_priority: 1, action: "rest", modifiers: [(stat: "movement", amount: 2)])"#)
        .with("skills/move.ron", r#"Skill(title: "Move", action: "walk", modifiers: [(stat: "movement", amount: 1)])"#)
        .with("skills/quick.ron", r#"Skill(title: "Quick", modifiers: [(stat: "movement", mode: Multiply, amount: 1.25)])"#)
        .with("statuses/hex.ron", r#"Status(title: "Haste", modifiers: [(stat: "str", amount: 1)])"#)
        .with("actions/hit.ron", r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "c.str", label: "attack")])"#)
        .with("actions/mend.ron", r#"Action(body: [HandleItem(target: "self", item: "great", act: GiveWorn)])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, movement: 4, slots: ["hand", "off hand", "feet"], skills: ["move", "quick"], wears: ["sword", "boots"], actions: ["hit", "hex", "mend"])"#);
    check_stats(
        &pack,
        "A hex:A",
        expect![[r#"
            movement 7 = 4 base + 2 Run × 1.25 Quick
            Strength 7 = 3 base + 3 Knight's Sword + 1 Haste
            Boots (feet)
            Knight's Sword (hand)
        "#]],
    );
    check(
        &pack,
        "A hit:y\nA mend\nA hit:y",
        expect![[r#"
        > A hit:y
        Knight's Sword: 6 → 12 for second
        second loses 12 health: 20 → 8 (attack)
        round 2 begins
        > A mend
        first gets Great Blade
        first takes off Knight's Sword
        first puts on Great Blade
        round 3 begins
        > A hit:y
        second loses 6 health: 8 → 2 (attack)
        round 4 begins
    "#]],
    );
    check_stats(
        &pack,
        "A mend",
        expect![[r#"
        movement 7 = 4 base + 2 Run × 1.25 Quick
        Strength 6 = 3 base × 2 Great Blade
        Boots (feet)
        Great Blade (hand, off hand)
        Knight's Sword
    "#]],
    );
    let book = pack.book();
    let battle = Battle::new(&book, 1);
    let unit = find(&book, battle.state(), 'A');
    let actions = battle.state().sheet(&book).actions(unit);
    let titles: Vec<&str> = actions.iter().map(|&program| names::action(&book, program)).collect();
    expect!["hit, hex, mend, rest"].assert_eq(&titles.join(", "));
}

/// A unit walks by one skill: what that carries counts, and nothing of the others. What it waits by carries nothing.
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
    let title = |order: Order| sheet.skill_for(unit, order).map_or("none", |(_, kind)| kind.carrier.title.as_str());
    text += &format!("walks by {}, waits by {}", title(Order::Move), title(Order::Wait));
    expect![[r#"
        movement 6 = 4 base + 2 Run
        Boots (feet)
        > A walk:c1
        first: a1 → b1 (walk)
        first loses 1 health: 20 → 19 (pant)
        first: b1 → c1 (walk)
        first loses 1 health: 19 → 18 (pant)
        round 2 begins
        > A mend
        first gets Skates
        first puts on Skates
        round 3 begins
        movement 9 = 4 base + 5 Skate
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
        skills/brace.ron:1:30: error[wait-carries]: a skill to wait by carries no passives and no reactions
        skills/move.ron:1:29: error[move-order]: a skill to walk by has an action that costs a move"#]]
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

/// Whom a reaction is aimed at is data: the most hurt ally, the nearest enemy, the bearer itself.
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
        third regains 2 health: 16 → 18 (heal)
        second loses 1 health: 20 → 19 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 16 → 12 (attack)
        first reacts: Aid
        third regains 2 health: 18 → 20 (heal)
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
        second regains 2 health: 18 → 20 (heal)
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
        first regains 2 health: 16 → 18 (heal)
        second loses 1 health: 20 → 19 (spite)
        round 3 begins
        > y hit:A
        first loses 4 health: 18 → 14 (attack)
        first reacts: Aid
        first regains 2 health: 14 → 16 (heal)
        second loses 1 health: 19 → 18 (spite)
        round 4 begins
    "#]]
    .assert_eq(&text);
}

/// Document 000's table bounds a reaction; a skill may say otherwise by parameters of those names.
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

#[test]
fn skills_cost_recharge_and_are_forbidden() {
    let pack = pack("Ay")
        .with("stats/mana.ron", r#"Stat(title: "Mana", start: 3)"#)
        .with("skills/bolt.ron", r#"Skill(title: "Bolt", group: "Act//Magic", action: "bolt", costs: [(column: "mana", amount: 2)], recharge: 2, parameters: [(name: "power", formula: "c.mana")])"#)
        .with("actions/bolt.ron", r#"Action(title: "Bolt", tags: ["magic.fire"], body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "skill.power")])"#)
        .with("statuses/hex.ron", r#"Status(title: "Silence", lasts: 9, blocks: ["magic"])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 9, skills: ["bolt"], actions: ["hex", "rest"])"#);
    check(
        &pack,
        "A bolt:y\nA bolt:y\nA bolt:y",
        expect![[r#"
        > A bolt:y
        first: mana 3 → 1 (bolt)
        second loses 1 health: 20 → 19 (hit)
        round 2 begins
        > A bolt:y
        first does not use Bolt: it recharges
        round 3 begins
        > A bolt:y
        first does not use Bolt: the unit cannot pay for it
        round 4 begins
    "#]],
    );
    check(
        &pack,
        "A hex:A\nA bolt:y",
        expect![[r#"
        > A hex:A
        first has Silence now
        round 2 begins
        > A bolt:y
        first does not use Bolt: something that the unit carries forbids it
        round 3 begins
    "#]],
    );
}
