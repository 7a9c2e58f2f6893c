//! The tree of a formula, with resolved names and folded constants.

use foretoken_vm::formula::{FormulaOp, Number};
use foretoken_vm::roll::Roll;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A number.
    Number(Number),
    /// A read of the state or a draw.
    Read(FormulaOp),
    /// An operation on one or two parts.
    Apply(FormulaOp, Vec<Tree>),
    /// The second if the first is not 0, else the third.
    If(Box<[Tree; 3]>),
    /// A number, the parts that it selects from, and its table.
    Choose(Box<Tree>, Vec<Tree>, Vec<u8>),
    /// One of the parts by their chances; the last takes the rest.
    Weighed(Vec<(Tree, Tree)>, Box<Tree>),
    /// A value computed once, its number, and the part that uses it.
    Let(u32, Box<[Tree; 2]>),
    /// The value with this number.
    Local(u32),
    /// Dice, with the parts that compute [`Roll::given`].
    Roll(Roll, Vec<Tree>),
    /// A function of another crate.
    Call(u16, Vec<Tree>),
}

impl Tree {
    pub(super) const NOTHING: Self = Self::Number(Number::ZERO);

    pub(super) fn from_read(op: FormulaOp) -> Self {
        if let FormulaOp::Const(number) = op { Self::Number(number.into()) } else { Self::Read(op) }
    }

    pub(super) fn apply(op: FormulaOp, parts: Vec<Self>) -> Self {
        let numbers: Option<Vec<&Number>> = parts.iter().map(Self::number).collect();
        let computed = match numbers.as_deref() {
            Some(&[a]) => op.compute(a, &Number::ZERO),
            Some(&[a, b]) => op.compute(a, b),
            _ => return Self::Apply(op, parts),
        };
        // Inexact roots are computed to full precision at run time.
        if computed.is_exact() { Self::Number(computed) } else { Self::Apply(op, parts) }
    }

    pub(super) fn fold(op: FormulaOp, parts: Vec<Self>) -> Self {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or(Self::NOTHING);
        parts.fold(first, |all, part| Self::apply(op, vec![all, part]))
    }

    pub(super) fn choice(when: Self, yes: Self, no: Self) -> Self {
        match when {
            Self::Number(number) if number.is_zero() => no,
            Self::Number(_) => yes,
            when => Self::If(Box::new([when, yes, no])),
        }
    }

    pub(super) const fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }
}
