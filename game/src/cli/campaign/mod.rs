//! `campaign`: lists, plays, shows, checks, verifies and simulates campaigns.

mod battle;
mod play;
mod show;
mod simulate;

use super::output::Found;
use anyhow::Context;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Library, did_you_mean};
use foretoken_campaign::entry::Begin;
use foretoken_campaign::{Campaign, CampaignError, RoomKinds};
use foretoken_session::content::Content;
use foretoken_session::saves;
use std::path::PathBuf;

/// List, play, show, check, verify and simulate campaigns
#[derive(Debug, clap::Args)]
pub(super) struct CampaignCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the campaigns of all packs
    List(show::List),
    /// Play a run in plain text: numbers choose
    Play(play::Play),
    /// Show a run: party, rooms and journal
    Show(show::Show),
    /// Check campaigns and execute each option once
    Check(show::Check),
    /// Verify a run: repeat each decision and battle
    Verify(show::Verify),
    /// Let the pilot play to a room and show the party there
    At(show::At),
    /// Let the pilot play many runs
    Simulate(simulate::Simulate),
}

impl CampaignCommand {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        match &self.command {
            Command::List(command) => command.run(content),
            Command::Play(command) => command.run(content),
            Command::Show(command) => command.run(content),
            Command::Check(command) => command.run(content),
            Command::Verify(command) => command.run(content),
            Command::At(command) => command.run(content),
            Command::Simulate(command) => command.run(content),
        }
    }
}

/// Returns the folder of runs: the given one, or the one beside the battles.
fn runs_folder(given: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let usual = || saves::usual_folder().map(|battles| battles.with_file_name("runs"));
    given.cloned().or_else(usual).context("there is no home folder; give a folder with --runs")
}

/// Compiles a campaign, named `NAME` or `PACK/NAME`.
fn compiled(content: &Content, name: &str) -> anyhow::Result<Campaign> {
    let (pack, name) = match name.split_once('/') {
        Some((pack, name)) => (pack.to_owned(), name),
        None => (pack_of(content, name)?, name),
    };
    let library = content.library(&pack)?;
    Ok(Campaign::compile(&library, &pack, name, RoomKinds::default())?)
}

fn pack_of(content: &Content, name: &str) -> anyhow::Result<String> {
    let (mut all, file) = (Vec::new(), AssetType::Campaign.path(name));
    for pack in content.packs() {
        if content.root().join(&pack).join(&file).is_file() {
            return Ok(pack);
        }
        let library = content.library(&pack)?;
        all.extend(library.names_of(AssetType::Campaign).map(str::to_owned));
    }
    let help = did_you_mean(name, all.iter().map(String::as_str)).unwrap_or_default();
    anyhow::bail!("there is no campaign `{name}`. {help}")
}

/// Compiles the campaign of a run's own assets.
fn embedded(content: &Content, text: &str, begin: &Begin) -> Result<Campaign, CampaignError> {
    let registry = content.registry().map_err(|error| CampaignError::Faults(error.to_string()))?;
    let library = Library::from_canonical_text(text, registry);
    Campaign::compile(&library, &begin.pack, &begin.campaign, RoomKinds::default())
}
