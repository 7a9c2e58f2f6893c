//! Goals and losses of several sides, and their names.

use foretoken_action_assets::assets::GoalRule;
use foretoken_action_assets::{AnyAsset, AssetType, Library};
use foretoken_game::presentation::Presentation;
use foretoken_game::tui::{self, App, Input, Mode};
use foretoken_session::content::Content;
use foretoken_session::record::{self, Verdict};
use foretoken_session::{Session, Setup};
use foretoken_vm::{Outcome, Rulebook, Team};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;

fn content() -> Content {
    Content::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")).expect("the shipped assets")
}

fn setup() -> Setup {
    let content = content();
    let setup = content.setup("first-light", Some(7)).expect("it compiles").setup;
    let registry = content.registry().expect("the kinds");
    let mut library = Library::from_canonical_text(&setup.assets, registry);
    let mut scenario = library.scenario("first-light").expect("it").clone();
    scenario.goals.push(GoalRule { text: "The night is long.".to_owned(), when: "round > 1".into(), team: 1 });
    scenario.losses.push(GoalRule { text: "the rats are gone".to_owned(), when: "count(rat) = 0".into(), team: 1 });
    scenario.sides = vec![String::new(), "the rats".to_owned()];
    library.put("first-light", AnyAsset::Scenario(scenario));
    let (book, faults) = library.compile("first-light");
    assert!(faults.is_empty(), "{}", faults.render());
    Setup { assets: library.canonical_text().into(), pack: setup.pack, ..Setup::of(book.expect("a rulebook"), 1) }
}

#[test]
fn what_says_nothing_of_sides_is_the_rulebook_that_it_was() {
    let of = |team: i32, sides: &[&str]| -> Rulebook {
        let scenario = content().setup("first-light", None).expect("it compiles").setup;
        let mut library = Library::from_canonical_text(&scenario.assets, content().registry().expect("the kinds"));
        let mut own = library.scenario("first-light").expect("it").clone();
        own.goals.iter_mut().for_each(|goal| goal.team = team);
        own.sides = sides.iter().map(|side| (*side).to_owned()).collect();
        library.put("first-light", AnyAsset::Scenario(own));
        library.compile("first-light").0.expect("a rulebook").rules
    };
    let shipped = content().setup("first-light", None).expect("it compiles").setup.book.hash64();
    assert_eq!(of(0, &[]).hash64(), shipped);
    assert_eq!(of(0, &["the augurs", "the rats"]).hash64(), shipped, "names decide nothing");
    assert_ne!(of(1, &[]).hash64(), shipped, "whose a goal is decides who wins");
    assert_ne!(of(1, &[]).hash64(), of(2, &[]).hash64());
}

#[test]
fn the_other_side_wins_by_a_goal_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sides.battle");
    let mut session = Session::start(setup().hot_seat(), Some(&path)).expect("it is recorded");
    while session.outcome() == Outcome::OPEN {
        session.decide_rest_by_planner();
        session.commit();
        session.sit_down();
    }
    assert_eq!(session.outcome(), Outcome::won_by(Team(1)));
    let of: Vec<(u8, Outcome)> = session.seats().iter().map(|seat| (seat.team().0, seat.outcome())).collect();
    assert_eq!(of, [(0, Outcome::Lost), (1, Outcome::Won)]);
    drop(session);
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::open(&path).expect("a record");
    let verdict = record::verify(&opened, &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { rounds: 1, .. }), "{verdict:?}");
    let summary = record::summary(&path).expect("it has a start");
    assert_eq!(foretoken_session::saves::standing(&summary), "won by side 2 in round 1");
}

fn screen(app: &mut App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).expect("a screen in memory");
    terminal.draw(|frame| tui::draw(app, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..100).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..30).map(row).collect()
}

fn key(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let key = if key == '\n' { crossterm::event::KeyCode::Enter } else { crossterm::event::KeyCode::Char(key) };
        app.handle(Input::Key(key));
    }
    while app.mode() == Mode::Watch {
        app.handle(Input::Tick);
    }
}

#[test]
fn each_side_reads_its_own_goals_by_its_own_name() {
    let told = Presentation::of_pack(&content().folder("vigil").expect("the shipped pack"));
    let session = Session::start(setup().hot_seat(), None).expect("nothing is recorded");
    let mut app = App::new(session, "First Light".to_owned(), Vec::new()).with_presentation(told);
    let check = |shown: &str, wanted: &[&str]| {
        for words in wanted {
            assert!(shown.contains(words), "{words} is not in\n{shown}");
        }
    };
    let of_rats = screen(&mut app);
    check(&of_rats, &["First Light · Round 1 · the rats · Goal: The night is long."]);
    key(&mut app, "Ae");
    assert_eq!(app.mode(), Mode::HandOver);
    check(&screen(&mut app), &["Next player: the augurs."]);
    key(&mut app, "\n");
    let of_augurs = screen(&mut app);
    check(&of_augurs, &["First Light · Round 1 · the augurs · Goal: Kill every enemy."]);
    key(&mut app, "Ae");
    let seen = screen(&mut app);
    check(&seen, &["Lost: the augurs", "The dark has won."]);
}

#[test]
fn the_goals_of_others_are_told_with_whose_they_are() {
    let book = setup().book;
    let side = |team| Presentation::default().side(&book, team).to_owned();
    let told = |team| {
        let lines = foretoken_session::texts::goals::goals(&book, false, Some(1), Team(team), side);
        lines.iter().map(|line| line.in_full() + "\n").collect::<String>()
    };
    expect_test::expect![[r#"
        Goal: Kill every enemy.
        Or keep the lantern lit for 5 rounds.
        You lose if the lantern goes out.
        You lose if all augurs die.
        Won by the rats: The night is long. (this is the last round)
        Lost by the rats if the rats are gone.
        Bonus: Lose no augur.
        Bonus: Win by killing every enemy.

        Goal: The night is long. (this is the last round)
        You lose if the rats are gone.
        Won by side 1: Kill every enemy.
        Won by side 1: Keep the lantern lit for 5 rounds.
        Lost by side 1 if the lantern goes out.
        Lost by side 1 if all augurs die.

        Won by side 1: Kill every enemy.
        Won by side 1: Keep the lantern lit for 5 rounds.
        Won by the rats: The night is long. (this is the last round)
        Lost by side 1 if the lantern goes out.
        Lost by side 1 if all augurs die.
        Lost by the rats if the rats are gone.
    "#]]
    .assert_eq(&format!("{}\n{}\n{}", told(0), told(1), told(2)));
}

#[test]
fn names_of_sides_are_lines_and_no_more_than_sides() {
    let mut library = Library::from_canonical_text(&setup().assets, content().registry().expect("the kinds"));
    let mut scenario = library.scenario("first-light").expect("it").clone();
    scenario.sides = (0..9).map(|side| format!("{side}\n")).collect();
    library.put("first-light", AnyAsset::Scenario(scenario));
    let (_, faults) = library.compile("first-light");
    let codes: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code, fault.path.as_str())).take(2).collect();
    assert_eq!(codes, [("too-many-sides", "sides"), ("long-side", "sides[0]")], "{}", faults.render());
    assert!(library.asset(AssetType::Scenario, "first-light").is_some());
}
