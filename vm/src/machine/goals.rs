//! Goals and losses: whether the battle is decided, by the truth or by what a side can know.

use super::cx::{Frame, RunContext};
use super::decode::Hideable;
use crate::formula::{Bound, FormulaWorld};

use crate::rulebook::Goal;
use crate::space::Cell;
use crate::state::{BattleField, Change, EntityId, Outcome, Team};

/// What goals, or losses, come to.
enum Judged {
    /// One holds, for this side.
    For(Team),
    /// A prediction cannot know.
    Unknown,
    /// None holds.
    None,
}

/// All losses and goals, however many there are.
const ALL: u64 = u64::MAX;

/// Those that are due behind so many losses.
const fn due_behind(due: u64, losses: usize) -> u64 {
    if due == ALL { ALL } else { due >> (losses & 63) }
}

impl RunContext<'_> {
    /// Decides the battle when a goal or a loss has come about. Losses count before goals: a victory that costs what
    /// was to be kept is none.
    #[inline]
    pub(super) fn check_victory(&mut self) {
        let (book, judged) = (self.book, std::mem::replace(&mut self.judged, self.log.changes.len()));
        let tags = |change: &Change| book.decoded.tags_of(self.state.entity(change.entity).unit_type);
        // They are as they were where nothing that they read was written since they were judged.
        let due = match self.log.changes.get(judged..) {
            Some(since) => book.decoded.judging.after(since, tags),
            None => Some(ALL),
        };
        if let Some(due) = due {
            // What could not be known may have held before already.
            self.check_goals(if self.log.outcome_unknown { ALL } else { due });
            self.judged = self.log.changes.len();
        }
    }

    #[inline(never)]
    fn check_goals(&mut self, due: u64) {
        let (outcome, is_known) = self.verdict(due);
        // A side that cannot know whether the battle goes on predicts that it does, and says so.
        self.log.outcome_unknown |= !is_known;
        if outcome != 0 {
            self.set_battle(BattleField::Outcome, outcome);
        }
    }

    /// How the battle stands, as [`BattleField::Outcome`] says it, and whether that can be known. `due` are the losses and
    /// goals that may hold, one bit each in their order: all others were judged before, and did not.
    fn verdict(&mut self, due: u64) -> (i32, bool) {
        let book = self.book;
        self.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        // A battle that nothing wins or loses ends as well, when it has lasted too long for its turn order.
        let undecided = if book.scheduler.is_drawn(&self.view()) { Outcome::DRAWN } else { Outcome::OPEN };
        match self.first_that_holds(&book.losses, due) {
            Judged::For(team) => (Outcome::lost_by(team), true),
            // A loss that may have come about leaves open whether a goal counts.
            Judged::Unknown => (undecided, false),
            Judged::None => match self.first_that_holds(&book.goals, due_behind(due, book.losses.len())) {
                Judged::For(team) => (Outcome::won_by(team), true),
                Judged::Unknown => (undecided, false),
                Judged::None => (undecided, true),
            },
        }
    }

    /// Judges what is known before a prediction of it begins, once for each that is known: a prediction from there need
    /// only judge again what it changes. `origin` identifies what is known.
    pub(crate) fn judge_known(&mut self, origin: u64) {
        let of = (origin, self.book.id);
        if self.book.decoded.judging.any.always() || self.state.battle(BattleField::Outcome) != 0 {
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

    /// Whether a condition holds that nothing is decided by.
    pub(crate) fn condition(&mut self, index: u32) -> Option<bool> {
        self.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        self.holds(index)
    }

    /// For which side one of them has come about, as the first that holds says, among those that are due.
    fn first_that_holds(&mut self, goals: &[Goal], due: u64) -> Judged {
        let mut open: Option<Team> = None;
        let mut several = false;
        for (_, goal) in goals.iter().enumerate().filter(|&(at, _)| due == ALL || due >> (at & 63) & 1 == 1) {
            match self.holds(goal.when) {
                // One before it that may hold as well, for another side, leaves open which is the first.
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

    /// Whether a formula is other than zero: in truth as it is; in a prediction by what its side can know, where the
    /// rulebook says what may be hidden from it. What truly hides plays no part, so it is not betrayed either.
    fn holds(&mut self, index: u32) -> Option<bool> {
        let book = self.book;
        let hideable = self.viewer.map_or_else(Hideable::default, |viewer| book.decoded.hideable(viewer));
        let Some(formula) = book.formulas.get(index as usize) else { return Some(false) };
        if !formula.code.iter().any(|&op| hideable.concerns(op)) {
            return Some(self.is_true(index));
        }
        formula.holds(|op| {
            let known = Bound::At(self.read(op));
            (known.clone(), if hideable.concerns(op) { Bound::Above } else { known })
        })
    }
}
