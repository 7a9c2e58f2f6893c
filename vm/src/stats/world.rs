//! What formulas read: facts of a state at addresses. Programs have addresses of their own; formulas of carriers know their
//! bearer, who put the carrier there, and the carrier.

use super::auras::giver_of;
use super::carriers::CarrierRef;
use super::search::Cycle;
use super::sheet::{Reading, Sheet};
use super::{CarrierClass, StatId};
use crate::formula::{FormulaOp, FormulaWorld, argument, side};
use crate::program::Address;
use crate::space::{Cell, Dir};
use crate::state::{BattleField, Entity, EntityId, Holding, Pool};

/// The carrier on whose behalf something is read or run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    pub(crate) of: CarrierRef,
    /// The number of its holding; 0 for a skill.
    pub(crate) number: u16,
}

/// The values that parameters had when their status was applied.
pub(crate) type KeptWords = [i32; Holding::MOST_KEPT];

/// What addresses come to.
pub(crate) trait Places {
    /// The state that is read.
    fn sheet(&self) -> Sheet<'_>;
    /// The living entity at an address.
    fn unit(&self, at: Address) -> Option<EntityId>;
    /// The cell at an address.
    fn cell(&self, at: Address) -> Option<Cell>;
    /// Whether an address resolved to a unit, so that it stands for its cells.
    fn is_unit(&self, at: Address) -> bool;
    /// The number that was answered at an address.
    fn number(&self, at: Address) -> Option<i16>;
}

/// The value of an operation that reads the state without computing a stat; nothing for others.
pub(crate) fn read_fact(places: &impl Places, op: FormulaOp) -> Option<f64> {
    let truth = |holds: bool| f64::from(u8::from(holds));
    let sheet = places.sheet();
    let entity = |a: u8| places.unit(Address(a)).map_or(Entity::BLANK, |id| *sheet.entity(id));
    let cell = |a: u8| places.cell(Address(a));
    Some(match op {
        FormulaOp::Health(a) => f64::from(entity(a).health),
        FormulaOp::Shield(a) => f64::from(entity(a).shield),
        FormulaOp::Distance(a, b) => f64::from(distance(places, Address(a), Address(b))),
        FormulaOp::Exists(a) => {
            let at = Address(a);
            truth(if places.is_unit(at) { places.unit(at).is_some() } else { places.cell(at).is_some() })
        }
        FormulaOp::Number(a) => f64::from(places.number(Address(a)).unwrap_or_default()),
        FormulaOp::Occupied(a) => truth(places.unit(Address(a)).is_some()),
        FormulaOp::Enemies(a, b) => {
            let (a, b) = (entity(a), entity(b));
            truth(a.is_alive() && b.is_alive() && a.team.is_enemy_of(b.team))
        }
        FormulaOp::Height(a) => f64::from(cell(a).map_or(0, |cell| sheet.book.board.slope(cell).height)),
        FormulaOp::Ground(a, parameter) => {
            let terrain = cell(a).map(|cell| sheet.book.board.terrain(cell));
            f64::from(terrain.map_or(0, |terrain| sheet.book.decoded.ground_parameter(terrain, parameter)))
        }
        FormulaOp::OnSurface(a, surface) => {
            truth(surface > 0 && cell(a).is_some_and(|cell| sheet.cells.row(cell).surface == surface))
        }
        FormulaOp::EntityColumn(a, column) => {
            f64::from(sheet.column(places.unit(Address(a)).unwrap_or(EntityId::NONE), column))
        }
        FormulaOp::CellColumn(a, column) => f64::from(cell(a).map_or(0, |cell| sheet.cells.column(cell, column))),
        FormulaOp::BattleColumn(column) => {
            f64::from(sheet.battle_columns.get(usize::from(column)).copied().unwrap_or_default())
        }
        FormulaOp::Round => f64::from(sheet.battle[BattleField::Round as usize]),
        FormulaOp::Hard => truth(sheet.book.is_hard),
        FormulaOp::Losses => f64::from(sheet.battle[BattleField::Losses as usize]),
        FormulaOp::Side(of, from) => f64::from(side_of(places, Address(of), Address(from))),
        FormulaOp::Holds(a, ..) | FormulaOp::Has(a, ..) => {
            let id = places.unit(Address(a)).unwrap_or(EntityId::NONE);
            carried(&sheet, id, op, &mut Reading::default())
        }
        FormulaOp::Argument(a, which) => {
            let (from, to) = (places.cell(Address::SELF), cell(a));
            from.zip(to).map_or(0.0, |(from, to)| argument_of(&sheet, from, to, which))
        }
        _ => return None,
    })
}

/// A number between a use's actor and its target, after document 000's table.
fn argument_of(sheet: &Sheet<'_>, from: Cell, to: Cell, which: u8) -> f64 {
    let (dx, dy) = from.offset_to(to);
    let dz = sheet.book.board.slope(to).height - sheet.book.board.slope(from).height;
    let (x, y, z) = (f64::from(dx), f64::from(dy), f64::from(dz));
    match which {
        argument::DISTANCE => libm::sqrt(x * x + y * y + z * z),
        argument::STEPS => x.abs() + y.abs() + z.abs(),
        argument::STEPS_XY => x.abs() + y.abs(),
        argument::DX => x,
        argument::DY => y,
        argument::DZ => z,
        argument::ANGLE if (dx, dy) != (0, 0) => {
            let degrees = libm::atan2(y, x).to_degrees();
            if degrees < 0.0 { degrees + 360.0 } else { degrees }
        }
        _ => 0.0,
    }
}

/// How much of a carrier a unit has: the amounts of statuses, how many items, whether it has a skill.
fn held(sheet: &Sheet<'_>, id: EntityId, of: CarrierRef) -> f64 {
    let kind = i32::from(of.kind) + 1;
    let own = |held: &&Holding| held.words[Holding::KIND] == kind;
    match of.class {
        CarrierClass::Status => {
            let held = sheet.holdings(id, Pool::STATUSES).iter().filter(own);
            held.map(|held| f64::from(held.words[Holding::AMOUNT].max(1))).sum()
        }
        CarrierClass::Item => sheet.holdings(id, Pool::ITEMS).iter().filter(own).count() as f64,
        CarrierClass::Skill => f64::from(u8::from(sheet.has_skill(id, of.kind))),
        CarrierClass::None => 0.0,
    }
}

/// How much of a carrier a unit has with what auras give it, each giver counted once; or whether it has any.
fn carried(sheet: &Sheet<'_>, id: EntityId, op: FormulaOp, reading: &mut Reading) -> f64 {
    let (FormulaOp::Holds(_, class, kind) | FormulaOp::Has(_, class, kind)) = op else { return 0.0 };
    let of = CarrierRef { class: CarrierClass::from_index(class), kind };
    let much = held(sheet, id, of) + sheet.givers(id, of, reading).numbers().count() as f64;
    if matches!(op, FormulaOp::Has(..)) { f64::from(u8::from(much > 0.0)) } else { much }
}

/// On which side of one another stands, by the way that the first faces. On a diagonal that is before or behind it.
fn side_of(places: &impl Places, of: Address, from: Address) -> i32 {
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

/// Steps between what two addresses hold, between the nearest cells of who stands on several.
fn distance(places: &impl Places, a: Address, b: Address) -> i32 {
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

/// What a formula of a carrier, or of a kind's stat, reads. It asks no chance.
pub(crate) struct World<'s, 'r> {
    sheet: Sheet<'s>,
    me: EntityId,
    source: EntityId,
    scope: Scope,
    /// What `effect` is.
    effect: f64,
    /// What parameters of the carrier were kept, where that is gone.
    kept: Option<KeptWords>,
    /// What was done so far of what it is part of.
    cycle: Cycle<'s>,
    reading: &'r mut Reading,
}

impl<'s, 'r> World<'s, 'r> {
    /// For a formula of a unit's own kind.
    pub(super) const fn of_unit(sheet: Sheet<'s>, me: EntityId, reading: &'r mut Reading) -> Self {
        Self {
            sheet,
            me,
            source: me,
            scope: Scope { of: CarrierRef::NONE, number: 0 },
            effect: 0.0,
            kept: None,
            cycle: Cycle::NONE,
            reading,
        }
    }

    /// For a formula of one of its carriers.
    pub(crate) fn of_carrier(
        sheet: Sheet<'s>,
        me: EntityId,
        of: CarrierRef,
        number: u16,
        reading: &'r mut Reading,
    ) -> Self {
        let held = sheet.holdings.get(me, of.class.pool(), number).filter(|_| number > 0);
        let source = giver_of(of.class, number).or_else(|| held.and_then(Holding::source)).unwrap_or(me);
        let cycle = Cycle::NONE;
        Self { sheet, me, source, scope: Scope { of, number }, effect: 0.0, kept: None, cycle, reading }
    }

    /// The same with another in the place of who put it there, and with what `effect` is.
    pub(super) const fn with(self, source: EntityId, effect: f64) -> Self {
        Self { source, effect, ..self }
    }

    /// The same for a carrier that is gone and kept this.
    pub(super) const fn keeping(self, kept: Option<KeptWords>) -> Self {
        Self { kept, ..self }
    }

    /// The same for an answer to what was done so far.
    pub(super) const fn within(self, cycle: Cycle<'s>) -> Self {
        Self { cycle, ..self }
    }

    /// The value of a formula of the rulebook.
    pub(super) fn formula(&mut self, index: u32) -> f64 {
        let book = self.sheet.book;
        let length = book.formulas.get(index as usize).map_or(0, |formula| formula.code.len());
        if !self.reading.pay(length) {
            return 0.0;
        }
        self.reading.depth += 1;
        let value = book.decoded.formulas.get(index as usize).map_or(0.0, |formula| formula.value(self));
        self.reading.depth -= 1;
        value
    }

    /// A parameter of a carrier, by its place among the rulebook's names: as it was kept, or as its formula has it now.
    pub(super) fn parameter(&mut self, scope: Scope, name: u16) -> f64 {
        let book = self.sheet.book;
        let carrier = book.carrier(scope.of);
        let Some(own) = carrier.and_then(|carrier| carrier.parameters.iter().find(|own| own.name == name)) else {
            return 0.0;
        };
        let is_it = |held: &&Holding| held.kind() == Some(usize::from(scope.of.kind));
        let held = || self.sheet.holdings.get(self.me, Pool::STATUSES, scope.number).filter(is_it);
        let word = |kept: u8| match self.kept.filter(|_| scope == self.scope) {
            Some(words) => words.get(usize::from(kept)).copied(),
            None => Some(held()?.words[Holding::KEPT + usize::from(kept)]),
        };
        match own.kept.and_then(word) {
            Some(value) => f64::from(value),
            None => self.formula(own.formula),
        }
    }

    /// The value of a stat in units of 1.
    fn stat(&mut self, id: EntityId, stat: StatId) -> f64 {
        self.reading.depth += 1;
        let value = self.sheet.read_stat(id, stat, self.reading, None);
        self.reading.depth -= 1;
        f64::from(value) / self.sheet.book.stat(stat).map_or(1.0, super::Stat::scale)
    }
}

impl Places for World<'_, '_> {
    fn sheet(&self) -> Sheet<'_> {
        self.sheet
    }

    fn unit(&self, at: Address) -> Option<EntityId> {
        let id = match at {
            Address::SELF => self.me,
            Address::CAUSE => self.source,
            _ => return None,
        };
        // A source that died still has its numbers.
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
    fn read(&mut self, op: FormulaOp) -> f64 {
        let unit = |world: &Self, a: u8| world.unit(Address(a)).unwrap_or(EntityId::NONE);
        match op {
            FormulaOp::Stat(a, stat) => self.stat(unit(self, a), StatId(stat)),
            FormulaOp::MaxHealth(a) => self.stat(unit(self, a), StatId::HEALTH),
            FormulaOp::Movement(a) => self.stat(unit(self, a), StatId::MOVEMENT),
            FormulaOp::Initiative(a) => self.stat(unit(self, a), StatId::INITIATIVE),
            FormulaOp::Speed(a) => self.stat(unit(self, a), StatId::SPEED),
            FormulaOp::Parameter(name) => self.parameter(self.scope, name),
            FormulaOp::Amount => held_word(&self.sheet, self.me, self.scope, Holding::AMOUNT),
            FormulaOp::Left => held_word(&self.sheet, self.me, self.scope, Holding::LEFT),
            FormulaOp::Effect => self.effect,
            FormulaOp::Reacted(name) => {
                self.sheet.reacted_parameter(self.source, self.cycle.reacted, name, self.reading)
            }
            FormulaOp::Search(a, search) => self.sheet.search(unit(self, a), search, self.cycle, self.reading),
            FormulaOp::Holds(a, ..) | FormulaOp::Has(a, ..) => carried(&self.sheet, unit(self, a), op, self.reading),
            op => read_fact(self, op).unwrap_or_default(),
        }
    }

    fn roll(&mut self, _: u16, _: f64, _: f64) -> f64 {
        0.0
    }

    fn weigh(&mut self, _: &[f64]) -> usize {
        0
    }

    fn call(&mut self, function: u16, arguments: &[f64]) -> f64 {
        self.sheet.book.functions.get(function as usize).map_or(0.0, |function| (function.call)(arguments))
    }
}

/// A word of the carrier's holding.
pub(crate) fn held_word(sheet: &Sheet<'_>, bearer: EntityId, scope: Scope, word: usize) -> f64 {
    if giver_of(scope.of.class, scope.number).is_some() {
        // What an aura gives is there once, and has no time of its own.
        return f64::from(u8::from(word == Holding::AMOUNT));
    }
    let own = |held: &&Holding| held.kind() == Some(usize::from(scope.of.kind));
    sheet
        .holdings
        .get(bearer, scope.of.class.pool(), scope.number)
        .filter(own)
        .map_or(0.0, |held| f64::from(held.words[word]))
}
