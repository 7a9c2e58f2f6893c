//! Predicted rounds and battles of a shipped scenario. A macro over crate names lets one benchmark link two builds and
//! run both interleaved.

/// Defines `Rounds`, the predicted round of a scenario, and `battles` for these crates.
#[macro_export]
macro_rules! scenario_work {
    ($vm:ident, $preview:ident, $assets:ident, $session:ident) => {
        /// Scenario in its first round with the decisions of all sides, the computer's first.
        pub struct Rounds {
            book: std::sync::Arc<$vm::Rulebook>,
            opening: $vm::Opening,
            known: $vm::Known,
            plan: $vm::Plan,
            predictor: $preview::Predictor,
        }

        impl Rounds {
            /// Loads the scenario from a pack's folder.
            ///
            /// # Panics
            /// If it does not compile.
            #[must_use]
            pub fn new(folder: &std::path::Path, scenario: &str) -> Self {
                let library = $assets::Library::load_folder(folder, $assets::KindRegistry::core());
                let (compiled, faults) = library.compile(scenario);
                let Some(compiled) = compiled else { panic!("{scenario} does not compile: {faults:?}") };
                let opening = compiled.seeded(7);
                let book = std::sync::Arc::new(compiled.rules);
                let mut replay = $session::record::Replay::new(std::sync::Arc::clone(&book), &opening);
                let options = $preview::PlannerOptions { budget: 20_000, ..$preview::PlannerOptions::default() };
                $session::simulate::decide_all(&mut replay, &mut $preview::Planner::new(options));
                let known = replay.battle.project(&book, $vm::Team::PLAYER);
                let plan = replay.battle.numbering($vm::Team::PLAYER).plan_to_known(&replay.plan);
                Self { book, opening, known, plan, predictor: $preview::Predictor::default() }
            }

            /// Returns the intents by unit.
            #[must_use]
            pub fn intents(&self) -> Vec<Option<$vm::Intent>> {
                let units = self.known.state().entities().len() as u16;
                (0..units).map(|unit| self.plan.intent($vm::EntityId(unit)).cloned()).collect()
            }

            /// Sets the intents by unit, in the format of [`Self::intents`].
            pub fn decide(&mut self, intents: Vec<Option<$vm::Intent>>) {
                self.plan = $vm::Plan::default();
                for (unit, intent) in (0..).zip(intents) {
                    if let Some(intent) = intent {
                        self.plan.set($vm::EntityId(unit), intent, 0);
                    }
                }
            }

            /// Predicts the round from the known state.
            pub fn predict(&mut self) {
                let Self { book, known, plan, predictor, .. } = self;
                predictor.forget();
                predictor.run(book, known, plan, $vm::ChancePolicy::Likely, $preview::Extent::Horizon);
            }

            /// Returns activations, instructions and changes of the last prediction.
            #[must_use]
            pub fn came_to(&self) -> (usize, u64, Vec<[i64; 6]>) {
                let log = self.predictor.log();
                let words = |c: &$vm::Change| {
                    let (kind, label, entity) = (c.kind as i64, i64::from(c.label), i64::from(c.entity.0));
                    [kind, label, entity, i64::from(c.at), i64::from(c.before), i64::from(c.after)]
                };
                let changes = log.changes.iter().map(words).collect();
                (self.predictor.activations().len(), log.steps, changes)
            }

            /// Plays a battle with planners on all sides; returns outcome and rounds.
            #[must_use]
            pub fn battle(&self, seed: u64, budget: u64) -> (i32, i32) {
                let options = $preview::PlannerOptions { budget, ..$preview::PlannerOptions::default() };
                let tally = $session::simulate::play(&self.book, &self.opening.seeded(seed), &options);
                (tally.outcome, tally.rounds)
            }
        }
    };
}

/// Scenarios of the pack `vigil`.
pub const SHIPPED: [&str; 6] =
    ["first-light", "oil-and-ember", "powder", "silence-the-bell", "the-last-stair", "turned-blades"];
