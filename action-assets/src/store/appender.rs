//! Appends to a file on its own thread. Pieces are written in order and synced one by one.

use std::collections::VecDeque;
use std::fmt::Debug;
#[cfg(feature = "std-io")]
use std::fs::File;
use std::io;
#[cfg(feature = "std-io")]
use std::io::{Seek, SeekFrom, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Storage for bytes.
pub trait Disk: Debug + Send {
    /// Writes bytes at an offset and syncs.
    ///
    /// # Errors
    ///
    /// If not all bytes were written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncates to a length.
    ///
    /// # Errors
    ///
    /// If truncation fails.
    fn cut(&mut self, at: u64) -> io::Result<()>;

    /// Whether writes can take long, so that a thread of their own makes them.
    fn is_slow(&self) -> bool {
        true
    }
}

#[cfg(feature = "std-io")]
impl Disk for File {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)?;
        self.sync_data()
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.set_len(at)
    }
}

/// Appends pieces to a file. Failed pieces are retried with the next piece, on [`Self::flush`] and on drop.
#[derive(Debug)]
pub struct Appender {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    disk: Option<Mutex<Box<dyn Disk>>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    waiting: VecDeque<Piece>,
    end: u64,
    whole: u64,
    wanted: bool,
    busy: bool,
    closed: bool,
    failed: Option<Failure>,
    told: bool,
}

enum Piece {
    /// These bytes are appended.
    Bytes(Vec<u8>),
    /// The file is altered otherwise and ends here then.
    Work(Work, u64),
}

type Work = Box<dyn FnMut() -> io::Result<()> + Send>;

impl Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::Work(_, end) => write!(f, "work, to {end}"),
        }
    }
}

#[derive(Clone, Debug)]
struct Failure(io::ErrorKind, String);

impl Failure {
    fn error(&self) -> io::Error {
        io::Error::new(self.0, self.1.clone())
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(feature = "std-io")]
    fn run(&self, mut disk: Box<dyn Disk>) {
        let mut state = self.state();
        loop {
            while !state.wanted && !state.closed {
                state = self.wait(state);
            }
            let closed = state.closed;
            state = self.write_waiting(state, disk.as_mut());
            if closed {
                return;
            }
        }
    }

    fn write_waiting<'s>(&'s self, mut state: MutexGuard<'s, State>, disk: &mut dyn Disk) -> MutexGuard<'s, State> {
        (state.wanted, state.busy) = (false, true);
        while let Some(mut piece) = state.waiting.pop_front() {
            let end = state.end;
            drop(state);
            let done = match &mut piece {
                Piece::Bytes(bytes) => {
                    let done = disk.write_at(end, bytes);
                    if done.is_err() {
                        // Remove a partial piece. If that fails too, the next reader truncates it.
                        let _ = disk.cut(end);
                    }
                    done.map(|()| end + bytes.len() as u64)
                }
                Piece::Work(work, end) => work().map(|()| *end),
            };
            state = self.state();
            match done {
                Ok(end) => (state.end, state.failed) = (end, None),
                Err(error) => {
                    state.failed = Some(Failure(error.kind(), error.to_string()));
                    state.waiting.push_front(piece);
                    break;
                }
            }
        }
        state.busy = false;
        self.changed.notify_all();
        state
    }
}

impl Appender {
    fn shared(end: u64) -> Shared {
        let state = State {
            waiting: VecDeque::new(),
            end,
            whole: end,
            wanted: false,
            busy: false,
            closed: false,
            failed: None,
            told: false,
        };
        Shared { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Creates an appender at an offset; it writes each piece at once.
    #[cfg(not(feature = "std-io"))]
    #[must_use]
    pub fn new(disk: Box<dyn Disk>, end: u64) -> Self {
        Self::without_thread(disk, end)
    }

    /// Creates an appender at an offset. Without a thread, it writes at once.
    #[cfg(feature = "std-io")]
    #[must_use]
    pub fn new(disk: Box<dyn Disk>, end: u64) -> Self {
        if !disk.is_slow() {
            return Self::without_thread(disk, end);
        }
        let shared = Arc::new(Self::shared(end));
        let (own, disk) = (Arc::clone(&shared), Arc::new(Mutex::new(Some(disk))));
        let handed = Arc::clone(&disk);
        let take = |disk: &Mutex<Option<Box<dyn Disk>>>| disk.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run = move || {
            if let Some(disk) = take(&handed) {
                own.run(disk);
            }
        };
        match std::thread::Builder::new().spawn(run) {
            Ok(thread) => Self { shared, thread: Some(thread), disk: None },
            Err(_) => Self { shared, thread: None, disk: take(&disk).map(Mutex::new) },
        }
    }

    /// Creates an appender without a thread; it writes each piece at once.
    #[must_use]
    pub fn without_thread(disk: Box<dyn Disk>, end: u64) -> Self {
        Self { shared: Arc::new(Self::shared(end)), thread: None, disk: Some(Mutex::new(disk)) }
    }

    fn settle<'s>(&'s self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let Some(disk) = &self.disk else {
            self.shared.changed.notify_all();
            return state;
        };
        // Only one caller may write. The second waits here and finds nothing to do.
        drop(state);
        let mut disk = disk.lock().unwrap_or_else(PoisonError::into_inner);
        state = self.shared.state();
        self.shared.write_waiting(state, disk.as_mut())
    }

    /// Appends a piece. It is on disk later, or after [`Self::flush`] succeeds.
    pub fn push(&self, piece: Vec<u8>) {
        let mut state = self.shared.state();
        state.whole += piece.len() as u64;
        state.waiting.push_back(Piece::Bytes(piece));
        state.wanted = true;
        let _written = self.settle(state);
    }

    /// Queues other work on the file, whose end is then `end`.
    pub fn push_work(&self, end: u64, work: impl FnMut() -> io::Result<()> + Send + 'static) {
        let mut state = self.shared.state();
        state.whole = end;
        state.waiting.push_back(Piece::Work(Box::new(work), end));
        state.wanted = true;
        let _written = self.settle(state);
    }

    /// Waits until all pieces were tried.
    ///
    /// # Errors
    ///
    /// If some are still pending.
    pub fn flush(&self) -> io::Result<()> {
        let mut state = self.shared.state();
        if !state.waiting.is_empty() {
            state.wanted = true;
            state = self.settle(state);
        }
        while state.wanted || state.busy {
            state = self.shared.wait(state);
        }
        state.failed.as_ref().map_or(Ok(()), |failed| Err(failed.error()))
    }

    /// Discards pending pieces and continues at `end`, after truncation. Call [`Self::flush`] first.
    pub fn restart(&self, end: u64) {
        let mut state = self.shared.state();
        state.waiting.clear();
        (state.end, state.whole, state.failed) = (end, end, None);
    }

    /// Returns the file's length with all pending pieces.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.shared.state().whole
    }

    /// Whether a failed piece is pending.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.shared.state().failed.is_some()
    }

    /// Returns the latest failure or recovery since the last call.
    pub fn news(&self) -> Option<io::Result<()>> {
        let mut state = self.shared.state();
        let failed = state.failed.as_ref().map(Failure::error);
        if failed.is_some() == state.told {
            return None;
        }
        state.told = failed.is_some();
        Some(failed.map_or(Ok(()), Err))
    }
}

impl Drop for Appender {
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If the disk panicked, its pieces are lost.
            let _ = thread.join();
        } else {
            let _written = self.settle(self.shared.state());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_thread_each_piece_is_written_at_once() {
        let gate = Gate::default();
        let appender = Appender::without_thread(Box::new(gate.clone()), 0);
        appender.push(b"one ".to_vec());
        assert_eq!(gate.text(), "one ");
        gate.set(|inside| inside.full = true);
        appender.push(b"two ".to_vec());
        assert_eq!((gate.text().as_str(), appender.is_behind(), appender.length()), ("one ", true, 8));
        assert!(appender.flush().is_err());
        gate.set(|inside| inside.full = false);
        appender.push(b"three".to_vec());
        assert_eq!((gate.text().as_str(), appender.is_behind()), ("one two three", false));
        gate.set(|inside| inside.full = true);
        appender.push(b" four".to_vec());
        gate.set(|inside| inside.full = false);
        drop(appender);
        assert_eq!(gate.text(), "one two three four");
    }

    #[derive(Clone, Debug, Default)]
    struct Gate(Arc<(Mutex<Inside>, Condvar)>);

    #[derive(Debug, Default)]
    struct Inside {
        shut: bool,
        full: bool,
        bytes: Vec<u8>,
        writes: Vec<(u64, usize)>,
    }

    impl Gate {
        fn set(&self, alter: impl FnOnce(&mut Inside)) {
            alter(&mut self.0.0.lock().expect("nobody panicked"));
            self.0.1.notify_all();
        }

        fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.0.lock().expect("nobody panicked").bytes).into_owned()
        }
    }

    impl Disk for Gate {
        fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
            let mut inside = self.0.0.lock().expect("nobody panicked");
            while inside.shut {
                inside = self.0.1.wait(inside).expect("nobody panicked");
            }
            inside.writes.push((at, bytes.len()));
            inside.bytes.truncate(at as usize);
            let fits = if inside.full { bytes.len() / 2 } else { bytes.len() };
            inside.bytes.extend_from_slice(&bytes[..fits]);
            if inside.full { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }

        fn cut(&mut self, at: u64) -> io::Result<()> {
            self.set(|inside| inside.bytes.truncate(at as usize));
            Ok(())
        }
    }

    #[test]
    fn pieces_are_written_in_their_order_each_alone() {
        let disk = Gate::default();
        disk.set(|inside| inside.shut = true);
        let appender = Appender::new(Box::new(disk.clone()), 0);
        for number in 0..200 {
            appender.push(format!("{number};").into_bytes());
        }
        assert_eq!((disk.text().as_str(), appender.news().is_none()), ("", true), "nobody waited for the disk");
        disk.set(|inside| inside.shut = false);
        appender.flush().expect("there is room");
        let whole: String = (0..200).map(|number| format!("{number};")).collect();
        assert_eq!((disk.text(), appender.length()), (whole.clone(), whole.len() as u64));
        let inside = disk.0.0.lock().expect("nobody panicked");
        assert_eq!(inside.writes.len(), 200, "what is synced is whole");
        assert!(inside.writes.is_sorted());
    }

    #[test]
    fn what_does_not_fit_waits_and_is_told_once() {
        let disk = Gate::default();
        let appender = Appender::new(Box::new(disk.clone()), 0);
        appender.push(b"first ".to_vec());
        appender.flush().expect("there is room");
        disk.set(|inside| inside.full = true);
        appender.push(b"second ".to_vec());
        appender.push(b"third ".to_vec());
        let error = appender.flush().expect_err("it is full");
        assert_eq!((error.kind(), appender.is_behind()), (io::ErrorKind::StorageFull, true));
        assert!(matches!(appender.news(), Some(Err(_))) && appender.news().is_none());
        assert_eq!(disk.text(), "first ", "no half piece is left");
        disk.set(|inside| inside.full = false);
        appender.push(b"fourth".to_vec());
        appender.flush().expect("there is room again");
        assert_eq!(disk.text(), "first second third fourth");
        assert!(matches!(appender.news(), Some(Ok(()))) && appender.news().is_none());
    }

    #[test]
    fn work_on_the_file_has_its_turn() {
        let disk = Gate::default();
        let appender = Appender::new(Box::new(disk.clone()), 0);
        appender.push(b"head old".to_vec());
        appender.flush().expect("there is room");
        disk.set(|inside| inside.full = true);
        let file = disk.clone();
        appender.push_work(5, move || {
            let mut inside = file.0.0.lock().expect("nobody panicked");
            if inside.full {
                return Err(io::ErrorKind::StorageFull.into());
            }
            inside.bytes.truncate(5);
            Ok(())
        });
        appender.push(b"new".to_vec());
        appender.flush().expect_err("it is full");
        assert_eq!((disk.text().as_str(), appender.length()), ("head old", 8));
        disk.set(|inside| inside.full = false);
        appender.flush().expect("there is room again");
        assert_eq!(disk.text(), "head new");
    }

    #[test]
    fn what_is_dropped_is_written_first() {
        let disk = Gate::default();
        disk.set(|inside| inside.shut = true);
        let appender = Appender::new(Box::new(disk.clone()), 0);
        appender.push(b"last ".to_vec());
        appender.push(b"words".to_vec());
        let gate = disk.clone();
        let opener = std::thread::spawn(move || gate.set(|inside| inside.shut = false));
        drop(appender);
        assert_eq!(disk.text(), "last words");
        opener.join().expect("no panic");
        disk.set(|inside| inside.full = true);
        let appender = Appender::new(Box::new(disk.clone()), disk.text().len() as u64);
        appender.push(b"!".to_vec());
        appender.flush().expect_err("it is full");
        disk.set(|inside| inside.full = false);
        drop(appender);
        assert_eq!(disk.text(), "last words!");
    }
}
