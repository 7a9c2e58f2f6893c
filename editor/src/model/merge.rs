//! An asset changed on both sides, here and on disk: what differs, part by part, and the asset that comes of choosing.

use foretoken_action_assets::syntax::FieldNode;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, KindRegistry, Node, NodeKind, print};

/// Whose version of something is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What was edited here.
    Mine,
    /// What is on disk.
    Theirs,
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its path, such as `body[2].amount`; empty for the asset itself.
    pub path: String,
    /// As it is here; empty where it is not there, or has its default.
    pub mine: String,
    /// As it is on disk, likewise.
    pub theirs: String,
    /// Whether both sides changed it.
    pub both: bool,
    /// Which is taken.
    pub side: Side,
}

/// An asset that was changed on both sides.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Its type.
    pub kind: AssetType,
    /// Its name.
    pub name: String,
    /// As it is here.
    pub mine: Option<AnyAsset>,
    /// As it is on disk.
    pub theirs: Option<AnyAsset>,
    /// What differs.
    pub differences: Vec<Difference>,
}

impl Conflict {
    /// The conflict of two versions that came of `base`.
    #[must_use]
    pub fn new(
        kind: AssetType,
        name: &str,
        base: Option<&AnyAsset>,
        mine: Option<AnyAsset>,
        theirs: Option<AnyAsset>,
    ) -> Self {
        let nodes = [base, mine.as_ref(), theirs.as_ref()].map(|asset| asset.map(AnyAsset::to_node));
        let [base, own, other] = nodes.each_ref().map(Option::as_ref);
        let mut differences = Vec::new();
        compare("", base, own, other, &mut differences);
        Self { kind, name: name.to_owned(), mine, theirs, differences }
    }

    /// The asset as chosen, difference by difference.
    ///
    /// # Errors
    /// When the choices make no whole asset.
    pub fn resolved(&self, registry: &KindRegistry) -> Result<Option<AnyAsset>, String> {
        let nodes = [self.mine.as_ref(), self.theirs.as_ref()].map(|asset| asset.map(AnyAsset::to_node));
        let [mine, theirs] = nodes.each_ref().map(Option::as_ref);
        let Some(node) = choose("", mine, theirs, &self.differences) else { return Ok(None) };
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(self.kind, &self.name, print(&node).as_bytes(), registry, &mut faults);
        match read.filter(|_| !faults.has_errors()) {
            Some((asset, _)) => Ok(Some(asset)),
            None => Err(format!("These do not go together: {}", faults.render())),
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
    differences.push(Difference { path: path.to_owned(), mine, theirs, both, side });
}

/// A step into a value: the path there, and the index in a list or the name of a field.
type Step = (String, usize, Option<String>);

/// The steps into two values of one shape; `None` where they must be taken whole.
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
        let mut conflict = Conflict::new(AssetType::Action, "a", Some(&base), Some(mine), Some(theirs));
        let told: Vec<(&str, bool, Side)> =
            conflict.differences.iter().map(|d| (d.path.as_str(), d.both, d.side)).collect();
        assert_eq!(
            told,
            [("title", false, Side::Mine), ("body[1].amount", true, Side::Mine), ("clip", false, Side::Theirs)]
        );
        conflict.differences[1].side = Side::Theirs;
        let expected = action("Action(title: \"B\", clip: 3, body: [Wait, Damage(target: \"self\", amount: 5)])");
        assert_eq!(conflict.resolved(&KindRegistry::core()), Ok(Some(expected)));
    }
}
