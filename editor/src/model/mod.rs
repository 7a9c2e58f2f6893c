//! The editor without a screen: what is open and selected, every edit and the way back, what is not saved yet, and what
//! changed on disk meanwhile. Panels show it and call it; the terminal or a test may as well.

mod arranging;
mod art;
mod assets;
mod clip;
mod disk;
mod file_names;
mod history;
mod journal;
mod merge;
mod names;
mod parts;
mod preferences;
mod recorded;
mod saving;
mod selection;
mod swaps;

pub(crate) use art::NO_ART;
pub use art::art_folder;
use assets::facts_of_columns;
pub use assets::{asset_name, objection};
#[cfg(feature = "panels")]
pub(crate) use disk::counted;
pub use history::{Edit, EditContent, History, Swap};
pub use journal::{Found, Journal};
pub use merge::{Conflict, Difference, Side};
pub use parts::{FIXED_NAMES, PartPosition, wrappers};
pub use preferences::{Binding, Preferences, THEMES};
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

/// Calls of [`Model::settle`] after an edit before all problems are looked for again.
const QUIET: u32 = 12;
/// Calls of [`Model::settle`] after which an edit is finished though a widget is still being used: a text field may be
/// left alone with the cursor in it, and what was typed must not hang on that.
const STILL: u32 = 60;
/// Demonstrations that are played in one frame when all problems are looked for.
const AT_ONCE: usize = 3;

/// A place to show: an asset, and a value within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The asset.
    pub asset: AssetId,
    /// The value's path; empty for the asset.
    pub path: String,
    /// Where in the value's text, in characters from 1; 0 for all of it.
    pub character: u32,
}

/// The editor without a screen.
#[derive(Debug)]
pub struct Model {
    folder: PathBuf,
    config: Option<PathBuf>,
    /// The asset that is open.
    pub open: Option<AssetId>,
    /// Path of the selected part of it; empty for the asset itself. See [`Self::select`] to alter it.
    pub selected: String,
    /// Index of the demonstration that is shown, among those of what is open.
    pub demonstration: usize,
    /// Further parts of the same list that are selected.
    also: Vec<String>,
    /// What to scroll to and highlight, until it was shown.
    pub focus: Option<Focus>,
    /// Parts that were copied or cut.
    pub clipboard: Vec<Part>,
    /// What is remembered between starts.
    pub preferences: Preferences,
    /// Every edit.
    pub history: History,
    journal: Journal,
    /// What differs here and on disk since both changed.
    pub conflicts: Vec<Conflict>,
    /// As they are on disk, for assets that were edited; `None` for one that is not there.
    saved: BTreeMap<AssetId, Option<AnyAsset>>,
    /// As they were edited here last.
    edited: BTreeMap<AssetId, Option<AnyAsset>>,
    /// The host that was talked to last.
    host: Option<u64>,
    /// What is wrong, all of it.
    pub problems: Diagnostics,
    /// Demonstrations that came out as recorded.
    pub recorded: Recorded,
    quiet: u32,
    /// Calls of [`Model::settle`] since the edit that is being made was altered last.
    still: u32,
    /// What is still to be looked at, the next last, and what was found so far.
    looking: Option<(Vec<Check>, Diagnostics)>,
    /// What to tell, the newest last.
    pub notices: Vec<String>,
    /// Counts what was told, the same again included.
    told: u64,
    /// Whether unsaved edits of an earlier start are in force and may be discarded.
    pub came_back: bool,
    /// The files that edits alter which lie in the pack and wait to be taken over or declined.
    offered: Vec<String>,
    /// Whether trouble with the journal was told.
    journal_told: bool,
    /// Counts what was put in place.
    revision: u64,
    /// The texts of art as they are edited.
    art: EditedArt,
    /// Under which names lies on disk what is called after assets.
    file_names: FileNames,
    /// Whether what is written is waited for.
    waits: bool,
    /// A save that goes on beside the frames, and whether another is to follow.
    saving: Option<Saving>,
    save_again: bool,
    /// Files of the editor's own.
    kept: Kept,
}

impl Model {
    /// The editor of a pack. `config` is where its preferences and journals are kept; without it the journal lies in
    /// the pack's folder `.edits`.
    #[must_use]
    pub fn new(folder: &Path, config: Option<&Path>) -> Self {
        let journal = match config {
            Some(config) => Journal::at(config.join("edits").join(journal_name(folder))),
            None => Journal::in_pack(folder),
        };
        Self {
            folder: folder.to_owned(),
            config: config.map(Path::to_owned),
            open: None,
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

    /// Counts what was put in place, so that what is derived from assets is made anew only when they are others.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Tells the designer something.
    pub fn tell(&mut self, notice: impl Into<String>) {
        let notice = notice.into();
        self.told += 1;
        if self.notices.last() != Some(&notice) {
            self.notices.push(notice);
        }
    }

    /// Counts what was told, so that a notice that is told again is seen again.
    #[must_use]
    pub const fn told(&self) -> u64 {
        self.told
    }

    /// Opens an asset.
    pub fn open(&mut self, kind: AssetType, name: &str) {
        if self.open.as_ref().is_none_or(|(of, known)| *of != kind || known != name) {
            self.select("");
            self.demonstration = 0;
        }
        self.open = Some((kind, name.to_owned()));
        self.preferences.opened(kind.path(name));
    }

    /// Opens what a file, a path within it and a character of the value there mean, and asks for it to be shown. The
    /// character is counted from 1; 0 is all of the value.
    pub fn jump(&mut self, host: &dyn Host, file: &str, path: &str, character: u32) {
        let Some((kind, name)) = AssetType::of_path(file) else { return };
        self.open(kind, name);
        if let Some(mut asset) = host.library().asset(kind, name).cloned() {
            let (part, _) = foretoken_action_assets::walk::part_of(asset.inspect_mut(), path);
            self.select(part);
        }
        if let Some(at) = demonstration_of(path) {
            self.demonstration = at;
        }
        self.focus = Some(Focus { asset: (kind, name.to_owned()), path: path.to_owned(), character });
    }

    /// A copy of the asset that is open.
    #[must_use]
    pub fn asset(&self, host: &dyn Host) -> Option<AnyAsset> {
        let (kind, name) = self.open.as_ref()?;
        host.library().asset(*kind, name).cloned()
    }

    /// Makes an edit. Those with one key and nothing between them are one.
    pub fn edit(&mut self, host: &mut dyn Host, label: &str, key: &str, after: Vec<(AssetId, Option<AnyAsset>)>) {
        self.edit_with(host, label, key, after, Beside::default());
    }

    /// The same with what lies beside assets.
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
        // Where a new edit begins, the one before it is finished.
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

    /// Edits the asset that is open.
    pub fn edit_open(&mut self, host: &mut dyn Host, label: &str, key: &str, asset: AnyAsset) {
        if let Some(id) = self.open.clone() {
            self.edit(host, label, key, vec![(id, Some(asset))]);
        }
    }

    /// Alters the running battle.
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

    /// Another host, as when another battle begins, is told what was edited and not saved.
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

    /// What is wrong as far as it is known at once; the rest follows when it is quiet.
    fn take_faults(&mut self, host: &mut dyn Host, faults: Diagnostics) {
        self.revision += 1;
        self.problems = faults;
        self.quiet = QUIET;
        self.looking = None;
        for notice in host.notices() {
            self.tell(notice);
        }
    }

    /// An edit that is being made goes on for as long as this is called in every frame, however long a hand rests.
    pub const fn hold(&mut self) {
        self.still = 0;
    }

    /// An edit that is being made is finished: it is kept in the journal and in the battle's record. What follows from it, such
    /// as facts about a column that got another name, is part of it.
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

    /// Whether each edit is in the journal, and each file is written, before anything goes on, as it is at first;
    /// otherwise that is done beside the frames.
    pub const fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
        self.journal.set_waits(waits);
    }

    /// Trouble with the journal is told once, until it is over.
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

    /// Takes back the last edit.
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

    /// Makes the edit again that was taken back last.
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

    /// Back or forth until so many edits stand.
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
                // What was worked on is shown again.
                if let Some(swap) = swaps.iter().find(|swap| swap.after.is_some())
                    && self.open.as_ref().is_none_or(|(kind, name)| host.library().asset(*kind, name).is_none())
                {
                    let (kind, name) = (swap.kind, swap.name.clone());
                    self.open(kind, &name);
                }
            }
            EditContent::State(battle, _) if *battle != host.battle() => {
                self.tell(format!("{label}: that was another battle, and stays as it was."));
            }
            EditContent::State(_, changes) => {
                if let Err(reason) = host.edit_state_again(changes) {
                    self.tell(format!("{label}: {reason}"));
                }
            }
        }
        true
    }

    /// To be called once a frame. `typing` is whether a widget is being used: where none is, the edit is finished.
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
            // Once more, with what was found out.
            self.quiet = 1;
        }
        self.look(host);
        for notice in host.notices() {
            self.tell(notice);
        }
    }

    /// When it has been quiet for a while all problems are looked for, a little in each frame.
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

    /// Whether problems are still being looked for, so that those that are known may not be all.
    #[must_use]
    pub const fn is_looking(&self) -> bool {
        self.quiet > 0 || self.looking.is_some()
    }

    /// What is wrong, without what is only being arranged.
    pub fn errors<'m>(&'m self, host: &'m dyn Host) -> impl Iterator<Item = &'m Diagnostic> {
        self.problems.errors().filter(|fault| !self.is_being_arranged(host, fault))
    }

    /// Looks for all problems at once.
    pub fn check(&mut self, host: &dyn Host) {
        self.quiet = 0;
        self.looking = None;
        self.problems = host.library().check_all();
        self.problems.append(host.standing());
    }

    /// Whether an asset is otherwise than on disk.
    #[must_use]
    pub fn is_unsaved(&self, host: &dyn Host, kind: AssetType, name: &str) -> bool {
        let saved = self.saved.get(&(kind, name.to_owned()));
        saved.is_some_and(|saved| saved.as_ref() != host.library().asset(kind, name))
    }

    /// All assets that are otherwise than on disk.
    #[must_use]
    pub fn unsaved(&self, host: &dyn Host) -> Vec<AssetId> {
        let of = |(kind, name): &&AssetId| self.is_unsaved(host, *kind, name);
        self.saved.keys().filter(of).cloned().collect()
    }
}

/// What alters, of what is to be.
fn swaps(library: &Library, after: Vec<(AssetId, Option<AnyAsset>)>) -> Vec<Swap> {
    let swap = |((kind, name), after): (AssetId, Option<AnyAsset>)| {
        let before = library.asset(kind, &name).cloned();
        (before != after).then_some(Swap { kind, name, before, after })
    };
    after.into_iter().filter_map(swap).collect()
}

/// The index of the demonstration that a path such as `demonstration[1].after` lies in.
pub(crate) fn demonstration_of(path: &str) -> Option<usize> {
    path.strip_prefix("demonstration[")?.split_once(']')?.0.parse().ok()
}

/// The name of a pack's journal: that of its folder, for people, and a number of the whole path, as other packs may be
/// called the same.
fn journal_name(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    // FNV-1a, which is the same in every start.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let number = whole.as_os_str().as_encoded_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step);
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(40).map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!("{name}-{number:016x}")
}
