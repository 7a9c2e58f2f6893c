//! Dependencies follow `deny.toml`: licences, sources, bans and duplicate versions.

use cargo_metadata::{Metadata, MetadataCommand};
use foretoken_tests::root;
use std::collections::{BTreeMap, BTreeSet};

fn list(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let begin = format!("\n{name} = [\n");
    let body = text.split(begin.as_str()).nth(1).and_then(|rest| rest.split("\n]").next());
    let body = body.unwrap_or_else(|| panic!("deny.toml has a list `{name}`"));
    body.lines().map(|line| line.trim().trim_end_matches(',').trim_matches('"').to_owned()).collect()
}

fn metadata() -> Metadata {
    let version = std::process::Command::new(env!("CARGO")).arg("-vV").output().expect("cargo runs");
    let version = String::from_utf8(version.stdout).expect("words");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host").to_owned();
    let mut command = MetadataCommand::new();
    let options = ["--offline", "--locked", "--filter-platform", &host].map(str::to_owned);
    command.manifest_path(root().join("Cargo.toml")).other_options(options);
    command.exec().expect("the workspace's metadata")
}

fn locked() -> Vec<(String, String, Option<String>)> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let field = |package: &str, name: &str| {
        let begin = format!("{name} = \"");
        package.lines().find_map(|line| line.strip_prefix(begin.as_str())?.strip_suffix('"').map(str::to_owned))
    };
    let packages = text.split("[[package]]\n").skip(1);
    packages
        .map(|p| (field(p, "name").expect("a name"), field(p, "version").expect("one"), field(p, "source")))
        .collect()
}

/// Returns whether a licence expression is satisfied; `/` is an old form of `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (holds, rest) = any_of(&words, allowed);
    holds && rest.is_empty()
}

fn any_of<'w>(words: &'w [&'w str], allowed: &BTreeSet<String>) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = all_of(words, allowed);
    while let [first, more @ ..] = rest
        && *first == "OR"
    {
        let (also, after) = all_of(more, allowed);
        (holds, rest) = (holds || also, after);
    }
    (holds, rest)
}

fn all_of<'w>(words: &'w [&'w str], allowed: &BTreeSet<String>) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = one(words, allowed);
    while let [first, more @ ..] = rest
        && *first == "AND"
    {
        let (also, after) = one(more, allowed);
        (holds, rest) = (holds && also, after);
    }
    (holds, rest)
}

fn one<'w>(words: &'w [&'w str], allowed: &BTreeSet<String>) -> (bool, &'w [&'w str]) {
    match words {
        [open, inner @ ..] if *open == "(" => {
            let (holds, rest) = any_of(inner, allowed);
            (holds && rest.first() == Some(&")"), rest.get(1..).unwrap_or_default())
        }
        [licence, with, exception, rest @ ..] if *with == "WITH" => {
            (allowed.contains(&format!("{licence} WITH {exception}")), rest)
        }
        [licence, rest @ ..] => (allowed.contains(*licence), rest),
        [] => (false, &["?"]),
    }
}

#[test]
fn licence_expressions_are_read() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
    let allows = |expression| is_allowed(expression, &allowed);
    assert!(allows("MIT") && allows("GPL-3.0 OR MIT") && allows("GPL-3.0/MIT") && allows("(GPL-3.0 OR MIT) AND Zlib"));
    assert!(allows("Apache-2.0 WITH LLVM-exception OR GPL-3.0"));
    assert!(!allows("GPL-3.0") && !allows("MIT AND GPL-3.0") && !allows("") && !allows("MIT OR") && !allows("(MIT"));
    assert!(!allows("Apache-2.0"));
}

#[test]
fn licences_are_allowed() {
    let allowed = list("allow");
    let metadata = metadata();
    let resolved = metadata.resolve.as_ref().expect("it is resolved");
    let built: BTreeSet<_> = resolved.nodes.iter().map(|node| &node.id).collect();
    assert!(built.len() > 100, "all that is built is read: {}", built.len());
    for package in metadata.packages.iter().filter(|package| built.contains(&package.id)) {
        let licence = package.license.as_deref().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{} is under `{licence}`", package.name);
    }
}

#[test]
fn everything_comes_from_the_registry_and_nothing_that_is_banned() {
    let banned = list("deny");
    let registries: BTreeSet<String> = locked().into_iter().filter_map(|(_, _, source)| source).collect();
    assert_eq!(registries.len(), 1, "one registry alone: {registries:?}");
    for (name, version, source) in locked() {
        let known = |source: &str| source.starts_with("registry+");
        assert!(
            source.as_deref().map_or(name == "foretoken" || name.starts_with("foretoken-"), known),
            "{name} {version}: {source:?}"
        );
        assert!(!banned.contains(&name), "{name} is banned");
    }
}

#[test]
fn versions_are_doubled_where_it_is_known_alone() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, version, _) in locked() {
        versions.entry(name).or_default().insert(version);
    }
    let doubled: BTreeSet<String> =
        versions.into_iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| name).collect();
    assert_eq!(doubled, list("skip"), "as deny.toml says, and no longer where there is one version again");
}
