//! Goals, hints and the end of a battle.

use super::*;
use foretoken_session::texts::goals;

#[test]
fn hints_and_goals_fit_their_line() {
    for info in content().scenarios("vigil").expect("the pack") {
        let ready = content().setup(&info.name, None).expect("it compiles");
        for hint in &ready.hints {
            assert!(hint.chars().count() <= 76, "{}: {hint}", info.name);
        }
    }
}

#[test]
fn the_first_hint_is_seen_where_one_first_decides() {
    let mut app = app("the-rope-walk");
    assert!(app.session().seat().known().state().round() > 1, "nobody acts in the first round");
    let seen = screen(&mut app, 80, 30);
    assert!(seen.contains("Acting needs 100 points."), "{seen}");
}

#[test]
fn the_head_says_how_one_loses_and_how_many_rounds_are_left() {
    let mut app = app("borrowed-powder");
    let seen = screen(&mut app, 100, 30);
    let head: Vec<&str> = seen.lines().take(2).collect();
    assert!(head[0].contains("Goal: Bring the keeper to the hatch. (i4)"), "{seen}");
    let lost = "You lose if the keeper is not out by the end of round 7. · You lose if the keeper dies.";
    assert!(head[1].contains(lost), "{seen}");
    let lines = goals::goals(app.session().book(), true, Some(1), Team::PLAYER, |_| String::new());
    assert!(
        lines.iter().any(|line| line.words == "You lose if the keeper is not out by the end of round 6."),
        "{lines:?}"
    );
    for (when, left) in [
        ("round > 3", " (3 rounds left)"),
        ("round = 3", " (2 rounds left)"),
        ("not round < 7 / 2", " (3 rounds left)"),
        ("max(2, round) > 2", " (2 rounds left)"),
        ("round > 1", " (this is the last round)"),
        ("round > 0", ""),
        ("round > 3 and count(dark) = 0", ""),
        ("round > 1000", ""),
        ("2d6 > round", ""),
    ] {
        let book = Pack::new("W").goal(when).book();
        let lines = goals::goals(&book, false, Some(1), Team::PLAYER, |_| String::new());
        assert_eq!(lines[0].words, format!("The goal.{left}"), "{when}");
    }
}

#[test]
fn what_ends_hard_battles_alone_is_listed_in_those() {
    for (when, normal, hard) in [
        ("hard > 0 and count(dark) = 0", false, true),
        ("hard = 0 and round > 3", true, false),
        ("if hard: count(dark); 0", false, true),
    ] {
        let book = Pack::new("W").goal(when).book();
        let is_listed = |is_hard| !goals::goals(&book, is_hard, Some(1), Team::PLAYER, |_| String::new()).is_empty();
        assert_eq!(is_listed(false), normal, "{when}");
        assert_eq!(is_listed(true), hard, "{when}");
    }
}

#[test]
fn the_end_says_by_what_it_came() {
    let mut app = app("first-light");
    press(&mut app, "ee");
    while app.is_playing() {
        app.handle(Input::Tick);
    }
    assert_eq!(app.mode(), Mode::Over);
    let shown = screen(&mut app, 100, 40);
    let loss = app.session().book().losses.iter().find(|loss| shown.contains(&format!("Lost: {}.", loss.text)));
    assert!(loss.is_some(), "{shown}");
}

#[test]
fn the_end_of_an_ironman_battle_offers_no_way_back() {
    let lost = |ironman| {
        let setup = Pack::of_a_lantern_in_peril().goal_of(1, "count(lantern) = 0").setup().ironman(ironman);
        let session = Session::start(setup, None).expect("nothing is recorded");
        let mut app = App::new(session, "Peril".to_owned(), Vec::new());
        press(&mut app, "ee");
        while app.mode() == Mode::Watch {
            app.handle(Input::Tick);
        }
        assert_eq!(app.mode(), Mode::Over);
        while app.look_back() {}
        screen(&mut app, 100, 30)
    };
    let (free, ironman) = (lost(false), lost(true));
    assert!(free.contains("a play again · u undo · r rewind · q quit") && free.contains("Press a number"), "{free}");
    assert!(ironman.contains("a play again · q quit") && !ironman.contains("Press a number"), "{ironman}");
}
