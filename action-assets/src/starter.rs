//! Contents of a new pack.

use crate::{AnyAsset, AssetType, Diagnostics, KindRegistry};

const FILES: &[(&str, &str)] = &[
    ("rules.ron", include_str!("../starter/rules.ron")),
    ("terrains/floor.ron", include_str!("../starter/floor.ron")),
    ("terrains/wall.ron", include_str!("../starter/wall.ron")),
    ("actions/walk.ron", include_str!("../starter/walk.ron")),
    ("actions/strike.ron", include_str!("../starter/strike.ron")),
    ("units/hero.ron", include_str!("../starter/hero.ron")),
    ("units/foe.ron", include_str!("../starter/foe.ron")),
    ("scenarios/first.ron", include_str!("../starter/first.ron")),
];

/// The scenario that it starts.
pub const SCENARIO: &str = "first";

/// Returns paths and canonical texts of its files.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied()
}

/// Returns its assets. Assets of unknown kinds are left out.
#[must_use]
pub fn assets(registry: &KindRegistry) -> Vec<(AssetType, &'static str, AnyAsset)> {
    let read = |(path, text): (&'static str, &'static str)| {
        let (kind, name) = AssetType::of_path(path)?;
        let mut faults = Diagnostics::new();
        let (asset, _) = AnyAsset::read(kind, path, text.as_bytes(), registry, &mut faults)?;
        (!faults.has_errors()).then_some((kind, name, asset))
    };
    files().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Files, Library, fmt_text};

    #[test]
    fn the_pack_to_begin_with_is_whole_and_in_canonical_form() {
        let registry = KindRegistry::core();
        let mut pack = Files::new();
        for (path, text) in files() {
            assert_eq!(fmt_text(path, text, &registry).expect("whole"), text, "{path}");
            pack = pack.with(path, text.as_bytes().to_vec());
        }
        let library = Library::load(&pack, registry);
        let faults = library.check_all();
        assert!(faults.is_empty(), "{}", faults.render());
        assert!(library.compile(SCENARIO).0.is_some());
        assert_eq!(assets(library.registry()).len(), FILES.len());
    }
}
