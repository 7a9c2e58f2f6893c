//! Texts of formulas: the source with players' names.

use super::Describer;
use super::functions::{self, bracketed};
use super::number::is_number;
use crate::formula::trial::Trial;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::stats::{EffectSource, EffectSourceClass};

impl Describer<'_> {
    pub(super) fn formula_text(&self, source: &str, keeps_name: bool) -> String {
        let (main, definitions) = split(source);
        let mut rest = definitions.as_slice();
        let mut main = main;
        // A stored formula that is the whole amount is replaced by its text.
        if !keeps_name
            && let [(name, text), further @ ..] = rest
            && main == *name
        {
            (main, rest) = (text, further);
        }
        for (name, text) in rest {
            let named = (self.readable(name), self.readable(text));
            let mut defined = self.defined.borrow_mut();
            if !defined.contains(&named) {
                defined.push(named);
            }
        }
        Self::folded(self.readable(main))
    }

    /// Returns a condition. A chance stands in it in full.
    pub(super) fn condition_text(&self, source: &str) -> String {
        let (main, stored) = split(source);
        let is_draw = |(name, text): &(&str, &str)| *name == main && functions::is_chance(text);
        if functions::is_chance(main) || stored.first().is_some_and(is_draw) {
            return format!("{} succeeds", self.formula_text(source, false));
        }
        match fraction(main) {
            Some(text) if stored.is_empty() => self.formula_text(&text, true),
            _ => self.formula_text(source, true),
        }
    }

    pub(super) fn readable(&self, text: &str) -> String {
        let text = text.trim();
        if let Some(words) = self.choice(text) {
            return words;
        }
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let name = &rest[..name_length(rest)];
            let after = &rest[name.len()..];
            let length = if let Some(inside) = bracketed(after) {
                let is_whole = inside.len() + 2 == after.len() && words.is_empty();
                words.push_str(&self.call(name, &after[..1], inside, is_whole));
                name.len() + inside.len() + 2
            } else if let Some((holding, length)) = self.holding(name, after) {
                words.push_str(&holding);
                name.len() + length
            } else if name.is_empty() {
                words.push(if first == '*' { '×' } else { first });
                first.len_utf8()
            } else {
                words.push_str(&self.name(name));
                name.len()
            };
            rest = &rest[length..];
        }
        words.replace("-the change", self.lost).replace(" - ", " − ")
    }

    /// Returns the words for a test such as `c.equip.sword > 0`, and the length of the comparison.
    fn holding(&self, path: &str, after: &str) -> Option<(String, usize)> {
        let (comparison, is_held) = [(" > 0", true), (" = 0", false)].into_iter().find(|(sign, _)| {
            after
                .strip_prefix(sign)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit() || next == '.'))
        })?;
        let (scope, own) = path.split_once('.')?;
        let (class, _) = own.split_once('.')?;
        let title = self.title_of(own)?;
        let who = match scope {
            "c" => self.bearer,
            "t" => "the target",
            _ => return None,
        };
        let words = match (class, is_held) {
            ("equip", true) => format!("{who} wears {title}"),
            ("equip", false) => format!("{who} does not wear {title}"),
            (_, true) => format!("{who} has {title}"),
            (_, false) => format!("{who} does not have {title}"),
        };
        Some((words, comparison.len()))
    }

    pub(super) fn name(&self, path: &str) -> String {
        let Some((scope, own)) = path.split_once('.') else {
            return match path {
                "self" => self.bearer.to_owned(),
                "effect" => "the change".to_owned(),
                "cause" => self.cause.to_owned(),
                _ => match self.address_of(path) {
                    Some(address) => self.target(address),
                    None => self.number_named(path).unwrap_or_else(|| path.to_owned()),
                },
            };
        };
        let plain = || own.trim_matches('\'').replace('_', " ");
        if scope == "skill"
            && let Some(number) = self.constant_of(own)
        {
            return number;
        }
        match scope {
            "c" => self.number_named(own).unwrap_or_else(|| self.held(own, plain())),
            "t" => format!("the target's {}", self.number_named(own).unwrap_or_else(|| self.held(own, plain()))),
            "f" | "skill" | "arg" => plain(),
            "status" if own == "amount" => self.status_amount(),
            "status" => format!("its {}", plain()),
            _ => self.of_chosen(scope, own).unwrap_or_else(|| path.to_owned()),
        }
    }

    /// Returns the words for a number of a chosen unit, such as `Scry of the target` for `T1.status.scry`.
    fn of_chosen(&self, scope: &str, own: &str) -> Option<String> {
        let whom = self.target(self.address_of(scope)?);
        Some(format!("{} of {whom}", self.number_titled(own)?))
    }

    /// Returns the title of a number or of a held status, item or skill; `None` for other paths.
    pub(super) fn number_titled(&self, own: &str) -> Option<String> {
        self.number_named(own).or_else(|| self.title_of(own).map(str::to_owned))
    }

    /// Returns the value of a parameter of the described skill, if it is a plain number.
    fn constant_of(&self, parameter: &str) -> Option<String> {
        if self.of.class != EffectSourceClass::Skill {
            return None;
        }
        let name = parameter.trim_matches('\'');
        let is_it = |at: u16| self.book.parameters.get(usize::from(at)).is_some_and(|own| own == name);
        let own = self.book.effect_source(self.of)?.parameters.iter().find(|own| is_it(own.name))?;
        let source = &self.book.formulas.get(own.formula as usize)?.source;
        is_number(source).then(|| source.trim().to_owned())
    }

    /// Returns the value of a formula of plain numbers, such as `2 × 3`, and any other text unchanged.
    pub(super) fn folded(text: String) -> String {
        let is_numeric = |letter: char| letter.is_ascii_digit() || " +−×()".contains(letter);
        if is_number(&text) || text.is_empty() || !text.chars().all(is_numeric) {
            return text;
        }
        let plain = text.replace('×', "*").replace('−', "-");
        let Ok(formula) = Trial::new().compile(&plain) else { return text };
        match Trial::new().odds(&formula, 0, 1).chances.as_slice() {
            [(number, _)] => number.to_string(),
            _ => text,
        }
    }

    /// Returns the name of the amount of the described status.
    pub(super) fn status_amount(&self) -> String {
        let title = self.of_status().map_or("the status", |kind| kind.effect_source.title.as_str());
        format!("the amount of {title}")
    }

    fn held(&self, path: &str, plain: String) -> String {
        self.title_of(path).map_or(plain, |title| format!("[{title}]"))
    }

    /// Returns the title of an item, status or skill such as `equip.sword`.
    fn title_of(&self, path: &str) -> Option<&str> {
        let (class, name) = path.split_once('.')?;
        let name = name.trim_matches('\'');
        let sources: Vec<&EffectSource> = match class {
            "equip" | "item" => self.book.items.iter().map(|kind| &kind.effect_source).collect(),
            "status" => self.book.statuses.iter().map(|kind| &kind.effect_source).collect(),
            "skill" => self.book.skills.iter().map(|kind| &kind.effect_source).collect(),
            _ => Vec::new(),
        };
        sources.into_iter().find(|own| own.name == name).map(|own| own.title.as_str())
    }

    fn number_named(&self, name: &str) -> Option<String> {
        if name == "health" || name == "shield" {
            return Some(name.to_owned());
        }
        if let Some(stat) = self.book.find_stat(name) {
            let (title, plain) = (self.book.stat_title(stat), name.replace('_', " "));
            // Inside a formula, core stats stay in lower case.
            return Some(if stat.is_core() && title.eq_ignore_ascii_case(&plain) { plain } else { title });
        }
        self.book.columns.find(ColumnOf::Entity, name).map(|column| self.column_title(column))
    }

    pub(super) fn column_title(&self, column: u16) -> String {
        let stat = self.book.stats.iter().find(|stat| stat.column == Some(column) && !stat.title.is_empty());
        let name = || self.book.columns.of(ColumnOf::Entity).nth(usize::from(column)).map_or("?", |own| &own.name);
        stat.map_or_else(|| name().replace('_', " "), |stat| stat.title.clone())
    }
}

fn name_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let part = if at > 0 && rest.starts_with('\'') {
            rest[1..].find('\'').map_or(0, |end| end + 2)
        } else if rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            // A minus between letters belongs to a word such as `targeted-side`.
            let inner = |(at, c): (usize, char)| {
                let joins = || rest[at + 1..].starts_with(|next: char| next.is_ascii_alphabetic());
                !(c.is_ascii_alphanumeric() || c == '_' || c == '-' && joins())
            };
            rest.char_indices().find(|&found| inner(found)).map_or(rest.len(), |(end, _)| end)
        } else {
            0
        };
        if part == 0 {
            return at.saturating_sub(1);
        }
        at += part;
        if !text[at..].starts_with('.') {
            return at;
        }
        at += 1;
    }
}

/// Splits a source such as `f.a + 1 where f.a = 2` into the formula and its stored formulas.
fn split(source: &str) -> (&str, Vec<(&str, &str)>) {
    let Some((main, stored)) = source.split_once(" where f.") else { return (source, Vec::new()) };
    let begin = main.len() + " where ".len();
    let mut found = Vec::new();
    let mut depth = 0_i32;
    let mut from = begin;
    let bytes = source.as_bytes();
    for at in begin..=bytes.len() {
        let byte = bytes.get(at).copied();
        match byte {
            Some(b'(' | b'{') => depth += 1,
            Some(b')' | b'}') => depth -= 1,
            _ => {}
        }
        let ends = byte.is_none() || depth == 0 && byte == Some(b',') && source[at..].starts_with(", f.");
        if ends {
            if let Some((name, text)) = source[from..at].split_once(" = ") {
                found.push((name, text));
            }
            from = at + 2;
        }
    }
    debug_assert!(!stored.is_empty());
    (main, found)
}

/// Turns `a * 4 < b` into `a < b / 4`.
fn fraction(text: &str) -> Option<String> {
    let (left, right) = text.split_once(" < ")?;
    let (number, factor) = left.split_once(" * ")?;
    let is_plain = |text: &str| !text.trim().contains([' ', '(', '{']);
    let is_short = is_plain(number) && is_plain(right) && factor.trim().parse::<u32>().is_ok();
    is_short.then(|| format!("{number} < {right} / {}", factor.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_plain_numbers_are_one_number() {
        let folded = |text: &str| Describer::folded(text.to_owned());
        assert_eq!(folded("2 × (3 + 1)"), "8");
        assert_eq!(folded("3 − 5"), "-2");
        for kept in ["7", "", "1 / 2", "2 × strength", "2d6", "("] {
            assert_eq!(folded(kept), kept);
        }
    }

    #[test]
    fn a_source_is_split_into_what_it_names() {
        let (main, stored) = split("f.a * 2 where f.a = max(1, f.b), f.b = random{1: 2; default: f.c = 3}, f.c = 4");
        assert_eq!(main, "f.a * 2");
        let expected = [("f.a", "max(1, f.b)"), ("f.b", "random{1: 2; default: f.c = 3}"), ("f.c", "4")];
        assert_eq!(stored, expected);
        assert_eq!(split("1 + 2"), ("1 + 2", Vec::new()));
    }

    #[test]
    fn a_factor_moves_to_the_other_side() {
        assert_eq!(fraction("c.health * 4 < c.max_health").as_deref(), Some("c.health < c.max_health / 4"));
        assert_eq!(fraction("c.health * 4 < max(1, 2)"), None);
        assert_eq!(fraction("c.health < 4"), None);
    }

    #[test]
    fn names_end_where_they_end() {
        for (text, name) in [
            ("c.strength * 2", "c.strength"),
            ("c.equip.'knights-sword' > 0", "c.equip.'knights-sword'"),
            ("targeted-side{front: 1}", "targeted-side"),
            ("luck-1", "luck"),
            ("2d6", ""),
            ("'quoted", ""),
            ("c.", "c"),
        ] {
            assert_eq!(&text[..name_length(text)], name, "{text}");
        }
    }
}
