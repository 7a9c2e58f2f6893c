//! The loop over bound intents and the general loop give equal changes, on shipped scenarios and random worlds.

use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_session::simulate;
use foretoken_tests::{Choices, Features, World, config, decide_all, random_intent, replay, root};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    Advance, Battle, Buffers, ChancePolicy, ChangeKind, CompiledScenario, Log, Plan, Predicted, Rulebook, Team,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// The rules with both loops, with the buffers of each.
struct Loops<'b> {
    bound: &'b Rulebook,
    general: Rulebook,
    buffers: [Buffers; 2],
}

const fn until_round_end(advance: Advance) -> ControlFlow<()> {
    match advance {
        Advance::RoundEnd | Advance::Waits | Advance::Over => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

impl<'b> Loops<'b> {
    fn new(bound: &'b Rulebook) -> Self {
        Self { bound, general: bound.to_rules().build_with(false), buffers: Default::default() }
    }

    /// Predicts the round for both sides and executes it, in both loops.
    fn assert_equal(&mut self, battle: &mut Battle, plan: &Plan) {
        for viewer in [Team::PLAYER, Team(1)] {
            let known = battle.project(self.bound, viewer);
            let plan = battle.numbering(viewer).plan_to_known(plan);
            let mut predicted = [Predicted::of(&known), Predicted::of(&known)];
            let mut logs = [Log::default(), Log::default()];
            let books = [self.bound, &self.general];
            for (at, book) in books.into_iter().enumerate() {
                let (buffers, log) = (&mut self.buffers[at], &mut logs[at]);
                let after = |ran: foretoken_vm::Ran| until_round_end(ran.advance);
                predicted[at].run(book, &plan, ChancePolicy::Likely, buffers, log, after);
            }
            let [bound, general] = logs;
            assert_eq!(bound.changes, general.changes);
            assert_eq!((bound.steps, bound.uncertain), (general.steps, general.uncertain));
            assert_eq!(predicted[0].state(), predicted[1].state());
        }
        let (mut logs, mut other) = ([Log::default(), Log::default()], battle.clone());
        for (at, (book, battle)) in [(self.bound, &mut *battle), (&self.general, &mut other)].into_iter().enumerate() {
            battle.run(book, plan, &mut self.buffers[at], &mut logs[at], |ran| until_round_end(ran.advance));
        }
        assert_eq!(logs[0].changes, logs[1].changes);
        assert_eq!(battle.state(), other.state());
    }
}

/// Plays rounds of a battle and compares both loops before each. Returns the number of changes of health.
fn play_in_both(scenario: &CompiledScenario, seed: u64, rounds: usize) -> usize {
    let (mut replay, mut loops) = (replay(scenario, seed), Loops::new(scenario));
    let mut planner = Planner::new(PlannerOptions { budget: 200, ..PlannerOptions::default() });
    let mut harmed = 0;
    for _ in 0..rounds {
        simulate::decide_all(&mut replay, &mut planner);
        loops.assert_equal(&mut replay.battle.clone(), &replay.plan);
        replay.execute();
        harmed += replay.log.changes.iter().filter(|change| change.kind == ChangeKind::Health).count();
        if replay.battle.state().battle(BattleField::Outcome) != 0 {
            break;
        }
    }
    harmed
}

#[test]
fn shipped_scenarios_go_on_equally_in_both_loops() {
    for pack in ["vigil", "jail"] {
        let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
        for name in library.names_of(AssetType::Scenario) {
            let scenario = library.compile(name).0.unwrap_or_else(|| panic!("{pack}/{name} compiles"));
            play_in_both(&scenario, 3, 6);
        }
    }
}

/// A pack whose attacks are fused with their pushes, as no action of it mirrors them, and whose damage modifiers
/// read the attacker.
#[test]
fn damage_modifiers_read_the_attacker_in_both_loops() {
    let mut library = Library::load_folder(&root().join("examples/packs/breach"), KindRegistry::core());
    for (path, text) in [
        ("skills/strong.ron", r#"Skill(title: "Strong", damage_modifiers: [(stage: Outgoing, amount: 1)])"#),
        ("skills/wary.ron", r#"Skill(title: "Wary", damage_modifiers: [(stage: Incoming, amount: "cause.movement")])"#),
        (
            "units/puncher.ron",
            r#"Unit(title: "Puncher", glyph: "P", health: 9, initiative: 9, movement: 4, tags: ["mech"], skills: ["strong"], actions: ["walk", "punch"])"#,
        ),
        (
            "units/crawler.ron",
            r#"Unit(title: "Crawler", glyph: "c", health: 30, movement: 3, skills: ["wary"], actions: ["walk", "punch"])"#,
        ),
    ] {
        library.reload(path, Some(text.as_bytes()));
    }
    let (scenario, faults) = library.compile("street");
    let scenario = scenario.unwrap_or_else(|| panic!("{}", faults.render()));
    let mut harmed = 0;
    for seed in 0..4 {
        harmed += play_in_both(&scenario, seed, 5);
    }
    assert!(harmed > 5, "{harmed} attacks");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_worlds_go_on_equally_in_both_loops(
        numbers in prop::collection::vec(any::<u16>(), 500..1_500),
        (lively, chance) in any::<(bool, bool)>(),
        seed in any::<u64>(),
    ) {
        let choices = &mut Choices::new(numbers);
        let world = World::new(choices, Features { lively, chance, ..Features::default() }).under(0);
        let (book, mut loops) = (&world.book, Loops::new(&world.book));
        let mut battle = book.battle(seed);
        for _ in 0..6 {
            let mut plan = Plan::default();
            decide_all(book, &battle, &mut plan, |known, plan, unit| {
                Some(random_intent(choices, book, known, plan, unit))
            });
            loops.assert_equal(&mut battle, &plan);
        }
    }
}
