//! Operands: the types of a token's fields. Each knows how it reads in a disassembly and what in it the compiler fills in
//! late.

use super::Show;
use crate::program::{Filter, TokenSet};
use crate::regions::RegionId;
use crate::space::Symmetry;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A field of a token.
pub trait Operand {
    /// What it is, in the reference of tokens.
    fn kind() -> &'static str
    where
        Self: Sized;

    /// Its words in a disassembly; none where it reads as nothing.
    fn text(&self, show: &Show<'_>) -> String;

    /// What of it is filled in or asked for without knowing the token.
    fn part(&mut self) -> Part<'_> {
        Part::Other
    }
}

/// What an operand is to those who go through operands of any token.
#[derive(Debug)]
pub enum Part<'o> {
    /// A number or a formula.
    Amount(&'o mut Amount),
    /// Where to go on.
    To(&'o mut To),
    /// The label of what is written.
    Label(&'o mut Label),
    /// The area around a target.
    Area(&'o mut Area),
    /// Another program.
    Program(&'o mut Program),
    /// Anything else.
    Other,
}

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

impl Operand for Address {
    fn kind() -> &'static str {
        "target"
    }

    /// Its name and number: `T1@0x00`.
    fn text(&self, show: &Show<'_>) -> String {
        match *self {
            Self::SELF => "self".to_owned(),
            Self::CAUSE => "cause".to_owned(),
            Self::HERE => "here".to_owned(),
            Self::BOARD => "board".to_owned(),
            Self(slot) => {
                let name = show.program.debug.names.get(slot as usize).map_or("?", String::as_str);
                format!("{name}@0x{slot:02x}")
            }
        }
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
    pub const fn is_formula(self) -> bool {
        matches!(self, Self::Formula(_))
    }
}

impl Operand for Amount {
    fn kind() -> &'static str {
        "amount"
    }

    /// The number, or its formula's source.
    fn text(&self, show: &Show<'_>) -> String {
        match *self {
            Self::Const(number) => number.to_string(),
            Self::Formula(index) => {
                let formula = show.book.formulas.get(index as usize);
                formula.map_or_else(|| "?".to_owned(), |formula| format!("({})", formula.source))
            }
        }
    }

    fn part(&mut self) -> Part<'_> {
        Part::Amount(self)
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

impl Operand for Label {
    fn kind() -> &'static str {
        "label"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.types_of(*self).collect::<Vec<_>>().join(" and ")
    }

    fn part(&mut self) -> Part<'_> {
        Part::Label(self)
    }
}

/// An instruction of the same program, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct To(pub u32);

impl Operand for To {
    fn kind() -> &'static str {
        "instruction"
    }

    fn text(&self, _: &Show<'_>) -> String {
        format!("{:04}", self.0)
    }

    fn part(&mut self) -> Part<'_> {
        Part::To(self)
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

impl Operand for Area {
    fn kind() -> &'static str {
        "area"
    }

    fn text(&self, show: &Show<'_>) -> String {
        let filter = if self.filter.is_open() { String::new() } else { format!(" [{}]", self.filter.words()) };
        if self.pattern == 0 {
            return filter;
        }
        let pattern = show.book.patterns.get(usize::from(self.pattern));
        let cells = pattern.map_or(0, |pattern| pattern.cells.len());
        let turned = if self.is_turned { ", turned" } else { "" };
        let sheltered = if self.is_sheltered { ", sheltered" } else { "" };
        let aimed = if self.is_aimed { ", from the actor" } else { "" };
        let region = pattern.and_then(|pattern| show.book.region(RegionId(pattern.region?)));
        let region = region.map(|region| format!(" of {}", region.text(show.book)));
        format!(" over {cells} cells{}{turned}{sheltered}{aimed}{filter}", region.unwrap_or_default())
    }

    fn part(&mut self) -> Part<'_> {
        Part::Area(self)
    }
}

/// A program of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Program(pub u16);

impl Operand for Program {
    fn kind() -> &'static str {
        "program"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.program(self.0).map_or("?", |program| program.name.as_str()).to_owned()
    }

    fn part(&mut self) -> Part<'_> {
        Part::Program(self)
    }
}

/// An archetype of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct UnitKind(pub u16);

impl Operand for UnitKind {
    fn kind() -> &'static str {
        "unit"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.archetypes.get(usize::from(self.0)).map_or("?", |kind| kind.name.as_str()).to_owned()
    }
}

/// A status of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct StatusId(pub u16);

impl Operand for StatusId {
    fn kind() -> &'static str {
        "status"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.statuses.get(usize::from(self.0)).map_or("?", |kind| kind.carrier.name.as_str()).to_owned()
    }
}

/// An item of the rulebook, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct ItemId(pub u16);

impl Operand for ItemId {
    fn kind() -> &'static str {
        "item"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.items.get(usize::from(self.0)).map_or("?", |kind| kind.carrier.name.as_str()).to_owned()
    }
}

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
    pub fn of(self, program: &TokenSet) -> impl Iterator<Item = u16> + Clone + '_ {
        let words = program.data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| word as u16)
    }
}

impl Operand for Numbers {
    fn kind() -> &'static str {
        "statuses"
    }

    fn text(&self, show: &Show<'_>) -> String {
        let name = |at: u16| show.book.statuses.get(usize::from(at)).map_or("?", |kind| kind.carrier.name.as_str());
        let names: Vec<&str> = self.of(show.program).map(name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
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
    pub(crate) fn of(self, program: &TokenSet) -> impl Iterator<Item = Address> + Clone + '_ {
        let words = program.data.iter().skip(usize::from(self.first)).take(usize::from(self.count));
        words.map(|&word| Address(word as u8))
    }
}

impl Operand for Addresses {
    fn kind() -> &'static str {
        "targets"
    }

    /// They are named where they are used.
    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}

impl Operand for Symmetry {
    fn kind() -> &'static str {
        "symmetry"
    }

    fn text(&self, _: &Show<'_>) -> String {
        self.name().to_owned()
    }
}

/// Whether the token counts as a blow, which Mirror repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct IsBlow(pub bool);

impl Operand for IsBlow {
    fn kind() -> &'static str {
        "switch"
    }

    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}

/// A number that only the token itself knows the meaning of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Extra(pub u16);

impl Operand for Extra {
    fn kind() -> &'static str {
        "number"
    }

    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}

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
