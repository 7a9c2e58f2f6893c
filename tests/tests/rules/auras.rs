//! Auras: statuses for the units in a region.

use expect_test::{Expect, expect};
use foretoken_session::texts::{carried, unit_page};
use foretoken_tests::{Pack, Table, duel, find, told_rounds};
use foretoken_vm::stats::StatId;
use foretoken_vm::{Known, Team};

fn rally(map: &str, aura: &str, given: &str) -> Pack {
    let unit = |glyph: &str, rest: &str| {
        format!("Unit(glyph: \"{glyph}\", health: 20, initiative: 5, {rest} actions: [\"walk\", \"hit\", \"rest\"])")
    };
    duel(map)
        .with("stats/str.ron", r#"Stat(title: "Strength", start: 3, most: 99)"#)
        .with("statuses/bold.ron", &format!("Status(title: \"Bold\", {given})"))
        .with("items/banner.ron", &format!("Item(title: \"Banner\", slots: [\"hand\"], auras: [{aura}])"))
        .with("units/bearer.ron", &unit("B", r#"title: "Tessa", slots: ["hand"], wears: ["banner"],"#))
        .with("units/first.ron", &unit("A", ""))
        .with("units/second.ron", &unit("y", "tags: [\"dark\"],"))
        .with(
            "actions/walk.ron",
            "Action(cost: Move, body: [DeclareTarget(name: \"T1\", asks: Cell, range: (1, 9), filter: [Empty]), Teleport(who: \"self\", to: \"T1\")])",
        )
}

const STRONG: &str = r#"modifiers: [(stat: "str", amount: 2)]"#;

fn check_strength(pack: &Pack, expected: Expect) {
    let table = Table::new(pack);
    let (book, state) = (&table.book, table.battle.state());
    let strength = book.find_stat("str").expect("declared");
    let text: String = state
        .living()
        .map(|(id, row)| {
            let name = book.unit_type(row).map_or("?", |kind| kind.name.as_str());
            let statuses = carried::statuses(book, state, id).join(", ");
            format!("{name}: {}; {statuses}\n", carried::breakdown(book, state, id, strength))
        })
        .collect();
    expected.assert_eq(&text);
}

#[test]
fn the_page_of_a_unit_has_what_auras_give() {
    let table = Table::new(&rally("A.B.y", r#"(gives: "bold")"#, STRONG));
    let state = table.battle.state();
    let lines = unit_page::lines(&table.book, state, find(&table.book, state, 'A'), &[]);
    let from = lines.iter().skip_while(|line| line.words != "Statuses").take(4);
    let told: String = from.map(|line| format!("{}{}\n", "  ".repeat(line.depth.into()), line.words)).collect();
    expect![[r#"
        Statuses
        Bold of Tessa
          Lasts until it is removed
          Strength +2
    "#]]
    .assert_eq(&told);
}

#[test]
fn those_who_stand_in_an_aura_have_what_it_gives() {
    check_strength(
        &rally("A.B.y", r#"(gives: "bold")"#, STRONG),
        expect![[r#"
        first: 5 = 3 base + 2 Bold of Tessa; Bold of Tessa
        bearer: 3; 
        second: 3; 
    "#]],
    );
    check_strength(
        &rally("A..By", r#"(gives: "bold", on: Enemies), (gives: "bold", itself: true, most: 1)"#, STRONG),
        expect![[r#"
            first: 3; 
            bearer: 5 = 3 base + 2 Bold; Bold
            second: 5 = 3 base + 2 Bold of Tessa; Bold of Tessa
        "#]],
    );
    check_strength(
        &rally("A#B.y", r#"(gives: "bold", region: "seen")"#, STRONG)
            .with("regions/seen.ron", "Region(shape: Steps, least: 0, most: 3, between: Line)"),
        expect![[r#"
            first: 3; 
            bearer: 3; 
            second: 3; 
        "#]],
    );
}

#[test]
fn what_stacks_is_given_by_several_and_what_does_not_by_one() {
    check_strength(
        &rally("BABB", r#"(gives: "bold")"#, STRONG),
        expect![[r#"
            bearer: 5 = 3 base + 2 Bold of Tessa B; Bold of Tessa B
            first: 5 = 3 base + 2 Bold of Tessa A; Bold of Tessa A
            bearer: 5 = 3 base + 2 Bold of Tessa A; Bold of Tessa A
            bearer: 5 = 3 base + 2 Bold of Tessa B; Bold of Tessa B
        "#]],
    );
    check_strength(
        &rally("BABB", r#"(gives: "bold")"#, &format!("on_reapply: Stack, limit: 2, {STRONG}")),
        expect![[r#"
            bearer: 5 = 3 base + 2 Bold of Tessa B; Bold of Tessa B
            first: 7 = 3 base + 2 Bold of Tessa A + 2 Bold of Tessa B; Bold of Tessa A, Bold of Tessa B
            bearer: 7 = 3 base + 2 Bold of Tessa A + 2 Bold of Tessa C; Bold of Tessa A, Bold of Tessa C
            bearer: 5 = 3 base + 2 Bold of Tessa B; Bold of Tessa B
        "#]],
    );
}

#[test]
fn who_enters_and_leaves_is_answered() {
    let given =
        format!(r#"{STRONG}, reactions: [(on: EntersAura, action: "cheer"), (on: LeavesAura, action: "sigh")]"#);
    let pack = rally("A...B...y", r#"(gives: "bold", itself: true), (gives: "bold", on: Enemies)"#, &given)
        .with("actions/cheer.ron", r#"Action(body: [ChangeStat(target: "self", stat: "str", amount: 1)])"#)
        .with("actions/sigh.ron", r#"Action(body: [Damage(target: "self", amount: 1, label: "sigh")])"#);
    let rounds = "A walk:c1\nB walk:f1\nA walk:d1\ny walk:g1\nB hit:B";
    expect![[r#"
        > A walk:c1
        first: a1 → c1 (teleport)
        first: str 3 → 4 (str)
        round 2 begins
        > B walk:f1
        Tessa: e1 → f1 (teleport)
        first loses 1 health: 20 → 19 (sigh)
        round 3 begins
        > A walk:d1
        first: c1 → d1 (teleport)
        first: str 4 → 5 (str)
        round 4 begins
        > y walk:g1
        second: i1 → g1 (teleport)
        second: str 3 → 4 (str)
        round 5 begins
        > B hit:B
        Tessa loses 4 health: 20 → 16 (attack)
        round 6 begins
    "#]]
    .assert_eq(&told_rounds(&pack, rounds));
}

/// A line-of-sight aura ends as soon as smoke is laid, before the next step of the same action, although smoke has no
/// effect on entry.
#[test]
fn an_aura_ends_where_smoke_is_laid_between() {
    let given = format!(r#"{STRONG}, reactions: [(on: LeavesAura, action: "sigh")]"#);
    let smoke = r#"Action(body: [
        DeclareTarget(name: "T1", asks: Cell, range: (1, 9), filter: [Empty]),
        Surface(target: "T1", surface: "smoke"),
        Damage(target: "self", amount: 2, label: "cough"),
    ])"#;
    let pack = rally("A..B.y", r#"(gives: "bold", region: "seen")"#, &given)
        .with("regions/seen.ron", "Region(shape: Steps, least: 0, most: 3, between: Line)")
        .with("surfaces/smoke.ron", r#"Surface(glyph: "s", blocks_sight: true)"#)
        .with("actions/rest.ron", smoke)
        .with("actions/sigh.ron", r#"Action(body: [Damage(target: "self", amount: 1, label: "sigh")])"#);
    expect![[r#"
        > B rest:b1
        smoke on b1 (smoke)
        first loses 1 health: 20 → 19 (sigh)
        Tessa loses 2 health: 20 → 18 (cough)
        round 2 begins
    "#]]
    .assert_eq(&told_rounds(&pack, "B rest:b1"));
}

#[test]
fn an_aura_goes_with_what_carries_it_and_rests_with_its_condition() {
    let given = r#"modifiers: [(stat: "max_health", amount: 5)]"#;
    let pack = rally("AB.y", r#"(gives: "bold")"#, given)
        .with(
            "actions/rest.ron",
            r#"Action(cost: Free, body: [HandleItem(target: "self", item: "banner", act: TakeOff)])"#,
        )
        .with(
            "actions/mend.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Heal(target: "T1", amount: 9)])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["mend", "hit"])"#);
    expect![[r#"
        > A mend:A
        first heals 5 health: 20 → 25 (heal)
        round 2 begins
        > B rest
        Tessa unequips Banner
        first loses 5 health: 25 → 20
        round 3 begins
        > y hit:A
        first loses 4 health: 20 → 16 (attack)
        round 4 begins
    "#]]
    .assert_eq(&told_rounds(&pack, "A mend:A\nB rest\ny hit:A"));
    let weak = pack.with(
        "items/banner.ron",
        r#"Item(title: "Banner", slots: ["hand"], condition: "c.health > 15", auras: [(gives: "bold")])"#,
    );
    expect![[r#"
        > A mend:A
        first heals 5 health: 20 → 25 (heal)
        round 2 begins
        > y hit:B
        Tessa loses 4 health: 20 → 16 (attack)
        round 3 begins
        > y hit:B
        Tessa loses 4 health: 16 → 12 (attack)
        first loses 5 health: 25 → 20
        round 4 begins
    "#]]
    .assert_eq(&told_rounds(&weak, "A mend:A\ny hit:B\ny hit:B"));
}

#[test]
fn an_aura_of_who_hides_reaches_its_own_side_alone() {
    let pack = rally("A.B.y", r#"(gives: "bold", on: All)"#, &format!("{STRONG}, blocks: [\"x\"]"))
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, hidden: true, tags: ["dark"], slots: ["hand"], wears: ["banner"], actions: ["rest"])"#);
    let table = Table::new(&pack);
    let strength = table.book.find_stat("str").expect("declared");
    let (truth, known) = (table.battle.state(), table.battle.project(&table.book, Team::PLAYER));
    let unit = find(&table.book, truth, 'B');
    let of = |known: &Known| known.state().sheet(&table.book).stat(unit, strength);
    assert_eq!((truth.sheet(&table.book).stat(unit, strength), of(&known)), (3, 3));
    assert_eq!(truth.sheet(&table.book).stat(unit, StatId::HEALTH), 20);
    let own = find(&table.book, truth, 'y');
    assert_eq!(truth.sheet(&table.book).stat(own, strength), 5, "it sees who bears the other banner");
}

#[test]
fn what_an_aura_cannot_be_is_refused() {
    let faults =
        |pack: &Pack| pack.faults().lines().filter(|line| line.contains("error")).collect::<Vec<_>>().join("\n");
    let walk = rally("A.B.y", r#"(gives: "bold", region: "walk")"#, STRONG);
    expect![
        "items/banner.ron:1:72: error[aura-region]: an aura's region cannot depend on walking, formulas or Rust code"
    ]
    .assert_eq(&faults(&walk));
    let charm = rally("A.B.y", r#"(gives: "bold")"#, "mind_control: true");
    expect!["items/banner.ron:1:56: error[aura-status]: an aura cannot charm or change sight: both decide which units it reaches"].assert_eq(&faults(&charm));
    let nothing = rally("A.B.y", r#"(gives: "bald", region: "stops")"#, STRONG);
    expect![[r#"
        items/banner.ron:1:56: error[unknown-reference]: unknown status `bald`
        items/banner.ron:1:72: error[unknown-reference]: unknown region `stops`"#]]
    .assert_eq(&faults(&nothing));
}

/// Renewing an aura's status is neither an exit nor an entry.
#[test]
fn who_stands_in_an_aura_that_is_renewed_has_not_entered_it() {
    let sting = "Action(body: [Damage(target: \"self\", amount: 1, label: \"sting\")])";
    let pack = rally(
        "A.B.y",
        "",
        r#"reactions: [(on: EntersAura, action: "prick"), (on: LeavesAura, action: "prick")]"#,
    )
    .with("items/banner.ron", r#"Item(title: "Banner", slots: ["hand"])"#)
    .with("actions/prick.ron", sting)
    .with(
        "statuses/hex.ron",
        r#"Status(title: "Lead", on_reapply: Replace, auras: [(gives: "bold", on: Allies, least: 0, most: 2)])"#,
    )
    .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["hex", "rest"])"#);
    expect![[r#"
        > A hex:B
        Tessa gains Lead
        first loses 1 health: 20 → 19 (sting)
        round 2 begins
        > A hex:B
        Lead on Tessa ends: it was replaced
        Tessa gains Lead
        round 3 begins
    "#]]
    .assert_eq(&told_rounds(&pack, "A hex:B\nA hex:B"));
}

/// A cost that ends an aura triggers its handlers before the use takes effect.
#[test]
fn an_aura_that_the_price_of_a_use_ends_is_left() {
    let pack = rally("A.B.y", "", r#"reactions: [(on: LeavesAura, action: "prick")]"#)
        .with("stats/mana.ron", r#"Stat(title: "Mana", start: 2)"#)
        .with(
            "items/banner.ron",
            r#"Item(title: "Banner", slots: ["hand"], condition: "c.mana > 0", auras: [(gives: "bold")])"#,
        )
        .with("actions/prick.ron", "Action(body: [Damage(target: \"self\", amount: 1, label: \"sting\")])")
        .with("skills/bolt.ron", r#"Skill(title: "Bolt", action: "hit", costs: [(column: "mana", amount: 2)])"#)
        .with(
            "units/bearer.ron",
            r#"Unit(title: "Tessa", glyph: "B", health: 20, initiative: 5, slots: ["hand"], wears: ["banner"], skills: ["bolt"], actions: ["rest"])"#,
        );
    expect![[r#"
        > B hit:y
        Tessa: mana 2 → 0 (bolt)
        first loses 1 health: 20 → 19 (sting)
        second loses 4 health: 20 → 16 (attack)
        round 2 begins
    "#]]
    .assert_eq(&told_rounds(&pack, "B hit:y"));
}
