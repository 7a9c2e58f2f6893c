//! The panels: one file each, and one line in the list below. Each looks at the model and the host, and says what is
//! to be done through them; none knows another.

use crate::easel::Easel;
use crate::model::Model;
use crate::theme::AMBER;
use crate::thumbs::Miniatures;
use crate::tips::Tip;
use crate::{EditorRequest, Host, WidgetRects};
use foretoken_vm::Cell;
use imgui::{Key, StyleColor, Ui};
use std::collections::BTreeMap;

/// A panel.
pub(crate) trait Panel {
    /// Its name among widgets and in settings, such as `assets`.
    fn name(&self) -> &'static str;
    /// What its tab says.
    fn title(&self) -> &'static str;
    /// One sentence about it.
    fn doc(&self) -> &'static str;
    /// Draws it into the window that is open for it.
    fn draw(&mut self, cx: &mut PanelContext<'_>);
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
            }
        )*

        /// All panels, fresh.
        pub(crate) fn all() -> Vec<Box<dyn Panel>> {
            vec![$(Box::new($module::$panel::default()),)*]
        }
    };
}

panels! {
    assets: Assets "Assets" "Every asset of the pack: find, make, copy, rename, delete.",
    action: Tree "Action" "The parts of what is open, as a tree: drag them, wrap them, add to them.",
    map: Map "Map" "Painting the map that is open on the board of the battle.",
    inspector: InspectorPanel "Inspector" "The fields of what is selected.",
    demonstration: Demonstration "Demonstration" "A small board that shows what the action does, and checks it.",
    picture: PicturePanel "Picture" "The drawing of what is open, texel by texel, as the battle shows it.",
    problems: Problems "Problems" "All that is wrong; a click leads there.",
    program: Program "Program" "The tokens that the action compiles to.",
    rules: Rules "Rules" "What is open does, in the words that players read.",
    history: HistoryPanel "History" "Every edit, and the way back.",
    state: State "State" "The battle as it truly is, and altering it by hand.",
    rewind: Rewind "Rewind" "The battle as it was at any moment, and playing on from there.",
    debug: Debug "Debug" "The order of activations, who may act and why, columns.",
    log: LogPanel "Log" "What has happened in the battle.",
    guide: Guide "Guide" "Guides to begin with, and what each part and each field means.",
    shortcuts: Shortcuts "Keys" "Keys, theme and size.",
}

/// A picture of an asset: a part of one of the game's textures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// The number of the texture.
    pub texture: usize,
    /// The part of it: left, top, right and bottom as shares of it.
    pub uv: [f32; 4],
    /// Its size in texels.
    pub size: [f32; 2],
    /// Its colour from afar.
    pub colour: [f32; 4],
}

/// Assets that refer to one, each with the path where it does.
pub(crate) type Users = Vec<(crate::model::AssetId, String)>;

/// What panels share that is no matter of the model: what is pointed at, and what widgets remember.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The part that is pointed at in some panel: file and path.
    pub hovered: Option<(String, String)>,
    /// The same in the frame before: panels drawn earlier show it a frame later.
    pub was_hovered: Option<(String, String)>,
    /// Parts of what is open that refer to the same targets as the one that is pointed at.
    pub related: Vec<String>,
    /// The same in the frame before.
    pub was_related: Vec<String>,
    /// Tokens that are at work on a cell that is pointed at: program and place there.
    pub at_work: Vec<(String, u32)>,
    /// The cell under the cursor in the game.
    pub cursor: Option<Cell>,
    /// Cells that a panel wants to be seen in the game.
    pub lit: Vec<Cell>,
    /// Where the panels are: left, top, right, bottom.
    pub windows: Vec<crate::Rect>,
    /// Height of the menu bar.
    pub bar: f32,
    /// What is glowing because something led there: file, path, frames left.
    pub glow: Option<(String, String, u32)>,
    /// Where the caret goes once its field has the keyboard: file, path, character from 1.
    pub caret: Option<(String, String, u32)>,
    /// What searches in combos hold.
    pub search: String,
    /// Whether a brush strikes cells or clears them while it is dragged.
    pub brush: Option<bool>,
    /// What the hand holds that paints on the board.
    pub easel: Easel,
    /// What was open when a panel was brought to the front for it.
    pub led: Option<crate::model::AssetId>,
    /// The panel that what is open is shown in, where there are several.
    pub shown: Option<&'static str>,
    /// A panel that another one wants to the front.
    pub wanted: Option<&'static str>,
    /// The page of the guide that is asked for, and the heading there.
    pub page: Option<(&'static str, String)>,
    /// Steps up of the floor that is painted on.
    pub level: i32,
    /// Pictures of assets, by folder and name, such as `units/rat`.
    pub pictures: BTreeMap<String, Picture>,
    /// Small drawings of assets without pictures.
    pub miniatures: Miniatures,
    /// How many rings of cells a pattern's grid shows beyond its own, by path.
    pub rings: BTreeMap<String, i32>,
    /// A command to rebind.
    pub rebinding: Option<&'static str>,
    /// The revision at which a battle was asked for, while there is none.
    pub begun: Option<u64>,
    /// Packs that may be opened in place of this one.
    pub packs: Vec<String>,
    /// What is told of what is pointed at.
    pub tip: Option<Tip>,
    /// Popups to open.
    pub asked: Option<Ask>,
    /// Whether something pops up in this frame: a list of options, a menu or a dialog.
    pub popup: bool,
    /// Whether Escape closed something that popped up in this frame, so that it closes nothing else.
    pub escaped: bool,
    /// The asset that the dialog is about.
    pub about: Option<crate::model::AssetId>,
    /// Who refers to an asset, after how many edits.
    pub users: Option<(crate::model::AssetId, u64, Users)>,
    /// What the dialog holds that asks for a name.
    pub typed: String,
    /// Whether that line is to have the keyboard again, as after an Enter that was not accepted.
    pub again: bool,
    /// The newest notice: how many were told with it, and for how many seconds it has been seen.
    pub notice: (u64, f32),
    /// The asset type chosen in a dialog, by index, and what it is to be like.
    pub chosen: (usize, Option<String>),
    /// Counts edits of assets, for what is derived from them.
    pub revision: u64,
}

impl Shared {
    /// A frame begins: what was pointed at in the last one is remembered, and nothing is yet.
    pub fn begin(&mut self) {
        self.was_hovered = self.hovered.take();
        self.was_related = std::mem::take(&mut self.related);
        (self.popup, self.escaped) = (false, false);
        self.miniatures.begin();
        self.at_work.clear();
        self.lit.clear();
        self.windows.clear();
    }
}

/// A question to the designer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// The name of a new asset.
    New,
    /// The name of a new pack.
    NewPack,
    /// Which other pack to open.
    OpenPack,
    /// Another name for an asset.
    Rename(crate::model::AssetId),
    /// Whether to delete an asset that others use.
    Delete(crate::model::AssetId),
    /// Which part to add.
    AddPart,
    /// Which command to run.
    Palette,
}

/// What a panel draws with.
pub(crate) struct PanelContext<'c> {
    pub ui: &'c Ui,
    pub widget_rects: &'c mut WidgetRects,
    pub host: &'c mut dyn Host,
    pub model: &'c mut Model,
    pub shared: &'c mut Shared,
    pub wishes: &'c mut Vec<EditorRequest>,
}

impl PanelContext<'_> {
    /// Notes the last widget's place and shows its help when it is pointed at.
    pub fn spot(&mut self, name: impl Into<String>, doc: &str) {
        self.widget_rects.item(self.ui, name);
        self.tip(doc);
    }

    /// A button of one or two words.
    pub fn button(&mut self, label: &str, spot: &str, doc: &str) -> bool {
        // A label that ends with the sign that hides what follows it is kept apart from it.
        let gap = if label.ends_with('#') { " " } else { "" };
        let pressed = self.ui.small_button(format!("{label}{gap}##{spot}"));
        self.spot(spot, doc);
        pressed
    }

    /// The same on the line of the widget before, unless the line is full.
    pub fn button_beside(&mut self, label: &str, spot: &str, doc: &str) -> bool {
        self.flow(self.ui.calc_text_size(label)[0] + 14.0);
        self.button(label, spot, doc)
    }

    /// A button that stays lit while what it stands for is chosen. It cannot be told by its colour alone: what is lit is
    /// also written dark on light.
    pub fn toggle(&mut self, label: &str, spot: &str, doc: &str, lit: bool) -> bool {
        let plate = lit.then(|| self.ui.push_style_color(StyleColor::Button, AMBER));
        let words = lit.then(|| self.ui.push_style_color(StyleColor::Text, [0.08, 0.08, 0.1, 1.0]));
        let pressed = self.ui.small_button(format!("{label}##{spot}"));
        drop((plate, words));
        // The help is drawn in the colours of everything else.
        self.spot(spot, doc);
        pressed
    }

    /// Goes on in the same line if so much fits in it.
    pub fn flow(&self, width: f32) {
        let right = self.ui.item_rect_max()[0] + 6.0 + width;
        let edge = self.ui.window_pos()[0] + self.ui.window_content_region_max()[0];
        if right < edge {
            self.ui.same_line();
        }
    }

    /// To be called within a popup, once it is drawn: it has the keys while it is there, and Escape closes it.
    pub fn within_popup(&mut self) {
        self.shared.popup = true;
        if self.ui.is_key_pressed(Key::Escape) && !self.shared.escaped {
            self.shared.escaped = true;
            self.ui.close_current_popup();
        }
    }

    /// The file of the asset that is open.
    pub fn open_file(&self) -> Option<String> {
        self.model.open.as_ref().map(|(kind, name)| kind.path(name))
    }
}
