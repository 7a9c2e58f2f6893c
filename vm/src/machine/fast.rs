//! The slices that most steps need, and the basic changes of units on them. Every loop runs the same code.

use super::Footing;
use super::cx::{Frame, Resolved};
use super::decode::Watch;
use super::slices::Slices;
use super::trigger::Triggers;
use crate::intent::ActionUse;
use crate::program::values::IsBlow;
use crate::program::{Address, Label, Request};
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, Gait, Rows, Symmetry, TileId, TilePos, WalkPath, WalkStep};
use crate::state::{
    BattleField, BattleRow, CellRow, Cells, Change, ChangeKind, EffectInstances, Entity, EntityId, Grid, Unchanged,
    flag,
};
use crate::stats::Sheet;

pub(crate) const MOST_CHANGES: usize = 16;

/// Slices of a step: unit rows, grid, tape of changes, frame and memory of the running program.
#[derive(Debug)]
pub struct FastContext<'s> {
    pub(crate) book: &'s Rulebook,
    pub(crate) rows: &'s mut [Entity],
    pub(crate) grid: &'s mut [u16],
    pub(crate) layout: Rows,
    pub(crate) is_level: bool,
    pub(crate) is_one_cell: bool,
    pub(crate) is_flat: bool,
    pub(crate) tape: &'s mut [Change],
    pub(crate) written: usize,
    pub(crate) spilled: Vec<Change>,
    pub(crate) battle: &'s mut BattleRow,
    pub(crate) cells: &'s mut Cells,
    pub(crate) instances: &'s mut EffectInstances,
    pub(crate) columns: &'s mut [i32],
    pub(crate) battle_columns: &'s [i32],
    pub(crate) watch: Watch,
    pub(crate) actor: EntityId,
    pub(crate) frame: &'s mut Frame,
    pub(crate) slots: &'s mut [Resolved],
    pub(crate) paths: &'s mut Vec<(u32, Cell, WalkPath, Gait)>,
    pub(crate) picks: &'s mut Vec<(u32, Resolved)>,
    pub(crate) routes: &'s mut Vec<Dir>,
    pub(crate) met: &'s mut Vec<(u8, u32, EntityId)>,
    pub(crate) requests: &'s [Request],
    pub(crate) used: Option<&'s ActionUse>,
    pub(crate) is_preview: bool,
    pub(crate) work: u32,
    pub(crate) look: bool,
}

impl<'s> FastContext<'s> {
    /// Returns the rulebook.
    #[inline]
    #[must_use]
    pub const fn book(&self) -> &'s Rulebook {
        self.book
    }

    /// Returns the acting unit.
    #[inline(always)]
    #[must_use]
    pub const fn actor(&self) -> EntityId {
        self.actor
    }

    /// Returns the row of a unit; blank for an unknown id.
    #[inline(always)]
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &Entity {
        self.rows.get(id.index()).unwrap_or(&Entity::BLANK)
    }

    /// Returns the spot of a unit.
    #[inline(always)]
    #[must_use]
    pub fn spot_of(&self, id: EntityId) -> TilePos {
        let row = self.entity(id);
        TilePos { cell: row.cell, place: row.place }
    }

    /// Returns the spot of a cell.
    #[inline(always)]
    #[must_use]
    pub fn spot(&self, cell: Cell) -> TilePos {
        if self.is_level { TilePos { cell, place: self.layout.place(cell) } } else { self.book.board.spot(cell) }
    }

    /// Returns the next spot in a direction and the step up to it in half steps; off the board at its edge.
    #[inline(always)]
    #[must_use]
    pub fn beside(&self, spot: TilePos, dir: Dir) -> (TilePos, i32) {
        if self.is_level { (self.book.board.layout().beside(spot, dir), 0) } else { self.beside_on_relief(spot, dir) }
    }

    #[cold]
    #[inline(never)]
    fn beside_on_relief(&self, spot: TilePos, dir: Dir) -> (TilePos, i32) {
        self.book.board.spot_beside(spot, dir).unwrap_or((TilePos::NOWHERE, 0))
    }

    #[inline(always)]
    pub(crate) fn word(&self, place: TileId) -> u16 {
        self.grid.get(place.index()).copied().unwrap_or(Grid::OFF)
    }

    /// Returns the unit on a spot.
    #[inline(always)]
    #[must_use]
    pub fn occupant(&self, spot: TilePos) -> EntityId {
        let word = self.word(spot.place);
        if word < Grid::OFF { EntityId(word) } else { EntityId::NONE }
    }

    /// Returns whether a spot is free: no wall and no unit.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, spot: TilePos) -> bool {
        self.word(spot.place) == Grid::FREE
    }

    #[inline(always)]
    pub(crate) fn is_ground(&self, spot: TilePos) -> bool {
        let word = self.word(spot.place);
        word != Grid::OFF && word != Grid::WALL
    }

    #[inline(always)]
    pub(crate) fn slot(&self, address: Address) -> Resolved {
        if address.0 < self.frame.slots
            && let Some(&slot) = self.slots.get(usize::from(address.0))
        {
            return slot;
        }
        Resolved::NONE
    }

    /// Returns the spot at an address; that of a unit is its current one.
    #[inline(always)]
    #[must_use]
    pub fn spot_at(&self, address: Address) -> Option<TilePos> {
        let spot = if address.is_slot() {
            let slot = self.slot(address);
            if slot.kind() == Resolved::UNIT { self.spot_of(slot.unit()) } else { self.spot(slot.cell()) }
        } else {
            match address {
                Address::SELF => self.spot_of(self.actor),
                Address::CAUSE => self.spot_of(self.frame.cause),
                Address::BOARD => self.spot(self.book.board.layout().first()?),
                _ => self.spot(self.frame.here),
            }
        };
        (spot.cell != Cell::NOWHERE).then_some(spot)
    }

    #[inline(always)]
    pub(crate) fn named_unit(&self, address: Address) -> Option<EntityId> {
        let id = match address {
            Address::SELF => self.actor,
            Address::CAUSE => self.frame.cause,
            _ if address.is_slot() => {
                let slot = self.slot(address);
                if slot.kind() == Resolved::UNIT { slot.unit() } else { EntityId::NONE }
            }
            _ => EntityId::NONE,
        };
        id.is_some().then_some(id)
    }

    /// Returns the living unit at an address: the picked unit, or the unit now on the cell.
    #[inline(always)]
    #[must_use]
    pub fn unit_at(&self, address: Address) -> Option<EntityId> {
        let id = if address.is_slot() {
            let slot = self.slot(address);
            match slot.kind() {
                0 | Resolved::NUMBER => EntityId::NONE,
                Resolved::UNIT => slot.unit(),
                _ => self.occupant(self.spot(slot.cell())),
            }
        } else {
            match address {
                Address::SELF => self.actor,
                Address::CAUSE => self.frame.cause,
                _ => self.occupant(self.spot(self.frame.here)),
            }
        };
        self.entity(id).is_alive().then_some(id)
    }

    /// Returns the direction at an address, or the direction of its cell from the actor.
    #[inline]
    #[must_use]
    pub fn dir_at(&self, address: Address) -> Option<Dir> {
        let slot = if address.is_slot() { self.slot(address) } else { Resolved::NONE };
        slot.direction(self.book, self.entity(self.actor), || Some(self.spot_at(address)?.cell))
    }

    /// Charges for inspected cells, units or answers.
    #[inline(always)]
    pub const fn charge(&mut self, work: u32) {
        self.work = self.work.saturating_sub(work);
    }

    /// Returns whether this is a prediction.
    #[inline]
    #[must_use]
    pub const fn is_preview(&self) -> bool {
        self.is_preview
    }

    /// Returns the index of a cell's surface in the rulebook, if any.
    #[inline]
    #[must_use]
    pub fn surface(&self, cell: Cell) -> Option<u8> {
        self.cells.row(cell).surface.checked_sub(1)
    }

    fn triggers(&self) -> Triggers<'_> {
        Triggers::of(self.book, self.cells)
    }

    #[inline(never)]
    pub(super) fn look_at_move(&mut self, from: TileId, to: TileId) {
        let triggers = self.triggers();
        self.look |= triggers.has_trigger(to) || triggers.has_trigger_on_leaving(from) || self.watch.any_move;
    }

    pub(crate) fn pass_over(&mut self, id: EntityId, from: TilePos, over: TilePos, label: Label) {
        let before = from.cell.bits() as i32;
        self.log(Change::note(ChangeKind::Passed, id, over.cell.bits(), before, 0, label));
        let triggers = self.triggers();
        self.look |=
            !self.is_one_cell || triggers.has_trigger(over.place) || triggers.has_trigger_on_leaving(from.place);
    }

    pub(crate) fn exchange(&mut self, one: EntityId, other: EntityId, label: Label) {
        if !self.is_one_cell {
            return self.exchange_footprints(one, other, label);
        }
        let (a, b) = (self.spot_of(one), self.spot_of(other));
        for (id, from, to) in [(one, a, b), (other, b, a)] {
            if let Some(row) = self.rows.get_mut(id.index()) {
                (row.cell, row.place) = (to.cell, to.place);
            }
            if let Some(word) = self.grid.get_mut(to.place.index()) {
                *word = id.0;
            }
            self.log(Change::cell_of(id, from.cell, to.cell, label));
            self.look_at_move(from.place, to.place);
        }
    }

    #[inline(always)]
    pub(super) fn log(&mut self, change: Change) {
        Slices::log(self, change);
    }

    /// Writes a note, which changes no state.
    #[inline(always)]
    pub fn note(&mut self, kind: ChangeKind, entity: EntityId, at: Cell, after: i32, label: Label) {
        Slices::note(self, kind, entity, at, after, label);
    }

    /// Moves a unit to a free spot. Returns whether it was free.
    #[inline(always)]
    pub fn shift(&mut self, id: EntityId, to: TilePos, label: Label) -> bool {
        Slices::shift(self, id, to, label)
    }

    /// Damages a unit: first shield, then health; at 0 health it dies. Negative damage is ignored. The unit is
    /// revealed.
    #[inline(always)]
    pub fn harm(&mut self, id: EntityId, harm: i32, label: Label) {
        Slices::harm(self, id, harm, label);
    }

    /// Kills a living unit: it leaves the board and takes no further activations. Its row stays (law 9).
    #[inline(always)]
    pub fn kill(&mut self, id: EntityId, label: Label) {
        Slices::kill(self, id, label);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn ward(&mut self, id: EntityId, harm: i32, label: Label) -> i32 {
        let alters = self.watch.alters && harm > 0;
        let harm = if alters { self.propose(id, harm, false, label) } else { harm };
        if self.entity(id).is_guarded() { self.wear_guard(id, harm.max(0), label) } else { harm }
    }

    /// Applies the damage of a fall, in half steps.
    #[cold]
    #[inline(never)]
    pub(crate) fn fall(&mut self, id: EntityId, half_steps: i32, label: Label) {
        let harm = self.book.fall_harm(half_steps);
        if harm > 0 {
            self.note(ChangeKind::Fell, id, self.entity(id).cell, half_steps / 2, label);
            self.harm(id, harm, label);
        }
    }

    #[inline]
    fn set(&mut self, kind: ChangeKind, id: EntityId, after: i32, label: Label) {
        let Some(row) = self.rows.get_mut(id.index()) else { return };
        let before = match kind {
            ChangeKind::Health => std::mem::replace(&mut row.health, after),
            ChangeKind::Shield => std::mem::replace(&mut row.shield, after),
            ChangeKind::Facing => i32::from(std::mem::replace(&mut row.facing, after as u8)),
            ChangeKind::Stunned => i32::from(std::mem::replace(&mut row.stunned, after as u8)),
            ChangeKind::Redirected => {
                i32::from(std::mem::replace(&mut row.redirect, Symmetry::from_index(after as u8)).index())
            }
            _ => return,
        };
        let unit_type = row.unit_type;
        if before != after {
            self.log(Change::number(kind, id, before, after, label));
            let is_harm = kind == ChangeKind::Health && after < before && after > 0;
            self.look |= is_harm && (self.watch.any_harm || self.book.decoded.has_answer_to_harm(unit_type));
            self.look |= kind == ChangeKind::Health && self.watch.any_harm;
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn note_unchanged(&mut self, id: EntityId, what: Unchanged, label: Label) {
        if self.watch.unchanged && self.entity(id).is_alive() {
            self.log(Change::note(ChangeKind::Unchanged, id, what.to_word(), 0, 0, label));
            self.look = true;
        }
    }

    /// Sets health without damage.
    pub fn set_health(&mut self, id: EntityId, after: i32, label: Label) {
        self.set(ChangeKind::Health, id, after, label);
    }

    /// Sets the shield.
    pub fn set_shield(&mut self, id: EntityId, after: i32, label: Label) {
        self.set(ChangeKind::Shield, id, after, label);
    }

    /// Turns a unit to a cardinal direction, if it differs.
    #[inline]
    pub fn set_facing(&mut self, id: EntityId, dir: Dir, label: Label) {
        self.set(ChangeKind::Facing, id, dir as i32, label);
    }

    /// Sets how many intents a unit loses.
    pub fn set_stunned(&mut self, id: EntityId, after: u8, label: Label) {
        self.set(ChangeKind::Stunned, id, i32::from(after), label);
    }

    /// Sets the symmetry that turns a unit's answers.
    pub fn set_redirect(&mut self, id: EntityId, after: Symmetry, label: Label) {
        self.set(ChangeKind::Redirected, id, i32::from(after.index()), label);
    }

    pub(crate) fn set_surface(&mut self, spot: TilePos, after: CellRow, label: Label) {
        let before = self.cells.row_at(spot.place);
        if before != after {
            self.cells.set(spot.place, after);
            let words = |row: CellRow| (row.surface, row.rounds_left);
            self.log(Change::surface_of(spot.cell, words(before), words(after), label));
            self.look |= self.watch.surfaces;
        }
    }

    /// Makes a unit immovable.
    pub fn anchor(&mut self, id: EntityId, label: Label) {
        let Some(row) = self.rows.get_mut(id.index()) else { return };
        let before = row.flags;
        row.flags |= flag::ANCHORED;
        let after = row.flags;
        if before != after {
            self.log(Change::flags_of(id, before, after, label));
        }
    }

    #[inline(always)]
    pub(crate) fn remember_blow(&mut self, IsBlow(is_blow): IsBlow, field: BattleField, value: i32) {
        if is_blow && self.book.remembers_blows {
            self.set_battle(field, value.max(0));
        }
    }

    #[cold]
    fn set_battle(&mut self, field: BattleField, after: i32) {
        let before = std::mem::replace(&mut self.battle[field as usize], after);
        if before != after {
            self.log(Change::battle(field, before, after));
        }
    }

    pub(crate) fn footing(&self) -> Footing<'_> {
        Footing { sheet: self.sheet(), grid: self.grid, seen_by: None }
    }

    /// Returns the state for reading stats.
    #[inline]
    #[must_use]
    pub fn sheet(&self) -> Sheet<'_> {
        Sheet {
            book: self.book,
            rows: self.rows,
            columns: self.columns,
            battle_columns: self.battle_columns,
            battle: self.battle,
            cells: self.cells,
            instances: self.instances,
        }
    }

    #[inline(always)]
    pub(crate) fn walk_step(&self, id: EntityId, dir: Dir, gait: Gait) -> WalkStep {
        if !gait.is_plain() {
            return self.walk_step_from(id, self.spot_of(id), dir, gait);
        }
        let (to, rise) = self.step_of(id, dir);
        WalkStep { to, rise, extra_cost: 0 }
    }

    pub(crate) fn walk_step_from(&self, id: EntityId, at: TilePos, dir: Dir, gait: Gait) -> WalkStep {
        if !gait.is_plain() {
            return self.book.board.walk_step(at, dir, gait).unwrap_or(WalkStep::NOWHERE);
        }
        let (to, rise) = self.step_from(id, at, dir);
        WalkStep { to, rise, extra_cost: 0 }
    }

    pub(crate) fn begin_route(&mut self, address: Address, goal: Cell, most: i32, gait: Gait) {
        self.frame.route = self.routes.len();
        let here = self.spot_of(self.actor).cell;
        let at = self.frame.base + u32::from(address.0);
        let given = self.paths.iter().find(|&&(slot, ..)| slot == at).map(|(_, _, path, _)| path);
        let footing = self.footing();
        let leads =
            |path: &&WalkPath| footing.follow(here, path, gait).is_some_and(|(end, cost)| end == goal && cost <= most);
        if let Some(path) = given.filter(leads) {
            self.routes.extend(path.steps());
            self.work = self.work.saturating_sub(path.len() as u32);
        }
    }

    /// Returns the next step of the actor's walk, if the path is open. An occupied goal is still tried. Units that hide
    /// from the walker's side do not count.
    #[inline]
    pub(crate) fn next_of_route(&self, goal: Cell, gait: Gait) -> Option<(Dir, WalkStep)> {
        let dir = *self.routes.get(self.frame.route + self.frame.progress as usize)?;
        let step = self.walk_step(self.actor, dir, gait);
        let team = self.entity(self.actor).team;
        let open = step.to.cell == goal || self.footing().is_walkable_for(step.to, self.actor, team);
        let flies = || gait.leap == 0 || self.is_flight_clear(dir, gait);
        let takes = || step.rise == 0 || self.is_rise_possible(step.rise);
        (open && flies() && takes()).then_some((dir, step))
    }

    #[cold]
    #[inline(never)]
    fn is_flight_clear(&self, dir: Dir, gait: Gait) -> bool {
        self.footing().is_flight_clear(self.actor, self.spot_of(self.actor), dir, gait)
    }

    #[cold]
    #[inline(never)]
    fn is_rise_possible(&self, rise: i32) -> bool {
        self.footing().reach_of(self.actor, 0).is_allowed(rise)
    }
}

impl<'s> Slices<'s> for FastContext<'s> {
    #[inline(always)]
    fn all(&mut self) -> Option<&mut FastContext<'s>> {
        Some(self)
    }

    #[inline(always)]
    fn book(&self) -> &Rulebook {
        self.book
    }

    #[inline(always)]
    fn actor(&self) -> EntityId {
        self.actor
    }

    #[inline(always)]
    fn rows(&self) -> &[Entity] {
        self.rows
    }

    #[inline(always)]
    fn word(&self, place: TileId) -> u16 {
        FastContext::word(self, place)
    }

    #[inline(always)]
    fn parts(&mut self) -> (&mut [Entity], &mut [u16]) {
        (self.rows, self.grid)
    }

    #[inline(always)]
    fn ahead_of(&self, id: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32) {
        FastContext::ahead_of(self, id, from, dir)
    }

    #[inline(always)]
    fn log(&mut self, change: Change) {
        let row = match self.tape.get_mut(self.written) {
            Some(row) => row,
            None => spill(&mut self.spilled),
        };
        *row = change;
        self.written += 1;
    }

    #[inline(always)]
    fn is_short_of(&self, rows: usize, room: usize) -> bool {
        self.written + rows > room
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.written
    }

    #[inline(always)]
    fn count_at(&self, mark: usize) -> usize {
        mark
    }

    #[inline(always)]
    fn is_look_due(&self) -> bool {
        self.look
    }

    #[inline(always)]
    fn look_if(&mut self, looks: bool) {
        self.look |= looks;
    }
}

#[cold]
#[inline(never)]
fn spill(spilled: &mut Vec<Change>) -> &mut Change {
    let at = spilled.len();
    spilled.push(Change::NOTHING);
    &mut spilled[at]
}
