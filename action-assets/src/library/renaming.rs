//! Renames assets and columns in references.

use super::Library;
use crate::assets::{AnyAsset, AssetType};
use crate::demonstration::FACTS;
use crate::walk::rename_references;

const MEANT: [AssetType; 3] = [AssetType::Status, AssetType::Item, AssetType::Stat];

impl Library {
    /// Renames all references in an asset and returns their number.
    pub fn rename_in(&self, asset: &mut AnyAsset, to: AssetType, old: &str, new: &str) -> usize {
        let mut count = rename_references(asset.inspect_mut(), to.reference(), old, new);
        let whose = to == AssetType::Unit;
        let place = MEANT.iter().position(|kind| *kind == to);
        if whose || place.is_some_and(|place| !self.is_meant_before(place, old)) {
            let own = asset.demonstrations_mut().into_iter().flatten();
            count += own.map(|drawn| drawn.rename_in_facts(whose, old, new)).sum::<usize>();
        }
        count
    }

    /// Returns the actions with facts about renamed columns, already updated.
    pub fn with_facts_about(&self, renamed: &[(&str, &str)]) -> Vec<((AssetType, String), Option<AnyAsset>)> {
        let renamed: Vec<_> = renamed.iter().filter(|(column, _)| !self.is_meant_before(MEANT.len(), column)).collect();
        let changed = self.assets().filter_map(|(kind, name, asset)| {
            let mut asset = asset.demonstrations().is_some_and(|own| !own.is_empty()).then(|| asset.clone())?;
            let own = asset.demonstrations_mut().into_iter().flatten();
            let mut count = 0;
            for drawn in own {
                count += renamed.iter().map(|(column, new)| drawn.rename_in_facts(false, column, new)).sum::<usize>();
            }
            (count > 0).then_some(((kind, name.to_owned()), Some(asset)))
        });
        changed.collect()
    }

    fn is_meant_before(&self, place: usize, word: &str) -> bool {
        FACTS.contains(&word) || MEANT.iter().take(place).any(|kind| self.asset(*kind, word).is_some())
    }
}
