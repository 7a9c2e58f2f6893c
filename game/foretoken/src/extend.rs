//! Action kinds, turn orders, regions and formula functions of other crates.
//!
//! A crate implements the types of this module and registers them in one function. A pack that is opened with that
//! registry can use their names. See `docs/guide-first-kind.md`.
//!
//! ```
//! use foretoken::extend::{Aim, CustomRegion, KindRegistry, RegistryError, register_core};
//! use foretoken::Pack;
//!
//! /// The cells that a knight of chess reaches.
//! const KNIGHT: CustomRegion = CustomRegion { name: "knight", doc: "Two cells and one aside.", version: 1, holds };
//!
//! fn holds(aim: &Aim<'_>) -> bool {
//!     let (dx, dy) = aim.from.offset_to(aim.cell);
//!     matches!((dx.abs(), dy.abs()), (1, 2) | (2, 1))
//! }
//!
//! fn register(registry: &mut KindRegistry) -> Result<(), RegistryError> {
//!     register_core(registry)?;
//!     registry.register_region(KNIGHT)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut registry = KindRegistry::new();
//! register(&mut registry)?;
//! let pack = Pack::open_with("../../assets/vigil", registry)?;
//! assert_eq!(pack.faults(), "");
//! # Ok(())
//! # }
//! ```

pub use foretoken_action_assets::compile::Compiler;
pub use foretoken_action_assets::kinds::register as register_core;
pub use foretoken_action_assets::{
    Field, Formula, Inspect, Inspector, Kind, KindRegistry, NameRole, Registration, RegistryError,
};
pub use foretoken_vm::formula::{CustomFunction, Number};
pub use foretoken_vm::regions::{Aim, CustomRegion};
pub use foretoken_vm::rulebook::{Column, ColumnOf};
pub use foretoken_vm::schedulers::{Choose, Next, Parameter, TurnOrder, Until, View};
pub use foretoken_vm::tokens::operand::Extra;
pub use foretoken_vm::tokens::{Call, Extern};
pub use foretoken_vm::{Change, EntityId, Flow, OrderContext, Run, RunContext, Slot};
