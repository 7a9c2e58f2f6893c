//! Instructions prepared for execution, and the programs that effects can give to units.

use super::super::cx::RunContext;
use super::super::fast::FastContext;
use super::super::step::Flow;
use super::Decoded;
use crate::program::Amount;
use crate::program::TokenSet;
use crate::rulebook::Rules;
use crate::tokens::{Nature, Token};

pub(crate) type FastStep<T> = fn(&mut FastContext<'_>, &T) -> Flow;

type WholeStep<T> = fn(&mut RunContext<'_>, &T) -> Flow;

/// Functions that run a token with its operands.
#[derive(Debug)]
pub enum Run<T = Token> {
    /// The slices suffice. A formula amount is evaluated before.
    FastContext(FastStep<T>),
    /// The step needs the whole context.
    Whole(WholeStep<T>),
    /// Runs the first; the second runs if that returns [`Flow::Whole`] or the amount is a formula.
    Both(FastStep<T>, WholeStep<T>),
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl Run {
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(in crate::machine) fast: FastStep<Token>,
    pub(in crate::machine) token: Token,
    pub(in crate::machine) run: Run,
    pub(in crate::machine) is_whole: bool,
    pub(in crate::machine) is_foreign: bool,
    pub(in crate::machine) is_request: bool,
}

impl Step {
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
    pub(crate) fn is_given(&self, program: u16) -> bool {
        self.given.get(usize::from(program)).copied().unwrap_or_default()
    }

    pub(crate) fn natures(&self, index: u16) -> &[Nature] {
        self.natures.get(usize::from(index)).map_or(&[], Vec::as_slice)
    }

    #[inline(always)]
    pub(crate) fn program(&self, index: u16) -> &[Step] {
        self.programs.get(index as usize).map_or(&[], Vec::as_slice)
    }
}
