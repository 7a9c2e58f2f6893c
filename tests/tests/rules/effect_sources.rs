//! Effect sources in battles; each round is predicted, executed and described.

use expect_test::{Expect, expect};
use foretoken_session::texts::{carried, names};
use foretoken_tests::{Pack, Table, duel as pack, find, told_rounds, told_stats};
use foretoken_vm::state::{Named, Renames};

fn check(pack: &Pack, rounds: &str, expected: Expect) {
    expected.assert_eq(&told_rounds(pack, rounds));
}

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
            second gains Poison
            second loses 2 health: 20 → 18 (damage.poison)
            round 2 begins
            > A rest, y rest
            second loses 2 health: 18 → 16 (damage.poison)
            Poison on second ends: it ran out
            round 3 begins
            > A rest, y rest
            round 4 begins
        "#]],
    );
}

#[test]
fn burn_wears_by_one_with_each_tick() {
    let burn = r#"Status(title: "Burn", decays: true, on_reapply: Add, clock: RoundEnds, reactions: [(on: Tick, action: "sting")])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", burn),
        "A hex:y, y rest
         A hex:y, y rest
         A rest, y rest
         A rest, y rest",
        expect![[r#"
            > A hex:y, y rest
            second gains Burn
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
            Burn on second ends: it ran out
            round 5 begins
        "#]],
    );
}

#[test]
fn vulnerable_doubles_block_absorbs_and_a_status_may_do_both_in_order() {
    let vulnerable =
        r#"Status(title: "Vulnerable", lasts: 3, damage_modifiers: [(stage: Incoming, mode: Multiply, amount: 2)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", vulnerable),
        "A hex:y\nA hit:y",
        expect![[r#"
            > A hex:y
            second gains Vulnerable
            round 2 begins
            > A hit:y
            Vulnerable: 4 → 8 for second
            second loses 8 health: 20 → 12 (attack)
            round 3 begins
        "#]],
    );
    let block =
        r#"Status(title: "Block", on_reapply: Add, damage_modifiers: [(stage: Absorb, amount: "status.amount")])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", block),
        "A hex:y\nA hit:y\nA hex:y hit:y, y hit:y",
        expect![[r#"
            > A hex:y
            second gains Block
            round 2 begins
            > A hit:y
            Block: 4 → 2 for second
            Block on second ends: it was used up
            second loses 2 health: 20 → 18 (attack)
            round 3 begins
            > A hex:y hit:y, y hit:y
            second gains Block
            first cannot use hit: no action left this turn
            Block: 4 → 2 for second
            Block on second ends: it was used up
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
            second gains Vulnerable
            second gains Block
            round 2 begins
            > A hit:y
            Vulnerable: 4 → 8 for second
            Block: 8 → 6 for second
            Block on second ends: it was used up
            second loses 6 health: 20 → 14 (attack)
            round 3 begins
        "#]],
    );
}

#[test]
fn harm_is_altered_by_its_label_and_all_below_it() {
    let ward = r#"Status(title: "Ward", damage_modifiers: [(types: ["damage"], mode: Multiply, amount: 0.5), (types: ["attack"], stage: Apply, mode: Replace, amount: 0)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", ward),
        "A hex:y\nA burnhit:y\nA hit:y",
        expect![[r#"
            > A hex:y
            second gains Ward
            round 2 begins
            > A burnhit:y
            Ward: 4 → 2 for second
            second loses 2 health: 20 → 18 (damage.fire)
            round 3 begins
            > A hit:y
            Ward: 4 → 0 for second
            round 4 begins
        "#]],
    );
    let strong = r#"Status(title: "Rage", damage_modifiers: [(stage: Outgoing, amount: "status.amount"), (of: Healing, mode: Multiply, amount: 2)])"#;
    check(
        &pack("A.y").with("statuses/hex.ron", strong),
        "A hex:A, y hit:A\nA hit:y, y mend:A",
        expect![[r#"
            > A hex:A, y hit:A
            first gains Rage
            first loses 4 health: 20 → 16 (attack)
            round 2 begins
            > A hit:y, y mend:A
            Rage: 4 → 6 for second
            second loses 6 health: 20 → 14 (attack)
            Rage: 3 → 6 for first
            first heals 4 health: 16 → 20 (heal)
            round 3 begins
        "#]],
    );
}

#[test]
fn stun_stops_charm_turns_and_haste_comes_first() {
    let stun = r#"Status(title: "Stun", lasts: 1, skips_turn: true)"#;
    check(
        &pack("A.y").with("statuses/hex.ron", stun),
        "A hex:y, y hit:A\nA rest, y hit:A",
        expect![[r#"
            > A hex:y, y hit:A
            second gains Stun
            second is stunned and skips its turn
            Stun on second ends: it ran out
            round 2 begins
            > A rest, y hit:A
            first loses 4 health: 20 → 16 (attack)
            round 3 begins
        "#]],
    );
    let charm = r#"Status(title: "Charm", lasts: 2, mind_control: true)"#;
    check(
        &pack("A.y").with("statuses/hex.ron", charm),
        "A hex:y\nA rest, y rest\nA rest",
        expect![[r#"
            > A hex:y
            second gains Charm
            second changes sides: 1 → 0 (hex)
            round 2 begins
            > A rest, y rest
            Charm on second ends: it ran out
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
            Movement 1 = 3 base × 0.5 Slow
            Initiative -4 = 5 base − 9 Slow
        "#]],
    );
    check(
        &pack("A.y").with("statuses/hex.ron", slow),
        "A rest hex:A, y rest\nA hit:y, y hit:A",
        expect![[r#"
            > A rest hex:A, y rest
            first gains Slow
            round 2 begins
            > A hit:y, y hit:A
            first loses 4 health: 20 → 16 (attack)
            second loses 4 health: 20 → 16 (attack)
            Slow on first ends: it ran out
            round 3 begins
        "#]],
    );
}

#[test]
fn statuses_stack_extend_are_refused_and_are_taken_off() {
    let rule = |rule: &str| format!(r#"Status(title: "Mark", lasts: 3, tags: ["curse.mark"], {rule})"#);
    let mut text = String::new();
    for (words, rounds) in [
        ("on_reapply: Ignore", "A hex:y\nA hex:y"),
        ("on_reapply: Extend", "A hex:y\nA hex:y"),
        ("on_reapply: KeepStronger", "A hex:y\nA hex:y"),
        ("on_reapply: Stack, limit: 2", "A hex:y\nA hex:y\nA hex:y"),
        ("on_reapply: Stack, limit: 2, overflow: DropOldest", "A hex:y\nA hex:y\nA hex:y"),
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
        on_reapply: Ignore: Mark 2 (1 left); Mark has no effect on second: it already has the maximum
        on_reapply: Extend: Mark 2 (4 left); 
        on_reapply: KeepStronger: Mark 2 (1 left); Mark has no effect on second: it already has one that is at least as strong
        on_reapply: Stack, limit: 2: Mark 2 (1 left); Mark has no effect on second: it already has the maximum; Mark on second ends: it ran out
        on_reapply: Stack, limit: 2, overflow: DropOldest: Mark 2 (1 left), Mark 2 (2 left); Mark on second ends: it was replaced; second gains Mark
    "#]].assert_eq(&text);
    let off = r#"Action(body: [RemoveStatus(target: "self", tags: ["curse"])])"#;
    let pack = pack("A.y").with("statuses/hex.ron", &rule("on_reapply: Stack, limit: 9"));
    check(
        &pack.clone().with("actions/mend.ron", off),
        "A hex:y\nA hex:y\ny mend",
        expect![[r#"
            > A hex:y
            second gains Mark
            round 2 begins
            > A hex:y
            second gains Mark
            round 3 begins
            > y mend
            Mark on second ends: it was removed
            Mark on second ends: it was removed
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
            Mark has no effect on second: it is immune
            round 2 begins
        "#]],
    );
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
            first gains Bond
            second gains Bond
            round 2 begins
            > y mend
            Bond on second ends: it was removed
            Bond on first ends: a linked status ended
            round 3 begins
        "#]],
    );
    let kill = r#"Action(body: [Kill(target: "self")])"#;
    check(
        &pack.with("actions/mend.ron", kill),
        "A hex:y\nA mend",
        expect![[r#"
            > A hex:y
            second gains Bond
            round 2 begins
            > A mend
            first loses 20 health: 20 → 0 (kill)
            first dies (kill)
            Bond on second ends: its source is gone
            round 3 begins
        "#]],
    );
}

#[test]
fn equipment_modifies_replaces_and_gives() {
    let pack = pack("A...y")
        .with("stats/str.ron", r#"Stat(title: "Strength", abbreviation: "STR", start: 3, most: 99)"#)
        .with("items/sword.ron", r#"Item(title: "Knight's Sword", slots: ["hand"], categories: ["sword"], modifiers: [(stat: "str", amount: 3)], damage_modifiers: [(stage: Outgoing, mode: Multiply, amount: 2, types: ["attack"])])"#)
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
            Movement 7 = 4 base + 2 Run × 1.25 Quick
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
            first unequips Knight's Sword
            first equips Great Blade
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
            Movement 7 = 4 base + 2 Run × 1.25 Quick
            Strength 6 = 3 base × 2 Great Blade
            Boots (feet)
            Great Blade (hand, off hand)
            Knight's Sword
        "#]],
    );
    let book = pack.book();
    let battle = book.battle(1);
    let unit = find(&book, battle.state(), 'A');
    let actions = battle.state().sheet(&book).actions(unit);
    let titles: Vec<&str> = actions.iter().map(|&program| names::action(&book, program)).collect();
    expect!["hit, hex, mend, rest"].assert_eq(&titles.join(", "));
}

#[test]
fn a_status_that_ended_reads_what_it_kept() {
    let pack = pack("A.y")
        .with("statuses/hex.ron", r#"Status(title: "Bomb", lasts: 1, parameters: [(name: "power", formula: "cause.health / 4", kept: true)], reactions: [(on: Expired, action: "burst", when: "power > 4")])"#)
        .with("actions/burst.ron", r#"Action(body: [Damage(target: "self", amount: "status.power", label: "burst")])"#);
    check(
        &pack,
        "A hex:y, y hit:A\ny hit:A",
        expect![[r#"
            > A hex:y, y hit:A
            second gains Bomb
            first loses 4 health: 20 → 16 (attack)
            Bomb on second ends: it ran out
            second loses 5 health: 20 → 15 (burst)
            round 2 begins
            > y hit:A
            first loses 4 health: 16 → 12 (attack)
            round 3 begins
        "#]],
    );
}

#[test]
fn a_use_is_paid_before_it_is_answered() {
    let pack = pack("Ay")
        .with("stats/mana.ron", r#"Stat(title: "Mana", start: 3)"#)
        .with("skills/bolt.ron", r#"Skill(title: "Bolt", action: "bolt", costs: [(column: "mana", amount: 2)])"#)
        .with("actions/bolt.ron", r#"Action(title: "Bolt", body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "c.mana")])"#)
        .with("actions/drain.ron", r#"Action(body: [ChangeStat(target: "self", stat: "mana", amount: -2)])"#)
        .with("statuses/hex.ron", r#"Status(title: "Leak", lasts: 9, reactions: [(on: Uses, action: "drain")])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, skills: ["bolt"], statuses: ["hex"], actions: ["rest"])"#);
    check(
        &pack,
        "A bolt:y",
        expect![[r#"
        > A bolt:y
        first: mana 3 → 1 (bolt)
        first: mana 1 → 0 (mana)
        round 2 begins
    "#]],
    );
}

#[test]
fn a_skill_recharges_under_a_new_name() {
    let named = |skill: &str| {
        pack("Ay").with(&format!("skills/{skill}.ron"), r#"Skill(title: "Bolt", action: "hit", recharge: 5)"#).with(
            "units/first.ron",
            &format!(r#"Unit(glyph: "A", health: 20, skills: ["{skill}"], actions: ["rest"])"#),
        )
    };
    let (mut before, after) = (Table::new(&named("bolt")), named("spark").book());
    before.round("A hit:y");
    let renames = Renames::default().with(Named::Skill, "bolt", "spark");
    for (renames, left) in [(renames, 4), (Renames::default(), 0)] {
        let state = before.battle.state().carried_over(&before.book, &after, &renames).expect("all of it is there");
        let unit = find(&after, &state, 'A');
        let spark = after.skills.iter().position(|skill| skill.effect_source.name == "spark").expect("it is there");
        assert_eq!(state.sheet(&after).recharge_of(unit, spark as u16).0, left);
    }
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
            first cannot use Bolt: recharging, 1 turn
            round 3 begins
            > A bolt:y
            first cannot use Bolt: needs 2 mana (1 left)
            round 4 begins
        "#]],
    );
    check(
        &pack,
        "A hex:A\nA bolt:y",
        expect![[r#"
            > A hex:A
            first gains Silence
            round 2 begins
            > A bolt:y
            first cannot use Bolt: blocked by Silence
            round 3 begins
        "#]],
    );
}
