//! The number of a region.

use serde::Serialize;

/// Number of a region in a rulebook: core regions first, then those of the pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[repr(transparent)]
pub struct RegionId(pub u16);
