//! Records long work ([`note`]) within frames ([`Frame`]), so that tests find work that delays a frame.

use std::cell::{Cell, RefCell};

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static NOTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

const MOST: usize = 1_000;

/// While it exists, this thread draws a frame.
#[derive(Debug)]
#[must_use]
pub struct Frame(());

impl Frame {
    /// Begins a frame or a part of one.
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

/// Records that long work begins on this thread.
pub fn note(what: &'static str) {
    if DEPTH.with(Cell::get) > 0 {
        NOTED.with_borrow_mut(|noted| {
            if noted.len() < MOST {
                noted.push(what);
            }
        });
    }
}

/// Returns the long work in frames since the last call.
#[must_use]
pub fn take_noted() -> Vec<&'static str> {
    NOTED.take()
}

/// Runs work that a frame waits for on purpose, without recording it.
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
