//! Campaigns on the command line: a run is played, left, resumed and verified.

use foretoken_tests::{executable, root};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn campaign(arguments: &[&str]) -> Command {
    let mut command = Command::new(executable());
    command.arg("campaign").args(arguments).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = campaign(arguments).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("plain path")
}

#[test]
fn campaigns_are_listed_and_have_no_faults() {
    let listed = fed(&["list", "--json"], "");
    let told = out(&listed);
    assert!(told.contains("\"vigil/the-long-watch\"") && told.contains("\"banner/the-march\""), "{told}");
    let checked = fed(&["check"], "");
    assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
}

#[test]
fn a_run_is_played_left_resumed_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = path(folder.path());
    let begun = fed(
        &["play", "the-long-watch", "--auto", "--level", "easy", "--seed", "3", "--runs", runs],
        "1\n1\n2\nparty\nmap\nlog\nnonsense\nquit\n",
    );
    let told = out(&begun);
    assert_eq!(begun.status.code(), Some(0), "{told}{}", String::from_utf8_lossy(&begun.stderr));
    assert!(told.contains("the-long-watch, seed 3, level easy, mode free, assets "), "{told}");
    assert!(told.contains("The Watch House (Choice)") && told.contains("Odo, Warden: health"), "{told}");
    assert!(told.contains("Unknown command."), "{told}");
    let run = folder.path().join("the-long-watch-1");
    let resumed = fed(&["play", "--resume", path(&run), "--auto", "--runs", runs], "give-up\nrewind 3\nquit\n");
    let told = out(&resumed);
    assert_eq!(resumed.status.code(), Some(0), "{told}{}", String::from_utf8_lossy(&resumed.stderr));
    assert!(told.contains("You gave the run up.") && told.contains("The Watch House"), "{told}");
    let verified = fed(&["verify", path(&run)], "");
    assert_eq!(verified.status.code(), Some(0), "{}", out(&verified));
    assert!(out(&verified).contains("1 battles"), "{}", out(&verified));
    let shown = fed(&["show", path(&run), "--json"], "");
    assert!(out(&shown).contains("\"campaign\": \"The Long Watch\""), "{}", out(&shown));
    let listed = out(&fed(&["list", "--json", "--runs", runs], ""));
    assert!(listed.contains("\"runs\": 1"), "{listed}");
    std::fs::write(run.join("battle-1.battle"), b"other").expect("written");
    let verified = fed(&["verify", path(&run)], "");
    assert_eq!(verified.status.code(), Some(1), "{}", out(&verified));
    assert!(
        out(&verified).contains("names the battle record `battle-1.battle`, which was changed"),
        "{}",
        out(&verified)
    );
}

#[test]
fn simulations_are_equal_on_one_and_two_threads() {
    let with = |threads: &str| {
        let simulated =
            fed(&["simulate", "the-long-watch", "--runs", "3", "--level", "easy", "--threads", threads, "--json"], "");
        assert_eq!(simulated.status.code(), Some(0), "{}", String::from_utf8_lossy(&simulated.stderr));
        out(&simulated)
    };
    let one = with("1");
    assert!(one.contains("\"least\"") && one.contains("\"hash\""), "{one}");
    assert_eq!(one, with("2"));
}

#[test]
fn a_plausible_party_is_shown_at_a_room() {
    let at = fed(&["at", "the-long-watch", "crossing", "--seed", "2", "--level", "easy"], "");
    let told = out(&at);
    assert_eq!(at.status.code(), Some(0), "{told}");
    assert!(told.contains("You enter The Crossing."), "{told}");
    let nowhere = fed(&["at", "the-long-watch", "nowhere"], "");
    assert_ne!(nowhere.status.code(), Some(0));
}

/// Starts a run, writes some commands, and kills the process at once.
fn killed(folder: &Path, commands: usize) {
    let arguments = ["play", "the-long-watch", "--auto", "--level", "easy", "--seed", "5", "--runs", path(folder)];
    let mut child: Child = campaign(&arguments).spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    for command in ["1\n", "1\n", "2\n", "1\n", "1\n", "1\n"].into_iter().take(commands) {
        let _ = pipe.write_all(command.as_bytes());
        let _ = pipe.flush();
    }
    for _ in 0..commands * 4 {
        // Lets the process run for a moment of varying length.
        std::thread::yield_now();
        let _ = std::fs::read_dir(folder).map(Iterator::count);
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_killed_run_goes_on_and_verifies() {
    for commands in 0..6 {
        let folder = tempfile::tempdir().expect("a folder");
        killed(folder.path(), commands);
        let run = folder.path().join("the-long-watch-1");
        let has_begun = foretoken_campaign::RunRecord::read(&run).is_ok_and(|opened| opened.assets.is_some());
        if !has_begun {
            continue;
        }
        let resumed = fed(&["play", "--resume", path(&run), "--auto", "--runs", path(folder.path())], "party\nquit\n");
        assert_eq!(resumed.status.code(), Some(0), "{}", String::from_utf8_lossy(&resumed.stderr));
        let verified = fed(&["verify", path(&run)], "");
        assert_eq!(verified.status.code(), Some(0), "{}", out(&verified));
    }
}
