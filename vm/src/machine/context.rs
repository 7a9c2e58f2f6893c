//! Contexts for the truth, for predictions, and for trials of hazards.

use super::Buffers;
use super::cx::{Frame, RunContext};
use crate::chance::Chance;
use crate::intent::Plan;
use crate::program::TokenSet;
use crate::rulebook::Rulebook;
use crate::space::Cell;
use crate::state::{EntityId, GameState, Log, Team};

pub(crate) fn context<'a>(
    book: &'a Rulebook,
    state: &'a mut GameState,
    plan: &'a Plan,
    chance: Chance<'a>,
    buffers: &'a mut Buffers,
    log: &'a mut Log,
    viewer: Option<Team>,
) -> RunContext<'a> {
    let nobody = EntityId::NONE;
    RunContext {
        book,
        state,
        log,
        plan,
        chance,
        buffers,
        viewer,
        fuel: book.limits.fuel,
        work: book.limits.work(),
        last_change: usize::MAX,
        asking: false,
        passes: false,
        aims: &[],
        keeps_open: false,
        look: false,
        cycle: (0, nobody),
        judged: usize::MAX,
        program: TokenSet::NONE,
        used: None,
        top: 0,
        asked: None,
        use_index: 0,
        frame: Frame::new(0, nobody, nobody, Cell::NOWHERE, 0),
        watch: book.decoded.watch,
        paces_at: usize::MAX,
    }
}
