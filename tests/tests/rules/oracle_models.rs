//! The reference models in `tests/oracle/models` agree with the program. Without Python the test passes with a note.

use foretoken_tests::{executable, root};
use std::process::Command;

/// Cases per model; `MODEL_CASES` and `MODEL_SEED` override.
const CASES: &str = "300";

fn check(model: &str) {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let of = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    let kept = tempfile::tempdir().expect("a folder");
    let done = Command::new("python3")
        .arg(root().join("tests/oracle/models").join(model))
        .args(["--cases", &of("MODEL_CASES", CASES), "--seed", &of("MODEL_SEED", "1"), "--keep"])
        .arg(kept.path())
        .env("FORETOKEN", executable())
        .output()
        .expect("Python runs");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    let agree =
        told.split(" agree").next().and_then(|words| words.rsplit(' ').next()).and_then(|number| number.parse().ok());
    assert!(agree.is_some_and(|agree: u32| agree > 0), "no case agrees: {told}");
}

#[test]
fn statuses_agree() {
    check("statuses.py");
}

#[test]
fn damage_agrees() {
    check("damage.py");
}

#[test]
fn stats_agree() {
    check("stats.py");
}

#[test]
fn turn_orders_agree() {
    check("orders.py");
}

#[test]
fn ways_agree() {
    check("paths.py");
}
