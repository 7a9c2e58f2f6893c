//! Statuses, skills, items and stats as packs write them, in battles: each round is predicted, carried out, and told.

use expect_test::{Expect, expect};
use foretoken_preview::{Extent, Predictor};
use foretoken_session::wording::{carried, names};
use foretoken_tests::{Pack, find};
use foretoken_vm::program::Address;
use foretoken_vm::stats::StatId;
use foretoken_vm::{ActionUse, Advance, Answer, Battle, Buffers, ChancePolicy, Intent, Key, Log, Plan, Rulebook, Team};
use std::sync::Arc;

/// A map of two who fight, with actions that apply what a test is about: `A` of the player, `b` of the other side.
fn pack(map: &str) -> Pack {
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
        .with("units/second.ron", &unit("b", "tags: [\"dark\"],"))
}

struct Table {
    book: Arc<Rulebook>,
    battle: Battle,
    buffers: Buffers,
}

impl Table {
    fn new(pack: &Pack) -> Self {
        let book = pack.book();
        let battle = Battle::new(&book, 1);
        Self { book, battle, buffers: Buffers::default() }
    }

    /// What a line such as `A hit:b, b mend:b` lets units do.
    fn plan(&self, line: &str) -> Plan {
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
    fn round(&mut self, line: &str) -> String {
        let plan = self.plan(line);
        let known = self.battle.project(&self.book, Team::PLAYER);
        let mut predictor = Predictor::default();
        predictor.run(&self.book, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
        let mut log = Log::default();
        loop {
            let advance = self.battle.apply_for_execution(&self.book, &plan, &mut self.buffers, &mut log);
            if matches!(advance, Advance::RoundEnd | Advance::Over) {
                break;
            }
        }
        let state = self.battle.state();
        if !log.drew_chance {
            assert_eq!(predictor.state(), self.battle.project(&self.book, Team::PLAYER).state(), "after `{line}`");
        }
        let bytes = state.to_bytes().expect("small");
        let again = foretoken_vm::GameState::from_bytes(&self.book, &bytes).expect("its own bytes");
        assert_eq!((&again, again.hash64(&self.book)), (state, state.hash64(&self.book)), "saved and loaded");
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
fn check(pack: &Pack, rounds: &str, expected: Expect) {
    let mut table = Table::new(pack);
    let text: String =
        rounds.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| table.round(line)).collect();
    expected.assert_eq(&text);
}

#[test]
fn poison_ticks_at_the_end_of_its_bearers_activations_and_ends() {
    let poison = r#"Status(title: "Poison", is_bad: true, lasts: 2, reactions: [(on: Tick, action: "sting")])"#;
    check(
        &pack("A.b").with("statuses/hex.ron", poison),
        "A hex:b, b rest
         A rest, b rest
         A rest, b rest",
        expect![[""]],
    );
}
