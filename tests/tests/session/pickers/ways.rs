//! Paths of walks while choosing.

use super::*;

#[test]
fn a_walk_leads_through_its_waypoints_and_each_can_be_taken_away() {
    let mut controller = asked(YARD, 'W', "walk");
    assert_eq!(controller.cursor, cell("b2"), "steps are counted from where it stands");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["c2", "d2"]);
    controller.point(cell("b3"));
    controller.waypoint();
    assert_eq!(controller.message, "Waypoint: b3. Press again to remove it.");
    controller.point(cell("c3"));
    assert_eq!(way(&controller), ["b3", "c3"]);
    controller.point(cell("c2"));
    assert_eq!(way(&controller), ["b3", "c3", "c2"], "round by the waypoint");
    controller.point(cell("d2"));
    controller.pick_target();
    assert!(controller.message.contains("too far with these waypoints"), "{}", controller.message);
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
    for told in ["Path 2 of 3", "Path 3 of 3", "Path 1 of 3"] {
        controller.other_way();
        assert!(controller.message.starts_with(told), "{}", controller.message);
        seen.push(way(&controller));
    }
    assert_eq!(seen[0], seen[3], "around");
    let ways: std::collections::BTreeSet<_> = seen.iter().cloned().collect();
    assert_eq!(ways.len(), 3, "{ways:?}");
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
    assert_eq!(controller.message, "There is no path to the cell under the cursor.");
}

#[test]
fn a_walk_leads_past_its_own_where_the_rules_let_it() {
    let map = "#######\n#WL..r#\n#######";
    let mut controller = asked(map, 'W', "walk");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), [""; 0], "all are in the way");
    let mut controller = asked_in(Pack::new(map).unit_blocking(1), 'W', "walk");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["d2"]);
    controller.point(cell("c2"));
    controller.pick_target();
    assert!(controller.message.contains("another unit will be standing there by then"), "{}", controller.message);
    controller.waypoint();
    assert_eq!(controller.message, "Waypoint: c2. Press again to remove it.");
    controller.point(cell("d2"));
    assert_eq!(way(&controller), ["d2"]);
    controller.point(cell("f2"));
    controller.waypoint();
    assert_eq!(controller.message, "No waypoint is possible here.", "one of the others is in the way");
}

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

/// The prompt names hazards that lengthen the path, only if there are any.
#[test]
fn the_prompt_says_what_a_way_goes_around() {
    let bends = |map: &str, at: &str| {
        let spear = r#"Unit(glyph: "s", health: 3, movement: 0, tags: ["dark"], actions: ["spear"])"#;
        let mut controller = asked_in(Pack::new(map).with("units/spear.ron", spear), 'W', "walk");
        controller.point(cell(at));
        let prompt = controller.prompt().expect("the walk is asked for");
        (way(&controller).join(" "), prompt.split_once("The path").map_or("", |(_, rest)| rest).to_owned())
    };
    let check = |map: &str, at: &str, expected: (&str, &str)| {
        assert_eq!(bends(map, at), (expected.0.to_owned(), expected.1.to_owned()), "to {at} in {map}");
    };
    check("#####\n#W..#\n#...#\n#..r#\n#####", "c3", ("c2 c3", ""));
    check("#####\n#W^.#\n#...#\n#..r#\n#####", "c3", ("b3 c3", " avoids fire on c2 (1 damage)."));
    check("#####\n#W^.#\n#...#\n#..r#\n#####", "d3", ("b3 c3 d3", " avoids fire on c2 (1 damage)."));
    check("########\n#W.....#\n#..L.s.#\n#......#\n########", "c4", ("b3 b4 c4", " avoids c3 (hit)."));
    check("#####\n#W.^#\n#...#\n#..r#\n#####", "c3", ("c2 c3", ""));
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
    assert!(prompt.ends_with("Damage: −1 burn on c2."), "{prompt}");
}

/// A hazard that kills the walker is called deadly if a path avoids it.
#[test]
fn what_a_way_goes_around_is_called_deadly_where_it_kills() {
    let mut controller = asked("#####\n#W~.#\n#...#\n#..s#\n#####", 'W', "walk");
    controller.point(cell("c3"));
    let prompt = controller.prompt().expect("it asks");
    assert!(prompt.contains("deep water on c2 (deadly)"), "{prompt}");
}
