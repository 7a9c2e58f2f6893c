//! What tokens need to write their line of a disassembly.

use crate::program::{Address, Instr, TokenSet, bits};
use crate::rulebook::Rulebook;

/// A program with the names around it.
#[derive(Clone, Copy, Debug)]
pub struct Show<'a> {
    /// The rulebook it belongs to.
    pub book: &'a Rulebook,
    /// The program.
    pub program: &'a TokenSet,
}

impl Show<'_> {
    /// An address with its name: `T1@0x00`.
    #[must_use]
    pub fn at(&self, address: Address) -> String {
        match address {
            Address::SELF => "self".to_owned(),
            Address::CAUSE => "cause".to_owned(),
            Address::HERE => "here".to_owned(),
            Address::BOARD => "board".to_owned(),
            Address(slot) => {
                let name = self.program.debug.names.get(slot as usize).map_or("?", String::as_str);
                format!("{name}@0x{slot:02x}")
            }
        }
    }

    /// The amount: a number or its formula's source.
    #[must_use]
    pub fn amount(&self, instr: &Instr) -> String {
        if instr.has(bits::FORMULA) {
            let formula = self.book.formulas.get(instr.n as usize);
            formula.map_or_else(|| "?".to_owned(), |f| format!("({})", f.source))
        } else {
            instr.n.to_string()
        }
    }

    /// The area of an area token, empty for a single cell.
    #[must_use]
    pub fn area(&self, instr: &Instr) -> String {
        let cells = self.book.patterns.get(instr.x as usize).map_or(0, |p| p.cells.len());
        if instr.x == 0 {
            return String::new();
        }
        let turned = if instr.has(bits::TURNED) { ", turned" } else { "" };
        let sheltered = if instr.has(bits::SHELTERED) { ", sheltered" } else { "" };
        format!(" over {cells} cells{turned}{sheltered}")
    }

    /// The label its changes carry.
    #[must_use]
    pub fn label(&self, instr: &Instr) -> &str {
        self.book.label(instr.label)
    }
}
