//! PassItem: transfers items between units: picked up, given away or left behind.
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit)
//! HandleItem(target: "self", item: "ring"), PassItem(from: "self", to: "T1", item: "ring")
//! answers: b
//!
//! .Ab..  ->  .Ab..
//!
//! b ring 0 -> 1
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Field, Inspect, Inspector, NameRole};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::pass_item::{Emptied, Which};

/// Transfers items between units.
#[derive(Clone, Debug, PartialEq)]
pub struct PassItem {
    /// The giver.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// The item asset; empty for all items.
    pub item: String,
    /// Whether the giver vanishes without items.
    pub vanishes: bool,
    /// Displayed word, if set.
    pub label: String,
}

impl Default for PassItem {
    fn default() -> Self {
        PassItem {
            from: "T1".to_owned(),
            to: "self".to_owned(),
            item: String::new(),
            vanishes: false,
            label: String::new(),
        }
    }
}

impl Inspect for PassItem {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("from", "Giver.").required(), &mut self.from, NameRole::UsesTarget);
        inspector.name(Field::new("to", "Receiver."), &mut self.to, NameRole::UsesTarget);
        inspector.reference(
            Field::new("item", "Item; empty for all carried items. A dying unit also passes the items that it wears."),
            &mut self.item,
            "item",
        );
        let vanishes = Field::new(
            "vanishes",
            "Whether a thing among the two disappears when it holds no item \
             afterwards.",
        );
        inspector.flag(vanishes, &mut self.vanishes);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for PassItem {
    fn name(&self) -> &'static str {
        "PassItem"
    }

    fn doc(&self) -> &'static str {
        "Passes items from one entity to another."
    }

    fn summary(&self) -> String {
        let what = if self.item.is_empty() { "all items" } else { self.item.as_str() };
        format!("{what} from {} to {}", self.from, self.to)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (from, to) = (compiler.target("from", &self.from), compiler.target("to", &self.to));
        let which = if self.item.is_empty() { Which::All } else { Which::One(compiler.item("item", &self.item)) };
        let emptied = if self.vanishes { Emptied::Goes } else { Emptied::Stays };
        let label = compiler.label(&self.label, if self.item.is_empty() { "items" } else { &self.item });
        compiler.emit(tokens::PassItem { from, to, which, emptied, label });
    }
}
