//! Custom region: the cells of a chess knight's move, over everything and at any height. It ignores the request's
//! range.

use foretoken::extend::{Aim, CustomRegion};

/// Target cells of a spark's jump.
pub const KNIGHT: CustomRegion =
    CustomRegion { name: "knight", doc: "Two cells one way and one cell aside.", version: 1, holds: is_knight_move };

fn is_knight_move(aim: &Aim<'_>) -> bool {
    let (dx, dy) = aim.from.offset_to(aim.cell);
    matches!((dx.abs(), dy.abs()), (1, 2) | (2, 1))
}
