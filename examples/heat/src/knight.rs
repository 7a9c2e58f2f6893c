//! A region from outside: where a knight of chess would jump to, over everything, however high. The range of the request
//! does not count.

use foretoken::extend::{Aim, CustomRegion};

/// The cells that a spark jumps to.
pub const KNIGHT: CustomRegion =
    CustomRegion { name: "knight", doc: "Two cells one way and one cell aside.", version: 1, holds };

fn holds(aim: &Aim<'_>) -> bool {
    let (dx, dy) = aim.from.offset_to(aim.cell);
    matches!((dx.abs(), dy.abs()), (1, 2) | (2, 1))
}
