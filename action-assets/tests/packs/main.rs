//! Tests of kinds, names, packs and content.

mod cell_lines;
mod content;
mod deck_faults;
mod demonstrations;
mod diagnostics;
mod dice_hints;
mod dice_hostile;
mod dice_table;
mod formula_faults;
mod formula_trees;
mod formulas;
mod kinds;
mod links;
mod maps;
mod merging;
mod names;
mod oracle;
mod packs;
mod properties;
mod silent;
mod usable;

use foretoken_action_assets::{Files, KindRegistry, Library};

/// Returns a small pack with more files.
pub fn pack(more: &[(&str, &str)]) -> Library {
    let mut files = Files::new()
        .with("terrains/floor.ron", "Terrain(glyph: \".\")")
        .with("terrains/wall.ron", "Terrain(glyph: \"#\", blocks_movement: true)")
        .with("surfaces/fire.ron", "Surface(glyph: \"^\")")
        .with("actions/wait.ron", "Action(body: [Wait])")
        .with("units/rat.ron", "Unit(glyph: \"r\", actions: [\"wait\"], tags: [\"rat\"])")
        .with(
            "scenarios/s.ron",
            "Scenario(map: [\"..r\"], legend: [(glyph: \"r\", unit: \"rat\", zone: \"gate\")], goals: [(text: \"Go.\", when: \"count(rat) = 0\")])",
        );
    for (path, text) in more {
        files = files.with(*path, *text);
    }
    Library::load(&files, KindRegistry::core())
}
