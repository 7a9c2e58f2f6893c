//! Faults and warnings of the part that is compiled.

use super::{Compiler, Fault, Severity};
use crate::diagnostic::Diagnostic;
use crate::part::{Part, Spans};

impl Compiler<'_> {
    /// A fault of the part at hand gets its file, path and place.
    pub(super) fn place(&mut self, fault: Fault, spans: &Spans) {
        let path = match (self.path.is_empty(), fault.field.is_empty()) {
            (true, _) => fault.field.clone(),
            (false, true) => self.path.clone(),
            (false, false) => format!("{}.{}", self.path, fault.field),
        };
        let mut diagnostic = Diagnostic::error(fault.code, fault.message).file(self.file.as_str()).path(path);
        diagnostic.severity = fault.severity;
        diagnostic.span = spans.nearest(&fault.field);
        diagnostic.help = fault.help;
        diagnostic.character = fault.character;
        diagnostic.cause = fault.cause;
        match fault.late {
            Some(name) => self.late.push((diagnostic, name)),
            None => self.diagnostics.push(diagnostic),
        }
    }

    /// Says that a field of the part at hand is wrong; the empty field is the part itself.
    pub fn fault(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.put_fault(Fault::new(Severity::Error, field, code, message));
    }

    /// The same with what might help.
    pub fn fault_with_help(
        &mut self,
        field: &str,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.put_fault(Fault { help: help.into(), ..Fault::new(Severity::Error, field, code, message) });
    }

    /// Says that a field of the part at hand is probably not what was meant.
    pub fn warn(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.put_fault(Fault::new(Severity::Warning, field, code, message));
    }

    /// The same with what might help.
    pub fn warn_with_help(
        &mut self,
        field: &str,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.put_fault(Fault { help: help.into(), ..Fault::new(Severity::Warning, field, code, message) });
    }

    /// Says that a list of parts of the part at hand is empty where nothing comes of the part then.
    pub fn warn_if_empty(&mut self, field: &str, parts: &[Part], message: &str) {
        if parts.is_empty() {
            self.warn(field, "nothing-in-it", message);
        }
    }

    pub(super) fn put_fault(&mut self, mut fault: Fault) {
        // An included action says in its own file what is wrong with it; here only what comes of being included.
        let own = self.including.len() <= 1 || fault.code.starts_with("too-") || fault.code == "include-cycle";
        if self.dry > 0 || !own {
            return;
        }
        if let Some([_, ..]) = self.including.get(1..) {
            fault.field = "action".to_owned();
            fault.message = format!("in `{}`: {}", self.including.join("` > `"), fault.message);
            fault.character = 0;
        }
        self.pending.push(fault);
    }
}
