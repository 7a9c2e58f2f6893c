//! Rules as one side may know them, without data that reveals hidden units of other sides.

use super::{Rulebook, Timed, UnitType};
use crate::formula::FormulaOp;
use crate::machine::{hiding_sides, spawned_hiding_sides};
use crate::state::Team;
use std::collections::BTreeSet;

impl Rulebook {
    /// Returns the rules for a side, or `None` if it may have all of them. All numbers stay as they are. Left out are:
    /// - zones that neither a formula nor a remaining leash names, if a unit may hide from the side, because openings
    ///   place hidden units in them;
    /// - leashes of unit types that may hide from the side;
    /// - timetable entries that may spawn such a unit.
    #[must_use]
    pub fn for_side(&self, side: Team) -> Option<Self> {
        let hides: Vec<bool> =
            (0..self.unit_types.len()).map(|kind| hiding_sides(self, kind) & !side.bit() != 0).collect();
        if !hides.contains(&true) {
            return None;
        }
        let mut rules = self.to_rules();
        for (kind, _) in rules.unit_types.iter_mut().zip(&hides).filter(|(_, hides)| **hides) {
            kind.leash = None;
        }
        rules.timetable.retain(|timed| !self.is_spawn_possible(timed, side));
        let in_cast = |at: usize| self.cast.get(at).is_none_or(|sides| *sides != 0);
        let leashes = rules.unit_types.iter().enumerate().filter(|(at, _)| in_cast(*at));
        let leashes = leashes.filter_map(|(_, kind): (usize, &UnitType)| kind.leash);
        let kept = leashes.fold(self.read_zones(), |zones, leash| zones | 1 << (leash & 15));
        let cells: Vec<_> = self.board.cells().filter(|&cell| self.board.zones(cell) & !kept != 0).collect();
        for &cell in &cells {
            rules.board.set_zones(cell, self.board.zones(cell) & kept);
        }
        let is_whole =
            cells.is_empty() && rules.timetable.len() == self.timetable.len() && rules.unit_types == self.unit_types;
        (!is_whole).then(|| rules.build())
    }

    /// Returns the other sides whose units may hide from a side, whether one does or not.
    pub fn may_hide_from(&self, side: Team) -> impl Iterator<Item = Team> + use<> {
        let hiding = (0..self.unit_types.len()).fold(0, |sides, kind| sides | hiding_sides(self, kind));
        Team::ALL.into_iter().filter(move |other| *other != side && hiding & other.bit() != 0)
    }

    fn is_spawn_possible(&self, timed: &Timed, from: Team) -> bool {
        let (mut seen, mut left) = (BTreeSet::new(), vec![timed.program]);
        while let Some(next) = left.pop() {
            if !seen.insert(next) {
                continue;
            }
            for token in self.program(next).map_or(&[][..], |program| &program.code) {
                let sides = token.nature().spawns.map_or(0, |spawned| spawned_hiding_sides(self, spawned));
                if sides & !from.bit() != 0 {
                    return true;
                }
                left.extend(token.programs());
            }
        }
        false
    }

    fn read_zones(&self) -> u16 {
        let code = self.formulas.iter().flat_map(|formula| formula.code.iter());
        code.fold(0, |zones, op| match op {
            FormulaOp::Inside(_, zone) => zones | 1 << (zone & 15),
            _ => zones,
        })
    }
}
