//! The editor without a screen: open asset, selection, edits, undo, saving and disk changes. Panels, the terminal and
//! tests use it.

mod arranging;
mod art;
mod asset_table;
mod assets;
mod back;
mod clip;
mod decks;
mod dice_table;
mod differences;
mod disk;
mod fight;
mod file_names;
mod fixes;
mod goals;
mod history;
mod journal;
mod known_names;
mod merge;
mod names;
mod pack_copy;
mod parts;
mod pieces;
mod preferences;
mod recorded;
mod room_clip;
mod room_items;
mod room_names;
mod rooms;
mod saving;
mod selection;
mod swaps;

pub(crate) use art::NO_ART;
pub use art::art_folder;
pub use asset_table::{
    CellError, TABLE_TYPES, TableCell, TableColumn, cell_text, cells_of_text, tab_separated, table_columns,
    usual_columns,
};
use assets::facts_of_columns;
pub use assets::{LARGEST, asset_name, objection};
pub use decks::{ShownDeck, SlotSkill, skills_for_slots};
pub use dice_table::{DiceOdds, DiceTable, dice_table};
pub use differences::differing_fields;
#[cfg(feature = "panels")]
pub(crate) use disk::counted;
pub use fight::{fight, parties};
pub use fixes::QuickFix;
pub use goals::{GoalPreset, goal_presets};
pub use history::{Edit, EditContent, History, Swap};
pub use journal::{Found, Journal};
pub use known_names::{is_listed, known_names};
pub use merge::{Conflict, Difference, Side};
pub use pack_copy::{CopyChoice, CopyItem, CopyPlan};
pub use parts::{FIXED_NAMES, PartPosition, wrappers};
#[cfg(feature = "panels")]
pub(crate) use pieces::first_of;
pub use pieces::{CellRectangle, piece_of};
pub use preferences::{Binding, Preferences, THEMES};
pub use room_clip::{rooms_of, text_of_rooms};
pub use room_items::{OwnNames, item_at, names_for, unused_fields, with_item};
pub use swaps::{ArtSwap, AssetId, Beside};

use crate::Host;
use art::EditedArt;
use file_names::FileNames;
use foretoken_action_assets::{AnyAsset, AssetType, Check, Diagnostic, Diagnostics, Library, Part};
use foretoken_vm::Change;
use recorded::Recorded;
use saving::{Kept, Saving};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Calls of [`Model::settle`] after an edit before a full check of all assets.
const QUIET: u32 = 12;
/// Calls of [`Model::settle`] that finish an edit although its widget is still active. A text field can stay focused
/// for a long time.
const STILL: u32 = 60;
const AT_ONCE: usize = 3;

/// Position to show: an asset, and a value within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Asset.
    pub asset: AssetId,
    /// Path of the value; empty for the asset.
    pub path: String,
    /// Character in the value's text, from 1; 0 for all of it.
    pub character: u32,
}

/// Editor without a screen.
#[derive(Debug)]
pub struct Model {
    folder: PathBuf,
    /// Folder of the shipped packs, if edits go to another one.
    shipped: Option<PathBuf>,
    config: Option<PathBuf>,
    /// Open asset.
    pub open: Option<AssetId>,
    /// Assets that were open before, the last one last.
    earlier: Vec<AssetId>,
    /// Path of the selected part; empty for the asset itself. [`Self::select`] changes it.
    pub selected: String,
    /// Index of the shown demonstration of the open asset.
    pub demonstration: usize,
    /// Further selected parts of the same list.
    also: Vec<String>,
    /// Position to scroll to and highlight once.
    pub focus: Option<Focus>,
    /// Copied or cut parts.
    pub clipboard: Vec<Part>,
    /// Preferences kept between sessions.
    pub preferences: Preferences,
    /// All edits.
    pub history: History,
    journal: Journal,
    /// Conflicts with the disk.
    pub conflicts: Vec<Conflict>,
    /// Disk versions of edited assets; `None` for a missing file.
    saved: BTreeMap<AssetId, Option<AnyAsset>>,
    edited: BTreeMap<AssetId, Option<AnyAsset>>,
    /// Number of the last host.
    host: Option<u64>,
    /// All faults.
    pub problems: Diagnostics,
    /// Demonstrations that played as recorded.
    pub recorded: Recorded,
    quiet: u32,
    /// Calls of [`Model::settle`] since the last change of the open edit.
    still: u32,
    /// Remaining checks, the next one last, and the faults so far.
    looking: Option<(Vec<Check>, Diagnostics)>,
    /// Notices, newest last.
    pub notices: Vec<String>,
    /// Number of notices so far, including repeats.
    told: u64,
    /// Whether unsaved edits of an earlier session are in force and can be discarded.
    pub came_back: bool,
    /// Files changed by offered edits in the pack.
    offered: Vec<String>,
    /// Whether journal trouble was reported.
    journal_told: bool,
    /// Counter of applied changes.
    revision: u64,
    art: EditedArt,
    /// Old file names of renamed assets.
    file_names: FileNames,
    /// Whether writes block.
    waits: bool,
    saving: Option<Saving>,
    save_again: bool,
    /// Pending writes of the editor's own files.
    kept: Kept,
}

impl Model {
    /// Creates the editor of a pack that is saved in this folder. If the host watches another folder and this one does
    /// not exist, the first save copies the watched folder here. `config` holds preferences and journals; without it, the
    /// journal is in the pack's folder `.edits`.
    #[must_use]
    pub fn new(folder: &Path, config: Option<&Path>) -> Self {
        let journal = match config {
            Some(config) => Journal::at(config.join("edits").join(journal_name(folder))),
            None => Journal::in_pack(folder),
        };
        Self {
            folder: folder.to_owned(),
            shipped: None,
            config: config.map(Path::to_owned),
            open: None,
            earlier: Vec::new(),
            selected: String::new(),
            demonstration: 0,
            also: Vec::new(),
            focus: None,
            clipboard: Vec::new(),
            preferences: Preferences::load(config),
            history: History::default(),
            journal,
            offered: Vec::new(),
            conflicts: Vec::new(),
            saved: BTreeMap::new(),
            edited: BTreeMap::new(),
            host: None,
            problems: Diagnostics::new(),
            recorded: Recorded::default(),
            quiet: 0,
            still: 0,
            looking: None,
            notices: Vec::new(),
            told: 0,
            came_back: false,
            journal_told: false,
            revision: 0,
            art: EditedArt::default(),
            file_names: FileNames::default(),
            waits: true,
            saving: None,
            save_again: false,
            kept: Kept::default(),
        }
    }

    /// Returns a counter of applied changes, for caches.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Adds a notice for the designer.
    pub fn tell(&mut self, notice: impl Into<String>) {
        let notice = notice.into();
        self.told += 1;
        if self.notices.last() != Some(&notice) {
            self.notices.push(notice);
        }
    }

    /// Returns the number of notices so far, so that a repeated notice is shown again.
    #[must_use]
    pub const fn told(&self) -> u64 {
        self.told
    }

    /// Opens an asset.
    pub fn open(&mut self, kind: AssetType, name: &str) {
        if self.open.as_ref().is_none_or(|(of, known)| *of != kind || known != name) {
            self.select("");
            self.demonstration = 0;
            self.note_earlier();
        }
        self.open = Some((kind, name.to_owned()));
        self.preferences.opened(kind.path(name));
    }

    /// Opens the asset of a file and asks to show a path and character in it. Characters count from 1; 0 is the whole
    /// value.
    pub fn jump(&mut self, host: &dyn Host, file: &str, path: &str, character: u32) {
        let Some((kind, name)) = AssetType::of_path(file) else { return };
        self.open(kind, name);
        if let Some(mut asset) = host.library().asset(kind, name).cloned() {
            match item_at(&asset, path) {
                Some((item, _)) => self.select(&item),
                None => {
                    let (part, _) = foretoken_action_assets::walk::part_of(asset.inspect_mut(), path);
                    self.select(part);
                }
            }
        }
        if let Some(at) = demonstration_of(path) {
            self.demonstration = at;
        }
        self.focus = Some(Focus { asset: (kind, name.to_owned()), path: path.to_owned(), character });
    }

    /// Returns a copy of the open asset.
    #[must_use]
    pub fn asset(&self, host: &dyn Host) -> Option<AnyAsset> {
        let (kind, name) = self.open.as_ref()?;
        host.library().asset(*kind, name).cloned()
    }

    /// Makes an edit. Consecutive edits with the same key are merged.
    pub fn edit(&mut self, host: &mut dyn Host, label: &str, key: &str, after: Vec<(AssetId, Option<AnyAsset>)>) {
        self.edit_with(host, label, key, after, Beside::default());
    }

    pub(super) fn edit_with(
        &mut self,
        host: &mut dyn Host,
        label: &str,
        key: &str,
        after: Vec<(AssetId, Option<AnyAsset>)>,
        beside: Beside,
    ) {
        let swaps = swaps(host.library(), after);
        if swaps.is_empty() && beside.art.is_empty() {
            return;
        }
        self.still = 0;
        let joins = self.history.open_key().is_some_and(|open| !key.is_empty() && open == key);
        if !joins {
            self.finish(host);
        }
        let before = self.history.edits().len();
        let unfinished = self.history.is_open().then(|| self.history.to_undo().cloned()).flatten();
        let act = EditContent::Assets(swaps, beside);
        self.history.push(label, key, act.clone());
        if self.history.edits().len() > before
            && let Some(edit) = unfinished
        {
            self.write(&edit.label, &edit.act);
            host.finish();
        }
        self.apply(host, &act);
        if key.is_empty() {
            self.write(label, &act);
            host.finish();
        }
    }

    /// Edits the open asset.
    pub fn edit_open(&mut self, host: &mut dyn Host, label: &str, key: &str, asset: AnyAsset) {
        if let Some(id) = self.open.clone() {
            self.edit(host, label, key, vec![(id, Some(asset))]);
        }
    }

    /// Edits the running battle.
    pub fn edit_state(&mut self, host: &mut dyn Host, label: &str, changes: &[Change]) {
        self.finish(host);
        match host.edit_state(changes) {
            Ok(made) => self.history.push(label, "", EditContent::State(host.battle(), made)),
            Err(reason) => self.tell(reason.to_string()),
        }
    }

    fn apply(&mut self, host: &mut dyn Host, act: &EditContent) {
        let EditContent::Assets(swaps, beside) = act else { return };
        self.art.put(&beside.art);
        for (kind, old, new) in &beside.names {
            self.file_names.renamed(*kind, old, new);
        }
        if swaps.is_empty() {
            return;
        }
        for swap in swaps {
            let id = (swap.kind, swap.name.clone());
            self.edited.insert(id.clone(), swap.after.clone());
            self.saved.entry(id).or_insert_with(|| swap.before.clone());
        }
        let changes: Vec<_> = swaps.iter().map(Swap::change).collect();
        let faults = host.put(&changes);
        self.take_faults(host, faults);
        if let Some((kind, name)) = self.open.clone()
            && host.library().asset(kind, &name).is_none()
        {
            self.open = None;
            self.select("");
        }
    }

    /// Applies unsaved edits to a new host, for example after a new battle.
    pub fn greet(&mut self, host: &mut dyn Host) {
        if self.host.replace(host.number()).is_none_or(|known| known == host.number()) {
            return;
        }
        self.meet_disk(host);
        self.show_art_again();
        let unsaved = self.edited.iter().filter(|(id, asset)| self.saved.get(*id) != Some(*asset));
        let changes = unsaved.map(|((kind, name), asset)| crate::AssetChange {
            kind: *kind,
            name: name.clone(),
            asset: asset.clone(),
        });
        let changes: Vec<_> = changes.collect();
        let faults = host.put(&changes);
        host.finish();
        self.take_faults(host, faults);
    }

    fn take_faults(&mut self, host: &mut dyn Host, faults: Diagnostics) {
        self.revision += 1;
        self.problems = faults;
        self.quiet = QUIET;
        self.looking = None;
        for notice in host.notices() {
            self.tell(notice);
        }
    }

    /// Keeps the open edit open while called every frame.
    pub const fn hold(&mut self) {
        self.still = 0;
    }

    /// Finishes the open edit and writes it to the journal and the battle's record. Consequences, such as facts about a
    /// renamed column, belong to the edit.
    pub fn finish(&mut self, host: &mut dyn Host) {
        if let Some(EditContent::Assets(edited, _)) = self.history.open_act() {
            let follows = swaps(host.library(), facts_of_columns(host.library(), edited));
            if !follows.is_empty() {
                self.history.take_along(&follows);
                self.apply(host, &EditContent::Assets(follows, Beside::default()));
            }
        }
        let Some(edit) = self.history.close().cloned() else { return };
        self.write(&edit.label, &edit.act);
        host.finish();
    }

    fn write(&mut self, label: &str, act: &EditContent) {
        let EditContent::Assets(swaps, beside) = act else { return };
        let done = self.journal.append(label, swaps, &beside.art);
        self.journal_done(done);
    }

    /// Sets whether writes of edits and files block (default) or run in the background.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
        self.journal.set_waits(waits);
    }

    fn journal_done(&mut self, done: std::io::Result<()>) {
        for notice in self.journal.notices() {
            self.tell(notice);
        }
        match done {
            Ok(()) => self.journal_told = false,
            Err(error) if !self.journal_told => {
                self.journal_told = true;
                let path = self.journal.path().display();
                self.tell(format!("Unsaved edits cannot be kept in {path}: {error}. Save often."));
            }
            Err(_) => {}
        }
    }

    /// Undoes the last edit.
    pub fn undo(&mut self, host: &mut dyn Host) -> bool {
        self.finish(host);
        match self.history.undo() {
            Some((label, act)) => {
                let done = self.perform(host, &format!("undo {label}"), act);
                let selected = self.history.to_redo().and_then(|edit| edit.selected_in(self.open.as_ref()));
                self.select_again(selected.map(|[before, _]| before.clone()));
                done
            }
            None => false,
        }
    }

    /// Repeats the last undone edit. Returns whether there was one.
    pub fn redo(&mut self, host: &mut dyn Host) -> bool {
        self.finish(host);
        match self.history.redo() {
            Some((label, act)) => {
                let done = self.perform(host, &format!("redo {label}"), act);
                let selected = self.history.to_undo().and_then(|edit| edit.selected_in(self.open.as_ref()));
                self.select_again(selected.map(|[_, after]| after.clone()));
                done
            }
            None => false,
        }
    }

    /// Undoes or redoes until `done` edits are in effect.
    pub fn go_to(&mut self, host: &mut dyn Host, done: usize) {
        while self.history.done() > done && self.undo(host) {}
        while self.history.done() < done && self.redo(host) {}
    }

    fn perform(&mut self, host: &mut dyn Host, label: &str, act: EditContent) -> bool {
        match &act {
            EditContent::Assets(swaps, _) => {
                self.apply(host, &act);
                self.write(label, &act);
                host.finish();
                if let Some(swap) = swaps.iter().find(|swap| swap.after.is_some())
                    && self.open.as_ref().is_none_or(|(kind, name)| host.library().asset(*kind, name).is_none())
                {
                    let (kind, name) = (swap.kind, swap.name.clone());
                    self.open(kind, &name);
                }
            }
            EditContent::State(battle, _) if *battle != host.battle() => {
                self.tell(format!("{label}: not applied, because it belongs to another battle."));
            }
            EditContent::State(_, changes) => {
                if let Err(reason) = host.edit_state_again(changes) {
                    self.tell(format!("{label}: {reason}"));
                }
            }
        }
        true
    }

    /// Runs once a frame. `typing` is whether a widget is active; otherwise the open edit is finished.
    pub fn settle(&mut self, host: &mut dyn Host, typing: bool) {
        self.still = self.still.saturating_add(1);
        if self.history.is_open() && (!typing || self.still > STILL) {
            self.finish(host);
        }
        if let Some(done) = self.journal.news() {
            self.journal_done(done);
        }
        if !typing && !self.conflicts.is_empty() {
            self.follow_conflicts(host);
        }
        if host.has_found() {
            self.quiet = 1;
        }
        self.look(host);
        for notice in host.notices() {
            self.tell(notice);
        }
    }

    fn look(&mut self, host: &dyn Host) {
        if self.quiet > 0 {
            self.quiet -= 1;
            if self.quiet == 0 {
                let mut checks = host.library().checks();
                checks.reverse();
                self.looking = Some((checks, host.library().faults()));
            }
        }
        let Some((checks, found)) = &mut self.looking else { return };
        for _ in 0..AT_ONCE {
            let Some(check) = checks.pop() else { break };
            host.library().check(&check, found);
            if matches!(check, Check::Scenario(_)) {
                break;
            }
        }
        if checks.is_empty() {
            self.problems = std::mem::take(found);
            self.problems.append(host.standing());
            self.looking = None;
        }
    }

    /// Returns whether a full check is still running, so that the known problems can be incomplete.
    #[must_use]
    pub const fn is_looking(&self) -> bool {
        self.quiet > 0 || self.looking.is_some()
    }

    /// Returns the faults, without those of demonstrations being arranged.
    pub fn errors<'m>(&'m self, host: &'m dyn Host) -> impl Iterator<Item = &'m Diagnostic> {
        self.problems.errors().filter(|fault| !self.is_being_arranged(host, fault))
    }

    /// Runs a full check at once.
    pub fn check(&mut self, host: &dyn Host) {
        self.quiet = 0;
        self.looking = None;
        self.problems = host.library().check_all();
        self.problems.append(host.standing());
    }

    /// Returns whether an asset differs from the disk.
    #[must_use]
    pub fn is_unsaved(&self, host: &dyn Host, kind: AssetType, name: &str) -> bool {
        let saved = self.saved.get(&(kind, name.to_owned()));
        saved.is_some_and(|saved| saved.as_ref() != host.library().asset(kind, name))
    }

    /// Returns all assets that differ from the disk.
    #[must_use]
    pub fn unsaved(&self, host: &dyn Host) -> Vec<AssetId> {
        let of = |(kind, name): &&AssetId| self.is_unsaved(host, *kind, name);
        self.saved.keys().filter(of).cloned().collect()
    }
}

fn swaps(library: &Library, after: Vec<(AssetId, Option<AnyAsset>)>) -> Vec<Swap> {
    let swap = |((kind, name), after): (AssetId, Option<AnyAsset>)| {
        let before = library.asset(kind, &name).cloned();
        (before != after).then_some(Swap { kind, name, before, after })
    };
    after.into_iter().filter_map(swap).collect()
}

pub(crate) fn demonstration_of(path: &str) -> Option<usize> {
    path.strip_prefix("demonstration[")?.split_once(']')?.0.parse().ok()
}

/// Returns the name of a pack's journal: the folder's name, and a hash of the full path.
fn journal_name(folder: &Path) -> String {
    // The copy of a shipped pack has its name before it exists.
    let above = folder.ancestors().find_map(|above| Some((above.canonicalize().ok()?, above)));
    let whole = above.map_or_else(
        || folder.to_owned(),
        |(whole, above)| whole.components().chain(folder.strip_prefix(above).unwrap_or(folder).components()).collect(),
    );
    // FNV-1a, because it is stable between sessions.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let number = whole.as_os_str().as_encoded_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step);
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(40).map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!("{name}-{number:016x}")
}
