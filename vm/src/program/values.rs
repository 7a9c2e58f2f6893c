//! The values that tokens and requests are made of: addresses, amounts, labels, areas, and numbers of things in the rules.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where a target is found: a slot of the running program's memory, or one of the fixed places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Address(pub u8);

impl Address {
    /// The unit that acts, or that a trigger belongs to.
    pub const SELF: Self = Self(0xff);
    /// Who caused the event a triggered program answers to.
    pub const CAUSE: Self = Self(0xfe);
    /// The cell of that event; for an intent, the cell of its actor.
    pub const HERE: Self = Self(0xfd);
    /// The board: offsets count from its top left cell.
    pub const BOARD: Self = Self(0xfc);
    /// The first reserved address. Memory slots stay below it.
    pub const FIRST_FIXED: Self = Self(0xf0);
    /// Most slots a program may use.
    pub const MAX_SLOTS: usize = 64;

    /// Whether it is a slot of memory.
    #[inline]
    #[must_use]
    pub const fn is_slot(self) -> bool {
        self.0 < Self::FIRST_FIXED.0
    }
}

/// A number: itself, or the value of a formula of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Amount {
    /// The number.
    Const(i32),
    /// The formula with this index.
    Formula(u32),
}

impl Default for Amount {
    fn default() -> Self {
        Self::Const(0)
    }
}

impl Amount {
    /// The number. Formulas are evaluated before a step over the slices runs, so that it meets none.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Const(number) => number,
            Self::Formula(_) => 0,
        }
    }

    /// The number, if it is one.
    pub(crate) const fn constant(self) -> Option<i32> {
        match self {
            Self::Const(number) => Some(number),
            Self::Formula(_) => None,
        }
    }

    /// Whether it is to be evaluated.
    #[inline]
    #[must_use]
    pub(crate) const fn is_formula(self) -> bool {
        matches!(self, Self::Formula(_))
    }
}

/// The label that changes carry: a registered name of the rulebook by its index. 0 to 65,535.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Label(pub u16);

/// In bytes a label is one byte below 255, as all labels once were, else that and two more.
const LONG: u8 = u8::MAX;

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u8::try_from(self.0) {
            _ if to.is_human_readable() => to.serialize_u16(self.0),
            Ok(short) if short != LONG => to.serialize_u8(short),
            _ => (LONG, self.0).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl<'de> Visitor<'de> for Bytes {
            type Value = Label;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a label")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<Label, A::Error> {
                let missing = || Error::invalid_length(0, &"a label");
                match bytes.next_element::<u8>()?.ok_or_else(missing)? {
                    LONG => Ok(Label(bytes.next_element()?.ok_or_else(missing)?)),
                    short => Ok(Label(short.into())),
                }
            }
        }
        if from.is_human_readable() { u16::deserialize(from).map(Label) } else { from.deserialize_tuple(2, Bytes) }
    }
}

impl Label {
    /// The first one, for changes that nothing is told by.
    pub const NONE: Self = Self(0);
}

impl From<Label> for i64 {
    fn from(label: Label) -> Self {
        label.0.into()
    }
}

/// An instruction of the same program, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct To(pub u32);

/// Bits of a filter: what may be picked, or is affected. Bits of one group widen, groups narrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Filter(pub u16);

impl Filter {
    /// Cells with nobody on them.
    pub const EMPTY: u16 = 1;
    /// Cells with somebody on them.
    pub const OCCUPIED: u16 = 2;
    /// The actor's own side, without itself.
    pub const ALLY: u16 = 4;
    /// Sides that fight the actor's.
    pub const ENEMY: u16 = 8;
    /// The actor itself.
    pub const SELF: u16 = 16;
    /// Things that take no side.
    pub const NEUTRAL: u16 = 32;
    /// Entities that take activations (no lanterns, no bombs).
    pub const ACTS: u16 = 64;

    /// Whether it lets everything through.
    #[inline]
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    /// Its bits in words, such as `enemy acting`; empty where it is open.
    #[must_use]
    pub fn words(self) -> String {
        let named = [
            (Self::EMPTY, "empty"),
            (Self::OCCUPIED, "occupied"),
            (Self::ALLY, "ally"),
            (Self::ENEMY, "enemy"),
            (Self::SELF, "self"),
            (Self::NEUTRAL, "neutral"),
            (Self::ACTS, "acting"),
        ];
        let words: Vec<&str> = named.iter().filter(|(bit, _)| self.has(*bit)).map(|&(_, word)| word).collect();
        words.join(" ")
    }

    /// Whether a bit is asked for.
    #[inline]
    #[must_use]
    pub const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }
}

/// Cells around a target. The pattern with index 0 is the target's cell alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Area {
    /// Pattern in the rulebook.
    pub pattern: u16,
    /// Which of the cells.
    pub filter: Filter,
    /// Whether the pattern is turned to the direction from the actor.
    pub is_turned: bool,
    /// Whether walls and smoke shelter cells that lie behind them.
    pub is_sheltered: bool,
    /// Whether the actor is in its middle and the target says in which direction it points.
    pub is_aimed: bool,
}

impl Area {
    /// Whether it is its centre alone, whoever stands there.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.pattern == 0 && self.filter.is_open()
    }
}

/// A program of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Program(pub u16);

/// An archetype of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct UnitTypeId(pub u16);

/// A status of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct StatusId(pub u16);

/// An item of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct ItemId(pub u16);

/// Statuses that stand in the program's data, by their indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Numbers {
    /// Where they begin.
    pub first: u16,
    /// How many there are.
    pub count: u16,
}

impl Numbers {
    /// The indices.
    pub fn of(self, data: &[i32]) -> impl Iterator<Item = u16> + Clone + '_ {
        let words = data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| word as u16)
    }
}

/// Addresses that stand in the program's data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Addresses {
    /// Where they begin.
    pub first: u16,
    /// How many there are.
    pub count: u8,
}

impl Addresses {
    /// The addresses.
    pub(crate) fn of(self, data: &[i32]) -> impl Iterator<Item = Address> + Clone + '_ {
        let words = data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| Address(word as u8))
    }
}

/// Whether the token counts as a blow, which Mirror repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct IsBlow(pub bool);

/// A number that only the token itself knows the meaning of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Extra(pub u16);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec;

    #[test]
    fn labels_below_255_are_the_byte_that_they_always_were() {
        for (label, bytes) in [(0, vec![0]), (254, vec![254]), (255, vec![255, 255, 0]), (300, vec![255, 44, 1])] {
            assert_eq!(codec::encode(&Label(label)).expect("small"), bytes);
            assert_eq!(codec::decode::<Label>(&bytes).expect("its own bytes"), Label(label));
        }
        assert!(codec::decode::<Label>(&[255, 1]).is_err());
    }
}
