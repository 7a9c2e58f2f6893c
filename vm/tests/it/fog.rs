//! Fog: knowledge is limited to sight and memory.

use crate::cases::{case, play_of};
use crate::code;
use crate::fixture::{ENEMY, FIRE, Play, Scene, T1, T2, cell, config, offset};
use foretoken_vm::machine::{has_in_sight, is_in_sight, is_seen_by_side};
use foretoken_vm::program::{Amount, Asks, Label, Request};
use foretoken_vm::space::{Pattern, Slope};
use foretoken_vm::state::Renames;
use foretoken_vm::tokens::push::Way;
use foretoken_vm::tokens::surface::Laid;
use foretoken_vm::tokens::{Push, Surface};
use foretoken_vm::{
    Answer, Battle, Cell, Change, ChangeKind, Dir, EntityId, GameState, Known, Predicted, Rulebook, Rules, Team,
};
use proptest::prelude::*;

fn fog(map: &str) -> Play {
    let burn = Surface { target: T1, laid: Laid(FIRE), ..Surface::default() };
    let scene = Scene::new(map)
        .action("walk", vec![cell(9)], vec![code::walk(T1)])
        .action("hit", vec![cell(9)], vec![code::damage(T1, 2)])
        .action("ignite", vec![cell(99)], vec![burn.into()]);
    let scene = scene.with(|scene| {
        scene.book.sight = Some(4);
        scene.book.patterns = vec![Pattern::single()];
        scene.book.terrains[1].blocks_sight = true;
        scene.book.unit_types.iter_mut().for_each(|kind| kind.movement = 20);
    });
    scene.start()
}

fn drawn(play: &Play, known: &Known) -> String {
    let (state, numbering) = (known.state(), play.battle.numbering(known.viewer()));
    let glyph = |cell: Cell| {
        if let Some(id) = numbering.to_truth(state.occupant(cell)).filter(|id| id.is_some()) {
            return play.unit_at(id);
        }
        if known.last_seen().iter().any(|&(_, at)| at == cell) {
            return '?';
        }
        match (state.surface(cell), play.book.board.terrain(cell)) {
            (Some(_), _) => '^',
            (None, terrain) => ['.', '#', 'o'][usize::from(terrain)],
        }
    };
    let rows = (0..play.book.board.height())
        .map(|y| (0..play.book.board.width()).filter_map(|x| play.book.board.cell(x, y)).map(glyph).collect());
    rows.collect::<Vec<String>>().join("\n")
}

#[track_caller]
fn knows(play: &Play, viewer: Team, expected: &str) {
    let rows: Vec<&str> = expected.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let known = play.known(viewer);
    assert_eq!(drawn(play, &known).lines().collect::<Vec<_>>(), rows);
}

#[test]
fn a_side_knows_whom_it_has_in_sight() {
    let play = fog("
        A..#..b
        ....c..
        .......");
    knows(
        &play,
        Team::PLAYER,
        "
        A..#...
        .......
        .......",
    );
    let play = fog("
        A..#..b
        ...c...
        .......");
    knows(
        &play,
        Team::PLAYER,
        "
        A..#...
        ...c...
        .......",
    );
    knows(
        &play,
        ENEMY,
        "
        A..#..b
        ...c...
        .......",
    );
}

#[test]
fn who_goes_out_of_sight_is_remembered_where_it_was_seen_last() {
    let mut play = fog("A..b......");
    play.decide('b', "walk", &[offset(4, 0)]);
    play.round();
    play.expect("A......b..");
    // The side sees the first step out of sight.
    knows(&play, Team::PLAYER, "A....?....");
    assert_eq!(play.known(Team::PLAYER).state().agenda().count(), 1, "its turn is nobody's business");
    play.decide('A', "walk", &[offset(2, 0)]);
    play.decide('b', "walk", &[offset(2, 0)]);
    play.round();
    knows(&play, Team::PLAYER, "..A.......");
}

#[test]
fn who_dies_out_of_sight_is_remembered_no_more() {
    let mut play = fog("A..b......c");
    play.decide('b', "walk", &[offset(4, 0)]);
    play.round();
    knows(&play, Team::PLAYER, "A....?.....");
    play.plan.clear_all();
    play.decide('c', "hit", &[offset(-3, 0)]);
    for _ in 0..3 {
        play.round();
    }
    play.expect("A.........c");
    knows(&play, Team::PLAYER, "A..........");
    assert!(play.known(Team::PLAYER).last_seen().is_empty());
}

#[test]
fn who_passes_a_gap_is_met_there() {
    let mut play = fog("
        A....
        .###.
        ..#..
        #.#.#
        ..b..");
    assert_eq!(play.known(Team::PLAYER).state().entities().len(), 1);
    play.decide('b', "walk", &[Answer::Offset(-2, -2)]);
    play.round();
    let seen = play.log.changes.iter().filter(|change| change.is_arrival_in_sight_of(Team::PLAYER)).count();
    let known = play.known(Team::PLAYER);
    assert_eq!((seen, known.state().entities().len()), (1, 2));
}

#[test]
fn fire_that_nobody_saw_is_not_known_until_it_is_seen() {
    let mut play = fog("A.........b");
    play.decide('b', "ignite", &[offset(-1, 0)]);
    play.round();
    play.expect("A........^b");
    knows(&play, Team::PLAYER, "A..........");
    knows(&play, ENEMY, ".........^b");
    let loaded = Battle::from_bytes(&play.book, &play.battle.to_bytes().expect("small")).expect("its own bytes");
    assert_eq!(loaded, play.battle);
    play.plan = foretoken_vm::Plan::default();
    play.decide('A', "walk", &[offset(5, 0)]);
    play.round();
    knows(&play, Team::PLAYER, ".....A...^.");
}

fn burnt_out_unseen() -> Play {
    let mut play = fog("b..^.A....");
    play.decide('b', "walk", &[offset(0, 0)]);
    play.decide('A', "walk", &[offset(4, 0)]);
    play.round();
    let out = Surface { target: T1, laid: Laid(0), ..Surface::default() };
    play.alter(|rules| {
        rules.programs.iter_mut().find(|p| p.name == "ignite").expect("it is there").code[1] = out.into()
    });
    play.decide('b', "ignite", &[offset(3, 0)]);
    play.round();
    play
}

#[test]
fn a_fire_that_went_out_unseen_burns_on_in_memory() {
    let play = burnt_out_unseen();
    play.expect("b........A");
    knows(&play, Team::PLAYER, "...^.....A");
    knows(&play, ENEMY, "b.........");
}

#[test]
fn memory_of_cells_is_carried_over_by_names() {
    let mut play = fog("A.........b");
    play.decide('b', "ignite", &[offset(-1, 0)]);
    play.round();
    let with_frost = |book: &Rulebook| {
        let mut rules = book.to_rules();
        let mut frost = rules.surfaces[0].clone();
        frost.name = "frost".to_owned();
        rules.surfaces.insert(0, frost);
        rules.build()
    };
    let to = with_frost(&play.book);
    let carry = |from: &Rulebook, to: &Rulebook, battle: &Battle| {
        battle.carried_over(from, to, &Renames::default()).expect("all has its place")
    };
    let carried = carry(&play.book, &to, &play.battle);
    assert_eq!(carried.state().cells().surfaces().map(|(_, row)| row.surface).collect::<Vec<_>>(), [FIRE + 1]);
    let known = carried.project(&to, Team::PLAYER);
    assert_eq!(known.state().cells().surfaces().count(), 0, "nobody saw the fire");
    assert_eq!(carry(&to, &play.book, &carried), play.battle);

    let play = burnt_out_unseen();
    let to = with_frost(&play.book);
    let carried = carry(&play.book, &to, &play.battle);
    let known = carried.project(&to, Team::PLAYER);
    assert_eq!(known.state().cells().surfaces().map(|(_, row)| row.surface).collect::<Vec<_>>(), [FIRE + 1]);
    let far = Rules { sight: Some(20), ..play.book.to_rules() }.build();
    let known = carry(&play.book, &far, &play.battle).project(&far, Team::PLAYER);
    assert_eq!(known.state().cells().surfaces().count(), 0);
    let bare = Rules { surfaces: Vec::new(), ..play.book.to_rules() }.build();
    let known = carry(&play.book, &bare, &play.battle).project(&bare, Team::PLAYER);
    assert_eq!(known.state().cells().surfaces().count(), 0);
}

#[test]
fn who_strikes_out_of_the_dark_stays_in_it() {
    let mut play = fog("A......b");
    play.decide('b', "hit", &[offset(-7, 0)]);
    play.round();
    assert_eq!(play.unit('A').health, 3);
    knows(&play, Team::PLAYER, "A.......");
}

#[test]
fn what_takes_no_side_is_always_in_sight_and_the_dead_are_known() {
    let mut play = fog("A......b..c");
    play.decide('b', "hit", &[offset(3, 0)]);
    play.alter(|rules| rules.unit_types[2].health = 1);
    let mut log = foretoken_vm::Log::default();
    let (entity, before) = (play.id('c'), play.unit('c').health);
    let wound = Change { kind: ChangeKind::Health, label: Label::NONE, entity, at: 0, before, after: 1 };
    play.battle.state_mut().write(&play.book, &mut log, wound);
    play.round();
    assert!(!play.unit('c').is_alive());
    let known = play.known(Team::PLAYER);
    let dead = known.state().entities().iter().filter(|row| !row.is_alive()).count();
    assert_eq!((known.state().living().count(), dead), (1, 1));
}

fn with_crate(map: &str) -> Play {
    let push = Push { target: T1, distance: Amount::Const(2), way: Way::Towards(T2), ..Push::default() };
    let way = Request { asks: Asks::Direction, ..cell(1) };
    let scene = Scene::new(map).action("push", vec![cell(9), way], vec![push.into()]).action(
        "break",
        vec![cell(9)],
        vec![code::damage(T1, 5)],
    );
    let scene = scene.with(|scene| {
        scene.book.sight = Some(9);
        scene.kind('c').blocks_sight = true;
        let at = scene.book.unit_types.iter().position(|kind| kind.glyph == 'c').expect("it is drawn");
        scene.opening.roster[at].team = Team::NEUTRAL;
    });
    scene.start()
}

#[test]
fn a_crate_is_in_the_way_of_sight_until_it_is_pushed_away_or_broken() {
    let map = "
        A..c..b
        .......
        .......";
    let unseen = "
        A..c...
        .......
        .......";
    let mut play = with_crate(map);
    knows(&play, Team::PLAYER, unseen);
    play.decide('A', "push", &[offset(3, 0), Answer::Dir(Dir::South)]);
    play.round();
    let after = "
        A.....b
        .......
        ...c...";
    knows(&play, Team::PLAYER, after);
    knows(&play, ENEMY, after);
    let mut play = with_crate(map);
    play.decide('A', "break", &[offset(3, 0)]);
    play.round();
    knows(&play, Team::PLAYER, "A.....b\n.......\n.......");
    let mut play = with_crate(map);
    play.decide('A', "push", &[offset(3, 0), Answer::Dir(Dir::East)]);
    play.round();
    knows(&play, Team::PLAYER, "A....c.\n.......\n.......");
}

#[test]
fn who_takes_a_side_or_hides_is_in_no_line() {
    for alter in
        [|scene: &mut Scene| scene.opening.roster[1].team = ENEMY, |scene: &mut Scene| scene.kind('c').hidden = true]
    {
        let scene = Scene::new("A..c..b").with(|scene| {
            scene.book.sight = Some(9);
            scene.kind('c').blocks_sight = true;
            scene.opening.roster[1].team = Team::NEUTRAL;
            alter(scene);
        });
        let play = scene.start();
        assert!(!play.unit('b').is_hidden_from(Team::PLAYER));
    }
}

#[test]
fn a_crate_is_as_high_as_somebody_and_is_looked_over() {
    let seen = |heights: [u8; 5]| {
        let scene = Scene::new("A.c.b").with(|scene| {
            scene.book.sight = Some(9);
            scene.kind('c').blocks_sight = true;
            scene.opening.roster[1].team = Team::NEUTRAL;
            for (x, height) in (0..).zip(heights) {
                let cell = scene.book.board.cell(x, 0).expect("on the board");
                scene.book.board.put(cell, 0, Slope::level(height));
            }
        });
        !scene.start().unit('b').is_hidden_from(Team::PLAYER)
    };
    assert!(!seen([0, 0, 0, 0, 0]));
    assert!(!seen([1, 0, 0, 0, 1]), "at the height of its upper edge");
    assert!(seen([2, 0, 0, 0, 2]), "from eyes above it");
}

fn detected(book: &Rulebook, state: &GameState, id: EntityId) -> u8 {
    let row = state.entity(id);
    let sides = (0..7_u8).filter(|&side| {
        let sees = |id: EntityId, viewer: &foretoken_vm::Entity| {
            viewer.team.0 == side && has_in_sight(book, state, id, row.cell)
        };
        side != row.team.0 && !state.living().any(|(id, viewer)| sees(id, viewer))
    });
    if row.is_alive() && row.team != Team::NEUTRAL { sides.fold(0, |bits, side| bits | 1 << side) } else { 0 }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn sight_is_the_same_from_either_end(case in case()) {
        let play = play_of(&case);
        let state = play.battle.state();
        let cells: Vec<Cell> = play.book.board.cells().collect();
        for (at, &one) in cells.iter().enumerate() {
            for &other in &cells[at..] {
                prop_assert_eq!(is_in_sight(&play.book, state, one, other), is_in_sight(&play.book, state, other, one));
            }
        }
    }

    #[test]
    fn detection_is_never_behind(case in case()) {
        let mut play = play_of(&case);
        if play.book.sight.is_none() {
            return Ok(());
        }
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        for _ in 0..8 {
            play.step();
            play.foresee(&mut predicted);
            for (state, viewer) in [(play.battle.state(), None), (predicted.state(), Some(Team::PLAYER))] {
                for id in (0..state.entities().len() as u16).map(EntityId) {
                    let hides = state.entity(id).unseen;
                    let own = viewer.map_or(0, |viewer: Team| 1 << viewer.0);
                    prop_assert_eq!(hides & !own, detected(&play.book, state, id) & !own, "{}", id);
                }
            }
        }
    }

    #[test]
    fn who_is_out_of_sight_may_be_anywhere_else(
        case in case(),
        places in prop::collection::vec(any::<u16>(), 8),
        steps in 0_usize..8,
    ) {
        let mut play = play_of(&case);
        if play.book.sight.is_none() {
            return Ok(());
        }
        for _ in 0..steps {
            play.step();
        }
        let known = play.known(Team::PLAYER).to_bytes().expect("small");
        let mut other = play.battle.clone();
        let mut log = foretoken_vm::Log::default();
        for (id, place) in (0..play.battle.state().entities().len() as u16).map(EntityId).zip(places) {
            let row = *other.state().entity(id);
            let dark: Vec<Cell> = play.book.board.cells().filter(|&cell| {
                let ground = play.book.terrain_at(cell).is_some_and(|ground| !ground.blocks_movement);
                ground && !other.state().occupant(cell).is_some()
                    && !is_seen_by_side(&play.book, other.state(), Team::PLAYER, cell)
            }).collect();
            if row.is_hidden_from(Team::PLAYER) && row.is_alive() && !dark.is_empty() {
                let to = dark[usize::from(place) % dark.len()];
                other.state_mut().write(&play.book, &mut log, Change::cell_of(id, row.cell, to, Label::NONE));
            }
        }
        other.look_around(&play.book);
        let now = other.project(&play.book, Team::PLAYER).to_bytes().expect("small");
        prop_assert!(known == now);
    }
}
