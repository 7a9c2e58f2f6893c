//! The core kinds of action parts, one file each. A file's header is one sentence with examples, which the reference
//! shows and a test plays ([`crate::example`]):
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Push(target: "T1", distance: 2)
//! answers: b
//!
//! .Ab...  ->  .A..b.
//!
//! b health 4 -> 4
//! ```

mod common;

pub use common::Area;
pub use declare_target::{ASKS, FILTERS, OTHERWISES, REACHES};
pub use movement::MODES;
pub use redirect::TURNS;

use crate::kind::{KindRegistry, Registration, RegistryError};

macro_rules! kinds {
    ($($module:ident: $kind:ident,)*) => {
        $(mod $module; pub use $module::$kind;)*

        /// Registers all kinds of this crate.
        ///
        /// # Errors
        ///
        /// If a name is taken.
        pub fn register(registry: &mut KindRegistry) -> Result<(), RegistryError> {
            $(registry.register(Registration::of::<$kind>())?;)*
            Ok(())
        }

        /// Source of each kind's file by name, for the reference of actions.
        pub const SOURCES: &[(&str, &str)] =
            &[$((stringify!($kind), include_str!(concat!(stringify!($module), ".rs"))),)*];
    };
}

kinds! {
    action_list: ActionList,
    anchor: Anchor,
    apply_status: ApplyStatus,
    branch: Branch,
    change_stat: ChangeStat,
    damage: Damage,
    declare_target: DeclareTarget,
    delay: Delay,
    for_each: ForEach,
    handle_item: HandleItem,
    handle_move: HandleMove,
    handle_slot: HandleSlot,
    heal: Heal,
    include: Include,
    kill: Kill,
    mirror: Mirror,
    move_attack: MoveAttack,
    movement: Move,
    pass_item: PassItem,
    pull: Pull,
    push: Push,
    quicken: Quicken,
    redirect: Redirect,
    remove_status: RemoveStatus,
    shield: Shield,
    spawn: Spawn,
    stun: Stun,
    surface: Surface,
    swap: Swap,
    teleport: Teleport,
    trail: Trail,
    veil: Veil,
    wait: Wait,
}

impl KindRegistry {
    /// Returns the kinds of this crate.
    ///
    /// # Panics
    ///
    /// If two kinds have one name. A test excludes this.
    pub fn core() -> Self {
        let mut registry = Self::new();
        register(&mut registry).expect("the core kinds have different names");
        registry
    }
}
