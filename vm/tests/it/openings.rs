//! Openings: belongings of members, hashes and faults.

use crate::effect_sources::{effect_source, number, status};
use crate::fixture::{ENEMY, Play, Scene};
use expect_test::expect;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, Member, MemberItem, MemberStatus, SpawnPool};
use foretoken_vm::stats::{Expiry, ItemKind, SkillKind, StatusKind};
use foretoken_vm::{Battle, Cell, Decider, Deciders, Dir, EntityId, Known, Opening, OpeningFault, Team};

fn decided(decider: Decider) -> Deciders {
    Deciders::default().with(ENEMY, decider)
}

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
    type Alter<'a> = dyn Fn(&mut Opening) + 'a;
    let items = |charges| Some(vec![MemberItem { charges, ..MemberItem::new(0, false) }]);
    let statuses = |left| Some(vec![MemberStatus { left, ..MemberStatus::new(0, 0) }]);
    let damage_modifiers: [(&str, &Alter<'_>); 22] = [
        ("unit type", &|opening| opening.roster[0].unit_type = 1),
        ("side", &|opening| opening.roster[0].team = Team(2)),
        ("cell", &|opening| opening.roster[0].cell = at(1, 0)),
        ("health", &|opening| opening.roster[0].health = 1),
        ("name", &|opening| opening.roster[0].name.push('x')),
        ("columns", &|opening| opening.roster[0].columns.push((0, 1))),
        ("zone", &|opening| opening.roster[0].zone = Some(0)),
        ("no items", &|opening| opening.roster[0].items = Some(Vec::new())),
        ("an item", &|opening| opening.roster[0].items = items(None)),
        ("an item without charges", &|opening| opening.roster[0].items = items(Some(0))),
        ("no skills", &|opening| opening.roster[0].skills = Some(Vec::new())),
        ("a skill", &|opening| opening.roster[0].skills = Some(vec![0])),
        ("no statuses", &|opening| opening.roster[0].statuses = Some(Vec::new())),
        ("a status", &|opening| opening.roster[0].statuses = statuses(None)),
        ("a status without end", &|opening| opening.roster[0].statuses = statuses(Some(0))),
        ("policy", &|opening| opening.roster[0].policy = Some(0)),
        ("pools", &|opening| opening.spawn_pools.push(SpawnPool { keep: 1, on_hard: 0, groups: vec![vec![1]] })),
        ("surfaces", &|opening| opening.surfaces.push((at(1, 0), 1))),
        ("planned sides", &|opening| opening.deciders = Deciders::planners([ENEMY])),
        ("a level", &|opening| opening.deciders = decided(Decider::Planner { level: Some(2) })),
        ("another level", &|opening| opening.deciders = decided(Decider::Planner { level: Some(0) })),
        ("a policy", &|opening| opening.deciders = decided(Decider::Policy(0))),
    ];
    let whole = Scene::new("A.b").opening;
    let mut seen = vec![whole.hash64()];
    for (part, alter) in damage_modifiers {
        let mut altered = whole.clone();
        alter(&mut altered);
        assert!(!seen.contains(&altered.hash64()), "{part}");
        seen.push(altered.hash64());
    }
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
        Member {
            items: Some(vec![MemberItem::new(9, true)]),
            statuses: Some(vec![MemberStatus { left: Some(-3), ..MemberStatus::new(4, 1) }]),
            skills: Some(vec![5]),
            policy: Some(6),
            ..named("Cedar", 1)
        },
        named("Dogwood", 0).in_zone(7),
        Member { columns: vec![(8, 1)], ..Member::new(77, Team(9), at(1, 0), Dir::East) },
    ]);
    opening.surfaces.push((at(0, 0), 200));
    opening.deciders = Deciders::planners([Team(8)])
        .with(ENEMY, Decider::Policy(3))
        .with(Team(2), Decider::Planner { level: Some(7) });
    opening.spawn_pools.push(SpawnPool { keep: 1, on_hard: 0, groups: vec![vec![40]] });
    let faults = opening.faults(&rules);
    let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", fault.code())).collect();
    expect![[r#"
        unknown-number: spawn pool 1: the rules have no member with the number 40
        shared-cell: b (member 2) and Ash are both on c1
        no-room: Ash cannot stand on d1
        same-name: two members have the name `Ash`
        no-room: Birch cannot stand on 91,1
        unknown-number: Cedar: the rules have no item with the number 9
        unknown-number: Cedar: the rules have no status with the number 4
        unknown-number: Cedar: the rules have no skill with the number 5
        unknown-number: Cedar: the rules have no policy with the number 6
        out-of-range: Cedar: -3 is not a valid number of charges or duration; both are 0 to 1000000
        unknown-number: Dogwood: the rules have no zone with the number 7
        unknown-number: unit (member 8): the rules have no unit type with the number 77
        unknown-number: unit (member 8): the rules have no column with the number 8
        no-side: unit (member 8) is of side 9; sides are 0 to 7
        shared-cell: Cedar and unit (member 8) are both on b1
        unknown-number: surface 1: the rules have no surface with the number 200
        unknown-number: the decider of side 1: the rules have no policy with the number 3
        unknown-number: the decider of side 2: the rules have no level with the number 7
        no-side: a decider is of side 8; sides are 0 to 7
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

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

#[test]
fn a_battle_of_a_faulty_opening_begins() {
    let scene = Scene::new("A.b");
    let rules = scene.book.build();
    let crowd = (0..40_000).map(|x| Member::new(0, Team(200), at(x % 3, 0), Dir::West));
    let opening = Opening { roster: crowd.collect(), ..Opening::default() };
    assert_eq!(opening.faults(&rules)[0].code(), "too-many-units");
    assert_eq!(Battle::new(&rules, &opening).state().living().count(), 3);
}

#[test]
fn members_stand_in_the_order_of_their_zone() {
    let mut scene = Scene::new("A....\n...#.\n...b.");
    scene.book.zones = vec!["gate".to_owned()];
    for (x, y) in [(2, 0), (3, 1), (4, 1), (0, 2), (2, 2)] {
        scene.book.board.add_zone(at(x, y), 0);
    }
    let member = |kind| Member::new(kind, Team::PLAYER, at(0, 0), Dir::East).in_zone(0);
    let fixed = Member::new(0, Team::PLAYER, at(0, 2), Dir::East);
    scene.opening.roster.splice(0..0, [member(0), member(0)]);
    scene.opening.roster.push(fixed);
    let opening = scene.opening.clone();
    assert_eq!(opening.faults(&scene.book), []);
    let full = Opening {
        roster: opening.roster.iter().cloned().chain([member(0), member(0), member(0)]).collect(),
        ..opening.clone()
    };
    let faults: Vec<String> = full.faults(&scene.book).iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].ends_with("zone `gate` has no free cell with room for it"), "{faults:?}");
    let play = scene.start();
    let cells: Vec<String> = play.battle.state().living().map(|(_, row)| row.cell.to_string()).collect();
    assert_eq!(cells.join(" "), "c1 e2 a1 d3 a3");
    let survivors = play.battle.survivors(&play.book, &opening, Team::PLAYER);
    assert_eq!(survivors[0], Member { zone: None, cell: at(2, 0), ..survivors[0].clone() });
}

#[test]
fn a_member_has_skills_of_its_own() {
    let mut scene = Scene::new("A..A");
    let skill = |name: &str| SkillKind {
        effect_source: effect_source(name, vec![]),
        path: name.to_owned(),
        ..SkillKind::default()
    };
    scene.book.skills = ["bash", "guard", "heal"].map(skill).to_vec();
    scene.kind('A').skills = vec![0, 1];
    scene.opening.roster[1].skills = Some(vec![1, 2]);
    let opening = scene.opening.clone();
    let play = scene.start();
    let (state, book) = (play.battle.state(), &play.book);
    let has = |id: u16| (0..3).map(|skill| state.sheet(book).has_skill(EntityId(id), skill)).collect::<Vec<_>>();
    assert_eq!([has(0), has(1)], [[true, true, false], [false, true, true]]);
    let of = |id| state.sheet(book).skills(EntityId(id)).map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!([of(0), of(1)], [[0, 1], [1, 2]]);
    let roster = play.battle.survivors(book, &opening, Team::PLAYER);
    assert_eq!([&roster[0].skills, &roster[1].skills], [&None, &Some(vec![1, 2])]);
    let again = Battle::new(book, &Opening { roster: roster.clone(), ..opening.clone() });
    assert_eq!(again.state().hash64(book), state.hash64(book));
    let twice = Opening {
        roster: vec![Member { skills: Some(vec![1, 1]), ..roster[0].clone() }, roster[1].clone()],
        ..opening.clone()
    };
    assert_eq!(twice.faults(book).iter().map(OpeningFault::code).collect::<Vec<_>>(), ["same-skill"]);
    let known = play.battle.project(book, Team::PLAYER);
    let read = Known::from_bytes(book, &known.to_bytes().expect("it is small")).expect("it is whole");
    assert!(!read.state().sheet(book).has_skill(EntityId(1), 0));
}

#[test]
fn charges_and_times_survive() {
    let mut scene = Scene::new("A..b");
    scene.book.items =
        vec![ItemKind { effect_source: effect_source("potion", vec![]), uses: 3, ..ItemKind::default() }];
    scene.book.statuses = vec![StatusKind { lasts: Some(number(&mut scene, 4.0)), ..status("slow") }];
    let own = |charges, left| {
        let items = Some(vec![MemberItem { charges, ..MemberItem::new(0, false) }]);
        (items, Some(vec![MemberStatus { left, ..MemberStatus::new(0, 1) }]))
    };
    (scene.opening.roster[0].items, scene.opening.roster[0].statuses) = own(None, None);
    (scene.opening.roster[1].items, scene.opening.roster[1].statuses) = own(Some(2), Some(0));
    let opening = scene.opening.clone();
    let mut play = scene.start();
    let survivors = |play: &Play| [Team::PLAYER, ENEMY].map(|side| play.battle.survivors(&play.book, &opening, side));
    let left = |play: &Play| {
        survivors(play).map(|members| {
            let member = &members[0];
            let items = member.items.as_ref().expect("listed").iter().map(|own| own.charges);
            let statuses = member.statuses.as_ref().expect("listed").iter().map(|own| own.left);
            items.chain(statuses).collect::<Vec<_>>()
        })
    };
    assert_eq!(left(&play), [vec![Some(3), Some(4)], vec![Some(2), Some(0)]]);
    play.round();
    assert_eq!(left(&play), [vec![Some(3), Some(3)], vec![Some(2), Some(0)]], "one tick, and one without end");
    let roster = survivors(&play).concat();
    let again = Battle::new(&play.book, &Opening { roster: roster.clone(), ..opening.clone() });
    let sides = [Team::PLAYER, ENEMY].map(|side| again.survivors(&play.book, &opening, side));
    assert_eq!(sides.concat(), roster);
}

#[test]
fn the_time_of_further_amounts_survives() {
    let mut scene = Scene::new("A..b");
    scene.book.statuses =
        vec![StatusKind { lasts: Some(number(&mut scene, 4.0)), expiry: Expiry::One, ..status("slow") }];
    let own = MemberStatus { left: Some(1), span: 4, ..MemberStatus::new(0, 3) };
    scene.opening.roster[0].statuses = Some(vec![own]);
    let opening = scene.opening.clone();
    let mut play = scene.start();
    let of = |play: &Play| play.battle.survivors(&play.book, &opening, Team::PLAYER)[0].statuses.clone();
    assert_eq!(of(&play), Some(vec![own]));
    play.round();
    assert_eq!(of(&play), Some(vec![MemberStatus { left: Some(4), amount: 2, ..own }]), "four ticks for the next one");
}
