//! Goals and losses: decides the battle in truth, or from the knowledge of a side.

use super::cx::{Frame, RunContext};
use super::decode::Hideable;
use crate::formula::{Bound, FormulaWorld};

use crate::rulebook::Goal;
use crate::space::Cell;
use crate::state::{BattleField, Change, EntityId, Outcome, Team};

enum Judged {
    For(Team),
    Unknown,
    None,
}

const ALL: u64 = u64::MAX;

const fn due_behind(due: u64, losses: usize) -> u64 {
    if due == ALL { ALL } else { due >> (losses & 63) }
}

impl RunContext<'_> {
    #[inline]
    pub(super) fn check_victory(&mut self) {
        let (book, judged) = (self.book, std::mem::replace(&mut self.judged, self.log.changes.len()));
        let tags = |change: &Change| book.decoded.tags_of(self.state.entity(change.entity).unit_type);
        let due = match self.log.changes.get(judged..) {
            Some(since) => book.decoded.judging.after(since, tags),
            None => Some(ALL),
        };
        if let Some(due) = due {
            self.check_goals(if self.log.outcome_unknown { ALL } else { due });
            self.judged = self.log.changes.len();
        }
    }

    #[inline(never)]
    fn check_goals(&mut self, due: u64) {
        let (outcome, is_known) = self.verdict(due);
        // If the side cannot know whether the battle goes on, the prediction continues and is marked.
        self.log.outcome_unknown |= !is_known;
        if outcome != 0 {
            self.set_battle(BattleField::Outcome, outcome);
        }
    }

    /// Returns the outcome as in [`BattleField::Outcome`], and whether it is known. `due` are the losses and goals to
    /// judge, as bits.
    fn verdict(&mut self, due: u64) -> (i32, bool) {
        let book = self.book;
        self.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        let undecided = if book.scheduler.is_drawn(&self.view()) { Outcome::DRAWN } else { Outcome::OPEN };
        match self.first_that_holds(&book.losses, due) {
            Judged::For(team) => (Outcome::lost_by(team), true),
            Judged::Unknown => (undecided, false),
            Judged::None => match self.first_that_holds(&book.goals, due_behind(due, book.losses.len())) {
                Judged::For(team) => (Outcome::won_by(team), true),
                Judged::Unknown => (undecided, false),
                Judged::None => (undecided, true),
            },
        }
    }

    /// Judges a known state once before predictions of it, so that these judge only what they change. `origin`
    /// identifies the known state.
    pub(crate) fn judge_known(&mut self, origin: u64) {
        let of = (origin, self.book.id);
        if self.book.decoded.judging.any.has_all_kinds() || self.state.battle(BattleField::Outcome) != 0 {
            return;
        }
        if self.buffers.judged.is_none_or(|(judged, _)| judged != of) {
            let (outcome, is_known) = self.verdict(ALL);
            if outcome != 0 {
                return;
            }
            self.buffers.judged = Some((of, is_known));
        }
        self.log.outcome_unknown |= self.buffers.judged.is_some_and(|(_, is_known)| !is_known);
        self.judged = self.log.len();
    }

    pub(crate) fn condition(&mut self, index: u32) -> Option<bool> {
        self.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        self.holds(index)
    }

    fn first_that_holds(&mut self, goals: &[Goal], due: u64) -> Judged {
        let mut open: Option<Team> = None;
        let mut several = false;
        for (_, goal) in goals.iter().enumerate().filter(|&(at, _)| due == ALL || due >> (at & 63) & 1 == 1) {
            match self.holds(goal.when) {
                // An earlier unknown goal of another side leaves open which holds first.
                Some(true) if several || open.is_some_and(|team| team != goal.team) => return Judged::Unknown,
                Some(true) => return Judged::For(goal.team),
                Some(false) => {}
                None => {
                    several |= open.is_some_and(|team| team != goal.team);
                    open = Some(goal.team);
                }
            }
        }
        if open.is_some() { Judged::Unknown } else { Judged::None }
    }

    /// Returns whether a formula is non-zero, in a prediction as far as its side can know. Hidden units play no part,
    /// so nothing is revealed.
    fn holds(&mut self, index: u32) -> Option<bool> {
        let book = self.book;
        let hideable = self.viewer.map_or_else(Hideable::default, |viewer| book.decoded.hideable(viewer));
        let Some(formula) = book.formulas.get(index as usize) else { return Some(false) };
        if !formula.code.iter().any(|&op| hideable.is_hidden_input(op)) {
            return Some(self.is_true(index));
        }
        formula.holds(|op| {
            let known = Bound::At(self.read(op));
            (known.clone(), if hideable.is_hidden_input(op) { Bound::Above } else { known })
        })
    }
}
