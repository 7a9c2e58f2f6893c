//! Appending to a file in a thread of its own: what is pushed is written in its order, piece by piece, each synced before
//! the next. Nobody waits for the disk who does not want to.

use std::collections::VecDeque;
use std::fmt::Debug;
#[cfg(feature = "std-io")]
use std::fs::File;
use std::io;
#[cfg(feature = "std-io")]
use std::io::{Seek, SeekFrom, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Where bytes are kept.
pub trait Disk: Debug + Send {
    /// Writes bytes at a place, and syncs them.
    ///
    /// # Errors
    /// When not all of them could be written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts off what lies behind a place.
    ///
    /// # Errors
    /// When it cannot be cut.
    fn cut(&mut self, at: u64) -> io::Result<()>;
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

/// Appends pieces to a file. What could not be written waits and is tried again with the next piece, on
/// [`Self::flush`], and when this is dropped, which waits until that is done; then the file is closed.
#[derive(Debug)]
pub struct Appender {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The disk, where no thread writes: each piece is written when it is pushed.
    disk: Option<Mutex<Box<dyn Disk>>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// What is not on the disk yet, the oldest first; without the piece that is being written.
    waiting: VecDeque<Piece>,
    /// Where the last piece ends that is on the disk, and where the last one that waits will.
    end: u64,
    whole: u64,
    /// Whether the thread is to write what waits, and whether it does.
    wanted: bool,
    busy: bool,
    closed: bool,
    /// Why the oldest piece that waits is not on the disk.
    failed: Option<Failure>,
    /// Whether that was told.
    told: bool,
}

/// What is done to the file in its turn.
enum Piece {
    /// These bytes are appended.
    Bytes(Vec<u8>),
    /// The file is altered otherwise and ends here then.
    Work(Work, u64),
}

/// Work on a file that is tried again where it failed.
type Work = Box<dyn FnMut() -> io::Result<()> + Send>;

impl Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::Work(_, end) => write!(f, "work, to {end}"),
        }
    }
}

/// An error of the disk, which is told more than once.
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

    /// What the thread does.
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

    /// Writes what waits, until one piece cannot be written.
    fn write_waiting<'s>(&'s self, mut state: MutexGuard<'s, State>, disk: &mut dyn Disk) -> MutexGuard<'s, State> {
        (state.wanted, state.busy) = (false, true);
        while let Some(mut piece) = state.waiting.pop_front() {
            let end = state.end;
            drop(state);
            let done = match &mut piece {
                Piece::Bytes(bytes) => {
                    let done = disk.write_at(end, bytes);
                    if done.is_err() {
                        // Half a piece is none. Where even that fails, the next reader cuts it off.
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

    /// Appends to a disk from a place on; each piece is written at once.
    #[cfg(not(feature = "std-io"))]
    #[must_use]
    pub fn new(disk: Box<dyn Disk>, end: u64) -> Self {
        Self::without_thread(disk, end)
    }

    /// Appends to a disk from a place on. Where no thread can be started, each piece is written at once.
    #[cfg(feature = "std-io")]
    #[must_use]
    pub fn new(disk: Box<dyn Disk>, end: u64) -> Self {
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

    /// Appends to a disk from a place on, without a thread: each piece is written at once.
    #[must_use]
    pub fn without_thread(disk: Box<dyn Disk>, end: u64) -> Self {
        Self { shared: Arc::new(Self::shared(end)), thread: None, disk: Some(Mutex::new(disk)) }
    }

    /// Writes what waits, where no thread does.
    fn settle<'s>(&'s self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let Some(disk) = &self.disk else {
            self.shared.changed.notify_all();
            return state;
        };
        // Two callers would write one place; the second waits here, and then finds nothing to write.
        drop(state);
        let mut disk = disk.lock().unwrap_or_else(PoisonError::into_inner);
        state = self.shared.state();
        self.shared.write_waiting(state, disk.as_mut())
    }

    /// Appends a piece. It is on the disk some time after this, or once [`Self::flush`] says so.
    pub fn push(&self, piece: Vec<u8>) {
        let mut state = self.shared.state();
        state.whole += piece.len() as u64;
        state.waiting.push_back(Piece::Bytes(piece));
        state.wanted = true;
        let _written = self.settle(state);
    }

    /// Does something else to the file once all before is written; it ends at `end` then, where what is pushed after
    /// this follows.
    pub fn push_work(&self, end: u64, work: impl FnMut() -> io::Result<()> + Send + 'static) {
        let mut state = self.shared.state();
        state.whole = end;
        state.waiting.push_back(Piece::Work(Box::new(work), end));
        state.wanted = true;
        let _written = self.settle(state);
    }

    /// Waits until all is on the disk, or until that was tried.
    ///
    /// # Errors
    /// When not all of it could be written; it goes on waiting.
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

    /// The file was cut to this length from elsewhere: what waits is let go, and what is pushed from now on follows there.
    /// To be called after [`Self::flush`], so that nothing is being written.
    pub fn restart(&self, end: u64) {
        let mut state = self.shared.state();
        state.waiting.clear();
        (state.end, state.whole, state.failed) = (end, end, None);
    }

    /// Where the file ends once all is on the disk.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.shared.state().whole
    }

    /// Whether something could not be written, and waits.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.shared.state().failed.is_some()
    }

    /// What happened since this was asked last: something could not be written, or after that all is written again.
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
            // Where the disk panicked, what it was to write is lost as it would be with the process.
            let _ = thread.join();
        } else {
            let _written = self.settle(self.shared.state());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without threads all is written when it is pushed, and what failed is tried again in its order.
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

    /// A disk that writes when it is let, and notes what it is asked for.
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
        // The work fails by the disk's state, not by a count of tries: the thread tries as often as it is woken.
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
        // What found no room before is tried once more.
        disk.set(|inside| inside.full = true);
        let appender = Appender::new(Box::new(disk.clone()), disk.text().len() as u64);
        appender.push(b"!".to_vec());
        appender.flush().expect_err("it is full");
        disk.set(|inside| inside.full = false);
        drop(appender);
        assert_eq!(disk.text(), "last words!");
    }
}
