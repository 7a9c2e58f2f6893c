//! Obstacles between the origin of a region and its cells.

/// Condition on the way between the origin of a region and its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Between {
    /// No condition: the cell is picked.
    #[default]
    Pick,
    /// A clear straight line.
    Line,
    /// A clear arc for a lobbed shot: no ground above its height and no floor above.
    Arc,
    /// A straight line along which the actor can move to the cell: a line-move.
    Move,
    /// A clear straight line up to the cell, which itself obstructs it: the nearest obstruction.
    Obstruction,
}

/// Bits of obstacles that end a line.
pub mod blocked {
    /// Walls, and surfaces that block sight.
    pub const WALLS: u8 = 1;
    /// Enemies of the actor.
    pub const ENEMIES: u8 = 2;
    /// Allies of the actor.
    pub const ALLIES: u8 = 4;
    /// Neutral objects.
    pub const THINGS: u8 = 8;
    /// All obstacles.
    pub const EVERYTHING: u8 = WALLS | ENEMIES | ALLIES | THINGS;
}
