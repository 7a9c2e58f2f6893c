//! The example plays to its end and stays short.

use std::process::Command;

#[test]
fn a_battle_of_two_processes_ends() {
    let output = Command::new(env!("CARGO_BIN_EXE_foretoken-two-seats")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("outcome") && !said.contains("outcome 0"), "{said}");
}

#[test]
fn it_takes_under_a_hundred_lines() {
    assert!(include_str!("../src/main.rs").lines().count() < 100);
}
