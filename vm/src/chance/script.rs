//! Scripted draws, to enumerate the odds of an activation. A sampling script draws from a private stream instead.

use super::{Dice, Distribution};

/// Draws of one activation.
///
/// An enumerating script begins with the first outcome of every draw; [`Self::next_way`] advances to the next
/// combination. Equal state and plan give equal draws, so each combination runs once.
#[derive(Clone, Debug, Default)]
pub struct Script {
    drawn: Vec<Drawn>,
    outcomes: Vec<(i32, u64)>,
    used: usize,
    stream: Option<Dice>,
}

#[derive(Clone, Copy, Debug)]
struct Drawn {
    index: usize,
    first: usize,
    total: u64,
}

/// One scripted draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptedDraw<'a> {
    /// Outcome.
    pub value: i32,
    /// Weight of the outcome.
    pub weight: u64,
    /// All possible outcomes with weights, ascending.
    pub outcomes: &'a [(i32, u64)],
    /// Sum of all weights.
    pub total: u64,
}

impl Script {
    /// Returns an enumerating script at its first combination.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a sampling script. It stores no draws and has one combination.
    #[must_use]
    pub fn sampled(seed: u64) -> Self {
        Self { stream: Some(Dice::new(seed)), ..Self::default() }
    }

    /// Forgets all draws. The stream of a sampling script continues.
    pub fn clear(&mut self) {
        self.drawn.clear();
        self.outcomes.clear();
        self.used = 0;
    }

    pub(crate) const fn begin(&mut self) {
        self.used = 0;
    }

    pub(crate) fn draw(&mut self, distribution: &Distribution) -> usize {
        if let Some(stream) = &mut self.stream {
            return stream.draw(distribution);
        }
        self.used += 1;
        if let Some(drawn) = self.drawn.get(self.used - 1) {
            return drawn.index.min(distribution.outcomes().len() - 1);
        }
        self.drawn.push(Drawn { index: 0, first: self.outcomes.len(), total: distribution.total() });
        self.outcomes.extend_from_slice(distribution.outcomes());
        0
    }

    /// Advances to the next combination. Returns `false` after the last and then starts again at the first.
    pub fn next_way(&mut self) -> bool {
        while let Some(last) = self.drawn.last_mut() {
            if last.first + last.index + 1 < self.outcomes.len() {
                last.index += 1;
                return true;
            }
            let first = last.first;
            self.outcomes.truncate(first);
            self.drawn.pop();
        }
        false
    }

    /// Returns the draws of the last run in order; none for a sampling script.
    pub fn draws(&self) -> impl ExactSizeIterator<Item = ScriptedDraw<'_>> + '_ {
        let drawn = self.drawn.get(..self.used).unwrap_or(&self.drawn);
        drawn.iter().enumerate().map(|(at, draw)| {
            let end = self.drawn.get(at + 1).map_or(self.outcomes.len(), |next| next.first);
            let outcomes = self.outcomes.get(draw.first..end).unwrap_or_default();
            let (value, weight) = outcomes.get(draw.index).copied().unwrap_or_default();
            ScriptedDraw { value, weight, outcomes, total: draw.total }
        })
    }

    /// Returns the probability of the last combination: the product of its draws. 1 for a sampling script.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.draws().map(|draw| draw.weight as f64 / draw.total as f64).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn of(outcomes: &[(i32, u64)]) -> Distribution {
        Distribution::new(outcomes.iter().copied()).expect("it has weights")
    }

    fn run(script: &mut Script) -> String {
        let (hit, harm) = (of(&[(1, 1), (2, 1), (3, 1)]), of(&[(4, 1), (5, 3)]));
        script.begin();
        let hit = hit.value(script.draw(&hit));
        let harm = if hit > 1 { harm.value(script.draw(&harm)) } else { 0 };
        format!("{hit} {harm}: {:.4}\n", script.chance())
    }

    #[test]
    fn every_way_is_run_once_with_its_chance() {
        let mut script = Script::new();
        for _ in 0..2 {
            let mut told = run(&mut script);
            while script.next_way() {
                told += &run(&mut script);
            }
            expect![[r#"
                1 0: 0.3333
                2 4: 0.0833
                2 5: 0.2500
                3 4: 0.0833
                3 5: 0.2500
            "#]]
            .assert_eq(&told);
        }
    }

    #[test]
    fn draws_are_told_with_all_that_they_could_be() {
        let mut script = Script::new();
        run(&mut script);
        script.next_way();
        run(&mut script);
        let told: Vec<_> = script.draws().map(|draw| (draw.value, draw.weight, draw.total, draw.outcomes)).collect();
        assert_eq!(told, [(2, 1, 3, &[(1, 1), (2, 1), (3, 1)][..]), (4, 1, 4, &[(4, 1), (5, 3)][..])]);
    }

    #[test]
    fn a_sampling_script_has_one_way_and_its_seed_decides() {
        let drawn = |seed| {
            let (mut script, coin) = (Script::sampled(seed), of(&[(0, 1), (1, 1)]));
            let drawn: Vec<usize> = (0..40).map(|_| script.draw(&coin)).collect();
            assert!(!script.next_way() && script.draws().len() == 0);
            drawn
        };
        assert_eq!(drawn(3), drawn(3));
        assert_ne!(drawn(3), drawn(4));
    }
}
