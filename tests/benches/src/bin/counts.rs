//! Counts the instructions of named workloads with callgrind. Counts repeat under load, unlike times.
//!
//! ```text
//! cargo run --profile play -p foretoken-benches --bin counts            prints the counts
//! cargo run --profile play -p foretoken-benches --bin counts -- check   fails if a count grew by more than 5 %
//! cargo run --profile play -p foretoken-benches --bin counts -- causes  prints where the instructions of plans go
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

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_command = |word: &String| ["check", "write", "run", "causes"].contains(&word.as_str());
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
    let is_meant = |of: &Workload| words.is_empty() || words.iter().any(|word| of.title().contains(word.as_str()));
    let workloads: Vec<Workload> = Workload::ALL.into_iter().filter(is_meant).collect();
    if command == "run" {
        for workload in workloads {
            let mut work = workload.prepare();
            println!("{}", measured(&mut *work));
            written();
        }
        return Ok(ExitCode::SUCCESS);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: instructions are not counted, as valgrind is not installed.");
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
    let read = |(at, units): (usize, u64)| {
        let text = std::fs::read_to_string(profiles.with_extension((at + 1).to_string()))?;
        Ok(Profile { text, units })
    };
    units.into_iter().enumerate().map(read).collect()
}

fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
