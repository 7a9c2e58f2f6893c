//! Turns of units whose skills have neither a cooldown nor a cost: limits end them.

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_vm::program::Token;
use foretoken_vm::state::Log;
use foretoken_vm::validate::{MAX_USES, UseError};
use foretoken_vm::{ActionUse, Answer, Battle, Buffers, CompiledScenario, EntityId, Intent, Key, Plan};

const HERO: EntityId = EntityId(0);

/// A pack with a unit whose slots hold free skills, each with its own action, and with more free actions of its own.
fn pack(deck: &str, slots: usize, others: usize) -> CompiledScenario {
    let used = r#"Action(cost: Free, body: [DeclareTarget(name: "S1", asks: Slot, holds: ThisAction), HandleSlot(slot: "S1")])"#;
    let mut files = Files::new()
        .with("terrains/floor.ron", r#"Terrain(glyph: ".")"#)
        .with("rules.ron", r#"Rules(columns: [(name: "top")])"#)
        .with("decks/own.ron", deck)
        .with(
            "scenarios/x.ron",
            r#"Scenario(map: ["@."], legend: [(glyph: "@", unit: "hero")], goals: [(text: "Never.", when: 0)], scheduler: "team-rounds")"#,
        );
    let (mut skills, mut actions) = (String::new(), String::new());
    for at in 0..slots {
        files = files.with(format!("actions/a{at}.ron"), used);
        files = files.with(format!("skills/a{at}.ron"), format!(r#"Skill(action: "a{at}")"#));
        skills += &format!("\"a{at}\", ");
    }
    for at in 0..others {
        files = files.with(format!("actions/b{at}.ron"), "Action(cost: Free, body: [Wait])");
        actions += &format!("\"b{at}\", ");
    }
    let unit = format!(r#"Unit(glyph: "@", actions: [{actions}], deck: "own", deck_skills: [{skills}])"#);
    let library = Library::load(&files.with("units/hero.ron", unit), KindRegistry::core());
    let (scenario, faults) = library.compile("x");
    let told = faults.iter().filter(|fault| fault.code == "endless-turn").count();
    assert_eq!(told, slots, "each free skill is told at load time: {}", faults.render());
    scenario.unwrap_or_else(|| panic!("{}", faults.render()))
}

/// Returns a use of an action that is possible now, with the next slot that holds it.
fn possible(scenario: &CompiledScenario, battle: &Battle, intent: &Intent) -> Option<ActionUse> {
    let (rules, state) = (&scenario.rules, battle.state());
    let action = |skill: u16| rules.skills.get(usize::from(skill)).and_then(|kind| kind.action);
    let of_slots = state.sheet(rules).slots(HERO).filter(|slot| slot.is_next && slot.left == 0);
    let of_slots = of_slots.filter_map(|slot| Some((slot.skill.and_then(action)?, Some(slot.number))));
    let own = rules.unit_types[0].actions.iter().map(|&program| (program, None));
    let mut all = of_slots.chain(own).filter(|&(program, _)| intent.allows(rules, state, HERO, program).is_ok());
    let (program, slot) = all.next()?;
    let code = &rules.programs[usize::from(program)].code;
    let asked = code.iter().filter_map(|token| if let Token::Declare(asked) = token { Some(asked.at) } else { None });
    let answers = asked.zip(slot).map(|(at, slot)| (Key::new(at, [0; 3]), Answer::Number(slot as i16))).collect();
    Some(ActionUse { program, answers })
}

/// Uses whatever is possible for as long as anything is, ends the turn, and returns the number of uses.
fn play(scenario: &CompiledScenario) -> usize {
    let rules = &scenario.rules;
    let mut battle = scenario.battle(1);
    let mut intent = Intent { uses: Vec::new(), complete: false };
    while let Some(used) = possible(scenario, &battle, &intent) {
        assert!(intent.uses.len() <= MAX_USES, "the turn does not end");
        intent.uses.push(used);
        let mut plan = Plan::default();
        plan.set(HERO, intent.clone(), 0);
        battle.apply_for_execution(rules, &plan, &mut Buffers::default(), &mut Log::default());
        assert_eq!(battle.state().round(), 1, "the turn goes on");
    }
    let uses = intent.uses.len();
    let mut plan = Plan::default();
    plan.set(HERO, Intent { complete: true, ..intent }, 0);
    for _ in 0..20 {
        if battle.state().round() == 2 {
            return uses;
        }
        battle.apply_for_execution(rules, &plan, &mut Buffers::default(), &mut Log::default());
    }
    panic!("round 2 does not begin after {uses} uses");
}

#[test]
fn a_free_skill_is_used_once_in_a_turn_which_then_ends() {
    let scenario = pack(r#"Deck(slots: 2, current: "top", first: First, next: ["2", "1"])"#, 2, 0);
    assert_eq!(play(&scenario), 2);
    let program = scenario.rules.find_program("a0").expect("an action");
    let intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
    let battle = scenario.battle(1);
    let refused = intent.allows(&scenario.rules, battle.state(), HERO, program);
    assert_eq!(refused.err(), Some(UseError::Repeated));
}

#[test]
fn a_turn_ends_at_the_limit_of_uses_however_many_skills_are_free() {
    assert_eq!(play(&pack("Deck(slots: 64)", 64, 6)), MAX_USES);
}
