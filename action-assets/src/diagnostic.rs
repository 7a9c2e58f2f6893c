//! What is said about an asset that is wrong: one diagnostic for each fault, with its place, and a helpful next step.
//!
//! They are collected and never thrown: reading goes on with what could be read, so all faults of all files are
//! known at once.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::ser::{Serialize, Serializer};

use crate::source::{Source, Span};

/// The widest excerpt of a source line, in characters; longer lines are shown around the fault.
const EXCERPT_WIDTH: usize = 120;

/// How many faults of one file are kept. More help nobody, and a large file of rubbish must not take memory and time
/// with the square of its length.
pub const MAX_PER_FILE: usize = 100;

/// The most lines that are told below a fault of what follows from it.
const MAX_FOLLOWING: usize = 11;

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The asset cannot be used as it is.
    Error,
    /// The asset can be used, and probably is not what was meant.
    Warning,
}

/// One fault and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short word that stays the same between versions, such as `unknown-field`, for tools to act on.
    pub code: &'static str,
    /// The file, as its reader names it; empty where there is none.
    pub file: String,
    /// The bytes in question, where they are known.
    pub span: Option<Span>,
    /// The line counted from 1; 0 where it is not known.
    pub line: u32,
    /// The column counted from 1, in characters; 0 where it is not known.
    pub column: u32,
    /// The way to the value within the asset, such as `body[2].target`; empty for the asset itself.
    pub path: String,
    /// Where in the text of the value it is, such as in a formula, in characters from 1; 0 for all of it.
    #[serde(skip)]
    pub character: u32,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What might help.
    pub help: Option<String>,
    /// The file of the fault that this one follows from, and goes with; none where it is a fault of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

impl Diagnostic {
    /// An error that has no place yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A warning that has no place yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: &'static str, message: String) -> Self {
        let (file, path) = (String::new(), String::new());
        let (help, cause) = (None, None);
        Diagnostic { severity, code, file, span: None, line: 0, column: 0, path, character: 0, message, help, cause }
    }

    /// Sets the file.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// Sets the bytes in question. Line and column follow when it is pushed, if the file's text is known by then.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the way to the value within the asset.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets what might help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the file of the fault that this one follows from.
    #[must_use]
    pub fn because_of(mut self, file: impl Into<String>) -> Self {
        self.cause = Some(file.into());
        self
    }

    /// Sets what might help, where there is something.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// File, line and column before a message, as far as they are known.
    fn place(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => String::new(),
            (file, 0) => format!("{file}: "),
            (file, line) => format!("{file}:{line}:{}: ", self.column),
        }
    }

    /// One line, below the fault that it follows from.
    fn render_following(&self, out: &mut String) {
        let path = if self.path.is_empty() { String::new() } else { format!(", in {}", self.path) };
        // Writing into a string cannot fail, here and below.
        let _ = writeln!(out, "    {}{}{path}", self.place(), self.message);
    }

    fn render(&self, source: Option<&Source>, out: &mut String) {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(out, "{}{severity}[{}]: {}", self.place(), self.code, self.message);
        if !self.path.is_empty() {
            let _ = writeln!(out, "  in {}", self.path);
        }
        if let (Some(source), Some(span)) = (source, self.span) {
            self.excerpt(source, span, out);
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }

    /// The source line with the span underlined; a span over several lines is underlined to the end of its first.
    fn excerpt(&self, source: &Source, span: Span, out: &mut String) {
        let line = source.line(self.line);
        let length = line.chars().count();
        let start = (self.column as usize).saturating_sub(1).min(length);
        let end = source.position(span.end);
        let end = if end.line == self.line { (end.column as usize).saturating_sub(1) } else { length };
        // A line that fits is shown from its beginning; a longer one from half a width before the fault.
        let shift = if length > EXCERPT_WIDTH { start.saturating_sub(EXCERPT_WIDTH / 2) } else { 0 };
        let shown: String = line.chars().skip(shift).take(EXCERPT_WIDTH).map(visible).collect();
        let room = EXCERPT_WIDTH.saturating_sub(start - shift).max(1);
        let carets = end.saturating_sub(start).clamp(1, room);
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let _ = writeln!(out, "  {margin} |");
        let excerpt = format!("  {number} | {shown}");
        let _ = writeln!(out, "{}", excerpt.trim_end());
        let _ = writeln!(out, "  {margin} | {}{}", " ".repeat(start - shift), "^".repeat(carets));
    }
}

/// Whether a character is not seen and alters how others are: control characters, separators of lines, and marks of the
/// direction of writing.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    let direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    direction || matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}

/// Tells whether a character takes no room, so that two texts with and without it look the same.
#[must_use]
pub const fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Hidden characters would move the carets, or the terminal's cursor.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        hidden if is_hidden(hidden) => '\u{fffd}',
        plain => plain,
    }
}

/// The word of a quoted text at its character `character`, counted from 1. The whole span where the text is not quoted,
/// or has escapes before that character, or ends before it.
fn within(text: &str, span: Span, character: u32) -> Span {
    let quoted = text.get(span.start..span.end).and_then(|value| value.strip_prefix('"')?.strip_suffix('"'));
    let (Some(inner), Some(skipped)) = (quoted, character.checked_sub(1)) else { return span };
    let Some((at, _)) = inner.char_indices().nth(skipped as usize) else { return span };
    if inner[..at].contains('\\') {
        return span;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let word = inner[at..].find(|c| !is_name(c)).unwrap_or(inner.len() - at);
    let first = inner[at..].chars().next().map_or(0, char::len_utf8);
    let start = span.start + '"'.len_utf8() + at;
    Span::new(start, start + word.max(first))
}

/// A number that differs between different faults.
fn digest(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    diagnostic.hash(&mut hasher);
    hasher.finish()
}

/// The faults found so far, and the texts they are about.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    sources: BTreeMap<String, Source>,
    /// How many different faults of each file were pushed, those left out included.
    pushed: BTreeMap<String, usize>,
    /// Digests of the faults in `items`, so that none is added twice.
    known: BTreeSet<u64>,
}

impl Diagnostics {
    /// Nothing wrong yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a file's text known, for positions and excerpts. [`crate::parse`] does so by itself.
    pub fn add_source(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.add_known_source(file, Source::new(text));
    }

    /// The same for a text whose lines are found already.
    pub(crate) fn add_known_source(&mut self, file: impl Into<String>, source: Source) {
        self.sources.insert(file.into(), source);
    }

    /// The text of a file that was made known.
    pub fn source(&self, file: &str) -> Option<&Source> {
        self.sources.get(file)
    }

    /// Adds a fault, unless the same is known already. Its line and column are filled in from its span, where the file's
    /// text is known.
    ///
    /// After [`MAX_PER_FILE`] of one file, an error that says so takes the place of the rest.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full(&diagnostic.file) {
            return;
        }
        let diagnostic = self.place(diagnostic);
        if self.known.contains(&digest(&diagnostic)) {
            return;
        }
        let pushed = self.pushed.entry(diagnostic.file.clone()).or_default();
        *pushed += 1;
        let diagnostic = match (*pushed).cmp(&(MAX_PER_FILE + 1)) {
            Ordering::Less => diagnostic,
            Ordering::Equal => {
                let message = format!("there are more than {MAX_PER_FILE} faults; the rest are left out");
                let last = Diagnostic::error("too-many-faults", message);
                Diagnostic { file: diagnostic.file, span: diagnostic.span, ..last }
            }
            Ordering::Greater => return,
        };
        let placed = self.place(diagnostic);
        self.known.insert(digest(&placed));
        self.items.push(placed);
    }

    /// Whether no further fault of a file is kept.
    #[must_use]
    pub fn is_full(&self, file: &str) -> bool {
        self.pushed.get(file).is_some_and(|&pushed| pushed > MAX_PER_FILE)
    }

    fn place(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let source = self.source(&diagnostic.file);
        if let (0, Some(span), Some(source)) = (diagnostic.line, diagnostic.span, source) {
            diagnostic.span = Some(within(source.text(), span, diagnostic.character));
        }
        if let (0, Some(span), Some(source)) = (diagnostic.line, diagnostic.span, source) {
            let position = source.position(span.start);
            (diagnostic.line, diagnostic.column) = (position.line, position.column);
        }
        diagnostic
    }

    /// Takes over all that another collection holds.
    pub fn append(&mut self, other: Diagnostics) {
        self.sources.extend(other.sources);
        for item in other.items {
            self.push(item);
        }
    }

    /// Forgets the faults that do not meet a condition.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.items.retain(keep);
        self.known = self.items.iter().map(digest).collect();
    }

    /// The faults in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.items.iter()
    }

    /// Those of one file, with its source for excerpts.
    pub fn of_file(&self, file: &str) -> Diagnostics {
        let mut own = self.clone();
        own.retain(|item| item.file == file);
        own
    }

    /// The same with files named from outside the pack: `folder` before each, so that a terminal can jump to them.
    pub fn in_folder(mut self, folder: &str) -> Diagnostics {
        let outside = |file: &str| format!("{}/{file}", folder.trim_end_matches('/'));
        for item in self.items.iter_mut().filter(|item| !item.file.is_empty()) {
            item.file = outside(&item.file);
            item.cause = item.cause.as_deref().map(outside);
        }
        self.known = self.items.iter().map(digest).collect();
        self.sources = self.sources.into_iter().map(|(file, source)| (outside(&file), source)).collect();
        self.pushed = self.pushed.into_iter().map(|(file, count)| (outside(&file), count)).collect();
        self
    }

    /// The faults by file and place, those at one place in the order in which they were found. What follows from the faults
    /// of a file stands behind them.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        self.with_causes().into_iter().map(|(item, _)| item).collect()
    }

    /// The same, each with the file of the fault that it follows from, where that fault is among these.
    pub fn with_causes(&self) -> Vec<(&Diagnostic, Option<&str>)> {
        let own = self.items.iter().filter(|item| item.cause.is_none());
        let told: BTreeSet<&str> = own.map(|item| item.file.as_str()).collect();
        let cause = |item: &'_ Diagnostic| item.cause.as_deref().is_some_and(|file| told.contains(file));
        let mut sorted: Vec<(&Diagnostic, Option<&str>)> =
            self.items.iter().map(|item| (item, item.cause.as_deref().filter(|_| cause(item)))).collect();
        sorted.sort_by_key(|(item, cause)| {
            let start = item.span.map_or(0, |span| span.start);
            (cause.unwrap_or(&item.file), cause.is_some(), item.file.as_str(), start)
        });
        sorted
    }

    /// How many faults there are, warnings included.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// What is worse than a warning.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.items.iter().filter(|item| item.severity == Severity::Error)
    }

    /// Whether anything is worse than a warning.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// All faults for people to read: place, message, path, the source line, help; sorted as in [`Self::sorted`]. What
    /// follows from others is a line each below them.
    pub fn render(&self) -> String {
        let (mut out, mut told, mut below) = (String::new(), None, 0);
        let sorted = self.with_causes();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        sorted.iter().filter_map(|(_, cause)| *cause).for_each(|file| *counts.entry(file).or_default() += 1);
        for (item, cause) in sorted {
            let Some(file) = cause else {
                item.render(self.source(&item.file), &mut out);
                told = None;
                continue;
            };
            let count = counts.get(file).copied().unwrap_or_default();
            if told != cause {
                (told, below) = (cause, 0);
                let ending = if count == 1 { "s" } else { "" };
                let _ = writeln!(out, "  and {count} that follow{ending} from {file}:");
            }
            below += 1;
            match below.cmp(&MAX_FOLLOWING) {
                Ordering::Less => item.render_following(&mut out),
                // One more says no more than how many.
                Ordering::Equal if count == MAX_FOLLOWING => item.render_following(&mut out),
                Ordering::Equal => drop(writeln!(out, "    … and {} more", count + 1 - MAX_FOLLOWING)),
                Ordering::Greater => {}
            }
        }
        out
    }
}

impl Serialize for Diagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.sorted())
    }
}

/// The candidate that was probably meant, if one is near enough: a third of the letters may differ, and case does not
/// count. Of equally near ones the first wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        // Nobody mistypes this much, and the comparison takes time with the square of the length.
        return None;
    }
    let name = name.to_lowercase();
    let most = (length / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= most && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// What is said of a name that nothing of a sort has, and of one that was left empty.
#[must_use]
pub fn no_such(what: &str, name: &str) -> String {
    if name.is_empty() { format!("no {what} is chosen") } else { format!("there is no {what} `{name}`") }
}

/// The help line for a name that is not known, if a known one is near.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}
