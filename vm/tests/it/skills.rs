//! Skills: costs, recharges and limited uses.

use crate::code;
use crate::effect_sources::{effect_source, number};
use crate::fixture::Scene;
use expect_test::expect;
use foretoken_vm::program::Address;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::stats::SkillKind;
use foretoken_vm::{ActionUse, Buffers, ChangeKind, Intent, Log, Plan, Predicted, Team, UseError};

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
        effect_source: effect_source(name, vec![]),
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
            let admits = |name: &str| match sheet.admits(id, play.program(name)) {
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

#[test]
fn costs_of_one_intent_add_up() {
    let mut scene = Scene::new("A..b");
    let blow = scene.add("blow", 0, vec![], vec![code::shield(Address::SELF, 1)]);
    let mana = Column { name: "mana".to_owned(), of: ColumnOf::Entity, default: 6, weight: 0 };
    scene.book.columns = Columns::new(vec![mana]);
    let three = number(&mut scene, 3.0);
    let blow = SkillKind { action: Some(blow), costs: vec![(0, three)], ..SkillKind::default() };
    scene.book.skills =
        vec![SkillKind { effect_source: effect_source("blow", vec![]), path: "blow".to_owned(), ..blow }];
    scene.book.recharges = vec!["blow".to_owned()];
    (scene.kind('A').skills, scene.kind('A').points) = (vec![0], (9, 9));
    let mut play = scene.start();
    let (unit, blow) = (play.id('A'), play.program("blow"));
    let known = play.known(Team::PLAYER);
    let told = [0, 1, 2].map(|before| {
        let intent = Intent { uses: vec![ActionUse::new(blow); before], complete: false };
        let mut plan = Plan::default();
        plan.set(unit, intent.clone(), 0);
        let mut choosing = Predicted::of(&known);
        choosing.run_open(&play.book, &plan, &mut Buffers::default(), &mut Log::default());
        intent.allows(&play.book, choosing.state(), unit, blow)
    });
    assert_eq!(told, [Ok(()), Ok(()), Err(UseError::TooDear)]);
    play.intend('A', Intent { uses: vec![ActionUse::new(blow); 3], complete: true });
    play.step();
    assert_eq!(play.notes(ChangeKind::Refused), [(unit, UseError::TooDear as i32)], "refused when it is carried out");
}

#[test]
fn a_unit_has_no_skill_of_another_kind() {
    let mut scene = Scene::new("A..b");
    scene.book.skills = ["own", "foreign"]
        .map(|name| SkillKind {
            effect_source: effect_source(name, vec![]),
            path: name.to_owned(),
            ..SkillKind::default()
        })
        .to_vec();
    (scene.kind('A').skills, scene.kind('b').skills) = (vec![0], vec![1]);
    let play = scene.start();
    let sheet = play.battle.state().sheet(&play.book);
    let has = |unit, skill| sheet.has_skill(play.id(unit), skill);
    assert_eq!([has('A', 0), has('A', 1), has('b', 0), has('b', 1)], [true, false, false, true]);
}
