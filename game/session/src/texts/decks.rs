//! Texts of decks: the slots of a unit, those that come next, and changes of them.

use super::names::count;
use foretoken_vm::rulebook::Deck;
use foretoken_vm::state::{Change, EffectInstance};
use foretoken_vm::stats::{DeckSlot, Sheet};
use foretoken_vm::{EntityId, GameState, Rulebook};

fn title(book: &Rulebook, skill: Option<u16>) -> &str {
    let kind = skill.and_then(|skill| book.skills.get(usize::from(skill)));
    kind.map_or("empty", |kind| kind.effect_source.title.as_str())
}

fn next<'b>(book: &'b Rulebook, sheet: Sheet<'b>, deck: &'b Deck, unit: EntityId, slot: u16) -> String {
    let slots = sheet.slots(unit).filter(|other| deck.is_next(slot, other.number));
    let told = slots.map(|slot| format!("{} {}", slot.number, title(book, slot.skill)));
    told.collect::<Vec<_>>().join(", ")
}

/// Returns the number of a slot with the title of its skill, such as `7 Strike`.
#[must_use]
pub fn named(book: &Rulebook, state: &GameState, unit: EntityId, number: i16) -> String {
    let slot = state.sheet(book).slots(unit).find(|slot| i32::from(slot.number) == i32::from(number));
    format!("{number} {}", title(book, slot.and_then(|slot| slot.skill)))
}

/// Lists the slots of a unit's deck, each with its skill, its state and the slots that come next; empty without a deck.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let (sheet, row) = (state.sheet(book), state.entity(unit));
    let Some(deck) = book.deck_of(row) else { return Vec::new() };
    let line = |slot: DeckSlot| {
        let current = if slot.is_current { " (current)" } else { "" };
        let recharges = if slot.left > 0 { format!(", cooldown {}", count(slot.left, "turn")) } else { String::new() };
        let next = match deck.current {
            Some(_) => format!("; next: {}", next(book, sheet, deck, unit, slot.number)),
            None => String::new(),
        };
        format!("{} {}{current}{recharges}{next}", slot.number, title(book, slot.skill))
    };
    sheet.slots(unit).map(line).collect()
}

/// Lists the next slots by which a unit can use an action, and the slots that come after each of them.
#[must_use]
pub fn of_action(book: &Rulebook, state: &GameState, unit: EntityId, program: u16) -> Vec<String> {
    let (sheet, row) = (state.sheet(book), state.entity(unit));
    let Some(deck) = book.deck_of(row) else { return Vec::new() };
    let action = |skill: u16| book.skills.get(usize::from(skill)).and_then(|kind| kind.action);
    let of_program = |slot: &DeckSlot| slot.is_next && slot.skill.and_then(action) == Some(program);
    let line = |slot: DeckSlot| {
        let recharges = if slot.left > 0 { format!(" (cooldown {})", count(slot.left, "turn")) } else { String::new() };
        let behind = next(book, sheet, deck, unit, slot.number);
        let behind = if deck.current.is_some() { format!(", then: {behind}") } else { String::new() };
        format!("On {} {}{recharges}{behind}", deck.word, slot.number)
    };
    sheet.slots(unit).filter(of_program).map(line).collect()
}

pub(super) fn changed(book: &Rulebook, state: &GameState, who: &str, change: &Change) -> String {
    let (_, slot, _) = EffectInstance::of_place(change.at);
    let word = book.deck_of(state.entity(change.entity)).map_or("slot", |deck| deck.word.as_str());
    match u16::try_from(change.after - 1) {
        Ok(skill) => format!("{who}: {word} {slot} now holds {}", title(book, Some(skill))),
        Err(_) => format!("{who}: {word} {slot} is empty now"),
    }
}
