//! `compile`: prints the program of an action.

use super::output::{Found, json, print};
use anyhow::{Context, bail};
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::did_you_mean;
use foretoken_session::content::Content;
use foretoken_vm::disassemble;
use std::fmt::Write;

/// Show the compiled tokens of an action, with scopes and addresses
#[derive(Debug, clap::Args)]
pub(super) struct Compile {
    /// Action, as `NAME` or `PACK/NAME`
    action: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Compile {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let usual = content.usual_pack();
        let (pack, name) = self.action.split_once('/').unwrap_or((&usual, &self.action));
        let library = content.library(pack)?;
        if library.action(name).is_none() {
            let help = did_you_mean(name, library.names_of(AssetType::Action)).unwrap_or_default();
            bail!("{pack} has no action `{name}`. {help}");
        }
        let (book, diagnostics) = library.compile_actions();
        let of_action = diagnostics.of_file(&AssetType::Action.path(name));
        print(&of_action.render())?;
        if of_action.has_errors() {
            return Ok(Found::Problems);
        }
        let programs: Vec<_> = book
            .programs
            .iter()
            .filter(|p| p.name == name || p.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')))
            .collect();
        if self.json {
            json(&programs)?;
        } else {
            let mut text = String::new();
            for program in &programs {
                let requests = program.requests.len();
                writeln!(
                    text,
                    "{} — {} tokens, {} addresses, {requests} requests, costs {:?}, priority {}",
                    program.name,
                    program.code.len(),
                    program.addresses,
                    program.cost,
                    program.priority
                )?;
                text.push_str(&disassemble(&book, program));
            }
            print(&text)?;
        }
        programs.first().context("the action did not compile")?;
        Ok(Found::Fine)
    }
}
