//! Random legal play on a copy of the known state, as in a rollout of a search.

use foretoken_vm::{
    ActionUse, Advance, Answer, Buffers, ChancePolicy, Intent, Known, Log, Plan, Predicted, Rulebook, chance::Dice,
};

/// Reusable buffers for random play.
#[derive(Debug)]
pub struct Player {
    dice: Dice,
    plan: Plan,
    answers: Vec<Answer>,
    buffers: Buffers,
    log: Log,
    copy: Predicted,
    /// Number of changes so far, to keep the work observable.
    pub changes: u64,
}

impl Player {
    /// Creates a player from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            plan: Plan::default(),
            answers: Vec::new(),
            buffers: Buffers::default(),
            log: Log::default(),
            copy: Predicted::default(),
            changes: 0,
        }
    }

    /// Copies the known state and runs a random action of the next unit with random legal answers.
    pub fn play(&mut self, book: &Rulebook, known: &Known) {
        self.copy.reset(known);
        self.log.clear();
        let Some(unit) = known.state().entities().iter().position(|unit| unit.is_activated()) else { return };
        let unit = foretoken_vm::EntityId(unit as u16);
        let kind = book.unit_type(known.state().entity(unit));
        let actions = kind.map_or(&[][..], |kind| kind.actions.as_slice());
        let Some(&program) = actions.get(self.dice.below(actions.len() as u32) as usize) else { return };
        let mut intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
        loop {
            self.plan.set(unit, intent.clone(), 0);
            let Self { copy, plan, buffers, log, .. } = self;
            let Advance::Unit(_, Some(question)) =
                copy.apply_for_preview(book, plan, ChancePolicy::Likely, buffers, log)
            else {
                break;
            };
            self.copy.legal_answers(book, &question, &mut self.buffers, &mut self.answers);
            let Some(&answer) = self.answers.get(self.dice.below(self.answers.len() as u32) as usize) else { break };
            intent.uses[0].answers.push((question.key, answer));
            self.copy.roll_back(book, &mut self.log, 0);
        }
        self.changes += self.log.len() as u64;
    }
}
