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
        "Numbers are decimal, without an exponent. Operators bind in this order, the weakest first:\n\n\
         1. `or`\n\
         2. `and`\n\
         3. `not`\n\
         4. comparisons: `<` `<=` `>` `>=` `=` (or `==`) `!=` (or `<>`), which give 1 or 0 and do not chain\n\
         5. `+` `-`\n\
         6. `*` `/`\n\
         7. a sign\n\
         8. `^`, grouped from the right\n\
         9. dice\n\n\
         So `-2^2` is the negative of `2^2`, and `2d6 * 2` doubles the total of two dice. Every number except 0 is true.\n\
         Both sides of `and` and `or` are computed.\n\n\
         Undefined results are 0: a division by 0, 0 to a negative power, a fractional power of a negative number, and\n\
         a root of a negative number unless its degree is odd. A stored number is rounded down once, at the end. It is limited\n\
         to -1,000,000,000 to 1,000,000,000.\n\n\
         Arithmetic is exact: `100*(1+13/100)` is 113, `0.1+0.2 = 0.3` is 1, and `1/(0.1+0.2-0.3)` is a division by 0. An\n\
         irrational root or power has 96 digits; where a fraction is required, it is converted back to one.",
        &["1 + 2 * 3", "10/2 < 9/3", "-2^2", "2^3^2", "not 1 = 2", "7 / 0", "(2^(4/6)+9/8)*3^3^2"],
    ),
    (
        "Conditions and values with names",
        "`if F: G; H` is G if F is true, otherwise H. The other branch is neither computed nor rolled. A condition extends\n\
         as far as possible; put brackets around it to end it sooner. `let name = F; G` computes F once, even if G uses it\n\
         several times: a roll with a name is rolled once.",
        &["if 2 > 1: 5; 6", "1 + (if 0: 2; 3) + 4", "let a = 2 + 3; a * a"],
    ),
    (
        "Names",
        "`c.` is the acting unit. `t.` is the current target: the target of the part that contains the formula, or the\n\
         target that was declared last. You can also use the name of a target: `T1.health`. `f.name` is the stored formula\n\
         `name`, a file in the pack's folder `formulas`. Names in it keep the meaning that they have where it is used.\n\
         Stored formulas that use each other in a circle are refused. Put a name in quotes if it has characters other than\n\
         letters, digits and underscores: `f.'knights-sword'`.",
        &[],
    ),
    (
        "Stats, statuses, items and skills",
        "`c.` and `t.` read declared stats (`c.str`) and the core stats `max_health`, `movement`, `initiative`, `speed`, `jump`,\n\
         `leap` and `sight`. The value includes all modifiers, in units of 1.\n\n\
         | written | value |\n|---|---|\n\
         | `c.status.poison` | amount of the status; 0 if the unit does not have it, otherwise at least 1 |\n\
         | `exists(c.status.poison)` | 1 if the unit has the status, otherwise 0 |\n\
         | `c.equip.sword` | number of worn swords |\n\
         | `c.skill.counter` | 1 if the unit has the skill, otherwise 0 |\n\
         | `c.equip.sword.edge` | parameter of a worn item; 0 if the unit does not wear it |\n\
         | `t.skill.thick.armour` | parameter of a skill; 0 if the unit does not have it |\n\n\
         In formulas and programs of a skill, an item or a status, `skill.`, `equip.` and `status.` read its parameters.\n\
         `status.amount` is its amount, `status.left` its remaining ticks, `equip.amount` its remaining uses. A name without\n\
         a scope is a parameter, otherwise a stat of the bearer or the acting unit, otherwise a stored formula. In formulas,\n\
         `c.` is the bearer. `cause.` is the unit that applied the status, or the other unit of an event. Formulas of skills,\n\
         items and statuses cannot use chance. `reacted-skill.` reads a parameter of the skill that triggered the reaction.\n\n\
         In a reaction, `effect` is the change that triggered it, negative for a loss. In a damage modifier, it is the\n\
         proposed amount. `arg.distance`, `arg.mdistance`, `arg.mdistance.xy`, `arg.dx`, `arg.dy`, `arg.dz` and\n\
         `arg.angle.xy` are distances, steps and the angle from the acting unit to the current target. The angle is in\n\
         degrees clockwise from east.\n\n\
         [scopes.md](scopes.md) has an example of each, with its result in a battle.",
        &[],
    ),
    (
        "Searches",
        "`equip(blade, heavy in hand, belt get max).power` searches the items that a unit wears, in the order in which it put\n\
         them on. It finds those that have all of these categories and use one of these slots.\n\
         `skill('Act//Magic' get sum).power` searches the active skills of a unit by name. It finds the skill with this path,\n\
         or the skills of this group. Both read a parameter of each match that has it. Write `c.`, `t.` or a target before\n\
         the search to choose the unit; otherwise it is the acting unit.\n\n\
         `effect(decrease, increase in health, mana by damage.fire on targeted get max)` searches the changes since the\n\
         current use began, in order. Its filters are:\n\n\
         - the kind of change: `decrease`, `increase`, `change`, `nochange` or `any`;\n\
         - `in` numbers: `health`, `shield`, `max_health`, `movement`, `initiative`, `speed`, declared stats and columns, and\n\
           `cell` for the steps of a moved unit;\n\
         - `by` labels: the change must have each of them, or a label below it;\n\
         - `on` a unit: `targeter` (the acting unit), `targeted` (any other unit) or a target.\n\n\
         A value is the size of the change, never negative. An amount that was reduced to zero is a `nochange`. You can use\n\
         `effect()` in actions and in conditions of reactions. A reaction sees the changes of the action that triggered it.\n\
         A filter of ForEach with `effect(decrease in health on T2)` finds all damaged units.\n\n\
         Every filter is optional. `get` is `first` (the default), `last`, `min`, `max`, `mean`, `sum`, `nth 2` or `count`. A\n\
         search without a match is 0, and `exists(equip(blade))` is 1 only if there is a match.",
        &[],
    ),
    (
        "Branches by chance",
        "`random{F: G; …; default: H}` picks one of its branches. Chances are parts of 1, counted in millionths. If they are\n\
         numbers, they must add up to 1, or `default` takes the rest. If they are formulas, a negative chance counts as 0,\n\
         branches beyond a sum of 1 are never picked, and without a `default` the missing rest gives 0.\n\
         `any(F, G, …)` picks one of the formulas, all equally likely.\n\n\
         A branch can have a name after its chance: `random{0.2 as miss: 0; 0.05 as 'critical hit': 3; default as hit: 1}`. The\n\
         log and the odds show the name instead of the number.",
        &["random{0.1: 0; 0.1: 1; 0.2: 2; 1/2: sqrt(3^2); default: 4}", "any(1, 5)"],
    ),
    (
        "Branches by sides",
        "`targeted-side{…}` depends on the side of the target on which the acting unit stands. `targeter-side{…}` depends on\n\
         the side of the acting unit on which the target stands. The target is that of `t.`, or the one in brackets:\n\
         `targeted-side(T1){…}`.\n\n\
         Branches are `front`, `left`, `right` and `back` (or `away`). `sides` is left and right, `towards` is all except the\n\
         back, and `default` is the rest. The narrower branch counts first, whatever their order. A unit on a diagonal is in\n\
         front or behind, not at the side. Each side needs a branch. If there is no such unit, the result is `default`, or 0.",
        &[],
    ),
];

/// Returns the page.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::from(
        "# Formulas\n\n\
         With this page you can write a formula for each amount and each condition of an asset. Formulas are compiled when\n\
         the pack is loaded. Errors show the character where they are; several can appear at once.\n\n\
         `foretoken eval 'FORMULA'` computes a formula:\n\n\
         | option | effect |\n|---|---|\n\
         | `--set c.str=3` | sets a number |\n\
         | `--set side=back` | sets a side |\n\
         | `--seed 7` | rolls other dice |\n\
         | `--stats` | shows the possible results |\n\
         | `--disassemble` | shows the compiled formula |\n\n\
         This page is generated from the code.\n",
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
         is four Fate dice with the faces -1, 0 and 1. Upper and lower case are the same. The number of dice and of faces can be\n\
         a formula in brackets: `(1+2)d(3*4)`, `c.level d 6`. Modifiers always apply in this order: roll again,\n\
         bound, explode, keep or drop, count. `(1d8, 2d6)kh1` or `{{1d8, 2d6}}kh1` keeps totals of 2 to {MAX_POOLS} rolls.\n\n\
         Each number of a modifier can be a formula in brackets, or a name with a scope: `4d6kh(1+2)`, `5d10cs>=c.str`. It is\n\
         computed once, before the roll. It is rounded down, but tests compare exactly: `cs>=(15/2)` counts faces from 8\n\
         up. If every face passes a computed test of `r`, the die is not rolled again.\n\n\
         | written | effect |\n|---|---|"
    );
    for (written, doc) in MODIFIERS {
        let _ = writeln!(out, "| `{written}` | {doc} |");
    }
    let _ = writeln!(
        out,
        "\nThe dice that an explosion adds belong to the die that exploded: `2d6!kh1` keeps the die with the larger total,\n\
         including its added dice. `1d6!kh1` is therefore the same as `1d6!`.\n\n\
         | limit | |\n|---|---|\n\
         | dice of a roll | 1 to {MAX_DICE} |\n\
         | faces of a die | 1 to {MAX_SIDES} |\n\
         | dice that one die adds | {MAX_EXPLOSIONS} at most |\n\
         | totals of a roll | {} at most: `100d41`, `41d100` and `4d1000` are rolled, `5d1000` is refused |\n\
         | additions for the chances of kept dice | {MAX_WORK} at most: faces times the square of kept dice times totals divided by 2: `40d20kh20` is rolled |\n\
         | additions for `(…, …)kh1` | {MAX_JOINT} at most: 3 to the power of the number of rolls times the totals of all |\n\n\
         Fractions of dice and endless repeated rolls are refused. If a formula gives the number of dice or faces, a number\n\
         below 1 gives 0. No more dice are rolled than these limits allow.\n\n\
         Three spellings mean something else in other tools, and get a hint: `5d10>=8` compares the total (`5d10cs>=8` counts\n\
         dice), `1d6!=1` compares the total (`1d6!1` explodes on 1), and `2d6! >= 5` compares the total (`2d6!>=5` explodes on 5 or\n\
         more). A space before the sign, or brackets around exploding dice, show that the comparison is intended.\n\n\
         A prediction draws once from the totals of all dice together and shows no faces. The execution rolls each die, and the\n\
         log shows its face; faces in brackets do not count.\n\n\
         A label of dice is the damage type of these dice. If all dice of an amount have the same label, the whole amount has\n\
         that type. If dice have several labels, such as `1d8 + 1d6[fire]`, the parts deal damage one after the other. Dice\n\
         without a label have the type of the part. Numbers without dice, and subtractions, belong to the first type. Each\n\
         type is a separate damage event: it is rounded and modified, and triggers reactions. Later ones see the earlier ones.\n\n\
         ## Functions\n\n| written | result | meaning |\n|---|---|---|",
        Distribution::MAX_OUTCOMES
    );
    for function in FUNCTIONS {
        let value = function.value.map_or_else(String::new, |value| format!("{value}"));
        let _ = writeln!(out, "| `{}` | {value} | {} |", function.example, function.doc);
    }
    let _ = writeln!(
        out,
        "\nYour own crate can add functions with `KindRegistry::register_function`.\n\n\
         ## Limits\n\nA formula has at most {MAX_LENGTH} bytes and {MAX_PARTS} parts, including its stored formulas. It is nested at most\n\
         {MAX_DEPTH} deep, and needs at most {} numbers at once.",
        Formula::STACK
    );
    out
}

fn table(out: &mut String, examples: &[&str]) {
    if examples.is_empty() {
        return;
    }
    out.push_str("\n| formula | result |\n|---|---|\n");
    for example in examples {
        let mut trial = Trial::new();
        let value = match trial.compile(example) {
            Err(faults) => faults.first().map_or_else(String::new, |fault| fault.what.message.clone()),
            Ok(formula) if formula.is_random() => {
                let percent = |&(value, chance): &(i32, f64)| format!("{value}: {:.0} %", chance * 100.0);
                trial.odds(&formula, 1, 1_000).chances.iter().map(percent).collect::<Vec<_>>().join(", ")
            }
            Ok(formula) => format!("{}", trial.run(&formula, &mut Dice::new(1)).value.to_f64()),
        };
        let _ = writeln!(out, "| `{}` | {value} |", example.replace('|', "\\|"));
    }
}
