//! Damage that a walker expects of cells, found by running their programs on a copy of the state. Chance takes its
//! likeliest outcome, and veiled parts are always skipped, so that no path reveals them.

use super::Buffers;
use super::context::context;
use super::cx::{Frame, RunContext};
use super::trigger::Triggers;
use crate::chance::{Chance, ChancePolicy};
use crate::intent::Plan;
use crate::program::{Label, Token};
use crate::rulebook::Rulebook;
use crate::space::{Cell, TilePos};
use crate::state::{Change, ChangeKind, Entity, EntityId, GameState, Grid, Log, Span, Team};
use crate::tokens::ToOwner;
use std::cell::{Cell as Counter, RefCell};

const DEATH: u32 = 1_000;
const MOST_WORK: u32 = 20_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    Harm(u32),
    Alike,
    ByCell,
}

impl Outlook {
    pub(crate) fn of(code: &[Token]) -> Self {
        let natures: Vec<_> = code.iter().map(|token| token.nature().to_owner).collect();
        let blow = |&own: &Option<ToOwner>| if let Some(ToOwner::Harm(harm)) = own { Some(harm) } else { None };
        let blows: Option<Vec<u32>> = natures.iter().map(blow).collect();
        match blows {
            Some(blows) => Self::Harm(blows.iter().fold(0, |sum, &harm| sum.saturating_add(harm))),
            None if natures.iter().all(Option::is_some) => Self::Alike,
            None => Self::ByCell,
        }
    }
}

/// Returns the damage that the instructions state as numbers, 1000 for a death, at least 1.
pub(super) fn literal_harm(code: &[Token]) -> u32 {
    let mut veiled_to = 0;
    let mut harm = |(at, token): (usize, &Token)| {
        let nature = token.nature();
        match nature.veils_to {
            Some(end) => {
                veiled_to = end as usize;
                1
            }
            None if at < veiled_to => 0,
            None => nature.stated_harm,
        }
    };
    code.iter().enumerate().map(&mut harm).sum::<u32>().max(1)
}

pub(super) fn programs_of_entering(book: &Rulebook, state: &GameState, cell: Cell) -> [Option<u16>; 2] {
    let ground = book.terrain_at(cell).and_then(|terrain| terrain.on_enter);
    let surface = state.surface(cell).and_then(|kind| book.surfaces.get(usize::from(kind)));
    [ground, surface.and_then(|kind| kind.on_enter)]
}

pub(crate) struct Hazards<'h> {
    book: &'h Rulebook,
    state: &'h GameState,
    walker: EntityId,
    triggers: Triggers<'h>,
    threats: &'h [(Cell, u32)],
    is_trial: bool,
    trial: RefCell<Option<Box<Trial>>>,
    alike: RefCell<Vec<(u16, u32)>>,
    work: Counter<u32>,
}

struct Trial {
    state: GameState,
    buffers: Buffers,
    log: Log,
    plan: Plan,
}

impl<'h> Hazards<'h> {
    pub(crate) fn new(
        book: &'h Rulebook,
        state: &'h GameState,
        walker: EntityId,
        threats: &'h [(Cell, u32)],
        is_trial: bool,
    ) -> Self {
        let triggers = Triggers::of(book, state.cells());
        let (trial, alike, work) = (RefCell::new(None), RefCell::new(Vec::new()), Counter::new(0));
        Self { book, state, walker, triggers, threats, is_trial, trial, alike, work }
    }

    pub(crate) const fn work(&self) -> u32 {
        self.work.get()
    }

    pub(crate) fn at(&self, spot: TilePos) -> u32 {
        let size = self.book.footprint_of(self.state.entity(self.walker));
        if size.is_one() {
            return self.at_cell(spot);
        }
        size.cells(spot.cell).map(|cell| self.at_cell(self.book.board.spot(cell))).fold(0, u32::saturating_add)
    }

    fn at_cell(&self, spot: TilePos) -> u32 {
        let threat =
            self.threats.binary_search_by_key(&spot.cell, |&(cell, _)| cell).map_or(0, |at| self.threats[at].1);
        // Paths do not leave their goal, so leaving it does not distinguish them.
        let entering = if self.triggers.has_trigger(spot.place) { self.of_entering(spot.cell) } else { 0 };
        let leaving = if self.triggers.has_trigger_on_leaving(spot.place) { self.of_leaving(spot.cell) } else { 0 };
        threat.saturating_add(entering).saturating_add(leaving)
    }

    pub(crate) fn of_entering(&self, cell: Cell) -> u32 {
        self.of(programs_of_entering(self.book, self.state, cell), cell)
    }

    pub(crate) fn of_leaving(&self, cell: Cell) -> u32 {
        let ground = self.book.terrain_at(cell).and_then(|terrain| terrain.on_exit);
        let surface = self.state.surface(cell).and_then(|kind| self.book.surfaces.get(usize::from(kind)));
        self.of([ground, surface.and_then(|kind| kind.on_exit)], cell)
    }

    fn of(&self, programs: [Option<u16>; 2], cell: Cell) -> u32 {
        programs.into_iter().flatten().map(|program| self.of_program(program, cell)).fold(0, u32::saturating_add)
    }

    fn of_program(&self, program: u16, cell: Cell) -> u32 {
        let row = self.state.entity(self.walker);
        let outlook = self.book.decoded.outlook(program);
        match outlook {
            Outlook::Harm(0) => return 0,
            Outlook::Harm(harm) if self.is_exact(row) => {
                return if i64::from(harm) >= i64::from(row.health) { DEATH } else { harm };
            }
            _ => {}
        }
        if self.is_trial || self.work.get() >= MOST_WORK {
            return 1;
        }
        if outlook == Outlook::ByCell {
            return self.run(program, cell);
        }
        let known = self.alike.borrow().iter().find(|(of, _)| *of == program).map(|&(_, harm)| harm);
        known.unwrap_or_else(|| {
            let harm = self.run(program, cell);
            self.alike.borrow_mut().push((program, harm));
            harm
        })
    }

    fn is_exact(&self, row: &Entity) -> bool {
        let decoded = &self.book.decoded;
        !row.is_guarded()
            && !decoded.damage_modifiers.has_effects(false)
            && !decoded.watch.any_harm
            && !decoded.has_answer_to_harm(row.unit_type)
    }

    fn run(&self, program: u16, cell: Cell) -> u32 {
        let mut trial = self.trial.borrow_mut();
        let Trial { state, buffers, log, plan } = &mut **trial.get_or_insert_with(|| {
            let buffers = Buffers { is_trial: true, ..Buffers::default() };
            Box::new(Trial { state: self.state.clone(), buffers, log: Log::default(), plan: Plan::default() })
        });
        let before = *self.state.entity(self.walker);
        // A viewer of another side sees no veiled parts.
        let viewer = Team((before.team.0 + 1) & 7);
        let chance = Chance::Policy(ChancePolicy::Likely);
        let mut cx = context(self.book, state, plan, chance, buffers, log, Some(viewer));
        cx.begin_budget();
        cx.work = cx.work.min(MOST_WORK - self.work.get());
        let most = cx.work;
        if cell != before.cell && cx.state.grid().word(cx.spot(cell).place) == Grid::FREE {
            cx.write(Change::cell_of(self.walker, before.cell, cell, Label::NONE));
        }
        cx.buffers.forget();
        cx.note_auras();
        let first = cx.log.len();
        let harm = cx.harm_of_running(program, self.walker, cell, first);
        let done = 1 + (most - cx.work);
        self.work.set(self.work.get().saturating_add(done));
        state.roll_back(self.book, log, 0);
        log.uncertain = false;
        harm
    }
}

impl RunContext<'_> {
    /// Returns the damage of a program to its owner: lost health and shield, [`DEATH`] if it dies, 1 if something else
    /// happens that is not plainly good, 0 otherwise.
    fn harm_of_running(&mut self, program: u16, unit: EntityId, cell: Cell, first: usize) -> u32 {
        let before: Entity = *self.state.entity(unit);
        self.frame = Frame::new(Span::ENGINE, unit, unit, cell, 0);
        let trapped = self.run_trigger(program, unit, cell, None, true).is_err();
        let after = *self.state.entity(unit);
        if !after.is_alive() {
            return DEATH;
        }
        let lost = (before.health - after.health).max(0) + (before.shield - after.shield).max(0);
        let is_good = |change: &Change| match change.kind {
            ChangeKind::Health | ChangeKind::Shield => change.entity == unit && change.after >= change.before,
            ChangeKind::Detected => true,
            kind => change.is_note() && kind != ChangeKind::Veiled,
        };
        let changes = self.log.changes.get(first..).unwrap_or_default();
        match lost {
            0 => u32::from(trapped || self.log.uncertain || !changes.iter().all(is_good)),
            lost => lost as u32,
        }
    }
}
