//! The terminal game, driven by input events and read from its screen.

mod deck;
mod ends;
mod online;
mod pages;
mod runs;

use crossterm::event::KeyCode;
use expect_test::{Expect, expect};
use foretoken_game::presentation::Presentation;
use foretoken_game::tui::{self, App, AppRequest, Input, Mode};
use foretoken_session::Session;
use foretoken_session::briefing::Occasion;
use foretoken_session::content::Content;
use foretoken_session::texts::{names, rewind_points};
use foretoken_tests::Pack;
use foretoken_vm::state::flag;
use foretoken_vm::{Change, ChangeKind, Entity, EntityId, GameState, Team};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;

fn content() -> Content {
    content_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets"))
}

fn content_of(assets: &Path) -> Content {
    Content::open(assets).expect("the assets")
}

fn told() -> Presentation {
    Presentation::of_pack(&content().folder("vigil").expect("the shipped pack"))
}

fn app(scenario: &str) -> App {
    app_of(&content(), scenario)
}

fn app_of(content: &Content, scenario: &str) -> App {
    let ready = content.setup(scenario, None).expect("it compiles");
    let session = Session::start(ready.setup, None).expect("nothing is recorded");
    App::new(session, ready.title, ready.hints).with_presentation(told())
}

/// Returns the screen as text with a bar before each row, so that leading spaces count.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| tui::draw(app, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(|y| format!("│{}\n", row(y))).collect()
}

/// Returns the keys of a text: a sign for each key without a letter, and letters for themselves.
fn keys(signs: &str) -> impl Iterator<Item = KeyCode> {
    signs.chars().map(|sign| match sign {
        '⏎' => KeyCode::Enter,
        '⎋' => KeyCode::Esc,
        '⇥' => KeyCode::Tab,
        '↑' => KeyCode::Up,
        '↓' => KeyCode::Down,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        '⇱' => KeyCode::Home,
        '⇲' => KeyCode::End,
        '⇞' => KeyCode::PageUp,
        '⇟' => KeyCode::PageDown,
        '⌫' => KeyCode::Backspace,
        other => KeyCode::Char(other),
    })
}

fn press(app: &mut App, signs: &str) -> AppRequest {
    keys(signs).map(|key| app.handle(Input::Key(key))).last().unwrap_or(AppRequest::Go)
}

fn check(keys: &str, expected: Expect) {
    let mut app = app("first-light");
    press(&mut app, keys);
    expected.assert_eq(&screen(&mut app, 80, 24));
}

#[test]
fn the_first_screen_shows_board_order_and_hint() {
    check(
        "",
        expect![[r#"
            │ First Light · Round 1 · Goal: Kill every enemy.
            │ Or keep the lantern lit for 5 rounds. · You lose if the lantern goes out. ·
            │     a    b    c    d    e    f    g    h   In turn order:
            │ 1   #    #    #    #    #    #    #    #   ·(S) Seer      3     ·…
            │                                             (W) Warden    5     ·…
            │ 2   #    .    .    .    .    .    .    #    <r> Rat A     2     Bite
            │                                             <r> Rat B     2     Bite
            │ 3   #    .    ←  A<r>  OOO   .    .    #    <r> Rat C     2     Bite
            │                    2   OOO
            │ 4   #   (W)   ↓    .    .    .    .    #   Seer  3/3 health
            │          5                                 Turns enemy attacks around.
            │ 5   #    .  A:r:↓×(!) B<r>   .    .    #   initiative 8, walks 3, faces east:
            │                   3→†   2                  Walk, Turn the Blade, Halt, Wait
            │ 6   #  »(S)«  .  C:r:←  ↑    .    .    #
            │          3
            │ 7   #    .    .    .  C<r>   .    .    #
            │                         2
            │ 8   #    #    #    #    #    #    #    #
            │
            │
            │ » Rats bite after you act. What you see now is what will happen.
            │
            │
            │ Tab next · Enter choose · e play round · u undo · ? help
        "#]],
    );
}

#[test]
fn the_whole_turn_is_foreseen_under_the_cursor() {
    check(
        "⏎2",
        expect![[r#"
            │ First Light · Round 1 · Goal: Kill every enemy.
            │ Or keep the lantern lit for 5 rounds. · You lose if the lantern goes out. ·
            │     a    b    c    d    e    f    g    h   In turn order:
            │ 1   #    #    #    #    #    #    #    #   ▶(S) Seer      3     ·Turn the Blade
            │                                             (W) Warden    5     ·…
            │ 2   #    .    .  × ↑ ×A:r:→  .    .    #   ·<r> Rat A     2     Bite
            │          ·    ·                             <r> Rat B     2     Bite
            │ 3   #    .    .  »<r>« OOO   .    .    #    <r> Rat C     2     Bite
            │          ·    ·  ∘ 2 ◉ OOO
            │ 4   #   (W)   .    .    .    .    .    #   Seer: Turn the Blade
            │          5    ·    ·    ·                  Turn whose attack around? Rat A (1
            │ 5   #    .    .  ×(!) B<r>   .    .    #   of 3)
            │          ·    ·   3→1 ∘ 2 ◉  ·               Rat A will attack in the opposite
            │ 6   #   (S)   .  C:r:←  ↑    .    .    #   direction
            │          3    ·    ·    ·    ·    ·        3. Rat A: Bite
            │ 7   #    .    .    .  C<r>   .    .    #     moves d3→d2→e2
            │          ·    ·    ·  ∘ 2 ◉  ·               d2 is hit, but it is empty
            │ 8   #    #    #    #    #    #    #    #   4. Rat B: Bite
            │                                              Lantern health 3→2
            │                                            … and 2 more: o shows all
            │ » Rats bite after you act. What you see now is what will happen.
            │
            │
            │ arrows/Tab aim · Enter choose · Esc back · ? help
        "#]],
    );
}

#[test]
fn an_action_that_would_reach_nobody_is_refused_with_the_reason() {
    let mut app = app("the-frozen-sill");
    press(&mut app, "⏎");
    let seen = screen(&mut app, 80, 24);
    assert!(seen.contains("3 Halt: no unit in range"), "{seen}");
    press(&mut app, "3");
    assert_eq!(app.mode(), Mode::Actions, "nothing is asked");
    let seen = screen(&mut app, 80, 24);
    assert!(seen.contains("Halt: no unit in range."), "{seen}");
    press(&mut app, "1");
    press(&mut app, "→→→⏎");
    let seen = screen(&mut app, 80, 24);
    assert!(seen.contains("3 Halt            action"), "{seen}");
}

fn chosen(app: &App, letter: char) -> Vec<String> {
    let (seat, book) = (app.session().seat(), app.session().book());
    let state = seat.known().state();
    let has_letter = |unit: &&EntityId| book.unit_type(state.entity(**unit)).is_some_and(|kind| kind.glyph == letter);
    let unit = seat.units().iter().find(has_letter).expect("a unit");
    let uses = seat.plan().intent(*unit).map(|intent| intent.uses.clone()).unwrap_or_default();
    uses.iter().map(|used| names::action(book, used.program).to_owned()).collect()
}

#[test]
fn escape_steps_back_one_action_and_then_out() {
    let mut app = app("first-light");
    press(&mut app, "⏎2");
    assert_eq!(app.mode(), Mode::Target);
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Actions, "what was aimed is given up");
    press(&mut app, "2⏎");
    assert_eq!((app.mode(), chosen(&app, 'S').len()), (Mode::Actions, 1));
    press(&mut app, "⎋");
    assert_eq!((app.mode(), chosen(&app, 'S').len()), (Mode::Actions, 0), "the action is taken back whole");
    press(&mut app, "⎋");
    assert_eq!(app.mode(), Mode::Units);
    assert!(app.session().seat().draft().is_none());
}

#[test]
fn a_unit_that_has_decided_is_chosen_for_with_its_decision_in_place() {
    let mut app = app("first-light");
    press(&mut app, "⏎1→⏎2⏎");
    let decided = chosen(&app, 'S');
    assert_eq!((app.mode(), decided.len()), (Mode::Units, 2));
    let entries = app.session().rewind_points().len();

    press(&mut app, "u");
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Actions, decided[..1].to_vec()));
    press(&mut app, "u");
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Actions, Vec::new()));

    press(&mut app, "1→⏎2⏎");
    assert_eq!(app.session().rewind_points().len(), entries);
    screen(&mut app, 80, 24);
    app.handle(Input::Click(3 + 5 + 2, 3 + 2 * 5));
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Actions, decided.clone()));
    press(&mut app, "2");
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Target, decided.clone()));
    press(&mut app, "⎋");
    assert_eq!(chosen(&app, 'S'), decided[..1]);
    press(&mut app, "⎋⎋⎋");
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Units, decided.clone()), "what was decided stands");
    press(&mut app, "⏎ ");
    assert_eq!((app.mode(), chosen(&app, 'S')), (Mode::Units, decided));
}

#[test]
fn an_action_takes_the_place_of_the_one_that_was_chosen_last() {
    let mut app = app("first-light");
    press(&mut app, "⏎1→⏎");
    assert_eq!((app.mode(), chosen(&app, 'S').len()), (Mode::Actions, 1));
    let shown = screen(&mut app, 80, 24);
    assert!(shown.contains("move, instead"), "{shown}");
    press(&mut app, "1");
    assert_eq!((app.mode(), chosen(&app, 'S').len()), (Mode::Target, 1), "another walk instead of the first");
    let shown = screen(&mut app, 80, 24);
    assert!(shown.contains("Walk replaces Walk"), "{shown}");
}

#[test]
fn undo_takes_back_whole_decisions_and_rounds_without_chance() {
    let mut app = app("first-light");
    let start = app.session().battle().clone();
    press(&mut app, "A");
    assert!(app.session().seat().has_all_decided());
    press(&mut app, "u");
    assert!(!app.session().seat().has_all_decided());
    press(&mut app, "Ae");
    assert_eq!(app.mode(), Mode::Watch);
    press(&mut app, "x");
    assert_eq!(app.session().battle().state().round(), 2);
    press(&mut app, "u");
    assert_eq!(app.session().battle(), &start, "the round is taken back, for nothing in it was left to chance");
    assert!(app.session().seat().has_all_decided(), "with its decisions standing");
}

#[test]
fn rewinding_forks_from_any_decision() {
    let mut app = app("first-light");
    let start = app.session().battle().clone();
    press(&mut app, "AexAex");
    let points = app.session().rewind_points();
    assert!(points.len() > 4);
    let rows = rewind_points::rows(&points);
    for (row, pair) in rows.iter().zip(points.windows(2)) {
        if let Occasion::Decided { .. } = &pair[1].what {
            let words = format!("before {}", rewind_points::occasion(&pair[1].what));
            assert!(row.ends_with(&words), "{row} leads to the state before {words}");
        }
    }
    assert!(rows.last().is_some_and(|row| row.ends_with("now")));
    let mut once = rows.clone();
    once.dedup();
    assert_eq!(once, rows);
    press(&mut app, "r↑↑↑↑↑↑↑↑↑↑↑↑⏎");
    assert_eq!(app.session().battle(), &start);
    assert_eq!(app.session().rewind_points().len(), 1);
}

#[test]
fn the_mouse_chooses_units_actions_and_targets() {
    let mut app = app("first-light");
    screen(&mut app, 80, 24);
    // Columns are five characters wide after three, rows two high after three.
    app.handle(Input::Click(3 + 5 + 2, 3 + 2 * 5));
    assert_eq!(app.mode(), Mode::Actions);
    screen(&mut app, 80, 24);
    app.handle(Input::Click(50, 11));
    assert_eq!(app.mode(), Mode::Target);
    screen(&mut app, 80, 24);
    app.handle(Input::Hover(3 + 5 * 4 + 2, 3 + 2 * 4));
    assert!(app.session().seat().draft().and_then(|draft| draft.hover()).is_some());
    app.handle(Input::Click(3 + 5 * 4 + 2, 3 + 2 * 4));
    assert_eq!(app.mode(), Mode::Actions);
    app.handle(Input::RightClick);
    assert_eq!(app.mode(), Mode::Actions);
    assert!(!app.session().seat().has_chosen(), "the action is taken back");
}

#[test]
fn committing_with_undecided_units_asks_once() {
    let mut app = app("first-light");
    press(&mut app, "e");
    assert_eq!(app.mode(), Mode::Units, "asked");
    press(&mut app, "e");
    assert_eq!(app.mode(), Mode::Watch);
    let mut ticks = 0;
    while app.is_playing() {
        app.handle(Input::Tick);
        ticks += 1;
        assert!(ticks < 1_000, "what is watched ends");
    }
    assert_eq!(app.mode(), Mode::Over, "three bites put the lantern out, as was foreseen");
}

#[test]
fn the_computer_can_play_it_to_the_end() {
    let mut app = app("first-light");
    for _ in 0..40 {
        press(&mut app, "Aex");
        if app.mode() == Mode::Over {
            break;
        }
    }
    assert_eq!(app.mode(), Mode::Over);
    assert!(screen(&mut app, 80, 24).contains("q quit"));
    assert_eq!(press(&mut app, "q"), AppRequest::Quit);
}

#[test]
fn a_terminal_too_small_is_told_so() {
    let mut app = app("first-light");
    expect![[r#"
        │This terminal has 40 by 10 characters;
        │the game needs 60 by 20. Make it larger,
        │or press q to quit.
        │
        │
        │
        │
        │
        │
        │
    "#]]
    .assert_eq(&screen(&mut app, 40, 10));
}

#[test]
fn every_scenario_draws_at_80_by_24_and_larger() {
    for info in content().scenarios("vigil").expect("the pack") {
        let mut app = app(&info.name);
        for (width, height) in [(60, 20), (80, 24), (132, 43)] {
            let screen = screen(&mut app, width, height);
            assert!(screen.contains("In turn order"), "{} at {width}x{height}:\n{screen}", info.name);
            let corner = app.session().book().board.height().to_string();
            assert!(
                screen.lines().any(|line| line.trim_start_matches(['│', ' ']).starts_with(&corner)),
                "the last row is shown"
            );
        }
    }
}

#[test]
fn without_colours_the_screen_says_the_same() {
    let mut plain = app("oil-and-ember").without_colours();
    let mut coloured = app("oil-and-ember");
    for app in [&mut plain, &mut coloured] {
        press(app, "⏎1");
    }
    assert_eq!(screen(&mut plain, 80, 24), screen(&mut coloured, 80, 24));
}

#[test]
fn two_sides_play_at_one_screen_which_shows_nothing_while_it_changes_hands() {
    let ready = content().setup("first-light", None).expect("it compiles");
    let session = Session::start(ready.setup.hot_seat(), None).expect("nothing is recorded");
    let mut app = App::new(session, ready.title, ready.hints);
    let of_rats = screen(&mut app, 80, 24);
    assert!(of_rats.contains("Rat A  2/2 health"), "the rats are decided for first:\n{of_rats}");
    assert!(!of_rats.contains("Rats bite after you act."), "the hint is not for the rats:\n{of_rats}");
    press(&mut app, "Ae");
    assert_eq!(app.mode(), Mode::HandOver);
    let between = screen(&mut app, 80, 24);
    assert!(between.contains("Next player: side 1."), "{between}");
    assert!(!between.contains("Rat") && !between.contains("Seer"), "{between}");
    press(&mut app, "e1?");
    assert_eq!(app.mode(), Mode::HandOver, "only sitting down goes on");
    press(&mut app, "⏎");
    let of_augurs = screen(&mut app, 80, 24);
    assert!(of_augurs.contains("Rat A     2     Bite"), "what the rats decided is seen:\n{of_augurs}");
    press(&mut app, "u");
    let refused = screen(&mut app, 80, 24);
    assert!(refused.contains("Another side has decided since then"), "{refused}");
    press(&mut app, "Ae");
    assert_eq!(app.mode(), Mode::Watch);
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    assert_eq!(app.mode(), Mode::HandOver, "the next round is the rats' to begin");
    press(&mut app, "⏎");
    assert_eq!(app.mode(), Mode::Watch, "they see what happened while they were away");
}

/// A unit that hides again is in no list, and its kind's numbers stay.
#[test]
fn who_hides_again_is_in_no_list_and_keeps_its_name() {
    let ready = content().setup("first-light", None).expect("it compiles");
    let mut session = Session::start(ready.setup, None).expect("nothing is recorded");
    let rats = |session: &Session, state: &GameState| -> Vec<String> {
        let truth = session.battle().state().living().map(|(id, _)| id);
        let named = truth.map(|id| names::entity(session.book(), state, id));
        named.filter(|name| name.starts_with("Rat")).collect()
    };
    let before = rats(&session, session.battle().state());
    assert!(before.len() >= 2, "{before:?}");
    let is_first =
        |(id, _): &(EntityId, &Entity)| names::entity(session.book(), session.battle().state(), *id) == before[0];
    let (entity, row) = session.battle().state().living().find(is_first).expect("a rat");
    let (flags, after) = (row.flags as i32, (row.flags | flag::HIDDEN) as i32);
    let hide =
        Change { kind: ChangeKind::Flags, label: foretoken_vm::Label::NONE, entity, at: 0, before: flags, after };
    session.edit_state(&[hide]).expect("it can hide");
    assert_eq!(rats(&session, session.seat().known().state()), before, "names stay");
    let mut app = App::new(session, ready.title, ready.hints);
    let shown = screen(&mut app, 120, 40);
    assert!(!shown.contains(&before[0]) && shown.contains(&before[1]), "{shown}");
    let has_names = |shown: &str| {
        let told = shown.replace("no unit in range", "");
        assert!(!told.contains("no unit") && !told.contains("<?>"), "{shown}");
    };
    for _ in 0..3 {
        press(&mut app, "Ae");
        while app.mode() == Mode::Watch {
            app.handle(Input::Tick);
            has_names(&screen(&mut app, 120, 40));
        }
        press(&mut app, "L");
        has_names(&screen(&mut app, 120, 60));
        press(&mut app, "⎋");
    }
}

#[test]
fn a_turn_of_points_is_played_and_ended() {
    let mut app = app("three-breaths");
    let begun = screen(&mut app, 100, 30);
    assert!(begun.contains("Round 1, 3 points left"), "{begun}");
    assert!(begun.contains("100 (S) Seer") && begun.contains("-- the end of a side's turn"), "{begun}");
    assert!(begun.contains("e end the turn"), "{begun}");
    press(&mut app, "⇥⏎ ");
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    let spent = screen(&mut app, 100, 30);
    assert!(spent.contains("Round 1, 2 points left"), "{spent}");
    let own = spent.split("-- the end of a side's turn").next().unwrap_or_default();
    assert!(own.contains("100 (H) Hook") && !own.contains("(W) Warden"), "the points go to the others:\n{spent}");
    press(&mut app, "e");
    let warned = screen(&mut app, 100, 30);
    assert!(warned.contains("Without orders: Seer, Hook, Warden. Press again to end the turn anyway."), "{warned}");
    press(&mut app, "e");
    assert_eq!(app.mode(), Mode::Watch, "the other side acts");
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    let next = screen(&mut app, 100, 30);
    assert!(next.contains("Round 2, 3 points left"), "{next}");
}

#[test]
fn a_duel_by_charge_time_shows_when_each_acts() {
    let mut app = app("the-slow-hour");
    let times = |app: &mut App| -> Vec<String> {
        let screen = screen(app, 100, 30);
        let turn = |line: &str| {
            line.split_whitespace()
                .find(|word| word.starts_with('t') && word[1..].parse::<u32>().is_ok())
                .map(str::to_owned)
        };
        screen.lines().filter_map(turn).take(4).collect()
    };
    assert_eq!(times(&mut app), ["t7", "t9", "t9", "t11"]);
    press(&mut app, "⏎1⇥");
    assert_eq!(times(&mut app), ["t7", "t9", "t11", "t11"], "the walk under the cursor takes charge away");
    press(&mut app, "⏎");
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    assert_eq!(app.mode(), Mode::Actions, "the same unit goes on");
    press(&mut app, " ");
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    let next = screen(&mut app, 100, 30);
    assert!(next.contains("Round 1, tick 9"), "the warden is asked:\n{next}");
}

#[test]
fn sight_steps_and_distances_are_marked_while_aiming() {
    let mut app = app("the-rope-walk");
    press(&mut app, "⏎⏎1→→");
    let seen = screen(&mut app, 100, 30);
    assert!(seen.contains("d3, 2 steps"), "{seen}");
    assert_eq!(seen.matches('◉').count(), 1, "{seen}");
    press(&mut app, "d");
    let seen = screen(&mut app, 100, 30);
    assert!(seen.contains("1-9 steps (d)") && seen.contains("│ 2   #    3    2    1"), "{seen}");
    press(&mut app, "dt");
    let seen = screen(&mut app, 100, 30);
    assert!(seen.contains("! reach (t)") && !seen.contains("1-9 steps"), "{seen}");
}

#[test]
fn a_region_is_marked_before_and_after_picking() {
    let mut app = app("powder");
    let shade = foretoken_tests::cell("b7");
    while app.cursor() != shade {
        press(&mut app, "⇥");
    }
    press(&mut app, "⏎4");
    let before = screen(&mut app, 100, 30);
    assert!(before.contains('·'), "{before}");
    press(&mut app, "⏎");
    let after = screen(&mut app, 100, 30);
    assert_eq!(after.matches('◆').count(), 1, "{after}");
}

#[test]
fn a_battle_of_charge_time_is_told_in_its_own_words() {
    let mut app = app("the-slow-hour");
    let seen = screen(&mut app, 80, 30);
    let (foreseen, assumed) = seen.split_once("Next, if all wait:").expect("what is assumed has a heading");
    assert!(foreseen.contains("In turn order:") && assumed.contains(" t"), "{seen}");
    press(&mut app, "⏎");
    let seen = screen(&mut app, 80, 30);
    assert!(seen.lines().any(|line| line.contains("▶1 Walk") && line.contains("30 charge")), "{seen}");
    press(&mut app, "⎋?");
    let seen = screen(&mut app, 80, 44);
    assert!(seen.contains("Charge grows by initiative each tick.") && seen.contains("counted in charge"), "{seen}");
    assert!(!seen.contains("play the round") && !seen.contains("decides first"), "{seen}");
}

/// During playback, order and panel show only what the board shows.
#[test]
fn what_is_watched_is_told_as_far_as_it_is_shown() {
    let mut app = app("the-slow-hour");
    press(&mut app, "⏎1⇥⏎");
    assert_eq!(app.mode(), Mode::Watch, "the walk is carried out at once");
    let seen = screen(&mut app, 80, 30);
    let order: Vec<&str> = seen.lines().filter(|line| line.contains('▶') || line.contains("t1")).collect();
    assert!(!seen.contains("if all wait"), "{seen}");
    assert!(order.len() <= 1, "{seen}");
    press(&mut app, "x");
    assert_ne!(app.mode(), Mode::Watch);
    assert!(screen(&mut app, 80, 30).contains("if all wait"));
}

#[test]
fn a_walk_that_is_taken_back_leaves_the_log() {
    let mut app = app("the-slow-hour");
    press(&mut app, "⏎1⇥⏎x");
    let once = app.session().told().lines().to_vec();
    assert!(once.iter().any(|line| line.contains("walk")), "{once:?}");
    press(&mut app, " x");
    assert!(app.session().told().lines().len() >= once.len());
    press(&mut app, "u");
    assert_ne!(app.mode(), Mode::Watch, "the walk was seen already");
    assert_eq!(app.session().told().lines(), once);
    press(&mut app, "u");
    assert_eq!(app.session().told().lines(), [""; 0]);
    press(&mut app, "L");
    assert!(!screen(&mut app, 80, 24).contains("(walk)"), "the page shows the same");
}

/// The order shows no health after an unpredicted end of a round.
#[test]
fn behind_an_end_that_is_not_foreseen_the_order_tells_no_health() {
    let mut app = app("the-rope-walk");
    let seen = screen(&mut app, 120, 40);
    let order: Vec<&str> = seen.lines().skip_while(|line| !line.contains("In turn order:")).collect();
    let order: Vec<String> = order.iter().map(|line| line.chars().skip(60).collect()).collect();
    let at = order.iter().position(|line| line.contains("ends")).expect("a round ends");
    let tells = |line: &String| line.split_whitespace().next_back().is_some_and(|word| word.parse::<i32>().is_ok());
    let of_units =
        |lines: &[String]| lines.iter().filter(|line| line.contains(['(', '<'])).filter(|line| tells(line)).count();
    assert_eq!((of_units(&order[..at]), of_units(&order[at..])), (4, 0), "{seen}");
}
