//! The vectors of `tests/oracle`, from an independent reference in exact fractions.

use foretoken_action_assets::formula::trial::{SIDES, Trial};
use foretoken_vm::chance::Dice;
use foretoken_vm::formula::{Number, Ready};

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../tests/oracle/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the vectors");
    text.lines().skip(1).map(|line| line.split('\t').map(|part| part.replace("\\t", "\t")).collect()).collect()
}

fn trial(variables: &str) -> Trial {
    let mut trial = Trial::new();
    for (name, value) in variables.split(';').filter_map(|part| part.split_once('=')) {
        match SIDES.iter().find(|(side, _)| name == "side" && *side == value) {
            Some(&(_, side)) => trial.set_side(side),
            None => trial.set(name, Number::signed(value).expect("a number")),
        }
    }
    trial
}

fn fraction(text: &str) -> Number {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    Number::signed(over).expect("a numerator").over(&Number::signed(under).expect("a denominator"))
}

fn fault_of(row: &[String]) -> Option<String> {
    let [_, text, variables, exact, stored] = row else { return Some("a line has five columns".to_owned()) };
    let mut trial = trial(variables);
    let formula = match (trial.compile(text), exact == "error") {
        (Ok(formula), false) => formula,
        (Err(_), true) => return None,
        (Ok(_), true) => return Some("is taken, and has a fault".to_owned()),
        (Err(faults), false) => return Some(format!("is refused: {}", faults[0].what.message)),
    };
    let value = trial.run(&formula, &mut Dice::new(1)).value;
    let ready = trial.run_ready(&Ready::of(&formula), &mut Dice::new(1)).value;
    let is_right = match exact.strip_prefix('~') {
        // Irrational roots have 40 digits.
        Some(about) => {
            let near = Number::decimal(&format!("0.{}1", "0".repeat(35))).expect("a small number");
            let about = Number::signed(about).expect("a number");
            value.minus(&about).size() <= near.times(&about.size().larger(Number::ONE))
        }
        None => value == fraction(exact),
    };
    let stored: i32 = stored.parse().expect("a whole number");
    let right = is_right && ready == value && value.to_stored() == stored;
    (!right).then(|| {
        format!("comes to {value:?}, ready {ready:?}, stored {}; right is {exact}, stored {stored}", value.to_stored())
    })
}

#[test]
fn formulas_come_to_what_the_reference_says() {
    let told = |row: Vec<String>| Some(format!("{} ({}) {}", row[1], row[2], fault_of(&row)?));
    let wrong: Vec<String> = rows("formulas").into_iter().filter_map(told).collect();
    assert!(wrong.is_empty(), "{} formulas differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn chances(text: &str) -> Vec<(i32, f64)> {
    let parts = text.split(' ').filter_map(|part| part.split_once(':'));
    parts.map(|(value, chance)| (value.parse().expect("a value"), fraction(chance).to_f64())).collect()
}

#[test]
fn dice_come_to_what_the_reference_says() {
    let mut wrong = Vec::new();
    for row in rows("dice") {
        let [class, text, variables, mean, least, most, _, whole] = row.as_slice() else { panic!("{row:?}") };
        let mut trial = trial(variables);
        let odds = match trial.compile(text) {
            Ok(formula) => trial.odds(&formula, 1, 1_000),
            Err(faults) => {
                wrong.push(format!("{text} is refused: {}", faults[0].what.message));
                continue;
            }
        };
        if odds.sampled.is_some() {
            continue;
        }
        let room = if class == "chances in thirds" { 3e-6 } else { 1e-9 };
        let found: f64 = odds.chances.iter().map(|&(value, chance)| f64::from(value) * chance).sum();
        let right = fraction(mean).to_f64();
        let seen = odds.chances.iter().filter(|(_, chance)| *chance > 1e-12).map(|(value, _)| *value);
        let bounds: [i32; 2] = [least, most].map(|bound| bound.parse().expect("a bound"));
        let mut is_right = (found - right).abs() <= 4.0 * room * right.abs().max(1.0)
            && seen.clone().all(|value| (bounds[0]..=bounds[1]).contains(&value));
        for (value, chance) in if whole.starts_with("sha256") { Vec::new() } else { chances(whole) } {
            let found = odds.chances.iter().find(|(own, _)| *own == value).map_or(0.0, |(_, chance)| *chance);
            is_right &= (found - chance).abs() <= room;
        }
        if !is_right {
            wrong.push(format!(
                "{text} ({variables}): mean {found}, right is {right}; {:?}",
                odds.chances.iter().take(8).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} dice differ:\n{}", wrong.len(), wrong.join("\n"));
}
