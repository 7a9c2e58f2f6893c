//! Odds of one activation: whom it harms how much and how likely, and which drawn value turns that.

use super::spread::{Marginals, Method, ROUNDING, Spread, UnitOdds};
use foretoken_vm::chance::DREW_BRANCH;
use foretoken_vm::{Change, ChangeKind, Entity, EntityId, Label, Script};
use std::collections::{BTreeMap, BTreeSet};

/// Draws of an activation that are looked at for what turns its outcome. Those behind them count for all else.
const MOST_DRAWS: usize = 8;

/// Draws of an activation that are looked at two by two.
const MOST_PAIRED: usize = 4;

/// What one activation may come to.
#[derive(Clone, Debug, PartialEq)]
pub struct ActivationOdds {
    /// Who acts.
    pub unit: EntityId,
    /// How its odds were found: they may be exact where those of the whole turn are not.
    pub method: Method,
    /// The chance that it is activated at all. All chances below are of what happens, not of what happens if it is.
    pub acts: f64,
    /// What becomes of all who live now, right after it: chances add up to `acts`.
    pub units: Vec<UnitOdds>,
    /// What it does to those whose health or shield it may alter, in order of creation.
    pub effects: Vec<EffectOdds>,
    /// Those whose place, statuses or next intents it may alter, in order of creation; `units` says to what.
    pub touched: Vec<EntityId>,
    /// The named branches that its draws may take, in the order of the draws.
    pub named: Vec<NamedOdds>,
}

/// The chance of a named branch of `random{}`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NamedOdds {
    /// Which draw of the activation, counted from 0.
    pub draw: u32,
    /// The name: a label of the rulebook.
    pub name: Label,
    /// The chance that the activation takes this branch.
    pub chance: f64,
}

/// What one activation may do to one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectOdds {
    /// To whom.
    pub unit: EntityId,
    /// Health and shield that it loses, no more than it has; below 0 what it gains.
    pub loss: Spread<i32>,
    /// The chance that it dies of it.
    pub kills: f64,
    /// What turns that, where one draw does: harm first, then death.
    pub flips: Vec<Flip>,
}

impl EffectOdds {
    /// The chance of any harm.
    #[must_use]
    pub fn hits(&self) -> f64 {
        self.loss.chance_of(|loss| loss > 0)
    }

    /// Least and greatest harm where there is any.
    #[must_use]
    pub fn harm(&self) -> Option<(i32, i32)> {
        let harms = || self.loss.values().iter().map(|&(loss, _)| loss).filter(|&loss| loss > 0);
        Some((harms().next()?, harms().next_back()?))
    }

    /// The chance of any gain.
    #[must_use]
    pub fn mends(&self) -> f64 {
        self.loss.chance_of(|loss| loss < 0)
    }

    /// Least and greatest gain where there is any.
    #[must_use]
    pub fn gain(&self) -> Option<(i32, i32)> {
        let gains = || self.loss.values().iter().map(|&(loss, _)| -loss).filter(|&gain| gain > 0);
        Some((gains().next_back()?, gains().next()?))
    }

    /// Whether chance has no say in what it does to the unit.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.loss.is_certain()
    }
}

/// What a drawn value decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlipOf {
    /// Whether the unit is harmed.
    Harm,
    /// Whether it dies.
    Death,
}

/// The values of one draw on which something happens that happens on none of its others, nor without that draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flip {
    /// What.
    pub of: FlipOf,
    /// The first and the last of these values: none between them is missing.
    pub on: (i32, i32),
    /// Least and greatest value that can be drawn.
    pub among: (i32, i32),
    /// Which draw of the activation, counted from 0.
    pub draw: u32,
    /// Whether it happens on each of these values; else it may, as further draws decide.
    pub sure: bool,
    /// Where it may: the draw that decides it together with this one, if one does. It happens on each pair of these values and
    /// on no other.
    pub with: Option<FlipWith>,
}

/// The values of a further draw on which something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlipWith {
    /// The first and the last of these values.
    pub on: (i32, i32),
    /// Least and greatest value that can be drawn.
    pub among: (i32, i32),
    /// Which draw of the activation.
    pub draw: u32,
}

/// What has been counted of an activation.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    acts: f64,
    pub(super) marginals: Marginals,
    losses: BTreeMap<EntityId, (Spread<i32>, f64)>,
    touched: BTreeSet<EntityId>,
    draws: BTreeMap<(usize, u32), Draw>,
    /// What came of the values of two draws together, of the first few.
    pairs: BTreeMap<(usize, usize), Pair>,
    /// The chances of named branches by the place of their draw and their label, with the first place of the branch.
    named: BTreeMap<(usize, u16), (i32, f64)>,
}

/// What came of the values of two draws.
#[derive(Clone, Debug, Default)]
struct Pair {
    values: Spread<(i32, i32)>,
    harm: BTreeMap<EntityId, Spread<(i32, i32)>>,
    death: BTreeMap<EntityId, Spread<(i32, i32)>>,
}

/// What came of the values of one draw.
#[derive(Clone, Debug, Default)]
struct Draw {
    values: Spread<i32>,
    harm: BTreeMap<EntityId, Spread<i32>>,
    death: BTreeMap<EntityId, Spread<i32>>,
}

/// What one run of an activation did to somebody.
#[derive(Clone, Copy, Default)]
struct Effect {
    loss: i32,
    dies: bool,
}

impl Tally {
    /// Nothing counted yet.
    pub(super) fn of(marginals: Marginals) -> Self {
        Self { marginals, ..Self::default() }
    }

    /// Counts one run of the activation by its changes. `marginals` are counted apart from it.
    pub(super) fn count<'e>(
        &mut self,
        changes: &[Change],
        after: impl Fn(EntityId) -> &'e Entity,
        script: &Script,
        chance: f64,
    ) {
        self.acts += chance;
        let effects = effects(changes, after);
        // Who came to be only now is no unit whose odds are told.
        let known = |unit: EntityId| self.marginals.units.iter().any(|odds| odds.unit == unit);
        let effects: Vec<(EntityId, Effect)> = effects.into_iter().filter(|&(unit, _)| known(unit)).collect();
        for &(unit, effect) in &effects {
            let (losses, kills) = self.losses.entry(unit).or_default();
            losses.add(effect.loss, chance);
            *kills += if effect.dies { chance } else { 0.0 };
        }
        let touches = |change: &&Change| {
            matches!(change.kind, ChangeKind::Cell | ChangeKind::EffectInstance | ChangeKind::Stunned)
                || change.postpones()
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

    /// What came of it; `None` where it never came.
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
            // Samples leave out values that are rarely drawn, so that they cannot say what each of them does.
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
            // That it may die where it is hit says nothing more.
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

    /// The values of a draw on which something happens: of the first draw that decides it, else of the first without which
    /// it cannot happen.
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

    /// A later draw that decides something together with another: it happens on each pair of their values, and always.
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
        // It happens on none without this draw.
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

/// What changes do to whom, all of them together.
fn effects<'e>(changes: &[Change], after: impl Fn(EntityId) -> &'e Entity) -> BTreeMap<EntityId, Effect> {
    let mut effects = BTreeMap::<EntityId, Effect>::new();
    for change in changes {
        match change.kind {
            // Later changes begin where earlier ones end, so that differences add up.
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
