//! States: changes, hashes, kept copies, and migration to other rules.

use crate::code;
use crate::fixture::{ENEMY, FIRE, ICE, Play, Scene, T1, cell, offset};
use expect_test::expect;
use foretoken_vm::program::Label;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::state::{BattleField, Named, Pool, Renames, entry, flag};
use foretoken_vm::tokens::{Call, Extern};
use foretoken_vm::{
    Advance, Battle, Cell, Change, ChangeKind, Dir, EntityId, Flow, GameState, Log, Predicted, Rules, Run, RunContext,
    Slot, Team,
};

fn columns(names: &[(&str, ColumnOf, i32)]) -> Columns {
    let column =
        |&(name, of, default): &(&str, ColumnOf, i32)| Column { name: name.to_owned(), of, default, weight: 0 };
    Columns::new(names.iter().map(column).collect())
}

fn scene() -> Scene {
    let mut scene = Scene::new(
        "A.b.~
         ..C..
         o.^.#",
    );
    scene.book.columns = columns(&[
        ("heat", ColumnOf::Entity, 2),
        ("cold", ColumnOf::Entity, 0),
        ("ash", ColumnOf::Cell, 1),
        ("time", ColumnOf::Battle, 0),
    ]);
    let boom = scene.add("boom", 1, vec![], vec![code::damage(T1, 1)]);
    scene.book.programs[usize::from(boom)].captured = 1;
    let code = vec![
        code::delay_with_target(boom, 2).into(),
        code::damage(T1, 1),
        code::lay(T1, FIRE),
        code::anchor(foretoken_vm::Address::SELF),
    ];
    let mut scene = scene.action("act", vec![cell(9)], code);
    scene.book.programs.last_mut().expect("just added").data = vec![0];
    scene
}

fn played() -> Play {
    let mut play = scene().start();
    play.decide('A', "act", &[offset(2, 0)]);
    play.decide('C', "act", &[offset(-2, 1)]);
    play.round();
    play
}

const NOBODY: EntityId = EntityId::NONE;

fn changes() -> Vec<(Change, Change)> {
    let at = |x, y| Cell::new(x, y).expect("on the board");
    let (b, stranger) = (EntityId(1), EntityId(9));
    let of = |kind, entity, at, after| Change { kind, label: Label::NONE, entity, at, before: 0, after };
    let number = |kind, after| (of(kind, b, 0, after), of(kind, stranger, 0, after));
    let there = at(3, 0).bits();
    let nowhere = Cell::NOWHERE.bits();
    vec![
        (of(ChangeKind::NextPlace, NOBODY, 0, 2), of(ChangeKind::Health, stranger, 0, 2)),
        number(ChangeKind::Cell, at(3, 1).bits() as i32),
        number(ChangeKind::Health, 2),
        number(ChangeKind::Flags, 0),
        number(ChangeKind::Flags, (flag::ALIVE | flag::ANCHORED) as i32),
        number(ChangeKind::Shield, 4),
        number(ChangeKind::Facing, Dir::North as i32),
        number(ChangeKind::Facing, Dir::South as i32),
        number(ChangeKind::Initiative, 7),
        number(ChangeKind::Speed, 8),
        number(ChangeKind::Movement, 9),
        number(ChangeKind::Stunned, 3),
        number(ChangeKind::Redirected, 5),
        number(ChangeKind::Team, 6),
        (
            of(ChangeKind::Surface, NOBODY, there, i32::from(ICE) | 3 << 8),
            of(ChangeKind::Surface, NOBODY, nowhere, i32::from(ICE) | 3 << 8),
        ),
        (of(ChangeKind::EntityColumn, b, 1, 11), of(ChangeKind::EntityColumn, stranger, 1, 11)),
        (of(ChangeKind::CellColumn, EntityId(0), there, 12), of(ChangeKind::CellColumn, EntityId(1), there, 12)),
        (of(ChangeKind::BattleColumn, NOBODY, 0, 13), of(ChangeKind::BattleColumn, NOBODY, 1, 13)),
        (of(ChangeKind::Battle, NOBODY, BattleField::Losses as u32, 14), of(ChangeKind::Battle, NOBODY, 11, 14)),
        (of(ChangeKind::Agenda, NOBODY, 1, 0), of(ChangeKind::Agenda, NOBODY, 9, 0)),
        (of(ChangeKind::Agenda, NOBODY, 2, -1), of(ChangeKind::Agenda, NOBODY, 1, -1)),
        (of(ChangeKind::Agenda, NOBODY, 3, 1), of(ChangeKind::Agenda, NOBODY, 4, 1)),
        (
            of(ChangeKind::Entry, EntityId(1), entry::INITIATIVE as u32, 15),
            of(ChangeKind::Entry, EntityId(1), entry::WORDS as u32, 15),
        ),
        (
            of(ChangeKind::Entry, EntityId(3), entry::SPEED as u32, 16),
            of(ChangeKind::Entry, EntityId(3), entry::SPEED as u32, 0),
        ),
        (Change::spawn(EntityId(3), 0, ENEMY, at(0, 1), Label::NONE), of(ChangeKind::Struck, NOBODY, there, 0)),
    ]
}

fn lines(state: &GameState) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, row) in state.entities().iter().enumerate() {
        let id = EntityId(index as u16);
        let standing = state.occupant(row.cell) == id;
        lines.push(format!(
            "{id}: {} {standing} health {}/{} shield {} initiative {} speed {} movement {} flags {} kind {} team {} \
             facing {} stunned {} turned {} columns {} {}",
            row.cell,
            row.health,
            row.max_health,
            row.shield,
            row.initiative,
            row.speed,
            row.movement,
            row.flags,
            row.unit_type,
            row.team.0,
            row.facing,
            row.stunned,
            row.redirect.index(),
            state.entity_column(id, 0),
            state.entity_column(id, 1),
        ));
    }
    let surfaces = state.cells().surfaces();
    lines.extend(surfaces.map(|(cell, row)| format!("{cell}: surface {} for {}", row.surface, row.rounds_left)));
    lines.extend(
        state.cells().changed_columns().map(|(cell, column, value)| format!("{cell}: column {column} {value}")),
    );
    let fields = [BattleField::Round, BattleField::Outcome, BattleField::BlowHarm, BattleField::BlowPush];
    lines.push(format!(
        "battle {:?} {} {:?}",
        fields.map(|field| state.battle(field)),
        state.battle(BattleField::Losses),
        state.battle_column(0)
    ));
    lines.push(format!("agenda {:?} from {}", state.agenda().collect::<Vec<_>>(), state.next_place()));
    lines.extend(state.entries().iter().map(|words| format!("entry {words:?}")));
    lines
}

#[test]
fn each_change_alters_what_it_says_and_nothing_else() {
    let mut text = lines(played().battle.state());
    for (change, idle) in changes() {
        let mut play = played();
        let (book, before) = (play.book.clone(), lines(play.battle.state()));
        let whole = play.battle.state().clone();
        play.battle.state_mut().apply(&book, &idle);
        assert_eq!(*play.battle.state(), whole, "{idle:?} is of nothing");
        let mut log = Log::default();
        play.battle.state_mut().write(&book, &mut log, change);
        assert_eq!(log.changes[..], [change]);
        let after = lines(play.battle.state());
        text.push(format!("{:?} {} {} to {}", change.kind, change.entity, change.at, change.after));
        text.extend(before.iter().filter(|line| !after.contains(line)).map(|line| format!("- {line}")));
        text.extend(after.iter().filter(|line| !before.contains(line)).map(|line| format!("+ {line}")));
        assert_ne!(*play.battle.state(), whole);
        assert_ne!(play.battle.state().hash64(&book), whole.hash64(&book), "{change:?}");
    }
    expect![[r#"
        #0: a1 true health 5/5 shield 0 initiative 100 speed 0 movement 3 flags 11 kind 0 team 0 facing 2 stunned 0 turned 0 columns 0 2
        #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        #2: c2 true health 5/5 shield 0 initiative 98 speed 0 movement 3 flags 11 kind 2 team 0 facing 2 stunned 0 turned 0 columns 0 2
        c1: surface 2 for 0
        e1: surface 1 for 0
        a3: surface 2 for 0
        c3: surface 2 for 0
        battle [2, 0, 0, 0] 0 0
        agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        entry [1, 0, 3, 3, 100, 0, 0, 0, 2, -2130640897, 0, 0, 0, 0, 0, 0]
        entry [1, 2, 3, 3, 98, 0, 0, 0, 8192, -2130640897, 0, 0, 0, 0, 0, 0]
        NextPlace #- 0 to 2
        - agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        + agenda [Unit(#0), Unit(#1), Unit(#2)] from 2
        Cell #1 0 to 4099
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: d2 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Health #1 0 to 2
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 2/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Flags #1 0 to 0
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 false health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 0 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Flags #1 0 to 9
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 9 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Shield #1 0 to 4
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 4 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Facing #1 0 to 0
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 0 stunned 0 turned 0 columns 0 2
        Facing #1 0 to 4
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 4 stunned 0 turned 0 columns 0 2
        Initiative #1 0 to 7
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 7 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Speed #1 0 to 8
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 8 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Movement #1 0 to 9
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 9 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        Stunned #1 0 to 3
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 3 turned 0 columns 0 2
        Redirected #1 0 to 5
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 5 columns 0 2
        Team #1 0 to 6
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 6 facing 2 stunned 0 turned 0 columns 0 2
        Surface #- 3 to 769
        + d1: surface 1 for 3
        EntityColumn #1 1 to 11
        - #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 2
        + #1: c1 true health 4/5 shield 0 initiative 99 speed 0 movement 3 flags 3 kind 1 team 1 facing 2 stunned 0 turned 0 columns 0 11
        CellColumn #0 3 to 12
        + d1: column 0 12
        BattleColumn #- 0 to 13
        - battle [2, 0, 0, 0] 0 0
        + battle [2, 0, 0, 0] 0 13
        Battle #- 4 to 14
        - battle [2, 0, 0, 0] 0 0
        + battle [2, 0, 0, 0] 14 0
        Agenda #- 1 to 0
        - agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        + agenda [Unit(#0), Unit(#0), Unit(#2)] from 0
        Agenda #- 2 to -1
        - agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        + agenda [Unit(#0), Unit(#1)] from 0
        Agenda #- 3 to 1
        - agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        + agenda [Unit(#0), Unit(#1), Unit(#2), Unit(#1)] from 0
        Entry #1 4 to 15
        - entry [1, 2, 3, 3, 98, 0, 0, 0, 8192, -2130640897, 0, 0, 0, 0, 0, 0]
        + entry [1, 2, 3, 3, 15, 0, 0, 0, 8192, -2130640897, 0, 0, 0, 0, 0, 0]
        Entry #3 5 to 16
        + entry [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + entry [0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        Spawn #3 4096 to 1073807360
        + #3: a2 true health 5/5 shield 0 initiative 100 speed 0 movement 3 flags 3 kind 0 team 1 facing 6 stunned 0 turned 0 columns 0 2
    "#]]
    .assert_eq(&format!("{}\n", text.join("\n")));
}

/// Records store hashes, so these values must never change.
#[test]
fn hashes_are_those_of_the_records() {
    let play = played();
    let mut hashes = vec![
        ("rules".to_owned(), scene().opening.start_hash(&play.book)),
        ("start".to_owned(), scene().start().battle.state().hash64(&play.book)),
        ("a round later".to_owned(), play.battle.state().hash64(&play.book)),
    ];
    let mut state = play.battle.state().clone();
    for (change, _) in changes() {
        let expected = state.hash64(&play.book);
        let before = state.clone();
        state.apply(&play.book, &change);
        hashes.push((format!("{:?}", change.kind), state.hash64(&play.book)));
        assert_eq!(state == before, state.hash64(&play.book) == expected, "{change:?}");
    }
    let text: Vec<String> = hashes.iter().map(|(of, hash)| format!("{hash:016x} {of}")).collect();
    expect![[r#"
        639d764bc070b028 rules
        c33dcc8abe43769b start
        0e2b3477260d9dba a round later
        922f0bca38c0c755 NextPlace
        20036fd3bc2d7b88 Cell
        c742dee0cb84fe45 Health
        ce6781c5966e5795 Flags
        25cb022d6d2c6b33 Flags
        5023d9504a85ad18 Shield
        6c50c0787f70885f Facing
        264244acf958a1a8 Facing
        642c4ec87d9e418f Initiative
        4171365a9c0b5daf Speed
        4d9f3cf735cddf69 Movement
        ff636151ced542d7 Stunned
        062dba4a4842cc0f Redirected
        793081208a2bee00 Team
        238e13037dbf4191 Surface
        2d8a55fe64043774 EntityColumn
        20c06af18273b1f6 CellColumn
        8ecc677e767a8a97 BattleColumn
        0a0112789898eec7 Battle
        831fd70da86958f2 Agenda
        f2cf692336b456be Agenda
        f2cf692336b456be Agenda
        b3f8f186e08457d9 Entry
        e9bae88dfe295498 Entry
        ad7a8560532217ee Spawn
    "#]]
    .assert_eq(&format!("{}\n", text.join("\n")));
}

#[test]
fn every_part_of_the_rules_counts_in_their_hash() {
    type Alter = fn(&mut Rules);
    let damage_modifiers: [(&str, Alter); 12] = [
        ("scenario", |rules| rules.scenario.push('x')),
        ("ground", |rules| rules.board.set_terrain(Cell::new(1, 0).expect("a cell"), 1)),
        ("zones", |rules| rules.board.add_zone(Cell::new(1, 0).expect("a cell"), 2)),
        ("terrains", |rules| rules.terrains[0].avoided = true),
        ("surfaces", |rules| rules.surfaces[0].lasts = 3),
        ("archetypes", |rules| rules.unit_types[0].speed = 3),
        ("code", |rules| rules.programs[0].code.push(code::wait())),
        ("cost", |rules| rules.programs[0].priority = 1),
        ("tags", |rules| rules.tags.push("dark".to_owned())),
        ("zone names", |rules| rules.zones.push("gate".to_owned())),
        ("collisions", |rules| rules.collision_harm = 2),
        ("limits", |rules| rules.limits.fuel = 100),
    ];
    let rules = scene().book;
    let whole = rules.clone().build().hash64();
    let mut seen = vec![whole];
    for (part, alter) in damage_modifiers {
        let mut altered = rules.clone();
        alter(&mut altered);
        let hash = altered.build().hash64();
        assert!(!seen.contains(&hash), "{part}");
        seen.push(hash);
    }
    let mut named = rules;
    named.sides = vec!["The player's".to_owned()];
    assert_eq!(named.build().hash64(), whole, "what a side is called decides nothing");
}

#[test]
fn a_battle_that_is_kept_comes_back_as_it_was() {
    let mut play = played();
    let (kept, then) = (play.battle.keep(), play.battle.clone());
    assert!(kept.footprint() > 0 && kept.footprint() < play.battle.state().footprint());
    play.round();
    assert_ne!(play.battle, then);
    assert_eq!(kept.battle(&play.book), then);
    let other = Scene::new("A").start();
    for mut battle in [play.battle.clone(), other.battle] {
        battle.return_to(&kept, &play.book);
        assert_eq!(battle, then);
        for (index, row) in battle.state().entities().iter().enumerate() {
            assert_eq!(battle.state().occupant(row.cell), EntityId(index as u16));
        }
        play.battle = battle;
        play.log.clear();
        play.round();
        crate::fixture::validate(&play.book, play.battle.state());
    }
}

#[test]
fn a_prediction_that_is_kept_is_read_as_it_was() {
    let mut play = played();
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    play.foresee(&mut predicted);
    let (kept, then) = (predicted.keep(), predicted.state().clone());
    while play.foresee(&mut predicted) != Advance::RoundEnd {}
    assert!(kept.is_of(&then) && !kept.is_of(predicted.state()));
    assert_eq!((kept.battle(BattleField::Round), predicted.keep().battle(BattleField::Round)), (2, 3));
    let a = play.id('A');
    assert_eq!(
        (kept.entity(a), kept.held(a, Pool::STATUSES)),
        (then.entity(a), then.instances().of(a, Pool::STATUSES))
    );
}

fn moved() -> (Rules, Renames) {
    let mut rules = scene().book;
    rules.programs.insert(0, foretoken_vm::TokenSet { name: "first".to_owned(), ..Default::default() });
    rules.programs.iter_mut().find(|program| program.name == "boom").expect("a program").name = "bang".to_owned();
    for token in rules.programs.iter_mut().flat_map(|program| &mut program.code) {
        token.each(&mut |part| {
            if let foretoken_vm::tokens::operand::Part::Program(program) = part {
                program.0 += 1;
            }
        });
    }
    rules.unit_types.reverse();
    rules.unit_types[0].name = "Cleo".to_owned();
    rules.surfaces.reverse();
    rules.surfaces[0].name = "blaze".to_owned();
    rules.columns = columns(&[
        ("zeal", ColumnOf::Entity, 5),
        ("heat", ColumnOf::Entity, 2),
        ("moss", ColumnOf::Cell, 0),
        ("ash", ColumnOf::Cell, 1),
        ("age", ColumnOf::Battle, 9),
        ("time", ColumnOf::Battle, 0),
    ]);
    let renames = Renames::default().with(Named::Program, "boom", "bang").with(Named::UnitType, "C", "Cleo").with(
        Named::Surface,
        "fire",
        "blaze",
    );
    (rules, renames)
}

fn carried(alter: impl FnOnce(&mut Rules)) -> Result<Battle, String> {
    let mut play = played();
    let book = play.book.clone();
    let at = Cell::new(3, 1).expect("a cell").bits();
    for (kind, entity, at, after) in [
        (ChangeKind::EntityColumn, EntityId(1), 1, 21),
        (ChangeKind::EntityColumn, EntityId(1), 0, 20),
        (ChangeKind::CellColumn, EntityId(0), at, 22),
        (ChangeKind::BattleColumn, NOBODY, 0, 23),
    ] {
        play.battle.state_mut().apply(&book, &Change { kind, label: Label::NONE, entity, at, before: 0, after });
    }
    let (mut rules, renames) = moved();
    alter(&mut rules);
    play.battle.carried_over(&book, &rules.build(), &renames).map_err(|error| error.to_string())
}

#[test]
fn a_battle_is_carried_over_by_names() {
    let battle = carried(|rules| {
        let kind = rules.unit_types.iter_mut().find(|kind| kind.name == "b").expect("a kind");
        (kind.health, kind.initiative, kind.speed, kind.movement, kind.anchored) = (8, 50, 2, 1, true);
    });
    let battle = battle.expect("everything has its place");
    let now = lines(battle.state());
    expect![[r#"
        #0: a1 true health 5/5 shield 0 initiative 100 speed 0 movement 3 flags 11 kind 2 team 0 facing 2 stunned 0 turned 0 columns 2 5
        #1: c1 true health 7/8 shield 0 initiative 50 speed 2 movement 1 flags 11 kind 1 team 1 facing 2 stunned 0 turned 0 columns 21 5
        #2: c2 true health 5/5 shield 0 initiative 98 speed 0 movement 3 flags 11 kind 0 team 0 facing 2 stunned 0 turned 0 columns 2 5
        c1: surface 1 for 0
        e1: surface 2 for 0
        a3: surface 1 for 0
        c3: surface 1 for 0
        d2: column 0 22
        battle [2, 0, 0, 0] 0 9
        agenda [Unit(#0), Unit(#1), Unit(#2)] from 0
        entry [1, 0, 4, 3, 100, 0, 0, 0, 2, -2130640897, 0, 0, 0, 0, 0, 0]
        entry [1, 2, 4, 3, 98, 0, 0, 0, 8192, -2130640897, 0, 0, 0, 0, 0, 0]
    "#]]
    .assert_eq(&format!("{}\n", now.join("\n")));
    assert!(battle.state().agenda().all(|slot| matches!(slot, Slot::Unit(_))));
}

#[test]
fn what_has_no_place_under_other_rules_is_named() {
    type Alter = fn(&mut Rules);
    let damage_modifiers: [Alter; 5] = [
        |rules| rules.unit_types[0].name = "D".to_owned(),
        |rules| rules.surfaces[0].name = "smoke".to_owned(),
        |rules| rules.programs.retain(|program| program.name != "bang"),
        |rules| rules.board.set_terrain(Cell::new(2, 0).expect("a cell"), 1),
        |rules| rules.board = foretoken_vm::Board::new(2, 3),
    ];
    let errors = damage_modifiers.map(|alter| carried(alter).expect_err("it has no place"));
    expect![[r#"
        the unit `C` is in the battle, but its asset is gone
        the surface `fire` is on the board, but its asset is gone
        `boom` waits to happen, but its asset is gone
        a unit is on c1, where the changed map has no ground
        a unit is on c1, where the changed map has no ground
    "#]]
    .assert_eq(&format!("{}\n", errors.join("\n")));
}

#[test]
fn rows_follow_their_kinds_within_bounds() {
    let mut play = played();
    let (b, book) = (play.id('b'), play.book.clone());
    let alter = |kind, after| Change { kind, label: Label::NONE, entity: b, at: 0, before: 0, after };
    let mut told = Vec::new();
    for (alive, health) in [(true, 1), (true, 99), (false, 1), (false, 99)] {
        let flags = if alive { flag::ALIVE | flag::ACTS } else { flag::ACTS };
        play.battle.state_mut().apply(&book, &alter(ChangeKind::Flags, flags as i32));
        play.battle.state_mut().apply(&book, &alter(ChangeKind::Health, if alive { 4 } else { 0 }));
        let mut rules = book.to_rules();
        (rules.unit_types[1].health, rules.unit_types[1].movement) = (health, -9);
        let battle = play.battle.carried_over(&book, &rules.build(), &Renames::default()).expect("all has its place");
        let row = battle.state().entity(b);
        told.push(format!("{alive} with {health}: {}/{} moves {}", row.health, row.max_health, row.movement));
    }
    expect![[r#"
        true with 1: 1/1 moves 0
        true with 99: 98/99 moves 0
        false with 1: 0/1 moves 0
        false with 99: 0/99 moves 0
    "#]]
    .assert_eq(&format!("{}\n", told.join("\n")));
}

#[test]
fn columns_of_ground_are_brought_back() {
    fn tread(cx: &mut RunContext<'_>, call: &Call) -> Flow {
        for id in [EntityId(0), EntityId(1)] {
            let cell = cx.state().entity(id).cell;
            let before = cx.state().cells().column(cell, 1);
            cx.set_cell_column(cell, 1, before + 3, call.label);
        }
        Flow::Next
    }
    let mut scene = Scene::new("A^...............b").action("tread", vec![], vec![code::call(0)]);
    scene.book.columns = columns(&[("ash", ColumnOf::Cell, 1), ("moss", ColumnOf::Cell, 2)]);
    let step = Run::Whole(tread);
    scene.book.externs = vec![Extern::new("tread", 1, step)];
    let mut play = scene.start();
    play.decide('A', "tread", &[]);
    let known = play.known(Team::PLAYER);
    let mut predicted = Predicted::of(&known);
    for _ in 0..2 {
        play.foresee(&mut predicted);
        let written: Vec<_> = predicted.state().cells().changed_columns().map(|(_, at, value)| (at, value)).collect();
        assert_eq!(written, [(1, 5), (1, 5)]);
        predicted.reset(&known);
        assert_eq!(predicted.state(), known.state());
        assert_eq!(predicted.state().cells().changed_columns().count(), 0);
    }
}

#[test]
fn another_turn_order_begins_with_the_next_round() {
    let mut play = Scene::new("A.b").action("wait", vec![], vec![]).start();
    play.step();
    assert_eq!(play.battle.state().next_place(), 1);
    let other = Scheduler::named("charge-time").expect("a turn order");
    let to = Rules { scheduler: other, ..play.book.to_rules() }.build();
    let carried = play.battle.carried_over(&play.book, &to, &Renames::default()).expect("it fits");
    assert_eq!((carried.state().agenda().len(), carried.state().next_place()), (0, 0));
    play.battle = carried.carried_over(&to, &play.book, &Renames::default()).expect("it fits");
    assert_eq!(play.step(), Advance::RoundEnd, "nobody acts undecided");
    assert_eq!(play.battle.state().agenda().len(), 2);
}

#[test]
fn what_an_order_counts_for_the_battle_is_told_to_no_side_with_numbers_of_its_own() {
    let scene = Scene::new("Ah.b").action("wait", vec![], vec![]).with(|scene| scene.kind('h').hidden = true);
    let play = scene.start();
    let numbering = play.battle.numbering(Team::PLAYER);
    assert_eq!(numbering.change_to_known(&Change::battle_column(0, 0, 1, Label::NONE)), None);
    let told = Change::battle_column(0, 0, 1, Label(1));
    assert_eq!(numbering.change_to_known(&told), Some(told), "an action's own is told");
}
