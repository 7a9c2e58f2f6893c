//! Whole predicted rounds of a shipped scenario, and battles of it, for any build of the crates.
//!
//! The work is a macro over the crates' names, so that one benchmark can link two builds of them and run both interleaved in one
//! process. Both must have what is used here: loading, compiling, projecting, deciding and predicting.

/// Defines `Rounds`, the predicted round of one scenario, and `battles`, for the crates of these names.
#[macro_export]
macro_rules! scenario_work {
    ($vm:ident, $preview:ident, $assets:ident, $session:ident) => {
        /// A scenario in its first round, with what the computer's sides and, after them, all others decided.
        pub struct Rounds {
            book: std::sync::Arc<$vm::Rulebook>,
            opening: $vm::Opening,
            known: $vm::Known,
            plan: $vm::Plan,
            predictor: $preview::Predictor,
        }

        impl Rounds {
            /// The scenario of a pack's folder with this name.
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

            /// What is decided, by unit.
            #[must_use]
            pub fn intents(&self) -> Vec<Option<$vm::Intent>> {
                let units = self.known.state().entities().len() as u16;
                (0..units).map(|unit| self.plan.intent($vm::EntityId(unit)).cloned()).collect()
            }

            /// Decides otherwise: by unit, as [`Self::intents`] gives it.
            pub fn decide(&mut self, intents: Vec<Option<$vm::Intent>>) {
                self.plan = $vm::Plan::default();
                for (unit, intent) in (0..).zip(intents) {
                    if let Some(intent) = intent {
                        self.plan.set($vm::EntityId(unit), intent, 0);
                    }
                }
            }

            /// Predicts the round from what is known, keeping nothing of the prediction before.
            pub fn predict(&mut self) {
                let Self { book, known, plan, predictor, .. } = self;
                predictor.forget();
                predictor.run(book, known, plan, $vm::ChancePolicy::Likely, $preview::Extent::Horizon);
            }

            /// What the last prediction came to: activations, instructions, and each change as words.
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

            /// Plays one battle to its end with a planner on every side: its outcome and rounds.
            #[must_use]
            pub fn battle(&self, seed: u64, budget: u64) -> (i32, i32) {
                let options = $preview::PlannerOptions { budget, ..$preview::PlannerOptions::default() };
                let tally = $session::simulate::play(&self.book, &self.opening.seeded(seed), &options);
                (tally.outcome, tally.rounds)
            }
        }
    };
}

/// The scenarios of the pack `vigil`.
pub const SHIPPED: [&str; 6] =
    ["first-light", "oil-and-ember", "powder", "silence-the-bell", "the-last-stair", "turned-blades"];
