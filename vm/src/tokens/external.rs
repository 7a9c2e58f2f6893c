//! Tokens of other crates, called through the rulebook's table.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, Extra, Label};
use super::{Nature, Operand, Show, Stage, Step};
use crate::machine::{FastContext, FastStep, Flow, Run, RunContext};
use crate::trap::Trap;
use serde::Serialize;

/// A token of another crate, called by index. Records store name and version.
#[derive(Clone, Debug)]
pub struct Extern {
    /// Unique name.
    pub name: String,
    /// Version, raised with each change of behaviour.
    pub version: u32,
    /// Description for players with `{target}`, `{other}` and `{amount}`; empty for the name.
    pub words: &'static str,
    /// Step in execution, and in predictions without `preview`.
    pub step: Run<Call>,
    /// Step in predictions: the two functions of document 003.
    pub preview: Option<Run<Call>>,
    /// Stage of a call, if it does exactly what the stage does. It is then fused like this crate's tokens.
    pub stage: Option<fn(&Call) -> Option<Stage>>,
}

impl Extern {
    /// Makes a token with one step for execution and prediction, without words and stage.
    #[must_use]
    pub fn new(name: &str, version: u32, step: Run<Call>) -> Self {
        Self { name: name.to_owned(), version, words: "", step, preview: None, stage: None }
    }

    pub(crate) const fn fast_step(&self) -> Option<FastStep<Call>> {
        match (self.step, self.preview) {
            (Run::FastContext(step) | Run::Both(step, _), None) => Some(step),
            _ => None,
        }
    }
}

/// Index in the rulebook's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct ExternIndex(pub u16);

impl Operand for ExternIndex {
    fn kind() -> &'static str {
        "token of another crate"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.externs.get(usize::from(self.0)).map_or("?", |token| token.name.as_str()).to_owned()
    }
}

operands! {
    /// Calls a token of another crate.
    Call as "Extern": "{token} {target}, {amount}" {
        /// The token.
        token: ExternIndex,
        /// First target.
        target: Address,
        /// Second target, if it has one.
        other: Address,
        /// Amount.
        amount: Amount,
        /// A number whose meaning only the token knows, such as a column.
        extra: Extra,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Call {
    fn deed(&self) -> Deed {
        Deed::Foreign { token: self.token, target: self.target, other: self.other, amount: self.amount }
    }
}

impl Step for Call {
    const RUN: Run<Self> = Run::Both(step, whole);

    fn nature(&self) -> Nature {
        Nature { calls: Some(*self), ..Nature::default() }
    }
}

#[inline(always)]
fn step(fast: &mut FastContext<'_>, call: &Call) -> Flow {
    match fast.book.externs.get(usize::from(call.token.0)).and_then(Extern::fast_step) {
        Some(step) => step(fast, call),
        None => Flow::Whole,
    }
}

fn whole(cx: &mut RunContext<'_>, call: &Call) -> Flow {
    let Some(token) = cx.book.externs.get(usize::from(call.token.0)) else { return Flow::Trap(Trap::BadProgram) };
    match token.preview.filter(|_| cx.is_preview()).unwrap_or(token.step) {
        Run::Whole(step) | Run::Both(_, step) => step(cx, call),
        Run::FastContext(step) => {
            let amount = Amount::Const(cx.amount(call.amount));
            cx.fast(|fast| step(fast, &Call { amount, ..*call }))
        }
    }
}
