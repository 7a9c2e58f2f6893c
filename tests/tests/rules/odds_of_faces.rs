//! Odds of rerolls of the die, then a strike, on the shipped pack `jail`: against an exact figure of the reference model,
//! against all twenty faces, and for two rerolls against all 400 pairs of faces.

use foretoken_action_assets::{AnyAsset, AssetType, KindRegistry, Library};
use foretoken_preview::{Odds, OddsBudget};
use foretoken_session::texts::rerolls;
use foretoken_vm::program::Token;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::{ActionUse, Answer, Battle, CompiledScenario, EntityId, Intent, Key, Opening, Plan, Rulebook, Team};
use proptest::prelude::*;
use std::path::Path;

/// Compiles *The Cell* with a die that has rerolls on some faces, strikes on others, and nothing else. The player has
/// energy for three faces.
fn scenario(rerolls: &[usize], strikes: &[usize]) -> CompiledScenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/jail");
    let mut library = Library::load_folder(&folder, KindRegistry::core());
    let Some(AnyAsset::Unit(mut unit)) = library.asset(AssetType::Unit, "prisoner").cloned() else { panic!("a unit") };
    let skill = |face: usize| match face {
        face if rerolls.contains(&face) => "randomize",
        face if strikes.contains(&face) => "strike",
        _ => "",
    };
    unit.actions_per_turn = 3;
    unit.deck_skills = (1..=20).map(|face| skill(face).to_owned()).collect();
    library.put("prisoner", AnyAsset::Unit(unit));
    let (scenario, faults) = library.compile("the-cell");
    scenario.unwrap_or_else(|| panic!("{}", faults.render()))
}

/// Begins the battle with face 1 on top. Face 7 is next to it.
fn begun(scenario: &CompiledScenario) -> Battle {
    let rules = &scenario.rules;
    let mut opening = Opening { seed: 1, ..scenario.opening.clone() };
    let top = rules.columns.find(ColumnOf::Entity, "top").expect("the face on top");
    let is_player = |team: Team| team == Team::PLAYER;
    let prisoner = opening.roster.iter_mut().find(|member| is_player(member.team)).expect("the prisoner");
    prisoner.columns.push((top, 1));
    Battle::new(rules, &opening)
}

/// Returns the player's unit and the rat.
fn units(rules: &Rulebook, battle: &Battle) -> (EntityId, EntityId) {
    let find = |title: &str| {
        let is_it = |id: EntityId| rules.unit_type(battle.state().entity(id)).is_some_and(|kind| kind.title == title);
        battle.state().living().map(|(id, _)| id).find(|&id| is_it(id)).expect("it is there")
    };
    (find("Prisoner"), find("Rat"))
}

/// Returns the chance that a strike after rerolls by these faces takes 6 health of the rat. A reroll whose face is not next
/// is left out. If several strikes are next, the one on `face` is preferred.
fn chance(scenario: &CompiledScenario, rerolls: &[i16], face: i16) -> f64 {
    let rules = &scenario.rules;
    let battle = begun(scenario);
    let (own, rat) = units(rules, &battle);
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
    let rerolled = rerolls.iter().map(|&slot| using("randomize", &[Answer::Number(slot)]));
    let uses = rerolled.chain([using("strike", &strike)]).collect();
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

/// Returns the shown chances of a strike next: after a reroll by face 7, and within two rerolls.
fn shown(scenario: &CompiledScenario) -> (f64, f64) {
    let battle = begun(scenario);
    let (own, _) = units(&scenario.rules, &battle);
    let program = scenario.rules.find_program("randomize").expect("an action");
    let reaches = rerolls::reaches(&scenario.rules, battle.state(), own, program);
    let strike = reaches.iter().find(|reach| reach.title == "Strike").expect("there are strikes");
    (strike.once as f64 / 20.0, strike.twice as f64 / 400.0)
}

/// `oracle/die/odds.tsv`: "reroll, then a strike if one is next; top 1; face 7 rerolls; strikes on 3, 6, 12" is 2/5.
#[test]
fn the_odds_of_a_reroll_are_those_of_the_reference_model() {
    let strikes = [3, 6, 12];
    let found = chance(&scenario(&[7], &strikes), &[7], 3);
    assert!((found - 0.4).abs() < 1e-12, "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Counts the faces on top after the reroll that have a strike beside them.
    #[test]
    fn the_odds_of_a_reroll_are_those_of_all_faces(faces in proptest::collection::btree_set(1_usize..=20, 1..6)) {
        let strikes: Vec<usize> = faces.into_iter().filter(|&face| face != 7).collect();
        prop_assume!(!strikes.is_empty());
        let scenario = scenario(&[7], &strikes);
        let deck = &scenario.rules.decks[0];
        // If the chosen strike is not next, another one is used.
        let is_near = |top: &u16| strikes.iter().any(|&face| deck.is_next(*top, face as u16));
        let right = (1..=20_u16).filter(is_near).count() as f64 / 20.0;
        let found = chance(&scenario, &[7], strikes[0] as i16);
        prop_assert!((found - right).abs() < 1e-12, "{strikes:?}: {found}, not {right}");
        prop_assert_eq!(shown(&scenario).0, right, "the shown odds");
    }

    /// The shown odds within two rerolls are those of all pairs of faces: the second reroll is used if the first brings no
    /// strike next and a reroll that is not face 7.
    #[test]
    fn the_shown_odds_within_two_rerolls_are_those_of_all_pairs(
        strikes in proptest::collection::btree_set(1_usize..=20, 1..5),
        more in proptest::collection::btree_set(1_usize..=20, 0..4),
    ) {
        let rerolls: Vec<usize> = more.iter().copied().chain([7]).collect();
        let strikes: Vec<usize> = strikes.into_iter().filter(|face| !rerolls.contains(face)).collect();
        prop_assume!(!strikes.is_empty());
        let scenario = scenario(&rerolls, &strikes);
        let deck = &scenario.rules.decks[0];
        let has_next = |top: u16, faces: &[usize]| faces.iter().any(|&face| deck.is_next(top, face as u16));
        let others: Vec<usize> = rerolls.iter().copied().filter(|&face| face != 7).collect();
        let mut reached = 0;
        for first in 1..=20_u16 {
            for second in 1..=20_u16 {
                let last = if !has_next(first, &strikes) && has_next(first, &others) { second } else { first };
                reached += usize::from(has_next(last, &strikes));
            }
        }
        prop_assert_eq!(shown(&scenario).1, reached as f64 / 400.0);
    }

    /// If no face lies next to both the second reroll and the strike, a player who rerolls whenever it is possible has the
    /// shown odds in the battle itself.
    #[test]
    fn the_shown_odds_within_two_rerolls_are_those_of_the_battle(again in 1_usize..=20, strike in 1_usize..=20) {
        prop_assume!(again != 7 && strike != 7 && again != strike);
        let scenario = scenario(&[7, again], &[strike]);
        let deck = &scenario.rules.decks[0];
        let is_beside_both = |top| deck.is_next(top, again as u16) && deck.is_next(top, strike as u16);
        prop_assume!(!(1..=20_u16).any(is_beside_both));
        let found = chance(&scenario, &[7, again as i16], strike as i16);
        let (_, within_two) = shown(&scenario);
        prop_assert!((found - within_two).abs() < 1e-12, "{found}, not {within_two}");
    }
}
