//! `eval`: evaluates a formula: its value, its distribution and its operations.

use super::output::{Found, json, print};
use anyhow::{Context, bail};
use foretoken_action_assets::assets::AnyAsset;
use foretoken_action_assets::formula::FormulaFault;
use foretoken_action_assets::formula::trial::{Odds, Run, SIDES, Trial};
use foretoken_session::content::Content;
use foretoken_session::texts::names;
use foretoken_vm::Dice;
use foretoken_vm::formula::{Formula, Number};
use std::fmt::Write;

/// Number of samples if the distribution is too large to enumerate.
const SAMPLES: u32 = 100_000;
const LINES: usize = 40;
/// Values below this chance are cut at the ends of a histogram.
const RARE: f64 = 5e-5;
const BAR: usize = 40;

/// Evaluate a formula with given values: one result, or its distribution
#[derive(Debug, clap::Args)]
pub(super) struct Eval {
    /// Formula, such as `4d6kh3 + c.str`
    #[arg(allow_hyphen_values = true)]
    formula: String,
    /// Value of a variable, such as `c.str=3` or `t.def=2`, or `side=back` for branches by side: front, left, back,
    /// right or none
    #[arg(long, value_name = "NAME=VALUE", value_parser = given)]
    set: Vec<Given>,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pack of stored formulas (`f.`); the default pack if omitted
    #[arg(long)]
    pack: Option<String>,
    /// Print the distribution with mean and deviation: exact, or sampled if it is too large
    #[arg(long)]
    stats: bool,
    /// Print the compiled operations
    #[arg(long)]
    disassemble: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Debug)]
enum Given {
    Number(String, Number),
    Side(i32),
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum BadGiven {
    #[error("write NAME=NUMBER, such as c.str=3")]
    NoNumber,
    #[error("a side is one of {0}")]
    Side(String),
    #[error("use `c.NAME` for the acting unit, `t.NAME` for the target, a parameter's NAME, or `side`")]
    Name,
    #[error("`{0}` is not a number")]
    Number(String),
    #[error("a number must be from -1e9 to 1e9")]
    TooLarge,
}

fn given(text: &str) -> Result<Given, BadGiven> {
    let (name, number) = text.split_once('=').ok_or(BadGiven::NoNumber)?;
    let name = name.trim();
    if name == "side" {
        let side = SIDES.iter().find(|(side, _)| *side == number.trim());
        let names = || SIDES.iter().map(|(side, _)| *side).collect::<Vec<_>>().join(", ");
        return side.map(|&(_, side)| Given::Side(side)).ok_or_else(|| BadGiven::Side(names()));
    }
    let is_name =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if !name.split('.').all(is_name) {
        return Err(BadGiven::Name);
    }
    let number = Number::signed(number.trim()).ok_or_else(|| BadGiven::Number(number.to_owned()))?;
    let fits = number.size() <= Number::whole(1_000_000_000);
    if fits { Ok(Given::Number(name.to_owned(), number)) } else { Err(BadGiven::TooLarge) }
}

#[derive(serde::Serialize)]
struct Output {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<Fault>,
    value: f64,
    stored: i32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rolls: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operations: Vec<String>,
}

#[derive(serde::Serialize)]
struct Faulty {
    faults: Vec<Fault>,
}

#[derive(serde::Serialize)]
struct Fault {
    code: &'static str,
    message: String,
    character: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl Fault {
    fn of(fault: &FormulaFault) -> Self {
        let FormulaFault { column, what, .. } = fault;
        Self { code: what.code, message: what.message.clone(), character: *column, help: what.help.clone() }
    }
}

#[derive(serde::Serialize)]
struct Stats {
    sampled: Option<u32>,
    mean: f64,
    deviation: f64,
    chances: Vec<(i32, f64)>,
}

impl Stats {
    fn of(odds: Odds) -> Self {
        let mean: f64 = odds.chances.iter().map(|&(value, chance)| f64::from(value) * chance).sum();
        let square = |value: i32| (f64::from(value) - mean) * (f64::from(value) - mean);
        let variance: f64 = odds.chances.iter().map(|&(value, chance)| square(value) * chance).sum();
        Self { sampled: odds.sampled, mean, deviation: libm::sqrt(variance), chances: odds.chances }
    }

    fn histogram(&self, out: &mut String) -> std::fmt::Result {
        let how = self.sampled.map_or_else(|| "exact".to_owned(), |throws| format!("from {throws} rolls"));
        writeln!(out, "{how}: mean {:.3}, standard deviation {:.3}", self.mean, self.deviation)?;
        let seen = |part: &&(i32, f64)| part.1 >= RARE;
        let (Some(&(least, _)), Some(&(most, _))) = (self.chances.iter().find(seen), self.chances.iter().rfind(seen))
        else {
            return Ok(());
        };
        let span = i64::from(most) - i64::from(least) + 1;
        let step = (span + LINES as i64 - 1) / LINES as i64;
        let mut lines: Vec<(i64, f64)> = Vec::new();
        for &(value, chance) in self.chances.iter().filter(|(value, _)| (least..=most).contains(value)) {
            let from = i64::from(least) + (i64::from(value) - i64::from(least)) / step * step;
            match lines.last_mut().filter(|(last, _)| *last == from) {
                Some((_, sum)) => *sum += chance,
                None => lines.push((from, chance)),
            }
        }
        let highest = lines.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
        let name = |from: i64| {
            let to = (from + step - 1).min(i64::from(most));
            if from == to { format!("{from}") } else { format!("{from}..{to}") }
        };
        let width = lines.iter().map(|&(from, _)| name(from).len()).max().unwrap_or_default();
        for (from, chance) in lines {
            let bar = "#".repeat((chance / highest * BAR as f64).round() as usize);
            writeln!(out, "{}", format!("{:>width$}  {:6.2} %  {bar}", name(from), chance * 100.0).trim_end())?;
        }
        Ok(())
    }
}

impl Eval {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let mut trial = self.trial(content)?;
        let formula = match trial.compile(&self.formula) {
            Ok(formula) => formula,
            Err(faults) => {
                match self.json {
                    true => json(&Faulty { faults: faults.iter().map(Fault::of).collect() })?,
                    false => print(&self.render("error", &faults))?,
                }
                return Ok(Found::Problems);
            }
        };
        let run = trial.run(&formula, &mut Dice::new(self.seed));
        let told = Output {
            hints: trial.hints().iter().map(Fault::of).collect(),
            value: run.value.to_f64(),
            stored: run.value.to_stored(),
            rolls: rolls(&trial, &run),
            stats: self.stats.then(|| Stats::of(trial.odds(&formula, self.seed, SAMPLES))),
            operations: if self.disassemble { trial.disassemble(&formula) } else { Vec::new() },
        };
        if self.json {
            json(&told)?;
        } else {
            print(&self.render("hint", trial.hints()))?;
            print(&self.words(&told, &formula)?)?;
        }
        Ok(Found::Fine)
    }

    fn trial(&self, content: &Content) -> anyhow::Result<Trial> {
        let mut trial = Trial::new();
        self.set.iter().for_each(|given| match given {
            Given::Number(name, number) => trial.set(name, number.clone()),
            Given::Side(side) => trial.set_side(*side),
        });
        trial.add_functions(content.registry()?.functions());
        let usual = content.usual_pack();
        let pack = self.pack.as_ref().unwrap_or(&usual);
        match content.library(pack) {
            Ok(library) => {
                for (_, name, asset) in library.assets() {
                    if let AnyAsset::Formula(stored) = asset {
                        trial.store(name, stored.formula.as_str());
                    }
                }
            }
            Err(error) if self.pack.is_some() => return Err(error).with_context(|| format!("cannot read {pack}")),
            Err(_) => {}
        }
        Ok(trial)
    }

    fn render(&self, what: &str, faults: &[FormulaFault]) -> String {
        let mut out = String::new();
        let line: String = self.formula.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        for fault in faults {
            let before: usize = line.chars().take(fault.column.saturating_sub(1)).count();
            let _ = writeln!(out, "{what}[{}]: {}", fault.what.code, fault.what.message);
            let _ = writeln!(out, "  {line}\n  {}^", " ".repeat(before));
            if let Some(help) = &fault.what.help {
                let _ = writeln!(out, "  help: {help}");
            }
        }
        out
    }

    fn words(&self, told: &Output, formula: &Formula) -> anyhow::Result<String> {
        let mut out = String::new();
        if formula.code.is_empty() {
            bail!("the formula gives no result");
        }
        told.rolls.iter().try_for_each(|roll| writeln!(out, "{roll}"))?;
        let whole = f64::from(told.stored) == told.value;
        match whole {
            true => writeln!(out, "{}", told.stored)?,
            false => writeln!(out, "{} (stored as {})", told.value, told.stored)?,
        }
        if let Some(stats) = &told.stats {
            stats.histogram(&mut out)?;
        }
        told.operations.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(out)
    }
}

fn rolls(trial: &Trial, run: &Run) -> Vec<String> {
    let roll = |(source, dice, value): &(String, Vec<foretoken_vm::roll::Thrown>, i32)| {
        let face =
            |die: &foretoken_vm::roll::Thrown| names::face_words(die.face, die.kept, trial.label_name(die.label));
        let faces: Vec<String> = dice.iter().map(face).collect();
        format!("{source}: {} = {value}", faces.join(" "))
    };
    run.rolls.iter().map(roll).collect()
}
