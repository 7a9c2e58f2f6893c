//! What a search for one unit came to: the best intent by itself, and those that are worth a closer look.

use crate::counter_moves::CounterMoves;
use crate::planner::Decision;
use crate::worth::Worth;
use foretoken_vm::program::Cost;
use foretoken_vm::{ActionUse, Dice, EntityId, Intent, Rulebook};

/// Intents of one deed that are kept beside careful ones, however good they are: where it is done from is all that they differ in.
const MOST_ALIKE: usize = 3;

/// An intent and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) intent: Intent,
    pub(crate) worth: Worth,
}

/// What a search came to for one unit.
pub(crate) struct SearchResult {
    pub(crate) unit: EntityId,
    /// The best intent by itself.
    pub(crate) best: Node,
    /// What doing nothing is worth.
    pub(crate) idle: Node,
    /// The best ones, where replies are looked for.
    pub(crate) shortlist: Shortlist,
    /// Instructions that the search took.
    pub(crate) steps: u64,
    /// The best of those that do harm.
    blow: Option<Node>,
    /// What a point of health is worth.
    health: i64,
    /// How many equals the best was drawn from, and by which stream.
    tied: u32,
    ties: Dice,
}

impl SearchResult {
    /// A search for a unit that begins: doing nothing is the best so far.
    pub(crate) fn new(unit: EntityId, idle: Node, shortlist: Shortlist, health: i64, ties: Dice) -> Self {
        Self { unit, best: idle.clone(), idle, shortlist, steps: 0, blow: None, health, tied: 1, ties }
    }

    /// Takes a complete intent into account. `exposed` is the harm that threatens where it ends.
    pub(crate) fn offer(&mut self, book: &Rulebook, node: &Node, exposed: impl Fn() -> u32) {
        self.shortlist.offer(book, node, exposed);
        let total = node.worth.total;
        if self.does_harm(node) && self.blow.as_ref().is_none_or(|blow| blow.worth.total < total) {
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

    /// Whether an intent does a point of harm or more.
    fn does_harm(&self, node: &Node) -> bool {
        node.worth.deeds >= self.idle.worth.deeds + self.health
    }

    /// Where nothing is better than doing nothing, the best blow is, however far from its side that throws whom it strikes.
    pub(crate) fn strike_if_idle(&mut self) {
        if self.best.intent.uses == self.idle.intent.uses
            && let Some(blow) = self.blow.take()
        {
            self.best = blow;
        }
    }

    /// Puts the one that the stream settled on in front of its equals.
    pub(crate) fn lead_with_best(&mut self) {
        self.shortlist.lead_with(&self.best);
    }

    /// Leaves out intents for which `holds` is false; where the best is one of them, doing nothing is the best.
    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&Intent) -> bool) {
        self.shortlist.retain(|node| holds(&node.intent));
        if !holds(&self.best.intent) {
            self.best = self.idle.clone();
        }
    }

    /// Leaves out of what is tried against replies what these, which are guesses, are not to talk a unit into.
    pub(crate) fn leave_out_guesses(&mut self) {
        let mut shortlist = std::mem::take(&mut self.shortlist);
        // What is worse than doing nothing, such as a blow at its own; but for the best by itself, which throws somebody far away.
        let is_best = |node: &Node| node.intent.uses == self.best.intent.uses;
        shortlist.retain(|node| node.worth.total >= self.idle.worth.total || is_best(node));
        // To hold back: a blow that has to be foiled is better than none.
        if self.does_harm(&self.best) {
            shortlist.retain(|node| self.does_harm(node));
        } else if self.best.worth.total - self.idle.worth.total >= self.health {
            shortlist.retain(|node| node.intent.uses != self.idle.intent.uses);
        }
        self.shortlist = shortlist;
    }

    /// The decision for one of its intents, that took so many instructions besides.
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

/// The complete intents of a unit that are worth a closer look.
#[derive(Debug, Default)]
pub(crate) struct Shortlist {
    /// The best so far, the best first.
    pub(crate) best: Vec<Node>,
    /// The best of those that end where the fewest could strike, with what these could do.
    careful: Vec<(u32, Node)>,
    most: Option<CounterMoves>,
}

impl Shortlist {
    pub(crate) const fn new(most: Option<CounterMoves>) -> Self {
        Self { best: Vec::new(), careful: Vec::new(), most }
    }

    /// Puts an intent among those that are kept, of equal ones the first, each once. `exposed` is the harm that threatens
    /// where it ends.
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

    /// Puts an intent in front of the best.
    pub(crate) fn lead_with(&mut self, node: &Node) {
        let Some(most) = self.most else { return };
        self.best.retain(|kept| kept.intent.uses != node.intent.uses);
        self.best.insert(0, node.clone());
        self.best.truncate(most.intents);
    }

    /// Those of the careful ones that are not among the best anyway.
    pub(crate) fn careful(&self) -> impl Iterator<Item = &Node> {
        let is_best = |node: &&Node| self.best.iter().any(|kept| kept.intent.uses == node.intent.uses);
        self.careful.iter().map(|(_, node)| node).filter(move |node| !is_best(node))
    }

    /// Leaves out those for which `holds` is false.
    pub(crate) fn retain(&mut self, mut holds: impl FnMut(&Node) -> bool) {
        self.best.retain(&mut holds);
        self.careful.retain(|(_, node)| holds(node));
    }
}

/// What an intent does, wherever it is done from.
fn deed<'a>(book: &'a Rulebook, intent: &'a Intent) -> impl Iterator<Item = &'a ActionUse> {
    intent.uses.iter().filter(|used| book.program(used.program).is_none_or(|program| program.cost != Cost::Move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::Rules;

    /// An intent of one use of this program that is worth so much.
    fn node(program: u16, total: i64) -> Node {
        let worth = Worth { total, deeds: total, is_sure: false };
        Node { intent: Intent { uses: vec![ActionUse::new(program)], complete: true }, worth }
    }

    fn program(node: &Node) -> u16 {
        node.intent.uses.first().map_or(0, |used| used.program)
    }

    /// If nothing beats idling, the first of the best blows is taken. A blow is worth a point of health more than idling.
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

    /// Beside the best intents the list keeps those that end where the least harm threatens, as many as it has room for.
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
