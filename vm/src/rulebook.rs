//! Constant data of a battle: compiled actions, formulas, unit types, surfaces and map geometry. `action-assets` builds
//! it once, and all copies of the state share it.

mod asks;
mod deciders;
mod deck;
mod hash;
mod labels;
mod member;
mod opening;
mod shared;
mod timetable;

pub use deciders::{Decider, Deciders};
pub use deck::{Deck, DeckFault, FirstSlot, OwnDeck};
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

/// A surface type: fire, ice, oil, smoke, water.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurfaceKind {
    /// Asset name.
    pub name: String,
    /// Character for display.
    pub glyph: char,
    /// Whether it blocks lines of aim.
    pub blocks_sight: bool,
    /// Whether walkers avoid it.
    pub avoided: bool,
    /// Rounds it lasts; 0 for unlimited.
    pub lasts: u8,
    /// Program for a unit that enters.
    pub on_enter: Option<u16>,
    /// Program for a unit that leaves.
    pub on_exit: Option<u16>,
    /// Program for a unit that stands here at the end of a round.
    pub on_round_end: Option<u16>,
    /// Surfaces (index) on the same or a neighbouring cell that this one converts, as fire ignites oil.
    pub spreads_to: Vec<u8>,
    /// Surfaces (index) that cancel with this one, as water and fire do.
    pub cancels: Vec<u8>,
}

/// Role of a unit type for the planner (document 001). It is not shown and affects no rule.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Default weights.
    #[default]
    Usual,
    /// Prefers damage and takes risks.
    Offensive,
    /// Stands between allies and their attackers.
    Tank,
    /// Keeps out of reach, the more the less health it has.
    Support,
}

/// A unit type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitType {
    /// Asset name.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Description in one sentence.
    pub note: String,
    /// Character for display.
    pub glyph: char,
    /// Initial health.
    pub health: i32,
    /// Initial initiative.
    pub initiative: i32,
    /// Initial speed class.
    pub speed: i32,
    /// Movement points of one move; a normal cell costs one.
    pub movement: i32,
    /// Maximum steps up or down at once; `None` for [`UnitType::USUAL_JUMP`].
    pub jump: Option<u8>,
    /// Maximum cells of avoided or low ground that it leaps over in a straight line, up to [`UnitType::MOST_LEAP`].
    pub leap: u8,
    /// Sight radius under fog in straight-line cells; `None` for that of the rules.
    pub sight: Option<u16>,
    /// Footprint, if it stands on several cells.
    pub size: Option<Footprint>,
    /// Whether it takes activations.
    pub acts: bool,
    /// Whether it starts hidden from other sides.
    pub hidden: bool,
    /// Whether other units cannot move it.
    pub anchored: bool,
    /// Whether a neutral object blocks lines of sight and aim.
    pub blocks_sight: bool,
    /// Share of visibility behind it that a neutral object blocks, in thousandths, 0 to 1000.
    pub opacity: u16,
    /// Moves and actions per activation.
    pub points: (u8, u8),
    /// Tags as bits.
    pub tags: u64,
    /// Programs of its actions, in display order.
    pub actions: Vec<u16>,
    /// Program for its death.
    pub on_death: Option<u16>,
    /// Program for damage by another unit that it survives.
    pub on_hurt: Option<u16>,
    /// Role for the planner.
    pub class: Class,
    /// Zone in which the planner keeps it.
    pub leash: Option<u8>,
    /// Worth to its side for the planner, in hundredths of a health point.
    pub worth: i32,
    /// Whether its death counts as a loss in the battle's row.
    pub counts_as_loss: bool,
    /// Stats with a formula as base. This and the following fields are hashed by name ([`Rules::describe_effect_sources`]).
    #[serde(skip)]
    pub formulas: Vec<(StatId, u32)>,
    /// Initial values of columns that differ from the default.
    #[serde(skip)]
    pub starts: Vec<(u16, i32)>,
    /// Skills.
    #[serde(skip)]
    pub skills: Vec<u16>,
    /// Initial items, and whether each is worn.
    #[serde(skip)]
    pub items: Vec<(u16, bool)>,
    /// Initial statuses.
    #[serde(skip)]
    pub statuses: Vec<u16>,
    /// Policy that controls it.
    #[serde(skip)]
    pub policy: Option<u16>,
    /// Item slots as bits.
    #[serde(skip)]
    pub slots: u16,
    /// Its deck and the initial skill of each slot.
    #[serde(skip)]
    pub deck: Option<OwnDeck>,
}

impl UnitType {
    /// Default maximum steps up or down.
    pub const USUAL_JUMP: u8 = 3;
    /// Maximum leap in cells.
    pub const MOST_LEAP: u8 = 9;
}

/// Owner of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ColumnOf {
    /// Each unit.
    Entity,
    /// Each cell.
    Cell,
    /// The battle.
    Battle,
}

/// A registered integer column, for data of other crates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Name, unique per owner type.
    pub name: String,
    /// Owner type.
    pub of: ColumnOf,
    /// Initial value.
    pub default: i32,
    /// Score that the planner adds for each point on a unit of its side, in hundredths.
    pub weight: i32,
}

/// Registered columns, sorted by owner and name so that numbers do not depend on registration order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// Sorts declarations; the first of equal names counts.
    #[must_use]
    pub fn new(mut columns: Vec<Column>) -> Self {
        columns.sort_by(|a, b| (a.of as u8, &a.name).cmp(&(b.of as u8, &b.name)));
        columns.dedup_by(|b, a| a.of == b.of && a.name == b.name);
        Self(columns)
    }

    /// Adds columns; the first of equal names counts.
    #[must_use]
    pub fn with(self, others: Vec<Column>) -> Self {
        Self::new(self.0.into_iter().chain(others).collect())
    }

    /// Iterates over the columns of one owner type; the position is the number.
    pub fn of(&self, of: ColumnOf) -> impl Iterator<Item = &Column> {
        self.0.iter().filter(move |column| column.of == of)
    }

    /// Returns the number of a column.
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

/// A goal or a loss with its condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Displayed sentence.
    pub text: String,
    /// Formula; non-zero if it holds.
    pub when: u32,
    /// Side that wins or loses.
    pub team: Team,
}

/// Rules and map of one battle as plain data. [`Rules::build`] makes a [`Rulebook`].
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Scenario name.
    pub scenario: String,
    /// Board.
    pub board: Board,
    /// Cells with their own block shape, for display. Not hashed.
    pub shapes: BTreeMap<Cell, CellShape>,
    /// Terrain types, by the board's index.
    pub terrains: Vec<Terrain>,
    /// Surface types.
    pub surfaces: Vec<SurfaceKind>,
    /// Unit types.
    pub unit_types: Vec<UnitType>,
    /// Compiled programs, sorted by name.
    pub programs: Vec<TokenSet>,
    /// Formulas of programs and goals.
    pub formulas: Vec<Formula>,
    /// Dice rolls of formulas.
    pub rolls: Vec<Roll>,
    /// Searches of formulas.
    pub searches: Vec<Search>,
    /// Functions of other crates for formulas.
    pub functions: Vec<CustomFunction>,
    /// Distributions of formulas.
    pub distributions: Vec<Distribution>,
    /// Cell patterns.
    pub patterns: Vec<Pattern>,
    /// Regions beyond the core ones.
    pub regions: Vec<Region>,
    /// Regions of other crates, sorted by name.
    pub custom_regions: Vec<CustomRegion>,
    /// Labels of changes, at most 65,536: first those of actions, sorted, then names of draws in other formulas.
    pub labels: Vec<String>,
    /// Tags, sorted; at most 64.
    pub tags: Vec<String>,
    /// Zone names; at most 16.
    pub zones: Vec<String>,
    /// Names of links for requests and walks; at most [`LinkSet::MOST_NAMES`](crate::space::LinkSet::MOST_NAMES).
    pub link_names: Vec<String>,
    /// Registered columns.
    pub columns: Columns,
    /// Tokens of other crates, sorted by name.
    pub externs: Vec<Extern>,
    /// Turn order.
    pub scheduler: Scheduler,
    /// Programs at the start of rounds, in order.
    pub timetable: Vec<Timed>,
    /// Victory goals; the first that holds wins.
    pub goals: Vec<Goal>,
    /// Losses, each for its side.
    pub losses: Vec<Goal>,
    /// Optional goals, judged at the end of the battle. Not hashed.
    pub bonus_goals: Vec<Goal>,
    /// Target number of rounds for a victory; 0 for none. Not hashed.
    pub par: i32,
    /// Whether front ends draw no board, only its units side by side. Not hashed.
    pub is_board_hidden: bool,
    /// Names of sides by number; empty if unnamed. Not hashed.
    pub sides: Vec<String>,
    /// Program that ends an activation by hand, for example to choose a facing. Not hashed.
    pub end_of_turn_action: Option<u16>,
    /// Sides on which each unit type may appear, as bits; empty for all types on all sides. Other sides know no more of
    /// hidden units.
    pub cast: Vec<u8>,
    /// Whose units unit_blocking a walker.
    pub unit_blocking: UnitBlocking,
    /// Damage to both units in a collision.
    pub collision_harm: i32,
    /// Steps of a safe fall; `None` for [`Rules::USUAL_SAFE_FALL`].
    pub safe_fall: Option<i32>,
    /// Damage per further step; `None` for 1.
    pub fall_harm: Option<i32>,
    /// Sorted names of terrain parameters; formulas use their indices.
    pub ground_parameters: Vec<String>,
    /// Default sight radius in straight-line cells; `None` for no fog.
    pub sight: Option<u16>,
    /// Stats: core ones first, then declared ones by name; empty if none is declared.
    pub stats: Vec<Stat>,
    /// Item types, by name.
    pub items: Vec<ItemKind>,
    /// Skill types, by name.
    pub skills: Vec<SkillKind>,
    /// Status types, by name.
    pub statuses: Vec<StatusKind>,
    /// Sorted parameter names of effect sources; formulas use their indices.
    pub parameters: Vec<String>,
    /// Sorted names of item slots; at most 16. A name repeats for each slot that a unit can have.
    pub slots: Vec<String>,
    /// Policies, by name.
    pub policies: Vec<Policy>,
    /// Decks, by name.
    pub decks: Vec<Deck>,
    /// Recharge groups, sorted.
    pub recharges: Vec<String>,
    /// Pools of other crates, sorted; at most 10.
    pub pools: Vec<String>,
    /// Limits.
    pub limits: Limits,
    /// Action types in use with their versions, for records.
    pub kinds: Vec<(String, u32)>,
}

/// A zone in which a goal wants units with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Side of the goal.
    pub team: Team,
    /// Tag index.
    pub tag: u8,
    /// Zone index.
    pub zone: u8,
}

/// Units with a tag that a goal or loss counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Their side: that of a loss, or an enemy of a goal's side.
    pub team: Team,
    /// Tag index.
    pub tag: u8,
}

/// Rules prepared for execution, immutable. For changed rules, start from [`Rulebook::to_rules`].
#[derive(Clone, Debug)]
pub struct Rulebook {
    rules: Rules,
    /// Number unique in the process, so that predictions of different rulebooks are not confused. Never saved or
    /// hashed.
    pub(crate) id: u64,
    pub(crate) remembers_blows: bool,
    pub(crate) decoded: Decoded,
    hash: OnceLock<u64>,
}

impl Deref for Rulebook {
    type Target = Rules;

    #[inline(always)]
    fn deref(&self) -> &Rules {
        &self.rules
    }
}

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
    /// Returns the deck of a unit.
    #[must_use]
    pub fn deck_of(&self, row: &Entity) -> Option<&Deck> {
        let own = self.unit_types.get(usize::from(row.unit_type))?.deck.as_ref()?;
        self.decks.get(usize::from(own.deck))
    }

    /// Default steps of a safe fall.
    pub const USUAL_SAFE_FALL: i32 = 2;

    /// Prepares the rules and clamps their limits.
    #[must_use]
    pub fn build(self) -> Rulebook {
        self.build_with(true)
    }

    /// Prepares the rules. If `inlines` is false, plain activations use the general loop, with the same results.
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
    /// Returns the unit type of a unit, if known.
    #[inline]
    #[must_use]
    pub fn unit_type(&self, entity: &Entity) -> Option<&UnitType> {
        self.unit_types.get(entity.unit_type as usize)
    }

    /// Returns the policy of a unit: its own, else that of its type, else that of its side if it acts.
    #[must_use]
    pub fn policy_of(&self, state: &GameState, id: EntityId) -> Option<&Policy> {
        self.policies.get(usize::from(self.policy_number_of(state, id)?))
    }

    pub(crate) fn policy_number_of(&self, state: &GameState, id: EntityId) -> Option<u16> {
        if self.policies.is_empty() {
            return None;
        }
        let row = state.entity(id);
        let of_type = || self.unit_type(row)?.policy;
        let of_side = || state.side_policy(row.team).filter(|_| row.is_activated());
        state.own_policy(self, id).or_else(of_type).or_else(of_side)
    }

    /// Returns a program.
    #[inline]
    #[must_use]
    pub fn program(&self, index: u16) -> Option<&TokenSet> {
        self.programs.get(index as usize)
    }

    /// Returns the label of the first token that has one.
    #[must_use]
    pub fn first_label(&self, program: u16) -> Label {
        let code = self.program(program).map_or(&[][..], |program| &program.code);
        code.iter().find_map(Token::label).unwrap_or(Label::NONE)
    }

    /// Returns the index of a program by name.
    #[must_use]
    pub fn find_program(&self, name: &str) -> Option<u16> {
        self.programs.iter().position(|p| p.name == name).map(|at| at as u16)
    }

    /// Returns the terrain of a cell; `None` off the board and in holes.
    #[inline]
    #[must_use]
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.terrains.get(usize::from(self.board.ground(cell)?))
    }

    /// Returns the footprint of a unit.
    #[inline]
    #[must_use]
    pub fn footprint_of(&self, entity: &Entity) -> Footprint {
        self.unit_type(entity).and_then(|kind| kind.size).unwrap_or_default()
    }

    /// Returns the cells of a unit, its anchor first.
    pub fn cells_of(&self, entity: &Entity) -> impl Iterator<Item = Cell> + Clone + use<> {
        self.footprint_of(entity).cells(entity.cell)
    }

    /// Returns the damage of a fall in half steps.
    #[must_use]
    pub fn fall_harm(&self, half_steps: i32) -> i32 {
        let beyond = half_steps / 2 - self.safe_fall.unwrap_or(Self::USUAL_SAFE_FALL);
        beyond.max(0).saturating_mul(self.fall_harm.unwrap_or(1))
    }

    /// Returns the initial row of a unit type.
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
            unseen: if self.sight.is_some() && team != Team::NEUTRAL { !(team.bit() | Team::NEUTRAL.bit()) } else { 0 },
            facing: if team == Team::PLAYER { Dir::East } else { Dir::West } as u8,
            ..Entity::BLANK
        }
    }
}

impl Rulebook {
    /// Returns the stated damage of a program: the sum of its damage numbers, 1000 for a death, at least 1.
    #[must_use]
    pub fn harm_of(&self, program: u16) -> u32 {
        self.decoded.harm_of([Some(program), None])
    }

    /// Returns whether any effect source modifies a stat.
    #[inline]
    #[must_use]
    pub fn is_modified(&self, stat: StatId) -> bool {
        self.decoded.modifiers.is_touched(stat)
    }

    /// Returns the movement cost of entering a place, 1 to 15.
    #[inline]
    #[must_use]
    pub fn entering_costs(&self, place: TileId) -> u8 {
        self.decoded.ground.cost(place)
    }

    /// Returns whether any cell is in a zone.
    #[must_use]
    pub fn has_zone(&self, zone: u8) -> bool {
        self.decoded.zones >> (zone & 15) & 1 == 1
    }

    /// Returns the rules from which it was built.
    #[must_use]
    pub fn to_rules(&self) -> Rules {
        self.rules.clone()
    }

    /// Returns a number unique to this rulebook and its copies in the process. Not saved or hashed.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Returns the units and zones that goals name.
    #[must_use]
    pub fn objectives(&self) -> &[Objective] {
        &self.decoded.objectives
    }

    /// Returns the units that goals and losses count, each once.
    #[must_use]
    pub fn stakes(&self) -> &[Stake] {
        &self.decoded.stakes
    }
}
