//! `join`: a place at a server's table, for a person in the terminal or for the computer as a bot.

use super::online;
use super::output::{Found, print};
use crate::online::Entrance;
use clap::Args;
use foretoken_preview::Level;
use foretoken_server::bot::{self, Ended};
use foretoken_server::client::Connection;
use foretoken_session::content::Content;
use foretoken_session::wire::{Client, SeatToken, TableOptions, ToServer};

/// Play at a server's table: in the terminal, or by the computer with --bot
#[derive(Debug, Args)]
pub(super) struct Join {
    /// Address of the server, such as ws://127.0.0.1:7777
    address: String,
    /// Code of the table to sit at
    #[arg(long, value_name = "CODE", conflicts_with_all = ["create", "watch"])]
    sit: Option<String>,
    /// Code of the table to watch
    #[arg(long, value_name = "CODE", conflicts_with_all = ["create", "bot"])]
    watch: Option<String>,
    /// Scenario of a new table for the bot, as pack/name
    #[arg(long, value_name = "SCENARIO", requires = "bot")]
    create: Option<String>,
    /// Side that the bot plays; the first free one by default
    #[arg(long, requires = "bot")]
    side: Option<u8>,
    /// Name that others see
    #[arg(long)]
    name: Option<String>,
    /// Let the computer play, at this level
    #[arg(long, value_name = "LEVEL")]
    bot: Option<Level>,
    /// Token of a seat to which the bot returns
    #[arg(long, value_name = "HEX", requires = "bot")]
    token: Option<String>,
    /// Draw without colours, as with NO_COLOR
    #[arg(long)]
    no_colours: bool,
}

impl Join {
    pub(super) fn run(self, content: &Content) -> anyhow::Result<Found> {
        if let Some(level) = self.bot {
            return self.play_by_bot(content, level);
        }
        let entrance = Entrance::of(self.sit.as_deref(), self.watch.as_deref());
        let colours = super::play::has_colours(self.no_colours);
        online::join(content, &self.address, self.name.as_deref(), entrance, colours)?;
        Ok(Found::Fine)
    }

    fn play_by_bot(self, content: &Content, level: Level) -> anyhow::Result<Found> {
        let token = match &self.token {
            Some(text) => {
                Some(SeatToken::from_hex(text).ok_or_else(|| anyhow::anyhow!("a token has 32 hexadecimal digits"))?)
            }
            None => None,
        };
        let sit = match (&self.sit, &self.create) {
            (Some(code), _) => ToServer::Sit { code: code.clone(), side: self.side },
            (None, Some(scenario)) => ToServer::Create(Box::new(TableOptions {
                scenario: scenario.clone(),
                level: level.code(),
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
        let mut client = Client::new(self.name.as_deref().unwrap_or("Bot"), token);
        let mut said = Ok(());
        let ended = bot::play(&connection, &mut client, &sit, level, content, |line| {
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
