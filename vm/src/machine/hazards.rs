//! The harm that a walker expects of cells: the programs of ground and surface run for it on a copy of the state. The copy
//! is made when the first of them must run. Chance takes its likeliest outcome, and veiled parts are skipped for every
//! side, so that no way betrays them.

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

/// Harm of a death: more than any way does that its walker survives.
const DEATH: u32 = 1_000;
/// Work of all programs that are run for one search. Beyond it each further program counts as 1.
const MOST_WORK: u32 = 20_000;

/// What a program does to the unit that it runs for, as far as its instructions alone tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    /// So much harm from numbers, unless something guards the unit.
    Harm(u32),
    /// The same on every cell, but it must be run.
    Alike,
    /// It must be run for each cell.
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

/// The harm that a program's instructions state by numbers, 1000 for a death, at least 1: how far an action threatens its
/// targets, without running it.
pub(super) fn literal_harm(code: &[Token]) -> u32 {
    let mut veiled_to = 0;
    let mut harm = |(at, token): (usize, &Token)| {
        let nature = token.nature();
        match nature.veils_to {
            // A veiled part states nothing.
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

/// The programs of a cell's ground and of its surface for units that enter it.
pub(super) fn programs_of_entering(book: &Rulebook, state: &GameState, cell: Cell) -> [Option<u16>; 2] {
    let ground = book.terrain_at(cell).and_then(|terrain| terrain.on_enter);
    let surface = state.surface(cell).and_then(|kind| book.surfaces.get(usize::from(kind)));
    [ground, surface.and_then(|kind| kind.on_enter)]
}

/// The harm of cells for one walker in one state.
pub(crate) struct Hazards<'h> {
    book: &'h Rulebook,
    state: &'h GameState,
    walker: EntityId,
    triggers: Triggers<'h>,
    threats: &'h [(Cell, u32)],
    /// A trial within a trial is not run: what its programs do counts as 1.
    is_trial: bool,
    trial: RefCell<Option<Box<Trial>>>,
    /// Results of programs that do the same on every cell.
    alike: RefCell<Vec<(u16, u32)>>,
    work: Counter<u32>,
}

/// The copy on which programs are run.
struct Trial {
    state: GameState,
    buffers: Buffers,
    log: Log,
    plan: Plan,
}

impl<'h> Hazards<'h> {
    /// Those for a walker. `threats` is harm that is expected besides, sorted by cell, each cell once.
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

    /// The work that was done to find out.
    pub(crate) const fn work(&self) -> u32 {
        self.work.get()
    }

    /// The harm of entering a spot and leaving it again. A walker on several cells is harmed on each.
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
        // The goal is left by no way to it, so that leaving it counts for all of them alike.
        let entering = if self.triggers.at(spot.place) { self.of_entering(spot.cell) } else { 0 };
        let leaving = if self.triggers.on_leaving(spot.place) { self.of_leaving(spot.cell) } else { 0 };
        threat.saturating_add(entering).saturating_add(leaving)
    }

    /// The harm of entering a cell.
    pub(crate) fn of_entering(&self, cell: Cell) -> u32 {
        self.of(programs_of_entering(self.book, self.state, cell), cell)
    }

    /// The harm of leaving a cell.
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

    /// Whether a unit loses the health that a number says: nothing guards it, alters harm, or answers it.
    fn is_exact(&self, row: &Entity) -> bool {
        let decoded = &self.book.decoded;
        !row.is_guarded()
            && !decoded.damage_modifiers.touch(false)
            && !decoded.watch.any_harm
            && !decoded.answers_harm(row.unit_type)
    }

    /// Runs a program for the walker as if it had entered the cell, and takes everything back.
    fn run(&self, program: u16, cell: Cell) -> u32 {
        let mut trial = self.trial.borrow_mut();
        let Trial { state, buffers, log, plan } = &mut **trial.get_or_insert_with(|| {
            let buffers = Buffers { is_trial: true, ..Buffers::default() };
            Box::new(Trial { state: self.state.clone(), buffers, log: Log::default(), plan: Plan::default() })
        });
        let before = *self.state.entity(self.walker);
        // A viewer of another side than the walker's sees none of its veiled parts.
        let viewer = Team((before.team.0 + 1) & 7);
        let chance = Chance::Policy(ChancePolicy::Likely);
        let mut cx = context(self.book, state, plan, chance, buffers, log, Some(viewer));
        cx.begin_budget();
        cx.work = cx.work.min(MOST_WORK - self.work.get());
        let most = cx.work;
        if cell != before.cell && cx.state.grid().word(cx.spot(cell).place) == Grid::FREE {
            cx.write(Change::cell_of(self.walker, before.cell, cell, Label::NONE));
        }
        // Nothing of the cell before stays, such as the auras in which units stood.
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
    /// The harm to a unit of a program that runs for it: lost health and shield, [`DEATH`] if it dies, 1 if something else
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
