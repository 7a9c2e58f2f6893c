//! Copies of assets to another pack, together with their drawings and all assets that they refer to. Names that the other
//! pack uses for other content are conflicts: its asset is kept, replaced, or the copy gets another name.

use super::art::art_folder;
use super::{AssetId, Model};
use crate::Host;
use foretoken_action_assets::walk::references;
use foretoken_action_assets::{AnyAsset, AssetType, Library, store};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Answer to a conflict of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyChoice {
    /// The asset of the other pack stays, and the copies use it.
    Keep,
    /// The copy replaces the asset of the other pack.
    Replace,
    /// The copy gets the free name.
    Rename,
}

/// An asset that is to be copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyItem {
    /// The asset.
    pub asset: AssetId,
    /// Answer, if the other pack has an asset of this name with other content.
    pub conflict: Option<CopyChoice>,
    /// A name that the other pack does not use.
    pub free: String,
}

/// Copy of assets to another pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPlan {
    /// Folder of the other pack.
    pub target: PathBuf,
    /// Assets to copy; those that the other pack has with the same content are left out.
    pub items: Vec<CopyItem>,
}

impl Model {
    /// Returns the folder of a pack beside the edited one.
    #[must_use]
    pub fn folder_beside(&self, pack: &str) -> PathBuf {
        self.folder.parent().unwrap_or(Path::new(".")).join(pack)
    }

    /// Sets the folder of the shipped packs, if edits go to another one.
    pub fn set_shipped(&mut self, shipped: Option<PathBuf>) {
        self.shipped = shipped;
    }

    /// Returns the shipped pack that is copied to a folder before the first write.
    fn shipped_for(&self, target: &Path) -> Option<PathBuf> {
        let shipped = self.shipped.as_deref()?.join(target.file_name()?);
        (!target.is_dir() && shipped.is_dir()).then_some(shipped)
    }

    /// Plans the copy of an asset with all that it needs.
    #[must_use]
    pub fn plan_copy(&self, host: &dyn Host, asset: &AssetId, target: &Path) -> CopyPlan {
        let library = host.library();
        let shipped = self.shipped_for(target);
        let other = Library::load_folder(shipped.as_deref().unwrap_or(target), library.registry().clone());
        let needed = needed(library, asset);
        let mut items = Vec::new();
        for (kind, name) in needed {
            let (own, theirs) = (library.asset(kind, &name), other.asset(kind, &name));
            if own == theirs {
                continue;
            }
            let conflict = theirs.is_some().then_some(CopyChoice::Keep);
            let is_free = |name: &str| other.asset(kind, name).is_none() && library.asset(kind, name).is_none();
            let free = (2..).map(|number: u32| format!("{name}-{number}")).find(|name| is_free(name));
            items.push(CopyItem { asset: (kind, name), conflict, free: free.unwrap_or_default() });
        }
        CopyPlan { target: target.to_owned(), items }
    }

    /// Writes the copies into the files of the other pack, which keeps backups of replaced ones. A notice counts them or
    /// has the reason why it failed. Returns whether it succeeded.
    pub fn copy_to_pack(&mut self, host: &dyn Host, plan: &CopyPlan) -> bool {
        let writes = plan.items.iter().any(|item| item.conflict != Some(CopyChoice::Keep));
        let shipped = self.shipped_for(&plan.target).filter(|_| writes);
        if let Some(Err(error)) = shipped.map(|from| store::copy_whole(&from, &plan.target)) {
            self.tell(format!("The shipped pack cannot be copied to {}: {error}.", plan.target.display()));
            return false;
        }
        let library = host.library();
        let renamed: Vec<&CopyItem> =
            plan.items.iter().filter(|item| item.conflict == Some(CopyChoice::Rename)).collect();
        let mut count = 0;
        for item in &plan.items {
            let CopyItem { asset: (kind, name), conflict, free } = item;
            let Some(mut asset) = library.asset(*kind, name).cloned() else { continue };
            let name = match conflict {
                Some(CopyChoice::Keep) => continue,
                Some(CopyChoice::Rename) => free,
                Some(CopyChoice::Replace) | None => name,
            };
            for CopyItem { asset: (of, old), free, .. } in &renamed {
                rename(library, &mut asset, *of, old, free);
            }
            let path = kind.path(name);
            if let Err(error) = store::replace_in(&plan.target, &path, asset.to_text().as_bytes()) {
                self.tell(format!("{path} was not copied: {error}."));
                return false;
            }
            count += 1;
            if let Some((path, Err(error))) = self.copy_drawing(host, plan, item, name) {
                self.tell(format!("{path} was not copied: {error}."));
                return false;
            }
        }
        let pack = plan.target.file_name().unwrap_or_default().to_string_lossy();
        self.tell(format!("Assets copied to {pack}: {count}."));
        true
    }
}

impl Model {
    /// Copies the drawing of an asset, if this pack has one. Another drawing of that name is replaced only with its
    /// asset. Returns the path with the result.
    fn copy_drawing(
        &self,
        host: &dyn Host,
        plan: &CopyPlan,
        item: &CopyItem,
        name: &str,
    ) -> Option<(String, io::Result<()>)> {
        let folder = art_folder(item.asset.0)?;
        let text = self.art(host, &format!("{folder}/{}.txt", item.asset.1))?;
        let path = format!("art/{folder}/{name}.txt");
        // Actions, items and statuses of one name share an icon.
        let shares = |other: &CopyItem| art_folder(other.asset.0) == Some(folder) && other.asset.1 == item.asset.1;
        let is_shared = plan.items.iter().any(|other| shares(other) && other.conflict == Some(CopyChoice::Keep));
        let is_kept = is_shared || item.conflict != Some(CopyChoice::Replace) && plan.target.join(&path).exists();
        (!is_kept).then(|| (path.clone(), store::replace_in(&plan.target, &path, text.as_bytes())))
    }
}

fn rename(library: &Library, asset: &mut AnyAsset, kind: AssetType, old: &str, new: &str) {
    library.rename_in(asset, kind, old, new);
    if let Some(mut map) = asset.painting(library).filter(|map| map.has_picture(kind, old)) {
        map.exchange_ground(old, new);
        *asset = map.into_asset();
    }
}

/// Returns an asset and all assets that it needs, directly or through others. A map needs the grounds that it draws.
fn needed(library: &Library, asset: &AssetId) -> Vec<AssetId> {
    let mut found: Vec<AssetId> = vec![asset.clone()];
    let mut known: BTreeSet<String> = [asset.0.path(&asset.1)].into();
    let mut at = 0;
    while let Some((kind, name)) = found.get(at).cloned() {
        at += 1;
        let Some(own) = library.asset(kind, &name) else { continue };
        let referred = references(own.clone().inspect_mut()).into_iter().filter_map(|(_, to, name)| {
            let kind = AssetType::ALL.iter().copied().find(|kind| kind.reference() == to)?;
            Some((kind, name))
        });
        let map = own.painting(library);
        let drawn = library
            .names_of(AssetType::Terrain)
            .filter(|name| map.as_ref().is_some_and(|map| map.has_picture(AssetType::Terrain, name)));
        let drawn = drawn.map(|name| (AssetType::Terrain, name.to_owned()));
        for (kind, name) in referred.chain(drawn) {
            if library.asset(kind, &name).is_some() && known.insert(kind.path(&name)) {
                found.push((kind, name));
            }
        }
    }
    found
}
