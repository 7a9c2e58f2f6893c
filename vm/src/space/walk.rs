//! Paths of walks in answers, packed as plain values.

use super::{Dir, Symmetry};
use serde::{Deserialize, Serialize};
use std::fmt;

const PER_BYTE: usize = 4;

/// Steps of a walk, at most [`WalkPath::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Packed", into = "Packed")]
pub struct WalkPath {
    length: u8,
    /// Two bits a step: its index in [`Dir::CARDINAL`]. Unused bits are 0.
    steps: [u8; Self::MAX / PER_BYTE],
}

#[derive(Serialize, Deserialize)]
struct Packed {
    length: u8,
    steps: Vec<u8>,
}

/// Invalid bytes of a path: too many steps, a wrong length, or unused bits set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bytes are not a path")]
pub struct NoPath;

impl WalkPath {
    /// Maximum steps.
    pub const MAX: usize = 100;

    /// Makes a path; `None` for too many steps or a diagonal.
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

    /// Returns the number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Returns whether it has no steps.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Iterates over its steps.
    pub fn steps(&self) -> impl Iterator<Item = Dir> + '_ {
        (0..self.len()).map(|at| Dir::CARDINAL[usize::from(self.steps[at / PER_BYTE] >> (at % PER_BYTE * 2) & 3)])
    }

    /// Returns columns and rows from start to end.
    #[must_use]
    pub fn offset(&self) -> (i32, i32) {
        self.steps().map(Dir::delta).fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy))
    }

    /// Transforms it by a symmetry.
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
        // Each path has a single form, so that equal paths are equal bytes.
        if Self::new(path.steps()) == Some(path) { Ok(path) } else { Err(NoPath) }
    }
}

impl From<WalkPath> for Packed {
    fn from(path: WalkPath) -> Self {
        Self { length: path.length, steps: path.steps[..path.len().div_ceil(PER_BYTE)].to_vec() }
    }
}

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
