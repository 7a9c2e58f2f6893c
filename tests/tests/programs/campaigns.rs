//! Campaigns on the command line: a run is played, left, resumed and verified.

use foretoken_campaign::Entry;
use foretoken_tests::{executable, root};
use std::io::{BufRead, BufReader, Write};
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

/// Plays on and kills the process after some lines of its output. Returns the rooms that it showed.
fn killed(arguments: &[&str], lines: u64) -> Vec<String> {
    let mut child: Child = campaign(arguments).spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut shown = Vec::new();
    // The process may end before it reads everything.
    let _ = pipe.write_all("1\n2\n1\n3\n1\n1\n2\n".repeat(40).as_bytes());
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    for line in output.lines().map_while(Result::ok).take(lines as usize) {
        shown.extend(line.strip_suffix(" (Battle)").or(line.strip_suffix(" (Choice)")).map(str::to_owned));
    }
    let _ = child.kill();
    child.wait().expect("it ends");
    shown
}

/// `FORETOKEN_KILLS` sets the number of kills.
#[test]
fn a_run_that_is_killed_again_and_again_loses_nothing_that_was_shown() {
    let kills = std::env::var("FORETOKEN_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(10_u64);
    let folder = tempfile::tempdir().expect("a folder");
    let (mut number, mut before, mut verified) = (0, Vec::new(), 0);
    let verify = |run: &Path| {
        let checked = fed(&["verify", path(run)], "");
        assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
    };
    for kill in 0..kills {
        let runs = folder.path().join(number.to_string());
        let run = runs.join("the-long-watch-1");
        let seed = number.to_string();
        let begin = ["play", "the-long-watch", "--auto", "--level", "easy", "--seed", &seed, "--runs", path(&runs)];
        let resume = ["play", "--resume", path(&run), "--auto", "--runs", path(&runs)];
        let lines = foretoken_campaign::chance::hash_of(&kill.to_le_bytes()) % 60;
        let shown = if before.is_empty() { killed(&begin, lines) } else { killed(&resume, lines) };
        let opened = foretoken_campaign::RunRecord::read(&run).ok().filter(|opened| opened.assets.is_some());
        let Some(opened) = opened else {
            assert!(shown.is_empty(), "kill {kill}: {shown:?} without a journal");
            number += 1;
            continue;
        };
        assert!(opened.entries.starts_with(&before), "kill {kill} lost an entry");
        let rooms = opened.entries.iter().filter(|entry| matches!(entry, Entry::Enter(_))).count();
        let distinct = shown.windows(2).filter(|two| two[0] != two[1]).count();
        assert!(rooms >= distinct, "kill {kill}: {shown:?}, but {rooms} rooms in the journal");
        before = opened.entries;
        if before.iter().any(|entry| matches!(entry, Entry::End(_))) {
            verify(&run);
            (number, before, verified) = (number + 1, Vec::new(), verified + 1);
        }
    }
    if !before.is_empty() {
        verify(&folder.path().join(number.to_string()).join("the-long-watch-1"));
        verified += 1;
    }
    assert!(verified > 0, "no run was verified");
}
