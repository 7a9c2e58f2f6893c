//! Facts that goals and losses read. They are judged again only after a change of such a fact.

use crate::formula::{Formula, FormulaOp};
use crate::rulebook::{Objective, Rules, Stake};
use crate::state::{BattleField, Change, ChangeKind, Team, flag};

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct GoalInputs {
    kinds: u64,
    counted: u64,
    placed: u64,
    fields: u64,
}

pub(super) fn objectives_of(book: &Rules) -> Vec<Objective> {
    let formulas = book.goals.iter().filter_map(|goal| Some((goal.team, book.formulas.get(goal.when as usize)?)));
    let ops = formulas.flat_map(|(team, formula)| formula.code.iter().map(move |op| (team, *op)));
    let wanted = ops.filter_map(|(team, op)| match op {
        FormulaOp::Inside(tag, zone) => Some(Objective { team, tag, zone }),
        _ => None,
    });
    wanted.collect()
}

pub(super) fn stakes_of(book: &Rules) -> Vec<Stake> {
    let mut stakes = Vec::new();
    for team in (0..Team::COUNT as u8).map(Team) {
        let losses = book.losses.iter().filter(|loss| loss.team == team);
        let goals = book.goals.iter().filter(|goal| goal.team.is_enemy_of(team));
        let formulas = losses.chain(goals).filter_map(|goal| book.formulas.get(goal.when as usize));
        for op in formulas.flat_map(|formula| &formula.code) {
            let FormulaOp::Count(tag) = *op else { continue };
            let stake = Stake { team, tag };
            if !stakes.contains(&stake) {
                stakes.push(stake);
            }
        }
    }
    stakes
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Judging {
    pub(crate) any: GoalInputs,
    each: Vec<GoalInputs>,
}

impl Judging {
    const MOST: usize = 64;

    pub(super) fn of(book: &Rules) -> Self {
        let formulas = book.losses.iter().chain(&book.goals).map(|goal| book.formulas.get(goal.when as usize));
        let each: Vec<_> = formulas.map(|formula| formula.map_or_else(GoalInputs::default, GoalInputs::of)).collect();
        let fields = GoalInputs::ROUND | GoalInputs::LOSSES;
        let of_order = GoalInputs { kinds: bit(ChangeKind::Battle), fields, ..GoalInputs::default() };
        Self { any: each.iter().fold(of_order, |any, each| any.with(*each)), each }
    }

    /// Returns the losses and goals that may newly hold after these changes, as bits in order; `None` if nothing is to
    /// be judged. `tags` returns the tags of the unit of a change.
    pub(crate) fn after(&self, changes: &[Change], tags: impl Fn(&Change) -> u64) -> Option<u64> {
        let (mut is_any, mut due) = (self.any.has_all_kinds(), 0);
        if self.each.len() > Self::MOST {
            return (is_any || changes.iter().any(|change| self.any.is_concerned_by(change, || tags(change))))
                .then_some(u64::MAX);
        }
        for change in changes.iter().filter(|change| self.any.is_concerned_by(change, || tags(change))) {
            is_any = true;
            let concerned =
                self.each.iter().enumerate().filter(|(_, each)| each.is_concerned_by(change, || tags(change)));
            due |= concerned.fold(0, |bits, (at, _)| bits | 1 << at);
        }
        let always = self.each.iter().enumerate().filter(|(_, each)| each.has_all_kinds());
        is_any.then(|| always.fold(due, |bits, (at, _)| bits | 1 << at))
    }
}

impl GoalInputs {
    const ROUND: u64 = 1 << BattleField::Round as u32;
    const LOSSES: u64 = 1 << BattleField::Losses as u32;

    fn of(formula: &Formula) -> Self {
        formula.code.iter().fold(Self::default(), |facts, &op| facts.with(Self::of_op(op)))
    }

    fn of_op(op: FormulaOp) -> Self {
        use FormulaOp as F;
        let counting = bit(ChangeKind::Flags) | bit(ChangeKind::Spawn);
        match op {
            F::Count(tag) => Self { kinds: counting, counted: 1 << (tag & 63), ..Self::default() },
            F::Inside(tag, _) => {
                let tag = 1 << (tag & 63);
                Self { kinds: counting | bit(ChangeKind::Cell), counted: tag, placed: tag, fields: 0 }
            }
            F::BattleColumn(_) => Self { kinds: bit(ChangeKind::BattleColumn), ..Self::default() },
            F::Round => Self { kinds: bit(ChangeKind::Battle), fields: Self::ROUND, ..Self::default() },
            F::Losses => Self { kinds: bit(ChangeKind::Battle), fields: Self::LOSSES, ..Self::default() },
            F::Const(_) | F::Hard | F::Add | F::Subtract | F::Multiply | F::Divide | F::Negate => Self::default(),
            F::Less | F::LessEqual | F::Equal | F::NotEqual | F::And | F::Or | F::Not => Self::default(),
            F::Min | F::Max | F::Floor | F::Ceil | F::Abs | F::ToNearest => Self::default(),
            F::Power | F::Root | F::SquareRoot => Self::default(),
            F::Load(_) | F::Slide | F::Jump(_) | F::JumpIfZero(_) | F::Branch(_) | F::Named(_) => Self::default(),
            _ => Self { kinds: u64::MAX, ..Self::default() },
        }
    }

    const fn with(self, other: Self) -> Self {
        Self {
            kinds: self.kinds | other.kinds,
            counted: self.counted | other.counted,
            placed: self.placed | other.placed,
            fields: self.fields | other.fields,
        }
    }

    #[inline]
    pub(crate) fn is_concerned_by(&self, change: &Change, tags: impl FnOnce() -> u64) -> bool {
        if self.kinds >> (change.kind as u8) & 1 == 0 {
            return false;
        }
        self.has_all_kinds()
            || match change.kind {
                ChangeKind::Battle => self.fields >> (change.at & 63) & 1 == 1,
                ChangeKind::Cell => tags() & self.placed != 0,
                ChangeKind::Flags => {
                    (change.before ^ change.after) as u32 & flag::ALIVE != 0 && tags() & self.counted != 0
                }
                ChangeKind::Spawn => tags() & self.counted != 0,
                _ => true,
            }
    }

    pub(crate) const fn has_reads(&self) -> bool {
        self.kinds != bit(ChangeKind::Battle)
    }

    pub(crate) const fn has_all_kinds(&self) -> bool {
        self.kinds == u64::MAX
    }
}

#[inline(always)]
const fn bit(kind: ChangeKind) -> u64 {
    1 << kind as u8
}
