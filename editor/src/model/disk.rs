//! Synchronisation with the disk: changes from outside, conflicts, and unsaved edits from an earlier session.

use super::{AssetId, Beside, Conflict, Found, Model, Swap, history::EditContent};
use crate::{FileChange, Host};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Severity};
use std::collections::BTreeMap;

/// First and last version of an asset in a journal: the disk version it was based on, and the edited one.
type Ends = (Option<AnyAsset>, Option<AnyAsset>);

impl Model {
    /// Takes changes from the disk. Assets changed on both sides become conflicts.
    pub fn poll(&mut self, host: &mut dyn Host) {
        self.follow_copy(host);
        let changes = host.disk().changes();
        self.take_over(host, changes);
    }

    /// Takes the changes that a background scan found; never waits for the disk. `look` starts another scan.
    pub fn poll_ready(&mut self, host: &mut dyn Host, look: bool) {
        let changes = host.disk().ready();
        self.take_over(host, changes);
        if look {
            self.follow_copy(host);
        }
        host.disk().look_if_due(look);
        self.go_on_saving(host);
        self.go_on_keeping();
    }

    /// Watches the user's copy of a shipped pack as soon as it exists.
    pub(super) fn follow_copy(&self, host: &mut dyn Host) {
        if host.disk().folder() != self.folder && self.folder.is_dir() {
            host.disk().move_to(&self.folder);
        }
    }

    fn take_over(&mut self, host: &mut dyn Host, changes: Vec<FileChange>) {
        for trouble in host.disk().troubles() {
            self.tell(trouble);
        }
        self.take_over_art(host);
        if changes.is_empty() {
            return;
        }
        // An edit in progress is finished first, so that it is separate from the disk change.
        self.finish(host);
        let asset_of = |path: &str| AssetType::of_path(path).map(|(kind, name)| (kind, name.to_owned()));
        let mut taken = Vec::new();
        for (path, bytes) in changes {
            match asset_of(&path) {
                Some((kind, name)) if self.is_unsaved(host, kind, &name) => {
                    self.meet(host, kind, &name, bytes.as_deref());
                }
                _ => taken.push((path, bytes)),
            }
        }
        if taken.is_empty() {
            return;
        }
        let ids: Vec<AssetId> = taken.iter().filter_map(|(path, _)| asset_of(path)).collect();
        let before: Vec<Option<AnyAsset>> =
            ids.iter().map(|(kind, name)| host.library().asset(*kind, name).cloned()).collect();
        let faults = host.exchange(&taken);
        let broken = |path: &str| faults.iter().any(|fault| fault.severity == Severity::Error && fault.file == path);
        let notice = match (taken.iter().find(|(path, _)| broken(path)), taken.as_slice()) {
            (None, [(path, _)]) => format!("{path} changed on disk. The battle uses it now."),
            (None, all) => format!("{} files changed on disk. The battle uses them now.", all.len()),
            (Some((path, _)), _) => {
                format!("{path} changed on disk and has faults. The battle still uses its last valid version.")
            }
        };
        let label = match taken.as_slice() {
            [(path, _)] => format!("{path} changed on disk"),
            all => format!("{} files changed on disk", all.len()),
        };
        self.take_faults(host, faults);
        let (mut swaps, mut journalled) = (Vec::new(), Vec::new());
        for (id, before) in ids.into_iter().zip(before) {
            let (kind, name) = (id.0, id.1.clone());
            let after = host.library().asset(kind, &name).cloned();
            self.edited.insert(id.clone(), after.clone());
            self.conflicts.retain(|conflict| !conflict.is_about(kind, &name));
            let known = self.saved.insert(id, after.clone()).is_some();
            if before != after {
                let swap = Swap { kind, name, before, after };
                if known {
                    journalled.push(swap.clone());
                }
                swaps.push(swap);
            }
        }
        if !journalled.is_empty() {
            let ids: Vec<AssetId> = journalled.iter().map(|swap| (swap.kind, swap.name.clone())).collect();
            self.write(&label, &EditContent::Assets(journalled, Beside::default()));
            ids.iter().for_each(|id| self.write_base(id));
        }
        if !swaps.is_empty() {
            self.history.push(&label, "", EditContent::Assets(swaps, Beside::default()));
        }
        self.tell(notice);
    }

    pub(super) fn meet_disk(&mut self, host: &mut dyn Host) {
        if host.disk().is_gone() {
            return;
        }
        let known: Vec<(AssetId, Option<AnyAsset>)> =
            self.saved.iter().map(|(id, saved)| (id.clone(), saved.clone())).collect();
        for ((kind, name), saved) in known {
            let theirs = host.library().asset(kind, &name).cloned();
            if theirs == saved {
                continue;
            }
            let id = (kind, name.clone());
            let mine = self.edited.get(&id).cloned().unwrap_or_else(|| saved.clone());
            self.saved.insert(id.clone(), theirs.clone());
            if mine == saved {
                self.edited.insert(id, theirs);
            } else if mine != theirs {
                self.conflicts.retain(|conflict| !conflict.is_about(kind, &name));
                self.tell(format!("{} was changed here and on disk: choose which changes to keep.", kind.path(&name)));
                self.conflicts.push(Conflict::new(kind, &name, saved, mine, theirs));
            }
        }
    }

    fn meet(&mut self, host: &dyn Host, kind: AssetType, name: &str, bytes: Option<&[u8]>) {
        let path = kind.path(name);
        let mut faults = Diagnostics::new();
        let theirs = bytes.and_then(|bytes| AnyAsset::read(kind, &path, bytes, host.library().registry(), &mut faults));
        if faults.has_errors() {
            return self.tell(format!("{path} changed on disk and has faults. Your edits are kept."));
        }
        let theirs = theirs.map(|(asset, _)| asset);
        let id = (kind, name.to_owned());
        let mine = host.library().asset(kind, name).cloned();
        let before = self.saved.insert(id.clone(), theirs.clone()).flatten();
        let known = self.conflicts.iter().position(|conflict| conflict.is_about(kind, name));
        if mine == theirs {
            if let Some(at) = known {
                self.conflicts.remove(at);
            }
            self.write_base(&id);
            return self.tell(format!("{path} is the same here and on disk."));
        }
        match known {
            Some(at) => self.conflicts[at] = self.conflicts[at].renewed(mine, theirs),
            None => self.conflicts.push(Conflict::new(kind, name, before, mine, theirs)),
        }
        self.tell(format!("{path} was changed here and on disk: choose which changes to keep."));
    }

    pub(super) fn follow_conflicts(&mut self, host: &dyn Host) {
        for conflict in &mut self.conflicts {
            let mine = host.library().asset(conflict.kind, &conflict.name);
            if conflict.mine.as_ref() != mine {
                *conflict = conflict.renewed(mine.cloned(), conflict.theirs.clone());
            }
        }
        while let Some(at) = self.conflicts.iter().position(|conflict| conflict.mine == conflict.theirs) {
            let conflict = self.conflicts.remove(at);
            self.write_base(&(conflict.kind, conflict.name));
        }
    }

    /// Resolves a conflict with the chosen versions.
    pub fn resolve(&mut self, host: &mut dyn Host, index: usize) {
        self.finish(host);
        let Some(conflict) = self.conflicts.get_mut(index) else { return };
        let mine = host.library().asset(conflict.kind, &conflict.name);
        if conflict.mine.as_ref() != mine {
            *conflict = conflict.renewed(mine.cloned(), conflict.theirs.clone());
        }
        match conflict.resolved(host.library().registry()) {
            Ok(asset) => {
                let conflict = self.conflicts.remove(index);
                let id = (conflict.kind, conflict.name);
                let path = id.0.path(&id.1);
                let as_on_disk = asset == conflict.theirs;
                self.edit(host, &format!("merge {} with the version on disk", id.1), "", vec![(id.clone(), asset)]);
                // Written last, so that the conflict returns after a crash.
                self.write_base(&id);
                self.tell(match as_on_disk {
                    true => format!("{path} now equals the version on disk."),
                    false => format!("{path} is merged with the version on disk; save to write it."),
                });
            }
            Err(reason) => self.tell(reason.to_string()),
        }
    }

    pub(super) fn write_base(&mut self, id: &AssetId) {
        let Some(saved) = self.saved.get(id) else { return };
        let done = self.journal.base(id, saved.as_ref());
        self.journal_done(done);
    }

    pub(super) fn write_art_base(&mut self, path: &str, text: Option<&str>) {
        let done = self.journal.art_base(path, text);
        self.journal_done(done);
    }

    /// Restores unsaved edits of an earlier session. Edits found inside the pack could come from a stranger, so they
    /// are only offered.
    pub fn recover(&mut self, host: &mut dyn Host) {
        self.offered = self.journal.offer().into_iter().collect();
        if !self.offered.is_empty() {
            let files = self.offered_files();
            self.tell(format!(
                "This pack contains unsaved edits of {files}. They are not applied. Use them only if they are yours."
            ));
            return;
        }
        let found = self.journal.recover(host.library().registry());
        self.restore(host, found);
    }

    /// Returns the files that offered edits change, as text; empty if there are none.
    #[must_use]
    pub fn offered_files(&self) -> String {
        let mut shown: Vec<String> =
            self.offered.iter().take(SHOWN).map(|file| file.escape_debug().collect()).collect();
        let more = self.offered.len().saturating_sub(SHOWN);
        if more > 0 {
            shown.push(format!("{more} more"));
        }
        shown.join(", ")
    }

    /// Takes the offered edits.
    pub fn take_offered(&mut self, host: &mut dyn Host) {
        self.finish(host);
        if !self.unsaved(host).is_empty() || !self.unsaved_art(host).is_empty() {
            self.tell("Save or discard your own edits first. Then use those of the pack.");
            return;
        }
        self.offered.clear();
        let found = self.journal.take_offered(host.library().registry());
        self.restore(host, found);
    }

    /// Declines the offered edits. They stay in a file beside the journal.
    pub fn decline_offered(&mut self) {
        self.offered.clear();
        if let Err(error) = self.journal.decline() {
            self.tell(format!("The unsaved edits in the pack could not be moved aside: {error}."));
        }
    }

    fn restore(&mut self, host: &mut dyn Host, found: Vec<Found>) {
        for notice in self.journal.notices() {
            self.tell(notice);
        }
        if found.is_empty() {
            return;
        }
        let mut ends: BTreeMap<AssetId, Ends> = BTreeMap::new();
        let mut art_ends: BTreeMap<String, (Option<String>, Option<String>)> = BTreeMap::new();
        for entry in &found {
            match entry {
                Found::Edit { swaps, art, .. } => {
                    for swap in art {
                        let end = art_ends.entry(swap.path.clone()).or_insert_with(|| (swap.before.clone(), None));
                        end.1.clone_from(&swap.after);
                    }
                    for swap in swaps {
                        let id = (swap.kind, swap.name.clone());
                        ends.entry(id).or_insert_with(|| (swap.before.clone(), None)).1.clone_from(&swap.after);
                    }
                }
                Found::ArtBase(path, text) => {
                    art_ends.entry(path.clone()).or_insert_with(|| (None, text.clone())).0.clone_from(text);
                }
                Found::Base(id, asset) => {
                    ends.entry(id.clone()).or_insert_with(|| (None, asset.as_ref().clone())).0.clone_from(asset);
                }
            }
        }
        ends.retain(|(kind, name), (base, mine)| base != mine && mine.as_ref() != host.library().asset(*kind, name));
        art_ends.retain(|path, (base, mine)| base != mine && mine.as_ref() != host.art().get(path));
        if ends.is_empty() && art_ends.is_empty() {
            let done = self.journal.clear();
            return self.journal_done(done);
        }
        for entry in found {
            let Found::Edit { label, mut swaps, mut art } = entry else { continue };
            swaps.retain(|swap| ends.contains_key(&(swap.kind, swap.name.clone())));
            art.retain(|swap| art_ends.contains_key(&swap.path));
            if !swaps.is_empty() || !art.is_empty() {
                self.history.push(&label, "", EditContent::Assets(swaps, Beside { art, names: Vec::new() }));
            }
        }
        let mut changes = Vec::new();
        for ((kind, name), (base, mine)) in ends {
            let theirs = host.library().asset(kind, &name).cloned();
            self.saved.insert((kind, name.clone()), theirs.clone());
            self.edited.insert((kind, name.clone()), mine.clone());
            if theirs != base {
                self.conflicts.push(Conflict::new(kind, &name, base, mine.clone(), theirs));
            }
            changes.push(crate::AssetChange { kind, name, asset: mine });
        }
        let count = changes.len();
        if count > 0 {
            let faults = host.put(&changes);
            self.take_faults(host, faults);
            host.finish();
        }
        let art = self.recover_art(host, art_ends);
        self.came_back = true;
        let what = counted(count, art);
        self.tell(format!("Recovered: unsaved edits of {what}. Save or discard them."));
    }

    /// Discards all unsaved edits. Undo can restore them.
    pub fn discard(&mut self, host: &mut dyn Host) {
        self.finish(host);
        let unsaved = self.unsaved(host);
        let changes = unsaved.into_iter().filter_map(|id| {
            let saved = self.saved.get(&id)?.clone();
            Some((id, saved))
        });
        let changes: Vec<_> = changes.collect();
        self.conflicts.clear();
        let art = self.unsaved_art(host).into_iter().map(|path| {
            let (before, after) = (self.art(host, &path).map(str::to_owned), host.art().get(&path).cloned());
            super::ArtSwap { path, before, after }
        });
        let beside = Beside { art: art.collect(), names: Vec::new() };
        self.edit_with(host, "discard unsaved edits", "", changes, beside);
        self.came_back = false;
        if let Err(error) = self.journal.clear() {
            self.tell(format!("The file that keeps unsaved edits could not be emptied: {error}."));
        }
    }
}

const SHOWN: usize = 5;

pub(crate) fn counted(assets: usize, art: usize) -> String {
    let one = |count: usize, word: &str, words: &str| match count {
        1 => format!("1 {word}"),
        more => format!("{more} {words}"),
    };
    let (assets_told, art_told) = (one(assets, "asset", "assets"), one(art, "drawing", "drawings"));
    match (assets, art) {
        (_, 0) => assets_told,
        (0, _) => art_told,
        _ => format!("{assets_told} and {art_told}"),
    }
}
