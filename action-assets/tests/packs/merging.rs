//! Edits of different parts of one asset merge with git.

use std::process::Command;

use foretoken_action_assets::{KindRegistry, fmt_text};

#[test]
fn edits_of_different_parts_merge() {
    let base = "Action(body: [DeclareTarget(name: \"T1\"), Push(target: \"T1\", distance: 2), Damage(target: \"T1\", amount: 1), Wait(label: \"rest\")])";
    let canonical = |text: &str| fmt_text("a.ron", text, &KindRegistry::core()).expect("it is whole");
    let ours = base.replace("distance: 2", "distance: 4");
    let theirs = base.replace("label: \"rest\"", "label: \"sleep\"");
    let both = ours.replace("label: \"rest\"", "label: \"sleep\"");
    let folder = tempfile::tempdir().expect("there is room");
    for (name, text) in [("ours", &ours), ("base", &base.to_owned()), ("theirs", &theirs)] {
        std::fs::write(folder.path().join(name), canonical(text)).expect("it can be written");
    }
    let merged = Command::new("git")
        .args(["merge-file", "-p", "ours", "base", "theirs"])
        .current_dir(folder.path())
        .output()
        .expect("git is there");
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stdout));
    assert_eq!(String::from_utf8_lossy(&merged.stdout), canonical(&both));
}
