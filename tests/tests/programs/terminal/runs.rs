//! Runs on the screens of the terminal, driven by input events and read from the screen.

use super::{content, keys};
use crossterm::event::KeyCode;
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::{Command, Ending, Mode};
use foretoken_game::runs::{Found, RunGame, RunList, Terms};
use foretoken_game::tui::{
    App, AppRequest, Input, NewRunApp, NewRunWish, RunApp, RunListApp, RunListWish, RunPage, RunWish, draw_run,
};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;

fn begun(content: &Content, runs: &Path, name: &str, mode: Mode) -> RunApp {
    let campaign = ("banner".to_owned(), name.to_owned());
    let terms = Terms { campaign, seed: 7, mode, level: Level::Easy };
    RunApp::new(RunGame::begin(content, runs, &terms).expect("it begins"))
}

fn market(folder: &Path) -> Content {
    Content::open(&crate::market::assets(folder)).expect("content")
}

fn screen(app: &mut RunApp, size: (u16, u16)) -> String {
    drawn(size, |frame| draw_run(app, frame))
}

fn press(app: &mut RunApp, signs: &str) -> RunWish {
    keys(signs).map(|key| app.handle(Input::Key(key))).last().unwrap_or(RunWish::Go)
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
    assert!(told.contains("The Market · Map   gold 10") && told.contains("1 [$]"), "{told}");
    assert!(told.contains("125/125") && told.contains("An open way leads there."), "{told}");
    press(&mut app, "→⏎");
    assert!(screen(&mut app, (100, 30)).contains("No way leads there from the current room."));
    // The number of an open room enters it.
    press(&mut app, "1");
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
    press(&mut app, "m⇥⇥⏎");
    assert_eq!((app.page(), app.game().room_title().as_str()), (RunPage::Room, "The Wagon"));
    press(&mut app, "12");
    // Chosen offers outlast other pages, and hold the party in the room until they are taken.
    press(&mut app, "i⎋⇥⏎");
    let told = screen(&mut app, (100, 30));
    assert!(told.contains("Take the offers that you have chosen first"), "{told}");
    press(&mut app, "⇥⏎");
    assert_eq!((app.page(), app.game().room_title().as_str()), (RunPage::Room, "The Wagon"));
    assert!(screen(&mut app, (100, 30)).contains("Take the chosen ones."));
    press(&mut app, "e");
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

fn drawn(size: (u16, u16), draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen in memory");
    terminal.draw(draw).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..size.1).map(|y| row(y) + "\n").collect()
}

#[test]
fn the_list_of_runs_continues_a_run_and_gives_one_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (content, runs) = (market(folder.path()), folder.path().join("runs"));
    drop(begun(&content, &runs, "market", Mode::Free));
    let mut app = RunListApp::new(RunList::look(&content, &runs), "");
    let told = drawn((100, 20), |frame| app.draw(frame));
    assert!(told.contains("Runs") && told.contains("The Market") && told.contains("Unfinished."), "{told}");
    let press = |app: &mut RunListApp, signs: &str| keys(signs).map(|key| app.handle(Input::Key(key))).last();
    let place = RunList::look(&content, &runs).runs[0].folder.clone();
    assert_eq!(press(&mut app, "11"), Some(RunListWish::Open(place.clone())));
    // The first row of the confirmation stays.
    assert_eq!(press(&mut app, "⎋121"), Some(RunListWish::Go));
    assert_eq!(press(&mut app, "12"), Some(RunListWish::Go));
    let told = drawn((100, 20), |frame| app.draw(frame));
    assert!(told.contains("Give up The Market?"), "{told}");
    assert_eq!(press(&mut app, "2"), Some(RunListWish::GiveUp(place.clone())));
    RunGame::resume(&content, &place).expect("it goes on").act(&Command::GiveUp).expect("given up");
    let mut app = RunListApp::new(RunList::look(&content, &runs), "");
    let told = drawn((100, 20), |frame| app.draw(frame));
    assert!(told.contains("You gave the run up."), "{told}");
    press(&mut app, "1");
    let told = drawn((100, 20), |frame| app.draw(frame));
    assert!(told.contains("Show its end") && !told.contains("Give up"), "{told}");
    assert_eq!(press(&mut app, "⎋⎋"), Some(RunListWish::Quit));
}

#[test]
fn a_run_is_given_up_from_its_map_after_a_confirmation() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = market(folder.path());
    let mut app = begun(&content, &folder.path().join("runs"), "market", Mode::Free);
    press(&mut app, "g");
    assert_eq!(app.page(), RunPage::GiveUp);
    assert!(screen(&mut app, (100, 30)).contains("Give up The Market?"));
    press(&mut app, "1");
    assert_eq!((app.page(), app.game().run().state().ending), (RunPage::Map, None));
    press(&mut app, "g2");
    assert_eq!((app.page(), app.game().run().state().ending), (RunPage::End, Some(Ending::GivenUp)));
    press(&mut app, "mg");
    assert_eq!(app.page(), RunPage::Map, "it is over");
}

#[test]
fn the_end_of_a_battle_leads_back_to_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = content();
    let mut app = begun(&content, &folder.path().join("runs"), "the-march", Mode::Ironman);
    press(&mut app, "⏎");
    let (session, _) = app.game_mut().battle(&content).expect("it begins");
    let mut battle = App::new(session, "The Bridge".to_owned(), Vec::new()).in_run(false);
    let mut told = String::new();
    for _ in 0..400 {
        battle.handle(Input::Key(KeyCode::Char('A')));
        battle.handle(Input::Key(KeyCode::Char('e')));
        battle.handle(Input::Tick);
        told = drawn((110, 36), |frame| foretoken_game::tui::draw(&mut battle, frame));
        if battle.session().outcome() != 0 && told.contains("back to the run") {
            break;
        }
    }
    assert!(told.contains("n back to the run") && !told.contains("play again"), "{told}");
    assert_eq!(battle.handle(Input::Key(KeyCode::Char('a'))), AppRequest::Go, "it counts");
    assert_eq!(battle.handle(Input::Key(KeyCode::Char('n'))), AppRequest::Next);
}

#[test]
fn the_seed_of_a_new_run_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = Found::look(&market(folder.path()), &folder.path().join("runs"));
    let (at, count) = (found.campaigns.iter().position(|info| info.name == "market"), found.campaigns.len());
    let mut app = NewRunApp::new(found.campaigns, Level::Easy, Mode::Free);
    let press = |app: &mut NewRunApp, signs: &str| keys(signs).map(|key| app.handle(Input::Key(key))).last();
    press(&mut app, &"↓".repeat(count));
    press(&mut app, "4321⌫");
    let told = drawn((100, 24), |frame| app.draw(frame));
    assert!(told.contains("Seed: 432") && told.contains("Type digits"), "{told}");
    press(&mut app, "↓⏎↓⏎");
    let digit = (at.expect("the market") + 1).to_string();
    let Some(NewRunWish::Begin(terms)) = press(&mut app, &digit) else { panic!("a number chooses a campaign") };
    assert_eq!((terms.seed, terms.level, terms.mode), (432, Level::Normal, Mode::SameDice));
    assert_eq!(terms.campaign.1, "market");
}

#[test]
fn long_pages_scroll_to_both_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = market(folder.path());
    let mut app = begun(&content, &folder.path().join("runs"), "market", Mode::Free);
    press(&mut app, "g2");
    let (size, first, last) = ((60, 10), "You gave the run up.", "Leave. The run is saved.");
    let has = |app: &mut RunApp, words: &str| screen(app, size).contains(words);
    assert!(!has(&mut app, first), "the selected row is in view");
    press(&mut app, "⇱");
    assert!(has(&mut app, first) && !has(&mut app, last));
    press(&mut app, "⇲");
    assert!(has(&mut app, last) && !has(&mut app, first));
    press(&mut app, &"↑".repeat(30));
    assert!(has(&mut app, first), "arrows reach the text above the first row");
    for _ in 0..40 {
        app.handle(Input::Wheel(1));
        screen(&mut app, size);
    }
    assert!(has(&mut app, last), "the wheel goes down again");
    press(&mut app, "⇞⇞⇞⇞");
    assert!(has(&mut app, first));
    press(&mut app, "⇟⇟⇟⇟");
    assert!(has(&mut app, last));
}

#[test]
fn narrow_screens_show_stats_and_comparison_by_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = market(folder.path());
    let mut app = begun(&content, &folder.path().join("runs"), "market", Mode::Free);
    press(&mut app, "⇥⏎");
    let (size, compared) = ((70, 24), "instead of Knight's Sword");
    let told = screen(&mut app, size);
    assert!(told.contains("v: stats and comparison") && !told.contains(compared), "{told}");
    press(&mut app, "v");
    assert!(screen(&mut app, size).contains(compared));
    press(&mut app, "⎋");
    assert_eq!(app.page(), RunPage::Room, "Escape closes the comparison first");
    assert!(!screen(&mut app, size).contains(compared));
    press(&mut app, "iv");
    let told = screen(&mut app, size);
    assert!(told.contains("Strength: 17 = 14 base"), "{told}");
    press(&mut app, "v");
    assert!(!screen(&mut app, size).contains("Strength: 17"));
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
