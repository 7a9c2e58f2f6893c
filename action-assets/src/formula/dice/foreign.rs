//! Faults and hints for dice notation of other tools.

use crate::formula::FormulaFault;
use crate::formula::parser::{Parsed, Parser};
use foretoken_vm::roll::{Explode, Keep, Pool};

const FOREIGN: &[(&str, &str)] = &[
    ("x", "write an exploding die as `2d6!`, or `2d6!5` for the face 5; write a product as `2d6 * 3`"),
    ("xo", "a die explodes ten times at most; use `2d6!`"),
    ("e", "write an exploding die as `2d6!`, or `2d6!5` for the face 5"),
    ("p", "use `dl1` to drop the lowest die, `dh1` for the highest; write penetrating dice as `2d6!p`"),
    ("pl", "use `dl1` to drop the lowest die"),
    ("ph", "use `dh1` to drop the highest die"),
    ("ra", "write `2d6!` to add a die, or `2d6ro1` to roll a die again once"),
    ("rp", "write `2d6r<3` to roll a die again"),
    ("o", "a die explodes ten times at most; use `2d6!`"),
    ("f", "subtract two counts instead; `5d10cs>=8` counts successes"),
    ("cf", "critical failures change no total; remove `cf`"),
    ("df", "subtract two counts instead; `5d10cs>=8` counts successes"),
    ("sf", "subtract two counts instead; `5d10cs>=8` counts successes"),
    ("s", "the log shows faces in the order of the rolls; remove `s`"),
    ("sa", "the log shows faces in the order of the rolls; remove `sa`"),
    ("sd", "the log shows faces in the order of the rolls; remove `sd`"),
    ("t", "write `5d10cs>=8` to count faces"),
    ("m", "write `min2` for the smallest face, `max5` for the largest"),
];

impl Parser<'_> {
    pub(super) fn refuse_foreign(&self) -> Parsed<()> {
        let letters: String = (0..).map_while(|by| self.peek_after(by)).take_while(char::is_ascii_alphabetic).collect();
        let letters = letters.to_ascii_lowercase();
        let behind = self.peek_after(letters.len());
        if behind.is_some_and(|c| matches!(c, '_' | '.')) {
            return Ok(());
        }
        let Some((_, help)) = FOREIGN.iter().find(|(foreign, _)| *foreign == letters) else { return Ok(()) };
        let fault = self.fault(format!("`{letters}` is not a modifier of dice"));
        Err(fault.with_help(Some((*help).to_owned())))
    }

    pub(super) fn hint_at_kept(&mut self, from: usize, pool: &Pool) {
        let count = pool.count;
        let message = match pool.keep {
            Keep::Highest(kept) | Keep::Lowest(kept) if kept > count => {
                format!("{kept} of {count} dice are kept, which is all of them")
            }
            Keep::ButHighest(dropped) | Keep::ButLowest(dropped) if dropped >= count => {
                format!("{dropped} of {count} dice are dropped, so the total is 0")
            }
            _ => return,
        };
        self.hints.push(FormulaFault::hint(from + 1, &message, "roll more dice, or remove the modifier".to_owned()));
    }

    pub(super) fn hint_at_comparison(&mut self, dice: &str, is_spaced: bool, pool: &Pool) {
        let rest: String = (0..2).map_while(|by| self.peek_after(by)).collect();
        let signs = ["<=", ">=", "!=", "<>", "<", ">", "="];
        let Some(sign) = signs.into_iter().find(|sign| rest.starts_with(sign)) else { return };
        let number: String = (sign.len()..)
            .map_while(|by| self.peek_after(by))
            .skip_while(|c| c.is_whitespace())
            .take_while(char::is_ascii_digit)
            .collect();
        let number = if number.is_empty() { "N".to_owned() } else { number };
        let explodes_plainly = pool.explode == Some(Explode::Largest) && dice.ends_with(['!', 'p', 'P']);
        let (message, help) = match (sign, is_spaced) {
            ("!=", false) => (
                "`!=` compares the total, which gives 1 or 0",
                format!(
                    "write `{dice}!{number}` for dice that explode on {number}; a space before `!=` removes this hint"
                ),
            ),
            (_, true) if explodes_plainly => (
                "after the space, the total is compared, which gives 1 or 0",
                format!("write `{dice}{sign}{number}` for exploding dice; brackets around the dice remove this hint"),
            ),
            (_, false) if pool.counts.is_none() && pool.count != 1 && pool.keep == Keep::All => (
                "the total is compared, which gives 1 or 0",
                format!("`{dice}cs{sign}{number}` counts dice; a space before `{sign}` removes this hint"),
            ),
            _ => return,
        };
        let hint = FormulaFault::hint(self.column(), message, help);
        self.hints.push(hint);
    }
}
