//! Palettes of a pack: terrains, surfaces, units and zones, each with a brush.

use foretoken_vm::Cell;

use super::{Brush, Painting};
use crate::assets::{AssetType, LegendEntry};

/// A group of things to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Heading.
    pub heading: &'static str,
    /// Folder of their assets.
    pub folder: &'static str,
    /// Swatches by name.
    pub swatches: Vec<Swatch>,
}

/// A thing to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Asset name.
    pub name: String,
    /// Character, if it has no picture.
    pub glyph: char,
    /// Style of the character.
    pub look: Look,
    /// Brush. Units have side 0 and the default facing.
    pub brush: Brush,
}

/// Style of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Terrain.
    Ground {
        /// Whether units cannot stand there.
        blocks: bool,
        /// Whether walkers avoid it.
        avoided: bool,
    },
    /// Surface.
    Surface,
    /// Unit.
    Unit,
}

impl Painting {
    /// Whether the map draws the terrain by its own character.
    #[must_use]
    pub fn has_picture(&self, kind: AssetType, name: &str) -> bool {
        kind == AssetType::Terrain && !self.drawn_by(name).is_empty()
    }

    /// Replaces a terrain that is drawn by its own character. Units stay.
    pub fn exchange_ground(&mut self, old: &str, new: &str) {
        for cell in self.drawn_by(old) {
            self.alter(cell, |entry| new.clone_into(&mut entry.terrain));
        }
    }

    fn drawn_by(&self, name: &str) -> Vec<Cell> {
        let own = self.ground.iter().find(|ground| ground.name == name).and_then(|ground| ground.glyph);
        let bare = LegendEntry { terrain: name.to_owned(), ..LegendEntry::default() };
        let own = own.filter(|&glyph| !self.is_in_legend(glyph) && self.meaning(glyph).as_ref() == Some(&bare));
        own.map_or_else(Vec::new, |own| self.cells().filter(|&cell| self.glyph_at(cell) == Some(own)).collect())
    }

    /// Returns the palettes of terrains, surfaces and units.
    #[must_use]
    pub fn palettes(&self) -> Vec<Palette> {
        let swatch = |name: &String, glyph: Option<char>, look: Look, brush: Brush| {
            let (name, glyph) = (name.clone(), glyph.unwrap_or('?'));
            Swatch { name, glyph, look, brush }
        };
        let ground = self.ground.iter().map(|ground| {
            let look = Look::Ground { blocks: ground.blocks, avoided: ground.avoided };
            swatch(&ground.name, ground.glyph, look, Brush::Terrain(ground.name.clone()))
        });
        let surfaces = self.surfaces.iter();
        let surfaces = surfaces.map(|(name, glyph)| swatch(name, *glyph, Look::Surface, Brush::Surface(name.clone())));
        let units = self.units.iter().map(|(name, unit)| {
            let brush = Brush::Unit { name: name.clone(), team: 0, facing: 0 };
            swatch(name, unit.glyph, Look::Unit, brush)
        });
        let palette = |heading, kind: AssetType, swatches| Palette { heading, folder: kind.folder(), swatches };
        vec![
            palette("Ground", AssetType::Terrain, ground.collect()),
            palette("Surface", AssetType::Surface, surfaces.collect()),
            palette("Units", AssetType::Unit, units.collect()),
        ]
    }
}
