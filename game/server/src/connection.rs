//! One connection: the greeting, its rates, the way to a table, pings, and a writer of its own that a slow reader cannot
//! hold up.

use crate::limiter::Limiter;
use crate::lobby::{Shared, ToTable};
use crate::plain::{Next, Plain};
use crate::table::{Entrance, Line, TokenHash, checked};
use foretoken_session::wire::envelope::{FrameFault, Sealer, Unsealer};
use foretoken_session::wire::{Reason, SeatToken, ToClient, ToServer, VERSION, limits};
use foretoken_vm::RULES_VERSION;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

type Socket<S> = WebSocketStream<S>;

/// Serves a connection until it ends.
pub async fn serve<S>(socket: Socket<S>, shared: Arc<Shared>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let id = shared.line();
    shared.metrics.connections.fetch_add(1, Ordering::Relaxed);
    shared.metrics.connections_total.fetch_add(1, Ordering::Relaxed);
    let (sink, stream) = socket.split();
    let (out, waiting) = mpsc::channel(limits::WAITING);
    let writer = tokio::spawn(write(sink, waiting));
    let (table, end, name) = (None, None, String::new());
    let mut connection =
        Connection { id, shared: Arc::clone(&shared), out: Some(out), plain: None, table, end, name, is_slow: false };
    let ended = connection.read(stream).await;
    match &ended {
        Ok(()) => tracing::debug!(connection = id, "a connection ends"),
        Err(reason) => tracing::info!(connection = id, %reason, "a connection is closed"),
    }
    if let Err(reason) = ended {
        connection.send(&ToClient::Bye(reason));
    }
    if let Some(table) = connection.table.take() {
        let _ = table.send(ToTable::Gone(id)).await;
    }
    connection.settle().await;
    (connection.out, connection.plain) = (None, None);
    let end = writer.abort_handle();
    let _ = timeout(limits::GREETING, writer).await;
    end.abort();
    shared.metrics.connections.fetch_sub(1, Ordering::Relaxed);
}

/// Writes frames and pings until the sender is dropped or the socket fails.
async fn write<S>(mut sink: SplitSink<Socket<S>, Message>, mut waiting: mpsc::Receiver<Message>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut ping = tokio::time::interval_at(Instant::now() + limits::PING, limits::PING);
    let mut sealer = Sealer::default();
    loop {
        let message = tokio::select! {
            frame = waiting.recv() => match frame {
                Some(Message::Binary(bytes)) => Message::binary(sealer.seal(&bytes)),
                Some(text) => text,
                None => break,
            },
            _ = ping.tick() => Message::Ping(sealer.ping().to_vec().into()),
        };
        // A reader that takes no bytes for so long is gone.
        if !matches!(timeout(limits::SILENCE, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(limits::GREETING, sink.close()).await;
}

struct Connection {
    id: u64,
    shared: Arc<Shared>,
    out: Option<mpsc::Sender<Message>>,
    /// The plain dialect, once the client has chosen it: its state, the texts to the client, and the frames for it.
    plain: Option<(Plain, mpsc::Sender<Message>, mpsc::Receiver<Message>)>,
    table: Option<mpsc::Sender<ToTable>>,
    /// The table's reasons to end the connection. It is closed when the table has failed.
    end: Option<mpsc::Receiver<Reason>>,
    name: String,
    /// Whether a frame did not fit into the queue to the client.
    is_slow: bool,
}

impl Connection {
    fn send(&mut self, frame: &ToClient) {
        if let (Some(out), Ok(bytes)) = (&self.out, frame.to_bytes()) {
            self.shared.metrics.frames_out_total.fetch_add(1, Ordering::Relaxed);
            self.shared.metrics.bytes_out_total.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            self.is_slow |= matches!(out.try_send(Message::binary(bytes)), Err(mpsc::error::TrySendError::Full(_)));
        }
    }

    async fn read<S>(&mut self, mut stream: SplitStream<Socket<S>>) -> Result<(), Reason>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut stopping = self.shared.stopping();
        let (mut limiter, mut unsealer) = (Limiter::new(Instant::now()), Unsealer::default());
        let (mut patience, mut is_greeted) = (self.shared.options.greeting, false);
        // The silence counts whole frames, so a client that trickles bytes is closed as well.
        let mut deadline = Instant::now() + patience;
        loop {
            let ended = async {
                match &mut self.end {
                    Some(end) => end.recv().await,
                    None => std::future::pending().await,
                }
            };
            let heard = async {
                match &mut self.plain {
                    Some((_, _, frames)) => frames.recv().await,
                    None => std::future::pending().await,
                }
            };
            let next = tokio::select! {
                biased;
                _ = stopping.changed() => return Err(Reason::Stopping),
                frame = heard => {
                    self.pass(frame).await;
                    continue;
                }
                reason = ended => return reason.map_or(Ok(()), Err),
                next = tokio::time::timeout_at(deadline, stream.next()) => next,
            };
            let message = match next {
                Err(_) => return Err(Reason::Silent),
                Ok(None) => return Ok(()),
                Ok(Some(Err(Error::Capacity(_)))) => return Err(Reason::Malformed),
                Ok(Some(Err(error))) => {
                    tracing::debug!(connection = self.id, %error, "a connection breaks");
                    return Ok(());
                }
                Ok(Some(Ok(message))) => message,
            };
            // Pings do not prolong the time for the greeting.
            if is_greeted {
                deadline = Instant::now() + patience;
            }
            if self.is_slow {
                self.shared.metrics.slow_readers_total.fetch_add(1, Ordering::Relaxed);
                return Err(Reason::TooSlow);
            }
            // A flood waits in the buffers of the network.
            let wait = limiter.take(Instant::now(), message.len());
            if !wait.is_zero() {
                tokio::time::sleep_until(Instant::now() + wait).await;
            }
            let sealed = match message {
                Message::Binary(sealed) => sealed,
                Message::Ping(sent) => match unsealer.check(&sent) {
                    Ok(()) => continue,
                    Err(fault) => return Err(self.damaged(fault)),
                },
                Message::Pong(_) | Message::Frame(_) => continue,
                Message::Close(_) => return Ok(()),
                Message::Text(text) => {
                    self.shared.metrics.frames_in_total.fetch_add(1, Ordering::Relaxed);
                    if is_greeted {
                        self.ask(&text).await?;
                    } else {
                        let hello = self.begin_plain(&text)?;
                        self.greet(hello).await?;
                        (is_greeted, patience) = (true, limits::SILENCE);
                    }
                    deadline = Instant::now() + patience;
                    continue;
                }
            };
            if self.plain.is_some() {
                return Err(Reason::Malformed);
            }
            self.shared.metrics.frames_in_total.fetch_add(1, Ordering::Relaxed);
            let frame = match unsealer.unseal(&sealed) {
                Ok(Some(bytes)) => ToServer::from_bytes(bytes).map_err(|_| Reason::Malformed)?,
                Ok(None) => {
                    self.shared.metrics.repeated_total.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                Err(fault) => return Err(self.damaged(fault)),
            };
            if !is_greeted {
                self.greet(frame).await?;
                (is_greeted, patience) = (true, limits::SILENCE);
                deadline = Instant::now() + patience;
                continue;
            }
            match self.hear(frame).await {
                Ok(()) => {}
                Err(reason) => self.send(&ToClient::Refused(reason)),
            }
        }
    }

    fn damaged(&self, fault: FrameFault) -> Reason {
        tracing::info!(connection = self.id, %fault, "a connection must begin anew");
        self.shared.metrics.damaged_total.fetch_add(1, Ordering::Relaxed);
        Reason::Damaged
    }

    /// Changes to the plain dialect and returns the greeting.
    fn begin_plain(&mut self, text: &str) -> Result<ToServer, Reason> {
        let (plain, hello) = Plain::begin(text)?;
        let (out, frames) = mpsc::channel(limits::WAITING);
        if let Some(texts) = self.out.replace(out) {
            self.plain = Some((plain, texts, frames));
        }
        Ok(hello)
    }

    /// Handles a message of the plain dialect.
    async fn ask(&mut self, text: &str) -> Result<(), Reason> {
        let (plain, ..) = self.plain.as_mut().ok_or(Reason::Malformed)?;
        let next = plain.ask(text);
        self.go_on(next).await;
        Ok(())
    }

    /// Translates a frame for a plain client.
    async fn pass(&mut self, frame: Option<Message>) {
        let Some(Message::Binary(bytes)) = frame else { return };
        let Some((plain, ..)) = &mut self.plain else { return };
        if let Ok(frame) = ToClient::from_bytes(&bytes) {
            let next = plain.hear(frame, &self.shared.catalog);
            self.go_on(next).await;
        }
    }

    async fn go_on(&mut self, next: Next) {
        if let Some((_, texts, _)) = &self.plain {
            for text in next.texts {
                self.is_slow |= texts.try_send(Message::text(text)).is_err();
            }
        }
        for frame in next.frames {
            if let Err(reason) = self.hear(frame).await {
                self.send(&ToClient::Refused(reason));
            }
        }
    }

    /// Translates the last frames for a plain client.
    async fn settle(&mut self) {
        while let Some(frame) = self.plain.as_mut().and_then(|(_, _, frames)| frames.try_recv().ok()) {
            self.pass(Some(frame)).await;
        }
    }

    async fn greet(&mut self, frame: ToServer) -> Result<(), Reason> {
        let ToServer::Hello { protocol, rules, name, token, received } = frame else { return Err(Reason::Malformed) };
        if protocol != VERSION {
            return Err(Reason::Protocol { here: VERSION, there: protocol });
        }
        if rules != RULES_VERSION {
            return Err(Reason::RulesVersion { here: RULES_VERSION, there: rules });
        }
        self.name = checked(&name, limits::NAME)?;
        let server = self.shared.options.name.clone();
        self.send(&ToClient::Welcome { protocol: VERSION, rules: RULES_VERSION, server });
        let Some(token) = token else { return Ok(()) };
        let hash = TokenHash::of(&token);
        match self.shared.table_of(hash) {
            Some(table) => {
                if let Err(reason) = self.enter(table, Entrance::Return(hash, received), token).await {
                    self.send(&ToClient::Refused(reason));
                }
            }
            None => self.send(&ToClient::Refused(Reason::UnknownToken)),
        }
        Ok(())
    }

    async fn hear(&mut self, frame: ToServer) -> Result<(), Reason> {
        if let Some(table) = &self.table {
            let is_last = frame == ToServer::Leave;
            let sent = table.send(ToTable::Frame(self.id, frame)).await;
            if is_last || sent.is_err() {
                (self.table, self.end) = (None, None);
            }
            return sent.map_err(|_| Reason::NoTable);
        }
        match frame {
            ToServer::List => {
                let tables = self.shared.list();
                let scenarios = self.shared.catalog.list().to_vec();
                self.send(&ToClient::Tables { tables, scenarios });
                Ok(())
            }
            ToServer::Create(options) => {
                let table = self.shared.create(*options)?;
                self.enter(table, Entrance::Sit(None), new_token()?).await
            }
            ToServer::Sit { code, side } => self.join(&code, Entrance::Sit(side)).await,
            ToServer::Watch { code, side } => self.join(&code, Entrance::Watch(side)).await,
            _ => Err(Reason::NotNow),
        }
    }

    async fn join(&mut self, code: &str, entrance: Entrance) -> Result<(), Reason> {
        let table = self.shared.table(&code.trim().to_uppercase()).ok_or(Reason::NoTable)?;
        self.enter(table, entrance, new_token()?).await
    }

    async fn enter(
        &mut self,
        table: mpsc::Sender<ToTable>,
        entrance: Entrance,
        token: SeatToken,
    ) -> Result<(), Reason> {
        let out = self.out.clone().ok_or(Reason::NotNow)?;
        let (answer, answered) = oneshot::channel();
        let (end, ended) = mpsc::channel(1);
        let (line, name) = (Line { id: self.id, out, end }, self.name.clone());
        let message = ToTable::Enter { line, name, entrance, token, answer };
        table.send(message).await.map_err(|_| Reason::NoTable)?;
        answered.await.map_err(|_| Reason::NoTable)??;
        (self.table, self.end) = (Some(table), Some(ended));
        Ok(())
    }
}

fn new_token() -> Result<SeatToken, Reason> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Reason::Full)?;
    Ok(SeatToken(bytes))
}
