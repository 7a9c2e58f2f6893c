//! `campaign`: lists, plays, shows, checks, verifies and simulates campaigns.

pub(super) mod battle;
mod play;
mod show;
mod simulate;

use super::output::Found;
use crate::runs::folder::{compiled, embedded, runs_folder};
use foretoken_session::content::Content;

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
    /// Play a run in the terminal; in plain text with --auto or without a terminal: numbers choose
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
