//! Edits of the part tree of the open asset: add, move, wrap, copy. Parts are found by path and their contents by
//! fields, so no kind is named here.

use super::Model;
use super::clip::{parts_of, text_of};
use crate::EditorError;
use crate::Host;
use foretoken_action_assets::walk::{
    Value, fresh_name, is_within, names_in_scope, part_lists, part_of, split_part, walk, with_part, with_parts,
};
use foretoken_action_assets::{AnyAsset, Inspect, KindRegistry, NameRole, Part};

/// Names that are always in scope.
pub const FIXED_NAMES: &[&str] = &["self", "cause", "here", "board"];

/// Position of a part: path of the list, and index.
pub type PartPosition = (String, usize);

/// Consecutive parts: path of their list, first index, count.
type Run = (String, usize, usize);

impl Model {
    /// Returns the first list at the asset's root, which receives parts if none is selected.
    #[must_use]
    pub fn root_list(&self, asset: &mut AnyAsset) -> Option<String> {
        part_lists(asset.inspect_mut()).first().map(|name| (*name).to_owned())
    }

    /// Returns the position of a new part: inside the selected part if it is an empty container, else after the
    /// selection or at the end of the list.
    #[must_use]
    pub fn place_for_new(&self, asset: &mut AnyAsset) -> Option<PartPosition> {
        let chosen = self.chosen();
        let last = chosen.last().map_or("", String::as_str);
        if let Some(count) = with_parts(asset.inspect_mut(), last, |parts| parts.len()) {
            return Some((last.to_owned(), count));
        }
        let lists = with_part(asset.inspect_mut(), last, part_lists_with_counts).unwrap_or_default();
        if let Some((list, _)) = lists.first().filter(|_| chosen.len() == 1 && lists.iter().all(|(_, held)| *held == 0))
        {
            return Some((format!("{last}.{list}"), 0));
        }
        if let Some((list, at)) = split_part(last)
            && with_part(asset.inspect_mut(), last, |_| ()).is_some()
        {
            return Some((list.to_owned(), at + 1));
        }
        let list = self.root_list(asset)?;
        let end = with_parts(asset.inspect_mut(), &list, |parts| parts.len())?;
        Some((list, end))
    }

    /// Edits a copy of the open asset. The closure returns the new selection: list, first index and count; `None` for
    /// the asset itself.
    fn alter(&mut self, host: &mut dyn Host, label: &str, alter: impl FnOnce(&mut AnyAsset) -> Option<Run>) {
        let Some(mut asset) = self.asset(host) else { return };
        let Some((list, first, count)) = alter(&mut asset) else { return };
        let (before, done) = (self.chosen(), self.history.done());
        self.edit_open(host, label, "", asset);
        match count {
            0 => self.select(""),
            _ => self.select_run(&list, first, count),
        }
        if self.history.done() > done {
            self.history.set_selected([before, self.chosen()]);
        }
    }

    /// Adds a part with sensible names. It refers to the last declared target or to the target of the part around it.
    /// If a nested part has no target, a declaring part is added first. A part at the top level refers to the acting
    /// unit.
    pub fn add_part(&mut self, host: &mut dyn Host, kind: &str, place: Option<PartPosition>) {
        let Some(kind) = host.library().registry().make(kind) else { return };
        let Some(mut asset) = self.asset(host) else { return };
        let Some((list, at)) = place.or_else(|| self.place_for_new(&mut asset)) else { return };
        let mut part = Part::new(kind);
        let scope = names_in_scope(asset.inspect_mut(), &format!("{list}[{at}]"));
        let fresh = fresh_name(asset.inspect_mut());
        let mut aimed = aim_of_holder(asset.inspect_mut(), &list, &scope).or_else(|| scope.last().cloned());
        let mut declared = None;
        if aimed.is_none() && list.contains('[') && is_aimed(&mut part) {
            declared = declaring(host.library().registry(), &fresh);
            aimed = declared.is_some().then(|| fresh.clone());
        }
        let aimed = aimed.unwrap_or_else(|| "self".to_owned());
        walk(&mut part, "", &mut |_, _, value| {
            if let Value::Name(name, role) = value {
                match role {
                    NameRole::DeclaresTarget if is_numbered(name) || scope.contains(name) => fresh.clone_into(name),
                    NameRole::DeclaresTarget => {}
                    NameRole::UsesTarget if !name.is_empty() && !FIXED_NAMES.contains(&name.as_str()) => {
                        aimed.clone_into(name)
                    }
                    NameRole::UsesTarget => {}
                }
            }
        });
        let label = format!("add {}", part.kind.name());
        let Some(declared) = declared else { return self.insert(host, &label, vec![part], (list, at)) };
        self.alter(host, &label, |asset| {
            let at = with_parts(asset.inspect_mut(), &list, |parts| {
                let at = at.min(parts.len());
                parts.insert(at, part);
                at
            })?;
            let (root, rest) = list.split_once('[')?;
            let (outermost, within) = rest.split_once(']')?;
            let before: usize = outermost.parse().ok()?;
            with_parts(asset.inspect_mut(), root, |parts| parts.insert(before, declared))?;
            Some((format!("{root}[{}]{within}", before + 1), at, 1))
        });
    }

    fn insert(&mut self, host: &mut dyn Host, label: &str, new: Vec<Part>, (list, at): PartPosition) {
        self.alter(host, label, |asset| {
            with_parts(asset.inspect_mut(), &list, |parts| {
                let (at, count) = (at.min(parts.len()), new.len());
                parts.splice(at..at, new);
                (list.clone(), at, count)
            })
        });
    }

    /// Returns the part at a path.
    #[must_use]
    pub fn part(&self, host: &dyn Host, path: &str) -> Option<Part> {
        with_part(self.asset(host)?.inspect_mut(), path, |part| part.clone())
    }

    /// Returns the parts at these paths, in their order.
    #[must_use]
    pub fn parts_at(&self, host: &dyn Host, paths: &[String]) -> Vec<Part> {
        paths.iter().filter_map(|path| self.part(host, path)).collect()
    }

    fn label(&self, host: &dyn Host, what: &str, paths: &[String]) -> String {
        match paths {
            [one] => self.part(host, one).map_or_else(String::new, |part| format!("{what} {}", part.kind.name())),
            more => format!("{what} {} parts", more.len()),
        }
    }

    /// Removes parts of one list and selects the next one.
    pub fn remove_parts(&mut self, host: &mut dyn Host, paths: &[String]) {
        let Some((list, places)) = places(paths) else { return };
        let label = self.label(host, "delete", paths);
        self.alter(host, &label, |asset| {
            let left = with_parts(asset.inspect_mut(), list, |parts| {
                let taken = take(parts, &places);
                (!taken.is_empty()).then_some(parts.len())
            })??;
            Some((list.to_owned(), places[0].min(left.saturating_sub(1)), left.min(1)))
        });
    }

    /// Copies parts and returns them as text for the system's clipboard.
    pub fn copy_parts(&mut self, host: &dyn Host, paths: &[String]) -> String {
        let copied = self.parts_at(host, paths);
        if copied.is_empty() {
            return String::new();
        }
        self.clipboard = copied;
        text_of(&self.clipboard)
    }

    /// Pastes after the selected part. `text` is the system's clipboard and takes priority. A notice reports faults in
    /// it.
    pub fn paste(&mut self, host: &mut dyn Host, text: Option<&str>) {
        let new = match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => parts_of(text, host.library().registry()),
            None if self.clipboard.is_empty() => Err(EditorError::NoPart),
            None => Ok(self.clipboard.clone()),
        };
        let new = match new {
            Ok(new) => new,
            Err(reason) => return self.tell(reason.to_string()),
        };
        if let Some(place) = self.asset(host).and_then(|mut asset| self.place_for_new(&mut asset)) {
            self.insert(host, "paste", new, place);
        }
    }

    /// Puts copies of parts of one list after the last of them.
    pub fn duplicate_parts(&mut self, host: &mut dyn Host, paths: &[String]) {
        let Some((list, places)) = places(paths) else { return };
        let (label, new) = (self.label(host, "duplicate", paths), self.parts_at(host, paths));
        let behind = places.last().map_or(0, |last| last + 1);
        self.insert(host, &label, new, (list.to_owned(), behind));
    }

    /// Moves parts of one list to a position, counted before their removal. A part cannot move into itself.
    pub fn move_parts(&mut self, host: &mut dyn Host, paths: &[String], (list, at): PartPosition) {
        let Some((from, places)) = places(paths) else { return };
        let (first, last) = (places[0], places[places.len() - 1]);
        let stays = from == list && last - first + 1 == places.len() && (first..=last + 1).contains(&at);
        if stays || paths.iter().any(|path| is_within(&list, path)) {
            return;
        }
        let label = self.label(host, "move", paths);
        self.alter(host, &label, |asset| {
            let taken = with_parts(asset.inspect_mut(), from, |parts| take(parts, &places))?;
            // Removing parts before the position shifts it, in its own list or in an enclosing one.
            let before = places.iter().filter(|&&place| from == list && place < at).count();
            let list = places.iter().rev().fold(list, |list, &place| unshift(&list, from, place));
            with_parts(asset.inspect_mut(), &list, |parts| {
                let (at, count) = ((at - before).min(parts.len()), taken.len());
                parts.splice(at..at, taken);
                (list.clone(), at, count)
            })
        });
    }

    /// Moves parts of one list up or down by one.
    pub fn nudge_parts(&mut self, host: &mut dyn Host, paths: &[String], down: bool) {
        let Some((list, places)) = places(paths) else { return };
        let (first, last) = (places[0], places[places.len() - 1]);
        if down && self.part(host, &format!("{list}[{}]", last + 1)).is_none() || !down && first == 0 {
            return;
        }
        self.move_parts(host, paths, (list.to_owned(), if down { last + 2 } else { first - 1 }));
    }

    /// Wraps parts of one list in a new part. A new loop iterates over the target of the parts, which then refer to its
    /// variable.
    pub fn wrap_parts(&mut self, host: &mut dyn Host, paths: &[String], kind: &str) {
        let Some(kind) = host.library().registry().make(kind) else { return };
        let Some((list, places)) = places(paths) else { return };
        let label = format!("wrap in {}", kind.name());
        let mut around = Part::new(kind);
        let Some(inner) = part_lists(&mut around).first().copied() else { return };
        self.alter(host, &label, |asset| {
            let at = *places.first()?;
            let scope = names_in_scope(asset.inspect_mut(), &format!("{list}[{at}]"));
            let fresh = fresh_name(asset.inspect_mut());
            with_parts(asset.inspect_mut(), list, |parts| {
                let taken = take(parts, &places);
                with_parts(&mut around, inner, |held| *held = taken)?;
                aim_within(&mut around, &scope, &fresh);
                let at = at.min(parts.len());
                parts.insert(at, around);
                Some((list.to_owned(), at, 1))
            })?
        });
    }

    /// Replaces a part by its contents.
    pub fn unwrap_part(&mut self, host: &mut dyn Host, path: &str) {
        let (Some(mut part), Some((list, at))) = (self.part(host, path), split_part(path)) else { return };
        let mut held = Vec::new();
        for name in part_lists(&mut part) {
            with_parts(&mut part, name, |parts| held.append(parts));
        }
        if held.is_empty() {
            return;
        }
        let label = format!("unwrap {}", part.kind.name());
        self.alter(host, &label, |asset| {
            with_parts(asset.inspect_mut(), list, |parts| {
                let count = held.len();
                parts.splice(at..=at, held);
                (list.to_owned(), at, count)
            })
        });
    }
}

fn is_numbered(name: &str) -> bool {
    name.strip_prefix('T').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Makes a new loop iterate over the target of its contents, which then refer to its variable. `scope` lists the names
/// in scope, and `fresh` is an unused name.
fn aim_within(around: &mut Part, scope: &[String], fresh: &str) {
    let declares = own_name(around, NameRole::DeclaresTarget).is_some();
    if !declares || own_name(around, NameRole::UsesTarget).is_none() {
        return;
    }
    let used = used_from_outside(around);
    let is_declared = |name: &&String| scope.contains(name);
    let aimed = used
        .iter()
        .map(|(_, name)| name)
        .find(is_declared)
        .or_else(|| scope.last().or(used.first().map(|(_, name)| name)));
    let Some(aimed) = aimed.cloned() else { return };
    let mut item = String::new();
    walk(around, "", &mut |path, field, value| match value {
        Value::Name(name, role) if path == field.name => match role {
            NameRole::UsesTarget => aimed.clone_into(name),
            NameRole::DeclaresTarget => {
                if scope.contains(name) || used.iter().any(|(_, used)| used == name) {
                    fresh.clone_into(name);
                }
                item.clone_from(name);
            }
        },
        Value::Name(name, _) if used.iter().any(|(at, used)| at == path && *used == aimed) => item.clone_into(name),
        _ => {}
    });
}

/// Returns the target that the nearest enclosing part suggests, unless the list declares one. `scope` lists the names
/// in scope at the end of the list.
fn aim_of_holder(asset: &mut dyn Inspect, list: &str, scope: &[String]) -> Option<String> {
    let mut list = list;
    loop {
        let (holder, field) = part_of(asset, list);
        if holder.is_empty() {
            return None;
        }
        if let Some(aim) = with_part(asset, holder, |part| part.kind.usual_target(field)).flatten() {
            let around = names_in_scope(asset, holder);
            return scope.iter().all(|name| around.contains(name)).then(|| aim.to_owned());
        }
        list = split_part(holder)?.0;
    }
}

fn is_aimed(part: &mut Part) -> bool {
    own_name(part, NameRole::UsesTarget).is_some_and(|name| !name.is_empty() && !FIXED_NAMES.contains(&name.as_str()))
}

fn declaring(registry: &KindRegistry, name: &str) -> Option<Part> {
    let mut fresh = registry.iter().filter_map(|kind| registry.make(kind.name)).map(Part::new);
    let mut declared = fresh.find(|part| {
        let mut part = Part::new(part.kind.fresh());
        own_name(&mut part, NameRole::DeclaresTarget).is_some() && part_lists(&mut part).is_empty()
    })?;
    walk(&mut declared, "", &mut |_, _, value| {
        if let Value::Name(own, NameRole::DeclaresTarget) = value {
            name.clone_into(own);
        }
    });
    Some(declared)
}

fn own_name(part: &mut Part, wanted: NameRole) -> Option<String> {
    let mut found = None;
    walk(part, "", &mut |path, field, value| {
        if let Value::Name(name, role) = value
            && role == wanted
            && path == field.name
        {
            found.get_or_insert_with(|| name.clone());
        }
    });
    found
}

fn used_from_outside(around: &mut Part) -> Vec<(String, String)> {
    let mut uses = Vec::new();
    walk(around, "", &mut |path, field, value| {
        if let Value::Name(name, NameRole::UsesTarget) = value
            && path != field.name
            && !name.is_empty()
        {
            uses.push((path.to_owned(), name.clone()));
        }
    });
    uses.retain(|(path, name)| {
        let (part, _) = part_of(around, path);
        !names_in_scope(around, part).contains(name)
    });
    uses
}

fn part_lists_with_counts(part: &mut Part) -> Vec<(&'static str, usize)> {
    let lists = part_lists(part);
    lists.into_iter().map(|list| (list, with_parts(part, list, |parts| parts.len()).unwrap_or(0))).collect()
}

/// Returns the kinds that can hold parts.
#[must_use]
pub fn wrappers(registry: &KindRegistry) -> Vec<&'static str> {
    let holds = |make: fn() -> Box<dyn foretoken_action_assets::Kind>| !part_lists(&mut Part::new(make())).is_empty();
    registry.iter().filter(|kind| holds(kind.make)).map(|kind| kind.name).collect()
}

/// Returns the common list of these paths and their sorted indices; `None` if they are not all in one list.
fn places(paths: &[String]) -> Option<(&str, Vec<usize>)> {
    let (list, _) = split_part(paths.first()?)?;
    let place = |path| split_part(path).filter(|(of, _)| *of == list).map(|(_, at)| at);
    let mut places: Vec<usize> = paths.iter().map(|path| place(path)).collect::<Option<_>>()?;
    places.sort_unstable();
    places.dedup();
    Some((list, places))
}

fn take(parts: &mut Vec<Part>, places: &[usize]) -> Vec<Part> {
    if places.last().is_none_or(|&last| last >= parts.len()) {
        return Vec::new();
    }
    let mut taken: Vec<Part> = places.iter().rev().map(|&at| parts.remove(at)).collect();
    taken.reverse();
    taken
}

fn unshift(path: &str, list: &str, at: usize) -> String {
    let rest = path.strip_prefix(list).and_then(|rest| rest.strip_prefix('['));
    let Some((index, behind)) = rest.and_then(|rest| rest.split_once(']')) else { return path.to_owned() };
    match index.parse::<usize>() {
        Ok(index) if index > at => format!("{list}[{}]{behind}", index - 1),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics};

    fn check(kind: &str, scope: &[&str], body: &str, expected: &str) {
        let registry = KindRegistry::core();
        let read = |body: &str| {
            let text = format!("Action(body: [{body}])");
            let mut faults = Diagnostics::new();
            let read = AnyAsset::read(AssetType::Action, "a.ron", text.as_bytes(), &registry, &mut faults);
            assert!(faults.is_empty(), "{}", faults.render());
            read.expect("an action").0
        };
        let mut around = Part::new(registry.make(kind).expect("a kind"));
        let mut parts = Vec::new();
        with_parts(read(body).inspect_mut(), "body", |own| parts.append(own));
        with_parts(&mut around, "body", |held| *held = parts);
        let scope: Vec<String> = scope.iter().map(|&name| name.to_owned()).collect();
        aim_within(&mut around, &scope, "T9");
        let mut wrapped = read("");
        with_parts(wrapped.inspect_mut(), "body", |own| own.push(around));
        let mut wanted = read(expected);
        assert_eq!(text_of_body(&mut wrapped), text_of_body(&mut wanted));
    }

    fn text_of_body(asset: &mut AnyAsset) -> String {
        with_parts(asset.inspect_mut(), "body", |parts| text_of(parts)).expect("a body")
    }

    #[test]
    fn what_is_wrapped_in_a_loop_aims_at_what_the_loop_is_at() {
        check(
            "ForEach",
            &["T1", "T2", "T3"],
            "Damage(target: \"T2\"), Stun(target: \"T3\"), Heal(target: \"self\"), Push(target: \"T2\")",
            "ForEach(target: \"T2\", body: [Damage(target: \"each\"), Stun(target: \"T3\"), \
             Heal(target: \"self\"), Push(target: \"each\")])",
        );
        check(
            "ForEach",
            &["T1"],
            "DeclareTarget(name: \"T2\", from: \"T1\"), Damage(target: \"T2\"), Heal(target: \"self\")",
            "ForEach(target: \"T1\", body: [DeclareTarget(name: \"T2\", from: \"each\"), \
             Damage(target: \"T2\"), Heal(target: \"self\")])",
        );
        check(
            "ForEach",
            &["T1", "each"],
            "Damage(target: \"each\")",
            "ForEach(target: \"each\", name: \"T9\", body: [Damage(target: \"T9\")])",
        );
        check("ForEach", &[], "Heal(target: \"self\")", "ForEach(target: \"self\", body: [Heal(target: \"each\")])");
        check("Delay", &["T1"], "Damage(target: \"T1\")", "Delay(body: [Damage(target: \"T1\")])");
    }
}
