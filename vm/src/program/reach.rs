//! How far a program strikes, read off what it asks for and the areas of its instructions.

use super::{Area, Request, Token, TokenSet};
use crate::regions::Bound;
use crate::rulebook::Rulebook;

impl Rulebook {
    /// The most steps from who uses a program to what it strikes, walking left out: what it can be aimed at, and the areas
    /// around that. An upper bound.
    #[must_use]
    pub fn reach_of(&self, program: u16) -> i32 {
        self.program(program).map_or(0, |program| reach_of(self, program))
    }
}

fn reach_of(book: &Rulebook, program: &TokenSet) -> i32 {
    let everywhere = book.board.width() + book.board.height();
    let reach = |request: &Request| match book.region(request.region)?.shape.bound() {
        Bound::Walk => None,
        Bound::Board => Some(everywhere),
        Bound::Asked => request.bounds().map(|(_, most)| most.clamp(0, everywhere)),
    };
    let aimed = program.requests.iter().filter_map(reach).max().unwrap_or(0);
    let areas = program.code.iter().filter_map(Token::area);
    // An area that begins at the actor goes no farther for what is aimed at.
    let struck = areas.map(|area| spread_of(book, area) + if area.is_aimed { 0 } else { aimed });
    struck.max().unwrap_or(0).max(aimed)
}

/// The most steps from the middle of an area to one of its cells.
fn spread_of(book: &Rulebook, area: Area) -> i32 {
    let drawn = |pattern: u16| book.patterns.get(usize::from(pattern));
    let Some(pattern) = drawn(area.pattern) else { return 0 };
    let facings = pattern.facings.into_iter().flatten().filter_map(drawn);
    let cells = std::iter::once(pattern).chain(facings).flat_map(|pattern| &pattern.cells);
    cells.map(|&(x, y)| i32::from(x).abs() + i32::from(y).abs()).max().unwrap_or(0)
}
