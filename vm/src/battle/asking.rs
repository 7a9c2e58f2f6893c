//! What a prediction answers where a question was asked: which answers fit, by which ways walks lead, and which cell an
//! answer means.

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
    /// Whether a condition of the rulebook holds, such as a bonus goal's; nothing where the side cannot know.
    #[must_use]
    pub fn holds(&self, book: &Rulebook, formula: u32) -> Option<bool> {
        self.holds_in(book, formula, self.state().round())
    }

    /// The same as if the battle were in another round. A battle that ended with a round is in the next one by then, so
    /// what goes by the rounds that it took is asked of the round before.
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
    /// Every answer that fits a question on this state, in the order a player cycles through them. The state must be
    /// the one at which the question was asked.
    /// Returns the work it took: cells and answers looked at (see [`Limits`]). More than the largest activation may do is
    /// not looked at.
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
        if question.may_pass() {
            answers.push(Answer::Pass);
        }
        work
    }

    /// Looks for answers where a question was asked; returns the work it took.
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

    /// Leads walks that answer a question through waypoints and around threats, each stretch of the way being the shortest.
    /// Answers that are no walks, or too far by that way, are dropped. The state must be the one at which the question was
    /// asked.
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

    /// All answers that lead the same walk to a cell by ways that are as short and as safe.
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

    /// The cells that an answer's walk goes around for the harm there, or as walkers avoid them, where its way would lead
    /// through them otherwise: each with the harm that is expected there. None of any other answer.
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

    /// The cells that an answer to a request for a region resolves to on this state, nearest first; none of any other answer.
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

    /// The cell an answer resolves to on this state, whether it fits or not; for front ends that draw a cursor. The
    /// answers of a redirected unit are turned, so the cursor is where the blow falls.
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
