//! Plays each scenario and campaign of a pack without files, threads or a clock, and returns hashes and records. The
//! test compares a native run with Node.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use foretoken_action_assets::store::Disk;
use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_campaign::chance::hash_of;
use foretoken_campaign::{BeginOptions, Campaign, Pilot, RoomKinds, Run};
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::record::RecordWriter;
use foretoken_session::referee::Setup;

/// Finished battle or run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Name of the scenario, or `campaigns/` and that of the campaign.
    pub scenario: String,
    /// Hash of the final state, or of all entries of the run.
    pub hash: u64,
    /// Bytes of the record, or of the run's entries.
    pub record: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Disk for Memory {
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(usize::try_from(at).map_err(io::Error::other)?);
        kept.extend_from_slice(bytes);
        Ok(())
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        self.write_at(at, &[])
    }
}

/// Plays all scenarios and campaigns of a pack in canonical text, at level easy.
///
/// # Errors
/// If an asset does not compile or a record cannot be written.
pub fn play(pack: &str, assets: &str) -> Result<Vec<Played>, String> {
    let library = Library::from_canonical_text(assets, KindRegistry::core());
    let play = |scenario: &str| {
        let (book, faults) = library.compile(scenario);
        let book = book.ok_or_else(|| faults.render())?;
        let setup = Setup::of(book, 7);
        let setup = Setup { assets: assets.to_owned().into(), pack: pack.to_owned(), level: Level::Easy, ..setup };
        let disk = Memory::default();
        let told = |error: &dyn std::fmt::Display| format!("{scenario}: {error}");
        let writer = RecordWriter::on(Box::new(disk.clone()), Path::new(scenario)).map_err(|error| told(&error))?;
        let mut session = Session::recorded(setup, Some(writer)).map_err(|error| told(&error))?;
        while session.outcome() == 0 {
            session.decide_rest_by_planner();
            session.commit();
        }
        let hash = session.battle().state().hash64(session.book());
        drop(session);
        let record = disk.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Played { scenario: scenario.to_owned(), hash, record })
    };
    let runs = Campaign::names(&library);
    let runs = runs.iter().map(|name| run(&library, pack, name));
    library.names_of(AssetType::Scenario).map(play).chain(runs).collect()
}

fn run(library: &Library, pack: &str, name: &str) -> Result<Played, String> {
    let told = |error: &dyn std::fmt::Display| format!("{name}: {error}");
    let campaign = Campaign::compile(library, pack, name, RoomKinds::default()).map_err(|error| told(&error))?;
    let options = BeginOptions { seed: 7, level: Level::Easy, ..BeginOptions::default() };
    let mut run = Run::begin(Arc::new(campaign), &options).ok_or_else(|| told(&"offers without places"))?;
    Pilot { seed: 7 }.play(&mut run, &mut |_, _| {}).map_err(|error| told(&error))?;
    let payloads = run.entries().iter().map(|entry| entry.payload().map_err(|error| told(&error)));
    let record = payloads.collect::<Result<Vec<_>, String>>()?.concat();
    Ok(Played { scenario: format!("campaigns/{name}"), hash: hash_of(&record), record })
}

/// Allocates room for text from Node.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0_u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Plays the pack in [`room`]: name, line feed and canonical text. Returns a pointer to the answer after its length in
/// four bytes: for each battle and run a line `name hash record`, the last two in hexadecimal, or a line `! why`.
///
/// # Safety
/// `at` and `length` must be those of [`room`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn play_pack(at: *const u8, length: usize) -> *const u8 {
    // SAFETY: the caller wrote `length` bytes into the memory of `room`.
    let text = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, length) });
    let (pack, assets) = text.split_once('\n').unwrap_or_default();
    let answer =
        play(pack, assets).map_or_else(|why| format!("! {}\n", why.replace('\n', " ")), |played| lines(&played));
    let mut bytes = u32::try_from(answer.len()).unwrap_or(0).to_le_bytes().to_vec();
    bytes.extend_from_slice(answer.as_bytes());
    Box::leak(bytes.into_boxed_slice()).as_ptr()
}

/// Formats one line per battle.
#[must_use]
pub fn lines(played: &[Played]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    played.iter().map(|one| format!("{} {:016x} {}\n", one.scenario, one.hash, hex(&one.record))).collect()
}
