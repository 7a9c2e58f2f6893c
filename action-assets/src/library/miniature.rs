//! Miniatures: drawings of maps and regions for asset lists.

use super::Library;
use crate::assets::AssetType;
use crate::diagnostic::Diagnostics;
use foretoken_vm::Cell;

const MOST: i32 = 6;

/// Contents of a cell in a [`Miniature`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Terrain, by name.
    Ground(String),
    /// A unit of a side.
    Unit(i32),
    /// Origin of a region.
    From,
    /// Cell of a region.
    Held,
}

/// A drawing of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miniature {
    /// Columns and rows.
    pub size: (i32, i32),
    /// Non-empty cells by column and row.
    pub tiles: Vec<(i32, i32, Tile)>,
}

impl AssetType {
    /// Whether the type has miniatures.
    #[must_use]
    pub const fn has_miniatures(self) -> bool {
        matches!(self, Self::Scenario | Self::Region)
    }
}

impl Library {
    /// Returns the miniature of an asset; `None` if it has none.
    #[must_use]
    pub fn miniature(&self, kind: AssetType, name: &str) -> Option<Miniature> {
        match kind {
            AssetType::Region => self.region_in_small(name),
            _ => self.map_in_small(kind, name),
        }
    }

    fn map_in_small(&self, kind: AssetType, name: &str) -> Option<Miniature> {
        let map = self.asset(kind, name)?.painting(self)?;
        let (width, depth) = map.size();
        let tile = |(x, y): (i32, i32)| {
            let content = map.at(Cell::new(x, y)?)?;
            Some((x, y, if content.unit.is_empty() { Tile::Ground(content.terrain) } else { Tile::Unit(content.team) }))
        };
        let places = (0..depth).flat_map(|y| (0..width).map(move |x| (x, y)));
        Some(Miniature { size: (width, depth), tiles: places.filter_map(tile).collect() })
    }

    fn region_in_small(&self, name: &str) -> Option<Miniature> {
        let at = self.names_of(AssetType::Region).position(|own| own == name)?;
        let names = self.names(&mut Diagnostics::new());
        let mut compiler = self.compiler(&names, None);
        self.compile_regions(&mut compiler);
        let region = compiler.tables.regions.get(at)?;
        let held = compiler.tables.offsets(region, region.bounds().unwrap_or((1, MOST)));
        let held: Vec<(i32, i32)> = held.into_iter().map(|(dx, dy)| (i32::from(dx), i32::from(dy))).collect();
        let far = held.iter().map(|(dx, dy)| dx.abs().max(dy.abs())).max().unwrap_or_default().clamp(1, MOST);
        let side = 2 * far + 1;
        let tile = |(x, y): (i32, i32)| match (x - far, y - far) {
            (0, 0) => Some((x, y, Tile::From)),
            offset => held.contains(&offset).then_some((x, y, Tile::Held)),
        };
        let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        Some(Miniature { size: (side, side), tiles: places.filter_map(tile).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::KindRegistry;
    use crate::library::Files;

    fn check(path: &str, text: &str, expected: &[&str]) {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("units/rat.ron", "Unit(glyph: \"r\")")
            .with(path, text);
        let (kind, name) = AssetType::of_path(path).expect("an asset");
        let small = Library::load(&files, KindRegistry::core()).miniature(kind, name).expect("it is drawn");
        let mut rows = vec![vec![' '; small.size.0 as usize]; small.size.1 as usize];
        for (x, y, tile) in small.tiles {
            rows[y as usize][x as usize] = match tile {
                Tile::Ground(_) => '.',
                Tile::Unit(side) => char::from(b'0' + side as u8),
                Tile::From => '@',
                Tile::Held => '#',
            };
        }
        assert_eq!(rows.into_iter().map(String::from_iter).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn maps_and_regions_are_drawn_as_cells() {
        let map = "Scenario(map: [\"..\", \"r\"], legend: [(glyph: \"r\", unit: \"rat\", team: 1)])";
        check("scenarios/s.ron", map, &["..", "1."]);
        check("regions/near.ron", "Region", &[" # ", "#@#", " # "]);
        check(
            "regions/drawn.ron",
            "Region(shape: Pattern, cells: [\"..#\", \".X.\", \"...\"])",
            &["  #", " @ ", "   "],
        );
        check("regions/cone.ron", "Region(shape: Cone, most: 2)", &["     ", "    #", "  @##", "    #", "     "]);
    }
}
