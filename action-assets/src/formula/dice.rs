//! Dice as they are written: `4d6kh3`, `d20adv`, `2d6!`, `5d10cs>=8`, `1d6[fire]`, `(1d8, 2d6)kh1`.

use super::parser::{Parsed, Parser};
use super::tree::Tree;
use foretoken_vm::formula::Number;
use foretoken_vm::program::Label;
use foretoken_vm::roll::{Comparison, Explode, Keep, Pool, Reroll, Roll, RollError, Test};

/// Signs of tests of a face, longer ones first.
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

/// Which of so many dice count.
type Keeps = fn(u16) -> Keep;

/// Letters that say which dice count, longer ones first.
const KEEPS: &[(&str, Keeps)] = &[
    ("kh", Keep::Highest),
    ("kl", Keep::Lowest),
    ("k", Keep::Highest),
    ("dh", Keep::ButHighest),
    ("dl", Keep::ButLowest),
];

/// What may stand behind dice: how it is written, and what it does.
pub const MODIFIERS: &[(&str, &str)] = &[
    ("4d6kh3", "Keeps so many of the highest; `k` is the same, and one is kept where no number stands."),
    ("4d6kl1", "Keeps so many of the lowest."),
    ("4d6dh1", "Leaves out so many of the highest."),
    ("4d6dl1", "Leaves out so many of the lowest."),
    ("d20adv", "Advantage: the higher of two."),
    ("d20dis", "Disadvantage: the lower of two."),
    ("2d6!", "A die that shows its largest face, or `!>=5` passes a test, brings another, ten times at most."),
    ("2d6r<3", "Faces that pass a test are rolled again until they do not."),
    ("2d6ro<3", "Faces that pass a test are rolled again once."),
    ("2d6min2", "A lower face counts as this one."),
    ("2d6max5", "A higher face counts as this one."),
    ("5d10cs>=8", "Faces that pass a test are counted, in place of being added."),
    ("1d6[fire]", "What its faces are called in the log, and the sort of harm that they do."),
];

impl Parser<'_> {
    /// Whether dice are what comes next: `d` and faces.
    pub(super) fn at_dice(&mut self) -> bool {
        self.skip_space();
        if !matches!(self.peek(), Some('d' | 'D')) {
            return false;
        }
        let mut after = 1;
        while self.peek_after(after).is_some_and(char::is_whitespace) {
            after += 1;
        }
        self.peek_after(after).is_some_and(|c| c.is_ascii_digit() || matches!(c, '(' | '{' | '%'))
    }

    /// Faces and what is done with them, behind the number of dice.
    pub(super) fn dice(&mut self, count: Tree) -> Parsed<Tree> {
        let from = self.place();
        self.advance(1);
        self.skip_space();
        let mut pool = Pool::default();
        let sides = match self.peek() {
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
        }
        self.modifiers(&mut pool, is_known)?;
        let roll = Roll { source: self.written(from, &count), pools: vec![pool], keep: Keep::All };
        roll.check().map_err(|error| Self::fault_from(from, error.to_string()))?;
        Ok(Tree::Roll(roll, (!is_known).then(|| Box::new([count, sides]))))
    }

    /// Rolls in brackets, of whose totals some are kept.
    pub(super) fn dice_among(&mut self, parts: Vec<Tree>, from: usize) -> Parsed<Tree> {
        let mut pools = Vec::new();
        for part in parts {
            match part {
                Tree::Roll(roll, None) if roll.pools.len() == 1 => pools.extend(roll.pools),
                Tree::Roll(..) => return Err(Self::fault_from(from, RollError::Unknown.to_string())),
                _ => return Err(Self::fault_from(from, "between commas in brackets there are dice alone")),
            }
        }
        let keep = self.keep()?;
        let Some(keep) = keep else {
            let message = format!("expected what is kept of these rolls, such as `kh1`, found {}", self.found());
            return Err(self.fault(message));
        };
        let roll = Roll { source: self.written(from, &Tree::Number(Number::ONE)), pools, keep };
        roll.check().map_err(|error| Self::fault_from(from, error.to_string()))?;
        Ok(Tree::Roll(roll, None))
    }

    /// The faces of a die that are listed, behind their bracket.
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

    /// A whole number, which may have a sign.
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

    fn modifiers(&mut self, pool: &mut Pool, is_known: bool) -> Parsed<()> {
        loop {
            self.skip_space();
            let from = self.place();
            if let Some(keep) = self.keep()? {
                if pool.keep != Keep::All {
                    return Err(Self::fault_from(from, "dice are kept or left out once"));
                }
                pool.keep = keep;
            } else if self.takes_mark("adv") || self.takes_mark("dis") {
                if pool.count != 1 || !is_known {
                    return Err(Self::fault_from(from, "advantage is for one die"));
                }
                pool.count = 2;
                let is_higher = self.since(from).starts_with('a');
                pool.keep = if is_higher { Keep::Highest(1) } else { Keep::Lowest(1) };
            } else if self.takes_mark("ro") {
                pool.reroll = Some(Reroll { when: self.test()?, once: true });
            } else if self.takes_mark("r") {
                pool.reroll = Some(Reroll { when: self.test()?, once: false });
            } else if self.takes_mark("min") {
                pool.least = Some(self.signed()?);
            } else if self.takes_mark("max") {
                pool.most = Some(self.signed()?);
            } else if self.takes_mark("cs") {
                pool.counts = Some(self.test()?);
            } else if self.peek() == Some('!') && self.peek_after(1) != Some('=') {
                self.advance(1);
                let tests = matches!(self.peek(), Some('<' | '>' | '='));
                pool.explode = Some(if tests { Explode::When(self.test()?) } else { Explode::Largest });
            } else if self.peek() == Some('[') {
                pool.label = self.dice_label()?.0;
            } else {
                return Ok(());
            }
        }
    }

    /// `kh3`, `kl`, `k2`, `dh1`, `dl1`.
    fn keep(&mut self) -> Parsed<Option<Keep>> {
        for &(mark, keep) in KEEPS {
            if self.takes_mark(mark) {
                self.skip_space();
                let from = self.place();
                let number = if self.peek().is_some_and(|c| c.is_ascii_digit()) { self.signed()? } else { 1 };
                let number = u16::try_from(number).ok().filter(|&number| number <= foretoken_vm::roll::MAX_DICE);
                let number = number.ok_or_else(|| Self::fault_from(from, "no more dice are kept than are rolled"))?;
                if number == 0 {
                    return Err(Self::fault_from(from, "at least one of the dice is kept or left out"));
                }
                return Ok(Some(keep(number)));
            }
        }
        Ok(None)
    }

    /// Goes behind letters, in any case, that no others follow.
    fn takes_mark(&mut self, mark: &str) -> bool {
        self.skip_space();
        let is_here =
            mark.chars().enumerate().all(|(at, c)| self.peek_after(at).is_some_and(|d| d.eq_ignore_ascii_case(&c)));
        let length = mark.len();
        // Another modifier may follow without a space; any other letter is of a longer word.
        let found = is_here
            && !self.peek_after(length).is_some_and(|c| matches!(c, '_' | '(' | '.'))
            && (!self.peek_after(length).is_some_and(|c| c.is_ascii_alphabetic()) || self.at_mark_after(length));
        self.advance(if found { length } else { 0 });
        found
    }

    /// Whether the letters after so many characters are a modifier.
    fn at_mark_after(&self, length: usize) -> bool {
        const MARKS: [&str; 11] = ["kh", "kl", "k", "dh", "dl", "adv", "dis", "r", "min", "max", "cs"];
        let rest: String =
            (length..).map_while(|by| self.peek_after(by)).take_while(char::is_ascii_alphabetic).collect();
        let rest = rest.to_ascii_lowercase();
        MARKS.iter().chain(&["ro"]).any(|mark| *mark == rest)
            || MARKS.iter().any(|mark| {
                let inner = rest.strip_prefix(mark);
                inner.is_some_and(|inner| MARKS.iter().chain(&["ro"]).any(|other| *other == inner))
            })
    }

    fn test(&mut self) -> Parsed<Test> {
        self.skip_space();
        let found = TESTS.iter().find(|(sign, _)| self.takes(sign));
        let how = match found {
            Some((_, how)) => *how,
            // A bare number is that face.
            None if self.peek().is_some_and(|c| c.is_ascii_digit()) => Comparison::Equal,
            None => return Err(self.fault(format!("expected a test such as `<3`, found {}", self.found()))),
        };
        Ok(Test { how, than: self.signed()? })
    }

    /// `[fire]`.
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
