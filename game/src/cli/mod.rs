//! The command line, one file for each command. Exit codes: 0 success, 1 problems found, 2 usage error.

mod board;
mod campaign;
mod check;
mod compile;
mod contest;
mod demo;
mod describe;
mod edit;
mod eval;
#[cfg(feature = "window")]
mod film;
mod fmt;
#[cfg(feature = "window")]
mod guide;
#[cfg(feature = "tiled")]
mod import;
mod join;
mod mine;
mod odds_json;
mod online;
mod order;
mod output;
mod packs;
mod planners;
mod play;
mod predict;
mod replay;
mod screen;
#[cfg(feature = "window")]
mod screenshots;
mod serve;
mod sim;
mod solve;
mod unit;

use crate::places::{self, Environment};
use clap::{Parser, Subcommand};
use foretoken_session::content::Register;
use output::{Found, tell};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// A tactics construction kit: actions as text, with exact previews of the future
#[derive(Debug, Parser)]
#[command(name = "foretoken", about, disable_version_flag = true)]
struct Cli {
    /// Print the version, and the place and public hash of the shipped packs
    #[arg(short = 'V', long)]
    version: bool,
    /// Assets folder; without it several places are searched, and `--version` names the one in use
    #[arg(long, global = true, value_name = "DIR")]
    assets: Option<PathBuf>,
    /// Append a log of actions and durations to this file
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a battle, in a window or in the terminal
    Play(play::Play),
    /// Open the editor over a battle
    Edit(edit::Edit),
    /// Check assets and list all faults
    Check(check::Check),
    /// Format assets in canonical form
    Fmt(fmt::Fmt),
    /// Convert a Tiled or LDtk map to a scenario
    #[cfg(feature = "tiled")]
    Import(import::Import),
    /// Show the compiled form of an action
    Compile(compile::Compile),
    Describe(describe::Describe),
    /// Evaluate a formula
    Eval(eval::Eval),
    /// Show the prediction of a scenario or a record
    Predict(predict::Predict),
    /// Draw a scenario's board, with sight, reach, paths or targets
    Board(board::BoardCommand),
    /// Show the turn order of a scenario if no unit acts
    Order(order::Order),
    Unit(unit::Unit),
    /// Verify, show and compare records of battles
    Replay(replay::Replay),
    /// Let the computer play many battles against itself
    Sim(sim::Sim),
    /// Search for decisions that win a scenario
    Solve(solve::Solve),
    Campaign(campaign::CampaignCommand),
    Serve(serve::Serve),
    Join(join::Join),
    /// Create the README's pictures
    #[cfg(feature = "window")]
    Screenshots(screenshots::Screenshots),
}

/// Runs the command line with the core kinds.
#[must_use]
pub fn main() -> ExitCode {
    main_with(foretoken_action_assets::kinds::register)
}

/// Runs the command line with the host's kinds.
#[must_use]
pub fn main_with(register: Register) -> ExitCode {
    let cli = Cli::parse();
    match run(cli, register) {
        Ok(Found::Fine) => ExitCode::SUCCESS,
        Ok(Found::Problems) => ExitCode::from(1),
        // A closed standard output, as with `head`, is not an error.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            tell(&error);
            ExitCode::from(1)
        }
    }
}

fn run(cli: Cli, register: Register) -> anyhow::Result<Found> {
    let windowed = match &cli.command {
        _ if cli.version => false,
        None | Some(Command::Play(_) | Command::Edit(_)) => cfg!(feature = "window"),
        Some(_) => false,
    };
    if cli.log.is_some() || windowed {
        crate::log::begin(cli.log.as_deref(), windowed)?;
    }
    let content = Environment::of_process(cli.assets).content().map(|content| content.with_kinds(register));
    if cli.version {
        let packs = match &content {
            Ok(content) => format!("packs {:016x}\n{}", places::packs_hash(content)?, content.root().display()),
            Err(_) => "no packs".to_owned(),
        };
        output::print(&format!("foretoken {}, {packs}\n", env!("CARGO_PKG_VERSION")))?;
        return Ok(Found::Fine);
    }
    let content = content?;
    match cli.command.unwrap_or_else(|| Command::Play(play::Play::default())) {
        Command::Play(command) => command.run(&content),
        Command::Edit(command) => command.run(&content),
        Command::Check(command) => command.run(&content),
        Command::Fmt(command) => command.run(&content),
        #[cfg(feature = "tiled")]
        Command::Import(command) => command.run(&content),
        Command::Compile(command) => command.run(&content),
        Command::Describe(command) => command.run(&content),
        Command::Eval(command) => command.run(&content),
        Command::Predict(command) => command.run(&content),
        Command::Board(command) => command.run(&content),
        Command::Order(command) => command.run(&content),
        Command::Unit(command) => command.run(&content),
        Command::Replay(command) => command.run(&content),
        Command::Sim(command) => command.run(&content),
        Command::Solve(command) => command.run(&content),
        Command::Campaign(command) => command.run(&content),
        Command::Serve(command) => command.run(&content),
        Command::Join(command) => command.run(&content),
        #[cfg(feature = "window")]
        Command::Screenshots(command) => command.run(&content),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_assets_that_is_none_is_named() {
        let told = Environment::of_process(Some("/nowhere/at/all".into())).content().map(drop);
        let told = told.expect_err("there is none");
        assert_eq!(told.to_string(), "there is no folder /nowhere/at/all");
    }
}
