//! A way on foot as part of an answer: steps in the four directions, packed so that answers stay plain values.

use super::{Dir, Symmetry};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Steps in a byte.
const PER_BYTE: usize = 4;

/// The steps of a walk, at most [`WalkPath::MAX`] of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Packed", into = "Packed")]
pub struct WalkPath {
    length: u8,
    /// Two bits a step: its place in [`Dir::CARDINAL`]. Bits behind the last step are 0.
    steps: [u8; Self::MAX / PER_BYTE],
}

/// A path as it is saved: no more bytes than it has steps for.
#[derive(Serialize, Deserialize)]
struct Packed {
    length: u8,
    steps: Vec<u8>,
}

/// Bytes that are no path: too many steps, other bytes than the steps need, or bits behind the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bytes are no path")]
pub struct NoPath;

impl WalkPath {
    /// Most steps of a path.
    pub const MAX: usize = 100;

    /// The path of these steps; `None` when there are more than [`Self::MAX`] or one is not in the four directions.
    #[must_use]
    pub fn new(steps: impl IntoIterator<Item = Dir>) -> Option<Self> {
        let mut path = Self::default();
        for dir in steps {
            let at = usize::from(path.length);
            let bits = Dir::CARDINAL.iter().position(|&cardinal| cardinal == dir)? as u8;
            *path.steps.get_mut(at / PER_BYTE)? |= bits << (at % PER_BYTE * 2);
            path.length += 1;
        }
        Some(path)
    }

    /// How many steps it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether it leads nowhere.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Its steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = Dir> + '_ {
        (0..self.len()).map(|at| Dir::CARDINAL[usize::from(self.steps[at / PER_BYTE] >> (at % PER_BYTE * 2) & 3)])
    }

    /// Columns and rows from where it begins to where it ends.
    #[must_use]
    pub fn offset(&self) -> (i32, i32) {
        self.steps().map(Dir::delta).fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy))
    }

    /// Its image under a symmetry.
    #[must_use]
    pub fn turned(&self, by: Symmetry) -> Self {
        Self::new(self.steps().map(|dir| by.apply_dir(dir))).unwrap_or(*self)
    }
}

impl TryFrom<Packed> for WalkPath {
    type Error = NoPath;

    fn try_from(packed: Packed) -> Result<Self, NoPath> {
        let length = usize::from(packed.length);
        let mut path = Self { length: packed.length, ..Self::default() };
        if length > Self::MAX || packed.steps.len() != length.div_ceil(PER_BYTE) {
            return Err(NoPath);
        }
        path.steps[..packed.steps.len()].copy_from_slice(&packed.steps);
        // A path has one form, so that equal ones are equal bytes.
        if Self::new(path.steps()) == Some(path) { Ok(path) } else { Err(NoPath) }
    }
}

impl From<WalkPath> for Packed {
    fn from(path: WalkPath) -> Self {
        Self { length: path.length, steps: path.steps[..path.len().div_ceil(PER_BYTE)].to_vec() }
    }
}

/// Written as the first letters of its directions: `eesn`.
impl fmt::Debug for WalkPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().try_for_each(|dir| f.write_str(&dir.name()[..1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec;

    #[test]
    fn a_path_is_its_bytes_and_other_bytes_are_none() {
        let path = WalkPath::new([Dir::East, Dir::East, Dir::South, Dir::North, Dir::West]).expect("short");
        let bytes = codec::encode(&path).expect("small");
        assert_eq!(codec::decode::<WalkPath>(&bytes).expect("a path"), path);
        assert_eq!((path.len(), path.offset(), format!("{path:?}")), (5, (1, 0), "eesnw".to_owned()));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut broken = bytes.clone();
                broken[at] ^= 1 << bit;
                if let Ok(other) = codec::decode::<WalkPath>(&broken) {
                    assert_ne!(other, path);
                    assert_eq!(codec::encode(&other).expect("small"), broken, "one form only");
                }
            }
        }
        let long = vec![Dir::West; WalkPath::MAX + 1];
        assert!(WalkPath::new(long.iter().copied().skip(1)).is_some());
        assert_eq!(WalkPath::new(long), None);
        assert_eq!(WalkPath::new([Dir::NorthEast]), None);
    }
}
