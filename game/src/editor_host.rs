//! The editor's host: a running battle that applies edits and file changes at once. Faulty assets keep their last valid
//! version.

mod campaigns;
mod enforcing;
mod order;
mod playable;
mod proving;
mod renaming;
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only the window starts runs at a room"))]
mod room_run;
mod sketch;

use campaigns::Campaigns;
use enforcing::Compiled;
use foretoken_action_assets::walk::rename_references;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostic, Diagnostics, KindRegistry, Library, Severity};
use foretoken_editor::model::fight;
use foretoken_editor::pixels::ArtTexts;
use foretoken_editor::{
    AgendaLine, AssetChange, EditorError, FileChange, FrameSpan, Host, Past, RewindPoint, RunAt, View, Watch,
};
use foretoken_session::referee::Then;
use foretoken_session::texts::{names, rewind_points};
use foretoken_session::{Content, ContentError, Session};
use foretoken_vm::state::Renames;
use foretoken_vm::{Change, EntityId, GameState, Rulebook};
use order::order_of;
pub(crate) use playable::Playable;
use proving::Proving;
use renaming::{named, renamed};
pub(crate) use room_run::RoomRun;
use sketch::Sketch;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The editor, for programs that drive the game with it.
pub use foretoken_editor as editor;

/// Difference between the assets of a battle test and the edited ones. No asset of the pack changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lent {
    /// A unit has an extra action.
    Action {
        /// Unit.
        unit: String,
        /// Action.
        action: String,
    },
    /// A unit is the only foe in a scenario.
    Foe {
        /// Scenario.
        scenario: String,
        /// Unit.
        unit: String,
    },
}

/// Assets of a pack that is played and edited.
#[derive(Debug)]
pub struct EditorHost {
    library: Library,
    /// Assets in force: the last versions that compiled together.
    in_force: Arc<Library>,
    /// Number of a battle with other assets than the current ones, and those assets with later changes.
    of_battle: Option<(u64, Option<Library>)>,
    watch: Watch,
    notices: Vec<String>,
    /// The reason why the battle uses older assets.
    refused: Option<Diagnostic>,
    number: u64,
    /// Renames since assets last came into force.
    renames: Renames,
    lent: Option<Lent>,
    past: Option<LookedAt>,
    left_out: Option<String>,
    edits: u64,
    sketch: Option<Sketch>,
    /// The last valid compilation of the battle's scenario.
    compiled: Option<Compiled>,
    opened: Arc<Library>,
    proving: Proving,
    campaigns: Campaigns,
}

const REFERENCE: &str = "faulty-reference";

/// A past state, cached while it is shown.
#[derive(Debug)]
struct LookedAt {
    of: (u64, usize, usize),
    rewind_point: usize,
    when: String,
    then: Then,
}

impl EditorHost {
    /// Loads and watches the assets in a pack's folder.
    #[must_use]
    pub fn new(folder: &Path, registry: KindRegistry) -> Self {
        foretoken_session::long_work::note("reading a pack");
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let watch = Watch::new(folder);
        let library = watch.library(registry);
        let in_force = Arc::new(library.clone());
        let (notices, refused, lent, past, left_out) = (Vec::new(), None, None, None, None);
        let (of_battle, renames) = (None, Renames::default());
        let (edits, sketch) = (0, None);
        let (opened, proving) = (Arc::clone(&in_force), Proving::default());
        Self {
            renames,
            library,
            in_force,
            of_battle,
            watch,
            notices,
            refused,
            number,
            lent,
            past,
            left_out,
            edits,
            sketch,
            compiled: None,
            opened,
            proving,
            campaigns: Campaigns::begin(),
        }
    }

    /// Loads and watches a pack of the content.
    ///
    /// # Errors
    ///
    /// If there is no such pack.
    pub fn open(content: &Content, pack: &str) -> Result<Self, ContentError> {
        Ok(Self::new(&content.folder(pack)?, content.registry()?))
    }

    /// Sets whether disk checks block; see [`Watch::set_waits`]. Otherwise system notifications wake them.
    #[cfg(feature = "window")]
    pub(crate) fn set_waits(&mut self, waits: bool) {
        self.watch.set_waits(waits);
        if !waits {
            self.watch.listen();
        }
    }

    #[cfg(feature = "window")]
    pub(crate) fn set_left_out(&mut self, words: Option<String>) {
        self.left_out = words;
    }

    #[cfg(feature = "window")]
    pub(crate) const fn art(&self) -> &ArtTexts {
        self.watch.art()
    }

    #[cfg(feature = "window")]
    pub(crate) const fn watch_mut(&mut self) -> &mut Watch {
        &mut self.watch
    }

    /// Returns the assets as edited.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the assets in force, for new battles.
    #[must_use]
    pub fn in_force(&self) -> &Library {
        &self.in_force
    }

    #[cfg(feature = "window")]
    pub(crate) fn set_in_force(&mut self, library: Arc<Library>) {
        self.in_force = library;
        self.refused = None;
        self.renames = Renames::default();
    }

    /// Sets the difference between the assets of a battle test and the edited ones. Returns the replaced one.
    pub const fn lend(&mut self, lent: Option<Lent>) -> Option<Lent> {
        std::mem::replace(&mut self.lent, lent)
    }

    /// Returns assets with the difference of the battle test.
    #[must_use]
    pub fn with_lent(&self, mut library: Library) -> Library {
        match &self.lent {
            None => {}
            Some(Lent::Action { unit: name, action }) => {
                let unit = library.unit(name).filter(|unit| !unit.actions.contains(action)).cloned();
                if let Some(mut unit) = unit {
                    unit.actions.insert(0, action.clone());
                    library.put(name, AnyAsset::Unit(unit));
                }
            }
            Some(Lent::Foe { scenario, unit }) => {
                let assets = fight(&library, scenario, unit).unwrap_or_default();
                assets.into_iter().for_each(|(name, asset)| library.put(&name, asset));
            }
        }
        library
    }

    /// Returns the editor's host for the running battle, if any.
    pub const fn host<'l>(&'l mut self, session: Option<&'l mut Session>) -> Running<'l> {
        Running { editor_host: self, session }
    }

    /// Returns the past state that the editor shows; `None` in the present. Cheap to call in each frame.
    #[must_use]
    pub fn looking_back(&self, session: &Session) -> Option<&Then> {
        self.looked_at(session).map(|looked| &looked.then)
    }

    fn looked_at(&self, session: &Session) -> Option<&LookedAt> {
        self.past.as_ref().filter(|looked| looked.of == progress(session))
    }

    fn played(&self, library: &Arc<Library>) -> Arc<Library> {
        match &self.lent {
            Some(_) => Arc::new(self.with_lent((**library).clone())),
            None => Arc::clone(library),
        }
    }

    #[cfg(feature = "window")]
    pub(crate) fn playable(&self, scenario: &str) -> Playable {
        self.playable_of(&self.library, scenario)
    }

    /// Returns the separate assets of a battle from an old record, so that one edit does not migrate it to the whole
    /// current pack.
    fn apart(&self, session: &Session) -> Option<&Library> {
        let (number, library) = self.of_battle.as_ref()?;
        library.as_ref().filter(|_| *number == session.number())
    }

    fn look_at_battle(&mut self, session: &Session) {
        if self.of_battle.as_ref().is_some_and(|(number, _)| *number == session.number()) {
            return;
        }
        self.compiled = None;
        let assets = &session.setup().assets;
        let same = **assets == self.played(&self.in_force).canonical_text();
        self.renames = Renames::default();
        let own = (!same).then(|| Library::from_canonical_text(assets, self.library.registry().clone()));
        self.of_battle = Some((session.number(), own));
    }

    /// Detects renames: an asset that disappeared and an equal one that appeared.
    fn note_renames(&mut self, before: &[(AssetType, String, Option<AnyAsset>)]) {
        let now = |kind: AssetType, name: &str| self.library.asset(kind, name);
        let gone = before.iter().filter_map(|(kind, name, asset)| Some((*kind, name, asset.as_ref()?)));
        let mut come: Vec<(AssetType, &String)> =
            before.iter().filter(|(.., asset)| asset.is_none()).map(|(kind, name, _)| (*kind, name)).collect();
        let mut found = Renames::default();
        for (kind, old, asset) in gone.filter(|&(kind, name, _)| now(kind, name).is_none()) {
            let Some(named) = named(kind) else { continue };
            let is_it = |&(of, new): &(AssetType, &String)| {
                let mut renamed = asset.clone();
                rename_references(renamed.inspect_mut(), kind.reference(), old, new);
                of == kind && now(of, new) == Some(&renamed)
            };
            if let Some(at) = come.iter().position(is_it) {
                found = found.with(named, old, come.remove(at).1);
            }
        }
        self.renames = self.renames.then(&found);
    }

    fn before(&self, of: impl Iterator<Item = (AssetType, String)>) -> Vec<(AssetType, String, Option<AnyAsset>)> {
        of.map(|(kind, name)| {
            let asset = self.library.asset(kind, &name).cloned();
            (kind, name, asset)
        })
        .collect()
    }

    /// Returns the assets in force under new names.
    fn in_force_by_new_names(&self) -> Arc<Library> {
        match self.renames.is_empty() {
            true => Arc::clone(&self.in_force),
            false => Arc::new(renamed(&self.in_force, &self.renames)),
        }
    }

    fn playable_of(&self, edited: &Library, scenario: &str) -> Playable {
        let mut library = Arc::new(edited.clone());
        let mut told = None;
        let mut exchanges = 2;
        let mut in_force = None;
        loop {
            let played = self.played(&library);
            let compiled = played.compile_usable(scenario);
            if compiled.scenario.is_some() && !compiled.left_out || exchanges == 0 {
                let (scenario, left_out) = (compiled.scenario, compiled.left_out);
                // Omitted assets are not recorded, so that the record replays equally.
                let used = if left_out { Arc::new(compiled.library.into_owned()) } else { Arc::clone(&played) };
                let is_whole = told.is_none() && scenario.is_some() && !left_out;
                let faults = told.unwrap_or(compiled.faults);
                return Playable { scenario, library, played: used, faults, is_whole };
            }
            exchanges -= 1;
            let errors = || compiled.faults.iter().filter(|fault| fault.severity == Severity::Error);
            let roots = errors().any(|fault| fault.code != REFERENCE);
            let mut mended = (*library).clone();
            for fault in errors().filter(|fault| !roots || fault.code != REFERENCE) {
                if let Some((kind, name)) = AssetType::of_path(&fault.file) {
                    mended.substitute(kind, name, in_force.get_or_insert_with(|| self.in_force_by_new_names()));
                }
            }
            told.get_or_insert(compiled.faults);
            library = Arc::new(mended);
        }
    }

    /// Applies a finished disk check; `look` starts another. Never blocks. Returns a message if assets changed.
    pub fn poll(&mut self, session: &mut Session, look: bool) -> Option<String> {
        let changes = self.watch.ready();
        self.watch.look_if_due(look);
        self.take_over(session, &changes)
    }

    /// Checks the disk and applies changes. Returns a message if assets changed.
    pub fn look(&mut self, session: &mut Session) -> Option<String> {
        let changes = self.watch.changes();
        self.take_over(session, &changes)
    }

    fn take_over(&mut self, session: &mut Session, changes: &[FileChange]) -> Option<String> {
        let first = changes.first()?;
        let faults = self.host(Some(session)).exchange(changes);
        let changed = |file: &str| changes.iter().any(|(path, _)| path == file);
        let wrong = faults.iter().find(|fault| fault.severity == Severity::Error && changed(&fault.file));
        Some(match (wrong, changes.len()) {
            (Some(d), _) => format!("{}:{}:{} {} (the old version stays)", d.file, d.line, d.column, d.message),
            (None, 1) => format!("{} changed. The battle uses it now.", first.0),
            (None, count) => format!("{count} files changed. The battle uses them now."),
        })
    }
}

/// An [`EditorHost`] with its running battle.
#[derive(Debug)]
pub struct Running<'l> {
    editor_host: &'l mut EditorHost,
    session: Option<&'l mut Session>,
}

impl Running<'_> {
    fn shown(&self) -> Option<View<'_>> {
        self.past().map(|past| past.view).or_else(|| self.view())
    }

    fn look_at_battle(&mut self) {
        if let Some(session) = self.session.as_deref() {
            self.editor_host.look_at_battle(session);
        }
    }
}

impl Host for Running<'_> {
    fn library(&self) -> &Library {
        &self.editor_host.library
    }

    fn number(&self) -> u64 {
        self.editor_host.number
    }

    fn art(&self) -> &ArtTexts {
        self.editor_host.watch.art()
    }

    fn usual_palette(&self) -> &str {
        crate::art::PALETTE
    }

    fn disk(&mut self) -> &mut Watch {
        &mut self.editor_host.watch
    }

    fn exchange(&mut self, changes: &[FileChange]) -> Diagnostics {
        let mut faults = Diagnostics::new();
        let mut whole = None;
        self.editor_host.edits += 1;
        self.editor_host.campaigns_changed();
        self.look_at_battle();
        let of = changes.iter().filter_map(|(path, _)| AssetType::of_path(path));
        let before = self.editor_host.before(of.map(|(kind, name)| (kind, name.to_owned())));
        for (path, bytes) in changes {
            if let Some((_, Some(own))) = &mut self.editor_host.of_battle {
                own.reload(path, bytes.as_deref());
            }
            let found = self.editor_host.library.reload(path, bytes.as_deref());
            if !found.has_errors() {
                whole.get_or_insert(path);
            }
            faults.append(found);
        }
        self.editor_host.note_renames(&before);
        if let Some(path) = whole {
            let of = changes.iter().filter_map(|(path, _)| AssetType::of_path(path));
            let changed: Vec<_> = of.map(|(kind, name)| (kind, name.to_owned())).collect();
            let found = self.enforce(&changed, path, true);
            if found.has_errors() {
                faults.append(found);
            }
        }
        faults
    }

    fn standing(&self) -> Diagnostics {
        self.editor_host.standing_faults()
    }

    fn saved(&mut self) {
        self.editor_host.prove();
    }

    fn has_found(&mut self) -> bool {
        let has_checked = self.editor_host.has_checked_campaigns();
        self.editor_host.has_proved() || has_checked
    }

    fn run(&self) -> Option<&RunAt> {
        self.editor_host.room_run().map(RoomRun::shown)
    }

    fn put(&mut self, changes: &[AssetChange]) -> Diagnostics {
        self.editor_host.edits += 1;
        self.editor_host.campaigns_changed();
        self.look_at_battle();
        let of = changes.iter().map(|change| (change.kind, change.name.clone()));
        let before = self.editor_host.before(of);
        let own = self.editor_host.of_battle.as_mut().and_then(|(_, own)| own.as_mut());
        for library in own.into_iter().chain([&mut self.editor_host.library]) {
            for change in changes {
                match &change.asset {
                    Some(asset) => library.put(&change.name, asset.clone()),
                    None => drop(library.remove(change.kind, &change.name)),
                }
            }
        }
        self.editor_host.note_renames(&before);
        let file = changes.first().map_or_else(String::new, |change| change.kind.path(&change.name));
        let changed: Vec<_> = changes.iter().map(|change| (change.kind, change.name.clone())).collect();
        self.enforce(&changed, &file, false)
    }

    fn finish(&mut self) {
        if let Some(session) = &mut self.session {
            session.settle_patch();
        }
    }

    fn view(&self) -> Option<View<'_>> {
        self.session.as_deref().map(view_of)
    }

    fn log(&self) -> &[String] {
        self.session.as_deref().map_or(&[], |session| session.told().lines())
    }

    fn entity(&self, id: EntityId) -> String {
        self.shown().map_or_else(|| id.to_string(), |view| names::entity(view.book, view.truth, id))
    }

    fn words(&self, book: &Rulebook, state: &GameState, change: &Change) -> String {
        names::change(book, state, change)
    }

    fn agenda(&self) -> Vec<AgendaLine> {
        self.shown().map_or_else(Vec::new, |view| order_of(&view))
    }

    fn rewind_points(&self) -> Vec<RewindPoint> {
        self.session.as_deref().map_or_else(Vec::new, |session| past(session).into_iter().map(|(_, m)| m).collect())
    }

    fn rewind(&mut self, rewind_point: usize) -> Result<(), EditorError> {
        self.editor_host.past = None;
        let session = self.session.as_deref_mut().ok_or(EditorError::NoBattle)?;
        let (at, _) = past(session).get(rewind_point).map(|(place, _)| *place).ok_or(EditorError::NoRewindPoint)?;
        session.rewind(at).map_err(|refusal| EditorError::Refused(refusal.to_string()))
    }

    fn look_back(&mut self, rewind_point: Option<usize>) -> Result<(), EditorError> {
        let (Some(rewind_point), Some(session)) = (rewind_point, self.session.as_deref()) else {
            self.editor_host.past = None;
            return Ok(());
        };
        if self.editor_host.looked_at(session).is_some_and(|looked| looked.rewind_point == rewind_point) {
            return Ok(());
        }
        self.editor_host.past = None;
        let all = past(session);
        if rewind_point + 1 >= all.len() {
            return Ok(());
        }
        let (place, told) = &all[rewind_point];
        let then = session.as_it_was(place.0, place.1).ok_or(EditorError::Forgotten)?;
        let when = match told.is_activation {
            true => format!("Round {}, after {}", told.round, told.label),
            false => format!("Round {}, {}", told.round, told.label),
        };
        self.editor_host.past = Some(LookedAt { of: progress(session), rewind_point, when, then });
        Ok(())
    }

    fn sketch(&mut self, map: Option<&str>) {
        self.editor_host.show_map(map);
    }

    fn past(&self) -> Option<Past<'_>> {
        let LookedAt { rewind_point, when, then, .. } = self.editor_host.looked_at(self.session.as_deref()?)?;
        let view = View { book: &then.book, known: &then.known, truth: then.truth(), plan: &then.plan, choosing: None };
        Some(Past { rewind_point: *rewind_point, when, view })
    }

    fn battle(&self) -> u64 {
        self.session.as_deref().map_or(0, Session::number)
    }

    fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditorError> {
        let session = self.session.as_deref_mut().ok_or(EditorError::NoBattle)?;
        session.edit_state(changes).map_err(|reason| EditorError::Refused(reason.to_string()))
    }

    fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditorError> {
        let session = self.session.as_deref_mut().ok_or(EditorError::NoBattle)?;
        session.edit_state_again(changes).map_err(|reason| EditorError::Refused(reason.to_string()))
    }

    fn is_edited(&self) -> bool {
        self.session.as_deref().is_some_and(Session::is_edited)
    }

    fn frame_spans(&self) -> Vec<FrameSpan> {
        crate::log::last_frame()
    }

    fn left_out(&self) -> Option<String> {
        self.editor_host.left_out.clone()
    }

    fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.editor_host.notices)
    }
}

fn view_of(session: &Session) -> View<'_> {
    View {
        book: session.book(),
        known: session.seat().known(),
        truth: session.battle().state(),
        plan: session.seat().plan(),
        choosing: session.seat().draft().map(|draft| draft.unit),
    }
}

#[cfg(feature = "window")]
pub(crate) fn listed(session: &Session) -> (Vec<AgendaLine>, Vec<RewindPoint>) {
    (order_of(&view_of(session)), past(session).into_iter().map(|(_, rewind_point)| rewind_point).collect())
}

fn progress(session: &Session) -> (u64, usize, usize) {
    (session.number(), session.rewind_points().len(), session.activations().len())
}

fn past(session: &Session) -> Vec<((usize, usize), RewindPoint)> {
    let mut all = Vec::new();
    for (at, rewind_point) in session.rewind_points().iter().enumerate() {
        let of = |label: String, is_activation| RewindPoint { round: rewind_point.round, label, is_activation };
        all.push(((at, 0), of(rewind_points::occasion(&rewind_point.what), false)));
        let after = session.activations().iter().filter(|ran| ran.rewind_point == at).enumerate();
        all.extend(after.map(|(before, ran)| ((at, before + 1), of(rewind_points::actor(&ran.who), true))));
    }
    all
}
