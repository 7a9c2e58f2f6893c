//! The text of formulas, turned into the VM's bytecode: a small Pratt parser that says all names and columns it cannot
//! make sense of, and never goes deeper than it may.
//!
//! Numbers, `+ - * /`, comparisons, `and` `or` `not`, dice such as `2d6`, and the functions of [`FUNCTIONS`]. Names are
//! resolved here; while a battle runs nothing is looked up by its text.

use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::rulebook::ColumnOf;

use crate::diagnostic::did_you_mean;

/// Words that are functions, as an author may use them.
pub const FUNCTIONS: &[&str] = &[
    "abs",
    "battle_column",
    "ceil",
    "cell_column",
    "column",
    "count",
    "distance",
    "enemies",
    "exists",
    "floor",
    "health",
    "height",
    "inside",
    "losses",
    "max",
    "max_health",
    "min",
    "number",
    "occupied",
    "on",
    "round",
    "shield",
    "terrain",
];

/// Each of [`FUNCTIONS`] as it is written, and what it is, in a few words.
pub const HELP: &[(&str, &str)] = &[
    ("health(T1)", "The health that somebody has."),
    ("max_health(T1)", "The most health that somebody can have."),
    ("shield(T1)", "The shield that somebody has."),
    ("exists(T1)", "1 where somebody lives, or a target was picked; else 0."),
    ("number(T1)", "The number that was answered."),
    ("occupied(T1)", "1 where somebody stands on a cell; else 0."),
    ("distance(self, T1)", "Steps from one to another."),
    ("enemies(self, T1)", "1 where two fight each other; else 0."),
    ("on(T1, oil)", "1 where a surface lies under somebody; else 0."),
    ("height(T1)", "How high a cell lies, in steps."),
    ("terrain(name, T1)", "A number that the ground has where somebody stands; 0 where it has none of that name."),
    ("count(tag)", "How many live that have a tag."),
    ("inside(tag, zone)", "How many with a tag stand in a zone of the map."),
    ("round", "The number of the round."),
    ("losses", "How many losses that hurt there were."),
    ("min(1, 2)", "The smallest of some numbers."),
    ("max(1, 2)", "The largest of some numbers."),
    ("floor(1.5)", "Rounded down."),
    ("ceil(1.5)", "Rounded up."),
    ("abs(-1)", "Without its sign."),
    ("column(name, T1)", "A number that a kind keeps with somebody."),
    ("cell_column(name, T1)", "A number that a kind keeps with a cell."),
    ("battle_column(name)", "A number that a kind keeps with the battle."),
];

/// The longest formula, in bytes.
const MAX_LENGTH: usize = 2_000;
/// How deep brackets and signs may nest.
const MAX_DEPTH: usize = 40;

/// A name that means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// A short word that stays the same between versions.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What might help.
    pub help: Option<String>,
    /// The name of a target, where it may yet turn out to be declared later.
    pub target: Option<String>,
}

/// What the names in a formula mean where it stands.
pub trait Meaning {
    /// The address of a target.
    fn target(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The index of a surface.
    fn surface(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The index of a tag.
    fn tag(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The index of a zone.
    fn zone(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The place of a parameter of grounds.
    fn parameter(&mut self, name: &str) -> Result<u16, Unknown>;
    /// The index of a registered column.
    fn column(&mut self, of: ColumnOf, name: &str) -> Result<u16, Unknown>;
    /// The index of a distribution.
    fn distribution(&mut self, distribution: Distribution) -> u16;
}

/// One fault of a formula's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionFault {
    /// The character it begins at, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: Unknown,
}

/// Compiles a formula's text.
///
/// # Errors
/// All unknown names, or the first fault of grammar.
pub fn compile_expression(text: &str, meaning: &mut dyn Meaning) -> Result<Formula, Vec<ExpressionFault>> {
    if text.len() > MAX_LENGTH {
        return Err(vec![fault(1, format!("the formula is longer than {MAX_LENGTH} characters"))]);
    }
    let tokens = lex(text).map_err(|fault| vec![fault])?;
    let mut parser = Parser { tokens, at: 0, end: text.chars().count() + 1, code: Vec::new(), faults: vec![], meaning };
    let parsed = parser.whole();
    let Parser { code, mut faults, .. } = parser;
    if let Err(fault) = parsed {
        faults.push(fault);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let formula = Formula { source: text.trim().to_owned(), code };
    if formula.stack_needed().is_none() {
        return Err(vec![fault(1, format!("the formula needs more than {} numbers at once", Formula::STACK))]);
    }
    Ok(formula)
}

fn fault(column: usize, message: impl Into<String>) -> ExpressionFault {
    let what = Unknown { code: "bad-formula", message: message.into(), ..Unknown::default() };
    ExpressionFault { column, what }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Dice(u32, u32),
    Word(String),
    Quoted(String),
    Sign(&'static str),
}

impl Token {
    fn describe(&self) -> String {
        match self {
            Token::Number(number) => format!("{number}"),
            Token::Dice(count, sides) => format!("`{count}d{sides}`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Quoted(text) => format!("the text `{text}`"),
            Token::Sign(sign) => format!("`{sign}`"),
        }
    }
}

const SIGNS: &[&str] = &["<=", ">=", "==", "!=", "<>", "<", ">", "=", "+", "-", "*", "/", "(", ")", ","];

fn lex(text: &str) -> Result<Vec<(usize, Token)>, ExpressionFault> {
    let mut tokens = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let start = at;
        let run = |at: usize, fits: fn(char) -> bool| chars[at..].iter().take_while(|&&c| fits(c)).count();
        let column = start + 1;
        let token = if first.is_whitespace() {
            at += 1;
            continue;
        } else if first.is_ascii_digit() {
            at += run(at, |c| c.is_ascii_digit() || c == '.');
            let digits: String = chars[start..at].iter().collect();
            let sides = run((at + 1).min(chars.len()), |c| c.is_ascii_digit());
            if chars.get(at) == Some(&'d') && sides > 0 {
                let faces: String = chars[at + 1..at + 1 + sides].iter().collect();
                at += 1 + sides;
                let dice = digits.parse().ok().zip(faces.parse().ok());
                let (count, sides) = dice.ok_or_else(|| fault(column, "dice are whole numbers, as in `2d6`"))?;
                Token::Dice(count, sides)
            } else {
                let number = digits.parse().ok().filter(|n: &f64| *n <= 1e9);
                Token::Number(number.ok_or_else(|| fault(column, format!("`{digits}` is no number from 0 to 1e9")))?)
            }
        } else if first.is_ascii_alphabetic() || first == '_' {
            at += run(at, |c| c.is_ascii_alphanumeric() || c == '_');
            let word: String = chars[start..at].iter().collect();
            match word.strip_prefix('d').and_then(|faces| faces.parse().ok()) {
                Some(sides) => Token::Dice(1, sides),
                None => Token::Word(word),
            }
        } else if first == '"' || first == '\'' {
            let length = chars[at + 1..].iter().take_while(|&&c| c != first).count();
            let quoted: String = chars[at + 1..at + 1 + length].iter().collect();
            at += length + 2;
            if at > chars.len() {
                return Err(fault(column, "the text has no closing quote"));
            }
            Token::Quoted(quoted)
        } else {
            let rest: String = chars[at..chars.len().min(at + 2)].iter().collect();
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| fault(column, format!("{first:?} means nothing in a formula")))?;
            at += sign.len();
            Token::Sign(sign)
        };
        tokens.push((column, token));
    }
    Ok(tokens)
}

struct Parser<'m> {
    tokens: Vec<(usize, Token)>,
    at: usize,
    /// The column behind the text, where what is missing is missing.
    end: usize,
    code: Vec<FormulaOp>,
    faults: Vec<ExpressionFault>,
    meaning: &'m mut dyn Meaning,
}

type Parsed = Result<(), ExpressionFault>;

impl Parser<'_> {
    fn whole(&mut self) -> Parsed {
        self.expression(0, 0)?;
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(fault(self.column(), format!("expected an operator, found {}", token.describe()))),
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed {
        if self.takes(sign) {
            return Ok(());
        }
        let found = self.peek().map_or_else(|| "the end".to_owned(), Token::describe);
        Err(fault(self.column(), format!("expected `{sign}`, found {found}")))
    }

    /// The operator at hand: how strongly it binds, and the operations it becomes.
    fn operator(&self) -> Option<(u8, &'static [FormulaOp])> {
        use FormulaOp as Op;
        Some(match self.peek()? {
            Token::Word(word) if word == "or" => (1, &[Op::Or]),
            Token::Word(word) if word == "and" => (2, &[Op::And]),
            Token::Sign(sign) => match *sign {
                "<" => (4, &[Op::Less]),
                "<=" => (4, &[Op::LessEqual]),
                ">" => (4, &[Op::LessEqual, Op::Not]),
                ">=" => (4, &[Op::Less, Op::Not]),
                "=" | "==" => (4, &[Op::Equal]),
                "!=" | "<>" => (4, &[Op::NotEqual]),
                "+" => (5, &[Op::Add]),
                "-" => (5, &[Op::Subtract]),
                "*" => (6, &[Op::Multiply]),
                "/" => (6, &[Op::Divide]),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn expression(&mut self, least: u8, depth: usize) -> Parsed {
        self.operand(depth)?;
        let mut compared = false;
        while let Some((binds, ops)) = self.operator().filter(|(binds, _)| *binds > least) {
            if binds == 4 && compared {
                return Err(fault(self.column(), "comparisons do not chain; join two with `and`"));
            }
            compared |= binds == 4;
            self.at += 1;
            self.expression(binds, depth + 1)?;
            self.code.extend_from_slice(ops);
        }
        Ok(())
    }

    fn operand(&mut self, depth: usize) -> Parsed {
        let column = self.column();
        if depth > MAX_DEPTH {
            return Err(fault(column, format!("the formula nests deeper than {MAX_DEPTH}")));
        }
        let Some(token) = self.peek().cloned() else {
            return Err(fault(column, "expected a number, a name or a bracket, found the end"));
        };
        self.at += 1;
        match token {
            Token::Number(number) => self.code.push(FormulaOp::Const(number)),
            Token::Dice(count, sides) => match Distribution::dice(count, sides) {
                Ok(distribution) => {
                    let index = self.meaning.distribution(distribution);
                    self.code.push(FormulaOp::Draw(index));
                }
                Err(error) => return Err(fault(column, error.to_string())),
            },
            Token::Sign("-") => {
                self.expression(6, depth + 1)?;
                self.code.push(FormulaOp::Negate);
            }
            Token::Sign("(") => {
                self.expression(0, depth + 1)?;
                self.expect(")")?;
            }
            Token::Word(word) if word == "not" => {
                self.expression(3, depth + 1)?;
                self.code.push(FormulaOp::Not);
            }
            Token::Word(word) => self.call(&word, column, depth)?,
            other => return Err(fault(column, format!("expected a number or a name, found {}", other.describe()))),
        }
        Ok(())
    }

    fn call(&mut self, word: &str, column: usize, depth: usize) -> Parsed {
        match word {
            "round" => self.code.push(FormulaOp::Round),
            "losses" => self.code.push(FormulaOp::Losses),
            "true" => self.code.push(FormulaOp::Const(1.0)),
            "false" => self.code.push(FormulaOp::Const(0.0)),
            _ if FUNCTIONS.contains(&word) => {
                self.expect("(")?;
                self.arguments(word, depth)?;
                self.expect(")")?;
            }
            _ => {
                let help = did_you_mean(word, FUNCTIONS.iter().copied());
                let message = format!("`{word}` is neither a function nor a number");
                let what = Unknown { code: "unknown-function", message, help, target: None };
                return Err(ExpressionFault { column, what });
            }
        }
        Ok(())
    }

    fn arguments(&mut self, word: &str, depth: usize) -> Parsed {
        use FormulaOp as Op;
        let op = match word {
            "floor" | "ceil" | "abs" => {
                self.expression(0, depth + 1)?;
                match word {
                    "floor" => Op::Floor,
                    "ceil" => Op::Ceil,
                    _ => Op::Abs,
                }
            }
            "min" | "max" => {
                let op = if word == "min" { Op::Min } else { Op::Max };
                self.expression(0, depth + 1)?;
                self.expect(",")?;
                self.expression(0, depth + 1)?;
                while self.takes(",") {
                    self.code.push(op);
                    self.expression(0, depth + 1)?;
                }
                op
            }
            "health" => Op::Health(self.target()?),
            "max_health" => Op::MaxHealth(self.target()?),
            "shield" => Op::Shield(self.target()?),
            "exists" => Op::Exists(self.target()?),
            "number" => Op::Number(self.target()?),
            "occupied" => Op::Occupied(self.target()?),
            "height" => Op::Height(self.target()?),
            "terrain" => {
                let parameter = self.name(|meaning, name| meaning.parameter(name))?;
                self.expect(",")?;
                Op::Ground(self.target()?, parameter)
            }
            "distance" | "enemies" => {
                let a = self.target()?;
                self.expect(",")?;
                let b = self.target()?;
                if word == "distance" { Op::Distance(a, b) } else { Op::Enemies(a, b) }
            }
            "on" => {
                let a = self.target()?;
                self.expect(",")?;
                // The state's rows carry the index plus one, zero being bare ground.
                Op::OnSurface(a, self.name(|meaning, name| meaning.surface(name))?.saturating_add(1))
            }
            "count" => Op::Count(self.name(|meaning, name| meaning.tag(name))?),
            "inside" => {
                let tag = self.name(|meaning, name| meaning.tag(name))?;
                self.expect(",")?;
                Op::Inside(tag, self.name(|meaning, name| meaning.zone(name))?)
            }
            "battle_column" => Op::BattleColumn(self.name(|meaning, name| meaning.column(ColumnOf::Battle, name))?),
            _ => {
                let of = if word == "column" { ColumnOf::Entity } else { ColumnOf::Cell };
                let column = self.name(|meaning, name| meaning.column(of, name))?;
                self.expect(",")?;
                let target = self.target()?;
                if of == ColumnOf::Entity { Op::EntityColumn(target, column) } else { Op::CellColumn(target, column) }
            }
        };
        self.code.push(op);
        Ok(())
    }

    fn target(&mut self) -> Result<u8, ExpressionFault> {
        self.name(|meaning, name| meaning.target(name))
    }

    /// A name, bare or in quotes. One that means nothing is noted, and the rest is read on.
    fn name<T: Default>(
        &mut self,
        resolve: impl FnOnce(&mut dyn Meaning, &str) -> Result<T, Unknown>,
    ) -> Result<T, ExpressionFault> {
        let column = self.column();
        let name = match self.peek() {
            Some(Token::Word(name) | Token::Quoted(name)) => name.clone(),
            // A target may be called d20.
            Some(Token::Dice(1, sides)) => format!("d{sides}"),
            found => {
                let found = found.map_or_else(|| "the end".to_owned(), Token::describe);
                return Err(fault(column, format!("expected a name, found {found}")));
            }
        };
        self.at += 1;
        match resolve(self.meaning, &name) {
            Ok(value) => Ok(value),
            Err(what) => {
                self.faults.push(ExpressionFault { column, what });
                Ok(T::default())
            }
        }
    }
}
