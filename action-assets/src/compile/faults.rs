//! Faults and warnings of the current part.

use super::{Compiler, Fault, Severity};
use crate::diagnostic::Diagnostic;
use crate::part::{Part, Spans};

impl Compiler<'_> {
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

    /// Reports an error in a field; the empty field is the part itself.
    pub fn fault(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.put_fault(Fault::new(Severity::Error, field, code, message));
    }

    /// Reports an error with help.
    pub fn fault_with_help(
        &mut self,
        field: &str,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.put_fault(Fault { help: help.into(), ..Fault::new(Severity::Error, field, code, message) });
    }

    /// Reports a warning in a field of the current part.
    pub fn warn(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.put_fault(Fault::new(Severity::Warning, field, code, message));
    }

    /// Reports a warning with help.
    pub fn warn_with_help(
        &mut self,
        field: &str,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.put_fault(Fault { help: help.into(), ..Fault::new(Severity::Warning, field, code, message) });
    }

    /// Warns if a list of parts is empty.
    pub fn warn_if_empty(&mut self, field: &str, parts: &[Part], message: &str) {
        if parts.is_empty() {
            self.warn(field, "nothing-in-it", message);
        }
    }

    pub(super) fn put_fault(&mut self, mut fault: Fault) {
        // An included action reports its own faults in its own file, so only faults of the inclusion count here.
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
