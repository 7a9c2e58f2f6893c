//! Decks: fixed lists of slots that each hold a skill. A graph says which slots come next, as the faces of a die do; in
//! a hand of cards every slot does.

use serde::{Deserialize, Serialize};

/// A deck type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// Asset name.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Displayed word for a slot, such as `face`.
    pub word: String,
    /// Slots that come next after each slot, as numbers from 1 in rising order.
    pub next: Vec<Vec<u8>>,
    /// Unit column with the number of the current slot; `None` for a deck in which every slot is always next.
    pub current: Option<u16>,
    /// Current slot when a battle begins.
    pub first: FirstSlot,
}

/// Current slot of a deck when a battle begins, if the member has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstSlot {
    /// Random, each equally likely.
    #[default]
    Random,
    /// Slot 1.
    First,
}

/// The deck of a unit type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnDeck {
    /// Index in the rules' list of decks.
    pub deck: u16,
    /// Initial skill of each slot; slots behind the last one are empty.
    pub skills: Vec<Option<u16>>,
}

/// A fault of a deck's graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckFault {
    /// The list of neighbours is not as long as the deck.
    #[error("`next` has {found} rows, but the deck has {slots} slots")]
    WrongLength {
        /// Rows.
        found: usize,
        /// Slots.
        slots: usize,
    },
    /// A neighbour that does not exist.
    #[error("slot {of} names the slot {named}, but the deck has {slots} slots")]
    Unknown {
        /// Slot.
        of: usize,
        /// Neighbour.
        named: i32,
        /// Slots.
        slots: usize,
    },
    /// A one-way neighbour.
    #[error("slot {to} comes after slot {from}, but not the other way round")]
    OneWay {
        /// First slot.
        from: usize,
        /// Its neighbour.
        to: usize,
    },
    /// Slots that cannot be reached.
    #[error("slot {slot} cannot be reached from slot 1")]
    Apart {
        /// The first such slot.
        slot: usize,
    },
}

impl DeckFault {
    /// Returns a stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::WrongLength { .. } => "deck-length",
            Self::Unknown { .. } => "unknown-slot",
            Self::OneWay { .. } => "one-way-slots",
            Self::Apart { .. } => "unreachable-slot",
        }
    }

    /// Returns the number of the slot whose row has the fault; `None` for the whole list.
    #[must_use]
    pub const fn slot(&self) -> Option<usize> {
        match *self {
            Self::WrongLength { .. } => None,
            Self::Unknown { of, .. } => Some(of),
            Self::OneWay { from, .. } => Some(from),
            Self::Apart { slot } => Some(slot),
        }
    }

    /// Returns whether a battle can still use the deck.
    #[must_use]
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::OneWay { .. } | Self::Apart { .. })
    }
}

impl Deck {
    /// Maximum slots.
    pub const MOST: usize = 64;

    /// Returns the number of slots.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Returns whether it has no slots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Returns whether it has a slot of this number.
    #[must_use]
    pub fn has_slot(&self, number: u16) -> bool {
        (1..=self.len()).contains(&usize::from(number))
    }

    /// Returns whether a slot comes next after another; after none, every slot does.
    #[must_use]
    pub fn is_next(&self, current: u16, number: u16) -> bool {
        let row = usize::from(current).checked_sub(1).and_then(|at| self.next.get(at));
        self.has_slot(number) && row.is_none_or(|row| row.iter().any(|&next| u16::from(next) == number))
    }

    /// Returns the faults of a graph of `slots` slots, given as rows of numbers from 1. Warnings follow only if the
    /// graph is usable.
    #[must_use]
    pub fn faults(slots: usize, rows: &[Vec<i32>]) -> Vec<DeckFault> {
        if rows.len() != slots {
            return vec![DeckFault::WrongLength { found: rows.len(), slots }];
        }
        let named = rows.iter().enumerate().flat_map(|(at, row)| row.iter().map(move |&to| (at + 1, to)));
        let is_known = |to: i32| usize::try_from(to).is_ok_and(|to| (1..=slots).contains(&to));
        let unknown = named.clone().filter(|&(_, to)| !is_known(to));
        let unknown: Vec<_> = unknown.map(|(of, named)| DeckFault::Unknown { of, named, slots }).collect();
        if !unknown.is_empty() {
            return unknown;
        }
        let leads = |from: usize, to: usize| rows[from - 1].contains(&(to as i32));
        let one_way = named.map(|(from, to)| (from, to as usize)).filter(|&(from, to)| !leads(to, from));
        let mut faults: Vec<_> = one_way.map(|(from, to)| DeckFault::OneWay { from, to }).collect();
        let (mut seen, mut open) = (vec![false; slots], vec![1]);
        while let Some(slot) = open.pop() {
            if let Some(seen) = seen.get_mut(slot - 1).filter(|seen| !**seen) {
                *seen = true;
                open.extend(rows[slot - 1].iter().map(|&to| to as usize));
            }
        }
        faults.extend(seen.iter().position(|seen| !seen).map(|at| DeckFault::Apart { slot: at + 1 }));
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours of the faces of a twenty-sided die, from the source document.
    const DIE: [[i32; 3]; 20] = [
        [7, 13, 19],
        [12, 18, 20],
        [16, 17, 19],
        [11, 14, 18],
        [13, 15, 18],
        [9, 14, 16],
        [1, 15, 17],
        [10, 16, 20],
        [6, 11, 19],
        [8, 12, 17],
        [4, 9, 13],
        [2, 10, 15],
        [1, 5, 11],
        [4, 6, 20],
        [5, 7, 12],
        [3, 6, 8],
        [3, 7, 10],
        [2, 4, 5],
        [1, 3, 9],
        [2, 8, 14],
    ];

    fn rows() -> Vec<Vec<i32>> {
        DIE.iter().map(|row| row.to_vec()).collect()
    }

    #[test]
    fn the_faces_of_a_die_have_no_fault() {
        assert_eq!(Deck::faults(20, &rows()), []);
    }

    #[test]
    fn each_fault_is_named() {
        assert_eq!(Deck::faults(21, &rows()), [DeckFault::WrongLength { found: 20, slots: 21 }]);
        let mut unknown = rows();
        unknown[4] = vec![13, 0, 21];
        let fault = |named| DeckFault::Unknown { of: 5, named, slots: 20 };
        assert_eq!(Deck::faults(20, &unknown), [fault(0), fault(21)]);
        let mut one_way = rows();
        one_way[0] = vec![7, 13];
        assert_eq!(Deck::faults(20, &one_way), [DeckFault::OneWay { from: 19, to: 1 }]);
        let apart = vec![vec![2], vec![1], vec![4], vec![3]];
        assert_eq!(Deck::faults(4, &apart), [DeckFault::Apart { slot: 3 }]);
    }

    #[test]
    fn without_a_current_slot_every_slot_is_next() {
        let deck = Deck { next: vec![vec![2], vec![1], vec![2]], ..Deck::default() };
        let next = |current| (0..=4).filter(|&slot| deck.is_next(current, slot)).collect::<Vec<_>>();
        assert_eq!(next(0), [1, 2, 3]);
        assert_eq!(next(1), [2]);
        assert_eq!(next(9), [1, 2, 3]);
    }
}
