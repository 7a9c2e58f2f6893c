//! Stored formulas, which others use as `f.name`.

use crate::inspect::{Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// A formula asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct FormulaAsset {
    pub note: String,
    pub formula: Formula,
}

impl Default for FormulaAsset {
    fn default() -> Self {
        Self { note: String::new(), formula: Formula::from(0) }
    }
}

impl Asset for FormulaAsset {
    const TYPE: &'static str = "Formula";
}

impl Inspect for FormulaAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        let formula = Field::new(
            "formula",
            "Formula that `f.` with its name stands for. Its names keep the meaning \
             that they have where it is used.",
        );
        inspector.formula(formula.required(), &mut self.formula);
    }
}
