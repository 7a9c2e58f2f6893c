//! Deck assets: slots of skills with the slots that come next after each, such as the faces of a die or a hand of cards.

use foretoken_vm::rulebook::Deck;

use crate::inspect::{Choice, Field, Inspect, Inspector};
use crate::write::Asset;

/// How a deck begins, ordered as [`foretoken_vm::rulebook::FirstSlot`].
pub const FIRST_SLOTS: &[Choice] = &[
    Choice::new("Random", "A random slot is the current one when a battle begins."),
    Choice::new("First", "Slot 1 is the current one when a battle begins."),
];

/// A deck asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct DeckAsset {
    pub title: String,
    pub note: String,
    pub word: String,
    pub slots: i32,
    pub next: Vec<String>,
    pub current: String,
    pub first: usize,
}

impl Default for DeckAsset {
    fn default() -> Self {
        DeckAsset {
            title: String::new(),
            note: String::new(),
            word: "slot".to_owned(),
            slots: 6,
            next: Vec::new(),
            current: String::new(),
            first: 0,
        }
    }
}

impl Asset for DeckAsset {
    const TYPE: &'static str = "Deck";
}

impl Inspect for DeckAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector.text(Field::new("word", "Displayed word for a slot, such as face or card."), &mut self.word);
        inspector.number(
            Field::new("slots", "Number of slots.").in_unit("slots"),
            &mut self.slots,
            1..=Deck::MOST as i32,
        );
        let next = "For each slot the numbers of the slots that come next, such as \"2 5 6\"; empty if every slot is \
                    always next, as in a hand of cards.";
        inspector.texts(Field::new("next", next), &mut self.next);
        let current = "Column of units that keeps the number of the current slot, such as the face on top; empty for \
                       a deck without one.";
        inspector.text(Field::new("current", current), &mut self.current);
        let first = Field::new("first", "Current slot when a battle begins, if the unit brings none.");
        inspector.choice(first, &mut self.first, FIRST_SLOTS);
    }
}
