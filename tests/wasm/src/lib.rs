//! Plays each scenario of a pack without files, threads or a clock, and returns battle hashes and records. The test
//! compares a native run with Node.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use foretoken_action_assets::store::Disk;
use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::record::RecordWriter;
use foretoken_session::referee::Setup;

/// Finished battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Name of the scenario.
    pub scenario: String,
    /// Hash of the final state.
    pub hash: u64,
    /// Bytes of the record.
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

/// Plays all scenarios of a pack in canonical text, at level easy.
///
/// # Errors
/// If a scenario does not compile or a record cannot be written.
pub fn play(pack: &str, assets: &str) -> Result<Vec<Played>, String> {
    let library = Library::from_canonical_text(assets, KindRegistry::core());
    let play = |scenario: &str| {
        let (book, faults) = library.compile(scenario);
        let book = book.ok_or_else(|| faults.render())?;
        let setup = Setup::of(book, 7);
        let setup = Setup { assets: assets.to_owned(), pack: pack.to_owned(), level: Level::Easy, ..setup };
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
    library.names_of(AssetType::Scenario).map(play).collect()
}

/// Allocates room for text from Node.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0_u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Plays the pack in [`room`]: name, line feed and canonical text. Returns a pointer to the answer after its length in
/// four bytes: for each battle a line `name hash record`, the last two in hexadecimal, or a line `! why`.
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
