//! Planning while the player thinks gives the same decisions.

use foretoken_action_assets::{KindRegistry, Library};
use foretoken_preview::{Level, PlannerOptions};
use foretoken_session::{Session, Setup};
use foretoken_tests::root;

fn start(pack: &str, scenario: &str) -> Session {
    let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
    let (compiled, faults) = library.compile(scenario);
    let compiled = compiled.unwrap_or_else(|| panic!("{scenario}: {}", faults.render()));
    let setup = Setup { level: Level::Easy, ..Setup::of(compiled, 3) };
    let own = PlannerOptions { budget: 500, ..Level::Easy.options() };
    Session::start(setup, None).expect("nothing is recorded").with_planner(own)
}

#[test]
fn a_battle_that_is_planned_ahead_is_the_same() {
    for (pack, scenario) in [("vigil", "first-light"), ("vigil", "mist-on-the-canal"), ("vigil", "oil-and-ember")] {
        let (mut ahead, mut plain) = (start(pack, scenario), start(pack, scenario));
        for round in 0..3 {
            for session in [&mut ahead, &mut plain] {
                session.decide_rest_by_planner();
            }
            if ahead.outcome() != 0 {
                break;
            }
            let before = ahead.referee().planned_ahead();
            ahead.plan_ahead().unwrap_or_else(|| panic!("{scenario}: the side may close")).run();
            assert!(ahead.plan_ahead().is_none(), "{scenario}: nothing changed since");
            ahead.commit();
            plain.commit();
            let (a, p) = (ahead.referee(), plain.referee());
            assert_eq!(ahead.battle().state().hash64(ahead.book()), plain.battle().state().hash64(plain.book()));
            assert!(
                a.disclosed(foretoken_vm::Team::PLAYER) == p.disclosed(foretoken_vm::Team::PLAYER),
                "{scenario} {round}"
            );
            if ahead.outcome() == 0 {
                assert!(a.planned_ahead() > before, "{scenario}, round {round}: the planner decided anew");
            }
            assert_eq!(p.planned_ahead(), 0);
        }
    }
}

#[test]
fn work_for_another_plan_is_not_taken() {
    let (mut ahead, mut plain) = (start("vigil", "first-light"), start("vigil", "first-light"));
    let work = ahead.plan_ahead().expect("the side may close");
    work.run();
    ahead.decide_rest_by_planner();
    plain.decide_rest_by_planner();
    ahead.commit();
    plain.commit();
    assert_eq!(ahead.battle().state().hash64(ahead.book()), plain.battle().state().hash64(plain.book()));
    assert_eq!(ahead.referee().planned_ahead(), 0, "the units did not stay where they were");
}
