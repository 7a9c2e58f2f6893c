//! Subjects of edits: assets by type and name, and art beside them.

use foretoken_action_assets::AssetType;

/// Asset by type and name.
pub type AssetId = (AssetType, String);

/// Art text before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtSwap {
    /// Path below the art folder, such as `units/rat.txt`.
    pub path: String,
    /// Text before; `None` if it did not exist.
    pub before: Option<String>,
    /// Text after; `None` if it was deleted.
    pub after: Option<String>,
}

impl ArtSwap {
    pub(super) fn reversed(&self) -> Self {
        Self { path: self.path.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// Changes of an edit beside assets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Art texts.
    pub art: Vec<ArtSwap>,
    /// Renamed assets: type, old name, new name. Files beside them follow.
    pub names: Vec<(AssetType, String, String)>,
}

impl Beside {
    pub(super) fn reversed(&self) -> Self {
        let back = |(kind, old, new): &(AssetType, String, String)| (*kind, new.clone(), old.clone());
        Self {
            art: self.art.iter().rev().map(ArtSwap::reversed).collect(),
            names: self.names.iter().rev().map(back).collect(),
        }
    }
}
