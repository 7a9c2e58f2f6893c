//! `join`: online play at a server, in the terminal.

use super::online;
use super::output::Found;
use crate::online::Entrance;
use foretoken_session::content::Content;

/// Play online at a server, in the terminal
#[derive(Debug, clap::Args)]
pub(super) struct Join {
    /// Address of the server, such as example.org or wss://example.org
    url: String,
    /// Take a seat at the table with this code
    #[arg(long, value_name = "CODE", conflicts_with = "watch")]
    sit: Option<String>,
    /// Watch the table with this code
    #[arg(long, value_name = "CODE")]
    watch: Option<String>,
    /// Name that other players see
    #[arg(long)]
    name: Option<String>,
    /// Draw without colours, as with NO_COLOR
    #[arg(long)]
    no_colours: bool,
}

impl Join {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let entrance = Entrance::of(self.sit.as_deref(), self.watch.as_deref());
        let colours = super::play::has_colours(self.no_colours);
        online::join(content, &self.url, self.name.as_deref(), entrance, colours)?;
        Ok(Found::Fine)
    }
}
