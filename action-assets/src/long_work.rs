//! Work that takes long, for front ends that draw: the planner, reading a pack, replaying a record, making files durable. Each
//! says so where it begins ([`note`]), and a front end marks what runs within a frame ([`Frame`]), so that a test can tell
//! whether any of it holds up the picture. Threads other than the one that draws are in no frame.

use std::cell::{Cell, RefCell};

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static NOTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// The most that is noted until it is asked for.
const MOST: usize = 1_000;

/// Until it is dropped, this thread makes a frame.
#[derive(Debug)]
#[must_use]
pub struct Frame(());

impl Frame {
    /// A frame, or a part of one, begins.
    pub fn begin() -> Self {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        Self(())
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get().saturating_sub(1)));
    }
}

/// Work that takes long begins on this thread.
pub fn note(what: &'static str) {
    if DEPTH.with(Cell::get) > 0 {
        NOTED.with_borrow_mut(|noted| {
            if noted.len() < MOST {
                noted.push(what);
            }
        });
    }
}

/// Long work that began within frames of this thread since this was asked last, in order.
#[must_use]
pub fn take_noted() -> Vec<&'static str> {
    NOTED.take()
}

/// Does something that a frame waits for on purpose, as tests do that play without threads: what is noted is let go.
pub fn outside_of_frames<T>(work: impl FnOnce() -> T) -> T {
    let depth = DEPTH.replace(0);
    let done = work();
    DEPTH.set(depth);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_begins_within_a_frame_of_this_thread_is_noted() {
        note("before");
        let frame = Frame::begin();
        {
            let _part = Frame::begin();
            note("within a part");
        }
        note("within");
        outside_of_frames(|| note("waited for"));
        std::thread::spawn(|| note("beside")).join().expect("it ends");
        drop(frame);
        note("after");
        assert_eq!(take_noted(), ["within a part", "within"]);
        assert!(take_noted().is_empty());
    }
}
