//! Texts of decks: the slots of a unit, those that come next, energy, and changes of slots.

use super::names::count;
use super::rerolls;
use crate::seat::Seat;
use foretoken_vm::program::Cost;
use foretoken_vm::rulebook::Deck;
use foretoken_vm::state::{Change, EffectInstance};
use foretoken_vm::stats::{DeckSlot, Sheet};
use foretoken_vm::{ActionUse, EntityId, GameState, Rulebook, carried_out};

/// Content of a slot for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotText {
    /// The slot.
    pub slot: DeckSlot,
    /// Name of its skill, or `empty`.
    pub title: String,
    /// Effects in a few words, such as `Hit 6.`
    pub note: String,
    /// Group of the skill, such as its rarity; empty for none.
    pub group: String,
    /// Turns for which a use blocks it; 0 for none.
    pub recharge: i32,
    /// Numbers of the slots that come next after it.
    pub next: Vec<u16>,
    /// Program of its action.
    pub program: Option<u16>,
}

/// Returns the cooldown that is left of a slot, such as `cooldown 2 turns`; `None` if it is ready.
#[must_use]
pub fn cooldown(slot: DeckSlot) -> Option<String> {
    (slot.left > 0).then(|| format!("cooldown {}", count(slot.left, "turn")))
}

/// Describes for how many turns a slot is on cooldown, where there is little room; `None` for a ready one.
#[must_use]
pub fn short_cooldown(slot: DeckSlot) -> Option<String> {
    (slot.left > 0).then(|| format!("cooldown {}", slot.left))
}

/// Returns the texts of a unit's slots by number; empty without a deck.
#[must_use]
pub fn slots(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<SlotText> {
    let Some(deck) = book.deck_of(state.entity(unit)) else { return Vec::new() };
    let text = |slot: DeckSlot| {
        let kind = slot.skill.and_then(|skill| book.skills.get(usize::from(skill)));
        let own =
            |words: fn(&foretoken_vm::stats::SkillKind) -> &str| kind.map_or(String::new(), |k| words(k).to_owned());
        SlotText {
            slot,
            title: title(book, slot.skill).to_owned(),
            note: own(|kind| &kind.effect_source.note),
            group: own(|kind| kind.path.split("//").next().filter(|_| kind.path.contains("//")).unwrap_or_default()),
            recharge: kind.map_or(0, |kind| kind.recharge),
            next: (1..=deck.len() as u16).filter(|&number| deck.is_next(slot.number, number)).collect(),
            program: kind.and_then(|kind| kind.action),
        }
    };
    state.sheet(book).slots(unit).map(text).collect()
}

/// No shown unit has a deck.
pub const NO_DECK: &str = "No unit of yours has a deck.";

/// Label of the way from the unit page to the deck page.
pub const DECK_PAGE: &str = "Show the deck";

/// Returns the label of the current slot.
#[must_use]
pub const fn on_top() -> &'static str {
    "On top"
}

/// Describes a slot: its group, effects, and cooldown after a use.
#[must_use]
pub fn about(text: &SlotText) -> String {
    let recharge = match text.recharge {
        0 => String::new(),
        turns => format!("Cooldown after a use: {}.", count(turns, "turn")),
    };
    let group = if text.group.is_empty() { String::new() } else { format!("{}.", text.group) };
    let parts = [group, text.note.clone(), recharge];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns whether a column of a unit keeps the current slot of its deck.
#[must_use]
pub fn is_current(book: &Rulebook, state: &GameState, unit: EntityId, column: u16) -> bool {
    book.deck_of(state.entity(unit)).is_some_and(|deck| deck.current == Some(column))
}

/// Describes a new current slot, such as `face 7 Strike on top`; `None` if the column keeps something else.
#[must_use]
pub fn turned(book: &Rulebook, state: &GameState, unit: EntityId, column: u16, after: i32) -> Option<String> {
    let deck = book.deck_of(state.entity(unit)).filter(|_| is_current(book, state, unit, column))?;
    Some(format!("{} {} on top", deck.word, named(book, state, unit, i16::try_from(after).ok()?)))
}

/// Describes what comes next after a slot.
#[must_use]
pub fn next_words(named: &str) -> String {
    format!("Next: {named}")
}

/// Returns the actions that a unit has left in its turn, and those of a whole turn.
#[must_use]
pub fn energy(seat: &Seat, unit: EntityId) -> (i32, i32) {
    let (book, state) = (seat.book(), seat.known().state());
    let Some(kind) = book.unit_type(state.entity(unit)) else { return (0, 0) };
    let most = i32::from(book.scheduler.activation_points(kind).1);
    let drafted = seat.draft().filter(|draft| draft.unit == unit);
    let uses = drafted.map_or_else(|| carried_out(state, seat.decided(), unit), |draft| &draft.intent().uses);
    let costs = |used: &&ActionUse| book.program(used.program).is_some_and(|program| program.cost == Cost::Action);
    ((most - uses.iter().filter(costs).count() as i32).max(0), most)
}

/// Describes the energy: `Energy 1 of 2`.
#[must_use]
pub fn energy_words((left, most): (i32, i32)) -> String {
    format!("Energy {left} of {most}")
}

/// Returns the line of help for a deck with a current slot: before the first use in a turn how to use a slot, and after it
/// how the turn ends.
#[must_use]
pub fn help(deck: &Deck, (left, most): (i32, i32)) -> String {
    if left == most {
        let word = &deck.word;
        return format!("Using a {word} costs 1 energy. It then lies on top; its neighbours are your next choices.");
    }
    "Without energy your turn ends. Then each enemy makes the move that it shows; ???? is still unknown.".to_owned()
}

pub(super) fn title(book: &Rulebook, skill: Option<u16>) -> &str {
    let kind = skill.and_then(|skill| book.skills.get(usize::from(skill)));
    kind.map_or("empty", |kind| kind.effect_source.title.as_str())
}

/// Lists the slots that come next after a slot.
fn next<'b>(
    sheet: Sheet<'b>,
    deck: &'b Deck,
    (unit, slot): (EntityId, u16),
    told: impl Fn(DeckSlot) -> String,
) -> String {
    let slots = sheet.slots(unit).filter(|other| deck.is_next(slot, other.number));
    slots.map(told).collect::<Vec<_>>().join(", ")
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
            Some(_) => {
                let named = |other: DeckSlot| format!("{} {}", other.number, title(book, other.skill));
                format!("; next: {}", next(sheet, deck, (unit, slot.number), named))
            }
            None => String::new(),
        };
        format!("{} {}{current}{recharges}{next}", slot.number, title(book, slot.skill))
    };
    sheet.slots(unit).map(line).collect()
}

/// Lists the next slots by which a unit can use an action, the slots that come after each of them, and the odds of a
/// reroll. `energy` is left before the use.
#[must_use]
pub fn of_action(book: &Rulebook, state: &GameState, unit: EntityId, program: u16, energy: i32) -> Vec<String> {
    let (sheet, row) = (state.sheet(book), state.entity(unit));
    let Some(deck) = book.deck_of(row) else { return Vec::new() };
    let action = |skill: u16| book.skills.get(usize::from(skill)).and_then(|kind| kind.action);
    let of_program = |slot: &DeckSlot| slot.is_next && slot.skill.and_then(action) == Some(program);
    let line = |slot: DeckSlot| {
        let recharges = if slot.left > 0 { format!(" (cooldown {})", count(slot.left, "turn")) } else { String::new() };
        let after = next(sheet, deck, (unit, slot.number), |other| title(book, other.skill).to_owned());
        let after = match deck.current {
            Some(_) => format!("; afterwards you can choose {after}"),
            None => String::new(),
        };
        format!("On {} {}{recharges}{after}", deck.word, slot.number)
    };
    sheet.slots(unit).filter(of_program).map(line).chain(rerolls::lines(book, state, unit, program, energy)).collect()
}

pub(super) fn changed(book: &Rulebook, state: &GameState, who: &str, change: &Change) -> String {
    let (_, slot, _) = EffectInstance::of_place(change.at);
    let word = book.deck_of(state.entity(change.entity)).map_or("slot", |deck| deck.word.as_str());
    match u16::try_from(change.after - 1) {
        Ok(skill) => format!("{who}: {word} {slot} now holds {}", title(book, Some(skill))),
        Err(_) => format!("{who}: {word} {slot} is empty now"),
    }
}
