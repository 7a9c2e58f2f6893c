//! Online play in the terminal: the pages of the lobby, and a battle with its strip, chat, end and rematch.

use super::*;
use foretoken_game::online::Online;
use foretoken_game::tui::{OnlineApp, OnlineWish};
use foretoken_session::wire::{Act, ToServer};
use foretoken_tests::desk::{CODE, Shared};
use std::sync::Arc;

fn lobby(desk: &Shared) -> OnlineApp {
    let desk = desk.clone();
    let mut online = Online::new(content(), None, Arc::new(move |_| desk.link()));
    online.set_name("Ada");
    OnlineApp::new(online)
}

fn page(app: &mut OnlineApp) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 18)).expect("a screen in memory");
    terminal.draw(|frame| app.draw(frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..18).map(|y| format!("│{}\n", row(y))).collect()
}

fn type_keys(app: &mut OnlineApp, signs: &str) -> OnlineWish {
    keys(signs).map(|key| app.handle(Input::Key(key))).last().unwrap_or(OnlineWish::Go)
}

fn tick(app: &mut App) {
    app.handle(Input::Tick);
}

/// Takes the other seat of the desk.
fn other(desk: &Shared) -> Session {
    let mut place = desk.place("Bob");
    place.poll();
    place.tell(ToServer::Sit { code: CODE.to_owned(), side: None });
    place.poll();
    Session::at_server(place).expect("it has begun")
}

#[test]
fn the_lobby_goes_from_the_address_to_a_seat() {
    let desk = Shared::new(&content(), "first-light");
    let mut app = lobby(&desk);
    expect![[r#"
        │
        │  Play online
        │  Battles against other players at a server.
        │
        │  ▶ 1 Server: 127.0.0.1:7777
        │    2 Name: Ada
        │    3 Connect
        │
        │  Address of the server, such as example.org or wss://example.org.
        │
        │  arrows and Enter, or a number · q quit
        │
        │
        │
        │
        │
        │
        │
    "#]]
    .assert_eq(&page(&mut app));
    type_keys(&mut app, "2");
    type_keys(&mut app, "⌫⌫⌫Eve");
    assert!(page(&mut app).contains("Name: Eve_  (Enter: done · Esc: cancel)"), "{}", page(&mut app));
    type_keys(&mut app, "⏎");
    type_keys(&mut app, "3");
    assert!(page(&mut app).contains("Connecting …"), "{}", page(&mut app));
    assert_eq!(app.handle(Input::Tick), OnlineWish::Go);
    app.handle(Input::Tick);
    expect![[r#"
        │
        │  Tables at 127.0.0.1:7777
        │
        │
        │  ▶ 1 A battle · 2 free seats · DESK
        │    2 Watch A battle
        │    3 New table
        │    4 Code: none
        │    5 Refresh the list
        │    6 Disconnect
        │
        │  Side 1: free. Side 2: free. Computer: normal. Watchers see the battle without
        │  delay.
        │
        │  arrows and Enter, or a number · q quit
        │
        │
        │
    "#]]
    .assert_eq(&page(&mut app));
    type_keys(&mut app, "3");
    type_keys(&mut app, "26");
    expect![[r#"
        │
        │  New table
        │
        │
        │  ▶ 1 Scenario: A battle
        │    2 Seats: the first side
        │    3 Computer: normal
        │    4 Table: open
        │    5 Watchers: no delay
        │    6 Clock: 30 s a turn, 2 min in the bank
        │    7 Out of time: wait
        │    8 Ironman: off
        │    9 Create the table
        │      Cancel
        │  Choose another one from the list.
        │
        │  arrows and Enter, or a number · q quit
        │
    "#]]
    .assert_eq(&page(&mut app));
    type_keys(&mut app, "⎋");
    type_keys(&mut app, "1");
    assert_eq!(app.handle(Input::Tick), OnlineWish::Battle);
    let session = app.online.take_battle().expect("it has begun");
    app.online.put_back(session);
    app.refresh();
    expect![[r#"
        │
        │  A battle · table DESK
        │  Waiting for players. Give them the code of the table. Computer: normal.
        │
        │    1 Side 1: Player 1 (you)
        │    2 Side 2: free
        │  ▶ 3 Start the battle
        │    4 Say something
        │    5 Leave the table
        │    6 Disconnect
        │
        │  The computer takes the free seats. Only the creator can start now.
        │
        │  arrows and Enter, or a number · q quit
        │
        │
        │
        │
    "#]]
    .assert_eq(&page(&mut app));
    assert_eq!(type_keys(&mut app, "q"), OnlineWish::Go, "back to the first page");
    assert_eq!(type_keys(&mut app, "q"), OnlineWish::Quit);
}

#[test]
fn the_list_of_tables_refreshes_and_the_selection_follows_its_row() {
    let desk = Shared::new(&content(), "first-light");
    let mut app = lobby(&desk);
    type_keys(&mut app, "3");
    app.handle(Input::Tick);
    app.handle(Input::Tick);
    assert!(page(&mut app).contains("2 free seats"), "{}", page(&mut app));
    let mut bob = desk.place("Bob");
    bob.poll();
    bob.tell(ToServer::Sit { code: CODE.to_owned(), side: None });
    type_keys(&mut app, "↓↓");
    let selected = |app: &mut OnlineApp| page(app).lines().find(|line| line.contains('▶')).map(str::to_owned);
    let before = selected(&mut app);
    for _ in 0..40 {
        app.handle(Input::Tick);
    }
    assert!(page(&mut app).contains("1 free seat"), "{}", page(&mut app));
    assert_eq!(selected(&mut app), before);
}

#[test]
fn an_online_battle_shows_whose_turn_it_is_and_goes_from_chat_to_rematch() {
    let desk = Shared::new(&content(), "first-light");
    let mut lobby = lobby(&desk);
    type_keys(&mut lobby, "3");
    lobby.handle(Input::Tick);
    lobby.handle(Input::Tick);
    type_keys(&mut lobby, "1");
    assert_eq!(lobby.handle(Input::Tick), OnlineWish::Battle);
    let mut app = App::new(lobby.online.take_battle().expect("begun"), "First Light".to_owned(), Vec::new());
    let mut bob = other(&desk);
    let shown = |app: &mut App| screen(app, 100, 30);
    tick(&mut app);
    let first = if app.session().is_asked() { "Your turn." } else { "Waiting for Player 2." };
    assert!(shown(&mut app).contains(first), "{}", shown(&mut app));
    if !app.session().is_asked() {
        press(&mut app, "e");
        assert!(shown(&mut app).contains("The other side decides now."), "{}", shown(&mut app));
        bob.poll();
        bob.decide_rest_by_planner();
        bob.commit();
        tick(&mut app);
    }
    assert!(shown(&mut app).contains("Your turn."), "{}", shown(&mut app));
    press(&mut app, "K⏎hello⏎");
    tick(&mut app);
    expect![[r#"
        │ First Light · Round 1 · Goal: Kill every enemy.
        │ Or keep the lantern lit for 5 rounds. · You lose if the lantern goes out.
        │ You lose if all augurs die. · Bonus: Lose no augur. · Bonus: Win by killing every enemy.
        │ Your turn. · Player 1: hello (K: table)
        │     a    b    c    d    e    f    g    h   In turn order:
        │ 1   #    #    #    #    #    #    #    #   ·(S) Seer      3     ·…
        │                                             (W) Warden    5     ·…
        │ 2   #    .    .    .    .    .    .    #    <r> Rat A     2     Bite
        │                                             <r> Rat B     2     Bite
        │ 3   #    .    ←  A<r>  OOO   .    .    #    <r> Rat C     2     Bite
        │            ┌ Online battle ───────────────────────────────────────────────────────────┐
        │ 4   #   (W)│A battle · table DESK                                                     │
        │          5 │Side 1: Player 1 (you)                                                    │
        │ 5   #    . │Side 2: Player 2                                                          │n the Blade,
        │            │Computer: normal. Watchers see the battle without delay.                  │
        │ 6   #  »(S)│                                                                          │
        │          3 │Player 1: hello                                                           │
        │ 7   #    . │Enter: say something · p: pause or continue · R: resign · l: leave · Esc: │
        │            │close                                                                     │
        │ 8   #    # └──────────────────────────────────────────────────────────────────────────┘
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
    "#]]
    .assert_eq(&shown(&mut app));
    press(&mut app, "⎋");
    desk.cut(0);
    tick(&mut app);
    tick(&mut app);
    assert!(shown(&mut app).contains("Your turn."), "connected again: {}", shown(&mut app));
    bob.poll();
    bob.place_mut().expect("at the desk").act(Act::Resign);
    tick(&mut app);
    while app.is_playing() {
        tick(&mut app);
    }
    tick(&mut app);
    assert_eq!(app.mode(), Mode::Over);
    assert!(
        shown(&mut app).contains("r rematch · K table and chat · l leave the table · q quit"),
        "{}",
        shown(&mut app)
    );
    assert_eq!(press(&mut app, "r"), AppRequest::Go);
    tick(&mut app);
    assert_ne!(app.mode(), Mode::Over, "the rematch has begun");
    assert_eq!(app.session().outcome(), 0);
    press(&mut app, "K");
    assert_eq!(press(&mut app, "l"), AppRequest::Leave);
    lobby.online.put_back(app.into_session());
    lobby.online.leave();
    lobby.handle(Input::Tick);
    assert!(page(&mut lobby).contains("Tables at 127.0.0.1:7777"), "{}", page(&mut lobby));
}
