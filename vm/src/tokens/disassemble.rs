//! Disassembly of programs for designers, with indented scopes and named addresses.

use super::Show;
use crate::program::TokenSet;
use crate::rulebook::Rulebook;
use std::fmt::Write;

/// Returns the disassembly of a program.
#[must_use]
pub fn disassemble(book: &Rulebook, program: &TokenSet) -> String {
    let show = Show { book, program };
    let mut text = String::new();
    let scopes = &program.debug.scopes;
    for (pc, token) in program.code.iter().enumerate() {
        let pc = pc as u32;
        for depth in (0..scopes.len()).filter(|&s| scopes[s].0 == pc && scopes[s].1 > pc) {
            line(&mut text, None, depth_at(scopes, pc, depth), "Begin Scope");
        }
        let depth = scopes.iter().filter(|&&(from, to)| from <= pc && pc < to).count();
        line(&mut text, Some(pc), depth, &format!("{:<11} {}", token.name(), token.text(&show)));
        for depth in (0..scopes.len()).rev().filter(|&s| scopes[s].1 == pc + 1 && scopes[s].0 <= pc) {
            line(&mut text, None, depth_at(scopes, pc, depth), "End Scope");
        }
    }
    text
}

fn depth_at(scopes: &[(u32, u32)], pc: u32, index: usize) -> usize {
    scopes[..index].iter().filter(|&&(from, to)| from <= pc && pc < to).count()
}

fn line(text: &mut String, pc: Option<u32>, depth: usize, words: &str) {
    let number = pc.map_or_else(|| "    ".to_owned(), |pc| format!("{pc:04}"));
    let indent = "  ".repeat(depth);
    let row = format!("{number}  {indent}{words}");
    let _ = writeln!(text, "{}", row.trim_end());
}
