//! Operand types of tokens and requests: addresses, amounts, labels, areas, and numbers of assets.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Address of a target: a memory slot of the running program, or a fixed address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Address(pub u8);

impl Address {
    /// The acting unit, or the owner of a trigger.
    pub const SELF: Self = Self(0xff);
    /// The unit that caused the event of a triggered program.
    pub const CAUSE: Self = Self(0xfe);
    /// The cell of that event; for an intent, the actor's cell.
    pub const HERE: Self = Self(0xfd);
    /// The board; offsets count from its top left cell.
    pub const BOARD: Self = Self(0xfc);
    /// First fixed address. Memory slots are below it.
    pub const FIRST_FIXED: Self = Self(0xf0);
    /// Maximum memory slots of a program.
    pub const MAX_SLOTS: usize = 64;

    /// Returns whether it is a memory slot.
    #[inline]
    #[must_use]
    pub const fn is_slot(self) -> bool {
        self.0 < Self::FIRST_FIXED.0
    }
}

/// A constant number or a formula of the rulebook.
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
    /// Returns the number. Formulas are evaluated before a step over the slices, so it never meets one.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Self::Const(number) => number,
            Self::Formula(_) => 0,
        }
    }

    pub(crate) const fn constant(self) -> Option<i32> {
        match self {
            Self::Const(number) => Some(number),
            Self::Formula(_) => None,
        }
    }

    #[inline]
    #[must_use]
    pub(crate) const fn is_formula(self) -> bool {
        matches!(self, Self::Formula(_))
    }
}

/// Label of changes: index of a registered name, 0 to 65,535.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Label(pub u16);

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
    /// The default label, without a name.
    pub const NONE: Self = Self(0);
}

impl From<Label> for i64 {
    fn from(label: Label) -> Self {
        label.0.into()
    }
}

/// Index of an instruction in the same program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct To(pub u32);

/// Filter bits for targets. Bits of one group are alternatives; groups combine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Filter(pub u16);

impl Filter {
    /// Empty cells.
    pub const EMPTY: u16 = 1;
    /// Occupied cells.
    pub const OCCUPIED: u16 = 2;
    /// Allies of the actor, without itself.
    pub const ALLY: u16 = 4;
    /// Enemies of the actor.
    pub const ENEMY: u16 = 8;
    /// The actor.
    pub const SELF: u16 = 16;
    /// Neutral objects.
    pub const NEUTRAL: u16 = 32;
    /// Units that take activations (no lanterns, no bombs).
    pub const ACTS: u16 = 64;

    /// Returns whether it passes everything.
    #[inline]
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    /// Returns its bits as words, such as `enemy acting`; empty for an open filter.
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
        let words: Vec<&str> = named.iter().filter(|(bit, _)| self.has_bit(*bit)).map(|&(_, word)| word).collect();
        words.join(" ")
    }

    /// Returns whether a bit is set.
    #[inline]
    #[must_use]
    pub const fn has_bit(self, bit: u16) -> bool {
        self.0 & bit != 0
    }
}

/// Cells around a target. Pattern 0 is the target's cell alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Area {
    /// Pattern number in the rulebook.
    pub pattern: u16,
    /// Filter of cells.
    pub filter: Filter,
    /// Whether the pattern turns to the direction from the actor.
    pub is_turned: bool,
    /// Whether walls and smoke protect cells behind them.
    pub is_sheltered: bool,
    /// Whether the area is centred on the actor and points at the target.
    pub is_aimed: bool,
}

impl Area {
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.pattern == 0 && self.filter.is_open()
    }
}

/// Index of a program in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Program(pub u16);

/// Index of a unit type in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct UnitTypeId(pub u16);

/// Index of a status in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct StatusId(pub u16);

/// Index of an item in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct ItemId(pub u16);

/// Range of status indices in the program's data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Numbers {
    /// Start of the range.
    pub first: u16,
    /// Length of the range.
    pub count: u16,
}

impl Numbers {
    /// Returns the indices.
    pub fn of(self, data: &[i32]) -> impl Iterator<Item = u16> + Clone + '_ {
        let words = data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| word as u16)
    }
}

/// Range of addresses in the program's data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Addresses {
    /// Start of the range.
    pub first: u16,
    /// Length of the range.
    pub count: u8,
}

impl Addresses {
    pub(crate) fn of(self, data: &[i32]) -> impl Iterator<Item = Address> + Clone + '_ {
        let words = data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| Address(word as u8))
    }
}

/// Whether the token counts as an attack, which Mirror repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct IsBlow(pub bool);

/// A number whose meaning only the token knows.
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
