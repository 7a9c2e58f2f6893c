//! Decisions stay when a unit is opened again, and are shown.

use super::*;

#[test]
fn what_is_decided_is_told_where_it_is_opened_again() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.press(cell("d2"));
    controller.done();
    controller.hear(Intention::Other);
    controller.point(cell("b2"));
    controller.pick_unit();
    assert_eq!(controller.message, "Warden: Walk. Esc cancels the last action. You can also choose another action.");
    controller.back();
    assert_eq!(controller.message, "Undone: Walk.");
    controller.back();
    assert_eq!(controller.message, "Warden's order kept: Walk.");
}

#[test]
fn a_step_back_over_a_whole_action_is_told() {
    let mut controller = asked(YARD, 'W', "walk");
    controller.back();
    assert_eq!(controller.message, "", "what was only aimed at is left");
    let mut controller = asked(YARD, 'W', "walk");
    controller.press(cell("d2"));
    controller.back();
    assert_eq!(controller.message, "Undone: Walk.");
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
        foretoken_session::texts::names::entity(controller.session.book(), state, state.occupant(controller.cursor))
    };
    controller.cycle(true);
    assert_eq!((controller.choosing, at(&controller).as_str()), (Choosing::Unit, "Hook"));
    assert_eq!(controller.message, "Warden's order kept: Shove.", "what was chosen stands");
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
    assert_eq!(controller.message, "Without orders: Hook, Warden. Press again to play the round anyway.");
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
    assert!(lines.contains(&"Rat A stops at c2: Rat B blocks it on d2"), "{lines:?}");
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
    assert_eq!(controller.beyond_words(), "The battle is over");
}

fn braced(map: &str) -> Controller {
    let mut controller = Controller::new(Pack::new(map).start());
    controller.press(cell("b2"));
    let choices = controller.session.seat().choices();
    let brace = controller.session.book().find_program("brace");
    controller.pick_action(choices.iter().position(|choice| Some(choice.program) == brace).expect("its action"));
    assert_eq!(controller.choosing, Choosing::Action, "its walk is left");
    controller
}

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

#[test]
fn a_round_that_leaves_out_what_is_aimed_says_so_once() {
    let mut controller = aiming("######\n#W...#\n#....#\n######");
    assert!(controller.commit().is_none());
    let said = "Warden: Brace. The unfinished action was cancelled. Press again to play the round.";
    assert_eq!(controller.message, said);
    controller.hear(Intention::Commit);
    assert!(controller.commit().is_some());
    assert!(controller.log().iter().any(|line| line.contains("Brace")), "{:?}", controller.log());
    let mut controller = asked(TWO, 'W', "walk");
    controller.press(cell("b3"));
    controller.done();
    controller.point(cell("b2"));
    controller.pick_unit();
    controller.pick_action(0);
    assert!(controller.commit().is_none());
    assert!(
        controller.message.starts_with("Warden: Walk. The unfinished action was cancelled."),
        "{}",
        controller.message
    );
}

#[test]
fn a_press_of_who_is_decided_for_takes_nothing_back() {
    let mut controller = braced(TWO);
    controller.press(cell("b2"));
    assert!(controller.session.seat().has_chosen_whole());
}

/// After a step back or an undo, the cursor stays on the unit whose decision was undone.
#[test]
fn the_cursor_stays_on_whose_decision_is_taken_back() {
    let mut controller = asked(TWO, 'S', "walk");
    controller.press(cell("e3"));
    controller.done();
    assert_eq!(controller.cursor, cell("b2"), "the warden is undecided");
    controller.undo();
    assert_eq!((controller.cursor, controller.message.as_str()), (cell("d2"), "Undone: Seer."));
    controller.pick_unit();
    controller.back();
    assert_eq!((controller.choosing, controller.cursor), (Choosing::Unit, cell("d2")));
}

#[test]
fn who_goes_behind_another_is_named() {
    let mut controller = asked("#######\n#W.H..#\n#....r#\n#######", 'W', "interpose");
    controller.press(cell("d2"));
    let seat = controller.session.seat();
    let warden = find(seat.book(), seat.known().state(), 'W');
    let acts = forecast_text::acts(seat, warden);
    let own = acts.iter().find(|act| act.actor == warden).expect("it acts");
    let lines: Vec<&str> = own.effects.iter().map(|line| line.words.as_str()).collect();
    assert_eq!(lines, ["Hook moves d2→b2", "Warden moves b2→d2"]);
    let board = foretoken_tests::show(&controller.session);
    assert!(board.contains("5→4:H") && board.contains("4 :W:"), "{board}");
}
