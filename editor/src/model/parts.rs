//! The tree of parts of the asset that is open: adding, moving, wrapping, copying. A part is known by its path, and what
//! it can hold by its fields; no kind is named here.

use super::Model;
use crate::Host;
use foretoken_action_assets::walk::{
    Value, fresh_name, is_within, names_in_scope, part_lists, split_part, walk, with_part, with_parts,
};
use foretoken_action_assets::{AnyAsset, KindRegistry, NameRole, Part};

/// Names that are always in scope.
pub const FIXED_NAMES: &[&str] = &["self", "cause", "here", "board"];

/// Where a part goes: a list's path, and the place in it.
pub type Place = (String, usize);

impl Model {
    /// The list at the asset's root that parts go to where none is selected: the first it has.
    #[must_use]
    pub fn root_list(&self, asset: &mut AnyAsset) -> Option<String> {
        part_lists(asset.inspect_mut()).first().map(|name| (*name).to_owned())
    }

    /// Where a new part goes: into the selected one if that can hold parts and holds none, else behind it; to the end of
    /// a list that is selected, or of the asset's own.
    #[must_use]
    pub fn place_for_new(&self, asset: &mut AnyAsset) -> Option<Place> {
        if let Some(count) = with_parts(asset.inspect_mut(), &self.selected, |parts| parts.len()) {
            return Some((self.selected.clone(), count));
        }
        let lists = with_part(asset.inspect_mut(), &self.selected, part_lists_with_counts).unwrap_or_default();
        if let Some((list, _)) = lists.first().filter(|_| lists.iter().all(|(_, count)| *count == 0)) {
            return Some((format!("{}.{list}", self.selected), 0));
        }
        if let Some((list, at)) = split_part(&self.selected)
            && with_part(asset.inspect_mut(), &self.selected, |_| ()).is_some()
        {
            return Some((list.to_owned(), at + 1));
        }
        let list = self.root_list(asset)?;
        let end = with_parts(asset.inspect_mut(), &list, |parts| parts.len())?;
        Some((list, end))
    }

    fn alter(&mut self, host: &mut dyn Host, label: &str, alter: impl FnOnce(&mut AnyAsset) -> Option<String>) -> bool {
        let Some(mut asset) = self.asset(host) else { return false };
        let Some(selected) = alter(&mut asset) else { return false };
        self.edit_open(host, label, "", asset);
        self.selected = selected;
        true
    }

    /// Adds a part of a kind with sensible names: what it declares is new, what it uses was declared last.
    pub fn add_part(&mut self, host: &mut dyn Host, kind: &str, place: Option<Place>) -> bool {
        let Some(kind) = host.library().registry().make(kind) else { return false };
        let Some(mut asset) = self.asset(host) else { return false };
        let Some((list, at)) = place.or_else(|| self.place_for_new(&mut asset)) else { return false };
        let mut part = Part::new(kind);
        let scope = names_in_scope(asset.inspect_mut(), &format!("{list}[{at}]"));
        let fresh = fresh_name(asset.inspect_mut());
        walk(&mut part, "", &mut |_, _, value| {
            if let Value::Name(name, role) = value {
                match (role, scope.last()) {
                    (NameRole::DeclaresTarget, _) => fresh.clone_into(name),
                    (NameRole::UsesTarget, Some(last)) if !FIXED_NAMES.contains(&name.as_str()) => {
                        last.clone_into(name)
                    }
                    _ => {}
                }
            }
        });
        let label = format!("add {}", part.kind.name());
        self.insert(host, &label, vec![part], (list, at))
    }

    fn insert(&mut self, host: &mut dyn Host, label: &str, new: Vec<Part>, (list, at): Place) -> bool {
        self.alter(host, label, |asset| {
            with_parts(asset.inspect_mut(), &list, |parts| {
                let at = at.min(parts.len());
                parts.splice(at..at, new);
                format!("{list}[{at}]")
            })
        })
    }

    /// The part at a path.
    #[must_use]
    pub fn part(&self, host: &dyn Host, path: &str) -> Option<Part> {
        with_part(self.asset(host)?.inspect_mut(), path, |part| part.clone())
    }

    /// Removes the part at a path; the next one is selected.
    pub fn remove_part(&mut self, host: &mut dyn Host, path: &str) -> bool {
        let Some((list, at)) = split_part(path) else { return false };
        let label = self.part(host, path).map_or_else(String::new, |part| format!("delete {}", part.kind.name()));
        self.alter(host, &label, |asset| {
            let left = with_parts(asset.inspect_mut(), list, |parts| {
                (at < parts.len()).then(|| parts.remove(at)).map(|_| parts.len())
            })??;
            Some(if left == 0 { String::new() } else { format!("{list}[{}]", at.min(left - 1)) })
        })
    }

    /// Copies the part at a path to the clipboard.
    pub fn copy_part(&mut self, host: &dyn Host, path: &str) {
        self.clipboard.clear();
        self.clipboard.extend(self.part(host, path));
    }

    /// Puts what is on the clipboard behind the selected part.
    pub fn paste(&mut self, host: &mut dyn Host) -> bool {
        let (new, Some(mut asset)) = (self.clipboard.clone(), self.asset(host)) else { return false };
        match self.place_for_new(&mut asset) {
            Some(place) if !new.is_empty() => self.insert(host, "paste", new, place),
            _ => false,
        }
    }

    /// Puts a copy of a part behind it.
    pub fn duplicate_part(&mut self, host: &mut dyn Host, path: &str) -> bool {
        let (Some(part), Some((list, at))) = (self.part(host, path), split_part(path)) else { return false };
        let label = format!("duplicate {}", part.kind.name());
        self.insert(host, &label, vec![part], (list.to_owned(), at + 1))
    }

    /// Moves the part at a path to a place, which is counted before it is taken out. A part goes nowhere within itself.
    pub fn move_part(&mut self, host: &mut dyn Host, path: &str, (list, at): Place) -> bool {
        let Some((from, index)) = split_part(path) else { return false };
        if is_within(&list, path) || from == list && (at == index || at == index + 1) {
            return false;
        }
        let label = self.part(host, path).map_or_else(String::new, |part| format!("move {}", part.kind.name()));
        self.alter(host, &label, |asset| {
            let part = with_part(asset.inspect_mut(), path, |part| part.clone())?;
            // First in at its place, then out where it was: the one that comes later in the list moves the other.
            with_parts(asset.inspect_mut(), &list, |parts| parts.insert(at.min(parts.len()), part))?;
            let shifted = from == list && at <= index;
            let old = shift(path, &list, at);
            let old = if shifted { format!("{from}[{}]", index + 1) } else { old };
            let (old_list, old_at) = split_part(&old)?;
            with_parts(asset.inspect_mut(), old_list, |parts| drop(parts.remove(old_at)))?;
            Some(unshift(&format!("{list}[{at}]"), old_list, old_at))
        })
    }

    /// Moves the part at a path by one place in its list.
    pub fn nudge_part(&mut self, host: &mut dyn Host, path: &str, down: bool) -> bool {
        let Some((list, at)) = split_part(path) else { return false };
        let place = if down { at + 2 } else { at.wrapping_sub(1) };
        if place == usize::MAX || down && self.part(host, &format!("{list}[{}]", at + 1)).is_none() {
            return false;
        }
        self.move_part(host, path, (list.to_owned(), place))
    }

    /// Puts the part at a path into a new one of a kind that can hold it.
    pub fn wrap_part(&mut self, host: &mut dyn Host, path: &str, kind: &str) -> bool {
        let Some(kind) = host.library().registry().make(kind) else { return false };
        let label = format!("wrap in {}", kind.name());
        self.alter(host, &label, |asset| {
            with_part(asset.inspect_mut(), path, |part| {
                let mut around = Part::new(kind);
                let list = part_lists(&mut around).first().copied()?;
                let inner = part.clone();
                with_parts(&mut around, list, |parts| parts.push(inner))?;
                *part = around;
                Some(path.to_owned())
            })?
        })
    }

    /// Puts what the part at a path holds in its place.
    pub fn unwrap_part(&mut self, host: &mut dyn Host, path: &str) -> bool {
        let (Some(mut part), Some((list, at))) = (self.part(host, path), split_part(path)) else { return false };
        let mut held = Vec::new();
        for name in part_lists(&mut part) {
            with_parts(&mut part, name, |parts| held.append(parts));
        }
        if held.is_empty() {
            return false;
        }
        let label = format!("unwrap {}", part.kind.name());
        self.alter(host, &label, |asset| {
            with_parts(asset.inspect_mut(), list, |parts| {
                parts.splice(at..=at, held);
                format!("{list}[{at}]")
            })
        })
    }
}

/// The lists of a part, and how many each holds.
fn part_lists_with_counts(part: &mut Part) -> Vec<(&'static str, usize)> {
    let lists = part_lists(part);
    lists.into_iter().map(|list| (list, with_parts(part, list, |parts| parts.len()).unwrap_or(0))).collect()
}

/// The kinds that can hold parts, by name.
#[must_use]
pub fn wrappers(registry: &KindRegistry) -> Vec<&'static str> {
    let holds = |make: fn() -> Box<dyn foretoken_action_assets::Kind>| !part_lists(&mut Part::new(make())).is_empty();
    registry.iter().filter(|kind| holds(kind.make)).map(|kind| kind.name).collect()
}

/// A path after something came into a list at a place.
fn shift(path: &str, list: &str, at: usize) -> String {
    moved(path, list, |index| if index >= at { index + 1 } else { index })
}

/// A path after something was taken out of a list at a place.
fn unshift(path: &str, list: &str, at: usize) -> String {
    moved(path, list, |index| if index > at { index - 1 } else { index })
}

fn moved(path: &str, list: &str, to: impl FnOnce(usize) -> usize) -> String {
    let rest = path.strip_prefix(list).and_then(|rest| rest.strip_prefix('['));
    let Some((index, behind)) = rest.and_then(|rest| rest.split_once(']')) else { return path.to_owned() };
    match index.parse() {
        Ok(index) => format!("{list}[{}]{behind}", to(index)),
        Err(_) => path.to_owned(),
    }
}
