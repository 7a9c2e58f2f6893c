//! Pages over the board.

use super::*;

#[test]
fn the_help_page_names_every_key_and_ground() {
    check(
        "?",
        expect![[r#"
            │ First Light · Round 1 · Goal: Kill every enemy.
            │ O┌ Help ────────────────────────────────────────────────────────────────────┐
            │  │  (X) your unit   <x> enemy   [x] neutral   :x: a unit will be here       │
            │ 1│  2<x> second unit of its type   ×<x>² the same, will be hit              │
            │  │  3→1 health now and after the forecast   3→† will die   3⇢† may die      │
            │ 2│  × will be hit   → will move   ⇢ may move   ???? unknown effect          │
            │  │  ∘ legal target   · in range, but no target   ◆ already picked           │
            │ 3│  after health: z stunned   … acts last   ⚓  cannot be moved              │
            │  │  ‹1› takes effect in 1 round   ▒ goal cell   » « the cursor              │
            │ 4│  ! Lantern   r Rat   S Seer   W Warden                                   │
            │  │  ~ deep water   . floor   O pit   # wall   ^ fire   = ice   % oil        │
            │ 5│  - shallows   * smoke                                                    │
            │  │  ● sees the cell at the cursor   ○ is seen from there   ◉ both           │
            │ 6│                                                                          │
            │  │  arrows h j k l   move the cursor; the prediction follows                │
            │ 7│  Tab, wheel       select the next unit without orders, or next target    │
            │  │  Shift-Tab        select the previous unit or target                     │
            │ 8│  Enter, click     choose          Esc, right click   go back             │
            │  │  1-9              choose an action or a number                           │
            │  │  w                set or remove a waypoint for a walk                    │
            │ »│  n                choose another path of equal length and danger         │
            │  │  t                show the cells that enemies can attack, marked !       │
            │  └ ↓ more ──────────────────────────────────────────────────────────────────┘
            │ arrows PageUp PageDown scroll · Tab next part · Esc close
        "#]],
    );
}

/// Pressing an endangered ally shows the cause and the rescues; an undecided ally is selected by the first press.
#[test]
fn a_press_of_a_foreseen_death_tells_why_and_what_averts_it() {
    let mut app = app("first-light");
    screen(&mut app, 80, 24);
    let seat = app.session().seat();
    let dies = |id: &EntityId| seat.forecast().forecast_of(*id).is_some_and(|foreseen| foreseen.dies);
    let state = seat.known().state();
    let lost =
        state.living().find(|(id, row)| !row.is_activated() && dies(id)).expect("a light goes out, as is foreseen");
    let cell = lost.1.cell;
    app.handle(Input::Click(3 + 5 * cell.x() as u16 + 2, 3 + 2 * cell.y() as u16));
    assert_eq!(app.mode(), Mode::Why);
    let shown = screen(&mut app, 100, 60);
    assert!(shown.contains("Orders that save"), "{shown}");
}

#[test]
fn a_page_is_scrolled_by_pages_and_not_beyond_its_end() {
    let mut app = app("first-light");
    press(&mut app, "?");
    let first = screen(&mut app, 80, 24);
    for _ in 0..20 {
        app.handle(Input::Key(KeyCode::PageDown));
    }
    let last = screen(&mut app, 80, 24);
    assert_ne!(first, last);
    press(&mut app, "↑");
    assert_ne!(screen(&mut app, 80, 24), last, "nothing of what was pressed too often is left");
    for _ in 0..20 {
        app.handle(Input::Key(KeyCode::PageUp));
    }
    assert_eq!(screen(&mut app, 80, 24), first);
    assert!(first.contains("Shift-Tab"), "{first}");
}

#[test]
fn a_page_is_gone_through_by_its_parts() {
    let mut app = app("under-the-arch");
    press(&mut app, "?");
    let mut top = || {
        let seen = screen(&mut app, 80, 24);
        press(&mut app, "⇥");
        seen.lines().nth(2).unwrap_or_default().trim_matches(['│', ' ']).to_owned()
    };
    let tops: Vec<String> = std::iter::repeat_with(&mut top).take(5).collect();
    expect![[r#"
        [
            "(X) your unit   <x> enemy   [x] neutral   :x: a unit will be here",
            "ORDER",
            "PLANS",
            "WALKS",
            "TARGETS",
        ]
    "#]]
    .assert_debug_eq(&tops);
    app.handle(Input::Key(KeyCode::BackTab));
    app.handle(Input::Key(KeyCode::BackTab));
    let before = screen(&mut app, 80, 24);
    assert!(before.contains(&tops[4]) && !before.contains(&tops[1]), "{before}");
    let rows: Vec<&str> = before.lines().collect();
    let edge = rows.iter().position(|row| row.contains("↓ more")).expect("the page goes on");
    let last: String = rows[edge - 1].chars().skip(4).take(60).collect();
    app.handle(Input::Key(KeyCode::PageDown));
    let after = screen(&mut app, 80, 24);
    assert!(after.contains(&last), "the last row that was seen is seen again: {last}\n{before}\n{after}");
    let mut last_tops = std::iter::repeat_with(|| {
        press(&mut app, "⇥");
        screen(&mut app, 80, 24).lines().nth(2).unwrap_or_default().to_owned()
    });
    assert!(last_tops.by_ref().take(12).any(|top| top.contains(&tops[0])));
}

#[test]
fn all_that_is_foreseen_is_a_page() {
    let mut app = app("first-light");
    press(&mut app, "o");
    assert_eq!(app.mode(), Mode::Foreseen);
    let shown = screen(&mut app, 100, 60);
    assert!(shown.contains("Forecast") && shown.matches("Rat").count() > 2, "{shown}");
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Units);
}

#[test]
fn the_page_of_an_empty_cell_tells_of_the_cell() {
    let mut app = app("first-light");
    press(&mut app, "⎋↑");
    let cell = app.cursor();
    assert!(!app.session().seat().known().state().occupant(cell).is_some(), "{cell}");
    press(&mut app, "i");
    let shown = screen(&mut app, 100, 40);
    assert!(shown.contains(&format!("{cell}: floor")) && shown.contains("No unit is here."), "{shown}");
}

/// Steps of one path are one line, and so are consecutive waits. An activation that ends after a walk is no wait.
#[test]
fn the_log_tells_ways_and_who_waits() {
    let mut app = app("the-slow-hour");
    press(&mut app, "⏎1→→⏎x x x ");
    press(&mut app, "x x x x");
    expect![[r#"
        — Round 1 —
        Shade: Walk.
        Shade: b3 → c3 → d3 (walk).
        Warden waits.
        The round ends.
        round 2 begins.
        — Round 2 —
        Shade waits."#]]
    .assert_eq(&app.session().told().lines().join("\n"));
}
