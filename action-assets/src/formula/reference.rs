//! Generates the page of the formula language. Results of examples are computed.

use super::trial::Trial;
use super::{FUNCTIONS, MAX_DEPTH, MAX_LENGTH, MAX_PARTS, MODIFIERS, STATS};
use foretoken_vm::chance::{Dice, Distribution};
use foretoken_vm::formula::Formula;
use foretoken_vm::roll::{MAX_DICE, MAX_EXPLOSIONS, MAX_JOINT, MAX_POOLS, MAX_SIDES, MAX_WORK};
use std::fmt::Write;

type Section = (&'static str, &'static str, &'static [&'static str]);

const SECTIONS: &[Section] = &[
    (
        "Numbers and operators",
        "Numbers are decimal, without an exponent. Operators bind in this order, the weakest first: `or`; `and`; `not`;\n\
         comparisons `<` `<=` `>` `>=` `=` (or `==`) `!=` (or `<>`), which give 1 or 0 and do not chain; `+` `-`; `*` `/`;\n\
         a sign; `^`, which is taken from the right; dice. So `-2^2` is the negative of `2^2`, and `2d6 * 2` doubles what\n\
         two dice come to. Anything but 0 is true. Both sides of `and` and `or` are computed.\n\n\
         What has no value has one all the same: a division by 0 is 0, so are 0 to a negative power, a fractional power of\n\
         a negative, and the root of a negative whose degree is not odd. A stored number is rounded down once,\n\
         at the end, and lies within 1,000,000,000 of 0.\n\n\
         Arithmetic is exact: `100*(1+13/100)` is 113, `0.1+0.2 = 0.3` is 1, and `1/(0.1+0.2-0.3)` is a division by 0. A root or a\n\
         power that is no fraction is kept to 96 digits, and is a fraction again where it must be one.",
        &["1 + 2 * 3", "10/2 < 9/3", "-2^2", "2^3^2", "not 1 = 2", "7 / 0", "(2^(4/6)+9/8)*3^3^2"],
    ),
    (
        "Conditions and values with names",
        "`if F: G; H` is G where F is true, else H. What is not taken is neither computed nor rolled. It reaches as far as\n\
         it can; put brackets around it to end it sooner. `let name = F; G` computes F once, also where G uses it several\n\
         times: a roll with a name is rolled once.",
        &["if 2 > 1: 5; 6", "1 + (if 0: 2; 3) + 4", "let a = 2 + 3; a * a"],
    ),
    (
        "Names",
        "`c.` is who acts and `t.` the target at hand: the target of the part that the formula stands in, or the one that\n\
         was declared last. The name of a target does as well: `T1.health`. `f.name` is the stored formula `name`, a file in\n\
         the pack's folder `formulas`; names in it mean what they mean where it is used. Stored formulas that need each\n\
         other are refused. A name with other characters than letters, digits and underlines stands in quotes:\n\
         `f.'knights-sword'`.",
        &[],
    ),
    (
        "Stats and what units carry",
        "`c.` and `t.` read declared stats (`c.str`) and the core ones `max_health`, `movement`, `initiative`, `speed`, `jump`,\n\
         `leap` and `sight`, with all that modifies them, in units of 1. `c.status.poison` is the amount of a status that\n\
         somebody has, 0 for none and at least 1 for one; `c.equip.sword` is how many of an item, `c.skill.counter` whether a\n\
         skill. `exists(c.status.poison)` is 1 or 0. `c.equip.sword.edge` and `t.skill.thick.armour` read a parameter of an item\n\
         that the unit wears, or of a skill that it has; 0 if it has none.\n\n\
         In formulas and programs of a skill, an item or a status, `skill.`, `equip.` and `status.` read its parameters;\n\
         `status.amount` and `status.left` are its amount and the ticks it still lasts, `equip.amount` the uses left. In its\n\
         formulas and programs a name without a scope is a parameter, then a stat of the bearer or of who acts, then a stored\n\
         formula; in formulas `c.` is the bearer and `cause.` who applied it, or the other of an event. Formulas of carriers ask\n\
         no chance. `reacted-skill.` reads a parameter of the skill\n\
         that is reacted to.\n\n\
         `effect` is by how much the change that is answered changed its number, below 0 where it fell, or the amount that is proposed to an alteration.\n\
         `arg.distance`, `arg.mdistance`, `arg.mdistance.xy`, `arg.dx`, `arg.dy`, `arg.dz` and `arg.angle.xy` are distances, steps\n\
         and the angle, in degrees clockwise from east, from who acts to the target at hand.\n\n\
         [scopes.md](scopes.md) has an example of each, with what it comes to in a battle.",
        &[],
    ),
    (
        "Searches",
        "`equip(blade, heavy in hand, belt get max).power` goes through the items that somebody wears, in the order in which\n\
         they were put there: those that have all of these categories and take one of these slots. `skill('Act//Magic' get\n\
         sum).power` goes through the skills that somebody has and that nothing replaces, by name: one by its path, or those of a\n\
         group. Both read a parameter of each that has it. `c.`, `t.` or a target before it says whose; without one it is who\n\
         acts.\n\n\
         `effect(decrease, increase in health, mana by damage.fire on targeted get max)` goes through what was changed since the\n\
         use at hand began, in that order: in one of these ways (`decrease`, `increase`, `change`, `nochange`, `any`), of one of\n\
         these numbers (`health`, `shield`, `max_health`, `movement`, `initiative`, `speed`, declared stats and columns, and\n\
         `cell` for steps that somebody was moved), by what is, or lies below, each of these labels, on `targeter` (who acts),\n\
         `targeted` (anybody else) or a target. A value is by how much the number changed, never negative; an amount of which\n\
         nothing was left is a `nochange`. It stands in actions and in conditions of reactions. A reaction sees what the action\n\
         did that it answers; a filter of ForEach that reads `effect(decrease in health on T2)` goes through all who were harmed.\n\n\
         Every filter may be left out. `get` is `first` (without it), `last`, `min`, `max`, `mean`, `sum`, `nth 2` or `count`; where\n\
         nothing is found it is 0, and `exists(equip(blade))` tells.",
        &[],
    ),
    (
        "Branches by chance",
        "`random{F: G; …; default: H}` takes one of its branches by chances that are parts of 1, counted in millionths.\n\
         Where they are numbers, they have to add up to 1, or `default` takes the rest. Where they are formulas, a chance\n\
         counts as 0 below 0, branches beyond 1 are not reached, and what is missing without a `default` gives 0.\n\
         `any(F, G, …)` takes one of some formulas, each as likely.\n\n\
         A branch may have a name behind its chance: `random{0.2 as miss: 0; 0.05 as 'critical hit': 3; default as hit: 1}`. The\n\
         log and the odds show the name in place of the number.",
        &["random{0.1: 0; 0.1: 1; 0.2: 2; 1/2: sqrt(3^2); default: 4}", "any(1, 5)"],
    ),
    (
        "Branches by sides",
        "`targeted-side{…}` branches by the side of the target on which who acts stands; `targeter-side{…}` by the side of\n\
         who acts on which the target stands. The target is that of `t.`, or stands in brackets: `targeted-side(T1){…}`.\n\
         Branches are `front`, `left`, `right`, `back` (or `away`); `sides` is left and right; `towards` is all but the\n\
         back; `default` is the rest. The narrower branch counts first, in whichever order they stand. On a diagonal one\n\
         stands before or behind, not beside. A side without a branch is refused. Where nobody is to be found it is\n\
         `default`, or 0.",
        &[],
    ),
];

/// Returns the page.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::from(
        "# Formulas\n\n\
         Wherever an asset takes an amount or a condition, it takes a formula. It is compiled when the pack is loaded; faults\n\
         are told with their character, several at once. `foretoken eval 'FORMULA'` computes one by itself:\n\
         `--set c.str=3` gives it numbers and `--set side=back` a side, `--seed 7` throws other dice, `--stats` shows what it\n\
         may come to, and `--disassemble` what it becomes. This page is made from the code.\n",
    );
    for (title, text, examples) in SECTIONS {
        let _ = writeln!(out, "\n## {title}\n\n{text}");
        table(&mut out, examples);
        if *title == "Names" {
            let stats: Vec<String> = STATS.iter().map(|(name, _)| format!("`c.{name}`")).collect();
            let _ = writeln!(out, "\nNumbers of units: {}, and registered columns.", stats.join(", "));
        }
    }
    let _ = writeln!(
        out,
        "\n## Dice\n\n\
         `2d6` adds two dice of six faces. `d20` is one die, `d%` has 100 faces, `d{{1, 1, 2, 5}}` has the listed faces, and `4dF`\n\
         is four Fate dice with the faces -1, 0 and 1. Letters may be large or small. The number of dice and of faces may be a\n\
         formula in brackets: `(1+2)d(3*4)`, `c.level d 6`. Modifiers apply in this order, however they are written: roll again,\n\
         bound, explode, keep or drop, count. `(1d8, 2d6)kh1` or `{{1d8, 2d6}}kh1` keeps totals of 2 to {MAX_POOLS} rolls.\n\n\
         Each number of a modifier may be a formula in brackets, or a name with a scope: `4d6kh(1+2)`, `5d10cs>=c.str`. It is\n\
         computed once, before the dice are thrown. It is rounded down, but tests compare exactly: `cs>=(15/2)` counts faces from 8\n\
         up. If every face passes a computed test of `r`, the die is not rolled again.\n\n\
         | written | what it does |\n|---|---|"
    );
    for (written, doc) in MODIFIERS {
        let _ = writeln!(out, "| `{written}` | {doc} |");
    }
    let _ = writeln!(
        out,
        "\nThe dice that an explosion brings belong to the die that brought them: `2d6!kh1` keeps the die with the larger total,\n\
         with all that it brought. `1d6!kh1` is therefore the same as `1d6!`.\n\n\
         | limit | |\n|---|---|\n\
         | dice of a roll | 1 to {MAX_DICE} |\n\
         | faces of a die | 1 to {MAX_SIDES} |\n\
         | dice that one die brings | {MAX_EXPLOSIONS} at most |\n\
         | totals of a roll | {} at most: `100d41`, `41d100` and `4d1000` are rolled, `5d1000` is refused |\n\
         | additions for the chances of kept dice | {MAX_WORK} at most, which are faces times the square of kept dice times totals divided by 2: `40d20kh20` is rolled |\n\
         | additions for `(…, …)kh1` | {MAX_JOINT} at most, which are 3 to the power of the number of rolls times the totals of all |\n\n\
         Fractions of dice, and faces that would be rolled again without end, are refused. If a formula gives the number of dice,\n\
         fewer than one die or face are 0, and no more dice are rolled than these limits allow.\n\n\
         Three spellings mean something else in other tools, and get a hint: `5d10>=8` compares the total (`5d10cs>=8` counts\n\
         dice), `1d6!=1` compares the total (`1d6!1` explodes on 1), and `2d6! >= 5` compares the total (`2d6!>=5` explodes on 5 or\n\
         more). A space before the sign, or brackets around exploding dice, show that the comparison is intended.\n\n\
         A prediction draws once from the totals of all dice together and shows no faces. The execution throws each die, and the\n\
         log shows its face; faces in brackets do not count.\n\n\
         A label of dice is the sort of the harm that they do. Where all dice of an amount of harm have one label, all of it is of\n\
         that sort; a sum of dice with several labels, such as `1d8 + 1d6[fire]`, is harm done one sort after the other, dice\n\
         without a label being of the part's own. What has no dice goes with the first sort, and so does what is taken away.\n\
         Each sort is harm by itself: it is rounded, altered and answered alone, and the later ones read what the earlier did.\n\n\
         ## Functions\n\n| written | comes to | what it is |\n|---|---|---|",
        Distribution::MAX_OUTCOMES
    );
    for function in FUNCTIONS {
        let value = function.value.map_or_else(String::new, |value| format!("{value}"));
        let _ = writeln!(out, "| `{}` | {value} | {} |", function.example, function.doc);
    }
    let _ = writeln!(
        out,
        "\nA crate of its own adds functions with `KindRegistry::register_function`.\n\n\
         ## Bounds\n\nA formula has {MAX_LENGTH} bytes, {MAX_PARTS} parts with the stored ones that it is made of, and is {MAX_DEPTH} deep, at most; it needs\n\
         {} numbers at once at most.",
        Formula::STACK
    );
    out
}

fn table(out: &mut String, examples: &[&str]) {
    if examples.is_empty() {
        return;
    }
    out.push_str("\n| formula | comes to |\n|---|---|\n");
    for example in examples {
        let mut trial = Trial::new();
        let value = match trial.compile(example) {
            Err(faults) => faults.first().map_or_else(String::new, |fault| fault.what.message.clone()),
            Ok(formula) if formula.draws() => {
                let percent = |&(value, chance): &(i32, f64)| format!("{value}: {:.0} %", chance * 100.0);
                trial.odds(&formula, 1, 1_000).chances.iter().map(percent).collect::<Vec<_>>().join(", ")
            }
            Ok(formula) => format!("{}", trial.run(&formula, &mut Dice::new(1)).value.to_f64()),
        };
        let _ = writeln!(out, "| `{}` | {value} |", example.replace('|', "\\|"));
    }
}
