//! Whole packs: canonical text, reloading and folders.

use foretoken_action_assets::syntax::MAX_BYTES;
use foretoken_action_assets::{Files, KindRegistry, Library};

use crate::pack;

#[test]
fn one_text_and_back() {
    let library = pack(&[("actions/say.ron", "Action(note: \"=== a\\n=== b\", body: [Wait])")]);
    let text = library.canonical_text();
    let again = Library::from_canonical_text(&text, KindRegistry::core());
    assert_eq!(again.canonical_text(), text);
    let (one, two) = (library.compile("s").0.expect("it compiles"), again.compile("s").0.expect("it compiles"));
    assert_eq!(one.hash64(), two.hash64());
    assert!(!Library::from_canonical_text("=== ", KindRegistry::core()).check_all().is_empty());
}

#[test]
fn a_broken_file_keeps_its_last_whole_version() {
    let mut library = pack(&[]);
    let before = library.compile("s").0.expect("it compiles").hash64();
    assert!(library.reload("actions/wait.ron", Some(b"Action(body: [Wiat])")).has_errors());
    let (book, faults) = library.compile("s");
    assert_eq!(book.expect("the last version is in use").hash64(), before);
    assert!(faults.has_errors());
    assert!(library.reload("actions/wait.ron", Some(b"Action(priority: 1, body: [Wait])")).is_empty());
    let (book, faults) = library.compile("s");
    assert!(faults.is_empty(), "{}", faults.render());
    assert_ne!(book.expect("it compiles").hash64(), before);
    assert!(library.reload("actions/wait.ron", None).is_empty());
    assert!(library.compile("s").0.is_none(), "the rat's action is gone");
    assert!(library.reload("actions/wait.ron", Some(b"Action(")).has_errors());
    assert!(library.compile("s").0.is_none(), "there never was a whole version");
    assert!(library.compile("t").1.has_errors());
}

#[test]
fn the_order_of_files_does_not_matter() {
    let (files, _) = Files::from_one_text(&pack(&[]).canonical_text());
    let mut library = Library::load(&Files::new(), KindRegistry::core());
    for (path, bytes) in files.0.iter().rev() {
        library.reload(path, Some(bytes));
    }
    assert_eq!(library.canonical_text(), pack(&[]).canonical_text());
}

#[cfg(unix)]
#[test]
fn folders_are_read_without_following_links() {
    let folder = tempfile::tempdir().expect("there is room");
    let actions = folder.path().join("actions");
    std::fs::create_dir(&actions).expect("it can be made");
    std::fs::write(actions.join("wait.ron"), "Action(body: [Wait])").expect("it can be written");
    std::fs::write(actions.join("notes.txt"), "not an asset").expect("it can be written");
    std::fs::write(actions.join("big.ron"), vec![b' '; MAX_BYTES + 1]).expect("it can be written");
    std::os::unix::fs::symlink(folder.path(), actions.join("loop")).expect("it can be linked");
    let (files, faults) = Files::from_folder(folder.path());
    assert_eq!(files.0.keys().collect::<Vec<_>>(), ["actions/wait.ron"]);
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["too-large", "link", "file-name"]);
    assert!(Files::from_folder(&folder.path().join("none")).1.has_errors());
}
