//! Shared checks and timing of scripted peers.

use crate::WorkItem;
use crate::measure::{Row, measure};
use crate::plain::Preview;

/// Asserts that a peer's state and changes equal the pair's.
///
/// # Panics
/// If they differ.
pub fn assert_as_the_pair(item: &WorkItem, preview: &Preview) {
    let mut pair = Preview::new(item);
    pair.pair();
    assert_eq!(preview.state, pair.state, "the state at the end differs from the pair's");
    assert_eq!(preview.changes(), pair.changes(), "the changes differ from the pair's");
}

/// Times a peer beside the pair, plain Rust without changes, and the clone; see [`measure`]. One call makes `batch`
/// previews, to amortise the call itself.
#[must_use]
pub fn beside_the_pair(item: &WorkItem, batch: u32, rounds: usize, own: &mut [(&str, &mut dyn FnMut())]) -> Vec<Row> {
    let (mut pair, mut plain, mut clone) = (Preview::new(item), Preview::new(item), Preview::new(item));
    let mut pair = || (0..batch).for_each(|_| pair.pair());
    let mut plain = || (0..batch).for_each(|_| plain.without_changes());
    let mut clone = || (0..batch).for_each(|_| clone.clone_only());
    let mut candidates: Vec<(&str, &mut dyn FnMut())> = vec![
        ("plain Rust that writes the changes (the pair)", &mut pair),
        ("plain Rust without changes", &mut plain),
        ("the clone alone", &mut clone),
    ];
    candidates.extend(own.iter_mut().map(|(name, run)| (*name, &mut **run as &mut dyn FnMut())));
    measure(&mut candidates, rounds)
}
