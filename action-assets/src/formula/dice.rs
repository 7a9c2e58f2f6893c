//! Dice notation, such as `4d6kh3`, `d20adv`, `2d6!` and `1d6[fire]`.

mod foreign;

use super::parser::{Parsed, Parser};
use super::tree::Tree;
use foretoken_vm::formula::Number;
use foretoken_vm::program::Label;
use foretoken_vm::roll::{Chain, Comparison, Explode, Keep, MAX_DICE, Pool, Reroll, Roll, RollError, Slot, Test};

const TESTS: &[(&str, Comparison)] = &[
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<>", Comparison::NotEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    ("=", Comparison::Equal),
];

type Keeps = fn(u16) -> Keep;

const KEEPS: &[(&str, Keeps)] = &[
    ("kh", Keep::Highest),
    ("kl", Keep::Lowest),
    ("k", Keep::Highest),
    ("dh", Keep::ButHighest),
    ("dl", Keep::ButLowest),
];

/// Dice modifiers: notation and meaning.
pub const MODIFIERS: &[(&str, &str)] = &[
    ("4d6kh3", "Keeps the 3 highest dice. `k` is the same. Without a number it keeps 1."),
    ("4d6kl1", "Keeps the lowest die."),
    ("4d6dh1", "Drops the highest die."),
    ("4d6dl1", "Drops the lowest die."),
    ("d20adv", "Advantage: rolls two dice and keeps the higher."),
    ("d20dis", "Disadvantage: rolls two dice and keeps the lower."),
    (
        "2d6!",
        "Each die that shows its largest face adds another die, 10 at most. `!>=5` and `!1` explode on other faces.",
    ),
    ("2d6!!", "Explodes too; a die and its added dice form one total, which `cs` tests."),
    ("2d6!p", "Explodes too; each added die counts 1 less."),
    (
        "2d6r<3",
        "Rerolls a die until its result does not meet the condition. `rr` is the same. `r1` means the result 1.",
    ),
    ("2d6ro<3", "Rerolls a die once if its result meets the condition."),
    ("2d6min2", "A lower face counts as 2. `mi` is the same."),
    ("2d6max5", "A higher face counts as 5. `ma` is the same."),
    ("5d10cs>=8", "Counts the faces that pass the test, instead of adding them."),
    ("1d6[fire]", "Names the dice in the log, and is the type of their damage."),
];

/// Longer letters precede their prefixes.
const MARKS: &[&str] = &["adv", "cs", "dh", "dis", "dl", "kh", "kl", "k", "max", "min", "ma", "mi", "ro", "rr", "r"];

/// Dice while their modifiers are read.
#[derive(Default)]
struct Read {
    pool: Pool,
    /// Numbers that are computed when the dice are rolled.
    given: Vec<(Slot, Tree)>,
    /// Modifiers that were read.
    seen: Vec<&'static str>,
}

impl Read {
    /// A number of a modifier: it is put in now, or computed when the dice are rolled.
    fn put(&mut self, slot: Slot, number: Wanted) -> i32 {
        match number {
            Wanted::Number(number) => number,
            Wanted::Computed(tree) => {
                self.given.push((slot, tree));
                0
            }
        }
    }
}

/// A number behind a modifier.
enum Wanted {
    Number(i32),
    Computed(Tree),
}

impl Parser<'_> {
    /// Whether dice are what comes next: `d` and faces. `dF` stands for faces only with capitals, or behind a number of dice.
    pub(super) fn at_dice(&mut self, is_counted: bool) -> bool {
        self.skip_space();
        if !matches!(self.peek(), Some('d' | 'D')) {
            return false;
        }
        if self.is_at_fate(is_counted) {
            return true;
        }
        let mut after = 1;
        while self.peek_after(after).is_some_and(char::is_whitespace) {
            after += 1;
        }
        self.peek_after(after).is_some_and(|c| c.is_ascii_digit() || matches!(c, '(' | '{' | '%'))
    }

    /// Whether the faces of the dice that come next are those of Fate dice.
    fn is_at_fate(&self, is_counted: bool) -> bool {
        let is_f = self.peek_after(1).is_some_and(|c| c == 'F' || is_counted && c == 'f');
        let ends = !self.peek_after(2).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        is_f && (ends || self.is_at_marks_after(2))
    }

    /// Faces and modifiers, behind the number of dice.
    pub(super) fn dice(&mut self, count: Tree) -> Parsed<Tree> {
        let from = self.place();
        let is_fate = self.is_at_fate(true);
        self.advance(1);
        self.skip_space();
        let mut read = Read::default();
        let pool = &mut read.pool;
        let sides = match self.peek() {
            _ if is_fate => {
                self.advance(1);
                pool.faces = vec![-1, 0, 1];
                Tree::Number(Number::whole(3))
            }
            Some('%') => {
                self.advance(1);
                Tree::Number(Number::whole(100))
            }
            Some('{') => {
                self.advance(1);
                pool.faces = self.faces()?;
                Tree::Number(Number::whole(pool.faces.len() as i64))
            }
            Some('(') => self.in_brackets()?,
            _ => Tree::Number(self.decimal()?),
        };
        let mut numbers = [0; 2];
        let mut is_known = true;
        for (number, part) in numbers.iter_mut().zip([&count, &sides]) {
            match part.number() {
                Some(value) if !value.is_whole() => {
                    return Err(Self::fault_from(from, "dice are whole numbers, as in `2d6`"));
                }
                Some(value) => *number = i64::from(value.to_stored()),
                None => is_known = false,
            }
        }
        if is_known {
            let whole = |number: i64, error: fn(i64) -> RollError| {
                u16::try_from(number).ok().filter(|&number| number > 0).ok_or_else(|| error(number))
            };
            let sizes =
                whole(numbers[0], RollError::Dice).and_then(|count| Ok((count, whole(numbers[1], RollError::Sides)?)));
            (pool.count, pool.sides) = sizes.map_err(|error| Self::fault_from(from, error.to_string()))?;
        } else {
            read.given = vec![(Slot::Count, count.clone()), (Slot::Sides, sides)];
        }
        let behind = self.modifiers(&mut read)?;
        let source = self.written(from, &count);
        self.hint_at_comparison(&source, self.place() > behind, &read.pool);
        if is_known {
            self.hint_at_kept(from, &read.pool);
        }
        let (given, parts): (Vec<Slot>, Vec<Tree>) = read.given.into_iter().unzip();
        let roll = Roll { source, pools: vec![read.pool], keep: Keep::All, given };
        roll.check().map_err(|error| Self::fault_from(from, error.to_string()))?;
        Ok(Tree::Roll(roll, parts))
    }

    pub(super) fn dice_among(&mut self, parts: Vec<Tree>, from: usize) -> Parsed<Tree> {
        let mut pools = Vec::new();
        for part in parts {
            match part {
                Tree::Roll(roll, given) if roll.pools.len() == 1 && given.is_empty() => pools.extend(roll.pools),
                Tree::Roll(roll, _) if roll.pools.len() > 1 => {
                    return Err(Self::fault_from(from, "rolls with kept dice cannot be nested"));
                }
                Tree::Roll(..) => return Err(Self::fault_from(from, RollError::Unknown.to_string())),
                _ => {
                    let help = "write the largest of several formulas as `max(4d6 + 3, 2d8)`, the smallest as `min(…)`";
                    let fault = Self::fault_from(from, "only dice can stand between commas in brackets");
                    return Err(fault.with_help(Some(help.to_owned())));
                }
            }
        }
        let Some((keep, wanted)) = self.keep()? else {
            let message = format!("expected which of these rolls to keep, such as `kh1`, found {}", self.found());
            return Err(self.fault(message));
        };
        let mut read = Read::default();
        let number = read.put(Slot::KeepRolls, wanted);
        let (given, parts): (Vec<Slot>, Vec<Tree>) = read.given.into_iter().unzip();
        let source = self.written(from, &Tree::Number(Number::ONE));
        let roll = Roll { source, pools, keep: keep(number as u16), given };
        roll.check().map_err(|error| Self::fault_from(from, error.to_string()))?;
        Ok(Tree::Roll(roll, parts))
    }

    fn faces(&mut self) -> Parsed<Vec<i32>> {
        let mut faces = Vec::new();
        loop {
            faces.push(self.signed()?);
            if !self.takes(",") {
                self.expect("}")?;
                return Ok(faces);
            }
        }
    }

    fn signed(&mut self) -> Parsed<i32> {
        let is_negative = self.takes("-");
        self.skip_space();
        let from = self.place();
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.fault(format!("expected a whole number, found {}", self.found())));
        }
        let number = self.decimal()?;
        if !number.is_whole() || number > Number::whole(1_000_000) {
            return Err(Self::fault_from(from, "faces are whole numbers up to 1,000,000"));
        }
        Ok(if is_negative { -number.to_stored() } else { number.to_stored() })
    }

    fn wanted(&mut self, settle: impl FnOnce(&Number) -> Option<i32>) -> Parsed<Wanted> {
        self.skip_space();
        let from = self.place();
        let tree = match self.peek() {
            Some('(') => self.in_brackets()?,
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.named()?,
            _ => return self.signed().map(Wanted::Number),
        };
        match tree.number() {
            None => Ok(Wanted::Computed(tree)),
            Some(number) => match settle(number).filter(|number| number.unsigned_abs() <= 1_000_000) {
                Some(number) => Ok(Wanted::Number(number)),
                None => Err(Self::fault_from(from, "faces are whole numbers up to 1,000,000")),
            },
        }
    }

    fn modifiers(&mut self, read: &mut Read) -> Parsed<usize> {
        loop {
            let behind = self.place();
            self.skip_space();
            let from = self.place();
            if let Some((keep, wanted)) = self.keep()? {
                self.once(read, "which dice are kept", from)?;
                let number = read.put(Slot::Keep, wanted);
                read.pool.keep = keep(number as u16);
                continue;
            }
            let mark = self.takes_mark(&["adv", "cs", "dis", "max", "min", "ma", "mi", "ro", "rr", "r"]);
            match mark {
                Some("adv" | "dis") => {
                    self.once(read, "which dice are kept", from)?;
                    if read.pool.count != 1 {
                        return Err(Self::fault_from(from, "advantage needs exactly one die"));
                    }
                    read.pool.count = 2;
                    read.pool.keep = if mark == Some("adv") { Keep::Highest(1) } else { Keep::Lowest(1) };
                }
                Some("ro" | "rr" | "r") => {
                    self.once(read, "which dice are rolled again", from)?;
                    let when = self.test(read, Slot::Reroll)?;
                    read.pool.reroll = Some(Reroll { when, once: mark == Some("ro") });
                }
                Some("min" | "mi") => {
                    self.once(read, "the smallest face", from)?;
                    let wanted = self.wanted(whole)?;
                    read.pool.least = Some(read.put(Slot::Least, wanted));
                }
                Some("max" | "ma") => {
                    self.once(read, "the largest face", from)?;
                    let wanted = self.wanted(whole)?;
                    read.pool.most = Some(read.put(Slot::Most, wanted));
                }
                Some(_) => {
                    self.once(read, "which results of the dice count as a success", from)?;
                    read.pool.counts = Some(self.test(read, Slot::Counts)?);
                }
                None if self.peek() == Some('!') && self.peek_after(1) != Some('=') => {
                    self.once(read, "which dice explode", from)?;
                    self.explosion(read)?;
                }
                None if self.peek() == Some('[') => {
                    self.once(read, "a label", from)?;
                    read.pool.label = self.dice_label()?.0;
                }
                None => {
                    if from == behind {
                        self.refuse_foreign()?;
                    }
                    return Ok(behind);
                }
            }
        }
    }

    fn once(&self, read: &mut Read, what: &'static str, from: usize) -> Parsed<()> {
        if read.seen.contains(&what) {
            return Err(Self::fault_from(from, format!("the dice have this modifier twice: {what}")));
        }
        read.seen.push(what);
        Ok(())
    }

    fn explosion(&mut self, read: &mut Read) -> Parsed<()> {
        self.advance(1);
        if self.peek() == Some('!') && self.peek_after(1) != Some('=') {
            self.advance(1);
            read.pool.chain = Chain::Compound;
        } else if matches!(self.peek(), Some('p' | 'P'))
            && (!self.peek_after(1).is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '.'))
                || self.is_at_marks_after(1))
        {
            self.advance(1);
            read.pool.chain = Chain::Penetrating;
        }
        let tests = self.peek().is_some_and(|c| matches!(c, '<' | '>' | '=' | '(') || c.is_ascii_digit());
        let explode = if tests { Explode::When(self.test(read, Slot::Explode)?) } else { Explode::Largest };
        read.pool.explode = Some(explode);
        Ok(())
    }

    fn keep(&mut self) -> Parsed<Option<(Keeps, Wanted)>> {
        for &(mark, keep) in KEEPS {
            if self.takes_mark(&[mark]).is_none() {
                continue;
            }
            self.skip_space();
            let from = self.place();
            let has_number = self.peek().is_some_and(|c| c.is_ascii_digit() || c == '(') || self.is_at_scope();
            let wanted = if has_number { self.wanted(whole)? } else { Wanted::Number(1) };
            match wanted {
                Wanted::Number(0) => {
                    return Err(Self::fault_from(from, "at least one die must be kept or dropped"));
                }
                Wanted::Number(number) if !(1..=i32::from(MAX_DICE)).contains(&number) => {
                    return Err(Self::fault_from(from, "more dice are kept than rolled"));
                }
                wanted => return Ok(Some((keep, wanted))),
            }
        }
        Ok(None)
    }

    fn takes_mark(&mut self, marks: &[&'static str]) -> Option<&'static str> {
        self.skip_space();
        let is_here = |mark: &str| {
            mark.chars().enumerate().all(|(at, c)| self.peek_after(at).is_some_and(|d| d.eq_ignore_ascii_case(&c)))
        };
        let mark = marks.iter().find(|mark| is_here(mark) && self.is_mark_end_after(mark.len()))?;
        self.advance(mark.len());
        Some(mark)
    }

    fn is_mark_end_after(&self, length: usize) -> bool {
        match self.peek_after(length) {
            Some('_' | '.') => false,
            Some(c) if c.is_ascii_alphabetic() => self.is_at_scope_after(length) || self.is_at_marks_after(length),
            _ => true,
        }
    }

    pub(super) fn is_at_marks_after(&self, length: usize) -> bool {
        let rest: String =
            (length..).map_while(|by| self.peek_after(by)).take_while(char::is_ascii_alphabetic).collect();
        !rest.is_empty() && is_all_marks(&rest.to_ascii_lowercase())
    }

    fn is_at_scope(&self) -> bool {
        self.is_at_scope_after(0)
    }

    fn is_at_scope_after(&self, length: usize) -> bool {
        let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let word = (length..).map_while(|by| self.peek_after(by)).take_while(is_word).count();
        self.peek_after(length).is_some_and(|c| c.is_ascii_alphabetic())
            && self.peek_after(length + word) == Some('.')
            && self.peek_after(length + word + 1).is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '"' | '\''))
    }

    fn test(&mut self, read: &mut Read, slot: Slot) -> Parsed<Test> {
        self.skip_space();
        let found = TESTS.iter().find(|(sign, _)| self.takes(sign));
        let how = match found {
            Some((_, how)) => *how,
            None if self.peek().is_some_and(|c| c.is_ascii_digit() || c == '(') => Comparison::Equal,
            None => return Err(self.fault(format!("expected a test such as `<3`, found {}", self.found()))),
        };
        let wanted = self.wanted(|number| match how {
            Comparison::Equal | Comparison::NotEqual => whole(number),
            _ => Some(Test::bound(how, number)),
        })?;
        Ok(Test { how, than: read.put(slot, wanted) })
    }

    fn dice_label(&mut self) -> Parsed<Label> {
        self.advance(1);
        let from = self.place();
        while self.peek().is_some_and(|c| c != ']') {
            self.advance(1);
        }
        let name = self.since(from).trim().to_owned();
        self.expect("]")?;
        if name.is_empty() || name.len() > 40 {
            return Err(Self::fault_from(from, "a label has 1 to 40 characters"));
        }
        Ok(self.meaning.label(&name))
    }
}

fn whole(number: &Number) -> Option<i32> {
    number.is_whole().then(|| number.to_stored())
}

fn is_all_marks(letters: &str) -> bool {
    const LONGEST: usize = 24;
    if letters.len() > LONGEST {
        return false;
    }
    let mut ends = vec![false; letters.len() + 1];
    ends[letters.len()] = true;
    for at in (0..letters.len()).rev() {
        ends[at] = MARKS.iter().any(|mark| letters[at..].starts_with(mark) && ends[at + mark.len()]);
    }
    ends[0]
}
