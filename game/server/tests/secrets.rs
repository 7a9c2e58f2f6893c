//! Frames tell nothing that is hidden: two servers whose openings differ only in hidden units send that side's
//! seat and watcher equal frames.

mod common;

use common::{Person, Served, options};
use foretoken_session::Decision;
use foretoken_session::wire::{Event, SeatToken, ToClient, ToServer};
use foretoken_vm::Intent;
use std::path::Path;

/// Writes assets with one scenario in fog: a warden in the west and rats far in the east.
fn assets(folder: &Path, map: &str) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil");
    let pack = folder.join("vigil");
    copy(&shipped, &pack);
    for file in std::fs::read_dir(pack.join("scenarios")).expect("a folder").flatten() {
        std::fs::remove_file(file.path()).expect("a file");
    }
    std::fs::remove_dir_all(pack.join("campaigns")).ok();
    let scenario = format!(
        "Scenario(title: \"Fog\", map: [\"{map}\"], sight: 4, legend: [(glyph: \"W\", unit: \"warden\"), \
         (glyph: \"r\", unit: \"rat\", team: 1)])"
    );
    std::fs::write(pack.join("scenarios/fog.ron"), scenario).expect("it is written");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for file in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (file.path(), to.join(file.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(&from, &to).expect("a copy");
        }
    }
}

/// Waits for everything that the server sent to a person before now.
fn settle(person: &mut Person, number: usize) {
    let words = format!("settle {number}");
    person.send(ToServer::Say(words.clone()));
    person.until(|event| matches!(event, Event::Said { words: own, .. } if *own == words));
}

fn wait(person: &mut Person) {
    loop {
        let seat = person.client.seat().expect("a battle");
        let unit = seat.units().iter().copied().find(|&unit| !seat.is_decided(unit));
        let intent = Intent { complete: true, ..Intent::default() };
        let frame = match unit {
            Some(unit) => person.client.decide(Decision { unit, intent }),
            None => person.client.close(),
        };
        person.send(frame.expect("it is small"));
        person.until(|event| matches!(event, Event::Done { .. }));
        if unit.is_none() {
            return;
        }
    }
}

/// Returns a frame without its random parts.
fn bare(frame: &ToClient) -> ToClient {
    match frame.clone() {
        ToClient::Seated { side, is_watcher, .. } => ToClient::Seated { side, is_watcher, token: SeatToken([0; 16]) },
        ToClient::Table(mut info) => {
            info.code.clear();
            ToClient::Table(info)
        }
        other => other,
    }
}

/// Plays some rounds without a move, and returns the frames to the seat of side 0 and to its watcher.
fn frames(map: &str, is_planned: bool) -> [Vec<ToClient>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    assets(folder.path(), map);
    let served = Served::of(folder.path());
    let mut first = served.person("Ada");
    let code = first.create(options("vigil/fog"));
    let mut second = (!is_planned).then(|| {
        let mut second = served.person("Ben");
        second.send(ToServer::Sit { code: code.clone(), side: Some(1) });
        second.until(|event| matches!(event, Event::Seated));
        second
    });
    let mut watcher = served.person("Cleo");
    watcher.send(ToServer::Watch { code, side: Some(0) });
    watcher.until(|event| matches!(event, Event::Seated));
    first.send(ToServer::Start);
    first.until(|event| matches!(event, Event::Begun));
    watcher.until(|event| matches!(event, Event::Begun));
    if let Some(second) = &mut second {
        second.until(|event| matches!(event, Event::Begun));
    }
    // The computer's rats come closer, and later into sight.
    for round in 0..if is_planned { 2 } else { 4 } {
        for person in second.iter_mut().chain([&mut first]) {
            person.until_asked();
            wait(person);
        }
        settle(&mut first, round);
        // The words of players reach the watcher, too, so it waits for other ones.
        settle(&mut watcher, 100 + round);
    }
    [first.heard, watcher.heard].map(|frames| frames.iter().map(bare).collect())
}

#[test]
fn hidden_enemies_are_in_no_frame() {
    let maps = ["W............r....r", "W...............r..", "W.............rrrrr"];
    for is_planned in [false, true] {
        let all = maps.map(|map| frames(map, is_planned));
        for (which, other) in all.iter().enumerate().skip(1) {
            for (reader, (other, own)) in other.iter().zip(&all[0]).enumerate() {
                assert!(own.iter().any(|frame| matches!(frame, ToClient::Brief(_))));
                for (at, pair) in own.iter().zip(other).enumerate() {
                    assert_eq!(pair.0, pair.1, "frame {at} to reader {reader} tells opening {which} from the first");
                }
                assert_eq!(own.len(), other.len(), "reader {reader} of opening {which}");
            }
        }
    }
}

#[test]
fn enemies_in_sight_are_in_the_frames() {
    assert_ne!(frames("W..r...............", false), frames("W...r..............", false));
}
