//! In side turns, idle units still have turns, and forecasts of idle sides come true.

use foretoken_preview::Agenda;
use foretoken_tests::{Choices, Pack, Table, config, duel};
use foretoken_vm::schedulers::{Choose, Scheduler, Until, View};
use foretoken_vm::{Advance, Battle, Buffers, Intent, Log, Plan, Team};
use proptest::prelude::*;

fn ailing(order: &str) -> Pack {
    duel("A..Z....y")
        .with("rules.ron", r#"Rules(columns: [(name: "begun"), (name: "ended"), (name: "rounds")])"#)
        .with("actions/begun.ron", r#"Action(body: [ChangeStat(target: "self", stat: "begun", amount: 1)])"#)
        .with("actions/ended.ron", r#"Action(body: [ChangeStat(target: "self", stat: "ended", amount: 1)])"#)
        .with("actions/rounds.ron", r#"Action(body: [ChangeStat(target: "self", stat: "rounds", amount: 1)])"#)
        .with("statuses/hex.ron", r#"Status(title: "Hex", lasts: 3, reactions: [(on: Tick, toward: Itself, action: "sting")])"#)
        .with(
            "skills/counts.ron",
            r#"Skill(reactions: [(on: ActivationBegins, toward: Itself, action: "begun"), (on: ActivationEnds, toward: Itself, action: "ended"), (on: RoundEnds, toward: Itself, action: "rounds")])"#,
        )
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 5, skills: ["counts"], statuses: ["hex"], actions: ["rest"])"#)
        .with("units/third.ron", r#"Unit(glyph: "Z", health: 20, initiative: 9, skills: ["counts"], actions: ["rest"])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, initiative: 5, tags: ["dark"], skills: ["counts"], statuses: ["hex"], actions: ["rest"])"#)
        .order(order, &[])
}

fn idle(pack: &Pack, rounds: i32) -> Battle {
    let book = pack.book();
    let mut battle = book.battle(1);
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    while battle.state().round() <= rounds {
        let mut plan = Plan::default();
        let view = View::new(&book, battle.state(), &plan, None);
        if let Some(Choose { team, units, until }) = book.scheduler.choose(&view) {
            match until {
                Until::Closed | Until::DecidedOrClosed => plan.close(team),
                Until::Decided => plan.set(units[0], Intent { uses: Vec::new(), complete: true }, 0),
            }
        }
        if battle.apply_for_execution(&book, &plan, &mut buffers, &mut log) == Advance::Over {
            break;
        }
    }
    battle
}

#[test]
fn a_unit_that_its_side_does_not_activate_has_a_turn() {
    for order in ["team-rounds", "team-points"] {
        let mut table = Table::of(&ailing(order), idle(&ailing(order), 2));
        assert_eq!(table.health_of('A'), 20 - 1 - 1, "{order}: it ticks once a turn");
        for (letter, name) in [('A', "begun"), ('A', "ended"), ('Z', "begun"), ('y', "ended"), ('Z', "rounds")] {
            assert_eq!(table.number_of(letter, name), 2, "{order}: {name} of {letter}");
        }
        table.battle = idle(&ailing(order), 5);
        assert_eq!(table.health_of('A'), 20 - 3, "{order}: three ticks, then it is over");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_forecast_of_idle_sides_is_what_happens(
        order in 0..Scheduler::ALL.len(),
        bytes in proptest::collection::vec(any::<u16>(), 16),
        count in 1_usize..12,
    ) {
        let mut choices = Choices::new(bytes);
        let order = Scheduler::ALL[order].name();
        let lasts = choices.below(5);
        let clock = choices.pick(&["BearerEnds", "BearerBegins", "SourceEnds", "RoundEnds", "AnyEnds"]);
        let text = format!(
            "Status(title: \"Hex\", lasts: {lasts}, clock: {clock}, reactions: [(on: Tick, toward: Itself, action: \"sting\")])"
        );
        let pack = ailing(order).with("statuses/hex.ron", &text);
        let book = pack.book();
        let mut battle = book.battle(1);
        let mut agenda = Agenda::default();
        agenda.foresee(&book, &battle.project(&book, Team::PLAYER), &Plan::default(), count);
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        for turn in agenda.turns() {
            let mut plan = Plan::default();
            loop {
                let view = View::new(&book, battle.state(), &plan, None);
                match book.scheduler.choose(&view) {
                    Some(Choose { units, until: Until::Decided, .. }) => {
                        plan.set(units[0], Intent { uses: Vec::new(), complete: true }, 0);
                    }
                    Some(Choose { team, .. }) => plan.close(team),
                    None => break,
                }
            }
            let advance = battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
            let bare = match advance {
                Advance::Unit(unit, _) => Advance::Unit(unit, None),
                other => other,
            };
            prop_assert_eq!(bare, turn.advance, "{}", order);
        }
        let known = battle.project(&book, Team::PLAYER);
        prop_assert_eq!(agenda.state(), known.state(), "{}", order);
    }
}
