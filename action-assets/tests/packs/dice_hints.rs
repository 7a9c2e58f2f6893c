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
        1d6!=1 is hinted at: 4: `!=` compares the total, which gives 1 or 0; write `1d6!1` for dice that explode on 1; a space before `!=` removes this hint
        1d6 != 1: 0 hints
        5d10>=8 is hinted at: 5: the total is compared, which gives 1 or 0; `5d10cs>=8` counts dice; a space before `>=` removes this hint
        5d10 >= 8: 0 hints
        (5d10)>=8: 0 hints
        1d20>=15: 0 hints
        4d6kh3>=12: 0 hints
        2d6! >= 5 is hinted at: 6: after the space, the total is compared, which gives 1 or 0; write `2d6!>=5` for exploding dice; brackets around the dice remove this hint
        2d6!p > 3 is hinted at: 7: after the space, the total is compared, which gives 1 or 0; write `2d6!p>3` for exploding dice; brackets around the dice remove this hint
        2d6!>=5: 0 hints
        (2d6!) >= 5: 0 hints
        c.str d 6>3 is hinted at: 10: the total is compared, which gives 1 or 0; `d 6cs>3` counts dice; a space before `>` removes this hint
        4d6x6 is refused at 4: `x` is not a modifier of dice; write an exploding die as `2d6!`, or `2d6!5` for the face 5; write a product as `2d6 * 3`
        2d6 x 3 is refused at 5: expected an operator, found `x`; write a product as `2 * 3`
        4d6e6 is refused at 4: `e` is not a modifier of dice; write an exploding die as `2d6!`, or `2d6!5` for the face 5
        4d6p1 is refused at 4: `p` is not a modifier of dice; use `dl1` to drop the lowest die, `dh1` for the highest; write penetrating dice as `2d6!p`
        4d6pl1 is refused at 4: `pl` is not a modifier of dice; use `dl1` to drop the lowest die
        4d6d1 is refused at 4: dice cannot follow dice; put an operator between them, or brackets around a rolled number of dice: `(d4)d6`; `dl1` drops the lowest die
        4d6s is refused at 4: `s` is not a modifier of dice; the log shows faces in the order of the rolls; remove `s`
        4d6f1 is refused at 4: `f` is not a modifier of dice; subtract two counts instead; `5d10cs>=8` counts successes
        3d6!o is refused at 5: `o` is not a modifier of dice; a die explodes ten times at most; use `2d6!`
        (4d6)kh1 is refused at 6: expected an operator, found `kh1`; write modifiers directly after their dice, as in `4d6kh3`
        {4d6}kh1 is refused at 1: braces contain several rolls, separated by commas; write the kept dice of one roll as `4d6kh3`
        {4d6 + 3, 2d8}kh1 is refused at 1: only dice can stand between commas in brackets; write the largest of several formulas as `max(4d6 + 3, 2d8)`, the smallest as `min(…)`
        {{d4, d6}kh1, d8}kh1 is refused at 1: rolls with kept dice cannot be nested; -
        4d6min(3/2) is refused at 7: faces are whole numbers up to 1,000,000; -
        4d6kh(0) is refused at 6: at least one die must be kept or dropped; -
        2d6r1r2 is refused at 6: the dice have this modifier twice: which dice are rolled again; -
        3d6kh4 is hinted at: 2: 4 of 3 dice are kept, which is all of them; roll more dice, or remove the modifier
        3d6kh3: 0 hints
        3d6dl3 is hinted at: 2: 3 of 3 dice are dropped, so the total is 0; roll more dice, or remove the modifier
        random{0.7: 1; c.str / 10: 2; 0.6: 3; default: 4} is refused at 1: the chances add up to 1.3, more than 1; write chances as parts of 1, such as 0.25
        random{0.7: 1; c.str / 10: 2; default: 4}: 0 hints
    "#]].assert_eq(&told);
}
