//! Look-up of stats and effect sources by number and name.

use super::{EffectSource, EffectSourceClass, EffectSourceRef, Stat, StatId};
use crate::rulebook::Rules;

impl Rules {
    /// Returns the number of stats.
    #[must_use]
    pub fn stat_count(&self) -> u16 {
        (self.stats.len() as u16).max(StatId::CORE)
    }

    /// Returns a stat that an asset declares.
    #[inline]
    #[must_use]
    pub fn stat(&self, id: StatId) -> Option<&Stat> {
        self.stats.get(usize::from(id.0))
    }

    /// Returns the displayed name of a stat.
    #[must_use]
    pub fn stat_title(&self, id: StatId) -> String {
        let title = self.stat(id).map(|stat| stat.title.as_str()).filter(|title| !title.is_empty());
        let core = || StatId::CORE_NAMES.get(usize::from(id.0)).copied().unwrap_or("?");
        let words = title.unwrap_or_else(core).replace('_', " ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// Returns the stat with this name.
    #[must_use]
    pub fn find_stat(&self, name: &str) -> Option<StatId> {
        let core = || StatId::CORE_NAMES.iter().position(|own| *own == name);
        self.stats.iter().position(|stat| stat.name == name).or_else(core).map(|at| StatId(at as u16))
    }

    /// Returns the stat that is the maximum of a unit column.
    #[must_use]
    pub fn bounds_of(&self, column: u16) -> Option<StatId> {
        self.stats.iter().position(|stat| stat.bounds == Some(column)).map(|at| StatId(at as u16))
    }

    /// Returns the range of a unit column: that of its stat, else ±1,000,000,000. A column with a maximum stat is at
    /// least 0.
    #[must_use]
    pub fn range_of(&self, column: u16) -> (i32, i32) {
        let own = self.stats.iter().find(|stat| stat.column == Some(column));
        let least = if self.bounds_of(column).is_some() { 0 } else { -1_000_000_000 };
        own.map_or((least, 1_000_000_000), |stat| (stat.least, stat.most))
    }

    /// Returns an effect source.
    #[must_use]
    pub fn effect_source(&self, of: EffectSourceRef) -> Option<&EffectSource> {
        let at = usize::from(of.kind);
        match of.class {
            EffectSourceClass::Item => self.items.get(at).map(|kind| &kind.effect_source),
            EffectSourceClass::Skill => self.skills.get(at).map(|kind| &kind.effect_source),
            EffectSourceClass::Status => self.statuses.get(at).map(|kind| &kind.effect_source),
            EffectSourceClass::None => None,
        }
    }

    /// Iterates over all effect sources by class.
    pub fn effect_sources(&self) -> impl Iterator<Item = (EffectSourceRef, &EffectSource)> {
        fn of<'c>(
            class: EffectSourceClass,
        ) -> impl Fn((usize, &'c EffectSource)) -> (EffectSourceRef, &'c EffectSource) {
            move |(at, effect_source)| (EffectSourceRef { class, kind: at as u16 }, effect_source)
        }
        let items = self.items.iter().map(|kind| &kind.effect_source).enumerate().map(of(EffectSourceClass::Item));
        let skills = self.skills.iter().map(|kind| &kind.effect_source).enumerate().map(of(EffectSourceClass::Skill));
        let statuses =
            self.statuses.iter().map(|kind| &kind.effect_source).enumerate().map(of(EffectSourceClass::Status));
        items.chain(skills).chain(statuses)
    }

    /// Returns whether legal uses depend on the state, not only on unit type and points.
    #[must_use]
    pub fn is_use_state_dependent(&self) -> bool {
        self.has_effect_sources() || !self.scheduler.is_rounds()
    }

    /// Returns whether the rulebook has effect sources.
    #[must_use]
    pub fn has_effect_sources(&self) -> bool {
        !(self.items.is_empty() && self.skills.is_empty() && self.statuses.is_empty())
    }
}
