//! The lobby: all tables, the tokens that lead to them, and the task that drives each table.

use crate::catalog::Catalog;
use crate::metrics::Metrics;
use crate::server::Options;
use crate::table::{Entrance, Line, Stored, Table, TokenHash};
use foretoken_session::wire::{Reason, SeatToken, TableInfo, TableOptions, ToServer};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;

/// Time after which a deserted table without a running battle is closed.
const DESERTED: Duration = Duration::from_secs(600);
/// Time between two tries to write a journal.
const RETRY: Duration = Duration::from_secs(1);
/// Frames that wait for a table.
const WAITING: usize = 256;
/// Failures of a table's task after which it is closed.
const FAILURES: usize = 3;
/// Open tables in a list.
const LISTED: usize = 200;

/// A message for a table's task.
#[derive(Debug)]
pub enum ToTable {
    /// A connection wants a place. The answer is the reason against it.
    Enter {
        /// Connection.
        line: Line,
        /// Name of the person.
        name: String,
        /// Way to the place.
        entrance: Entrance,
        /// Token of the place.
        token: SeatToken,
        /// Answer.
        answer: oneshot::Sender<Result<(), Reason>>,
    },
    /// A frame of a connection at the table.
    Frame(u64, ToServer),
    /// A connection is gone.
    Gone(u64),
}

/// State that all tables and connections share.
#[derive(Debug)]
pub struct Shared {
    /// Scenarios.
    pub catalog: Catalog,
    /// Counters.
    pub metrics: Metrics,
    /// Options of the server.
    pub options: Options,
    tables: Mutex<BTreeMap<String, mpsc::Sender<ToTable>>>,
    tokens: Mutex<BTreeMap<TokenHash, String>>,
    infos: Mutex<BTreeMap<String, TableInfo>>,
    planners: Semaphore,
    lines: AtomicU64,
    stop: watch::Sender<bool>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Creates a lobby without tables.
    pub fn new(catalog: Catalog, options: Options) -> Self {
        Self {
            catalog,
            metrics: Metrics::default(),
            planners: Semaphore::new(options.planners.get()),
            options,
            tables: Mutex::default(),
            tokens: Mutex::default(),
            infos: Mutex::default(),
            lines: AtomicU64::new(1),
            stop: watch::channel(false).0,
        }
    }

    /// Returns a signal that becomes true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Tells all tasks to stop.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until all tables have written their journals.
    pub async fn stopped(&self) {
        self.stop.closed().await;
    }

    /// Returns a number for a new connection.
    pub fn line(&self) -> u64 {
        self.lines.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes that a token leads to a table.
    pub fn remember(&self, token: TokenHash, code: &str) {
        lock(&self.tokens).insert(token, code.to_owned());
    }

    /// Drops a token.
    pub fn forget(&self, token: TokenHash) {
        lock(&self.tokens).remove(&token);
    }

    /// Sets or removes a table in the list of open tables.
    pub fn publish(&self, code: &str, info: Option<TableInfo>) {
        let mut infos = lock(&self.infos);
        match info {
            Some(info) => infos.insert(code.to_owned(), info),
            None => infos.remove(code),
        };
    }

    /// Returns the open tables: those that wait first, then running ones.
    pub fn list(&self) -> Vec<TableInfo> {
        let mut tables: Vec<TableInfo> = lock(&self.infos).values().cloned().collect();
        tables.sort_by(|a, b| (a.is_over, a.is_begun, &a.code).cmp(&(b.is_over, b.is_begun, &b.code)));
        tables.truncate(LISTED);
        tables
    }

    /// Returns the table of a token.
    pub fn table_of(&self, token: TokenHash) -> Option<mpsc::Sender<ToTable>> {
        let code = lock(&self.tokens).get(&token).cloned()?;
        self.table(&code)
    }

    /// Returns the table with a code.
    pub fn table(&self, code: &str) -> Option<mpsc::Sender<ToTable>> {
        lock(&self.tables).get(code).cloned()
    }

    /// Creates a table and its task.
    ///
    /// # Errors
    ///
    /// If the server is full or cannot play the scenario.
    pub fn create(self: &Arc<Self>, options: TableOptions) -> Result<mpsc::Sender<ToTable>, Reason> {
        if lock(&self.tables).len() >= self.options.tables {
            return Err(Reason::Full);
        }
        let code = self.code()?;
        let table = Table::new(code, options, Arc::clone(self))?;
        Ok(self.run(table))
    }

    fn code(&self) -> Result<String, Reason> {
        const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        loop {
            let bits = getrandom::u64().map_err(|_| Reason::Full)?;
            let letter = |at: u32| char::from(LETTERS[(bits >> (5 * at) & 31) as usize]);
            let code: String = (0..8).map(letter).collect();
            if !lock(&self.tables).contains_key(&code) && !self.options.data.join("tables").join(&code).exists() {
                return Ok(code);
            }
        }
    }

    /// Starts the task of a table.
    fn run(self: &Arc<Self>, table: Table) -> mpsc::Sender<ToTable> {
        let (sender, receiver) = mpsc::channel(WAITING);
        lock(&self.tables).insert(table.code().to_owned(), sender.clone());
        self.metrics.tables.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(supervise(Box::new(table), receiver, Arc::clone(self)));
        sender
    }

    /// Loads the tables whose battles are not over or ended a short time ago, so that all players see the end. Tables that
    /// cannot be loaded are logged; their files stay.
    pub fn load(self: &Arc<Self>) -> usize {
        let folders = std::fs::read_dir(self.options.data.join("tables")).into_iter().flatten().flatten();
        let mut loaded = 0;
        for folder in folders.filter(|folder| folder.path().is_dir()) {
            let table = match Stored::read(&folder.path()) {
                Ok(stored) if stored.is_over && !Stored::is_recent(&folder.path(), DESERTED) => continue,
                Ok(stored) => Table::load(stored, Arc::clone(self)),
                Err(error) => Err(error),
            };
            match table {
                Ok(mut table) => {
                    table.wake(Instant::now());
                    self.run(table);
                    loaded += 1;
                }
                Err(error) => tracing::error!(%error, "a table cannot be loaded; its files stay"),
            }
        }
        loaded
    }

    fn close(&self, code: &str) {
        lock(&self.tables).remove(code);
        lock(&self.tokens).retain(|_, own| own != code);
        self.publish(code, None);
        self.metrics.tables.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One step of a table.
enum Step {
    Message(ToTable),
    Tick,
}

impl Step {
    /// Returns whether a computer player can think in the step. Other steps need not wait for a free planner.
    const fn is_planning(&self) -> bool {
        match self {
            Self::Tick => true,
            Self::Message(ToTable::Frame(_, frame)) => {
                matches!(frame, ToServer::Act { .. } | ToServer::Start | ToServer::Rematch | ToServer::Leave)
            }
            Self::Message(ToTable::Enter { .. } | ToTable::Gone(_)) => false,
        }
    }
}

fn step(table: &mut Table, step: Step) {
    let now = Instant::now();
    match step {
        Step::Message(ToTable::Enter { line, name, entrance, token, answer }) => {
            let _ = answer.send(table.enter(line, &name, entrance, token, now));
        }
        Step::Message(ToTable::Frame(line, frame)) => table.hear(line, frame, now),
        Step::Message(ToTable::Gone(line)) => table.gone(line, now),
        Step::Tick => table.tick(now),
    }
}

/// Drives a table, and loads it from its files if its task fails. Its people return with their tokens.
async fn supervise(mut table: Box<Table>, mut messages: mpsc::Receiver<ToTable>, shared: Arc<Shared>) {
    let code = table.code().to_owned();
    for _ in 0..FAILURES {
        let Err(failed) = tokio::spawn(drive(table, messages, Arc::clone(&shared))).await else { return };
        tracing::error!(table = code, %failed, "a table has failed and is loaded from its files");
        let folder = shared.options.data.join("tables").join(&code);
        let loaded = Stored::read(&folder).and_then(|stored| Table::load(stored, Arc::clone(&shared)));
        let Ok(mut back) = loaded.inspect_err(|error| tracing::error!(table = code, %error, "it cannot be loaded"))
        else {
            break;
        };
        back.wake(Instant::now());
        let (sender, receiver) = mpsc::channel(WAITING);
        lock(&shared.tables).insert(code.clone(), sender);
        (table, messages) = (Box::new(back), receiver);
    }
    shared.close(&code);
}

/// Drives a table until it is deserted or the server stops.
async fn drive(mut table: Box<Table>, mut messages: mpsc::Receiver<ToTable>, shared: Arc<Shared>) {
    let mut stopping = shared.stopping();
    let mut deserted: Option<Instant> = Some(Instant::now());
    loop {
        let deadline = table.deadline();
        let retry = table.is_behind().then(|| Instant::now() + RETRY);
        let closing = deserted.filter(|_| !table.is_running()).map(|since| since + DESERTED);
        let wakes = [deadline, retry, closing].into_iter().flatten().min();
        let sleep = async {
            match wakes {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let next = tokio::select! {
            biased;
            _ = stopping.changed() => break,
            message = messages.recv() => match message {
                Some(message) => Step::Message(message),
                None => break,
            },
            () = sleep => Step::Tick,
        };
        if next.is_planning() && table.is_heavy() {
            // Planners can take long, so they have threads of their own and at most a few at once.
            let permit = shared.planners.acquire().await;
            let done = tokio::task::spawn_blocking(move || {
                step(&mut table, next);
                table
            });
            table = done.await.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()));
            drop(permit);
        } else {
            step(&mut table, next);
        }
        deserted = if table.is_deserted() { deserted.or_else(|| Some(Instant::now())) } else { None };
        let is_due = deserted.is_some_and(|since| since.elapsed() >= DESERTED);
        if is_due && !table.is_running() {
            shared.close(table.code());
            tracing::info!(table = table.code(), "a deserted table is closed");
            return;
        }
    }
    table.stop();
}
