//! Journals that are damaged, or that a stranger wrote: no edit is deleted without a copy, and nothing is written outside the pack.

use crate::driver::vigil;
use crate::journal::EditedPack;

/// Whichever bit of the last entry is damaged, its length included, the journal is kept and the damage is told.
#[test]
fn no_damage_deletes_edits_without_a_copy() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    for name in ["strike", "shove"] {
        pack.retitle(name, "Mine", "");
    }
    drop(pack);
    let journal = folder.path().join(".edits/journal");
    let whole = std::fs::read(&journal).expect("a journal");
    let last = foretoken_vm::journal::read(&whole).expect("a journal").0.last().expect("an entry").offset;
    for (number, (at, bit)) in [(0, 1), (0, 0x80), (2, 1), (3, 0x80), (5, 1), (20, 1)].into_iter().enumerate() {
        let mut bytes = whole.clone();
        bytes[last + at] ^= bit;
        std::fs::write(&journal, &bytes).expect("written");
        let pack = EditedPack::start(folder.path());
        assert!(pack.told().contains("damaged"), "byte {at}: {}", pack.told());
        let aside = folder.path().join(format!(".edits/journal.{}.unreadable", number + 1));
        assert_eq!(std::fs::read(aside).expect("it is kept"), bytes, "byte {at}");
    }
}

/// A journal may come with a stranger's pack: an entry whose path leads out of the pack is not taken in.
#[test]
fn a_journal_writes_nothing_outside_the_pack() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    drop(pack);
    let journal = folder.path().join(".edits/journal");
    let whole = std::fs::read(&journal).expect("a journal");
    for path in ["art/../../escaped.txt", "art//escaped.txt", "actions/../../escaped.ron"] {
        let edit = ("Drawing".to_owned(), vec![(path.to_owned(), None::<String>, Some("outside".to_owned()))]);
        let payload = foretoken_vm::codec::encode(&edit).expect("small");
        let mut bytes = whole.clone();
        bytes.extend(foretoken_vm::journal::frame(1, &payload).expect("a frame"));
        std::fs::write(&journal, &bytes).expect("written");
        let pack = EditedPack::start(folder.path());
        assert_eq!(pack.title("strike"), "Mine");
        assert!(pack.told().contains("understood"), "{path}: {}", pack.told());
    }
}
