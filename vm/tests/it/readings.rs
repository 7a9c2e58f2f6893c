//! Reads of formulas, and writes of tokens of other crates.

use crate::fixture::{FIRE, Scene, T1, T2, cell, offset, unit};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Address, Amount, Asks, Label, Request};
use foretoken_vm::roll::{Keep, Pool, Roll, Slot};
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::tokens::{Call, Extern};
use foretoken_vm::{
    Answer, Cell, ChancePolicy, Change, ChangeKind, Dir, Distribution, FastContext, Flow, Log, Predicted, Run,
    RunContext, Symmetry, Team,
};

pub fn columns() -> Columns {
    let column = |name: &str, of, default| Column { name: name.to_owned(), of, default, weight: 0 };
    Columns::new(vec![
        column("heat", ColumnOf::Entity, 2),
        column("ash", ColumnOf::Cell, 3),
        column("tide", ColumnOf::Battle, 4),
    ])
}

pub fn called(name: &str, step: Run<Call>) -> Vec<Extern> {
    vec![Extern::new(name, 1, step)]
}

fn tell(cx: &mut RunContext<'_>, call: &Call) -> Flow {
    let value = cx.amount(call.amount);
    cx.set_battle(BattleField::Losses, value);
    Flow::Next
}

#[test]
fn each_reading_is_of_what_it_says() {
    let readings = [
        F::Health(0),
        F::Health(1),
        F::Health(0xff),
        F::Health(0xfe),
        F::Health(0xfd),
        F::Health(2),
        F::MaxHealth(0),
        F::MaxHealth(2),
        F::Shield(0),
        F::Shield(2),
        F::Distance(0, 0xff),
        F::Distance(0, 1),
        F::Distance(0, 0xfc),
        F::Distance(0, 9),
        F::Exists(0),
        F::Exists(1),
        F::Exists(2),
        F::Exists(3),
        F::Exists(9),
        F::Occupied(0),
        F::Occupied(1),
        F::Occupied(3),
        F::Enemies(0, 0xff),
        F::Enemies(0xff, 0xff),
        F::Enemies(1, 0xff),
        F::Enemies(3, 0xff),
        F::OnSurface(0, FIRE),
        F::OnSurface(0, 1),
        F::OnSurface(1, FIRE),
        F::OnSurface(1, 0),
        F::EntityColumn(0, 0),
        F::EntityColumn(0, 1),
        F::CellColumn(0, 0),
        F::CellColumn(9, 0),
        F::BattleColumn(0),
        F::BattleColumn(1),
        F::Round,
        F::Hard,
        F::Losses,
        F::Count(0),
        F::Count(1),
        F::Count(2),
        F::Inside(0, 1),
        F::Inside(1, 1),
        F::Inside(0, 0),
        F::Draw(0),
        F::Draw(1),
        F::Number(2),
        F::Number(0),
        F::Side(0, 0xff),
        F::Side(0xff, 0),
        F::Side(1, 0xff),
        F::Side(0xff, 0xff),
        F::Speed(0xff),
        F::Speed(1),
        F::Initiative(0xff),
        F::Initiative(1),
        F::Movement(0),
        F::Movement(1),
    ];
    let mut text = String::new();
    for reading in readings {
        let number = Request { asks: Asks::Number, min: Amount::Const(1), max: Amount::Const(9), ..cell(9) };
        let requests = vec![unit(9), cell(9), number, cell(9)];
        let mut scene = Scene::new("A.^b\nC#.d").action(
            "read",
            requests,
            vec![Call { amount: Amount::Formula(0), ..Call::default() }.into()],
        );
        scene.book.columns = columns();
        scene.book.externs = called("tell", Run::Whole(tell));
        scene.opening.is_hard = true;
        scene.opening.surfaces.push((Cell::new(3, 0).expect("a cell"), FIRE - 1));
        scene.book.board.add_zone(Cell::new(3, 0).expect("a cell"), 1);
        scene.kind('A').tags = 0b10;
        scene.kind('b').tags = 0b11;
        scene.kind('C').tags = 0b10;
        scene.opening.roster[3].team = Team::NEUTRAL;
        scene.book.distributions = vec![Distribution::new([(7, 1)]).expect("one outcome")];
        scene.book.formulas.push(Formula { source: String::new(), code: vec![reading] });
        let mut play = scene.start();
        let b = play.id('b');
        let book = play.book.clone();
        for (kind, after) in [(ChangeKind::Health, 3), (ChangeKind::Shield, 6)] {
            let change = Change { kind, label: Label::NONE, entity: b, at: 0, before: 0, after };
            play.battle.state_mut().apply(&book, &change);
        }
        play.battle.state_mut().apply(&book, &Change::battle(BattleField::Losses, 0, -1));
        play.decide('A', "read", &[Answer::Unit(b), offset(1, 0), Answer::Number(5), offset(3, 1)]);
        play.step();
        text.push_str(&format!("{reading:?}: {}\n", play.battle.state().battle(BattleField::Losses)));
    }
    expect![[r#"
        Health(0): 3
        Health(1): 0
        Health(255): 5
        Health(254): 5
        Health(253): 5
        Health(2): 0
        MaxHealth(0): 5
        MaxHealth(2): 0
        Shield(0): 6
        Shield(2): 0
        Distance(0, 255): 3
        Distance(0, 1): 2
        Distance(0, 252): 3
        Distance(0, 9): 0
        Exists(0): 1
        Exists(1): 1
        Exists(2): 0
        Exists(3): 1
        Exists(9): 0
        Occupied(0): 1
        Occupied(1): 0
        Occupied(3): 1
        Enemies(0, 255): 1
        Enemies(255, 255): 0
        Enemies(1, 255): 0
        Enemies(3, 255): 0
        OnSurface(0, 2): 1
        OnSurface(0, 1): 0
        OnSurface(1, 2): 0
        OnSurface(1, 0): 0
        EntityColumn(0, 0): 2
        EntityColumn(0, 1): 0
        CellColumn(0, 0): 3
        CellColumn(9, 0): 0
        BattleColumn(0): 4
        BattleColumn(1): 0
        Round: 1
        Hard: 1
        Losses: -1
        Count(0): 1
        Count(1): 3
        Count(2): 0
        Inside(0, 1): 1
        Inside(1, 1): 1
        Inside(0, 0): 0
        Draw(0): 7
        Draw(1): 0
        Number(2): 5
        Number(0): 0
        Side(0, 255): 2
        Side(255, 0): 0
        Side(1, 255): 4
        Side(255, 255): 4
        Speed(255): 0
        Speed(1): 0
        Initiative(255): 100
        Initiative(1): 0
        Movement(0): 3
        Movement(1): 0
    "#]]
    .assert_eq(&text);
}

#[test]
fn tokens_of_other_crates_write_what_they_say() {
    fn over_all(cx: &mut RunContext<'_>, call: &Call) -> Flow {
        let Some(id) = cx.unit_at(call.target) else { return Flow::Next };
        let to = cx.cell_at(call.other).unwrap_or(Cell::NOWHERE);
        for _ in 0..2 {
            cx.set_facing(id, Dir::North, Label(1));
            cx.set_flags(id, flag::ANCHORED, flag::HIDDEN, Label(2));
            cx.set_entity_column(id, 0, 5, Label(3));
            cx.set_cell_column(to, 0, 6, Label(4));
            cx.set_cell_column(Cell::NOWHERE, 0, 6, Label(4));
            cx.set_battle_column(0, 7, Label(5));
            cx.set_battle(BattleField::Losses, 8);
            cx.apply_damage(id, 1, Label(6));
            let told = i32::from(cx.set_cell(id, to, Label(7)));
            let dir = cx.dir_at(call.other).map_or(-1, |dir| dir as i32);
            let facts = [cx.is_free(to), cx.is_ground(to), cx.is_aim_blocked(to), cx.is_preview()];
            let facts = facts.iter().fold(0, |sum, &fact| sum * 2 + i32::from(fact));
            cx.note(ChangeKind::Struck, id, to.bits(), told * 100 + dir, facts, Label(8));
        }
        cx.kill(id, Label(9));
        cx.kill(id, Label(9));
        Flow::Next
    }
    fn over_slices(fast: &mut FastContext<'_>, call: &Call) -> Flow {
        let (Some(id), Some(to)) = (fast.unit_at(call.target), fast.spot_at(call.other)) else { return Flow::Next };
        for _ in 0..2 {
            fast.set_health(id, 4, Label(1));
            fast.set_shield(id, 2, Label(2));
            fast.set_facing(id, Dir::South, Label(3));
            fast.set_stunned(id, 3, Label(4));
            fast.set_redirect(id, Symmetry::from_index(6), Label(5));
            fast.anchor(id, Label(6));
            fast.harm(id, 1, Label(7));
            fast.shift(id, to, Label(8));
            let dir = fast.dir_at(call.other).map_or(-1, |dir| dir as i32);
            let facts = [fast.is_free(to), fast.occupant(to) == id, fast.surface(to.cell).is_some(), fast.is_preview()];
            let facts = facts.iter().fold(0, |sum, &fact| sum * 2 + i32::from(fact));
            fast.note(ChangeKind::Struck, fast.actor(), to.cell, facts * 10 + dir, Label(9));
            let (beside, _) = fast.beside(to, Dir::East);
            fast.note(ChangeKind::Struck, fast.occupant(beside), beside.cell, 0, Label(10));
        }
        fast.kill(id, Label(11));
        Flow::Next
    }
    let mut text = String::new();
    for step in [Run::Whole(over_all as fn(&mut RunContext<'_>, &Call) -> Flow), Run::FastContext(over_slices)] {
        let call = Call { target: T1, other: T2, ..Call::default() }.into();
        let mut scene = Scene::new("A.b\n.^c").action("call", vec![cell(9), cell(9)], vec![call]);
        scene.book.columns = columns();
        scene.book.externs = called("write", step);
        let mut play = scene.start();
        play.decide('A', "call", &[offset(2, 0), offset(1, 1)]);
        play.step();
        text.extend(play.log.changes.iter().map(|change| {
            let Change { kind, label, entity, before, after, .. } = *change;
            format!("{kind:?} {entity} {} {before} to {after} by {}\n", change.cell(), label.0)
        }));
        crate::fixture::validate(&play.book, play.battle.state());
    }
    expect![[r#"
        NextPlace #0 a1 0 to 1 by 0
        Facing #1 a1 2 to 0 by 1
        Flags #1 a1 3 to 11 by 2
        EntityColumn #1 a1 2 to 5 by 3
        CellColumn #0 b2 3 to 6 by 4
        BattleColumn #- a1 4 to 7 by 5
        Battle #- e1 0 to 8 by 0
        Health #1 a1 5 to 4 by 6
        Cell #1 a1 2 to 4097 by 7
        Struck #1 b2 102 to 4 by 8
        Health #1 a1 4 to 3 by 6
        Struck #1 b2 2 to 4 by 8
        Flags #1 a1 11 to 10 by 9
        NextPlace #0 a1 0 to 1 by 0
        Health #1 a1 5 to 4 by 1
        Shield #1 a1 0 to 2 by 2
        Facing #1 a1 2 to 4 by 3
        Stunned #1 a1 0 to 3 by 4
        Redirected #1 a1 0 to 6 by 5
        Flags #1 a1 3 to 11 by 6
        Shield #1 a1 2 to 1 by 7
        Cell #1 a1 2 to 4097 by 8
        Struck #0 b2 0 to 62 by 9
        Struck #2 c2 0 to 0 by 10
        Shield #1 a1 1 to 2 by 2
        Shield #1 a1 2 to 1 by 7
        Struck #0 b2 0 to 62 by 9
        Struck #2 c2 0 to 0 by 10
        Flags #1 a1 11 to 10 by 11
    "#]]
    .assert_eq(&text);
}

#[test]
fn sides_go_by_facing() {
    let mut text = String::new();
    for facing in [Dir::North, Dir::East, Dir::South, Dir::West] {
        let mut row = format!("{}:", facing.name());
        for board in ["b..\n.A.\n...", ".b.\n.A.\n...", "...\n.Ab\n...", "...\n.A.\n.b.", "...\nbA.\n..."] {
            let mut scene = Scene::new(board).action(
                "read",
                vec![unit(9)],
                vec![Call { amount: Amount::Formula(0), ..Call::default() }.into()],
            );
            scene.book.columns = columns();
            scene.book.externs = called("tell", Run::Whole(tell));
            let side = F::Side(Address::SELF.0, 0);
            scene.book.formulas.push(Formula { source: String::new(), code: vec![side] });
            let mut play = scene.start();
            let (a, b, book) = (play.id('A'), play.id('b'), play.book.clone());
            let turned = Change::number(ChangeKind::Facing, a, 0, facing as i32, Label::NONE);
            play.battle.state_mut().apply(&book, &turned);
            play.decide('A', "read", &[Answer::Unit(b)]);
            play.step();
            play.step();
            let side =
                ["front", "left", "back", "right", "none"][play.battle.state().battle(BattleField::Losses) as usize];
            row.push_str(&format!(" {side}"));
        }
        text.push_str(&format!("{row}\n"));
    }
    expect![[r#"
        north: front front right back left
        east: back left front right back
        south: back back left front right
        west: front right back left front
    "#]]
    .assert_eq(&text);
}

#[test]
fn dice_are_thrown_in_execution_alone() {
    let mut scene = Scene::new("Ab").action(
        "hit",
        vec![cell(1)],
        vec![foretoken_vm::tokens::Damage { target: T1, amount: Amount::Formula(0), ..Default::default() }.into()],
    );
    scene.kind('b').health = 100;
    let pool = Pool { keep: Keep::Highest(2), ..Pool::default() };
    let given = vec![Slot::Count, Slot::Sides];
    scene.book.rolls.push(Roll { source: "3d6kh2".to_owned(), pools: vec![pool], given, ..Roll::default() });
    let code = vec![F::Const(3.into()), F::Const(6.into()), F::RollGiven(0, 2)];
    scene.book.formulas.push(Formula { source: String::new(), code });
    let mut play = scene.start_with(3);
    play.decide('A', "hit", &[offset(1, 0)]);
    let known = play.known(Team::PLAYER);
    let told = |log: &Log| {
        let drawn = log.changes.iter().filter(|change| matches!(change.kind, ChangeKind::Rolled | ChangeKind::Drew));
        drawn
            .map(|change| format!("{:?} {} {} {}\n", change.kind, change.at, change.before, change.after))
            .collect::<String>()
    };
    let mut predicted = Predicted::of(&known);
    predicted.apply_for_preview(&play.book, &play.plan, ChancePolicy::Likely, &mut play.buffers, &mut play.log);
    let foreseen = told(&play.log);
    play.log.clear();
    play.step();
    let carried_out = told(&play.log);
    expect![[r#"
        foreseen:
        Drew 65536 7 9
        carried out:
        Rolled 6 1 6
        Rolled 6 1 4
        Rolled 6 0 2
        Drew 65536 8 10
    "#]]
    .assert_eq(&format!("foreseen:\n{foreseen}carried out:\n{carried_out}"));
}

#[test]
fn what_is_drawn_is_told() {
    let mut scene = Scene::new("Ab").action(
        "hit",
        vec![cell(1)],
        vec![foretoken_vm::tokens::Damage { target: T1, amount: Amount::Formula(0), ..Default::default() }.into()],
    );
    scene.book.distributions = vec![Distribution::new([(1, 1), (2, 3), (4, 1)]).expect("outcomes")];
    scene.book.formulas.push(Formula { source: String::new(), code: vec![F::Draw(0)] });
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(1, 0)]);
    let known = play.known(Team::PLAYER);
    for (policy, index, value) in [(ChancePolicy::Low, 0, 1), (ChancePolicy::Likely, 1, 2), (ChancePolicy::High, 2, 4)]
    {
        play.log.clear();
        assert!(!play.log.drew_chance);
        let mut predicted = Predicted::of(&known);
        predicted.apply_for_preview(&play.book, &play.plan, policy, &mut play.buffers, &mut play.log);
        let drawn = play.log.changes.iter().find(|change| change.kind == ChangeKind::Drew).expect("chance was asked");
        assert_eq!((drawn.at, drawn.before, drawn.after, drawn.entity), (0, index, value, play.id('A')));
        assert!(play.log.drew_chance);
    }
}

#[test]
fn a_roll_with_given_dice_is_one_number() {
    let shield =
        foretoken_vm::tokens::Shield { target: Address::SELF, amount: Amount::Formula(0), ..Default::default() };
    let mut scene = Scene::new("Ab").action("act", vec![], vec![shield.into()]);
    let given = vec![Slot::Count, Slot::Sides];
    let roll = Roll { source: "dice".to_owned(), pools: vec![Pool::default()], given, ..Roll::default() };
    scene.book.rolls.push(roll);
    let code = vec![
        F::Const(100.into()),
        F::Const(3.into()),
        F::Const(1.into()),
        F::RollGiven(0, 2),
        F::Add,
        F::Const(2.into()),
        F::Multiply,
    ];
    scene.book.formulas.push(Formula { source: String::new(), code });
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    play.step();
    assert_eq!(play.unit('A').shield, 206);
}
