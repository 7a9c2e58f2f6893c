//! Random formulas, written, read back and compared with an evaluator of trees.

use super::formulas::trial;
use foretoken_action_assets::formula::compile_formula;
use foretoken_action_assets::formula::trial::Trial;
use foretoken_vm::chance::{Dice, Distribution};
use foretoken_vm::formula::{Number, Ready};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Tree {
    Number(i32),
    Stat(&'static str, f64),
    Local,
    One(&'static str, Box<Tree>),
    Two(&'static str, Box<[Tree; 2]>),
    Call(&'static str, Vec<Tree>),
    If(Box<[Tree; 3]>),
    Let(Box<[Tree; 2]>),
    Dice(Box<Tree>, u32),
    Any(Vec<Tree>),
    Weighed(Box<[Tree; 3]>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (-9_i32..10).prop_map(Tree::Number),
        prop::sample::select(vec![("c.str", 3.0), ("t.def", 2.0), ("t.spd", 0.0)])
            .prop_map(|(name, number)| Tree::Stat(name, number)),
        Just(Tree::Local),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| Box::new([a, b]));
        let three = (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| Box::new([a, b, c]));
        let twos = vec!["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "=", "!=", "and", "or"];
        let calls = vec!["min", "max", "mean"];
        prop_oneof![
            (prop::sample::select(vec!["-", "not ", "abs", "floor", "ceil", "round", "sqrt"]), inner.clone())
                .prop_map(|(op, part)| Tree::One(op, Box::new(part))),
            (prop::sample::select(twos), pair.clone()).prop_map(|(op, parts)| Tree::Two(op, parts)),
            (prop::sample::select(calls), prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(name, parts)| Tree::Call(name, parts)),
            three.clone().prop_map(Tree::If),
            pair.prop_map(Tree::Let),
            (inner.clone(), 1_u32..7).prop_map(|(count, sides)| Tree::Dice(Box::new(count), sides)),
            prop::collection::vec(inner, 2..4).prop_map(Tree::Any),
            three.prop_map(Tree::Weighed),
        ]
    })
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => format!("({number})"),
            Self::Stat(name, _) => (*name).to_owned(),
            Self::Local => "l".to_owned(),
            Self::One(op @ ("-" | "not "), part) => format!("({op}{})", part.text()),
            Self::One(name, part) => format!("{name}({})", part.text()),
            Self::Two(op, parts) => format!("({} {op} {})", parts[0].text(), parts[1].text()),
            Self::Call(name, parts) => {
                format!("{name}({})", parts.iter().map(Self::text).collect::<Vec<_>>().join(", "))
            }
            Self::If(parts) => format!("(if {}: {}; {})", parts[0].text(), parts[1].text(), parts[2].text()),
            Self::Let(parts) => format!("(let l = {}; {})", parts[0].text(), parts[1].text()),
            Self::Dice(count, sides) => format!("({})d{sides}", count.text()),
            Self::Any(parts) => format!("any({})", parts.iter().map(Self::text).collect::<Vec<_>>().join(", ")),
            Self::Weighed(parts) => {
                format!("random{{{} / 7: {}; default: {}}}", parts[0].text(), parts[1].text(), parts[2].text())
            }
        }
    }

    fn walk(&self, local: &Number, dice: &mut Dice) -> Option<Number> {
        Some(match self {
            Self::Number(number) => (*number).into(),
            Self::Stat(_, number) => Number::signed(&number.to_string())?,
            Self::Local => local.clone(),
            Self::One(op, part) => {
                let a = part.walk(local, dice)?;
                match *op {
                    "-" => a.negative(),
                    "not " => a.is_zero().into(),
                    "abs" => a.size(),
                    "floor" => a.floor(),
                    "ceil" => a.ceil(),
                    "round" => a.nearest(),
                    _ => a.square_root(),
                }
            }
            Self::Two(op, parts) => {
                let (a, b) = (parts[0].walk(local, dice)?, parts[1].walk(local, dice)?);
                match *op {
                    "+" => a.plus(&b),
                    "-" => a.minus(&b),
                    "*" => a.times(&b),
                    "/" => a.over(&b),
                    "^" => a.power(&b),
                    "<" => (a < b).into(),
                    "<=" => (a <= b).into(),
                    ">" => (a > b).into(),
                    ">=" => (a >= b).into(),
                    "=" => (a == b).into(),
                    "!=" => (a != b).into(),
                    "and" => (!a.is_zero() && !b.is_zero()).into(),
                    _ => (!a.is_zero() || !b.is_zero()).into(),
                }
            }
            Self::Call(name, parts) => {
                let numbers: Option<Vec<Number>> = parts.iter().map(|part| part.walk(local, dice)).collect();
                let numbers = numbers?;
                let count = Number::whole(numbers.len() as i64);
                match *name {
                    "min" => numbers.into_iter().min()?,
                    "max" => numbers.into_iter().max()?,
                    _ => numbers.into_iter().reduce(|a, b| a.plus(&b))?.over(&count),
                }
            }
            Self::If(parts) => {
                let taken = if parts[0].walk(local, dice)?.is_zero() { 2 } else { 1 };
                parts[taken].walk(local, dice)?
            }
            Self::Let(parts) => {
                let value = parts[0].walk(local, dice)?;
                parts[1].walk(&value, dice)?
            }
            Self::Dice(count, sides) => {
                let count = count.walk(local, dice)?.to_stored().clamp(0, 100);
                (0..count).map(|_| dice.below(*sides) as i32 + 1).sum::<i32>().into()
            }
            Self::Any(parts) => {
                let index = dice.below(parts.len() as u32) as usize;
                parts[index].walk(local, dice)?
            }
            Self::Weighed(parts) => {
                let chances = [parts[0].walk(local, dice)?.over(&Number::whole(7))];
                let index = dice.draw(&Distribution::of_chances(&chances).ok()?);
                let taken = Distribution::of_chances(&chances).ok()?.value(index) as usize;
                parts[taken + 1].walk(local, dice)?
            }
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(20_262), failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn formulas_compute_what_their_trees_say(tree in trees(), seed in any::<u64>()) {
        let text = format!("let l = 4; {}", tree.text());
        let mut trial = trial();
        // Impossible constant dice, and deep nesting, are refused.
        if let Ok(formula) = trial.compile(&text) {
            prop_assert!(formula.stack_needed().is_some());
            let walked = tree.walk(&Number::whole(4), &mut Dice::new(seed)).expect("it has a value");
            let run = trial.run(&formula, &mut Dice::new(seed)).value;
            let ready = trial.run_ready(&Ready::of(&formula), &mut Dice::new(seed)).value;
            prop_assert_eq!(&run, &ready, "{} made ready", text);
            prop_assert_eq!(&run, &walked, "{} walked", text);
        }
    }

    #[test]
    fn any_text_is_a_formula_or_refused(text in "([0-9]{1,3}|[-+*/^(),<>=:;{}!.']|d6|d|kh|r<2|cs|if |let a=|random\\{|targeted-side\\{|front:|default:|f\\.|c\\.x|round|and|not|health\\(x\\)|min\\(| ){0,40}|.{0,40}") {
        let mut trial = Trial::with_any_names();
        match compile_formula(&text, &mut trial) {
            Ok(formula) => {
                prop_assert!(formula.stack_needed().is_some());
                trial.run(&formula, &mut Dice::new(1));
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                let end = text.chars().count() + 1;
                prop_assert!(faults.iter().all(|fault| (1..=end).contains(&fault.column)), "{faults:?}");
            }
        }
    }
}
