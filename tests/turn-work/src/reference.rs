//! Simple reference version of the turn: coordinates, linear search, no grid.
//!
//! Decisions are chosen on it and faster versions must equal it, so it shares no code with them.

use crate::{COLLISION, Change, DAMAGE, Decision, HEALTH, NEIGHBOURS, WorkItem, kind, label, pack};

/// Unit of the reference version.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Cell (x, y); a dead unit keeps its last cell.
    pub cell: (i16, i16),
    /// Remaining health; 0 is dead.
    pub health: i32,
}

/// Board and units during a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    width: i16,
    walls: Vec<bool>,
    /// Units by index.
    pub units: Vec<Unit>,
    /// Index after the last acting unit; 0 before the first.
    pub turn: u32,
}

/// Result of an activation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Whether the unit moved.
    pub moved: bool,
    /// Whether a living unit was hit.
    pub hit: bool,
    /// Whether the hit unit was pushed to another cell.
    pub pushed: bool,
    /// Whether the push was blocked.
    pub collided: bool,
    /// Units killed by the hit or the collision.
    pub killed: u32,
}

/// Sums of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Activations of living units.
    pub activations: u32,
    /// Moves.
    pub moves: u32,
    /// Hits of living units.
    pub hits: u32,
    /// Successful pushes.
    pub pushes: u32,
    /// Blocked pushes.
    pub collisions: u32,
    /// Kills by hits and collisions.
    pub kills: u32,
}

impl Battle {
    /// Creates the state before the turn.
    #[must_use]
    pub fn new(item: &WorkItem) -> Self {
        Self {
            width: item.width as i16,
            walls: item.walls.clone(),
            units: item.starts.iter().map(|&cell| Unit { cell, health: HEALTH }).collect(),
            turn: 0,
        }
    }

    /// Runs all units, appends the changes and returns the sums.
    pub fn run(&mut self, decisions: &[Decision], changes: &mut Vec<Change>) -> Tally {
        let mut tally = Tally::default();
        for (unit, &decision) in decisions.iter().enumerate() {
            tally.activations += u32::from(self.units[unit].health > 0);
            let outcome = self.activate(unit, decision, changes);
            tally.moves += u32::from(outcome.moved);
            tally.hits += u32::from(outcome.hit);
            tally.pushes += u32::from(outcome.pushed);
            tally.collisions += u32::from(outcome.collided);
            tally.kills += outcome.killed;
        }
        tally
    }

    /// Runs one unit; a dead unit does nothing.
    pub fn activate(&mut self, unit: usize, decision: Decision, changes: &mut Vec<Change>) -> Outcome {
        let mut outcome = Outcome::default();
        if self.units[unit].health <= 0 {
            return outcome;
        }
        let next = unit as u32 + 1;
        changes.push(Change {
            kind: kind::TURN,
            label: label::ACTIVATION,
            entity: unit as u16,
            at: 0,
            before: self.turn as i32,
            after: next as i32,
        });
        self.turn = next;
        if let Some(offset) = decision.move_to {
            let cell = add(self.units[unit].cell, offset);
            if self.is_free(cell) {
                self.place(unit, cell, label::MOVE, changes);
                outcome.moved = true;
            } else if self.is_on_board(cell) {
                changes.push(note(kind::NO_EFFECT, label::MOVE, unit, cell, 0));
            }
        }
        let struck = add(self.units[unit].cell, decision.aim);
        match self.unit_at(struck) {
            Some(target) => self.hit(target, decision.aim, &mut outcome, changes),
            None if self.is_on_board(struck) => changes.push(note(kind::STRUCK, label::HIT, unit, struck, 0)),
            None => {}
        }
        outcome
    }

    /// Returns the steps to the nearest other living unit, ignoring walls; 0 without one.
    pub(crate) fn distance_to_nearest(&self, unit: usize) -> i32 {
        let (x, y) = self.units[unit].cell;
        let others = self.units.iter().enumerate().filter(|&(other, row)| other != unit && row.health > 0);
        others.map(|(_, row)| i32::from((row.cell.0 - x).abs() + (row.cell.1 - y).abs())).min().unwrap_or(0)
    }

    pub(crate) fn mobile_from(&self, first: usize) -> i32 {
        let can_move =
            |unit: &&Unit| unit.health > 0 && NEIGHBOURS.iter().any(|&offset| self.is_free(add(unit.cell, offset)));
        self.units.iter().skip(first).filter(can_move).count() as i32
    }

    fn hit(&mut self, target: usize, direction: (i16, i16), outcome: &mut Outcome, changes: &mut Vec<Change>) {
        outcome.hit = true;
        outcome.killed += self.damage(target, DAMAGE, label::HIT, changes);
        if outcome.killed > 0 {
            return;
        }
        let beyond = add(self.units[target].cell, direction);
        if self.is_free(beyond) {
            self.place(target, beyond, label::PUSH, changes);
            outcome.pushed = true;
            return;
        }
        outcome.collided = true;
        let blocker = self.unit_at(beyond);
        let stopped_by = blocker.map_or(-1, |unit| unit as i32);
        changes.push(note(kind::COLLIDED, label::PUSH, target, self.units[target].cell, stopped_by));
        outcome.killed += self.damage(target, COLLISION, label::PUSH, changes);
        if let Some(blocker) = blocker {
            outcome.killed += self.damage(blocker, COLLISION, label::PUSH, changes);
        }
    }

    fn place(&mut self, unit: usize, cell: (i16, i16), label: u8, changes: &mut Vec<Change>) {
        let before = std::mem::replace(&mut self.units[unit].cell, cell);
        let (before, after) = (pack(before.0, before.1) as i32, pack(cell.0, cell.1) as i32);
        changes.push(Change { kind: kind::CELL, label, entity: unit as u16, at: 0, before, after });
    }

    /// Returns the number of units killed.
    fn damage(&mut self, unit: usize, amount: i32, label: u8, changes: &mut Vec<Change>) -> u32 {
        let before = self.units[unit].health;
        let after = (before - amount).max(0);
        self.units[unit].health = after;
        changes.push(Change { kind: kind::HEALTH, label, entity: unit as u16, at: 0, before, after });
        if after == 0 {
            changes.push(Change { kind: kind::FLAGS, label, entity: unit as u16, at: 0, before: 1, after: 0 });
        }
        u32::from(after == 0)
    }

    pub(crate) fn is_on_board_after(&self, unit: usize, decision: &Decision) -> bool {
        let (goal, mut copy) = (add(self.units[unit].cell, decision.move_to.unwrap_or_default()), self.clone());
        copy.activate(unit, *decision, &mut Vec::new());
        self.is_on_board(goal) && copy.is_on_board(add(copy.units[unit].cell, decision.aim))
    }

    fn is_on_board(&self, (x, y): (i16, i16)) -> bool {
        (0..self.width).contains(&x) && (0..self.width).contains(&y)
    }

    fn is_free(&self, cell: (i16, i16)) -> bool {
        let wall = || self.walls[cell.1 as usize * self.width as usize + cell.0 as usize];
        self.is_on_board(cell) && !wall() && self.unit_at(cell).is_none()
    }

    fn unit_at(&self, cell: (i16, i16)) -> Option<usize> {
        self.units.iter().position(|unit| unit.cell == cell && unit.health > 0)
    }
}

fn note(kind: u8, label: u8, unit: usize, (x, y): (i16, i16), after: i32) -> Change {
    Change { kind, label, entity: unit as u16, at: pack(x, y), before: 0, after }
}

fn add(a: (i16, i16), b: (i16, i16)) -> (i16, i16) {
    (a.0 + b.0, a.1 + b.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CASES, Case};

    fn check(case: Case, expected: [u32; 6]) {
        let item = WorkItem::of(case);
        let mut changes = Vec::new();
        let tally = Battle::new(&item).run(&item.decisions, &mut changes);
        let [activations, moves, hits, pushes, collisions, kills] = expected;
        assert_eq!(tally, Tally { activations, moves, hits, pushes, collisions, kills }, "{}", case.name);

        let count = |kind: u8, label: u8| {
            changes.iter().filter(|change| (change.kind, change.label) == (kind, label)).count() as u32
        };
        assert_eq!(count(kind::TURN, label::ACTIVATION), activations);
        assert_eq!(count(kind::CELL, label::MOVE), moves);
        assert_eq!(count(kind::HEALTH, label::HIT), hits);
        assert_eq!(count(kind::CELL, label::PUSH), pushes);
        assert_eq!(count(kind::FLAGS, label::HIT) + count(kind::FLAGS, label::PUSH), kills);
        assert_eq!(hits, pushes + collisions + count(kind::FLAGS, label::HIT));
    }

    #[test]
    fn most_moves_and_hits_land() {
        let counts = [[7, 7, 6, 5, 1, 0], [7, 6, 7, 5, 1, 1], [100, 94, 98, 53, 33, 16], [99, 86, 97, 52, 31, 14]];
        for (case, expected) in CASES.into_iter().zip(counts) {
            check(case, expected);
        }
    }

    #[test]
    fn a_blocked_push_costs_both_and_the_dead_leave_their_cells() {
        let item = WorkItem {
            width: 4,
            walls: vec![false; 16],
            starts: vec![(0, 0), (1, 0), (2, 0)],
            decisions: [(1, 0), (1, 0), (-1, 0)].map(|aim| Decision { move_to: None, aim }).to_vec(),
        };
        let mut battle = Battle::new(&item);
        battle.units[1].health = 3;
        let mut changes = Vec::new();
        battle.run(&item.decisions, &mut changes);
        let row = |kind, label, entity, before, after| Change { kind, label, entity, at: 0, before, after };
        let expected = [
            row(kind::TURN, label::ACTIVATION, 0, 0, 1),
            row(kind::HEALTH, label::HIT, 1, 3, 1),
            Change { at: pack(1, 0), ..row(kind::COLLIDED, label::PUSH, 1, 0, 2) },
            row(kind::HEALTH, label::PUSH, 1, 1, 0),
            row(kind::FLAGS, label::PUSH, 1, 1, 0),
            row(kind::HEALTH, label::PUSH, 2, 5, 4),
            row(kind::TURN, label::ACTIVATION, 2, 1, 3),
            Change { kind: kind::STRUCK, label: label::HIT, entity: 2, at: pack(1, 0), before: 0, after: 0 },
        ];
        assert_eq!(changes, expected);
        assert_eq!(battle.turn, 3);
    }
}
