//! Parser of words: conditions, values, branches, stored formulas, unit numbers and functions.

use super::{CONDITION, Parsed, Parser, WORDS};
use crate::diagnostic::did_you_mean;
use crate::formula::functions::{FUNCTIONS, Function, Takes};
use crate::formula::tree::Tree;
use crate::formula::{FormulaFault, MAX_LENGTH, Unknown};
use foretoken_vm::formula::{FormulaOp as Op, Fraction, Number, side};
use foretoken_vm::program::Address;
use foretoken_vm::stats::Get;

pub(super) const CARRIED: &[&str] = &["status", "equip", "skill", "reacted-skill", "arg"];

const CIRCLE: &str = "formula-circle";

const SIDES: &[(&str, &[i32])] = &[
    ("front", &[side::FRONT]),
    ("left", &[side::LEFT]),
    ("right", &[side::RIGHT]),
    ("back", &[side::BACK]),
    ("away", &[side::BACK]),
    ("sides", &[side::LEFT, side::RIGHT]),
    ("towards", &[side::FRONT, side::LEFT, side::RIGHT]),
    ("default", &[side::FRONT, side::LEFT, side::BACK, side::RIGHT, side::NONE]),
];

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Parsed<Tree> {
        let guards = self.guards;
        let when = self.formula()?;
        // `exists()` is resolved at compile time, so names in the other branch are not checked.
        let taken = when.number().filter(|_| self.guards > guards).map(|number| !number.is_zero());
        self.expect_of_condition(":")?;
        let yes = self.guarded(taken == Some(false))?;
        self.expect_of_condition(";")?;
        let no = self.guarded(taken == Some(true))?;
        Ok(Tree::choice(when, yes, no))
    }

    fn guarded(&mut self, is_never: bool) -> Parsed<Tree> {
        let before = self.faults.len();
        let read = self.formula()?;
        if is_never {
            let later = self.faults.split_off(before);
            self.faults.extend(later.into_iter().filter(|fault| fault.what.code == "bad-formula"));
        }
        Ok(read)
    }

    fn expect_of_condition(&mut self, sign: &str) -> Parsed<()> {
        self.expect(sign).map_err(|fault| fault.with_help(Some(CONDITION.to_owned())))
    }

    pub(super) fn value(&mut self) -> Parsed<Tree> {
        let column = self.column();
        let Some(name) = self.word() else {
            return Err(self.fault(format!("expected a name, found {}", self.found())));
        };
        let taken = WORDS.contains(&name.as_str()) || ["and", "mod", "or", "random"].contains(&name.as_str());
        if taken || Function::named(&name).is_some() {
            return Err(FormulaFault::new(column, format!("`{name}` has another meaning in formulas")));
        }
        self.expect("=")?;
        let value = self.formula()?;
        self.expect(";")?;
        let number = self.numbered;
        self.numbered += 1;
        self.locals.push((name, number));
        let body = self.formula();
        self.locals.pop();
        Ok(Tree::Let(number, Box::new([value, body?])))
    }

    pub(super) fn weighed(&mut self, from: usize) -> Parsed<Tree> {
        let read = self.within('}', |parser| {
            let (mut ways, mut rest) = (Vec::new(), None);
            loop {
                if parser.takes_word("default") {
                    rest = Some(parser.named_way()?);
                } else {
                    let chance = parser.formula()?;
                    ways.push((chance, parser.named_way()?));
                }
                if !parser.another_branch() {
                    return Ok((ways, rest));
                }
                if rest.is_some() {
                    return Err(parser.fault("`default` must be the last branch"));
                }
            }
        })?;
        let Some((mut ways, mut rest)) = read else { return Ok(Tree::NOTHING) };
        if ways.len() > 64 {
            return Err(FormulaFault::new(from + 1, "more than 64 branches"));
        }
        let is_known = ways.iter().all(|(chance, _)| chance.number().is_some());
        let numbers = ways.iter().filter_map(|(chance, _)| chance.number());
        let sum = numbers.fold(Number::ZERO, |sum, chance| sum.plus(chance));
        let room = Number::parts_of(1, 2_000_000);
        let wrong =
            |message: String, help: &str| Err(FormulaFault::new(from + 1, message).with_help(Some(help.to_owned())));
        // Chances below half a millionth count as zero.
        match sum {
            sum if sum.minus(&Number::ONE) > room => wrong(
                format!("the chances add up to {}, more than 1", sum.to_f64()),
                "write chances as parts of 1, such as 0.25",
            ),
            sum if is_known && rest.is_none() && Number::ONE.minus(&sum) > room => wrong(
                format!("the chances add up to {}, less than 1", sum.to_f64()),
                "add a branch `default: …` for the rest",
            ),
            _ => {
                // Chances that are not exact millionths, such as thirds, leave no rest: the last branch takes it.
                if is_known && rest.is_none() {
                    rest = ways.pop().map(|(_, way)| way);
                }
                Ok(Tree::Weighed(ways, Box::new(rest.unwrap_or(Tree::NOTHING))))
            }
        }
    }

    fn named_way(&mut self) -> Parsed<Tree> {
        let named = self.takes_word("as");
        let label = if named { Some(self.name(|meaning, name| Ok(meaning.label(name)))?) } else { None };
        self.expect(":")?;
        let value = self.formula()?;
        Ok(match label {
            Some(label) => Tree::Apply(Op::Slide, vec![Tree::Read(Op::Named(label.0)), value]),
            None => value,
        })
    }

    pub(super) fn sides(&mut self, word: &str, from: usize) -> Parsed<Tree> {
        self.at += 1;
        if !self.takes_word("side") {
            return Err(FormulaFault::new(from + 1, format!("write `side` after `{word}-`")));
        }
        let target = if self.takes("(") {
            self.skip_space();
            let column = self.column();
            let target = self.target()?;
            self.expect(")")?;
            if target == Address::SELF.0 {
                let help = "write another unit in the brackets; the branch depends on the side on which the acting \
                     unit stands"
                    .to_owned();
                let fault = FormulaFault::new(column, "a unit cannot stand on a side of itself");
                self.faults.push(fault.with_help(Some(help)));
            }
            target
        } else {
            let subject = self.meaning.subject();
            self.understood(from, subject)
        };
        self.expect("{")?;
        let branches = self.within('}', |parser| {
            let mut branches: Vec<(usize, Tree)> = Vec::new();
            loop {
                parser.skip_space();
                let column = parser.column();
                let name = parser.word().unwrap_or_default();
                let Some(known) = SIDES.iter().position(|(known, _)| *known == name) else {
                    let names = SIDES.iter().map(|(known, _)| *known);
                    let message = format!("expected a side, found `{name}`");
                    let help = did_you_mean(&name, names.clone());
                    let help = help.or_else(|| Some(format!("sides are {}", names.collect::<Vec<_>>().join(", "))));
                    return Err(FormulaFault::new(column, message).with_help(help));
                };
                parser.expect(":")?;
                if branches.iter().any(|(other, _)| *other == known) {
                    return Err(FormulaFault::new(column, format!("`{name}` already has a branch")));
                }
                branches.push((known, parser.formula()?));
                if !parser.another_branch() {
                    return Ok(branches);
                }
            }
        })?;
        let Some(mut branches) = branches else { return Ok(Tree::NOTHING) };
        branches.sort_by_key(|(known, _)| *known);
        let way = |wanted: i32| branches.iter().position(|(known, _)| SIDES[*known].1.contains(&wanted));
        let named = [(side::FRONT, "front"), (side::LEFT, "left"), (side::BACK, "back"), (side::RIGHT, "right")];
        let mut table = Vec::new();
        for (wanted, name) in named {
            let Some(way) = way(wanted) else {
                let help = Some("add a branch `default: …`".to_owned());
                return Err(FormulaFault::new(from + 1, format!("`{name}` has no branch")).with_help(help));
            };
            table.push(way as u8);
        }
        // A unit without sides and without a default branch gives 0.
        table.push(way(side::NONE).unwrap_or(branches.len()) as u8);
        let branches_count = branches.len();
        let ways = branches.into_iter().map(|(_, way)| way).chain([Tree::NOTHING]);
        let taken = |at: usize| table.iter().position(|&way| usize::from(way) == at).is_some();
        let places: Vec<usize> = (0..=branches_count).filter(|&at| taken(at)).collect();
        let ways: Vec<Tree> = ways.enumerate().filter(|(at, _)| taken(*at)).map(|(_, way)| way).collect();
        let place = |way: u8| places.iter().position(|&at| at == usize::from(way)).unwrap_or_default() as u8;
        let table: Vec<u8> = table.iter().map(|&way| place(way)).collect();
        let (of, other) = if word == "targeted" { (target, Address::SELF.0) } else { (Address::SELF.0, target) };
        Ok(Tree::Choose(Box::new(Tree::Read(Op::Side(of, other))), ways, table))
    }

    pub(super) fn stored(&mut self, from: usize) -> Parsed<Tree> {
        self.at += 1;
        let name = self.path()?;
        self.stored_named(name, from)
    }

    fn stored_named(&mut self, name: String, from: usize) -> Parsed<Tree> {
        if let Some(at) = self.within.iter().position(|known| *known == name) {
            let circle: Vec<String> = self.within[at..].iter().chain([&name]).map(|name| format!("f.{name}")).collect();
            let message = format!("stored formulas use each other in a circle: {}", circle.join(" needs "));
            let what = Unknown { code: CIRCLE, message, ..Unknown::default() };
            return Err(FormulaFault { within: None, column: from + 1, what });
        }
        let text = match self.meaning.stored(&name) {
            Ok(text) => text,
            Err(what) => {
                self.faults.push(FormulaFault { column: from + 1, within: None, what });
                return Ok(Tree::NOTHING);
            }
        };
        if text.len() > MAX_LENGTH {
            return Err(FormulaFault::new(from + 1, format!("`f.{name}` is longer than {MAX_LENGTH} characters")));
        }
        if self.stored.iter().all(|(known, _)| *known != name) {
            self.stored.push((name.clone(), text.clone()));
        }
        let outer = (std::mem::replace(&mut self.chars, text.chars().collect()), std::mem::take(&mut self.at));
        let (locals, faults) = (std::mem::take(&mut self.locals), self.faults.len());
        let hints = self.hints.len();
        self.within.push(name.clone());
        let tree = self.deeper(Self::whole);
        self.within.pop();
        self.locals = locals;
        self.hints.truncate(hints);
        (self.chars, self.at) = outer;
        let told = |fault: FormulaFault| {
            let message = match fault.what.code {
                CIRCLE => fault.what.message,
                // The innermost stored formula is named already.
                _ if fault.within.is_some() => fault.what.message,
                _ => format!("in the stored formula `f.{name}`, at character {}: {}", fault.column, fault.what.message),
            };
            let within = fault.within.or_else(|| (fault.what.code != CIRCLE).then(|| name.clone()));
            FormulaFault { column: from + 1, within, what: Unknown { message, target: None, ..fault.what } }
        };
        let inner: Vec<FormulaFault> = self.faults.drain(faults..).collect();
        self.faults.extend(inner.into_iter().map(told));
        tree.map_err(told)
    }

    pub(super) fn path(&mut self) -> Parsed<String> {
        let mut path = String::new();
        loop {
            match self.peek() {
                Some(quote @ ('"' | '\'')) => path.push_str(&self.quoted(quote)?),
                Some(c) if c.is_ascii_alphanumeric() || c == '_' => {
                    while let Some(c) = self.peek().filter(|&c| c.is_ascii_alphanumeric() || c == '_') {
                        path.push(c);
                        self.at += 1;
                    }
                }
                _ => return Err(self.fault(format!("expected a name, found {}", self.found()))),
            }
            let goes_on = self.peek_after(1).is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '"' | '\''));
            if self.peek() != Some('.') || !goes_on {
                return Ok(path);
            }
            path.push('.');
            self.at += 1;
        }
    }

    pub(super) fn quoted(&mut self, quote: char) -> Parsed<String> {
        let from = self.at;
        let length = self.chars[from + 1..].iter().take_while(|&&c| c != quote).count();
        if from + 1 + length >= self.chars.len() {
            return Err(self.fault("the text has no closing quote"));
        }
        self.at += length + 2;
        Ok(self.chars[from + 1..from + 1 + length].iter().collect())
    }

    pub(super) fn scoped(&mut self, scope: &str, from: usize) -> Parsed<Op> {
        self.at += 1;
        if let Some(search) = self.search(Some(scope), from, None)? {
            return Ok(search);
        }
        let name = self.path()?;
        let op = if CARRIED.contains(&scope) {
            self.meaning.carried(scope, &name)
        } else {
            let address = self.scope(scope);
            address.and_then(|address| self.meaning.stat(address, &name))
        };
        Ok(op.unwrap_or_else(|what| {
            self.faults.push(FormulaFault { column: from + 1, within: None, what });
            Op::Const(Fraction::ZERO)
        }))
    }

    pub(super) fn scope(&mut self, scope: &str) -> Result<u8, Unknown> {
        match scope {
            "c" => Ok(Address::SELF.0),
            "t" => self.meaning.subject(),
            name => self.meaning.target(name).map_err(|mut what| {
                what.help = Some(
                    "scopes are `c.` for the acting unit, `t.` for the current target, `f.` for stored formulas, and \
                     names of targets"
                        .to_owned(),
                );
                what
            }),
        }
    }

    pub(in crate::formula) fn exists(&mut self) -> Parsed<Op> {
        self.skip_space();
        let from = self.at;
        if let Some(search) = self.search(None, from, Some(Get::Exists))? {
            return Ok(search);
        }
        if let Some(scope) = self.word().filter(|_| self.peek() == Some('.')) {
            self.at += 1;
            if let Some(search) = self.search(Some(&scope), from, Some(Get::Exists))? {
                return Ok(search);
            }
            let name = self.path()?;
            self.guards += 1;
            if scope == "f" {
                return Ok(Op::Const(i32::from(self.meaning.stored(&name).is_ok()).into()));
            }
            if CARRIED.contains(&scope.as_str()) {
                return Ok(Op::Const(i32::from(self.meaning.carried(&scope, &name).is_ok()).into()));
            }
            let address = self.scope(&scope);
            let address = self.understood(from, address);
            return Ok(match self.meaning.stat(address, &name) {
                Ok(Op::Holds(at, class, kind)) => Op::Has(at, class, kind),
                known => Op::Const(i32::from(known.is_ok()).into()),
            });
        }
        self.at = from;
        Ok(Op::Exists(self.target()?))
    }

    pub(super) fn function(&mut self, word: &str, from: usize) -> Parsed<Tree> {
        if let Some(function) = Function::named(word) {
            if function.name == "round" && !self.takes("(") {
                return Ok(Tree::Read(Op::Round));
            } else if function.name == "round" {
                self.at -= 1;
            }
            return match function.takes {
                Takes::Nothing(number, op) => Ok(op.map_or(Tree::Number(number.into()), Tree::Read)),
                Takes::Names(read) => {
                    self.expect("(")?;
                    let op = self.within(')', read)?;
                    Ok(match op {
                        None => Tree::NOTHING,
                        Some(Op::Const(number)) => Tree::Number(number.into()),
                        Some(op) => Tree::Read(op),
                    })
                }
                Takes::Formulas(least, most, make) => {
                    let Some(parts) = self.arguments()? else { return Ok(Tree::NOTHING) };
                    self.refuse_count(word, from, parts.len(), (least, most))?;
                    Ok(make(parts, &mut *self.meaning))
                }
            };
        }
        let custom = self.meaning.functions().iter().position(|function| function.name == word);
        if let Some(index) = custom {
            let (least, most) = self.meaning.functions()[index].arguments;
            let Some(parts) = self.arguments()? else { return Ok(Tree::NOTHING) };
            self.refuse_count(word, from, parts.len(), (least.into(), most.into()))?;
            return Ok(Tree::Call(index as u16, parts));
        }
        if self.peek() != Some('(')
            && let Some(op) = self.meaning.term(word)
        {
            return Ok(Tree::Read(op));
        }
        if self.peek() != Some('(') && self.meaning.stored(word).is_ok() {
            return self.stored_named(word.to_owned(), from);
        }
        let locals = self.locals.iter().map(|(name, _)| name.as_str());
        let custom = self.meaning.functions().iter().map(|function| function.name);
        let names = FUNCTIONS.iter().map(|function| function.name).chain(WORDS.iter().copied());
        let help = did_you_mean(word, names.chain(locals).chain(custom));
        let message = format!("`{word}` is neither a function nor a number");
        let what = Unknown { code: "unknown-function", message, help, target: None };
        self.faults.push(FormulaFault { column: from + 1, within: None, what });
        self.skip_brackets();
        Ok(Tree::NOTHING)
    }
}
