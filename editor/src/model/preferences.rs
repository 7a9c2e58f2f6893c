//! Preferences kept between sessions: theme, scale, keys, recent and favourite assets. They implement `Inspect` and use
//! the text format of assets.

use foretoken_action_assets::{
    Choice, Diagnostics, Field, Inspect, Inspector, KindRegistry, load_asset, write::Asset, write_asset,
};
use std::path::{Path, PathBuf};

/// Themes.
pub const THEMES: &[Choice] =
    &[Choice::new("Dark", "Dark theme: blue and amber."), Choice::new("Light", "Light theme: ink on paper, amber.")];

const RECENT: usize = 12;

/// Changed keys of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// Name of the command.
    pub command: String,
    /// Keys, such as `Ctrl+S`; empty for none.
    pub keys: String,
}

impl Inspect for Binding {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("command", "Name of the command.").required(), &mut self.command);
        inspector.text(Field::new("keys", "Keys, such as Ctrl+S; empty for none.").required(), &mut self.keys);
    }
}

/// Preferences of the editor.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// Index into [`THEMES`].
    pub theme: usize,
    /// Scale of the interface, in percent.
    pub scale: i32,
    /// Whether the inspector shows only fields that differ from their defaults.
    pub only_differences: bool,
    /// Whether the battle's own panels are hidden beside the editor.
    pub hides_hud: bool,
    /// Columns of the table, such as `unit/health`; without any of a type, those in which its assets differ.
    pub table_columns: Vec<String>,
    /// Paths of recently opened assets, newest first.
    pub recent: Vec<String>,
    /// Paths of favourite assets, sorted.
    pub favourites: Vec<String>,
    /// Names of closed panels.
    pub closed: Vec<String>,
    /// Changed keys.
    pub bindings: Vec<Binding>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            theme: 0,
            scale: 100,
            only_differences: false,
            hides_hud: false,
            table_columns: Vec::new(),
            recent: Vec::new(),
            favourites: Vec::new(),
            closed: Vec::new(),
            bindings: Vec::new(),
        }
    }
}

impl Inspect for Preferences {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.choice(Field::new("theme", "Dark or light theme."), &mut self.theme, THEMES);
        inspector.number(Field::new("scale", "Size of everything, in percent."), &mut self.scale, 75..=200);
        let only = Field::new("only_differences", "Show only fields that differ from their defaults.");
        inspector.flag(only, &mut self.only_differences);
        let hides = Field::new("hides_hud", "Hide the panels of the battle beside the editor.");
        inspector.flag(hides, &mut self.hides_hud);
        inspector.texts(Field::new("table_columns", "Columns of the table, by type."), &mut self.table_columns);
        inspector.texts(Field::new("recent", "Last opened assets."), &mut self.recent);
        inspector.texts(Field::new("favourites", "Favourite assets."), &mut self.favourites);
        inspector.texts(Field::new("closed", "Closed panels."), &mut self.closed);
        inspector.groups(Field::new("bindings", "Keys that differ from the defaults."), &mut self.bindings);
    }
}

impl Asset for Preferences {
    const TYPE: &'static str = "Editor";
}

fn file(folder: &Path) -> PathBuf {
    folder.join("editor.ron")
}

impl Preferences {
    /// Loads the preferences of a folder, or the defaults if nothing is readable.
    #[must_use]
    pub fn load(folder: Option<&Path>) -> Self {
        let bytes = folder.and_then(|folder| std::fs::read(file(folder)).ok());
        let read = bytes
            .and_then(|bytes| load_asset::<Self>("editor.ron", &bytes, &KindRegistry::new(), &mut Diagnostics::new()));
        read.map(|loaded| loaded.value).unwrap_or_default()
    }

    pub(super) fn file(&self, folder: &Path) -> (PathBuf, String) {
        (file(folder), write_asset(&mut self.clone()))
    }

    /// Records that an asset was opened.
    pub fn opened(&mut self, path: String) {
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Adds or removes a favourite.
    pub fn toggle_favourite(&mut self, path: &str) {
        match self.favourites.binary_search_by(|known| known.as_str().cmp(path)) {
            Ok(at) => drop(self.favourites.remove(at)),
            Err(at) => self.favourites.insert(at, path.to_owned()),
        }
    }

    /// Returns whether an asset is a favourite.
    #[must_use]
    pub fn is_favourite(&self, path: &str) -> bool {
        self.favourites.iter().any(|known| known == path)
    }
}
