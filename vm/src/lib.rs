//! Foretoken's VM: the state of a battle, the programs that change it, and the one update function that prediction and
//! execution share. It has no text format, file, clock or screen.
//!
//! `ARCHITECTURE.md` lists its laws. In short: one step makes one atomic change, tokens only write [`Change`]s, all
//! chance goes through one question, and every run ends.
//!
//! ```
//! use foretoken_vm::rulebook::UnitType;
//! use foretoken_vm::{Battle, Board, Dir, Member, Opening, Rules, Team};
//!
//! let board = Board::new(3, 1);
//! let cell = board.cell(1, 0).expect("on the board");
//! let guard = UnitType { name: "guard".to_owned(), health: 5, acts: true, ..UnitType::default() };
//! let rules = Rules { board, unit_types: vec![guard], ..Rules::default() }.build();
//! let roster = vec![Member::new(0, Team::PLAYER, cell, Dir::East)];
//! let battle = Battle::new(&rules, &Opening { roster, ..Opening::default() });
//! // Predictions start from the knowledge of one side.
//! let known = battle.project(&rules, Team::PLAYER);
//! assert_eq!(known.state().living().count(), 1);
//! ```

pub mod battle;
pub mod chance;
pub mod codec;
pub(crate) mod facts;
pub mod formula;
pub mod intent;
pub mod limits;
pub mod machine;
pub mod numbers;
pub mod policies;
pub mod program;
pub mod regions;
pub mod roll;
pub mod rulebook;
pub mod schedulers;
pub mod space;
pub mod state;
pub mod stats;
pub mod tokens;
pub mod trap;
pub mod validate;

pub use battle::{Battle, KeptBattle, KeptPrediction, Known, Predicted};
pub use chance::{ChancePolicy, Dice, Distribution, Script, ScriptedDraw};
pub use intent::{ActionUse, Answer, Intent, Key, Plan};
pub use machine::{Advance, Buffers, FastContext, Flow, OrderContext, Question, Ran, Run, RunContext};
pub use numbers::Numbering;
pub use program::{Address, Label, Token, TokenSet};
pub use rulebook::{CompiledScenario, Decider, Deciders, Member, Opening, OpeningFault, Rulebook, Rules};
pub use space::{Board, Cell, Dir, Symmetry};
pub use state::{Change, ChangeKind, Entity, EntityId, GameState, Log, Outcome, Slot, Team};
pub use tokens::disassemble;
pub use trap::Trap;
pub use validate::{IntentError, RefusedUse, UseError, carried_out, validate_intent};

/// Version of the rules in core tokens, raised with each change of behaviour and stored in records.
pub const RULES_VERSION: u32 = 3;
