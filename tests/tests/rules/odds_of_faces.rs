//! Odds of a reroll of the die, then a strike, on the shipped pack `jail`: against an exact figure of the reference model
//! and against all twenty faces.

use foretoken_action_assets::{AnyAsset, AssetType, KindRegistry, Library};
use foretoken_preview::{Odds, OddsBudget};
use foretoken_vm::program::Token;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::{ActionUse, Answer, Battle, CompiledScenario, EntityId, Intent, Key, Opening, Plan, Team};
use proptest::prelude::*;
use std::path::Path;

/// Compiles *The Cell* with a die that has a reroll on face 7, strikes on some faces, and nothing else.
fn scenario(strikes: &[usize]) -> CompiledScenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/jail");
    let mut library = Library::load_folder(&folder, KindRegistry::core());
    let Some(AnyAsset::Unit(mut unit)) = library.asset(AssetType::Unit, "prisoner").cloned() else { panic!("a unit") };
    let skill = |face: usize| match face {
        7 => "randomize",
        face if strikes.contains(&face) => "strike",
        _ => "",
    };
    unit.deck_skills = (1..=20).map(|face| skill(face).to_owned()).collect();
    library.put("prisoner", AnyAsset::Unit(unit));
    let (scenario, faults) = library.compile("the-cell");
    scenario.unwrap_or_else(|| panic!("{}", faults.render()))
}

/// Returns the chance that a strike after a reroll takes 6 health of the rat. If several strikes are next, the one on
/// `face` is preferred.
fn chance(scenario: &CompiledScenario, face: i16) -> f64 {
    let rules = &scenario.rules;
    let mut opening = Opening { seed: 1, ..scenario.opening.clone() };
    let top = rules.columns.find(ColumnOf::Entity, "top").expect("the face on top");
    let is_player = |team: Team| team == Team::PLAYER;
    let prisoner = opening.roster.iter_mut().find(|member| is_player(member.team)).expect("the prisoner");
    prisoner.columns.push((top, 1));
    let battle = Battle::new(rules, &opening);
    let find = |title: &str| {
        let is_it = |id: EntityId| rules.unit_type(battle.state().entity(id)).is_some_and(|kind| kind.title == title);
        battle.state().living().map(|(id, _)| id).find(|&id| is_it(id)).expect("it is there")
    };
    let (own, rat) = (find("Prisoner"), find("Rat"));
    let using = |action: &str, answers: &[Answer]| {
        let program = rules.find_program(action).expect("an action");
        let code = &rules.programs[usize::from(program)].code;
        let asked = code.iter().filter_map(|token| match token {
            Token::Declare(declare) => Some(declare.at),
            _ => None,
        });
        ActionUse { program, answers: asked.map(|at| Key::new(at, [0; 3])).zip(answers.iter().copied()).collect() }
    };
    let known = battle.project(rules, Team::PLAYER);
    let strike = [Answer::Number(face), Answer::Unit(rat)];
    let uses = vec![using("randomize", &[Answer::Number(7)]), using("strike", &strike)];
    let mut plan = Plan::default();
    plan.set(own, Intent { uses, complete: true }, 0);
    let mut odds = Odds::within(OddsBudget::default());
    odds.ask(rules, &known, &plan, Some(own));
    odds.work(rules, &known, u64::MAX);
    let report = odds.report().expect("a report");
    let activation = report.activation.as_ref().expect("the prisoner acts");
    let loss = activation.effects.iter().find(|effect| effect.unit == rat);
    loss.map_or(0.0, |effect| effect.loss.chance_of(|loss| loss == 6))
}

/// `oracle/die/odds.tsv`: "reroll, then a strike if one is next; top 1; face 7 rerolls; strikes on 3, 6, 12" is 2/5.
#[test]
fn the_odds_of_a_reroll_are_those_of_the_reference_model() {
    let strikes = [3, 6, 12];
    let found = chance(&scenario(&strikes), 3);
    assert!((found - 0.4).abs() < 1e-12, "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Counts the faces on top after the reroll that have a strike beside them.
    #[test]
    fn the_odds_of_a_reroll_are_those_of_all_faces(faces in proptest::collection::btree_set(1_usize..=20, 1..6)) {
        let strikes: Vec<usize> = faces.into_iter().filter(|&face| face != 7).collect();
        prop_assume!(!strikes.is_empty());
        let scenario = scenario(&strikes);
        let deck = &scenario.rules.decks[0];
        // If the chosen strike is not next, another one is used.
        let is_near = |top: &u16| strikes.iter().any(|&face| deck.is_next(*top, face as u16));
        let right = (1..=20_u16).filter(is_near).count() as f64 / 20.0;
        let found = chance(&scenario, strikes[0] as i16);
        prop_assert!((found - right).abs() < 1e-12, "{strikes:?}: {found}, not {right}");
    }
}
