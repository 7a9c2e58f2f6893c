//! The server: listeners, the handshake of each connection, and a graceful stop.

use crate::catalog::Catalog;
use crate::connection;
use crate::disk::{self, MakeDisk};
use crate::lobby::Shared;
use crate::tls::{self, TlsError};
use crate::web;
use foretoken_session::wire::envelope::HEAD;
use foretoken_session::wire::limits;
use foretoken_session::{Content, ContentError};
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address for players.
    pub listen: SocketAddr,
    /// Address for `/health` and `/metrics`; `None` for none.
    pub web: Option<SocketAddr>,
    /// Folder of tables and journals.
    pub data: PathBuf,
    /// Most tables.
    pub tables: usize,
    /// Name that clients show.
    pub name: String,
    /// Planners that may think at the same time.
    pub planners: NonZeroUsize,
    /// Disks of the journals: [`buffered`](crate::disk::buffered) or [`durable`](crate::disk::durable).
    pub disk: MakeDisk,
    /// Origins of web pages that may connect, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Time in which a connection must greet.
    pub greeting: Duration,
    /// Certificate chain and private key as PEM files.
    pub tls: Option<(PathBuf, PathBuf)>,
}

impl Options {
    /// Creates the options of a server on this machine.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf) -> Self {
        Self {
            listen,
            web: None,
            data,
            tables: 1_000,
            name: "Foretoken".to_owned(),
            planners: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            disk: disk::buffered,
            origins: Vec::new(),
            greeting: limits::GREETING,
            tls: None,
        }
    }
}

/// Reason why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The assets cannot be read.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// An address cannot be used.
    #[error("the server cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The data folder cannot be used.
    #[error("the data folder {folder} cannot be used: {error}", folder = .0.display(), error = .1)]
    Data(PathBuf, io::Error),
    /// Another server uses the data folder.
    #[error("another server uses the data folder {}", .0.display())]
    Taken(PathBuf),
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// A running server. Dropping it stops accepting; [`Self::stop`] also ends the connections in order.
#[derive(Debug)]
pub struct Server {
    shared: Arc<Shared>,
    address: SocketAddr,
    web: Option<SocketAddr>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
    /// Lock of the data folder.
    _lock: std::fs::File,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

/// Time in which connections must end when the server stops.
const STOP: Duration = Duration::from_secs(10);

impl Server {
    /// Loads the tables and begins to listen.
    ///
    /// # Errors
    ///
    /// If an address, the data folder, the assets or the certificate cannot be used.
    pub async fn start(content: Content, options: Options) -> Result<Self, ServerError> {
        let lock = lock_folder(&options)?;
        let acceptor = options.tls.as_ref().map(|(cert, key)| tls::acceptor(cert, key)).transpose()?;
        let listen = |at: SocketAddr| async move {
            let listener = TcpListener::bind(at).await.map_err(|error| ServerError::Listen(at, error))?;
            let own = listener.local_addr().map_err(|error| ServerError::Listen(at, error))?;
            Ok::<_, ServerError>((listener, own))
        };
        let (listener, address) = listen(options.listen).await?;
        let web = options.web;
        let shared = Arc::new(Shared::new(Catalog::new(content)?, options));
        let tables = shared.load();
        let mut tasks = vec![tokio::spawn(accept(listener, acceptor, Arc::clone(&shared)))];
        let web = match web {
            Some(at) => {
                let (listener, own) = listen(at).await?;
                tasks.push(tokio::spawn(web::serve(listener, Arc::clone(&shared))));
                Some(own)
            }
            None => None,
        };
        tracing::info!(%address, tables, "the server listens");
        Ok(Self { shared, address, web, tasks, _lock: lock })
    }

    /// Returns the address for players.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address for `/health` and `/metrics`.
    #[must_use]
    pub const fn web(&self) -> Option<SocketAddr> {
        self.web
    }

    /// Returns the counters as text.
    #[must_use]
    pub fn metrics(&self) -> String {
        self.shared.metrics.to_text()
    }

    /// Tells all clients that the server stops, and waits until all journals are written.
    pub async fn stop(self) {
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
        self.shared.stop();
        if timeout(STOP, self.shared.stopped()).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        tracing::info!("the server has stopped");
    }
}

fn lock_folder(options: &Options) -> Result<std::fs::File, ServerError> {
    let fail = |error| ServerError::Data(options.data.clone(), error);
    std::fs::create_dir_all(options.data.join("tables")).map_err(fail)?;
    let lock = std::fs::File::create(options.data.join("lock")).map_err(fail)?;
    match lock.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(ServerError::Taken(options.data.clone())),
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(lock),
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(HEAD + limits::FROM_CLIENT))
        .max_frame_size(Some(HEAD + limits::FROM_CLIENT))
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(2 * limits::FROM_SERVER)
}

async fn accept(listener: TcpListener, acceptor: Option<TlsAcceptor>, shared: Arc<Shared>) {
    loop {
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Such as too many open files. It passes when connections end.
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep_until(Instant::now() + Duration::from_millis(100)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        tracing::debug!(%from, "a connection begins");
        tokio::spawn(greet(stream, acceptor.clone(), Arc::clone(&shared)));
    }
}

async fn greet(stream: TcpStream, acceptor: Option<TlsAcceptor>, shared: Arc<Shared>) {
    match acceptor {
        None => handshake(stream, shared).await,
        Some(acceptor) => match timeout(shared.options.greeting, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => handshake(stream, shared).await,
            Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake fails"),
            Err(_) => tracing::debug!("a TLS handshake takes too long"),
        },
    }
}

async fn handshake<S>(stream: S, shared: Arc<Shared>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let origins = shared.options.origins.clone();
    #[expect(clippy::result_large_err, reason = "the signature is that of the WebSocket library")]
    let check = move |request: &Request, response: Response| match is_allowed(request, &origins) {
        true => Ok(response),
        false => {
            let mut refusal = ErrorResponse::new(Some("this page may not connect".to_owned()));
            *refusal.status_mut() = StatusCode::FORBIDDEN;
            Err(refusal)
        }
    };
    match timeout(shared.options.greeting, accept_hdr_async_with_config(stream, check, Some(config()))).await {
        Ok(Ok(socket)) => connection::serve(socket, shared).await,
        Ok(Err(error)) => tracing::debug!(%error, "a handshake fails"),
        Err(_) => tracing::debug!("a handshake takes too long"),
    }
}

/// Whether a request comes from a program, or from a page that may connect. Browsers always name the origin.
fn is_allowed(request: &Request, origins: &[String]) -> bool {
    let Some(origin) = request.headers().get("origin") else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = request.headers().get("host").and_then(|host| host.to_str().ok());
    let is_own = host.is_some_and(|host| origin == format!("http://{host}") || origin == format!("https://{host}"));
    is_own || origins.iter().any(|allowed| allowed == origin)
}
