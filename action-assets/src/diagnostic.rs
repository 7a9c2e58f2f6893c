//! Diagnostics: faults with location and help, collected while reading continues.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::ser::{Serialize, Serializer};

use crate::source::{Source, Span};

const EXCERPT_WIDTH: usize = 120;

/// Limit of faults kept for one file.
pub const MAX_PER_FILE: usize = 100;

const MAX_FOLLOWING: usize = 11;

/// Severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The asset cannot be used.
    Error,
    /// The asset can be used but is probably wrong.
    Warning,
}

/// A fault and its location.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// Stable code for tools, such as `unknown-field`.
    pub code: &'static str,
    /// File name; empty if there is none.
    pub file: String,
    /// Text span, if known.
    pub span: Option<Span>,
    /// Line from 1; 0 if unknown.
    pub line: u32,
    /// Column in characters from 1; 0 if unknown.
    pub column: u32,
    /// Path of the value, such as `body[2].target`; empty for the asset.
    pub path: String,
    /// Character in the text of the value, from 1; 0 for all.
    #[serde(skip)]
    pub character: u32,
    /// Message, in one sentence.
    pub message: String,
    /// Help.
    pub help: Option<String>,
    /// File of the fault that caused this one, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

impl Diagnostic {
    /// Creates an error without a location.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// Creates a warning without a location.
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

    /// Sets the text span.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the path of the value.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the file of the causing fault.
    #[must_use]
    pub fn because_of(mut self, file: impl Into<String>) -> Self {
        self.cause = Some(file.into());
        self
    }

    /// Sets the help, if there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    fn place(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => String::new(),
            (file, 0) => format!("{file}: "),
            (file, line) => format!("{file}:{line}:{}: ", self.column),
        }
    }

    fn render_following(&self, out: &mut String) {
        let path = if self.path.is_empty() { String::new() } else { format!(", in {}", self.path) };
        // Writing to a string cannot fail.
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

    fn excerpt(&self, source: &Source, span: Span, out: &mut String) {
        let line = source.line(self.line);
        let length = line.chars().count();
        let start = (self.column as usize).saturating_sub(1).min(length);
        let end = source.position(span.end);
        let end = if end.line == self.line { (end.column as usize).saturating_sub(1) } else { length };
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

/// Whether a character is invisible and changes how others appear.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    let direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    direction || matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character has no width.
#[must_use]
pub const fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        hidden if is_hidden(hidden) => '\u{fffd}',
        plain => plain,
    }
}

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

fn digest(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    diagnostic.hash(&mut hasher);
    hasher.finish()
}

/// Faults found so far, with the texts of their files.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    sources: BTreeMap<String, Source>,
    pushed: BTreeMap<String, usize>,
    known: BTreeSet<u64>,
}

impl Diagnostics {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file's text for locations and excerpts. [`crate::parse`] does so too.
    pub fn add_source(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.add_known_source(file, Source::new(text));
    }

    pub(crate) fn add_known_source(&mut self, file: impl Into<String>, source: Source) {
        self.sources.insert(file.into(), source);
    }

    /// Returns the text of a file.
    pub fn source(&self, file: &str) -> Option<&Source> {
        self.sources.get(file)
    }

    /// Adds a fault unless it is a duplicate. After [`MAX_PER_FILE`] faults of one file, one error replaces the rest.
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
                let message = format!("more than {MAX_PER_FILE} faults; the rest is not listed");
                let last = Diagnostic::error("too-many-faults", message);
                Diagnostic { file: diagnostic.file, span: diagnostic.span, ..last }
            }
            Ordering::Greater => return,
        };
        let placed = self.place(diagnostic);
        self.known.insert(digest(&placed));
        self.items.push(placed);
    }

    /// Whether a file has reached its limit of faults.
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

    /// Adds the contents of another collection.
    pub fn append(&mut self, other: Diagnostics) {
        self.sources.extend(other.sources);
        for item in other.items {
            self.push(item);
        }
    }

    /// Keeps the faults that pass a test.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.items.retain(keep);
        self.known = self.items.iter().map(digest).collect();
    }

    /// Returns the faults in the order of discovery.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.items.iter()
    }

    /// Returns the faults of one file, with its source.
    pub fn of_file(&self, file: &str) -> Diagnostics {
        let mut own = self.clone();
        own.retain(|item| item.file == file);
        own
    }

    /// Prefixes all file names with `folder`.
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

    /// Returns the faults by file and location. Consequences follow their cause.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        self.with_causes().into_iter().map(|(item, _)| item).collect()
    }

    /// Returns the sorted faults, each with the file of its cause.
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

    /// Number of faults, with warnings.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.items.iter().filter(|item| item.severity == Severity::Error)
    }

    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Renders all faults for people. Consequences are one line each.
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
                let ending = if count == 1 { "" } else { "s" };
                let _ = writeln!(out, "  and {count} further fault{ending} from {file}:");
            }
            below += 1;
            match below.cmp(&MAX_FOLLOWING) {
                Ordering::Less => item.render_following(&mut out),
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

/// Returns the most similar candidate, if at most a third of the letters differ.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        // The comparison takes quadratic time.
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

/// Returns the message for an unknown or empty name.
#[must_use]
pub fn no_such(what: &str, name: &str) -> String {
    if name.is_empty() { format!("no {what} is chosen") } else { format!("unknown {what} `{name}`") }
}

/// Returns a help line with a similar known name, if any.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}
