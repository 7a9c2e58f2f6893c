//! Facts of demonstrations: unit numbers that a board does not show, such as `b health 3`.

use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::stats::EffectSourceClass;
use foretoken_vm::{Battle, Change, ChangeKind, Dir, EntityId, GameState, Label, Rulebook, Symmetry};
use std::ops::RangeInclusive;

use super::{Played, find};
use crate::assets::ColumnRule;
use crate::demonstration::{Demonstration, FACTS};
use crate::diagnostic::did_you_mean;

const NUMBERS: &[(&str, ChangeKind)] = &[
    ("health", ChangeKind::Health),
    ("max_health", ChangeKind::MaxHealth),
    ("shield", ChangeKind::Shield),
    ("stunned", ChangeKind::Stunned),
    ("initiative", ChangeKind::Initiative),
    ("speed", ChangeKind::Speed),
    ("movement", ChangeKind::Movement),
];

impl Demonstration {
    /// Sets the initial numbers in order. Returns the index and the reason of each that is invalid.
    pub(super) fn begin(&self, book: &Rulebook, battle: &mut Battle) -> Vec<(usize, String)> {
        let mut faults = Vec::new();
        for (at, fact) in self.start.iter().enumerate() {
            let words: Vec<&str> = fact.split_whitespace().collect();
            let known = |other: &String| other.split_whitespace().take(2).eq(words.iter().take(2).copied());
            let done = match words.as_slice() {
                [who, what, _] if self.start[..at].iter().any(known) => {
                    Err(FactError::Twice { who: (*who).to_owned(), what: (*what).to_owned() })
                }
                [who, what, value] => set(book, battle, who, what, value),
                _ => Err(FactError::NoNumber(fact.to_owned())),
            };
            faults.extend(done.err().map(|error| (at, error.to_string())));
        }
        battle.look_around(book);
        faults
    }

    /// Returns changed numbers of living units that are not listed.
    #[must_use]
    pub fn unlisted(&self, played: &Played) -> Vec<String> {
        if self.others {
            return Vec::new();
        }
        let whose = |fact: &str| fact.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        let listed: Vec<_> = self.facts.iter().map(|fact| whose(fact)).collect();
        let mut all = changed(played, |id| played.end.state().entity(id).is_alive());
        all.retain(|fact| !listed.contains(&whose(fact)));
        all
    }
}

/// Why a fact does not hold, or cannot be set or read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FactError {
    /// No unit on the board has the letter.
    #[error("the board has no unit `{0}`")]
    NoUnit(String),
    /// The number is outside its range.
    #[error("{what} must be {} to {}, not {value}", within.start(), within.end())]
    OutOfRange {
        /// Name of the number.
        what: String,
        /// Its range.
        within: RangeInclusive<i32>,
        /// The given value.
        value: String,
    },
    /// The value is not a direction.
    #[error("a facing is north, east, south or west, not {0}")]
    Facing(String),
    /// The value is not a turn.
    #[error("a turn is {names}, not {0}", names = Symmetry::NAMES.join(", "))]
    Turn(String),
    /// A unit refuses a status or takes less of it.
    #[error("{who} cannot lose that much {what}: it has {had}")]
    NotTaken {
        /// Letter of the unit.
        who: String,
        /// The status.
        what: String,
        /// The amount that it has.
        had: String,
    },
    /// A board cannot begin with this number.
    #[error("unknown fact `{what}`; {help}")]
    Unknown {
        /// The name.
        what: String,
        /// Suggestion.
        help: String,
    },
    /// A number of a unit is given twice.
    #[error("{who} already has its {what}")]
    Twice {
        /// Letter of the unit.
        who: String,
        /// Name of the number.
        what: String,
    },
    /// The text is not an initial number.
    #[error("expected a number such as `b health 3`, found: {0}")]
    NoNumber(String),
    /// The text is not a fact.
    #[error("expected a fact such as `b health 4 -> 3`, found: {0}")]
    NoFact(String),
    /// Facts cannot test this number.
    #[error("a fact needs {names}, a status, an item or a column: {0}", names = FACTS.join(", "))]
    About(String),
    /// A number differs from the fact.
    #[error("{who} has {what} {found} {when}, but {recorded} is recorded")]
    Differs {
        /// Letter of the unit.
        who: String,
        /// Name of the number.
        what: String,
        /// The actual number.
        found: String,
        /// Before or after the action.
        when: &'static str,
        /// The number in the fact.
        recorded: String,
    },
}

impl FactError {
    /// Returns a stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoUnit(_) => "fact-no-unit",
            Self::OutOfRange { .. } => "fact-out-of-range",
            Self::Facing(_) => "fact-facing",
            Self::Turn(_) => "fact-turn",
            Self::NotTaken { .. } => "fact-not-taken",
            Self::Unknown { .. } => "fact-unknown",
            Self::Twice { .. } => "fact-twice",
            Self::NoNumber(_) => "no-number",
            Self::NoFact(_) => "no-fact",
            Self::About(_) => "fact-about",
            Self::Differs { .. } => "fact-differs",
        }
    }
}

/// Returns the numbers that a unit can begin with.
#[must_use]
pub fn settable(book: &Rulebook) -> Vec<&str> {
    let statuses = book.statuses.iter().map(|kind| kind.effect_source.name.as_str());
    let columns = book.columns.of(ColumnOf::Entity).map(|column| column.name.as_str());
    let numbers = NUMBERS.iter().map(|(name, _)| *name).chain(["facing", "turned"]);
    numbers.chain(statuses).chain(columns).collect()
}

fn on_board(book: &Rulebook, state: &GameState, who: &str) -> Result<EntityId, FactError> {
    find(book, state, who).ok_or_else(|| FactError::NoUnit(who.to_owned()))
}

fn set(book: &Rulebook, battle: &mut Battle, who: &str, what: &str, value: &str) -> Result<(), FactError> {
    let id = on_board(book, battle.state(), who)?;
    let row = *battle.state().entity(id);
    let change = |kind, at, after| Change { kind, label: Label::NONE, entity: id, at, before: 0, after };
    let number = |within: RangeInclusive<i32>| {
        let number = value.parse().ok().filter(|number| within.contains(number));
        number.ok_or_else(|| FactError::OutOfRange { what: what.to_owned(), within, value: value.to_owned() })
    };
    let made = if let Some((_, kind)) = NUMBERS.iter().find(|(name, _)| *name == what) {
        change(*kind, 0, number(row.range_by_hand(*kind).unwrap_or(i32::MIN..=i32::MAX))?)
    } else if what == "facing" {
        let dir = Dir::CARDINAL.into_iter().find(|dir| dir.name() == value);
        let dir = dir.ok_or_else(|| FactError::Facing(value.to_owned()))?;
        change(ChangeKind::Facing, 0, i32::from(dir as u8))
    } else if what == "turned" {
        let turn = Symmetry::NAMES.iter().position(|name| *name == value);
        let turn = turn.ok_or_else(|| FactError::Turn(value.to_owned()))?;
        change(ChangeKind::Redirected, 0, turn as i32)
    } else if let Some(status) = book.statuses.iter().position(|kind| kind.effect_source.name == what) {
        let amount = number(1..=book.statuses[status].most.max(1))?;
        battle.give_status(book, id, status as u16, amount);
        let had = number_of(book, battle.state(), id, what).unwrap_or_default();
        let taken = had.parse() == Ok(amount);
        let refused = || FactError::NotTaken { who: who.to_owned(), what: what.to_owned(), had };
        return if taken { Ok(()) } else { Err(refused()) };
    } else if let Some(column) = book.columns.find(ColumnOf::Entity, what) {
        let bounds = book.stats.iter().find(|stat| stat.column == Some(column));
        change(
            ChangeKind::EntityColumn,
            u32::from(column),
            number(bounds.map_or(ColumnRule::RANGE, |stat| stat.least..=stat.most))?,
        )
    } else {
        let help = did_you_mean(what, settable(book))
            .unwrap_or_else(|| "use a number of the unit, a status or a column".to_owned());
        return Err(FactError::Unknown { what: what.to_owned(), help });
    };
    battle.state_mut().apply(book, &made);
    Ok(())
}

pub(super) fn changed(played: &Played, wanted: impl Fn(EntityId) -> bool) -> Vec<String> {
    let mut facts = Vec::new();
    for (at, row) in played.start.state().entities().iter().enumerate() {
        let (Some(kind), id) = (played.book.unit_type(row), EntityId(at as u16)) else { continue };
        let letter = kind.glyph.to_string();
        if find(&played.book, played.start.state(), &letter) != Some(id) || !wanted(id) {
            continue;
        }
        let fixed = FACTS.iter().copied().filter(|&what| what != "facing");
        let carried = played.book.effect_sources().filter(|(of, _)| of.class != EffectSourceClass::Skill);
        let carried = carried.map(|(_, effect_source)| effect_source.name.as_str());
        let columns = played.book.columns.of(ColumnOf::Entity).map(|column| column.name.as_str());
        for what in fixed.chain(carried).chain(columns) {
            let of = |battle: &Battle| number_of(&played.book, battle.state(), id, what).unwrap_or_default();
            let (before, after) = (of(&played.start), of(&played.end));
            if before != after {
                facts.push(format!("{letter} {what} {before} -> {after}"));
            }
        }
    }
    facts
}

fn number_of(book: &Rulebook, state: &GameState, id: EntityId, what: &str) -> Option<String> {
    let entity = state.entity(id);
    let held = |pool: Pool, kind: usize| {
        let own = state.instances().of(id, pool).iter().filter(|held| held.kind() == Some(kind));
        own.map(|held| if pool == Pool::STATUSES { held.words[EffectInstance::AMOUNT].max(1) } else { 1 }).sum::<i32>()
    };
    let status =
        || book.statuses.iter().position(|kind| kind.effect_source.name == what).map(|at| held(Pool::STATUSES, at));
    let item = || book.items.iter().position(|kind| kind.effect_source.name == what).map(|at| held(Pool::ITEMS, at));
    let column = || book.columns.find(ColumnOf::Entity, what).map(|column| state.entity_column(id, column));
    Some(match what {
        "health" => entity.health.to_string(),
        "shield" => entity.shield.to_string(),
        "stunned" => entity.stunned.to_string(),
        "initiative" => entity.initiative.to_string(),
        "speed" => entity.speed.to_string(),
        "movement" => entity.movement.to_string(),
        "max_health" => entity.max_health.to_string(),
        "turned" => Symmetry::name(entity.redirect).to_owned(),
        "facing" => Dir::from_index(entity.facing).to_string(),
        _ => return status().or_else(item).or_else(column).map(|number| number.to_string()),
    })
}

pub(super) fn check_fact(fact: &str, played: &Played) -> Result<(), FactError> {
    let words: Vec<&str> = fact.split_whitespace().collect();
    let [who, what, before, "->", after] = words.as_slice() else {
        return Err(FactError::NoFact(fact.to_owned()));
    };
    for (battle, said, when) in [(&played.start, before, "before"), (&played.end, after, "after")] {
        let id = on_board(&played.book, battle.state(), who)?;
        let found =
            number_of(&played.book, battle.state(), id, what).ok_or_else(|| FactError::About((*what).to_owned()))?;
        if found != **said {
            let (who, what, recorded) = ((*who).to_owned(), (*what).to_owned(), (**said).to_owned());
            return Err(FactError::Differs { who, what, found, when, recorded });
        }
    }
    Ok(())
}
