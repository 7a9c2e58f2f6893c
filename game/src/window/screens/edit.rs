//! The editor over the game: when it is open, what it is given to edit, and what it asks the game to do.

use crate::editor_host::{EditorHost, Playable};
use crate::window::battle::Battle;
use crate::window::screens::app::{App, Screen};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::{Editor, EditorRequest};
use foretoken_session::saves;
use foretoken_session::{Session, Setup};
use std::path::Path;
use std::sync::Arc;

/// The editor of a pack, once it was opened.
#[derive(Debug)]
pub(in crate::window) struct Workshop {
    pub(in crate::window) editor: Editor,
    pub(in crate::window) open: bool,
    /// It was opened by a key that it would hear as well.
    just_opened: bool,
    pack: String,
    /// The pack's assets while there is no battle: one that is broken can be mended all the same.
    bare: Option<EditorHost>,
    /// Part of the picture that panels leave free: left, top, right, bottom.
    pub(in crate::window) free: [f32; 4],
}

impl App {
    /// Opens the editor over what is shown, or closes it.
    pub fn toggle_editor(&mut self) {
        if let Some(workshop) = &mut self.workshop
            && workshop.open
        {
            workshop.open = false;
            if let Screen::Battle(battle) = &mut self.screen {
                battle.lit.clear();
                battle.to_present();
            }
            self.place_camera();
            return;
        }
        let pack = match &self.screen {
            Screen::Battle(battle) => battle.controller.session.setup().pack.clone(),
            Screen::Title => self.pack.clone(),
            // What there is to edit is away.
            Screen::Busy(_) => return,
        };
        if self.battle().is_some_and(|battle| battle.editor_host.is_none()) {
            // What is not drawn could not be closed either.
            self.tell("A recorded battle is looked at, not edited: go on with it to edit.".to_owned());
            return;
        }
        if self.workshop.as_ref().is_none_or(|workshop| workshop.pack != pack) {
            let folder = self.content.root().join(&pack);
            let mut editor = Editor::new(&folder, self.start.config.as_deref());
            editor.model_mut().set_waits(self.waits);
            self.workshop = Some(Workshop {
                editor,
                open: false,
                just_opened: false,
                pack: pack.clone(),
                bare: None,
                free: [0.0; 4],
            });
        }
        if matches!(self.screen, Screen::Title) {
            self.enter_workshop(&pack);
        }
        let bare = self.workshop.as_ref().is_some_and(|workshop| workshop.bare.is_some());
        if matches!(self.screen, Screen::Title) && !bare {
            self.tell("The pack's files cannot be read, so there is nothing to edit.".to_owned());
            return;
        }
        if let Some(workshop) = &mut self.workshop {
            (workshop.open, workshop.just_opened) = (true, true);
            workshop.free = [0.0, 0.0, self.size.x, self.size.y];
        }
    }

    /// A battle to edit in: the pack's first scenario that compiles, or none where none does.
    fn enter_workshop(&mut self, pack: &str) {
        let all = self.content.scenarios(pack).unwrap_or_default();
        let begun = all.iter().any(|info| self.play(&format!("{pack}/{}", info.name)).is_ok());
        if !begun
            && let Ok(mut bare) = EditorHost::open(&self.content, pack)
            && let Some(workshop) = &mut self.workshop
        {
            bare.set_waits(self.waits);
            workshop.bare = Some(bare);
        }
    }

    /// Leaves what is shown for the title screen.
    pub(in crate::window) fn show_title(&mut self) {
        self.leave();
        if let Some(workshop) = &mut self.workshop {
            workshop.open = false;
        }
        let pack = self.pack.clone();
        self.use_art_of(&pack);
        self.title.message.clear();
        self.fill_title();
    }

    /// Whether the editor is open.
    #[must_use]
    pub fn is_editing(&self) -> bool {
        self.workshop.as_ref().is_some_and(|workshop| workshop.open)
    }

    /// The editor, where it was ever opened.
    #[must_use]
    pub fn editor(&self) -> Option<&Editor> {
        self.workshop.as_ref().map(|workshop| &workshop.editor)
    }

    /// The same, for keeping ImGui's layout.
    pub(in crate::window) fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.workshop.as_mut().map(|workshop| &mut workshop.editor)
    }

    /// The part of the picture in which the battle is seen.
    pub(in crate::window) fn free(&self) -> [f32; 4] {
        match &self.workshop {
            Some(workshop) if workshop.open => workshop.free,
            _ => [0.0, 0.0, self.size.x, self.size.y],
        }
    }

    /// The camera looks at the part of the picture that is free.
    pub(in crate::window) fn place_camera(&mut self) {
        let free = self.free();
        let size = self.size;
        if let Screen::Battle(battle) = &mut self.screen {
            battle.camera.place(size, free);
        }
    }

    /// A frame of the editor, and what it asks for.
    pub(in crate::window) fn edit(&mut self, ui: &imgui::Ui) {
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| workshop.open) else { return };
        let before;
        match &mut self.screen {
            Screen::Battle(battle) => {
                let Battle { controller, editor_host, .. } = battle.as_mut();
                let Some(editor_host) = editor_host else { return };
                before = Some(controller.session.book().id);
                workshop.editor.point(Some(controller.cursor));
                let mut host = editor_host.host(Some(&mut controller.session), &controller.log);
                workshop.editor.frame(ui, &mut self.widget_rects, &mut host);
            }
            Screen::Title => {
                let Some(bare) = &mut workshop.bare else { return };
                before = None;
                workshop.editor.frame(ui, &mut self.widget_rects, &mut bare.host(None, &[]));
            }
            Screen::Busy(_) => return,
        }
        if let Screen::Battle(battle) = &mut self.screen {
            battle.lit.clear();
            battle.lit.extend_from_slice(workshop.editor.lit_cells());
        }
        let free = workshop.editor.free([self.size.x, self.size.y]);
        let moved = workshop.free.iter().zip(&free).any(|(a, b)| (a - b).abs() > 0.5);
        workshop.free = free;
        let mut wishes = workshop.editor.wants();
        if std::mem::take(&mut workshop.just_opened) {
            wishes.retain(|wish| *wish != EditorRequest::Close);
        }
        if moved {
            self.place_camera();
        }
        if let Screen::Battle(battle) = &mut self.screen
            && before != Some(battle.controller.session.book().id)
        {
            battle.follow_book();
        }
        if let Screen::Battle(battle) = &mut self.screen {
            battle.look_back();
        }
        for wish in wishes {
            match wish {
                EditorRequest::Close => self.toggle_editor(),
                EditorRequest::ReloadArt => self.load_art(),
                EditorRequest::BattleTest { scenario, action } => {
                    if let Err(error) = self.try_out(scenario, action.as_deref()) {
                        self.tell(format!("{error:#}"));
                    }
                }
            }
        }
    }

    /// What the editor has to do while it is closed: unsaved edits come back, files changed on disk are taken over.
    pub(in crate::window) fn rest(&mut self) -> bool {
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| !workshop.open) else { return false };
        let Screen::Battle(battle) = &mut self.screen else { return false };
        let Battle { controller, editor_host, .. } = battle.as_mut();
        if workshop.pack != controller.session.setup().pack {
            // Its edits are those of another pack.
            return false;
        }
        let Some(editor_host) = editor_host else { return false };
        let before = controller.session.book().id;
        let told = workshop.editor.rest(&mut editor_host.host(Some(&mut controller.session), &controller.log));
        if before != controller.session.book().id {
            battle.follow_book();
        }
        if let Some(last) = told.into_iter().next_back() {
            battle.controller.say(last);
        }
        true
    }

    /// The window closes: what is being typed is finished, and what the editor remembers is kept.
    pub(in crate::window) fn close_editor(&mut self) {
        let Some(workshop) = &mut self.workshop else { return };
        match &mut self.screen {
            Screen::Battle(battle) => {
                let Battle { controller, editor_host, .. } = battle.as_mut();
                if let Some(editor_host) =
                    editor_host.as_mut().filter(|_| workshop.pack == controller.session.setup().pack)
                {
                    workshop.editor.close(&mut editor_host.host(Some(&mut controller.session), &controller.log));
                }
            }
            Screen::Title => {
                if let Some(bare) = &mut workshop.bare {
                    workshop.editor.close(&mut bare.host(None, &[]));
                }
            }
            Screen::Busy(_) => {}
        }
    }

    /// Begins a battle to try out a scenario or an action as they are edited, saved or not.
    fn try_out(&mut self, scenario: Option<String>, action: Option<&str>) -> anyhow::Result<()> {
        let (editor_host, pack, here) = match &mut self.screen {
            Screen::Battle(battle) => {
                let setup = battle.controller.session.setup();
                (battle.editor_host.as_mut(), setup.pack.clone(), Some(setup.book.scenario.clone()))
            }
            Screen::Title => match &mut self.workshop {
                Some(workshop) => (workshop.bare.as_mut(), workshop.pack.clone(), None),
                None => (None, self.pack.clone(), None),
            },
            Screen::Busy(_) => (None, self.pack.clone(), None),
        };
        let Some(editor_host) = editor_host else { anyhow::bail!("there are no assets to edit here") };
        let first = || editor_host.library().names_of(AssetType::Scenario).next().map(str::to_owned);
        let here = here.or_else(first).unwrap_or_default();
        let scenario = scenario.unwrap_or_else(|| {
            action
                .and_then(|action| scenario_with(editor_host.library(), action, &here))
                .unwrap_or_else(|| here.clone())
        });
        let test_action =
            action.and_then(|action| Some((borrower(editor_host.library(), &scenario, action)?, action.to_owned())));
        let before = editor_host.lend(test_action);
        let begun = begin_test(editor_host, &pack, &scenario, &self.start.records);
        let (session, title, hints) = match begun {
            Ok(begun) => begun,
            Err(error) => {
                editor_host.lend(before);
                return Err(error);
            }
        };
        let mut fresh = Battle::new(session, title, hints, &self.art, self.size);
        // Not before there is another battle, so that a failure leaves this one to be edited in.
        fresh.editor_host = match &mut self.screen {
            Screen::Battle(battle) => battle.editor_host.take(),
            Screen::Title => self.workshop.as_mut().and_then(|workshop| workshop.bare.take()),
            Screen::Busy(_) => None,
        };
        let state = fresh.controller.session.seat().known().state();
        let book = fresh.controller.session.book();
        let has = |unit: &foretoken_vm::Entity| {
            let kind = book.archetype(unit)?;
            let program = action.and_then(|action| book.find_program(action))?;
            (kind.actions.contains(&program) && unit.team == fresh.controller.session.seat().team())
                .then(|| kind.title.clone())
        };
        let found = state.living().find_map(|(_, unit)| Some((unit.cell, has(unit)?)));
        match found {
            Some((cell, who)) => {
                fresh.controller.cursor = cell;
                fresh.controller.say(format!("A battle test: {who} has what you are making."));
            }
            None => fresh.controller.say("A battle test, with the assets as they are edited."),
        }
        self.leave();
        self.screen = Screen::Battle(Box::new(fresh));
        self.place_camera();
        Ok(())
    }
}

/// A battle with the assets as they are edited, of those with errors the versions in force; its title and its hints.
fn begin_test(
    editor_host: &mut EditorHost,
    pack: &str,
    scenario: &str,
    records: &Path,
) -> anyhow::Result<(Session, String, Vec<String>)> {
    // What the battle at hand has no place for is tried out all the same.
    let Playable { book, library: in_force, played: library, faults } = editor_host.playable(scenario);
    let Some(book) = book else { anyhow::bail!("It cannot be tried out: {}", faults.render()) };
    let asset = library.scenario(scenario).cloned().unwrap_or_default();
    let setup = Setup {
        book: Arc::new(book),
        assets: library.canonical_text(),
        pack: pack.to_owned(),
        seed: asset.seed as u64,
    };
    let writer = saves::new_record(records, &format!("{}{scenario}", saves::TEST))?;
    let session = Session::recorded(setup, Some(writer))?;
    editor_host.set_in_force(in_force);
    Ok((session, asset.title, asset.hints))
}

/// A scenario in which a unit has an action: the one at hand if it is one.
fn scenario_with(library: &Library, action: &str, here: &str) -> Option<String> {
    let has = |name: &str| {
        let Some(scenario) = library.scenario(name) else { return false };
        let mut units = scenario.legend.iter().filter_map(|entry| library.unit(&entry.unit));
        units.any(|unit| unit.actions.iter().any(|own| own == action))
    };
    let mut names = library.names_of(AssetType::Scenario);
    if has(here) { Some(here.to_owned()) } else { names.find(|name| has(name)).map(str::to_owned) }
}

/// The first unit of the player's side in a scenario, where nobody there has an action.
fn borrower(library: &Library, scenario: &str, action: &str) -> Option<String> {
    if scenario_with(library, action, scenario).as_deref() == Some(scenario) {
        return None;
    }
    let legend = &library.scenario(scenario)?.legend;
    let mut own = legend.iter().filter(|entry| entry.team == 0).map(|entry| entry.unit.clone());
    own.find(|unit| library.unit(unit).is_some_and(|unit| unit.acts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use foretoken_editor::Host;
    use foretoken_session::content::Content;

    /// A pack of two scenarios, one of which needs an action that is at fault.
    fn pack(folder: &Path, strike: &str) {
        for (path, text) in [
            ("terrains/floor.ron", "Terrain(glyph: \".\")"),
            ("actions/strike.ron", strike),
            ("actions/wait.ron", "Action(body: [Wait])"),
            ("units/cat.ron", "Unit(glyph: \"c\", actions: [\"strike\"])"),
            ("units/rat.ron", "Unit(glyph: \"r\", actions: [\"wait\"])"),
            ("scenarios/a.ron", "Scenario(map: [\".c\"], legend: [(glyph: \"c\", unit: \"cat\")])"),
            ("scenarios/b.ron", "Scenario(map: [\".r\"], legend: [(glyph: \"r\", unit: \"rat\")])"),
        ] {
            let file = folder.join("pack").join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, text).expect("written");
        }
    }

    fn app(folder: &Path, scenario: Option<&str>) -> anyhow::Result<App> {
        let content = Content::find(Some(folder)).expect("content");
        let scenario = scenario.map(str::to_owned);
        App::new(content, Start { scenario, editor: true, pack: Some("pack".to_owned()), ..Start::default() })
    }

    #[test]
    fn the_editor_opens_over_whatever_of_a_pack_can_be_played() {
        for strike in ["Action(body: [Kill(target: \"T1\")])", "Action(", "Action(body: [Include(action: \"strike\")])"]
        {
            let folder = tempfile::tempdir().expect("a folder");
            pack(folder.path(), strike);
            for asked_for in [None, Some("a"), Some("b"), Some("pack/a")] {
                let app = app(folder.path(), asked_for).expect("it opens");
                assert!(app.is_editing());
                let battle = app.battle().expect("b needs no cat");
                assert_eq!(battle.controller.session.book().scenario, "b");
            }
        }
    }

    #[test]
    fn the_editor_opens_where_nothing_can_be_played_and_plays_once_it_is_mended() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        std::fs::write(folder.path().join("pack/rules.ron"), "Rules(").expect("written");
        let mut app = app(folder.path(), Some("a")).expect("it opens");
        assert!(app.is_editing() && app.battle().is_none());
        assert!(app.try_out(None, None).is_err(), "the rules are everybody's");
        let workshop = app.workshop.as_mut().expect("it is open");
        let bare = workshop.bare.as_mut().expect("without a battle");
        bare.host(None, &[]).put(&[foretoken_editor::AssetChange {
            kind: AssetType::Rules,
            name: "rules".to_owned(),
            asset: Some(AssetType::Rules.make()),
        }]);
        app.try_out(Some("a".to_owned()), None).expect("it is mended");
        assert!(app.battle().is_some_and(|battle| battle.editor_host.is_some()));
    }

    #[test]
    fn a_battle_is_drawn_with_the_art_of_its_own_pack() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let own = folder.path().join("pack/art/units");
        std::fs::create_dir_all(&own).expect("made");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil/art/units");
        let drawing = std::fs::read_dir(&shipped).expect("drawings").flatten().next().expect("one").path();
        let name = drawing.extension().expect("its kind").to_string_lossy().into_owned();
        std::fs::copy(&drawing, own.join(format!("rat.{name}"))).expect("copied");
        std::fs::create_dir_all(folder.path().join("alone")).expect("made");
        let content = Content::find(Some(folder.path())).expect("content");
        let start = Start { pack: Some("alone".to_owned()), ..Start::default() };
        let mut app = App::new(content, start).expect("an app");
        let has_rat = |app: &App| app.art.frame("units/rat", "idle").is_some();
        assert!(!has_rat(&app));
        let version = app.art().1;
        app.play("pack/b").expect("it begins");
        assert!(has_rat(&app) && app.art().1 != version);
        app.show_title();
        assert!(!has_rat(&app), "the title shows its own pack");
    }

    #[test]
    fn a_battle_that_is_gone_on_with_has_its_log() {
        let records = tempfile::tempdir().expect("a folder");
        let record = records.path().join("first.battle");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::find(Some(&assets)).expect("content");
        let setup = content.setup("first-light", Some(3)).expect("it compiles").setup;
        let session = Session::start(setup, Some(&record)).expect("recorded");
        let mut controller = crate::controller::Controller::new(session);
        for _ in 0..3 {
            controller.auto();
            controller.commit();
        }
        let mut told = controller.log.clone();
        // The third round is taken back.
        controller.undo();
        told.truncate(told.iter().position(|line| line.contains("Round 3")).expect("three rounds"));
        drop(controller);
        let start = Start { resume: Some(record), records: records.path().to_owned(), ..Start::default() };
        let app = App::new(content, start).expect("it goes on");
        assert_eq!(app.battle().expect("a battle").controller.log, told);
    }

    #[test]
    fn what_the_battle_at_hand_has_no_place_for_is_told_as_long_as_it_stands_and_tried_out() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let Screen::Battle(battle) = &mut app.screen else { panic!("a battle") };
        let host = battle.editor_host.as_mut().expect("it is edited");
        let rat = host.library().unit("rat").cloned().expect("it");
        let mut scenario = host.library().scenario("b").cloned().expect("it");
        scenario.legend[0].unit = "mouse".to_owned();
        let change = |kind, name: &str, asset| foretoken_editor::AssetChange { kind, name: name.to_owned(), asset };
        let renamed = [
            change(AssetType::Unit, "rat", None),
            change(AssetType::Unit, "mouse", Some(foretoken_action_assets::AnyAsset::Unit(rat))),
            change(AssetType::Scenario, "b", Some(foretoken_action_assets::AnyAsset::Scenario(scenario))),
        ];
        let mut running = host.host(Some(&mut battle.controller.session), &[]);
        assert!(running.put(&renamed).iter().any(|fault| fault.code == "battle-goes-on"));
        let standing = running.standing();
        assert!(standing.iter().any(|fault| fault.code == "battle-goes-on"), "not only for a moment");
        app.try_out(None, None).expect("it is tried out");
        let Screen::Battle(battle) = &mut app.screen else { panic!("a battle") };
        let kinds: Vec<&str> =
            battle.controller.session.book().archetypes.iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(kinds, ["cat", "mouse"], "as it is edited");
        let host = battle.editor_host.as_mut().expect("it is edited");
        assert!(host.host(Some(&mut battle.controller.session), &[]).standing().is_empty());
    }
}
