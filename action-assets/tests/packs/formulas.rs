//! The formula language: values and faults.

use expect_test::{Expect, expect};
use foretoken_action_assets::formula::trial::{Odds, Trial};
use foretoken_action_assets::formula::{FUNCTIONS, MODIFIERS};
use foretoken_vm::chance::Dice;
use foretoken_vm::formula::{CustomFunction, Number, Ready};

pub(super) fn trial() -> Trial {
    let mut trial = Trial::new();
    for (name, number) in [("c.str", 3), ("c.level", 4), ("t.def", 2), ("t.spd", 0)] {
        trial.set(name, Number::whole(number));
    }
    for (name, text) in [
        ("power", "c.str * 2"),
        ("crit.chance", "clamp(c.level / 10)"),
        ("hurts", "f.power + t.def"),
        ("one", "f.two + 1"),
        ("two", "f.three"),
        ("three", "f.one"),
        ("wrong", "1 +"),
    ] {
        trial.store(name, text);
    }
    trial.add_functions([CustomFunction {
        name: "double",
        example: "double(2)",
        doc: "Twice a number.",
        arguments: (1, 1),
        version: 1,
        call: |numbers| numbers.iter().fold(Number::ZERO, |sum, number| sum.plus(number)).times(&2.into()),
    }]);
    trial.add_functions([CustomFunction {
        name: "five",
        example: "five()",
        doc: "Five.",
        arguments: (0, 0),
        version: 1,
        call: |_| 5.into(),
    }]);
    trial
}

fn check(texts: &[&str], expected: Expect) {
    let mut trial = trial();
    let line = |text: &&str| match trial.compile(text) {
        Ok(formula) => format!("{text} = {}\n", trial.run(&formula, &mut Dice::new(1)).value.to_f64()),
        Err(faults) => panic!("{text}: {faults:?}"),
    };
    expected.assert_eq(&texts.iter().map(line).collect::<String>());
}

fn odds(text: &str) -> String {
    let mut trial = trial();
    let formula = trial.compile(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let ready = Ready::of(&formula);
    for seed in 0..4 {
        let (plain, ready) = (trial.run(&formula, &mut Dice::new(seed)), trial.run_ready(&ready, &mut Dice::new(seed)));
        assert_eq!(plain, ready, "{text}");
    }
    let Odds { chances, sampled } = trial.odds(&formula, 7, 1_000);
    let percent: Vec<String> =
        chances.iter().map(|(value, chance)| format!("{value}: {:.2}", chance * 100.0)).collect();
    format!("{text} -> {}{}\n", percent.join(", "), sampled.map_or("", |_| " (sampled)"))
}

#[test]
fn the_documents_examples() {
    check(
        &[
            "0",
            "0.5",
            "-20",
            "1024",
            "1+1",
            "2^6",
            "-1*-1",
            "(2^(4/6)+9/8)*3^3^2",
            "0 <= 1",
            "10/2 < 9/3",
            "4 == 2 + 2",
            "0 == (1 != 1)",
        ],
        expect![[r#"
            0 = 0
            0.5 = 0.5
            -20 = -20
            1024 = 1024
            1+1 = 2
            2^6 = 64
            -1*-1 = 1
            (2^(4/6)+9/8)*3^3^2 = 53388.18990589007
            0 <= 1 = 1
            10/2 < 9/3 = 0
            4 == 2 + 2 = 1
            0 == (1 != 1) = 1
        "#]],
    );
    let table = "random{0.1:0; 0.1:1; 0.2:2; 1/2:sqrt(3^2); default:4}";
    expect![[r#"
        random{0.1:0; 0.1:1; 0.2:2; 1/2:sqrt(3^2); default:4} -> 0: 10.00, 1: 10.00, 2: 20.00, 3: 50.00, 4: 10.00
    "#]]
    .assert_eq(&odds(table));
}

#[test]
fn operators_bind_as_documented() {
    check(
        &[
            "1 + 2 * 3",
            "(1 + 2) * 3",
            "10 - 4 - 3",
            "-2^2",
            "2^-1",
            "2^3^2",
            "not 0 and 1",
            "not 1 = 2",
            "1 or 0 and 0",
            "7 / 0",
            "if 0.5: 2; 3",
            "if 0: 1; if 1: 5; 6",
            "1 + if 1: 2; 3 + 4",
            "let r = 2 + 3; r * r",
            "let a = 2; let b = a + 1; a * b",
            "(let a = 2; a) + (let a = 5; a)",
            "f.power + 1",
            "f.hurts",
            "f.crit.chance",
            "double(c.str) + 1",
            "exists(c.str) + exists(c.mana)",
            "random{1: c.str; default: 9}",
            "targeted-side{back: 3; sides: 2; front: 1} + t.def",
            "clamp(7, 3)",
            "max(1, five())",
        ],
        expect![[r#"
            1 + 2 * 3 = 7
            (1 + 2) * 3 = 9
            10 - 4 - 3 = 3
            -2^2 = -4
            2^-1 = 0.5
            2^3^2 = 512
            not 0 and 1 = 1
            not 1 = 2 = 1
            1 or 0 and 0 = 1
            7 / 0 = 0
            if 0.5: 2; 3 = 2
            if 0: 1; if 1: 5; 6 = 5
            1 + if 1: 2; 3 + 4 = 3
            let r = 2 + 3; r * r = 25
            let a = 2; let b = a + 1; a * b = 6
            (let a = 2; a) + (let a = 5; a) = 7
            f.power + 1 = 7
            f.hurts = 8
            f.crit.chance = 0.4
            double(c.str) + 1 = 7
            exists(c.str) + exists(c.mana) = 1
            random{1: c.str; default: 9} = 3
            targeted-side{back: 3; sides: 2; front: 1} + t.def = 3
            clamp(7, 3) = 7
            max(1, five()) = 5
        "#]],
    );
}

#[test]
fn functions_do_what_their_lines_say() {
    for function in FUNCTIONS {
        if let Some(value) = function.value {
            let mut trial = Trial::new();
            let formula =
                trial.compile(function.example).unwrap_or_else(|faults| panic!("{}: {faults:?}", function.name));
            let expected = Number::signed(&value.to_string()).expect("a decimal number");
            assert_eq!(trial.run(&formula, &mut Dice::new(1)).value, expected, "{}", function.example);
        } else {
            let compiled = Trial::with_any_names().compile(function.example);
            assert!(compiled.is_ok(), "{}: {compiled:?}", function.example);
        }
    }
}

#[test]
fn dice_come_to_what_they_may() {
    let told: String = MODIFIERS
        .iter()
        .map(|(text, _)| *text)
        .chain([
            "d4 + 1",
            "2 D 4",
            "(1+1)d(2*2)",
            "2d4 * 2",
            "c.str d 2",
            "d{1, 1, 5}",
            "(1d4, 2d2)kh1",
            "d(c.str)",
            "let r = 1d3; r + r",
            "if 1d2 = 1: 1d2; 10",
            "any(1, 5, 1d2 + 6)",
            "random{c.str / 10: 1; default: 0}",
            "random{1/3: 10; 1/3: 20; 1/3: 30}",
            "(t.spd - 2)d6 + c.str d (t.spd)",
        ])
        .map(odds)
        .collect();
    expect![[r#"
        4d6kh3 -> 3: 0.08, 4: 0.31, 5: 0.77, 6: 1.62, 7: 2.93, 8: 4.78, 9: 7.02, 10: 9.41, 11: 11.42, 12: 12.89, 13: 13.27, 14: 12.35, 15: 10.11, 16: 7.25, 17: 4.17, 18: 1.62
        4d6kl1 -> 1: 51.77, 2: 28.47, 3: 13.50, 4: 5.02, 5: 1.16, 6: 0.08
        4d6dh1 -> 3: 1.62, 4: 4.17, 5: 7.25, 6: 10.11, 7: 12.35, 8: 13.27, 9: 12.89, 10: 11.42, 11: 9.41, 12: 7.02, 13: 4.78, 14: 2.93, 15: 1.62, 16: 0.77, 17: 0.31, 18: 0.08
        4d6dl1 -> 3: 0.08, 4: 0.31, 5: 0.77, 6: 1.62, 7: 2.93, 8: 4.78, 9: 7.02, 10: 9.41, 11: 11.42, 12: 12.89, 13: 13.27, 14: 12.35, 15: 10.11, 16: 7.25, 17: 4.17, 18: 1.62
        d20adv -> 1: 0.25, 2: 0.75, 3: 1.25, 4: 1.75, 5: 2.25, 6: 2.75, 7: 3.25, 8: 3.75, 9: 4.25, 10: 4.75, 11: 5.25, 12: 5.75, 13: 6.25, 14: 6.75, 15: 7.25, 16: 7.75, 17: 8.25, 18: 8.75, 19: 9.25, 20: 9.75
        d20dis -> 1: 9.75, 2: 9.25, 3: 8.75, 4: 8.25, 5: 7.75, 6: 7.25, 7: 6.75, 8: 6.25, 9: 5.75, 10: 5.25, 11: 4.75, 12: 4.25, 13: 3.75, 14: 3.25, 15: 2.75, 16: 2.25, 17: 1.75, 18: 1.25, 19: 0.75, 20: 0.25
        2d6! -> 2: 2.78, 3: 5.56, 4: 8.33, 5: 11.11, 6: 13.89, 7: 11.11, 8: 9.26, 9: 7.41, 10: 5.56, 11: 3.70, 12: 4.63, 13: 3.70, 14: 3.01, 15: 2.31, 16: 1.62, 17: 0.93, 18: 1.16, 19: 0.93, 20: 0.75, 21: 0.57, 22: 0.39, 23: 0.21, 24: 0.26, 25: 0.21, 26: 0.17, 27: 0.12, 28: 0.08, 29: 0.04, 30: 0.05, 31: 0.04, 32: 0.03, 33: 0.03, 34: 0.02, 35: 0.01, 36: 0.01, 37: 0.01, 38: 0.01, 39: 0.01, 40: 0.00, 41: 0.00, 42: 0.00, 43: 0.00, 44: 0.00, 45: 0.00, 46: 0.00, 47: 0.00, 48: 0.00, 49: 0.00, 50: 0.00, 51: 0.00, 52: 0.00, 53: 0.00, 54: 0.00, 55: 0.00, 56: 0.00, 57: 0.00, 58: 0.00, 59: 0.00, 60: 0.00, 61: 0.00, 62: 0.00, 63: 0.00, 64: 0.00, 65: 0.00, 66: 0.00, 67: 0.00, 68: 0.00, 69: 0.00, 70: 0.00, 71: 0.00, 72: 0.00, 73: 0.00, 74: 0.00, 75: 0.00, 76: 0.00, 77: 0.00, 78: 0.00, 79: 0.00, 80: 0.00, 81: 0.00, 82: 0.00, 83: 0.00, 84: 0.00, 85: 0.00, 86: 0.00, 87: 0.00, 88: 0.00, 89: 0.00, 90: 0.00, 91: 0.00, 92: 0.00, 93: 0.00, 94: 0.00, 95: 0.00, 96: 0.00, 97: 0.00, 98: 0.00, 99: 0.00, 100: 0.00, 101: 0.00, 102: 0.00, 103: 0.00, 104: 0.00, 105: 0.00, 106: 0.00, 107: 0.00, 108: 0.00, 109: 0.00, 110: 0.00, 111: 0.00, 112: 0.00, 113: 0.00, 114: 0.00, 115: 0.00, 116: 0.00, 117: 0.00, 118: 0.00, 119: 0.00, 120: 0.00, 121: 0.00, 122: 0.00, 123: 0.00, 124: 0.00, 125: 0.00
        2d6!! -> 2: 2.78, 3: 5.56, 4: 8.33, 5: 11.11, 6: 13.89, 7: 11.11, 8: 9.26, 9: 7.41, 10: 5.56, 11: 3.70, 12: 4.63, 13: 3.70, 14: 3.01, 15: 2.31, 16: 1.62, 17: 0.93, 18: 1.16, 19: 0.93, 20: 0.75, 21: 0.57, 22: 0.39, 23: 0.21, 24: 0.26, 25: 0.21, 26: 0.17, 27: 0.12, 28: 0.08, 29: 0.04, 30: 0.05, 31: 0.04, 32: 0.03, 33: 0.03, 34: 0.02, 35: 0.01, 36: 0.01, 37: 0.01, 38: 0.01, 39: 0.01, 40: 0.00, 41: 0.00, 42: 0.00, 43: 0.00, 44: 0.00, 45: 0.00, 46: 0.00, 47: 0.00, 48: 0.00, 49: 0.00, 50: 0.00, 51: 0.00, 52: 0.00, 53: 0.00, 54: 0.00, 55: 0.00, 56: 0.00, 57: 0.00, 58: 0.00, 59: 0.00, 60: 0.00, 61: 0.00, 62: 0.00, 63: 0.00, 64: 0.00, 65: 0.00, 66: 0.00, 67: 0.00, 68: 0.00, 69: 0.00, 70: 0.00, 71: 0.00, 72: 0.00, 73: 0.00, 74: 0.00, 75: 0.00, 76: 0.00, 77: 0.00, 78: 0.00, 79: 0.00, 80: 0.00, 81: 0.00, 82: 0.00, 83: 0.00, 84: 0.00, 85: 0.00, 86: 0.00, 87: 0.00, 88: 0.00, 89: 0.00, 90: 0.00, 91: 0.00, 92: 0.00, 93: 0.00, 94: 0.00, 95: 0.00, 96: 0.00, 97: 0.00, 98: 0.00, 99: 0.00, 100: 0.00, 101: 0.00, 102: 0.00, 103: 0.00, 104: 0.00, 105: 0.00, 106: 0.00, 107: 0.00, 108: 0.00, 109: 0.00, 110: 0.00, 111: 0.00, 112: 0.00, 113: 0.00, 114: 0.00, 115: 0.00, 116: 0.00, 117: 0.00, 118: 0.00, 119: 0.00, 120: 0.00, 121: 0.00, 122: 0.00, 123: 0.00, 124: 0.00, 125: 0.00
        2d6!p -> 2: 2.78, 3: 5.56, 4: 8.33, 5: 11.11, 6: 13.89, 7: 12.04, 8: 10.19, 9: 8.33, 10: 6.48, 11: 4.63, 12: 3.94, 13: 3.24, 14: 2.55, 15: 1.85, 16: 1.16, 17: 0.98, 18: 0.80, 19: 0.62, 20: 0.44, 21: 0.26, 22: 0.22, 23: 0.18, 24: 0.14, 25: 0.09, 26: 0.05, 27: 0.05, 28: 0.04, 29: 0.03, 30: 0.02, 31: 0.01, 32: 0.01, 33: 0.01, 34: 0.01, 35: 0.00, 36: 0.00, 37: 0.00, 38: 0.00, 39: 0.00, 40: 0.00, 41: 0.00, 42: 0.00, 43: 0.00, 44: 0.00, 45: 0.00, 46: 0.00, 47: 0.00, 48: 0.00, 49: 0.00, 50: 0.00, 51: 0.00, 52: 0.00, 53: 0.00, 54: 0.00, 55: 0.00, 56: 0.00, 57: 0.00, 58: 0.00, 59: 0.00, 60: 0.00, 61: 0.00, 62: 0.00, 63: 0.00, 64: 0.00, 65: 0.00, 66: 0.00, 67: 0.00, 68: 0.00, 69: 0.00, 70: 0.00, 71: 0.00, 72: 0.00, 73: 0.00, 74: 0.00, 75: 0.00, 76: 0.00, 77: 0.00, 78: 0.00, 79: 0.00, 80: 0.00, 81: 0.00, 82: 0.00, 83: 0.00, 84: 0.00, 85: 0.00, 86: 0.00, 87: 0.00, 88: 0.00, 89: 0.00, 90: 0.00, 91: 0.00, 92: 0.00, 93: 0.00, 94: 0.00, 95: 0.00, 96: 0.00, 97: 0.00, 98: 0.00, 99: 0.00, 100: 0.00, 101: 0.00, 102: 0.00, 103: 0.00, 104: 0.00, 105: 0.00, 106: 0.00
        2d6r<3 -> 6: 6.25, 7: 12.50, 8: 18.75, 9: 25.00, 10: 18.75, 11: 12.50, 12: 6.25
        2d6ro<3 -> 2: 0.31, 3: 0.62, 4: 2.78, 5: 4.94, 6: 9.88, 7: 14.81, 8: 17.28, 9: 19.75, 10: 14.81, 11: 9.88, 12: 4.94
        2d6min2 -> 4: 11.11, 5: 11.11, 6: 13.89, 7: 16.67, 8: 19.44, 9: 11.11, 10: 8.33, 11: 5.56, 12: 2.78
        2d6max5 -> 2: 2.78, 3: 5.56, 4: 8.33, 5: 11.11, 6: 19.44, 7: 16.67, 8: 13.89, 9: 11.11, 10: 11.11
        5d10cs>=8 -> 0: 16.81, 1: 36.02, 2: 30.87, 3: 13.23, 4: 2.83, 5: 0.24
        1d6[fire] -> 1: 16.67, 2: 16.67, 3: 16.67, 4: 16.67, 5: 16.67, 6: 16.67
        d4 + 1 -> 2: 25.00, 3: 25.00, 4: 25.00, 5: 25.00
        2 D 4 -> 2: 6.25, 3: 12.50, 4: 18.75, 5: 25.00, 6: 18.75, 7: 12.50, 8: 6.25
        (1+1)d(2*2) -> 2: 6.25, 3: 12.50, 4: 18.75, 5: 25.00, 6: 18.75, 7: 12.50, 8: 6.25
        2d4 * 2 -> 4: 6.25, 6: 12.50, 8: 18.75, 10: 25.00, 12: 18.75, 14: 12.50, 16: 6.25
        c.str d 2 -> 3: 12.50, 4: 37.50, 5: 37.50, 6: 12.50
        d{1, 1, 5} -> 1: 66.67, 5: 33.33
        (1d4, 2d2)kh1 -> 2: 12.50, 3: 43.75, 4: 43.75
        d(c.str) -> 1: 33.33, 2: 33.33, 3: 33.33
        let r = 1d3; r + r -> 2: 33.33, 4: 33.33, 6: 33.33
        if 1d2 = 1: 1d2; 10 -> 1: 25.00, 2: 25.00, 10: 50.00
        any(1, 5, 1d2 + 6) -> 1: 33.33, 5: 33.33, 7: 16.67, 8: 16.67
        random{c.str / 10: 1; default: 0} -> 0: 70.00, 1: 30.00
        random{1/3: 10; 1/3: 20; 1/3: 30} -> 10: 33.33, 20: 33.33, 30: 33.33
        (t.spd - 2)d6 + c.str d (t.spd) -> 0: 100.00
    "#]].assert_eq(&told);
}

#[test]
fn faces_are_kept() {
    let mut trial = trial();
    let formula = trial.compile("let r = 4d6kh3[fire]; r + r + d20adv").expect("a formula");
    let run = trial.run(&formula, &mut Dice::new(5));
    let told: Vec<String> = run
        .rolls
        .iter()
        .map(|(source, dice, value)| {
            let faces: Vec<String> = dice
                .iter()
                .map(|die| {
                    let label = trial.label_name(die.label);
                    if die.kept { format!("{}{label}", die.face) } else { format!("({}{label})", die.face) }
                })
                .collect();
            format!("{source}: {} = {value}", faces.join(" "))
        })
        .collect();
    expect![[r#"
        4d6kh3[fire]: 3fire (1fire) 2fire 2fire = 7
        1d20adv: (17) 20 = 20
        = 34
    "#]]
    .assert_eq(&format!("{}\n= {}\n", told.join("\n"), run.value.to_f64()));
}

#[test]
fn faults_say_where_and_what() {
    let mut told = String::new();
    for text in [
        "",
        "1 +",
        "(1 + ",
        "1 2",
        "1 < 2 < 3",
        "foo + heatlh(x)",
        "max()",
        "floor(1, 2)",
        "min(1, +) + max(2, *) + foo",
        "c.strength",
        "mana.x",
        "f.powr",
        "f.one",
        "f.wrong",
        "if 1 2; 3",
        "if 1: 2",
        "let if = 2; 3",
        "let r = 2 3",
        "random{0.5: 1; 0.4: 2}",
        "random{0.5: 1; 0.6: 2; default: 3}",
        "random{default: 1; 0.5: 2}",
        "targeted-side{front: 1}",
        "targeted-side{front: 1; front: 2; default: 3}",
        "targeted-side{fornt: 1; default: 2}",
        "targeted-sid{front: 1}",
        "0d6",
        "101d6",
        "1000000d6",
        "1.5d6",
        "2d0",
        "d1001",
        "d6r<7",
        "2d6kh1kl1",
        "2d20adv",
        "2d6cs",
        "d6[]",
        "d{1, 2",
        "(1d6, 2)kh1",
        "(1d6, 2d6)",
        "(c.str d 6, 2d6)kh1",
        "100d1000",
        "\"text\"",
        "'text",
        "1e5",
        "99999999999",
        "2 ; 3",
        "ä",
        "if 1 then 2 else 3",
        "if 1: 2 else 3",
        "1 ? 2 : 3",
        "(1 < 2 ? 3 : 4) + foo",
        "1 && 2",
        "1 || 2",
        "!1",
        "2 ** 3",
        "1 ≤ 2",
        "d4 d4",
        "2d4d6",
        "4d6kh0",
        "4d6dl0",
    ] {
        let faults = trial().compile(text).expect_err(text);
        let lines = faults.iter().map(|fault| {
            let help = fault.what.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            format!("  {}: {}{help}\n", fault.column, fault.what.message)
        });
        told.push_str(&format!("{text}\n{}", lines.collect::<String>()));
    }
    expect![[r#"

          1: expected a number or a name, found the end
        1 +
          4: expected a number or a name, found the end
        (1 + 
          6: expected a number or a name, found the end
        1 2
          3: expected an operator, found `2`
        1 < 2 < 3
          7: a formula cannot compare three numbers at once; write two comparisons with `and`, such as `1 < a and a < 3`
        foo + heatlh(x)
          1: `foo` is neither a function nor a number
          7: `heatlh` is neither a function nor a number (did you mean `health`?)
        max()
          1: `max` takes 1 to 16 arguments, not 0
        floor(1, 2)
          1: `floor` takes 1 arguments, not 2
        min(1, +) + max(2, *) + foo
          9: expected a number or a name, found `)`
          20: expected a number or a name, found `*`
          25: `foo` is neither a function nor a number
        c.strength
          1: `c.strength` is not set (set it with --set c.strength=3)
        mana.x
          1: targets need a battle, and there is none here (scopes are `c.` for the acting unit, `t.` for the current target, `f.` for stored formulas, and names of targets)
        f.powr
          1: unknown stored formula `powr` (did you mean `power`?)
        f.one
          1: stored formulas use each other in a circle: f.one needs f.two needs f.three needs f.one
        f.wrong
          1: in the stored formula `f.wrong`, at character 4: expected a number or a name, found the end
        if 1 2; 3
          6: expected `:`, found `2` (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
        if 1: 2
          8: expected `;`, found the end (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
        let if = 2; 3
          4: `if` has another meaning in formulas
        let r = 2 3
          11: expected `;`, found `3`
        random{0.5: 1; 0.4: 2}
          1: the chances add up to 0.9, less than 1 (add a branch `default: …` for the rest)
        random{0.5: 1; 0.6: 2; default: 3}
          1: the chances add up to 1.1, more than 1 (write chances as parts of 1, such as 0.25)
        random{default: 1; 0.5: 2}
          20: `default` must be the last branch
        targeted-side{front: 1}
          1: `left` has no branch (add a branch `default: …`)
        targeted-side{front: 1; front: 2; default: 3}
          25: `front` already has a branch
        targeted-side{fornt: 1; default: 2}
          15: expected a side, found `fornt` (did you mean `front`?)
        targeted-sid{front: 1}
          1: write `side` after `targeted-`
        0d6
          2: a roll has 1 to 100 dice, not 0
        101d6
          4: a roll has 1 to 100 dice, not 101
        1000000d6
          8: a roll has 1 to 100 dice, not 1000000
        1.5d6
          4: dice are whole numbers, as in `2d6`
        2d0
          2: a die has 1 to 1000 faces, not 0
        d1001
          1: a die has 1 to 1000 faces, not 1001
        d6r<7
          1: every face would be rolled again endlessly
        2d6kh1kl1
          7: the dice have this modifier twice: which dice are kept
        2d20adv
          5: advantage needs exactly one die
        2d6cs
          6: expected a test such as `<3`, found the end
        d6[]
          4: a label has 1 to 40 characters
        d{1, 2
          7: expected `}`, found the end
        (1d6, 2)kh1
          1: only dice can stand between commas in brackets (write the largest of several formulas as `max(4d6 + 3, 2d8)`, the smallest as `min(…)`)
        (1d6, 2d6)
          11: expected which of these rolls to keep, such as `kh1`, found the end
        (c.str d 6, 2d6)kh1
          1: rolls with kept dice must use plain numbers, without stats and brackets
        100d1000
          4: these dice have 99901 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces
        "text"
          1: expected a number or a name, found `"`
        'text
          1: expected a number or a name, found `'`
        1e5
          2: expected an operator, found `e5`
        99999999999
          1: `99999999999` is not a number from 0 to 1e9
        2 ; 3
          3: expected an operator, found `;`
        ä
          1: expected a number or a name, found `ä`
        if 1 then 2 else 3
          6: expected `:`, found `then` (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
        if 1: 2 else 3
          9: expected `;`, found `else` (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
        1 ? 2 : 3
          3: expected an operator, found `?` (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
        (1 < 2 ? 3 : 4) + foo
          8: expected `)`, found `?` (write a condition as `if F: G; H`; the result is G if F is true, otherwise H)
          19: `foo` is neither a function nor a number
        1 && 2
          3: expected an operator, found `&&` (use `and` to join two conditions)
        1 || 2
          3: expected an operator, found `||` (use `or` to join two conditions)
        !1
          1: expected a number or a name, found `!` (use `not` for the opposite)
        2 ** 3
          3: expected an operator, found `**` (write a power as `2^3`)
        1 ≤ 2
          3: expected an operator, found '≤' (write `<=`)
        d4 d4
          4: dice cannot follow dice (put an operator between them, or brackets around a rolled number of dice: `(d4)d6`; `dl1` drops the lowest die)
        2d4d6
          4: dice cannot follow dice (put an operator between them, or brackets around a rolled number of dice: `(d4)d6`; `dl1` drops the lowest die)
        4d6kh0
          6: at least one die must be kept or dropped
        4d6dl0
          6: at least one die must be kept or dropped
    "#]].assert_eq(&told);
}

#[test]
fn formulas_are_bounded() {
    let mut trial = Trial::new();
    trial.set("c.str", Number::ONE);
    trial.store("a0", "1d6");
    for level in 1..40 {
        trial.store(&format!("a{level}"), &format!("f.a{0} + f.a{0}", level - 1));
    }
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(60), close.repeat(60));
    let mut told = String::new();
    for text in [
        "f.a39".to_owned(),
        "f.a3".to_owned(),
        "f.a12".to_owned(),
        deep("(", ")"),
        deep("-", ""),
        deep("if 1: 2; ", ""),
        deep("max(", ", 1)"),
        deep("not ", ""),
        deep("let a = ", "; a"),
        deep("2^", ""),
        format!("{}c.str{}", "targeted-side{default:".repeat(14), "}".repeat(14)),
        format!("1{}", "+1".repeat(990)),
        "1".repeat(3_000),
    ] {
        let compiled = trial.compile(&text);
        let said = match &compiled {
            Ok(formula) => format!("{} operations", formula.code.len()),
            Err(faults) => format!("{} faults, the first: {}", faults.len(), faults[0].what.message),
        };
        told.push_str(&format!("{}: {said}\n", text.chars().take(20).collect::<String>()));
    }
    expect![[r#"
        f.a39: 1 faults, the first: in the stored formula `f.a20`, at character 1: the formula is nested more than 40 deep
        f.a3: 15 operations
        f.a12: 1 faults, the first: in the stored formula `f.a3`, at character 12: the formula has more than 2000 parts, including its stored formulas
        ((((((((((((((((((((: 1 faults, the first: the formula is nested more than 40 deep
        --------------------: 1 faults, the first: the formula is nested more than 40 deep
        if 1: 2; if 1: 2; if: 1 faults, the first: the formula is nested more than 40 deep
        max(max(max(max(max(: 1 faults, the first: the formula is nested more than 40 deep
        not not not not not : 1 faults, the first: the formula is nested more than 40 deep
        let a = let a = let : 1 faults, the first: the formula is nested more than 40 deep
        2^2^2^2^2^2^2^2^2^2^: 1 faults, the first: the formula is nested more than 40 deep
        targeted-side{defaul: 99 operations
        1+1+1+1+1+1+1+1+1+1+: 1 operations
        11111111111111111111: 1 faults, the first: the formula is longer than 2000 characters
    "#]]
    .assert_eq(&told);
}

#[test]
fn formulas_become_operations() {
    let mut trial = trial();
    let mut told = String::new();
    for text in [
        "floor((c.str * 1.5 + 2^3) / max(1, t.def)) + 2",
        "if c.str > 2: 2d6; 0",
        "any(1, c.str)",
        "let r = c.level d 6; r + r",
    ] {
        let formula = trial.compile(text).expect("a formula");
        told.push_str(&format!("{text}\n{}\n", trial.disassemble(&formula).join("\n")));
    }
    let stored = trial.compile("f.hurts + f.hurts").expect("a formula");
    told.push_str(&stored.source);
    expect![[r#"
        floor((c.str * 1.5 + 2^3) / max(1, t.def)) + 2
          0  EntityColumn(255, 0)  c.str
          1  Const(1.5)
          2  Multiply
          3  Const(8.0)
          4  Add
          5  Const(1.0)
          6  EntityColumn(0, 1)  t.def
          7  Max
          8  Divide
          9  Floor
         10  Const(2.0)
         11  Add
        if c.str > 2: 2d6; 0
          0  EntityColumn(255, 0)  c.str
          1  Const(2.0)
          2  LessEqual
          3  Not
          4  JumpIfZero(7)
          5  Roll(0)  2d6
          6  Jump(8)
          7  Const(0.0)
        any(1, c.str)
          0  Draw(0)
          1  Branch(2)
          2  Jump(4)
          3  Jump(6)
          4  Const(1.0)
          5  Jump(7)
          6  EntityColumn(255, 0)  c.str
        let r = c.level d 6; r + r
          0  EntityColumn(255, 2)  c.level
          1  Const(6.0)
          2  RollGiven(1, 2)  d 6
          3  Load(0)
          4  Load(0)
          5  Add
          6  Slide
        f.hurts + f.hurts where f.hurts = f.power + t.def, f.power = c.str * 2"#]]
    .assert_eq(&told);
}

#[test]
fn the_side_that_branches_go_by_is_given() {
    let mut trial = trial();
    let formula =
        trial.compile("targeted-side{front: 1; left: 2; back: 3; right: 4; default: 5}").expect("it compiles");
    let values = foretoken_action_assets::formula::trial::SIDES.iter().map(|&(_, side)| {
        trial.set_side(side);
        trial.run(&formula, &mut Dice::new(1)).value
    });
    assert_eq!(values.collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Number::from));
}

#[test]
fn dice_of_dice_stand_in_brackets() {
    let mut trial = trial();
    let formula = trial.compile("(d4)d4").expect("it compiles");
    assert!(trial.odds(&formula, 1, 1_000).chances.iter().all(|(value, _)| (1..=16).contains(value)));
}
