//! Falls: damage per step, and pushes over edges.

use crate::code;
use crate::fixture::{Scene, T1, cell, offset};
use foretoken_vm::space::Slope;
use foretoken_vm::{ChangeKind, Rules};

#[test]
fn each_step_beyond_the_safe_ones_harms() {
    let harms = |safe_fall, fall_harm| {
        let rules = Rules { safe_fall, fall_harm, ..Rules::default() };
        [0, 2, 3, 4, 5, 6, 7, 8, 12].map(|half_steps| rules.fall_harm(half_steps))
    };
    // Fallen steps are 0, 1, 1, 2, 2, 3, 3, 4, 6. By default two are safe, and each further one does 1 damage.
    assert_eq!(harms(None, None), [0, 0, 0, 0, 0, 1, 1, 2, 4]);
    assert_eq!(harms(Some(0), None), [0, 1, 1, 2, 2, 3, 3, 4, 6]);
    assert_eq!(harms(Some(3), Some(5)), [0, 0, 0, 0, 0, 0, 0, 5, 15]);
    assert_eq!(harms(None, Some(0)), [0; 9]);
    let rules = Rules { fall_harm: Some(i32::MAX), ..Rules::default() };
    assert_eq!(rules.fall_harm(10), i32::MAX);
}

#[test]
fn a_push_over_an_edge_harms_by_the_height() {
    for (height, harm) in [(1, 0), (2, 0), (3, 2), (4, 4)] {
        let mut scene = Scene::new("Ab..").action("shove", vec![cell(1)], vec![code::push(T1, 1)]);
        (scene.book.safe_fall, scene.book.fall_harm) = (Some(2), Some(2));
        for x in [0, 1] {
            let cell = scene.book.board.cell(x, 0).expect("on the board");
            scene.book.board.put(cell, 0, Slope::level(height));
        }
        let mut play = scene.start();
        play.decide('A', "shove", &[offset(1, 0)]);
        play.step();
        play.expect("A.b.");
        assert_eq!(play.unit('b').health, 5 - harm, "a height of {height}");
        let noted = if harm > 0 { vec![(play.id('b'), i32::from(height))] } else { vec![] };
        assert_eq!(play.notes(ChangeKind::Fell), noted);
    }
}
