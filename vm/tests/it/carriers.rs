//! Carriers: how they modify stats, answer events, alter harm, come and go, and what is told of them.

use crate::code;
use crate::fixture::{Play, Scene};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::rules_text::{self, Reader};
use foretoken_vm::state::{Ending, Holding, Pool};
use foretoken_vm::stats::{
    Again, Alteration, Aura, Carrier, CarrierClass, CarrierRef, Clock, Counted, Event, Expiry, Handler, How, ItemKind,
    Mode, Modifier, Overflow, Parameter, Reaches, Role, SkillKind, Stage, Stat, StatusKind,
};
use foretoken_vm::stats::{Multiply, Rounding, StatId};
use foretoken_vm::tokens::apply_status::Lasts;
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::operand::{ItemId, StatusId};
use foretoken_vm::tokens::{ApplyStatus, Call, Extern, HandleItem};
use foretoken_vm::{Advance, ChangeKind, Cx, EntityId, Flow, Run, Token};

/// A formula that is a number.
fn number(scene: &mut Scene, value: f64) -> u32 {
    scene.book.formulas.push(Formula { code: vec![F::Const(value)], source: value.to_string() });
    scene.book.formulas.len() as u32 - 1
}

fn modifier(scene: &mut Scene, mode: Mode, amount: f64, group: &str) -> Modifier {
    let amount = number(scene, amount);
    Modifier { stat: StatId::MOVEMENT, mode, amount, priority: 0, group: group.to_owned() }
}

fn carrier(name: &str, modifiers: Vec<Modifier>) -> Carrier {
    Carrier { name: name.to_owned(), title: name.to_uppercase(), modifiers, ..Carrier::default() }
}

fn status(name: &str) -> StatusKind {
    StatusKind { carrier: carrier(name, vec![]), key: name.to_owned(), limit: 3, most: 9, ..StatusKind::default() }
}

/// Somebody who wears an item, has a skill and starts with a status, each with modifiers of its movement of 3.
fn modified(of: impl Fn(&mut Scene) -> [Vec<Modifier>; 3]) -> Scene {
    let mut scene = Scene::new("A..b");
    let [item, skill, own] = of(&mut scene);
    scene.book.slots = vec!["hand".to_owned()];
    scene.book.items = vec![ItemKind { carrier: carrier("boots", item), slots: 1, ..ItemKind::default() }];
    scene.book.skills = vec![SkillKind { carrier: carrier("gait", skill), ..SkillKind::default() }];
    scene.book.statuses = vec![StatusKind { carrier: carrier("haste", own), ..status("haste") }];
    let kind = scene.kind('A');
    (kind.items, kind.skills, kind.statuses, kind.slots) = (vec![(0, true)], vec![0], vec![0], 1);
    scene
}

fn movement(play: &Play) -> i32 {
    play.battle.state().sheet(&play.book).stat(play.id('A'), StatId::MOVEMENT)
}

#[test]
fn what_is_worn_modifies_first_then_skills_then_statuses() {
    use Mode::{Augment, Multiply as Times, Replace};
    type List = &'static [(Mode, f64)];
    let lists: [(&str, [List; 3], i32); 9] = [
        ("nothing", [&[], &[], &[]], 3),
        ("an item adds before a skill multiplies", [&[(Augment, 2.0)], &[(Times, 2.0)], &[]], 10),
        ("a status adds after a skill multiplied", [&[], &[(Times, 2.0)], &[(Augment, 2.0)]], 8),
        ("a skill replaces what an item added", [&[(Augment, 9.0)], &[(Replace, 4.0)], &[]], 4),
        ("what is replaced is added to", [&[], &[], &[(Augment, 1.0), (Replace, 7.0)]], 8),
        ("factors of one class come together by what is beyond 1", [&[(Times, 1.5), (Times, 1.5)], &[], &[]], 6),
        ("factors of two classes multiply", [&[(Times, 1.5)], &[(Times, 1.5)], &[]], 6),
        ("it is rounded once, last", [&[(Times, 1.5)], &[], &[(Times, 1.5)]], 6),
        ("not below its least", [&[(Augment, -9.0)], &[], &[]], 0),
    ];
    for (what, list, expected) in lists {
        let of = |scene: &mut Scene| {
            list.map(|own| own.iter().map(|&(mode, amount)| modifier(scene, mode, amount, "")).collect())
        };
        assert_eq!(movement(&modified(of).start()), expected, "{what}");
    }
}

#[test]
fn of_a_bonus_group_the_best_and_the_worst_count() {
    for (amounts, expected) in [
        (&[(2.0, "a"), (5.0, "a")][..], 8),
        (&[(2.0, "a"), (5.0, "b")], 10),
        (&[(2.0, "a"), (5.0, "a"), (-1.0, "a"), (-2.0, "a")], 6),
        (&[(2.0, ""), (5.0, "")], 10),
        (&[(-1.0, "a"), (-2.0, "a")], 1),
    ] {
        let of = |scene: &mut Scene| {
            let own = amounts.iter().map(|&(amount, group)| modifier(scene, Mode::Augment, amount, group)).collect();
            [own, vec![], vec![]]
        };
        assert_eq!(movement(&modified(of).start()), expected, "{amounts:?}");
    }
}

#[test]
fn a_condition_suspends_and_a_breakdown_says_so() {
    let mut told = Vec::new();
    for health in [5, 2] {
        let mut scene = modified(|scene| {
            let [half, twice] = [modifier(scene, Mode::Multiply, 2.0, ""), modifier(scene, Mode::Augment, 1.0, "x")];
            [vec![twice.clone()], vec![half], vec![twice]]
        });
        let code = vec![F::Health(0xff), F::Const(3.0), F::Less];
        scene.book.formulas.push(Formula { code, source: "health < 3".to_owned() });
        scene.book.skills[0].carrier.condition = Some(scene.book.formulas.len() as u32 - 1);
        scene.kind('A').health = health;
        let play = scene.start();
        let sheet = play.battle.state().sheet(&play.book);
        let (base, parts, value) = sheet.breakdown(play.id('A'), StatId::MOVEMENT);
        told.push(format!("health {health}: {base} to {value}"));
        for part in parts {
            told.push(format!("  {:?} {:?} {} counts {}", part.carrier.class, part.mode, part.amount, part.counts));
        }
    }
    expect![[r#"
        health 5: 3 to 5
          Item Augment 1 counts false
          Skill Multiply 2 counts false
          Status Augment 1 counts true
        health 2: 3 to 9
          Item Augment 1 counts false
          Skill Multiply 2 counts true
          Status Augment 1 counts true
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_declared_stat_settles_as_it_says() {
    let stat = |decimals, rounding| Stat { least: -50, most: 50, decimals, rounding, ..Stat::default() };
    for (decimals, rounding, value, expected) in [
        (0, Rounding::Down, 2.9, 2),
        (0, Rounding::Up, 2.1, 3),
        (0, Rounding::Nearest, 2.5, 3),
        (0, Rounding::Nearest, -2.5, -3),
        (0, Rounding::Down, -2.1, -3),
        (1, Rounding::Down, 2.19, 21),
        (1, Rounding::Nearest, 2.16, 22),
        (0, Rounding::Down, 99.0, 50),
        (0, Rounding::Down, -99.0, -50),
        (0, Rounding::Down, f64::NAN, 0),
    ] {
        assert_eq!(stat(decimals, rounding).settle(value), expected, "{decimals} {rounding:?} {value}");
    }
    assert_eq!(stat(2, Rounding::Down).scale(), 100.0);
    let compound = Stat { multiply: Multiply::Compound, ..Stat::core(StatId::MOVEMENT) };
    let mut scene = modified(|scene| {
        let times = |scene: &mut Scene| modifier(scene, Mode::Multiply, 1.5, "");
        [vec![times(scene), times(scene)], vec![], vec![]]
    });
    scene.book.stats = (0..StatId::CORE).map(|id| Stat::core(StatId(id))).collect();
    scene.book.stats[1] = compound;
    assert_eq!(movement(&scene.start()), 6, "3 times 2.25, rounded down");
}

fn apply(at: u16, amount: i32, ticks: u8, linked: bool) -> Token {
    let (status, amount) = (StatusId(at), Amount::Const(amount));
    ApplyStatus { target: Address::SELF, status, amount, lasts: Lasts::new(ticks, linked), ..ApplyStatus::default() }
        .into()
}

/// What somebody holds: number, amount and time left of each status.
fn held(play: &Play, unit: char) -> String {
    let of = play.battle.state().holdings().of(play.id(unit), Pool::STATUSES);
    let one = |held: &Holding| {
        let name = held.kind().map_or("?", |at| &play.book.statuses[at].carrier.name);
        format!("{name} #{} of {} for {}", held.number, held.words[Holding::AMOUNT], held.words[Holding::LEFT])
    };
    of.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[test]
fn applying_again_does_what_the_kind_says() {
    let mut told = Vec::new();
    let all = [
        (Again::Ignore, Overflow::Ignore),
        (Again::Replace, Overflow::Ignore),
        (Again::KeepStronger, Overflow::Ignore),
        (Again::KeepLonger, Overflow::Ignore),
        (Again::Extend, Overflow::Ignore),
        (Again::Add, Overflow::Ignore),
        (Again::Stack, Overflow::Ignore),
        (Again::Stack, Overflow::DropOldest),
    ];
    for (again, overflow) in all {
        for second in [(1, 5), (4, 2), (3, 3), (8, 0)] {
            let program = vec![apply(0, 3, 3, false), apply(0, second.0, second.1, false), apply(0, 1, 1, false)];
            let mut scene = Scene::new("A..b").action("act", vec![], program);
            scene.book.statuses =
                vec![StatusKind { again, overflow, limit: 2, clock: Clock::RoundEnds, ..status("ill") }];
            let mut play = scene.start();
            play.decide('A', "act", &[]);
            play.step();
            let withheld: Vec<i32> = play.notes(ChangeKind::Withheld).iter().map(|&(_, why)| why).collect();
            told.push(format!("{again:?} {overflow:?}, then {second:?}: {}; withheld {withheld:?}", held(&play, 'A')));
        }
    }
    expect![[r#"
        Ignore Ignore, then (1, 5): ill #1 of 3 for 3; withheld [2, 2]
        Ignore Ignore, then (4, 2): ill #1 of 3 for 3; withheld [2, 2]
        Ignore Ignore, then (3, 3): ill #1 of 3 for 3; withheld [2, 2]
        Ignore Ignore, then (8, 0): ill #1 of 3 for 3; withheld [2, 2]
        Replace Ignore, then (1, 5): ill #1 of 1 for 1; withheld []
        Replace Ignore, then (4, 2): ill #1 of 1 for 1; withheld []
        Replace Ignore, then (3, 3): ill #1 of 1 for 1; withheld []
        Replace Ignore, then (8, 0): ill #1 of 1 for 1; withheld []
        KeepStronger Ignore, then (1, 5): ill #1 of 3 for 3; withheld [3, 3]
        KeepStronger Ignore, then (4, 2): ill #1 of 4 for 2; withheld [3]
        KeepStronger Ignore, then (3, 3): ill #1 of 3 for 3; withheld [3, 3]
        KeepStronger Ignore, then (8, 0): ill #1 of 8 for 0; withheld [3]
        KeepLonger Ignore, then (1, 5): ill #1 of 1 for 5; withheld [3]
        KeepLonger Ignore, then (4, 2): ill #1 of 3 for 3; withheld [3, 3]
        KeepLonger Ignore, then (3, 3): ill #1 of 3 for 3; withheld [3, 3]
        KeepLonger Ignore, then (8, 0): ill #1 of 8 for 0; withheld [3]
        Extend Ignore, then (1, 5): ill #1 of 3 for 9; withheld []
        Extend Ignore, then (4, 2): ill #1 of 3 for 6; withheld []
        Extend Ignore, then (3, 3): ill #1 of 3 for 7; withheld []
        Extend Ignore, then (8, 0): ill #1 of 3 for 0; withheld []
        Add Ignore, then (1, 5): ill #1 of 5 for 5; withheld []
        Add Ignore, then (4, 2): ill #1 of 8 for 3; withheld []
        Add Ignore, then (3, 3): ill #1 of 7 for 3; withheld []
        Add Ignore, then (8, 0): ill #1 of 9 for 0; withheld []
        Stack Ignore, then (1, 5): ill #1 of 3 for 3, ill #2 of 1 for 5; withheld [2]
        Stack Ignore, then (4, 2): ill #1 of 3 for 3, ill #2 of 4 for 2; withheld [2]
        Stack Ignore, then (3, 3): ill #1 of 3 for 3, ill #2 of 3 for 3; withheld [2]
        Stack Ignore, then (8, 0): ill #1 of 3 for 3, ill #2 of 8 for 0; withheld [2]
        Stack DropOldest, then (1, 5): ill #2 of 1 for 5, ill #3 of 1 for 1; withheld []
        Stack DropOldest, then (4, 2): ill #2 of 4 for 2, ill #3 of 1 for 1; withheld []
        Stack DropOldest, then (3, 3): ill #2 of 3 for 3, ill #3 of 1 for 1; withheld []
        Stack DropOldest, then (8, 0): ill #2 of 8 for 0, ill #3 of 1 for 1; withheld []
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

/// Somebody applies a status of each clock to itself, which lasts for two ticks; what each step of two rounds takes off.
#[test]
fn each_clock_has_its_own_time() {
    let clocks = [
        Clock::BearerEnds,
        Clock::BearerBegins,
        Clock::SourceEnds,
        Clock::SourceBegins,
        Clock::RoundEnds,
        Clock::AnyEnds,
    ];
    let code = (0..clocks.len() as u16).map(|at| apply(at, 2, 2, false)).collect();
    let mut scene = Scene::new("Ab").action("act", vec![], code);
    let tick = scene.add("tick", 0, vec![], vec![code::shield(Address::SELF, 1)]);
    for (at, clock) in clocks.into_iter().enumerate() {
        let mut kind = StatusKind { clock, ..status(&format!("{clock:?}")) };
        kind.carrier.handlers = vec![Handler::new(Event::Tick, tick)];
        kind.expiry = if at == 0 { Expiry::One } else { Expiry::All };
        kind.wears = clock == Clock::AnyEnds;
        scene.book.statuses.push(kind);
    }
    let lasts = number(&mut scene, 1.0);
    scene.book.statuses[0].lasts = Some(lasts);
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    let mut told = String::new();
    for _ in 0..9 {
        let advance = play.step();
        if advance == Advance::RoundEnd {
            play.plan.clear_all();
        }
        told += &format!("{advance:?}: shield {}; {}\n", play.unit('A').shield, held(&play, 'A'));
    }
    expect![[r#"
        Unit(#0, None): shield 3; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 2, AnyEnds #6 of 1 for 1
        Unit(#1, None): shield 4; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 2
        RoundEnd: shield 0; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 1
        Unit(#0, None): shield 4; BearerEnds #1 of 1 for 1, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1, RoundEnds #5 of 2 for 1
        Unit(#1, None): shield 4; BearerEnds #1 of 1 for 1, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1, RoundEnds #5 of 2 for 1
        RoundEnd: shield 0; BearerEnds #1 of 1 for 1, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1
        Unit(#0, None): shield 3; 
        Unit(#1, None): shield 3; 
        RoundEnd: shield 0; 
    "#]].assert_eq(&told);
}

/// What a status answers, with everything that may happen to its bearer, and what it does then.
#[test]
fn each_event_is_answered_by_its_own_handlers() {
    let health = |how, role| Event::Health(how, role);
    let events = [
        Event::Applied,
        Event::Ended(None),
        Event::Ended(Some(Ending::Expired)),
        Event::Ended(Some(Ending::Dispelled)),
        Event::Tick,
        Event::Begins,
        Event::Ends,
        Event::RoundEnds,
        Event::Uses,
        Event::Moves,
        health(How::Decrease, Role::Defender),
        health(How::Increase, Role::Defender),
        health(How::Change, Role::Attacker),
        health(How::Unchanged, Role::Defender),
    ];
    let mut told = String::new();
    for event in events {
        let code = vec![
            apply(0, 1, 2, false),
            code::declare(Address(0), 0, 5),
            code::damage(Address(0), 1),
            foretoken_vm::tokens::Heal { target: Address(0), amount: Amount::Const(1), ..Default::default() }.into(),
            code::push(Address(0), 1),
        ];
        let mut scene = Scene::new("A.b..");
        let program = scene.add("act", 1, vec![crate::fixture::cell(4)], code);
        let answer = scene.add("answer", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let code = vec![apply(0, 1, 2, false), code::declare(Address(0), 0, 3), code::kill(Address(0))];
        let last = scene.add("end", 1, vec![crate::fixture::cell(4)], code);
        let mut kind = status("ward");
        kind.carrier.handlers = vec![Handler::new(event.clone(), answer)];
        scene.book.statuses = vec![kind];
        scene.kind('b').statuses = vec![0];
        scene.kind('b').health = 9;
        scene.kind('A').actions = vec![program, last];
        let mut play = scene.start();
        play.decide('A', "act", &[crate::fixture::offset(2, 0)]);
        let mut line = String::new();
        for step in 0..6 {
            play.log.clear();
            if step == 3 {
                play.decide('A', "end", &[crate::fixture::offset(3, 0)]);
            }
            play.step();
            let shields: String = play
                .notes(ChangeKind::Shield)
                .iter()
                .filter(|(_, after)| *after > 0)
                .map(|&(id, _)| play.unit_at(id))
                .collect();
            line += &format!(" {}", if shields.is_empty() { "-" } else { &shields });
        }
        told += &format!("{event:?}:{line}\n");
    }
    expect![[r#"
        Applied: A - - A - A
        Ended(None): - - - A - A
        Ended(Some(Expired)): - - - - - -
        Ended(Some(Dispelled)): - - - - - -
        Tick: A b - A - A
        Begins: - b - A - A
        Ends: A b - A - A
        RoundEnds: - - Ab - A -
        Uses: - - - A - A
        Moves: b - - - - -
        Health(Decrease, Defender): b - - - - -
        Health(Increase, Defender): b - - - - -
        Health(Change, Attacker): AA - - A - -
        Health(Unchanged, Defender): - - - - - -
    "#]]
    .assert_eq(&told);
}

/// Who died can no longer be anybody's target, and still answers who did it.
#[test]
fn a_death_is_answered_by_who_died() {
    let mut scene = Scene::new("A.b");
    let code = vec![code::declare(Address(0), 0, 2), code::kill(Address(0))];
    let program = scene.add("act", 1, vec![crate::fixture::cell(4)], code);
    let answer = scene.add("answer", 0, vec![], vec![code::damage(Address::CAUSE, 2), code::shield(Address::SELF, 1)]);
    let mut kind = status("grudge");
    kind.carrier.handlers = vec![Handler::new(Event::Dies, answer)];
    scene.book.statuses = vec![kind];
    scene.kind('b').statuses = vec![0];
    scene.kind('A').actions = vec![program];
    let mut play = scene.start();
    play.decide('A', "act", &[crate::fixture::offset(2, 0)]);
    play.step();
    assert_eq!((play.unit('A').health, play.unit('b').shield, play.unit('b').is_alive()), (3, 0, false));
}

#[test]
fn harm_is_altered_stage_by_stage() {
    let mut told = String::new();
    let cases: [&[(char, Stage, Mode, f64)]; 8] = [
        &[],
        &[('A', Stage::Outgoing, Mode::Augment, 2.0)],
        &[('A', Stage::Incoming, Mode::Augment, 2.0)],
        &[('b', Stage::Incoming, Mode::Multiply, 0.5)],
        &[('b', Stage::Incoming, Mode::Multiply, 0.5), ('A', Stage::Outgoing, Mode::Augment, 2.0)],
        &[('b', Stage::Apply, Mode::Replace, 1.0), ('b', Stage::Incoming, Mode::Augment, 5.0)],
        &[('b', Stage::Absorb, Mode::Augment, 3.0)],
        &[('b', Stage::Absorb, Mode::Augment, 9.0)],
    ];
    for case in cases {
        let code = vec![code::declare(Address(0), 0, 3), code::damage(Address(0), 4), code::damage(Address(0), 1)];
        let mut scene = Scene::new("Ab");
        scene.add("act", 1, vec![crate::fixture::cell(4)], code);
        scene.kind('b').health = 20;
        for &(unit, stage, mode, amount) in case {
            let amount = number(&mut scene, amount);
            let mut kind = status(&format!("{stage:?}"));
            let alteration = Alteration { stage, mode, amount, heals: false, types: None, priority: 0, from: None };
            kind.carrier.alterations = vec![alteration];
            scene.book.statuses.push(kind);
            let at = scene.book.statuses.len() as u16 - 1;
            scene.kind(unit).statuses.push(at);
        }
        let mut play = scene.start();
        play.decide('A', "act", &[crate::fixture::offset(1, 0)]);
        play.step();
        let lost = 20 - play.unit('b').health;
        let altered: Vec<i32> = play.notes(ChangeKind::Altered).iter().map(|&(_, after)| after).collect();
        told += &format!("{case:?}: lost {lost}, altered to {altered:?}, held {}\n", held(&play, 'b'));
    }
    expect![[r#"
        []: lost 5, altered to [], held 
        [('A', Outgoing, Augment, 2.0)]: lost 9, altered to [6, 3], held 
        [('A', Incoming, Augment, 2.0)]: lost 5, altered to [], held 
        [('b', Incoming, Multiply, 0.5)]: lost 2, altered to [2, 0, 0], held Incoming #1 of 1 for 0
        [('b', Incoming, Multiply, 0.5), ('A', Outgoing, Augment, 2.0)]: lost 4, altered to [6, 3, 3, 1], held Incoming #1 of 1 for 0
        [('b', Apply, Replace, 1.0), ('b', Incoming, Augment, 5.0)]: lost 2, altered to [9, 1, 6, 1], held Apply #1 of 1 for 0, Incoming #2 of 1 for 0
        [('b', Absorb, Augment, 3.0)]: lost 2, altered to [1], held 
        [('b', Absorb, Augment, 9.0)]: lost 1, altered to [0, 0], held 
    "#]].assert_eq(&told);
}

#[test]
fn auras_act_on_those_who_stand_in_them() {
    let mut told = String::new();
    for (reaches, itself) in
        [(Reaches::Allies, false), (Reaches::Allies, true), (Reaches::Enemies, false), (Reaches::All, true)]
    {
        let mut scene =
            Scene::new("AC.bD..").action("act", vec![crate::fixture::cell(9)], vec![code::walk(Address(0))]);
        let more = modifier(&mut scene, Mode::Augment, 2.0, "");
        let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 3), reaches, itself };
        let banner =
            StatusKind { carrier: Carrier { auras: vec![aura], ..carrier("banner", vec![]) }, ..status("banner") };
        scene.book.statuses = vec![StatusKind { carrier: carrier("brisk", vec![more]), ..status("brisk") }, banner];
        scene.kind('A').statuses = vec![1];
        let mut play = scene.start();
        let all = |play: &Play| {
            let sheet = play.battle.state().sheet(&play.book);
            ['A', 'C', 'b', 'D'].map(|unit| sheet.stat(play.id(unit), StatId::MOVEMENT))
        };
        let first = all(&play);
        play.decide('A', "act", &[crate::fixture::offset(0, 0)]);
        play.decide('b', "act", &[crate::fixture::offset(-1, 0)]);
        play.decide('D', "act", &[crate::fixture::offset(2, 0)]);
        play.round();
        told += &format!("{reaches:?}, itself {itself}: {first:?}, then {:?}\n", all(&play));
    }
    expect![[r#"
        Allies, itself false: [3, 5, 3, 3], then [3, 5, 3, 3]
        Allies, itself true: [5, 5, 3, 3], then [5, 5, 3, 3]
        Enemies, itself false: [3, 3, 5, 3], then [3, 3, 5, 3]
        All, itself true: [5, 5, 5, 3], then [5, 5, 5, 3]
    "#]]
    .assert_eq(&told);
}

#[test]
fn items_come_go_and_are_used_up() {
    let act = |act| HandleItem { target: Address::SELF, item: ItemId(0), act, label: Label::NONE }.into();
    let mut told = String::new();
    for acts in [
        &[Act::Give][..],
        &[Act::GiveWorn],
        &[Act::Give, Act::Wear],
        &[Act::GiveWorn, Act::TakeOff],
        &[Act::GiveWorn, Act::GiveWorn],
        &[Act::Give, Act::Use],
        &[Act::Give, Act::Use, Act::Use],
        &[Act::GiveWorn, Act::Take],
        &[Act::Take],
        &[Act::Wear],
    ] {
        let mut scene = Scene::new("A.b").action("act", vec![], acts.iter().map(|&own| act(own)).collect());
        let more = modifier(&mut scene, Mode::Augment, 2.0, "");
        scene.book.slots = vec!["foot".to_owned(), "hand".to_owned()];
        scene.book.items = vec![ItemKind {
            carrier: carrier("boots", vec![more]),
            slots: 1,
            uses: 2,
            statuses: vec![0],
            ..ItemKind::default()
        }];
        scene.book.statuses = vec![status("shod")];
        scene.kind('A').slots = 1;
        let mut play = scene.start();
        play.decide('A', "act", &[]);
        play.step();
        let of = play.battle.state().holdings().of(play.id('A'), Pool::ITEMS);
        let items: Vec<_> = of.iter().map(|held| (held.words[Holding::AMOUNT], held.words[Holding::WORN])).collect();
        let withheld = play.notes(ChangeKind::Withheld);
        told += &format!(
            "{acts:?}: uses and slots {items:?}, movement {}, {}; withheld {:?}\n",
            movement(&play),
            held(&play, 'A'),
            withheld.iter().map(|&(_, why)| why).collect::<Vec<_>>()
        );
    }
    expect![[r#"
        [Give]: uses and slots [(2, 0)], movement 3, ; withheld []
        [GiveWorn]: uses and slots [(2, 1)], movement 5, shod #1 of 1 for 0; withheld []
        [Give, Wear]: uses and slots [(2, 1)], movement 5, shod #1 of 1 for 0; withheld []
        [GiveWorn, TakeOff]: uses and slots [(2, 0)], movement 3, ; withheld []
        [GiveWorn, GiveWorn]: uses and slots [(2, 0), (2, 1)], movement 5, shod #1 of 1 for 0; withheld []
        [Give, Use]: uses and slots [(1, 0)], movement 3, ; withheld []
        [Give, Use, Use]: uses and slots [], movement 3, ; withheld []
        [GiveWorn, Take]: uses and slots [], movement 3, ; withheld []
        [Take]: uses and slots [], movement 3, ; withheld [5]
        [Wear]: uses and slots [], movement 3, ; withheld [5]
    "#]]
    .assert_eq(&told);
}

#[test]
fn who_applied_it_is_counted_where_the_kind_says_so() {
    for (counted, expected) in [(Counted::Bearer, 1), (Counted::Source, 2)] {
        let mut scene = Scene::new("Ab");
        let target = Address(0);
        let touch: Token =
            ApplyStatus { target, status: StatusId(0), amount: Amount::Const(1), ..ApplyStatus::default() }.into();
        scene.add("act", 1, vec![crate::fixture::cell(4)], vec![code::declare(target, 0, 2), touch]);
        scene.book.statuses = vec![StatusKind { counted, ..status("mark") }];
        let mut play = scene.start();
        play.decide('A', "act", &[crate::fixture::offset(1, 0)]);
        play.decide('b', "act", &[crate::fixture::offset(0, 0)]);
        play.round();
        assert_eq!(play.battle.state().holdings().count(play.id('b')), expected, "{counted:?}");
    }
}

/// What players are told of carriers, and what their rules come to in hashes.
#[test]
fn carriers_are_told_in_words() {
    let mut scene = Scene::new("A.b").action("act", vec![], vec![code::shield(Address::SELF, 2)]);
    let [more, twice, fixed] = [
        modifier(&mut scene, Mode::Augment, 2.0, "boots"),
        modifier(&mut scene, Mode::Multiply, 2.0, ""),
        modifier(&mut scene, Mode::Replace, 1.0, ""),
    ];
    let less = modifier(&mut scene, Mode::Augment, -1.0, "");
    let [two, half] = [number(&mut scene, 2.0), number(&mut scene, 0.5)];
    let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 2), reaches: Reaches::Enemies, itself: true };
    let alteration =
        |stage, mode, amount, heals| Alteration { stage, mode, amount, heals, types: None, priority: 1, from: None };
    let handler = |on| Handler { turns: true, ..Handler::new(on, 3) };
    scene.book.slots = vec!["foot".to_owned(), "hand".to_owned()];
    scene.book.items = vec![
        ItemKind {
            carrier: carrier("boots", vec![more]),
            slots: 3,
            uses: 2,
            statuses: vec![0],
            skills: vec![0],
            ..ItemKind::default()
        },
        ItemKind { carrier: carrier("key", vec![]), ..ItemKind::default() },
    ];
    scene.book.recharges = vec!["act".to_owned()];
    let skill = SkillKind {
        carrier: carrier("strike", vec![twice]),
        action: Some(3),
        recharge: 2,
        uses: 1,
        ..SkillKind::default()
    };
    let other = SkillKind {
        carrier: carrier("other", vec![]),
        path: "Other".to_owned(),
        recharge: 1,
        replaces: vec![0],
        ..SkillKind::default()
    };
    scene.book.skills = vec![skill, other];
    let mut ill = StatusKind { lasts: Some(two), wears: true, is_bad: true, stops: true, ..status("ill") };
    ill.carrier.modifiers = vec![fixed, less];
    ill.carrier.immune = vec!["fire".to_owned()];
    let mut ward = StatusKind {
        clock: Clock::RoundEnds,
        lasts: Some(two),
        dies_with_source: true,
        charms: true,
        unremovable: true,
        ..status("ward")
    };
    ward.carrier.auras = vec![aura];
    ward.carrier.alterations = vec![
        alteration(Stage::Outgoing, Mode::Augment, two, false),
        alteration(Stage::Incoming, Mode::Multiply, half, false),
        alteration(Stage::Absorb, Mode::Augment, two, false),
        alteration(Stage::Apply, Mode::Replace, two, true),
    ];
    ward.carrier.handlers = [
        Event::Applied,
        Event::Ended(Some(Ending::Expired)),
        Event::Tick,
        Event::Begins,
        Event::Uses,
        Event::Dies,
        Event::Moves,
        Event::Health(How::Decrease, Role::Defender),
        Event::Health(How::Increase, Role::Attacker),
    ]
    .map(handler)
    .to_vec();
    scene.book.statuses = vec![ill, ward];
    let kind = scene.kind('A');
    (kind.items, kind.skills, kind.statuses, kind.slots) = (vec![(0, true), (1, false)], vec![0, 1], vec![0], 3);
    let play = scene.start();
    let reader = Reader::new(play.battle.state().sheet(&play.book), play.id('A'));
    let mut told = String::new();
    for (class, count) in [(CarrierClass::Item, 2), (CarrierClass::Skill, 2), (CarrierClass::Status, 2)] {
        for kind in 0..count {
            let of = CarrierRef { class, kind };
            assert_eq!(CarrierRef::from_word(of.to_word()), of);
            told += &format!("{class:?} {kind}\n");
            told += &rules_text::text(&rules_text::of_carrier(&play.book, of, Some(reader)));
        }
    }
    told += &play.book.describe_carriers();
    expect![[r#"
        Item 0
        Worn on foot and hand
        2 uses
        Gives the skill STRIKE
        Gives ILL
        Movement +2 (only the best of boots)
        Item 1
        Carried, not worn
        Skill 0
        1 use in a battle; recharges in 2 turns, together with OTHER
        It is shielded against 2 harm until the round ends
        Movement × 2
        Skill 1
        Recharges in 1 turn, together with STRIKE
        In place of STRIKE
        Status 0
        Lasts 2 turns, counted at the end of each of its turns, or until it is worn off
        Its amount falls by 1 at the end of each of its turns
        Who has it loses its turns
        Movement is 1
        Movement −1
        Does not take fire
        Status 1
        Lasts 2 turns, counted at the end of each round
        Who has it fights for who applied it
        Nothing but its end takes it off
        Ends with who applied it
        Harm that it deals: +2
        Harm that it takes: × 0.5
        Takes up to 2 harm away; it falls by as much
        Healing that comes through: is 2
        Gives ILL to enemies up to 2 steps away of it and itself
        As it comes, turns to the other:
          It is shielded against 2 harm until the round ends
        As its time is over, turns to the other:
          It is shielded against 2 harm until the round ends
        At the end of each round, turns to the other:
          It is shielded against 2 harm until the round ends
        As its turn begins, turns to the other:
          It is shielded against 2 harm until the round ends
        As it uses a move or an action, turns to the other:
          It is shielded against 2 harm until the round ends
        As it dies, turns to the other:
          It is shielded against 2 harm until the round ends
        When it is moved to another cell, turns to the other:
          It is shielded against 2 harm until the round ends
        When its health falls, turns to the other:
          It is shielded against 2 harm until the round ends
        When by what it does another's health rises, turns to the other:
          It is shielded against 2 harm until the round ends
        Item boots
          Augment movement by 2, priority 0 group boots
          slots foot, hand uses 2 categories 
          skill strike
          status ill
        Item key
          slots  uses 0 categories 
        Skill strike
          Multiply movement by 2, priority 0 group 
          path  recharge 2 with act uses 1
          uses act
        Skill other
          path Other recharge 1 with act uses 0
          replaces strike
        Status ill
          Replace movement by 1, priority 0 group 
          Augment movement by -1, priority 0 group 
          immune fire
          lasts 2 by BearerEnds, priority 0
          key ill counted by Bearer, limit 3 most 9: Replace All Ignore
          wears
          stops
          bad
        Status ward
          Outgoing harm Augment by 2 of all, priority 1
          Incoming harm Multiply by 0.5 of all, priority 1
          Absorb harm Augment by 2 of all, priority 1
          Apply healing Replace by 2 of all, priority 1
          on Applied turning: act, priority 0
          on Ended(Some(Expired)) turning: act, priority 0
          on Tick turning: act, priority 0
          on Begins turning: act, priority 0
          on Uses turning: act, priority 0
          on Dies turning: act, priority 0
          on Moves turning: act, priority 0
          on Health(Decrease, Defender) turning: act, priority 0
          on Health(Increase, Attacker) turning: act, priority 0
          aura ill to Enemies and itself within steps 1..2
          lasts 2 by RoundEnds, priority 0
          key ward counted by Bearer, limit 3 most 9: Replace All Ignore
          unremovable
          charms
          dies with its source
        unit A: skill strike
        unit A: skill other
        unit A: wears boots
        unit A: carries key
        unit A: status ill
        unit A: slots foot, hand
    "#]]
    .assert_eq(&told);
}

/// Who comes to stand in an aura, or in it no more, answers with what the aura gives, and its bearer with the aura's own.
#[test]
fn coming_and_going_is_answered_on_both_sides() {
    let mut scene = Scene::new("A...b").action("act", vec![crate::fixture::cell(9)], vec![code::walk(Address(0))]);
    let [enters, leaves] = [1, 3].map(|points| {
        let name = format!("gives {points}");
        scene.add(&name, 0, vec![], vec![code::shield(Address::SELF, points)])
    });
    let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 2), reaches: Reaches::All, itself: false };
    let handlers = vec![Handler::new(Event::EntersAura, enters), Handler::new(Event::LeavesAura, leaves)];
    let given =
        StatusKind { carrier: Carrier { handlers: handlers.clone(), ..carrier("chill", vec![]) }, ..status("chill") };
    let own = Carrier { auras: vec![aura], handlers, ..carrier("banner", vec![]) };
    scene.book.statuses = vec![given, StatusKind { carrier: own, ..status("banner") }];
    scene.kind('A').statuses = vec![1];
    let mut play = scene.start();
    let mut shields = Vec::new();
    for by in [-2, 1] {
        play.decide('b', "act", &[crate::fixture::offset(by, 0)]);
        play.step();
        play.step();
        shields.push((play.unit('A').shield, play.unit('b').shield));
        play.step();
    }
    assert_eq!(shields, [(1, 1), (3, 3)]);
}

/// The base of a stat that is a formula of the kind, for each kind that has one.
#[test]
fn kinds_have_formulas_for_their_bases() {
    let mut scene = Scene::new("A.bC");
    for (unit, value) in [('A', 6.0), ('b', 7.0)] {
        let formula = number(&mut scene, value);
        scene.kind(unit).formulas = vec![(StatId::MOVEMENT, formula)];
    }
    let play = scene.start();
    let sheet = play.battle.state().sheet(&play.book);
    assert_eq!(['A', 'b', 'C'].map(|unit| sheet.stat(play.id(unit), StatId::MOVEMENT)), [6, 7, 3]);
}

#[test]
fn a_program_of_a_carrier_reads_the_carriers_numbers() {
    let mut scene = Scene::new("A.b").action("act", vec![], vec![apply(0, 4, 3, false)]);
    scene.book.parameters = vec!["force".to_owned(), "other".to_owned()];
    let force = number(&mut scene, 2.0);
    let read = [vec![F::Parameter(0)], vec![F::Parameter(1)], vec![F::Amount], vec![F::Left]];
    let reads: Vec<Token> = read
        .into_iter()
        .map(|code| {
            scene.book.formulas.push(Formula { code, source: String::new() });
            let amount = Amount::Formula(scene.book.formulas.len() as u32 - 1);
            foretoken_vm::tokens::Shield { target: Address::SELF, amount, ..Default::default() }.into()
        })
        .collect();
    let answer = scene.add("answer", 0, vec![], reads);
    let mut kind = status("ward");
    kind.carrier.parameters = vec![Parameter { name: 0, formula: force, kept: None }];
    kind.carrier.handlers = vec![Handler::new(Event::Applied, answer)];
    scene.book.statuses = vec![kind];
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    play.step();
    let shields: Vec<i32> = play.notes(ChangeKind::Shield).iter().map(|&(_, after)| after).collect();
    assert_eq!(shields, [2, 6, 9], "its force, nothing, its amount and the time that is left");
}

/// A skill costs what it says, recharges, and has so many uses; others of its group recharge with it.
#[test]
fn skills_cost_recharge_and_run_out() {
    let mut scene = Scene::new("A..b");
    let programs =
        ["strike", "sweep", "rest"].map(|name| scene.add(name, 0, vec![], vec![code::shield(Address::SELF, 1)]));
    let column = |name: &str, default| Column { name: name.to_owned(), of: ColumnOf::Entity, default, weight: 0 };
    scene.book.columns = Columns::new(vec![column("mana", 9), column("rage", 4)]);
    let [three, five] = [number(&mut scene, 3.0), number(&mut scene, 5.0)];
    scene.book.recharges = vec!["blow".to_owned(), "rest".to_owned()];
    let skill = |at: usize, name: &str, costs, recharge, uses| SkillKind {
        carrier: carrier(name, vec![]),
        path: name.to_owned(),
        action: Some(programs[at]),
        costs,
        recharge,
        uses,
        recharges_with: u16::from(at == 2),
        ..SkillKind::default()
    };
    let mana = scene.book.columns.find(ColumnOf::Entity, "mana").expect("a column");
    let rage = scene.book.columns.find(ColumnOf::Entity, "rage").expect("a column");
    scene.book.skills = vec![
        skill(0, "strike", vec![(mana, three)], 2, 0),
        skill(1, "sweep", vec![(mana, five), (rage, three)], 1, 0),
        skill(2, "rest", vec![], 0, 2),
    ];
    let kind = scene.kind('A');
    (kind.skills, kind.actions) = (vec![0, 1, 2], vec![]);
    scene.kind('A').points = (9, 9);
    let mut play = scene.start();
    let mut told = String::new();
    for uses in ["strike", "sweep", "sweep", "rest", "rest", "rest", "strike", "strike", ""] {
        let offered: Vec<String> = {
            let (state, id) = (play.battle.state(), play.id('A'));
            let sheet = state.sheet(&play.book);
            let names = ["strike", "sweep", "rest"].into_iter();
            let admits = |name: &str| match sheet.admits(id, &[], play.program(name)) {
                Ok(()) => "yes".to_owned(),
                Err(error) => format!("{error:?}"),
            };
            names.map(|name| format!("{name} {}", admits(name))).collect()
        };
        let has = [mana, rage].map(|column| play.battle.state().entity_column(play.id('A'), column));
        told += &format!("{has:?}, {}; then {uses}\n", offered.join(", "));
        play.plan.clear_all();
        if !uses.is_empty() {
            play.decide('A', uses, &[]);
        }
        play.round();
    }
    expect![[r#"
        [9, 4], strike yes, sweep yes, rest yes; then strike
        [6, 4], strike Recharging, sweep Recharging, rest yes; then sweep
        [6, 4], strike yes, sweep yes, rest yes; then sweep
        [1, 1], strike TooDear, sweep TooDear, rest yes; then rest
        [1, 1], strike TooDear, sweep TooDear, rest yes; then rest
        [1, 1], strike TooDear, sweep TooDear, rest UsedUp; then rest
        [1, 1], strike TooDear, sweep TooDear, rest UsedUp; then strike
        [1, 1], strike TooDear, sweep TooDear, rest UsedUp; then strike
        [1, 1], strike TooDear, sweep TooDear, rest UsedUp; then 
    "#]]
    .assert_eq(&told);
}

/// A column that falls or rises is answered by whose it is, and by who did it where the handler says so.
#[test]
fn columns_that_change_are_answered() {
    let mut told = String::new();
    for (how, role) in [
        (How::Decrease, Role::Defender),
        (How::Increase, Role::Defender),
        (How::Change, Role::Attacker),
        (How::Unchanged, Role::Defender),
        (How::Any, Role::Attacker),
    ] {
        let mut scene = Scene::new("Ab");
        let column = |name: &str| Column { name: name.to_owned(), of: ColumnOf::Entity, default: 5, weight: 0 };
        scene.book.columns = Columns::new(vec![column("heat"), column("mana")]);
        scene.book.externs =
            vec![Extern { name: "cool".to_owned(), version: 1, words: "", step: Run::Whole(cool), preview: None }];
        let answer = scene.add("answer", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let act = scene.add("act", 0, vec![], vec![code::call(0)]);
        let mut kind = status("ward");
        kind.carrier.handlers = vec![Handler::new(Event::Column(0, how, role), answer)];
        scene.book.statuses = vec![kind];
        for unit in ['A', 'b'] {
            scene.kind(unit).statuses = vec![0];
            scene.kind(unit).actions = vec![act];
        }
        let mut play = scene.start();
        play.decide('A', "act", &[]);
        play.step();
        let shields: String = play.notes(ChangeKind::Shield).iter().map(|&(id, _)| play.unit_at(id)).collect();
        told += &format!("{how:?} {role:?}: {shields}\n");
    }
    expect![[r#"
        Decrease Defender: b
        Increase Defender: 
        Change Attacker: A
        Unchanged Defender: 
        Any Attacker: A
    "#]]
    .assert_eq(&told);
}

/// Takes from the second unit's first column, and adds to its other.
fn cool(cx: &mut Cx<'_>, _: &Call) -> Flow {
    let second = EntityId(1);
    cx.set_entity_column(second, 0, 3, Label::NONE);
    cx.set_entity_column(second, 1, 8, Label::NONE);
    Flow::Next
}

/// What a carrier's amount takes away of harm is taken from the amount, as long as there is any.
#[test]
fn what_absorbs_wears_out() {
    let mut scene = Scene::new("Ab");
    let code = vec![
        code::declare(Address(0), 0, 4),
        apply_to(0, 7),
        code::damage(Address(0), 2),
        code::damage(Address(0), 3),
        code::damage(Address(0), 4),
    ];
    scene.add("act", 1, vec![crate::fixture::cell(4)], code);
    let amount = {
        scene.book.formulas.push(Formula { code: vec![F::Amount], source: "amount".to_owned() });
        scene.book.formulas.len() as u32 - 1
    };
    let mut kind = status("ward");
    kind.carrier.alterations = vec![Alteration {
        stage: Stage::Absorb,
        mode: Mode::Augment,
        amount,
        heals: false,
        types: None,
        priority: 0,
        from: None,
    }];
    scene.book.statuses = vec![kind];
    let mut play = scene.start();
    play.decide('A', "act", &[crate::fixture::offset(1, 0)]);
    play.step();
    assert_eq!((play.unit('b').health, held(&play, 'b')), (3, String::new()), "7 of 9 are absorbed");
    let amounts: Vec<i32> = play
        .log
        .changes
        .iter()
        .filter(|change| change.kind == ChangeKind::Holding && Holding::of_place(change.at).2 == Holding::AMOUNT)
        .map(|change| change.after)
        .collect();
    assert_eq!(amounts, [7, 5, 2, 0]);
}

fn apply_to(at: u8, amount: i32) -> Token {
    let (target, amount) = (Address(at), Amount::Const(amount));
    ApplyStatus { target, status: StatusId(0), amount, ..ApplyStatus::default() }.into()
}
