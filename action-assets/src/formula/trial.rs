//! Runs formulas without a battle, with given numbers and either random or enumerated chance.

use super::{FormulaFault, Meaning, Unknown, WantedSearch, compile_formula, position, stored_in};
use crate::diagnostic::did_you_mean;
use foretoken_vm::chance::{Dice, Distribution};
use foretoken_vm::formula::{CustomFunction, Formula, FormulaOp, FormulaWorld, Number, Ready, side};
use foretoken_vm::program::{Address, Label};
use foretoken_vm::roll::{Given, Roll, Thrown};
use foretoken_vm::rulebook::ColumnOf;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Limit of enumerated outcomes.
pub const MAX_WAYS: usize = 200_000;

const MAX_DISTRIBUTIONS: usize = 100;

const MAX_THROWN: usize = 5_000_000;

const MAX_DRAWN: usize = 10_000_000;

/// Sides by name; `none` is no side.
pub const SIDES: &[(&str, i32)] =
    &[("front", side::FRONT), ("left", side::LEFT), ("back", side::BACK), ("right", side::RIGHT), ("none", side::NONE)];

const TARGET: Address = Address(0);

/// Environment for formulas outside a battle, with given numbers and stored formulas.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    numbers: BTreeMap<String, Number>,
    stored: BTreeMap<String, String>,
    side: i32,
    functions: Vec<CustomFunction>,
    read: Vec<String>,
    distributions: Vec<Distribution>,
    rolls: Vec<Roll>,
    labels: Vec<String>,
    hints: Vec<FormulaFault>,
    any_names: bool,
}

/// A run of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The value before rounding.
    pub value: Number,
    /// Each roll: text, dice and total.
    pub rolls: Vec<(String, Vec<Thrown>, i32)>,
}

/// Distribution of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Stored values in ascending order with their chances.
    pub chances: Vec<(i32, f64)>,
    /// Number of sampled runs; `None` if enumerated.
    pub sampled: Option<u32>,
}

impl Trial {
    /// Creates a trial without numbers.
    #[must_use]
    pub fn new() -> Self {
        Self { labels: vec![String::new()], ..Self::default() }
    }

    /// Creates a trial in which every battle name reads as 0.
    #[must_use]
    pub fn with_any_names() -> Self {
        Self { any_names: true, ..Self::new() }
    }

    /// Sets a number, such as `c.str`.
    pub fn set(&mut self, name: &str, number: impl Into<Number>) {
        self.numbers.insert(name.to_owned(), number.into());
    }

    /// Sets the side for side branches; see [`SIDES`]. The default is the front.
    pub fn set_side(&mut self, side: i32) {
        self.side = side;
    }

    /// Stores a formula as `f.name`.
    pub fn store(&mut self, name: &str, text: &str) {
        self.stored.insert(name.to_owned(), text.to_owned());
    }

    /// Adds functions of other crates.
    pub fn add_functions(&mut self, functions: impl IntoIterator<Item = CustomFunction>) {
        self.functions.extend(functions);
    }

    /// Compiles a formula.
    ///
    /// # Errors
    ///
    /// Returns all faults.
    pub fn compile(&mut self, text: &str) -> Result<Formula, Vec<FormulaFault>> {
        self.hints.clear();
        compile_formula(text, self)
    }

    /// Returns the hints about the last compiled formula.
    #[must_use]
    pub fn hints(&self) -> &[FormulaFault] {
        &self.hints
    }

    /// Returns the name of a dice label.
    #[must_use]
    pub fn label_name(&self, label: u16) -> &str {
        self.labels.get(usize::from(label)).map_or("", String::as_str)
    }

    /// Returns one line for each operation.
    #[must_use]
    pub fn disassemble(&self, formula: &Formula) -> Vec<String> {
        let line = |(at, op): (usize, &FormulaOp)| {
            let means = match *op {
                FormulaOp::EntityColumn(_, column) => self.read.get(usize::from(column)).cloned(),
                FormulaOp::Roll(roll) | FormulaOp::RollGiven(roll, _) => {
                    self.rolls.get(usize::from(roll)).map(|roll| roll.source.clone())
                }
                FormulaOp::Call(function, _) => {
                    self.functions.get(usize::from(function)).map(|function| function.name.to_owned())
                }
                _ => None,
            };
            let means = means.map_or_else(String::new, |means| format!("  {means}"));
            format!("{at:3}  {op:?}{means}")
        };
        formula.code.iter().enumerate().map(line).collect()
    }

    /// Runs a formula with random dice.
    pub fn run(&self, formula: &Formula, dice: &mut Dice) -> Run {
        self.with(dice, |world| formula.value(world))
    }

    /// Runs a prepared formula.
    pub fn run_ready(&self, formula: &Ready, dice: &mut Dice) -> Run {
        self.with(dice, |world| formula.value(world))
    }

    fn with(&self, dice: &mut Dice, run: impl FnOnce(&mut World<'_>) -> Number) -> Run {
        let mut known = Distributions::new();
        let mut world = World { trial: self, chance: Chance::Thrown(dice), known: &mut known, rolls: Vec::new() };
        let value = run(&mut world);
        Run { value, rolls: world.rolls }
    }

    /// Computes the distribution, by enumeration or by samples beyond [`MAX_WAYS`] outcomes.
    #[must_use]
    pub fn odds(&self, formula: &Formula, seed: u64, samples: u32) -> Odds {
        let mut chances: BTreeMap<i32, f64> = BTreeMap::new();
        // The next outcomes of chance, each with the number of choices.
        let mut script: Vec<(usize, usize)> = Vec::new();
        let mut known = Distributions::new();
        let mut drawn = 0;
        for _ in 0..MAX_WAYS {
            let chance = Chance::forced(&mut script);
            let mut world = World { trial: self, chance, known: &mut known, rolls: Vec::new() };
            let value = formula.eval(&mut world);
            let Chance::Forced { likely, at, .. } = world.chance else { break };
            drawn += at * 4 + formula.code.len();
            if known.len() > MAX_DISTRIBUTIONS || drawn > MAX_DRAWN {
                break;
            }
            *chances.entry(value).or_default() += likely;
            script.truncate(at);
            while script.last().is_some_and(|(index, count)| index + 1 >= *count) {
                script.pop();
            }
            match script.last_mut() {
                Some((index, _)) => *index += 1,
                None => return Odds { chances: chances.into_iter().collect(), sampled: None },
            }
        }
        let mut dice = Dice::new(seed);
        let first = self.run(formula, &mut dice);
        let thrown: usize = first.rolls.iter().map(|(_, thrown, _)| thrown.len()).sum();
        let samples = samples.min((MAX_THROWN / (thrown + formula.code.len()).max(1)) as u32).max(1);
        let mut chances: BTreeMap<i32, f64> = BTreeMap::new();
        let mut value = first.value.to_stored();
        for at in 0..samples {
            if at > 0 {
                value = self.run(formula, &mut dice).value.to_stored();
            }
            *chances.entry(value).or_default() += 1.0 / f64::from(samples);
        }
        Odds { chances: chances.into_iter().collect(), sampled: Some(samples) }
    }

    fn battle_name<T: Default>(&self, what: &str) -> Result<T, Unknown> {
        if self.any_names {
            return Ok(T::default());
        }
        let help = "a formula without a battle reads numbers that are set, such as `c.str`".to_owned();
        let message = format!("{what} need a battle, and there is none here");
        Err(Unknown { code: "unresolved-name", message, help: Some(help), target: None })
    }
}

impl Trial {
    fn set_number(&mut self, address: Address, name: String) -> Result<FormulaOp, Unknown> {
        if !self.numbers.contains_key(&name) && !self.any_names {
            let help = did_you_mean(&name, self.numbers.keys().map(String::as_str));
            let help = help.or_else(|| Some(format!("set it with --set {name}=3")));
            let message = format!("`{name}` is not set");
            return Err(Unknown { code: "unknown-reference", message, help, target: None });
        }
        Ok(self.number(address, name))
    }

    fn number(&mut self, address: Address, name: String) -> FormulaOp {
        let column = self.read.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.read.push(name);
            self.read.len() - 1
        });
        FormulaOp::EntityColumn(address.0, column as u16)
    }
}

impl Meaning for Trial {
    fn target(&mut self, _: &str) -> Result<u8, Unknown> {
        self.battle_name("targets")
    }

    fn subject(&mut self) -> Result<u8, Unknown> {
        Ok(TARGET.0)
    }

    fn stat(&mut self, address: u8, name: &str) -> Result<FormulaOp, Unknown> {
        let scope = if address == TARGET.0 { "t" } else { "c" };
        self.set_number(Address(address), format!("{scope}.{name}"))
    }

    fn term(&mut self, name: &str) -> Option<FormulaOp> {
        let known = self.numbers.contains_key(name) || self.any_names;
        known.then(|| self.number(Address::SELF, name.to_owned()))
    }

    fn carried(&mut self, scope: &str, name: &str) -> Result<FormulaOp, Unknown> {
        self.set_number(Address::SELF, format!("{scope}.{name}"))
    }

    fn search(&mut self, _: WantedSearch) -> Result<u16, Unknown> {
        self.battle_name("searches")
    }

    fn stored(&mut self, name: &str) -> Result<String, Unknown> {
        stored_in(&self.stored, name)
    }

    fn surface(&mut self, _: &str) -> Result<u8, Unknown> {
        self.battle_name("surfaces")
    }

    fn tag(&mut self, _: &str) -> Result<u8, Unknown> {
        self.battle_name("tags")
    }

    fn zone(&mut self, _: &str) -> Result<u8, Unknown> {
        self.battle_name("zones")
    }

    fn parameter(&mut self, _: &str) -> Result<u16, Unknown> {
        self.battle_name("parameters of terrains")
    }

    fn column(&mut self, _: ColumnOf, _: &str) -> Result<u16, Unknown> {
        self.battle_name("columns").map(|_: u16| u16::MAX)
    }

    fn distribution(&mut self, distribution: Distribution) -> u16 {
        position(&mut self.distributions, distribution) as u16
    }

    fn roll(&mut self, roll: Roll) -> u16 {
        position(&mut self.rolls, roll) as u16
    }

    fn label(&mut self, name: &str) -> Label {
        Label(position(&mut self.labels, name.to_owned()) as u16)
    }

    fn hint(&mut self, hint: FormulaFault) {
        self.hints.push(hint);
    }

    fn functions(&self) -> &[CustomFunction] {
        &self.functions
    }
}

enum Chance<'a> {
    Thrown(&'a mut Dice),
    /// Outcomes by index with the number of choices; the first choice after the end.
    Forced {
        script: &'a mut Vec<(usize, usize)>,
        at: usize,
        /// Probability of the draws so far.
        likely: f64,
    },
}

impl<'a> Chance<'a> {
    const fn forced(script: &'a mut Vec<(usize, usize)>) -> Self {
        Self::Forced { script, at: 0, likely: 1.0 }
    }

    fn draw(&mut self, distribution: &Distribution) -> i32 {
        match self {
            Self::Thrown(dice) => distribution.value(dice.draw(distribution)),
            Self::Forced { script, at, likely } => {
                let outcomes = distribution.outcomes();
                if script.len() == *at {
                    script.push((0, outcomes.len()));
                }
                let (index, _) = script[*at];
                *at += 1;
                let (value, weight) = outcomes[index.min(outcomes.len() - 1)];
                *likely *= weight as f64 / distribution.total() as f64;
                value
            }
        }
    }
}

type Distributions = BTreeMap<(u16, Option<Given>), Distribution>;

struct World<'a> {
    trial: &'a Trial,
    chance: Chance<'a>,
    known: &'a mut Distributions,
    rolls: Vec<(String, Vec<Thrown>, i32)>,
}

impl World<'_> {
    fn roll_dice(&mut self, roll: u16, given: Option<Given>) -> Number {
        let number = roll;
        let Some(roll) = self.trial.rolls.get(usize::from(number)) else { return Number::ZERO };
        let value = match &mut self.chance {
            Chance::Thrown(dice) => {
                let (value, thrown) = roll.throw(given, dice);
                self.rolls.push((roll.source.clone(), thrown, value));
                value
            }
            chance => match self.known.entry((number, given)) {
                Entry::Occupied(known) => chance.draw(known.get()),
                Entry::Vacant(place) => match roll.distribution(given) {
                    Ok(distribution) => chance.draw(place.insert(distribution)),
                    Err(_) => 0,
                },
            },
        };
        value.into()
    }
}

impl FormulaWorld for World<'_> {
    fn read(&mut self, op: FormulaOp) -> Number {
        match op {
            FormulaOp::EntityColumn(_, column) => {
                let name = self.trial.read.get(usize::from(column));
                name.and_then(|name| self.trial.numbers.get(name)).cloned().unwrap_or_default()
            }
            FormulaOp::Draw(distribution) => {
                let distribution = self.trial.distributions.get(usize::from(distribution));
                distribution.map_or(Number::ZERO, |distribution| self.chance.draw(distribution).into())
            }
            FormulaOp::Roll(roll) => self.roll_dice(roll, None),
            FormulaOp::Side(..) => self.trial.side.into(),
            _ => Number::ZERO,
        }
    }

    fn roll(&mut self, roll: u16, given: &[Number]) -> Number {
        let given = self.trial.rolls.get(usize::from(roll)).map(|roll| roll.settle(given));
        self.roll_dice(roll, given)
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        match Distribution::of_chances(chances) {
            Ok(distribution) => self.chance.draw(&distribution) as usize,
            Err(_) => chances.len(),
        }
    }

    fn call(&mut self, function: u16, arguments: &[Number]) -> Number {
        let function = self.trial.functions.get(usize::from(function));
        function.map_or(Number::ZERO, |function| (function.call)(arguments))
    }
}
