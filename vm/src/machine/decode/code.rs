//! Instructions made ready to run: the function of each, and which programs effects of units give.

use super::super::cx::RunContext;
use super::super::fast::FastContext;
use super::super::step::Flow;
use super::Decoded;
use crate::program::Amount;
use crate::program::TokenSet;
use crate::rulebook::Rules;
use crate::tokens::{Nature, Token};

/// A step over the slices alone. An amount of its operands is a number.
pub(crate) type FastStep<T> = fn(&mut FastContext<'_>, &T) -> Flow;

/// A step with all at hand.
type WholeStep<T> = fn(&mut RunContext<'_>, &T) -> Flow;

/// The functions that run a token with its operands.
#[derive(Debug)]
pub enum Run<T = Token> {
    /// A step that the slices are enough for. Where its amount is a formula, that is evaluated before.
    FastContext(FastStep<T>),
    /// A step that needs more.
    Whole(WholeStep<T>),
    /// The first, and the second where that says [`Flow::Whole`] or the amount is a formula.
    Both(FastStep<T>, WholeStep<T>),
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl Run {
    /// Runs the token with all at hand.
    pub(in crate::machine) fn whole(self, cx: &mut RunContext<'_>, token: &Token) -> Flow {
        match self {
            Self::Whole(step) | Self::Both(_, step) => step(cx, token),
            Self::FastContext(step) => {
                let token = match token.amount() {
                    Some(Amount::Formula(condition)) if token.is_condition() => {
                        token.with_amount(cx.is_true(condition).into())
                    }
                    Some(amount @ Amount::Formula(_)) => token.with_amount(cx.amount_to_write(amount)),
                    _ => *token,
                };
                cx.fast(|fast| step(fast, &token))
            }
        }
    }
}

/// One token, ready to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The function that is tried first.
    pub(in crate::machine) fast: FastStep<Token>,
    pub(in crate::machine) token: Token,
    pub(in crate::machine) run: Run,
    /// Whether the slices are never enough for it.
    pub(in crate::machine) is_whole: bool,
    /// Whether it belongs to another crate, so that going on is paid for.
    pub(in crate::machine) is_foreign: bool,
    /// Whether it resolves a request, which it does within a veil, too.
    pub(in crate::machine) is_request: bool,
}

impl Step {
    /// The instructions of a program, ready to run.
    pub(in crate::machine) fn all(program: &TokenSet) -> Vec<Self> {
        program.code.iter().copied().map(Self::new).collect()
    }

    fn new(token: Token) -> Self {
        let run = token.run();
        let (fast, is_whole): (FastStep<Token>, _) = match run {
            Run::FastContext(fast) | Run::Both(fast, _) if !token.has_formula() => (fast, false),
            _ => (|_, _| Flow::Whole, true),
        };
        let nature = token.nature();
        let (is_foreign, is_request) = (nature.calls.is_some(), nature.resolves.is_some());
        Self { fast, token, run, is_whole, is_foreign, is_request }
    }
}

/// By program, whether a carrier gives its use.
pub(super) fn given_of(book: &Rules) -> Vec<bool> {
    let mut given = vec![false; book.programs.len()];
    let by_skills = book.skills.iter().filter_map(|skill| skill.action);
    let by_effect_sources = book.effect_sources().flat_map(|(_, effect_source)| effect_source.actions.iter().copied());
    for program in by_skills.chain(by_effect_sources) {
        if let Some(given) = given.get_mut(usize::from(program)) {
            *given = true;
        }
    }
    given
}

impl Decoded {
    /// Whether a skill, an item or a status may give a unit the use of a program.
    pub(crate) fn is_given(&self, program: u16) -> bool {
        self.given.get(usize::from(program)).copied().unwrap_or_default()
    }

    /// The properties of a program's instructions.
    pub(crate) fn natures(&self, index: u16) -> &[Nature] {
        self.natures.get(usize::from(index)).map_or(&[], Vec::as_slice)
    }

    /// The instructions of a program.
    #[inline(always)]
    pub(crate) fn program(&self, index: u16) -> &[Step] {
        self.programs.get(index as usize).map_or(&[], Vec::as_slice)
    }
}
