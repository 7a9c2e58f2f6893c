//! Copies of programs for skills that share an action, so that each has its own cost and recharge.

use std::collections::BTreeSet;

use foretoken_vm::TokenSet;

use super::Library;
use super::book::shown;
use super::effect_sources::path_of;
use crate::assets::{AnyAsset, AssetType, SkillAsset};

pub(super) fn copy_name(action: &str, skill: &str) -> String {
    format!("{action}@{skill}")
}

impl Library {
    pub(super) fn copy_shared_actions(&self, programs: &mut Vec<TokenSet>) {
        for name in self.skills_with_copies() {
            let Some(skill) = self.skill(name) else { continue };
            let Some(original) = programs.iter().find(|program| program.name == skill.action) else { continue };
            let title = shown(&skill.effect_source.title, name);
            let copy = TokenSet { name: copy_name(&skill.action, name), title, ..original.clone() };
            programs.push(copy);
        }
    }

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
                    // Of two skills to walk or wait, one replaces the other.
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
