//! The help page, generated from the rulebook.

use super::draw::in_lines;
use crate::presentation::Presentation;
use foretoken_session::Session;
use foretoken_session::texts::help::rules_page;
use foretoken_session::texts::unit_page::Sort;
use foretoken_vm::rulebook::UnitType;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

const WIDTH: usize = 72;

const ABOVE: &[&str] = &[
    "  (X) your unit   <x> enemy   [x] neutral   :x: a unit will be here",
    "  2<x> second unit of its type   ×<x>² the same, will be hit",
    "  3→1 health now and after the forecast   3→† will die   3⇢† may die",
    "  × will be hit   → will move   ⇢ may move   ???? unknown effect",
    "  ∘ legal target   · in range, but no target   ◆ already picked",
    "  after health: z stunned   … acts last   ⚓ cannot be moved",
    "  ‹1› takes effect in 1 round   ▒ goal cell   » « the cursor",
];

const BELOW: &[&str] = &[
    "",
    "  arrows h j k l   move the cursor; the prediction follows",
    "  Tab, wheel       select the next unit without orders, or next target",
    "  Shift-Tab        select the previous unit or target",
    "  Enter, click     choose          Esc, right click   go back",
    "  1-9              choose an action or a number",
    "  w                set or remove a waypoint for a walk",
    "  n                choose another path of equal length and danger",
    "  t                show the cells that enemies can attack, marked !",
    "  d                show on each cell how far it is from the cursor",
    "  y                show the damage that the unit would take on each cell",
    "  Space            finish this unit",
    "  u undo   U start the turn again   r rewind to any decision",
    "  i show the unit's stats, items and skills, or the cell",
    "  D show all slots of the deck, such as the faces of a die",
    "  o show the forecast of the whole round",
    "  c show the causes of the forecast under the cursor",
    "  p save this plan, then switch between two plans   P compare them",
    "  L show the log   s show where the battle is saved",
    "  K open the table and the chat of an online battle",
    "  A let the computer choose the remaining orders",
    "  ? open this page   Tab go to its next part   q save and quit",
];

const STATUSES: &str = "  3p 3 health and a status (p); press i to see which";
const HEIGHTS: &str = "  ⁴ at height 4   ▹² a ramp that rises to the east from height 2";

const LINKS: &str = "  ≡ a ladder, door or tunnel starts here: walk into it";

const SIGHT: &str = "  ● sees the cell at the cursor   ○ is seen from there   ◉ both";

const FOG: &str = "  ░ out of sight   ?r? a unit was last seen here";

const FLOORS: &[&str] = &[
    "  ¯ . ¯ a floor above this cell is not drawn",
    "  ▾r unit r is on a floor below   ▿r unit r will be on a floor below",
    "  e5 is the cell on the ground, e5^1 is on the first floor above it",
    "  ] or PageUp      move the cursor one floor up",
    "  [ or PageDown    move the cursor one floor down",
];

pub(super) fn is_heading(line: &str) -> bool {
    line.starts_with(|c: char| c.is_uppercase()) && line.chars().all(|c| !c.is_lowercase())
}

pub(super) fn page(session: &Session, told: &Presentation) -> Vec<String> {
    let (book, at_once) = (session.book(), session.is_immediate());
    let ground = book.terrains.iter().map(|terrain| (terrain.glyph, terrain.name.as_str()));
    let surfaces = book.surfaces.iter().map(|surface| (surface.glyph, surface.name.as_str()));
    let mut lines: Vec<String> = Vec::new();
    lines.extend(ABOVE.iter().map(ToString::to_string));
    if !book.statuses.is_empty() {
        lines.push(STATUSES.to_owned());
    }
    let state = session.seat().known().state();
    let kinds: BTreeMap<u16, &UnitType> =
        state.living().filter_map(|(_, row)| Some((row.unit_type, book.unit_type(row)?))).collect();
    lines.extend(signs(kinds.values().map(|kind| (kind.glyph, kind.title.as_str()))));
    lines.extend(signs(ground.chain(surfaces)));
    if book.board.has_heights() || book.board.floors() > 1 {
        lines.push(HEIGHTS.to_owned());
    }
    if book.board.has_links() {
        lines.push(LINKS.to_owned());
    }
    lines.push(SIGHT.to_owned());
    if book.sight.is_some() {
        lines.push(FOG.to_owned());
    }
    if book.board.floors() > 1 {
        lines.extend(FLOORS.iter().map(ToString::to_string));
    }
    lines.extend(BELOW.iter().map(ToString::to_string));
    match (at_once, book.scheduler.is_pick_turn()) {
        (true, true) => lines.push("  e                end the turn".to_owned()),
        (false, _) => lines.extend(
            [
                "  e                play the round",
                "  E                play rounds without orders until something happens",
                "  G                walk with all units without orders toward the cursor",
            ]
            .map(str::to_owned),
        ),
        (true, false) => {}
    }
    for line in rules_page(book, at_once, told.say("they")) {
        if line.sort == Sort::Heading {
            lines.extend([String::new(), line.words.to_uppercase()]);
            continue;
        }
        let indent = "  ".repeat(usize::from(line.depth) + 1);
        let broken = in_lines(&line.words, WIDTH - indent.len()).into_iter();
        lines.extend(broken.map(|line| format!("{indent}{line}")));
    }
    lines
}

fn signs<'a>(signs: impl Iterator<Item = (char, &'a str)>) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::from(" "));
    for (glyph, name) in signs {
        let word = format!(" {glyph} {}  ", name.replace('-', " "));
        if line.width() + word.width() > WIDTH {
            lines.push(std::mem::replace(&mut line, String::from(" ")));
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_for_all_packs_fits_its_lines() {
        for line in ABOVE.iter().chain(BELOW).chain(FLOORS).chain(&[STATUSES, HEIGHTS, LINKS, SIGHT, FOG]) {
            assert!(line.width() <= WIDTH + 2, "{line}");
        }
    }
}
