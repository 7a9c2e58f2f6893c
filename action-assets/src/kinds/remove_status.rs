//! RemoveStatus: removes statuses from the units in an area, by name or tag, up to a number.
//!
//! ```text
//! ApplyStatus(target: "self", status: "poison"), RemoveStatus(target: "self", tags: ["harm"])
//!
//! .Ab..  ->  .Ab..
//!
//! A poison 0 -> 0
//! ```

use super::common::{self, Area};
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::remove_status::{Count, First};

const FIRSTS: &[Choice] = &[
    Choice::new("Newest", "The newest."),
    Choice::new("Oldest", "The oldest."),
    Choice::new("Strongest", "The one with the largest amount."),
    Choice::new("SoonestToEnd", "The one that ends soonest."),
];

/// Removes statuses in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoveStatus {
    /// The target.
    pub target: String,
    /// Names of statuses.
    pub statuses: Vec<String>,
    /// Tags of statuses.
    pub tags: Vec<String>,
    /// Number of statuses to remove; 0 for all.
    pub count: i32,
    /// Order of removal.
    pub first: usize,
    /// The area.
    pub area: Area,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for RemoveStatus {
    fn default() -> Self {
        RemoveStatus {
            target: "T1".to_owned(),
            statuses: Vec::new(),
            tags: Vec::new(),
            count: 0,
            first: 0,
            area: Area::default(),
            label: String::new(),
        }
    }
}

impl Inspect for RemoveStatus {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Target, or the middle of an area.", &mut self.target);
        inspector.references(Field::new("statuses", "Statuses by name."), &mut self.statuses, "status");
        inspector.texts(Field::new("tags", "Statuses by tag; lower tags count too."), &mut self.tags);
        inspector.number(Field::new("count", "Number of statuses; 0 for all."), &mut self.count, 0..=255);
        inspector.choice(Field::new("first", "Order of removal."), &mut self.first, FIRSTS);
        self.area.inspect(inspector);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for RemoveStatus {
    fn name(&self) -> &'static str {
        "RemoveStatus"
    }

    fn doc(&self) -> &'static str {
        "Removes statuses from the units of an area."
    }

    fn summary(&self) -> String {
        let which: Vec<&str> = self.statuses.iter().chain(&self.tags).map(String::as_str).collect();
        format!("remove {} from {}{}", which.join(", "), self.target, self.area.summary())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("target", &self.target);
        let statuses = compiler.statuses("statuses", &self.statuses, &self.tags);
        if statuses.count == 0 {
            let why = match (self.statuses.is_empty(), self.tags.is_empty()) {
                (true, true) => "neither `statuses` nor `tags` is given",
                _ => "no status of the pack is named",
            };
            compiler.warn("statuses", "nothing-in-it", format!("{why}, so nothing is removed"));
        }
        let count = Count(self.count.clamp(0, 255) as u8);
        let first = [First::Newest, First::Oldest, First::Strongest, First::SoonestToEnd][self.first.min(3)];
        let area = self.area.compile(compiler);
        let label = compiler.label(&self.label, "cleanse");
        compiler.emit(tokens::RemoveStatus { target, statuses, count, first, area, label });
    }
}
