//! Load of a server: tables with two bots each that decide about every second, and idle connections. The server is a
//! process of its own on the same machine. Prints the table of `docs/benchmarks.md`.
//!
//! ```text
//! cargo run --profile play -p foretoken-server --example load -- --tables 500 --idle 2000 --seconds 60
//! ```

use foretoken_server::{Options, Server};
use foretoken_session::wire::envelope::{Sealer, Unsealer};
use foretoken_session::wire::{Client, Event, TableOptions, ToClient, ToServer, limits};
use foretoken_session::{Content, Decision, Pending};
use foretoken_vm::Rulebook;
use futures_util::{SinkExt, StreamExt};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

const SCENARIO: &str = "vigil/first-light";

fn content() -> Anything<Content> {
    Ok(Content::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets"))?)
}

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().collect();
    if let [_, mode, data] = &args[..]
        && mode == "--serve"
    {
        return serve(Path::new(data));
    }
    let value = |name: &str, usual: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (tables, idle, seconds) = (value("--tables", 500), value("--idle", 2_000), value("--seconds", 60));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(load(tables as usize, idle as usize, Duration::from_secs(seconds)))
}

fn serve(data: &Path) -> Anything<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let options = Options { tables: 100_000, ..Options::new("127.0.0.1:0".parse()?, data.to_owned()) };
        let server = Server::start(content()?, options).await?;
        println!("{}", server.address());
        std::future::pending::<()>().await;
        Ok(())
    })
}

/// The server's process.
struct Served {
    child: Child,
    address: String,
    _data: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start() -> Anything<Self> {
        let data = tempfile::tempdir()?;
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg("--serve").arg(data.path()).stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or("no pipe")?;
        let address = BufReader::new(out).lines().next().ok_or("the server does not start")??;
        Ok(Self { child, address, _data: data })
    }

    fn status(&self, field: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(field)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    fn kilobytes(&self) -> u64 {
        self.status("VmRSS:")
    }
}

/// Processor time of a process in milliseconds.
fn cpu(process: &str) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    (ticks(11) + ticks(12)) * 10
}

#[derive(Default)]
struct Counted {
    latencies: Vec<Duration>,
    bytes: u64,
    rounds: u64,
    battles: u64,
}

struct Bot {
    socket: WebSocketStream<TcpStream>,
    client: Client,
    sealer: Sealer,
    unsealer: Unsealer,
    rules: Arc<Mutex<Option<Arc<Rulebook>>>>,
    content: Arc<Content>,
    sent: Option<Instant>,
    round: i32,
    counted: Counted,
    is_slow: bool,
}

impl Bot {
    async fn connect(
        address: &str,
        name: &str,
        rules: &Arc<Mutex<Option<Arc<Rulebook>>>>,
        content: &Arc<Content>,
    ) -> Anything<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(format!("ws://{address}/"), stream).await?;
        let mut bot = Self {
            socket,
            client: Client::new(name, None),
            sealer: Sealer::default(),
            unsealer: Unsealer::default(),
            rules: Arc::clone(rules),
            content: Arc::clone(content),
            sent: None,
            round: 1,
            counted: Counted::default(),
            is_slow: true,
        };
        let hello = bot.client.hello();
        bot.send(hello).await?;
        Ok(bot)
    }

    async fn send(&mut self, frame: ToServer) -> Anything<()> {
        Ok(self.socket.send(Message::binary(self.sealer.seal(&frame.to_bytes()?))).await?)
    }

    async fn hear(&mut self) -> Anything<Option<Event>> {
        loop {
            let message = self.socket.next().await.ok_or("the server closed")??;
            let Message::Binary(bytes) = message else { continue };
            let Some(frame) = self.unsealer.unseal(&bytes)? else { continue };
            let frame = ToClient::from_bytes(frame)?;
            if matches!(frame, ToClient::Brief(_) | ToClient::Done { .. }) {
                self.counted.bytes += bytes.len() as u64;
            }
            let (rules, content) = (Arc::clone(&self.rules), Arc::clone(&self.content));
            // The first bot compiles the rules for all.
            let mut compile = |text: &str, scenario: &str| {
                let mut rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(rules) = &*rules {
                    return Ok(Arc::clone(rules));
                }
                Ok(Arc::clone(rules.insert(content.rules_of_text(text, scenario)?)))
            };
            let mut replies = Vec::new();
            let event = self.client.hear(frame, &mut compile, &mut replies);
            for reply in replies {
                self.send(reply).await?;
            }
            if let Some(Event::Done { refused, .. }) = &event {
                if let Some(sent) = self.sent.take() {
                    self.counted.latencies.push(sent.elapsed());
                }
                if let Some(reason) = refused {
                    return Err(format!("a decision is refused: {reason}").into());
                }
            }
            return Ok(event);
        }
    }

    fn choose(&mut self) -> Option<Decision> {
        let seat = self.client.seat_mut()?;
        let unit = seat.units().iter().copied().find(|&unit| !seat.is_decided(unit))?;
        if seat.choose_for(unit) {
            // The first action that is whole with the first answers, else the unit waits.
            let programs: Vec<u16> = seat.choices().iter().map(|choice| choice.program).collect();
            for program in programs {
                if !seat.use_action(program) {
                    continue;
                }
                let mut steps = 0;
                while seat.question().is_some() && steps < 8 {
                    steps += 1;
                    if !seat.answer(0) {
                        break;
                    }
                }
                if seat.question().is_none() {
                    return seat.finish();
                }
                seat.step_back();
            }
            seat.abandon();
        }
        let intent = foretoken_vm::Intent { complete: true, ..Default::default() };
        Some(Decision { unit, intent })
    }

    /// Plays until a time. The bots decide at different moments of each second, as people do.
    async fn play(mut self, offset: Duration, until: Instant) -> Anything<Counted> {
        let mut next = Instant::now() + offset;
        while Instant::now() < until {
            let is_over =
                matches!(self.client.seat().map(|seat| seat.pending()), Some(Pending::Over(outcome)) if *outcome != 0);
            let acts = is_over && !self.client.is_waiting() || self.client.is_asked();
            if acts {
                if self.is_slow {
                    next += Duration::from_secs(1);
                    tokio::time::sleep_until(next.min(until)).await;
                }
                if is_over {
                    self.counted.battles += 1;
                    self.send(ToServer::Rematch).await?;
                    while !matches!(
                        tokio::time::timeout_at(until, self.hear()).await,
                        Ok(Ok(Some(Event::Begun))) | Err(_)
                    ) {}
                    self.round = 1;
                    continue;
                }
                let frame = match self.choose() {
                    Some(decision) => self.client.decide(decision)?,
                    None => self.client.close()?,
                };
                self.sent = Some(Instant::now());
                self.send(frame).await?;
            } else {
                next = next.max(Instant::now());
            }
            match tokio::time::timeout_at(until, self.hear()).await {
                Ok(event) => drop(event?),
                Err(_) => break,
            }
            let round = self.client.seat().map_or(0, |seat| seat.known().state().round());
            self.counted.rounds += u64::from(round > self.round);
            self.round = round;
        }
        Ok(self.counted)
    }
}

fn options(seed: u64) -> TableOptions {
    TableOptions {
        scenario: SCENARIO.to_owned(),
        level: 1,
        seed: Some(seed),
        seats: None,
        is_open: false,
        delay: None,
        clock: None,
        is_ironman: false,
    }
}

async fn load(tables: usize, idle: usize, time: Duration) -> Anything<()> {
    let served = Served::start()?;
    println!("machine: {} cores", std::thread::available_parallelism()?);
    let empty = served.kilobytes();
    let (rules, content) = (Arc::default(), Arc::new(content()?));
    let mut silent = Vec::new();
    for at in 0..idle {
        silent.push(Bot::connect(&served.address, &format!("Idle {at}"), &rules, &content).await?);
    }
    for bot in &mut silent {
        bot.hear().await?;
    }
    let with_idle = served.kilobytes();
    println!("server: {empty} KB empty, {with_idle} KB with {idle} idle connections");
    let mut bots = Vec::new();
    let mut before = with_idle;
    for at in 0..tables {
        let mut first = Bot::connect(&served.address, "First", &rules, &content).await?;
        let mut second = Bot::connect(&served.address, "Second", &rules, &content).await?;
        first.send(ToServer::Create(Box::new(options(at as u64)))).await?;
        while first.client.table().is_none() {
            first.hear().await?;
        }
        let code = first.client.table().map(|table| table.code.clone()).unwrap_or_default();
        second.send(ToServer::Sit { code, side: None }).await?;
        while second.client.token().is_none() {
            second.hear().await?;
        }
        second.send(ToServer::Start).await?;
        while first.client.seat().is_none() {
            first.hear().await?;
        }
        while second.client.seat().is_none() {
            second.hear().await?;
        }
        bots.extend([first, second]);
        if at == 0 {
            // The first table also compiles the rules, which all tables share.
            before = served.kilobytes();
        }
    }
    let begun = served.kilobytes();
    let each = begun.saturating_sub(before) / tables.saturating_sub(1).max(1) as u64;
    println!("{tables} tables with two connections each: {begun} KB, {each} KB a table with its connections");
    drop(silent);
    let own = std::process::id().to_string();
    let (start, theirs) = (Instant::now(), served.child.id().to_string());
    let (cpu_here, cpu_there) = (cpu(&own), cpu(&theirs));
    let until = start + time;
    let part = Duration::from_secs(1) / bots.len().max(1) as u32;
    let bots = bots.into_iter().enumerate();
    let playing: Vec<_> = bots.map(|(at, bot)| tokio::spawn(bot.play(part * at as u32, until))).collect();
    let mut all = Counted::default();
    let mut sampled = Vec::new();
    let half = start + time / 2;
    tokio::time::sleep_until(half).await;
    sampled.push(served.kilobytes());
    for bot in playing {
        let counted = bot.await??;
        all.latencies.extend(counted.latencies);
        all.bytes += counted.bytes;
        all.rounds += counted.rounds;
        all.battles += counted.battles;
    }
    sampled.push(served.kilobytes());
    let (here, there) = (cpu(&own) - cpu_here, cpu(&theirs) - cpu_there);
    all.latencies.sort_unstable();
    let at = |part: f64| {
        let index = ((all.latencies.len() as f64 * part) as usize).min(all.latencies.len().saturating_sub(1));
        all.latencies.get(index).copied().unwrap_or_default().as_secs_f64() * 1000.0
    };
    let decisions = all.latencies.len();
    println!(
        "{decisions} decisions in {} s ({:.0} a second), {} battles ended",
        time.as_secs(),
        decisions as f64 / time.as_secs_f64(),
        all.battles / 2
    );
    println!(
        "decision to confirmation: p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    println!("server memory: {} KB at half time, {} KB at the end", sampled[0], sampled[1]);
    println!("processor time: bots {here} ms, server {there} ms, ratio {:.1}", here as f64 / there.max(1) as f64);
    println!("bytes: {} a round to each seat ({} rounds)", all.bytes / all.rounds.max(1), all.rounds);
    println!("limits: {} frames a second, {} bytes a frame", limits::FRAMES_A_SECOND, limits::FROM_CLIENT);
    Ok(())
}
