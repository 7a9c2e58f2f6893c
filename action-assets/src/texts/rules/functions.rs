//! Texts of the parts of formulas that have brackets or cases: functions, chances and conditions.

use super::Describer;

/// A case of a table such as `0.5 as hit: 2`: the weight, the label and the value.
struct Case<'t> {
    weight: &'t str,
    label: &'t str,
    value: &'t str,
}

impl Describer<'_> {
    /// Returns the words for a formula that begins with `if` or `let`; `None` for others.
    pub(super) fn choice(&self, text: &str) -> Option<String> {
        if let Some(rest) = text.strip_prefix("let ") {
            let (defined, body) = cut(rest, ';')?;
            let (name, value) = defined.split_once('=')?;
            return Some(format!("{}, where {} is {}", self.readable(body), name.trim(), self.readable(value)));
        }
        let (condition, rest) = cut(text.strip_prefix("if ")?, ':')?;
        let (value, otherwise) = cut(rest, ';')?;
        let first = format!("{} if {}", self.readable(value), self.readable(condition));
        let otherwise = otherwise.trim();
        Some(match self.choice(otherwise) {
            Some(more) => format!("{first}, {more}"),
            None => format!("{first}, otherwise {}", self.readable(otherwise)),
        })
    }

    /// Returns the words for a name and its brackets. A part of a longer formula gets brackets if it has several words.
    pub(super) fn call(&self, name: &str, open: &str, inside: &str, is_whole: bool) -> String {
        let part = |words: String| if is_whole { words } else { format!("({words})") };
        let arguments = parts(inside, ',');
        match (name, arguments.as_slice()) {
            ("number", [own]) => (*own).to_owned(),
            ("health" | "height" | "shield" | "max_health", [of]) => {
                format!("{} of {}", name.replace('_', " "), self.name(of))
            }
            ("distance", [from, to]) => format!("distance from {} to {}", self.name(from), self.name(to)),
            ("enemies", ["self", other]) => self.existence(other, "an enemy"),
            ("allies", ["self", other]) => self.existence(other, "an ally"),
            ("occupied", [cell]) => format!("a unit is on {}", self.name(cell)),
            ("exists", [own]) => match self.address_of(own) {
                Some(address) => format!("{} is chosen", self.chosen(address)),
                None => format!("{} exists", self.name(own)),
            },
            ("clamp", [own, least, most]) => part(format!(
                "{}, at least {}, at most {}",
                self.readable(own),
                self.readable(least),
                self.readable(most)
            )),
            ("random", _) if open == "{" => part(self.by_chance(inside)),
            ("targeted-side", _) if open == "{" => part(self.by_side(inside)),
            _ => {
                let close = if open == "{" { "}" } else { ")" };
                let name = if name.is_empty() { String::new() } else { self.name(name) };
                format!("{name}{open}{}{close}", self.readable(inside))
            }
        }
    }

    fn existence(&self, name: &str, what: &str) -> String {
        let place = self.name(name);
        if place.ends_with("cell") { format!("{what} is on {place}") } else { format!("{place} is {what}") }
    }

    fn by_chance(&self, inside: &str) -> String {
        let cases = cases(inside);
        if let Some(chance) = only_chance(&cases) {
            return format!("a chance of {}", self.chance(chance));
        }
        let words = cases.iter().map(|case| {
            let value = self.readable(case.value);
            match (case.weight, case.label) {
                ("default", _) => format!("otherwise {value}"),
                (weight, "") => format!("{value} with a chance of {}", self.chance(weight)),
                (weight, label) => format!("{value} if {label} (chance: {})", self.chance(weight)),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn by_side(&self, inside: &str) -> String {
        let words = cases(inside).into_iter().map(|case| {
            let value = self.readable(case.value);
            match case.weight {
                "front" => format!("{value} from the front"),
                "sides" => format!("{value} from the side"),
                "back" => format!("{value} from behind"),
                "default" => format!("otherwise {value}"),
                other => format!("{value} from the {other}"),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns a chance in percent, such as `Luck %` for `c.luck / 100`.
    fn chance(&self, text: &str) -> String {
        let text = text.trim();
        if let Ok(number) = text.parse::<f64>() {
            return format!("{} %", number * 100.0);
        }
        if let Some(own) = text.strip_prefix("clamp").and_then(bracketed).filter(|own| own.len() + 7 == text.len())
            && let [own, "0", "1"] = parts(own, ',').as_slice()
        {
            return self.chance(own);
        }
        let factors = parts(text, '*');
        if factors.len() > 1 {
            return factors.into_iter().map(|factor| self.chance(factor)).collect::<Vec<_>>().join(" × ");
        }
        if let Some(own) = bracketed(text).filter(|own| own.len() + 2 == text.len()) {
            return format!("({})", self.chance(own));
        }
        if let Some(own) = text.strip_prefix("1 - ") {
            return format!("100 % − {}", self.chance(own));
        }
        match text.strip_suffix("/ 100") {
            Some(own) => format!("{} %", self.readable(own)),
            None => self.readable(text),
        }
    }
}

/// Returns whether a formula is 1 with a chance and 0 otherwise.
pub(super) fn is_chance(text: &str) -> bool {
    let inside = text.trim().strip_prefix("random").and_then(bracketed);
    inside.is_some_and(|inside| only_chance(&cases(inside)).is_some())
}

fn only_chance<'t>(cases: &[Case<'t>]) -> Option<&'t str> {
    match cases {
        [Case { weight, value: "1", .. }, Case { weight: "default", value: "0", .. }] => Some(weight),
        _ => None,
    }
}

fn cases(inside: &str) -> Vec<Case<'_>> {
    let case = |text| {
        let (weight, value) = cut(text, ':')?;
        let (weight, label) = weight.split_once(" as ").unwrap_or((weight, ""));
        Some(Case { weight: weight.trim(), label: label.trim(), value: value.trim() })
    };
    parts(inside, ';').into_iter().filter_map(case).collect()
}

/// Returns the text between the brackets with which a text begins; `None` without brackets.
pub(super) fn bracketed(text: &str) -> Option<&str> {
    if !text.starts_with(['(', '{']) {
        return None;
    }
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// Splits a text at a sign outside of brackets.
fn parts(text: &str, sign: char) -> Vec<&str> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some((part, after)) = cut(rest, sign) {
        found.push(part.trim());
        rest = after;
    }
    found.push(rest.trim());
    found
}

/// Cuts a text at the first such sign outside of brackets.
fn cut(text: &str, sign: char) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    for (at, own) in text.char_indices() {
        match own {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if own == sign && depth == 0 => return Some((&text[..at], &text[at + own.len_utf8()..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_outside_of_brackets() {
        assert_eq!(parts("max(1, 2), 3", ','), ["max(1, 2)", "3"]);
        assert_eq!(cut("f(a: 1): 2", ':'), Some(("f(a: 1)", " 2")));
        assert_eq!(bracketed("{a: (1)} + 2"), Some("a: (1)"));
        assert_eq!(bracketed("(1"), None);
    }

    #[test]
    fn a_chance_is_1_or_0() {
        assert!(is_chance("random{c.luck / 100 as lands: 1; default as misses: 0}"));
        assert!(!is_chance("random{0.5: 2; default: 0}"));
        assert!(!is_chance("1 + 2"));
    }
}
