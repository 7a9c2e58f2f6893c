//! Guesses of what other sides do in orders where they decide later.

use expect_test::expect;
use foretoken_preview::Certainty;
use foretoken_session::Session;
use foretoken_session::controller::Controller;
use foretoken_session::texts::{agenda, forecast_text, names};
use foretoken_tests::{Pack, cell, find};
use foretoken_vm::EntityId;

/// The lantern stands beside a rat: biting it is the rat's best turn.
const BESIDE: &str = "
    #######
    #.....#
    #W..!r#
    #.....#
    #######
";

fn begun(order: &str) -> Session {
    Pack::new(BESIDE).order(order, &[]).start()
}

fn guess(session: &mut Session) {
    while session.seat_mut().guess() {}
}

fn guessed(session: &Session) -> Vec<String> {
    let seat = session.seat();
    let turn = |of: &foretoken_preview::GuessedTurn| {
        let name = names::entity(seat.book(), &of.before, of.unit);
        format!("{name}: {}", forecast_text::uses_text(seat.book(), &of.intent))
    };
    seat.guesses().found().iter().map(turn).collect()
}

#[test]
fn the_next_turn_of_an_enemy_is_guessed_where_it_decides_later() {
    for order in ["charge-time", "action-points", "team-rounds", "team-points"] {
        let mut session = begun(order);
        guess(&mut session);
        let found = guessed(&session);
        assert!(found.iter().any(|turn| turn.starts_with("Rat: ") && turn.contains("Bite")), "{order}: {found:?}");
        let seat = session.seat();
        let marks = seat.guesses().found().iter().flat_map(|turn| &turn.marks.marks);
        assert!(marks.clone().count() > 0 && marks.clone().all(|mark| mark.certainty == Certainty::Guess));
        let is_foreseen = |mark: &foretoken_preview::Mark| mark.certainty == Certainty::Guess;
        assert!(!seat.forecast().marks().marks.iter().any(is_foreseen), "a guess is no part of the prediction");
    }
}

#[test]
fn where_plans_are_seen_nothing_is_guessed() {
    let mut session = begun("rounds");
    guess(&mut session);
    assert!(guessed(&session).is_empty());
}

#[test]
fn the_words_say_that_it_is_a_guess_and_whom_it_harms() {
    let mut session = begun("charge-time");
    guess(&mut session);
    let lantern = find(session.book(), session.seat().known().state(), '!');
    let told = forecast_text::acts(session.seat(), lantern);
    let lines = told.iter().flat_map(|entry| {
        std::iter::once(entry.title.clone()).chain(entry.effects.iter().map(|line| format!("  {}", line.words)))
    });
    expect![[r#"
        Rat, a guess if nothing changes: Bite
          Lantern health 3→2
    "#]]
    .assert_eq(&lines.map(|line| line + "\n").collect::<String>());
}

/// A walk beside a rat that has nothing else to bite: while the walk is aimed, the prompt says what the rat can do.
#[test]
fn an_aimed_walk_says_who_can_hit_the_unit_before_it_acts_again() {
    let mut session = Pack::new("#####\n#W.r#\n#####").order("team-rounds", &[]).start();
    let warden = find(session.book(), session.seat().known().state(), 'W');
    let walk = session.book().find_program("walk").expect("it walks");
    assert!(session.seat_mut().choose_for(warden) && session.seat_mut().use_action(walk));
    let mut controller = Controller::new(session);
    assert_eq!(controller.prompt().map(|prompt| prompt.contains("a guess")), Some(false), "nothing is guessed yet");
    controller.point(cell("c2"));
    while controller.session.seat_mut().guess() {}
    let prompt = controller.prompt().expect("it aims");
    assert!(prompt.contains("Rat can hit you here before you act again: 1 (a guess)."), "{prompt}");
}

#[test]
fn guesses_follow_the_choice() {
    let mut session = begun("charge-time");
    let warden = find(session.book(), session.seat().known().state(), 'W');
    guess(&mut session);
    assert!(session.seat_mut().choose_for(warden));
    assert!(session.seat().guesses().found().is_empty(), "a new prediction begins without guesses");
    guess(&mut session);
    assert!(!guessed(&session).is_empty());
    assert_ne!(session.seat().guesses().found()[0].unit, EntityId::NONE);
    let walk = session.book().find_program("walk").expect("it walks");
    assert!(session.seat_mut().use_action(walk));
    let again = agenda::acts_again(session.seat(), warden);
    assert!(again.is_some_and(|words| words.starts_with("acts again ")), "its next turn is in the list");
}
