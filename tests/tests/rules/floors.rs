//! A bridge over a road in the terminal: every cell can be selected, and the cursor's floor determines what is visible.

use crossterm::event::KeyCode;
use expect_test::{Expect, expect};
use foretoken_game::tui::{self, App, Input, Mode};
use foretoken_preview::Threat;
use foretoken_session::texts::names;
use foretoken_tests::{Pack, find, told};
use foretoken_vm::machine::find_walks;
use foretoken_vm::space::{PathFinder, SafestPaths};
use foretoken_vm::{ActionUse, Address, Answer, Buffers, Cell, Intent, Key, Log, Plan, Team};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const LEAP: &str = r#"Action(
    cost: Move,
    body: [
        DeclareTarget(
            name: "T1",
            reach: Board,
            filter: [
                Empty,
            ],
        ),
        Teleport(
            to: "T1",
        ),
    ],
)
"#;

const LEAPER: &str = r#"Unit(
    title: "Leaper",
    glyph: "Y",
    initiative: 9,
    actions: [
        "leap",
    ],
)
"#;

fn pack() -> Pack {
    Pack::new(
        "
        Y.......
        .......r
        ........
        ........
        ........
        ........
        ........
        ",
    )
    .heights(
        "
        ........
        ...v....
        ........
        ........
        ........
        ...^....
        ........
        ",
    )
    .floor(
        4,
        "
        ________
        ________
        ___.____
        ___.__._
        ___.____
        ________
        ________
        ",
    )
    .floor(
        8,
        "
        ________
        ________
        ________
        ______._
        ________
        ________
        ________
        ",
    )
    .with("actions/leap.ron", LEAP)
    .with("units/leaper.ron", LEAPER)
}

fn app(pack: &Pack) -> App {
    App::new(pack.start(), "A bridge".to_owned(), Vec::new())
}

fn press(app: &mut App, key: KeyCode) {
    app.handle(Input::Key(key));
}

fn screen(app: &mut App) -> String {
    sized(app, (100, 26))
}

fn sized(app: &mut App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| tui::draw(app, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(|y| format!("│{}\n", row(y))).collect()
}

fn board(app: &mut App) -> String {
    let rows =
        screen(app).lines().skip(1).take(15).map(|row| row.chars().take(44).collect::<String>()).collect::<Vec<_>>();
    rows.iter().map(|row| format!("{}\n", row.trim_end())).collect()
}

fn asked(app: &mut App) {
    press(app, KeyCode::Enter);
    press(app, KeyCode::Char('1'));
    assert_eq!(app.mode(), Mode::Target);
}

fn chosen(app: &App) -> Vec<Cell> {
    let seat = app.session().seat();
    let unit = find(seat.book(), seat.known().state(), 'Y');
    let told = told(seat.book(), seat.known(), seat.plan(), unit, seat.plan().intent(unit).expect("it is decided"));
    told.into_iter().flat_map(|(_, cells)| cells).collect()
}

fn free(app: &App) -> Vec<Cell> {
    let state = app.session().seat().known().state();
    app.session().book().board.cells().filter(|&cell| !state.occupant(cell).is_some()).collect()
}

#[test]
fn every_cell_is_chosen_by_keys() {
    let pack = pack();
    let all = free(&app(&pack));
    assert_eq!(all.len(), 8 * 7 + 4 + 1 - 2);
    for cell in all {
        let mut app = app(&pack);
        asked(&mut app);
        for _ in 0..8 {
            press(&mut app, KeyCode::Left);
            press(&mut app, KeyCode::Up);
        }
        (0..cell.x()).for_each(|_| press(&mut app, KeyCode::Right));
        (0..cell.y()).for_each(|_| press(&mut app, KeyCode::Down));
        (0..3).for_each(|_| press(&mut app, KeyCode::PageUp));
        let column = app.session().book().board.column(cell.x(), cell.y()).rev();
        let down = column.take_while(|&above| above != cell).count();
        (0..down).for_each(|_| press(&mut app, KeyCode::PageDown));
        assert_eq!(app.cursor(), cell);
        press(&mut app, KeyCode::Enter);
        assert_eq!(chosen(&app), [cell]);
    }
}

#[test]
fn every_cell_is_chosen_by_the_mouse_at_a_floor_that_shows_it() {
    let pack = pack();
    for cell in free(&app(&pack)) {
        let mut app = app(&pack);
        asked(&mut app);
        app.handle(Input::Hover(3 + 2, 2 + 2 * 6));
        let level = cell.floor();
        for _ in level..2 {
            press(&mut app, KeyCode::Char('['));
        }
        screen(&mut app);
        let (x, y) = (3 + 5 * cell.x() as u16 + 2, 2 + 2 * cell.y() as u16);
        app.handle(Input::Hover(x, y));
        assert_eq!(app.cursor(), cell, "what is seen is pointed at");
        app.handle(Input::Click(x, y));
        assert_eq!(chosen(&app), [cell]);
    }
}

#[test]
fn the_cursor_keeps_its_floor_until_a_key_changes_it() {
    let mut app = app(&pack());
    assert_eq!(app.cursor().to_string(), "a1");
    let mut walk = |keys: &[KeyCode], expect: &str| {
        let mut way = Vec::new();
        for &key in keys {
            press(&mut app, key);
            way.push(app.cursor().to_string());
        }
        assert_eq!(way.join(" "), expect);
    };
    let (down, right, left) = (KeyCode::Down, KeyCode::Right, KeyCode::Left);
    walk(&[down, down, right, right, right, right], "a2 a3 b3 c3 d3^1 e3");
    walk(&[left, KeyCode::PageDown, down, KeyCode::Up, left], "d3^1 d3 d4 d3 c3");
    walk(&[right, right, left, KeyCode::PageUp, left, right], "d3 e3 d3 d3^1 c3 d3^1");
}

fn check(app: &mut App, expected: Expect) {
    expected.assert_eq(&board(app));
}

#[test]
fn floors_are_cut_away_above_the_cursor() {
    let mut app = app(&pack());
    check(
        &mut app,
        expect![[r#"
        │     a    b    c    d    e    f    g    h
        │ 1 »(Y)«  .    .    .    .    .    .    .
        │     3
        │ 2   .    .    .   :r:←  ←    ←    ←   <r>
        │                      ▿                 2
        │ 3   .    .    .    .    .    .    .    .
        │                      ⁴
        │ 4   .    .    .    .    .    .    .    .
        │                      ⁴              ⁸
        │ 5   .    .    .    .    .    .    .    .
        │                      ⁴
        │ 6   .    .    .    .    .    .    .    .
        │                      ▵
        │ 7   .    .    .    .    .    .    .    .
        │
    "#]],
    );
    press(&mut app, KeyCode::PageDown);
    check(
        &mut app,
        expect![[r#"
        │     a    b    c    d    e    f    g    h
        │ 1 »(Y)«  .    .    .    .    .    .    .
        │     3
        │ 2   .    .    .   :r:←  ←    ←    ←   <r>
        │                      ▿                 2
        │ 3   .    .    .    .    .    .    .    .
        │                      ⁴
        │ 4   .    .    .    .    .    .  ¯ . ¯  .
        │                      ⁴              ⁴
        │ 5   .    .    .    .    .    .    .    .
        │                      ⁴
        │ 6   .    .    .    .    .    .    .    .
        │                      ▵
        │ 7   .    .    .    .    .    .    .    .
        │
    "#]],
    );
    press(&mut app, KeyCode::PageDown);
    check(
        &mut app,
        expect![[r#"
        │     a    b    c    d    e    f    g    h
        │ 1 »(Y)«  .    .    .    .    .    .    .
        │     3
        │ 2   .    .    .   :r:←  ←    ←    ←   <r>
        │                      ▿                 2
        │ 3   .    .    .  ¯ . ¯  .    .    .    .
        │
        │ 4   .    .    .  ¯ . ¯  .    .  ¯ . ¯  .
        │
        │ 5   .    .    .  ¯ . ¯  .    .    .    .
        │
        │ 6   .    .    .    .    .    .    .    .
        │                      ▵
        │ 7   .    .    .    .    .    .    .    .
        │
    "#]],
    );
}

#[test]
fn a_small_terminal_tells_heights_beside_the_ground() {
    let mut app = app(&pack());
    let mut small = |keys: usize| {
        (0..keys).for_each(|_| press(&mut app, KeyCode::PageDown));
        let screen = sized(&mut app, (60, 20));
        let rows = screen.lines().skip(2).take(7).map(|row| row.chars().take(29).collect::<String>());
        rows.map(|row| format!("{}\n", row.trim_end())).collect::<String>()
    };
    expect![[r#"
        │ 1 (Y) .  .  .  .  .  .  .
        │ 2  .  .  . :r: ←  ←  ← <r>
        │ 3  .  .  .  .⁴  .  .  .  .
        │ 4  .  .  .  .⁴  .  .  .⁸  .
        │ 5  .  .  .  .⁴  .  .  .  .
        │ 6  .  .  .  .▵  .  .  .  .
        │ 7  .  .  .  .  .  .  .  .
    "#]]
    .assert_eq(&small(0));
    expect![[r#"
        │ 1 (Y) .  .  .  .  .  .  .
        │ 2  .  .  . :r: ←  ←  ← <r>
        │ 3  .  .  . ¯.¯ .  .  .  .
        │ 4  .  .  . ¯.¯ .  . ¯.¯ .
        │ 5  .  .  . ¯.¯ .  .  .  .
        │ 6  .  .  .  .▵  .  .  .  .
        │ 7  .  .  .  .  .  .  .  .
    "#]]
    .assert_eq(&small(2));
}

#[test]
fn the_panel_tells_height_and_floor_of_what_is_under_the_cursor() {
    let mut app = app(&pack());
    let mut told = |keys: &[KeyCode]| {
        keys.iter().for_each(|&key| press(&mut app, key));
        let screen = screen(&mut app);
        let panel: Vec<String> = screen.lines().map(|row| row.chars().skip(45).collect()).collect();
        panel.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (down, right) = (KeyCode::Down, KeyCode::Right);
    let ramp = told(&[right, right, right, down]);
    assert!(ramp.contains("d2: floor on the ground, a ramp from height 0 up to 4 in the south"), "{ramp}");
    let over = told(&[down]);
    assert!(over.contains("d3^1: floor floor 1, height 4, over d3"), "{over}");
    let under = told(&[KeyCode::PageDown]);
    assert!(under.contains("d3: floor on the ground, height 0, under d3^1"), "{under}");
}

#[test]
fn who_stands_under_the_bridge_is_seen_and_told_of() {
    let mut app = app(&pack());
    asked(&mut app);
    for _ in 0..8 {
        press(&mut app, KeyCode::Left);
        press(&mut app, KeyCode::Up);
    }
    let unit = find(app.session().book(), app.session().seat().known().state(), 'Y');
    for key in [KeyCode::Down, KeyCode::Down, KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::PageDown] {
        press(&mut app, key);
    }
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Char('e'));
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
    let at = app.session().seat().known().state().entity(unit).cell;
    assert_eq!(at.to_string(), "d3");
    assert_eq!(app.cursor(), at, "the cursor is on who is to be decided for, with the bridge cut away");
    assert!(board(&mut app).contains("(Y)"));
    press(&mut app, KeyCode::PageUp);
    let over = board(&mut app);
    assert!(over.contains("▾Y") && !over.contains("(Y)"), "{over}");
}

#[test]
fn who_comes_over_the_bridge_threatens_it_and_what_is_beside_and_not_all_of_the_road() {
    let book = foretoken_tests::shipped().compile("under-the-arch").0.expect("it compiles");
    let battle = book.battle(1);
    let (book, state) = (&book, battle.state());
    let at = |name: &str| name.parse::<Cell>().expect("a cell");
    let walker = state.occupant(at("i4"));
    let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
    find_walks(book, state, walker, at("i4"), 4, &mut paths, &mut safest);
    let reached: Vec<Cell> = paths.reached().collect();
    assert!(reached.contains(&at("h5")) && reached.contains(&at("f5^1")), "up the ramp: {reached:?}");
    assert!(!reached.contains(&at("g5")), "walls part it from the road: {reached:?}");
    let mut threat = Threat::default();
    threat.update(book, state, Team::PLAYER);
    let cells = threat.cells(book, None);
    for cell in ["g5^1", "f5^1", "g5"] {
        assert!(cells.contains(&at(cell)), "{cell}: {cells:?}");
    }
    assert!(!cells.contains(&at("b8")), "{cells:?}");
    let one = threat.cells(book, Some(walker));
    assert!(one.len() < cells.len() && one.iter().all(|cell| cells.contains(cell) && threat.harm_at(*cell) > 0));
}

const SINK: &str = r#"Action(title: "Sink", body: [DeclareTarget(name: "T1"), Damage(target: "T1", amount: "terrain(depth, T1) + height(T1)")])"#;

#[test]
fn heights_are_told_where_ground_differs() {
    let lie = |pack: Pack| names::lie(&pack.book().board, "a2".parse().expect("a cell"));
    assert_eq!(lie(Pack::new("W. .\n....")), None);
    assert_eq!(lie(Pack::new("W. .\n....").heights("00.2\n0000")).as_deref(), Some("height 0"));
}

#[test]
fn formulas_read_the_ground_and_its_height() {
    let mud = r#"Terrain(glyph: ",", parameters: [(name: "depth", value: 2)])"#;
    let unit = r#"Unit(title: "Sinker", glyph: "Y", actions: ["sink"])"#;
    let ground = r#"Unit(title: "Post", glyph: "X", health: 9, acts: false, tags: ["dark"])"#;
    let pack = Pack::new("YX")
        .heights("33")
        .with("terrains/floor.ron", mud)
        .with("actions/sink.ron", SINK)
        .with("units/sinker.ron", unit)
        .with("units/post.ron", ground);
    let book = pack.book();
    let (mut battle, mut plan, mut log) = (book.battle(1), Plan::default(), Log::default());
    let (unit, post) = (find(&book, battle.state(), 'Y'), find(&book, battle.state(), 'X'));
    let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(1, 0))];
    let uses = vec![ActionUse { program: book.find_program("sink").expect("it is there"), answers }];
    plan.set(unit, Intent { uses, complete: true }, 0);
    battle.apply_for_execution(&book, &plan, &mut Buffers::default(), &mut log);
    assert_eq!(battle.state().entity(post).health, 9 - 2 - 3);
}
