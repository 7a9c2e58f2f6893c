//! Questions about a predicted state: legal answers, paths, and cells of answers.

use super::{Known, Predicted};
use crate::chance::{Chance, ChancePolicy};
use crate::intent::{Answer, Plan};
use crate::limits::Limits;
use crate::machine::context;
use crate::machine::{Buffers, Frame, Question, RunContext, Way, detour, legal};
use crate::rulebook::Rulebook;
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Log};

impl Known {
    /// Returns whether a condition of the rulebook holds, for example a bonus goal; `None` if the side cannot know.
    #[must_use]
    pub fn holds(&self, book: &Rulebook, formula: u32) -> Option<bool> {
        self.holds_in(book, formula, self.state().round())
    }

    /// Evaluates the condition in the given round. A battle that ended with a round is already in the next one.
    #[must_use]
    pub fn holds_in(&self, book: &Rulebook, formula: u32, round: i32) -> Option<bool> {
        let (mut at, plan, mut log, mut buffers) =
            (Predicted::of(self), Plan::default(), Log::default(), Buffers::default());
        let policy = Chance::Policy(ChancePolicy::Likely);
        let mut cx = context(book, &mut at.state, &plan, policy, &mut buffers, &mut log, Some(self.viewer));
        if round != cx.state().round() {
            cx.set_battle(BattleField::Round, round);
        }
        cx.condition(formula)
    }
}

impl Predicted {
    /// Collects every legal answer to a question on this state, in the order in which a player cycles through them. The
    /// state must be the one of the question. Returns the work spent (see [`Limits`]).
    pub fn legal_answers(
        &mut self,
        book: &Rulebook,
        question: &Question,
        buffers: &mut Buffers,
        answers: &mut Vec<Answer>,
    ) -> u64 {
        let work = self.at_question(book, question, buffers, |cx| {
            legal::answers_into(cx, question, answers);
        });
        if question.is_pass_legal() {
            answers.push(Answer::Pass);
        }
        work
    }

    fn at_question(
        &mut self,
        book: &Rulebook,
        question: &Question,
        buffers: &mut Buffers,
        look: impl FnOnce(&mut RunContext<'_>),
    ) -> u64 {
        let (plan, mut log) = (Plan::default(), Log::default());
        let policy = Chance::Policy(ChancePolicy::Likely);
        let mut cx = context(book, &mut self.state, &plan, policy, buffers, &mut log, Some(self.viewer));
        cx.work = Limits::MAX.work();
        cx.frame = Frame::new(question.program, question.actor, question.actor, question.from, 0);
        look(&mut cx);
        u64::from(Limits::MAX.work() - cx.work)
    }

    /// Routes walks through waypoints and around threats by shortest paths. Drops answers that are no walks or become
    /// too long. The state must be the one of the question.
    pub fn lead(
        &mut self,
        book: &Rulebook,
        question: &Question,
        way: Way<'_>,
        buffers: &mut Buffers,
        answers: &mut Vec<Answer>,
    ) {
        self.at_question(book, question, buffers, |cx| legal::lead(cx, question, way, answers));
    }

    /// Returns all answers that walk to the same cell by equally short and safe paths.
    pub fn ways(
        &mut self,
        book: &Rulebook,
        question: &Question,
        way: Way<'_>,
        goal: Cell,
        buffers: &mut Buffers,
    ) -> Vec<Answer> {
        let mut found = Vec::new();
        self.at_question(book, question, buffers, |cx| found = legal::ways(cx, question, way, goal));
        found
    }

    /// Returns the cells that the answer's walk avoids on the direct path, each with its expected damage.
    pub fn spared(
        &mut self,
        book: &Rulebook,
        question: &Question,
        way: Way<'_>,
        answer: Answer,
        buffers: &mut Buffers,
    ) -> Vec<(Cell, u32)> {
        let mut found = Vec::new();
        if let Answer::Path(path) = answer {
            self.at_question(book, question, buffers, |cx| found = detour::spared(cx, question, way, path));
        }
        found
    }

    /// Returns the cells of an answer to a region request, nearest first; empty for other answers.
    pub fn cells_of_region(
        &mut self,
        book: &Rulebook,
        question: &Question,
        answer: Answer,
        buffers: &mut Buffers,
    ) -> Vec<Cell> {
        let mut found = Vec::new();
        if question.request.asks == crate::program::Asks::Region {
            self.at_question(book, question, buffers, |cx| found = legal::cells_meant(cx, question, answer));
        }
        found
    }

    /// Returns the cell of an answer, legal or not, for cursors. Redirected answers are turned.
    #[must_use]
    pub fn cell_of(&self, book: &Rulebook, question: &Question, answer: Answer) -> Option<Cell> {
        let (from, turn) = (question.from, question.redirect);
        match answer {
            Answer::Offset(dx, dy) => book.board.offset(from, turn.apply((i32::from(dx), i32::from(dy)))),
            Answer::Raised(dx, dy, floors) => {
                book.board.raised(from, turn.apply((i32::from(dx), i32::from(dy))), floors)
            }
            Answer::Path(path) => {
                let gait = self.state.sheet(book).gait_of(question.actor, question.request.flags.links);
                book.board.end_of(from, &path, turn, gait)
            }
            Answer::Dir(dir) => book.step_out(self.state.entity(question.actor), from, turn.apply_dir(dir)),
            Answer::Number(_) => None,
            Answer::Unit(id) => {
                let cell = Some(self.state.entity(id).cell).filter(|&cell| cell != Cell::NOWHERE)?;
                let turns = turn != Symmetry::IDENTITY && question.request.flags.turnable;
                if turns { book.board.offset(from, turn.apply(from.offset_to(cell))) } else { Some(cell) }
            }
            Answer::Pass => None,
        }
    }
}
