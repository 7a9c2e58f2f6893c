//! Surface assets, such as fire, ice, oil, smoke and water.

use crate::inspect::{Field, Inspect, Inspector};
use crate::write::Asset;

/// A surface asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct SurfaceAsset {
    pub title: String,
    pub note: String,
    pub glyph: String,
    pub blocks_sight: bool,
    pub avoided: bool,
    pub lasts: i32,
    pub on_enter: String,
    pub on_exit: String,
    pub on_round_end: String,
    pub burns: Vec<String>,
    pub cancels: Vec<String>,
}

impl Default for SurfaceAsset {
    fn default() -> Self {
        SurfaceAsset {
            title: String::new(),
            note: String::new(),
            glyph: "?".to_owned(),
            blocks_sight: false,
            avoided: false,
            lasts: 0,
            on_enter: String::new(),
            on_exit: String::new(),
            on_round_end: String::new(),
            burns: Vec::new(),
            cancels: Vec::new(),
        }
    }
}

impl Asset for SurfaceAsset {
    const TYPE: &'static str = "Surface";
}

impl Inspect for SurfaceAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector.text(
            Field::new("glyph", "One character that stands for the surface on maps.").required(),
            &mut self.glyph,
        );
        inspector
            .flag(Field::new("blocks_sight", "Whether it blocks sight and the line of fire."), &mut self.blocks_sight);
        let avoided = Field::new("avoided", "Whether units avoid it when they choose a path.");
        inspector.flag(avoided, &mut self.avoided);
        let lasts = Field::new("lasts", "Duration in rounds; 0 for no limit.").in_unit("rounds");
        inspector.number(lasts, &mut self.lasts, 0..=255);
        let on_enter = Field::new("on_enter", "Action on an entity that enters; it cannot ask a player.");
        inspector.reference(on_enter, &mut self.on_enter, "action");
        let on_exit = Field::new("on_exit", "Action on an entity that leaves; it cannot ask a player.");
        inspector.reference(on_exit, &mut self.on_exit, "action");
        let on_round_end = Field::new("on_round_end", "Action at the end of a round on an entity that stands here.");
        inspector.reference(on_round_end, &mut self.on_round_end, "action");
        let burns = Field::new("burns", "Surfaces that become this one when they touch it or share its cell.");
        inspector.references(burns, &mut self.burns, "surface");
        let cancels = Field::new("cancels", "Surfaces that disappear together with this one when they meet.");
        inspector.references(cancels, &mut self.cancels, "surface");
    }
}
