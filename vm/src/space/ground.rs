//! Constant properties of each place in one byte, derived from board and terrains.

use super::{Board, Terrain, TileId};

#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    places: Vec<u8>,
    costs: Vec<u8>,
}

impl Ground {
    pub(crate) const OFF: u8 = 1;
    pub(crate) const WALL: u8 = 2;
    pub(crate) const AVOIDED: u8 = 4;
    pub(crate) const BLOCKS_SIGHT: u8 = 8;
    pub(crate) const NO_SURFACES: u8 = 16;
    pub(crate) const TRIGGERS: u8 = 32;
    pub(crate) const EXITS: u8 = 64;

    /// Derives the properties. If `always`, every place triggers, because each move needs a look, as under fog.
    pub(crate) fn new(board: &Board, terrains: &[Terrain], always: bool) -> Self {
        let mut places = vec![Self::OFF; board.places()];
        let costs = terrains.iter().any(|terrain| terrain.extra_cost > 0);
        let mut costs = if costs { vec![1; board.places()] } else { Vec::new() };
        for cell in board.cells() {
            let place = board.place(cell).index();
            let Some(terrain) = terrains.get(board.terrain(cell) as usize) else {
                places[place] = if always { Self::TRIGGERS } else { 0 };
                continue;
            };
            let bits = [
                (terrain.blocks_movement, Self::WALL),
                (terrain.avoided, Self::AVOIDED),
                (terrain.blocks_sight, Self::BLOCKS_SIGHT),
                (terrain.no_surfaces, Self::NO_SURFACES),
                (always || terrain.on_enter.is_some(), Self::TRIGGERS),
                (terrain.on_exit.is_some(), Self::EXITS),
            ];
            places[place] = bits.iter().filter(|(on, _)| *on).map(|&(_, bit)| bit).sum();
            if let Some(cost) = costs.get_mut(place) {
                *cost = 1 + terrain.extra_cost.min(Terrain::MAX_EXTRA_COST);
            }
        }
        Self { places, costs }
    }

    #[inline(always)]
    pub(crate) fn at(&self, place: TileId) -> u8 {
        self.places.get(place.index()).copied().unwrap_or(Self::OFF)
    }

    #[inline(always)]
    pub(crate) fn cost(&self, place: TileId) -> u8 {
        self.costs.get(place.index()).copied().unwrap_or(1)
    }

    pub(crate) const fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    pub(crate) fn places(&self) -> &[u8] {
        &self.places
    }
}
