//! The value of an effect source: the change of the odds without it.

use super::{Odds, OddsBudget, OddsReport};
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef, SkillKind};
use foretoken_vm::{EntityId, Known, Plan, Rulebook};

const LEAST: f64 = 1e-6;

/// Changes to the odds by a status, worn item or passive skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The unit that has it.
    pub bearer: EntityId,
    /// The effect source.
    pub effect_source: EffectSourceRef,
    /// Changes for each affected unit, in order of creation; never empty.
    pub of: Vec<WorthFor>,
    /// Largest standard error of the chances.
    pub error: f64,
}

/// Changes for one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthFor {
    /// The unit.
    pub unit: EntityId,
    /// Change of its chance to die, from -1 to 1.
    pub dies: f64,
    /// Change of its average health.
    pub health: f64,
}

/// Returns the value of up to `most` statuses, worn items and passive skills, each within the budget. Sources that
/// change nothing are left out. Skills from an item count with it.
#[must_use]
pub fn worths(book: &Rulebook, known: &Known, plan: &Plan, budget: OddsBudget, most: usize) -> Vec<Worth> {
    let parts = effect_sources(book, known);
    if parts.is_empty() {
        return Vec::new();
    }
    let report = |book: &Rulebook, known: &Known| {
        let mut odds = Odds::within(budget);
        odds.ask(book, known, plan, None);
        odds.work(book, known, u64::MAX);
        odds.report().cloned().unwrap_or_default()
    };
    let with = report(book, known);
    let worth = |part: Part| {
        let without = match part.held {
            Some(number) => report(book, &known.without(part.bearer, part.effect_source.class.pool(), number)),
            None => report(book, &known.without_skill(book, part.bearer, part.effect_source.kind)?),
        };
        let of = differences(&with, &without);
        let error = with.method.error(0.5).max(without.method.error(0.5));
        (!of.is_empty()).then_some(Worth { bearer: part.bearer, effect_source: part.effect_source, of, error })
    };
    parts.into_iter().take(most).filter_map(worth).collect()
}

struct Part {
    bearer: EntityId,
    effect_source: EffectSourceRef,
    /// Number of its effect instance; `None` for a skill.
    held: Option<u16>,
}

fn effect_sources(book: &Rulebook, known: &Known) -> Vec<Part> {
    let state = known.state();
    let acts = |held: &&EffectInstance| {
        held.pool == Pool::STATUSES || held.pool == Pool::ITEMS && held.words[EffectInstance::WORN] != 0
    };
    let lives = |held: &&EffectInstance| state.entity(held.bearer).is_alive();
    let held = state.instances().all().iter().filter(acts).filter(lives);
    let of_held = |held: &EffectInstance| {
        Some(Part { bearer: held.bearer, effect_source: EffectSourceRef::of(held)?, held: Some(held.number) })
    };
    let mut parts: Vec<Part> = held.filter_map(of_held).collect();
    for (bearer, _) in state.living() {
        let sheet = state.sheet(book);
        let passive = |&(skill, kind): &(u16, &SkillKind)| kind.action.is_none() && sheet.has_by_itself(bearer, skill);
        let skills = sheet.skills(bearer).filter(passive);
        let effect_source = |kind: u16| EffectSourceRef { class: EffectSourceClass::Skill, kind };
        parts.extend(skills.map(|(skill, _)| Part { bearer, effect_source: effect_source(skill), held: None }));
    }
    parts
}

fn differences(with: &OddsReport, without: &OddsReport) -> Vec<WorthFor> {
    let mean = |odds: &super::UnitOdds| {
        let sum: f64 = odds.health.values().iter().map(|&(health, chance)| f64::from(health) * chance).sum();
        if sum.abs() < LEAST { 0.0 } else { sum }
    };
    let pairs = with.units.iter().filter_map(|one| Some((one, without.units.iter().find(|two| two.unit == one.unit)?)));
    let both =
        pairs.map(|(one, two)| WorthFor { unit: one.unit, dies: one.dies - two.dies, health: mean(one) - mean(two) });
    // Differences within the sampling error do not count.
    let error = 3.0 * (with.method.error(0.5) + without.method.error(0.5));
    both.filter(|worth| worth.dies.abs() > LEAST.max(error) || worth.health.abs() > LEAST + 10.0 * error).collect()
}
