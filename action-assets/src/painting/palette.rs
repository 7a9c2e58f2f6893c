//! What a pack has to paint with: its ground, surfaces and units, and the zones of the map, each with the brush that lays it.

use foretoken_vm::Cell;

use super::{Brush, Painting};
use crate::assets::{AssetType, LegendEntry};

/// Things of one sort to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// What they are, as a heading.
    pub heading: &'static str,
    /// The folder of a pack that their assets are in, by which they are known beside their names.
    pub folder: &'static str,
    /// What there is, by name.
    pub swatches: Vec<Swatch>,
}

/// One thing to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The asset.
    pub name: String,
    /// The character that it is drawn with where it has no picture.
    pub glyph: char,
    /// How that is drawn.
    pub look: Look,
    /// What lays it. Units are of side 0 and look as usual.
    pub brush: Brush,
}

/// How something looks that is drawn as a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Ground.
    Ground {
        /// Nobody can stand there.
        blocks: bool,
        /// Nobody walks there of their own will.
        avoided: bool,
    },
    /// What lies on ground.
    Surface,
    /// Somebody.
    Unit,
}

impl Painting {
    /// Whether ground is drawn by its own character somewhere, which is no reference to it.
    #[must_use]
    pub fn draws(&self, kind: AssetType, name: &str) -> bool {
        kind == AssetType::Terrain && !self.drawn_by(name).is_empty()
    }

    /// Lays other ground wherever one is drawn by its own character. Who stands there stays, whatever it is.
    pub fn exchange_ground(&mut self, old: &str, new: &str) {
        for cell in self.drawn_by(old) {
            self.alter(cell, |entry| new.clone_into(&mut entry.terrain));
        }
    }

    /// The cells on which ground is drawn by its own character.
    fn drawn_by(&self, name: &str) -> Vec<Cell> {
        let own = self.ground.iter().find(|ground| ground.name == name).and_then(|ground| ground.glyph);
        let bare = LegendEntry { terrain: name.to_owned(), ..LegendEntry::default() };
        let own = own.filter(|&glyph| !self.is_in_legend(glyph) && self.meaning(glyph).as_ref() == Some(&bare));
        own.map_or_else(Vec::new, |own| self.cells().filter(|&cell| self.glyph_at(cell) == Some(own)).collect())
    }

    /// All that the pack has: ground, surfaces and units, in this order.
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
