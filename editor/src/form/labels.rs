//! Plain labels of fields. Most labels are the name of the field with spaces; a table holds those that designers would
//! not understand. The tooltip of a label shows the name as it is in the file.

/// Labels that differ from the name of the field.
const PLAIN: &[(&str, &str)] = &[
    ("act", "Action"),
    ("after", "State after"),
    ("any_height", "At any height"),
    ("at", "Cell"),
    ("before", "State before"),
    ("by", "Direction"),
    ("cast", "Further units"),
    ("clip", "Animation"),
    ("deciders", "Who decides"),
    ("dies_with_owner", "Dies with its owner"),
    ("dies_with_source", "Ends with its source"),
    ("floor_time", "Shortest time"),
    ("glyph", "Map character"),
    ("is_bad", "Harmful"),
    ("keep", "Kept"),
    ("leap", "Jump height"),
    ("leash", "Stays near"),
    ("on_hard", "More on hard"),
    ("on_hurt", "When hurt"),
    ("on_loss", "After a loss"),
    ("par", "Target rounds"),
    ("parameters", "Numbers"),
    ("planned_teams", "Played by the computer"),
    ("scheduler", "Turn order"),
    ("skips_turn", "Skips its turn"),
    ("to", "Leads to"),
    ("uses_per_battle", "Uses in a battle"),
    ("ways", "Directions"),
    ("when", "Condition"),
    ("x", "Column"),
    ("y", "Row"),
];

/// Returns the label of a field.
pub(super) fn plain(name: &str) -> String {
    if let Some((_, label)) = PLAIN.iter().find(|(of, _)| *of == name) {
        return (*label).to_owned();
    }
    let words = name.replace('_', " ");
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::walk::{Value, walk};
    use foretoken_action_assets::{AssetType, Field, KindRegistry};
    use std::collections::BTreeSet;

    #[test]
    fn labels_are_plain_words() {
        assert_eq!(plain("scheduler"), "Turn order");
        assert_eq!(plain("damage_modifiers"), "Damage modifiers");
        assert_eq!(plain(""), "");
    }

    #[test]
    fn each_label_of_the_table_belongs_to_a_field() {
        let mut names = BTreeSet::new();
        let mut note = |_: &str, field: Field, value: Value<'_>| {
            names.insert(field.name);
            if let Value::Groups(groups) = value
                && groups.is_empty()
            {
                groups.push_default();
            }
        };
        for kind in KindRegistry::core().iter() {
            walk(&mut *(kind.make)(), "", &mut note);
        }
        for kind in AssetType::ALL {
            walk(kind.make().inspect_mut(), "", &mut note);
        }
        let unknown: Vec<_> = PLAIN.iter().filter(|(name, _)| !names.contains(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(PLAIN.is_sorted_by_key(|(name, _)| *name));
    }
}
