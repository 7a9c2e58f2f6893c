//! A program during compilation, with its declared names.

use crate::syntax::Span;
use foretoken_vm::Token;
use foretoken_vm::program::{Address, Request, TokenSet};
use std::collections::{BTreeMap, BTreeSet};

/// Limit of outer targets that a delayed body may use.
pub const MAX_CAPTURED: usize = 4;

/// A declared name and its location.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub name: String,
    pub address: Address,
    pub path: String,
    pub at: Option<Span>,
}

#[derive(Debug, Default)]
struct Scope {
    names: Vec<Declared>,
    /// Declares that skip to the end of this scope.
    declares: Vec<u32>,
    /// Whether the scope is an included action, which sees no outer names.
    closed: bool,
    from: u32,
    debug: usize,
}

#[derive(Debug)]
struct Recorder {
    first_own: u8,
    used: BTreeSet<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub set: TokenSet,
    scopes: Vec<Scope>,
    /// Names whose scope has ended.
    pub ended: Vec<Declared>,
    /// All declarations of the program and its delayed bodies.
    pub all: Vec<Declared>,
    recorders: Vec<Recorder>,
    pub loops: u8,
    pub is_delayed: bool,
    /// Outer addresses that fill the first addresses.
    pub captured: Vec<Address>,
    pub delays: usize,
    /// Addresses of lists, with the most picks if constant.
    pub lists: BTreeMap<u8, Option<u8>>,
    /// Captured addresses that are used as lists.
    pub gathered: BTreeMap<u8, Option<u8>>,
    /// Whether it is inside the moves of a trail.
    pub in_trail: bool,
    /// Jumps out of the enclosing loops, innermost last.
    pub leaves: Vec<Vec<u32>>,
    pub too_large: bool,
}

impl Draft {
    pub fn new(set: TokenSet) -> Self {
        Self { set, ..Self::default() }
    }

    /// Creates a draft of a delayed body with captured targets.
    pub fn delayed(name: String, captured: Vec<(Address, String)>) -> Self {
        let names: Vec<String> = captured.iter().map(|(_, name)| name.clone()).collect();
        let captured: Vec<Address> = captured.into_iter().map(|(address, _)| address).collect();
        let count = captured.len() as u8;
        let mut set = TokenSet { name, addresses: count, captured: count, ..TokenSet::default() };
        set.debug.names = names;
        Self { set, captured, is_delayed: true, ..Self::default() }
    }

    pub fn open(&mut self, closed: bool) {
        let from = self.set.code.len() as u32;
        self.set.debug.scopes.push((from, from));
        let debug = self.set.debug.scopes.len() - 1;
        self.scopes.push(Scope { closed, from, debug, ..Scope::default() });
    }

    pub fn close(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        let end = self.set.code.len() as u32;
        for pc in scope.declares {
            if let Some(token) = self.set.code.get_mut(pc as usize) {
                token.lead_to(end);
            }
        }
        self.set.debug.scopes[scope.debug] = (scope.from, end);
        if !scope.closed {
            self.ended.extend(scope.names);
        }
    }

    pub fn declared_here(&self, name: &str) -> Option<&Declared> {
        self.scopes.last()?.names.iter().find(|declared| declared.name == name)
    }

    pub fn new_address(&mut self, name: &str, path: String, at: Option<Span>) -> Option<Address> {
        let number = self.set.addresses;
        if usize::from(number) >= Address::MAX_SLOTS {
            return None;
        }
        self.set.addresses += 1;
        self.set.debug.names.push(name.to_owned());
        let unit = Declared { name: name.to_owned(), address: Address(number), path, at };
        self.all.push(unit.clone());
        self.scopes.last_mut()?.names.push(unit);
        Some(Address(number))
    }

    pub fn note_declare(&mut self, pc: u32) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.declares.push(pc);
        }
    }

    pub(super) fn find(&self, name: &str) -> Result<Address, bool> {
        for scope in self.scopes.iter().rev() {
            if let Some(found) = scope.names.iter().rev().find(|declared| declared.name == name) {
                return Ok(found.address);
            }
            if scope.closed {
                return Err(false);
            }
        }
        Err(true)
    }

    pub(super) fn request_of(&self, address: Address) -> Option<&Request> {
        self.set.code.iter().find_map(|token| match token {
            Token::Declare(declare) if declare.at == address => self.set.requests.get(usize::from(declare.ask.request)),
            _ => None,
        })
    }

    pub(super) fn latest(&self) -> Option<Address> {
        let open = self.scopes.iter().rposition(|scope| scope.closed).unwrap_or(0);
        self.scopes[open..].iter().rev().find_map(|scope| scope.names.last()).map(|declared| declared.address)
    }

    pub(super) fn visible(&self) -> impl Iterator<Item = &str> {
        let open = self.scopes.iter().rposition(|scope| scope.closed).unwrap_or(0);
        self.scopes[open..].iter().flat_map(|scope| scope.names.iter().map(|declared| declared.name.as_str()))
    }

    pub fn record(&mut self) {
        self.recorders.push(Recorder { first_own: self.set.addresses, used: BTreeSet::new() });
    }

    pub fn recorded(&mut self) -> Vec<i32> {
        self.recorders.pop().map(|r| r.used.into_iter().map(i32::from).collect()).unwrap_or_default()
    }

    pub(super) fn note_use(&mut self, address: Address) {
        for recorder in &mut self.recorders {
            if address.0 < recorder.first_own || !address.is_slot() && address != Address::BOARD {
                recorder.used.insert(address.0);
            }
        }
    }
}
