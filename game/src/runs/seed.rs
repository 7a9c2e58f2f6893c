//! The seed of a new run, as players type it. Digits replace the drawn seed, and further digits make it longer.

use super::folder::new_seed;

/// Greatest seed that can be typed.
const MOST: u64 = 999_999_999_999;

/// A seed in input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedField {
    value: u64,
    /// True until the first digit is typed. It begins a new seed.
    is_fresh: bool,
}

impl SeedField {
    /// Returns a field with a drawn seed.
    #[must_use]
    pub fn drawn() -> Self {
        Self { value: new_seed(), is_fresh: true }
    }

    /// Returns the seed.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.value
    }

    /// Adds a digit at the end. A digit that exceeds the limit is ignored.
    pub fn push(&mut self, digit: u64) {
        let before = if std::mem::take(&mut self.is_fresh) { 0 } else { self.value };
        let longer = before.saturating_mul(10).saturating_add(digit);
        self.value = if longer > MOST { before } else { longer };
    }

    /// Removes the last digit.
    pub const fn erase(&mut self) {
        (self.value, self.is_fresh) = (self.value / 10, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_replace_the_drawn_seed_and_stay_within_the_limit() {
        let mut seed = SeedField { value: 77, is_fresh: true };
        seed.push(1);
        seed.push(2);
        assert_eq!(seed.value(), 12);
        seed.erase();
        seed.push(9);
        assert_eq!(seed.value(), 19);
        (0..30).for_each(|_| seed.push(9));
        assert_eq!(seed.value(), 199_999_999_999);
    }
}
