//! Runs on the screens of the terminal, driven by input events and read from the screen.

use super::content;
use crossterm::event::KeyCode;
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::{Command, Ending, Mode};
use foretoken_game::runs::{RunGame, Terms};
use foretoken_game::tui::{Input, RunApp, RunPage, RunWish, draw_run};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_tests::{copy_folder, root};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;

/// A campaign without battles, with each kind of page.
const MARKET: &str = r#"Campaign(
    title: "The Market",
    members: [
        (name: "Alda", unit: "captain"),
        (name: "Elin", unit: "healer", loadouts: [(title: "Spells", equip: 3, skills: [
            (skill: "mend"), (skill: "cleanse"), (skill: "ward"), (skill: "hasten"), (skill: "nurture", unlock: "old"),
        ])]),
    ],
    values: [(name: "gold", start: 10, range: (0, 99))],
    starts: ["market"],
    rooms: [
        (name: "market", kind: "shop", title: "The Stalls", offers: [
            (item: "iron-sword", spends: [(value: "gold", amount: 4)]),
            (item: "tower-shield", spends: [(value: "gold", amount: 50)]),
        ], next: [(to: "wagon")]),
        (name: "wagon", kind: "loot", title: "The Wagon", x: 1, y: 1, take: 1, offers: [(item: "war-paint"), (item: "tonic")],
            next: [(to: "surgeon")]),
        (name: "surgeon", kind: "choice", title: "The Surgeon", x: 2, options: [
            (text: "Pay the surgeon.", spends: [(value: "gold", amount: 3)], action: "camp-surgeon"),
            (text: "Go on."),
        ], next: [(to: "home")]),
        (name: "home", kind: "end", title: "Home", x: 3),
    ],
    unlocks: [(name: "old", title: "Old Spells", note: "Win a run.", when: "wins >= 1")],
)
"#;

fn begun(content: &Content, runs: &Path, name: &str, mode: Mode) -> RunApp {
    let campaign = ("banner".to_owned(), name.to_owned());
    let terms = Terms { campaign, seed: 7, mode, level: Level::Easy };
    RunApp::new(RunGame::begin(content, runs, &terms).expect("it begins"))
}

fn market(folder: &Path) -> Content {
    let assets = folder.join("assets");
    copy_folder(&root().join("assets"), &assets).expect("copied");
    std::fs::write(assets.join("banner/campaigns/market.ron"), MARKET).expect("written");
    Content::find(Some(&assets)).expect("content")
}

fn screen(app: &mut RunApp, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| draw_run(app, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(|y| row(y) + "\n").collect()
}

fn press(app: &mut RunApp, keys: &str) -> RunWish {
    let mut wish = RunWish::Go;
    for key in keys.chars() {
        let key = match key {
            '⏎' => KeyCode::Enter,
            '⎋' => KeyCode::Esc,
            '⇥' => KeyCode::Tab,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            other => KeyCode::Char(other),
        };
        wish = app.handle(Input::Key(key));
    }
    wish
}

/// Clicks the first place where a text is on the screen.
fn click(app: &mut RunApp, words: &str) -> RunWish {
    let told = screen(app, (100, 30));
    let (y, line) = told.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap_or_else(|| panic!("{told}"));
    let x = line.chars().count() - line.split_once(words).expect("found").1.chars().count() - words.chars().count();
    app.handle(Input::Click(x as u16, y as u16))
}

#[test]
fn each_page_of_a_run_is_used_in_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = market(folder.path());
    let mut app = begun(&content, &folder.path().join("runs"), "market", Mode::SameDice);
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("The Market · Map   gold 10") && told.contains("[$]"), "{told}");
    assert!(told.contains("125/125") && told.contains("An open way leads there."), "{told}");
    press(&mut app, "→⏎");
    assert!(screen(&mut app, (100, 30)).contains("No way leads there from the current room."));
    press(&mut app, "⇥⏎");
    assert_eq!(app.page(), RunPage::Room);
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("Strength 17 → 22") && told.contains("instead of Knight's Sword"), "{told}");
    assert!(told.contains("Not possible: This costs 50 gold; you have 10."), "{told}");
    press(&mut app, "1");
    assert_eq!(app.game().view().values[0].1, 6);
    assert!(screen(&mut app, (100, 30)).contains("Into the stash: Iron sword."));
    press(&mut app, "⎋i");
    assert_eq!(app.page(), RunPage::Party);
    let told = screen(&mut app, (110, 30));
    assert!(told.contains("Strength: 17 = 14 base + 3 Inspired"), "{told}");
    click(&mut app, "Iron sword");
    let told = screen(&mut app, (100, 30));
    assert!(
        told.contains("Let Alda wear Iron sword instead of Knight's Sword.") && told.contains("Strength 17 → 22"),
        "{told}"
    );
    press(&mut app, "⏎");
    assert!(app.game().view().party[0].items.contains(&"Iron sword, worn".to_owned()));
    press(&mut app, "⇥");
    click(&mut app, "Hasten");
    press(&mut app, "↓⏎");
    let equipped = app.game().view().party[1].loadouts[0].skills.iter().filter(|own| own.equipped);
    assert_eq!(equipped.map(|own| own.skill.as_str()).collect::<Vec<_>>(), ["mend", "ward", "hasten"]);
    press(&mut app, "L");
    assert!(screen(&mut app, (100, 30)).contains("You buy Iron sword."));
    press(&mut app, "m⇥⏎");
    assert_eq!(app.page(), RunPage::Room);
    press(&mut app, "12");
    click(&mut app, "Take the chosen ones.");
    assert_eq!(app.game().view().stash.iter().filter(|item| item.starts_with("Tonic")).count(), 1);
    press(&mut app, "⎋⏎");
    click(&mut app, "Pay the surgeon.");
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("Whom does the surgeon treat?") && told.contains("Elin"), "{told}");
    press(&mut app, "⎋");
    click(&mut app, "Go on.");
    press(&mut app, "⎋⏎");
    assert_eq!((app.page(), app.game().run().state().ending), (RunPage::End, Some(Ending::Won)));
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("The run is won.") && told.contains("Unlocked: Old Spells."), "{told}");
    assert!(told.contains("market, seed 7, level easy, mode same dice"), "{told}");
    click(&mut app, "Go back to a room");
    click(&mut app, "The Wagon");
    assert!(screen(&mut app, (100, 30)).contains("Go back to: The Wagon, as you enter it?"));
    press(&mut app, "⏎");
    assert_eq!((app.page(), app.game().room_title().as_str()), (RunPage::Room, "The Wagon"));
    assert_eq!(press(&mut app, "q"), RunWish::Quit);
}

#[test]
fn a_run_asks_for_its_battles_and_goes_on_behind_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (content, runs) = (content(), folder.path().join("runs"));
    let mut app = begun(&content, &runs, "the-march", Mode::Ironman);
    press(&mut app, "⏎");
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("Fight the battle.") && told.contains("Cross with the"), "{told}");
    assert_eq!(press(&mut app, "1"), RunWish::Fight);
    let (session, told) = app.game_mut().battle(&content).expect("it begins");
    assert!(told.is_none() && session.setup().ironman);
    drop(session);
    assert!(app.game().has_battle_begun());
    assert_eq!(press(&mut app, "2"), RunWish::Auto);
    // An ironman battle that has begun is fought to its end, and by the party that began it.
    let refused = |done: Result<(), anyhow::Error>| done.is_err_and(|error| error.to_string().contains("has begun"));
    assert!(refused(app.game_mut().fight_by_planner()));
    let first = app.game().view().party[1].name.clone();
    assert!(refused(app.game_mut().act(&Command::Equip(EquipChange::First(first)))));
    assert!(app.game().has_battle_begun(), "its record is still there");
    app.game().restart_battle().expect("it is removed");
    app.game_mut().fight_by_planner().expect("fought");
    app.follow();
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("battle in round"), "{told}");
    press(&mut app, "r");
    assert!(screen(&mut app, (100, 30)).contains("This run is ironman: it has no rewinds."));
}

#[test]
fn small_and_colourless_screens_draw_each_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = market(folder.path());
    let mut app = begun(&content, &folder.path().join("runs"), "market", Mode::Free).without_colours();
    for size in [(20, 8), (60, 20), (200, 60)] {
        for keys in ["m", "i", "L", "r", "m⏎", "⎋"] {
            press(&mut app, keys);
            screen(&mut app, size);
        }
    }
}
