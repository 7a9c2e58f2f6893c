//! Damaged journals and journals of strangers: no edit is deleted without a copy, and nothing is written outside the
//! pack.

use crate::driver::vigil;
use crate::journal::EditedPack;

/// Any flipped bit in the last entry, including its length, keeps the journal and is reported.
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
    let last =
        foretoken_action_assets::store::journal::read(&whole).expect("a journal").0.last().expect("an entry").offset;
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
        bytes.extend(foretoken_action_assets::store::journal::frame(1, &payload).expect("a frame"));
        std::fs::write(&journal, &bytes).expect("written");
        let pack = EditedPack::start(folder.path());
        assert_eq!(pack.title("strike"), "Mine");
        assert!(pack.told().contains("could be read"), "{path}: {}", pack.told());
    }
}

#[test]
fn broken_bytes_of_a_journal_are_read_or_kept() {
    let folder = vigil();
    let mut pack = EditedPack::start(folder.path());
    pack.retitle("strike", "Mine", "");
    drop(pack);
    let edits = folder.path().join(".edits");
    let whole = std::fs::read(edits.join("journal")).expect("a journal");
    let mut state = 11_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..300 {
        std::fs::remove_dir_all(&edits).expect("removed");
        std::fs::create_dir(&edits).expect("made");
        let mut bytes = whole.clone();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            bytes[at] = random(256) as u8;
        }
        std::fs::write(edits.join("journal"), &bytes).expect("written");
        let pack = EditedPack::start(folder.path());
        let is_kept = || {
            let files = std::fs::read_dir(&edits).expect("a folder").flatten();
            files.map(|file| std::fs::read(file.path()).expect("readable")).any(|kept| kept == bytes)
        };
        assert!(pack.title("strike") == "Mine" || is_kept(), "{}", pack.told());
    }
}
