//! What a rulebook says of stats and carriers, by number and by name.

use super::{EffectSource, EffectSourceClass, EffectSourceRef, Stat, StatId};
use crate::rulebook::Rules;

impl Rules {
    /// How many stats there are.
    #[must_use]
    pub fn stat_count(&self) -> u16 {
        (self.stats.len() as u16).max(StatId::CORE)
    }

    /// A stat of which an asset says something.
    #[inline]
    #[must_use]
    pub fn stat(&self, id: StatId) -> Option<&Stat> {
        self.stats.get(usize::from(id.0))
    }

    /// What a stat is called where it stands by itself: its title, or its name with a capital.
    #[must_use]
    pub fn stat_title(&self, id: StatId) -> String {
        let title = self.stat(id).map(|stat| stat.title.as_str()).filter(|title| !title.is_empty());
        let core = || StatId::CORE_NAMES.get(usize::from(id.0)).copied().unwrap_or("?");
        let words = title.unwrap_or_else(core).replace('_', " ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// The stat with this name.
    #[must_use]
    pub fn find_stat(&self, name: &str) -> Option<StatId> {
        let core = || StatId::CORE_NAMES.iter().position(|own| *own == name);
        self.stats.iter().position(|stat| stat.name == name).or_else(core).map(|at| StatId(at as u16))
    }

    /// The stat that is the largest value of a column of entities.
    #[must_use]
    pub fn bounds_of(&self, column: u16) -> Option<StatId> {
        self.stats.iter().position(|stat| stat.bounds == Some(column)).map(|at| StatId(at as u16))
    }

    /// The smallest and the largest value of a column of entities: those of the stat whose base it is, else a thousand
    /// million on both sides of 0. A column that a stat is the largest value of is at least 0.
    #[must_use]
    pub fn range_of(&self, column: u16) -> (i32, i32) {
        let own = self.stats.iter().find(|stat| stat.column == Some(column));
        // The current value of a largest one is at least 0.
        let least = if self.bounds_of(column).is_some() { 0 } else { -1_000_000_000 };
        own.map_or((least, 1_000_000_000), |stat| (stat.least, stat.most))
    }

    /// A carrier.
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

    /// All carriers, class by class.
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

    /// Whether the uses that a unit may add to its intent depend on the state, not only on its kind and its points.
    #[must_use]
    pub fn judges_uses_by_state(&self) -> bool {
        self.has_effect_sources() || !self.scheduler.is_rounds()
    }

    /// Whether any unit may hold or have anything that carries.
    #[must_use]
    pub fn has_effect_sources(&self) -> bool {
        !(self.items.is_empty() && self.skills.is_empty() && self.statuses.is_empty())
    }
}
