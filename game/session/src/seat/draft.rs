//! Choosing an intent: action by action, request by request, with the whole turn predicted at each stage and under the
//! cursor.

use super::offers::{self, Tried};
use super::{Decision, Seat, Unavailable};
use foretoken_preview::MarkKind;
use foretoken_vm::machine::{Buffers, Way, Waypoint};
use foretoken_vm::program::{Asks, Cost, Filter, Request};
use foretoken_vm::regions::Shape;
use foretoken_vm::schedulers::{Price, View};
use foretoken_vm::{
    ActionUse, Answer, Cell, ChangeKind, EntityId, Intent, Plan, Predicted, Question, Rulebook, carried_out,
};
use std::sync::Arc;

/// The intent being chosen for a unit.
#[derive(Clone, Debug)]
pub struct Draft {
    /// For whom.
    pub unit: EntityId,
    pub(super) intent: Intent,
    pub(super) question: Option<Question>,
    pub(super) answers: Vec<Answer>,
    pub(super) cells: Vec<Option<Cell>>,
    /// Who stands on the cell of each answer when it is asked; empty where none is for somebody or a cell.
    pub(super) whom: Vec<EntityId>,
    /// Answers that nothing would come of.
    pub(super) idle: Vec<Answer>,
    /// Cells of the open question's region that are no answers.
    region: Vec<Cell>,
    /// The words and the cells of each answer that is a whole part of a region; empty where none is asked for.
    parts: Vec<(String, Vec<Cell>)>,
    /// What the answers that were given mean: the use, the place of the answer in it, and the cell.
    meant: Vec<(usize, usize, Cell)>,
    hover: Option<usize>,
    /// What the open question's answers lead through, in order.
    waypoints: Vec<Waypoint>,
    /// Cells that the other sides strike by what was predicted when the question came up, with the harm there.
    threats: Vec<(Cell, u32)>,
    /// Cells that the walk under the cursor goes around, with the harm there.
    spared: Vec<(Cell, u32)>,
}

impl Draft {
    /// Actions and answers chosen so far.
    #[must_use]
    pub const fn intent(&self) -> &Intent {
        &self.intent
    }

    /// What is asked next.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Answers that fit, in the order to cycle through them.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The cell each answer means, in the same order.
    #[must_use]
    pub fn cells(&self) -> &[Option<Cell>] {
        &self.cells
    }

    /// Cells that the open question's region holds and that are no answers, as nobody who fits stands there; where a way is
    /// asked for, the walls beside, which one may face and go no way to.
    #[must_use]
    pub fn region(&self) -> &[Cell] {
        &self.region
    }

    /// The cells of an answer that is a whole part of a region; none of any other.
    #[must_use]
    pub fn part(&self, index: usize) -> &[Cell] {
        self.parts.get(index).map_or(&[], |(_, cells)| cells)
    }

    /// The cells of the part of a region that is under the cursor, or of all parts where none is.
    pub fn parts_shown(&self) -> impl Iterator<Item = Cell> {
        let shown = self.parts.iter().enumerate().filter(|(at, _)| self.hover.is_none_or(|hover| hover == *at));
        shown.flat_map(|(_, (_, cells))| cells.iter().copied())
    }

    /// What of its parts is not under the cursor becomes the region that is no answer.
    fn show_parts(&mut self) {
        if !self.parts.is_empty() {
            let mut cells: Vec<Cell> = self.parts.iter().flat_map(|(_, cells)| cells).copied().collect();
            cells.sort_unstable();
            cells.dedup();
            let shown: Vec<Cell> = self.parts_shown().collect();
            cells.retain(|cell| !shown.contains(cell));
            self.region = cells;
        }
    }

    /// The cells that were answered to the earlier questions of the action that is being aimed.
    pub fn chosen(&self) -> impl Iterator<Item = Cell> {
        let last = self.question.as_ref().map(|question| question.use_index);
        self.meant.iter().filter(move |(used, ..)| Some(*used) == last).map(|&(.., cell)| cell)
    }

    /// What the open question's answers lead through, in order.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// Cells that the open question's request has taken already, where it takes several picks.
    #[must_use]
    pub fn picked(&self) -> &[Cell] {
        let picks = self.question.as_ref().and_then(|question| question.picks.as_ref());
        picks.map_or(&[], |picks| picks.cells())
    }

    /// Index of the answer that says that what was picked is enough, or that nothing is.
    #[must_use]
    pub fn pass(&self) -> Option<usize> {
        self.answers.iter().position(|&answer| answer == Answer::Pass)
    }

    /// Cells that walks go around where a way as short does, with the harm that is foreseen there, by cell.
    #[must_use]
    pub fn threats(&self) -> &[(Cell, u32)] {
        &self.threats
    }

    /// The cells that the walk under the cursor goes around for the harm there, or as walkers avoid them, with the harm that
    /// is expected there, in the order of the way that it would take otherwise. None where nothing bends the way.
    #[must_use]
    pub fn spared(&self) -> &[(Cell, u32)] {
        &self.spared
    }

    fn way(&self) -> Way<'_> {
        Way { through: &self.waypoints, threats: &self.threats }
    }

    /// The answer under the cursor in words, where no cell shows it.
    #[must_use]
    pub fn hovered_words(&self) -> Option<String> {
        match self.answers.get(self.hover?)? {
            Answer::Number(number) => {
                Some(self.parts.get(self.hover?).map_or_else(|| number.to_string(), |(words, _)| words.clone()))
            }
            Answer::Pass if !self.picked().is_empty() => Some("enough".to_owned()),
            Answer::Pass => Some("pass".to_owned()),
            _ => None,
        }
    }

    /// Who will stand on the cell under the cursor when the action is carried out; `NONE` for nobody.
    #[must_use]
    pub fn aimed_at(&self) -> EntityId {
        self.hover.and_then(|hover| self.whom.get(hover).copied()).unwrap_or(EntityId::NONE)
    }

    /// Whether nothing would come of the answer under the cursor, as far as that was found out.
    #[must_use]
    pub fn comes_to_nothing(&self) -> bool {
        self.hover.and_then(|hover| self.answers.get(hover)).is_some_and(|answer| self.idle.contains(answer))
    }

    /// The answer under the cursor.
    #[must_use]
    pub const fn hover(&self) -> Option<usize> {
        self.hover
    }
}

/// An action that a unit may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Program in the rulebook.
    pub program: u16,
    /// What it costs.
    pub cost: Cost,
    /// What the turn order takes for it, where that counts points.
    pub price: Option<Price>,
    /// Whether the activation's points still allow it.
    pub affordable: bool,
    /// What it would ask for in vain, as far as the unit's actions were weighed ([`Session::availability`]).
    pub lacks: Option<Unavailable>,
    /// Whether nothing would come of it, whatever it is aimed at, as far as that was weighed.
    pub is_idle: bool,
}

impl Choice {
    /// Whether choosing it leads anywhere.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.affordable && self.lacks.is_none()
    }
}

impl Seat {
    /// Begins to choose for a unit of this side; what was decided for it before stays until another decision is made.
    /// False if the unit is none that this side may decide for now.
    pub fn choose_for(&mut self, unit: EntityId) -> bool {
        self.abandon();
        if !self.units().contains(&unit) {
            return false;
        }
        let intent = self.begun(unit);
        let (question, answers, cells) = (None, Vec::new(), Vec::new());
        let (region, meant, waypoints, threats, spared) = Default::default();
        let (hover, parts, whom, idle) = (None, Vec::new(), Vec::new(), Vec::new());
        self.draft = Some(Draft {
            unit,
            intent,
            question,
            answers,
            cells,
            whom,
            idle,
            region,
            meant,
            hover,
            waypoints,
            threats,
            spared,
            parts,
        });
        self.put_draft(None);
        true
    }

    /// What of a unit's intent has been carried out already: where its activation is open, those uses stand.
    fn begun(&self, unit: EntityId) -> Intent {
        Intent { uses: carried_out(self.known.state(), &self.decided, unit).to_vec(), complete: false }
    }

    /// Whether any use was chosen that is not carried out yet.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len())
    }

    /// Whether such a use asks nothing more.
    #[must_use]
    pub fn has_chosen_whole(&self) -> bool {
        let open = usize::from(self.question().is_some());
        self.draft.as_ref().is_some_and(|draft| draft.intent.uses.len() > self.begun(draft.unit).uses.len() + open)
    }

    /// The actions of the unit being chosen for.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.draft.as_ref().map_or_else(Vec::new, |draft| self.choices_of(draft.unit, &draft.intent))
    }

    /// The actions of any unit, given what its intent holds already.
    #[must_use]
    pub fn choices_of(&self, unit: EntityId, intent: &Intent) -> Vec<Choice> {
        let (book, state) = (&self.book, self.known.state());
        let done = carried_out(state, &self.decided, unit).len();
        let view = View { book, state, plan: &self.plan, viewer: Some(self.team) };
        let choice = |&program: &u16| Choice {
            program,
            cost: book.program(program).map_or(Cost::Free, |p| p.cost),
            price: book.program(program).and_then(|p| book.scheduler.price(&view, p)),
            affordable: intent.affords(book, state, unit, done, program),
            lacks: self.availability.unavailable(unit, program),
            is_idle: self.availability.is_idle(unit, program),
        };
        state.sheet(book).actions(unit).iter().map(choice).collect()
    }

    /// Adds an action to the intent being chosen. False while a question is open or its points do not allow it.
    pub fn use_action(&mut self, program: u16) -> bool {
        let allowed = self.choices().iter().any(|choice| choice.program == program && choice.affordable);
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.question.is_none() && allowed) else { return false };
        draft.intent.uses.push(ActionUse::new(program));
        self.weigh_threats();
        self.put_draft(None);
        true
    }

    /// Adds the action that the scenario ends activations with, where the unit can use it and has not just done so. False
    /// where there is nothing to add.
    pub fn begin_ending(&mut self) -> bool {
        let Some(ending) = self.book.ending else { return false };
        let last = self.draft.as_ref().and_then(|draft| draft.intent.uses.last());
        last.is_none_or(|used| used.program != ending) && self.use_action(ending)
    }

    /// Puts the cursor on an answer (by index), or on none: the turn is predicted as if it were given.
    pub fn hover(&mut self, answer: Option<usize>) {
        let Some(draft) = &mut self.draft else { return };
        let answer = answer.filter(|&index| index < draft.answers.len());
        if draft.hover != answer {
            draft.hover = answer;
            self.put_draft(answer);
        }
    }

    /// Gives the answer with this index to the open question.
    pub fn answer(&mut self, index: usize) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let (Some(question), Some(&answer)) = (draft.question, draft.answers.get(index)) else { return false };
        if let Some(used) = draft.intent.uses.get_mut(question.use_index) {
            let cell = draft.cells.get(index).copied().flatten();
            draft.meant.extend(cell.map(|cell| (question.use_index, used.answers.len(), cell)));
            used.answers.push((question.key, answer));
        }
        draft.hover = None;
        draft.waypoints.clear();
        self.weigh_threats();
        self.put_draft(None);
        true
    }

    /// Puts down where the other sides strike, by what is predicted now.
    fn weigh_threats(&mut self) {
        let state = self.known.state();
        let mut struck: Vec<(Cell, u32)> = Vec::new();
        let marks = &self.forecast.marks().marks;
        for mark in marks.iter().filter(|mark| state.entity(mark.actor).team.is_enemy_of(self.team)) {
            struck.extend(match mark.kind {
                MarkKind::Struck { cell, .. } | MarkKind::Veiled { cell } => Some((cell, 1)),
                MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } if after < before => {
                    Some((cell, before.abs_diff(after)))
                }
                _ => None,
            });
        }
        struck.sort_unstable();
        struck.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1.saturating_add(next.1) } else { kept.1 };
            same
        });
        if let Some(draft) = &mut self.draft {
            draft.threats = struck;
        }
    }

    /// All answers that walk to a cell by ways that are as short and as safe. Leaves the prediction where the question is
    /// asked.
    fn ways(&mut self, cell: Cell) -> Vec<Answer> {
        let leads = self.picker().is_some_and(super::picker::Picker::has_waypoints);
        let Some(draft) = self.draft.take().filter(|_| leads) else { return Vec::new() };
        let book = Arc::clone(&self.book);
        self.set_draft_intent(draft.unit, draft.intent.clone());
        let question = self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut Vec::new());
        let ways = question.map(|question| self.forecast.ways(&book, &question, draft.way(), cell));
        self.draft = Some(draft);
        ways.unwrap_or_default()
    }

    /// From here on the answers to the open question lead through a cell, which must be one of them, or one where who
    /// stands there lets walkers by. False where they do not lead through cells, or not through this one.
    pub fn add_waypoint(&mut self, cell: Cell) -> bool {
        let answer = self.answer_on(cell).and_then(|at| self.draft.as_ref()?.answers.get(at).copied());
        let last = self.draft.as_ref().and_then(|draft| draft.waypoints.last()).map(|waypoint| waypoint.cell);
        let actor = self.draft.as_ref().map(|draft| self.known.state().entity(draft.unit).cell);
        let begins = last.or(actor) == Some(cell);
        let ways = if begins { Vec::new() } else { self.ways(cell) };
        let way = ways.iter().position(|&way| Some(way) == answer).unwrap_or_default();
        let fits = !ways.is_empty();
        if let Some(draft) = self.draft.as_mut().filter(|_| fits) {
            draft.waypoints.push(Waypoint { cell, way });
            draft.hover = None;
        }
        self.put_draft(None);
        fits
    }

    /// Leads the answer under the cursor by the next of the ways that are as short and as safe, in a fixed order and back
    /// to the first. Says which that is, from 1, and of how many; `None` where the answer is no walk.
    pub fn cycle_way(&mut self) -> Option<(usize, usize)> {
        let draft = self.draft.as_ref()?;
        let (index, cell) = (draft.hover?, draft.cells.get(draft.hover?).copied()??);
        let answer = draft.answers.get(index).copied();
        let ways = self.ways(cell);
        let now = ways.iter().position(|&way| Some(way) == answer);
        let next = if ways.is_empty() { None } else { Some(now.map_or(0, |now| (now + 1) % ways.len())) };
        if let (Some(draft), Some(next)) = (&mut self.draft, next) {
            draft.answers[index] = ways[next];
        }
        self.put_draft(Some(index));
        next.map(|next| (next + 1, ways.len()))
    }

    /// Takes the last waypoint on a cell away; those behind it stay. False where there is none.
    pub fn remove_waypoint(&mut self, cell: Cell) -> bool {
        let Some(draft) = &mut self.draft else { return false };
        let Some(at) = draft.waypoints.iter().rposition(|waypoint| waypoint.cell == cell) else { return false };
        draft.waypoints.remove(at);
        // What follows it is come to from elsewhere now.
        if let Some(next) = draft.waypoints.get_mut(at) {
            next.way = 0;
        }
        draft.hover = None;
        self.put_draft(None);
        true
    }

    fn remove_last_waypoint(&mut self) -> bool {
        let last = self.draft.as_ref().and_then(|draft| draft.waypoints.last()).map(|waypoint| waypoint.cell);
        last.is_some_and(|cell| self.remove_waypoint(cell))
    }

    /// Steps back one waypoint, else one request, else one action; at the beginning the choice is abandoned and what was
    /// decided before stands again. False if nothing was being chosen.
    pub fn step_back(&mut self) -> bool {
        if self.remove_last_waypoint() {
            return true;
        }
        let has_chosen = self.has_chosen();
        let Some(draft) = &mut self.draft else { return false };
        draft.hover = None;
        match has_chosen {
            false => self.abandon(),
            true => {
                if draft.intent.uses.last_mut().is_some_and(|used| used.answers.pop().is_none()) {
                    draft.intent.uses.pop();
                }
                self.put_draft(None);
            }
        }
        true
    }

    /// Leaves out the action that still asks, with what was answered of it: those before it are whole. Says which that was;
    /// `None` where none asks.
    pub fn leave_open_out(&mut self) -> Option<u16> {
        let draft = self.draft.as_mut().filter(|draft| draft.question.is_some())?;
        let open = draft.intent.uses.pop()?;
        draft.hover = None;
        draft.waypoints.clear();
        self.put_draft(None);
        Some(open.program)
    }

    /// Leaves the choice; what was decided before stands again.
    pub fn abandon(&mut self) {
        if self.draft.take().is_some() {
            self.plan.clone_from(&self.decided);
            self.predict();
        }
    }

    /// Goes on with a draft whose unit is still asked for; the answer under the cursor stays if it still fits. False
    /// where it is given up.
    pub(super) fn put_back(&mut self, mut draft: Draft) -> bool {
        if !self.units().contains(&draft.unit) {
            return false;
        }
        let hovered = draft.hover.take().and_then(|at| draft.answers.get(at).copied());
        self.draft = Some(draft);
        self.put_draft(None);
        let again = self.draft.as_ref().and_then(|draft| draft.answers.iter().position(|&a| Some(a) == hovered));
        self.hover(again);
        true
    }

    /// Ends the choice: the intent as chosen is what the unit will do. The decision goes to the referee. `None` while a
    /// question is open or nothing is being chosen.
    pub fn finish(&mut self) -> Option<Decision> {
        let draft = self.draft.take_if(|draft| draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: Intent { complete: true, ..draft.intent } })
    }

    /// The same for the uses chosen so far, where the turn order carries each out before the next is chosen: the
    /// activation stays open. `None` too where an activation is carried out as a whole, or nothing was chosen since.
    pub fn finish_use(&mut self) -> Option<Decision> {
        let may = self.book.scheduler.is_stepwise() && self.has_chosen();
        let draft = self.draft.take_if(|draft| may && draft.question.is_none())?;
        self.plan.clone_from(&self.decided);
        Some(Decision { unit: draft.unit, intent: draft.intent })
    }

    /// Puts the draft into the plan, with the answer under the cursor if there is one, and predicts.
    fn put_draft(&mut self, hovered: Option<usize>) {
        let Some(mut draft) = self.draft.take() else { return };
        let book = Arc::clone(&self.book);
        draft.spared.clear();
        if hovered.is_none() {
            self.set_draft_intent(draft.unit, draft.intent.clone());
            draft.question = self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut draft.answers);
            match draft.question {
                None => {
                    draft.answers.clear();
                    draft.waypoints.clear();
                }
                Some(question) => {
                    let way = Way { through: &draft.waypoints, threats: &draft.threats };
                    let leads = super::picker::picker_of(&book, &question.request).has_waypoints();
                    if leads && !(way.through.is_empty() && way.threats.is_empty()) {
                        self.forecast.lead(&book, &question, way, &mut draft.answers);
                    }
                }
            }
            draft.cells.clear();
            draft.whom.clear();
            draft.idle.clear();
            draft.region.clear();
            draft.parts.clear();
            let given = |used: usize| draft.intent.uses.get(used).map_or(0, |used| used.answers.len());
            draft.meant.retain(|&(used, place, _)| place < given(used));
            if let Some(question) = draft.question {
                let mut at = Predicted::default();
                self.forecast.line().copy_into(&mut at);
                let walls = |cell: Cell| book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_movement);
                let asks_way = question.request.asks == Asks::Direction;
                if asks_way {
                    // One may face a wall; what leads somewhere is offered first.
                    let closed = |&answer: &Answer| at.cell_of(&book, &question, answer).is_none_or(walls);
                    draft.answers.sort_by_key(closed);
                }
                if question.request.asks == Asks::Region {
                    draft.parts = parts_of(&book, &mut at, &question, &draft.answers);
                }
                draft.cells.extend(draft.answers.iter().map(|&answer| at.cell_of(&book, &question, answer)));
                let is_walk = super::picker::picker_of(&book, &question.request).has_waypoints();
                if offers::is_of_board(&question) && !is_walk {
                    let (unit, intent) = (draft.unit, &draft.intent);
                    let tried = Tried { book: &book, known: &self.known, plan: &self.plan, unit, intent };
                    draft.idle = offers::idle(&mut self.availability.predictor, &tried, &question, &draft.answers);
                    offers::order(&mut draft, at.state(), self.team);
                }
                draft.region = region_of(&book, &mut at, &question);
                let mut answered: Vec<Cell> = draft.cells.iter().copied().flatten().collect();
                answered.sort_unstable();
                draft.region.retain(|cell| answered.binary_search(cell).is_err());
                draft.region.extend(answered.into_iter().filter(|&cell| asks_way && walls(cell)));
                // What was picked of several is shown as if it were enough.
                if question.picks.is_some() && question.may_pass() && !draft.picked().is_empty() {
                    let mut intent = draft.intent.clone();
                    if let Some(used) = intent.uses.get_mut(question.use_index) {
                        used.answers.push((question.key, Answer::Pass));
                    }
                    self.set_draft_intent(draft.unit, intent);
                }
            }
        } else if let (Some(question), Some(index)) = (draft.question, hovered) {
            draft.spared = self.spared_by(&draft, &question, draft.answers[index]);
            let mut intent = draft.intent.clone();
            if let Some(used) = intent.uses.get_mut(question.use_index) {
                used.answers.push((question.key, draft.answers[index]));
                if question.picks.is_some_and(|picks| picks.may_end_with_another()) {
                    used.answers.push((question.key.of_pick(question.key.pick() + 1), Answer::Pass));
                }
            }
            self.set_draft_intent(draft.unit, intent);
        }
        draft.show_parts();
        self.draft = Some(draft);
        self.predict();
    }

    /// See [`Draft::spared`]. Leaves the prediction where the question is asked.
    fn spared_by(&mut self, draft: &Draft, question: &Question, answer: Answer) -> Vec<(Cell, u32)> {
        if !matches!(answer, Answer::Path(_)) {
            return Vec::new();
        }
        let book = Arc::clone(&self.book);
        self.set_draft_intent(draft.unit, draft.intent.clone());
        self.forecast.ask(&book, &self.known, &self.plan, draft.unit, &mut Vec::new());
        self.forecast.spared(&book, question, draft.way(), answer)
    }

    fn set_draft_intent(&mut self, unit: EntityId, intent: Intent) {
        let priority = Plan::priority_in(&self.book, &intent);
        self.plan.set(unit, Intent { complete: false, ..intent }, priority);
    }
}

/// What each answer to a request for a region is called, and its cells.
fn parts_of(book: &Rulebook, at: &mut Predicted, question: &Question, answers: &[Answer]) -> Vec<(String, Vec<Cell>)> {
    let (region, mut buffers) = (book.region(question.request.region), Buffers::default());
    let part = |&answer: &Answer| {
        let cells = at.cells_of_region(book, question, answer, &mut buffers);
        let number = if let Answer::Number(number) = answer { usize::try_from(number).ok() } else { None };
        let part = number.and_then(|number| number.checked_sub(1));
        let words = region.zip(part).map(|(region, part)| region.part_words(book, part));
        (words.unwrap_or_else(|| "none".to_owned()), cells)
    };
    answers.iter().map(part).collect()
}

/// The cells that a question's region holds, whoever stands there. Where one could walk is what is offered, and everywhere
/// is no region to be shown.
fn region_of(book: &Rulebook, at: &mut Predicted, question: &Question) -> Vec<Cell> {
    let shape = book.region(question.request.region).map(|region| &region.shape);
    let is_cell = matches!(question.request.asks, Asks::Cell | Asks::Unit);
    if !is_cell || matches!(shape, None | Some(Shape::Walk | Shape::Board)) {
        return Vec::new();
    }
    let request = Request { asks: Asks::Cell, filter: Filter::default(), surface: 0, ..question.request };
    let (open, mut answers) = (Question { request, ..*question }, Vec::new());
    at.legal_answers(book, &open, &mut Buffers::default(), &mut answers);
    answers.into_iter().filter_map(|answer| at.cell_of(book, &open, answer)).collect()
}
