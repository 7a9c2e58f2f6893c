//! Arbitrary bytes as a record, its entries or a snapshot never panic: they are read, refused or replayed.

#![no_main]

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_session::record;
use foretoken_action_assets::store::journal;
use foretoken_vm::{Battle, Rulebook};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("units/u.ron", "Unit(glyph: \"u\")")
            .with("scenarios/s.ron", "Scenario(map: [\"u..u\"], legend: [(glyph: \"u\", unit: \"u\")])");
        Library::load(&files, KindRegistry::core())
    })
}

fn scenario() -> CompiledScenario {
    library().compile("s").0.unwrap_or_default()
}

fuzz_target!(|bytes: &[u8]| {
    // The assets have their own fuzz target, so they are fixed here.
    let compile = |_: &str, _: &str| Ok(scenario());
    if let Ok(opened) = record::parse(bytes) {
        let _ = record::verify(&opened, &compile);
        let _ = record::resume(&opened, &compile);
    }
    // Checksums reject most mutations, so the entries are also fuzzed with valid checksums.
    let mut whole = journal::header().to_vec();
    for (index, chunk) in bytes.chunks(97).enumerate() {
        let kind = if index == 0 { 1 } else { u16::from(chunk[0] % 11) };
        if let Ok(frame) = journal::frame(kind, &chunk[1.min(chunk.len())..]) {
            whole.extend(frame);
        }
    }
    if let Ok(opened) = record::parse(&whole) {
        let _ = record::verify(&opened, &compile);
    }
    let _ = Battle::from_bytes(&scenario(), bytes);
});
