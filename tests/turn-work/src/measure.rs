//! Benchmark timer: interleaves candidates in one run and compares them as ratios.
//!
//! Absolute times drift up to twofold on shared machines, so a figure is the median over rounds of the ratio to the
//! first candidate *in the same round*. Only this file may read a clock.

use std::fmt::Write;

#[allow(clippy::disallowed_types, reason = "a benchmark measures time; nothing here reaches a state")]
use std::time::Instant;

/// Time of a candidate per round in nanoseconds: long against the clock's resolution, short against drift.
const SLICE: f64 = 2e6;

/// Measurement of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Name of the candidate.
    pub name: String,
    /// Median nanoseconds per call.
    pub ns_median: f64,
    /// Median ratio to the first candidate.
    pub ratio_to_first: f64,
}

/// Times all candidates in each round, starting each round with another one.
///
/// Each candidate is called for about 2 ms per round, at least once, after an equal warm-up.
///
/// # Panics
/// If there is no candidate or no round.
#[must_use]
pub fn measure(candidates: &mut [(&str, &mut dyn FnMut())], rounds: usize) -> Vec<Row> {
    assert!(!candidates.is_empty() && rounds > 0, "nothing to measure");
    let calls: Vec<u32> = candidates.iter_mut().map(|(_, run)| calibrate(*run)).collect();
    let mut times = vec![Vec::with_capacity(rounds); candidates.len()];
    for round in 0..rounds {
        for step in 0..candidates.len() {
            let which = (round + step) % candidates.len();
            let ns = time(candidates[which].1, calls[which]);
            times[which].push(ns / f64::from(calls[which]));
        }
    }
    let row = |(which, (name, _)): (usize, &(&str, &mut dyn FnMut()))| Row {
        name: (*name).to_owned(),
        ns_median: median(times[which].clone()),
        ratio_to_first: median(times[which].iter().zip(&times[0]).map(|(own, first)| own / first).collect()),
    };
    candidates.iter().enumerate().map(row).collect()
}

/// Returns a Markdown table with a row per candidate and a column per case: the first in nanoseconds, all as ratios.
///
/// Candidates are matched by name; `-` marks missing ones. `calls` is the number of previews per call.
#[must_use]
pub fn table(columns: &[(&str, Vec<Row>)], calls: u32) -> String {
    let mut text = String::from("| |");
    for (name, _) in columns {
        _ = write!(text, " {name} |");
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(columns.len()));
    text.push('\n');
    let Some((_, rows)) = columns.first() else {
        return text;
    };
    for (place, Row { name, .. }) in rows.iter().enumerate() {
        if place == 0 {
            let cells = columns.iter().map(|(_, rows)| figure(rows, name, |row| row.ns_median / f64::from(calls)));
            line(&mut text, &format!("{name}, ns"), cells);
        }
        let cells = columns.iter().map(|(_, rows)| figure(rows, name, |row| row.ratio_to_first));
        line(&mut text, name, cells);
    }
    text
}

fn line(text: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    _ = write!(text, "| {name} |");
    for cell in cells {
        _ = write!(text, " {cell} |");
    }
    text.push('\n');
}

fn figure(rows: &[Row], name: &str, value: impl Fn(&Row) -> f64) -> String {
    rows.iter().find(|row| row.name == name).map_or_else(|| "-".to_owned(), |row| three_digits(value(row)))
}

/// Formats three significant digits; further digits are not reproducible.
fn three_digits(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Doubles the calls until they fill a quarter of a slice, then scales up.
fn calibrate(run: &mut dyn FnMut()) -> u32 {
    let mut calls = 1_u32;
    loop {
        let ns = time(run, calls).max(1.0);
        if ns >= SLICE / 4.0 || calls >= 1 << 30 {
            let whole = (f64::from(calls) * SLICE / ns).ceil() as u32;
            time(run, whole.max(1));
            return whole.max(1);
        }
        calls *= 2;
    }
}

#[allow(clippy::disallowed_types, reason = "a benchmark measures time; nothing here reaches a state")]
fn time(run: &mut dyn FnMut(), calls: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        run();
    }
    start.elapsed().as_nanos() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, ns_median: f64, ratio_to_first: f64) -> Row {
        Row { name: name.to_owned(), ns_median, ratio_to_first }
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn every_candidate_runs_and_the_first_is_one() {
        let (mut a, mut b) = (0_u64, 0_u64);
        let mut first = || a += 1;
        let mut second = || b += 1;
        let rows = measure(&mut [("first", &mut first), ("second", &mut second)], 3);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].ratio_to_first, 1.0);
        assert!(a > 0 && b > 0);
    }

    #[test]
    fn the_table_has_a_row_a_candidate_and_a_column_a_case() {
        let small = vec![row("pair", 1280.0, 1.0), row("peer", 20480.0, 16.04)];
        let large = vec![row("pair", 12800.0, 1.0), row("peer", 1_280_000.0, 100.4)];
        let expected = "\
| | small | large |
|---|---|---|
| pair, ns | 20.0 | 200 |
| pair | 1.00 | 1.00 |
| peer | 16.0 | 100 |
";
        assert_eq!(table(&[("small", small), ("large", large)], 64), expected);
    }
}
