//! Foretoken's assets as text: reading with all faults reported, plain values, and canonical writing. One description
//! of each type's fields ([`Inspect`]) serves reading, writing, the editor and the tests.
//!
//! * [`syntax`]: text to trees and back; [`diagnostic`]: faults.
//! * [`inspect`]: the description of fields; [`read`], [`mod@write`] and [`mod@walk`] use it.
//! * [`kinds`]: the kinds of action parts; [`assets`]: the asset types.
//! * [`compile`]: parts and formulas to linear programs.
//! * [`library`]: packs, and compiling a scenario to a rulebook.
//! * [`demonstrate`]: plays boards before and after an action.
//! * [`painting`]: edits maps; `tiled`: imports maps of other editors.
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
