//! Frames tell nothing that is hidden: servers whose openings differ only in hidden facts send that side's seat and
//! watcher equal bytes, from the first frame to the end of the battle.

mod common;

use common::{Person, Served, options};
use foretoken_session::Decision;
use foretoken_session::wire::{Event, SeatToken, ToClient, ToServer};
use foretoken_vm::Intent;
use std::path::Path;

/// An opening of one scenario. All openings have equal rules, if their sights are equal.
#[derive(Clone, Copy)]
struct Opening {
    /// Warden of the reader, and enemies far away.
    map: &'static str,
    /// Side of the warden.
    reader: u8,
    /// Whether the computer or a policy plays the enemies.
    is_planned: bool,
    /// Sight in fog; 0 for no fog.
    sight: u8,
    seed: u64,
    /// Decider of the enemies in the scenario, if the computer plays them.
    decider: &'static str,
}

const USUAL: Opening = Opening {
    map: "W.............................r....r....",
    reader: 0,
    is_planned: false,
    sight: 4,
    seed: 7,
    decider: "by: Planner",
};

/// Enemies: a glyph, its unit and the fields in which this unit differs from a rat.
const ENEMIES: [(char, &str, &str); 8] = [
    ('r', "rat", ""),
    ('i', "mailed", "carries: [\"mail-shirt\"],"),
    ('s', "marked", "statuses: [\"mark\"],"),
    ('p', "coward", "policy: \"away\","),
    ('q', "hunter", "policy: \"near\","),
    ('d', "gambler", "deck: \"cards\", deck_skills: [\"brace\", \"shove\", \"stay\"],"),
    ('e', "cheat", "deck: \"cards\", deck_skills: [\"stay\", \"shove\", \"brace\"],"),
    ('l', "lurker", "hidden: true,"),
];

/// Writes assets with one scenario, whose legend names all kinds of enemies.
fn assets(folder: &Path, opening: Opening) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil");
    let pack = folder.join("vigil");
    copy(&shipped, &pack);
    for file in std::fs::read_dir(pack.join("scenarios")).expect("a folder").flatten() {
        std::fs::remove_file(file.path()).expect("a file");
    }
    std::fs::remove_dir_all(pack.join("campaigns")).ok();
    let write = |name: &str, text: String| {
        let path = pack.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("it is written");
    };
    let columns = ["top", "dread", "oil"].map(|name| format!("(name: \"{name}\")")).join(", ");
    write("rules.ron", format!("Rules(title: \"Twins\", columns: [{columns}])"));
    write("statuses/mark.ron", "Status(title: \"Mark\")".to_owned());
    write(
        "decks/cards.ron",
        "Deck(title: \"Cards\", slots: 3, next: [\"2 3\", \"1 3\", \"1 2\"], current: \"top\")".to_owned(),
    );
    for (name, aim) in [("away", "Retreat"), ("near", "Approach")] {
        let uses = format!("uses: [(action: \"walk\", aim: {aim})]");
        write(
            &format!("policies/{name}.ron"),
            format!("Policy(title: \"{name}\", rows: [(name: \"Walk\", faces: (1, 6), {uses})])"),
        );
    }
    let (own, enemy) = (opening.reader, 1 - opening.reader);
    let mut legend = format!("(glyph: \"W\", unit: \"warden\", team: {own}), ");
    let mut cast = String::new();
    for (glyph, unit, fields) in ENEMIES {
        let rat = "glyph: \"r\", health: 2, initiative: 3, movement: 4, actions: [\"walk\", \"bite\"], worth: 200,";
        write(&format!("units/{unit}.ron"), format!("Unit(title: \"{unit}\", {rat} {fields})"));
        legend += &format!("(glyph: \"{glyph}\", unit: \"{unit}\", team: {enemy}), ");
        cast += &format!("(unit: \"{unit}\", team: {enemy}), ");
    }
    legend += &format!("(glyph: \"R\", unit: \"rat\", team: {enemy}, health: 1)");
    let Opening { map, sight, decider, .. } = opening;
    let scenario = format!(
        "Scenario(title: \"Fog\", map: [\"{map}\"], sight: {sight}, rounds: 3, legend: [{legend}], cast: [{cast}], \
         deciders: [(team: {enemy}, {decider})])"
    );
    write("scenarios/fog.ron", scenario);
    let content = foretoken_session::Content::open(folder).expect("assets");
    content.setup("vigil/fog", None).unwrap_or_else(|error| panic!("{error}"));
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

/// Lets all units wait as long as the seat must decide.
fn wait(person: &mut Person) {
    while person.client.is_asked() {
        let seat = person.client.seat().expect("a battle");
        let unit = seat.units().iter().copied().find(|&unit| !seat.is_decided(unit));
        let intent = Intent { complete: true, ..Intent::default() };
        let frame = match unit {
            Some(unit) => person.client.decide(Decision { unit, intent }),
            None => person.client.close(),
        };
        person.send(frame.expect("it is small"));
        person.until(|event| matches!(event, Event::Done { .. }));
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

/// Plays a battle without a move to its end. Returns all frames to the reader's seat and to its watcher.
fn frames(opening: Opening) -> [Vec<ToClient>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    assets(folder.path(), opening);
    let served = Served::of(folder.path());
    let (own, enemy) = (opening.reader, 1 - opening.reader);
    let mut first = served.person("Ada");
    first.send(ToServer::Create(Box::new(foretoken_session::wire::TableOptions {
        seed: Some(opening.seed),
        seats: Some(if opening.is_planned { vec![own] } else { vec![0, 1] }),
        ..options("vigil/fog")
    })));
    first.until(|event| matches!(event, Event::Table));
    let code = first.client.table().expect("a table").code.clone();
    let mut second = (!opening.is_planned).then(|| {
        let mut second = served.person("Ben");
        second.send(ToServer::Sit { code: code.clone(), side: None });
        second.until(|event| matches!(event, Event::Seated));
        second
    });
    let mut watcher = served.person("Cleo");
    watcher.send(ToServer::Watch { code, side: Some(own) });
    watcher.until(|event| matches!(event, Event::Seated));
    first.send(ToServer::Start);
    let mut people: Vec<&mut Person> = [&mut first].into_iter().chain(&mut second).collect();
    for person in people.iter_mut().map(|person| &mut **person).chain([&mut watcher]) {
        person.until(|event| matches!(event, Event::Begun));
    }
    let side = |person: &Person| person.client.side().expect("a seat").0;
    assert!(people.iter().all(|person| [own, enemy].contains(&side(person))));
    while people.iter().any(|person| person.outcome() == 0) {
        for person in &mut people {
            wait(person);
            person.hear(std::time::Duration::from_millis(2));
        }
    }
    watcher.until_over();
    let reader = people.into_iter().find(|person| side(person) == own).expect("a reader");
    settle(reader, 1);
    // The words of players reach the watcher, too, so it waits for other ones.
    settle(&mut watcher, 2);
    [&reader.heard, &watcher.heard].map(|frames| frames.iter().map(bare).collect())
}

/// Checks that all openings send equal bytes to the seat and the watcher of the reader.
fn check(openings: &[Opening]) {
    let bytes = |frame: &ToClient| frame.to_bytes().expect("a frame of the server");
    let all: Vec<_> = openings.iter().map(|opening| frames(*opening)).collect();
    for (opening, other) in openings.iter().zip(&all).skip(1) {
        for (reader, (other, own)) in other.iter().zip(&all[0]).enumerate() {
            assert!(own.iter().filter(|frame| matches!(frame, ToClient::Brief(_))).count() >= 3);
            for (at, pair) in own.iter().zip(other).enumerate() {
                let is_equal = bytes(pair.0) == bytes(pair.1);
                let kind = std::mem::discriminant(pair.0);
                assert!(is_equal, "frame {at} ({kind:?}) to reader {reader} tells `{}`", opening.map);
            }
            assert_eq!(own.len(), other.len(), "reader {reader} of `{}`", opening.map);
        }
    }
}

/// Maps that differ in cells, number, health, items, statuses and decks of the enemies.
const MAPS: [&str; 7] = [
    USUAL.map,
    "W..............................r...r....",
    "W.............................R....r....",
    "W.............................i....s....",
    "W.............................d....d....",
    "W.............................e....d....",
    "W.............................rrrrrl....",
];

/// Maps whose enemies decide by policies.
const POLICIES: [&str; 3] = [
    "W.............................p....q....",
    "W.............................q....p....",
    "W.............................p....p....",
];

#[test]
fn hidden_enemies_are_in_no_frame() {
    for (reader, is_planned) in [(0, false), (1, false), (0, true)] {
        check(&MAPS.map(|map| Opening { map, reader, is_planned, ..USUAL }));
        // All know whether a side decides, so these maps are compared only with each other.
        check(&POLICIES.map(|map| Opening { map, reader, is_planned, ..USUAL }));
    }
}

#[test]
fn units_that_start_hidden_are_in_no_frame_without_fog() {
    let maps = ["W.............................l.....r...", "W..............................l....r..."];
    check(&maps.map(|map| Opening { map, sight: 0, ..USUAL }));
}

#[test]
fn seeds_are_in_no_frame() {
    // The deciders of the sides are public.
    for is_planned in [false, true] {
        check(&[7, 8, u64::MAX].map(|seed| Opening { seed, is_planned, ..USUAL }));
    }
}

#[test]
fn enemies_in_sight_are_in_the_frames() {
    let in_sight = |map| frames(Opening { map, ..USUAL });
    assert_ne!(
        in_sight("W..r...................................."),
        in_sight("W...r...................................")
    );
}
