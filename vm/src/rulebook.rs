//! Everything that cannot change during a battle: compiled actions, formulas, archetypes, surfaces and the map's fixed
//! geometry. Built once by `action-assets`, shared by every copy of the state.

mod deciders;
mod hash;
mod labels;
mod member;
mod opening;
mod shared;
mod timetable;

pub use deciders::{Decider, Deciders};
pub use member::{Member, MemberItem, MemberStatus};
pub use opening::{CompiledScenario, Opening, OpeningFault, SpawnPool};
pub use timetable::Timed;

use crate::chance::Distribution;
use crate::formula::{CustomFunction, Formula};
pub use crate::limits::Limits;
use crate::machine::Decoded;
pub use crate::machine::UnitBlocking;
use crate::policies::Policy;
use crate::program::{Label, Token, TokenSet};
use crate::regions::{CustomRegion, Region};
use crate::roll::Roll;
use crate::schedulers::Scheduler;
use crate::space::{Board, Cell, CellShape, Dir, Footprint, Pattern, Terrain, TileId};
use crate::state::{Entity, EntityId, GameState, Team, flag};
use crate::stats::{EffectSource, ItemKind, Search, SkillKind, Stat, StatId, StatusKind};
use crate::tokens::Extern;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A kind of surface: fire, ice, oil, smoke, water.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurfaceKind {
    /// Asset name.
    pub name: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// Lines of aim stop here.
    pub blocks_sight: bool,
    /// Walkers never step here of their own will.
    pub avoided: bool,
    /// Rounds it lasts when laid; 0 for as long as it is let be.
    pub lasts: u8,
    /// Program run for an entity that enters.
    pub on_enter: Option<u16>,
    /// Program run for an entity that leaves.
    pub on_exit: Option<u16>,
    /// Program run at the end of a round for an entity that stands here.
    pub on_round_end: Option<u16>,
    /// Surfaces (index) that turn into this one when this one is laid on or beside them, as oil catches fire.
    pub spreads_to: Vec<u8>,
    /// Surfaces (index) that this one and they undo each other, as water and fire.
    pub cancels: Vec<u8>,
}

/// How the planner means a kind to fight (document 001). It is shown to nobody and decides no rule.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    /// By the usual weights.
    #[default]
    Usual,
    /// Goes for harm and takes risks for it.
    Offensive,
    /// Stands between its own and those who could strike them.
    Tank,
    /// Keeps out of reach, the more the less health it has.
    Support,
}

/// A kind of entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitType {
    /// Asset name.
    pub name: String,
    /// The word shown.
    pub title: String,
    /// What it is, in a sentence.
    pub note: String,
    /// The character it is drawn with.
    pub glyph: char,
    /// Health it starts with.
    pub health: i32,
    /// Initiative it starts with.
    pub initiative: i32,
    /// Speed class it starts with.
    pub speed: i32,
    /// Movement points of one move: cells, where entering one takes one point.
    pub movement: i32,
    /// Steps that it climbs or jumps down at once; the usual [`UnitType::USUAL_JUMP`] where it has no number of its own.
    pub jump: Option<u8>,
    /// How many cells of pits, water and other ground that walkers avoid, or that lies too deep, it leaps over in a straight
    /// line as it walks, up to [`UnitType::MOST_LEAP`].
    pub leap: u8,
    /// How far it sees where there is fog, in cells as the crow flies; as the rules say where it has no number of its own.
    pub sight: Option<u16>,
    /// The cells that it stands on, where they are several.
    pub size: Option<Footprint>,
    /// Whether it takes activations.
    pub acts: bool,
    /// Whether it starts unseen by other sides.
    pub hidden: bool,
    /// Whether others cannot move it.
    pub anchored: bool,
    /// Where it takes no side: whether lines of sight and aim stop where it stands.
    pub blocks_sight: bool,
    /// Where it takes no side: what it takes from the visibility of what lies behind it, in thousandths, 0 to 1000.
    pub opacity: u16,
    /// Moves and actions of one activation.
    pub points: (u8, u8),
    /// Bits of the registered tags it has.
    pub tags: u64,
    /// Programs of its actions, in the order they are shown.
    pub actions: Vec<u16>,
    /// Program run when it dies.
    pub on_death: Option<u16>,
    /// Program run when another harmed it and it lives.
    pub on_hurt: Option<u16>,
    /// How the planner means it to fight.
    pub class: Class,
    /// The zone that the planner does not let it leave.
    pub leash: Option<u8>,
    /// What one of it is worth to its side, in hundredths of a health point, for the planner.
    pub worth: i32,
    /// Whether its death is a loss that hurts, counted in the battle's row.
    pub counts_as_loss: bool,
    /// Stats whose base is a formula. This and what follows goes into hashes by names ([`Rules::describe_effect_sources`]).
    #[serde(skip)]
    pub formulas: Vec<(StatId, u32)>,
    /// Columns that start with another value than their default.
    #[serde(skip)]
    pub starts: Vec<(u16, i32)>,
    /// Skills that it has.
    #[serde(skip)]
    pub skills: Vec<u16>,
    /// Items that it starts with, and whether each is worn.
    #[serde(skip)]
    pub items: Vec<(u16, bool)>,
    /// Statuses that it starts with.
    #[serde(skip)]
    pub statuses: Vec<u16>,
    /// The policy that decides for it.
    #[serde(skip)]
    pub policy: Option<u16>,
    /// Bits of the slots that it has for items.
    #[serde(skip)]
    pub slots: u16,
}

impl UnitType {
    /// Steps that most kinds climb or jump down at once.
    pub const USUAL_JUMP: u8 = 3;
    /// The most cells that anybody leaps over.
    pub const MOST_LEAP: u8 = 9;
}

/// What a column belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ColumnOf {
    /// Each entity.
    Entity,
    /// Each cell.
    Cell,
    /// The battle.
    Battle,
}

/// A registered column of integers: where a kind from elsewhere keeps what it must remember.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Name, unique for what it belongs to.
    pub name: String,
    /// What it belongs to.
    pub of: ColumnOf,
    /// Its value until something is written.
    pub default: i32,
    /// What the planner adds to a side's score for each point on one of its entities, in hundredths.
    pub weight: i32,
}

/// The registered columns, sorted by owner and name so that numbers do not depend on who registered first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// Columns from declarations in any order; a name declared twice keeps its first declaration.
    #[must_use]
    pub fn new(mut columns: Vec<Column>) -> Self {
        columns.sort_by(|a, b| (a.of as u8, &a.name).cmp(&(b.of as u8, &b.name)));
        columns.dedup_by(|b, a| a.of == b.of && a.name == b.name);
        Self(columns)
    }

    /// These and others; of a name twice the first declaration counts.
    #[must_use]
    pub fn with(self, others: Vec<Column>) -> Self {
        Self::new(self.0.into_iter().chain(others).collect())
    }

    /// Those of one owner; the position is the column's number.
    pub fn of(&self, of: ColumnOf) -> impl Iterator<Item = &Column> {
        self.0.iter().filter(move |column| column.of == of)
    }

    /// Number of a column.
    #[must_use]
    pub fn find(&self, of: ColumnOf, name: &str) -> Option<u16> {
        self.of(of).position(|column| column.name == name).map(|at| at as u16)
    }

    pub(crate) fn entity_defaults(&self) -> Vec<i32> {
        self.of(ColumnOf::Entity).map(|c| c.default).collect()
    }

    pub(crate) fn cell_defaults(&self) -> Vec<i32> {
        self.of(ColumnOf::Cell).map(|c| c.default).collect()
    }

    pub(crate) fn battle_defaults(&self) -> Vec<i32> {
        self.of(ColumnOf::Battle).map(|c| c.default).collect()
    }
}

/// A goal or a loss: what is shown, and the condition that decides it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The sentence shown.
    pub text: String,
    /// Formula in the rulebook; other than zero when it has come about.
    pub when: u32,
    /// The side that it wins or loses the battle for.
    pub team: Team,
}

/// The rules and the map of one battle, as plain data. [`Rules::build`] makes a [`Rulebook`] of them.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Name of the scenario it was compiled for.
    pub scenario: String,
    /// The ground.
    pub board: Board,
    /// Cells whose blocks are drawn otherwise than their ground's. It decides nothing, so no hash counts it.
    pub shapes: BTreeMap<Cell, CellShape>,
    /// Kinds of ground, by the board's index.
    pub terrains: Vec<Terrain>,
    /// Kinds of surface.
    pub surfaces: Vec<SurfaceKind>,
    /// Kinds of entity.
    pub unit_types: Vec<UnitType>,
    /// All compiled programs, sorted by name.
    pub programs: Vec<TokenSet>,
    /// Formulas that programs and goals refer to.
    pub formulas: Vec<Formula>,
    /// Dice that formulas roll.
    pub rolls: Vec<Roll>,
    /// Searches that formulas make.
    pub searches: Vec<Search>,
    /// Functions of other crates that formulas call.
    pub functions: Vec<CustomFunction>,
    /// Distributions that formulas draw from.
    pub distributions: Vec<Distribution>,
    /// Cell patterns.
    pub patterns: Vec<Pattern>,
    /// Regions behind the core ones.
    pub regions: Vec<Region>,
    /// Regions of other crates, sorted by name.
    pub custom_regions: Vec<CustomRegion>,
    /// Registered labels of changes, at most 65,536: those of actions, sorted, then names of draws in other formulas.
    pub labels: Vec<String>,
    /// Registered tags, sorted; at most 64.
    pub tags: Vec<String>,
    /// Names of zones; at most 16.
    pub zones: Vec<String>,
    /// Names of links that requests and walks tell apart; at most [`LinkSet::MOST_NAMES`](crate::space::LinkSet::MOST_NAMES).
    pub link_names: Vec<String>,
    /// Registered columns.
    pub columns: Columns,
    /// Tokens of other crates, sorted by name.
    pub externs: Vec<Extern>,
    /// The turn order in force.
    pub scheduler: Scheduler,
    /// Programs that the scenario runs as rounds begin, in this order.
    pub timetable: Vec<Timed>,
    /// What wins the battle, each for its side; the first that holds.
    pub goals: Vec<Goal>,
    /// What loses it, each for its side.
    pub losses: Vec<Goal>,
    /// What a side may achieve beside winning, judged at the end of the battle. It decides nothing, so no hash counts it.
    pub bonus_goals: Vec<Goal>,
    /// Rounds within which winning is well done; 0 where that is no matter. It decides nothing, so no hash counts it.
    pub par: i32,
    /// What the sides are called, by their numbers; empty where the scenario gives no name. It decides nothing, so no
    /// hash counts it.
    pub sides: Vec<String>,
    /// The program that whoever is told to have done enough uses last, if it can, such as one that asks which way to face.
    /// Who decides may leave it out, so no hash counts it.
    pub end_of_turn_action: Option<u16>,
    /// The sides for which units of each type may be in the battle, a bit each, by the type's place. Of units that hide, this
    /// is all that other sides know. Empty for every type on every side.
    pub cast: Vec<u8>,
    /// Whose units stand in a walker's way.
    pub unit_blocking: UnitBlocking,
    /// Harm to both when a pushed entity is stopped.
    pub collision_harm: i32,
    /// Steps that who is pushed over an edge falls without harm; [`Rules::USUAL_SAFE_FALL`] where there is no other number.
    pub safe_fall: Option<i32>,
    /// Harm of each step beyond those; 1 where there is no other number.
    pub fall_harm: Option<i32>,
    /// Names of the parameters of grounds, sorted: formulas go by their places here.
    pub ground_parameters: Vec<String>,
    /// How far units see whose kinds say nothing, in cells as the crow flies. `None` for no fog: every side sees everything.
    pub sight: Option<u16>,
    /// Stats: the core ones first, then the declared ones by name; empty where none is declared.
    pub stats: Vec<Stat>,
    /// Kinds of items, by name.
    pub items: Vec<ItemKind>,
    /// Kinds of skills, by name.
    pub skills: Vec<SkillKind>,
    /// Kinds of statuses, by name.
    pub statuses: Vec<StatusKind>,
    /// Names of parameters of carriers, sorted: formulas go by their places here.
    pub parameters: Vec<String>,
    /// Names of slots for items, sorted; at most 16. A name occurs as often as a unit may have slots of it.
    pub slots: Vec<String>,
    /// Policies, by name.
    pub policies: Vec<Policy>,
    /// What recharges together, sorted.
    pub recharges: Vec<String>,
    /// Pools of other crates, sorted; at most 10.
    pub pools: Vec<String>,
    /// Bounds.
    pub limits: Limits,
    /// Kinds of actions used with their versions, for records.
    pub kinds: Vec<(String, u32)>,
}

/// Where a goal of a side wants units of a tag to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Whose goal it is.
    pub team: Team,
    /// The tag, by its place in the rulebook.
    pub tag: u8,
    /// The zone, by its place in the rulebook.
    pub zone: u8,
}

/// A goal or a loss counts those of a side that have a tag, so the battle hangs on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The side they are of: that of a loss, and every enemy of that of a goal.
    pub team: Team,
    /// The tag, by its place in the rulebook.
    pub tag: u8,
}

/// Rules made ready to run. They can be read and not altered, so that what is derived from them is never stale; other
/// rules are built from [`Rulebook::to_rules`].
#[derive(Clone, Debug)]
pub struct Rulebook {
    rules: Rules,
    /// A number of its own, so that nothing predicted under one is taken for current under another. Never saved or hashed.
    pub(crate) id: u64,
    /// Whether any program repeats the last blow, so that blows must be remembered.
    pub(crate) remembers_blows: bool,
    /// The programs made ready to run.
    pub(crate) decoded: Decoded,
    /// Its hash, computed on first use.
    hash: OnceLock<u64>,
}

impl Deref for Rulebook {
    type Target = Rules;

    #[inline(always)]
    fn deref(&self) -> &Rules {
        &self.rules
    }
}

/// The number of one more rulebook of this process.
fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for Rulebook {
    fn default() -> Self {
        Rules::default().build()
    }
}

impl Rules {
    /// Steps that who is pushed over an edge falls without harm, where nothing else is said.
    pub const USUAL_SAFE_FALL: i32 = 2;

    /// Makes them ready to run, bounds within their maxima.
    #[must_use]
    pub fn build(self) -> Rulebook {
        self.build_with(true)
    }

    /// The same, where `inlines` says whether plain activations may run in the loop of their own. Without, all run alike
    /// and come to the same: what tests compare and benchmarks measure.
    #[must_use]
    pub fn build_with(mut self, inlines: bool) -> Rulebook {
        self.limits = self.limits.clamped();
        self.board.link();
        self.board.sort_links(&self.link_names);
        let leaps =
            |effect_source: &EffectSource| effect_source.modifiers.iter().any(|modifier| modifier.stat == StatId::LEAP);
        if self.unit_types.iter().any(|kind| kind.leap > 0)
            || self.effect_sources().any(|(_, effect_source)| leaps(effect_source))
        {
            let terrains = &self.terrains;
            let avoided = |terrain: &Terrain| terrain.avoided && !terrain.blocks_movement;
            self.board.set_gaps(|terrain| terrains.get(usize::from(terrain)).is_some_and(avoided));
        } else {
            self.board.forget_gaps();
        }
        self.scheduler = self.scheduler.bound(&self.columns);
        let mut tokens = self.programs.iter().flat_map(|program| &program.code);
        Rulebook {
            id: next_id(),
            remembers_blows: tokens.any(|token| token.nature().repeats_blows),
            decoded: Decoded::new(&self, inlines),
            hash: OnceLock::new(),
            rules: self,
        }
    }
}

impl Rules {
    /// The archetype of an entity, if it is known.
    #[inline]
    #[must_use]
    pub fn unit_type(&self, entity: &Entity) -> Option<&UnitType> {
        self.unit_types.get(entity.unit_type as usize)
    }

    /// The policy that decides for an entity of a state, where one does: its own, else that of its type, else that of its side
    /// if it acts.
    #[must_use]
    pub fn policy_of(&self, state: &GameState, id: EntityId) -> Option<&Policy> {
        self.policies.get(usize::from(self.policy_number_of(state, id)?))
    }

    /// The place of that policy among [`Self::policies`].
    pub(crate) fn policy_number_of(&self, state: &GameState, id: EntityId) -> Option<u16> {
        if self.policies.is_empty() {
            return None;
        }
        let row = state.entity(id);
        let of_type = || self.unit_type(row)?.policy;
        let of_side = || state.side_policy(row.team).filter(|_| row.acts());
        state.own_policy(self, id).or_else(of_type).or_else(of_side)
    }

    /// The program with this index.
    #[inline]
    #[must_use]
    pub fn program(&self, index: u16) -> Option<&TokenSet> {
        self.programs.get(index as usize)
    }

    /// The label of the first token of a program that has one.
    #[must_use]
    pub fn first_label(&self, program: u16) -> Label {
        let code = self.program(program).map_or(&[][..], |program| &program.code);
        code.iter().find_map(Token::label).unwrap_or(Label::NONE)
    }

    /// Index of the program with this name.
    #[must_use]
    pub fn find_program(&self, name: &str) -> Option<u16> {
        self.programs.iter().position(|p| p.name == name).map(|at| at as u16)
    }

    /// The ground of a cell; none off the board and in holes.
    #[inline]
    #[must_use]
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.terrains.get(usize::from(self.board.ground(cell)?))
    }

    /// The columns and rows that an entity stands on.
    #[inline]
    #[must_use]
    pub fn footprint_of(&self, entity: &Entity) -> Footprint {
        self.unit_type(entity).and_then(|kind| kind.size).unwrap_or_default()
    }

    /// The cells that an entity stands on, its anchor first.
    pub fn cells_of(&self, entity: &Entity) -> impl Iterator<Item = Cell> + Clone + use<> {
        self.footprint_of(entity).cells(entity.cell)
    }

    /// The harm of falling so many half steps.
    #[must_use]
    pub fn fall_harm(&self, half_steps: i32) -> i32 {
        let beyond = half_steps / 2 - self.safe_fall.unwrap_or(Self::USUAL_SAFE_FALL);
        beyond.max(0).saturating_mul(self.fall_harm.unwrap_or(1))
    }

    /// The row an entity of this archetype starts with.
    #[must_use]
    pub fn spawned_row(&self, unit_type: u16, team: Team, cell: Cell) -> Entity {
        let Some(kind) = self.unit_types.get(unit_type as usize) else { return Entity::BLANK };
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        Entity {
            cell,
            health: kind.health,
            max_health: kind.health,
            initiative: kind.initiative,
            speed: kind.speed,
            movement: kind.movement,
            flags: flag::ALIVE
                | bit(kind.acts, flag::ACTS)
                | bit(kind.hidden, flag::HIDDEN)
                | bit(kind.anchored, flag::ANCHORED),
            unit_type,
            team,
            // Who comes to be is yet to be seen.
            unseen: if self.sight.is_some() && team != Team::NEUTRAL { !(team.bit() | Team::NEUTRAL.bit()) } else { 0 },
            facing: if team == Team::PLAYER { Dir::East } else { Dir::West } as u8,
            ..Entity::BLANK
        }
    }
}

impl Rulebook {
    /// How much harm a program says it does: the sum of its numbers of harm, 1000 for a death, at least 1.
    #[must_use]
    pub fn harm_of(&self, program: u16) -> u32 {
        self.decoded.harm_of([Some(program), None])
    }

    /// Whether any carrier modifies a stat.
    #[inline]
    #[must_use]
    pub fn modifies(&self, stat: StatId) -> bool {
        self.decoded.modifiers.touch(stat)
    }

    /// Movement points that entering a place takes, 1 to 15.
    #[inline]
    #[must_use]
    pub fn entering_costs(&self, place: TileId) -> u8 {
        self.decoded.ground.cost(place)
    }

    /// Whether any cell of the board is in a zone.
    #[must_use]
    pub fn has_zone(&self, zone: u8) -> bool {
        self.decoded.zones >> (zone & 15) & 1 == 1
    }

    /// The rules it was built from, to build others from.
    #[must_use]
    pub fn to_rules(&self) -> Rules {
        self.rules.clone()
    }

    /// Distinguishes this rulebook and its copies from every other of this process. It is no part of any state or hash.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Whom goals want where, worked out when the rulebook was made.
    #[must_use]
    pub fn objectives(&self) -> &[Objective] {
        &self.decoded.objectives
    }

    /// Whom goals and losses count, each once, worked out when the rulebook was made.
    #[must_use]
    pub fn stakes(&self) -> &[Stake] {
        &self.decoded.stakes
    }
}
