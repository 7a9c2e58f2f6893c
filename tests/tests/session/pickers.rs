//! Answering requests at a screen, in each mode.

mod decided;
mod ways;

use foretoken_session::Session;
use foretoken_session::controller::{Choosing, Controller, Intention};
use foretoken_session::texts::{asking, forecast_text};
use foretoken_tests::{Pack, cell, find};
use foretoken_vm::program::Asks;
use foretoken_vm::{Answer, ChangeKind, Team};

fn asked(map: &str, glyph: char, action: &str) -> Controller {
    asked_in(Pack::new(map), glyph, action)
}

fn asked_in(pack: Pack, glyph: char, action: &str) -> Controller {
    let session: Session = pack.start();
    let unit = find(session.book(), session.seat().known().state(), glyph);
    let mut controller = Controller::new(session);
    assert!(controller.session.seat_mut().choose_for(unit));
    let program = controller.session.book().find_program(action).expect("an action");
    assert!(controller.session.seat_mut().use_action(program));
    controller.follow();
    assert_eq!(controller.choosing, Choosing::Target);
    controller
}

/// Returns a pack in which the side of an attack counts, so that waiting asks for a direction to face.
fn turned(map: &str) -> Pack {
    let amount = "targeted-side{front: 1; sides: 1; back: 2}";
    let stab = format!(
        r#"Action(body: [DeclareTarget(name: "T1", filter: [Occupied]), Damage(target: "T1", amount: "{amount}")])"#
    );
    Pack::new(map).with("actions/stab.ron", &stab)
}

fn way(controller: &Controller) -> Vec<String> {
    let unit = controller.session.seat().draft().expect("it is being chosen").unit;
    let changes = controller.session.seat().forecast().line().log().changes.iter();
    let steps = changes.filter(|change| change.kind == ChangeKind::Cell && change.entity == unit);
    steps.map(|change| change.cell_after().to_string()).collect()
}

const YARD: &str = "
    #######
    #W....#
    #.....#
    #....r#
    #######
";

#[test]
fn a_look_ahead_foresees_what_the_walk_would_do() {
    let mut aimed = asked(YARD, 'W', "walk");
    aimed.point(cell("d2"));
    let mut pointed = asked(YARD, 'W', "walk");
    pointed.back();
    assert_eq!(pointed.choosing, Choosing::Action);
    let before = pointed.session.seat().forecast().state().clone();
    pointed.availability();
    pointed.point(cell("d2"));
    let state = |controller: &Controller| controller.session.seat().forecast().state().clone();
    assert_eq!(state(&pointed), state(&aimed));
    assert_ne!(state(&pointed), before);
    assert!(pointed.walk_reach().contains(&cell("d2")), "what the unit can do is still known");
    pointed.hear(Intention::Other);
    assert_eq!(state(&pointed), before, "every command begins with what is chosen");
}

#[test]
fn a_unit_of_several_cells_is_pointed_at_by_any_of_them() {
    let map = "########\n#S.....#\n#..B...#\n#......#\n#......#\n########";
    let pack = || Pack::new(map).sized("brute", 2, 2);
    let drawn = foretoken_tests::show(&pack().start());
    let shown: usize = drawn.lines().take(14).map(|row| row.matches("<B>").count()).sum();
    assert_eq!(shown, 4, "{drawn}");
    for at in ["d3", "e3", "d4", "e4"] {
        let mut controller = asked_in(pack(), 'S', "turn-the-blade");
        controller.point(cell(at));
        let draft = controller.session.seat().draft().expect("chosen");
        assert!(draft.hover().is_some(), "{at}: {:?}", draft.answers());
    }
    let state = pack().start();
    let session = state.seat().known().state();
    let brute = find(state.book(), session, 'B');
    assert_eq!(["d3", "e4"].map(|at| session.occupant(cell(at))), [brute; 2]);
}

#[test]
fn who_has_done_enough_is_asked_for_what_the_scenario_ends_with() {
    let facing = |controller: &mut Controller, at: &str| {
        assert_eq!(controller.choosing, Choosing::Target);
        assert_eq!(controller.prompt().as_deref(), Some("Face which way?"));
        controller.point(cell(at));
        controller.pick_target();
    };
    let mut controller = asked_in(turned(YARD).ending("wait"), 'W', "walk");
    let unit = controller.session.seat().draft().expect("chosen").unit;
    controller.point(cell("c2"));
    controller.pick_target();
    assert_eq!(controller.choosing, Choosing::Action, "it may still act");
    controller.done();
    facing(&mut controller, "c3");
    let uses = |controller: &Controller| {
        let intent = controller.session.seat().plan().intent(unit).cloned().unwrap_or_default();
        let name =
            |used: &foretoken_vm::ActionUse| controller.session.book().programs[usize::from(used.program)].name.clone();
        intent.uses.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(uses(&controller), ["walk", "wait"]);
    assert!(controller.session.seat().has_all_decided());
    let report = controller.session.commit();
    assert!(report.changes.iter().any(|change| change.kind == ChangeKind::Facing && change.entity == unit));

    let mut controller = asked_in(turned(YARD).ending("wait"), 'W', "walk");
    controller.point(cell("c2"));
    controller.pick_target();
    controller.done();
    controller.back();
    assert_eq!(controller.choosing, Choosing::Action);
    assert!(controller.commit().is_some());
}

#[test]
fn moves_are_told_by_how_final_they_are() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.point(cell("d3"));
    let told = |moves: Vec<foretoken_session::moves::Move>| -> Vec<String> {
        moves.iter().map(|step| format!("{}-{} {:?}", step.from, step.to, step.finality)).collect()
    };
    let foreseen = controller.session.seat().moves();
    assert_eq!(told(foreseen), ["b2-c2 Temporary", "c2-d2 Temporary", "d2-d3 Temporary"]);
    controller.pick_target();
    assert!(controller.session.decide());
    let report = controller.session.commit();
    let first = (0..report.activations.len()).map(|at| report.moves(at)).find(|moves| !moves.is_empty());
    let happened = told(first.expect("it walks"));
    assert_eq!(happened, ["b2-c2 Incremental", "c2-d2 Incremental", "d2-d3 Normal"]);
}

#[test]
fn a_number_is_stepped_through_or_typed() {
    let mut controller = asked("#######\n#L....#\n#....r#\n#######", 'L', "fuse");
    controller.point(cell("c2"));
    controller.pick_target();
    let question = *controller.session.seat().question().expect("choose a number");
    assert_eq!(question.request.asks, Asks::Number);
    assert_eq!(controller.prompt().as_deref(), Some("Explode after how many rounds? 1"));
    controller.move_by(1, 0);
    assert_eq!(controller.prompt().as_deref(), Some("Explode after how many rounds? 2"));
    controller.move_by(0, 1);
    assert_eq!(controller.prompt().as_deref(), Some("Explode after how many rounds? 1"));
    controller.press(cell("d3"));
    assert!(controller.message.contains("choose a number"), "{}", controller.message);
    controller.pick_action(2);
    let draft = controller.session.seat().draft();
    let answers: Vec<Answer> = match draft {
        Some(draft) => draft.intent().uses[0].answers.iter().map(|(_, answer)| *answer).collect(),
        None => {
            let unit = find(controller.session.book(), controller.session.seat().known().state(), 'L');
            let intent = controller.session.seat().plan().intent(unit).expect("it is decided");
            intent.uses[0].answers.iter().map(|(_, answer)| *answer).collect()
        }
    };
    assert_eq!(answers.last(), Some(&Answer::Number(3)));
}

#[test]
fn what_no_mode_takes_for_an_answer_is_explained() {
    let check = |glyph: char, action: &str, at: &str, why: &str| {
        let mut controller = asked(YARD, glyph, action);
        controller.cursor = cell(at);
        controller.session.seat_mut().hover(None);
        controller.pick_target();
        assert!(controller.message.contains(why), "{action} at {at}: {}", controller.message);
    };
    check('W', "walk", "b2", "the user itself will be standing there by then");
    check('W', "walk", "f4", "another unit will be standing there by then");
    check('W', "walk", "a1", "out of range");
}

#[test]
fn a_direction_is_chosen_by_its_key() {
    let mut controller = asked("#######\n#.....#\n#..L..#\n#.....#\n#######", 'L', "gust");
    for ((dx, dy), at) in [((1, 0), "e3"), ((0, -1), "d2"), ((-1, 0), "c3"), ((0, 1), "d4"), ((1, 0), "e3")] {
        controller.move_by(dx, dy);
        assert_eq!(controller.cursor, cell(at));
        assert!(controller.session.seat().draft().is_some_and(|draft| draft.hover().is_some()), "{at}");
    }
}

/// Directions into walls are legal but offered last and marked.
#[test]
fn ways_into_walls_come_last() {
    let controller = asked_in(turned(YARD), 'W', "wait");
    let draft = controller.session.seat().draft().expect("it is chosen");
    let cells: Vec<String> = draft.cells().iter().flatten().map(ToString::to_string).collect();
    assert_eq!(cells, ["c2", "b3", "b1", "a2"]);
    assert_eq!(draft.region(), [cell("b1"), cell("a2")]);
    assert_eq!(controller.cursor, cell("c2"));
    assert!(controller.session.seat().answer_on(cell("b1")).is_some(), "a wall can be faced");
}

fn sweep(region: &str) -> Pack {
    let body = format!(
        r#"DeclareTarget(name: "T1", asks: Region, {region}), ForEach(target: "T1", body: [Damage(target: "each")])"#
    );
    let either = r#"Region(shape: Any, least: 1, most: 1, parts: ["pierce", "diagonal"])"#;
    Pack::new("#######\n#.r...#\n#.W.r.#\n#..r..#\n#######")
        .with("regions/either.ron", either)
        .with("actions/reap.ron", &format!("Action(body: [{body}])"))
        .with("units/reaper.ron", r#"Unit(glyph: "W", health: 5, tags: ["augur"], actions: ["reap"])"#)
        .with("units/warden.ron", r#"Unit(glyph: "w", health: 5, actions: ["walk"])"#)
}

fn parts(controller: &mut Controller) -> Vec<String> {
    let count = controller.session.seat().draft().expect("it is being chosen").answers().len();
    let mut told = Vec::new();
    for at in 0..count {
        controller.session.seat_mut().hover(Some(at));
        let draft = controller.session.seat().draft().expect("still chosen");
        let cells: Vec<String> = draft.part(at).iter().map(ToString::to_string).collect();
        let name = asking::hovered(controller.session.seat()).expect("it has a name");
        told.push(format!("{name}: {}", cells.join(" ")));
    }
    told
}

#[test]
fn a_region_is_picked_as_a_whole_by_the_way_that_it_faces() {
    let mut controller = asked_in(sweep(r#"reach: Cone, range: (1, 2)"#), 'W', "reap");
    let all = ["north: c2", "east: d3 e3 e2 e4", "south: c4", "west: b3"];
    assert_eq!(parts(&mut controller), all);
    controller.session.seat_mut().hover(Some(0));
    controller.move_by(1, 0);
    let draft = controller.session.seat().draft().expect("still chosen");
    assert_eq!(asking::hovered(controller.session.seat()).as_deref(), Some("east"));
    assert_eq!(draft.region(), [cell("c2"), cell("b3"), cell("c4")].as_slice());
    let struck = |controller: &Controller| {
        let changes = controller.session.seat().forecast().line().log().changes.iter();
        let state = controller.session.seat().known().state();
        let of_enemies = changes.filter(|change| state.entity(change.entity).team != Team::PLAYER);
        of_enemies.filter(|change| change.kind == ChangeKind::Health && change.after < change.before).count()
    };
    assert_eq!(struck(&controller), 1);
    controller.point(cell("c2"));
    assert_eq!(asking::hovered(controller.session.seat()).as_deref(), Some("north"));
    controller.press(cell("a1"));
    assert_eq!(controller.message, "Not a target: no direction or area that you can choose reaches it.");
    controller.press(cell("e4"));
    let unit = find(controller.session.book(), controller.session.seat().known().state(), 'W');
    let decided = controller.session.seat().plan().intent(unit).expect("it is decided").uses[0].answers[0].1;
    assert_eq!(decided, Answer::Number(2));
    let sides = controller.session.seat().known().state().clone();
    let report = controller.session.commit();
    let hurt = report.changes.iter().filter(|change| {
        let is_enemy = sides.entity(change.entity).team != Team::PLAYER;
        is_enemy && change.kind == ChangeKind::Health && change.after < change.before
    });
    assert_eq!(hurt.count(), 1, "what was shown is what happens");
}

#[test]
fn a_region_that_is_made_of_others_is_picked_by_one_of_them() {
    let mut controller = asked_in(sweep(r#"region: "either""#), 'W', "reap");
    assert_eq!(parts(&mut controller), ["pierce: c3 c2 b3 d3 c4", "diagonal: c3 b2 d2 b4 d4"]);
}

#[test]
fn the_planner_picks_a_region() {
    let pack = sweep(r#"region: "either", filter: [Enemy]"#);
    let mut session = pack.start();
    session.decide_rest_by_planner();
    let unit = find(session.book(), session.seat().known().state(), 'W');
    let intent = session.seat().plan().intent(unit).expect("it is decided");
    assert_eq!(intent.uses[0].answers[0].1, Answer::Number(1));
    let chosen = sweep(r#"region: "either", filter: [Enemy], automatic: true, otherwise: Nearest"#);
    let mut session = chosen.start();
    assert!(session.seat_mut().choose_for(unit));
    let program = session.book().find_program("reap").expect("an action");
    assert!(session.seat_mut().use_action(program) && session.decide());
    let sides = session.seat().known().state().clone();
    let report = session.commit();
    let hurt = report.changes.iter().filter(|change| {
        let is_enemy = sides.entity(change.entity).team != Team::PLAYER;
        is_enemy && change.kind == ChangeKind::Health && change.after < change.before
    });
    assert_eq!(hurt.count(), 3, "by rule it is the largest");
}

fn offered(controller: &mut Controller) -> Vec<String> {
    let count = controller.session.seat().draft().expect("it is being chosen").answers().len();
    let told = (0..count).map(|at| {
        controller.session.seat_mut().hover(Some(at));
        controller.aimed_words().expect("an answer of the board")
    });
    told.collect()
}

#[test]
fn enemies_are_offered_before_ones_own_and_in_the_same_order_wherever_one_stands() {
    let map = "
        #######
        #.S...#
        #rW...#
        #.r...#
        #######
    ";
    let mut controller = asked(map, 'W', "shove");
    assert_eq!(offered(&mut controller), ["Rat A", "Rat B", "Seer"]);
    assert_eq!(controller.session.seat().draft().expect("chosen").cells().len(), 3);
    let mut controller = asked(map, 'S', "turn-the-blade");
    let before = offered(&mut controller);
    controller.session.seat_mut().abandon();
    let unit = find(controller.session.book(), controller.session.seat().known().state(), 'S');
    assert!(controller.session.seat_mut().choose_for(unit));
    let [walk, turn] = ["walk", "turn-the-blade"].map(|name| controller.session.book().find_program(name));
    assert!(controller.session.seat_mut().use_action(walk.expect("an action")));
    controller.follow();
    controller.press(cell("d2"));
    assert!(controller.session.seat_mut().use_action(turn.expect("an action")));
    controller.follow();
    let after = offered(&mut controller);
    let kept: Vec<&String> = before.iter().filter(|name| after.contains(name)).collect();
    assert!(
        kept.len() > 1 && kept == after.iter().filter(|name| before.contains(name)).collect::<Vec<_>>(),
        "{after:?}"
    );
}

#[test]
fn a_target_that_nothing_would_come_of_is_last_and_says_so() {
    let map = "
        #######
        #.!...#
        #.Wr..#
        #.....#
        #######
    ";
    let mut controller = asked(map, 'W', "shove");
    assert_eq!(offered(&mut controller), ["Rat", "Lantern, no effect"]);
    let map = map.replace('r', ".");
    let session = Pack::new(&map).start();
    let shove = session.book().find_program("shove").expect("an action");
    let mut controller = Controller::new(session);
    controller.availability();
    controller.pick_unit();
    controller.availability();
    let choices = controller.session.seat().choices();
    let choice = choices.iter().find(|choice| choice.program == shove).expect("the Warden shoves");
    assert!(choice.is_idle && choice.is_open());
    assert!(choices.iter().filter(|choice| choice.program != shove).all(|choice| !choice.is_idle));
}

#[test]
fn who_will_stand_there_by_then_is_named() {
    let map = "
        #######
        #W...S#
        #.....#
        #######
    ";
    let session = Pack::new(map).start();
    let mut controller = Controller::new(session);
    let [walk, shove] = ["walk", "shove"].map(|name| controller.session.book().find_program(name).expect("an action"));
    let [warden, seer] =
        ['W', 'S'].map(|glyph| find(controller.session.book(), controller.session.seat().known().state(), glyph));
    for (unit, action, to) in [(seer, walk, "c2"), (warden, shove, "c2")] {
        assert!(controller.session.seat_mut().choose_for(unit) && controller.session.seat_mut().use_action(action));
        controller.follow();
        controller.point(cell(to));
        if unit == seer {
            controller.pick_target();
            controller.done();
        }
    }
    assert_eq!(controller.aimed_words().as_deref(), Some("Seer, will be on c2"));
}

type Leave = fn(&mut Controller);
