//! `join`: a seat at a server's table, for the computer as a bot.

use super::output::{Found, print};
use clap::Args;
use foretoken_preview::Level;
use foretoken_server::bot::{self, Ended};
use foretoken_server::client::Connection;
use foretoken_session::content::Content;
use foretoken_session::wire::{Client, TableOptions, ToServer, Token};

/// Play at a server's table
#[derive(Debug, Args)]
pub(super) struct Join {
    /// Address of the server, such as ws://127.0.0.1:7777
    address: String,
    /// Code of the table to sit at
    #[arg(long, value_name = "CODE", conflicts_with = "create")]
    sit: Option<String>,
    /// Scenario of a new table, as pack/name
    #[arg(long, value_name = "SCENARIO")]
    create: Option<String>,
    /// Side to play; the first free one by default
    #[arg(long)]
    side: Option<u8>,
    /// Name that others see
    #[arg(long, default_value = "Bot")]
    name: String,
    /// Let the computer play, at this level
    #[arg(long, value_name = "LEVEL")]
    bot: Level,
    /// Token of a seat to return to
    #[arg(long, value_name = "HEX")]
    token: Option<String>,
}

impl Join {
    pub(super) fn run(self, content: &Content) -> anyhow::Result<Found> {
        let token = match &self.token {
            Some(text) => {
                Some(Token::from_hex(text).ok_or_else(|| anyhow::anyhow!("a token has 32 hexadecimal digits"))?)
            }
            None => None,
        };
        let sit = match (&self.sit, &self.create) {
            (Some(code), _) => ToServer::Sit { code: code.clone(), side: self.side },
            (None, Some(scenario)) => ToServer::Create(Box::new(TableOptions {
                scenario: scenario.clone(),
                level: self.bot.code(),
                seed: None,
                seats: None,
                is_open: true,
                delay: Some(2),
                clock: None,
                is_ironman: false,
            })),
            (None, None) if token.is_some() => ToServer::List,
            (None, None) => anyhow::bail!("give the code of a table with --sit, or a scenario with --create"),
        };
        let connection = Connection::open(&self.address)?;
        let mut client = Client::new(&self.name, token);
        let mut said = Ok(());
        let ended = bot::play(&connection, &mut client, &sit, self.bot, content, |line| {
            if said.is_ok() {
                said = print(&format!("{line}\n"));
            }
        });
        said?;
        match ended {
            Ended::Over(outcome) => {
                print(&format!("The battle is over, with outcome {outcome}.\n"))?;
                Ok(Found::Fine)
            }
            Ended::Refused(reason) => {
                print(&format!("{reason}\n"))?;
                Ok(Found::Problems)
            }
            Ended::Broken(reason) => anyhow::bail!("{reason}"),
        }
    }
}
