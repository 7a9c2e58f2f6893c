//! Triggers of a step's changes: hazards of entered cells, bursts at death, reactions to damage. They complete before
//! the next step and cannot ask.

use super::cx::{Frame, RunContext};
use super::step::Exit;
use crate::rulebook::{Rulebook, SurfaceKind};
use crate::space::{Cell, Dir, Ground, TileId};
use crate::state::{BattleField, Cells, Change, ChangeKind, EntityId, MAX_CAPTURED};
use crate::tokens::trail::Side;
use crate::trap::Trap;
use std::ops::Range;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Triggers<'s> {
    ground: &'s [u8],
    surfaces: Option<(&'s Cells, &'s [SurfaceKind])>,
    exits: Option<(&'s Rulebook, &'s Cells)>,
}

impl<'s> Triggers<'s> {
    #[inline(always)]
    pub(crate) fn of(book: &'s Rulebook, cells: &'s Cells) -> Self {
        let decoded = &book.decoded;
        let ground = if decoded.ground_answers { decoded.ground.places() } else { &[] };
        let lies_about = decoded.surfaces_answer && !cells.is_bare();
        let exits = if decoded.exits_answer { Some((book, cells)) } else { None };
        let surfaces = lies_about.then_some((cells, book.surfaces.as_slice()));
        Self { ground, surfaces, exits }
    }

    #[inline(always)]
    pub(crate) fn has_trigger_on_leaving(self, place: TileId) -> bool {
        self.exits.is_some_and(|(book, cells)| {
            let kind = || book.surfaces.get(usize::from(cells.surface_at(place)?));
            book.decoded.ground.at(place) & (Ground::OFF | Ground::EXITS) == Ground::EXITS
                || kind().is_some_and(|kind| kind.on_exit.is_some())
        })
    }

    #[inline(always)]
    pub(crate) fn has_trigger(self, place: TileId) -> bool {
        self.ground.get(place.index()).is_some_and(|bits| bits & Ground::TRIGGERS != 0)
            || self.surfaces.is_some_and(|(cells, kinds)| {
                let kind = cells.surface_at(place).and_then(|kind| kinds.get(usize::from(kind)));
                kind.is_some_and(|kind| kind.on_enter.is_some())
            })
    }
}

impl RunContext<'_> {
    pub(crate) fn trigger(&mut self, first: usize) -> Result<(), Trap> {
        self.look_around(first);
        let changes = self.log.changes.take_unanswered(first);
        self.answer_changes(changes)?;
        self.auras_answer()
    }

    pub(super) fn answer_changes(&mut self, changes: Range<usize>) -> Result<(), Trap> {
        let Range { start: first, end } = changes;
        let mut index = first;
        while index < end {
            let change = self.log.changes[index];
            index += 1;
            match change.kind {
                ChangeKind::Cell => {
                    let last = index.checked_sub(2).filter(|&last| last >= first).map(|last| self.log.changes[last]);
                    let over = last.filter(|last| last.kind == ChangeKind::Passed && last.entity == change.entity);
                    let from = over.map_or(change.cell_before(), |over| over.cell());
                    let is_one = self.book.decoded.is_one_cell()
                        || self.book.footprint_of(self.state.entity(change.entity)).is_one();
                    if is_one {
                        self.entered(&change, from)?;
                    } else {
                        self.footprint_entered(&change, from)?;
                    }
                    self.trail(change.entity, from, change.cell_after())?;
                }
                ChangeKind::Passed => {
                    self.passed(&change)?;
                    self.trail(change.entity, change.cell_before(), change.cell())?;
                }
                ChangeKind::Flags if change.is_death() => self.died(&change)?,
                ChangeKind::Health if change.after < change.before && change.after > 0 => self.hurt_by(&change)?,
                ChangeKind::Spawn if change.after != 0 && self.book.decoded.carries => {
                    let from = self.log.changes.len();
                    self.equip_new(change.entity);
                    self.fill_moves(change.entity);
                    self.trigger(from)?;
                }
                _ => {}
            }
            if self.book.decoded.carries {
                self.effect_sources_answer(&change, index)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn entered(&mut self, change: &Change, from: Cell) -> Result<(), Trap> {
        let book = self.book;
        let cell = change.cell_after();
        if book.decoded.exits_answer && from != Cell::NOWHERE {
            self.left(change.entity, from)?;
        }
        let by_ground = book.terrain_at(cell).and_then(|t| t.on_enter);
        let surface = self.state.surface(cell);
        let by_surface = surface.and_then(|s| book.surfaces.get(s as usize)).and_then(|s| s.on_enter);
        let adjacent = from != Cell::NOWHERE && from.steps_to(cell) == 1;
        let (dx, dy) = from.offset_to(cell);
        let dir = if adjacent { Dir::towards(dx, dy) } else { None };
        if let Some(program) = by_ground {
            self.run_entered(program, change.entity, cell, dir)?;
        }
        if let Some(program) = by_surface
            && self.state.surface(cell) == surface
        {
            self.run_entered(program, change.entity, cell, dir)?;
        }
        Ok(())
    }

    #[inline]
    fn trail(&mut self, moved: EntityId, from: Cell, to: Cell) -> Result<(), Trap> {
        let Some(at) = self.frame.trail.checked_sub(1) else { return Ok(()) };
        let Some(trail) = self.program.code.get(at as usize).and_then(|token| token.nature().trail) else {
            return Ok(());
        };
        let here = if trail.side == Side::Left { from } else { to };
        let depth = self.frame.depth + 1;
        if here == Cell::NOWHERE || self.frame.needs_owner && !self.owner().is_alive() {
            return Ok(());
        }
        if depth > self.book.limits.depth {
            return Err(Trap::Depth);
        }
        if !self.burn() {
            return Err(Trap::Fuel);
        }
        let captured = self.captured(trail.captured);
        let mut frame = Frame::new(trail.program.0, self.frame.owner, moved, here, depth);
        (frame.needs_owner, frame.credit) = (self.frame.needs_owner, self.frame.credit);
        match self.run_inner(frame, &captured[..usize::from(trail.captured.count).min(MAX_CAPTURED)]) {
            Exit::Trapped(trap) => Err(trap),
            Exit::Done | Exit::Suspended => Ok(()),
        }
    }

    #[cold]
    fn footprint_entered(&mut self, change: &Change, from: Cell) -> Result<(), Trap> {
        let (book, id, to) = (self.book, change.entity, change.cell_after());
        let size = book.footprint_of(self.state.entity(id));
        if book.decoded.exits_answer && from != Cell::NOWHERE {
            for cell in size.cells(from).filter(|&cell| !size.contains(to, cell)) {
                self.left(id, cell)?;
            }
        }
        let (dx, dy) = from.offset_to(to);
        let adjacent = from != Cell::NOWHERE && from.steps_to(to) == 1;
        let dir = if adjacent { Dir::towards(dx, dy) } else { None };
        for cell in size.cells(to).filter(|&cell| !size.contains(from, cell)) {
            let ground = book.terrain_at(cell).and_then(|terrain| terrain.on_enter);
            let surface = self.state.surface(cell).and_then(|s| book.surfaces.get(usize::from(s)));
            for program in [ground, surface.and_then(|surface| surface.on_enter)].into_iter().flatten() {
                let row = self.state.entity(id);
                if row.is_alive() && row.cell == to && !self.is_sliding(program, id) {
                    self.run_trigger(program, id, cell, dir, true)?;
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn passed(&mut self, change: &Change) -> Result<(), Trap> {
        let (book, id) = (self.book, change.entity);
        let (from, over) = (change.cell_before(), change.cell());
        let size = book.footprint_of(self.state.entity(id));
        if book.decoded.exits_answer {
            for cell in size.cells(from).filter(|&cell| !size.contains(over, cell)) {
                self.left(id, cell)?;
            }
        }
        for cell in size.cells(over).filter(|&cell| !size.contains(from, cell)) {
            let ground = book.terrain_at(cell).and_then(|terrain| terrain.on_enter);
            let surface = self.state.surface(cell).and_then(|s| book.surfaces.get(usize::from(s)));
            self.run_past([ground, surface.and_then(|surface| surface.on_enter)], id, cell)?;
        }
        Ok(())
    }

    #[cold]
    fn left(&mut self, entity: EntityId, cell: Cell) -> Result<(), Trap> {
        let book = self.book;
        let ground = book.terrain_at(cell).and_then(|terrain| terrain.on_exit);
        let surface = self.state.surface(cell).and_then(|s| book.surfaces.get(usize::from(s)));
        self.run_past([ground, surface.and_then(|surface| surface.on_exit)], entity, cell)
    }

    fn run_past(&mut self, programs: [Option<u16>; 2], owner: EntityId, cell: Cell) -> Result<(), Trap> {
        for program in programs.into_iter().flatten() {
            if self.state.entity(owner).is_alive() && !self.is_sliding(program, owner) {
                self.run_trigger(program, owner, cell, None, true)?;
            }
        }
        Ok(())
    }

    fn run_entered(&mut self, program: u16, owner: EntityId, cell: Cell, dir: Option<Dir>) -> Result<(), Trap> {
        let entity = self.state.entity(owner);
        // An earlier trigger may have moved or killed it, and a slide handles its cells itself.
        if !entity.is_alive() || entity.cell != cell || self.is_sliding(program, owner) {
            return Ok(());
        }
        self.run_trigger(program, owner, cell, dir, true)
    }

    fn is_sliding(&self, program: u16, owner: EntityId) -> bool {
        self.frame.program == program && self.frame.owner == owner && self.frame.depth > 0
    }

    fn died(&mut self, change: &Change) -> Result<(), Trap> {
        let entity = *self.state.entity(change.entity);
        let Some(kind) = self.book.unit_type(&entity) else { return Ok(()) };
        if kind.counts_as_loss {
            self.set_battle(BattleField::Losses, self.state.battle(BattleField::Losses).saturating_add(1));
        }
        match kind.on_death {
            Some(program) => self.run_trigger(program, change.entity, entity.cell, None, false),
            None => Ok(()),
        }
    }

    fn hurt_by(&mut self, change: &Change) -> Result<(), Trap> {
        let entity = *self.state.entity(change.entity);
        match self.book.unit_type(&entity).and_then(|kind| kind.on_hurt) {
            Some(program) if entity.is_alive() => self.run_trigger(program, change.entity, entity.cell, None, true),
            _ => Ok(()),
        }
    }

    pub(crate) fn run_trigger(
        &mut self,
        program: u16,
        owner: EntityId,
        here: Cell,
        dir: Option<Dir>,
        needs_owner: bool,
    ) -> Result<(), Trap> {
        let depth = self.frame.depth + 1;
        if depth > self.book.limits.depth {
            return Err(Trap::Depth);
        }
        if !self.burn() {
            return Err(Trap::Fuel);
        }
        let mut frame = Frame::new(program, owner, self.frame.owner, here, depth);
        frame.dir = dir;
        frame.needs_owner = needs_owner;
        match self.run_inner(frame, &[]) {
            Exit::Trapped(trap) => Err(trap),
            Exit::Done | Exit::Suspended => Ok(()),
        }
    }
}
