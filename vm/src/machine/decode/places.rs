//! Constant facts of terrain, surfaces and footprints, and the damage of their programs.

use super::super::hazards::Outlook;
use super::Decoded;
use crate::rulebook::Rules;
use crate::space::{Footprint, Terrain};

pub(crate) fn footprints_of(book: &Rules) -> Vec<Footprint> {
    let sizes: Vec<_> = book.unit_types.iter().map(|kind| kind.size.unwrap_or_default()).collect();
    if sizes.iter().all(|size| size.is_one()) { Vec::new() } else { sizes }
}

pub(super) fn ground_parameters(book: &Rules) -> Vec<Vec<i32>> {
    let value = |terrain: &Terrain, name: &String| {
        terrain.parameters.iter().find(|(own, _)| own == name).map_or(0, |&(_, value)| value)
    };
    let values = |terrain| book.ground_parameters.iter().map(|name| value(terrain, name)).collect();
    book.terrains.iter().map(values).collect()
}

pub(super) fn food_of(book: &Rules) -> Vec<bool> {
    let feeds_on =
        |food: usize| book.surfaces.iter().any(|kind| kind.spreads_to.iter().any(|&own| usize::from(own) == food));
    (0..book.surfaces.len()).map(feeds_on).collect()
}

impl Decoded {
    #[inline]
    pub(crate) fn footprint(&self, unit_type: u16) -> Footprint {
        self.footprints.get(usize::from(unit_type)).copied().unwrap_or_default()
    }

    #[inline(always)]
    pub(crate) const fn is_one_cell(&self) -> bool {
        self.footprints.is_empty()
    }

    pub(crate) fn harm_of(&self, programs: [Option<u16>; 2]) -> u32 {
        let harm = |program: u16| self.harms.get(usize::from(program)).copied().unwrap_or_default();
        programs.into_iter().flatten().map(harm).sum()
    }

    #[inline]
    pub(crate) fn is_food(&self, surface: u8) -> bool {
        self.food.get(usize::from(surface)).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn is_eater(&self, surface: u8) -> bool {
        self.eaters.get(usize::from(surface)).copied().unwrap_or_default()
    }

    pub(crate) fn ground_parameter(&self, terrain: u8, parameter: u16) -> i32 {
        let of = self.ground_parameters.get(usize::from(terrain));
        of.and_then(|values| values.get(usize::from(parameter))).copied().unwrap_or_default()
    }

    pub(crate) fn outlook(&self, program: u16) -> Outlook {
        self.outlooks.get(usize::from(program)).copied().unwrap_or(Outlook::ByCell)
    }
}
