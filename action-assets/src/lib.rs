//! What people author for Foretoken, as text.
//!
//! This crate reads assets with every fault reported at its place, holds them as plain values, and writes them in one
//! canonical form. One description of each type's fields ([`Inspect`]) serves reading, writing, the editor and the
//! tests, so a field cannot exist in one of them and be missing in another.
//!
//! * [`syntax`] turns text into a tree with positions, and a tree into canonical text.
//! * [`diagnostic`] is what is said about text that is wrong, with its places in a [`source`].
//! * [`inspect`] is the description of fields; [`read`], [`mod@write`] and [`mod@outline`] are three of its users.
//! * [`kind`] and [`part`] are the nodes of an action; [`pattern`] is the drawn set of cells.
//! * [`kinds`] are the core kinds, one file each; [`assets`] the asset types, one file each.
//! * [`expression`] is the text of a formula; [`compile`] turns a tree of parts into a linear program.
//! * [`library`] is a pack of assets: loading, reloading, and compiling a scenario to a rulebook.
//! * [`demonstration`] is a board drawn before and after, which [`demonstrate`] plays: [`example`] reads those of kinds'
//!   headers, and actions keep one of their own.
//! * [`painting`] takes the map of an asset apart, alters it by strokes and writes it back.
//! * `tiled` makes scenarios of maps of the Tiled editor, where that feature is on.
//! * [`starter`] is the pack that a new one begins as.
//! * [`mod@walk`] finds and alters what is inside any asset; [`store`] writes files that are never half written.
//!
//! ```
//! use foretoken_action_assets::{Files, KindRegistry, Library};
//!
//! let files = Files::new()
//!     .with("terrains/floor.ron", "Terrain(glyph: \".\")")
//!     .with("units/guard.ron", "Unit(glyph: \"G\", initiative: 1, actions: [\"wait\"])")
//!     .with("actions/wait.ron", "Action(body: [Wait])")
//!     .with("scenarios/gate.ron", "Scenario(map: [\"G..\"], legend: [(glyph: \"G\", unit: \"guard\")])");
//! let (compiled, faults) = Library::load(&files, KindRegistry::core()).compile("gate");
//! let compiled = compiled.unwrap_or_else(|| panic!("{}", faults.render()));
//! assert_eq!(compiled.opening.roster.len(), 1);
//! assert_eq!(compiled.battle(1).state().round(), 1);
//! ```

pub mod assets;
pub mod compile;
pub mod demonstrate;
pub mod demonstration;
pub mod diagnostic;
pub mod example;
pub mod formula;
pub mod inspect;
pub mod kind;
pub mod kinds;
pub mod library;
pub mod long_work;
pub mod outline;
pub mod painting;
pub mod part;
pub mod pattern;
pub mod read;
pub mod reference;
pub mod source;
pub mod starter;
pub mod store;
pub mod syntax;
pub mod texts;
#[cfg(feature = "tiled")]
pub mod tiled;
pub mod walk;
pub mod write;

pub use assets::{Action, AnyAsset, AssetType, Rules, Scenario, SurfaceAsset, TerrainAsset, UnitAsset, fmt_text};
pub use compile::Compiler;
pub use demonstrate::Check;
pub use demonstration::Demonstration;
pub use diagnostic::{Diagnostic, Diagnostics, Severity, did_you_mean, is_hidden, nearest};
pub use inspect::{Canvas, Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
pub use kind::{Kind, KindObject, KindRegistry, Registration, RegistryError};
pub use library::{Compiled, Files, Library, Miniature, Tile};
pub use outline::outline;
pub use part::{Part, Spans};
pub use pattern::{Pattern, PatternFault};
pub use read::{Loaded, load_asset, read_asset, read_into};
pub use syntax::{Node, NodeKind, Span, parse, print};
pub use write::{Asset, write_asset, write_node};
