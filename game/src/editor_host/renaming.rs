//! Asset renames during a battle.

use foretoken_action_assets::{AssetType, Library};
use foretoken_vm::state::{Named, Renames};

pub(super) const fn named(kind: AssetType) -> Option<Named> {
    match kind {
        AssetType::Action => Some(Named::Program),
        AssetType::Unit => Some(Named::UnitType),
        AssetType::Surface => Some(Named::Surface),
        AssetType::Scenario => Some(Named::Scenario),
        AssetType::Status => Some(Named::Status),
        AssetType::Item => Some(Named::Item),
        AssetType::Skill => Some(Named::Skill),
        AssetType::Policy => Some(Named::Policy),
        AssetType::Formula | AssetType::Region | AssetType::Terrain | AssetType::Rules => None,
        AssetType::Campaign | AssetType::Deck | AssetType::Stat => None,
    }
}

/// Renames assets through temporary names, because names can be swapped.
pub(super) fn renamed(library: &Library, renames: &Renames) -> Library {
    let of = |kind: AssetType| renames.iter().filter(move |&(of, ..)| named(kind) == Some(of));
    let between = |at: usize| format!("\0{at}");
    let mut new = library.clone();
    let assets: Vec<_> = library.assets().map(|(kind, name, asset)| (kind, name, asset.clone())).collect();
    for (kind, name, _) in assets.iter().filter(|(kind, name, _)| of(*kind).any(|(_, from, _)| from == *name)) {
        new.remove(*kind, name);
    }
    for (kind, name, mut asset) in assets {
        let mut changed = 0;
        for &to in AssetType::ALL {
            for (at, (_, from, _)) in of(to).enumerate() {
                changed += library.rename_in(&mut asset, to, from, &between(at));
            }
            for (at, (.., new)) in of(to).enumerate() {
                library.rename_in(&mut asset, to, &between(at), new);
            }
        }
        let now = of(kind).find(|&(_, from, _)| from == name).map_or(name, |(.., to)| to);
        if changed > 0 || now != name {
            new.put(now, asset);
        }
    }
    new
}
