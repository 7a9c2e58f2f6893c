//! A program as text that a designer can read: scopes indented, addresses resolved, jumps by line number.

use super::{Address, Asks, Fallback, Filter, Instr, Op, RangeShape, Request, TokenSet, bits};
use crate::rulebook::Rulebook;
use crate::tokens::{self, Show};
use std::fmt::Write;

/// The disassembly of a program.
#[must_use]
pub fn disassemble(book: &Rulebook, program: &TokenSet) -> String {
    let show = Show { book, program };
    let mut text = String::new();
    let scopes = &program.debug.scopes;
    for (pc, instr) in program.code.iter().enumerate() {
        let pc = pc as u32;
        for depth in (0..scopes.len()).filter(|&s| scopes[s].0 == pc && scopes[s].1 > pc) {
            line(&mut text, None, depth_at(scopes, pc, depth), "Begin Scope");
        }
        let depth = scopes.iter().filter(|&&(from, to)| from <= pc && pc < to).count();
        line(&mut text, Some(pc), depth, &format!("{:<11} {}", name(instr), operands(&show, instr)));
        for depth in (0..scopes.len()).rev().filter(|&s| scopes[s].1 == pc + 1 && scopes[s].0 <= pc) {
            line(&mut text, None, depth_at(scopes, pc, depth), "End Scope");
        }
    }
    text
}

/// How many scopes enclose the one with this index.
fn depth_at(scopes: &[(u32, u32)], pc: u32, index: usize) -> usize {
    scopes[..index].iter().filter(|&&(from, to)| from <= pc && pc < to).count()
}

fn line(text: &mut String, pc: Option<u32>, depth: usize, words: &str) {
    let number = pc.map_or_else(|| "    ".to_owned(), |pc| format!("{pc:04}"));
    let indent = "  ".repeat(depth);
    let row = format!("{number}  {indent}{words}");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", row.trim_end());
}

fn name(instr: &Instr) -> String {
    match instr.op {
        Op::JumpUnless => "Unless".to_owned(),
        Op::LoopBegin => "Repeat".to_owned(),
        Op::LoopNext => "Next Iteration".to_owned(),
        op => format!("{op:?}"),
    }
}

fn operands(show: &Show<'_>, instr: &Instr) -> String {
    match instr.op {
        Op::Declare => {
            let request = show.program.requests.get(instr.x as usize).copied().unwrap_or_default();
            let fallback = match request.fallback {
                Fallback::SkipScope => format!("skip to {:04}", instr.to),
                Fallback::Cancel => "cancel".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            };
            format!("{} = {}, otherwise {fallback}", show.at(instr.a), asked(show, &request))
        }
        Op::Jump => format!("to {:04}", instr.to),
        Op::JumpUnless => format!("{} to {:04}", show.amount(instr), instr.to),
        Op::LoopBegin => format!("{} times, then {:04}", show.amount(instr), instr.to),
        Op::LoopNext if instr.has(bits::HAS_B) => format!("from {:04}", instr.to),
        Op::LoopNext => format!("from {:04} while it holds", instr.to),
        Op::Veil => format!("\"????\" to others, who go on at {:04}", instr.to),
        _ => tokens::show(show, instr).unwrap_or_default(),
    }
}

/// A request in words.
fn asked(show: &Show<'_>, request: &Request) -> String {
    let mut words = String::new();
    if request.flags.automatic {
        words.push_str("chosen ");
    }
    if request.flags.optional {
        words.push_str("optional ");
    }
    words.push_str(match request.asks {
        Asks::Cell => "cell",
        Asks::Unit => "unit",
        Asks::Direction => "direction",
        Asks::Number => "number",
    });
    let from = match request.from {
        Address::SELF => String::new(),
        other => format!(" relative to {}", show.at(other)),
    };
    if request.asks == Asks::Number {
        let _ = write!(words, " {}..{}", request.min, request.max);
    } else if request.asks != Asks::Direction {
        let reach = match request.reach {
            RangeShape::Walk if request.max == u8::MAX => "in walking range".to_owned(),
            RangeShape::Board => "anywhere".to_owned(),
            reach => format!("{} {}..{}", format!("{reach:?}").to_lowercase(), request.min, request.max),
        };
        let _ = write!(words, " {reach}");
    }
    words.push_str(&from);
    let named = [
        (Filter::EMPTY, "empty"),
        (Filter::OCCUPIED, "occupied"),
        (Filter::ALLY, "ally"),
        (Filter::ENEMY, "enemy"),
        (Filter::SELF, "self"),
        (Filter::NEUTRAL, "neutral"),
        (Filter::ACTS, "acting"),
    ];
    let filters: Vec<&str> = named.iter().filter(|(bit, _)| request.filter.has(*bit)).map(|&(_, n)| n).collect();
    if !filters.is_empty() {
        let _ = write!(words, " [{}]", filters.join(" "));
    }
    if let Some(surface) = request.surface.checked_sub(1) {
        let name = show.book.surfaces.get(surface as usize).map_or("?", |s| s.name.as_str());
        let _ = write!(words, " on {name}");
    }
    let switches = [(request.flags.strict, " strict"), (request.flags.turnable, " turnable")];
    switches.iter().filter(|(on, _)| *on).for_each(|(_, word)| words.push_str(word));
    words
}
