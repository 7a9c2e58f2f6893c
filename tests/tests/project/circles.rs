//! Cycles of files within a crate. A file uses the last module of each of its paths; a `pub use` is not a use.

use crate::architecture::{code, read, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const LARGEST: usize = 5;

/// Maximum files of a cycle in vm. It grows by one with each token, whose file holds its operands and its step; else it
/// may only fall.
const LARGEST_IN_VM: usize = 61;

const CRATES: [&str; 7] =
    ["action-assets/src", "editor/src", "game/foretoken/src", "game/session/src", "game/src", "preview/src", "vm/src"];

/// Files of a crate by module path, such as `seat::draft`; the root is empty.
#[derive(Default)]
struct Files(BTreeMap<String, File>);

#[derive(Default)]
struct File {
    uses: Vec<Use>,
    body: String,
}

struct Use {
    name: String,
    path: Vec<String>,
    is_public: bool,
}

impl File {
    fn read(code: &str) -> Self {
        let mut file = Self::default();
        for piece in code.split_inclusive(';') {
            let mut begin = None;
            let mut at = 0;
            for line in piece.split_inclusive('\n') {
                let words = line.trim_start();
                let is_public = words.starts_with("pub");
                let rest = words.strip_prefix("pub").map_or(words, |rest| match rest.strip_prefix('(') {
                    Some(inner) => inner.split_once(')').map_or(rest, |(_, rest)| rest),
                    None => rest,
                });
                if let Some(rest) = rest.trim_start().strip_prefix("use ") {
                    begin = Some((at, at + line.len() - rest.len(), is_public));
                }
                at += line.len();
            }
            let Some((before, from, is_public)) = begin else {
                file.body.push_str(piece);
                continue;
            };
            file.body.push_str(&piece[..before]);
            file.take(piece[from..].trim_end_matches(';').trim(), &[], is_public);
        }
        file
    }

    fn take(&mut self, tree: &str, prefix: &[String], is_public: bool) {
        if let Some((before, list)) = tree.split_once('{') {
            let mut prefix = prefix.to_vec();
            prefix.extend(segments(before));
            let list = list.strip_suffix('}').unwrap_or(list);
            let (mut depth, mut from) = (0_usize, 0);
            for (at, sign) in list.char_indices().chain([(list.len(), ',')]) {
                match sign {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    ',' if depth == 0 => {
                        self.take(list[from..at].trim(), &prefix, is_public);
                        from = at + 1;
                    }
                    _ => {}
                }
            }
            return;
        }
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
        let mut path: Vec<String> = prefix.iter().cloned().chain(segments(path)).collect();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(last) = path.last() {
            self.uses.push(Use { name: alias.unwrap_or(last).to_owned(), path, is_public });
        }
    }
}

fn segments(path: &str) -> impl Iterator<Item = String> + '_ {
    path.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let is_inner = |c: char| is_of_name(c) || c == ':';
    for path in code.split(|c| !is_inner(c)).filter(|path| path.contains("::")) {
        found.push(segments(path).collect());
    }
    found
}

impl Files {
    fn of(folder: &str) -> Self {
        let below = root().join(folder);
        let mut files = Self::default();
        for path in sources(&below) {
            let code = code(&read(&path));
            files.0.insert(Self::module(&below, &path), File::read(&code));
        }
        files
    }

    fn module(below: &Path, path: &Path) -> String {
        let within = path.strip_prefix(below).expect("it lies there").with_extension("");
        let parts: Vec<String> = within.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts.as_slice() {
            ["lib" | "main"] => String::new(),
            [folders @ .., "mod"] => folders.join("::"),
            parts => parts.join("::"),
        }
    }

    fn child(&self, module: &str, name: &str) -> Option<String> {
        let child = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        self.0.contains_key(&child).then_some(child)
    }

    fn led_to(&self, module: &str, path: &[String]) -> Option<String> {
        let parent = |module: &str| module.rsplit_once("::").map_or("", |(parent, _)| parent).to_owned();
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => String::new(),
            "self" => module.to_owned(),
            "super" => parent(module),
            first => self.child(module, first)?,
        };
        for name in rest {
            at = match self.child(&at, name) {
                _ if name == "super" => parent(&at),
                Some(child) => child,
                None => break,
            };
        }
        Some(at)
    }

    fn graph(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut graph = BTreeMap::new();
        for (module, file) in &self.0 {
            let is_declaration = |line: &&str| line.contains("mod ") && line.trim_end().ends_with(';');
            let code = file.body.lines().filter(|line| !is_declaration(line));
            let names: BTreeSet<&str> = code.flat_map(|line| line.split(|c| !is_of_name(c))).collect();
            // A re-exported function counts as a use at its call.
            let calls = |name: &str| {
                let call = format!("{name}(");
                let is_call = |(at, _): (usize, &str)| {
                    let before = &file.body[..at];
                    !before.ends_with(|c| is_of_name(c) || c == '.') && !before.ends_with("fn ")
                };
                file.body.match_indices(&call).any(is_call)
            };
            let is_named = |name: &str| match name.starts_with(char::is_lowercase) {
                true => calls(name),
                false => names.contains(name),
            };
            let used = file.uses.iter().filter(|own| !own.is_public || is_named(&own.name));
            let all = used.map(|own| own.path.clone()).chain(paths(&file.body));
            let led_to = |path: Vec<String>| self.led_to(module, &path);
            let files = all.filter_map(led_to).filter(|used| used != module && !used.is_empty());
            graph.insert(module.clone(), files.collect());
        }
        graph.remove("");
        graph
    }
}

fn circles(folder: &str) -> Vec<Vec<String>> {
    let found = crate::architecture::circles(&Files::of(folder).graph());
    let mut found: Vec<Vec<String>> = found.into_iter().collect();
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

#[test]
fn no_circle_of_files_is_large() {
    for folder in CRATES {
        let most = match folder {
            "vm/src" => LARGEST_IN_VM,
            _ => LARGEST,
        };
        for circle in circles(folder) {
            let words = circle.join(", ");
            assert!(circle.len() <= most, "in {folder} {} files use each other: {words}", circle.len());
        }
    }
}

/// The size of vm may only fall: lines of code without comments and tests, and public items. The goals are 26,000 and 500.
#[test]
fn vm_does_not_grow() {
    const LINES: usize = 32_300;
    const ITEMS: usize = 965;
    let (mut lines, mut items) = (0, 0);
    for path in sources(&root().join("vm/src")) {
        let code = code(&read(&path));
        lines += code.lines().count();
        let is_item = |line: &&str| {
            let words = line.trim_start().strip_prefix("pub ").map(|rest| rest.strip_prefix("const ").unwrap_or(rest));
            let kinds = ["fn ", "struct ", "enum ", "trait ", "type "];
            words.is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)))
        };
        items += code.lines().filter(is_item).count();
    }
    assert!(lines <= LINES && items <= ITEMS, "vm has {lines} lines and {items} public items");
}

#[test]
fn paths_lead_to_files() {
    let mut files = Files::default();
    let all = [
        ("", "pub mod a;\npub use a::b::Thing;"),
        ("a", "mod b;\nmod c;\nmod d;\npub use b::Thing;\npub(crate) use c::{self as other, run};\nfn own() {}"),
        ("a::b", "use super::{own, c::run};\npub struct Thing;"),
        ("a::c", "use crate::a::{b::{Thing}, d};\npub use d::Further;\nfn f(_: Further) {}\nmod d;"),
        ("a::c::d", "pub struct Further;\nfn f() { super::run() }"),
        ("a::d", "use std::fmt;\npub struct Alone;"),
    ];
    for (module, code) in all {
        files.0.insert(module.to_owned(), File::read(code));
    }
    let graph = files.graph();
    let used = |module: &str| graph[module].iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    assert_eq!(used("a"), "", "what it only passes on it does not use");
    assert_eq!(used("a::b"), "a a::c");
    assert_eq!(used("a::c"), "a::b a::c::d a::d");
    assert_eq!(used("a::c::d"), "a::c");
    assert_eq!(used("a::d"), "");
}
