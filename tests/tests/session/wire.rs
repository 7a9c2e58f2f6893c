//! A seat over bytes receives and sends the same as a direct one.

use foretoken_session::texts::rewind_points;
use foretoken_session::wire::Message;
use foretoken_session::{Briefing, Content, Decision, Pending, Referee, Seat, Setup};
use foretoken_vm::state::flag;
use foretoken_vm::{Rulebook, Team};
use std::path::Path;
use std::sync::Arc;

fn setup(scenario: &str) -> Setup {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let content = Content::open(&assets).expect("the shipped assets");
    content.setup(scenario, None).expect("it compiles").setup
}

fn told(referee: &mut Referee, team: Team) -> [Seat; 2] {
    let book = Arc::clone(referee.book());
    let briefing = referee.brief(team);
    let bytes = briefing.to_bytes(&book).expect("small");
    let over_wire = Briefing::from_bytes(&book, &bytes).expect("its own bytes");
    assert_eq!(over_wire.to_bytes(&book).expect("small"), bytes, "nothing is lost");
    [Seat::new(team, Arc::clone(&book), briefing), Seat::new(team, book, over_wire)]
}

fn hide_rats(book: &mut Arc<Rulebook>) {
    let mut rules = book.to_rules();
    rules.unit_types.iter_mut().find(|kind| kind.title == "Rat").expect("there are rats").hidden = true;
    *book = Arc::new(rules.build());
}

#[test]
fn a_battle_is_decided_over_the_wire_as_by_call() {
    let mut referee = Referee::start(setup("oil-and-ember"), None).expect("nothing is recorded");
    let mut planner = foretoken_preview::Planner::new(foretoken_preview::PlannerOptions::default());
    for _ in 0..12 {
        let Pending::Decide(asked) = referee.pending().clone() else { break };
        let seats = told(&mut referee, asked.team);
        assert_eq!(seats[0].forecast().marks(), seats[1].forecast().marks());
        assert_eq!(seats[0].known().state(), seats[1].known().state());
        assert_eq!(seats[0].units(), seats[1].units());
        assert_eq!(seats[0].rewind_points(), seats[1].rewind_points());
        let seat = &seats[1];
        let book = Arc::clone(seat.book());
        let message = match seat.units().iter().find(|&&unit| !seat.is_decided(unit)) {
            Some(&unit) => {
                let intent = planner.decide(&book, seat.known(), seat.plan(), unit).intent;
                Message::Decide(Decision { unit, intent })
            }
            None => Message::Close,
        };
        let sent = Message::from_bytes(&book, &message.to_bytes(&book).expect("small")).expect("its own bytes");
        assert_eq!(sent, message);
        match sent {
            Message::Decide(decision) => referee.decide(asked.team, decision).expect("it holds"),
            Message::Close => referee.close(asked.team).expect("it is asked"),
        }
        referee.advance();
    }
    assert!(referee.battle().state().round() > 1, "rounds went by");
}

#[test]
fn what_is_planned_by_others_is_told_only_once_it_is_disclosed() {
    let mut referee = Referee::start(setup("first-light").hot_seat(), None).expect("nothing is recorded");
    let dark = Team(1);
    let unit =
        referee.brief(dark).known.state().living().find(|(_, e)| e.is_activated() && e.team == dark).expect("a rat").0;
    let pass = foretoken_vm::Intent { complete: true, ..foretoken_vm::Intent::default() };
    referee.decide(dark, Decision { unit, intent: pass }).expect("it is asked");
    let of_player = referee.brief(Team::PLAYER);
    assert!(of_player.plan.iter().next().is_none(), "the dark is still deciding");
    assert!(
        of_player.rewind_points.iter().all(|rewind_point| !rewind_points::occasion(&rewind_point.what).contains("Rat")),
        "{:?}",
        of_player.rewind_points
    );
    assert!(matches!(of_player.pending, Pending::Decide(asked) if asked.units.is_empty()));
    referee.close(dark).expect("it is asked");
    referee.advance();
    assert_eq!(referee.brief(Team::PLAYER).plan.iter().count(), 1, "now it has decided");
}

#[test]
fn nothing_of_who_hides_is_in_a_briefing() {
    let mut setup = setup("first-light").hot_seat();
    hide_rats(&mut setup.book);
    let mut referee = Referee::start(setup, None).expect("nothing is recorded");
    let dark = Team(1);
    let rats: Vec<_> = referee
        .brief(dark)
        .known
        .state()
        .living()
        .filter(|(_, e)| e.is_activated() && e.team == dark)
        .map(|(id, _)| id)
        .collect();
    for &unit in &rats {
        let pass = foretoken_vm::Intent { complete: true, ..foretoken_vm::Intent::default() };
        referee.decide(dark, Decision { unit, intent: pass }).expect("it is asked");
    }
    referee.close(dark).expect("it is asked");
    referee.advance();
    let briefing = referee.brief(Team::PLAYER);
    assert!(briefing.known.state().entities().iter().all(|row| row.flags & flag::HIDDEN == 0));
    assert_eq!(briefing.plan.iter().count(), 0);
}

#[test]
fn damaged_bytes_are_refused() {
    let mut referee = Referee::start(setup("first-light"), None).expect("nothing is recorded");
    let book = Arc::clone(referee.book());
    let bytes = referee.brief(Team::PLAYER).to_bytes(&book).expect("small");
    for at in (0..bytes.len()).step_by(7) {
        let mut broken = bytes.clone();
        broken[at] ^= 0x81;
        if let Ok(briefing) = Briefing::from_bytes(&book, &broken) {
            drop(Seat::new(Team::PLAYER, Arc::clone(&book), briefing));
        }
        assert!(Briefing::from_bytes(&book, &bytes[..at]).is_err());
        drop(Message::from_bytes(&book, &bytes[at..]));
    }
}

/// If a last enemy could hide, the prediction reports an unknown outcome.
#[test]
fn a_prediction_that_cannot_know_the_outcome_says_so() {
    let open = setup("first-light");
    let mut hiding = open.clone();
    hide_rats(&mut hiding.book);
    for (setup, knows) in [(open, true), (hiding, false)] {
        let mut referee = Referee::start(setup, None).expect("nothing is recorded");
        let book = Arc::clone(referee.book());
        let mut seat = Seat::new(Team::PLAYER, book, referee.brief(Team::PLAYER));
        let unit = seat.units()[0];
        assert!(seat.choose_for(unit));
        assert_eq!(seat.forecast().is_outcome_known(), knows);
        let acts = foretoken_session::texts::forecast_text::acts(&seat, unit);
        let told = acts.iter().flat_map(|act| &act.effects).any(|line| line.words.contains("unknown whether"));
        assert_eq!(told, !knows, "{acts:?}");
    }
}

fn briefing_of_jail(setup: &Setup, seed: u64, waits: bool) -> Vec<u8> {
    let setup = Setup { opening: setup.opening.seeded(seed), ..setup.clone() };
    let mut referee = Referee::start(setup, None).expect("nothing is recorded");
    referee.advance();
    if waits {
        let Pending::Decide(asked) = referee.pending().clone() else { panic!("the prisoner decides") };
        let pass = foretoken_vm::Intent { complete: true, ..foretoken_vm::Intent::default() };
        for unit in asked.units {
            referee.decide(asked.team, Decision { unit, intent: pass.clone() }).expect("it is asked");
        }
        referee.close(asked.team).expect("it is asked");
        referee.advance();
    }
    let book = Arc::clone(referee.book());
    referee.brief(Team::PLAYER).to_bytes(&book).expect("small")
}

/// A rat and a turnkey roll dice of four sides, and the die of the player has twenty faces. So at the start there are
/// 20 * 4 * 4 visible states, and after a round of waiting 20 * 4 * 4 * 4 * 4. Each further number of different bytes
/// would tell something that is not revealed: later rolls, or the seed.
#[test]
fn rolls_that_are_not_revealed_are_not_on_the_wire() {
    let setup = setup("jail/the-cell");
    for (waits, seeds, visible) in [(false, 2_000, 320), (true, 8_000, 5_120)] {
        let all: std::collections::BTreeSet<Vec<u8>> =
            (0..seeds).map(|seed| briefing_of_jail(&setup, seed, waits)).collect();
        assert!(all.len() <= visible, "{} of {visible}", all.len());
        assert!(all.len() * 2 > visible, "the visible states differ: {} of {visible}", all.len());
    }
}
