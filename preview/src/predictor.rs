//! The predictor: runs the next round on a working copy. Checkpoints before each activation are log indices, so a
//! changed plan re-runs only later activations.

use foretoken_vm::machine::Way;
use foretoken_vm::state::Span;
use foretoken_vm::{
    ActionUse, Advance, Answer, Buffers, Cell, ChancePolicy, EntityId, GameState, Intent, Known, Log, Plan, Predicted,
    Question, Ran, Rulebook,
};
use std::ops::ControlFlow;

const MOST_ACTIVATIONS: usize = 10_000;

/// Cells and answers whose check costs as much as one instruction.
const WORK_PER_STEP: u64 = 16;

/// How far to predict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// To the turn order's horizon.
    Horizon,
    /// To just before this unit's next activation.
    Before(EntityId),
    /// To just after this unit's next activation.
    After(EntityId),
    /// To just before the first unit without a decision, for records.
    Decided,
}

/// A predicted activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The activation, entry or round end that ran.
    pub advance: Advance,
    /// Index in the log of its first change.
    pub first: usize,
    ran: Ran,
    version: u64,
}

/// Runs predictions for one viewer in sequence.
#[derive(Debug, Default)]
pub struct Predictor {
    working: Predicted,
    log: Log,
    buffers: Buffers,
    activations: Vec<Activation>,
    from: Option<(u64, u64, ChancePolicy)>,
    /// Priorities of the units' intents in the predicted plan; they order the whole round.
    priorities: Vec<i8>,
    versions: Vec<u64>,
    open: Option<Ran>,
    steps: u64,
    choosing: Predicted,
    hash: Option<((u64, u64), u64)>,
    altered: Vec<u64>,
}

impl Predictor {
    /// Creates a predictor that also records source spans.
    #[must_use]
    pub fn tracing() -> Self {
        Self { log: Log::traced(), ..Self::default() }
    }

    /// Predicts from the knowledge of a side. Reuses valid results.
    pub fn run(&mut self, book: &Rulebook, known: &Known, plan: &Plan, policy: ChancePolicy, extent: Extent) {
        self.close(book);
        let is_same = self.from == Some((known.origin(), book.id(), policy));
        let valid = if is_same { self.still_valid(book, known, plan) } else { None };
        let keep = valid.unwrap_or_default();
        let is_at = |at: &usize| is_stop(self.activations[*at].advance, extent);
        let stop = match extent {
            Extent::Before(_) => (0..valid.map_or(0, |keep| self.activations.len().min(keep + 1))).find(is_at),
            _ => (0..keep).find(is_at),
        };
        let stands_before = matches!(extent, Extent::Before(_)) && stop.is_some();
        let keep = stop.map_or(keep, |at| if stands_before { at } else { at + 1 });
        self.go_back(book, known, keep);
        self.from = Some((known.origin(), book.id(), policy));
        self.priorities.clear();
        self.priorities.extend(priorities(known, plan));
        self.versions.clear();
        if book.scheduler.is_pick_turn() {
            self.versions.extend(versions(known, plan));
        }
        let done = self.activations.last().is_some_and(|last| is_stop_after(last.advance, last.ran.is_horizon, extent));
        if stands_before || done || self.activations.len() >= MOST_ACTIVATIONS {
            return;
        }
        let Self { working, log, buffers, activations, .. } = self;
        let steps = log.steps;
        let mut beyond = false;
        working.run(book, plan, policy, buffers, log, |ran| {
            let Ran { advance, first, is_horizon, .. } = ran;
            let version = match advance {
                Advance::Unit(unit, _) => plan.version(unit),
                _ => 0,
            };
            activations.push(Activation { advance, first, ran, version });
            beyond = match extent {
                Extent::Before(_) => is_stop(advance, extent),
                Extent::Decided => is_undecided(book, known, activations, plan),
                Extent::Horizon | Extent::After(_) => false,
            };
            if beyond || is_stop_after(advance, is_horizon, extent) || activations.len() >= MOST_ACTIVATIONS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.steps += self.log.steps - steps;
        if beyond {
            let last = self.activations.len() - 1;
            self.go_back(book, known, last);
        }
    }

    fn still_valid(&self, book: &Rulebook, known: &Known, plan: &Plan) -> Option<usize> {
        if book.scheduler.is_pick_turn() && !versions(known, plan).eq(self.versions.iter().copied()) {
            return None;
        }
        // An intent with another priority may precede all predicted activations, even if none has read it.
        if !priorities(known, plan).eq(self.priorities.iter().copied()) {
            return None;
        }
        let changed = self.activations.iter().position(|activation| match activation.advance {
            Advance::Unit(unit, _) => plan.version(unit) != activation.version,
            // Any intent, or the end of a side's turn, can change these.
            Advance::Waits | Advance::TurnEnd(_) => true,
            _ => false,
        });
        Some(changed.unwrap_or(self.activations.len()))
    }

    fn close(&mut self, book: &Rulebook) {
        if let Some(ran) = self.open.take() {
            self.working.go_back(book, &mut self.log, &ran);
        }
    }

    fn go_back(&mut self, book: &Rulebook, known: &Known, keep: usize) {
        let Some(activation) = self.activations.get(keep).copied() else {
            if self.activations.is_empty() {
                self.working.reset(known);
                self.log.clear();
                self.altered.clear();
            }
            return;
        };
        self.altered.truncate(keep + 1);
        if keep == 0 {
            self.working.reset(known);
            self.log.clear();
        } else {
            self.working.go_back(book, &mut self.log, &activation.ran);
        }
        self.activations.truncate(keep);
    }

    pub(crate) fn hash_of_known(&mut self, book: &Rulebook, known: &Known) -> u64 {
        let of = (known.origin(), book.id());
        match self.hash {
            Some((own, hash)) if own == of => hash,
            _ => {
                let hash = known.state().hash64(book);
                self.hash = Some((of, hash));
                hash
            }
        }
    }

    /// Returns the hash of the predicted state. In fog it includes the sides that see each unit.
    pub(crate) fn hash_of_end(&mut self, book: &Rulebook, known: &Known) -> u64 {
        let start = self.hash_of_known(book, known);
        if self.altered.is_empty() {
            self.altered.push(0);
        }
        for at in self.altered.len() - 1..self.activations.len() {
            let end = self.activations.get(at + 1).map_or(self.log.changes.len(), |next| next.first);
            let changes = &self.log.changes[self.activations[at].first..end];
            let sum = changes.iter().fold(self.altered[at], |sum, change| sum.wrapping_add(change.hash_delta(book)));
            self.altered.push(sum);
        }
        let hash = start.wrapping_add(self.altered[self.activations.len()]);
        if book.sight.is_none() {
            return hash;
        }
        let unseen = self.working.state().entities().iter().map(|row| u64::from(row.unseen) + 1);
        unseen.fold(hash, |hash, unseen| (hash ^ unseen).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23))
    }

    /// Discards the prediction; the next run starts from the knowledge of a side.
    pub fn forget(&mut self) {
        self.from = None;
    }

    /// Returns the predicted state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.working.state()
    }

    /// Returns the predicted state as knowledge of the deciding side.
    #[must_use]
    pub fn freeze(&self) -> Known {
        self.working.freeze()
    }

    /// Copies the predicted state into another working copy.
    pub fn copy_into(&self, beyond: &mut Predicted) {
        beyond.copy_from(&self.working);
    }

    /// Returns all predicted changes in order.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Returns the predicted activations in order.
    #[must_use]
    pub fn activations(&self) -> &[Activation] {
        &self.activations
    }

    pub(crate) fn is_round_end_horizon(&self) -> bool {
        let last = self.activations.last();
        last.is_some_and(|last| {
            last.advance == Advance::Over || last.ran.is_horizon && last.advance == Advance::RoundEnd
        })
    }

    /// Instructions run so far, with the cost of finding answers.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the request at which a unit's intent stopped, if any.
    #[must_use]
    pub fn question(&self, unit: EntityId) -> Option<Question> {
        self.activations.iter().find_map(|activation| question_of(activation.advance, unit))
    }

    /// Predicts up to a unit's next activation. Returns its next request with the legal answers in the player's order;
    /// `None` if there is none.
    pub fn ask(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        unit: EntityId,
        answers: &mut Vec<Answer>,
    ) -> Option<Question> {
        self.run(book, known, plan, ChancePolicy::Likely, Extent::After(unit));
        let question = self.question(unit)?;
        self.find_answers(book, &question, answers);
        Some(question)
    }

    /// Like [`Self::ask`], but leaves the activation open for [`Self::offered_open`] if the unit asks nothing more.
    pub(crate) fn ask_open(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        unit: EntityId,
        answers: &mut Vec<Answer>,
    ) -> Option<Question> {
        self.run(book, known, plan, ChancePolicy::Likely, Extent::Before(unit));
        let steps = self.log.steps;
        let ran = self.working.run_open(book, plan, &mut self.buffers, &mut self.log);
        self.steps += self.log.steps - steps;
        self.open = Some(ran);
        let question = question_of(ran.advance, unit)?;
        self.find_answers(book, &question, answers);
        Some(question)
    }

    fn find_answers(&mut self, book: &Rulebook, question: &Question, answers: &mut Vec<Answer>) {
        let work = self.working.legal_answers(book, question, &mut self.buffers, answers);
        self.steps += work / WORK_PER_STEP;
    }

    /// Returns the programs that a unit may use after its planned uses. Call it directly after [`Self::ask_open`].
    pub(crate) fn offered_open(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<u16> {
        let is_open = self.working.state().open_activation().is_some_and(|(open, _)| open == unit);
        if !is_open {
            self.close(book);
        }
        let state = if book.is_use_state_dependent() { self.working.state() } else { known.state() };
        allowed(book, state, plan, unit)
    }

    /// Returns the state in which a unit chooses its next action, after its planned uses.
    pub fn choosing(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> &GameState {
        self.run(book, known, plan, ChancePolicy::Likely, Extent::Before(unit));
        self.choosing.copy_from(&self.working);
        let mut log = Log::default();
        let advance = self.choosing.run_open(book, plan, &mut self.buffers, &mut log).advance;
        self.steps += log.steps;
        let is_open = self.choosing.state().open_activation().is_some_and(|(open, _)| open == unit);
        if !is_open || !matches!(advance, Advance::Unit(of, _) if of == unit) {
            self.choosing.copy_from(&self.working);
        }
        self.choosing.state()
    }

    /// Returns the usable programs after the planned uses.
    pub fn offered(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<u16> {
        let state = if book.is_use_state_dependent() { self.choosing(book, known, plan, unit) } else { known.state() };
        allowed(book, state, plan, unit)
    }

    /// Returns the actions of an intent with the answered cells.
    pub fn cells_answered(
        &mut self,
        book: &Rulebook,
        known: &Known,
        plan: &Plan,
        unit: EntityId,
        intent: &Intent,
    ) -> Vec<(u16, Vec<Cell>)> {
        let mut plan = plan.clone();
        let priority = Plan::priority_in(book, intent);
        let (mut asked, mut told) = (Intent::default(), Vec::new());
        let mut at = Predicted::default();
        for used in &intent.uses {
            asked.uses.push(ActionUse::new(used.program));
            let mut cells = Vec::new();
            loop {
                plan.set(unit, asked.clone(), priority);
                let Some(question) = self.ask(book, known, &plan, unit, &mut Vec::new()) else { break };
                let Some(answer) = used.answer(question.key) else { break };
                if answer != Answer::Pass {
                    self.copy_into(&mut at);
                    cells.extend(at.cell_of(book, &question, answer));
                }
                if let Some(last) = asked.uses.last_mut() {
                    last.answers.push((question.key, answer));
                }
            }
            told.push((used.program, cells));
        }
        told
    }

    /// Leads answers to [`Self::ask`] through waypoints. Drops those that become too far.
    pub fn lead(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answers: &mut Vec<Answer>) {
        self.working.lead(book, question, way, &mut self.buffers, answers);
    }

    /// Returns the answers with equally short and safe paths to a cell.
    pub fn ways(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, goal: Cell) -> Vec<Answer> {
        self.working.ways(book, question, way, goal, &mut self.buffers)
    }

    /// Returns the avoided cells with their damage; see [`Predicted::spared`].
    pub fn spared(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answer: Answer) -> Vec<(Cell, u32)> {
        self.working.spared(book, question, way, answer, &mut self.buffers)
    }

    /// Returns the source span of a change, if the predictor traces.
    #[must_use]
    pub fn span_of(&self, change: usize) -> Option<Span> {
        self.log.span_of(change)
    }
}

fn allowed(book: &Rulebook, state: &GameState, plan: &Plan, unit: EntityId) -> Vec<u16> {
    let nothing = Intent::default();
    let intent = plan.intent(unit).unwrap_or(&nothing);
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().filter(|&program| intent.allows(book, state, unit, program).is_ok()).collect()
}

/// Returns the priorities of known units. Those of unknown units would reveal them.
fn priorities<'a>(known: &'a Known, plan: &'a Plan) -> impl Iterator<Item = i8> + 'a {
    let units = known.state().entities().iter().enumerate();
    units.map(|(index, row)| if row.is_alive() { plan.priority(EntityId(index as u16)) } else { 0 })
}

fn versions<'a>(known: &Known, plan: &'a Plan) -> impl Iterator<Item = u64> + use<'a> {
    (0..known.state().entities().len()).map(|index| plan.version(EntityId(index as u16)))
}

fn is_undecided(book: &Rulebook, known: &Known, activations: &[Activation], plan: &Plan) -> bool {
    let Some((Activation { advance: Advance::Unit(unit, _), .. }, before)) = activations.split_last() else {
        return false;
    };
    let decides_itself = book.policy_of(known.state(), *unit).is_some();
    plan.intent(*unit).is_none() && !decides_itself
        || before.iter().any(|earlier| matches!(earlier.advance, Advance::Unit(own, _) if own == *unit))
}

fn question_of(advance: Advance, unit: EntityId) -> Option<Question> {
    match advance {
        Advance::Unit(id, question) if id == unit => question,
        _ => None,
    }
}

fn is_stop(advance: Advance, extent: Extent) -> bool {
    match extent {
        Extent::Horizon | Extent::Decided => false,
        Extent::Before(unit) | Extent::After(unit) => matches!(advance, Advance::Unit(id, _) if id == unit),
    }
}

fn is_stop_after(advance: Advance, is_horizon: bool, extent: Extent) -> bool {
    matches!(advance, Advance::Over | Advance::Waits)
        || is_horizon && extent != Extent::Decided
        || matches!(extent, Extent::After(_)) && is_stop(advance, extent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::program::{Amount, Asks, Request};
    use foretoken_vm::regions::RegionId;
    use foretoken_vm::rulebook::UnitType;
    use foretoken_vm::tokens::Declare;
    use foretoken_vm::tokens::flow::Ask;
    use foretoken_vm::tokens::operand::To;
    use foretoken_vm::{ActionUse, Address, Battle, Board, Dir, Intent, Member, Opening, Rules, Team, TokenSet};

    #[test]
    fn looking_for_answers_counts_as_steps() {
        let (region, max) = (RegionId::BOARD, Amount::Const(1));
        let request = Request { asks: Asks::Cell, from: Address::SELF, region, max, ..Request::default() };
        let ask = Declare { at: Address(0), ask: Ask { request: 0, end: To(1) } }.into();
        let program = TokenSet { code: vec![ask], requests: vec![request], addresses: 1, ..TokenSet::default() };
        let board = Board::new(512, 512);
        let kind = UnitType { health: 1, acts: true, points: (0, 1), actions: vec![0], ..UnitType::default() };
        let cell = board.cell(9, 9).expect("on the board");
        let roster = vec![Member::new(0, Team::PLAYER, cell, Dir::East)];
        let (programs, unit_types) = (vec![program], vec![kind]);
        let book = Rules { board, unit_types, programs, ..Rules::default() }.build();
        let known = Battle::new(&book, &Opening { roster, ..Opening::default() }).project(&book, Team::PLAYER);
        let mut plan = Plan::default();
        plan.set(EntityId(0), Intent { uses: vec![ActionUse::new(0)], complete: false }, 0);
        let (mut predictor, mut answers) = (Predictor::default(), Vec::new());
        predictor.ask(&book, &known, &plan, EntityId(0), &mut answers).expect("it asks");
        assert_eq!(answers.len(), 512 * 512);
        assert!(predictor.steps() >= 2 * 512 * 512 / WORK_PER_STEP, "{} steps", predictor.steps());
    }
}
