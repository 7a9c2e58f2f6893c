//! Arbitrary bytes as frames never panic: a server reads or refuses them, and a client goes on.

#![no_main]

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_session::wire::envelope::{HEAD, Sealer, Unsealer};
use foretoken_session::wire::{Client, Message, ToClient, ToServer, pack, unpack};
use foretoken_session::{Briefing, Referee, Setup};
use foretoken_vm::{Rulebook, Team};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, OnceLock};

struct Battle {
    rules: Arc<Rulebook>,
    briefing: Vec<u8>,
}

fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("units/u.ron", "Unit(glyph: \"u\")")
            .with("scenarios/s.ron", "Scenario(map: [\"u..u\"], legend: [(glyph: \"u\", unit: \"u\")])");
        let scenario = Library::load(&files, KindRegistry::core()).compile("s").0.unwrap_or_default();
        let setup = Setup::of(scenario, 1);
        let rules = Arc::clone(&setup.book);
        let mut referee = Referee::start(setup, None).expect("nothing is recorded");
        let briefing = referee.brief(Team::PLAYER).to_bytes(&rules).expect("it is small");
        Battle { rules, briefing }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Battle { rules, briefing } = battle();
    if let Ok(frame) = ToServer::from_bytes(bytes) {
        assert_eq!(frame.to_bytes().ok().as_deref(), Some(bytes));
    }
    if let Ok(Some(frame)) = Unsealer::default().unseal(bytes) {
        assert_eq!(Sealer::default().seal(frame), bytes);
        assert_eq!(frame.len(), bytes.len() - HEAD);
    }
    let _ = Message::from_bytes(rules, bytes);
    let _ = Briefing::from_bytes(rules, bytes);
    let _ = unpack(bytes, briefing);
    let mut client = Client::new("Fuzz", None);
    let mut compile = |_: &str, _: &str| Ok(Arc::clone(rules));
    let mut replies = Vec::new();
    let hash = rules.hash64();
    let begin = [
        ToClient::Seated { side: 0, is_watcher: false, token: foretoken_session::wire::SeatToken([0; 16]) },
        ToClient::Rules { battle: 1, scenario: "p/s".to_owned(), rules: hash, text: pack(b"", b"") },
    ];
    for frame in begin {
        let _ = client.hear(frame, &mut compile, &mut replies);
    }
    // Each part of the input is a frame, so that a client hears several.
    for part in bytes.split(|&byte| byte == 0xfe) {
        if let Ok(frame) = ToClient::from_bytes(part) {
            let _ = client.hear(frame, &mut compile, &mut replies);
        }
    }
    let brief = foretoken_session::wire::Brief { sequence: 1, base: 0, question: 1, bytes: pack(bytes, b"") };
    let _ = client.hear(ToClient::Brief(brief), &mut compile, &mut replies);
});
