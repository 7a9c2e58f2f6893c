//! Evaluation of a state for a side, by weights. It names no token.

use crate::search::Search;
use crate::threat::Threat;
use crate::ways::Ways;
use foretoken_vm::rulebook::{Class, ColumnOf, Objective, Stake, UnitType};
use foretoken_vm::space::{PathFinder, Reach, TileId, TilePos, UNREACHED};
use foretoken_vm::state::BattleField;
use foretoken_vm::{Cell, Entity, EntityId, GameState, Outcome, Rulebook, Team};

/// Values of features, in hundredths of a point of health.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A point of health.
    pub health: i64,
    /// A point of shield.
    pub shield: i64,
    /// Being alive, for units that act.
    pub life: i64,
    /// A step between a unit and its nearest target.
    pub distance: i64,
    /// A step between a unit and the zone of its goal.
    pub errand: i64,
    /// An intent that a unit loses.
    pub stunned: i64,
    /// A point of possible damage at the deciding unit's final cell.
    pub exposure: i64,
    /// A step to the guarded ally.
    pub guard: i64,
    /// Being outside the zone that a unit must not leave.
    pub leash: i64,
    /// Damage to enemies relative to damage to allies, in hundredths.
    pub boldness: i64,
    /// Victory or defeat.
    pub outcome: i64,
    /// Additional value of health of the last units that a goal counts. Only for immediate turn orders, because
    /// threatened units walk away from planned attacks.
    pub decisive: i64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            health: 100,
            shield: 20,
            life: 300,
            distance: 4,
            errand: 60,
            stunned: 60,
            exposure: 0,
            guard: 0,
            leash: 2_000,
            boldness: 100,
            outcome: 1_000_000,
            decisive: 0,
        }
    }
}

impl Weights {
    pub(crate) fn under(self, book: &Rulebook) -> Self {
        if book.scheduler.is_decided_ahead() { Self { decisive: 0, ..self } } else { self }
    }

    /// Adapts the weights to a unit class (document 001).
    #[must_use]
    pub fn of_class(&self, class: Class) -> Self {
        match class {
            Class::Usual => self.clone(),
            Class::Offensive => Self { boldness: 130, distance: 2 * self.distance, ..self.clone() },
            Class::Tank => Self { exposure: self.health / 20, guard: 3 * self.distance, ..self.clone() },
            Class::Support => Self { exposure: self.health / 2, distance: 0, ..self.clone() },
        }
    }
}

const PATIENCE: i32 = 6;

/// Returns the current class of a unit. After some rounds, a tank or support without other classes fights as a usual
/// unit.
pub(crate) fn class_of(book: &Rulebook, state: &GameState, unit: EntityId) -> Class {
    let own = state.entity(unit);
    let class = |entity: &Entity| book.unit_type(entity).map_or(Class::Usual, |kind| kind.class);
    let mut others = state.living().filter(|&(id, other)| id != unit && other.team == own.team && other.is_activated());
    let is_kept = match class(own) {
        _ if state.round() <= PATIENCE => true,
        Class::Usual | Class::Offensive => true,
        Class::Tank => others.any(|(_, other)| matches!(class(other), Class::Usual | Class::Offensive)),
        Class::Support => others.any(|(_, other)| class(other) != Class::Support),
    };
    if is_kept { class(own) } else { Class::Usual }
}

#[derive(Debug, Default)]
pub(crate) struct Errands {
    book: u64,
    errands: Vec<Errand>,
    path: PathFinder,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Decider<'a> {
    pub(crate) team: Team,
    pub(crate) unit: EntityId,
    pub(crate) weights: &'a Weights,
    pub(crate) threat: &'a Threat,
    pub(crate) last_seen: &'a [(EntityId, Cell)],
    pub(crate) search: &'a Search,
}

#[derive(Debug)]
struct Errand {
    team: Team,
    tag: u8,
    /// Steps from each cell, by tile number, to the zone, around walls and avoided ground.
    steps: Vec<u16>,
}

impl Errands {
    pub(crate) fn read(&mut self, book: &Rulebook) {
        if self.book == book.id() {
            return;
        }
        self.book = book.id();
        let errand = |wanted: &Objective| {
            let Objective { team, tag, zone } = *wanted;
            Errand { team, tag, steps: steps_to_zone(book, zone) }
        };
        self.errands = book.objectives().iter().map(errand).collect();
    }

    /// Returns the steps from a cell to the nearest objective: that of an enemy side, to wait there, else one of the
    /// own side. `None` if there is none.
    fn steps_to_objective(&self, book: &Rulebook, team: Team, cell: Cell) -> Option<i64> {
        let theirs = |errand: &&Errand| errand.team.is_enemy_of(team);
        let has_theirs = self.errands.iter().any(|errand| theirs(&errand));
        let wanted = self.errands.iter().filter(|errand| if has_theirs { theirs(errand) } else { errand.team == team });
        let steps = wanted.filter_map(|errand| errand.steps.get(book.board.place(cell).index()).copied());
        steps.filter(|&steps| steps != UNREACHED).min().map(i64::from)
    }

    pub(crate) fn steps_of_side(&mut self, book: &Rulebook, state: &GameState, team: Team) -> i64 {
        self.read(book);
        let own = state.living().filter(|(_, entity)| entity.team == team);
        own.map(|(id, entity)| self.steps(book, state, (id, entity))).sum()
    }

    /// Returns the steps of a unit to its objective, around other units. If these block every path, adds ten steps.
    fn steps(&mut self, book: &Rulebook, state: &GameState, (id, entity): (EntityId, &Entity)) -> i64 {
        let Some(kind) = book.unit_type(entity) else { return 0 };
        let board = &book.board;
        let mut total = 0;
        let of_it = |errand: &&Errand| errand.team == entity.team && kind.tags >> (errand.tag & 63) & 1 == 1;
        for errand in self.errands.iter().filter(of_it) {
            let past = |steps: u16| i64::from(steps.min(99)) + 10;
            let direct = errand.steps.get(board.place(entity.cell).index()).copied().unwrap_or(UNREACHED);
            let steps_from = |place: TileId| errand.steps.get(place.index()).copied().unwrap_or(UNREACHED);
            let enter = |spot: TilePos| {
                let there = state.occupant(spot.cell);
                let stands = there.is_some() && state.entity(there).cell != entity.cell;
                let free = steps_from(spot.place) != UNREACHED && !stands;
                free.then(|| book.entering_costs(spot.place))
            };
            let wanted = |spot: TilePos| steps_from(spot.place) == 0;
            let reach = state.sheet(book).reach_of(id, 99);
            let around = self.path.flood_to_first(board, entity.cell, reach, wanted, enter);
            total += around.map_or_else(|| past(direct), i64::from);
        }
        total
    }
}

fn steps_to_zone(book: &Rulebook, zone: u8) -> Vec<u16> {
    let board = &book.board;
    let mut path = PathFinder::default();
    let enter = |spot: TilePos| {
        let open = book.terrain_at(spot.cell).is_none_or(|terrain| !terrain.blocks_movement && !terrain.avoided);
        open.then(|| book.entering_costs(spot.place))
    };
    let cells = board.cells().filter(|&cell| board.zones(cell) >> (zone & 15) & 1 == 1);
    path.flood_from(board, cells, Reach::over_everything(UNREACHED - 1), enter);
    let mut steps = vec![UNREACHED; board.places()];
    for cell in path.reached() {
        steps[board.place(cell).index()] = path.distance(board, cell);
    }
    steps
}

/// Value of a state for a side, in hundredths of a point of health.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) total: i64,
    pub(crate) deeds: i64,
    /// Whether the decision itself brings a victory that no later activation can prevent, if the likeliest result
    /// happens.
    pub(crate) is_sure: bool,
}

pub(crate) fn value(
    book: &Rulebook,
    state: &GameState,
    decider: &Decider<'_>,
    errands: &mut Errands,
    ways: &mut Ways,
) -> Worth {
    let Decider { team, weights, .. } = *decider;
    let stakes = Stakes::of(book, state, weights.decisive);
    let columns: Vec<i32> = book.columns.of(ColumnOf::Entity).map(|column| column.weight).collect();
    let mut distance = 0;
    let mut total = match Outcome::for_side(state.battle(BattleField::Outcome), team) {
        Outcome::Won => weights.outcome,
        Outcome::Lost => -weights.outcome,
        Outcome::Open | Outcome::Drawn => 0,
    };
    for (id, entity) in state.living() {
        let sign = if entity.team == team {
            100
        } else if entity.team.is_enemy_of(team) {
            -weights.boldness
        } else {
            continue;
        };
        let kind = book.unit_type(entity);
        let mut worth = i64::from(entity.health) * (weights.health + stakes.on(book, entity))
            + i64::from(entity.shield) * weights.shield
            + kind.map_or(0, |k| i64::from(k.worth));
        if entity.is_activated() {
            worth += weights.life - i64::from(entity.stunned.min(2)) * weights.stunned;
            // A delayed turn costs a quarter of a lost one.
            worth -= i64::from(entity.is_postponed()) * weights.stunned / 4;
        }
        for (column, &weight) in columns.iter().enumerate() {
            if weight != 0 {
                worth += i64::from(weight) * i64::from(state.entity_column(id, column as u16));
            }
        }
        worth -= weights.errand * errands.steps(book, state, (id, entity));
        total += sign * worth / 100;
        if weights.distance != 0 && entity.is_activated() && sign > 0 {
            distance += weights.distance * steps_to_fight(book, state, decider, (errands, ways), (id, entity.cell));
        }
    }
    let deeds = total + standing(book, state, decider);
    Worth { total: deeds - distance, deeds, is_sure: false }
}

struct Stakes(Vec<(Stake, i64)>);

impl Stakes {
    fn of(book: &Rulebook, state: &GameState, decisive: i64) -> Self {
        if decisive == 0 {
            return Self(Vec::new());
        }
        let share = |stake: &Stake| {
            let counted = state.living().filter(|(_, row)| is_counted(book, stake, row)).count();
            decisive / i64::try_from(counted).unwrap_or(i64::MAX).max(1)
        };
        Self(book.stakes().iter().map(|stake| (*stake, share(stake))).collect())
    }

    fn on(&self, book: &Rulebook, entity: &Entity) -> i64 {
        let counting = self.0.iter().filter(|(stake, _)| is_counted(book, stake, entity));
        counting.map(|&(_, worth)| worth).max().unwrap_or_default()
    }
}

fn is_counted(book: &Rulebook, stake: &Stake, entity: &Entity) -> bool {
    let has_tag = |kind: &UnitType| kind.tags >> (stake.tag & 63) & 1 == 1;
    entity.team == stake.team && book.unit_type(entity).is_some_and(has_tag)
}

/// Returns the steps from a cell to the unit's target: the nearest known or last seen enemy, else an objective, else
/// the deepest dark.
fn steps_to_fight(
    book: &Rulebook,
    state: &GameState,
    decider: &Decider<'_>,
    (errands, ways): (&Errands, &mut Ways),
    (unit, cell): (EntityId, Cell),
) -> i64 {
    let fought = state.living().filter(|(_, other)| other.team.is_enemy_of(decider.team)).map(|(_, other)| other.cell);
    let remembered = decider.last_seen.iter().map(|&(_, at)| at);
    let nearest = ways.nearest(book, (unit, cell), fought.chain(remembered));
    let objective = || book.sight.and_then(|_| errands.steps_to_objective(book, decider.team, cell));
    let search = || decider.search.steps_from(book, cell);
    nearest.or_else(objective).or_else(search).unwrap_or_default()
}

fn standing(book: &Rulebook, state: &GameState, decider: &Decider<'_>) -> i64 {
    let Decider { unit, weights, .. } = *decider;
    let own = state.entity(unit);
    let Some(kind) = book.unit_type(own).filter(|_| own.is_alive()) else { return 0 };
    let mut total = 0;
    if weights.exposure != 0 {
        // A unit cannot lose more than its health. Weak units count the damage twice.
        let harm = i64::from(decider.threat.harm_at(own.cell)).min(i64::from(own.health.max(0)));
        let hurt = if 2 * own.health <= own.max_health { 2 } else { 1 };
        total -= weights.exposure * hurt * harm;
    }
    if weights.guard != 0 {
        total -= weights.guard * ward(book, state, unit).map_or(0, |ward| i64::from(own.cell.steps_to(ward)));
    }
    if let Some(zone) = kind.leash
        && book.board.zones(own.cell) >> (zone & 15) & 1 == 0
        && book.has_zone(zone)
    {
        total -= weights.leash;
    }
    total
}

/// Returns the cell of the ally that a unit guards: a support, else the unit with the least health.
fn ward(book: &Rulebook, state: &GameState, unit: EntityId) -> Option<Cell> {
    let own = state.entity(unit);
    let others = state.living().filter(|&(id, other)| id != unit && other.team == own.team && other.is_activated());
    let rank = |other: &Entity| {
        let class = book.unit_type(other).map_or(Class::Usual, |kind| kind.class);
        (class != Class::Support, other.health)
    };
    others.min_by_key(|(_, other)| rank(other)).map(|(_, other)| other.cell)
}
