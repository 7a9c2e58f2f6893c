//! Names of entities, and changes as sentences for log, replay and comparison.

use super::carried;
pub use super::rewind_points::called;
use crate::called::{Actor, Called};
pub use crate::called::{action, letters, number};
pub use crate::news::is_news;
use crate::seat::{Choice, Draft, Refused, Seat, Unavailable};
use foretoken_vm::machine::has_answer_to_entering;
use foretoken_vm::program::Cost;
use foretoken_vm::schedulers::{Price, View};
use foretoken_vm::space::Slope;
use foretoken_vm::state::{BattleField, Entity, flag};
use foretoken_vm::stats::{EffectSourceRef, StatId};
use foretoken_vm::{
    Advance, Board, Cell, Change, ChangeKind, Dir, EntityId, GameState, Label, Outcome, RefusedUse, Rulebook, Symmetry,
    Team, TokenSet, Trap, UseError,
};
use std::collections::BTreeMap;

/// Returns the name of an entity: its unit type's title, with a letter if several entities share it.
#[must_use]
pub fn entity(book: &Rulebook, state: &GameState, id: EntityId) -> String {
    called(&Called::of(book, state, id))
}

/// Adds a place to words: `on` and the unit there if the board is hidden, otherwise the cell.
#[must_use]
pub fn placed(book: &Rulebook, state: &GameState, words: &str, cell: Cell) -> String {
    let is_there = |id: &EntityId| state.entity(*id).cell == cell && book.unit_type(state.entity(*id)).is_some();
    let unit = (0..state.entities().len()).map(|at| EntityId(at as u16)).find(is_there);
    match unit.filter(|_| book.is_board_hidden) {
        Some(unit) => format!("{words} on {}", entity(book, state, unit)),
        None => format!("{words} {cell}"),
    }
}

/// Returns the name of a predicted entity: its current name, or its future name if it does not exist yet.
#[must_use]
pub fn foreseen(book: &Rulebook, now: &GameState, then: &GameState, id: EntityId) -> String {
    let is_there = id.index() < now.entities().len() && book.unit_type(now.entity(id)).is_some();
    entity(book, if is_there { now } else { then }, id)
}

/// Returns the letters at the end of an entity's name, if it has any.
#[must_use]
pub fn letters_of(name: &str) -> Option<&str> {
    let last = name.rsplit_once(' ')?.1;
    (last.len() <= 2 && !last.is_empty() && last.bytes().all(|letter| letter.is_ascii_uppercase())).then_some(last)
}

/// Short names of the entities of a state, for places with little room.
#[derive(Clone, Debug, Default)]
pub struct ShortNames(Vec<Option<String>>);

impl ShortNames {
    /// Makes the short names: the letter of an entity, after the shortest start of its title that tells it from the other
    /// titles with letters. Only one such title needs no start.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState) -> Self {
        let title = |row: &Entity| book.unit_type(row).map_or("", |kind| kind.title.as_str());
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        state.entities().iter().for_each(|row| *counts.entry(title(row)).or_default() += 1);
        counts.retain(|title, count| !title.is_empty() && *count > 1);
        let lettered: Vec<&str> = counts.keys().copied().collect();
        let start = |title: &str| {
            let others = || lettered.iter().filter(|other| **other != title);
            let ends = title.char_indices().map(|(at, letter)| at + letter.len_utf8());
            let unlike = |end: &usize| others().all(|other| !other.starts_with(&title[..*end]));
            let end = if others().next().is_none() { Some(0) } else { ends.clone().find(unlike) };
            title[..end.unwrap_or(title.len())].to_owned()
        };
        let starts: BTreeMap<&str, String> = lettered.iter().map(|title| (*title, start(title))).collect();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let name = |row: &Entity| {
            let start = starts.get(title(row))?;
            let number = numbers.entry(title(row)).or_default();
            *number += 1;
            Some(format!("{start}{}", letters(*number)))
        };
        Self(state.entities().iter().map(name).collect())
    }

    /// Returns the short name of an entity; `None` if it has no letter.
    #[must_use]
    pub fn get(&self, id: EntityId) -> Option<&str> {
        self.0.get(id.index())?.as_deref()
    }
}

/// Describes the activation of one update call.
#[must_use]
pub fn advance(book: &Rulebook, state: &GameState, advance: Advance) -> String {
    super::rewind_points::actor(&Actor::of(book, state, advance))
}

/// Describes a unit's initiative and movement, such as `initiative 8, walks 3`.
#[must_use]
pub fn pace(book: &Rulebook, state: &GameState, unit: EntityId) -> String {
    format!("initiative {}, {}", state.sheet(book).stat(unit, StatId::INITIATIVE), walks(book, state, unit))
}

/// Describes a unit's movement, such as `walks 6, jumps 2, leaps 2`. Jumps are omitted on flat boards.
#[must_use]
pub fn walks(book: &Rulebook, state: &GameState, unit: EntityId) -> String {
    let [walks, jumps, leaps] =
        [StatId::MOVEMENT, StatId::JUMP, StatId::LEAP].map(|stat| state.sheet(book).stat(unit, stat));
    let mut words = format!("walks {walks}");
    if book.board.has_heights() {
        words.push_str(&format!(", jumps {jumps}"));
    }
    if leaps > 0 {
        words.push_str(&format!(", leaps {leaps}"));
    }
    words
}

/// Returns a sentence with a small first letter, to stand within another.
#[must_use]
pub fn in_sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Returns a count with its noun.
#[must_use]
pub fn count(number: i32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn cost_alone(book: &Rulebook, choice: &Choice, has: Option<i32>) -> String {
    let of = has.map_or_else(String::new, |has| format!(" of {has}"));
    let points = book.scheduler.measures().points;
    match choice.price {
        Some(Price { flat: 0, each_cell: 0 }) => "free".to_owned(),
        Some(Price { flat, each_cell: 0 }) => format!("{flat}{of} {points}"),
        Some(Price { flat: 0, each_cell }) => format!("{each_cell} {points} a cell"),
        Some(Price { flat, each_cell }) => format!("{flat}{of} {points} + {each_cell} a cell"),
        None => match choice.cost {
            Cost::Move => "move".to_owned(),
            Cost::Action => "action".to_owned(),
            Cost::Free => "free".to_owned(),
        },
    }
}

/// Describes an action's cost: `move`, `action`, `free` or a price such as `30 charge`, and whether it replaces chosen
/// uses. A price is followed by what the unit has, `30 of 66 points`, unless the order counts time.
#[must_use]
pub fn cost_of(seat: &Seat, unit: EntityId, choice: &Choice) -> String {
    let book = seat.book();
    let view = View::new(book, seat.known().state(), seat.plan(), Some(seat.team()));
    let counts = book.scheduler.time(&view).is_none() && !choice.is_replacement_only();
    let instead = if choice.is_replacement_only() { ", instead" } else { "" };
    cost_alone(book, choice, book.scheduler.points(&view, unit).filter(|_| counts)) + instead
}

/// Note on an action without effect.
pub const NO_EFFECT: &str = "no effect";

/// Describes why an action cannot be chosen now; `None` if it can.
#[must_use]
pub fn hindrance(book: &Rulebook, choice: &Choice) -> Option<String> {
    let lacks = match choice.lacks {
        _ if choice.is_replacement_only() => return None,
        _ if !choice.is_affordable() => return choice.refused.map(|refused| refusal(book, &refused)),
        Some(Unavailable::Unit) => "no unit in range",
        Some(Unavailable::Number) => "no number is possible",
        Some(Unavailable::Cell) => "no cell in range",
        Some(Unavailable::Direction) => "no direction is open",
        None => return None,
    };
    Some(lacks.to_owned())
}

/// Describes why an action cannot be used, with the numbers.
#[must_use]
pub fn refusal(book: &Rulebook, refusal: &Refused) -> String {
    refused(book, refusal.skill, &refusal.of)
}

fn refused(book: &Rulebook, skill: Option<u16>, refused: &RefusedUse) -> String {
    let &RefusedUse { program, error, column, needed, found, .. } = refused;
    let cost = book.program(program).map_or(Cost::Free, |program| program.cost);
    let skill = skill.and_then(|skill| book.skills.get(usize::from(skill)));
    match error {
        UseError::Unaffordable if cost == Cost::Move => "no move left this turn".to_owned(),
        UseError::Unaffordable => "no action left this turn".to_owned(),
        UseError::Exhausted => format!("not enough {}", book.scheduler.measures().points),
        UseError::Repeated => "already used this turn".to_owned(),
        UseError::Recharging => format!("recharging, {}", count(found.max(1), "turn")),
        UseError::NoSlot => "not among the next slots".to_owned(),
        UseError::UsedUp => format!("used up ({} a battle)", count(skill.map_or(0, |kind| kind.uses), "use")),
        UseError::TooDear => {
            let name = column_name(book, foretoken_vm::rulebook::ColumnOf::Entity, column);
            format!("needs {needed} {name} ({found} left)")
        }
        UseError::Blocked => {
            let by = EffectSourceRef::from_word(found as u32);
            format!("blocked by {}", carried::effect_source(book, by))
        }
        UseError::Unusable => {
            let of_action = book.program(program).map(|program| &program.usable);
            let failed = if found == 0 { of_action } else { skill.map(|kind| &kind.usable) };
            let why = failed.map(|usable| usable.why_not.clone()).filter(|why| !why.is_empty());
            why.unwrap_or_else(|| error.to_string())
        }
        UseError::NotOwned | UseError::TooManyAnswers | UseError::TooManyUses => error.to_string(),
    }
}

/// Returns the words for a label in forecasts: `arrow attack` for `attack.arrow`; empty for none. Logs name labels as
/// they are in assets.
#[must_use]
pub fn label(book: &Rulebook, label: Label) -> String {
    let parts: Vec<&str> = book.label(label).rsplit('.').collect();
    parts.join(" ").replace(['-', '_'], " ")
}

fn by(book: &Rulebook, change: &Change) -> String {
    match book.label(change.label) {
        "" => String::new(),
        label => format!(" ({label})"),
    }
}

/// Returns the high side of a ramp, `Some(None)` for other slopes, `None` for level cells.
#[must_use]
pub fn rises(slope: Slope) -> Option<Option<Dir>> {
    let highest = slope.corners.into_iter().max().filter(|&rise| rise > 0)?;
    Some(Dir::CARDINAL.into_iter().find(|&dir| Slope::ramp(slope.height, dir, highest) == slope))
}

/// Describes heights, floors and links of a cell, such as `floor 1, height 4, over c4, ladder north to c3`; `None`
/// without any.
#[must_use]
pub fn lie(board: &Board, cell: Cell) -> Option<String> {
    if !board.contains(cell) {
        return None;
    }
    let mut parts = if board.is_level() { Vec::new() } else { lies(board, cell) };
    let links = Dir::CARDINAL.into_iter().filter_map(|dir| board.link_from(cell, dir));
    parts.extend(links.map(|link| {
        let cost = if link.extra_cost > 0 { format!(" for {} points", 1 + link.extra_cost) } else { String::new() };
        format!("{} {} to {}{cost}", link.name, link.by.name(), link.to)
    }));
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}

/// Returns the names of a cell's zones; `None` without zones.
#[must_use]
pub fn zones(book: &Rulebook, cell: Cell) -> Option<String> {
    let zones = book.board.zones(cell);
    let named = book.zones.iter().enumerate().filter(|(at, _)| zones >> at & 1 == 1);
    let names: Vec<&str> = named.map(|(_, name)| name.as_str()).collect();
    if names.is_empty() { None } else { Some(names.join(", ")) }
}

fn lies(board: &Board, cell: Cell) -> Vec<String> {
    let slope = board.slope(cell);
    let mut parts = Vec::new();
    if board.floors() > 1 {
        parts.push(if cell.floor() == 0 { "on the ground".to_owned() } else { format!("floor {}", cell.floor()) });
    }
    let top = slope.height + slope.corners.into_iter().max().unwrap_or_default();
    parts.extend(match rises(slope) {
        None => board.has_heights().then(|| format!("height {}", slope.height)),
        Some(Some(dir)) => Some(format!("a ramp from height {} up to {top} in the {}", slope.height, dir.name())),
        Some(None) => Some(format!("slanted from height {} to {top}", slope.height)),
    });
    let mut column = board.column(cell.x(), cell.y());
    let below = column.by_ref().take_while(|&other| other != cell).last();
    parts.extend(below.map(|below| format!("over {below}")));
    parts.extend(column.next().map(|above| format!("under {above}")));
    parts
}

/// Describes one of several changes, if it is listed. Dice are described with their result.
#[must_use]
pub fn told(book: &Rulebook, state: &GameState, changes: &[Change], at: usize) -> Option<String> {
    let what = changes.get(at).filter(|change| is_news(change) && !super::moves::is_silent(book, state, change))?;
    let thrown = || changes[..at].iter().rev().take_while(|change| change.kind == ChangeKind::Rolled);
    if what.kind != ChangeKind::Drew || thrown().next().is_none() {
        return Some(change(book, state, what));
    }
    let mut faces: Vec<String> = thrown().map(|die| face(book, die)).collect();
    faces.reverse();
    let who = entity(book, state, what.entity);
    let roll = book.rolls.get(usize::from(what.at as u16)).map_or("dice", |roll| roll.source.as_str());
    Some(format!("{who} rolls {roll}: {} = {}", faces.join(" "), what.after))
}

fn face(book: &Rulebook, die: &Change) -> String {
    face_words(die.after, die.before != 0, book.label(die.label))
}

/// Returns a die face with its label, in brackets if it does not count; empty for none.
#[must_use]
pub fn face_words(face: i32, counts: bool, label: &str) -> String {
    let face = if label.is_empty() { format!("{face}") } else { format!("{face} {label}") };
    if counts { face } else { format!("({face})") }
}

/// Describes changes in order, with one sentence for the steps of a path.
#[must_use]
pub fn all_told(book: &Rulebook, state: &GameState, changes: &[Change]) -> Vec<String> {
    let mut told = Vec::new();
    let mut steps: Vec<Change> = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let goes_on = |last: &Change| {
            (last.entity, last.label, last.cell_after()) == (change.entity, change.label, change.cell_before())
        };
        if change.kind == ChangeKind::Cell && steps.last().is_some_and(goes_on) {
            steps.push(*change);
            told.pop();
            told.push(way(book, state, &steps));
        } else if let Some(words) = self::told(book, state, changes, at) {
            steps.clear();
            steps.extend((change.kind == ChangeKind::Cell).then_some(*change));
            told.push(words);
        }
    }
    told
}

fn way(book: &Rulebook, state: &GameState, steps: &[Change]) -> String {
    let Some(first) = steps.first() else { return String::new() };
    let cells = std::iter::once(first.cell_before()).chain(steps.iter().map(Change::cell_after));
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    format!("{}: {}{}", entity(book, state, first.entity), cells.join(" → "), by(book, first))
}

/// Describes a change as a sentence.
#[must_use]
pub fn change(book: &Rulebook, state: &GameState, change: &Change) -> String {
    let who = entity(book, state, change.entity);
    let Change { before, after, .. } = *change;
    let cell = change.cell();
    let by = by(book, change);
    match change.kind {
        ChangeKind::NextPlace => format!("{who} is next"),
        ChangeKind::Cell => way(book, state, std::slice::from_ref(change)),
        ChangeKind::Health if after < before => {
            format!("{who} loses {} health: {before} → {after}{by}", before - after)
        }
        ChangeKind::Health => format!("{who} heals {} health: {before} → {after}{by}", after - before),
        ChangeKind::Flags => flags(&who, before as u32, after as u32, &by),
        ChangeKind::Unchanged => format!("no effect on {who}{by}"),
        ChangeKind::Struck => format!("{who} hits {cell}, but it is empty{by}"),
        ChangeKind::Shield => format!("{who}: shield {before} → {after}{by}"),
        ChangeKind::Facing => format!("{who} faces {}", Dir::from_index(after as u8)),
        ChangeKind::Initiative => format!("{who}: initiative {before} → {after}{by}"),
        ChangeKind::Speed => format!("{who}: speed {before} → {after}{by}"),
        ChangeKind::Movement => format!("{who}: movement {before} → {after}{by}"),
        ChangeKind::Stunned if after > before => format!("{who} is stunned{by}"),
        ChangeKind::Stunned => format!("{who} is no longer stunned"),
        ChangeKind::Redirected if after == 0 => format!("{who} attacks in its own direction again"),
        ChangeKind::Redirected => format!("{who} will attack {}", turn(after)),
        ChangeKind::Team => format!("{who} changes sides: {before} → {after}{by}"),
        ChangeKind::Surface => surface(book, cell, after, &by),
        ChangeKind::EntityColumn => {
            if let Some(words) = super::decks::turned(book, state, change.entity, change.at as u16, after) {
                return format!("{who}: {words}");
            }
            let column = column_name(book, foretoken_vm::rulebook::ColumnOf::Entity, change.at as u16);
            format!("{who}: {column} {before} → {after}{by}")
        }
        ChangeKind::CellColumn => {
            let column = column_name(book, foretoken_vm::rulebook::ColumnOf::Cell, change.entity.0);
            format!("{cell}: {column} {before} → {after}{by}")
        }
        ChangeKind::BattleColumn => {
            let column = column_name(book, foretoken_vm::rulebook::ColumnOf::Battle, change.at as u16);
            format!("{column} {before} → {after}{by}")
        }
        ChangeKind::Battle => battle(book, change.at, after),
        ChangeKind::Spawn => format!("{who} appears on {cell}{by}"),
        ChangeKind::Agenda => format!("place {} of the turn order: {before} → {after}", change.at),
        ChangeKind::Entry => format!("entry {} word {}: {before} → {after}", change.entity.0, change.at),
        ChangeKind::Collided if after >= 0 => {
            format!("{who} hits {} and stops at {cell}{by}", entity(book, state, EntityId(after as u16)))
        }
        ChangeKind::Collided => format!("{who} hits an obstacle and stops at {cell}{by}"),
        ChangeKind::NoEffect => no_effect(book, state, change, &who, &by),
        ChangeKind::Veiled => format!("????: {cell}"),
        ChangeKind::Drew if change.label != Label::NONE => {
            format!("{who}: random result {}", book.label(change.label))
        }
        ChangeKind::Drew => format!("{who}: random result {after}"),
        ChangeKind::Rolled => format!("{who} rolls {}", face(book, change)),
        ChangeKind::Trapped => {
            let reason = Trap::from_code(after).map_or_else(|| format!("fault {after}"), |trap| trap.to_string());
            format!("{who}'s action was stopped: {reason}")
        }
        ChangeKind::SkippedStunned => format!("{who} is stunned and skips its turn"),
        ChangeKind::Fallback => format!("{who}: the target is no longer legal"),
        ChangeKind::Undecided => format!("{who}: undecided"),
        ChangeKind::Bounded => format!("a value of {who} is invalid or out of range: {after} is used"),
        ChangeKind::Fell => format!("{who} falls {after} steps to {cell}{by}"),
        ChangeKind::Passed => format!("{who} passes over the unit on {cell}"),
        ChangeKind::MaxHealth => format!("{who}: maximum health {before} → {after}{by}"),
        ChangeKind::EffectInstance => carried::held(book, state, &who, change),
        ChangeKind::Ended => carried::ended(book, &who, change),
        ChangeKind::Withheld => carried::withheld(book, &who, change),
        ChangeKind::Altered => carried::altered(book, &who, change),
        ChangeKind::Reacts => format!("{who} reacts: {}", action(book, change.at as u16)),
        ChangeKind::Detected => detected(book, &who, before as u8, after as u8),
        ChangeKind::Bumped => format!("{who} is stopped at {cell} by an unseen unit"),
        ChangeKind::Refused => refused_use(book, state, &who, change),
        ChangeKind::Uses => format!("{who}: {}", action(book, change.at as u16)),
        ChangeKind::EntryDue if !change.entity.is_some() => action(book, change.at as u16).to_owned(),
        ChangeKind::EntryDue => format!("{who}: {} takes effect", action(book, change.at as u16)),
    }
}

fn refused_use(book: &Rulebook, state: &GameState, who: &str, change: &Change) -> String {
    let Some(of) = RefusedUse::from_note(change) else { return format!("{who}: fault {}", change.after) };
    let skill = state.sheet(book).skill_of(change.entity, of.program).map(|(skill, _)| skill);
    format!("{who} cannot use {}: {}", action(book, of.program), refused(book, skill, &of))
}

fn no_effect(book: &Rulebook, state: &GameState, change: &Change, who: &str, by: &str) -> String {
    match () {
        () if change.after > 0 => {
            format!("{} cannot appear on {}{by}", kind(book, change.after as u16), change.cell())
        }
        () if is_walk(book, change.label) => format!("{who} cannot walk on toward {}", change.cell()),
        () if is_anchored(book, state, change.entity) => format!("{who} cannot be moved{by}"),
        () => format!("no effect on {who}{by}"),
    }
}

pub(super) fn kind(book: &Rulebook, number: u16) -> &str {
    let kind = usize::from(number).checked_sub(1).and_then(|at| book.unit_types.get(at));
    kind.map_or("?", |kind| kind.title.as_str())
}

/// Whether a label belongs to a walk: an action paid with the move.
pub(super) fn is_walk(book: &Rulebook, label: Label) -> bool {
    let has_label = |program: &&TokenSet| program.code.iter().any(|instr| instr.label() == Some(label));
    let mut programs = book.programs.iter().filter(has_label).peekable();
    label != Label::NONE && programs.peek().is_some() && programs.all(|program| program.cost == Cost::Move)
}

pub(super) fn is_anchored(book: &Rulebook, state: &GameState, unit: EntityId) -> bool {
    let entity = state.entity(unit);
    entity.flags & flag::ANCHORED != 0 || book.unit_type(entity).is_some_and(|kind| kind.anchored)
}

/// Describes how Redirect turns an aim.
#[must_use]
pub const fn turn(symmetry: i32) -> &'static str {
    match Symmetry::from_index(symmetry as u8).index() {
        0 => "in its own direction",
        1 => "90° to the right",
        2 => "in the opposite direction",
        3 => "90° to the left",
        4 => "with left and right swapped",
        6 => "with front and back swapped",
        _ => "mirrored on a diagonal",
    }
}

fn flags(who: &str, before: u32, after: u32, by: &str) -> String {
    let (gone, come) = (before & !after, after & !before);
    if gone & flag::ALIVE != 0 {
        format!("{who} dies{by}")
    } else if gone & flag::HIDDEN != 0 {
        format!("{who} is revealed")
    } else if come & flag::ANCHORED != 0 {
        format!("{who} cannot be moved now{by}")
    } else if gone & flag::ANCHORED != 0 {
        format!("{who} can be moved again")
    } else if come & flag::POSTPONED != 0 {
        format!("{who} will act after the others{by}")
    } else if gone & flag::POSTPONED != 0 {
        format!("{who} acts now, after the others")
    } else {
        format!("{who}: state {before} → {after}{by}")
    }
}

fn detected(book: &Rulebook, who: &str, before: u8, after: u8) -> String {
    let sides = |bits: u8| {
        let sides = (0..Team::COUNT as u8).filter(|team| bits >> team & 1 == 1).map(|team| side(book, Team(team)));
        sides.collect::<Vec<_>>().join(" and ")
    };
    match (before & !after, after & !before) {
        (0, lost) => format!("{who} is hidden from {}", sides(lost)),
        (seen, 0) => format!("{who} is seen by {}", sides(seen)),
        (seen, lost) => format!("{who} is seen by {} and hidden from {}", sides(seen), sides(lost)),
    }
}

fn surface(book: &Rulebook, cell: Cell, after: i32, by: &str) -> String {
    match (after as u8).checked_sub(1).and_then(|index| book.surfaces.get(index as usize)) {
        Some(surface) => format!("{} on {cell}{by}", surface.name),
        None => format!("{cell} is clear again{by}"),
    }
}

/// Describes what the aimed path avoids ([`Draft::spared`]); `None` for a direct path.
#[must_use]
pub fn spared(book: &Rulebook, state: &GameState, draft: &Draft) -> Option<String> {
    let walker = state.entity(draft.unit);
    let survives = walker.health.saturating_add(walker.shield).max(0).unsigned_abs();
    let around = |&(cell, harm): &(Cell, u32)| {
        let surface = state.surface(cell).and_then(|at| book.surfaces.get(usize::from(at)));
        let terrain = book.terrain_at(cell).filter(|terrain| terrain.avoided).map(|terrain| &terrain.name);
        let does_harm = |_: &_| has_answer_to_entering(book, state, cell);
        let lies = surface.filter(|surface| surface.avoided || does_harm(surface)).map(|surface| &surface.name);
        let on_cell = |name: &String| format!("{} on {cell}", name.replace('-', " "));
        let named = lies.or(terrain).map_or_else(|| cell.to_string(), on_cell);
        match harm {
            0 => named,
            _ if draft.is_unmeasured(cell) => format!("{named} (hit)"),
            harm if harm >= survives => format!("{named} (deadly)"),
            harm => format!("{named} ({harm} damage)"),
        }
    };
    let cells: Vec<String> = draft.spared().iter().map(around).collect();
    (!cells.is_empty()).then(|| format!("The path avoids {}.", cells.join(" and ")))
}

/// Describes the outcome for the log. Names the side if the scenario names its sides, or if it is not the default side
/// of goals.
#[must_use]
pub fn outcome(book: &Rulebook, number: i32) -> String {
    let is_named = |team: Team| Outcome::won_by(team) != 1 || book.sides.iter().any(|name| !name.is_empty());
    let by = |team: Team| if is_named(team) { format!(" by {}", side(book, team)) } else { String::new() };
    match (Outcome::winner(number), Outcome::loser(number)) {
        (Some(team), _) => format!("the battle is won{}", by(team)),
        (_, Some(team)) => format!("the battle is lost{}", by(team)),
        _ => "the battle ends in a draw".to_owned(),
    }
}

fn battle(book: &Rulebook, field: u32, after: i32) -> String {
    match field {
        f if f == BattleField::Round as u32 => format!("round {after} begins"),
        f if f == BattleField::Outcome as u32 => outcome(book, after),
        f if f == BattleField::Losses as u32 => "a unit that counts was lost".to_owned(),
        _ => format!("battle field {field}: {after}"),
    }
}

fn column_name(book: &Rulebook, of: foretoken_vm::rulebook::ColumnOf, column: u16) -> String {
    book.columns.of(of).nth(column as usize).map_or_else(|| format!("column {column}"), |c| c.name.clone())
}

/// Returns the scenario's name of a side, if any.
#[must_use]
pub fn named_side(book: &Rulebook, team: Team) -> Option<&str> {
    book.sides.get(usize::from(team.0)).map(String::as_str).filter(|name| !name.is_empty())
}

/// Returns a side's name, or its number from 1.
#[must_use]
pub fn side(book: &Rulebook, team: Team) -> String {
    named_side(book, team).map_or_else(|| format!("side {}", team.0 + 1), str::to_owned)
}
