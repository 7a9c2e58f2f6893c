//! Meanings of map characters, and the choice of new ones.

use std::collections::BTreeSet;

use foretoken_vm::Cell;

use super::Painting;
use crate::assets::{HOLE, LegendEntry};

const READABLE: [(char, char); 3] = [('a', 'z'), ('A', 'Z'), ('0', '9')];
const FURTHER: [(char, char); 4] =
    [('\u{3b1}', '\u{3c9}'), ('\u{391}', '\u{3a9}'), ('\u{410}', '\u{44f}'), ('\u{4e00}', '\u{9fa5}')];

impl Painting {
    pub(super) fn used(&self) -> BTreeSet<char> {
        self.sheets.iter().flat_map(|sheet| sheet.cells.iter().copied()).filter(|&glyph| glyph != HOLE).collect()
    }

    pub(super) fn bare(&self) -> char {
        let own = self.ground.iter().find(|ground| ground.name == self.scenario.ground).and_then(|ground| ground.glyph);
        own.or_else(|| self.ground.iter().filter(|ground| !ground.blocks).find_map(|ground| ground.glyph))
            .unwrap_or('.')
    }

    pub(super) fn meaning(&self, glyph: char) -> Option<LegendEntry> {
        let is_it = |text: &str| text.chars().eq([glyph]);
        if let Some(entry) = self.scenario.legend.iter().find(|entry| is_it(&entry.glyph)) {
            return Some(self.told(entry));
        }
        let ground = self.ground.iter().find(|ground| ground.glyph == Some(glyph))?;
        Some(LegendEntry { terrain: ground.name.clone(), ..LegendEntry::default() })
    }

    pub(super) fn is_in_legend(&self, glyph: char) -> bool {
        self.scenario.legend.iter().any(|entry| entry.glyph.chars().eq([glyph]))
    }

    fn is_chosen(&self, glyph: &str) -> bool {
        !glyph.is_empty() && self.scenario.spawns.iter().any(|rule| rule.glyphs.contains(glyph))
    }

    fn choose_alike(&mut self, known: &str, new: char) {
        for rule in self.scenario.spawns.iter_mut().filter(|rule| rule.glyphs.contains(known)) {
            rule.glyphs.push(new);
        }
    }

    /// Returns a legend entry for comparison. It keeps its character only if spawns depend on it.
    fn told(&self, entry: &LegendEntry) -> LegendEntry {
        let terrain = if entry.terrain.is_empty() { &self.scenario.ground } else { &entry.terrain };
        let mut told = LegendEntry { terrain: terrain.clone(), ..entry.clone() };
        if told.unit.is_empty() {
            (told.team, told.facing, told.health) = (0, 0, 0);
        }
        if told.unit.is_empty() || !self.is_chosen(&told.glyph) {
            told.glyph.clear();
        }
        told
    }

    pub(super) fn put(&mut self, cell: Cell, content: LegendEntry) {
        let glyph = self.glyph_for(content);
        self.set_glyph(cell, glyph);
    }

    fn glyph_for(&mut self, content: LegendEntry) -> char {
        let content = self.told(&content);
        let bare = LegendEntry { terrain: content.terrain.clone(), ..LegendEntry::default() };
        let own = self.ground.iter().find(|ground| ground.name == content.terrain).and_then(|ground| ground.glyph);
        if let Some(own) = own.filter(|&own| content == bare && self.meaning(own).as_ref() == Some(&bare)) {
            return own;
        }
        let same = |entry: &&LegendEntry| self.told(entry) == content;
        // An earlier entry with the same character takes precedence.
        let known = self.scenario.legend.iter().filter(same).find_map(|entry| {
            let glyph = entry.glyph.chars().next()?;
            (self.meaning(glyph).as_ref() == Some(&content)).then_some(glyph)
        });
        if let Some(known) = known {
            return known;
        }
        let glyph = self.fresh_glyph(&content.unit);
        let terrain = if content.terrain == self.scenario.ground { String::new() } else { content.terrain.clone() };
        self.drawn.insert(glyph);
        if !content.glyph.is_empty() {
            self.choose_alike(&content.glyph, glyph);
        }
        self.scenario.legend.push(LegendEntry { glyph: glyph.to_string(), terrain, ..content });
        glyph
    }

    fn fresh_glyph(&self, unit: &str) -> char {
        let legend = self.scenario.legend.iter().filter_map(|entry| entry.glyph.chars().next());
        let ground = self.ground.iter().filter_map(|ground| ground.glyph);
        let chosen = self.scenario.spawns.iter().flat_map(|rule| rule.glyphs.chars());
        let taken: BTreeSet<char> = self.used().into_iter().chain(legend).chain(ground).chain(chosen).collect();
        let own = self.units.get(unit).and_then(|unit| unit.glyph).filter(char::is_ascii_alphabetic);
        let all = READABLE.into_iter().chain(FURTHER).flat_map(|(first, last)| first..=last);
        own.into_iter().chain(all).find(|glyph| !taken.contains(glyph)).unwrap_or('?')
    }
}
