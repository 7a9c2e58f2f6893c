//! Examples and properties of values, bounds and texts of formulas.

use super::*;
use expect_test::expect;
use proptest::prelude::*;

struct Worth(i32);

fn n(text: &str) -> Number {
    Number::signed(text).expect("a number")
}

impl FormulaWorld for Worth {
    fn read(&mut self, _: FormulaOp) -> Number {
        self.0.into()
    }

    fn roll(&mut self, _: u16, given: &[Number]) -> Number {
        let [count, sides] = given else { return Number::ZERO };
        count.times(sides)
    }

    fn weigh(&mut self, chances: &[Number]) -> usize {
        chances.len()
    }

    fn call(&mut self, _: u16, arguments: &[Number]) -> Number {
        arguments.iter().fold(Number::whole(5), |sum, argument| sum.plus(argument))
    }
}

fn moved(code: &[FormulaOp], by: usize) -> impl Iterator<Item = FormulaOp> {
    let by = by as u16;
    code.iter().map(move |op| match *op {
        FormulaOp::Jump(to) => FormulaOp::Jump(to + by),
        FormulaOp::JumpIfZero(to) => FormulaOp::JumpIfZero(to + by),
        op => op,
    })
}

fn ways(
    mut code: Vec<FormulaOp>,
    ways: &[Vec<FormulaOp>; 2],
    choose: impl Fn(u16) -> Vec<FormulaOp>,
) -> Vec<FormulaOp> {
    let chooses = choose(2).len();
    let second = code.len() + chooses + ways[0].len() + 1;
    let mut choice = choose(second as u16);
    if let [FormulaOp::Branch(_), FormulaOp::Jump(to), _] = choice.as_mut_slice() {
        *to = (code.len() + chooses) as u16;
    }
    code.extend(choice);
    code.extend(moved(&ways[0], code.len()).collect::<Vec<_>>());
    code.push(FormulaOp::Jump((second + ways[1].len()) as u16));
    code.extend(moved(&ways[1], second).collect::<Vec<_>>());
    code
}

fn code() -> impl Strategy<Value = Vec<FormulaOp>> {
    let leaf = prop_oneof![
        (-3_i32..4).prop_map(|n| vec![FormulaOp::Const(n.into())]),
        Just(vec![FormulaOp::Count(0)]),
        Just(vec![FormulaOp::Call(0, 0)])
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let one = prop::sample::select(vec![
            FormulaOp::Negate,
            FormulaOp::Not,
            FormulaOp::Floor,
            FormulaOp::Ceil,
            FormulaOp::Abs,
        ]);
        let two = prop::sample::select(vec![
            FormulaOp::Add,
            FormulaOp::Subtract,
            FormulaOp::Multiply,
            FormulaOp::Divide,
            FormulaOp::Modulo,
            FormulaOp::Less,
            FormulaOp::LessEqual,
            FormulaOp::Equal,
            FormulaOp::NotEqual,
            FormulaOp::And,
            FormulaOp::Or,
            FormulaOp::Min,
            FormulaOp::Max,
        ]);
        prop_oneof![
            (inner.clone(), one).prop_map(|(mut code, op)| {
                code.push(op);
                code
            }),
            (inner.clone(), inner.clone(), two).prop_map(|(mut code, more, op)| {
                code.extend(moved(&more, code.len()).collect::<Vec<_>>());
                code.push(op);
                code
            }),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(when, yes, no)| ways(
                when,
                &[yes, no],
                |to| vec![FormulaOp::JumpIfZero(to)]
            )),
            (inner.clone(), inner.clone(), inner).prop_map(|(which, a, b)| ways(which, &[a, b], |to| {
                vec![FormulaOp::Branch(2), FormulaOp::Jump(to - 2), FormulaOp::Jump(to)]
            })),
        ]
    })
}

const OPERATORS: [FormulaOp; 19] = [
    FormulaOp::Add,
    FormulaOp::Subtract,
    FormulaOp::Multiply,
    FormulaOp::Divide,
    FormulaOp::Negate,
    FormulaOp::Less,
    FormulaOp::LessEqual,
    FormulaOp::Equal,
    FormulaOp::NotEqual,
    FormulaOp::And,
    FormulaOp::Or,
    FormulaOp::Not,
    FormulaOp::Min,
    FormulaOp::Max,
    FormulaOp::Floor,
    FormulaOp::Ceil,
    FormulaOp::Abs,
    FormulaOp::ToNearest,
    FormulaOp::SquareRoot,
];

fn formula(code: Vec<FormulaOp>) -> Formula {
    Formula { source: String::new(), code }
}

#[test]
fn every_operator_computes_its_value() {
    let pairs = [("7.5", "2"), ("-7.5", "2"), ("2", "2"), ("0", "2"), ("7.5", "0")];
    let rows = OPERATORS.map(|op| {
        let values = pairs.map(|(a, b)| op.compute(&n(a), &n(b)).to_f64().to_string());
        format!("{op:?}: {}", values.join(" "))
    });
    expect![[r#"
            Add: 9.5 -5.5 4 2 7.5
            Subtract: 5.5 -9.5 0 -2 7.5
            Multiply: 15 -15 4 0 0
            Divide: 3.75 -3.75 1 0 0
            Negate: -7.5 7.5 -2 0 -7.5
            Less: 0 1 0 1 0
            LessEqual: 0 1 1 1 0
            Equal: 0 0 1 0 0
            NotEqual: 1 1 0 1 1
            And: 1 1 1 0 0
            Or: 1 1 1 1 1
            Not: 0 0 0 1 0
            Min: 2 -7.5 2 0 0
            Max: 7.5 2 2 2 7.5
            Floor: 7 -8 2 0 7
            Ceil: 8 -7 2 0 8
            Abs: 7.5 7.5 2 0 7.5
            ToNearest: 8 -8 2 0 8
            SquareRoot: 2.7386127875258306 0 1.4142135623730951 0 2.7386127875258306
        "#]]
    .assert_eq(&format!("{}\n", rows.join("\n")));
}

/// The bounds of an operator are the extremes of its values over the operand ranges. A divisor whose range contains
/// zero gives no bounds.
#[test]
fn bounds_of_every_operator_are_as_narrow_as_they_can_be() {
    let numbers = [-3, -2, -1, 0, 1, 2, 3].map(|halves| Bound::At(Number::parts_of(halves, 2)));
    let ranges = || {
        numbers
            .iter()
            .enumerate()
            .flat_map(|(at, least)| numbers[at..].iter().map(|most| (least.clone(), most.clone())))
    };
    let within = |(least, most): &Bounds| {
        let inside = numbers.iter().filter(|&n| least <= n && n <= most);
        inside.cloned().collect::<Vec<_>>()
    };
    let number = |bound: &Bound| if let Bound::At(number) = bound { number.clone() } else { Number::ZERO };
    for op in OPERATORS {
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a.clone(), b))) {
            let (left, right) = (within(&a), within(&b));
            let pairs = left.iter().flat_map(|x| right.iter().map(move |y| (x, y)));
            let values = pairs.map(|(x, y)| Bound::At(op.compute(&number(x), &number(y))));
            let nothing = (Bound::Above, Bound::Below);
            let (least, most) = values.fold(nothing, |(l, m), v| (l.min(v.clone()), m.max(v)));
            let zero = Bound::from(0);
            let divides_by_zero = op == FormulaOp::Divide && b != (zero.clone(), zero.clone()) && right.contains(&zero);
            let expected = if divides_by_zero { ANYTHING } else { (least, most) };
            assert_eq!(op.bounds(a.clone(), b.clone(), &mut |_| ANYTHING), expected, "{op:?} of {a:?} and {b:?}");
        }
    }
}

#[test]
fn bounds_without_zero_decide_a_condition() {
    let read = vec![FormulaOp::Count(0)];
    let cases = [("1", "9"), ("-9", "-1"), ("0", "0"), ("0", "9"), ("-9", "0"), ("-9", "9"), ("0.2", "0.9")];
    let told = cases.map(|(least, most)| formula(read.clone()).holds(|_| (Bound::At(n(least)), Bound::At(n(most)))));
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(told, [yes, yes, no, None, None, None, yes]);
}

#[test]
fn formulas_go_as_deep_as_the_stack() {
    let sum = |numbers: usize| {
        let mut code = vec![FormulaOp::Const(1.into()); numbers];
        code.extend(vec![FormulaOp::Add; numbers - 1]);
        formula(code)
    };
    let two = formula(vec![FormulaOp::Const(1.into()); 2]);
    let none = formula(vec![]);
    let missing = formula(vec![FormulaOp::Const(1.into()), FormulaOp::Add]);
    let deepest = Formula::STACK;
    for (formula, depth, value) in [
        (sum(1), Some(1), 1),
        (sum(3), Some(3), 3),
        (sum(deepest), Some(deepest), deepest as i32),
        (sum(deepest + 1), None, 0),
        (two, None, 0),
        (none, None, 0),
        (missing, None, 0),
    ] {
        assert_eq!(formula.stack_needed(), depth, "{formula:?}");
        assert_eq!(formula.eval(&mut Worth(0)), value, "{formula:?}");
        assert_eq!(formula.holds(|_| ANYTHING), Some(value != 0), "{formula:?}");
    }
}

#[test]
fn jumps_to_other_places_are_refused() {
    use FormulaOp::{Branch, Const, Jump, JumpIfZero, Load, Slide};
    let one = Const(1.into());
    for (code, needed) in [
        (vec![one, JumpIfZero(4), one, Jump(5), one], Some(1)),
        (vec![one, JumpIfZero(3), one, one], None),
        (vec![one, Jump(0)], None),
        (vec![one, Jump(9)], None),
        (vec![one, Jump(2)], Some(1)),
        (vec![one, JumpIfZero(1), one], None),
        (vec![one, Branch(2), Jump(4), Jump(6), one, Jump(7), one], Some(1)),
        (vec![one, Branch(2), Jump(4), one, one], None),
        (vec![one, Branch(0), one], None),
        (vec![one, Load(0), Load(1), Slide, Slide], Some(3)),
        (vec![one, Load(1), Slide], None),
    ] {
        let formula = formula(code);
        assert_eq!(formula.stack_needed(), needed, "{:?}", formula.code);
        let _ = (formula.eval(&mut Worth(0)), formula.holds(|_| ANYTHING));
    }
}

#[test]
fn loaded_numbers_keep_their_values_and_bounds() {
    use FormulaOp::{Add, Const, Load};
    let twice = |place| formula(vec![Const(3.into()), Load(place), Add]);
    assert_eq!((twice(0).eval(&mut Worth(0)), twice(0).holds(|_| ANYTHING)), (6, Some(true)));
    assert_eq!((formula(vec![Load(200)]).eval(&mut Worth(0)), twice(200).eval(&mut Worth(0))), (0, 3));
}

#[test]
fn powers_and_roots_are_settled() {
    let cases = [
        (FormulaOp::Power, 2.0, 10.0, 1024.0),
        (FormulaOp::Power, 0.0, 0.0, 1.0),
        (FormulaOp::Power, 0.0, -1.0, 0.0),
        (FormulaOp::Power, -8.0, 0.5, 0.0),
        (FormulaOp::Root, 9.0, 2.0, 3.0),
        (FormulaOp::Root, -9.0, 2.0, 0.0),
        (FormulaOp::Root, -8.0, 3.0, -2.0),
        (FormulaOp::Root, 8.0, 0.0, 0.0),
        (FormulaOp::Root, -8.0, 2.5, 0.0),
        (FormulaOp::SquareRoot, -1.0, 0.0, 0.0),
        (FormulaOp::SquareRoot, 2.25, 0.0, 1.5),
        (FormulaOp::ToNearest, -2.5, 0.0, -3.0),
    ];
    for (op, a, b, value) in cases {
        let computed = op.compute(&Number::from_f64(a), &Number::from_f64(b));
        assert_eq!(computed, Number::from_f64(value), "{op:?} of {a} and {b}");
    }
}

#[test]
fn a_constant_is_its_number() {
    for number in [-3, 0, 7] {
        let formula = Formula::constant(number);
        assert_eq!((formula.eval(&mut Worth(0)), formula.source), (number, number.to_string()));
    }
}

#[test]
fn stored_values_are_rounded_down_and_bounded() {
    let stored = [1.9, -1.1, f64::NAN, 2e9, -2e9, f64::INFINITY].map(|number| Number::from_f64(number).to_stored());
    assert_eq!(stored, [1, -2, 0, 1_000_000_000, -1_000_000_000, 1_000_000_000]);
}

#[test]
fn a_distance_is_in_steps_and_none_to_nowhere() {
    let [a, b] = [(1, 2), (4, 6)].map(|(x, y)| Cell::new(x, y).expect("on a board"));
    let nowhere = Cell::NOWHERE;
    assert_eq!([(a, b), (b, a), (a, a), (a, nowhere), (nowhere, b)].map(|(a, b)| distance(a, b)), [7, 7, 0, 0, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_260),
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn bounds_hold_for_every_hidden_value(code in code(), known in 0_i32..4, hidden in 0_i32..4) {
        let formula = Formula { source: String::new(), code };
        let (least, truly) = (Bound::from(known), known + hidden);
        let (ready, plain) = (Ready::of(&formula), formula.value(&mut Worth(truly)));
        prop_assert_eq!(ready.value(&mut Worth(truly)), plain);
        let said = formula.holds(|_| (least.clone(), Bound::Above));
        prop_assert!(said.is_none_or(|holds| holds != formula.value(&mut Worth(truly)).is_zero()));
    }
}

#[test]
fn powers_without_a_fraction_have_their_digits() {
    let number = |text: &str| Number::signed(text).expect("a number");
    let root = number("2").power(&number("0.5"));
    assert_eq!(root.to_f64(), std::f64::consts::SQRT_2);
    // An irrational power is computed by logarithms: 2 to the root of 2 is the Gelfond-Schneider constant.
    assert_eq!(number("2").power(&root).to_f64(), 2.665_144_142_690_225);
    // Its power to the root of 2 is so close to 4 that it counts as 4.
    assert_eq!(number("2").power(&root).power(&root), number("4"));
    let third = number("2").power(&Number::parts_of(1, 3));
    assert_eq!(third.power(&number("3")), number("2"));
    let fraction = Number::parts_of(355, 113);
    assert_eq!(fraction.power(&root).power(&root), fraction.power(&number("2")));
}

#[test]
fn fractions_are_shown_as_decimals_where_they_are_some() {
    let shown = |over, under| format!("{:?}", Fraction::new(over, under).expect("a fraction"));
    assert_eq!([shown(1, 2), shown(-6, 4), shown(2, 6), shown(7, 1)], ["0.5", "-1.5", "1/3", "7.0"]);
    // Beyond 2^50 the fraction is shown, because a float may not hold each whole number.
    assert_eq!(shown(1 << 50, 1), format!("{}/1", 1_u64 << 50));
}
