//! Effect sources: stat modifiers, damage modifiers, gain and loss.

use crate::code;
use crate::fixture::{Play, Scene};
pub use crate::fixture::{effect_source, exact, modifier, number, status};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::regions::RegionId;
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::stats::{
    Again, Aura, Clock, Counted, DamageModifier, EffectSource, EffectSourceClass, Follow, Get, ItemKind, Mode,
    Modifier, Multiply, Overflow, Reaches, Rounding, Search, SkillKind, Sought, Stage, Stat, StatId, StatusKind,
};
use foretoken_vm::tokens::apply_status::Lasts;
use foretoken_vm::tokens::handle_item::Act;
use foretoken_vm::tokens::operand::{ItemId, StatusId};
use foretoken_vm::tokens::{ApplyStatus, HandleItem};
use foretoken_vm::{ChangeKind, Token};

fn modified(of: impl Fn(&mut Scene) -> [Vec<Modifier>; 3]) -> Scene {
    let mut scene = Scene::new("A..b");
    let [item, skill, own] = of(&mut scene);
    scene.book.slots = vec!["hand".to_owned()];
    scene.book.items = vec![ItemKind { effect_source: effect_source("boots", item), slots: 1, ..ItemKind::default() }];
    scene.book.skills = vec![SkillKind { effect_source: effect_source("gait", skill), ..SkillKind::default() }];
    scene.book.statuses = vec![StatusKind { effect_source: effect_source("haste", own), ..status("haste") }];
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
        let code = vec![F::Health(0xff), F::Const(3.into()), F::Less];
        scene.book.formulas.push(Formula { code, source: "health < 3".to_owned() });
        scene.book.skills[0].effect_source.condition = Some(scene.book.formulas.len() as u32 - 1);
        scene.kind('A').health = health;
        let play = scene.start();
        let sheet = play.battle.state().sheet(&play.book);
        let (base, parts, value) = sheet.breakdown(play.id('A'), StatId::MOVEMENT);
        told.push(format!("health {health}: {base} to {value}"));
        for part in parts {
            told.push(format!(
                "  {:?} {:?} {} counts {}",
                part.effect_source.class, part.mode, part.amount, part.counts
            ));
        }
    }
    expect![[r#"
        health 5: 3 to 4
          Item Augment 1 counts false
          Skill Multiply 2 counts false
          Status Augment 1 counts true
        health 2: 3 to 7
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
    ] {
        assert_eq!(stat(decimals, rounding).settle(&exact(value)), expected, "{decimals} {rounding:?} {value}");
    }
    assert_eq!(stat(2, Rounding::Down).scale(), 100);
    let compound = Stat { multiply: Multiply::Compound, ..Stat::core(StatId::MOVEMENT) };
    let mut scene = modified(|scene| {
        let times = |scene: &mut Scene| modifier(scene, Mode::Multiply, 1.5, "");
        [vec![times(scene), times(scene)], vec![], vec![]]
    });
    scene.book.stats = (0..StatId::CORE).map(|id| Stat::core(StatId(id))).collect();
    scene.book.stats[1] = compound;
    assert_eq!(movement(&scene.start()), 6, "3 times 2.25, rounded down");
}

pub fn apply(at: u16, amount: i32, ticks: u8, linked: bool) -> Token {
    let (status, amount) = (StatusId(at), Amount::Const(amount));
    ApplyStatus { target: Address::SELF, status, amount, lasts: Lasts::new(ticks, linked), ..ApplyStatus::default() }
        .into()
}

/// Returns number, amount and remaining time of each status of a unit.
pub fn held(play: &Play, unit: char) -> String {
    let of = play.battle.state().instances().of(play.id(unit), Pool::STATUSES);
    let one = |held: &EffectInstance| {
        let name = held.kind().map_or("?", |at| &play.book.statuses[at].effect_source.name);
        format!(
            "{name} #{} of {} for {}",
            held.number,
            held.words[EffectInstance::AMOUNT],
            held.words[EffectInstance::LEFT]
        )
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
                vec![StatusKind { on_reapply: again, overflow, limit: 2, clock: Clock::RoundEnds, ..status("ill") }];
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
        KeepLonger Ignore, then (1, 5): ill #1 of 1 for 5; withheld [7]
        KeepLonger Ignore, then (4, 2): ill #1 of 3 for 3; withheld [7, 7]
        KeepLonger Ignore, then (3, 3): ill #1 of 3 for 3; withheld [7, 7]
        KeepLonger Ignore, then (8, 0): ill #1 of 8 for 0; withheld [7]
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
            let damage_modifier =
                DamageModifier { stage, mode, amount, heals: false, types: None, priority: 0, from: None };
            kind.effect_source.damage_modifiers = vec![damage_modifier];
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
        [('b', Incoming, Multiply, 0.5)]: lost 2, altered to [2, 0], held Incoming #1 of 1 for 0
        [('b', Incoming, Multiply, 0.5), ('A', Outgoing, Augment, 2.0)]: lost 4, altered to [6, 3, 3, 1], held Incoming #1 of 1 for 0
        [('b', Apply, Replace, 1.0), ('b', Incoming, Augment, 5.0)]: lost 2, altered to [9, 1, 6, 1], held Apply #1 of 1 for 0, Incoming #2 of 1 for 0
        [('b', Absorb, Augment, 3.0)]: lost 4, altered to [3], held 
        [('b', Absorb, Augment, 9.0)]: lost 4, altered to [3], held 
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
        let banner = StatusKind {
            effect_source: EffectSource { auras: vec![aura], ..effect_source("banner", vec![]) },
            ..status("banner")
        };
        scene.book.statuses =
            vec![StatusKind { effect_source: effect_source("brisk", vec![more]), ..status("brisk") }, banner];
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
            effect_source: effect_source("boots", vec![more]),
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
        let of = play.battle.state().instances().of(play.id('A'), Pool::ITEMS);
        let items: Vec<_> =
            of.iter().map(|held| (held.words[EffectInstance::AMOUNT], held.words[EffectInstance::WORN])).collect();
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
        assert_eq!(play.battle.state().instances().count(play.id('b')), expected, "{counted:?}");
    }
}

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
    kind.effect_source.damage_modifiers = vec![DamageModifier {
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
        .filter(|change| {
            change.kind == ChangeKind::EffectInstance && EffectInstance::of_place(change.at).2 == EffectInstance::AMOUNT
        })
        .map(|change| change.after)
        .collect();
    assert_eq!(amounts, [7, 5, 2, 0]);
}

fn apply_to(at: u8, amount: i32) -> Token {
    let (target, amount) = (Address(at), Amount::Const(amount));
    ApplyStatus { target, status: StatusId(0), amount, ..ApplyStatus::default() }.into()
}

#[test]
fn health_follows_its_largest_as_the_stat_says() {
    let mut told = Vec::new();
    for (follow, factor) in [Follow::Clamp, Follow::Move, Follow::Scale].iter().flat_map(|how| [(how, 2.0), (how, 0.5)])
    {
        let code = vec![code::damage(Address::SELF, 4), apply(0, 1, 1, false)];
        let mut scene = Scene::new("A..b").action("act", vec![], code);
        let times = Modifier { stat: StatId::HEALTH, ..modifier(&mut scene, Mode::Multiply, factor, "") };
        scene.book.stats = (0..StatId::CORE).map(|id| Stat::core(StatId(id))).collect();
        scene.book.stats[usize::from(StatId::HEALTH.0)].follow = *follow;
        let changed = StatusKind { clock: Clock::RoundEnds, ..status("changed") };
        scene.book.statuses = vec![StatusKind { effect_source: effect_source("changed", vec![times]), ..changed }];
        scene.kind('A').health = 10;
        let mut play = scene.start();
        play.decide('A', "act", &[]);
        play.step();
        let during = play.unit('A').health;
        play.round();
        told.push(format!("{follow:?}, 6 of 10, times {factor}: {during}, then {}", play.unit('A').health));
    }
    expect![[r#"
        Clamp, 6 of 10, times 2: 6, then 6
        Clamp, 6 of 10, times 0.5: 5, then 5
        Move, 6 of 10, times 2: 16, then 6
        Move, 6 of 10, times 0.5: 1, then 6
        Scale, 6 of 10, times 2: 12, then 6
        Scale, 6 of 10, times 0.5: 3, then 6
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn what_wears_out_takes_its_room_for_health_along() {
    let mut scene = Scene::new("Ab");
    let code = vec![code::declare(Address(0), 0, 4), apply_to(0, 7), code::damage(Address(0), 2)];
    scene.add("act", 1, vec![crate::fixture::cell(4)], code);
    scene.book.formulas.push(Formula { code: vec![F::Amount], source: "amount".to_owned() });
    let amount = scene.book.formulas.len() as u32 - 1;
    let more = Modifier { stat: StatId::HEALTH, mode: Mode::Augment, amount, priority: 0, group: String::new() };
    let mut kind = StatusKind { effect_source: effect_source("ward", vec![more]), ..status("ward") };
    let (stage, mode) = (Stage::Absorb, Mode::Augment);
    kind.effect_source.damage_modifiers =
        vec![DamageModifier { stage, mode, amount, heals: false, types: None, priority: 0, from: None }];
    scene.book.statuses = vec![kind];
    scene.book.stats = (0..StatId::CORE).map(|id| Stat::core(StatId(id))).collect();
    scene.book.stats[usize::from(StatId::HEALTH.0)].follow = Follow::Move;
    let mut play = scene.start();
    play.decide('A', "act", &[crate::fixture::offset(1, 0)]);
    play.step();
    let health: Vec<i32> = play.notes(ChangeKind::Health).iter().map(|&(_, after)| after).collect();
    assert_eq!((health, held(&play, 'b')), (vec![12, 10], "ward #1 of 5 for 0".to_owned()));
}

#[test]
fn a_status_of_an_aura_reads_its_giver_and_its_bearer() {
    let has = |of: fn(u8, u8, u16) -> F, class: EffectSourceClass, kind| of(0xff, class as u8, kind);
    for (op, expected) in [
        (F::Health(0xfe), 7),
        (F::Health(0xff), 5),
        (F::Distance(0xff, 0xfe), 2),
        (F::Search(0xff, 0), 1),
        (has(F::Holds, EffectSourceClass::Item, 0), 2),
        (has(F::Has, EffectSourceClass::Item, 0), 1),
        (has(F::Has, EffectSourceClass::Item, 1), 0),
        (has(F::Holds, EffectSourceClass::Status, 0), 1),
    ] {
        let mut scene = Scene::new("A.C.b");
        scene.book.formulas.push(Formula { code: vec![op], source: String::new() });
        let amount = scene.book.formulas.len() as u32 - 1;
        let more = Modifier { stat: StatId::MOVEMENT, mode: Mode::Augment, amount, priority: 0, group: String::new() };
        let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 3), reaches: Reaches::Allies, itself: false };
        let banner = EffectSource { auras: vec![aura], ..effect_source("banner", vec![]) };
        scene.book.statuses = vec![
            StatusKind { effect_source: effect_source("brisk", vec![more]), ..status("brisk") },
            StatusKind { effect_source: banner, ..status("banner") },
        ];
        scene.book.slots = vec!["hand".to_owned()];
        let item = |name| ItemKind { effect_source: effect_source(name, vec![]), slots: 1, ..ItemKind::default() };
        scene.book.items = vec![item("glove"), item("ring")];
        let sought = Sought::Items { kinds: vec![0, 1], slots: 0, parameter: None };
        scene.book.searches = vec![Search { sought, get: Get::Count }];
        (scene.kind('A').statuses, scene.kind('A').health) = (vec![1], 7);
        (scene.kind('C').items, scene.kind('C').slots) = (vec![(0, true), (0, false)], 1);
        let play = scene.start();
        let sheet = play.battle.state().sheet(&play.book);
        assert_eq!(sheet.stat(play.id('C'), StatId::MOVEMENT) - 3, expected, "{op:?}");
    }
}

#[test]
fn a_modifier_reads_the_height_of_the_ground() {
    let mut scene = modified(|scene| {
        scene.book.formulas.push(Formula { code: vec![F::Height(Address::SELF.0)], source: "height(self)".to_owned() });
        let amount = scene.book.formulas.len() as u32 - 1;
        let own = Modifier { stat: StatId::MOVEMENT, mode: Mode::Augment, amount, priority: 0, group: String::new() };
        [vec![own], vec![], vec![]]
    });
    let cell = scene.book.board.cell(0, 0).expect("on the board");
    scene.book.board.put(cell, 0, foretoken_vm::space::Slope::level(4));
    assert_eq!(movement(&scene.start()), 3 + 4);
}

#[test]
fn nothing_of_a_bonus_group_counts_as_little_as_zero() {
    for (amounts, expected) in [
        (&[0.0][..], &[false][..]),
        (&[0.0, 2.0], &[false, true]),
        (&[0.0, -2.0], &[false, true]),
        (&[-1.0, 0.0, 1.0], &[true, false, true]),
        (&[0.0, 0.0, -1.0, 0.5], &[false, false, true, true]),
        // Of equal amounts the last counts.
        (&[2.0, 2.0], &[false, true]),
        (&[-2.0, -2.0], &[true, false]),
    ] {
        let scene = modified(|scene| {
            [amounts.iter().map(|&amount| modifier(scene, Mode::Augment, amount, "a")).collect(), vec![], vec![]]
        });
        let play = scene.start();
        let (_, parts, _) = play.battle.state().sheet(&play.book).breakdown(play.id('A'), StatId::MOVEMENT);
        assert_eq!(parts.iter().map(|part| part.counts).collect::<Vec<_>>(), expected, "{amounts:?}");
    }
}

#[test]
fn a_suspended_bonus_does_not_count_in_its_group() {
    let mut scene = modified(|scene| {
        [vec![modifier(scene, Mode::Augment, 5.0, "a")], vec![modifier(scene, Mode::Augment, 2.0, "a")], vec![]]
    });
    scene.book.formulas.push(Formula { source: "0".to_owned(), code: vec![F::Const(0.into())] });
    scene.book.items[0].effect_source.condition = Some(scene.book.formulas.len() as u32 - 1);
    assert_eq!(movement(&scene.start()), 3 + 2);
}

/// Each reading is two deeper, and none is made at a depth of 100 or more.
#[test]
fn a_stat_that_reads_itself_ends_at_its_depth() {
    let mut scene = Scene::new("A");
    let code = vec![F::Stat(Address::SELF.0, StatId::MOVEMENT.0), F::Const(1.into()), F::Add];
    scene.book.formulas.push(Formula { source: "movement + 1".to_owned(), code });
    scene.kind('A').formulas = vec![(StatId::MOVEMENT, 0)];
    assert_eq!(movement(&scene.start()), 100 / 2);
}
