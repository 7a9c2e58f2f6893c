//! Each change triggers each handler once.

use foretoken_tests::{Choices, Pack, Table, config, duel};
use foretoken_vm::ChangeKind;
use proptest::prelude::*;

/// Events at which a status runs outside of actions.
const MOMENTS: [&str; 5] = ["Tick", "ActivationBegins", "ActivationEnds", "RoundEnds", "Expired"];

fn wounded(rewind_point: &str) -> Pack {
    duel("A....y")
        .with("rules.ron", r#"Rules(columns: [(name: "seen")])"#)
        .with("actions/cut.ron", r#"Action(body: [Damage(target: "self", amount: 1, label: "cut")])"#)
        .with("actions/count.ron", r#"Action(body: [ChangeStat(target: "self", stat: "seen", amount: 1)])"#)
        .with(
            "statuses/wound.ron",
            &format!(
                "Status(lasts: {}, reactions: [(on: {rewind_point}, toward: Itself, action: \"cut\")])",
                if rewind_point == "Expired" { 1 } else { 9 }
            ),
        )
        .with(
            "skills/counts.ron",
            r#"Skill(reactions: [(on: StatChange, stat: "health", change: Any, toward: Itself, action: "count")])"#,
        )
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, skills: ["counts"], statuses: ["wound"], actions: ["rest"])"#,
        )
}

#[test]
fn a_change_at_a_moment_is_answered_once() {
    for rewind_point in MOMENTS {
        let mut table = Table::new(&wounded(rewind_point));
        table.round("A rest");
        assert_eq!(table.number_of('A', "seen"), 1, "{rewind_point}");
        assert_eq!(table.health_of('A'), 19, "{rewind_point}");
    }
}

#[test]
fn a_death_by_poison_is_answered_once() {
    let pack = duel("Ay")
        .with(
            "actions/burst.ron",
            r##"Action(body: [Damage(target: "self", area: ["#X#"], filter: [Enemy], amount: 12, label: "burst")])"##,
        )
        .with("actions/sting.ron", r#"Action(body: [Damage(target: "self", amount: 3, label: "poison")])"#)
        .with("statuses/venom.ron", r#"Status(lasts: 3, reactions: [(on: Tick, toward: Itself, action: "sting")])"#)
        .with("skills/last.ron", r#"Skill(reactions: [(on: Dies, toward: Itself, action: "burst")])"#)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 3, skills: ["last"], statuses: ["venom"], actions: ["rest"])"#,
        );
    let mut table = Table::new(&pack);
    table.round("A rest");
    assert_eq!(table.health_of('y'), 20 - 12);
}

#[test]
fn the_last_blow_is_answered_by_its_attacker() {
    let drain = r#"Skill(reactions: [(on: StatChange, stat: "health", change: Decrease, role: Attacker, toward: Itself, action: "sip")])"#;
    let pack = duel("Ay")
        .with("actions/sip.ron", r#"Action(body: [Heal(target: "self", amount: "-effect", label: "sip")])"#)
        .with(
            "actions/price.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, filter: [Enemy]), Damage(target: "T1", amount: 7, label: "a"), Damage(target: "T1", amount: 99, label: "b")])"#,
        )
        .with("skills/drain.ron", drain)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 40, skills: ["drain"], actions: ["price", "rest"])"#);
    let unused = pack.clone().with("skills/mortal.ron", r#"Skill(reactions: [(on: Dies, action: "sip")])"#);
    for pack in [pack, unused] {
        let mut table = Table::new(&pack);
        table.hurt('A', 25);
        table.round("A price:y");
        // It drains 7, then the last 13 of 20.
        assert_eq!(table.health_of('A'), 15 + 7 + 13);
    }
}

fn random_pack(choices: &mut Choices) -> Pack {
    const EVENTS: [&str; 11] = [
        "Tick",
        "ActivationBegins",
        "ActivationEnds",
        "RoundEnds",
        "Applied",
        "Ended",
        "Expired",
        "Replaced",
        "Uses",
        "UsedUp",
        "EntersAura",
    ];
    const DEEDS: [&str; 7] = [
        r#"Damage(target: "self", amount: 1, label: "a")"#,
        r#"Heal(target: "self", amount: 2, label: "b")"#,
        r#"ApplyStatus(target: "self", status: "s0", lasts: 1)"#,
        r#"ApplyStatus(target: "self", status: "s1", lasts: 2)"#,
        r#"RemoveStatus(target: "self", statuses: ["s0"])"#,
        r#"Damage(target: "self", amount: 2, label: "c")"#,
        r#"Delay(rounds: 1, body: [Damage(target: "self", amount: 1, label: "d")])"#,
    ];
    let mut pack = duel("A....y")
        .with("rules.ron", r#"Rules(columns: [(name: "seen")])"#)
        .with("actions/count.ron", r#"Action(body: [ChangeStat(target: "self", stat: "seen", amount: 1)])"#)
        .with(
            "skills/counts.ron",
            r#"Skill(reactions: [(on: StatChange, stat: "health", change: Any, toward: Itself, action: "count")])"#,
        );
    for status in 0..3 {
        let mut reactions = Vec::new();
        for reaction in 0..1 + choices.below(3) {
            let name = format!("deed-{status}-{reaction}");
            let deeds: Vec<&str> = (0..1 + choices.below(2)).map(|_| *choices.pick(&DEEDS)).collect();
            pack = pack.with(&format!("actions/{name}.ron"), &format!("Action(body: [{}])", deeds.join(", ")));
            reactions.push(format!("(on: {}, toward: Itself, action: \"{name}\")", choices.pick(&EVENTS)));
        }
        let again = choices.pick(&["Replace", "Add", "Extend", "KeepLonger"]);
        let absorbs = choices.pick(&["", "damage_modifiers: [(stage: Absorb, amount: 1)],"]);
        let lasts = choices.below(4);
        let text =
            format!("Status(lasts: {lasts}, on_reapply: {again}, {absorbs} reactions: [{}])", reactions.join(", "));
        pack = pack.with(&format!("statuses/s{status}.ron"), &text);
    }
    let pack = pack.with("skills/aura.ron", r#"Skill(auras: [(gives: "s2", most: 9, on: All, itself: true)])"#);
    let aura = choices.pick(&["", ", \"aura\""]);
    let unit = |glyph: &str, tags: &str| {
        format!(
            "Unit(glyph: \"{glyph}\", health: 400, {tags} skills: [\"counts\"{aura}], statuses: [\"s0\", \"s1\", \"s2\"], actions: [\"rest\"])"
        )
    };
    pack.with("units/first.ron", &unit("A", "")).with("units/second.ron", &unit("y", "tags: [\"dark\"],"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_change_is_offered_twice(bytes in proptest::collection::vec(any::<u16>(), 64)) {
        let mut table = Table::on(&random_pack(&mut Choices::new(bytes)).book_with_warnings());
        let mut changes = [0; 2];
        let is_answered = |kind| matches!(kind, ChangeKind::Health | ChangeKind::Unchanged);
        for _ in 0..4 {
            let log = table.run("A rest, y rest");
            for (unit, letter) in ['A', 'y'].into_iter().enumerate() {
                let id = table.unit(letter);
                let own = log.changes.iter().filter(|change| is_answered(change.kind) && change.entity == id);
                changes[unit] += own.count() as i32;
                prop_assert!(table.number_of(letter, "seen") <= changes[unit]);
            }
        }
    }
}

/// Damage by a status is dealt by its source, for reactions of skills and statuses alike.
#[test]
fn harm_by_the_reaction_of_a_status_is_not_done_by_its_target() {
    let spite = r#"reactions: [(on: StatChange, change: Decrease, role: Defender, action: "spite")]"#;
    let health = |effect_source: &str, path: &str, field: &str| {
        let unit = |glyph: &str, tags: &str| {
            format!(r#"Unit(glyph: "{glyph}", health: 20, initiative: 5, {tags} {field}: ["spite"], actions: ["hit"])"#)
        };
        let pack = duel("A..y")
            .with("actions/spite.ron", r#"Action(body: [Damage(target: "cause", amount: 1)])"#)
            .with(path, &format!("{effect_source}({spite})"))
            .with("units/first.ron", &unit("A", ""))
            .with("units/second.ron", &unit("y", r#"tags: ["dark"],"#));
        let mut table = Table::new(&pack);
        table.round("A hit:y");
        (table.health_of('A'), table.health_of('y'))
    };
    let by_skills = health("Skill", "skills/spite.ron", "skills");
    assert_eq!(
        by_skills,
        (20 - 3, 20 - 4 - 3),
        "the hit takes 4; the answers at depth 1, 3 and 5 harm `A`, those at 2, 4 and 6 `y`"
    );
    assert_eq!(health("Status", "statuses/spite.ron", "statuses"), by_skills);
}

/// The end of `A`'s replaced status is caused by `A`, its source, not by `Z`, which replaced it.
#[test]
fn the_end_of_a_replaced_status_is_done_by_the_unit_that_applied_it() {
    let unit = |glyph: &str, initiative: u8| {
        format!(r#"Unit(glyph: "{glyph}", health: 20, initiative: {initiative}, skills: ["glad"], actions: ["hex"])"#)
    };
    let pack = duel("A..y.Z")
        .with("actions/end.ron", r#"Action(body: [Damage(target: "self", amount: 2)])"#)
        .with("actions/cheer.ron", r#"Action(body: [Heal(target: "self", amount: 1)])"#)
        .with("skills/glad.ron", r#"Skill(reactions: [(on: StatChange, change: Decrease, role: Attacker, toward: Itself, action: "cheer")])"#)
        .with("statuses/hex.ron", r#"Status(title: "Hex", on_reapply: Replace, reactions: [(on: Replaced, toward: Itself, action: "end")])"#)
        .with("units/first.ron", &unit("A", 9))
        .with("units/third.ron", &unit("Z", 7));
    let mut table = Table::new(&pack);
    table.hurt('A', 5);
    table.hurt('Z', 5);
    let told = table.round("A hex:y, Z hex:y");
    assert_eq!(table.health_of('y'), 20 - 2, "the first status ends: {told}");
    assert_eq!((table.health_of('A'), table.health_of('Z')), (15 + 1, 15), "`A` harmed `y`, `Z` did not");
}
