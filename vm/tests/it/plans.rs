//! Plans and intents: size, costs and execution.

use crate::code;
use crate::fixture::{Scene, T1, offset};
use foretoken_vm::program::{Address, Cost};
use foretoken_vm::schedulers::{Choose, Next, Rounds, Scheduler, Spent, TurnOrder, View};
use foretoken_vm::state::BattleField;
use foretoken_vm::validate::{MAX_ANSWERS, MAX_USES};
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, ChangeKind, EntityId, Intent, IntentError, Key, OrderContext, Plan, Predicted,
    Slot, Symmetry, Team, UseError, carried_out, validate_intent,
};

fn uses(programs: &[u16]) -> Intent {
    Intent { uses: programs.iter().map(|&program| ActionUse::new(program)).collect(), complete: true }
}

#[test]
fn a_side_closes_its_own_decisions_and_no_others() {
    let sides = || (0..Team::COUNT as u8).map(Team);
    for closing in sides() {
        let mut plan = Plan::default();
        plan.close(closing);
        assert_eq!(sides().filter(|&side| plan.is_closed(side)).collect::<Vec<_>>(), [closing]);
        assert_ne!(plan, Plan::default());
        plan.clear_all();
        assert_eq!(plan, Plan::default());
    }
    let mut plan = Plan::default();
    sides().for_each(|side| plan.close(side));
    assert!(sides().all(|side| plan.is_closed(side)));
}

#[test]
fn a_plan_holds_what_was_set_last() {
    let (a, b) = (EntityId(0), EntityId(3));
    let mut plan = Plan::default();
    assert_eq!((plan.intent(b), plan.version(b), plan.priority(b)), (None, 0, 0));
    plan.set(b, uses(&[1]), -2);
    plan.set(a, uses(&[2]), 0);
    plan.set(EntityId::NONE, uses(&[3]), 5);
    assert_eq!(plan.iter().map(|(unit, intent)| (unit, intent.uses[0].program)).collect::<Vec<_>>(), [(a, 2), (b, 1)]);
    assert_eq!((plan.priority(a), plan.priority(b), plan.has_priorities()), (0, -2, true));
    let version = plan.version(b);
    let same = plan.clone();
    assert_eq!(same.version(b), version, "the same intent");
    plan.set(b, uses(&[1]), 0);
    assert_ne!(plan.version(b), version, "set anew");
    assert!(!plan.has_priorities());
    assert_eq!(plan, same, "versions and priorities do not count");
    assert_eq!(plan.take(b), Some(uses(&[1])));
    assert_eq!((plan.take(b), plan.intent(b)), (None, None));
    assert_ne!(plan, same);
    plan.set(a, uses(&[2]), 1);
    plan.clear(a);
    assert!(!plan.has_priorities());
    assert_eq!(plan, Plan::default());
}

#[test]
fn a_plan_is_as_large_as_what_it_holds() {
    let with = |units: u16, used: usize, answers: usize| {
        let mut plan = Plan::default();
        let answers = vec![(Key::new(T1, [0; 3]), Answer::Pass); answers];
        for unit in 0..units {
            let uses = vec![ActionUse { program: 0, answers: answers.clone() }; used];
            plan.set(EntityId(unit), Intent { uses, complete: true }, 0);
        }
        plan.footprint()
    };
    assert_eq!(Plan::default().footprint(), 0);
    let unit = with(1, 0, 0);
    assert!(unit >= size_of::<Intent>());
    let (used, answer) = (size_of::<ActionUse>(), size_of::<(Key, Answer)>());
    assert_eq!(with(3, 0, 0), 3 * unit);
    assert_eq!(with(1, 2, 0), unit + 2 * used);
    assert_eq!(with(2, 3, 5), 2 * (unit + 3 * (used + 5 * answer)));
}

#[test]
fn use_errors_go_by_their_numbers() {
    assert_eq!(UseError::ALL.map(|error| error as i32), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(UseError::ALL.map(|error| UseError::from_code(error as i32)), UseError::ALL.map(Some));
    assert_eq!([0, 13, -1].map(UseError::from_code), [None; 3]);
}

fn costs(points: (u8, u8)) -> Scene {
    let mut scene = Scene::new("A.b");
    let mut all = Vec::new();
    for (name, cost) in [("move", Cost::Move), ("action", Cost::Action), ("free", Cost::Free), ("other", Cost::Free)] {
        let program = scene.add(name, 0, vec![], vec![]);
        scene.book.programs[usize::from(program)].cost = cost;
        all.push(program);
    }
    all.pop();
    scene.kind('A').actions = all;
    scene.kind('A').points = points;
    scene
}

#[test]
fn an_intent_affords_what_its_points_leave() {
    let mut told = Vec::new();
    for points in [(0, 0), (1, 1), (2, 0)] {
        let play = costs(points).start();
        let named = |letter| {
            ["move", "action", "free", "other"].into_iter().find(|name| name.starts_with(letter)).expect("a program")
        };
        let intent = |letters: &str| uses(&letters.chars().map(|l| play.program(named(l))).collect::<Vec<_>>());
        for before in ["", "m", "a", "f", "ma", "mm", "aa", "ff", "o"] {
            let (state, id) = (play.battle.state(), play.id('A'));
            let affords =
                |letter: &char| intent(before).allows(&play.book, state, id, play.program(named(*letter))).is_ok();
            let more: String = "mafo".chars().filter(affords).collect();
            told.push(format!("{points:?} after {before:?}: {more:?}"));
            for letter in "mafo".chars() {
                let whole = intent(&format!("{before}{letter}"));
                let holds = validate_intent(&play.book, play.battle.state(), &Plan::default(), id, &whole).is_ok();
                assert_eq!(holds, more.contains(letter), "{points:?}: {before:?} and {letter:?}");
            }
        }
    }
    expect_test::expect![[r#"
        (0, 0) after "": "f"
        (0, 0) after "m": ""
        (0, 0) after "a": ""
        (0, 0) after "f": ""
        (0, 0) after "ma": ""
        (0, 0) after "mm": ""
        (0, 0) after "aa": ""
        (0, 0) after "ff": ""
        (0, 0) after "o": ""
        (1, 1) after "": "maf"
        (1, 1) after "m": "af"
        (1, 1) after "a": "mf"
        (1, 1) after "f": "ma"
        (1, 1) after "ma": "f"
        (1, 1) after "mm": ""
        (1, 1) after "aa": ""
        (1, 1) after "ff": ""
        (1, 1) after "o": ""
        (2, 0) after "": "mf"
        (2, 0) after "m": "mf"
        (2, 0) after "a": ""
        (2, 0) after "f": "m"
        (2, 0) after "ma": ""
        (2, 0) after "mm": "f"
        (2, 0) after "aa": ""
        (2, 0) after "ff": ""
        (2, 0) after "o": ""
    "#]]
    .assert_eq(&format!("{}\n", told.join("\n")));
}

#[test]
fn an_intent_holds_so_many_uses_and_answers() {
    let scene = costs((u8::MAX, 0));
    let play = scene.start();
    let (id, walk) = (play.id('A'), play.program("move"));
    let check = |intent: &Intent| validate_intent(&play.book, play.battle.state(), &Plan::default(), id, intent);
    assert_eq!(check(&uses(&[walk; MAX_USES])), Ok(()));
    assert_eq!(check(&uses(&[walk; MAX_USES + 1])), Err(IntentError::TooManyUses(MAX_USES + 1)));
    let affords = |count: usize| uses(&vec![walk; count]).allows(&play.book, play.battle.state(), id, walk).is_ok();
    assert!(affords(MAX_USES - 1));
    assert!(!affords(MAX_USES));
    let mut answered = uses(&[walk]);
    answered.uses[0].answers = vec![(Key::new(T1, [0; 3]), Answer::Pass); MAX_ANSWERS];
    assert_eq!(check(&answered), Ok(()));
    answered.uses[0].answers.push((Key::new(T1, [0; 3]), Answer::Pass));
    let error = UseError::TooManyAnswers;
    assert_eq!(check(&answered), Err(IntentError::Use { index: 0, program: walk, error }));
}

#[derive(Debug)]
struct Stepwise;

impl TurnOrder for Stepwise {
    fn name(&self) -> &'static str {
        "stepwise"
    }

    fn doc(&self) -> &'static str {
        "Rounds in which each use can be decided on what the one before it came to."
    }

    fn begin_battle(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.begin_battle(cx);
    }

    fn prepare(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.prepare(cx);
    }

    fn next(&self, view: &View<'_>) -> Next {
        Rounds.next(view)
    }

    fn begin(&self, cx: &mut OrderContext<'_, '_>, place: usize, slot: Slot) {
        Rounds.begin(cx, place, slot);
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.end_round(cx);
    }

    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        Rounds.is_horizon(view, after)
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        Rounds.choose(view)
    }

    fn spent(&self, view: &View<'_>, after: Advance) -> Spent {
        Rounds.spent(view, after)
    }

    fn is_decided_ahead(&self) -> bool {
        Rounds.is_decided_ahead()
    }

    fn is_stepwise(&self) -> bool {
        true
    }
}

fn stepwise() -> Scene {
    let strike = |harm| vec![code::damage(T1, harm)];
    let cell = || vec![crate::fixture::cell(9)];
    Scene::new("A.b")
        .with(|scene| scene.book.scheduler = Scheduler::new(&Stepwise))
        .action("hit", cell(), strike(1))
        .action("turn", vec![], vec![code::redirect(Address::SELF, 2)])
        .action("kill", vec![], vec![code::kill(Address::SELF)])
}

#[test]
fn an_open_activation_goes_on_where_it_stopped() {
    let mut play = stepwise().start();
    let (a, b) = (play.id('A'), play.id('b'));
    let (program, turn) = (play.program("hit"), play.program("turn"));
    let hit = |dx| ActionUse { program, answers: vec![(Key::new(T1, [0; 3]), offset(dx, 0))] };
    let mut intent = Intent { uses: vec![ActionUse::new(turn)], complete: false };
    let open = |play: &crate::fixture::Play| play.battle.state().open_activation();
    play.intend('A', intent.clone());
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    assert_eq!(play.foresee(&mut predicted), Advance::Unit(a, None));
    assert_eq!(predicted.state().open_activation(), None);
    play.log.clear();
    for done in 1..3 {
        assert_eq!(play.step(), Advance::Unit(a, None));
        assert_eq!((open(&play), carried_out(play.battle.state(), &play.plan, a).len()), (Some((a, done)), done));
        assert_eq!(carried_out(play.battle.state(), &play.plan, b), []);
        assert_eq!(play.unit('A').redirect, Symmetry::from_index(2), "a turn lasts to the end of the activation");
        assert!(play.notes(ChangeKind::Undecided).is_empty());
        let bytes = play.battle.to_bytes().expect("small");
        assert_eq!(Battle::from_bytes(&play.book, &bytes).expect("its own bytes"), play.battle);
        intent.uses.push(hit(-2));
        play.intend('A', intent.clone());
        assert_eq!(play.unit('b').health, 6 - done as i32);
    }
    intent.complete = true;
    play.intend('A', intent.clone());
    assert_eq!(play.step(), Advance::Unit(a, None));
    assert_eq!((open(&play), play.unit('b').health), (None, 3));
    assert_eq!(play.unit('A').redirect, Symmetry::IDENTITY);
    assert_eq!(play.step(), Advance::Unit(b, None));
    assert_eq!(play.notes(ChangeKind::Undecided), [(b, 0)]);
}

#[test]
fn what_was_carried_out_stands() {
    let mut play = stepwise().start();
    let (a, hit, turn) = (play.id('A'), play.program("hit"), play.program("turn"));
    let two = Intent { complete: false, ..uses(&[turn, hit]) };
    play.intend('A', two);
    play.step();
    assert_eq!(play.battle.state().battle(BattleField::Open), BattleField::open(a, 2));
    let mut altered = play.book.to_rules();
    altered.unit_types[0].points = (0, 1);
    for book in [play.book.clone(), altered.build()] {
        let check = |intent: &Intent| validate_intent(&book, play.battle.state(), &play.plan, a, intent);
        assert_eq!(check(&uses(&[turn, hit])), Ok(()), "what was carried out is not judged again");
        for other in [&[][..], &[turn], &[hit, turn], &[turn, turn], &[hit, hit]] {
            assert_eq!(check(&uses(other)), Err(IntentError::CarriedOut(a)), "{other:?}");
        }
        let mut talkative = uses(&[turn, hit]);
        talkative.uses[1].answers = vec![(Key::new(T1, [0; 3]), Answer::Pass); MAX_ANSWERS + 1];
        let error = UseError::TooManyAnswers;
        assert_eq!(check(&talkative), Err(IntentError::Use { index: 1, program: hit, error }));
        let third = check(&uses(&[turn, hit, hit]));
        let error = IntentError::Use { index: 2, program: hit, error: UseError::Unaffordable };
        assert_eq!(third, if book.unit_types[0].points.1 > 2 { Ok(()) } else { Err(error) });
    }
}

#[test]
fn the_activation_of_a_unit_that_died_is_over() {
    let mut play = stepwise().start();
    let (a, b) = (play.id('A'), play.id('b'));
    play.intend('A', Intent { complete: false, ..uses(&[play.program("kill")]) });
    assert_eq!(play.step(), Advance::Unit(a, None));
    assert_eq!(play.battle.state().open_activation(), None);
    assert!(play.notes(ChangeKind::Undecided).is_empty(), "the dead decide nothing");
    assert_eq!(play.step(), Advance::Unit(b, None));
    let intent = uses(&[play.program("hit")]);
    assert_eq!(
        validate_intent(&play.book, play.battle.state(), &play.plan, a, &intent),
        Err(IntentError::NotActing(a))
    );
}

#[test]
fn open_activations_are_packed_into_a_word() {
    let mut play = stepwise().start();
    for (uses, kept) in [(0, 0), (1, 1), (0x7fff, 0x7fff), (0x8000, 0x7fff)] {
        let mut change = foretoken_vm::Change {
            kind: ChangeKind::Battle,
            label: foretoken_vm::Label::NONE,
            entity: EntityId::NONE,
            at: BattleField::Open as u32,
            before: 0,
            after: BattleField::open(play.id('b'), uses),
        };
        play.battle.state_mut().apply(&play.book, &change);
        assert_eq!(play.battle.state().open_activation(), Some((play.id('b'), kept)));
        change.after = 0;
        play.battle.state_mut().apply(&play.book, &change);
        assert_eq!(play.battle.state().open_activation(), None);
    }
}
