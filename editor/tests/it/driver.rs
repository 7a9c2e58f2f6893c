//! Driver of the editor without a screen; ImGui builds frames that are not drawn.

use foretoken_action_assets::assets::CORNERS;
use foretoken_action_assets::painting::MapPoint;
use foretoken_action_assets::{AssetType, Diagnostics, KindRegistry, Library};
use foretoken_campaign::RoomKinds;
use foretoken_editor::Rect;
use foretoken_editor::{
    AssetChange, Editor, EditorError, FileChange, Host, Past, RewindPoint, RunAt, Theme, View, Watch, WidgetRects,
    behave, navigate, style,
};
use foretoken_vm::state::Renames;
use foretoken_vm::{Battle, Buffers, Change, ChangeKind, GameState, Known, Log, Plan, Rulebook, Team};
use imgui::{ClipboardBackend, Context, Key, MouseButton};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// ImGui has one context at a time.
static ONE: Mutex<()> = Mutex::new(());

/// Host with a battle without players.
pub struct Game {
    pub library: Library,
    disk: Watch,
    pub book: Option<Rulebook>,
    battle: Option<Battle>,
    known: Known,
    plan: Plan,
    pub finished: usize,
    pub exchanges: usize,
    edited: bool,
    pub sketched: Option<String>,
    /// Whether faults of campaigns are found too.
    pub checks_campaigns: bool,
    pub run: Option<RunAt>,
    was: Vec<GameState>,
    back: Option<usize>,
}

impl Game {
    fn new(disk: Watch, scenario: Option<&str>) -> Self {
        let library = disk.library(KindRegistry::core());
        let compiled = scenario.and_then(|name| library.compile(name).0);
        let battle = compiled.as_ref().map(|compiled| compiled.battle(1));
        let book = compiled.map(|compiled| compiled.rules);
        let known = battle.as_ref().zip(book.as_ref()).map(|(battle, book)| battle.project(book, Team::PLAYER));
        let (known, plan) = (known.unwrap_or_default(), Plan::default());
        Self {
            library,
            disk,
            book,
            battle,
            known,
            plan,
            finished: 0,
            exchanges: 0,
            edited: false,
            sketched: None,
            checks_campaigns: false,
            run: None,
            was: Vec::new(),
            back: None,
        }
    }

    pub fn of(folder: &Path, scenario: Option<&str>) -> Self {
        let mut watch = Watch::new(folder);
        watch.set_waits(true);
        Self::new(watch, scenario)
    }

    /// Runs the next activation; all intents are empty.
    pub fn advance(&mut self) {
        let (Some(book), Some(battle)) = (&self.book, &mut self.battle) else { return };
        self.was.push(battle.state().clone());
        battle.apply_for_execution(book, &self.plan, &mut Buffers::default(), &mut Log::default());
        self.known = battle.project(book, Team::PLAYER);
    }

    fn compile(&mut self) -> Diagnostics {
        let Some(old) = &self.book else { return self.library.compile_actions().1 };
        let (compiled, faults) = self.library.compile(&old.scenario);
        if let (Some(book), Some(battle)) = (compiled.map(|compiled| compiled.rules), &self.battle)
            && let Ok(battle) = battle.carried_over(old, &book, &Renames::default())
        {
            self.known = battle.project(&book, Team::PLAYER);
            (self.battle, self.book) = (Some(battle), Some(book));
        }
        faults
    }
}

impl Host for Game {
    fn library(&self) -> &Library {
        &self.library
    }

    fn usual_palette(&self) -> &str {
        "k 0A0C17 ink\nB 97603A tan\nf DDA878 skin\n"
    }

    fn art(&self) -> &foretoken_editor::pixels::ArtTexts {
        self.disk.art()
    }

    fn disk(&mut self) -> &mut Watch {
        &mut self.disk
    }

    fn exchange(&mut self, changes: &[FileChange]) -> Diagnostics {
        self.exchanges += 1;
        let mut faults = Diagnostics::new();
        for (path, bytes) in changes {
            faults.append(self.library.reload(path, bytes.as_deref()));
        }
        faults.append(self.compile());
        faults
    }

    fn put(&mut self, changes: &[AssetChange]) -> Diagnostics {
        for change in changes {
            match &change.asset {
                Some(asset) => self.library.put(&change.name, asset.clone()),
                None => drop(self.library.remove(change.kind, &change.name)),
            }
        }
        self.compile()
    }

    fn finish(&mut self) {
        self.finished += 1;
    }

    fn standing(&self) -> Diagnostics {
        match self.checks_campaigns {
            true => foretoken_campaign::check::check_all(&self.library, "pack", &RoomKinds::default()),
            false => Diagnostics::new(),
        }
    }

    fn run(&self) -> Option<&RunAt> {
        self.run.as_ref()
    }

    fn view(&self) -> Option<View<'_>> {
        let (book, battle) = (self.book.as_ref()?, self.battle.as_ref()?);
        Some(View { book, known: &self.known, truth: battle.state(), plan: &self.plan, choosing: None })
    }

    fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditorError> {
        let (Some(book), Some(battle)) = (&self.book, &mut self.battle) else { return Err(EditorError::NoBattle) };
        let mut log = Log::default();
        for change in changes {
            let row = *battle.state().entity(change.entity);
            let before = match change.kind {
                ChangeKind::Health => row.health,
                ChangeKind::Battle => 0,
                ChangeKind::Flags => row.flags as i32,
                ChangeKind::Cell => row.cell.bits() as i32,
                _ => return Err(EditorError::Refused("That is not altered here.".to_owned())),
            };
            battle.state_mut().write(book, &mut log, Change { before, ..*change });
        }
        self.known = battle.project(book, Team::PLAYER);
        self.edited = true;
        Ok(log.changes.into())
    }

    fn is_edited(&self) -> bool {
        self.edited
    }

    fn rewind_points(&self) -> Vec<RewindPoint> {
        let of = |at: usize| RewindPoint { round: 1, label: format!("activation {at}"), is_activation: at > 0 };
        (0..=self.was.len()).map(of).collect()
    }

    fn look_back(&mut self, rewind_point: Option<usize>) -> Result<(), EditorError> {
        self.back = rewind_point.filter(|&at| at < self.was.len());
        Ok(())
    }

    fn sketch(&mut self, map: Option<&str>) {
        self.sketched = map.map(str::to_owned);
    }

    fn past(&self) -> Option<Past<'_>> {
        let (at, book) = (self.back?, self.book.as_ref()?);
        let view = View { book, known: &self.known, truth: &self.was[at], plan: &self.plan, choosing: None };
        Some(Past { rewind_point: at, when: "Earlier", view })
    }

    fn rewind(&mut self, rewind_point: usize) -> Result<(), EditorError> {
        let (Some(book), Some(battle)) = (&self.book, &mut self.battle) else { return Err(EditorError::NoBattle) };
        *battle.state_mut() = self.was[rewind_point].clone();
        self.known = battle.project(book, Team::PLAYER);
        self.was.truncate(rewind_point);
        self.back = None;
        Ok(())
    }
}

fn map_point(text: &str) -> MapPoint {
    let (cell, near) = text.split_once(':').unwrap_or((text, CORNERS[0]));
    let corner = CORNERS.iter().position(|name| *name == near);
    let side = ["n", "e", "s", "w"].iter().position(|name| *name == near);
    assert!(corner.or(side).is_some(), "{near} is a corner or a side");
    MapPoint { cell: cell.parse().expect("a cell"), corner: corner.unwrap_or(0), side: side.unwrap_or(0) }
}

pub struct Driver {
    // Dropped before the lock that guards it.
    imgui: Context,
    pub editor: Editor,
    pub widget_rects: WidgetRects,
    pub game: Game,
    pub clipboard: Rc<RefCell<String>>,
    _one: MutexGuard<'static, ()>,
}

struct Clipboard(Rc<RefCell<String>>);

impl ClipboardBackend for Clipboard {
    fn get(&mut self) -> Option<String> {
        Some(self.0.borrow().clone())
    }

    fn set(&mut self, text: &str) {
        text.clone_into(&mut self.0.borrow_mut());
    }
}

impl Driver {
    pub fn new(folder: &Path, scenario: Option<&str>) -> Self {
        Self::with_config(folder, scenario, None)
    }

    pub fn with_config(folder: &Path, scenario: Option<&str>, config: Option<&Path>) -> Self {
        Self::with_size(folder, scenario, config, [1600.0, 1000.0])
    }

    pub fn with_size(folder: &Path, scenario: Option<&str>, config: Option<&Path>, size: [f32; 2]) -> Self {
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut imgui = Context::create();
        imgui.set_ini_filename(None);
        let io = imgui.io_mut();
        io.display_size = size;
        io.delta_time = 1.0 / 60.0;
        io.config_flags |= imgui::ConfigFlags::DOCKING_ENABLE;
        behave(io);
        style(imgui.style_mut(), Theme::Dark, 1.0);
        imgui.fonts().build_alpha8_texture();
        let clipboard = Rc::new(RefCell::new(String::new()));
        imgui.set_clipboard_backend(Clipboard(Rc::clone(&clipboard)));
        let editor = Editor::new(folder, config);
        imgui.load_ini_settings(&editor.layout_for(size));
        let game = Game::of(folder, scenario);
        let widget_rects = WidgetRects::default();
        let mut driver = Self { imgui, editor, widget_rects, game, clipboard, _one: one };
        driver.frames(3);
        if !driver.editor.model().offered_files().is_empty() {
            driver.click("status/take-over");
        }
        driver
    }

    pub fn frame(&mut self) {
        self.widget_rects.clear();
        navigate(self.imgui.io_mut(), self.editor.is_navigating());
        let ui = self.imgui.new_frame();
        self.editor.frame(ui, &mut self.widget_rects, &mut self.game);
        self.imgui.render();
    }

    pub fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    pub fn resize(&mut self, size: [f32; 2]) {
        self.imgui.io_mut().display_size = size;
        self.frames(10);
    }

    /// Runs enough frames for a full check.
    pub fn quiet(&mut self) {
        self.frames(60);
    }

    pub fn settings(&mut self) -> String {
        let mut text = String::new();
        self.imgui.save_ini_settings(&mut text);
        text
    }

    pub fn middle(&self, spot: &str) -> [f32; 2] {
        let Some(Rect { left, top, right, bottom }) = self.widget_rects.get(spot) else {
            let names: Vec<&str> = self.widget_rects.names().collect();
            panic!("there is no `{spot}` to be seen; there are {names:#?}");
        };
        // A little left of the middle, because the end of a long line can be covered.
        [left + (right - left) * 0.4, (top + bottom) / 2.0]
    }

    pub fn is_shown(&self, spot: &str) -> bool {
        self.widget_rects.get(spot).is_some()
    }

    pub fn point(&mut self, at: [f32; 2]) {
        self.imgui.io_mut().add_mouse_pos_event(at);
        self.frame();
    }

    pub fn click(&mut self, spot: &str) {
        let at = self.middle(spot);
        self.point(at);
        self.press();
        self.release();
    }

    pub fn reach(&mut self, spot: &str) {
        if !self.is_shown(spot) {
            let tool = self.middle("map/tool/play");
            self.scroll_to([tool[0], tool[1] + 200.0], spot);
        }
        self.click(spot);
    }

    /// Scrolls down, then up, until a widget is visible.
    pub fn scroll_to(&mut self, at: [f32; 2], spot: &str) {
        for by in std::iter::repeat_n(-2.0, 30).chain(std::iter::repeat_n(2.0, 60)) {
            if self.is_shown(spot) {
                break;
            }
            self.point(at);
            self.imgui.io_mut().add_mouse_wheel_event([0.0, by]);
            self.frames(2);
        }
        self.frames(2);
    }

    /// Presses on a cell, drags over others and releases. `c4:ne` is near the north-eastern corner of `c4`, `c4:n` near
    /// its northern side.
    pub fn stroke(&mut self, cells: &str) {
        let cells: Vec<MapPoint> = cells.split_whitespace().map(map_point).collect();
        let mut at = [750.0, 300.0];
        self.point(at);
        self.editor.point_on_map(cells.first().copied());
        self.frame();
        self.press();
        for &cell in &cells[1..] {
            at[0] += 8.0;
            self.point(at);
            self.editor.point_on_map(Some(cell));
            self.frames(2);
        }
        self.release();
    }

    pub fn pick(&mut self, cell: &str) {
        self.point([750.0, 300.0]);
        self.editor.point_on_map(Some(map_point(cell)));
        for down in [true, false] {
            self.imgui.io_mut().add_mouse_button_event(MouseButton::Right, down);
            self.frame();
        }
    }

    pub fn draw(&mut self, (width, height): (i32, i32), texels: &[(i32, i32)]) {
        let Rect { left, top, right, bottom } = self.widget_rects.get("picture/canvas").expect("a canvas");
        let at = |(x, y): (i32, i32)| {
            let share = |at: i32, of: i32| (at as f32 + 0.5) / of as f32;
            [left + (right - left) * share(x, width), top + (bottom - top) * share(y, height)]
        };
        self.point(at(texels[0]));
        self.press();
        for &texel in &texels[1..] {
            self.point(at(texel));
            self.frame();
        }
        self.release();
    }

    pub fn click_here(&mut self) {
        self.press();
        self.release();
    }

    fn press(&mut self) {
        self.imgui.io_mut().add_mouse_button_event(MouseButton::Left, true);
        self.frame();
    }

    fn release(&mut self) {
        self.imgui.io_mut().add_mouse_button_event(MouseButton::Left, false);
        self.frames(2);
    }

    /// Drags a widget onto another one, at a share of its height from the top.
    pub fn drag(&mut self, from: &str, to: &str, share: f32) {
        let start = self.middle(from);
        self.point(start);
        self.press();
        let Rect { left, top, right, bottom } =
            self.widget_rects.get(to).unwrap_or_else(|| panic!("there is no `{to}`"));
        let end = [left + (right - left) * 0.3, top + (bottom - top) * share];
        for step in 1..=4 {
            let share = step as f32 / 4.0;
            self.point([start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share]);
        }
        self.frame();
        self.release();
    }

    pub fn drag_by(&mut self, from: &str, by: [f32; 2]) {
        let start = self.middle(from);
        self.point(start);
        self.press();
        for step in 1..=4 {
            let share = step as f32 / 4.0;
            self.point([start[0] + by[0] * share, start[1] + by[1] * share]);
        }
        self.release();
    }

    /// Drags from one pixel to another.
    pub fn drag_between(&mut self, button: MouseButton, from: [f32; 2], to: [f32; 2]) {
        self.point(from);
        self.imgui.io_mut().add_mouse_button_event(button, true);
        self.frame();
        for step in 1..=6 {
            let share = step as f32 / 6.0;
            self.point([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
        }
        self.frame();
        self.imgui.io_mut().add_mouse_button_event(button, false);
        self.frames(2);
    }

    pub fn wheel(&mut self, at: [f32; 2], by: f32) {
        self.point(at);
        self.imgui.io_mut().add_mouse_wheel_event([0.0, by]);
        self.frames(2);
    }

    pub fn click_right(&mut self, at: [f32; 2]) {
        self.drag_between(MouseButton::Right, at, at);
    }

    pub fn write(&mut self, text: &str) {
        text.chars().for_each(|c| self.imgui.io_mut().add_input_character(c));
        self.frames(2);
    }

    pub fn is_typing(&self) -> bool {
        self.imgui.io().want_text_input
    }

    pub fn key(&mut self, key: Key) {
        self.press_key(key);
        self.release_key(key);
    }

    pub fn press_key(&mut self, key: Key) {
        self.imgui.io_mut().add_key_event(key, true);
        self.frame();
    }

    pub fn release_key(&mut self, key: Key) {
        self.imgui.io_mut().add_key_event(key, false);
        self.frames(2);
    }

    pub fn ctrl(&mut self, key: Key) {
        self.hold(Key::ModCtrl, |driver| driver.key(key));
    }

    pub fn hold(&mut self, held: Key, act: impl FnOnce(&mut Self)) {
        self.imgui.io_mut().add_key_event(held, true);
        act(self);
        self.imgui.io_mut().add_key_event(held, false);
        self.frame();
    }

    pub fn fill(&mut self, spot: &str, text: &str) {
        self.click(spot);
        self.ctrl(Key::A);
        self.key(Key::Delete);
        self.write(text);
        self.key(Key::Enter);
        self.frames(2);
    }

    pub fn text_of(&self, kind: AssetType, name: &str) -> String {
        let asset = self.game.library.asset(kind, name).unwrap_or_else(|| panic!("there is no {name}"));
        asset.to_text()
    }
}

/// Adds a part by the first letters of its name.
pub fn add(driver: &mut Driver, letters: &str) {
    driver.click("action/add");
    driver.write(letters);
    driver.key(Key::Enter);
}

pub fn pick(driver: &mut Driver, spot: &str, option: &str) {
    driver.click(spot);
    driver.click(&format!("{spot}/{option}"));
}

pub fn new_action(driver: &mut Driver, name: &str) {
    driver.click("assets/new");
    driver.click("new/action");
    driver.fill("new/name", name);
}

pub fn kinds(driver: &Driver, action: &str) -> Vec<&'static str> {
    let action = driver.game.library.action(action).expect("there is one");
    action.body.iter().map(|part| part.kind.name()).collect()
}

pub fn open(driver: &mut Driver, kind: AssetType, name: &str) {
    driver.editor.model_mut().open(kind, name);
    driver.frames(2);
}

pub fn vigil() -> tempfile::TempDir {
    pack("vigil")
}

/// Returns a copy of a shipped pack.
pub fn pack(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets").join(name), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("readable").flatten() {
        let target = to.join(entry.file_name());
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Makes writes of a file fail, as on a full disk, by blocking its oldest version. Returns the blocking folder.
pub fn block(file: &Path) -> std::path::PathBuf {
    let name = file.file_name().expect("a file").to_string_lossy().into_owned();
    let backups = foretoken_action_assets::store::backup_folder(file);
    let oldest = backups.join(format!("{name}.10"));
    std::fs::create_dir_all(&oldest).expect("a folder");
    std::fs::write(backups.join(format!("{name}.9")), "").expect("written");
    oldest
}
