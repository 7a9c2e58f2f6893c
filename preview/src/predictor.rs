//! The predictor: runs the round to come on a working copy, and keeps a checkpoint before each activation, so that
//! moving the hover re-runs only what comes after. A checkpoint is a place in the log: going back undoes the changes
//! from its end, so keeping one costs nothing and going back costs what was changed.

use foretoken_vm::machine::Way;
use foretoken_vm::state::Span;
use foretoken_vm::{
    ActionUse, Advance, Answer, Buffers, Cell, ChancePolicy, EntityId, GameState, Intent, Known, Log, Plan, Predicted,
    Question, Ran, Rulebook,
};
use std::ops::ControlFlow;

/// Most activations of one prediction; a turn order that never ends is cut here.
const MOST_ACTIVATIONS: usize = 10_000;

/// Cells and answers that take about as long to look at as an instruction takes to run.
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
    /// To just before a unit of which the plan says nothing, or which has done what it says, whatever the turn order's horizon
    /// is: what comes of decisions that are known from a record.
    Decided,
}

/// One activation that was predicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// What ran.
    pub advance: Advance,
    /// Index in the log of its first change.
    pub first: usize,
    /// The same with what the log said before it.
    ran: Ran,
    /// Version of the intent it read.
    version: u64,
}

/// Runs predictions for one viewer, one after another.
#[derive(Debug, Default)]
pub struct Predictor {
    working: Predicted,
    log: Log,
    buffers: Buffers,
    activations: Vec<Activation>,
    /// What the log was predicted from: known state, rulebook and chance policy.
    from: Option<(u64, u64, ChancePolicy)>,
    /// Priority of each unit's intent in the plan that was predicted: they order the whole round.
    priorities: Vec<i8>,
    /// Version of each unit's intent in that plan, where they decide who is next.
    versions: Vec<u64>,
    /// What runs open behind the activations, if anything does.
    open: Option<Ran>,
    /// Instructions run over this predictor's life: the planner's budget.
    steps: u64,
    /// Where [`Self::choosing`] runs a unit's intent.
    choosing: Predicted,
    /// The hash of what is known, with its origin and the rules.
    hash: Option<((u64, u64), u64)>,
    /// By how much the hash is altered before each activation, as far as that was asked for.
    altered: Vec<u64>,
}

impl Predictor {
    /// A predictor that also keeps who made each change, for editors and comparisons.
    #[must_use]
    pub fn tracing() -> Self {
        Self { log: Log::traced(), ..Self::default() }
    }

    /// Predicts from what is known. What an earlier call found and still holds is kept.
    pub fn run(&mut self, book: &Rulebook, known: &Known, plan: &Plan, policy: ChancePolicy, extent: Extent) {
        self.close(book);
        let is_same = self.from == Some((known.origin(), book.id(), policy));
        let valid = if is_same { self.still_valid(book, known, plan) } else { None };
        let keep = valid.unwrap_or_default();
        // An activation that does not hold any more comes at the same place as long as those before it hold.
        let is_at = |at: &usize| stops_at(self.activations[*at].advance, extent);
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
        if book.scheduler.picks() {
            self.versions.extend(versions(known, plan));
        }
        let done = self.activations.last().is_some_and(|last| stops_after(last.advance, last.ran.is_horizon, extent));
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
                Extent::Before(_) => stops_at(advance, extent),
                Extent::Decided => is_undecided(book, known, activations, plan),
                Extent::Horizon | Extent::After(_) => false,
            };
            if beyond || stops_after(advance, is_horizon, extent) || activations.len() >= MOST_ACTIVATIONS {
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

    /// How many activations from the first still hold under this plan; `None` if their order may be another.
    fn still_valid(&self, book: &Rulebook, known: &Known, plan: &Plan) -> Option<usize> {
        if book.scheduler.picks() && !versions(known, plan).eq(self.versions.iter().copied()) {
            return None;
        }
        // An intent with another priority may come before all that was predicted, also one that was not read yet.
        if !priorities(known, plan).eq(self.priorities.iter().copied()) {
            return None;
        }
        let changed = self.activations.iter().position(|activation| match activation.advance {
            Advance::Unit(unit, _) => plan.version(unit) != activation.version,
            // Any intent, and any side that closes its decisions, may alter these.
            Advance::Waits | Advance::TurnEnd(_) => true,
            _ => false,
        });
        Some(changed.unwrap_or(self.activations.len()))
    }

    /// Takes back what runs open.
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

    /// The hash of the known state, computed once.
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

    /// The hash of the predicted state: that of the known state and the changes since. In fog it includes which sides
    /// see each unit: hashes of states leave that out, and it may differ between states that are equal otherwise.
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

    /// Forgets what was predicted, so that the next run starts from what is known.
    pub fn forget(&mut self) {
        self.from = None;
    }

    /// The predicted state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.working.state()
    }

    /// The predicted state as something known, for the side that decides at that point.
    #[must_use]
    pub fn freeze(&self) -> Known {
        self.working.freeze()
    }

    /// Copies the predicted state into another working copy, to run on from there.
    pub fn copy_into(&self, beyond: &mut Predicted) {
        beyond.copy_from(&self.working);
    }

    /// All changes predicted, in order.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The activations predicted, in order.
    #[must_use]
    pub fn activations(&self) -> &[Activation] {
        &self.activations
    }

    /// Whether the prediction ran to a horizon that is the end of a round, or to the end of the battle.
    pub(crate) fn ends_with_round(&self) -> bool {
        let last = self.activations.last();
        last.is_some_and(|last| {
            last.advance == Advance::Over || last.ran.is_horizon && last.advance == Advance::RoundEnd
        })
    }

    /// Instructions run so far, over all predictions; looking for answers counts by what it takes.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// The question at which a unit's intent stopped, if it did.
    #[must_use]
    pub fn question(&self, unit: EntityId) -> Option<Question> {
        self.activations.iter().find_map(|activation| question_of(activation.advance, unit))
    }

    /// Predicts up to a unit's next activation and says what it asks next and which answers fit, in the order a player
    /// cycles through them. `None` when it asks nothing more (or never gets to act).
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

    /// The same as [`Self::ask`], and if the unit asks nothing more, its activation stays open for [`Self::offered_open`].
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

    /// Finds the answers that fit a question of the predicted state, and pays for that.
    fn find_answers(&mut self, book: &Rulebook, question: &Question, answers: &mut Vec<Answer>) {
        let work = self.working.legal_answers(book, question, &mut self.buffers, answers);
        self.steps += work / WORK_PER_STEP;
    }

    /// The programs that a unit may use after the uses that the plan holds for it, directly after [`Self::ask_open`] for the same
    /// plan.
    pub(crate) fn offered_open(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<u16> {
        let is_open = self.working.state().open_activation().is_some_and(|(open, _)| open == unit);
        if !is_open {
            self.close(book);
        }
        let state = if book.judges_uses_by_state() { self.working.state() } else { known.state() };
        allowed(book, state, plan, unit)
    }

    /// The state in which a unit chooses its next action: at its place in the order, with the uses that the plan holds for
    /// it carried out, before its activation ends. If it cannot act, the state at its place.
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

    /// The programs that a unit may use after the uses that the plan holds for it.
    pub fn offered(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<u16> {
        let state = if book.judges_uses_by_state() { self.choosing(book, known, plan, unit) } else { known.state() };
        allowed(book, state, plan, unit)
    }

    /// The actions of an intent with the cells that their answers mean, where and when they are given.
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

    /// Leads the answers to the question of [`Self::ask`] through waypoints of a walk. Those that are too far then are
    /// dropped.
    pub fn lead(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answers: &mut Vec<Answer>) {
        self.working.lead(book, question, way, &mut self.buffers, answers);
    }

    /// All answers to the same question that walk to a cell by ways as short and as safe.
    pub fn ways(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, goal: Cell) -> Vec<Answer> {
        self.working.ways(book, question, way, goal, &mut self.buffers)
    }

    /// The cells that an answer's walk goes around, each with the harm there; see [`Predicted::spared`].
    pub fn spared(&mut self, book: &Rulebook, question: &Question, way: Way<'_>, answer: Answer) -> Vec<(Cell, u32)> {
        self.working.spared(book, question, way, answer, &mut self.buffers)
    }

    /// Who made a change, where the predictor traces.
    #[must_use]
    pub fn span_of(&self, change: usize) -> Option<Span> {
        self.log.span_of(change)
    }
}

/// The programs that a unit may use in a state after the uses that the plan holds for it.
fn allowed(book: &Rulebook, state: &GameState, plan: &Plan, unit: EntityId) -> Vec<u16> {
    let nothing = Intent::default();
    let intent = plan.intent(unit).unwrap_or(&nothing);
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().filter(|&program| intent.allows(book, state, unit, program).is_ok()).collect()
}

/// The priority with which each unit acts that is known. Those of others would tell that they are there.
fn priorities<'a>(known: &'a Known, plan: &'a Plan) -> impl Iterator<Item = i8> + 'a {
    let units = known.state().entities().iter().enumerate();
    units.map(|(index, row)| if row.is_alive() { plan.priority(EntityId(index as u16)) } else { 0 })
}

/// The version of each known unit's intent.
fn versions<'a>(known: &Known, plan: &'a Plan) -> impl Iterator<Item = u64> + use<'a> {
    (0..known.state().entities().len()).map(|index| plan.version(EntityId(index as u16)))
}

/// Whether the last activation was of a unit of which the plan said nothing, or nothing more, and no policy does.
fn is_undecided(book: &Rulebook, known: &Known, activations: &[Activation], plan: &Plan) -> bool {
    let Some((Activation { advance: Advance::Unit(unit, _), .. }, before)) = activations.split_last() else {
        return false;
    };
    let decides_itself = book.policy_of(known.state(), *unit).is_some();
    plan.intent(*unit).is_none() && !decides_itself
        || before.iter().any(|earlier| matches!(earlier.advance, Advance::Unit(own, _) if own == *unit))
}

/// The question at which a unit's intent stopped, if that is what ran.
fn question_of(advance: Advance, unit: EntityId) -> Option<Question> {
    match advance {
        Advance::Unit(id, question) if id == unit => question,
        _ => None,
    }
}

fn stops_at(advance: Advance, extent: Extent) -> bool {
    match extent {
        Extent::Horizon | Extent::Decided => false,
        Extent::Before(unit) | Extent::After(unit) => matches!(advance, Advance::Unit(id, _) if id == unit),
    }
}

fn stops_after(advance: Advance, is_horizon: bool, extent: Extent) -> bool {
    matches!(advance, Advance::Over | Advance::Waits)
        || is_horizon && extent != Extent::Decided
        || matches!(extent, Extent::After(_)) && stops_at(advance, extent)
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

    /// A question that a whole board answers costs the planner as much of its budget as it takes to look at.
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
