//! Texts of statuses, items, stats with their sources, and reasons of endings.

use super::{decks, moves, names};
use foretoken_vm::program::Label;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{EffectInstance, Ending, Pool, Refusal};
use foretoken_vm::stats::{Contribution, EffectSourceClass, EffectSourceRef, Sign, Stat, StatId, StatusKind};
use foretoken_vm::{Change, EntityId, GameState, Rulebook};

/// Returns the title of an effect source.
#[must_use]
pub fn effect_source(book: &Rulebook, of: EffectSourceRef) -> &str {
    book.effect_source(of).map_or("something", |effect_source| effect_source.title.as_str())
}

const fn kind_of(pool: Pool, kind: i32) -> Option<EffectSourceRef> {
    let class = match pool {
        Pool::STATUSES | Pool::DROPPED => EffectSourceClass::Status,
        Pool::ITEMS => EffectSourceClass::Item,
        _ => return None,
    };
    if kind > 0 { Some(EffectSourceRef { class, kind: (kind - 1) as u16 }) } else { None }
}

pub(super) fn held(book: &Rulebook, state: &GameState, who: &str, change: &Change) -> String {
    let (pool, number, word) = EffectInstance::of_place(change.at);
    let known = state.instances().get(change.entity, pool, number).map_or(0, |held| held.words[EffectInstance::KIND]);
    let kind = if word == EffectInstance::KIND { change.after.max(change.before) } else { known };
    let gone = if pool == Pool::ITEMS { "an item" } else { "something" };
    let labelled = || {
        let kind = book.statuses.iter().find(|kind| kind.effect_source.label == change.label)?;
        (pool == Pool::STATUSES && change.label != Label::NONE).then_some(kind.effect_source.title.as_str())
    };
    let name = kind_of(pool, kind).map(|of| effect_source(book, of)).or_else(labelled).unwrap_or(gone);
    match (pool, word) {
        (Pool::STATUSES, EffectInstance::KIND) => format!("{who} gains {name}"),
        (Pool::STATUSES, EffectInstance::AMOUNT) => format!("{who}: {name} {} → {}", change.before, change.after),
        (Pool::ITEMS, EffectInstance::KIND) => format!("{who} gets {name}"),
        (Pool::DROPPED, EffectInstance::KIND) => format!("{who} drops items that {name} forbids"),
        (Pool::ITEMS, EffectInstance::WORN) if change.after != 0 => format!("{who} equips {name}"),
        (Pool::ITEMS, EffectInstance::WORN) => format!("{who} unequips {name}"),
        (Pool::MOVES, EffectInstance::KIND) => moves::changed(book, state, who, change),
        (Pool::SLOTS, EffectInstance::KIND) => decks::changed(book, state, who, change),
        _ => format!("{who}: {word} of {name} changes from {} to {}", change.before, change.after),
    }
}

pub(super) fn ended(book: &Rulebook, who: &str, change: &Change) -> String {
    let (pool, ..) = EffectInstance::of_place(change.at);
    let name = kind_of(pool, change.before & 0xffff).map_or("something", |of| effect_source(book, of));
    let why = match Ending::from_code(change.after) {
        Some(Ending::Expired) => "it ran out",
        Some(Ending::Dispelled) => "it was removed",
        Some(Ending::Replaced) => "it was replaced",
        Some(Ending::SourceGone) => "its source is gone",
        Some(Ending::UsedUp) => "it was used up",
        Some(Ending::TakenOff) => "the item was unequipped",
        Some(Ending::Linked) => "a linked status ended",
        None => "it ended",
    };
    format!("{name} on {who} ends: {why}")
}

pub(super) fn withheld(book: &Rulebook, who: &str, change: &Change) -> String {
    let name = effect_source(book, EffectSourceRef::from_word(change.at));
    let why = match Refusal::from_code(change.after) {
        Some(Refusal::Immune) => "it is immune",
        Some(Refusal::Full) => "it already has the maximum",
        Some(Refusal::Weaker) => "it already has one that is at least as strong",
        Some(Refusal::Shorter) => "it already has one that lasts at least as long",
        Some(Refusal::NoSlot) => "no free slot",
        Some(Refusal::Absent) => "it does not have it",
        Some(Refusal::Unremovable) => "it cannot be removed",
        None => "it is not possible",
    };
    format!("{name} has no effect on {who}: {why}")
}

pub(super) fn altered(book: &Rulebook, who: &str, change: &Change) -> String {
    let Change { before, after, .. } = *change;
    let name = effect_source(book, EffectSourceRef::from_word(change.at & 0x00ff_ffff));
    format!("{name}: {before} → {after} for {who}")
}

fn from_giver(book: &Rulebook, state: &GameState, unit: EntityId, giver: Option<EntityId>) -> String {
    let giver = giver.filter(|&giver| giver != unit);
    giver.map_or_else(String::new, |giver| format!(" of {}", names::entity(book, state, giver)))
}

/// Describes a unit's statuses with amounts and time, then those of auras with their sources.
#[must_use]
pub fn statuses(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let status = |(held, kind): (&EffectInstance, &StatusKind)| {
        let (amount, left) = (held.words[EffectInstance::AMOUNT], held.words[EffectInstance::LEFT]);
        let amount = if amount > 1 { format!(" {amount}") } else { String::new() };
        let left = match left {
            0 => String::new(),
            left => format!(" ({left} left)"),
        };
        format!("{}{amount}{left}", kind.effect_source.title)
    };
    let sheet = state.sheet(book);
    let given = |(of, _, giver): (EffectSourceRef, u16, EntityId)| {
        format!("{}{}", effect_source(book, of), from_giver(book, state, unit, Some(giver)))
    };
    sheet.statuses(unit).map(status).chain(sheet.under_auras(unit).into_iter().map(given)).collect()
}

/// Display data of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusSign<'b> {
    /// Name, which selects the drawing.
    pub name: &'b str,
    /// Glyph.
    pub glyph: char,
    /// Whether it is harmful.
    pub is_bad: bool,
    /// Amount of all its instances; 0 for auras and statuses without one.
    pub amount: i32,
}

/// Returns a unit's distinct statuses, from auras too; harmful ones first.
#[must_use]
pub fn signs<'b>(book: &'b Rulebook, state: &GameState, unit: EntityId) -> Vec<StatusSign<'b>> {
    let sheet = state.sheet(book);
    let own = sheet.statuses(unit).map(|(held, _)| (EffectSourceRef::of(held), held.words[EffectInstance::AMOUNT]));
    let given = sheet.under_auras(unit).into_iter().map(|(of, ..)| (Some(of), 0));
    let kind =
        |of: EffectSourceRef| book.statuses.get(usize::from(of.kind)).filter(|_| of.class == EffectSourceClass::Status);
    let mut signs: Vec<StatusSign<'_>> = Vec::new();
    for (of, amount) in own.chain(given) {
        let Some(kind) = of.and_then(kind) else { continue };
        let (name, glyph, is_bad) = (kind.effect_source.name.as_str(), kind.glyph, kind.is_bad);
        match signs.iter_mut().find(|sign| sign.name == name) {
            Some(sign) => sign.amount += amount,
            None => signs.push(StatusSign { name, glyph, is_bad, amount }),
        }
    }
    signs.sort_by_key(|sign| !sign.is_bad);
    signs
}

/// An item of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Item type.
    pub kind: u16,
    /// Number of its effect instance.
    pub number: u16,
    /// Whether it is worn.
    pub is_worn: bool,
    /// Name with uses left and slots.
    pub words: String,
}

/// Returns a unit's items: worn ones first, by slot.
#[must_use]
pub fn inventory(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<Held> {
    let mut held: Vec<&EffectInstance> = state.instances().of(unit, Pool::ITEMS).iter().collect();
    held.sort_by_key(|held| (held.words[EffectInstance::WORN] == 0, held.words[EffectInstance::WORN], held.number));
    let item = |held: &EffectInstance| {
        let kind = EffectSourceRef::of(held)?.kind;
        let words = item(book, held);
        Some(Held { kind, number: held.number, is_worn: held.words[EffectInstance::WORN] != 0, words })
    };
    held.into_iter().filter_map(item).collect()
}

/// Describes a unit's items, worn ones first.
#[must_use]
pub fn items(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    inventory(book, state, unit).into_iter().map(|held| held.words).collect()
}

/// Describes an item with its uses left and slots.
#[must_use]
pub fn item(book: &Rulebook, held: &EffectInstance) -> String {
    let name = kind_of(Pool::ITEMS, held.words[EffectInstance::KIND]).map_or("something", |of| effect_source(book, of));
    let uses = match held.words[EffectInstance::AMOUNT] {
        0 => String::new(),
        uses => format!(" ×{uses}"),
    };
    let worn = held.words[EffectInstance::WORN] as u16;
    let worn = if worn == 0 { String::new() } else { format!(" ({})", book.slot_names(worn)) };
    format!("{name}{uses}{worn}")
}

/// Returns a stat with its parts: "12 = 8 base + 3 Knight's Sword + 1 Haste".
#[must_use]
pub fn breakdown(book: &Rulebook, state: &GameState, unit: EntityId, stat: StatId) -> String {
    let (base, parts, value) = state.sheet(book).breakdown(unit, stat);
    let scale = book.stat(stat).map_or(1, Stat::scale) as f64;
    let shown = number(f64::from(value) / scale);
    let parts: Vec<&Contribution> = parts.iter().collect();
    if parts.is_empty() && number(base) == shown {
        return shown;
    }
    let mut text = format!("{shown} = {} base", number(base));
    for part in &parts {
        let name = effect_source(book, part.effect_source).to_owned() + &from_giver(book, state, unit, part.giver);
        let amount = number(part.amount.abs());
        let sign = part.mode.row().sign;
        let term = match (sign.between(part.amount < 0.0), sign) {
            (Some(sign), _) => format!(" {sign} {amount} {name}"),
            (None, Sign::Word(word)) if word != "is" => format!(", {word} {} by {name}", number(part.amount)),
            (None, _) => format!(", {} by {name}", number(part.amount)),
        };
        text.push_str(&term);
        if !part.counts {
            text.push_str(" (rests)");
        }
    }
    text
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether a stat is shown: declared stats, and modified core stats.
#[must_use]
pub fn is_told(book: &Rulebook, state: &GameState, unit: EntityId, stat: StatId) -> bool {
    !stat.is_core() || !state.sheet(book).breakdown(unit, stat).1.is_empty()
}

/// Returns the shown stats in short form, with the base if it differs: "STR 17 (14)".
#[must_use]
pub fn short_stats(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let line = |stat: StatId| {
        let (base, _, value) = state.sheet(book).breakdown(unit, stat);
        let (base, value) = (number(base), number(f64::from(value) / book.stat(stat).map_or(1, Stat::scale) as f64));
        let name = match book.stat(stat) {
            Some(own) if !own.abbreviation.is_empty() && !stat.is_core() => own.abbreviation.clone(),
            _ => book.stat_title(stat),
        };
        if base == value { format!("{name} {value}") } else { format!("{name} {value} ({base})") }
    };
    (0..book.stat_count()).map(StatId).filter(|&stat| is_told(book, state, unit, stat)).map(line).collect()
}

/// Returns the unit's resources with their maxima. These are the columns that are not a stat's base.
#[must_use]
pub fn resources(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<(String, String)> {
    let columns = book.columns.of(ColumnOf::Entity).enumerate().map(|(at, column)| (at as u16, column));
    let own = |&(at, _): &(u16, _)| {
        let is_base = book.stats.iter().any(|stat| stat.column == Some(at));
        let is_cost = book.skills.iter().any(|skill| skill.costs.iter().any(|(column, _)| *column == at));
        !is_base && (is_cost || book.bounds_of(at).is_some())
    };
    let told = |(at, column): (u16, &foretoken_vm::rulebook::Column)| {
        let most = book.bounds_of(at).map(|stat| state.sheet(book).stat(unit, stat));
        let most = most.map_or(String::new(), |most| format!(" of {most}"));
        (column.name.replace('_', " "), format!("{}{most}", state.entity_column(unit, at)))
    };
    columns.filter(own).map(told).collect()
}

/// Arranges short texts in columns of a given width.
#[must_use]
pub fn in_columns(words: &[String], width: usize) -> Vec<String> {
    let wide = words.iter().map(|words| words.chars().count()).max().unwrap_or_default() + 2;
    let each = (width.max(1) + 2).checked_div(wide).unwrap_or(1).clamp(1, 4);
    let row = |row: &[String]| {
        let cells = row.iter().map(|words| format!("{words:<wide$}"));
        cells.collect::<String>().trim_end().to_owned()
    };
    words.chunks(each).map(row).collect()
}

pub(super) fn is_told_fast(book: &Rulebook, state: &GameState, unit: EntityId) -> bool {
    state.entity(unit).is_activated() && names::is_anchored(book, state, unit)
}

/// Returns the lines of a unit's panel after health, stats and orders.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |what: &str, list: Vec<String>| {
        if !list.is_empty() {
            lines.push(format!("{what}{}", list.join(", ")));
        }
    };
    add("", Vec::from_iter(is_told_fast(book, state, unit).then(|| "cannot be moved".to_owned())));
    let mut queue = moves::queue(book, state, unit);
    moves::shorten(&mut queue);
    add("next: ", queue);
    add("", statuses(book, state, unit));
    add("has ", items(book, state, unit));
    let passives = state.sheet(book).skills(unit).filter(|(_, kind)| kind.action.is_none());
    add("", passives.map(|(_, kind)| kind.effect_source.title.clone()).collect());
    lines
}

/// Returns the unit's name for lists.
#[must_use]
pub fn heading(book: &Rulebook, state: &GameState, unit: EntityId) -> String {
    let row = state.entity(unit);
    let most = state.sheet(book).stat(unit, StatId::HEALTH);
    let place = if book.is_board_hidden { String::new() } else { format!(", on {}", row.cell) };
    format!("{}: {}/{most} health{place}", names::entity(book, state, unit), row.health)
}
