//! Range of a program, derived from its requests and areas.

use super::{Area, Request, Token, TokenSet};
use crate::regions::Bound;
use crate::rulebook::Rulebook;

impl Rulebook {
    /// Returns an upper bound of the steps from the user to an affected cell, without walking: its targeting range plus
    /// the areas.
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
    let struck = areas.map(|area| spread_of(book, area) + if area.is_aimed { 0 } else { aimed });
    struck.max().unwrap_or(0).max(aimed)
}

fn spread_of(book: &Rulebook, area: Area) -> i32 {
    let drawn = |pattern: u16| book.patterns.get(usize::from(pattern));
    let Some(pattern) = drawn(area.pattern) else { return 0 };
    let facings = pattern.facings.into_iter().flatten().filter_map(drawn);
    let cells = std::iter::once(pattern).chain(facings).flat_map(|pattern| &pattern.cells);
    cells.map(|&(x, y)| i32::from(x).abs() + i32::from(y).abs()).max().unwrap_or(0)
}
