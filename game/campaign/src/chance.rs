//! Random streams of a run. Each purpose at each visit of each room has a stream of its own, seeded by a hash. No draw
//! of one stream changes another one.

use foretoken_vm::Dice;

const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Hashes bytes. It guards against accidents, not attackers.
#[must_use]
pub fn hash_of(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    mix(words.fold(0, |hash, word| mix(hash ^ word)) ^ bytes.len() as u64)
}

/// Place and purpose of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose<'a> {
    /// Room.
    pub room: &'a str,
    /// Number of the visit, from 1.
    pub visit: u32,
    /// What is drawn, such as `offers`.
    pub what: &'a str,
    /// Number of rewinds that change the dice.
    pub fork: u32,
}

/// Returns the seed of a purpose in the run with this seed.
#[must_use]
pub fn seed_for(run: u64, purpose: Purpose<'_>) -> u64 {
    let Purpose { room, visit, what, fork } = purpose;
    let parts = [hash_of(room.as_bytes()), u64::from(visit), hash_of(what.as_bytes()), u64::from(fork)];
    parts.into_iter().fold(mix(run), |hash, part| mix(hash ^ part))
}

/// Returns the stream of a purpose.
#[must_use]
pub fn dice_for(run: u64, purpose: Purpose<'_>) -> Dice {
    Dice::new(seed_for(run, purpose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn purpose(room: &str) -> Purpose<'_> {
        Purpose { room, visit: 1, what: "offers", fork: 0 }
    }

    #[test]
    fn each_part_of_a_purpose_makes_another_stream() {
        let one = purpose("gate");
        let seeds = [
            seed_for(1, one),
            seed_for(2, one),
            seed_for(1, purpose("gates")),
            seed_for(1, Purpose { visit: 2, ..one }),
            seed_for(1, Purpose { what: "battle", ..one }),
            seed_for(1, Purpose { fork: 1, ..one }),
        ];
        for (at, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(seed), "{at}");
        }
    }

    #[test]
    fn seeds_are_equal_on_all_machines() {
        expect!["0b8d7b8d22218ce5"].assert_eq(&format!("{:016x}", seed_for(7, purpose("gate"))));
    }
}
