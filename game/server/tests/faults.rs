//! Faults of links, clients and servers. In each, nothing that was decided is lost, and other tables notice nothing.

mod common;

use common::{Person, Served, play_out};
use foretoken_server::client::{Connection, Incoming};
use foretoken_session::record::Disk;
use foretoken_session::wire::envelope::{Sealer, Unsealer};
use foretoken_session::wire::{Act, Client, Event, Reason, SeatToken, ToClient, ToServer, VERSION, limits};
use foretoken_vm::RULES_VERSION;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// A client without manners.
struct Raw {
    socket: WebSocket<TcpStream>,
    sealer: Sealer,
}

impl Raw {
    fn send(&mut self, frame: &[u8]) -> Result<(), tungstenite::Error> {
        self.socket.send(Message::binary(self.sealer.seal(frame)))
    }
}

fn raw(served: &Served) -> Raw {
    let stream = TcpStream::connect(served.address().trim_start_matches("ws://")).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    let socket = tungstenite::client(served.address(), stream).expect("a handshake").0;
    Raw { socket, sealer: Sealer::default() }
}

fn hello(name: &str) -> ToServer {
    ToServer::Hello { protocol: VERSION, rules: RULES_VERSION, name: name.to_owned(), token: None, received: 0 }
}

fn send(raw: &mut Raw, frame: &ToServer) {
    raw.send(&frame.to_bytes().expect("it is small")).expect("it is open");
}

/// Returns the frames until the server closes the connection.
fn until_closed(raw: &mut Raw) -> Vec<ToClient> {
    let (mut frames, mut unsealer) = (Vec::new(), Unsealer::default());
    loop {
        match raw.socket.read() {
            Ok(Message::Binary(sealed)) => {
                let frame = unsealer.unseal(&sealed).expect("a whole frame").expect("a new frame");
                frames.push(ToClient::from_bytes(frame).expect("a frame"));
            }
            Ok(Message::Close(_)) | Err(_) => return frames,
            Ok(_) => {}
        }
    }
}

fn reason_of(frames: &[ToClient]) -> Option<&Reason> {
    match frames.last() {
        Some(ToClient::Bye(reason)) => Some(reason),
        _ => None,
    }
}

#[test]
fn other_versions_are_refused_with_words() {
    let served = Served::start();
    let mut old = raw(&served);
    let name = "Old".to_owned();
    send(&mut old, &ToServer::Hello { protocol: 0, rules: RULES_VERSION, name, token: None, received: 0 });
    let told = until_closed(&mut old);
    assert_eq!(reason_of(&told), Some(&Reason::Protocol { here: VERSION, there: 0 }));
    let words = reason_of(&told).map(ToString::to_string).unwrap_or_default();
    assert_eq!(words, "The server speaks protocol 1, and this program speaks protocol 0. Install the same version.");
    let mut other = raw(&served);
    let name = "Other".to_owned();
    send(&mut other, &ToServer::Hello { protocol: VERSION, rules: 1, name, token: None, received: 0 });
    assert!(matches!(reason_of(&until_closed(&mut other)), Some(Reason::RulesVersion { there: 1, .. })));
}

#[test]
fn random_and_torn_frames_end_only_their_connection() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        bits
    };
    for _ in 0..200 {
        let mut raw = raw(&served);
        if random() % 2 == 0 {
            send(&mut raw, &hello("Noise"));
        }
        let bytes: Vec<u8> = (0..random() % 200).map(|_| random() as u8).collect();
        let _ = match random() % 2 {
            0 => raw.send(&bytes),
            _ => raw.socket.send(Message::binary(bytes)),
        };
        let _ = raw.socket.close(None);
        until_closed(&mut raw);
    }
    for _ in 0..20 {
        let mut stream = TcpStream::connect(served.address().trim_start_matches("ws://")).expect("it listens");
        let bytes: Vec<u8> = (0..100).map(|_| random() as u8).collect();
        let _ = stream.write_all(&bytes);
    }
    let mut large = raw(&served);
    send(&mut large, &hello("Large"));
    let _ = large.send(&vec![0; limits::FROM_CLIENT + 1]);
    assert!(matches!(reason_of(&until_closed(&mut large)), Some(Reason::Malformed) | None));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn a_ping_tells_both_ends_that_the_last_frame_was_lost() {
    let served = Served::start();
    let mut raw = raw(&served);
    send(&mut raw, &hello("Ada"));
    let _lost = raw.sealer.seal(b"a frame that the link loses");
    raw.socket.send(Message::Ping(raw.sealer.ping().to_vec().into())).expect("it is open");
    assert_eq!(reason_of(&until_closed(&mut raw)), Some(&Reason::Damaged));

    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let connection = Connection::open(&format!("ws://{address}")).expect("a thread");
    let mut socket = tungstenite::accept(listener.accept().expect("a client").0).expect("a handshake");
    let mut sealer = Sealer::default();
    let _lost = sealer.seal(b"a frame that the link loses");
    socket.send(Message::Ping(sealer.ping().to_vec().into())).expect("it is open");
    let lost = std::iter::from_fn(|| connection.wait(Duration::from_secs(20))).find_map(|incoming| match incoming {
        Incoming::Lost { reason, .. } => Some(reason),
        _ => None,
    });
    assert_eq!(lost.as_deref(), Some("frame 0 is missing before frame 1"));
}

#[test]
fn pings_without_a_greeting_do_not_keep_a_connection_open() {
    let served = Served::with(|options| foretoken_server::Options { greeting: Duration::from_millis(300), ..options });
    let mut raw = raw(&served);
    raw.socket.get_ref().set_read_timeout(Some(Duration::from_millis(20))).expect("a timeout");
    let is_closed = (0..500).any(|_| {
        let is_sent = raw.socket.send(Message::Ping(Vec::new().into())).is_ok();
        !is_sent || matches!(raw.socket.read(), Ok(Message::Close(_)) | Err(tungstenite::Error::ConnectionClosed))
    });
    assert!(is_closed, "the greeting has its own time");
}

#[test]
fn silent_slow_and_flooding_connections_disturb_nobody() {
    let served = Served::with(|options| foretoken_server::Options { greeting: Duration::from_millis(300), ..options });
    let (mut first, mut second) = served.pair("vigil/first-light");
    let mut silent: Vec<Raw> = (0..300).map(|_| raw(&served)).collect();
    for raw in &mut silent {
        assert_eq!(reason_of(&until_closed(raw)), Some(&Reason::Silent));
    }
    // A byte now and then is silence, too: only whole frames and handshakes count.
    let mut trickle = TcpStream::connect(served.address().trim_start_matches("ws://")).expect("it listens");
    trickle.set_read_timeout(Some(Duration::from_millis(20))).expect("a timeout");
    let is_closed = (0..500).any(|_| {
        let is_written = trickle.write_all(b"G").is_ok();
        let read = trickle.read(&mut [0; 64]);
        !is_written
            || matches!(read, Ok(0))
            || read.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
    });
    assert!(is_closed);
    let mut flood = raw(&served);
    send(&mut flood, &hello("Flood"));
    for _ in 0..limits::BURST + limits::WAITING as u32 {
        let _ = flood.send(&ToServer::List.to_bytes().expect("small"));
    }
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn tokens_and_codes_are_not_guessed() {
    let served = Served::start();
    let (first, _second) = served.pair("vigil/first-light");
    let mut guess = Person::new(served.address(), Client::new("Guess", Some(SeatToken([7; 16]))));
    let told = guess.until(|event| matches!(event, Event::Refused(_)));
    assert!(matches!(told, Event::Refused(Reason::UnknownToken)), "{told:?}");
    guess.send(ToServer::Sit { code: "AAAAAAAA".to_owned(), side: None });
    let told = guess.until(|event| matches!(event, Event::Refused(_)));
    assert!(matches!(told, Event::Refused(Reason::NoTable)), "{told:?}");
    let token = first.client.token().expect("a seat").to_hex();
    for folder in std::fs::read_dir(served.data().join("tables")).expect("tables").flatten() {
        for file in std::fs::read_dir(folder.path()).expect("files").flatten() {
            let bytes = std::fs::read(file.path()).expect("a file");
            let is_there = bytes.windows(token.len()).any(|part| part == token.as_bytes())
                || bytes.windows(16).any(|part| part == first.client.token().expect("a seat").0);
            assert!(!is_there, "{} holds a token", file.path().display());
        }
    }
}

static IS_FULL: AtomicBool = AtomicBool::new(false);

/// A file on a disk that is full at times.
#[derive(Debug)]
struct Full(std::fs::File);

impl Disk for Full {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> std::io::Result<()> {
        if IS_FULL.load(Ordering::SeqCst) {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.0.write_at(at, bytes)
    }

    fn cut(&mut self, at: u64) -> std::io::Result<()> {
        self.0.cut(at)
    }

    fn is_slow(&self) -> bool {
        false
    }
}

#[test]
fn a_full_disk_stops_the_table_until_the_journal_is_written() {
    let served = Served::with(|options| foretoken_server::Options { disk: |file| Box::new(Full(file)), ..options });
    let (mut first, mut second) = served.pair("vigil/first-light");
    let asked = common::asked(&mut [&mut first, &mut second]);
    let (person, other) = if asked == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
    let before = other.heard.len();
    IS_FULL.store(true, Ordering::SeqCst);
    let frame = person.decide();
    person.send(frame);
    // The other's act must come after this one, which the counter tells.
    let is_behind = |_: &Person| served.metrics().contains("foretoken_unstored_total 1\n");
    person.until_within(Duration::from_secs(20), is_behind);
    let resign = other.client.act(Act::Resign);
    other.send(resign);
    let refused = other.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(refused, Event::Done { refused: Some(Reason::NotStored), .. }), "{refused:?}");
    let told = other.heard[before..].iter().filter(|frame| matches!(frame, ToClient::Brief(_))).count();
    assert_eq!(told, 0, "nothing is told before it is stored");
    IS_FULL.store(false, Ordering::SeqCst);
    let done = person.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(done, Event::Done { refused: None, .. }), "{done:?}");
    assert!(served.metrics().contains("foretoken_unstored_total 1\n"));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn other_rules_are_refused() {
    let served = Served::start();
    let (mut first, _second) = served.pair("vigil/first-light");
    first.send(ToServer::Ready { rules: 7 });
    let refused = first.until(|event| matches!(event, Event::Refused(_)));
    assert!(matches!(refused, Event::Refused(Reason::OtherRules { there: 7, .. })), "{refused:?}");
}

/// Passes bytes both ways, and cuts each connection after a number of bytes from the server.
fn cutting_proxy(to: String, mut allowed: impl FnMut() -> usize + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (Ok(client), Ok(server)) = (client, TcpStream::connect(&to)) else { return };
            let (mut left, mut from_client) = (allowed(), client.try_clone().expect("a socket"));
            let mut to_server = server.try_clone().expect("a socket");
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut from_client, &mut to_server);
                let _ = to_server.shutdown(Shutdown::Both);
            });
            std::thread::spawn(move || {
                let (mut server, mut client) = (server, client);
                let mut piece = [0; 4096];
                while let Ok(read) = server.read(&mut piece)
                    && read > 0
                {
                    let sent = read.min(left);
                    if client.write_all(&piece[..sent]).is_err() {
                        break;
                    }
                    left -= sent;
                    if left == 0 {
                        break;
                    }
                }
                let _ = client.shutdown(Shutdown::Both);
                let _ = server.shutdown(Shutdown::Both);
            });
        }
    });
    format!("ws://{address}")
}

/// The link of one seat is cut again and again, each time some bytes later. With `FORETOKEN_CUTS=1` each byte of a battle
/// is a place of a cut once.
#[test]
fn a_battle_survives_cuts_at_any_byte() {
    let step = if std::env::var_os("FORETOKEN_CUTS").is_some() { 1 } else { 13 };
    let served = Served::start();
    let (first, mut second) = served.pair("vigil/first-light");
    let mut next = 0;
    let proxy = cutting_proxy(served.address().trim_start_matches("ws://").to_owned(), move || {
        next += step;
        next
    });
    let mut cuts = 0;
    let mut client = first.client;
    while !matches!(client.seat().map(|seat| seat.pending()), Some(foretoken_session::Pending::Over(outcome)) if *outcome != 0)
    {
        let mut person = Person::through(&proxy, client);
        while person.is_open() && person.outcome() == 0 {
            person.play_on();
            if second.outcome() == 0 {
                second.play_on();
            }
        }
        client = person.client;
        cuts += 1;
    }
    assert!(cuts > 20, "{cuts} connections");
    second.until_over();
}
