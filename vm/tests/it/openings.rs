//! Openings: members with belongings of their own, their hash, and all faults of an opening at once.

use crate::fixture::{ENEMY, Scene};
use expect_test::expect;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, Member, SpawnPool};
use foretoken_vm::{Battle, Cell, Dir, EntityId, Opening, Team};

fn at(x: i32, y: i32) -> Cell {
    Cell::new(x, y).expect("a small board")
}

#[test]
fn a_member_begins_with_its_own_health_and_columns() {
    let mut scene = Scene::new("A.b");
    let column = Column { name: "mana".to_owned(), of: ColumnOf::Entity, default: 3, weight: 0 };
    scene.book.columns = Columns::new(vec![column]);
    scene.opening.roster[0].health = 2;
    scene.opening.roster[1].columns = vec![(0, 7)];
    let play = scene.start();
    let state = play.battle.state();
    assert_eq!([0, 1].map(|id| state.entity(EntityId(id)).health), [2, 5]);
    assert_eq!([0, 1].map(|id| state.entity_column(EntityId(id), 0)), [3, 7]);
}

#[test]
fn every_part_of_an_opening_counts_in_its_hash() {
    type Alter = fn(&mut Opening);
    let alterations: [(&str, Alter); 9] = [
        ("unit type", |opening| opening.roster[0].archetype = 1),
        ("side", |opening| opening.roster[0].team = Team(2)),
        ("cell", |opening| opening.roster[0].cell = at(1, 0)),
        ("health", |opening| opening.roster[0].health = 1),
        ("name", |opening| opening.roster[0].name.push('x')),
        ("columns", |opening| opening.roster[0].columns.push((0, 1))),
        ("pools", |opening| opening.spawn_pools.push(SpawnPool { keep: 1, on_hard: 0, groups: vec![vec![1]] })),
        ("surfaces", |opening| opening.surfaces.push((at(1, 0), 1))),
        ("planned sides", |opening| opening.planned_teams.push(ENEMY)),
    ];
    let whole = Scene::new("A.b").opening;
    let mut seen = vec![whole.hash64()];
    for (part, alter) in alterations {
        let mut altered = whole.clone();
        alter(&mut altered);
        assert!(!seen.contains(&altered.hash64()), "{part}");
        seen.push(altered.hash64());
    }
    // Records keep seed and difficulty beside the hash.
    assert_eq!(Opening { is_hard: true, ..whole.seeded(9) }.hash64(), whole.hash64());
}

#[test]
fn all_faults_of_an_opening_are_found_at_once() {
    let scene = Scene::new("A.b#");
    let rules = scene.book.clone();
    let mut opening = scene.opening;
    assert_eq!(opening.faults(&rules), []);
    let named =
        |name: &str, x: i32| Member { name: name.to_owned(), ..Member::new(0, Team::PLAYER, at(x, 0), Dir::East) };
    opening.roster.extend([
        named("Ash", 2),
        named("Ash", 3),
        named("Birch", 90),
        Member { items: Some(vec![(9, true)]), statuses: Some(vec![(4, 1)]), ..named("Cedar", 1) },
        Member { columns: vec![(8, 1)], ..Member::new(77, Team(9), at(1, 0), Dir::East) },
    ]);
    opening.surfaces.push((at(0, 0), 200));
    opening.planned_teams.push(Team(8));
    opening.spawn_pools.push(SpawnPool { keep: 1, on_hard: 0, groups: vec![vec![40]] });
    let faults = opening.faults(&rules);
    let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", fault.code())).collect();
    expect![[r#"
        unknown-number: spawn pool 1: the rules have no member with the number 40
        shared-cell: b (member 2) and Ash both stand on c1
        no-room: Ash cannot stand on d1
        same-name: two members have the name `Ash`
        no-room: Birch cannot stand on 91,1
        unknown-number: Cedar: the rules have no item with the number 9
        unknown-number: Cedar: the rules have no status with the number 4
        unknown-number: unit (member 7): the rules have no unit type with the number 77
        unknown-number: unit (member 7): the rules have no column with the number 8
        no-side: unit (member 7) is of side 9; sides have numbers from 0 to 7
        shared-cell: Cedar and unit (member 7) both stand on b1
        unknown-number: surface 1: the rules have no surface with the number 200
        no-side: a side that the computer decides for is of side 8; sides have numbers from 0 to 7
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

/// Pools of strangers are refused before they are looked through: empty groups, members twice, and more of them than faults are
/// listed.
#[test]
fn pools_are_bounded_by_the_roster() {
    let scene = Scene::new("A.b");
    let rules = scene.book.clone();
    let faults = |groups: Vec<Vec<u16>>| {
        let pool = SpawnPool { keep: u16::MAX, on_hard: 0, groups };
        Opening { spawn_pools: vec![pool], ..scene.opening.clone() }.faults(&rules)
    };
    let codes = |groups| faults(groups).iter().map(|fault| fault.code()).collect::<Vec<_>>();
    assert_eq!(codes(vec![vec![0], vec![1]]), Vec::<&str>::new());
    assert_eq!(codes(vec![vec![0], vec![0], vec![]]), ["two-groups", "empty-group"]);
    assert_eq!(faults(vec![Vec::new(); 2_000_000]).len(), Opening::MOST_FAULTS);
    assert_eq!(faults(vec![vec![9; 7_000_000]]).len(), Opening::MOST_FAULTS);
}

/// A unit that may hide has to be in the cast, by which goals are judged.
#[test]
fn hidden_units_are_of_the_cast() {
    let mut scene = Scene::new("A.b");
    scene.book.sight = Some(3);
    scene.book.cast = vec![Team::PLAYER.bit(), ENEMY.bit()];
    assert_eq!(scene.opening.faults(&scene.book), []);
    scene.opening.roster[1].team = Team(3);
    let faults = scene.opening.faults(&scene.book);
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["not-in-cast"]);
}

/// A battle leaves out members without room, however faulty the opening is.
#[test]
fn a_battle_of_a_faulty_opening_begins() {
    let scene = Scene::new("A.b");
    let rules = scene.book.build();
    let crowd = (0..40_000).map(|x| Member::new(0, Team(200), at(x % 3, 0), Dir::West));
    let opening = Opening { roster: crowd.collect(), ..Opening::default() };
    assert_eq!(opening.faults(&rules)[0].code(), "too-many-units");
    assert_eq!(Battle::new(&rules, &opening).state().living().count(), 3);
}
