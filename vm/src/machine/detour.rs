//! Explanation of detours: damage on the path that a walk would take if nothing did damage.

use super::cx::RunContext;
use super::declare::Question;
use super::footing::Footing;
use super::hazards::Hazards;
use super::legal::{Behind, flood_behind};
use super::walking::{Heeds, Way, find_ways_by};
use crate::space::{Cell, Dir, TilePos, WalkPath};

/// Returns the cells that a walk avoids, in order of the direct path from its last waypoint, each with its expected
/// damage. Cells that the answer itself enters are left out. Empty if the answer is the direct path.
pub(crate) fn spared(cx: &mut RunContext<'_>, question: &Question, way: Way<'_>, answer: WalkPath) -> Vec<(Cell, u32)> {
    let Some(Behind { at, points, .. }) = flood_behind(cx, question, way) else { return Vec::new() };
    let (book, state, walker) = (cx.book, &*cx.state, cx.frame.owner);
    let (turn, links) = (question.redirect, question.request.flags.links);
    let gait = state.sheet(book).gait_of(walker, links);
    let entered = |from: Cell, steps: &mut dyn Iterator<Item = Dir>| {
        let mut at = book.board.spot(from);
        let step = |dir| {
            at = book.board.walk_step(at, dir, gait)?.to;
            Some(at)
        };
        steps.map_while(step).collect::<Vec<_>>()
    };
    let own = entered(state.entity(walker).cell, &mut answer.steps().map(|dir| turn.apply_dir(dir)));
    let Some(goal) = own.last() else { return Vec::new() };
    let hazards = Hazards::new(book, state, walker, way.threats, cx.buffers.is_trial);
    let buffers = (&mut cx.buffers.path, &mut cx.buffers.safest);
    find_ways_by(book, state, (walker, at, points, links), buffers, Heeds::<fn(TilePos) -> u32>::Nothing);
    let Some(straight) = cx.buffers.safest.path_to(goal.place) else { return Vec::new() };
    let footing = Footing::of(book, state);
    let shunned = entered(at, &mut straight.steps()).into_iter().filter(|spot| !own.contains(spot));
    let harmful =
        shunned.map(|spot| (spot, hazards.at(spot))).filter(|&(spot, harm)| harm > 0 || footing.is_avoided(spot));
    let spared = harmful.map(|(spot, harm)| (spot.cell, harm)).collect();
    let work = hazards.work();
    cx.charge(work);
    spared
}
