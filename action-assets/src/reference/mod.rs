//! The reference of actions, made from kinds' headers and fields. A test compares it with `docs/actions.md`.

pub mod assets;

use std::fmt::Write as _;

use crate::example::{Example, examples};
use crate::kind::KindRegistry;
use crate::kinds::SOURCES;
use crate::outline;

const ELSEWHERE: &str = "
# Amounts and conditions

Each amount is a number, or a text with a formula: see [formulas.md](formulas.md).

# Other assets

[assets.md](assets.md) lists units, scenarios and all other assets, with their fields.
";

/// Returns the description and the examples of a core kind.
#[must_use]
pub fn page(kind: &str) -> Option<(String, Vec<Example>)> {
    let (_, source) = SOURCES.iter().find(|(name, _)| *name == kind)?;
    let header = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let mut drawn = false;
    let words = header.filter(|line| {
        let fence = line.starts_with("```");
        drawn ^= fence;
        !drawn && !fence
    });
    let words = words.collect::<Vec<_>>().join("\n").trim().to_owned();
    Some((words, examples(source).unwrap_or_default()))
}

/// Returns the reference as Markdown.
pub fn markdown(registry: &KindRegistry) -> String {
    let mut text = String::from(
        "# Actions\n\nHere you find all kinds of parts of actions. This page is generated from the code; do not edit it.\n\nIn \
         the drawings `A` acts, `a` is an ally, `b` to `d` are enemies, and `n` is a thing; all have 4\nhealth. The text \
         below a drawing lists changes that a board cannot show.\n",
    );
    for (name, source) in SOURCES {
        let header: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).collect();
        let body: Vec<&str> = header.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let _ = writeln!(text, "\n## {name}\n\n{}\n", body.join("\n"));
        if let Some(mut kind) = registry.make(name) {
            let _ = writeln!(text, "```text\n{}```", outline(kind.as_mut()));
            assets::choices_of(&mut text, kind.as_mut(), "");
        }
    }
    text.push_str(ELSEWHERE);
    text
}
