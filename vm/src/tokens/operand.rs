//! Operands: types of token fields, with their text and their parts that the compiler fills in later.

pub use crate::program::values::{
    Address, Addresses, Amount, Area, Extra, IsBlow, ItemId, Label, Numbers, Program, StatusId, To, UnitTypeId,
};

use super::Show;
use crate::regions::RegionId;
use crate::space::Symmetry;

/// A field of a token.
pub trait Operand {
    /// Returns its type name in the reference.
    fn kind() -> &'static str
    where
        Self: Sized;

    /// Returns its text in disassembly.
    fn text(&self, show: &Show<'_>) -> String;

    /// Returns its part for generic access.
    fn part(&mut self) -> Part<'_> {
        Part::Other
    }
}

/// Generic access to an operand.
#[derive(Debug)]
pub enum Part<'o> {
    /// A number or a formula.
    Amount(&'o mut Amount),
    /// A target instruction.
    To(&'o mut To),
    /// A label of changes.
    Label(&'o mut Label),
    /// An area around a target.
    Area(&'o mut Area),
    /// Another program.
    Program(&'o mut Program),
    /// Anything else.
    Other,
}

impl Operand for Address {
    fn kind() -> &'static str {
        "target"
    }

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

impl Operand for Amount {
    fn kind() -> &'static str {
        "amount"
    }

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

impl Operand for UnitTypeId {
    fn kind() -> &'static str {
        "unit"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.unit_types.get(usize::from(self.0)).map_or("?", |kind| kind.name.as_str()).to_owned()
    }
}

impl Operand for StatusId {
    fn kind() -> &'static str {
        "status"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.statuses.get(usize::from(self.0)).map_or("?", |kind| kind.effect_source.name.as_str()).to_owned()
    }
}

impl Operand for ItemId {
    fn kind() -> &'static str {
        "item"
    }

    fn text(&self, show: &Show<'_>) -> String {
        show.book.items.get(usize::from(self.0)).map_or("?", |kind| kind.effect_source.name.as_str()).to_owned()
    }
}

impl Operand for Numbers {
    fn kind() -> &'static str {
        "statuses"
    }

    fn text(&self, show: &Show<'_>) -> String {
        let name =
            |at: u16| show.book.statuses.get(usize::from(at)).map_or("?", |kind| kind.effect_source.name.as_str());
        let names: Vec<&str> = self.of(&show.program.data).map(name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    }
}

impl Operand for Addresses {
    fn kind() -> &'static str {
        "targets"
    }

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

impl Operand for IsBlow {
    fn kind() -> &'static str {
        "switch"
    }

    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}

impl Operand for Extra {
    fn kind() -> &'static str {
        "number"
    }

    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}
