//! Checks a whole pack for faults, with its demonstrations.

use super::Trouble;
use crate::assets::AssetType;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::library::Library;

/// Code of demonstration diagnostics.
const CODE: &str = "demonstration";

/// Whether a fault concerns a demonstration, which does not disable its asset.
#[must_use]
pub fn is_of_demonstration(fault: &Diagnostic) -> bool {
    fault.code == CODE
}

/// An item to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// All actions, and a scenario if given.
    Scenario(Option<String>),
    /// The demonstration of an action with this index.
    Demonstration(String, usize),
}

impl Library {
    /// Returns the faults of files, actions, scenarios and demonstrations, without duplicates.
    pub fn check_all(&self) -> Diagnostics {
        let mut all = self.faults();
        for check in self.checks() {
            self.check(&check, &mut all);
        }
        all
    }

    /// Returns the items that [`Self::check_all`] checks besides the files.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks: Vec<Check> =
            self.names_of(AssetType::Scenario).map(|name| Check::Scenario(Some(name.to_owned()))).collect();
        if checks.is_empty() {
            checks.push(Check::Scenario(None));
        }
        for (_, name, asset) in self.assets() {
            let drawn = asset.demonstrations().unwrap_or_default().iter().enumerate();
            let drawn = drawn.filter(|(_, own)| !own.is_empty());
            checks.extend(drawn.map(|(at, _)| Check::Demonstration(name.to_owned(), at)));
        }
        checks
    }

    /// Checks one item of [`Self::checks`] and adds its faults.
    pub fn check(&self, check: &Check, found: &mut Diagnostics) {
        match check {
            Check::Scenario(name) => found.append(self.compile_faults(name.as_deref())),
            Check::Demonstration(name, at) => self.check_demonstration(name, *at, found),
        }
    }

    fn check_demonstration(&self, name: &str, at: usize, found: &mut Diagnostics) {
        let is_faulty =
            |found: &Diagnostics, path: &str| found.errors().any(|fault| fault.file == path && fault.code != CODE);
        if is_faulty(found, &AssetType::Action.path(name)) {
            return;
        }
        let Some((action, drawn)) = self.action(name).and_then(|own| Some((own, own.demonstrations.get(at)?))) else {
            return;
        };
        let mut wrong = match drawn.play(self, name) {
            Err(Trouble::Faults(faults)) if faults.errors().any(|fault| is_faulty(found, &fault.file)) => Vec::new(),
            Err(trouble) => vec![trouble.told()],
            Ok(played) => drawn.compare(&played),
        };
        if action.demonstrations[..at].iter().any(|other| other.name == drawn.name) {
            let message = match drawn.name.as_str() {
                "" => "another demonstration has no name either".to_owned(),
                _ => "another demonstration has this name".to_owned(),
            };
            wrong.insert(0, ("name".to_owned(), message));
        }
        for (way, message) in wrong {
            if let Some(mut place) = self.place(AssetType::Action, name, found) {
                place.fault(
                    &format!("demonstration[{at}].{way}"),
                    CODE,
                    format!("{}: {message}", drawn.called()),
                    None,
                );
            }
        }
    }
}
