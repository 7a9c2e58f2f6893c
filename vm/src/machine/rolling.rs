//! Chance in programs. Execution throws each die from the battle's stream; predictions, odds and forced outcomes draw
//! once from the distribution of the whole roll.

use super::cx::RunContext;
use crate::chance::{DREW_BRANCH, DREW_ROLL, Distribution};
use crate::formula::Number;
use crate::program::Label;
use crate::roll::Given;
use crate::state::ChangeKind;

const KEPT: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct RollCache {
    kept: Vec<(RollKey, Distribution)>,
    next: usize,
}

type RollKey = (u64, u16, Option<Given>);

impl RollCache {
    fn get(&mut self, key: RollKey, make: impl FnOnce() -> Option<Distribution>) -> Option<&Distribution> {
        if let Some(at) = self.kept.iter().position(|(known, _)| *known == key) {
            return self.kept.get(at).map(|(_, distribution)| distribution);
        }
        let made = (key, make()?);
        let at = if self.kept.len() < KEPT {
            self.kept.push(made);
            self.kept.len() - 1
        } else {
            let at = self.next % KEPT;
            self.kept[at] = made;
            self.next = at + 1;
            at
        };
        self.kept.get(at).map(|(_, distribution)| distribution)
    }
}

impl RunContext<'_> {
    /// Draws: in execution from the battle's stream, in a prediction by its policy.
    pub fn draw(&mut self, distribution: u16) -> i32 {
        let Some(asked) = self.book.distributions.get(distribution as usize) else { return 0 };
        let index = self.chance.draw(asked);
        let value = asked.value(index);
        self.drew(u32::from(distribution), index, value);
        value
    }

    /// Rolls dice. Execution throws and notes each die; otherwise it is one draw. `given` are the numbers of formulas.
    pub fn roll_dice(&mut self, roll: u16, given: Option<Given>) -> i32 {
        let book = self.book;
        let Some(asked) = book.rolls.get(roll as usize) else { return 0 };
        self.charge(asked.work(given));
        let key = (book.id(), roll, given);
        let Some(distribution) = self.buffers.rolls.get(key, || asked.distribution(given).ok()) else { return 0 };
        let (index, value, thrown) = match self.chance.stream() {
            Some(dice) => {
                let (value, thrown) = asked.throw(given, dice);
                (distribution.index_of(value), value, thrown)
            }
            None => {
                let index = self.chance.draw(distribution);
                (index, distribution.value(index), Vec::new())
            }
        };
        for die in thrown {
            let kept = i32::from(die.kept);
            self.note(ChangeKind::Rolled, self.frame.owner, die.sides.into(), kept, die.face, Label(die.label));
        }
        self.drew(u32::from(roll) | DREW_ROLL, index, value);
        value
    }

    pub(super) fn draw_among(&mut self, chances: &[Number]) -> usize {
        let Ok(distribution) = Distribution::of_chances(chances) else { return chances.len() };
        let index = self.chance.draw(&distribution);
        let value = distribution.value(index);
        self.drew(DREW_BRANCH, index, value);
        value as usize
    }

    fn drew(&mut self, asked: u32, index: usize, value: i32) {
        self.log.drew_chance = true;
        self.note(ChangeKind::Drew, self.frame.owner, asked, index as i32, value, Label::NONE);
    }
}
