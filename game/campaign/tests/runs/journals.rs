//! Journals of runs: cuts, flipped bytes, locks and lost content.

use crate::pack::{ROOMS, campaign_text, files, options, small, verdict};
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_campaign::entry::Begin;
use foretoken_campaign::{
    Campaign, CampaignError, Command, Entry, Pilot, RoomKinds, Run, RunError, RunRecord, RunVerdict, parse,
};
use foretoken_session::record::WriteError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn compile(text: &str, begin: &Begin) -> Result<Campaign, CampaignError> {
    let library = Library::from_canonical_text(text, KindRegistry::core());
    Campaign::compile(&library, &begin.pack, &begin.campaign, RoomKinds::default())
}

fn journal(folder: &Path) -> PathBuf {
    folder.join(RunRecord::FILE)
}

/// Plays a recorded run to its end.
fn recorded(folder: &Path, seed: u64) -> RunRecord {
    let mut record = RunRecord::create(folder, small(), &options(seed)).expect("it is made");
    let pilot = Pilot { seed };
    while record.run().state().ending.is_none() {
        if record.run().is_battle_due() {
            record.fight_by_planner().expect("it is played");
        } else {
            let command = pilot.next(record.run()).expect("a decision");
            record.act(&command).expect("it is possible");
        }
    }
    record
}

fn with_a_battle() -> (tempfile::TempDir, Vec<Entry>) {
    for seed in 0..50 {
        let folder = tempfile::tempdir().expect("a folder");
        let record = recorded(folder.path(), seed);
        if record.run().state().battles > 0 {
            let entries = record.run().entries().to_vec();
            drop(record);
            return (folder, entries);
        }
    }
    panic!("some run fights");
}

#[test]
fn a_recorded_run_is_read_and_verifies() {
    let (folder, entries) = with_a_battle();
    let record = RunRecord::resume(folder.path(), compile).expect("it is whole");
    assert_eq!(record.run().entries(), entries);
    let mut records = BTreeMap::new();
    for file in std::fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file")) {
        let name = file.file_name().into_string().expect("a name");
        records.insert(name, std::fs::read(file.path()).expect("it is read"));
    }
    assert!(matches!(verdict(record.run(), &records), RunVerdict::Same { battles: 1.., .. }));
}

#[test]
fn cut_at_any_byte_a_run_loses_at_most_its_last_entry() {
    let (folder, entries) = with_a_battle();
    let bytes = std::fs::read(journal(folder.path())).expect("it is read");
    let offsets: Vec<usize> = {
        let (frames, damage) = foretoken_action_assets::store::journal::read(&bytes).expect("a journal");
        assert_eq!(damage, None);
        frames.iter().map(|frame| frame.offset).collect()
    };
    let first = offsets[2];
    for cut in first..bytes.len() {
        let whole = offsets.iter().filter(|&&at| at <= cut).count();
        let opened = parse(&bytes[..cut]).expect("the begin is whole");
        assert!(opened.entries.len() + 1 >= whole, "cut at {cut}");
        assert_eq!(opened.entries, entries[..opened.entries.len()]);
        assert!(opened.damage.is_none_or(|damage| damage.torn), "cut at {cut}");
    }
    // Each decision boundary is resumed with a real file, and one byte beside it.
    let second = tempfile::tempdir().expect("a folder");
    for cut in offsets[2..].iter().flat_map(|&at| [at, at + 1]) {
        std::fs::write(journal(second.path()), &bytes[..cut]).expect("written");
        let record = RunRecord::resume(second.path(), compile).expect("only the end is torn");
        let count = record.run().entries().len();
        assert!(count < entries.len() || record.run().state().ending.is_some());
        assert_eq!(record.run().entries(), &entries[..count], "what follows from a decision is completed");
        assert_eq!(record.run().owed(), []);
    }
}

#[test]
fn any_flipped_byte_is_named_and_the_file_is_kept() {
    let (folder, _) = with_a_battle();
    let bytes = std::fs::read(journal(folder.path())).expect("it is read");
    let last = {
        let (frames, _) = foretoken_action_assets::store::journal::read(&bytes).expect("a journal");
        frames.last().expect("entries").offset
    };
    let second = tempfile::tempdir().expect("a folder");
    let step = (bytes.len() / 150).max(1);
    for at in (0..last).step_by(step) {
        let mut broken = bytes.clone();
        broken[at] ^= 0x20;
        std::fs::write(journal(second.path()), &broken).expect("written");
        let error = RunRecord::resume(second.path(), compile).expect_err("it is damaged");
        assert!(!error.to_string().is_empty());
        let kept = std::fs::read(journal(second.path())).expect("it is there");
        assert_eq!(kept, broken, "flip at {at}: {error}");
    }
}

#[test]
fn a_second_process_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = RunRecord::create(folder.path(), small(), &options(1)).expect("it is made");
    let second = RunRecord::resume(folder.path(), compile).map(drop);
    assert!(matches!(second, Err(RunError::Write(WriteError::Taken(_)))), "{second:?}");
    assert!(RunRecord::create(folder.path(), small(), &options(1)).is_err(), "the folder has a run");
    drop(first);
    RunRecord::resume(folder.path(), compile).expect("it is free");
}

#[test]
fn what_is_no_run_is_named() {
    let check = |bytes: &[u8], told: &str| {
        let error = parse(bytes).map(drop).expect_err("it is none");
        assert_eq!(error.to_string(), told);
    };
    check(b"", "the file is not a record of a battle");
    check(
        &foretoken_action_assets::store::journal::header(),
        "this is not the journal of a run: its first entry is missing or broken",
    );
}

#[test]
fn a_run_keeps_items_and_members_that_the_assets_no_longer_have() {
    let text = campaign_text(ROOMS, "stash: [\"axe\", \"relic\"]");
    let first = crate::pack::compiled(&text);
    let mut run = Run::begin(Arc::clone(&first), &options(1)).expect("the offers have places");
    let gate = first.room_index("gate").expect("it exists");
    run.act(&Command::Enter(gate)).expect("a start");
    let mut less = files(&text.replace("\"relic\"]", "]").replace("(item: \"relic\", once: true),", ""));
    less.0.remove("items/relic.ron");
    let library = Library::load(&less, KindRegistry::core());
    let other =
        Campaign::compile(&library, "own", "small", RoomKinds::default()).unwrap_or_else(|error| panic!("{error}"));
    let mut later = Run::of_entries(Arc::new(other), run.entries().to_vec());
    assert_eq!(later.view().stash, ["Axe", "missing item `relic`"]);
    later.act(&Command::Choose(3, Vec::new())).expect("it is free");
    assert!(later.state().stash.iter().any(|own| own.item == "relic"), "it is kept");
}
