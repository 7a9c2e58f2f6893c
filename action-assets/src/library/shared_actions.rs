//! Skills that share an action. A decision names a program, so each of several such skills that one unit may have gets a
//! copy of the action's program of its own: it is then offered, paid for and recharged by itself.

use std::collections::BTreeSet;

use foretoken_vm::TokenSet;

use super::Library;
use super::book::shown;
use super::effect_sources::path_of;
use crate::assets::{AnyAsset, AssetType, SkillAsset};

/// The name of a skill's own copy of an action's program.
pub(super) fn copy_name(action: &str, skill: &str) -> String {
    format!("{action}@{skill}")
}

impl Library {
    /// Adds the copies to the programs of the library's actions.
    pub(super) fn copy_shared_actions(&self, programs: &mut Vec<TokenSet>) {
        for name in self.skills_with_copies() {
            let Some(skill) = self.skill(name) else { continue };
            let Some(original) = programs.iter().find(|program| program.name == skill.action) else { continue };
            let title = shown(&skill.effect_source.title, name);
            let copy = TokenSet { name: copy_name(&skill.action, name), title, ..original.clone() };
            programs.push(copy);
        }
    }

    /// Names of skills that a unit may have together with another skill of the same action, where neither replaces the other.
    fn skills_with_copies(&self) -> BTreeSet<&str> {
        let of_items: BTreeSet<&str> = self
            .assets()
            .flat_map(|(_, _, asset)| match asset {
                AnyAsset::Item(item) => item.skills.iter().map(String::as_str).collect(),
                _ => Vec::new(),
            })
            .collect();
        let mut shared = BTreeSet::new();
        for (_, _, asset) in self.assets() {
            let AnyAsset::Unit(unit) = asset else { continue };
            let all: BTreeSet<&str> = unit.skills.iter().map(String::as_str).chain(of_items.iter().copied()).collect();
            let own: Vec<(&str, &SkillAsset)> =
                all.into_iter().filter_map(|name| self.skill(name).map(|skill| (name, skill))).collect();
            for (at, (name, skill)) in own.iter().enumerate() {
                for (other_name, other) in &own[at + 1..] {
                    // Of two ways to walk, or to wait, one is in place.
                    let replaces = skill.order != 0 && skill.order == other.order
                        || skill.replaces == path_of(other, other_name)
                        || other.replaces == path_of(skill, name);
                    if !skill.action.is_empty() && skill.action == other.action && !replaces {
                        shared.extend([*name, *other_name]);
                    }
                }
            }
        }
        shared
    }

    fn skill(&self, name: &str) -> Option<&SkillAsset> {
        match self.asset(AssetType::Skill, name) {
            Some(AnyAsset::Skill(skill)) => Some(skill),
            _ => None,
        }
    }
}
