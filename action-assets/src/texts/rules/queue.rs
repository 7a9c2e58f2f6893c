//! Sentences for queued moves: which moves of a queue an action reveals or changes. If a formula multiplies by a number of
//! the unit itself, the sentence counts moves for each of that number, such as "2 for each of its dice".

use super::Describer;
use super::number::is_number;
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::tokens::handle_move::MoveAct;

impl Describer<'_> {
    pub(super) fn handles_moves(
        &self,
        whom: Address,
        act: MoveAct,
        (count, at): (Amount, Amount),
        with: Label,
    ) -> String {
        let moves = || self.moves(whom, count, at);
        match act {
            MoveAct::Show => format!("reveals {}", moves()),
            MoveAct::Reroll => format!("draws anew: {}", moves()),
            MoveAct::Delay => {
                let (at, whom, count) = (self.amount(at), self.target(whom), self.amount(count));
                format!("delays queued move {at} of {whom} by {count}")
            }
            MoveAct::Remove => format!("removes {}", moves()),
            MoveAct::Replace => format!("replaces by {}: {}", self.book.label(with), moves()),
            MoveAct::Raise => format!("raises by one row: {}", moves()),
        }
    }

    /// Returns the words for `count` moves of a queue from place `at` on, such as `the next 2 queued moves of the target`.
    fn moves(&self, whom: Address, count: Amount, at: Amount) -> String {
        let (count_source, at_source) = (self.source_of(count), self.source_of(at));
        let (each, of) = count_source.rsplit_once(" * ").unwrap_or(("1", &count_source));
        let each_named = if is_number(each) { Some(each.to_owned()) } else { self.own_number(whom, each) };
        // A number of the unit itself, such as its dice, groups the moves.
        let group = self.own_number(whom, of).zip(each_named);
        let name = self.target(whom);
        let some = |number: &str| match number {
            "1" => format!("the next queued move of {name}"),
            _ => format!("the next {number} queued moves of {name}"),
        };
        let moves = match (&group, self.plain(count)) {
            (_, Some(number)) => some(&number),
            (Some((group, each)), None) => format!("{} for each of its {group}", some(each)),
            (None, None) => format!("the next queued moves of {name} (number: {})", self.amount(count)),
        };
        let skipped = at_source.strip_prefix("1 + ").map(str::trim);
        match (at_source.parse::<i32>(), skipped) {
            (Ok(..=1), _) => moves,
            (Ok(2), _) => format!("{moves}, after the first"),
            (Ok(at), _) => format!("{moves}, after the first {}", at - 1),
            (Err(_), Some(skipped)) if group.is_some() && skipped == of => {
                format!("{moves}, after the first for each")
            }
            (Err(_), _) => format!("{moves}, from number {} on", self.amount(at)),
        }
    }

    fn source_of(&self, amount: Amount) -> String {
        match amount {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(index) => {
                self.book.formulas.get(index as usize).map_or_else(String::new, |formula| formula.source.clone())
            }
        }
    }

    /// Returns the name of a number or status of a unit, if the path is nothing else, such as `Scry` for `T1.status.scry`.
    fn own_number(&self, whom: Address, path: &str) -> Option<String> {
        let (scope, own) = path.trim().split_once('.')?;
        let is_own = if scope == "c" { whom == Address::SELF } else { self.address_of(scope) == Some(whom) };
        is_own.then(|| self.number_titled(own)).flatten()
    }
}
