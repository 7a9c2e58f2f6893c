//! The editor over the game: when it is open, what it is given to edit, and what it asks the game to do.

use crate::art::{Art, Region};
use crate::editor_host::{EditorHost, Playable};
use crate::window::battle::Battle;
use crate::window::render::scene::uv_of;
use crate::window::screens::app::App;
use crate::window::screens::battle::BattleScreen;
use crate::window::screens::screen::{Request, battle_in};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::{Editor, EditorRequest, Picture, Rect};
use foretoken_preview::Level;
use foretoken_session::saves;
use foretoken_session::{Session, Setup};
use std::collections::BTreeMap;
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
    /// Part of the picture that panels leave free.
    pub(in crate::window) free: Rect,
    /// The version of the art whose pictures the editor has, 0 for none, and the letters of units.
    pictures_of: (u64, Letters),
}

/// The letters of units, which those without a drawing have on their chests.
type Letters = Vec<(String, char)>;

/// The folders of a pack whose assets have pictures, with those of the art and the frame that is shown.
const PICTURES: [(&str, &str, &[&str]); 6] = [
    ("terrains", "ground", &["top", "flat"]),
    ("surfaces", "surfaces", &["top", "flat", "idle"]),
    ("units", "units", &["idle"]),
    ("actions", "icons", &["icon"]),
    ("items", "icons", &["icon"]),
    ("statuses", "icons", &["icon"]),
];

/// Pictures of assets by folder and name.
fn pictures(art: &Art, letters: &Letters, texture: usize) -> BTreeMap<String, Picture> {
    let mut pictures = BTreeMap::new();
    let mut put = |path: String, region: Region| {
        // Room around a figure is for the board, where all stand alike.
        let region = art.drawn(region);
        let Rect { left, top, right, bottom } = uv_of(art, region);
        let size = [region.w as f32, region.h as f32];
        pictures
            .insert(path, Picture { texture, uv: [left, top, right, bottom], size, colour: from_afar(art, region) });
    };
    for (unit, letter) in letters {
        put(format!("units/{unit}"), art.figure(*letter));
    }
    for (folder, drawn_in, frames) in PICTURES {
        for sheet in art.sheets() {
            let Some(name) = sheet.strip_prefix(drawn_in).and_then(|rest| rest.strip_prefix('/')) else { continue };
            let first = || art.frames(sheet).next().map(|(_, region)| region);
            let Some(region) = art.frame_or(sheet, frames).or_else(first) else { continue };
            put(format!("{folder}/{name}"), region);
        }
    }
    pictures
}

/// The colour of a drawing from afar: the mean of what of it is not seen through.
fn from_afar(art: &Art, Region { x, y, w, h }: Region) -> [f32; 4] {
    let wide = art.size().0;
    let texels = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (y * wide + x) as usize * 4));
    let mut sums = [0_u32; 4];
    for texel in texels.filter_map(|at| art.rgba().get(at..at + 4)).filter(|texel| texel[3] > 0) {
        let [r, g, b, count] = &mut sums;
        (*r, *g, *b, *count) =
            (*r + u32::from(texel[0]), *g + u32::from(texel[1]), *b + u32::from(texel[2]), *count + 1);
    }
    let [r, g, b, count] = sums.map(|sum| sum as f32);
    let mean = |sum: f32| sum / count.max(1.0) / 255.0;
    [mean(r), mean(g), mean(b), 1.0]
}

fn letters(library: &Library) -> Letters {
    let letter = |name: &str| library.unit(name)?.glyph.chars().next();
    library.names_of(AssetType::Unit).map(|name| (name.to_owned(), letter(name).unwrap_or('?'))).collect()
}

/// Why there is nothing to edit.
const UNREADABLE: &str = "The pack's files cannot be read, so there is nothing to edit.";

impl App {
    /// Opens the editor over what is shown, or closes it.
    pub fn toggle_editor(&mut self) {
        if self.busy_with().is_some() {
            // What there is to edit is away.
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
        let Some(battle) = self.battle() else { return self.begin_editing() };
        if battle.editor_host.is_none() {
            // What is not drawn could not be closed either.
            return self.tell("A recorded battle is looked at, not edited: go on with it to edit.".to_owned());
        }
        let pack = battle.controller.session.setup().pack.clone();
        self.open_workshop(&pack, None);
    }

    /// Opens the editor without a battle: over one of the pack's first scenario that compiles, or none where none does.
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
            let folder = self.shared.content.root().join(pack);
            let mut editor = Editor::new(&folder, self.shared.start.config.as_deref());
            editor.model_mut().set_waits(self.work.waits());
            let (pack, free) = (pack.to_owned(), Rect::default());
            self.workshop = Some(Workshop {
                editor,
                open: false,
                just_opened: false,
                pack,
                bare: None,
                free,
                pictures_of: (0, Letters::new()),
            });
        }
        let (size, waits) = (self.shared.size, self.work.waits());
        let mut packs = self.shared.content.packs();
        packs.retain(|other| other != pack);
        if let Some(workshop) = &mut self.workshop {
            if let Some(mut bare) = bare {
                bare.set_waits(waits);
                workshop.bare = Some(bare);
            }
            workshop.editor.set_packs(packs);
            (workshop.open, workshop.just_opened) = (true, true);
            workshop.free = Rect::sized(size.to_array());
        }
    }

    /// The editor is not shown any more: over what has nothing to edit it would not be drawn, and could not be closed.
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

    /// Whether the editor, where it was ever opened, is of this pack.
    pub(in crate::window) fn is_edited(&self, pack: &str) -> bool {
        self.workshop.as_ref().is_some_and(|workshop| workshop.pack == pack)
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
    pub(in crate::window) fn free(&self) -> Rect {
        match &self.workshop {
            Some(workshop) if workshop.open => workshop.free,
            _ => Rect::sized(self.shared.size.to_array()),
        }
    }

    /// The camera looks at the part of the picture that is free.
    pub(in crate::window) fn place_camera(&mut self) {
        let (free, size) = (self.free(), self.shared.size);
        if let Some(battle) = self.battle_mut() {
            battle.camera.place(size, free);
        }
    }

    /// Whether the editor paints on the board, so that presses and keys there are its own.
    pub(in crate::window) fn is_painting(&self) -> bool {
        self.is_editing() && self.editor().is_some_and(|editor| editor.paints().is_some())
    }

    /// The editor is given the pictures of the pack, where these are others than before.
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

    /// A frame of the editor, and what it asks for.
    pub(in crate::window) fn edit(&mut self, ui: &imgui::Ui, sheet: imgui::TextureId) {
        self.lend_pictures(sheet);
        let _span = self.is_editing().then(|| tracing::debug_span!("editor").entered());
        let is_busy = self.busy_with().is_some();
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| workshop.open) else { return };
        if is_busy {
            // What is edited meanwhile would be of a battle that is away.
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
                EditorRequest::ReloadArt => self.load_art(),
                EditorRequest::NewPack(name) => self.make_pack(name),
                EditorRequest::OpenPack(name) => self.edit_pack(name),
                EditorRequest::Quit => self.shared.requests.push(Request::Quit),
                EditorRequest::BattleTest { scenario, action } => self.try_out(scenario, action),
            }
        }
    }

    /// What the editor has to do while it is closed: unsaved edits come back, files changed on disk are taken over.
    pub(in crate::window) fn rest(&mut self) -> bool {
        let Some(workshop) = self.workshop.as_mut().filter(|workshop| !workshop.open) else { return false };
        let Some(battle) = battle_in(&mut self.stack) else { return false };
        let Battle { controller, editor_host: Some(editor_host), .. } = &mut *battle else { return false };
        if workshop.pack != controller.session.setup().pack {
            // Its edits are those of another pack.
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

    /// The window closes: what is being typed is finished, and what the editor remembers is kept.
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

    /// Begins a battle to try out a scenario or an action as they are edited, saved or not. Until it has begun the one at
    /// hand stays, so that a failure leaves something to be edited in.
    fn try_out(&mut self, scenario: Option<String>, action: Option<String>) {
        let records = self.shared.start.records.clone();
        let bare = self.workshop.as_mut().and_then(|workshop| Some((workshop.bare.as_mut()?, workshop.pack.clone())));
        // As hard as battles begin, so that who comes on hard alone can be tried.
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
        let test = BattleTest::prepare(editor_host, &pack, here, scenario, action.as_deref());
        let test = match test {
            Ok(test) => BattleTest { setup: test.setup.at_level(level), ..test },
            Err(error) => return self.tell(error),
        };
        self.work("The test begins …".to_owned(), None, move || {
            let begun = test.begin(&records);
            Box::new(move |app: &mut Self| app.tried_out(begun, action.as_deref()))
        });
    }

    fn host_to_edit(&mut self) -> Option<&mut EditorHost> {
        match battle_in(&mut self.stack) {
            Some(battle) => battle.editor_host.as_mut(),
            None => self.workshop.as_mut()?.bare.as_mut(),
        }
    }

    /// The battle to try something out in has begun, or has not.
    fn tried_out(&mut self, begun: (BattleTest, anyhow::Result<Session>), action: Option<&str>) {
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
        fresh.controller.session.set_waits(self.work.waits());
        fresh.editor_host = editor_host.map(|mut editor_host| {
            editor_host.set_in_force(test.in_force);
            editor_host
        });
        let state = fresh.controller.session.seat().known().state();
        let book = fresh.controller.session.book();
        let has = |unit: &foretoken_vm::Entity| {
            let kind = book.archetype(unit)?;
            let program = action.and_then(|action| book.find_program(action))?;
            (kind.actions.contains(&program) && unit.team == fresh.controller.session.seat().team())
                .then(|| kind.title.clone())
        };
        let found = state.living().find_map(|(_, unit)| Some((unit.cell, has(unit)?)));
        if let Some((cell, _)) = &found {
            fresh.controller.look_at(*cell);
        }
        fresh.controller.say(match (found, test.not_in_force) {
            (Some((_, who)), None) => format!("A battle test: {who} has what you are making."),
            (Some((_, who)), Some(not)) => format!("A battle test: {who} has what you are making. {not}"),
            (None, None) => "A battle test, with the assets as they are edited.".to_owned(),
            (None, Some(not)) => format!("A battle test. {not}"),
        });
        if let Some(untouched) = self.leave() {
            // It holds nothing but its beginning.
            saves::leave(&untouched);
        }
        self.show(Box::new(BattleScreen::new(Box::new(fresh))));
    }
}

/// A battle to try something out in, before it begins.
#[derive(Debug)]
struct BattleTest {
    setup: Setup,
    scenario: String,
    title: String,
    hints: Vec<String>,
    /// The assets that are in force in it.
    in_force: Arc<Library>,
    /// What is not in force as it is edited, in a sentence.
    not_in_force: Option<String>,
    /// The action that was lent before, in case it cannot begin.
    lent_before: Option<(String, String)>,
}

impl BattleTest {
    /// A battle with the assets as they are edited, of those with errors the versions in force.
    fn prepare(
        editor_host: &mut EditorHost,
        pack: &str,
        here: Option<String>,
        scenario: Option<String>,
        action: Option<&str>,
    ) -> Result<Self, String> {
        let first = || editor_host.library().names_of(AssetType::Scenario).next().map(str::to_owned);
        let here = here.or_else(first).unwrap_or_default();
        let scenario = scenario.unwrap_or_else(|| {
            action
                .and_then(|action| scenario_with(editor_host.library(), action, &here))
                .unwrap_or_else(|| here.clone())
        });
        let test_action =
            action.and_then(|action| Some((borrower(editor_host.library(), &scenario, action)?, action.to_owned())));
        let lent_before = editor_host.lend(test_action);
        // What the battle at hand has no place for is tried out all the same.
        let playable = editor_host.playable(&scenario);
        let not_in_force = playable.not_in_force();
        let Playable { book, library: in_force, played: library, faults, .. } = playable;
        let Some(book) = book else {
            editor_host.lend(lent_before);
            return Err(format!("It cannot be tried out: {}", faults.render()));
        };
        let asset = library.scenario(&scenario).cloned().unwrap_or_default();
        let setup = Setup {
            book: Arc::new(book),
            assets: library.canonical_text(),
            pack: pack.to_owned(),
            seed: asset.seed as u64,
            level: Level::default(),
            ironman: false,
        };
        Ok(Self { setup, scenario, title: asset.title, hints: asset.hints, in_force, not_in_force, lent_before })
    }

    /// Begins it, which lets the planner decide.
    fn begin(self, records: &Path) -> (Self, anyhow::Result<Session>) {
        let name = format!("{}{}", saves::TEST, self.scenario);
        let setup = self.setup.clone();
        let begun = saves::new_record(records, &name).map_err(anyhow::Error::from);
        let session = begun.and_then(|writer| Ok(Session::recorded(setup, Some(writer))?));
        (self, session)
    }
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
    use crate::window::render::scene::columns::Columns;
    use foretoken_action_assets::AnyAsset;
    use foretoken_action_assets::painting::{Brush, Side};
    use foretoken_editor::Host;
    use foretoken_editor::model::Model;
    use foretoken_session::content::Content;
    use foretoken_vm::Cell;
    use glam::Vec3;

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
        let (records, pack) = (folder.join("records"), Some("pack".to_owned()));
        App::new(content, Start { scenario, editor: true, pack, records, ..Start::default() })
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
        app.try_out(None, None);
        assert!(app.battle().is_none(), "the rules are everybody's");
        let workshop = app.workshop.as_mut().expect("it is open");
        let bare = workshop.bare.as_mut().expect("without a battle");
        bare.host(None).put(&[foretoken_editor::AssetChange {
            kind: AssetType::Rules,
            name: "rules".to_owned(),
            asset: Some(AssetType::Rules.make()),
        }]);
        app.try_out(Some("a".to_owned()), None);
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
        let records = folder.path().join("records");
        let start = Start { pack: Some("alone".to_owned()), records, ..Start::default() };
        let mut app = App::new(content, start).expect("an app");
        let has_rat = |app: &App| app.art().0.frame("units/rat", "idle").is_some();
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
        let mut told = controller.log().to_vec();
        // The third round is taken back.
        controller.undo();
        told.truncate(told.iter().position(|line| line.contains("Round 3")).expect("three rounds"));
        drop(controller);
        let start = Start { resume: Some(record), records: records.path().to_owned(), ..Start::default() };
        let app = App::new(content, start).expect("it goes on");
        assert_eq!(app.battle().expect("a battle").controller.log(), told);
    }

    #[test]
    fn what_the_battle_at_hand_has_no_place_for_is_told_as_long_as_it_stands_and_tried_out() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let battle = app.battle_mut().expect("a battle");
        let host = battle.editor_host.as_mut().expect("it is edited");
        let mut mouse = host.library().unit("rat").cloned().expect("it");
        // One that is as it was under another name would be taken for the same.
        mouse.title = "Mouse".to_owned();
        let mut scenario = host.library().scenario("b").cloned().expect("it");
        scenario.legend[0].unit = "mouse".to_owned();
        let change = |kind, name: &str, asset| foretoken_editor::AssetChange { kind, name: name.to_owned(), asset };
        let exchanged = [
            change(AssetType::Unit, "rat", None),
            change(AssetType::Unit, "mouse", Some(AnyAsset::Unit(mouse))),
            change(AssetType::Scenario, "b", Some(AnyAsset::Scenario(scenario))),
        ];
        let mut running = host.host(Some(&mut battle.controller.session));
        assert!(running.put(&exchanged).iter().any(|fault| fault.code == "battle-goes-on"));
        let standing = running.standing();
        assert!(standing.iter().any(|fault| fault.code == "battle-goes-on"), "not only for a moment");
        app.try_out(None, None);
        let battle = app.battle_mut().expect("a battle");
        let kinds: Vec<&str> =
            battle.controller.session.book().archetypes.iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(kinds, ["cat", "mouse"], "as it is edited");
        let host = battle.editor_host.as_mut().expect("it is edited");
        assert!(host.host(Some(&mut battle.controller.session)).standing().is_empty());
    }

    /// Lets the editor's model do something, as panels do.
    fn edit(app: &mut App, deed: impl FnOnce(&mut Model, &mut dyn Host)) {
        let App { workshop, stack, .. } = app;
        let model = workshop.as_mut().expect("it is open").editor.model_mut();
        let battle = battle_in(stack).expect("a battle");
        let Battle { controller, editor_host: Some(editor_host), .. } = battle else { panic!("it is edited") };
        deed(model, &mut editor_host.host(Some(&mut controller.session)));
    }

    #[test]
    fn a_test_is_made_of_what_is_edited_after_each_kind_of_edit() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let file = folder.path().join("pack/units/rat.ron");
        type Deed<'d> = (&'d str, &'d dyn Fn(&mut Model, &mut dyn Host));
        let deeds: [Deed<'_>; 10] = [
            ("a field", &|model, host| {
                model.open(AssetType::Unit, "rat");
                let mut rat = host.library().unit("rat").cloned().expect("it");
                rat.health = 9;
                model.edit_open(host, "health", "key", AnyAsset::Unit(rat));
            }),
            ("a stroke", &|model, host| {
                model.open(AssetType::Scenario, "b");
                let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
                assert!(map.resize(Side::East, true));
                model.edit_open(host, "wider", "", map.into_asset());
            }),
            ("a new name", &|model, host| model.rename(host, AssetType::Unit, "rat", "mouse")),
            ("undo", &|model, host| assert!(model.undo(host))),
            ("redo", &|model, host| assert!(model.redo(host))),
            ("a new asset", &|model, host| model.create(host, AssetType::Action, "leap", Some("wait"))),
            ("a part", &|model, host| {
                model.open(AssetType::Action, "leap");
                model.add_part(host, "Wait", None);
            }),
            ("one in place of another", &|model, host| model.delete_for(host, AssetType::Action, "wait", "leap")),
            ("a save", &|model, host| assert!(model.save(host))),
            ("a file", &|model, host| {
                std::fs::write(file.with_file_name("dog.ron"), "Unit(glyph: \"d\")").expect("written");
                model.poll(host);
            }),
        ];
        for (what, deed) in deeds {
            let before = app.battle().map(|battle| battle.controller.session.number());
            edit(&mut app, deed);
            app.try_out(Some("b".to_owned()), None);
            let battle = app.battle().expect("a battle");
            let host = battle.editor_host.as_ref().expect("it is edited");
            assert_eq!(battle.controller.session.setup().assets, host.library().canonical_text(), "{what}");
            assert_ne!(Some(battle.controller.session.number()), before, "{what}: another battle");
        }
        assert!(app.battle().is_some_and(|battle| battle.controller.session.setup().assets.contains("health: 9")));
    }

    #[test]
    fn a_test_says_what_is_not_in_force_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let said = |app: &mut App, action: &str, body: &str| {
            edit(app, |model, host| {
                model.open(AssetType::Action, action);
                let mut faults = foretoken_action_assets::Diagnostics::new();
                let registry = host.library().registry().clone();
                let text = format!("Action(body: [{body}])");
                let read = AnyAsset::read(AssetType::Action, "a.ron", text.as_bytes(), &registry, &mut faults);
                model.edit_open(host, "body", "", read.expect("it is read").0);
            });
            app.try_out(Some("b".to_owned()), None);
            app.battle().expect("a battle").controller.message.clone()
        };
        assert_eq!(said(&mut app, "wait", "Wait, Wait"), "A battle test, with the assets as they are edited.");
        let told = said(&mut app, "wait", "Kill(target: \"T1\")");
        assert!(told.starts_with("A battle test. actions/wait.ron is not in force as it is edited ("), "{told}");
        assert!(told.ends_with("): its last whole version is."), "{told}");
        let told = said(&mut app, "strike", "Kill(target: \"T2\")");
        assert!(
            told.contains("actions/strike.ron is not in force") && told.ends_with(" 1 more is not, either."),
            "{told}"
        );
    }

    #[test]
    fn a_test_is_as_hard_as_the_settings_say() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let spawns =
            "Scenario(map: [\"rrr\"], legend: [(glyph: \"r\", unit: \"rat\")], spawns: [(glyphs: \"r\", on_hard: 1)])";
        std::fs::write(folder.path().join("pack/scenarios/b.ron"), spawns).expect("written");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        for (level, there) in [(Level::Normal, 1), (Level::Hard, 2)] {
            app.shared.settings.level = level.code();
            app.try_out(Some("b".to_owned()), None);
            let session = &app.battle().expect("a battle").controller.session;
            assert_eq!((session.setup().level, session.battle().state().living().count()), (level, there));
        }
    }

    #[test]
    fn what_is_drawn_is_seen_before_it_is_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let size = |app: &App| app.art().0.frame("units/rat", "idle").map(|region| (region.w, region.h));
        let shown = |app: &mut App, deed: &dyn Fn(&mut Model, &mut dyn Host)| {
            edit(app, |model, host| {
                deed(model, host);
                assert!(model.took_art());
            });
            app.load_art();
            size(app)
        };
        let draw = |model: &mut Model, host: &mut dyn Host| {
            let text = "= idle\nkk\n".to_owned();
            model.edit_art(host, "draw", "", vec![("units/rat.txt".to_owned(), Some(text))]);
        };
        assert_eq!(size(&app), None);
        assert_eq!(shown(&mut app, &draw), Some((2, 1)));
        let rename = |model: &mut Model, host: &mut dyn Host| model.rename(host, AssetType::Unit, "rat", "mouse");
        assert_eq!(shown(&mut app, &rename), None, "it goes by another name");
        assert!(app.art().0.frame("units/mouse", "idle").is_some());
        let undo = |model: &mut Model, host: &mut dyn Host| assert!(model.undo(host));
        assert_eq!(shown(&mut app, &undo), Some((2, 1)));
        assert_eq!(shown(&mut app, &undo), None);
    }

    #[test]
    fn a_map_that_is_painted_is_compiled_once() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let widen = |app: &mut App, map: &str| {
            edit(app, |model, host| {
                model.open(AssetType::Scenario, map);
                let mut wider = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
                assert!(wider.resize(Side::East, true));
                model.edit_open(host, "wider", "", wider.into_asset());
                host.sketch(Some(map));
            });
            let battle = app.battle().expect("a battle");
            let book = Arc::clone(battle.controller.session.book());
            let host = battle.editor_host.as_ref().expect("it is edited");
            let sketched = Arc::clone(host.sketched().expect("it is shown").0);
            assert_eq!(battle.controller.session.setup().assets, host.library().canonical_text());
            (book, sketched)
        };
        let (book, sketched) = widen(&mut app, "b");
        assert!(Arc::ptr_eq(&book, &sketched), "the battle's own");
        assert_eq!(book.board.width(), 3);
        let (still, other) = widen(&mut app, "a");
        assert!(Arc::ptr_eq(&book, &still), "another map is no part of the battle");
        assert_eq!((still.board.width(), other.board.width()), (3, 3));
        let (wider, _) = widen(&mut app, "b");
        assert_eq!(wider.board.width(), 4);
    }

    #[test]
    fn holes_of_a_floor_lie_as_high_as_its_ground() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        let on_floor = |x| Cell::on_floor(x, 0, 1).expect("a cell");
        let mut level = 0;
        edit(&mut app, |model, host| {
            model.open(AssetType::Scenario, "b");
            let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
            assert_eq!(map.add_floor(), Some(1));
            assert_eq!(map.paint([on_floor(0)], &Brush::Terrain("floor".to_owned())).changed, 1);
            level = map.level_of(1);
            model.edit_open(host, "a floor", "", map.into_asset());
            host.sketch(Some("b"));
        });
        let art = Arc::clone(&app.shared.art);
        let battle = app.battle_mut().expect("a battle");
        battle.show_sketch(Some((1, level)));
        let book = Arc::clone(battle.book());
        assert!(book.board.contains(on_floor(0)) && !book.board.contains(on_floor(1)));
        let ground = Columns::of(&book, &art).place(on_floor(0)).centre();
        let pixel = battle.camera.project(ground + Vec3::X);
        assert_eq!(battle.cell_on_floor(pixel, 1, level), Some(on_floor(1)), "beside the ground, and not below it");
    }

    #[test]
    fn the_map_that_is_painted_is_shown_and_the_battle_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), "Action(body: [Wait])");
        let mut app = app(folder.path(), Some("b")).expect("it opens");
        edit(&mut app, |model, host| {
            model.open(AssetType::Scenario, "b");
            let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
            (0..3).for_each(|_| assert!(map.resize(Side::South, true)));
            let cat = Brush::Unit { name: "cat".to_owned(), team: 1, facing: 0 };
            assert_eq!(map.paint(["b4".parse().expect("a cell")], &cat).changed, 1);
            model.edit_open(host, "larger", "", map.into_asset());
            host.sketch(Some("b"));
        });
        let battle = app.battle_mut().expect("a battle");
        battle.show_sketch(Some((0, 0)));
        assert!(battle.is_sketched() && battle.looks_back());
        assert_eq!((battle.book().board.height(), battle.shown().living().count()), (4, 2));
        assert_eq!(battle.controller.session.battle().state().living().count(), 1, "the battle has who it had");
        // What is at fault is shown as far as it goes.
        edit(&mut app, |model, host| {
            model.delete(host, AssetType::Terrain, "floor");
            host.sketch(Some("b"));
        });
        let battle = app.battle_mut().expect("a battle");
        battle.show_sketch(Some((0, 0)));
        assert_eq!(battle.book().board.height(), 4);
        battle.to_present();
        assert!(!battle.is_sketched());
        assert_eq!(battle.shown().living().count(), 1);
    }
}
