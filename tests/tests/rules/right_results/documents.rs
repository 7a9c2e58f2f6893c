//! Rules of the source documents: slots, reaction types, effects without change, use conditions, lookups, hit groups
//! and timetables. Values are computed by hand.

use foretoken_tests::{Pack, Table, drawn, duel};
use foretoken_vm::state::{EffectInstance, Pool};

fn worn(slots: &str, more: i32) -> String {
    format!(r#"Item(slots: [{slots}], modifiers: [(stat: "max_health", mode: Augment, amount: {more})])"#)
}

fn with_hands(wears: &str) -> Pack {
    duel("A..y")
        .with("items/staff.ron", &worn(r#""hand", "hand""#, 10))
        .with("items/sword.ron", &worn(r#""hand""#, 1))
        .with("items/torch.ron", &worn(r#""hand""#, 2))
        .with("actions/take.ron", r#"Action(body: [HandleItem(act: Wear, target: "self", item: "staff")])"#)
        .with(
            "units/first.ron",
            &format!(
                r#"Unit(glyph: "A", health: 20, initiative: 5, slots: ["hand", "hand"], wears: [{wears}], carries: ["staff"], actions: ["take"])"#
            ),
        )
}

#[test]
fn slots_of_one_name_are_counted() {
    let mut table = Table::new(&with_hands(r#""sword", "torch""#));
    assert_eq!(table.number_of('A', "max_health"), 20 + 1 + 2);
    table.round("A take");
    assert_eq!(table.number_of('A', "max_health"), 20 + 10, "an item of two hands takes the place of both");
}

#[test]
fn a_pack_in_which_slots_are_too_few_is_refused() {
    let pack = duel("A..y").with("items/sword.ron", &worn(r#""hand""#, 1));
    let faults = pack.faults_with(
        "units/first.ron",
        r#"Unit(glyph: "A", health: 20, slots: ["hand", "hand"], wears: ["sword", "sword", "sword"], actions: ["rest"])"#,
    );
    assert!(faults.contains("wears[2]") && faults.contains("no-slot"), "{faults}");
    let faults = pack.faults_with("items/bow.ron", r#"Item(slots: ["hand", "hand", "hand"])"#);
    assert!(faults.contains("no unit has"), "{faults}");
}

fn answered(blow: &str, reaction: &str) -> Table {
    let strike = format!(r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), {blow}])"#);
    let skill = format!(r#"Skill(reactions: [({reaction}, action: "back")])"#);
    let pack = duel("A..y")
        .with("stats/might.ron", "Stat(start: 3, most: 9)")
        .with("actions/strike.ron", &strike)
        .with("actions/back.ron", r#"Action(body: [Damage(target: "cause", amount: 1)])"#)
        .with("skills/answers.ron", &skill)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["strike"])"#)
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["answers"], actions: ["rest"])"#,
        );
    let mut table = Table::new(&pack);
    table.round("A strike:y");
    table
}

#[test]
fn effects_list_reactable_types() {
    let blow = r#"Damage(target: "T1", amount: 2, types: ["attack", "magic.fire"])"#;
    for (wanted, answers) in [
        (r#""attack""#, true),
        (r#""magic""#, true),
        (r#""magic.fire""#, true),
        (r#""hit""#, true),
        (r#""heal", "attack""#, true),
        (r#""magic.fire.blue""#, false),
        (r#""heal""#, false),
    ] {
        let table = answered(blow, &format!("on: StatChange, types: [{wanted}]"));
        assert_eq!(table.health_of('A'), 20 - i32::from(answers), "{wanted}");
    }
}

/// An attack for 0 triggers `NoChange`, `Any`, `Missed` and `Attacked`, but not `Decrease`.
#[test]
fn a_blow_that_changes_nothing_is_answered() {
    for (amount, reaction, answers) in [
        (0, "on: StatChange, change: NoChange", true),
        (0, "on: StatChange, change: Any", true),
        (0, "on: StatChange", false),
        (0, "on: Missed", true),
        (0, "on: Attacked", true),
        (2, "on: StatChange, change: NoChange", false),
        (2, "on: StatChange, change: Any", true),
        (2, "on: Missed", false),
        (2, "on: Attacked", true),
    ] {
        let blow = format!(r#"Damage(target: "T1", amount: {amount}, types: ["attack"])"#);
        let table = answered(&blow, reaction);
        assert_eq!(table.health_of('A'), 20 - i32::from(answers), "{amount}, {reaction}");
    }
}

#[test]
fn a_stat_that_stays_as_it_was_is_answered() {
    for (stat, how, amount, answers) in [
        ("health", "Add", 0, true),
        ("health", "Set", 20, true),
        ("health", "Add", 5, true),
        ("health", "Add", -3, false),
        ("might", "Multiply", 1, true),
        ("might", "Set", 3, true),
        ("might", "Add", 2, false),
    ] {
        let blow = format!(r#"ChangeStat(target: "T1", stat: "{stat}", how: {how}, amount: {amount})"#);
        let table = answered(&blow, &format!(r#"on: StatChange, stat: "{stat}", change: NoChange"#));
        assert_eq!(table.health_of('A'), 20 - i32::from(answers), "{stat} {how} {amount}");
    }
}

/// A search finds effects without change on the shield or a core stat's base. The last effect deals 2 damage for each.
#[test]
fn searches_find_core_stats_that_stay_as_they_were() {
    let change =
        |stat: &str, amount: i32| format!(r#"ChangeStat(target: "T1", stat: "{stat}", how: Add, amount: {amount})"#);
    for (effect, stat, found) in [
        (change("max_health", 0), "max_health", 1),
        (change("max_health", 5), "max_health", 0),
        (change("max_health", 0), "movement", 0),
        (change("max_health", 0), "health", 0),
        (change("movement", 0), "movement", 1),
        (change("movement", -9), "movement", 0),
        (format!("{}, {}", change("movement", -9), change("movement", -1)), "movement", 1),
        (change("initiative", 0), "initiative", 1),
        (change("speed", 0), "speed", 1),
        (change("speed", 1), "speed", 0),
        (r#"Quicken(target: "T1", amount: 0)"#.to_owned(), "initiative", 1),
        (r#"Quicken(target: "T1", amount: 2)"#.to_owned(), "initiative", 0),
        (r#"Shield(target: "T1", amount: 0)"#.to_owned(), "shield", 1),
        (r#"Shield(target: "T1", amount: 1)"#.to_owned(), "shield", 0),
    ] {
        let count = format!(r#"Damage(target: "T1", amount: "2 * effect(nochange in {stat} get count)")"#);
        let table = answered(&format!("{effect}, {count}"), "on: Dies");
        assert_eq!(table.health_of('y'), 20 - 2 * found, "{effect} in {stat}");
    }
}

#[test]
fn a_shield_is_no_miss() {
    let blow = r#"Shield(target: "T1", amount: 3), Damage(target: "T1", amount: 2)"#;
    for (reaction, answers) in [("on: StatChange, change: NoChange", true), ("on: Missed", false)] {
        let table = answered(blow, reaction);
        assert_eq!(table.health_of('A'), 20 - i32::from(answers), "{reaction}");
    }
}

#[test]
fn formulas_read_parameters_of_skills_and_items_by_name() {
    let pack = duel("A..y")
        .with(
            "actions/strike.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "t.skill.thick.armour + c.equip.sword.edge")])"#,
        )
        .with("skills/thick.ron", r#"Skill(parameters: [(name: "armour", formula: 4)])"#)
        .with("items/sword.ron", r#"Item(slots: ["hand"], parameters: [(name: "edge", formula: "c.health / 10")])"#)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 5, slots: ["hand"], wears: ["sword"], actions: ["strike"])"#,
        )
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["thick"], actions: ["rest"])"#,
        );
    let mut table = Table::new(&pack);
    table.round("A strike:y");
    assert_eq!(table.health_of('y'), 20 - 4 - 2);
}

#[test]
fn a_hit_type_is_drawn_by_a_parameter() {
    let pack = duel("A..y")
        .with(
            "actions/strike.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Branch(if: "hitType == 1", then: [Damage(target: "T1", amount: 7)], else: [Damage(target: "T1", amount: 1)])])"#,
        )
        .with(
            "skills/strike.ron",
            r#"Skill(action: "strike", parameters: [(name: "hitType", formula: "random{0: 0; 1: 1; default: 2}")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["strike"])"#);
    let mut table = Table::new(&pack);
    table.round("A strike:y");
    assert_eq!(table.health_of('y'), 20 - 7);
    let faults = pack.faults_with(
        "skills/thick.ron",
        r#"Skill(parameters: [(name: "hitType", formula: "random{0.5: 0; default: 2}")], modifiers: [(stat: "max_health", amount: "hitType")])"#,
    );
    assert!(faults.contains("drawn-parameter"), "{faults}");
}

#[test]
fn a_drawn_hit_type_is_told_by_its_name() {
    let told = |amount: &str| {
        let strike = format!(
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "{amount}")])"#
        );
        let pack = duel("A..y")
            .with("actions/strike.ron", &strike)
            .with("formulas/quality.ron", r#"Formula(formula: "random{1 as 'clean hit': 3; default as miss: 0}")"#)
            .with(
                "skills/strike.ron",
                r#"Skill(action: "strike", parameters: [(name: "hitType", formula: "random{0 as miss: 0; 1 as 'clean hit': 3; default: 1}")])"#,
            )
            .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["strike"])"#);
        Table::new(&pack).round("A strike:y").lines().nth(1).unwrap_or_default().to_owned()
    };
    for amount in ["hitType", "f.quality", "random{c.health / 20 as 'clean hit': 3; default as miss: 0}"] {
        assert_eq!(told(amount), "first: random result clean hit", "{amount}");
    }
}

#[test]
fn dice_of_a_parameter_keep_their_label() {
    let pack = duel("A..y")
        .with(
            "actions/strike.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "power")])"#,
        )
        .with(
            "skills/strike.ron",
            r#"Skill(action: "strike", parameters: [(name: "power", formula: "2d1[fire]")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["strike"])"#);
    let told = Table::new(&pack).round("A strike:y");
    assert!(told.contains("first rolls 2d1[fire]: 1 fire 1 fire = 2"), "{told}");
}

#[test]
fn each_read_of_a_drawn_parameter_draws() {
    let add = |column: &str, amount: &str| {
        format!(r#"ChangeStat(target: "self", stat: "{column}", how: Add, amount: "{amount}")"#)
    };
    let keep = r#"ChangeStat(target: "self", stat: "kept", how: Set, amount: "coin")"#;
    let body = [add("a", "coin"), add("b", "coin"), keep.to_owned(), add("c", "c.kept"), add("d", "c.kept")].join(", ");
    let columns = ["a", "b", "c", "d", "kept"].map(|name| format!(r#"(name: "{name}")"#)).join(", ");
    let pack = duel("A..y")
        .with("rules.ron", &format!("Rules(columns: [{columns}])"))
        .with("actions/toss.ron", &format!("Action(body: [{body}])"))
        .with(
            "skills/toss.ron",
            r#"Skill(action: "toss", parameters: [(name: "coin", formula: "random{1/2: 0; default: 1}")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["toss"])"#);
    let mut battle = pack.book().battle(1);
    let (mut plan, mut buffers) = (None, foretoken_vm::Buffers::default());
    let (mut before, mut differ) = ([0; 4], 0);
    for round in 1..=20 {
        let mut table = Table::of(&pack, battle.clone());
        let plan = plan.get_or_insert_with(|| table.plan("A toss"));
        let book = pack.book();
        while table.battle.state().round() == round {
            table.battle.apply_for_execution(&book, plan, &mut buffers, &mut foretoken_vm::Log::default());
        }
        let now = ["a", "b", "c", "d"].map(|name| table.number_of('A', name));
        let [a, b, c, d] = std::array::from_fn(|at| now[at] - before[at]);
        assert_eq!(c, d, "round {round}: one draw is kept");
        differ += i32::from(a != b);
        (before, battle) = (now, table.battle);
    }
    assert!(differ > 0, "twenty rounds draw two equal numbers");
}

#[test]
fn a_scenario_brings_reinforcements() {
    let pack = duel("A...y")
        .with("units/spare.ron", r#"Unit(title: "Spare", glyph: "q", health: 9, tags: ["dark"], actions: ["rest"])"#)
        .with("actions/arrive.ron", r#"Action(body: [Spawn(at: "here", unit: "spare", team: 1)])"#)
        .timed(3, 2, "arrive", "c1");
    let mut table = Table::new(&pack);
    for (round, there) in [(1, 0), (2, 0), (3, 1), (4, 1)] {
        assert_eq!(table.count('q'), there, "round {round}");
        table.round("");
    }
}

/// A timetable has no actor, so its `Spawn` names a side or none, also in delayed bodies and trails.
#[test]
fn a_timetable_spawns_for_no_actor() {
    let spawn = |rest: &str| format!(r#"Spawn(at: "here", unit: "rat"{rest})"#);
    let later = |body: &str| format!(r#"Delay(rounds: 1, body: [{body}])"#);
    for (body, is_refused) in [
        (spawn(""), true),
        (spawn(", team: -1"), true),
        (later(&spawn("")), true),
        (spawn(", team: 1"), false),
        (spawn(", team: 0"), false),
        (spawn(", neutral: true"), false),
        (later(&spawn(", team: 1")), false),
    ] {
        let action = format!("Action(body: [{body}])");
        let faults = duel("A...y").with("actions/arrive.ron", &action).timed(2, 0, "arrive", "c1").faults();
        let expected = "timetable[0].action";
        assert_eq!(faults.contains("no-actor") && faults.contains(expected), is_refused, "{body}: {faults}");
    }
}

#[test]
fn what_cannot_appear_is_named() {
    let pack = duel("A...y")
        .with("units/spare.ron", r#"Unit(title: "Spare", glyph: "q", health: 9, tags: ["dark"], actions: ["rest"])"#)
        .with("actions/arrive.ron", r#"Action(body: [Spawn(at: "here", unit: "spare", team: 1)])"#)
        .with(
            "actions/call.ron",
            r#"Action(body: [DeclareTarget(name: "T1", range: (0, 9)), Spawn(at: "T1", unit: "spare")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["call", "rest"])"#);
    let told = Table::new(&pack.clone().timed(2, 0, "arrive", "e1")).round("");
    assert!(told.contains("Spare cannot appear on e1") && !told.contains("nobody"), "{told}");
    let told = Table::new(&pack).round("A call:e1");
    assert!(told.contains("Spare cannot appear on e1"), "{told}");
    let told = Table::new(&pack).round("A call:c1");
    assert!(told.contains("Spare appears on c1"), "{told}");
}

/// All side branches in one formula: the most specific first, then `default`. `y` faces west, towards `A`.
#[test]
fn all_side_branches_stand_together() {
    let all = "front: 1; left: 2; right: 3; away: 4; sides: 5; towards: 6; default: 7";
    for (amount, lost) in [
        (all.to_owned(), 1),
        (all.replace("front: 1; ", ""), 6),
        ("sides: 5; away: 4; default: 7".to_owned(), 7),
        ("front: 1; left: 2; right: 3; back: 4; sides: 5".to_owned(), 1),
    ] {
        let strike = format!(
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "targeted-side{{{amount}}}")])"#
        );
        let pack = duel("A..y")
            .with("actions/strike.ron", &strike)
            .with(
                "actions/turn.ron",
                r#"Action(body: [ChangeStat(target: "self", stat: "facing", how: Set, amount: 6)])"#,
            )
            .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 1, actions: ["strike"])"#)
            .with(
                "units/second.ron",
                r#"Unit(glyph: "y", health: 20, initiative: 9, tags: ["dark"], actions: ["turn"])"#,
            );
        let mut table = Table::new(&pack);
        table.round("A strike:y, y turn");
        assert_eq!(table.health_of('y'), 20 - lost, "{amount}");
    }
}

#[test]
fn a_chain_of_stats_is_read_to_its_end() {
    let modifiers: Vec<String> = (1..=20).map(|at| format!(r#"(stat: "x{at}", amount: "x{}")"#, at - 1)).collect();
    let mut pack = duel("A..y");
    for at in 0..=20 {
        pack = pack.with(&format!("stats/x{at}.ron"), "Stat(start: 1)");
    }
    let pack = pack
        .with("skills/k.ron", &format!("Skill(modifiers: [{}])", modifiers.join(", ")))
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, skills: ["k"], actions: ["rest"])"#);
    let table = Table::new(&pack);
    assert_eq!([1, 7, 20].map(|at| table.number_of('A', &format!("x{at}"))), [2, 8, 21]);
}

#[test]
fn lowered_largest_health_lowers_health() {
    let pack = duel("A..y").with(
        "actions/hit.ron",
        r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: 1), ChangeStat(target: "T1", stat: "max_health", how: Add, amount: -15)])"#,
    );
    let mut table = Table::new(&pack);
    table.round("A hit:y");
    assert_eq!(table.health_of('y'), 5);
}

#[test]
fn reinforcements_in_fog_are_not_seen() {
    let pack = duel("A...y....")
        .with("units/spare.ron", r#"Unit(title: "Spare", glyph: "q", health: 9, tags: ["dark"], actions: ["rest"])"#)
        .with("actions/arrive.ron", r#"Action(body: [Spawn(at: "here", unit: "spare", team: 1)])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["rest"])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, tags: ["dark"], actions: ["rest"])"#);
    let seen = |at: &str| {
        let mut session = pack.clone().sight(2).timed(2, 0, "arrive", at).start();
        for _ in 0..3 {
            session.decide_rest_by_planner();
            session.commit();
        }
        drawn(session.book(), session.seat().known().state(), 'q').count()
    };
    assert_eq!([seen("b1"), seen("i1")], [1, 0]);
}

/// An item is removed only if its slot is needed: the pike needs two of three hands, and the bow frees two.
#[test]
fn no_item_is_taken_off_in_vain() {
    let worn = |slots: &str| format!("Item(slots: [{slots}])");
    let two = r#""hand", "hand""#;
    let pack = duel("A..y")
        .with("items/bow.ron", &worn(two))
        .with("items/pike.ron", &worn(two))
        .with("items/ring.ron", &worn(r#""hand""#))
        .with("actions/take.ron", r#"Action(body: [HandleItem(act: Wear, target: "self", item: "pike")])"#)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, slots: ["hand", "hand", "hand"], wears: ["ring", "bow"], carries: ["pike"], actions: ["take"])"#,
        );
    let mut table = Table::new(&pack);
    let worn = |table: &Table| {
        let held = table.battle.state().instances().of(table.unit('A'), Pool::ITEMS);
        let names = held.iter().filter(|item| item.words[EffectInstance::WORN] != 0).filter_map(EffectInstance::kind);
        names.map(|kind| table.book.items[kind].effect_source.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(worn(&table), ["ring", "bow"]);
    table.round("A take");
    assert_eq!(worn(&table), ["ring", "pike"]);
    table.round("A take");
    assert_eq!(worn(&table), ["ring", "pike"], "an item that is worn may be put on again");
}

#[test]
fn other_skills_may_name_a_constant_as_a_drawn_parameter() {
    let pack = duel("A..y")
        .with(
            "actions/strike.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "power")])"#,
        )
        .with(
            "skills/strike.ron",
            r#"Skill(action: "strike", parameters: [(name: "power", formula: "random{0: 0; 1: 4; default: 2}")])"#,
        )
        .with(
            "skills/tough.ron",
            r#"Skill(parameters: [(name: "power", formula: 3)], modifiers: [(stat: "max_health", amount: "power")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["strike", "tough"])"#);
    let mut table = Table::new(&pack);
    assert_eq!(table.number_of('A', "max_health"), 23);
    table.round("A strike:y");
    assert_eq!(table.health_of('y'), 16);
}

#[test]
fn a_condition_of_use_reads_no_target() {
    let pack = duel("A..y");
    let skill = r#"Skill(action: "hit", usable: "t.health < 5")"#;
    let action = r#"Action(usable: "t.health < 5", body: [Wait()])"#;
    for (path, text) in [("skills/late.ron", skill), ("actions/late.ron", action)] {
        let faults = pack.faults_with(path, text);
        assert!(faults.contains("no-target") || faults.contains("t."), "{faults}");
        assert!(faults.contains("error"), "{faults}");
        let right = text.replace("t.health", "c.health");
        assert!(!pack.faults_with(path, &right).contains("no-target"), "{right}");
    }
}
