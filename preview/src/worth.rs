//! What a state is worth to a side, by weights over features that any battle has: the planner's judgement. No token is
//! named here.

use crate::search::Search;
use crate::threat::Threat;
use crate::ways::Ways;
use foretoken_vm::rulebook::{Class, ColumnOf, Objective, Stake, UnitType};
use foretoken_vm::space::{PathFinder, Reach, TileId, TilePos, UNREACHED};
use foretoken_vm::state::BattleField;
use foretoken_vm::{Cell, Entity, EntityId, GameState, Outcome, Rulebook, Team};

/// What things are worth, in hundredths of a point of health.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A point of health.
    pub health: i64,
    /// A point of shield.
    pub shield: i64,
    /// Being alive at all, for what acts.
    pub life: i64,
    /// A step between a unit and the nearest thing it fights.
    pub distance: i64,
    /// A step between a unit and the zone that a goal wants it in.
    pub errand: i64,
    /// An intent taken from a unit.
    pub stunned: i64,
    /// A point of harm that enemies could do to who decides where it stands at the end.
    pub exposure: i64,
    /// A step between who decides and the one of its side that it guards.
    pub guard: i64,
    /// Being outside the zone that a unit is not to leave.
    pub leash: i64,
    /// Harm to enemies against harm to its own, in hundredths.
    pub boldness: i64,
    /// The battle itself.
    pub outcome: i64,
    /// A point of health of who is the last that a goal or a loss counts, beyond what any is worth; several share it. It
    /// counts where each decision is carried out at once: who is gone for in plans that all sides make beforehand walks away.
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
    /// The same under a rulebook's turn order.
    pub(crate) fn under(self, book: &Rulebook) -> Self {
        if book.scheduler.decides_ahead() { Self { decisive: 0, ..self } } else { self }
    }

    /// The same as a unit of a class sees them (document 001's classes). How hard it thinks is another matter.
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

/// Rounds for which a side waits in which nobody attacks.
const PATIENCE: i32 = 6;

/// How a unit fights as things stand. Who guards or supports others does so while somebody of its side attacks, and waits
/// for its enemies for some rounds: after that a tank beside nobody of another class, and who supports where nobody else is
/// left, fights as a usual unit, so that no side waits for ever.
pub(crate) fn class_of(book: &Rulebook, state: &GameState, unit: EntityId) -> Class {
    let own = state.entity(unit);
    let class = |entity: &Entity| book.unit_type(entity).map_or(Class::Usual, |kind| kind.class);
    let mut others = state.living().filter(|&(id, other)| id != unit && other.team == own.team && other.acts());
    let is_kept = match class(own) {
        _ if state.round() <= PATIENCE => true,
        Class::Usual | Class::Offensive => true,
        Class::Tank => others.any(|(_, other)| matches!(class(other), Class::Usual | Class::Offensive)),
        Class::Support => others.any(|(_, other)| class(other) != Class::Support),
    };
    if is_kept { class(own) } else { Class::Usual }
}

/// Where goals want whom: read off their formulas, so no scenario needs to tell the planner.
#[derive(Debug, Default)]
pub(crate) struct Errands {
    /// The rulebook they were read from.
    book: u64,
    errands: Vec<Errand>,
    path: PathFinder,
}

/// Who decides, and what it knows beyond the state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decider<'a> {
    pub(crate) team: Team,
    /// The unit, and what is worth how much to it.
    pub(crate) unit: EntityId,
    pub(crate) weights: &'a Weights,
    /// What enemies could strike, where its weights ask for that.
    pub(crate) threat: &'a Threat,
    /// Where those were last seen who are out of sight.
    pub(crate) last_seen: &'a [(EntityId, Cell)],
    /// Where it looks for enemies while it knows of none.
    pub(crate) search: &'a Search,
}

#[derive(Debug)]
struct Errand {
    /// Whose goal wants it.
    team: Team,
    tag: u8,
    /// Steps from each cell to the zone, around walls and what walkers avoid, by place.
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

    /// Steps from a cell to the nearest zone that goals want somebody in: those of a side's enemies, for it waits for them
    /// there, else its own, for it goes with whom it sends. `None` where there is none.
    fn steps_to_objective(&self, book: &Rulebook, team: Team, cell: Cell) -> Option<i64> {
        let theirs = |errand: &&Errand| errand.team.is_enemy_of(team);
        let has_theirs = self.errands.iter().any(|errand| theirs(&errand));
        let wanted = self.errands.iter().filter(|errand| if has_theirs { theirs(errand) } else { errand.team == team });
        let steps = wanted.filter_map(|errand| errand.steps.get(book.board.place(cell).index()).copied());
        steps.filter(|&steps| steps != UNREACHED).min().map(i64::from)
    }

    /// Steps that all of a side still have to go where goals of it want them.
    pub(crate) fn steps_of_side(&mut self, book: &Rulebook, state: &GameState, team: Team) -> i64 {
        self.read(book);
        let own = state.living().filter(|(_, entity)| entity.team == team);
        own.map(|(id, entity)| self.steps(book, state, (id, entity))).sum()
    }

    /// Steps that an entity still has to go where goals of its side want it, around the units in its way; where they close
    /// it altogether, as if they stood ten steps long.
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
    // From the zone outwards: steps that are easier down than up count as if they were the same.
    path.flood_from(board, cells, Reach::over_everything(UNREACHED - 1), enter);
    let mut steps = vec![UNREACHED; board.places()];
    for cell in path.reached() {
        steps[board.place(cell).index()] = path.distance(board, cell);
    }
    steps
}

/// What a state is worth to a side, in hundredths of what [`Weights`] count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// All of it.
    pub(crate) total: i64,
    /// The same without how far the side's units are from what they fight.
    pub(crate) deeds: i64,
    /// Whether it ends in a victory that nobody can foil, if what is likeliest happens: decisions are carried out at once, and
    /// this one brings it.
    pub(crate) is_sure: bool,
}

/// What a state is worth to the side of who decides.
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
        if entity.acts() {
            worth += weights.life - i64::from(entity.stunned.min(2)) * weights.stunned;
            // A delayed turn is worth a quarter of a lost one.
            worth -= i64::from(entity.is_postponed()) * weights.stunned / 4;
        }
        for (column, &weight) in columns.iter().enumerate() {
            if weight != 0 {
                worth += i64::from(weight) * i64::from(state.entity_column(id, column as u16));
            }
        }
        worth -= weights.errand * errands.steps(book, state, (id, entity));
        total += sign * worth / 100;
        if weights.distance != 0 && entity.acts() && sign > 0 {
            distance += weights.distance * steps_to_fight(book, state, decider, (errands, ways), (id, entity.cell));
        }
    }
    let deeds = total + standing(book, state, decider);
    Worth { total: deeds - distance, deeds, is_sure: false }
}

/// What a point of health is worth more on whom goals and losses count, by the rulebook's stakes.
struct Stakes(Vec<(Stake, i64)>);

impl Stakes {
    /// `decisive` is what it is worth on who is the last that one counts.
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

    /// On an entity: of all stakes that count it the largest.
    fn on(&self, book: &Rulebook, entity: &Entity) -> i64 {
        let counting = self.0.iter().filter(|(stake, _)| is_counted(book, stake, entity));
        counting.map(|&(_, worth)| worth).max().unwrap_or_default()
    }
}

fn is_counted(book: &Rulebook, stake: &Stake, entity: &Entity) -> bool {
    let has_tag = |kind: &UnitType| kind.tags >> (stake.tag & 63) & 1 == 1;
    entity.team == stake.team && book.unit_type(entity).is_some_and(has_tag)
}

/// Steps of a unit from a cell to what its side fights: the nearest enemy that is known, or where one was seen last; where it
/// knows of none, what goals want, and where they want nothing, the deepest dark.
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

/// What it is worth to who decides to stand where it does: out of reach of its enemies, near whom it guards, within its
/// leash.
fn standing(book: &Rulebook, state: &GameState, decider: &Decider<'_>) -> i64 {
    let Decider { unit, weights, .. } = *decider;
    let own = state.entity(unit);
    let Some(kind) = book.unit_type(own).filter(|_| own.is_alive()) else { return 0 };
    let mut total = 0;
    if weights.exposure != 0 {
        // More than what it has left cannot be lost, and who has little left keeps away.
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

/// Where the one of its side is that a unit guards: who supports, else who has the least health.
fn ward(book: &Rulebook, state: &GameState, unit: EntityId) -> Option<Cell> {
    let own = state.entity(unit);
    let others = state.living().filter(|&(id, other)| id != unit && other.team == own.team && other.acts());
    let rank = |other: &Entity| {
        let class = book.unit_type(other).map_or(Class::Usual, |kind| kind.class);
        (class != Class::Support, other.health)
    };
    others.min_by_key(|(_, other)| rank(other)).map(|(_, other)| other.cell)
}
