//! A battle without a drawn board in the terminal: units with their next moves, the deck, its page, and the end.

use super::*;

fn cell() -> App {
    app("jail/the-cell")
}

#[test]
fn the_first_screen_shows_foes_the_die_and_energy() {
    expect![[""]].assert_eq(&screen(&mut cell(), 90, 28));
}

#[test]
fn the_smallest_terminal_shows_the_next_faces() {
    expect![[""]].assert_eq(&screen(&mut cell(), 60, 20));
}

#[test]
fn the_deck_page_lists_all_faces_with_their_neighbours() {
    let mut app = cell();
    press(&mut app, "D");
    assert_eq!(app.mode(), Mode::Deck);
    expect![[""]].assert_eq(&screen(&mut app, 80, 24));
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Units);
}

#[test]
fn a_number_uses_its_face_and_the_die_turns() {
    let mut app = cell();
    let top = |app: &App| {
        let unit = app.session().seat().units().first().copied().expect("the prisoner");
        app.session().seat().known().state().sheet(app.session().book()).current_slot(unit)
    };
    let before = top(&app);
    press(&mut app, "1⏎⏎");
    assert_ne!(top(&app), before);
    expect![[""]].assert_eq(&screen(&mut app, 90, 28));
}

#[test]
fn a_battle_is_played_to_its_end() {
    let mut app = cell();
    for turn in 0..80 {
        if app.session().outcome() != 0 {
            break;
        }
        for key in ["1⏎", "2⏎", "3⏎"] {
            press(&mut app, key);
            press(&mut app, if app.mode() == Mode::Watch { "q" } else { "⎋⎋" });
        }
        press(&mut app, "e");
        for _ in 0..3 {
            if app.mode() == Mode::Watch {
                press(&mut app, "x");
            }
        }
        assert!(turn < 79, "it ends");
    }
    assert_ne!(app.session().outcome(), 0);
    let words = screen(&mut app, 90, 28);
    assert!(words.contains("again"), "{words}");
}
