//! Odds of one activation: the damage to each unit with its chance, and the draw that decides it.

use super::spread::{Marginals, Method, ROUNDING, Spread, UnitOdds};
use foretoken_vm::chance::DREW_BRANCH;
use foretoken_vm::{Change, ChangeKind, Entity, EntityId, Label, Script};
use std::collections::{BTreeMap, BTreeSet};

/// Number of draws that are checked for flips. Later draws still count for all other odds.
const MOST_DRAWS: usize = 8;

const MOST_PAIRED: usize = 4;

/// Odds of one activation.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivationOdds {
    /// The acting unit.
    pub unit: EntityId,
    /// Method; may be exact even if that of the turn is not.
    pub method: Method,
    /// Chance that the activation happens. All chances below include this factor.
    pub acts: f64,
    /// Odds after the activation; chances sum to `acts`.
    pub units: Vec<UnitOdds>,
    /// Effects on health or shield, by unit.
    pub effects: Vec<EffectOdds>,
    /// Units whose cell, statuses or next intents may change.
    pub touched: Vec<EntityId>,
    /// Named branches, in the order of the draws.
    pub named: Vec<NamedOdds>,
}

/// Chance of a named branch of `random{}`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NamedOdds {
    /// Index of the draw within the activation, from 0.
    pub draw: u32,
    /// Name of the branch: a label of the rulebook.
    pub name: Label,
    /// Chance that the activation takes the branch.
    pub chance: f64,
}

/// Effect of one activation on one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectOdds {
    /// The unit.
    pub unit: EntityId,
    /// Lost health and shield, at most what the unit has; negative for gains.
    pub loss: Spread<i32>,
    /// Chance that it dies.
    pub kills: f64,
    /// Draws that decide damage, then death, if a single draw does.
    pub flips: Vec<Flip>,
}

impl EffectOdds {
    /// Chance of any damage.
    #[must_use]
    pub fn hits(&self) -> f64 {
        self.loss.chance_of(|loss| loss > 0)
    }

    /// Least and greatest damage among the outcomes with damage.
    #[must_use]
    pub fn harm(&self) -> Option<(i32, i32)> {
        let harms = || self.loss.values().iter().map(|&(loss, _)| loss).filter(|&loss| loss > 0);
        Some((harms().next()?, harms().next_back()?))
    }

    /// Chance of any gain.
    #[must_use]
    pub fn mends(&self) -> f64 {
        self.loss.chance_of(|loss| loss < 0)
    }

    /// Least and greatest gain among the outcomes with a gain.
    #[must_use]
    pub fn gain(&self) -> Option<(i32, i32)> {
        let gains = || self.loss.values().iter().map(|&(loss, _)| -loss).filter(|&gain| gain > 0);
        Some((gains().next_back()?, gains().next()?))
    }

    /// Whether the effect on the unit does not depend on chance.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.loss.is_certain()
    }
}

/// Event that a draw decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlipOf {
    /// Damage to the unit.
    Harm,
    /// Death of the unit.
    Death,
}

/// Values of one draw on which an event can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flip {
    /// The event.
    pub of: FlipOf,
    /// First and last value. The range has no gaps.
    pub on: (i32, i32),
    /// Least and greatest value of the draw.
    pub among: (i32, i32),
    /// Index of the draw within the activation, from 0.
    pub draw: u32,
    /// Whether the event happens on each of these values.
    pub sure: bool,
    /// A second draw that decides the event together with this one, if any.
    pub with: Option<FlipWith>,
}

/// Values of the second draw on which the event happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlipWith {
    /// First and last value.
    pub on: (i32, i32),
    /// Least and greatest value of the draw.
    pub among: (i32, i32),
    /// Index of the draw within the activation.
    pub draw: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    acts: f64,
    pub(super) marginals: Marginals,
    losses: BTreeMap<EntityId, (Spread<i32>, f64)>,
    touched: BTreeSet<EntityId>,
    draws: BTreeMap<(usize, u32), Draw>,
    pairs: BTreeMap<(usize, usize), Pair>,
    named: BTreeMap<(usize, u16), (i32, f64)>,
}

#[derive(Clone, Debug, Default)]
struct Pair {
    values: Spread<(i32, i32)>,
    harm: BTreeMap<EntityId, Spread<(i32, i32)>>,
    death: BTreeMap<EntityId, Spread<(i32, i32)>>,
}

#[derive(Clone, Debug, Default)]
struct Draw {
    values: Spread<i32>,
    harm: BTreeMap<EntityId, Spread<i32>>,
    death: BTreeMap<EntityId, Spread<i32>>,
}

#[derive(Clone, Copy, Default)]
struct Effect {
    loss: i32,
    dies: bool,
}

impl Tally {
    pub(super) fn of(marginals: Marginals) -> Self {
        Self { marginals, ..Self::default() }
    }

    pub(super) fn count<'e>(
        &mut self,
        changes: &[Change],
        after: impl Fn(EntityId) -> &'e Entity,
        script: &Script,
        chance: f64,
    ) {
        self.acts += chance;
        let effects = effects(changes, after);
        let known = |unit: EntityId| self.marginals.units.iter().any(|odds| odds.unit == unit);
        let effects: Vec<(EntityId, Effect)> = effects.into_iter().filter(|&(unit, _)| known(unit)).collect();
        for &(unit, effect) in &effects {
            let (losses, kills) = self.losses.entry(unit).or_default();
            losses.add(effect.loss, chance);
            *kills += if effect.dies { chance } else { 0.0 };
        }
        let touches = |change: &&Change| {
            matches!(change.kind, ChangeKind::Cell | ChangeKind::EffectInstance | ChangeKind::Stunned)
                || change.is_postponement()
        };
        self.touched.extend(changes.iter().filter(touches).map(|change| change.entity));
        let asked = changes.iter().filter(|change| change.kind == ChangeKind::Drew);
        for (at, drew) in asked.clone().enumerate().filter(|(_, drew)| drew.label != Label::NONE).take(MOST_DRAWS) {
            let (place, sum) = self.named.entry((at, drew.label.0)).or_insert((drew.before, 0.0));
            (*place, *sum) = (drew.before.min(*place), *sum + chance);
        }
        let mut drawn: Vec<(usize, i32)> = Vec::new();
        for (at, (draw, asked)) in script.draws().zip(asked).enumerate().take(MOST_DRAWS) {
            if asked.at & DREW_BRANCH != 0 || asked.label != Label::NONE {
                continue;
            }
            drawn.push((at, draw.value));
            let counted = self.draws.entry((at, asked.at)).or_default();
            counted.values.add(draw.value, chance);
            for &(unit, effect) in &effects {
                if effect.loss > 0 {
                    counted.harm.entry(unit).or_default().add(draw.value, chance);
                }
                if effect.dies {
                    counted.death.entry(unit).or_default().add(draw.value, chance);
                }
            }
        }
        drawn.truncate(MOST_PAIRED);
        for (index, &(first, value)) in drawn.iter().enumerate() {
            for &(second, other) in &drawn[index + 1..] {
                let counted = self.pairs.entry((first, second)).or_default();
                counted.values.add((value, other), chance);
                for &(unit, effect) in &effects {
                    if effect.loss > 0 {
                        counted.harm.entry(unit).or_default().add((value, other), chance);
                    }
                    if effect.dies {
                        counted.death.entry(unit).or_default().add((value, other), chance);
                    }
                }
            }
        }
    }

    pub(super) fn finish(mut self, unit: EntityId, method: Method) -> Option<ActivationOdds> {
        if self.acts <= 0.0 {
            return None;
        }
        if let Method::Sampled { samples } = method {
            let samples = f64::from(samples);
            self.acts /= samples;
            self.marginals.divide(samples);
            self.named.values_mut().for_each(|(_, chance)| *chance /= samples);
            for (losses, kills) in self.losses.values_mut() {
                losses.divide(samples);
                *kills /= samples;
            }
            // Samples miss rare values, so they cannot prove flips.
            self.draws.clear();
            self.pairs.clear();
        }
        let mut effects = Vec::with_capacity(self.losses.len());
        for (&unit, (losses, kills)) in &self.losses {
            let mut loss = losses.clone();
            let nothing = 1.0 - losses.total();
            if nothing > ROUNDING {
                loss.add(0, nothing);
            }
            if loss.values().iter().all(|&(loss, _)| loss == 0) && *kills == 0.0 {
                continue;
            }
            let harmed = losses.chance_of(|loss| loss > 0);
            let flips = [(FlipOf::Harm, harmed), (FlipOf::Death, *kills)];
            let mut flips: Vec<Flip> =
                flips.into_iter().filter_map(|(of, chance)| self.flip(unit, of, chance)).collect();
            flips.dedup_by(|death, harm| {
                !death.sure && death.with.is_none() && (death.draw, death.on) == (harm.draw, harm.on)
            });
            effects.push(EffectOdds { unit, loss, kills: *kills, flips });
        }
        let touched = self.touched.into_iter().collect();
        let mut named: Vec<_> = self.named.into_iter().collect();
        named.sort_by_key(|&((draw, _), (place, _))| (draw, place));
        let odds = |((draw, name), (_, chance))| NamedOdds { draw: draw as u32, name: Label(name), chance };
        let named = named.into_iter().map(odds).collect();
        Some(ActivationOdds { unit, method, acts: self.acts, units: self.marginals.units, effects, touched, named })
    }

    /// Returns the draw that decides the event, else the first one without which it cannot happen.
    fn flip(&self, unit: EntityId, of: FlipOf, chance: f64) -> Option<Flip> {
        if chance <= ROUNDING {
            return None;
        }
        let flips = self.draws.iter().filter_map(|(&(at, _), draw)| draw.flip(at, unit, of, chance));
        let flips: Vec<Flip> = flips.collect();
        let flip = flips.iter().find(|flip| flip.sure).or(flips.first()).copied()?;
        let with = || flips.iter().find_map(|other| self.pair(unit, of, chance, flip, other));
        Some(Flip { with: if flip.sure { None } else { with() }, ..flip })
    }

    fn pair(&self, unit: EntityId, of: FlipOf, chance: f64, first: Flip, second: &Flip) -> Option<FlipWith> {
        let pair = self.pairs.get(&(first.draw as usize, second.draw as usize))?;
        let happens = match of {
            FlipOf::Harm => pair.harm.get(&unit)?,
            FlipOf::Death => pair.death.get(&unit)?,
        };
        if happens.total() < chance - ROUNDING {
            return None;
        }
        let within = |(a, b): (i32, i32)| {
            let inside = |value: i32, (least, most): (i32, i32)| value >= least && value <= most;
            inside(a, first.on) && inside(b, second.on)
        };
        let of_all = pair.values.chance_of(within);
        (happens.total() >= of_all - ROUNDING).then_some(FlipWith {
            on: second.on,
            among: second.among,
            draw: second.draw,
        })
    }
}

impl Draw {
    fn flip(&self, at: usize, unit: EntityId, of: FlipOf, chance: f64) -> Option<Flip> {
        let happens = match of {
            FlipOf::Harm => self.harm.get(&unit)?,
            FlipOf::Death => self.death.get(&unit)?,
        };
        if happens.total() < chance - ROUNDING {
            return None;
        }
        let (on, among) = (happens.range()?, self.values.range()?);
        let between = self.values.values().iter().filter(|&&(value, _)| value >= on.0 && value <= on.1);
        let is_whole = between.clone().count() == happens.values().len();
        if on == among || !is_whole {
            return None;
        }
        let of_all: f64 = between.map(|(_, chance)| chance).sum();
        Some(Flip { of, on, among, draw: at as u32, sure: happens.total() >= of_all - ROUNDING, with: None })
    }
}

fn effects<'e>(changes: &[Change], after: impl Fn(EntityId) -> &'e Entity) -> BTreeMap<EntityId, Effect> {
    let mut effects = BTreeMap::<EntityId, Effect>::new();
    for change in changes {
        match change.kind {
            // Later changes start at the end of earlier ones, so differences add up.
            ChangeKind::Health | ChangeKind::Shield => {
                let effect = effects.entry(change.entity).or_default();
                effect.loss = effect.loss.saturating_add(change.before.saturating_sub(change.after));
            }
            ChangeKind::Flags if change.is_death() => effects.entry(change.entity).or_default().dies = true,
            _ => {}
        }
    }
    for (&unit, effect) in &mut effects {
        effect.dies &= !after(unit).is_alive();
    }
    effects
}
