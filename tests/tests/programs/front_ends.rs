//! Front ends must not name pack content or tokens.

use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_tests::root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(below: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(below).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a source");
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' if letters.peek() == Some(&'"') => drop(letters.next()),
            '"' => {
                let mut literal = String::new();
                while let Some(letter) = letters.next().filter(|&letter| letter != '"') {
                    literal.push(if letter == '\\' { letters.next().unwrap_or(' ') } else { letter });
                }
                found.push(literal);
            }
            _ => {}
        }
    }
    found
}

fn parts(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in identifier.chars() {
        if (letter.is_uppercase() || letter == '_') && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter != '_'
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

/// Keywords, which cannot be uses of a pack's names.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn \
    for if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try \
    type typeof unsafe unsized use virtual where while yield";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split_whitespace().any(|keyword| keyword == word)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-')
}

#[test]
fn no_front_end_names_what_a_pack_is_made_of() {
    let library = Library::load_folder(&root().join("assets/vigil"), KindRegistry::core());
    let of = |kind: AssetType| library.names_of(kind).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut names: BTreeSet<String> = [AssetType::Unit, AssetType::Surface, AssetType::Terrain, AssetType::Scenario]
        .into_iter()
        .flat_map(of)
        .collect();
    assert!(names.len() > 30, "{names:?}");
    names.extend(["vigil", "lanterns", "augur", "augurs"].map(str::to_owned));
    let common = ["floor", "hook", "mirror", "shade", "wall", "carrier"];
    let theirs = |word: &str| names.contains(word) && !common.contains(&word);
    let mut found = Vec::new();
    for path in sources(&root().join("game/src")) {
        let code = code(&path);
        let mut note = |what: &str| found.push(format!("{}: {what}", path.display()));
        for literal in literals(&code) {
            let lower = literal.to_lowercase();
            if words(&lower).any(theirs) || lower.contains("the dark") {
                note(&literal);
            }
        }
        for identifier in
            words(&code).filter(|word| word.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))
        {
            if !is_keyword(identifier) && parts(identifier).iter().any(|word| theirs(word)) {
                note(identifier);
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_front_end_names_a_token_or_an_action() {
    let library = Library::load_folder(&root().join("assets/vigil"), KindRegistry::core());
    let actions: BTreeSet<&str> = library.names_of(AssetType::Action).collect();
    let mut found = Vec::new();
    for path in sources(&root().join("game/src")) {
        let code = code(&path);
        for identifier in words(&code) {
            if ["Op", "Token", "TokenFn", "Instruction"].contains(&identifier) {
                found.push(format!("{}: {identifier}", path.display()));
            }
        }
        if code.contains("vm::tokens") || code.contains("vm::{tokens") {
            found.push(format!("{}: the tokens", path.display()));
        }
        for literal in literals(&code) {
            if literal.contains('-') && actions.contains(literal.as_str()) {
                found.push(format!("{}: {literal}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_is_looked_for_would_be_found() {
    let code = "let a = \"the rat\"; let b = '\"'; Sound::LanternOut; let lantern_out = 1;";
    assert_eq!(literals(code), ["the rat"]);
    assert_eq!(parts("LanternOut"), ["lantern", "out"]);
    assert_eq!(parts("lantern_out"), ["lantern", "out"]);
    assert!(is_keyword("crate") && is_keyword("match") && !is_keyword("lantern"));
}
