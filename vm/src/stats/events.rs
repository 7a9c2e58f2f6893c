//! Events and handlers of effect sources. The machine consults the table of handlers after each step.

use crate::program::Label;
use crate::state::Ending;
use serde::{Deserialize, Serialize};

/// A set of labels, for example from a tag query.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSet(Vec<u64>);

impl LabelSet {
    /// Makes the set of labels for which `holds` is true.
    #[must_use]
    pub fn of(count: usize, holds: impl Fn(Label) -> bool) -> Self {
        let mut words = vec![0; count.div_ceil(64)];
        for label in (0..count).filter(|&label| holds(Label(label as u16))) {
            words[label / 64] |= 1 << (label % 64);
        }
        Self(words)
    }

    /// Returns whether the sets intersect.
    #[must_use]
    pub fn is_overlapping(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own & other != 0)
    }

    /// Returns whether it contains a label.
    #[must_use]
    pub fn contains(&self, label: Label) -> bool {
        let at = usize::from(label.0);
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// Direction of a number's change.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum How {
    /// Fell.
    #[default]
    Decrease,
    /// Rose.
    Increase,
    /// Fell or rose.
    Change,
    /// Was to change but did not.
    Unchanged,
    /// Any.
    Any,
}

impl How {
    /// Returns whether a change of these values fits.
    #[must_use]
    pub const fn is_match(self, before: i32, after: i32) -> bool {
        match self {
            Self::Decrease => after < before,
            Self::Increase => after > before,
            Self::Change => after != before,
            Self::Unchanged => after == before,
            Self::Any => true,
        }
    }

    #[must_use]
    pub(crate) const fn is_match_unchanged(self) -> bool {
        self.is_match(0, 0)
    }
}

/// Role of the bearer in an event.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// The affected unit.
    #[default]
    Defender,
    /// The unit that affects another.
    Attacker,
}

/// Event of a handler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The effect source was applied.
    Applied,
    /// It ended, for a given or any reason.
    Ended(Option<Ending>),
    /// Its clock ticked.
    Tick,
    /// An activation of its bearer begins.
    Begins,
    /// An activation of its bearer ends.
    Ends,
    /// A round ends.
    RoundEnds,
    /// Its bearer starts an action that costs a move or an action.
    Uses,
    /// Its bearer finished an action that costs a move or an action.
    UseEnds,
    /// Its bearer dies.
    Dies,
    /// Its bearer was moved.
    Moves,
    /// A unit entered the source's aura; or the bearer of the given status entered such an aura.
    EntersAura,
    /// A unit left the aura: one of them moved, died or changed sides, or the aura ended.
    LeavesAura,
    /// Health of the defender changed, or was to change.
    Health(How, Role),
    /// An attack reached the defender, with or without loss of health.
    Attacked(Role),
    /// An attack reached the defender and took neither shield nor health.
    Missed(Role),
    /// A column of the defender changed: the base of a declared stat, or a resource.
    Column(u16, How, Role),
}

/// Target of a reaction, whose cell is `here`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Toward {
    /// The other unit of the event, such as the attacker. Here `here` stays the bearer's cell.
    #[default]
    Other,
    /// The bearer.
    Itself,
    /// Another ally.
    Ally,
    /// An enemy.
    Enemy,
    /// Any other acting unit.
    Anybody,
}

/// A handler: a program for an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handler {
    /// Event.
    pub on: Event,
    /// Program.
    pub program: u16,
    /// Order among handlers of an event; higher comes first.
    pub priority: i32,
    /// Condition formula.
    pub when: Option<u32>,
    /// Reaction types; `None` for all.
    pub types: Option<LabelSet>,
    /// Region of the target around the bearer; `None` for everywhere.
    pub region: Option<(u16, i32, i32)>,
    /// Target.
    pub toward: Toward,
    /// Formula that picks among targets, with the candidate as `cause`: the largest value above 0 wins, then the
    /// nearest, then the first on the board. `None` for the nearest.
    pub by: Option<u32>,
    /// Parameters that bound its region (or steps), by name index, in the order of [`Handler::RANGE`].
    pub range: Option<[u16; 6]>,
    /// Whether the bearer turns to the target first.
    pub turns: bool,
    /// Whether it handles effects of its own type, direct or indirect.
    pub answers_itself: bool,
}

impl Handler {
    /// Parameters that bound a reaction, with default values: document 000's table.
    pub const RANGE: [(&'static str, i32); 6] = [
        ("reaction.range.xy.min", 1),
        ("reaction.range.xy.max", 1),
        ("reaction.range.z.up.min", 0),
        ("reaction.range.z.up.max", 1),
        ("reaction.range.z.down.min", 0),
        ("reaction.range.z.down.max", 2),
    ];
    /// Parameters of the area around the target, with default values.
    pub const RADIUS: [(&'static str, i32); 3] =
        [("reaction.radius.xy", 0), ("reaction.radius.z.up", 0), ("reaction.radius.z.down", 0)];

    /// Makes a plain handler.
    #[must_use]
    pub const fn new(on: Event, program: u16) -> Self {
        Self {
            on,
            program,
            priority: 0,
            when: None,
            types: None,
            region: None,
            toward: Toward::Other,
            by: None,
            range: None,
            turns: false,
            answers_itself: false,
        }
    }
}
