//! Fields of an asset that differ from their defaults. They are read from the canonical text, which leaves out all
//! default values.

use foretoken_action_assets::{AnyAsset, Node, NodeKind};
use std::collections::BTreeSet;

/// Returns the paths of all values that differ from their defaults, and of all required values.
#[must_use]
pub fn differing_fields(asset: &AnyAsset) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(&asset.to_node(), "", &mut found);
    found
}

fn collect(node: &Node, path: &str, found: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Struct { fields, .. } => {
            for field in fields {
                let join = if path.is_empty() { "" } else { "." };
                let own = format!("{path}{join}{}", field.name);
                // A list of one group is written without brackets.
                if let NodeKind::Struct { .. } = field.value.kind {
                    collect(&field.value, &format!("{own}[0]"), found);
                }
                collect(&field.value, &own, found);
                found.insert(own);
            }
        }
        NodeKind::List(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{index}]"), found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{AssetType, Diagnostics, KindRegistry};

    #[test]
    fn only_values_unlike_their_defaults_are_found() {
        let text = r#"Action(title: "Bite", body: [Push(target: "T1", distance: 3)])"#;
        let mut faults = Diagnostics::new();
        let read = AnyAsset::read(AssetType::Action, "a.ron", text.as_bytes(), &KindRegistry::core(), &mut faults);
        let found = differing_fields(&read.expect("an action").0);
        assert!(found.contains("title") && found.contains("body[0].distance"), "{found:?}");
        assert!(!found.contains("note") && !found.contains("body[0].collision_harm"), "{found:?}");
    }
}
