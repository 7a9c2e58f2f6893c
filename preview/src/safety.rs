//! The safety map: what the round would do to a unit on each cell that it can go to, and who would do it. It is predicted for
//! each of them, so fire, fuses, pushes and blows of all who have decided count.

use crate::predictor::{Extent, Predictor};
use foretoken_vm::program::Cost;
use foretoken_vm::{
    ActionUse, Advance, Answer, Cell, ChancePolicy, ChangeKind, EntityId, Intent, Known, Plan, Rulebook, carried_out,
};

/// What the round would do to a unit that goes to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Where it goes.
    pub cell: Cell,
    /// Health and shield that it loses by the horizon.
    pub harm: i32,
    /// Whether it is dead then.
    pub dies: bool,
    /// Whose activations harm it, in order; ground, falls and fuses that go off by themselves are nobody's.
    pub by: Vec<EntityId>,
}

/// Whom a map is of: the unit, the known state, the rulebook, and the plan.
type Key = (EntityId, u64, u64, Plan);

/// Works maps out, and keeps the last.
#[derive(Debug)]
pub struct SafetyMap {
    of: Option<Key>,
    dangers: Vec<Danger>,
    predictor: Predictor,
    answers: Vec<Answer>,
}

impl Default for SafetyMap {
    fn default() -> Self {
        Self { of: None, dangers: Vec::new(), predictor: Predictor::tracing(), answers: Vec::new() }
    }
}

impl SafetyMap {
    /// Works out the map of a unit, if it is another than the last: each cell that one of its moves leads to, and where it
    /// stands. What is planned for it is left out, what others have decided counts.
    pub fn update(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) {
        let of = (unit, known.origin(), book.id(), plan.clone());
        if self.of.as_ref() == Some(&of) {
            return;
        }
        self.dangers.clear();
        let mut plan = plan.clone();
        let done = carried_out(known.state(), &plan, unit).to_vec();
        let stays = Intent { uses: done.clone(), complete: true };
        self.look(book, known, &mut plan, unit, stays);
        let moves = known.state().sheet(book).actions(unit).into_iter();
        let is_move = |program: &u16| book.program(*program).is_some_and(|set| set.cost == Cost::Move);
        let begun = Intent { uses: done.clone(), complete: false };
        let affords = |&program: &u16| begun.affords(book, known.state(), unit, done.len(), program);
        let moves: Vec<u16> = moves.filter(is_move).filter(affords).collect();
        for program in moves {
            let mut asks = begun.clone();
            asks.uses.push(ActionUse::new(program));
            plan.set(unit, asks.clone(), Plan::priority_in(book, &asks));
            let mut answers = std::mem::take(&mut self.answers);
            if let Some(question) = self.predictor.ask(book, known, &plan, unit, &mut answers) {
                for &answer in &answers {
                    let mut intent = Intent { complete: true, ..asks.clone() };
                    if let Some(used) = intent.uses.last_mut() {
                        used.answers.push((question.key, answer));
                    }
                    self.look(book, known, &mut plan, unit, intent);
                }
            }
            self.answers = answers;
        }
        self.dangers.sort_by_key(|danger| danger.cell.bits());
        self.of = Some(of);
    }

    /// Predicts one intent, and keeps what it comes to where nothing better leads to the same cell.
    fn look(&mut self, book: &Rulebook, known: &Known, plan: &mut Plan, unit: EntityId, intent: Intent) {
        let priority = Plan::priority_in(book, &intent);
        plan.set(unit, intent, priority);
        self.predictor.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
        let activations = self.predictor.activations();
        let own =
            activations.iter().position(|activation| matches!(activation.advance, Advance::Unit(id, _) if id == unit));
        let changes = &self.predictor.log().changes;
        let span = own.map(|at| {
            let end = activations.get(at + 1).map_or(changes.len(), |next| next.first);
            activations[at].first..end
        });
        let mut danger = Danger { cell: known.state().entity(unit).cell, harm: 0, dies: false, by: Vec::new() };
        for (at, change) in changes.iter().enumerate().filter(|(_, change)| change.entity == unit) {
            match change.kind {
                ChangeKind::Cell if span.as_ref().is_none_or(|span| at < span.end) => {
                    danger.cell = Cell::from_bits(change.after as u32);
                }
                ChangeKind::Health | ChangeKind::Shield if change.after < change.before => {
                    danger.harm = danger.harm.saturating_add(change.before - change.after);
                    let by = self.predictor.span_of(at).map_or(EntityId::NONE, |span| span.actor);
                    if by.is_some() && by != unit && !danger.by.contains(&by) {
                        danger.by.push(by);
                    }
                }
                _ => {}
            }
        }
        danger.dies = !self.predictor.state().entity(unit).is_alive();
        match self.dangers.iter_mut().find(|other| other.cell == danger.cell) {
            None => self.dangers.push(danger),
            Some(other) if (danger.dies, danger.harm) < (other.dies, other.harm) => *other = danger,
            Some(_) => {}
        }
    }

    /// What was worked out last, by cell.
    #[must_use]
    pub fn dangers(&self) -> &[Danger] {
        &self.dangers
    }

    /// What would come to the unit on a cell; nothing where it cannot go.
    #[must_use]
    pub fn danger_at(&self, cell: Cell) -> Option<&Danger> {
        self.dangers.iter().find(|danger| danger.cell == cell)
    }
}
