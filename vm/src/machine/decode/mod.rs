//! Decoding: tables that are made once, when a rulebook is finished: the function of each instruction, constant facts of
//! ground, the events that each unit type answers, the facts that goals read. Nothing here is saved, hashed or shown.

mod code;
mod hiding;
mod judging;
mod places;
mod watch;

pub use code::Run;
pub(crate) use code::{FastStep, Step};
pub(crate) use hiding::{Hideable, hiding_sides, spawned_hiding_sides};
use judging::{Judging, objectives_of, stakes_of};
pub(crate) use places::footprints_of;
use places::{food_of, ground_parameters};
use watch::Kind;
pub(crate) use watch::Watch;

use super::events::Answers;
use super::hazards::{Outlook, literal_harm};
use super::moves::Moves;
use super::proposing::DamageModifiers;
use crate::formula::Ready;
use crate::rulebook::{ColumnOf, Objective, Rules, Stake};
use crate::space::{Footprint, Ground};
use crate::state::Team;
use crate::state::hash::Names;
use crate::stats::{Auras, CapabilityTable, Modifiers, Search, SkillSources, StatId};
use crate::tokens::{Nature, Token};
use code::given_of;

/// A rulebook made ready to run. [`Rules::build`] makes it.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// Each program's instructions.
    programs: Vec<Vec<Step>>,
    /// The properties of each program's instructions.
    natures: Vec<Vec<Nature>>,
    /// Constant facts of places.
    pub(crate) ground: Ground,
    /// The footprint of each archetype; empty where everybody stands on one cell.
    pub(crate) footprints: Vec<Footprint>,
    /// The harm of each program to the unit that it runs for, as walkers weigh it.
    harms: Vec<u32>,
    /// The effect of each program on a walker, as far as its instructions show it.
    outlooks: Vec<Outlook>,
    /// What events mean to each archetype.
    pub(crate) kinds: Vec<Kind>,
    /// Whether any ground, or any surface, has a program for who enters.
    pub(crate) ground_answers: bool,
    pub(crate) surfaces_answer: bool,
    /// Whether any ground or surface has a program for who leaves.
    pub(crate) exits_answer: bool,
    /// The common changes that anything may answer, and those that anything but effects of units may answer.
    pub(crate) watch: Watch,
    pub(crate) watch_without_effects: Watch,
    /// Whether any surface feeds on others.
    pub(crate) surfaces_spread: bool,
    /// Whether any surface feeds on each kind, and whether each kind feeds on any.
    food: Vec<bool>,
    eaters: Vec<bool>,
    /// The facts that goals and losses read.
    pub(crate) judging: Judging,
    /// The rulebook's formulas.
    pub(crate) formulas: Vec<Ready>,
    /// The units and zones that goals name.
    pub(crate) objectives: Vec<Objective>,
    /// Whom goals and losses count.
    pub(crate) stakes: Vec<Stake>,
    /// Names of what states refer to by index.
    pub(crate) names: Names,
    /// Whether plain activations may run in the loop of their own.
    pub(crate) inlines: bool,
    /// The parameters of each ground, in the order of the rulebook's names; 0 where it has none.
    ground_parameters: Vec<Vec<i32>>,
    /// Zones that some cell of the board is in, one bit each.
    pub(crate) zones: u16,
    /// The modifiers of each stat.
    pub(crate) modifiers: Modifiers,
    /// How many columns entities have, and their defaults.
    pub(crate) entity_columns: usize,
    column_defaults: Vec<i32>,
    /// Whether there are carriers, what they alter and answer, and the stats that are the largest value of something.
    pub(crate) carries: bool,
    /// The moves of policies.
    pub(crate) moves: Moves,
    pub(crate) damage_modifiers: DamageModifiers,
    pub(crate) answers: Answers,
    pub(crate) auras: Auras,
    pub(crate) capabilities: CapabilityTable,
    pub(crate) skill_sources: SkillSources,
    pub(crate) bounded: Vec<StatId>,
    /// Whether a carrier gives the use of each program.
    given: Vec<bool>,
    /// Whether any kind of entity starts unseen.
    pub(crate) may_hide: bool,
    /// Whether any kind of entity takes from the visibility of what lies behind it.
    pub(crate) things_hide: bool,
    /// The unit types that may hide from each side.
    hideable: [Hideable; Team::COUNT],
}

/// Stats that are the largest value of something.
fn bounded_of(book: &Rules) -> Vec<StatId> {
    let bounds = |id: &StatId| *id == StatId::HEALTH || book.stat(*id).is_some_and(|stat| stat.bounds.is_some());
    (0..book.stat_count()).map(StatId).filter(bounds).collect()
}

impl Decoded {
    /// What a rulebook comes to. `inlines` says whether plain activations may run in the loop of their own.
    pub(crate) fn new(book: &Rules, inlines: bool) -> Self {
        let (fog, answers) = (book.sight.is_some(), Answers::of(book));
        let kinds = Kind::all(book);
        let ground_answers = fog || book.terrains.iter().any(|terrain| terrain.on_enter.is_some());
        let surfaces_answer = book.surfaces.iter().any(|surface| surface.on_enter.is_some());
        let exits_answer = book.terrains.iter().any(|terrain| terrain.on_exit.is_some())
            || book.surfaces.iter().any(|surface| surface.on_exit.is_some());
        let damage_modifiers = DamageModifiers::of(book);
        let watch_without_effects = Watch {
            moves: ground_answers || surfaces_answer || exits_answer,
            harm: kinds.iter().any(|kind| kind.answers_harm),
            deaths: kinds.iter().any(|kind| kind.answers_death),
            any_move: false,
            any_harm: false,
            any_death: false,
            alters: false,
            unchanged: book.searches.iter().any(Search::finds_unchanged),
            // Where there is fog, it alters what is seen.
            surfaces: fog,
        };
        let watch = Watch {
            moves: watch_without_effects.moves || answers.moves,
            harm: watch_without_effects.harm || answers.health,
            // A blow that kills is also a change of health.
            deaths: watch_without_effects.deaths || answers.deaths || answers.health,
            any_move: answers.moves,
            any_harm: answers.health,
            any_death: answers.deaths || answers.health,
            alters: damage_modifiers.touch(false),
            unchanged: watch_without_effects.unchanged || answers.unchanged,
            // Auras end at what blocks sight.
            surfaces: fog || answers.auras,
        };
        Self {
            programs: book.programs.iter().map(Step::all).collect(),
            natures: book.programs.iter().map(|program| program.code.iter().map(Token::nature).collect()).collect(),
            ground: Ground::new(&book.board, &book.terrains, fog),
            footprints: footprints_of(book),
            harms: book.programs.iter().map(|program| literal_harm(&program.code)).collect(),
            outlooks: book.programs.iter().map(|program| Outlook::of(&program.code)).collect(),
            kinds,
            ground_answers,
            surfaces_answer,
            exits_answer,
            watch,
            watch_without_effects,
            surfaces_spread: book.surfaces.iter().any(|surface| !surface.spreads_to.is_empty()),
            food: food_of(book),
            eaters: book.surfaces.iter().map(|kind| !kind.spreads_to.is_empty()).collect(),
            judging: Judging::of(book),
            formulas: book.formulas.iter().map(Ready::of).collect(),
            objectives: objectives_of(book),
            stakes: stakes_of(book),
            names: Names::of(book),
            ground_parameters: ground_parameters(book),
            zones: book.board.cells().fold(0, |zones, cell| zones | book.board.zones(cell)),
            // Where there is fog, every step is looked at.
            inlines: inlines && !fog,
            modifiers: Modifiers::of(book),
            entity_columns: book.columns.of(ColumnOf::Entity).count(),
            column_defaults: book.columns.entity_defaults(),
            moves: Moves::of(book),
            carries: book.has_effect_sources()
                || !book.policies.is_empty()
                || book.unit_types.iter().any(|kind| !kind.formulas.is_empty()),
            damage_modifiers,
            answers,
            auras: Auras::of(book),
            capabilities: CapabilityTable::of(book),
            skill_sources: SkillSources::of(book),
            bounded: bounded_of(book),
            given: given_of(book),
            things_hide: book.unit_types.iter().any(|kind| kind.blocks_sight || kind.opacity > 0),
            may_hide: fog || book.unit_types.iter().any(|kind| kind.hidden),
            hideable: Hideable::of(book),
        }
    }

    /// The default of a column of entities.
    pub(crate) fn column_default(&self, column: u16) -> i32 {
        self.column_defaults.get(usize::from(column)).copied().unwrap_or_default()
    }
}
