//! Parser of formulas. After a fault, reading continues behind the enclosing bracket.

mod search;
mod words;

use super::tree::Tree;
use super::{FormulaFault, MAX_DEPTH, MAX_PARTS, Meaning, Unknown};
use foretoken_vm::formula::{FormulaOp as Op, Number};

pub(in crate::formula) type Parsed<T> = Result<T, FormulaFault>;

mod binds {
    pub(super) const ANY: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARES: u8 = 4;
    pub(super) const ADDS: u8 = 5;
    pub(super) const MULTIPLIES: u8 = 6;
    pub(super) const NEGATES: u8 = 7;
    pub(super) const POWER: u8 = 8;
    pub(super) const DICE: u8 = 9;
}

const SIGNS: &[(&str, u8, &[Op])] = &[
    ("<=", binds::COMPARES, &[Op::LessEqual]),
    (">=", binds::COMPARES, &[Op::Less, Op::Not]),
    ("==", binds::COMPARES, &[Op::Equal]),
    ("!=", binds::COMPARES, &[Op::NotEqual]),
    ("<>", binds::COMPARES, &[Op::NotEqual]),
    ("<", binds::COMPARES, &[Op::Less]),
    (">", binds::COMPARES, &[Op::LessEqual, Op::Not]),
    ("=", binds::COMPARES, &[Op::Equal]),
    ("+", binds::ADDS, &[Op::Add]),
    ("-", binds::ADDS, &[Op::Subtract]),
    ("*", binds::MULTIPLIES, &[Op::Multiply]),
    ("/", binds::MULTIPLIES, &[Op::Divide]),
    ("%", binds::MULTIPLIES, &[Op::Modulo]),
    ("^", binds::POWER, &[Op::Power]),
];

const CONDITION: &str = "write a condition as `if F: G; H`; the result is G if F is true, otherwise H";

const FOREIGN: &[(&str, &str)] = &[
    ("&&", "use `and` to join two conditions"),
    ("||", "use `or` to join two conditions"),
    ("**", "write a power as `2^3`"),
    ("&", "use `and` to join two conditions"),
    ("|", "use `or` to join two conditions"),
    ("!", "use `not` for the opposite"),
    ("?", CONDITION),
    ("then", CONDITION),
    ("else", CONDITION),
    ("elif", CONDITION),
    ("x", "write a product as `2 * 3`"),
    ("\u{d7}", "write a product as `2 * 3`"),
    ("\u{2264}", "write `<=`"),
    ("\u{2265}", "write `>=`"),
    ("\u{2260}", "write `!=`"),
];

const MODIFIERS_STAND: &str = "write modifiers directly after their dice, as in `4d6kh3`";

const MAX_FAULTS: usize = 20;

const WORDS: &[&str] = &["c.", "d20", "f.", "if", "let", "not", "t.", "targeted-side", "targeter-side"];

pub(in crate::formula) type Stored = Vec<(String, String)>;

pub(in crate::formula) fn parse(text: &str, meaning: &mut dyn Meaning) -> Result<(Tree, Stored), Vec<FormulaFault>> {
    let mut parser = Parser {
        chars: text.chars().collect(),
        at: 0,
        faults: Vec::new(),
        hints: Vec::new(),
        locals: Vec::new(),
        numbered: 0,
        within: Vec::new(),
        stored: Vec::new(),
        parts: 0,
        depth: 0,
        guards: 0,
        meaning,
    };
    let tree = parser.whole();
    let mut faults = parser.faults;
    match tree {
        Ok(tree) if faults.is_empty() => {
            parser.hints.truncate(MAX_FAULTS);
            parser.hints.into_iter().for_each(|hint| parser.meaning.hint(hint));
            Ok((tree, parser.stored))
        }
        Ok(_) => {
            faults.truncate(MAX_FAULTS);
            Err(faults)
        }
        Err(fault) => {
            faults.push(fault);
            faults.truncate(MAX_FAULTS);
            Err(faults)
        }
    }
}

pub(in crate::formula) struct Parser<'m> {
    chars: Vec<char>,
    at: usize,
    pub(in crate::formula) faults: Vec<FormulaFault>,
    pub(in crate::formula) hints: Vec<FormulaFault>,
    locals: Vec<(String, u32)>,
    numbered: u32,
    within: Vec<String>,
    stored: Stored,
    parts: usize,
    depth: usize,
    /// Number of `exists()` calls that were resolved at compile time.
    guards: usize,
    pub(in crate::formula) meaning: &'m mut dyn Meaning,
}

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<Tree> {
        let tree = self.formula()?;
        self.skip_space();
        if self.at < self.chars.len() {
            return Err(self.expected("an operator"));
        }
        Ok(tree)
    }

    pub(in crate::formula) fn formula(&mut self) -> Parsed<Tree> {
        self.expression(binds::ANY)
    }

    pub(in crate::formula) fn column(&self) -> usize {
        self.at + 1
    }

    pub(in crate::formula) fn fault(&self, message: impl Into<String>) -> FormulaFault {
        FormulaFault::new(self.column(), message)
    }

    pub(in crate::formula) fn expected(&self, what: &str) -> FormulaFault {
        let rest: String = self.chars[self.at.min(self.chars.len())..].iter().take(8).collect();
        let begins = |foreign: &str| match foreign.chars().all(char::is_alphabetic) {
            true => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next() == Some(foreign),
            false => rest.starts_with(foreign),
        };
        let help = FOREIGN.iter().find(|(foreign, _)| begins(foreign)).map(|(_, help)| *help);
        let help = help.or_else(|| self.is_at_marks_after(0).then_some(MODIFIERS_STAND)).map(str::to_owned);
        self.fault(format!("expected {what}, found {}", self.found())).with_help(help)
    }

    pub(in crate::formula) fn found(&self) -> String {
        let rest = &self.chars[self.at.min(self.chars.len())..];
        match rest.first() {
            None => "the end".to_owned(),
            Some(c) if c.is_alphanumeric() || *c == '_' => {
                let word: String = rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').take(24).collect();
                format!("`{word}`")
            }
            Some(c) if matches!(c, '&' | '|' | '*') && rest.get(1) == Some(c) => format!("`{c}{c}`"),
            Some(c) if c.is_ascii_graphic() => format!("`{c}`"),
            Some(c) => format!("{c:?}"),
        }
    }

    pub(in crate::formula) fn skip_space(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    pub(in crate::formula) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(in crate::formula) fn peek_after(&self, by: usize) -> Option<char> {
        self.chars.get(self.at + by).copied()
    }

    pub(in crate::formula) fn takes(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = sign.chars().enumerate().all(|(at, c)| self.peek_after(at) == Some(c));
        self.at += if found { sign.chars().count() } else { 0 };
        found
    }

    pub(in crate::formula) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(self.expected(&format!("`{sign}`")))
    }

    fn peek_word(&mut self) -> Option<String> {
        self.skip_space();
        self.peek().filter(|c| c.is_ascii_alphabetic() || *c == '_')?;
        let rest = self.chars[self.at..].iter();
        Some(rest.take_while(|c| c.is_ascii_alphanumeric() || **c == '_').collect())
    }

    fn word(&mut self) -> Option<String> {
        let word = self.peek_word()?;
        self.at += word.len();
        Some(word)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.peek_word().is_some_and(|found| found == word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn count_part(&mut self) -> Parsed<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(
                self.fault(format!("the formula has more than {MAX_PARTS} parts, including its stored formulas"))
            );
        }
        Ok(())
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fault(format!("the formula is nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn expression(&mut self, least: u8) -> Parsed<Tree> {
        self.deeper(|parser| {
            let mut is_dice = parser.at_dice(false);
            let mut left = parser.operand()?;
            let mut compared = false;
            loop {
                if parser.at_dice(true) {
                    if binds::DICE < least {
                        break;
                    }
                    if std::mem::replace(&mut is_dice, true) {
                        let help = "put an operator between them, or brackets around a rolled number of dice: \
                             `(d4)d6`; `dl1` drops the lowest die";
                        return Err(parser.fault("dice cannot follow dice").with_help(Some(help.to_owned())));
                    }
                    left = parser.dice(left)?;
                } else {
                    let Some((length, binds, ops)) = parser.peek_operator().filter(|(_, binds, _)| *binds >= least)
                    else {
                        break;
                    };
                    if std::mem::replace(&mut compared, binds == binds::COMPARES) && compared {
                        return Err(parser.fault("a formula cannot compare three numbers at once; write two comparisons with `and`, such as `1 < a and a < 3`"));
                    }
                    parser.at += length;
                    // Powers are right-associative.
                    let right = parser.expression(if binds == binds::POWER { binds } else { binds + 1 })?;
                    let first = ops.first().map_or(Tree::NOTHING, |&op| Tree::apply(op, vec![left, right]));
                    left = ops.iter().skip(1).fold(first, |tree, &op| Tree::apply(op, vec![tree]));
                }
                parser.count_part()?;
            }
            Ok(left)
        })
    }

    fn peek_operator(&mut self) -> Option<(usize, u8, &'static [Op])> {
        match self.peek_word().as_deref() {
            Some("or") => return Some((2, binds::OR, &[Op::Or])),
            Some("and") => return Some((3, binds::AND, &[Op::And])),
            Some("mod") => return Some((3, binds::MULTIPLIES, &[Op::Modulo])),
            _ => {}
        }
        let rest: String = self.chars[self.at..].iter().take(2).collect();
        if rest == "**" {
            return None;
        }
        let found = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign));
        found.map(|(sign, binds, ops)| (sign.len(), *binds, *ops))
    }

    fn operand(&mut self) -> Parsed<Tree> {
        self.count_part()?;
        self.skip_space();
        match self.peek() {
            Some(c) if c.is_ascii_digit() => self.decimal().map(Tree::Number),
            Some('.') if self.peek_after(1).is_some_and(|c| c.is_ascii_digit()) => self.decimal().map(Tree::Number),
            Some('(') => self.bracketed(),
            Some('{') => self.braced(),
            Some('-') => {
                self.at += 1;
                Ok(Tree::apply(Op::Negate, vec![self.expression(binds::NEGATES)?]))
            }
            Some('+') => {
                self.at += 1;
                self.expression(binds::NEGATES)
            }
            _ if self.at_dice(false) => self.dice(Tree::Number(Number::ONE)),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.named(),
            _ => Err(self.expected("a number or a name")),
        }
    }

    pub(in crate::formula) fn decimal(&mut self) -> Parsed<Number> {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            self.at += 1;
        }
        let digits: String = self.chars[from..self.at].iter().collect();
        let number = Number::decimal(&digits).filter(|number| *number <= Number::whole(1_000_000_000));
        number.ok_or_else(|| {
            let more = if digits.len() > 24 { "…" } else { "" };
            let digits: String = digits.chars().take(24).collect();
            FormulaFault::new(from + 1, format!("`{digits}{more}` is not a number from 0 to 1e9"))
        })
    }

    fn within<T>(&mut self, close: char, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        let (from, locals) = (self.at, self.locals.len());
        let read = read(self).and_then(|read| self.expect(close.encode_utf8(&mut [0; 4])).map(|()| read));
        self.locals.truncate(locals);
        let fault = match read {
            Ok(read) => return Ok(Some(read)),
            Err(fault) => fault,
        };
        let mut open = 0_i32;
        for (at, c) in self.chars.iter().enumerate().skip(from) {
            match c {
                '(' | '{' | '[' => open += 1,
                ')' | '}' | ']' if open == 0 && at >= self.at.min(self.chars.len()) => {
                    self.at = at + 1;
                    self.faults.push(fault);
                    return Ok(None);
                }
                ')' | '}' | ']' => open -= 1,
                _ => {}
            }
        }
        Err(fault)
    }

    fn bracketed(&mut self) -> Parsed<Tree> {
        let from = self.at;
        self.at += 1;
        let parts = self.within(')', Self::list)?;
        match parts.map(<[Tree; 1]>::try_from) {
            None => Ok(Tree::NOTHING),
            Some(Ok([only])) => Ok(only),
            Some(Err(parts)) => self.dice_among(parts, from),
        }
    }

    fn braced(&mut self) -> Parsed<Tree> {
        let from = self.at;
        self.at += 1;
        match self.within('}', Self::list)? {
            None => Ok(Tree::NOTHING),
            Some(parts) if parts.len() > 1 => self.dice_among(parts, from),
            Some(_) => {
                let help = "write the kept dice of one roll as `4d6kh3`".to_owned();
                Err(Self::fault_from(from, "braces contain several rolls, separated by commas").with_help(Some(help)))
            }
        }
    }

    fn arguments(&mut self) -> Parsed<Option<Vec<Tree>>> {
        self.expect("(")?;
        if self.takes(")") {
            return Ok(Some(Vec::new()));
        }
        self.within(')', Self::list)
    }

    fn list(&mut self) -> Parsed<Vec<Tree>> {
        let mut parts = vec![self.formula()?];
        while self.takes(",") {
            parts.push(self.formula()?);
        }
        Ok(parts)
    }

    fn another_branch(&mut self) -> bool {
        if !self.takes(";") {
            return false;
        }
        self.skip_space();
        self.peek() != Some('}')
    }

    pub(in crate::formula) fn named(&mut self) -> Parsed<Tree> {
        let from = self.at;
        if let Some(search) = self.search(None, from, None)? {
            return Ok(Tree::from_read(search));
        }
        let word = self.word().unwrap_or_default();
        let next = self.peek();
        match word.as_str() {
            "if" => return self.condition(),
            "let" => return self.value(),
            "not" => return Ok(Tree::apply(Op::Not, vec![self.expression(binds::NOT)?])),
            "targeted" | "targeter" if next == Some('-') => return self.sides(&word, from),
            "random" if self.takes("{") => return self.weighed(from),
            "f" if next == Some('.') => return self.stored(from),
            "reacted" if self.takes("-skill.") => {
                self.at -= 1;
                return self.scoped("reacted-skill", from).map(Tree::Read);
            }
            _ => {}
        }
        if next == Some('.') {
            return self.scoped(&word, from).map(Tree::from_read);
        }
        if let Some((_, number)) = self.locals.iter().rev().find(|(name, _)| *name == word) {
            return Ok(Tree::Local(*number));
        }
        self.function(&word, from)
    }

    fn understood<T: Default>(&mut self, from: usize, meant: Result<T, Unknown>) -> T {
        meant.unwrap_or_else(|what| {
            self.faults.push(FormulaFault { column: from + 1, within: None, what });
            T::default()
        })
    }

    fn skip_brackets(&mut self) {
        if !self.takes("(") {
            return;
        }
        let mut open = 1_usize;
        while let Some(c) = self.peek().filter(|_| open > 0) {
            open = match c {
                '(' => open + 1,
                ')' => open - 1,
                _ => open,
            };
            self.at += 1;
        }
    }

    fn refuse_count(&self, word: &str, from: usize, count: usize, (least, most): (usize, usize)) -> Parsed<()> {
        if (least..=most).contains(&count) {
            return Ok(());
        }
        let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        Err(FormulaFault::new(from + 1, format!("`{word}` takes {wanted} arguments, not {count}")))
    }

    pub(in crate::formula) fn target(&mut self) -> Parsed<u8> {
        self.name(|meaning, name| meaning.target(name))
    }

    pub(in crate::formula) fn name<T: Default>(
        &mut self,
        resolve: impl FnOnce(&mut dyn Meaning, &str) -> Result<T, Unknown>,
    ) -> Parsed<T> {
        self.skip_space();
        let from = self.at;
        let name = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            _ => match self.word() {
                Some(word) => word,
                None => return Err(self.fault(format!("expected a name, found {}", self.found()))),
            },
        };
        let meant = resolve(&mut *self.meaning, &name);
        Ok(self.understood(from, meant))
    }

    pub(in crate::formula) fn fault_from(from: usize, message: impl Into<String>) -> FormulaFault {
        FormulaFault::new(from + 1, message)
    }

    pub(in crate::formula) fn since(&self, from: usize) -> String {
        self.chars[from.min(self.at)..self.at].iter().collect()
    }

    pub(in crate::formula) fn written(&self, from: usize, count: &Tree) -> String {
        let count = match count.number() {
            Some(number) if from > 0 || *number != Number::ONE => format!("{}", number.to_f64()),
            _ => String::new(),
        };
        format!("{count}{}", self.since(from).trim())
    }

    pub(in crate::formula) fn in_brackets(&mut self) -> Parsed<Tree> {
        self.expect("(")?;
        Ok(self.within(')', Self::formula)?.unwrap_or(Tree::NOTHING))
    }

    pub(in crate::formula) const fn place(&self) -> usize {
        self.at
    }

    pub(in crate::formula) fn advance(&mut self, by: usize) {
        self.at = (self.at + by).min(self.chars.len());
    }
}
