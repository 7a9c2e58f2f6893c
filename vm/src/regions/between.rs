//! What may lie between the cell that a region is measured from and one of its cells, and what ends a line.

/// What may lie between the cell that a region is measured from and one of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Between {
    /// Anything: it is picked.
    #[default]
    Pick,
    /// Nothing that blocks a straight line.
    Line,
    /// Nothing that a lobbed shot does not clear: ground that is higher than it flies, and floors above it.
    Arc,
    /// Nothing that keeps the actor from moving along a straight line to the cell itself: a line-move.
    Move,
    /// Nothing that ends a straight line, but the cell itself does: the nearest obstruction.
    Obstruction,
}

/// Bits of what ends a line.
pub mod blocked {
    /// Walls, and surfaces that block sight.
    pub const WALLS: u8 = 1;
    /// Who fights the actor's side.
    pub const ENEMIES: u8 = 2;
    /// Who is on the actor's side.
    pub const ALLIES: u8 = 4;
    /// What takes no side.
    pub const THINGS: u8 = 8;
    /// All of these.
    pub const EVERYTHING: u8 = WALLS | ENEMIES | ALLIES | THINGS;
}
