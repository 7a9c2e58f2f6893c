//! Battles without a screen, for servers, tests and other engines: referee, seats, records, texts and simulations.
//!
//! ```
//! use foretoken_action_assets::{Files, KindRegistry, Library};
//! use foretoken_session::{Session, Setup};
//!
//! let files = Files::new()
//!     .with("terrains/floor.ron", "Terrain(glyph: \".\")")
//!     .with("units/guard.ron", "Unit(glyph: \"G\", initiative: 1, actions: [\"wait\"])")
//!     .with("actions/wait.ron", "Action(body: [Wait])")
//!     .with("scenarios/gate.ron", "Scenario(map: [\"G..\"], legend: [(glyph: \"G\", unit: \"guard\")])");
//! let (compiled, faults) = Library::load(&files, KindRegistry::core()).compile("gate");
//! let compiled = compiled.unwrap_or_else(|| panic!("{}", faults.render()));
//! let mut session = Session::start(Setup::of(compiled, 1), None).expect("nothing is recorded");
//! session.commit();
//! assert_eq!(session.seat().known().state().round(), 2);
//! ```

pub mod briefing;
pub mod called;
#[cfg(feature = "std-io")]
pub mod content;
pub mod controller;
pub mod cutaway;
pub mod fog;
pub mod line;
pub mod mine;
pub mod moves;
mod news;
pub mod playback;
pub mod rating;
pub mod record;
pub mod referee;
#[cfg(feature = "std-io")]
pub mod saves;
pub mod seat;
mod seat_log;
mod session;
pub mod simulate;
pub mod texts;
pub mod wire;

#[cfg(feature = "std-io")]
pub use content::{Content, ContentError};
pub use foretoken_action_assets::long_work;
pub use referee::{Briefing, Pending, Referee, Setup};
pub use seat::{Decision, Report, Seat};
pub use seat_log::SeatLog;
pub use session::{Compiler, Connection, Incoming, Link, Remote, Said, Session};
