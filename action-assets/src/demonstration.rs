//! A small board before and after: what kinds draw in their headers and what actions keep with them. How one is played is
//! in [`crate::demonstrate`], above everything that playing needs.

use crate::inspect::{Field, Inspect, Inspector};

/// Numbers of every unit that facts are about; other names are those of statuses, items and columns.
pub const FACTS: &[&str] =
    &["health", "shield", "stunned", "initiative", "speed", "movement", "max_health", "turned", "facing"];

/// A board before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demonstration {
    /// What it is called among those of its action; may be empty for one of them.
    pub name: String,
    /// The board before, row by row; none where there is no demonstration.
    pub before: Vec<String>,
    /// What units begin with otherwise than the board shows: unit, number and value.
    pub start: Vec<String>,
    /// What the targets are, in the order in which they are asked for.
    pub answers: Vec<String>,
    /// The round to whose end it is played; 0 for the actor's activation alone.
    pub rounds: i32,
    /// The board after.
    pub after: Vec<String>,
    /// What the board does not show: unit, number, before and after.
    pub facts: Vec<String>,
    /// Whether numbers that are not listed may change as well. Where not, such a change is a fault.
    pub others: bool,
}

impl Inspect for Demonstration {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = Field::new("name", "What it is called among several of its action.");
        inspector.text(name, &mut self.name);
        let before = Field::new("before", "The board before: A acts, a is an ally, b to d are enemies, n is a thing.");
        inspector.texts(before, &mut self.before);
        let start =
            Field::new("start", "What units begin with otherwise, such as: b health 3, b shield 2, A facing north.");
        inspector.texts(start, &mut self.start);
        let answers =
            Field::new("answers", "What is picked, in order: a letter, a cell such as c1, south, a number, or pass.");
        inspector.texts(answers, &mut self.answers);
        let rounds = Field::new("rounds", "Played to the end of this round; 0 for the actor's activation alone.");
        inspector.number(rounds, &mut self.rounds, 0..=Self::MOST_ROUNDS);
        inspector.texts(Field::new("after", "The board after."), &mut self.after);
        let facts = Field::new("facts", "What the board does not show, such as: b health 4 -> 3");
        inspector.texts(facts, &mut self.facts);
        let others = Field::new("others", "Whether numbers that are not listed may change as well.");
        inspector.flag(others, &mut self.others);
    }
}

impl Demonstration {
    /// The last round to whose end one is played.
    pub const MOST_ROUNDS: i32 = 20;

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// What to call it in a sentence.
    #[must_use]
    pub fn called(&self) -> String {
        if self.name.is_empty() { "the demonstration".to_owned() } else { format!("the demonstration `{}`", self.name) }
    }

    /// Lets the facts that mean something by a name mean it by another, and returns how many did: of units (`whose`) or of
    /// what is told of them.
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

    /// A board to begin with: the actor, and an enemy beside it.
    #[must_use]
    pub fn fresh() -> Self {
        let before = ["......", ".Ab...", "......"].map(str::to_owned).to_vec();
        Demonstration { before, ..Demonstration::default() }
    }
}
