//! What an edit is about: assets by type and name, and what it alters beside them.

use foretoken_action_assets::AssetType;

/// An asset by type and name.
pub type AssetId = (AssetType, String);

/// A text of a pack's art before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtSwap {
    /// Its path below the folder of art, such as `units/rat.txt`.
    pub path: String,
    /// What it was; `None` where it was not there.
    pub before: Option<String>,
    /// What it is then.
    pub after: Option<String>,
}

impl ArtSwap {
    pub(super) fn reversed(&self) -> Self {
        Self { path: self.path.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// What an edit alters beside assets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Texts of the pack's art.
    pub art: Vec<ArtSwap>,
    /// Assets that got other names: type, old name, new name. What lies beside their files is called after them.
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
