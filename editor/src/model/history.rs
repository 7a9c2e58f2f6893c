//! Everything that was edited, by name: back and forth without end. Consecutive edits of one field are one.

use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_vm::Change;

use super::swaps::{AssetId, Beside};
use crate::AssetChange;

/// An asset before and after an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// Its type.
    pub kind: AssetType,
    /// Its name.
    pub name: String,
    /// What it was; `None` where it was not there.
    pub before: Option<AnyAsset>,
    /// What it is then.
    pub after: Option<AnyAsset>,
}

/// What an edit alters.
#[derive(Clone, Debug, PartialEq)]
pub enum EditContent {
    /// Files of the pack: assets, and what lies beside them.
    Assets(Vec<Swap>, Beside),
    /// The battle with this number, with its values before and after.
    State(u64, Vec<Change>),
}

/// One edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What was done, in a few words.
    pub label: String,
    /// What it altered.
    pub act: EditContent,
    /// The parts that were selected before it, and those that were after it; none where it leaves the selection alone.
    pub(super) selected: Option<[Vec<String>; 2]>,
    /// What further edits of the same sort are told by; none for an edit that stands alone.
    key: String,
    /// Whether it is being made still.
    open: bool,
}

/// The edits so far.
#[derive(Clone, Debug, Default)]
pub struct History {
    edits: Vec<Edit>,
    done: usize,
}

impl History {
    /// All edits, those taken back included.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// How many of them stand.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Adds an edit; what was taken back before is forgotten. One with the key of the edit that is being made becomes
    /// part of that.
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

    /// Says which parts were selected before the last edit, and which are after it.
    pub(super) fn set_selected(&mut self, selected: [Vec<String>; 2]) {
        if let Some(last) = self.edits.last_mut() {
            last.selected = Some(selected);
        }
    }

    /// The edit that is being made is finished. Returns it, if there was one.
    pub fn close(&mut self) -> Option<&Edit> {
        let last = self.edits.last_mut().filter(|last| last.open)?;
        last.open = false;
        Some(last)
    }

    /// Whether an edit is being made.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.edits.last().is_some_and(|last| last.open)
    }

    /// The key of the edit that is being made.
    #[must_use]
    pub fn open_key(&self) -> Option<&str> {
        self.edits.last().filter(|last| last.open).map(|last| last.key.as_str())
    }

    /// What the edit that is being made did so far.
    #[must_use]
    pub fn open_act(&self) -> Option<&EditContent> {
        self.edits.last().filter(|last| last.open).map(|last| &last.act)
    }

    /// Adds what follows from the edit that is being made to it.
    pub(super) fn take_along(&mut self, follows: &[Swap]) {
        if let Some(Edit { act: EditContent::Assets(own, _), .. }) = self.edits.last_mut().filter(|last| last.open) {
            own.extend_from_slice(follows);
        }
    }

    /// The edit that undo would take back.
    #[must_use]
    pub fn to_undo(&self) -> Option<&Edit> {
        self.edits.get(self.done.checked_sub(1)?)
    }

    /// The edit that redo would make again.
    #[must_use]
    pub fn to_redo(&self) -> Option<&Edit> {
        self.edits.get(self.done)
    }

    /// Takes back the last edit and says what to do for it.
    pub fn undo(&mut self) -> Option<(String, EditContent)> {
        self.close();
        let edit = self.edits.get(self.done.checked_sub(1)?)?;
        self.done -= 1;
        Some((edit.label.clone(), edit.act.reversed()))
    }

    /// Makes the next edit again and says what to do for it.
    pub fn redo(&mut self) -> Option<(String, EditContent)> {
        self.close();
        let edit = self.edits.get(self.done)?;
        self.done += 1;
        Some((edit.label.clone(), edit.act.clone()))
    }
}

impl Edit {
    /// The parts that were selected before it and after it, where it altered this asset.
    pub(super) fn selected_in(&self, open: Option<&AssetId>) -> Option<&[Vec<String>; 2]> {
        let (kind, name) = open?;
        let EditContent::Assets(swaps, _) = &self.act else { return None };
        let alters = swaps.iter().any(|swap| swap.kind == *kind && swap.name == *name);
        self.selected.as_ref().filter(|_| alters)
    }

    /// Takes a further edit in; false where they are about different things.
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
    /// The way back.
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

    /// What the host is told.
    #[must_use]
    pub fn change(&self) -> AssetChange {
        AssetChange { kind: self.kind, name: self.name.clone(), asset: self.after.clone() }
    }
}
