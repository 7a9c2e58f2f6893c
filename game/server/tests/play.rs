//! Whole battles over real sockets: bots as ordinary clients, watchers, reconnection and restarts.

mod common;

use common::{Served, options, play_out};
use foretoken_preview::Level;
use foretoken_server::Catalog;
use foretoken_session::wire::{Act, ClockRule, Event, Reason, TimeoutRule, ToServer};
use std::time::Duration;

#[test]
fn two_clients_and_a_watcher_play_a_battle_to_its_end() {
    let served = Served::start();
    let mut first = served.person("Ada");
    let mut second = served.person("Ben");
    let code = first.create(options("vigil/first-light"));
    second.send(ToServer::Sit { code: code.clone(), side: None });
    second.until(|event| matches!(event, Event::Seated));
    let mut watcher = served.person("Cleo");
    watcher.send(ToServer::Watch { code, side: Some(0) });
    watcher.until(|event| matches!(event, Event::Seated));
    second.send(ToServer::Start);
    let outcome = play_out(&mut [&mut first, &mut second]);
    assert_ne!(outcome, 0);
    watcher.until_over();
    let seen = watcher.client.seat().expect("a battle");
    assert_eq!(seen.known().state().entities(), first.client.seat().expect("a battle").known().state().entities());
    assert_eq!(watcher.client.log().lines().last(), first.client.log().lines().last());
    assert!(watcher.client.log().lines().len() > 4, "{:?}", watcher.client.log().lines());
}

#[test]
fn a_lost_connection_loses_no_report() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let mut whole = served.person("Watcher");
    let code = first.client.table().expect("a table").code.clone();
    whole.send(ToServer::Watch { code, side: Some(0) });
    whole.until(|event| matches!(event, Event::Begun));
    let mut rounds = 0;
    while first.outcome() == 0 {
        let before = first.round();
        common::round(&mut [&mut first, &mut second]);
        if first.round() > before {
            rounds += 1;
            // The first one misses what happens until it is back.
            first.cut();
            second.step();
            first.reconnect();
            first.until(|event| matches!(event, Event::Briefed(_)));
        }
    }
    assert!(rounds > 2, "{rounds}");
    whole.until_over();
    assert_eq!(first.client.log().lines(), whole.client.log().lines(), "nothing is missing and nothing is twice");
}

#[test]
fn a_killed_server_goes_on_where_it_was() {
    let mut served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    for _ in 0..3 {
        common::round(&mut [&mut first, &mut second]);
    }
    let known = first.client.seat().expect("a battle").known().state().clone();
    served.kill_and_restart();
    first.reconnect_to(&served);
    second.reconnect_to(&served);
    first.until(|event| matches!(event, Event::Briefed(_)));
    second.until(|event| matches!(event, Event::Briefed(_)));
    assert_eq!(first.client.seat().expect("a battle").known().state().entities(), known.entities());
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn each_battle_of_a_campaign_can_be_played_at_a_table() {
    let catalog = Catalog::new(common::content()).expect("a catalog");
    let rooms: Vec<&str> = catalog.list().iter().map(|(name, _)| name.as_str()).filter(|name| is_room(name)).collect();
    assert!(rooms.len() > 15, "{rooms:?}");
    for room in rooms {
        for level in [Level::Easy, Level::Hard] {
            let playable = catalog.playable(room, level).expect("no faults").expect("it is listed");
            assert!(playable.sides.len() > 1, "{room}");
        }
    }
    assert!(catalog.playable("banner/the-march/wagon", Level::Normal).expect("no faults").is_none(), "no battle there");
    assert!(catalog.playable("banner/the-march/nowhere", Level::Normal).expect("no faults").is_none());
}

fn is_room(name: &str) -> bool {
    name.matches('/').count() == 2
}

#[test]
fn a_battle_of_a_campaign_begins_with_its_party_and_survives_a_killed_server() {
    let mut served = Served::start();
    let (mut first, mut second) = served.pair("banner/the-march/bridge");
    let table = first.client.table().expect("a table");
    assert_eq!(table.title, "The March: The Bridge");
    let playable = Catalog::new(common::content()).expect("a catalog").playable(&table.scenario, Level::Normal);
    let roster = &playable.expect("no faults").expect("it is listed").setup.opening.roster;
    let known = first.client.seat().expect("a battle").known().state().clone();
    let party: Vec<&str> = roster.iter().map(|member| member.name.as_str()).collect();
    assert!(["Alda", "Bran", "Cerys"].iter().all(|name| party.contains(name)), "{party:?}");
    assert_eq!(known.entities().len(), roster.len());
    common::round(&mut [&mut first, &mut second]);
    served.kill_and_restart();
    first.reconnect_to(&served);
    second.reconnect_to(&served);
    first.until(|event| matches!(event, Event::Briefed(_)));
    second.until(|event| matches!(event, Event::Briefed(_)));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn a_repeated_act_is_done_once_and_a_stale_one_is_refused() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let asked = common::asked(&mut [&mut first, &mut second]);
    let person = if asked == 0 { &mut first } else { &mut second };
    let frame = person.decide();
    person.send(frame.clone());
    person.send(frame.clone());
    let ToServer::Act { id, question, sequence, known, act } = frame else { panic!("an act") };
    let mut answers = Vec::new();
    while answers.len() < 2 {
        if let Event::Done { id: own, refused } = person.next() {
            assert_eq!(own, id);
            answers.push(refused);
        }
    }
    assert_eq!(answers, [None, None]);
    person.send(ToServer::Act { id: id + 1, question: question + 7, sequence, known, act });
    let refused = person.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(refused, Event::Done { refused: Some(Reason::Stale | Reason::OutOfStep), .. }), "{refused:?}");
}

#[test]
fn a_seat_cannot_answer_for_another() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let asked = common::asked(&mut [&mut first, &mut second]);
    let (person, other) = if asked == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
    let ToServer::Act { act, .. } = person.decide() else { panic!("an act") };
    let frame = other.client.act(act);
    other.send(frame);
    let refused = other.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(refused, Event::Done { refused: Some(Reason::NotAsked), .. }), "{refused:?}");
}

#[test]
fn the_newer_connection_with_a_token_wins_and_the_older_is_told() {
    let served = Served::start();
    let (mut first, _second) = served.pair("vigil/first-light");
    let mut newer = served.returning(&first);
    newer.until(|event| matches!(event, Event::Begun));
    let told = first.until(|event| matches!(event, Event::Ended(_)));
    assert!(matches!(told, Event::Ended(Reason::Replaced)), "{told:?}");
}

#[test]
fn a_new_program_at_a_seat_decides_although_its_acts_have_old_numbers() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    for _ in 0..3 {
        common::round(&mut [&mut first, &mut second]);
    }
    let (mut first, mut second) = (served.returning(&first), served.returning(&second));
    first.until(|event| matches!(event, Event::Begun));
    second.until(|event| matches!(event, Event::Begun));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn an_act_that_is_repeated_after_many_others_is_refused() {
    let served = Served::start();
    let (mut first, _second) = served.pair("vigil/first-light");
    let early = first.client.act(Act::Continue);
    first.send(early.clone());
    // One after the other, because a client with many unread answers is dropped.
    for number in 1..=70 {
        let act = first.client.act(Act::Continue);
        first.send(act);
        first.until(|event| matches!(event, Event::Done { id, .. } if *id == number + 1));
    }
    first.send(early);
    let refused = first.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(refused, Event::Done { id: 1, refused: Some(Reason::Stale) }), "{refused:?}");
}

#[test]
fn a_client_that_is_out_of_step_is_corrected_and_the_battle_goes_on() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let asked = common::asked(&mut [&mut first, &mut second]);
    let person = if asked == 0 { &mut first } else { &mut second };
    let ToServer::Act { id, question, sequence, known, act } = person.decide() else { panic!("an act") };
    person.send(ToServer::Act { id, question, sequence, known: known ^ 1, act });
    let refused = person.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(refused, Event::Done { refused: Some(Reason::OutOfStep), .. }), "{refused:?}");
    person.until(|event| matches!(event, Event::Briefed(_)));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
    let reports: Vec<_> = std::fs::read_dir(served.data().join("corrections")).expect("a folder").flatten().collect();
    assert_eq!(reports.len(), 3, "{reports:?}");
    assert!(served.metrics().contains("foretoken_corrections_total 1\n"));
}

#[test]
fn a_side_whose_time_is_out_waits_or_is_played() {
    for timeout in [TimeoutRule::Wait, TimeoutRule::Computer] {
        let served = Served::start();
        let clock = ClockRule { turn: 60, bank: 0, increment: 0, away: 60, timeout };
        let mut first = served.person("Ada");
        let code =
            first.create(foretoken_session::wire::TableOptions { clock: Some(clock), ..options("vigil/first-light") });
        let mut second = served.person("Ben");
        second.send(ToServer::Sit { code, side: None });
        second.until(|event| matches!(event, Event::Seated));
        second.send(ToServer::Start);
        first.until_within(Duration::from_secs(60), |person| person.round() > 2);
        assert!(served.metrics().contains("foretoken_timeouts_total"), "{timeout:?}");
    }
}

#[test]
fn resigning_ends_the_battle_and_a_rematch_begins_anew() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    let frame = first.client.act(Act::Resign);
    first.send(frame);
    second.until_over();
    first.until_over();
    assert_eq!(first.outcome(), 2);
    first.send(ToServer::Rematch);
    second.send(ToServer::Rematch);
    first.until(|event| matches!(event, Event::Begun));
    second.until(|event| matches!(event, Event::Begun));
    assert_eq!((first.outcome(), first.round()), (0, 1));
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
}

#[test]
fn an_executed_turn_is_undone_only_by_consent() {
    let served = Served::start();
    let (mut first, mut second) = served.pair("vigil/first-light");
    common::until_round(&mut [&mut first, &mut second], 2);
    let frame = first.client.act(Act::Undo);
    first.send(frame);
    let answer = first.until(|event| matches!(event, Event::Done { .. }));
    assert!(matches!(answer, Event::Done { refused: Some(Reason::AwaitsConsent), .. }), "{answer:?}");
    second.until(|event| matches!(event, Event::UndoAsked(_)));
    let frame = second.client.act(Act::Consent(false));
    second.send(frame);
    let declined = first.until(|event| matches!(event, Event::Refused(_)));
    assert!(matches!(declined, Event::Refused(Reason::Declined)), "{declined:?}");
    assert_eq!(first.round(), 2);
    let frame = first.client.act(Act::Undo);
    first.send(frame);
    second.until(|event| matches!(event, Event::UndoAsked(_)));
    let frame = second.client.act(Act::Consent(true));
    second.send(frame);
    first.until_within(Duration::from_secs(20), |person| person.round() == 1);
    second.until_within(Duration::from_secs(20), |person| person.round() == 1);
    let undos = |person: &common::Person| person.client.table().expect("a table").undos;
    assert_eq!(undos(&first), 0, "watchers could see it before the undo");
    assert_ne!(play_out(&mut [&mut first, &mut second]), 0);
    assert_eq!((undos(&first), undos(&second)), (1, 1), "before the last briefing");
    let table = first.client.table().expect("a table");
    assert_eq!((Level::from_code(table.level), table.is_ironman), (Some(Level::Normal), false));
}

/// Plays by the first option of each question, as a client in another language would.
#[test]
fn a_plain_client_plays_a_battle_by_options() {
    use std::net::TcpStream;
    use tokio_tungstenite::tungstenite::{self, Message};
    let served = Served::start();
    let stream = TcpStream::connect(served.address().trim_start_matches("ws://")).expect("it listens");
    let (mut socket, _) = tungstenite::client(served.address(), stream).expect("a handshake");
    let send = |socket: &mut tungstenite::WebSocket<TcpStream>, text: String| {
        socket.send(Message::text(text)).expect("it is open");
    };
    send(&mut socket, r#"{"hello": {"name": "Plain", "token": null}}"#.to_owned());
    send(&mut socket, r#"{"create": {"scenario": "vigil/first-light", "level": "harder"}}"#.to_owned());
    let options = r#""seats": [0], "seed": 7, "level": "easy", "is_ironman": true"#;
    send(&mut socket, format!(r#"{{"create": {{"scenario": "vigil/first-light", {options}}}}}"#));
    send(&mut socket, "no JSON".to_owned());
    // Libraries ping with bytes of their own.
    socket.send(Message::Ping(vec![0xff, 0xff, 0xff, 0x7f].into())).expect("it is open");
    let (mut questions, mut refusals, mut rounds) = (0, 0, 0);
    let outcome = loop {
        let Message::Text(text) = socket.read().expect("it is open") else { continue };
        let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        if let Some(table) = message.get("table")
            && table["is_begun"] == false
        {
            assert_eq!((&table["level"], &table["is_ironman"]), (&"easy".into(), &true.into()));
            send(&mut socket, r#"{"start": {}}"#.to_owned());
        }
        if let Some(question) = message.get("question") {
            questions += 1;
            let options = question["options"].as_array().expect("a list");
            assert!(!options.is_empty());
            // Some seats walk in circles, so the turn ends at every third question.
            let option = if questions % 3 == 0 { options.len() - 1 } else { 0 };
            send(&mut socket, format!(r#"{{"choose": {{"question": {}, "option": {option}}}}}"#, question["number"]));
        }
        refusals += i32::from(message.get("refused").is_some());
        rounds = message.pointer("/state/round").and_then(serde_json::Value::as_i64).unwrap_or(rounds);
        if let Some(over) = message.get("over") {
            break over["outcome"].as_i64();
        }
    };
    assert_ne!(outcome, Some(0));
    assert!(
        questions > 4 && rounds > 0 && refusals == 2,
        "{questions} questions, {rounds} rounds, {refusals} refusals"
    );
}
