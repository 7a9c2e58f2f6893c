//! Counts the instructions of named workloads with callgrind. Counts repeat under load, unlike times.
//!
//! ```text
//! cargo run --profile play -p foretoken-benches --bin counts            prints the counts
//! cargo run --profile play -p foretoken-benches --bin counts -- check   fails if a count grew by more than 5 %
//! cargo run --profile play -p foretoken-benches --bin counts -- causes  prints where the instructions of plans go
//! cargo run --profile play -p foretoken-benches --bin counts -- loops   prints the shares of both loops of the machine
//! cargo run --profile play -p foretoken-benches --bin counts -- write   writes the table and docs/benchmarks.md
//! ```
//!
//! Further words restrict the first two to workloads whose title contains one of them.

use foretoken_benches::counts::{self, Count};
use foretoken_benches::workloads::Workload;
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const TABLE: &str = "counts.tsv";
const PAGE: &str = "../../docs/benchmarks.md";

/// Word after `run` that chooses the workloads of both loops.
const LOOPS: &str = "loops";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_command = |word: &String| ["check", "write", "run", "causes", "loops"].contains(&word.as_str());
    let command = if words.first().is_some_and(is_command) { words.remove(0) } else { String::new() };
    match run(&command, &words) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("counts: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, words: &[String]) -> Result<ExitCode> {
    let words = match command {
        "causes" if words.is_empty() => vec!["scored plans".to_owned(), "solve".to_owned()],
        _ => words.to_vec(),
    };
    let words = words.as_slice();
    if command == "loops" {
        return loops();
    }
    let is_meant = |of: &Workload| words.is_empty() || words.iter().any(|word| of.title().contains(word.as_str()));
    let is_of_loops = words == [LOOPS];
    let all = if is_of_loops { Workload::loops().into_flattened() } else { Workload::ALL.to_vec() };
    let workloads: Vec<Workload> = all.into_iter().filter(|of| is_of_loops || is_meant(of)).collect();
    if command == "run" {
        for workload in workloads {
            let mut work = workload.prepare();
            if is_of_loops {
                // Callgrind also counts calls before the measured part; they go into a profile of their own.
                measured(&mut *work);
                written();
            }
            println!("{}", measured(&mut *work));
            written();
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !has_valgrind() {
        return Ok(ExitCode::SUCCESS);
    }
    if command == "write" && !words.is_empty() {
        return Err("the table is written whole: leave the names of workloads out".into());
    }
    let profiles = profiles(&workloads, words)?;
    if command == "causes" {
        for (workload, profile) in workloads.iter().zip(&profiles) {
            println!("{}, a {}:\n\n{}", workload.title(), workload.per, counts::causes(&profile.text, profile.units));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let counted = profiles.into_iter().zip(&workloads).map(|(profile, workload)| profile.count(workload.title()));
    let counted = counted.collect::<Result<Vec<Count>>>()?;
    print!("{}", counts::markdown(&counted));
    let own = |path: &str| -> PathBuf { Path::new(env!("CARGO_MANIFEST_DIR")).join(path) };
    match command {
        "write" => {
            std::fs::write(own(TABLE), counts::write(&counted, &compiler()?))?;
            let page = counts::into_page(&std::fs::read_to_string(own(PAGE))?, &counted)?;
            std::fs::write(own(PAGE), page)?;
        }
        "check" => {
            let mut table = counts::read(&std::fs::read_to_string(own(TABLE))?)?;
            table.retain(|old| words.is_empty() || counted.iter().any(|new| new.title == old.title));
            let faults = counts::faults(&table, &counted);
            if !faults.is_empty() {
                eprintln!("{}", faults.join("\n"));
                eprintln!(
                    "If that is meant, write the table anew: counts write. It is of the compiler in its first line."
                );
                return Ok(ExitCode::FAILURE);
            }
        }
        _ => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn has_valgrind() -> bool {
    let is_there = Command::new("valgrind").arg("--version").output().is_ok();
    if !is_there {
        println!("SKIPPED: instructions are not counted, as valgrind is not installed.");
    }
    is_there
}

/// Prints the share of activations that the loop over bound intents runs, and what activations take.
fn loops() -> Result<ExitCode> {
    if !has_valgrind() {
        return Ok(ExitCode::SUCCESS);
    }
    let pairs = Workload::loops();
    let mut profiles = profiles(pairs.as_flattened(), &[LOOPS.to_owned()])?.into_iter();
    println!(
        "| scenario | in the loop over bound intents | instructions | in the general loop alone |\n|---|---|---|---|"
    );
    for [of, _] in pairs {
        let (Some(both), Some(alone)) = (profiles.next(), profiles.next()) else { break };
        let at = of.scenario();
        let general = counts::general_of(&both.text);
        if counts::general_of(&alone.text) != alone.units {
            return Err(format!(
                "{at}: the general loop ran {} activations of {} in the profile",
                counts::general_of(&alone.text),
                alone.units
            )
            .into());
        }
        println!("{}", counts::row_of_loops(at, general, &both.count(at.to_owned())?, &alone.count(at.to_owned())?));
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the counted work. Callgrind finds this function by name. Code after the call prevents a tail call, which
/// callgrind would not attribute to it.
#[inline(never)]
fn measured(work: &mut dyn FnMut() -> u64) -> u64 {
    black_box(work())
}

/// Call that makes callgrind write the profile since the last call.
#[inline(never)]
fn written() {
    black_box(());
}

struct Profile {
    text: String,
    units: u64,
}

impl Profile {
    fn count(self, title: String) -> Result<Count> {
        let instructions = counts::total_of(&self.text).filter(|&sum| sum > 0);
        let instructions = instructions.ok_or_else(|| format!("callgrind counted nothing of `{title}`"))?;
        Ok(Count { title, instructions, units: self.units })
    }
}

/// Runs the workloads below callgrind and returns the profile of each.
fn profiles(workloads: &[Workload], words: &[String]) -> Result<Vec<Profile>> {
    let folder = tempfile::tempdir()?;
    let profiles = folder.path().join("profile");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=counts::measured*"])
        .arg("--dump-before=counts::written*")
        .arg(format!("--callgrind-out-file={}", profiles.display()))
        .arg(std::env::current_exe()?)
        .arg("run")
        .args(words)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let units = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::parse)
        .collect::<std::result::Result<Vec<u64>, _>>()?;
    if units.len() != workloads.len() {
        return Err(format!("{} of {} workloads were run", units.len(), workloads.len()).into());
    }
    let step = if words == [LOOPS] { 2 } else { 1 };
    let read = |(at, units): (usize, u64)| {
        let text = std::fs::read_to_string(profiles.with_extension((step * (at + 1)).to_string()))?;
        Ok(Profile { text, units })
    };
    units.into_iter().enumerate().map(read).collect()
}

fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
