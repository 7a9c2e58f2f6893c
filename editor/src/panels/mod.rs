//! The panels, one file each, listed below. Each panel reads the model and the host and requests changes through them;
//! panels do not know each other.

use crate::easel::Easel;
use crate::model::Model;
use crate::theme::AMBER;
use crate::thumbs::Miniatures;
use crate::tips::Tip;
use crate::{EditorRequest, Host, WidgetRects};
use foretoken_vm::Cell;
use imgui::{Key, StyleColor, Ui};
use std::collections::BTreeMap;

pub(crate) trait Panel {
    /// Name for widgets and settings, such as `assets`.
    fn name(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// One-sentence description.
    fn doc(&self) -> &'static str;
    fn draw(&mut self, cx: &mut PanelContext<'_>);
    /// Whether the panel has nothing to show, so that it makes room for the battle.
    fn is_idle(&self, cx: &PanelContext<'_>) -> bool;
}

macro_rules! panels {
    ($($module:ident: $panel:ident $title:literal $doc:literal,)*) => {
        $(
            mod $module;
            impl Panel for $module::$panel {
                fn name(&self) -> &'static str { stringify!($module) }
                fn title(&self) -> &'static str { $title }
                fn doc(&self) -> &'static str { $doc }
                fn draw(&mut self, cx: &mut PanelContext<'_>) { self.show(cx); }
                fn is_idle(&self, cx: &PanelContext<'_>) -> bool { is_idle(stringify!($module), cx) }
            }
        )*

        pub(crate) fn all() -> Vec<Box<dyn Panel>> {
            vec![$(Box::new($module::$panel::default()),)*]
        }
    };
}

panels! {
    assets: Assets "Assets" "All assets of the pack: find, create, copy, rename, delete.",
    action: Tree "Action" "The parts of the open asset, as a tree: drag, wrap or add parts.",
    map: Map "Map" "Paint the open map on the board.",
    deck: DeckPanel "Deck" "The slots of the open deck or of the open unit's deck, with their skills and neighbours.",
    graph: GraphPanel "Graph" "The rooms of the open campaign and the ways between them.",
    table: TablePanel "Table" "All units, skills, items or statuses as rows; several cells are edited at once.",
    inspector: InspectorPanel "Inspector" "The fields of the selected part or asset.",
    demonstration: Demonstration "Demonstration" "A small board that shows and checks the open action.",
    picture: PicturePanel "Picture" "Draw the open asset, pixel by pixel.",
    problems: Problems "Problems" "All faults. Click one to open it.",
    program: Program "Program" "The compiled program of the action.",
    rules: Rules "Rules" "The rules text of the open asset, as players read it.",
    history: HistoryPanel "History" "All edits, with undo.",
    state: State "State" "The true state of the battle. You can edit it by hand.",
    rewind: Rewind "Rewind" "Earlier points of the battle. You can play on from any of them.",
    debug: Debug "Debug" "Turn order with reasons, columns, rules in force.",
    log: LogPanel "Log" "The battle log.",
    guide: Guide "Guide" "Tutorials, and the meaning of each part and field.",
    shortcuts: Shortcuts "Keys" "Keys, theme and size.",
}

/// The graph and the deck cover the battle, so they are there only for a campaign or a deck. Demonstrations make room for the inspector while no
/// action is open.
fn is_idle(panel: &str, cx: &PanelContext<'_>) -> bool {
    use foretoken_action_assets::AssetType;
    let is_open = |wanted: AssetType| cx.model.open.as_ref().is_some_and(|(kind, _)| *kind == wanted);
    match panel {
        "graph" => cx.shared.graph_aside || !is_open(AssetType::Campaign),
        "deck" => cx.shared.graph_aside || !cx.model.has_deck_open(cx.host),
        "demonstration" => !is_open(AssetType::Action),
        _ => false,
    }
}

/// Picture of an asset: a part of one of the game's textures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// Number of the texture.
    pub texture: usize,
    /// Part of the texture: left, top, right and bottom as shares of its size.
    pub uv: [f32; 4],
    /// Size in texels.
    pub size: [f32; 2],
    /// Average colour.
    pub colour: [f32; 4],
}

pub(crate) type Users = Vec<(crate::model::AssetId, String)>;

/// State shared by panels that is not part of the model.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Part under the pointer: file and path.
    pub hovered: Option<(String, String)>,
    /// Part under the pointer in the last frame, for panels that draw earlier.
    pub was_hovered: Option<(String, String)>,
    /// Parts of the open asset that refer to the same targets as the part under the pointer.
    pub related: Vec<String>,
    pub was_related: Vec<String>,
    pub at_work: Vec<(String, u32)>,
    pub cursor: Option<Cell>,
    pub lit: Vec<Cell>,
    pub windows: Vec<crate::Rect>,
    pub bar: f32,
    /// Highlighted value after a link: file, path, frames left.
    pub glow: Option<(String, String, u32)>,
    /// Caret position once its field has the keyboard: file, path, character from 1.
    pub caret: Option<(String, String, u32)>,
    pub search: String,
    /// Whether a dragged brush sets or clears cells.
    pub brush: Option<bool>,
    pub easel: Easel,
    pub led: Option<crate::model::AssetId>,
    pub wanted: Option<&'static str>,
    pub page: Option<(&'static str, String)>,
    /// Height in steps of the painted floor.
    pub level: i32,
    pub pictures: BTreeMap<String, Picture>,
    pub miniatures: Miniatures,
    /// Extra rings of cells in a pattern's grid, by path.
    pub rings: BTreeMap<String, i32>,
    pub rebinding: Option<&'static str>,
    /// Revision at which a battle was last requested.
    pub begun: Option<u64>,
    pub packs: Vec<String>,
    pub tip: Option<Tip>,
    pub asked: Option<Ask>,
    /// Whether a list, menu or dialog is open in this frame.
    pub popup: bool,
    /// Whether the Map panel gives the keyboard to its field for a brush.
    pub finds_brush: bool,
    /// Whether Escape closed a popup in this frame, so that it closes nothing else.
    pub escaped: bool,
    pub about: Option<crate::model::AssetId>,
    /// Cached references to an asset, with the revision.
    pub users: Option<(crate::model::AssetId, u64, Users)>,
    pub typed: String,
    /// Whether that field gets the keyboard again, after an Enter that was refused.
    pub again: bool,
    /// Column and row of the graph under the pointer.
    pub graph_cell: Option<(i32, i32)>,
    /// Window of the graph or of the deck in this frame.
    pub graph_rect: Option<crate::Rect>,
    /// Whether graph and deck make room for the battle although a campaign or a deck is open.
    pub graph_aside: bool,
    /// Whether the graph panel is to open its list of rooms to add.
    pub adds_room: bool,
    /// Whether a run is to start at the selected room.
    pub plays_room: bool,
    /// Path of an item that was added to a list and opens.
    pub added_item: Option<String>,
    /// Newest notice: its number, and the seconds it was shown.
    pub notice: (u64, f32),
    pub chosen: (usize, Option<String>),
    /// Cells across and down, and ground, of the map of a new scenario.
    pub map_size: (i32, i32),
    pub map_ground: String,
    pub revision: u64,
    /// File that was dropped on the window.
    pub dropped: Option<std::path::PathBuf>,
    /// Copy to another pack, and the index of the chosen pack.
    pub copying: Option<crate::model::CopyPlan>,
    pub copies_to: usize,
    /// Row of a dialog's list that Enter takes, and the search text that it belongs to.
    pub row: usize,
    pub row_of: String,
    /// Names and titles of all panels.
    pub panels: Vec<(&'static str, &'static str)>,
    /// Panel that gets the keyboard by a command.
    pub panel_wish: Option<&'static str>,
    /// Button that a command presses, and the frames left for it. The first ones raise its panel, which would close a
    /// list that the button opens.
    pub press: Option<(&'static str, u8)>,
    /// Whether a dialog is open.
    pub has_dialog: bool,
    /// Steps to the next or previous panel that gets the keyboard.
    pub panel_step: Option<isize>,
    /// Panel that gets the keyboard by a step; its list of fields or parts takes it.
    pub entered: Option<&'static str>,
    /// Whether the table has the keyboard, and what the clipboard's keys ask of it.
    pub table_has_keys: bool,
    pub table_wish: Option<TableWish>,
}

impl Shared {
    pub fn begin(&mut self) {
        self.was_hovered = self.hovered.take();
        self.was_related = std::mem::take(&mut self.related);
        (self.popup, self.escaped) = (false, false);
        self.press = self.press.and_then(|(spot, frames)| Some((spot, frames.checked_sub(1)?)));
        (self.adds_room, self.plays_room, self.graph_rect) = (false, false, None);
        self.miniatures.begin();
        self.at_work.clear();
        self.lit.clear();
        self.windows.clear();
    }
}

/// Request to the table by the keys of the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableWish {
    Copy,
    Paste,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A new asset, of a type or of that of the open asset.
    New(Option<foretoken_action_assets::AssetType>),
    NewPack,
    OpenPack,
    Rename(crate::model::AssetId),
    Delete(crate::model::AssetId),
    /// A copy of an asset, with all that it needs, to another pack.
    CopyTo(crate::model::AssetId),
    AddPart,
    Palette,
}

pub(crate) struct PanelContext<'c> {
    pub ui: &'c Ui,
    pub widget_rects: &'c mut WidgetRects,
    pub host: &'c mut dyn Host,
    pub model: &'c mut Model,
    pub shared: &'c mut Shared,
    pub wishes: &'c mut Vec<EditorRequest>,
}

impl PanelContext<'_> {
    /// Records the rectangle of the last widget and shows its tooltip.
    pub fn spot(&mut self, name: impl Into<String>, doc: &str) {
        self.widget_rects.item(self.ui, name);
        self.tip(doc);
    }

    pub fn button(&mut self, label: &str, spot: &str, doc: &str) -> bool {
        // A label that ends in `#` would join the hidden ID marker.
        let gap = if label.ends_with('#') { " " } else { "" };
        let pressed = self.ui.small_button(format!("{label}{gap}##{spot}"));
        self.spot(spot, doc);
        let by_command = self.shared.press.take_if(|(wanted, left)| *wanted == spot && *left <= 2);
        pressed || by_command.is_some()
    }

    /// Draws a button on the line of the last widget, if there is room.
    pub fn button_beside(&mut self, label: &str, spot: &str, doc: &str) -> bool {
        self.flow(self.ui.calc_text_size(label)[0] + 14.0);
        self.button(label, spot, doc)
    }

    /// Draws a button that stays lit while chosen. Lit buttons use dark text on light, so that colour is not the only
    /// sign.
    pub fn toggle(&mut self, label: &str, spot: &str, doc: &str, lit: bool) -> bool {
        let plates = [StyleColor::Button, StyleColor::ButtonHovered, StyleColor::ButtonActive];
        let plates = plates.map(|of| lit.then(|| self.ui.push_style_color(of, AMBER)));
        let words = lit.then(|| self.ui.push_style_color(StyleColor::Text, [0.08, 0.08, 0.1, 1.0]));
        let pressed = self.ui.small_button(format!("{label}##{spot}"));
        drop(words);
        plates.into_iter().rev().flatten().for_each(|plate| plate.pop());
        self.spot(spot, doc);
        pressed
    }

    /// Stays on the line if this width fits.
    pub fn flow(&self, width: f32) {
        let right = self.ui.item_rect_max()[0] + 6.0 + width;
        let edge = self.ui.window_pos()[0] + self.ui.window_content_region_max()[0];
        if right < edge {
            self.ui.same_line();
        }
    }

    /// Call inside a drawn popup: it takes the keys, and Escape closes it.
    pub fn within_popup(&mut self) {
        self.shared.popup = true;
        if self.ui.is_key_pressed(Key::Escape) && !self.shared.escaped {
            self.shared.escaped = true;
            self.ui.close_current_popup();
        }
    }

    /// Returns whether the list of a panel takes the keyboard, because a step led to the panel.
    pub fn is_entered(&mut self, panel: &str) -> bool {
        self.shared.entered.take_if(|entered| *entered == panel).is_some()
    }

    pub fn open_file(&self) -> Option<String> {
        self.model.open.as_ref().map(|(kind, name)| kind.path(name))
    }
}
