//! Quicken: raises or lowers a unit's initiative for good, so the rest of the round is ordered anew.

use super::Show;
use crate::machine::{Cx, Flow, Run};
use crate::program::Instr;
use crate::state::ChangeKind;

/// Initiative stays within ± this.
const MOST: i32 = 9_999;

pub(super) const RUN: Run = Run::Whole(step);

fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let by = cx.amount(instr);
    if let Some(id) = cx.unit_at(instr.a) {
        let before = cx.state().entity(id).initiative;
        let after = before.saturating_add(by).clamp(-MOST, MOST);
        cx.set_number(ChangeKind::Initiative, id, before, after, instr.label);
    }
    Flow::Next
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{} by {}", show.at(instr.a), show.amount(instr))
}
