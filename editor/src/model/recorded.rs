//! Demonstrations that played as recorded. If the start changed since then, the designer is arranging it; otherwise a
//! difference is a fault.

use foretoken_action_assets::Demonstration;
use std::collections::BTreeMap;

/// Demonstrations as recorded, by the file of their action.
#[derive(Debug, Default)]
pub struct Recorded(BTreeMap<String, Vec<Demonstration>>);

fn has_same_end(one: &Demonstration, other: &Demonstration) -> bool {
    (&one.after, &one.facts) == (&other.after, &other.facts)
}

fn has_same_start(one: &Demonstration, other: &Demonstration) -> bool {
    let start = |own: &Demonstration| (own.before.clone(), own.start.clone(), own.answers.clone(), own.rounds);
    start(one) == start(other)
}

impl Recorded {
    /// Stores that a demonstration of a file plays as recorded.
    pub fn note(&mut self, file: &str, drawn: &Demonstration) {
        let of_file = self.0.entry(file.to_owned()).or_default();
        if !of_file.iter().any(|known| has_same_end(known, drawn) && has_same_start(known, drawn)) {
            of_file.push(drawn.clone());
        }
    }

    /// Returns whether the start changed since the recording, or nothing is recorded.
    #[must_use]
    pub fn is_outdated(&self, file: &str, drawn: &Demonstration) -> bool {
        let mut alike = self.0.get(file).into_iter().flatten().filter(|known| has_same_end(known, drawn)).peekable();
        drawn.after.is_empty() || alike.peek().is_some() && !alike.any(|known| has_same_start(known, drawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(before: &str, after: &str) -> Demonstration {
        let rows = |row: &str| if row.is_empty() { vec![] } else { vec![row.to_owned()] };
        Demonstration { before: rows(before), after: rows(after), ..Demonstration::default() }
    }

    #[test]
    fn a_start_that_was_changed_is_told_from_an_end_that_is_another() {
        let mut recorded = Recorded::default();
        recorded.note("a.ron", &drawn("Ab.", "A.b"));
        let is_outdated = |before, after| recorded.is_outdated("a.ron", &drawn(before, after));
        assert!(!is_outdated("Ab.", "A.b"), "it is as it was recorded");
        assert!(is_outdated("A.b", "A.b"), "the start is another");
        assert!(!is_outdated("A.b", ".Ab"), "of that record nothing is known");
        assert!(is_outdated("Ab.", ""), "there is no record");
        assert!(!recorded.is_outdated("b.ron", &drawn("A.b", "A.b")), "each file has its own");
    }
}
