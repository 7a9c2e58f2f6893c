//! Terrain assets: the permanent ground of cells.

use foretoken_vm::space::Terrain;

use crate::inspect::{Field, Inspect, Inspector};
use crate::write::Asset;

/// A named number of a terrain for formulas.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct TerrainParameter {
    pub name: String,
    pub value: i32,
}

impl Inspect for TerrainParameter {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name in formulas: `terrain(name, T1)`.").required(), &mut self.name);
        inspector.number(Field::new("value", "Value of the number.").required(), &mut self.value, -10_000..=10_000);
    }
}

/// A terrain asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct TerrainAsset {
    pub title: String,
    pub note: String,
    pub glyph: String,
    pub blocks_movement: bool,
    pub blocks_sight: bool,
    pub no_surfaces: bool,
    pub avoided: bool,
    pub on_enter: String,
    pub on_exit: String,
    pub cost: i32,
    pub opacity: i32,
    pub parameters: Vec<TerrainParameter>,
}

impl Default for TerrainAsset {
    fn default() -> Self {
        TerrainAsset {
            title: String::new(),
            note: String::new(),
            glyph: "?".to_owned(),
            blocks_movement: false,
            blocks_sight: false,
            no_surfaces: false,
            avoided: false,
            on_enter: String::new(),
            on_exit: String::new(),
            cost: 1,
            opacity: 0,
            parameters: Vec::new(),
        }
    }
}

impl Asset for TerrainAsset {
    const TYPE: &'static str = "Terrain";
}

impl Inspect for TerrainAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector
            .text(Field::new("glyph", "Character of the terrain on maps, exactly one.").required(), &mut self.glyph);
        let blocks = Field::new(
            "blocks_movement",
            "Whether units cannot stand here; a unit that is pushed here \
             collides.",
        );
        inspector.flag(blocks, &mut self.blocks_movement);
        inspector
            .flag(Field::new("blocks_sight", "Whether it blocks sight and the line of fire."), &mut self.blocks_sight);
        inspector.flag(Field::new("no_surfaces", "Whether surfaces are impossible here."), &mut self.no_surfaces);
        let avoided = Field::new("avoided", "Whether units avoid it when they choose a path.");
        inspector.flag(avoided, &mut self.avoided);
        let on_enter = Field::new("on_enter", "Action on an entity that enters; it cannot ask a player.");
        inspector.reference(on_enter, &mut self.on_enter, "action");
        let on_exit = Field::new("on_exit", "Action on an entity that leaves; it cannot ask a player.");
        inspector.reference(on_exit, &mut self.on_exit, "action");
        let cost = Field::new("cost", "Movement points to enter.").in_unit("movement points");
        inspector.number(cost, &mut self.cost, 1..=1 + i32::from(Terrain::MAX_EXTRA_COST));
        let opacity = Field::new("opacity", "Reduction of sight behind it, in thousandths.").in_unit("thousandths");
        inspector.number(opacity, &mut self.opacity, 0..=1000);
        inspector.groups(Field::new("parameters", "Numbers for formulas."), &mut self.parameters);
    }
}
