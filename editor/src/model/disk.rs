//! The model and the disk: saving, what changed outside, what both sides changed, and what an earlier start left unsaved.

use super::{Conflict, Model, Swap, history::Act};
use crate::Host;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, store};
use std::collections::BTreeMap;

impl Model {
    /// Writes every changed asset; each is replaced whole, and its last ten versions are kept. What cannot be written
    /// stays unsaved, and nothing is lost.
    pub fn save(&mut self, host: &mut dyn Host) -> bool {
        self.finish(host);
        let mut written = 0;
        for (kind, name) in self.unsaved(host) {
            let path = kind.path(&name);
            if self.conflicts.iter().any(|conflict| conflict.kind == kind && conflict.name == name) {
                self.tell(format!("{path} was changed on disk, too; say first whose changes to keep."));
                continue;
            }
            let asset = host.library().asset(kind, &name).cloned();
            let text = asset.as_ref().map(AnyAsset::to_text);
            let file = self.folder.join(&path);
            let done = match &text {
                Some(text) => store::replace(&file, text.as_bytes()),
                None => store::remove(&file),
            };
            match done {
                Ok(()) => {
                    written += 1;
                    self.watch.expect(&path, text.map(String::into_bytes));
                    self.saved.insert((kind, name), asset);
                }
                Err(error) => {
                    self.tell(format!("{path} could not be written: {error}. Nothing is lost: the file is as it was."));
                }
            }
        }
        let whole = self.unsaved(host).is_empty();
        if whole {
            self.came_back = false;
            if let Err(error) = self.journal.clear() {
                self.tell(format!("The journal of edits could not be emptied: {error}."));
            }
            self.tell(match written {
                0 => "There is nothing to save.".to_owned(),
                1 => "Saved 1 asset.".to_owned(),
                more => format!("Saved {more} assets."),
            });
        }
        self.keep_preferences();
        whole
    }

    /// Writes down what is remembered between starts.
    pub fn keep_preferences(&mut self) {
        if let Some(Err(error)) = self.config.as_ref().map(|folder| self.preferences.save(folder)) {
            self.tell(format!("The editor's settings could not be kept: {error}."));
        }
    }

    /// Takes over what changed on disk since the last call; what both sides changed becomes a conflict.
    pub fn poll(&mut self, host: &mut dyn Host) {
        for (path, bytes) in self.watch.changes() {
            let Some((kind, name)) = AssetType::of_path(&path).map(|(kind, name)| (kind, name.to_owned())) else {
                drop(host.exchange(&path, bytes.as_deref()));
                continue;
            };
            let mine = host.library().asset(kind, &name).cloned();
            if self.is_unsaved(host, kind, &name) {
                self.meet(host, kind, &name, bytes.as_deref());
                continue;
            }
            let faults = host.exchange(&path, bytes.as_deref());
            let broken = faults.has_errors();
            self.take_faults(host, faults);
            let now = host.library().asset(kind, &name).cloned();
            self.saved.insert((kind, name.clone()), now.clone());
            self.edited.insert((kind, name.clone()), now.clone());
            if now != mine {
                let swap = Swap { kind, name, before: mine, after: now };
                self.history.push(&format!("{path} changed on disk"), "", Act::Assets(vec![swap]));
            }
            self.tell(match broken {
                true => format!("{path} changed on disk and has faults; the last whole version stays in force."),
                false => format!("{path} changed on disk and is in force."),
            });
        }
    }

    /// A file changed that has unsaved edits here.
    fn meet(&mut self, host: &dyn Host, kind: AssetType, name: &str, bytes: Option<&[u8]>) {
        let path = kind.path(name);
        let mut faults = Diagnostics::new();
        let theirs = bytes.and_then(|bytes| AnyAsset::read(kind, &path, bytes, host.library().registry(), &mut faults));
        if faults.has_errors() {
            return self.tell(format!("{path} changed on disk and has faults; what was edited here is kept."));
        }
        let theirs = theirs.map(|(asset, _)| asset);
        self.conflicts.retain(|conflict| (conflict.kind, conflict.name.as_str()) != (kind, name));
        let id = (kind, name.to_owned());
        let base = self.saved.get(&id).cloned().flatten();
        let mine = host.library().asset(kind, name).cloned();
        self.saved.insert(id, theirs.clone());
        if mine == theirs {
            return;
        }
        self.tell(format!("{path} was changed here and on disk: say whose changes to keep."));
        self.conflicts.push(Conflict::new(kind, name, base.as_ref(), mine, theirs));
    }

    /// Settles a conflict as its differences were chosen.
    pub fn resolve(&mut self, host: &mut dyn Host, index: usize) {
        let Some(conflict) = self.conflicts.get(index).cloned() else { return };
        match conflict.resolved(host.library().registry()) {
            Ok(asset) => {
                self.conflicts.remove(index);
                let label = format!("join {} with the disk", conflict.name);
                self.edit(host, &label, "", vec![((conflict.kind, conflict.name), asset)]);
            }
            Err(reason) => self.tell(reason),
        }
    }

    /// Looks for edits that an earlier start left unsaved, and takes them over.
    pub fn recover(&mut self, host: &mut dyn Host) {
        self.recovered = self.journal.read(host.library().registry());
        if self.recovered.is_empty() {
            return;
        }
        let mut first: BTreeMap<(AssetType, String), Option<AnyAsset>> = BTreeMap::new();
        let mut last = BTreeMap::new();
        for found in std::mem::take(&mut self.recovered) {
            for swap in &found.swaps {
                let id = (swap.kind, swap.name.clone());
                first.entry(id.clone()).or_insert_with(|| swap.before.clone());
                last.insert(id, swap.after.clone());
            }
            self.history.push(&found.label, "", Act::Assets(found.swaps));
        }
        let mut changes = Vec::new();
        for (id, mine) in last {
            let base = first.remove(&id).flatten();
            let theirs = host.library().asset(id.0, &id.1).cloned();
            self.saved.insert(id.clone(), theirs.clone());
            self.edited.insert(id.clone(), mine.clone());
            if theirs == mine {
                continue;
            }
            if theirs != base {
                // Meanwhile the file changed, too.
                self.conflicts.push(Conflict::new(id.0, &id.1, base.as_ref(), mine.clone(), theirs));
            }
            changes.push(crate::AssetChange { kind: id.0, name: id.1, asset: mine });
        }
        if changes.is_empty() {
            return;
        }
        let count = changes.len();
        let faults = host.put(&changes);
        self.take_faults(host, faults);
        host.finish();
        self.came_back = true;
        self.tell(match count {
            1 => "Unsaved edits of 1 asset are back from before. Save them, or discard them.".to_owned(),
            more => format!("Unsaved edits of {more} assets are back from before. Save them, or discard them."),
        });
    }

    /// Lets go of every unsaved edit: all is as on disk. The way back is in the history.
    pub fn discard(&mut self, host: &mut dyn Host) {
        self.finish(host);
        let unsaved = self.unsaved(host);
        let changes = unsaved.into_iter().filter_map(|id| {
            let saved = self.saved.get(&id)?.clone();
            Some((id, saved))
        });
        let changes: Vec<_> = changes.collect();
        self.conflicts.clear();
        self.edit(host, "discard unsaved edits", "", changes);
        self.came_back = false;
        if let Err(error) = self.journal.clear() {
            self.tell(format!("The journal of edits could not be emptied: {error}."));
        }
    }
}
