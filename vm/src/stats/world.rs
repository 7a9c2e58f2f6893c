//! Reads of formulas at addresses. Formulas of effect sources know their bearer, origin unit and source.

use super::auras::giver_of;
use super::effect_sources::EffectSourceRef;
use super::search::Cycle;
use super::sheet::{Reading, Sheet};
use super::{EffectSourceClass, StatId};
use crate::formula::{FormulaOp, FormulaWorld, Number, argument, side};
use crate::program::Address;
use crate::space::{Cell, Dir};
use crate::state::{BattleField, EffectInstance, Entity, EntityId, Pool, is_hard};

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    pub(crate) of: EffectSourceRef,
    pub(crate) number: u16,
}

pub(crate) type KeptWords = [i32; EffectInstance::MOST_KEPT];

pub(crate) trait TileLookup {
    /// Returns the state.
    fn sheet(&self) -> Sheet<'_>;
    /// Returns the living unit at an address.
    fn unit(&self, at: Address) -> Option<EntityId>;
    /// Returns the cell at an address.
    fn cell(&self, at: Address) -> Option<Cell>;
    /// Returns whether an address is a unit, which stands for its cells.
    fn is_unit(&self, at: Address) -> bool;
    /// Returns the number answered at an address.
    fn number(&self, at: Address) -> Option<i16>;
}

pub(crate) fn read_fact(places: &impl TileLookup, op: FormulaOp) -> Option<Number> {
    let truth = |holds: bool| Number::from(holds);
    let sheet = places.sheet();
    let entity = |a: u8| places.unit(Address(a)).map_or(Entity::BLANK, |id| *sheet.entity(id));
    let cell = |a: u8| places.cell(Address(a));
    Some(match op {
        FormulaOp::Health(a) => entity(a).health.into(),
        FormulaOp::Shield(a) => entity(a).shield.into(),
        FormulaOp::Distance(a, b) => distance(places, Address(a), Address(b)).into(),
        FormulaOp::Exists(a) => {
            let at = Address(a);
            truth(if places.is_unit(at) { places.unit(at).is_some() } else { places.cell(at).is_some() })
        }
        FormulaOp::Number(a) => i32::from(places.number(Address(a)).unwrap_or_default()).into(),
        FormulaOp::Occupied(a) => truth(places.unit(Address(a)).is_some()),
        FormulaOp::Enemies(a, b) => {
            let (a, b) = (entity(a), entity(b));
            truth(a.is_alive() && b.is_alive() && a.team.is_enemy_of(b.team))
        }
        FormulaOp::Height(a) => i32::from(cell(a).map_or(0, |cell| sheet.book.board.slope(cell).height)).into(),
        FormulaOp::Ground(a, parameter) => {
            let terrain = cell(a).map(|cell| sheet.book.board.terrain(cell));
            terrain.map_or(0, |terrain| sheet.book.decoded.ground_parameter(terrain, parameter)).into()
        }
        FormulaOp::OnSurface(a, surface) => {
            truth(surface > 0 && cell(a).is_some_and(|cell| sheet.cells.row(cell).surface == surface))
        }
        FormulaOp::EntityColumn(a, column) => {
            sheet.column(places.unit(Address(a)).unwrap_or(EntityId::NONE), column).into()
        }
        FormulaOp::CellColumn(a, column) => cell(a).map_or(0, |cell| sheet.cells.column(cell, column)).into(),
        FormulaOp::BattleColumn(column) => {
            sheet.battle_columns.get(usize::from(column)).copied().unwrap_or_default().into()
        }
        FormulaOp::Round => sheet.battle[BattleField::Round as usize].into(),
        FormulaOp::Hard => truth(is_hard(sheet.battle)),
        FormulaOp::Losses => sheet.battle[BattleField::Losses as usize].into(),
        FormulaOp::Side(of, from) => side_of(places, Address(of), Address(from)).into(),
        FormulaOp::Holds(a, ..) | FormulaOp::Has(a, ..) => {
            let id = places.unit(Address(a)).unwrap_or(EntityId::NONE);
            carried(&sheet, id, op, &mut Reading::default())
        }
        FormulaOp::Argument(a, which) => {
            let (from, to) = (places.cell(Address::SELF), cell(a));
            from.zip(to).map_or(Number::ZERO, |(from, to)| argument_of(&sheet, from, to, which))
        }
        _ => return None,
    })
}

fn argument_of(sheet: &Sheet<'_>, from: Cell, to: Cell, which: u8) -> Number {
    let (dx, dy) = from.offset_to(to);
    let height = |cell: Cell| i64::from(sheet.book.board.slope(cell).height);
    let [x, y, z] = [i64::from(dx), i64::from(dy), height(to) - height(from)];
    match which {
        argument::DISTANCE => Number::whole(x * x + y * y + z * z).square_root(),
        argument::STEPS => Number::whole(x.abs() + y.abs() + z.abs()),
        argument::STEPS_XY => Number::whole(x.abs() + y.abs()),
        argument::DX => Number::whole(x),
        argument::DY => Number::whole(y),
        argument::DZ => Number::whole(z),
        argument::ANGLE if (dx, dy) != (0, 0) => {
            let degrees = libm::atan2(y as f64, x as f64).to_degrees();
            Number::from_f64(if degrees < 0.0 { degrees + 360.0 } else { degrees })
        }
        _ => Number::ZERO,
    }
}

fn held(sheet: &Sheet<'_>, id: EntityId, of: EffectSourceRef) -> i64 {
    let kind = i32::from(of.kind) + 1;
    let own = |held: &&EffectInstance| held.words[EffectInstance::KIND] == kind;
    match of.class {
        EffectSourceClass::Status => {
            let held = sheet.instances(id, Pool::STATUSES).iter().filter(own);
            held.map(|held| i64::from(held.words[EffectInstance::AMOUNT].max(1))).sum()
        }
        EffectSourceClass::Item => sheet.instances(id, Pool::ITEMS).iter().filter(own).count() as i64,
        EffectSourceClass::Skill => sheet.has_skill(id, of.kind).into(),
        EffectSourceClass::None => 0,
    }
}

fn carried(sheet: &Sheet<'_>, id: EntityId, op: FormulaOp, reading: &mut Reading) -> Number {
    let (FormulaOp::Holds(_, class, kind) | FormulaOp::Has(_, class, kind)) = op else { return Number::ZERO };
    let of = EffectSourceRef { class: EffectSourceClass::from_index(class), kind };
    let much = held(sheet, id, of) + sheet.givers(id, of, reading).numbers().count() as i64;
    if matches!(op, FormulaOp::Has(..)) { (much > 0).into() } else { Number::whole(much) }
}

fn side_of(places: &impl TileLookup, of: Address, from: Address) -> i32 {
    let (Some(of), Some(from)) = (places.unit(of), places.cell(from)) else { return side::NONE };
    let sheet = places.sheet();
    let row = sheet.entity(of);
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

fn distance(places: &impl TileLookup, a: Address, b: Address) -> i32 {
    let cell = |address| places.cell(address).unwrap_or(Cell::NOWHERE);
    let ends = [cell(a), cell(b)];
    let sheet = places.sheet();
    if sheet.book.decoded.is_one_cell() {
        return crate::formula::distance(ends[0], ends[1]);
    }
    let cells = [(a, ends[0]), (b, ends[1])].map(|(address, cell)| {
        let row = places.unit(address).filter(|_| places.is_unit(address)).map(|id| *sheet.entity(id));
        row.map_or_else(|| vec![cell], |row| sheet.book.cells_of(&row).collect())
    });
    let pairs = cells[0].iter().flat_map(|&from| cells[1].iter().map(move |&to| crate::formula::distance(from, to)));
    pairs.min().unwrap_or_default()
}

pub(crate) struct World<'s, 'r> {
    sheet: Sheet<'s>,
    me: EntityId,
    source: EntityId,
    scope: Scope,
    effect: Number,
    kept: Option<KeptWords>,
    cycle: Cycle<'s>,
    reading: &'r mut Reading,
}

impl<'s, 'r> World<'s, 'r> {
    pub(super) fn of_unit(sheet: Sheet<'s>, me: EntityId, reading: &'r mut Reading) -> Self {
        Self {
            sheet,
            me,
            source: me,
            scope: Scope { of: EffectSourceRef::NONE, number: 0 },
            effect: Number::ZERO,
            kept: None,
            cycle: Cycle::NONE,
            reading,
        }
    }

    pub(crate) fn of_effect_source(
        sheet: Sheet<'s>,
        me: EntityId,
        of: EffectSourceRef,
        number: u16,
        reading: &'r mut Reading,
    ) -> Self {
        let held = sheet.instances.get(me, of.class.pool(), number).filter(|_| number > 0);
        let source = giver_of(of.class, number).or_else(|| held.and_then(EffectInstance::source)).unwrap_or(me);
        let cycle = Cycle::NONE;
        Self { sheet, me, source, scope: Scope { of, number }, effect: Number::ZERO, kept: None, cycle, reading }
    }

    pub(super) fn with(self, source: EntityId, effect: Number) -> Self {
        Self { source, effect, ..self }
    }

    pub(super) fn keeping(self, kept: Option<KeptWords>) -> Self {
        Self { kept, ..self }
    }

    pub(super) fn within(self, cycle: Cycle<'s>) -> Self {
        Self { cycle, ..self }
    }

    pub(super) fn formula(&mut self, index: u32) -> Number {
        let book = self.sheet.book;
        let length = book.formulas.get(index as usize).map_or(0, |formula| formula.code.len());
        if !self.reading.pay(length) {
            return Number::ZERO;
        }
        self.reading.depth += 1;
        let value = book.decoded.formulas.get(index as usize).map_or(Number::ZERO, |formula| formula.value(self));
        self.reading.depth -= 1;
        value
    }

    pub(super) fn parameter(&mut self, scope: Scope, name: u16) -> Number {
        let book = self.sheet.book;
        let effect_source = book.effect_source(scope.of);
        let Some(own) = effect_source.and_then(|effect_source| effect_source.parameter(name)) else {
            return Number::ZERO;
        };
        let is_it = |held: &&EffectInstance| held.kind() == Some(usize::from(scope.of.kind));
        let held = || self.sheet.instances.get(self.me, Pool::STATUSES, scope.number).filter(is_it);
        let word = |kept: u8| match self.kept.filter(|_| scope == self.scope) {
            Some(words) => words.get(usize::from(kept)).copied(),
            None => Some(held()?.words[EffectInstance::KEPT + usize::from(kept)]),
        };
        match own.kept.and_then(word) {
            Some(value) => value.into(),
            None => self.formula(own.formula),
        }
    }

    fn stat(&mut self, id: EntityId, stat: StatId) -> Number {
        self.reading.depth += 1;
        let value = self.sheet.read_stat(id, stat, self.reading, None);
        self.reading.depth -= 1;
        Number::parts_of(value.into(), self.sheet.book.stat(stat).map_or(1, super::Stat::scale))
    }
}

impl TileLookup for World<'_, '_> {
    fn sheet(&self) -> Sheet<'_> {
        self.sheet
    }

    fn unit(&self, at: Address) -> Option<EntityId> {
        let id = match at {
            Address::SELF => self.me,
            Address::CAUSE => self.source,
            _ => return None,
        };
        (self.sheet.entity(id).is_alive() || at == Address::CAUSE && id.is_some()).then_some(id)
    }

    fn cell(&self, at: Address) -> Option<Cell> {
        let cell = self.unit(at).map(|id| self.sheet.entity(id).cell)?;
        (cell != Cell::NOWHERE).then_some(cell)
    }

    fn is_unit(&self, at: Address) -> bool {
        matches!(at, Address::SELF | Address::CAUSE)
    }

    fn number(&self, _: Address) -> Option<i16> {
        None
    }
}

impl FormulaWorld for World<'_, '_> {
    fn read(&mut self, op: FormulaOp) -> Number {
        let unit = |world: &Self, a: u8| world.unit(Address(a)).unwrap_or(EntityId::NONE);
        match op {
            FormulaOp::Stat(a, stat) => self.stat(unit(self, a), StatId(stat)),
            FormulaOp::MaxHealth(a) => self.stat(unit(self, a), StatId::HEALTH),
            FormulaOp::Movement(a) => self.stat(unit(self, a), StatId::MOVEMENT),
            FormulaOp::Initiative(a) => self.stat(unit(self, a), StatId::INITIATIVE),
            FormulaOp::Speed(a) => self.stat(unit(self, a), StatId::SPEED),
            FormulaOp::Parameter(name) => self.parameter(self.scope, name),
            FormulaOp::Amount => held_word(&self.sheet, self.me, self.scope, EffectInstance::AMOUNT),
            FormulaOp::Left => held_word(&self.sheet, self.me, self.scope, EffectInstance::LEFT),
            FormulaOp::Effect => self.effect.clone(),
            FormulaOp::Reacted(name) => {
                self.sheet.reacted_parameter(self.source, self.cycle.reacted, name, self.reading)
            }
            FormulaOp::Search(a, search) => self.sheet.search(unit(self, a), search, self.cycle, self.reading),
            FormulaOp::Holds(a, ..) | FormulaOp::Has(a, ..) => carried(&self.sheet, unit(self, a), op, self.reading),
            op => read_fact(self, op).unwrap_or_default(),
        }
    }

    fn roll(&mut self, _: u16, _: &[Number]) -> Number {
        Number::ZERO
    }

    fn weigh(&mut self, _: &[Number]) -> usize {
        0
    }

    fn call(&mut self, function: u16, arguments: &[Number]) -> Number {
        self.sheet.book.functions.get(function as usize).map_or(Number::ZERO, |function| (function.call)(arguments))
    }
}

pub(crate) fn held_word(sheet: &Sheet<'_>, bearer: EntityId, scope: Scope, word: usize) -> Number {
    if giver_of(scope.of.class, scope.number).is_some() {
        // A status from an aura exists once and has no duration.
        return (word == EffectInstance::AMOUNT).into();
    }
    let own = |held: &&EffectInstance| held.kind() == Some(usize::from(scope.of.kind));
    sheet
        .instances
        .get(bearer, scope.of.class.pool(), scope.number)
        .filter(own)
        .map_or(Number::ZERO, |held| held.words[word].into())
}
