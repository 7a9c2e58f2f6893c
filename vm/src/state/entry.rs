//! Agenda entries: programs that run later in turn order, such as fuses and charged spells. A row of words, so that
//! making and spending one is written as plain changes.

/// 0 when free. Of the entries that wait, one with a smaller number came first, and of equal ones the one with the
/// smaller index.
pub const WAITING: usize = 0;
/// Entity on whose behalf it runs.
pub const OWNER: usize = 1;
/// Program in the rulebook.
pub const PROGRAM: usize = 2;
/// Round in which it comes due, or what the turn order counts instead; above [`COUNTED_OWN`] how many activations are left.
pub const DUE_ROUND: usize = 3;
/// Initiative with which it stands in that round's order.
pub const INITIATIVE: usize = 4;
/// Speed class with which it stands in that round's order.
pub const SPEED: usize = 5;
/// Side for ties in the order.
pub const TEAM: usize = 6;
/// 1 when its owner's death cancels it.
pub const DIES_WITH_OWNER: usize = 7;
/// First of the captured answers, two words each.
pub const CAPTURED: usize = 8;
/// What is added to the activations of its owner that an entry waits for: it comes due in no round.
pub const COUNTED_OWN: i32 = 1 << 29;
/// What is added to the activations of anybody that an entry waits for.
pub const COUNTED_ALL: i32 = 1 << 30;

/// The activations that an entry still waits for, where it counts those, and whether they are its owner's alone.
#[must_use]
pub const fn activations_left(words: &Entry) -> Option<(i32, bool)> {
    match words[DUE_ROUND] {
        _ if words[WAITING] == 0 => None,
        due if due > COUNTED_ALL => Some((due - COUNTED_ALL, false)),
        due if due > COUNTED_OWN => Some((due - COUNTED_OWN, true)),
        _ => None,
    }
}

/// Words in all.
pub const WORDS: usize = 16;

/// Answers an entry can take along: addresses 0 to 3 of its program.
pub const MAX_CAPTURED: usize = 4;

/// The number by which a new entry on the place `free` comes behind all that wait, which are given as number and place.
pub(crate) fn next_number(waiting: impl Iterator<Item = (i32, usize)>, free: usize) -> i32 {
    match waiting.max() {
        Some((number, at)) if at > free => number.saturating_add(1),
        Some((number, _)) => number,
        None => 1,
    }
}

/// The words of one entry.
pub type Entry = [i32; WORDS];
