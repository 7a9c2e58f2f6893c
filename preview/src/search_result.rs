//! Result of the search for one unit: its best intent and a shortlist.

use crate::counter_moves::CounterMoves;
use crate::planner::Decision;
use crate::worth::Worth;
use foretoken_vm::program::Cost;
use foretoken_vm::{ActionUse, Dice, EntityId, Intent, Rulebook};

/// Limit of shortlisted intents with the same deed. They differ only in position.
const MOST_ALIKE: usize = 3;

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) intent: Intent,
    pub(crate) worth: Worth,
}

pub(crate) struct SearchResult {
    pub(crate) unit: EntityId,
    pub(crate) best: Node,
    pub(crate) idle: Node,
    pub(crate) shortlist: Shortlist,
    pub(crate) steps: u64,
    blow: Option<Node>,
    health: i64,
    /// Number of equals from which the best was drawn, and the stream of the draws.
    tied: u32,
    ties: Dice,
}

impl SearchResult {
    pub(crate) fn new(unit: EntityId, idle: Node, shortlist: Shortlist, health: i64, ties: Dice) -> Self {
        Self { unit, best: idle.clone(), idle, shortlist, steps: 0, blow: None, health, tied: 1, ties }
    }

    pub(crate) fn offer(&mut self, book: &Rulebook, node: &Node, exposed: impl Fn() -> u32) {
        self.shortlist.offer(book, node, exposed);
        let total = node.worth.total;
        if self.is_harmful(node) && self.blow.as_ref().is_none_or(|blow| blow.worth.total < total) {
            self.blow = Some(node.clone());
        }
        if total > self.best.worth.total {
            self.best = node.clone();
            self.tied = 1;
        } else if total == self.best.worth.total && node.intent.uses.len() <= self.best.intent.uses.len() {
            self.tied += 1;
            if self.ties.below(self.tied) == 0 {
                self.best = node.clone();
            }
        }
    }

    fn is_harmful(&self, node: &Node) -> bool {
        node.worth.deeds >= self.idle.worth.deeds + self.health
    }

    /// If no intent beats idling, chooses the best damaging intent, even when it throws the target far away.
    pub(crate) fn strike_if_idle(&mut self) {
        if self.best.intent.uses == self.idle.intent.uses
            && let Some(blow) = self.blow.take()
        {
            self.best = blow;
        }
    }

    pub(crate) fn lead_with_best(&mut self) {
        self.shortlist.lead_with(&self.best);
    }

    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&Intent) -> bool) {
        self.shortlist.retain(|node| holds(&node.intent));
        if !holds(&self.best.intent) {
            self.best = self.idle.clone();
        }
    }

    /// Removes candidates that look good only because the guessed replies are wrong.
    pub(crate) fn leave_out_guesses(&mut self) {
        let mut shortlist = std::mem::take(&mut self.shortlist);
        // Remove intents worse than idling, such as attacks on allies, except for the best intent, which may throw its
        // target far away.
        let is_best = |node: &Node| node.intent.uses == self.best.intent.uses;
        shortlist.retain(|node| node.worth.total >= self.idle.worth.total || is_best(node));
        // Do not hold an attack back: an attack that enemies must prevent is better than none.
        if self.is_harmful(&self.best) {
            shortlist.retain(|node| self.is_harmful(node));
        } else if self.best.worth.total - self.idle.worth.total >= self.health {
            shortlist.retain(|node| node.intent.uses != self.idle.intent.uses);
        }
        self.shortlist = shortlist;
    }

    pub(crate) fn decision(&self, node: &Node, steps: u64) -> Decision {
        let intent = Intent { complete: true, ..node.intent.clone() };
        Decision {
            intent,
            score: node.worth.total,
            gain: node.worth.total - self.idle.worth.total,
            steps: self.steps + steps,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Shortlist {
    pub(crate) best: Vec<Node>,
    careful: Vec<(u32, Node)>,
    most: Option<CounterMoves>,
}

impl Shortlist {
    pub(crate) const fn new(most: Option<CounterMoves>) -> Self {
        Self { best: Vec::new(), careful: Vec::new(), most }
    }

    pub(crate) fn offer(&mut self, book: &Rulebook, node: &Node, exposed: impl Fn() -> u32) {
        let Some(most) = self.most else { return };
        let alike = if most.careful > 0 { MOST_ALIKE } else { usize::MAX };
        self.offer_best(book, node, most.intents, alike);
        if most.careful == 0 {
            return;
        }
        let exposed = exposed();
        let at =
            self.careful.partition_point(|(harm, kept)| (*harm, -kept.worth.total) <= (exposed, -node.worth.total));
        if at < most.careful && !self.careful.iter().any(|(_, kept)| kept.intent.uses == node.intent.uses) {
            self.careful.insert(at, (exposed, node.clone()));
            self.careful.truncate(most.careful);
        }
    }

    fn offer_best(&mut self, book: &Rulebook, node: &Node, most: usize, most_alike: usize) {
        let at = self.best.partition_point(|kept| kept.worth.total >= node.worth.total);
        let alike = |kept: &Node| deed(book, &kept.intent).eq(deed(book, &node.intent));
        let is_kept = |kept: &Node| kept.intent.uses == node.intent.uses;
        if at >= most
            || self.best.iter().any(is_kept)
            || self.best[..at].iter().filter(|kept| alike(kept)).count() >= most_alike
        {
            return;
        }
        self.best.insert(at, node.clone());
        let mut others = (0..self.best.len()).filter(|&index| alike(&self.best[index]));
        if let Some(over) = others.nth(most_alike) {
            self.best.remove(over);
        }
        self.best.truncate(most);
    }

    pub(crate) fn lead_with(&mut self, node: &Node) {
        let Some(most) = self.most else { return };
        self.best.retain(|kept| kept.intent.uses != node.intent.uses);
        self.best.insert(0, node.clone());
        self.best.truncate(most.intents);
    }

    pub(crate) fn careful(&self) -> impl Iterator<Item = &Node> {
        let is_best = |node: &&Node| self.best.iter().any(|kept| kept.intent.uses == node.intent.uses);
        self.careful.iter().map(|(_, node)| node).filter(move |node| !is_best(node))
    }

    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&Node) -> bool) {
        self.best.retain(&mut holds);
        self.careful.retain(|(_, node)| holds(node));
    }
}

fn deed<'a>(book: &'a Rulebook, intent: &'a Intent) -> impl Iterator<Item = &'a ActionUse> {
    intent.uses.iter().filter(|used| book.program(used.program).is_none_or(|program| program.cost != Cost::Move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::Rules;

    fn node(program: u16, total: i64) -> Node {
        let worth = Worth { total, deeds: total, is_sure: false };
        Node { intent: Intent { uses: vec![ActionUse::new(program)], complete: true }, worth }
    }

    fn program(node: &Node) -> u16 {
        node.intent.uses.first().map_or(0, |used| used.program)
    }

    #[test]
    fn of_equal_blows_the_first_is_taken_instead_of_idling() {
        let book = Rules::default().build();
        let deed = |program, deeds| {
            let mut node = node(program, -50);
            node.worth.deeds = deeds;
            node
        };
        let idle = Node { intent: Intent::default(), worth: Worth { total: 0, deeds: 0, is_sure: false } };
        let mut found = SearchResult::new(EntityId(0), idle, Shortlist::default(), 100, Dice::new(1));
        for node in [deed(1, 99), deed(2, 100), deed(3, 300)] {
            found.offer(&book, &node, || 0);
        }
        found.strike_if_idle();
        assert_eq!(program(&found.best), 2);
    }

    #[test]
    fn the_intents_with_the_least_exposure_are_kept() {
        let book = Rules::default().build();
        let counter_moves = CounterMoves { intents: 1, careful: 2, each: 1, nearest: 1, budget: 1 };
        let mut list = Shortlist::new(Some(counter_moves));
        for (of, total, exposed) in [(1, 10, 5), (2, 8, 1), (3, 6, 3), (4, 4, 2), (5, 2, 9)] {
            list.offer(&book, &node(of, total), || exposed);
        }
        assert_eq!(list.best.iter().map(program).collect::<Vec<_>>(), [1]);
        assert_eq!(list.careful().map(program).collect::<Vec<_>>(), [2, 4]);
    }
}
