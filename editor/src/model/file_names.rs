//! File names on disk of renamed assets that are not saved yet.

use foretoken_action_assets::AssetType;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct FileNames(BTreeMap<(AssetType, String), String>);

impl FileNames {
    pub(super) fn renamed(&mut self, kind: AssetType, old: &str, new: &str) {
        let there = self.0.remove(&(kind, old.to_owned())).unwrap_or_else(|| old.to_owned());
        if there != new {
            self.0.insert((kind, new.to_owned()), there);
        }
    }

    pub(super) fn take(&mut self, is_saved: impl Fn(AssetType, &str) -> bool) -> Vec<(AssetType, String, String)> {
        let (mut taken, mut left) = (Vec::new(), BTreeMap::new());
        for ((kind, name), there) in std::mem::take(&mut self.0) {
            // While the old name is still on disk, its files keep that name.
            if is_saved(kind, &name) && is_saved(kind, &there) {
                taken.push((kind, there, name));
            } else {
                left.insert((kind, name), there);
            }
        }
        self.0 = left;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_used_again_joins_no_two_chains() {
        let mut names = FileNames::default();
        names.renamed(AssetType::Unit, "rat", "mouse");
        names.renamed(AssetType::Unit, "cat", "rat");
        names.renamed(AssetType::Unit, "mouse", "shrew");
        let told = names.take(|_, _| true);
        let moves: Vec<(&str, &str)> = told.iter().map(|(_, from, to)| (from.as_str(), to.as_str())).collect();
        assert_eq!(moves, [("cat", "rat"), ("rat", "shrew")]);
        names.renamed(AssetType::Unit, "a", "b");
        names.renamed(AssetType::Unit, "b", "a");
        assert!(names.take(|_, _| true).is_empty(), "and back");
    }
}
