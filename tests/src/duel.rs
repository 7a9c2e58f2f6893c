//! Two who fight, for tests of what packs say: rounds are written as lines, predicted, carried out, and told.

use crate::{Pack, carry_out_round, find};
use expect_test::Expect;
use foretoken_session::wording::names;
use foretoken_vm::program::Address;
use foretoken_vm::{ActionUse, Answer, Battle, Buffers, Intent, Key, Plan, Rulebook};
use std::sync::Arc;

/// A map of two who fight, with actions that apply what a test is about: `A` of the player, `y` of the other side.
pub fn pack(map: &str) -> Pack {
    let aimed = |body: &str| format!("Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), {body}])");
    let unit = |glyph: &str, rest: &str| {
        format!(
            "Unit(glyph: \"{glyph}\", health: 20, initiative: 5, {rest} actions: [\"hit\", \"burnhit\", \"hex\", \"mend\", \"walk\", \"rest\"])"
        )
    };
    Pack::new(map)
        .with("actions/hit.ron", &aimed("Damage(target: \"T1\", amount: 4, label: \"attack\")"))
        .with("actions/burnhit.ron", &aimed("Damage(target: \"T1\", amount: 4, label: \"damage.fire\")"))
        .with("actions/hex.ron", &aimed("ApplyStatus(target: \"T1\", status: \"hex\", amount: 2)"))
        .with("actions/mend.ron", &aimed("Heal(target: \"T1\", amount: 3)"))
        .with("actions/rest.ron", "Action(cost: Free, body: [Wait()])")
        .with(
            "actions/sting.ron",
            "Action(body: [Damage(target: \"self\", amount: \"status.amount\", label: \"damage.poison\")])",
        )
        .with("statuses/hex.ron", "Status(title: \"Hex\")")
        .with("units/first.ron", &unit("A", ""))
        .with("units/second.ron", &unit("y", "tags: [\"dark\"],"))
}

/// A battle of a pack.
#[derive(Debug)]
pub struct Table {
    /// Its rules.
    pub book: Arc<Rulebook>,
    /// Where it stands.
    pub battle: Battle,
    buffers: Buffers,
}

impl Table {
    /// At its start.
    #[must_use]
    pub fn new(pack: &Pack) -> Self {
        let book = pack.book();
        let battle = Battle::new(&book, 1);
        Self { book, battle, buffers: Buffers::default() }
    }

    /// What a line such as `A hit:y, y mend:y` lets units do.
    #[must_use]
    pub fn plan(&self, line: &str) -> Plan {
        let mut plan = Plan::default();
        for words in line.split(',').map(str::trim).filter(|words| !words.is_empty()) {
            let (who, uses) = words.split_once(' ').unwrap_or((words, ""));
            let unit = find(&self.book, self.battle.state(), who.chars().next().expect("a letter"));
            let used = |word: &str| {
                let (name, target) = word.split_once(':').unwrap_or((word, ""));
                let mut used = ActionUse::new(self.book.find_program(name).expect("an action"));
                if let Some(target) = target.chars().next() {
                    let key = Key::new(Address(0), [0; 3]);
                    used.answers.push((key, Answer::Unit(find(&self.book, self.battle.state(), target))));
                }
                used
            };
            let intent = Intent { uses: uses.split_whitespace().map(used).collect(), complete: true };
            plan.set(unit, intent, 0);
        }
        plan
    }

    /// Predicts a round, carries it out, and tells it. What is predicted is what happens.
    pub fn round(&mut self, line: &str) -> String {
        let plan = self.plan(line);
        let log = carry_out_round(&self.book, &mut self.battle, &mut self.buffers, &plan);
        let state = self.battle.state();
        let mut text = format!("> {line}\n");
        for at in 0..log.changes.len() {
            if let Some(told) = names::told(&self.book, state, &log.changes, at) {
                text.push_str(&format!("{told}\n"));
            }
        }
        text
    }
}

/// Rounds, a line each, as they are told.
pub fn check(pack: &Pack, rounds: &str, expected: Expect) {
    let mut table = Table::new(pack);
    let text: String =
        rounds.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| table.round(line)).collect();
    expected.assert_eq(&text);
}
