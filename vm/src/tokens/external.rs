//! Tokens of other crates, through the rulebook's table.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, Extra, Label};
use super::{Nature, Operand, Show, Stage, Step};
use crate::machine::{RunContext, Flow, FastContext, FastStep, Run};
use crate::trap::Trap;
use serde::Serialize;

/// A token of another crate. Functions are looked up by index; records name them by name and version.
#[derive(Clone, Debug)]
pub struct Extern {
    /// Unique name.
    pub name: String,
    /// Raised whenever what it does changes.
    pub version: u32,
    /// What it does, in words for players, with `{target}`, `{other}` and `{amount}` in place of its operands; empty for its
    /// name.
    pub words: &'static str,
    /// One step, in execution and, without `preview`, in predictions.
    pub step: Run<Call>,
    /// One step in predictions: the two functions of document 003.
    pub preview: Option<Run<Call>>,
    /// The stage that a call is, where it does what a stage says and nothing else. It then runs together with the request
    /// before it and with the stages behind that, as the tokens of this crate do.
    pub stage: Option<fn(&Call) -> Option<Stage>>,
}

impl Extern {
    /// A token with the same step in execution and prediction, no words and no stage.
    #[must_use]
    pub fn new(name: &str, version: u32, step: Run<Call>) -> Self {
        Self { name: name.to_owned(), version, words: "", step, preview: None, stage: None }
    }

    /// Its step over the slices, where that is all it needs and it previews as it executes.
    pub(crate) const fn fast_step(&self) -> Option<FastStep<Call>> {
        match (self.step, self.preview) {
            (Run::FastContext(step) | Run::Both(step, _), None) => Some(step),
            _ => None,
        }
    }
}

/// An entry of the rulebook's table, by its index.
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
    /// A token of another crate: what it does is in the rulebook's table.
    Call as "Extern": "{token} {target}, {amount}" {
        /// Which one.
        token: ExternIndex,
        /// The first target.
        target: Address,
        /// The second target, where it has one.
        other: Address,
        /// Its amount.
        amount: Amount,
        /// A number that only it knows the meaning of, such as a column.
        extra: Extra,
        /// What it is shown as.
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

/// One that is slices alone and previews as it executes is called here, all others with all at hand.
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
