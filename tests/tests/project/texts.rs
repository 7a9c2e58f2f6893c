//! Every text that a person reads, listed in one file for each crate and pack, so that a reviewer reads them in one go.

use crate::architecture::{files, read, root};
use expect_test::expect_file;
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use regex_lite::Regex;
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;

/// The crates whose string literals people read.
const CRATES: [(&str, &str); 7] = [
    ("action-assets", "action-assets/src"),
    ("campaign", "game/campaign/src"),
    ("editor", "editor/src"),
    ("foretoken", "game/foretoken/src"),
    ("game", "game/src"),
    ("session", "game/session/src"),
    ("vm", "vm/src"),
];

/// Calls and attributes whose strings only developers read.
const FOR_DEVELOPERS: [&str; 12] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug",
    "debug_assert",
    "debug_span",
    "expect",
    "info_span",
    "panic",
    "trace",
    "unreachable",
    "warn_span",
];

/// Whether a text has words: at least two, the first of two letters or more; or one with a capital letter, as on buttons.
fn has_words(text: &str) -> bool {
    static WORDS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new("[A-Za-z]{2,}[,.:;!?]? [A-Za-z({`]|^[A-Z][a-z]{2,}[.:!?]?(##|$)").expect("a pattern")
    });
    WORDS.is_match(text)
}

fn unquoted(literal: &Literal) -> Option<String> {
    let text = literal.to_string();
    let text = text.trim_start_matches('r').trim_matches('#');
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut lines = inner.split("\\\n").map(str::trim_start);
    let first = lines.next()?.to_owned();
    Some(lines.fold(first, |text, line| text + line))
}

/// Collects string literals with words, without documentation, lint reasons and texts for developers.
fn literals(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut is_skipped, mut is_test) = (false, false);
    for (index, token) in tokens.iter().enumerate() {
        let before = |by: usize| index.checked_sub(by).map(|at| tokens[at].to_string()).unwrap_or_default();
        match token {
            // The body of an item that only tests have.
            TokenTree::Group(group) if is_test && group.delimiter() == Delimiter::Brace => is_test = false,
            TokenTree::Group(group) if group.stream().to_string().replace(' ', "") == "cfg(test)" => is_test = true,
            TokenTree::Punct(punct) if punct.as_char() == ';' => (is_test, is_skipped) = (false, false),
            TokenTree::Ident(name) => is_skipped = FOR_DEVELOPERS.contains(&name.to_string().as_str()),
            TokenTree::Punct(punct) if punct.as_char() == '!' => {}
            TokenTree::Group(group) => {
                if !(is_skipped && group.delimiter() == Delimiter::Parenthesis) {
                    literals(group.stream(), found);
                }
                is_skipped = false;
            }
            TokenTree::Literal(literal) => {
                let is_note = before(1) == "=" && matches!(before(2).as_str(), "doc" | "reason");
                found.extend(unquoted(literal).filter(|text| !is_note && has_words(text)));
            }
            TokenTree::Punct(_) => is_skipped = false,
        }
    }
}

/// The texts of a folder's files, below the name of each file.
fn listed(folder: &Path, ending: &str, texts_of: impl Fn(&Path) -> Vec<String>) -> String {
    let mut list = String::new();
    for path in files(folder, &[ending]) {
        let found = texts_of(&path);
        if !found.is_empty() {
            let _ = writeln!(list, "\n## {}", path.strip_prefix(folder).unwrap_or(&path).display());
            found.iter().for_each(|text| _ = writeln!(list, "{text}"));
        }
    }
    list.trim_start().to_owned()
}

fn of_crate(folder: &Path) -> String {
    listed(folder, ".rs", |path| {
        let tokens: TokenStream = read(path).parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut found = Vec::new();
        literals(tokens, &mut found);
        found
    })
}

/// Titles, notes, prompts, goals, and lists of texts such as hints.
fn of_pack(folder: &Path) -> String {
    let field = r#"\b(?:title|note|prompt|text|hint|help|means)\w*: "([^"]+)""#;
    let item = r#"\n\s+"([^"\n]+)",?"#;
    let text = Regex::new(&format!("{field}|{item}")).expect("a pattern");
    listed(folder, ".ron", |path| {
        let source = read(path);
        let found = text.captures_iter(&source).filter_map(|hit| match (hit.get(1), hit.get(2)) {
            (Some(text), _) => Some(text.as_str()),
            (None, item) => item.map(|text| text.as_str()).filter(|text| has_words(text)),
        });
        found.map(str::to_owned).collect()
    })
}

/// The name and the content of each list.
pub(crate) fn all() -> Vec<(String, String)> {
    let crates = CRATES.map(|(name, folder)| (name.to_owned(), of_crate(&root().join(folder))));
    let packs = ["vigil", "banner"].map(|pack| (pack.to_owned(), of_pack(&root().join("assets").join(pack))));
    crates.into_iter().chain(packs).collect()
}

/// `UPDATE_EXPECT=1` writes the lists anew.
#[test]
fn the_lists_of_texts_are_those_of_the_code_and_the_packs() {
    for (name, list) in all() {
        expect_file![root().join(format!("tests/texts/{name}.txt"))].assert_eq(&list);
    }
}
