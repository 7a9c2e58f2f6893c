//! How requests are answered at a screen: each mode over the same seat, for any front end.

use foretoken_game::controller::{Choosing, Controller, Intention};
use foretoken_session::Session;
use foretoken_session::wording::forecast_text;
use foretoken_tests::{Pack, cell, find};
use foretoken_vm::program::Asks;
use foretoken_vm::{Answer, ChangeKind, Team};

/// A seat that is asked for a unit's action: the unit drawn so, and the action by its name.
fn asked(map: &str, glyph: char, action: &str) -> Controller {
    asked_in(Pack::new(map), glyph, action)
}

/// The same in a pack.
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

/// The cells that the predicted round has the unit enter.
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
fn a_walk_leads_through_its_waypoints_and_each_can_be_taken_away() {
    let mut controller = asked(YARD, 'W', "walk");
    assert_eq!(controller.cursor, cell("b2"), "steps are counted from where it stands");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["c2", "d2"]);
    controller.point(cell("b3"));
    controller.waypoint();
    assert_eq!(controller.message, "By way of b3. Once more takes it away.");
    controller.point(cell("c3"));
    assert_eq!(way(&controller), ["b3", "c3"]);
    controller.point(cell("c2"));
    assert_eq!(way(&controller), ["b3", "c3", "c2"], "round by the waypoint");
    controller.point(cell("d2"));
    controller.pick_target();
    assert!(controller.message.contains("too far by way of the waypoints"), "{}", controller.message);
    controller.back();
    assert_eq!(controller.session.seat().draft().expect("still chosen").waypoints(), []);
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["c2", "d2"]);

    controller.point(cell("b3"));
    controller.waypoint();
    controller.point(cell("c2"));
    controller.pick_target();
    assert!(controller.session.decide());
    let unit = find(controller.session.book(), controller.session.seat().known().state(), 'W');
    let report = controller.session.commit();
    let walked = report.changes.iter().filter(|change| change.kind == ChangeKind::Cell && change.entity == unit);
    let walked: Vec<String> = walked.map(|change| change.cell_after().to_string()).take(3).collect();
    assert_eq!(walked, ["b3", "c3", "c2"], "what was shown is what happens");
}

#[test]
fn each_waypoint_can_be_taken_away_by_itself() {
    let mut controller = asked(YARD, 'W', "walk");
    for at in ["b3", "c3"] {
        controller.point(cell(at));
        controller.waypoint();
    }
    controller.point(cell("c2"));
    assert_eq!(way(&controller), ["b3", "c3", "c2"]);
    controller.point(cell("b3"));
    controller.waypoint();
    let through: Vec<_> =
        controller.session.seat().draft().expect("still chosen").waypoints().iter().map(|at| at.cell).collect();
    assert_eq!(through, [cell("c3")], "the one behind it stays");
    controller.point(cell("d3"));
    assert_eq!(way(&controller).last().map(String::as_str), Some("d3"));
    assert!(way(&controller).contains(&"c3".to_owned()));
}

#[test]
fn a_key_goes_through_all_ways_that_are_as_short_and_as_safe() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.point(cell("d3"));
    let mut seen = vec![way(&controller)];
    for told in ["Way 2 of 3", "Way 3 of 3", "Way 1 of 3"] {
        controller.other_way();
        assert!(controller.message.starts_with(told), "{}", controller.message);
        seen.push(way(&controller));
    }
    assert_eq!(seen[0], seen[3], "around");
    let ways: std::collections::BTreeSet<_> = seen.iter().cloned().collect();
    assert_eq!(ways.len(), 3, "{ways:?}");
    // A waypoint keeps the way that was chosen to it, and so does the decision.
    controller.other_way();
    let second = way(&controller);
    controller.pick_target();
    assert!(controller.session.decide());
    let unit = find(controller.session.book(), controller.session.seat().known().state(), 'W');
    let report = controller.session.commit();
    let walked = report.changes.iter().filter(|change| change.kind == ChangeKind::Cell && change.entity == unit);
    let walked: Vec<String> = walked.map(|change| change.cell_after().to_string()).take(3).collect();
    assert_eq!(walked, second);

    let mut controller = asked(YARD, 'W', "walk");
    controller.point(cell("c3"));
    controller.other_way();
    let chosen = way(&controller);
    controller.waypoint();
    controller.point(cell("d3"));
    assert_eq!(way(&controller)[..2], chosen[..], "the waypoint keeps its way");
    controller.point(cell("b2"));
    controller.other_way();
    assert_eq!(controller.message, "No walk leads to the cell under the cursor.");
}

#[test]
fn a_walk_leads_past_its_own_where_the_rules_let_it() {
    let map = "#######\n#WL..r#\n#######";
    let mut controller = asked(map, 'W', "walk");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), [""; 0], "all are in the way");
    let mut controller = asked_in(Pack::new(map).obstruct(1), 'W', "walk");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["d2"]);
    controller.point(cell("c2"));
    controller.pick_target();
    assert!(controller.message.contains("somebody will stand there"), "{}", controller.message);
    controller.waypoint();
    assert_eq!(controller.message, "By way of c2. Once more takes it away.");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["d2"]);
    controller.point(cell("f2"));
    controller.waypoint();
    assert_eq!(controller.message, "Nothing to go by way of.", "one of the others is in the way");
}

/// Of ways as short, those are taken that no disclosed intent strikes.
#[test]
fn a_walk_goes_around_what_is_foreseen_to_be_struck() {
    let mut controller = asked(YARD, 'W', "walk");
    let check = |controller: &mut Controller, at: &str| {
        controller.point(cell(at));
        let unit = controller.session.seat().draft().expect("chosen").unit;
        let enters = way(controller);
        let threats = controller.session.seat().draft().expect("chosen").threats().to_vec();
        (unit, enters, threats)
    };
    let (_, _, threats) = check(&mut controller, "d3");
    assert_eq!(threats, [], "the rat is far");
    let map = "#######\n#.S...#\n#Wr...#\n#.....#\n#######";
    let mut controller = asked(map, 'W', "walk");
    let (_, _, threats) = check(&mut controller, "d4");
    assert!(!threats.is_empty(), "the rat bites somebody");
}

/// Who stands on several cells is drawn on each of them, and pointed at by any.
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

/// A scenario may ask each unit for a facing when it has done enough, by an action of its own.
#[test]
fn who_has_done_enough_is_asked_for_what_the_scenario_ends_with() {
    let facing = |controller: &mut Controller, at: &str| {
        assert_eq!(controller.choosing, Choosing::Target);
        assert_eq!(controller.prompt().as_deref(), Some("Face which way?"));
        controller.point(cell(at));
        controller.pick_target();
    };
    let mut controller = asked_in(Pack::new(YARD).ending("wait"), 'W', "walk");
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
    assert!(controller.session.seat().all_decided());
    let report = controller.session.commit();
    assert!(report.changes.iter().any(|change| change.kind == ChangeKind::Facing && change.entity == unit));

    // Stepping back leaves the choice as it was, and who commits at once means what is shown.
    let mut controller = asked_in(Pack::new(YARD).ending("wait"), 'W', "walk");
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
    let question = *controller.session.seat().question().expect("a number is asked for");
    assert_eq!(question.request.asks, Asks::Number);
    assert_eq!(controller.prompt().as_deref(), Some("Goes off after how many rounds? 1"));
    controller.move_by(1, 0);
    assert_eq!(controller.prompt().as_deref(), Some("Goes off after how many rounds? 2"));
    controller.move_by(0, 1);
    assert_eq!(controller.prompt().as_deref(), Some("Goes off after how many rounds? 1"));
    controller.press(cell("d3"));
    assert!(controller.message.contains("a number is asked for"), "{}", controller.message);
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
    check('W', "walk", "f4", "somebody will stand there");
    check('W', "walk", "a1", "out of reach");
}

/// One may face a wall, but what leads somewhere is offered first, and a wall is marked as none.
#[test]
fn ways_into_walls_come_last() {
    let controller = asked(YARD, 'W', "wait");
    let draft = controller.session.seat().draft().expect("it is chosen");
    let cells: Vec<String> = draft.cells().iter().flatten().map(ToString::to_string).collect();
    assert_eq!(cells, ["c2", "b3", "b1", "a2"]);
    assert_eq!(draft.region(), [cell("b1"), cell("a2")]);
    assert_eq!(controller.cursor, cell("c2"));
    assert!(controller.session.seat().answer_on(cell("b1")).is_some(), "a wall can be faced");
}

/// Strikes everybody in one whole part of a region.
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

/// The answers that are offered, each with its cells.
fn parts(controller: &mut Controller) -> Vec<String> {
    let count = controller.session.seat().draft().expect("it is being chosen").answers().len();
    let mut told = Vec::new();
    for at in 0..count {
        controller.session.seat_mut().hover(Some(at));
        let draft = controller.session.seat().draft().expect("still chosen");
        let cells: Vec<String> = draft.part(at).iter().map(ToString::to_string).collect();
        told.push(format!("{}: {}", draft.hovered_words().expect("it has a name"), cells.join(" ")));
    }
    told
}

#[test]
fn a_region_is_picked_as_a_whole_by_the_way_that_it_faces() {
    let mut controller = asked_in(sweep(r#"reach: Cone, range: (1, 2)"#), 'W', "reap");
    let all = ["north: c2", "east: d3 e3 e2 e4", "south: c4", "west: b3"];
    assert_eq!(parts(&mut controller), all);
    // Keys step through them, with what is struck foreseen and the others as the region that is left.
    controller.session.seat_mut().hover(Some(0));
    controller.move_by(1, 0);
    let draft = controller.session.seat().draft().expect("still chosen");
    assert_eq!(draft.hovered_words().as_deref(), Some("east"));
    assert_eq!(draft.region(), [cell("c2"), cell("b3"), cell("c4")].as_slice());
    let struck = |controller: &Controller| {
        let changes = controller.session.seat().forecast().line().log().changes.iter();
        let state = controller.session.seat().known().state();
        let of_enemies = changes.filter(|change| state.entity(change.entity).team != Team::PLAYER);
        of_enemies.filter(|change| change.kind == ChangeKind::Health && change.after < change.before).count()
    };
    assert_eq!(struck(&controller), 1);
    // A pointer means the part that its cell is in.
    controller.point(cell("c2"));
    assert_eq!(controller.session.seat().draft().and_then(|draft| draft.hovered_words()).as_deref(), Some("north"));
    controller.press(cell("a1"));
    assert_eq!(controller.message, "Not a target: no part of the region lies there.");
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

/// The computer picks the part in which most are struck, as by rule one without an answer does.
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

/// A walk keeps off fire of its own will: the prompt says what bends its way, and nothing where nothing does.
#[test]
fn the_prompt_says_what_a_way_goes_around() {
    let bends = |map: &str, at: &str| {
        let mut controller = asked(map, 'W', "walk");
        controller.point(cell(at));
        let prompt = controller.prompt().expect("the walk is asked for");
        (way(&controller).join(" "), prompt.split_once("The way").map_or("", |(_, rest)| rest).to_owned())
    };
    let check = |map: &str, at: &str, expected: (&str, &str)| {
        assert_eq!(bends(map, at), (expected.0.to_owned(), expected.1.to_owned()), "to {at} in {map}");
    };
    check("#####\n#W..#\n#...#\n#..r#\n#####", "c3", ("c2 c3", ""));
    check("#####\n#W^.#\n#...#\n#..r#\n#####", "c3", ("b3 c3", " goes around fire on c2 (1 harm)."));
    check("#####\n#W^.#\n#...#\n#..r#\n#####", "d3", ("b3 c3 d3", " goes around fire on c2 (1 harm)."));
    // What lies off the way bends nothing.
    check("#####\n#W.^#\n#...#\n#..r#\n#####", "c3", ("c2 c3", ""));
}

/// What the list beside the board says of the target under the cursor, target by target.
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
    assert_eq!(offered(&mut controller), ["Rat 1", "Rat 2", "Seer"]);
    assert_eq!(controller.session.seat().draft().expect("chosen").cells().len(), 3);
    // From the other side of the second rat it comes first no more than before.
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
    // Where that is all there is, the list of actions says so, and it can be chosen all the same.
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
    // The Seer acts before the Warden, and walks up to it.
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
    assert_eq!(controller.aimed_words().as_deref(), Some("Seer, who will stand on c2"));
}

#[test]
fn what_a_walk_costs_is_said_with_what_does_it_and_where() {
    let map = "
        ######
        #Wn..#
        ######
    ";
    let nettles = r#"Surface(note: "Stings.", glyph: "n", on_enter: "burn")"#;
    let mut controller = asked_in(Pack::new(map).with("surfaces/nettles.ron", nettles), 'W', "walk");
    controller.point(cell("d2"));
    let prompt = controller.prompt().expect("it asks");
    assert!(prompt.ends_with("Harm: −1 burn on c2."), "{prompt}");
}

#[test]
fn what_is_decided_is_told_where_it_is_opened_again() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.press(cell("d2"));
    controller.done();
    controller.hear(Intention::Other);
    controller.point(cell("b2"));
    controller.pick_unit();
    assert_eq!(controller.message, "Warden: Walk. Step back to take the last of it back, or choose another action.");
    // All of it may be stepped back from; what was decided stands until something else is.
    controller.back();
    assert_eq!(controller.message, "Once more to take Walk back. Any other key keeps it.");
    controller.back();
    controller.back();
    assert_eq!(controller.message, "Warden: Walk stands as decided.");
}

#[test]
fn a_step_back_over_a_whole_action_is_told() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.back();
    assert_eq!(controller.message, "", "what was only aimed at is left");
    let mut controller = asked(YARD, 'W', "walk");
    controller.press(cell("d2"));
    controller.back();
    assert_eq!(controller.message, "Once more to take Walk back. Any other key keeps it.");
    // A press too many takes nothing: something else was pressed since.
    controller.hear(Intention::Other);
    controller.back();
    assert_eq!(controller.message, "Once more to take Walk back. Any other key keeps it.");
    controller.back();
    assert_eq!(controller.message, "Taken back: Walk.");
}

#[test]
fn a_press_too_many_leaves_what_is_decided() {
    let mut controller = asked(YARD, 'W', "walk");
    let warden = controller.session.seat().draft().expect("a draft").unit;
    controller.press(cell("d2"));
    controller.done();
    controller.point(cell("b2"));
    controller.done();
    assert_eq!(controller.choosing, Choosing::Unit);
    assert!(controller.session.seat().is_decided(warden) && controller.session.seat().draft().is_none());
}

#[test]
fn the_next_unit_is_one_that_is_not_decided_also_while_another_has_its_walk_left() {
    let map = "
        #######
        #W.S.H#
        #r....#
        #######
    ";
    let mut controller = asked(map, 'W', "shove");
    controller.press(cell("b3"));
    assert_eq!(controller.choosing, Choosing::Action, "its walk is left");
    let at = |controller: &Controller| {
        let state = controller.session.seat().known().state();
        foretoken_session::wording::names::entity(controller.session.book(), state, state.occupant(controller.cursor))
    };
    controller.cycle(true);
    assert_eq!((controller.choosing, at(&controller).as_str()), (Choosing::Unit, "Hook"));
    assert_eq!(controller.message, "Warden: Shove, as chosen.", "what was chosen stands");
    for next in ["Seer", "Hook", "Seer"] {
        controller.cycle(true);
        assert_eq!(at(&controller), next, "the Warden is decided");
    }
    controller.pick_unit();
    controller.done();
    for _ in 0..2 {
        assert_eq!((controller.choosing, at(&controller).as_str()), (Choosing::Unit, "Hook"), "the last that is left");
        controller.cycle(true);
    }
    controller.pick_unit();
    controller.cycle(true);
    assert_eq!((controller.choosing, at(&controller).as_str()), (Choosing::Action, "Hook"), "it stays chosen");
}

#[test]
fn who_is_stunned_is_not_called_undecided() {
    let daze = r#"Action(title: "Daze", body: [DeclareTarget(name: "T", filter: [Occupied]), Stun(target: "T")])"#;
    // It acts last, so that whom it dazes loses the next round.
    let warden = r#"Unit(title: "Warden", glyph: "W", health: 5, initiative: 0, tags: ["augur"], actions: ["daze"])"#;
    let map = "
        #####
        #WS.#
        #..H#
        #####
    ";
    let pack = Pack::new(map).with("actions/daze.ron", daze).with("units/warden.ron", warden);
    let mut controller = asked_in(pack, 'W', "daze");
    controller.press(cell("c2"));
    controller.done();
    for _ in 0..2 {
        drop(controller.commit());
    }
    let state = controller.session.seat().known().state();
    assert_eq!((state.round(), state.entity(find(controller.session.book(), state, 'S')).stunned), (2, 1));
    controller.hear(Intention::Other);
    assert!(controller.commit().is_none(), "it asks once");
    assert_eq!(controller.message, "Undecided: Hook, Warden. Once more to carry out the round without them.");
    assert_ne!(controller.cursor, cell("c2"), "and goes to one that has something to decide");
}

#[test]
fn who_is_stopped_and_who_is_in_the_way_are_told_where_they_stand() {
    let map = "
        #######
        #Wrr..#
        #.....#
        #######
    ";
    let mut controller = asked(map, 'W', "shove");
    controller.point(cell("c2"));
    let seat = controller.session.seat();
    let acts = forecast_text::acts(seat, seat.draft().expect("chosen").unit);
    let lines: Vec<&str> = acts.iter().flat_map(|act| &act.effects).map(|line| line.words.as_str()).collect();
    assert!(lines.contains(&"Rat 1 stops at c2: Rat 2 is in the way on d2"), "{lines:?}");
}

#[test]
fn who_acted_before_the_battle_was_won_is_not_called_not_come_to() {
    let map = "
        #####
        #Wr.#
        #S..#
        #####
    ";
    let weak = r#"Unit(title: "Rat", glyph: "r", health: 1, initiative: 1, tags: ["dark"], actions: ["walk"])"#;
    let pack = Pack::new(map).with("units/rat.ron", weak).goal("count(dark) = 0");
    let hit = r#"Action(title: "Hit", body: [DeclareTarget(name: "T", filter: [Occupied]), Damage(target: "T")])"#;
    let warden = r#"Unit(title: "Warden", glyph: "W", health: 5, initiative: 7, tags: ["augur"], actions: ["hit"])"#;
    let mut controller = asked_in(pack.with("actions/hit.ron", hit).with("units/warden.ron", warden), 'W', "hit");
    controller.press(cell("c2"));
    controller.done();
    for _ in 0..2 {
        drop(controller.commit());
    }
    assert_ne!(controller.session.outcome(), 0, "it is won");
    let acted: Vec<bool> = controller.turns().iter().map(|turn| turn.is_foreseen).collect();
    assert!(acted.starts_with(&[true, true]), "the Seer and the Warden acted: {acted:?}");
    assert_eq!(controller.beyond_words(), "the battle ended before");
}

/// The warden has its Brace.
fn braced(map: &str) -> Controller {
    let mut controller = Controller::new(Pack::new(map).start());
    controller.press(cell("b2"));
    let choices = controller.session.seat().choices();
    let brace = controller.session.book().find_program("brace");
    controller.pick_action(choices.iter().position(|choice| Some(choice.program) == brace).expect("its action"));
    assert_eq!(controller.choosing, Choosing::Action, "its walk is left");
    controller
}

/// The same, and its walk is aimed.
fn aiming(map: &str) -> Controller {
    let mut controller = braced(map);
    controller.pick_action(0);
    assert_eq!(controller.choosing, Choosing::Target);
    controller.point(cell("b2"));
    controller
}

const TWO: &str = "
    #######
    #W.S..#
    #....r#
    #######
";

fn decided(controller: &Controller, glyph: char) -> String {
    let seat = controller.session.seat();
    let unit = find(seat.book(), seat.known().state(), glyph);
    match seat.is_decided(unit) {
        true => forecast_text::decided_text(seat, unit),
        false => "undecided".to_owned(),
    }
}

/// A way to leave a choice.
type Leave = fn(&mut Controller);

/// A whole action stands, however the choice of a further one is left.
#[test]
fn a_whole_action_stands_while_a_further_one_is_aimed() {
    let leave: [(&str, Leave); 4] = [
        ("Space", Controller::done),
        ("the computer decides the rest", Controller::auto),
        ("the plan is kept", Controller::flip_plans),
        ("the round is to be carried out", |controller| assert!(controller.commit().is_none(), "it asks first")),
    ];
    for (how, leave) in leave {
        let mut controller = aiming(TWO);
        leave(&mut controller);
        assert_eq!(decided(&controller, 'W'), "Brace", "{how}");
        assert!(controller.session.seat().draft().is_none() && controller.choosing == Choosing::Unit, "{how}");
    }
}

/// What was aimed and not chosen is said before the round is carried out without it.
#[test]
fn a_round_that_leaves_out_what_is_aimed_says_so_once() {
    let mut controller = aiming("######\n#W...#\n#....#\n######");
    assert!(controller.commit().is_none());
    let said = "Warden: Brace; what was aimed last is not chosen. Once more to carry out the round.";
    assert_eq!(controller.message, said);
    controller.hear(Intention::Commit);
    assert!(controller.commit().is_some());
    assert!(controller.log().iter().any(|line| line.contains("Brace")), "{:?}", controller.log());
    // Who was decided before and only looked at something else is not called undecided.
    let mut controller = asked(TWO, 'W', "walk");
    controller.press(cell("b3"));
    controller.done();
    controller.point(cell("b2"));
    controller.pick_unit();
    controller.pick_action(0);
    assert!(controller.commit().is_none());
    assert!(controller.message.starts_with("Warden: Walk; what was aimed last"), "{}", controller.message);
}

/// A press of the unit that is decided for takes nothing back.
#[test]
fn a_press_of_who_is_decided_for_takes_nothing_back() {
    let mut controller = braced(TWO);
    controller.press(cell("b2"));
    assert!(controller.session.seat().has_chosen_whole());
}

/// Who is stepped back from, and whose decision is taken back, is still under the cursor, whoever else is undecided.
#[test]
fn the_cursor_stays_on_whose_decision_is_taken_back() {
    let mut controller = asked(TWO, 'S', "walk");
    controller.press(cell("e3"));
    controller.done();
    assert_eq!(controller.cursor, cell("b2"), "the warden is undecided");
    controller.undo();
    assert_eq!((controller.cursor, controller.message.as_str()), (cell("d2"), "Taken back: Seer."));
    controller.pick_unit();
    controller.back();
    assert_eq!((controller.choosing, controller.cursor), (Choosing::Unit, cell("d2")));
}

/// What kills the walker is called deadly where a way goes around it, and not by a number that nobody has.
#[test]
fn what_a_way_goes_around_is_called_deadly_where_it_kills() {
    let mut controller = asked("#####\n#W~.#\n#...#\n#..s#\n#####", 'W', "walk");
    controller.point(cell("c3"));
    let prompt = controller.prompt().expect("it asks");
    assert!(prompt.contains("deep water on c2 (deadly)"), "{prompt}");
}
