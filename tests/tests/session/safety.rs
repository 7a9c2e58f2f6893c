//! Safety map and rescues: predicted damage per cell comes true, and described rescues work.

use expect_test::{Expect, expect};
use foretoken_preview::{Danger, SafetyMap, Threat, rescues};
use foretoken_session::texts::{forecast_text, names};
use foretoken_session::{Decision, Session};
use foretoken_tests::{Pack, find};
use foretoken_vm::{EntityId, Team};

fn map_of(session: &Session, glyph: char) -> Vec<Danger> {
    let seat = session.seat();
    let unit = find(seat.book(), seat.known().state(), glyph);
    let mut map = SafetyMap::default();
    map.update(seat.book(), seat.known(), seat.plan(), unit);
    map.dangers().to_vec()
}

fn check(pack: &Pack, glyph: char, expected: Expect) {
    let session = pack.start();
    let seat = session.seat();
    let name = |unit: &EntityId| names::entity(seat.book(), seat.known().state(), *unit);
    let told = |danger: &Danger| {
        let by: Vec<String> = danger.by.iter().map(name).collect();
        let harm = match danger.harm {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let dies = match (danger.dies, danger.may_die) {
            (true, _) => ", dies",
            (false, true) => ", may die",
            _ => "",
        };
        let more = if danger.is_known { "" } else { " or more" };
        let labels: Vec<&str> = danger.labels.iter().map(|&label| seat.book().label(label)).collect();
        let labels = if labels.is_empty() { String::new() } else { format!(" ({})", labels.join(", ")) };
        format!("{}: {harm}{more}{dies} {}{labels}\n", danger.cell, by.join(" and ")).replace(" \n", "\n")
    };
    expected.assert_eq(&map_of(&session, glyph).iter().map(told).collect::<String>());
}

#[test]
fn each_cell_has_the_harm_and_who_does_it() {
    check(
        &Pack::new(
            "
            ######
            #W.rO#
            #..*.#
            ######
        ",
        ),
        'W',
        expect![[r#"
            b2: 1 Rat
            c2: 1 Rat
            b3: 0
            c3: 0
            d3: 0
        "#]],
    );
}

const BESIDE: &str = "
    ####
    #Wr#
    #..#
    ####
";

#[test]
fn what_is_left_to_chance_or_veiled_is_not_called_safe() {
    let bite = |harm: &str| {
        let asks = r#"DeclareTarget(name: "T1", asks: Unit, range: (1, 1), filter: [Enemy])"#;
        format!(r#"Action(title: "Bite", body: [{harm}])"#).replace("ASKS", asks)
    };
    let chance = bite(r#"ASKS, Damage(target: "T1", amount: "any(1, 1, 1, 4, 4)")"#);
    check(
        &Pack::new(BESIDE).with("actions/bite.ron", &chance),
        'W',
        expect![[r#"
            b2: 1 to 4 Rat
            b3: 0
            c3: 1 to 4 Rat
        "#]],
    );
    let veiled = bite(r#"ASKS, Veil(body: [Damage(target: "T1", amount: 1)])"#);
    check(
        &Pack::new(BESIDE).with("actions/bite.ron", &veiled),
        'W',
        expect![[r#"
        b2: 0 or more
        b3: 0
        c3: 0 or more
    "#]],
    );
}

#[test]
fn what_is_shown_for_a_cell_is_what_happens_there() {
    let pack = Pack::new(
        "
        #########
        #W.r..O.#
        #..*.r..#
        #...s...#
        #########
    ",
    );
    let dangers = map_of(&pack.start(), 'W');
    let mut harms = Vec::new();
    for danger in &dangers {
        let mut session = pack.start();
        let book = std::sync::Arc::clone(session.book());
        let unit = find(&book, session.battle().state(), 'W');
        let before = session.battle().state().entity(unit).health;
        let seat = session.seat_mut();
        assert!(seat.choose_for(unit));
        if seat.known().state().entity(unit).cell != danger.cell {
            assert!(seat.use_action(book.find_program("walk").expect("an action")));
            let at = seat.draft().expect("it is asked").cells().iter().position(|&cell| cell == Some(danger.cell));
            assert!(seat.answer(at.expect("it can go there")));
        }
        assert!(session.decide());
        session.commit();
        let row = session.battle().state().entity(unit);
        let lost = before - if row.is_alive() { row.health } else { 0 };
        assert!(danger.is_known && danger.harm.0 == danger.harm.1, "nothing is left to chance here");
        assert_eq!((lost, !row.is_alive()), (danger.harm.0.min(before), danger.dies), "{}", danger.cell);
        harms.push(lost);
    }
    harms.sort_unstable();
    harms.dedup();
    assert!(dangers.len() > 6 && harms.len() > 1, "{harms:?}");
}

#[test]
fn a_rescue_saves() {
    let pack = Pack::of_a_lantern_in_peril();
    let session = pack.start();
    let seat = session.seat();
    let lantern = find(seat.book(), seat.known().state(), '!');
    assert!(seat.forecast().forecast_of(lantern).is_some_and(|foreseen| foreseen.dies));
    let found = rescues(seat.book(), seat.known(), seat.plan(), seat.units(), lantern, 1_000_000);
    let told: String = found.iter().map(|rescue| forecast_text::rescue(seat, rescue) + "\n").collect();
    expect![[r#"
        Warden: Shove d3
        Warden: Walk c2, Shove c3
    "#]]
    .assert_eq(&told);
    for rescue in &found {
        let mut session = pack.start();
        let decision = Decision { unit: rescue.unit, intent: rescue.intent.clone() };
        session.send(decision).expect("it is allowed");
        session.commit();
        assert!(session.battle().state().entity(lantern).is_alive(), "{rescue:?}");
    }
    let warden = find(seat.book(), seat.known().state(), 'W');
    assert!(rescues(seat.book(), seat.known(), seat.plan(), seat.units(), warden, 1_000_000).is_empty());
    assert!(rescues(seat.book(), seat.known(), seat.plan(), seat.units(), lantern, 0).is_empty());
}

/// The units that deal the damage on the cell under the cursor are marked, in the terminal by inverted colours.
#[test]
fn who_does_the_harm_under_the_cursor_is_marked() {
    let pack = Pack::new(
        "
        ######
        #W.rO#
        #..*.#
        ######
    ",
    );
    let mut controller = foretoken_session::controller::Controller::new(pack.start());
    let rat = find(controller.session.book(), controller.session.seat().known().state(), 'r');
    controller.look_at(foretoken_tests::cell("b2"));
    assert_eq!(controller.culprits(), [], "while no map is shown nobody is to blame");
    controller.toggle_safety();
    controller.weigh_safety();
    assert_eq!(controller.culprits(), [rat]);
    let unit = find(controller.session.book(), controller.session.seat().known().state(), 'W');
    controller.session.seat_mut().choose_for(unit);
    controller.look_at(foretoken_tests::cell("b3"));
    controller.weigh_safety();
    assert_eq!(controller.culprits(), [], "nothing would happen there");
}

const POND: &str = "
    #########
    #.W~.d..#
    #..######
    #########
";

/// Dragging a unit into deep water counts as drowning it; walking into it does not.
#[test]
fn who_drags_into_deep_ground_is_named_with_it() {
    let drowned =
        r#"Unit(title: "Drowned", glyph: "d", initiative: 2, tags: ["dark"], actions: ["walk", "drag", "bite"])"#;
    check(
        &Pack::new(POND).with("units/drowned.ron", drowned),
        'W',
        expect![[r#"
        b2: 0
        c2: 5, dies Drowned (drown)
        b3: 0
        c3: 0
    "#]],
    );
}

#[test]
fn what_loses_the_battle_saves_nobody() {
    let told = |pack: &Pack| {
        let session = pack.start();
        let seat = session.seat();
        let lantern = find(seat.book(), seat.known().state(), '!');
        let found = rescues(seat.book(), seat.known(), seat.plan(), seat.units(), lantern, 1_000_000);
        found.iter().map(|rescue| forecast_text::rescue(seat, rescue)).collect::<Vec<_>>()
    };
    let pack = Pack::of_a_lantern_in_peril();
    assert_eq!(told(&pack), ["Warden: Shove d3", "Warden: Walk c2, Shove c3"]);
    let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
    let lost = Pack::new("#######\n#.zW..#\n#.r!..#\n#.....#\n#######").with("units/lantern.ron", lantern);
    let lost = lost.zone('z', "doorway").goal_of(1, "inside(augur, doorway) > 0");
    assert_eq!(told(&lost), ["Warden: Shove d3"]);
}

#[test]
fn areas_count_among_what_is_threatened() {
    expect!["h1 i1 j1 "].assert_eq(&threatened(r#""walk", "bite""#, "rounds"));
    expect!["f1 g1 h1 i1 j1 "].assert_eq(&threatened(r#""walk", "spear""#, "rounds"));
}

/// If an activation is one use, units threaten no cell that they would have to walk to.
#[test]
fn where_an_activation_is_one_use_nobody_threatens_what_it_would_have_to_walk_to() {
    expect!["g1 h1 i1 j1 "].assert_eq(&threatened(r#""walk", "spear""#, "action-points"));
}

fn threatened(actions: &str, order: &str) -> String {
    let unit = format!(r#"Unit(glyph: "X", movement: 1, tags: ["dark"], actions: [{actions}])"#);
    let book = Pack::new("W........X").with("units/fighter.ron", &unit).order(order, &[]).book();
    let battle = book.battle(1);
    let mut threat = Threat::default();
    threat.update(&book, battle.state(), Team::PLAYER);
    threat.cells(&book, None).iter().map(|cell| format!("{cell} ")).collect()
}
