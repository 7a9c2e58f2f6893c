//! Steps of walks that are not straight: along links and over gaps. Pushes, dashes and slides always go straight.

use super::{Board, Cell, Dir, Footprint, LinkSet, Symmetry, TilePos, WalkPath};

/// Special steps that a unit can walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait {
    /// Links that it takes.
    pub links: LinkSet,
    /// Maximum cells in a row that it leaps over: avoided or deep ground.
    pub leap: u8,
    /// Depth of deep ground in half steps: deeper than it jumps down.
    pub deep: i32,
    /// Its footprint; all cells must take the step alike.
    pub size: Footprint,
}

impl Gait {
    /// Straight steps only.
    pub const PLAIN: Self = Self { links: LinkSet::NONE, leap: 0, deep: i32::MAX, size: Footprint::ONE };

    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.links.is_empty() && self.leap == 0
    }
}

impl Default for Gait {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// A step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkStep {
    /// Target.
    pub to: TilePos,
    /// Step up in half steps, negative down; 0 along a link.
    pub rise: i32,
    /// Additional movement points: those of a link, or one for each cell leapt over.
    pub extra_cost: u8,
}

impl WalkStep {
    pub(crate) const NOWHERE: Self = Self { to: TilePos::NOWHERE, rise: 0, extra_cost: 0 };
}

impl Board {
    pub(crate) fn set_gaps(&mut self, mut is_gap: impl FnMut(u8) -> bool) {
        self.gaps = self.terrain.iter().map(|&terrain| terrain != Self::OFF && is_gap(terrain)).collect();
    }

    pub(crate) fn forget_gaps(&mut self) {
        self.gaps.clear();
    }

    #[inline(always)]
    pub(crate) const fn has_gaits(&self) -> bool {
        self.has_links() || !self.gaps.is_empty()
    }

    /// Returns the step in a direction: a link if one begins here, a leap if a gap lies ahead, else straight.
    #[inline]
    #[must_use]
    pub fn walk_step(&self, spot: TilePos, dir: Dir, gait: Gait) -> Option<WalkStep> {
        if !gait.is_plain()
            && let Some(step) = self.step_by(spot, dir, gait)
        {
            return Some(step);
        }
        let (to, rise) = match gait.size.is_one() {
            true => self.spot_beside(spot, dir)?,
            false => gait.size.step(self, spot, dir)?,
        };
        Some(WalkStep { to, rise, extra_cost: 0 })
    }

    #[cold]
    #[inline(never)]
    fn step_by(&self, spot: TilePos, dir: Dir, gait: Gait) -> Option<WalkStep> {
        if self.has_links()
            && let Some(step) = self.link_step(spot, dir, gait)
        {
            return Some(step);
        }
        if gait.leap == 0 { None } else { self.leap(spot, dir, gait).map(|(_, step)| step) }
    }

    pub(crate) fn is_apart(&self, spot: TilePos, dir: Dir, gait: Gait) -> bool {
        !gait.is_plain() && self.step_by(spot, dir, gait).is_some()
    }

    /// Returns the step along a link. A large unit needs a link from each cell that keeps its cells together, and pays
    /// the most expensive.
    fn link_step(&self, spot: TilePos, dir: Dir, gait: Gait) -> Option<WalkStep> {
        let (to, link) = self.find(spot.place, dir, gait.links)?;
        let mut extra_cost = link.extra_cost;
        for (from, to) in gait.size.cells(spot.cell).zip(gait.size.cells(to.cell)).skip(1) {
            let (lands, link) = self.find(self.place(from), dir, gait.links)?;
            if lands.cell != to {
                return None;
            }
            extra_cost = extra_cost.max(link.extra_cost);
        }
        Some(WalkStep { to, rise: 0, extra_cost })
    }

    fn leap(&self, spot: TilePos, dir: Dir, gait: Gait) -> Option<(u8, WalkStep)> {
        if !gait.size.is_one() {
            return self.leap_of_footprint(spot, dir, gait);
        }
        for over in 0..=gait.leap {
            let (to, rise) = self.spot_across(spot, dir, i32::from(over) + 1)?;
            if !self.is_gap(to, rise, gait) {
                let leaps = over > 0 && rise <= Self::HIGHEST_STEP;
                return leaps.then_some((over, WalkStep { to, rise, extra_cost: over }));
            }
        }
        None
    }

    /// Returns the leap of a large unit: all foremost cells need an equal gap, and all cells need ground behind it.
    fn leap_of_footprint(&self, spot: TilePos, dir: Dir, gait: Gait) -> Option<(u8, WalkStep)> {
        let mut fronts = gait.size.front(spot.cell, dir);
        let one = Gait { size: Footprint::ONE, ..gait };
        let over_from = |front| self.leap(self.spot(front), dir, one).map(|(over, _)| over);
        let over = over_from(fronts.next()?)?;
        if !fronts.all(|front| over_from(front) == Some(over)) {
            return None;
        }
        let across = over + gait.size.extent(dir);
        let (to, mut highest) = self.spot_across(spot, dir, i32::from(across))?;
        for (from, lands) in gait.size.cells(spot.cell).zip(gait.size.cells(to.cell)) {
            let (found, rise) = self.spot_across(self.spot(from), dir, i32::from(across))?;
            if found.cell != lands || rise > Self::HIGHEST_STEP || self.is_gap(found, rise, gait) {
                return None;
            }
            highest = highest.max(rise);
        }
        Some((over, WalkStep { to, rise: highest, extra_cost: across - 1 }))
    }

    fn is_gap(&self, spot: TilePos, rise: i32, gait: Gait) -> bool {
        let is_open = self.gaps.get(spot.place.index()).copied().unwrap_or_default();
        rise <= 0 && (is_open || -rise > gait.deep)
    }

    pub(crate) fn leapt_over(&self, spot: TilePos, dir: Dir, gait: Gait) -> impl Iterator<Item = (TilePos, i32)> + '_ {
        let is_linked = self.has_links() && self.link_step(spot, dir, gait).is_some();
        let leap = if is_linked || gait.leap == 0 { None } else { self.leap(spot, dir, gait) };
        let over = leap.map_or(0, |(over, _)| i32::from(over));
        let fronts = gait.size.front(spot.cell, dir).map(|front| self.spot(front));
        fronts.flat_map(move |front| (1..=over).filter_map(move |columns| self.spot_across(front, dir, columns)))
    }

    /// Returns the end of a turned path; `None` if it leaves the board.
    #[must_use]
    pub fn end_of(&self, from: Cell, path: &WalkPath, turn: Symmetry, gait: Gait) -> Option<Cell> {
        if self.has_one_floor() && gait.is_plain() {
            return self.offset(from, turn.apply(path.offset()));
        }
        let step = |at, dir| Some(self.walk_step(at, turn.apply_dir(dir), gait)?.to);
        path.steps().try_fold(self.spot(from), step).map(|end| end.cell)
    }
}
