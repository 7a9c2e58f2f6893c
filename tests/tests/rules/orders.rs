//! Turn orders as series of activations with their costs. Letters are units, lower case the other side. A unit without
//! further script idles.

mod delayed;
mod points;

use expect_test::{Expect, expect};
use foretoken_tests::Pack;
use foretoken_vm::program::Address;
use foretoken_vm::schedulers::{Choose, Spent, Until, View};
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Buffers, ChangeKind, CompiledScenario, Entity, EntityId, Intent, Key, Log,
    Plan, validate_intent,
};
use std::collections::BTreeMap;
use std::sync::Arc;

fn pack(units: &str) -> Pack {
    let letters: Vec<&str> = units.split_whitespace().map(|unit| &unit[..1]).collect();
    let row = letters.join(".");
    let actions = [
        ("rest", "Action", "Wait"),
        ("look", "Free", "Wait"),
        ("first", "Action", "Wait"),
        (
            "haste",
            "Action",
            r#"DeclareTarget(name: "T1", asks: Unit, range: (0, 99)), Quicken(target: "T1", amount: 10)"#,
        ),
        (
            "slow",
            "Action",
            r#"DeclareTarget(name: "T1", asks: Unit, range: (0, 99)), Quicken(target: "T1", amount: -5)"#,
        ),
        ("kill", "Action", r#"DeclareTarget(name: "T1", asks: Unit, range: (0, 99)), Kill(target: "T1")"#),
        ("later", "Action", r#"DeclareTarget(name: "T1", asks: Unit, range: (0, 99)), Stun(target: "T1", how: Delay)"#),
        ("call", "Action", r#"DeclareTarget(name: "T1", range: (1, 9)), Spawn(unit: "came", at: "T1")"#),
        ("charge", "Action", r#"Delay(owner: "self", dies_with_owner: false, body: [Heal(target: "self")])"#),
        ("chant", "Action", r#"Delay(owner: "self", body: [Heal(target: "self")])"#),
    ];
    let mut pack = Pack::new(&format!("{row}\n{}", ".".repeat(row.len())));
    for (name, cost, body) in actions {
        let priority = if name == "first" { "priority: 5," } else { "" };
        let text = format!("Action(title: \"{name}\", cost: {cost}, {priority} body: [{body}])");
        pack = pack.with(&format!("actions/{name}.ron"), &text);
    }
    let all = r#"["walk", "rest", "look", "first", "haste", "slow", "later", "kill", "call", "charge", "chant"]"#;
    let unit = |glyph: &str, initiative: &str| {
        let tags = if glyph.to_uppercase() == glyph { "" } else { r#"tags: ["dark"],"# };
        format!("Unit(glyph: \"{glyph}\", health: 9, initiative: {initiative}, movement: 9, {tags} actions: {all})")
    };
    for named in units.split_whitespace() {
        let name = format!("unit-{}", named[..1].to_lowercase());
        pack = pack.with(&format!("units/{name}.ron"), &unit(&named[..1], &named[1..]));
    }
    pack.with("units/came.ron", &unit("N", "50"))
}

struct Table {
    book: Arc<CompiledScenario>,
    battle: Battle,
    plan: Plan,
    log: Log,
    buffers: Buffers,
}

impl Table {
    fn new(book: Arc<CompiledScenario>) -> Self {
        let battle = book.battle(1);
        Self { book, battle, plan: Plan::default(), log: Log::default(), buffers: Buffers::default() }
    }

    fn view(&self) -> View<'_> {
        View::new(&self.book, self.battle.state(), &self.plan, None)
    }

    fn glyph(&self, id: EntityId) -> char {
        self.book.unit_type(self.battle.state().entity(id)).map_or('?', |kind| kind.glyph)
    }

    fn id(&self, glyph: char) -> EntityId {
        let ids = (0..self.battle.state().entities().len()).map(|index| EntityId(index as u16));
        ids.into_iter().find(|&id| self.glyph(id) == glyph).expect("there is one")
    }

    /// Parses uses: an action's name, optionally `:` with a unit's letter or a number of cells.
    fn uses(&self, words: &str) -> Vec<ActionUse> {
        let used = |word: &str| {
            let (name, target) = word.split_once(':').unwrap_or((word, ""));
            let mut used = ActionUse::new(self.book.find_program(name).expect("an action"));
            let key = Key::new(Address(0), [0; 3]);
            let number = |text: &str| text.parse::<i16>().expect("a number of cells");
            match target.split_at(target.len().min(1)) {
                ("", _) => {}
                (">", right) => used.answers.push((key, Answer::Offset(number(right), 0))),
                ("v", down) => used.answers.push((key, Answer::Offset(0, number(down)))),
                (unit, _) => used.answers.push((key, Answer::Unit(self.id(unit.chars().next().expect("a letter"))))),
            }
            used
        };
        words.split_whitespace().map(used).collect()
    }

    fn run(&mut self) -> Advance {
        let Self { book, battle, plan, log, buffers } = self;
        let advance = battle.apply_for_execution(book, plan, buffers, log);
        let spent = self.book.scheduler.spent(&self.view(), advance);
        match spent {
            Spent::Nothing => {}
            Spent::Unit(unit) => self.plan.clear(unit),
            Spent::All => self.plan.clear_all(),
        }
        advance
    }

    fn asked(&self) -> Option<Choose> {
        self.book.scheduler.choose(&self.view())
    }
}

/// Returns `count` lines. `script` has lines such as `A: walk:>2 rest, rest`, with commas between activations. If a
/// side chooses, it takes the first offered unit with a script; `-` ends its turn.
fn series(pack: &Pack, script: &str, count: usize) -> String {
    let mut todo: BTreeMap<char, Vec<String>> = BTreeMap::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (who, what) = line.split_once(':').expect("a letter and a colon");
        let activations = what.split(',').map(|words| words.trim().to_owned()).collect();
        todo.insert(who.chars().next().expect("a letter"), activations);
    }
    let mut table = Table::new(pack.book());
    let mut text = String::new();
    for _ in 0..count {
        let mut words = String::new();
        let order = table.book.scheduler;
        if let Some(Choose { team, units, until }) = table.asked() {
            let next =
                |table: &Table, unit: &EntityId| todo.get(&table.glyph(*unit)).is_some_and(|rest| !rest.is_empty());
            let offered: String = units.iter().map(|&unit| table.glyph(unit)).collect();
            let unit = units.iter().copied().find(|unit| next(&table, unit));
            let unit = unit.or_else(|| (until == Until::Decided).then(|| units[0]));
            match unit {
                Some(unit) => {
                    let rest = todo.entry(table.glyph(unit)).or_default();
                    words = if rest.is_empty() { String::new() } else { rest.remove(0) };
                    if until == Until::DecidedOrClosed {
                        text.push_str(&format!("[{offered}] "));
                    }
                    if words == "-" {
                        words = format!("side {} ends its turn", team.0);
                        table.plan.close(team);
                    } else {
                        let intent = Intent { uses: table.uses(&words), complete: true };
                        let priority = Plan::priority_in(&table.book, &intent);
                        table.plan.set(unit, intent, priority);
                    }
                }
                None => table.plan.close(team),
            }
        }
        let before = table.plan.iter().next().and_then(|(unit, _)| order.points(&table.view(), unit));
        let (round, first) = (table.battle.state().round(), table.log.len());
        let advance = table.run();
        let time = order.time(&table.view()).map_or(String::new(), |time| format!("t{time} "));
        let line = match advance {
            Advance::Unit(unit, _) => {
                let after = order.points(&table.view(), unit);
                let number = |points: Option<i32>| points.map_or(String::new(), |points| format!("({points})"));
                let left = order.points_of_side(&table.view(), table.battle.state().entity(unit).team);
                let left = left.map_or(String::new(), |left| format!(", {left} left"));
                let words = if words.is_empty() { "nothing" } else { &words };
                let before = before.filter(|_| time.is_empty());
                format!("{time}{}{} {words} {}{left}", table.glyph(unit), number(before), number(after))
            }
            Advance::Entry(_) => {
                let runs = table.log.changes[first..].iter().any(|change| change.kind == ChangeKind::EntryDue);
                format!("{time}something {}", if runs { "comes due" } else { "is cancelled" })
            }
            Advance::TurnEnd(team) => format!("-- the turn of side {} ends", team.0),
            Advance::RoundEnd => format!("-- round {round} ends"),
            Advance::Waits => "nobody is chosen".to_owned(),
            Advance::Over => "-- over".to_owned(),
        };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn check(pack: &Pack, script: &str, count: usize, expect: &Expect) {
    expect.assert_eq(&series(pack, script, count));
}

/// Document 000: limit 100, activation 30, move 30, tile 0, action 40. A move and an action take 100.
#[test]
fn charge_time_takes_what_was_done() {
    check(
        &pack("P10 x8").order("charge-time", &[]),
        "P: walk:>1 rest, walk:v1, rest\nx: rest, walk:v1 rest",
        12,
        &expect![[r#"
            -- round 1 ends
            t10 P walk:>1 rest (0)
            t13 x rest (34)
            -- round 2 ends
            t20 P walk:v1 (40)
            t22 x walk:v1 rest (6)
            t26 P rest (30)
            -- round 3 ends
            t33 P nothing (70)
            t34 x nothing (72)
            t36 P nothing (70)
            t38 x nothing (74)
        "#]],
    );
    check(
        &pack("P10 x8").order("charge-time", &[("tile", 2)]),
        "P: walk:v1, walk:>1\nx: rest",
        6,
        &expect![[r#"
            -- round 1 ends
            t10 P walk:v1 (38)
            t13 x rest (34)
            t17 P walk:>1 (46)
            -- round 2 ends
            t22 x nothing (76)
        "#]],
    );
}

#[test]
fn charge_time_costs_may_be_taken_at_the_end() {
    check(
        &pack("P10 x9").order("charge-time", &[("deferred", 1)]),
        "P: haste:P, rest\nx: rest",
        8,
        &expect![[r#"
            -- round 1 ends
            t10 P haste:P (30)
            t12 x rest (38)
            t14 P rest (40)
            t17 P nothing (70)
            t19 P nothing (80)
            t19 x nothing (71)
            -- round 2 ends
        "#]],
    );
}

#[test]
fn charge_time_with_haste_slow_priority_spawn_and_death() {
    check(
        &pack("P10 x8").order("charge-time", &[]),
        "P: slow:x, haste:x",
        12,
        &expect![[r#"
            -- round 1 ends
            t10 P slow:x (30)
            t17 x nothing (71)
            t17 P haste:x (30)
            -- round 2 ends
            t20 x nothing (80)
            t22 x nothing (76)
            t24 x nothing (72)
            t24 P nothing (70)
            t27 x nothing (81)
            t27 P nothing (70)
            t29 x nothing (77)
        "#]],
    );
    check(
        &pack("P10 x10").order("charge-time", &[]),
        "P: rest, rest\nx: first, first",
        8,
        &expect![[r#"
            -- round 1 ends
            t10 P rest (30)
            t10 x first (30)
            t17 P rest (30)
            t17 x first (30)
            -- round 2 ends
            t24 P nothing (70)
            t24 x nothing (70)
        "#]],
    );
    check(
        &pack("P20 x8").order("charge-time", &[("round", 30)]),
        "P: call:v1",
        6,
        &expect![[r#"
            t5 P call:v1 (30)
            t7 N nothing (70)
            t8 N nothing (90)
            t9 N nothing (110)
            t9 N nothing (80)
            t9 P nothing (80)
        "#]],
    );
    check(
        &pack("P10 x9").order("charge-time", &[("round", 30)]),
        "P: charge\nx: kill:P",
        5,
        &expect![[r#"
            t10 P charge (30)
            t12 x kill:P (38)
            t19 x nothing (71)
            t20 something comes due
            t23 x nothing (77)
        "#]],
    );
    check(
        &pack("P10 x9").order("charge-time", &[("round", 30)]),
        "P: chant\nx: kill:P",
        5,
        &expect![[r#"
            t10 P chant (30)
            t12 x kill:P (38)
            t19 x nothing (71)
            t20 something is cancelled
            t23 x nothing (77)
        "#]],
    );
}

#[test]
fn team_rounds_let_a_side_choose() {
    check(
        &pack("P3 Q5 x4 y9").order("team-rounds", &[]),
        "P: walk:v1 rest\nQ: rest, -\nx: rest",
        12,
        &expect![[r#"
            [QP] Q rest
            [P] P walk:v1 rest
            -- the turn of side 0 ends
            [yx] x rest
            y nothing
            -- round 1 ends
            [QP] Q side 0 ends its turn
            P nothing
            -- the turn of side 0 ends
            y nothing
            x nothing
            -- round 2 ends
        "#]],
    );
}

#[test]
fn team_rounds_with_haste_priority_spawn_and_death() {
    check(
        &pack("P3 Q5 x4").order("team-rounds", &[]),
        "P: haste:P, rest\nQ: slow:Q, first\nx: rest, rest",
        10,
        &expect![[r#"
        [QP] Q slow:Q
        [P] P haste:P
        -- the turn of side 0 ends
        [x] x rest
        -- round 1 ends
        [PQ] P rest
        [Q] Q first
        -- the turn of side 0 ends
        [x] x rest
        -- round 2 ends
    "#]],
    );
    check(
        &pack("P3 Q5 x4").order("team-rounds", &[]),
        "Q: call:v1\nN: rest, rest\nx: kill:Q",
        10,
        &expect![[r#"
            [QP] Q call:v1
            [NP] N rest
            P nothing
            -- the turn of side 0 ends
            [x] x kill:Q
            -- round 1 ends
            [NP] N rest
            P nothing
            -- the turn of side 0 ends
            x nothing
        "#]],
    );
    check(
        &pack("P3 Q5 x4").order("team-rounds", &[]),
        "P: charge, rest\nQ: chant, rest\nx: kill:P, rest",
        10,
        &expect![[r#"
            [QP] Q chant
            [P] P charge
            -- the turn of side 0 ends
            [x] x kill:P
            -- round 1 ends
            something comes due
            something comes due
            [Q] Q rest
            -- the turn of side 0 ends
            [x] x rest
        "#]],
    );
    check(
        &pack("P3 Q5 x4").order("team-rounds", &[]),
        "P: chant\nQ: rest, rest\nx: kill:P, rest",
        10,
        &expect![[r#"
            [QP] Q rest
            [P] P chant
            -- the turn of side 0 ends
            [x] x kill:P
            -- round 1 ends
            something is cancelled
            [Q] Q rest
            -- the turn of side 0 ends
            [x] x rest
            -- round 2 ends
        "#]],
    );
}
