//! Expensive dice are refused or computed in bounded work.

use expect_test::expect;
use foretoken_action_assets::formula::trial::Trial;

fn many(text: &str, between: &str) -> String {
    let times = (1_990 - text.len()) / (text.len() + between.len()) + 1;
    vec![text; times].join(between)
}

#[test]
fn hostile_dice_are_refused_or_counted() {
    let brackets = format!("{}d6{}", "(".repeat(900), ")".repeat(900));
    let texts = [
        "99999999999999999999d6".to_owned(),
        "d99999999999999999999".to_owned(),
        "100d1000".to_owned(),
        "100d1000kh100".to_owned(),
        "100d1000!".to_owned(),
        "100d100kh50cs>=50".to_owned(),
        "1d1000!>=2".to_owned(),
        "100d2!!>=1".to_owned(),
        "100d41".to_owned(),
        "40d20kh20".to_owned(),
        "(100d10, 100d10, 100d10, 100d10, 100d10, 100d10, 100d10, 100d10)kh4".to_owned(),
        "{d20, d20, d20, d20, d20, d20, d20, d20, d20}kh1".to_owned(),
        "{{d4, d6}kh1, d8}kh1".to_owned(),
        many("{d4, d6}kh1", "+"),
        many("{9d9, 9d8, 9d7, 9d6}kh2", "+"),
        many("100d41", "+"),
        many("30d20kh15", "+"),
        many("9d9", ", "),
        format!("max({})", many("2d6", ", ")),
        many("(c.n)d(c.n)", "+"),
        many("4d6kh(c.n)", "+"),
        "(c.n)d(c.n)kh(c.n)".to_owned(),
        "100d20kh(c.n)".to_owned(),
        "100d41cs>=(c.n)".to_owned(),
        "50d6!>=(0 - c.n)".to_owned(),
        "50d6min(c.n)!".to_owned(),
        "(d100)d(d100)".to_owned(),
        "((d100)d(d100))d(d100)".to_owned(),
        "4d6kh((d4)d4)cs>=(d6)".to_owned(),
        "5d10cs>=(4d6kh(4d6kh(4d6kh(4d6kh(4d6kh1)))))".to_owned(),
        format!("4d6{}", many("kh", "")),
        format!("d{{{}}}", many("1", ",")),
        format!("d{{{}", many("1000000", ",")),
        format!("4d6r<{}", "9".repeat(1_900)),
        format!("4d6kh{}", "(".repeat(1_900)),
        format!("4d6{}", "!".repeat(1_900)),
        brackets,
    ];
    let mut told = String::new();
    for text in texts {
        let mut trial = Trial::new();
        trial.set("c.n", 1_000_000_000);
        let short: String = text.chars().take(40).collect();
        let outcome = match trial.compile(&text) {
            Err(faults) => faults[0].what.message.clone(),
            Ok(formula) => {
                let odds = trial.odds(&formula, 1, 20);
                let (least, most) = (odds.chances[0].0, odds.chances[odds.chances.len() - 1].0);
                match odds.sampled {
                    None => format!("{least} to {most}"),
                    Some(_) => "thrown".to_owned(),
                }
            }
        };
        told += &format!("{short}: {outcome}\n");
    }
    expect![[r#"
        99999999999999999999d6: `99999999999999999999` is not a number from 0 to 1e9
        d99999999999999999999: `99999999999999999999` is not a number from 0 to 1e9
        100d1000: these dice have 99901 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces
        100d1000kh100: these dice have 99901 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces
        100d1000!: these dice have 1101101 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces
        100d100kh50cs>=50: 12 to 50
        1d1000!>=2: these dice have 11012 possible totals; the maximum is 4096; roll fewer dice, or dice with fewer faces
        100d2!!>=1: 1516 to 1784
        100d41: 1195 to 3005
        40d20kh20: 116 to 400
        (100d10, 100d10, 100d10, 100d10, 100d10,: a choice among these 8 rolls needs more than 2097152 additions; use fewer or smaller rolls
        {d20, d20, d20, d20, d20, d20, d20, d20,: a choice has 1 to 8 rolls, not 9
        {{d4, d6}kh1, d8}kh1: rolls with kept dice cannot be nested
        {d4, d6}kh1+{d4, d6}kh1+{d4, d6}kh1+{d4,: thrown
        {9d9, 9d8, 9d7, 9d6}kh2+{9d9, 9d8, 9d7, : thrown
        100d41+100d41+100d41+100d41+100d41+100d4: thrown
        30d20kh15+30d20kh15+30d20kh15+30d20kh15+: thrown
        9d9, 9d9, 9d9, 9d9, 9d9, 9d9, 9d9, 9d9, : expected an operator, found `,`
        max(2d6, 2d6, 2d6, 2d6, 2d6, 2d6, 2d6, 2: `max` takes 1 to 16 arguments, not 398
        (c.n)d(c.n)+(c.n)d(c.n)+(c.n)d(c.n)+(c.n: thrown
        4d6kh(c.n)+4d6kh(c.n)+4d6kh(c.n)+4d6kh(c: thrown
        (c.n)d(c.n)kh(c.n): 2 to 2000
        100d20kh(c.n): 125 to 631
        100d41cs>=(c.n): 0 to 0
        50d6!>=(0 - c.n): 1606 to 2244
        50d6min(c.n)!: 0 to 0
        (d100)d(d100): thrown
        ((d100)d(d100))d(d100): thrown
        4d6kh((d4)d4)cs>=(d6): thrown
        5d10cs>=(4d6kh(4d6kh(4d6kh(4d6kh(4d6kh1): thrown
        4d6khkhkhkhkhkhkhkhkhkhkhkhkhkhkhkhkhkhk: expected an operator, found `khkhkhkhkhkhkhkhkhkhkhkh`
        d{1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,: 1 to 1
        d{1000000,1000000,1000000,1000000,100000: expected `}`, found the end
        4d6r<99999999999999999999999999999999999: `999999999999999999999999…` is not a number from 0 to 1e9
        4d6kh(((((((((((((((((((((((((((((((((((: the formula is nested more than 40 deep
        4d6!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!: the dice have this modifier twice: which dice explode
        ((((((((((((((((((((((((((((((((((((((((: the formula is nested more than 40 deep
    "#]].assert_eq(&told);
}
