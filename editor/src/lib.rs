//! Editor for assets while a battle runs. It reaches the battle only through [`Host`] and assets only through
//! `Inspect`.
//!
//! * [`Host`] and [`Watch`] also serve the terminal.
//! * [`graph`] is the graph of a campaign: places, ways, layout, view.
//! * [`model`] is the editor without a screen: history, journal, selection, disk changes.
//! * `Editor`, with the feature `panels`, is the whole editor in ImGui.

#[cfg(feature = "panels")]
mod absent;
#[cfg(feature = "panels")]
mod board;
#[cfg(feature = "panels")]
mod colour;
#[cfg(feature = "panels")]
mod commands;
#[cfg(feature = "panels")]
mod dialogs;
#[cfg(feature = "panels")]
mod easel;
#[cfg(feature = "panels")]
mod editor;
mod error;
#[cfg(feature = "panels")]
mod fitted;
#[cfg(feature = "panels")]
mod form;
pub mod graph;
#[cfg(feature = "panels")]
mod grid;
mod host;
#[cfg(feature = "panels")]
mod keys;
#[cfg(feature = "panels")]
mod layout;
#[cfg(feature = "panels")]
mod lead;
pub mod model;
#[cfg(feature = "panels")]
mod panel_focus;
#[cfg(feature = "panels")]
mod panels;
#[cfg(feature = "panels")]
mod past;
#[cfg(feature = "panels")]
mod picker;
pub mod pixels;
mod rect;
#[cfg(feature = "panels")]
mod request;
#[cfg(feature = "panels")]
mod theme;
#[cfg(feature = "panels")]
mod thumbs;
#[cfg(feature = "panels")]
mod tips;
#[cfg(feature = "panels")]
mod trace;
mod watch;
#[cfg(feature = "panels")]
mod widget_rects;

#[cfg(feature = "panels")]
pub use colour::Colour;
#[cfg(feature = "panels")]
pub use editor::Editor;
pub use error::EditorError;
pub use host::{
    AgendaLine, AssetChange, FrameSpan, Host, MemberLine, Past, RewindPoint, RoomParty, RoomTest, RunAt, SetMember,
    SetParty, View,
};
#[cfg(feature = "panels")]
pub use panels::Picture;
pub use rect::Rect;
#[cfg(feature = "panels")]
pub use request::EditorRequest;
#[cfg(feature = "panels")]
pub use theme::{Theme, behave, navigate, style};
pub use watch::{FileChange, Watch};
#[cfg(feature = "panels")]
pub use widget_rects::WidgetRects;
