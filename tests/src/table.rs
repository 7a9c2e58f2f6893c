//! Tests of statuses, skills, items and stats in battles: each round is predicted, executed and described.

use crate::{Pack, carry_out_round, cell, drawn, find};
use foretoken_session::texts::{carried, names};
use foretoken_vm::program::{Address, Label};
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::stats::StatId;
use foretoken_vm::{
    ActionUse, Answer, Battle, Buffers, Change, ChangeKind, CompiledScenario, EntityId, Intent, Key, Log, Plan,
    Rulebook,
};
use std::sync::Arc;

/// Returns a duel map: `A` of the player against `y`, with actions that apply the tested assets.
#[must_use]
pub fn duel(map: &str) -> Pack {
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

/// Battle played round by round.
pub struct Table {
    /// Rules.
    pub book: Arc<Rulebook>,
    /// True battle.
    pub battle: Battle,
    buffers: Buffers,
}

impl Table {
    /// Begins a battle of a pack.
    #[must_use]
    pub fn new(pack: &Pack) -> Self {
        Self::on(&pack.book())
    }

    /// Begins a battle under these rules.
    #[must_use]
    pub fn on(scenario: &CompiledScenario) -> Self {
        let (book, battle) = (Arc::new(scenario.rules.clone()), scenario.battle(1));
        Self { book, battle, buffers: Buffers::default() }
    }

    /// Parses decisions such as `A hit:y, y mend:y, A walk:c1`. `#` precedes the number for a second request.
    ///
    /// # Panics
    /// If a unit or action is unknown.
    #[must_use]
    pub fn plan(&self, line: &str) -> Plan {
        let mut plan = Plan::default();
        for words in line.split(',').map(str::trim).filter(|words| !words.is_empty()) {
            let (who, uses) = words.split_once(' ').unwrap_or((words, ""));
            let unit = find(&self.book, self.battle.state(), who.chars().next().expect("a letter"));
            let used = |word: &str| {
                let (name, answers) = word.split_once(':').unwrap_or((word, ""));
                let (target, number) = answers.split_once('#').unwrap_or((answers, ""));
                let mut used = ActionUse::new(self.book.find_program(name).expect("an action"));
                let state = self.battle.state();
                let answer = match target.chars().next() {
                    None => None,
                    Some(_) if target.len() > 1 => {
                        let (dx, dy) = state.entity(unit).cell.offset_to(cell(target));
                        Some(Answer::Offset(dx as i16, dy as i16))
                    }
                    Some(target) => Some(Answer::Unit(find(&self.book, state, target))),
                };
                used.answers.extend(answer.map(|answer| (Key::new(Address(0), [0; 3]), answer)));
                let number = number.parse().ok().map(|number| (Key::new(Address(1), [0; 3]), Answer::Number(number)));
                used.answers.extend(number);
                used
            };
            let intent = Intent { uses: uses.split_whitespace().map(used).collect(), complete: true };
            plan.set(unit, intent, 0);
        }
        plan
    }

    /// Continues a battle in progress.
    #[must_use]
    pub fn of(pack: &Pack, battle: Battle) -> Self {
        Self { book: Arc::new(pack.book().rules.clone()), battle, buffers: Buffers::default() }
    }

    /// Returns the living unit with a letter.
    #[must_use]
    pub fn unit(&self, letter: char) -> EntityId {
        find(&self.book, self.battle.state(), letter)
    }

    /// Returns the number of living entities with a letter.
    #[must_use]
    pub fn count(&self, letter: char) -> usize {
        drawn(&self.book, self.battle.state(), letter).count()
    }

    /// Returns the health of a unit.
    #[must_use]
    pub fn health_of(&self, letter: char) -> i32 {
        self.battle.state().entity(self.unit(letter)).health
    }

    /// Reduces a unit's health before a round.
    pub fn hurt(&mut self, letter: char, harm: i32) {
        let (unit, health) = (self.unit(letter), self.health_of(letter));
        let change = Change::number(ChangeKind::Health, unit, health, health - harm, Label::NONE);
        self.battle.state_mut().apply(&self.book, &change);
    }

    /// Predicts and executes a round. The prediction must equal the outcome.
    pub fn run(&mut self, line: &str) -> Log {
        let plan = self.plan(line);
        carry_out_round(&self.book, &mut self.battle, &mut self.buffers, &plan)
    }

    /// Runs a round and describes it.
    pub fn round(&mut self, line: &str) -> String {
        let log = self.run(line);
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

/// Runs rounds, one per line, and returns their log.
#[must_use]
pub fn told_rounds(pack: &Pack, rounds: &str) -> String {
    let mut table = Table::new(pack);
    rounds.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| table.round(line)).collect()
}

/// Runs rounds and returns the stats of `A` with their sources, and its items.
#[must_use]
pub fn told_stats(pack: &Pack, rounds: &str) -> String {
    let mut table = Table::new(pack);
    rounds.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| {
        table.round(line);
    });
    table.stats_of('A')
}

impl Table {
    /// Returns a stat or column of a unit.
    ///
    /// # Panics
    /// If it does not exist.
    #[must_use]
    pub fn number_of(&self, letter: char, name: &str) -> i32 {
        let state = self.battle.state();
        let unit = find(&self.book, state, letter);
        if let Some(stat) = self.book.find_stat(name) {
            return state.sheet(&self.book).stat(unit, stat);
        }
        let at = self.book.columns.of(ColumnOf::Entity).position(|column| column.name == name);
        state.entity_column(unit, at.expect("a stat or a column") as u16)
    }

    /// Returns the stats of a unit with their sources, and its items.
    #[must_use]
    pub fn stats_of(&self, letter: char) -> String {
        let state = self.battle.state();
        let unit = find(&self.book, state, letter);
        let stat = |stat: StatId| {
            let name = self.book.stat_title(stat);
            format!("{name} {}\n", carried::breakdown(&self.book, state, unit, stat))
        };
        let shown = (0..self.book.stat_count()).map(StatId);
        let modified =
            shown.filter(|&stat| !stat.is_core() || !state.sheet(&self.book).breakdown(unit, stat).1.is_empty());
        let mut text: String = modified.map(stat).collect();
        for line in carried::items(&self.book, state, unit) {
            text.push_str(&format!("{line}\n"));
        }
        text
    }
}
