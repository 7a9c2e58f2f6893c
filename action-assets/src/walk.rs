//! An inspector that visits every value of an asset with its path, for renaming, references and searches.

use std::ops::RangeInclusive;

use crate::inspect::{Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
use crate::part::Part;
use crate::pattern::Pattern;

/// A visited value, which may be changed.
pub enum Value<'v> {
    /// See [`Inspector::text`].
    Text(&'v mut String),
    /// See [`Inspector::flag`].
    Flag(&'v mut bool),
    /// See [`Inspector::number`].
    Number(&'v mut i32, RangeInclusive<i32>),
    /// See [`Inspector::range`].
    Range(&'v mut (i32, i32), RangeInclusive<i32>),
    /// See [`Inspector::choice`].
    Choice(&'v mut usize, &'v [Choice]),
    /// See [`Inspector::choices`].
    Choices(&'v mut Vec<usize>, &'v [Choice]),
    /// See [`Inspector::formula`].
    Formula(&'v mut Formula),
    /// See [`Inspector::name`].
    Name(&'v mut String, NameRole),
    /// See [`Inspector::reference`]; also each item of [`Inspector::references`].
    Reference(&'v mut String, &'static str),
    /// See [`Inspector::references`]; visited before its items.
    References(&'v mut Vec<String>, &'static str),
    /// See [`Inspector::pattern`].
    Pattern(&'v mut Pattern),
    /// See [`Inspector::texts`].
    Texts(&'v mut Vec<String>),
    /// A list of parts, visited before them.
    Parts(&'v mut Vec<Part>),
    /// A part, visited before its fields.
    Part(&'v mut Part),
    /// A list of groups, visited before them.
    Groups(&'v mut dyn Groups),
}

/// Callback for each value: path, field and value.
pub type Visit<'v> = dyn FnMut(&str, Field, Value<'_>) + 'v;

/// Visits every value in `value`; `base` is its path.
pub fn walk(value: &mut dyn Inspect, base: &str, visit: &mut Visit<'_>) {
    let mut walker = Walker { path: base.to_owned(), visit };
    value.inspect(&mut walker);
}

/// Returns the references of an asset: path, type word and name.
pub fn references(value: &mut dyn Inspect) -> Vec<(String, &'static str, String)> {
    let mut found = Vec::new();
    walk(value, "", &mut |path, _, value| {
        if let Value::Reference(name, to) = value
            && !name.is_empty()
        {
            found.push((path.to_owned(), to, name.clone()));
        }
    });
    found
}

/// Returns the condition for a missing field, such as "`how: Cancel`".
pub fn exists_with(value: &mut dyn Inspect, lacking: &str) -> Option<String> {
    let mut switches: Vec<(&'static str, usize, Vec<String>)> = Vec::new();
    walk(value, "", &mut |path, field, value| match value {
        Value::Choice(now, options) if path == field.name => {
            switches.push((field.name, *now, options.iter().map(|option| option.name.to_owned()).collect()));
        }
        Value::Flag(now) if path == field.name => {
            switches.push((field.name, usize::from(*now), vec!["false".to_owned(), "true".to_owned()]));
        }
        _ => {}
    });
    let mut set = |switch: &str, to: usize| {
        let mut is_there = false;
        walk(value, "", &mut |path, _, value| {
            is_there |= path == lacking;
            match value {
                Value::Choice(now, _) if path == switch => *now = to,
                Value::Flag(now) if path == switch => *now = to == 1,
                _ => {}
            }
        });
        is_there
    };
    switches.into_iter().find_map(|(switch, now, options)| {
        let found = options.iter().enumerate().find(|&(at, _)| at != now && set(switch, at));
        let found = found.map(|(_, option)| format!("`{switch}: {option}`"));
        set(switch, now);
        found
    })
}

/// Renames references to an asset and returns their number.
pub fn rename_references(value: &mut dyn Inspect, to: &str, old: &str, new: &str) -> usize {
    let mut count = 0;
    walk(value, "", &mut |_, _, value| {
        if let Value::Reference(name, kind) = value
            && kind == to
            && name == old
        {
            new.clone_into(name);
            count += 1;
        }
    });
    count
}

/// Returns the root lists with references of a type, and whether each contains `name`.
pub fn lists_of(value: &mut dyn Inspect, to: &str, name: &str) -> Vec<(&'static str, bool)> {
    let mut found = Vec::new();
    walk(value, "", &mut |path, field, value| {
        if let Value::References(names, of) = value
            && of == to
            && path == field.name
        {
            found.push((field.name, names.iter().any(|own| own == name)));
        }
    });
    found
}

/// Appends a reference to a list; false if it is missing.
pub fn add_reference(value: &mut dyn Inspect, list: &str, name: &str) -> bool {
    let mut is_added = false;
    walk(value, "", &mut |path, _, value| {
        if let Value::References(names, _) = value
            && path == list
        {
            names.push(name.to_owned());
            is_added = true;
        }
    });
    is_added
}

/// Calls `act` with the list of parts at a path.
pub fn with_parts<R>(value: &mut dyn Inspect, list: &str, act: impl FnOnce(&mut Vec<Part>) -> R) -> Option<R> {
    let (mut act, mut result) = (Some(act), None);
    walk(value, "", &mut |path, _, value| {
        if let Value::Parts(parts) = value
            && path == list
            && let Some(act) = act.take()
        {
            result = Some(act(parts));
        }
    });
    result
}

/// Calls `act` with the part at a path, if it exists.
pub fn with_part<R>(value: &mut dyn Inspect, part: &str, act: impl FnOnce(&mut Part) -> R) -> Option<R> {
    let (list, at) = split_part(part)?;
    with_parts(value, list, |parts| parts.get_mut(at).map(act)).flatten()
}

/// Returns the names of the fields that contain parts.
pub fn part_lists(value: &mut dyn Inspect) -> Vec<&'static str> {
    let mut found = Vec::new();
    walk(value, "", &mut |path, field, value| {
        if matches!(value, Value::Parts(_)) && path == field.name {
            found.push(field.name);
        }
    });
    found
}

/// Splits the path of a part: `body[2].then[0]` gives `body[2].then` and 0.
pub fn split_part(path: &str) -> Option<(&str, usize)> {
    let (list, rest) = path.rsplit_once('[')?;
    Some((list, rest.strip_suffix(']')?.parse().ok()?))
}

/// Splits a path at its innermost part: `body[2].area[1]` gives `body[2]` and `area[1]`.
pub fn part_of<'p>(value: &mut dyn Inspect, path: &'p str) -> (&'p str, &'p str) {
    let mut longest = 0;
    walk(value, "", &mut |at, _, value| {
        if matches!(value, Value::Part(_)) && is_within(path, at) {
            longest = longest.max(at.len());
        }
    });
    (&path[..longest], path[longest..].trim_start_matches('.'))
}

/// Appends a step to a path and returns its former length, for truncation.
pub fn step_into(path: &mut String, step: &str) -> usize {
    let length = path.len();
    if length > 0 && !step.starts_with('[') {
        path.push('.');
    }
    path.push_str(step);
    length
}

/// Whether a path equals another or is below it.
pub fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns the targets in scope of a part, in order of declaration.
pub fn names_in_scope(value: &mut dyn Inspect, part: &str) -> Vec<String> {
    let mut around: Vec<String> = Vec::new();
    walk(value, "", &mut |path, _, value| {
        if let (Value::Parts(_), Some((holder, _))) = (value, path.rsplit_once('.')) {
            around.push(holder.to_owned());
        }
    });
    let mut found: Vec<String> = Vec::new();
    walk(value, "", &mut |path, _, value| {
        let Value::Name(name, NameRole::DeclaresTarget) = value else { return };
        let Some((declaring, _)) = path.rsplit_once('.') else { return };
        let Some((list, at)) = split_part(declaring) else { return };
        // The part itself, or its ancestor in the same list as the declaration.
        let place = part.strip_prefix(list).and_then(|rest| rest.strip_prefix('['));
        let place = place.and_then(|rest| rest.split_once(']')?.0.parse::<usize>().ok());
        let holds = part != declaring && is_within(part, declaring);
        // A target that a loop declares exists only in its body.
        let is_theirs = around.iter().any(|holder| holder == declaring);
        if (holds || !is_theirs && place.is_some_and(|place| at < place)) && !name.is_empty() {
            found.retain(|known| known != name);
            found.push(name.clone());
        }
    });
    found
}

/// Returns an unused name such as `T3`.
pub fn fresh_name(value: &mut dyn Inspect) -> String {
    let mut known = Vec::new();
    walk(value, "", &mut |_, _, value| {
        if let Value::Name(name, NameRole::DeclaresTarget) = value {
            known.push(name.clone());
        }
    });
    let mut number = 1;
    loop {
        let name = format!("T{number}");
        if !known.contains(&name) {
            return name;
        }
        number += 1;
    }
}

struct Walker<'w, 'v> {
    path: String,
    visit: &'w mut Visit<'v>,
}

impl Walker<'_, '_> {
    fn at(&mut self, field: Field, value: Value<'_>) {
        self.inside(field.name, |walker| (walker.visit)(&walker.path, field, value));
    }

    fn inside(&mut self, step: &str, act: impl FnOnce(&mut Self)) {
        let length = step_into(&mut self.path, step);
        act(self);
        self.path.truncate(length);
    }
}

impl Inspector for Walker<'_, '_> {
    fn text(&mut self, field: Field, value: &mut String) {
        self.at(field, Value::Text(value));
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        self.at(field, Value::Flag(value));
    }

    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>) {
        self.at(field, Value::Number(value, range));
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>) {
        self.at(field, Value::Range(value, bounds));
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        self.at(field, Value::Choice(value, options));
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        self.at(field, Value::Choices(value, options));
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        self.at(field, Value::Formula(value));
    }

    fn name(&mut self, field: Field, value: &mut String, role: NameRole) {
        self.at(field, Value::Name(value, role));
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        self.at(field, Value::Reference(value, to));
    }

    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        self.inside(field.name, |walker| {
            (walker.visit)(&walker.path, field, Value::References(value, to));
            for (index, name) in value.iter_mut().enumerate() {
                walker.inside(&format!("[{index}]"), |walker| {
                    (walker.visit)(&walker.path, field, Value::Reference(name, to));
                });
            }
        });
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.at(field, Value::Pattern(value));
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        self.at(field, Value::Texts(value));
    }

    fn parts(&mut self, field: Field, value: &mut Vec<Part>) {
        self.inside(field.name, |walker| {
            (walker.visit)(&walker.path, field, Value::Parts(value));
            for (index, part) in value.iter_mut().enumerate() {
                walker.inside(&format!("[{index}]"), |walker| {
                    (walker.visit)(&walker.path, field, Value::Part(part));
                    part.inspect(walker);
                });
            }
        });
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        self.inside(field.name, |walker| value.inspect(walker));
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        self.inside(field.name, |walker| {
            (walker.visit)(&walker.path, field, Value::Groups(value));
            for index in 0..value.len() {
                if let Some(item) = value.get(index) {
                    walker.inside(&format!("[{index}]"), |walker| item.inspect(walker));
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, AnyAsset, AssetType, Diagnostics, KindRegistry};

    fn action(body: &str) -> Action {
        let text = format!("Action(body: [{body}])");
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(AssetType::Action, "a.ron", text.as_bytes(), &KindRegistry::core(), &mut faults);
        assert!(faults.is_empty(), "{}", faults.render());
        match read.expect("an action").0 {
            AnyAsset::Action(action) => action,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parts_and_their_fields_have_the_paths_of_diagnostics() {
        let body = r#"Wait, Branch(if: 1, then: [Push(target: "T1")]), DeclareTarget(name: "T9")"#;
        let mut action = action(body);
        let path = "body[1].then[0]";
        assert_eq!(with_part(&mut action, path, |part| part.kind.name()), Some("Push"));
        assert_eq!(part_of(&mut action, "body[1].then[0].distance"), (path, "distance"));
        assert_eq!(part_of(&mut action, "title"), ("", "title"));
        assert_eq!(split_part(path), Some(("body[1].then", 0)));
        assert_eq!(fresh_name(&mut action), "T1");
    }

    #[test]
    fn scope_is_lexical() {
        let body = r#"DeclareTarget(name: "T1"), ActionList(body: [DeclareTarget(name: "T2"), Wait]), Wait,
            DeclareTarget(name: "T3")"#;
        let mut action = action(body);
        assert_eq!(names_in_scope(&mut action, "body[1].body[1]"), ["T1", "T2"]);
        assert_eq!(names_in_scope(&mut action, "body[2]"), ["T1"]);
        assert_eq!(names_in_scope(&mut action, "body[4]"), ["T1", "T3"]);
        assert_eq!(fresh_name(&mut action), "T4");
    }

    #[test]
    fn the_target_of_a_loop_is_in_scope_within_it_alone() {
        let mut action = action(r#"DeclareTarget(name: "T1"), ForEach(target: "T1", name: "T2", body: [Wait]), Wait"#);
        assert_eq!(names_in_scope(&mut action, "body[1].body[0]"), ["T1", "T2"]);
        assert_eq!(names_in_scope(&mut action, "body[1].body[1]"), ["T1", "T2"], "behind the last part in it");
        assert_eq!(names_in_scope(&mut action, "body[2]"), ["T1"]);
    }
}
