//! The connection of a client: a thread that connects, reconnects with growing pauses, and carries frames both ways. Front
//! ends never wait for it.

use crate::tls::{self, TlsError};
use foretoken_session::Content;
pub use foretoken_session::Incoming;
use foretoken_session::wire::envelope::{FrameFault, HEAD, Sealer, Unsealer};
use foretoken_session::wire::{Client, Event, ToClient, ToServer, limits};
use futures_util::{SinkExt, StreamExt};
use std::path::PathBuf;
use std::sync::mpsc as std_mpsc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Reason why an address or connection cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is malformed.
    #[error("`{0}` is not an address. Write it like ws://127.0.0.1:7777 or wss://example.org")]
    Address(String),
    /// The socket failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The WebSocket failed.
    #[error("{0}")]
    Socket(Box<tokio_tungstenite::tungstenite::Error>),
    /// TLS failed.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The server did not answer in time.
    #[error("the server does not answer")]
    Silent,
    /// A frame was damaged, lost or overtaken on its way.
    #[error(transparent)]
    Frame(#[from] FrameFault),
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

/// The parts of a server's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    url: String,
    host: String,
    port: u16,
    is_tls: bool,
}

impl Address {
    /// Reads `ws://host:port/path`, `wss://host`, `host:port` or `host`.
    ///
    /// # Errors
    ///
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Self, ClientError> {
        let malformed = || ClientError::Address(text.to_owned());
        let text = text.trim();
        let (is_tls, rest) = match text.split_once("://") {
            Some(("ws", rest)) => (false, rest),
            Some(("wss", rest)) => (true, rest),
            Some(_) => return Err(malformed()),
            None => (false, text),
        };
        let (authority, path) = rest.split_once('/').map_or((rest, ""), |(authority, path)| (authority, path));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !host.ends_with(':') && !port.ends_with(']') => {
                (host, port.parse().map_err(|_| malformed())?)
            }
            _ => (authority, if is_tls { 443 } else { 7777 }),
        };
        if host.is_empty() || host.contains(char::is_whitespace) {
            return Err(malformed());
        }
        let scheme = if is_tls { "wss" } else { "ws" };
        Ok(Self { url: format!("{scheme}://{host}:{port}/{path}"), host: host.to_owned(), port, is_tls })
    }

    /// Returns the address in its full form.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// How often a client pings, and how long a server may say nothing.
#[derive(Clone, Copy, Debug)]
struct Times {
    ping: Duration,
    silence: Duration,
}

/// A connection that a thread keeps open.
#[derive(Debug)]
pub struct Connection {
    to: mpsc::UnboundedSender<ToServer>,
    from: std_mpsc::Receiver<Incoming>,
}

impl Connection {
    /// Begins to connect.
    ///
    /// # Errors
    ///
    /// If the address is malformed or no thread can be started.
    pub fn open(address: &str) -> Result<Self, ClientError> {
        Self::open_trusting(address, None)
    }

    /// Begins to connect; also trusts the certificates in a PEM file.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn open_trusting(address: &str, roots: Option<PathBuf>) -> Result<Self, ClientError> {
        Self::open_timed(address, roots, Times { ping: limits::PING, silence: limits::SILENCE })
    }

    fn open_timed(address: &str, roots: Option<PathBuf>, times: Times) -> Result<Self, ClientError> {
        let address = Address::parse(address)?;
        let (to, frames) = mpsc::unbounded_channel();
        let (news, from) = std_mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new()
            .name("connection".to_owned())
            .spawn(move || runtime.block_on(keep(address, roots, frames, news, times)))?;
        Ok(Self { to, from })
    }

    /// Sends a frame. Frames for a lost connection are dropped; the client repeats unanswered acts itself.
    pub fn send(&self, frame: ToServer) {
        let _ = self.to.send(frame);
    }

    /// Returns the next news, if any.
    #[must_use]
    pub fn poll(&self) -> Option<Incoming> {
        self.from.try_recv().ok()
    }

    /// Waits for the next news.
    #[must_use]
    pub fn wait(&self, most: Duration) -> Option<Incoming> {
        self.from.recv_timeout(most).ok()
    }

    /// Lets a client hear news and sends its replies. Returns the event. Rules are compiled with the action kinds of
    /// `content`.
    pub fn answer(&self, client: &mut Client, incoming: Incoming, content: &Content) -> Option<Event> {
        match incoming {
            Incoming::Connected => self.send(client.hello()),
            Incoming::Lost { .. } => {}
            Incoming::Frame(frame) => {
                let mut replies = Vec::new();
                let mut compile = |text: &str, scenario: &str| content.rules_of_text(text, scenario);
                let event = client.hear(frame, &mut compile, &mut replies);
                replies.into_iter().for_each(|reply| self.send(reply));
                return event;
            }
        }
        None
    }
}

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

async fn keep(
    address: Address,
    roots: Option<PathBuf>,
    mut frames: mpsc::UnboundedReceiver<ToServer>,
    news: std_mpsc::Sender<Incoming>,
    times: Times,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let (mut was_heard, mut is_closed) = (false, false);
        let ended = run(&address, roots.as_ref(), &mut frames, &news, (&mut was_heard, &mut is_closed), times).await;
        if is_closed {
            return;
        }
        if was_heard {
            pause = FIRST_PAUSE;
        }
        let reason = ended.map_or_else(|error| error.to_string(), |()| "the server closed the connection".to_owned());
        if news.send(Incoming::Lost { reason, retry: pause }).is_err() {
            return;
        }
        tokio::time::sleep_until(Instant::now() + pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
        while frames.try_recv().is_ok() {}
    }
}

async fn run(
    address: &Address,
    roots: Option<&PathBuf>,
    frames: &mut mpsc::UnboundedReceiver<ToServer>,
    news: &std_mpsc::Sender<Incoming>,
    (was_heard, is_closed): (&mut bool, &mut bool),
    times: Times,
) -> Result<(), ClientError> {
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let connecting = timeout(limits::GREETING, TcpStream::connect((host, address.port)));
    let stream = connecting.await.map_err(|_| ClientError::Silent)??;
    stream.set_nodelay(true)?;
    if address.is_tls {
        let connector = tls::connector(roots.map(PathBuf::as_path))?;
        let stream = timeout(limits::GREETING, connector.connect(tls::server_name(host)?, stream));
        let stream = stream.await.map_err(|_| ClientError::Silent)??;
        exchange(open(address, stream).await?, frames, news, (was_heard, is_closed), times).await
    } else {
        exchange(open(address, stream).await?, frames, news, (was_heard, is_closed), times).await
    }
}

async fn open<S>(address: &Address, stream: S) -> Result<WebSocketStream<S>, ClientError>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let config = WebSocketConfig::default()
        .max_message_size(Some(HEAD + limits::FROM_SERVER))
        .max_frame_size(Some(HEAD + limits::FROM_SERVER))
        .read_buffer_size(16 << 10);
    let opening = client_async_with_config(address.url(), stream, Some(config));
    let (socket, _) = timeout(limits::GREETING, opening).await.map_err(|_| ClientError::Silent)??;
    Ok(socket)
}

async fn exchange<S>(
    mut socket: WebSocketStream<S>,
    frames: &mut mpsc::UnboundedReceiver<ToServer>,
    news: &std_mpsc::Sender<Incoming>,
    (was_heard, is_closed): (&mut bool, &mut bool),
    times: Times,
) -> Result<(), ClientError>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    if news.send(Incoming::Connected).is_err() {
        *is_closed = true;
        return Ok(());
    }
    let mut ping = tokio::time::interval_at(Instant::now() + times.ping, times.ping);
    let mut deadline = Instant::now() + times.silence;
    let (mut sealer, mut unsealer, mut is_greeted) = (Sealer::default(), Unsealer::default(), false);
    loop {
        tokio::select! {
            frame = frames.recv() => match frame {
                // Frames for an earlier connection can still wait here.
                Some(frame) if !is_greeted && !matches!(frame, ToServer::Hello { .. }) => {}
                Some(frame) => match frame.to_bytes() {
                    Ok(bytes) => {
                        is_greeted = true;
                        socket.send(Message::binary(sealer.seal(&bytes))).await?;
                    }
                    Err(error) => tracing::warn!(%error, "a frame is too large and is not sent"),
                },
                None => {
                    *is_closed = true;
                    let _ = socket.close(None).await;
                    return Ok(());
                }
            },
            _ = ping.tick() => socket.send(Message::Ping(sealer.ping().to_vec().into())).await?,
            // The server pings, so a connection without any news is broken.
            next = timeout_at(deadline, socket.next()) => match next {
                Err(_) => return Err(ClientError::Silent),
                Ok(None) => return Ok(()),
                Ok(Some(message)) => {
                    deadline = Instant::now() + times.silence;
                    match message? {
                    Message::Binary(sealed) => match unsealer.unseal(&sealed)?.map(ToClient::from_bytes) {
                        None => tracing::info!("a frame of the server arrived again"),
                        Some(Ok(frame)) => {
                            *was_heard |= !matches!(frame, ToClient::Bye(_));
                            if news.send(Incoming::Frame(frame)).is_err() {
                                *is_closed = true;
                                return Ok(());
                            }
                        }
                        Some(Err(error)) => tracing::warn!(%error, "a frame of the server cannot be read"),
                    },
                    Message::Ping(sent) => unsealer.check(&sent)?,
                    Message::Close(_) => return Ok(()),
                    _ => {}
                    }
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pings of the client itself must not put the end of its patience off.
    #[test]
    fn a_server_that_says_nothing_is_left() {
        use tokio_tungstenite::tungstenite;
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let times = Times { ping: Duration::from_millis(20), silence: Duration::from_millis(200) };
        let connection = Connection::open_timed(&address, None, times).expect("a thread");
        let mute = tungstenite::accept(listener.accept().expect("a client").0).expect("a handshake");
        let news = std::iter::from_fn(|| connection.wait(Duration::from_secs(20)));
        let lost = news.into_iter().find_map(|incoming| match incoming {
            Incoming::Lost { reason, .. } => Some(reason),
            _ => None,
        });
        assert_eq!(lost, Some(ClientError::Silent.to_string()));
        drop(mute);
    }

    #[test]
    fn addresses_have_short_forms() {
        let url = |text: &str| Address::parse(text).map(|address| address.url().to_owned()).ok();
        assert_eq!(url("localhost").as_deref(), Some("ws://localhost:7777/"));
        assert_eq!(url(" 10.0.0.2:8000 ").as_deref(), Some("ws://10.0.0.2:8000/"));
        assert_eq!(url("wss://example.org/play").as_deref(), Some("wss://example.org:443/play"));
        assert_eq!(url("ws://[::1]:9").as_deref(), Some("ws://[::1]:9/"));
        for wrong in ["", "http://example.org", "host:port", "two words:1", "ws://:1"] {
            assert_eq!(url(wrong), None, "{wrong}");
        }
    }
}
