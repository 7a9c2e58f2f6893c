//! A battle, played decision by decision.

use crate::recording::{Base, Entered};
use crate::{Decision, Error, Observation};
use foretoken_preview::{Extent, Mark, Marks, Odds, OddsReport, Predictor};
use foretoken_session::Setup;
use foretoken_session::record::Replay;
use foretoken_session::referee::{Planners, disclosed};
use foretoken_session::simulate;
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    ActionUse, Answer, Cell, ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Predicted, Question,
    Rulebook, Team,
};
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

/// True state of a battle, at a decision of a side without the computer. Clones are independent.
#[derive(Debug)]
pub struct Battle {
    pub(crate) setup: Arc<Setup>,
    pub(crate) replay: Replay,
    /// Record that the battle goes on from.
    pub(crate) base: Option<Arc<Base>>,
    planners: Planners,
    rules: Arc<[OnceLock<Arc<Rulebook>>; Team::COUNT]>,
    asked: Option<Choose>,
    known: Known,
    pub(crate) plan: Plan,
    pub(crate) draft: Option<(EntityId, Intent)>,
    /// Indices of the steps of the draft.
    draft_steps: Vec<usize>,
    /// Legal decisions, valid if `is_listed`. Lists reuse the memory.
    decisions: Vec<Decision>,
    is_listed: bool,
    question: Option<Question>,
    answers: Vec<Answer>,
    at: Predicted,
    titles: Arc<[Arc<str>]>,
    predictor: Predictor,
    last: [Option<EntityId>; Team::COUNT],
    pub(crate) entered: Vec<Entered>,
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        Self {
            setup: Arc::clone(&self.setup),
            replay: self.replay.fork(),
            base: self.base.clone(),
            planners: Planners::of(&self.setup, NonZeroUsize::MIN),
            rules: Arc::clone(&self.rules),
            asked: self.asked.clone(),
            known: self.asked.as_ref().map_or_else(Known::default, |asked| self.known_to(asked.team)),
            plan: self.plan.clone(),
            draft: self.draft.clone(),
            draft_steps: self.draft_steps.clone(),
            decisions: self.decisions.clone(),
            is_listed: self.is_listed,
            question: self.question,
            answers: Vec::new(),
            at: Predicted::default(),
            titles: Arc::clone(&self.titles),
            predictor: Predictor::default(),
            last: self.last,
            entered: self.entered.clone(),
        }
    }
}

/// A prediction for one side, up to the horizon of the turn order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prediction {
    /// Marks to draw: arrows, hit cells, numbers, deaths.
    pub marks: Vec<Mark>,
    /// Cells of all arrows; [`MarkKind::Arrow`](crate::MarkKind::Arrow) names a range of them.
    pub cells: Vec<Cell>,
    /// Final state, with known unit numbers.
    pub end: GameState,
    /// Whether chance or hidden information affects the prediction.
    pub is_uncertain: bool,
}

impl Battle {
    pub(crate) fn new(setup: Arc<Setup>, titles: Arc<[Arc<str>]>) -> Self {
        let replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
        Self::going_on(setup, titles, replay, None)
    }

    pub(crate) fn going_on(
        setup: Arc<Setup>,
        titles: Arc<[Arc<str>]>,
        replay: Replay,
        base: Option<Arc<Base>>,
    ) -> Self {
        let mut battle = Self {
            replay,
            base,
            planners: Planners::of(&setup, NonZeroUsize::MIN),
            rules: Arc::default(),
            setup,
            asked: None,
            known: Known::default(),
            plan: Plan::default(),
            draft: None,
            draft_steps: Vec::new(),
            decisions: Vec::new(),
            is_listed: false,
            question: None,
            answers: Vec::new(),
            at: Predicted::default(),
            titles,
            predictor: Predictor::default(),
            last: [None; Team::COUNT],
            entered: Vec::new(),
        };
        battle.go_on();
        battle
    }

    /// Returns the side that must decide; `None` when the battle is over.
    #[must_use]
    pub fn side_to_decide(&self) -> Option<Team> {
        self.asked.as_ref().map(|choose| choose.team)
    }

    /// Returns the asset name of the scenario.
    #[must_use]
    pub fn scenario_name(&self) -> &str {
        &self.replay.book.scenario
    }

    /// Returns the sides that decide through [`Self::step`] and had units in the opening.
    #[must_use]
    pub fn sides(&self) -> Vec<Team> {
        let opening = &self.setup.opening;
        let is_seated = |side: &Team| {
            !self.replay.battle.state().is_planned(*side) && opening.roster.iter().any(|member| member.team == *side)
        };
        Team::ALL.into_iter().filter(|side| *side != Team::NEUTRAL).filter(is_seated).collect()
    }

    /// Returns the outcome for a side.
    #[must_use]
    pub const fn outcome(&self, side: Team) -> Outcome {
        Outcome::for_side(self.replay.battle.state().battle(BattleField::Outcome), side)
    }

    /// Returns the knowledge of a side.
    #[must_use]
    pub fn observe(&self, side: Team) -> Observation {
        let rules = self.rules_of(side);
        Observation { rules, known: self.known_to(side), side }
    }

    /// Returns the legal decisions of a side; none if the battle does not wait for it. Each answer to a request is a
    /// decision. The order reveals nothing hidden.
    pub fn decisions(&mut self, side: Team) -> &[Decision] {
        if self.side_to_decide() != Some(side) {
            return &[];
        }
        if !self.is_listed {
            self.decisions.clear();
            self.list();
            self.is_listed = true;
        }
        &self.decisions
    }

    /// Makes the decision with this index in [`Self::decisions`], for the side that must decide. After its last one,
    /// runs the battle to the next decision.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Over`] or [`Error::NoDecision`], and changes nothing.
    pub fn step(&mut self, index: usize) -> Result<(), Error> {
        let side = self.side_to_decide().ok_or(Error::Over)?;
        let all = self.decisions(side);
        let count = all.len();
        let decision = all.get(index).cloned().ok_or(Error::NoDecision { index, count })?;
        self.is_listed = false;
        self.draft_steps.push(index);
        match decision {
            Decision::Use { unit, program, .. } => {
                let (_, intent) = self.draft.get_or_insert_with(|| (unit, Intent::default()));
                intent.uses.push(ActionUse::new(program));
            }
            Decision::Answer { answer, .. } => self.answer(answer),
            Decision::Back => {
                let intent = self.draft.as_mut().map(|(_, intent)| intent);
                let is_left = intent.is_some_and(|intent| {
                    intent.uses.pop();
                    !intent.uses.is_empty()
                });
                if !is_left {
                    self.draft = None;
                    self.plan = disclosed(&self.replay, side);
                }
            }
            Decision::Done { unit } => self.decide(unit),
            Decision::EndTurn => self.close(side),
        }
        if self.draft.is_none() {
            self.draft_steps.clear();
        }
        self.show_draft();
        Ok(())
    }

    /// Returns the indices given to [`Self::step`] since the last decision that is complete. Together with a record they
    /// restore a battle in the middle of a decision.
    #[must_use]
    pub fn steps_of_draft(&self) -> &[usize] {
        &self.draft_steps
    }

    /// Predicts for a side, with its choices so far.
    pub fn predict(&mut self, side: Team) -> Prediction {
        let (known, plan) = self.view_of(side);
        let rules = self.rules_of(side);
        let mut predictor = Predictor::default();
        predictor.run(&rules, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
        let (mut marks, end) = (Marks::default(), predictor.freeze());
        let tentative = self.unit_drafted_by(side);
        marks.fold(&known, end.state(), predictor.log(), predictor.activations(), tentative);
        let is_uncertain = predictor.log().drew_chance || predictor.log().uncertain;
        Prediction { marks: marks.marks, cells: marks.cells, end: end.state().clone(), is_uncertain }
    }

    /// Computes the odds of that prediction: exact if the outcomes can be counted, else sampled with a stated error.
    pub fn odds(&mut self, side: Team) -> OddsReport {
        let (known, plan) = self.view_of(side);
        let odds = Odds::of(&self.rules_of(side), &known, &plan, self.unit_drafted_by(side));
        odds.report().cloned().unwrap_or_default()
    }

    /// Returns the hash of the true state.
    #[must_use]
    pub fn hash64(&self) -> u64 {
        self.replay.battle.state().hash64(&self.replay.book)
    }

    /// Returns the rules that a side knows; the numbers of unit types, programs and surfaces are indices of its lists.
    #[must_use]
    pub fn rules_of(&self, side: Team) -> Arc<Rulebook> {
        let whole = &self.replay.book;
        let made = || whole.for_side(side).map_or_else(|| Arc::clone(whole), Arc::new);
        self.rules.get(usize::from(side.0)).map_or_else(made, |rules| Arc::clone(rules.get_or_init(made)))
    }

    pub(crate) fn known_to(&self, side: Team) -> Known {
        self.replay.battle.project(&self.replay.book, side)
    }

    pub(crate) const fn known(&self) -> &Known {
        &self.known
    }

    fn unit_drafted_by(&self, side: Team) -> Option<EntityId> {
        self.draft.as_ref().filter(|_| self.side_to_decide() == Some(side)).map(|&(unit, _)| unit)
    }

    pub(crate) fn view_of(&self, side: Team) -> (Known, Plan) {
        let is_asked = self.side_to_decide() == Some(side);
        (self.known_to(side), if is_asked { self.plan.clone() } else { disclosed(&self.replay, side) })
    }

    fn go_on(&mut self) {
        loop {
            if self.replay.is_over() {
                self.asked = None;
                break;
            }
            match self.replay.choose() {
                None => {
                    let round = self.replay.battle.state().round();
                    let hashes = self.replay.execute();
                    for (side, last) in Team::ALL.into_iter().zip(&mut self.last) {
                        *last = self.replay.last_activated(side).or(*last);
                    }
                    self.entered.push(Entered::Run(round, hashes));
                }
                Some(choose) if self.replay.battle.state().is_planned(choose.team) => {
                    let before: Vec<u64> = choose.units.iter().map(|&unit| self.replay.plan.version(unit)).collect();
                    let (plan, near) =
                        (disclosed(&self.replay, choose.team), self.last[usize::from(choose.team.0) % Team::COUNT]);
                    let planner = self.planners.of_side(choose.team);
                    simulate::decide_knowing(&mut self.replay, planner, &choose, &plan, near);
                    for (&unit, before) in choose.units.iter().zip(before) {
                        let intent = self.replay.plan.intent(unit).filter(|_| self.replay.plan.version(unit) != before);
                        self.entered.extend(intent.map(|intent| Entered::Decided(unit, intent.clone(), true)));
                    }
                    if self.replay.plan.is_closed(choose.team) {
                        self.entered.push(Entered::Closed(choose.team));
                    }
                }
                Some(choose) => {
                    self.known = self.known_to(choose.team);
                    self.plan = disclosed(&self.replay, choose.team);
                    self.asked = Some(choose);
                    break;
                }
            }
        }
    }

    fn list(&mut self) {
        self.question = None;
        if let Some((unit, intent)) = self.draft.take() {
            self.list_draft(unit, &intent);
            self.draft = Some((unit, intent));
            return;
        }
        let Some(asked) = &self.asked else { return };
        let (until, numbering) = (asked.until, self.replay.battle.numbering(asked.team));
        let units: Vec<EntityId> = asked.units.iter().filter_map(|&unit| numbering.to_known(unit)).collect();
        for unit in units {
            if until == Until::Closed && self.plan.intent(unit).is_some_and(|intent| intent.complete) {
                continue;
            }
            self.list_uses(unit, &Intent::default());
            if until.is_ended_by_decision() {
                self.decisions.push(Decision::Done { unit });
            }
        }
        if until.is_closable() {
            self.decisions.push(Decision::EndTurn);
        }
    }

    /// Tries a step as far as the plan: a completed decision stays a plan, and the battle does not go on. Returns false
    /// after the last decision of a plan.
    pub(crate) fn plan_step(&mut self, index: usize) -> Result<bool, Error> {
        let side = self.side_to_decide().ok_or(Error::Over)?;
        let all = self.decisions(side);
        let count = all.len();
        match all.get(index).cloned().ok_or(Error::NoDecision { index, count })? {
            Decision::EndTurn => Ok(false),
            Decision::Done { unit } => {
                let (_, mut intent) = self.draft.take().unwrap_or((unit, Intent::default()));
                intent.complete = true;
                let priority = Plan::priority_in(&self.replay.book, &intent);
                self.plan.set(unit, intent, priority);
                self.is_listed = false;
                Ok(self.asked.as_ref().is_some_and(|asked| asked.until == Until::Closed))
            }
            _ => self.step(index).map(|()| true),
        }
    }

    fn list_draft(&mut self, unit: EntityId, intent: &Intent) {
        let rules = &*self.rules_of(self.known.viewer());
        let question = self.predictor.ask(rules, &self.known, &self.plan, unit, &mut self.answers);
        let Some(question) = question else {
            self.list_uses(unit, intent);
            self.decisions.push(Decision::Done { unit });
            return;
        };
        if self.answers.is_empty() {
            // `Done` is first, so a caller that always takes the first decision makes progress.
            self.decisions.extend([Decision::Done { unit }, Decision::Back]);
            return;
        }
        self.question = Some(question);
        self.predictor.copy_into(&mut self.at);
        let cell = |answer| self.at.cell_of(rules, &question, answer);
        let answers = self.answers.drain(..).map(|answer| Decision::Answer { answer, cell: cell(answer) });
        self.decisions.extend(answers);
    }

    fn list_uses(&mut self, unit: EntityId, intent: &Intent) {
        let rules = &*self.rules_of(self.known.viewer());
        let mut plan = self.plan.clone();
        for program in self.predictor.offered(rules, &self.known, &self.plan, unit) {
            let mut tried = Intent { complete: false, ..intent.clone() };
            tried.uses.push(ActionUse::new(program));
            let priority = Plan::priority_in(rules, &tried);
            plan.set(unit, tried, priority);
            let question = self.predictor.ask(rules, &self.known, &plan, unit, &mut self.answers);
            if question.is_none() || !self.answers.is_empty() {
                let name = self.titles.get(usize::from(program)).map(Arc::clone).unwrap_or_default();
                self.decisions.push(Decision::Use { unit, program, name });
            }
        }
    }

    fn answer(&mut self, answer: Answer) {
        let (Some((_, intent)), Some(question)) = (&mut self.draft, self.question) else { return };
        if let Some(used) = intent.uses.get_mut(question.use_index) {
            used.answers.push((question.key, answer));
        }
    }

    fn show_draft(&mut self) {
        if let Some((unit, intent)) = &self.draft {
            let intent = Intent { complete: false, ..intent.clone() };
            let priority = Plan::priority_in(&self.replay.book, &intent);
            self.plan.set(*unit, intent, priority);
        }
    }

    fn decide(&mut self, unit: EntityId) {
        let (_, mut intent) = self.draft.take().unwrap_or((unit, Intent::default()));
        intent.complete = true;
        let Some(asked) = &self.asked else { return };
        let numbering = self.replay.battle.numbering(asked.team);
        let (Some(truth), intent) = (numbering.to_truth(unit), numbering.intent_to_truth(&intent)) else { return };
        let priority = Plan::priority_in(&self.replay.book, &intent);
        self.entered.push(Entered::Decided(truth, intent.clone(), false));
        self.replay.plan.set(truth, intent, priority);
        self.go_on();
    }

    fn close(&mut self, side: Team) {
        self.replay.plan.close(side);
        self.entered.push(Entered::Closed(side));
        self.go_on();
    }
}
