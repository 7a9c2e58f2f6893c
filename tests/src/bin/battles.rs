//! Plays battles between planners and prints a line per battle and a total, to compare builds and machines: `cargo run
//! --release -p foretoken-tests --bin battles -- --count 1000 --seed 1`.

use foretoken_tests::{BattleBatch, fight_all};
use foretoken_vm::{Outcome, Team};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut count, mut seed) = (100, 1);
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--count" => count = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--threads" => threads = value.parse()?,
            _ => return Err(format!("{word} is none of --count, --seed and --threads").into()),
        }
    }
    let fought = fight_all(&BattleBatch::shipped(seed), count, threads);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut total = 0_u64;
    for (number, one) in fought.iter().enumerate() {
        total = total.rotate_left(7) ^ one.hash;
        let outcome = match Outcome::for_side(one.outcome, Team::PLAYER) {
            Outcome::Open => "open",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Drawn => "drawn",
        };
        writeln!(out, "{number} {} {outcome} in {} rounds {:016x}", one.scenario, one.rounds, one.hash)?;
    }
    writeln!(out, "{} battles {total:016x}", fought.len())?;
    Ok(())
}
