//! Hints about dice of other tools.

use expect_test::expect;
use foretoken_action_assets::formula::FormulaFault;
use foretoken_action_assets::formula::trial::Trial;

/// Ambiguous dice get a hint; spellings of other tools are refused with the spelling here.
#[test]
fn dice_of_other_dialects_get_a_hint() {
    let mut told = String::new();
    for text in [
        "1d6!=1",
        "1d6 != 1",
        "5d10>=8",
        "5d10 >= 8",
        "(5d10)>=8",
        "1d20>=15",
        "4d6kh3>=12",
        "2d6! >= 5",
        "2d6!p > 3",
        "2d6!>=5",
        "(2d6!) >= 5",
        "c.str d 6>3",
        "4d6x6",
        "2d6 x 3",
        "4d6e6",
        "4d6p1",
        "4d6pl1",
        "4d6d1",
        "4d6s",
        "4d6f1",
        "3d6!o",
        "(4d6)kh1",
        "{4d6}kh1",
        "{4d6 + 3, 2d8}kh1",
        "{{d4, d6}kh1, d8}kh1",
        "4d6min(3/2)",
        "4d6kh(0)",
        "2d6r1r2",
        "3d6kh4",
        "3d6kh3",
        "3d6dl3",
        "random{0.7: 1; c.str / 10: 2; 0.6: 3; default: 4}",
        "random{0.7: 1; c.str / 10: 2; default: 4}",
    ] {
        let mut trial = Trial::new();
        trial.set("c.str", 3);
        let faults = trial.compile(text).err().unwrap_or_default();
        let shown = |fault: &FormulaFault| {
            let help = fault.what.help.as_deref().unwrap_or("-");
            format!("{}: {}; {help}", fault.column, fault.what.message)
        };
        match (faults.first(), trial.hints()) {
            (Some(fault), _) => told.push_str(&format!("{text} is refused at {}\n", shown(fault))),
            (None, [hint]) => told.push_str(&format!("{text} is hinted at: {}\n", shown(hint))),
            (None, hints) => told.push_str(&format!("{text}: {} hints\n", hints.len())),
        }
    }
    expect![[r#"
        1d6!=1 is hinted at: 4: `!=` compares the total, which gives 1 or 0; dice that explode on 1 are written `1d6!1`; a space before `!=` takes this hint away
        1d6 != 1: 0 hints
        5d10>=8 is hinted at: 5: the total is compared, which gives 1 or 0; `5d10cs>=8` counts dice; a space before `>=` takes this hint away
        5d10 >= 8: 0 hints
        (5d10)>=8: 0 hints
        1d20>=15: 0 hints
        4d6kh3>=12: 0 hints
        2d6! >= 5 is hinted at: 6: behind the space the total is compared, which gives 1 or 0; dice that explode are written `2d6!>=5`; brackets around the dice take this hint away
        2d6!p > 3 is hinted at: 7: behind the space the total is compared, which gives 1 or 0; dice that explode are written `2d6!p>3`; brackets around the dice take this hint away
        2d6!>=5: 0 hints
        (2d6!) >= 5: 0 hints
        c.str d 6>3 is hinted at: 10: the total is compared, which gives 1 or 0; `d 6cs>3` counts dice; a space before `>` takes this hint away
        4d6x6 is refused at 4: `x` is no modifier of dice; a die that explodes is written `2d6!`, or `2d6!5` for the face 5; a product is written `2d6 * 3`
        2d6 x 3 is refused at 5: expected an operator, found `x`; a product is written `2 * 3`
        4d6e6 is refused at 4: `e` is no modifier of dice; a die that explodes is written `2d6!`, or `2d6!5` for the face 5
        4d6p1 is refused at 4: `p` is no modifier of dice; `dl1` drops the lowest die, `dh1` the highest; penetrating dice are written `2d6!p`
        4d6pl1 is refused at 4: `pl` is no modifier of dice; the lowest die is dropped by `dl1`
        4d6d1 is refused at 4: dice stand behind dice; put an operator between them, or brackets around a number of dice that is rolled: `(d4)d6`; `dl1` drops the lowest die
        4d6s is refused at 4: `s` is no modifier of dice; the log shows faces in the order in which they were thrown; leave `s` out
        4d6f1 is refused at 4: `f` is no modifier of dice; successes less failures are two counts; `5d10cs>=8` counts successes
        3d6!o is refused at 5: `o` is no modifier of dice; a die explodes ten times at most; `2d6!` is the only way
        (4d6)kh1 is refused at 6: expected an operator, found `kh1`; modifiers stand directly behind their dice, as in `4d6kh3`
        {4d6}kh1 is refused at 1: braces are around several rolls with commas between them; of one roll the dice are kept: `4d6kh3`
        {4d6 + 3, 2d8}kh1 is refused at 1: between commas in brackets there are dice alone; the largest of several formulas is `max(4d6 + 3, 2d8)`, the least is `min(…)`
        {{d4, d6}kh1, d8}kh1 is refused at 1: rolls of which some are kept do not stand in one another; -
        4d6min(3/2) is refused at 7: faces are whole numbers up to 1,000,000; -
        4d6kh(0) is refused at 6: at least one of the dice is kept or left out; -
        2d6r1r2 is refused at 6: the dice say twice which dice are rolled again; -
        3d6kh4 is hinted at: 2: 4 of 3 dice are all of them; roll more dice, or leave the modifier out
        3d6kh3: 0 hints
        3d6dl3 is hinted at: 2: 3 of 3 dice are dropped, so the total is 0; roll more dice, or leave the modifier out
        random{0.7: 1; c.str / 10: 2; 0.6: 3; default: 4} is refused at 1: the chances add up to 1.3, more than 1; chances are parts of 1, such as 0.25
        random{0.7: 1; c.str / 10: 2; default: 4}: 0 hints
    "#]].assert_eq(&told);
}
