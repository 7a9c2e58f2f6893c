//! Action points with a threshold (document 002, "Rogue-like Timing", 2009): the unit with the most points acts, as
//! long as it reaches the threshold. The document's second and third example break its own rule; this order follows the
//! rule.

use super::Parameter;
use super::action_points::{ACTION, ActionPoints, BASE, FREE, MOVE, WAIT};

const NEEDED: usize = 5;

/// Units with at least `threshold` points act.
pub static THRESHOLD: ActionPoints = ActionPoints {
    name: "action-points-threshold",
    doc: "The unit with the most action points acts, if it has enough. When no unit has enough, each unit gets its \
         initiative.",
    parameters: &[
        MOVE,
        ACTION,
        FREE,
        WAIT,
        BASE,
        Parameter { name: "threshold", doc: "Points that a unit needs to act.", default: 100, least: 1, most: 10_000 },
    ],
    needed: |view| view.value(NEEDED),
};
