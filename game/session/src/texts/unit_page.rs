//! The unit page: stats, triggers, items, statuses, skills and item actions.

pub use super::carried::{Held, inventory};
use super::rules::{self, RulesText};
use super::{carried, decks, moves, names};
use crate::seat::Choice;
use foretoken_action_assets::texts::rules::Reader;
use foretoken_vm::state::Pool;
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef, StatId};
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::pass_item::Which;
use foretoken_vm::{Address, EntityId, GameState, Rulebook, Team, Token};

/// Sort of a page line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A heading.
    Heading,
    /// A name.
    Name,
    /// A description.
    Text,
    /// An order, by index among the unit's choices.
    Order(usize),
}

/// A line of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageLine {
    /// Sort.
    pub sort: Sort,
    /// Indentation level.
    pub depth: u8,
    /// Text.
    pub words: String,
}

/// Returns the page of a unit. `choices` are its current orders, empty if it cannot decide now.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, unit: EntityId, choices: &[Choice]) -> Vec<PageLine> {
    let mut page = Page { lines: Vec::new() };
    let sheet = state.sheet(book);
    let reader = Reader::new(sheet, unit);
    if state.entity(unit).is_activated() {
        page.text(0, format!("Has {}.", names::pace(book, state, unit)));
        let told = (0..book.stat_count()).map(StatId).filter(|&stat| carried::is_told(book, state, unit, stat));
        let stats = told.map(|stat| (book.stat_title(stat), carried::breakdown(book, state, unit, stat)));
        let mut numbers = stats.chain(carried::resources(book, state, unit)).peekable();
        if numbers.peek().is_some() {
            page.heading("Stats");
        }
        numbers.for_each(|(name, value)| page.text(0, format!("{name}: {value}")));
    }
    if state.entity(unit).team == Team::NEUTRAL {
        page.text(0, "Neutral: neither ally nor enemy.".to_owned());
    }
    if !state.entity(unit).is_activated() {
        page.text(0, "Takes no turns.".to_owned());
    }
    if names::is_anchored(book, state, unit) {
        page.text(0, "Cannot be pushed, pulled or swapped.".to_owned());
    }
    if let Some(policy) = book.policy_of(state, unit) {
        page.heading(&format!("Controlled by: {}", policy.title));
        page.text(0, policy.kind.doc().to_owned());
        moves::rows(book, state, unit).into_iter().for_each(|row| page.text(0, row));
        page.text(0, format!("Next: {}", moves::queue(book, state, unit).join(", ")));
    }
    if let Some(deck) = book.deck_of(state.entity(unit)) {
        page.heading(&deck.title);
        decks::lines(book, state, unit).into_iter().for_each(|line| page.text(0, line));
    }
    let triggers = rules::triggers(book, state, unit);
    if !triggers.is_empty() {
        page.heading("Reactions");
    }
    for (when, told) in triggers {
        page.name(when.to_owned());
        page.told(Some(told));
    }
    let held = inventory(book, state, unit);
    if !held.is_empty() {
        page.heading("Items");
        for item in held {
            let of = EffectSourceRef { class: EffectSourceClass::Item, kind: item.kind };
            page.name(item.words.clone());
            page.told(rules::effect_source(book, of, Some(reader.instance(item.number))));
            for (index, words) in orders(book, choices, &item) {
                page.lines.push(PageLine { sort: Sort::Order(index), depth: 1, words });
            }
        }
    }
    let picks = pick_ups(book, choices);
    let lying = lying(book, state, unit);
    if !lying.is_empty() {
        page.heading("On the ground");
        lying.into_iter().for_each(|words| page.text(0, words));
        page.lines.extend(picks.into_iter().map(|(index, words)| PageLine {
            sort: Sort::Order(index),
            depth: 0,
            words,
        }));
    }
    let told = |of: EffectSourceRef, number: u16| rules::effect_source(book, of, Some(reader.instance(number)));
    let own =
        sheet.instances(unit, Pool::STATUSES).iter().filter_map(|held| told(EffectSourceRef::of(held)?, held.number));
    let given = sheet.under_auras(unit).into_iter().filter_map(|(of, number, _)| told(of, number));
    let statuses: Vec<RulesText> = own.chain(given).collect();
    if !statuses.is_empty() {
        page.heading("Statuses");
        for (told, words) in statuses.into_iter().zip(carried::statuses(book, state, unit)) {
            page.name(words);
            page.told(Some(told));
        }
    }
    let can = rules::of_unit(book, state, unit);
    for (class, heading) in [("skill", "Skills"), ("action", "Actions")] {
        let mut list = can.iter().filter(|told| told.class == class).peekable();
        if list.peek().is_some() {
            page.heading(heading);
        }
        for told in list {
            page.name(told.title.clone());
            page.told(Some(told.clone()));
        }
    }
    page.lines
}

struct Page {
    lines: Vec<PageLine>,
}

impl Page {
    fn heading(&mut self, words: &str) {
        self.lines.push(PageLine { sort: Sort::Heading, depth: 0, words: words.to_owned() });
    }

    fn name(&mut self, words: String) {
        self.lines.push(PageLine { sort: Sort::Name, depth: 0, words });
    }

    fn text(&mut self, depth: u8, words: String) {
        self.lines.push(PageLine { sort: Sort::Text, depth, words });
    }

    fn told(&mut self, told: Option<RulesText>) {
        for line in told.into_iter().flat_map(|told| told.lines) {
            let words = line.trim_start();
            let depth = 1 + ((line.len() - words.len()) / 2) as u8;
            self.text(depth, words.to_owned());
        }
    }
}

fn orders(book: &Rulebook, choices: &[Choice], held: &Held) -> Vec<(usize, String)> {
    let does = |token: &Token| match token {
        Token::HandleItem(own) if own.item.0 == held.kind => match own.act {
            Act::Use => Some("Use"),
            Act::Wear if !held.is_worn => Some("Equip"),
            Act::TakeOff if held.is_worn => Some("Unequip"),
            Act::Take => Some("Give up"),
            Act::Wear | Act::TakeOff | Act::Give | Act::GiveWorn => None,
        },
        Token::PassItem(own) if own.from == Address::SELF => match own.which {
            Which::One(kind) => (kind == held.kind).then_some("Drop or give"),
            Which::All => (!held.is_worn).then_some("Drop or give"),
        },
        _ => None,
    };
    listed(book, choices, does)
}

fn lying(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let holds = state.living().filter(|(id, row)| *id != unit && !row.is_activated());
    let told = holds.filter_map(|(id, row)| {
        let items = inventory(book, state, id).into_iter().map(|held| held.words).collect::<Vec<_>>().join(", ");
        (!items.is_empty()).then(|| format!("{} on {}: {items}", names::entity(book, state, id), row.cell))
    });
    told.collect()
}

fn pick_ups(book: &Rulebook, choices: &[Choice]) -> Vec<(usize, String)> {
    listed(book, choices, |token| match token {
        Token::PassItem(own) if own.to == Address::SELF => Some("Pick up"),
        _ => None,
    })
}

fn listed(book: &Rulebook, choices: &[Choice], does: impl Fn(&Token) -> Option<&'static str>) -> Vec<(usize, String)> {
    let order = |(index, choice): (usize, &Choice)| {
        let does = book.program(choice.program)?.code.iter().find_map(&does)?;
        let why = names::hindrance(book, choice).map_or(String::new(), |why| format!(" — {why}"));
        Some((index, format!("{does}: {}{why}", names::action(book, choice.program))))
    };
    choices.iter().enumerate().filter_map(order).collect()
}
