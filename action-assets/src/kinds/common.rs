//! Common fields of kinds.

use foretoken_vm::program::Filter;
use foretoken_vm::tokens::operand;

use super::declare_target::FILTERS;
use crate::compile::Compiler;
use crate::inspect::{Field, Formula, Inspector, NameRole};
use crate::pattern::Pattern;

pub(super) fn target(inspector: &mut dyn Inspector, doc: &'static str, value: &mut String) {
    inspector.name(Field::new("target", doc).required(), value, NameRole::UsesTarget);
}

pub(super) fn label(inspector: &mut dyn Inspector, value: &mut String) {
    inspector.text(Field::new("label", "Displayed label; if empty, the default."), value);
}

pub(super) fn types(inspector: &mut dyn Inspector, value: &mut Vec<String>) {
    let types =
        Field::new("types", "More labels that reactions and modifiers can name, such as `attack` and `magic.fire`.");
    inspector.texts(types, value);
}

pub(super) fn amount(inspector: &mut dyn Inspector, doc: &'static str, value: &mut Formula) {
    inspector.formula(Field::new("amount", doc), value);
}

/// The affected cells around a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The cells; by default the target's own.
    pub cells: Pattern,
    /// Whether the drawing turns from east to the direction of the target.
    pub turned: bool,
    /// Whether walls and smoke protect cells behind them.
    pub sheltered: bool,
    /// Filter of the cells; empty for all.
    pub filter: Vec<usize>,
    /// A region instead of the drawing.
    pub region: String,
    /// Whether the area is centred on the actor and faces the target.
    pub aimed: bool,
}

impl Default for Area {
    fn default() -> Self {
        Area {
            cells: Pattern::from_cells([(0, 0)]).unwrap_or_default(),
            turned: false,
            sheltered: false,
            filter: Vec::new(),
            region: String::new(),
            aimed: false,
        }
    }
}

impl Area {
    pub(super) fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.pattern(Field::new("area", "Cells around the target, drawn facing east."), &mut self.cells);
        inspector.flag(
            Field::new("turned", "Whether the area turns to the direction from the actor to the target."),
            &mut self.turned,
        );
        inspector.flag(
            Field::new("sheltered", "Whether walls and smoke protect the cells behind them."),
            &mut self.sheltered,
        );
        inspector.choices(Field::new("filter", "Filter for the cells; empty for all."), &mut self.filter, FILTERS);
        let region = Field::new("region", "Region of the pack around the target, instead of the drawing.");
        inspector.reference(region, &mut self.region, "region");
        let aimed = Field::new("aimed", "Whether the area starts at the actor and points to the target.");
        inspector.flag(aimed, &mut self.aimed);
    }

    pub(super) fn compile(&self, compiler: &mut Compiler<'_>) -> operand::Area {
        let pattern = match self.region.as_str() {
            "" => compiler.pattern("area", &self.cells),
            name => compiler.region_area("region", name),
        };
        let filter = filter_of(&self.filter);
        let (is_turned, is_sheltered) = (self.turned || self.aimed, self.sheltered);
        operand::Area { pattern, filter, is_turned, is_sheltered, is_aimed: self.aimed }
    }

    pub(super) fn summary(&self) -> String {
        let cells = if !self.region.is_empty() {
            format!(" over `{}`", self.region)
        } else if self.cells == Self::default().cells && !self.turned && !self.sheltered {
            String::new()
        } else {
            format!(" over {} cells", self.cells.len())
        };
        let filter = filter_of(&self.filter);
        if filter.is_open() { cells } else { format!("{cells} [{}]", filter.words()) }
    }
}

pub(super) fn filter_of(choices: &[usize]) -> Filter {
    Filter(choices.iter().fold(0, |bits, &index| bits | 1 << index.min(15)))
}

pub(super) fn parts_in_order(count: usize) -> String {
    match count {
        0 => "nothing yet".to_owned(),
        1 => "1 part".to_owned(),
        count => format!("{count} parts in order"),
    }
}
