//! What a unit may use is judged on the state predicted for the moment of the use, and the reason that is shown is true.

use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::Session;
use foretoken_session::wording::names;
use foretoken_tests::{Pack, Table, duel, find};
use foretoken_vm::{Intent, Plan, Team};

/// The actions of `A` that may be chosen, and why the others may not.
fn offered(session: &Session) -> String {
    let choices = session.seat().choices();
    let told = choices.iter().map(|choice| {
        let name = names::action(session.book(), choice.program);
        choice.refused.as_ref().map_or_else(|| name.to_owned(), |why| format!("{name} ({why})"))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn use_action(session: &mut Session, title: &str) {
    let of_title = |choice: &foretoken_session::seat::Choice| names::action(session.book(), choice.program) == title;
    let program = session.seat().choices().iter().find(|choice| of_title(choice)).expect("an action").program;
    assert!(session.seat_mut().use_action(program), "{title}");
}

/// Mana that a reaction fills at the beginning of each turn.
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
            r#"Unit(glyph: "A", health: 20, initiative: 5, uses: 2, skills: ["refills", "spend"], actions: ["gone"])"#,
        )
}

/// What a reaction gives at the beginning of the turn pays for its actions, in every round and every order.
#[test]
fn what_the_turn_gives_pays_for_its_actions() {
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

/// The second use of a turn is offered on the state that the first one leaves.
#[test]
fn the_second_use_is_offered_after_the_first() {
    let mut session = refilled().start();
    let unit = find(session.book(), session.seat().known().state(), 'A');
    session.seat_mut().choose_for(unit);
    use_action(&mut session, "Gone");
    assert!(offered(&session).contains("Spend (needs 2 mana (0 left))"), "{}", offered(&session));
}

/// Two skills with one action are two choices, each with its own parameters.
#[test]
fn skills_that_share_an_action_are_told_apart() {
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
    assert!(table.round("A strike@b-strong:y").contains("does not use"), "it recharges");
    assert_eq!(table.health_of('y'), 14);
}

/// The planner uses an action that asks nothing.
#[test]
fn the_planner_uses_what_asks_nothing() {
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
