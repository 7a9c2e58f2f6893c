//! Decoding: what is decided once, when a rulebook is finished, instead of each time something runs: the function of each
//! instruction, what is fixed about places, what events mean to kinds, which facts goals read. Nothing here is saved,
//! hashed or shown; the instructions remain what a program is.

use super::cx::Cx;
use super::events::Answers;
use super::hazards::{Outlook, literal_harm};
use super::hot::Hot;
use super::moves::Moves;
use super::proposing::Alterations;
use super::step::Flow;
use crate::formula::{Formula, FormulaOp, Ready};
use crate::rulebook::{ColumnOf, Objective, Rules, Stake};
use crate::space::{Footprint, Ground, Terrain, Visibility};
use crate::state::hash::Names;
use crate::state::{BattleField, Change, ChangeKind, Team, flag};
use crate::stats::{Auras, Modifiers, Search, SkillSources, StatId};
use crate::tokens::Token;
use crate::tokens::operand::Amount;
use crate::tokens::spawn::Side;

/// A step over the slices alone. An amount of its operands is a number.
pub(crate) type HotStep<T> = fn(&mut Hot<'_>, &T) -> Flow;

/// A step with all at hand.
type WholeStep<T> = fn(&mut Cx<'_>, &T) -> Flow;

/// What runs a token with its operands: of this crate or another, for the flow of a program or its effects.
#[derive(Debug)]
pub enum Run<T = Token> {
    /// A step that the slices are enough for. Where its amount is a formula, that is evaluated before.
    Hot(HotStep<T>),
    /// A step that needs more.
    Whole(WholeStep<T>),
    /// The first, and the second where that says [`Flow::Whole`] or the amount is a formula.
    Both(HotStep<T>, WholeStep<T>),
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl Run {
    /// Runs the token with all at hand.
    pub(super) fn whole(self, cx: &mut Cx<'_>, token: &Token) -> Flow {
        match self {
            Self::Whole(step) | Self::Both(_, step) => step(cx, token),
            Self::Hot(step) => {
                let token = match token.amount() {
                    Some(Amount::Formula(condition)) if token.is_condition() => {
                        token.with_amount(cx.is_true(condition).into())
                    }
                    Some(amount @ Amount::Formula(_)) => token.with_amount(cx.amount_to_write(amount)),
                    _ => *token,
                };
                cx.hot(|hot| step(hot, &token))
            }
        }
    }
}

/// One token, ready to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// What is tried first.
    pub(super) hot: HotStep<Token>,
    pub(super) token: Token,
    pub(super) run: Run,
    /// Whether the slices are never enough for it.
    pub(super) is_whole: bool,
    /// Whether it belongs to another crate, so that going on is paid for.
    pub(super) is_foreign: bool,
    /// Whether it resolves a request, which it does within a veil, too.
    pub(super) is_request: bool,
}

impl Step {
    fn new(token: Token) -> Self {
        let run = token.run();
        let (hot, is_whole): (HotStep<Token>, _) = match run {
            Run::Hot(hot) | Run::Both(hot, _) if !token.has_formula() => (hot, false),
            _ => (|_, _| Flow::Whole, true),
        };
        let nature = token.nature();
        let (is_foreign, is_request) = (nature.calls.is_some(), nature.resolves.is_some());
        Self { hot, token, run, is_whole, is_foreign, is_request }
    }
}

/// What events mean to a kind of entity.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kind {
    /// A program runs when it is harmed and lives.
    pub(crate) answers_harm: bool,
    /// A program runs when it dies, or its death counts as a loss.
    pub(crate) answers_death: bool,
    /// Bits of its tags.
    pub(crate) tags: u64,
    /// What it takes from the visibility of what lies behind it, in thousandths.
    opacity: u16,
}

/// What of the commonest that is written anything may answer: what nothing watches for is looked at no further.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Watch {
    /// Somebody moves.
    pub(crate) moves: bool,
    /// Somebody is harmed and lives.
    pub(crate) harm: bool,
    /// Somebody dies.
    pub(crate) deaths: bool,
    /// A carrier alters amounts of harm.
    pub(crate) alters: bool,
    /// An effect leaves a number as it was.
    pub(crate) unchanged: bool,
    /// A surface is laid or cleared.
    pub(crate) surfaces: bool,
}

impl Watch {
    /// Whether anything answers moves, harm or deaths, which is all that quiet activations come to.
    pub(crate) const fn answers_blows(self) -> bool {
        self.moves || self.harm || self.deaths || self.alters || self.unchanged
    }
}

/// A rulebook made ready to run. [`Rules::build`] makes it.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// Each program's instructions.
    programs: Vec<Vec<Step>>,
    /// What is fixed about places.
    pub(crate) ground: Ground,
    /// The footprint of each archetype; empty where everybody stands on one cell.
    pub(crate) footprints: Vec<Footprint>,
    /// How much harm each program does to whom it runs for, as walkers weigh it.
    harms: Vec<u32>,
    /// What each program does to a walker, as far as its instructions alone tell.
    outlooks: Vec<Outlook>,
    /// What events mean to each archetype.
    pub(crate) kinds: Vec<Kind>,
    /// Whether any ground, or any surface, has a program for who enters.
    pub(crate) ground_answers: bool,
    pub(crate) surfaces_answer: bool,
    /// Whether any ground or surface has a program for who leaves.
    pub(crate) exits_answer: bool,
    /// What is watched for.
    pub(crate) watch: Watch,
    /// Whether any surface feeds on others.
    pub(crate) surfaces_spread: bool,
    /// Whether any surface feeds on each kind, and whether each kind feeds on any.
    food: Vec<bool>,
    eaters: Vec<bool>,
    /// What goals and losses read.
    pub(crate) judging: Judging,
    /// The rulebook's formulas.
    pub(crate) formulas: Vec<Ready>,
    /// Whom goals want where.
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
    /// What modifies each stat.
    pub(crate) modifiers: Modifiers,
    /// How many columns entities have, and their defaults.
    pub(crate) entity_columns: usize,
    column_defaults: Vec<i32>,
    /// Whether there are carriers, what they alter and answer, and the stats that are the largest value of something.
    pub(crate) carries: bool,
    /// The moves of policies.
    pub(crate) moves: Moves,
    pub(crate) alterations: Alterations,
    pub(crate) answers: Answers,
    pub(crate) auras: Auras,
    pub(crate) skill_sources: SkillSources,
    pub(crate) bounded: Vec<StatId>,
    /// Whether a carrier gives the use of each program.
    given: Vec<bool>,
    /// Whether any kind of entity starts unseen.
    pub(crate) may_hide: bool,
    /// Whether any kind of entity takes from the visibility of what lies behind it.
    pub(crate) things_hide: bool,
    /// What may hide from each side.
    hideable: [Hideable; Team::COUNT],
}

/// What goals and losses read: they are judged again only when one of these was written.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Facts {
    /// Kinds of changes after which they may hold, one bit each; all where that cannot be told.
    kinds: u64,
    /// Tags of entities that they count.
    counted: u64,
    /// Tags of entities whose zone they read.
    placed: u64,
    /// Fields of the battle's row that they read, one bit each.
    fields: u64,
}

/// Whom goals want where, as their formulas say it.
fn objectives_of(book: &Rules) -> Vec<Objective> {
    let formulas = book.goals.iter().filter_map(|goal| Some((goal.team, book.formulas.get(goal.when as usize)?)));
    let ops = formulas.flat_map(|(team, formula)| formula.code.iter().map(move |op| (team, *op)));
    let wanted = ops.filter_map(|(team, op)| match op {
        FormulaOp::Inside(tag, zone) => Some(Objective { team, tag, zone }),
        _ => None,
    });
    wanted.collect()
}

/// Whom goals and losses count, as their formulas say it.
fn stakes_of(book: &Rules) -> Vec<Stake> {
    let mut stakes = Vec::new();
    for team in (0..Team::COUNT as u8).map(Team) {
        let losses = book.losses.iter().filter(|loss| loss.team == team);
        let goals = book.goals.iter().filter(|goal| goal.team.is_enemy_of(team));
        let formulas = losses.chain(goals).filter_map(|goal| book.formulas.get(goal.when as usize));
        for op in formulas.flat_map(|formula| &formula.code) {
            let FormulaOp::Count(tag) = *op else { continue };
            let stake = Stake { team, tag };
            if !stakes.contains(&stake) {
                stakes.push(stake);
            }
        }
    }
    stakes
}

/// What is judged again when: all goals and losses together, and each of them by itself.
#[derive(Clone, Default, Debug)]
pub(crate) struct Judging {
    /// What any of them reads, or what a turn order goes by that ends a battle.
    pub(crate) any: Facts,
    /// What each loss reads, in order, and each goal behind them.
    each: Vec<Facts>,
}

impl Judging {
    /// More losses and goals than bits of a set are judged together.
    const MOST: usize = 64;

    fn of(book: &Rules) -> Self {
        let formulas = book.losses.iter().chain(&book.goals).map(|goal| book.formulas.get(goal.when as usize));
        let each: Vec<_> = formulas.map(|formula| formula.map_or_else(Facts::default, Facts::of)).collect();
        let fields = Facts::ROUND | Facts::LOSSES;
        let of_order = Facts { kinds: bit(ChangeKind::Battle), fields, ..Facts::default() };
        Self { any: each.iter().fold(of_order, |any, each| any.with(*each)), each }
    }

    /// Which losses and goals may hold after these changes that did not before, one bit each in their order; nothing where
    /// nothing is to be judged at all. `tags` are those of an entity that a change is about.
    pub(crate) fn after(&self, changes: &[Change], tags: impl Fn(&Change) -> u64) -> Option<u64> {
        let (mut is_any, mut due) = (self.any.always(), 0);
        if self.each.len() > Self::MOST {
            return (is_any || changes.iter().any(|change| self.any.concern(change, || tags(change))))
                .then_some(u64::MAX);
        }
        for change in changes.iter().filter(|change| self.any.concern(change, || tags(change))) {
            is_any = true;
            let concerned = self.each.iter().enumerate().filter(|(_, each)| each.concern(change, || tags(change)));
            due |= concerned.fold(0, |bits, (at, _)| bits | 1 << at);
        }
        let always = self.each.iter().enumerate().filter(|(_, each)| each.always());
        is_any.then(|| always.fold(due, |bits, (at, _)| bits | 1 << at))
    }
}

impl Facts {
    const ROUND: u64 = 1 << BattleField::Round as u32;
    const LOSSES: u64 = 1 << BattleField::Losses as u32;

    fn of(formula: &Formula) -> Self {
        formula.code.iter().fold(Self::default(), |facts, &op| facts.with(Self::of_op(op)))
    }

    fn of_op(op: FormulaOp) -> Self {
        use FormulaOp as F;
        let counting = bit(ChangeKind::Flags) | bit(ChangeKind::Spawn);
        match op {
            F::Count(tag) => Self { kinds: counting, counted: 1 << (tag & 63), ..Self::default() },
            F::Inside(tag, _) => {
                let tag = 1 << (tag & 63);
                Self { kinds: counting | bit(ChangeKind::Cell), counted: tag, placed: tag, fields: 0 }
            }
            F::BattleColumn(_) => Self { kinds: bit(ChangeKind::BattleColumn), ..Self::default() },
            F::Round => Self { kinds: bit(ChangeKind::Battle), fields: Self::ROUND, ..Self::default() },
            F::Losses => Self { kinds: bit(ChangeKind::Battle), fields: Self::LOSSES, ..Self::default() },
            F::Const(_) | F::Hard | F::Add | F::Subtract | F::Multiply | F::Divide | F::Negate => Self::default(),
            F::Less | F::LessEqual | F::Equal | F::NotEqual | F::And | F::Or | F::Not => Self::default(),
            F::Min | F::Max | F::Floor | F::Ceil | F::Abs | F::ToNearest => Self::default(),
            F::Power | F::Root | F::SquareRoot => Self::default(),
            F::Load(_) | F::Slide | F::Jump(_) | F::JumpIfZero(_) | F::Branch(_) | F::Named(_) => Self::default(),
            // What reads anything else, or asks chance, is judged each time.
            _ => Self { kinds: u64::MAX, ..Self::default() },
        }
    }

    const fn with(self, other: Self) -> Self {
        Self {
            kinds: self.kinds | other.kinds,
            counted: self.counted | other.counted,
            placed: self.placed | other.placed,
            fields: self.fields | other.fields,
        }
    }

    /// Whether a goal or a loss may hold after this change that did not before.
    #[inline]
    pub(crate) fn concern(&self, change: &Change, tags: impl FnOnce() -> u64) -> bool {
        if self.kinds >> (change.kind as u8) & 1 == 0 {
            return false;
        }
        self.always()
            || match change.kind {
                ChangeKind::Battle => self.fields >> (change.at & 63) & 1 == 1,
                ChangeKind::Cell => tags() & self.placed != 0,
                // Nobody else counts by it than who lives now and did not, or the other way.
                ChangeKind::Flags => {
                    (change.before ^ change.after) as u32 & flag::ALIVE != 0 && tags() & self.counted != 0
                }
                ChangeKind::Spawn => tags() & self.counted != 0,
                _ => true,
            }
    }

    /// Whether there are goals or losses that read anything but fields of the battle, which no series writes.
    pub(crate) const fn reads_any(&self) -> bool {
        self.kinds != bit(ChangeKind::Battle)
    }

    /// Whether goals must be judged after each activation, whatever it wrote.
    pub(crate) const fn always(&self) -> bool {
        self.kinds == u64::MAX
    }
}

/// What may hide from a side by the rulebook, whether anything does or not: of it, a side knows no more than the least
/// number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Hideable {
    /// Bits of the tags of entities that may hide.
    tags: u64,
    /// Whether the death of one of them counts as a loss.
    losses: bool,
}

impl Hideable {
    /// Whether a formula's operation reads something of which more may be hidden than the side knows.
    pub(crate) const fn concerns(self, op: FormulaOp) -> bool {
        match op {
            FormulaOp::Count(tag) | FormulaOp::Inside(tag, _) => self.tags >> (tag & 63) & 1 == 1,
            FormulaOp::Losses => self.losses,
            _ => false,
        }
    }

    /// What may hide from each side: kinds that start unseen, or all where there is fog, on the sides that they are placed on
    /// or may be spawned on. What takes no side is always in sight.
    fn of(book: &Rules) -> [Self; Team::COUNT] {
        let mut all = [Self::default(); Team::COUNT];
        let fog = book.sight.is_some();
        for (index, kind) in book.archetypes.iter().enumerate().filter(|(_, kind)| fog || kind.hidden) {
            let tokens = book.programs.iter().flat_map(|program| &program.code);
            let spawned = tokens.fold(0, |teams, token| match token.nature().spawns {
                Some((unit, side)) if usize::from(unit) == index => match side {
                    Side::Neutral => teams | 1_u8 << Team::NEUTRAL.0,
                    Side::Of(team) => teams | 1_u8 << team.min(7),
                    // Who spawns is not told by the program.
                    Side::Actor => u8::MAX,
                },
                _ => teams,
            });
            let mut teams = spawned | book.cast.get(index).copied().unwrap_or(u8::MAX);
            if !kind.hidden {
                teams &= !(1 << Team::NEUTRAL.0);
            }
            for (viewer, hideable) in all.iter_mut().enumerate().filter(|&(viewer, _)| teams & !(1 << viewer) != 0) {
                debug_assert!(viewer < Team::COUNT, "one for each side");
                hideable.tags |= kind.tags;
                hideable.losses |= kind.counts_as_loss;
            }
        }
        all
    }
}

/// The bit of a kind of change.
#[inline(always)]
pub(crate) const fn bit(kind: ChangeKind) -> u64 {
    1 << kind as u8
}

/// Stats that are the largest value of something.
fn bounded_of(book: &Rules) -> Vec<StatId> {
    let bounds = |id: &StatId| *id == StatId::HEALTH || book.stat(*id).is_some_and(|stat| stat.bounds.is_some());
    (0..book.stat_count()).map(StatId).filter(bounds).collect()
}

/// By program, whether a carrier gives its use.
fn given_of(book: &Rules) -> Vec<bool> {
    let mut given = vec![false; book.programs.len()];
    let by_skills = book.skills.iter().filter_map(|skill| skill.action);
    let by_carriers = book.carriers().flat_map(|(_, carrier)| carrier.actions.iter().copied());
    for program in by_skills.chain(by_carriers) {
        if let Some(given) = given.get_mut(usize::from(program)) {
            *given = true;
        }
    }
    given
}

/// The footprint of each archetype; nothing where all are one cell.
pub(crate) fn footprints_of(book: &Rules) -> Vec<Footprint> {
    let sizes: Vec<_> = book.archetypes.iter().map(|kind| kind.size.unwrap_or_default()).collect();
    if sizes.iter().all(|size| size.is_one()) { Vec::new() } else { sizes }
}

/// The parameters of each ground, by the places of their names.
fn ground_parameters(book: &Rules) -> Vec<Vec<i32>> {
    let value = |terrain: &Terrain, name: &String| {
        terrain.parameters.iter().find(|(own, _)| own == name).map_or(0, |&(_, value)| value)
    };
    let values = |terrain| book.ground_parameters.iter().map(|name| value(terrain, name)).collect();
    book.terrains.iter().map(values).collect()
}

impl Decoded {
    /// The footprint of an archetype.
    #[inline]
    pub(crate) fn footprint(&self, archetype: u16) -> Footprint {
        self.footprints.get(usize::from(archetype)).copied().unwrap_or_default()
    }

    /// Whether everybody stands on one cell.
    #[inline(always)]
    pub(crate) const fn is_one_cell(&self) -> bool {
        self.footprints.is_empty()
    }

    /// What a rulebook comes to. `inlines` says whether plain activations may run in the loop of their own.
    pub(crate) fn new(book: &Rules, inlines: bool) -> Self {
        let (fog, answers) = (book.sight.is_some(), Answers::of(book));
        let kind = |kind: &crate::rulebook::Archetype| Kind {
            answers_harm: kind.on_hurt.is_some() || answers.health,
            // In fog a death alters what is seen. A blow that kills is also a change of health.
            answers_death: fog || kind.on_death.is_some() || kind.counts_as_loss || answers.deaths || answers.health,
            tags: kind.tags,
            opacity: if kind.blocks_sight { Visibility::OPAQUE } else { kind.opacity.min(Visibility::OPAQUE) },
        };
        let kinds: Vec<Kind> = book.archetypes.iter().map(kind).collect();
        let ground_answers = fog || book.terrains.iter().any(|terrain| terrain.on_enter.is_some());
        let surfaces_answer = book.surfaces.iter().any(|surface| surface.on_enter.is_some());
        let exits_answer = book.terrains.iter().any(|terrain| terrain.on_exit.is_some())
            || book.surfaces.iter().any(|surface| surface.on_exit.is_some());
        let alterations = Alterations::of(book);
        let watch = Watch {
            moves: ground_answers || surfaces_answer || exits_answer || answers.moves,
            harm: kinds.iter().any(|kind| kind.answers_harm),
            deaths: kinds.iter().any(|kind| kind.answers_death),
            alters: alterations.touch(false),
            unchanged: answers.unchanged || book.searches.iter().any(Search::finds_unchanged),
            // Where there is fog, it alters what is seen; auras end at what blocks sight.
            surfaces: fog || answers.auras,
        };
        Self {
            programs: book
                .programs
                .iter()
                .map(|program| program.code.iter().copied().map(Step::new).collect())
                .collect(),
            ground: Ground::new(&book.board, &book.terrains, fog),
            footprints: footprints_of(book),
            harms: book.programs.iter().map(|program| literal_harm(&program.code)).collect(),
            outlooks: book.programs.iter().map(|program| Outlook::of(&program.code)).collect(),
            kinds,
            ground_answers,
            surfaces_answer,
            exits_answer,
            watch,
            surfaces_spread: book.surfaces.iter().any(|surface| !surface.spreads_to.is_empty()),
            food: (0..book.surfaces.len())
                .map(|kind| {
                    book.surfaces.iter().any(|other| other.spreads_to.iter().any(|&food| usize::from(food) == kind))
                })
                .collect(),
            eaters: book.surfaces.iter().map(|kind| !kind.spreads_to.is_empty()).collect(),
            judging: Judging::of(book),
            formulas: book.formulas.iter().map(Ready::of).collect(),
            objectives: objectives_of(book),
            stakes: stakes_of(book),
            names: Names::of(book),
            ground_parameters: ground_parameters(book),
            zones: book.board.cells().fold(0, |zones, cell| zones | book.board.zones(cell)),
            // Where there is fog, every step is looked at; carriers act as activations begin and end.
            inlines: inlines && !fog && !book.has_carriers(),
            modifiers: Modifiers::of(book),
            entity_columns: book.columns.of(ColumnOf::Entity).count(),
            column_defaults: book.columns.entity_defaults(),
            moves: Moves::of(book),
            carries: book.has_carriers()
                || !book.policies.is_empty()
                || book.archetypes.iter().any(|kind| !kind.formulas.is_empty()),
            alterations,
            answers,
            auras: Auras::of(book),
            skill_sources: SkillSources::of(book),
            bounded: bounded_of(book),
            given: given_of(book),
            things_hide: book.archetypes.iter().any(|kind| kind.blocks_sight || kind.opacity > 0),
            may_hide: fog || book.archetypes.iter().any(|kind| kind.hidden),
            hideable: Hideable::of(book),
        }
    }

    /// How much harm a walker expects of the programs that run for who enters, or leaves, a cell with this ground and
    /// surface.
    pub(crate) fn harm_of(&self, programs: [Option<u16>; 2]) -> u32 {
        let harm = |program: u16| self.harms.get(usize::from(program)).copied().unwrap_or_default();
        programs.into_iter().flatten().map(harm).sum()
    }

    /// Bits of the tags of an archetype.
    #[inline]
    pub(crate) fn tags_of(&self, archetype: u16) -> u64 {
        self.kinds.get(usize::from(archetype)).map_or(0, |kind| kind.tags)
    }

    /// What one of this archetype takes from the visibility of what lies behind it, in thousandths.
    pub(crate) fn opacity_of(&self, archetype: u16) -> u16 {
        self.kinds.get(usize::from(archetype)).map_or(0, |kind| kind.opacity)
    }

    /// Whether a program runs when one of this archetype is harmed and lives.
    #[inline(always)]
    pub(crate) fn answers_harm(&self, archetype: u16) -> bool {
        self.kinds.get(usize::from(archetype)).is_some_and(|kind| kind.answers_harm)
    }

    /// Whether a program runs when one of this archetype dies, or its death counts as a loss.
    #[inline(always)]
    pub(crate) fn answers_death(&self, archetype: u16) -> bool {
        self.kinds.get(usize::from(archetype)).is_some_and(|kind| kind.answers_death)
    }

    /// Whether any surface feeds on a kind.
    #[inline]
    pub(crate) fn is_food(&self, surface: u8) -> bool {
        self.food.get(usize::from(surface)).copied().unwrap_or_default()
    }

    /// Whether a kind feeds on any surface.
    #[inline]
    pub(crate) fn is_eater(&self, surface: u8) -> bool {
        self.eaters.get(usize::from(surface)).copied().unwrap_or_default()
    }

    /// What may hide from a side.
    pub(crate) fn hideable(&self, viewer: Team) -> Hideable {
        self.hideable.get(usize::from(viewer.0)).copied().unwrap_or_default()
    }

    /// What a column of entities starts with.
    pub(crate) fn column_default(&self, column: u16) -> i32 {
        self.column_defaults.get(usize::from(column)).copied().unwrap_or_default()
    }

    /// A parameter of a ground, by its place among the rulebook's names.
    pub(crate) fn ground_parameter(&self, terrain: u8, parameter: u16) -> i32 {
        let of = self.ground_parameters.get(usize::from(terrain));
        of.and_then(|values| values.get(usize::from(parameter))).copied().unwrap_or_default()
    }

    /// What a program does to the unit that it runs for, as far as its instructions alone tell.
    pub(crate) fn outlook(&self, program: u16) -> Outlook {
        self.outlooks.get(usize::from(program)).copied().unwrap_or(Outlook::ByCell)
    }

    /// Whether a skill, an item or a status may give a unit the use of a program.
    pub(crate) fn is_given(&self, program: u16) -> bool {
        self.given.get(usize::from(program)).copied().unwrap_or_default()
    }

    /// The instructions of a program.
    #[inline(always)]
    pub(crate) fn program(&self, index: u16) -> &[Step] {
        self.programs.get(index as usize).map_or(&[], Vec::as_slice)
    }
}
