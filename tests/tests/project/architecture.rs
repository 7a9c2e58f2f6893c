//! Architecture: allowed dependencies, names that preview must not use, and forbidden leftovers.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use foretoken_action_assets::KindRegistry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

fn metadata() -> Metadata {
    // Without dependencies, so that no registry is contacted. `CARGO` names the running cargo.
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps().other_options(["--offline".to_owned()]);
    command.exec().expect("the workspace's metadata")
}

fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata();
    let folder = |manifest: &cargo_metadata::camino::Utf8Path| {
        manifest.parent().and_then(|folder| folder.file_name()).expect("a folder").to_owned()
    };
    let folders: BTreeMap<&str, String> =
        metadata.packages.iter().map(|package| (package.name.as_str(), folder(&package.manifest_path))).collect();
    let arrows = metadata.packages.iter().map(|package| {
        let outside_tests = package.dependencies.iter().filter(|on| on.kind != DependencyKind::Development);
        let inside = outside_tests.filter_map(|on| folders.get(on.name.as_str()).cloned());
        (folders[package.name.as_str()].clone(), inside.collect())
    });
    arrows.collect()
}

/// Files below a folder with one of these endings, without hidden folders and build outputs.
pub(crate) fn files(below: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![below.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() && !name.starts_with('.') && !name.starts_with("target") {
                folders.push(path);
            } else if path.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Rust files below a folder.
pub(crate) fn sources(below: &Path) -> Vec<PathBuf> {
    files(below, &[".rs"])
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    lines.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_arrows_between_crates_are_those_of_the_design() {
    let arrows = arrows();
    let check = |crate_name: &str, expected: &[&str]| {
        let found: Vec<&str> = arrows[crate_name].iter().map(String::as_str).collect();
        assert_eq!(found, expected, "{crate_name} depends on these crates of the workspace");
    };
    check("vm", &[]);
    check("action-assets", &["vm"]);
    check("preview", &["vm"]);
    check("session", &["action-assets", "preview", "vm"]);
    check("campaign", &["action-assets", "preview", "session", "vm"]);
    check("server", &["action-assets", "campaign", "preview", "session", "vm"]);
    check("foretoken", &["action-assets", "campaign", "preview", "session", "vm"]);
    check("game", &["action-assets", "campaign", "editor", "preview", "server", "session", "vm"]);
    check("turn-work", &[]);
    check("two-seats", &["foretoken"]);
    check("heat", &["foretoken", "game"]);
    let editor = &arrows["editor"];
    assert!(editor.contains("action-assets"));
    let allowed = BTreeSet::from(["action-assets", "preview", "vm"].map(str::to_owned));
    assert!(editor.is_subset(&allowed), "editor depends on {editor:?}");
    for (name, on) in &arrows {
        let may_see_game = ["tests", "benches", "heat"].contains(&name.as_str());
        assert!(may_see_game || !on.contains("game") && !on.contains("tests"), "{name} depends on {on:?}");
    }
}

fn built_of(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = std::process::Command::new(cargo);
    command.current_dir(root()).args(["tree", "--offline", "--locked", "--prefix", "none", "-e", "normal,build"]);
    let output = command.args(["-p", package]).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_session_is_built_without_a_screen_and_of_few_crates() {
    let crates = built_of("foretoken-session");
    assert!(crates.contains("foretoken-vm"), "the tree is read: {crates:?}");
    assert!(crates.len() <= 60, "{} crates: {crates:?}", crates.len());
    for screen in ["clap", "ratatui", "crossterm", "imgui", "imgui-sys", "wgpu", "winit", "foretoken-editor", "anyhow"]
    {
        assert!(!crates.contains(screen), "foretoken-session is built of {screen}");
    }
}

#[test]
fn the_session_names_no_side() {
    for path in sources(&root().join("game/session/src")) {
        assert!(!code(&read(&path)).contains("Team::PLAYER"), "{} names the player's side", path.display());
    }
}

/// Command line, terminal and window do not name each other, except for the commands that start the other two. Shared
/// code names none of them.
#[test]
fn front_ends_name_no_other_front_end() {
    const FRONT_ENDS: [&str; 3] = ["cli", "tui", "window"];
    const STARTS: [(&str, &[&str]); 2] = [
        ("tui", &["battle.rs", "online.rs", "play.rs"]),
        ("window", &["check.rs", "film.rs", "guide.rs", "screen.rs", "screenshots.rs"]),
    ];
    let source = root().join("game/src");
    for path in sources(&source) {
        let within = path.strip_prefix(&source).expect("it lies there");
        let tree = within.components().next().expect("a name").as_os_str().to_string_lossy();
        let file = within.file_name().expect("a name").to_string_lossy();
        if tree == "lib.rs" || tree == "main.rs" {
            continue;
        }
        for named in FRONT_ENDS.into_iter().filter(|named| *named != tree) {
            let starts = tree == "cli" && STARTS.iter().any(|(of, files)| *of == named && files.contains(&&*file));
            let is_named = code(&read(&path)).contains(&format!("crate::{named}::"));
            assert!(starts || !is_named, "{} names the front end {named}", path.display());
        }
    }
}

#[test]
fn there_is_one_version_of_what_must_agree() {
    let lock = read(&root().join("Cargo.lock"));
    for name in ["wgpu", "winit"] {
        let versions = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert!(versions <= 1, "there are {versions} versions of {name}");
    }
}

#[test]
fn architecture_has_a_heading_for_every_crate() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("##")).collect();
    for name in arrows().keys() {
        let named = headings.iter().any(|heading| heading.contains(&format!("`{name}`")));
        assert!(named, "no heading of ARCHITECTURE.md names `{name}`");
    }
}

/// Returns the names of tokens and kinds, except those that kinds of changes share.
fn tokens_and_kinds() -> BTreeSet<String> {
    let listed = |file: &str, arrow: &str| -> BTreeSet<String> {
        let text = read(&root().join(file));
        let name = |line: &str| {
            let name = line.trim().split_once(arrow)?.0.to_owned();
            name.chars().all(|c| c.is_ascii_alphanumeric()).then_some(name)
        };
        text.lines().filter_map(name).collect()
    };
    let tokens = read(&root().join("vm/src/tokens/mod.rs"));
    let lines = tokens.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
    let lines = lines.filter(|(file, _)| file.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
    let mut names: BTreeSet<String> =
        lines.flat_map(|(_, names)| names.split_whitespace().map(str::to_owned)).collect();
    assert!(names.contains("Push"), "the list of tokens is where it was: {names:?}");
    names.extend(KindRegistry::core().iter().map(|kind| kind.name.to_owned()));
    let control = ["Extern", "Token", "TokenSet"];
    names.extend(control.map(str::to_owned));
    let changes = listed("vm/src/state/change.rs", " = ");
    assert!(changes.contains("Health"), "the list of changes is where it was: {changes:?}");
    names.difference(&changes).cloned().collect()
}

fn modules(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let below = root().join(folder).join("src");
    let module_of = |path: &Path| {
        let within = path.strip_prefix(&below).expect("it lies there");
        let first = within.components().next().expect("a name").as_os_str().to_string_lossy();
        first.trim_end_matches(".rs").to_owned()
    };
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in sources(&below) {
        let text = code(&read(&path));
        let mut named = BTreeSet::new();
        for rest in text.split("crate::").skip(1) {
            let end = |c: char| !c.is_alphanumeric() && c != '_';
            match rest.strip_prefix('{').and_then(|list| list.split_once('}')) {
                Some((list, _)) => named.extend(list.split(end).map(str::to_owned)),
                None => named.extend(rest.split(end).next().map(str::to_owned)),
            }
        }
        uses.entry(module_of(&path)).or_default().extend(named);
    }
    uses.remove("lib");
    let names: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, used) in &mut uses {
        used.retain(|name| name != module && names.contains(name));
    }
    uses
}

pub(crate) fn circles(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &String| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            next.extend(uses[module].iter().filter(|&used| reached.insert(used.clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|module| (module, reached(module))).collect();
    let around = |module: &&String| reached[*module].contains(*module);
    let circle = |module: &String| -> Vec<String> {
        reached[module].iter().filter(|other| reached[*other].contains(module)).cloned().collect()
    };
    uses.keys().filter(around).map(circle).collect()
}

#[test]
fn circles_of_modules_are_found() {
    let uses = |pairs: &str| {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs.split_whitespace().filter_map(|pair| pair.split_once('>')) {
            uses.entry(from.to_owned()).or_default().insert(to.to_owned());
            uses.entry(to.to_owned()).or_default();
        }
        uses
    };
    let found = |pairs: &str| circles(&uses(pairs)).iter().map(|circle| circle.join(" ")).collect::<Vec<_>>();
    assert_eq!(found("a>b b>c a>c"), Vec::<String>::new());
    assert_eq!(found("a>b b>c c>a c>d d>e e>d"), ["a b c", "d e"]);
}

/// Modules use only lower modules. Known cycles are listed and must not grow.
#[test]
fn modules_use_no_circles() {
    let check = |folder: &str, known: &[&[&str]]| {
        for circle in circles(&modules(folder)) {
            let is_known = known.iter().any(|known| circle.iter().all(|module| known.contains(&module.as_str())));
            assert!(is_known, "in {folder} these use each other: {}", circle.join(", "));
        }
    };
    check("action-assets", &[&["compile", "inspect", "kind", "part", "walk"]]);
    let machine: &[&str] = &[
        "intent",
        "machine",
        "numbers",
        "program",
        "regions",
        "rulebook",
        "schedulers",
        "state",
        "stats",
        "tokens",
        "validate",
    ];
    check("vm", &[machine]);
}

#[test]
fn preview_names_no_token_and_no_kind() {
    let forbidden = tokens_and_kinds();
    let mut labels: BTreeSet<String> = forbidden.iter().map(|name| format!("\"{}\"", name.to_lowercase())).collect();
    labels.extend(["\"hit\"", "\"burn\"", "\"fuse\""].map(str::to_owned));
    for path in sources(&root().join("preview/src")) {
        let code = code(&read(&path)).replace("Cost::Move", "");
        for name in code.split(|c: char| !c.is_alphanumeric() && c != '_') {
            assert!(!forbidden.contains(name), "{} names {name}", path.display());
        }
        for label in &labels {
            assert!(!code.contains(label.as_str()), "{} says {label}", path.display());
        }
    }
}

fn results_with_text(code: &str) -> usize {
    let is_text = |rest: &str| {
        let (mut depth, mut last) = (0_usize, "");
        let mut begin = 0;
        for (at, c) in rest.char_indices() {
            match c {
                '<' | '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                '>' if rest[..at].ends_with('-') => {}
                '>' if depth == 0 => {
                    last = &rest[begin..at];
                    break;
                }
                '>' => depth -= 1,
                ',' if depth == 0 => begin = at + 1,
                _ => {}
            }
        }
        begin > 0 && last.trim() == "String"
    };
    code.split("Result<").skip(1).filter(|rest| is_text(rest)).count()
}

#[test]
fn results_with_text_are_counted() {
    assert_eq!(results_with_text("fn a() -> Result<Vec<(u8, String)>, String>; fn b(x: Result<(), String>)"), 2);
    assert_eq!(results_with_text("fn a() -> Result<BTreeMap<u8, String>, Error>; fn b() -> Result<String>"), 0);
}

/// Libraries return typed errors. The counts of text errors may only fall.
#[test]
fn libraries_return_typed_errors() {
    const MOST: [(&str, usize); 8] = [
        ("vm/src", 0),
        ("action-assets/src", 0),
        ("preview/src", 0),
        ("editor/src", 0),
        ("game/session/src", 0),
        ("game/campaign/src", 0),
        ("game/foretoken/src", 0),
        ("game/src", 0),
    ];
    for (folder, most) in MOST {
        let count = |path: &PathBuf| results_with_text(&code(&read(path)));
        let found: usize = sources(&root().join(folder)).iter().map(count).sum();
        assert!(found <= most, "{folder} has {found} results with text as their error; at most {most} may remain");
    }
}

#[test]
fn files_stay_short_before_their_tests() {
    for path in sources(&root()).into_iter().filter(|path| path.components().any(|part| part.as_os_str() == "src")) {
        let lines = read(&path).lines().take_while(|line| line.trim() != "#[cfg(test)]").count();
        assert!(lines <= 600, "{} has {lines} lines before its tests", path.display());
    }
}

#[test]
fn every_file_says_what_lives_there() {
    for path in sources(&root()) {
        assert!(read(&path).starts_with("//!"), "{} does not begin with a header", path.display());
    }
}

#[test]
fn nothing_is_left_undone_ignored_or_waited_for() {
    // Split, so that this file does not match.
    let needles = [concat!("to", "do!("), concat!("#[ign", "ore"), concat!("sle", "ep("), concat!("should_", "panic")];
    for path in sources(&root()) {
        let text = read(&path);
        for needle in needles {
            assert!(!text.contains(needle), "{} has {needle}", path.display());
        }
    }
}
