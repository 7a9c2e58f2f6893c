//! States at one boundary between activations. Equal states merge.

use foretoken_vm::{KeptPrediction, Predicted};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Acted {
    /// It has not been activated.
    NotYet,
    /// The last activation was its first.
    Now,
    /// Its first activation was earlier.
    Before,
}

#[derive(Debug)]
pub(super) struct Way {
    pub(super) state: KeptPrediction,
    pub(super) hash: u64,
    pub(super) chance: f64,
    pub(super) acted: Acted,
}

#[derive(Debug, Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
    by_hash: BTreeSet<(u64, usize)>,
    bytes: usize,
}

impl Ways {
    pub(super) fn add(&mut self, predicted: &Predicted, hash: u64, chance: f64, acted: Acted) {
        let alike = self.by_hash.range((hash, 0)..=(hash, usize::MAX));
        for &(_, at) in alike {
            let way = &mut self.ways[at];
            if way.acted == acted && way.state.is_of(predicted.state()) {
                way.chance += chance;
                return;
            }
        }
        let state = predicted.keep();
        self.bytes += state.footprint();
        self.by_hash.insert((hash, self.ways.len()));
        self.ways.push(Way { state, hash, chance, acted });
    }

    pub(super) fn as_slice(&self) -> &[Way] {
        &self.ways
    }

    pub(super) fn get(&self, at: usize) -> Option<&Way> {
        self.ways.get(at)
    }

    pub(super) const fn len(&self) -> usize {
        self.ways.len()
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.by_hash.clear();
        self.bytes = 0;
    }
}
