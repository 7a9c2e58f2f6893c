//! The editor over the game: opening, data and requests.

mod battle_test;
mod new_pack;
mod pictures;
mod room_test;
#[cfg(test)]
mod tests;

use crate::editor_host::EditorHost;
use crate::window::battle::Battle;
use crate::window::screens::app::App;
use crate::window::screens::battle::battle_in;
use crate::window::screens::screen::{FlowRequest, Request};
use battle_test::{BattleTest, Subject};
use foretoken_editor::{Editor, EditorRequest, Rect};
use foretoken_session::{Session, saves};
use pictures::{Letters, letters, pictures};
use std::path::Path;
use std::sync::Arc;

#[derive(Debug)]
pub(in crate::window) struct Workshop {
    pub(in crate::window) editor: Editor,
    pub(in crate::window) open: bool,
    just_opened: bool,
    lays_out_anew: bool,
    pack: String,
    bare: Option<EditorHost>,
    /// Assets of the editor while a run that began in it is played.
    waiting: Option<EditorHost>,
    pub(in crate::window) free: Rect,
    pictures_of: (u64, Letters),
}

#[derive(Debug)]
pub(in crate::window) struct ToggleEditor;

impl FlowRequest for ToggleEditor {
    fn perform(self: Box<Self>, app: &mut App) {
        app.toggle_editor();
    }
}

const UNREADABLE: &str = "The pack's files cannot be read, so there is nothing to edit.";

impl App {
    /// Opens or closes the editor.
    pub fn toggle_editor(&mut self) {
        if self.busy_with().is_some() {
            return;
        }
        if self.is_editing() {
            self.close_workshop();
            if let Some(battle) = self.battle_mut() {
                battle.lit.clear();
                battle.to_present();
            }
            self.place_camera();
            return;
        }
        if let Some(why) = self.why_no_editor() {
            self.shared.run_told = why.to_owned();
            return self.tell(why.to_owned());
        }
        let Some(battle) = self.battle() else { return self.begin_editing() };
        if battle.editor_host.is_none() {
            return self
                .tell("A recorded battle cannot be edited while you watch it. Play on from it first.".to_owned());
        }
        let pack = battle.controller.session.setup().pack.clone();
        self.open_workshop(&pack, None);
    }

    pub(super) fn begin_editing(&mut self) {
        let (materials, pack) = (self.materials(), self.shared.pack.clone());
        self.work("The editor opens …".to_owned(), None, move || {
            let content = &materials.content;
            let all = content.scenarios(&pack).unwrap_or_default();
            let begun = all.iter().find_map(|info| materials.begin(&format!("{pack}/{}", info.name)).ok());
            let bare = EditorHost::open(content, &pack).ok().filter(|_| begun.is_none());
            Box::new(move |app: &mut Self| match (begun, bare) {
                (Some(begun), _) => {
                    app.open(begun);
                    app.open_workshop(&pack, None);
                }
                (None, Some(bare)) => {
                    app.stack.truncate(1);
                    app.open_workshop(&pack, Some(bare));
                }
                (None, None) => app.tell(UNREADABLE.to_owned()),
            })
        });
    }

    fn open_workshop(&mut self, pack: &str, bare: Option<EditorHost>) {
        if self.workshop.as_ref().is_none_or(|workshop| workshop.pack != pack) {
            let folder = self.shared.content.place_to_edit(pack);
            let mut put_aside = std::mem::take(&mut self.put_aside);
            // The editor of a pack comes back with its undo history.
            let mut editor =
                put_aside.remove(pack).unwrap_or_else(|| Editor::new(&folder, self.shared.start.config.as_deref()));
            editor.model_mut().set_waits(self.work.is_waiting());
            if let Some(old) = self.workshop.take() {
                editor.model_mut().preferences = old.editor.model().preferences.clone();
                put_aside.insert(old.pack, old.editor);
            }
            self.put_aside = put_aside;
            let (pack, free) = (pack.to_owned(), Rect::default());
            self.workshop = Some(Workshop {
                editor,
                open: false,
                just_opened: false,
                lays_out_anew: false,
                pack,
                bare: None,
                waiting: None,
                free,
                pictures_of: (0, Letters::new()),
            });
        }
        let (size, waits) = (self.shared.size, self.work.is_waiting());
        let mut packs = self.shared.content.packs();
        packs.retain(|other| other != pack);
        if let Some(workshop) = &mut self.workshop {
            if let Some(mut bare) = bare {
                bare.set_waits(waits);
                workshop.bare = Some(bare);
            }
            workshop.editor.set_packs(packs);
            workshop.editor.model_mut().set_shipped(self.shared.content.shipped_root().map(Path::to_owned));
            (workshop.open, workshop.just_opened) = (true, true);
            workshop.free = Rect::sized(size.to_array());
        }
    }

    pub(in crate::window) fn close_workshop(&mut self) {
        if let Some(workshop) = &mut self.workshop {
            workshop.open = false;
        }
    }

    /// Whether the editor is open.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        self.workshop.as_ref().is_some_and(|workshop| workshop.open)
    }

    pub(in crate::window) fn is_edited(&self, pack: &str) -> bool {
        self.workshop.as_ref().is_some_and(|workshop| workshop.pack == pack)
    }

    /// Returns the editor if it was ever opened.
    #[must_use]
    pub fn editor(&self) -> Option<&Editor> {
        self.workshop.as_ref().map(|workshop| &workshop.editor)
    }

    pub(in crate::window) fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.workshop.as_mut().map(|workshop| &mut workshop.editor)
    }

    pub(in crate::window) fn layout_anew(&mut self, size: [f32; 2]) -> Option<String> {
        let workshop = self.workshop.as_mut()?;
        std::mem::take(&mut workshop.lays_out_anew).then(|| Editor::usual_layout_for(size))
    }

    pub(in crate::window) fn free(&self) -> Rect {
        match &self.workshop {
            Some(workshop) if workshop.open => workshop.free,
            _ => Rect::sized(self.shared.size.to_array()),
        }
    }

    pub(in crate::window) fn place_camera(&mut self) {
        let (free, size) = (self.free(), self.shared.size);
        if let Some(battle) = self.battle_mut() {
            battle.place_camera(size, free);
        }
    }

    pub(in crate::window) fn is_painting(&self) -> bool {
        self.is_editing() && self.editor().is_some_and(|editor| editor.paints().is_some())
    }

    /// Whether keys move between the widgets of the editor's panels.
    pub(in crate::window) fn is_navigating(&self) -> bool {
        self.is_editing() && self.editor().is_some_and(Editor::is_navigating)
    }

    /// Whether the panels of the battle are hidden beside the editor.
    pub(in crate::window) fn is_hud_hidden(&self) -> bool {
        self.is_editing() && self.editor().is_some_and(|editor| editor.model().preferences.hides_hud)
    }

    /// Gives a file that was dropped on the window to the editor.
    pub(in crate::window) fn drop_file(&mut self, path: &Path) {
        match self.workshop.as_mut().filter(|workshop| workshop.open) {
            Some(workshop) => workshop.editor.drop_file(path),
            None => self.tell("Open the editor to import a file.".to_owned()),
        }
    }

    /// Whether the editor draws over the whole battle.
    pub(in crate::window) fn is_battle_covered(&self) -> bool {
        let size = self.shared.size.to_array();
        self.is_editing() && self.editor().is_some_and(|editor| editor.is_covering_battle(size))
    }

    fn lend_pictures(&mut self, sheet: imgui::TextureId) {
        if !self.is_editing() {
            return;
        }
        let (art, version) = (Arc::clone(&self.shared.art), self.shared.art_version);
        let letters = self.host_to_edit().map(|host| letters(host.library()));
        let Some(workshop) = &mut self.workshop else { return };
        let of = (version, letters.unwrap_or_else(|| workshop.pictures_of.1.clone()));
        if workshop.pictures_of != of {
            workshop.editor.set_pictures(pictures(&art, &of.1, sheet.id()));
            workshop.pictures_of = of;
        }
    }

    pub(in crate::window) fn edit(&mut self, ui: &imgui::Ui, sheet: imgui::TextureId) {
        self.lend_pictures(sheet);
        let _span = self.is_editing().then(|| tracing::debug_span!("editor").entered());
        let is_busy = self.busy_with().is_some();
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| workshop.open) else { return };
        if is_busy {
            if let Some(meanwhile) = self.work.meanwhile() {
                workshop.editor.frame_disabled(ui, &mut self.widget_rects, meanwhile);
            } else if let Some(Battle { controller, editor_host: Some(editor_host), .. }) = battle_in(&mut self.stack) {
                let mut host = editor_host.host(Some(&mut controller.session));
                workshop.editor.frame_disabled(ui, &mut self.widget_rects, &mut host);
            }
            return;
        }
        match battle_in(&mut self.stack) {
            Some(battle) => {
                let Battle { controller, editor_host: Some(_), .. } = &mut *battle else { return };
                let before = controller.session.book().id();
                let (pixel, is_sketched) = (self.pointer, battle.is_sketched());
                let painted = workshop.editor.paints().filter(|_| is_sketched);
                let pointed = painted.and_then(|(floor, level)| battle.point_on_floor(pixel, floor, level));
                workshop.editor.point_on_map(pointed);
                let Battle { controller, editor_host: Some(editor_host), .. } = &mut *battle else { return };
                workshop.editor.point(Some(controller.cursor));
                let mut host = editor_host.host(Some(&mut controller.session));
                workshop.editor.frame(ui, &mut self.widget_rects, &mut host);
                battle.lit.clear();
                battle.lit.extend_from_slice(workshop.editor.lit_cells());
                if before != battle.controller.session.book().id() {
                    battle.follow_book();
                }
                battle.look_back();
                battle.show_sketch(workshop.editor.paints());
                battle.lines.clear();
                battle.lines.extend_from_slice(workshop.editor.lit_lines());
                battle.on_hard.clear();
                battle.on_hard.extend_from_slice(workshop.editor.cells_on_hard());
                battle.corners.clear();
                battle.corners.extend_from_slice(workshop.editor.lit_corners());
            }
            None => {
                let Some(bare) = &mut workshop.bare else { return };
                workshop.editor.frame(ui, &mut self.widget_rects, &mut bare.host(None));
            }
        }
        let free = workshop.editor.free(self.shared.size.to_array());
        let moved = !workshop.free.is_near(free, 0.5);
        workshop.free = free;
        let mut wishes = workshop.editor.wants();
        if std::mem::take(&mut workshop.just_opened) {
            wishes.retain(|wish| *wish != EditorRequest::Close);
        }
        if moved {
            self.place_camera();
        }
        for wish in wishes {
            match wish {
                EditorRequest::Close => self.toggle_editor(),
                EditorRequest::ResetPanels => {
                    if let Some(workshop) = &mut self.workshop {
                        workshop.lays_out_anew = true;
                    }
                }
                EditorRequest::LookAt(cell) => {
                    if let Some(battle) = self.battle_mut() {
                        battle.centre_on(cell);
                    }
                }
                EditorRequest::ReloadArt => self.load_art(),
                EditorRequest::NewPack(name) => self.make_pack(name),
                EditorRequest::OpenPack(name) => self.edit_pack(name),
                EditorRequest::Quit => self.shared.requests.push(Request::Quit),
                EditorRequest::BattleTest { scenario, action } => self.try_out(scenario, action),
                EditorRequest::Fight { scenario, unit } => self.test(Subject::Foe { scenario, unit }),
                EditorRequest::PlayRoom(test) => self.play_room(test),
            }
        }
    }

    pub(in crate::window) fn rest(&mut self) -> bool {
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| !workshop.open) else { return false };
        let Some(battle) = battle_in(&mut self.stack) else { return false };
        let Battle { controller, editor_host: Some(editor_host), .. } = &mut *battle else { return false };
        if workshop.pack != controller.session.setup().pack {
            return false;
        }
        let before = controller.session.book().id();
        let told = workshop.editor.rest(&mut editor_host.host(Some(&mut controller.session)));
        if before != controller.session.book().id() {
            battle.follow_book();
        }
        if let Some(last) = told.into_iter().next_back() {
            battle.controller.say(last);
        }
        true
    }

    pub(in crate::window) fn close_editor(&mut self) {
        let Some(workshop) = &mut self.workshop else { return };
        match battle_in(&mut self.stack) {
            Some(Battle { controller, editor_host: Some(editor_host), .. })
                if workshop.pack == controller.session.setup().pack =>
            {
                workshop.editor.close(&mut editor_host.host(Some(&mut controller.session)));
            }
            Some(_) => {}
            None => {
                if let Some(bare) = &mut workshop.bare {
                    workshop.editor.close(&mut bare.host(None));
                }
            }
        }
    }

    fn try_out(&mut self, scenario: Option<String>, action: Option<String>) {
        self.test(Subject::Assets { scenario, action });
    }

    fn test(&mut self, subject: Subject) {
        let records = self.shared.start.records.clone();
        let bare = self.workshop.as_mut().and_then(|workshop| Some((workshop.bare.as_mut()?, workshop.pack.clone())));
        let level = self.shared.level();
        let (editor_host, pack, here) = match battle_in(&mut self.stack) {
            Some(Battle { controller, editor_host: Some(editor_host), .. }) => {
                let setup = controller.session.setup();
                (editor_host, setup.pack.clone(), Some(setup.book.scenario.clone()))
            }
            _ => match bare {
                Some((bare, pack)) => (bare, pack, None),
                None => return self.tell("There are no assets to edit here.".to_owned()),
            },
        };
        let test = BattleTest::prepare(editor_host, &pack, here, subject.clone());
        let test = match test {
            Ok(test) => test.at_level(level),
            Err(error) => return self.tell(error.to_string()),
        };
        self.work("The test begins …".to_owned(), None, move || {
            let begun = test.begin(&records);
            Box::new(move |app: &mut Self| app.tried_out(begun, &subject))
        });
    }

    fn host_to_edit(&mut self) -> Option<&mut EditorHost> {
        match battle_in(&mut self.stack) {
            Some(battle) => battle.editor_host.as_mut(),
            None => self.workshop.as_mut()?.bare.as_mut(),
        }
    }

    fn tried_out(&mut self, begun: (BattleTest, anyhow::Result<Session>), subject: &Subject) {
        let (test, session) = begun;
        let session = match session {
            Ok(session) => session,
            Err(error) => {
                if let Some(editor_host) = self.host_to_edit() {
                    editor_host.lend(test.lent_before);
                }
                return self.tell(format!("{error:#}"));
            }
        };
        let editor_host = match battle_in(&mut self.stack) {
            Some(battle) => battle.editor_host.take(),
            None => self.workshop.as_mut().and_then(|workshop| workshop.bare.take()),
        };
        let mut fresh = Battle::new(session, test.title, test.hints, &self.shared.art, self.shared.size);
        fresh.controller.session.set_waits(self.work.is_waiting());
        fresh.editor_host = editor_host.map(|mut editor_host| {
            editor_host.set_in_force(test.in_force);
            editor_host
        });
        let state = fresh.controller.session.seat().known().state();
        let book = fresh.controller.session.book();
        let has = |unit: &foretoken_vm::Entity| {
            let kind = book.unit_type(unit)?;
            let program = subject.action().and_then(|action| book.find_program(action))?;
            (kind.actions.contains(&program) && unit.team == fresh.controller.session.seat().team())
                .then(|| kind.title.clone())
        };
        let found = state.living().find_map(|(_, unit)| Some((unit.cell, has(unit)?)));
        if let Some((cell, _)) = &found {
            fresh.controller.look_at(*cell);
        }
        fresh.controller.say(match (found, test.not_in_force) {
            (Some((_, who)), None) => format!("A battle test: {who} has the asset that you are editing."),
            (Some((_, who)), Some(not)) => format!("A battle test: {who} has the asset that you are editing. {not}"),
            (None, None) => "A battle test with your unsaved edits.".to_owned(),
            (None, Some(not)) => format!("A battle test. {not}"),
        });
        if let Some(untouched) = self.leave() {
            saves::leave(&untouched);
        }
        self.show_battle(Box::new(fresh));
    }
}
