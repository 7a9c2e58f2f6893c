//! Reads of formulas in programs: facts of the current state at the program's addresses, and chance.

use super::cx::{Resolved, RunContext};
use crate::formula::{FormulaOp, FormulaWorld, Number, Ready};
use crate::program::{Address, Label};
use crate::space::Cell;
use crate::state::{Change, EffectInstance, Entity, EntityId};
use crate::stats::{Cycle, Reading, Sheet, StatId, TileLookup, held_word, read_fact};

impl TileLookup for RunContext<'_> {
    fn sheet(&self) -> Sheet<'_> {
        self.state.sheet(self.book)
    }

    fn unit(&self, at: Address) -> Option<EntityId> {
        self.unit_at(at)
    }

    fn cell(&self, at: Address) -> Option<Cell> {
        self.cell_at(at)
    }

    fn is_unit(&self, at: Address) -> bool {
        at == Address::SELF || self.slot(at).kind() == Resolved::UNIT
    }

    fn number(&self, at: Address) -> Option<i16> {
        self.number_at(at)
    }
}

impl FormulaWorld for RunContext<'_> {
    fn read(&mut self, op: FormulaOp) -> Number {
        let unit = |cx: &Self, a: u8| cx.unit_at(Address(a)).unwrap_or(EntityId::NONE);
        match op {
            FormulaOp::Count(tag) => self.count_tagged(tag, None),
            FormulaOp::Inside(tag, zone) => self.count_tagged(tag, Some(zone)),
            FormulaOp::Draw(distribution) => self.draw(distribution).into(),
            FormulaOp::Roll(roll) => self.roll_dice(roll, None).into(),
            FormulaOp::MaxHealth(a) => self.stat_in_units(unit(self, a), StatId::HEALTH),
            FormulaOp::Speed(a) => self.stat_in_units(unit(self, a), StatId::SPEED),
            FormulaOp::Initiative(a) => self.stat_in_units(unit(self, a), StatId::INITIATIVE),
            FormulaOp::Movement(a) => self.stat_in_units(unit(self, a), StatId::MOVEMENT),
            FormulaOp::Stat(a, stat) => self.stat_in_units(unit(self, a), StatId(stat)),
            FormulaOp::Parameter(name) => {
                let (owner, scope) = (self.frame.owner, self.frame.scope);
                let formulas = &self.book.decoded.formulas;
                let own = self.book.effect_source(scope.of).and_then(|effect_source| effect_source.parameter(name));
                if let Some(own) = own.filter(|own| formulas.get(own.formula as usize).is_some_and(Ready::is_random)) {
                    return self.exactly(own.formula);
                }
                let mut reading = Reading::default();
                let sheet = self.state.sheet(self.book);
                let value =
                    sheet.read_parameter(owner, (scope.of, scope.number, self.frame.kept_words), name, &mut reading);
                self.charge(reading.done());
                value
            }
            FormulaOp::Amount => held_word(&self.sheet(), self.frame.owner, self.frame.scope, EffectInstance::AMOUNT),
            FormulaOp::Left => held_word(&self.sheet(), self.frame.owner, self.frame.scope, EffectInstance::LEFT),
            FormulaOp::Reacted(name) => self.reacted_parameter(name),
            FormulaOp::Effect => self.frame.effect.into(),
            FormulaOp::Named(name) => {
                self.log.changes.name_draw(Label(name));
                Number::ZERO
            }
            FormulaOp::Search(a, search) => {
                // A unit that died meanwhile still counts its changes.
                let named = self.fast(|fast| fast.named_unit(Address(a)));
                self.search(named.unwrap_or_else(|| unit(self, a)), search)
            }
            op => read_fact(self, op).unwrap_or_default(),
        }
    }

    fn roll(&mut self, roll: u16, given: &[Number]) -> Number {
        let given = self.book.rolls.get(usize::from(roll)).map(|roll| roll.settle(given));
        self.roll_dice(roll, given).into()
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        self.draw_among(chances)
    }

    fn call(&mut self, function: u16, arguments: &[Number]) -> Number {
        self.book.functions.get(function as usize).map_or(Number::ZERO, |function| (function.call)(arguments))
    }
}

impl RunContext<'_> {
    pub(crate) fn is_true(&mut self, index: u32) -> bool {
        !self.exactly(index).is_zero()
    }

    /// Returns a stat of a unit, in units of its last decimal.
    #[inline]
    pub fn stat(&mut self, id: EntityId, stat: StatId) -> i32 {
        if stat.is_core() && !self.book.decoded.modifiers.is_touched(stat) {
            return self.state.sheet(self.book).stat(id, stat);
        }
        let mut reading = Reading::default();
        let value = self.state.sheet(self.book).read_stat(id, stat, &mut reading, None);
        self.charge(reading.done());
        value
    }

    fn reacted_parameter(&mut self, name: u16) -> Number {
        let mut reading = Reading::default();
        let sheet = self.state.sheet(self.book);
        let value = sheet.reacted_parameter(self.frame.cause, self.frame.reacted, name, &mut reading);
        self.charge(reading.done());
        value
    }

    pub(super) fn since_use(&self) -> &[Change] {
        self.log.changes.get(self.cycle.0..).unwrap_or_default()
    }

    pub(super) const fn targeter(&self) -> EntityId {
        if self.cycle.1.is_some() { self.cycle.1 } else { self.frame.owner }
    }

    fn search(&mut self, id: EntityId, search: u16) -> Number {
        let mut reading = Reading::default();
        let cycle = Cycle { changes: self.since_use(), targeter: self.targeter(), reacted: 0 };
        let value = self.state.sheet(self.book).search(id, search, cycle, &mut reading);
        self.charge(reading.done());
        value
    }

    fn stat_in_units(&mut self, id: EntityId, stat: StatId) -> Number {
        Number::parts_of(self.stat(id, stat).into(), self.book.stat(stat).map_or(1, crate::stats::Stat::scale))
    }

    fn count_tagged(&mut self, tag: u8, zone: Option<u8>) -> Number {
        self.charge(self.state.entities().len() as u32);
        let matches = |entity: &Entity| {
            self.book.decoded.tags_of(entity.unit_type) >> (tag & 63) & 1 == 1
                && zone.is_none_or(|zone| {
                    self.book.cells_of(entity).any(|cell| self.book.board.zones(cell) >> (zone & 15) & 1 == 1)
                })
        };
        Number::whole(self.state.living().filter(|(_, entity)| matches(entity)).count() as i64)
    }
}
