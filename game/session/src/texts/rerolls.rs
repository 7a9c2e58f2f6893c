//! Odds of actions that turn a deck to a random slot: what comes on top, and which skills come next after one reroll and
//! within two. Both are exact counts over the slots of the deck.

use super::decks;
use foretoken_vm::program::Amount;
use foretoken_vm::rulebook::Deck;
use foretoken_vm::stats::DeckSlot;
use foretoken_vm::tokens::change_stat::Of;
use foretoken_vm::{EntityId, GameState, Rulebook, Token};

/// Largest groups that are named.
const NAMED: usize = 4;

/// Chances that a slot with a skill comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Name of the skill.
    pub title: String,
    /// Number of the slots that bring it next, of all slots: the chance of one reroll.
    pub once: usize,
    /// Number of pairs of slots that bring it next, of all pairs: the chance within two rerolls. The second one is used
    /// only if the first brings no such slot, and needs a slot with a reroll that is next and ready.
    pub twice: usize,
}

/// Returns whether an action turns the deck to a random slot.
fn is_reroll(book: &Rulebook, deck: &Deck, program: u16) -> bool {
    let any = format!("1d{}", deck.len());
    let is_any = |amount: Amount| match amount {
        Amount::Formula(at) => book.formulas.get(at as usize).is_some_and(|formula| formula.source == any),
        Amount::Const(_) => false,
    };
    let turns = |token: &Token| match token {
        Token::ChangeStat(own) => {
            deck.current.is_some_and(|column| own.number.of() == Of::Column(column)) && is_any(own.amount)
        }
        _ => false,
    };
    book.program(program).is_some_and(|program| program.code.iter().any(turns))
}

/// Returns the odds of a reroll by each skill, in the order of the slots. The reroll is used in the lowest next slot with
/// its action; empty for other actions.
#[must_use]
pub fn reaches(book: &Rulebook, state: &GameState, unit: EntityId, program: u16) -> Vec<Reach> {
    let Some(deck) = book.deck_of(state.entity(unit)).filter(|deck| is_reroll(book, deck, program)) else {
        return Vec::new();
    };
    let slots: Vec<DeckSlot> = state.sheet(book).slots(unit).collect();
    let kind = |slot: &DeckSlot| slot.skill.and_then(|skill| book.skills.get(usize::from(skill)));
    let action = |slot: &DeckSlot| kind(slot).and_then(|kind| kind.action);
    let used = slots.iter().find(|slot| slot.is_next && slot.left == 0 && action(slot) == Some(program));
    let cools = |slot: &DeckSlot| {
        used.is_some_and(|used| used.number == slot.number) && kind(slot).is_some_and(|kind| kind.recharge > 0)
    };
    let rerolls = |slot: &DeckSlot| {
        slot.left == 0 && !cools(slot) && action(slot).is_some_and(|program| is_reroll(book, deck, program))
    };
    let next = |top: u16| slots.iter().filter(move |slot| deck.is_next(top, slot.number));
    let mut found: Vec<Reach> = Vec::new();
    for slot in &slots {
        let title = decks::title(book, slot.skill);
        if found.iter().any(|reach| reach.title == title) {
            continue;
        }
        let brings = |top: &&DeckSlot| next(top.number).any(|slot| decks::title(book, slot.skill) == title);
        let once = slots.iter().filter(brings).count();
        let again = slots.iter().filter(|top| !brings(top) && next(top.number).any(rerolls)).count();
        found.push(Reach { title: title.to_owned(), once, twice: once * slots.len() + again * once });
    }
    found
}

/// Returns shares in whole percent of the largest groups, such as `Strike 35 %, Block 20 %`.
fn shares<'g>(groups: impl Iterator<Item = (&'g str, usize)>, of: usize) -> (Vec<String>, usize) {
    let mut groups: Vec<(&str, usize)> = groups.collect();
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let words = groups.iter().take(NAMED).map(|(title, count)| format!("{title} {}", percent(*count, of)));
    (words.collect(), groups.iter().skip(NAMED).map(|(_, count)| count).sum())
}

fn percent(count: usize, of: usize) -> String {
    format!("{} %", (count * 200 + of) / (2 * of))
}

/// Describes what an action brings on top if it turns the deck at random, such as `Odds: Strike 35 %, others 65 %`;
/// `None` for other actions.
#[must_use]
pub fn on_top(book: &Rulebook, state: &GameState, unit: EntityId, program: u16) -> Option<String> {
    let deck = book.deck_of(state.entity(unit)).filter(|deck| is_reroll(book, deck, program))?;
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for slot in state.sheet(book).slots(unit) {
        let title = decks::title(book, slot.skill);
        match groups.iter_mut().find(|(of, _)| *of == title) {
            Some((_, count)) => *count += 1,
            None => groups.push((title, 1)),
        }
    }
    let (mut named, others) = shares(groups.into_iter(), deck.len());
    named.extend((others > 0).then(|| format!("others {}", percent(others, deck.len()))));
    Some(format!("Odds: {}", named.join(", ")))
}

/// Lists the odds of each skill to come next after a reroll and, with energy for two rerolls, within two of them. Empty
/// for other actions.
#[must_use]
pub fn next(book: &Rulebook, state: &GameState, unit: EntityId, program: u16, energy: i32) -> Vec<String> {
    let reaches = reaches(book, state, unit, program);
    if reaches.is_empty() {
        return Vec::new();
    }
    let slots = book.deck_of(state.entity(unit)).map_or(1, Deck::len);
    let groups = |count: fn(&Reach) -> usize| reaches.iter().map(move |reach| (reach.title.as_str(), count(reach)));
    let (once, _) = shares(groups(|reach| reach.once), slots);
    let mut lines = vec![format!("Odds to come next: {}", once.join(", "))];
    if energy > 1 && reaches.iter().any(|reach| reach.twice > reach.once * slots) {
        let (twice, _) = shares(groups(|reach| reach.twice), slots * slots);
        lines.push(format!("Within 2 rerolls: {}", twice.join(", ")));
    }
    lines
}

/// Lists the odds of a reroll: what comes on top, and what comes next. Empty for other actions.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, unit: EntityId, program: u16, energy: i32) -> Vec<String> {
    on_top(book, state, unit, program).into_iter().chain(next(book, state, unit, program, energy)).collect()
}
