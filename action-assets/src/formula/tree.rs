//! A formula as a tree, with its names resolved and its constants folded.

use foretoken_vm::formula::{FormulaOp, Number};
use foretoken_vm::roll::Roll;

/// One part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A number.
    Number(Number),
    /// What reads the state, or draws from a distribution.
    Read(FormulaOp),
    /// An operation on one or two parts.
    Apply(FormulaOp, Vec<Tree>),
    /// The second where the first is not 0, else the third; the other one is not computed.
    If(Box<[Tree; 3]>),
    /// One of these: the number of the first is the place in the table of which one.
    Choose(Box<Tree>, Vec<Tree>, Vec<u8>),
    /// One of the second of these, by the chances that come first; what is missing to 1 is the last.
    Weighed(Vec<(Tree, Tree)>, Box<Tree>),
    /// A value that is computed once, its number, and the part in which it is used.
    Let(u32, Box<[Tree; 2]>),
    /// The value that was computed last of those with this number.
    Local(u32),
    /// Dice, with what computes the numbers of [`Roll::given`].
    Roll(Roll, Vec<Tree>),
    /// A function of another crate.
    Call(u16, Vec<Tree>),
}

impl Tree {
    /// 0, where there is nothing.
    pub(super) const NOTHING: Self = Self::Number(Number::ZERO);

    /// What reads something, which is a number where it reads nothing.
    pub(super) fn from_read(op: FormulaOp) -> Self {
        if let FormulaOp::Const(number) = op { Self::Number(number.into()) } else { Self::Read(op) }
    }

    /// An operation, computed at once where its operands are numbers.
    pub(super) fn apply(op: FormulaOp, parts: Vec<Self>) -> Self {
        let numbers: Option<Vec<&Number>> = parts.iter().map(Self::number).collect();
        let computed = match numbers.as_deref() {
            Some(&[a]) => op.compute(a, &Number::ZERO),
            Some(&[a, b]) => op.compute(a, b),
            _ => return Self::Apply(op, parts),
        };
        // A root that is no fraction is computed to all its digits where it is needed.
        if computed.is_exact() { Self::Number(computed) } else { Self::Apply(op, parts) }
    }

    /// An operation on all of several parts, from the first to the last; there is one at least.
    pub(super) fn fold(op: FormulaOp, parts: Vec<Self>) -> Self {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or(Self::NOTHING);
        parts.fold(first, |all, part| Self::apply(op, vec![all, part]))
    }

    /// One of two, chosen at once where the condition is a number.
    pub(super) fn choice(when: Self, yes: Self, no: Self) -> Self {
        match when {
            Self::Number(number) if number.is_zero() => no,
            Self::Number(_) => yes,
            when => Self::If(Box::new([when, yes, no])),
        }
    }

    /// The number that it is, where it is one.
    pub(super) const fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }
}
