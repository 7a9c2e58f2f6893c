//! Tables derived once from a finished rulebook: functions of instructions, facts of terrain, handlers of unit types,
//! facts of goals. They are not saved, hashed or shown.

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
use crate::stats::{Auras, CapabilityTable, Clock, Modifiers, Search, SkillSources, StatId};
use crate::tokens::{Nature, Token};
use code::given_of;

/// A rulebook prepared for execution. [`Rules::build`] makes it.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    programs: Vec<Vec<Step>>,
    natures: Vec<Vec<Nature>>,
    pub(crate) ground: Ground,
    pub(crate) footprints: Vec<Footprint>,
    harms: Vec<u32>,
    outlooks: Vec<Outlook>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) ground_answers: bool,
    pub(crate) surfaces_answer: bool,
    pub(crate) exits_answer: bool,
    pub(crate) watch: Watch,
    pub(crate) watch_without_effects: Watch,
    pub(crate) surfaces_spread: bool,
    food: Vec<bool>,
    eaters: Vec<bool>,
    pub(crate) judging: Judging,
    pub(crate) formulas: Vec<Ready>,
    pub(crate) objectives: Vec<Objective>,
    pub(crate) stakes: Vec<Stake>,
    pub(crate) names: Names,
    pub(crate) inlines: bool,
    ground_parameters: Vec<Vec<i32>>,
    pub(crate) zones: u16,
    pub(crate) modifiers: Modifiers,
    pub(crate) entity_columns: usize,
    column_defaults: Vec<i32>,
    pub(crate) carries: bool,
    clocks: u16,
    pub(crate) moves: Moves,
    pub(crate) damage_modifiers: DamageModifiers,
    pub(crate) answers: Answers,
    pub(crate) auras: Auras,
    pub(crate) capabilities: CapabilityTable,
    pub(crate) skill_sources: SkillSources,
    pub(crate) bounded: Vec<StatId>,
    given: Vec<bool>,
    pub(crate) may_hide: bool,
    pub(crate) things_hide: bool,
    hideable: [Hideable; Team::COUNT],
}

fn bounded_of(book: &Rules) -> Vec<StatId> {
    let bounds = |id: &StatId| *id == StatId::HEALTH || book.stat(*id).is_some_and(|stat| stat.bounds.is_some());
    (0..book.stat_count()).map(StatId).filter(bounds).collect()
}

impl Decoded {
    pub(crate) fn new(book: &Rules, inlines: bool) -> Self {
        let (fog, answers) = (book.sight.is_some(), Answers::of(book));
        let kinds = Kind::all(book);
        let ground_answers = fog || book.terrains.iter().any(|terrain| terrain.on_enter.is_some());
        let surfaces_answer = book.surfaces.iter().any(|surface| surface.on_enter.is_some());
        let exits_answer = book.terrains.iter().any(|terrain| terrain.on_exit.is_some())
            || book.surfaces.iter().any(|surface| surface.on_exit.is_some());
        let damage_modifiers = DamageModifiers::of(book);
        let auras = Auras::of(book);
        let watch_without_effects = Watch {
            moves: ground_answers || surfaces_answer || exits_answer,
            harm: kinds.iter().any(|kind| kind.answers_harm),
            deaths: kinds.iter().any(|kind| kind.answers_death),
            any_move: false,
            any_harm: false,
            any_death: false,
            alters: false,
            unchanged: book.searches.iter().any(Search::is_match_unchanged),
            surfaces: fog,
        };
        let watch = Watch {
            moves: watch_without_effects.moves || answers.moves,
            harm: watch_without_effects.harm || answers.health,
            deaths: watch_without_effects.deaths || answers.deaths || answers.health,
            any_move: answers.moves,
            any_harm: answers.health,
            any_death: answers.deaths || answers.health,
            alters: damage_modifiers.has_effects(false),
            unchanged: watch_without_effects.unchanged || answers.unchanged,
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
            inlines: inlines && !fog,
            modifiers: Modifiers::of(book, &auras),
            entity_columns: book.columns.of(ColumnOf::Entity).count(),
            column_defaults: book.columns.entity_defaults(),
            moves: Moves::of(book),
            clocks: clocks_of(book),
            carries: book.has_effect_sources()
                || !book.policies.is_empty()
                || book.unit_types.iter().any(|kind| !kind.formulas.is_empty()),
            damage_modifiers,
            answers,
            auras,
            capabilities: CapabilityTable::of(book),
            skill_sources: SkillSources::of(book),
            bounded: bounded_of(book),
            given: given_of(book),
            things_hide: book.unit_types.iter().any(|kind| kind.blocks_sight || kind.opacity > 0),
            may_hide: fog || book.unit_types.iter().any(|kind| kind.hidden),
            hideable: Hideable::of(book),
        }
    }

    /// Returns whether a status of the rules may tick by one of these clocks.
    pub(crate) fn has_clock(&self, clocks: &[Clock]) -> bool {
        clocks.iter().any(|&clock| self.clocks & bit(clock) != 0)
    }

    pub(crate) fn column_default(&self, column: u16) -> i32 {
        self.column_defaults.get(usize::from(column)).copied().unwrap_or_default()
    }
}

/// Returns the clocks of all statuses as bits. A unit without activations uses the clock of the round.
fn clocks_of(book: &Rules) -> u16 {
    let bits = book.statuses.iter().map(|kind| match kind.clock {
        Clock::BearerBegins | Clock::BearerEnds => bit(kind.clock) | bit(Clock::RoundEnds),
        clock => bit(clock),
    });
    bits.fold(0, |all, own| all | own)
}

const fn bit(clock: Clock) -> u16 {
    1 << clock as u16
}
