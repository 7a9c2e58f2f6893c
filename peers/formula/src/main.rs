//! Compares formula evaluation with other crates and handwritten code, interleaved. Each formula is compiled once and
//! evaluated over 64 pairs of variables. All results are checked for equality before timing.

use exmex::{Express, FlatEx};
use fasteval::{Compiler, Evaler};
use foretoken_action_assets::formula::trial::Trial;
use foretoken_turn_work::measure::{measure, table};
use foretoken_vm::formula::{FormulaOp, FormulaWorld, Number, Ready};
use mlua::{Function, Lua};
use rhai::{AST, Engine, Scope};
use std::hint::black_box;

const FORMULA: &str = "floor((c.str*1.5 + 2^3) / max(1, t.def)) + 2";
const BATCH: u32 = 64;

type Error = Box<dyn std::error::Error>;

fn pairs() -> Vec<(f64, f64)> {
    (0..BATCH).map(|at| (f64::from(at % 17), f64::from(at % 5))).collect()
}

fn by_hand(strength: f64, defence: f64) -> f64 {
    ((strength * 1.5 + 8.0) / defence.max(1.0)).floor() + 2.0
}

/// Variables of the formula, integers like the stats of a battle.
struct World {
    strength: i32,
    defence: i32,
}

impl FormulaWorld for World {
    fn read(&mut self, op: FormulaOp) -> Number {
        match op {
            FormulaOp::EntityColumn(_, 0) => self.strength.into(),
            FormulaOp::EntityColumn(..) => self.defence.into(),
            _ => Number::ZERO,
        }
    }

    fn roll(&mut self, _: u16, _: &[Number]) -> Number {
        Number::ZERO
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        chances.len()
    }

    fn call(&mut self, _: u16, _: &[Number]) -> Number {
        Number::ZERO
    }
}

fn each<N: Copy, V>(pairs: &[(N, N)], mut evaluate: impl FnMut(N, N) -> V) {
    for &(strength, defence) in pairs {
        black_box(evaluate(black_box(strength), black_box(defence)));
    }
}

fn main() -> Result<(), Error> {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(51);
    let pairs = pairs();

    let mut trial = Trial::new();
    trial.set("c.str", Number::ZERO);
    trial.set("t.def", Number::ZERO);
    let ours = trial.compile(FORMULA).map_err(|faults| format!("{faults:?}"))?;
    let ours = Ready::of(&ours);
    let ours = |strength: i32, defence: i32| ours.value(&mut World { strength, defence }).to_stored();
    let whole: Vec<(i32, i32)> = pairs.iter().map(|&(strength, defence)| (strength as i32, defence as i32)).collect();

    let exmex = FlatEx::<f64>::parse("floor((s*1.5 + 2^3) / (if_max(1, d))) + 2".replace("if_max(1, d)", "max(1, d)").as_str());
    let exmex = exmex.map_err(|error| error.to_string())?;
    // Variables in alphabetical order: defence, strength.
    let with_exmex = |strength: f64, defence: f64| exmex.eval(&[defence, strength]).unwrap_or(f64::NAN);

    // The library reads variables through pointers into these boxes.
    let (mut strength_at, mut defence_at) = (Box::new(0.0_f64), Box::new(0.0_f64));
    let mut slab = fasteval::Slab::new();
    let parser = fasteval::Parser::new();
    // SAFETY: the boxes outlive the last evaluation of the slab.
    unsafe {
        slab.ps.add_unsafe_var("s".to_owned(), &strength_at);
        slab.ps.add_unsafe_var("d".to_owned(), &defence_at);
    }
    let parsed = parser.parse("floor((s*1.5 + 2^3) / max(1, d)) + 2", &mut slab.ps)?;
    let compiled = parsed.from(&slab.ps).compile(&slab.ps, &mut slab.cs);
    let mut namespace = fasteval::EmptyNamespace;
    let mut with_fasteval = |strength: f64, defence: f64| {
        (*strength_at, *defence_at) = (strength, defence);
        compiled.eval(&slab, &mut namespace).unwrap_or(f64::NAN)
    };

    let engine = Engine::new();
    let ast: AST = engine.compile("((s * 1.5 + 2.0 ** 3.0) / if d > 1.0 { d } else { 1.0 }).floor() + 2.0")?;
    let mut scope = Scope::new();
    let mut with_rhai = |strength: f64, defence: f64| {
        scope.clear();
        scope.push("s", strength).push("d", defence);
        engine.eval_ast_with_scope::<f64>(&mut scope, &ast).unwrap_or(f64::NAN)
    };

    let lua = Lua::new();
    let function: Function = lua
        .load("local floor, max = math.floor, math.max; return function(s, d) return floor((s*1.5 + 2^3) / max(1, d)) + 2 end")
        .eval()?;
    let with_lua = |strength: f64, defence: f64| function.call::<f64>((strength, defence)).unwrap_or(f64::NAN);

    for &(strength, defence) in &pairs {
        let value = by_hand(strength, defence);
        let all = [
            ours(strength as i32, defence as i32).into(),
            with_exmex(strength, defence),
            with_fasteval(strength, defence),
            with_rhai(strength, defence),
            with_lua(strength, defence),
        ];
        assert!(all.iter().all(|&found| found == value), "{strength} and {defence}: {value} by hand, {all:?}");
    }

    let rows = measure(
        &mut [
            ("by hand", &mut || each(&pairs, by_hand)),
            ("ours", &mut || each(&whole, ours)),
            ("fasteval, compiled, unsafe variables", &mut || each(&pairs, &mut with_fasteval)),
            ("exmex", &mut || each(&pairs, with_exmex)),
            ("Lua 5.4, a call", &mut || each(&pairs, with_lua)),
            ("rhai", &mut || each(&pairs, &mut with_rhai)),
        ],
        rounds,
    );
    print!("{}", table(&[("one evaluation", rows)], BATCH));
    Ok(())
}
