//! Checks of searches in formulas: their names and where they are valid.

use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::ChangeKind;

use super::Compiler;
use crate::diagnostic::did_you_mean;
use crate::formula::{Unknown, WantedSearch, WantedSought};

pub(crate) const CHANGED: &[(&str, ChangeKind)] = &[
    ("health", ChangeKind::Health),
    ("shield", ChangeKind::Shield),
    ("cell", ChangeKind::Cell),
    ("max_health", ChangeKind::MaxHealth),
    ("initiative", ChangeKind::Initiative),
    ("speed", ChangeKind::Speed),
    ("movement", ChangeKind::Movement),
];

/// Whether a skill path matches that of a skill or a group; the group may end with a slash.
pub(crate) fn is_in_group(path: &str, wanted: &str) -> bool {
    let wanted = wanted.trim_end_matches('/');
    wanted.is_empty() || path.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with("//"))
}

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

fn unknown(name: &str, what: &str, known: &[&str]) -> Unknown {
    let help = did_you_mean(name, known.iter().copied());
    let help = help.or_else(|| (!known.is_empty()).then(|| format!("known: {}", known.join(", "))));
    Unknown { code: "unknown-reference", message: format!("unknown {what} `{name}`"), help, target: None }
}

impl Compiler<'_> {
    pub(super) fn check_search(&self, wanted: &WantedSearch) -> Result<(), Unknown> {
        let names = self.tables.names;
        let among = |known: &[&str], what: &str, given: &[String]| {
            let missing = given.iter().find(|name| !known.contains(&name.as_str()));
            missing.map_or(Ok(()), |name| Err(unknown(name, what, known)))
        };
        let parameter: Vec<String> = wanted.parameter.iter().cloned().collect();
        among(&texts(&names.effect_source_parameters), "parameter", &parameter)?;
        match &wanted.sought {
            WantedSought::Items { categories, slots } => {
                among(&texts(&names.categories), "category of items", categories)?;
                among(&texts(&names.slots), "slot", slots)
            }
            WantedSought::Item { .. } | WantedSought::Skill { .. } => Ok(()),
            WantedSought::Skills { path } => {
                if names.skill_paths.iter().any(|known| is_in_group(known, path)) {
                    return Ok(());
                }
                let groups = |path: &String| -> Vec<String> {
                    let ends = path.match_indices("//").map(|(at, _)| at).chain([path.len()]);
                    ends.map(|end| path[..end].to_owned()).collect()
                };
                let mut known: Vec<String> = names.skill_paths.iter().flat_map(groups).collect();
                known.sort();
                known.dedup();
                Err(unknown(path, "skill or group", &texts(&known)))
            }
            WantedSought::Changes { of, .. } => {
                if self.drafts.is_empty() && !self.is_answer {
                    let message = "`effect()` needs the change that a reaction answers, so only actions and conditions \
                         of reactions can use it";
                    let code = "effect-out-of-place";
                    return Err(Unknown { code, message: message.to_owned(), ..Unknown::default() });
                }
                let columns = self.tables.columns.of(ColumnOf::Entity).map(|column| column.name.as_str());
                let known: Vec<&str> = CHANGED.iter().map(|(name, _)| *name).chain(columns).collect();
                among(&known, "number of units", of)
            }
        }
    }
}
