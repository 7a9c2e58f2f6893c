//! The safety map, and the cells that enemies threaten.

use crate::code;
use crate::fixture::{Play, T1, offset};
use crate::scenes::{actions, enemy, letter, scene};
use foretoken_preview::{Danger, SafetyMap, Threat};
use foretoken_vm::Team;

/// Draws the board: the damage on each cell, `x` if the unit dies, `.` if it cannot go there.
fn drawn(play: &Play, of: &[Danger], glyph: impl Fn(&Danger) -> char) -> String {
    let cells = play.book.board.cells().map(|cell| {
        let glyph = of.iter().find(|danger| danger.cell == cell).map_or('.', &glyph);
        if cell.x() == play.book.board.width() - 1 { format!("{glyph}\n") } else { glyph.to_string() }
    });
    cells.collect()
}

#[test]
fn each_cell_tells_the_harm_and_who_does_it() {
    let mut scene = scene("A..b\n.^..");
    scene.kind('A').movement = 2;
    let mut play = scene.start();
    play.decide('b', "hit", &[offset(-1, 0)]);
    let known = play.known(Team::PLAYER);
    let mut map = SafetyMap::default();
    map.update(&play.book, &known, &play.plan, play.id('A'));
    let harm = |danger: &Danger| {
        assert_eq!((danger.harm.0, danger.dies, danger.may_die, danger.is_known), (danger.harm.1, false, false, true));
        char::from_digit(danger.harm.1 as u32, 10).unwrap_or('?')
    };
    assert_eq!(drawn(&play, map.dangers(), harm), "002.\n01..\n");
    let by = |danger: &Danger| match danger.by[..] {
        [] if danger.labels.is_empty() => '-',
        [] => '^',
        [unit] => letter(&play, unit),
        _ => '?',
    };
    assert_eq!(drawn(&play, map.dangers(), by), "--b.\n-^..\n");
}

#[test]
fn enemies_threaten_what_they_reach_and_strike() {
    let mut scene = scene("A.#..\n..#b.\n..#..\n.....");
    scene.kind('b').movement = 1;
    actions(&mut scene, "b", &["hit"]);
    let play = scene.start();
    let known = play.known(Team::PLAYER);
    let mut threat = Threat::default();
    threat.update(&play.book, known.state(), Team::PLAYER);
    let cells = threat.cells(&play.book, None);
    assert_eq!(cells, threat.cells(&play.book, Some(play.id('b'))));
    assert!(threat.cells(&play.book, Some(play.id('A'))).is_empty());
    let told: String = play
        .book
        .board
        .cells()
        .map(|cell| {
            let harm = threat.harm_at(cell);
            let glyph = match (cells.contains(&cell), harm) {
                (true, 2) => '2',
                (false, 0) => '.',
                (false, 2) => '#',
                _ => '?',
            };
            if cell.x() == 4 { format!("{glyph}\n") } else { glyph.to_string() }
        })
        .collect();
    assert_eq!(told, "..#22\n..#22\n..#22\n...2.\n");
}

#[test]
fn enemies_threaten_cells_up_to_the_edge_of_the_board() {
    for (map, struck) in [("A...b", [false, false, true, true, true]), ("b...A", [true, true, true, false, false])] {
        let mut scene = scene(map).action("throw", vec![enemy(2)], vec![code::damage(T1, 1)]);
        actions(&mut scene, "b", &["throw"]);
        scene.kind('b').movement = 0;
        let play = scene.start();
        let mut threat = Threat::default();
        threat.update(&play.book, play.known(Team::PLAYER).state(), Team::PLAYER);
        let cells = threat.cells(&play.book, None);
        assert_eq!(play.book.board.cells().map(|cell| cells.contains(&cell)).collect::<Vec<_>>(), struck, "{map}");
    }
}
