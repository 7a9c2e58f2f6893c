//! `describe`: what actions, skills, items, statuses, terrain and surfaces do, in words that are made of what they compile to.

use super::output::{Found, json, print};
use anyhow::bail;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Diagnostics, did_you_mean};
use foretoken_session::content::Content;
use foretoken_session::texts::rules;

/// The types of assets that have rules.
const KINDS: [AssetType; 6] =
    [AssetType::Action, AssetType::Skill, AssetType::Item, AssetType::Status, AssetType::Terrain, AssetType::Surface];

/// Tell what an action, a skill, an item, a status, a terrain or a surface does, in words that are made of what it compiles to.
#[derive(Debug, clap::Args)]
pub(super) struct Describe {
    /// What is told, `NAME` or `PACK/NAME`; `PACK/` for all that the pack has.
    name: String,
    /// As JSON.
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
            bail!("there is no action, skill, item, status, terrain or surface `{name}` in {pack}. {help}");
        }
        // The text of a faulty asset would be made up where its file could not be read: its faults are shown instead.
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
