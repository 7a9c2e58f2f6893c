//! `serve`: a server for network play.

use super::output::{Found, print};
use clap::Args;
use foretoken_server::disk::{buffered, durable};
use foretoken_server::{Options, Server};
use foretoken_session::content::Content;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Run a server for network play
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address for players
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// Address for /health and /metrics; none by default
    #[arg(long, value_name = "ADDRESS")]
    web: Option<SocketAddr>,
    /// Folder of tables and journals
    #[arg(long, default_value = "foretoken-server", value_name = "DIR")]
    data: PathBuf,
    /// Most tables
    #[arg(long, default_value_t = 1_000)]
    tables: usize,
    /// Name that players see
    #[arg(long, default_value = "Foretoken")]
    name: String,
    /// Computer players that may think at the same time; one for each core by default
    #[arg(long)]
    planners: Option<NonZeroUsize>,
    /// Wait for the disk at each decision, so that a power failure loses none
    #[arg(long)]
    durable: bool,
    /// Web page that may connect, such as https://example.org; can be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Certificate chain as a PEM file, for wss://
    #[arg(long, requires = "key", value_name = "FILE")]
    cert: Option<PathBuf>,
    /// Private key of the certificate as a PEM file
    #[arg(long, requires = "cert", value_name = "FILE")]
    key: Option<PathBuf>,
}

impl Serve {
    pub(super) fn run(self, content: &Content) -> anyhow::Result<Found> {
        let usual = Options::new(self.listen, self.data);
        let options = Options {
            web: self.web,
            tables: self.tables,
            name: self.name,
            planners: self.planners.unwrap_or(usual.planners),
            disk: if self.durable { durable } else { buffered },
            origins: self.origins,
            tls: self.cert.zip(self.key),
            ..usual
        };
        let scheme = if options.tls.is_some() { "wss" } else { "ws" };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::start(content.clone(), options).await?;
            print(&format!("Players join at {scheme}://{}\n", server.address()))?;
            if let Some(web) = server.web() {
                print(&format!("Health and metrics: http://{web}/health and http://{web}/metrics\n"))?;
            }
            stop_signal().await?;
            print("Stopping: battles go on when the server is back.\n")?;
            server.stop().await;
            Ok(Found::Fine)
        })
    }
}

/// Waits until the user or the system asks the program to stop.
async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            done = tokio::signal::ctrl_c() => done,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
