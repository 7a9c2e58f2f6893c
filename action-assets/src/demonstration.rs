//! Demonstrations: small boards before and after an action. [`crate::demonstrate`] plays them.

use crate::inspect::{Field, Inspect, Inspector};

/// Unit numbers for facts; other names are statuses, items and columns.
pub const FACTS: &[&str] =
    &["health", "shield", "stunned", "initiative", "speed", "movement", "max_health", "turned", "facing"];

/// A board before and after an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demonstration {
    /// Name among those of its action; at most one may be empty.
    pub name: String,
    /// Rows of the board before; empty if there is no demonstration.
    pub before: Vec<String>,
    /// Initial numbers that differ: unit, number and value.
    pub start: Vec<String>,
    /// Answers in the order of the requests.
    pub answers: Vec<String>,
    /// Last round to play; 0 for the actor's activation alone.
    pub rounds: i32,
    /// Rows of the board after.
    pub after: Vec<String>,
    /// Facts: unit, number, before and after.
    pub facts: Vec<String>,
    /// Whether unlisted numbers may change.
    pub others: bool,
}

impl Inspect for Demonstration {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = Field::new("name", "Name, if the action has several demonstrations.");
        inspector.text(name, &mut self.name);
        let before = Field::new("before", "Board before: A acts, a is an ally, b to d are enemies, n is a thing.");
        inspector.texts(before, &mut self.before);
        let start =
            Field::new("start", "Changed starting facts of units, such as: b health 3, b shield 2, A facing north.");
        inspector.texts(start, &mut self.start);
        let answers = Field::new("answers", "Picks, in order: a letter, a cell such as c1, south, a number, or pass.");
        inspector.texts(answers, &mut self.answers);
        let rounds =
            Field::new("rounds", "Number of rounds to play, including this one; 0 for the actor's turn alone.");
        inspector.number(rounds, &mut self.rounds, 0..=Self::MOST_ROUNDS);
        inspector.texts(Field::new("after", "Board after."), &mut self.after);
        let facts = Field::new("facts", "Facts that the board does not show, such as: b health 4 -> 3");
        inspector.texts(facts, &mut self.facts);
        let others = Field::new("others", "Whether unlisted numbers may change too.");
        inspector.flag(others, &mut self.others);
    }
}

impl Demonstration {
    /// Limit of `rounds`.
    pub const MOST_ROUNDS: i32 = 20;

    /// Whether there is no demonstration.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Returns its name for messages.
    #[must_use]
    pub fn called(&self) -> String {
        if self.name.is_empty() { "the demonstration".to_owned() } else { format!("the demonstration `{}`", self.name) }
    }

    /// Renames units (`whose`) or numbers in the facts. Returns the number of changes.
    pub fn rename_in_facts(&mut self, whose: bool, old: &str, new: &str) -> usize {
        let mut count = 0;
        for fact in self.start.iter_mut().chain(&mut self.facts) {
            let mut words: Vec<&str> = fact.split_whitespace().collect();
            let Some(word) = words.get_mut(usize::from(!whose)).filter(|word| **word == old) else { continue };
            *word = new;
            *fact = words.join(" ");
            count += 1;
        }
        count
    }

    /// Creates a board with the actor and an adjacent enemy.
    #[must_use]
    pub fn fresh() -> Self {
        let before = ["......", ".Ab...", "......"].map(str::to_owned).to_vec();
        Demonstration { before, ..Demonstration::default() }
    }
}
