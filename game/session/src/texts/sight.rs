//! Texts of sight.

use super::names;
use crate::fog::SightLine;
use foretoken_vm::{Cell, GameState, Rulebook};

/// Describes mutual sight at a cell, such as `from e4: sees Rat A; seen by Rat A`. `None` without known enemies.
#[must_use]
pub fn lines(book: &Rulebook, state: &GameState, cell: Cell, all: &[SightLine]) -> Option<String> {
    let list = |holds: fn(&SightLine) -> bool| -> String {
        let met: Vec<String> =
            all.iter().filter(|line| holds(line)).map(|line| names::entity(book, state, line.enemy)).collect();
        match met.len() {
            0 => "no enemy".to_owned(),
            met if met == all.len() && met > 2 => "all".to_owned(),
            _ => met.join(", "),
        }
    };
    let (sees, seen_by) = (list(|line| line.sees), list(|line| line.is_seen));
    (!all.is_empty()).then(|| format!("From {cell}: sees {sees}; seen by {seen_by}"))
}

/// Describes a cell in fog, with the unit last seen there.
#[must_use]
pub fn out_of_sight(last: Option<&str>) -> String {
    format!("out of sight{}", last.map(|unit| format!(": {unit} was seen here last")).unwrap_or_default())
}
