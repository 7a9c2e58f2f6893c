//! Agenda entries: delayed programs such as fuses and charged spells, as rows of words.

/// Order among pending entries, 0 when free. Ties go by index.
pub const WAITING: usize = 0;
/// Unit for which it runs.
pub const OWNER: usize = 1;
/// Program number.
pub const PROGRAM: usize = 2;
/// Round of its execution, or the turn order's own measure; above [`COUNTED_OWN`] the remaining activations.
pub const DUE_ROUND: usize = 3;
/// Initiative in that round.
pub const INITIATIVE: usize = 4;
/// Speed class in that round.
pub const SPEED: usize = 5;
/// Side for ties.
pub const TEAM: usize = 6;
/// 1 if its owner's death cancels it.
pub const DIES_WITH_OWNER: usize = 7;
/// First captured answer; each takes two words.
pub const CAPTURED: usize = 8;
/// Added to the number of the owner's activations for which an entry waits.
pub const COUNTED_OWN: i32 = 1 << 29;
/// Added to the number of all activations for which an entry waits.
pub const COUNTED_ALL: i32 = 1 << 30;

/// Returns the remaining activations of an entry, if it counts them, and whether only the owner's count.
#[must_use]
pub const fn activations_left(words: &Entry) -> Option<(i32, bool)> {
    match words[DUE_ROUND] {
        _ if words[WAITING] == 0 => None,
        due if due > COUNTED_ALL => Some((due - COUNTED_ALL, false)),
        due if due > COUNTED_OWN => Some((due - COUNTED_OWN, true)),
        _ => None,
    }
}

/// Number of words.
pub const WORDS: usize = 16;

/// Maximum captured answers: addresses 0 to 3 of its program.
pub const MAX_CAPTURED: usize = 4;

pub(crate) fn next_number(waiting: impl Iterator<Item = (i32, usize)>, free: usize) -> i32 {
    match waiting.max() {
        Some((number, at)) if at > free => number.saturating_add(1),
        Some((number, _)) => number,
        None => 1,
    }
}

/// Words of an entry.
pub type Entry = [i32; WORDS];
