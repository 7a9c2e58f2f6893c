//! Detection under fog: a side detects units that one of its units sees at that moment.

use super::cx::RunContext;
use super::footing::Footing;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Trajectory, is_line_clear, is_within_radius};
use crate::state::{Change, ChangeKind, Entity, EntityId, GameState, Team, flag};
use crate::stats::{Reading, Sheet, StatId};

/// Returns whether the line between two cells is clear. Sight is symmetric.
#[must_use]
pub fn is_in_sight(book: &Rulebook, state: &GameState, from: Cell, to: Cell) -> bool {
    let footing = Footing::of(book, state);
    is_line_clear(&book.board, from, to, Trajectory::Straight, |cell, above| footing.is_sight_blocked(cell, above))
}

/// Returns whether a unit sees a cell: within its sight radius and along a clear line. Without fog, only the line
/// counts.
#[must_use]
pub fn has_in_sight(book: &Rulebook, state: &GameState, viewer: EntityId, cell: Cell) -> bool {
    let row = state.entity(viewer);
    row.is_alive() && is_seen_from(book, state, viewer, row.cell, cell)
}

/// Returns whether a unit would see a cell from another cell.
#[must_use]
pub fn is_seen_from(book: &Rulebook, state: &GameState, viewer: EntityId, from: Cell, cell: Cell) -> bool {
    is_within_sight(book, state, state.sheet(book).sight_of(viewer), from, cell)
}

fn is_within_sight(book: &Rulebook, state: &GameState, sight: Option<u16>, from: Cell, cell: Cell) -> bool {
    let near = sight.is_none_or(|radius| is_within_radius((from.x(), from.y()), (cell.x(), cell.y()), radius));
    near && is_in_sight(book, state, from, cell)
}

fn radii(book: &Rulebook, state: &GameState, work: &mut u32) -> Vec<Option<u16>> {
    let sheet = state.sheet(book);
    let ids = (0..state.entities().len() as u16).map(EntityId);
    ids.map(|id| {
        book.sight.map(|_| {
            let mut reading = Reading::default();
            let radius = match book.is_modified(StatId::SIGHT) {
                true => sheet.read_stat(id, StatId::SIGHT, &mut reading, None),
                false => sheet.stat(id, StatId::SIGHT),
            };
            *work = work.saturating_add(reading.done());
            radius.clamp(0, i32::from(u16::MAX)) as u16
        })
    })
    .collect()
}

/// Returns whether a side sees a cell; always true without fog.
#[must_use]
pub fn is_seen_by_side(book: &Rulebook, state: &GameState, team: Team, cell: Cell) -> bool {
    let sees = |(id, row): (EntityId, &Entity)| row.team == team && has_in_sight(book, state, id, cell);
    book.sight.is_none() || state.living().any(sees)
}

/// Returns the sides that do not detect a unit, as bits. Dead units, neutral objects and the own side never count.
fn unseen_by(book: &Rulebook, state: &GameState, entity: &Entity, radii: &[Option<u16>], work: &mut u32) -> u8 {
    if !entity.is_alive() || entity.team == Team::NEUTRAL {
        return 0;
    }
    let mut unseen = !(entity.team.bit() | Team::NEUTRAL.bit());
    if entity.flags & flag::HIDDEN != 0 {
        return unseen;
    }
    for (id, viewer) in state.living() {
        let side = viewer.team.bit();
        *work = work
            .saturating_add(1 + if unseen & side != 0 { viewer.cell.steps_to(entity.cell).min(99) as u32 } else { 0 });
        let mut cells = book.cells_of(entity);
        if unseen & side != 0 && cells.any(|cell| is_within_sight(book, state, radii[id.index()], viewer.cell, cell)) {
            unseen &= !side;
        }
    }
    unseen
}

const fn is_sight_change(kind: ChangeKind) -> bool {
    matches!(kind, ChangeKind::Cell | ChangeKind::Flags | ChangeKind::Spawn | ChangeKind::Team | ChangeKind::Surface)
}

impl Sheet<'_> {
    /// Returns the sight radius in straight-line cells; `None` without fog. A unit that does not act sees nothing
    /// unless its type has a radius.
    #[must_use]
    pub fn sight_of(&self, id: EntityId) -> Option<u16> {
        self.book().sight.map(|_| self.stat(id, StatId::SIGHT).clamp(0, i32::from(u16::MAX)) as u16)
    }
}

impl RunContext<'_> {
    pub(super) fn look_around(&mut self, first: usize) {
        let changes = self.log.changes.get(first..).unwrap_or_default();
        if self.book.sight.is_none()
            || !self.book.is_modified(StatId::SIGHT) && !changes.iter().any(|change| is_sight_change(change.kind))
        {
            return;
        }
        let count = self.state.entities().len();
        let mut work = 0;
        let radii = radii(self.book, self.state, &mut work);
        for id in (0..count as u16).map(EntityId) {
            let row = self.state.entity(id);
            let (before, after) = (row.unseen, unseen_by(self.book, self.state, row, &radii, &mut work));
            if before != after {
                let at = self.seen_last(id, first).unwrap_or(row.cell);
                self.write(Change::detected(id, at, before, after));
            }
        }
        self.charge(work);
    }

    /// Returns the last cell before the changes from index `first`, if they moved the unit more than a step. A side
    /// sees it leave but not where it goes.
    fn seen_last(&self, id: EntityId, first: usize) -> Option<Cell> {
        let moves = self.log.changes.get(first..)?.iter();
        let jump = moves
            .filter(|change| change.kind == ChangeKind::Cell && change.entity == id)
            .find(|change| change.is_jump())?;
        Some(jump.cell_before()).filter(|&cell| cell != Cell::NOWHERE)
    }

    pub(super) fn is_unseen_by_any(&self, id: EntityId) -> bool {
        let row = self.state.entity(id);
        let sides = self
            .state
            .living()
            .filter(|(_, other)| other.is_activated())
            .fold(0, |sides, (_, other)| sides | other.team.bit());
        row.flags & flag::HIDDEN != 0 || row.unseen & sides != 0
    }
}

impl GameState {
    pub(crate) fn detect_as_known(&mut self, book: &Rulebook, viewer: Team) {
        self.detect(book);
        for id in (0..self.entities().len() as u16).map(EntityId) {
            self.set_unseen(id, self.entity(id).unseen & !viewer.bit());
        }
    }

    pub(crate) fn detect(&mut self, book: &Rulebook) {
        let radii = radii(book, self, &mut 0);
        for id in (0..self.entities().len() as u16).map(EntityId) {
            let unseen = if book.sight.is_some() { unseen_by(book, self, self.entity(id), &radii, &mut 0) } else { 0 };
            self.set_unseen(id, unseen);
        }
    }
}
