//! Texts of formulas: the source with players' names.

use super::Describer;
use foretoken_vm::rulebook::ColumnOf;

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
        self.readable(main)
    }

    fn readable(&self, text: &str) -> String {
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = name_length(rest);
            if length == 0 {
                match first {
                    '*' => words.push('×'),
                    _ => words.push(first),
                }
                rest = &rest[first.len_utf8()..];
            } else {
                words.push_str(&self.name(&rest[..length]));
                rest = &rest[length..];
            }
        }
        words
    }

    fn name(&self, path: &str) -> String {
        let Some((scope, own)) = path.split_once('.') else {
            return match path {
                "self" => "itself".to_owned(),
                "effect" => "the change".to_owned(),
                _ if !self.names_targets && self.program.debug.names.iter().any(|name| name == path) => {
                    "target".to_owned()
                }
                _ => self.number_named(path).unwrap_or_else(|| path.to_owned()),
            };
        };
        let plain = || own.trim_matches('\'').replace('_', " ");
        match scope {
            "c" => self.number_named(own).unwrap_or_else(|| self.held(own, plain())),
            "t" => format!("target's {}", self.number_named(own).unwrap_or_else(|| self.held(own, plain()))),
            "f" | "skill" | "arg" => plain(),
            "status" if own == "amount" => "its amount".to_owned(),
            "status" => format!("its {}", plain()),
            _ => path.to_owned(),
        }
    }

    fn held(&self, path: &str, plain: String) -> String {
        let Some((class, name)) = path.split_once('.') else { return plain };
        let name = name.trim_matches('\'');
        let titles =
            |found: Option<&foretoken_vm::stats::EffectSource>| found.map(|effect_source| effect_source.title.clone());
        let title = match class {
            "equip" | "item" => {
                titles(self.book.items.iter().map(|kind| &kind.effect_source).find(|own| own.name == name))
            }
            "status" => titles(self.book.statuses.iter().map(|kind| &kind.effect_source).find(|own| own.name == name)),
            "skill" => titles(self.book.skills.iter().map(|kind| &kind.effect_source).find(|own| own.name == name)),
            _ => None,
        };
        title.map_or(plain, |title| format!("[{title}]"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_split_into_what_it_names() {
        let (main, stored) = split("f.a * 2 where f.a = max(1, f.b), f.b = random{1: 2; default: f.c = 3}, f.c = 4");
        assert_eq!(main, "f.a * 2");
        let expected = [("f.a", "max(1, f.b)"), ("f.b", "random{1: 2; default: f.c = 3}"), ("f.c", "4")];
        assert_eq!(stored, expected);
        assert_eq!(split("1 + 2"), ("1 + 2", Vec::new()));
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
