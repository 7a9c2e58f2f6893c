//! Choices are checked on the predicted state at the time of the use, and reported reasons are true.

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::Session;
use foretoken_session::texts::names;
use foretoken_tests::{Pack, Table, duel, find};
use foretoken_vm::{EntityId, Intent, Plan, RefusedUse, Team, UseError};

fn offered(session: &Session) -> String {
    let choices = session.seat().choices();
    let told = choices.iter().map(|choice| {
        let name = names::action(session.book(), choice.program);
        choice
            .refused
            .as_ref()
            .map_or_else(|| name.to_owned(), |why| format!("{name} ({})", names::refusal(session.book(), why)))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn use_action(session: &mut Session, title: &str) {
    let of_title = |choice: &foretoken_session::seat::Choice| names::action(session.book(), choice.program) == title;
    let program = session.seat().choices().iter().find(|choice| of_title(choice)).expect("an action").program;
    assert!(session.seat_mut().use_action(program), "{title}");
}

fn refilled() -> Pack {
    duel("A..y")
        .with("rules.ron", r#"Rules(columns: [(name: "mana")])"#)
        .with("actions/fill.ron", r#"Action(body: [ChangeStat(target: "self", stat: "mana", how: Set, amount: 2)])"#)
        .with(
            "actions/gone.ron",
            r#"Action(title: "Gone", body: [ChangeStat(target: "self", stat: "mana", how: Set, amount: 0)])"#,
        )
        .with("actions/spend.ron", r#"Action(title: "Spend", body: [Heal(target: "self", amount: 1)])"#)
        .with("skills/refills.ron", r#"Skill(reactions: [(on: ActivationBegins, toward: Itself, action: "fill")])"#)
        .with("skills/spend.ron", r#"Skill(title: "Spend", action: "spend", costs: [(column: "mana", amount: 2)])"#)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 5, actions_per_turn: 2, skills: ["refills", "spend"], actions: ["gone"])"#,
        )
}

#[test]
fn mana_of_the_turn_pays_for_its_actions() {
    for order in ["rounds", "team-rounds", "charge-time", "team-points"] {
        let pack = refilled().order(order, &[]);
        let mut session = pack.start();
        let unit = find(session.book(), session.seat().known().state(), 'A');
        assert!(session.seat_mut().choose_for(unit), "{order}");
        assert!(offered(&session).contains("Spend"), "{order}: {}", offered(&session));
        assert!(!offered(&session).contains("Spend ("), "{order}: {}", offered(&session));
        use_action(&mut session, "Spend");
        assert!(offered(&session).contains("Spend (needs 2 mana (0 left))"), "{order}: {}", offered(&session));
    }
}

#[test]
fn the_second_use_is_offered_after_the_first() {
    let mut session = refilled().start();
    let unit = find(session.book(), session.seat().known().state(), 'A');
    session.seat_mut().choose_for(unit);
    use_action(&mut session, "Gone");
    assert!(offered(&session).contains("Spend (needs 2 mana (0 left))"), "{}", offered(&session));
}

#[test]
fn skills_that_share_an_action_are_separate_choices() {
    let pack = duel("A..y")
        .with(
            "actions/strike.ron",
            r#"Action(title: "Strike", body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: "skill.power")])"#,
        )
        .with("skills/a-weak.ron", r#"Skill(title: "Weak blow", action: "strike", parameters: [(name: "power", formula: 1)])"#)
        .with("skills/b-strong.ron", r#"Skill(title: "Strong blow", action: "strike", recharge: 3, parameters: [(name: "power", formula: 5)])"#)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["a-weak", "b-strong"])"#);
    let mut session = pack.start();
    let unit = find(session.book(), session.seat().known().state(), 'A');
    session.seat_mut().choose_for(unit);
    assert_eq!(offered(&session), "Strong blow, Weak blow");
    let mut table = Table::new(&pack);
    table.round("A strike@b-strong:y");
    assert_eq!(table.health_of('y'), 15);
    table.round("A strike@a-weak:y");
    assert_eq!(table.health_of('y'), 14);
    assert!(table.round("A strike@b-strong:y").contains("cannot use"), "it recharges");
    assert_eq!(table.health_of('y'), 14);
}

#[test]
fn the_planner_uses_actions_without_targets() {
    let pack = duel("Ay")
        .with(
            "actions/whirl.ron",
            r##"Action(body: [Damage(target: "self", area: ["#X#"], filter: [Enemy], amount: 9)])"##,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["whirl"])"#);
    let table = Table::new(&pack);
    let unit = table.unit('A');
    let known = table.battle.project(&table.book, Team::PLAYER);
    let decision = Planner::new(PlannerOptions::default()).decide(&table.book, &known, &Plan::default(), unit);
    let Intent { uses, .. } = decision.intent;
    assert_eq!(
        uses.iter().map(|used| used.program).collect::<Vec<_>>(),
        [table.book.find_program("whirl").expect("it")]
    );
}

/// `A` heals only below half health and shouts only with 2 mana. `y` acts first and can hit `A` for 15.
fn conditional() -> Pack {
    let mend = r#"Action(title: "Mend", usable: "c.health * 2 < c.max_health", why_not: "only below half health", body: [Heal(target: "self", amount: 3)])"#;
    duel("A..y")
        .with("rules.ron", r#"Rules(columns: [(name: "mana", default: 2)])"#)
        .with("actions/mend.ron", mend)
        .with("actions/shout.ron", r#"Action(title: "Shout", cost: Free, body: [Shield(target: "self", amount: 1)])"#)
        .with("actions/burn.ron", r#"Action(title: "Burn mana", cost: Free, body: [ChangeStat(target: "self", stat: "mana", how: Set, amount: 0)])"#)
        .with("actions/strike.ron", r#"Action(title: "Strike", body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: 15)])"#)
        .with("actions/cure.ron", r#"Action(title: "Cure", body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Heal(target: "T1", amount: 15)])"#)
        .with("skills/shout.ron", r#"Skill(title: "Shout", action: "shout", usable: "c.mana >= 2", why_not: "needs two mana")"#)
        .with(
            "units/first.ron",
            r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["mend", "burn", "rest"], skills: ["shout"])"#,
        )
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, initiative: 9, tags: ["dark"], actions: ["strike", "cure", "rest"])"#,
        )
}

#[test]
fn conditions_of_use_are_offered_with_their_reason() {
    for order in ["rounds", "team-rounds", "team-points", "charge-time", "action-points"] {
        let idle = r#"Unit(glyph: "y", health: 20, tags: ["dark"], actions: ["rest"])"#;
        let mut session = conditional().with("units/second.ron", idle).order(order, &[]).start();
        let unit = find(session.book(), session.seat().known().state(), 'A');
        session.seat_mut().choose_for(unit);
        let first = offered(&session);
        assert!(first.contains("Mend (only below half health)"), "{order}: {first}");
        assert!(first.contains("Shout") && !first.contains("Shout ("), "{order}: {first}");
        use_action(&mut session, "Burn mana");
        assert!(offered(&session).contains("Shout (needs two mana)"), "{order}: {}", offered(&session));
    }
}

/// Conditions use the predicted state at the unit's position in the order, after `y` hits `A` for 15.
#[test]
fn conditions_of_use_are_judged_at_the_place_in_the_order() {
    let mut session = conditional().start();
    let unit = find(session.book(), session.seat().known().state(), 'A');
    session.seat_mut().choose_for(unit);
    let offered = offered(&session);
    assert!(offered.contains("Mend") && !offered.contains("Mend ("), "{offered}");
}

#[test]
fn conditions_of_use_hold_at_the_moment_of_the_use() {
    let mut table = Table::new(&conditional());
    table.round("y strike:A, A mend");
    assert_eq!(table.health_of('A'), 20 - 15 + 3);
    let told = table.round("y cure:A, A mend");
    assert_eq!(table.health_of('A'), 20);
    assert!(told.contains("first cannot use Mend: only below half health"), "{told}");
    let told = table.round("A burn shout");
    assert!(told.contains("first cannot use Shout: needs two mana"), "{told}");
}

#[test]
fn the_planner_keeps_to_conditions_of_use() {
    let charge = |usable: &str| {
        let charge = format!(
            r#"Action(title: "Charge", usable: "{usable}", body: [DeclareTarget(name: "T1", asks: Unit, filter: [Enemy], range: (1, 9)), Damage(target: "T1", amount: 9)])"#
        );
        let unit = r#"Unit(glyph: "y", health: 20, tags: ["dark"], actions: ["charge", "rest"])"#;
        conditional().with("actions/charge.ron", &charge).with("units/second.ron", unit).book()
    };
    for (usable, uses) in [("1 == 1", 1), ("c.health < 20", 0)] {
        let book = charge(usable);
        let battle = book.battle(1);
        let known = battle.project(&book, Team(1));
        let unit = find(&book, known.state(), 'y');
        let intent = Planner::new(PlannerOptions::default()).decide(&book, &known, &Plan::default(), unit).intent;
        let charges = intent.uses.iter().filter(|used| book.program(used.program).is_some_and(|p| p.name == "charge"));
        assert_eq!(charges.count(), uses, "{usable}");
    }
}

#[test]
fn the_reason_is_that_of_the_condition_that_fails() {
    for (of_action, of_skill, reason) in [
        ("c.health > 0", "c.health > 20", "needs a banner"),
        ("c.health > 20", "c.health > 0", "needs daylight"),
        ("c.health > 20", "c.health > 20", "needs daylight"),
    ] {
        let shout = format!(
            r#"Action(title: "Shout", usable: "{of_action}", why_not: "needs daylight", body: [Shield(target: "self", amount: 1)])"#
        );
        let skill =
            format!(r#"Skill(title: "Shout", action: "shout", usable: "{of_skill}", why_not: "needs a banner")"#);
        let pack = duel("A..y")
            .with("actions/shout.ron", &shout)
            .with("skills/shout.ron", &skill)
            .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["shout"])"#);
        let mut session = pack.start();
        let unit = find(session.book(), session.seat().known().state(), 'A');
        session.seat_mut().choose_for(unit);
        assert_eq!(offered(&session), format!("Shout ({reason})"));
        let told = Table::new(&pack).round("A shout");
        assert!(told.contains(&format!("first cannot use Shout: {reason}")), "{told}");
    }
}

/// Packs without skills and statuses use a fast loop, which checks conditions too: `A` can heal after `y`'s attack, but
/// not next round.
#[test]
fn conditions_of_use_are_judged_in_packs_without_skills() {
    let mut files = Files::new();
    for (path, text) in [
        ("rules.ron", "Rules()"),
        ("terrains/floor.ron", r#"Terrain(glyph: ".")"#),
        ("actions/mend.ron", r#"Action(usable: "c.health <= 5", body: [Heal(target: "self", amount: 3)])"#),
        (
            "actions/strike.ron",
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: 15)])"#,
        ),
        ("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, actions: ["mend"])"#),
        ("units/second.ron", r#"Unit(glyph: "y", health: 20, initiative: 9, tags: ["dark"], actions: ["strike"])"#),
        (
            "scenarios/field.ron",
            r#"Scenario(map: ["A..y"], legend: [
                (glyph: ".", terrain: "floor"),
                (glyph: "A", terrain: "floor", unit: "first"),
                (glyph: "y", terrain: "floor", unit: "second", team: 1),
            ], goals: [(text: "Never.", when: 0)])"#,
        ),
    ] {
        files = files.with(path, text);
    }
    let (book, faults) = Library::load(&files, KindRegistry::core()).compile("field");
    assert!(faults.is_empty(), "{}", faults.render());
    let mut table = Table::on(&book.expect("a rulebook"));
    assert!(!table.book.has_effect_sources(), "no asset has a skill, an item or a status");
    table.round("y strike:A, A mend");
    assert_eq!(table.health_of('A'), 20 - 15 + 3);
    let told = table.round("A mend");
    assert_eq!(table.health_of('A'), 20 - 15 + 3);
    assert!(told.contains("cannot use"), "{told}");
}

#[test]
fn notes_of_refused_uses_keep_their_numbers() {
    let (most, error) = ((1 << 23) - 1, UseError::TooDear);
    for (number, kept) in [(0, 0), (-7, -7), (most, most), (i32::MAX, most), (-9_000_000, -most), (i32::MIN, -most)] {
        let refused = RefusedUse { program: 65_535, index: 63, error, column: 65_535, needed: number, found: number };
        let read = RefusedUse::from_note(&refused.to_note(EntityId(3)));
        assert_eq!(read, Some(RefusedUse { needed: kept, found: kept, ..refused }));
    }
}

#[test]
fn conditions_read_parameters_of_their_own_skill() {
    let skill = |usable: &str| {
        format!(r#"Skill(action: "rest", usable: "{usable}", parameters: [(name: "nerve", formula: "c.health - 20")])"#)
    };
    let pack = duel("A..y").with("skills/brave.ron", &skill("1"));
    for refused in ["nerve", "skill.nerve", "status.amount", "effect", "1d6"] {
        let action = format!(r#"Action(usable: "{refused}", body: [Wait()])"#);
        let faults = pack.faults_with("actions/shout.ron", &action);
        assert!(faults.contains("in usable"), "{refused}: {faults}");
    }
    let pack = pack
        .with("skills/brave.ron", &skill("skill.nerve"))
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["brave"])"#);
    let mut session = pack.start();
    let unit = find(session.book(), session.seat().known().state(), 'A');
    session.seat_mut().choose_for(unit);
    assert_eq!(offered(&session), "rest (its condition is not met)");
}
