//! Battles between seats: a [`Referee`] has the true state, and each [`Seat`] decides for one side from its
//! [`Briefing`]s. Briefings and messages can be sent as bytes to other processes.
//!
//! ```
//! use foretoken::seats::{Decision, Message, Pending, Planner, PlannerOptions, Seat, rules_from};
//! use foretoken::{KindRegistry, Pack, Side};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scenario = Pack::open("../../assets/vigil")?.scenario("first-light")?.without_computer();
//! // The text of a seat holds nothing of the opening.
//! let rules = rules_from(&scenario.text_for_seats(Side::PLAYER)?, "first-light", KindRegistry::core())?;
//! let mut referee = scenario.referee(1)?;
//! let Pending::Decide(asked) = referee.pending().clone() else { panic!("a side is asked") };
//! let seat = Seat::new(asked.team, rules.clone(), referee.brief(asked.team));
//! let unit = seat.units()[0];
//! let decision = Planner::new(PlannerOptions::default()).decide(&rules, seat.known(), seat.plan(), unit);
//! let bytes = Message::Decide(Decision { unit, intent: decision.intent }).to_bytes(&rules)?;
//! // The other process sends these bytes; the referee reads them.
//! if let Message::Decide(decision) = Message::from_bytes(&rules, &bytes)? {
//!     referee.decide(asked.team, decision)?;
//! }
//! assert!(Seat::new(asked.team, rules, referee.brief(asked.team)).is_decided(unit));
//! # Ok(())
//! # }
//! ```

use crate::{Error, Scenario};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_vm::{Rulebook, Team};
use std::sync::Arc;

pub use foretoken_preview::{Planner, PlannerOptions};
pub use foretoken_session::wire::{Message, read_frame, write_frame};
pub use foretoken_session::{Briefing, Decision, Pending, Referee, Seat};

impl Scenario {
    /// Creates a referee at the first decision of a seat, without a record.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Record`], which does not occur without a record.
    pub fn referee(&self, seed: u64) -> Result<Referee, Error> {
        let setup = self.setup.clone().with_seed(seed);
        Referee::start(setup, None).map_err(|error| Error::Record(error.to_string()))
    }

    /// Returns the assets for a side's seat as text for [`rules_from`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::NoScenario`] if the assets lack the scenario.
    pub fn text_for_seats(&self, side: Team) -> Result<String, Error> {
        let (library, name) = (&self.library, &self.setup.book.scenario);
        let text = library.text_for_seats(name, &self.setup.book, side);
        text.ok_or_else(|| Error::NoScenario { name: name.clone(), there: Vec::new() })
    }

    /// Returns the rules for a side's seat in this process. A [`Referee`] has them, too.
    #[must_use]
    pub fn rules_for(&self, side: Team) -> Arc<Rulebook> {
        let whole = &self.setup.book;
        whole.for_side(side).map_or_else(|| Arc::clone(whole), Arc::new)
    }
}

/// Compiles the rules from a referee's text.
///
/// # Errors
///
/// Returns [`Error::Faults`] if the text does not compile.
pub fn rules_from(text: &str, scenario: &str, registry: KindRegistry) -> Result<Arc<Rulebook>, Error> {
    let (compiled, faults) = Library::from_canonical_text(text, registry).compile(scenario);
    let compiled = compiled.ok_or_else(|| Error::Faults(faults.render()))?;
    Ok(Arc::new(compiled.rules))
}
