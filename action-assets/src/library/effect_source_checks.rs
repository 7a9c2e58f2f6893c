//! Checks of skills, items, statuses and stats: replacements, circular stats and undefined orders.

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::Rules;
use foretoken_vm::formula::FormulaOp;
use foretoken_vm::stats::{DamageModifier, EffectSource, EffectSourceRef, Modifier, Order, Sought, Stage, StatId};

use super::Library;
use crate::assets::{AnyAsset, AssetType};
use crate::compile::{Compiler, Names};
use crate::diagnostic::did_you_mean;
use crate::walk::{Value, walk};

const MOST_GROUPS: usize = 14;

/// Limit of chained stats: each takes two steps of depth, three with a parameter.
const MOST_CHAIN: usize = 32;

impl Library {
    pub(super) fn replacements(&self, book: &mut Rules, compiler: &mut Compiler<'_>) {
        let asset = |name: &str| match self.asset(AssetType::Skill, name) {
            Some(AnyAsset::Skill(skill)) => Some(skill),
            _ => None,
        };
        let of: Vec<(String, String, i32, String)> = book
            .skills
            .iter()
            .map(|kind| {
                let own = asset(&kind.effect_source.name);
                let (replaces, priority) = own.map_or(("", 0), |own| (own.replaces.as_str(), own.replace_priority));
                (kind.path.clone(), replaces.to_owned(), priority, kind.effect_source.name.clone())
            })
            .collect();
        let orders: Vec<Order> = book.skills.iter().map(|kind| kind.order).collect();
        for (at, (path, replaces, priority, name)) in of.iter().enumerate() {
            let beats = |other: &(String, String, i32, String)| {
                // If several skills replace one skill, the highest counts, then the first by name.
                !replaces.is_empty()
                    && other.1 == *replaces
                    && (other.2, &other.3) != (*priority, name)
                    && (other.2 > *priority || other.2 == *priority && other.3 < *name)
            };
            let by = |(other, rule): (usize, &(String, String, i32, String))| {
                let replaced = rule.1 == *path && other != at && replaces != path;
                // Of two skills to walk, the higher replaces the other, unless an explicit replacement decides.
                let is_told = rule.1 == *path || *replaces == rule.0;
                let same = orders[at] != Order::Usual && orders[at] == orders[other];
                let walks = same && !is_told && (rule.2 > *priority || rule.2 == *priority && rule.3 < *name);
                (other != at && (replaced || beats(rule) || walks)).then_some(other as u16)
            };
            book.skills[at].replaced_by = of.iter().enumerate().filter_map(by).collect();
        }
        for at in 0..book.skills.len() {
            let own = at as u16;
            let replaces = (0..book.skills.len()).filter(|&other| book.skills[other].replaced_by.contains(&own));
            book.skills[at].replaces = replaces.map(|other| other as u16).collect();
        }
        for at in 0..book.skills.len() {
            let Some(other) = replaced_in_turn(book, at as u16) else { continue };
            let (name, other) =
                (&book.skills[at].effect_source.name, &book.skills[usize::from(other)].effect_source.name);
            if let Some(mut place) = self.place(AssetType::Skill, name, &mut compiler.diagnostics) {
                let message = format!("`{name}` and `{other}` replace each other");
                place.fault("replaces", "replacement-loop", message, None);
            }
        }
    }

    pub(super) fn check_circles(&self, names: &Names, book: &Rules, compiler: &mut Compiler<'_>) {
        let formulas = &compiler.tables.formulas;
        let code = |formula: u32| formulas.get(formula as usize).map_or(&[][..], |formula| formula.code.as_slice());
        let mut needs: BTreeMap<StatId, Vec<StatId>> = BTreeMap::new();
        let mut read = |stat: StatId, effect_source: Option<&EffectSource>, formula: u32| {
            let mut waiting = vec![formula];
            let mut seen = vec![formula];
            while let Some(formula) = waiting.pop() {
                for op in code(formula) {
                    if let FormulaOp::Parameter(name) = *op {
                        let own = effect_source.into_iter().flat_map(|effect_source| &effect_source.parameters);
                        for own in own.filter(|own| own.name == name && own.kept.is_none()) {
                            if !seen.contains(&own.formula) {
                                seen.push(own.formula);
                                waiting.push(own.formula);
                            }
                        }
                    }
                    for formula in searched(book, *op) {
                        if !seen.contains(&formula) {
                            seen.push(formula);
                            waiting.push(formula);
                        }
                    }
                    needs.entry(stat).or_default().extend(stat_read(*op));
                }
            }
        };
        for kind in &book.unit_types {
            kind.formulas.iter().for_each(|&(stat, formula)| read(stat, None, formula));
        }
        for (_, effect_source) in book.effect_sources() {
            for modifier in &effect_source.modifiers {
                read(modifier.stat, Some(effect_source), modifier.amount);
                effect_source
                    .condition
                    .into_iter()
                    .for_each(|condition| read(modifier.stat, Some(effect_source), condition));
            }
        }
        // A status from an aura depends on the condition of the aura's source.
        for (_, effect_source) in book.effect_sources() {
            let Some(condition) = effect_source.condition else { continue };
            for given in effect_source.auras.iter().filter_map(|aura| book.statuses.get(usize::from(aura.gives))) {
                given.effect_source.modifiers.iter().for_each(|own| read(own.stat, Some(effect_source), condition));
            }
        }
        let name = |stat: StatId| names.stats.get(usize::from(stat.0)).map_or("?", String::as_str);
        // The fault is on an effect source that modifies the stat; on the stat if there is none.
        let mut blame = |stat: StatId, code: &'static str, message: String| {
            let modifies = |effect_source: &EffectSource| effect_source.modifiers.iter().any(|own| own.stat == stat);
            let place = match book.effect_sources().find(|(_, effect_source)| modifies(effect_source)) {
                Some((of, effect_source)) => self.place(type_of(of), &effect_source.name, &mut compiler.diagnostics),
                None => self.place(AssetType::Stat, name(stat), &mut compiler.diagnostics),
            };
            if let Some(mut place) = place {
                place.fault("modifiers", code, message, None);
            }
        };
        if needs.keys().all(|&stat| circle_from(stat, &needs).is_none())
            && let Some(chain) = longest_chain(&needs).filter(|chain| chain.len() > MOST_CHAIN)
        {
            let told: Vec<String> = chain.iter().map(|stat| format!("`{}`", name(*stat))).collect();
            let message = format!(
                "a chain of {} stats that use each other is longer than the maximum of {MOST_CHAIN}: {}",
                chain.len(),
                told.join(" needs ")
            );
            blame(chain.first().copied().unwrap_or_default(), "stat-chain", message);
        }
        for &stat in needs.keys() {
            let Some(circle) = circle_from(stat, &needs) else { continue };
            if circle.iter().min() != Some(&stat) {
                continue;
            }
            let told: Vec<String> = circle.iter().chain([&stat]).map(|stat| format!("`{}`", name(*stat))).collect();
            let message = format!("stats use each other in a circle: {}", told.join(" needs "));
            blame(stat, "stat-circle", message);
        }
    }

    pub(super) fn check_parameters(&self, book: &Rules, compiler: &mut Compiler<'_>) {
        for (of, effect_source) in book.effect_sources() {
            let mut needs: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
            for own in &effect_source.parameters {
                let formula = compiler.tables.formulas.get(own.formula as usize);
                let read = formula.iter().flat_map(|formula| &formula.code).filter_map(|op| match *op {
                    FormulaOp::Parameter(name) => Some(name),
                    _ => None,
                });
                let read: Vec<u16> = read.collect();
                if !read.is_empty() {
                    needs.insert(own.name, read);
                }
            }
            let name = |at: u16| book.parameters.get(usize::from(at)).map_or("?", String::as_str);
            let told =
                |chain: &[u16]| chain.iter().map(|&at| format!("`{}`", name(at))).collect::<Vec<_>>().join(" needs ");
            let circle = needs.keys().find_map(|&own| circle_from(own, &needs));
            let chain = longest_chain(&needs).filter(|chain| chain.len() > MOST_CHAIN);
            let (code, message) = match (circle, chain) {
                (Some(mut circle), _) => {
                    circle.extend(circle.first().copied());
                    ("parameter-circle", format!("parameters use each other in a circle: {}", told(&circle)))
                }
                (None, Some(chain)) => {
                    let long = format!(
                        "a chain of {} parameters that use each other is longer than the maximum of {MOST_CHAIN}",
                        chain.len()
                    );
                    ("parameter-chain", format!("{long}: {}", told(&chain)))
                }
                (None, None) => continue,
            };
            if let Some(mut place) = self.place(type_of(of), &effect_source.name, &mut compiler.diagnostics) {
                place.fault("parameters", code, message, None);
            }
        }
    }

    pub(super) fn check_groups(&self, names: &Names, book: &Rules, compiler: &mut Compiler<'_>) {
        let mut groups: BTreeMap<StatId, Vec<&str>> = BTreeMap::new();
        for (of, effect_source) in book.effect_sources() {
            for own in effect_source.modifiers.iter().filter(|own| !own.group.is_empty()) {
                let known = groups.entry(own.stat).or_default();
                if known.contains(&own.group.as_str()) {
                    continue;
                }
                known.push(&own.group);
                if known.len() > MOST_GROUPS
                    && let Some(mut place) = self.place(type_of(of), &effect_source.name, &mut compiler.diagnostics)
                {
                    let stat = names.stats.get(usize::from(own.stat.0)).map_or("?", String::as_str);
                    let message = format!("`{stat}` has more than {MOST_GROUPS} bonus groups");
                    place.fault("modifiers", "too-many-names", message, None);
                }
            }
        }
    }

    pub(super) fn check_order(&self, book: &Rules, compiler: &mut Compiler<'_>) {
        let all: Vec<_> = book.effect_sources().collect();
        for (at, &(of, effect_source)) in all.iter().enumerate() {
            for &(_, other) in all[..at].iter().filter(|(other, _)| other.class == of.class) {
                let Some(mut place) = self.place(type_of(of), &effect_source.name, &mut compiler.diagnostics) else {
                    continue;
                };
                let clashing = effect_source.modifiers.iter().find(|own| {
                    let same = |rule: &Modifier| rule.stat == own.stat && rule.priority == own.priority;
                    !own.mode.row().commutes && other.modifiers.iter().any(|rule| rule.mode == own.mode && same(rule))
                });
                if let Some(own) = clashing {
                    let (name, mode) = (&other.name, own.mode.row().name);
                    let message = format!(
                        "`{name}` has the mode {mode} for the same stat with the same priority; their names \
                             decide the order"
                    );
                    place.warn("modifiers", "same-priority", message);
                }
                let mixes =
                    |own: &DamageModifier| other.damage_modifiers.iter().any(|rule| is_order_relevant(own, rule));
                if effect_source.damage_modifiers.iter().any(mixes) {
                    let message = format!(
                        "it and `{}` change the same damage with the same priority, but only one of them adds; their \
                         names decide the order, so give them different priorities",
                        other.name
                    );
                    place.warn("damage_modifiers", "same-priority", message);
                }
            }
        }
    }

    pub(super) fn check_drawn_parameters(&self, book: &Rules, compiler: &mut Compiler<'_>) {
        let tables = &compiler.tables;
        let reads = |op: &FormulaOp, name: u16, is_own: bool| match *op {
            FormulaOp::Parameter(own) => is_own && own == name,
            FormulaOp::Reacted(own) => own == name,
            FormulaOp::Search(_, search) => {
                let wanted = tables.searches.get(usize::from(search)).and_then(|search| search.parameter.as_ref());
                wanted.is_some_and(|wanted| book.parameters.get(usize::from(name)) == Some(wanted))
            }
            _ => false,
        };
        let mut faults = Vec::new();
        for skill in &book.skills {
            let file = AssetType::Skill.path(&skill.effect_source.name);
            let own_formulas: BTreeSet<u32> =
                tables.carried.iter().filter(|(of, _)| *of == file).map(|&(_, index)| index).collect();
            let drawn =
                skill.effect_source.parameters.iter().enumerate().filter(|(_, own)| tables.is_random(own.formula));
            for (at, own) in drawn {
                let mut formulas = tables.formulas.iter().enumerate();
                let reader = formulas.find(|&(index, formula)| {
                    let is_own = own_formulas.contains(&(index as u32));
                    formula.code.iter().any(|op| reads(op, own.name, is_own))
                });
                if let Some((_, reader)) = reader {
                    faults.push((skill.effect_source.name.clone(), at, own.name, reader.source.clone()));
                }
            }
        }
        for (skill, at, name, reader) in faults {
            let Some(mut place) = self.place(AssetType::Skill, &skill, &mut compiler.diagnostics) else { continue };
            let name = book.parameters.get(usize::from(name)).map_or("", String::as_str);
            let message =
                format!("`{name}` uses chance, so only an action can read it, but the formula `{reader}` does");
            let help = "give that formula a parameter without chance".to_owned();
            place.fault(&format!("parameters[{at}].formula"), "drawn-parameter", message, Some(help));
        }
    }

    pub(super) fn check_slots(&self, compiler: &mut Compiler<'_>) {
        let of_units: Vec<&[String]> = self
            .assets()
            .filter_map(|(_, _, asset)| match asset {
                AnyAsset::Unit(unit) => Some(unit.slots.as_slice()),
                _ => None,
            })
            .collect();
        let count = |slots: &[String], slot: &str| slots.iter().filter(|own| *own == slot).count();
        for (kind, name, asset) in self.assets() {
            let AnyAsset::Item(item) = asset else { continue };
            for (at, slot) in item.slots.iter().enumerate() {
                let most = of_units.iter().map(|slots| count(slots, slot)).max().unwrap_or_default();
                if count(&item.slots[..=at], slot) <= most {
                    continue;
                }
                let Some(mut place) = self.place(kind, name, &mut compiler.diagnostics) else { continue };
                let message = if most == 0 {
                    let known = of_units.iter().flat_map(|slots| slots.iter()).map(String::as_str);
                    let help = did_you_mean(slot, known).map_or(String::new(), |help| format!("; {help}"));
                    format!("no unit has a slot `{slot}`{help}")
                } else {
                    format!("no unit has more than {most} of the slot `{slot}`")
                };
                place.warn(&format!("slots[{at}]"), "unknown-slot", message);
            }
        }
    }

    pub(super) fn check_reasons(&self, compiler: &mut Compiler<'_>) {
        for (kind, name, asset) in self.assets() {
            let (usable, why_not) = match asset {
                AnyAsset::Action(action) => (&action.usable, &action.why_not),
                AnyAsset::Skill(skill) => (&skill.usable, &skill.why_not),
                _ => continue,
            };
            if usable.is_one()
                && !why_not.is_empty()
                && let Some(mut place) = self.place(kind, name, &mut compiler.diagnostics)
            {
                place.warn("why_not", "does-nothing", "the reason is never shown, because `usable` is empty");
            }
        }
    }

    /// Warns of effect sources that do nothing and that no formula uses, and of empty actions.
    pub(super) fn check_idle(&self, book: &Rules, compiler: &mut Compiler<'_>) {
        for (kind, name, asset) in self.assets() {
            let (field, message) = match asset {
                AnyAsset::Action(action) if action.body.is_empty() => {
                    ("body", "the action is empty, so it does nothing".to_owned())
                }
                AnyAsset::Status(status) if status.is_empty() => ("", idle_effect_source("its bearer")),
                AnyAsset::Item(item) if item.is_empty() => ("", idle_effect_source("its owner")),
                AnyAsset::Skill(skill) if skill.is_empty() => ("", idle_effect_source("its owner")),
                _ => continue,
            };
            let is_read = self.stored(kind, name).is_some_and(|stored| !stored.broken);
            let is_asked_for =
                kind != AssetType::Action && (self.is_asked_for(kind, name) || is_searched_for(book, kind, name));
            if is_read
                && !is_asked_for
                && let Some(mut place) = self.place(kind, name, &mut compiler.diagnostics)
            {
                place.warn(field, "does-nothing", message);
            }
        }
    }

    fn is_asked_for(&self, kind: AssetType, name: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let mut asked = false;
        for (of, user, asset) in self.assets().filter(|(of, user, _)| (*of, *user) != (kind, name)) {
            let uses = kind != AssetType::Status && matches!(of, AssetType::Action | AssetType::Skill);
            walk(asset.clone().inspect_mut(), user, &mut |_, _, value| match value {
                Value::Formula(formula) => asked |= formula.as_str().split(|c| !is_word(c)).any(|word| word == name),
                Value::Reference(to, wanted) => asked |= uses && wanted == kind.reference() && to == name,
                _ => {}
            });
        }
        asked
    }
}

fn is_searched_for(book: &Rules, kind: AssetType, name: &str) -> bool {
    let place = match kind {
        AssetType::Item => book.items.iter().position(|item| item.effect_source.name == name),
        AssetType::Skill => book.skills.iter().position(|skill| skill.effect_source.name == name),
        _ => None,
    };
    let Some(place) = place.map(|at| at as u16) else { return false };
    book.searches.iter().any(|search| match (&search.sought, kind) {
        (Sought::Items { kinds, .. }, AssetType::Item) | (Sought::Skills { kinds, .. }, AssetType::Skill) => {
            kinds.contains(&place)
        }
        _ => false,
    })
}

/// Whether the order of two damage modifiers changes the result. Absorption does not depend on it.
fn is_order_relevant(own: &DamageModifier, other: &DamageModifier) -> bool {
    let meets = match (&own.types, &other.types) {
        (Some(own), Some(other)) => own.is_overlapping(other),
        _ => true,
    };
    let commutes = own.mode == other.mode && own.mode.row().commutes;
    let same = (own.stage, own.heals, own.priority) == (other.stage, other.heals, other.priority);
    same && meets && own.stage != Stage::Absorb && !commutes
}

pub(super) fn type_of(of: EffectSourceRef) -> AssetType {
    use foretoken_vm::stats::EffectSourceClass as Class;
    match of.class {
        Class::Item => AssetType::Item,
        Class::Skill => AssetType::Skill,
        Class::Status | Class::None => AssetType::Status,
    }
}

fn searched(book: &Rules, op: FormulaOp) -> Vec<u32> {
    let FormulaOp::Search(address, search) = op else { return Vec::new() };
    let own = address == foretoken_vm::Address::SELF.0;
    let sought = book.searches.get(usize::from(search)).filter(|_| own).map(|search| &search.sought);
    let parameters = |effect_sources: Vec<&EffectSource>, wanted: u16| -> Vec<u32> {
        let all = effect_sources.into_iter().flat_map(|effect_source| &effect_source.parameters);
        all.filter(|own| own.name == wanted).map(|own| own.formula).collect()
    };
    match sought {
        Some(Sought::Items { kinds, parameter: Some(wanted), .. }) => parameters(
            kinds.iter().filter_map(|&at| Some(&book.items.get(usize::from(at))?.effect_source)).collect(),
            *wanted,
        ),
        Some(Sought::Skills { kinds, parameter: Some(wanted) }) => parameters(
            kinds.iter().filter_map(|&at| Some(&book.skills.get(usize::from(at))?.effect_source)).collect(),
            *wanted,
        ),
        _ => Vec::new(),
    }
}

fn stat_read(op: FormulaOp) -> Option<StatId> {
    let own = |address: u8| address == foretoken_vm::Address::SELF.0;
    match op {
        FormulaOp::Stat(a, stat) if own(a) => Some(StatId(stat)),
        FormulaOp::MaxHealth(a) if own(a) => Some(StatId::HEALTH),
        FormulaOp::Movement(a) if own(a) => Some(StatId::MOVEMENT),
        FormulaOp::Initiative(a) if own(a) => Some(StatId::INITIATIVE),
        FormulaOp::Speed(a) if own(a) => Some(StatId::SPEED),
        _ => None,
    }
}

fn longest_chain<K: Copy + Ord>(needs: &BTreeMap<K, Vec<K>>) -> Option<Vec<K>> {
    let mut known: BTreeMap<K, (usize, Option<K>)> = BTreeMap::new();
    loop {
        let before = known.len();
        for (&stat, needed) in needs {
            let length = |next: &K| if needs.contains_key(next) { known.get(next).map(|own| own.0) } else { Some(1) };
            let lengths: Option<Vec<(usize, K)>> = needed.iter().map(|next| Some((length(next)?, *next))).collect();
            if let Some(lengths) = lengths.filter(|_| !known.contains_key(&stat)) {
                let next = lengths.into_iter().max();
                known.insert(stat, (next.map_or(0, |(length, _)| length) + 1, next.map(|(_, next)| next)));
            }
        }
        if known.len() == before {
            break;
        }
    }
    let (&first, _) = known.iter().max_by_key(|(_, (length, _))| *length)?;
    let chain = std::iter::successors(Some(first), |stat| known.get(stat)?.1);
    Some(chain.collect())
}

pub(super) fn circle_from<K: Copy + Ord>(stat: K, needs: &BTreeMap<K, Vec<K>>) -> Option<Vec<K>> {
    let mut ways = vec![vec![stat]];
    let mut seen = Vec::new();
    while let Some(way) = ways.pop() {
        for &next in way.last().and_then(|last| needs.get(last)).into_iter().flatten() {
            if next == stat {
                return Some(way);
            }
            if !seen.contains(&next) {
                seen.push(next);
                ways.push(way.iter().copied().chain([next]).collect());
            }
        }
    }
    None
}

fn replaced_in_turn(book: &Rules, own: u16) -> Option<u16> {
    let mut reached = vec![own];
    let mut next = 0;
    while let Some(&skill) = reached.get(next) {
        next += 1;
        for &by in &book.skills[usize::from(skill)].replaced_by {
            if by == own {
                return Some(skill);
            }
            if !reached.contains(&by) {
                reached.push(by);
            }
        }
    }
    None
}

fn idle_effect_source(whom: &str) -> String {
    format!("it has no effect on {whom}, and no formula reads it")
}
