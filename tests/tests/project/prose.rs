//! Comments, pages, asset texts and messages stay below a budget of idioms that are hard to read.

use crate::architecture::{files, read, root};
use crate::texts;
use regex_lite::Regex;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Idioms that a reader has to untangle. Rewrite the sentence instead of dodging the pattern.
const IDIOMS: [(&str, &str); 8] = [
    ("a clause as subject or aside", r"(?:^|[.;:] +)(?:Who|Whom|What|Where|Which|Whoever|Whatever)\b[^.?!;]*[.;]"),
    (
        "who or whom for a unit",
        r"\b(?:of|to|by|for|on|at|with|from|than|as|beside|behind|and|or|but|if) who(?:m|ever)?\b",
    ),
    ("a pronoun for units and sides", r"\b(?:any|some|no|every)body\b"),
    ("is told, said, asked, meant, had", r"\b(?:is|are|was|were|be) (?:told|said|asked|meant|had)\b"),
    ("comes to, of, about", r"\b(?:comes?|came|come) (?:to|of|about)\b"),
    ("says so, has its say", r"\bsays? (?:so|what|which|whether|how|who|that)\b|ha(?:s|ve) (?:its|their) say"),
    ("a nested clause", r"\b(?:of|by|in|for|on|from|to|with|behind|beside) what\b"),
    ("by itself, as such", r"\bby itself\b|\bof itself\b|\bas it were\b|\bas such\b"),
];

/// The most idioms per 1,000 words of comments in each crate.
const COMMENTS: [(&str, usize); 11] = [
    ("vm", 3),
    ("action-assets", 3),
    ("preview", 3),
    ("editor", 3),
    ("game/session", 3),
    ("game/foretoken", 3),
    ("game/src", 3),
    ("tests", 3),
    ("examples", 3),
    ("fuzz", 3),
    ("peers", 3),
];

/// The most idioms per 1,000 words of pages, assets and messages.
const PAGES: usize = 2;

/// The lines of a text outside its code fences.
fn outside_fences(lines: impl Iterator<Item = String>) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in lines {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.push_str(&line);
            prose.push(' ');
        }
    }
    prose
}

fn comments(text: &str) -> String {
    outside_fences(text.lines().filter_map(|line| {
        let comment = line.trim_start().strip_prefix("//")?;
        Some(comment.trim_start_matches(['/', '!']).trim().to_owned())
    }))
}

/// Idioms in a text, with the words around each.
fn idioms(text: &str) -> Vec<String> {
    static PATTERNS: LazyLock<[(&str, Regex); IDIOMS.len()]> =
        LazyLock::new(|| IDIOMS.map(|(name, pattern)| (name, Regex::new(pattern).expect("a pattern"))));
    let found = |(name, pattern): &(&str, Regex)| {
        pattern.find_iter(text).map(|hit| format!("{}  ({name})", hit.as_str().trim())).collect::<Vec<_>>()
    };
    PATTERNS.iter().flat_map(found).collect()
}

/// Checks that the texts have at most `budget` idioms per 1,000 words.
#[track_caller]
fn check(what: &str, texts: impl Iterator<Item = (String, String)>, budget: usize) {
    let (mut words, mut hits) = (0, Vec::new());
    for (file, text) in texts {
        words += text.split_whitespace().count();
        hits.extend(idioms(&text).into_iter().map(|hit| format!("{file}: {hit}")));
    }
    assert!(words > 0, "{what} has no text");
    let is_within = hits.len() * 1000 <= budget * words;
    assert!(
        is_within,
        "{what}: {} idioms in {words} words, {budget} per 1,000 allowed\n{}",
        hits.len(),
        hits.join("\n")
    );
}

fn named(path: PathBuf, prose: impl Fn(&str) -> String) -> (String, String) {
    let text = prose(&read(&path));
    (path.strip_prefix(root()).unwrap_or(&path).display().to_string(), text)
}

#[test]
fn comments_are_plain() {
    for (folder, budget) in COMMENTS {
        let files = files(&root().join(folder), &[".rs"]);
        check(folder, files.into_iter().map(|path| named(path, comments)), budget);
    }
}

#[test]
fn pages_are_plain() {
    let pages = files(&root().join("docs"), &[".md"]).into_iter();
    let pages = pages.chain(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|page| root().join(page)));
    for page in pages {
        let (name, text) = named(page, |text| outside_fences(text.lines().map(str::to_owned)));
        check(&name.clone(), [(name, text)].into_iter(), PAGES);
    }
}

#[test]
fn texts_of_assets_and_messages_are_plain() {
    for (name, text) in texts::all() {
        check(&name.clone(), [(name, text)].into_iter(), PAGES);
    }
}

#[test]
fn an_idiom_is_found_and_a_plain_sentence_is_not() {
    for bad in ["It moves. Who is pushed falls.", "told to whom it hits", "Somebody: nobody waits.", "It comes to 3."] {
        assert!(!idioms(bad).is_empty(), "{bad}");
    }
    assert_eq!(idioms("Returns the unit that acts next. What is a unit?"), Vec::<String>::new());
}
