//! Parser of searches, such as `equip(sword in hand get max).power`.

use super::{Parsed, Parser};
use crate::diagnostic::did_you_mean;
use crate::formula::{FormulaFault, WantedSearch, WantedSought};
use foretoken_vm::formula::{FormulaOp as Op, Fraction, Number};
use foretoken_vm::program::Address;
use foretoken_vm::stats::{Get, How, On};

const SEARCHES: &[&str] = &["effect", "equip", "skill"];

const GETS: &[(&str, Get)] = &[
    ("first", Get::First),
    ("last", Get::Last),
    ("min", Get::Least),
    ("max", Get::Most),
    ("mean", Get::Mean),
    ("sum", Get::Sum),
    ("nth", Get::Nth(1)),
    ("count", Get::Count),
];

const CHANGES: &[(&str, How)] = &[
    ("any", How::Any),
    ("nochange", How::Unchanged),
    ("change", How::Change),
    ("increase", How::Increase),
    ("decrease", How::Decrease),
];

const BETWEEN: &[&str] = &["in", "by", "on", "get"];

#[derive(Default)]
struct Filters {
    sought: Vec<String>,
    places: Vec<String>,
    types: Vec<String>,
    on: Option<(On, u8)>,
    get: Option<Get>,
}

impl Parser<'_> {
    pub(super) fn search(&mut self, scope: Option<&str>, from: usize, asked: Option<Get>) -> Parsed<Option<Op>> {
        let before = self.at;
        let Some(what) = self.word().filter(|word| SEARCHES.contains(&word.as_str()) && self.peek() == Some('('))
        else {
            self.at = before;
            return Ok(None);
        };
        let whose = scope.map(|scope| {
            let whose = self.scope(scope);
            self.understood(from, whose)
        });
        self.filtered(&what, whose, from, asked).map(Some)
    }

    fn filtered(&mut self, what: &str, whose: Option<u8>, from: usize, asked: Option<Get>) -> Parsed<Op> {
        self.expect("(")?;
        let is_effect = what == "effect";
        let Some(mut filters) = self.within(')', |parser| parser.filters(is_effect))? else {
            if self.peek() == Some('.') {
                self.at += 1;
                self.path()?;
            }
            return Ok(Op::Const(Fraction::ZERO));
        };
        filters.get = asked.or(filters.get);
        let parameter = match !is_effect && self.peek() == Some('.') {
            true => {
                self.at += 1;
                Some(self.path()?)
            }
            false => None,
        };
        if parameter.is_none() && !is_effect && !matches!(filters.get, Some(Get::Count | Get::Exists)) {
            let help = format!("write `{what}(…).name`, `{what}(… get count)` or `exists({what}(…))`");
            let message = format!("`{what}()` finds {}; add the parameter to read", found_by(what));
            return Err(FormulaFault::new(from + 1, message).with_help(Some(help)));
        }
        if whose.is_some() && is_effect {
            let help = "use `on` for the unit: `effect(decrease in health on T1)`".to_owned();
            return Err(
                FormulaFault::new(from + 1, "`effect()` cannot follow `c.`, `t.` or a target").with_help(Some(help))
            );
        }
        let Filters { sought, places, types, on, get } = filters;
        let (on, address) = on.unwrap_or((On::Anybody, whose.unwrap_or(Address::SELF.0)));
        let sought = match what {
            "equip" => WantedSought::Items { categories: sought, slots: places },
            "skill" => WantedSought::Skills { path: sought.into_iter().next().unwrap_or_default() },
            _ => WantedSought::Changes { how: self.changes(&sought, from)?, of: places, types, on },
        };
        let wanted = WantedSearch { sought, parameter, get: get.unwrap_or_default() };
        let search = self.meaning.search(wanted);
        let search = self.understood(from, search);
        Ok(Op::Search(address, search))
    }

    fn changes(&self, words: &[String], from: usize) -> Parsed<Vec<How>> {
        let change = |word: &String| {
            let known = CHANGES.iter().find(|(name, _)| name == word).map(|(_, how)| *how);
            known.ok_or_else(|| {
                let names = CHANGES.iter().map(|(name, _)| *name);
                let help = did_you_mean(word, names.clone());
                let help = help.or_else(|| Some(format!("changes are {}", names.collect::<Vec<_>>().join(", "))));
                FormulaFault::new(from + 1, format!("`{word}` is not a kind of change")).with_help(help)
            })
        };
        let changes: Vec<How> = words.iter().map(change).collect::<Parsed<_>>()?;
        Ok(if changes.is_empty() { vec![How::Any] } else { changes })
    }

    fn filters(&mut self, is_effect: bool) -> Parsed<Filters> {
        let mut filters = Filters { sought: self.names()?, ..Filters::default() };
        loop {
            if self.takes_word("in") {
                filters.places = self.names()?;
            } else if is_effect && self.takes_word("by") {
                filters.types = self.names()?;
            } else if is_effect && self.takes_word("on") {
                filters.on = Some(self.on()?);
            } else if self.takes_word("get") {
                filters.get = Some(self.get()?);
            } else {
                return Ok(filters);
            }
        }
    }

    fn on(&mut self) -> Parsed<(On, u8)> {
        if self.takes_word("targeter") {
            return Ok((On::Targeter, Address::SELF.0));
        }
        if self.takes_word("targeted") {
            return Ok((On::Targeted, Address::SELF.0));
        }
        Ok((On::Address, self.target()?))
    }

    fn get(&mut self) -> Parsed<Get> {
        self.skip_space();
        let column = self.column();
        let word = self.word().unwrap_or_default();
        let Some((_, get)) = GETS.iter().find(|(name, _)| *name == word) else {
            let names = GETS.iter().map(|(name, _)| *name);
            let help = did_you_mean(&word, names.clone());
            let help = help.or_else(|| Some(format!("use `get` with {}", names.collect::<Vec<_>>().join(", "))));
            return Err(FormulaFault::new(column, format!("expected a value of `get`, found `{word}`")).with_help(help));
        };
        if *get != Get::Nth(1) {
            return Ok(*get);
        }
        self.skip_space();
        let column = self.column();
        let number = if self.peek().is_some_and(|c| c.is_ascii_digit()) { self.decimal()? } else { Number::ZERO };
        let stored = number.to_stored();
        if !number.is_whole() || !(1..=999).contains(&stored) {
            return Err(FormulaFault::new(column, "write a number from 1 to 999 after `get nth`"));
        }
        Ok(Get::Nth(stored as u16))
    }

    fn names(&mut self) -> Parsed<Vec<String>> {
        let mut names = Vec::new();
        loop {
            self.skip_space();
            let is_quoted = matches!(self.peek(), Some('"' | '\''));
            let before = self.at;
            let name = match self.peek() {
                Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
                _ => self.bare_name(),
            };
            if !is_quoted && (name.is_empty() || BETWEEN.contains(&name.as_str())) {
                self.at = before;
                return match names.is_empty() {
                    true => Ok(names),
                    false => Err(self.expected("a name")),
                };
            }
            names.push(name);
            if !self.takes(",") {
                return Ok(names);
            }
        }
    }

    fn bare_name(&mut self) -> String {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')) {
            self.at += 1;
        }
        self.chars[from..self.at].iter().collect()
    }
}

fn found_by(what: &str) -> &'static str {
    if what == "equip" { "items" } else { "skills" }
}
