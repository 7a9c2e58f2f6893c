//! Whole battles over links that spoil frames. Nothing that was decided is lost, both seats end with the server's
//! knowledge, and the reasons are counted.

mod common;

use common::proxy::{Fault, Proxy};
use common::{Person, Served};
use foretoken_session::record::{self, Entry};
use foretoken_session::wire::{Act, Event, Message, ToClient, ToServer};
use std::collections::BTreeSet;

/// Numbers of a battle over a spoiling link.
#[derive(Debug, Default)]
struct Seen {
    /// Spoilt frames from clients and from the server.
    spoilt: [u64; 2],
    /// Connections that were lost.
    lost: usize,
    /// Connections that the server ended for a damaged frame.
    damaged: u64,
    /// Frames that the server dropped as repetitions.
    repeated: u64,
}

fn counter(served: &Served, name: &str) -> u64 {
    let (text, start) = (served.metrics(), format!("foretoken_{name} "));
    let value = text.lines().find_map(|line| line.strip_prefix(&start)).and_then(|value| value.parse().ok());
    value.expect("a counter")
}

/// Plays a battle whose seats are both behind the link, beside a watcher without it.
fn battle_over(fault: Fault) -> Seen {
    let served = Served::start();
    let (first, second) = served.pair("vigil/first-light");
    let code = first.client.table().expect("a table").code.clone();
    let mut watcher = served.person("Watcher");
    watcher.send(ToServer::Watch { code: code.clone(), side: Some(0) });
    watcher.until(|event| matches!(event, Event::Begun));
    let proxy = Proxy::start(served.address(), fault, 12);
    let mut seats = [first, second].map(|person| Person::through(&proxy.address(), person.client));
    let mut sent = [BTreeSet::new(), BTreeSet::new()];
    while seats.iter().any(|seat| seat.outcome() == 0) {
        for (seat, sent) in seats.iter_mut().zip(&mut sent) {
            if let Some(ToServer::Act { id, act: Act::Message(bytes), .. }) = seat.play_on()
                && let Ok(Message::Decide(_)) =
                    Message::from_bytes(seat.client.seat().expect("a battle").book(), &bytes)
            {
                sent.insert(id);
            }
        }
    }
    watcher.until_over();
    let outcomes = [&seats[0], &seats[1], &watcher].map(Person::outcome);
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{outcomes:?}");
    for seat in &seats {
        let mut whole = served.returning(seat);
        whole.until(|event| matches!(event, Event::Begun));
        let known =
            [&whole, seat].map(|person| person.client.seat().expect("a battle").known().to_bytes().expect("small"));
        assert!(known[0] == known[1], "the seat knows what the server knows of its side");
    }
    assert_eq!(seats[0].client.log().lines(), watcher.client.log().lines(), "nothing is missing and nothing is twice");
    let done: usize = seats.iter().zip(&sent).map(|(seat, sent)| done_of(&seat.heard, sent)).sum();
    let journal = served.data().join("tables").join(code).join("battle-1.battle");
    let entries = record::parse(&std::fs::read(journal).expect("a file")).expect("a journal").entries;
    let decided = entries.iter().filter(|entry| matches!(entry, Entry::Decide(_) | Entry::DecidePart(_))).count();
    assert_eq!(decided, done, "the journal has each confirmed decision once");
    Seen {
        spoilt: proxy.spoilt(),
        lost: seats.iter().map(|seat| seat.lost.len()).sum(),
        damaged: counter(&served, "damaged_total"),
        repeated: counter(&served, "repeated_total"),
    }
}

/// Returns the number of confirmed acts among some.
fn done_of(heard: &[ToClient], sent: &BTreeSet<u32>) -> usize {
    let done = heard.iter().filter_map(|frame| match frame {
        ToClient::Done { id, refused: None } if sent.contains(id) => Some(id),
        _ => None,
    });
    done.collect::<BTreeSet<_>>().len()
}

#[test]
fn delayed_frames_only_cost_time() {
    let seen = battle_over(Fault::Delays);
    assert!(seen.spoilt[0] > 5 && seen.spoilt[1] > 5, "{seen:?}");
    assert_eq!((seen.lost, seen.damaged, seen.repeated), (0, 0, 0), "{seen:?}");
}

#[test]
fn repeated_frames_are_dropped() {
    let seen = battle_over(Fault::Repeats);
    assert!(seen.spoilt[1] > 5 && seen.repeated > 5, "{seen:?}");
    assert_eq!((seen.lost, seen.damaged), (0, 0), "{seen:?}");
}

#[test]
fn overtaken_swapped_and_corrupt_frames_begin_a_new_connection() {
    for fault in [Fault::IsOvertaken, Fault::Swaps, Fault::Corrupts] {
        let seen = battle_over(fault);
        assert!(seen.spoilt[0] > 5 && seen.spoilt[1] > 5, "{fault:?}: {seen:?}");
        assert!(seen.lost > 5 && seen.damaged > 0, "{fault:?}: {seen:?}");
        assert_eq!(seen.repeated, 0, "{fault:?}: {seen:?}");
    }
}
