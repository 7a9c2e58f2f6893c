//! Table of instruction counts: reading, comparing, and writing it to the docs.

use crate::workloads::Workload;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Allowed growth of a count, in percent.
pub const TOLERANCE: f64 = 5.0;
const BEGIN: &str =
    "<!-- counts: written by `cargo run --profile play -p foretoken-benches --bin counts -- write` -->\n";
const END: &str = "<!-- end of counts -->";

/// Instructions of one workload.
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    /// Title of the workload.
    pub title: String,
    /// Instructions for all units of work.
    pub instructions: u64,
    /// Units of work.
    pub units: u64,
}

impl Count {
    /// Returns the instructions per unit of work.
    #[must_use]
    pub fn each(&self) -> f64 {
        self.instructions as f64 / self.units.max(1) as f64
    }
}

/// Error of reading the table or the page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Line without title, instructions and units.
    #[error("line {0} of the table is not `title, instructions, units` with tabs between")]
    Line(usize),
    /// The page lacks the markers of the table.
    #[error("the page has no place for the table: the lines `{BEGIN}` and `{END}` are missing")]
    NoPlace,
}

/// Parses a table.
///
/// # Errors
/// If a line is invalid.
pub fn read(text: &str) -> Result<Vec<Count>, TableError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    let count = |(at, line): (usize, &str)| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().ok_or(TableError::Line(at + 1));
        let title = next()?.to_owned();
        let mut number = || next()?.parse().map_err(|_| TableError::Line(at + 1));
        Ok(Count { title, instructions: number()?, units: number()? })
    };
    lines.map(count).collect()
}

/// Writes a table with the compiler's name.
#[must_use]
pub fn write(counts: &[Count], compiler: &str) -> String {
    let mut text = format!(
        "# Instructions by callgrind, profile `play`, {compiler}. Written by `counts write`; see docs/benchmarks.md.\n\
         # workload\tinstructions\tunits of work\n"
    );
    for Count { title, instructions, units } in counts {
        _ = writeln!(text, "{title}\t{instructions}\t{units}");
    }
    text
}

/// Returns the faults of new counts: workloads that grew by more than [`TOLERANCE`], and those missing on either side.
#[must_use]
pub fn faults(table: &[Count], counted: &[Count]) -> Vec<String> {
    let mut faults = Vec::new();
    for new in counted {
        match table.iter().find(|old| old.title == new.title) {
            None => faults.push(format!("`{}` is not in the table", new.title)),
            Some(old) => {
                let growth = growth(old, new);
                if growth > TOLERANCE + 1e-6 {
                    let (old, new_each) = (figure(old.each()), figure(new.each()));
                    faults
                        .push(format!("`{}` grew by {growth:.1} %: from {old} to {new_each} instructions", new.title));
                }
            }
        }
    }
    let is_gone = |old: &&Count| !counted.iter().any(|new| new.title == old.title);
    faults.extend(table.iter().filter(is_gone).map(|old| format!("`{}` was not counted", old.title)));
    faults
}

fn growth(old: &Count, new: &Count) -> f64 {
    (new.each() / old.each().max(1e-9) - 1.0) * 100.0
}

/// Replaces the table between the markers of a page.
///
/// # Errors
/// If the page has no markers.
pub fn into_page(page: &str, counts: &[Count]) -> Result<String, TableError> {
    let (before, rest) = page.split_once(BEGIN).ok_or(TableError::NoPlace)?;
    let (_, after) = rest.split_once(END).ok_or(TableError::NoPlace)?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", markdown(counts)))
}

/// Returns the table in Markdown.
#[must_use]
pub fn markdown(counts: &[Count]) -> String {
    let mut text = String::from("| workload | instructions | per | goal |\n|---|---|---|---|\n");
    for count in counts {
        let of = Workload::ALL.into_iter().find(|workload| workload.title() == count.title);
        let per = of.map_or("", |workload| workload.per);
        let goal = of.and_then(|workload| workload.goal).map(|goal| figure(f64::from(goal))).unwrap_or_default();
        _ = writeln!(text, "| {} | {} | {per} | {goal} |", count.title, figure(count.each()));
    }
    text
}

/// Formats a number with thousands separators; small ones with one decimal.
#[must_use]
pub fn figure(number: f64) -> String {
    if number < 100.0 {
        return format!("{number:.1}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the total of a callgrind profile.
#[must_use]
pub fn total_of(profile: &str) -> Option<u64> {
    let totals = profile.lines().find_map(|line| line.strip_prefix("totals:"))?;
    totals.split_whitespace().next()?.parse().ok()
}

/// Calls of a function with the instructions below them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Calls {
    /// Number of calls.
    pub count: u64,
    /// Instructions of the function and of the functions that it calls.
    pub instructions: u64,
}

/// Returns the calls of each function of a callgrind profile, by name. Calls within calls of the same function count
/// twice.
#[must_use]
pub fn calls_of(profile: &str) -> BTreeMap<String, Calls> {
    let (mut names, mut all) = (BTreeMap::new(), BTreeMap::<String, Calls>::new());
    let mut name_of = |text: &str| {
        let (id, name) = text.split_once(' ').unwrap_or((text, ""));
        if !name.is_empty() {
            names.insert(id.to_owned(), name.to_owned());
        }
        names.get(id).cloned().unwrap_or_default()
    };
    let (mut called, mut count) = (String::new(), None);
    for line in profile.lines() {
        if let Some(text) = line.strip_prefix("fn=") {
            name_of(text);
        } else if let Some(text) = line.strip_prefix("cfn=") {
            called = name_of(text);
        } else if let Some(text) = line.strip_prefix("calls=") {
            count = text.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
        } else if let Some(count) = count.take() {
            // The line after `calls` has a position and the cost of these calls.
            let cost = line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
            let calls = all.entry(called.clone()).or_default();
            *calls = Calls { count: calls.count + count, instructions: calls.instructions + cost };
        }
    }
    all
}

/// A cause of instructions: what a person would name it, and the functions that do it, none of which calls another.
pub type Cause = (&'static str, &'static [&'static str]);

/// Causes of the instructions of a scored plan. The parts of the second group lie within those of the first.
pub const CAUSES: [&[Cause]; 2] = [
    &[
        ("the future up to the horizon", &["predictor::Predictor::run"]),
        ("the unit's own turn", &["battle::Predicted>::run_open", "battle::Predicted::run_open"]),
        ("legal answers", &["legal::answers_of"]),
        ("value of the end", &["worth::value"]),
        ("key of the end", &["Predictor::hash_of_end"]),
    ],
    &[
        ("programs of all units", &["::run_code", "series::<impl foretoken_vm::machine::fast::FastContext>::run"]),
        ("aims of units with a policy", &["::by_aim"]),
        ("reactions", &["::answer_changes"]),
        ("turn order", &["::read_paces", "TurnOrder>::next", "TurnOrder::is_horizon"]),
    ],
];

/// Returns a row of each cause as `cause, calls per unit of work, instructions per unit of work`.
#[must_use]
pub fn causes(profile: &str, units: u64) -> String {
    let calls = calls_of(profile);
    let each = |number: u64| figure(number as f64 / units.max(1) as f64);
    let mut text = String::from("| cause | times | instructions |\n|---|---|---|\n");
    for (at, group) in CAUSES.iter().enumerate() {
        for (cause, functions) in *group {
            let is_meant = |name: &&String| {
                functions.iter().any(|function| name.ends_with(function) || name.contains(&format!("{function}'")))
            };
            let found = calls.keys().filter(is_meant).filter_map(|name| calls.get(name));
            let sum = found.fold(Calls::default(), |sum, own| Calls {
                count: sum.count + own.count,
                instructions: sum.instructions + own.instructions,
            });
            let indent = if at == 0 { "" } else { "– " };
            _ = writeln!(text, "| {indent}{cause} | {} | {} |", each(sum.count), each(sum.instructions));
        }
    }
    text
}

/// Functions that run an activation, or the rest of one, in the general loop.
const GENERAL: [&str; 2] = ["RunContext>::act", "RunContext>::go_on"];

/// Returns the activations of a profile that the general loop ran or finished.
#[must_use]
pub fn general_of(profile: &str) -> u64 {
    let calls = calls_of(profile);
    let is_meant = |name: &&String| GENERAL.iter().any(|function| name.ends_with(function));
    calls.keys().filter(is_meant).filter_map(|name| calls.get(name)).map(|calls| calls.count).sum()
}

/// Returns a row: scenario, share of activations in the loop over bound intents, instructions for each activation with
/// it, and without it.
#[must_use]
pub fn row_of_loops(scenario: &str, general: u64, both: &Count, alone: &Count) -> String {
    let share = 100.0 * (1.0 - general as f64 / both.units.max(1) as f64);
    format!("| {scenario} | {share:.0} % | {} | {} |", figure(both.each()), figure(alone.each()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(title: &str, instructions: u64, units: u64) -> Count {
        Count { title: title.to_owned(), instructions, units }
    }

    #[test]
    fn a_table_that_was_written_is_read_as_it_was() {
        let counts = [count("a: x/y", 123_456, 20), count("b", 7, 1)];
        assert_eq!(read(&write(&counts, "rustc 1")), Ok(counts.to_vec()));
        assert_eq!(read("a\t1\n"), Err(TableError::Line(1)));
        assert_eq!(read("# head\na\tmany\t1\n"), Err(TableError::Line(2)));
    }

    /// 1,000 instructions over 10 units are 100 each; 1,050 are 5 % more, and 2,120 over 20 units 6 %.
    #[test]
    fn growth_is_judged_for_one_unit_of_work() {
        let table = [count("a", 1_000, 10), count("b", 1_000, 10), count("c", 1_000, 10), count("gone", 1, 1)];
        let counted = [count("a", 1_050, 10), count("b", 2_120, 20), count("c", 500, 10), count("new", 1, 1)];
        let expected =
            ["`b` grew by 6.0 %: from 100 to 106 instructions", "`new` is not in the table", "`gone` was not counted"];
        assert_eq!(faults(&table, &counted), expected);
    }

    #[test]
    fn only_what_is_between_the_marks_of_a_page_changes() {
        let page = format!("before\n{BEGIN}old\n{END}\nafter\n");
        let new = into_page(&page, &[count("a", 1_234_567, 1)]).expect("the page has the marks");
        assert!(new.starts_with("before\n") && new.ends_with(&format!("{END}\nafter\n")), "{new}");
        assert!(new.contains("| a | 1,234,567 |") && !new.contains("old"), "{new}");
        assert_eq!(into_page("nothing", &[]), Err(TableError::NoPlace));
    }

    #[test]
    fn the_total_of_a_profile_is_its_first_number() {
        assert_eq!(total_of("version: 1\nfn=(0)\n1 5\n\ntotals: 4711 3\n"), Some(4_711));
        assert_eq!(total_of("version: 1\n"), None);
    }

    #[test]
    fn calls_are_summed_by_the_called_function() {
        let profile = "fn=(1) main\n1 10\ncfn=(2) score\ncalls=3 5\n1 700\nfn=(2)\n5 40\ncfn=(2)\ncalls=1 5\n6 60\n";
        let calls = calls_of(profile);
        assert_eq!(calls.get("score"), Some(&Calls { count: 4, instructions: 760 }));
        assert_eq!(calls.get("main"), None, "it is called by nothing");
    }

    /// 3 of 20 activations pass through the general loop: one from its start, two from within.
    #[test]
    fn the_share_of_the_bound_loop_is_what_the_general_loop_leaves() {
        let (act, go_on) = ("vm::<impl x::RunContext>::act", "vm::<impl x::RunContext>::go_on");
        let profile = format!("fn=(1) main\n1 10\ncfn=(2) {act}\ncalls=1 5\n1 700\ncfn=(3) {go_on}\ncalls=2 5\n1 70\n");
        assert_eq!(general_of(&profile), 3);
        let row = row_of_loops("a/b", 3, &count("x", 2_000, 20), &count("y", 60_000, 20));
        assert_eq!(row, "| a/b | 85 % | 100 | 3,000 |");
    }

    #[test]
    fn workloads_have_different_titles() {
        let titles: std::collections::BTreeSet<String> = Workload::ALL.iter().map(Workload::title).collect();
        assert_eq!(titles.len(), Workload::ALL.len());
    }
}
