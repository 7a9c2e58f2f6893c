//! The steps of who walks, which may be others than straight on: along a link, or over a gap. All searches and all walks
//! take them from here; whoever is pushed, dashes or slides goes straight on.

use super::{Board, Cell, Dir, Spot, Symmetry, WalkPath};

/// Which steps somebody walks that are not straight on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait {
    /// Whether it takes links.
    pub links: bool,
    /// How many cells in a row it leaps over that are open and not walked on: ground that walkers avoid, and what lies too deep.
    pub leap: u8,
    /// How deep that is, in half steps: deeper than it jumps down.
    pub deep: i32,
}

impl Gait {
    /// Straight on alone.
    pub const PLAIN: Self = Self { links: false, leap: 0, deep: i32::MAX };

    #[inline(always)]
    const fn is_plain(self) -> bool {
        !self.links && self.leap == 0
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
    /// Where it leads.
    pub to: Spot,
    /// How far up that is (down where negative), in half steps; 0 along a link, however high that leads.
    pub rise: i32,
    /// Movement points that it takes beyond those of entering the cell: those of a link, or one for each cell leapt over.
    pub extra_cost: u8,
}

impl WalkStep {
    /// A step off the board.
    pub(crate) const NOWHERE: Self = Self { to: Spot::NOWHERE, rise: 0, extra_cost: 0 };
}

impl Board {
    /// Says of which terrains cells are gaps where they are no higher than who leaps.
    pub(crate) fn set_gaps(&mut self, mut is_gap: impl FnMut(u8) -> bool) {
        self.gaps = self.terrain.iter().map(|&terrain| terrain != Self::OFF && is_gap(terrain)).collect();
    }

    /// Forgets what gaps are, where nobody leaps.
    pub(crate) fn forget_gaps(&mut self) {
        self.gaps.clear();
    }

    /// Whether walks may lead elsewhere than straight on: there are links, or somebody leaps.
    #[inline(always)]
    pub(crate) const fn has_gaits(&self) -> bool {
        self.has_links() || !self.gaps.is_empty()
    }

    /// Where a step leads who walks in a direction: along a link, where one begins and it takes links, over a gap, where one
    /// lies before it that it leaps, else straight on.
    #[inline]
    #[must_use]
    pub fn walk_step(&self, spot: Spot, dir: Dir, gait: Gait) -> Option<WalkStep> {
        if !gait.is_plain()
            && let Some(step) = self.step_by(spot, dir, gait)
        {
            return Some(step);
        }
        let (to, rise) = self.spot_beside(spot, dir)?;
        Some(WalkStep { to, rise, extra_cost: 0 })
    }

    #[cold]
    #[inline(never)]
    fn step_by(&self, spot: Spot, dir: Dir, gait: Gait) -> Option<WalkStep> {
        if gait.links
            && self.has_links()
            && let Some((.., place, link)) = self.find(spot.place, dir)
        {
            let to = Spot { cell: link.to, place: *place };
            return Some(WalkStep { to, rise: 0, extra_cost: link.extra_cost });
        }
        if gait.leap == 0 { None } else { self.leap(spot, dir, gait) }
    }

    /// Where a leap in a direction ends: on the first cell that is no gap, if no more are before it than are leapt over.
    fn leap(&self, spot: Spot, dir: Dir, gait: Gait) -> Option<WalkStep> {
        for over in 0..=gait.leap {
            let (to, rise) = self.spot_across(spot, dir, i32::from(over) + 1)?;
            if !self.is_gap(to, rise, gait) {
                // Nobody leaps up more than one step, and what lies beside is walked to.
                let leaps = over > 0 && rise <= Self::HIGHEST_STEP;
                return leaps.then_some(WalkStep { to, rise, extra_cost: over });
            }
        }
        None
    }

    /// Whether a cell that lies so much higher is a gap for a gait.
    fn is_gap(&self, spot: Spot, rise: i32, gait: Gait) -> bool {
        let is_open = self.gaps.get(spot.place.index()).copied().unwrap_or_default();
        rise <= 0 && (is_open || -rise > gait.deep)
    }

    /// The cells that a step of a walk leads over, each with how much higher it lies; none where it leads straight on or along
    /// a link.
    pub(crate) fn leapt_over(&self, spot: Spot, dir: Dir, gait: Gait) -> impl Iterator<Item = (Spot, i32)> + '_ {
        let is_linked = gait.links && self.has_links() && self.find(spot.place, dir).is_some();
        let leap = if is_linked || gait.leap == 0 { None } else { self.leap(spot, dir, gait) };
        let over = leap.map_or(0, |step| i32::from(step.extra_cost));
        (1..=over).filter_map(move |columns| self.spot_across(spot, dir, columns))
    }

    /// Where a path leads from a cell when its steps are turned; nothing where the board ends on the way.
    #[must_use]
    pub fn end_of(&self, from: Cell, path: &WalkPath, turn: Symmetry, gait: Gait) -> Option<Cell> {
        if self.has_one_floor() && gait.is_plain() {
            return self.offset(from, turn.apply(path.offset()));
        }
        let step = |at, dir| Some(self.walk_step(at, turn.apply_dir(dir), gait)?.to);
        path.steps().try_fold(self.spot(from), step).map(|end| end.cell)
    }
}
