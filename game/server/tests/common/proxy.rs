//! A link that spoils frames in both directions. A hash of the frame's number chooses the spoilt ones, so that the choice
//! is the same in each run.

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

/// Time without a frame after which the other side waits for those that are held.
const IDLE: Duration = Duration::from_millis(30);

/// Fault of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It and those behind it wait until 4 frames are there.
    Delays,
    /// It is passed by the next 3 frames.
    IsOvertaken,
    /// It changes places with the next frame.
    Swaps,
    /// It arrives twice, the second time behind the next 2 frames.
    Repeats,
    /// One bit is flipped.
    Corrupts,
}

/// A running proxy.
pub struct Proxy {
    address: SocketAddr,
    spoilt: Arc<[AtomicU64; 2]>,
    _runtime: tokio::runtime::Runtime,
}

impl Proxy {
    /// Starts a proxy to a server, which spoils about one of `each` frames.
    pub fn start(server: &str, fault: Fault, each: u64) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a thread");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("an address");
        let (spoilt, server) = (Arc::default(), server.to_owned());
        let counted = Arc::clone(&spoilt);
        runtime.spawn(async move {
            let numbers: Arc<[AtomicU64; 2]> = Arc::default();
            while let Ok((stream, _)) = listener.accept().await {
                let way = |direction| Way {
                    fault,
                    each,
                    direction,
                    numbers: Arc::clone(&numbers),
                    spoilt: Arc::clone(&counted),
                };
                tokio::spawn(connect(stream, server.clone(), [way(0), way(1)]));
            }
        });
        Self { address, spoilt, _runtime: runtime }
    }

    pub fn address(&self) -> String {
        format!("ws://{}", self.address)
    }

    /// Returns the numbers of spoilt frames from clients and from the server.
    pub fn spoilt(&self) -> [u64; 2] {
        [0, 1].map(|at| self.spoilt[at].load(Ordering::SeqCst))
    }
}

type Socket = WebSocketStream<TcpStream>;

async fn connect(client: TcpStream, server: String, [there, back]: [Way; 2]) {
    let (_, host) = server.split_once("://").expect("an address with a scheme");
    let Ok(stream) = TcpStream::connect(host).await else { return };
    let (Ok(client), Ok((server, _))) = (accept_async(client).await, client_async(&server, stream).await) else {
        return;
    };
    let ((to_client, from_client), (to_server, from_server)) = (client.split(), server.split());
    tokio::select! {
        () = there.carry(from_client, to_server) => {}
        () = back.carry(from_server, to_client) => {}
    }
}

/// One direction of a connection. Numbers go on over all connections.
struct Way {
    fault: Fault,
    each: u64,
    direction: usize,
    numbers: Arc<[AtomicU64; 2]>,
    spoilt: Arc<[AtomicU64; 2]>,
}

/// Frames that are held. Each waits until a number of later frames have passed.
type Held = VecDeque<(usize, Message)>;

impl Way {
    async fn carry(self, mut from: SplitStream<Socket>, mut to: SplitSink<Socket, Message>) {
        let mut held = Held::new();
        loop {
            let next =
                if held.is_empty() { Ok(from.next().await) } else { tokio::time::timeout(IDLE, from.next()).await };
            let out = match next {
                Err(_) => held.drain(..).map(|(_, message)| message).collect(),
                Ok(Some(Ok(message))) if message.is_binary() => self.pass(message, &mut held),
                Ok(Some(Ok(message))) if !message.is_close() => continue,
                Ok(_) => break,
            };
            for message in out {
                if to.send(message).await.is_err() {
                    return;
                }
            }
        }
        for (_, message) in held {
            let _ = to.send(message).await;
        }
        let _ = to.close().await;
    }

    /// Returns the frames that go on when one has come.
    fn pass(&self, message: Message, held: &mut Held) -> Vec<Message> {
        let number = self.numbers[self.direction].fetch_add(1, Ordering::SeqCst);
        let chance = hash(2 * number + self.direction as u64);
        let is_spoilt = chance.is_multiple_of(self.each);
        self.spoilt[self.direction].fetch_add(u64::from(is_spoilt), Ordering::SeqCst);
        if self.fault == Fault::Delays && !held.is_empty() {
            held.push_back((0, message));
            let is_enough = held.len() > 4;
            return if is_enough { held.drain(..).map(|(_, message)| message).collect() } else { Vec::new() };
        }
        let mut out = match self.fault {
            _ if !is_spoilt => vec![message],
            Fault::Delays => return hold(held, 0, message),
            Fault::IsOvertaken => return hold(held, 3, message),
            Fault::Swaps => return hold(held, 1, message),
            Fault::Repeats => {
                held.push_back((3, message.clone()));
                vec![message]
            }
            Fault::Corrupts => vec![flipped(message, chance / self.each)],
        };
        for (left, _) in held.iter_mut() {
            *left = left.saturating_sub(1);
        }
        while let Some(at) = held.iter().position(|(left, _)| *left == 0) {
            out.extend(held.remove(at).map(|(_, message)| message));
        }
        out
    }
}

/// Returns a number whose bits all depend on all bits of another one.
const fn hash(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn hold(held: &mut Held, passed_by: usize, message: Message) -> Vec<Message> {
    held.push_back((passed_by, message));
    Vec::new()
}

fn flipped(message: Message, chance: u64) -> Message {
    let mut bytes = message.into_data().to_vec();
    let bit = (chance % (8 * bytes.len() as u64)) as usize;
    bytes[bit / 8] ^= 1 << (bit % 8);
    Message::binary(bytes)
}
