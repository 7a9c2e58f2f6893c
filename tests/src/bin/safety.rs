//! Measures the safety map of a unit with sixty or more reachable cells among enemies and fire: `cargo run --release -p
//! foretoken-tests --bin safety`.

use foretoken_preview::SafetyMap;
use foretoken_tests::{Pack, find};
use foretoken_turn_work::measure::measure;
use std::io::Write;

const MAP: &str = "
    ##########
    #W.......#
    #..^.....#
    #....r..r#
    #........#
    #..r..^..#
    #........#
    #.....r..#
    #r..^....#
    #......r.#
    #........#
    ##########
";

const WALKER: &str =
    r#"Unit(title: "Walker", glyph: "W", health: 5, initiative: 6, movement: 14, actions: ["walk", "shove"])"#;

fn main() -> std::io::Result<()> {
    let session = Pack::new(MAP).with("units/warden.ron", WALKER).start();
    let seat = session.seat();
    let (book, known, plan) = (seat.book(), seat.known(), seat.plan());
    let unit = find(book, known.state(), 'W');
    let other = known.state().living().map(|(id, _)| id).find(|&id| id != unit).unwrap_or(unit);
    let mut map = SafetyMap::default();
    map.update(book, known, plan, unit);
    let cells = map.dangers().len();
    let mut fresh = || {
        // An update for another unit invalidates the map.
        map.update(book, known, plan, other);
        map.update(book, known, plan, unit);
    };
    let rows = measure(&mut [("a safety map", &mut fresh)], 21);
    let ms = rows.first().map_or(0.0, |row| row.ns_median) / 1e6;
    writeln!(std::io::stdout(), "| a safety map of {cells} cells, and one of an enemy beside it | {ms:.2} ms |")
}
