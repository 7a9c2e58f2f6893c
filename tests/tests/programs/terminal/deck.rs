//! A battle without a drawn board in the terminal: units with their next moves, the deck, its page, and the end.

use super::*;

fn cell() -> App {
    app("jail/the-cell")
}

#[test]
fn the_first_screen_shows_foes_the_die_and_energy() {
    expect![[r#"
        │ The Cell · Round 1 · Goal: Defeat every foe. · You lose if the prisoner dies.
        │  Rat  14 of 14                                       Prisoner  40/40 health
        │    next Nip: Hit 3. Then ????                        You. The die in your hand is your
        │  Turnkey  22 of 22                                   only weapon.
        │    next Club: Hit 7. Then ????
        │ ▶Prisoner  40 of 40
        │
        │ ────────────────────────────────────────────────────
        │ Energy 2 of 2 ●●
        │ On top: Combo: Splash 2
        │  1 Block          2 Slice          3 Block
        │    Block 5          Bleed 5          Block 5
        │    › Portent        › Strike         › Block
        │    › Antidote       › Strike         › Firebolt
        │ Using a face costs 1 energy. It then lies on top;
        │ its neighbours are your next choices.
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │ 1-9 or Enter use · e end the turn · D deck · i unit · u undo · ? help
    "#]]
    .assert_eq(&screen(&mut cell(), 90, 28));
}

#[test]
fn the_smallest_terminal_shows_the_next_faces() {
    expect![[r#"
        │ The Cell · Round 1 · Goal: Defeat every foe.
        │  Rat  14 of 14                   Prisoner  40/40 health
        │    next Nip: Hit 3. Then ????    You. The die in your hand
        │  Turnkey  22 of 22               is your only weapon.
        │    next Club: Hit 7. Then ????
        │ ────────────────────────────────
        │ Energy 2 of 2 ●●
        │ On top: Combo: Splash 2
        │  1 Block   2 Slice   3 Block
        │    Block     Bleed     Block
        │    5         5         5
        │    › Por…    › Str…    › Blo…
        │    › Ant…    › Str…    › Fir…
        │ Using a face costs 1 energy. It
        │ then lies on top; its neighbours
        │ are your next choices.
        │
        │
        │
        │ 1-9 or Enter use · e end the turn · D deck · i unit · u
    "#]]
    .assert_eq(&screen(&mut cell(), 60, 20));
}

#[test]
fn the_deck_page_lists_all_faces_with_their_neighbours() {
    let mut app = cell();
    press(&mut app, "D");
    assert_eq!(app.mode(), Mode::Deck);
    expect![[r#"
        │ The Cell · Round 1 · Goal: Defeat every foe. · You lose if the prisoner dies.
        │  ┌ Die ─────────────────────────────────────────────────────────────────────┐
        │  │  1 Strike                                                                │
        │  │    Common. Hit 6. Cooldown after a use: 2 turns.                         │
        │  │    next: 7 Slice, 13 Portent, 19 Block                                   │
        │ ▶│  2 Block                                                                 │
        │  │    Common. Block 5. Cooldown after a use: 2 turns.                       │
        │ ─│    next: 12 Block, 18 Antidote, 20 Randomize                             │
        │ E│  3 Strike                                                                │
        │ O│    Common. Hit 6. Cooldown after a use: 2 turns.                         │
        │  │    next: 16 Block, 17 Strike, 19 Block                                   │
        │  │  4 Trip                                                                  │
        │  │    Common. Vulnerable 1. Cooldown after a use: 2 turns.                  │
        │  │    next: 11 Strike, 14 Strike, 18 Antidote                               │
        │ U│  5 Block                                                                 │
        │ t│    Common. Block 5. Cooldown after a use: 2 turns.                       │
        │  │    next: 13 Portent, 15 Combo, 18 Antidote                               │
        │  │  6 Strike                                                                │
        │  │    Common. Hit 6. Cooldown after a use: 2 turns.                         │
        │  │    next: 9 Block, 14 Strike, 16 Block                                    │
        │  │  7 Slice                                                                 │
        │  │    Common. Bleed 5. Cooldown after a use: 2 turns.                       │
        │  └ ↓ more ──────────────────────────────────────────────────────────────────┘
        │ arrows PageUp PageDown scroll · Tab next part · Esc close
    "#]]
    .assert_eq(&screen(&mut app, 80, 24));
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Units);
}

#[test]
fn a_place_is_a_unit_without_a_board_and_a_cell_on_one() {
    let placed = |scenario: &str, title: &str| {
        let app = app(scenario);
        let (book, state) = (app.session().book(), app.session().seat().known().state());
        let is_it = |(id, _): &(EntityId, &Entity)| names::entity(book, state, *id) == title;
        let cell = state.living().find(is_it).expect("it is there").1.cell;
        (names::placed(book, state, "Strike", cell), cell)
    };
    assert_eq!(placed("jail/the-cell", "Rat").0, "Strike on Rat");
    let (words, cell) = placed("first-light", "Rat A");
    assert_eq!(words, format!("Strike {cell}"));
}

/// The cursor begins on the prisoner; arrows take it to an enemy.
#[test]
fn the_unit_page_of_a_deck_leads_to_the_deck_page_and_that_of_an_enemy_shows_its_known_rolls() {
    let mut app = cell();
    press(&mut app, "i");
    let words = screen(&mut app, 100, 40);
    assert!(app.mode() == Mode::Unit && words.contains("D deck"), "{words}");
    assert!(words.contains("Prisoner: 40/40 health") && !words.contains("health, on"), "no cell: {words}");
    press(&mut app, "D");
    assert_eq!(app.mode(), Mode::Deck);
    let words = screen(&mut app, 100, 80);
    assert!(words.contains("next: 7 Slice, 13 Portent, 19 Block"), "{words}");
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Units);
    let turnkey = |app: &App| {
        let (book, state) = (app.session().book(), app.session().seat().known().state());
        names::entity(book, state, state.occupant(app.cursor())) == "Turnkey"
    };
    for _ in 0..8 {
        if !turnkey(&app) {
            press(&mut app, "←");
        }
    }
    press(&mut app, "i");
    let words = screen(&mut app, 100, 60);
    assert!(words.contains("Next: Club, ????") && !words.contains("D deck"), "{words}");
    press(&mut app, "D");
    assert_eq!(app.mode(), Mode::Units, "an enemy without a deck has no deck page");
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
    expect![[r#"
        │ The Cell · Round 1 · Goal: Defeat every foe. · You lose if the prisoner dies.
        │ ▶Rat  14 of 14                                       Prisoner: Portent
        │    next Nip: Hit 3. Then ????                        Choose an enemy. Rat (1 of 2)
        │  Turnkey  22 of 22                                     face 13 Portent on top
        │    next Club: Hit 7. Then ????                         Rat gains Scry
        │  Prisoner  40→35 of 40  Block 5 (1 left)               ???? on Rat
        │                                                      3. Turnkey
        │ ────────────────────────────────────────────────────   Prisoner loses Block (uncertain)
        │ Energy 0 of 2 ○○                                       Prisoner health 40→35 by hit
        │ On top: Block: Block 5                               (uncertain)
        │  1 Portent        2 Combo          3 Antidote
        │    Scry 2           Splash 2         Purge 1
        │    › Strike         › Slice          › Block
        │    › Strike         › Block          › Trip
        │ Without energy your turn ends. Then each enemy makes
        │ the move that it shows; ???? is still unknown.
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │ arrows/Tab aim · Enter choose · Esc back · ? help
    "#]]
    .assert_eq(&screen(&mut app, 90, 28));
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
            let is_watching = app.mode() == Mode::Watch;
            press(&mut app, if is_watching { "q" } else { "⎋⎋" });
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

#[test]
fn a_hand_of_cards_is_played_for_a_round() {
    let folder = crate::hand::assets();
    let mut app = app_of(&content_of(folder.path()), "jail/the-cell");
    expect![[r#"
        │ The Cell · Round 1 · Goal: Defeat every foe. · You lose if the prisoner dies.
        │  Rat  14 of 14                                       Prisoner  40/40 health
        │    next Nip: Hit 3. Then ????
        │  Turnkey  22 of 22
        │    next Club: Hit 7. Then ????
        │ ▶Prisoner  40 of 40
        │
        │ ────────────────────────────────────────────────────
        │ Energy 2 of 2 ●●
        │  1 Strike                  2 Block
        │    Hit 6                     Block 5
        │  3 Strike                  4 Trip
        │    Hit 6                     Vulnerable 1
        │  5 Slice                   6 Firebolt
        │    Bleed 5                   Burn 6
        │
        │
        │
        │
        │
        │
        │
        │
        │ 1-9 or Enter use · e end the turn · D deck · i unit · u undo · ? help
    "#]]
    .assert_eq(&screen(&mut app, 90, 24));
    press(&mut app, "1⏎⏎");
    let words = screen(&mut app, 90, 24);
    assert!(words.contains("Energy 1 of 2") && words.contains("Rat  8 of 14"), "{words}");
    press(&mut app, "3⏎⏎");
    while app.mode() == Mode::Watch {
        press(&mut app, "x");
    }
    expect![[r#"
        │ The Cell · Round 2 · Goal: Defeat every foe. · You lose if the prisoner dies.
        │  Rat  2 of 14                                        Prisoner  30/40 health
        │    next Nip: Hit 3. Then ????
        │  Turnkey  22 of 22
        │    next Club: Hit 7. Then ????
        │ ▶Prisoner  30 of 40
        │
        │ ────────────────────────────────────────────────────
        │ Energy 2 of 2 ●●
        │  1 Strike                  2 Block
        │    Hit 6                     Block 5
        │    cooldown 1 turn
        │  3 Strike                  4 Trip
        │    Hit 6                     Vulnerable 1
        │    cooldown 1 turn
        │  5 Slice                   6 Firebolt
        │    Bleed 5                   Burn 6
        │
        │
        │
        │
        │
        │
        │ 1-9 or Enter use · e end the turn · D deck · i unit · u undo · ? help
    "#]]
    .assert_eq(&screen(&mut app, 90, 24));
}
