//! Unlimited undo history with named edits. Consecutive edits of one field are merged.

use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_vm::Change;

use super::swaps::{AssetId, Beside};
use crate::AssetChange;

/// An asset before and after an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// Type of the asset.
    pub kind: AssetType,
    /// Name of the asset.
    pub name: String,
    /// Content before; `None` if the asset did not exist.
    pub before: Option<AnyAsset>,
    /// Content after; `None` if the asset was deleted.
    pub after: Option<AnyAsset>,
}

/// Subject of an edit.
#[derive(Clone, Debug, PartialEq)]
pub enum EditContent {
    /// Assets, and art beside them.
    Assets(Vec<Swap>, Beside),
    /// Values of the battle with this number, before and after.
    State(u64, Vec<Change>),
}

/// One edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Short description.
    pub label: String,
    /// Content of the edit.
    pub act: EditContent,
    /// Selected parts before and after; `None` if the edit does not change the selection.
    pub(super) selected: Option<[Vec<String>; 2]>,
    /// Key for merging; empty for an edit that never merges.
    key: String,
    /// Whether further edits can merge into it.
    open: bool,
}

/// All edits.
#[derive(Clone, Debug, Default)]
pub struct History {
    edits: Vec<Edit>,
    done: usize,
}

impl History {
    /// Returns all edits, including undone ones.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns the number of edits in effect.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Adds an edit and drops undone ones. An edit with the key of the open edit merges into it.
    pub fn push(&mut self, label: &str, key: &str, act: EditContent) {
        self.edits.truncate(self.done);
        if let Some(last) = self.edits.last_mut().filter(|last| last.open && !key.is_empty() && last.key == key)
            && last.join(&act)
        {
            label.clone_into(&mut last.label);
            return;
        }
        self.close();
        let open = !key.is_empty();
        self.edits.push(Edit { label: label.to_owned(), act, selected: None, key: key.to_owned(), open });
        self.done = self.edits.len();
    }

    pub(super) fn set_selected(&mut self, selected: [Vec<String>; 2]) {
        if let Some(last) = self.edits.last_mut() {
            last.selected = Some(selected);
        }
    }

    /// Closes the open edit and returns it.
    pub fn close(&mut self) -> Option<&Edit> {
        let last = self.edits.last_mut().filter(|last| last.open)?;
        last.open = false;
        Some(last)
    }

    /// Returns whether an edit is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.edits.last().is_some_and(|last| last.open)
    }

    /// Returns the key of the open edit.
    #[must_use]
    pub fn open_key(&self) -> Option<&str> {
        self.edits.last().filter(|last| last.open).map(|last| last.key.as_str())
    }

    /// Returns the content of the open edit.
    #[must_use]
    pub fn open_act(&self) -> Option<&EditContent> {
        self.edits.last().filter(|last| last.open).map(|last| &last.act)
    }

    pub(super) fn take_along(&mut self, follows: &[Swap]) {
        if let Some(Edit { act: EditContent::Assets(own, _), .. }) = self.edits.last_mut().filter(|last| last.open) {
            own.extend_from_slice(follows);
        }
    }

    /// Returns the next edit to undo.
    #[must_use]
    pub fn to_undo(&self) -> Option<&Edit> {
        self.edits.get(self.done.checked_sub(1)?)
    }

    /// Returns the next edit to redo.
    #[must_use]
    pub fn to_redo(&self) -> Option<&Edit> {
        self.edits.get(self.done)
    }

    /// Steps back and returns the label and the content to apply.
    pub fn undo(&mut self) -> Option<(String, EditContent)> {
        self.close();
        let edit = self.edits.get(self.done.checked_sub(1)?)?;
        self.done -= 1;
        Some((edit.label.clone(), edit.act.reversed()))
    }

    /// Steps forward and returns the label and the content to apply.
    pub fn redo(&mut self) -> Option<(String, EditContent)> {
        self.close();
        let edit = self.edits.get(self.done)?;
        self.done += 1;
        Some((edit.label.clone(), edit.act.clone()))
    }
}

impl Edit {
    pub(super) fn selected_in(&self, open: Option<&AssetId>) -> Option<&[Vec<String>; 2]> {
        let (kind, name) = open?;
        let EditContent::Assets(swaps, _) = &self.act else { return None };
        let alters = swaps.iter().any(|swap| swap.kind == *kind && swap.name == *name);
        self.selected.as_ref().filter(|_| alters)
    }

    fn join(&mut self, later: &EditContent) -> bool {
        let (EditContent::Assets(own, beside), EditContent::Assets(later, further)) = (&mut self.act, later) else {
            return false;
        };
        let same = |a: &Swap, b: &Swap| a.kind == b.kind && a.name == b.name;
        if own.len() != later.len() || !own.iter().zip(later).all(|(a, b)| same(a, b)) {
            return false;
        }
        if !beside.art.iter().map(|swap| &swap.path).eq(further.art.iter().map(|swap| &swap.path)) {
            return false;
        }
        beside.names.extend(further.names.iter().cloned());
        beside.art.iter_mut().zip(&further.art).for_each(|(own, later)| own.after.clone_from(&later.after));
        own.iter_mut().zip(later).for_each(|(own, later)| own.after.clone_from(&later.after));
        true
    }
}

impl EditContent {
    /// Returns the inverse.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match self {
            EditContent::Assets(swaps, beside) => {
                EditContent::Assets(swaps.iter().rev().map(Swap::reversed).collect(), beside.reversed())
            }
            EditContent::State(battle, changes) => {
                let back = |change: &Change| Change { before: change.after, after: change.before, ..*change };
                EditContent::State(*battle, changes.iter().rev().map(back).collect())
            }
        }
    }
}

impl Swap {
    fn reversed(&self) -> Self {
        let (kind, name) = (self.kind, self.name.clone());
        Swap { kind, name, before: self.after.clone(), after: self.before.clone() }
    }

    /// Returns the change for the host.
    #[must_use]
    pub fn change(&self) -> AssetChange {
        AssetChange { kind: self.kind, name: self.name.clone(), asset: self.after.clone() }
    }
}
