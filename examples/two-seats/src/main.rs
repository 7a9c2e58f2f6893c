//! Two seats play a battle over a pipe, one of them in a second process. That process gets the assets without the
//! opening and its side's briefings, and sends decisions. The referee and the true state stay here.

use foretoken::seats::{
    Briefing, Decision, Message, Pending, Planner, PlannerOptions, Seat, read_frame, rules_from, write_frame,
};
use foretoken::{KindRegistry, Pack, Side};
use std::error::Error;
use std::io::{BufReader, stdin, stdout};
use std::process::{Command, Stdio};
use std::sync::Arc;

type Anything<T> = Result<T, Box<dyn Error>>;

const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/vigil");
const SCENARIO: &str = "first-light";

fn main() -> Anything<()> {
    match std::env::args().nth(1).as_deref() {
        Some("--seat") => distant_seat(),
        _ => referee(),
    }
}

/// Returns a seat's message: a decision for the next unit, or the end of its decisions.
fn answer(seat: &Seat, planner: &mut Planner) -> Message {
    match seat.units().iter().find(|&&unit| !seat.is_decided(unit)) {
        Some(&unit) => {
            let decision = planner.decide(seat.book(), seat.known(), seat.plan(), unit);
            Message::Decide(Decision { unit, intent: decision.intent })
        }
        None => Message::Close,
    }
}

fn referee() -> Anything<()> {
    let scenario = Pack::open(PACK)?.scenario(SCENARIO)?.without_computer();
    let (here, there) = (Side(0), Side(1));
    // Each seat gets the rules that its side can see.
    let (book, assets) = (scenario.rules_for(here), scenario.text_for_seats(there)?);
    let mut referee = scenario.referee(1)?;
    let mut seat = Seat::new(here, Arc::clone(&book), referee.brief(here));
    let mut planner = Planner::new(PlannerOptions::default());

    let mut command = Command::new(std::env::current_exe()?);
    let mut child = command.arg("--seat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut to_child = child.stdin.take().ok_or("no pipe")?;
    let mut from_child = BufReader::new(child.stdout.take().ok_or("no pipe")?);
    write_frame(&mut to_child, assets.as_bytes())?;

    while let Pending::Decide(asked) = referee.pending().clone() {
        let message = if asked.team == here {
            seat.update(Arc::clone(&book), referee.brief(here));
            answer(&seat, &mut planner)
        } else {
            write_frame(&mut to_child, &referee.brief(there).to_bytes(&book)?)?;
            let bytes = read_frame(&mut from_child)?.ok_or("the other seat is gone")?;
            Message::from_bytes(&book, &bytes)?
        };
        match message {
            Message::Decide(decision) => referee.decide(asked.team, decision)?,
            Message::Close => referee.close(asked.team)?,
        }
        referee.advance();
    }
    drop(to_child);
    child.wait()?;
    println!("round {}, outcome {}", referee.battle().state().round(), referee.outcome());
    Ok(())
}

fn distant_seat() -> Anything<()> {
    let (mut from, mut to) = (stdin().lock(), stdout().lock());
    let assets = String::from_utf8(read_frame(&mut from)?.ok_or("no assets")?)?;
    let book = rules_from(&assets, SCENARIO, KindRegistry::core())?;
    let mut planner = Planner::new(PlannerOptions::default());
    while let Some(bytes) = read_frame(&mut from)? {
        let seat = Seat::new(Side(1), Arc::clone(&book), Briefing::from_bytes(&book, &bytes)?);
        write_frame(&mut to, &answer(&seat, &mut planner).to_bytes(&book)?)?;
    }
    Ok(())
}
