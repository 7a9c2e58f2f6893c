//! Texts of queued moves of units with a policy.

use super::names;
use foretoken_vm::policies::{Aim, Policy, Row, RowUse};
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::{Change, ChangeKind, EntityId, GameState, Rulebook};

const UNKNOWN: &str = "????";

const fn aimed(aim: Aim) -> &'static str {
    match aim {
        Aim::Nearest => "at the nearest enemy",
        Aim::Weakest => "at the weakest enemy",
        Aim::Strongest => "at the strongest enemy",
        Aim::Ally => "for the most wounded ally",
        Aim::Approach => "toward an enemy",
        Aim::Retreat => "away from enemies",
        Aim::Itself => "on itself",
    }
}

fn named<'p>(policy: &'p Policy, queued: &EffectInstance) -> &'p str {
    let row = queued.kind().and_then(|row| policy.row(row));
    if row.is_some() && policy.kind.is_chosen_late() {
        policy.title.as_str()
    } else {
        row.map_or(UNKNOWN, |row| row.name.as_str())
    }
}

/// Lists a unit's queued moves, the next first; empty without a policy.
#[must_use]
pub fn queue(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let Some(policy) = book.policy_of(state, unit) else { return Vec::new() };
    state.instances().of(unit, Pool::MOVES).iter().map(|queued| named(policy, queued).to_owned()).collect()
}

/// A queued move for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedMove {
    /// Name, or `????`.
    pub name: String,
    /// Effects in a few words, such as `Hit 6.`; empty if the move is unknown.
    pub effects: String,
    /// Whether it runs in the unit's next turn.
    pub is_next: bool,
}

/// Returns a unit's queued moves with their effects, the next first; empty without a policy that decides ahead.
#[must_use]
pub fn queued(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<QueuedMove> {
    let policy = book.policy_of(state, unit).filter(|policy| !policy.kind.is_chosen_late());
    let Some(policy) = policy else { return Vec::new() };
    let note = |used: &RowUse| book.program(used.program).map(|program| program.note.as_str());
    let of = |(at, held): (usize, &EffectInstance)| {
        let row = held.kind().and_then(|row| policy.row(row));
        let effects = row.map_or(String::new(), |row| row.uses.iter().filter_map(note).collect::<Vec<_>>().join(" "));
        QueuedMove { name: named(policy, held).to_owned(), effects, is_next: at < usize::from(policy.moves) }
    };
    state.instances().of(unit, Pool::MOVES).iter().enumerate().map(of).collect()
}

/// Leaves one of the unknown moves at the end of a queue.
pub(super) fn shorten<S: AsRef<str>>(names: &mut Vec<S>) {
    let is_unknown = |name: &S| name.as_ref() == UNKNOWN;
    let known = names.iter().rposition(|name| !is_unknown(name)).map_or(0, |at| at + 1);
    names.truncate(known + 1);
}

/// Describes the moves after a unit's next turn, such as `Then Bite, ????`; empty if none is queued. Unknown moves at the
/// end count as one.
#[must_use]
pub fn later(queued: &[QueuedMove]) -> String {
    let mut names: Vec<&str> = queued.iter().filter(|own| !own.is_next).map(|own| own.name.as_str()).collect();
    shorten(&mut names);
    if names.is_empty() { String::new() } else { format!("Then {}", names.join(", ")) }
}

/// Lists the rows of a unit's policy with their conditions.
#[must_use]
pub fn rows(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<String> {
    let Some(policy) = book.policy_of(state, unit) else { return Vec::new() };
    let line = |(at, row): (usize, &Row)| {
        let used = |used: &RowUse| format!("{} {}", names::action(book, used.program), aimed(used.aim));
        let uses: Vec<String> = row.uses.iter().map(used).collect();
        let uses = if uses.is_empty() { "nothing".to_owned() } else { uses.join(", then ") };
        let when = match (policy.kind.name(), row.faces) {
            ("dice", (first, last)) if first == last => format!("{first}: "),
            ("dice", (first, last)) => format!("{first} to {last}: "),
            _ => format!("{}. ", at + 1),
        };
        let source = row.when.and_then(|when| book.formulas.get(when as usize)).map(|formula| formula.source.as_str());
        let condition = source.map_or(String::new(), |source| format!(", if {source}"));
        format!("{when}{} ({uses}){condition}", row.name)
    };
    policy.rows.iter().enumerate().map(line).collect()
}

pub(super) fn is_silent(book: &Rulebook, state: &GameState, change: &Change) -> bool {
    let of_queue = change.kind == ChangeKind::EffectInstance && EffectInstance::of_place(change.at).0 == Pool::MOVES;
    of_queue && book.policy_of(state, change.entity).is_none_or(|policy| policy.kind.is_chosen_late())
}

pub(super) fn changed(book: &Rulebook, state: &GameState, who: &str, change: &Change) -> String {
    let policy = book.policy_of(state, change.entity);
    let row = policy.and_then(|policy| policy.row(usize::try_from(change.after - 1).ok()?));
    match row {
        Some(row) => format!("{who} plans: {}", row.name),
        None => format!("{who}: a planned move was removed"),
    }
}
