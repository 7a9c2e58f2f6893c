//! Action points with a threshold (document 002, "Rogue-like Timing", 2009): of the units that have at least so many
//! points, the one with the most acts, again and again until it has fewer. Once nobody has as many the round ends, and
//! everybody's pace is added to their points. What a use takes beyond what a unit has is a debt.
//!
//! An activation is one use. Nobody has committed anything when another decides. Programs that are entered in the agenda
//! come due at the beginning of a round. A prediction ends before the next unit that would act; what comes due until then,
//! and the end of the round, is in it.
//!
//! Of equals the one with more initiative acts first. An action's priority orders nothing. Who comes in the middle of a round
//! has no points before the next one. The document's second and third example let a unit with 100 points act before one
//! with 150, against its own rule; here the rule holds, and each unit's own series of points is the document's.

use super::Parameter;
use super::action_points::{ACTION, ActionPoints, BASE, FREE, MOVE, WAIT};

const NEEDED: usize = 5;

/// Whoever has at least as many points as the parameter `threshold` says acts.
pub static THRESHOLD: ActionPoints = ActionPoints {
    name: "action-points-threshold",
    doc: "Who has the most action points acts while they are enough; once nobody's are, everybody gets their initiative.",
    parameters: &[
        MOVE,
        ACTION,
        FREE,
        WAIT,
        BASE,
        Parameter { name: "threshold", doc: "Points that are needed to act.", default: 100, least: 1, most: 10_000 },
    ],
    needed: |view| view.value(NEEDED),
};
