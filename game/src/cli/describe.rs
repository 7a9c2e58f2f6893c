//! `describe`: rules texts of assets, generated from their programs.

use super::output::{Found, json, print};
use anyhow::bail;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Diagnostics, did_you_mean};
use foretoken_session::content::Content;
use foretoken_session::texts::rules;

const KINDS: [AssetType; 6] =
    [AssetType::Action, AssetType::Skill, AssetType::Item, AssetType::Status, AssetType::Terrain, AssetType::Surface];

/// Describe the effects of an action, skill, item, status, terrain or surface, as compiled
#[derive(Debug, clap::Args)]
pub(super) struct Describe {
    /// Asset, as `NAME` or `PACK/NAME`; `PACK/` for all assets of a pack
    name: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Describe {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let usual = content.usual_pack();
        let (pack, name) = self.name.split_once('/').unwrap_or((&usual, &self.name));
        let library = content.library(pack)?;
        let (book, diagnostics) = library.compile_actions();
        let mut told = rules::all(&book);
        told.retain(|told| name.is_empty() || told.name == name);
        if told.is_empty() {
            let names = KINDS.into_iter().flat_map(|kind| library.names_of(kind));
            let help = did_you_mean(name, names).unwrap_or_default();
            bail!("{pack} has no action, skill, item, status, terrain or surface `{name}`. {help}");
        }
        let mut faults = Vec::new();
        told.retain(|told| {
            let kind = KINDS.iter().find(|kind| kind.reference() == told.class);
            let own = kind.map(|kind| diagnostics.of_file(&kind.path(&told.name)));
            let faulty = own.filter(Diagnostics::has_errors);
            let is_whole = faulty.is_none();
            faults.extend(faulty);
            is_whole
        });
        for own in &faults {
            print(&own.render())?;
        }
        if self.json {
            json(&told)?;
        } else {
            print(&told.iter().map(|told| format!("{told}\n")).collect::<String>())?;
        }
        Ok(if faults.is_empty() { Found::Fine } else { Found::Problems })
    }
}
