//! What formulas read: facts of the state as it is now, at the addresses of the running program.

use super::cx::{Cx, Resolved};
use crate::formula::{FormulaOp, FormulaWorld, distance, side, to_stored};
use crate::program::Address;
use crate::space::{Cell, Dir};
use crate::state::{BattleField, Entity, EntityId};

impl FormulaWorld for Cx<'_> {
    fn read(&mut self, op: FormulaOp) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        let entity = |cx: &Self, a: u8| cx.unit_at(Address(a)).map_or(Entity::BLANK, |id| *cx.state.entity(id));
        match op {
            FormulaOp::Health(a) => f64::from(entity(self, a).health),
            FormulaOp::MaxHealth(a) => f64::from(entity(self, a).max_health),
            FormulaOp::Shield(a) => f64::from(entity(self, a).shield),
            FormulaOp::Distance(a, b) => f64::from(self.distance(Address(a), Address(b))),
            FormulaOp::Exists(a) => {
                let address = Address(a);
                truth(match self.slot(address).kind() {
                    Resolved::UNIT => self.unit_at(address).is_some(),
                    _ => self.cell_at(address).is_some(),
                })
            }
            FormulaOp::Number(a) => f64::from(self.slot(Address(a)).number().unwrap_or_default()),
            FormulaOp::Occupied(a) => truth(self.unit_at(Address(a)).is_some()),
            FormulaOp::Enemies(a, b) => {
                let (a, b) = (entity(self, a), entity(self, b));
                truth(a.is_alive() && b.is_alive() && a.team.is_enemy_of(b.team))
            }
            FormulaOp::Height(a) => {
                f64::from(self.cell_at(Address(a)).map_or(0, |cell| self.book.board.slope(cell).height))
            }
            FormulaOp::Ground(a, parameter) => {
                let terrain = self.cell_at(Address(a)).map(|cell| self.book.board.terrain(cell));
                f64::from(terrain.map_or(0, |terrain| self.book.decoded.ground_parameter(terrain, parameter)))
            }
            FormulaOp::OnSurface(a, surface) => {
                let cell = self.cell_at(Address(a));
                truth(cell.is_some_and(|cell| self.state.cells().row(cell).surface == surface && surface > 0))
            }
            FormulaOp::EntityColumn(a, column) => {
                let id = self.unit_at(Address(a)).unwrap_or(EntityId::NONE);
                f64::from(self.state.entity_column(id, column))
            }
            FormulaOp::CellColumn(a, column) => {
                f64::from(self.cell_at(Address(a)).map_or(0, |cell| self.state.cells().column(cell, column)))
            }
            FormulaOp::BattleColumn(column) => f64::from(self.state.battle_column(column)),
            FormulaOp::Round => f64::from(self.state.round()),
            FormulaOp::Losses => f64::from(self.state.battle(BattleField::Losses)),
            FormulaOp::Count(tag) => self.count_tagged(tag, None),
            FormulaOp::Inside(tag, zone) => self.count_tagged(tag, Some(zone)),
            FormulaOp::Draw(distribution) => f64::from(self.draw(distribution)),
            FormulaOp::Roll(roll) => f64::from(self.roll_dice(roll, None)),
            FormulaOp::Side(of, from) => f64::from(self.side(Address(of), Address(from))),
            FormulaOp::Speed(a) => f64::from(entity(self, a).speed),
            FormulaOp::Initiative(a) => f64::from(entity(self, a).initiative),
            FormulaOp::Movement(a) => f64::from(entity(self, a).movement),
            // Arithmetic never comes here.
            _ => 0.0,
        }
    }

    fn roll(&mut self, roll: u16, count: f64, sides: f64) -> f64 {
        f64::from(self.roll_dice(roll, Some((to_stored(count), to_stored(sides)))))
    }

    fn weigh(&mut self, chances: &[f64]) -> usize {
        self.draw_among(chances)
    }

    fn call(&mut self, function: u16, arguments: &[f64]) -> f64 {
        self.book.functions.get(function as usize).map_or(0.0, |function| (function.call)(arguments))
    }
}

impl Cx<'_> {
    /// On which side of one another stands, by the way that the first faces. On a diagonal that is before or
    /// behind it.
    fn side(&self, of: Address, from: Address) -> i32 {
        let (Some(of), Some(from)) = (self.unit_at(of), self.cell_at(from)) else { return side::NONE };
        let row = self.state.entity(of);
        let (dx, dy) = row.cell.offset_to(from);
        let (fx, fy) = Dir::from_index(row.facing).delta();
        let (ahead, right) = (fx * dx + fy * dy, fx * dy - fy * dx);
        match () {
            () if (ahead, right) == (0, 0) => side::NONE,
            () if ahead > 0 && ahead >= right.abs() => side::FRONT,
            () if ahead < 0 && -ahead >= right.abs() => side::BACK,
            () if right < 0 => side::LEFT,
            () => side::RIGHT,
        }
    }

    /// Steps between what two addresses hold, between the nearest cells of who stands on several.
    fn distance(&mut self, a: Address, b: Address) -> i32 {
        let cell = |address| self.cell_at(address).unwrap_or(Cell::NOWHERE);
        let ends = [cell(a), cell(b)];
        if self.book.decoded.is_one_cell() {
            return distance(ends[0], ends[1]);
        }
        let cells = [(a, ends[0]), (b, ends[1])].map(|(address, cell)| {
            let is_unit = address == Address::SELF || self.slot(address).kind() == Resolved::UNIT;
            let row = self.unit_at(address).filter(|_| is_unit).map(|id| *self.state.entity(id));
            row.map_or_else(|| vec![cell], |row| self.book.cells_of(&row).collect())
        });
        let pairs = cells[0].iter().flat_map(|&from| cells[1].iter().map(move |&to| distance(from, to)));
        pairs.min().unwrap_or_default()
    }

    fn count_tagged(&mut self, tag: u8, zone: Option<u8>) -> f64 {
        self.charge(self.state.entities().len() as u32);
        let matches = |entity: &Entity| {
            self.book.decoded.tags_of(entity.archetype) >> (tag & 63) & 1 == 1
                && zone.is_none_or(|zone| {
                    self.book.cells_of(entity).any(|cell| self.book.board.zones(cell) >> (zone & 15) & 1 == 1)
                })
        };
        self.state.living().filter(|(_, entity)| matches(entity)).count() as f64
    }
}
