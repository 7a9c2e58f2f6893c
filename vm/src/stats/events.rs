//! Events: what a carrier answers to. A handler names an event, a program and a priority; the table of all handlers is
//! what the machine looks into after each step.

use crate::program::Label;
use crate::state::Ending;
use serde::{Deserialize, Serialize};

/// A set of labels, by their numbers: what a query over tags comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSet(Vec<u64>);

impl LabelSet {
    /// The set of the labels for which `holds` is true, of so many.
    #[must_use]
    pub fn of(count: usize, holds: impl Fn(Label) -> bool) -> Self {
        let mut words = vec![0; count.div_ceil(64)];
        for label in (0..count).filter(|&label| holds(Label(label as u16))) {
            words[label / 64] |= 1 << (label % 64);
        }
        Self(words)
    }

    /// Whether some label is in both.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own & other != 0)
    }

    /// Whether a label is in it.
    #[must_use]
    pub fn holds(&self, label: Label) -> bool {
        let at = usize::from(label.0);
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// How a number changed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum How {
    /// It fell.
    #[default]
    Decrease,
    /// It rose.
    Increase,
    /// It fell or rose.
    Change,
    /// It was to change and did not.
    Unchanged,
    /// Any of these.
    Any,
}

impl How {
    /// Whether a change from one value to another is such a change.
    #[must_use]
    pub const fn fits(self, before: i32, after: i32) -> bool {
        match self {
            Self::Decrease => after < before,
            Self::Increase => after > before,
            Self::Change => after != before,
            Self::Unchanged => after == before,
            Self::Any => true,
        }
    }

    /// Whether an effect that leaves the number as it was is such a change.
    #[must_use]
    pub(crate) const fn fits_unchanged(self) -> bool {
        self.fits(0, 0)
    }
}

/// Whom an event makes its bearer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// The bearer is whom it happens to.
    #[default]
    Defender,
    /// The bearer is who does it to another.
    Attacker,
}

/// What a carrier's program answers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The carrier came to its bearer.
    Applied,
    /// It ended, for a reason or for any.
    Ended(Option<Ending>),
    /// A tick of its clock.
    Tick,
    /// An activation of its bearer begins.
    Begins,
    /// An activation of its bearer ends.
    Ends,
    /// A round ends.
    RoundEnds,
    /// Its bearer begins to use an action that costs a move or an action.
    Uses,
    /// Its bearer has used an action that costs a move or an action.
    UseEnds,
    /// Its bearer dies.
    Dies,
    /// Its bearer was moved to another cell.
    Moves,
    /// For the carrier of an aura: somebody came to stand in it. For the status that it gives: its bearer came to stand in
    /// an aura that gives it.
    EntersAura,
    /// The same of who stands in it no more: one of the two went, died or changed sides, or the aura ended or rests.
    LeavesAura,
    /// Health of the defender changed, or was to change.
    Health(How, Role),
    /// A blow reached the defender: it took health, or it missed.
    Attacked(Role),
    /// A blow reached the defender and took neither shield nor health.
    Missed(Role),
    /// A column of the defender changed: the base of a declared stat, or a resource.
    Column(u16, How, Role),
}

/// Whom a reaction is aimed at: its action has that one's cell as `here`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Toward {
    /// The other of the event: the attacker for who defends itself. Here alone `here` stays the bearer's own cell.
    #[default]
    Other,
    /// The bearer.
    Itself,
    /// One of its side other than itself.
    Ally,
    /// One who fights it.
    Enemy,
    /// Anybody who acts, but itself.
    Anybody,
}

/// A program that answers an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handler {
    /// What it answers to.
    pub on: Event,
    /// What runs.
    pub program: u16,
    /// Of those that answer the same event, higher ones run first.
    pub priority: i32,
    /// Formula that must be other than zero.
    pub when: Option<u32>,
    /// The reactable types that it answers to; none for all.
    pub types: Option<LabelSet>,
    /// Where who it is aimed at must stand, as seen from the bearer, for it to answer; none for anywhere.
    pub region: Option<(u16, i32, i32)>,
    /// Whom it is aimed at.
    pub toward: Toward,
    /// Formula that decides among several, in which `cause` is the one: the largest, of equal ones the nearest, then the
    /// first on the board; nobody for whom it is 0 or less. Without one the nearest.
    pub by: Option<u32>,
    /// The carrier's parameters that are the bounds of its region (of steps where it has none), by their places among the
    /// rulebook's names, in the order of [`Handler::RANGE`].
    pub range: Option<[u16; 6]>,
    /// Whether the bearer turns to the other first.
    pub turns: bool,
    /// Whether it answers what its own kind did, directly or not.
    pub answers_itself: bool,
}

impl Handler {
    /// Names of the parameters that bound a reaction, with the values that they have where a carrier says nothing: document
    /// 000's table.
    pub const RANGE: [(&'static str, i32); 6] = [
        ("reaction.range.xy.min", 1),
        ("reaction.range.xy.max", 1),
        ("reaction.range.z.up.min", 0),
        ("reaction.range.z.up.max", 1),
        ("reaction.range.z.down.min", 0),
        ("reaction.range.z.down.max", 2),
    ];
    /// The same of what is around the target, which its action reads for areas of its own.
    pub const RADIUS: [(&'static str, i32); 3] =
        [("reaction.radius.xy", 0), ("reaction.radius.z.up", 0), ("reaction.radius.z.down", 0)];

    /// A plain one.
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
