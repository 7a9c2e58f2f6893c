//! A read-only view of the battle for the editor while a thread has it.

use crate::editor_host::{EditorHost, RoomRun};
use foretoken_action_assets::{Diagnostics, Library};
use foretoken_editor::pixels::ArtTexts;
use foretoken_editor::{AgendaLine, AssetChange, FileChange, FrameSpan, Host, RewindPoint, RunAt, View, Watch};
use foretoken_session::controller::Controller;
use foretoken_session::texts::names;
use foretoken_vm::{Change, EntityId, GameState, Known, Plan, Rulebook};
use std::sync::Arc;

#[derive(Debug)]
pub(in crate::window) struct Meanwhile {
    editor_host: EditorHost,
    number: u64,
    battle: u64,
    book: Arc<Rulebook>,
    known: Known,
    truth: GameState,
    plan: Plan,
    choosing: Option<EntityId>,
    log: Vec<String>,
    agenda: Vec<AgendaLine>,
    rewind_points: Vec<RewindPoint>,
    is_edited: bool,
}

impl Meanwhile {
    pub(in crate::window) fn new(mut editor_host: EditorHost, controller: &Controller) -> Self {
        let session = &controller.session;
        let (agenda, rewind_points) = crate::editor_host::listed(session);
        Self {
            number: editor_host.host(None).number(),
            editor_host,
            battle: session.number(),
            book: Arc::clone(session.book()),
            known: session.battle().project(session.book(), session.seat().team()),
            truth: session.battle().state().clone(),
            plan: session.seat().plan().clone(),
            choosing: session.seat().draft().map(|draft| draft.unit),
            log: controller.log().to_vec(),
            agenda,
            rewind_points,
            is_edited: session.is_edited(),
        }
    }

    pub(in crate::window) fn into_host(self) -> EditorHost {
        self.editor_host
    }
}

impl Host for Meanwhile {
    fn library(&self) -> &Library {
        self.editor_host.library()
    }

    fn art(&self) -> &ArtTexts {
        self.editor_host.art()
    }

    fn usual_palette(&self) -> &str {
        crate::art::PALETTE
    }

    fn number(&self) -> u64 {
        self.number
    }

    fn disk(&mut self) -> &mut Watch {
        self.editor_host.watch_mut()
    }

    fn exchange(&mut self, _: &[FileChange]) -> Diagnostics {
        Diagnostics::new()
    }

    fn standing(&self) -> Diagnostics {
        self.editor_host.standing_faults()
    }

    fn saved(&mut self) {
        self.editor_host.prove();
    }

    fn has_found(&mut self) -> bool {
        self.editor_host.has_proved()
    }

    fn run(&self) -> Option<&RunAt> {
        self.editor_host.room_run().map(RoomRun::shown)
    }

    fn put(&mut self, _: &[AssetChange]) -> Diagnostics {
        Diagnostics::new()
    }

    fn view(&self) -> Option<View<'_>> {
        let Self { book, known, truth, plan, choosing, .. } = self;
        Some(View { book, known, truth, plan, choosing: *choosing })
    }

    fn log(&self) -> &[String] {
        &self.log
    }

    fn entity(&self, id: EntityId) -> String {
        names::entity(&self.book, &self.truth, id)
    }

    fn words(&self, book: &Rulebook, state: &GameState, change: &Change) -> String {
        names::change(book, state, change)
    }

    fn agenda(&self) -> Vec<AgendaLine> {
        self.agenda.clone()
    }

    fn rewind_points(&self) -> Vec<RewindPoint> {
        self.rewind_points.clone()
    }

    fn battle(&self) -> u64 {
        self.battle
    }

    fn frame_spans(&self) -> Vec<FrameSpan> {
        crate::log::last_frame()
    }

    fn is_edited(&self) -> bool {
        self.is_edited
    }
}
