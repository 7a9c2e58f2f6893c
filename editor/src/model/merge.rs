//! Merging an asset that changed both here and on disk: the differences, and the asset that results from the choices.

use crate::EditorError;
use foretoken_action_assets::syntax::FieldNode;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, KindRegistry, Node, NodeKind, print};

/// Version of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Version edited here.
    Mine,
    /// Version on disk.
    Theirs,
}

/// One difference between the versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Path, such as `body[2].amount`; empty for the asset itself.
    pub path: String,
    /// Text here; empty if absent or default.
    pub mine: String,
    /// Text on disk; empty if absent or default.
    pub theirs: String,
    /// Whether both sides changed it.
    pub both: bool,
    /// Chosen version.
    pub side: Side,
    /// Whether the designer made the choice.
    pub chosen: bool,
}

/// Asset that changed on both sides.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Type of the asset.
    pub kind: AssetType,
    /// Name of the asset.
    pub name: String,
    /// Common ancestor.
    pub base: Option<AnyAsset>,
    /// Version here.
    pub mine: Option<AnyAsset>,
    /// Version on disk.
    pub theirs: Option<AnyAsset>,
    /// Differences.
    pub differences: Vec<Difference>,
}

impl Conflict {
    /// Creates the conflict of two versions with the ancestor `base`.
    #[must_use]
    pub fn new(
        kind: AssetType,
        name: &str,
        base: Option<AnyAsset>,
        mine: Option<AnyAsset>,
        theirs: Option<AnyAsset>,
    ) -> Self {
        let nodes = [&base, &mine, &theirs].map(|asset| asset.as_ref().map(AnyAsset::to_node));
        let [from, own, other] = nodes.each_ref().map(Option::as_ref);
        let mut differences = Vec::new();
        compare("", from, own, other, &mut differences);
        Self { kind, name: name.to_owned(), base, mine, theirs, differences }
    }

    /// Returns whether the conflict is about this asset.
    #[must_use]
    pub fn is_about(&self, kind: AssetType, name: &str) -> bool {
        self.kind == kind && self.name == name
    }

    /// Chooses a version for one difference.
    pub fn choose(&mut self, index: usize, side: Side) {
        if let Some(difference) = self.differences.get_mut(index) {
            (difference.side, difference.chosen) = (side, true);
        }
    }

    /// Chooses a version for all differences.
    pub fn choose_all(&mut self, side: Side) {
        (0..self.differences.len()).for_each(|index| self.choose(index, side));
    }

    /// Updates both versions. Choices stay, except for values that were edited here since.
    #[must_use]
    pub fn renewed(&self, mine: Option<AnyAsset>, theirs: Option<AnyAsset>) -> Self {
        let mut new = Self::new(self.kind, &self.name, self.base.clone(), mine, theirs);
        for difference in &mut new.differences {
            let same = |old: &&Difference| old.path == difference.path && old.mine == difference.mine;
            if let Some(old) = self.differences.iter().filter(|old| old.chosen).find(same) {
                (difference.side, difference.chosen) = (old.side, true);
            }
        }
        new
    }

    /// Returns the merged asset.
    ///
    /// # Errors
    /// If the choices do not form a valid asset.
    pub fn resolved(&self, registry: &KindRegistry) -> Result<Option<AnyAsset>, EditorError> {
        let nodes = [self.mine.as_ref(), self.theirs.as_ref()].map(|asset| asset.map(AnyAsset::to_node));
        let [mine, theirs] = nodes.each_ref().map(Option::as_ref);
        let Some(node) = choose("", mine, theirs, &self.differences) else { return Ok(None) };
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(self.kind, &self.name, print(&node).as_bytes(), registry, &mut faults);
        match read.filter(|_| !faults.has_errors()) {
            Some((asset, _)) => Ok(Some(asset)),
            None => Err(EditorError::BadJoin(faults.render())),
        }
    }
}

fn shown(node: Option<&Node>) -> String {
    let text = node.map_or_else(String::new, print);
    text.trim_end().to_owned()
}

fn compare(
    path: &str,
    base: Option<&Node>,
    mine: Option<&Node>,
    theirs: Option<&Node>,
    differences: &mut Vec<Difference>,
) {
    if mine == theirs {
        return;
    }
    if let Some(steps) = steps(path, mine, theirs) {
        for (path, index, name) in steps {
            let at = |node: Option<&Node>| inside(node, index, name.as_deref()).cloned();
            compare(&path, at(base).as_ref(), at(mine).as_ref(), at(theirs).as_ref(), differences);
        }
        return;
    }
    let both = mine != base && theirs != base;
    let side = if both || theirs == base { Side::Mine } else { Side::Theirs };
    let (mine, theirs) = (shown(mine), shown(theirs));
    differences.push(Difference { path: path.to_owned(), mine, theirs, both, side, chosen: false });
}

type Step = (String, usize, Option<String>);

/// Returns the steps into two values of the same shape; `None` if they must be taken whole.
fn steps(path: &str, mine: Option<&Node>, theirs: Option<&Node>) -> Option<Vec<Step>> {
    match (&mine?.kind, &theirs?.kind) {
        (NodeKind::Struct { name: a, fields: own }, NodeKind::Struct { name: b, fields: other }) if a == b => {
            let mut names: Vec<&str> = own.iter().map(|field| field.name.as_str()).collect();
            let new = other.iter().map(|field| field.name.as_str()).filter(|name| !names.contains(name));
            let new: Vec<&str> = new.collect();
            names.extend(new);
            let dot = if path.is_empty() { "" } else { "." };
            Some(names.into_iter().map(|name| (format!("{path}{dot}{name}"), 0, Some(name.to_owned()))).collect())
        }
        (NodeKind::List(own), NodeKind::List(other)) if own.len() == other.len() => {
            Some((0..own.len()).map(|index| (format!("{path}[{index}]"), index, None)).collect())
        }
        _ => None,
    }
}

fn inside<'n>(node: Option<&'n Node>, index: usize, name: Option<&str>) -> Option<&'n Node> {
    match (&node?.kind, name) {
        (NodeKind::Struct { fields, .. }, Some(name)) => {
            fields.iter().find(|field| field.name == name).map(|field| &field.value)
        }
        (NodeKind::List(items), None) => items.get(index),
        _ => None,
    }
}

fn choose(path: &str, mine: Option<&Node>, theirs: Option<&Node>, chosen: &[Difference]) -> Option<Node> {
    if mine == theirs {
        return mine.cloned();
    }
    if let Some(difference) = chosen.iter().find(|difference| difference.path == path) {
        return if difference.side == Side::Mine { mine.cloned() } else { theirs.cloned() };
    }
    let Some(steps) = steps(path, mine, theirs) else { return mine.cloned() };
    let mut whole = mine?.clone();
    let values = steps.into_iter().map(|(path, index, name)| {
        let at = |node| inside(node, index, name.as_deref());
        (choose(&path, at(mine), at(theirs), chosen), name.clone())
    });
    match &mut whole.kind {
        NodeKind::Struct { fields, .. } => {
            let span = foretoken_action_assets::Span::default();
            let field = |(value, name): (Option<Node>, Option<String>)| {
                Some(FieldNode { name: name?, name_span: span, value: value? })
            };
            *fields = values.filter_map(field).collect();
        }
        NodeKind::List(items) => *items = values.filter_map(|(value, _)| value).collect(),
        _ => {}
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(text: &str) -> AnyAsset {
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(AssetType::Action, "a", text.as_bytes(), &KindRegistry::core(), &mut faults);
        assert!(faults.is_empty(), "{}", faults.render());
        read.expect("an action").0
    }

    #[test]
    fn what_one_side_changed_is_taken_and_what_both_changed_is_asked() {
        let base = action("Action(title: \"A\", body: [Wait, Damage(target: \"self\", amount: 1)])");
        let mine = action("Action(title: \"B\", body: [Wait, Damage(target: \"self\", amount: 2)])");
        let theirs = action("Action(title: \"A\", clip: 3, body: [Wait, Damage(target: \"self\", amount: 5)])");
        let mut conflict = Conflict::new(AssetType::Action, "a", Some(base), Some(mine), Some(theirs));
        let told: Vec<(&str, bool, Side)> =
            conflict.differences.iter().map(|d| (d.path.as_str(), d.both, d.side)).collect();
        assert_eq!(
            told,
            [("title", false, Side::Mine), ("body[1].amount", true, Side::Mine), ("clip", false, Side::Theirs)]
        );
        conflict.choose(1, Side::Theirs);
        let expected = action("Action(title: \"B\", clip: 3, body: [Wait, Damage(target: \"self\", amount: 5)])");
        assert_eq!(conflict.resolved(&KindRegistry::core()), Ok(Some(expected)));
    }

    #[test]
    fn choices_outlast_later_edits_of_other_things() {
        let of = |title: &str, clip: i32, amount: i32| {
            let body = format!("body: [Damage(target: \"self\", amount: {amount})]");
            Some(action(&format!("Action(title: \"{title}\", clip: {clip}, {body})")))
        };
        let mut conflict = Conflict::new(AssetType::Action, "a", of("A", 2, 1), of("B", 2, 1), of("C", 2, 3));
        let told = |conflict: &Conflict| {
            conflict.differences.iter().map(|d| (d.path.clone(), d.side, d.both)).collect::<Vec<_>>()
        };
        conflict.choose(0, Side::Theirs);
        conflict = conflict.renewed(of("B", 5, 1), of("D", 2, 3));
        let expected =
            [("title", Side::Theirs, true), ("clip", Side::Mine, false), ("body[0].amount", Side::Theirs, false)];
        assert_eq!(told(&conflict), expected.map(|(path, side, both)| (path.to_owned(), side, both)));
        conflict = conflict.renewed(of("E", 5, 1), of("D", 2, 3));
        assert_eq!(told(&conflict)[0], ("title".to_owned(), Side::Mine, true));
    }
}
