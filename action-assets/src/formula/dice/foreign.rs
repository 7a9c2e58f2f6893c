//! Faults and hints for dice notation of other tools.

use crate::formula::FormulaFault;
use crate::formula::parser::{Parsed, Parser};
use foretoken_vm::roll::{Explode, Keep, Pool};

const FOREIGN: &[(&str, &str)] = &[
    ("x", "a die that explodes is written `2d6!`, or `2d6!5` for the face 5; a product is written `2d6 * 3`"),
    ("xo", "a die explodes ten times at most; `2d6!` is the only way"),
    ("e", "a die that explodes is written `2d6!`, or `2d6!5` for the face 5"),
    ("p", "`dl1` drops the lowest die, `dh1` the highest; penetrating dice are written `2d6!p`"),
    ("pl", "the lowest die is dropped by `dl1`"),
    ("ph", "the highest die is dropped by `dh1`"),
    ("ra", "a die that brings one more is written `2d6!`; a die that is rolled again once is written `2d6ro1`"),
    ("rp", "a die that is rolled again is written `2d6r<3`"),
    ("o", "a die explodes ten times at most; `2d6!` is the only way"),
    ("f", "successes less failures are two counts; `5d10cs>=8` counts successes"),
    ("cf", "critical failures change no total; leave `cf` out"),
    ("df", "successes less failures are two counts; `5d10cs>=8` counts successes"),
    ("sf", "successes less failures are two counts; `5d10cs>=8` counts successes"),
    ("s", "the log shows faces in the order in which they were thrown; leave `s` out"),
    ("sa", "the log shows faces in the order in which they were thrown; leave `sa` out"),
    ("sd", "the log shows faces in the order in which they were thrown; leave `sd` out"),
    ("t", "faces that are counted are written `5d10cs>=8`"),
    ("m", "the least face is written `min2`, the largest `max5`"),
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
        let fault = self.fault(format!("`{letters}` is no modifier of dice"));
        Err(fault.with_help(Some((*help).to_owned())))
    }

    pub(super) fn hint_at_kept(&mut self, from: usize, pool: &Pool) {
        let count = pool.count;
        let message = match pool.keep {
            Keep::Highest(kept) | Keep::Lowest(kept) if kept > count => {
                format!("{kept} of {count} dice are all of them")
            }
            Keep::ButHighest(dropped) | Keep::ButLowest(dropped) if dropped >= count => {
                format!("{dropped} of {count} dice are dropped, so the total is 0")
            }
            _ => return,
        };
        self.hints.push(FormulaFault::hint(from + 1, &message, "roll more dice, or leave the modifier out".to_owned()));
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
                    "dice that explode on {number} are written `{dice}!{number}`; a space before `!=` takes this hint away"
                ),
            ),
            (_, true) if explodes_plainly => (
                "behind the space the total is compared, which gives 1 or 0",
                format!(
                    "dice that explode are written `{dice}{sign}{number}`; brackets around the dice take this hint away"
                ),
            ),
            (_, false) if pool.counts.is_none() && pool.count != 1 && pool.keep == Keep::All => (
                "the total is compared, which gives 1 or 0",
                format!("`{dice}cs{sign}{number}` counts dice; a space before `{sign}` takes this hint away"),
            ),
            _ => return,
        };
        let hint = FormulaFault::hint(self.column(), message, help);
        self.hints.push(hint);
    }
}
