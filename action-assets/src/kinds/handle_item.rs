//! HandleItem: a unit receives, loses, equips, unequips or uses up an item.
//!
//! ```text
//! HandleItem(target: "self", item: "ring", act: GiveWorn)
//!
//! .Ab..  ->  .Ab..
//!
//! A ring 0 -> 1
//! ```

use super::common;
use crate::compile::Compiler;
use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::kind::Kind;
use foretoken_vm::tokens;
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::operand::ItemId;

const ACTS: &[Choice] = &[
    Choice::new("Give", "The unit gets one."),
    Choice::new("GiveWorn", "The unit gets one and puts it on."),
    Choice::new("Take", "The unit loses one."),
    Choice::new("Wear", "The unit puts on one that it carries."),
    Choice::new("TakeOff", "The unit takes one off."),
    Choice::new("Use", "The unit spends 1 use; the item disappears after the last one."),
];

/// Gives, removes, equips, unequips or uses up an item.
#[derive(Clone, Debug, PartialEq)]
pub struct HandleItem {
    /// The target.
    pub target: String,
    /// The item asset.
    pub item: String,
    /// The operation.
    pub act: usize,
    /// Displayed word; empty for the item's name.
    pub label: String,
}

impl Default for HandleItem {
    fn default() -> Self {
        HandleItem { target: "self".to_owned(), item: String::new(), act: 0, label: String::new() }
    }
}

impl Inspect for HandleItem {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        common::target(inspector, "Unit.", &mut self.target);
        inspector.reference(Field::new("item", "Item.").required(), &mut self.item, "item");
        inspector.choice(Field::new("act", "What happens to the item."), &mut self.act, ACTS);
        common::label(inspector, &mut self.label);
    }
}

impl Kind for HandleItem {
    fn name(&self) -> &'static str {
        "HandleItem"
    }

    fn doc(&self) -> &'static str {
        "Gives a unit an item or takes it; or lets the unit put it on, take it off or use it up."
    }

    fn summary(&self) -> String {
        let act = ["give", "give and put on", "take", "put on", "take off", "use up"][self.act.min(5)];
        format!("{act} {}, {}", self.item, self.target)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let target = compiler.target("target", &self.target);
        let item = ItemId(compiler.item("item", &self.item));
        let act = [Act::Give, Act::GiveWorn, Act::Take, Act::Wear, Act::TakeOff, Act::Use][self.act.min(5)];
        let label = compiler.label(&self.label, &self.item);
        compiler.emit(tokens::HandleItem { target, item, act, label });
    }
}
